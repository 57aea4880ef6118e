"""either_torch.py - `torch` for tests that run with the dialect and with PyTorch itself.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

try:
    import weir.dialects
    from weir.dialects import torch
except ImportError:  # with PyTorch itself
    import torch  # noqa: F401

    weir = None


@pytest.fixture(autouse=True)
def spoken():
    """The modes of PyTorch, which records and trains from the start."""
    if weir is None:
        yield
        return
    from weir.dialects import _modes

    _modes.speak(True, "torch")
    yield
    _modes.restore()
    weir.autograd.set_recording(False)
    weir.autograd.set_training(False)
