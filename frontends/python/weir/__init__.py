"""Weir: arrays whose values are computed while the program goes on."""
from weir import _core

_core.set_home(__path__[0])
__version__ = _core.version()
from weir._core import Array, DType, Device, asarray, float32, waitall
for _o in _core.describe():
    globals()[_o["name"]] = _core.op(_o["name"])
concatenate = concat
Array.sum = sum
Array.split = split
def hand(x, /, *, axis: int | None = None, k: float = 1.0) -> Array:
    """Hand-written. Yes."""
Array.hand = hand
