"""models_numpy.py - the tiny network with its gradients by hand, as one writes it in NumPy.

SPDX-License-Identifier: Apache-2.0
"""

import numpy as np
from models_protocol import model, serve

RNG = np.random.default_rng(7)


@model
def tiny():
    sizes = [64, 64, 64, 10]
    weights = [RNG.standard_normal((n, m), dtype=np.float32) * np.float32(n ** -0.5) for n, m in zip(sizes, sizes[1:])]
    biases = [np.zeros(m, np.float32) for m in sizes[1:]]
    x, y, rows, rate = RNG.random((32, 64), dtype=np.float32), np.arange(32) % 10, np.arange(32), np.float32(0.01)

    def step():
        a = x @ weights[0] + biases[0]
        h = np.maximum(a, 0)
        b = h @ weights[1] + biases[1]
        g = np.maximum(b, 0)
        z = g @ weights[2] + biases[2]
        p = np.exp(z - z.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        loss = -np.log(p[rows, y]).mean()
        p[rows, y] -= 1
        p /= 32
        dg = p @ weights[2].T
        dg[b <= 0] = 0
        dh = dg @ weights[1].T
        dh[a <= 0] = 0
        for at, (left, d) in enumerate(((x, dh), (h, dg), (g, p))):
            weights[at] -= rate * (left.T @ d)
            biases[at] -= rate * d.sum(0)
        return loss

    def run(count):
        for _ in range(count):
            step()
    return sum(array.size for array in weights + biases), run


serve("numpy", np.__version__)
