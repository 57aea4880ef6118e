"""test_mxnet_legacy.py - mx.nd, MXNet's interface before mx.np, Gluon's Trainer, and arguments that are refused.

The values are MXNet's, from its documentation or computed with NumPy.

SPDX-License-Identifier: Apache-2.0
"""
import numpy
import pytest

from weir import dialects


@pytest.fixture
def mx():
    return dialects.mxnet


def same(a, b, tolerance=1e-5):
    return numpy.allclose(a.asnumpy(), b, atol=tolerance)


# ---- Operators -----------------------------------------------------------------------------------------


def test_reshape_has_codes(mx):
    x = mx.nd.zeros((2, 3, 4))
    for codes, shape in (((0, -1), (2, 12)), ((-1,), (24,)), ((-2,), (2, 3, 4)), ((-3, 0), (6, 4)), ((-4, 1, 2, -2), (1, 2, 3, 4)),
                         ((0, -3), (2, 12)), ((4, 0, 2), (4, 3, 2))):
        assert mx.nd.reshape(x, shape=codes).shape == x.reshape(codes).shape == x.reshape(*codes).shape == shape
    assert x.flatten().shape == mx.nd.flatten(x).shape == mx.nd.Flatten(x).shape == (2, 12)
    with pytest.raises(TypeError):
        x.reshape((2, -1), order="F")


def test_indices_are_floats_and_reductions_exclude(mx):
    x = mx.nd.array([[1, 5, 2], [7, 0, 3]])
    assert x.argmax(axis=1).dtype == numpy.float32 and same(x.argmax(axis=1), [1, 0]) and same(mx.nd.argmin(x, axis=0), [0, 1, 0])
    assert same(mx.nd.argsort(x, is_ascend=False), [[1, 2, 0], [0, 2, 1]]) and same(mx.nd.sort(x, is_ascend=False)[0], [5, 2, 1])
    assert same(mx.nd.sum(x, axis=1, exclude=True), [8, 5, 5]) and same(x.mean(axis=0, keepdims=True), [[4, 2.5, 2.5]])
    assert same(mx.nd.broadcast_greater(x, mx.nd.array([[2], [2]])), [[0, 1, 0], [1, 0, 1]])
    assert mx.nd.broadcast_equal(x, x).dtype == numpy.float32


def test_take_clips_or_wraps(mx):
    x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    assert same(mx.nd.take(x, mx.nd.array([0, 9])), [[1, 2], [5, 6]]) and same(mx.nd.take(x, mx.nd.array([4]), mode="wrap"), [[3, 4]])
    assert same(x.take(mx.nd.array([1]), axis=1), [[2], [4], [6]])
    assert same(mx.nd.batch_take(x, mx.nd.array([1, 0, 1])), [2, 3, 6])
    assert same(mx.nd.pick(x, mx.nd.array([1, 0, 1])), [2, 3, 6])


def test_dot_sums_over_the_last_and_the_first_axis(mx):
    a, b = numpy.arange(24.0).reshape(2, 3, 4), numpy.arange(40.0).reshape(4, 2, 5)
    assert same(mx.nd.dot(mx.nd.array(a), mx.nd.array(b)), numpy.tensordot(a, b, 1), 1e-2)
    assert same(mx.nd.dot(mx.nd.array(a[0]), mx.nd.array(a[1]), transpose_b=True), a[0] @ a[1].T)
    assert same(mx.nd.dot(mx.nd.array(a[0]), mx.nd.array(a[1]), transpose_a=True), a[0].T @ a[1])
    assert same(mx.nd.linalg.gemm2(mx.nd.array(a[0]), mx.nd.array(a[1]), transpose_b=True, alpha=2.0), 2 * a[0] @ a[1].T)


def test_layers_as_operators(mx):
    nd = mx.nd
    x = numpy.random.default_rng(0).normal(size=(2, 3, 6, 6)).astype("float32")
    w = numpy.random.default_rng(1).normal(size=(4, 3, 3, 3)).astype("float32")
    y = nd.Convolution(nd.array(x), nd.array(w), nd.ones((4,)), kernel=(3, 3), num_filter=4)
    first = sum((x[:, None, c, i:i + 4, j:j + 4] * w[None, :, c, i, j, None, None]) for c in range(3) for i in range(3) for j in range(3))
    assert same(y, first + 1, 1e-4)
    assert nd.Deconvolution(nd.array(x), nd.ones((3, 2, 2, 2)), kernel=(2, 2), num_filter=2, stride=(2, 2)).shape == (2, 2, 12, 12)
    assert same(nd.Pooling(nd.array(x), kernel=(2, 2), stride=(2, 2)), x.reshape(2, 3, 3, 2, 3, 2).max((3, 5)))
    assert same(nd.Pooling(nd.array(x), global_pool=True, pool_type="avg", kernel=(1, 1))[..., 0, 0], x.mean((2, 3)))
    assert same(nd.FullyConnected(nd.array(x), nd.ones((2, 108)), no_bias=True, num_hidden=2), numpy.repeat(x.sum((1, 2, 3))[:, None], 2, 1), 1e-4)
    assert same(nd.Embedding(nd.array([1, 9]), nd.array([[1, 2], [3, 4]]), input_dim=2, output_dim=2), [[3, 4], [3, 4]])
    assert same(nd.Activation(nd.array([-1, 2]), act_type="relu"), [0, 2]) and same(nd.LeakyReLU(nd.array([-4, 2]), slope=0.5), [-2, 2])
    assert same(nd.LayerNorm(nd.array(x), nd.ones(6), nd.zeros(6)), (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True), 1e-3)
    assert same(nd.L2Normalization(nd.array([[3, 4]])), [[0.6, 0.8]]) and same(nd.SoftmaxActivation(nd.array([[0, 0]])), [[0.5, 0.5]])
    assert nd.Pad(nd.array(x), mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 2, 2)).shape == (2, 3, 8, 10)
    assert same(nd.UpSampling(nd.array(x), scale=2, sample_type="nearest")[..., ::2, ::2], x)
    out = nd.zeros((2, 3))
    assert nd.broadcast_add(nd.ones((2, 1)), nd.ones((1, 3)), out=out) is out and same(out, numpy.full((2, 3), 2))
    with mx.autograd.predict_mode():
        assert same(nd.Dropout(nd.ones(5), p=0.9), numpy.ones(5))


def test_arguments_of_operators_are_checked(mx):
    nd, x = mx.nd, mx.nd.ones((1, 1, 4, 4))
    with pytest.raises(TypeError, match="padding"):
        nd.Convolution(x, nd.ones((2, 1, 3, 3)), nd.zeros(2), kernel=(3, 3), num_filter=2, padding=(1, 1))
    for wrong in ({"num_filter": 3, "kernel": (3, 3), "no_bias": True}, {"num_filter": 2, "kernel": (2, 2), "no_bias": True},
                  {"num_filter": 2, "kernel": (3, 3)}):
        with pytest.raises(mx.MXNetError, match="Convolution"):
            nd.Convolution(x, nd.ones((2, 1, 3, 3)), **wrong)
    for name, hint in (("RNN", "gluon.rnn"), ("Custom", "autograd.Function"), ("CTCLoss", "gluon.loss")):
        with pytest.raises(AttributeError, match=hint):
            getattr(nd, name)


def test_outputs_have_gradients_of_their_own(mx):
    nd, autograd = mx.nd, mx.autograd

    def gradient(fn, data):
        x = nd.array(data)
        x.attach_grad()
        with autograd.record():
            y = fn(x)
            z = y * 100
        z.backward()
        return y, x.grad

    p = numpy.exp([[1.0, 2, 3]]) / numpy.exp([[1.0, 2, 3]]).sum()
    y, g = gradient(lambda x: nd.SoftmaxOutput(x, nd.array([2])), [[1, 2, 3]])
    assert same(y, p) and same(g, p - [[0, 0, 1]])
    _, g = gradient(lambda x: nd.SoftmaxOutput(x, nd.array([2, -1]), use_ignore=True, normalization="valid", grad_scale=2.0),
                    [[1, 2, 3], [1, 2, 3]])
    assert same(g, [2 * (p - [[0, 0, 1]])[0], [0, 0, 0]])
    y, g = gradient(lambda x: nd.SoftmaxOutput(x, nd.array([[0, 1]]), multi_output=True), [[[0, 0], [0, 0]]])
    assert same(g, [[[-0.5, 0.5], [0.5, -0.5]]])
    y, g = gradient(lambda x: nd.LinearRegressionOutput(x, nd.array([2, 2])), [[1], [4]])
    assert same(y, [[1], [4]]) and same(g, [[-1], [2]])
    y, g = gradient(lambda x: nd.LogisticRegressionOutput(x, nd.array([[1]])), [[0]])
    assert same(y, [[0.5]]) and same(g, [[-0.5]])
    _, g = gradient(lambda x: nd.MAERegressionOutput(x, nd.array([[1, 1]])), [[3, -3]])
    assert same(g, [[0.5, -0.5]])
    _, g = gradient(lambda x: nd.MakeLoss(x, grad_scale=3.0), [[3, -3]])
    assert same(g, [[3, 3]])
    _, g = gradient(lambda x: nd.BlockGrad(x) + x, [[3, -3]])
    assert same(g, [[100, 100]])


def test_random_numbers_of_nd(mx):
    assert mx.nd.random.normal(0, 1, (2, 3)).shape == mx.nd.random.uniform(low=-1, high=1, shape=(2, 3)).shape == (2, 3)
    x = mx.nd.random.randint(0, 5, shape=(100,))
    assert x.dtype == numpy.int32 and 0 <= x.asnumpy().min() and x.asnumpy().max() < 5
    y = mx.nd.arange(10)
    z = mx.nd.random.shuffle(y)
    assert same(y, numpy.arange(10)) and sorted(z.asnumpy()) == list(range(10))
    with pytest.raises(TypeError):
        mx.nd.random.normal(mean=0)
    for error in (mx.base.MXNetError, ValueError):  # MXNet's tests catch either
        with pytest.raises(error, match="scale must be positive"):
            mx.nd.random.normal(0, -1, (2, 2))


# ---- Gluon ------------------------------------------------------------------------------------------------


class Branches:
    """A network of which a call uses one of two layers."""

    def __init__(self, mx):
        self.first, self.second = mx.gluon.nn.Dense(1), mx.gluon.nn.Dense(1)
        self.params = {}
        for name, layer in (("first", self.first), ("second", self.second)):
            layer.initialize(mx.init.Constant(0.5))
            layer(mx.np.ones((1, 2)))
            self.params |= {f"{name}.{key}": p for key, p in layer.collect_params().items()}


def test_a_step_refuses_stale_gradients(mx):
    net = Branches(mx)
    trainer = mx.gluon.Trainer(net.params, "sgd", {"learning_rate": 1.0})

    def backward(layer):
        with mx.autograd.record():
            loss = layer(mx.np.ones((1, 2))).sum()
        loss.backward()

    backward(net.first)
    with pytest.raises(UserWarning, match="ignore_stale_grad"):
        trainer.step(1)
    trainer.step(1, ignore_stale_grad=True)
    assert same(net.first.weight.data(), [[-0.5, -0.5]]) and same(net.second.weight.data(), [[0.5, 0.5]])
    with pytest.raises(UserWarning, match="no backward pass"):
        trainer.step(1)
    backward(net.first), backward(net.second)
    trainer.step(1)
    assert same(net.first.weight.data(), [[-1.5, -1.5]]) and same(net.second.weight.data(), [[-0.5, -0.5]])
    net.second.collect_params().setattr("grad_req", "null")
    backward(net.first)
    trainer.step(1)


def test_states_of_a_trainer_with_a_schedule(mx, tmp_path):
    def train(trainer, net, steps):
        for _ in range(steps):
            with mx.autograd.record():
                loss = (net(mx.np.ones((2, 3))) ** 2).sum()
            loss.backward()
            trainer.step(2)

    def make():
        net = mx.gluon.nn.Dense(2)
        net.initialize(mx.init.Constant(0.5))
        net(mx.np.ones((1, 3)))
        schedule = mx.lr_scheduler.CosineScheduler(10, base_lr=0.1, warmup_steps=2)
        return net, mx.gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule})

    (net, trainer), (other, again) = make(), make()
    train(trainer, net, 4)
    trainer.save_states(str(tmp_path / "states"))
    net.save_parameters(str(tmp_path / "params"))
    other.load_parameters(str(tmp_path / "params"))
    again.load_states(str(tmp_path / "states"))
    assert again.learning_rate == trainer.learning_rate and again.optimizer.num_update == 4
    train(trainer, net, 3), train(again, other, 3)
    assert same(other.weight.data(), net.weight.data().asnumpy(), 1e-6)


def test_a_schedule_of_ones_own(mx):
    class Steps(mx.lr_scheduler.LRScheduler):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)

        def __call__(self, num_update):
            return self.get_warmup_lr(num_update) if num_update < self.warmup_steps else self.base_lr / 2

    schedule = Steps(base_lr=0.4, warmup_steps=4)
    assert schedule(2) == 0.2 and schedule(5) == 0.2
    with pytest.raises(TypeError):
        mx.lr_scheduler.FactorScheduler(10, decay=0.5)
    with pytest.raises(ValueError):
        mx.lr_scheduler.PolyScheduler(10, warmup_mode="cosine")


def test_unknown_arguments_are_refused(mx):
    gluon = mx.gluon
    for make in (lambda: gluon.nn.Dense(2, kernel=3), lambda: gluon.nn.Conv2D(2, 3, stride=2), lambda: gluon.nn.Dropout(0.5, p=0.5),
                 lambda: gluon.nn.BatchNorm(eps=1e-3), lambda: gluon.nn.MaxPool2D(2, stride=2), lambda: gluon.loss.L2Loss(reduction="sum"),
                 lambda: gluon.rnn.LSTM(3, bias=False), lambda: gluon.metric.F1(beta=2), lambda: mx.npx.pooling(mx.np.ones((1, 1, 4, 4)), kernel_size=2),
                 lambda: gluon.data.DataLoader([1, 2], 1, workers=2), lambda: gluon.nn.GELU(slope=1)):
        with pytest.raises(TypeError):
            make()
    gluon.nn.Dense(2, prefix="a_")
    with pytest.raises(NotImplementedError, match="sequence_length"):
        layer = gluon.rnn.LSTM(3)
        layer.initialize()
        layer(mx.np.ones((2, 1, 3)), sequence_length=mx.np.ones(1))


def test_batches_roll_over(mx):
    data = gluon_data = mx.gluon.data
    sampler = data.BatchSampler(data.SequentialSampler(5), 2, "rollover")
    assert [len(sampler), list(sampler), len(sampler), list(sampler)] == [2, [[0, 1], [2, 3]], 3, [[4, 0], [1, 2], [3, 4]]]
    loader = gluon_data.DataLoader(data.ArrayDataset(mx.np.arange(5)), 2, last_batch="rollover")
    assert [[int(v) for v in x.asnumpy()] for x in loader] == [[0, 1], [2, 3]]
    assert [int(v) for v in next(iter(loader)).asnumpy()] == [4, 0]
    with pytest.raises(ValueError):
        data.DataLoader(data.ArrayDataset(mx.np.arange(5)), 2, last_batch="roll")


def test_metrics_of_several_metrics(mx):
    class Two(mx.metric.EvalMetric):
        def __init__(self):
            super().__init__("two")

        def update(self, labels, preds):
            pass

        def get(self):
            return ["one", "two"], [1.0, 2.0]

    for name in ("f1", "mcc", "fbeta"):
        config = mx.metric.create(name).get_config()
        assert mx.metric.create(config).get_config() == config
    metric = mx.metric.CompositeEvalMetric()
    metric.add([mx.metric.Accuracy(), mx.metric.TopKAccuracy(2)])
    metric.add(Two())
    metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1, 0.0], [0.5, 0.3, 0.2]])])
    assert dict(metric.get_name_value()) == {"accuracy": 0.5, "top_k_accuracy_2": 1.0, "one": 1.0, "two": 2.0}
