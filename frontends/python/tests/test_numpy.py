"""test_numpy.py - what somebody who comes from NumPy writes on the first day gives what NumPy gives.

Each example is a piece of code with `np` in it, run once with NumPy and once with Weir.  Values, shapes and
dtypes have to be the same, with float64 as Weir's default.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import inspect
import math
import os
import pickle
import subprocess
import sys

import pytest

import weir

numpy = pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def like_numpy():
    with weir.default_dtype("float64"):
        yield


def same(ours, theirs):
    if isinstance(theirs, (tuple, list)):
        assert isinstance(ours, (tuple, list)) and len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            same(a, b)
    elif isinstance(theirs, (numpy.ndarray, numpy.generic)):
        got = numpy.asarray(ours)
        assert got.shape == theirs.shape and got.dtype == theirs.dtype, (got.dtype, theirs.dtype)
        if theirs.dtype.kind in "fc":
            numpy.testing.assert_allclose(got, theirs, rtol=1e-12, atol=1e-14)
        else:
            numpy.testing.assert_array_equal(got, theirs)
    else:
        assert ours == theirs and type(ours) is type(theirs)


def run(code, np):
    names = {"np": np}
    *first, last = code.strip().split("\n")
    exec("\n".join(first), names)
    return eval(last, names)


EXAMPLES = {
    "creation": [
        "np.array([6, 7, 8])", "np.array([1.2, 3.5, 5.1])", "np.array([(1.5, 2, 3), (4, 5, 6)])",
        "np.array([[1, 2], [3, 4]], dtype=complex)", "np.array([True, 2])", "np.array([1, 1j])",
        "np.array(range(3))", "np.array([np.arange(2), [5, 6]])", "np.array(5, ndmin=2)", "np.zeros((3, 4))",
        "np.zeros(3, int)", "np.ones((2, 3), dtype=np.int16)", "np.full((2, 2), 7)",
        "np.full((2, 2), 7, np.float32)", "np.eye(3)", "np.eye(2, 3, 1, int)", "np.identity(2)",
        "np.arange(10, 30, 5)", "np.arange(0, 2, 0.3)", "np.arange(0, 3, 1, np.float32)", "np.linspace(0, 2, 9)",
        "np.linspace(0, 1)", "np.linspace(0, 1, 4, False)", "np.logspace(0, 2, 3)", "np.geomspace(1, 100, 3)",
        "np.zeros_like(np.arange(3))", "np.ones_like(np.arange(3.0))", "np.full_like(np.arange(3), 7)",
        "np.fromfunction(lambda i, j: 10 * i + j, (5, 4), dtype=int)",
        "np.fromiter((i * i for i in range(4)), dtype=int)", "np.tri(3)", "np.vander([1, 2, 3], 3)",
        "np.indices((2, 3))", "np.diag([1, 2, 3])", "np.diag(np.arange(9).reshape(3, 3), 1)",
        "np.meshgrid([1, 2], [3, 4, 5])", "np.float32(3)", "np.int8(4)", "np.mgrid[0:2, 0:3]", "np.ogrid[0:2, 0:3]",
        "np.mgrid[0:1:5j]", "np.copy([1, 2])", "np.frombuffer(b'\\x01\\x02', dtype=np.uint8)",
    ],
    "operations": [
        "np.array([20, 30, 40, 50]) - np.arange(4)", "np.arange(4) ** 2", "10 * np.sin(np.array([20, 30, 40, 50]))",
        "np.array([20, 30, 40, 50]) < 35", "np.array([[1, 1], [0, 1]]) * np.array([[2, 0], [3, 4]])",
        "np.array([[1, 1], [0, 1]]) @ np.array([[2, 0], [3, 4]])",
        "np.array([[1, 1], [0, 1]]).dot(np.array([[2, 0], [3, 4]]))", "a = np.ones((2, 3), dtype=int)\na *= 3\na",
        "np.ones(3, dtype=np.int32) + np.linspace(0, np.pi, 3)",
        "np.exp((np.ones(3) + np.linspace(0, np.pi, 3)) * 1j)", "1 - np.arange(3)", "2 ** np.arange(4)",
        "np.arange(7) // 2", "np.arange(7) % 3", "-np.arange(3)", "abs(np.arange(-3, 3))", "np.arange(4) & 1",
        "~np.arange(3)", "np.arange(3) << 2", "divmod(np.arange(7), 2)", "np.divmod(np.arange(7), 2)",
        "np.arange(3) != 1", "np.array([1, 2, 3]) == [1, 2, 4]", "bool((np.arange(3) == np.arange(3)).all())",
        "2.0 in np.arange(3.0)",
    ],
    "reductions": [
        "np.arange(12).reshape(3, 4).sum(axis=0)", "np.arange(12).reshape(3, 4).min(axis=1)",
        "np.arange(12).reshape(3, 4).cumsum(axis=1)", "np.arange(12).reshape(3, 4).max(axis=1, keepdims=True)",
        "np.arange(12).reshape(3, 4).sum(axis=(0, 1))", "np.arange(6).reshape(2, 3).mean(0)",
        "np.sum([[1, 2], [3, 4]], 1)", "np.mean([1, 2])", "np.mean([1, 2], dtype=np.float32)",
        "np.array([1, 2, 4]).mean(dtype=int)", "np.std([1.0, 2.0, 4.0], ddof=1)", "np.var([1.0, 2.0, 4.0])",
        "np.arange(5.0).var(ddof=1)", "np.prod([2, 3])", "np.cumsum([[1, 2], [3, 4]])", "np.cumprod([1, 2, 3])",
        "np.argmax([1, 3, 2])", "np.arange(6).reshape(2, 3).argmin(1)", "np.amax([1, 2])", "np.ptp([1, 5, 3])",
        "np.median([3.0, 1.0, 2.0, 10.0])", "np.median([[3.0, 1.0], [2.0, 4.0]], axis=0)",
        "np.percentile([3, 1, 2, 10], 50)", "np.percentile([[3.0, 1.0], [2.0, 4.0]], [25, 75], axis=0)",
        "np.quantile(np.arange(10.0), 0.3)",
        "np.quantile(np.arange(24.0).reshape(2, 3, 4), [0.1, 0.5], axis=(0, 2), keepdims=True)",
        "np.average([1.0, 2.0], weights=[3.0, 1.0])", "np.corrcoef([1.0, 2.0, 3.0], [1.0, 2.0, 4.0])",
        "np.cov([1.0, 2.0, 3.0])", "np.any([0, 1])", "np.all([1, 0])", "int(np.count_nonzero([0, 1, 1]))",
        "np.diff([1, 4, 9])", "np.trapezoid([1, 2, 3]) if hasattr(np, 'trapezoid') else np.trapz([1, 2, 3])",
        "np.gradient([1.0, 2.0, 4.0])", "np.gradient(np.arange(6.0).reshape(2, 3) ** 2)",
        "np.nansum([1.0, np.nan])", "np.nanmean([1.0, np.nan])", "np.nanmax([1.0, np.nan])",
        "np.arange(9).reshape(3, 3).trace()",
    ],
    "functions": [
        "np.exp(np.arange(3))", "np.sqrt(np.arange(3))", "np.add(np.arange(3), np.array([2.0, -1.0, 4.0]))",
        "np.round(2.567, 1)", "np.round([1.5, 2.5])", "np.round([123, 456], 1)", "np.around([1.25, 3.75], 1)",
        "np.array([1.234, 5.678]).round(2)", "np.rint([1.5, 2.5])", "np.clip([1, 5, 9], 2, 6)",
        "np.maximum([1, 5], [3, 2])", "np.sign([-1, 2])", "np.hypot(3.0, 4.0)", "np.degrees(np.pi)",
        "np.nan_to_num([np.nan, 1.0])", "np.isfinite([1.0, np.inf])", "np.isclose(1.0, 1.0 + 1e-9)",
        "np.allclose([1.0, 2.0], [1.0, 2.0])", "np.array_equal([1, 2], [1, 2])", "np.interp(1.5, [1, 2], [3, 4])",
        "np.convolve([1, 2, 3], [0.0, 1.0, 0.5])", "np.convolve([1, 2, 3], [0, 1, 5], 'same')",
        "np.convolve([1, 2, 3, 4], [1, 5, 7, 2], 'same')", "np.convolve([1, 2, 3], [1, 1], 'valid')",
        "np.polyval([1, 2, 3], 4)", "np.where([True, False], [1, 2], [3, 4])",
        "np.choose([0, 1], [[1, 2], [3, 4]])", "np.select([np.array([True, False])], [np.array([1, 2])], 0)",
        "np.apply_along_axis(sum, 0, np.ones((2, 2)))", "np.vectorize(lambda v: v + 1)([1, 2])",
    ],
    "indexing": [
        "(np.arange(10) ** 3)[2:5]", "a = np.arange(10) ** 3\na[:6:2] = 1000\na[::-1]",
        "np.arange(20).reshape(5, 4)[0:5, 1]", "np.arange(20).reshape(5, 4)[-1]",
        "np.arange(24).reshape(2, 3, 4)[..., 2]", "[int(x) for x in np.arange(6).reshape(2, 3).flat]",
        "[row.sum() for row in np.arange(6).reshape(2, 3)]", "(np.arange(12) ** 2)[np.array([1, 1, 3, 8, 5])]",
        "(np.arange(12) ** 2)[np.array([[3, 4], [9, 7]])]",
        "np.arange(12).reshape(3, 4)[np.array([[0, 1], [1, 2]]), np.array([[2, 1], [3, 3]])]",
        "np.arange(12).reshape(3, 4)[:, np.array([[2, 1], [3, 3]])]",
        "d = np.sin(np.arange(20)).reshape(5, 4)\nd[d.argmax(axis=0), range(d.shape[1])]",
        "a = np.arange(5)\na[[0, 0, 2]] = [1, 2, 3]\na", "a = np.arange(5)\na[[0, 0, 2]] += 1\na",
        "a = np.arange(12).reshape(3, 4)\na[a > 4] = 0\na", "a = np.arange(12).reshape(3, 4)\na[a > 4]",
        "a = np.arange(12).reshape(3, 4)\na[np.array([False, True, True]), np.array([True, False, True, False])]",
        "np.ix_([2, 3], [8, 5, 4])", "x, y = np.ix_(np.array([2, 3]), np.array([8, 5, 4]))\nx + y",
        "np.arange(12).reshape(3, 4)[np.ix_([0, 2], [1, 3])]", "np.arange(4)[np.newaxis, :]", "np.s_[1:2, ...]",
        "np.index_exp[1]", "list(np.ndindex(2, 2))", "[(i, int(v)) for i, v in np.ndenumerate(np.array([[1, 2]]))]",
        "np.unravel_index([5, 1], (2, 3))", "np.ravel_multi_index(([1, 0], [2, 1]), (2, 3))",
        "np.nonzero(np.array([0, 1, 1]))", "np.argwhere([0, 1, 1])", "np.take([4, 3, 5], [0, 2])",
        "np.compress([True, False], [1, 2])", "np.extract([True, False], [1, 2])", "np.arange(6).take([0, 5])",
        "a = np.zeros((3, 3))\nnp.fill_diagonal(a, 7)\na", "a = np.zeros((2, 3))\nnp.copyto(a, [1, 2, 3])\na",
    ],
    "shapes": [
        "np.arange(12).reshape(3, -1)", "np.reshape(np.arange(6), (1, 6))",
        "np.reshape(np.arange(6), (2, 3), order='F')", "np.arange(24).reshape((2, 3, 4), order='F')",
        "np.arange(24).reshape(2, 3, 4).reshape(-1, 4, order='F')", "np.arange(6).reshape(2, 3).ravel()",
        "np.arange(6).reshape(2, 3).ravel('F')", "np.arange(6).reshape(2, 3).flatten(order='F')",
        "np.ravel([[1, 2], [3, 4]], 'F')", "np.arange(6).reshape(2, 3).T",
        "np.arange(6).reshape(2, 3).transpose(1, 0)", "np.vstack(([1, 2], [3, 4]))", "np.hstack(([1, 2], [3, 4]))",
        "np.column_stack(([1, 2], [3, 4]))", "np.dstack(([1, 2], [3, 4]))",
        "np.stack([np.arange(3), np.arange(3)], axis=1)", "np.concatenate(([1, 2], [5, 6]))", "np.r_[1:4, 0, 4]",
        "np.c_[np.array([1, 2, 3]), np.array([4, 5, 6])]", "np.c_[np.ones((2, 2)), np.zeros(2)]",
        "np.block([[np.ones((2, 2)), np.zeros((2, 1))], [np.full((1, 3), 5.0)]])", "np.block([1, np.arange(2)])",
        "np.hsplit(np.arange(24.0).reshape(2, 12), 3)", "np.hsplit(np.arange(24.0).reshape(2, 12), (3, 4))",
        "np.array_split(np.arange(8), 3)", "np.vsplit(np.arange(4).reshape(2, 2), 2)",
        "np.flip(np.arange(6).reshape(2, 3))", "np.roll([1, 2, 3], 1)", "np.rot90(np.arange(4).reshape(2, 2))",
        "np.repeat([1, 2], 2)", "np.repeat(np.arange(4).reshape(2, 2), 2, 0)", "np.tile([1, 2], 2)",
        "np.expand_dims(np.arange(3), axis=1)", "np.squeeze(np.ones((1, 3, 1)))",
        "np.moveaxis(np.ones((2, 3, 4)), 0, -1)", "np.atleast_2d([1, 2])", "np.append([1, 2], [3])",
        "np.insert([1, 2, 3], 1, 9)", "np.insert([1, 2, 3], [0, 2, 2], [7, 8, 9])",
        "np.insert(np.arange(6).reshape(2, 3), 1, 5, axis=1)",
        "np.insert(np.arange(6).reshape(3, 2), 1, [[7, 8, 9], [1, 2, 3]], axis=1)",
        "np.insert(np.arange(6).reshape(3, 2), [1], [[7, 8], [1, 2], [3, 4]], axis=1)",
        "np.insert(np.arange(6).reshape(3, 2), [0, 1], [7, 8], axis=1)",
        "np.insert(np.arange(6).reshape(2, 3), 1, [7, 8, 9], axis=0)", "np.insert([1, 2, 3], -1, [8, 9])",
        "np.delete([1, 2, 3], 1)", "np.delete(np.arange(12).reshape(3, 4), [0, -1], axis=1)",
        "np.delete(np.arange(9), slice(1, 8, 2))", "np.pad([1, 2], 1)", "np.pad(np.ones((2, 2)), (1, 2))",
        "np.pad(np.ones((2, 2)), ((1, 0), (0, 2)))", "np.pad([1, 2, 3], (2, 1), 'edge')",
        "np.pad([1.0, 2.0], 1, constant_values=7)", "np.triu(np.ones((2, 2)))", "np.broadcast_to([1, 2], (2, 2))",
        "np.broadcast_shapes((2, 1), (3,))",
    ],
    "sets and sorting": [
        "np.sort([2, 1, 5, 3])", "np.argsort([2, 1, 5, 3])", "np.lexsort(([1, 5, 1, 4], [9, 4, 9, 0]))",
        "np.partition([3, 1, 2], 1)", "np.searchsorted([1, 2, 3], 2)", "np.unique([11, 12, 11, 13, 12])",
        "np.unique([11, 12, 11], return_index=True)",
        "np.unique([[3, 1], [1, 2]], return_index=True, return_inverse=True, return_counts=True)",
        "np.unique(np.array([[1, 2], [5, 6], [1, 2]]), axis=0)",
        "np.unique(np.array([[1, 0, 1], [2, 9, 2]]), axis=1, return_counts=True)",
        "np.unique(np.array([[2, 2], [1, 2], [2, 2]]), axis=0, return_index=True, return_inverse=True)",
        "np.unique([1.0, np.nan, np.nan, 0.0])", "np.unique([True, False, True])",
        "np.intersect1d([1, 2, 2, 4], [2, 4, 3])", "np.union1d([1, 2], [2, 3])",
        "np.setdiff1d([3, 1, 2, 1], [2, 5])", "np.setxor1d([1, 2], [2, 3])", "np.isin([[1, 2], [3, 4]], [2, 4])",
        "np.isin([1, 2], [], invert=True)", "a = np.array([3, 1, 2])\na.sort()\na",
    ],
    "counting": [
        "np.bincount([0, 1, 1, 3])", "np.bincount([0, 1, 1], minlength=5)",
        "np.bincount([0, 1, 1], weights=[0.5, 1.0, 2.0])", "np.digitize([0.5, 1.5, 1.0], [0.0, 1.0, 2.0])",
        "np.digitize([0.5, 1.5, 1.0], [0.0, 1.0, 2.0], right=True)",
        "np.histogram(np.array([1.0, 2.0, 1.0]), bins=[0, 1, 2, 3])",
        "np.histogram(np.sin(np.arange(1000.0)), bins=50, density=True)", "np.histogram([1, 2, 3, 4, 5], bins=2)",
        "np.histogram([1.0, 2.0, 9.0], bins=4, range=(0, 4))",
        "np.histogram([1.0, 2.0], bins=2, weights=[3.0, 4.0])", "np.histogram([5.0, 5.0], bins=2)",
        "np.histogram_bin_edges([1.0, 3.0], bins=4)",
    ],
    "spectra and matrices": [
        "np.fft.rfft(np.arange(8.0), 6)", "np.fft.fft(np.arange(6.0).reshape(2, 3), None, 0)",
        "np.fft.fft2(np.arange(6.0).reshape(2, 3))", "np.fft.ifft2(np.arange(6.0).reshape(2, 3))",
        "np.fft.rfft2(np.arange(24.0).reshape(2, 3, 4), (2, 3))", "np.fft.irfft2(np.ones((3, 3)), axes=(1, 0))",
        "np.fft.fft(np.arange(4.0), norm=None)", "np.fft.hfft(np.arange(4.0), norm=None)", "np.fft.rfftfreq(8, 0.1)",
        "np.fft.fftfreq(5, 2.0)", "np.fft.fftshift([1, 2, 3, 4, 5])", "np.fft.ifftshift([1, 2, 3, 4, 5])",
        "np.hanning(7)", "np.hanning(1)", "np.hanning(0)", "np.hamming(6)", "np.blackman(5)",
        "np.linalg.svd(np.arange(6.0).reshape(3, 2), False)[1]", "abs(np.linalg.qr(np.eye(3, 2), 'complete')[0])",
        "np.linalg.pinv(np.eye(3, 2), 1e-3)",
    ],
    "products": [
        "np.dot(np.arange(3), np.arange(3))", "np.outer([1, 2], [3, 4])", "np.inner([1, 2], [3, 4])",
        "np.vdot([1, 2], [3, 4])", "np.cross([1, 0, 0], [0, 1, 0])", "np.kron([1, 2], [1, 1])",
        "np.tensordot(np.ones((2, 3)), np.ones((3, 2)), 1)",
        "np.tensordot(np.ones((2, 3)), np.ones((3, 2)), ([1], [0]))", "np.einsum('ij->i', np.ones((2, 3)))",
    ],
}


@pytest.mark.parametrize("code", [code for part in EXAMPLES.values() for code in part])
def test_first_day(code):
    same(run(code, weir), run(code, numpy))


@pytest.mark.parametrize("arguments", [
    {}, {"axis": 0}, {"axis": (2, 0)}, {"axis": -1, "ord": 1}, {"axis": (0, 1), "ord": numpy.inf}, {"keepdims": True},
    {"axis": (2, 0), "keepdims": True, "ord": 1},
])
def test_norm(arguments):
    import weir.linalg

    x = numpy.sin(numpy.arange(24.0)).reshape(2, 3, 4)
    same(weir.linalg.norm(weir.asarray(x), **arguments), numpy.linalg.norm(x, **arguments))
    same(weir.linalg.norm([3.0, 4.0]), numpy.linalg.norm([3.0, 4.0]))
    with pytest.raises(ValueError, match="one or two axes, not 3"):
        weir.linalg.norm(weir.asarray(x), ord=1)


def test_names_of_types():
    assert isinstance(weir.ones(2), weir.ndarray)
    assert weir.dtype("f4") is weir.single is weir.float32 and weir.zeros(2, weir.bool_).dtype is weir.bool
    assert weir.dtype(numpy.dtype("int16")) is weir.int16 and weir.intp is weir.int_ is weir.int64


# ---- Copies and views -----------------------------------------------------------------------------


def test_views_share_and_copies_do_not():
    a = weir.arange(12).reshape(3, 4)
    a[:, 1:3][:] = 10
    a.view()[0, 0] = 7
    a.ravel()[-1] = 8
    a.reshape(-1)[4] = 9
    a.copy()[2, 0] = 100
    a.flatten()[2] = 100
    copy.copy(a)[1, 3] = copy.deepcopy(a)[1, 3] = 100
    assert a.tolist() == [[7, 10, 10, 3], [9, 10, 10, 7], [8, 10, 10, 8]]
    assert weir.shares_memory(a, a[1]) and not weir.shares_memory(a, a.copy())


def test_pickles():
    a = weir.arange(6.0).reshape(2, 3)
    assert weir.array_equal(pickle.loads(pickle.dumps(a)), a)


# ---- Learning -------------------------------------------------------------------------------------


def test_linear_regression():
    rng = weir.random.default_rng(0)
    x, w = rng.standard_normal((500, 3)), weir.array([1.0, -2.0, 0.5])
    columns = weir.c_[x, weir.ones(500)]
    y, fit = x @ w + 3, weir.zeros(4)
    for _ in range(300):
        fit -= 0.2 / len(y) * columns.T @ (columns @ fit - y)
    assert weir.allclose(fit, [1.0, -2.0, 0.5, 3.0], atol=1e-6)


def test_two_layers_by_hand():
    rng = weir.random.default_rng(1)
    x = rng.standard_normal((256, 2))
    y = (x[:, 0] * x[:, 1] > 0).astype(int)
    w1, b1, w2, b2 = rng.normal(0, 0.5, (2, 32)), weir.zeros(32), rng.normal(0, 0.1, (32, 2)), weir.zeros(2)
    rows = weir.arange(len(y))
    for _ in range(300):
        h = weir.maximum(0, x @ w1 + b1)
        p = weir.softmax(h @ w2 + b2, axis=1)
        d = p.copy()
        d[rows, y] -= 1
        d /= len(y)
        back = d @ w2.T
        back[h <= 0] = 0
        for parameter, slope in ((w1, x.T @ back), (b1, back.sum(0)), (w2, h.T @ d), (b2, d.sum(0))):
            parameter -= slope
    assert (p.argmax(axis=1) == y).mean() > 0.95


def test_k_means():
    rng = weir.random.default_rng(5)
    x = weir.concatenate([rng.normal(c, 0.3, (50, 2)) for c in (0, 3, 6)])
    centres = x[weir.array([0, 50, 100])]
    for _ in range(5):
        nearest = ((x[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
        centres = weir.stack([x[nearest == j].mean(axis=0) for j in range(3)])
    assert weir.bincount(nearest, minlength=3).tolist() == [50, 50, 50]


def test_convolution_by_windows():
    x, k = numpy.arange(36.0).reshape(6, 6), numpy.arange(9.0).reshape(3, 3)
    windows = weir.sliding_window_view(weir.asarray(x), (3, 3))
    theirs = numpy.einsum("ijkl,kl->ij", numpy.lib.stride_tricks.sliding_window_view(x, (3, 3)), k)
    for ours in (weir.einsum("ijkl,kl->ij", windows, weir.asarray(k)), (windows * weir.asarray(k)).sum(axis=(2, 3)),
                 weir.tensordot(windows, weir.asarray(k), 2)):
        same(ours, theirs)


def test_cross_entropy():
    rng = weir.random.default_rng(2)
    scores, labels = rng.normal(size=(8, 10)), rng.integers(0, 10, 8)
    z = scores - weir.max(scores, axis=-1, keepdims=True)
    log_p = z - weir.log(weir.sum(weir.exp(z), axis=-1, keepdims=True))
    assert weir.allclose(-weir.mean(log_p[range(8), labels]), -(weir.eye(10)[labels] * log_p).sum() / 8)
    assert weir.allclose(log_p, weir.log_softmax(scores, axis=-1))


# ---- Random numbers -------------------------------------------------------------------------------

DRAWS = {
    "random": (), "uniform": (), "normal": (), "standard_normal": (), "laplace": (), "gumbel": (), "logistic": (),
    "lognormal": (), "standard_cauchy": (), "exponential": (2.0,), "standard_exponential": (), "gamma": (2.0,),
    "standard_gamma": (2.0,), "beta": (1.0, 2.0), "chisquare": (3.0,), "standard_t": (3.0,), "weibull": (2.0,),
    "vonmises": (0.0, 1.0), "poisson": (3.0,), "binomial": (5, 0.5), "geometric": (0.5,), "bernoulli": (0.5,),
    "categorical": ([0.2, 0.8],), "truncated_normal": (),
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws(name):
    arguments = DRAWS[name]
    first = getattr(weir.random.default_rng(3), name)(*arguments, size=(2, 3))
    again = getattr(weir.random.default_rng(3), name)(*arguments, size=(2, 3))
    assert first.shape == (2, 3) and weir.array_equal(first, again)
    assert getattr(weir.random.default_rng(3), name)(*arguments).shape == ()
    weir.random.seed(4)
    first = getattr(weir.random, name)(*arguments, size=5)
    weir.random.seed(4)
    assert weir.array_equal(first, getattr(weir.random, name)(*arguments, size=5))


def test_draws_of_numpy_before_generators():
    weir.random.seed(0)
    assert weir.random.rand(2, 3).shape == weir.random.randn(2, 3).shape == (2, 3)
    draw = weir.random.randint(2, 5, 100)
    assert draw.min() >= 2 and draw.max() < 5 and draw.dtype == weir.int64
    assert sorted(weir.random.permutation(5).tolist()) == [0, 1, 2, 3, 4]
    x = weir.arange(10)
    assert weir.random.shuffle(x) is None and sorted(x.tolist()) == list(range(10))
    assert sorted(weir.random.choice(5, 5, replace=False).tolist()) == [0, 1, 2, 3, 4]
    assert set(weir.random.choice([1, 2, 3], 50, p=[0, 1, 0]).tolist()) == {2}
    assert weir.random.choice([7.0]).item() == 7.0


def test_categorical_draws_have_the_shape_of_the_rows_and_the_size():
    rng, weights = weir.random.default_rng(7), weir.asarray([[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]])
    assert rng.categorical(weights).tolist() == [1, 2]
    assert rng.categorical(weights, 2).tolist() == [[1, 1], [2, 2]]
    assert rng.categorical(weights, (2, 4)).shape == (2, 2, 4)
    assert rng.categorical(weights, ()).shape == (2,) and rng.categorical(weights, 0).shape == (2, 0)
    assert rng.categorical(weights.T, axis=0, dtype="int32").tolist() == [1, 2]
    assert rng.categorical([0.0, -500.0], 3, logits=True).tolist() == [0, 0, 0]
    assert sorted(rng.categorical([1.0, 2.0, 3.0], 3, replacement=False).tolist()) == [0, 1, 2]
    with pytest.raises(ValueError, match="4 samples from 3 classes"):
        rng.categorical([1.0, 2.0, 3.0], 4, replacement=False)
    with pytest.raises(ValueError, match="must not contain negative dimensions"):
        rng.categorical([1.0], (2, -1))


def test_categorical_draws_follow_the_weights():
    drawn = weir.random.default_rng(1).categorical(weir.log(weir.asarray([0.1, 0.2, 0.7])), 20000, logits=True)
    numpy.testing.assert_allclose(weir.bincount(drawn, minlength=3).numpy() / 20000, [0.1, 0.2, 0.7], atol=0.02)


def test_generators_draw_the_same_with_any_number_of_workers():
    code = ("import weir; rng = weir.random.default_rng(3); "
            "print(rng.categorical(rng.normal(size=(50, 400)), 100, logits=True).sum(axis=1).tolist())")
    said = [subprocess.run([sys.executable, "-c", code], env={**os.environ, "WEIR_WORKERS": n}, check=True,
                           capture_output=True, text=True).stdout for n in ("1", "3")]
    assert said[0] == said[1] and len(said[0]) > 100


def test_a_program_without_a_seed_draws_other_numbers_each_time():
    code = ("import weir; print(weir.random.rand(4).tolist(), weir.random.permutation(50).tolist(), "
            "weir.data.DataLoader(weir.data.ArrayDataset(weir.arange(5)), shuffle=True).seed)")

    def said(**settings):
        env = {k: v for k, v in os.environ.items() if k != "WEIR_SEED"}
        return subprocess.run([sys.executable, "-c", code], env={**env, **settings}, check=True, capture_output=True,
                              text=True).stdout

    assert said() != said()
    assert said(WEIR_SEED="5") == said(WEIR_SEED="5") != said(WEIR_SEED="6")


def test_a_loader_without_a_seed_follows_that_of_the_process():
    rows = weir.data.ArrayDataset(weir.arange(20))

    def order(**settings):
        return [i for batch in weir.data.DataLoader(rows, 5, shuffle=True, **settings) for i in batch.tolist()]

    weir.random.seed(8)
    assert order() == order(seed=8) != order(seed=9)
    weir.random.seed(9)
    assert order() == order(seed=9)


def test_multivariate_normal_draws():
    cov = [[2.0, 0.6], [0.6, 0.5]]
    drawn = weir.random.default_rng(2).multivariate_normal([1.0, -1.0], cov, 20000).numpy()
    numpy.testing.assert_allclose(drawn.mean(0), [1.0, -1.0], atol=0.05)
    numpy.testing.assert_allclose(numpy.cov(drawn.T), cov, atol=0.06)
    with pytest.raises(ValueError, match=r"not \(2,\) and \(3, 3\)"):
        weir.random.default_rng(2).multivariate_normal([1.0, -1.0], weir.eye(3))


# ---- Without NaN ------------------------------------------------------------------------------------

HOLES = [[1.0, math.nan, 3.0, -math.inf], [math.nan] * 4, [2.0, -4.0, math.nan, math.nan], [5.0, 5.0, 1.0, 0.5]]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nanmedian",
                                  "nancumsum", "nancumprod"])
def test_nan_functions(name, axis):
    for x in (numpy.array(HOLES), numpy.where(numpy.isinf(HOLES), 7.0, HOLES), numpy.arange(12).reshape(3, 4) % 5):
        theirs = getattr(numpy, name)(x, axis=axis)
        numpy.testing.assert_allclose(getattr(weir, name)(weir.asarray(x), axis=axis).numpy(), theirs, rtol=1e-12)
        if "cum" not in name:
            kept = getattr(numpy, name)(x, axis=axis, keepdims=True)
            same_shape = getattr(weir, name)(weir.asarray(x), axis=axis, keepdims=True)
            numpy.testing.assert_allclose(same_shape.numpy(), kept, rtol=1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_nan_spread_with_a_correction():
    x = numpy.array(HOLES)[:, :3]
    for ddof in (1, 2):
        numpy.testing.assert_allclose(weir.nanvar(x, axis=1, ddof=ddof).numpy(), numpy.nanvar(x, axis=1, ddof=ddof))


def test_nan_arguments():
    x = numpy.array(HOLES)[[0, 2, 3]]
    for axis in (None, 0, 1):
        assert weir.nanargmax(x, axis=axis).tolist() == numpy.nanargmax(x, axis=axis).tolist()
        assert weir.nanargmin(x, axis=axis).tolist() == numpy.nanargmin(x, axis=axis).tolist()
    with pytest.raises(weir.AsyncError, match="nanargmax.*element 1 of 4 is NaN"):
        weir.nanargmax(HOLES, axis=1).tolist()


def test_gradients_pass_nan_by():
    x = weir.asarray([1.0, math.nan, 3.0])
    assert weir.autograd.grad(lambda x: weir.nanmean(x))(x).tolist() == [0.5, 0.0, 0.5]
    assert weir.autograd.grad(lambda x: weir.nanmax(x))(x).tolist() == [0.0, 0.0, 1.0]
    assert weir.autograd.grad(lambda x: weir.nanmedian(x))(x).tolist() == [0.5, 0.0, 0.5]


# ---- Reductions by index ---------------------------------------------------------------------------

AT = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}


@pytest.mark.parametrize("reduce", AT)
def test_rows_are_combined_as_by_ufunc_at(reduce):
    rng = numpy.random.default_rng(0)
    x, at, u = rng.normal(size=(6, 3)), rng.integers(0, 6, 20), rng.normal(size=(20, 3))
    wanted = x.copy()
    AT[reduce].at(wanted, at, u)
    numpy.testing.assert_allclose(weir.scatter_combine(x, at, u, axis=0, reduce=reduce).numpy(), wanted)
    y = weir.asarray(x)
    weir.scatter_combine(y, at, u, axis=0, reduce=reduce, out=y)
    numpy.testing.assert_allclose(y.numpy(), wanted)
    numpy.testing.assert_allclose(weir.scatter_reduce(x, at, u, axis=0, reduce=reduce).numpy(), wanted)


def test_nan_spreads_to_a_maximum_by_index():
    y = weir.scatter_combine([0.0, 0.0], [0, 0, 1], [numpy.nan, 1.0, 2.0], axis=0, reduce="max")
    numpy.testing.assert_array_equal(y.numpy(), [numpy.nan, 2.0])


def test_mean_by_index():
    x, at, u = weir.asarray([1.0, 2.0, 3.0]), [0, 0, 2], [5.0, 9.0, 4.0]
    assert weir.scatter_reduce(x, at, u, axis=0, reduce="mean").tolist() == [5.0, 2.0, 3.5]
    assert weir.scatter_reduce(x, at, u, axis=0, reduce="mean", include_self=False).tolist() == [7.0, 2.0, 4.0]
    assert weir.scatter_reduce([5, 6], [0], [3], axis=0, reduce="max", include_self=False).tolist() == [3, 6]


def test_gradients_by_index_share_equal_maxima():
    x, u = weir.asarray([3.0, 1.0]), weir.asarray([3.0, 3.0, 0.5])
    got = weir.autograd.grad(lambda x, u: weir.scatter_reduce(x, [0, 0, 1], u, axis=0, reduce="max")[0] * 6,
                             argnums=(0, 1))(x, u)
    assert [g.tolist() for g in got] == [[2.0, 0.0], [2.0, 2.0, 0.0]]


def test_gradients_of_products_by_index_with_zeros():
    x, u = weir.asarray([2.0, 0.0, 3.0]), weir.asarray([0.0, 5.0, 4.0, 0.0, 0.0])
    got = weir.autograd.grad(lambda x, u: weir.scatter_reduce(x, [0, 0, 1, 2, 2], u, axis=0, reduce="prod").sum(),
                             argnums=(0, 1))(x, u)
    assert [g.tolist() for g in got] == [[0.0, 4.0, 0.0], [10.0, 0.0, 0.0, 0.0, 0.0]]


def test_segments():
    data, ids = weir.asarray([[1.0, 2.0], [3.0, -4.0], [5.0, 6.0]]), [2, 0, 2]
    assert weir.segment_sum(data, ids, 3).tolist() == [[3, -4], [0, 0], [6, 8]]
    assert weir.segment_mean(data, ids, 3).tolist() == [[3, -4], [0, 0], [3, 4]]
    assert weir.segment_max(data, ids, 3).tolist() == [[3, -4], [-math.inf] * 2, [5, 6]]
    assert weir.segment_min(data.astype("int64"), ids, 3)[1].tolist() == [2 ** 63 - 1] * 2
    assert weir.segment_prod(data, ids, 3).tolist() == [[3, -4], [1, 1], [5, 12]]
    with pytest.raises(TypeError, match="missing required argument .num_segments"):
        weir.segment_sum(data, ids)
    with pytest.raises(ValueError, match="one id for each row"):
        weir.segment_sum(data, [0, 1], 3)
    with pytest.raises(weir.AsyncError, match="segment_sum.*index 3"):
        weir.segment_sum(data, [0, 3, 1], 3).tolist()


@pytest.mark.parametrize("call, error, words", [
    (lambda r: r.default_rng("x"), TypeError, "seed must be an integer .*, not 'x'"),
    (lambda r: r.default_rng(-1), ValueError, "seed must be a non-negative integer, not -1"),
    (lambda r: r.seed(1.5), TypeError, "seed must be an integer .*, not 1.5"),
    (lambda r: r.normal(0, -1, 3), ValueError, "scale must be non-negative, not -1"),
    (lambda r: r.randint(5, 2), ValueError, "from low=5 to high=2 is empty"),
    (lambda r: r.choice(3, 5, replace=False), ValueError, "5 of 3"),
    (lambda r: r.normal(size="a"), TypeError, "not str"),
    (lambda r: r.choice([]), ValueError, "empty array"),
])
def test_mistakes_of_draws(call, error, words):
    with pytest.raises(error, match=words):
        call(weir.random)


# ---- Mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code, error, words", [
    ("np.zeros((2, 3)) @ np.zeros((2, 3))", ValueError, "inner dimensions 3 and 2"),
    ("np.zeros((2, 3)) + np.zeros((3, 2))", ValueError, r"\(2, 3\) and \(3, 2\)"),
    ("np.concatenate([np.zeros((2, 3)), np.zeros((2, 2))])", ValueError, r"\(2, 2\).*\(2, 3\)"),
    ("np.stack([np.zeros(2), np.zeros(3)])", ValueError, r"\(3,\).*\(2,\)"),
    ("np.array([[1, 2], [3]])", ValueError, "the lengths differ"),
    ("np.array([1, 'a'])", TypeError, "str"),
    ("np.zeros(2, 3)", TypeError, r"zeros\(\(2, 3\)\)"),
    ("np.zeros(3, dtype='float33')", TypeError, "float33"),
    ("np.zeros(3).sum(axes=0)", TypeError, "sum got an unexpected argument 'axes'; it accepts x, axis"),
    ("np.sum(np.zeros(3), axes=0)", TypeError, "axes.*it accepts"),
    ("np.zeros(3).sum(axis=1)", IndexError, "axis 1"),
    ("np.zeros(3).astype()", TypeError, r"Array.astype\(\)"),
    ("np.zeros(3).__setitem__(0, [1, 2])", ValueError, r"shape \(2,\) cannot be broadcast to the indexed shape \(\)"),
    ("np.zeros(3).__setitem__(slice(None), [1, 2])", ValueError, r"shape \(2,\).*shape \(3,\)"),
    ("np.zeros(3)[[0.5]]", IndexError, r"not \[0\.5\]"),
    ("np.zeros(3)[1.0]", IndexError, "not float"),
    ("np.zeros(3, dtype=int).__iadd__(0.5)", TypeError, "int64"),
    ("np.zeros(6).reshape(4, -1)", ValueError, r"6 elements.*\(4, -1\)"),
    ("np.zeros(6).reshape(6, order='K')", ValueError, "order must be .*, not 'K'"),
    ("np.split(np.arange(7), 3)", ValueError, "7.*3 equal sections; use array_split"),
    ("np.int8(300)", OverflowError, "300 does not fit in int8"),
    ("np.float32()", TypeError, "1 argument"),
    ("np.float32(x=1)", TypeError, "no keyword arguments"),
    ("np.delete([1, 2], 5)", IndexError, "index 5"),
    ("np.insert([1, 2], 5, 0)", IndexError, "index 5"),
    ("np.pad(np.ones((2, 2)), (1, 2, 3))", ValueError, r"\(2, 2\)"),
    ("np.bincount([-1, 2])", ValueError, "-1"),
    ("np.bincount([0.5])", TypeError, "float64"),
    ("np.histogram([1.0], bins=0)", ValueError, "bins must be at least 1, not 0"),
    ("np.histogram([1.0], bins='auto')", TypeError, "auto"),
    ("np.histogram([1.0], bins=[2, 1])", ValueError, "increase"),
    ("np.histogram([1.0, np.inf])", ValueError, "inf"),
    ("np.quantile([1.0], 2)", ValueError, "2.0"),
    ("np.convolve([1], [1], 'most')", ValueError, "'most'"),
    ("np.lexsort([])", TypeError, "at least one key"),
    ("np.trace(np.ones((2, 2)))", TypeError, r"x\.trace\(\)"),
    ("np.save('/no/such/folder/x.npy', np.ones(2))", FileNotFoundError, r"'/no/such/folder/x\.npy'"),
    ("np.fill_diagonal(np.ones(3), 1)", ValueError, "at least 2 dimensions, not 1"),
])
def test_mistakes(code, error, words):
    with pytest.raises(error, match=words):
        run(code, weir)


def test_a_misspelt_name_is_spelt_out():
    done = subprocess.run([sys.executable, "-c", "import weir; weir.zeroes(3)"], capture_output=True, text=True)
    assert "has no attribute 'zeroes'" in done.stderr
    if sys.version_info >= (3, 12) or "Did you mean" in done.stderr:
        assert "'zeros'" in done.stderr


# ---- Looking around -------------------------------------------------------------------------------


def test_every_method_has_its_name_and_a_word_of_help():
    for name, method in vars(weir.Array).items():
        if inspect.isfunction(method) and not name.startswith("_") and method.__module__ == "weir._methods":
            assert method.__qualname__ == f"Array.{name}" and method.__doc__, name


def test_every_function_has_a_word_of_help():
    for name in weir.__all__:
        thing = getattr(weir, name)
        if inspect.isfunction(thing):
            assert thing.__doc__, name
            assert inspect.signature(thing) is not None


def main(*arguments):
    return subprocess.run([sys.executable, "-m", "weir", *arguments], capture_output=True, text=True)


def test_about():
    done = main()
    assert done.returncode == 0 and weir.__version__ in done.stdout and "workers" in done.stdout


def test_missing_names():
    done = main("--missing", "numpy")
    assert done.returncode == 0 and "numpy.linalg: " in done.stdout and "LinAlgError" in done.stdout
    assert main("--missing", "no_such_library").returncode == 1


def test_wrong_arguments():
    assert main("nonsense").returncode == 2
    assert main("--help").returncode == 0 and "--missing" in main("--help").stdout
