"""Statistics, norms and linear algebra of torch where they differ from Weir's functions."""
from collections import namedtuple

import weir as _weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Mistake, Spoken, op, size_of
from weir.dialects._torch_ops import _along, _axis, _like, cat, mul, scalars

weir = Spoken(_weir)
_shape = Array.shape.__get__


# ---- Statistics and series -----------------------------------------------------------------------------


def spread(name):
    """Return std or var, whose second argument is the dimension or `unbiased`."""
    def call(input, dim=None, unbiased=True, keepdim=False, *, correction=None, axis=None, keepdims=False):
        dim, keepdim = dim if axis is None else axis, keepdim or keepdims
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        correction = float(unbiased) if correction is None else float(correction)
        if dim is not None and not isinstance(dim, int) and len(dim) == 0:
            dim = None
        return op[name](input, axis=dim, keepdims=keepdim, correction=correction)

    call.__name__ = name
    return scalars(call)


std, var = spread("std"), spread("var")


def _and_mean(fn):
    def call(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
        axis = None if isinstance(dim, bool) or dim == () or dim == [] else dim
        return fn(input, dim, unbiased, keepdim, correction=correction), mean(input, axis, keepdim)

    call.__name__ = f"{fn.__name__}_mean"
    return call


@scalars
def mean(input, dim=None, keepdim=False):
    return op["mean"](input, axis=dim, keepdims=keepdim)


std_mean, var_mean = _and_mean(std), _and_mean(var)


def diff(input, n=1, dim=-1, prepend=None, append=None):
    if n == 0:
        return input
    if input.dtype == _weir.bool:
        y = input if prepend is None else cat([prepend, input], dim)
        y = y if append is None else cat([y, append], dim)
        for _ in range(n):
            size = _shape(y)[dim]
            ends = [y[_along(dim, y.ndim, part)] for part in (slice(1, size), slice(0, max(size - 1, 0)))]
            y = op["logical_xor"](*ends)
        return y
    return op["diff"](input, n=n, axis=dim, prepend=prepend, append=append)


def logcumsumexp(input, dim):
    """Return the logarithm of the cumulative sum of exponentials.

    Each pass adds what is 1, 2, 4, ... elements before, by logaddexp, so that small numbers before large ones are kept.
    """
    y, size, by = op["positive"](input), _shape(input)[dim] if input.ndim else 1, 1
    while by < size:
        before, rest = (y[_along(dim, y.ndim, part)] for part in (slice(0, size - by), slice(by, size)))
        y = op["concat"]([y[_along(dim, y.ndim, slice(0, by))], op["logaddexp"](rest, before)], axis=dim)
        by *= 2
    return y


def cov(input, *, correction=1, fweights=None, aweights=None):
    """Return the covariance matrix of the rows."""
    x = op["reshape"](input, (1, -1)) if input.ndim < 2 else input
    x = x if x.dtype.kind in "fc" else op["astype"](x, _weir.get_default_dtype())
    weights, count = None, float(_shape(x)[1])
    if fweights is not None:
        weights, count = op["astype"](fweights, x.dtype), op["sum"](fweights)
    if aweights is not None:
        weights = op["astype"](aweights, x.dtype) if weights is None else weights * aweights
    if weights is None:
        centred = x - op["mean"](x, axis=1, keepdims=True)
        scaled, below = centred, count - correction
    else:
        total = op["sum"](weights)
        centred = x - op["sum"](x * weights, axis=1, keepdims=True) / total
        below = total - correction
        if aweights is not None:
            below = total - correction * op["sum"](weights * aweights) / total
        scaled = centred * weights
    below = op["maximum"](below, 0.0) if isinstance(below, Array) else _core.asarray(max(below, 0.0), dtype=_real(x))
    y = op["matmul"](scaled, op["conj"](op["matrix_transpose"](centred))) / below
    return op["reshape"](y, ()) if size_of(y) == 1 else y


def _real(x):
    return {"complex64": _weir.float32, "complex128": _weir.float64}.get(str(x.dtype), x.dtype)


def corrcoef(input):
    c = cov(input)
    if c.ndim == 0:
        return c / c
    d = op["sqrt"](op["real"](op["diagonal"](c)) if c.dtype.kind == "c" else op["diagonal"](c))
    return c / op["expand_dims"](d, 1) / op["expand_dims"](d, 0)


def _areas(y, x, dx, dim):
    dim = _axis(dim, y.ndim)
    if x is not None:
        steps = op["diff"](x, axis=-1)
        if x.ndim == 1:
            steps = op["reshape"](steps, (-1, *(1,) * (y.ndim - 1 - dim)))
        elif x.ndim == y.ndim:
            steps = op["diff"](x, axis=dim)
    else:
        steps = 1.0 if dx is None else dx
    n = _shape(y)[dim]
    left, right = y[_along(dim, y.ndim, slice(0, n - 1))], y[_along(dim, y.ndim, slice(1, n))]
    return (left + right) / 2 * steps, dim


def trapezoid(y, x=None, *, dx=None, dim=-1):
    """Return the integral along a dimension by the trapezoidal rule."""
    areas, dim = _areas(y, x, dx, dim)
    return op["sum"](areas, axis=dim)


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    areas, dim = _areas(y, x, dx, dim)
    return op["cumulative_sum"](areas, axis=dim)


def renorm(input, p, dim, maxnorm):
    """Return the input with each slice along a dimension scaled so that its p-norm is at most maxnorm."""
    dim = _axis(dim, input.ndim)
    norms = op["vector_norm"](input, axis=tuple(i for i in range(input.ndim) if i != dim), keepdims=True, ord=p)
    return input * op["where"](op["greater"](norms, maxnorm), maxnorm / (norms + 1e-7), 1.0)


def cdist(x1, x2, p=2.0, compute_mode=None):
    if size_of(x1) == 0 or size_of(x2) == 0:
        shape = _weir.broadcast_shapes(_shape(x1)[:-2], _shape(x2)[:-2]) + (_shape(x1)[-2], _shape(x2)[-2])
        zeros = op["sum"](x1) * 0.0 + op["sum"](x2) * 0.0
        return op["broadcast_to"](zeros, shape)
    if p == 0.0:
        differs = op["not_equal"](op["expand_dims"](x1, -2), op["expand_dims"](x2, -3))
        return op["astype"](op["sum"](op["astype"](differs, _weir.int64), axis=-1), x1.dtype)
    return op["cdist"](x1, x2, p=p)


# ---- Linear algebra ------------------------------------------------------------------------------------

_Solution = namedtuple("linalg_lstsq", "solution residuals rank singular_values")


def _symmetric(A, UPLO="L"):
    """Return a matrix with the lower triangle of A, or the upper one.  As in PyTorch, the values are those of one
    triangle, and both triangles receive a gradient."""
    A = A if UPLO == "L" else _adjoint(A)
    if not A.followed:
        return A
    whole = _of_triangle(A)
    return (whole + _adjoint(whole)) / 2


def _adjoint(x):
    return op["conj"](op["matrix_transpose"](x)) if x.dtype.kind == "c" else op["matrix_transpose"](x)


def _of_triangle(A):
    """Return the Hermitian matrix with the lower triangle of A; its gradient is passed on to A as it is."""
    fixed = Array.detach(A)
    return op["tril"](fixed) + _adjoint(op["tril"](fixed, k=-1)) + (A - fixed)


def eigvalsh(A, UPLO="L"):
    return weir.linalg.eigvalsh(_symmetric(A, UPLO))


def eigh(A, UPLO="L"):
    return weir.linalg.eigh(_symmetric(A, UPLO))


def solve(A, B, *, left=True):
    """Solve A X = B, or X A = B.  B is a batch of vectors if it has the shape of A without the last dimension."""
    if B.ndim == 1 or B.ndim == A.ndim - 1 and _shape(B) == _shape(A)[:-1]:
        y = op["solve"](A, op["expand_dims"](B, -1)) if left else op["solve"](A, op["expand_dims"](B, -2), left=False)
        return op["squeeze"](y, axis=-1 if left else -2)
    return op["solve"](A, B, left=left)


def lstsq(A, B, rcond=None, *, driver=None):
    """Return the least-squares solution of A X = B and, for the drivers that compute them, residuals and rank."""
    pinv_ = weir.linalg.pinv(A) if rcond is None else weir.linalg.pinv(A, rtol=rcond)
    rows, columns = _shape(A)[-2:]
    solution = op["matmul"](pinv_, B)
    empty = lambda dtype: op["empty"]((0,), dtype)  # noqa: E731
    driver = driver or "gelsy"
    if rows > columns and driver != "gelsy":
        residuals = op["sum"](op["square"](op["abs"](op["matmul"](A, solution) - B)), axis=-2)
    else:
        residuals = _like(A, empty(_real(A)))
    rank = weir.linalg.matrix_rank(A) if driver != "gels" else _like(A, empty(_weir.int64))
    values = weir.linalg.svdvals(Array.detach(A)) if driver in ("gelsd", "gelss") else _like(A, empty(_real(A)))
    return _Solution(solution, residuals, rank, values)


def _tolerance(values, shape, atol, rtol, tol=None):
    """Return the limit below which singular values count as zero."""
    if tol is not None:
        atol, rtol = tol, 0.0
    if rtol is None:
        none = atol is None or not isinstance(atol, Array) and atol == 0.0
        rtol = max(shape) * _weir.finfo(values.dtype).eps if none else 0.0
    atol = 0.0 if atol is None else atol
    top = op["max"](values, axis=-1) if _shape(values)[-1] else 0.0
    relative = top * rtol
    return op["maximum"](relative, atol) if isinstance(relative, Array) or isinstance(atol, Array) else max(relative, atol)


def _singular_values(A, hermitian):
    return op["abs"](eigvalsh(A)) if hermitian else weir.linalg.svdvals(A)


def matrix_rank(A, tol=None, *, atol=None, rtol=None, hermitian=False):
    """Return the number of singular values above the tolerance."""
    if size_of(A) == 0:
        return _like(A, op["zeros"](_shape(A)[:-2], _weir.int64))
    values = _singular_values(A, hermitian)
    limit = _tolerance(values, _shape(A)[-2:], atol, rtol, tol)
    limit = op["expand_dims"](limit, -1) if isinstance(limit, Array) else limit
    return op["sum"](op["astype"](op["greater"](values, limit), _weir.int64), axis=-1)


def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    """Return the pseudo-inverse."""
    if rcond is not None:
        rtol = rcond
    if size_of(A) == 0:
        return op["matrix_transpose"](A)
    if hermitian and A.followed:  # PyTorch's gradient is that of any matrix
        A, hermitian = _of_triangle(A), False
    if atol is None and not hermitian and not isinstance(rtol, Array):
        return weir.linalg.pinv(A) if rtol is None else weir.linalg.pinv(A, rtol=rtol)
    if hermitian:
        values, vectors = eigh(A)
        sizes, other = op["abs"](values), vectors
    else:
        vectors, values, adjoint = weir.linalg.svd(A, full_matrices=False)
        sizes, other = values, _adjoint(adjoint)
    limit = _tolerance(sizes, _shape(A)[-2:], atol, rtol)
    limit = op["expand_dims"](limit, -1) if isinstance(limit, Array) else limit
    good = op["greater"](sizes, limit)
    inverse = op["where"](good, 1.0 / op["where"](good, values, 1.0), 0.0)
    return op["matmul"](other * op["expand_dims"](inverse, -2), _adjoint(vectors))


def cholesky_solve(input, L, upper=False):
    """Return X of A X = input, where L is the Cholesky factor of A."""
    across = op["matrix_transpose"](L if L.dtype.kind != "c" else op["conj"](L))
    lower, above = (across, L) if upper else (L, across)
    return solve_triangular(above, solve_triangular(lower, input, upper=False), upper=True)


def cholesky_inverse(input, upper=False):
    """Return the inverse of the matrix whose Cholesky factor is the input."""
    eye = op["eye"](_shape(input)[-1], dtype=input.dtype, device=Array.device.__get__(input))
    return cholesky_solve(_like(input, eye), input, upper)


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    shape = _weir.broadcast_shapes(_shape(A)[:-2], _shape(B)[:-2])
    A, B = (op["broadcast_to"](x, shape + _shape(x)[-2:]) for x in (A, B))
    return op["solve_triangular"](A, B, upper=upper, unitriangular=unitriangular, left=left)


def logdet(input):
    """Return the logarithm of the determinant; NaN where it is negative."""
    sign_, y = weir.linalg.slogdet(input)
    return op["where"](op["less"](sign_, 0), float("nan"), y)


def vander(x, N=None):
    """Return the powers 0 to N - 1 of the elements, in rows."""
    x = op["reshape"](x, (1,)) if x.ndim == 0 else x
    n = _shape(x)[-1] if N is None else N
    powers = [op["ones_like"](x)]
    for _ in range(n - 1):
        powers.append(mul(powers[-1], x))
    return op["stack"](powers[:n], axis=-1)


# ---- Norms ---------------------------------------------------------------------------------------------


@scalars
def norm(input, p="fro", dim=None, keepdim=False, dtype=None, *, axis=None, keepdims=False):
    dim, keepdim = dim if axis is None else axis, keepdim or keepdims
    if dtype is not None:
        input = op["astype"](input, dtype)
    if p == "nuc":
        return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim)
    p = 2 if p in ("fro", None) else p
    return op["vector_norm"](input, axis=dim, keepdims=keepdim, ord=p)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """Return a norm of the matrices in two dimensions."""
    A = A if dtype is None else op["astype"](A, dtype)
    if ord == "fro":
        return op["vector_norm"](A, axis=tuple(dim), keepdims=keepdim, ord=2)
    first, second = (_axis(d, A.ndim) for d in dim)
    y = op["moveaxis"](A, (first, second), (-2, -1))
    if ord in ("nuc", 2, -2):
        values = weir.linalg.svdvals(y)
        y = op["sum"](values, axis=-1) if ord == "nuc" else op["max" if ord == 2 else "min"](values, axis=-1)
    else:
        sums = op["sum"](op["abs"](y), axis=-2 if abs(ord) == 1 else -1)
        y = op["max" if ord > 0 else "min"](sums, axis=-1)
    if keepdim:
        for d in sorted((first, second)):
            y = op["expand_dims"](y, d)
    return y


def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """Return a vector norm, or a matrix norm if the dimensions are two and ord is given."""
    A = A if dtype is None else op["astype"](A, dtype)
    if isinstance(dim, int):
        dim = (dim,)
    if ord is None or dim is not None and len(dim) == 1 or dim is None and A.ndim == 1:
        return vector_norm(A, 2 if ord is None else ord, dim, keepdim)
    if dim is None and A.ndim != 2:
        raise Mistake(f"linalg.norm: if dim is not given, the input must be 1-D or 2-D, not {A.ndim}-D")
    return matrix_norm(A, ord, (0, 1) if dim is None else dim, keepdim)


@scalars
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    x = x if dtype is None else op["astype"](x, dtype)
    return op["vector_norm"](x, axis=dim, keepdims=keepdim, ord=ord)
