"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def cholesky(x: ArrayLike, /, upper: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The Cholesky factorisation x = L L^H of positive definite matrices."""
def cond(x: Any, p: Any = None) -> Array:
    """The condition number: the norm of x times that of its inverse; by default by singular values."""
def cross(x1: Any, x2: Any, /, *, axis: int | Sequence[int] | None = -1) -> Array:
    """The cross product of vectors of three entries along an axis."""
def det(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The determinants of square matrices."""
def diagonal(x: Any, /, *, offset: Any = 0) -> Array:
    """A diagonal of matrices, as a view."""
def eigh(x: Any, /, UPLO: Any = 'L') -> Array:
    """Eigenvalues, ascending, and orthonormal eigenvectors of Hermitian matrices, of which the lower triangle is read, or with UPLO="U" the upper one."""
def eigvalsh(x: Any, /, UPLO: Any = 'L') -> Array:
    """Eigenvalues of Hermitian matrices, ascending; the lower triangle is read, or the upper one."""
def inv(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inverses of square matrices."""
def lstsq(a: Any, b: Any, rcond: Any = None) -> Array:
    """The x of least norm that makes |b - a x| least, of a matrix a and a vector or matrix b."""
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The matrix product of two arrays."""
def matrix_norm(x: Any, /, *, keepdims: builtins.bool = False, ord: Any = 'fro') -> Array:
    """The norm of matrices: "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
def matrix_power(x: ArrayLike, /, n: int | None = None, *, out: Array | None = None) -> Array:
    """Raise square matrices to an integer power."""
def matrix_rank(x: Any, /, rtol: Any = None) -> Array:
    """How many singular values are above rtol times the largest one; by default the larger side times the precision of the dtype."""
def matrix_transpose(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Exchange the last two axes; returns a view."""
def multi_dot(arrays: Any) -> Array:
    """The product of matrices in the order that takes the fewest multiplications; the first and the last may be vectors."""
def norm(x: Any, ord: Any = None, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """NumPy's norm: of all elements, of vectors along one axis, or of matrices along two."""
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The outer product: each element of x1 times each element of x2."""
def pinv(x: Any, /, rtol: Any = None) -> Array:
    """The pseudo-inverse of Moore and Penrose.  Singular values up to rtol times the largest one count as 0; by default the larger side times the precision of the dtype."""
def qr(x: Any, /, mode: Any = 'reduced') -> Array:
    """Q with orthonormal columns and an upper triangle R whose product is x; mode "reduced" or "complete"."""
def slogdet(x: Any, /) -> Array:
    """The sign of the determinant, and the logarithm of its size."""
def solve(x1: ArrayLike, x2: ArrayLike, /, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1."""
def solve_triangular(x1: ArrayLike, x2: ArrayLike, /, upper: builtins.bool = False, unitriangular: builtins.bool = False, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1."""
def svd(x: Any, /, full_matrices: Any = True) -> Array:
    """U, S and Vh with x = U S Vh: singular values, descending, between matrices of orthonormal vectors."""
def svdvals(x: Any, /) -> Array:
    """Singular values, descending."""
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Array:
    """Sums of products over the last axes of x1 and the first of x2, or over the axes of each that are given."""
def tensorinv(a: Any, ind: Any = 2) -> Array:
    """The inverse of a, its first ind axes being rows and the others columns."""
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Array:
    """The x with tensordot(a, x, x.ndim) equal to b; `axes` of a are moved to its end first."""
def trace(x: Any, /, *, offset: Any = 0, dtype: DTypeLike = None) -> Array:
    """The sum of a diagonal of matrices."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of vectors along an axis."""
def vector_norm(x: Any, /, *, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, ord: Any = 2) -> Array:
    """The norm of vectors along an axis or several; by default of all elements."""
