#!/usr/bin/env python3
"""cpu_peers.py - products, sorts and `z + 1` by size, with one thread and with two, beside PyTorch and NumPy.

    bench/cpu_peers.py                                  every case, after `make bench` has built
    bench/cpu_peers.py --only waits --only chain        cases that start so
    bench/cpu_peers.py --python PATH                    an interpreter that has NumPy and PyTorch, instead of an installed peer

Each program is a process (peers/ops_protocol.py has the conversation) and is stopped by a signal while another one is
measured.  The programs take turns; a turn has a figure, the median of its repetitions, and a round has a ratio, Weir's
figure over the peer's.  What is printed is the median of the ratios of all rounds (nine), with the least and the largest.
Fusion is switched off.  `chain` is `z = z + 1` many times and a wait at the end, `waits` the same with a wait after each;
the figures of both are per operation.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import pathlib
import statistics
import sys

import common
import install
import ops

HERE = pathlib.Path(__file__).resolve().parent
CASES_FILE = HERE / "peers" / "cpu_cases.py"
SQUARES = ("256", "512", "1024", "2048")
SKINNY = ("1024x512x2048", "1024x2048x512", "2048x512x128", "2048x128x384", "2048x2048x16", "64of64")
CALLS = {"1k": 2000, "16k": 1000, "40000": 500, "64k": 400, "256k": 200, "1m": 100}  # as in cpu_cases.py
TURN_NS = 40e6


class Case:
    """What to measure: threads of Weir, the peer and its threads, and the bar of the ratio."""

    def __init__(self, name, peer, bar, threads=1, peer_threads=None, count=1):
        self.name, self.peer, self.bar, self.threads, self.count = name, peer, bar, threads, count
        self.peer_threads = peer_threads or threads


def cases():
    for threads in 1, 2:
        for dtype in "f32", "f64":
            for shape in SQUARES + SKINNY + ("4096",):
                yield Case(f"product.{shape}.{dtype}", "torch", 1.0, threads)
    for shape in "1x4096x4096", "4096x4096x1", "512":
        yield Case(f"product.{shape}.bf16", "torch", 1.0)
    for size, count in CALLS.items():
        yield Case(f"waits.{size}", "numpy", 1.0, 2, 1, count)
    for size, count in CALLS.items():
        large = size in ("64k", "256k", "1m")
        yield Case(f"chain.{size}", "numpy", 0.65 if large else None, 2, 1, count)
        yield Case(f"chain.{size}", "weir", 1.0 if size in ("1k", "16k") else None, 2, 1, count)
    for name in "sort.1048576.f32", "sort.1048576.f64", "sort.1000x1000.f32", "sort.1000x1000.f64":
        yield Case(name, "numpy", 1.0, 1)


class Programs:
    """Starts a program for each library and number of threads when it is first needed."""

    def __init__(self, python, package):
        self.python, self.package, self.started = python, package, {}

    def get(self, who, threads):
        if (who, threads) not in self.started:
            env = {"OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads,
                   "WEIR_WORKERS": threads, "WEIR_FUSION": 0, "PYTHONPATH": self.package}
            python = self.python or install.environment("torch" if who == "torch" else "numpy")
            self.started[who, threads] = ops.Program(who, [python, CASES_FILE, who, threads], env=env)
        return self.started[who, threads]

    def end(self):
        for program in self.started.values():
            program.end()


def figure(program, name, repetitions):
    answer = program.ask(name, 1 + repetitions)
    return statistics.median(answer["ns"][1:]) if answer else None


def measure(programs, case, rounds):
    """(Weir's median, the peer's, the ratios of the rounds), or None if a program lacks the case."""
    pair = [programs.get("weir", case.threads), programs.get(case.peer, case.peer_threads)]
    probes = [program.ask(case.name, 0) for program in pair]
    if None in probes:
        return None
    if not ops.agree(probes[0]["probe"], probes[1]["probe"]):
        raise RuntimeError(f"{case.name}: results differ: {probes[0]['probe']} and {probes[1]['probe']}")
    bursts = [max(1, min(200, round(TURN_NS / figure(program, case.name, 1)))) for program in pair]
    figures = []
    for turn in range(rounds):
        order = (0, 1) if turn % 2 == 0 else (1, 0)
        got = {i: figure(pair[i], case.name, bursts[i]) for i in order}
        figures.append((got[0], got[1]))
    ratios = sorted(mine / theirs for mine, theirs in figures)
    return *(statistics.median(column) / case.count for column in zip(*figures)), ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, default=HERE.parent / "build" / "bench", help="build folder")
    parser.add_argument("--python", type=pathlib.Path, help="an interpreter that has NumPy and PyTorch")
    parser.add_argument("--only", metavar="CASE", action="append", help="cases that start so; may be repeated")
    parser.add_argument("--threads", type=int, help="only cases with so many threads")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    programs, missed = Programs(args.python, args.bin / "python"), 0
    print(f"{common.cpu_model()}\n{'case':28}{'threads':>8}{'Weir us':>12}{'peer us':>12}  {'peer':8}{'ratio':>6}"
          f"{'  least to largest':18}{'bar':>6}")
    try:
        for case in cases():
            if not common.wanted(case.name, args.only) or args.threads not in (None, case.threads):
                continue
            found = measure(programs, case, args.rounds)
            if found is None:
                continue
            mine, theirs, ratios = found
            ratio = statistics.median(ratios)
            word = "" if case.bar is None else "  held" if ratio <= case.bar else "  MISSED"
            missed += word == "  MISSED"
            print(f"{case.name:28}{case.threads:8}{mine / 1e3:12.3f}{theirs / 1e3:12.3f}  "
                  f"{case.peer + ' ' + str(case.peer_threads):8}{ratio:6.2f}  {ratios[0]:6.2f} to {ratios[-1]:5.2f}  "
                  f"{case.bar or '':>6}{word}", flush=True)
    finally:
        programs.end()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
