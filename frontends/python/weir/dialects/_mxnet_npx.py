"""Functions of mx.npx: what NumPy does not have."""
import weir
from weir import autograd
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects._mxnet_arrays import context_of, made, weirs_dtype
from weir.dialects._tensor_class import Mistake, keep, op, place, quietly

# ---- Activations ---------------------------------------------------------------------------------

ACTIVATIONS = {"relu": op["relu"], "sigmoid": op["sigmoid"], "tanh": op["tanh"], "softrelu": op["softplus"],
               "softsign": op["softsign"], "gelu": op["gelu"], "elu": op["elu"], "selu": op["selu"],
               "swish": op["silu"], "silu": op["silu"], "log_sigmoid": op["log_sigmoid"], "mish": op["mish"],
               "gelu_erf": op["gelu"], "gelu_tanh": op["gelu_tanh"]}


def activation(data, act_type="relu"):
    if act_type not in ACTIVATIONS:
        raise Mistake(f"activation: unknown act_type {act_type!r}; the types are {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[act_type](data)


def leaky_relu(data=None, gamma=None, act_type="leaky", slope=0.25, lower_bound=0.125, upper_bound=0.334):
    if act_type == "leaky":
        return op["leaky_relu"](data, negative_slope=float(slope))
    if act_type == "prelu":
        if gamma.size > 1 and data.ndim > 1:
            gamma = op["reshape"](gamma, (-1,) + (1,) * (data.ndim - 2))
        return op["where"](data > 0, data, data * gamma)
    if act_type == "elu":
        return op["elu"](data, alpha=float(slope))
    if act_type == "rrelu":
        return op["leaky_relu"](data, negative_slope=(lower_bound + upper_bound) / 2)
    return activation(data, act_type)


def softmax(data, length=None, axis=-1, temperature=None, use_length=False, dtype=None):
    return _softmax(op["softmax"], data, length, axis, temperature, use_length, dtype, 0.0)


def log_softmax(data, axis=-1, length=None, temperature=None, use_length=False, dtype=None):
    return _softmax(op["log_softmax"], data, length, axis, temperature, use_length, dtype, 0.0)


def _softmax(fn, data, length, axis, temperature, use_length, dtype, outside):
    if temperature is not None:
        data = data / temperature
    if dtype is not None:
        data = op["astype"](data, weirs_dtype(dtype))
    if length is None or not use_length and length is None:
        return fn(data, axis=axis)
    inside = _steps(data, axis) < op["expand_dims"](op["astype"](length, weir.int64), axis)
    return op["where"](inside, fn(op["where"](inside, data, -_large(data)), axis=axis), outside)


def _large(data):
    return 1e4 if data.dtype == weir.float16 else 1e18


def _steps(data, axis):
    """Return 0, 1, ... along an axis, in a shape that can be broadcast with data."""
    shape = [1] * data.ndim
    shape[axis] = data.shape[axis]
    return op["reshape"](op["to_device"](weir.arange(data.shape[axis]), Array.device.__get__(data)), shape)


@only(normalize=(True,))
def masked_softmax(data, mask, axis=-1, temperature=1.0, normalize=True):
    mask = op["astype"](mask, weir.bool)
    return op["where"](mask, op["softmax"](op["where"](mask, data, -_large(data)) / temperature, axis=axis), 0.0)


@only(normalize=(True,))
def masked_log_softmax(data, mask, axis=-1, temperature=1.0, normalize=True):
    mask = op["astype"](mask, weir.bool)
    logs = op["log_softmax"](op["where"](mask, data, -_large(data)) / temperature, axis=axis)
    return op["where"](mask, logs, -float("inf"))


# ---- Layers --------------------------------------------------------------------------------------


def fully_connected(x, weight, bias=None, num_hidden=None, no_bias=False, flatten=True):
    if flatten and x.ndim != 2:
        x = op["reshape"](x, (x.shape[0], -1))
    if num_hidden is not None and weight.shape[0] != num_hidden:
        raise Mistake(f"fully_connected: num_hidden is {num_hidden}, but the weight has {weight.shape[0]} rows")
    return op["linear"](x, weight, bias=None if no_bias else bias)


_channels_first = only(layout=(None, "NCW", "NCHW", "NCDHW"))


@_channels_first
def convolution(data=None, weight=None, bias=None, kernel=None, stride=None, dilate=None, pad=None, num_filter=1, num_group=1,
                workspace=1024, no_bias=False, cudnn_tune=None, cudnn_off=False, layout=None):
    return op["conv"](data, weight, bias=None if no_bias else bias, stride=stride, padding=pad, dilation=dilate,
                      groups=num_group)


@_channels_first
@only(target_shape=(None, (), []))
def deconvolution(data=None, weight=None, bias=None, kernel=None, stride=None, dilate=None, pad=None, adj=None,
                  target_shape=None, num_filter=1, num_group=1, workspace=1024, no_bias=False, cudnn_tune=None, cudnn_off=False,
                  layout=None):
    return op["conv_transpose"](data, weight, bias=None if no_bias else bias, stride=stride, padding=pad, dilation=dilate,
                                output_padding=adj, groups=num_group)


def pooling(data=None, kernel=None, stride=None, pad=None, pool_type="max", pooling_convention="valid", global_pool=False,
            cudnn_off=False, p_value=None, count_include_pad=None, layout=None):
    last = layout is not None and layout[-1] == "C"
    x = op["moveaxis"](data, -1, 1) if last else data
    if pool_type not in ("max", "avg", "sum", "lp"):
        raise Mistake(f"pooling: unknown pool_type {pool_type!r}")
    if global_pool:
        axes = tuple(range(2, x.ndim))
        y = op["max" if pool_type == "max" else "sum" if pool_type == "sum" else "mean"](x, axis=axes, keepdims=True)
    else:
        how = {"stride": stride or (1,) * len(kernel), "ceil_mode": pooling_convention == "full"}
        if pool_type == "max":
            y = op["max_pool"](x, kernel, padding=pad, **how)
        elif pool_type == "lp":
            y = op["lp_pool"](x, float(p_value or 2), kernel, **how)
        else:
            y = op["avg_pool"](x, kernel, padding=pad, count_include_pad=count_include_pad is not False, **how)
            if pool_type == "sum":
                for n in kernel:
                    y = y * n
    return op["moveaxis"](y, 1, -1) if last else y


def batch_norm(x, gamma, beta, running_mean, running_var, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
               output_mean_var=False, axis=1, cudnn_off=False, min_calib_range=None, max_calib_range=None):
    """Normalise each channel; in training mode, update the running mean and variance."""
    data = op["moveaxis"](x, axis, 1) if axis % x.ndim != 1 else x
    if fix_gamma:
        gamma = op["ones_like"](Array.detach(gamma))
    if data.dtype != gamma.dtype:
        gamma, beta = (op["astype"](a, Array.dtype.__get__(data)) for a in (gamma, beta))
    if autograd.is_training() and not use_global_stats:
        y, mean, var = op["batch_norm"](data, eps=eps, weight=gamma, bias=beta)[:3]
        for running, new in ((running_mean, mean), (running_var, var)):
            quietly(lambda running=running, new=new: keep(
                running, running * momentum + op["astype"](Array.detach(new), Array.dtype.__get__(running)) * (1 - momentum)))
    else:
        mean, var = running_mean, running_var
        like = Array.dtype.__get__(data)
        y = op["batch_norm_inference"](data, *(op["astype"](Array.detach(a), like) for a in (mean, var)), eps=eps, weight=gamma,
                                       bias=beta)
    y = op["moveaxis"](y, 1, axis) if data is not x else y
    return [y, mean, 1.0 / op["sqrt"](var + eps)] if output_mean_var else y


@only(output_mean_var=(None, False))
def layer_norm(data=None, gamma=None, beta=None, axis=-1, eps=1e-5, output_mean_var=None):
    axis, eps = -1 if axis is None else axis, 1e-5 if eps is None else eps
    if axis in (-1, data.ndim - 1):
        return op["layer_norm"](data, axis=(-1,), eps=eps, weight=gamma, bias=beta)
    return op["moveaxis"](op["layer_norm"](op["moveaxis"](data, axis, -1), axis=(-1,), eps=eps, weight=gamma, bias=beta), -1,
                          axis)


@only(output_mean_var=(None, False))
def group_norm(data, gamma, beta, num_groups=1, eps=1e-3, output_mean_var=False):
    return op["group_norm"](data, num_groups=num_groups, eps=eps, weight=gamma, bias=beta)


def dropout(data, p=0.5, axes=(), mode="training", cudnn_off=False):
    if mode not in ("training", "always") and not isinstance(mode, (tuple, list)):
        raise Mistake(f"dropout: unknown mode {mode!r}")
    if not (autograd.is_training() or mode == "always"):
        return data
    if not axes:
        return op["dropout"](data, p=p)[0]
    shape = tuple(1 if i in [a % data.ndim for a in axes] else n for i, n in enumerate(data.shape))
    ones = op["ones"](shape, Array.dtype.__get__(data), Array.device.__get__(data))
    return data * op["dropout"](ones, p=p)[0]


def embedding(data, weight, input_dim=None, output_dim=None, dtype="float32", sparse_grad=False):
    return op["embedding"](data if data.dtype.kind in "iu" else op["astype"](data, weir.int64), weight)


# ---- Choosing ------------------------------------------------------------------------------------


def pick(data, index, axis=-1, mode="clip", keepdims=False):
    """Return one element of each row: data[i, index[i]]."""
    if axis is None:
        data, axis = op["ravel"](data), 0
        return op["take"](data, op["astype"](index, weir.int64), axis=0)
    index = op["astype"](index, weir.int64)
    if index.ndim < data.ndim:
        index = op["expand_dims"](index, axis)
    last = data.shape[axis] - 1
    index = op["clip"](index, 0, last) if mode == "clip" else op["remainder"](index, last + 1)
    found = op["take_along_axis"](data, index, axis=axis)
    return found if keepdims else op["squeeze"](found, axis=axis)


def one_hot(data, depth=None, on_value=1.0, off_value=0.0, dtype="float32"):
    data, dtype = op["astype"](data, weir.int64), weirs_dtype(dtype or "float32")
    inside = op["expand_dims"](data, -1) == op["to_device"](weir.arange(depth), Array.device.__get__(data))
    if (on_value, off_value) == (1.0, 0.0):
        return op["astype"](inside, dtype)
    return op["astype"](op["where"](inside, float(on_value), float(off_value)), dtype)


def topk(data, axis=-1, k=1, ret_typ="indices", is_ascend=False, dtype="float32"):
    if axis is None:
        data, axis = op["ravel"](data), 0
    values, indices = op["topk"](data, k=k if k > 0 else data.shape[axis], axis=axis, largest=not is_ascend)
    if ret_typ == "mask":
        hot = one_hot(op["moveaxis"](indices, axis, -1), data.shape[axis], dtype=data.dtype)
        return op["moveaxis"](op["sum"](hot, axis=-2), -1, axis)
    indices = op["astype"](indices, weirs_dtype(dtype or "float32"))
    if ret_typ not in ("indices", "value", "both"):
        raise Mistake(f"topk: unknown ret_typ {ret_typ!r}")
    return {"indices": indices, "value": values, "both": [values, indices]}[ret_typ]


def sequence_mask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    if not use_sequence_length:
        return op["positive"](data)
    lengths = op["reshape"](sequence_length, tuple(-1 if i == 1 - axis else 1 for i in range(data.ndim)))
    return op["where"](_steps(data, axis) < lengths, data, value)


def sequence_last(data, sequence_length=None, use_sequence_length=False, axis=0):
    if not use_sequence_length:
        return op["take"](data, data.shape[axis] - 1, axis=axis)
    data = op["moveaxis"](data, axis, 0)
    return data[op["astype"](sequence_length, weir.int64) - 1, weir.arange(data.shape[1])]


def sequence_reverse(data, sequence_length=None, use_sequence_length=False, axis=0):
    if not use_sequence_length:
        return op["flip"](data, axis=axis)
    steps = weir.arange(data.shape[0]).reshape(-1, 1)
    lengths = op["reshape"](op["astype"](sequence_length, weir.int64), (1, -1))
    order = op["where"](steps < lengths, lengths - 1 - steps, steps)
    return data[order, weir.arange(data.shape[1]).reshape(1, -1)]


def slice_(data, begin, end, step=None):
    begin, end = (v if isinstance(v, (tuple, list)) else (v,) for v in (begin, end))
    step = (step,) if isinstance(step, int) else step or (None,) * len(begin)
    return data[tuple(slice(b, e, s) for b, e, s in zip(begin, end, step))]


def slice_axis(data, axis, begin, end):
    return data[(slice(None),) * (axis % data.ndim) + (slice(begin, end),)]


def slice_like(data, shape_like, axes=()):
    axes = [a % data.ndim for a in axes] or range(data.ndim)
    return data[tuple(slice(0, shape_like.shape[i]) if i in axes else slice(None) for i in range(data.ndim))]


def gather_nd(data, indices):
    return data[tuple(op["astype"](i, weir.int64) for i in indices)]


def index_add(a, ind, val):
    """Return a copy of `a` with values added at indices, one column of `ind` each; repeated ones are added repeatedly."""
    return _indexed(a, ind, val, True)


def index_update(a, ind, val):
    """Return a copy of `a` with values set at indices, one column of `ind` each."""
    return _indexed(a, ind, val, False)


def _indexed(a, ind, val, add):
    ind = op["astype"](ind, weir.int64)
    if ind.ndim == 0:
        ind = op["reshape"](ind, (1, 1))
    elif ind.ndim == 1:
        ind = op["reshape"](ind, (-1, 1))
    val = op["astype"](val, Array.dtype.__get__(a))
    count, depth = ind.shape[1], ind.shape[0]
    val = op["broadcast_to"](val, (count, *a.shape[depth:]))
    flat = op["reshape"](a, (-1, *a.shape[depth:]))
    where = None
    for i, n in enumerate(a.shape[:depth]):
        row = op["remainder"](ind[i], n)
        where = row if where is None else where * n + row
    if not add:
        out = op["positive"](a)
        out[tuple(ind[i] for i in range(depth))] = val
        return out
    index = op["broadcast_to"](op["reshape"](where, (-1,) + (1,) * (flat.ndim - 1)), val.shape)
    return op["reshape"](op["scatter_add"](flat, index, val, axis=0), a.shape)


# ---- Shapes --------------------------------------------------------------------------------------


def reshape(a, newshape, reverse=False, order="C"):
    """Reshape with MXNet's codes: -1 infers a size, -2 copies one, -3 skips one of 1, -4 copies the rest, -5 joins the next
    two, -6 splits one into the two that follow.  With reverse, codes are read from the right."""
    newshape = [newshape] if isinstance(newshape, int) else list(newshape)
    shape = list(a.shape)
    if reverse:
        return op["reshape"](a, tuple(_codes(shape[::-1], _reversed(newshape), a.size)[::-1]))
    return op["reshape"](a, tuple(_codes(shape, newshape, a.size)))


def _reversed(codes):
    """Reverse codes, so that -6 comes before its two sizes again."""
    return codes[::-1]


def _codes(shape, codes, size):
    out, source, i = [], 0, 0
    while i < len(codes):
        code = codes[i]
        if code == -2:
            out.append(shape[source])
            source += 1
        elif code == -3:
            if shape[source] != 1:
                raise Mistake(f"reshape: -3 skips a dimension of size 1, not {shape[source]}")
            source += 1
        elif code == -4:
            out += shape[source:]
            source = len(shape)
        elif code == -5:
            out.append(shape[source] * shape[source + 1])
            source += 2
        elif code == -6:
            first, second = codes[i + 1], codes[i + 2]
            whole = shape[source]
            first = whole // second if first == -1 else first
            second = whole // first if second == -1 else second
            out += [first, second]
            source, i = source + 1, i + 2
        else:
            out.append(code)
            source += 1
        i += 1
    if -1 in out:
        known = 1
        for n in out:
            known *= n if n != -1 else 1
        out[out.index(-1)] = size // known if known else 0
    return out


def reshape_like(lhs, rhs, lhs_begin=None, lhs_end=None, rhs_begin=None, rhs_end=None):
    mine = slice(lhs_begin, lhs_end).indices(lhs.ndim)
    shape = (*lhs.shape[:mine[0]], *rhs.shape[rhs_begin:rhs_end], *lhs.shape[mine[1]:])
    return op["reshape"](lhs, shape)


def broadcast_like(lhs, rhs, lhs_axes=None, rhs_axes=None):
    if lhs_axes is None:
        return op["broadcast_to"](lhs, rhs.shape)
    shape = list(lhs.shape)
    lhs_axes, rhs_axes = ((a,) if isinstance(a, int) else a for a in (lhs_axes, rhs_axes))
    for mine, its in zip(lhs_axes, rhs_axes):
        shape[mine] = rhs.shape[its]
    return op["broadcast_to"](lhs, tuple(shape))


def arange_like(data, start=0.0, step=1.0, repeat=1, ctx=None, axis=None):
    n = data.size if axis is None else data.shape[axis]
    values = made(op["repeat"](weir.arange(-(-n // repeat), dtype=weir.float32) * step + start, repeat)[:n])
    values = op["to_device"](values, place(context_of(data)))
    return op["reshape"](values, data.shape) if axis is None else values


def batch_dot(a, b, transpose_a=False, transpose_b=False, forward_stype="default"):
    if a.ndim != b.ndim or a.ndim < 3 or a.shape[:-2] != b.shape[:-2]:
        raise Mistake(f"batch_dot: the shapes {a.shape} and {b.shape} do not have the same batch dimensions")
    return (op["matrix_transpose"](a) if transpose_a else a) @ (op["matrix_transpose"](b) if transpose_b else b)


# ---- Others --------------------------------------------------------------------------------------


def constraint_check(data, msg="Constraint violated."):
    """Return whether all elements are true; raise ValueError if one is not.  Blocks until they are computed."""
    held = op["all"](op["astype"](data, weir.bool))
    if not held.item():
        raise ValueError(msg)
    return held


def smooth_l1(data, scalar=1.0):
    return op["where"](op["abs"](data) < 1 / scalar ** 2, 0.5 * op["square"](scalar * data), op["abs"](data) - 0.5 / scalar ** 2)


def add_n(*args, out=None):
    total = args[0]
    for other in args[1:]:
        total = total + other
    return total if out is None else keep(out, total)


def interleaved_matmul_selfatt_qk(queries_keys_values, heads):
    """Return the scores of attention of an array (time, batch, heads * 3 * depth) with itself: (batch * heads, time, time)."""
    q, k, _ = _heads(queries_keys_values, heads, 3)
    return (q / q.shape[-1] ** 0.5) @ op["matrix_transpose"](k)


def interleaved_matmul_selfatt_valatt(queries_keys_values, attention, heads):
    return _joined(attention @ _heads(queries_keys_values, heads, 3)[2], heads)


def interleaved_matmul_encdec_qk(queries, keys_values, heads):
    q, k = _heads(queries, heads, 1)[0], _heads(keys_values, heads, 2)[0]
    return (q / q.shape[-1] ** 0.5) @ op["matrix_transpose"](k)


def interleaved_matmul_encdec_valatt(keys_values, attention, heads):
    return _joined(attention @ _heads(keys_values, heads, 2)[1], heads)


def _heads(x, heads, parts):
    time, batch, width = x.shape
    x = op["reshape"](x, (time, batch, heads, parts, width // heads // parts))
    x = op["permute_dims"](x, (3, 1, 2, 0, 4))
    return [op["reshape"](x[i], (batch * heads, time, -1)) for i in range(parts)]


def _joined(x, heads):
    both, time, depth = x.shape
    x = op["reshape"](x, (both // heads, heads, time, depth))
    return op["reshape"](op["permute_dims"](x, (2, 0, 1, 3)), (time, both // heads, heads * depth))


# ---- Control flow --------------------------------------------------------------------------------


def foreach(body, data, init_states, name="foreach"):
    """Call body(slice, states) for each slice of the first axis; return the stacked outputs and the last states."""
    alone = isinstance(data, Array)
    states, outputs = init_states, []
    for i in range((data if alone else data[0]).shape[0]):
        out, states = body(data[i] if alone else [d[i] for d in data], states)
        outputs.append(out)
    return _stacked(outputs), states


def _stacked(outputs):
    if not outputs:
        return []
    if isinstance(outputs[0], Array):
        return op["stack"](outputs)
    return [_stacked(list(part)) for part in zip(*outputs)]


def while_loop(cond, func, loop_vars, max_iterations=None, name="while_loop"):
    """Call func(*loop_vars) while cond(*loop_vars); return the stacked outputs, padded to max_iterations, and the last
    variables."""
    if max_iterations is None:
        raise ValueError("while_loop: give max_iterations")
    if isinstance(loop_vars, (list, tuple)) and not loop_vars:
        raise ValueError("while_loop: loop_vars is empty")
    alone = isinstance(loop_vars, Array)
    loop_vars = [loop_vars] if alone else list(loop_vars)
    steps, outputs = 0, []
    while steps < max_iterations and bool(cond(*loop_vars)):
        out, new = func(*loop_vars)
        new = [new] if isinstance(new, Array) else list(new or [])
        if len(new) != len(loop_vars):
            raise ValueError("while_loop: func returned another number of loop_vars than it was given")
        outputs.append([out] if isinstance(out, Array) else list(out or []))
        loop_vars, steps, single = new, steps + 1, isinstance(out, Array)
    if not outputs:
        return [], loop_vars[0] if alone else loop_vars
    padded = []
    for part in zip(*outputs):
        rest = op["zeros_like"](op["stack"](part[:1]))
        padded.append(op["concat"]([op["stack"](part), *[rest] * (max_iterations - steps)]) if steps < max_iterations
                      else op["stack"](part))
    return padded[0] if single else padded, loop_vars[0] if alone else loop_vars


def cond(pred, then_func, else_func, inputs=None, name="cond"):
    """Call then_func or else_func, depending on a condition: an array, or a function of the inputs."""
    args = [] if inputs is None else [inputs] if isinstance(inputs, Array) else list(inputs)
    if callable(pred):
        pred = pred(*args)
    return then_func(*args) if bool(pred) else else_func(*args)
