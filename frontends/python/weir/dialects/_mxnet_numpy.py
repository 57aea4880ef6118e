"""Functions of mx.np that differ from Weir's: arguments, defaults, results."""
import functools

import weir
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects._mxnet_arrays import array, default_float, dtype_of, made, ndarray, weirs_dtype
from weir.dialects._mxnet_ufuncs import UFUNCS
from weir.dialects._tensor_class import Mistake, Spoken, keep, op, place, plain, put

its = Spoken(weir)


def kind_of(dtype, order="C"):
    """Return Weir's dtype for an argument dtype; None is the default float dtype.  The only order is C."""
    if order != "C":
        raise NotImplementedError(f"`order` only supports 'C' order, not {order!r}")
    return default_float() if dtype is None else weirs_dtype(dtype)


def where(device, ctx):
    return place(device if device is not None else ctx)


def into(out, result):
    """Return a result, or write it into `out` and return that."""
    return result if out is None else put(out, result)


class AxisMistake(Mistake, weir.AxisError):
    """An axis out of range: an IndexError and a ValueError, as in NumPy, and an MXNetError."""


def refuses_axes(fn):
    """Return a function that raises AxisMistake for an axis out of range."""
    @functools.wraps(fn)
    def function(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except weir.AxisError as error:
            raise AxisMistake(str(error)) from None

    return function


# ---- Creation ------------------------------------------------------------------------------------


def full(shape, fill_value, dtype=None, order="C", device=None, ctx=None, out=None):
    if dtype is None:
        dtype = weir.bool if isinstance(fill_value, bool) else fill_value.dtype if isinstance(fill_value, Array) else None
    return into(out, made(weir.full(shape, plain(fill_value), dtype=kind_of(dtype), device=where(device, ctx))))


def full_like(a, fill_value, dtype=None, order="C", device=None, ctx=None, out=None):
    return into(out, made(weir.full(a.shape, plain(fill_value), dtype=kind_of(dtype or a.dtype), device=where(device, ctx) or
                                    Array.device.__get__(a))))


def zeros_like(a, dtype=None, order="C", device=None, ctx=None, out=None):
    return full_like(a, 0, dtype, order, device, ctx, out)


def ones_like(a, dtype=None, order="C", device=None, ctx=None, out=None):
    return full_like(a, 1, dtype, order, device, ctx, out)


def empty_like(prototype, dtype=None, device=None, order="C", subok=False, shape=None, ctx=None):
    if order not in ("C",) or subok or shape is not None:
        raise NotImplementedError("empty_like: only order='C', subok=False and shape=None are supported")
    return full_like(prototype, 0, dtype, order, device, ctx)


def arange(start, stop=None, step=1, dtype=None, device=None, ctx=None):
    if step is None:
        step = 1
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    return made(weir.arange(start, stop, step, dtype=kind_of(dtype), device=where(device, ctx)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, device=None, ctx=None):
    if isinstance(start, (list, tuple)) or isinstance(stop, (list, tuple)):
        raise NotImplementedError("start and stop only support int or float")
    if axis != 0:
        raise NotImplementedError("axis 0 is the only one that MXNet supports here")
    if num != int(num) or num < 0:
        raise Mistake(f"linspace: num must be a whole number that is not negative, not {num}")
    step = (stop - start) / (num - 1 if endpoint else num) if num > 1 else float("nan")
    values = weir.linspace(float(start), float(stop), num, endpoint=endpoint, dtype=weir.float64)
    dtype = kind_of(dtype)
    values = op["astype"](op["floor"](values) if dtype.kind in "iu" else values, dtype)
    values = made(op["to_device"](values, where(device, ctx)) if (device or ctx) else values)
    return (values, step) if retstep else values


@only(axis=(0,))
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, device=None, ctx=None):
    values = weir.logspace(start, stop, num, endpoint=endpoint, base=base, dtype=weir.float64)
    return made(op["astype"](values, kind_of(dtype)))


def asarray(obj, dtype=None, device=None, copy=None):
    return obj if isinstance(obj, ndarray) and dtype is None and not copy else array(obj, dtype, device)


def tri(N, M=None, k=0, dtype=None, device=None, ctx=None):
    return made(weir.tri(N, M, k, dtype=kind_of(dtype)))


def indices(dimensions, dtype=None, device=None, ctx=None):
    return made(op["astype"](weir.asarray(weir.indices(dimensions)), weirs_dtype(dtype or "int64")))


def _window(name):
    def function(M, dtype=None, device=None, ctx=None):
        return made(op["astype"](getattr(weir, name)(M), kind_of(dtype)))

    return function


# ---- Reductions ----------------------------------------------------------------------------------


def _widened(a, dtype):
    """Return `a` in the dtype in which a reduction to `dtype` adds: its own, if that is a float with more digits, else `dtype`."""
    mine, dtype = Array.dtype.__get__(a), weirs_dtype(dtype)
    narrower = mine.kind == "f" and (dtype.kind != "f" or dtype.itemsize < mine.itemsize) and dtype.kind != "c"
    return a if narrower else op["astype"](a, dtype)


def _reduction(name):
    fn = op[name]

    def function(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
        if initial is not None or where is not None:
            raise NotImplementedError(f"{name}: initial and where are not supported")
        if not isinstance(a, Array):
            a = array(a)
        result = fn(a if dtype is None else _widened(a, dtype), axis=axis, keepdims=keepdims)
        return into(out, result if dtype is None else op["astype"](result, weirs_dtype(dtype)))

    function.__name__ = name
    return refuses_axes(function)


def _moment(name):
    fn = op[name]

    def function(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, correction=None):
        if not isinstance(a, Array):
            a = array(a)
        if a.dtype.kind in "biu":
            a = op["astype"](a, kind_of(dtype))
        more = {} if name == "mean" else {"correction": float(ddof if correction is None else correction)}
        result = fn(_widened(a, dtype) if dtype is not None else a, axis=axis, keepdims=keepdims, **more)
        return into(out, result if dtype is None else op["astype"](result, weirs_dtype(dtype)))

    function.__name__ = name
    return refuses_axes(function)


_mean = _moment("mean")


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    return _mean(a, axis, dtype, out, 0, keepdims)


def average(a, axis=None, weights=None, returned=False, out=None):
    if weights is None:
        result = mean(a, axis)
        total = op["full_like"](result, a.size / max(result.size, 1))
    else:
        if a.dtype.kind in "biu":
            a = op["astype"](a, default_float())
        if weights.shape != a.shape:
            if axis is None or not isinstance(axis, int):
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            if weights.ndim != 1:
                raise TypeError("1D weights expected when shapes of a and weights differ.")
            if weights.shape[0] != a.shape[axis]:
                raise ValueError("Length of weights not compatible with specified axis.")
            shape = [1] * a.ndim
            shape[axis] = -1
            weights = op["broadcast_to"](op["reshape"](weights, shape), a.shape)
        total = op["sum"](weights, axis=axis)
        result = op["sum"](a * weights, axis=axis) / total
    into(out, result)
    return (result, total) if returned else result


def _extreme(name):
    fn = op[name]

    def function(a, axis=None, out=None, keepdims=False):
        return into(out, fn(a, axis=axis, keepdims=keepdims))

    function.__name__ = name
    return refuses_axes(function)


def _best(name):
    fn = op[name]

    def function(a, axis=None, out=None, keepdims=False):
        if a.ndim == 0:
            a = op["reshape"](a, (1,))
        if a.dtype == weir.bool:
            a = op["astype"](a, weir.int8)
        found = fn(a, axis=axis, keepdims=keepdims)
        return into(out, found)

    function.__name__ = name
    return refuses_axes(function)


def cumsum(a, axis=None, dtype=None, out=None):
    if axis is None:
        a, axis = op["ravel"](a), 0
    dtype = weirs_dtype(dtype or a.dtype)
    if dtype == weir.float16:
        return into(out, op["astype"](op["cumulative_sum"](op["astype"](a, weir.float32), axis=axis), dtype))
    return into(out, op["cumulative_sum"](a, axis=axis, dtype=dtype))


def median(a, axis=None, out=None, overwrite_input=None, keepdims=False):
    return quantile(a, 0.5, axis, out, keepdims=keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False):
    a = a if a.dtype.kind == "f" else op["astype"](a, default_float())
    q = plain(q) if isinstance(q, Array) else q
    half = a.dtype == weir.float16
    result = its.quantile(op["astype"](a, weir.float32) if half else a, q, axis=axis, method=interpolation, keepdims=keepdims)
    return into(out, op["astype"](result, weir.float16) if half else result)


def percentile(a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False):
    return quantile(a, q / 100 if isinstance(q, (Array, int, float)) else [v / 100 for v in q], axis, out,
                    interpolation=interpolation, keepdims=keepdims)


# ---- Shapes and parts ----------------------------------------------------------------------------


def concatenate(seq, axis=0, out=None):
    seq = list(seq)
    return into(out, op["concat"](seq, axis=axis) if axis is not None else op["concat"]([op["ravel"](a) for a in seq]))


def append(arr, values, axis=None):
    return concatenate([arr, values], axis)


def stack(arrays, axis=0, out=None):
    return into(out, op["stack"](list(arrays), axis=axis))


@only(reverse=(False,))
def reshape(a, newshape, reverse=False, order="C"):
    if order != "C":
        raise NotImplementedError("reshape: only order='C' is supported")
    return op["reshape"](a, newshape)


def broadcast_to(array, shape):
    """Broadcast to a shape, in which -2 copies a dimension of the array."""
    array = array if isinstance(array, Array) else made(weir.asarray(array, dtype=default_float()))
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    before = len(shape) - array.ndim
    return op["broadcast_to"](array, tuple(array.shape[i - before] if n == -2 else n for i, n in enumerate(shape)))


def squeeze(x, axis=None):
    if x.ndim == 0 and axis in (0, -1):
        return x
    if axis is None:
        axis = tuple(i for i, n in enumerate(x.shape) if n == 1)
    return op["squeeze"](x, axis=axis)


def tile(A, reps):
    return op["tile"](A if isinstance(A, Array) else array(A), reps)


def repeat(a, repeats, axis=None):
    if not isinstance(repeats, int):
        repeats = repeats if isinstance(repeats, Array) else list(repeats)
    return its.repeat(a, repeats, axis=axis)


def split(ary, indices_or_sections, axis=0):
    return list(its.split(ary, _sections(indices_or_sections), axis=axis))


def _sections(given):
    return given if isinstance(given, int) else [int(i) for i in given]


def array_split(ary, indices_or_sections, axis=0):
    return list(its.array_split(ary, _sections(indices_or_sections), axis=axis))


def hsplit(ary, indices_or_sections):
    if ary.ndim < 1:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def broadcast_arrays(*args):
    return list(op["broadcast_arrays"](args))


def meshgrid(*xi, **kwargs):
    return list(its.meshgrid(*xi, **kwargs))


def take(a, indices, axis=None, mode="clip", out=None):
    """Return elements at indices; those out of range are clipped or, with mode="wrap", wrapped; "raise" makes them fail."""
    indices = indices if isinstance(indices, Array) else weir.asarray(indices)
    indices = op["astype"](indices, weir.int64)
    n = a.size if axis is None else a.shape[axis]
    if mode == "clip":
        indices = op["clip"](indices, 0, n - 1)
    elif mode == "wrap":
        indices = op["remainder"](indices, n)
    return into(out, op["take"](a, indices, axis=axis))


def clip(a, a_min=None, a_max=None, out=None):
    if a_min is None and a_max is None:
        raise ValueError("clip: give a minimum, a maximum or both")
    result = a
    if a_min is not None:
        result = op["maximum"](result, a_min)
    if a_max is not None:
        result = op["minimum"](result, a_max)
    return into(out, result)


def sort(a, axis=-1, descending=False, stable=True, kind=None, order=None):
    if axis is None:
        a, axis = op["ravel"](a), 0
    return op["sort"](a, axis=axis, descending=descending)


def argsort(a, axis=-1, descending=False, stable=True, kind=None, order=None):
    if axis is None:
        a, axis = op["ravel"](a), 0
    if a.ndim == 0:
        return op["astype"](op["zeros_like"](a), weir.int64)
    return op["argsort"](a, axis=axis, descending=descending)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    if axis is None:
        ar = op["ravel"](ar)
    return its.unique(ar, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts, axis=axis)


def pad(x, pad_width=None, mode="constant", **kwargs):
    known = {"constant": {"constant_values"}, "edge": set(), "reflect": {"reflect_type"}, "symmetric": {"reflect_type"},
             "maximum": {"stat_length"}, "minimum": {"stat_length"}}
    if mode not in known:
        raise ValueError(f"mode '{mode}' is not supported")
    for name in kwargs:
        if name not in known[mode]:
            raise ValueError(f"pad: mode '{mode}' has no argument {name}")
    if any(v not in (None, "even") for k, v in kwargs.items() if k != "constant_values"):
        raise ValueError(f"pad: {kwargs} is not supported")
    if mode in ("maximum", "minimum"):
        return _padded(x, pad_width, op["max" if mode == "maximum" else "min"])
    return its.pad(x, pad_width, mode=mode, **{k: v for k, v in kwargs.items() if k == "constant_values"})


def _padded(x, widths, extreme):
    if isinstance(widths, int):
        widths = [(widths, widths)] * x.ndim
    elif isinstance(widths[0], int):
        widths = [tuple(widths) if len(widths) == 2 else tuple(widths) * 2] * x.ndim
    elif len(widths) == 1:
        widths = list(widths) * x.ndim
    for axis, (before, after) in enumerate(widths):
        edge = extreme(x, axis=axis, keepdims=True)
        x = op["concat"]([op["repeat"](edge, before, axis=axis), x, op["repeat"](edge, after, axis=axis)], axis=axis)
    return x


def fill_diagonal(a, val, wrap=False):
    keep(a, its_fill(a, val, wrap))


def its_fill(a, val, wrap):
    import numpy

    values = Array.numpy(a, copy=True)
    numpy.fill_diagonal(values, val, wrap=wrap)
    return weir.asarray(values)


def where_(condition, x=None, y=None):
    if x is None and y is None:
        return its.nonzero(condition)
    if isinstance(condition, Array) and condition.dtype != weir.bool:
        condition = condition != 0
    return its.where(condition, x, y)


def resize(a, new_shape):
    return its.resize(a, new_shape)


def insert(arr, obj, values, axis=None):
    if isinstance(obj, Array):
        obj = [int(i) for i in Array.numpy(obj).ravel()] if obj.ndim else int(obj.item())
    return its.insert(arr, obj, values, axis=axis)


def delete(arr, obj, axis=None):
    """Return a copy without the entries at obj; indices in an array that are negative or too large are ignored."""
    if isinstance(obj, Array):
        n = arr.size if axis is None else arr.shape[axis]
        obj = [i for i in map(int, Array.numpy(obj).ravel()) if 0 <= i < n] if obj.ndim else int(obj.item())
    return its.delete(arr, obj, axis=axis)


def unravel_index(indices, shape, order="C"):
    return op["stack"]([op["astype"](i, weir.int64) for i in its.unravel_index(indices, shape)])


def diag_indices_from(arr):
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if any(n != arr.shape[0] for n in arr.shape):
        raise ValueError("All dimensions of input must be of equal length")
    return tuple(made(weir.arange(arr.shape[0])) for _ in range(arr.ndim))


def tril_indices(n, k=0, m=None):
    if m is not None and m <= 0:
        return tuple(made(op["zeros"]((0,), weir.int64)) for _ in range(2))
    return tuple(made(i) for i in weir.nonzero(weir.tri(n, m, k, dtype=weir.bool)))


def triu_indices(n, k=0, m=None):
    return tuple(made(i) for i in weir.nonzero(~weir.tri(n, m, k - 1, dtype=weir.bool)))


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


# ---- Arithmetic ----------------------------------------------------------------------------------


def einsum(subscripts, *operands, out=None, optimize=False):
    return into(out, its.einsum(subscripts, *operands))


def tensordot(a, b, axes=2):
    return its.tensordot(a, b, axes=axes)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    result = its.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    return result if copy else put(x, result)


def around(x, decimals=0, out=None):
    return into(out, its.round(x, decimals))


def diff(a, n=1, axis=-1, prepend=None, append=None):
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend and append are not supported yet")
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    for _ in range(n):
        a = op["diff"](a, axis=axis)
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    def flat(x):
        return op["ravel"](op["astype"](x if isinstance(x, Array) else made(weir.asarray(x)), Array.dtype.__get__(ary)))

    parts = [flat(to_begin)] if to_begin is not None else []
    parts.append(op["diff"](op["ravel"](ary)))
    if to_end is not None:
        parts.append(flat(to_end))
    return op["concat"](parts)


def interp(x, xp, fp, left=None, right=None, period=None):
    """Interpolate linearly between points, in float64.  `left` and `right` are the values outside; with a period there is no
    outside."""
    x, xp, fp = (op["astype"](plain(a) if isinstance(a, Array) else weir.asarray(a), weir.float64) for a in (x, xp, fp))
    if period is not None:
        x, xp = op["remainder"](x, period), op["remainder"](xp, period)
        order = op["argsort"](xp)
        xp, fp = xp[order], fp[order]
        xp = op["concat"]([xp[-1:] - period, xp, xp[:1] + period])
        fp = op["concat"]([fp[-1:], fp, fp[:1]])
    values = weir.interp(x, xp, fp)
    if left is not None and period is None:
        values = op["where"](x < xp[0], left, values)
    if right is not None and period is None:
        values = op["where"](x > xp[-1], right, values)
    return made(values)


def bincount(x, weights=None, minlength=0):
    return its.bincount(x, weights=weights, minlength=minlength)


def histogram(a, bins=10, range=None, normed=None, weights=None, density=None):
    if normed or weights is not None or density:
        raise NotImplementedError("histogram: normed, weights and density are not supported")
    if isinstance(bins, int) and range is None:
        raise NotImplementedError("histogram: a number of bins needs a range")
    counts, edges = its.histogram(a, bins=bins, range=range)
    return op["astype"](counts, weir.int64), edges


def polyval(p, x):
    return its.polyval(p, x)


@refuses_axes
def trace(a, offset=0, axis1=0, axis2=1, out=None):
    if a.ndim < 2:
        raise Mistake(f"trace: expected an array of at least 2 dimensions, not {a.ndim}")
    return into(out, op["sum"](op["diagonal"](a, offset=offset, axis1=axis1, axis2=axis2), axis=-1))


@refuses_axes
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Return the cross product of vectors of two or three components; of two with two it has no axis of its own."""
    if axis is not None:
        axisa = axisb = axisc = axis
    first, second = op["unstack"](a, axis=axisa), op["unstack"](b, axis=axisb)
    if len(first) not in (2, 3) or len(second) not in (2, 3):
        raise ValueError(f"cross: vectors have 2 or 3 components, not {len(first)} and {len(second)}")
    last = first[0] * second[1] - first[1] * second[0]
    if len(first) == len(second) == 2:
        return last

    def product(i, j):
        """Return a[i] * b[j] - a[j] * b[i], where a missing third component is 0."""
        parts = [first[m] * second[n] for m, n in ((i, j), (j, i)) if m < len(first) and n < len(second)]
        if len(parts) == 2:
            return parts[0] - parts[1]
        return parts[0] if i < len(first) and j < len(second) else -parts[0]

    return op["stack"](list(op["broadcast_arrays"]([product(1, 2), product(2, 0), last])), axis=axisc)


def shares_memory(a, b, max_work=None):
    return weir.shares_memory(plain(a), plain(b))


def result_type(*arrays_and_dtypes):
    return dtype_of(weir.result_type(*(plain(x) if isinstance(x, Array) else weirs_dtype(x) for x in arrays_and_dtypes)))


def can_cast(from_, to):
    """Return whether a cast is safe by NumPy's rules, by which int32 does not fit float16; by Weir's it does."""
    import numpy

    return numpy.can_cast(dtype_of(from_.dtype if isinstance(from_, Array) else from_), dtype_of(to))


@refuses_axes
def transpose(a, axes=None):
    return its.transpose(a, axes)


@refuses_axes
def _transpose_method(self, *axes):
    if not axes or axes == (None,):
        return self.T
    return op["permute_dims"](self, axes[0] if isinstance(axes[0], (tuple, list)) else axes)


def _triangle(name):
    def function(m, k=0):
        if m.ndim == 1:
            m = op["broadcast_to"](m, (m.shape[0],) * 2)
        return getattr(its, name)(m, k=k)

    return function


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Apply a function to vectors.  It is called with NumPy arrays, as in MXNet, and is not recorded."""
    import numpy

    return made(weir.asarray(numpy.apply_along_axis(func1d, axis, Array.numpy(arr), *args, **kwargs)))


NUMPY = {f.__name__: f for f in (
    full, full_like, zeros_like, ones_like, empty_like, arange, linspace, logspace, asarray, tri, indices, mean, average, cumsum,
    median, quantile, percentile, concatenate, append, stack, reshape, broadcast_to, squeeze, tile, repeat, split, array_split, hsplit, vsplit,
    dsplit, broadcast_arrays, meshgrid, take, clip, sort, argsort, unique, pad, fill_diagonal, resize, insert, delete,
    unravel_index, diag_indices_from, tril_indices, triu_indices, triu_indices_from, einsum, tensordot, nan_to_num, around, diff,
    ediff1d, interp, bincount, histogram, polyval, trace, shares_memory, result_type, can_cast, cross,
    apply_along_axis)}


def nonzero(a):
    return its.nonzero(op["reshape"](a, (1,)) if a.ndim == 0 else a)


def unique_all(x):
    return its.unique_all(op["ravel"](x))


def unique_inverse(x):
    return its.unique_inverse(op["ravel"](x))


NUMPY |= {"nonzero": nonzero, "unique_all": unique_all, "unique_inverse": unique_inverse}
NUMPY |= {"transpose": transpose, "tril": _triangle("tril"), "triu": _triangle("triu")}
NUMPY |= UFUNCS
NUMPY |= {name: _reduction(name) for name in ("sum", "prod")}
NUMPY |= {name: _moment(name) for name in ("std", "var")}
NUMPY |= {name: _extreme(name) for name in ("max", "min", "all", "any")}
NUMPY |= {name: _best(name) for name in ("argmax", "argmin")}
NUMPY |= {name: _window(name) for name in ("hanning", "hamming", "blackman")}
NUMPY |= {"amax": NUMPY["max"], "amin": NUMPY["min"], "concat": concatenate, "round": around, "round_": around,
          "where": where_, "may_share_memory": shares_memory, "row_stack": its.vstack, "bool_": weir.bool,
          "ndarray": ndarray}

# ---- Dtypes and constants ------------------------------------------------------------------------

_FLOATS, _WHOLE = ["float16", "float32", "float64"], ["int8", "int32", "int64", "uint8"]
for _name in [*_FLOATS, *_WHOLE, "int16", "uint16", "uint32", "uint64", "bool"]:
    NUMPY[_name] = dtype_of(_name)
NUMPY |= {"floating_dtypes": [NUMPY[n] for n in _FLOATS], "integer_dtypes": [NUMPY[n] for n in _WHOLE],
          "boolean_dtypes": [NUMPY["bool"]], "bool_": NUMPY["bool"]}
NUMPY["numeric_dtypes"] = NUMPY["floating_dtypes"] + NUMPY["integer_dtypes"]


def _method(fn):
    def method(self, *args, **kwargs):
        return fn(self, *args, **kwargs)

    method.__name__ = fn.__name__
    return method


def _clip_method(self, min=None, max=None, out=None):
    return clip(self, min, max, out)


METHODS = {"clip": _clip_method, "transpose": _transpose_method} | {name: _method(NUMPY[name]) for name in (
    "sum", "prod", "mean", "std", "var", "max", "min", "all", "any", "argmax", "argmin", "cumsum", "take", "argsort",
    "squeeze", "repeat", "round", "trace")}
