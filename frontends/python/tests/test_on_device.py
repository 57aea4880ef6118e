"""test_on_device.py - the tests that matter most once more, with arrays on a device whose memory the host cannot address.

`make test-device` runs all tests so.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import pytest

import weir

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


@pytest.mark.cpu
def test_mixed_precision_on_the_stand_in_of_a_gpu():
    build = pathlib.Path(os.path.abspath(weir.__file__)).parents[2]
    library = build / "tests/cuda/libcuda_stand_in.so"
    if not library.exists() or "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("there is no stand-in of a GPU in this build")
    env = {**os.environ, "TEST_DEVICE": "cuda:0", "WEIR_CUDA_LIBRARY": str(library), "WEIR_CUDA_DEVICES": "0",
           "XDG_CACHE_HOME": str(build / "cuda-cache")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.path.join(HERE, "test_mixed_precision.py"),
               "-k", "training or tf32 or precision_is or kept or cast_once or checkpoint or follows or two_optimisers"]
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if "there is no C++ compiler" in done.stdout:
        pytest.skip("there is no C++ compiler")
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout
