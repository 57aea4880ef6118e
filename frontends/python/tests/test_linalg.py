"""Linear algebra against NumPy: factorisations, what is composed of them, refusals and failures in flight."""
import pytest

np = pytest.importorskip("numpy", minversion="2.0", reason="NumPy 2 is what the values are compared with")

import weir  # noqa: E402

linalg = weir.linalg
FLOATS = ["float32", "float64", "complex64", "complex128"]
SHAPES = [(), (3,), (2, 1, 2)]
SIDES = [0, 1, 2, 7, 16, 17, 33, 100]

needs_svd = pytest.mark.skipif("svd" not in weir._core.ops, reason="svd is not there")
needs_eigh = pytest.mark.skipif("eigh" not in weir._core.ops, reason="eigh is not there")


def random(shape, dtype="float64", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def regular(shape, dtype="float64", seed=0):
    """Far from singular, with rows to exchange."""
    n = shape[-1]
    return random(shape, dtype, seed) / max(1, n) + np.roll(3 * np.eye(n), 1, axis=1).astype(dtype)


def definite(shape, dtype="float64", seed=0):
    x = random(shape, dtype, seed)
    return x @ np.conj(np.swapaxes(x, -1, -2)) / max(1, shape[-1]) + np.eye(shape[-1]).astype(dtype)


def close(got, wanted, dtype=None, factor=1):
    wanted = np.asarray(wanted)
    got = np.asarray(got)
    assert got.shape == wanted.shape
    if dtype is not None:
        assert got.dtype.name == dtype
    eps = factor * (2e-4 if got.dtype.name in ("float32", "complex64") else 1e-11)
    np.testing.assert_allclose(got, wanted, rtol=0, atol=eps * max(1, np.abs(wanted).max(initial=0)))


def real(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


def test_it_is_there_without_an_import():
    assert weir.linalg is linalg
    assert set(linalg.__all__) <= set(dir(linalg))
    standard = {"cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
                "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd",
                "svdvals", "tensordot", "trace", "vecdot", "vector_norm"}
    assert len(standard) == 23 and standard <= set(linalg.__all__)


# ---- LU ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", SIDES)
def test_solve(dtype, n):
    a = regular((n, n), dtype)
    for b in (random((n,), dtype, 1), random((n, 5), dtype, 1)):
        close(linalg.solve(weir.asarray(a), weir.asarray(b)), np.linalg.solve(a, b), dtype)
    close(linalg.inv(weir.asarray(a)), np.linalg.inv(a), dtype)
    close(linalg.det(weir.asarray(a / 3)), np.linalg.det(a / 3), dtype)
    sign, size = linalg.slogdet(weir.asarray(a))
    close(sign, np.linalg.slogdet(a).sign, dtype)
    close(size, np.linalg.slogdet(a).logabsdet, real(dtype))


@pytest.mark.parametrize("stack", SHAPES)
def test_stacks(stack):
    a, b = regular((*stack, 4, 4)), random((*stack, 4, 2), seed=1)
    close(linalg.solve(weir.asarray(a), weir.asarray(b)), np.linalg.solve(a, b))
    close(linalg.solve(weir.asarray(a), weir.asarray(b[..., :1, :2].repeat(4, -2))),
          np.linalg.solve(a, b[..., :1, :2].repeat(4, -2)))
    close(linalg.inv(weir.asarray(a)), np.linalg.inv(a))
    close(linalg.det(weir.asarray(a)), np.linalg.det(a))
    s = definite((*stack, 4, 4))
    close(linalg.cholesky(weir.asarray(s)), np.linalg.cholesky(s))
    q, r = linalg.qr(weir.asarray(a))
    close(q, np.linalg.qr(a).Q)
    close(r, np.linalg.qr(a).R)


def test_stacks_broadcast():
    a, b = regular((3, 1, 4, 4)), random((2, 4, 2), seed=1)
    close(linalg.solve(weir.asarray(a), weir.asarray(b)), np.linalg.solve(a, b))
    v = random((4,), seed=2)
    close(linalg.solve(weir.asarray(a), weir.asarray(v)), np.linalg.solve(a, v))
    many, one = regular((200, 5, 5)), random((5, 1), seed=3)
    close(linalg.solve(weir.asarray(many), weir.asarray(one)), np.linalg.solve(many, one))


def test_inputs_of_any_kind():
    a, b = [[3, 1], [1, 2]], [9, 8]
    got = linalg.solve(weir.asarray(a), weir.asarray(b))
    assert got.dtype == weir.get_default_dtype() and got.tolist() == [2.0, 3.0]
    half = linalg.inv(weir.asarray([[2.0, 0.0], [0.0, 4.0]], dtype="float16"))
    assert half.dtype.name == "float16" and half.tolist() == [[0.5, 0.0], [0.0, 0.25]]
    x = regular((6, 6))
    turned = weir.asarray(x).T
    close(linalg.inv(turned), np.linalg.inv(x.T))
    close(linalg.solve(turned[::-1], weir.asarray(x)), np.linalg.solve(x.T[::-1], x))
    mixed = linalg.solve(weir.asarray(x.astype("float32")), weir.asarray(x.astype("complex64")))
    assert mixed.dtype.name == "complex64"


def test_pivots_that_are_tiny_or_huge():
    for scale in (1e-310, 1e-200, 1e200, 1e307):
        a = regular((5, 5)) * scale
        got = np.asarray(linalg.solve(weir.asarray(a), weir.asarray(a)))
        close(got, np.eye(5), factor=1e3)
        q, r = linalg.qr(weir.asarray(a))
        close(np.asarray(q) @ (np.asarray(r) / scale), a / scale, factor=1e3)


def test_determinants_of_singular_matrices():
    a = weir.asarray([[1.0, 2.0], [2.0, 4.0]])
    assert linalg.det(a).item() == 0
    assert [v.item() for v in linalg.slogdet(a)] == [0, float("-inf")]
    assert linalg.det(weir.ones((0, 0))).item() == 1
    assert linalg.slogdet(weir.ones((0, 0))).logabsdet.item() == 0


def test_what_is_not_finite_spreads_in_its_matrix_and_no_further():
    a = regular((3, 4, 4))
    a[1, 2, 3] = np.inf
    got = np.asarray(linalg.inv(weir.asarray(a)))
    assert np.isnan(got[1]).all() and np.isfinite(got[[0, 2]]).all()
    b = random((4, 3))
    b[0, 1] = np.nan
    x = np.asarray(linalg.solve(weir.asarray(a[0]), weir.asarray(b)))
    assert np.isnan(x[:, 1]).all() and np.isfinite(x[:, [0, 2]]).all()


# ---- Triangles, Cholesky, QR -------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", SIDES)
@pytest.mark.parametrize("upper", [False, True])
def test_triangles(dtype, n, upper):
    a, b = definite((n, n), dtype), random((n, 3), dtype, 1)
    triangle = np.triu(a) if upper else np.tril(a)
    for unit in (False, True):
        if unit:
            triangle = triangle - np.diag(np.diag(triangle)) + np.eye(n, dtype=dtype)
        got = linalg.solve_triangular(weir.asarray(a), weir.asarray(b), upper=upper, unitriangular=unit)
        close(got, np.linalg.solve(triangle, b), dtype, factor=10)
        got = linalg.solve_triangular(weir.asarray(a), weir.asarray(b.T), upper=upper, unitriangular=unit, left=False)
        close(got, np.linalg.solve(triangle.T, b).T, dtype, factor=10)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", SIDES)
def test_cholesky(dtype, n):
    a = definite((n, n), dtype)
    close(linalg.cholesky(weir.asarray(a)), np.linalg.cholesky(a), dtype)
    close(linalg.cholesky(weir.asarray(a), upper=True), np.conj(np.linalg.cholesky(a).T), dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (1, 1), (5, 5), (9, 4), (4, 9), (70, 33), (33, 70), (130, 130)])
def test_qr(dtype, shape):
    a = random(shape, dtype)
    for mode in ("reduced", "complete"):
        q, r = linalg.qr(weir.asarray(a), mode=mode)
        wanted = np.linalg.qr(a, mode=mode)
        close(r, wanted.R, dtype)
        assert q.shape == wanted.Q.shape
        unit = np.conj(np.asarray(q).T) @ np.asarray(q)
        close(unit, np.eye(q.shape[1]))
        close(np.asarray(q) @ np.asarray(r), a)
        assert not np.tril(np.asarray(r), -1).any()
    close(linalg.qr(weir.asarray(a)).Q, np.linalg.qr(a).Q, dtype)


def test_qr_of_columns_that_depend_on_each_other():
    a = np.zeros((5, 3))
    q, r = linalg.qr(weir.asarray(a))
    assert np.asarray(r).tolist() == a[:3].tolist()
    close(np.asarray(q), np.eye(5, 3))


# ---- What is composed --------------------------------------------------------------------------------


def test_matrix_power():
    a = regular((2, 5, 5))
    for n in (-3, -1, 0, 1, 2, 3, 8, 13):
        close(linalg.matrix_power(weir.asarray(a), n), np.linalg.matrix_power(a, n), factor=100)
    assert linalg.matrix_power(weir.asarray([[1, 1], [0, 1]]), 10).tolist() == [[1, 10], [0, 1]]


def test_cross_trace_diagonal():
    x, y = random((4, 3)), random((2, 4, 3), seed=1)
    close(linalg.cross(weir.asarray(x), weir.asarray(y)), np.linalg.cross(x, y))
    close(linalg.cross(weir.asarray(x.T), weir.asarray(x.T + 1), axis=0), np.linalg.cross(x.T, x.T + 1, axis=0))
    close(linalg.trace(weir.asarray(y), offset=1), np.linalg.trace(y, offset=1))
    assert linalg.trace(weir.asarray([[1, 2], [3, 4]], dtype="int32")).dtype.name == "int64"
    close(linalg.diagonal(weir.asarray(y), offset=-1), np.linalg.diagonal(y, offset=-1))


def test_multi_dot():
    a, b, c, d = (random(s, seed=i) for i, s in enumerate([(10, 3), (3, 20), (20, 4), (4, 5)]))
    ours = [weir.asarray(x) for x in (a, b, c, d)]
    close(linalg.multi_dot(ours), np.linalg.multi_dot([a, b, c, d]))
    close(linalg.multi_dot(ours[:2]), a @ b)
    close(linalg.multi_dot([ours[0][0], *ours[1:3], ours[3][:, 0]]), np.linalg.multi_dot([a[0], b, c, d[:, 0]]))
    with pytest.raises(ValueError, match="multi_dot: expected at least two arrays, got 1"):
        linalg.multi_dot(ours[:1])


def test_tensors():
    a = regular((6, 6)).reshape(2, 3, 6)
    close(linalg.tensorinv(weir.asarray(a)), np.linalg.tensorinv(a))
    b = random((2, 3), seed=1)
    close(linalg.tensorsolve(weir.asarray(a), weir.asarray(b)), np.linalg.tensorsolve(a, b))
    assert linalg.tensorsolve(weir.ones((1, 1, 1)), weir.ones((1, 1, 1))).shape == (1, 1, 1)
    with pytest.raises(ValueError, match=r"tensorinv: shape \(2, 3, 6\) with ind=1 does not form a square matrix"):
        linalg.tensorinv(weir.asarray(a), ind=1)


@pytest.mark.parametrize("order", [0, 1, 2, 3, 0.5, -1, float("inf"), -float("inf")])
def test_vector_norm(order):
    x = random((3, 4, 2), "complex128") + 2
    for axis in (None, 0, (0, 2), (0, 1, 2)):
        for keepdims in (False, True):
            close(linalg.vector_norm(weir.asarray(x), axis=axis, keepdims=keepdims, ord=order),
                  np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=order))


@pytest.mark.parametrize("order", ["fro", 1, -1, float("inf"), -float("inf"),
                                   *(pytest.param(o, marks=needs_svd) for o in ("nuc", 2, -2))])
def test_matrix_norm_and_cond(order):
    x = regular((2, 4, 4))
    for keepdims in (False, True):
        close(linalg.matrix_norm(weir.asarray(x), keepdims=keepdims, ord=order),
              np.linalg.matrix_norm(x, keepdims=keepdims, ord=order))
    close(linalg.norm(weir.asarray(x), ord=order, axis=(2, 1)), np.linalg.norm(x, ord=order, axis=(2, 1)))
    if order != "nuc":
        close(linalg.cond(weir.asarray(x), order), np.linalg.cond(x, order))


@needs_svd
def test_by_singular_values():
    x = random((2, 5, 3)) @ np.diag([1.0, 2.0, 0.0])
    w = weir.asarray(x)
    assert linalg.matrix_rank(w).tolist() == [2, 2]
    assert linalg.matrix_rank(w, rtol=10.0).tolist() == [0, 0]
    close(linalg.pinv(w, rtol=1e-10), np.linalg.pinv(x, rcond=1e-10))
    close(linalg.pinv(weir.asarray(x + 1j), rtol=1e-10), np.linalg.pinv(x + 1j, rcond=1e-10))
    u, s, vh = linalg.svd(w, full_matrices=False)
    close(np.asarray(u) * np.asarray(s)[..., None, :] @ np.asarray(vh), x)
    assert linalg.svd(w)._fields == ("U", "S", "Vh") and linalg.svd(w).U.shape == (2, 5, 5)
    close(linalg.svdvals(w), np.linalg.svdvals(x))


@needs_svd
def test_lstsq():
    a, b = random((6, 3)), random((6, 2), seed=1)
    for right in (b, b[:, 0]):
        got, wanted = linalg.lstsq(weir.asarray(a), weir.asarray(right)), np.linalg.lstsq(a, right)
        close(got.x, wanted[0])
        close(got.residuals, wanted[1])
        assert got.rank == wanted[2] == 3
        close(got.singular_values, wanted[3])
    low = linalg.lstsq(weir.asarray(a @ np.diag([1.0, 1, 0])), weir.asarray(b))
    assert low.rank == 2 and low.residuals.shape == (0,)
    with pytest.raises(ValueError, match=r"lstsq: .* not shapes \(6, 3\) and \(5,\)"):
        linalg.lstsq(weir.asarray(a), weir.ones(5))


def test_lstsq_of_stacks_and_of_wide_matrices():
    a, b = random((2, 6, 3)), random((2, 6, 2), seed=1)
    got = linalg.lstsq(weir.asarray(a), weir.asarray(b))
    close(got.x, np.stack([np.linalg.lstsq(x, y)[0] for x, y in zip(a, b)]))
    assert got.rank.tolist() == [3, 3] and got.residuals.shape == (2, 2)
    wide, right = random((3, 6), "complex128"), random(3, "complex128", seed=2)
    close(linalg.lstsq(weir.asarray(wide), weir.asarray(right)).x, np.linalg.lstsq(wide, right)[0])
    square = regular((4, 4))
    close(linalg.lstsq(weir.asarray(square), weir.ones(4, dtype="float64")).x, np.linalg.solve(square, np.ones(4)))


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4)])
def test_the_gradient_of_lstsq_at_equal_singular_values(shape):
    a, b, weight = np.eye(*shape) + 0.0, random(shape[0], seed=3), random(shape[1], seed=4)

    def loss(x, y):
        return (np.linalg.lstsq(x, y)[0] * weight).sum()

    got = weir.autograd.grad(lambda x, y: (linalg.lstsq(x, y).x * weir.asarray(weight)).sum(), (0, 1))(
        weir.asarray(a), weir.asarray(b))
    wanted = np.zeros(shape)
    for i in np.ndindex(shape):
        step = np.zeros(shape)
        step[i] = 1e-6
        wanted[i] = (loss(a + step, b) - loss(a - step, b)) / 2e-6
    np.testing.assert_allclose(np.asarray(got[0]), wanted, atol=1e-8)
    np.testing.assert_allclose(np.asarray(got[1]), np.linalg.pinv(a).T @ weight, atol=1e-12)


# ---- General eigenvalues ------------------------------------------------------------------------------

def kinds_of_matrices():
    yield from (random((n, n)) for n in (1, 2, 3, 20, 60))
    yield from (random((n, n), "complex128") for n in (2, 5, 40))
    yield from (np.roll(np.eye(n), 1, axis=0) for n in (2, 3, 4, 9))  # needs the unusual shifts
    yield np.zeros((3, 3))
    yield np.eye(6, k=1) + 2 * np.eye(6)  # defective
    yield np.kron(np.eye(3), np.array([[0.0, 1], [-1, 0]]))  # pairs with equal values
    yield random((12, 12)) * 10.0 ** np.linspace(-8, 8, 12)[:, None] / 10.0 ** np.linspace(-8, 8, 12)
    yield np.vstack([-np.arange(1, 21.0) / 7, np.eye(20)[:-1]])
    yield random((5, 5)) * 1e-290
    yield random((5, 5)) * 1e290


def test_general_eigenvalues_and_vectors():
    for x in kinds_of_matrices():
        w, v = (np.asarray(r) for r in linalg.eig(weir.asarray(x)))
        size = np.abs(x).max(initial=1e-300)
        assert w.dtype == v.dtype == "complex128"
        np.testing.assert_allclose(x / size @ v, v * (w / size), atol=1e-12 * len(x))
        np.testing.assert_allclose(np.linalg.norm(v, axis=0), 1)
        np.testing.assert_allclose(np.asarray(linalg.eigvals(weir.asarray(x))) / size, w / size, atol=1e-12 * len(x))
        assert np.all(np.diff(w.real) >= 0)
        if x.dtype.kind == "f":  # real values, and pairs that are exactly conjugate
            assert sorted(w, key=lambda z: (z.real, z.imag)) == sorted(w.conj(), key=lambda z: (z.real, z.imag))
            assert not v[:, w.imag == 0].imag.any()


def test_general_eigenvalues_of_stacks_and_dtypes():
    x = random((3, 2, 4, 4), "float32")
    w, v = linalg.eig(weir.asarray(x))
    assert w.shape == (3, 2, 4) and w.dtype == weir.complex64 and v.shape == x.shape
    assert linalg.eigvals(weir.zeros((0, 3, 3))).shape == (0, 3) and linalg.eigvals(weir.zeros((2, 0, 0))).shape == (2, 0)
    with pytest.raises(ValueError, match="not an array of square matrices"):
        linalg.eig(weir.zeros((2, 3)))
    with pytest.raises(TypeError, match="not int64; convert with astype"):
        linalg.eigvals(weir.asarray([[1, 2], [3, 4]]))
    with pytest.raises(weir.AsyncError, match="contains NaN"):
        linalg.eigvals(weir.asarray([[1.0, np.nan], [0.0, 1.0]])).tolist()


def test_the_gradient_of_general_eigenvalues():
    x = weir.asarray(random((4, 4), seed=9))
    got = weir.autograd.grad(lambda x: weir.real(linalg.eigvals(x).sum()))(x)  # the trace
    np.testing.assert_allclose(np.asarray(got), np.eye(4), atol=1e-12)
    got = weir.autograd.grad(lambda x: weir.real(weir.prod(linalg.eig(x).eigenvalues)))(x)  # the determinant
    np.testing.assert_allclose(np.asarray(got), np.linalg.det(x.numpy()) * np.linalg.inv(x.numpy()).T, atol=1e-10)


# ---- Exponentials ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("dtype", FLOATS)
def test_exponential_of_matrices(dtype):
    for size in (0.01, 1.0, 30.0):
        x = size * random((2, 6, 6), dtype) / 6
        w, v = np.linalg.eig(x.astype("complex128"))
        wanted = v * np.exp(w)[:, None, :] @ np.linalg.inv(v)
        close(linalg.expm(weir.asarray(x)), wanted if np.dtype(dtype).kind == "c" else wanted.real, dtype, 10)
    stiff = np.array([[-1e6, 1e6], [0.0, -1.0]])
    np.testing.assert_allclose(np.asarray(linalg.expm(weir.asarray(stiff)))[1, 1], np.exp(-1), rtol=1e-9)


def test_exponential_of_special_matrices():
    turn = linalg.expm(weir.asarray([[0.0, -np.pi], [np.pi, 0.0]], dtype="float64"))
    np.testing.assert_allclose(np.asarray(turn), -np.eye(2), atol=1e-14)
    assert np.isnan(np.asarray(linalg.expm(weir.asarray([[np.inf, 0.0], [0.0, 1.0]])))).all()
    assert linalg.expm(weir.zeros((3, 0, 0))).shape == (3, 0, 0)
    assert linalg.expm(weir.asarray([[0, 1], [0, 0]])).tolist() == [[1, 1], [0, 1]]


def test_gradients_of_exponentials_and_their_gradients():
    x, direction = weir.asarray(random((3, 3)) / 2), weir.asarray(random((3, 3), seed=5))

    def slope(x):
        return (weir.autograd.grad(lambda x: (linalg.expm(x) * direction).sum())(x) * direction).sum()

    step = 1e-5
    got = (weir.autograd.grad(slope)(x) * direction).sum()
    around = float(slope(x + step * direction)) - float(slope(x - step * direction))
    np.testing.assert_allclose(float(got), around / (2 * step), rtol=1e-7)


@needs_eigh
def test_eigenvalues():
    x = definite((2, 5, 5), "complex128")
    values, vectors = linalg.eigh(weir.asarray(x))
    close(values, np.linalg.eigvalsh(x))
    close(linalg.eigvalsh(weir.asarray(x)), np.linalg.eigvalsh(x))
    v = np.asarray(vectors)
    close(v * np.asarray(values)[..., None, :] @ np.conj(np.swapaxes(v, -1, -2)), x)
    triangle = weir.asarray(np.triu(x))
    close(linalg.eigvalsh(triangle, "U"), np.linalg.eigvalsh(x))
    close(linalg.eigh(triangle, UPLO="U").eigenvectors, v)
    with pytest.raises(ValueError, match="eigh: UPLO must be 'L' or 'U', not 'X'"):
        linalg.eigh(triangle, UPLO="X")


def test_solving_on_the_right():
    a, b = random((2, 4, 4), "float64"), random((2, 3, 4), "float64", 1)
    x = np.asarray(linalg.solve(weir.asarray(a), weir.asarray(b), left=False))
    close(x @ a, b)


# ---- What is wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize("call, sentence", [
    (lambda: linalg.inv(weir.ones((2, 3))), r"inv: float32 \(2, ?3\): matrices of 2 x 3 are not square"),
    (lambda: linalg.inv(weir.ones(3)), r"inv: float32 \(3,?\) has 1 dimension; expected matrices"),
    (lambda: linalg.solve(weir.ones((2, 2)), weir.ones(3)), "the number of equations is 2, but each right-hand side has 3 elements"),
    (lambda: linalg.solve(weir.ones((3, 2, 2)), weir.ones((2, 2, 1))), r"the batch dimensions \(3,?\) and \(2,?\) do not broadcast"),
    (lambda: linalg.qr(weir.ones((2, 2)), mode="raw"), "qr: mode 'raw' is not supported; expected 'reduced' or 'complete'"),
    (lambda: linalg.matrix_norm(weir.ones((2, 2)), ord="max"), "matrix_norm: ord must be .*, not 'max'"),
    (lambda: linalg.cross(weir.ones(2), weir.ones(2)), "have 2 and 2 elements along axis -1; expected 3"),
    (lambda: linalg.cholesky(weir.ones((3, 2))), "cholesky: .* not square"),
])
def test_refusals(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_singular_matrices_fail_in_flight():
    a = np.stack([np.eye(3), np.ones((3, 3)), np.zeros((3, 3))])
    bad = linalg.inv(weir.asarray(a))  # the call itself does not fail
    with pytest.raises(weir.AsyncError, match="inv.*matrix 1 of 3 is singular: pivot 1 is 0"):
        np.asarray(bad)
    weir.clear_errors()
    with pytest.raises(weir.AsyncError, match="solve.*the matrix is singular: pivot 0 is 0"):
        np.asarray(linalg.solve(weir.zeros((2, 2)), weir.ones(2)))
    weir.clear_errors()
    with pytest.raises(weir.AsyncError, match="cholesky.*the matrix is not positive definite: pivot 1 is not positive"):
        np.asarray(linalg.cholesky(weir.asarray([[1.0, 2.0], [2.0, 1.0]])))
    weir.clear_errors()
    with pytest.raises(weir.AsyncError, match="solve_triangular.*singular: element 1 of its diagonal is 0"):
        np.asarray(linalg.solve_triangular(weir.asarray([[1.0, 0.0], [2.0, 0.0]]), weir.ones((2, 1))))
    weir.clear_errors()
    close(linalg.inv(weir.asarray(a[0])), np.eye(3))


def test_the_condition_of_zeros_and_of_nothing():
    assert [float(c) for c in linalg.cond(weir.asarray([[[0.0, 0.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 2.0]]]))] == [
        float("inf"), 2.0]
    with pytest.raises(ValueError, match=r"cond: expected nonempty matrices, not shape \(0, 2\)"):
        linalg.cond(weir.zeros((0, 2)))
