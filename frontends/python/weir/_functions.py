"""Functions of the array API standard that need more than one operator, and the related methods of Array."""
import operator
from collections import namedtuple
from functools import wraps

from weir import _core
from weir._core import Array, asarray, ops

_EXACT = 2 ** 53  # integers of at most this magnitude are exact in float64


def _in_float32(function, args, kwargs):
    """Call a function as autocast calls operators of linear algebra: in float32, without casts inside."""
    def wide(x):
        return x.astype(_core.float32) if isinstance(x, Array) and x.dtype in (_core.float16, _core.bfloat16) else x

    low = _core.set_autocast_dtype(None)
    try:
        return function(*map(wide, args), **{name: wide(x) for name, x in kwargs.items()})
    finally:
        _core.set_autocast_dtype(low)


def follows(function):
    """Decorate a function so that the arrays it makes, from numbers, lists and NumPy arrays too, are on the device of
    the first array among its arguments, at any depth of lists."""
    @wraps(function)
    def called(*args, **kwargs):
        device = _core.device_to_follow(args, kwargs)
        if device is None:  # no array, or all is on the default device
            return function(*args, **kwargs)
        outer = _core.set_default_device(device)
        try:
            return function(*args, **kwargs)
        finally:
            _core.set_default_device(outer)

    return called


def named(function):
    """Decorate a function of linear algebra so that errors of operators called inside it, even asynchronous ones, begin
    with the function's name, and so that autocast treats it like an operator."""
    name = function.__name__

    @wraps(function)
    def called(*args, **kwargs):
        outer = _core.within(name)
        if outer is not None:  # called from another decorated function: errors begin with that function's name
            _core.within(outer)
        try:
            if _core.get_autocast_dtype() is not None:
                return _in_float32(function, args, kwargs)
            return function(*args, **kwargs)
        except (TypeError, ValueError) as error:
            if outer is not None or str(error).startswith((f"{name}:", f"{name}()")):
                raise
            raise type(error)(f"{name}: {error}") from None
        finally:
            _core.within(outer)

    return called


def _is_whole(x):
    try:
        operator.index(x)
    except TypeError:  # for example a float, or an array of floats
        return False
    return True


# ---- Creation ----------------------------------------------------------------------------------------


def arange(start, /, stop=None, step=1, dtype=None, *, device=None):
    """Return evenly spaced numbers from start to stop (exclusive) or, without stop, from 0 to start (exclusive)."""
    if stop is None:
        start, stop = 0, start
    if not (_is_whole(start) and _is_whole(stop) and _is_whole(step)):
        dtype = _core.get_default_dtype() if dtype is None else dtype
        return ops["arange"](start=start, stop=stop, step=step, dtype=dtype, device=device)
    start, stop, step = int(start), int(stop), int(step)
    dtype = _core.int64 if dtype is None else _core.as_dtype(dtype)
    if max(abs(start), abs(stop), abs(step)) <= _EXACT:
        return ops["arange"](start=start, stop=stop, step=step, dtype=dtype, device=device)
    count = ops["arange"](start=len(range(start, stop, step)), dtype=dtype, device=device)
    return ops["add"](ops["multiply"](count, step), start)


def linspace(start, stop, /, num=50, endpoint=True, *, dtype=None, device=None):
    """Return num evenly spaced numbers from start to stop, including stop unless endpoint is false."""
    if not isinstance(start, complex) and not isinstance(stop, complex):
        if dtype is None or _core.as_dtype(dtype).kind != "c":
            return ops["linspace"](start=start, stop=stop, num=num, endpoint=endpoint, dtype=dtype, device=device)
    if dtype is None:
        dtype = _core.complex128 if _core.get_default_dtype() is _core.float64 else _core.complex64
    start, stop = complex(start), complex(stop)
    real = ops["linspace"](start=start.real, stop=stop.real, num=num, endpoint=endpoint, dtype=_core.float64, device=device)
    imag = ops["linspace"](start=start.imag, stop=stop.imag, num=num, endpoint=endpoint, dtype=_core.float64, device=device)
    return ops["astype"](ops["add"](real, ops["multiply"](imag, 1j)), dtype=dtype)


def full(shape, fill_value, dtype=None, *, device=None):
    """Return an array of this shape filled with a value."""
    return ops["full"](fill_value, shape=shape, dtype=dtype, device=device)


def full_like(x, /, fill_value, dtype=None, *, device=None):
    """Return an array filled with a value, with the shape and dtype of x."""
    return ops["full_like"](x, fill_value, dtype=dtype, device=device)


def eye(n_rows, n_cols=None, /, k=0, dtype=None, *, device=None):
    """Return a matrix with ones on diagonal k and zeros elsewhere."""
    k = max(-_EXACT, min(k, _EXACT))  # exact in float64; a diagonal this far away is empty anyway
    return ops["eye"](n_rows, n_cols, k=k, dtype=dtype, device=device)


@follows
def meshgrid(*arrays, indexing="xy"):
    """Return the coordinates of the grid spanned by the vectors, as a list with one array for each vector."""
    return list(ops["meshgrid"](arrays, indexing=indexing)) if arrays else []


# ---- Neural networks ---------------------------------------------------------------------------------


def conv(x, weight, bias=None, stride=None, padding=None, dilation=None, groups=1):
    """Convolve over one, two or three spatial axes: x has shape (batch, in_channels, *spatial), the weight has shape
    (out_channels, in_channels / groups, *kernel).

    stride, padding and dilation are integers, or lists of one integer for each spatial axis.  padding may also be a
    list of two integers for each axis (the padding before and after), "same", which keeps the spatial sizes and
    requires stride 1, or "valid", which means no padding."""
    if isinstance(padding, str):
        padding = named_padding("conv", padding, asarray(weight).shape[2:], stride, dilation)
    return ops["conv"](x, weight, stride=stride, padding=padding, dilation=dilation, groups=groups, bias=bias)


def conv_transpose(x, weight, bias=None, stride=None, padding=None, output_padding=None, groups=1, dilation=None):
    """Compute a transposed convolution, the gradient of a convolution with respect to its input: x has shape (batch,
    in_channels, *spatial), the weight has shape (in_channels, out_channels / groups, *kernel).

    stride, padding, output_padding and dilation are integers, or lists of one integer for each spatial axis.  An axis
    of length n becomes one of length (n - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1 + output_padding."""
    return ops["conv_transpose"](x, weight, stride=stride, padding=padding, output_padding=output_padding, groups=groups,
                                 dilation=dilation, bias=bias)


def named_padding(who, name, kernel, stride, dilation):
    """Return the padding for "valid" or "same".  For "valid" it is None.  For "same" it is a list of one integer for
    each kernel axis or, if the padding before and after differs on any axis, of two integers for each axis."""
    if name == "valid":
        return None
    if name != "same":
        raise ValueError(f"{who}: padding must be an integer, a list of integers, 'same' or 'valid', not {name!r}")
    strides = [stride] if stride is None or _is_whole(stride) else list(stride)
    if any(s not in (None, 1) for s in strides):
        raise ValueError(f"{who}: padding='same' requires stride 1, not {stride}")
    apart = [1] if dilation is None else [dilation] if _is_whole(dilation) else list(dilation)
    apart = apart * len(kernel) if len(apart) == 1 else apart
    both = [d * (entries - 1) for entries, d in zip(kernel, apart)]
    if any(zeros % 2 for zeros in both):
        return [side for zeros in both for side in (zeros // 2, zeros - zeros // 2)]
    return [zeros // 2 for zeros in both]


# ---- Dtypes and shapes -------------------------------------------------------------------------------


def astype(x, dtype, /, *, copy=True, device=None):
    """Convert x to another dtype.  With copy=False, return x itself if no conversion is needed."""
    return asarray(x, dtype=dtype, device=device, copy=True if copy else None)


@follows
def broadcast_arrays(*arrays):
    """Broadcast arrays to a common shape; return a list of views."""
    return list(ops["broadcast_arrays"](arrays)) if arrays else []


def broadcast_shapes(*shapes):
    """Return the shape that arrays of these shapes broadcast to."""
    shapes = [(shape,) if _is_whole(shape) else tuple(shape) for shape in shapes]
    result = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for i in range(-len(shape), 0):
            if result[i] == 1:
                result[i] = shape[i]
            elif shape[i] not in (1, result[i]):
                raise ValueError(f"shapes {', '.join(map(str, shapes))} cannot be broadcast together")
    return tuple(result)


def is_column_major(order):
    """Return True if NumPy's `order` argument means column-major order, in which the first index varies fastest."""
    if order not in ("C", "F"):
        raise ValueError(f"order must be 'C' (the last index varies fastest) or 'F' (the first), not {order!r}")
    return order == "F"


def reshape(x, /, shape, order="C", *, copy=None):
    """Return x with another shape, as a view where the strides allow it, else as a copy.

    One length may be -1 and is inferred from the others.  copy=True always copies, copy=False raises ValueError if a
    copy is needed.  order="F" reads and writes the elements in column-major order, the first index varying fastest."""
    x = asarray(x)
    if copy:
        x = ops["copy"](x)
    if is_column_major(order):
        y = ops["reshape"](x.T, shape=(shape,) if _is_whole(shape) else tuple(shape)[::-1]).T
    else:
        y = ops["reshape"](x, shape=shape)
    if copy is False and not _core.shares_storage(x, y):
        raise ValueError(f"reshape: copy=False, but changing shape {x.shape} with strides {x.strides} to {y.shape} "
                         "requires a copy")
    return y


@follows
def repeat(x, repeats, /, axis=None):
    """Repeat each entry along an axis, or each element of the flattened array.

    repeats is one integer, or one for each entry.  If it is an array, repeat blocks until that array is computed,
    because the result's shape depends on its values."""
    if _is_whole(repeats) and not isinstance(repeats, Array):
        return ops["repeat"](x, repeats=repeats, axis=axis)
    repeats = asarray(repeats)
    if repeats.size == 1:
        return ops["repeat"](x, repeats=int(repeats), axis=axis)
    if axis is None:
        x, axis = ops["ravel"](x), 0
    if repeats.shape != (x.shape[axis],):
        raise ValueError(f"repeat: repeats has shape {repeats.shape}, but must be one number or have shape "
                         f"({x.shape[axis]},)")
    if repeats.size == 0:
        return ops["copy"](x)
    if int(ops["min"](repeats)) < 0:
        raise ValueError("repeat: repeats must not be negative")
    ends = ops["cumulative_sum"](repeats)
    places = ops["arange"](start=int(ops["max"](ends)), dtype=ends.dtype)
    return ops["take"](x, ops["searchsorted"](ends, places, side="right"), axis=axis)


_where = ops["where"]


def where(condition, x1=None, x2=None, /, *, out=None):
    """Select elements from x1 where the condition holds, from x2 elsewhere.

    With the condition alone, as in NumPy, return the indices where it holds, as a tuple of one array for each
    dimension.  This blocks until the condition is computed, because the shape of the result depends on it."""
    if x1 is None and x2 is None:
        return ops["nonzero"](condition)
    return _where(condition, x1, x2, out=out)


# ---- Products ----------------------------------------------------------------------------------------


def tensordot(x1, x2, /, axes=2):
    """Contract the last `axes` axes of x1 with the first `axes` axes of x2.

    axes may also be a pair of sequences: axes of x1, and the axes of x2 to contract them with."""
    if _is_whole(axes):
        return ops["tensordot"](x1, x2, axes=axes)
    x1_axes, x2_axes = axes
    return ops["tensordot"](x1, x2, x1_axes=x1_axes, x2_axes=x2_axes)


@follows
def einsum(equation, /, *operands):
    """Evaluate an Einstein summation, given in index notation; for example, "ij,jk->ik" is the matrix product."""
    return ops["einsum"](operands, equation=equation)


# ---- Sets --------------------------------------------------------------------------------------------
# The result shapes of these functions depend on values, so they block until the input is computed.

unique_all_result = namedtuple("unique_all_result", "values indices inverse_indices counts")
unique_counts_result = namedtuple("unique_counts_result", "values counts")
unique_inverse_result = namedtuple("unique_inverse_result", "values inverse_indices")


def unique_all(x, /):
    """Return the unique values of x, the index of each value's first occurrence, the inverse indices and the counts."""
    return unique_all_result(*ops["unique_all"](x))


def unique_counts(x, /):
    """Return the unique values of x and the number of occurrences of each."""
    return unique_counts_result(*ops["unique_counts"](x))


def unique_inverse(x, /):
    """Return the unique values of x, and the indices into them that reconstruct x."""
    return unique_inverse_result(*ops["unique_inverse"](x))


# ---- Order -------------------------------------------------------------------------------------------

topk_result = namedtuple("topk_result", "values indices")


def topk(x, /, k, axis=-1, largest=True, sorted=True):
    """Return the k largest (or, with largest=False, smallest) entries along an axis and their indices, as (values,
    indices).  The entries are sorted unless sorted=False."""
    return topk_result(*ops["topk"](x, k=k, axis=axis, largest=largest, sorted=sorted))


# ---- Methods -----------------------------------------------------------------------------------------


def __array_namespace__(self, /, *, api_version=None):
    """Return the module `weir`, the namespace of the array API standard."""
    import weir

    if api_version is not None and api_version not in ("2021.12", "2022.12", "2023.12", "2024.12"):
        raise ValueError("api_version must be a version of the array API standard up to '2024.12', not "
                         f"{api_version!r}")
    return weir


def to_device(self, device, /, *, stream=None):
    """Copy the array to a device; return the array itself if it is already on that device."""
    if stream is not None:
        raise ValueError(f"to_device: stream must be None for CPU devices, not {stream!r}")
    return asarray(self, device=device)


Array.__array_namespace__ = __array_namespace__
Array.to_device = to_device


def gpu(index=0, /):
    """Return the GPU with this index, weir.Device("cuda:0").  Raise RuntimeError if there is no such GPU."""
    try:
        return _core.Device(f"cuda:{index}")
    except ValueError as error:
        raise RuntimeError(f"gpu({index}): {error}") from None


# ---- Attention ---------------------------------------------------------------------------------------


def scaled_dot_product_attention(query, key, value, /, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """Compute scaled dot-product attention, softmax(query @ key.mT * scale) @ value.

    query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  attn_mask broadcasts to
    (..., heads, L, S): a boolean mask is true for the keys that a query attends to, a float mask is added to the
    scores.  A query whose keys are all masked yields zeros.  The operator of the same name also returns the
    log-sum-exp of the scores.
    """
    seed = ops["integers"](low=-(2 ** 62), high=2 ** 62, shape=[]) if dropout_p > 0 else None
    return ops["scaled_dot_product_attention"](
        query, key, value, attn_mask=attn_mask, dropout_seed=seed, dropout_p=dropout_p, is_causal=is_causal, scale=scale,
        enable_gqa=enable_gqa,
    )[0]
