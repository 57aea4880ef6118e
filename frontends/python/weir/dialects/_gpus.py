"""GPUs as the frameworks describe them: how many there are, their names and their memory.

"cuda" without a number means the current GPU of the thread, which is the first one until set_current() selects another.
"""
import functools
import threading
from collections import namedtuple

import weir
from weir import _core

_thread = threading.local()

Properties = namedtuple("Properties", "name major minor total_memory multi_processor_count")


@functools.cache
def count():
    """Return the number of GPUs that can be used, which does not change."""
    return weir.cuda.device_count() if weir.cuda.is_available() else 0


def current():
    """Return the index of the thread's current GPU."""
    return getattr(_thread, "index", 0)


def find(device=None):
    """Return Weir's device for a GPU: an index, a name, a framework's device or, if None, the current GPU."""
    from weir.dialects._tensor_class import place

    return place(current() if device is None else device)


def set_current(device):
    """Select the thread's current GPU; return the index of the previous one."""
    last = current()
    device = find(device)
    if device.type == "cuda":
        _thread.index = device.index
    return last


class Chosen:
    """The context manager torch.cuda.device(1): selects the current GPU."""

    def __init__(self, device):
        self.idx = find(device).index

    def __enter__(self):
        self._last = set_current(self.idx)
        return self

    def __exit__(self, *error):
        set_current(self._last)


def properties(device=None):
    """Return the properties of a GPU."""
    card = weir.cuda.cards()[find(device).index]
    number = card.architecture.removeprefix("sm_")
    return Properties(card.name, int(number[:-1]), int(number[-1]), card.memory, card.processors)


def memory(device, what):
    """Return a number about the memory of a GPU, in bytes; 0 if there is no GPU."""
    return getattr(weir.memory.on(find(device)), what) if count() else 0


def moved(x, device):
    """Copy an array, or a list of arrays, to one of Weir's devices, unless that is None."""
    if isinstance(x, (list, tuple)):
        return [moved(y, device) for y in x]
    if device is None or not isinstance(x, _core.Array) or _core.Array.device.__get__(x) == device:
        return x
    return _core.ops["to_device"](x, device)


def beside(index, x):
    """Return an index on the device of the array that it selects from."""
    return moved(index, _core.Array.device.__get__(x)) if isinstance(x, _core.Array) else index


def seed(value):
    """Seed the generator, which is that of all devices, if there is a GPU."""
    if count():
        _core.seed(value)


def synchronize(device=None):
    """Block until the operations issued so far have finished: those of the device or, without one, all."""
    if device is None or not count():
        weir.waitall()
    else:
        weir.synchronize(find(device))
