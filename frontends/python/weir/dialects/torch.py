"""The PyTorch dialect."""
import sys
from collections import namedtuple

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import _amp, _data, _draws, _gpus, _hooks, _networks, _optim, _table, _torch_layers
from weir.dialects._tensor_class import (
    Mistake, as_kind, flat, keep, kind, op, place, put, quietly, size_of, text, ufuncs, wait_all)

# ---- Tensors -------------------------------------------------------------------------------------


class Size(tuple):
    """The shape of a tensor."""

    __slots__ = ()

    def numel(self):
        return size_of_shape(self)

    def __repr__(self):
        return f"torch.Size({list(self)})"


def size_of_shape(shape):
    count = 1
    for n in shape:
        count *= n
    return count


class device:
    """The device of a tensor, such as device("cpu"), device("cuda:0"), device("cuda", 1) or device(1).  In a with
    statement it is the default device."""

    __slots__ = ("type", "index", "_last")

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int):
            type, index = "cuda", type
        self.type, _, number = str(type).partition(":")
        self.index = int(number) if number else index
        self._last = []

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def __reduce__(self):
        return device, (self.type, self.index)

    def __repr__(self):
        return f"device(type={self.type!r}" + (f", index={self.index})" if self.index is not None else ")")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


_CPU = device("cpu")
_DTYPES = {name: getattr(weir, name) for name in (
    "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64",
    "complex128")}
_DTYPES.update(half=weir.float16, float=weir.float32, double=weir.float64, short=weir.int16, int=weir.int32,
               long=weir.int64)


def _values(x):
    """Return the values as text in PyTorch's format."""
    if x.size == 0:
        return "[]" if x.ndim == 1 else f"[], size={x.shape}"
    if x.dtype.kind == "f":
        return text(x, separator=", ", prefix="tensor(", form=_numbers)
    words = text(x, 4, separator=", ", prefix="tensor(")
    return words if "False" in words else words.replace("[ T", "[T").replace(",  T", ", T")


def _numbers(values):
    """Return a function that formats a number in the format that suits all of these values.

    Numbers have no decimals if all values are integers, an exponent if their magnitudes differ widely, and otherwise as
    many decimals as the precision that was set, by default four.
    """
    every = list(_flat(values))
    sizes = [abs(v) for v in every if v and abs(v) < float("inf")]
    whole = all(v == int(v) for v in sizes)
    digits = _precision
    if sizes and (max(sizes) / min(sizes) > 1000 or max(sizes) > 1e8 or not whole and min(sizes) < 1e-4):
        write = f"{{:.{digits}e}}".format
    else:
        write = (lambda v: f"{v:.0f}." if abs(v) < float("inf") else str(v)) if whole else f"{{:.{digits}f}}".format
    width = max(map(len, map(write, every)))
    return lambda v: write(v) if not isinstance(values, list) else write(v).rjust(width)


_precision = 4


def set_printoptions(precision=4, threshold=None, edgeitems=None, linewidth=None, **others):
    """Set how tensors are printed: the precision, and the options of weir.set_printoptions."""
    global _precision
    _precision = precision
    given = {"threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    weir.set_printoptions(**{k: v for k, v in given.items() if v is not None})


def _flat(values):
    if isinstance(values, list):
        for v in values:
            yield from _flat(v)
    else:
        yield values


def _closing(x):
    """Return the end of the repr, after the values: device, dtype, requires_grad or grad_fn."""
    end = ""
    if self_device(x).type == "cuda" and self_device(x) != _core.get_default_device():
        end += f", device='{self_device(x)}'"
    if x.dtype not in (weir.float32, weir.int64, weir.bool, weir.complex64):
        end += f", dtype=torch.{x.dtype}"
    if x.grad_mode != "null":
        end += ", requires_grad=True"
    elif x.followed:
        end += ", grad_fn=<Recorded>"
    return end + ")"


@kind()
class Tensor:
    """PyTorch's tensor class."""

    def __new__(cls, *args, requires_grad=False):
        if len(args) == 1 and isinstance(args[0], Array):
            return as_kind(cls, args[0])
        if args and all(isinstance(n, int) for n in args):
            return made(op["zeros"](args), requires_grad)
        return made(_core.asarray(args[0] if args else [], dtype=weir.float32), requires_grad)

    def __repr__(self):
        return "tensor(" + _values(as_kind(Array, self.detach())) + _closing(self)

    def __str__(self):
        return repr(self)

    def __format__(self, how):
        return format(self.item() if self.ndim == 0 and how else str(self), how)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs()

    def _get_shape(self):
        return Size(_shape(self))

    def _get_requires_grad(self):
        return self.followed

    def _set_requires_grad(self, wanted):
        if wanted and not self.followed:
            if self.dtype.kind not in "fc":
                raise Mistake(f"only floating-point and complex tensors can require gradients, not {self.dtype}")
            self.attach_grad("add")
        elif not wanted and self.grad_mode != "null":
            self.attach_grad("null")
        elif not wanted and self.followed:
            raise Mistake("requires_grad of a non-leaf tensor cannot be changed; use detach()")

    def _get_data(self):
        return as_kind(Tensor, self.detach())

    def _set_data(self, values):
        keep(self, values)

    shape = property(_get_shape)
    grad = property(_hooks.get_grad, _hooks.set_grad)
    requires_grad = property(_get_requires_grad, _set_requires_grad)
    data = property(_get_data, _set_data)

    def backward(self, gradient=None, retain_graph=None, create_graph=False):
        """Compute the gradient of this tensor with respect to the leaves that it was computed from, and add it to their
        .grad.  Does not block."""
        if not self.followed:
            raise Mistake("backward: the tensor does not require grad and was not computed from a tensor that does")
        if gradient is None and self.numel() != 1:
            raise Mistake("backward: grad can be implicitly created only for scalar outputs, not shape "
                          f"{_shape(self)}; pass gradient, or take the sum or mean")
        _hooks.backward(self, gradient, bool(retain_graph), create_graph)

    def numpy(self, force=False):
        if self.followed and not force:
            raise Mistake("numpy() cannot be called on a tensor that requires grad; use tensor.detach().numpy()")
        if self_device(self).type != "cpu":
            if not force:
                raise TypeError(f"numpy() cannot share the memory of a tensor on {self_device(self)}; use tensor.cpu().numpy()")
            return writable(self.detach().cpu())
        return writable(self)

    def size(self, dim=None):
        return self.shape if dim is None else _shape(self)[dim]

    def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
        for arg in args:
            if isinstance(arg, Array):
                dtype, device = arg.dtype, self_device(arg)
            elif isinstance(arg, _core.DType):
                dtype = arg
            elif not isinstance(arg, bool):  # non_blocking
                device = arg
        x = self
        if device is not None and place(device) != self_device(self):
            x = op["to_device"](x, place(device))
        if dtype is not None and dtype != x.dtype:
            x = op["astype"](x, dtype)
        return op["copy"](x) if copy and x is self else x

    def type(self, dtype=None):
        if dtype is None:
            names = {"float32": "Float", "float64": "Double", "int64": "Long", "int32": "Int", "bool": "Bool",
                     "float16": "Half", "uint8": "Byte"}
            return f"torch.{names.get(str(self.dtype), str(self.dtype))}Tensor"
        return self.to(dtype)

    def view(self, *shape, dtype=None):
        if len(shape) == 1 and isinstance(shape[0], _core.DType):
            return weir._numpy.reinterpret(self, shape[0])
        return op["reshape"](self, flat(shape))

    def new_tensor(self, data, dtype=None, device=None, requires_grad=False):
        return tensor(data, dtype=dtype or self.dtype, requires_grad=requires_grad)


_shape = Array.shape.__get__
_numpy = Array.numpy
self_device = Array.device.__get__


@kind(Tensor)
class Parameter:
    """A trainable tensor."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = op["zeros"]((0,))
        x = as_kind(cls, _core.asarray(data).detach())
        return x.attach_grad("add") if requires_grad else x

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


def made(x, requires_grad=False):
    """Return an array as a tensor; with requires_grad=True, as a leaf whose gradients accumulate."""
    x = as_kind(Tensor, x)
    return x.attach_grad("add") if requires_grad else x


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """Return a new tensor with a copy of the data."""
    return made(_core.asarray(data, dtype=dtype, device=place(device), copy=True).detach(), requires_grad)


def as_tensor(data, dtype=None, device=None):
    """Return data as a tensor.  If the dtype does not change, a tensor is returned unchanged, and a NumPy array shares
    its memory with the result."""
    place(device)
    if _is_numpys(data) and (shared := _sharing(data, dtype)) is not None:
        return shared
    x = _core.asarray(data, dtype=dtype, device=place(device))
    return x if isinstance(x, Tensor) else made(x)


def _is_numpys(x):
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(x, numpy.ndarray)


def _sharing(ndarray, dtype=None):
    """Return a tensor that shares the memory of a NumPy array, or None if the data has to be copied.

    NumPy code may write to this memory at any time, so operators that read it run synchronously.
    """
    try:
        x = _core.asarray(ndarray, copy=False)
    except ValueError:
        return None
    return _core.share(made(x), True) if dtype is None or dtype == x.dtype else None


def from_numpy(ndarray):
    """Return a tensor that shares the memory of a NumPy array, as in PyTorch: writes to one change the other."""
    if not _is_numpys(ndarray):
        raise TypeError(f"from_numpy: expected a NumPy array, not {type(ndarray).__name__}; convert other values "
                        "with torch.tensor")
    x = _sharing(ndarray)
    if x is None:
        _core.asarray(ndarray)  # raises an error if the dtype is not supported
        raise Mistake(f"from_numpy: the memory of the array ({ndarray.dtype}) cannot be shared, because it is "
                      "unaligned or not in native byte order, has strides that are not multiples of the element size, "
                      "or has bools other than 0 and 1; copy it with torch.tensor")
    return x


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """Convert an object to a tensor.  If the object is a NumPy array, the tensor shares its memory unless copy is
    true."""
    if copy or not _is_numpys(obj):
        return made(_core.asarray(obj, dtype=dtype, device=place(device), copy=copy), requires_grad)
    x = _sharing(obj, dtype)
    if x is not None:
        return made(x, requires_grad)
    return made(_core.asarray(obj, dtype=dtype, copy=copy), requires_grad)


def arange(*range_, start=None, end=None, step=1, dtype=None, device=None, requires_grad=False, out=None):
    """Return the values from start to end (exclusive), at intervals of step."""
    if end is not None:
        range_ = (start or 0, end)
    if len(range_) < 3 and step != 1:
        range_ = (*((0,) if len(range_) == 1 else ()), *range_, step)
    return made(weir.arange(*range_, dtype=dtype, device=place(device)), requires_grad)


def _shape_of(dims, size):
    return flat(dims) if size is None else size


# ---- Reductions with indices ---------------------------------------------------------------------

def _pair(name):
    """Create and return the type of the results of max, sort and similar functions: values and indices."""
    def __repr__(self):
        return f"torch.return_types.{name}(\nvalues={self.values},\nindices={self.indices})"

    return type(name, (namedtuple(name, "values indices"),), {"__repr__": __repr__, "__slots__": ()})




class _Memory:
    """The memory of a tensor exported to NumPy.

    NumPy code may write to it at any time, so operators that read it run synchronously while this object exists.
    """

    def __init__(self, tensor):
        self._shown = shown = _numpy(tensor)
        self._tensor = None
        self.__array_interface__ = {**shown.__array_interface__, "data": (shown.__array_interface__["data"][0], False)}
        self._tensor = _core.share(as_kind(Array, tensor), True)

    def __del__(self, share=_core.share):  # the default argument is still available at interpreter shutdown
        if self._tensor is not None:
            share(self._tensor, False)


def writable(tensor):
    """Return a writable NumPy array that shares the tensor's memory, as in PyTorch."""
    import numpy

    return numpy.asarray(_Memory(tensor))


def _best(name):
    arg = {"max": "argmax", "min": "argmin"}[name]
    two = {"max": "maximum", "min": "minimum"}[name]
    pair_ = _pair(name)

    def best(input, dim=None, keepdim=False, other=None, out=None, *, axis=None, keepdims=False):
        dim, keepdim = dim if axis is None else axis, keepdim or keepdims
        if isinstance(dim, Array) or other is not None:
            return op[two](input, dim if other is None else other)
        if dim is None:
            return op[name](input)
        indices = op[arg](input, axis=dim, keepdims=True)
        values = op["take_along_axis"](input, indices, axis=dim)
        if not keepdim:
            values, indices = op["squeeze"](values, axis=dim), op["squeeze"](indices, axis=dim)
        return pair_(values, indices)

    best.__name__ = name
    return best


max_, min_ = _best("max"), _best("min")
_Sorted, _Top, _Median = map(_pair, ("sort", "topk", "median"))


def sort(input, dim=-1, descending=False, stable=False):
    indices = op["argsort"](input, axis=dim, descending=descending)
    return _Sorted(op["take_along_axis"](input, indices, axis=dim), indices)


def topk(input, k, dim=-1, largest=True, sorted=True):
    return _Top(*op["topk"](input, k=k, axis=dim, largest=largest, sorted=sorted))


def median(input, dim=None, keepdim=False):
    """Return the median; for an even number of elements, this is the lower of the two in the middle."""
    if dim is None:
        return op["sort"](op["ravel"](input))[(size_of(input) - 1) // 2]
    indices = op["argsort"](input, axis=dim)
    middle = (slice(None),) * (dim % input.ndim) + (slice((_shape(input)[dim] - 1) // 2,
                                                          (_shape(input)[dim] + 1) // 2),)
    indices = indices[middle]
    values = op["take_along_axis"](input, indices, axis=dim)
    if not keepdim:
        values, indices = op["squeeze"](values, axis=dim), op["squeeze"](indices, axis=dim)
    return _Median(values, indices)


def norm(input, p="fro", dim=None, keepdim=False, dtype=None, *, axis=None, keepdims=False):
    dim, keepdim = dim if axis is None else axis, keepdim or keepdims
    p = 2 if p in ("fro", None) else p
    return op["vector_norm"](input, axis=dim, keepdims=keepdim, ord=p)


def split(tensor, split_size_or_sections, dim=0):
    n = _shape(tensor)[dim]
    each = split_size_or_sections
    if isinstance(each, int):
        cuts = list(range(each, n, each))
    else:
        if sum(each) != n:
            raise Mistake(f"split: sections {list(each)} sum to {sum(each)}, but the dimension has length {n}")
        cuts = [sum(each[:i]) for i in range(1, len(each))]
    return op["split"](tensor, indices=cuts, axis=dim) if cuts else (tensor,)


def chunk(input, chunks, dim=0):
    return split(input, -(-_shape(input)[dim] // chunks), dim)


def where(condition, input=None, other=None):
    return op["nonzero"](condition) if input is None else op["where"](condition, input, other)


def nonzero(input, as_tuple=False):
    found = op["nonzero"](input)
    return found if as_tuple else op["stack"](found, axis=1)


def squeeze(input, dim=None):
    if dim is None:
        dim = tuple(i for i, n in enumerate(_shape(input)) if n == 1)
    elif isinstance(dim, int):
        dim = (dim,) if _shape(input)[dim] == 1 else ()
    return op["squeeze"](input, axis=dim)


def permute(input, *dims):
    return op["permute_dims"](input, flat(dims))


def expand(self, *sizes):
    sizes, own = flat(sizes), _shape(self)
    full = (1,) * (len(sizes) - len(own)) + own
    return op["broadcast_to"](self, tuple(m if n == -1 else n for n, m in zip(sizes, full)))


_REDUCTIONS = {"add": "sum", "multiply": "prod", "sum": "sum", "prod": "prod", "mean": "mean", "amax": "max",
               "amin": "min"}


def _scattered(name, input, dim, index, src, reduce, include_self=True):
    """Return the input with src written to the elements at the given indices along a dimension or, with `reduce`,
    combined with these elements.  In the other dimensions, the index may be shorter than the input."""
    if reduce is not None and reduce not in _REDUCTIONS:
        raise RuntimeError(f"{name}: reduce must be one of {', '.join(_REDUCTIONS)}, not {reduce!r}")
    index = op["reshape"](index, (1,)) if index.ndim == 0 else index
    own, shape = _shape(input), _shape(index)
    if not isinstance(src, Array):
        src = weir.full(shape, src, dtype=input.dtype)
    if _shape(src) != shape:
        src = src[tuple(slice(n) for n in shape)]
    at = dim % len(own) if own else 0
    part = tuple(slice(n) if i != at and n < own[i] else slice(None) for i, n in enumerate(shape))
    whole = all(p == slice(None) for p in part)
    x = input if whole else input[part]
    if reduce is None:
        y = op["put_along_axis"](x, index, src, axis=dim)
    else:
        y = op["put_along_axis_reduce"](x, index, src, axis=dim, reduce=_REDUCTIONS[reduce], include_self=include_self)
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


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """Return the input with each row of source combined, by the reduction `reduce`, with the row at the given index
    along a dimension."""
    if reduce not in _REDUCTIONS:
        raise RuntimeError(f"index_reduce: reduce must be one of {', '.join(_REDUCTIONS)}, not {reduce!r}")
    return op["scatter_reduce"](input, index, source, axis=dim, reduce=_REDUCTIONS[reduce], include_self=include_self)


def repeat(self, *sizes):
    return op["tile"](self, flat(sizes))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError(f"torch.unique: dim={dim} is not supported; omit it to get the unique elements of "
                                  "the whole tensor")
    found = weir.unique(input, return_inverse=return_inverse, return_counts=return_counts)
    return found


def linspace(start, end, steps, dtype=None, device=None, requires_grad=False):
    return made(weir.linspace(start, end, steps, dtype=dtype, device=place(device)), requires_grad)


def normal(mean=0.0, std=1.0, size=None, generator=None, dtype=None, device=None, requires_grad=False):
    return made(_core.asarray(weir.random.normal(mean, std, size, dtype=dtype)), requires_grad)


class Multinomial:
    """The multinomial distribution: the number of times each outcome occurs in total_count draws."""

    def __init__(self, total_count=1, probs=None, logits=None):
        self.total_count, self.probs = total_count, op["softmax"](logits) if probs is None else probs

    def sample(self, sample_shape=()):
        return made(_draws.multinomial(self.total_count, self.probs, tuple(sample_shape)))


def multinomial(input, num_samples, replacement=False, generator=None):
    return op["categorical"](input, count=num_samples, replacement=replacement)


def _quiet(fn, create_graph):
    """Return a function that calls fn with recording off unless create_graph is true.  In PyTorch's dialect, recording
    is on by default."""
    def run(*args, **kwargs):
        with autograd._Modes(create_graph, None):
            return fn(*args, **kwargs)

    return run


def _places(inputs):
    return tuple(range(len(inputs))) if isinstance(inputs, (tuple, list)) else 0


def _inputs(inputs):
    return tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)


def vjp(func, inputs, v=None, create_graph=False):
    """Return func(*inputs) and the product of v with the Jacobian of func."""
    value, pull = _quiet(autograd.vjp, create_graph)(func, *_inputs(inputs))
    given = _quiet(pull, create_graph)(op["ones_like"](value) if v is None else v)
    return value, given if isinstance(inputs, (tuple, list)) else given[0]


def jvp(func, inputs, v=None, create_graph=False):
    """Return func(*inputs) and the product of the Jacobian of func with v."""
    inputs = _inputs(inputs)
    along = tuple(op["ones_like"](x) for x in inputs) if v is None else _inputs(v)
    return _quiet(autograd.jvp, create_graph)(func, inputs, along)


def _swapped(fn):
    def grad_and_value(*args, **kwargs):
        value, gradient = fn(*args, **kwargs)
        return gradient, value

    return grad_and_value


def fill_kind(name):
    """Return a method that fills a tensor in place with the result of the operator `name`."""
    def fill(self, *args, generator=None, **kwargs):
        return keep(self, op[name](_shape(self), *args, dtype=self.dtype, **kwargs))

    return fill


def random_(self, low=0, high=None, generator=None):
    low, high = (low, high) if high is not None else (0, low or 2 ** 24)
    return keep(self, op["integers"](low, high, shape=_shape(self)))


def equal(input, other):
    """Return whether both tensors have the same shape and elements.  Blocks until they are computed."""
    return _shape(input) == _shape(other) and bool(op["all"](op["equal"](input, other)))


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(weir.allclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan))


def cat(tensors, dim=0, axis=None, out=None):
    return op["concat"](tensors, axis=dim if axis is None else axis)


def manual_seed(seed):
    weir.random.seed(seed)
    return _generator


class Generator:
    """A random number generator; all generators draw from the random stream of the process."""

    def __init__(self, device="cpu"):
        pass

    def manual_seed(self, seed):
        weir.random.seed(seed)
        return self

    def initial_seed(self):
        return 0


_generator = Generator()


def save(obj, f, **kwargs):
    """Save an object and the tensors in it to a file with pickle."""
    import pickle

    if hasattr(f, "write"):
        pickle.dump(obj, f)
    else:
        with open(f, "wb") as file:
            pickle.dump(obj, file)


def load(f, map_location=None, weights_only=None, **kwargs):
    """Return the object in a file written by save."""
    import pickle

    if hasattr(f, "read"):
        return pickle.load(f)
    with open(f, "rb") as file:
        return pickle.load(file)


# ---- Gradients -----------------------------------------------------------------------------------


class set_grad_enabled(autograd._Modes):
    """Turn recording on or off; as a context manager, restore the previous mode on exit."""

    def __init__(self, mode):
        super().__init__(bool(mode), None)
        self._last.append((_core.set_recording(bool(mode)), None))

    def __enter__(self):
        return self


def no_grad(fn=None):
    mode = autograd._Modes(False, None)
    return mode if fn is None else mode(fn)


def enable_grad(fn=None):
    mode = autograd._Modes(True, None)
    return mode if fn is None else mode(fn)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False, **kwargs):
    many = isinstance(inputs, (list, tuple))
    grads = _core.grad(outputs, inputs if many else [inputs], grad_outputs, bool(retain_graph or create_graph),
                       create_graph)
    if not allow_unused and any(g is None for g in grads):
        raise Mistake("grad: an input was not used to compute the outputs; with allow_unused=True its gradient is None")
    return grads


class Function(autograd.Function):
    """Base class of custom differentiable functions; a subclass defines forward(ctx, ...) and backward(ctx, ...)."""

    @classmethod
    def apply(cls, *args):
        back = cls.backward
        tensors = type(cls.__name__, (autograd.Function,), {
            "forward": staticmethod(cls.forward),
            "backward": staticmethod(lambda ctx, *grads: back(ctx, *(made(g) for g in grads)))})
        return tensors.apply(*args)


# ---- Networks ------------------------------------------------------------------------------------


class Module(_networks.Torchlike):
    """Base class of networks and layers."""

    _tensor, _parameter = Tensor, Parameter

    def to(self, *args, dtype=None, device=None, non_blocking=False, memory_format=None):
        for arg in args:
            if isinstance(arg, bool):  # non_blocking
                continue
            if isinstance(arg, _core.DType):
                dtype = arg
            elif isinstance(arg, Array):
                dtype, device = arg.dtype, self_device(arg)
            else:
                device = arg
        return self._moved(place(device), dtype)


_layers = _networks.layers_of(Module, arguments=_torch_layers.Arguments, others=_torch_layers.OTHERS)
Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict = _networks.containers(Module)


def _lazy(name):
    """Create and return a class such as LazyLinear: LazyLinear(10) creates a Linear that infers its input size."""
    def __new__(cls, *args, **kwargs):
        return _layers[name](None, *args, **kwargs)

    return type("Lazy" + name, (), {"__new__": __new__})


_layers.update({"Lazy" + name: _lazy(name) for name in (
    "Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "BatchNorm1d",
    "BatchNorm2d", "BatchNorm3d")})
del _layers["Function"]


TransformerEncoder = _torch_layers.encoder(Module, ModuleList, _layers["TransformerEncoderLayer"])


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None):
        self._how = dict(size=size, scale_factor=scale_factor, mode=mode, align_corners=align_corners)

    def forward(self, x):
        return interpolate(x, **self._how)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, antialias=False, **kwargs):
    spatial = input.ndim - 2
    size = (size,) * spatial if isinstance(size, int) else size
    if isinstance(scale_factor, (list, tuple)):
        size, scale_factor = [int(n * f) for n, f in zip(_shape(input)[2:], scale_factor)], None
    return op["interpolate"](input, size=size, scale_factor=scale_factor, mode=mode, align_corners=bool(align_corners),
                             antialias=antialias)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0):
    return op["cross_entropy"](input, target, reduction=reduction, ignore_index=ignore_index,
                               label_smoothing=label_smoothing, weight=weight)


def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None, **kwargs):
    if weight is None and pos_weight is None:
        return op["binary_cross_entropy_with_logits"](input, target, reduction=reduction)
    losses = op["binary_cross_entropy_with_logits"](input, target, reduction="none")
    if pos_weight is not None:
        losses = losses + (pos_weight - 1) * target * op["softplus"](-input)
    if weight is not None:
        losses = losses * weight
    return losses.mean() if reduction == "mean" else losses.sum() if reduction == "sum" else losses


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    if not training:
        return op["batch_norm_inference"](input, running_mean, running_var, eps=eps, weight=weight, bias=bias)
    y, mean, variance = op["batch_norm"](input, eps=eps, weight=weight, bias=bias)[:3]
    if running_mean is not None:
        keep(running_mean, running_mean + momentum * (mean.detach() - running_mean))
        keep(running_var, running_var + momentum * (variance.detach() - running_var))
    return y


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or not _trains(True):
        return input
    dropped = op["dropout"](input, p=p)[0]
    return _torch_layers.overwritten(input, dropped) if inplace else dropped


def _trains(wanted):
    return wanted


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    axes = tuple(range(-len(normalized_shape), 0)) if not isinstance(normalized_shape, int) else (-1,)
    return op["layer_norm"](input, axis=axes, eps=eps, weight=weight, bias=bias)


def pad(input, pad, mode="constant", value=None):
    """Return the padded input; the widths start with the last dimension, e.g. (left, right, top, bottom)."""
    widths = [0] * (2 * input.ndim)
    for i in range(len(pad) // 2):
        axis = input.ndim - 1 - i
        widths[2 * axis], widths[2 * axis + 1] = pad[2 * i], pad[2 * i + 1]
    return op["pad"](input, widths=widths, mode={"replicate": "edge", "circular": "wrap"}.get(mode, mode),
                     value=value or 0.0)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, **kwargs):
    """Scale all gradients so that their total norm is at most max_norm; return the norm before scaling.  Does not
    block."""
    grads = [p.grad for p in ([parameters] if isinstance(parameters, Array) else parameters) if p.grad is not None]

    def clip():
        total = made(op["vector_norm"](op["stack"]([op["vector_norm"](g, ord=norm_type) for g in grads]),
                                       ord=norm_type))
        factor = op["minimum"](max_norm / (total + 1e-6), 1.0)
        for g in grads:
            g *= factor
        return total

    return quietly(clip) if grads else made(op["zeros"](()))


def clip_grad_value_(parameters, clip_value):
    for p in [parameters] if isinstance(parameters, Array) else parameters:
        if p.grad is not None:
            keep(p.grad, op["clip"](p.grad, -clip_value, clip_value))


def parameters_to_vector(parameters):
    return cat([op["ravel"](p) for p in parameters])


def _init(name):
    ours = getattr(weir.nn.init, name)

    def fill(tensor, *args, generator=None, **kwargs):
        kwargs = {{"a": "low", "b": "high", "val": "value"}.get(k, k) if name != "kaiming_uniform_" and
                  name != "kaiming_normal_" else k: v for k, v in kwargs.items()}
        return quietly(lambda: (ours(tensor, *args, **kwargs), tensor)[1])

    fill.__name__ = name
    return fill


_inits = {name: _init(name) for name in (
    "zeros_", "ones_", "constant_", "uniform_", "normal_", "trunc_normal_", "xavier_uniform_", "xavier_normal_",
    "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "eye_")}


# ---- Devices -------------------------------------------------------------------------------------


def synchronize(device=None):
    """Block until the operations issued so far have finished: those of the device or, without one, all."""
    _gpus.synchronize(device)


class Stream:
    """A GPU stream.  In Weir, data dependencies order all operations, so only synchronize has an effect."""

    def __init__(self, device=None, priority=0):
        pass

    def synchronize(self):
        wait_all()

    def wait_stream(self, stream):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


class Event:
    """The time at which all operations issued before record() have finished; record() blocks until then."""

    def __init__(self, enable_timing=False, **kwargs):
        self._time = None

    def record(self, stream=None):
        import time

        wait_all()
        self._time = time.perf_counter()

    def synchronize(self):
        pass

    def query(self):
        return True

    def elapsed_time(self, end):
        return (end._time - self._time) * 1e3


TABLE = """
also: dim axis, keepdim keepdims
== torch
here: Tensor Size device tensor as_tensor asarray from_numpy arange linspace normal manual_seed Generator save load no_grad enable_grad
    set_grad_enabled cat equal allclose multinomial
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
set_default_tensor_type(t) = None
set_default_device(device) = _core.set_default_device(place(device)) and None
get_default_device() = device(str(_core.get_default_device()))
set_num_threads(int) = None
get_num_threads() = weir.engine.workers
here: set_printoptions
set_float32_matmul_precision(precision) = _amp.set_matmul_precision(precision)
get_float32_matmul_precision() = "high" if weir.get_float32_precision() == "tf32" else "highest"
finfo(type=weir.float32) = weir.finfo(type)
iinfo(type) = weir.iinfo(type)
seed() = weir.random.seed()
from_dlpack(ext_tensor) = _core.share(made(weir.from_dlpack(ext_tensor)), True)
scalar_tensor(s, *, dtype=None, device=None) = tensor(s, dtype=dtype or weir.float32)
FloatTensor(data) = tensor(data, dtype=weir.float32)
DoubleTensor(data) = tensor(data, dtype=weir.float64)
LongTensor(data) = tensor(data, dtype=weir.int64)
IntTensor(data) = tensor(data, dtype=weir.int32)
BoolTensor(data) = tensor(data, dtype=weir.bool)
ones(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None) =
    made(op["ones"](_shape_of(dims, size), dtype, place(device)), requires_grad)
zeros(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None) =
    made(op["zeros"](_shape_of(dims, size), dtype, place(device)), requires_grad)
empty(*dims, size=None, dtype=None, device=None, requires_grad=False, out=None, layout=None, pin_memory=False,
    memory_format=None) = made(op["empty"](_shape_of(dims, size), dtype, place(device)), requires_grad)
full(size, fill_value, *, dtype=None, device=None, requires_grad=False, out=None) = made(weir.full(size, fill_value,
    dtype=dtype, device=place(device)), requires_grad)
eye(n, m=None, *, dtype=None, device=None, requires_grad=False) = made(weir.eye(n, m, dtype=dtype,
    device=place(device)), requires_grad)
logspace(start, end, steps, base=10.0, *, dtype=None, device=None) = made(base ** weir.linspace(start, end, steps,
    dtype=dtype))
randn(*dims, size=None, dtype=None, device=None, requires_grad=False, generator=None, out=None) =
    made(op["normal"](_shape_of(dims, size), 0.0, 1.0, dtype, place(device)), requires_grad)
rand(*dims, size=None, dtype=None, device=None, requires_grad=False, generator=None, out=None) =
    made(op["uniform"](_shape_of(dims, size), 0.0, 1.0, dtype, place(device)), requires_grad)
randint(low, high=None, size=None, *, dtype=weir.int64, device=None, generator=None, requires_grad=False) =
    made(op["integers"](*((0, low) if size is None or high is None else (low, high)), shape=size if size is not None
    else high, dtype=dtype, device=place(device)))
randperm(n, *, dtype=weir.int64, device=None, generator=None) = made(op["permutation"](n, dtype=dtype,
    device=place(device)))
bernoulli(input, p=None, *, generator=None) = op["bernoulli"](input if p is None else op["full_like"](input, p),
    dtype=input.dtype)
poisson(input, generator=None) = op["poisson"](input)
meshgrid(*tensors, indexing="ij") = op["meshgrid"](flat(tensors) if not isinstance(tensors[0], Array) else tensors,
    indexing=indexing)
stack(tensors, dim=0, *, out=None) = op["stack"](tensors, axis=dim)
concat(tensors, dim=0) = op["concat"](tensors, axis=dim)
concatenate(tensors, dim=0, axis=None) = cat(tensors, dim, axis)
hstack(tensors) = weir.hstack(tensors)
vstack(tensors) = weir.vstack(tensors)
einsum(equation, *operands) = weir.einsum(equation, *flat(operands) if not isinstance(operands[0], Array) else operands)
tensordot(a, b, dims=2) = weir.tensordot(a, b, axes=dims)
cartesian_prod(*tensors) = op["stack"]([op["ravel"](t) for t in op["meshgrid"](tensors, indexing="ij")], axis=-1)
broadcast_tensors(*tensors) = op["broadcast_arrays"](tensors)
cdist(x1, x2, p=2.0) = op["cdist"](x1, x2, p=p)
searchsorted(sorted_sequence, input, *, right=False) = weir.searchsorted(sorted_sequence, input, side="right" if right
    else "left")
~ compile(model=None, **options) = model if model is not None else (lambda fn: fn)
zeros_like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None) = made(op["zeros_like"](input,
    dtype=dtype, device=place(device)), requires_grad)
ones_like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None) = made(op["ones_like"](input,
    dtype=dtype, device=place(device)), requires_grad)
empty_like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None) = made(op["empty_like"](input,
    dtype=dtype, device=place(device)), requires_grad)
full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False) = made(op["full_like"](input, fill_value,
    dtype=dtype, device=place(device)), requires_grad)
randn_like(input, *, dtype=None, device=None, requires_grad=False) = made(op["normal"](_shape(input), dtype=dtype or
    input.dtype, device=place(device) or self_device(input)), requires_grad)
rand_like(input, *, dtype=None, device=None, requires_grad=False) = made(op["uniform"](_shape(input), dtype=dtype or
    input.dtype, device=place(device) or self_device(input)), requires_grad)
randint_like(input, low, high=None, *, dtype=None) = made(op["integers"](*((0, low) if high is None else (low, high)),
    shape=_shape(input), dtype=dtype or input.dtype, device=self_device(input)))
- distributed multiprocessing: Weir runs in one process, with worker threads
- sparse_coo_tensor sparse_csr_tensor: use dense tensors
- quantize_per_tensor: use float16 or int8 tensors
- vmap func: write the batch dimension explicitly; operators broadcast
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
here: Multinomial
- Normal Uniform Categorical Bernoulli Exponential: draw with torch.normal, rand, multinomial, bernoulli

== torch.distributions.multinomial
here: Multinomial

== torch.fft
fft(input, n=None, dim=-1, norm=None) = weir.fft.fft(input, n=n, axis=dim, norm=norm or "backward")
ifft(input, n=None, dim=-1, norm=None) = weir.fft.ifft(input, n=n, axis=dim, norm=norm or "backward")
rfft(input, n=None, dim=-1, norm=None) = weir.fft.rfft(input, n=n, axis=dim, norm=norm or "backward")
irfft(input, n=None, dim=-1, norm=None) = weir.fft.irfft(input, n=n, axis=dim, norm=norm or "backward")
fft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.fftn(input, s=s, axes=dim, norm=norm or "backward")
ifft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.ifftn(input, s=s, axes=dim, norm=norm or "backward")
rfft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.rfftn(input, s=s, axes=dim, norm=norm or "backward")
irfft2(input, s=None, dim=(-2, -1), norm=None) = weir.fft.irfftn(input, s=s, axes=dim, norm=norm or "backward")
fftn(input, s=None, dim=None, norm=None) = weir.fft.fftn(input, s=s, axes=dim, norm=norm or "backward")
ifftn(input, s=None, dim=None, norm=None) = weir.fft.ifftn(input, s=s, axes=dim, norm=norm or "backward")
fftfreq(n, d=1.0, *, dtype=None, device=None) = made(weir.fft.fftfreq(n, d=d))
rfftfreq(n, d=1.0, *, dtype=None, device=None) = made(weir.fft.rfftfreq(n, d=d))
fftshift(input, dim=None) = weir.fft.fftshift(input, axes=dim)
ifftshift(input, dim=None) = weir.fft.ifftshift(input, axes=dim)

== torch, Tensor                                                      # functions that are methods too
weir: abs exp log log2 log10 log1p expm1 exp2 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh floor
    ceil trunc
    sign reciprocal square isnan isinf isfinite logical_not logical_and logical_or logical_xor maximum minimum matmul
    floor_divide remainder real imag conj angle atan2 logaddexp outer hypot sinc
nansum(input, dim=None, keepdim=False, *, dtype=None) = op["nansum"](input, axis=dim, keepdims=keepdim, dtype=dtype)
nanmean(input, dim=None, keepdim=False, *, dtype=None) = op["nanmean"](input if dtype is None else input.astype(dtype),
    axis=dim, keepdims=keepdim)
here: sort topk median norm split chunk where nonzero squeeze permute unique multinomial
max = max_
min = min_
sigmoid(input) = op["sigmoid"](input)
relu(input) = op["relu"](input)
rsqrt(input) = op["rsqrt"](input)
erf(input) = op["erf"](input)
neg(input) = -input
round(input, *, decimals=0) = weir.around(input, decimals)
absolute(input) = op["abs"](input)
arctan(input) = op["atan"](input)
add(input, other, *, alpha=1, out=None) = op["add"](input, other if alpha == 1 else alpha * other, out=out)
sub(input, other, *, alpha=1, out=None) = op["subtract"](input, other if alpha == 1 else alpha * other, out=out)
subtract(input, other) = input - other
mul(input, other, *, out=None) = op["multiply"](input, other, out=out)
multiply(input, other) = input * other
div(input, other, *, rounding_mode=None, out=None) = op["divide"](input, other, out=out) if rounding_mode is None else
    op["floor_divide"](input, other) if rounding_mode == "floor" else op["trunc"](input / other)
divide(input, other) = input / other
true_divide(input, other) = input / other
fmod(input, other) = input - op["trunc"](input / other) * other
pow(input, exponent) = input ** exponent
float_power(input, exponent) = op["astype"](input, weir.float64) ** exponent
eq(input, other) = input == other
ne(input, other) = input != other
lt(input, other) = input < other
le(input, other) = input <= other
gt(input, other) = input > other
ge(input, other) = input >= other
greater(input, other) = input > other
less(input, other) = input < other
bitwise_and(input, other) = input & other
bitwise_or(input, other) = input | other
bitwise_not(input) = ~input
mm(input, mat2, *, out=None) = op["matmul"](input, mat2, out=out)
bmm(input, mat2, *, out=None) = op["matmul"](input, mat2, out=out)
mv(input, vec) = op["matmul"](input, vec)
dot(input, other) = op["dot"](input, other)
inner(input, other) = op["inner"](input, other)
ger(input, vec2) = op["outer"](input, vec2)
addmm(input, mat1, mat2, *, beta=1, alpha=1) = (input if beta == 1 else beta * input) + (mat1 @ mat2 if alpha == 1 else
    alpha * (mat1 @ mat2))
cross(input, other, dim=-1) = weir.cross(input, other, axis=dim)
sum(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["sum"](input, axis=dim, keepdims=keepdim, dtype=dtype,
    out=out)
mean(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["mean"](input if dtype is None else op["astype"](input,
    dtype), axis=dim, keepdims=keepdim, out=out)
prod(input, dim=None, keepdim=False, *, dtype=None, out=None) = op["prod"](input, axis=dim, keepdims=keepdim,
    dtype=dtype, out=out)
std(input, dim=None, unbiased=True, keepdim=False, *, correction=None) = op["std"](input, axis=dim if not
    isinstance(dim, bool) else None, keepdims=keepdim, correction=float((unbiased if not isinstance(dim, bool) else dim)
    if correction is None else correction))
var(input, dim=None, unbiased=True, keepdim=False, *, correction=None) = op["var"](input, axis=dim if not
    isinstance(dim, bool) else None, keepdims=keepdim, correction=float((unbiased if not isinstance(dim, bool) else dim)
    if correction is None else correction))
var_mean(input, dim=None, unbiased=True, keepdim=False) = (op["var"](input, axis=dim, keepdims=keepdim,
    correction=float(unbiased)), op["mean"](input, axis=dim, keepdims=keepdim))
amax(input, dim=None, keepdim=False) = op["max"](input, axis=dim, keepdims=keepdim)
amin(input, dim=None, keepdim=False) = op["min"](input, axis=dim, keepdims=keepdim)
argmax(input, dim=None, keepdim=False, *, out=None) = op["argmax"](input, axis=dim, keepdims=keepdim, out=out)
argmin(input, dim=None, keepdim=False, *, out=None) = op["argmin"](input, axis=dim, keepdims=keepdim, out=out)
argsort(input, dim=-1, descending=False, stable=False) = op["argsort"](input, axis=dim, descending=descending)
all(input, dim=None, keepdim=False, *, out=None) = op["all"](input, axis=dim, keepdims=keepdim, out=out)
any(input, dim=None, keepdim=False, *, out=None) = op["any"](input, axis=dim, keepdims=keepdim, out=out)
cumsum(input, dim, *, dtype=None) = op["cumulative_sum"](input, axis=dim, dtype=dtype)
cumprod(input, dim, *, dtype=None) = op["cumulative_prod"](input, axis=dim, dtype=dtype)
logsumexp(input, dim, keepdim=False) = op["logsumexp"](input, axis=dim, keepdims=keepdim)
softmax(input, dim=-1, dtype=None) = op["softmax"](input, axis=dim)
log_softmax(input, dim=-1, dtype=None) = op["log_softmax"](input, axis=dim)
clamp(input, min=None, max=None, *, out=None) = op["clip"](input, min, max, out=out)
clip(input, min=None, max=None) = op["clip"](input, min, max)
count_nonzero(input, dim=None) = op["count_nonzero"](input, axis=dim)
quantile(input, q, dim=None, keepdim=False, *, interpolation="linear") = weir.quantile(input, q, axis=dim,
    keepdims=keepdim, method=interpolation)
bincount(input, weights=None, minlength=0) = weir.bincount(input, weights, minlength)
histc(input, bins=100, min=0, max=0) = op["astype"](weir.histogram(input, bins, None if min == max == 0 else (min,
    max))[0], input.dtype)
lerp(input, end, weight) = input + weight * (end - input)
diff(input, n=1, dim=-1) = weir.diff(input, n, axis=dim)
trace(input) = op["trace"](input)
diag(input, diagonal=0) = op["diag"](input, k=diagonal)
tril(input, diagonal=0) = op["tril"](input, k=diagonal)
triu(input, diagonal=0) = op["triu"](input, k=diagonal)
diagonal(input, offset=0, dim1=0, dim2=1) = weir.diagonal(input, offset, dim1, dim2)
diag_embed(input, offset=0) = op["diag_embed"](input)
flip(input, *dims) = op["flip"](input, axis=flat(dims))
fliplr(input) = op["flip"](input, axis=1)
flipud(input) = op["flip"](input, axis=0)
roll(input, shifts, dims=None) = weir.roll(input, shifts, axis=dims)
rot90(input, k=1, dims=(0, 1)) = weir.rot90(input, k, dims)
flatten(input, start_dim=0, end_dim=-1) = op["flatten"](input, start=start_dim, end=end_dim)
unflatten(input, dim, sizes) = op["reshape"](input, _shape(input)[:dim % input.ndim] + tuple(sizes) + _shape(input)[dim
    % input.ndim + 1:])
reshape(input, *shape) = op["reshape"](input, flat(shape))
transpose(input, dim0, dim1) = op["swapaxes"](input, dim0, dim1)
swapaxes(input, axis0, axis1) = op["swapaxes"](input, axis0, axis1)
movedim(input, source, destination) = op["moveaxis"](input, source, destination)
moveaxis(input, source, destination) = op["moveaxis"](input, source, destination)
t(input) = op["permute_dims"](input)
unsqueeze(input, dim) = op["expand_dims"](input, dim if dim >= 0 else dim + input.ndim + 1)
ravel(input) = op["ravel"](input)
clone(input, *, memory_format=None) = op["copy"](input)
detach(input) = Array.detach(input)
unbind(input, dim=0) = op["unstack"](input, axis=dim)
tile(input, *dims) = op["tile"](input, flat(dims))
repeat_interleave(input, repeats, dim=None) = weir.repeat(input, repeats, axis=dim)
broadcast_to(input, size) = op["broadcast_to"](input, size)
narrow(input, dim, start, length) = op["take"](input, _core.asarray(range(start, start + length)), axis=dim)
select(input, dim, index) = input[(slice(None),) * (dim % input.ndim) + (index,)]
index_select(input, dim, index) = op["take"](input, index, axis=dim)
take(input, index) = op["take"](op["ravel"](input), index, axis=0)
gather(input, dim, index) = op["take_along_axis"](input, index, axis=dim)
here: scatter scatter_add scatter_reduce index_reduce
index_add(input, dim, index, source) = op["scatter_add"](input, index, source, axis=dim)
masked_select(input, mask) = input[mask]
masked_fill(input, mask, value) = op["where"](mask, value, input)
isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) = weir.isclose(input, other, rtol=rtol, atol=atol,
    equal_nan=equal_nan)
inverse(input) = weir.linalg.inv(input)
det(input) = weir.linalg.det(input)
kron(input, other) = weir.kron(input, other)
nan_to_num(input, nan=0.0, posinf=None, neginf=None) = weir.nan_to_num(input, nan=nan, posinf=posinf, neginf=neginf)
tensor_split(input, indices_or_sections, dim=0) = weir.array_split(input, indices_or_sections, axis=dim)
cosine_similarity(x1, x2, dim=1, eps=1e-08) = op["cosine_similarity"](x1, x2, axis=dim, eps=eps)

== Tensor                                                             # methods only
here: expand random_
repeat = repeat
equal = equal
allclose = allclose
cpu(self) = self if self_device(self).type == "cpu" else self.to("cpu")
cuda(self, device=None) = self.to("cuda" if device is None else device)
wait(self) = Array.wait(self)
numel(self) = size_of(self)
nelement(self) = size_of(self)
element_size(self) = self.itemsize
dim(self) = self.ndim
ndimension(self) = self.ndim
stride(self, dim=None) = tuple(s // self.itemsize for s in self.strides) if dim is None else self.strides[dim] //
    self.itemsize
is_contiguous(self) = Array.is_contiguous.__get__(self)
contiguous(self) = self if Array.is_contiguous.__get__(self) else op["copy"](self)
is_floating_point(self) = self.dtype.kind == "f"
tolist(self) = Array.tolist(self)
item(self) = Array.item(self)
requires_grad_(self, requires_grad=True) = (setattr(self, "requires_grad", requires_grad), self)[1]
register_hook = _hooks.register_hook
retain_grad = _hooks.retain_grad
detach_(self) = self.attach_grad("null")
float(self) = self.to(weir.float32)
double(self) = self.to(weir.float64)
half(self) = self.to(weir.float16)
bfloat16(self) = self.to(weir.bfloat16)
int(self) = self.to(weir.int32)
long(self) = self.to(weir.int64)
short(self) = self.to(weir.int16)
byte(self) = self.to(weir.uint8)
bool(self) = self.to(weir.bool)
type_as(self, other) = self.to(other.dtype)
view_as(self, other) = op["reshape"](self, _shape(other))
reshape_as(self, other) = op["reshape"](self, _shape(other))
expand_as(self, other) = op["broadcast_to"](self, _shape(other))
new_zeros(self, *size, dtype=None, device=None, requires_grad=False) = made(op["zeros"](flat(size), dtype or
    self.dtype), requires_grad)
new_ones(self, *size, dtype=None, device=None, requires_grad=False) = made(op["ones"](flat(size), dtype or self.dtype),
    requires_grad)
new_empty(self, *size, dtype=None, device=None, requires_grad=False) = made(op["empty"](flat(size), dtype or
    self.dtype), requires_grad)
new_full(self, size, fill_value, dtype=None, device=None) = made(weir.full(size, fill_value, dtype=dtype or self.dtype))
zero_(self) = put(self, 0)
fill_(self, value) = put(self, value)
copy_(self, src, non_blocking=False) = put(self, src)
add_(self, other, *, alpha=1) = self.__iadd__(other if alpha == 1 else alpha * other)
sub_(self, other, *, alpha=1) = self.__isub__(other if alpha == 1 else alpha * other)
mul_(self, other) = self.__imul__(other)
div_(self, other) = self.__itruediv__(other)
pow_(self, exponent) = put(self, self ** exponent)
addcmul_(self, tensor1, tensor2, *, value=1) = self.__iadd__(value * tensor1 * tensor2)
addcdiv_(self, tensor1, tensor2, *, value=1) = self.__iadd__(value * tensor1 / tensor2)
lerp_(self, end, weight) = self.__iadd__(weight * (end - self))
clamp_(self, min=None, max=None) = put(self, op["clip"](self, min, max))
exp_(self) = put(self, op["exp"](self))
sqrt_(self) = put(self, op["sqrt"](self))
neg_(self) = put(self, -self)
abs_(self) = put(self, op["abs"](self))
relu_(self) = put(self, op["relu"](self))
sigmoid_(self) = put(self, op["sigmoid"](self))
tanh_(self) = put(self, op["tanh"](self))
masked_fill_(self, mask, value) = put(self, op["where"](mask, value, self))
scatter_(self, dim, index, src=None, *, value=None, reduce=None) = put(self, scatter(self, dim, index, src, value=value,
    reduce=reduce))
scatter_add_(self, dim, index, src) = put(self, scatter_add(self, dim, index, src))
scatter_reduce_(self, dim, index, src, reduce, *, include_self=True) = put(self, scatter_reduce(self, dim, index, src,
    reduce, include_self=include_self))
index_reduce_(self, dim, index, source, reduce, *, include_self=True) = put(self, index_reduce(self, dim, index, source,
    reduce, include_self=include_self))
index_add_(self, dim, index, source) = put(self, op["scatter_add"](self, index, source, axis=dim))
unsqueeze_(self, dim) = op["expand_dims"](self, dim if dim >= 0 else dim + self.ndim + 1)
normal_(self, mean=0.0, std=1.0, *, generator=None) = keep(self, op["normal"](_shape(self), mean, std, self.dtype, self_device(self)))
uniform_(self, a=0.0, b=1.0, *, generator=None) = keep(self, op["uniform"](_shape(self), a, b, self.dtype, self_device(self)))
bernoulli_(self, p=0.5, *, generator=None) = keep(self, op["bernoulli"](weir.full(_shape(self), p, dtype=weir.float32)))
unfold(self, dimension, size, step) = op["sliding_window_view"](self, size, dimension)[(slice(None),) * (dimension %
    self.ndim) + (slice(None, None, step),)]
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
H = op["matrix_transpose"](self)

== torch.linalg
norm(A, ord=None, dim=None, keepdim=False) = weir.linalg.norm(A, ord, dim, keepdim) if dim is not None or ord is not
    None else op["vector_norm"](A, keepdims=keepdim)
vector_norm(x, ord=2, dim=None, keepdim=False) = op["vector_norm"](x, axis=dim, keepdims=keepdim, ord=ord)
weir.linalg: inv det slogdet qr svd eig eigh eigvals eigvalsh cholesky lstsq matrix_exp solve matrix_power matrix_rank pinv svdvals multi_dot

== torch, Tensor
matrix_exp(input) = op["expm"](input)

== torch.special
weir: logsumexp
expit(input) = op["sigmoid"](input)
logit(input, eps=None) = op["logit"](input)
erf(input) = op["erf"](input)

== torch.autograd
here: Function grad no_grad enable_grad set_grad_enabled
backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False) = _hooks.backward(tensors, grad_tensors,
    bool(retain_graph), create_graph)
set_detect_anomaly(mode) = None
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
- vmap: pass the whole batch to the operator; most operators broadcast

== torch.nn
DataParallel(module, device_ids=None, output_device=None, dim=0) = module
- parallel SyncBatchNorm: Weir runs in one process, with worker threads
here: Module Parameter Sequential ModuleList ModuleDict ParameterList ParameterDict Upsample TransformerEncoder
all: _layers

== torch.nn.functional
weir: gelu elu selu silu mish leaky_relu softplus softsign relu6 glu hardtanh hardswish hardsigmoid
    binary_cross_entropy mse_loss l1_loss smooth_l1_loss huber_loss kl_div log_sigmoid
here: cross_entropy binary_cross_entropy_with_logits batch_norm dropout layer_norm interpolate pad
relu(input, inplace=False) = _torch_layers.overwritten(input, op["relu"](input)) if inplace else op["relu"](input)
sigmoid(input) = op["sigmoid"](input)
tanh(input) = op["tanh"](input)
logsigmoid(input) = op["log_sigmoid"](input)
softmax(input, dim=None, _stacklevel=3, dtype=None) = op["softmax"](input if dtype is None else input.to(dtype),
    axis=_torch_layers.softmax_dim(dim, input.ndim))
log_softmax(input, dim=None, _stacklevel=3, dtype=None) = op["log_softmax"](input if dtype is None else input.to(dtype),
    axis=_torch_layers.softmax_dim(dim, input.ndim))
nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean") =
    op["nll_loss"](input, target, reduction=reduction, ignore_index=ignore_index, weight=weight)
linear(input, weight, bias=None) = op["linear"](input, weight, bias=bias)
conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) = weir.conv(input, weight, bias=bias,
    stride=stride, padding=padding, dilation=dilation, groups=groups)
conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) = weir.conv(input, weight, bias=bias,
    stride=stride, padding=padding, dilation=dilation, groups=groups)
conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) = weir.conv(input, weight, bias=bias,
    stride=stride, padding=padding, dilation=dilation, groups=groups)
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) = op["max_pool"](input,
    pair(kernel_size), stride=pair(stride), padding=pair(padding), dilation=pair(dilation), ceil_mode=ceil_mode)
avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True) = op["avg_pool"](input,
    pair(kernel_size), stride=pair(stride), padding=pair(padding), ceil_mode=ceil_mode,
    count_include_pad=count_include_pad)
adaptive_avg_pool2d(input, output_size) = op["adaptive_avg_pool"](input, pair(output_size))
adaptive_max_pool2d(input, output_size) = op["adaptive_max_pool"](input, pair(output_size))
embedding(input, weight, padding_idx=None) = op["embedding"](input, weight, padding_idx=padding_idx)
one_hot(tensor, num_classes=-1) = op["one_hot"](tensor, num_classes=num_classes if num_classes > 0 else
    int(op["max"](tensor).item()) + 1, dtype=weir.int64)
normalize(input, p=2.0, dim=1, eps=1e-12) = op["normalize"](input, p=p, axis=dim, eps=eps)
cosine_similarity(x1, x2, dim=1, eps=1e-08) = op["cosine_similarity"](x1, x2, axis=dim, eps=eps)
pairwise_distance(x1, x2, p=2.0) = op["pairwise_distance"](x1, x2, p=p)
unfold(input, kernel_size, dilation=1, padding=0, stride=1) = op["unfold"](input, pair(kernel_size),
    dilation=pair(dilation), padding=pair(padding), stride=pair(stride))
scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None) =
    weir.scaled_dot_product_attention(query, key, value, attn_mask=attn_mask, dropout_p=dropout_p, is_causal=is_causal,
    scale=scale)

== torch.nn.init
all: _inits
calculate_gain(nonlinearity, param=None) = weir.nn.init.calculate_gain(nonlinearity, param)

== torch.nn.parameter
here: Parameter
UninitializedParameter = _networks.UninitializedParameter

== torch.nn.utils
here: clip_grad_norm_ clip_grad_value_ parameters_to_vector
- rnn: mask the padded time steps

== torch.nn.modules
here: Module

== torch.optim
all: _optimizers
- LBFGS SparseAdam: use SGD or Adam

== torch.optim.lr_scheduler
all: _schedules
- CyclicLR CosineAnnealingWarmRestarts SequentialLR ChainedScheduler: use another schedule, or set param_groups[0]["lr"]

== torch.utils
- tensorboard: print the values, or plot them with matplotlib

== torch.utils.data
TensorDataset = _data.TensorDataset
Dataset = _data.Dataset
IterableDataset = _data.IterableDataset
DataLoader = _data.loader(made)
Subset = _data.Subset
ConcatDataset = _data.ConcatDataset
random_split = _data.random_split
RandomSampler = _data.RandomSampler
SequentialSampler = _data.SequentialSampler
BatchSampler = _data.BatchSampler
SubsetRandomSampler = _data.SubsetRandomSampler
WeightedRandomSampler = _data.WeightedRandomSampler
Sampler = _data.Sampler
default_collate(batch) = _data.stacked(batch, made)

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
memory_allocated(device=None) = _gpus.memory(device, "used")
max_memory_allocated(device=None) = _gpus.memory(device, "peak")
memory_reserved(device=None) = _gpus.memory(device, "reserved")
~ reset_peak_memory_stats(device=None) = None
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
here: manual_seed

== torch.jit
~ script(obj=None, **options) = obj
~ trace(func, example_inputs=None, **options) = func

== torch.testing
assert_close(actual, expected, *, rtol=1.3e-6, atol=1e-5) = _close(actual, expected, rtol, atol)

== torch.types
here: Tensor
"""


def pair(n):
    return n if n is None or not isinstance(n, int) else (n, n)


def _close(actual, expected, rtol, atol):
    if not allclose(_core.asarray(actual), _core.asarray(expected), rtol, atol):
        raise AssertionError(f"Tensor-likes are not close:\n{actual}\n{expected}")


def _low(device):
    return weir.bfloat16 if str(device).startswith("cpu") else weir.float16


_mixed, _cuda_mixed, _cpu_mixed = _amp.torchlike(made)
_optimizers, _schedules = _optim.torchlike(made), _optim.schedules()
_table.speak("torch", TABLE, globals(), records=True)
