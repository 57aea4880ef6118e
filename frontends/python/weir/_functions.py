"""Functions of the standard that are more than one operator, and methods of Array that go with them."""
import operator
from collections import namedtuple
from functools import wraps

from weir import _core
from weir._core import Array, asarray, ops

_EXACT = 2 ** 53  # whole numbers up to this are doubles


def named(function):
    """What operators inside the function refuse, and their failures in flight, begin with its name."""
    name = function.__name__

    @wraps(function)
    def called(*args, **kwargs):
        outer = _core.within(name)
        if outer is not None:  # it is itself a part
            _core.within(outer)
        try:
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
    except TypeError:  # a float, or an array of floats
        return False
    return True


# ---- Creation ----------------------------------------------------------------------------------------


def arange(start, /, stop=None, step=1, dtype=None, *, device=None):
    """Numbers from start up to stop, which is not among them, in even steps.  Without stop: from 0."""
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
    """num numbers in even steps from start to stop, which is the last of them unless endpoint is false."""
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
    """An array of one value."""
    return ops["full"](fill_value, shape=shape, dtype=dtype, device=device)


def full_like(x, /, fill_value, dtype=None, *, device=None):
    """An array of one value, in the shape and dtype of x."""
    return ops["full_like"](x, fill_value, dtype=dtype, device=device)


def eye(n_rows, n_cols=None, /, k=0, dtype=None, *, device=None):
    """A matrix with ones on diagonal k and zeros elsewhere."""
    k = max(-_EXACT, min(k, _EXACT))  # far outside is far enough
    return ops["eye"](n_rows, n_cols, k=k, dtype=dtype, device=device)


def meshgrid(*arrays, indexing="xy"):
    """Coordinates on the grid that vectors span: one array for each of them."""
    return list(ops["meshgrid"](arrays, indexing=indexing)) if arrays else []


# ---- Neural networks ---------------------------------------------------------------------------------


def conv(x, weight, bias=None, stride=None, padding=None, dilation=None, groups=1):
    """Convolution along one, two or three axes: x is (images, channels, axes), the weight (channels of y, channels of x
    / groups, axes).

    stride, padding and dilation are numbers, or lists with one for each axis.  padding may also have two for each axis,
    before and after it, or be "same", which keeps the sizes for a stride of 1, or "valid", which is none."""
    if isinstance(padding, str):
        padding = named_padding("conv", padding, asarray(weight).shape[2:], stride, dilation)
    return ops["conv"](x, weight, stride=stride, padding=padding, dilation=dilation, groups=groups, bias=bias)


def conv_transpose(x, weight, bias=None, stride=None, padding=None, output_padding=None, groups=1, dilation=None):
    """The gradient of a convolution by its input, as a layer: x is (images, channels, axes), the weight (channels of x,
    channels of y / groups, axes).

    stride, padding, output_padding and dilation are numbers, or lists with one for each axis.  An axis of n entries
    becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding."""
    return ops["conv_transpose"](x, weight, stride=stride, padding=padding, output_padding=output_padding, groups=groups,
                                 dilation=dilation, bias=bias)


def named_padding(who, name, kernel, stride, dilation):
    """The numbers for "same" or "valid": none, one for each axis of the kernel, or two where they differ."""
    if name == "valid":
        return None
    if name != "same":
        raise ValueError(f"{who}: padding {name!r}; wants numbers, 'same' or 'valid'")
    strides = [stride] if stride is None or _is_whole(stride) else list(stride)
    if any(s not in (None, 1) for s in strides):
        raise ValueError(f"{who}: padding 'same' with stride {stride}; wants a stride of 1")
    apart = [1] if dilation is None else [dilation] if _is_whole(dilation) else list(dilation)
    apart = apart * len(kernel) if len(apart) == 1 else apart
    both = [d * (entries - 1) for entries, d in zip(kernel, apart)]
    if any(zeros % 2 for zeros in both):
        return [side for zeros in both for side in (zeros // 2, zeros - zeros // 2)]
    return [zeros // 2 for zeros in both]


# ---- Dtypes and shapes -------------------------------------------------------------------------------


def astype(x, dtype, /, *, copy=True, device=None):
    """The values in another dtype.  With copy=False, x itself if nothing is to be done."""
    return asarray(x, dtype=dtype, device=device, copy=True if copy else None)


def broadcast_arrays(*arrays):
    """Arrays in the one shape that they broadcast to, as views."""
    return list(ops["broadcast_arrays"](arrays)) if arrays else []


def broadcast_shapes(*shapes):
    """The shape that arrays of these shapes broadcast to."""
    shapes = [(shape,) if _is_whole(shape) else tuple(shape) for shape in shapes]
    result = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for i in range(-len(shape), 0):
            if result[i] == 1:
                result[i] = shape[i]
            elif shape[i] not in (1, result[i]):
                raise ValueError(f"shapes {', '.join(map(str, shapes))} do not broadcast")
    return tuple(result)


def is_column_major(order):
    """Does NumPy's `order` ask for the first index to run fastest?"""
    if order not in ("C", "F"):
        raise ValueError(f"order={order!r}; wants 'C' (the last index runs fastest) or 'F' (the first)")
    return order == "F"


def reshape(x, /, shape, order="C", *, copy=None):
    """The same elements in another shape: a view where strides allow it, else a copy.

    One length may be -1 and follows from the others.  copy=True always copies, copy=False refuses to.
    order="F" reads and places the elements with the first index running fastest."""
    x = asarray(x)
    if copy:
        x = ops["copy"](x)
    if is_column_major(order):
        y = ops["reshape"](x.T, shape=(shape,) if _is_whole(shape) else tuple(shape)[::-1]).T
    else:
        y = ops["reshape"](x, shape=shape)
    if copy is False and not _core.shares_storage(x, y):
        raise ValueError(f"reshape: shape {x.shape} with strides {x.strides} to {y.shape} has to copy, but copy=False")
    return y


def repeat(x, repeats, /, axis=None):
    """Each element as often as repeats says: a number, or one for each entry along the axis.

    Waits for repeats if they are an array: the result's shape depends on them."""
    if _is_whole(repeats) and not isinstance(repeats, Array):
        return ops["repeat"](x, repeats=repeats, axis=axis)
    repeats = asarray(repeats)
    if repeats.size == 1:
        return ops["repeat"](x, repeats=int(repeats), axis=axis)
    if axis is None:
        x, axis = ops["ravel"](x), 0
    if repeats.shape != (x.shape[axis],):
        raise ValueError(f"repeat: repeats of shape {repeats.shape} for an axis of length {x.shape[axis]}")
    if repeats.size == 0:
        return ops["copy"](x)
    if int(ops["min"](repeats)) < 0:
        raise ValueError("repeat: there are negative repeats")
    ends = ops["cumulative_sum"](repeats)
    places = ops["arange"](start=int(ops["max"](ends)), dtype=ends.dtype)
    return ops["take"](x, ops["searchsorted"](ends, places, side="right"), axis=axis)


_where = ops["where"]


def where(condition, x1=None, x2=None, /, *, out=None):
    """Elements of x1 where the condition holds, of x2 elsewhere.

    With the condition alone, as in NumPy, the indices where it holds; that waits."""
    if x1 is None and x2 is None:
        return ops["nonzero"](condition)
    return _where(condition, x1, x2, out=out)


# ---- Products ----------------------------------------------------------------------------------------


def tensordot(x1, x2, /, axes=2):
    """Sums of products over the last axes of x1 and the first of x2, or over the axes of each that are given."""
    if _is_whole(axes):
        return ops["tensordot"](x1, x2, axes=axes)
    x1_axes, x2_axes = axes
    return ops["tensordot"](x1, x2, x1_axes=x1_axes, x2_axes=x2_axes)


def einsum(equation, /, *operands):
    """Sums of products, as an equation of indices says: "ij,jk->ik" is the product of matrices."""
    return ops["einsum"](operands, equation=equation)


# ---- Sets --------------------------------------------------------------------------------------------
# Their shapes depend on values, so they wait.

unique_all_result = namedtuple("unique_all_result", "values indices inverse_indices counts")
unique_counts_result = namedtuple("unique_counts_result", "values counts")
unique_inverse_result = namedtuple("unique_inverse_result", "values inverse_indices")


def unique_all(x, /):
    """The values of x, each once; where each stands first; which of them each element is; how often each stands."""
    return unique_all_result(*ops["unique_all"](x))


def unique_counts(x, /):
    """The values of x, each once, and how often each stands."""
    return unique_counts_result(*ops["unique_counts"](x))


def unique_inverse(x, /):
    """The values of x, each once, and which of them each element is."""
    return unique_inverse_result(*ops["unique_inverse"](x))


# ---- Order -------------------------------------------------------------------------------------------

topk_result = namedtuple("topk_result", "values indices")


def topk(x, /, k, axis=-1, largest=True, sorted=True):
    """The k largest (or smallest) entries along an axis, in order, and where they stand: values, indices."""
    return topk_result(*ops["topk"](x, k=k, axis=axis, largest=largest, sorted=sorted))


# ---- Methods -----------------------------------------------------------------------------------------


def __array_namespace__(self, /, *, api_version=None):
    """The module `weir`, which is the namespace of the standard."""
    import weir

    if api_version is not None and api_version not in ("2021.12", "2022.12", "2023.12", "2024.12"):
        raise ValueError(f"api_version {api_version!r}; weir has the Array API standard up to 2024.12")
    return weir


def to_device(self, device, /, *, stream=None):
    """The array on a device: itself if it is there already."""
    if stream is not None:
        raise ValueError(f"to_device: stream {stream!r}; CPU devices have none")
    return asarray(self, device=device)


Array.__array_namespace__ = __array_namespace__
Array.to_device = to_device


def gpu(index=0, /):
    """A GPU.  This version has none: it says so."""
    raise RuntimeError(f"gpu({index}): this version of Weir computes on the CPU only; use weir.cpu({index})")


# ---- Attention ---------------------------------------------------------------------------------------


def scaled_dot_product_attention(query, key, value, /, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """Values, averaged with the softmax of how well each query fits their keys.

    query is (..., heads, L, E), key (..., heads, S, E), value (..., heads, S, V).  attn_mask broadcasts to
    (..., heads, L, S): a bool says which keys a query sees, a float is added to the scores.  A query that sees
    nothing gets zeros.  The operator of that name gives the logarithms of the softmax's sums too.
    """
    seed = ops["integers"](low=-(2 ** 62), high=2 ** 62, shape=[]) if dropout_p > 0 else None
    return ops["scaled_dot_product_attention"](
        query, key, value, attn_mask=attn_mask, dropout_seed=seed, dropout_p=dropout_p, is_causal=is_causal, scale=scale,
        enable_gqa=enable_gqa,
    )[0]
