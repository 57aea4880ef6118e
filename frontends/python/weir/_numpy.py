"""NumPy names for functions that the array API standard names differently, and NumPy functions built from operators.

A NumPy name that is merely another name for an operator comes from the registry (the operator's `aliases`) and is bound
to that operator.  A function whose arguments differ in NumPy and in the array API standard is defined here.
"""
import math

from weir import _core, _functions
from weir._functions import follows as _follows

_op = _core.ops
_device_of = _core.Array.device.__get__  # also for the tensors of a dialect, whose device is another object

# ---- Aliases --------------------------------------------------------------------------------------

_ALIASES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh",
    "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh", "bitwise_not": "bitwise_invert",
    "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "concatenate": "concat", "conjugate": "conj",
    "amax": "max", "amin": "min", "fix": "trunc", "mod": "remainder", "power": "pow",
    "rint": "round", "true_divide": "divide", "degrees": "rad2deg", "radians": "deg2rad",
    "fabs": "abs",
}


def alias_names():
    """Return a dictionary from aliases to operator names, with the aliases in the table above and in the registry."""
    names = dict(_ALIASES)
    for entry in _core.describe():
        for alias in (entry.get("aliases") or "").replace(",", " ").split():
            names.setdefault(alias, entry["name"])
    return {alias: op for alias, op in names.items() if op in _op}


# ---- Creation -------------------------------------------------------------------------------------

def array(object, dtype=None, *, copy=True, ndmin=0, device=None):
    """Create an array from numbers, nested sequences or other arrays."""
    x = _core.asarray(object, dtype=dtype, device=device, copy=True if copy else None)
    if x.ndim < ndmin:
        x = x.reshape((1,) * (ndmin - x.ndim) + x.shape)
    return x


def asanyarray(a, dtype=None):
    """Convert to an array; the same as asarray."""
    return _core.asarray(a, dtype=dtype)


def ascontiguousarray(a, dtype=None):
    """Convert `a` to a contiguous (row-major) array, without a copy if it is one already."""
    x = _core.asarray(a, dtype=dtype)
    return x if x.is_contiguous else x.copy()


def identity(n, dtype=None):
    """Return the n by n identity matrix."""
    return _op["eye"](n_rows=n, dtype=dtype)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """Call function(i, j, ...) with one array of coordinates for each dimension of the shape, and return its result."""
    return function(*indices(shape, dtype=dtype), **kwargs)


def fromiter(iter, dtype, count=-1):
    """Create a one-dimensional array from an iterator."""
    from itertools import islice
    return _core.asarray(list(iter if count < 0 else islice(iter, count)), dtype=dtype)


_CODES = {"bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H",
          "uint32": "I", "uint64": "Q", "float32": "f", "float64": "d"}


def _read_as(view, dtype):
    """Reinterpret bytes as elements of a dtype; return a one-dimensional copy."""
    if len(view) % dtype.itemsize:
        raise ValueError(f"a buffer of {len(view)} byte{'s' * (len(view) != 1)} cannot be read as {dtype}: its size "
                         f"must be a multiple of {dtype.itemsize} bytes")
    if dtype.name not in _CODES:
        raise TypeError(f"bytes cannot be reinterpreted as {dtype}")
    return _core.asarray(view.cast(_CODES[dtype.name]), copy=True)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """Create a one-dimensional array from an object with the buffer protocol, copying its memory."""
    dtype = _core.asarray(0, dtype=dtype).dtype
    view = memoryview(buffer).cast("B")[offset:]
    return _read_as(view if count < 0 else view[:count * dtype.itemsize], dtype)


@_follows
def reinterpret(x, dtype):
    """Reinterpret the bytes of the last dimension as another dtype; return a copy.  Blocks until x is computed."""
    dtype = _core.asarray(0, dtype=dtype).dtype
    if x.ndim == 0:
        return _read_as(memoryview(x.tobytes()), dtype).reshape(())
    length = x.shape[-1] * x.itemsize
    if length % dtype.itemsize:
        raise ValueError(f"the last dimension of {length} byte{'s' * (length != 1)} cannot be read as {dtype}: its "
                         f"size must be a multiple of {dtype.itemsize} bytes")
    return _read_as(memoryview(x.tobytes()), dtype).reshape(x.shape[:-1] + (length // dtype.itemsize,))


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, *, device=None):
    """Return numbers spaced evenly on a log scale: base to the power of evenly spaced exponents."""
    x = base ** _op["linspace"](start=start, stop=stop, num=num, endpoint=endpoint, device=device)
    return x if dtype is None else x.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, *, device=None):
    """Return a geometric progression from start to stop."""
    if start * stop <= 0:
        raise ValueError(f"geomspace: start and stop must be nonzero and have the same sign, not {start} and {stop}")
    x = math.copysign(1, start) * logspace(math.log10(abs(start)), math.log10(abs(stop)), num, endpoint, device=device)
    return x if dtype is None else x.astype(dtype)


def indices(dimensions, dtype=int):
    """Return the coordinates of a grid: one array for each dimension, stacked along a new first axis."""
    grids = [_op["arange"](start=0, stop=n, dtype=dtype) for n in dimensions]
    return _op["stack"](_op["meshgrid"](grids, indexing="ij")) if grids else _op["zeros"](shape=(0,))


class _Grid:
    """mgrid and ogrid: mgrid[0:5, 0:3] returns the stacked coordinates of the grid, ogrid[0:5, 0:3] an open mesh.

    A step of 5j means 5 evenly spaced numbers, including both ends."""

    def __init__(self, dense):
        self._dense = dense

    @staticmethod
    def _range(part):
        start, step = part.start or 0, 1 if part.step is None else part.step
        if isinstance(step, complex):
            return _op["linspace"](start=start, stop=part.stop, num=int(abs(step)))
        whole = all(isinstance(v, int) for v in (start, part.stop, step))
        return _op["arange"](start=start, stop=part.stop, step=step, dtype="int64" if whole else None)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._range(key)
        ranges = [self._range(k) for k in key]
        if self._dense:
            return _op["stack"](_op["meshgrid"](ranges, indexing="ij"))
        return tuple(r.reshape((1,) * i + (-1,) + (1,) * (len(ranges) - i - 1))
                     for i, r in enumerate(ranges))


mgrid, ogrid = _Grid(True), _Grid(False)


class _Rows:
    """r_: r_[1:4, 0, 4] concatenates ranges, numbers and arrays along the first axis."""

    @_follows
    def __getitem__(self, key):
        parts = [_Grid._range(k) if isinstance(k, slice) else atleast_1d(_core.asarray(k))
                 for k in (key if isinstance(key, tuple) else (key,))]
        return _op["concat"](parts, axis=0)


r_ = _Rows()


class _Columns:
    """c_: c_[a, b] stacks vectors as the columns of a matrix."""

    @_follows
    def __getitem__(self, key):
        parts = [_Grid._range(k) if isinstance(k, slice) else _core.asarray(k)
                 for k in (key if isinstance(key, tuple) else (key,))]
        return column_stack([p.reshape((1, 1)) if p.ndim == 0 else p for p in parts])


c_ = _Columns()


class _Key:
    """s_ and index_exp: s_[1:3, ...] returns the index expression between the brackets; index_exp always returns a
    tuple."""

    def __init__(self, always_tuple):
        self._always_tuple = always_tuple

    def __getitem__(self, key):
        return (key,) if self._always_tuple and not isinstance(key, tuple) else key


s_, index_exp = _Key(False), _Key(True)


@_follows
def ix_(*args):
    """Return a tuple of index arrays that together select a grid (an open mesh).  Each argument is a sequence of
    indices or a mask, and yields one index array."""
    arrays = [_core.asarray(a) for a in args]
    arrays = [_op["nonzero"](a)[0] if a.dtype.kind == "b" else a for a in arrays]
    return tuple(a.reshape((1,) * i + (-1,) + (1,) * (len(arrays) - i - 1))
                 for i, a in enumerate(arrays))


def diag(v, k=0):
    """Extract diagonal k of a matrix, or construct a matrix whose diagonal k is the vector v."""
    return _op["diag"](v, k=k)


def tri(N, M=None, k=0, dtype=None):
    """Return a matrix with ones at and below a diagonal and zeros elsewhere."""
    return _op["tril"](_op["ones"](shape=(N, N if M is None else M), dtype=dtype), k=k)


def _window(M, *cosines):
    """Return a window of M entries: the sum of cos(k * t) for k = 0, 1, 2, ..., weighted by `cosines`, at M evenly
    spaced values of t from 0 to 2 * pi."""
    if M < 1:
        return _op["zeros"](shape=(0,))
    if M == 1:
        return _op["ones"](shape=(1,))
    turn = _op["arange"](start=0, stop=M.__index__(), step=1, dtype=_core.float64) * (2 * math.pi / (M - 1))
    window = sum((weight * _op["cos"](turn * k) for k, weight in enumerate(cosines[1:], 1)), cosines[0])
    return _op["astype"](window, dtype=_core.get_default_dtype())


def hanning(M):
    """Return the Hann window of M entries, used to taper a signal before a Fourier transform; it is 0 at both ends."""
    return _window(M, 0.5, -0.5)


def hamming(M):
    """Return the Hamming window of M entries; it is 0.08 at both ends."""
    return _window(M, 0.54, -0.46)


def blackman(M):
    """Return the Blackman window of M entries; it is 0 at both ends, where it is flatter than the Hann window."""
    return _window(M, 0.42, -0.5, 0.08)


@_follows
def vander(x, N=None, increasing=False):
    """Return the Vandermonde matrix of x, whose columns are powers of x; N is the number of columns."""
    x = _core.asarray(x)
    n = len(x) if N is None else N
    powers = _op["arange"](start=0, stop=n, dtype=x.dtype)
    return x[:, None] ** (powers if increasing else _op["flip"](powers))


# ---- Shapes ---------------------------------------------------------------------------------------

def _many(arys, least):
    def widen(x):
        x = _core.asarray(x)
        if x.ndim >= least:
            return x
        if least == 3 and x.ndim == 2:
            return x.reshape(x.shape + (1,))
        if least == 3 and x.ndim == 1:
            return x.reshape((1, -1, 1))
        return x.reshape((1,) * (least - x.ndim) + x.shape)

    made = tuple(widen(a) for a in arys)
    return made[0] if len(made) == 1 else made


@_follows
def atleast_1d(*arys):
    """Convert the inputs to arrays with at least one dimension."""
    return _many(arys, 1)


@_follows
def atleast_2d(*arys):
    """Convert the inputs to arrays with at least two dimensions."""
    return _many(arys, 2)


@_follows
def atleast_3d(*arys):
    """Convert the inputs to arrays with at least three dimensions."""
    return _many(arys, 3)


def _as_tuple(made):
    return made if isinstance(made, tuple) else (made,)


@_follows
def vstack(tup, *, dtype=None):
    """Stack arrays vertically (row-wise)."""
    x = _op["concat"](_as_tuple(atleast_2d(*tup)), axis=0)
    return x if dtype is None else x.astype(dtype)


@_follows
def hstack(tup, *, dtype=None):
    """Stack arrays horizontally (column-wise)."""
    parts = _as_tuple(atleast_1d(*tup))
    x = _op["concat"](parts, axis=0 if parts[0].ndim == 1 else 1)
    return x if dtype is None else x.astype(dtype)


@_follows
def dstack(tup):
    """Stack arrays along the third axis."""
    return _op["concat"](_as_tuple(atleast_3d(*tup)), axis=2)


@_follows
def column_stack(tup):
    """Stack vectors as the columns of a matrix."""
    parts = [_core.asarray(a) for a in tup]
    return _op["concat"]([a.reshape((-1, 1)) if a.ndim < 2 else a for a in parts], axis=1)


@_follows
def block(arrays):
    """Assemble an array from nested lists of blocks.  The innermost lists are joined along the last axis, the lists
    around them along the second to last axis, and so on."""

    def depth(part):
        return 1 + max(map(depth, part)) if isinstance(part, list) else 0

    def join(part, level, least):
        if isinstance(part, list):
            return _op["concat"]([join(p, level - 1, least) for p in part], axis=-level)
        x = _core.asarray(part)
        return x.reshape((1,) * (least - x.ndim) + x.shape) if x.ndim < least else x

    return join(arrays, depth(arrays), max(1, depth(arrays)))


def _split(ary, indices_or_sections, axis, even):
    x = _core.asarray(ary)
    if not isinstance(indices_or_sections, int):
        places = [int(i) for i in indices_or_sections]
        ends = [0] + places + [x.shape[axis]]
        return [x[(slice(None),) * (axis % x.ndim) + (slice(a, b),)] for a, b in zip(ends, ends[1:])]
    sections, length = indices_or_sections, x.shape[axis]
    if sections <= 0:
        raise ValueError(f"split: the number of sections must be at least 1, not {sections}")
    if even and length % sections:
        raise ValueError(f"split: axis {axis} of length {length} cannot be divided into {sections} equal sections; "
                         "use array_split")
    size, more = length // sections, length % sections
    ends = [0]
    for i in range(sections):
        ends.append(ends[-1] + size + (i < more))
    return [x[(slice(None),) * (axis % x.ndim) + (slice(a, b),)] for a, b in zip(ends, ends[1:])]


def split(ary, indices_or_sections, axis=0):
    """Split an array into equal parts, or at the given indices; return a list of views."""
    return _split(ary, indices_or_sections, axis, True)


def array_split(ary, indices_or_sections, axis=0):
    """Split an array like split, but into parts whose lengths may differ by one."""
    return _split(ary, indices_or_sections, axis, False)


def vsplit(ary, indices_or_sections):
    """Split an array along the first axis."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Split an array along the second axis, or a vector along its only axis."""
    return split(ary, indices_or_sections, 0 if _core.asarray(ary).ndim == 1 else 1)


def dsplit(ary, indices_or_sections):
    """Split an array along the third axis."""
    return split(ary, indices_or_sections, 2)


def transpose(a, axes=None):
    """Return a view with the axes permuted, or reversed if no order is given."""
    x = _core.asarray(a)
    return _op["permute_dims"](x, tuple(range(x.ndim))[::-1] if axes is None else axes)


@_follows
def resize(a, new_shape):
    """Return an array of the new shape, filled with the elements of `a`, repeated as often as needed."""
    x = ravel(a)
    shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    count = math.prod(shape)
    if count == 0 or x.size == 0:
        return _op["zeros"](shape=shape, dtype=x.dtype)
    return _op["tile"](x, -(-count // x.size))[:count].reshape(shape)


def ravel(a, order="C"):
    """Flatten the array to one dimension; return a view if possible."""
    x = _core.asarray(a)
    return _op["ravel"](x.T if _functions.is_column_major(order) else x)


def pad(array, pad_width, mode="constant", constant_values=0):
    """Pad an array; pad_width is one width for all sides, a pair (before, after) for all axes, or a pair for each axis.

    The padding is a constant value or, with mode "edge", "reflect", "symmetric" or "wrap", elements of the array."""
    x = _core.asarray(array)
    if isinstance(pad_width, int):
        widths = [pad_width] * (2 * x.ndim)
    else:
        widths = [int(w) for w in ravel(pad_width).tolist()]
        if len(widths) in (1, 2):
            widths = [widths[0], widths[-1]] * x.ndim
    if len(widths) != 2 * x.ndim or min(widths, default=0) < 0:
        raise ValueError(f"pad: pad_width {pad_width} does not match shape {x.shape}; expected two non-negative "
                         "widths for each axis")
    return _op["pad"](x, widths, mode=mode, value=constant_values)


@_follows
def insert(arr, obj, values, axis=None):
    """Return a copy of arr with values inserted before the entries at obj, which is an integer, a slice or a sequence
    of integers."""
    x = _core.asarray(arr)
    if axis is None:
        x, axis = ravel(x), 0
    rows, values = _op["moveaxis"](x, axis, 0), _op["astype"](_core.asarray(values), x.dtype)
    places, shape = _places(obj, len(rows)), values.shape
    while len(places) > 1 and len(shape) > x.ndim and shape[0] == 1:
        shape = shape[1:]
    values = _op["reshape"](values, (1,) * (x.ndim - len(shape)) + shape)
    if not isinstance(obj, int):  # the values of an integer are counted by their first axis, as in NumPy
        values = _op["moveaxis"](values, axis, 0)
    if len(places) == 1:  # insert all values before that entry
        places *= len(values)
    for place in places:
        if not -len(rows) <= place <= len(rows):
            raise IndexError(f"insert: index {place} is out of bounds for axis {axis} of size {len(rows)}")
    places = [p + len(rows) if p < 0 else p for p in places]
    values = _op["broadcast_to"](values, (len(places),) + rows.shape[1:])
    parts, end = [], 0
    for i in sorted(range(len(places)), key=places.__getitem__):
        parts += [rows[end:places[i]], values[i:i + 1]]
        end = places[i]
    return _op["moveaxis"](_op["concat"](parts + [rows[end:]], axis=0), 0, axis)


def _places(obj, length):
    """Convert an index along an axis (an integer, slice, mask or sequence) to a list of integers."""
    if isinstance(obj, int):
        return [obj]
    if isinstance(obj, slice):
        return list(range(*obj.indices(length)))
    index = _core.asarray(obj)
    return (_op["nonzero"](index)[0] if index.dtype.kind == "b" else ravel(index)).tolist()


@_follows
def delete(arr, obj, axis=None):
    """Return a copy of arr without the entries at obj, which is an integer, a slice, a mask or a sequence of
    integers."""
    x = _core.asarray(arr)
    if axis is None:
        x, axis = ravel(x), 0
    length = x.shape[axis]
    gone = set()
    for place in _places(obj, length):
        if not -length <= place < length:
            raise IndexError(f"delete: index {place} is out of bounds for axis {axis} of size {length}")
        gone.add(place % length)
    return _op["take"](x, _core.asarray([i for i in range(length) if i not in gone], dtype="int64"), axis=axis)


@_follows
def fill_diagonal(a, val):
    """Fill the main diagonal of an array in place."""
    if a.ndim < 2:
        raise ValueError(f"fill_diagonal: expected an array with at least 2 dimensions, not {a.ndim}")
    at = _op["arange"](start=min(a.shape), dtype="int64")
    a[(at,) * a.ndim] = val


def rollaxis(a, axis, start=0):
    """Move an axis to the position before the axis `start`."""
    n = a.ndim
    axis, start = axis % n, start if start >= 0 else start + n
    return _op["moveaxis"](a, axis, start - 1 if axis < start else start)


def rot90(m, k=1, axes=(0, 1)):
    """Rotate an array by 90 degrees k times, in the plane of two axes."""
    k %= 4
    if k == 0:
        return m[...]
    if k == 2:
        return _op["flip"](m, axis=axes)
    order = list(range(m.ndim))
    order[axes[0]], order[axes[1]] = order[axes[1]], order[axes[0]]
    if k == 1:
        return _op["permute_dims"](_op["flip"](m, axis=axes[1]), order)
    return _op["flip"](_op["permute_dims"](m, order), axis=axes[1])


def fliplr(m):
    """Reverse the order of the columns (axis 1)."""
    return _op["flip"](m, axis=1)


def flipud(m):
    """Reverse the order of the rows (axis 0)."""
    return _op["flip"](m, axis=0)


@_follows
def append(arr, values, axis=None):
    """Return a copy of arr with values appended along an axis; without an axis, both are flattened first."""
    if axis is None:
        return _op["concat"]([ravel(arr), ravel(values)], axis=0)
    return _op["concat"]([_core.asarray(arr), _core.asarray(values)], axis=axis)


def shape(a):
    """Return the shape of an array, or of an object that can be converted to one."""
    return _core.asarray(a).shape


def ndim(a):
    """Return the number of dimensions."""
    return _core.asarray(a).ndim


def size(a, axis=None):
    """Return the number of elements, or the length of an axis."""
    x = _core.asarray(a)
    return x.size if axis is None else x.shape[axis]


# ---- Sums and statistics --------------------------------------------------------------------------

def _along(name):
    def cumulative(a, axis=None, dtype=None):
        x = _core.asarray(a)
        if axis is None:
            x, axis = ravel(x), 0
        return _op[name](x, axis=axis, dtype=dtype)

    return cumulative


cumsum, cumprod = _along("cumulative_sum"), _along("cumulative_prod")
cumsum.__name__, cumsum.__doc__ = "cumsum", "Compute the cumulative sum along an axis, or of the flattened array."
cumprod.__name__, cumprod.__doc__ = "cumprod", ("Compute the cumulative product along an axis, or of the flattened "
                                                "array.")
nancumsum, nancumprod = _along("nancumsum"), _along("nancumprod")
nancumsum.__name__, nancumsum.__doc__ = "nancumsum", ("Compute the cumulative sum with NaN as 0 along an axis, or of the "
                                                      "flattened array.")
nancumprod.__name__, nancumprod.__doc__ = "nancumprod", ("Compute the cumulative product with NaN as 1 along an axis, or "
                                                         "of the flattened array.")


def ptp(a, axis=None, keepdims=False):
    """Return the range of values, maximum minus minimum ("peak to peak")."""
    return _op["max"](a, axis=axis, keepdims=keepdims) - _op["min"](a, axis=axis, keepdims=keepdims)


@_follows
def average(a, axis=None, weights=None, keepdims=False):
    """Compute the mean, weighted if weights are given."""
    x = _core.asarray(a)
    if weights is None:
        return _op["mean"](x, axis=axis, keepdims=keepdims)
    w = _core.asarray(weights)
    if w.ndim == 1 and x.ndim > 1 and axis is not None:
        w = w.reshape((-1,) + (1,) * (x.ndim - 1 - axis % x.ndim))
    w = _op["broadcast_to"](w, x.shape)
    return _op["sum"](x * w, axis=axis, keepdims=keepdims) / _op["sum"](w, axis=axis, keepdims=keepdims)


@_follows
def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """Compute the covariance matrix of variables given as rows (or columns, with rowvar=False)."""
    x = atleast_2d(m)
    if not rowvar and x.shape[0] != 1:
        x = transpose(x)
    if y is not None:
        other = atleast_2d(y)
        x = _op["concat"]([x, other if rowvar else transpose(other)], axis=0)
    n = x.shape[1] - (ddof if ddof is not None else 0 if bias else 1)
    x = x - _op["mean"](x, axis=1, keepdims=True)
    return _op["squeeze"](c, axis=(0, 1)) if (c := x @ _op["conj"](transpose(x)) / n).shape == (1, 1) else c


@_follows
def corrcoef(x, y=None, rowvar=True):
    """Compute the correlation matrix of variables given as rows (or columns, with rowvar=False)."""
    c = atleast_2d(cov(x, y, rowvar))
    d = _op["sqrt"](_op["diagonal"](c))
    return c / (d[:, None] * d[None, :])


def median(a, axis=None, keepdims=False):
    """Compute the median along axes, or of all elements."""
    return _op["median"](_core.asarray(a), axis=axis, keepdims=keepdims)


def partition(a, kth, axis=-1):
    """Return a partially sorted copy: along the axis, the kth entry is at its sorted position, with no larger entry
    before it and no smaller one after it."""
    x, axis = (_op["ravel"](_core.asarray(a)), 0) if axis is None else (_core.asarray(a), axis)
    return _op["partition"](x, kth=kth, axis=axis)


def argpartition(a, kth, axis=-1):
    """Return the indices that would partition an array along an axis; see partition."""
    x, axis = (_op["ravel"](_core.asarray(a)), 0) if axis is None else (_core.asarray(a), axis)
    return _op["argpartition"](x, kth=kth, axis=axis)


def mean(x, axis=None, dtype=None, out=None, keepdims=False, **others):
    """Compute the mean along axes, or of all elements."""
    if dtype is None:
        return _op["mean"](_core.asarray(x), axis=axis, keepdims=keepdims, out=out, **others)
    made = _op["mean"](_op["astype"](_core.asarray(x), dtype), axis=axis, keepdims=keepdims, out=out)
    return made if out is not None or made.dtype == dtype else made.astype(dtype)


mean.__wrapped__ = lambda x, axis=None, dtype=None, out=None, keepdims=False: None  # the signature that help() shows


def _spread(name, what, of="of all elements"):
    def spread(x, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, correction=None, **others):
        x = _core.asarray(x) if dtype is None else _op["astype"](_core.asarray(x), dtype)
        return _op[name](x, axis=axis, correction=ddof if correction is None else correction,
                         keepdims=keepdims, out=out, **others)

    def shown(x, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, correction=None): pass
    spread.__wrapped__ = shown
    spread.__name__ = spread.__qualname__ = name
    spread.__doc__ = f"""Compute the {what} along axes, or {of}.

    The sum of squared deviations is divided by the number of elements minus the correction, NumPy's ddof."""
    return spread


std, var = _spread("std", "standard deviation"), _spread("var", "variance")
nanstd = _spread("nanstd", "standard deviation of the elements that are not NaN", "over all axes")
nanvar = _spread("nanvar", "variance of the elements that are not NaN", "over all axes")


def around(a, decimals=0, out=None):
    """Round to the given number of decimals; halves round to even."""
    x = _core.asarray(a)
    if decimals == 0:
        return _op["round"](x, out=out)
    factor = 10.0 ** abs(decimals)
    if decimals > 0:
        made = x if x.dtype.kind in "biu" else _op["round"](x * factor) / factor
    else:
        made = (_op["round"](x / factor) * factor).astype(x.dtype)
    return made if out is None else _op["copy"](made, out=out)


def round(a, decimals=0, out=None):
    """Round to the given number of decimals; halves round to even."""
    return around(a, decimals, out)


@_follows
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Test element-wise whether |a - b| <= atol + rtol * |b|."""
    a, b = _core.asarray(a), _core.asarray(b)
    near = _op["abs"](a - b) <= atol + rtol * _op["abs"](b)
    close = (near & _op["isfinite"](b)) | (a == b)
    return close | (_op["isnan"](a) & _op["isnan"](b)) if equal_nan else close


@_follows
def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Return True if all elements are close (see isclose).  Blocks until the result is known."""
    return bool(_op["all"](isclose(a, b, rtol, atol, equal_nan)))


@_follows
def array_equal(a1, a2, equal_nan=False):
    """Return True if the arrays have the same shape and elements.  Blocks until the result is known."""
    a1, a2 = _core.asarray(a1), _core.asarray(a2)
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan:
        same = same | (_op["isnan"](a1) & _op["isnan"](a2))
    return bool(_op["all"](same))


@_follows
def array_equiv(a1, a2):
    """Return True if the arrays are equal after broadcasting.  Blocks until the result is known."""
    try:
        return bool(_op["all"](_core.asarray(a1) == _core.asarray(a2)))
    except ValueError:
        return False


# ---- Selection ------------------------------------------------------------------------------------

@_follows
def choose(a, choices):
    """Select each element from one of several arrays; `a` holds, for each element, the index of the array to use."""
    choices = [_core.asarray(c) for c in choices]
    a = _core.asarray(a)
    made = choices[0]
    for i, choice in enumerate(choices[1:], 1):
        made = _op["where"](a == i, choice, made)
    return _op["broadcast_to"](made, a.shape) if made.ndim < a.ndim else made


@_follows
def select(condlist, choicelist, default=0):
    """Select each element from the first choice whose condition is true at that position, or from default where no
    condition is true."""
    made = _core.asarray(default)
    for condition, choice in list(zip(condlist, choicelist))[::-1]:
        made = _op["where"](condition, choice, made)
    return made


@_follows
def compress(condition, a, axis=None):
    """Return the slices along an axis where the condition holds.  Blocks until the condition is computed, because the
    result's shape depends on it."""
    x = _core.asarray(a)
    if axis is None:
        x, axis = ravel(x), 0
    places = _op["nonzero"](_core.asarray(condition))[0]
    return _op["take"](x, places, axis=axis)


@_follows
def extract(condition, arr):
    """Return the elements where the condition holds.  Blocks until the condition is computed, because the result's
    shape depends on it."""
    return ravel(arr)[ravel(condition) != 0]


def flatnonzero(a):
    """Return the indices of nonzero elements in the flattened array.  Blocks until they are known."""
    return _op["nonzero"](ravel(a))[0]


def argwhere(a):
    """Return the indices of nonzero elements, one row per element.  Blocks until they are known."""
    return _op["stack"](_op["nonzero"](_core.asarray(a)), axis=1)


@_follows
def putmask(a, mask, values):
    """Write values where the mask is true, repeating them as often as needed."""
    values = _core.asarray(values, dtype=a.dtype)
    a[...] = _op["where"](mask, resize(values, a.shape), a)


@_follows
def place(arr, mask, vals):
    """Write vals, in order, to the elements where the mask is true.  Blocks until the mask is known."""
    where = flatnonzero(mask)
    if where.size:
        flat = ravel(arr)
        flat[where] = resize(_core.asarray(vals, dtype=arr.dtype), where.shape)
        if not arr.is_contiguous:
            arr[...] = flat.reshape(arr.shape)


@_follows
def vdot(a, b):
    """Compute the dot product of the flattened arrays, conjugating the first."""
    return _op["sum"](_op["conj"](ravel(a)) * ravel(b))


@_follows
def kron(a, b):
    """Compute the Kronecker product."""
    a, b = _core.asarray(a), _core.asarray(b)
    n = max(a.ndim, b.ndim)
    a, b = a.reshape((1,) * (n - a.ndim) + a.shape), b.reshape((1,) * (n - b.ndim) + b.shape)
    left = a.reshape(tuple(v for s in a.shape for v in (s, 1)))
    right = b.reshape(tuple(v for s in b.shape for v in (1, s)))
    return (left * right).reshape(tuple(s * t for s, t in zip(a.shape, b.shape)))


@_follows
def cross(a, b, axis=-1):
    """Compute the cross product of three-dimensional vectors."""
    a, b = _core.asarray(a), _core.asarray(b)
    if a.shape[axis] != 3 or b.shape[axis] != 3:
        raise ValueError(f"cross: vectors must have 3 components, not {a.shape[axis]} and {b.shape[axis]}")
    a1, a2, a3 = _op["unstack"](a, axis=axis)
    b1, b2, b3 = _op["unstack"](b, axis=axis)
    return _op["stack"]([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1], axis=axis)


def trace(a, offset=0, axis1=0, axis2=1):
    """Return the sum along a diagonal."""
    return _op["sum"](_op["diagonal"](a, offset=offset, axis1=axis1, axis2=axis2), axis=-1)


@_follows
def interp(x, xp, fp):
    """Interpolate linearly between the points (xp, fp) at x.  xp must be ascending; outside its range, the result is
    the value at the nearer end."""
    x, xp, fp = _core.asarray(x), _core.asarray(xp), _core.asarray(fp)
    xp, fp = xp * 1.0, fp * 1.0
    at = _op["clip"](_op["searchsorted"](xp, x * 1.0, side="right"), 1, len(xp) - 1)
    x0, x1 = xp[at - 1], xp[at]
    y0, y1 = fp[at - 1], fp[at]
    inside = y0 + (x - x0) * (y1 - y0) / (x1 - x0)
    return _op["where"](x <= xp[0], fp[0], _op["where"](x >= xp[-1], fp[-1], inside))


@_follows
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    """Replace NaN and infinities with finite numbers."""
    x = _core.asarray(x)
    if x.dtype.kind not in "f":
        return _op["copy"](x)
    most = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": 3.4028234663852886e38,
            "float64": 1.7976931348623157e308}[x.dtype.name]
    x = _op["where"](_op["isnan"](x), nan, x)
    x = _op["where"](x == math.inf, most if posinf is None else posinf, x)
    return _op["where"](x == -math.inf, -most if neginf is None else neginf, x)


def _beside(x, value):
    """Convert a value to an array, on the device of x unless it is an array already."""
    return value if isinstance(value, _core.Array) else _core.asarray(value, device=_device_of(x))


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Apply func1d to each vector along an axis."""
    x = _op["moveaxis"](_core.asarray(arr), axis, -1)
    rows = x.reshape((-1, x.shape[-1]))
    made = [_beside(x, func1d(rows[i], *args, **kwargs)) for i in range(rows.shape[0])]
    out = _op["stack"](made).reshape(x.shape[:-1] + made[0].shape)
    return out if made[0].ndim == 0 else _op["moveaxis"](out, -1, axis)


def vectorize(pyfunc):
    """Turn a Python function of scalars into a function of arrays, which blocks until its inputs are computed.

    The new function calls the Python function once for each element, so it is slow."""

    def run(*args):
        arrays = _functions.broadcast_arrays(*args)
        values = [ravel(a).tolist() for a in arrays]
        return _beside(arrays[0], [pyfunc(*v) for v in zip(*values)]).reshape(arrays[0].shape)

    run.__name__, run.__doc__ = getattr(pyfunc, "__name__", "vectorized"), pyfunc.__doc__
    return run


# ---- Miscellaneous --------------------------------------------------------------------------------

def divmod(x1, x2):
    """Return a tuple of floor(x1 / x2) and the remainder."""
    return _op["floor_divide"](x1, x2), _op["remainder"](x1, x2)


def isscalar(element):
    """Return True if `element` is a Python number."""
    return isinstance(element, (int, float, complex))


def ndindex(*shape):
    """Iterate over all indices of an array of this shape, in row-major order."""
    from itertools import product
    shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
    return product(*map(range, shape))


def ndenumerate(arr):
    """Iterate over (index, Python number) pairs in row-major order.  Blocks until the array is computed."""
    x = _core.asarray(arr)
    return zip(ndindex(x.shape), ravel(x).tolist())


def _within(name, indices, length, what):
    """Check that indices are in the range 0 to length - 1 and return them as an int64 array.

    Python values are checked immediately; the values of an array are checked when they are computed.
    """
    at = _core.asarray(indices)
    if at.dtype.kind not in "iu" and at.size > 0:
        raise TypeError(f"{name}: indices must be integers, not {at.dtype}")
    at = _op["astype"](at, _core.int64)
    if not isinstance(indices, _core.Array):
        wrong = [i for i in ravel(at).tolist() if not 0 <= i < length]
        if wrong:
            raise ValueError(f"{name}: index {wrong[0]} is out of bounds for {what}; it must be between 0 and "
                             f"{length - 1}")
        return at
    # Add zeros[at]: reading it fails when an index is out of range.  Negative indices are shifted so that they are out
    # of range too.  The zeros are broadcast from one element and need no memory of their own.
    zeros = _op["broadcast_to"](_core.asarray(0, dtype=_core.int64), (length,))
    return at + zeros[_op["where"](at < 0, at - length, at)]


@_follows
def unravel_index(indices, shape):
    """Convert flat indices to a tuple of index arrays, one for each axis."""
    shape = (shape,) if hasattr(shape, "__index__") else tuple(shape)
    count = math.prod(shape)
    at, made = _within("unravel_index", indices, count, f"shape {shape} with {count} element{'s' * (count != 1)}"), []
    for length in shape[::-1]:
        made.append(at % length)
        at = at // length
    return tuple(made[::-1])


@_follows
def ravel_multi_index(multi_index, dims):
    """Convert a tuple of index arrays, one for each axis, to flat indices."""
    if len(multi_index) != len(dims):
        raise ValueError(f"ravel_multi_index: got {len(multi_index)} index array{'s' * (len(multi_index) != 1)} for "
                         f"shape {tuple(dims)}; expected {len(dims)}")
    place = _core.asarray(0)
    for axis, (at, length) in enumerate(zip(multi_index, dims)):
        place = place * length + _within("ravel_multi_index", at, length, f"axis {axis} of shape {tuple(dims)}")
    return place


@_follows
def trapezoid(y, x=None, dx=1.0, axis=-1):
    """Integrate along an axis by the trapezoidal rule."""
    y = _op["moveaxis"](_core.asarray(y), axis, -1)
    if x is not None:
        x = _core.asarray(x)
        dx = _op["diff"](x if x.ndim == 1 else _op["moveaxis"](x, axis, -1))
    return _op["sum"](dx * (y[..., 1:] + y[..., :-1]) / 2, axis=-1)


@_follows
def gradient(f, spacing=1.0, axis=None):
    """Compute the gradient of sampled values f by central differences, with one-sided differences at the ends.

    If an axis is given or f is one-dimensional, return an array, otherwise a tuple of one array for each axis."""
    x = _core.asarray(f)
    if axis is None and x.ndim != 1:
        return tuple(gradient(x, spacing, i) for i in range(x.ndim))
    x = _op["moveaxis"](x, 0 if axis is None else axis, -1)
    if x.shape[-1] < 2:
        raise ValueError(f"gradient: the axis must have a length of at least 2, not {x.shape[-1]}")
    step = _op["diff"](x) / spacing
    inner = (step[..., 1:] + step[..., :-1]) / 2
    return _op["moveaxis"](_op["concat"]([step[..., :1], inner, step[..., -1:]], axis=-1), -1,
                           0 if axis is None else axis)


@_follows
def convolve(a, v, mode="full"):
    """Compute the discrete convolution of two vectors."""
    a, v = ravel(a), ravel(v)
    a, v = (v, a) if len(v) > len(a) else (a, v)
    if len(v) == 0:
        raise ValueError("convolve: the vectors must not be empty")
    over = len(v) - 1  # maximum number of entries of `v` that extend beyond an end of `a`
    margins = {"full": (over, over), "same": (len(v) // 2, over - len(v) // 2), "valid": (0, 0)}.get(mode)
    if margins is None:
        raise ValueError(f"convolve: mode must be 'full', 'same' or 'valid', not {mode!r}")
    return _op["sliding_window_view"](_op["pad"](a, margins), len(v)) @ _op["flip"](v)


@_follows
def polyval(p, x):
    """Evaluate a polynomial at x; the coefficients start with the highest power."""
    made, x = _core.asarray(0), _core.asarray(x)
    for coefficient in _core.asarray(p):
        made = made * x + coefficient
    return made


def copyto(dst, src):
    """Copy one array into another, with broadcasting."""
    dst[...] = src


def shares_memory(a, b):
    """Return True if the arrays are views of the same storage, even if they do not overlap."""
    return _core.shares_storage(a, b)


def names():
    """Return a dictionary from names to the functions that this module adds to the namespace of weir."""
    own = {name: value for name, value in globals().items()
           if not name.startswith("_") and name not in ("math", "names", "alias_names")}
    return own
