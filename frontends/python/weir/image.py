"""Image preprocessing: resizing, cropping, flipping and normalising.

An image is an array of shape (..., height, width, channels), as decoders return it, or, with layout="CHW", of shape
(..., channels, height, width); leading dimensions are a batch.  Crops and flips are views and copy nothing.

Random functions take an explicit key, an integer or a tuple of integers.  The same key always yields the same choice,
so an image and its mask are transformed alike, and runs are reproducible.  Number the images, and make the epoch part
of the key:

    x = weir.image.random_hflip(x, key=(epoch, i))
"""
from __future__ import annotations

import math
import os
from collections.abc import Sequence

from weir._core import Array, asarray, float32, ops, picture_read
from weir._functions import follows

__all__ = [
    "center_crop", "crop", "hflip", "normalize", "random_crop", "random_hflip", "random_resized_crop", "random_vflip",
    "read", "resize", "to_tensor", "vflip",
]

_WORD = (1 << 64) - 1


def _axes(image, layout, who):
    """Return the height and width axes, counted from the end."""
    if layout not in ("HWC", "CHW"):
        raise ValueError(f"{who}: layout must be 'HWC' or 'CHW', not {layout!r}")
    if image.ndim < 3:
        raise ValueError(f"{who}: an image must have the shape "
                         f"{'(..., height, width, channels)' if layout == 'HWC' else '(..., channels, height, width)'}, "
                         f"not {image.shape}")
    return (-3, -2) if layout == "HWC" else (-2, -1)


def _extent(image, layout, who):
    return tuple(image.shape[axis] for axis in _axes(image, layout, who))


def _pair(size):
    return (size, size) if isinstance(size, int) else tuple(size)


def _cut(image, top, left, height, width, layout):
    tail = (slice(top, top + height), slice(left, left + width))
    return image[(..., *tail, slice(None)) if layout == "HWC" else (..., *tail)]


class _Choices:
    """Uniform random numbers determined by a key alone (SplitMix64)."""

    def __init__(self, key):
        self._state = 0
        for part in key if isinstance(key, tuple) else (key,):
            if not isinstance(part, int):
                raise TypeError(f"key must be an integer or a tuple of integers, not {key!r}")
            self._state = (self._word() + part) & _WORD

    def _word(self):
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        x = self._state
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _WORD
        return x ^ x >> 31

    def uniform(self, low=0.0, high=1.0):
        return low + (high - low) * (self._word() >> 11) * 2.0 ** -53

    def below(self, n):
        """Return a random integer from 0 to n - 1."""
        return self._word() * n >> 64


def read(path: str | os.PathLike, channels: int = 0) -> Array:
    """Read an image file (.png, .jpg, .ppm or .pgm) as a uint8 array of shape (height, width, channels).

    channels=1 converts the image to greyscale, channels=3 to RGB; by default it has as many channels as the file."""
    return picture_read(os.fspath(path), channels)


def resize(image: Array, size: int | Sequence[int], *, mode: str = "bilinear", antialias: bool = True,
           layout: str = "HWC") -> Array:
    """Resize a uint8 or floating-point image.

    size is (height, width), or the length of the shorter side, in which case the aspect ratio is kept.  When
    downscaling, antialias=True averages over the area that a pixel of the result covers, as Pillow does."""
    image = asarray(image)
    height, width = _extent(image, layout, "resize")
    if isinstance(size, int):
        short, long = min(height, width), max(height, width)
        other = max(1, size * long // short) if short else size
        size = (size, other) if height <= width else (other, size)
    return ops["image_resize"](image, size=tuple(size), mode=mode, antialias=antialias, layout=layout)


def crop(image: Array, top: int, left: int, height: int, width: int, *, layout: str = "HWC") -> Array:
    """Return a view of the part of an image that has the given height and width and whose top left pixel is at row
    `top` and column `left`."""
    image = asarray(image)
    whole = _extent(image, layout, "crop")
    if top < 0 or left < 0 or height < 0 or width < 0 or top + height > whole[0] or left + width > whole[1]:
        raise ValueError(f"crop: {height} x {width} at ({top}, {left}) is not inside an image of {whole[0]} x "
                         f"{whole[1]}")
    return _cut(image, top, left, height, width, layout)


def center_crop(image: Array, size: int | Sequence[int], *, layout: str = "HWC") -> Array:
    """Return the centre of an image as a view; size is (height, width), or one number for a square."""
    image = asarray(image)
    (whole_height, whole_width), (height, width) = _extent(image, layout, "center_crop"), _pair(size)
    if height > whole_height or width > whole_width:
        raise ValueError(f"center_crop: {height} x {width} is larger than the image of {whole_height} x {whole_width}")
    return crop(image, (whole_height - height) // 2, (whole_width - width) // 2, height, width, layout=layout)


def hflip(image: Array, *, layout: str = "HWC") -> Array:
    """Flip an image horizontally; return a view."""
    image = asarray(image)
    return ops["flip"](image, axis=_axes(image, layout, "hflip")[1])


def vflip(image: Array, *, layout: str = "HWC") -> Array:
    """Flip an image vertically; return a view."""
    image = asarray(image)
    return ops["flip"](image, axis=_axes(image, layout, "vflip")[0])


def random_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...], padding: int = 0,
                layout: str = "HWC") -> Array:
    """Crop an image at a random position; size is (height, width), or one number for a square.

    Before cropping, `padding` rows or columns of zeros are added on each side."""
    image, (height, width) = asarray(image), _pair(size)
    axes = _axes(image, layout, "random_crop")
    if padding < 0:
        raise ValueError(f"random_crop: padding must be non-negative, not {padding}")
    if padding:
        widths = [0] * (2 * image.ndim)
        for axis in axes:
            widths[2 * axis] = widths[2 * axis + 1] = padding
        image = ops["pad"](image, widths=widths)
    whole_height, whole_width = _extent(image, layout, "random_crop")
    if height > whole_height or width > whole_width:
        raise ValueError(f"random_crop: {height} x {width} is larger than the image of {whole_height} x {whole_width}")
    choose = _Choices(key)
    top, left = choose.below(whole_height - height + 1), choose.below(whole_width - width + 1)
    return crop(image, top, left, height, width, layout=layout)


def random_hflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = "HWC") -> Array:
    """Flip an image horizontally with probability p."""
    return hflip(image, layout=layout) if _Choices(key).uniform() < p else asarray(image)


def random_vflip(image: Array, *, key: int | tuple[int, ...], p: float = 0.5, layout: str = "HWC") -> Array:
    """Flip an image vertically with probability p."""
    return vflip(image, layout=layout) if _Choices(key).uniform() < p else asarray(image)


def random_resized_crop(image: Array, size: int | Sequence[int], *, key: int | tuple[int, ...],
                        scale: tuple[float, float] = (0.08, 1.0), ratio: tuple[float, float] = (3 / 4, 4 / 3),
                        mode: str = "bilinear", antialias: bool = True, layout: str = "HWC") -> Array:
    """Crop a random part of an image, with random area and aspect ratio, and resize it to the given size.

    scale is the range of the crop's area relative to the image's area; ratio is the range of its width divided by its
    height.  If none of ten random crops fits into the image, the centre is cropped."""
    image = asarray(image)
    whole_height, whole_width = _extent(image, layout, "random_resized_crop")
    if whole_height < 1 or whole_width < 1:
        raise ValueError(f"random_resized_crop: the image of {whole_height} x {whole_width} is empty")
    if not (0 < scale[0] <= scale[1]) or not (0 < ratio[0] <= ratio[1]):
        raise ValueError("random_resized_crop: scale and ratio must be pairs of positive, increasing bounds, not "
                         f"{scale} and {ratio}")
    choose = _Choices(key)
    for _ in range(10):
        area = choose.uniform(*scale) * whole_height * whole_width
        shape = math.exp(choose.uniform(math.log(ratio[0]), math.log(ratio[1])))
        width, height = round(math.sqrt(area * shape)), round(math.sqrt(area / shape))
        if 0 < width <= whole_width and 0 < height <= whole_height:
            top, left = choose.below(whole_height - height + 1), choose.below(whole_width - width + 1)
            break
    else:
        shape = min(max(whole_width / whole_height, ratio[0]), ratio[1])
        width = max(1, min(whole_width, round(whole_height * shape)))
        height = max(1, min(whole_height, round(width / shape)))
        top, left = (whole_height - height) // 2, (whole_width - width) // 2
    part = crop(image, top, left, height, width, layout=layout)
    return resize(part, _pair(size), mode=mode, antialias=antialias, layout=layout)


@follows
def normalize(image: Array, mean: Sequence[float] | Array, std: Sequence[float] | Array, *,
              layout: str | None = None, output_layout: str = "CHW") -> Array:
    """Normalise each channel to (x - mean) / std, after scaling uint8 values to the range from 0 to 1.

    The result has the channels first unless output_layout="HWC".  If layout is None, it is inferred from the shape: the
    image has the channels first, as to_tensor returns it, if its third axis from the end has as many entries as mean
    and its last axis does not; otherwise it has the channels last."""
    image, mean, std = asarray(image), asarray(mean, dtype=float32), asarray(std, dtype=float32)
    if layout is None:
        in_front = image.ndim > 2 and image.shape[-1] != mean.size and image.shape[-3] == mean.size
        layout = "CHW" if in_front else "HWC"
    return ops["image_normalize"](image, mean=mean, std=std, layout=layout, output_layout=output_layout)


def to_tensor(image: Array, *, layout: str = "HWC") -> Array:
    """Convert a uint8 image to floats from 0 to 1 with the channels first.

    The image has shape (..., height, width, channels), as datasets return it, or (height, width), to which a channel
    axis is added.  layout="CHW" means that it has the channels first already."""
    image = asarray(image)
    if image.ndim == 2:
        return ops["image_normalize"](image[..., None])
    if layout == "HWC" and image.ndim > 2 and image.shape[-1] > 4:
        raise ValueError(f"to_tensor: shape {image.shape} has {image.shape[-1]} channels; pass layout='CHW' if the "
                         "channels come first, or pass x[..., None] if the image has no channel axis")
    return ops["image_normalize"](image, layout=layout)
