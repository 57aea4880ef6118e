"""test_on_device.py - the tests that matter most once more, with arrays on a device whose memory the host cannot address.

`make test-device` runs all tests so.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = ["autograd", "data", "errors", "files", "linalg", "mixed_precision", "nn", "numpy", "optim", "torch_layers", "training"]
if "asan" in os.environ.get("LD_PRELOAD", ""):  # which is slow
    FILES = ["autograd", "files", "nn", "optim"]


@pytest.mark.cpu
@pytest.mark.parametrize("name", FILES)
def test_with_arrays_on_a_null_device(name):
    env = {**os.environ, "TEST_DEVICE": "null:0"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.path.join(HERE, f"test_{name}.py")]
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout
