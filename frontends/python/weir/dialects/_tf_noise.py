"""Keras's layers that draw random numbers in training: dropout, noise, flips."""
from weir import _core
from weir._core import Array
from weir.dialects import _vision
from weir.dialects._tensor_class import as_kind, op
from weir.dialects._tf_layer import Layer, training_or
from weir.dialects._tf_tensor import Refused, made

_shape = Array.shape.__get__

class SeedGenerator:
    """A stream of random numbers of its own, for layers."""

    def __init__(self, seed=None, name=None):
        self.stream = _core.Stream(_vision.chance()._state >> 2 if seed is None else int(seed))


class _Random(Layer):
    """Base class of layers that draw random numbers in training; a seed gives them a stream of their own."""

    supports_masking = True

    def __init__(self, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.seed = seed
        self._stream = None if seed is None else getattr(seed, "stream", None) or _core.Stream(int(seed))

    def _draw(self, fn, *args, **kwargs):
        return fn(*args, **kwargs) if self._stream is None else self._stream.draw(fn, *args, **kwargs)

    def call(self, inputs, training=None):
        return self._changed(inputs) if training_or(training) else inputs


class Dropout(_Random):
    """Sets random elements to zero in training mode; noise_shape has the length 1 where they are the same along an axis."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(seed, **kwargs)
        if not 0 <= rate <= 1:
            raise Refused(f"Dropout: rate must be between 0 and 1, not {rate}")
        self.rate, self.noise_shape = rate, noise_shape

    def _noise(self, shape):
        return None if self.noise_shape is None else tuple(n if m is None else m for n, m in zip(shape, self.noise_shape))

    def _changed(self, inputs):
        if not self.rate:
            return inputs
        shape = self._noise(_shape(inputs))
        if shape is None:
            return self._draw(op["dropout"], inputs, p=self.rate)[0]
        return inputs * self._draw(op["dropout"], op["ones"](shape, inputs.dtype), p=self.rate)[0]


def _spatial(rank):
    def __init__(self, rate, seed=None, **kwargs):
        Dropout.__init__(self, rate, None, seed, **kwargs)

    def _noise(self, shape):
        return (shape[0], *[1] * rank, shape[-1])

    return type(f"SpatialDropout{rank}D", (Dropout,), {"__init__": __init__, "_noise": _noise, "_formatted": True})


class GaussianNoise(_Random):
    """Adds normal noise in training mode."""

    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(seed, **kwargs)
        self.stddev = stddev

    def _changed(self, inputs):
        return inputs + self._draw(op["normal"], _shape(inputs), 0.0, float(self.stddev), inputs.dtype)


class GaussianDropout(_Random):
    """Multiplies by normal noise around 1 in training mode."""

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(seed, **kwargs)
        self.rate = rate

    def _changed(self, inputs):
        return inputs * self._draw(op["normal"], _shape(inputs), 1.0, (self.rate / (1 - self.rate)) ** 0.5, inputs.dtype)


class AlphaDropout(_Random):
    """Dropout that keeps mean and variance, for the activation selu."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(seed, **kwargs)
        self.rate, self.noise_shape = rate, noise_shape

    def _changed(self, inputs):
        low, rate = -1.7580993408473766, self.rate
        shape = _shape(inputs) if self.noise_shape is None else tuple(n if m is None else m for n, m in zip(_shape(inputs), self.noise_shape))
        kept = op["astype"](self._draw(op["uniform"], shape, 0.0, 1.0, inputs.dtype) >= rate, inputs.dtype)
        a = ((1 - rate) * (1 + rate * low ** 2)) ** -0.5
        return (inputs * kept + low * (1 - kept)) * a - a * low * rate


class RandomFlip(_Random):
    """Randomly flips each image horizontally, vertically or both, in training mode only."""

    def __init__(self, mode="horizontal_and_vertical", seed=None, **kwargs):
        super().__init__(seed, **kwargs)
        self.mode = mode

    def _changed(self, inputs):
        x = as_kind(Array, inputs)
        if "horizontal" in self.mode:
            x = self._draw(_core.random_flip, x, 0.5, False)
        if "vertical" in self.mode:
            x = op["swapaxes"](self._draw(_core.random_flip, op["swapaxes"](x, 1, 2), 0.5, False), 1, 2)
        return made(x)


NOISE = {**{cls.__name__: cls for cls in (Dropout, GaussianNoise, GaussianDropout, AlphaDropout, RandomFlip)},
         **{f"SpatialDropout{n}D": _spatial(n) for n in (1, 2, 3)}}
