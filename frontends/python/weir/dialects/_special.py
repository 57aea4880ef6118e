"""Special functions that Weir's operators do not have: gamma, gammaln, digamma, erfinv.

They are sums and rational functions of operators, so they are issued and differentiated as any other.
"""
import math

import weir
from weir.dialects._tensor_class import op

# Lanczos' approximation with g = 7 and nine terms; its error is about 1e-15 in float64.
_LANCZOS = (0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
            12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


def _up(x):
    return op["astype"](x, weir.float64 if x.dtype == weir.float64 else weir.float32)


def _log_gamma(x):
    """Return log(gamma(x)) for x >= 0.5."""
    x = x - 1.0
    total = _LANCZOS[0]
    for i, c in enumerate(_LANCZOS[1:], 1):
        total = total + c / (x + float(i))
    t = x + 7.5
    return 0.5 * math.log(2 * math.pi) + (x + 0.5) * op["log"](t) - t + op["log"](total)


def gammaln(x):
    """Return the logarithm of the absolute value of the gamma function."""
    x = _up(x)
    low = x < 0.5
    safe = op["where"](low, 1.0 - x, x)
    reflected = math.log(math.pi) - op["log"](op["abs"](op["sin"](math.pi * op["where"](low, x, 0.25)))) - _log_gamma(safe)
    return op["where"](_is_pole(x), math.inf, op["where"](low, reflected, _log_gamma(safe)))


def _is_pole(x):
    """Return where the gamma function has poles: at zero and the negative integers, at which sin(pi * x) is not exactly zero."""
    return op["logical_and"](x <= 0.0, op["floor"](x) == x)


def gamma(x):
    """Return the gamma function."""
    x = _up(x)
    low = x < 0.5
    safe = op["exp"](_log_gamma(op["where"](low, 1.0 - x, x)))
    return op["where"](low, math.pi / (op["sin"](math.pi * op["where"](low, x, 0.25)) * safe), safe)


def digamma(x):
    """Return the derivative of gammaln: recurrence up to 6, then an asymptotic series."""
    x = _up(x)
    low = x < 0.5
    y = op["where"](low, 1.0 - x, x)
    shift = 0.0
    for _ in range(6):
        small = y < 6.0
        shift = shift - op["where"](small, 1.0 / y, 0.0)
        y = op["where"](small, y + 1.0, y)
    inverse = 1.0 / (y * y)
    series = inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))))
    value = shift + op["log"](y) - 0.5 / y - series
    value = op["where"](low, value - math.pi / op["tan"](math.pi * op["where"](low, x, 0.25)), value)
    return op["where"](op["logical_and"](_is_pole(x), x < 0.0), math.nan, value)


# Giles' polynomials for the inverse of the error function, in w = -log(1 - x^2).
_NEAR = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164,
         0.246640727, 1.50140941)
_FAR = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406,
        2.83297682)


def erfinv(x):
    """Return the inverse of the error function: a polynomial, improved by two steps of Newton's method.  It is infinite at -1 and 1,
    and NaN outside."""
    x = _up(x)
    inside = op["abs"](x) < 1.0
    ends = op["where"](x == 1.0, math.inf, op["where"](x == -1.0, -math.inf, math.nan))
    x = op["where"](inside, x, 0.0)
    w = -op["log"]((1.0 - x) * (1.0 + x))
    near, far = w - 2.5, op["sqrt"](op["maximum"](w, 5.0)) - 3.0
    a, b = _NEAR[0] + 0.0 * near, _FAR[0] + 0.0 * far
    for c, d in zip(_NEAR[1:], _FAR[1:]):
        a, b = c + a * near, d + b * far
    y = op["where"](w < 5.0, a, b) * x
    for _ in range(2):
        y = y - (op["erf"](y) - x) / (2 / math.sqrt(math.pi) * op["exp"](-y * y))
    return op["where"](inside, y, ends)
