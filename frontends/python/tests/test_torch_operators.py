"""test_torch_operators.py - the PyTorch dialect's operators follow PyTorch's conventions.

`make test-dialects` compares them with PyTorch itself; these are the classes of differences that it found, with PyTorch's
values.  The tests use only names of torch, so they run with PyTorch too: python test_torch_operators.py.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

from either_torch import spoken, torch  # noqa: F401

F = torch.nn.functional


def t(*values, **how):
    return torch.tensor(*values, **how)


def near(a, b):
    b = torch.tensor(b, dtype=a.dtype)
    return tuple(a.shape) == tuple(b.shape) and bool(torch.allclose(a, b, 1e-4, 1e-5))


def gradient(f, *values):
    leaves = [t(v, requires_grad=True) for v in values]
    f(*leaves).sum().backward()
    return [x.grad.tolist() for x in leaves]


# ---- Tensors without dimensions --------------------------------------------------------------------------


def test_dimensions_of_scalars():
    x = t(3.0)
    for f in (torch.sum, torch.mean, torch.amax, torch.cumsum, torch.logsumexp, torch.softmax, torch.squeeze, torch.prod):
        for dim in (0, -1):
            assert f(x, dim).shape == ()
    for f in (torch.max, torch.sort, torch.median, torch.cummax):
        values, indices = f(x, 0)
        assert values.shape == indices.shape == () and values.item() == 3.0 and indices.item() == 0
    assert torch.topk(x, 1).values.shape == () and torch.std(x, 0, False).item() == 0.0
    assert torch.gather(x, 0, t(0)).item() == 3.0 and torch.index_select(x, 0, t([0])).shape == ()
    assert torch.scatter(x, 0, t(0), t(5.0)).item() == 5.0 and torch.index_add(x, 0, t(0), t(2.0), alpha=2).item() == 7.0
    assert torch.nonzero(x).shape == (1, 0) and torch.transpose(x, 0, -1).shape == ()
    with pytest.raises(IndexError):
        torch.sum(x, 1)


def test_scalars_have_gradients_along_dimensions():
    assert gradient(lambda x: torch.sum(x * x, 0), 3.0) == [6.0]
    assert gradient(lambda x: torch.sort(x * 2, 0)[0], 3.0) == [2.0]


# ---- dtypes ----------------------------------------------------------------------------------------------


def test_booleans_are_added_and_multiplied():
    a, b = t([True, True, False]), t([True, False, False])
    assert torch.add(a, b).tolist() == [True, True, False] and torch.mul(a, b).tolist() == [True, False, False]
    assert torch.maximum(a, b).dtype == torch.bool and torch.minimum(a, b).tolist() == [True, False, False]
    assert torch.square(a).dtype == torch.int64 and torch.masked_fill(a, b, 0).tolist() == [False, True, False]
    assert torch.clamp(a, max=b).tolist() == [True, False, False]


def test_integers_stay_integers():
    x, y = t([-7, 7, -7]), t([2, -2, -2])
    assert torch.div(x, y, rounding_mode="trunc").tolist() == [-3, -3, 3]
    assert torch.fmod(x, y).tolist() == [-1, 1, -1] and torch.remainder(x, y).tolist() == [1, -1, -1]
    assert torch.clamp(t([1, 5]), 2).dtype == torch.int64 and torch.clamp(t([1, 5]), 2.5).tolist() == [2.5, 5.0]
    assert torch.arange(0, 5.5, 1.5, dtype=torch.int64).tolist() == [0, 1, 2, 3]
    assert torch.linspace(0, 10, 4, dtype=torch.int64).tolist() == [0, 3, 6, 10]
    assert F.hardtanh(t([-3, 0, 3]), -1, 2).tolist() == [-1, 0, 2]
    assert torch.addmv(t([1, 1]), t([[1, 2], [3, 4]]), t([1, 1]), alpha=2).tolist() == [7, 15]


def test_softmax_of_a_dtype():
    y = torch.softmax(t([1, 2]), 0, dtype=torch.float64)
    assert y.dtype == torch.float64 and abs(y.sum().item() - 1) < 1e-12


# ---- Indices ---------------------------------------------------------------------------------------------


def test_scatter_of_integers_without_the_input():
    x, index, src = t([5, 6, 7]), t([0, 0, 2]), t([1, 2, 4])
    reduce = lambda how, own: torch.scatter_reduce(x, 0, index, src, how, include_self=own).tolist()  # noqa: E731
    assert reduce("sum", False) == [3, 6, 4] and reduce("prod", False) == [2, 6, 4]
    assert reduce("mean", True) == [2, 6, 5] and reduce("mean", False) == [1, 6, 4]
    assert reduce("amax", True) == [5, 6, 7]


def test_masks():
    x, mask = t([[1.0, 2.0], [3.0, 4.0]]), t([True, False])
    assert torch.masked_select(x, mask).tolist() == [1.0, 3.0]
    assert torch.masked_scatter(x, mask, t([8.0, 9.0])).tolist() == [[8.0, 2.0], [9.0, 4.0]]
    assert torch.where(t([True, False]), 1.0, t([0.0, 0.0])).tolist() == [1.0, 0.0]
    with pytest.raises(RuntimeError, match="boolean"):
        torch.where(t([1.0]), t([1.0]), t([2.0]))


def test_parts_of_tensors():
    x = torch.arange(6.0).reshape(2, 3)
    assert torch.narrow(x, 1, 1, 2).tolist() == [[1.0, 2.0], [4.0, 5.0]] and torch.narrow(x, 1, 0, 0).shape == (2, 0)
    assert torch.take_along_dim(x, t([[2], [0]]), 1).tolist() == [[2.0], [3.0]]
    assert torch.flip(x, dims=(1,)).tolist() == [[2.0, 1.0, 0.0], [5.0, 4.0, 3.0]]
    assert [p.tolist() for p in torch.tensor_split(torch.arange(5), t([1, 3]))] == [[0], [1, 2], [3, 4]]
    assert torch.diag_embed(t([1.0, 2.0]), 1).tolist() == [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]
    assert torch.cat([t([]), x]).shape == (2, 3) and torch.squeeze(torch.zeros(1, 2, 1), (0, 1)).shape == (2, 1)
    assert torch.unique(t([[1, 2], [1, 2], [0, 1]]), dim=0).tolist() == [[0, 1], [1, 2]]
    values, counts = torch.unique_consecutive(t([1, 1, 2, 1]), return_counts=True)
    assert values.tolist() == [1, 2, 1] and counts.tolist() == [2, 1, 1]
    assert torch.select_scatter(x, t([9.0, 9.0]), 1, 0).tolist() == [[9.0, 1.0, 2.0], [9.0, 4.0, 5.0]]
    assert torch.block_diag(t([[1]]), t([[2, 3]])).tolist() == [[1, 0, 0], [0, 2, 3]]


def test_searching_in_rows():
    rows = t([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]])
    assert torch.searchsorted(rows, t([[3.0], [5.0]]), right=True).tolist() == [[2], [2]]
    assert torch.searchsorted(rows[0].contiguous(), t([3.0, 9.0]), out_int32=True).dtype == torch.int32
    assert torch.bucketize(t([0.0, 3.0]), rows[0].contiguous()).tolist() == [0, 1]


# ---- Functions of networks -------------------------------------------------------------------------------


def test_inputs_without_a_batch():
    x = torch.arange(16.0).reshape(1, 4, 4)
    w = torch.ones(1, 1, 2, 2)
    assert F.conv2d(x, w).tolist() == F.conv2d(x[None], w)[0].tolist()
    assert F.conv_transpose2d(x, w, stride=2).shape == (1, 8, 8) and F.max_pool2d(x, 2).tolist() == [[[5.0, 7.0], [13.0, 15.0]]]
    assert F.avg_pool1d(t([[1.0, 3.0]]), 2).tolist() == [[2.0]]
    assert F.adaptive_avg_pool2d(x, (None, 1)).tolist() == [[[1.5], [5.5], [9.5], [13.5]]]
    with pytest.raises(RuntimeError):
        F.conv2d(x[0], w)


def test_indices_of_pooling():
    x = t([[[[1.0, 2.0, 0.0, 1.0], [4.0, 3.0, 5.0, 0.0]]]])
    y, at = F.max_pool2d(x, 2, return_indices=True)
    assert y.tolist() == [[[[4.0, 5.0]]]] and at.tolist() == [[[[4, 6]]]]
    assert F.max_unpool2d(y, at, 2).tolist() == [[[[0.0] * 4, [4.0, 0.0, 5.0, 0.0]]]]
    y, at = F.adaptive_max_pool1d(t([[1.0, 9.0, 2.0, 3.0]]), 2, True)
    assert y.tolist() == [[9.0, 3.0]] and at.tolist() == [[1, 3]]


def test_the_divisor_of_pooling():
    x = torch.ones(1, 1, 3, 3)
    assert F.avg_pool2d(x, 2, 2, 1, divisor_override=2).tolist() == [[[[0.5, 1.0], [1.0, 2.0]]]]
    assert F.avg_pool2d(x, 2, ceil_mode=True, divisor_override=2).tolist() == [[[[2.0, 1.0], [1.0, 0.5]]]]


def test_negative_padding():
    x = torch.arange(4.0).reshape(1, 4)
    assert F.pad(x, (-1, 2)).tolist() == [[1.0, 2.0, 3.0, 0.0, 0.0]] and F.pad(x, (-1, -1)).tolist() == [[1.0, 2.0]]
    assert gradient(lambda x: F.pad(x, (1, -1)) ** 2, [1.0, 2.0, 3.0]) == [[2.0, 4.0, 0.0]]


def test_arguments_of_activations():
    x = t([-1.0, 0.5, 3.0])
    assert near(F.gelu(x, approximate="tanh"), [-0.158808, 0.345714, 2.996363])
    assert near(F.softplus(x, beta=2.0, threshold=4.0), [0.063464, 0.656631, 3.0])
    assert F.leaky_relu(x, 0.5, True) is x and x.tolist() == [-0.5, 0.5, 3.0]
    assert F.relu(input=t([-1.0])).tolist() == [0.0] and F.elu(t([1.0]), 2.0).tolist() == [1.0]
    assert F.prelu(t([[[-1.0], [-1.0]]]), t([0.5, 0.25])).tolist() == [[[-0.5], [-0.25]]]


def test_arguments_of_losses():
    x, y = t([1.0, 2.0]), t([0.0, 4.0])
    assert F.mse_loss(x, y, size_average=False).item() == 5.0 and F.l1_loss(x, y, reduction="none").tolist() == [1.0, 2.0]
    assert F.smooth_l1_loss(x, y, beta=2.0).item() == pytest.approx(0.625)
    assert F.kl_div(t([[-1.0, -1.0]]), t([[0.5, 0.5]]), reduction="batchmean").item() == pytest.approx(0.30685, abs=1e-4)
    assert F.cross_entropy(t([0.0, 0.0]), t(1)).item() == pytest.approx(0.693147)
    assert F.margin_ranking_loss(x, y, t([1.0, 1.0]), margin=1.0).item() == 1.5


def test_einsum_and_tensordot():
    a, b = torch.ones(2, 3), torch.ones(3, 4)
    assert torch.einsum("ij,jk->ik", a, b).tolist() == torch.einsum("ij,jk->ik", [a, b]).tolist() == [[3.0] * 4] * 2
    assert torch.tensordot(torch.ones(1), torch.ones(2), dims=1).item() == 2.0


def test_linear_algebra():
    a = t([[4.0, 1.0], [1.0, 3.0]])
    assert torch.linalg.solve(torch.stack([a, a]), t([[5.0, 4.0], [5.0, 4.0]])).shape == (2, 2)
    assert torch.linalg.matrix_rank(a, atol=3.0).item() == 1 and torch.linalg.matrix_rank(a, hermitian=True).item() == 2
    assert torch.linalg.matrix_norm(a, "nuc").item() == pytest.approx(7.0)
    assert torch.linalg.lstsq(a, t([[5.0], [4.0]])).solution.flatten().tolist() == pytest.approx([1.0, 1.0], abs=1e-5)
    (g,) = gradient(lambda x: torch.linalg.eigvalsh(x)[0], [[4.0, 1.0], [1.0, 3.0]])
    assert g[0][1] == pytest.approx(g[1][0]) == pytest.approx(-0.447214, abs=1e-4)


def test_statistics():
    x = t([[1.0, 2.0, 4.0], [2.0, 1.0, 0.0]])
    assert near(torch.cov(x), [[2.333333, -1.5], [-1.5, 1.0]]) and near(torch.corrcoef(x)[0], [1.0, -0.981981])
    assert torch.var_mean(x, 1, correction=0)[1].tolist() == pytest.approx([7 / 3, 1.0])
    assert torch.quantile(t(2.0), 0.5, 0).item() == 2.0 and torch.nanmedian(t([1.0, float("nan"), 3.0])).item() == 1.0
    assert near(torch.logcumsumexp(t([-1000.0, 0.0, 0.0]), 0), [-1000.0, 0.0, 0.693147])
    assert torch.trapezoid(t([1.0, 3.0]), t([0.0, 2.0])).item() == 4.0


def test_methods_are_the_functions():
    x = t([[3.0, 1.0], [2.0, 4.0]])
    assert x.kthvalue(1).values.tolist() == [1.0, 2.0] and x.mH.tolist() == x.T.tolist()
    assert x.index_fill(0, t([1]), 0.0).tolist() == [[3.0, 1.0], [0.0, 0.0]]
    assert x.double(memory_format=torch.preserve_format).dtype == torch.float64
    assert x.logit(0.1).shape == (2, 2) and x.addmm(x, x, beta=0).tolist() == (x @ x).tolist()


def test_methods_in_place_change_the_tensor():
    x = torch.tensor([[4.0, 9.0], [16.0, 25.0]])
    assert x.rsqrt_() is x and x[0, 0] == 0.5
    x = torch.arange(6.0)
    for name, args in (("log1p", ()), ("floor", ()), ("clip", (0, 1)), ("sin", ()), ("square", ()), ("round", ()), ("cumsum", (0,)), ("remainder", (2,))):
        y = x.clone()
        assert getattr(y, name + "_")(*args) is y and y.tolist() == getattr(x, name)(*args).tolist()
    y = torch.ones(2, 1, 3)
    assert y.squeeze_(1) is y and y.shape == (2, 3)
    assert y.unsqueeze_(0) is y and y.shape == (1, 2, 3) and y.transpose_(0, 2).shape == (3, 2, 1) and y.shape == (3, 2, 1)
    assert torch.ones(2, 3).t_().shape == (3, 2) and torch.ones(3, 3).triu_(1).sum() == 3
    with pytest.raises(RuntimeError):
        torch.arange(3).exp_()
    with pytest.raises(RuntimeError):
        torch.ones(2, requires_grad=True).exp_()
    z = torch.zeros(3, 3)
    assert z.fill_diagonal_(5) is z and z.tolist() == [[5, 0, 0], [0, 5, 0], [0, 0, 5]]
    a = torch.ones(2, 2, requires_grad=True)
    (a * 3).fill_diagonal_(0.0).sum().backward()
    assert a.grad.tolist() == [[0, 3], [3, 0]]


@pytest.mark.parametrize("name, args", [
    *((name, ()) for name in "abs acos asin atan cos cosh erf exp log log10 log1p log2 logit reciprocal relu rsqrt sigmoid sin sinc sinh "
                             "sqrt square tan tanh".split()),
    ("clamp", (0.3, 0.6)), ("clamp_min", (0.4,)), ("clamp_max", (0.4,)), ("cumprod", (0,)), ("renorm", (2, 0, 0.4)), ("pow", (2.5,)),
    *((name, None) for name in "add atan2 div hypot mul pow sub xlogy".split())])
def test_methods_in_place_have_the_gradients_of_the_others(name, args):
    def run(name):
        x, s = t([[0.1, 0.4], [0.7, 0.2]], requires_grad=True), t([[0.5, 1.5], [2.0, 0.8]], requires_grad=True)
        y = getattr(x * 1.01, name)(*((s,) if args is None else args))
        (y * t([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
        return [y.tolist(), x.grad.tolist(), s.grad.tolist() if args is None else None]

    assert run(f"{name}_") == run(name)


def test_operators_in_place_keep_what_their_gradients_need():
    def scaled(x, s):
        y = x * 1.0
        y *= s
        y **= 2
        y /= s
        return y

    assert gradient(scaled, [1.0, 3.0], [2.0, 5.0]) == [[4.0, 30.0], [1.0, 9.0]]  # x^2 s
    assert gradient(lambda x: torch.relu_(torch.sin_(x * 1.0)), [0.0]) == [[0.0]]


def test_reductions_at_indices_in_place():
    index = t([[0, 1], [1, 1]])
    for how, gx, gs in (("sum", [[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]), ("amax", [[0.0, 1.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]),
                        ("prod", [[4.0, 1.0], [2.0, 40.0]], [[1.0, 32.0], [3.0, 20.0]])):
        got = gradient(lambda x, s: (x * 1.0).scatter_reduce_(0, index, s, how), [[1.0, 2.0], [3.0, 4.0]], [[4.0, 5.0], [2.0, 8.0]])
        assert got == [gx, gs], how
    assert gradient(lambda x, s: (x * 1.0).scatter_add_(0, index, s) ** 2, [[1.0, 2.0], [3.0, 4.0]], [[4.0, 5.0], [2.0, 8.0]]) == \
        [[[10.0, 4.0], [10.0, 34.0]], [[10.0, 34.0], [10.0, 34.0]]]


def test_solutions_from_a_cholesky_factor():
    a = torch.tensor([[4.0, 1.0], [1.0, 3.0]])
    b = torch.tensor([[1.0], [2.0]])
    factor = torch.linalg.cholesky(a)
    assert torch.allclose(torch.cholesky_solve(b, factor), torch.linalg.solve(a, b))
    assert torch.allclose(torch.cholesky_solve(b, factor.mT, upper=True), torch.linalg.solve(a, b))
    assert torch.allclose(torch.cholesky_inverse(factor), torch.inverse(a), atol=1e-6)


def test_windows_and_samples_of_categories():
    assert torch.allclose(torch.hann_window(4), torch.tensor([0.0, 0.5, 1.0, 0.5]), atol=1e-6)
    assert torch.allclose(torch.hann_window(3, periodic=False), torch.tensor([0.0, 1.0, 0.0]), atol=1e-6)
    logits = torch.zeros(5, 3, requires_grad=True)
    y = torch.nn.functional.gumbel_softmax(logits, tau=0.5, hard=True)
    assert sorted(y.detach().reshape(-1).tolist()) == [0.0] * 10 + [1.0] * 5 and y.requires_grad
    assert torch.lgamma(torch.tensor(5.0)).item() == pytest.approx(3.1780538, rel=1e-5)


def test_special_functions_at_their_poles():
    x, inf, nan = t([-2, -1, 0, 1, 2]), float("inf"), float("nan")
    for y in (x, x.float(), x.double()):
        assert torch.lgamma(y).tolist()[:3] == [inf] * 3
        assert torch.isnan(torch.digamma(y)).tolist() == [True, True, False, False, False] and torch.digamma(y)[2].item() == -inf
        assert torch.isnan(torch.erfinv(y)).tolist() == [True, False, False, False, True]
        assert torch.erfinv(y).tolist()[1:4] == [-inf, 0.0, inf]
    assert near(torch.digamma(t([-0.5, 0.25, 3.5])), [0.03648998, -4.2274535, 1.1031566])
    assert gradient(torch.erfinv, [0.0, 0.5])[0] == pytest.approx([0.88622693, 1.1125849], rel=1e-5)
    assert torch.isnan(torch.lgamma(t(nan))).item()


def test_spectra_of_frames():
    x = torch.sin(torch.arange(40, dtype=torch.float64) * 0.3) + 0.1 * torch.arange(40, dtype=torch.float64)
    window = torch.hann_window(12, dtype=torch.float64)
    y = torch.stft(x, 16, 4, 12, window, return_complex=True)
    assert y.shape == (9, 11) and y.dtype == torch.complex128
    by_hand = torch.fft.rfft(x[12:28] * torch.nn.functional.pad(window, (2, 2)))  # the frame whose middle is element 20
    assert torch.allclose(y[:, 5], by_hand)
    assert torch.allclose(torch.istft(y, 16, 4, 12, window, length=40), x)
    rows = torch.stack([x, x * 2])
    apart = torch.stft(rows, 16, center=False, normalized=True, onesided=False, return_complex=False)
    assert apart.shape == (2, 16, 7, 2) and torch.allclose(apart[1], 2 * apart[0])
    back = torch.istft(torch.view_as_complex(apart), 16, center=False, normalized=True, onesided=False)
    assert torch.allclose(back, rows[:, :40])
    power = gradient(lambda v: torch.stft(v, 4, 2, return_complex=True, center=False).abs() ** 2, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])[0]
    assert power == pytest.approx([12.0, 20.0, 48.0, 64.0, 36.0, 44.0], rel=1e-5)
    with pytest.raises(RuntimeError, match="return_complex"):
        torch.stft(x, 16)
    with pytest.raises(RuntimeError):
        torch.stft(x, 16, window=window, return_complex=True)


def test_numbers_of_dimensions_that_pytorch_refuses():
    a, v, b = torch.ones(2, 3), torch.ones(3), torch.ones(2, 2, 3)
    for f in (lambda: torch.mm(a, v), lambda: torch.mm(b, a.t()), lambda: a.bmm(a.t()), lambda: torch.dot(a, a), lambda: torch.mv(a, a.t()),
              lambda: torch.vdot(a, a), lambda: torch.addmm(v, a, v), lambda: a.repeat(2), lambda: v.split(0),
              lambda: F.pad(v, (1,)), lambda: F.pad(v, (1, 1, 1, 1))):
        with pytest.raises(RuntimeError):
            f()
    assert a.mm(a.t()).shape == (2, 2) and t(1.0).repeat(2).shape == (2,) and v.repeat(2, 1).shape == (2, 3)


def test_svd_gives_v_and_mode_the_smallest_of_the_most_frequent():
    a = t([[1.0, 2.0], [2.0, 1.0], [0.0, 1.0]])
    u, s, v = torch.svd(a)
    assert u.shape == (3, 2) and v.shape == (2, 2) and bool(torch.allclose(u @ torch.diag(s) @ v.T, a, atol=1e-5))
    assert a.svd(some=False).U.shape == (3, 3)
    values, indices = torch.mode(t([[1, 2, 2, 3, 1], [5, 4, 4, 5, 5], [1, 2, 3, 4, 5]]))
    assert values.tolist() == [1, 5, 1] and indices.tolist() == [4, 4, 0]
    assert t([[1.0, 2.0], [1.0, 3.0]]).mode(0, keepdim=True).values.tolist() == [[1.0, 2.0]]


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-q", "-p", "no:cacheprovider"]))
