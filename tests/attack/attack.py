"""attack.py - what the attack programs share: their arguments, and a generator that can be seeded per case.

Each program gets `seed` and `--seconds` or `--cases`, and runs case after case.  A case depends on the seed and its number
alone: `exchange.py --seed 1 --case 4711` repeats one.  A case that fails prints that line.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import random
import sys
import time

# Values at which computations with sizes go wrong.
EDGES = (0, 1, -1, 2, 3, 7, 8, 255, 2**15, 2**16, 2**31 - 1, 2**31, 2**32, 2**40, 2**61, 2**62, 2**63 - 1,
         -2, -8, -2**31, -2**62, -2**63, 2**63, 2**64 - 1, 2**64, 10**23)
REFUSALS = (ValueError, TypeError, BufferError, MemoryError, OverflowError, IndexError)


def run(cases, what, default=2000):
    """Run cases: `cases` maps a name to a function of a generator.  Returns how many were run."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=default, help="how many")
    parser.add_argument("--seconds", type=float, default=0, help="instead: for how long")
    parser.add_argument("--case", type=int, default=-1, help="only this one")
    parser.add_argument("--only", default="", help="the kinds of cases whose name contains this")
    args = parser.parse_args()
    names = [name for name in sorted(cases) if args.only in name]
    end, number, counts = time.monotonic() + args.seconds, 0, dict.fromkeys(names, 0)
    while args.case < 0 and (time.monotonic() < end if args.seconds > 0 else number < args.cases):
        one(cases, names, args.seed, number, counts)
        number += 1
    if args.case >= 0:
        one(cases, names, args.seed, args.case, counts)
    print(", ".join(f"{name} {count}" for name, count in counts.items()) + ": all good")


def one(cases, names, seed, number, counts):
    rng = random.Random(f"{seed}:{number}")
    name = rng.choice(names)
    trail = os.environ.get("ATTACK_TRAIL")
    if trail:  # for a crash, which prints nothing
        with open(trail, "w") as f:
            f.write(f"--seed {seed} --case {number}")
    try:
        cases[name](rng)
    except BaseException:
        program = os.path.basename(sys.argv[0])
        print(f"\n{program} --seed {seed} --case {number}: {name} failed", file=sys.stderr)
        raise
    counts[name] += 1


def number(rng, usual=8):
    """A small number, or one at which sizes overflow."""
    return rng.randrange(usual) if rng.random() < 0.7 else rng.choice(EDGES) + rng.choice((0, 0, 1, -1))


def refused(call, *args, **kwargs):
    """The exception that refuses the call, which says something, or None with what it returned."""
    try:
        return None, call(*args, **kwargs)
    except REFUSALS as error:
        assert str(error) or isinstance(error, MemoryError), f"{type(error).__name__} without a word"
        return error, None
