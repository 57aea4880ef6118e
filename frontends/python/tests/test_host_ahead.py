"""Bytes from outside: what queued work alone keeps of them is bounded, and resident memory with it.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.util
import pathlib

import pytest
from busy import check, resident


MATRIX = pathlib.Path(__file__).resolve().parents[3] / "tests" / "attack" / "memory_matrix.py"


# ---- Resident memory -----------------------------------------------------------------------------


whole = pytest.mark.skipif(resident() == 0, reason="AddressSanitizer keeps what is freed")


@whole
@pytest.mark.skipif(not MATRIX.exists(), reason="the attacks are not beside the tests")
@pytest.mark.parametrize("kind", ["asarray", "dlpack", "dataset", "iterable", "workers"])
def test_a_loop_that_never_waits_needs_the_memory_of_one_that_does(kind):
    pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("memory_matrix", MATRIX)
    matrix = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(matrix)
    matrix.compare(kind, steps=(50, 150, 300), megabytes=0.5, ahead=4 << 20, workers=1)


@whole
def test_trim_returns_what_60000_small_operations_have_left():
    out = check(
        """
import gc, weir
def rss():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024
def work(count):
    z = weir.ones((600, 600))
    for _ in range(20):
        z = z @ z * 0.001
    kept = [z[0, :2] + 1 for _ in range(count)]
    most = rss()
    weir.waitall()
    return most
work(100)
weir.memory.trim()
before = rss()
most = work(60000)
weir.waitall()
gc.collect()
weir.memory.trim()
print(most - before, rss() - before)
""",
        timeout=120,
    )
    most, left = map(int, out.split())
    assert left <= 8 or left <= most / 4, (most, left)


# ---- The wait ------------------------------------------------------------------------------------

SLOW = """
import os, signal, sys, threading, time
import weir
from array import array
x = weir.ones((600, 600)).wait()
weir.waits.clear()
data = array("f", [1.0]) * (600 * 600)       # 1.4 MB
def slow(a):                                # a chain that takes a while, and reads a at its end
    y = x
    for _ in range(8):
        y = (y @ x) * 1e-3
    return y + a
"""


def test_the_wait_is_in_the_profile_with_its_line():
    out = check(
        SLOW
        + """
for i in range(12):
    a = weir.asarray(data).reshape(600, 600)
    y = slow(a)
    assert weir.memory.host_ahead <= 3 * 1440000 + (4 << 20), weir.memory.host_ahead
weir.waitall()
line = next(w for w in weir.waits() if w.reason == "memory level")
print(line.count > 0, line.line.rsplit(":", 1)[0].rsplit("/", 1)[-1])
""",
        WEIR_HOST_AHEAD="4M",
        WEIR_WORKERS="1",
        timeout=120,
    )
    assert out.split()[0] == "True", out


def test_an_interrupt_ends_the_wait_and_the_next_call_goes_on():
    out = check(
        SLOW
        + """
def interrupt():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
y = x
for _ in range(2000):
    y = (y @ x) * 1e-3
try:
    for i in range(1000):
        z = y + weir.asarray(data).reshape(600, 600)
except KeyboardInterrupt:
    print("interrupted:", *sorted({w.reason for w in weir.waits()}))
y.cancel()
print((weir.ones(3) * 2).sum().item())
sys.stdout.flush()
os._exit(0)
""",
        WEIR_HOST_AHEAD="4M",
        WEIR_WORKERS="1",
        timeout=120,
    )
    assert out.splitlines() == ["interrupted: memory level", "6.0"], out


def test_callbacks_do_not_wait():
    out = check(
        SLOW
        + """
done = threading.Event()
def callback(a):
    y = x
    for i in range(30):
        y = slow(y)
    for i in range(20):
        z = y + weir.asarray(data).reshape(600, 600)
    print(weir.memory.host_ahead > 8 << 20)
    done.set()
x.on_ready(callback)
done.wait()
print([w.reason for w in weir.waits()])
sys.stdout.flush()
weir.waitall()
""",
        WEIR_HOST_AHEAD="4M",
        WEIR_WORKERS="1",
        timeout=120,
    )
    assert out.splitlines() == ["True", "[]"], out


# ---- The numbers ---------------------------------------------------------------------------------


def test_borrowed_bytes_are_told():
    out = check(
        """
import weir
data = bytearray(1 << 20)
a = weir.asarray(data, copy=False)
print(weir.memory.borrowed, weir.memory.used)
b = a + 1
b.wait()
del a
weir.waitall()
weir.memory.trim()
import time
for _ in range(1000):
    if weir.memory.borrowed == 0:
        break
    time.sleep(0.01)
print(weir.memory.borrowed, weir.memory.borrowed_peak, weir.memory.host_ahead)
assert "borrowed" in repr(weir.memory)
"""
    )
    assert out.splitlines() == ["1048576 0", "0 1048576 0"], out


@pytest.mark.forks
def test_a_batch_of_worker_processes_goes_with_its_last_array():
    out = check(
        """
import gc
import weir
from weir.data import DataLoader
gc.disable()
class Rows:
    def __len__(self):
        return 64
    def __getitem__(self, i):
        return weir.full((8192,), float(i))
for x in DataLoader(Rows(), 4, num_workers=1, start="fork"):
    x.sum().wait()
del x
weir.waitall()
import time
for _ in range(500):
    with open("/proc/self/maps") as maps:
        left = sum("weir-batch" in line for line in maps)
    if left == 0:
        break
    time.sleep(0.01)
print(left)
""",
        timeout=120,
    )
    assert out.split() == ["0"], out
