"""Keras's metrics.  Their running sums are arrays, so updates do not block; reading a value blocks."""
import weir
from weir._core import Array
from weir.dialects import _keras
from weir.dialects._tensor_class import op, quietly
from weir.dialects._tf_init import initial
from weir.dialects._tf_layer import mask_of, refuse_unknown
from weir.dialects._tf_losses import LOSS_FUNCTIONS, LOSS_NAMES, alike, cosine_similarity, log_cosh, settings_of
from weir.dialects._tf_tensor import Refused, Variable, as_tensor, count_of, made, names

_shape = Array.shape.__get__


class Metric:
    """Base class of metrics: a subclass defines update_state and result, and creates its variables with add_weight."""

    _name = None

    def __init__(self, name=None, dtype=None, **others):
        refuse_unknown(type(self).__name__, others)
        self.name = name or self._name or _keras.own_name(_keras.snake(type(self).__name__))
        self._dtype = dtype

    dtype = property(lambda self: self._dtype or "float32")

    def add_weight(self, name=None, shape=(), initializer="zeros", dtype=None, **others):
        """Create and return a variable, which reset_state sets to zero."""
        refuse_unknown("add_weight", [key for key in others if key not in ("aggregation", "synchronization")])
        if not isinstance(name, (str, type(None))):  # Keras 3: the shape is the first argument
            name, shape = None, name
        variable = Variable(initial(initializer or "zeros")(tuple(shape), dtype or self.dtype), trainable=False)
        names.put(variable, name or "variable")
        self.__dict__.setdefault("_variables", []).append(variable)
        return variable

    add_variable = add_weight

    @property
    def variables(self):
        return list(self.__dict__.get("_variables", ()))

    def reset_state(self):
        for v in self.variables:
            v.assign(op["zeros_like"](v))

    def reset_states(self):
        self.reset_state()

    def update_state(self, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} does not define update_state")

    def result(self):
        raise NotImplementedError(f"{type(self).__name__} does not define result")

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def get_config(self):
        return {"name": self.name, "dtype": str(self.dtype)}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}>"


class Mean(Metric):
    """The mean of all values passed to update_state."""

    _name = "mean"

    def __init__(self, name=None, dtype=None):
        super().__init__(name, dtype)
        self.reset_state()

    def reset_state(self):
        self._total, self._count = 0.0, 0.0
        super().reset_state()

    def update_state(self, values, sample_weight=None):
        values = as_tensor(values).detach()
        values = values if values.dtype == weir.float32 else op["astype"](values, weir.float32)
        if sample_weight is None:
            self._total, self._count = self._total + op["sum"](values), self._count + count_of(_shape(values))
            return
        weight = as_tensor(sample_weight, weir.float32).detach()
        if weight.ndim == values.ndim + 1:
            values, weight = alike(values, weight)
        if weight.ndim < values.ndim:  # several values for a weight: their mean
            values = op["mean"](values, axis=tuple(range(weight.ndim, values.ndim)))
        weight = op["broadcast_to"](weight, _shape(values))
        self._total, self._count = self._total + op["sum"](values * weight), self._count + op["sum"](weight)

    def result(self):
        count = self._count
        return as_tensor(self._total, weir.float32) / (op["where"](count == 0, op["ones_like"](count), count) if isinstance(
            count, Array) else max(count, 1))


class Sum(Mean):
    """The sum of all values passed to update_state."""

    _name = "sum"

    def result(self):
        return as_tensor(self._total, weir.float32)


class MeanMetricWrapper(Mean):
    """The mean of fn(labels, predictions, **settings)."""

    def __init__(self, fn, name=None, dtype=None, **settings):
        super().__init__(name or getattr(fn, "__name__", None), dtype)
        self._fn, self._settings = fn, settings

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = as_tensor(y_true), as_tensor(y_pred)
        mask = mask_of(y_pred)
        values = quietly(lambda: self._fn(*alike(y_true, y_pred), **self._settings))
        if mask is not None:
            mask = op["astype"](mask, weir.float32)
            weight = None if sample_weight is None else as_tensor(sample_weight, weir.float32)
            sample_weight = mask if weight is None else mask * op["reshape"](weight, _shape(weight) + (1,) * (mask.ndim - weight.ndim))
        super().update_state(values, sample_weight)


def _metric(name_, fn, end=None, **defaults):
    """Return a class: the mean of fn(labels, predictions, **settings)."""
    known = list(defaults) or settings_of(fn)

    def __init__(self, *args, name=None, dtype=None, **settings):
        given = {**defaults, **settings, **dict(zip(defaults, args))}
        if len(args) > len(defaults):
            name, dtype = ([*args[len(defaults):], name, dtype])[:2]
        refuse_unknown(type(self).__name__, [key for key in given if key not in known], [*known, "name", "dtype"])
        MeanMetricWrapper.__init__(self, fn, name or self._name, dtype, **given)

    def result(self):
        return end(Mean.result(self)) if end is not None else Mean.result(self)

    return type(name_, (MeanMetricWrapper,), {"__init__": __init__, "result": result, "_name": _keras.snake(name_)})


def _hits(t, p):
    labels = op["astype"](t, weir.int64)
    labels = op["squeeze"](labels, axis=-1) if labels.ndim == p.ndim else labels
    return op["argmax"](p, axis=-1) == labels


def _among(t, p, k):
    own = op["take_along_axis"](p, op["expand_dims"](op["astype"](t, weir.int64), -1), axis=-1)
    return op["sum"](op["astype"](p > own, weir.int32), axis=-1) < k


def _of_loss(cls):
    return LOSS_FUNCTIONS[next(name for name, own in LOSS_NAMES.items() if own == cls)]


def _ratio(a, b):
    return op["where"](b == 0, op["zeros_like"](b), a / op["where"](b == 0, op["ones_like"](b), b))


# ---- Metrics of true and false positives and negatives


class _Confusion(Metric):
    """Counts true and false positives and negatives for thresholds; `_end` maps the four counts to the result."""

    def __init__(self, thresholds=None, name=None, dtype=None, **others):
        super().__init__(name, dtype, **others)
        self._set_thresholds(thresholds, 0.5)

    def _set_thresholds(self, thresholds, default):
        self.thresholds, self._several = thresholds, isinstance(thresholds, (list, tuple))
        given = list(thresholds) if self._several else [default if thresholds is None else thresholds]
        wrong = [t for t in given if t is None or not 0 <= t <= 1 and t != default]
        if wrong:
            raise Refused(f"{type(self).__name__}: thresholds must be between 0 and 1, not {wrong[0]}")
        self._limits = [float(t) for t in given]
        self.reset_state()

    def reset_state(self):
        self._counts = [0.0] * 4

    def _prepared(self, y_true, y_pred):
        return y_true, y_pred

    def update_state(self, y_true, y_pred, sample_weight=None):
        quietly(lambda: self._add(as_tensor(y_true).detach(), op["astype"](as_tensor(y_pred).detach(), weir.float32), sample_weight))

    def _add(self, t, p, weight):
        t, p = self._prepared(*alike(t, p))
        if weight is not None:
            w = as_tensor(weight, weir.float32).detach()
            w = op["reshape"](w, _shape(w)[:1]) if w.ndim > p.ndim else w
            w = op["ravel"](op["broadcast_to"](op["reshape"](w, _shape(w) + (1,) * (p.ndim - w.ndim)), _shape(p)))
        t = op["expand_dims"](op["ravel"](op["astype"](t, weir.bool)), 0)
        p = op["expand_dims"](op["ravel"](p), 0) > made(weir.asarray(self._limits, dtype=weir.float32).reshape((-1, 1)))
        for i, found in enumerate((t & p, ~t & p, ~t & ~p, t & ~p)):
            found = op["astype"](found, weir.float32)
            self._counts[i] = self._counts[i] + op["sum"](found if weight is None else found * w, axis=1)

    def result(self):
        found = self._end(*(as_tensor(n, weir.float32) for n in self._counts))
        return found if self._several or not found.ndim else found[0]


def _counts(name_, end):
    return type(name_, (_Confusion,), {"_end": staticmethod(end)})


class _Selected(_Confusion):
    """A metric of positives that may be about one class, or about the k classes with the highest scores."""

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        Metric.__init__(self, name, dtype)
        self.top_k, self.class_id = top_k, class_id
        self._set_thresholds(thresholds, 0.5 if top_k is None else -1e10)

    def _prepared(self, y_true, y_pred):
        if self.top_k is not None:
            least = op["min"](op["topk"](y_pred, k=self.top_k)[0], axis=-1, keepdims=True)
            y_pred = op["where"](y_pred >= least, y_pred, op["full_like"](y_pred, -1e10))
        return (y_true, y_pred) if self.class_id is None else (y_true[..., self.class_id], y_pred[..., self.class_id])


Precision = type("Precision", (_Selected,), {"_end": staticmethod(lambda tp, fp, tn, fn: _ratio(tp, tp + fp))})
Recall = type("Recall", (_Selected,), {"_end": staticmethod(lambda tp, fp, tn, fn: _ratio(tp, tp + fn))})


class AUC(_Confusion):
    """The area under the ROC curve, or under the curve of precision and recall (curve="PR"), by a sum over thresholds."""

    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None, thresholds=None,
                 multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        Metric.__init__(self, name, dtype)
        if multi_label or label_weights is not None:
            raise NotImplementedError("AUC: multi_label is not supported; use one AUC for each label")
        if str(curve).upper() not in ("ROC", "PR") or summation_method not in ("interpolation", "minoring", "majoring"):
            raise Refused(f"AUC: curve must be 'ROC' or 'PR', not {curve!r}, and summation_method 'interpolation', 'minoring' or 'majoring', "
                          f"not {summation_method!r}")
        self.curve, self.summation_method, self._from_logits = str(curve).upper(), summation_method, from_logits
        inner = [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)] if thresholds is None else sorted(thresholds)
        self._limits, self._several, self.num_thresholds = [-1e-7, *inner, 1 + 1e-7], False, len(inner) + 2
        self.reset_state()

    def _prepared(self, y_true, y_pred):
        return y_true, op["sigmoid"](y_pred) if self._from_logits else y_pred

    def _end(self, tp, fp, tn, fn):
        if not tp.ndim:
            return tp
        if self.curve == "PR" and self.summation_method == "interpolation":
            return self._interpolated(tp, fp, fn)
        recall = _ratio(tp, tp + fn)
        x, y = (_ratio(fp, fp + tn), recall) if self.curve == "ROC" else (recall, _ratio(tp, tp + fp))
        low = {"interpolation": lambda a, b: (a + b) / 2, "minoring": op["minimum"], "majoring": op["maximum"]}[self.summation_method]
        return op["sum"]((x[:-1] - x[1:]) * low(y[:-1], y[1:]))

    @staticmethod
    def _interpolated(tp, fp, fn):
        p = tp + fp
        rise, run = tp[:-1] - tp[1:], p[:-1] - p[1:]
        slope = _ratio(rise, op["maximum"](run, 0.0))
        start = tp[1:] - slope * p[1:]
        both = (p[:-1] > 0) & (p[1:] > 0)
        part = op["where"](both, _ratio(p[:-1], op["maximum"](p[1:], 0.0)), op["ones_like"](run))
        part = op["where"](both, part, op["ones_like"](part))
        return op["sum"](_ratio(slope * (rise + start * op["log"](part)), op["maximum"](tp[1:] + fn[1:], 0.0)))


class F1Score(Metric):
    """The harmonic mean of precision and recall of each class, or their average ("micro", "macro", "weighted")."""

    _name = "f1_score"

    def __init__(self, average=None, threshold=None, name=None, dtype=None):
        super().__init__(name, dtype)
        if average not in (None, "micro", "macro", "weighted"):
            raise Refused(f"F1Score: average must be None, 'micro', 'macro' or 'weighted', not {average!r}")
        self.average, self.threshold = average, threshold
        self.reset_state()

    def reset_state(self):
        self._counts = [0.0] * 4  # true positives, false positives, false negatives, weights

    def update_state(self, y_true, y_pred, sample_weight=None):
        t, p = (op["astype"](as_tensor(v).detach(), weir.float32) for v in (y_true, y_pred))
        if self.threshold is None:
            chosen = (p >= op["max"](p, axis=-1, keepdims=True)) & (op["abs"](p) > 1e-9)
        else:
            chosen = p > self.threshold
        p, axis = op["astype"](chosen, weir.float32), 0 if self.average != "micro" else None
        weight = 1.0 if sample_weight is None else op["reshape"](as_tensor(sample_weight, weir.float32), (-1, 1))
        for i, found in enumerate((t * p, p * (1 - t), (1 - p) * t, t)):
            self._counts[i] = self._counts[i] + op["sum"](found * weight, axis=axis)

    def result(self):
        tp, fp, fn, weights = (as_tensor(n, weir.float32) for n in self._counts)
        precision, recall = _ratio(tp, tp + fp), _ratio(tp, tp + fn)
        f1 = _ratio(2 * precision * recall, precision + recall)
        if self.average == "weighted":
            return op["sum"](f1 * _ratio(weights, op["sum"](weights) + op["zeros_like"](weights)))
        return op["mean"](f1) if self.average == "macro" else f1


class MeanIoU(Metric):
    """The mean over the classes of intersection / union of labels and predictions."""

    _name = "mean_io_u"

    def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
        super().__init__(name, dtype)
        self.num_classes, self.ignore_class, self._sparse, self._axis = num_classes, ignore_class, (sparse_y_true, sparse_y_pred), axis
        self.reset_state()

    def reset_state(self):
        self._matrix = op["zeros"]((self.num_classes, self.num_classes))

    def update_state(self, y_true, y_pred, sample_weight=None):
        t, p = (op["ravel"](op["astype"](v if sparse else op["argmax"](v, axis=self._axis), weir.int64)) for v, sparse in zip(
            (as_tensor(y_true).detach(), as_tensor(y_pred).detach()), self._sparse))
        weight = op["ones"](_shape(t)) if sample_weight is None else op["ravel"](as_tensor(sample_weight, weir.float32))
        if self.ignore_class is not None:
            counts = t != self.ignore_class
            t, weight = op["where"](counts, t, op["zeros_like"](t)), weight * op["astype"](counts, weir.float32)
        rows, columns = (op["one_hot"](v, num_classes=self.num_classes, dtype=weir.float32) for v in (t, p))
        self._matrix = self._matrix + op["matmul"](op["permute_dims"](rows * op["expand_dims"](weight, 1)), columns)

    def result(self):
        hits = op["sum"](self._matrix * weir.eye(self.num_classes), axis=0)
        union = op["sum"](self._matrix, axis=0) + op["sum"](self._matrix, axis=1) - hits
        found = op["astype"](union > 0, weir.float32)
        return made(_ratio(op["sum"](_ratio(hits, union) * found), op["sum"](found)))


METRICS = {
    "Metric": Metric, "Mean": Mean, "Sum": Sum, "MeanMetricWrapper": MeanMetricWrapper, "AUC": AUC, "F1Score": F1Score, "MeanIoU": MeanIoU,
    "Precision": Precision, "Recall": Recall,
    "Accuracy": _metric("Accuracy", lambda t, p: t == (p if p.dtype == t.dtype else op["astype"](p, t.dtype))),
    "SparseCategoricalAccuracy": _metric("SparseCategoricalAccuracy", _hits),
    "CategoricalAccuracy": _metric("CategoricalAccuracy", lambda t, p: op["argmax"](t, axis=-1) == op["argmax"](p, axis=-1)),
    "BinaryAccuracy": _metric("BinaryAccuracy", lambda t, p, threshold: op["mean"](op["astype"](
        op["astype"](p > threshold, t.dtype) == t, weir.float32), axis=-1), threshold=0.5),
    "SparseTopKCategoricalAccuracy": _metric("SparseTopKCategoricalAccuracy", _among, k=5),
    "TopKCategoricalAccuracy": _metric("TopKCategoricalAccuracy", lambda t, p, k: _among(op["argmax"](t, axis=-1), p, k), k=5),
    "RootMeanSquaredError": _metric("RootMeanSquaredError", lambda t, p: op["square"](p - op["astype"](t, p.dtype)), op["sqrt"]),
    "CosineSimilarity": _metric("CosineSimilarity", lambda t, p, axis: -cosine_similarity(t, p, axis), axis=-1),
    "LogCoshError": _metric("LogCoshError", log_cosh),
    **{name: _metric(name, _of_loss(name)) for name in (
        "MeanSquaredError", "MeanAbsoluteError", "MeanAbsolutePercentageError", "MeanSquaredLogarithmicError", "BinaryCrossentropy",
        "CategoricalCrossentropy", "SparseCategoricalCrossentropy", "KLDivergence", "Poisson", "Hinge", "SquaredHinge", "CategoricalHinge")},
    "TruePositives": _counts("TruePositives", lambda tp, fp, tn, fn: tp), "FalsePositives": _counts("FalsePositives", lambda tp, fp, tn, fn: fp),
    "TrueNegatives": _counts("TrueNegatives", lambda tp, fp, tn, fn: tn), "FalseNegatives": _counts("FalseNegatives", lambda tp, fp, tn, fn: fn),
}
METRICS["LogCoshError"]._name = "logcosh"


class _AnyAccuracy(Mean):
    """The metric "accuracy", which is one of three, by the shapes of labels and predictions."""

    def reset_state(self):
        self._own = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = as_tensor(y_true), as_tensor(y_pred)
        if self._own is None:
            classes = _shape(y_pred)[-1] if y_pred.ndim else 1
            single = y_true.ndim < y_pred.ndim or _shape(y_true)[-1] == 1
            self._own = METRICS[f"{'Binary' if classes == 1 else 'SparseCategorical' if single else 'Categorical'}Accuracy"]()
        self._own.update_state(y_true, y_pred, sample_weight)

    def result(self):
        return as_tensor(0.0) if self._own is None else self._own.result()


def metric(m):
    """Return the metric for what a program passes to compile: a name, a metric or a function."""
    if not isinstance(m, str):
        if isinstance(m, type) or not callable(m) and not hasattr(m, "update_state"):
            raise Refused(f"a metric must be a name, a Metric object or a function of labels and predictions, not {m!r}")
        return m if hasattr(m, "update_state") else MeanMetricWrapper(m)
    if m in ("accuracy", "acc"):
        return _AnyAccuracy(m)
    cls = METRICS.get(LOSS_NAMES.get(m, m)) or next((cls for cls in METRICS.values() if cls._name == m), None)
    if cls is not None and cls not in (Metric, MeanMetricWrapper):
        return cls(name=m)
    if m in LOSS_FUNCTIONS:
        return MeanMetricWrapper(LOSS_FUNCTIONS[m], m)
    raise Refused(f"unknown metric {m!r}; the metrics are accuracy, {', '.join(sorted({*LOSS_NAMES, *METRICS}))}")
