"""Keras's losses and metrics: a function for each, and classes made from the functions."""
import weir
from weir._core import Array
from weir.dialects import _keras
from weir.dialects._tensor_class import Mistake, op
from weir.dialects._tf_tensor import Refused, as_tensor, count_of, made

_shape = Array.shape.__get__
_LEAST = 1e-7  # keras.backend.epsilon()

def alike(y_true, y_pred):
    """Return labels and predictions with the same number of axes, if they differ by a last axis of length 1."""
    if y_true.ndim == y_pred.ndim + 1:
        return tuple(reversed(alike(y_pred, y_true)))
    if y_pred.ndim != y_true.ndim + 1 or _shape(y_pred)[-1] != 1:
        return y_true, y_pred
    return (op["expand_dims"](y_true, -1), y_pred) if y_true.ndim == 1 else (y_true, op["squeeze"](y_pred, axis=-1))


# ---- Functions of labels and predictions, over the last axis


def _labels(y_true, y_pred):
    """Return both as tensors of the dtype of the predictions."""
    y_pred = as_tensor(y_pred)
    y_true = as_tensor(y_true)
    return (y_true if y_true.dtype == y_pred.dtype else op["astype"](y_true, y_pred.dtype)), y_pred


def _probabilities(y_pred, axis):
    """Return predictions with the sum 1, and not exactly 0 or 1."""
    return op["clip"](y_pred / op["sum"](y_pred, axis=axis, keepdims=True), _LEAST, 1 - _LEAST)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
    y_true, y_pred = as_tensor(y_true), as_tensor(y_pred)
    if y_pred.dtype.kind != "f":
        raise Mistake(f"sparse_categorical_crossentropy: predictions must be floats, not {y_pred.dtype}; the order of "
                      "arguments is (labels, predictions)")
    labels = op["astype"](y_true, weir.int64)
    labels = op["squeeze"](labels, axis=-1) if labels.ndim == y_pred.ndim else labels
    scores = y_pred if from_logits else op["log"](_probabilities(y_pred, axis))
    if from_logits:
        return op["cross_entropy"](scores, labels, axis=axis, reduction="none")
    picked = op["take_along_axis"](scores, op["expand_dims"](labels, axis), axis=axis)
    return -op["squeeze"](picked, axis=axis)


def _smoothed(y_true, amount, classes):
    return y_true if not amount else y_true * (1 - amount) + amount / classes


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    y_true, y_pred = _labels(y_true, y_pred)
    y_true = _smoothed(y_true, label_smoothing, _shape(y_pred)[axis])
    logs = op["log_softmax"](y_pred, axis=axis) if from_logits else op["log"](_probabilities(y_pred, axis))
    return -op["sum"](y_true * logs, axis=axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    y_true, y_pred = _labels(y_true, y_pred)
    y_true = _smoothed(y_true, label_smoothing, 2)
    if from_logits:
        losses = op["binary_cross_entropy_with_logits"](y_pred, y_true, reduction="none")
    else:
        y_pred = op["clip"](y_pred, _LEAST, 1 - _LEAST)
        losses = -(y_true * op["log"](y_pred) + (1 - y_true) * op["log"](1 - y_pred))
    return op["mean"](losses, axis=axis)


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0,
                              axis=-1):
    y_true, y_pred = _labels(y_true, y_pred)
    y_true = _smoothed(y_true, label_smoothing, 2)
    y_pred = op["sigmoid"](y_pred) if from_logits else y_pred
    clipped = op["clip"](y_pred, _LEAST, 1 - _LEAST)
    losses = -(y_true * op["log"](clipped) + (1 - y_true) * op["log"](1 - clipped))
    hit = y_true * y_pred + (1 - y_true) * (1 - y_pred)
    losses = (1 - hit) ** gamma * losses
    if apply_class_balancing:
        losses = (y_true * alpha + (1 - y_true) * (1 - alpha)) * losses
    return op["mean"](losses, axis=axis)


def categorical_focal_crossentropy(y_true, y_pred, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1):
    y_true, y_pred = _labels(y_true, y_pred)
    y_true = _smoothed(y_true, label_smoothing, _shape(y_pred)[axis])
    y_pred = _probabilities(op["softmax"](y_pred, axis=axis) if from_logits else y_pred, axis)
    return op["sum"](-y_true * op["log"](y_pred) * alpha * (1 - y_pred) ** gamma, axis=axis)


def _last_mean(x):
    return op["mean"](x, axis=-1) if x.ndim > 0 else x


def _over_last(fn):
    """Return a loss: the mean over the last axis of fn(labels, predictions)."""
    return lambda y_true, y_pred, **settings: _last_mean(fn(*_labels(y_true, y_pred), **settings))


def _kept(x):
    return op["maximum"](x, _LEAST)


def _log_cosh(t, p):
    d = p - t
    return d + op["softplus"](-2.0 * d) - 0.6931471805599453


def _hinge_labels(t):
    """Return labels 0 and 1 as -1 and 1, if there are no others."""
    zeros_and_ones = op["all"]((t == 0) | (t == 1))
    return op["where"](zeros_and_ones, 2 * t - 1, t)


mean_squared_error = _over_last(lambda t, p: op["square"](p - t))
mean_absolute_error = _over_last(lambda t, p: op["abs"](p - t))
mean_absolute_percentage_error = _over_last(lambda t, p: 100 * op["abs"]((t - p) / _kept(op["abs"](t))))
mean_squared_logarithmic_error = _over_last(lambda t, p: op["square"](op["log"](_kept(p) + 1) - op["log"](_kept(t) + 1)))
huber = _over_last(lambda t, p, delta=1.0: op["huber_loss"](p, t, reduction="none", delta=delta))
log_cosh = _over_last(_log_cosh)
poisson = _over_last(lambda t, p: p - t * op["log"](p + _LEAST))
hinge = _over_last(lambda t, p: op["relu"](1 - _hinge_labels(t) * p))
squared_hinge = _over_last(lambda t, p: op["square"](op["relu"](1 - _hinge_labels(t) * p)))


def kl_divergence(y_true, y_pred):
    t, p = (op["clip"](x, _LEAST, 1.0) for x in _labels(y_true, y_pred))
    return op["sum"](t * op["log"](t / p), axis=-1)


def categorical_hinge(y_true, y_pred):
    t, p = _labels(y_true, y_pred)
    return op["relu"](1 + op["max"]((1 - t) * p, axis=-1) - op["sum"](t * p, axis=-1))


def _unit(x, axis):
    return x * op["rsqrt"](op["maximum"](op["sum"](op["square"](x), axis=axis, keepdims=True), 1e-12))


def cosine_similarity(y_true, y_pred, axis=-1):
    t, p = _labels(y_true, y_pred)
    return -op["sum"](_unit(t, axis) * _unit(p, axis), axis=axis)


# ---- Classes


class Loss:
    """Base class of losses; the result is the mean over the batch, unless `reduction` is "sum" or "none"."""

    def __init__(self, reduction="auto", name=None, **settings):
        self.reduction, self._settings = str(reduction).lower(), settings
        self.name = name or type(self).__name__
        if self.reduction not in ("auto", "sum_over_batch_size", "mean", "mean_with_sample_weight", "sum", "none"):
            raise Refused(f"reduction must be 'sum_over_batch_size', 'mean', 'sum' or 'none', not {reduction!r}")

    def call(self, y_true, y_pred):
        return type(self)._fn(y_true, y_pred, **self._settings)

    def __call__(self, y_true, y_pred, sample_weight=None):
        y_pred, y_true = as_tensor(y_pred), as_tensor(y_true)
        losses = self.call(*alike(y_true, y_pred))
        if sample_weight is not None:
            losses = losses * as_tensor(sample_weight)
        if self.reduction == "none":
            return losses
        return op["sum"](losses) if self.reduction == "sum" else op["mean"](losses)


def _loss(name, fn, order=()):
    def __init__(self, *args, reduction="auto", name=None, **settings):
        Loss.__init__(self, reduction, name, **{**dict(zip(order, args)), **settings})

    return type(name, (Loss,), {"__init__": __init__, "_fn": staticmethod(fn)})


_PROBABLE = ("from_logits", "label_smoothing")
# The class, its function, the other names of the function, and the settings that may be given by position.
_TABLE = [
    ("MeanSquaredError", mean_squared_error, "mean_squared_error mse MSE", ()),
    ("MeanAbsoluteError", mean_absolute_error, "mean_absolute_error mae MAE", ()),
    ("MeanAbsolutePercentageError", mean_absolute_percentage_error, "mean_absolute_percentage_error mape MAPE", ()),
    ("MeanSquaredLogarithmicError", mean_squared_logarithmic_error, "mean_squared_logarithmic_error msle MSLE", ()),
    ("SparseCategoricalCrossentropy", sparse_categorical_crossentropy, "sparse_categorical_crossentropy", ("from_logits",)),
    ("CategoricalCrossentropy", categorical_crossentropy, "categorical_crossentropy", _PROBABLE),
    ("BinaryCrossentropy", binary_crossentropy, "binary_crossentropy", _PROBABLE),
    ("BinaryFocalCrossentropy", binary_focal_crossentropy, "binary_focal_crossentropy", ()),
    ("CategoricalFocalCrossentropy", categorical_focal_crossentropy, "categorical_focal_crossentropy", ()),
    ("Huber", huber, "huber", ("delta",)), ("LogCosh", log_cosh, "log_cosh logcosh", ()),
    ("KLDivergence", kl_divergence, "kl_divergence kld KLD", ()), ("Poisson", poisson, "poisson", ()),
    ("Hinge", hinge, "hinge", ()), ("SquaredHinge", squared_hinge, "squared_hinge", ()),
    ("CategoricalHinge", categorical_hinge, "categorical_hinge", ()),
    ("CosineSimilarity", cosine_similarity, "cosine_similarity", ("axis",)),
]
LOSSES = {name: _loss(name, fn, order) for name, fn, _, order in _TABLE}
LOSS_FUNCTIONS = {name: fn for _, fn, names, _ in _TABLE for name in names.split()}
LOSS_NAMES = {name: cls for cls, _, names, _ in _TABLE for name in names.split()}


def loss_of(identifier):
    """Return the loss function or object of this name; anything but a string is returned unchanged."""
    if isinstance(identifier, str):
        if identifier in LOSS_FUNCTIONS:
            return LOSS_FUNCTIONS[identifier]
        return LOSSES[identifier]()
    return identifier


class Reduction:
    NONE, SUM, AUTO, SUM_OVER_BATCH_SIZE = "none", "sum", "auto", "sum_over_batch_size"


# ---- Metrics


class Mean:
    """The mean of all values passed to update_state."""

    _name = "mean"

    def __init__(self, name=None, dtype=None):
        self.name = name or self._name
        self.reset_state()

    def reset_state(self):
        self._total, self._count = 0.0, 0.0

    reset_states = reset_state

    def update_state(self, values, sample_weight=None):
        values = as_tensor(values).detach()
        values = values if values.dtype == weir.float32 else op["astype"](values, weir.float32)
        if sample_weight is None:
            self._total, self._count = self._total + op["sum"](values), self._count + count_of(_shape(values))
            return
        weight = op["broadcast_to"](as_tensor(sample_weight, weir.float32).detach(), _shape(values))
        self._total, self._count = self._total + op["sum"](values * weight), self._count + op["sum"](weight)

    def result(self):
        return as_tensor(self._total, weir.float32) / (self._count if isinstance(self._count, Array) else max(self._count, 1))

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()


class Sum(Mean):
    """The sum of all values passed to update_state."""

    _name = "sum"

    def result(self):
        return as_tensor(self._total, weir.float32)


def _metric(name_, fn, end=None, **defaults):
    """Return a class: the mean of fn(labels, predictions, **settings)."""
    def __init__(self, *args, name=None, dtype=None, **settings):
        Mean.__init__(self, name)
        self._settings = {**defaults, **dict(zip(defaults, args)), **settings}

    def update_state(self, y_true, y_pred, sample_weight=None):
        Mean.update_state(self, fn(*alike(as_tensor(y_true), as_tensor(y_pred)), **self._settings), sample_weight)

    def result(self):
        return end(Mean.result(self)) if end is not None else Mean.result(self)

    return type(name_, (Mean,), {"__init__": __init__, "update_state": update_state, "result": result, "_name": _keras.snake(name_)})


def _hits(scores, labels):
    labels = op["astype"](labels, weir.int64)
    labels = op["squeeze"](labels, axis=-1) if labels.ndim == scores.ndim else labels
    return op["argmax"](scores, axis=-1) == labels


def _among(labels, scores, k):
    own = op["take_along_axis"](scores, op["expand_dims"](op["astype"](labels, weir.int64), -1), axis=-1)
    return op["sum"](op["astype"](scores > own, weir.int32), axis=-1) < k


def _of_loss(cls):
    fn = LOSS_FUNCTIONS[next(names for name, _, names, _ in _TABLE if name == cls).split()[0]]
    return lambda t, p, **settings: fn(t, p, **settings)


def _counts(name_, end):
    """Return a class that counts true and false positives and negatives; `end` maps the four counts to the result."""
    class Counts(Mean):
        def __init__(self, thresholds=None, name=None, dtype=None, **others):
            self.threshold = 0.5 if thresholds is None else float(thresholds)
            super().__init__(name)

        def reset_state(self):
            self._counts = [0.0] * 4

        def update_state(self, y_true, y_pred, sample_weight=None):
            t, p = op["astype"](as_tensor(y_true), weir.bool), as_tensor(y_pred).detach() > self.threshold
            found = (t & p, ~t & p, ~t & ~p, t & ~p)
            self._counts = [n + op["sum"](op["astype"](x, weir.float32)) for n, x in zip(self._counts, found)]

        def result(self):
            return end(*(as_tensor(n, weir.float32) for n in self._counts))

    Counts.__name__ = Counts.__qualname__ = name_
    Counts._name = _keras.snake(name_)
    return Counts


def _ratio(a, b):
    return op["where"](b == 0, op["zeros_like"](b), a / op["maximum"](b, 1e-30))


METRICS = {
    "Mean": Mean, "Sum": Sum,
    "Accuracy": _metric("Accuracy", lambda t, p: t == (p if p.dtype == t.dtype else op["astype"](p, t.dtype))),
    "SparseCategoricalAccuracy": _metric("SparseCategoricalAccuracy", lambda t, p: _hits(p, t)),
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
    "Precision": _counts("Precision", lambda tp, fp, tn, fn: _ratio(tp, tp + fp)),
    "Recall": _counts("Recall", lambda tp, fp, tn, fn: _ratio(tp, tp + fn)),
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


class _OfFunction(Mean):
    """A metric that a program wrote as a function of labels and predictions: the mean of its values."""

    def __init__(self, fn):
        super().__init__(getattr(fn, "__name__", "metric"))
        self._fn = fn

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(self._fn(*alike(as_tensor(y_true), as_tensor(y_pred))), sample_weight)


def metric(m):
    """Return the metric for what a program passes to compile: a name, a metric or a function."""
    if not isinstance(m, str):
        return m if hasattr(m, "update_state") else _OfFunction(m)
    if m in ("accuracy", "acc"):
        return _AnyAccuracy(m)
    cls = METRICS.get(LOSS_NAMES.get(m, m)) or next((cls for cls in METRICS.values() if cls._name == m), None)
    if cls is None:
        raise Refused(f"unknown metric {m!r}; the metrics are accuracy, {', '.join(sorted({*LOSS_NAMES, *METRICS}))}")
    return cls(name=m)
