#!/usr/bin/env python3
"""first_epoch.py - how much longer the first epoch of a training run takes than the second.

    bench/first_epoch.py                    every model of models_weir.py that fits; --bin names the build as in ops.py
    bench/first_epoch.py --only tiny --steps 300 --runs 9

The first epoch starts with a new network: its pages are faulted in, threads start, caches of the interpreter are filled.
Each run is a process; an epoch is a number of steps and a wait at its end.  The figure of a model is the median of
the ratios of its runs.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
STEPS = {"tiny": 300, "mlp": 100, "lenet": 100, "convolutions": 20, "gpt": 50, "lstm": 100}
BAR = 1.2


def child(name, steps):
    """Run two epochs and print their seconds, and the page faults and the seconds in the kernel of each."""
    sys.path[:0] = [str(HERE), str(HERE / "peers")]
    import models_weir
    import weir
    from models_protocol import MODELS

    def training(net, optimizer, loss):
        def run(count):
            for _ in range(count):
                with weir.autograd.record():
                    value = loss(net)
                value.backward()
                optimizer.step()
            weir.waitall()
        return 0, run  # without the step that models_weir.py makes before the clock starts
    models_weir.training = training
    run = MODELS[name]()[1]
    seconds, faults, kernel = [], [], []
    for _ in range(2):
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        run(steps)
        seconds.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_SELF)
        faults.append(after.ru_minflt - before.ru_minflt)
        kernel.append(after.ru_stime - before.ru_stime)
    print(json.dumps({"seconds": seconds, "faults": faults, "kernel": kernel}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, default=HERE.parent / "build" / "bench", help="build folder")
    parser.add_argument("--only", metavar="MODEL", action="append", choices=list(STEPS), help="may be repeated")
    parser.add_argument("--steps", type=int, help="steps of an epoch")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return child(args.child, args.steps)
    env = dict(os.environ, PYTHONPATH=str(args.bin / "python"), PYTHONDONTWRITEBYTECODE="1")
    missed = False
    print(f"{'model':14}{'steps':>6}{'first ms':>10}{'second ms':>10}{'faults':>12}{'kernel ms':>14}{'ratio':>7}")
    for name in args.only or STEPS:
        steps, runs = args.steps or STEPS[name], []
        for _ in range(args.runs):
            done = subprocess.run([sys.executable, __file__, "--child", name, "--steps", str(steps)], env=env, check=True,
                                  stdout=subprocess.PIPE, text=True)
            runs.append(json.loads(done.stdout))
        first, second = (statistics.median(run["seconds"][i] for run in runs) * 1e3 for i in (0, 1))
        ratio = statistics.median(run["seconds"][0] / run["seconds"][1] for run in runs)
        faults = "{} {}".format(*(round(statistics.median(run["faults"][i] for run in runs)) for i in (0, 1)))
        kernel = "{:.1f} {:.1f}".format(*(statistics.median(run["kernel"][i] for run in runs) * 1e3 for i in (0, 1)))
        missed |= ratio > BAR
        print(f"{name:14}{steps:6}{first:10.1f}{second:10.1f}{faults:>12}{kernel:>14}{ratio:7.2f}"
              f"{'  MISS' * (ratio > BAR)}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
