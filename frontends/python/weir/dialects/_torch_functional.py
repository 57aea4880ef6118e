"""Functions of torch.nn.functional that differ from Weir's operators.

Convolution, pooling and the like accept inputs without a batch dimension.  Activations have `inplace`, losses the
deprecated arguments size_average and reduce.
"""
import weir as _weir
from weir import _core
from weir._core import Array
from weir.dialects import _torch_linalg as linalg
from weir.dialects import _torch_ops as ops
from weir.dialects._tensor_class import Mistake, Spoken, keep, op, quietly, size_of
from weir.dialects._torch_layers import _reduction, overwritten

weir = Spoken(_weir)
_shape = Array.shape.__get__


def several(n, count):
    """Return a size for each of `count` dimensions; None stays None."""
    if n is None or isinstance(n, str):
        return n
    n = (n,) if isinstance(n, int) else tuple(int(m) for m in n)
    return n * count if len(n) == 1 else n


def batched(spatial, input, fn):
    """Return fn(input), where fn requires a batch dimension and the input may lack it."""
    if input.ndim == spatial + 2:
        return fn(input)
    if input.ndim != spatial + 1:
        raise Mistake(f"expected {spatial + 1}D (unbatched) or {spatial + 2}D (batched) input, but got input of size: "
                      f"{list(_shape(input))}")
    y = fn(op["expand_dims"](input, 0))
    return tuple(op["squeeze"](part, axis=0) for part in y) if isinstance(y, tuple) else op["squeeze"](y, axis=0)


# ---- Convolutions --------------------------------------------------------------------------------------


def _exact(fn, input, *rest):
    """Return fn(input, *rest); integers are computed as float64 and converted back."""
    if input.dtype.kind in "fc":
        return fn(input, *rest)
    wide = [None if x is None else op["astype"](x, _weir.float64) for x in (input, *rest)]
    return op["astype"](fn(*wide), input.dtype)


def _same(input, weight, stride, dilation, spatial):
    """Return the padded input, and the padding that remains to be done, for padding="same"."""
    if any(s != 1 for s in several(stride, spatial)):
        raise Mistake("padding='same' needs a stride of 1")
    totals = [d * (k - 1) for d, k in zip(several(dilation, spatial), _shape(weight)[2:])]
    if all(total % 2 == 0 for total in totals):
        return input, tuple(total // 2 for total in totals)
    widths = [0] * 4 + [n for total in totals for n in (total // 2, total - total // 2)]
    return op["pad"](input, widths=widths, value=0.0), 0


def _convolution(spatial):
    def call(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        def run(x, weight, bias):
            pad_ = padding
            if isinstance(padding, str):
                x, pad_ = _same(x, weight, stride, dilation, spatial) if padding == "same" else (x, 0)
            return op["conv"](x, weight, stride=several(stride, spatial), padding=several(pad_, spatial),
                              dilation=several(dilation, spatial), groups=groups, bias=bias)

        if input.ndim == spatial + 2 and input.dtype.kind == "f":
            return run(input, weight, bias)
        return batched(spatial, input, lambda x: _exact(run, x, weight, bias))

    call.__name__ = f"conv{spatial}d"
    return call


def _transposed(spatial):
    def call(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        def run(x, weight, bias):
            return op["conv_transpose"](x, weight, stride=several(stride, spatial), padding=several(padding, spatial),
                                        output_padding=several(output_padding, spatial), groups=groups,
                                        dilation=several(dilation, spatial), bias=bias)

        return batched(spatial, input, lambda x: _exact(run, x, weight, bias))

    call.__name__ = f"conv_transpose{spatial}d"
    return call


conv1d, conv2d, conv3d = map(_convolution, (1, 2, 3))
conv_transpose1d, conv_transpose2d, conv_transpose3d = map(_transposed, (1, 2, 3))


def linear(input, weight, bias=None):
    if weight.ndim == 1:
        y = _exact(lambda x, w: op["matmul"](x, w), input, weight)
        return y if bias is None else y + bias
    if input.dtype.kind not in "fc":
        y = op["matmul"](input, op["matrix_transpose"](weight))
        return y if bias is None else y + bias
    return op["linear"](input, weight, bias=bias)


# ---- Pooling -------------------------------------------------------------------------------------------


def _max_pool(spatial):
    def call(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        how = dict(stride=several(None if stride == [] or stride == () else stride, spatial),
                   padding=several(padding, spatial), dilation=several(dilation, spatial), ceil_mode=ceil_mode)
        kernel = several(kernel_size, spatial)

        def run(x):
            y = op["max_pool"](x, kernel, **how)
            return (y, op["max_pool_indices"](x, kernel, **how)) if return_indices else y

        def any_number(x):
            if x.dtype.kind in "fc":
                return run(x)
            y = run(op["astype"](x, _weir.float64))
            return (op["astype"](y[0], x.dtype), y[1]) if return_indices else op["astype"](y, x.dtype)

        return batched(spatial, input, any_number)

    call.__name__ = f"max_pool{spatial}d"
    return call


def _avg_pool(spatial):
    def call(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        kernel = several(kernel_size, spatial)
        stride_, padding_ = several(stride if stride != [] and stride != () else None, spatial), several(padding, spatial)

        def run(x):
            if divisor_override is None:
                return op["avg_pool"](x, kernel, stride=stride_, padding=padding_, ceil_mode=ceil_mode,
                                      count_include_pad=count_include_pad)
            if divisor_override == 0:
                raise Mistake("divisor_override is 0")
            # The sum of a window is its average times the number of elements that the average is over: all elements of
            # the kernel, except in windows that reach beyond the padding, where the sum is found with padding by hand.
            widths = [0] * 4 + [n for p in padding_ for n in (p, p)]
            size = [n + 2 * p for n, p in zip(_shape(x)[2:], padding_)]
            steps = stride_ or kernel
            if ceil_mode:
                for i, (n, k, s) in enumerate(zip(size, kernel, steps)):
                    count = -(-(n - k) // s) + 1
                    if (count - 1) * s >= n - padding_[i]:
                        count -= 1
                    widths[2 * i + 5] += max(0, (count - 1) * s + k - n)
            x = op["pad"](x, widths=widths, value=0.0) if any(widths) else x
            y = op["avg_pool"](x, kernel, stride=stride_, padding=0)
            return y * (ops_product(kernel) / divisor_override)

        def any_number(x):
            if x.dtype.kind == "f":
                return run(x)
            y = run(op["astype"](x, _weir.float64))
            return op["astype"](op["trunc"](y + op["sign"](y) * 1e-9), x.dtype)

        return batched(spatial, input, any_number)

    call.__name__ = f"avg_pool{spatial}d"
    return call


def ops_product(numbers):
    result = 1
    for n in numbers:
        result *= n
    return result


max_pool1d, max_pool2d, max_pool3d = map(_max_pool, (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = map(_avg_pool, (1, 2, 3))


def _sizes(output_size, input, spatial):
    """Return the size of the result in each dimension; None is the size of the input."""
    wanted = (output_size,) * spatial if output_size is None or isinstance(output_size, int) else tuple(output_size)
    wanted = wanted * spatial if len(wanted) == 1 else wanted
    return tuple(own if n is None else int(n) for n, own in zip(wanted, _shape(input)[2:]))


def _adaptive(name, spatial):
    def average(input, output_size):
        return batched(spatial, input, lambda x: op["adaptive_avg_pool"](x, _sizes(output_size, x, spatial)))

    def maximum(input, output_size, return_indices=False):
        def run(x):
            size = _sizes(output_size, x, spatial)
            y = op["adaptive_max_pool"](x, size)
            return (y, op["adaptive_max_pool_indices"](x, size)) if return_indices else y

        return batched(spatial, input, run)

    call = average if name == "avg" else maximum
    call.__name__ = f"adaptive_{name}_pool{spatial}d"
    return call


adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = (_adaptive("avg", n) for n in (1, 2, 3))
adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d = (_adaptive("max", n) for n in (1, 2, 3))


def _unpool(spatial):
    def call(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        kernel, pads = several(kernel_size, spatial), several(padding, spatial)
        steps = several(stride, spatial) or kernel
        own = _shape(input)[-spatial:]
        size = [(n - 1) * s - 2 * p + k for n, s, p, k in zip(own, steps, pads, kernel)]
        if output_size is not None:
            size = list(output_size)[-spatial:]
        lead = _shape(input)[:-spatial]
        y = op["zeros"]((*lead, ops_product(size)), input.dtype)
        at = op["reshape"](indices, (*lead, ops_product(own)))
        x = op["reshape"](input, (*lead, ops_product(own)))
        if x.followed:  # where indices are equal, the last element is written, and all receive the gradient
            sums = op["put_along_axis_reduce"](y, at, x, axis=-1, reduce="sum")
            y = op["put_along_axis"](y, at, Array.detach(x), axis=-1) + (sums - Array.detach(sums))
        else:
            y = op["put_along_axis"](y, at, x, axis=-1)
        return op["reshape"](y, (*lead, *size))

    call.__name__ = f"max_unpool{spatial}d"
    return call


max_unpool1d, max_unpool2d, max_unpool3d = map(_unpool, (1, 2, 3))


def lp_pool(input, norm_type, kernel_size, stride=None, ceil_mode=False, spatial=2):
    return batched(spatial, input, lambda x: op["lp_pool"](
        x, kernel_size=several(kernel_size, spatial), norm_type=float(norm_type), stride=several(stride, spatial),
        ceil_mode=ceil_mode))


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    input_ = input if input.ndim == 4 else op["expand_dims"](input, 0)
    y = op["unfold"](input_, several(kernel_size, 2), dilation=several(dilation, 2), padding=several(padding, 2),
                     stride=several(stride, 2))
    return y if input.ndim == 4 else op["squeeze"](y, axis=0)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    input_ = input if input.ndim == 3 else op["expand_dims"](input, 0)
    y = op["fold"](input_, several(output_size, 2), several(kernel_size, 2), dilation=several(dilation, 2),
                   padding=several(padding, 2), stride=several(stride, 2))
    return y if input.ndim == 3 else op["squeeze"](y, axis=0)


# ---- Images --------------------------------------------------------------------------------------------


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    spatial = input.ndim - 2
    size = (size,) * spatial if isinstance(size, int) else size
    if isinstance(scale_factor, (list, tuple)):
        if len(set(scale_factor)) == 1:
            scale_factor = scale_factor[0]
        else:
            size, scale_factor = [int(n * f) for n, f in zip(_shape(input)[2:], scale_factor)], None
    if recompute_scale_factor and scale_factor is not None:
        size, scale_factor = [int(n * scale_factor) for n in _shape(input)[2:]], None
    return op["interpolate"](input, size=size, scale_factor=scale_factor, mode=mode, align_corners=bool(align_corners),
                             antialias=antialias)


def pad(input, pad, mode="constant", value=None):
    """Return the padded input; the widths start with the last dimension, e.g. (left, right, top, bottom).  A negative
    width removes elements."""
    if len(pad) % 2 or len(pad) > 2 * input.ndim:
        raise Mistake(f"pad: expected two widths for each of at most {input.ndim} dimensions, not {tuple(pad)}")
    widths = [0] * (2 * input.ndim)
    for i in range(len(pad) // 2):
        axis = input.ndim - 1 - i
        widths[2 * axis], widths[2 * axis + 1] = pad[2 * i], pad[2 * i + 1]
    how = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    if min(widths, default=0) >= 0:
        return op["pad"](input, widths=widths, mode=how, value=value or 0.0)
    kept = tuple(slice(max(0, -a), n - max(0, -b)) for a, b, n in zip(widths[::2], widths[1::2], _shape(input)))
    added = [max(0, w) for w in widths]
    if mode == "replicate":  # removes elements of the padded tensor, so pads first
        y = op["pad"](input, widths=added, mode=how)
        return y[tuple(slice(max(0, -a), n - max(0, -b)) for a, b, n in zip(widths[::2], widths[1::2], _shape(y)))]
    return op["pad"](input[kept], widths=added, mode=how, value=value or 0.0)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    return op["grid_sample"](input, grid, mode=mode, padding_mode=padding_mode, align_corners=bool(align_corners))


# ---- Normalisation -------------------------------------------------------------------------------------


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    if not training:
        return op["batch_norm_inference"](input, running_mean, running_var, eps=eps, weight=weight, bias=bias)
    y, mean, variance = op["batch_norm"](input, eps=eps, weight=weight, bias=bias)[:3]
    if running_mean is not None:
        keep(running_mean, running_mean + momentum * (Array.detach(mean) - running_mean))
        keep(running_var, running_var + momentum * (Array.detach(variance) - running_var))
    return y


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    return op["layer_norm"](input, axis=_last(normalized_shape), eps=eps, weight=weight, bias=bias)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    eps = _weir.finfo(input.dtype).eps if eps is None else eps
    return op["rms_norm"](input, axis=_last(normalized_shape), eps=eps, weight=weight)


def _last(normalized_shape):
    return tuple(range(-len(normalized_shape), 0)) if not isinstance(normalized_shape, int) else (-1,)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1,
                  eps=1e-05):
    if not use_input_stats:
        return op["batch_norm_inference"](input, running_mean, running_var, eps=eps, weight=weight, bias=bias)
    if running_mean is not None:
        axes, x = tuple(range(2, input.ndim)), Array.detach(input)
        mean, variance = (op["mean"](op[name](x, axis=axes, **how), axis=0) for name, how in
                          (("mean", {}), ("var", {"correction": 1.0})))
        keep(running_mean, running_mean + momentum * (mean - running_mean))
        keep(running_var, running_var + momentum * (variance - running_var))
    return op["instance_norm"](input, eps=eps, weight=weight, bias=bias)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    if p > 0 and input.ndim:
        return op["normalize"](input, p=p, axis=dim, eps=eps)
    return input / ops.clamp(linalg.vector_norm(input, p, dim, input.ndim > 0), eps)


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    if x1.ndim == 0:
        y = cosine_similarity(op["reshape"](x1, (1,)), op["reshape"](x2, (1,)), dim, eps)
        return op["reshape"](y, ())
    if _shape(x1) != _shape(x2):
        x1, x2 = op["broadcast_arrays"]([x1, x2])
    return op["cosine_similarity"](x1, x2, axis=dim, eps=eps)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    return linalg.vector_norm(x1 - x2 + eps, p, -1, keepdim)


def pdist(input, p=2.0):
    """Return the distances between all pairs of rows."""
    n = _shape(input)[0]
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    if not pairs or _shape(input)[1] == 0:
        return op["sum"](input, axis=1)[:0] if not pairs else op["broadcast_to"](op["sum"](input) * 0.0, (len(pairs),))
    first, second = (_core.asarray([pair[i] for pair in pairs]) for i in (0, 1))
    return linalg.vector_norm(op["take"](input, first, axis=0) - op["take"](input, second, axis=0), p, -1)


# ---- Activations ---------------------------------------------------------------------------------------


def activation(name, **renamed):
    """Return an activation with the argument `inplace`; `renamed` lists its other arguments and their defaults."""
    names = list(renamed)

    def call(input, *args, inplace=False, **kwargs):
        if len(args) > len(names):
            inplace, args = args[-1], args[:-1]
        given = {**renamed, **dict(zip(names, args)), **kwargs}
        y = op[name](input, **given)
        return overwritten(input, y) if inplace else y

    call.__name__ = name
    return call


elu, celu = activation("elu", alpha=1.0), activation("celu", alpha=1.0)
selu, silu, mish = activation("selu"), activation("silu"), activation("mish")
leaky_relu = activation("leaky_relu", negative_slope=0.01)
hardsigmoid, hardswish = activation("hardsigmoid"), activation("hardswish")


def threshold(input, threshold, value, inplace=False):
    if input.dtype.kind in "iu":
        y = op["where"](op["greater"](input, int(threshold)), input, int(value))
    else:
        y = op["threshold"](input, threshold=threshold, value=value)
    return overwritten(input, y) if inplace else y


def relu6(input, inplace=False):
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    y = ops.hardtanh(input, min_val, max_val)
    return overwritten(input, y) if inplace else y


def relu(input, inplace=False):
    return overwritten(input, op["relu"](input)) if inplace else op["relu"](input)


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise Mistake(f"approximate argument must be either none or tanh, not {approximate!r}")
    return op["gelu" if approximate == "none" else "gelu_tanh"](input)


def softplus(input, beta=1.0, threshold=20.0):
    """Return log(1 + exp(beta * x)) / beta, or x where beta * x exceeds the threshold."""
    if beta == 1.0 and threshold == 20.0:
        return op["softplus"](input)
    scaled = input * beta
    linear_ = op["greater"](scaled, threshold)
    return op["where"](linear_, input, op["softplus"](op["where"](linear_, 0.0, scaled)) / beta)


def prelu(input, weight):
    if size_of(weight) == 1:
        return op["prelu"](input, op["reshape"](weight, ()))
    return op["prelu"](input, op["reshape"](weight, (-1, *(1,) * (input.ndim - 2))) if input.ndim > 1 else weight)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    if training:
        slope = op["uniform"](_shape(input), lower, upper, input.dtype)
        y = op["where"](op["greater_equal"](input, 0), input, input * slope)
    else:
        y = op["leaky_relu"](input, negative_slope=(lower + upper) / 2)
    return overwritten(input, y) if inplace else y


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    dropped = op["dropout"](input, p=p)[0]
    return overwritten(input, dropped) if inplace else dropped


def channels_dropout(input, p=0.5, training=True, inplace=False):
    """Set whole channels to 0, as dropout1d, dropout2d and dropout3d do."""
    if not training or p == 0:
        return input
    lead = 2 if input.ndim > 2 else 1
    ones = op["ones"](_shape(input)[:lead] + (1,) * (input.ndim - lead), input.dtype)
    dropped = input * op["dropout"](ones, p=p)[0]
    return overwritten(input, dropped) if inplace else dropped


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Set elements to the negative saturation value of selu, and scale so that mean and variance are kept."""
    if not training or p == 0:
        return input
    if p == 1:
        return input * 0.0
    low = -1.7580993408473766
    a = ((1 - p) * (1 + p * low ** 2)) ** -0.5
    kept = op["bernoulli"](op["full_like"](Array.detach(input), 1 - p))
    y = op["where"](op["not_equal"](kept, 0), input, low) * a - a * p * low
    return overwritten(input, y) if inplace else y


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    if query.ndim != key.ndim or key.ndim != value.ndim:
        most = max(x.ndim for x in (query, key, value))
        lead = _weir.broadcast_shapes(*((1,) * (most - x.ndim) + _shape(x)[:-2] for x in (query, key, value)))
        query, key, value = (op["broadcast_to"](x, lead + _shape(x)[-2:]) for x in (query, key, value))
    return weir.scaled_dot_product_attention(query, key, value, attn_mask=attn_mask, dropout_p=dropout_p,
                                             is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if scale_grad_by_freq:
        raise NotImplementedError("torch.nn.functional.embedding: scale_grad_by_freq=True is not supported; divide the "
                                  "gradient by the counts of the indices")
    if max_norm is not None:
        rows = weir.unique(Array.detach(input))
        found = Array.detach(op["take"](weight, rows, axis=0))
        norms = op["vector_norm"](found, axis=-1, keepdims=True, ord=norm_type)
        shorter = op["where"](op["greater"](norms, max_norm), found * (max_norm / (norms + 1e-7)), found)
        keep(weight, op["scatter"](Array.detach(weight), rows, shorter, axis=0))
    if padding_idx is not None and padding_idx < 0:
        padding_idx += _shape(weight)[0]
    return op["embedding"](input, weight, padding_idx=padding_idx)


# ---- Losses --------------------------------------------------------------------------------------------


def reduced(losses, reduction):
    """Return the losses, their mean or their sum."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"reduction is 'none', 'mean' or 'sum', not {reduction!r}")
    return losses if reduction == "none" else op[reduction](losses)


def loss(name, *names, **settings):
    """Return a loss of PyTorch: its arguments are `names`, those of `settings`, size_average, reduce and reduction.

    `settings` are given in PyTorch's order; "size_average" and "reduce" stand there too, unless they come last.
    """
    order = [*names, *settings]
    for extra in ("size_average", "reduce", "reduction"):
        if extra not in order:
            order.append(extra)

    def call(*args, **kwargs):
        if len(args) > len(order):
            raise TypeError(f"{name}() takes {len(order)} positional arguments but {len(args)} were given")
        given = {**settings, "reduction": "mean", **dict(zip(order, args)), **kwargs}
        unknown = [key for key in given if key not in order]
        if unknown:
            raise TypeError(f"{name}() got an unexpected keyword argument {unknown[0]!r}")
        old = given.pop("size_average", None), given.pop("reduce", None)
        if old != (None, None):
            given["reduction"] = _reduction(*old)
        inputs = [given.pop(one) for one in names]
        return op[name](*inputs, **given)

    call.__name__ = name
    return call


l1_loss_ = loss("l1_loss", "input", "target")
smooth_l1_loss = loss("smooth_l1_loss", "input", "target", size_average=None, reduce=None, reduction="mean", beta=1.0)
soft_margin_loss = loss("soft_margin_loss", "input", "target")
hinge_embedding_loss = loss("hinge_embedding_loss", "input", "target", margin=1.0)
margin_ranking_loss = loss("margin_ranking_loss", "input1", "input2", "target", margin=0.0)
triplet_margin_loss = loss("triplet_margin_loss", "anchor", "positive", "negative", margin=1.0, p=2.0, eps=1e-6, swap=False)
poisson_nll_loss = loss("poisson_nll_loss", "input", "target", log_input=True, full=False, size_average=None, eps=1e-8)
nll_loss = loss("nll_loss", "input", "target", weight=None, size_average=None, ignore_index=-100)
cross_entropy_ = loss("cross_entropy", "input", "target", weight=None, size_average=None, ignore_index=-100, reduce=None,
                      reduction="mean", label_smoothing=0.0)


def _together(input, target):
    return (input, target) if _shape(input) == _shape(target) else op["broadcast_arrays"]([input, target])


def _weighted_loss(name, input, target, size_average, reduce, reduction, weight):
    """A loss of each element, of which `weight` gives the part in the sum or the mean."""
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    if weight is None:
        return op[name](*_together(input, target), reduction=reduction)
    losses = op[name](*_together(input, target), reduction="none") * weight
    return op["sum"](losses) / op["sum"](op["broadcast_to"](weight, _shape(losses))) if reduction == "mean" else \
        reduced(losses, reduction)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return _weighted_loss("mse_loss", input, target, size_average, reduce, reduction, weight)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return _weighted_loss("l1_loss", input, target, size_average, reduce, reduction, weight)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    input, target = _together(input, target)
    if weight is None:
        return op["huber_loss"](input, target, reduction=reduction, delta=delta)
    losses = op["huber_loss"](input, target, reduction="none", delta=delta) * weight
    return op["sum"](losses) / op["sum"](op["broadcast_to"](weight, _shape(losses))) if reduction == "mean" else \
        reduced(losses, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    input, target = _together(input, target)
    if reduction == "batchmean":
        return op["kl_div"](input, target, reduction="sum", log_target=log_target) / _shape(input)[0]
    return op["kl_div"](input, target, reduction=reduction, log_target=log_target)


def cross_entropy(input, target, *args, **kwargs):
    if input.ndim == 1 and target.ndim == 0:  # one sample without a batch
        settings = dict(zip(("weight", "size_average", "ignore_index", "reduce", "reduction", "label_smoothing"), args))
        y = cross_entropy_(op["expand_dims"](input, 0), op["reshape"](target, (1,)), **settings, **kwargs)
        return op["reshape"](y, ()) if _shape(y) else y
    return cross_entropy_(input, target, *args, **kwargs)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    if weight is None:
        return op["binary_cross_entropy"](input, target, reduction=reduction)
    return reduced(op["binary_cross_entropy"](input, target, reduction="none") * weight, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    if weight is None and pos_weight is None:
        return op["binary_cross_entropy_with_logits"](input, target, reduction=reduction)
    losses = op["binary_cross_entropy_with_logits"](input, target, reduction="none")
    if pos_weight is not None:
        losses = losses + (pos_weight - 1) * target * op["softplus"](-input)
    if weight is not None:
        losses = losses * weight
    return reduced(losses, reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    input1, input2 = _together(input1, input2)
    if input1.ndim == 1:
        y = op["cosine_embedding_loss"](op["expand_dims"](input1, 0), op["expand_dims"](input2, 0),
                                        op["reshape"](target, (1,)), reduction=reduction, margin=margin)
        return op["reshape"](y, ())
    return op["cosine_embedding_loss"](input1, input2, target, reduction=reduction, margin=margin)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    if not isinstance(var, Array):
        var = op["full_like"](Array.detach(input), var)
    if _shape(var) != _shape(input):
        if _shape(input)[:-1] == _shape(var):
            var = op["expand_dims"](var, -1)
        var = op["broadcast_to"](var, _shape(input))
    input, target = _together(input, target)
    return op["gaussian_nll_loss"](input, target, var, reduction=reduction, full=full, eps=eps)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    alone = input.ndim < 2
    if alone:
        input, target = op["reshape"](input, (1, -1)), op["reshape"](target, (1,))
    y = op["multi_margin_loss"](input, target, reduction=reduction, p=p, margin=margin, weight=weight)
    return op["reshape"](y, ()) if alone else y


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if size_average is not None or reduce is not None:
        reduction = _reduction(size_average, reduce)
    losses = op["binary_cross_entropy_with_logits"](input, target, reduction="none")
    losses = op["mean"](losses if weight is None else losses * weight, axis=-1)
    return reduced(losses, reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    lengths = [x if isinstance(x, Array) else _core.asarray(list(x), dtype=_weir.int64) for x in (input_lengths, target_lengths)]
    return op["ctc_loss"](log_probs, targets, *lengths, blank=blank, reduction=reduction, zero_infinity=zero_infinity)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Return a sample of a categorical distribution that gradients pass through."""
    noise = quietly(lambda: op["gumbel"](Array.shape.__get__(logits), 0.0, 1.0, logits.dtype, Array.device.__get__(logits)))
    soft = op["softmax"]((logits + noise) / tau, axis=dim)
    if not hard:
        return soft
    index = op["argmax"](Array.detach(soft), axis=dim, keepdims=True)
    hot = op["moveaxis"](op["one_hot"](op["squeeze"](index, axis=dim), num_classes=Array.shape.__get__(logits)[dim], dtype=logits.dtype),
                         -1, dim)
    return hot - Array.detach(soft) + soft
