"""Transforms of image batches, for DataLoader(transform=...).

    transform = Compose(RandomFlip(), RandomCrop(28, padding=2), Normalize(0.286, 0.353))
    loader = DataLoader(data, batch_size=256, shuffle=True, transform=transform)

Each transform takes and returns the fields of a batch.  It transforms the first field, the images, with operators that
run on the C library's worker threads.  Random transforms choose independently for each image; when a loader calls them,
their random numbers are determined by seed, epoch and batch.  The images have shape (n, height, width) or
(n, height, width, channels), as in the built-in datasets, or, with layout="CHW", (n, channels, height, width).
"""
from __future__ import annotations

from weir import _core
from weir._core import Array, asarray

__all__ = ["Cast", "Compose", "Lambda", "Normalize", "RandomCrop", "RandomFlip", "Resize"]


class Compose:
    """Apply transforms in sequence."""

    def __init__(self, *steps):
        self.steps = list(steps[0]) if len(steps) == 1 and isinstance(steps[0], (list, tuple)) else list(steps)

    def __call__(self, *fields):
        for step in self.steps:
            fields = step(*fields)
            if not isinstance(fields, (tuple, list)):
                fields = (fields,)
        return tuple(fields) if len(fields) > 1 else fields[0]

    def __repr__(self):
        return f"Compose({', '.join(map(repr, self.steps))})"


class _Step:
    def __call__(self, image: Array, *rest):
        image = asarray(image)
        if image.ndim == 3 and image.shape[2] in (1, 3, 4) and image.shape[1] > 4:
            raise ValueError(f"{type(self).__name__}: expected a batch of images, but shape {image.shape} looks like "
                             "a single image; pass the transform to DataLoader(transform=...), or add a batch axis "
                             "with x[None]")
        image = self.change(image)
        return (image, *rest) if rest else image

    def __repr__(self):
        values = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if not k.startswith("_"))
        return f"{type(self).__name__}({values})"


def _with_channels(image, layout, change):
    """Return the result of change(image).  If the images have no channel axis, one is added for the call."""
    if image.ndim == 3:
        n, height, width = image.shape
        image = change(image.reshape((n, height, width, 1) if layout == "HWC" else (n, 1, height, width)))
        return image.reshape((n, *(image.shape[1:3] if layout == "HWC" else image.shape[2:])))
    return change(image)


def _check(layout):
    if layout not in ("HWC", "CHW"):
        raise ValueError(f"layout must be 'HWC' or 'CHW', not {layout!r}")
    return layout


class RandomFlip(_Step):
    """Flip each image horizontally with probability p."""

    def __init__(self, p: float = 0.5, layout: str = "HWC"):
        self.p, self.layout = p, _check(layout)

    def change(self, image):
        return _with_channels(image, self.layout, lambda x: _core.random_flip(x, self.p, self.layout == "CHW"))


class RandomCrop(_Step):
    """Crop each image to `size` at a random position, after padding it with `padding` rows or columns of zeros on each
    side.

    size is (height, width), or an integer for a square.
    """

    def __init__(self, size, padding: int = 0, layout: str = "HWC"):
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        self.padding, self.layout = padding, _check(layout)

    def change(self, image):
        return _with_channels(image, self.layout,
                              lambda x: _core.random_crop(x, *self.size, self.padding, self.layout == "CHW"))


class Resize(_Step):
    """Resize images to `size`: (height, width), or an integer for a square."""

    def __init__(self, size, mode: str = "bilinear", layout: str = "HWC"):
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        self.mode, self.layout = mode, _check(layout)

    def change(self, image):
        op = _core.ops["image_resize"]
        return _with_channels(image, self.layout, lambda x: op(x, size=self.size, mode=self.mode, layout=self.layout))


class Normalize(_Step):
    """Normalise each channel to (x - mean) / std; the values of uint8 images are first divided by 255.

    The result has shape (n, channels, height, width), as convolutions expect; a channel axis is added to images without
    one.
    """

    def __init__(self, mean=0.0, std=1.0, layout: str = "HWC"):
        self.mean, self.std, self.layout = mean, std, _check(layout)

    def change(self, image):
        if image.ndim == 3:
            n, height, width = image.shape
            image = image.reshape((n, height, width, 1) if self.layout == "HWC" else (n, 1, height, width))
        channels = image.shape[-1 if self.layout == "HWC" else -3]
        mean, std = (asarray([float(v)] * channels if isinstance(v, (int, float)) else v, device=Array.device.__get__(image))
                     for v in (self.mean, self.std))
        return _core.ops["image_normalize"](image, mean=mean, std=std, layout=self.layout)


class Cast(_Step):
    """Convert the images, the first field of a batch, to another dtype."""

    def __init__(self, dtype):
        self.dtype = dtype

    def change(self, image):
        return _core.ops["astype"](image, dtype=self.dtype)


class Lambda(_Step):
    """Apply a function to the images, the first field of a batch."""

    def __init__(self, function):
        self.function = function

    def change(self, image):
        return self.function(image)


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
