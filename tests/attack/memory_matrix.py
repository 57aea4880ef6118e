#!/usr/bin/env python3
"""Resident memory of programs that bring data from outside, waiting at each step or never.

Each way of bringing data in (asarray, DLPack, a DataLoader over a Python dataset, over an iterable one, with worker
processes) runs in two processes of its own: one waits for each step, one never does.  Both tell their peak of resident
memory (VmHWM) after each number of steps.  The one that never waits may need the allowance (WEIR_HOST_AHEAD), a
few batches and the noise of an allocator more, whatever the number of steps.

    PYTHONPATH=build/release/python tests/attack/memory_matrix.py                    the whole matrix, 4 MB a batch
    ... memory_matrix.py --steps 1000 5000 --megabytes 16 --kinds dlpack iterable    longer, larger, some of it

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import subprocess
import sys

KINDS = "asarray", "dlpack", "dataset", "iterable", "workers"
STEPS = 50, 150, 300
MB = 1 << 20


def status(field):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def samples(count, rows):
    """A dataset of `count` batches of `rows` rows; what a row holds depends on its number alone."""
    import numpy

    class Rows:
        def __len__(self):
            return count * rows

        def __getitem__(self, i):
            return numpy.full(2048, i % 7, "float32")

    return Rows()


def batches(kind, steps, rows):
    import numpy

    import weir
    from weir.data import DataLoader, IterableDataset

    class Stream(IterableDataset):
        def __iter__(self):
            return (numpy.full(2048, i % 7, "float32") for i in range(steps * rows))

    if kind == "asarray":
        return (weir.asarray(numpy.full((rows, 2048), i % 7, "float32")) for i in range(steps))
    if kind == "dlpack":
        return (weir.from_dlpack(numpy.full((rows, 2048), i % 7, "float32")) for i in range(steps))
    if kind == "dataset":
        return DataLoader(samples(steps, rows), rows)
    if kind == "iterable":
        return DataLoader(Stream(), rows)
    return DataLoader(samples(steps, rows), rows, num_workers=1, start="fork")


def child(kind, mode, steps, rows):
    """Steps of a few products each; prints a line for each number of steps."""
    import weir

    w = weir.ones((2048, 256)) / 4096
    done, total = 0, weir.zeros(())
    for x in batches(kind, max(steps), rows):
        y = weir.tanh(x @ w)
        total = total + y.mean()
        if mode == "wait":
            total.wait()
        del x, y
        done += 1
        if done in steps:
            m = weir.memory
            print(json.dumps({"steps": done, "hwm": status("VmHWM"), "rss": status("VmRSS"), "peak": m.peak,
                              "borrowed": m.borrowed, "borrowed_peak": m.borrowed_peak}), flush=True)
    print(json.dumps({"total": total.item(), "waits": [w.reason for w in weir.waits()]}))


def run(kind, mode, steps, megabytes, env):
    """What the child says: ([a dict for each number of steps], the last line)."""
    rows = int(megabytes * MB) // 8192
    command = [sys.executable, __file__, "--child", kind, mode, str(rows), *map(str, steps)]
    out = subprocess.run(command, env={**os.environ, **env}, stdout=subprocess.PIPE, check=True, timeout=1800).stdout
    *lines, last = map(json.loads, out.decode().splitlines())
    return lines, last


def bound(megabytes, ahead):
    """How much more a program may need that never waits: the allowance, batches that are being made, the loader's, and
    those whose last use has just ended, and an allocator's noise."""
    return ahead + 8 * megabytes * MB + 24 * MB


def compare(kind, steps=STEPS, megabytes=4, ahead=16 * MB, budget="2G", workers=2):
    """[(steps, peak of who waits, peak of who does not)]; AssertionError if the latter needs more than the bound."""
    env = {"WEIR_MEMORY": budget, "WEIR_HOST_AHEAD": str(ahead), "WEIR_WORKERS": str(workers)}
    waited, last = run(kind, "wait", steps, megabytes, env)
    never, last_never = run(kind, "never", steps, megabytes, env)
    assert last["total"] == last_never["total"], (last, last_never)
    table = [(a["steps"], a["hwm"], b["hwm"]) for a, b in zip(waited, never)]
    assert len(table) == len(steps), table
    for n, a, b in table:
        assert b <= a + bound(megabytes, ahead), (
            f"{kind}: {b / MB:.0f} MB after {n} steps without a wait, {a / MB:.0f} MB with one at each step; "
            f"allowed {bound(megabytes, ahead) / MB:.0f} MB more")
    return table


def main():
    if sys.argv[1:2] == ["--child"]:
        kind, mode, rows, *steps = sys.argv[2:]
        return child(kind, mode, [*map(int, steps)], int(rows))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, nargs="+", default=STEPS)
    parser.add_argument("--megabytes", type=int, default=4, help="of a batch")
    parser.add_argument("--ahead", type=int, default=16, help="the allowance, MB")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    args = parser.parse_args()
    bad = 0
    for kind in args.kinds:
        try:
            for steps, waited, never in compare(kind, sorted(args.steps), args.megabytes, args.ahead * MB):
                print(f"{kind:9} {steps:6} steps: {waited / MB:6.0f} MB waiting, {never / MB:6.0f} MB never")
        except AssertionError as error:
            print(f"FAILED: {error}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
