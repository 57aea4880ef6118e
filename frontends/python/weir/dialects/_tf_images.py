"""tf.image, and image files."""
import weir
from weir import _core
from weir._core import Array
from weir.dialects import _vision
from weir.dialects._tensor_class import op
from weir.dialects._tf_tensor import as_tensor, count_of, made

_shape = Array.shape.__get__

def resized(images, size, method="bilinear", antialias=False, keeps_shape=False):
    """Return images of shape (..., height, width, channels) resized to `size`, as floats; with keeps_shape=True, the
    aspect ratio is preserved."""
    x = op["astype"](as_tensor(images), weir.float32)
    size = tuple(map(int, size))
    if keeps_shape:
        tall, wide = _shape(x)[-3:-1]
        factor = min(size[0] / tall, size[1] / wide)
        size = round(tall * factor), round(wide * factor)
    if str(method) == "nearest":  # the pixel whose area has the centre of the new one
        for axis, new in zip((-3, -2), size):
            n = _shape(x)[axis]
            at = made(_core.asarray([min(int((i + 0.5) * n / new), n - 1) for i in range(new)], dtype=weir.int64))
            x = op["take"](x, at, axis=axis % x.ndim)
        return x
    return _vision.resize(x, size, str(method), antialias, "HWC")


def converted(image, dtype, saturate=False):
    """Return an image with another dtype: integers are fractions of their largest value; floats are cut off, not rounded."""
    x, dtype = as_tensor(image), weir.dtype(dtype)
    if x.dtype.kind == "f" and dtype.kind in "iu":
        most = weir.iinfo(dtype).max
        return op["astype"](op["trunc"](op["clip"](x * (most + 0.5), 0, most)), dtype)
    return _vision.to_dtype(x, dtype)


def padded(x, top, left, height, width):
    tall, wide = _shape(x)[-3:-1]
    return _vision.pad(x, (left, top, width - wide - left, height - tall - top), layout="HWC")


def cropped_or_padded(x, height, width):
    tall, wide = _shape(x)[-3:-1]
    x = _vision.center_crop(x, (min(height, tall), min(width, wide)), "HWC")
    tall, wide = _shape(x)[-3:-1]
    return padded(x, (height - tall) // 2, (width - wide) // 2, height, width)


def resized_with_pad(x, height, width, method, antialias):
    tall, wide = _shape(x)[-3:-1]
    shrink = max(tall / height, wide / width)
    return cropped_or_padded(resized(x, (max(1, int(tall / shrink)), max(1, int(wide / shrink))), method, antialias),
                              height, width)


def contrast(x, factor):
    mean = op["mean"](op["astype"](x, weir.float32), axis=(-3, -2), keepdims=True)
    return op["astype"]((op["astype"](x, weir.float32) - mean) * factor + mean, x.dtype)


def standard(x):
    """Return images standardised to zero mean and unit standard deviation."""
    axes = (-3, -2, -1)
    least = 1 / count_of(_shape(x)[-3:]) ** 0.5
    return (x - op["mean"](x, axis=axes, keepdims=True)) / op["maximum"](op["std"](x, axis=axes, keepdims=True), least)


class File:
    """An image file that has not been decoded yet."""

    def __init__(self, path):
        self._path = path

    def decode(self, channels):
        return made(weir.image.read(self._path, channels))
