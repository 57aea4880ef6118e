"""The table of the TensorFlow dialect: names of tf, tf.math, tf.nn, tf.keras and so on (see _table.py)."""


TABLE = """
== tensorflow
here: Tensor Variable TensorArray TensorShape TensorSpec GradientTape UnconnectedGradients IndexedSlices constant Module custom_gradient
ops: zeros ones zeros_like ones_like fill eye linspace one_hot sequence_mask meshgrid reshape transpose expand_dims squeeze concat stack
    unstack split tile repeat reverse roll pad broadcast_to shape size rank ensure_shape where gather gather_nd
    tensor_scatter_nd_update tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_max tensor_scatter_nd_min scatter_nd
    boolean_mask strided_slice argsort sort searchsorted unique unique_with_counts unravel_index dynamic_partition
    reverse_sequence map_fn scan foldl foldr while_loop case switch_case cond numpy_function py_function clip_by_norm
    clip_by_value histogram_fixed_width cast saturate_cast
linalg: matmul tensordot einsum norm
range = ops.range_
slice = ops.slice_
complex = ops.complex_
convert_to_tensor = ops.convert
vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True) = ops.map_fn(fn, elems)
parallel_stack(values, name="parallel_stack") = ops.stack(values)
shape_n(input, out_type=weir.int32, name=None) = [ops.shape(x, out_type) for x in input]
clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None) = ops.clip(t_list, clip_norm, use_norm)
as_dtype(type_value) = as_dtype(weir.dtype(getattr(type_value, "__name__", type_value)) if not isinstance(type_value, _core.DType) else type_value)
group(*inputs, **kwargs) = None
no_op(name=None) = None
random_normal_initializer(mean=0.0, stddev=0.05, seed=None) = INITIALIZERS["RandomNormal"](mean, stddev, seed=seed)
random_uniform_initializer(minval=-0.05, maxval=0.05, seed=None) = INITIALIZERS["RandomUniform"](minval, maxval, seed=seed)
constant_initializer(value=0) = INITIALIZERS["Constant"](value)
zeros_initializer() = INITIALIZERS["Zeros"]()
ones_initializer() = INITIALIZERS["Ones"]()
- Session placeholder global_variables_initializer: write the program for TensorFlow 2; operations execute eagerly
- train: use model.save_weights and load_weights
- summary: print the values, or plot them with matplotlib
- profiler: use weir.trace()
- RaggedTensor SparseTensor: use dense tensors
- estimator feature_column: use tf.keras
- strings: use Python's strings
- nest: use Python's lists and dictionaries
_made = made
device = device_
__version__ = "2.15.0+weir"
weir: float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128 newaxis
DType = _core.DType
half = weir.float16
double = weir.float64
~ function = function
identity(input, name=None) = +as_tensor(input)
is_tensor(x) = isinstance(x, Array)
executing_eagerly() = True
stop_gradient(input, name=None) = as_tensor(input).detach()
print(*inputs, **kwargs) = print(*inputs)
get_static_value(tensor, partial=False) = tensor.numpy()
broadcast_static_shape(shape_x, shape_y) = TensorShape(weir.broadcast_shapes(tuple(shape_x), tuple(shape_y)))
broadcast_dynamic_shape(shape_x, shape_y) = made(_core.asarray(list(weir.broadcast_shapes(tuple(shape_x), tuple(shape_y))), dtype=weir.int32))
- compat: write the program for TensorFlow 2
- lite: use Weir's C API
- raw_ops: use the functions of tf and tf.math

== tensorflow.saved_model
here: contains_saved_model
! save load: a Keras model and its weights in a file of Weir's; load returns the model, and reads no other files
save(obj, export_dir, signatures=None, options=None) = save_to_folder(obj, export_dir, signatures, options)
load(export_dir, tags=None, options=None) = load_from_folder(export_dir, tags, options)

== tensorflow.distribute
all: DISTRIBUTE
! MirroredStrategy: there is one replica, on one device
get_strategy() = Strategy()
- MultiWorkerMirroredStrategy TPUStrategy ParameterServerStrategy: Weir runs in one process; use MirroredStrategy

== tensorflow.dtypes
ops: cast saturate_cast
complex = ops.complex_
DType = _core.DType
as_dtype(type_value) = as_dtype(weir.dtype(getattr(type_value, "__name__", type_value)) if not isinstance(type_value, _core.DType) else type_value)
weir: float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128

== tensorflow.debugging
all: ASSERTIONS
ops: assert_near assert_all_finite assert_rank assert_shapes
check_numerics(tensor, message, name=None) = ops.assert_all_finite(tensor, message)
is_numeric_tensor(tensor) = isinstance(tensor, Array) and tensor.dtype.kind != "b"

== tensorflow.signal
fft(input, name=None) = weir.fft.fft(as_tensor(input))
ifft(input, name=None) = weir.fft.ifft(as_tensor(input))
rfft(input, fft_length=None, name=None) = weir.fft.rfft(as_tensor(input))
irfft(input, fft_length=None, name=None) = weir.fft.irfft(as_tensor(input))
fft2d(input, name=None) = weir.fft.fftn(as_tensor(input), axes=(-2, -1))
ifft2d(input, name=None) = weir.fft.ifftn(as_tensor(input), axes=(-2, -1))
linalg: fftshift ifftshift

== tensorflow, tensorflow.math
all: FUNCTIONS

== tensorflow.math
all: MORE
- lgamma digamma igamma igammac betainc lbeta zeta polygamma erfinv ndtri special sobol_sample: use SciPy on x.numpy()

== Tensor
get_shape(self) = self.shape
item(self) = Array.item(self)
wait(self) = Array.wait(self)
gpu(self, gpu_index=0) = self if Array.device.__get__(self) == place(gpu_index) else op["to_device"](self, place(gpu_index))
cpu(self) = self if Array.device.__get__(self).type == "cpu" else op["to_device"](self, "cpu")

== Tensor properties
device = "/job:localhost/replica:0/task:0/device:" + str(Array.device.__get__(self)).upper().replace("CUDA", "GPU")

== tensorflow.linalg
linalg: matmul matvec adjoint tensordot einsum norm normalize diag diag_part set_diag band_part trace inv det slogdet logdet pinv cholesky
    cholesky_solve triangular_solve solve lstsq qr svd eigh eigvalsh eigvals expm matrix_rank cross
ops: eye global_norm
l2_normalize = MORE["l2_normalize"]
matrix_transpose(a, name=None, conjugate=False) = op["matrix_transpose"](as_tensor(a))
tensor_diag(diagonal, name=None) = op["diag_embed"](as_tensor(diagonal))
tensor_diag_part(input, name=None) = linalg.diag_part(input)
- lu logm sqrtm tridiagonal_solve eig: use NumPy or SciPy on x.numpy()

== tensorflow.random
all: RANDOM
! set_seed normal uniform truncated_normal shuffle categorical poisson gamma stateless_normal stateless_uniform stateless_truncated_normal
    stateless_categorical stateless_poisson stateless_gamma stateless_binomial Generator: a seed gives other numbers than in TensorFlow

== tensorflow.random.experimental
all: EXPERIMENTAL

== tensorflow.nn
all: NN_ACTIVATIONS
nn: softmax_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits sigmoid_cross_entropy_with_logits
    weighted_cross_entropy_with_logits log_poisson_loss l2_loss embedding_lookup bias_add moments weighted_moments
    batch_normalization local_response_normalization conv2d conv1d convolution depthwise_conv2d separable_conv2d
    conv2d_transpose max_pool avg_pool max_pool1d avg_pool1d max_pool3d avg_pool3d depth_to_space space_to_depth
max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None) = nn.pool2d("max_pool", input, ksize, strides, padding)
avg_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None) = nn.pool2d("avg_pool", input, ksize, strides, padding)
dropout(x, rate, noise_shape=None, seed=None, name=None) = dropped(as_tensor(x), float(rate), noise_shape, seed)
- ctc_loss normalize_moments scale_regularization_loss: compute them from the functions of tf.math

== tensorflow.data
here: Dataset
! Dataset: prefetch has no effect, because operators run asynchronously; cache keeps the elements in memory, also if it is given a file name
AUTOTUNE = -1
INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2

== tensorflow.data.experimental
AUTOTUNE = -1

== tensorflow.config
list_physical_devices(device_type=None) = _list_devices(PhysicalDevice, "physical_device", device_type)
list_logical_devices(device_type=None) = _list_devices(LogicalDevice, "device", device_type)
run_functions_eagerly(run_eagerly) = None

== tensorflow.config.experimental
list_physical_devices(device_type=None) = _list_devices(PhysicalDevice, "physical_device", device_type)
list_logical_devices(device_type=None) = _list_devices(LogicalDevice, "device", device_type)
get_memory_info(device) = {"current": weir.memory.on(place(device)).used, "peak": weir.memory.on(place(device)).peak}
set_memory_growth(device, enable) = None

== tensorflow.test
is_gpu_available() = _gpus.count() > 0
gpu_device_name() = "/device:GPU:0" if _gpus.count() else ""

== tensorflow.errors
InvalidArgumentError = Mistake
OpError = RuntimeError

== tensorflow.autograph.experimental
do_not_convert(fn=None) = fn

== tensorflow.initializers, tensorflow.keras.initializers
here: Initializer
all: INITIALIZERS
all: NAMED_INITIALIZERS
get(identifier) = initial(identifier)

== tensorflow.losses
here: Loss Reduction
all: LOSSES

== tensorflow.optimizers
here: Optimizer
all: OPTIMIZERS

== tensorflow.keras
~ Model.compile
here: Model Sequential Input
! Model Sequential: save writes a file of Weir's, without the state of the optimiser, and refuses functions of the program; save_weights, too, writes
    a file of Weir's
__version__ = "2.15.0+weir"
- applications: build the network from layers
- mixed_precision: cast the inputs with tf.cast

== tensorflow.keras.datasets.fashion_mnist
load_data() = pictures("FashionMNIST", "fashion-mnist")

== tensorflow.keras.datasets.mnist
load_data(path="mnist.npz") = digits(path)

== tensorflow.keras.datasets
- cifar10 cifar100 imdb reuters boston_housing california_housing: use mnist or fashion_mnist; read other files
    with NumPy, images in folders with keras.utils.image_dataset_from_directory

== tensorflow.image
resize(images, size, method="bilinear", preserve_aspect_ratio=False, antialias=False, name=None) = resized(images,
    size, method, antialias, preserve_aspect_ratio)
flip_left_right(image) = _vision.hflip(as_tensor(image), "HWC")
flip_up_down(image) = _vision.vflip(as_tensor(image), "HWC")
random_flip_left_right(image, seed=None) = _vision.random_hflip(as_tensor(image), layout="HWC")
random_flip_up_down(image, seed=None) = _vision.random_vflip(as_tensor(image), layout="HWC")
random_crop(value, size, seed=None) = _vision.random_crop(as_tensor(value), tuple(size)[:2], layout="HWC")
crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width) = _vision.crop(as_tensor(image),
    offset_height, offset_width, target_height, target_width, "HWC")
pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width) = padded(as_tensor(image),
    offset_height, offset_width, target_height, target_width)
resize_with_crop_or_pad(image, target_height, target_width) = cropped_or_padded(as_tensor(image), target_height,
    target_width)
resize_with_pad(image, target_height, target_width, method="bilinear", antialias=False) =
    resized_with_pad(as_tensor(image), target_height, target_width, method, antialias)
rgb_to_grayscale(images) = _vision.grayscale(as_tensor(images), 1, "HWC")
grayscale_to_rgb(images) = op["concat"]([as_tensor(images)] * 3, axis=-1)
convert_image_dtype(image, dtype, saturate=False, name=None) = converted(image, dtype, saturate)
adjust_brightness(image, delta) = as_tensor(image) + delta
adjust_contrast(images, contrast_factor) = contrast(as_tensor(images), contrast_factor)
random_brightness(image, max_delta, seed=None) = as_tensor(image) + _vision.chance().uniform(-max_delta, max_delta)
random_contrast(image, lower, upper, seed=None) = contrast(as_tensor(image), _vision.chance().uniform(lower, upper))
per_image_standardization(image) = standard(op["astype"](as_tensor(image), weir.float32))
- rot90 random_hue adjust_hue random_saturation adjust_saturation: use flips, crops, brightness and contrast

== tensorflow.io
read_file(filename) = File(filename)
decode_image(contents, channels=0, expand_animations=True) = contents.decode(channels)
decode_png(contents, channels=0) = contents.decode(channels)
decode_jpeg(contents, channels=0) = contents.decode(channels)
- TFRecordWriter parse_single_example: read the files with NumPy

== tensorflow.keras.callbacks
all: _callbacks
- TensorBoard BackupAndRestore RemoteMonitor: use CSVLogger or ModelCheckpoint, or write a Callback with on_epoch_end

== tensorflow.keras.regularizers
all: _regularizers

== tensorflow.keras.constraints
all: _constraints

== tensorflow.keras.models
here: Model Sequential save_model load_model clone_model

== tensorflow.keras.saving
here: save_model load_model register_keras_serializable

== tensorflow.keras.layers
here: Layer Input
all: LAYERS
all: MERGES
all: RECURRENT
all: ATTENTION
- RandomRotation RandomZoom RandomTranslation RandomContrast: use RandomFlip, or map a function over the dataset
- TextVectorization StringLookup IntegerLookup CategoryEncoding Discretization Hashing: prepare the data with Python and NumPy
- ConvLSTM1D ConvLSTM2D ConvLSTM3D LocallyConnected1D LocallyConnected2D: use RNN with a cell of your own
! Embedding: gradients are dense, which matters to RMSprop, Adagrad and Adam if a row occurs several times in a batch
InputLayer = Input

== tensorflow.keras.losses
here: Loss Reduction
all: LOSS_FUNCTIONS
all: LOSSES
get(identifier) = loss_of(identifier)

== tensorflow.keras.metrics
all: METRICS
all: LOSS_FUNCTIONS
get(identifier) = metric(identifier)
- MeanTensor BinaryIoU IoU OneHotIoU OneHotMeanIoU SensitivityAtSpecificity SpecificityAtSensitivity PrecisionAtRecall RecallAtPrecision
    R2Score FBetaScore: derive a class from Metric

== tensorflow.keras.optimizers
here: Optimizer
all: OPTIMIZERS
get(identifier) = optimizer_of(identifier)
- Adamax Nadam Ftrl Lion Adafactor: use Adam, AdamW or RMSprop
! RMSprop Adagrad: epsilon is added to the root, not to its argument

== tensorflow.keras.optimizers.schedules
all: _rates

== tensorflow.keras.activations
all: ACTIVATION_FUNCTIONS
get(identifier) = activation_of(identifier) or linear

== tensorflow.keras.backend
sum(x, axis=None, keepdims=False) = op["sum"](x, axis=axis, keepdims=keepdims)
mean(x, axis=None, keepdims=False) = op["mean"](x, axis=axis, keepdims=keepdims)
max(x, axis=None, keepdims=False) = op["max"](x, axis=axis, keepdims=keepdims)
dot(x, y) = op["dot"](x, y)
square(x) = op["square"](x)
sqrt(x) = op["sqrt"](x)
exp(x) = op["exp"](x)
log(x) = op["log"](x)
abs(x) = op["abs"](x)
softmax(x, axis=-1) = op["softmax"](x, axis=axis)
relu(x) = op["relu"](x)
reshape(x, shape) = op["reshape"](x, shape)
concatenate(tensors, axis=-1) = op["concat"](tensors, axis=axis)
cast(x, dtype) = op["astype"](x, as_dtype(dtype))
variable(value, dtype=None) = Variable(value, dtype=dtype)
set_value(x, value) = x.assign(value)
get_value(x) = x.numpy()
constant(value, dtype=None) = constant(value, dtype)
zeros(shape, dtype=None) = made(op["zeros"](shape, as_dtype(dtype)))
ones(shape, dtype=None) = made(op["ones"](shape, as_dtype(dtype)))
clear_session() = _keras.clear_session()
epsilon() = 1e-7
floatx() = _keras.floatx()
set_floatx(value) = _keras.set_floatx(value)
image_data_format() = "channels_last"
eval(x) = x.numpy()

== tensorflow.keras.ops
all: _keras_ops

== tensorflow.keras.random
SeedGenerator = SeedGenerator

== tensorflow.keras.utils
here: set_random_seed to_categorical pad_sequences Sequence register_keras_serializable
PyDataset = Sequence
here: image_dataset_from_directory

== tensorflow.keras.preprocessing
here: image_dataset_from_directory
- image text: read images with keras.utils.image_dataset_from_directory, text with Python

== tensorflow.keras.preprocessing.sequence
here: pad_sequences

== tensorflow.experimental
sync_devices() = wait_all()
"""
