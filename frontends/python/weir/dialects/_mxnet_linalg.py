"""mx.np.linalg, where it differs from weir.linalg: arguments, defaults, results."""
import weir
from weir import linalg as _linalg
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects._mxnet_arrays import default_float, made, weirs_dtype
from weir.dialects._tensor_class import Spoken, op

its_linalg = Spoken(_linalg)


def _order(ord):
    """Return the order of a norm, in which "inf" and "-inf" are numbers."""
    return float(ord) if ord in ("inf", "-inf") else ord


def norm(x, ord=None, axis=None, keepdims=False):
    ord = _order(ord)
    if axis is None and ord is not None and x.ndim > 2:
        raise ValueError("Improper number of dimensions to norm.")
    return its_linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims)


def matrix_norm(x, ord="fro", axis=(-2, -1), keepdims=False):
    if not isinstance(axis, tuple) or len(axis) != 2:
        raise ValueError(f"matrix_norm: axis is a tuple of two axes, not {axis!r}")
    return its_linalg.norm(x, ord=_order(ord), axis=axis, keepdims=keepdims)


def vector_norm(x, ord=2, axis=None, keepdims=False):
    """Return the norm along axes, of which several are joined to one: keepdims keeps a single axis, the first."""
    if axis is None:
        x, axis = op["ravel"](x), 0
    elif isinstance(axis, (tuple, list)):
        axis = [i % x.ndim for i in axis]
        rest = [i for i in range(x.ndim) if i not in axis]
        x, axis = op["reshape"](op["permute_dims"](x, (*axis, *rest)), (-1, *[x.shape[i] for i in rest])), 0
    return its_linalg.norm(x, ord=_order(ord), axis=axis, keepdims=keepdims)


@only(full_matrices=(False,))
def svd(a, full_matrices=False):
    """Return u, s, vt without the parts that do not contribute."""
    return tuple(its_linalg.svd(a, full_matrices=False))


def qr(a, mode="reduced"):
    if mode != "reduced":
        raise NotImplementedError("qr: only mode='reduced' is supported")
    return tuple(its_linalg.qr(a))


def lstsq(a, b, rcond="warn"):
    given = rcond not in ("warn", None) and 0 < rcond < 1  # LAPACK takes its own limit for other values
    found = its_linalg.lstsq(a, b, **({"rcond": rcond} if given else {}))
    return tuple(x if isinstance(x, Array) else made(weir.asarray(x, dtype=weir.int32)) for x in found)


def matrix_rank(M, tol=None, hermitian=False):
    """Return how many singular values are greater than a tolerance."""
    if M.ndim < 2:
        return op["astype"](op["any"](M != 0), weir.int64)
    values = its_linalg.svdvals(M)
    if tol is None:
        eps = weir.finfo(weirs_dtype(M.dtype)).eps
        tol = op["max"](values, axis=-1, keepdims=True) * (max(M.shape[-2:]) * eps)
    elif isinstance(tol, Array):
        tol = op["expand_dims"](tol, -1)
    return op["sum"](op["astype"](values > tol, weir.int64), axis=-1)


def _float(a):
    return a if a.dtype.kind in "fc" else op["astype"](a, default_float())


def pinv(a, rcond=1e-15, hermitian=False):
    if hermitian:
        raise NotImplementedError("pinv: hermitian is not supported")
    return its_linalg.pinv(a, rcond)


def eig(a):
    return tuple(its_linalg.eig(_float(a)))


def eigh(a, upper=False):
    return tuple(its_linalg.eigh(_symmetric(a, upper)))


def _symmetric(a, upper):
    """Return a symmetric matrix with the lower, or the upper, triangle of another."""
    a = _float(a)
    return op["matrix_transpose"](op["triu"](a)) + op["triu"](a, k=1) if upper else a


def eigvals(a):
    return its_linalg.eigvals(_float(a))


def eigvalsh(a, upper=False):
    return its_linalg.eigvalsh(_symmetric(a, upper))


LINALG = {f.__name__: f for f in (norm, matrix_norm, vector_norm, svd, qr, lstsq, matrix_rank, pinv, eig, eigh, eigvals, eigvalsh)}
