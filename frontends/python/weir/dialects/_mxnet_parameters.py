"""Gluon's parameters and initialisers.

A Parameter has one array for each of its devices.  They are created by initialize() or, if the shape is not known yet, by the
first call of the block that has the parameter: until then the parameter is *deferred*.
"""
import re
import warnings

import weir
from weir import nn as _nn
from weir._core import Array
from weir.dialects._mxnet_arrays import (
    array, context_of, current_context, devices_of, dtype_of, load, made, save, weirs_dtype)
from weir.dialects._tensor_class import Mistake, keep, op, place, put, quietly

# ---- Initialisers --------------------------------------------------------------------------------


class InitDesc(str):
    """The name of a parameter, with attributes for its initialiser."""

    def __new__(cls, name, attrs=None, global_init=None):
        made = super().__new__(cls, name)
        made.attrs, made.global_init = attrs or {}, global_init
        return made


class Initializer:
    """Base class of initialisers, which fill the array of a parameter."""

    def __init__(self, **kwargs):
        self._kwargs = kwargs

    def __call__(self, name, array=None):
        if not isinstance(array, Array):
            raise TypeError("an initialiser is called with a name and an array")
        quietly(lambda: self._init_weight(name, array))

    def init_weight(self, name, array):
        self(name, array)

    def _init_weight(self, name, array):
        raise NotImplementedError(f"{type(self).__name__} does not define _init_weight")

    def dumps(self):
        """Return the name and the arguments of this initialiser, as JSON."""
        import json

        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __eq__(self, other):
        return type(self) is type(other) and self._kwargs == other._kwargs

    def __hash__(self):
        return hash(type(self))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._kwargs.items())})"


def _initializer(name, fill, **defaults):
    """Create the class of an initialiser: fill(array, **arguments) fills an array."""
    def __init__(self, *args, **kwargs):
        unknown = [k for k in kwargs if k not in defaults]
        if unknown or len(args) > len(defaults):
            raise TypeError(f"{name}: unexpected argument{'s' * bool(unknown)} {', '.join(unknown)}")
        Initializer.__init__(self, **{**defaults, **dict(zip(defaults, args)), **kwargs})

    def _init_weight(self, _, array):
        fill(array, **self._kwargs)

    return type(name, (Initializer,), {"__init__": __init__, "_init_weight": _init_weight, "__module__": __name__})


_fill = _nn.init


def _xavier(array, rnd_type="uniform", factor_type="avg", magnitude=3):
    shape = array.shape
    if len(shape) < 2:
        raise Mistake(f"Xavier needs a parameter of at least two dimensions, not one of shape {shape}")
    inner = 1
    for n in shape[2:]:
        inner *= n
    fan_in, fan_out = shape[1] * inner, shape[0] * inner
    factor = {"avg": (fan_in + fan_out) / 2, "in": fan_in, "out": fan_out}[factor_type]
    scale = (magnitude / factor) ** 0.5
    _fill.uniform_(array, -scale, scale) if rnd_type == "uniform" else _fill.normal_(array, 0.0, scale)


def _bilinear(array):
    """Fill the weight of a transposed convolution so that it interpolates linearly."""
    height, width = array.shape[2:]
    factor = -(-width // 2)
    centre = (2 * factor - 1 - factor % 2) / (2.0 * factor)
    rows, columns = (1 - op["abs"](weir.arange(n, dtype=weir.float32) / factor - centre) for n in (height, width))
    put(array, op["broadcast_to"](op["outer"](rows, columns), array.shape))


def _constant(array, value=0.0):
    put(array, value if isinstance(value, (int, float, Array)) else made(weir.asarray(value)))


class LSTMBias(Initializer):
    """Sets the bias of an LSTM to zero, except that of the forget gates."""

    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)

    def _init_weight(self, name, array):
        units = array.shape[0] // 4
        put(array, 0.0)
        array[units:2 * units] = self._kwargs["forget_bias"]


class Load(Initializer):
    """Fills parameters from a dictionary of arrays or a file; default_init fills those that are not in it."""

    def __init__(self, param, default_init=None, verbose=False):
        super().__init__()
        param = load(param) if isinstance(param, str) else param
        self.param = {re.sub("^(arg|aux):", "", name): value for name, value in param.items()}
        self.default_init = default_init

    def _init_weight(self, name, array):
        if name in self.param:
            put(array, self.param[name])
        elif self.default_init is None:
            raise Mistake(f"there is no value for the parameter {name!r}, and no default_init")
        else:
            self.default_init(name, array)


class Mixed(Initializer):
    """Several initialisers, chosen by the first pattern that matches the name of a parameter."""

    def __init__(self, patterns, initializers):
        super().__init__()
        self.map = [(re.compile(p), i) for p, i in zip(patterns, initializers)]

    def _init_weight(self, name, array):
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, array)
                return
        raise Mistake(f"no pattern matches the parameter {name!r}; add '.*' as the last one")


INITIALIZERS = {
    "Normal": _initializer("Normal", lambda a, sigma: _fill.normal_(a, 0.0, sigma), sigma=0.01),
    "Uniform": _initializer("Uniform", lambda a, scale: _fill.uniform_(a, -scale, scale), scale=0.07),
    "Constant": _initializer("Constant", _constant, value=0.0),
    "Zero": _initializer("Zero", _fill.zeros_), "One": _initializer("One", _fill.ones_),
    "Xavier": _initializer("Xavier", _xavier, rnd_type="uniform", factor_type="avg", magnitude=3),
    "MSRAPrelu": _initializer("MSRAPrelu", lambda a, factor_type, slope: _xavier(
        a, "gaussian", factor_type, 2.0 / (1 + slope ** 2)), factor_type="avg", slope=0.25),
    "Orthogonal": _initializer("Orthogonal", lambda a, scale, rand_type: _fill.orthogonal_(a, scale), scale=1.414,
                               rand_type="uniform"),
    "Bilinear": _initializer("Bilinear", _bilinear),
    "LSTMBias": LSTMBias, "Load": Load, "Mixed": Mixed, "InitDesc": InitDesc,
}
_NAMES = {name.lower(): cls for name, cls in INITIALIZERS.items()} | {
    "zeros": INITIALIZERS["Zero"], "ones": INITIALIZERS["One"]}


def register(cls):
    """Make an initialiser available under the name of its class, in lower case."""
    _NAMES[cls.__name__.lower()] = cls
    return cls


def create(init, **kwargs):
    """Return an initialiser for a name, or the initialiser itself."""
    if not isinstance(init, str):
        return init
    if init.startswith("["):
        import json

        init, kwargs = json.loads(init)
    if init.lower() not in _NAMES:
        raise Mistake(f"unknown initializer {init!r}; the initializers are {', '.join(sorted(_NAMES))}")
    return _NAMES[init.lower()](**kwargs)


# ---- Parameters ----------------------------------------------------------------------------------


class DeferredInitializationError(Mistake):
    """Raised on access to the array of a parameter whose shape is not known before the first input."""


def _is_known(shape):
    return shape is not None and all(n > 0 for n in shape)


class Parameter:
    """A parameter.  Its arrays are created once initialize() has been called and the shape is known."""

    def __init__(self, name="weight", grad_req="write", shape=None, dtype="float32", lr_mult=1.0, wd_mult=1.0, init=None,
                 allow_deferred_init=False, differentiable=True, stype="default", grad_stype="default"):
        for given in (stype, grad_stype):
            assert given in ("default", "row_sparse", "csr"), f"stype for Parameter {name!r} must be 'default', 'row_sparse' " \
                f"or 'csr', but got {given!r}"
        if stype != "default" or grad_stype != "default":
            raise NotImplementedError("sparse parameters are not supported; use dense ones")
        self._name, self._shape = name, (shape,) if isinstance(shape, int) else None if shape is None else tuple(shape)
        self.dtype, self.init, self.lr_mult, self.wd_mult = dtype_of(dtype), init, lr_mult, wd_mult
        self._differentiable, self.allow_deferred_init = differentiable, allow_deferred_init
        self._arrays, self._deferred = None, None
        self._stepped = {}  # for each device, the backward pass whose gradient a Trainer has used last
        self._stype = self._grad_stype = "default"
        self.grad_req = grad_req

    name = property(lambda self: self._name)
    stype = grad_stype = property(lambda self: "default")

    def __repr__(self):
        return f"Parameter (shape={self.shape}, dtype={self.dtype})"

    # -- Shape

    @property
    def shape(self):
        return None if self._shape is None else tuple(n or -1 for n in self._shape)

    @shape.setter
    def shape(self, shape):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        if self._shape is not None:
            same = len(shape) == len(self._shape) and all(
                old == new or old in (0, -1) for old, new in zip(self._shape, shape))
            assert same, f"parameter '{self.name}' has shape {self._shape}, which {shape} does not fit"
        self._shape = shape

    # -- Arrays

    def initialize(self, init=None, device=None, default_init=None, force_reinit=False, *, ctx=None):
        """Create the arrays or, if the shape is not known, note how to do it later."""
        if self._arrays is not None and not force_reinit:
            warnings.warn(f"parameter '{self.name}' has values already and keeps them; force_reinit=True replaces "
                          "them", stacklevel=2)
            return
        self._arrays = None
        devices = devices_of(device if device is not None else ctx)
        init = create(init if init is not None else self.init)
        default = create(default_init) if default_init is not None else INITIALIZERS["Uniform"]()
        if not _is_known(self._shape):
            if not self.allow_deferred_init:
                raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self._shape}.")
            self._deferred = init, devices, default, None
            return
        self._deferred = init, devices, default, None
        self._finish()

    def _finish(self):
        """Create the arrays of a deferred parameter."""
        if self._deferred is None:
            return
        init, devices, default, data = self._deferred
        assert _is_known(self._shape), f"parameter '{self.name}' cannot be initialized yet: its shape, {self._shape}, " \
            "is not known; give the layer its in_units or in_channels"
        self._deferred = None
        if data is None:
            data = quietly(lambda: made(op["zeros"](self._shape, weirs_dtype(self.dtype))))
            self._begin(init, default, data)
        self._create(data, devices)

    def _begin(self, init, default, data):
        """Fill an array with its first values."""
        if init is not None:
            init(InitDesc(self.name), data)
            return
        end = self.name.rsplit("_", 1)[-1]
        if end in ("bias", "beta", "gamma") or self.name.endswith(("running_mean", "running_var", "moving_mean", "moving_var")):
            keep(data, 1.0 if self.name.endswith(("gamma", "_var")) else 0.0)
        else:
            default(InitDesc(self.name), data)

    def _create(self, data, devices):
        places = [place(d) for d in devices]
        self._arrays = []
        for where in places:
            copy = quietly(lambda where=where: op["copy"](op["to_device"](Array.detach(data), where)))
            self._arrays.append(made(copy))
        self._attach()

    def _attach(self):
        for a in self._arrays or ():
            a.attach_grad(self._grad_req)

    def _check(self):
        if self._arrays is not None:
            return self._arrays
        if self._deferred is not None:
            raise DeferredInitializationError(
                f"parameter '{self.name}' has not been initialized yet: its shape is inferred from the first input; call the "
                "network with a batch before")
        raise Mistake(f"parameter '{self.name}' has not been initialized: call net.initialize(), and give the Trainer "
                      "net.collect_params()")

    def _on(self, device):
        arrays = self._check()
        if device is None:
            if len(arrays) == 1:
                return 0
            device = current_context()
        where = place(device)
        for i, a in enumerate(arrays):
            if Array.device.__get__(a) == where:
                return i
        raise Mistake(f"parameter '{self.name}' is not on device {device}; it is on "
                      f"{self.list_ctx()}")

    array = property(lambda self: None if self._arrays is None else self._arrays[0])
    _data = property(lambda self: self._arrays)

    @property
    def _grad(self):
        return None if self._arrays is None or self._grad_req == "null" else [a.grad for a in self._arrays]

    def data(self, device=None, ctx=None):
        return self._check()[self._on(device if device is not None else ctx)]

    def like(self, x):
        """Return the array on the device of x."""
        arrays = self._arrays
        return arrays[0] if arrays is not None and len(arrays) == 1 else self.data(context_of(x))

    def list_data(self):
        return list(self._check())

    def grad(self, device=None, ctx=None):
        i = self._on(device if device is not None else ctx)
        if self._grad_req == "null":
            raise Mistake(f"parameter '{self.name}' has no gradient: its grad_req is 'null'")
        return self._check()[i].grad

    def list_grad(self):
        if self._arrays is not None and self._grad_req == "null":
            raise Mistake(f"parameter '{self.name}' has no gradient: its grad_req is 'null'")
        return [a.grad for a in self._check()]

    def list_ctx(self):
        if self._arrays is None and self._deferred is not None:
            return list(self._deferred[1])
        if self._arrays is None:
            raise Mistake(f"parameter '{self.name}' has not been initialized: call initialize()")
        return [context_of(a) for a in self._arrays]

    list_device = list_ctx

    def set_data(self, data):
        """Set the values on all devices."""
        self.shape = data.shape
        if self._arrays is None:
            assert self._deferred is not None, f"parameter '{self.name}' has not been initialized: call initialize()"
            self._deferred = *self._deferred[:3], made(array(data, dtype=self.dtype))
            return
        for a in self._arrays:
            keep(a, op["to_device"](data, Array.device.__get__(a)) if isinstance(data, Array) else data)

    def _load_init(self, data, device, cast_dtype=False, dtype_source="current"):
        """Take the values from a file."""
        assert not cast_dtype or dtype_source in ("current", "saved"), "dtype_source must be 'current' or 'saved'"
        data = data if isinstance(data, Array) else array(data)
        if self._shape is not None:
            fits = len(self._shape) == len(data.shape) and all(
                mine in (0, -1) or mine == n for mine, n in zip(self._shape, data.shape))
            assert fits, f"Failed loading Parameter '{self.name}' from saved params: shape incompatible: expected " \
                f"{self._shape} vs saved {data.shape}. Set ignore_extra"
        self._shape = data.shape
        if cast_dtype and dtype_source == "current":
            data = quietly(lambda: made(op["astype"](data, weirs_dtype(self.dtype))))
        elif cast_dtype:
            self.cast(data.dtype)
        assert dtype_of(data.dtype) == self.dtype, f"parameter '{self.name}' is {self.dtype}, and its saved value " \
            f"{data.dtype}; cast_dtype=True casts it"
        if self._arrays is None:
            devices = devices_of(device) if device is not None or self._deferred is None else self._deferred[1]
            self._deferred = None
            self._create(data, devices)
        else:
            self.set_data(data)
        self._deferred = None

    def _reduce(self):
        """Return the mean over the devices."""
        first = self._check()[0]
        total = quietly(lambda: Array.detach(first))
        for a in self._arrays[1:]:
            total = quietly(lambda t=total, a=a: t + op["to_device"](Array.detach(a), Array.device.__get__(t)))
        return made(quietly(lambda: total / len(self._arrays)))

    def zero_grad(self):
        for a in self._arrays or () if self._grad_req != "null" else ():
            keep(a.grad, 0)

    def reset_ctx(self, ctx=None, device=None):
        """Move the parameter to other devices."""
        devices = devices_of(device if device is not None else ctx)
        if self._arrays is not None:
            self._create(self._arrays[0], devices)
        elif self._deferred is not None:
            self._deferred = self._deferred[0], devices, *self._deferred[2:]
        else:
            raise ValueError(f"parameter '{self.name}' cannot be moved before initialize()")

    def reset_device(self, device):
        self.reset_ctx(device)

    @property
    def grad_req(self):
        return self._grad_req

    @grad_req.setter
    def grad_req(self, mode):
        assert mode in ("write", "add", "null"), f"grad_req is 'write', 'add' or 'null', not '{mode}'"
        self._grad_req = mode if self._differentiable else "null"
        if self._arrays is not None:
            self._attach()

    def cast(self, dtype):
        self.dtype = dtype_of(dtype)
        if self._arrays is not None:
            self._arrays = [quietly(lambda a=a: made(op["astype"](Array.detach(a), weirs_dtype(self.dtype))))
                            for a in self._arrays]
            self._attach()

    def __reduce__(self):
        return _restored, (type(self), dict(self.__dict__))

    def __deepcopy__(self, memo):
        import copy

        new = object.__new__(type(self))
        memo[id(self)] = new
        new.__dict__.update({k: v if k == "_arrays" else copy.deepcopy(v, memo)
                             for k, v in self.__dict__.items()})
        if self._arrays is not None:
            new._create_like(self._arrays)
        return new

    def _create_like(self, arrays):
        self._arrays = [made(quietly(lambda a=a: op["copy"](Array.detach(a)))) for a in arrays]
        self._attach()


def _restored(cls, state):
    """Return a parameter restored from a pickle."""
    new = object.__new__(cls)
    new.__dict__.update(state)
    new._attach()
    return new


class Constant(Parameter):
    """A parameter that is not trained."""

    def __init__(self, value, name="const"):
        self.value = value = value if isinstance(value, Array) else array(value)
        super().__init__(name, grad_req="null", shape=value.shape, dtype=value.dtype,
                         init=INITIALIZERS["Constant"](value), differentiable=False)

    def __repr__(self):
        return f"Constant (shape={self.shape}, dtype={self.dtype})"

    @property
    def grad_req(self):
        return "null"

    @grad_req.setter
    def grad_req(self, mode):
        self._grad_req = "null"
        if mode != "null":
            warnings.warn(f"parameter {self.name!r} is constant: its grad_req stays 'null', and is not set to "
                          f"'{mode}'", stacklevel=2)


class ParameterDict(dict):
    """A dictionary of parameters by name, as collect_params returns it."""

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        for p in self.values():
            p.initialize(None, device if device is not None else ctx, init, force_reinit)

    def zero_grad(self):
        for p in self.values():
            p.zero_grad()

    def setattr(self, name, value):
        for p in self.values():
            setattr(p, name, value)

    def reset_ctx(self, ctx):
        for p in self.values():
            p.reset_ctx(ctx)

    reset_device = reset_ctx

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

    def save(self, filename, strip_prefix=""):
        save(filename, {name: p.data(p.list_ctx()[0]) for name, p in self.items()})
