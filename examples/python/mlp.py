#!/usr/bin/env python3
"""A network of three layers learns to tell two spirals apart.

    python mlp.py               600 steps, a second or two
    python mlp.py --quick       fewer, for a test
"""
import argparse

import weir
from weir import autograd, nn, optim


def spirals(points):
    """Points (points, 2) along two arms, and which arm each is on."""
    i = weir.arange(points)
    arm = i % 2
    t = 0.5 + 9.0 * i.astype(weir.float32) / points
    turn = t + arm.astype(weir.float32) * 3.14159265
    return weir.stack([t / 5 * weir.cos(turn), t / 5 * weir.sin(turn)], axis=1), arm


def main(steps=600, points=400):
    weir.random.seed(1)
    net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2))
    loss_fn = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=0.01)
    x, arm = spirals(points)

    bar = weir.data.progress(range(steps))
    for _ in bar:
        with autograd.record():
            loss = loss_fn(net(x), arm)
        loss.backward()
        optimizer.step()
        bar.show(loss=loss)                     # never waits: the bar shows the last loss that is there

    right = (net(x).argmax(axis=1) == arm).astype(weir.float32).mean()
    print(f"loss {float(loss):.4f}; {float(right):.1%} of the points are on the right arm")
    return float(right)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(steps=150 if parser.parse_args().quick else 600)
