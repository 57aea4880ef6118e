"""What holds while a dialect is spoken: mistakes are RuntimeErrors too, and PyTorch and Paddle record and train unless
told otherwise.

Modes belong to the context; threads that begin while such a dialect is spoken begin with them.
"""
from weir import _core
from weir.dialects._kinds import Mistake

_before = None


def speak(records: bool = False) -> None:
    """Begin; `records`: record and train from now on."""
    global _before
    _core.set_value_error(Mistake)
    if records:
        before = _core.set_recording(True), _core.set_training(True)
        _core.set_first_modes(True)
        _before = before if _before is None else _before


def restore() -> None:
    """As before the first dialect."""
    global _before
    _core.set_value_error(None)
    if _before is not None:
        _core.set_recording(_before[0])
        _core.set_training(_before[1])
        _core.set_first_modes(False)
        _before = None
