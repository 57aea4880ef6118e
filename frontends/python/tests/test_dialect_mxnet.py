"""test_dialect_mxnet.py - the MXNet dialect, where it differs from NumPy and from the other dialects.

dialects/mxnet_tests.py runs MXNet's own tests.

SPDX-License-Identifier: Apache-2.0
"""
import gc
import json

import numpy
import pytest

import weir
from weir import dialects


@pytest.fixture
def mx():
    return dialects.mxnet


def test_a_hybridized_network_is_exported(mx, tmp_path):
    nn, path = mx.gluon.nn, str(tmp_path / "net")

    def network():
        net = nn.HybridSequential()
        net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
        return net

    net = network()
    net.initialize()
    with pytest.raises(mx.MXNetError, match="before export"):
        net.export(path)
    net.hybridize()
    x = mx.np.ones((1, 3))
    y = net(x)
    assert net.export(path, epoch=7) == (path + "-symbol.json", path + "-0007.params")
    with open(path + "-symbol.json") as file:
        graph = json.load(file)
    names = [n["name"] for n in graph["nodes"]]
    assert [names[i] for i in graph["arg_nodes"]] == ["data", "0.weight", "0.bias", "1.weight", "1.bias"]
    assert [n["op"] for n in graph["nodes"] if n["op"] != "null"] == ["linear", "relu", "linear"]
    assert graph["nodes"][graph["heads"][0][0]]["attrs"]["result"] == "float32 (1, 2)"
    other = network()
    other.load_parameters(path + "-0007.params")
    assert other(x).tolist() == y.tolist()


def test_export_keeps_inputs_that_are_no_arrays(mx, tmp_path):
    class Scaled(mx.gluon.HybridBlock):
        def forward(self, x, factor, both):
            return x * factor + both[0] + both[1]

    net = Scaled()
    net.hybridize()
    x = mx.np.ones((2, 3))
    assert net(x, 2, [x, x]).tolist() == [[4, 4, 4]] * 2
    net.export(str(tmp_path / "net"))
    with open(tmp_path / "net-symbol.json") as file:
        assert [n["op"] for n in json.load(file)["nodes"] if n["op"] != "null"] == ["multiply", "add", "add"]


@pytest.mark.parametrize("layer", ["Dense(2)", "LSTM(2)"])
def test_networks_and_trainers_are_freed_without_the_collector(mx, layer):
    def train():
        net = eval(f"mx.gluon.{'rnn' if 'LSTM' in layer else 'nn'}.{layer}")
        net.initialize()
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd")
        with mx.autograd.record():
            loss = net(mx.np.ones((2, 2, 2))).sum()
        loss.backward()
        trainer.step(1)

    train()
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        train()
        gc.collect()
        kept = [type(x).__name__ for x in gc.garbage if isinstance(x, (weir.Array, mx.gluon.Block, mx.gluon.Parameter))]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert kept == []


def test_options_of_ufuncs(mx):
    np = mx.np
    x = np.array([-1.5, 2.5])
    with pytest.raises(NotImplementedError, match="exp: only where=True"):
        np.exp(x, where=False)
    with pytest.raises(NotImplementedError, match="dtype=None"):
        np.exp(x, dtype="int8")
    with pytest.raises(TypeError, match="dtype=None"):
        np.exp(x, dtype="abc")
    with pytest.raises(TypeError, match="casting"):
        np.add(x, x, casting="abc")
    with pytest.raises(TypeError, match="unexpected argument 'axis'"):
        np.exp(x, axis=0)
    out = np.zeros(2)
    assert np.floor(x, out) is out and out.tolist() == [-2, 2]
    with pytest.raises(TypeError, match="isnan: out has dtype float32"):
        np.isnan(x, out=out)
    assert np.floor(np.array([True, False], dtype="bool")).tolist() == [1, 0]
    assert np.fmod(np.array([-7.0, 7.0], dtype="float16"), 3).tolist() == [-1, 1]
    assert np.gcd(np.array([12, -18, 0], dtype="int32"), np.array([18, 12, 5], dtype="int32")).tolist() == [6, 6, 5]
    assert np.lcm(np.array([4, 0], dtype="int32"), np.array([6, 5], dtype="int32")).tolist() == [12, 0]


def test_an_axis_out_of_range_is_an_mxnet_error(mx):
    x = mx.np.ones((2, 3))
    for call in (lambda: mx.np.argmax(x, axis=3), lambda: x.transpose((0, 2)), lambda: mx.np.sum(x, axis=2)):
        with pytest.raises(mx.MXNetError, match="out of range"):
            call()
        with pytest.raises(IndexError):
            call()


@pytest.mark.parametrize("first, second, axes", [
    ((4, 3), (4, 3), {}), ((4, 2), (4, 3), {}), ((4, 3), (4, 2), {}), ((2,), (2,), {}), ((3, 4), (4, 3), {"axisa": 0}),
    ((5, 1, 3), (4, 3), {}), ((3, 4), (3, 4), {"axis": 0}), ((4, 3), (4, 2), {"axisc": 0})])
def test_cross_products_agree_with_numpy(mx, first, second, axes):
    a, b = (numpy.random.default_rng(len(s)).normal(size=s) for s in (first, second))
    ours = mx.np.cross(mx.np.array(a, dtype="float64"), mx.np.array(b, dtype="float64"), **axes)
    flat = a.shape[-1] == b.shape[-1] == 2
    a, b = (numpy.concatenate([v, numpy.zeros((*v.shape[:-1], 1))], -1) if v.shape[-1] == 2 else v for v in (a, b))
    wanted = numpy.cross(a, b, **axes)  # newer versions of NumPy refuse vectors of two components
    numpy.testing.assert_allclose(ours.asnumpy(), wanted[..., 2] if flat else wanted, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"left": -9.0}, {"right": 9.0}, {"left": -9, "right": 9}, {"period": 4.0}])
def test_interpolation_agrees_with_numpy(mx, options):
    x, xp, fp = numpy.array([[-1.0, 0.5], [2.25, 7.0]]), numpy.array([0.0, 1.0, 3.0]), numpy.array([1.0, -1.0, 2.0])
    ours = mx.np.interp(*(mx.np.array(a, dtype="float64") for a in (x, xp, fp)), **options)
    numpy.testing.assert_allclose(ours.asnumpy(), numpy.interp(x, xp, fp, **options))


def test_norms_join_several_axes(mx):
    x = mx.np.arange(24).reshape(2, 3, 4)
    assert mx.np.linalg.vector_norm(x, ord="inf", axis=(0, 2)).tolist() == [15, 19, 23]
    assert mx.np.linalg.vector_norm(x, axis=(0, 2), keepdims=True).shape == (1, 3)
    assert mx.np.linalg.matrix_norm(x, ord="inf", axis=(1, 2)).tolist() == [38, 86]
    with pytest.raises(ValueError, match="a tuple of two axes"):
        mx.np.linalg.matrix_norm(x, axis=1)


def test_multinomial_counts_each_row(mx):
    counts, p = mx.np.array([3, 0]), mx.np.array([[0.0, 1.0], [0.5, 0.5]])
    drawn = mx.npx.random.multinomial(counts, p, shape=(5,))
    assert drawn.shape == (2, 5, 2) and drawn.tolist() == [[[0, 3]] * 5, [[0, 0]] * 5]


def test_reductions_round_to_a_narrower_dtype_at_the_end(mx):
    x = mx.np.array([2048.0, 1.0, 1.0, 0.75])
    assert mx.np.sum(x, dtype="float16").item() == 2050 and mx.np.sum(x, dtype="float16").dtype == "float16"
    assert mx.np.sum(x[1:], dtype="int32").item() == 2 and mx.np.mean(x, dtype="float64").dtype == "float64"
    assert mx.np.sum(mx.np.array([100, 100], dtype="int8"), dtype="int32").item() == 200


def test_delete_ignores_indices_out_of_range(mx):
    x = mx.np.arange(4)
    assert mx.np.delete(x, mx.np.array([1, 7, -1], dtype="int64")).tolist() == [0, 2, 3]


def test_a_loss_with_hybrid_forward(mx):
    class Smoothed(mx.gluon.loss.Loss):
        def __init__(self, epsilon, weight=None, batch_axis=0, **kwargs):
            super().__init__(weight, batch_axis, **kwargs)
            self.epsilon = epsilon

        def hybrid_forward(self, F, pred, label):
            logp = F.log_softmax(pred, axis=-1)
            return -F.sum(logp * (F.one_hot(label, 2) * (1 - self.epsilon) + self.epsilon / 2), axis=-1)

    pred, label = mx.nd.array([[0.0, 1.0], [2.0, 0.0]]), mx.nd.array([1, 1])
    plain = mx.gluon.loss.SoftmaxCELoss()(pred, label).asnumpy()
    numpy.testing.assert_allclose(Smoothed(0.0)(pred, label).asnumpy(), plain, 1e-5)
    numpy.testing.assert_allclose(Smoothed(0.2)(pred, label).asnumpy(), 0.9 * plain + 0.1 * (plain + [1.0, -2.0]), 1e-5)
