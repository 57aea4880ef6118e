#!/usr/bin/env python3
"""k-means by Lloyd's algorithm, started by k-means++.

    python kmeans.py            200,000 points
    python kmeans.py --quick    fewer, for a test
"""
import argparse

import weir


def blobs(count, centres, rng):
    """Points around the centres, and the index of each point's centre."""
    label = rng.integers(0, centres.shape[0], size=count)
    return centres[label] + rng.normal(size=(count, centres.shape[1])), label


def squared_distances(x, centres):
    """|x - c|^2 for each point and centre, (points, centres), by one matrix product."""
    return (x ** 2).sum(axis=1, keepdims=True) - 2 * x @ centres.T + (centres ** 2).sum(axis=1)


def start(x, k, rng):
    """k-means++: each further centre is a point, drawn with a probability proportional to its squared distance."""
    centres = x[rng.integers(0, x.shape[0], size=1)]
    for _ in range(k - 1):
        nearest = weir.maximum(squared_distances(x, centres).min(axis=1), 1e-12)
        centres = weir.concat([centres, x[rng.categorical(nearest, 1)]])
    return centres


def kmeans(x, k, steps, rng):
    centres = start(x, k, rng)
    for _ in range(steps):
        label = squared_distances(x, centres).argmin(axis=1)
        centres = weir.segment_mean(x, label, k)            # no step waits: all are queued at once
    return centres, squared_distances(x, centres).argmin(axis=1)


def main(count=200_000, k=5, steps=20):
    rng = weir.random.default_rng(3)
    true = weir.asarray([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0], [8.0, 8.0], [4.0, 16.0]])
    x, label = blobs(count, true, rng)
    centres, found = kmeans(x, k, steps, rng)
    name = squared_distances(centres, true).argmin(axis=1)  # which true centre each found centre is
    right = (name[found] == label).astype(weir.float32).mean()
    print("centres:", ", ".join(f"({a:.2f}, {b:.2f})" for a, b in centres[weir.argsort(name)].tolist()))
    print(f"{100 * float(right):.1f}% of the points are with their centre")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(5000 if parser.parse_args().quick else 200_000)
