#!/usr/bin/env python3
"""dialects.py - what the PyTorch dialect costs: x + 1, and the training loop of a small network, over Weir's own interface.

    PYTHONPATH=build/release/python bench/dialects.py [--rounds 9]

Both sides run in one process, in turns, on one worker; a round is one ratio or difference, and the median is printed with
the smallest and the largest.  x + 1 is issued without waiting, so its time is that of the call.  The loop is the one that
PyTorch's programs have: zero_grad, forward, loss, backward, step, for a batch of 64 and layers of 784, 256 and 10.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import statistics
import time

os.environ.setdefault("WEIR_WORKERS", "1")

import weir  # noqa: E402
from weir import autograd, dialects  # noqa: E402

dialects.install("torch", shadow=True)
import torch  # noqa: E402
import torch.nn as tnn  # noqa: E402

CALLS, STEPS = 20000, 100


def add(x):
    """Return the microseconds of one x + 1."""
    weir.waitall()
    start = time.perf_counter()
    for _ in range(CALLS):
        x + 1
    taken = time.perf_counter() - start
    weir.waitall()
    return taken / CALLS * 1e6


def torch_loop():
    """Return a function that trains in the dialect for STEPS steps."""
    net = tnn.Sequential(tnn.Linear(784, 256), tnn.ReLU(), tnn.Linear(256, 10))
    optimizer, criterion = torch.optim.SGD(net.parameters(), lr=0.01), tnn.CrossEntropyLoss()
    x, y = torch.rand(64, 784), torch.randint(0, 10, (64,))

    def run():
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss = criterion(net(x), y)
            loss.backward()
            optimizer.step()
        return loss.item()

    return run


def weir_loop():
    """Return a function that trains the same network in Weir's own interface."""
    net = weir.nn.Sequential(weir.nn.Linear(784, 256), weir.nn.ReLU(), weir.nn.Linear(256, 10))
    optimizer, criterion = weir.optim.SGD(net.parameters(), lr=0.01), weir.nn.CrossEntropyLoss()
    x, y = weir.random.uniform(size=(64, 784), dtype=weir.float32), weir.random.integers(0, 10, size=(64,))

    def run():
        for _ in range(STEPS):
            with autograd.record():
                loss = criterion(net(x), y)
            loss.backward()
            optimizer.step()
        return loss.item()

    return run


def seconds(run):
    weir.waitall()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    own, tensor = weir.ones((16,)), torch.ones(16)
    loops = torch_loop(), weir_loop()
    add(own), add(tensor), [run() for run in loops]
    pairs, ratios = [], []
    for _ in range(rounds):
        pairs.append((add(own), add(tensor)))
        theirs, ours = (seconds(run) for run in loops)
        ratios.append((theirs / ours, theirs, ours))
    more = sorted(b - a for a, b in pairs)
    print(f"x + 1           weir {statistics.median(a for a, _ in pairs):.3f} us, torch's dialect "
          f"{statistics.median(b for _, b in pairs):.3f} us, difference {statistics.median(more):.3f} us "
          f"({more[0]:.3f} to {more[-1]:.3f})")
    found = sorted(ratio for ratio, _, _ in ratios)
    print(f"training loop   weir {statistics.median(o for *_, o in ratios) / STEPS * 1e6:.0f} us, torch's dialect "
          f"{statistics.median(t for _, t, _ in ratios) / STEPS * 1e6:.0f} us a step, ratio {statistics.median(found):.3f} "
          f"({found[0]:.3f} to {found[-1]:.3f})")


if __name__ == "__main__":
    main()
