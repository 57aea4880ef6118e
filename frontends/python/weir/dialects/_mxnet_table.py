"""The table of MXNet."""

TABLE = r"""
== mxnet
here: Context np_shape np_array np_default_dtype use_np_default_dtype
is_np_array() = True
is_np_shape() = True
is_np_default_dtype() = default_float() == weir.float64
set_np_shape(active) = True
use_np(fn) = fn
use_np_array(fn) = fn
use_np_shape(fn) = fn
__version__ = "2.0.0+weir"
cpu(device_id=0) = Context("cpu", device_id)
cpu_pinned(device_id=0) = Context("cpu_pinned", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
gpu_memory_info(device_id=0) = memory_info(device_id)
current_context() = current_context()
current_device() = current_context()
Device = Context
MXNetError = RuntimeError
waitall() = wait_all()
! MXNetError: it is Python's RuntimeError
! cpu_pinned: pinned memory is not a device of its own: an array reports cpu(0)
- sym symbol mod module: write the network with gluon; operations execute eagerly
- kv kvstore: Weir runs in one process, with worker threads
- io: use gluon.data
- viz: use print(net)

== mxnet.base
MXNetError = RuntimeError
integer_types = (int,)
numeric_types = (float, int)
string_types = (str,)
py_str(x) = x.decode("utf-8")
_as_list(obj) = list(obj) if isinstance(obj, (list, tuple)) else [obj]

== mxnet.context
here: Context
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
gpu_memory_info(device_id=0) = memory_info(device_id)
current_context() = current_context()
cpu_pinned(device_id=0) = Context("cpu_pinned", device_id)

== mxnet.device
Device = Context
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
current_device() = current_context()

== mxnet.util
here: set_np np_shape np_array np_default_dtype use_np_default_dtype TemporaryDirectory getenv setenv
is_np_array() = True
is_np_shape() = True
is_np_default_dtype() = default_float() == weir.float64
reset_np() = set_np(dtype=False)
set_np_shape(active) = True
set_np_default_dtype(is_np_default_dtype=True) = set_np(dtype=is_np_default_dtype)
use_np(fn) = fn
use_np_array(fn) = fn
use_np_shape(fn) = fn
get_gpu_count() = _gpus.count()
get_gpu_memory(gpu_dev_id) = memory_info(gpu_dev_id)
default_array(source_array, device=None, dtype=None) = array(source_array, dtype, device)

== mxnet.engine
bulk(size) = __import__("contextlib").nullcontext()
set_bulk_size(size) = 0
! bulk set_bulk_size: have no effect; operations are fused in any case

== mxnet.random
all: LEGACY_RANDOM
seed(seed_state, ctx="all", device="all") = weir.random.seed(seed_state)

== mxnet.np.random, mxnet.numpy.random
all: MXNETS_RANDOM

! gamma: draws have no gradient of the shape; parameters in arrays are not checked
! normal uniform randint randn rand choice shuffle gamma beta exponential laplace logistic gumbel multinomial: a seed gives other numbers than in MXNet

== mxnet.np.linalg, mxnet.numpy.linalg
all: LINALG
weir.linalg: inv det slogdet cholesky solve matrix_power tensorinv tensorsolve
    matrix_transpose svdvals multi_dot cond trace diagonal cross outer

== mxnet.np, mxnet.numpy
here: ndarray array
all: MXNETS_NUMPY
_made = made
zeros(shape, dtype=None, order="C", device=None, ctx=None) = made(op["zeros"](shape, kind_of(dtype, order), where(device,
    ctx)))
ones(shape, dtype=None, order="C", device=None, ctx=None) = made(op["ones"](shape, kind_of(dtype, order), where(device,
    ctx)))
empty(shape, dtype=None, order="C", device=None, ctx=None) = made(op["empty"](shape, kind_of(dtype, order), where(device,
    ctx)))
eye(N, M=None, k=0, dtype=None, device=None, ctx=None) = made(weir.eye(N, M, k=k, dtype=kind_of(dtype), device=where(device,
    ctx)))
identity(n, dtype=None, device=None, ctx=None) = made(weir.eye(n, dtype=kind_of(dtype), device=where(device, ctx)))
newaxis = None
NAN = float("nan")
NINF = -float("inf")
PINF = float("inf")
weir: allclose argpartition argwhere array_equal array_equiv atleast_1d atleast_2d atleast_3d bitwise_left_shift bitwise_right_shift
    choose column_stack compress copy corrcoef count_nonzero cov cumprod diag diagonal digitize divmod dot dstack dtype e expand_dims
    extract finfo flatnonzero flip fliplr flipud from_dlpack histogram_bin_edges hstack iinfo inf inner intersect1d isclose isin ix_ kron
    lexsort matmul moveaxis nan nanargmax nanargmin nancumprod nancumsum nanmax nanmedian nanmin nanprod nanstd nansum nanvar ndim outer
    partition permute_dims pi ptp ravel real roll rollaxis rot90 searchsorted select set_printoptions setdiff1d setxor1d shape signbit
    size swapaxes take_along_axis union1d unique_values vander vdot vstack

! array_split split hsplit vsplit dsplit column_stack concatenate concat diag diagonal einsum expand_dims flip fliplr flipud moveaxis permute_dims
    ravel roll rollaxis rot90 sum trace transpose vstack: gradients of integer arrays stay zero
! add subtract multiply divide true_divide power remainder mod: an integer array and a Python float give float32, not float64; gradients of integer arrays
    stay zero
! cumsum: sums of float16 are rounded once, not after each addition
! mean: a mean that is cast to integers has no gradient
! may_share_memory shares_memory: slices are views, which share memory; MXNet copies those that are not contiguous
! ndarray: it is not a subclass of nd.NDArray; slices are views

== mxnet.npx, mxnet.numpy_extension
all: NPX
! waitall: waits for the work of all threads, and raises the first error that has not been seen
here: save load set_np from_numpy
savez(file, *args, **kwargs) = save(file, {**{f"arr_{i}": a for i, a in enumerate(args)}, **kwargs})
from_dlpack(dlpack) = made(from_dlpack(dlpack))
to_dlpack_for_read(data) = Array.__dlpack__(data)
to_dlpack_for_write(data) = Array.__dlpack__(data)
weir: gelu softplus
reset_np() = set_np(dtype=False)
is_np_array() = True
is_np_shape() = True
waitall() = wait_all()
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
cpu_pinned(device_id=0) = Context("cpu_pinned", device_id)
num_gpus() = _gpus.count()
gpu_memory_info(device_id=0) = memory_info(device_id)
current_device() = current_context()
current_context() = current_context()
seed(seed) = weir.random.seed(seed)
relu(data) = op["relu"](data)
sigmoid(data) = op["sigmoid"](data)
log_sigmoid(data) = op["log_sigmoid"](data)
erf(data) = op["erf"](data)
erfinv(data) = erfinv(data)
gammaln(data) = gammaln(data)
gamma(data) = gamma(data)
digamma(data) = digamma(data)
stop_gradient(data) = Array.detach(data)
nonzero(data) = op["stack"](NUMPY["nonzero"](data), axis=1)
cast(data, dtype) = op["astype"](data, weirs_dtype(dtype))
shape_array(data) = made(weir.asarray(data.shape, dtype=weir.int64))
- image: use weir.image

== mxnet.npx.random, mxnet.numpy_extension.random
all: NPX_RANDOM

== mxnet.nd, mxnet.ndarray
here: NDArray
all: LEGACY
uniform(low=0, high=1, shape=(1,), ctx=None, dtype=None, device=None) = made_nd(op["uniform"](shape, low, high,
    kind_of(dtype), where(device, ctx)))
normal(loc=0, scale=1, shape=(1,), ctx=None, dtype=None, device=None) = made_nd(op["normal"](shape, loc, scale,
    kind_of(dtype), where(device, ctx)))
shuffle = LEGACY_RANDOM["shuffle"]
reset_arrays(*arrays, num_arrays=0) = [keep(a, 0) for a in arrays] and None
from_numpy(ndarray, zero_copy=True) = made_nd(from_numpy(ndarray, zero_copy))
from_dlpack(dlpack) = made_nd(from_dlpack(dlpack))
to_dlpack_for_read(data) = Array.__dlpack__(data)
to_dlpack_for_write(data) = Array.__dlpack__(data)
array(source_array, ctx=None, dtype=None, device=None) = made_nd(array(source_array, dtype, device, ctx))
zeros(shape, ctx=None, dtype=None) = made_nd(op["zeros"](shape, kind_of(dtype), place(ctx)))
ones(shape, ctx=None, dtype=None) = made_nd(op["ones"](shape, kind_of(dtype), place(ctx)))
empty(shape, ctx=None, dtype=None) = made_nd(op["empty"](shape, kind_of(dtype), place(ctx)))
full(shape, val, ctx=None, dtype=None) = made_nd(weir.full(shape, val, dtype=kind_of(dtype), device=place(ctx)))
zeros_like(data) = op["zeros_like"](Array.detach(data))
ones_like(data) = op["ones_like"](Array.detach(data))
arange(start, stop=None, step=1.0, repeat=1, ctx=None, dtype=None) = made_nd(weir.repeat(weir.arange(start, stop, step,
    dtype=kind_of(dtype), device=place(ctx)), repeat))
linspace(start, stop, num, endpoint=True, ctx=None, dtype=None) = made_nd(weir.linspace(start, stop, num, endpoint=endpoint,
    dtype=kind_of(dtype), device=place(ctx)))
eye(N, M=0, k=0, ctx=None, dtype=None) = made_nd(weir.eye(N, M or None, k=k, dtype=kind_of(dtype), device=place(ctx)))
waitall() = wait_all()
random_normal(loc=0, scale=1, shape=(1,), ctx=None, dtype=None) = made_nd(op["normal"](shape, loc, scale, kind_of(dtype), place(ctx)))
random_uniform(low=0, high=1, shape=(1,), ctx=None, dtype=None) = made_nd(op["uniform"](shape, low, high, kind_of(dtype), place(ctx)))
save(fname, data) = save(fname, data)
load(fname) = load(fname, made_nd)
! sum mean prod max min nansum argmax argmin norm: over all axes the result has the shape (), as with NumPy's shapes, not (1,)
! shuffle uniform normal random_uniform random_normal: a seed gives other numbers than in MXNet
! linalg_potrf linalg_inverse: the upper triangle is not read
- sparse: use dense arrays
- RNN: use gluon.rnn.LSTM, GRU or RNN
- CTCLoss ctc_loss: use gluon.loss.CTCLoss
- Custom: derive a class from autograd.Function
- SVMOutput: use gluon.loss.HingeLoss
- ROIPooling BilinearSampler GridGenerator SpatialTransformer Correlation: write them with take and slice
- Crop: use slice or slice_axis
- linalg_trsm linalg_trmm linalg_gelqf linalg_syevd linalg_potri linalg_slogdet: use np.linalg
- sample_normal sample_uniform sample_multinomial sample_gamma: use np.random
- khatri_rao ravel_multi_index unravel_index im2col col2im: use functions of mx.np
- multi_sgd_update ftrl_update rmsprop_update signsgd_update nag_mom_update: use gluon.Trainer

== mxnet.nd.linalg, mxnet.ndarray.linalg
all: LEGACY_LINALG

== mxnet.nd.random, mxnet.ndarray.random
all: LEGACY_RANDOM

== mxnet.ndarray.ndarray
here: NDArray

== ndarray
all: METHODS

== ndarray, NDArray
wait_to_write(self) = Array.wait(self)
wait_to_read(self) = Array.wait(self)
as_in_ctx(self, ctx) = moved(self, ctx)
as_in_context(self, context) = moved(self, context)
to_device(self, device) = moved(self, device)
as_np_ndarray(self) = made(self)
as_nd_ndarray(self) = made_nd(self)
sigmoid(self) = op["sigmoid"](self)
log_softmax(self, axis=-1) = op["log_softmax"](self, axis=axis)
softmax(self, axis=-1) = op["softmax"](self, axis=axis)
relu(self) = op["relu"](self)
norm(self, ord=2, axis=None, keepdims=False) = op["vector_norm"](self, axis=axis, keepdims=keepdims, ord=float(ord))
abs(self) = op["abs"](self)
square(self) = op["square"](self)
sqrt(self) = op["sqrt"](self)
exp(self) = op["exp"](self)
log(self) = op["log"](self)
sin(self) = op["sin"](self)
cos(self) = op["cos"](self)
tanh(self) = op["tanh"](self)
sign(self) = op["sign"](self)
floor(self) = op["floor"](self)
ceil(self) = op["ceil"](self)
reshape_like(self, other) = op["reshape"](self, other.shape)
reshape_view(self, *shape, **kwargs) = self.reshape(*shape, **kwargs)
expand_dims(self, axis) = op["expand_dims"](self, axis)
broadcast_to(self, shape) = op["broadcast_to"](self, shape)
broadcast_like(self, other) = op["broadcast_to"](self, other.shape)
slice_axis(self, axis, begin, end) = self[(slice(None),) * axis + (slice(begin, end),)]
tile(self, reps) = op["tile"](self, reps)
one_hot(self, depth) = one_hot(self, depth)
topk(self, axis=-1, k=1, ret_typ="indices", is_ascend=False, dtype="float32") = topk(self, axis, k, ret_typ, is_ascend, dtype)
pick(self, index, axis=-1, mode="clip", keepdims=False) = pick(self, index, axis, mode, keepdims)
split(self, num_outputs, axis=0) = list(op["split"](self, sections=num_outputs, axis=axis))
flip(self, axis) = op["flip"](self, axis=axis)
zeros_like(self) = op["zeros_like"](self)
ones_like(self) = op["ones_like"](self)

== NDArray
all: LEGACY_METHODS

== ndarray, NDArray properties
ctx = context_of(self)
context = context_of(self)
device = context_of(self)
stype = "default"

== mxnet.autograd
record(train_mode=True) = autograd.record(train_mode)
pause(train_mode=False) = autograd.pause(train_mode)
train_mode() = autograd.train_mode()
predict_mode() = autograd.predict_mode()
is_recording() = autograd.is_recording()
is_training() = autograd.is_training()
set_recording(is_recording) = autograd.set_recording(is_recording)
set_training(train_mode) = autograd.set_training(train_mode)
here: backward grad mark_variables get_symbol Function NDArray

== mxnet.init, mxnet.initializer
here: Initializer
all: INITIALIZERS
register = init_register
create = init_create

== mxnet.optimizer, mxnet.optimizer.optimizer
all: OPTIMIZERS

== mxnet.lr_scheduler
all: RATES

== mxnet.gluon
~ Block.hybridize
here: Trainer Parameter Constant ParameterDict Block HybridBlock
! Trainer: the store is in this process: kvstore and compression_params have no effect
! Parameter: sparse storage types are refused
! HybridBlock: hybridize only checks the structure of the inputs; operations run one by one
- SymbolBlock: write the network with gluon
- model_zoo: build the network from layers

== mxnet.gluon.parameter
here: Parameter Constant ParameterDict DeferredInitializationError

== mxnet.gluon.block
here: Block HybridBlock

== mxnet.gluon.nn
all: LAYERS
! SyncBatchNorm: the statistics are those of one device
! Embedding: the gradient is dense; sparse_grad has no effect

== mxnet.gluon.rnn
all: RNN
! RNN LSTM GRU: use_sequence_length is not supported

== mxnet.gluon.loss
all: LOSSES
! CTCLoss: a label that is the blank is refused

== mxnet.image
here: imread
imresize(src, w, h, interp=1) = _vision.resize(src, (h, w), interpolation(interp), False, layout="HWC")
fixed_crop(src, x0, y0, w, h) = _vision.crop(src, y0, x0, h, w, layout="HWC")
- ImageIter CreateAugmenter: use gluon.data.vision.ImageFolderDataset with transforms

== mxnet.gluon.data
here: Dataset SimpleDataset ArrayDataset DataLoader
! DataLoader: num_workers, pin_memory, prefetch and thread_pool have no effect: there are no worker processes
RandomSampler = _data.RandomSampler
SequentialSampler = _data.SequentialSampler
Sampler = _data.Sampler
here: IntervalSampler FilterSampler BatchSampler

== mxnet.gluon.data.vision, mxnet.gluon.data.vision.datasets
here: MNIST FashionMNIST ImageFolderDataset
- CIFAR10 CIFAR100 ImageRecordDataset ImageListDataset: use MNIST or FashionMNIST, or
    ImageFolderDataset for your own images

== mxnet.gluon.data.vision.transforms
Compose = _vision.Compose
Cast = _Cast
ToTensor() = _step("ToTensor", _vision.to_tensor, kind=ndarray)
Normalize(mean=0.0, std=1.0) = _vision.Step("Normalize", _vision.normalize, mean=mean, std=std)
Resize(size, keep_ratio=False, interpolation=1) = _step("Resize", _vision.resize, size=size if keep_ratio and
    isinstance(size, int) else _wide(size), interpolation=interpolation, antialias=False)
CenterCrop(size, interpolation=1) = _step("CenterCrop", _vision.center_crop, size=_wide(size))
RandomCrop(size, pad=None, interpolation=1) = _chance("RandomCrop", _vision.random_crop, size=_wide(size), padding=pad)
RandomResizedCrop(size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation=1) = _chance("RandomResizedCrop",
    _vision.random_resized_crop, size=_wide(size), scale=scale, ratio=ratio, interpolation=interpolation)
RandomFlipLeftRight(p=0.5) = _chance("RandomFlipLeftRight", _vision.random_hflip, p=p)
RandomFlipTopBottom(p=0.5) = _chance("RandomFlipTopBottom", _vision.random_vflip, p=p)
RandomBrightness(brightness) = _chance("RandomBrightness", _vision.jitter, brightness=brightness)
RandomContrast(contrast) = _chance("RandomContrast", _vision.jitter, contrast=contrast)
RandomSaturation(saturation) = _chance("RandomSaturation", _vision.jitter, saturation=saturation)
RandomColorJitter(brightness=0, contrast=0, saturation=0, hue=0) = _chance("RandomColorJitter", _vision.jitter,
    brightness=brightness, contrast=contrast, saturation=saturation, hue=hue)
RandomApply = _vision.RandomApply
- RandomHue RandomLighting Rotate RandomRotation CropResize RandomGray: use flips, crops, brightness, contrast and
    saturation

== mxnet.metric, mxnet.gluon.metric
all: METRICS

== mxnet.gluon.utils
here: split_data split_and_load clip_global_norm split_rnn_params check_sha1
shape_is_known(shape) = shape is not None and all(n > 0 for n in shape)
- download: download the file yourself

== mxnet.profiler
set_config(**kwargs) = None
set_state(state="stop", profile_process="worker") = None
dumps() = "use weir.trace()"
! set_config set_state dumps: have no effect; use weir.trace()

== mxnet.nd.contrib, mxnet.ndarray.contrib
allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=True) = op["astype"](weir.isclose(a, b, rtol=rtol, atol=atol,
    equal_nan=equal_nan).all(), weir.float32)

== mxnet.gluon.rnn.rnn_cell
all: CELLS

== mxnet.gluon.nn.basic_layers
all: LAYERS

== mxnet.gluon.data.dataset
here: Dataset SimpleDataset ArrayDataset

== mxnet.gluon.data.batchify
here: Stack Pad Group AsList Append

== mxnet.name
here: NameManager Prefix
"""
