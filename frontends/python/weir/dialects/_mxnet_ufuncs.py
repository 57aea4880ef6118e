"""Functions of mx.np of NumPy's kind ufunc: elementwise, with the options out, where, dtype, casting, order, subok."""
import weir
from weir._core import Array
from weir.dialects._mxnet_arrays import default_float, weirs_dtype
from weir.dialects._tensor_class import Spoken, op, put

its = Spoken(weir)

# ---- Functions that Weir does not have -----------------------------------------------------------


def fmod(x1, x2):
    """Return the remainder with the sign of the first operand."""
    rest = op["remainder"](op["abs"](x1), abs(x2))
    return op["where"](x1 < 0, -rest, rest)


def ldexp(x1, x2):
    return x1 * op["pow"](2.0, x2)


def cbrt(x):
    return op["sign"](x) * op["pow"](op["abs"](x), 1 / 3)


def isposinf(x):
    return op["logical_and"](op["isinf"](x), x > 0)


def isneginf(x):
    return op["logical_and"](op["isinf"](x), x < 0)


def fmax(x1, x2):
    return op["where"](_nan(x1), x2, op["where"](_nan(x2), x1, op["maximum"](x1, x2)))


def fmin(x1, x2):
    return op["where"](_nan(x1), x2, op["where"](_nan(x2), x1, op["minimum"](x1, x2)))


def gcd(x1, x2):
    """Return the greatest common divisor, by Euclid's algorithm with as many steps as the dtype can need."""
    a, b = op["abs"](x1), op["abs"](x2)
    a, b = a + op["zeros_like"](b), b + op["zeros_like"](a)
    for _ in range(a.dtype.itemsize * 12):  # at most 1.44 steps for each bit
        rest = op["remainder"](a, op["where"](b == 0, 1, b))
        a, b = op["where"](b == 0, a, b), op["where"](b == 0, b, rest)
    return a


def lcm(x1, x2):
    found = gcd(x1, x2)
    return op["abs"](x1) // op["where"](found == 0, 1, found) * op["abs"](x2)


def _nan(x):
    return op["isnan"](x) if isinstance(x, Array) and x.dtype.kind == "f" else x != x


# ---- Options -------------------------------------------------------------------------------------

_DEFAULTS = {"where": True, "subok": True, "order": "K", "casting": "same_kind", "dtype": None}
_LOGICAL = {"add": "logical_or", "multiply": "logical_and"}  # what NumPy computes for booleans
_REAL = {"floor", "ceil", "trunc", "rint", "fix", "cbrt"}  # booleans become floats


def _unsupported(name, value):
    """Return the exception for an option with a value other than the default: TypeError if NumPy does not know the value."""
    if name == "dtype":
        try:
            weirs_dtype(value)
        except (TypeError, ValueError):
            return TypeError
    return TypeError if name == "casting" and value not in ("no", "equiv", "safe", "unsafe") else NotImplementedError


def _ufunc(name, fn, inputs):
    """Return a ufunc with a number of inputs.  MXNet accepts the options only with their default values."""
    def function(*args, out=None, **options):
        for option, value in options.items():
            if option not in _DEFAULTS:
                raise TypeError(f"{name}: unexpected argument {option!r}")
            if value is not _DEFAULTS[option] and value != _DEFAULTS[option]:
                raise _unsupported(option, value)(f"{name}: only {option}={_DEFAULTS[option]!r} is supported, not {value!r}")
        if len(args) == inputs + 1 and out is None:
            *args, out = args
        if not any(isinstance(a, Array) for a in args):
            import numpy

            return getattr(numpy, _NUMPYS.get(name, name))(*args)
        call = fn
        if name in _LOGICAL and all(isinstance(a, Array) and a.dtype == weir.bool for a in args):
            call = op[_LOGICAL[name]]
        elif name in _REAL and args[0].dtype == weir.bool:
            args = [op["astype"](args[0], default_float())]
        if out is None:
            return call(*args)
        if isinstance(out, tuple):
            out = out[0]
        result = call(*args)
        if result.shape != out.shape:
            raise ValueError(f"{name}: out has shape {out.shape}, not {result.shape}")
        if name.startswith("is") and out.dtype != weir.bool:
            raise TypeError(f"{name}: out has dtype {out.dtype}, not bool")
        return put(out, op["astype"](result, Array.dtype.__get__(out)))

    function.__name__ = name
    return function


# ---- Tables --------------------------------------------------------------------------------------

_UNARY = """abs absolute fabs negative positive reciprocal sign square sqrt exp expm1 log log2 log10 log1p sin cos tan arcsin arccos
    arctan sinh cosh tanh arcsinh arccosh arctanh asin acos atan asinh acosh atanh degrees radians deg2rad rad2deg rint ceil floor
    trunc fix logical_not isnan isinf isfinite invert bitwise_not bitwise_invert cbrt isposinf isneginf"""
_BINARY = """add subtract multiply divide true_divide floor_divide mod remainder power pow maximum minimum arctan2 atan2 copysign hypot
    logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift
    equal not_equal less less_equal greater greater_equal logaddexp ldexp fmod fmax fmin gcd lcm"""
_NUMPYS = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
           "atan2": "arctan2", "pow": "power", "bitwise_invert": "invert"}  # names that only newer versions of NumPy have
_OWN = {f.__name__: f for f in (fmod, ldexp, cbrt, isposinf, isneginf, fmax, fmin, gcd, lcm)}
UFUNCS = {name: _ufunc(name, _OWN.get(name) or getattr(its, name), inputs)
          for inputs, names in ((1, _UNARY), (2, _BINARY)) for name in names.split()}
