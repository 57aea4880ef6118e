"""Keras's initialisers and activations."""
import inspect

import weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op, put, quietly
from weir.dialects._tf_tensor import as_dtype, as_tensor, count_of, made

_shape = Array.shape.__get__

class Initializer:
    """Base class of initialisers.  A program's class defines __call__(shape, dtype)."""

    seed = None

    def __call__(self, shape, dtype=None, **kwargs):
        x = op["zeros"](tuple(shape), as_dtype(dtype) or weir.float32)
        if self.seed is None:
            quietly(lambda: self._fill(x))
        else:
            quietly(lambda: _core.Stream(weir.random._as_seed([int(self.seed) & (1 << 63) - 1])).draw(self._fill, x))
        return made(x)

    def get_config(self):
        return {"seed": self.seed, **self._named} if "_named" in self.__dict__ else {}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


def _initializer(name, fill):
    names = list(inspect.signature(fill).parameters)[1:]

    def __init__(self, *args, seed=None, **kwargs):
        if len(args) > len(names):
            seed = args[len(names)]
        kwargs.update(zip(names, args))
        unknown = [key for key in kwargs if key not in names]
        if unknown or len(args) > len(names) + 1:
            raise TypeError(f"{name}: unknown argument {unknown[0]!r}; the arguments are {', '.join([*names, 'seed'])}" if unknown else
                            f"{name}: too many arguments")
        self._named, self.seed = kwargs, seed

    def _fill_(self, x):
        fill(x, **self._named)

    return type(name, (Initializer,), {"__init__": __init__, "_fill": _fill_})


def _fans(x):
    inner = count_of(_shape(x)[:-2])
    return (_shape(x)[-2] if x.ndim > 1 else 1) * inner, _shape(x)[-1] * inner


def _even(x, limit):
    weir.nn.init.uniform_(x, -limit, limit)


def _scaled(x, scale, mode, distribution):
    inputs, outputs = _fans(x)
    variance = scale / max(1.0, {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2}[mode])
    if distribution == "uniform":
        _even(x, (3 * variance) ** 0.5)
    elif distribution == "untruncated_normal":
        _fill.normal_(x, 0.0, variance ** 0.5)
    elif distribution in ("truncated_normal", "normal"):  # truncated at two deviations, which makes the deviation less
        _fill.trunc_normal_(x, 0.0, variance ** 0.5 / 0.87962566103423978)
    else:
        raise Mistake(f"VarianceScaling: unknown distribution {distribution!r}")


_fill = weir.nn.init
INITIALIZERS = {
    "Zeros": _initializer("Zeros", lambda x: _fill.zeros_(x)), "Ones": _initializer("Ones", lambda x: _fill.ones_(x)),
    "Constant": _initializer("Constant", lambda x, value=0.0: put(x, value)),
    "RandomNormal": _initializer("RandomNormal", lambda x, mean=0.0, stddev=0.05: _fill.normal_(x, mean, stddev)),
    "RandomUniform": _initializer("RandomUniform", lambda x, minval=-0.05, maxval=0.05: _fill.uniform_(x, minval,
                                                                                                       maxval)),
    "TruncatedNormal": _initializer("TruncatedNormal",
                                    lambda x, mean=0.0, stddev=0.05: _fill.trunc_normal_(x, mean, stddev)),
    "GlorotUniform": _initializer("GlorotUniform", lambda x: _even(x, (6 / sum(_fans(x))) ** 0.5)),
    "GlorotNormal": _initializer("GlorotNormal", lambda x: _scaled(x, 1.0, "fan_avg", "truncated_normal")),
    "HeUniform": _initializer("HeUniform", lambda x: _even(x, (6 / _fans(x)[0]) ** 0.5)),
    "LecunUniform": _initializer("LecunUniform", lambda x: _even(x, (3 / _fans(x)[0]) ** 0.5)),
    "LecunNormal": _initializer("LecunNormal", lambda x: _scaled(x, 1.0, "fan_in", "truncated_normal")),
    "Identity": _initializer("Identity", lambda x, gain=1.0: put(x, weir.eye(*_shape(x)) * gain)),
    "Orthogonal": _initializer("Orthogonal", lambda x, gain=1.0: _fill.orthogonal_(x, gain)),
    "VarianceScaling": _initializer("VarianceScaling", lambda x, scale=1.0, mode="fan_in", distribution="truncated_normal":
                                    _scaled(x, scale, mode, distribution)),
    "HeNormal": _initializer("HeNormal", lambda x: _scaled(x, 2.0, "fan_in", "truncated_normal")),
}
_INIT_NAMES = {"zeros": "Zeros", "ones": "Ones", "glorot_uniform": "GlorotUniform", "glorot_normal": "GlorotNormal",
               "he_normal": "HeNormal", "he_uniform": "HeUniform", "random_normal": "RandomNormal",
               "lecun_normal": "LecunNormal", "lecun_uniform": "LecunUniform", "identity": "Identity", "orthogonal": "Orthogonal",
               "variance_scaling": "VarianceScaling", "truncated_normal": "TruncatedNormal", "constant": "Constant",
               "normal": "RandomNormal", "uniform": "RandomUniform", "random_uniform": "RandomUniform"}


NAMED_INITIALIZERS = {name: INITIALIZERS[cls] for name, cls in _INIT_NAMES.items()}


def initial(init):
    if isinstance(init, str):
        if _INIT_NAMES.get(init, init) not in INITIALIZERS:
            raise Mistake(f"unknown initializer {init!r}; the initializers are {', '.join(INITIALIZERS)}")
        return INITIALIZERS[_INIT_NAMES.get(init, init)]()
    return init() if isinstance(init, type) else init


ACTIVATIONS = {"relu": op["relu"], "sigmoid": op["sigmoid"], "tanh": op["tanh"], "softmax": op["softmax"],
                "elu": op["elu"],
                "selu": op["selu"], "gelu": op["gelu"], "softplus": op["softplus"], "swish": op["silu"],
                "silu": op["silu"],
                "exponential": op["exp"], "linear": None, None: None}


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    """Return x above the threshold and below max_value, and negative_slope * (x - threshold) under it."""
    x = as_tensor(x)
    if not negative_slope and max_value is None and not threshold:
        return op["relu"](x)
    y = op["where"](x >= threshold, x if max_value is None else op["minimum"](x, float(max_value)), op["zeros_like"](x))
    return op["where"](x < threshold, negative_slope * (x - threshold), y) if negative_slope else y


def elu(x, alpha=1.0):
    return op["elu"](as_tensor(x), alpha=float(alpha))


def gelu(x, approximate=False):
    return op["gelu_tanh" if approximate else "gelu"](as_tensor(x))


def linear(x):
    return x


def softmax(x, axis=-1):
    return op["softmax"](as_tensor(x), axis=axis)


def log_softmax(x, axis=-1):
    return op["log_softmax"](as_tensor(x), axis=axis)


def leaky_relu(x, negative_slope=0.2):
    return op["leaky_relu"](as_tensor(x), negative_slope=float(negative_slope))


def hard_sigmoid(x):
    return op["hardsigmoid"](as_tensor(x))


def relu6(x):
    return op["clip"](as_tensor(x), 0.0, 6.0)


ACTIVATION_FUNCTIONS = {
    "relu": relu, "elu": elu, "gelu": gelu, "linear": linear, "softmax": softmax, "log_softmax": log_softmax, "leaky_relu": leaky_relu,
    "hard_sigmoid": hard_sigmoid, "relu6": relu6, "swish": op["silu"], "exponential": op["exp"],
    **{name: op[name] for name in ("selu", "softplus", "softsign", "sigmoid", "tanh", "silu", "mish")}}
ACTIVATIONS.update({name: fn for name, fn in ACTIVATION_FUNCTIONS.items() if name not in ACTIVATIONS})


def activation_of(name):
    if callable(name):
        return name
    if name not in ACTIVATIONS:
        raise Mistake(f"unknown activation {name!r}; the activations are {', '.join(k for k in ACTIVATIONS if k)}")
    return ACTIVATIONS[name]
