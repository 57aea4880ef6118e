"""The PyTorch dialect."""
import contextlib  # noqa: F401 - for the table
import math
from types import SimpleNamespace

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import _amp, _containers, _data, _gpus, _hooks, _networks, _optim, _special, _table, _torch_layers  # noqa: F401
from weir.dialects import _torch_functional as functional
from weir.dialects import (
    _torch_averages, _torch_distributions, _torch_files, _torch_indices, _torch_lbfgs, _torch_linalg, _torch_modules, _torch_ops,
    _torch_optim, _torch_parametrize, _torch_random, _torch_sequences, _torch_signal)
from weir.dialects._draws import drawn, fill_truncated
from weir.dialects._tensor_class import Mistake, before, flat, keep, op, place, put, quietly, size_of
from weir.dialects._torch_nn_table import TABLE as NN_TABLE
from weir.dialects._torch_table import TABLE
from weir.dialects._torch_tensor import (  # noqa: F401 - the table names some of them
    _CPU, _DTYPES, Parameter, Tensor, arange, as_tensor, asarray, from_numpy, made, self_device, tensor, writable)
from weir.dialects._torch_types import (  # noqa: F401 - the table names some of them
    Event, Size, Stream, device, set_printoptions, size_of_shape)

ops = SimpleNamespace(**vars(_torch_ops) | vars(_torch_linalg) | vars(_torch_indices))  # the functions of three files

_shape = Array.shape.__get__

# ---- New tensors ---------------------------------------------------------------------------------


def _shape_of(dims, size):
    return flat(dims) if size is None else size


def linspace(start, end, steps, dtype=None, device=None, requires_grad=False, layout=None, out=None):
    return made(spaced(start, end, steps, dtype, device), requires_grad, out)


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
    return made(drawn(generator, _integers, low, high, size, dtype, place(device)), requires_grad)


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
    return made(weir.full(_shape(input), fill_value, dtype=dtype, device=place(device) or self_device(input)), requires_grad)


def like(name, input, dtype, device, requires_grad, out=None, generator=None):
    """Return the result of an operator of a shape, such as zeros, with the shape, dtype and device of a tensor.  It does not depend
    on the tensor's values, so it requires no gradient unless it is told to."""
    return made(drawn(generator, op[name], _shape(input), dtype=dtype or input.dtype, device=place(device) or self_device(input)),
                requires_grad, out)


def filled_diagonal(x, value, wrap):
    """Write a value into the elements of a tensor whose indices are equal; return the tensor."""
    if wrap and x.ndim == 2 and _shape(x)[0] > _shape(x)[1]:
        raise NotImplementedError("fill_diagonal_: wrap=True is not supported for tall matrices; fill the parts")
    at = op["arange"](0, min(_shape(x)), device=self_device(x))
    x[(at,) * x.ndim] = value
    return x


def windowed(name, length, periodic, dtype, device, requires_grad):
    """Return a window of NumPy's name; a periodic one is the first part of one that is an element longer."""
    x = getattr(weir, name)(length + periodic)[:length] if length > 1 or not periodic else weir.ones((length,))
    return made(_core.asarray(x, dtype=dtype or _core.get_default_dtype(), device=place(device)), requires_grad)


def set_default_tensor_type(t):
    """Set the default dtype by the name, or the function, of a type of tensors: torch.DoubleTensor."""
    name = (t if isinstance(t, str) else t.__name__).rpartition(".")[2]
    dtypes = {"FloatTensor": weir.float32, "DoubleTensor": weir.float64, "HalfTensor": weir.float16}
    if name not in dtypes:
        raise TypeError(f"set_default_tensor_type: {t!r} is none of {', '.join(dtypes)}")
    _core.set_default_dtype(dtypes[name])


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
    x = drawn(generator, weir.random.normal, mean, std, size, dtype=dtype)
    return made(_core.asarray(x, device=place(device)), requires_grad)


def multinomial(input, num_samples, replacement=False, generator=None):
    return drawn(generator, op["categorical"], input, count=num_samples, replacement=replacement)


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
    given = _quiet(pull, create_graph)(op["ones_like"](Array.detach(value)) if v is None else v)
    return value, given if isinstance(inputs, (tuple, list)) else given[0]


def jvp(func, inputs, v=None, create_graph=False):
    """Return func(*inputs) and the product of the Jacobian of func with v."""
    inputs = _inputs(inputs)
    along = tuple(op["ones_like"](Array.detach(x)) for x in inputs) if v is None else _inputs(v)
    return _quiet(autograd.jvp, create_graph)(func, inputs, along)


def _swapped(fn):
    def grad_and_value(*args, **kwargs):
        value, gradient = fn(*args, **kwargs)
        return gradient, value

    return grad_and_value


def fill_kind(name):
    """Return a method that fills a tensor in place with the result of the operator `name`."""
    def fill(self, *args, generator=None, **kwargs):
        return keep(self, drawn(generator, op[name], _shape(self), *args, dtype=self.dtype, **kwargs))

    return fill


def random_(self, low=0, high=None, generator=None):
    low, high = (low, high) if high is not None else (0, low or 2 ** 24)
    return keep(self, drawn(generator, op["integers"], low, high, shape=_shape(self)))


_random = _torch_random.generators(made)
_generators = {name: value for name, value in _random.items() if name != "fork_rng"}


def save(obj, f, pickle_module=None, pickle_protocol=None, _use_new_zipfile_serialization=True):
    """Save an object and the tensors in it to a file with pickle."""
    import pickle

    pickler = pickle_module or pickle
    if hasattr(f, "write"):
        pickler.dump(obj, f, pickle_protocol)
    else:
        with open(f, "wb") as file:
            pickler.dump(obj, file, pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None):
    """Return the object in a file written by save, or by PyTorch."""
    import pickle

    if not hasattr(f, "read"):
        with open(f, "rb") as file:
            return load(file, map_location, pickle_module, weights_only=weights_only)
    if _torch_files.is_zip(f):
        found = _torch_files.read(f, tensor_of_bytes, Parameter)
    else:
        found = (pickle_module or pickle).load(f)
    return found if map_location is None else _torch_files.moved(found, _destination(map_location))


def _destination(map_location):
    """Return a function that moves a tensor to where the argument of load says: a device, a dictionary or a function."""
    if isinstance(map_location, dict):
        return lambda x: x.to(map_location.get(str(x.device), x.device))
    if callable(map_location) and not isinstance(map_location, device):
        def asked(x):
            found = map_location(x, str(x.device))
            return x if found is None else found

        return asked
    return lambda x: x.to(map_location)


def tensor_of_bytes(data, dtype, shape):
    """Return a tensor of bytes in row-major order."""
    return made(op["reshape"](weir._numpy._read_as(memoryview(data), dtype), shape))


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


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, is_grads_batched=False,
         materialize_grads=False, *, only_inputs=True):
    if is_grads_batched:
        raise NotImplementedError("torch.autograd.grad: is_grads_batched=True is not supported; call grad for each row")
    many = isinstance(inputs, (list, tuple))
    grads = _core.grad(outputs, inputs if many else [inputs], grad_outputs, bool(retain_graph or create_graph),
                       create_graph)
    if materialize_grads:
        return tuple(like("zeros", x, None, None, False) if g is None else g for g, x in zip(grads, inputs if many else [inputs]))
    if not allow_unused and any(g is None for g in grads):
        raise Mistake("grad: an input was not used to compute the outputs; with allow_unused=True its gradient is None")
    return grads


class Function(autograd.Function):
    """Base class of custom differentiable functions; a subclass defines forward(ctx, ...) and backward(ctx, ...), or
    forward(...) without ctx, setup_context(ctx, inputs, output) and backward(ctx, ...)."""

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("a subclass of Function may define setup_context")

    @classmethod
    def apply(cls, *args, **kwargs):
        back, forward = cls.backward, cls.forward
        if kwargs or cls.setup_context is not Function.setup_context:
            args = _bound(cls, args, kwargs)
        if cls.setup_context is not Function.setup_context:
            def forward(ctx, *inputs):
                output = cls.forward(*inputs)
                cls.setup_context(ctx, inputs, output)
                return output

        tensors = type(cls.__name__, (autograd.Function,), {
            "forward": staticmethod(forward),
            "backward": staticmethod(lambda ctx, *grads: back(ctx, *(made(g) for g in grads)))})
        return tensors.apply(*args)


def _bound(cls, args, kwargs):
    """Return the arguments of a Function in the order of its forward, with default values."""
    import inspect

    own = cls.setup_context is not Function.setup_context
    bound = inspect.signature(cls.forward).bind(*(() if own else (None,)), *args, **kwargs)
    bound.apply_defaults()
    if bound.kwargs:
        raise TypeError(f"{cls.__name__}.apply: forward has arguments that can only be given by name: {', '.join(bound.kwargs)}")
    return bound.args if own else bound.args[1:]


# ---- Networks ------------------------------------------------------------------------------------


class Module(_networks.Torchlike):
    """Base class of networks and layers."""

    _wr_tensor, _wr_parameter = Tensor, Parameter

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
        return self._wr_moved(place(device), dtype)

    def train(self, mode=True):
        """Set training mode (or inference mode, if mode is false) on the module, and call train of its children; return self."""
        if not isinstance(mode, bool):
            raise ValueError(f"train: expected True or False, not {mode!r}")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self


class DataParallel(Module):
    """A network that holds another one and calls it; Weir's workers compute its operations in parallel in any case."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module

    def forward(self, *inputs, **named):
        return self.module(*inputs, **named)


_layers = _networks.layers_of(Module, arguments=_torch_layers.Arguments, others=_torch_layers.OTHERS,
                              describe=_torch_layers.described, resets=_torch_layers.RESETS)
Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict = _containers.containers(Module)


def _lazy(name):
    """Create and return a class such as LazyLinear: LazyLinear(10) creates a Linear that infers its input size."""
    def __new__(cls, *args, **kwargs):
        return _layers[name](None, *args, **kwargs)

    return type("Lazy" + name, (), {"__new__": __new__})


_layers.update({"Lazy" + name: _lazy(name) for name in (
    "Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "BatchNorm1d",
    "BatchNorm2d", "BatchNorm3d")})
del _layers["Function"]


def _from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                     sparse=False):
    """Return an Embedding with these rows, which are not trained unless freeze is false."""
    if embeddings.ndim != 2:
        raise Mistake(f"from_pretrained: the embeddings must have 2 dimensions, not {embeddings.ndim}")
    layer = cls(*_shape(embeddings), padding_idx=padding_idx, max_norm=max_norm, norm_type=norm_type,
                scale_grad_by_freq=scale_grad_by_freq, sparse=sparse, dtype=embeddings.dtype, device=self_device(embeddings))
    keep(layer.weight, Array.detach(embeddings))
    layer.weight.requires_grad = not freeze
    return layer


_layers["Embedding"].from_pretrained = classmethod(_from_pretrained)
_WEIRS = ("Dense", "HingeLoss", "TransformerBlock", "GlobalAvgPool", "GlobalMaxPool")  # layers that PyTorch does not have
TransformerEncoder = _torch_layers.encoder(Module, ModuleList, _layers["TransformerEncoderLayer"])


_layers.update(_torch_modules.layers_of(Module, Parameter, _layers, ModuleList, TransformerEncoder))
_torchs = {name: layer for name, layer in _layers.items() if not name.startswith(_WEIRS)}


def scattered(inputs, devices, dim=0):
    """Return a tuple of parts of the inputs along a dimension, one on each device; tuples and lists are scattered part by
    part."""
    devices = [place(d) for d in devices]
    if isinstance(inputs, (tuple, list)):
        return tuple(zip(*(scattered(part, devices, dim) for part in inputs)))
    if not isinstance(inputs, Array):
        return (inputs,) * len(devices)
    return tuple(part.to(d) for part, d in zip(ops.chunk(inputs, len(devices), dim), devices))


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients so that their total norm is at most max_norm; return the norm before scaling.  Does not
    block."""
    grads = [p.grad for p in ([parameters] if isinstance(parameters, Array) else parameters) if p.grad is not None]

    def clip():
        total = made(op["vector_norm"](op["stack"]([op["vector_norm"](g, ord=norm_type) for g in grads]),
                                       ord=norm_type))
        if error_if_nonfinite and not math.isfinite(total.item()):
            raise Mistake(f"clip_grad_norm_: the total norm of the gradients is {total.item()}")
        factor = op["minimum"](max_norm / (total + 1e-6), 1.0)
        for g in grads:
            g *= factor
        return total

    return quietly(clip) if grads else made(op["zeros"](()))


def clip_grad_value_(parameters, clip_value, foreach=None):
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
        return quietly(lambda: (drawn(generator, ours, tensor, *args, **kwargs), tensor)[1])

    fill.__name__ = name
    return fill


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fill a tensor from a normal distribution without its parts below a and above b."""
    if not isinstance(tensor, _networks.UninitializedParameter):
        quietly(lambda: drawn(generator, fill_truncated, tensor, mean, std, a, b))
    return tensor


_inits = {name: _init(name) for name in (
    "zeros_", "ones_", "constant_", "uniform_", "normal_", "xavier_uniform_", "xavier_normal_",
    "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "eye_")} | {"trunc_normal_": trunc_normal_}


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
_optimizers = _optim.torchlike(made) | _torch_optim.OPTIMIZERS | {"LBFGS": _torch_lbfgs.LBFGS}
_schedules, _averages = _torch_optim.SCHEDULES, _torch_averages.averages(Module, made)
_files = _torch_modules.files_of(_torchs | {made.__name__: made for made in (
    Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict, TransformerEncoder)}, Module)
globals().update(_files)
TABLE += NN_TABLE + "".join(f"== torch.nn.modules.{name[len('_file_'):]}\nall: {name}\n" for name in _files)
_torch = _table.speak("torch", TABLE, globals(), records=True).modules["torch"]


# ---- Methods in place, from those that return a new tensor -------------------------------------------


def _in_place(name):
    fn, called = vars(Tensor)[name], f"{name}_"

    def method(self, *args, **kwargs):
        result = fn(before(self, *args), *args, **kwargs)
        if _KINDS.index(result.dtype.kind) > _KINDS.index(self.dtype.kind):
            raise Mistake(f"{called}: the result is {result.dtype}, which cannot be written into a tensor of {self.dtype}")
        return put(self, result)

    method.__name__ = called
    return method


def _seen(name):
    fn = vars(Tensor)[name]

    def method(self, *args, **kwargs):
        if self.grad_mode != "null":
            raise Mistake(f"{name}_: a leaf tensor that requires grad cannot be modified in place")
        return _core.show(self, fn(self, *args, **kwargs))

    method.__name__ = f"{name}_"
    return method


_KINDS = "biufc"  # kinds of dtypes; a result may be cast to a later one
for _name in (
        "abs absolute acos acosh addbmm addmm addmv addr arccos arccosh arcsin arcsinh arctan2 arctan arctanh asin asinh atan2 atan "
        "atanh baddbmm bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil clip conj_physical "
        "copysign cos cosh cumprod cumsum deg2rad digamma divide eq erf erfinv exp exp2 expm1 fix float_power floor floor_divide fmod "
        "frac ge greater greater_equal gt heaviside hypot ldexp le less less_equal lgamma log10 log1p log2 log logical_and logical_not "
        "logical_or logical_xor logit lt multiply nan_to_num ne neg negative nextafter not_equal put rad2deg reciprocal relu remainder "
        "renorm round rsqrt sgn sigmoid sign sin sinc sinh sqrt square subtract tan tanh tril triu true_divide trunc xlogy").split():
    setattr(Tensor, f"{_name}_", _in_place(_name))
for _name in ("abs acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh ceil clamp clamp_max clamp_min clip "
              "conj_physical cos cosh deg2rad erf exp exp2 expm1 fill fix floor frac ldexp log log10 log1p log2 logit nan_to_num neg "
              "negative rad2deg reciprocal relu round rsqrt sigmoid sin sinc sinh sqrt square tan tanh trunc xlogy zero").split():
    setattr(_torch, f"{_name}_", vars(Tensor)[f"{_name}_"])
for _name in "squeeze unsqueeze swapaxes swapdims t transpose".split():
    setattr(Tensor, f"{_name}_", _seen(_name))
