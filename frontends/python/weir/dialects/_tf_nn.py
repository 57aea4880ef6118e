"""tf.nn: activations, losses of logits, normalisation, convolution and pooling of channels-last images."""
import weir as _weir
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects._tensor_class import Mistake, Spoken, op
from weir.dialects._tf_math import MORE, as_float64, axes, both, checked, softmax, unary
from weir.dialects._tf_ops import integers
from weir.dialects._tf_tensor import Refused, as_tensor, count_of, refuse

weir = Spoken(_weir)
_shape = Array.shape.__get__

# ---- Activations


def leaky_relu(features, alpha=0.2, name=None):
    x = as_tensor(features)
    return op["leaky_relu"](op["astype"](x, _weir.float32) if x.dtype.kind in "iu" else x, negative_slope=float(alpha))


def gelu(features, approximate=False, name=None):
    return op["gelu_tanh" if approximate else "gelu"](checked("gelu", features, "f"))


def relu(features, name=None):
    return op["relu"](checked("relu", features, "iuf"))


def relu6(features, name=None):
    return op["clip"](checked("relu6", features, "iuf"), 0, 6)


def crelu(features, axis=-1, name=None):
    x = as_tensor(features)
    return op["concat"]([op["relu"](x), op["relu"](-x)], axis=axis)


def silu(features, beta=1.0, name=None):
    x = checked("silu", features, "f")
    return op["silu"](x) if beta == 1 else x * op["sigmoid"](x * beta)


ACTIVATIONS = {"relu": relu, "relu6": relu6, "crelu": crelu, "leaky_relu": leaky_relu, "gelu": gelu, "silu": silu, "swish": silu,
               **{name: unary(name, "f", op[name]) for name in ("elu", "selu", "softplus", "softsign", "sigmoid", "tanh")},
               "softmax": softmax("softmax"), "log_softmax": softmax("log_softmax"), "l2_normalize": MORE["l2_normalize"],
               "top_k": MORE["top_k"], "in_top_k": MORE["in_top_k"], "zero_fraction": MORE["zero_fraction"]}


# ---- Losses


def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    logits = as_tensor(logits)
    labels = as_tensor(labels, logits.dtype)
    if _shape(labels) != _shape(logits):
        raise Refused(f"softmax_cross_entropy_with_logits: the labels have the shape {_shape(labels)}, the logits {_shape(logits)}")
    return -op["sum"](labels * op["log_softmax"](logits, axis=axis), axis=axis)


def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    return op["cross_entropy"](as_tensor(logits), op["astype"](as_tensor(labels), _weir.int64), axis=-1, reduction="none")


def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    labels, logits = both("sigmoid_cross_entropy_with_logits", labels, logits)
    if _shape(labels) != _shape(logits):
        raise Refused(f"sigmoid_cross_entropy_with_logits: the labels have the shape {_shape(labels)}, the logits {_shape(logits)}")
    return op["relu"](logits) - logits * labels + op["log1p"](op["exp"](-op["abs"](logits)))


def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
    labels, logits = both("weighted_cross_entropy_with_logits", labels, logits)
    factor = 1 + (pos_weight - 1) * labels
    return (1 - labels) * logits + factor * (op["log1p"](op["exp"](-op["abs"](logits))) + op["relu"](-logits))


def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    targets, x = both("log_poisson_loss", targets, log_input)
    loss = op["exp"](x) - x * targets
    if compute_full_loss:
        stirling = targets * op["log"](targets) - targets + 0.5 * op["log"](6.283185307179586 * targets)
        loss = loss + op["where"]((targets >= 0) & (targets <= 1), op["zeros_like"](targets), stirling)
    return loss


def l2_loss(t, name=None):
    t = checked("l2_loss", t, "f")
    return op["sum"](t * t) / 2


_channels_last = only(data_format=(None, "NHWC", "NWC", "NDHWC"))


@only(max_norm=(None,))
def embedding_lookup(params, ids, max_norm=None, name=None):
    x, ids = as_tensor(params), as_tensor(ids)
    if x.ndim == 2:
        return op["embedding"](ids, x)
    return op["reshape"](op["take"](x, op["ravel"](ids), axis=0), _shape(ids) + _shape(x)[1:])


# ---- Normalisation


def bias_add(value, bias, data_format=None, name=None):
    x, bias = as_tensor(value), as_tensor(bias)
    if bias.ndim != 1 or _shape(bias)[0] != _shape(x)[1 if data_format == "NCHW" else -1]:
        raise Refused(f"bias_add: a bias of shape {_shape(bias)} does not fit {_shape(x)}")
    return x + (op["reshape"](bias, (-1, *[1] * (x.ndim - 2))) if data_format == "NCHW" else bias)


def moments(x, axes, shift=None, keepdims=False, name=None):
    x, axis = as_tensor(x), tuple(integers(axes))
    if x.dtype.kind in "iu":
        mean = op["trunc"](op["mean"](as_float64(x), axis=axis, keepdims=True))
        var = op["trunc"](op["mean"](op["square"](as_float64(x) - mean), axis=axis, keepdims=keepdims))
        return op["astype"](mean if keepdims else op["squeeze"](mean, axis=axis), x.dtype), op["astype"](var, x.dtype)
    return op["mean"](x, axis=axis, keepdims=keepdims), op["var"](x, axis=axis, keepdims=keepdims)


def weighted_moments(x, axes, frequency_weights, keepdims=False, name=None):
    x, axis = as_tensor(x), tuple(integers(axes))
    w = op["broadcast_to"](as_tensor(frequency_weights, x.dtype), _shape(x))
    total = op["sum"](w, axis=axis, keepdims=True)
    mean = op["sum"](w * x, axis=axis, keepdims=True) / total
    var = op["sum"](w * op["square"](x - mean), axis=axis, keepdims=True) / total
    return (mean, var) if keepdims else (op["squeeze"](mean, axis=axis), op["squeeze"](var, axis=axis))


def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    factor = op["rsqrt"](variance + variance_epsilon)
    factor = factor if scale is None else factor * scale
    return x * factor + ((0.0 if offset is None else offset) - mean * factor)


def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    x = as_tensor(input)
    n, squares = _shape(x)[-1], op["square"](x)
    total = sum(op["pad"](squares, widths=[0] * (2 * x.ndim - 2) + [max(-i, 0), max(i, 0)])[..., max(i, 0):max(i, 0) + n]
                for i in range(-depth_radius, depth_radius + 1) if abs(i) < n)
    return x / (bias + alpha * total) ** beta


# ---- Convolution and pooling


def pair(n):
    return (n, n) if isinstance(n, int) else tuple(n)


def several(n, count):
    """Return a size for each of `count` axes, given one, a list, or a list for all axes of the input."""
    if isinstance(n, int):
        return (n,) * count
    n = tuple(integers(n))
    return n[1:-1] if len(n) == count + 2 else n * count if len(n) == 1 else n


def channels_first(x):
    """Return channels-last images in channels-first layout, which Weir's operators expect."""
    return op["permute_dims"](x, (0, x.ndim - 1, *range(1, x.ndim - 1)))


def channels_last(x):
    return op["permute_dims"](x, (0, *range(2, x.ndim), 1))


def same_widths(x, size, stride):
    """Return the widths of TensorFlow's SAME padding of channels-first images: the output length is ceil(n / stride)."""
    widths = [0, 0, 0, 0]
    for n, k, s in zip(_shape(x)[2:], size, stride):
        total = max((-(-n // s) - 1) * s + k - n, 0)
        widths += [total // 2, total - total // 2]
    return widths


def _padded(x, widths, value=0.0):
    return op["pad"](x, widths=widths, value=value) if any(widths) else x


def _conv(x, filters, strides, padding, dilations, groups=1):
    rank = x.ndim - 2
    if filters.ndim != x.ndim or rank < 1:
        raise Refused(f"convolution: a tensor of shape {_shape(x)} does not fit filters of shape {_shape(filters)}")
    strides, dilations = several(strides, rank), several(dilations or 1, rank)
    y = channels_first(x)
    if not isinstance(padding, str):
        y = _padded(y, [0, 0, 0, 0, *(n for widths in padding[1:-1] for n in widths)])
    elif padding.upper() == "SAME":
        y = _padded(y, same_widths(y, [(k - 1) * d + 1 for k, d in zip(_shape(filters), dilations)], strides))
    elif padding.upper() != "VALID":
        raise Refused(f"padding must be 'same' or 'valid', not {padding!r}")
    return channels_last(op["conv"](y, op["permute_dims"](filters, (rank + 1, rank, *range(rank))), stride=strides, dilation=dilations,
                                    groups=groups))


@_channels_last
def conv2d(input, filters, strides=1, padding="VALID", data_format="NHWC", dilations=None, name=None):
    """Return the 2-D convolution of channels-last images with filters of shape (height, width, inputs, outputs)."""
    x, filters = as_tensor(input), as_tensor(filters)
    return _conv(x, filters, strides, padding, dilations, _shape(x)[-1] // _shape(filters)[2] if filters.ndim == 4 else 1)


@_channels_last
def conv1d(input, filters, stride=1, padding="VALID", data_format="NWC", dilations=None, name=None):
    return _conv(as_tensor(input), as_tensor(filters), stride, padding, dilations)


@_channels_last
def convolution(input, filters, strides=None, padding="VALID", data_format=None, dilations=None, name=None):
    return _conv(as_tensor(input), as_tensor(filters), strides or 1, padding, dilations)


@_channels_last
def depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None):
    """Convolve each channel with filters of its own, of shape (height, width, channels, multiplier)."""
    x, filters = as_tensor(input), as_tensor(filter)
    h, w, c, m = _shape(filters)
    return _conv(x, op["reshape"](filters, (h, w, 1, c * m)), strides, padding, dilations, c)


@_channels_last
def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None):
    return conv2d(depthwise_conv2d(input, depthwise_filter, strides, padding, None, dilations), pointwise_filter, 1, "VALID")


@_channels_last
@only(dilations=(None, 1, [1, 1], (1, 1), [1, 1, 1, 1]))
def conv2d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NHWC", dilations=None, name=None):
    """Return the gradient of conv2d: images of shape output_shape."""
    x, filters = as_tensor(input), as_tensor(filters)
    sizes = integers(output_shape)
    return transposed(x, filters, several(strides, 2), padding, sizes[1:3])


def transposed(x, filters, strides, padding, sizes):
    rank = x.ndim - 2
    y = op["conv_transpose"](channels_first(x), op["permute_dims"](filters, (rank + 1, rank, *range(rank))), stride=strides)
    for axis, (n, k, s) in enumerate(zip(sizes, _shape(filters), strides), 2):
        if padding.upper() == "SAME":
            start = max((-(-n // s) - 1) * s + k - n, 0) // 2
        else:
            start = 0
        have = _shape(y)[axis] - start
        if have < n:
            widths = [0] * (2 * y.ndim)
            widths[2 * axis + 1] = n - have
            y = _padded(y, widths)
        y = y[(slice(None),) * axis + (slice(start, start + n),)]
    return channels_last(y)


def _pool(name, input, ksize, strides, padding):
    x = as_tensor(input)
    rank = x.ndim - 2
    if rank < 1:
        raise Refused(f"{name}: a tensor of shape {_shape(x)} has no axis to pool over")
    ksize, strides = several(ksize, rank), several(ksize if strides is None else strides, rank)
    if len(ksize) != rank:
        raise Refused(f"{name}: a window of {len(ksize)} axes for a tensor of shape {_shape(x)}")
    y = channels_first(x)
    if padding.upper() == "SAME":
        widths = same_widths(y, ksize, strides)
        if name == "max_pool":
            y = op["max_pool"](_padded(y, widths, float("-inf")), ksize, stride=strides)
        else:  # the mean is over the elements of the input
            inside = op["avg_pool"](_padded(op["ones_like"](Array.detach(y)), widths), ksize, stride=strides)
            y = op["avg_pool"](_padded(y, widths), ksize, stride=strides) / inside
    elif padding.upper() == "VALID":
        y = op[name](y, ksize, stride=strides)
    else:
        raise Refused(f"padding must be 'same' or 'valid', not {padding!r}")
    return channels_last(y)


def pool2d(name, input, ksize, strides, padding):
    x = as_tensor(input)
    if x.ndim != 4:
        raise Refused(f"{name}: images have 4 dimensions, not {x.ndim}")
    return _pool(name, x, ksize, strides, padding)


@_channels_last
def max_pool(input, ksize, strides, padding, data_format=None, name=None):
    return _pool("max_pool", input, ksize, strides, padding)


@_channels_last
def avg_pool(input, ksize, strides, padding, data_format=None, name=None):
    return _pool("avg_pool", input, ksize, strides, padding)


max_pool1d, avg_pool1d, max_pool3d, avg_pool3d = max_pool, avg_pool, max_pool, avg_pool


@_channels_last
def depth_to_space(input, block_size, data_format="NHWC", name=None):
    x, b = as_tensor(input), int(block_size)
    n, h, w, c = _shape(x)
    x = op["permute_dims"](op["reshape"](x, (n, h, w, b, b, c // (b * b))), (0, 1, 3, 2, 4, 5))
    return op["reshape"](x, (n, h * b, w * b, c // (b * b)))


@_channels_last
def space_to_depth(input, block_size, data_format="NHWC", name=None):
    x, b = as_tensor(input), int(block_size)
    n, h, w, c = _shape(x)
    x = op["permute_dims"](op["reshape"](x, (n, h // b, b, w // b, b, c)), (0, 1, 3, 2, 4, 5))
    return op["reshape"](x, (n, h // b, w // b, c * b * b))
