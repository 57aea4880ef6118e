"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def fft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the discrete Fourier transform along an axis; x is truncated or zero-padded to n entries."""
def fft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """Compute the two-dimensional discrete Fourier transform, for example of images."""
def fftfreq(n: Any, /, d: Any = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """Return the frequencies of the entries of fft, for n samples with spacing d."""
def fftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """Compute the discrete Fourier transform over several axes; by default all, or the last len(s)."""
def fftshift(x: Any, /, axes: Any = None) -> Array:
    """Shift the zero-frequency entry to the centre."""
def hfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the discrete Fourier transform of a Hermitian signal, given by its first half: n real numbers."""
def ifft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the inverse of fft."""
def ifft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """Compute the inverse of fft2."""
def ifftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """Compute the inverse of fftn."""
def ifftshift(x: Any, /, axes: Any = None) -> Array:
    """Undo fftshift."""
def ihfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the inverse of hfft."""
def irfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the inverse of rfft: n real numbers, by default 2 (m - 1) where x has m entries."""
def irfft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """Compute the inverse of rfft2."""
def irfftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """Compute the inverse of rfftn."""
def rfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """Compute the discrete Fourier transform of real input: entries 0 to n/2; the others are their conjugates."""
def rfft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """Compute the two-dimensional discrete Fourier transform of real input; the last axis holds entries 0 to n/2."""
def rfftfreq(n: Any, /, d: Any = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """Return the frequencies of the entries of rfft, for n samples with spacing d."""
def rfftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """Compute the discrete Fourier transform of real input over several axes; the last one holds entries 0 to n/2."""
