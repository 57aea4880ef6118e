"""Metrics: running sums kept as arrays.  update never blocks; value() blocks until the result is computed.

    correct = metrics.Accuracy()
    for x, y in loader:
        correct.update(net(x), y)
    correct.value()
"""
from weir import _core

__all__ = ["Accuracy", "ConfusionMatrix", "Mean", "MeanAbsoluteError", "MeanSquaredError", "Perplexity", "TopK"]


def Accuracy():
    """The fraction of targets [n] whose class has the largest of the logits [n, classes]."""
    return _core.Metric("accuracy", 0, "Accuracy")


def TopK(k: int):
    """The fraction of targets [n] whose class is among the k largest of the logits [n, classes]."""
    return _core.Metric("top_k", k, f"Top{k}")


def ConfusionMatrix(classes: int):
    """Counts of predicted class for each true class: .array has a row for each target class."""
    return _core.Metric("confusion", classes, "ConfusionMatrix")


def Mean():
    """The mean of all elements, for example of losses."""
    return _core.Metric("mean", 0, "Mean")


def Perplexity():
    """The exponential of the mean loss."""
    return _core.Metric("perplexity", 0, "Perplexity")


def MeanSquaredError():
    """The mean squared error between two arrays."""
    return _core.Metric("mse", 0, "MeanSquaredError")


def MeanAbsoluteError():
    """The mean absolute error between two arrays."""
    return _core.Metric("mae", 0, "MeanAbsoluteError")
