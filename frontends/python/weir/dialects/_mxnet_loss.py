"""Gluon's losses, which return one value for each sample."""
import math

import weir
from weir.dialects import _mxnet_npx as npx
from weir.dialects._mxnet_arrays import made
from weir.dialects._mxnet_blocks import HybridBlock
from weir.dialects._tensor_class import op


def _like(label, pred):
    return label if label.shape == pred.shape else op["reshape"](label, pred.shape)


class Loss(HybridBlock):
    """Base class of losses: forward returns the mean of the losses of each sample."""

    def __init__(self, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__()
        self._weight, self._batch_axis = weight, batch_axis

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def _weighted(self, losses, sample_weight=None, weight=True):
        if sample_weight is not None:
            losses = losses * sample_weight
        if weight and self._weight is not None:
            assert isinstance(self._weight, (int, float)), f"the weight of a loss is a number, not {self._weight!r}"
            losses = losses * self._weight
        return losses

    def _means(self, losses):
        axes = tuple(i for i in range(losses.ndim) if i != self._batch_axis)
        return op["mean"](losses, axis=axes) if axes else losses

    def forward(self, pred, label, sample_weight=None):
        if not hasattr(self, "_loss"):  # a program's class that defines hybrid_forward
            return super().forward(pred, label, *(() if sample_weight is None else (sample_weight,)))
        return self._means(self._weighted(self._loss(pred, _like(label, pred)), sample_weight))


class L2Loss(Loss):
    """Half the squared error."""

    def __init__(self, weight=1.0, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)

    def forward(self, pred, label, sample_weight=None):
        losses = self._weighted(op["square"](_like(label, pred) - pred), sample_weight, False)
        return self._means(losses * (self._weight / 2))


class L1Loss(Loss):
    """The absolute error."""

    def _loss(self, pred, label):
        return op["abs"](label - pred)


class HuberLoss(Loss):
    """The squared error up to rho, the absolute error beyond."""

    def __init__(self, rho=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._rho = rho

    def _loss(self, pred, label):
        return op["huber_loss"](pred, label, reduction="none", delta=float(self._rho)) / self._rho


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Binary cross-entropy of scores or, with from_sigmoid, of probabilities; pos_weight weighs positive samples."""

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._from_sigmoid = from_sigmoid

    def forward(self, pred, label, sample_weight=None, pos_weight=None):
        label = _like(label, pred)
        if not self._from_sigmoid:
            tail = op["softplus"](-op["abs"](pred)) + op["relu"](-pred)
            if pos_weight is None:
                losses = op["relu"](pred) - pred * label + op["softplus"](-op["abs"](pred))
            else:
                losses = pred - pred * label + (1 + (pos_weight - 1) * label) * tail
        else:
            eps = 1e-12
            ones = op["log"](pred + eps) * label
            losses = -((ones if pos_weight is None else ones * pos_weight) + op["log"](1.0 - pred + eps) * (1.0 - label))
        return self._means(self._weighted(losses, sample_weight))


class SoftmaxCrossEntropyLoss(Loss):
    """Softmax cross-entropy; labels are class indices or, if sparse_label is false, probabilities."""

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._axis, self._sparse, self._from_logits = axis, sparse_label, from_logits

    def forward(self, pred, label, sample_weight=None):
        logs = pred if self._from_logits else op["log_softmax"](pred, axis=self._axis)
        if self._sparse:
            losses = -npx.pick(logs, label, axis=self._axis, keepdims=True)
        else:
            losses = -op["sum"](logs * _like(label, pred), axis=self._axis, keepdims=True)
        return self._means(self._weighted(losses, sample_weight))


class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of log-probabilities, or of scores, from the labels."""

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._from_logits, self._axis = from_logits, axis

    def forward(self, pred, label, sample_weight=None):
        logs = pred if self._from_logits else op["log_softmax"](pred, axis=self._axis)
        return self._means(self._weighted(label * (op["log"](label + 1e-12) - logs), sample_weight))


class HingeLoss(Loss):
    """The hinge loss of labels -1 and 1."""

    def __init__(self, margin=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._margin = margin

    def _loss(self, pred, label):
        return op["relu"](self._margin - pred * label)


class SquaredHingeLoss(HingeLoss):
    """The square of the hinge loss."""

    def _loss(self, pred, label):
        return op["square"](super()._loss(pred, label))


class LogisticLoss(Loss):
    """The logistic loss of labels -1 and 1 ("signed") or 0 and 1 ("binary")."""

    def __init__(self, weight=None, batch_axis=0, label_format="signed", prefix=None, params=None):
        super().__init__(weight, batch_axis)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format is 'signed' or 'binary', not {label_format!r}")
        self._label_format = label_format

    def _loss(self, pred, label):
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        return op["relu"](pred) - pred * label + op["softplus"](-op["abs"](pred))


class TripletLoss(Loss):
    """How much farther a negative sample has to be from pred than a positive one."""

    def __init__(self, margin=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._margin = margin

    def forward(self, pred, positive, negative, sample_weight=None):
        gap = op["square"](_like(positive, pred) - pred) - op["square"](_like(negative, pred) - pred)
        axes = tuple(i for i in range(gap.ndim) if i != self._batch_axis)
        return self._weighted(op["relu"](op["sum"](gap, axis=axes) + self._margin), sample_weight)


class PoissonNLLLoss(Loss):
    """The negative log-likelihood of counts under a Poisson distribution."""

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._from_logits, self._full = from_logits, compute_full

    def forward(self, pred, target, sample_weight=None, epsilon=1e-8):
        target = _like(target, pred)
        losses = op["exp"](pred) - target * pred if self._from_logits else pred - target * op["log"](pred + epsilon)
        if self._full:
            stirling = target * op["log"](target) - target + 0.5 * op["log"](2 * target * math.pi)
            losses = losses + op["where"](target > 1, stirling, 0.0)
        return self._means(self._weighted(losses, sample_weight))


class CosineEmbeddingLoss(Loss):
    """One minus the cosine of two vectors with label 1, and the cosine above a margin for label -1."""

    def __init__(self, weight=None, batch_axis=0, margin=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._margin = margin

    def forward(self, input1, input2, label, sample_weight=None):
        input1 = _like(input1, input2)
        across = op["sqrt"](op["sum"](op["square"](input1), axis=-1)) * op["sqrt"](op["sum"](op["square"](input2), axis=-1))
        cosine = op["sum"](input1 * input2, axis=-1) / op["maximum"](across, 1e-12)
        cosine, label = op["reshape"](cosine, (-1, 1)), op["reshape"](label, (-1, 1))
        losses = op["where"](label == 1, 1 - cosine, op["relu"](cosine - self._margin))
        return self._means(self._weighted(losses, sample_weight))


class SDMLLoss(Loss):
    """Smoothed deep metric learning: pairs of a batch are similar, all others are not."""

    def __init__(self, smoothing_parameter=0.3, weight=1.0, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis)
        self._smoothing, self.kl_loss = smoothing_parameter, KLDivLoss(from_logits=True)

    def forward(self, x1, x2):
        n = x1.shape[0]
        eye = made(weir.eye(n))
        labels = eye * (1 - self._smoothing) + (1 - eye) * self._smoothing / (n - 1)
        distances = op["sum"](op["square"](op["expand_dims"](x1, 1) - op["expand_dims"](x2, 0)), axis=2)
        return self.kl_loss(op["log_softmax"](-distances, axis=1), labels)


class CTCLoss(Loss):
    """Connectionist temporal classification; the last class is the blank, and labels of -1 are padding."""

    def __init__(self, layout="NTC", label_layout="NT", weight=None, prefix=None, params=None):
        assert layout in ("NTC", "TNC"), f"layout is 'NTC' or 'TNC', not {layout!r}"
        assert label_layout in ("NT", "TN"), f"label_layout is 'NT' or 'TN', not {label_layout!r}"
        super().__init__(weight, label_layout.find("N"))
        self._layout, self._label_layout = layout, label_layout

    def forward(self, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None):
        if self._layout == "NTC":
            pred = op["swapaxes"](pred, 0, 1)
        if self._batch_axis == 1:
            label = op["swapaxes"](label, 0, 1)
        time, batch, classes = pred.shape
        label = op["astype"](label, weir.int64)
        if label_lengths is None:
            label_lengths = op["sum"](label >= 0, axis=1)
        if pred_lengths is None:
            pred_lengths = weir.full((batch,), time, dtype=weir.int64)
        lengths = [op["astype"](x, weir.int64) for x in (pred_lengths, label_lengths)]
        losses = op["ctc_loss"](op["log_softmax"](pred, axis=-1), op["maximum"](label, 0), *lengths, blank=classes - 1,
                                reduction="none")
        return self._weighted(losses[0] if isinstance(losses, (tuple, list)) else losses, sample_weight)


LOSSES = {cls.__name__: cls for cls in (
    Loss, L2Loss, L1Loss, HuberLoss, SigmoidBinaryCrossEntropyLoss, SoftmaxCrossEntropyLoss, KLDivLoss, HingeLoss,
    SquaredHingeLoss, LogisticLoss, TripletLoss, PoissonNLLLoss, CosineEmbeddingLoss, SDMLLoss, CTCLoss)} | {
        "SigmoidBCELoss": SigmoidBinaryCrossEntropyLoss, "SoftmaxCELoss": SoftmaxCrossEntropyLoss}
