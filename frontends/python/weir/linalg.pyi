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
    """Compute the condition number, the norm of x times that of its inverse; by default with the 2-norm, from the singular values."""
def cross(x1: Any, x2: Any, /, *, axis: int | Sequence[int] | None = -1) -> Array:
    """Compute the cross product of three-element vectors along an axis."""
def det(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The determinants of square matrices."""
def diagonal(x: Any, /, *, offset: Any = 0) -> Array:
    """Return a diagonal of each matrix, as a view."""
def eig(x: Any, /) -> Array:
    """Compute the eigenvalues and eigenvectors of general square matrices, real or complex; the results are complex."""
def eigh(x: Any, /, UPLO: Any = 'L') -> Array:
    """Compute the eigenvalues (ascending) and orthonormal eigenvectors of Hermitian matrices.  Only the lower triangle is read, or with UPLO="U" the upper one."""
def eigvals(x: Any, /) -> Array:
    """Compute the eigenvalues of general square matrices, sorted by real part, then by imaginary part; complex."""
def eigvalsh(x: Any, /, UPLO: Any = 'L') -> Array:
    """Compute the eigenvalues of Hermitian matrices, ascending; only the triangle selected by UPLO is read."""
def expm(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The exponential of square matrices, 1 + x + x^2 / 2! + ..."""
def inv(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inverses of square matrices."""
def lstsq(a: Any, b: Any, rcond: Any = None) -> Array:
    """Compute the least-squares solution: the x of minimum norm that minimises |b - a x|, for a matrix a and a vector or matrix b, or for stacks of matrices."""
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The matrix product of two arrays."""
def matrix_exp(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The exponential of square matrices, 1 + x + x^2 / 2! + ..."""
def matrix_norm(x: Any, /, *, keepdims: builtins.bool = False, ord: Any = 'fro') -> Array:
    """Compute the matrix norm; ord is "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
def matrix_power(x: ArrayLike, /, n: int | None = None, *, out: Array | None = None) -> Array:
    """Raise square matrices to an integer power."""
def matrix_rank(x: Any, /, rtol: Any = None) -> Array:
    """Compute the rank: the number of singular values above rtol times the largest one.  By default rtol is the larger dimension times the machine epsilon of the dtype."""
def matrix_transpose(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Exchange the last two axes; returns a view."""
def multi_dot(arrays: Any) -> Array:
    """Multiply a chain of matrices in the order that minimises the number of scalar multiplications; the first and the last may be vectors."""
def norm(x: Any, ord: Any = None, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """Compute NumPy's norm: of all elements, of vectors along one axis, or of matrices along two."""
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The outer product: each element of x1 times each element of x2."""
def pinv(x: Any, /, rtol: Any = None) -> Array:
    """Compute the Moore-Penrose pseudo-inverse.  Singular values up to rtol times the largest one are treated as 0; by default rtol is the larger dimension times the machine epsilon of the dtype."""
def qr(x: Any, /, mode: Any = 'reduced') -> Array:
    """QR decomposition: Q has orthonormal columns, R is upper triangular, x = Q R; mode "reduced" or "complete"."""
def slogdet(x: Any, /) -> Array:
    """Return the sign of the determinant and the logarithm of its absolute value."""
def solve(x1: ArrayLike, x2: ArrayLike, /, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1."""
def solve_triangular(x1: ArrayLike, x2: ArrayLike, /, upper: builtins.bool = False, unitriangular: builtins.bool = False, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1."""
def svd(x: Any, /, full_matrices: Any = True) -> Array:
    """Singular value decomposition x = U S Vh: S in descending order, U and Vh with orthonormal columns and rows."""
def svdvals(x: Any, /) -> Array:
    """Compute the singular values, in descending order."""
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Array:
    """Contract the last axes of x1 with the first axes of x2, or the given axes of each."""
def tensorinv(a: Any, ind: Any = 2) -> Array:
    """Compute the inverse of a tensor, its first ind axes taken as rows and the others as columns."""
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Array:
    """Solve tensordot(a, x, x.ndim) = b for x; the axes of a given in `axes` are moved to its end first."""
def trace(x: Any, /, *, offset: Any = 0, dtype: DTypeLike = None) -> Array:
    """Return the sum along a diagonal of each matrix."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of vectors along an axis."""
def vector_norm(x: Any, /, *, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, ord: Any = 2) -> Array:
    """Compute the vector norm over one or several axes; by default of all elements."""
