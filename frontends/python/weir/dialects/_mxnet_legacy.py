"""Operators of mx.nd, MXNet's interface before mx.np: Convolution, SoftmaxOutput, take, broadcast_add and so on.

They differ from NumPy's functions: indices are float32 unless a dtype is given, comparisons have the dtype of their operands,
reductions have `exclude`, reshape has codes, and the operators that end in Output have gradients of their own, which do not
depend on what follows them.  Shapes are NumPy's: a sum over everything has the shape (), not (1,).

LEGACY has the operators by name.  Each accepts `out`, an array that is written, and `name`, which has no effect.
"""
import weir
from weir import autograd
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects import _mxnet_npx as npx
from weir.dialects._mxnet_arrays import made_nd, weirs_dtype
from weir.dialects._special import erfinv, gamma, gammaln
from weir.dialects._tensor_class import Mistake, keep, op

_shape, _dtype = Array.shape.__get__, Array.dtype.__get__


def _like(x, y):
    """Return y with the dtype of x."""
    return y if _dtype(x) == _dtype(y) else op["astype"](y, _dtype(x))


def _whole(index):
    return index if _dtype(index).kind in "iu" else op["astype"](index, weir.int64)


# ---- Layers ----------------------------------------------------------------------------------------


def FullyConnected(data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True):
    _needs_bias("FullyConnected", bias, no_bias)
    return npx.fully_connected(data, weight, bias, num_hidden, no_bias, flatten)


def Convolution(data, weight, bias=None, kernel=None, stride=None, dilate=None, pad=None, num_filter=None, num_group=1, workspace=1024,
                no_bias=False, cudnn_tune=None, cudnn_off=False, layout=None):
    _needs_bias("Convolution", bias, no_bias)
    _fits("Convolution", weight, kernel, num_filter, 0, layout, 1)
    return npx.convolution(data, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, no_bias=no_bias)


def Deconvolution(data, weight, bias=None, kernel=None, stride=None, dilate=None, pad=None, adj=None, target_shape=None, num_filter=None,
                  num_group=1, workspace=512, no_bias=True, cudnn_tune=None, cudnn_off=False, layout=None):
    _needs_bias("Deconvolution", bias, no_bias)
    _fits("Deconvolution", weight, kernel, num_filter, 1, layout, num_group)
    if target_shape:
        raise NotImplementedError("Deconvolution: target_shape is not supported; give pad and adj")
    return npx.deconvolution(data, weight, bias, kernel, stride, dilate, pad, adj, None, num_filter, num_group, no_bias=no_bias)


def _needs_bias(name, bias, no_bias):
    if bias is None and not no_bias:
        raise Mistake(f"{name}: give bias, or no_bias=True")


def _fits(name, weight, kernel, count, axis, layout, groups):
    if layout not in (None, "NCW", "NCHW", "NCDHW"):
        raise NotImplementedError(f"{name}: layout={layout!r} is not supported; use channels first")
    if kernel is not None and tuple(kernel) != _shape(weight)[2:]:
        raise Mistake(f"{name}: kernel is {tuple(kernel)}, but the weight has the shape {_shape(weight)}")
    if count is not None and _shape(weight)[axis] * groups != count:
        raise Mistake(f"{name}: num_filter is {count}, but the weight has the shape {_shape(weight)}")


def Pooling(data, kernel=None, pool_type="max", global_pool=False, cudnn_off=False, pooling_convention="valid", stride=None, pad=None,
            p_value=None, count_include_pad=None, layout=None):
    return npx.pooling(data, kernel, stride, pad, pool_type, pooling_convention, global_pool, cudnn_off, p_value, count_include_pad,
                       layout)


def BatchNorm(data, gamma, beta, moving_mean, moving_var, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
              output_mean_var=False, axis=1, cudnn_off=False):
    return npx.batch_norm(data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, use_global_stats, output_mean_var, axis)


def LayerNorm(data, gamma, beta, axis=-1, eps=1e-5, output_mean_var=False):
    return npx.layer_norm(data, gamma, beta, axis, eps, output_mean_var)


def GroupNorm(data, gamma, beta, num_groups=1, eps=1e-5, output_mean_var=False):
    return npx.group_norm(data, gamma, beta, num_groups, eps, output_mean_var)


def InstanceNorm(data, gamma, beta, eps=1e-3):
    return op["instance_norm"](data, eps=eps, weight=gamma, bias=beta)


def L2Normalization(data, eps=1e-10, mode="instance"):
    axes = {"instance": tuple(range(1, data.ndim)), "channel": (1,), "spatial": tuple(range(2, data.ndim))}
    if mode not in axes:
        raise Mistake(f"L2Normalization: mode is 'instance', 'channel' or 'spatial', not {mode!r}")
    return data / op["sqrt"](op["sum"](op["square"](data), axis=axes[mode], keepdims=True) + eps)


def LRN(data, alpha=1e-4, beta=0.75, knorm=2.0, nsize=5):
    return op["local_response_norm"](data, size=nsize, alpha=alpha, beta=beta, k=knorm)


def Activation(data, act_type):
    return npx.activation(data, act_type)


def LeakyReLU(data, gamma=None, act_type="leaky", slope=0.25, lower_bound=0.125, upper_bound=0.334):
    return npx.leaky_relu(data, gamma, act_type, slope, lower_bound, upper_bound)


def Dropout(data, p=0.5, mode="training", axes=(), cudnn_off=False):
    return npx.dropout(data, p, axes, mode)


def Embedding(data, weight, input_dim=None, output_dim=None, dtype="float32", sparse_grad=False):
    if input_dim is not None and (input_dim, output_dim) != _shape(weight):
        raise Mistake(f"Embedding: input_dim and output_dim are {(input_dim, output_dim)}, but the weight has the shape {_shape(weight)}")
    return op["embedding"](op["clip"](_whole(data), 0, _shape(weight)[0] - 1), weight)


def SoftmaxActivation(data, mode="instance"):
    if mode not in ("instance", "channel"):
        raise Mistake(f"SoftmaxActivation: mode is 'instance' or 'channel', not {mode!r}")
    if mode == "channel":
        return op["softmax"](data, axis=1)
    return op["reshape"](op["softmax"](op["flatten"](data, start=1), axis=-1), _shape(data))


def softmax(data, length=None, axis=-1, temperature=None, dtype=None, use_length=False):
    return npx.softmax(data, length, axis, temperature, use_length, dtype)


def log_softmax(data, axis=-1, temperature=None, dtype=None, use_length=False):
    return npx.log_softmax(data, axis, None, temperature, use_length, dtype)


def softmin(data, axis=-1, temperature=None, dtype=None, use_length=False):
    return npx.softmax(-data, None, axis, temperature, use_length, dtype)


def hard_sigmoid(data, alpha=0.2, beta=0.5):
    return op["clip"](alpha * data + beta, 0.0, 1.0)


@only(multi_input_mode=("concat",))
def UpSampling(data, scale, num_filter=0, sample_type="nearest", multi_input_mode="concat", num_args=1, workspace=512):
    if sample_type != "nearest" or num_args != 1:
        raise NotImplementedError("UpSampling: only one input and sample_type='nearest' are supported; use gluon.nn.Conv2DTranspose")
    return op["repeat"](op["repeat"](data, scale, axis=2), scale, axis=3)


def Pad(data, mode, pad_width, constant_value=0.0):
    modes = {"constant": "constant", "edge": "edge", "reflect": "reflect"}
    if mode not in modes:
        raise Mistake(f"Pad: mode is one of {', '.join(modes)}, not {mode!r}")
    widths = tuple(zip(pad_width[::2], pad_width[1::2]))
    extra = {"constant_values": constant_value} if mode == "constant" else {}
    return made_nd(weir.pad(Array(data), widths, mode=modes[mode], **extra))


# ---- Outputs: the gradient does not depend on what follows ---------------------------------------------


def _output(name, forward, gradient, data, *inputs, heads=False):
    """Return forward(data), whose gradient is gradient(result, *inputs), multiplied by that of the result if `heads` is true."""
    def run(ctx, x, *others):
        y = forward(x)
        ctx.save_for_backward(y, *others)
        return y

    def back(ctx, dy):
        y, *others = ctx.saved_arrays
        g = gradient(y, *others)
        return (_like(y, g * dy if heads else g), *(None for _ in others))

    its = type(name, (autograd.Function,), {"forward": staticmethod(run), "backward": staticmethod(back)})
    return its.apply(data, *inputs)


def SoftmaxOutput(data, label, grad_scale=1.0, ignore_label=-1.0, multi_output=False, use_ignore=False, preserve_shape=False,
                  normalization="null", out_grad=False, smooth_alpha=0.0):
    """Return the softmax of the data.  The gradient is that of the cross entropy with the labels, whatever follows."""
    if normalization not in ("null", "batch", "valid"):
        raise Mistake(f"SoftmaxOutput: normalization is 'null', 'batch' or 'valid', not {normalization!r}")
    if not multi_output and not preserve_shape and data.ndim > 2:
        flat = op["reshape"](data, (_shape(data)[0], -1))
        return op["reshape"](SoftmaxOutput(flat, label, grad_scale, ignore_label, False, use_ignore, False, normalization, out_grad,
                                           smooth_alpha), _shape(data))
    axis = 1 if multi_output else -1

    def gradient(p, label):
        if _shape(label) == _shape(p):
            return (p - label) * grad_scale
        count = _shape(p)[axis]
        wanted = _shape(p)[:axis % p.ndim] + _shape(p)[axis % p.ndim + 1:]
        label = op["reshape"](label, wanted)
        hot = op["moveaxis"](npx.one_hot(label, count, dtype=_dtype(p)), -1, axis)
        if smooth_alpha:
            hot = hot * (1 - smooth_alpha) + (1 - hot) * (smooth_alpha / (count - 1))
        g = p - hot
        valid = op["expand_dims"](op["astype"](op["not_equal"](label, ignore_label), _dtype(p)), axis)
        if use_ignore:
            g = g * valid
        if normalization == "batch":
            g = g / _shape(p)[0]
        elif normalization == "valid":
            g = g / op["maximum"](op["sum"](valid), 1.0) if use_ignore else g / label.size
        return g * grad_scale

    return _output("SoftmaxOutput", lambda x: op["softmax"](x, axis=axis), gradient, data, label, heads=out_grad)


def _regression(name, forward, difference):
    def regression(data, label, grad_scale=1.0):
        def gradient(y, label):
            each = label.size // max(_shape(label)[0], 1)
            return difference(y, op["reshape"](label, _shape(y))) * (grad_scale / each)

        return _output(name, forward, gradient, data, label)

    regression.__name__ = name
    return regression


LinearRegressionOutput = _regression("LinearRegressionOutput", op["positive"], lambda y, label: y - label)
LogisticRegressionOutput = _regression("LogisticRegressionOutput", op["sigmoid"], lambda y, label: y - label)
MAERegressionOutput = _regression("MAERegressionOutput", op["positive"], lambda y, label: op["sign"](y - label))


def MakeLoss(data, grad_scale=1.0, valid_thresh=0.0, normalization="null"):
    if normalization not in ("null", "batch"):
        raise NotImplementedError(f"MakeLoss: normalization={normalization!r} is not supported; use 'null' or 'batch'")
    scale = grad_scale / (_shape(data)[0] if normalization == "batch" else 1)
    return _output("MakeLoss", op["positive"], lambda y: op["full_like"](y, scale), data)


def softmax_cross_entropy(data, label):
    logs = op["log_softmax"](data, axis=-1)
    return op["reshape"](-op["sum"](npx.pick(logs, label)), (1,))


# ---- Reductions and orders --------------------------------------------------------------------------


def _reduction(name):
    def reduce(data, axis=None, keepdims=False, exclude=False):
        if axis is not None and not isinstance(axis, int):
            axis = tuple(axis) or None
        if exclude:
            kept = [] if axis is None else [a % data.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
            axis = tuple(i for i in range(data.ndim) if i not in kept)
        y = op[name](data, axis=axis, keepdims=keepdims)
        return _like(data, y)

    reduce.__name__ = name
    return reduce


def _position(name):
    def position(data, axis=None, keepdims=False):
        return op["astype"](op[name](data, axis=axis, keepdims=keepdims), weir.float32)

    position.__name__ = name
    return position


def argmax_channel(data):
    return op["astype"](op["argmax"](data, axis=1), weir.float32)


def argsort(data, axis=-1, is_ascend=True, dtype="float32"):
    if axis is None:
        data, axis = op["ravel"](data), 0
    return op["astype"](op["argsort"](data, axis=axis, descending=not is_ascend), weirs_dtype(dtype))


def sort(data, axis=-1, is_ascend=True):
    if axis is None:
        data, axis = op["ravel"](data), 0
    return op["sort"](data, axis=axis, descending=not is_ascend)


def norm(data, ord=2, axis=None, out_dtype=None, keepdims=False):
    y = op["vector_norm"](data, axis=axis, keepdims=keepdims, ord=float(ord))
    return y if out_dtype is None else op["astype"](y, weirs_dtype(out_dtype))


# ---- Parts and shapes ------------------------------------------------------------------------------


def take(a, indices, axis=0, mode="clip"):
    if mode not in ("clip", "wrap", "raise"):
        raise Mistake(f"take: mode is 'clip', 'wrap' or 'raise', not {mode!r}")
    count, index = _shape(a)[axis], _whole(indices)
    if mode == "clip":
        index = op["clip"](index, 0, count - 1)
    elif mode == "wrap":
        index = op["remainder"](index, count)
    return op["take"](a, index, axis=axis)


def batch_take(a, indices):
    return npx.pick(a, indices, 1, "clip")


def reshape(data, *shape, reverse=False, **named):
    """Reshape with the codes of mx.nd: 0 copies a size, -1 infers one, -2 copies the rest, -3 joins the next two, -4 splits one into
    the two that follow."""
    if set(named) - {"shape"} or named and shape:
        raise TypeError(f"reshape: unexpected argument {next(iter(set(named) - {'shape'}), 'shape')!r}; give shape and reverse")
    shape = named["shape"] if named else shape
    shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else tuple(shape)
    codes = {0: -2, -2: -4, -3: -5, -4: -6}  # those of npx.reshape
    return npx.reshape(data, tuple(codes.get(n, n) for n in shape), reverse)


def Flatten(data):
    return op["reshape"](data, (_shape(data)[0], -1))


def transpose(data, *axes, **named):
    axes = named.pop("axes", axes)
    if named:
        raise TypeError(f"transpose: unexpected argument {next(iter(named))!r}; give axes")
    axes = tuple(axes[0]) if len(axes) == 1 and not isinstance(axes[0], int) else tuple(axes)
    return op["permute_dims"](data, axes) if axes else op["permute_dims"](data)


def SwapAxis(data, dim1=0, dim2=0):
    return op["swapaxes"](data, dim1, dim2)


def clip(data, a_min, a_max):
    return op["clip"](data, a_min, a_max)


def flip(data, axis):
    return op["flip"](data, axis=axis)


def tile(data, reps):
    return op["tile"](data, (reps,) if isinstance(reps, int) else tuple(reps))


def repeat(data, repeats, axis=None):
    return op["repeat"](op["ravel"](data), repeats, axis=0) if axis is None else op["repeat"](data, repeats, axis=axis)


def expand_dims(data, axis):
    return op["expand_dims"](data, axis)


def squeeze(data, axis=None):
    return op["squeeze"](data, axis=axis)


def broadcast_to(data, shape):
    return op["broadcast_to"](data, tuple(mine if n == 0 else n for n, mine in zip(shape, _shape(data))) if 0 in shape else tuple(shape))


def broadcast_axis(data, axis=(), size=()):
    axes, sizes = ((v,) if isinstance(v, int) else tuple(v) for v in (axis, size))
    shape = list(_shape(data))
    for a, n in zip(axes, sizes):
        if shape[a] != 1:
            raise Mistake(f"broadcast_axis: axis {a} has size {shape[a]}, not 1")
        shape[a] = n
    return op["broadcast_to"](data, tuple(shape))


def Concat(*data, dim=1, num_args=None):
    data = data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data
    return op["concat"](data, axis=dim)


def stack(*data, axis=0, num_args=None):
    data = data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data
    return op["stack"](data, axis=axis)


def split(data, num_outputs, axis=1, squeeze_axis=False):
    parts = op["split"](data, sections=num_outputs, axis=axis)
    parts = [op["squeeze"](p, axis=axis) for p in parts] if squeeze_axis else list(parts)
    return parts[0] if num_outputs == 1 else parts


def depth_to_space(data, block_size):
    n, c, h, w = _shape(data)
    x = op["reshape"](data, (n, block_size, block_size, c // block_size ** 2, h, w))
    return op["reshape"](op["permute_dims"](x, (0, 3, 4, 1, 5, 2)), (n, c // block_size ** 2, h * block_size, w * block_size))


def space_to_depth(data, block_size):
    n, c, h, w = _shape(data)
    x = op["reshape"](data, (n, c, h // block_size, block_size, w // block_size, block_size))
    return op["reshape"](op["permute_dims"](x, (0, 3, 5, 1, 2, 4)), (n, c * block_size ** 2, h // block_size, w // block_size))


def diag(data, k=0, axis1=0, axis2=1):
    return op["diag"](data, k=k) if data.ndim < 3 else made_nd(weir.diagonal(Array(data), k, axis1, axis2))


def where(condition, x, y):
    if condition.ndim == 1 and x.ndim > 1:  # one condition for each row
        condition = op["reshape"](condition, (-1,) + (1,) * (x.ndim - 1))
    return op["where"](condition != 0, x, y)


def scatter_nd(data, indices, shape):
    out = made_nd(op["zeros"](tuple(shape), _dtype(data), Array.device.__get__(data)))
    out[tuple(_whole(indices)[i] for i in range(_shape(indices)[0]))] = data
    return out


def cast(data, dtype):
    return op["astype"](data, weirs_dtype(dtype))


# ---- Products ----------------------------------------------------------------------------------------


def dot(lhs, rhs, transpose_a=False, transpose_b=False):
    """Sum over the last axis of lhs and the first axis of rhs, or over the others with transpose_a and transpose_b."""
    if lhs.ndim == 1 and rhs.ndim == 1:
        return op["reshape"](op["dot"](lhs, rhs), (1,))
    return op["tensordot"](lhs, rhs, x1_axes=(0 if transpose_a else lhs.ndim - 1,), x2_axes=(rhs.ndim - 1 if transpose_b else 0,)) \
        if lhs.ndim > 2 or rhs.ndim > 2 else op["matmul"](lhs.T if transpose_a else lhs, rhs.T if transpose_b else rhs)


def linalg_gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0, axis=-2):
    if axis != -2:
        raise NotImplementedError("linalg_gemm2: only axis=-2 is supported; use transpose")
    y = op["matmul"](op["matrix_transpose"](A) if transpose_a else A, op["matrix_transpose"](B) if transpose_b else B)
    return y if alpha == 1 else alpha * y


def linalg_gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2):
    return linalg_gemm2(A, B, transpose_a, transpose_b, alpha, axis) + beta * C


def linalg_syrk(A, transpose=False, alpha=1.0):
    return linalg_gemm2(A, A, transpose, not transpose, alpha)


def linalg_potrf(A):
    return op["cholesky"](A)


def linalg_inverse(A):
    return op["inv"](A)


def linalg_det(A):
    return op["det"](A)


def linalg_sumlogdiag(A):
    return op["sum"](op["log"](made_nd(weir.diagonal(Array(A), 0, -2, -1))), axis=-1)


# ---- Elementwise ---------------------------------------------------------------------------------------


def _binary(name, logical=False):
    """Return an operator of two arrays or numbers; the result of a comparison is 0 or 1 in the dtype of the operands."""
    fn = op[name]

    def binary(lhs, rhs):
        if not logical:
            return fn(lhs, rhs)
        like = lhs if isinstance(lhs, Array) else rhs
        return op["astype"](fn(lhs, rhs), _dtype(like) if isinstance(like, Array) else weir.float32)

    binary.__name__ = name
    return binary


def logical_not(data):
    return op["astype"](op["logical_not"](data), _dtype(data))


_ARITHMETIC = {"add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "mod": "remainder", "power": "pow",
               "maximum": "maximum", "minimum": "minimum", "hypot": "hypot"}
_COMPARISONS = {"equal": "equal", "not_equal": "not_equal", "greater": "greater", "greater_equal": "greater_equal", "lesser": "less",
                "lesser_equal": "less_equal", "logical_and": "logical_and", "logical_or": "logical_or", "logical_xor": "logical_xor"}
_UNARY = {name: name for name in (
    "abs", "exp", "log", "log2", "log10", "log1p", "expm1", "sqrt", "rsqrt", "square", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sign",
    "floor", "ceil", "trunc", "reciprocal", "relu", "sigmoid", "softsign", "erf")} | {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "negative": "negative",
    "rint": "round", "fix": "trunc", "degrees": "rad2deg", "radians": "deg2rad", "identity": "positive"}


def cbrt(data):
    return op["sign"](data) * op["pow"](op["abs"](data), 1 / 3)


def rcbrt(data):
    return 1.0 / cbrt(data)


def round(data):
    """Round halves away from zero."""
    return op["sign"](data) * op["floor"](op["abs"](data) + 0.5)


def _unary(name):
    fn = op[name]

    def unary(data):
        return fn(data)

    unary.__name__ = name
    return unary


def BlockGrad(data):
    return Array.detach(data)


# ---- Updates of parameters -----------------------------------------------------------------------------


def _scaled(grad, rescale_grad, clip_gradient):
    grad = grad * rescale_grad
    return grad if clip_gradient is None or clip_gradient < 0 else op["clip"](grad, -clip_gradient, clip_gradient)


def sgd_update(weight, grad, lr, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True):
    return weight - lr * (_scaled(grad, rescale_grad, clip_gradient) + wd * weight)


def sgd_mom_update(weight, grad, mom, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True):
    keep(mom, momentum * mom - lr * (_scaled(grad, rescale_grad, clip_gradient) + wd * weight))
    return weight + mom


def adam_update(weight, grad, mean, var, lr, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0,
                lazy_update=True):
    grad = _scaled(grad, rescale_grad, clip_gradient) + wd * weight
    keep(mean, beta1 * mean + (1 - beta1) * grad)
    keep(var, beta2 * var + (1 - beta2) * op["square"](grad))
    return weight - lr * mean / (op["sqrt"](var) + epsilon)


# ---- The names -------------------------------------------------------------------------------------------


def _operator(name, fn):
    """Return fn with the arguments `out` and `name`, which all operators have."""
    def operator(*args, out=None, **kwargs):
        kwargs.pop("name", None)
        result = fn(*args, **kwargs)
        return result if out is None else keep(out, result)

    operator.__name__ = operator.__qualname__ = name
    operator.__doc__ = fn.__doc__
    operator.__wrapped__ = fn
    return operator


def _names():
    names = {fn.__name__: fn for fn in (
        FullyConnected, Convolution, Deconvolution, Pooling, BatchNorm, LayerNorm, GroupNorm, InstanceNorm, L2Normalization, LRN,
        Activation, LeakyReLU, Dropout, Embedding, SoftmaxActivation, softmax, log_softmax, softmin, hard_sigmoid, UpSampling, Pad,
        SoftmaxOutput, LinearRegressionOutput, LogisticRegressionOutput, MAERegressionOutput, MakeLoss, softmax_cross_entropy,
        argmax_channel, argsort, sort, norm, take, batch_take, reshape, Flatten, transpose, SwapAxis, clip, flip, tile, repeat,
        expand_dims, squeeze, broadcast_to, broadcast_axis, Concat, stack, split, depth_to_space, space_to_depth, diag, where, scatter_nd,
        cast, dot, linalg_gemm2, linalg_gemm, linalg_syrk, linalg_potrf, linalg_inverse, linalg_det, linalg_sumlogdiag, logical_not, cbrt,
        rcbrt, round, BlockGrad, sgd_update, sgd_mom_update, adam_update)}
    names |= {name: _reduction(name) for name in ("sum", "mean", "prod", "max", "min", "nansum", "nanprod") if name in op}
    names |= {name: _position(name) for name in ("argmax", "argmin")}
    names |= {f"broadcast_{name}": _binary(ours) for name, ours in _ARITHMETIC.items()}
    names |= {f"elemwise_{name}": names[f"broadcast_{name}"] for name in ("add", "sub", "mul", "div")}
    names |= {ours if ours in ("maximum", "minimum") else {"pow": "power", "remainder": "modulo"}.get(ours, ours): _binary(ours)
              for ours in _ARITHMETIC.values() if ours != "hypot"}
    names |= {f"broadcast_{name}": _binary(ours, True) for name, ours in _COMPARISONS.items()}
    names |= {name: _binary(ours, True) for name, ours in _COMPARISONS.items()}
    names |= {name: _unary(ours) for name, ours in _UNARY.items()}
    names |= {"erfinv": erfinv, "gamma": gamma, "gammaln": gammaln}
    names |= {name: getattr(npx, name) for name in (
        "pick", "one_hot", "topk", "batch_dot", "slice_axis", "slice_like", "gather_nd", "smooth_l1", "reshape_like", "broadcast_like")}
    names |= {"slice": npx.slice_, "add_n": npx.add_n, "SequenceMask": npx.sequence_mask, "SequenceLast": npx.sequence_last,
              "SequenceReverse": npx.sequence_reverse}
    aliases = {"ElementWiseSum": "add_n", "concat": "Concat", "SliceChannel": "split", "swapaxes": "SwapAxis", "Reshape": "reshape",
               "Cast": "cast", "pad": "Pad", "flatten": "Flatten", "reverse": "flip", "stop_gradient": "BlockGrad",
               "make_loss": "MakeLoss", "broadcast_axes": "broadcast_axis", "broadcast_plus": "broadcast_add",
               "broadcast_minus": "broadcast_sub", "true_divide": "divide", "Softmax": "SoftmaxOutput",
               "sum_axis": "sum", "max_axis": "max", "min_axis": "min", "crop": "slice"}
    names |= {alias: names[name] for alias, name in aliases.items()}
    return {name: _operator(name, fn) for name, fn in names.items()}


LEGACY = _names()
LINALG = {name.removeprefix("linalg_"): fn for name, fn in LEGACY.items() if name.startswith("linalg_")}
# Operators that are methods of NDArray, too.
METHODS = {name: LEGACY[name] for name in (
    "reshape reshape_like broadcast_axes repeat pad swapaxes split slice slice_axis slice_like take one_hot pick sort topk argsort "
    "argmax argmax_channel argmin clip abs sign flatten expand_dims tile transpose flip depth_to_space space_to_depth diag sum nansum "
    "prod nanprod mean max min norm round rint fix floor ceil trunc sin cos tan arcsin arccos arctan degrees radians sinh cosh tanh "
    "arcsinh arccosh arctanh exp expm1 log log10 log2 log1p sqrt rsqrt cbrt rcbrt square reciprocal relu sigmoid softmax log_softmax "
    "softmin squeeze broadcast_to broadcast_like dot").split() if name in LEGACY}
