"""Metrics: running sums kept as arrays.  update never blocks; value() blocks until the result is computed.

    correct = metrics.Accuracy()
    for x, y in loader:
        correct.update(net(x), y)
    correct.value()
"""
from weir import _core

__all__ = ["Accuracy", "ConfusionMatrix", "Mean", "MeanAbsoluteError", "MeanSquaredError", "Perplexity", "TopK"]


def Accuracy():
    """Return a metric: the fraction of targets (n,) whose class has the largest of the logits (n, classes)."""
    return _core.Metric("accuracy", 0, "Accuracy")


def TopK(k: int):
    """Return a metric: the fraction of targets (n,) whose class is among the k largest of the logits (n, classes)."""
    return _core.Metric("top_k", k, f"Top{k}")


def ConfusionMatrix(classes: int):
    """Return a metric that counts pairs of target and predicted class: .array has a row for each target class and a
    column for each predicted class."""
    return _core.Metric("confusion", classes, "ConfusionMatrix")


def Mean():
    """Return a metric: the mean of all elements, for example of losses."""
    return _core.Metric("mean", 0, "Mean")


def Perplexity():
    """Return a metric: the exponential of the mean loss."""
    return _core.Metric("perplexity", 0, "Perplexity")


def MeanSquaredError():
    """Return a metric: the mean squared error between two arrays."""
    return _core.Metric("mse", 0, "MeanSquaredError")


def MeanAbsoluteError():
    """Return a metric: the mean absolute error between two arrays."""
    return _core.Metric("mae", 0, "MeanAbsoluteError")
