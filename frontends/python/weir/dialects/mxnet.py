"""The MXNet dialect: np, npx, nd, autograd, gluon."""
import weir
from weir import _core, autograd, nn as _nn
from weir._core import Array
from weir.dialects import _data, _draws, _gpus, _metrics, _optim, _schedules, _table, _vision
from weir.dialects._tensor_class import (
    Mistake, as_kind, keep, kind, op, own_kind, place, plain, put, quietly, text, ufuncs, wait_all)

# ---- Contexts ------------------------------------------------------------------------------------


class Context:
    """A device, such as cpu(0) or gpu(1)."""

    __slots__ = ("device_type", "device_id", "_last")

    def __init__(self, device_type, device_id=0):
        if isinstance(device_type, Context):
            device_type, device_id = device_type.device_type, device_type.device_id
        self.device_type, self.device_id, self._last = device_type, device_id, []

    type = property(lambda self: self.device_type)
    index = property(lambda self: self.device_id)

    def __repr__(self):
        return f"{self.device_type}({self.device_id})"

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def empty_cache(self):
        weir.memory.trim()


def _context(device):
    return Context("gpu" if device.type == "cuda" else device.type, device.index)


def _memory_info(device_id):
    """Return the free and the total bytes of a GPU's memory, as far as arrays use it."""
    memory = weir.memory.on(place(device_id))
    return memory.budget - memory.used, memory.budget


def _first_place(ctx):
    """Return Weir's device for a context or the first of a list of contexts, or None.  All of them must exist."""
    devices = [place(c) for c in (ctx if isinstance(ctx, (list, tuple)) else [ctx])]
    return devices[0] if devices else None


def _context_of(x):
    return _context(Array.device.__get__(x))


def current_context():
    return _context(_core.get_default_device())


# ---- Arrays --------------------------------------------------------------------------------------


class _Methods:
    """The methods of both array classes."""

    __array_ufunc__ = ufuncs()

    def attach_grad(self, grad_req="write", stype=None):
        """Attach a gradient, initialised to zero."""
        Array.attach_grad(self, grad_req)
        if grad_req != "null":
            self.grad = op["zeros_like"](Array.detach(self))

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        """Compute the gradient of this array with respect to each array that it was computed from and that has an
        attached gradient, and store it in that array's .grad.  Does not block."""
        if not self.followed:
            raise Mistake("backward: the array was not computed inside autograd.record() from an array with an "
                          "attached gradient")
        Array.backward(self, out_grad, retain_graph=retain_graph)

    def astype(self, dtype, copy=True):
        return _astype(self, dtype, copy)

    def asnumpy(self):
        """Return the values as a new NumPy array.  Blocks until they are computed."""
        return Array.numpy(self, copy=True)

    def __getitem__(self, key):
        try:
            return _getitem(self, key)
        except IndexError:
            if not _has_floats(key):
                raise
            return _getitem(self, _whole(key))

    def __setitem__(self, key, value):
        try:
            _setitem(self, key, value)
        except IndexError:
            if not _has_floats(key):
                raise
            _setitem(self, _whole(key), value)

    def copyto(self, other):
        if isinstance(other, Array):
            return put(other, self)
        return op["copy"](op["to_device"](self, place(other)))

    __hash__ = object.__hash__


_astype, _getitem, _setitem = Array.astype, Array.__getitem__, Array.__setitem__


def _has_floats(key):
    """Return whether an index is or contains a float array, which MXNet allows because its default dtype is float32."""
    return any(isinstance(k, Array) and k.dtype.kind == "f" for k in (key if isinstance(key, tuple) else (key,)))


def _whole(key):
    if isinstance(key, tuple):
        return tuple(map(_whole, key))
    return op["astype"](key, weir.int64) if isinstance(key, Array) and key.dtype.kind == "f" else key


@kind()
class ndarray:
    """The array class of mx.np."""

    def __repr__(self):
        dtype = "" if self.dtype in (weir.float32, weir.bool) else f", dtype={self.dtype}"
        return "array(" + text(self, separator=", ", prefix="array(") + dtype + ")"

    def __str__(self):
        return text(self)


@kind()
class NDArray:
    """The array class of mx.nd."""

    def __repr__(self):
        shape = "x".join(map(str, self.shape)) or "scalar"
        return f"\n{text(self)}\n<NDArray {shape} @{_context_of(self)}>"

    def __str__(self):
        return repr(self)


for _name, _value in vars(_Methods).items():
    if _name not in ("__dict__", "__weakref__", "__module__", "__doc__"):
        setattr(ndarray, _name, _value)
        setattr(NDArray, _name, _value)


def made(x):
    return as_kind(ndarray, x)


def made_nd(x):
    return as_kind(NDArray, x)


def array(object, dtype=None, ctx=None, device=None, copy=True):
    """Return a new array with a copy of the values.

    If dtype is None, an array keeps its dtype, except that float64 becomes float32; other values become float32.
    """
    if dtype is None and not hasattr(object, "dtype"):
        dtype = weir.float32
    elif dtype is None and str(object.dtype) == "float64":
        dtype = weir.float32
    return made(_core.asarray(object, dtype=dtype, device=place(ctx or device), copy=True).detach())


def _random(name):
    draw = getattr(weir.random, name)

    def function(*args, ctx=None, device=None, out=None, **kwargs):
        with weir.device(place(ctx or device) or _core.get_default_device()):
            result = draw(*map(plain, args), **{k: plain(v) for k, v in kwargs.items()})
        if isinstance(result, Array):
            return made(result) if out is None else put(out, result)
        return result

    function.__name__ = name
    return function


_numbers = {name: _random(name) for name in (
    "normal", "uniform", "randint", "randn", "rand", "choice", "permutation", "exponential", "gamma", "beta", "laplace",
    "gumbel", "logistic", "lognormal", "poisson", "binomial", "standard_normal", "seed")
    if hasattr(weir.random, name)}


def multinomial(n, pvals, size=None):
    """Return the number of times each outcome occurs in n draws."""
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    return made(op["astype"](_draws.multinomial(n, pvals, shape), weir.int64))


def shuffle(x):
    """Shuffle the rows in place."""
    put(x, op["take"](x, op["permutation"](x.shape[0]), axis=0))


def pick(data, index, axis=-1, mode="clip", keepdims=False):
    """Return one element of each row: data[i, index[i]]."""
    found = op["take_along_axis"](data, op["expand_dims"](op["astype"](index, weir.int64), axis), axis=axis)
    return found if keepdims else op["squeeze"](found, axis=axis)


def one_hot(data, depth=None, on_value=1.0, off_value=0.0, dtype=None):
    hot = op["one_hot"](op["astype"](data, weir.int64), num_classes=depth, dtype=dtype or weir.float32)
    return hot if (on_value, off_value) == (1.0, 0.0) else hot * (on_value - off_value) + off_value


def topk(data, axis=-1, k=1, ret_typ="indices", is_ascend=False, dtype=None):
    values, indices = op["topk"](data, k=k, axis=axis, largest=not is_ascend)
    indices = op["astype"](indices, dtype or weir.float32)
    return {"indices": indices, "value": values, "both": [values, indices]}[ret_typ]


def batch_dot(a, b, transpose_a=False, transpose_b=False):
    return (op["matrix_transpose"](a) if transpose_a else a) @ (op["matrix_transpose"](b) if transpose_b else b)


def activation(data, act_type="relu"):
    return _activations[act_type](data)


_activations = {"relu": op["relu"], "sigmoid": op["sigmoid"], "tanh": op["tanh"], "softrelu": op["softplus"],
                "softsign": op["softsign"], "gelu": op["gelu"], "elu": op["elu"], "selu": op["selu"],
                "swish": op["silu"], "silu": op["silu"], "log_sigmoid": op["log_sigmoid"], "mish": op["mish"]}


def pooling(data, kernel=None, stride=None, pad=None, pool_type="max", global_pool=False):
    if global_pool:
        return op["global_avg_pool" if pool_type == "avg" else "global_max_pool"](data)
    return op["avg_pool" if pool_type == "avg" else "max_pool"](data, kernel, stride=stride or (1,) * len(kernel),
                                                                padding=pad)


def convolution(data, weight, bias=None, kernel=None, num_filter=None, stride=None, pad=None, dilate=None, num_group=1,
                no_bias=False, layout=None):
    return op["conv"](data, weight, bias=bias, stride=stride, padding=pad, dilation=dilate, groups=num_group)


def sequence_mask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    if not use_sequence_length:
        return data
    steps = weir.arange(data.shape[axis])
    shape = [1] * data.ndim
    shape[axis] = -1
    lengths = op["reshape"](sequence_length, tuple(-1 if i == 1 - axis else 1 for i in range(data.ndim)))
    return op["where"](op["reshape"](steps, shape) < lengths, data, value)


def save(file, data):
    """Save an array, or a list or dictionary of arrays, to a file."""
    if isinstance(data, Array):
        data = [data]
    named = data if isinstance(data, dict) else {str(i): a for i, a in enumerate(data)}
    _core.save_safetensors(file, {k: plain(v) for k, v in named.items()}, {"list": "0" if isinstance(data,
                                                                                                     dict) else "1"})


def load(file, make=None):
    """Return the list or dictionary of arrays in a file written by save."""
    arrays, about = _core.load_safetensors(file)
    arrays = {name: (make or made)(a) for name, a in arrays.items()}
    return [arrays[str(i)] for i in range(len(arrays))] if about.get("list") == "1" else arrays


# ---- Gradients -----------------------------------------------------------------------------------


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    many = isinstance(variables, (list, tuple))
    grads = _core.grad(heads, variables if many else [variables], head_grads, bool(retain_graph), create_graph)
    return list(grads) if many else grads[0]


class Function:
    """Base class of custom differentiable functions; a subclass defines forward(self, ...) and backward(self, ...)."""

    def forward(self, *inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, *grads):
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def save_for_backward(self, *arrays):
        self.saved_tensors = arrays

    def __call__(self, *inputs):
        its = type(type(self).__name__, (autograd.Function,), {
            "forward": staticmethod(lambda ctx, *x: self.forward(*x)),
            "backward": staticmethod(lambda ctx, *g: self.backward(*map(made, g)))})
        return its.apply(*inputs)


# ---- Initialisers --------------------------------------------------------------------------------


class Initializer:
    """Base class of initialisers, which fill the array of a parameter."""

    def __init__(self, **kwargs):
        self._kwargs = kwargs

    def __call__(self, name, array):
        quietly(lambda: self._init_weight(name, array))

    def _init_weight(self, name, array):
        raise NotImplementedError(f"{type(self).__name__} does not define _init_weight")


def _initializer(name, fill):
    def __init__(self, *args, **kwargs):
        self._args, self._named = args, kwargs

    def _init_weight(self, _, array):
        fill(array, *self._args, **self._named)

    return type(name, (Initializer,), {"__init__": __init__, "_init_weight": _init_weight})


_fill = _nn.init


def _xavier(array, rnd_type="uniform", factor_type="avg", magnitude=3):
    shape = array.shape
    inner = 1
    for n in shape[2:]:
        inner *= n
    fan_in, fan_out = (shape[1] if len(shape) > 1 else 1) * inner, shape[0] * inner
    factor = {"avg": (fan_in + fan_out) / 2, "in": fan_in, "out": fan_out}[factor_type]
    scale = (magnitude / factor) ** 0.5
    _fill.uniform_(array, -scale, scale) if rnd_type == "uniform" else _fill.normal_(array, 0.0, scale)


_initializers = {
    "Normal": _initializer("Normal", lambda a, sigma=0.01: _fill.normal_(a, 0.0, sigma)),
    "Uniform": _initializer("Uniform", lambda a, scale=0.07: _fill.uniform_(a, -scale, scale)),
    "Constant": _initializer("Constant", lambda a, value=0.0: put(a, value)),
    "Zero": _initializer("Zero", _fill.zeros_), "One": _initializer("One", _fill.ones_),
    "Xavier": _initializer("Xavier", _xavier),
    "MSRAPrelu": _initializer("MSRAPrelu", lambda a, factor_type="avg", slope=0.25: _xavier(
        a, "gaussian", factor_type, 2.0 / (1 + slope ** 2))),
    "Orthogonal": _initializer("Orthogonal", lambda a, scale=1.414: _fill.orthogonal_(a, scale)),
}


def _as_initializer(init):
    if isinstance(init, str):
        names = {"zeros": "Zero", "ones": "One", "normal": "Normal", "uniform": "Uniform", "xavier": "Xavier"}
        return _initializers[names.get(init, init.capitalize())]()
    return init


# ---- Gluon: parameters and blocks ----------------------------------------------------------------


class DeferredInitializationError(Mistake):
    """Raised on access to the array of a parameter whose shape is not known before the first input."""


class Parameter:
    """A parameter.  Its array is created once initialize() has been called and the shape is known."""

    def __init__(self, name="weight", grad_req="write", shape=None, dtype=weir.float32, lr_mult=1.0, wd_mult=1.0,
                 init=None,
                 allow_deferred_init=False, **kwargs):
        self.name, self._shape, self.dtype, self.init = name, shape, dtype, init
        self.lr_mult, self.wd_mult, self._grad_req = lr_mult, wd_mult, grad_req
        self._array, self._wanted, self._device = None, None, None

    # -- Array

    @property
    def array(self):
        """The array, or None if it has not been created yet."""
        return self._array

    @property
    def shape(self):
        return self._shape if self.array is None else self.array.shape

    @shape.setter
    def shape(self, shape):
        self._shape = shape
        if self._wanted is not None:
            self._fill()

    def initialize(self, init=None, ctx=None, default_init=None, force_reinit=False, device=None):
        self._device = _first_place(ctx or device)
        if self.array is not None and self._wanted is not None and not force_reinit:
            return
        self._wanted = _as_initializer(self.init) or _as_initializer(init) or _as_initializer(default_init) \
            or _initializers["Uniform"]()
        self._fill()

    def _known(self):
        shape = self._shape
        return shape is not None and all(n > 0 for n in ((shape,) if isinstance(shape, int) else shape))

    def _fill(self):
        if self.array is None and self._known():
            self._array = made(quietly(lambda: op["zeros"](self._shape, self.dtype, self._device)))
            Array.attach_grad(self._array, self._grad_req)
        if self.array is not None:
            self._begin(self.array)

    def _begin(self, array):
        own = self.init is not None
        if own or self.name.rsplit("_", 1)[-1] not in ("bias", "beta", "running_mean", "gamma", "running_var"):
            self._wanted(self.name, array)
        else:
            keep(array, 1.0 if self.name.endswith(("gamma", "running_var")) else 0.0)

    def data(self, ctx=None, device=None):
        if self.array is None:
            if self._wanted is None:
                raise Mistake(f"parameter {self.name!r} has not been initialized; call initialize() first")
            raise DeferredInitializationError(f"parameter {self.name!r} has not been initialized yet because its shape "
                                              "is not known before the first input; call the network on an input first")
        return self.array

    def grad(self, ctx=None, device=None):
        g = self.data().grad
        return made(op["zeros_like"](self.data().detach())) if g is None else g

    def set_data(self, data):
        self._wanted = self._wanted or _initializers["Zero"]()
        if self.array is None:
            self._shape = data.shape
            self._fill()
        keep(self.array, data)

    def zero_grad(self):
        if self.array is not None:
            self.array.grad = None

    def list_data(self):
        return [self.data()]

    def list_grad(self):
        return [self.grad()]

    def list_ctx(self):
        return [current_context() if self.array is None else _context_of(self.array)]

    list_device = list_ctx

    def reset_ctx(self, ctx):
        """Move the parameter and its gradient to another device."""
        self._device = _first_place(ctx)
        if self.array is not None and self._device is not None:
            self._move()

    def _move(self):
        grad = self._array.grad
        moved = made(quietly(lambda: op["to_device"](Array.detach(self._array), self._device)))
        self._array = Array.attach_grad(moved, self._grad_req)
        if grad is not None:
            self._array.grad = quietly(lambda: op["to_device"](grad, self._device))

    reset_device = reset_ctx

    @property
    def grad_req(self):
        return self._grad_req

    @grad_req.setter
    def grad_req(self, mode):
        self._grad_req = mode
        if self.array is not None:
            Array.attach_grad(self.array, mode)

    def cast(self, dtype):
        self.dtype = dtype

    def __repr__(self):
        return f"Parameter {self.name} (shape={self.shape}, dtype={self.dtype})"


class _LayerParameter(Parameter):
    """A parameter whose array belongs to one of Weir's layers.  The layer might not exist before the first input."""

    def __init__(self, layer, entry, **kwargs):
        super().__init__(**kwargs)
        self._layer, self._entry = layer, entry

    @property
    def array(self):
        layer = self._layer._layer
        array = None if layer is None else getattr(layer, self._entry)
        return None if array is None else own_kind(ndarray, array)

    def _move(self):
        self._layer._layer._to_device(self._device)

    def _fill(self):
        if self.array is not None and self._device is not None:
            self._move()
        super()._fill()

    def set_data(self, data):
        """Set the values.  If the layer does not exist yet, create it with the size determined by the shape of the
        values."""
        shape = data.shape
        if self._layer._layer is None and (len(shape) > 1 or self._entry == "weight"):
            self._wanted = self._wanted or _initializers["Zero"]()
            self._layer._build(shape[1] if len(shape) > 1 else shape[0])
        super().set_data(data)


class Constant(Parameter):
    """A parameter that is not trained."""

    def __init__(self, value, name="const"):
        value = array(value)
        super().__init__(name, grad_req="null", shape=value.shape, init=_initializers["Constant"](value))


class ParameterDict(dict):
    """A dictionary of parameters by name."""

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        for p in self.values():
            p.initialize(init, ctx or device, force_reinit=force_reinit)

    def zero_grad(self):
        for p in self.values():
            p.zero_grad()

    def setattr(self, name, value):
        for p in self.values():
            setattr(p, name, value)

    def reset_ctx(self, ctx):
        for p in self.values():
            p.reset_ctx(ctx)

    def get(self, name, default=None, **kwargs):
        """Return the parameter of this name, creating it if necessary."""
        if name not in self and (kwargs or default is None):
            self[name] = Parameter(name, **kwargs)
        return dict.get(self, name, default)

    def get_constant(self, name, value=None):
        """Return the constant of this name, creating it if necessary."""
        if name not in self:
            self[name] = Constant(value, name)
        return self[name]

    def __repr__(self):
        return "{\n" + "".join(f"  {name}: {p}\n" for name, p in self.items()) + "}"

    def save(self, filename, strip_prefix=""):
        save(filename, {name: p.data() for name, p in self.items()})


class Block:
    """Base class of networks and layers; its child blocks are attributes, and forward computes its output."""

    def __init__(self, prefix=None, params=None, **kwargs):
        pass

    @property
    def params(self):
        """The parameters of this block, without those of its children."""
        return self.__dict__.setdefault("_params", ParameterDict())

    @property
    def _children(self):
        return self.__dict__.setdefault("_kids", {})

    _counts = {}  # the number of names assigned so far, by lower-case class name

    @property
    def name(self):
        """The name of this block, such as dense0; blocks are numbered in the order in which names are first read."""
        if "_name" not in self.__dict__:
            alias = type(self).__name__.lower()
            self._name = f"{alias}{Block._counts.setdefault(alias, 0)}"
            Block._counts[alias] += 1
        return self._name

    def name_scope(self):
        import contextlib

        return contextlib.nullcontext(self)

    def _blocks(self):
        own = {name: value for name, value in self.__dict__.items()
               if isinstance(value, Block) and not name.startswith("_")}
        return {**own, **{k: v for k, v in self._children.items() if v not in own.values()}}

    def _own_params(self):
        found = {name: value for name, value in self.__dict__.items() if isinstance(value, Parameter)}
        return {**found, **{k: v for k, v in self.params.items() if v not in found.values()}}

    def collect_params(self, select=None):
        """Return a ParameterDict of all parameters, or of those whose names, such as "0.weight", match `select`."""
        out, seen = ParameterDict(), set()

        def walk(block, prefix):
            for name, p in block._own_params().items():
                if id(p) not in seen:
                    seen.add(id(p))
                    out[prefix + name] = p
            for name, inner in block._blocks().items():
                walk(inner, f"{prefix}{name}.")

        walk(self, "")
        if select is not None:
            import re

            out = ParameterDict({k: v for k, v in out.items() if re.match(select, k)})
        return out

    def register_child(self, block, name=None):
        self._children[name or str(len(self._children))] = block

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        """Initialise the parameters, either immediately or, if their shapes are not known, at the first input."""
        self.collect_params().initialize(init, ctx or device, force_reinit=force_reinit)

    def apply(self, fn):
        for inner in self._blocks().values():
            inner.apply(fn)
        fn(self)
        return self

    def hybridize(self, active=True, **kwargs):
        """Do nothing: blocks always run eagerly."""

    def cast(self, dtype):
        for p in self.collect_params().values():
            p.cast(dtype)

    def zero_grad(self):
        self.collect_params().zero_grad()

    def save_parameters(self, filename, deduplicate=False):
        self.collect_params().save(filename)

    def load_parameters(self, filename, ctx=None, allow_missing=False, ignore_extra=False, **kwargs):
        values, params = load(filename), self.collect_params()
        missing = [n for n in params if n not in values]
        extra = [n for n in values if n not in params]
        if missing and not allow_missing or extra and not ignore_extra:
            raise Mistake(f"load_parameters: {filename} does not match the network: missing {missing}, unexpected "
                          f"{extra}")
        for name, p in params.items():
            if name in values:
                p.set_data(values[name])

    save_params, load_params = save_parameters, load_parameters

    def setattr(self, name, value):
        self.collect_params().setattr(name, value)

    def reset_ctx(self, ctx):
        """Move the parameters to another device."""
        self.collect_params().reset_ctx(ctx)

    reset_device = reset_ctx

    def summary(self, *inputs):
        print(self)

    def forward(self, *args):
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def __repr__(self):
        inner = "".join(f"\n  ({name}): " + repr(b).replace("\n", "\n  ") for name, b in self._blocks().items())
        return f"{type(self).__name__}({inner}\n)" if inner else f"{type(self).__name__}()"


class HybridBlock(Block):
    """A block whose forward calls hybrid_forward(F, x, **parameters), unless a subclass overrides forward."""

    def forward(self, x, *args):
        for p in self._own_params().values():
            if p.array is None and p._wanted is not None:
                self.infer_shape(x, *args)
        return self.hybrid_forward(_F, x, *args, **{n: p.data() for n, p in self._own_params().items()})

    def infer_shape(self, *args):
        pass

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} defines neither forward nor hybrid_forward")

    def export(self, path, epoch=0):
        raise NotImplementedError("HybridBlock.export is not supported; use save_parameters")


class Sequential(Block):
    """A sequence of blocks, each applied to the output of the previous one."""

    def __init__(self, prefix=None, params=None):
        super().__init__()

    def add(self, *blocks):
        for block in blocks:
            self._children[str(len(self._children))] = block

    def forward(self, x, *args):
        for block in self._children.values():
            x = block(x)
        return x

    def __len__(self):
        return len(self._children)

    def __iter__(self):
        return iter(self._children.values())

    def __getitem__(self, index):
        found = list(self._children.values())[index]
        if isinstance(found, list):
            part = type(self)()
            part.add(*found)
            return part
        return found


class HybridSequential(Sequential, HybridBlock):
    """A sequence of blocks, each applied to the output of the previous one."""


class _Layer(HybridBlock):
    """Base class of layers that wrap one of Weir's layers, which is created when the first input determines its size.

    make     function that returns Weir's layer for an input size
    size     function that returns the input size for an input x; None if the layer does not need it
    known    the input size, if it was passed to the constructor
    names    maps MXNet's parameter names to Weir's
    inits    maps MXNet's parameter names to initialisers
    params   parameters of another layer to share
    """

    def __init__(self, make, size=None, known=None, activation=None, names=None, inits=None, params=None):
        self._make, self._size, self._cell = make, size, [None]
        self._activation = _activations[activation] if isinstance(activation, str) else activation
        for theirs, entry in (names or {}).items():
            trained = not theirs.startswith("running")
            setattr(self, theirs, _LayerParameter(self, entry, name=theirs, init=(inits or {}).get(theirs),
                                                  grad_req="write" if trained else "null"))
        if params:
            self.share_parameters(params)
        elif known or size is None:
            self._build(known)

    @property
    def _layer(self):
        return self._cell[0]

    @property
    def params(self):
        return ParameterDict(self._own_params())

    def share_parameters(self, shared):
        """Share the parameters of another layer, even if they are created later; return this layer."""
        for name, p in shared.items():
            if name in self.__dict__ and isinstance(p, _LayerParameter):
                self._cell = p._layer._cell
                setattr(self, name, p)
        return self

    def _build(self, size):
        self._cell[0] = quietly(lambda: self._make(size))
        self._layer._block.set_grad(1)  # gradient mode "write", the default in MXNet
        device = next((p._device for p in self._own_params().values() if p._device is not None), None)
        if device is not None:
            self._layer._to_device(device)
        for p in self._own_params().values():
            if p._grad_req != "write" and p.array is not None:
                Array.attach_grad(p.array, p._grad_req)
            if p._wanted is not None:
                p._begin(p.array)

    def _own_params(self):
        """Return the parameters by name, except those that Weir's layer does not have, such as a bias that is not
        used."""
        found = {name: value for name, value in self.__dict__.items() if isinstance(value, Parameter)}
        if self._layer is None:
            return found
        there = {entry for entry, array, _, _ in self._layer._block.entries()}
        return {n: p for n, p in found.items() if p._entry in there}

    def _ready(self, x):
        """Create Weir's layer for the input x, if necessary; raise Mistake if initialize() has not been called."""
        bare = next((p for p in self._own_params().values() if p._wanted is None), None)
        if bare is not None:
            raise Mistake(f"parameter {bare.name!r} of {type(self).__name__} has not been initialized; call "
                          "initialize() first")
        if self._layer is None:
            self._build(self._size(x))
        self._is_ready = True

    _is_ready = False

    def forward(self, x, *args):
        if not self._is_ready:
            self._ready(x)
        y = self._layer(x, *args)
        return y if self._activation is None else self._activation(y)

    def __repr__(self):
        settings = "" if self._layer is None else self._layer._block.text().partition("(")[2][:-1]
        return f"{type(self).__name__}({settings})"


def _prod(shape):
    n = 1
    for length in shape:
        n *= length
    return n


class Dense(_Layer):
    """Fully connected layer."""

    def __init__(self, units, activation=None, use_bias=True, flatten=True, dtype="float32", weight_initializer=None,
                 bias_initializer="zeros", in_units=0, **kwargs):
        self._flatten = flatten
        super().__init__(lambda n: _nn.Linear(n, units, bias=use_bias),
                         lambda x: _prod(x.shape[1:]) if flatten else x.shape[-1], in_units, activation,
                         {"weight": "weight", "bias": "bias"} if use_bias else {"weight": "weight"},
                         {"weight": weight_initializer}, kwargs.get("params"))

    def forward(self, x):
        if self._flatten and x.ndim > 2:
            x = op["flatten"](x, start=1)
        return super().forward(x)


def _conv(name, dims, transposed=False):
    def __init__(self, channels, kernel_size, strides=1, padding=0, output_padding=0, dilation=1, groups=1, layout=None,
                 activation=None, use_bias=True, weight_initializer=None, bias_initializer="zeros", in_channels=0,
                 **kwargs):
        more = {"output_padding": output_padding} if transposed else {}
        base = getattr(_nn, f"Conv{'Transpose' if transposed else ''}{dims}d")
        _Layer.__init__(self, lambda n: base(n, channels, kernel_size, stride=strides, padding=padding,
                                             dilation=dilation,
                                             groups=groups, bias=use_bias, **more),
                        lambda x: x.shape[1], in_channels, activation,
                        {"weight": "weight", "bias": "bias"} if use_bias else {"weight": "weight"},
                        {"weight": weight_initializer}, kwargs.get("params"))

    return type(name, (_Layer,), {"__init__": __init__})


def _pool(name, kind_, dims):
    def __init__(self, pool_size=2, strides=None, padding=0, layout=None, ceil_mode=False, count_include_pad=True,
                 **kwargs):
        base = getattr(_nn, f"{kind_}Pool{dims}d")
        more = {"count_include_pad": count_include_pad} if kind_ == "Avg" else {}
        _Layer.__init__(self, lambda n: base(pool_size, stride=strides, padding=padding, ceil_mode=ceil_mode, **more))

    return type(name, (_Layer,), {"__init__": __init__})


def _global_pool(name, base):
    def __init__(self, layout=None, **kwargs):
        _Layer.__init__(self, lambda n: getattr(_nn, base)())

    def forward(self, x):
        y = self._layer(x)
        return y if y.ndim == x.ndim else op["reshape"](y, y.shape + (1,) * (x.ndim - y.ndim))

    return type(name, (_Layer,), {"__init__": __init__, "forward": forward})


class BatchNorm(_Layer):
    """Batch normalisation: normalises each channel over the batch."""

    def __init__(self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True, in_channels=0, **kwargs):
        self._dims = 4
        kinds = {2: _nn.BatchNorm1d, 3: _nn.BatchNorm1d, 4: _nn.BatchNorm2d, 5: _nn.BatchNorm3d}
        super().__init__(lambda n: kinds[self._dims](n, eps=epsilon, momentum=1 - momentum), lambda x: x.shape[axis],
                         in_channels, None, {"gamma": "weight", "beta": "bias", "running_mean": "running_mean",
                                             "running_var": "running_var"})

    def forward(self, x):
        if self._layer is None:
            self._dims = x.ndim
        return super().forward(x)


class LayerNorm(_Layer):
    """Layer normalisation over the last axis."""

    def __init__(self, axis=-1, epsilon=1e-5, center=True, scale=True, in_channels=0, **kwargs):
        super().__init__(lambda n: _nn.LayerNorm(n, eps=epsilon), lambda x: x.shape[-1], in_channels, None,
                         {"gamma": "weight", "beta": "bias"})


class Embedding(_Layer):
    """Embedding table: maps indices to rows of a weight matrix."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, sparse_grad=False, **kwargs):
        super().__init__(lambda n: _nn.Embedding(input_dim, output_dim), names={"weight": "weight"},
                         inits={"weight": weight_initializer})

    def forward(self, x):
        return super().forward(x if x.dtype.kind in "iu" else op["astype"](x, weir.int64))


class Dropout(_Layer):
    """Sets random elements to zero in training mode."""

    def __init__(self, rate, axes=(), **kwargs):
        super().__init__(lambda n: _nn.Dropout(rate))


class Activation(HybridBlock):
    """An activation function, given by name."""

    def __init__(self, activation, **kwargs):
        self._fn = _activations[activation]

    def forward(self, x):
        return self._fn(x)


class Flatten(HybridBlock):
    """Flattens all dimensions but the first."""

    def forward(self, x):
        return op["flatten"](x, start=1)


class Identity(HybridBlock):
    def forward(self, x):
        return x


class Lambda(Block):
    """A block that calls a function, which may be given by its name in npx."""

    def __init__(self, function, prefix=None):
        self._fn = getattr(_modules["mxnet.npx"], function) if isinstance(function, str) else function

    def forward(self, *args):
        return self._fn(*args)


class HybridLambda(Lambda, HybridBlock):
    """A hybrid block that calls a function, which may be given by its name in npx."""


def _simple(name, base):
    def __init__(self, *args, **kwargs):
        _Layer.__init__(self, lambda n: getattr(_nn, base)(*args))

    return type(name, (_Layer,), {"__init__": __init__})


_layers = {"Conv1D": _conv("Conv1D", 1), "Conv2D": _conv("Conv2D", 2), "Conv3D": _conv("Conv3D", 3),
           "Conv2DTranspose": _conv("Conv2DTranspose", 2, True), "Conv1DTranspose": _conv("Conv1DTranspose", 1, True)}
for _kind in ("Max", "Avg"):
    for _dims in (1, 2, 3):
        _layers[f"{_kind}Pool{_dims}D"] = _pool(f"{_kind}Pool{_dims}D", _kind, _dims)
        _layers[f"Global{_kind}Pool{_dims}D"] = _global_pool(f"Global{_kind}Pool{_dims}D", f"Global{_kind}Pool{_dims}d")
_layers.update({name: _simple(name, base) for name, base in
                {"LeakyReLU": "LeakyReLU", "PReLU": "PReLU", "ELU": "ELU", "SELU": "SELU", "GELU": "GELU",
                 "Swish": "SiLU",
                 "SiLU": "SiLU"}.items()})


def _recurrent(name):
    def __init__(self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False, input_size=0, **kwargs):
        if name == "RNN":
            kwargs["nonlinearity"] = kwargs.pop("activation", "relu")
        self._hidden, self._steps = hidden_size, num_layers * (2 if bidirectional else 1)
        self._batch_axis = 0 if layout == "NTC" else 1
        more = {k: v for k, v in kwargs.items() if k == "nonlinearity"}
        names = {f"{side}{i}_{theirs}": f"{ours}_l{i}{'_reverse' if side == 'r' else ''}"
                 for i in range(num_layers) for side in ("lr" if bidirectional else "l")
                 for theirs, ours in (("i2h_weight", "weight_ih"), ("h2h_weight", "weight_hh"),
                                      ("i2h_bias", "bias_ih"), ("h2h_bias", "bias_hh"))}
        _Layer.__init__(self, lambda n: getattr(_nn, name)(
            n, hidden_size, num_layers=num_layers, batch_first=layout == "NTC", dropout=float(dropout),
            bidirectional=bidirectional, **more), lambda x: x.shape[-1], input_size, None, names)

    def begin_state(self, batch_size=0, func=None, **kwargs):
        shape = (self._steps, batch_size, self._hidden)
        return [made(op["zeros"](shape)) for _ in range(2 if name == "LSTM" else 1)]

    def forward(self, x, states=None):
        """Return the outputs or, if states are given, a pair of the outputs and the new states."""
        if not self._is_ready:
            self._ready(x)
        given = states if states is not None else self.begin_state(x.shape[self._batch_axis])
        given = [given] if isinstance(given, Array) else list(given)
        y, last = self._layer(x, tuple(given) if name == "LSTM" else given[0])
        return y if states is None else (y, list(last) if name == "LSTM" else [last])

    return type(name, (_Layer,), {"__init__": __init__, "begin_state": begin_state, "forward": forward})


_rnn = {name: _recurrent(name) for name in ("RNN", "LSTM", "GRU")}


# ---- Gluon: losses -------------------------------------------------------------------------------


class Loss(HybridBlock):
    """Base class of losses, which return an array with one value for each sample."""

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        self._weight, self._batch_axis = weight, batch_axis

    def _per_sample(self, losses, sample_weight=None):
        if sample_weight is not None:
            losses = losses * sample_weight
        if self._weight is not None:
            losses = losses * self._weight
        axes = tuple(i for i in range(losses.ndim) if i != self._batch_axis)
        return op["mean"](losses, axis=axes) if axes else losses

    def forward(self, pred, label, sample_weight=None):
        return self._per_sample(self._loss(pred, op["reshape"](label, pred.shape)), sample_weight)


class L2Loss(Loss):
    """Half the squared error."""

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight / 2, batch_axis)

    def _loss(self, pred, label):
        return op["square"](label - pred)


class L1Loss(Loss):
    def _loss(self, pred, label):
        return op["abs"](label - pred)


class HuberLoss(Loss):
    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis)
        self._rho = rho

    def _loss(self, pred, label):
        return op["huber_loss"](pred, label, reduction="none", delta=float(self._rho)) / self._rho


class SigmoidBinaryCrossEntropyLoss(Loss):
    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis)
        self._name = "binary_cross_entropy" if from_sigmoid else "binary_cross_entropy_with_logits"

    def _loss(self, pred, label):
        return op[self._name](pred, label, reduction="none")


class SoftmaxCrossEntropyLoss(Loss):
    """Softmax cross-entropy; labels are class indices or, if sparse_label is false, probabilities."""

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis)
        self._axis, self._sparse, self._from_logits = axis, sparse_label, from_logits

    def forward(self, pred, label, sample_weight=None):
        logs = pred if self._from_logits else op["log_softmax"](pred, axis=self._axis)
        if self._sparse:
            losses = -pick(logs, label, axis=self._axis, keepdims=True)
        else:
            losses = -op["sum"](logs * op["reshape"](label, pred.shape), axis=self._axis, keepdims=True)
        return self._per_sample(losses, sample_weight)


class KLDivLoss(Loss):
    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis)
        self._from_logits, self._axis = from_logits, axis

    def _loss(self, pred, label):
        logs = pred if self._from_logits else op["log_softmax"](pred, axis=self._axis)
        return label * (op["log"](label + 1e-12) - logs)


class HingeLoss(Loss):
    def _loss(self, pred, label):
        return op["relu"](1 - pred * label)


# ---- Gluon: training and data --------------------------------------------------------------------

_RATES = {"sgd": 0.01, "nag": 0.1, "adam": 0.001, "adamw": 0.001, "adagrad": 0.01, "rmsprop": 0.001, "adadelta": 1.0,
          "lamb": 0.001}


_rates = _schedules.MXNET


class Trainer:
    """Applies an optimiser to parameters, including those whose shapes are inferred from the first input."""

    def __init__(self, params, optimizer, optimizer_params=None, kvstore=None, **kwargs):
        self._params = list(params.values()) if isinstance(params, dict) else list(params)
        optimizer, optimizer_params = (optimizer, optimizer_params) if isinstance(optimizer, str) else (
            optimizer.name, optimizer.settings)
        name, given = optimizer.lower(), dict(optimizer_params or {})
        self._schedule, self._updates = given.pop("lr_scheduler", None), 0
        if self._schedule is not None and "learning_rate" in given:
            self._schedule.base_lr = given["learning_rate"]
        self._class, self._settings = _optim.ours(name, given, {"lr": _RATES.get(name, 0.01)})
        self._optimizer, self._scale = None, None

    def _ready(self):
        if self._optimizer is None:
            trained = [p for p in self._params if p.grad_req != "null"]
            decay = self._settings.get("weight_decay", 0.0)
            plain_ones = [p.data() for p in trained if p.wd_mult == 1 or not decay]
            self._optimizer = self._class(plain_ones, **self._settings) if plain_ones else None
            for p in trained:
                if p.wd_mult != 1 and decay:
                    own = {**self._settings, "weight_decay": decay * p.wd_mult}
                    if self._optimizer is None:
                        self._optimizer = self._class([p.data()], **own)
                    else:
                        self._optimizer.add_group([p.data()], **own)
        return self._optimizer

    def step(self, batch_size, ignore_stale_grad=False):
        """Update the parameters from their gradients, divided by the batch size.  Does not block."""
        optimizer = self._ready()
        if optimizer is None:
            return
        self._updates += 1
        if self._schedule is not None:
            self.set_learning_rate(self._schedule(self._updates))
        if self._scale != batch_size:
            _optim.scaled(optimizer, 1.0 / batch_size)
            self._scale = batch_size
        optimizer.step()

    update = step

    def allreduce_grads(self):
        pass

    @property
    def learning_rate(self):
        return self._settings["lr"] if self._optimizer is None else self._optimizer.lr

    def set_learning_rate(self, lr):
        self._settings["lr"] = lr
        if self._optimizer is not None:
            self._optimizer.lr = lr

    def save_states(self, fname):
        save(fname, self._ready().state_dict())

    def load_states(self, fname):
        self._ready().load_state_dict(load(fname))


class _OptimizerSettings:
    """The name and settings of an optimiser, to pass to a Trainer, such as mx.optimizer.SGD(learning_rate=0.1)."""

    def __init__(self, **settings):
        self.name, self.settings = type(self).__name__.lower(), settings


_optimizers = {name: type(name, (_OptimizerSettings,), {}) for name in (
    "SGD", "NAG", "Adam", "AdamW", "RMSProp", "AdaGrad", "AdaDelta", "LAMB")}


class Dataset(_data.Dataset):
    """Base class of datasets; a subclass defines __getitem__ and __len__."""

    def transform(self, fn, lazy=True):
        """Return a dataset whose samples are fn(*sample).  fn is called whenever a sample is accessed or, with
        lazy=False, once for each sample now."""
        return _Transformed(self, fn) if lazy else SimpleDataset([_apply(fn, self[i]) for i in range(len(self))])

    def transform_first(self, fn, lazy=True):
        """Return a dataset with fn applied to the first element of each sample, the image."""
        return self.transform(_First(fn), lazy)

    def filter(self, fn):
        """Return a dataset of the samples for which fn returns true."""
        return SimpleDataset([sample for sample in (self[i] for i in range(len(self))) if fn(sample)])

    def take(self, count):
        """Return a dataset of the first `count` samples, or of all if count is None."""
        return _Some(self, range(min(count, len(self)) if count is not None else len(self)))

    def shard(self, num_shards, index):
        """Return part `index` of the dataset, split into `num_shards` parts whose lengths differ by at most one."""
        each, more = divmod(len(self), num_shards)
        start = each * index + min(index, more)
        return _Some(self, range(start, start + each + (index < more)))


class _Some(_data.Subset, Dataset):
    """The samples of a dataset at the given indices."""

    gathers = property(lambda self: getattr(self.dataset, "gathers", False))


class SimpleDataset(Dataset):
    """A dataset whose samples are the elements of a list."""

    def __init__(self, data):
        self._samples = data

    def __len__(self):
        return len(self._samples)

    def __getitem__(self, index):
        return self._samples[index]


def _apply(fn, sample):
    return fn(*sample) if isinstance(sample, tuple) else fn(sample)


class _First:
    """Applies a function to the first element of a sample."""

    def __init__(self, fn):
        self._fn = fn

    alike = property(lambda self: getattr(self._fn, "alike", False))

    def __call__(self, first, *rest):
        first = self._fn(first)
        return (first, *rest) if rest else first


class _Transformed(Dataset):
    """A dataset that applies a function to the samples of another dataset."""

    def __init__(self, dataset, fn):
        self._dataset, self._fn = dataset, fn

    def __len__(self):
        return len(self._dataset)

    def __getitem__(self, index):
        return _apply(self._fn, self._dataset[index])

    gathers = property(lambda self: getattr(self._dataset, "gathers", False) and getattr(self._fn, "alike", False))

    def rows(self, index):
        made = _apply(self._fn, self._dataset.rows(index))
        return made if isinstance(made, tuple) else (made,)


class _Stored(Dataset):
    """A dataset of uint8 images of shape (height, width, 1) and their labels; transform(image, label) returns a
    sample."""

    def __init__(self, root=None, train=True, transform=None):
        name = type(self).__name__
        folder = root or f"~/.mxnet/datasets/{'fashion-mnist' if name == 'FashionMNIST' else 'mnist'}"
        found = _vision.stored(name, [folder], train)
        self._data = made(op["expand_dims"](found.images, 3))
        self._label = made(op["astype"](found.labels, weir.int32))
        self._transform = transform

    def __len__(self):
        return self._data.shape[0]

    def __getitem__(self, index):
        if isinstance(index, slice):
            sample = self._data[index], self._label[index]
        else:
            index = _vision.number(index, len(self))
            sample = self._data[index], self._label[index].item()
        return sample if self._transform is None else self._transform(*sample)

    gathers = property(lambda self: self._transform is None)

    def rows(self, index):
        return _vision.rows(self._data, index), _vision.rows(self._label, index)


class MNIST(_Stored):
    """MNIST, images of handwritten digits; the files are in root, by default ~/.mxnet/datasets/mnist."""


class FashionMNIST(_Stored):
    """Fashion-MNIST; the files are in root, by default ~/.mxnet/datasets/fashion-mnist, or where Debian installs
    them."""


class ImageFolderDataset(Dataset):
    """A dataset of image files in folders; each folder in root is a class.  flag=0 reads the images as greyscale."""

    def __init__(self, root, flag=1, transform=None):
        self._flag, self._transform = flag, transform
        self.synsets, self.items = _vision.listed(root)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        path, label = self.items[_vision.number(index, len(self))]
        image = imread(path, self._flag)
        return (image, label) if self._transform is None else self._transform(image, label)


def imread(filename, flag=1, to_rgb=True):
    """Read an image file; return a uint8 array of shape (height, width, channels), with one channel if flag is 0."""
    return made(weir.image.read(filename, 3 if flag else 1))


def _wide(size):
    """Convert a size as in MXNet, a number or (width, height), to (height, width)."""
    return (size, size) if isinstance(size, int) else tuple(size)[::-1]


def _step(name, change, **settings):
    """Create and return a transform of channels-last images."""
    return _vision.Step(name, change, layout="HWC", **settings)


def _chance(name, change, **settings):
    return _step(name, change, alike=False, **settings)


class _Cast:
    """A transform that converts an image to another dtype."""

    alike = True

    def __init__(self, dtype="float32"):
        self._dtype = dtype

    def __call__(self, x):
        return x.astype(self._dtype)


class ArrayDataset(_data.TensorDataset, Dataset):
    """A dataset whose sample i is row i of each array."""

    def __init__(self, *arrays):
        super().__init__(*(a if isinstance(a, Array) else array(a) for a in arrays))

    gathers = property(lambda self: type(self) is ArrayDataset)

    def __getitem__(self, index):
        rows = super().__getitem__(index)
        return rows[0] if len(rows) == 1 else rows


_Loader = _data.loader(made)


class DataLoader(_Loader):
    """Iterates over a dataset in batches."""

    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None, batch_sampler=None,
                 batchify_fn=None, num_workers=0, **kwargs):
        super().__init__(dataset, batch_size, shuffle, sampler, batch_sampler, collate_fn=batchify_fn,
                         drop_last=last_batch == "discard")


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """Split a batch into one part for each context; return the list of parts."""
    n = len(ctx_list)
    if n == 1:
        return [data]
    return list(op["split"](data, sections=n, axis=batch_axis))


class _Both:
    """The argument F of hybrid_forward, which provides the functions of nd, npx and np."""

    def __getattr__(self, name):
        for module in ("mxnet.nd", "mxnet.npx", "mxnet.np"):
            if name in vars(_modules[module]):
                return getattr(_modules[module], name)
        return getattr(_modules["mxnet"], name)


_F = _Both()
_metric_classes = _metrics.MXNET

TABLE = """
== mxnet
here: Context
__version__ = "2.0.0+weir"
cpu(device_id=0) = Context("cpu", device_id)
cpu_pinned(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
gpu_memory_info(device_id=0) = _memory_info(device_id)
current_context() = current_context()
Device = Context
MXNetError = RuntimeError
waitall() = wait_all()
- sym symbol mod module: write the network with gluon; operations execute eagerly
- kv kvstore: Weir runs in one process, with worker threads
- io: use gluon.data
- viz: use print(net)

== mxnet.base
MXNetError = RuntimeError

== mxnet.context
here: Context
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
gpu_memory_info(device_id=0) = _memory_info(device_id)
current_context() = current_context()

== mxnet.device
Device = Context
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
current_device() = current_context()

== mxnet.util
is_np_array() = True
set_np(*args, **kwargs) = None
use_np(fn) = fn

== mxnet.engine
bulk(size) = __import__("contextlib").nullcontext()
set_bulk_size(size) = 0

== mxnet.random
seed(seed_state, ctx="all") = weir.random.seed(seed_state)

== mxnet.np.random
all: _numbers
here: shuffle multinomial

== mxnet.np.linalg
weir.linalg: norm inv det slogdet qr svd eigh eigvalsh cholesky solve matrix_rank pinv matrix_power lstsq tensorinv

== mxnet.np
here: ndarray array
_made = made
zeros(shape, dtype=None, order="C", ctx=None, device=None) = made(op["zeros"](shape, dtype, place(ctx or device)))
ones(shape, dtype=None, order="C", ctx=None, device=None) = made(op["ones"](shape, dtype, place(ctx or device)))
empty(shape, dtype=None, order="C", ctx=None, device=None) = made(op["empty"](shape, dtype, place(ctx or device)))
full(shape, fill_value, dtype=None, order="C", ctx=None, device=None, out=None) = made(weir.full(shape, fill_value,
    dtype=dtype or (weir.float32 if isinstance(fill_value, (int, float)) and not isinstance(fill_value, bool) else
    None)))
arange(start, stop=None, step=1, dtype=None, ctx=None, device=None) = made(weir.arange(start, stop, step, dtype=dtype or
    weir.float32, device=place(ctx or device)))
linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, ctx=None, device=None) =
    made(weir.linspace(start, stop, num, endpoint=endpoint, dtype=dtype, device=place(ctx or device)))
eye(N, M=None, k=0, dtype=None, ctx=None, device=None) = made(weir.eye(N, M, k=k, dtype=dtype, device=place(ctx or device)))
identity(n, dtype=None, ctx=None) = made(weir.eye(n, dtype=dtype, device=place(ctx)))
asarray(obj, dtype=None, device=None) = array(obj, dtype, device=device)
argmax(a, axis=None, out=None, keepdims=False) = op["argmax"](a, axis=axis, keepdims=keepdims)
concatenate(seq, axis=0, out=None) = op["concat"](seq, axis=axis) if axis is not None else op["concat"]([op["ravel"](a)
    for a in seq])
newaxis = None
bool_ = weir.bool
weir: *

== mxnet.npx
here: pick one_hot topk batch_dot activation pooling convolution sequence_mask save load
savez(file, *args, **kwargs) = save(file, {**{f"arr_{i}": a for i, a in enumerate(args)}, **kwargs})
weir: gelu leaky_relu softplus
set_np(shape=True, array=True, dtype=False) = None
reset_np() = None
is_np_array() = True
waitall() = wait_all()
cpu(device_id=0) = Context("cpu", device_id)
gpu(device_id=0) = Context("gpu", device_id)
num_gpus() = _gpus.count()
current_device() = current_context()
current_context() = current_context()
seed(seed) = weir.random.seed(seed)
relu(data) = op["relu"](data)
sigmoid(data) = op["sigmoid"](data)
softmax(data, axis=-1, length=None, temperature=None) = op["softmax"](data if temperature is None else data /
    temperature, axis=axis)
log_softmax(data, axis=-1) = op["log_softmax"](data, axis=axis)
masked_softmax(data, mask, axis=-1) = op["softmax"](op["where"](mask, data, -1e9), axis=axis)
dropout(data, p=0.5) = op["dropout"](data, p=p)[0] if autograd.is_training() else data
fully_connected(x, weight, bias=None, num_hidden=None, no_bias=False, flatten=True) = op["linear"](op["flatten"](x,
    start=1) if flatten and x.ndim > 2 else x, weight, bias=bias)
embedding(data, weight, input_dim=None, output_dim=None) = op["embedding"](op["astype"](data, weir.int64), weight)
layer_norm(data, gamma, beta, axis=-1, eps=1e-5) = op["layer_norm"](data, axis=(axis,), eps=eps, weight=gamma,
    bias=beta)
reshape(a, newshape) = op["reshape"](a, newshape)
reshape_like(lhs, rhs) = op["reshape"](lhs, rhs.shape)
arange_like(data, start=0.0, step=1.0, axis=None) = made(weir.arange(data.size if axis is None else data.shape[axis],
    dtype=weir.float32) * step + start)
smooth_l1(data, scalar=1.0) = op["where"](op["abs"](data) < 1 / scalar ** 2, 0.5 * op["square"](scalar * data),
    op["abs"](data) - 0.5 / scalar ** 2)
erf(data) = op["erf"](data)
gamma(data) = op["gamma"](data)
stop_gradient(data) = Array.detach(data)
- image: use weir.image
- control_flow foreach while_loop cond: write the loop in Python

== mxnet.npx.random
seed(seed) = weir.random.seed(seed)
bernoulli(prob=0.5, size=None, dtype=None) = made(op["bernoulli"](weir.full(size or (), prob, dtype=weir.float32)))
normal_n(loc=0.0, scale=1.0, batch_shape=()) = made(op["normal"](batch_shape, loc, scale))
uniform_n(low=0.0, high=1.0, batch_shape=()) = made(op["uniform"](batch_shape, low, high))

== mxnet.nd
here: NDArray pick one_hot topk batch_dot
array(source_array, ctx=None, dtype=None) = made_nd(array(source_array, dtype, ctx))
zeros(shape, ctx=None, dtype=None) = made_nd(op["zeros"](shape, dtype, place(ctx)))
ones(shape, ctx=None, dtype=None) = made_nd(op["ones"](shape, dtype, place(ctx)))
empty(shape, ctx=None, dtype=None) = made_nd(op["empty"](shape, dtype, place(ctx)))
full(shape, val, ctx=None, dtype=None) = made_nd(weir.full(shape, val, dtype=dtype or weir.float32))
arange(start, stop=None, step=1.0, repeat=1, ctx=None, dtype=None) = made_nd(weir.repeat(weir.arange(start, stop, step,
    dtype=dtype or weir.float32), repeat))
eye(N, M=0, k=0, ctx=None, dtype=None) = made_nd(weir.eye(N, M or None, k=k, dtype=dtype))
waitall() = wait_all()
concat(*data, dim=1) = op["concat"](data, axis=dim)
stack(*data, axis=0) = op["stack"](data, axis=axis)
dot(lhs, rhs, transpose_a=False, transpose_b=False) = op["dot"](lhs.T if transpose_a else lhs, rhs.T if transpose_b else
    rhs)
relu(data) = op["relu"](data)
sigmoid(data) = op["sigmoid"](data)
softmax(data, axis=-1) = op["softmax"](data, axis=axis)
log_softmax(data, axis=-1) = op["log_softmax"](data, axis=axis)
flatten(data) = op["flatten"](data, start=1)
broadcast_add(lhs, rhs) = lhs + rhs
broadcast_sub(lhs, rhs) = lhs - rhs
broadcast_mul(lhs, rhs) = lhs * rhs
broadcast_div(lhs, rhs) = lhs / rhs
norm(data, ord=2, axis=None, keepdims=False) = op["vector_norm"](data, axis=axis, keepdims=keepdims, ord=float(ord))
random_normal(loc=0, scale=1, shape=(1,), ctx=None, dtype=None) = made_nd(op["normal"](shape, loc, scale, dtype))
random_uniform(low=0, high=1, shape=(1,), ctx=None, dtype=None) = made_nd(op["uniform"](shape, low, high, dtype))
save(fname, data) = save(fname, data)
load(fname) = load(fname, made_nd)
FullyConnected(data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True) = op["linear"](op["flatten"](data,
    start=1) if flatten and data.ndim > 2 else data, weight, bias=bias)
Activation(data, act_type) = activation(data, act_type)
weir: abs exp log sqrt square sin cos tanh sign floor ceil maximum minimum sum mean max min argmax argmin argsort sort
    transpose reshape expand_dims squeeze tile repeat clip where zeros_like ones_like linspace power
- sparse: use dense arrays

== mxnet.nd.random
normal(loc=0, scale=1, shape=(1,), dtype=None, ctx=None, out=None) = made_nd(op["normal"](shape, loc, scale, dtype))
uniform(low=0, high=1, shape=(1,), dtype=None, ctx=None, out=None) = made_nd(op["uniform"](shape, low, high, dtype))
randint(low, high, shape=(1,), dtype=None, ctx=None) = made_nd(op["integers"](low, high, shape=shape, dtype=dtype or
    weir.int32))
shuffle(data) = op["take"](data, op["permutation"](data.shape[0]), axis=0)
randn(*shape, loc=0, scale=1, dtype=None, ctx=None) = made_nd(op["normal"](shape, loc, scale, dtype))

== mxnet.ndarray
here: NDArray

== ndarray, NDArray
asscalar(self) = Array.item(self)
wait_to_write(self) = Array.wait(self)
as_in_ctx(self, ctx) = self if place(ctx) == Array.device.__get__(self) else op["to_device"](self, place(ctx))
as_in_context(self, ctx) = self if place(ctx) == Array.device.__get__(self) else op["to_device"](self, place(ctx))
to_device(self, device) = self if place(device) == Array.device.__get__(self) else op["to_device"](self, place(device))
as_np_ndarray(self) = made(self)
as_nd_ndarray(self) = made_nd(self)
sigmoid(self) = op["sigmoid"](self)
log_softmax(self, axis=-1) = op["log_softmax"](self, axis=axis)
norm(self, ord=2, axis=None, keepdims=False) = op["vector_norm"](self, axis=axis, keepdims=keepdims, ord=float(ord))
abs(self) = op["abs"](self)
square(self) = op["square"](self)
reshape_like(self, other) = op["reshape"](self, other.shape)
expand_dims(self, axis) = op["expand_dims"](self, axis)
broadcast_to(self, shape) = op["broadcast_to"](self, shape)
slice_axis(self, axis, begin, end) = self[(slice(None),) * axis + (slice(begin, end),)]
tile(self, reps) = op["tile"](self, reps)
one_hot(self, depth) = one_hot(self, depth)
topk(self, axis=-1, k=1, ret_typ="indices") = topk(self, axis, k, ret_typ)
zeros_like(self) = op["zeros_like"](self)
ones_like(self) = op["ones_like"](self)
tostype(self, stype) = self

== ndarray, NDArray properties
ctx = _context_of(self)
context = _context_of(self)
device = _context_of(self)
stype = "default"

== mxnet.autograd
record(train_mode=True) = autograd.record(train_mode)
pause(train_mode=False) = autograd.pause(train_mode)
train_mode() = autograd.train_mode()
predict_mode() = autograd.predict_mode()
is_recording() = autograd.is_recording()
is_training() = autograd.is_training()
set_recording(is_recording) = autograd.set_recording(is_recording)
set_training(train_mode) = autograd.set_training(train_mode)
backward(heads, head_grads=None, retain_graph=False, train_mode=True) = _core.backward(heads, head_grads, retain_graph)
here: grad Function

== mxnet.init
here: Initializer
all: _initializers

== mxnet.initializer
here: Initializer
all: _initializers

== mxnet.optimizer
all: _optimizers

== mxnet.lr_scheduler
all: _rates

== mxnet.gluon
~ Block.hybridize
here: Trainer Parameter Constant ParameterDict Block HybridBlock
- SymbolBlock: write the network with gluon
- model_zoo: build the network from layers

== mxnet.gluon.parameter
here: Parameter ParameterDict DeferredInitializationError

== mxnet.gluon.block
here: Block HybridBlock

== mxnet.gluon.nn
here: Block HybridBlock Sequential HybridSequential Dense BatchNorm LayerNorm Embedding Dropout Activation Flatten
    Identity
    Lambda HybridLambda
all: _layers

== mxnet.gluon.rnn
all: _rnn
- RNNCell LSTMCell GRUCell SequentialRNNCell: use RNN, LSTM or GRU, which process the whole sequence

== mxnet.gluon.loss
here: Loss L2Loss L1Loss HuberLoss SigmoidBinaryCrossEntropyLoss SoftmaxCrossEntropyLoss KLDivLoss HingeLoss
SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss
SoftmaxCELoss = SoftmaxCrossEntropyLoss

== mxnet.image
here: imread
imresize(src, w, h, interp=1) = _vision.resize(src, (h, w), interp, False, layout="HWC")
fixed_crop(src, x0, y0, w, h) = _vision.crop(src, y0, x0, h, w, layout="HWC")
- ImageIter CreateAugmenter: use gluon.data.vision.ImageFolderDataset with transforms

== mxnet.gluon.data
here: Dataset SimpleDataset ArrayDataset DataLoader
RandomSampler = _data.RandomSampler
SequentialSampler = _data.SequentialSampler
Sampler = _data.Sampler
BatchSampler(sampler, batch_size, last_batch="keep") = _data.BatchSampler(sampler, batch_size, last_batch == "discard")

== mxnet.gluon.data.vision, mxnet.gluon.data.vision.datasets
here: MNIST FashionMNIST ImageFolderDataset
- CIFAR10 CIFAR100 ImageRecordDataset ImageListDataset: use MNIST or FashionMNIST, or
    ImageFolderDataset for your own images

== mxnet.gluon.data.vision.transforms
Compose = _vision.Compose
Cast = _Cast
ToTensor() = _step("ToTensor", _vision.to_tensor, kind=ndarray)
Normalize(mean=0.0, std=1.0) = _vision.Step("Normalize", _vision.normalize, mean=mean, std=std)
Resize(size, keep_ratio=False, interpolation=1) = _step("Resize", _vision.resize, size=size if keep_ratio and
    isinstance(size, int) else _wide(size), interpolation=interpolation, antialias=False)
CenterCrop(size, interpolation=1) = _step("CenterCrop", _vision.center_crop, size=_wide(size))
RandomCrop(size, pad=None, interpolation=1) = _chance("RandomCrop", _vision.random_crop, size=_wide(size), padding=pad)
RandomResizedCrop(size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation=1) = _chance("RandomResizedCrop",
    _vision.random_resized_crop, size=_wide(size), scale=scale, ratio=ratio, interpolation=interpolation)
RandomFlipLeftRight(p=0.5) = _chance("RandomFlipLeftRight", _vision.random_hflip, p=p)
RandomFlipTopBottom(p=0.5) = _chance("RandomFlipTopBottom", _vision.random_vflip, p=p)
RandomBrightness(brightness) = _chance("RandomBrightness", _vision.jitter, brightness=brightness)
RandomContrast(contrast) = _chance("RandomContrast", _vision.jitter, contrast=contrast)
RandomSaturation(saturation) = _chance("RandomSaturation", _vision.jitter, saturation=saturation)
RandomColorJitter(brightness=0, contrast=0, saturation=0, hue=0) = _chance("RandomColorJitter", _vision.jitter,
    brightness=brightness, contrast=contrast, saturation=saturation, hue=hue)
RandomApply = _vision.RandomApply
- RandomHue RandomLighting Rotate RandomRotation CropResize RandomGray: use flips, crops, brightness, contrast and
    saturation

== mxnet.metric, mxnet.gluon.metric
all: _metric_classes
- F1 MCC PearsonCorrelation CompositeEvalMetric CustomMetric: compute the metric from the network's outputs

== mxnet.gluon.utils
here: split_and_load
split_data(data, num_slice, batch_axis=0, even_split=True) = list(op["split"](data, sections=num_slice,
    axis=batch_axis))
clip_global_norm(arrays, max_norm, check_isfinite=True) = _clip(arrays, max_norm)

== mxnet.profiler
set_config(**kwargs) = None
set_state(state="stop", profile_process="worker") = None
dumps() = "use weir.trace()"
"""


def _clip(arrays, max_norm):
    """Scale arrays in place so that their total norm is at most max_norm; return the norm before scaling.  Blocks until
    the norm is computed."""
    total = op["sqrt"](sum((op["sum"](a * a) for a in arrays[1:]), op["sum"](arrays[0] * arrays[0])))
    factor = op["minimum"](max_norm / (total + 1e-8), 1.0)
    for a in arrays:
        quietly(lambda: a.__imul__(factor))
    return total.item()


_modules = _table.speak("mxnet", TABLE, globals()).modules
_vision.classes(_modules["mxnet.gluon.data.vision.transforms"])
