"""Gluon's metrics that are not means of one quantity: F1, MCC, Pearson's correlation, perplexity, composites; and create().

Counts are running sums in arrays, as in _metrics.py: updates do not block, reading a value does.
"""
import json
import math

import weir
from weir._core import asarray
from weir.dialects import _metrics
from weir.dialects._tensor_class import op, plain, quietly

EvalMetric = _metrics.EvalMetric
_NAMES = {}


def _register(*names):
    def take(cls):
        for name in (cls.__name__.lower(), *names):
            _NAMES[name] = cls
        return cls

    return take


def _listed(x):
    return x if isinstance(x, (list, tuple)) else [x]


def _pairs(labels, preds):
    """Yield pairs of plain arrays."""
    for label, pred in zip(_listed(labels), _listed(preds)):
        yield plain(asarray(label)), plain(asarray(pred))


class _Counts(EvalMetric):
    """Base class of metrics of true and false positives and negatives for each class."""

    def __init__(self, class_type="binary", beta=1, threshold=0.5, average="micro", name=None, output_names=None, label_names=None):
        self._type, self._beta, self._threshold, self._average = class_type, beta, threshold, average
        super().__init__(name or self._name)
        self._kwargs = {"class_type": class_type, "beta": beta, "threshold": threshold, "average": average}

    def reset(self):
        super().reset()
        self._counts, self.num_inst = None, 0

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            quietly(lambda label=label, pred=pred: self._count_one(label, pred))

    def _count_one(self, label, pred):
        if self._type == "multilabel":
            true, guess, samples = label > 0.5, pred > self._threshold, label.shape[0]
        else:
            label = op["astype"](op["ravel"](label), weir.int64)
            samples = label.shape[0]
            if self._type == "binary":
                guess = pred[:, 1] > self._threshold if pred.ndim > 1 and pred.shape[-1] == 2 else op["ravel"](pred) > \
                    self._threshold
                true, guess = op["reshape"](label == 1, (-1, 1)), op["reshape"](guess, (-1, 1))
            else:
                classes = op["expand_dims"](op["argmax"](pred, axis=-1), -1) == weir.arange(pred.shape[-1])
                true, guess = op["expand_dims"](label, -1) == weir.arange(pred.shape[-1]), classes
        parts = (true & guess, ~true & guess, true & ~guess, ~true & ~guess)
        counts = op["stack"]([op["sum"](op["astype"](p, weir.float64), axis=0) for p in parts])
        self._counts = counts if self._counts is None else self._counts + counts
        self.num_inst += samples

    def get(self):
        if self._counts is None:
            return self.name, float("nan")
        return self.name, self._value(self._counts.tolist())


@_register()
class F1(_Counts):
    """The harmonic mean of precision and recall; average is "micro", "macro" or None, for each class."""

    _name = "f1"

    def __init__(self, name="f1", class_type="binary", threshold=0.5, average="micro", output_names=None, label_names=None):
        super().__init__(class_type, 1, threshold, average, name)
        del self._kwargs["beta"]  # what get_config returns are the arguments of the class

    def _value(self, counts):
        weight = self._beta ** 2

        def score(tp, fp, fn):
            below = (1 + weight) * tp + weight * fn + fp
            return (1 + weight) * tp / below if below else 0.0

        if self._average == "micro":
            return score(*(sum(row) for row in counts[:3]))
        each = [score(*column) for column in zip(*counts[:3])]
        return each if self._average is None else sum(each) / len(each)


@_register()
class Fbeta(F1):
    """The weighted harmonic mean of precision and recall."""

    _name = "fbeta"

    def __init__(self, name="fbeta", class_type="binary", beta=1, threshold=0.5, average="micro", output_names=None, label_names=None):
        _Counts.__init__(self, class_type, beta, threshold, average, name)


@_register()
class MCC(_Counts):
    """Matthews' correlation coefficient."""

    _name = "mcc"

    def __init__(self, name="mcc", output_names=None, label_names=None):
        super().__init__(name=name)
        self._kwargs = {}
        self._kwargs = {}

    def _value(self, counts):
        tp, fp, fn, tn = (row[0] for row in counts)
        below = math.prod(v or 1 for v in (tp + fp, tp + fn, tn + fp, tn + fn))
        return (tp * tn - fp * fn) / math.sqrt(below)


@_register()
class BinaryAccuracy(EvalMetric):
    """The fraction of scores on the right side of a threshold."""

    _name = "binary_accuracy"

    def __init__(self, name="binary_accuracy", threshold=0.5, output_names=None, label_names=None):
        self._threshold = threshold
        super().__init__(name)

    def _of(self, label, pred):
        return (pred > self._threshold) == (op["reshape"](label, pred.shape) > 0.5)


@_register("ce", "cross-entropy", "nll_loss", "nll-loss")
class CrossEntropy(EvalMetric):
    """The mean negative log-probability of the labels."""

    _name = "cross-entropy"

    def __init__(self, eps=1e-12, ignore_label=None, axis=-1, from_logits=False, name=None, output_names=None, label_names=None):
        self._eps, self._ignore, self._axis, self._from_logits = eps, ignore_label, axis, from_logits
        super().__init__(name or self._name)
        self._kwargs = {"eps": eps, "ignore_label": ignore_label, "axis": axis, "from_logits": from_logits}

    def _of(self, label, pred):
        if self._from_logits:
            pred = op["softmax"](pred, axis=self._axis)
        label = op["astype"](label, weir.int64)
        index = op["reshape"](label, tuple(n for i, n in enumerate(pred.shape) if i != self._axis % pred.ndim))
        found = op["take_along_axis"](pred, op["expand_dims"](op["maximum"](index, 0), self._axis), axis=self._axis)
        losses = -op["log"](op["astype"](op["ravel"](found), weir.float64) + self._eps)
        return losses if self._ignore is None else losses[op["ravel"](index) != self._ignore]

    def _add(self, values):
        total = op["sum"](values)
        self._sum = total if self._sum is None else self._sum + total
        self._count += values.size


@_register()
class Perplexity(CrossEntropy):
    """The exponential of the cross-entropy."""

    _name = "Perplexity"
    _end = staticmethod(math.exp)


@_register("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation of all labels and predictions."""

    _name = "pearsonr"

    def reset(self):
        super().reset()
        self._moments, self.num_inst = None, 0

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            x, y = (op["astype"](op["ravel"](a), weir.float64) for a in (label, pred))
            sums = op["stack"]([op["sum"](v) for v in (x, y, x * x, y * y, x * y)])
            self._moments = sums if self._moments is None else self._moments + sums
            self.num_inst += x.size

    def get(self):
        if not self.num_inst:
            return self.name, float("nan")
        x, y, xx, yy, xy = self._moments.tolist()
        n = self.num_inst
        below = math.sqrt(n * xx - x * x) * math.sqrt(n * yy - y * y)
        return self.name, (n * xy - x * y) / below if below else float("nan")


@_register()
class PCC(EvalMetric):
    """The correlation of classes: Matthews' coefficient for any number of them."""

    _name = "pcc"

    def reset(self):
        super().reset()
        self._matrix, self.num_inst = {}, 0

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            guess = op["argmax"](pred, axis=-1) if pred.shape != label.shape else pred
            pairs = zip(op["ravel"](label).tolist(), op["ravel"](guess).tolist())
            for i, j in pairs:
                key = int(i), int(j)
                self._matrix[key] = self._matrix.get(key, 0) + 1
                self.num_inst += 1

    def get(self):
        if not self.num_inst:
            return self.name, float("nan")
        classes = sorted({c for pair in self._matrix for c in pair})
        rows = {k: sum(self._matrix.get((k, m), 0) for m in classes) for k in classes}
        columns = {k: sum(self._matrix.get((m, k), 0) for m in classes) for k in classes}
        n, right = self.num_inst, sum(self._matrix.get((k, k), 0) for k in classes)
        above = right * n - sum(rows[k] * columns[k] for k in classes)
        below = (n * n - sum(v * v for v in rows.values())) * (n * n - sum(v * v for v in columns.values()))
        return self.name, above / math.sqrt(below) if below else float("nan")


@_register("cos_sim")
class MeanCosineSimilarity(EvalMetric):
    """The mean cosine of labels and predictions along the last axis."""

    _name = "cos_sim"

    def _of(self, label, pred):
        across = op["sqrt"](op["sum"](label * label, axis=-1)) * op["sqrt"](op["sum"](pred * pred, axis=-1))
        return op["sum"](label * pred, axis=-1) / op["maximum"](across, 1e-8)


@_register("mpd")
class MeanPairwiseDistance(EvalMetric):
    """The mean distance of labels and predictions along the last axis."""

    _name = "mpd"

    def __init__(self, name="mpd", p=2, output_names=None, label_names=None):
        self._p = p
        super().__init__(name)

    def _of(self, label, pred):
        return op["pow"](op["sum"](op["pow"](op["abs"](label - pred), float(self._p)), axis=-1), 1.0 / self._p)


@_register("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics at once."""

    _name = "composite"

    def __init__(self, metrics=None, name="composite", output_names=None, label_names=None):
        self.metrics = [create(m) for m in metrics or []]
        super().__init__(name)

    def add(self, metric):
        self.metrics.append(create(metric))

    def get_metric(self, index):
        return self.metrics[index]

    def update(self, labels, preds):
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self):
        for metric in self.metrics:
            metric.reset()

    def get(self):
        found = [pair for metric in self.metrics for pair in metric.get_name_value()]  # one of them may be a composite, too
        return [name for name, _ in found], [value for _, value in found]

    def get_config(self):
        return {"metric": type(self).__name__, "name": self.name, "metrics": [m.get_config() for m in self.metrics]}


@_register("custom")
class CustomMetric(EvalMetric):
    """The mean of a function of labels and predictions as NumPy arrays."""

    def __init__(self, feval, name=None, allow_extra_outputs=False, output_names=None, label_names=None):
        self._feval = feval
        super().__init__(name or f"custom({feval.__name__})")

    def reset(self):
        self.sum_metric, self.num_inst = 0.0, 0

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            value = self._feval(label.numpy(), pred.numpy())
            total, count = value if isinstance(value, tuple) else (value, 1)
            self.sum_metric += total
            self.num_inst += count

    def get(self):
        return self.name, self.sum_metric / self.num_inst if self.num_inst else float("nan")


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """Return a metric that computes a function of NumPy arrays."""
    return CustomMetric(numpy_feval, name, allow_extra_outputs)


def create(metric, *args, **kwargs):
    """Return a metric for a name, a function, a list of these, a configuration as JSON, or the metric itself."""
    if isinstance(metric, EvalMetric):
        return metric
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, (list, tuple)):
        return CompositeEvalMetric([create(m, *args, **kwargs) for m in metric])
    if isinstance(metric, str) and metric.startswith("{"):
        metric = json.loads(metric)
    if isinstance(metric, dict):
        given = {k: v for k, v in metric.items() if k not in ("metric", "metrics")}
        if "metrics" in metric:
            return CompositeEvalMetric([create(m) for m in metric["metrics"]], **given)
        return _NAMES[metric["metric"].lower()](**given)
    if metric.lower() not in _NAMES:
        raise ValueError(f"unknown metric {metric!r}; the metrics are {', '.join(sorted(_NAMES))}")
    return _NAMES[metric.lower()](*args, **kwargs)


def register(cls):
    """Make a metric available to create under the name of its class."""
    return _register()(cls)


def _get_config(self):
    return {"metric": type(self).__name__, "name": self.name, **getattr(self, "_kwargs", {})}


EvalMetric.get_config = _get_config
EvalMetric.num_inst = property(lambda self: self.__dict__.get("num_inst", self.__dict__.get("_count", 0)),
                               lambda self, value: self.__dict__.__setitem__("num_inst", value))
for _name, _cls in _metrics.MXNET.items():
    _NAMES[_name.lower()] = _cls
_NAMES |= {"acc": _metrics.MXNET["Accuracy"], "top_k_acc": _metrics.MXNET["TopKAccuracy"],
           "top_k_accuracy": _metrics.MXNET["TopKAccuracy"]}
METRICS = {**_metrics.MXNET, **{cls.__name__: cls for cls in (
    F1, Fbeta, MCC, BinaryAccuracy, CrossEntropy, Perplexity, PearsonCorrelation, PCC, MeanCosineSimilarity,
    MeanPairwiseDistance, CompositeEvalMetric, CustomMetric)}, "create": create, "register": register, "np": np,
    "NegativeLogLikelihood": CrossEntropy}
