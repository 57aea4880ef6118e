#!/usr/bin/env python3
"""Weir inside scikit-learn: an estimator that trains a network, in a pipeline, cross-validated; and array API dispatch.

    pip install scikit-learn
    python with_sklearn.py              five folds
    python with_sklearn.py --quick      two, for a test
"""
import argparse
import os
import sys

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # read when SciPy is imported; array API dispatch needs it

try:
    import numpy as np
    import sklearn
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.datasets import make_moons
    from sklearn.decomposition import PCA
    from sklearn.model_selection import cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
except ImportError:
    sys.exit("this example needs scikit-learn; install it with: pip install scikit-learn")

import weir
from weir import autograd, nn, optim


class NetworkClassifier(ClassifierMixin, BaseEstimator):
    def __init__(self, hidden=32, steps=200, lr=0.02, seed=0):
        self.hidden, self.steps, self.lr, self.seed = hidden, steps, lr, seed

    def fit(self, x, y):
        weir.random.seed(self.seed)
        self.classes_, labels = np.unique(y, return_inverse=True)
        x, labels = weir.asarray(x, dtype=weir.float32), weir.asarray(labels, dtype=weir.int64)
        self.net_ = nn.Sequential(nn.Linear(x.shape[1], self.hidden), nn.Tanh(),
                                  nn.Linear(self.hidden, len(self.classes_)))
        optimizer, loss_fn = optim.Adam(self.net_.parameters(), lr=self.lr), nn.CrossEntropyLoss()
        for _ in range(self.steps):
            with autograd.record():
                loss = loss_fn(self.net_(x), labels)
            loss.backward()
            optimizer.step()
        return self

    def predict(self, x):
        return self.classes_[self.net_(weir.asarray(x, dtype=weir.float32)).argmax(axis=1).numpy()]


def main(folds=5):
    x, y = make_moons(400, noise=0.15, random_state=0)
    scores = cross_val_score(make_pipeline(StandardScaler(), NetworkClassifier()), x, y, cv=folds)
    with sklearn.config_context(array_api_dispatch=True):       # PCA computes on our arrays
        projected = PCA(n_components=1, svd_solver="full").fit_transform(weir.asarray(x))
    print(f"PCA returns {type(projected).__name__} of shape {projected.shape}")
    print(f"accuracy {scores.mean():.3f} over {folds} folds")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(2 if parser.parse_args().quick else 5)
