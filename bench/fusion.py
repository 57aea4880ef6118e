#!/usr/bin/env python3
"""fusion.py - expressions of elementwise operations in plain eager code, with and without fusion, and compiled by others.

    PYTHONPATH=build/release/python python3 bench/fusion.py [CASE...] [--turns N] [--scale 0.1]
        [--torch PYTHON] [--jax PYTHON]

Each setting of WEIR_FUSION is a process of its own: off, tiles (without generated code) and on; so are torch.compile and jax.jit,
if an interpreter that has them is given.  All take turns, with two threads, and the figure of a case is the median of the turns, each the best of a few
repetitions.  Memory is the peak of the memory of arrays above what is in use before.  Results with and without fusion must
have the same bits.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import hashlib
import json
import os
import platform
import statistics
import subprocess
import sys
import time

M16 = 1 << 24


class Weir:
    """Eager code; nothing is compiled."""

    def __init__(self):
        import weir
        self.module = weir
        self.relu, self.tanh, self.sqrt, self.exp, self.mean = weir.relu, weir.tanh, weir.sqrt, weir.exp, weir.mean
        weir.random.seed(7)

    def normal(self, shape):
        x = self.module.random.normal(size=shape).astype("float32")
        x.wait()
        return x

    def compile(self, function):
        return function

    def wait(self, x):
        x.wait()

    def row_mean(self, x):
        return self.module.mean(x, axis=-1, keepdims=True)

    def row_max(self, x):
        return self.module.max(x, axis=-1, keepdims=True)

    def row_sum(self, x):
        return self.module.sum(x, axis=-1, keepdims=True)


class Torch:
    def __init__(self):
        import torch
        torch.set_num_threads(2)
        self.module = torch
        self.relu, self.tanh, self.sqrt, self.exp, self.mean = torch.relu, torch.tanh, torch.sqrt, torch.exp, torch.mean

    def normal(self, shape):
        return self.module.randn(shape)

    def compile(self, function):
        return self.module.compile(function, dynamic=False)

    def wait(self, x):
        pass

    def row_mean(self, x):
        return x.mean(-1, keepdim=True)

    def row_max(self, x):
        return x.amax(-1, keepdim=True)

    def row_sum(self, x):
        return x.sum(-1, keepdim=True)


class Jax:
    def __init__(self):
        import jax
        self.module = jax
        self.numpy = jax.numpy
        self.relu, self.tanh, self.sqrt = jax.nn.relu, self.numpy.tanh, self.numpy.sqrt
        self.exp, self.mean = self.numpy.exp, self.numpy.mean
        self.key = jax.random.key(7)

    def normal(self, shape):
        self.key, key = self.module.random.split(self.key)
        return self.module.random.normal(key, shape)

    def compile(self, function):
        return self.module.jit(function)

    def wait(self, x):
        x.block_until_ready()

    def row_mean(self, x):
        return self.numpy.mean(x, axis=-1, keepdims=True)

    def row_max(self, x):
        return self.numpy.max(x, axis=-1, keepdims=True)

    def row_sum(self, x):
        return self.numpy.sum(x, axis=-1, keepdims=True)


LIBRARIES = {"weir": Weir, "torch": Torch, "jax": Jax}


def case(lib, shapes, function):
    made = [lib.normal(shape) for shape in shapes]
    compiled = lib.compile(function)
    return lambda: compiled(*made)


def add(lib, scale):
    n = int(M16 * scale)
    return case(lib, [(n,)] * 2, lambda a, b: a + b)


def relu_chain(lib, scale):
    n = int(M16 * scale)
    return case(lib, [(n,)] * 3, lambda a, b, c: lib.relu(a * b + c))


def gelu(lib, scale):
    return case(lib, [(int(M16 * scale),)],
                lambda x: 0.5 * x * (1.0 + lib.tanh(0.7978845608 * (x + 0.044715 * x * x * x))))


def adam(lib, scale):
    p, g, m, v = (lib.normal((int(M16 * scale),)) for _ in range(4))
    state = [p, m, v * v]

    def update(p, m, v):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * (g * g)
        p = p - 1e-3 * (m / 0.1) / (lib.sqrt(v / 0.001) + 1e-8)
        return p, m, v
    compiled = lib.compile(update)

    def step():
        state[:] = compiled(*state)
        return state[0]
    return step


def norm(lib, scale):
    rows = int(4096 * scale)

    def function(x, g, b):
        d = x - lib.row_mean(x)
        v = lib.row_mean(d * d)
        return d / lib.sqrt(v + 1e-5) * g + b
    return case(lib, [(rows, 4096), (4096,), (4096,)], function)


def softmax(lib, scale):
    def function(x):
        e = lib.exp(x - lib.row_max(x))
        return e / lib.row_sum(e)
    return case(lib, [(int(4096 * scale), 4096)], function)


def mse(lib, scale):
    def function(a, b):
        d = a - b
        return lib.mean(d * d)
    return case(lib, [(int(M16 * scale),)] * 2, function)


def steps(lib, scale):
    def function(y):
        for _ in range(20):
            y = y * 1.0001 + 0.5
        return y
    return case(lib, [(int(65536 * scale),)], function)


def waits(lib, scale):
    x = lib.normal((int(65536 * scale),))

    def step():
        y = x
        for _ in range(20):
            y = y * 1.0001
            lib.wait(y)
            y = y + 0.5
            lib.wait(y)
        return y
    return step


CASES = {"add.16m": add, "relu_chain.16m": relu_chain, "gelu.16m": gelu, "adam.16m": adam, "norm.4096x4096": norm,
         "softmax.4096x4096": softmax, "mse.16m": mse, "steps.64k": steps, "waits.64k": waits}


def serve(library, scale):
    """A line with the name of a case is answered with a line of figures."""
    lib = LIBRARIES[library]()
    made = {}
    for line in sys.stdin:
        name = line.strip()
        if name not in made:
            made.clear()
            made[name] = CASES[name](lib, scale)
        step = made[name]
        lib.wait(step())
        best, until = float("inf"), time.perf_counter() + 0.25
        tries = 0
        while time.perf_counter() < until or tries < 5:
            start = time.perf_counter()
            lib.wait(step())
            best = min(best, time.perf_counter() - start)
            tries += 1
        answer = {"ms": best * 1e3, "digest": "", "fused": 0}
        if library == "weir":
            result = step()
            answer["digest"] = hashlib.sha1(result.tobytes()).hexdigest() if name != "adam.16m" else ""
            answer["fused"] = lib.module.engine.stats().get("fused", 0)
        print(json.dumps(answer), flush=True)


def peak(name, scale):
    """Peak bytes of one step above what is in use before it."""
    lib = Weir()
    step = CASES[name](lib, scale)
    lib.module.waitall()
    before = lib.module.memory.used
    y = step()
    y.wait()
    print(lib.module.memory.peak - before)


def start(python, library, fusion, arguments):
    env = dict(os.environ, WEIR_FUSION=str(fusion), WEIR_WORKERS="2", OMP_NUM_THREADS="2")
    return subprocess.Popen([python, __file__, "--library", library, *arguments], env=env, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(process, name):
    process.stdin.write(name + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def machine():
    try:
        with open("/proc/cpuinfo", encoding="ascii") as file:
            model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor()
    return f"{model}, {os.cpu_count()} CPUs"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--torch", metavar="PYTHON")
    parser.add_argument("--jax", metavar="PYTHON")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--library", choices=LIBRARIES, default="weir")
    parser.add_argument("--peak")
    options = parser.parse_args()
    unknown = [name for name in options.cases if name not in CASES]
    if unknown:
        parser.error(f"no case is called {unknown[0]}; the cases: {', '.join(CASES)}")
    if options.serve:
        return serve(options.library, options.scale)
    if options.peak:
        return peak(options.peak, options.scale)
    arguments = ["--serve", "--scale", str(options.scale)]
    columns = {name: start(sys.executable, "weir", i, arguments) for name, i in (("off", 0), ("tiles", 2), ("on", 1))}
    if options.torch:
        columns["torch"] = start(options.torch, "torch", 0, arguments)
    if options.jax:
        columns["jax"] = start(options.jax, "jax", 0, arguments)
    print(machine())
    heads = "".join(f"{name + ' ms':>10}" for name in columns)
    print(f"{'case':18}{heads}{'on/off':>8}{'off MB':>10}{'on MB':>10}  fused")
    for name in options.cases or CASES:
        ms, digests, fused = {column: [] for column in columns}, set(), 0
        for _ in range(options.turns):
            for column, process in columns.items():
                answer = ask(process, name)
                ms[column].append(answer["ms"])
                if column in ("off", "tiles", "on"):
                    digests.add(answer["digest"])
                    fused = answer["fused"]
        if len(digests) != 1:
            print(f"{name}: the results differ", file=sys.stderr)
            return 1
        medians = {column: statistics.median(values) for column, values in ms.items()}
        peaks = [start(sys.executable, "weir", i, ["--peak", name, "--scale", str(options.scale)]) for i in (0, 1)]
        megabytes = "".join(f"{int(process.communicate()[0]) / 1e6:10.1f}" for process in peaks)
        figures = "".join(f"{value:10.3f}" for value in medians.values())
        print(f"{name:18}{figures}{medians['on'] / medians['off']:8.2f}{megabytes}  {fused}", flush=True)
    for process in columns.values():
        process.stdin.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
