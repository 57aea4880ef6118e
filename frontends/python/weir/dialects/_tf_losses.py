"""Keras's losses: a function for each, and classes made from the functions."""
import inspect

import weir
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op
from weir.dialects._tf_layer import mask_of, refuse_unknown, set_mask
from weir.dialects._tf_tensor import Refused, as_tensor, count_of

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
    counts = None if ignore_class is None else labels != int(ignore_class)
    labels = labels if counts is None else op["where"](counts, labels, op["zeros_like"](labels))
    if from_logits:
        losses = op["cross_entropy"](y_pred, labels, axis=axis, reduction="none")
    else:
        scores = op["log"](_probabilities(y_pred, axis))
        losses = -op["squeeze"](op["take_along_axis"](scores, op["expand_dims"](labels, axis), axis=axis), axis=axis)
    return losses if counts is None else set_mask(op["where"](counts, losses, op["zeros_like"](losses)), counts)


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


def settings_of(fn):
    """Return the names of the arguments of a loss function after labels and predictions."""
    return getattr(fn, "settings", None) or list(inspect.signature(fn).parameters)[2:]


def _over_last(fn):
    """Return a loss: the mean over the last axis of fn(labels, predictions)."""
    def loss(y_true, y_pred, **settings):
        return _last_mean(fn(*_labels(y_true, y_pred), **settings))

    loss.settings = settings_of(fn)
    return loss


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


def reduced(values, weight, mask, reduction):
    """Return the sum or the mean of losses, each times its weight; steps outside the mask do not count."""
    if mask is not None:
        mask = op["astype"](mask, values.dtype)
        if reduction not in ("sum", "none"):
            mask = mask * (count_of(_shape(mask)) / (op["sum"](mask) + _LEAST))
        weight = mask if weight is None else op["multiply"](*alike(mask, as_tensor(weight, values.dtype)))
    if weight is not None:
        values, weight = alike(values, as_tensor(weight, values.dtype))
        values = values * weight
    if reduction == "none":
        return values
    if reduction == "sum":
        return op["sum"](values)
    if reduction == "mean_with_sample_weight" and weight is not None:
        return op["sum"](values) / op["sum"](op["broadcast_to"](weight, _shape(values)))
    return op["mean"](values)


class Loss:
    """Base class of losses; the result is the mean over the batch, unless `reduction` is "sum" or "none"."""

    def __init__(self, reduction="auto", name=None, dtype=None, **settings):
        refuse_unknown(type(self).__name__, settings)
        self.reduction, self._settings, self.name = "none" if reduction is None else str(reduction).lower(), {}, name or type(self).__name__
        if self.reduction not in ("auto", "sum_over_batch_size", "mean", "mean_with_sample_weight", "sum", "none"):
            raise Refused(f"reduction must be 'sum_over_batch_size', 'mean', 'mean_with_sample_weight', 'sum' or 'none', not {reduction!r}")

    def call(self, y_true, y_pred):
        return type(self)._fn(y_true, y_pred, **self._settings)

    def __call__(self, y_true, y_pred, sample_weight=None):
        y_pred, y_true = as_tensor(y_pred), as_tensor(y_true)
        losses = self.call(*alike(y_true, y_pred))
        mask, own = mask_of(y_pred), mask_of(losses)
        mask = own if mask is None else mask if own is None else op["logical_and"](mask, own)
        return reduced(losses, sample_weight, mask, self.reduction)

    def get_config(self):
        return {"name": self.name, "reduction": self.reduction, **self._settings}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


def _loss(name, fn, order=()):
    known = settings_of(fn)

    def __init__(self, *args, reduction="auto", name=None, dtype=None, **settings):
        if len(args) > len(order) + 1:
            raise TypeError(f"{type(self).__name__}: {len(args)} arguments by position, but there are {len(order) + 1}")
        if len(args) > len(order):  # the argument after the settings
            reduction = args[-1]
        settings.update(zip(order, args))
        refuse_unknown(type(self).__name__, [key for key in settings if key not in known], known)
        Loss.__init__(self, reduction, name)
        self._settings = settings

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
        if identifier not in LOSSES:
            raise Refused(f"unknown loss {identifier!r}; the losses are {', '.join([*LOSS_FUNCTIONS, *LOSSES])}")
        return LOSSES[identifier]()
    return identifier


class Reduction:
    NONE, SUM, AUTO, SUM_OVER_BATCH_SIZE = "none", "sum", "auto", "sum_over_batch_size"
