"""The table of the PyTorch dialect: names of torch and its modules (see _table.py); those of torch.nn are in
_torch_nn_table.py."""

TABLE = """
also: dim axis, keepdim keepdims
scalars: input dim
== torch
here: Tensor Size device tensor as_tensor asarray from_numpy arange linspace normal save load no_grad enable_grad
    set_grad_enabled multinomial randint randint_like full_like set_default_tensor_type
all: _generators
ops: cat stack equal allclose einsum tensordot cartesian_prod cdist searchsorted block_diag isin
_made = made
all: _DTYPES
dtype = _core.DType
weir: pi e inf nan
__version__ = "2.0.0+weir"
newaxis = None
strided = "strided"
contiguous_format = "contiguous_format"
channels_last = "channels_last"
inference_mode(mode=True) = no_grad(mode) if callable(mode) else autograd._Modes(not mode, None)
is_grad_enabled() = autograd.is_recording()
is_tensor(obj) = isinstance(obj, Tensor)
is_floating_point(input) = input.dtype.kind == "f"
numel(input) = size_of(input)
get_default_dtype() = _core.get_default_dtype()
set_default_dtype(d) = _core.set_default_dtype(d)
set_default_device(device) = _core.set_default_device(place(device)) and None
get_default_device() = device(str(_core.get_default_device()))
set_num_threads(int) = None
get_num_threads() = weir.engine.workers
here: set_printoptions
! set_printoptions: sci_mode has no effect
set_float32_matmul_precision(precision) = _amp.set_matmul_precision(precision)
get_float32_matmul_precision() = "high" if weir.get_float32_precision() == "tf32" else "highest"
finfo(type=weir.float32) = weir.finfo(type)
iinfo(type) = weir.iinfo(type)
from_dlpack(ext_tensor) = _core.share(made(weir.from_dlpack(ext_tensor)), True)
ones(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None) =
    made(op["ones"](_shape_of(dims, size), dtype, place(device)), requires_grad, out)
zeros(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None) =
    made(op["zeros"](_shape_of(dims, size), dtype, place(device)), requires_grad, out)
empty(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None, pin_memory=False,
    memory_format=None) = made(op["empty"](_shape_of(dims, size), dtype, place(device)), requires_grad, out)
full(size, fill_value, *, dtype=None, device=None, requires_grad=False, out=None) = made(weir.full(size, fill_value,
    dtype=dtype, device=place(device)), requires_grad, out)
eye(n, m=None, *, dtype=None, device=None, requires_grad=False) = made(weir.eye(n, m, dtype=dtype,
    device=place(device)), requires_grad)
randn(*dims, size=None, dtype=None, device=None, requires_grad=False, generator=None, out=None) =
    made(drawn(generator, op["normal"], _shape_of(dims, size), 0.0, 1.0, dtype, place(device)), requires_grad, out)
rand(*dims, size=None, dtype=None, device=None, requires_grad=False, generator=None, out=None) =
    made(drawn(generator, op["uniform"], _shape_of(dims, size), 0.0, 1.0, dtype, place(device)), requires_grad, out)
randperm(n, *, dtype=weir.int64, device=None, generator=None) = made(drawn(generator, op["permutation"], n, dtype=dtype,
    device=place(device)))
bernoulli(input, p=None, *, generator=None) = drawn(generator, op["bernoulli"], input if p is None else full_like(input, p),
    dtype=input.dtype)
poisson(input, generator=None) = drawn(generator, op["poisson"], input)
concat = ops.cat
concatenate = ops.cat
hstack(tensors) = weir.hstack(tensors)
vstack(tensors) = weir.vstack(tensors)
row_stack(tensors) = weir.vstack(tensors)
dstack(tensors) = weir.dstack(tensors)
column_stack(tensors) = weir.column_stack(tensors)
atleast_1d(*tensors) = each(weir.atleast_1d, tensors)
atleast_2d(*tensors) = each(weir.atleast_2d, tensors)
atleast_3d(*tensors) = each(weir.atleast_3d, tensors)
meshgrid(*tensors, indexing="ij") = op["meshgrid"](flat(tensors) if not isinstance(tensors[0], Array) else tensors,
    indexing=indexing)
broadcast_shapes(*shapes) = Size(weir.broadcast_shapes(*((n,) if isinstance(n, int) else tuple(n) for n in shapes)))
bucketize(input, boundaries, *, out_int32=False, right=False) = ops.searchsorted(boundaries, input, out_int32=out_int32,
    right=right)
trapezoid = ops.trapezoid
trapz = ops.trapezoid
cumulative_trapezoid = ops.cumulative_trapezoid
chain_matmul(*matrices) = weir.linalg.multi_dot(matrices)
complex(real, imag) = real + 1j * imag
polar(abs, angle) = abs * op["cos"](angle) + 1j * (abs * op["sin"](angle))
vander(x, N=None, increasing=False) = ops.vander(x, N) if increasing else op["flip"](ops.vander(x, N), axis=-1)
tril_indices(row, col, offset=0, *, dtype=weir.int64, device=None, layout=None) = made(triangle(row, col, offset, dtype,
    True))
triu_indices(row, col, offset=0, *, dtype=weir.int64, device=None, layout=None) = made(triangle(row, col, offset, dtype,
    False))
unravel_index(indices, shape) = tuple(weir.unravel_index(indices, (shape,) if isinstance(shape, int) else tuple(shape)))
preserve_format = "preserve_format"
channels_last_3d = "channels_last_3d"
scalar_tensor(s, *, dtype=None, device=None, layout=None, requires_grad=False) = tensor(s, dtype=dtype or
    weir.get_default_dtype(), requires_grad=requires_grad)
FloatTensor(*data) = typed(weir.float32, data)
DoubleTensor(*data) = typed(weir.float64, data)
HalfTensor(*data) = typed(weir.float16, data)
LongTensor(*data) = typed(weir.int64, data)
IntTensor(*data) = typed(weir.int32, data)
ShortTensor(*data) = typed(weir.int16, data)
ByteTensor(*data) = typed(weir.uint8, data)
BoolTensor(*data) = typed(weir.bool, data)
logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False, layout=None) =
    made(spaced(start, end, steps, dtype, device, base), requires_grad)
zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) =
    like("zeros", input, dtype, device, requires_grad)
ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) =
    like("ones", input, dtype, device, requires_grad)
empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) =
    like("empty", input, dtype, device, requires_grad)
broadcast_tensors(*tensors) = op["broadcast_arrays"](tensors)
~ compile(model=None, **options) = model if model is not None else (lambda fn: fn)
randn_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) = like("normal", input,
    dtype, device, requires_grad, None, generator)
rand_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) = like("uniform", input,
    dtype, device, requires_grad, None, generator)
! manual_seed seed rand randn randint randperm normal: a seed gives other numbers than in PyTorch
! get_rng_state set_rng_state: the state has 16 bytes, and is not one of PyTorch's
! float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128: a dtype is Weir's, and prints as weir.float32
- distributed multiprocessing: Weir runs in one process, with worker threads
- sparse_coo_tensor sparse_csr_tensor: use dense tensors
- quantize_per_tensor: use float16 or int8 tensors
- vmap: write the batch dimension explicitly; operators broadcast
autocast = _mixed["autocast"]
is_autocast_enabled(device_type=None) = _core.get_autocast_dtype() is not None
is_autocast_cpu_enabled() = _core.get_autocast_dtype() is not None
get_autocast_dtype(device_type="cuda") = _core.get_autocast_dtype() or _low(device_type)
get_autocast_gpu_dtype() = _core.get_autocast_dtype() or _low("cuda")
get_autocast_cpu_dtype() = _core.get_autocast_dtype() or _low("cpu")
- profiler: use weir.trace()
- hub: build the network from layers
- export onnx: save state_dict() with torch.save

== torch.version
cuda = None

== torch.distributions
all: _distributions

== torch.distributions.multinomial
Multinomial = _distributions["Multinomial"]

== torch.distributions.normal
Normal = _distributions["Normal"]

== torch.distributions.categorical
Categorical = _distributions["Categorical"]

== torch.distributions.kl
kl_divergence = _distributions["kl_divergence"]
register_kl = _distributions["register_kl"]

== torch.distributions.transforms
Transform = _distributions["Transform"]
TanhTransform = _distributions["TanhTransform"]
ExpTransform = _distributions["ExpTransform"]
SigmoidTransform = _distributions["SigmoidTransform"]
AffineTransform = _distributions["AffineTransform"]

== torch.fft
fft(input, n=None, dim=-1, norm=None) = weir.fft.fft(input, n=n, axis=dim, norm=norm or "backward")
ifft(input, n=None, dim=-1, norm=None) = weir.fft.ifft(input, n=n, axis=dim, norm=norm or "backward")
rfft(input, n=None, dim=-1, norm=None) = weir.fft.rfft(input, n=n, axis=dim, norm=norm or "backward")
irfft(input, n=None, dim=-1, norm=None) = weir.fft.irfft(input, n=n, axis=dim, norm=norm or "backward")
fftfreq(n, d=1.0, *, dtype=None, device=None) = as_tensor(weir.fft.fftfreq(n, d=d), dtype, device)
fft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.fftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
ifft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.ifftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
rfft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.rfftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
irfft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.irfftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
fftn(input, s=None, dim=None, norm=None) = weir.fft.fftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
ifftn(input, s=None, dim=None, norm=None) = weir.fft.ifftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
rfftn(input, s=None, dim=None, norm=None) = weir.fft.rfftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
irfftn(input, s=None, dim=None, norm=None) = weir.fft.irfftn(input, s=ops.axes(s), axes=fft_dims(dim, s, input), norm=norm or "backward")
hfft(input, n=None, dim=-1, norm=None) = weir.fft.hfft(op["astype"](input, weir.float32) if input.dtype == weir.bool else input, n=n, axis=dim, norm=norm or "backward")
ihfft(input, n=None, dim=-1, norm=None) = weir.fft.ihfft(input, n=n, axis=dim, norm=norm or "backward")
rfftfreq(n, d=1.0, *, dtype=None, device=None) = as_tensor(weir.fft.rfftfreq(n, d=d), dtype, device)
fftshift(input, dim=None) = weir.fft.fftshift(input, axes=dim)
ifftshift(input, dim=None) = weir.fft.ifftshift(input, axes=dim)

== torch, Tensor                                                      # functions that are methods too
weir: abs exp log log2 log10 log1p expm1 exp2 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh floor
    ceil trunc
    reciprocal isnan isinf isfinite logical_not logical_and logical_or logical_xor matmul copysign nextafter
    floor_divide remainder imag atan2 logaddexp hypot sinc positive deg2rad rad2deg
ops: sort topk median norm split chunk where nonzero squeeze permute unique maximum minimum add mul fmod div clamp
    square sign conj real angle isclose outer kron heaviside xlogy fmax fmin std var diff diag_embed
    flip transpose repeat_interleave narrow select index_select gather index_add masked_select masked_fill masked_scatter
    tensor_split hsplit vsplit dsplit kthvalue mode svd cummax cummin aminmax nanmedian unique_consecutive bincount count_nonzero
    select_scatter slice_scatter diagonal_scatter scatter scatter_add scatter_reduce index_reduce index_copy index_fill
    index_put take_along_dim put logcumsumexp cov corrcoef renorm logdet logit cholesky_solve cholesky_inverse
here: multinomial
max = ops.max_
min = ops.min_
multiply = ops.mul
divide = ops.div
true_divide(input, other) = op["divide"](input, other)
clip = ops.clamp
clamp_min(input, min) = ops.clamp(input, min)
clamp_max(input, max) = ops.clamp(input, None, max)
sub(input, other, *, alpha=1, out=None) = op["subtract"](input, other if alpha == 1 else alpha * other, out=out)
subtract(input, other, *, alpha=1, out=None) = op["subtract"](input, other if alpha == 1 else alpha * other, out=out)
pow(input, exponent, *, out=None) = op["pow"](input, exponent, out=out)
float_power(input, exponent) = op["pow"](doubled(input), doubled(exponent))
bitwise_and(input, other) = op["bitwise_and"](input, other)
bitwise_or(input, other) = op["bitwise_or"](input, other)
bitwise_xor(input, other) = op["bitwise_xor"](input, other)
bitwise_not(input) = op["bitwise_invert"](input)
bitwise_left_shift(input, other) = op["bitwise_left_shift"](input, other)
bitwise_right_shift(input, other) = op["bitwise_right_shift"](input, other)
sgn(input) = ops.sign(input)
absolute(input) = op["abs"](input)
arccos(input) = op["acos"](input)
arcsin(input) = op["asin"](input)
arctan2(input, other) = op["atan2"](input, other)
arccosh(input) = op["acosh"](input)
arcsinh(input) = op["asinh"](input)
arctanh(input) = op["atanh"](input)
fix(input) = op["trunc"](input)
negative(input) = -input
frac(input) = input - op["trunc"](input)
signbit(input) = like("zeros", input, None, None, False) if input.dtype == weir.bool else op["signbit"](input)
isposinf(input) = op["equal"](input, float("inf"))
isneginf(input) = op["equal"](input, -float("inf"))
isreal(input) = op["equal"](op["imag"](input), 0) if input.dtype.kind == "c" else like("ones", input, weir.bool, None, False)
ldexp(input, other) = input * op["pow"](2.0, other)
logaddexp2(input, other) = op["logaddexp"](input * LN2, other * LN2) / LN2
conj_physical(input) = ops.conj(input)
resolve_conj(input) = input
resolve_neg(input) = input
ger(input, vec2) = ops.outer(input, vec2)
inner(input, other) = op["multiply"](input, other) if not (input.ndim and other.ndim) else op["inner"](input, other)
vdot(input, other) = ops.product("vdot", input, other, (1, 1), op["vecdot"])
addmm(input, mat1, mat2, *, beta=1, alpha=1) = ops.weighted(input, ops.product("addmm", mat1, mat2, (2, 2), op["matmul"]), beta, alpha)
addmv(input, mat, vec, *, beta=1, alpha=1) = ops.weighted(input, op["matmul"](mat, vec), beta, alpha)
addr(input, vec1, vec2, *, beta=1, alpha=1) = ops.weighted(input, ops.outer(vec1, vec2), beta, alpha)
addbmm(input, batch1, batch2, *, beta=1, alpha=1) = ops.weighted(input, op["sum"](op["matmul"](batch1, batch2), axis=0),
    beta, alpha)
baddbmm(input, batch1, batch2, *, beta=1, alpha=1) = ops.weighted(input, op["matmul"](batch1, batch2), beta, alpha)
addcmul(input, tensor1, tensor2, *, value=1) = input + value * tensor1 * tensor2
addcdiv(input, tensor1, tensor2, *, value=1) = input + value * (tensor1 / tensor2)
lerp(input, end, weight) = input + weight * (end - input)
cross(input, other, dim=None) = op["cross"](*op["broadcast_arrays"]([input, other]), axis=threes(input, other) if dim is
    None else dim)
dist(input, other, p=2) = op["vector_norm"](input - other, ord=p)
round(input, *, decimals=0) = weir.around(input, decimals)
# No dimension at all, dim=(), means all of them.
sum(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["sum"](input, axis=dim if dim or dim == 0 else None, keepdims=keepdim,
    dtype=dtype, out=out)
mean(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["mean"](input if dtype is None else op["astype"](input,
    dtype), axis=dim if dim or dim == 0 else None, keepdims=keepdim, out=out)
prod(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["prod"](input, axis=dim, keepdims=keepdim,
    dtype=dtype, out=out)
nansum(input, dim=None, keepdim=False, *, dtype=None) = op["nansum"](input, axis=dim if dim or dim == 0 else None, keepdims=keepdim,
    dtype=dtype)
nanmean(input, dim=None, keepdim=False, *, dtype=None) = op["nanmean"](input if dtype is None else op["astype"](input,
    dtype), axis=dim if dim or dim == 0 else None, keepdims=keepdim)
quantile(input, q, dim=None, keepdim=False, *, interpolation="linear") = weir.quantile(input, q, axis=dim,
    keepdims=keepdim, method=interpolation)
argsort(input, dim=-1, descending=False, stable=False) = op["argsort"](input, axis=dim, descending=descending)
msort(input) = op["sort"](input, axis=0)
argwhere(input) = ops.nonzero(input)
cumsum(input, dim, *, dtype=None) = op["cumulative_sum"](input, axis=dim, dtype=dtype)
cumprod(input, dim, *, dtype=None) = op["cumulative_prod"](input, axis=dim, dtype=dtype)
softmax(input, dim, dtype=None) = op["softmax"](input if dtype is None else op["astype"](input, dtype), axis=dim)
log_softmax(input, dim, dtype=None) = op["log_softmax"](input if dtype is None else op["astype"](input, dtype),
    axis=dim)
histc(input, bins=100, min=0, max=0) = op["astype"](weir.histogram(input, bins, None if min == max == 0 else (min,
    max))[0], input.dtype)
swapaxes = ops.transpose
swapdims = ops.transpose
adjoint(input) = ops.conj(op["matrix_transpose"](input))
movedim(input, source, destination) = op["moveaxis"](input, source, destination) if input.ndim else input
moveaxis(input, source, destination) = op["moveaxis"](input, source, destination) if input.ndim else input
t(input) = op["permute_dims"](input)
unsqueeze(input, dim) = op["expand_dims"](input, dim if dim >= 0 else dim + input.ndim + 1)
unflatten(input, dim, sizes) = op["reshape"](input, _shape(input)[:dim % input.ndim] + tuple(sizes) + _shape(input)[dim
    % input.ndim + 1:])
broadcast_to(input, size) = op["broadcast_to"](input, size)
diagflat(input, offset=0) = op["diag_embed"](op["ravel"](input), offset=offset)
split_with_sizes(input, split_sizes, dim=0) = ops.split(input, split_sizes, dim)
pinverse(input, rcond=1e-15) = ops.pinv(input, rcond)
nan_to_num(input, nan=0.0, posinf=None, neginf=None) = op["copy"](input) if input.dtype.kind in "iub" else
    weir.nan_to_num(input, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf)
sigmoid(input) = op["sigmoid"](input)
relu(input) = op["relu"](input)
rsqrt(input) = op["rsqrt"](input)
erf(input) = op["erf"](input)
neg(input) = -input
arctan(input) = op["atan"](input)
eq(input, other) = input == other
ne(input, other) = input != other
lt(input, other) = input < other
le(input, other) = input <= other
gt(input, other) = input > other
ge(input, other) = input >= other
greater(input, other) = input > other
less(input, other) = input < other
greater_equal(input, other) = input >= other
less_equal(input, other) = input <= other
not_equal(input, other) = input != other
erfinv(input) = _special.erfinv(input)
lgamma(input) = _special.gammaln(input)
digamma(input) = _special.digamma(input)
is_complex(input) = input.dtype.kind == "c"
is_signed(input) = input.dtype.kind in "ifc"
is_same_size(input, other) = _shape(input) == _shape(other)
is_nonzero(input) = bool(input)
mm(input, mat2, *, out=None) = ops.product("mm", input, mat2, (2, 2), op["matmul"], out=out)
bmm(input, mat2, *, out=None) = ops.product("bmm", input, mat2, (3, 3), op["matmul"], out=out)
mv(input, vec) = ops.product("mv", input, vec, (2, 1), op["matmul"])
dot(input, other) = ops.product("dot", input, other, (1, 1), op["dot"])
amax(input, dim=None, keepdim=False) = op["max"](input, axis=dim, keepdims=keepdim)
amin(input, dim=None, keepdim=False) = op["min"](input, axis=dim, keepdims=keepdim)
argmax(input, dim=None, keepdim=False, *, out=None) = op["argmax"](input, axis=dim, keepdims=keepdim, out=out)
argmin(input, dim=None, keepdim=False, *, out=None) = op["argmin"](input, axis=dim, keepdims=keepdim, out=out)
all(input, dim=None, keepdim=False, *, out=None) = op["all"](input, axis=dim, keepdims=keepdim, out=out)
any(input, dim=None, keepdim=False, *, out=None) = op["any"](input, axis=dim, keepdims=keepdim, out=out)
logsumexp(input, dim, keepdim=False) = op["logsumexp"](input, axis=dim, keepdims=keepdim)
trace(input) = op["trace"](input)
diag(input, diagonal=0) = op["diag"](input, k=diagonal)
tril(input, diagonal=0) = op["tril"](input, k=diagonal)
triu(input, diagonal=0) = op["triu"](input, k=diagonal)
diagonal(input, offset=0, dim1=0, dim2=1) = weir.diagonal(input, offset, dim1, dim2)
fliplr(input) = op["flip"](input, axis=1)
flipud(input) = op["flip"](input, axis=0)
roll(input, shifts, dims=None) = weir.roll(input, shifts, axis=dims)
rot90(input, k=1, dims=(0, 1)) = weir.rot90(input, k, dims)
flatten(input, start_dim=0, end_dim=-1) = op["flatten"](input, start=start_dim, end=end_dim)
reshape(input, *shape) = op["reshape"](input, flat(shape))
ravel(input) = op["ravel"](input)
clone(input, *, memory_format=None) = op["copy"](input)
detach(input) = Array.detach(input)
unbind(input, dim=0) = op["unstack"](input, axis=dim)
tile(input, *dims) = op["tile"](input, flat(dims))
take(input, index) = op["take"](op["ravel"](input), index, axis=0)
inverse(input) = weir.linalg.inv(input)
det(input) = weir.linalg.det(input)
slogdet(input) = weir.linalg.slogdet(input)
cholesky(input, upper=False) = op["cholesky"](input, upper=upper)
matrix_power(input, n) = weir.linalg.matrix_power(input, n)

== torch                                                              # functions only
ops: std_mean var_mean
rsub(input, other, *, alpha=1) = op["subtract"](other, input if alpha == 1 else alpha * input)
view_as_real(input) = op["stack"]([op["real"](input), op["imag"](input)], axis=-1)
view_as_complex(input) = input[..., 0] + 1j * input[..., 1]
promote_types(type1, type2) = weir.result_type(type1, type2)
result_type(tensor1, tensor2) = weir.result_type(tensor1, tensor2)
hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False, layout=None) =
    windowed("hanning", window_length, periodic, dtype, device, requires_grad)
hamming_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False, layout=None) =
    windowed("hamming", window_length, periodic, dtype, device, requires_grad)
blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False, layout=None) =
    windowed("blackman", window_length, periodic, dtype, device, requires_grad)
use_deterministic_algorithms(mode, *, warn_only=False) = None
are_deterministic_algorithms_enabled() = True
! use_deterministic_algorithms: has no effect: results are the same bits in each run, whatever the number of threads

== Tensor                                                             # methods only
here: random_
sum_to_size(self, *size) = summed_to(self, flat(size))
fill_diagonal_(self, fill_value, wrap=False) = filled_diagonal(self, fill_value, wrap)
exponential_(self, lambd=1, *, generator=None) = keep(self, drawn(generator, op["exponential"], _shape(self), dtype=self.dtype,
    device=self_device(self)) / lambd)
log_normal_(self, mean=1, std=2, *, generator=None) = keep(self, op["exp"](drawn(generator, op["normal"], _shape(self), mean, std,
    self.dtype, self_device(self))))
ops: expand repeat equal allclose
contiguous(self, memory_format=None) = self if Array.is_contiguous.__get__(self) else op["copy"](self)
float(self, memory_format=None) = self.to(weir.float32)
double(self, memory_format=None) = self.to(weir.float64)
half(self, memory_format=None) = self.to(weir.float16)
bfloat16(self, memory_format=None) = self.to(weir.bfloat16)
int(self, memory_format=None) = self.to(weir.int32)
long(self, memory_format=None) = self.to(weir.int64)
short(self, memory_format=None) = self.to(weir.int16)
char(self, memory_format=None) = self.to(weir.int8)
byte(self, memory_format=None) = self.to(weir.uint8)
bool(self, memory_format=None) = self.to(weir.bool)
cfloat(self, memory_format=None) = self.to(weir.complex64)
cdouble(self, memory_format=None) = self.to(weir.complex128)
copy_(self, src, non_blocking=False) = put(self, src if src.dtype == self.dtype else op["astype"](src, self.dtype))
div_(self, other, *, rounding_mode=None) = self.__itruediv__(other) if rounding_mode is None else put(self,
    ops.div(before(self, other), other, rounding_mode=rounding_mode))
pow_(self, exponent) = self.__ipow__(exponent)
lerp_(self, end, weight) = self.__iadd__(weight * (end - before(self, end, weight)))
masked_fill_(self, mask, value) = put(self, ops.masked_fill(self, mask, value))
masked_scatter_(self, mask, source) = put(self, ops.masked_scatter(self, mask, source))
clamp_(self, min=None, max=None) = put(self, op["clip"](before(self, min, max), min, max))
clamp_min_(self, min) = put(self, op["clip"](before(self, min), min, None))
clamp_max_(self, max) = put(self, op["clip"](before(self, max), None, max))
index_add_(self, dim, index, source, *, alpha=1) = put(self, ops.index_add(self, dim, index, source, alpha=alpha))
index_copy_(self, dim, index, source) = put(self, ops.index_copy(self, dim, index, source))
index_fill_(self, dim, index, value) = put(self, ops.index_fill(self, dim, index, value))
index_put_(self, indices, values, accumulate=False) = put(self, ops.index_put(self, indices, values, accumulate))
bernoulli(self, p=None, *, generator=None) = drawn(generator, op["bernoulli"], self if p is None else full_like(self, p),
    dtype=self.dtype)
bernoulli_(self, p=0.5, *, generator=None) = keep(self, drawn(generator, op["bernoulli"], p if isinstance(p, Array) else
    weir.full(_shape(self), p, dtype=weir.float32, device=self_device(self))))
unfold(self, dimension, size, step) = windows(self, dimension, size, step)
cpu(self) = self if self_device(self).type == "cpu" else self.to("cpu")
cuda(self, device=None) = self.to("cuda" if device is None else device)
numel(self) = size_of(self)
nelement(self) = size_of(self)
element_size(self) = self.itemsize
dim(self) = self.ndim
ndimension(self) = self.ndim
stride(self, dim=None) = tuple(s // self.itemsize for s in self.strides) if dim is None else self.strides[dim] //
    self.itemsize
is_contiguous(self) = Array.is_contiguous.__get__(self)
is_floating_point(self) = self.dtype.kind == "f"
tolist(self) = Array.tolist(self)
item(self) = Array.item(self)
requires_grad_(self, requires_grad=True) = (setattr(self, "requires_grad", requires_grad), self)[1]
register_hook = _hooks.register_hook
! register_hook: a hook of a computed tensor may read the gradient, but not change it
retain_grad = _hooks.retain_grad
detach_(self) = self.attach_grad("null")
type_as(self, other) = self.to(other.dtype)
view_as(self, other) = op["reshape"](self, _shape(other))
reshape_as(self, other) = op["reshape"](self, _shape(other))
expand_as(self, other) = op["broadcast_to"](self, _shape(other))
! expand expand_as: writing to an element of the result is refused; PyTorch writes all elements that share its memory
new_zeros(self, *size, dtype=None, device=None, requires_grad=False) = made(op["zeros"](flat(size), dtype or
    self.dtype, place(device) or self_device(self)), requires_grad)
new_ones(self, *size, dtype=None, device=None, requires_grad=False) = made(op["ones"](flat(size), dtype or self.dtype,
    place(device) or self_device(self)), requires_grad)
new_empty(self, *size, dtype=None, device=None, requires_grad=False) = made(op["empty"](flat(size), dtype or
    self.dtype, place(device) or self_device(self)), requires_grad)
new_full(self, size, fill_value, dtype=None, device=None, requires_grad=False) = made(weir.full(size, fill_value, dtype=dtype or
    self.dtype, device=place(device) or self_device(self)), requires_grad)
zero_(self) = put(self, 0)
fill_(self, value) = put(self, value)
add_(self, other, *, alpha=1) = self.__iadd__(other if alpha == 1 else alpha * other)
sub_(self, other, *, alpha=1) = self.__isub__(other if alpha == 1 else alpha * other)
mul_(self, other) = self.__imul__(other)
addcmul_(self, tensor1, tensor2, *, value=1) = self.__iadd__(value * tensor1 * tensor2)
addcdiv_(self, tensor1, tensor2, *, value=1) = self.__iadd__(value * tensor1 / tensor2)
scatter_(self, dim, index, src=None, *, value=None, reduce=None) = put(self, ops.scatter(self, dim, index, src, value=value,
    reduce=reduce))
scatter_add_(self, dim, index, src) = put(self, ops.scatter_add(self, dim, index, src))
scatter_reduce_(self, dim, index, src, reduce, *, include_self=True) = put(self, ops.scatter_reduce(
    before(self, src), dim, index, src, reduce, include_self=include_self))
index_reduce_(self, dim, index, source, reduce, *, include_self=True) = put(self, ops.index_reduce(
    before(self, source), dim, index, source, reduce, include_self=include_self))
normal_(self, mean=0.0, std=1.0, *, generator=None) = keep(self, drawn(generator, op["normal"], _shape(self), mean, std, self.dtype,
    self_device(self)))
uniform_(self, a=0.0, b=1.0, *, generator=None) = keep(self, drawn(generator, op["uniform"], _shape(self), a, b, self.dtype,
    self_device(self)))
share_memory_(self) = self
pin_memory(self) = self

get_device(self) = self_device(self).index if self_device(self).type == "cuda" else -1

== Tensor properties
is_cuda = self_device(self).type == "cuda"
is_sparse = False
is_leaf = self.grad_mode != "null" or not self.followed
grad_fn = None if self.grad_mode != "null" or not self.followed else "<Recorded>"
device = _CPU if self_device(self) == weir.cpu(0) else device(str(self_device(self)))
layout = "strided"
mT = op["matrix_transpose"](self)
mH = ops.conj(op["matrix_transpose"](self))
T = op["permute_dims"](self)
H = ops.conj(op["matrix_transpose"](self))

== torch.linalg
norm = ops.linalg_norm
diagonal(A, *, offset=0, dim1=-2, dim2=-1) = weir.diagonal(A, offset, dim1, dim2)
cross(input, other, *, dim=-1) = op["cross"](*op["broadcast_arrays"]([input, other]), axis=dim)
vecdot(x, y, *, dim=-1) = op["vecdot"](*op["broadcast_arrays"]([x, y]), axis=dim)
matmul(input, other) = op["matmul"](input, other)
tensorsolve(A, B, dims=None) = weir.linalg.tensorsolve(A, B, axes=dims)
ops: eigh eigvalsh solve lstsq matrix_rank pinv matrix_norm vector_norm solve_triangular vander
weir.linalg: inv det slogdet qr svd eig eigvals cholesky matrix_exp matrix_power svdvals multi_dot cond tensorinv

== torch, Tensor
stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None,
    return_complex=None) = _torch_signal.stft(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex)
istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
    return_complex=False) = _torch_signal.istft(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)
! istft: where the windows do not overlap, the result is not finite; PyTorch raises an error
matrix_exp(input) = op["expm"](input)

== torch.special
weir: logsumexp
expit(input) = op["sigmoid"](input)
gammaln(input) = _special.gammaln(input)
digamma(input) = _special.digamma(input)
psi(input) = _special.digamma(input)
erfinv(input) = _special.erfinv(input)
ops: xlogy entr logit
xlog1py(input, other) = ops.xlogy(input, other, "log1p")
softmax(input, dim, *, dtype=None) = op["softmax"](input if dtype is None else op["astype"](input, dtype), axis=dim)
log_softmax(input, dim, *, dtype=None) = op["log_softmax"](input if dtype is None else op["astype"](input, dtype),
    axis=dim)
exp2(input) = op["exp2"](input)
expm1(input) = op["expm1"](input)
log1p(input) = op["log1p"](input)
sinc(input) = op["sinc"](input)
round(input, *, decimals=0) = weir.around(input, decimals)
erf(input) = op["erf"](input)

== torch.autograd
here: Function grad no_grad enable_grad set_grad_enabled
backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False) = _hooks.backward(tensors, grad_tensors,
    bool(retain_graph), create_graph)
set_detect_anomaly(mode, check_nan=True) = contextlib.nullcontext()
detect_anomaly(check_nan=True) = contextlib.nullcontext()
! set_detect_anomaly detect_anomaly: has no effect: an error of a backward pass names the line of the operation in any case
Variable(data, requires_grad=False) = made(data, requires_grad)
- profiler: use weir.trace()

== torch.autograd
gradcheck(func, inputs, *, eps=1e-06, atol=1e-05, rtol=0.001) = _quiet(autograd.gradcheck, False)(func, inputs, eps=eps,
    atol=atol, rtol=rtol)

== torch.autograd.functional
jacobian(func, inputs, create_graph=False) = _quiet(autograd.jacobian(func, _places(inputs)), create_graph)(*_inputs(inputs))
hessian(func, inputs, create_graph=False) = _quiet(autograd.hessian(func, _places(inputs)), create_graph)(*_inputs(inputs))
here: vjp jvp

== torch.func
grad(func, argnums=0, has_aux=False) = autograd.grad(func, argnums, has_aux=has_aux)
grad_and_value(func, argnums=0, has_aux=False) = _swapped(autograd.value_and_grad(func, argnums, has_aux=has_aux))
jacrev(func, argnums=0) = autograd.jacobian(func, argnums)
jacfwd(func, argnums=0) = autograd.jacobian(func, argnums)
hessian(func, argnums=0) = autograd.hessian(func, argnums)
vjp(func, *primals) = autograd.vjp(func, *primals)
jvp(func, primals, tangents) = autograd.jvp(func, primals, tangents)
_torch_parametrize: functional_call
- vmap: pass the whole batch to the operator; most operators broadcast
- stack_module_state: call the networks one by one

== torch.optim
all: _optimizers
- SparseAdam: use Adam; gradients are dense
- Adafactor Muon: use AdamW

== torch.optim.swa_utils
all: _averages
- update_bn: call the averaged network in training mode on some batches

== torch.optim.lr_scheduler
all: _schedules

== torch.utils
- tensorboard: print the values, or plot them with matplotlib

== torch.utils.data
TensorDataset = _data.TensorDataset
Dataset = _data.Dataset
IterableDataset = _data.IterableDataset
DataLoader = _data.loader(made, weir.float64)
! DataLoader: num_workers has no effect: there are no worker processes, because operators run asynchronously
Subset = _data.Subset
ConcatDataset = _data.ConcatDataset
random_split = _data.random_split
RandomSampler = _data.RandomSampler
SequentialSampler = _data.SequentialSampler
BatchSampler = _data.BatchSampler
SubsetRandomSampler = _data.SubsetRandomSampler
WeightedRandomSampler = _data.WeightedRandomSampler
Sampler = _data.Sampler
default_convert(data) = _data.converted(data, made)
get_worker_info() = None
default_collate(batch) = _data.stacked(batch, made, weir.float64)

== torch.utils.checkpoint
checkpoint(function, *args, use_reentrant=None, **kwargs) = autograd.checkpoint(function, *args, **kwargs)

== torch.cuda
here: synchronize Stream Event
is_available() = _gpus.count() > 0
device_count() = _gpus.count()
current_device() = _gpus.current()
is_initialized() = _gpus.count() > 0
empty_cache() = weir.memory.trim()
manual_seed(seed) = _gpus.seed(seed)
manual_seed_all(seed) = _gpus.seed(seed)
get_rng_state(device="cuda") = _random["get_rng_state"]()
set_rng_state(new_state, device="cuda") = _random["set_rng_state"](new_state)
get_rng_state_all() = [_random["get_rng_state"]() for _ in range(_gpus.count())]
set_rng_state_all(new_states) = [_random["set_rng_state"](state) for state in new_states] and None
memory_allocated(device=None) = _gpus.memory(device, "used")
max_memory_allocated(device=None) = _gpus.memory(device, "peak")
memory_reserved(device=None) = _gpus.memory(device, "reserved")
reset_peak_memory_stats(device=None) = None
! reset_peak_memory_stats: has no effect
! Stream current_stream default_stream stream: operations are ordered by their data, not by streams
device = _gpus.Chosen
current_stream(device=None) = Stream()
default_stream(device=None) = Stream()
stream(stream) = stream
get_device_name(device=None) = _gpus.properties(device).name
get_device_properties(device=None) = _gpus.properties(device)
get_device_capability(device=None) = _gpus.properties(device)[1:3]
set_device(device) = _gpus.set_current(device) and None

== torch.amp
all: _mixed
- custom_fwd custom_bwd: write the casts in forward; backward runs without autocast

== torch.cuda.amp
all: _cuda_mixed
- custom_fwd custom_bwd: write the casts in forward; backward runs without autocast

== torch.cpu.amp
all: _cpu_mixed

== torch.cpu
here: synchronize Stream
is_available() = True
device_count() = 1

== torch.backends.cudnn
allow_tf32 = False
benchmark = False
deterministic = False
enabled = False
is_available() = False

== torch.backends.cuda
matmul = _amp.Matmul()
is_built() = _gpus.count() > 0

== torch.backends.mps
is_available() = False
is_built() = False

== torch.mps
is_available() = False

== torch.random
all: _random

== torch.jit
~ script(obj=None, **options) = obj
~ trace(func, example_inputs=None, **options) = func

== torch.testing
assert_close(actual, expected, *, rtol=1.3e-6, atol=1e-5) = _close(actual, expected, rtol, atol)

== torch.types
here: Tensor
"""
