"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def center_crop(image: Array, size: int | Sequence[int], *, layout: str = 'HWC') -> Array:
    """The middle of the picture, (height, width) or a square, as a view."""
def crop(image: Array, top: int, left: int, height: int, width: int, *, layout: str = 'HWC') -> Array:
    """A part of the picture, as a view."""
def hflip(image: Array, *, layout: str = 'HWC') -> Array:
    """Left and right exchanged, as a view."""
def normalize(image: Array, mean: Sequence[float] | Array, std: Sequence[float] | Array, *, layout: str | None = None, output_layout: str = 'CHW') -> Array:
    """(x - mean) / std for each channel, with the channels in front; bytes count from 0 to 1."""
def random_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...], padding: int = 0, layout: str = 'HWC') -> Array:
    """A part of the picture, (height, width) or a square, somewhere in it or in the zeros put around it first."""
def random_hflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = 'HWC') -> Array:
    """Left and right exchanged with probability p."""
def random_resized_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...], scale: tuple[float, float] = ..., ratio: tuple[float, float] = ..., mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC') -> Array:
    """A part of the picture of a random area and shape, in the size asked for."""
def random_vflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = 'HWC') -> Array:
    """Top and bottom exchanged with probability p."""
def read(path: str | os.PathLike[str], channels: int = 0) -> Array:
    """The picture in a file, .png, .jpg, .ppm or .pgm, as bytes (height, width, channels)."""
def resize(image: Array, size: int | Sequence[int], *, mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC') -> Array:
    """The picture in another size, (height, width); one number is the length of the shorter side, and keeps the shape."""
def to_tensor(image: Array, *, layout: str = 'HWC') -> Array:
    """Bytes as floats from 0 to 1, with the channels in front; a picture (height, width) gets one."""
def vflip(image: Array, *, layout: str = 'HWC') -> Array:
    """Top and bottom exchanged, as a view."""
