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
    # 15 MB: below the floor of the level, 8 MB, memory is not bounded by it
    waited, free = memory.compare(batches=100, size=1024, widths=(128, 1024, 128, 1))
    assert free["peak"] <= 1.1 * waited["peak"], (free, waited)
    assert free["grown"] <= waited["grown"] + 32e6, (free, waited)
