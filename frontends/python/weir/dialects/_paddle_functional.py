"""paddle.nn.functional, where it differs from Weir's operators; what PyTorch computes alike is that dialect's."""
import weir as _weir
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects import _torch_functional as torchlike
from weir.dialects._paddle_tensor import as_dtype
from weir.dialects._tensor_class import Mistake, op, size_of

_shape = Array.shape.__get__


def pair(n):
    return n if n is None or not isinstance(n, int) else (n, n)


def linear(x, weight, bias=None, name=None):
    return op["linear"](x, op["permute_dims"](weight), bias=bias)


# ---- Losses


def check(reduction):
    if reduction not in ("mean", "sum", "none"):
        raise Mistake(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")
    return reduction


def mse_loss(input, label, reduction="mean", name=None):
    return torchlike.reduced(op["square"](input - label), check(reduction))


def l1_loss(input, label, reduction="mean", name=None):
    return torchlike.reduced(op["abs"](input - label), check(reduction))


def smooth_l1_loss(input, label, reduction="mean", delta=1.0, is_huber=True, name=None):
    return op["huber_loss"](input, label, reduction=check(reduction), delta=delta) / (1.0 if is_huber else delta)


def nll_loss(input, label, weight=None, ignore_index=-100, reduction="mean", name=None):
    return op["nll_loss"](input, label, reduction=check(reduction), ignore_index=ignore_index,
                          weight=None if weight is None else weight.detach())


def cross_entropy(input, label, weight=None, ignore_index=-100, reduction="mean", soft_label=False, axis=-1,
                  use_softmax=True, label_smoothing=0.0, name=None):
    """Return the cross entropy of logits and labels.  Labels that are class indices may have an additional axis of
    length one, which losses that are not reduced have too.

    As in Paddle, the mean without class weights divides by the number of all labels if ignore_index is negative, and by the number of
    labels that are not ignored otherwise.
    """
    has_axis = label.ndim == input.ndim
    if not soft_label and has_axis and label.dtype.kind in "iu" and _shape(label)[axis] == 1:
        label = op["squeeze"](label, axis=axis)
    label = label.detach()
    by_all = check(reduction) == "mean" and weight is None and ignore_index < 0 and label.dtype.kind in "iu"
    wanted = "sum" if by_all else reduction
    if not use_softmax:
        if soft_label or label.dtype.kind not in "iu" or label_smoothing or axis % input.ndim != (1 if input.ndim > 1 else 0):
            raise NotImplementedError("cross_entropy: use_softmax=False with soft labels, label_smoothing or an axis that is not the second "
                                      "is not supported; compute the loss from paddle.log(input)")
        losses = op["nll_loss"](op["log"](input), label, reduction=wanted, ignore_index=ignore_index, weight=weight)
    else:
        losses = op["cross_entropy"](input, label, axis=axis, reduction=wanted, ignore_index=ignore_index, label_smoothing=label_smoothing,
                                     weight=weight)
    losses = losses / max(size_of(label), 1) if by_all else losses
    return op["expand_dims"](losses, axis) if reduction == "none" and has_axis else losses


def softmax_with_cross_entropy(logits, label, soft_label=False, ignore_index=-100, numeric_stable_mode=True, return_softmax=False, axis=-1):
    losses = cross_entropy(logits, label, None, ignore_index, "none", soft_label, axis)
    return (losses, op["softmax"](logits, axis=axis)) if return_softmax else losses


def binary_cross_entropy(input, label, weight=None, reduction="mean", name=None):
    return op["binary_cross_entropy"](input, label.detach(), reduction=check(reduction), weight=weight)


def binary_cross_entropy_with_logits(logit, label, weight=None, reduction="mean", pos_weight=None, name=None):
    return torchlike.binary_cross_entropy_with_logits(logit, label.detach(), weight, reduction=check(reduction),
                                                      pos_weight=None if pos_weight is None else pos_weight.detach())


def kl_div(input, label, reduction="mean", log_target=False, name=None):
    return torchlike.kl_div(input, label.detach(), reduction=reduction, log_target=log_target)


def dice_loss(input, label, epsilon=1e-05, name=None):
    label = op["one_hot"](op["squeeze"](label, axis=-1), num_classes=_shape(input)[-1], dtype=input.dtype)
    axes = tuple(range(1, input.ndim))
    common = op["sum"](input * label, axis=axes)
    return op["mean"](1 - 2 * common / (op["sum"](input, axis=axes) + op["sum"](label, axis=axes) + epsilon))


def sigmoid_focal_loss(logit, label, normalizer=None, alpha=0.25, gamma=2.0, reduction="sum", name=None):
    losses = op["binary_cross_entropy_with_logits"](logit, label, reduction="none")
    p = op["sigmoid"](logit)
    hit = p * label + (1 - p) * (1 - label)
    losses = (alpha * label + (1 - alpha) * (1 - label)) * (1 - hit) ** gamma * losses
    losses = losses if normalizer is None else losses / normalizer
    return torchlike.reduced(losses, check(reduction))


def label_smooth(label, prior_dist=None, epsilon=0.1, name=None):
    return (1 - epsilon) * label + epsilon * (1 / _shape(label)[-1] if prior_dist is None else prior_dist)


# ---- Activations and normalisation


def _typed(x, dtype):
    return x if dtype is None else op["astype"](x, as_dtype(dtype))


def softmax(x, axis=-1, dtype=None, name=None):
    return op["softmax"](_typed(x, dtype), axis=axis) if x.ndim else op["ones_like"](x)


def log_softmax(x, axis=-1, dtype=None, name=None):
    return op["log_softmax"](_typed(x, dtype), axis=axis) if x.ndim else op["zeros_like"](x)


def gelu(x, approximate=False, name=None):
    return op["gelu_tanh" if approximate else "gelu"](x)


def prelu(x, weight, data_format="NCHW", name=None):
    return _last(torchlike.prelu(_first(x, data_format), weight), data_format)


def maxout(x, groups, axis=1, name=None):
    n = _shape(x)[axis]
    axis %= x.ndim
    return op["max"](op["reshape"](x, (*_shape(x)[:axis], n // groups, groups, *_shape(x)[axis + 1:])), axis=axis + 1)


def dropout(x, p=0.5, axis=None, training=True, mode="upscale_in_train", name=None):
    """Set random elements, or slices along the other axes than `axis`, to zero."""
    if not training:
        return x * (1 - p) if mode == "downscale_in_infer" else x
    if p == 1:
        return x * 0.0
    if axis is None:
        y = op["dropout"](x, p=p)[0] if p else x
    else:
        kept = [axis] if isinstance(axis, int) else list(axis)
        mask = op["bernoulli"](_weir.full([n if i in kept else 1 for i, n in enumerate(_shape(x))], 1 - p), dtype=x.dtype)
        y = x * mask / (1 - p)
    return y * (1 - p) if mode == "downscale_in_infer" else y


def layer_norm(x, normalized_shape, weight=None, bias=None, epsilon=1e-05, name=None):
    shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
    if list(_shape(x)[-len(shape):]) != shape:
        raise Mistake(f"layer_norm: normalized_shape is {shape}, but the input has the shape {list(_shape(x))}")
    if not 0 <= epsilon <= 0.001:
        raise Mistake(f"layer_norm: epsilon must be from 0 to 0.001, not {epsilon}")
    return op["layer_norm"](x, axis=tuple(range(-len(shape), 0)), eps=epsilon, weight=weight, bias=bias)


def batch_norm(x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.9, epsilon=1e-05, data_format="NCHW",
               use_global_stats=None, name=None):
    training = training if use_global_stats is None else not use_global_stats
    y = torchlike.batch_norm(_first(x, data_format), running_mean.detach(), running_var.detach(), weight, bias, training, 1 - momentum, epsilon)
    return _last(y, data_format)


# ---- Convolution and pooling


_CHANNELS_LAST = ("NLC", "NWC", "NHWC", "NDHWC")


def _first(x, data_format):
    return op["moveaxis"](x, -1, 1) if data_format in _CHANNELS_LAST else x


def _last(y, data_format):
    return op["moveaxis"](y, 1, -1) if data_format in _CHANNELS_LAST else y


def _paddings(x, padding, spatial):
    """Return the input, padded where the two sides of an axis differ, and the padding for the operator."""
    if isinstance(padding, str):
        return x, padding.lower()
    if isinstance(padding, (list, tuple)) and padding and isinstance(padding[0], (list, tuple)):
        padding = [n for widths in padding[-spatial:] for n in widths]
    if isinstance(padding, (list, tuple)) and len(padding) == 2 * spatial and spatial > 0 and len(padding) != spatial:
        return op["pad"](x, widths=[0, 0, 0, 0, *padding]), 0
    return x, padding


def _conv(spatial):
    theirs = getattr(torchlike, f"conv{spatial}d")

    def call(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, data_format="NC", name=None):
        x, padding = _paddings(_first(x, data_format), padding, spatial)
        return _last(theirs(x, weight, bias, stride, padding, dilation, groups), data_format)

    return call


def _conv_transpose(spatial):
    theirs = getattr(torchlike, f"conv_transpose{spatial}d")

    @only(output_size=(None,))
    def call(x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1, output_size=None, data_format="NC", name=None):
        return _last(theirs(_first(x, data_format), weight, bias, stride, padding, output_padding, groups, dilation), data_format)

    return call


def _max_pool(spatial):
    theirs = getattr(torchlike, f"max_pool{spatial}d")

    def call(x, kernel_size, stride=None, padding=0, return_mask=False, ceil_mode=False, data_format="NC", name=None):
        if return_mask:
            if data_format in _CHANNELS_LAST:
                raise NotImplementedError("max_pool: return_mask=True is supported for channels-first tensors")
            values, mask = theirs(x, kernel_size, stride, padding, 1, ceil_mode, True)
            return values, op["astype"](mask, _weir.int32)
        return _last(theirs(_first(x, data_format), kernel_size, stride, padding, 1, ceil_mode, False), data_format)

    return call


def _avg_pool(spatial):
    theirs = getattr(torchlike, f"avg_pool{spatial}d")

    def call(x, kernel_size, stride=None, padding=0, exclusive=True, ceil_mode=False, divisor_override=None, data_format="NC", name=None):
        more = {} if divisor_override is None else {"divisor_override": divisor_override}
        return _last(theirs(_first(x, data_format), kernel_size, stride, padding, ceil_mode, not exclusive, **more), data_format)

    return call


conv1d, conv2d, conv3d = map(_conv, (1, 2, 3))
conv1d_transpose, conv2d_transpose, conv3d_transpose = map(_conv_transpose, (1, 2, 3))
max_pool1d, max_pool2d, max_pool3d = map(_max_pool, (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = map(_avg_pool, (1, 2, 3))


def _adaptive(name, spatial):
    theirs = getattr(torchlike, f"adaptive_{name}_pool{spatial}d")
    if name == "avg":
        return lambda x, output_size, data_format="NC", name=None: _last(theirs(_first(x, data_format), output_size), data_format)
    return lambda x, output_size, return_mask=False, name=None: theirs(x, output_size, return_mask)


adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = (_adaptive("avg", n) for n in (1, 2, 3))
adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d = (_adaptive("max", n) for n in (1, 2, 3))


@only(pad_from_left_axis=(True,))
def pad(x, pad, mode="constant", value=0.0, data_format="NCHW", pad_from_left_axis=True, name=None):
    """Pad the last axes, or all axes if there are two widths for each."""
    widths = [int(n) for n in (Array.tolist(pad) if isinstance(pad, Array) else [pad] * 4 if isinstance(pad, int) else pad)]
    if mode == "constant" and len(widths) == 2 * x.ndim:
        return op["pad"](x, widths=widths, value=float(value))
    return _last(torchlike.pad(_first(x, data_format), widths, mode, value), data_format)


def interpolate(x, size=None, scale_factor=None, mode="nearest", align_corners=False, align_mode=0, data_format="NCHW", name=None):
    size = Array.tolist(size) if isinstance(size, Array) else size
    if align_mode != 0 and mode.endswith("linear") and not align_corners:
        raise NotImplementedError(f"interpolate: align_mode={align_mode!r} is not supported; use 0")
    y = torchlike.interpolate(_first(x, data_format), size, scale_factor, mode, align_corners if mode not in ("nearest", "area") else None)
    return _last(y, data_format)


def one_hot(x, num_classes=-1, name=None):
    return op["one_hot"](x, num_classes=num_classes if num_classes > 0 else int(op["max"](x)) + 1, dtype=_weir.float32)


def embedding(x, weight, padding_idx=None, sparse=False, name=None):
    y = op["embedding"](x, weight, padding_idx=padding_idx)
    if padding_idx is None:
        return y
    n = padding_idx % _shape(weight)[0]
    return op["where"](op["expand_dims"](x == n, -1), op["zeros_like"](y), y)


def sequence_mask(x, maxlen=None, dtype="int64", name=None):
    n = int(op["max"](x)) if maxlen is None else int(maxlen)
    return op["astype"](_weir.arange(n, dtype=x.dtype) < op["expand_dims"](x, -1), as_dtype(dtype))


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False):
    """Attention of tensors of shape (batch, steps, heads, features)."""
    q, k, v = (op["swapaxes"](x, 1, 2) for x in (query, key, value))
    return op["swapaxes"](torchlike.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal), 1, 2)
