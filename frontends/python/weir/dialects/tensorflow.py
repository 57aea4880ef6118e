"""The TensorFlow and Keras dialect."""
import collections
import contextlib

import weir
from weir import _core
from weir._core import Array
from weir.dialects import (
    _gpus, _keras, _schedules, _table, _tf_arrays, _tf_attention, _tf_callbacks, _tf_data, _tf_distribute, _tf_gradients, _tf_images,
    _tf_init, _tf_keras_ops, _tf_layer, _tf_layers, _tf_losses, _tf_math, _tf_metrics, _tf_models, _tf_noise, _tf_random, _tf_recurrent, _tf_saving, _tf_tensor, _tf_training, _vision)
from weir.dialects import _tf_linalg as linalg
from weir.dialects import _tf_nn as nn
from weir.dialects import _tf_ops as ops
from weir.dialects._tensor_class import Mistake, flat, op, place, size_of, wait_all
from weir.dialects._tf_table import TABLE
from weir.dialects._tf_tensor import as_dtype, as_tensor

_PARTS = (_tf_tensor, _tf_arrays, ops, linalg, _tf_math, _tf_gradients, _tf_images, _tf_init, _tf_random, _tf_layer, _tf_layers, _tf_noise, _tf_recurrent,
          _tf_attention, _tf_losses, _tf_metrics, _tf_callbacks, _tf_data, _tf_distribute, _tf_training, _tf_models, _tf_saving)

class device_:
    """The context manager tf.device("/GPU:0"): new tensors are on that device.  Operations run on the device of their
    inputs."""

    def __init__(self, name):
        self._name, self._last = str(name), []

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self._name))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def __repr__(self):
        return self._name


PhysicalDevice = collections.namedtuple("PhysicalDevice", "name device_type")
LogicalDevice = collections.namedtuple("LogicalDevice", "name device_type")


def _list_devices(cls, prefix, device_type):
    found = [("CPU", 0), *(("GPU", i) for i in range(_gpus.count()))]
    return [cls(f"/{prefix}:{kind}:{i}", kind) for kind, i in found if device_type in (None, kind)]


def dropped(x, rate, noise_shape, seed):
    """Return x with random elements set to zero, the same along axes where noise_shape is 1."""
    draw = _tf_random.seeded(seed, "dropout")
    if not rate:
        return x
    if noise_shape is None:
        return draw(op["dropout"], x, p=rate)[0]
    shape = tuple(n if m is None else m for n, m in zip(x.shape, ops.shape_of(noise_shape)))
    return x * draw(op["dropout"], op["ones"](shape, x.dtype), p=rate)[0]


def to_categorical(x, num_classes=None):
    """Return labels as rows with a one, a NumPy array."""
    import numpy

    labels = numpy.asarray(x, "int64")
    labels = labels.reshape(labels.shape[:-1]) if labels.ndim > 1 and labels.shape[-1] == 1 else labels
    return numpy.eye(int(num_classes or labels.max() + 1))[labels]


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Return sequences as rows of equal length, a NumPy array; `pre` and `post` say at which end elements are added or removed."""
    import numpy

    for name, at in (("padding", padding), ("truncating", truncating)):
        if at not in ("pre", "post"):
            raise _tf_tensor.Refused(f"pad_sequences: {name} must be 'pre' or 'post', not {at!r}")
    rows = [numpy.asarray(row.numpy() if isinstance(row, Array) else row, dtype) for row in sequences]
    shapes = {row.shape[1:] for row in rows if len(row)}
    if len(shapes) > 1:
        raise _tf_tensor.Refused(f"pad_sequences: the elements of the sequences have different shapes: {sorted(shapes)}")
    longest = max(map(len, rows), default=0) if maxlen is None else int(maxlen)
    made = numpy.full((len(rows), longest, *next(iter(shapes), ())), value, dtype)
    for to, row in zip(made, rows):
        row = row[max(len(row) - longest, 0):] if truncating == "pre" else row[:longest]
        if len(row):
            to[slice(longest - len(row), None) if padding == "pre" else slice(len(row))] = row
    return made


class Module:
    """Base class of objects with variables."""

    def __init__(self, name=None):
        self._name = name or _keras.snake(type(self).__name__)

    name = property(lambda self: self.__dict__.get("_name") or _keras.snake(type(self).__name__))
    name_scope = property(lambda self: contextlib.nullcontext())

    @classmethod
    def with_name_scope(cls, method):
        return method

    def _walk(self, found, seen):
        """Append the variables and modules that are attributes of this one, or elements of them, each once, sorted by attribute."""
        def look(value):
            if id(value) in seen:
                return
            if isinstance(value, (_tf_tensor.Variable, _tf_layer.Layer, Module)):
                seen.add(id(value))
                found.append(value)
                if isinstance(value, Module):
                    value._walk(found, seen)
            elif isinstance(value, (list, tuple)):
                for part in value:
                    look(part)
            elif isinstance(value, dict):
                for part in value.values():
                    look(part)

        for name in sorted(self.__dict__):
            look(self.__dict__[name])
        return found

    @property
    def variables(self):
        return self._variables(lambda v: True)

    @property
    def trainable_variables(self):
        return self._variables(lambda v: v.trainable)

    def _variables(self, test):
        direct, later, seen = [], [], set()
        for part in self._walk([], {id(self)}):
            for v in [part] if isinstance(part, _tf_tensor.Variable) else part.weights if isinstance(part, _tf_layer.Layer) else []:
                if id(v) not in seen and test(v):
                    seen.add(id(v))
                    (direct if any(v is own for own in self.__dict__.values()) else later).append(v)
        return tuple(direct + later)

    @property
    def submodules(self):
        return tuple(part for part in self._walk([], {id(self)}) if not isinstance(part, _tf_tensor.Variable))


NN_ACTIVATIONS = nn.ACTIVATIONS
_keras_ops = _tf_keras_ops.OPS
_rates, _callbacks = _schedules.KERAS, _tf_callbacks.CALLBACKS
_regularizers, _constraints = _keras.REGULARIZERS, _keras.CONSTRAINTS
_table.speak("tensorflow", TABLE, _table.together(_PARTS, globals()))
