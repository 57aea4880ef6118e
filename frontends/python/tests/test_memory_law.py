"""The law of memory, on a small network: not waiting costs no memory.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.util
import pathlib

import pytest

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "examples" / "python" / "memory.py"


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not beside the tests")
def test_no_barrier_needs_no_more_memory():
    spec = importlib.util.spec_from_file_location("memory_example", EXAMPLE)
    memory = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(memory)
    waited, free = memory.compare(batches=100, size=256, widths=(128, 512, 128, 1))
    assert free["peak"] <= 1.1 * waited["peak"], (free, waited)
    assert free["grown"] <= waited["grown"] + 32e6, (free, waited)
