"""Linear algebra: products and norms, those of the standard's extension that need no factorisation.

Whoever asks for another name of it is told that it comes with a later version.
"""
from weir._core import asarray, ops
from weir._functions import tensordot

matmul = ops["matmul"]
matrix_transpose = ops["matrix_transpose"]
outer = ops["outer"]
vecdot = ops["vecdot"]

__all__ = [
    "cross", "diagonal", "matmul", "matrix_norm", "matrix_power", "matrix_transpose", "norm", "outer", "tensordot",
    "trace", "vecdot", "vector_norm",
]

_inf = float("inf")
_later = {
    "cholesky", "det", "eigh", "eigvalsh", "inv", "matrix_rank", "pinv", "qr", "slogdet", "solve", "svd", "svdvals",
}


def __getattr__(name):
    later = " in this version: factorisations come with a later one" if name in _later else ""
    raise AttributeError(f"module 'weir.linalg' has no attribute {name!r}{later}")


def cross(x1, x2, /, *, axis=-1):
    """The cross product of vectors of three entries along an axis."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(f"cross: axis {axis} has {x1.shape[axis]} and {x2.shape[axis]} entries; wants 3")
    x1, x2 = ops["moveaxis"](x1, axis, -1), ops["moveaxis"](x2, axis, -1)
    ahead = [ops["roll"](x, shift=-1, axis=-1) for x in (x1, x2)]
    behind = [ops["roll"](x, shift=1, axis=-1) for x in (x1, x2)]
    return ops["moveaxis"](ahead[0] * behind[1] - behind[0] * ahead[1], -1, axis)


def diagonal(x, /, *, offset=0):
    """A diagonal of matrices, as a view."""
    return ops["diagonal"](x, offset=offset)


def trace(x, /, *, offset=0, dtype=None):
    """The sum of a diagonal of matrices."""
    return ops["sum"](ops["diagonal"](x, offset=offset), axis=-1, dtype=dtype)


def matrix_power(x, n, /):
    """The product of n matrices x."""
    if n < 0:
        raise NotImplementedError(f"matrix_power: n is {n}; inverses come with a later version")
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ValueError(f"matrix_power: shape {x.shape} is not one of square matrices")
    if n == 0:
        return ops["broadcast_to"](ops["eye"](x.shape[-1], dtype=x.dtype, device=x.device), x.shape)
    result = None
    while n:
        if n & 1:
            result = x if result is None else result @ x
        n >>= 1
        x = x @ x if n else x
    return result


def _norm(x, ord, axis, keepdims):
    size = ops["abs"](x)
    if ord == _inf:
        return ops["max"](size, axis=axis, keepdims=keepdims)
    if ord == -_inf:
        return ops["min"](size, axis=axis, keepdims=keepdims)
    if ord == 0:
        count = ops["count_nonzero"](size, axis=axis, keepdims=keepdims)
        return ops["astype"](count, dtype=size.dtype)
    if ord == 1:
        return ops["sum"](size, axis=axis, keepdims=keepdims)
    if ord == 2:
        return ops["sqrt"](ops["sum"](ops["square"](size), axis=axis, keepdims=keepdims))
    return ops["sum"](size**ord, axis=axis, keepdims=keepdims) ** (1 / ord)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norm of vectors along an axis or several; by default of all elements."""
    return _norm(x, ord, axis, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norm of matrices: "fro", 1, -1, inf or -inf.  "nuc" and 2 need singular values."""
    if ord == "fro":
        return _norm(x, 2, (-2, -1), keepdims)
    if ord not in (1, -1, _inf, -_inf):
        raise NotImplementedError(f"matrix_norm: ord {ord!r} needs singular values, which come with a later version")
    lines = ops["sum"](ops["abs"](x), axis=-2 if abs(ord) == 1 else -1, keepdims=True)
    return (ops["max"] if ord > 0 else ops["min"])(lines, axis=(-2, -1), keepdims=keepdims)


def norm(x, ord=None, axis=None, keepdims=False):
    """NumPy's norm: of all elements, of vectors along one axis, or of matrices along two.

    Without `ord` it is the root of the sum of squares; with one and without an axis, x is a vector or a matrix."""
    x = asarray(x)
    if axis is None and (ord is None or x.ndim == 1):
        return vector_norm(x, ord=2 if ord is None else ord, keepdims=keepdims)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    if len(axes) == 1:
        return vector_norm(x, axis=axes[0], ord=2 if ord is None else ord, keepdims=keepdims)
    if len(axes) != 2:
        raise ValueError(f"norm: ord {ord!r} over {len(axes)} axes; wants one axis or two")
    made = matrix_norm(ops["moveaxis"](x, axes, (-2, -1)), ord="fro" if ord is None else ord, keepdims=keepdims)
    return ops["moveaxis"](made, (-2, -1), axes) if keepdims else made
