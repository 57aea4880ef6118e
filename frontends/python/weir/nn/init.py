"""Parameter initialisers: each function fills a floating-point array in place and returns it."""
from weir import _core

# The values of the enumeration of initialisers in weir/nn.h.
_KINDS = {"zeros": 1, "ones": 2, "constant": 3, "uniform": 4, "normal": 5, "trunc_normal": 6, "xavier_uniform": 7,
          "xavier_normal": 8, "kaiming_uniform": 9, "kaiming_normal": 10, "orthogonal": 11, "eye": 12}


def _fill(array, kind, a=0.0, b=0.0):
    return _core.init_fill(array, _KINDS[kind], a, b)


def zeros_(x):
    """Fill x with zeros; return x."""
    return _fill(x, "zeros")


def ones_(x):
    """Fill x with ones; return x."""
    return _fill(x, "ones")


def constant_(x, value: float):
    """Fill x with a constant; return x."""
    return _fill(x, "constant", value)


def uniform_(x, low: float = 0.0, high: float = 1.0):
    """Fill x from the uniform distribution between low and high; return x."""
    return _fill(x, "uniform", low, high)


def normal_(x, mean: float = 0.0, std: float = 1.0):
    """Fill x from the normal distribution with this mean and standard deviation; return x."""
    return _fill(x, "normal", mean, std)


def trunc_normal_(x, mean: float = 0.0, std: float = 1.0):
    """Fill x from the normal distribution, truncated at two standard deviations from the mean; return x."""
    return _fill(x, "trunc_normal", mean, std)


def calculate_gain(nonlinearity: str, param: float = None) -> float:
    """Return the recommended gain for a layer followed by this activation; param is leaky_relu's negative slope."""
    if nonlinearity == "leaky_relu":
        return (2 / (1 + (0.01 if param is None else param) ** 2)) ** 0.5
    gains = {"linear": 1.0, "sigmoid": 1.0, "tanh": 5 / 3, "relu": 2 ** 0.5, "selu": 0.75}
    if nonlinearity not in gains:
        raise ValueError(f"calculate_gain: nonlinearity must be one of leaky_relu, {', '.join(gains)}, not "
                         f"{nonlinearity!r}")
    return gains[nonlinearity]


def xavier_uniform_(x, gain: float = 1.0):
    """Fill x uniformly between -a and a, where a = gain * sqrt(6 / (fan_in + fan_out)) (Glorot); return x."""
    return _fill(x, "xavier_uniform", gain)


def xavier_normal_(x, gain: float = 1.0):
    """Fill x from the normal distribution with std = gain * sqrt(2 / (fan_in + fan_out)) (Glorot); return x."""
    return _fill(x, "xavier_normal", gain)


def _fan(mode):
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode must be 'fan_in' or 'fan_out', not {mode!r}")
    return float(mode == "fan_out")


def kaiming_uniform_(x, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"):
    """Fill x uniformly between -b and b, where b = gain * sqrt(3 / fan) (He); return x.

    mode selects fan_in or fan_out as the fan; the gain is calculate_gain(nonlinearity, a).
    """
    return _fill(x, "kaiming_uniform", calculate_gain(nonlinearity, a), _fan(mode))


def kaiming_normal_(x, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"):
    """Fill x from the normal distribution with std = gain / sqrt(fan) (He); return x.

    mode selects fan_in or fan_out as the fan; the gain is calculate_gain(nonlinearity, a).
    """
    return _fill(x, "kaiming_normal", calculate_gain(nonlinearity, a), _fan(mode))


def orthogonal_(x, gain: float = 1.0):
    """Fill x with a random matrix whose rows or columns are orthonormal, multiplied by gain; return x."""
    return _fill(x, "orthogonal", gain)


def eye_(x):
    """Set x to 1 where the first two indices are the same, and to 0 elsewhere; return x."""
    return _fill(x, "eye")
