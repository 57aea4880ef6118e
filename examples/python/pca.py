#!/usr/bin/env python3
"""Principal components of data that lie near a plane in 20 dimensions.

    python pca.py               100,000 points
    python pca.py --quick       fewer, for a test
"""
import argparse

import weir


def pca(x, components):
    """Mean, directions (components, features) and the share of the variance that each explains."""
    mean = x.mean(axis=0)
    _, s, directions = weir.linalg.svd(x - mean, full_matrices=False)
    share = s ** 2 / (s ** 2).sum()
    return mean, directions[:components], share[:components]


def main(count=100_000, features=20):
    rng = weir.random.default_rng(1)
    plane, _ = weir.linalg.qr(rng.normal(size=(features, 2)))
    x = rng.normal(size=(count, 2)) * weir.asarray([5.0, 2.0]) @ plane.T + 0.1 * rng.normal(size=(count, features)) + 3
    mean, directions, share = pca(x, 2)
    rebuilt = (x - mean) @ directions.T @ directions + mean
    error = ((x - rebuilt) ** 2).mean() ** 0.5
    print("share of the variance:", ", ".join(f"{value:.3f}" for value in share.tolist()))
    print(f"two components leave an error of {float(error):.3f} per coordinate")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(2000 if parser.parse_args().quick else 100_000)
