"""Modes that a dialect wants while it is spoken: PyTorch and Paddle record and train unless told otherwise.

Modes belong to the context, so a thread that the script starts begins without them.
"""
from weir import _core

_before = None


def always(recording: bool, training: bool) -> None:
    """Record and train from now on."""
    global _before
    before = _core.set_recording(recording), _core.set_training(training)
    if _before is None:
        _before = before


def restore() -> None:
    """As before the first dialect that changed them."""
    global _before
    if _before is not None:
        _core.set_recording(_before[0])
        _core.set_training(_before[1])
        _before = None
