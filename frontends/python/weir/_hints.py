"""Hints for PyTorch users: if a name or an argument is not found, the error says what it is called in Weir.

A table is text with lines of the form "PyTorch names: what to write instead", where {name} stands for the PyTorch name
that was used.  If the table has no entry for a method of Array, weir is searched for a function with the method's name,
with or without the trailing underscore that marks PyTorch's in-place methods.
"""
import sys

_TABLES = {}


def _table(place, text):
    _TABLES[place] = {name: hint for names, hint in (line.split(": ", 1) for line in text.strip().splitlines())
                      for name in names.split()}


_table("Array", """
unsqueeze: weir.expand_dims(x, axis=1), or x[:, None]
permute: weir.permute_dims(x, (0, 2, 1))
view_as reshape_as: x.reshape(other.shape)
expand: weir.broadcast_to(x, shape)
expand_as: weir.broadcast_to(x, other.shape)
t: x.T
unbind: weir.unstack(x, axis=0)
chunk: weir.split(x, n, axis=0)
narrow: x[start:start + length]
select: x[:, i]
index_select: weir.take(x, indices, axis=0)
gather: weir.take_along_axis(x, indices, axis=1)
masked_fill: weir.where(mask, value, x)
masked_select: x[mask]
repeat_interleave: x.repeat(n, axis=0)
to: x.astype(dtype), or x.to_device(device)
type type_as: x.astype(dtype)
float: x.astype(weir.float32)
double: x.astype(weir.float64)
half: x.astype(weir.float16)
bfloat16: x.astype(weir.bfloat16)
long: x.astype(weir.int64)
int: x.astype(weir.int32)
bool: x.astype(weir.bool)
cuda: x.to_device("cuda")
cpu: x.to_device("cpu"); x.numpy() works on any device
is_cuda: x.device
clone: x.copy()
contiguous: x, or x.copy()
numel nelement: x.size
dim ndimension: x.ndim
data: x.detach()
requires_grad: x.attach_grad() to set it, x.grad_mode to read it; weir.nn.freeze(module) for parameters
requires_grad_: x.attach_grad()
retain_grad: x.attach_grad() before x is used
is_leaf grad_fn: x.followed
mm bmm mv: x @ y
eq: x == y
ne: x != y
lt: x < y
le: x <= y
gt: x > y
ge: x >= y
mul: x * y
div: x / y
sub: x - y
add: x + y
neg: -x
pow: x ** y
abs: abs(x)
clamp: x.clip(low, high)
norm: weir.linalg.norm(x)
add_: x += y
sub_: x -= y
mul_: x *= y
div_: x /= y
zero_: x[...] = 0
fill_: x.fill(value)
copy_: x[...] = y
clamp_: x[...] = x.clip(low, high)
new_zeros: weir.zeros(shape, dtype=x.dtype)
new_ones: weir.ones(shape, dtype=x.dtype)
normal_ uniform_ trunc_normal_ zeros_ ones_ constant_: weir.nn.init.{name}(x, ...)
""")

_table("weir", """
svd svdvals qr eig eigh eigvals eigvalsh expm matrix_exp inv det slogdet cholesky solve solve_triangular lstsq pinv matrix_rank matrix_power matrix_norm vector_norm cond multi_dot tensorinv tensorsolve: weir.linalg.{name}
fft2 ifft ifft2 rfft rfft2 irfft irfft2 fftfreq rfftfreq fftshift ifftshift: weir.fft.{name}
tensor from_numpy as_tensor Tensor FloatTensor: weir.asarray(values)
LongTensor: weir.asarray(values, dtype=weir.int64)
is_tensor: isinstance(x, weir.Array)
no_grad inference_mode: weir.autograd.pause()
enable_grad: weir.autograd.record()
set_grad_enabled: weir.autograd.set_recording(on)
is_grad_enabled: weir.autograd.is_recording()
manual_seed: weir.random.seed(n)
Generator: weir.random.default_rng(seed)
randn: weir.random.randn(2, 3)
rand: weir.random.rand(2, 3)
randint: weir.random.randint(low, high, size)
randn_like: weir.random.randn(*x.shape)
rand_like: weir.random.rand(*x.shape)
randperm: weir.random.permutation(n)
normal: weir.random.normal(mean, std, size)
multinomial: weir.random.categorical(weights, size)
index_add: weir.scatter_add(x, indices, updates, axis=0)
index_reduce: weir.scatter_reduce(x, indices, updates, axis=0, reduce="max")
bernoulli: weir.random.bernoulli(p)
float: weir.float32
long: weir.int64
int: weir.int32
short: weir.int16
unsqueeze: weir.expand_dims(x, axis=1), or x[:, None]
permute: weir.permute_dims(x, (0, 2, 1))
view: weir.reshape(x, shape)
transpose_: weir.swapaxes(x, 0, 1)
cat: weir.concat([x, y], axis=0)
chunk: weir.split(x, n, axis=0)
unbind: weir.unstack(x, axis=0)
gather: weir.take_along_axis(x, indices, axis=1)
index_select: weir.take(x, indices, axis=0)
masked_fill: weir.where(mask, value, x)
mm bmm mv: weir.matmul(x, y)
clamp: weir.clip(x, low, high)
clone: weir.copy(x)
numel: x.size
norm: weir.linalg.norm(x)
functional F: functions of weir, such as weir.relu(x) and weir.cross_entropy(x, target)
Module Parameter Linear Sequential: weir.nn.{name}
utils: weir.data.DataLoader, weir.optim.clip_grad_norm
amp: weir.autocast("bfloat16") and weir.optim.GradScaler()
compile jit: call the function directly
backends: weir.engine
""")

_table("weir.nn", """
functional F: functions of weir, such as weir.relu(x), weir.cross_entropy(x, target) and weir.softmax(x, axis=-1)
utils: weir.optim.clip_grad_norm(parameters, max_norm)
Buffer: self.register_buffer(name, values)
LazyLinear: weir.nn.Linear(out_features), which infers in_features from the first input
LazyConv2d: weir.nn.Conv2d(None, out_channels, kernel_size)
DataParallel: the module itself; its operations run on all workers
NLLLoss2d: weir.nn.NLLLoss
TransformerEncoder: weir.nn.Sequential of weir.nn.TransformerEncoderLayer
Upsample: weir.interpolate(x, size) in forward
Softmax2d: weir.nn.Softmax(1)
BatchNorm: weir.nn.BatchNorm1d, BatchNorm2d, BatchNorm3d
""")

_table("Module", """
cuda cpu: module.to(device), as in module.to("cpu:1")
float: module.astype(weir.float32)
double: module.astype(weir.float64)
half: module.astype(weir.float16), or module.compute_in(weir.float16) for mixed precision
bfloat16: module.astype(weir.bfloat16), or module.compute_in(weir.bfloat16) for mixed precision
requires_grad_: weir.nn.freeze(module), weir.nn.unfreeze(module)
register_parameter: self.name = weir.nn.Parameter(values)
add_module register_module: setattr(module, name, part)
get_submodule: dict(module.named_modules())[name]
get_parameter: dict(module.named_parameters())[name]
register_forward_hook register_forward_pre_hook register_full_backward_hook: wrap the module in another one that defines forward
""")

_table("weir.optim", """
clip_grad_norm_: weir.optim.clip_grad_norm(parameters, max_norm)
clip_grad_value_: weir.optim.clip_grad_value(parameters, clip_value)
RMSProp: weir.optim.RMSprop
Lamb: weir.optim.LAMB
StepLR MultiStepLR ExponentialLR CosineAnnealingLR LinearLR PolynomialLR LambdaLR OneCycleLR ReduceLROnPlateau: weir.optim.lr_scheduler.{name}
""")

_table("weir.optim.lr_scheduler", """
SequentialLR ChainedScheduler CosineAnnealingWarmRestarts CyclicLR: LambdaLR(optimizer, lambda t: factor)
LRScheduler: Schedule
""")

_table("weir.autograd", """
no_grad inference_mode: weir.autograd.pause()
enable_grad: weir.autograd.record()
set_grad_enabled: weir.autograd.set_recording(on)
Variable: x.attach_grad()
functional: weir.autograd.grad(fn), weir.autograd.value_and_grad(fn)
""")

_table("weir.data", """
utils datasets: weir.data, such as weir.data.DataLoader and weir.data.FashionMNIST
RandomSampler SequentialSampler BatchSampler: DataLoader(shuffle=True), or weir.data.Subset(dataset, indices)
default_convert: weir.asarray(x)
Normalize RandomCrop: weir.data.transforms.{name}
ToTensor: weir.data.transforms.Normalize()
""")

_table("weir.data.transforms", """
ToTensor ConvertImageDtype: Normalize(), which converts uint8 to floats from 0 to 1, channels first
RandomHorizontalFlip: RandomFlip(p)
CenterCrop: Resize(size), or Lambda(lambda x: x[:, top:bottom, left:right])
""")

# Arguments of functions, layers and optimisers.
_table("arguments", """
dim dims: axis
learning_rate: lr
keepdim: keepdims
input: pass the first argument by position
other: pass the second argument by position
tensors: pass the first argument by position
unbiased: correction=1 for unbiased=True, correction=0 for unbiased=False
key_padding_mask: attn_mask=mask[:, None, None, :], where mask is True for the keys to attend to
inplace: omit it; memory is reused as soon as possible
requires_grad: .attach_grad() on the array
size_average reduce: reduction='mean' or reduction='sum'
non_blocking memory_format pin_memory: omit it
generator: weir.random.seed(n)
foreach fused capturable differentiable: omit it; a step is one operation
return_indices: weir.max_pool_indices(x, ...)
normalized_shape: axis=-1, or the last axes
training: weir.batch_norm uses and returns the batch's statistics; weir.batch_norm_inference takes the running ones
running_mean running_var: weir.batch_norm_inference(x, mean, variance), or weir.nn.BatchNorm2d
pos_weight: where(target, pos_weight, 1) as the weights of a loss with reduction='none'
recompute_scale_factor: omit it
""")
_table("weir.linalg", """
LinAlgError: weir.AsyncError, raised when the result is read
logdet: slogdet(x).logabsdet
lu lu_factor lu_solve: solve(a, b), or inv(a) for many right-hand sides
cholesky_solve: call solve_triangular twice, with L = cholesky(a)
vander: weir.vander
einsum: weir.einsum
dot: weir.dot
kron: weir.kron
inverse: inv(x)
""")
_table("weir.fft", """
hfft2 hfftn ihfft2 ihfftn: hfft and ihfft along one axis
dct: scipy.fft.dct(x.numpy())
stft istft: rfft(weir.sliding_window_view(x, n)[::hop] * weir.hanning(n))
""")
_table("arguments of data", """
root: folder, or path for an ImageFolder
download: omit it and pass the folder of the files; Debian's package dataset-fashion-mnist contains Fashion-MNIST
transform target_transform: DataLoader(transform=...), which is called with the fields of each batch
pin_memory persistent_workers pin_memory_device: omit it; batches are created on the device that uses them
prefetch_factor: prefetch
sampler batch_sampler: shuffle=True, or weir.data.Subset(dataset, indices)
worker_init_fn: call weir.data.worker_info() inside the dataset
multiprocessing_context: start='spawn' or 'fork'
generator: seed
""")
_table("arguments of a layer", """
device: weir.set_default_device(device) before creating the layer
dtype: .astype(dtype) on the layer
""")


def hint(place: str, name: str) -> "str | None":
    """Return a hint for a PyTorch name that `place` ("Array", "Module", or a module's name) lacks, or None if there is
    no hint."""
    import weir

    found = _TABLES.get(place, {}).get(name)
    if found is None and place == "Array":
        if callable(vars(weir).get(name)):
            found = f"weir.{name}(x)"
        elif name.endswith("_") and callable(vars(weir).get(name[:-1])):
            found = f"x[...] = weir.{name[:-1]}(x)"
    return found and f"instead: {found.replace('{name}', name)}"


def missing(place: str, name: str) -> AttributeError:
    """Return the AttributeError for a name that a module, or an object of a class, does not have."""
    here = f"module {place!r}" if place.startswith("weir") else f"{place!r} object"
    said = hint("Module" if not place.startswith("weir") else place, name)
    if said:  # name=None keeps the interpreter from adding a suggestion of its own
        return AttributeError(f"{here} has no attribute {name!r}; {said}", name=None)
    if place.startswith("weir"):
        return AttributeError(f"{here} has no attribute {name!r}", name=name, obj=sys.modules[place])
    return AttributeError(f"{here} has no attribute {name!r}")


def argument(owner: str, name: str, there: str, kind: str = "") -> str:
    """Return the error message for an argument that `owner` does not accept; `there` lists the accepted arguments."""
    said = _TABLES[f"arguments{kind}"].get(name) or _TABLES["arguments"].get(name)
    return f"{owner} got an unexpected argument {name!r}{f' (instead: {said})' if said else ''}; it accepts {there}"
