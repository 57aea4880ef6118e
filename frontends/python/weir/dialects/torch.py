"""The PyTorch dialect."""
import math
import sys
from types import SimpleNamespace

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import _amp, _data, _gpus, _hooks, _networks, _optim, _table, _torch_layers
from weir.dialects import _torch_functional as functional
from weir.dialects import (
    _torch_distributions, _torch_indices, _torch_linalg, _torch_modules, _torch_ops, _torch_optim, _torch_parametrize, _torch_sequences)
from weir.dialects._tensor_class import (
    Mistake, as_kind, flat, keep, kind, op, place, put, quietly, size_of, ufuncs)
from weir.dialects._torch_table import TABLE
from weir.dialects._torch_types import (  # noqa: F401 - the table names some of them
    Event, Size, Stream, device, set_printoptions, size_of_shape, values_text)

ops = SimpleNamespace(**vars(_torch_ops) | vars(_torch_linalg) | vars(_torch_indices))  # the functions of three files

# ---- Tensors -------------------------------------------------------------------------------------


_CPU = device("cpu")
_DTYPES = {name: getattr(weir, name) for name in (
    "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64",
    "complex128")}
_DTYPES.update(half=weir.float16, float=weir.float32, double=weir.float64, short=weir.int16, int=weir.int32,
               long=weir.int64)


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
        return "tensor(" + values_text(as_kind(Array, self.detach())) + _closing(self)

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


def arange(*range_, start=None, end=None, step=1, dtype=None, device=None, requires_grad=False, out=None, layout=None):
    """Return the values from start to end (exclusive), at intervals of step."""
    if end is not None:
        range_ = (range_[0] if range_ else start or 0, end)
    if len(range_) < 3 and step != 1:
        range_ = (*((0,) if len(range_) == 1 else ()), *range_, step)
    if dtype is not None and dtype.kind in "iu" and any(isinstance(n, float) for n in range_):
        first, last, by = (0, range_[0], 1) if len(range_) == 1 else (*range_, 1)[:3]
        count = max(0, math.ceil((last - first) / by))
        return made(weir.arange(count, dtype=dtype, device=place(device)) * int(by) + int(first), requires_grad)
    return made(weir.arange(*range_, dtype=dtype, device=place(device)), requires_grad)


def _shape_of(dims, size):
    return flat(dims) if size is None else size


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


def linspace(start, end, steps, dtype=None, device=None, requires_grad=False, layout=None, out=None):
    return made(spaced(start, end, steps, dtype, device), requires_grad)


def spaced(start, end, steps, dtype, device, base=None):
    """Return equally spaced numbers, or powers of `base` with such exponents; integers are rounded toward zero."""
    whole = dtype is not None and dtype.kind in "iu"
    ends = [x.item() if isinstance(x, Array) and whole else x for x in (start, end)]
    ends = [int(x) if whole else op["astype"](x, weir.float64) if isinstance(x, Array) else x for x in ends]
    x = weir.linspace(*ends, int(steps), dtype=weir.float64 if whole or base is not None else dtype, device=place(device))
    if base is not None:
        x = op["pow"](float(base), x)
    wanted = dtype or weir.get_default_dtype()
    return x if x.dtype == wanted else op["astype"](x, wanted)


def randint(low, high=None, size=None, *, dtype=weir.int64, device=None, generator=None, requires_grad=False, layout=None):
    """Return random integers from low (by default 0) to high (exclusive)."""
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    return made(_integers(low, high, size, dtype, place(device)), requires_grad)


def randint_like(input, low, high=None, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    low, high = (0, low) if high is None else (low, high)
    return made(_integers(low, high, _shape(input), dtype or input.dtype, place(device) or self_device(input)),
                requires_grad)


def _integers(low, high, shape, dtype, device):
    low, high = int(low), int(high)
    if dtype.kind in "iu":
        return op["integers"](low, high, shape=shape, dtype=dtype, device=device)
    return op["astype"](op["integers"](low, high, shape=shape, dtype=weir.int64, device=device), dtype)


def full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    dtype = dtype or input.dtype
    fill_value = bool(fill_value) if dtype == weir.bool else fill_value
    return made(op["full_like"](input, fill_value, dtype=dtype, device=place(device)), requires_grad)


def typed(dtype, data):
    """Return what FloatTensor and the like return: a tensor of the data, or of the size given by numbers."""
    if data and all(isinstance(n, int) for n in data):
        return made(op["zeros"](data, dtype))
    return tensor(data[0] if data else [], dtype=dtype)


def doubled(x):
    """Return a tensor as float64 or complex128, the dtypes in which float_power computes; a number unchanged."""
    if not isinstance(x, Array):
        return x
    return op["astype"](x, weir.complex128 if x.dtype.kind == "c" else weir.float64)


def threes(input, other):
    """Return the first dimension of length 3, along which cross is computed if no other is given."""
    shape = weir.broadcast_shapes(_shape(input), _shape(other))
    return shape.index(3) if 3 in shape else -1


def summed_to(input, size):
    """Return the sums over the dimensions that broadcasting from `size` would repeat."""
    size = tuple(size)
    more = input.ndim - len(size)
    axes = tuple(range(more)) + tuple(i + more for i, n in enumerate(size) if n == 1 and _shape(input)[i + more] != 1)
    return input if _shape(input) == size and size else op["reshape"](op["sum"](input, axis=axes), size)


def windows(self, dimension, size, step):
    """Return views of `size` elements along a dimension, `step` apart, in a new last dimension."""
    if self.ndim == 0:
        return op["reshape"](self, (1,))[:size]
    at = dimension % self.ndim
    return op["sliding_window_view"](self, size, at)[(slice(None),) * at + (slice(None, None, step),)]


def each(fn, tensors):
    """Return fn(tensor), or a tuple of the results for several tensors, which may be in a list."""
    if len(tensors) == 1 and isinstance(tensors[0], Array):
        return fn(tensors[0])
    return tuple(fn(t) for t in (tensors[0] if len(tensors) == 1 else tensors))


def triangle(row, col, offset, dtype, lower):
    """Return the indices of the elements of a triangle of a matrix, in two rows."""
    shape = weir.ones((row, col), dtype=weir.bool)
    return op["astype"](op["stack"](op["nonzero"](op["tril" if lower else "triu"](shape, k=offset))), dtype)


def fft_dims(dim, s, input):
    """Return the dimensions of a transform; without them, the last ones, as many as there are sizes."""
    if dim is None and s is not None:
        return tuple(range(-len(ops.axes(s)), 0))
    return ops.axes(dim)


LN2 = math.log(2)


def normal(mean=0.0, std=1.0, size=None, generator=None, dtype=None, device=None, requires_grad=False):
    return made(_core.asarray(weir.random.normal(mean, std, size, dtype=dtype)), requires_grad)


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


_layers = _networks.layers_of(Module, arguments=_torch_layers.Arguments, others=_torch_layers.OTHERS,
                              describe=_torch_layers.described)
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


_layers.update(_torch_modules.layers_of(Module, Parameter, _layers, ModuleList, TransformerEncoder))


def scattered(inputs, devices, dim=0):
    """Return a tuple of parts of the inputs along a dimension, one on each device; tuples and lists are scattered part by
    part."""
    devices = [place(d) for d in devices]
    if isinstance(inputs, (tuple, list)):
        return tuple(zip(*(scattered(part, devices, dim) for part in inputs)))
    if not isinstance(inputs, Array):
        return (inputs,) * len(devices)
    return tuple(part.to(d) for part, d in zip(ops.chunk(inputs, len(devices), dim), devices))


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
    return ops.cat([op["ravel"](p) for p in parameters])


def vector_to_parameters(vec, parameters):
    at = 0
    for p in parameters:
        keep(p, op["reshape"](vec[at:at + size_of(p)], _shape(p)))
        at += size_of(p)


def _init(name):
    ours = getattr(weir.nn.init, name)

    def fill(tensor, *args, generator=None, **kwargs):
        if isinstance(tensor, _networks.UninitializedParameter):  # of a lazy layer, which draws its own values later
            return tensor
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


def _close(actual, expected, rtol, atol):
    if not ops.allclose(_core.asarray(actual), _core.asarray(expected), rtol, atol):
        raise AssertionError(f"Tensor-likes are not close:\n{actual}\n{expected}")


def _low(device):
    return weir.bfloat16 if str(device).startswith("cpu") else weir.float16


_parametrize, _parametrizations = _torch_parametrize.parametrizations(Module, ModuleDict)
_distributions = _torch_distributions.distributions(Tensor, Size)
_mixed, _cuda_mixed, _cpu_mixed = _amp.torchlike(made)
_optimizers, _schedules = _optim.torchlike(made) | _torch_optim.OPTIMIZERS, _torch_optim.SCHEDULES
_table.speak("torch", TABLE, globals(), records=True)
