"""ops_protocol.py - the conversation between ops.py and a program that runs operators.

A program lives as long as the bench.  It says who it is, then reads lines and answers each with one line
of JSON:

    {"who": "numpy", "version": "2.4.0"}     first, when it is ready
    add.16m 5                                {"ns": [5 times]}
    add.16m 0                                {"probe": [3 numbers]}, after making the inputs and one result
    whatever 1                               {"missing": true}: it has no such case
    add.16m 1                                {"error": "why"}

A time runs until the result is there; letting go of the result is not in it.  The inputs are made when a
case is first named and kept until another one is.  They are the same numbers in every program, so that
probes can be compared: the first, the middle and the last element of the result, or its mean and
standard deviation where it is random.

SPDX-License-Identifier: Apache-2.0
"""

import gc
import json
import sys
import time

import numpy as np

M16 = 16 << 20  # what the cases call 16m
SIDE = 4096

CASES = {}  # name -> (function that makes the inputs and returns what to time, is it random)


def case(name, random=False):
    """Register a function that makes a case's inputs and returns the function to be timed."""
    def add(make):
        CASES[name] = make, random
        return make
    return add


def ramp(shape, seed, low=0.0, high=1.0, dtype=np.float32):
    """Numbers in [low, high) that jump about; exact in float32 when high - low is a power of two."""
    count = int(np.prod(shape))
    steps = (np.arange(count, dtype=np.uint32) * np.uint32(40503) + np.uint32(seed * 9973)) & np.uint32(65535)
    return (steps.astype(dtype) * dtype((high - low) / 65536) + dtype(low)).reshape(shape)


def shuffled():
    """2^20 different numbers in no order, float32."""
    y = np.arange(1 << 20, dtype=np.uint32) * np.uint32(7919) % np.uint32(1 << 20)
    y = (y ^ y >> np.uint32(7)) * np.uint32(40503) % np.uint32(1 << 20)
    return (y ^ y >> np.uint32(9)).astype(np.float32)


def matrix():
    """500 x 500 of them between -1 and 1, float64."""
    return (shuffled()[:250000].astype(np.float64) / (1 << 19) - 1).reshape(500, 500)


def matmul_cases():
    """Every product: (name, shape of the left factor, shape of the right one, dtype)."""
    shapes = {f"{n}": ((n, n), (n, n)) for n in (256, 1024, 2048)}
    shapes["1024x512x2048"] = (1024, 512), (512, 2048)  # rows, inner, columns
    shapes["1024x2048x512"] = (1024, 2048), (2048, 512)
    shapes["64of64"] = (64, 64, 64), (64, 64, 64)
    for dtype, short in (np.float32, "f32"), (np.float64, "f64"):
        for name, (left, right) in shapes.items():
            yield f"matmul.{name}.{short}", left, right, dtype


def conv_cases():
    """Every convolution: (name, shape of x, shape of the weight, padding, groups)."""
    yield "conv.3x3", (32, 64, 32, 32), (64, 64, 3, 3), 1, 1
    yield "conv.1x1", (32, 64, 32, 32), (64, 64, 1, 1), 0, 1
    yield "conv.depthwise", (32, 64, 32, 32), (64, 1, 3, 3), 1, 64
    yield "conv.lenet1", (256, 1, 28, 28), (6, 1, 5, 5), 2, 1
    yield "conv.lenet2", (256, 6, 14, 14), (16, 6, 5, 5), 0, 1


def probe(result, random):
    if isinstance(result, (tuple, list)):
        result = result[-1]
    if "bfloat16" in str(getattr(result, "dtype", "")):  # NumPy has no such dtype
        result = result.float() if hasattr(result, "float") else result.astype("float32")
    flat = np.asarray(result).reshape(-1).real
    if random:
        return [float(flat.mean(dtype=np.float64)), float(flat.std(dtype=np.float64))]
    return [float(flat[at]) for at in (0, flat.size // 2, flat.size - 1)]


def measure(run, repetitions):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter_ns()
        result = run()
        times.append(time.perf_counter_ns() - start)
        del result
    return times


def serve(who, version):
    """Answer until the input ends."""
    gc.disable()
    print(json.dumps({"who": who, "version": version}), flush=True)
    current, run, random = None, None, False
    for line in sys.stdin:
        name, repetitions = line.split()
        try:
            if name not in CASES:
                answer = {"missing": True}
            else:
                if name != current:
                    current = run = None  # the old inputs go before the new ones come
                    make, random = CASES[name]
                    run, current = make(), name
                count = int(repetitions)
                answer = {"ns": measure(run, count)} if count else {"probe": probe(run(), random)}
        except Exception as error:  # whatever it is, the bench wants to print it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
