"""Functions of torch that read or write elements at indices: gather, scatter, index_add, masked_fill and so on."""
import weir as _weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Spoken, op, size_of
from weir.dialects._torch_ops import _axis, _like

weir = Spoken(_weir)
_shape = Array.shape.__get__


_REDUCTIONS = {"add": "sum", "multiply": "prod", "sum": "sum", "prod": "prod", "mean": "mean", "amax": "max",
               "amin": "min"}


def _reduced(combine, put, x, index, src, how, include_self):
    """Combine src with the elements of x; `combine` and `put` are Weir's operators with their axis.

    Weir reduces numbers; booleans are reduced as integers, and the mean of integers is rounded down, as in PyTorch.
    """
    if x.dtype == _weir.bool:
        y = _reduced(combine, put, op["astype"](x, _weir.int64), index, op["astype"](src, _weir.int64), how, include_self)
        return op["not_equal"](y, 0)
    if x.dtype.kind not in "iu":
        return combine(x, index, src, how, include_self)
    if not include_self and how in ("sum", "prod", "mean"):
        x = put(x, index, op["full_like"](src, 1 if how == "prod" else 0))
    if how == "mean":
        ones = op["ones_like"](src)
        counts = combine(op["full_like"](x, 1) if include_self else put(op["full_like"](x, 1), index, ones - ones), index,
                         ones, "sum", True)
        return op["floor_divide"](combine(x, index, src, "sum", True), counts)
    return combine(x, index, src, how, True if how in ("sum", "prod") else include_self)


def _scattered(name, input, dim, index, src, reduce, include_self=True):
    """Return the input with src written to the elements at the given indices along a dimension or, with `reduce`,
    combined with these elements.  In the other dimensions, the index may be shorter than the input."""
    if reduce is not None and reduce not in _REDUCTIONS:
        raise RuntimeError(f"{name}: reduce must be one of {', '.join(_REDUCTIONS)}, not {reduce!r}")
    if input.ndim == 0:
        one = (1,)
        src = op["reshape"](src, one) if isinstance(src, Array) else src
        y = _scattered(name, op["reshape"](input, one), dim, op["reshape"](index, one), src, reduce, include_self)
        return op["reshape"](y, ())
    index = op["reshape"](index, (1,)) if index.ndim == 0 else index
    own, shape = _shape(input), _shape(index)
    if size_of(index) == 0:
        return op["copy"](input)
    if not isinstance(src, Array):
        src = weir.full(shape, src, dtype=input.dtype)
    src = op["reshape"](src, (1,)) if src.ndim == 0 else src
    if _shape(src) != shape:
        src = src[tuple(slice(n) for n in shape)]
    at = dim % len(own)
    part = tuple(slice(n) if i != at and n < own[i] else slice(None) for i, n in enumerate(shape))
    whole = all(p == slice(None) for p in part)
    x = input if whole else input[part]

    def put(x, index, src):
        return op["put_along_axis"](x, index, src, axis=dim)

    def combine(x, index, src, how, include_self):
        if how == "sum" and include_self:  # its gradient needs neither x nor src
            return op["put_along_axis"](x, index, src, axis=dim, accumulate=True)
        return op["put_along_axis_reduce"](x, index, src, axis=dim, reduce=how, include_self=include_self)

    y = put(x, index, src) if reduce is None else _reduced(combine, put, x, index, src, _REDUCTIONS[reduce], include_self)
    if whole:
        return y
    result = op["copy"](input)
    result[part] = y
    return result


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    """Return the input with src, or a single value, written at the given indices along a dimension."""
    return _scattered("scatter", input, dim, index, value if src is None else src, reduce)


def scatter_add(input, dim, index, src):
    """Return the input with src added at the given indices along a dimension."""
    return _scattered("scatter_add", input, dim, index, src, "sum")


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """Return the input with each element of src combined, by the reduction `reduce`, with the element at the given
    index along a dimension."""
    return _scattered("scatter_reduce", input, dim, index, src, reduce, include_self)


def _rows(fn):
    """Decorate a function of rows so that tensors without dimensions are accepted: input, index and source."""
    def call(input, dim, index, source, *args, **kwargs):
        index = op["reshape"](index, (1,)) if isinstance(index, Array) and index.ndim == 0 else index
        if input.ndim:
            return fn(input, dim, index, source, *args, **kwargs)
        source = op["reshape"](source, (1,)) if isinstance(source, Array) else source
        return op["reshape"](fn(op["reshape"](input, (1,)), _axis(dim, 0), index, source, *args, **kwargs), ())

    call.__name__, call.__doc__ = fn.__name__, fn.__doc__
    return call


@_rows
def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """Return the input with each row of source combined, by the reduction `reduce`, with the row at the given index
    along a dimension."""
    if reduce not in _REDUCTIONS:
        raise RuntimeError(f"index_reduce: reduce must be one of {', '.join(_REDUCTIONS)}, not {reduce!r}")
    if size_of(index) == 0:
        return op["copy"](input)

    def put(x, index, src):
        return op["scatter"](x, index, src, axis=dim)

    def combine(x, index, src, how, include_self):
        return op["scatter_reduce"](x, index, src, axis=dim, reduce=how, include_self=include_self)

    return _reduced(combine, put, input, index, source, _REDUCTIONS[reduce], include_self)


@_rows
def index_add(input, dim, index, source, *, alpha=1):
    """Return the input with alpha * source added to the rows at the given indices along a dimension."""
    if input.dtype == _weir.bool:
        source = op["astype"](op["logical_and"](source, bool(alpha)), _weir.int64)
        return op["not_equal"](op["scatter_add"](op["astype"](input, _weir.int64), index, source, axis=dim), 0)
    return op["scatter_add"](input, index, source if alpha == 1 else alpha * source, axis=dim)


@_rows
def index_copy(input, dim, index, source):
    """Return the input with the rows at the given indices along a dimension replaced."""
    return op["scatter"](input, index, source, axis=dim)


@_rows
def index_fill(input, dim, index, value):
    """Return the input with all elements of the rows at the given indices along a dimension set to a value."""
    if not isinstance(value, Array):
        value = op["full"](value, (), input.dtype)
    shape = list(_shape(input))
    shape[dim] = size_of(index)
    return op["scatter"](input, index, op["broadcast_to"](op["astype"](value, input.dtype), shape), axis=dim)


def index_select(input, dim, index):
    index = op["reshape"](index, (1,)) if index.ndim == 0 else index
    if input.ndim == 0:
        return op["reshape"](op["take"](op["reshape"](input, (1,)), index, axis=_axis(dim, 0)), ())
    return op["take"](input, index, axis=dim)


def index_put(input, indices, values, accumulate=False):
    """Return the input with the elements at the given indices replaced or, with accumulate, increased."""
    if not accumulate:
        y = op["copy"](input)
        y[tuple(indices)] = values
        return y
    found = [part for i in indices for part in (op["nonzero"](i) if i.dtype == _weir.bool else (i,))]
    found = op["broadcast_arrays"](found) if len(found) > 1 else found
    if input.dtype == _weir.bool:
        y = index_put(op["astype"](input, _weir.int64), found, op["astype"](values, _weir.int64), True)
        return op["not_equal"](y, 0)
    shape = _shape(found[0]) + _shape(input)[len(found):]
    return op["index_put"](input, op["broadcast_to"](values, shape), found, axes=list(range(len(found))), accumulate=True)


def gather(input, dim, index, *, sparse_grad=False):
    """Return the elements at the given indices along a dimension.  In the other dimensions, the index may be shorter."""
    if input.ndim == 0 or index.ndim == 0:
        y = op["take_along_axis"](op["reshape"](input, (-1,)), op["reshape"](index, (-1,)), axis=_axis(dim, input.ndim))
        return op["reshape"](y, _shape(index))
    if size_of(index) == 0:
        return _like(input, op["empty"](_shape(index), input.dtype))
    at, own, shape = _axis(dim, input.ndim), _shape(input), _shape(index)
    if any(n < own[i] for i, n in enumerate(shape) if i != at):
        input = input[tuple(slice(None) if i == at else slice(n) for i, n in enumerate(shape))]
    return op["take_along_axis"](input, index, axis=dim)


def take_along_dim(input, indices, dim=None):
    """Return the elements at the given indices along a dimension; both are broadcast in the other dimensions."""
    if dim is None:
        return op["take_along_axis"](op["ravel"](input), op["ravel"](indices), axis=0)
    if input.ndim == 0:
        return gather(input, dim, indices)
    at = _axis(dim, input.ndim)
    rest = lambda x: _shape(x)[:at] + (1,) + _shape(x)[at + 1:]  # noqa: E731
    common = _weir.broadcast_shapes(rest(input), rest(indices))
    whole = lambda x: op["broadcast_to"](x, common[:at] + (_shape(x)[at],) + common[at + 1:])  # noqa: E731
    return op["take_along_axis"](whole(input), whole(indices), axis=at)


def put(input, index, source, accumulate=False):
    """Return the input with source written at indices that count its elements in order."""
    if size_of(index) == 0:
        return op["copy"](input)
    index, source = op["ravel"](index), op["ravel"](source)
    if accumulate:
        y = index_add(op["ravel"](input), 0, index, source)
    else:
        y = op["scatter"](op["ravel"](input), index, source, axis=0)
    return op["reshape"](y, _shape(input))


def masked_select(input, mask):
    input, mask = op["broadcast_arrays"]([input, mask])
    return input[mask] if input.ndim else op["reshape"](input, (1,))[op["reshape"](mask, (1,))]


def masked_fill(input, mask, value):
    if isinstance(value, Array):
        value = op["astype"](value, input.dtype) if value.dtype != input.dtype else value
    elif input.dtype.kind in "iub":
        value = bool(value) if input.dtype == _weir.bool else int(value)
    return op["where"](mask, value, input)


def masked_scatter(input, mask, source):
    """Return the input with the elements where the mask is True replaced by those of source, in order."""
    input, mask = op["broadcast_arrays"]([input, mask])
    if size_of(source) == 0 or size_of(mask) == 0:
        return op["copy"](input)
    order = op["cumulative_sum"](op["astype"](op["ravel"](mask), _weir.int64)) - 1
    found = op["take"](op["ravel"](source), op["clip"](order, 0, size_of(source) - 1), axis=0)
    return op["where"](mask, op["reshape"](found, _shape(input)), input)


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    pair = [x if isinstance(x, Array) else _core.asarray(x) for x in (elements, test_elements)]
    return op["isin"](*pair, invert=invert)
