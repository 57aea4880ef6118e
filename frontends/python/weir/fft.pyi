"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def fft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The discrete Fourier transform along an axis, of x cut or filled up with zeros to n entries."""
def fft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """The discrete Fourier transform over two axes, as of pictures."""
def fftfreq(n: Any, /, d: Any = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """The frequencies of the entries of fft, for n samples that are d apart."""
def fftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """The discrete Fourier transform over axes; by default all, or the last len(s)."""
def fftshift(x: Any, /, axes: Any = None) -> Array:
    """Put the entry of frequency zero in the middle."""
def hfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The transform of a signal whose second half is the conjugate of its first: n real numbers."""
def ifft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The inverse of fft."""
def ifft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """The inverse of fft2."""
def ifftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """The inverse of fftn."""
def ifftshift(x: Any, /, axes: Any = None) -> Array:
    """The inverse of fftshift."""
def ihfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The inverse of hfft."""
def irfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The inverse of rfft: n real numbers, by default 2 (m - 1) where x has m entries."""
def irfft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """The inverse of rfft2."""
def irfftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """The inverse of rfftn."""
def rfft(x: Any, /, n: Any = None, axis: int | Sequence[int] | None = -1, norm: Any = 'backward') -> Array:
    """The discrete Fourier transform of real numbers: entries 0 to n/2, of which the others are the conjugates."""
def rfft2(x: Any, /, s: Any = None, axes: Any = ..., norm: Any = 'backward') -> Array:
    """The discrete Fourier transform of real numbers over two axes; half of it along the last of them."""
def rfftfreq(n: Any, /, d: Any = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """The frequencies of the entries of rfft, for n samples that are d apart."""
def rfftn(x: Any, /, s: Any = None, axes: Any = None, norm: Any = 'backward') -> Array:
    """The discrete Fourier transform of real numbers over axes; half of it along the last of them."""
