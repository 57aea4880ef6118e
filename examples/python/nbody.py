#!/usr/bin/env python3
"""Gravity between many bodies, integrated by the leapfrog method; the energy says how well.

    python nbody.py             1000 bodies, 200 steps
    python nbody.py --quick     fewer, for a test
"""
import argparse

import weir

SOFTENING = 0.05


def acceleration(x, mass):
    """The attraction of all bodies on each, (bodies, 3)."""
    offset = x[None, :, :] - x[:, None, :]
    squared = (offset ** 2).sum(axis=2) + SOFTENING ** 2
    return ((mass / squared ** 1.5)[:, :, None] * offset).sum(axis=1)


def energy(x, v, mass):
    offset = x[None, :, :] - x[:, None, :]
    distance = weir.sqrt((offset ** 2).sum(axis=2) + SOFTENING ** 2)
    pairs = weir.triu(mass[:, None] * mass / distance, 1)
    return 0.5 * (mass[:, None] * v ** 2).sum() - pairs.sum()


def main(bodies=1000, steps=200, dt=0.005):
    rng = weir.random.default_rng(4)
    with weir.default_dtype("float64"):
        x, v = rng.normal(size=(bodies, 3)), 0.1 * rng.normal(size=(bodies, 3))
        mass = weir.full(bodies, 1 / bodies)
        before = energy(x, v, mass)
        a = acceleration(x, mass)
        for _ in range(steps):
            v += dt / 2 * a
            x += dt * v
            a = acceleration(x, mass)
            v += dt / 2 * a
        drift = weir.abs((energy(x, v, mass) - before) / before)
    print(f"{bodies} bodies, {steps} steps; the energy changed by {100 * float(drift):.5f}%")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    if parser.parse_args().quick:
        main(100, 50)
    else:
        main()
