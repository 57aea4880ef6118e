"""either.py - a framework for tests that run with the dialect and with the framework itself, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import importlib

import pytest


def framework(name, records):
    """Return a framework, Weir's dialect or the real one, and a fixture that sets the dialect's modes during each test.

    `records` is whether the framework records and trains from the start.
    """
    try:
        dialect = importlib.import_module(f"weir.dialects.{name}")
    except ImportError:
        return importlib.import_module(name), pytest.fixture(autouse=True)(lambda: None)
    import weir
    from weir.dialects import _modes

    @pytest.fixture(autouse=True)
    def spoken():
        _modes.speak(records, name)
        yield
        _modes.restore()
        if records:
            weir.autograd.set_recording(False)
            weir.autograd.set_training(False)

    return dialect, spoken
