"""Functions of paddle on tensors that differ from Weir's operators in arguments, dtypes or conventions."""
import functools
import os
from types import SimpleNamespace

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects import _draws, _tensor_class, _torch_indices, _torch_linalg, _torch_ops
from weir.dialects._paddle_tensor import Refused, as_dtype, made, to_tensor
from weir.dialects._tensor_class import Mistake, Spoken, op, size_of

# What PyTorch's functions compute alike; `spoken` calls Weir's functions with tensors.
tops, spoken = SimpleNamespace(**vars(_torch_ops) | vars(_torch_linalg) | vars(_torch_indices)), Spoken(weir)

_shape = Array.shape.__get__

class Multinomial:
    """The multinomial distribution: the number of times each outcome occurs in total_count draws."""

    def __init__(self, total_count, probs):
        self.total_count, self.probs = total_count, probs

    def sample(self, shape=()):
        return made(_draws.multinomial(self.total_count, self.probs, tuple(shape)))


def topk(x, k, axis=-1, largest=True, sorted=True, name=None):
    return op["topk"](x, k=int(k), axis=-1 if axis is None else axis, largest=largest, sorted=sorted)


def split(x, num_or_sections, axis=0, name=None):
    axis = int(axis)
    if isinstance(num_or_sections, int):
        return list(op["split"](x, sections=num_or_sections, axis=axis))
    sizes = [int(n) for n in num_or_sections]
    if -1 in sizes:
        sizes[sizes.index(-1)] = _shape(x)[axis] - sum(sizes) - 1
    if sum(sizes) != _shape(x)[axis]:
        raise Mistake(f"split: the sections {sizes} sum to {sum(sizes)}, but the axis has length {_shape(x)[axis]}")
    return list(op["split"](x, indices=[sum(sizes[:i]) for i in range(1, len(sizes))], axis=axis))


def squeeze(x, axis=None, name=None):
    own = _shape(x)
    axes = range(len(own)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return op["squeeze"](x, axis=tuple(i for i in axes if own[i] == 1))


def unsqueeze(x, axis, name=None):
    for a in [axis] if isinstance(axis, int) else Array.tolist(axis) if isinstance(axis, Array) else axis:
        x = op["expand_dims"](x, a if a >= 0 else a + x.ndim + 1)
    return x


def expand(x, shape, name=None):
    shape = tuple(int(n) for n in (Array.tolist(shape) if isinstance(shape, Array) else shape))
    own = (1,) * (len(shape) - x.ndim) + _shape(x)
    return op["broadcast_to"](x, tuple(m if n == -1 else n for n, m in zip(shape, own)))


def reshape(x, shape, name=None):
    """Return x with another shape, in which 0 is the length that the axis has."""
    shape = [int(n) for n in (Array.tolist(shape) if isinstance(shape, Array) else [shape] if isinstance(shape, int) else shape)]
    own = _shape(x)
    return op["reshape"](x, tuple(own[i] if n == 0 and i < len(own) and size_of(x) else n for i, n in enumerate(shape)))


def transpose(x, perm, name=None):
    perm = list(perm)
    return op["permute_dims"](x, (*perm, *range(len(perm), x.ndim)))


def transposed(x):
    if x.ndim > 2:
        raise Mistake(f"t: the tensor has {x.ndim} dimensions; use paddle.transpose")
    return op["permute_dims"](x)


def tile(x, repeat_times, name=None):
    times = [int(n) for n in (Array.tolist(repeat_times) if isinstance(repeat_times, Array) else repeat_times)]
    return op["tile"](x, times)


def norm(x, p=None, axis=None, keepdim=False, name=None):
    """The norm of all elements, of vectors along an axis, or of matrices in two axes."""
    two = isinstance(axis, (list, tuple)) and len(axis) == 2
    if p == "nuc" or two and p not in (None, "fro"):
        return tops.matrix_norm(x, p, tuple(axis) if axis is not None else (-2, -1), keepdim)
    if two and p is None:
        p = 2.0
        return tops.matrix_norm(x, p, tuple(axis), keepdim)
    axis = tuple(axis) if isinstance(axis, (list, tuple)) else axis
    return op["vector_norm"](x, axis=axis, keepdims=keepdim, ord=2.0 if p in (None, "fro") else float(p))


def _alike(x, y):
    """Refuse operands that Paddle does not combine: a tensor of floats with one of integers."""
    kinds = [v.dtype.kind for v in (x, y) if isinstance(v, Array)]
    if len(kinds) == 2 and ("f" in kinds) != ("f" in kinds and kinds[0] == kinds[1]) and "c" not in kinds and "b" not in kinds:
        raise Refused(f"{x.dtype} and {y.dtype} are not combined; cast one of them with astype")
    if not isinstance(y, Array):
        raise Refused("the second argument must be a tensor")


def _combined(name, logical=None):
    def call(x, y, name=None):
        _alike(x, y)
        if logical is not None and x.dtype == y.dtype == weir.bool:
            return op[logical](x, y)
        try:
            return op[name_](x, y)
        except TypeError as error:
            raise Refused(str(error)) from None

    name_ = name
    call.__name__ = name
    return call


add, subtract, multiply = _combined("add", "logical_or"), _combined("subtract"), _combined("multiply", "logical_and")
divide, maximum, minimum = _combined("divide"), _combined("maximum"), _combined("minimum")


def scaled(x, scale, bias, bias_after_scale):
    y = x * scale + bias if bias_after_scale else (x + bias) * scale
    return y if y.dtype == x.dtype else op["astype"](y, x.dtype)


def mean(x, axis, keepdim):
    y = op["mean"](x, axis=axis, keepdims=keepdim)
    return op["astype"](y, x.dtype) if x.dtype.kind in "iu" else y


def _spread(name):
    def call(x, axis=None, unbiased=True, keepdim=False, name=None):
        return op[name_](x, axis=axis, keepdims=keepdim, correction=float(unbiased))

    name_ = name
    return call


var, std = _spread("var"), _spread("std")


def median(x, axis=None, keepdim=False, mode="avg", name=None):
    if mode == "min":
        return tuple(tops.median(x, axis, keepdim)) if axis is not None else tops.median(op["ravel"](x))
    return op["median"](x, axis=axis, keepdims=keepdim)


def quantile(x, q, axis=None, keepdim=False, interpolation="linear", name=None):
    return spoken.quantile(x, q, axis=axis, keepdims=keepdim, method=interpolation)


def clipped(x, low, high):
    return op["clip"](x, low, high) if low is not None or high is not None else op["copy"](x)


def equal_all(x, y, name=None):
    return op["all"](op["equal"](x, y)) if _shape(x) == _shape(y) else made(_core.asarray(False))


def add_n(inputs, name=None):
    inputs = [inputs] if isinstance(inputs, Array) else list(inputs)
    if any(_shape(x) != _shape(inputs[0]) for x in inputs):
        raise Refused(f"add_n: the shapes {[list(_shape(x)) for x in inputs]} differ")
    return functools.reduce(op["add"], inputs)


def batch_product(x, y):
    if x.ndim != 3 or y.ndim != 3:
        raise Refused(f"bmm: expected tensors of three dimensions, got {x.ndim} and {y.ndim}")
    return op["matmul"](x, y)


def dot(x, y):
    if _shape(x) != _shape(y):
        raise Refused(f"dot: the shapes {list(_shape(x))} and {list(_shape(y))} differ")
    return op["sum"](x * y, axis=-1)


def flip(x, axis):
    try:
        return op["flip"](x, axis=axis if isinstance(axis, int) else tuple(axis))
    except IndexError as error:
        raise Refused(str(error)) from None


def bitwise(name, *operands):
    try:
        return op[name](*operands)
    except TypeError as error:
        raise Refused(str(error)) from None


def part(name, x):
    if x.dtype.kind != "c":
        raise Refused(f"{name}: the tensor is {x.dtype}, not complex")
    return op[name](x)


def nan_ignoring(name, x, y):
    _alike(x, y)
    return getattr(tops, name)(x, y)


def threes(x):
    """Return the first axis of length 3."""
    return _shape(x).index(3)


def meshgrid(*args):
    args = list(args[0]) if len(args) == 1 and not isinstance(args[0], Array) else list(args)
    if any(x.dtype != args[0].dtype for x in args):
        raise Refused(f"meshgrid: the dtypes {[str(x.dtype) for x in args]} differ")
    return list(op["meshgrid"](args, indexing="ij"))


def linspace(start, stop, num, dtype=None):
    dtype = as_dtype(dtype) or weir.float32
    whole = weir.dtype(dtype).kind in "iu"
    x = weir.linspace(float(start), float(stop), int(num), dtype=weir.float64 if whole else dtype)
    return made(op["astype"](x, dtype) if whole else x)


def diag(x, offset=0, padding_value=0):
    y = op["diag"](x, k=offset)
    if padding_value and x.ndim == 1:
        y = op["where"](op["diag"](op["ones_like"](x), k=offset) == 0, padding_value, y)
    return y


def indices(name, row, col, offset):
    ones = op["ones"]((row, row if col is None else col), weir.int32)
    return made(op["stack"](op["nonzero"](op[name](ones, k=offset))))


def multiplex(inputs, index):
    if index.dtype != weir.int32:
        raise Refused(f"multiplex: the index is {index.dtype}, not int32")
    rows = op["stack"](list(inputs))
    return op["stack"]([rows[i, n] for n, i in enumerate(Array.tolist(op["ravel"](index)))])


# ---- Indices


def gather(x, index, axis=None, name=None):
    index = op["ravel"](index) if index.ndim == 2 and _shape(index)[1] == 1 else index
    return op["take"](x, index, axis=0 if axis is None else int(axis))


def _positions(x, index):
    """Return x with the indexed axes as one, and the positions there that tuples of indices refer to."""
    depth = _shape(index)[-1]
    position = 0
    for i, n in enumerate(_shape(x)[:depth]):
        position = position * n + op["astype"](index[..., i], weir.int64)
    count = 1
    for n in _shape(x)[:depth]:
        count *= n
    return op["reshape"](x, (count, *_shape(x)[depth:])), position


def gather_nd(x, index, name=None):
    rows, position = _positions(x, index)
    return op["reshape"](op["take"](rows, op["ravel"](position), axis=0), _shape(position) + _shape(rows)[1:])


def scatter_nd_add(x, index, updates, name=None):
    rows, position = _positions(x, index)
    updates = op["reshape"](updates, (size_of(position), *_shape(rows)[1:]))
    return op["reshape"](op["scatter_add"](rows, op["ravel"](position), updates, axis=0), _shape(x))


def scatter(x, index, updates, overwrite=True, name=None):
    """Return x with rows replaced by the updates or, if overwrite is false, by the sum of the updates of each row."""
    index = op["ravel"](index)
    if overwrite:
        return op["scatter"](x, index, updates, axis=0)
    return op["scatter_add"](op["scatter"](x, index, op["zeros_like"](updates), axis=0), index, updates, axis=0)


def take_along_axis(arr, indices, axis, broadcast=True, name=None):
    if broadcast:
        shape = [max(n, m) if i != axis % arr.ndim else m for i, (n, m) in enumerate(zip(_shape(arr), _shape(indices)))]
        indices = op["broadcast_to"](indices, tuple(shape))
    return op["take_along_axis"](arr, indices, axis=axis)


def put_along_axis(arr, indices, values, axis, reduce="assign", include_self=True, broadcast=True, name=None):
    if broadcast:
        shape = [n if i != axis % arr.ndim else m for i, (n, m) in enumerate(zip(_shape(arr), _shape(indices)))]
        indices = op["broadcast_to"](indices, tuple(shape))
    values = values if isinstance(values, Array) else weir.full((), values, dtype=arr.dtype)
    values = op["broadcast_to"](values, _shape(indices))
    if reduce == "assign":
        return op["put_along_axis"](arr, indices, values, axis=axis)
    how = {"add": "sum", "mul": "prod", "multiply": "prod", "amax": "amax", "amin": "amin", "mean": "mean"}[reduce]
    return tops.scatter_reduce(arr, axis, indices, values, how, include_self=include_self)


def index_sample(x, index):
    return op["take_along_axis"](x, op["astype"](index, weir.int64), axis=1)


def take(x, index, mode="raise", name=None):
    if mode not in ("raise", "wrap", "clip"):
        raise Mistake(f"take: mode must be 'raise', 'wrap' or 'clip', not {mode!r}")
    n = size_of(x)
    index = op["remainder"](index, n) if mode == "wrap" else op["clip"](index, 0, n - 1) if mode == "clip" else index
    return op["reshape"](op["take"](op["ravel"](x), op["ravel"](index), axis=0), _shape(index))


def masked_fill(x, mask, value, name=None):
    return tops.masked_fill(x, mask, value)


def nonzero(x, as_tuple=False):
    found = op["nonzero"](x)
    return tuple(found) if as_tuple else op["stack"](found, axis=1)


def slice_(input, axes, starts, ends):
    parts = [slice(None)] * input.ndim
    for axis, start, end in zip(axes, starts, ends):
        parts[axis] = slice(int(start), int(end))
    return input[tuple(parts)]


def strided_slice(x, axes, starts, ends, strides, name=None):
    parts = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, starts, ends, strides):
        parts[axis] = slice(int(start), int(end), int(step))
    return x[tuple(parts)]


def crop(x, shape=None, offsets=None, name=None):
    offsets = [0] * x.ndim if offsets is None else offsets
    return x[tuple(slice(o, None if n == -1 else o + n) for o, n in zip(offsets, shape or _shape(x)))]


def unique(x, return_index=False, return_inverse=False, return_counts=False, axis=None, dtype="int64", name=None):
    found = spoken.unique(Array.detach(x), return_index=return_index, return_inverse=return_inverse, return_counts=return_counts, axis=axis)
    if not isinstance(found, tuple):
        return found
    values, *rest = found
    rest = [op["ravel"](r) for r in rest]
    return values, *(op["astype"](r, as_dtype(dtype)) for r in rest)


def unique_consecutive(x, return_inverse=False, return_counts=False, axis=None, dtype="int64", name=None):
    return tops.unique_consecutive(x, return_inverse, return_counts, axis)


def lstsq(x, y, rcond=None):
    solution, residuals, rank, values = tops.lstsq(x, y, rcond)
    return solution, residuals, op["astype"](rank, weir.int32), values


def cholesky_solve(x, y, upper=False):
    lower = op["matrix_transpose"](y) if upper else y
    half = op["solve_triangular"](lower, x, upper=False)
    return op["solve_triangular"](op["matrix_transpose"](lower), half, upper=True)


def to(x, *args, **kwargs):
    """Return x on another device, with another dtype, or both."""
    for word in [*args, *kwargs.values()]:
        if isinstance(word, Array):
            word = word.dtype
        if isinstance(word, weir.DType) or isinstance(word, str) and hasattr(weir, word) and isinstance(getattr(weir, word), weir.DType):
            x = op["astype"](x, as_dtype(word))
        elif word is not None and not isinstance(word, bool):
            device = _tensor_class.place(word)
            x = x if Array.device.__get__(x) == device else op["to_device"](x, device)
    return x


@only(only_inputs=(True,), no_grad_vars=(None,))
def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=False, no_grad_vars=None,
         name=None):
    many = isinstance(inputs, (list, tuple))
    found = list(_core.grad(outputs, inputs if many else [inputs], grad_outputs, bool(retain_graph or create_graph),
                            create_graph))
    if not allow_unused and any(g is None for g in found):
        raise Mistake(f"grad: the outputs do not depend on input {[g is None for g in found].index(True)}; pass allow_unused=True")
    return found


def no_grad(fn=None):
    mode = autograd._Modes(False, None)
    return mode if fn is None else mode(fn)


def _each(fn, test, value):
    """Return nested dictionaries, lists and tuples with fn applied to the elements for which test is true."""
    if isinstance(value, dict):
        return type(value)((k, _each(fn, test, v)) for k, v in value.items())
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(_each(fn, test, v) for v in value)
    return fn(value) if test(value) else value


def save(obj, path, protocol=4, **configs):
    import pickle

    folder = os.path.dirname(os.fspath(path)) if isinstance(path, (str, os.PathLike)) else ""
    if folder:
        os.makedirs(folder, exist_ok=True)
    plain = _each(lambda v: v.numpy(), lambda v: isinstance(v, Array), obj)
    if hasattr(path, "write"):
        pickle.dump(plain, path, protocol)
        return
    with open(path, "wb") as file:
        pickle.dump(plain, file, protocol)


def load(path, return_numpy=False, **configs):
    import pickle

    if hasattr(path, "read"):
        found = pickle.load(path)
    else:
        with open(path, "rb") as file:
            found = pickle.load(file)
    return found if return_numpy else _each(to_tensor, lambda v: hasattr(v, "__array_interface__") and hasattr(v, "ndim"), found)


class Generator:
    """The stream of random numbers of the process."""

    def manual_seed(self, n):
        return seed(n)


def seed(n):
    weir.random.seed(n)
    return Generator()
