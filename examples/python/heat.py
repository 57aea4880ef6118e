#!/usr/bin/env python3
"""The heat equation on a square plate: explicit steps written with slices, checked against the exact solution.

    python heat.py              400 x 400 points, 2000 steps
    python heat.py --quick      fewer, for a test
"""
import argparse
import math

import weir


def step(u, r):
    """One time step: each inner point moves towards the mean of its neighbours; the edge stays 0."""
    inner = u[1:-1, 1:-1]
    u[1:-1, 1:-1] = inner + r * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * inner)


def main(points=400, steps=2000, r=0.2):
    x = weir.linspace(0, math.pi, points, dtype=weir.float64)
    u = weir.sin(x)[:, None] * weir.sin(2 * x)
    h = math.pi / (points - 1)
    exact = u * math.exp(-5 * steps * r * h * h)        # sin(x) sin(2y) decays with rate 1 + 4
    for _ in range(steps):
        step(u, r)                                      # queued; memory stays bounded without a wait
    error = weir.abs(u - exact).max() / weir.abs(exact).max()
    print(f"after {steps} steps the largest value is {float(u.max()):.4f}; relative error {float(error):.2e}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    if parser.parse_args().quick:
        main(60, 300)
    else:
        main()
