"""tf.math: elementwise functions, comparisons, reductions and scans, with TensorFlow's conversions and refusals.

Arguments that are not tensors are converted; in a function of two, a number or list takes the dtype of the other.  Dtypes
are not promoted, and a function refuses dtypes that TensorFlow's refuses.  FUNCTIONS are those of tf and tf.math, MORE only
those of tf.math.
"""
import functools

import weir as _weir
from weir._core import Array
from weir.dialects._tensor_class import Mistake, Spoken, op, plain
from weir.dialects._tf_tensor import Refused, Tensor, as_dtype, as_tensor, made, refuse

weir = Spoken(_weir)
_shape = Array.shape.__get__


def _named(name, call, doc=None):
    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return call


def checked(name, x, kinds):
    """Return x as a tensor, if its dtype is of one of these kinds."""
    x = as_tensor(x)
    if x.dtype.kind not in kinds:
        raise Refused(f"{name}: {x.dtype} is not supported; cast the argument with tf.cast")
    return x


def unary(name_, kinds, fn):
    """Return a function of one tensor."""
    def call(x, name=None):
        return fn(checked(name_, x, kinds))

    return _named(name_, call)


def both(name, x, y, kinds=None):
    """Return x and y as tensors of the same dtype: that of the one that is a tensor."""
    if isinstance(x, Array):
        y = as_tensor(y, None if isinstance(y, Array) or hasattr(y, "dtype") else x.dtype)
    elif isinstance(y, Array):
        x = as_tensor(x, None if hasattr(x, "dtype") else y.dtype)
    else:
        x = as_tensor(x)
        y = as_tensor(y, None if hasattr(y, "dtype") else x.dtype)
    if x.dtype != y.dtype:
        raise Refused(f"{name}: the dtypes {x.dtype} and {y.dtype} differ; cast one of the arguments with tf.cast")
    if kinds is not None and x.dtype.kind not in kinds:
        raise Refused(f"{name}: {x.dtype} is not supported; cast the arguments with tf.cast")
    return x, y


def binary(name_, kinds, fn):
    """Return a function of two tensors."""
    def call(x, y, name=None):
        return fn(*both(name_, x, y, kinds))

    return _named(name_, call)


def as_float64(x):
    """Return integers as TensorFlow's division does: in float64, those of 8 and 16 bits in float32."""
    if x.dtype.kind in "iu":
        return op["astype"](x, _weir.float32 if x.dtype.itemsize < 4 else _weir.float64)
    return x


def _divide(x, y):
    return op["divide"](as_float64(x), as_float64(y))


def _power(x, y):
    return op["pow"](x, y)


def reduction(name_, kinds, fn):
    """Return a function of a tensor, an axis and keepdims."""
    def call(input_tensor, axis=None, keepdims=False, name=None):
        x = checked(name_, input_tensor, kinds)
        try:
            return fn(x, axes(axis), bool(keepdims))
        except IndexError as error:  # also AxisError
            raise refuse(error) from None

    return _named(name_, call)


def axes(axis):
    """Return an axis, or axes in a list or tensor, as Weir's functions accept them."""
    if axis is None or type(axis) is int:
        return axis
    if isinstance(axis, Array) or hasattr(axis, "tolist"):
        axis = axis.tolist() if not isinstance(axis, Array) else Array.tolist(axis)
    return tuple(int(a) for a in axis) if isinstance(axis, (list, tuple)) else int(axis)


def _least(x):
    return (-float("inf") if x.dtype.kind == "f" else _weir.iinfo(x.dtype).min)


def _most(x):
    return (float("inf") if x.dtype.kind == "f" else _weir.iinfo(x.dtype).max)


def _extreme(name, start):
    def call(x, axis, keepdims):
        if 0 in _shape(x):
            return _over_none(x, axis, keepdims, start(x))
        return op[name](x, axis=axis, keepdims=keepdims)

    return call


def _over_none(x, axis, keepdims, value):
    """Return the extreme over axes of which one may be empty: the value from which TensorFlow starts."""
    return op["full_like"](op["sum"](x, axis=axis, keepdims=keepdims), value)


def _sum(name):
    def call(x, axis, keepdims):
        return op[name](x, axis=axis, keepdims=keepdims, dtype=x.dtype)

    return call


def _mean(x, axis, keepdims):
    if x.dtype.kind in "iu":  # TensorFlow's result is an integer
        return op["astype"](op["trunc"](op["mean"](op["astype"](x, _weir.float64), axis=axis, keepdims=keepdims)), x.dtype)
    return op["mean"](x, axis=axis, keepdims=keepdims)


def _plainly(name):
    return lambda x, axis, keepdims: op[name](x, axis=axis, keepdims=keepdims)


def _euclidean(x, axis, keepdims):
    y = op["vector_norm"](op["astype"](x, _weir.float32) if x.dtype.kind in "iu" else x, axis=axis, keepdims=keepdims)
    return op["astype"](y, x.dtype) if x.dtype.kind in "iu" else y


def _scan(name_, operator, unit):
    def call(x, axis=0, exclusive=False, reverse=False, name=None):
        x = checked(name_, x, "iufc")
        try:
            axis = int(axis)
            x = op["flip"](x, axis=axis) if reverse else x
            y = operator(x, axis)
            if exclusive:
                n = _shape(x)[axis]
                start = op["full_like"](part(x, axis, 0, 1), unit)
                y = op["concat"]([start, part(y, axis, 0, n - 1)], axis=axis)
            return op["flip"](y, axis=axis) if reverse else y
        except IndexError as error:
            raise refuse(error) from None

    return _named(name_, call)


def part(x, axis, start, stop):
    """Return x from start to stop along an axis."""
    return x[(slice(None),) * (axis % x.ndim) + (slice(start, stop),)]


def _cumulative(name):
    return lambda x, axis: op[name](x, axis=axis, dtype=x.dtype)


def _logcumsumexp(x, axis):
    top = op["max"](Array.detach(x), axis=axis, keepdims=True)
    return op["log"](op["cumulative_sum"](op["exp"](x - top), axis=axis)) + top


def _arg(name_):
    def call(input, axis=None, output_type=None, name=None):
        x = as_tensor(input)
        try:
            if x.ndim == 0:
                raise Refused(f"{name_}: the tensor has no axis")
            y = op[name_](op["astype"](x, _weir.int8) if x.dtype == _weir.bool else x, axis=0 if axis is None else int(axis))
        except IndexError as error:
            raise refuse(error) from None
        return y if output_type is None or as_dtype(output_type) == _weir.int64 else op["astype"](y, as_dtype(output_type))

    return _named(name_, call)


def _compare(name):
    return binary(name, None if name in ("equal", "not_equal") else "iuf", op[name])


def count_nonzero(input, axis=None, keepdims=None, dtype=_weir.int64, name=None):
    return op["sum"](op["astype"](as_tensor(input) != 0, as_dtype(dtype)), axis=axes(axis), keepdims=bool(keepdims), dtype=as_dtype(dtype))


def add_n(inputs, name=None):
    inputs = [as_tensor(x) for x in inputs] if isinstance(inputs, (list, tuple)) else [as_tensor(inputs)]
    if not inputs or any(_shape(x) != _shape(inputs[0]) for x in inputs):
        raise Refused(f"add_n: expected tensors of the same shape, got {[_shape(x) for x in inputs]}")
    return functools.reduce(op["add"], inputs)


def top_k(input, k=1, sorted=True, index_type=_weir.int32, name=None):
    x = as_tensor(input)
    if x.ndim == 0 or int(k) > _shape(x)[-1] or int(k) < 0:
        raise Refused(f"top_k: the last axis of {_shape(x)} does not have {int(k)} elements")
    if int(k) == 0:
        empty = x[..., :0]
        return TopK(empty, op["astype"](empty, as_dtype(index_type)))
    values, indices = op["topk"](x, k=int(k))
    return TopK(values, op["astype"](indices, as_dtype(index_type)))


class TopK(tuple):
    """The values and indices of the largest elements."""

    __slots__ = ()
    values, indices = property(lambda self: self[0]), property(lambda self: self[1])

    def __new__(cls, values, indices):
        return tuple.__new__(cls, (values, indices))


def in_top_k(targets, predictions, k, name=None):
    scores, targets = as_tensor(predictions), as_tensor(targets)
    own = op["take_along_axis"](scores, op["expand_dims"](op["astype"](targets, _weir.int64), 1), axis=1)
    return op["sum"](op["astype"](scores > own, _weir.int32), axis=1) < int(k)


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=_weir.int32, name=None):
    """Count each integer; the result is as long as the largest requires."""
    x = op["ravel"](as_tensor(arr))
    w = None if weights is None else op["ravel"](as_tensor(weights))
    if maxlength is not None:
        below = plain(x) < int(maxlength)
        w = None if w is None else w[below]
        x = x[below]
    found = weir.bincount(plain(x), None if w is None else plain(w), int(minlength or 0))
    return made(op["astype"](found, as_dtype(dtype) if w is None else w.dtype))


def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=_weir.int32, name=None):
    labels, predictions = op["astype"](as_tensor(labels), _weir.int64), op["astype"](as_tensor(predictions), _weir.int64)
    n = int(num_classes) if num_classes is not None else max(int(op["max"](labels)), int(op["max"](predictions))) + 1
    counts = weir.bincount(plain(labels * n + predictions), None if weights is None else plain(as_tensor(weights, _weir.float64)), n * n)
    return made(op["astype"](op["reshape"](counts, (n, n)), as_dtype(dtype)))


def _segments(name_, operator, sorted_):
    """Return a function that combines the rows of each segment."""
    def combine(data, ids, count):
        x = as_tensor(data)
        ids = op["astype"](as_tensor(ids), _weir.int64)
        if operator == "segment_mean" and x.dtype.kind in "iu":
            return op["astype"](op["segment_mean"](as_float64(x), ids, num_segments=count), x.dtype)
        return op[operator](x, ids, num_segments=count)

    def segment(data, segment_ids, name=None):
        """A segment without rows is 0, or 1 for a product."""
        found = combine(data, segment_ids, int(op["max"](as_tensor(segment_ids))) + 1)
        if operator not in ("segment_max", "segment_min"):
            return found
        present = op["segment_sum"](op["ones_like"](op["astype"](as_tensor(segment_ids), _weir.int64)), op["astype"](
            as_tensor(segment_ids), _weir.int64), num_segments=_shape(found)[0]) > 0
        return op["where"](op["reshape"](present, (-1, *[1] * (found.ndim - 1))), found, op["zeros_like"](found))

    def unsorted(data, segment_ids, num_segments, name=None):
        return combine(data, segment_ids, int(num_segments))

    return _named(name_, segment if sorted_ else unsorted)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None):
    x = checked("l2_normalize", x, "f")
    total = op["sum"](op["square"](x), axis=axes(axis), keepdims=True)
    return x * op["rsqrt"](op["maximum"](total, epsilon))


def zero_fraction(value, name=None):
    return op["mean"](op["astype"](as_tensor(value) == 0, _weir.float32))


def polyval(coeffs, x, name=None):
    total = as_tensor(coeffs[0])
    for c in coeffs[1:]:
        total = total * x + c
    return total + 0.0 * x if len(coeffs) == 1 else total


def scalar_mul(scalar, x, name=None):
    x = as_tensor(x)
    return as_tensor(scalar, None if isinstance(scalar, Array) else x.dtype) * x


def invert_permutation(x, name=None):
    return op["astype"](op["argsort"](as_tensor(x)), as_tensor(x).dtype)


def reduce_any_all(name_):
    def call(x, axis, keepdims):
        return op[name_](x, axis=axis, keepdims=keepdims)

    return call


def softmax(name_):
    def call(logits, axis=None, name=None):
        x = checked(name_, logits, "f")
        if x.ndim == 0:
            raise Refused(f"{name_}: the tensor has no axis")
        try:
            return op[name_](x, axis=-1 if axis is None else int(axis))
        except IndexError as error:
            raise refuse(error) from None

    return _named(name_, call)


def _no_nan(x, y, fn):
    zero = y == 0
    return op["where"](zero, op["zeros_like"](x * y), fn(x, op["where"](zero, op["ones_like"](y), y)))


def _xlog(x, value):
    return op["where"](x == 0, op["zeros_like"](x * value), x * value)


_FLOATS = {"exp": None, "sin": None, "cos": None, "tan": None, "sinh": None, "cosh": None, "tanh": None, "asin": None, "acos": None,
           "atan": None, "sqrt": None, "sigmoid": None}
FUNCTIONS = {
    **{name: unary(name, "fc", op[name]) for name in _FLOATS},
    "floor": unary("floor", "f", op["floor"]),
    "round": unary("round", "iufc", lambda x: x if x.dtype.kind in "iu" else op["round"](x)),
    "abs": unary("abs", "ifc", op["abs"]), "sign": unary("sign", "ifc", op["sign"]),
    "square": unary("square", "iufc", op["square"]), "negative": unary("negative", "iufc", op["negative"]),
    "add": binary("add", "iufc", op["add"]), "subtract": binary("subtract", "iufc", op["subtract"]),
    "multiply": binary("multiply", "iufc", op["multiply"]), "divide": binary("divide", "iufc", _divide),
    "pow": binary("pow", "iufc", _power), "maximum": binary("maximum", "iuf", op["maximum"]),
    "minimum": binary("minimum", "iuf", op["minimum"]),
    **{name: _compare(name) for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")},
    "logical_and": binary("logical_and", "b", op["logical_and"]), "logical_or": binary("logical_or", "b", op["logical_or"]),
    "logical_not": unary("logical_not", "b", op["logical_not"]),
    "reduce_sum": reduction("reduce_sum", "iufc", _sum("sum")), "reduce_prod": reduction("reduce_prod", "iufc", _sum("prod")),
    "reduce_mean": reduction("reduce_mean", "iufc", _mean), "reduce_max": reduction("reduce_max", "iuf", _extreme("max", _least)),
    "reduce_min": reduction("reduce_min", "iuf", _extreme("min", _most)),
    "reduce_all": reduction("reduce_all", "b", reduce_any_all("all")), "reduce_any": reduction("reduce_any", "b", reduce_any_all("any")),
    "reduce_logsumexp": reduction("reduce_logsumexp", "f", lambda x, axis, keepdims: op["logsumexp"](x, axis=axis, keepdims=keepdims)),
    "cumsum": _scan("cumsum", _cumulative("cumulative_sum"), 0),
    "argmax": _arg("argmax"), "argmin": _arg("argmin"), "add_n": add_n,
    "truncatediv": binary("truncatediv", "iuf", lambda x, y: op["astype"](op["trunc"](op["divide"](as_float64(x), as_float64(y))), x.dtype)),
    "truncatemod": binary("truncatemod", "iuf", lambda x, y: x - y * op["astype"](op["trunc"](op["divide"](as_float64(x), as_float64(y))),
                                                                                  x.dtype)),
}
MORE = {
    **{name: unary(name, "fc", op[name]) for name in ("expm1", "log", "log1p", "rsqrt", "reciprocal", "asinh", "acosh", "atanh")},
    **{name: unary(name, "f", op[name]) for name in ("erf", "ceil", "softplus", "softsign", "log_sigmoid")},
    "erfc": unary("erfc", "f", lambda x: 1 - op["erf"](x)),
    "is_nan": unary("is_nan", "f", op["isnan"]), "is_inf": unary("is_inf", "f", op["isinf"]), "is_finite": unary("is_finite", "f", op["isfinite"]),
    "conj": unary("conj", "iufc", lambda x: op["conj"](x) if x.dtype.kind == "c" else x),
    "real": unary("real", "iufc", lambda x: op["real"](x) if x.dtype.kind == "c" else x),
    "imag": unary("imag", "iufc", lambda x: op["imag"](x) if x.dtype.kind == "c" else op["zeros_like"](x)),
    "angle": unary("angle", "fc", op["angle"]),
    "reciprocal_no_nan": unary("reciprocal_no_nan", "f", lambda x: _no_nan(op["ones_like"](x), x, op["divide"])),
    "logical_xor": binary("logical_xor", "b", op["logical_xor"]),
    "truediv": FUNCTIONS["divide"],
    "floordiv": binary("floordiv", "iuf", op["floor_divide"]), "floormod": binary("floormod", "iuf", op["remainder"]),
    "mod": binary("mod", "iuf", op["remainder"]), "atan2": binary("atan2", "f", op["atan2"]),
    "squared_difference": binary("squared_difference", "iufc", lambda x, y: op["square"](x - y)),
    "divide_no_nan": binary("divide_no_nan", "iufc", lambda x, y: _no_nan(as_float64(x), as_float64(y), op["divide"])),
    "multiply_no_nan": binary("multiply_no_nan", "fc", lambda x, y: _no_nan(x, y, op["multiply"])),
    "xlogy": binary("xlogy", "f", lambda x, y: _xlog(x, op["log"](y))), "xlog1py": binary("xlog1py", "f", lambda x, y: _xlog(x, op["log1p"](y))),
    "xdivy": binary("xdivy", "f", lambda x, y: _xlog(x, 1 / y)), "nextafter": binary("nextafter", "f", op["nextafter"]),
    "reduce_std": reduction("reduce_std", "fc", _plainly("std")), "reduce_variance": reduction("reduce_variance", "fc", _plainly("var")),
    "reduce_euclidean_norm": reduction("reduce_euclidean_norm", "iuf", _euclidean),
    "cumprod": _scan("cumprod", _cumulative("cumulative_prod"), 1),
    "cumulative_logsumexp": _scan("cumulative_logsumexp", _logcumsumexp, -float("inf")),
    "accumulate_n": add_n, "count_nonzero": count_nonzero, "top_k": top_k, "in_top_k": in_top_k, "bincount": bincount,
    "confusion_matrix": confusion_matrix, "l2_normalize": l2_normalize, "zero_fraction": zero_fraction, "polyval": polyval,
    "scalar_mul": scalar_mul, "invert_permutation": invert_permutation, "softmax": softmax("softmax"), "log_softmax": softmax("log_softmax"),
    **{f"segment_{name}": _segments(f"segment_{name}", f"segment_{name}", True) for name in ("sum", "mean", "max", "min", "prod")},
    **{f"unsorted_segment_{name}": _segments(f"unsorted_segment_{name}", f"segment_{name}", False)
       for name in ("sum", "mean", "max", "min", "prod")},
}
