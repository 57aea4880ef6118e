"""conftest.py - what all tests of the package share.

Tests are the same in every run and no test fails for being slow: hypothesis draws its examples from a
fixed seed and has no deadline, and so has weir.random.  Nor do they depend on how much memory there is: they have a
budget of their own, as tests/run.py gives it.

TEST_DEVICE=null:0 (tests/run.py --device null:0) has the tests make their arrays on that device, in every thread.
Tests marked `cpu` are skipped then: they are about the host's memory, or about the CPU by name.

Tests marked `forks` are skipped under AddressSanitizer.  Before gcc 14 its locks are not held across a fork, so a
child hangs if another thread allocated or started at that moment.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import os
import threading

os.environ.setdefault("WEIR_MEMORY", "512M")  # before the default runtime is made
os.environ.setdefault("WEIR_SEED", "0")

import pytest

import weir

try:
    from hypothesis import settings
except ImportError:  # the files that need it are skipped
    pass
else:
    settings.register_profile("weir", derandomize=True, deadline=None, database=None)
    settings.load_profile("weir")

DEVICE = os.environ.get("TEST_DEVICE")
ASAN = "asan" in os.environ.get("LD_PRELOAD", "")


def on_the_device(run):
    """A thread's run() with the default device set, which each thread has for itself."""
    def run_there(self):
        weir.set_default_device(DEVICE)
        run(self)
    return run_there


if DEVICE:
    weir.set_default_device(DEVICE)  # for arrays that test files make when they are imported
    threading.Thread.run = on_the_device(threading.Thread.run)


def refuse_fork():
    raise RuntimeError("this test forks: mark it `forks`, so that it is skipped under AddressSanitizer")


if ASAN:
    os.fork = refuse_fork


def pytest_configure(config):
    config.addinivalue_line("markers", "cpu: about the CPU or the host's memory; skipped with TEST_DEVICE")
    config.addinivalue_line("markers", "forks: makes a child by fork; skipped under AddressSanitizer")


def pytest_collection_modifyitems(items):
    for item in items:
        if DEVICE and item.get_closest_marker("cpu"):
            item.add_marker(pytest.mark.skip(reason="about the CPU or the host's memory"))
        if ASAN and item.get_closest_marker("forks"):
            item.add_marker(pytest.mark.skip(reason="AddressSanitizer may hang in a forked child"))


@pytest.fixture(autouse=True)
def default_device():
    """A device that one test sets is not the next test's."""
    if DEVICE:
        weir.set_default_device(DEVICE)
    yield
    weir.set_default_device(DEVICE or "cpu:0")


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
