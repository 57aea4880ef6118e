"""test_paddle_training.py - Paddle's ParamAttr, states of optimisers, attention, transformers, PyLayer and amp.

The tests use only names of paddle, so they run with Paddle too, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import warnings

import pytest

np = pytest.importorskip("numpy")

from either import framework  # noqa: E402

paddle, spoken = framework("paddle", records=True)
nn, Attr = paddle.nn, paddle.ParamAttr
I, O = paddle.nn.initializer, paddle.optimizer  # noqa: E741


def near(x, expected, tolerance=1e-4):
    x = x.numpy() if hasattr(x, "numpy") else np.asarray(x)
    return np.allclose(x, expected, tolerance, 1e-5) and np.shape(x) == np.shape(expected)


def wave(*shape):
    return np.sin(np.arange(np.prod(shape), dtype="float32")).reshape(shape)


def filled(layer):
    for p in layer.parameters():
        p.set_value(paddle.to_tensor(wave(*p.shape)))
    return layer


# ---- ParamAttr


def make(kind, **attrs):
    return nn.Linear(2, 3, **attrs) if kind == "Linear" else nn.Conv2D(1, 2, 2, **attrs)


@pytest.mark.parametrize("kind", ["Linear", "Conv2D"])
def test_the_attributes_of_a_parameter(kind):
    layer = make(kind, weight_attr=Attr(name=f"my_{kind}", trainable=False, initializer=I.Constant(2.0)),
                 bias_attr=Attr(learning_rate=0.5, initializer=I.Constant(1.0)))
    assert layer.weight.name == f"my_{kind}" and layer.weight.stop_gradient and not layer.weight.trainable
    assert (layer.weight.numpy() == 2).all() and (layer.bias.numpy() == 1).all()
    y = layer(paddle.ones([1, 2] if kind == "Linear" else [1, 1, 2, 2])).sum()
    y.backward()
    opt = O.SGD(learning_rate=0.1, parameters=layer.parameters())
    opt.step()
    assert (layer.weight.numpy() == 2).all() and near(layer.bias, np.full(len(layer.bias), 0.95))


def test_other_things_in_place_of_a_param_attr():
    layer = nn.Linear(2, 2, weight_attr=I.Constant(3.0), bias_attr="my_bias")
    assert (layer.weight.numpy() == 3).all() and layer.bias.name == "my_bias"
    assert nn.Conv2D(1, 1, 1, weight_attr=I.Constant(3.0)).weight.numpy().item() == 3
    one, two = nn.Linear(2, 2), nn.Linear(2, 2)
    assert one.weight.name != two.weight.name and one.weight.name.endswith(".w_0") and one.bias.name.endswith(".b_0")
    assert nn.Linear(2, 2, bias_attr=False).bias is None


def test_initial_weights_are_paddles():
    for layer, deviation in ((nn.Conv2D(8, 32, 3), (2 / 72) ** 0.5), (nn.Conv2D(8, 32, 3, groups=4), (2 / 72) ** 0.5), (nn.Conv1D(8, 64, 3), (2 / 24) ** 0.5),
                             (nn.Conv2DTranspose(8, 16, 3), (2 / 216) ** 0.5), (nn.Embedding(50, 30), (2 / 80) ** 0.5)):
        assert abs(float(layer.weight.numpy().std()) / deviation - 1) < 0.15
        assert getattr(layer, "bias", None) is None or not layer.bias.numpy().any()
    assert not nn.Embedding(5, 3, padding_idx=2).weight.numpy()[2].any()


def test_penalties_of_a_parameter_replace_that_of_the_optimiser():
    reg = paddle.regularizer
    layer = nn.Linear(1, 1, weight_attr=Attr(initializer=I.Constant(2.0), regularizer=reg.L1Decay(0.5)),
                      bias_attr=Attr(initializer=I.Constant(2.0)))
    opt = O.SGD(learning_rate=1.0, parameters=layer.parameters(), weight_decay=0.25)
    (layer(paddle.zeros([1, 1])) * 0.0).sum().backward()
    opt.step()
    assert near(layer.weight, [[1.5]]) and near(layer.bias, [1.5])
    layer = nn.Linear(1, 1, weight_attr=Attr(initializer=I.Constant(-2.0)))
    opt = O.SGD(learning_rate=1.0, parameters=layer.parameters(), weight_decay=reg.L1Decay(0.5))
    (layer(paddle.zeros([1, 1])) * 0.0).sum().backward()
    opt.step()
    assert near(layer.weight, [[-1.5]])


def test_attributes_of_recurrent_layers_and_norms():
    lstm = nn.LSTM(2, 3, weight_ih_attr=Attr(initializer=I.Constant(0.5)), weight_hh_attr=I.Constant(0.0), bias_ih_attr=Attr(trainable=False))
    shapes = {tuple(p.shape): p for p in lstm.parameters()}
    assert (shapes[12, 2].numpy() == 0.5).all() and (shapes[12, 3].numpy() == 0).all()
    assert sum(p.stop_gradient for p in lstm.parameters()) == 1
    norm = nn.LayerNorm(3, weight_attr=Attr(initializer=I.Constant(2.0), trainable=False))
    assert (norm.weight.numpy() == 2).all() and norm.weight.stop_gradient and not norm.bias.stop_gradient


def test_parameters_by_position():
    for make, rest in ((O.SGD, ()), (O.Momentum, (0.9,)), (O.Adam, (0.9, 0.999, 1e-8))):
        layer = nn.Linear(1, 1, weight_attr=I.Constant(1.0))
        opt = make(0.1, *rest, layer.parameters())
        layer(paddle.ones([1, 1])).sum().backward()
        opt.step()
        assert near(layer.weight, [[0.9]])


def test_decay_of_some_parameters_by_name():
    layer = nn.Linear(1, 1, weight_attr=I.Constant(1.0), bias_attr=I.Constant(1.0))
    opt = O.AdamW(learning_rate=0.1, parameters=layer.parameters(), weight_decay=0.5, apply_decay_param_fun=lambda name: name.endswith(".w_0"))
    (layer(paddle.zeros([1, 1])) * 0.0).sum().backward()
    opt.step()
    assert near(layer.weight, [[0.95]]) and near(layer.bias, [1.0])


def test_unknown_arguments_are_refused():
    for call in (lambda: nn.Linear(2, 2, bias=False), lambda: nn.MaxPool2D(2, strides=1), lambda: I.Normal(stddev=1.0), lambda: nn.LSTM(2, 3, bias=False),
                 lambda: nn.Conv2D(1, 1, 1, biases=False), lambda: O.SGD(0.1, momentum=0.9), lambda: Attr(init=None), lambda: nn.Dropout(0.5, rate=1)):
        with pytest.raises((TypeError, ValueError)):
            call()


# ---- States


def test_the_state_of_an_optimiser_contains_that_of_its_schedule(tmp_path):
    def build():
        layer = filled(nn.Linear(2, 1))
        rate = O.lr.StepDecay(learning_rate=0.1, step_size=2, gamma=0.5)
        return layer, rate, O.Adam(learning_rate=rate, parameters=layer.parameters())

    def train(layer, rate, opt, steps):
        for _ in range(steps):
            (layer(paddle.to_tensor(wave(4, 2))) ** 2).mean().backward()
            opt.step()
            opt.clear_grad()
            rate.step()

    layer, rate, opt = build()
    train(layer, rate, opt, 3)
    state = opt.state_dict()
    assert state["LR_Scheduler"]["last_epoch"] == 3
    paddle.save(state, str(tmp_path / "folder" / "net.pdopt"))
    paddle.save(layer.state_dict(), str(tmp_path / "net.pdparams"))
    train(layer, rate, opt, 3)
    expected = layer.weight.numpy()
    layer.set_state_dict(paddle.load(str(tmp_path / "net.pdparams")))
    opt.set_state_dict(paddle.load(str(tmp_path / "folder" / "net.pdopt")))
    assert rate.last_epoch == 3 and abs(opt.get_lr() - 0.05) < 1e-9
    train(layer, rate, opt, 3)
    assert near(layer.weight, expected) and rate.last_epoch == 6


def test_groups_keep_their_factor_with_a_schedule():
    layer = nn.Linear(1, 1, weight_attr=I.Constant(1.0), bias_attr=I.Constant(1.0))
    rate = O.lr.StepDecay(learning_rate=0.1, step_size=1, gamma=0.5)
    opt = O.SGD(learning_rate=rate, parameters=[{"params": [layer.weight]}, {"params": [layer.bias], "learning_rate": 0.1}])
    for _ in range(2):
        layer(paddle.ones([1, 1])).sum().backward()
        opt.step()
        opt.clear_grad()
        rate.step()
    assert near(layer.weight, [[0.85]]) and near(layer.bias, [0.985])


def test_arrays_of_a_collate_function_become_tensors():
    class Numbers(paddle.io.Dataset):
        def __getitem__(self, i):
            return i

        def __len__(self):
            return 4

    loader = paddle.io.DataLoader(Numbers(), batch_size=2, collate_fn=lambda rows: (np.array(rows), {"twice": np.array(rows) * 2}))
    first, more = next(iter(loader))
    assert isinstance(first, paddle.Tensor) and more["twice"].numpy().tolist() == [0, 2]


# ---- Attention


def test_multi_head_attention():
    layer = filled(nn.MultiHeadAttention(4, 2, need_weights=True))
    assert [n for n, _ in layer.named_parameters()][:2] == ["q_proj.weight", "q_proj.bias"]
    x = paddle.to_tensor(wave(2, 3, 4))
    mask = paddle.to_tensor(np.tril(np.ones((3, 3))).astype(bool))
    y, weights = layer(x, x, x, attn_mask=mask)
    assert y.shape == [2, 3, 4] and weights.shape == [2, 2, 3, 3] and near(np.triu(weights.numpy()[0, 0], 1), np.zeros((3, 3)))
    assert near(y[0, 0], [0.02756375, 0.62920821, 0.65236151, 0.07573664])
    plain = nn.MultiHeadAttention(4, 2)
    plain.set_state_dict(layer.state_dict())
    cache = plain.gen_cache(x[:, :0])
    steps = []
    for t in range(3):
        step, cache = plain(x[:, t:t + 1], x[:, t:t + 1], x[:, t:t + 1], None, cache)
        steps.append(step)
    assert near(paddle.concat(steps, axis=1), y.numpy())


@pytest.mark.parametrize("before, encoded, decoded", [
    (False, [0.0, 1.379802, 2.0630593, -0.0333837], [0.0, 1.2226698, 2.1627753, -0.0346184]),
    (True, [-1.2100013, 1.888001, 3.2501836, 1.6241627], [-1.8035485, 0.9549043, 2.8354223, 2.1090665])])
def test_transformer_layers(before, encoded, decoded):
    layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, normalize_before=before, activation="gelu")
    encoder = nn.TransformerEncoder(layer, 2)
    assert len(encoder.layers) == 2 and not near(encoder.layers[0].linear1.weight, encoder.layers[1].linear1.weight.numpy())
    filled(encoder)
    x = paddle.to_tensor(wave(2, 3, 4))
    y = encoder(x)
    assert near(y[0, 1], encoded)
    decoder = filled(nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0, normalize_before=before), 1))
    z = decoder(x, y)
    assert near(z[0, 1], decoded) and len(decoder.parameters()) == 26
    whole = nn.Transformer(4, 2, 1, 1, 8)
    whole.eval()
    assert whole(x, x).shape == [2, 3, 4]
    assert whole.generate_square_subsequent_mask(2).numpy().tolist() == [[0.0, -np.inf], [0.0, 0.0]]


def test_lengths_of_sequences():
    lstm = filled(nn.LSTM(2, 3, direction="bidirect"))
    x = wave(2, 4, 2)
    y, (h, c) = lstm(paddle.to_tensor(x), sequence_length=paddle.to_tensor([4, 2]))
    short, (h2, c2) = lstm(paddle.to_tensor(x[1:, :2]))
    assert near(h[:, 1:], h2.numpy()) and near(c[:, 1:], c2.numpy()) and near(y[1:, :2], short.numpy())
    assert near(y[1, 2:], np.zeros((2, 6)))
    y, h = nn.GRU(2, 3)(paddle.to_tensor(x), paddle.zeros([1, 2, 3]))
    assert y.shape == [2, 4, 3]


def test_hooks_after_a_call():
    layer, seen = nn.Linear(2, 2), []
    hook = layer.register_forward_post_hook(lambda own, inputs, output: seen.append(output.shape))
    layer(paddle.ones([3, 2]))
    hook.remove()
    layer(paddle.ones([3, 2]))
    assert seen == [[3, 2]]


# ---- Functions with gradients of their own, mixed precision


def test_a_function_with_a_gradient_of_its_own():
    class Scaled(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x, factor, y=None):
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, grad):
            x, = ctx.saved_tensor()
            return grad * ctx.factor * 10 + 0 * x

    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = Scaled.apply(x, 3.0)
    y.sum().backward()
    assert near(y, [3.0, 6.0]) and near(x.grad, [30.0, 30.0])

    class Pair(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, a, b):
            return a + b, a * b

        @staticmethod
        def backward(ctx, first, second):
            return first * 2, second * 3

    a, b = (paddle.to_tensor([2.0], stop_gradient=False) for _ in range(2))
    s, p = Pair.apply(a, b)
    (s + p).sum().backward()
    assert near(a.grad, [2.0]) and near(b.grad, [3.0])


def test_mixed_precision_on_a_cpu_has_no_effect():
    if paddle.get_device() != "cpu":
        pytest.skip("on a GPU it has one")
    layer = filled(nn.Linear(2, 2))
    opt = O.SGD(learning_rate=0.1, parameters=layer.parameters())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scaler = paddle.amp.GradScaler(init_loss_scaling=1024)
        with paddle.amp.auto_cast():
            loss = layer(paddle.ones([1, 2])).sum()
        assert str(loss.dtype).endswith("float32")
        scaled = scaler.scale(loss)
        scaled.backward()
        scaler.step(opt)
        scaler.update()
        opt.clear_grad()
        scaler.minimize(opt, scaler.scale(layer(paddle.ones([1, 2])).sum()))
    assert near(layer.bias, wave(2) - 0.1)
    with pytest.raises((ValueError, AssertionError)):
        paddle.amp.auto_cast(level="O9").__enter__()
