"""Linear algebra: the linalg extension of the array API standard, and the related NumPy functions.

Factorisations, products and the simple norms are operators; functions that combine several of them are defined here.
Functions with several results return a named tuple.
"""
from collections import namedtuple

from weir import _core
from weir._core import asarray, ops
from weir._functions import follows, named, tensordot

cholesky = ops["cholesky"]
det = ops["det"]
expm = matrix_exp = ops["expm"]
inv = ops["inv"]
matmul = ops["matmul"]
matrix_power = ops["matrix_power"]
matrix_transpose = ops["matrix_transpose"]
outer = ops["outer"]
solve = ops["solve"]
solve_triangular = ops["solve_triangular"]
vecdot = ops["vecdot"]

__all__ = [
    "cholesky", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "expm", "inv", "lstsq", "matmul",
    "matrix_exp", "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "multi_dot", "norm", "outer", "pinv", "qr", "slogdet", "solve",
    "solve_triangular", "svd", "svdvals", "tensordot", "tensorinv", "tensorsolve", "trace", "vecdot", "vector_norm",
]

EigResult = namedtuple("EigResult", ["eigenvalues", "eigenvectors"])
EighResult = namedtuple("EighResult", ["eigenvalues", "eigenvectors"])
QRResult = namedtuple("QRResult", ["Q", "R"])
SlogdetResult = namedtuple("SlogdetResult", ["sign", "logabsdet"])
SVDResult = namedtuple("SVDResult", ["U", "S", "Vh"])
LstsqResult = namedtuple("LstsqResult", ["x", "residuals", "rank", "singular_values"])

_inf = float("inf")


# ---- Products and diagonals --------------------------------------------------------------------------


def cross(x1, x2, /, *, axis=-1):
    """Compute the cross product of three-element vectors along an axis."""
    return ops["cross"](x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
    """Return a diagonal of each matrix, as a view."""
    return ops["diagonal"](x, offset=offset)


def trace(x, /, *, offset=0, dtype=None):
    """Return the sum along a diagonal of each matrix."""
    return ops["trace"](x, offset=offset, dtype=dtype)


@follows
def multi_dot(arrays):
    """Multiply a chain of matrices in the order that needs the fewest scalar multiplications.  The first and the last
    may be vectors."""
    arrays = [asarray(x) for x in arrays]
    if len(arrays) < 2:
        raise ValueError(f"multi_dot: expected at least two arrays, got {len(arrays)}")
    row, column = arrays[0].ndim == 1, arrays[-1].ndim == 1
    if row:
        arrays[0] = arrays[0][None, :]
    if column:
        arrays[-1] = arrays[-1][:, None]
    for x in arrays:
        if x.ndim != 2:
            raise ValueError(f"multi_dot: expected matrices, got an array of shape {x.shape}")
    sides = [arrays[0].shape[0]] + [x.shape[1] for x in arrays]
    made = _in_order(arrays, _best_cuts(sides), 0, len(arrays) - 1)
    return made[0 if row else slice(None), 0 if column else slice(None)] if row or column else made


def _best_cuts(sides):
    """Return a dictionary {(i, j): k}, computed by dynamic programming: the product of matrices i to j is cheapest if
    it is split after matrix k."""
    count = len(sides) - 1
    cost, cut = {(i, i): 0 for i in range(count)}, {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            cost[i, j], cut[i, j] = min((cost[i, k] + cost[k + 1, j] + sides[i] * sides[k + 1] * sides[j + 1], k)
                                        for k in range(i, j))
    return cut


def _in_order(arrays, cut, i, j):
    if i == j:
        return arrays[i]
    return matmul(_in_order(arrays, cut, i, cut[i, j]), _in_order(arrays, cut, cut[i, j] + 1, j))


# ---- Factorisations ----------------------------------------------------------------------------------


def qr(x, /, mode="reduced"):
    """Compute the QR decomposition x = Q R: Q has orthonormal columns, R is upper triangular.

    mode is "reduced", or "complete" for a square Q."""
    return QRResult(*ops["qr"](x, mode=mode))


def slogdet(x, /):
    """Return the sign of the determinant and the logarithm of its absolute value."""
    return SlogdetResult(*ops["slogdet"](x))


def _lower(x, name, UPLO):
    """Return x, or its conjugate transpose if UPLO selects the upper triangle, because the operators read only the
    lower triangle."""
    if UPLO in ("L", "l"):
        return x
    if UPLO not in ("U", "u"):
        raise ValueError(f"{name}: UPLO must be 'L' or 'U', not {UPLO!r}")
    return _adjoint(asarray(x))


def eigh(x, /, UPLO="L"):
    """Compute the eigenvalues (ascending) and orthonormal eigenvectors of Hermitian matrices.  Only the lower
    triangle is read, or, with UPLO="U", the upper one.

    Column i of the eigenvectors belongs to eigenvalue i.  The gradient of the eigenvectors is well defined only where
    the eigenvalues are distinct."""
    return EighResult(*ops["eigh"](_lower(x, "eigh", UPLO)))


def eigvalsh(x, /, UPLO="L"):
    """Compute the eigenvalues of Hermitian matrices in ascending order; only the triangle selected by UPLO is read."""
    return ops["eigvalsh"](_lower(x, "eigvalsh", UPLO))


def eig(x, /):
    """Compute the eigenvalues and eigenvectors of general square matrices, real or complex; the results are complex.

    The eigenvalues are sorted by real part, then by imaginary part.  The eigenvalues of a real matrix are real or come
    in conjugate pairs.  Column i of the eigenvectors belongs to eigenvalue i and has norm 1.  The gradient of the
    eigenvectors is well defined only where the eigenvalues are distinct.  For symmetric or Hermitian matrices, eigh is
    faster."""
    return EigResult(*ops["eig"](x))


def eigvals(x, /):
    """Compute the eigenvalues of general square matrices, as complex numbers sorted by real part, then by imaginary
    part."""
    return ops["eigvals"](x)


def svd(x, /, full_matrices=True):
    """Compute the singular value decomposition x = U diag(S) Vh: S is in descending order, and the columns of U and the
    rows of Vh are orthonormal.

    With full_matrices=True, U and Vh are square."""
    return SVDResult(*ops["svd"](x, full_matrices=full_matrices))


def svdvals(x, /):
    """Compute the singular values, in descending order."""
    return ops["svdvals"](x)


# ---- Based on singular values ------------------------------------------------------------------------


def _above(s, shape, rtol):
    """Return a mask of the singular values that are nonzero up to rounding: above rtol times the largest one."""
    if rtol is None:
        rtol = max(shape[-2:]) * _core_eps(s.dtype)
    elif not isinstance(rtol, (int, float)):
        rtol = asarray(rtol)[..., None]
    if s.shape[-1] == 0:
        return s > 0
    return s > rtol * ops["max"](s, axis=-1, keepdims=True)


def _core_eps(dtype):
    return 2.0**-52 if dtype is _core.float64 else 2.0**-23


def _adjoint(x):
    return matrix_transpose(ops["conj"](x) if x.dtype.kind == "c" else x)


@named
@follows
def matrix_rank(x, /, rtol=None):
    """Compute the rank: the number of singular values above rtol times the largest one.  By default rtol is the larger
    dimension times the machine epsilon of the dtype."""
    x = asarray(x)
    return ops["sum"](_above(svdvals(x), x.shape, rtol), axis=-1, dtype=_core.int64)


def _inverse_of(s, keep):
    return ops["where"](keep, 1 / ops["where"](keep, s, 1), 0)


@named
@follows
def pinv(x, /, rtol=None):
    """Compute the Moore-Penrose pseudo-inverse.  Singular values of at most rtol times the largest one are treated as
    0; by default, rtol is the larger dimension times the machine epsilon of the dtype."""
    x = asarray(x)
    u, s, vh = svd(x, full_matrices=False)
    inverse = _inverse_of(s, _above(s, x.shape, rtol))
    return matmul(_adjoint(vh) * inverse[..., None, :], _adjoint(u))


def _least_squares(a, b, ranks, keep_of):
    """Return the least-squares solution of minimum norm.  If all matrices have full rank, it is computed by a
    factorisation whose gradient is defined even where singular values are equal (QR, or solve for square matrices),
    otherwise by the SVD."""
    rows, columns = a.shape[-2:]
    if 0 not in a.shape and ranks == rows == columns:
        return solve(a, b)
    if ranks == columns:
        q, r = qr(a)
        return solve_triangular(r, matmul(_adjoint(q), b), upper=True)
    if ranks == rows:
        q, r = qr(_adjoint(a))
        return matmul(q, solve_triangular(_adjoint(r), b, upper=False))
    u, s, vh = svd(a, full_matrices=False)
    return matmul(_adjoint(vh), _inverse_of(s, keep_of(s))[..., None] * matmul(_adjoint(u), b))


@named
@follows
def lstsq(a, b, rcond=None):
    """Compute the least-squares solution: of all x that minimise |b - a x|, the one of minimum norm.  a is a matrix and
    b a vector or a matrix, or both are stacks of matrices.

    Also return the sums of squared residuals (if a has full column rank and more rows than columns), the rank of a, and
    the singular values of a.  Singular values of at most rcond times the largest one are treated as 0.  The call blocks
    until the rank is known.  The gradient assumes that the rank does not change; at full rank, it is always defined."""
    a, b = asarray(a), asarray(b)
    vector = b.ndim == 1 and a.ndim == 2
    if a.ndim < 2 or not vector and b.ndim != a.ndim or a.shape[-2] != b.shape[0 if vector else -2] or (
            a.shape[:-2] != b.shape[:-2] and not vector):
        raise ValueError("lstsq: expected a matrix, and a vector or matrix with the same number of rows, not shapes "
                         f"{a.shape} and {b.shape}")
    columns = b[:, None] if vector else b

    def keep_of(s):
        return _above(s, a.shape, rcond)

    s = svdvals(a)
    ranks = ops["sum"](keep_of(s), axis=-1, dtype=_core.int64)
    least = int(ops["min"](ranks)) if ranks.size else 0
    x = _least_squares(a, columns, least, keep_of)
    if least == a.shape[-1] < a.shape[-2]:
        left = ops["sum"](ops["square"](ops["abs"](columns - matmul(a, x))), axis=-2)
    else:
        left = ops["zeros"](shape=a.shape[:-2] + (0,), dtype=s.dtype)
    return LstsqResult(x[:, 0] if vector else x, left, least if a.ndim == 2 else ranks, s)


@named
def cond(x, p=None):
    """Compute the condition number: the norm of x times the norm of its inverse.  The default is the 2-norm, for which
    the condition number is computed from the singular values."""
    x = asarray(x)
    if x.ndim < 2 or 0 in x.shape[-2:]:
        raise ValueError(f"cond: expected nonempty matrices, not shape {x.shape}")
    if p is None or p in (2, -2):
        s = svdvals(x)
        if p == -2:
            return s[..., -1] / s[..., 0]
        return ops["where"](s[..., -1] == 0, _inf, s[..., 0] / s[..., -1])  # infinity, not NaN, for a zero matrix
    return matrix_norm(x, ord=p) * matrix_norm(inv(x), ord=p)


# ---- Norms -------------------------------------------------------------------------------------------


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Compute the vector norm over one or several axes; by default of all elements."""
    return ops["vector_norm"](x, axis=axis, keepdims=keepdims, ord=ord)


@named
def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Compute the matrix norm; ord is "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
    if ord == "fro" or ord in (1, -1, _inf, -_inf):
        return ops["matrix_norm"](x, keepdims=keepdims, ord=ord if ord == "fro" else f"{ord:g}")
    if ord not in ("nuc", 2, -2):
        raise ValueError(f"matrix_norm: ord must be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, not {ord!r}")
    name = "sum" if ord == "nuc" else "max" if ord > 0 else "min"
    made = ops[name](svdvals(x), axis=-1, keepdims=keepdims)
    return made[..., None] if keepdims else made


@named
def norm(x, ord=None, axis=None, keepdims=False):
    """Compute a norm like numpy.linalg.norm: of all elements, of vectors along one axis, or of matrices along two.

    Without `ord`, the norm is the square root of the sum of squares.  With `ord` but without an axis, x must be a
    vector or a matrix."""
    x = asarray(x)
    if axis is None and (ord is None or x.ndim == 1):
        return vector_norm(x, ord=2 if ord is None else ord, keepdims=keepdims)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    if len(axes) == 1:
        return vector_norm(x, axis=axes[0], ord=2 if ord is None else ord, keepdims=keepdims)
    if len(axes) != 2:
        raise ValueError(f"norm: ord={ord!r} requires one or two axes, not {len(axes)}")
    made = matrix_norm(ops["moveaxis"](x, axes, (-2, -1)), ord="fro" if ord is None else ord, keepdims=keepdims)
    return ops["moveaxis"](made, (-2, -1), axes) if keepdims else made


# ---- Tensors as matrices -----------------------------------------------------------------------------


def _size(shape):
    count = 1
    for side in shape:
        count *= side
    return count


@named
def tensorinv(a, ind=2):
    """Invert a tensor, treated as a matrix with its first ind axes as rows and the others as columns."""
    a = asarray(a)
    if ind <= 0:
        raise ValueError(f"tensorinv: ind must be positive, not {ind}")
    rows, columns = a.shape[:ind], a.shape[ind:]
    if _size(rows) != _size(columns):
        raise ValueError(f"tensorinv: shape {a.shape} with ind={ind} does not form a square matrix")
    return ops["reshape"](inv(ops["reshape"](a, shape=(_size(rows), -1))), shape=columns + rows)


@named
@follows
def tensorsolve(a, b, axes=None):
    """Solve tensordot(a, x, x.ndim) = b for x, after moving the axes of `a` listed in `axes` to the end."""
    a, b = asarray(a), asarray(b)
    if axes is not None:
        a = ops["moveaxis"](a, tuple(axes), tuple(range(a.ndim - len(axes), a.ndim)))
    shape = a.shape[b.ndim - a.ndim:]  # as in NumPy: all axes if b has as many, and the axes after those that b has more
    if _size(shape) != b.size:
        raise ValueError(f"tensorsolve: shapes {a.shape} and {b.shape} give {b.size} equation{'s' * (b.size != 1)} for "
                         f"{_size(shape)} unknown{'s' * (_size(shape) != 1)}; the numbers must be equal")
    solved = solve(ops["reshape"](a, shape=(b.size, _size(shape))), ops["reshape"](b, shape=(b.size,)))
    return ops["reshape"](solved, shape=shape)


def __getattr__(name):
    from weir._hints import missing

    raise missing("weir.linalg", name)
