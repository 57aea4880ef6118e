"""Metrics: running sums that stay with the arrays.  update waits for nothing, value() waits.

    correct = metrics.Accuracy()
    for x, y in loader:
        correct.update(net(x), y)
    correct.value()
"""
from weir import _core

__all__ = ["Accuracy", "ConfusionMatrix", "Mean", "MeanAbsoluteError", "MeanSquaredError", "Perplexity", "TopK"]


def Accuracy():
    """The part of targets [n] that have the largest of the logits [n, classes]."""
    return _core.Metric("accuracy", 0, "Accuracy")


def TopK(k: int):
    """The part of targets [n] that are among the k largest of the logits [n, classes]."""
    return _core.Metric("top_k", k, f"Top{k}")


def ConfusionMatrix(classes: int):
    """How often what was taken for what: .array has a row for each target."""
    return _core.Metric("confusion", classes, "ConfusionMatrix")


def Mean():
    """The mean of all elements, as of losses."""
    return _core.Metric("mean", 0, "Mean")


def Perplexity():
    """The exponential of the mean."""
    return _core.Metric("perplexity", 0, "Perplexity")


def MeanSquaredError():
    """Of two arrays."""
    return _core.Metric("mse", 0, "MeanSquaredError")


def MeanAbsoluteError():
    """Of two arrays."""
    return _core.Metric("mae", 0, "MeanAbsoluteError")
