"""Printing arrays: repr and str in NumPy's format, and HTML for notebooks.

Printing reads values, so it blocks until they are computed.  Only the ends of a long array are read.
"""
import struct

from weir import _core

_options = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None):
    """Set the print options that are given.

    precision is the maximum number of digits after the decimal point.  An array with more than threshold elements is
    summarised: edgeitems is the number of entries shown at each end of a dimension.  linewidth is the line width in
    characters.  suppress=True avoids exponents for small numbers."""
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems,
             "linewidth": linewidth, "suppress": suppress}
    for name, value in given.items():
        if value is None:
            continue
        if name != "suppress" and (not isinstance(value, int) or value < 0):
            raise ValueError(f"{name} must be a non-negative integer, not {value!r}")
        _options[name] = value


def get_printoptions():
    """Return the print options as a dict."""
    return dict(_options)


class printoptions:
    """Context manager that sets print options, for example `with weir.printoptions(precision=3):`."""

    def __init__(self, **options):
        self._given = options

    def __enter__(self):
        self._last = dict(_options)
        set_printoptions(**self._given)
        return get_printoptions()

    def __exit__(self, *unused):
        _options.update(self._last)


# ---- One number -----------------------------------------------------------------------------------

def _round_trip(code):
    packer = struct.Struct(code)
    return lambda x: packer.unpack(packer.pack(x))[0]


def _to_bfloat16(x):
    bits = struct.unpack("I", struct.pack("f", x))[0]
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("f", struct.pack("I", bits))[0]


_NARROW = {"float32": _round_trip("f"), "complex64": _round_trip("f"),
           "float16": _round_trip("e"), "bfloat16": _to_bfloat16}

# Arrays of these dtypes are printed with exponents if a magnitude reaches this value, because further digits before the
# decimal point would not be significant.
_LARGE = {"float32": 1e6, "complex64": 1e6, "float16": 1e3, "bfloat16": 1e3}


def _shortest(dtype):
    """Return a function that formats a float with the fewest digits that identify it uniquely in its dtype."""
    nearest = _NARROW.get(dtype)
    if nearest is None:
        return repr

    def digits(x):
        for n in range(1, 10):
            text = f"{x:.{n}g}"
            try:
                if nearest(float(text)) == x:
                    return repr(float(text))
            except OverflowError:
                pass
        return repr(x)

    return digits


def _is_finite(x):
    return x - x == 0


class _Floats:
    """Formats the floats of one array uniformly: decimal points aligned, or all with exponents."""

    def __init__(self, values, dtype, signed=False):
        self._digits = _shortest(dtype)
        self._signed = signed
        self._precision = _options["precision"]
        finite = [x for x in values if _is_finite(x)]
        self._write = self._scientific if self._needs_exponents(finite, dtype) else self._positional
        # Number of digits after the decimal point, and number of digits in the exponent; the same for all values.
        self._tail = self._exponent = 0
        if self._write == self._scientific:
            parts = [self._scientific(x).partition("e") for x in finite]
            self._tail = max(len(p[0].partition(".")[2]) for p in parts)
            self._exponent = max(len(p[2]) - 1 for p in parts)
        texts = [self._write(x).partition(".") for x in finite]
        self._left = max((len(t[0]) for t in texts), default=0)
        self._right = max((len(t[2]) for t in texts), default=0)
        point = 1 if finite else 0
        for x in values:
            if not _is_finite(x):
                self._left = max(self._left, len(self._odd(x)) - self._right - point)
        self._width = self._left + self._right + point

    @staticmethod
    def _needs_exponents(finite, dtype):
        sizes = [abs(x) for x in finite if x != 0]
        if not sizes:
            return False
        least = _NARROW[dtype](1e-4) if dtype in _NARROW else 1e-4  # 1e-4 rounded to the dtype
        return max(sizes) >= _LARGE.get(dtype, 1e8) or not _options["suppress"] and (
            min(sizes) < least or max(sizes) / min(sizes) > 1000)

    def _sign(self, text):
        return "+" + text if self._signed and text[0] != "-" else text

    def _odd(self, x):
        return self._sign("nan" if x != x else "inf" if x > 0 else "-inf")

    def _positional(self, x):
        text = self._digits(x)
        if "e" in text or len(text.partition(".")[2]) > self._precision:
            text = f"{x:.{self._precision}f}"
        head, _, tail = text.partition(".")
        return self._sign(head + "." + tail.rstrip("0"))

    def _scientific(self, x):
        digits = self._digits(x).partition("e")[0].lstrip("-").replace(".", "").strip("0") or "0"
        length = self._tail or min(len(digits) - 1, self._precision)
        mantissa, _, exponent = f"{x:.{length}e}".partition("e")
        head, _, tail = mantissa.partition(".")
        tail = tail if self._tail else tail.rstrip("0")
        power = exponent[1:].rjust(max(2, self._exponent), "0")
        return self._sign(f"{head}.{tail}e{exponent[0]}{power}")

    def __call__(self, x):
        if not _is_finite(x):
            return self._odd(x).rjust(self._width)
        head, _, tail = self._write(x).partition(".")
        return head.rjust(self._left) + "." + tail.ljust(self._right)


class _Complexes:
    def __init__(self, values, dtype):
        self._real = _Floats([z.real for z in values], dtype)
        self._imag = _Floats([z.imag for z in values], dtype, signed=True)

    def __call__(self, z):
        imag = self._imag(z.imag)
        body = imag.rstrip()
        return self._real(z.real) + body + "j" + " " * (len(imag) - len(body))


class _Aligned:
    """Formats integers and bools, right-aligned to the width of the widest."""

    def __init__(self, values, least=0):
        self._width = max((len(str(v)) for v in values), default=0)
        self._width = max(self._width, least)

    def __call__(self, value):
        return str(value).rjust(self._width)


def _flat(values, ndim):
    for _ in range(ndim - 1):
        values = [v for part in values for v in part]
    return values


def _format(values, ndim, dtype):
    flat = [values] if ndim == 0 else _flat(values, ndim)
    if dtype.kind == "f":
        return _Floats(flat, dtype.name)
    if dtype.kind == "c":
        return _Complexes(flat, dtype.name)
    return _Aligned(flat, len("False") if dtype.kind == "b" and ndim > 0 else 0)


# ---- Whole arrays ---------------------------------------------------------------------------------

def _ends(x, shown):
    """Return x with each dimension longer than 2 * shown reduced to its first and last `shown` entries."""
    concat = _core.ops["concat"]
    for axis, length in enumerate(x.shape):
        if length > 2 * shown:
            before = (slice(None),) * axis
            parts = [x[before + (slice(0, shown),)], x[before + (slice(length - shown, None),)]]
            x = concat(parts, axis=axis)
    return x


class _Lines:
    """Lays out nested values in brackets, in lines of a given width."""

    def __init__(self, form, shape, shown, separator, width):
        self._form, self._shape, self._shown = form, shape, shown
        self._separator, self._width = separator, width

    def _cut(self, axis):
        return self._shown is not None and self._shape[axis] > 2 * self._shown

    def text(self, values, axis, indent, width):
        if axis == len(self._shape):
            return self._form(values)
        inner = [self.text(v, axis + 1, indent + " ", width - 1) for v in values]
        if self._cut(axis):
            inner.insert(self._shown, "...")
        if axis == len(self._shape) - 1:
            return "[" + self._row(inner, indent, width) + "]"
        between = self._separator.rstrip() + "\n" * (len(self._shape) - axis - 1) + indent
        return "[" + between.join(inner) + "]"

    def _row(self, words, indent, width):
        room = width - max(len(self._separator.rstrip()), 1)
        lines, line = [], indent
        for i, word in enumerate(words):
            if len(line) + len(word) > room and len(line) > len(indent):
                lines.append(line.rstrip())
                line = indent
            line += word + (self._separator if i + 1 < len(words) else "")
        return "\n".join(lines + [line])[len(indent):]


def array2string(x, separator=" ", prefix="", suffix="", *, form=None):
    """Return the values as text.  If `form` is given, form(values) must return the function that formats one value."""
    if x.size == 0:
        return "[]"
    shown = _options["edgeitems"] if x.size > _options["threshold"] else None
    shape = x.shape
    part = x if shown is None else _ends(x, shown)
    values = part.tolist()
    form = _format(values, x.ndim, x.dtype) if form is None else form(values)
    if x.ndim == 0:
        return form(values)
    lines = _Lines(form, shape, shown, separator, _options["linewidth"] - len(suffix))
    indent = " " * (len(prefix) + 1)
    return lines.text(values, 0, indent, _options["linewidth"] - len(suffix))


def _is_implied(dtype):
    default = _core.get_default_dtype()
    complexes = {"float32": "complex64", "float64": "complex128"}
    return dtype.name in ("bool", "int64") or dtype == default or dtype.name == complexes.get(default.name)


_device_of = _core.Array.device.__get__  # the Device, also of the tensors of a dialect


def array_repr(x):
    """Return repr(x), for example array([1., 2.]).  The dtype is shown unless it is the default for its kind, the device
    unless it is the default device."""
    prefix = "array("
    text = prefix + array2string(x, ", ", prefix, ",")
    endings = []
    if x.size == 0 and x.shape != (0,) or x.size > _options["threshold"]:
        endings.append(f"shape={x.shape}")
    if x.size == 0 or not _is_implied(x.dtype):
        endings.append(f"dtype={x.dtype}")
    device = _device_of(x)
    if device is not _core.get_default_device():
        endings.append(f"device='{device}'")
    if not endings:
        return text + ")"
    ending = ", ".join(endings) + ")"
    line = len(text) - text.rfind("\n") - 1
    gap = " " if line + len(ending) + 2 <= _options["linewidth"] else "\n" + " " * len(prefix)
    return text + "," + gap + ending


def array_str(x):
    """Return str(x), for example [1. 2.]."""
    if x.ndim == 0:
        return _number(x.item(), x.dtype)
    return array2string(x)


def _number(value, dtype):
    """Format the value of a zero-dimensional array as NumPy formats a scalar."""
    if dtype.kind != "f" or not _is_finite(value):
        return str(value)
    digits = _shortest(dtype.name)(value)
    if "e" in digits or value == 0 or 1e-4 <= abs(value) < _LARGE.get(dtype.name, 1e16):
        return digits
    significant = digits.lstrip("-0.").replace(".", "").strip("0")
    return f"{value:.{len(significant) - 1}e}"


def array_html(x):
    """Return HTML for notebooks: a summary line and the values."""
    from html import escape
    size = x.nbytes
    for unit in ("bytes", "KB", "MB", "GB"):
        if size < 1024 or unit == "GB":
            break
        size /= 1024
    memory = f"{size:.0f} byte{'s' * (size != 1)}" if unit == "bytes" else f"{size:.1f} {unit}"
    head = f"shape {x.shape} · {x.dtype} · {memory} · {x.device}"
    try:
        body = escape(array_str(x))
    except _core.AsyncError as error:
        body = "failed: " + escape(str(error))
    return (f'<div><div style="color:#666;font-size:90%">weir.Array · {escape(head)}</div>'
            f'<pre style="margin:0.3em 0 0 0">{body}</pre></div>')


def install():
    """Add the printing methods to Array."""
    array = _core.Array
    array.__repr__ = array_repr
    array.__str__ = array_str
    array._repr_html_ = array_html
    array.__format__ = _format_array


def _format_array(x, spec):
    if x.ndim == 0 and spec:
        return format(x.item(), spec)
    if spec:
        raise TypeError(f"format {spec!r} applies to a single number, but the array has shape {x.shape}; use "
                        "weir.printoptions(precision=...) for arrays")
    return array_str(x)
