"""keras.ops: functions of tensors under NumPy's names, which also accept symbolic tensors of functional models."""
import weir
from weir._core import Array
from weir.dialects import _keras
from weir.dialects import _tf_ops as ops
from weir.dialects._tensor_class import Spoken, op
from weir.dialects._tf_init import ACTIVATION_FUNCTIONS
from weir.dialects._tf_tensor import as_dtype, as_tensor, made

_weir, _shape = Spoken(weir), Array.shape.__get__


def _floats(x):
    """Return a tensor of floats: integers become float32, as in keras.ops."""
    x = as_tensor(x)
    return x if x.dtype.kind in "fc" else op["astype"](x, weir.float32)


def _symbolic(name, fn):
    """Return a function that calls fn or, for symbolic tensors, records the call."""
    def call(*args, **kwargs):
        return _keras.apply(fn, *args, **kwargs) if _keras.leaves([args, kwargs]) else fn(*args, **kwargs)

    call.__name__ = name
    return call


def _pair(x, y):
    """Return two operands as tensors; a number takes the dtype of the tensor."""
    if isinstance(x, Array) and isinstance(y, (int, float)) or isinstance(y, Array) and isinstance(x, (int, float)):
        return x, y
    return as_tensor(x), as_tensor(y)


_REDUCTIONS = {name: (lambda x, axis=None, keepdims=False, own=name: op[own](as_tensor(x) if own in ("max", "min", "sum", "prod", "any", "all") else
                                                                            _floats(x), axis=axis, keepdims=keepdims))
               for name in ("sum", "prod", "max", "min", "mean", "var", "std", "any", "all", "logsumexp")}
_UNARY = {name: (lambda x, own=name: op[own](_floats(x))) for name in (
    "exp", "expm1", "log", "log1p", "log2", "log10", "sqrt", "rsqrt", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh",
    "erf", "sigmoid", "floor", "ceil", "isnan", "isinf", "isfinite") if name in op}
_PLAIN = {name: (lambda x, own=name: op[own](as_tensor(x))) for name in ("abs", "square", "sign", "logical_not", "zeros_like", "ones_like")}
_BINARY = {name: (lambda x1, x2, own=ours: op[own](*_pair(x1, x2))) for name, ours in (
    *((n, n) for n in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "equal", "not_equal", "greater", "greater_equal", "less",
                       "less_equal", "logical_and", "logical_or", "logical_xor", "matmul", "outer")),
    ("power", "pow"), ("mod", "remainder"), ("floor_divide", "floor_divide")) if ours in op}


def _one_hot(x, num_classes, axis=-1, dtype=None):
    y = op["one_hot"](op["astype"](as_tensor(x), weir.int64), num_classes=num_classes, dtype=as_dtype(dtype) or weir.float32)
    return y if axis == -1 else op["moveaxis"](y, -1, axis)


def _split(x, indices_or_sections, axis=0):
    x = as_tensor(x)
    if isinstance(indices_or_sections, int):
        return list(op["split"](x, sections=indices_or_sections, axis=axis))
    ends = [0, *indices_or_sections, _shape(x)[axis]]
    return [x[(slice(None),) * (axis % x.ndim) + (slice(a, b),)] for a, b in zip(ends, ends[1:])]


_OTHERS = {
    "argmax": lambda x, axis=None, keepdims=False: op["astype"](op["argmax"](as_tensor(x), axis=axis, keepdims=keepdims), weir.int32),
    "argmin": lambda x, axis=None, keepdims=False: op["astype"](op["argmin"](as_tensor(x), axis=axis, keepdims=keepdims), weir.int32),
    "argsort": lambda x, axis=-1: op["astype"](op["argsort"](as_tensor(x), axis=axis), weir.int32),
    "sort": lambda x, axis=-1: op["sort"](as_tensor(x), axis=axis),
    "cumsum": lambda x, axis=0: op["cumulative_sum"](as_tensor(x), axis=axis),
    "reshape": lambda x, newshape: op["reshape"](as_tensor(x), (newshape,) if isinstance(newshape, int) else tuple(newshape)),
    "transpose": lambda x, axes=None: op["permute_dims"](as_tensor(x)) if axes is None else op["permute_dims"](as_tensor(x), tuple(axes)),
    "swapaxes": lambda x, axis1, axis2: op["swapaxes"](as_tensor(x), axis1, axis2),
    "moveaxis": lambda x, source, destination: op["moveaxis"](as_tensor(x), source, destination),
    "expand_dims": lambda x, axis: op["expand_dims"](as_tensor(x), axis),
    "squeeze": lambda x, axis=None: ops.squeeze(as_tensor(x), axis),
    "concatenate": lambda xs, axis=0: op["concat"]([as_tensor(x) for x in xs], axis=axis),
    "stack": lambda x, axis=0: op["stack"]([as_tensor(v) for v in x], axis=axis),
    "unstack": lambda x, num=None, axis=0: list(op["unstack"](as_tensor(x), axis=axis)),
    "split": _split, "one_hot": _one_hot,
    "tile": lambda x, repeats: _weir.tile(as_tensor(x), repeats), "repeat": lambda x, repeats, axis=None: _weir.repeat(as_tensor(x), repeats, axis=axis),
    "flip": lambda x, axis=None: _weir.flip(as_tensor(x), axis), "roll": lambda x, shift, axis=None: _weir.roll(as_tensor(x), shift, axis),
    "broadcast_to": lambda x, shape: op["broadcast_to"](as_tensor(x), tuple(shape)),
    "where": lambda condition, x1, x2: op["where"](as_tensor(condition), as_tensor(x1), as_tensor(x2)),
    "clip": lambda x, x_min, x_max: op["clip"](as_tensor(x), x_min, x_max),
    "take": lambda x, indices, axis=None: op["take"](as_tensor(x) if axis is not None else op["ravel"](as_tensor(x)), as_tensor(indices), axis=axis or 0),
    "take_along_axis": lambda x, indices, axis=None: op["take_along_axis"](as_tensor(x), as_tensor(indices), axis=axis),
    "dot": lambda x1, x2: op["dot"](as_tensor(x1), as_tensor(x2)), "einsum": lambda subscripts, *operands: _weir.einsum(subscripts, *operands),
    "norm": lambda x, ord=None, axis=None, keepdims=False: op["vector_norm"](_floats(x), axis=axis, keepdims=keepdims, ord=float(2 if ord is None else ord)),
    "tril": lambda x, k=0: op["tril"](as_tensor(x), k=k), "triu": lambda x, k=0: op["triu"](as_tensor(x), k=k),
    "cast": lambda x, dtype: op["astype"](as_tensor(x), as_dtype(dtype)), "stop_gradient": lambda variable: as_tensor(variable).detach(),
    "shape": lambda x: tuple(_shape(as_tensor(x))), "size": lambda x: ops.size(as_tensor(x)),
    "convert_to_tensor": lambda x, dtype=None, sparse=None: as_tensor(x, dtype), "convert_to_numpy": lambda x: as_tensor(x).numpy(),
    "zeros": lambda shape, dtype=None: made(op["zeros"](tuple(shape) if not isinstance(shape, int) else (shape,), as_dtype(dtype) or weir.float32)),
    "ones": lambda shape, dtype=None: made(op["ones"](tuple(shape) if not isinstance(shape, int) else (shape,), as_dtype(dtype) or weir.float32)),
    "full": lambda shape, fill_value, dtype=None: made(weir.full(shape, fill_value, dtype=as_dtype(dtype) or weir.float32)),
    "eye": lambda N, M=None, k=0, dtype=None: made(weir.eye(N, M, k=k, dtype=as_dtype(dtype) or weir.float32)),
    "arange": lambda start, stop=None, step=1, dtype=None: ops.range_(*((0, start) if stop is None else (start, stop)), step, dtype=dtype),
    "linspace": lambda start, stop, num=50: made(weir.linspace(start, stop, num, dtype=weir.float32)),
    "is_tensor": lambda x: isinstance(x, Array),
}
OPS = {name: _symbolic(name, fn) for name, fn in {
    **_REDUCTIONS, **_UNARY, **_PLAIN, **_BINARY, **_OTHERS, "absolute": _PLAIN["abs"],
    **{name: ACTIVATION_FUNCTIONS[name] for name in ("relu", "softmax", "log_softmax", "gelu", "elu", "selu", "silu", "softplus", "softsign",
                                                     "leaky_relu", "hard_sigmoid")}}.items()}
