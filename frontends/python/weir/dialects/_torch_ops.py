"""Functions of torch on tensors that differ from Weir's operators in arguments, dtypes or conventions.

A dimension of a tensor without dimensions is accepted where it is 0 or -1: `scalars` does so for functions here, the
table's line `scalars:` for the table's.  Integer and boolean tensors are computed where PyTorch computes them.
"""
from collections import namedtuple

import weir as _weir
from weir import _core
from weir._core import Array
from weir.dialects._table import without_dimension
from weir.dialects._tensor_class import Mistake, Spoken, _as, _kind_of, flat, op, put, size_of

weir = Spoken(_weir)
_shape = Array.shape.__get__


def scalars(fn):
    """Decorate a function of a tensor and a dimension so that it accepts tensors without dimensions."""
    def call(input, *args, **kwargs):
        try:
            return fn(input, *args, **kwargs)
        except IndexError:  # also AxisError
            if not isinstance(input, Array) or input.ndim:
                raise
            return without_dimension(fn(op["reshape"](input, (1,)), *args, **kwargs))

    call.__name__, call.__doc__ = fn.__name__, fn.__doc__
    return call


def _like(x, y):
    """Return y, an array or a tuple of arrays, as the kind of the tensor x."""
    return _as(_kind_of((x,)), y)


def _is_bool(*args):
    """Return whether all arguments are boolean tensors or bools."""
    return all(isinstance(x, bool) or isinstance(x, Array) and x.dtype == _weir.bool for x in args)


def _axis(dim, ndim):
    """Return a dimension as a number from 0; `ndim` may be 0."""
    n = max(ndim, 1)
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    return dim % n


# ---- Arithmetic ----------------------------------------------------------------------------------------


def _with_bools(name, logical):
    """Return the function `name` of two tensors, which for booleans is the logical operator `logical`."""
    usual, for_bools = op[name], op[logical]

    def call(input, other, *, out=None):
        try:
            return usual(input, other, out=out)
        except TypeError:
            if not _is_bool(input, other):
                raise
            return for_bools(input, other, out=out)

    call.__name__ = name
    return call


maximum, minimum = _with_bools("maximum", "logical_or"), _with_bools("minimum", "logical_and")
mul = _with_bools("multiply", "logical_and")


def add(input, other, *, alpha=1, out=None):
    try:
        return op["add"](input, other if alpha == 1 else alpha * other, out=out)
    except TypeError:
        if not _is_bool(input, other):
            raise
        return op["logical_or"](input, op["logical_and"](other, bool(alpha)), out=out)


def _same_for_bools(name):
    usual = op[name]

    def call(input, *, out=None):
        try:
            return usual(input, out=out)
        except TypeError:
            if not _is_bool(input):
                raise
            return op["copy"](input)

    call.__name__ = name
    return call


sign, conj, real = map(_same_for_bools, ("sign", "conj", "real"))


def square(input, *, out=None):
    return op["astype"](input, _weir.int64) if input.dtype == _weir.bool else op["square"](input, out=out)


def angle(input):
    """Return the angle of complex numbers; 0 or pi for real ones."""
    if input.dtype.kind in "fc":
        return op["angle"](input)
    return op["angle"](op["astype"](input, _weir.get_default_dtype()))


def fmod(input, other):
    """Return the remainder with the sign of the dividend."""
    if _are_integers(input, other):
        r = op["remainder"](input, other)
        off = op["logical_and"](op["not_equal"](r, 0), op["not_equal"](op["less"](input, 0), op["less"](other, 0)))
        return op["where"](off, r - other, r)
    return input - op["trunc"](op["divide"](input, other)) * other


def _are_integers(*args):
    return all(isinstance(x, int) or isinstance(x, Array) and x.dtype.kind in "iub" for x in args)


def div(input, other, *, rounding_mode=None, out=None):
    if rounding_mode is None:
        return op["divide"](input, other, out=out)
    if rounding_mode == "floor":
        return op["floor_divide"](input, other, out=out)
    if rounding_mode != "trunc":
        raise Mistake(f"div: rounding_mode must be None, 'trunc' or 'floor', not {rounding_mode!r}")
    if _are_integers(input, other):
        return op["floor_divide"](input - fmod(input, other), other)
    return op["trunc"](op["divide"](input, other))


def clamp(input, min=None, max=None, *, out=None):
    """Limit the elements to [min, max].  A float bound makes integers floats."""
    if min is None and max is None:
        raise Mistake("clamp: at least one of min and max must not be None")
    if isinstance(input, Array) and input.dtype.kind not in "fc":
        wider = _promoted(min) or _promoted(max)
        if wider is not None:
            input = op["astype"](input, wider)
        elif _is_bool(input):
            return _clamped_bools(input, min, max)
    return op["clip"](input, min, max, out=out)


def _clamped_bools(input, min, max):
    """Return clamp of booleans: booleans, unless a bound is an integer."""
    bounds = [x for x in (min, max) if x is not None]
    y = op["clip"](*(op["astype"](x, _weir.int64) if _is_bool(x) and isinstance(x, Array) else x for x in (input, min, max)))
    return op["not_equal"](y, 0) if _is_bool(*bounds) else y


def _promoted(bound):
    """Return the dtype to which a float bound promotes integers, or None."""
    if isinstance(bound, float):
        return _weir.get_default_dtype()
    return bound.dtype if isinstance(bound, Array) and bound.dtype.kind == "f" else None


def hardtanh(input, min_val=-1.0, max_val=1.0):
    if input.dtype.kind in "iu":
        return op["clip"](input, int(min_val), int(max_val))
    return op["hardtanh"](input, min_val=min_val, max_val=max_val)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if _is_bool(input, other):
        return op["equal"](input, other)
    return weir.isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan)


def logical(fn):
    """Decorate a function of products so that boolean tensors are computed as integers."""
    def call(input, other):
        if not _is_bool(input, other):
            return fn(input, other)
        return op["astype"](fn(op["astype"](input, _weir.uint8), op["astype"](other, _weir.uint8)), _weir.bool)

    return call


outer, kron = logical(op["outer"]), logical(weir.kron)


def heaviside(input, values):
    return op["where"](op["equal"](input, 0), values, op["astype"](op["greater"](input, 0), values.dtype))


def xlogy(input, other, inner="log"):
    """Return input * log(other), which is 0 where the input is 0 and the other is not NaN."""
    input, other = op["broadcast_arrays"]([_core.asarray(input), _core.asarray(other)])
    zero = op["logical_and"](op["equal"](input, 0), op["logical_not"](op["isnan"](other)))
    safe = op["where"](zero, 1, other)
    return op["where"](zero, 0, input) * op[inner](safe)


def fmax(input, other):
    """Return the larger of both; where one is NaN, the other."""
    return _but_nan(maximum, input, other)


def fmin(input, other):
    return _but_nan(minimum, input, other)


def _but_nan(best, input, other):
    if input.dtype.kind != "f" or other.dtype.kind != "f":
        return best(input, other)
    y = best(input, other)
    return op["where"](op["isnan"](input), other, op["where"](op["isnan"](other), input, y))


def weighted(input, other, beta, alpha):
    """Return beta * input + alpha * other; with beta=0 the input is ignored, as addmm and the like do."""
    if input.dtype.kind in "iub":
        beta, alpha = (bool(n) if _is_bool(input) else int(n) for n in (beta, alpha))
    if _is_bool(input, other):
        return op["logical_or"](op["logical_and"](input, beta), op["logical_and"](other, alpha))
    other = other if alpha == 1 else op["multiply"](other, alpha)
    if beta == 0:
        shape = _weir.broadcast_shapes(_shape(input), _shape(other))
        return op["broadcast_to"](other, shape)
    input = input if beta == 1 else op["multiply"](input, beta)
    return op["add"](input, other)


def einsum(equation, *operands):
    """Return the sum of products that the equation describes; the operands may be a list or separate arguments."""
    if isinstance(equation, str):
        return weir.einsum(equation, *(operands if isinstance(operands[0], Array) else operands[0]))
    arrays, lists = [equation, *operands[1::2]], [*operands[0::2]]
    return weir.einsum(*(part for pair in zip(arrays, lists) for part in pair), *lists[len(arrays):])


def tensordot(a, b, dims=2):
    if isinstance(dims, Array):
        dims = Array.tolist(dims)
    if not isinstance(dims, int):
        dims = [[d] if isinstance(d, int) else list(d) for d in dims]
        a, b = (_without_ones(a, b, *dims), _without_ones(b, a, *dims[::-1]))
    else:
        own = list(range(a.ndim - dims, a.ndim)), list(range(dims))
        a, b = _without_ones(a, b, *own), _without_ones(b, a, *own[::-1])
    return weir.tensordot(a, b, axes=dims)


def _without_ones(x, other, dims, others):
    """Return x, summed over its contracted dimensions for which the other tensor has length 1, as length 1."""
    sums = tuple(i for i, j in zip(dims, others) if _shape(x)[i] != 1 and _shape(other)[j] == 1)
    return op["sum"](x, axis=sums, keepdims=True) if sums else x


def entr(input):
    """Return -x log x, which is -inf for negative x."""
    return op["where"](op["less"](input, 0), -float("inf"), -xlogy(input, input))


def logit(input, eps=None):
    """Return log(x / (1 - x)), of x limited to [eps, 1 - eps]."""
    if eps is not None:
        high = op["where"](op["greater"](input, 1 - eps), 1 - eps, input)
        input = op["where"](op["less"](input, eps), eps, high)
    return op["logit"](input)


def axes(dim):
    """Return dimensions of fft as a tuple, or None."""
    return (dim,) if isinstance(dim, int) else dim


def equal(input, other):
    """Return whether both tensors have the same shape and elements.  Blocks until they are computed."""
    return _shape(input) == _shape(other) and bool(op["all"](op["equal"](input, other)))


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(weir.allclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan))


# ---- Reductions with indices ---------------------------------------------------------------------------


def _pair(name, fields="values indices"):
    """Create and return the type of the results of max, sort and similar functions: values and indices."""
    first, second = fields.split()

    def __repr__(self):
        return f"torch.return_types.{name}(\n{first}={self[0]},\n{second}={self[1]})"

    return type(name, (namedtuple(name, fields),), {"__repr__": __repr__, "__slots__": ()})


def into(out, result):
    """Write a result, or a tuple of results, into `out` and return that; without it, return the result."""
    if out is None:
        return result
    if isinstance(result, tuple):
        return tuple(map(into, out, result))
    if _shape(out) != _shape(result):
        raise Mistake(f"out has shape {_shape(out)}, but the result has shape {_shape(result)}")
    return put(out, result)


def _best(name):
    arg = {"max": "argmax", "min": "argmin"}[name]
    two = {"max": maximum, "min": minimum}[name]
    pair_ = _pair(name)

    def best(input, dim=None, keepdim=False, other=None, out=None, *, axis=None, keepdims=False):
        dim, keepdim = dim if axis is None else axis, keepdim or keepdims
        if isinstance(dim, Array) or other is not None:
            return into(out, two(input, dim if other is None else other))
        if dim is None:
            return into(out, op[name](input))
        indices = op[arg](input, axis=dim, keepdims=True)
        values = op["take_along_axis"](input, indices, axis=dim)
        if not keepdim:
            values, indices = op["squeeze"](values, axis=dim), op["squeeze"](indices, axis=dim)
        return pair_(*into(out, (values, indices)))

    best.__name__ = name
    return scalars(best)


max_, min_ = _best("max"), _best("min")
_Sorted, _Top, _Median, _Kth, _Cummax, _Cummin, _NanMedian, _Mode = map(
    _pair, ("sort", "topk", "median", "kthvalue", "cummax", "cummin", "nanmedian", "mode"))
_Extremes = _pair("aminmax", "min max")


@scalars
def sort(input, dim=-1, descending=False, stable=False):
    indices = op["argsort"](input, axis=dim, descending=descending)
    return _Sorted(op["take_along_axis"](input, indices, axis=dim), indices)


@scalars
def topk(input, k, dim=-1, largest=True, sorted=True):
    return _Top(*op["topk"](input, k=k, axis=dim, largest=largest, sorted=sorted))


@scalars
def kthvalue(input, k, dim=-1, keepdim=False):
    """Return the k-th smallest elements along a dimension, and their indices."""
    return _Kth(*op["kthvalue"](input, k=k, axis=dim, keepdims=keepdim))


@scalars
def cummax(input, dim):
    return _Cummax(*op["cummax"](input, axis=dim))


@scalars
def cummin(input, dim):
    return _Cummin(*op["cummin"](input, axis=dim))


@scalars
def aminmax(input, *, dim=None, keepdim=False):
    return _Extremes(op["min"](input, axis=dim, keepdims=keepdim), op["max"](input, axis=dim, keepdims=keepdim))


@scalars
def median(input, dim=None, keepdim=False):
    """Return the median; for an even number of elements, this is the lower of the two in the middle."""
    if dim is None:
        return op["sort"](op["ravel"](input))[(size_of(input) - 1) // 2]
    dim = _axis(dim, input.ndim)
    indices = op["argsort"](input, axis=dim)
    middle = (slice(None),) * dim + (slice((_shape(input)[dim] - 1) // 2, (_shape(input)[dim] + 1) // 2),)
    indices = indices[middle]
    values = op["take_along_axis"](input, indices, axis=dim)
    if not keepdim:
        values, indices = op["squeeze"](values, axis=dim), op["squeeze"](indices, axis=dim)
    return _Median(values, indices)


@scalars
def nanmedian(input, dim=None, keepdim=False):
    """Return the median of the elements that are not NaN."""
    if dim is None:
        return nanmedian(op["ravel"](input), 0).values
    indices = op["argsort"](input, axis=dim)  # NaNs are last
    count = op["sum"](op["astype"](op["logical_not"](op["isnan"](input)), _weir.int64), axis=dim, keepdims=True)
    middle = op["maximum"](op["floor_divide"](count - 1, 2), 0)
    indices = op["take_along_axis"](indices, middle, axis=dim)
    values = op["take_along_axis"](input, indices, axis=dim)
    if not keepdim:
        values, indices = op["squeeze"](values, axis=dim), op["squeeze"](indices, axis=dim)
    return _NanMedian(values, indices)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Return the unique elements or, with dim, the unique slices along a dimension."""
    return weir.unique(input, return_inverse=return_inverse, return_counts=return_counts, axis=dim)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Return the elements, or slices along a dimension, that differ from the one before.  Blocks: the size depends on
    the values."""
    x = op["ravel"](input) if dim is None else op["moveaxis"](input, dim, 0)
    count = _shape(x)[0]
    rows = op["reshape"](x, (count, -1 if size_of(x) else 0))
    starts = op["ones"]((min(count, 1),), _weir.bool)
    if count > 1:
        starts = op["concat"]([starts, op["any"](op["not_equal"](rows[1:], rows[:-1]), axis=1)])
    groups = op["cumulative_sum"](op["astype"](starts, _weir.int64)) - 1 if count else op["zeros"]((0,), _weir.int64)
    values = x[starts]
    values = values if dim is None else op["moveaxis"](values, 0, dim)
    inverse = op["reshape"](groups, _shape(input)) if dim is None else groups
    found = (values, *((inverse,) if return_inverse else ()),
             *((op["bincount"](groups),) if return_counts else ()))
    return _like(input, found) if len(found) > 1 else values


def bincount(input, weights=None, minlength=0):
    if weights is not None and weights.dtype != _weir.float32:
        weights = op["astype"](weights, _weir.float64)
    return weir.bincount(input, weights, minlength)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Return where the values would have to be inserted to keep the sequence sorted, along the last dimension."""
    if not isinstance(input, Array):
        input = _like(sorted_sequence, op["full"](input, (), sorted_sequence.dtype))
    side = side or ("right" if right else "left")
    if sorter is not None:
        sorted_sequence = op["take_along_axis"](sorted_sequence, sorter, axis=-1)
    if sorted_sequence.ndim == 1:
        y = op["searchsorted"](sorted_sequence, input, side=side)
    elif size_of(sorted_sequence) == 0 or size_of(input) == 0:
        y = op["zeros_like"](input, dtype=_weir.int64)
    else:
        wide, rows = _shape(sorted_sequence)[-1], _shape(input)[:-1]
        sequences = op["reshape"](sorted_sequence, (-1, wide))
        values = op["reshape"](input, (_shape(sequences)[0], -1))
        y = op["stack"]([op["searchsorted"](s, v, side=side) for s, v in zip(op["unstack"](sequences), op["unstack"](values))])
        y = op["reshape"](y, (*rows, _shape(input)[-1]))
    return op["astype"](y, _weir.int32) if out_int32 else y


@scalars
def count_nonzero(input, dim=None):
    return op["count_nonzero"](input, axis=dim)


# ---- Parts ---------------------------------------------------------------------------------------------


@scalars
def split(tensor, split_size_or_sections, dim=0):
    n = _shape(tensor)[dim]
    each = split_size_or_sections
    if isinstance(each, int):
        if each < 0 or each == 0 and n:
            raise Mistake(f"split: the size of a part must be above 0, not {each}")
        cuts = list(range(each, n, each)) if each else []
    else:
        if sum(each) != n:
            raise Mistake(f"split: sections {list(each)} sum to {sum(each)}, but the dimension has length {n}")
        cuts = [sum(each[:i]) for i in range(1, len(each))]
    return op["split"](tensor, indices=cuts, axis=dim) if cuts else (tensor,)


@scalars
def chunk(input, chunks, dim=0):
    return split(input, max(1, -(-_shape(input)[dim] // chunks)), dim)


def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    """Split a tensor into a number of parts, or at indices; either may be a tensor."""
    where_ = next(x for x in (indices_or_sections, indices, sections) if x is not None)
    where_ = Array.tolist(where_) if isinstance(where_, Array) else where_
    return tuple(weir.array_split(input, where_ if isinstance(where_, int) else list(where_), axis=dim))


def _splits(name, dim, least):
    def call(input, indices_or_sections=None, *, indices=None, sections=None):
        where_ = next(x for x in (indices_or_sections, indices, sections) if x is not None)
        if input.ndim < least:
            raise Mistake(f"{name} requires a tensor with at least {least} dimensions, not {input.ndim}")
        return tensor_split(input, where_, 0 if input.ndim == 1 else dim)

    call.__name__ = name
    return call


hsplit, vsplit, dsplit = _splits("hsplit", 1, 1), _splits("vsplit", 0, 2), _splits("dsplit", 2, 3)


def _along(dim, ndim, index):
    """Return an index of a tensor that selects `index` along a dimension."""
    return (slice(None),) * _axis(dim, ndim) + (index,)


@scalars
def narrow(input, dim, start, length):
    """Return a view of `length` elements along a dimension, from `start`."""
    n, start = _shape(input)[dim], int(start)
    start = start + n if start < 0 else start
    if not 0 <= start <= n or length < 0 or start + length > n:
        raise Mistake(f"narrow: start ({start}) + length ({length}) exceeds dimension size ({n})")
    return input[_along(dim, input.ndim, slice(start, start + length))]


def select(input, dim, index):
    return input[_along(dim, input.ndim, index)]


def _scattered_part(input, src, index):
    y = op["copy"](input)
    y[index] = src
    return y


def select_scatter(input, src, dim, index):
    """Return a copy of the input with src at one index along a dimension."""
    return _scattered_part(input, src, _along(dim, input.ndim, index))


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """Return a copy of the input with src in a slice along a dimension."""
    return _scattered_part(input, src, _along(dim, input.ndim, slice(start, end, step)))


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """Return a copy of the input with src on a diagonal."""
    dim1, dim2 = _axis(dim1, input.ndim), _axis(dim2, input.ndim)
    y = op["moveaxis"](input, (dim1, dim2), (-2, -1))
    rows, columns = _shape(y)[-2:]
    placed = op["diag_embed"](src, offset=offset, n_rows=rows, n_cols=columns)
    on = op["diag_embed"](op["ones"]((_shape(src)[-1],), _weir.bool), offset=offset, n_rows=rows, n_cols=columns)
    return op["moveaxis"](op["where"](on, op["astype"](placed, input.dtype), y), (-2, -1), (dim1, dim2))


def where(condition, input=None, other=None):
    if input is None:
        return nonzero(condition, as_tuple=True)
    if condition.dtype != _weir.bool:
        raise Mistake(f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype}")
    return op["where"](condition, input, other)


def nonzero(input, as_tuple=False):
    found = op["nonzero"](input if input.ndim else op["reshape"](input, (1,)))
    if as_tuple:
        return found
    return op["stack"](found, axis=1) if input.ndim else op["reshape"](found[0], (-1, 1))[:, :0]


def squeeze(input, dim=None):
    if dim is None:
        dim = tuple(i for i, n in enumerate(_shape(input)) if n == 1)
    else:
        dim = (dim,) if isinstance(dim, int) else dim
        dim = tuple(d for d in (_axis(d, input.ndim) for d in dim) if input.ndim and _shape(input)[d] == 1)
    return op["squeeze"](input, axis=dim)


def transpose(input, dim0, dim1):
    if input.ndim == 0:
        return input if _axis(dim0, 0) == _axis(dim1, 0) else input
    return op["swapaxes"](input, dim0, dim1)


def permute(input, *dims):
    return op["permute_dims"](input, flat(dims))


def flip(input, *dims_, dims=None):
    dims = flat(dims_) if dims is None else (dims,) if isinstance(dims, int) else dims
    for d in dims:
        _axis(d, input.ndim)
    return op["flip"](input, axis=dims) if input.ndim else op["copy"](input)


def expand(self, *sizes):
    sizes, own = flat(sizes), _shape(self)
    full = (1,) * (len(sizes) - len(own)) + own
    return op["broadcast_to"](self, tuple(m if n == -1 else n for n, m in zip(sizes, full)))


def repeat(self, *sizes):
    sizes = flat(sizes)
    if len(sizes) < self.ndim:
        raise Mistake(f"repeat: expected a number for each of the {self.ndim} dimensions, not {tuple(sizes)}")
    return op["tile"](self, sizes)


def product(name, x, y, dims, result, **more):
    """Return result(x, y) if the tensors have these numbers of dimensions; otherwise raise an error."""
    if (x.ndim, y.ndim) != dims:
        raise Mistake(f"{name}: expected tensors of {dims[0]} and {dims[1]} dimensions, not of shapes {tuple(_shape(x))} and "
                      f"{tuple(_shape(y))}; torch.matmul accepts other numbers of dimensions")
    return result(x, y, **more)


@scalars
def mode(input, dim=-1, keepdim=False):
    """Return the smallest of the most frequent elements along a dimension, and the index of its last occurrence."""
    x = op["moveaxis"](input, source=dim, destination=-1)
    ordered = op["sort"](Array.detach(x), axis=-1)
    counts = op["sum"](op["astype"](ordered[..., None] == ordered[..., None, :], _weir.int64), axis=-1)
    best = op["take_along_axis"](ordered, op["argmax"](counts, axis=-1, keepdims=True), axis=-1)
    last = x.ndim and _shape(x)[-1] - 1 - op["argmax"](op["flip"](op["astype"](x == best, _weir.int64), axis=-1), axis=-1, keepdims=True)
    values = op["take_along_axis"](x, last, axis=-1)
    shown = (lambda y: op["moveaxis"](y, source=-1, destination=dim)) if keepdim else (lambda y: y[..., 0])
    return _Mode(shown(values), shown(last))


class _SVD(namedtuple("svd", "U S V")):
    __slots__ = ()


def svd(input, some=True, compute_uv=True):
    """Return U, S and V with input = U diag(S) V^H."""
    u, s, vh = weir.linalg.svd(input, full_matrices=not some)
    if not compute_uv:
        m, n = _shape(input)[-2:]
        u, vh = (op["zeros"]((*_shape(input)[:-2], k, k), u.dtype) for k in (m, n))
    return _SVD(_like(input, u), _like(input, s), _like(input, conj(transpose(_like(input, vh), -2, -1))))


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Return the tensor with its elements repeated; given only the numbers of repeats, return the indices."""
    if repeats is None:
        indices = op["arange"](0, _shape(input)[0], 1, _weir.int64)
        return _like(input, weir.repeat(indices, input, axis=0))
    if isinstance(repeats, Array) and size_of(repeats) == 1:
        repeats = int(repeats.item())
    return weir.repeat(input, repeats, axis=dim)


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Return matrices, in the dimensions dim1 and dim2, with the last dimension of the input on a diagonal."""
    y = op["diag_embed"](input, offset=offset)
    dim1, dim2 = _axis(dim1, y.ndim), _axis(dim2, y.ndim)
    if dim1 > dim2:
        y, dim1, dim2 = op["swapaxes"](y, -2, -1), dim2, dim1
    return y if (dim1, dim2) == (y.ndim - 2, y.ndim - 1) else op["moveaxis"](y, (-2, -1), (dim1, dim2))


def cat(tensors, dim=0, axis=None, out=None):
    """Return the tensors one after the other; as in PyTorch, empty tensors of shape (0,) are skipped."""
    tensors = tuple(tensors)
    dim = dim if axis is None else axis
    try:
        return into(out, op["concat"](tensors, axis=dim))
    except ValueError:
        rest = tuple(t for t in tensors if _shape(t) != (0,))
        if len(rest) == len(tensors) or not rest:
            raise
        return into(out, op["concat"](rest, axis=dim))


def stack(tensors, dim=0, *, axis=None, out=None):
    return into(out, op["stack"](tensors, axis=dim if axis is None else axis))


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return op["stack"]([op["ravel"](t) for t in op["meshgrid"](tensors, indexing="ij")], axis=-1)


def block_diag(*tensors):
    """Return the matrices along the diagonal of a larger one."""
    parts = [op["reshape"](t, (1, -1)) if t.ndim < 2 else t for t in tensors]
    right, rows = sum(_shape(t)[1] for t in parts), []
    left = 0
    for t in parts:
        wide = _shape(t)[1]
        rows.append(op["pad"](t, widths=[0, 0, left, right - left - wide], value=0.0))
        left += wide
    return op["concat"](rows, axis=0)
