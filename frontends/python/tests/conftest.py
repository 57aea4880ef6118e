"""conftest.py - what all tests of the package share.

Tests are the same in every run and no test fails for being slow: hypothesis draws its examples from a
fixed seed and has no deadline, and so has weir.random.  Nor do they depend on how much memory there is: they have a
budget of their own, as tests/run.py gives it.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import os

os.environ.setdefault("WEIR_MEMORY", "512M")  # before the default runtime is made
os.environ.setdefault("WEIR_SEED", "0")

import pytest
from hypothesis import settings

import weir

settings.register_profile("weir", derandomize=True, deadline=None, database=None)
settings.load_profile("weir")


@pytest.fixture(autouse=True)
def no_failures_left():
    """A failure that one test provoked is not told to the next."""
    yield
    try:
        weir.waitall()
    except weir.AsyncError:
        weir.clear_errors()


@pytest.fixture
def reads_gzip(tmp_path):
    """Skip the test if the library cannot read gzip files: it was built without zlib.h, or zlib is not installed."""
    path = tmp_path / "probe.gz"
    path.write_bytes(gzip.compress(bytes([0, 0, 8, 1, 0, 0, 0, 1, 7])))
    try:
        weir.data.read_idx(path)
    except OSError as error:
        pytest.skip(str(error))
    path.unlink()
