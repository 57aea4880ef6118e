"""Metrics: running sums kept as arrays.  update never blocks; value() blocks until the result is computed.

    correct = metrics.Accuracy()
    for x, y in loader:
        correct.update(net(x), y)
    correct.value()
"""
from weir import _core

__all__ = ["Accuracy", "ConfusionMatrix", "Mean", "MeanAbsoluteError", "MeanSquaredError", "Perplexity", "TopK"]


def Accuracy():
    """Return a metric: the fraction of samples whose target class has the largest logit.

    update takes the logits, of shape (n, classes), and the targets, of shape (n,)."""
    return _core.Metric("accuracy", 0, "Accuracy")


def TopK(k: int):
    """Return a metric: the fraction of samples whose target class has one of the k largest logits.

    update takes the logits, of shape (n, classes), and the targets, of shape (n,)."""
    return _core.Metric("top_k", k, f"Top{k}")


def ConfusionMatrix(classes: int):
    """Return a metric that counts the pairs of target and predicted class.  Its .array has a row for each target class
    and a column for each predicted class; its .value() is the accuracy."""
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
