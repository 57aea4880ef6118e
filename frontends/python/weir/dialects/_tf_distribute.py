"""tf.distribute: strategies with one replica, on one device."""
import contextlib

from weir import _core
from weir.dialects._tensor_class import op, place
from weir.dialects._tf_tensor import Refused, as_tensor


class Strategy:
    """Runs a program on one device."""

    num_replicas_in_sync = 1

    def __init__(self, device=None):
        self._device = None if device is None else place(str(device))

    @contextlib.contextmanager
    def scope(self):
        """New variables are on the device of the strategy."""
        last = _core.get_default_device()
        if self._device is not None:
            _core.set_default_device(self._device)
        try:
            yield self
        finally:
            _core.set_default_device(last)

    def run(self, fn, args=(), kwargs=None, options=None):
        with self.scope():
            return fn(*args, **kwargs or {})

    def reduce(self, reduce_op, value, axis=None):
        """Return the value of the only replica, or its sum or mean along an axis."""
        name = str(reduce_op).lower()
        if name not in ("sum", "mean"):
            raise Refused(f"reduce: reduce_op must be 'SUM' or 'MEAN', not {reduce_op!r}")
        return as_tensor(value) if axis is None else op[name](as_tensor(value), axis=axis)

    def experimental_local_results(self, value):
        return (value,)

    def experimental_distribute_dataset(self, dataset, options=None):
        return dataset


class OneDeviceStrategy(Strategy):
    """Runs a program on the given device."""


class MirroredStrategy(Strategy):
    """Has one replica, on the first of the given devices or on the default device."""

    def __init__(self, devices=None, cross_device_ops=None):
        devices = [devices] if isinstance(devices, str) else list(devices or ())
        if len(devices) > 1:
            raise NotImplementedError(f"MirroredStrategy: {len(devices)} devices are not supported; a strategy has one device")
        super().__init__(devices[0] if devices else None)


class ReduceOp:
    SUM, MEAN = "SUM", "MEAN"


DISTRIBUTE = {cls.__name__: cls for cls in (Strategy, OneDeviceStrategy, MirroredStrategy, ReduceOp)}
