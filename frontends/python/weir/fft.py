"""Fourier transforms: the fft extension of the array API standard, and NumPy's two-dimensional transforms.

Four operators do the work: fftn, ifftn, rfftn and irfftn.  One-dimensional transforms call them with a single axis.
"""
from weir import _core
from weir._core import asarray, ops
from weir._functions import named

__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]

_opposite = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _one(op, x, n, axis, norm):
    return ops[op](x, s=None if n is None else [n], axis=[axis], norm="backward" if norm is None else norm)


def _several(op, x, s, axes, norm):
    return ops[op](x, s=None if s is None else list(s), axis=None if axes is None else list(axes),
                   norm="backward" if norm is None else norm)


@named
def fft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the discrete Fourier transform along an axis.  If n is given, x is truncated or zero-padded to n
    entries."""
    return _one("fftn", x, n, axis, norm)


@named
def ifft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the inverse of fft."""
    return _one("ifftn", x, n, axis, norm)


def fftn(x, /, s=None, axes=None, norm="backward"):
    """Compute the discrete Fourier transform over several axes: by default over all axes, or, if s is given, over the
    last len(s) axes."""
    return _several("fftn", x, s, axes, norm)


def ifftn(x, /, s=None, axes=None, norm="backward"):
    """Compute the inverse of fftn."""
    return _several("ifftn", x, s, axes, norm)


@named
def rfft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the discrete Fourier transform of real input.

    Only entries 0 to n // 2 are returned; the other entries are the complex conjugates of these."""
    return _one("rfftn", x, n, axis, norm)


@named
def irfft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the inverse of rfft.  The result has n real entries along the axis; if x has m entries along it, n is
    2 * (m - 1) by default."""
    return _one("irfftn", x, n, axis, norm)


def rfftn(x, /, s=None, axes=None, norm="backward"):
    """Compute the discrete Fourier transform of real input over several axes; along the last of them, return only the
    entries 0 to n // 2."""
    return _several("rfftn", x, s, axes, norm)


def irfftn(x, /, s=None, axes=None, norm="backward"):
    """Compute the inverse of rfftn."""
    return _several("irfftn", x, s, axes, norm)


@named
def fft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """Compute the two-dimensional discrete Fourier transform, for example of images."""
    return _several("fftn", x, s, axes, norm)


@named
def ifft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """Compute the inverse of fft2."""
    return _several("ifftn", x, s, axes, norm)


@named
def rfft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """Compute the two-dimensional discrete Fourier transform of real input; along the last axis, return only the
    entries 0 to n // 2."""
    return _several("rfftn", x, s, axes, norm)


@named
def irfft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """Compute the inverse of rfft2."""
    return _several("irfftn", x, s, axes, norm)


@named
def hfft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the discrete Fourier transform of a Hermitian-symmetric signal of length n.

    x is the first half of the signal, entries 0 to n // 2; the result has n real entries."""
    return _one("irfftn", ops["conj"](x), n, axis, _other(norm))


@named
def ihfft(x, /, n=None, axis=-1, norm="backward"):
    """Compute the inverse of hfft."""
    return ops["conj"](_one("rfftn", x, n, axis, _other(norm)))


def _other(norm):
    """Return the norm that scales the inverse transform as `norm` scales the forward transform.

    An unknown norm is returned unchanged, and the operator rejects it."""
    return _opposite.get("backward" if norm is None else norm, norm)


def fftfreq(n, /, d=1.0, *, dtype=None, device=None):
    """Return the frequencies of the entries of fft, for n samples with spacing d."""
    whole = _whole("fftfreq", n)
    places = ops["arange"](start=0, stop=whole, step=1, dtype=_core.float64, device=device)
    places = ops["roll"](places - whole // 2, shift=-(whole // 2))
    return _frequencies("fftfreq", places, whole, d, dtype)


def rfftfreq(n, /, d=1.0, *, dtype=None, device=None):
    """Return the frequencies of the entries of rfft, for n samples with spacing d."""
    whole = _whole("rfftfreq", n)
    places = ops["arange"](start=0, stop=whole // 2 + 1, step=1, dtype=_core.float64, device=device)
    return _frequencies("rfftfreq", places, whole, d, dtype)


def _whole(name, n):
    if n < 1:
        raise ValueError(f"{name}: n must be at least 1, not {n}")
    return n.__index__()


def _frequencies(name, places, n, d, dtype):
    dtype = _core.get_default_dtype() if dtype is None else _core.as_dtype(dtype)
    if dtype.kind != "f":
        raise TypeError(f"{name}: dtype must be a real floating-point dtype, not {dtype}")
    if d == 0:
        raise ValueError(f"{name}: the sample spacing d must not be 0")
    return ops["astype"](places / (n * d), dtype=dtype)


def fftshift(x, /, axes=None):
    """Shift the zero-frequency entry to the centre along the axes, by default along all."""
    x = asarray(x)
    axes = _axes(x, axes)
    return ops["roll"](x, shift=[x.shape[axis] // 2 for axis in axes], axis=axes)


def ifftshift(x, /, axes=None):
    """Undo fftshift."""
    x = asarray(x)
    axes = _axes(x, axes)
    return ops["roll"](x, shift=[-(x.shape[axis] // 2) for axis in axes], axis=axes)


def _axes(x, axes):
    if axes is None:
        return list(range(x.ndim))
    axes = [axes] if isinstance(axes, int) else list(axes)
    for axis in axes:
        if not -x.ndim <= axis < x.ndim:
            raise _core.AxisError(f"axis {axis} is out of range for an array with {x.ndim} dimension"
                                  f"{'s' * (x.ndim != 1)}")
    return axes


def __getattr__(name):
    from weir._hints import missing

    raise missing("weir.fft", name)
