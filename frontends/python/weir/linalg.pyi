"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def cross(x1: Any, x2: Any, /, *, axis: int | Sequence[int] | None = -1) -> Array:
    """The cross product of vectors of three entries along an axis."""
def diagonal(x: Any, /, *, offset: Any = 0) -> Array:
    """A diagonal of matrices, as a view."""
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The product of two matrices, or of stacks of them."""
def matrix_norm(x: Any, /, *, keepdims: builtins.bool = False, ord: Any = 'fro') -> Array:
    """The norm of matrices: "fro", 1, -1, inf or -inf.  "nuc" and 2 need singular values."""
def matrix_power(x: Any, n: Any, /) -> Array:
    """The product of n matrices x."""
def matrix_transpose(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The last two axes exchanged, as a view."""
def norm(x: Any, ord: Any = None, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """NumPy's norm: of all elements, of vectors along one axis, or of matrices along two."""
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The matrix of the products of each element of x1 with each of x2."""
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Array:
    """Sums of products over the last axes of x1 and the first of x2, or over the axes of each that are given."""
def trace(x: Any, /, *, offset: Any = 0, dtype: DTypeLike = None) -> Array:
    """The sum of a diagonal of matrices."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of the vectors along an axis."""
def vector_norm(x: Any, /, *, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, ord: Any = 2) -> Array:
    """The norm of vectors along an axis or several; by default of all elements."""
