#!/usr/bin/env python3
"""An operation with its own gradient: quantised weights, trained by the straight-through estimator.

    python own_gradient.py              600 steps
    python own_gradient.py --quick      fewer, for a test

Rounding has a gradient of 0 everywhere, so a network with rounded weights would never learn.  The operation below rounds
in the forward pass and passes the gradient through unchanged in the backward pass.
"""
import argparse

import weir
from weir import autograd, nn, optim


class Quantize(autograd.Function):
    @staticmethod
    def forward(ctx, x, step):
        return weir.round(x / step) * step

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


class QuantizedLinear(nn.Module):
    def __init__(self, inputs, outputs, step=0.25):
        self.step = step
        self.weight = nn.Parameter(weir.random.normal(size=(outputs, inputs)) * inputs ** -0.5)
        self.bias = nn.Parameter(weir.zeros(outputs))

    def forward(self, x):
        return weir.linear(x, Quantize.apply(self.weight, self.step), self.bias)


def main(steps=600):
    weir.random.seed(5)
    x = weir.random.normal(size=(512, 2))
    y = ((x ** 2).sum(axis=1) < 1.4).astype(weir.int64)
    net = nn.Sequential(QuantizedLinear(2, 32), nn.ReLU(), QuantizedLinear(32, 32), nn.ReLU(), QuantizedLinear(32, 2))
    loss_fn = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=0.01)
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
    right = (net(x).argmax(axis=1) == y).astype(weir.float32).mean()
    levels = weir.unique(Quantize.apply(net[2].weight, 0.25)).shape[0]
    print(f"{100 * float(right):.1f}% of the points are classified correctly with weights of {levels} levels")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(200 if parser.parse_args().quick else 600)
