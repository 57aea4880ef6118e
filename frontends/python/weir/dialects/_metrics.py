"""Metrics of MXNet and Paddle.  Their running sums are arrays, so updates do not block; reading a value blocks."""
import weir
from weir._core import asarray
from weir.dialects._tensor_class import op, plain, quietly


class _Sums:
    """A running sum and the number of values in it."""

    def reset(self):
        self._sum, self._count = None, 0

    def _add(self, values):
        total = op["sum"](op["astype"](values, weir.float32))
        self._sum = total if self._sum is None else self._sum + total
        self._count += values.size

    def _mean(self):
        return self._sum.item() / self._count if self._count else float("nan")


# ---- MXNet ---------------------------------------------------------------------------------------


class EvalMetric(_Sums):
    """Base class of metrics: the mean of a quantity over all labels and predictions passed to update.

    update takes labels and predictions, each an array or a list of arrays.
    """

    def __init__(self, name=None, **others):
        self.name = name or type(self)._name
        self.reset()

    def update(self, labels, preds):
        labels, preds = (v if isinstance(v, (list, tuple)) else [v] for v in (labels, preds))
        for label, pred in zip(labels, preds):
            quietly(lambda: self._add(self._of(plain(asarray(label)), plain(asarray(pred)))))

    def get(self):
        """Return (name, value).  Blocks until the value is computed."""
        return self.name, self._end(self._mean())

    def get_name_value(self):
        """Return pairs of names and values: one, or more if get returns lists."""
        name, value = self.get()
        return list(zip(name, value)) if isinstance(name, list) else [(name, value)]

    _end = staticmethod(lambda value: value)

    def __repr__(self):
        return f"EvalMetric: {dict([self.get()])}"


class Accuracy(EvalMetric):
    """The fraction of predictions that equal the label; predictions are classes, or scores of all classes."""

    _name = "accuracy"

    def __init__(self, axis=1, name=None, **others):
        self._axis = axis
        super().__init__(name)
        self._kwargs = {"axis": axis}

    def _of(self, label, pred):
        if pred.shape != label.shape:
            pred = op["argmax"](pred, axis=self._axis)
        pred, label = (op["ravel"](op["astype"](x, weir.int64)) for x in (pred, label))
        return op["equal"](pred, label)


class TopKAccuracy(EvalMetric):
    """The fraction of samples whose label is among the k classes with the highest scores."""

    _name = "top_k_accuracy"

    def __init__(self, top_k=1, name=None, **others):
        self._k = top_k
        super().__init__(name or f"top_k_accuracy_{top_k}")

    def _of(self, label, pred):
        return among(pred, label, self._k)


class Loss(EvalMetric):
    """The mean of the predictions; labels are ignored."""

    _name = "loss"

    def update(self, _, preds):
        super().update(preds, preds)

    def _of(self, label, pred):
        return pred


def _distance(name_, fn, end=EvalMetric._end):
    def _of(self, label, pred):
        return fn(op["reshape"](label, pred.shape) - pred)

    return type(name_.upper(), (EvalMetric,), {"_name": name_, "_of": _of, "_end": staticmethod(end),
                                               "__doc__": f"The {name_.upper()} between labels and predictions."})


MXNET = {"EvalMetric": EvalMetric, "Accuracy": Accuracy, "TopKAccuracy": TopKAccuracy, "Loss": Loss,
         "MAE": _distance("mae", lambda d: op["abs"](d)), "MSE": _distance("mse", lambda d: d * d),
         "RMSE": _distance("rmse", lambda d: d * d, lambda v: v ** 0.5)}


def among(pred, label, k):
    """Return a boolean array: for each sample, whether its label is among the k classes with the highest scores."""
    return op["any"](op["topk"](pred, k=k)[1] == op["reshape"](label, (-1, 1)), axis=1)


# ---- Paddle --------------------------------------------------------------------------------------


class PaddleMetric:
    """Base class of metrics: a subclass defines reset, update, accumulate and name."""

    def compute(self, *args):
        """Return the arguments of update for outputs and labels: they themselves, unless a subclass defines this."""
        return args

    def _refuse(self, *args):
        raise NotImplementedError(f"{type(self).__name__} must define reset, update, accumulate and name")

    reset = update = accumulate = name = _refuse


class _PaddleRate(PaddleMetric):
    """A share of the samples whose prediction, or label, is positive.  A prediction of 0.5 is rounded up by Precision and down by
    Recall, as in Paddle.  update blocks."""

    def __init__(self, name=None, *args, **kwargs):
        if args or kwargs:
            raise TypeError(f"{type(self).__name__}: expected only the argument name")
        self._name = name or self._usual
        self.reset()

    def reset(self):
        self._right = self._all = 0

    def update(self, preds, labels):
        preds, labels = (op["ravel"](plain(asarray(x))) for x in (preds, labels))
        chosen, positive = preds >= 0.5 if self._up else preds > 0.5, labels == 1
        self._right += int(op["sum"](op["astype"](op["logical_and"](chosen, positive), weir.int64)).item())
        self._all += int(op["sum"](op["astype"](self._among(chosen, positive), weir.int64)).item())

    def accumulate(self):
        return self._right / self._all if self._all else 0.0

    def name(self):
        return self._name


class PaddlePrecision(_PaddleRate):
    """The share of positive labels among the samples that are predicted to be positive."""

    _usual, _up, _among = "precision", True, staticmethod(lambda chosen, positive: chosen)


class PaddleRecall(_PaddleRate):
    """The share of samples that are predicted to be positive among those with positive labels."""

    _usual, _up, _among = "recall", False, staticmethod(lambda chosen, positive: positive)


class PaddleAccuracy(PaddleMetric):
    """The fraction of samples whose label is among the k classes with the highest scores, for one or several k."""

    def __init__(self, topk=(1,), name=None):
        self.topk = tuple(topk) if isinstance(topk, (list, tuple)) else (topk,)
        self._name = name or "acc"
        self.reset()

    def reset(self):
        self._parts = [_Sums() for _ in self.topk]
        for part in self._parts:
            part.reset()

    def compute(self, pred, label, *args):
        """Return the argument of update: one row for each sample.  Element i of the row is 1 if the sample's label has
        the i-th highest score (counted from 0), else 0."""
        best = op["topk"](pred, k=max(self.topk))[1]
        return op["astype"](best == op["reshape"](label, (-1, 1)), weir.float32)

    def update(self, correct, *args):
        """Add the result of compute for a batch; return the accuracy of the batch.  Blocks until it is computed."""
        values = [op["mean"](op["astype"](found, weir.float32)).item() for found in self.add(correct)]
        return values[0] if len(values) == 1 else values

    def add(self, correct):
        """Add the result of compute for a batch; return for each k which samples are right.  Does not block."""
        correct, rows = plain(asarray(correct)), []
        for k, part in zip(self.topk, self._parts):
            rows.append(op["any"](op["astype"](correct[:, :k], weir.bool), axis=1))
            quietly(lambda: part._add(rows[-1]))
        return rows

    def accumulate(self):
        """Return the accuracy over all batches.  Blocks until it is computed."""
        values = [part._mean() if part._count else 0.0 for part in self._parts]
        return values[0] if len(values) == 1 else values

    def name(self):
        return [self._name] if len(self.topk) == 1 else [f"{self._name}_top{k}" for k in self.topk]
