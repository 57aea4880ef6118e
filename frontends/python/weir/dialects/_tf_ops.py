"""Functions of tf that create tensors, change their shapes, or read and write at indices."""
import weir as _weir
from weir import _core
from weir._core import Array
from weir.dialects import _gpus
from weir.dialects._tensor_class import Mistake, Spoken, op, plain
from weir.dialects._tf_math import axes, both, checked, part
from weir.dialects._tf_tensor import Refused, TensorShape, Variable, as_dtype, as_tensor, count_of, made, refuse

weir = Spoken(_weir)
_shape = Array.shape.__get__


def integers(x):
    """Return a number, or the numbers of a list, shape or tensor, as Python integers."""
    if isinstance(x, Array):
        return Array.tolist(x)
    if isinstance(x, (list, tuple)):
        return [integers(v) for v in x]
    if hasattr(x, "tolist"):
        return x.tolist()
    return None if x is None else int(x)


def shape_of(shape):
    """Return a shape, given as a number, a list or a tensor, as a tuple."""
    found = integers(shape)
    found = (found,) if isinstance(found, int) else tuple(found)
    if any(n is not None and n < -1 for n in found):
        raise Refused(f"the shape {found} has negative lengths")
    return found


def _axis(fn, *args, **kwargs):
    """Call an operator; an axis that is out of range is refused as TensorFlow does."""
    try:
        return fn(*args, **kwargs)
    except IndexError as error:  # also AxisError
        raise refuse(error) from None


# ---- New tensors


def filled_with(name):
    def call(shape, dtype=None, name=None, layout=None):
        sizes = shape_of(shape)
        if -1 in sizes:
            raise Refused(f"{sizes} is not a shape")
        return made(op[name_](sizes, as_dtype(dtype) or _weir.float32))

    name_ = name
    call.__name__ = name
    return call


def like(name_):
    def call(input, dtype=None, name=None, layout=None):
        return made(op[name_](as_tensor(input), dtype=as_dtype(dtype)))

    call.__name__ = name_
    return call


zeros, ones, zeros_like, ones_like = filled_with("zeros"), filled_with("ones"), like("zeros_like"), like("ones_like")


def fill(dims, value, name=None):
    return op["broadcast_to"](as_tensor(value), shape_of(dims))


def eye(num_rows, num_columns=None, batch_shape=None, dtype=None, name=None):
    x = made(weir.eye(int(num_rows), None if num_columns is None else int(num_columns), dtype=as_dtype(dtype) or _weir.float32))
    return x if batch_shape is None else op["broadcast_to"](x, (*shape_of(batch_shape), *_shape(x)))


def range_(start, limit=None, delta=1, dtype=None, name=None):
    start, limit = (0, start) if limit is None else (start, limit)
    start, limit, delta = (v.item() if isinstance(v, Array) else v for v in (start, limit, delta))
    if dtype is None:
        dtype = _weir.float32 if any(isinstance(v, float) for v in (start, limit, delta)) else _weir.int32
    return made(weir.arange(start, limit, delta, dtype=as_dtype(dtype)))


def linspace(start, stop, num, name=None, axis=0):
    start, stop = both("linspace", start, stop)
    if start.dtype.kind in "iu":
        start, stop = op["astype"](start, _weir.float64), op["astype"](stop, _weir.float64)
    steps = op["reshape"](weir.arange(int(num), dtype=start.dtype) / max(int(num) - 1, 1), (-1, *[1] * start.ndim))
    y = start + (stop - start) * made(steps)
    return op["moveaxis"](y, 0, axis) if axis else y


def convert(value, dtype=None, dtype_hint=None, name=None):
    """tf.convert_to_tensor: a tensor is not cast."""
    if isinstance(value, Array) and dtype is not None and value.dtype != as_dtype(dtype):
        raise Refused(f"convert_to_tensor: the tensor is {value.dtype}, not {as_dtype(dtype)}; use tf.cast")
    if isinstance(value, (list, tuple)) and any(isinstance(v, Array) for v in value):
        return stack(value)
    return +value if isinstance(value, Variable) else as_tensor(value, dtype)


def cast(x, dtype, name=None):
    x, dtype = as_tensor(x), as_dtype(dtype)
    return op["astype"](op["real"](x) if x.dtype.kind == "c" and _weir.dtype(dtype).kind != "c" else x, dtype)


def saturate_cast(value, dtype, name=None):
    x, info = as_tensor(value), _weir.iinfo(as_dtype(dtype))
    return op["astype"](op["clip"](x, max(info.min, -2 ** 31), min(info.max, 2 ** 31 - 1)), as_dtype(dtype))


def complex_(real, imag, name=None):
    real, imag = both("complex", real, imag)
    return op["astype"](real, _weir.complex64) + op["astype"](imag, _weir.complex64) * 1j


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """Return on_value at each index and off_value elsewhere; an index out of range has no on_value."""
    indices, depth = as_tensor(indices), int(depth)
    given = next((v for v in (on_value, off_value) if v is not None), None)
    dtype = as_dtype(dtype) or (_weir.float32 if given is None else as_tensor(given).dtype)
    hits = op["expand_dims"](indices, -1) == made(weir.arange(depth, dtype=indices.dtype))
    if axis is not None and axis not in (-1, indices.ndim):
        hits = op["moveaxis"](hits, -1, int(axis))
    on, off = 1 if on_value is None else on_value, 0 if off_value is None else off_value
    return op["where"](hits, as_tensor(on, dtype), as_tensor(off, dtype))


def sequence_mask(lengths, maxlen=None, dtype=_weir.bool, name=None):
    lengths = as_tensor(lengths)
    maxlen = int(op["max"](lengths)) if maxlen is None else int(maxlen)
    return op["astype"](made(weir.arange(maxlen, dtype=lengths.dtype)) < op["expand_dims"](lengths, -1), as_dtype(dtype))


def meshgrid(*args, indexing="xy", name=None):
    args = [as_tensor(a) for a in args]
    if any(a.dtype != args[0].dtype for a in args):
        raise Refused(f"meshgrid: the dtypes {[str(a.dtype) for a in args]} differ")
    return list(op["meshgrid"](args, indexing=indexing))


# ---- Shapes


def reshape(tensor, shape, name=None):
    return op["reshape"](as_tensor(tensor), shape_of(shape))


def transpose(a, perm=None, conjugate=False, name=None):
    a = as_tensor(a)
    a = op["conj"](a) if conjugate and a.dtype.kind == "c" else a
    return op["permute_dims"](a) if perm is None else _axis(op["permute_dims"], a, tuple(integers(perm)))


def expand_dims(input, axis, name=None):
    return _axis(op["expand_dims"], as_tensor(input), int(axis))


def squeeze(input, axis=None, name=None):
    x = as_tensor(input)
    if axis is None:
        return op["squeeze"](x, axis=tuple(i for i, n in enumerate(_shape(x)) if n == 1))
    return _axis(op["squeeze"], x, axis=axes(axis))


def concat(values, axis, name=None):
    values = [as_tensor(v) for v in values] if isinstance(values, (list, tuple)) else [as_tensor(values)]
    return _axis(op["concat"], values, axis=int(axis))


def stack(values, axis=0, name=None):
    values = values if isinstance(values, Array) else [as_tensor(v) for v in values]
    return _axis(op["stack"], list(values), axis=int(axis))


def unstack(value, num=None, axis=0, name=None):
    x = as_tensor(value)
    if x.ndim == 0 or num is not None and -x.ndim <= axis < x.ndim and num != _shape(x)[axis]:
        raise Refused(f"unstack: {_shape(x)} cannot be split into {num} along axis {axis}")
    return list(_axis(op["unstack"], x, axis=int(axis)))


def split(value, num_or_size_splits, axis=0, num=None, name=None):
    x, sizes = as_tensor(value), integers(num_or_size_splits)
    if isinstance(sizes, int):
        return list(_axis(op["split"], x, sections=sizes, axis=int(axis)))
    length = _shape(x)[axis]
    if sizes.count(-1) == 1:
        sizes = [length - sum(sizes) - 1 if n == -1 else n for n in sizes]
    if sum(sizes) != length:
        raise Refused(f"split: the sizes {sizes} do not add up to {length}")
    return list(op["split"](x, indices=[sum(sizes[:i]) for i in range(1, len(sizes))], axis=int(axis)))


def tile(input, multiples, name=None):
    x, times = as_tensor(input), integers(multiples)
    if len(times) != x.ndim:
        raise Refused(f"tile: {times} has {len(times)} numbers, but the tensor has {x.ndim} dimensions")
    return op["tile"](x, times) if times else x


def repeat(input, repeats, axis=None, name=None):
    return weir.repeat(as_tensor(input), integers(repeats), axis=axis)


def reverse(tensor, axis, name=None):
    return _axis(op["flip"], as_tensor(tensor), axis=axes(axis))


def roll(input, shift, axis, name=None):
    shift = integers(shift)
    return weir.roll(as_tensor(input), tuple(shift) if isinstance(shift, list) else shift, axis=axes(axis))


def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    x, widths = as_tensor(tensor), integers(paddings)
    mode = mode.upper()
    if len(widths) != x.ndim:
        raise Refused(f"pad: {len(widths)} paddings for a tensor of {x.ndim} dimensions")
    if mode == "CONSTANT":
        return op["pad"](x, widths=[n for p in widths for n in p], value=float(constant_values))
    edge = 1 if mode == "REFLECT" else 0
    for axis, (before, after) in enumerate(widths):
        n = _shape(x)[axis]
        if max(before, after) > n - edge:
            raise Refused(f"pad: {mode} padding of {before} and {after} is too long for a length of {n}")
        order = [*range(before + edge - 1, edge - 1, -1), *range(n), *range(n - 1 - edge, n - 1 - edge - after, -1)]
        if before or after:
            x = op["take"](x, made(_core.asarray(order, dtype=_weir.int64)), axis=axis)
    return x


def broadcast_to(input, shape, name=None):
    return op["broadcast_to"](as_tensor(input), shape_of(shape))


def shape(input, out_type=_weir.int32, name=None):
    return made(_core.asarray(list(_shape(as_tensor(input))), dtype=as_dtype(out_type)))


def size(input, out_type=_weir.int32, name=None):
    return made(_core.asarray(count_of(_shape(as_tensor(input))), dtype=as_dtype(out_type)))


def rank(input, name=None):
    return made(_core.asarray(as_tensor(input).ndim, dtype=_weir.int32))


def ensure_shape(x, shape, name=None):
    x = as_tensor(x)
    if len(shape) != x.ndim or any(n is not None and n != m for n, m in zip(shape, _shape(x))):
        raise Refused(f"ensure_shape: the tensor has the shape {_shape(x)}, not {tuple(shape)}")
    return x


# ---- Parts and indices


def where(condition, x=None, y=None, name=None):
    condition = as_tensor(condition)
    if x is None and y is None:
        return op["stack"](op["nonzero"](condition), axis=1)
    x, y = both("where", x, y)
    return op["where"](checked("where", condition, "b"), x, y)


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    x, indices = as_tensor(params), as_tensor(indices)
    axis = (batch_dims if axis is None else int(axis)) % max(x.ndim, 1)
    checked("gather", indices, "iu")
    if batch_dims:
        n = int(batch_dims)
        rows = [gather(a, b, axis=axis - 1, batch_dims=n - 1) for a, b in zip(op["unstack"](x, axis=0), op["unstack"](indices, axis=0))]
        return op["stack"](rows, axis=0)
    return op["reshape"](op["take"](x, op["ravel"](indices), axis=axis), _shape(x)[:axis] + _shape(indices) + _shape(x)[axis + 1:])


def _rows(x, indices):
    """Return the elements that tuples of indices refer to: x with the indexed axes as one, and the positions there."""
    depth = _shape(indices)[-1]
    lengths = _shape(x)[:depth]
    position = op["astype"](op["zeros_like"](indices[..., 0]), _weir.int64) if depth else None
    for i, n in enumerate(lengths):
        position = position * n + op["astype"](indices[..., i], _weir.int64)
    return op["reshape"](x, (count_of(lengths), *_shape(x)[depth:])), position


def gather_nd(params, indices, batch_dims=0, name=None):
    x, indices = as_tensor(params), as_tensor(indices)
    if batch_dims:
        pairs = zip(op["unstack"](x, axis=0), op["unstack"](indices, axis=0))
        return op["stack"]([gather_nd(a, b, batch_dims=int(batch_dims) - 1) for a, b in pairs], axis=0)
    rows, position = _rows(x, indices)
    return op["reshape"](op["take"](rows, op["ravel"](position), axis=0), _shape(position) + _shape(rows)[1:])


def _scattered(tensor, indices, updates, how):
    x, indices = as_tensor(tensor), as_tensor(indices)
    updates = as_tensor(updates, None if isinstance(updates, Array) else x.dtype)
    rows, position = _rows(x, indices)
    updates = op["reshape"](updates, (count_of(_shape(position)), *_shape(rows)[1:]))
    position = op["ravel"](position)
    if how is None:
        made_ = op["scatter"](rows, position, updates, axis=0)
    else:
        made_ = op["scatter_combine"](rows, position, updates, axis=0, reduce=how)
    return op["reshape"](made_, _shape(x))


def tensor_scatter_nd_update(tensor, indices, updates, name=None):
    return _scattered(tensor, indices, updates, None)


def tensor_scatter_nd_add(tensor, indices, updates, name=None):
    return _scattered(tensor, indices, updates, "sum")


def tensor_scatter_nd_sub(tensor, indices, updates, name=None):
    x = as_tensor(tensor)
    return _scattered(x, indices, -as_tensor(updates, None if isinstance(updates, Array) else x.dtype), "sum")


def tensor_scatter_nd_max(tensor, indices, updates, name=None):
    return _scattered(tensor, indices, updates, "max")


def tensor_scatter_nd_min(tensor, indices, updates, name=None):
    return _scattered(tensor, indices, updates, "min")


def scatter_nd(indices, updates, shape, name=None):
    updates = as_tensor(updates)
    return _scattered(made(op["zeros"](shape_of(shape), updates.dtype)), indices, updates, "sum")


def boolean_mask(tensor, mask, axis=None, name="boolean_mask"):
    x, mask = as_tensor(tensor), op["astype"](as_tensor(mask), _weir.bool)
    axis = int(axis or 0)
    if _shape(mask) != _shape(x)[axis:axis + mask.ndim]:
        raise Refused(f"boolean_mask: the mask has the shape {_shape(mask)}, the tensor {_shape(x)}")
    return x[(slice(None),) * axis + (mask,)]


def slice_(input_, begin, size, name=None):
    begin, size = integers(begin), integers(size)
    return as_tensor(input_)[tuple(slice(b, None if n == -1 else b + n) for b, n in zip(begin, size))]


def strided_slice(input_, begin, end, strides=None, name=None, **masks):
    if any(masks.values()):
        raise NotImplementedError("strided_slice: masks are not supported; index the tensor")
    begin, end = integers(begin), integers(end)
    strides = [1] * len(begin) if strides is None else integers(strides)
    return as_tensor(input_)[tuple(map(slice, begin, end, strides))]


def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    x = as_tensor(values)
    return op["astype"](_axis(op["argsort"], x, axis=int(axis), descending=_descends(direction)), _weir.int32)


def sort(values, axis=-1, direction="ASCENDING", name=None):
    return _axis(op["sort"], as_tensor(values), axis=int(axis), descending=_descends(direction))


def _descends(direction):
    if direction not in ("ASCENDING", "DESCENDING"):
        raise Refused(f"direction must be 'ASCENDING' or 'DESCENDING', not {direction!r}")
    return direction == "DESCENDING"


def searchsorted(sorted_sequence, values, side="left", out_type=_weir.int32, name=None):
    rows, values = both("searchsorted", sorted_sequence, values)
    if rows.ndim > 1:
        found = [weir.searchsorted(a, b, side=side) for a, b in zip(op["unstack"](rows, axis=0), op["unstack"](values, axis=0))]
        return op["astype"](op["stack"](found), as_dtype(out_type))
    return op["astype"](weir.searchsorted(rows, values, side=side), as_dtype(out_type))


def unique(x, out_idx=_weir.int32, name=None):
    return unique_with_counts(x, out_idx)[:2]


def unique_with_counts(x, out_idx=_weir.int32, name=None):
    """Return the elements in the order of their first occurrence, the place of each element among them, and their counts.
    Blocks until x is computed."""
    x = as_tensor(x)
    places, order, counts = [], {}, []
    for value in Array.tolist(x):
        at = order.setdefault(value, len(order))
        if at == len(counts):
            counts.append(0)
        counts[at] += 1
        places.append(at)
    first = [places.index(i) for i in range(len(counts))]
    values = op["take"](x, made(_core.asarray(first, dtype=_weir.int64)), axis=0)
    return values, *(made(_core.asarray(numbers, dtype=as_dtype(out_idx))) for numbers in (places, counts))


def unravel_index(indices, dims, name=None):
    indices, dims = as_tensor(indices), integers(dims)
    found = []
    for n in reversed(dims):
        found.insert(0, indices % n)
        indices = indices // n
    return op["stack"](found, axis=0)


def dynamic_partition(data, partitions, num_partitions, name=None):
    x, partitions = as_tensor(data), as_tensor(partitions)
    return [x[partitions == i] for i in range(num_partitions)]


def shuffle_rows(value):
    value = as_tensor(value)
    return op["take"](value, _gpus.beside(op["permutation"](_shape(value)[0]), value), axis=0)


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=0, name=None):
    x = as_tensor(input)
    rows = []
    for row, n in zip(op["unstack"](x, axis=batch_axis), integers(seq_lengths)):
        axis = seq_axis - (seq_axis > batch_axis)
        rows.append(op["concat"]([op["flip"](part(row, axis, 0, n), axis=axis), part(row, axis, n, None)], axis=axis))
    return op["stack"](rows, axis=batch_axis)


# ---- Functions of functions


def _nested(fn, nest, *others):
    """Return nested lists, tuples and dictionaries with fn applied to their elements, and to those of others of the same structure."""
    if isinstance(nest, dict):
        return type(nest)((key, _nested(fn, nest[key], *(other[key] for other in others))) for key in nest)
    if not isinstance(nest, (list, tuple)):
        return fn(nest, *others)
    parts = [_nested(fn, *row) for row in zip(nest, *others)]
    return type(nest)(*parts) if hasattr(nest, "_fields") else type(nest)(parts)


def _elements(elems):
    """Return a list of the elements along the first axis of a tensor, or of all tensors of a nest."""
    columns = []
    _nested(lambda tensor: columns.append(op["unstack"](as_tensor(tensor), axis=0)), elems)
    rows = map(iter, zip(*columns))
    return [_nested(lambda _, row=row: next(row), elems) for row in rows]


def _stacked(found):
    return _nested(lambda *column: stack(column), *found)


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True, name=None,
           fn_output_signature=None):
    return _stacked([fn(row) for row in _elements(elems)])


def _states(fn, elems, initializer, reverse):
    """Return the states of a scan, in the order of computation, and the first one."""
    rows = _elements(elems)
    rows = rows[::-1] if reverse else rows
    first, rows = (rows[0], rows[1:]) if initializer is None else (_nested(as_tensor, initializer), rows)
    state, found = first, []
    for row in rows:
        state = fn(state, row)
        found.append(state)
    return first, found


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True, reverse=False,
         name=None):
    first, found = _states(fn, elems, initializer, reverse)
    found = found if initializer is not None else [first, *found]
    return _stacked(found[::-1] if reverse else found)


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    first, found = _states(fn, elems, initializer, False)
    return found[-1] if found else first


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    first, found = _states(fn, elems, initializer, True)
    return found[-1] if found else first


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False,
               maximum_iterations=None, name=None):
    left = -1 if maximum_iterations is None else int(maximum_iterations)
    while left != 0 and bool(cond(*loop_vars)):
        loop_vars = body(*loop_vars)
        loop_vars = loop_vars if isinstance(loop_vars, (list, tuple)) else [loop_vars]
        left -= 1
    return loop_vars


def case(pred_fn_pairs, default=None, exclusive=False, name="case"):
    true = [fn for pred, fn in pred_fn_pairs if bool(pred)]
    if exclusive and len(true) > 1:
        raise Refused(f"case: {len(true)} predicates are true, but exclusive=True allows one")
    return (true or [default])[0]()


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    if not isinstance(branch_index, Array):
        raise Refused(f"switch_case: branch_index must be a tensor, not {branch_index!r}")
    index, fns = int(branch_index), dict(enumerate(branch_fns)) if not isinstance(branch_fns, dict) else branch_fns
    return (fns[index] if index in fns else default or fns[max(fns)])()


def cond(pred, true_fn=None, false_fn=None, name=None):
    return (true_fn if bool(pred) else false_fn)()


def numpy_function(func, inp, Tout, stateful=True, name=None):
    return _of_dtypes("numpy_function", func(*(as_tensor(x).numpy() for x in inp)), Tout)


def py_function(func, inp, Tout, name=None):
    return _of_dtypes("py_function", func(*map(as_tensor, inp)), Tout)


def _of_dtypes(called, found, Tout):
    """Return the result of a Python function as a tensor, or as a list of tensors if there are several dtypes."""
    if not isinstance(Tout, (list, tuple)):
        return as_tensor(found, Tout)
    found = found if isinstance(found, (list, tuple)) else [found]
    if len(found) != len(Tout):
        raise Refused(f"{called}: the function returned {len(found)} values, but Tout has {len(Tout)} dtypes")
    return [as_tensor(value, dtype) for value, dtype in zip(found, Tout)]


def clip(tensors, limit, use_norm=None, name=None):
    """Return tensors scaled so that their total norm is at most `limit`, and the norm before scaling.  Does not
    block."""
    total = global_norm(tensors) if use_norm is None else as_tensor(use_norm)
    factor = op["minimum"](limit / (total + 1e-12), 1.0)
    return [None if t is None else t * factor for t in tensors], total


def global_norm(t_list, name=None):
    return op["sqrt"](sum((op["sum"](t * t) for t in t_list if t is not None), 0.0))


def clip_by_norm(t, clip_norm, axes=None, name=None):
    t = as_tensor(t)
    total = op["sqrt"](op["sum"](t * t, axis=None if axes is None else tuple(integers(axes)), keepdims=True))
    return t * (clip_norm / op["maximum"](total, clip_norm)) if t.ndim else t * op["minimum"](clip_norm / total, 1.0)


def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    t = as_tensor(t)
    low, high = (v if isinstance(v, Array) else as_tensor(v, t.dtype) for v in (clip_value_min, clip_value_max))
    return op["minimum"](op["maximum"](t, low), high)


def histogram_fixed_width(values, value_range, nbins=100, dtype=_weir.int32, name=None):
    x, (low, high) = op["ravel"](as_tensor(values)), value_range
    bins = op["clip"](op["astype"](op["floor"]((x - low) / (high - low) * nbins), _weir.int64), 0, nbins - 1)
    return made(op["astype"](weir.bincount(plain(bins), None, nbins), as_dtype(dtype)))


# ---- Assertions


def _assertion(name_, holds, what):
    def call(x, y=None, message=None, summarize=None, name=None):
        if not bool(op["all"](holds(*([as_tensor(x)] if y is None else both(name_, x, y))))):
            raise Refused(message or f"{name_}: {what}")

    call.__name__ = name_
    return call


ASSERTIONS = {f"assert_{name}": _assertion(f"assert_{name}", fn, what) for name, fn, what in (
    ("equal", op["equal"], "the tensors differ"), ("less", op["less"], "not x < y"), ("greater", op["greater"], "not x > y"),
    ("less_equal", op["less_equal"], "not x <= y"), ("greater_equal", op["greater_equal"], "not x >= y"),
    ("none_equal", op["not_equal"], "some elements are equal"), ("positive", lambda x: x > 0, "some elements are not positive"),
    ("negative", lambda x: x < 0, "some elements are not negative"), ("non_negative", lambda x: x >= 0, "some elements are negative"),
    ("non_positive", lambda x: x <= 0, "some elements are positive"))}


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    x, y = both("assert_near", x, y)
    least = 10 * _weir.finfo(x.dtype).eps
    if not bool(op["all"](op["abs"](x - y) <= (least if atol is None else atol) + (least if rtol is None else rtol) * op["abs"](y))):
        raise Refused(message or "assert_near: the tensors differ")


def assert_all_finite(x, message, name=None):
    x = as_tensor(x)
    if not bool(op["all"](op["isfinite"](x))):
        raise Refused(f"{message} : the tensor has elements that are not finite")
    return x


def assert_rank(x, rank, message=None, name=None):
    if as_tensor(x).ndim != int(rank):
        raise Refused(message or f"assert_rank: the tensor has {as_tensor(x).ndim} dimensions, not {int(rank)}")


def assert_shapes(shapes, **options):
    for x, wanted in shapes.items() if isinstance(shapes, dict) else shapes:
        if len(wanted) != as_tensor(x).ndim or any(isinstance(n, int) and n != m for n, m in zip(wanted, _shape(as_tensor(x)))):
            raise Refused(f"assert_shapes: the tensor has the shape {_shape(as_tensor(x))}, not {wanted}")
