"""The table of the Paddle dialect: names of paddle, paddle.nn, paddle.vision and so on (see _table.py)."""


TABLE = """
== paddle
here: Tensor to_tensor arange no_grad grad save load seed ParamAttr create_parameter
_made = made
__version__ = "2.6.0+weir"
weir: float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128
dtype = _core.DType
CPUPlace() = Place()
CUDAPlace(id=0) = Place("gpu", id)
CUDAPinnedPlace() = Place()
set_grad_enabled(mode) = autograd._Modes(bool(mode), None)
is_grad_enabled() = autograd.is_recording()
is_tensor(x) = isinstance(x, Tensor)
is_compiled_with_cuda() = _gpus.count() > 0
in_dynamic_mode() = True
disable_static(place=None) = None
set_default_dtype(d) = _core.set_default_dtype(d)
get_default_dtype() = str(_core.get_default_dtype())
set_printoptions(precision=None, **kwargs) = weir.set_printoptions(precision=precision)
ones(shape, dtype=None, name=None) = made(op["ones"](shape, as_dtype(dtype)))
zeros(shape, dtype=None, name=None) = made(op["zeros"](shape, as_dtype(dtype)))
empty(shape, dtype=None, name=None) = made(op["empty"](shape, as_dtype(dtype)))
full(shape, fill_value, dtype=None, name=None) = made(weir.full(shape, fill_value, dtype=as_dtype(dtype) or (weir.bool if
    isinstance(fill_value, bool) else weir.float32)))
eye(num_rows, num_columns=None, dtype=None) = made(weir.eye(num_rows, num_columns, dtype=as_dtype(dtype)))
linspace(start, stop, num, dtype=None, name=None) = ops.linspace(start, stop, num, dtype)
randn(shape, dtype=None, name=None) = made(op["normal"](shape, 0.0, 1.0, as_dtype(dtype)))
standard_normal(shape, dtype=None) = made(op["normal"](shape, 0.0, 1.0, as_dtype(dtype)))
rand(shape, dtype=None, name=None) = made(op["uniform"](shape, 0.0, 1.0, as_dtype(dtype)))
normal(mean=0.0, std=1.0, shape=None) = made(_core.asarray(weir.random.normal(mean, std, shape)))
uniform(shape, dtype=None, min=-1.0, max=1.0, seed=0) = made(op["uniform"](shape, min, max, as_dtype(dtype)))
randint(low=0, high=None, shape=(1,), dtype=None) = made(op["integers"](*((0, low) if high is None else (low, high)),
    shape=shape, dtype=as_dtype(dtype) or weir.int64))
randperm(n, dtype="int64", name=None) = made(op["astype"](op["permutation"](n), as_dtype(dtype)))
meshgrid(*args, **kwargs) = ops.meshgrid(*args)
concat(x, axis=0, name=None) = op["concat"](x, axis=axis)
stack(x, axis=0, name=None) = op["stack"](x, axis=axis)
einsum(equation, *operands) = weir.einsum(equation, *operands)
where(condition, x=None, y=None, name=None) = op["nonzero"](condition) if x is None else op["where"](condition, x if isinstance(x, Array) else
    weir.full((), x), y if isinstance(y, Array) else weir.full((), y))
searchsorted(sorted_sequence, values, out_int32=False, right=False, name=None) = tops.searchsorted(sorted_sequence, values,
    out_int32=out_int32, right=right)
add_n(inputs, name=None) = ops.add_n(inputs)
scatter_nd(index, updates, shape, name=None) = ops.scatter_nd_add(op["zeros"](tuple(shape), updates.dtype), index, updates)
hstack(x, name=None) = weir.hstack(list(x))
vstack(x, name=None) = weir.vstack(list(x))
row_stack(x, name=None) = weir.vstack(list(x))
dstack(x, name=None) = weir.dstack(list(x))
column_stack(x, name=None) = weir.column_stack(list(x))
hsplit(x, num_or_indices, name=None) = list(tops.hsplit(x, num_or_indices))
vsplit(x, num_or_indices, name=None) = list(tops.vsplit(x, num_or_indices))
dsplit(x, num_or_indices, name=None) = list(tops.dsplit(x, num_or_indices))
atleast_1d(*inputs, name=None) = weir.atleast_1d(*inputs)
atleast_2d(*inputs, name=None) = weir.atleast_2d(*inputs)
atleast_3d(*inputs, name=None) = weir.atleast_3d(*inputs)
broadcast_tensors(input, name=None) = list(op["broadcast_arrays"](list(input)))
block_diag(inputs, name=None) = tops.block_diag(*inputs)
tril_indices(row, col=None, offset=0, dtype="int64") = ops.indices("tril", row, col, offset)
triu_indices(row, col=None, offset=0, dtype="int64") = ops.indices("triu", row, col, offset)
complex(real, imag, name=None) = op["astype"](real, weir.complex64) + 1j * imag
polar(abs, angle, name=None) = op["astype"](abs * op["cos"](angle), weir.complex64) + 1j * (abs * op["sin"](angle))
logspace(start, stop, num, base=10.0, dtype=None, name=None) = made(weir.logspace(start, stop, num, base=base, dtype=as_dtype(dtype) or weir.float32))
empty_like(x, dtype=None, name=None) = made(op["empty_like"](x, dtype=as_dtype(dtype)))
rand_like(x, dtype=None, name=None) = made(op["uniform"](_shape(x), 0.0, 1.0, as_dtype(dtype) or x.dtype))
randint_like(x, low=0, high=None, dtype=None, name=None) = made(op["astype"](op["integers"](*((0, low) if high is None else (low, high)),
    shape=_shape(x)), as_dtype(dtype) or x.dtype))
poisson(x, name=None) = op["astype"](op["poisson"](x), x.dtype)
multiplex(inputs, index, name=None) = ops.multiplex(inputs, index)
zeros_like(x, dtype=None) = made(op["zeros_like"](x, dtype=as_dtype(dtype)))
ones_like(x, dtype=None) = made(op["ones_like"](x, dtype=as_dtype(dtype)))
full_like(x, fill_value, dtype=None) = made(op["full_like"](x, fill_value, dtype=as_dtype(dtype)))
shape(input) = made(_core.asarray(list(_shape(input)), dtype=weir.int64))
numel(x) = made(_core.asarray(size_of(x)))
broadcast_shape(x_shape, y_shape) = list(weir.broadcast_shapes(x_shape, y_shape))
set_device(device) = set_device(device)
get_device() = get_device()
assign(x, output=None) = put(output, x) if output is not None else op["copy"](x) if isinstance(x, Array) else made(_core.asarray(x, copy=True,
    dtype=None if hasattr(x, "dtype") else weir.float64 if isinstance(x, (list, tuple)) and isinstance(x[0], float) else None))
increment(x, value=1.0) = x.__iadd__(value)
multinomial(x, num_samples=1, replacement=False) = op["categorical"](x, count=num_samples, replacement=replacement)
bernoulli(x) = op["bernoulli"](x, dtype=x.dtype)
tensordot(x, y, axes=2) = weir.tensordot(x, y, axes=axes)
- profiler: use weir.trace()
- distributed fleet: Weir runs in one process, with worker threads
here: Model summary
! summary: lists the parameters, not the results of layers, and does not run the network
! Model: amp_configs and save(training=False) are refused; progress is printed once for an epoch
! seed rand randn randint randperm uniform normal: a seed gives other numbers than in Paddle
- hapi: use paddle.Model and paddle.callbacks
- enable_static: remove the call; networks execute eagerly

== paddle.static
here: InputSpec
- Program Executor program_guard default_main_program default_startup_program data save_inference_model load_inference_model: networks
    execute eagerly

== paddle.version
full_version = "2.6.0+weir"

== paddle.framework
here: ParamAttr seed save load

== paddle.regularizer
here: L1Decay L2Decay

== paddle.amp
all: AMP
! auto_cast GradScaler decorate: only enabled on a GPU; custom lists of operators have no effect

== paddle.distribution
here: Multinomial
- Normal Uniform Categorical Bernoulli: draw with paddle.normal, uniform, multinomial, bernoulli

== paddle.fft
fft(x, n=None, axis=-1, norm="backward") = weir.fft.fft(x, n=n, axis=axis, norm=norm)
ifft(x, n=None, axis=-1, norm="backward") = weir.fft.ifft(x, n=n, axis=axis, norm=norm)
rfft(x, n=None, axis=-1, norm="backward") = weir.fft.rfft(x, n=n, axis=axis, norm=norm)
irfft(x, n=None, axis=-1, norm="backward") = weir.fft.irfft(x, n=n, axis=axis, norm=norm)
fft2(x, s=None, axes=(-2, -1), norm="backward") = weir.fft.fftn(x, s=s, axes=axes, norm=norm)
ifft2(x, s=None, axes=(-2, -1), norm="backward") = weir.fft.ifftn(x, s=s, axes=axes, norm=norm)
fftn(x, s=None, axes=None, norm="backward", name=None) = weir.fft.fftn(x, s=s, axes=axes, norm=norm)
ifftn(x, s=None, axes=None, norm="backward", name=None) = weir.fft.ifftn(x, s=s, axes=axes, norm=norm)
rfft2(x, s=None, axes=(-2, -1), norm="backward", name=None) = weir.fft.rfftn(x, s=s, axes=axes, norm=norm)
irfft2(x, s=None, axes=(-2, -1), norm="backward", name=None) = weir.fft.irfftn(x, s=s, axes=axes, norm=norm)
fftshift(x, axes=None, name=None) = weir.fft.fftshift(x, axes=axes)
ifftshift(x, axes=None, name=None) = weir.fft.ifftshift(x, axes=axes)
fftfreq(n, d=1.0, dtype=None, name=None) = made(op["astype"](weir.fft.fftfreq(n, d), as_dtype(dtype) or weir.float32))
rfftfreq(n, d=1.0, dtype=None, name=None) = made(op["astype"](weir.fft.rfftfreq(n, d), as_dtype(dtype) or weir.float32))

== paddle, paddle.tensor, Tensor
weir: exp log log2 log10 log1p expm1 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh floor ceil trunc
    reciprocal square isnan isinf isfinite logical_not logical_and logical_or logical_xor copysign atan2
    hypot sinc deg2rad rad2deg abs
ops: topk split squeeze unsqueeze expand norm gather gather_nd scatter scatter_nd_add put_along_axis take_along_axis unique
    unique_consecutive add multiply subtract divide maximum minimum reshape transpose tile equal_all slice_ strided_slice crop quantile
    index_sample take masked_fill median var std nonzero
tops: sign conj angle isclose outer kron heaviside masked_scatter cov corrcoef renorm logit bincount
diff(x, n=1, axis=-1, prepend=None, append=None, name=None) = tops.diff(x, n, axis, prepend, append)
flip(x, axis, name=None) = ops.flip(x, axis)
kthvalue(x, k, axis=None, keepdim=False, name=None) = tuple(tops.kthvalue(x, k, -1 if axis is None else axis, keepdim))
cummax(x, axis=None, dtype="int64", name=None) = tuple(tops.cummax(op["ravel"](x) if axis is None else x, axis or 0))
cummin(x, axis=None, dtype="int64", name=None) = tuple(tops.cummin(op["ravel"](x) if axis is None else x, axis or 0))
nanmedian(x, axis=None, keepdim=False, name=None) = op["nanmedian"](x, axis=axis, keepdims=keepdim)
slice = ops.slice_
sgn(x, name=None) = tops.sign(x)
frac(x, name=None) = x - op["trunc"](x)
sigmoid(x, name=None) = op["sigmoid"](x)
rsqrt(x, name=None) = op["rsqrt"](x)
erf(x, name=None) = op["erf"](x)
neg(x, name=None) = -x
round(x, decimals=0, name=None) = weir.around(x, decimals)
stanh(x, scale_a=0.67, scale_b=1.7159, name=None) = scale_b * op["tanh"](scale_a * x)
floor_divide(x, y, name=None) = x // y
mod(x, y, name=None) = x % y
remainder(x, y, name=None) = x % y
floor_mod(x, y, name=None) = x % y
pow(x, y, name=None) = x ** y
lerp(x, y, weight, name=None) = x + (weight.detach() if isinstance(weight, Array) else weight) * (y - x)
nextafter(x, y, name=None) = op["nextafter"](x.detach(), y.detach())
scale(x, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None) = ops.scaled(x, scale, bias, bias_after_scale)
bitwise_and(x, y, out=None, name=None) = ops.bitwise("bitwise_and", x, y)
bitwise_or(x, y, out=None, name=None) = ops.bitwise("bitwise_or", x, y)
bitwise_xor(x, y, out=None, name=None) = ops.bitwise("bitwise_xor", x, y)
bitwise_not(x, out=None, name=None) = ops.bitwise("bitwise_invert", x)
real(x, name=None) = ops.part("real", x)
imag(x, name=None) = ops.part("imag", x)
fmax(x, y, name=None) = ops.nan_ignoring("fmax", x, y)
fmin(x, y, name=None) = ops.nan_ignoring("fmin", x, y)
equal(x, y, name=None) = op["equal"](x, y)
not_equal(x, y, name=None) = op["not_equal"](x, y)
greater_than(x, y, name=None) = op["greater"](x, y)
less_than(x, y, name=None) = op["less"](x, y)
greater_equal(x, y, name=None) = op["greater_equal"](x, y)
less_equal(x, y, name=None) = op["less_equal"](x, y)
allclose(x, y, rtol=1e-05, atol=1e-08, equal_nan=False, name=None) = op["all"](tops.isclose(x, y, rtol, atol, equal_nan))
isposinf(x, name=None) = op["equal"](x, float("inf"))
isneginf(x, name=None) = op["equal"](x, -float("inf"))
isreal(x, name=None) = op["equal"](op["imag"](x), 0) if x.dtype.kind == "c" else op["ones_like"](x, dtype=weir.bool)
isin(x, test_x, assume_unique=False, invert=False, name=None) = tops.isin(x, test_x, invert=invert)
signbit(x, name=None) = op["signbit"](x)
ldexp(x, y, name=None) = x * op["pow"](2.0, y)
nan_to_num(x, nan=0.0, posinf=None, neginf=None, name=None) = weir.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
mm(input, mat2, name=None) = op["matmul"](input, mat2)
bmm(x, y, name=None) = ops.batch_product(x, y)
mv(x, vec, name=None) = op["matmul"](x, vec)
dot(x, y, name=None) = ops.dot(x, y)
inner(x, y, name=None) = op["inner"](x, y)
cross(x, y, axis=9, name=None) = op["cross"](x, y, axis=ops.threes(x) if axis == 9 else axis)
dist(x, y, p=2, name=None) = op["vector_norm"](x - y, ord=float(p))
addmm(input, x, y, beta=1.0, alpha=1.0, name=None) = tops.weighted(input, op["matmul"](x, y), beta, alpha)
matmul(x, y, transpose_x=False, transpose_y=False, name=None) = op["matmul"](op["matrix_transpose"](x) if transpose_x
    else x, op["matrix_transpose"](y) if transpose_y else y)
sum(x, axis=None, dtype=None, keepdim=False, name=None, out=None) = op["sum"](x, axis=axis, keepdims=keepdim, dtype=as_dtype(dtype))
nansum(x, axis=None, dtype=None, keepdim=False, name=None) = op["nansum"](x, axis=axis, keepdims=keepdim)
nanmean(x, axis=None, keepdim=False, name=None) = op["nanmean"](x, axis=axis, keepdims=keepdim)
mean(x, axis=None, keepdim=False, name=None) = ops.mean(x, axis, keepdim)
prod(x, axis=None, keepdim=False, dtype=None, name=None) = op["prod"](x, axis=axis, keepdims=keepdim, dtype=as_dtype(dtype) or x.dtype)
max(x, axis=None, keepdim=False, name=None) = op["max"](x, axis=axis, keepdims=keepdim)
min(x, axis=None, keepdim=False, name=None) = op["min"](x, axis=axis, keepdims=keepdim)
amax(x, axis=None, keepdim=False, name=None) = op["max"](x, axis=axis, keepdims=keepdim)
amin(x, axis=None, keepdim=False, name=None) = op["min"](x, axis=axis, keepdims=keepdim)
argmax(x, axis=None, keepdim=False, dtype="int64", name=None) = op["astype"](op["argmax"](x, axis=axis, keepdims=keepdim), as_dtype(dtype))
argmin(x, axis=None, keepdim=False, dtype="int64", name=None) = op["astype"](op["argmin"](x, axis=axis, keepdims=keepdim), as_dtype(dtype))
argsort(x, axis=-1, descending=False, stable=False, name=None) = op["argsort"](x, axis=axis, descending=descending)
sort(x, axis=-1, descending=False, stable=False, name=None) = op["sort"](x, axis=axis, descending=descending)
all(x, axis=None, keepdim=False, name=None) = op["all"](x, axis=axis, keepdims=keepdim)
any(x, axis=None, keepdim=False, name=None) = op["any"](x, axis=axis, keepdims=keepdim)
count_nonzero(x, axis=None, keepdim=False, name=None) = op["sum"](op["astype"](x != 0, weir.int64), axis=axis, keepdims=keepdim)
cumsum(x, axis=None, dtype=None, name=None) = op["cumulative_sum"](op["ravel"](x) if axis is None else x, axis=axis or 0,
    dtype=as_dtype(dtype) or (weir.int64 if x.dtype.kind in "iub" else x.dtype))
cumprod(x, dim=None, dtype=None, name=None) = op["cumulative_prod"](op["ravel"](x) if dim is None else x, axis=dim or 0)
logcumsumexp(x, axis=None, dtype=None, name=None) = tops.logcumsumexp(op["ravel"](x) if axis is None else x, axis or 0)
logsumexp(x, axis=None, keepdim=False, name=None) = op["logsumexp"](x, axis=axis, keepdims=keepdim)
clip(x, min=None, max=None, name=None) = ops.clipped(x, min, max)
flatten(x, start_axis=0, stop_axis=-1, name=None) = op["flatten"](x, start=start_axis, end=stop_axis)
t(input, name=None) = ops.transposed(input)
moveaxis(x, source, destination, name=None) = op["moveaxis"](x, source, destination)
swapaxes(x, axis0, axis1, name=None) = op["swapaxes"](x, axis0, axis1)
rot90(x, k=1, axes=(0, 1), name=None) = weir.rot90(x, k, axes)
roll(x, shifts, axis=None, name=None) = weir.roll(x, shifts, axis=axis)
index_select(x, index, axis=0, name=None) = op["take"](x, index, axis=axis)
index_add(x, index, axis, value, name=None) = tops.index_add(x, axis, index, value)
index_fill(x, index, axis, value, name=None) = tops.index_fill(x, axis, index, value)
index_put(x, indices, value, accumulate=False, name=None) = tops.index_put(x, indices, value, accumulate)
masked_select(x, mask, name=None) = x[mask]
broadcast_to(x, shape, name=None) = op["broadcast_to"](x, tuple(shape))
expand_as(x, y, name=None) = op["broadcast_to"](x, _shape(y))
unbind(input, axis=0) = list(op["unstack"](input, axis=axis))
unstack(x, axis=0, num=None) = list(op["unstack"](x, axis=axis))
chunk(x, chunks, axis=0, name=None) = list(op["split"](x, sections=chunks, axis=axis))
tensor_split(x, num_or_indices, axis=0, name=None) = list(tops.tensor_split(x, num_or_indices, axis))
repeat_interleave(x, repeats, axis=None, name=None) = weir.repeat(x, repeats, axis=axis)
cast(x, dtype) = op["astype"](x, as_dtype(dtype))
clone(x, name=None) = op["copy"](x)
diag(x, offset=0, padding_value=0, name=None) = ops.diag(x, offset, padding_value)
diagflat(x, offset=0, name=None) = op["diag_embed"](op["ravel"](x), offset=offset)
diagonal(x, offset=0, axis1=0, axis2=1, name=None) = weir.diagonal(x, offset, axis1, axis2)
diag_embed(input, offset=0, dim1=-2, dim2=-1) = tops.diag_embed(input, offset, dim1, dim2)
trace(x, offset=0, axis1=0, axis2=1, name=None) = op["sum"](weir.diagonal(x, offset, axis1, axis2), axis=-1)
tril(x, diagonal=0, name=None) = op["tril"](x, k=diagonal)
triu(x, diagonal=0, name=None) = op["triu"](x, k=diagonal)
histogram(input, bins=100, min=0, max=0, weight=None, density=False, name=None) = op["astype"](weir.histogram(input, bins, None if
    min == max == 0 else (min, max))[0], weir.int64)
bucketize(x, sorted_sequence, out_int32=False, right=False, name=None) = tops.searchsorted(sorted_sequence, x, out_int32=out_int32, right=right)
unflatten(x, axis, shape, name=None) = op["reshape"](x, _shape(x)[:axis % x.ndim] + tuple(shape) + _shape(x)[axis % x.ndim + 1:])
as_real(x, name=None) = op["stack"]([op["real"](x), op["imag"](x)], axis=-1)
as_complex(x, name=None) = x[..., 0] + 1j * x[..., 1]
is_floating_point(x) = x.dtype.kind == "f"
is_integer(x) = x.dtype.kind in "iu"
is_complex(x) = x.dtype.kind == "c"
is_empty(x, name=None) = made(_core.asarray(size_of(x) == 0))
rank(input) = made(_core.asarray(input.ndim, dtype=weir.int32))
tolist(x) = Array.tolist(x)
trapezoid(y, x=None, dx=None, axis=-1, name=None) = tops.trapezoid(y, x, dx=dx, dim=axis)
vander(x, n=None, increasing=False, name=None) = tops.vander(x, n) if increasing else op["flip"](tops.vander(x, n), axis=-1)
view(x, shape_or_dtype, name=None) = op["reshape"](x, tuple(shape_or_dtype)) if isinstance(shape_or_dtype, (list, tuple)) else
    weir.reinterpret(x, as_dtype(shape_or_dtype))
select_scatter(x, values, axis, index, name=None) = tops.select_scatter(x, values, axis, index)
cdist(x, y, p=2.0, compute_mode=None, name=None) = tops.cdist(x, y, p)
inverse(x, name=None) = weir.linalg.inv(x)
- lgamma digamma erfinv gammaln gammainc gammaincc polygamma multigammaln i0 i0e i1 i1e: use SciPy on x.numpy()

== Tensor
item(self, *args) = Array.item(self, *args)
tolist(self) = Array.tolist(self)
detach(self) = Array.detach(self)
register_hook = _hooks.register_hook
retain_grads = _hooks.retain_grad
cpu(self) = to_cpu(self)
cuda(self, device_id=None, blocking=True) = self if Array.device.__get__(self) == _gpus.find(device_id) else op["to_device"](
    self, _gpus.find(device_id))
pin_memory(self) = self
value(self) = self
dim(self) = self.ndim
element_size(self) = self.itemsize
contiguous(self) = self
view_as(self, other, name=None) = op["reshape"](self, _shape(other))
to(self, *args, **kwargs) = ops.to(self, *args, **kwargs)
apply(self, func) = func(self)
bool(self) = op["astype"](self, weir.bool)
int(self) = op["astype"](self, weir.int32)
long(self) = op["astype"](self, weir.int64)
float(self) = op["astype"](self, weir.float32)
double(self) = op["astype"](self, weir.float64)
half(self) = op["astype"](self, weir.float16)
cholesky(self, upper=False, name=None) = op["cholesky"](self, upper=upper)
new_zeros(self, size, dtype=None, **options) = made(op["zeros"](tuple(size), as_dtype(dtype) or self.dtype))
multiply_(self, y, name=None) = self.__imul__(y)
clip_(self, min=None, max=None, name=None) = put(self, op["clip"](before(self, min, max), min, max))
exp_(self, name=None) = put(self, op["exp"](self))
tanh_(self, name=None) = put(self, op["tanh"](self))
ndimension(self) = self.ndim
numel(self) = made(_core.asarray(size_of(self)))
fill_(self, value) = put(self, value)
zero_(self) = put(self, 0)
add_(self, y) = self.__iadd__(y)
subtract_(self, y) = self.__isub__(y)
scale_(self, scale=1.0) = self.__imul__(scale)
normal_(self, mean=0.0, std=1.0) = keep(self, op["normal"](_shape(self), mean, std, self.dtype, Array.device.__get__(self)))
uniform_(self, min=-1.0, max=1.0) = keep(self, op["uniform"](_shape(self), min, max, self.dtype, Array.device.__get__(self)))
is_contiguous(self) = Array.is_contiguous.__get__(self)

== Tensor properties
place = place_of(self)
is_leaf = self.grad_mode != "null" or not self.followed
size = size_of(self)

== paddle.linalg
ops: norm
tops: cov corrcoef matrix_rank pinv
lstsq(x, y, rcond=None, driver=None, name=None) = ops.lstsq(x, y, rcond)
weir.linalg: inv det svd eigh cholesky solve matrix_power eig eigvals svdvals
matmul(x, y, transpose_x=False, transpose_y=False, name=None) = op["matmul"](op["matrix_transpose"](x) if transpose_x
    else x, op["matrix_transpose"](y) if transpose_y else y)
qr(x, mode="reduced", name=None) = weir.linalg.qr(x, mode="reduced" if mode == "r" else mode)[1] if mode == "r" else weir.linalg.qr(x, mode=mode)
slogdet(x, name=None) = op["stack"](list(weir.linalg.slogdet(x)))
eigvalsh(x, UPLO="L", name=None) = tops.eigvalsh(x, UPLO)
matrix_exp(x, name=None) = weir.linalg.expm(x)
multi_dot(x, name=None) = weir.linalg.multi_dot(list(x))
cond(x, p=None, name=None) = weir.linalg.cond(x, p)
cross(x, y, axis=9, name=None) = op["cross"](x, y, axis=ops.threes(x) if axis == 9 else axis)
matrix_norm(x, p="fro", axis=(-2, -1), keepdim=False, name=None) = tops.matrix_norm(x, p, axis, keepdim)
vector_norm(x, p=2.0, axis=None, keepdim=False, name=None) = op["vector_norm"](x, axis=axis, keepdims=keepdim, ord=float(p))
matrix_transpose(x, name=None) = op["matrix_transpose"](x)
cdist(x, y, p=2.0, compute_mode=None, name=None) = tops.cdist(x, y, p)
triangular_solve(x, y, upper=True, transpose=False, unitriangular=False, name=None) = tops.solve_triangular(op["matrix_transpose"](x) if
    transpose else x, y, upper=upper != transpose, unitriangular=unitriangular)
cholesky_solve(x, y, upper=False, name=None) = ops.cholesky_solve(x, y, upper)
- lu householder_product: use NumPy or SciPy on x.numpy()

== paddle.autograd
backward(tensors, grad_tensors=None, retain_graph=False) = _hooks.backward(tensors, grad_tensors, retain_graph, False)

here: PyLayer PyLayerContext

== paddle.nn
all: LAYERS
all: TRANSFORMERS
here: Layer Sequential LayerList LayerDict ParameterList Linear CrossEntropyLoss ClipGradByGlobalNorm ClipGradByValue
! BatchNorm1D BatchNorm2D BatchNorm3D: the states are called running_mean and running_var, and the running variance is unbiased
- LSTMCell GRUCell SimpleRNNCell RNN: use LSTM, GRU or SimpleRNN, which process the whole sequence

== paddle.nn.functional
weir: silu softsign tanhshrink mish relu selu sigmoid tanh
functional: linear cross_entropy softmax_with_cross_entropy conv1d conv2d conv3d conv1d_transpose conv2d_transpose conv3d_transpose max_pool1d
    max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d
    adaptive_max_pool2d adaptive_max_pool3d softmax log_softmax dropout layer_norm batch_norm pad interpolate binary_cross_entropy
    binary_cross_entropy_with_logits kl_div one_hot embedding gelu prelu smooth_l1_loss maxout label_smooth sequence_mask dice_loss
    sigmoid_focal_loss mse_loss l1_loss nll_loss
margin_ranking_loss(input, other, label, margin=0.0, reduction="mean", name=None) = torchlike.margin_ranking_loss(input, other, label, margin,
    reduction=reduction)
relu6(x, name=None) = torchlike.relu6(x)
swish(x, name=None) = op["silu"](x)
elu(x, alpha=1.0, name=None) = op["elu"](x, alpha=alpha)
celu(x, alpha=1.0, name=None) = op["celu"](x, alpha=alpha)
leaky_relu(x, negative_slope=0.01, name=None) = op["leaky_relu"](x, negative_slope=negative_slope)
softplus(x, beta=1, threshold=20, name=None) = torchlike.softplus(x, beta, threshold)
hardswish(x, name=None) = op["hardswish"](x)
hardsigmoid(x, slope=0.1666667, offset=0.5, name=None) = op["clip"](x * slope + offset, 0.0, 1.0)
hardtanh(x, min=-1.0, max=1.0, name=None) = torchlike.hardtanh(x, min, max)
log_sigmoid(x, name=None) = op["log_sigmoid"](x)
softshrink(x, threshold=0.5, name=None) = op["softshrink"](x, lambd=threshold)
hardshrink(x, threshold=0.5, name=None) = op["hardshrink"](x, lambd=threshold)
thresholded_relu(x, threshold=1.0, value=0.0, name=None) = op["threshold"](x, threshold=threshold, value=value)
rrelu(x, lower=0.125, upper=0.3333333333333333, training=True, name=None) = torchlike.rrelu(x, lower, upper, training)
glu(x, axis=-1, name=None) = op["glu"](x, axis=axis)
gumbel_softmax(x, temperature=1.0, hard=False, axis=-1, name=None) = op["softmax"]((x + op["gumbel"](_shape(x), dtype=x.dtype)) / temperature,
    axis=axis)
bilinear(x1, x2, weight, bias=None, name=None) = op["bilinear"](x1, x2, weight, bias=bias)
square_error_cost(input, label) = op["square"](input - label)
log_loss(input, label, epsilon=0.0001, name=None) = -label * op["log"](input + epsilon) - (1 - label) * op["log"](1 - input + epsilon)
hinge_embedding_loss(input, label, margin=1.0, reduction="mean", name=None) = torchlike.hinge_embedding_loss(input, label, margin,
    reduction=reduction)
cosine_embedding_loss(input1, input2, label, margin=0, reduction="mean", name=None) = torchlike.cosine_embedding_loss(input1, input2, label,
    margin, reduction=reduction)
triplet_margin_loss(input, positive, negative, margin=1.0, p=2, epsilon=1e-06, swap=False, reduction="mean", name=None) =
    torchlike.triplet_margin_loss(input, positive, negative, margin=margin, p=p, eps=epsilon, swap=swap, reduction=reduction)
soft_margin_loss(input, label, reduction="mean", name=None) = torchlike.soft_margin_loss(input, label, reduction=reduction)
multi_label_soft_margin_loss(input, label, weight=None, reduction="mean", name=None) = torchlike.multilabel_soft_margin_loss(input, label,
    weight, reduction=reduction)
multi_margin_loss(input, label, p=1, margin=1.0, weight=None, reduction="mean", name=None) = torchlike.multi_margin_loss(input, label, p, margin,
    weight, reduction=reduction)
gaussian_nll_loss(input, label, variance, full=False, epsilon=1e-06, reduction="mean", name=None) = torchlike.gaussian_nll_loss(input, label,
    variance.detach(), full, epsilon, reduction)
poisson_nll_loss(input, label, log_input=True, full=False, epsilon=1e-08, reduction="mean", name=None) = torchlike.poisson_nll_loss(input, label,
    log_input=log_input, full=full, eps=epsilon, reduction=reduction)
cosine_similarity(x1, x2, axis=1, eps=1e-08) = torchlike.cosine_similarity(x1, x2, axis, eps)
pairwise_distance(x, y, p=2.0, epsilon=1e-06, keepdim=False, name=None) = torchlike.pairwise_distance(x, y, p, epsilon, keepdim)
normalize(x, p=2, axis=1, epsilon=1e-12, name=None) = op["normalize"](x, p=float(p), axis=axis, eps=epsilon)
instance_norm(x, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.9, eps=1e-05,
    data_format="NCHW", name=None) = torchlike.instance_norm(x, None, None, weight, bias, True, 1 - momentum, eps)
group_norm(x, num_groups, epsilon=1e-05, weight=None, bias=None, data_format="NCHW", name=None) = op["group_norm"](x,
    num_groups=num_groups, eps=epsilon, weight=weight, bias=bias)
local_response_norm(x, size, alpha=0.0001, beta=0.75, k=1.0, data_format="NCHW", name=None) = op["local_response_norm"](x, size=size,
    alpha=alpha * size, beta=beta, k=k)
alpha_dropout(x, p=0.5, training=True, name=None) = torchlike.alpha_dropout(x, p, training)
dropout2d(x, p=0.5, training=True, data_format="NCHW", name=None) = torchlike.channels_dropout(x, p, training)
dropout3d(x, p=0.5, training=True, data_format="NCDHW", name=None) = torchlike.channels_dropout(x, p, training)
lp_pool2d(x, norm_type, kernel_size, stride=None, padding=0, ceil_mode=False, data_format="NCHW", name=None) = torchlike.lp_pool(x, norm_type,
    kernel_size, stride, ceil_mode, 2)
zeropad2d(x, padding, data_format="NCHW", name=None) = functional.pad(x, padding)
upsample = functional.interpolate
pixel_shuffle(x, upscale_factor, data_format="NCHW", name=None) = op["pixel_shuffle"](x, upscale_factor=upscale_factor)
pixel_unshuffle(x, downscale_factor, data_format="NCHW", name=None) = op["pixel_unshuffle"](x, downscale_factor=downscale_factor)
channel_shuffle(x, groups, data_format="NCHW", name=None) = op["channel_shuffle"](x, groups=groups)
unfold(x, kernel_sizes, strides=1, paddings=0, dilations=1, name=None) = torchlike.unfold(x, kernel_sizes, dilations, paddings, strides)
fold(x, output_sizes, kernel_sizes, strides=1, paddings=0, dilations=1, name=None) = torchlike.fold(x, output_sizes, kernel_sizes, dilations,
    paddings, strides)
affine_grid(theta, out_shape, align_corners=True, name=None) = op["affine_grid"](theta, size=tuple(out_shape), align_corners=align_corners)
grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=True, name=None) = torchlike.grid_sample(x, grid, mode, padding_mode,
    align_corners)
diag_embed(input, offset=0, dim1=-2, dim2=-1) = tops.diag_embed(input, offset, dim1, dim2)
scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, training=True, name=None) =
    functional.attention(query, key, value, attn_mask, dropout_p, is_causal)
- ctc_loss npair_loss temporal_shift: write the function with those of paddle

== paddle.nn.initializer
all: INITIALIZERS

== paddle.optimizer
here: Optimizer
all: OPTIMIZERS

== paddle.optimizer.lr
all: SCHEDULES

== paddle.io
here: TensorDataset DataLoader BatchSampler
! DataLoader: num_workers has no effect: there are no worker processes, because operators run asynchronously
Dataset = _data.Dataset
IterableDataset = _data.IterableDataset
Subset = _data.Subset
random_split = _data.random_split
RandomSampler = _data.RandomSampler
Sampler = _data.Sampler
SequenceSampler = _data.SequentialSampler

== paddle.vision
here: set_image_backend
get_image_backend() = image_backend()
image_load(path, backend=None) = _vision.read(path)
- models: write the network with paddle.nn, and load your weights with set_state_dict
- ops: use paddle.nn.functional

== paddle.vision.datasets
here: MNIST FashionMNIST DatasetFolder ImageFolder
- Cifar10 Cifar100 Flowers VOC2012: use MNIST or FashionMNIST, or DatasetFolder for your own images

== paddle.vision.transforms
Compose = _vision.Compose
ToTensor(data_format="CHW", keys=None) = Step("ToTensor", image_tensor, data_format=data_format)
Resize(size, interpolation="bilinear", keys=None) = Step("Resize", _vision.resize, size=size,
    interpolation=interpolation)
CenterCrop(size, keys=None) = Step("CenterCrop", _vision.center_crop, size=size)
Pad(padding, fill=0, padding_mode="constant", keys=None) = Step("Pad", _vision.pad, padding=padding, fill=fill,
    padding_mode=padding_mode)
Normalize(mean=0.0, std=1.0, data_format="CHW", to_rgb=False, keys=None) = Step("Normalize", normalize_image, mean=mean,
    std=std, data_format=data_format)
Transpose(order=(2, 0, 1), keys=None) = Step("Transpose", transpose_image, alike=False, order=order)
Grayscale(num_output_channels=1, keys=None) = Step("Grayscale", _vision.grayscale,
    num_output_channels=num_output_channels)
RandomHorizontalFlip(prob=0.5, keys=None) = by_chance("RandomHorizontalFlip", _vision.random_hflip, p=prob)
RandomVerticalFlip(prob=0.5, keys=None) = by_chance("RandomVerticalFlip", _vision.random_vflip, p=prob)
RandomCrop(size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant", keys=None) =
    by_chance("RandomCrop", _vision.random_crop, size=size, padding=padding, pad_if_needed=pad_if_needed, fill=fill,
    padding_mode=padding_mode)
RandomResizedCrop(size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation="bilinear", keys=None) =
    by_chance("RandomResizedCrop", _vision.random_resized_crop, size=size, scale=scale, ratio=ratio,
    interpolation=interpolation)
ColorJitter(brightness=0, contrast=0, saturation=0, hue=0, keys=None) = by_chance("ColorJitter", _vision.jitter,
    brightness=brightness, contrast=contrast, saturation=saturation, hue=hue)
BrightnessTransform(value, keys=None) = by_chance("BrightnessTransform", _vision.jitter, brightness=value)
ContrastTransform(value, keys=None) = by_chance("ContrastTransform", _vision.jitter, contrast=value)
SaturationTransform(value, keys=None) = by_chance("SaturationTransform", _vision.jitter, saturation=value)
to_tensor(pic, data_format="CHW") = image_tensor(pic, data_format)
resize(img, size, interpolation="bilinear") = _vision.resize(img, size, interpolation)
center_crop(img, output_size) = _vision.center_crop(img, output_size)
crop(img, top, left, height, width) = _vision.crop(img, top, left, height, width)
pad(img, padding, fill=0, padding_mode="constant") = _vision.pad(img, padding, fill, padding_mode)
normalize(img, mean, std, data_format="CHW", to_rgb=False) = normalize_image(img, mean, std, data_format)
hflip(img) = _vision.hflip(img)
vflip(img) = _vision.vflip(img)
to_grayscale(img, num_output_channels=1) = _vision.grayscale(img, num_output_channels)
adjust_brightness(img, brightness_factor) = _vision.adjust(img, brightness=brightness_factor)
adjust_contrast(img, contrast_factor) = _vision.adjust(img, contrast=contrast_factor)
- RandomRotation RandomAffine RandomPerspective RandomErasing HueTransform BaseTransform rotate affine: use flips,
    crops and ColorJitter, or any function of an image

== paddle.device
set_device(device) = set_device(device)
get_device() = get_device()
get_all_device_type() = ["cpu", "gpu"] if _gpus.count() else ["cpu"]
get_available_device() = ["cpu", *(f"gpu:{i}" for i in range(_gpus.count()))]
is_compiled_with_cuda() = _gpus.count() > 0
synchronize(device=None) = _gpus.synchronize(device)

== paddle.device.cuda
synchronize(device=None) = _gpus.synchronize(device)
device_count() = _gpus.count()
empty_cache() = weir.memory.trim()
max_memory_allocated(device=None) = _gpus.memory(device, "peak")
memory_allocated(device=None) = _gpus.memory(device, "used")
memory_reserved(device=None) = _gpus.memory(device, "reserved")
get_device_name(device=None) = _gpus.properties(device).name
get_device_properties(device=None) = _gpus.properties(device)
get_device_capability(device=None) = _gpus.properties(device)[1:3]

== paddle.jit
~ to_static(function=None, **options) = function if function is not None else (lambda fn: fn)
- save load: use paddle.save(net.state_dict(), path)

== paddle.callbacks
all: CALLBACKS
- ProgBarLogger VisualDL WandbCallback ReduceLROnPlateau: write a Callback with on_epoch_end, or pass verbose to fit

== paddle.metric
Metric = _metrics.PaddleMetric
Accuracy = _metrics.PaddleAccuracy
accuracy(input, label, k=1) = op["mean"](op["astype"](_metrics.among(input, label, k), weir.float32))
Precision = _metrics.PaddlePrecision
Recall = _metrics.PaddleRecall
- Auc: compute the metric from the network's outputs
"""
