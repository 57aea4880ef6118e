"""What the tests of asynchrony share: work that takes a while, and programs of their own."""

import os
import subprocess
import sys

import weir
from weir import _core

ops = _core.ops
HOME = os.path.dirname(os.path.dirname(os.path.abspath(weir.__file__)))
HERE = os.path.dirname(os.path.abspath(__file__))


def says(words, on_a_gpu):
    """What a failure says.  On a GPU it does not name the shapes of the inputs."""
    return on_a_gpu if os.environ.get("TEST_DEVICE", "").startswith("cuda") else words


def full(value=1.5, shape=(5000,), **more):
    return ops["full"](value, shape, **more)


def chain(steps=20, n=1 << 18):
    """An array that is ready after a while: some milliseconds for twenty steps."""
    x = full(0.5, (n,))
    for _ in range(steps):
        x = ops["sin"](x)
    return x


def endless():
    """An array that is not ready for seconds, however busy the machine is; end it with stop(x)."""
    x = full(0.5, (1 << 20,)).wait()  # stop() is to leave it with values
    for _ in range(50000):
        x **= 1.0001  # half a millisecond or more: fused additions take less than a fiftieth of that
    return x


def stop(x):
    """Drop what is left of endless()."""
    x.cancel()
    try:
        x.wait()
    except weir.AsyncError:
        x.clear_error()
    weir.clear_errors()


def failing():
    """An array whose operation fails in flight."""
    return ops["take"](full(), full(7000, (3000,), dtype="int64"))


def run(code, *arguments, timeout=60, **env):
    """Run a program; what it printed, and how it ended."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("WEIR_")}
    environment.update(PYTHONPATH=os.pathsep.join([HOME, HERE]), **env)
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def check(code, *arguments, **more):
    """Run a program that is to succeed; what it printed."""
    done = run(code, *arguments, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def resident():
    """Bytes of this process that are in memory; under AddressSanitizer, which keeps what is freed, 0."""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        return 0
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
