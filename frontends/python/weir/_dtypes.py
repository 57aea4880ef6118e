"""Functions about dtypes: finfo, iinfo, isdtype, result_type, can_cast."""
from weir import _core
from weir._core import Array, promote

_kinds = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}

_reals = {"complex64": _core.float32, "complex128": _core.float64}


def dtype_of(x):
    """Return the dtype of an array, or convert the name of a dtype or another library's dtype to a Weir dtype."""
    return x.dtype if isinstance(x, Array) else _core.as_dtype(x)


class finfo:
    """Machine limits of a floating-point dtype: bits, eps, max, min, smallest_normal.  For a complex dtype, the limits
    are those of its real and imaginary parts."""

    # For each dtype: total number of bits, number of fraction bits, maximum exponent.
    _shapes = {"float16": (16, 10, 15), "bfloat16": (16, 7, 127), "float32": (32, 23, 127), "float64": (64, 52, 1023)}

    def __init__(self, type, /):
        dtype = dtype_of(type)
        dtype = _reals.get(dtype.name, dtype)
        if dtype.kind != "f":
            hint = "; use iinfo for integers" if dtype.kind in "iu" else ""
            raise TypeError(f"finfo: expected a floating-point dtype, not {dtype.name}{hint}")
        self.dtype = dtype
        self.bits, fraction, exponent = self._shapes[dtype.name]
        self.eps = 2.0 ** -fraction
        self.max = (2.0 - self.eps) * 2.0 ** exponent
        self.min = -self.max
        self.smallest_normal = self.tiny = 2.0 ** (1 - exponent)
        self.resolution = 10.0 ** -int(fraction * 0.30103)

    def __repr__(self):
        return (f"finfo(dtype={self.dtype.name}, bits={self.bits}, eps={self.eps:g}, min={self.min:g}, "
                f"max={self.max:g}, smallest_normal={self.smallest_normal:g})")


class iinfo:
    """Machine limits of an integer dtype: bits, max, min."""

    def __init__(self, type, /):
        dtype = dtype_of(type)
        if dtype.kind not in "iu":
            hint = "; use finfo for floats" if dtype.kind in "fc" else ""
            raise TypeError(f"iinfo: expected an integer dtype, not {dtype.name}{hint}")
        signed = dtype.kind == "i"
        self.dtype = dtype
        self.bits = 8 * dtype.itemsize
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -self.max - 1 if signed else 0

    def __repr__(self):
        return f"iinfo(dtype={self.dtype.name}, bits={self.bits}, min={self.min}, max={self.max})"


def isdtype(dtype, kind):
    """Return True if a dtype matches `kind`: a kind such as "integral", a dtype, or a tuple of these."""
    dtype = _core.as_dtype(dtype)
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str):
        if kind not in _kinds:
            raise ValueError(f"isdtype: kind must be one of {', '.join(map(repr, _kinds))}, a dtype or a tuple of "
                             f"these, not {kind!r}")
        return dtype.kind in _kinds[kind]
    return dtype is _core.as_dtype(kind)


def _with_number(dtype, number):
    """Promote a dtype with a Python number and return the result, which differs from the dtype only if the number is
    of a higher kind, such as a float with an integer dtype."""
    order = "biufc"
    kind = {bool: "b", int: "i", float: "f", complex: "c"}[type(number)]
    if order.index(kind) <= order.index(dtype.kind) or (kind == "i" and dtype.kind == "u"):
        return dtype
    if kind == "i":
        return _core.int64
    if kind == "f":
        return _core.get_default_dtype()
    wide = dtype if dtype.kind == "f" else _core.get_default_dtype()
    return _core.complex128 if wide is _core.float64 else _core.complex64


def result_type(*arrays_and_dtypes):
    """Return the dtype that results from applying type promotion to the arguments."""
    if not arrays_and_dtypes:
        raise ValueError("result_type: at least one array, dtype or number is required")
    numbers = [x for x in arrays_and_dtypes if type(x) in (bool, int, float, complex)]
    result = None
    for x in arrays_and_dtypes:
        if type(x) not in (bool, int, float, complex):
            dtype = dtype_of(x)
            result = dtype if result is None else promote(result, dtype)
    if result is None:
        result = _core.bool
    for number in numbers:
        result = _with_number(result, number)
    return result


def can_cast(from_, to, /):
    """Return True if type promotion can convert `from_`, a dtype or an array, to the dtype `to`."""
    to = _core.as_dtype(to)
    try:
        return promote(dtype_of(from_), to) is to
    except TypeError:
        return False
