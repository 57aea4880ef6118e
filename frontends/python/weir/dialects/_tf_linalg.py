"""tf.linalg, products of matrices, and tf.signal."""
import weir as _weir
from weir._core import Array
from weir.dialects._arguments import only
from weir.dialects._tensor_class import Spoken, op
from weir.dialects._tf_math import axes, both, checked
from weir.dialects._tf_ops import integers
from weir.dialects._tf_tensor import Refused, as_tensor, made, refuse

weir = Spoken(_weir)
_shape = Array.shape.__get__


@only(output_type=(None,))
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    a, b = both("matmul", a, b)
    if a.ndim < 2 or b.ndim < 2:
        raise Refused(f"matmul: expected matrices, got shapes {_shape(a)} and {_shape(b)}; for vectors use tf.linalg.matvec or tf.tensordot")
    a = adjoint(a) if adjoint_a else op["matrix_transpose"](a) if transpose_a else a
    b = adjoint(b) if adjoint_b else op["matrix_transpose"](b) if transpose_b else b
    return op["matmul"](a, b)


def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    a, b = both("matvec", a, b)
    a = adjoint(a) if adjoint_a else op["matrix_transpose"](a) if transpose_a else a
    return op["squeeze"](op["matmul"](a, op["expand_dims"](b, -1)), axis=-1)


def adjoint(matrix, name=None):
    x = op["matrix_transpose"](as_tensor(matrix))
    return op["conj"](x) if x.dtype.kind == "c" else x


_adjoint = adjoint  # functions with an argument of this name


def tensordot(a, b, axes, name=None):
    a, b = both("tensordot", a, b)
    return weir.tensordot(a, b, axes=integers(axes))


def einsum(equation, *inputs, optimize=None, name=None):
    return weir.einsum(equation, *map(as_tensor, inputs))


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    """The norm of all elements, of vectors along an axis, or of matrices in two axes."""
    x, axis, keepdims = checked("norm", tensor, "fc"), axes(axis), bool(keepdims)
    if isinstance(axis, tuple) and len(axis) == 2 and ord not in ("euclidean", "fro"):
        return weir.linalg.matrix_norm(op["moveaxis"](x, axis, (-2, -1)), ord=ord, keepdims=keepdims)
    return op["vector_norm"](x, axis=axis, keepdims=keepdims, ord=2.0 if ord in ("euclidean", "fro") else float(ord))


def normalize(tensor, ord="euclidean", axis=None, name=None):
    size = norm(tensor, ord, axis, True)
    return as_tensor(tensor) / size, size


@only(num_rows=(-1,), num_cols=(-1,), padding_value=(0, 0.0))
def diag(diagonal, name=None, k=0, num_rows=-1, num_cols=-1, padding_value=0, align="RIGHT_LEFT"):
    return op["diag_embed"](as_tensor(diagonal), offset=int(k))


@only(padding_value=(0, 0.0))
def diag_part(input, name=None, k=0, padding_value=0, align="RIGHT_LEFT"):
    return op["diagonal"](as_tensor(input), offset=int(k), axis1=-2, axis2=-1)


@only(k=(0,))
def set_diag(input, diagonal, name=None, k=0, align="RIGHT_LEFT"):
    x, values = as_tensor(input), as_tensor(diagonal)
    here = made(weir.eye(*_shape(x)[-2:], dtype=_weir.bool))
    n = min(_shape(x)[-2:])
    full = op["diag_embed"](values)
    return op["where"](here, full if _shape(full) == _shape(x) else op["pad"](full, widths=[0] * (2 * x.ndim - 4) + [
        0, _shape(x)[-2] - n, 0, _shape(x)[-1] - n]), x)


def band_part(input, num_lower, num_upper, name=None):
    x = as_tensor(input)
    x = x if num_upper < 0 else op["tril"](x, k=int(num_upper))
    return x if num_lower < 0 else op["triu"](x, k=-int(num_lower))


def trace(x, name=None):
    return op["sum"](diag_part(x), axis=-1)


def _square(name, x):
    x = checked(name, x, "fc")
    if x.ndim < 2 or _shape(x)[-1] != _shape(x)[-2]:
        raise Refused(f"{name}: expected square matrices, got the shape {_shape(x)}")
    return x


def inv(input, adjoint=False, name=None):
    y = weir.linalg.inv(_square("inv", input))
    return _adjoint(y) if adjoint else y


def det(input, name=None):
    return weir.linalg.det(_square("det", input))


def slogdet(input, name=None):
    return tuple(weir.linalg.slogdet(_square("slogdet", input)))


def logdet(matrix, name=None):
    return slogdet(matrix)[1]


def pinv(a, rcond=None, name=None):
    return weir.linalg.pinv(as_tensor(a), rtol=rcond)


def cholesky(input, name=None):
    return weir.linalg.cholesky(_square("cholesky", input))


def cholesky_solve(chol, rhs, name=None):
    chol = as_tensor(chol)
    half = weir.linalg.solve_triangular(chol, as_tensor(rhs), upper=False)
    return weir.linalg.solve_triangular(op["matrix_transpose"](chol), half, upper=True)


def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    matrix = as_tensor(matrix)
    matrix = op["tril" if lower else "triu"](matrix)
    if adjoint:
        matrix, lower = op["matrix_transpose"](matrix), not lower
    return weir.linalg.solve_triangular(matrix, as_tensor(rhs), upper=not lower)


def solve(matrix, rhs, adjoint=False, name=None):
    matrix = _square("solve", matrix)
    return weir.linalg.solve(_adjoint(matrix) if adjoint else matrix, as_tensor(rhs))


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    a, b = as_tensor(matrix), as_tensor(rhs)
    at = op["matrix_transpose"](a)
    m, n = _shape(a)[-2:]
    if m >= n:
        return weir.linalg.solve(op["matmul"](at, a) + l2_regularizer * made(weir.eye(n, dtype=a.dtype)), op["matmul"](at, b))
    return op["matmul"](at, weir.linalg.solve(op["matmul"](a, at) + l2_regularizer * made(weir.eye(m, dtype=a.dtype)), b))


def qr(input, full_matrices=False, name=None):
    return tuple(weir.linalg.qr(as_tensor(input), mode="complete" if full_matrices else "reduced"))


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """Return the singular values, and the left and right singular vectors in columns."""
    x = as_tensor(tensor)
    if not compute_uv:
        return weir.linalg.svdvals(x)
    u, s, vh = weir.linalg.svd(x, full_matrices=full_matrices)
    return s, u, op["matrix_transpose"](vh)


def eigh(tensor, name=None):
    return tuple(weir.linalg.eigh(_square("eigh", tensor)))


def eigvalsh(tensor, name=None):
    return weir.linalg.eigvalsh(_square("eigvalsh", tensor))


def eigvals(tensor, name=None):
    return op["astype"](weir.linalg.eigvals(_square("eigvals", tensor)), _weir.complex64)


def expm(input, name=None):
    return weir.linalg.expm(_square("expm", input))


def matrix_rank(a, tol=None, name=None):
    if tol is not None:
        values = weir.linalg.svdvals(as_tensor(a))
        return op["sum"](op["astype"](values > op["expand_dims"](as_tensor(tol, values.dtype), -1), _weir.int32), axis=-1)
    return op["astype"](weir.linalg.matrix_rank(as_tensor(a)), _weir.int32)


def cross(a, b, name=None):
    return weir.linalg.cross(*both("cross", a, b))


def fftshift(x, axes=None, name=None):
    return weir.fft.fftshift(as_tensor(x), axes=axes)


def ifftshift(x, axes=None, name=None):
    return weir.fft.ifftshift(as_tensor(x), axes=axes)
