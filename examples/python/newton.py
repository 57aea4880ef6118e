#!/usr/bin/env python3
"""Newton's method for logistic regression, with the Hessian from automatic differentiation.

    python newton.py            50,000 points
    python newton.py --quick    fewer, for a test
"""
import argparse

import weir
from weir import autograd


def main(count=50_000, features=6, steps=8):
    rng = weir.random.default_rng(2)
    with weir.default_dtype("float64"):
        x = weir.concat([weir.ones((count, 1)), rng.normal(size=(count, features))], axis=1)
        true = rng.normal(size=features + 1)
        y = (rng.uniform(size=count) < weir.sigmoid(x @ true)).astype(weir.float64)

        def loss(w):
            return weir.binary_cross_entropy_with_logits(x @ w, y) + 1e-6 * (w ** 2).sum()

        w = weir.zeros(features + 1)
        for step in range(steps):
            value, gradient = autograd.value_and_grad(loss)(w)
            w = w - weir.linalg.solve(autograd.hessian(loss)(w), gradient)
            print(f"step {step}: loss {float(value):.8f}, gradient {float(weir.linalg.norm(gradient)):.2e}")
        error = weir.abs(w - true).max()
    print(f"largest error of a coefficient {float(error):.3f}; last gradient {float(weir.linalg.norm(gradient)):.1e}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(4000 if parser.parse_args().quick else 50_000)
