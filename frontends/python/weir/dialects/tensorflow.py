"""The TensorFlow and Keras dialect."""
import collections

import weir
from weir import _core
from weir._core import Array
from weir.dialects import (
    _gpus, _keras, _schedules, _table, _tf_data, _tf_distribute, _tf_gradients, _tf_images, _tf_init, _tf_layers, _tf_losses, _tf_math, _tf_models,
    _tf_tensor, _vision)
from weir.dialects import _tf_linalg as linalg
from weir.dialects import _tf_nn as nn
from weir.dialects import _tf_ops as ops
from weir.dialects._tensor_class import Mistake, flat, op, place, size_of, wait_all
from weir.dialects._tf_table import TABLE
from weir.dialects._tf_tensor import as_dtype, as_tensor

_PARTS = (_tf_tensor, ops, linalg, _tf_math, _tf_gradients, _tf_images, _tf_init, _tf_layers, _tf_losses, _tf_data, _tf_distribute, _tf_models)

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


def drawn(name, shape, parameter, dtype):
    """Return draws of a distribution: `shape` of them for each element of its parameter."""
    parameter = as_tensor(parameter, weir.float32)
    given = op["broadcast_to"](parameter, (*ops.shape_of(shape), *Array.shape.__get__(parameter)))
    return op["astype"](op[name](given), as_dtype(dtype))


def to_categorical(x, num_classes=None):
    """Return labels as rows with a one, a NumPy array."""
    import numpy

    labels = numpy.asarray(x, "int64")
    labels = labels.reshape(labels.shape[:-1]) if labels.ndim > 1 and labels.shape[-1] == 1 else labels
    return numpy.eye(int(num_classes or labels.max() + 1))[labels]


class Module:
    """Base class of objects with variables."""

    variables = property(_tf_layers.Layer.weights.fget)
    _inner = _tf_layers.Layer._inner
    trainable_variables = property(lambda self: [v for v in self.variables if v.trainable])


NN_ACTIVATIONS = nn.ACTIVATIONS
_rates, _callbacks = _schedules.KERAS, _keras.CALLBACKS
_table.speak("tensorflow", TABLE, _table.together(_PARTS, globals()))
