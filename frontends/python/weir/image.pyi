"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def center_crop(image: Array, size: int | Sequence[int], *, layout: str = 'HWC') -> Array:
    """Crop the centre of an image, (height, width) or a square; return a view."""
def crop(image: Array, top: int, left: int, height: int, width: int, *, layout: str = 'HWC') -> Array:
    """Crop an image; return a view."""
def hflip(image: Array, *, layout: str = 'HWC') -> Array:
    """Flip an image horizontally; return a view."""
def normalize(image: Array, mean: Sequence[float] | Array, std: Sequence[float] | Array, *, layout: str | None = None, output_layout: str = 'CHW') -> Array:
    """Normalise each channel, (x - mean) / std, and return the image channels first; uint8 is scaled to 0 to 1."""
def random_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...], padding: int = 0, layout: str = 'HWC') -> Array:
    """Crop an image at a random position, (height, width) or a square, after padding it with zeros."""
def random_hflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = 'HWC') -> Array:
    """Flip an image horizontally with probability p."""
def random_resized_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...], scale: tuple[float, float] = ..., ratio: tuple[float, float] = ..., mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC') -> Array:
    """Crop a random part of an image, with random area and aspect ratio, and resize it to the given size."""
def random_vflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = 'HWC') -> Array:
    """Flip an image vertically with probability p."""
def read(path: str | os.PathLike[str], channels: int = 0) -> Array:
    """Read an image file (.png, .jpg, .ppm or .pgm) as a uint8 array of shape (height, width, channels)."""
def resize(image: Array, size: int | Sequence[int], *, mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC') -> Array:
    """Resize an image to (height, width); one number is the length of the shorter side and keeps the aspect ratio."""
def to_tensor(image: Array, *, layout: str = 'HWC') -> Array:
    """Convert uint8 to floats from 0 to 1, channels first; an image (height, width) gets a channel axis."""
def vflip(image: Array, *, layout: str = 'HWC') -> Array:
    """Flip an image vertically; return a view."""
