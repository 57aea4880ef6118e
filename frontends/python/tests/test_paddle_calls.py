"""test_paddle_calls.py - functions of the Paddle dialect follow Paddle's conventions.

`make test-dialects` compares them with Paddle itself; these are the classes of differences that it found, with Paddle's values.
The tests use only names of paddle, so they run with Paddle too, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

np = pytest.importorskip("numpy")

from either import framework  # noqa: E402

paddle, spoken = framework("paddle", records=True)
F, nn = paddle.nn.functional, paddle.nn


def t(values, **how):
    return paddle.to_tensor(values, **how)


def near(x, expected):
    return np.allclose(x.numpy(), expected, 1e-4, 1e-5) and list(x.shape) == list(np.shape(expected))


# ---- Functions


def test_shapes():
    x = paddle.ones([2, 3, 4])
    assert paddle.reshape(x, [0, -1]).shape == [2, 12] and paddle.unsqueeze(x, [0, 2]).shape == [1, 2, 1, 3, 4]
    assert [part.shape for part in paddle.split(x, [1, -1], axis=2)] == [[2, 3, 1], [2, 3, 3]]
    with pytest.raises(ValueError):
        paddle.t(x)


def test_functions_take_tensors_of_the_same_kind():
    for call in (lambda: paddle.add(t([1.0]), t([1])), lambda: paddle.add(t([1.0]), 2.0), lambda: paddle.bmm(t([[1.0]]), t([[1.0]]))):
        with pytest.raises((TypeError, ValueError, RuntimeError)):
            call()
    assert paddle.allclose(t([1.0]), t([1.0])).dtype == paddle.bool


def test_reductions_and_dtypes():
    i = t([[1, 2], [3, 5]], dtype="int32")
    assert paddle.prod(i).dtype == paddle.int32 and paddle.mean(i).dtype == paddle.int32 and paddle.sum(i).dtype == paddle.int64
    assert paddle.argmax(i, axis=1, dtype="int32").dtype == paddle.int32 and paddle.full([1], True).dtype == paddle.bool
    assert near(paddle.median(t([1.0, 2.0, 3.0, 4.0])), 2.5) and near(paddle.norm(t([[3.0, 0.0], [0.0, 4.0]]), axis=[0, 1]), 4.0)


def test_indices():
    x = t([[1.0, 2.0], [3.0, 4.0]])
    assert near(paddle.gather_nd(x, t([[0, 1], [1, 0]])), [2, 3])
    assert near(paddle.scatter(x, t([1, 1]), t([[1.0, 1.0], [2.0, 2.0]]), overwrite=False), [[1, 2], [3, 3]])
    assert near(paddle.put_along_axis(x, t([[1]]), 9.0, 1), [[1, 9], [3, 9]])
    values, counts = paddle.unique(t([3, 1, 3]), return_counts=True)
    assert values.tolist() == [1, 3] and counts.tolist() == [1, 2]


def test_gradients_that_do_not_exist():
    x, y = t([1.0], stop_gradient=False), t([1.0], stop_gradient=False)
    with pytest.raises(ValueError):
        paddle.grad((x * x).sum(), [x, y])
    assert paddle.grad((x * x).sum(), [x, y], allow_unused=True)[1] is None


# ---- Losses and layers


def test_losses_that_are_not_reduced_keep_the_axis_of_the_labels():
    x, label = t([[1.0, 2.0], [3.0, 1.0]]), t([[0], [1]])
    assert F.cross_entropy(x, label, reduction="none").shape == [2, 1] and F.cross_entropy(x, label).shape == []
    with pytest.raises(ValueError):
        F.mse_loss(x, x, reduction="bad")


def test_embeddings_of_padding_are_zero():
    assert near(F.embedding(t([0, 1]), t([[1.0], [2.0]]), padding_idx=0), [[0], [2]])


def test_pooling_leaves_out_the_padding():
    image = paddle.arange(9, dtype="float32").reshape([1, 1, 3, 3])
    assert near(nn.AvgPool2D(2, 2, 1)(image)[0, 0], [[0, 1.5], [4.5, 6]])
    assert near(nn.AvgPool2D(2, 2, 1, exclusive=False)(image)[0, 0], [[0, 0.75], [2.25, 6]])


def test_padding_of_convolutions():
    image, kernel = paddle.ones([1, 1, 3, 3]), paddle.ones([1, 1, 3, 3])
    assert F.conv2d(image, kernel, padding="SAME").shape == [1, 1, 3, 3]
    assert F.conv2d(image, kernel, padding=[1, 0, 0, 2]).shape == [1, 1, 2, 3]
    assert F.conv2d(paddle.ones([1, 3, 3, 1]), kernel, data_format="NHWC").shape == [1, 1, 1, 1]


def test_containers():
    net = nn.Sequential(("a", nn.Linear(2, 3)), ("b", nn.Tanh()))
    assert [name for name, _ in net.named_parameters()] == ["a.weight", "a.bias"]
    layers = nn.LayerList([nn.Linear(2, 2)])
    layers.insert(0, nn.Tanh())
    assert [type(layer).__name__ for layer in layers] == ["Tanh", "Linear"]
    missing, unexpected = nn.Linear(2, 2).set_state_dict({"other": paddle.ones([1])})
    assert missing == ["weight", "bias"] and unexpected == ["other"]


def test_defaults_of_optimisers():
    def step(make, count=2):
        p = paddle.create_parameter([1], "float32", default_initializer=nn.initializer.Constant(1.0))
        optimizer = make([p])
        for _ in range(count):
            p.sum().backward()
            optimizer.step()
            optimizer.clear_grad()
        return p.detach().item()

    assert abs(step(lambda p: paddle.optimizer.Momentum(0.1, parameters=p)) - 0.71) < 1e-5
    assert abs(step(lambda p: paddle.optimizer.SGD(0.1, parameters=p)) - 0.8) < 1e-5
    with pytest.raises(TypeError):
        paddle.optimizer.SGD("a", parameters=[])


def test_schedules():
    rate = paddle.optimizer.lr.PolynomialDecay(0.1, 5, cycle=True)
    seen = []
    for _ in range(8):
        seen.append(rate())
        rate.step()
    assert abs(seen[6] - 0.04006) < 1e-6 and paddle.optimizer.lr.NoamDecay(64, 4)() == 0


# ---- paddle.Model


class Points(paddle.io.Dataset):
    """Points of a line; the label is whether it is right of 2."""

    def __getitem__(self, i):
        return np.array([i, 1.0], "float32"), np.array([int(i > 2)])

    def __len__(self):
        return 5


def trainer(**how):
    net = nn.Linear(2, 2)
    net.set_state_dict({"weight": t([[0.1, 0.3], [0.2, -0.2]]), "bias": paddle.zeros([2])})
    model = paddle.Model(net)
    model.prepare(paddle.optimizer.SGD(how.pop("rate", 0.1), parameters=model.parameters()), nn.CrossEntropyLoss(), how.pop("metrics", None))
    return model


def test_model_fits_evaluates_and_predicts():
    model = trainer(metrics=paddle.metric.Accuracy())
    model.fit(Points(), batch_size=2, epochs=3, shuffle=False, verbose=0)
    assert np.allclose(model.network.bias.numpy(), [0.0799834, -0.0799834], 1e-4)
    found = model.evaluate(Points(), batch_size=2, verbose=0)  # the loss is that of the last batch
    assert abs(found["acc"] - 0.8) < 1e-6 and abs(found["loss"][0] - 0.1141714) < 1e-4
    parts = model.predict(Points(), batch_size=2, verbose=0)
    assert [len(part) for part in parts] == [3] and parts[0][2].shape == (1, 2)
    assert model.predict(Points(), batch_size=2, stack_outputs=True, verbose=0)[0].shape == (5, 2)
    losses, values = model.eval_batch([np.ones((1, 2), "float32")], [np.array([[0]])])
    assert len(losses) == 1 and len(values) == 1 and losses[0].shape == ()


def test_model_steps_the_schedule_after_each_batch_and_tells_callbacks():
    seen = []

    class See(paddle.callbacks.Callback):
        def on_train_batch_end(self, step, logs=None):
            seen.append((step, {"batch_size", "loss", "step"} <= set(logs)))

        def on_eval_end(self, logs=None):
            seen.append(len(logs["loss"]))

    rate = paddle.optimizer.lr.StepDecay(0.1, step_size=1, gamma=0.5)
    trainer(rate=rate).fit(Points(), Points(), batch_size=3, epochs=1, verbose=0, callbacks=[See()])
    assert seen == [(0, True), (1, True), 1] and abs(rate() - 0.025) < 1e-9


def test_model_saves_and_loads(tmp_path):
    model, other = trainer(), trainer()
    model.fit(Points(), batch_size=5, epochs=2, verbose=0, save_dir=str(tmp_path), save_freq=1)
    assert {"0.pdparams", "1.pdparams", "final.pdparams"} <= {path.name for path in tmp_path.iterdir()}
    other.load(str(tmp_path / "final"))
    assert np.array_equal(model.network.weight.numpy(), other.network.weight.numpy())


def test_early_stopping_counts_evaluations():
    model = trainer(rate=0.0)
    seen = []

    class Count(paddle.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append(epoch)

    stop = paddle.callbacks.EarlyStopping("loss", patience=2, verbose=0, save_best_model=False)
    model.fit(Points(), Points(), batch_size=5, epochs=9, verbose=0, shuffle=False, callbacks=[stop, Count()])
    assert seen == [0, 1, 2]


def test_the_mean_over_labels_that_are_ignored():
    x = t(np.arange(24, dtype="float32").reshape(6, 4) % 5)
    label, other, weight = t([0, 1, -100, 3, -100, 2]), t([0, 1, 0, 3, 2, 2]), t([1.0, 2.0, 3.0, 4.0])
    each = F.cross_entropy(x, label, reduction="none").numpy()
    assert each[2] == each[4] == 0.0
    assert near(F.cross_entropy(x, label), each.sum() / 6) and near(nn.CrossEntropyLoss()(x, label.unsqueeze(1)), each.sum() / 6)
    weights = np.array([1, 2, 4, 3], "float32")
    assert near(F.cross_entropy(x, label, weight=weight), (each[[0, 1, 3, 5]] * weights).sum() / weights.sum())
    assert near(F.cross_entropy(x, other, ignore_index=2), F.cross_entropy(x, other, reduction="none").numpy()[:4].sum() / 4)
    p = F.softmax(x)
    assert near(F.cross_entropy(p, other, weight=weight, use_softmax=False), F.cross_entropy(x, other, weight=weight).numpy())


def test_precision_and_recall():
    precision, recall = paddle.metric.Precision(), paddle.metric.Recall("found")
    for preds, labels in (([0.1, 0.5, 0.6, 0.7], [0, 1, 1, 0]), ([0.5, 0.2, 0.9, 0.4], [0, 1, 1, 1])):
        precision.update(np.array(preds, "float32"), np.array(labels))
        recall.update(np.array(preds, "float32"), np.array(labels))
    assert (precision.accumulate(), recall.accumulate()) == (0.6, 0.4) and (precision.name(), recall.name()) == ("precision", "found")
    recall.reset()
    assert recall.accumulate() == 0.0


def test_batch_samplers_and_summaries():
    class Pairs(paddle.io.BatchSampler):
        def __init__(self, dataset):
            super().__init__(dataset=dataset, batch_size=2)

        def __iter__(self):
            yield from ([3, 1], [0, 2])

        def __len__(self):
            return 2

    data = paddle.io.TensorDataset([paddle.arange(4).astype("float32").reshape([4, 1])])
    found = [x[0].numpy().ravel().tolist() for x in paddle.io.DataLoader(data, batch_sampler=Pairs(data))]
    assert found == [[3.0, 1.0], [0.0, 2.0]]
    assert list(paddle.io.BatchSampler(dataset=list(range(7)), batch_size=3, drop_last=True)) == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises((ValueError, AssertionError)):
        paddle.io.BatchSampler()
    net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1D(3))
    net[0].bias.stop_gradient = True
    assert paddle.summary(net, (2, 4)) == {"total_params": 27, "trainable_params": 18}
    assert tuple(paddle.static.InputSpec([None, 4], "float32", "x").shape) == (-1, 4)


def test_models_are_trained_on_datasets_of_unknown_length():
    class Stream(paddle.io.IterableDataset):
        def __iter__(self):
            for i in range(6):
                yield np.full((2,), i, "float32"), np.ones((1,), "float32")

    model = paddle.Model(nn.Linear(2, 1), [paddle.static.InputSpec([None, 2], "float32", "x")], [paddle.static.InputSpec([None, 1], "float32", "y")])
    model.prepare(paddle.optimizer.SGD(0.0, parameters=model.parameters()), nn.MSELoss())
    loader = paddle.io.DataLoader(Stream(), batch_size=3)
    model.fit(loader, epochs=1, verbose=0)
    assert np.isfinite(np.ravel(model.evaluate(loader, verbose=0)["loss"])).all()


def test_the_bounds_of_a_truncated_normal_are_values():
    for settings, deviation in (({"std": 0.02}, 0.02), ({"mean": 1.0, "std": 0.5, "a": -0.5, "b": 1.2}, 0.335)):
        x = paddle.create_parameter([20000], "float32", default_initializer=nn.initializer.TruncatedNormal(**settings)).numpy()
        assert abs(x.std() / deviation - 1) < 0.05 and x.max() <= settings.get("b", 2.0)


# ---- Arguments that were accepted and ignored


def test_channels_last_of_functions_without_weights():
    x = paddle.to_tensor(np.cos(np.arange(32) * 1.3).reshape(1, 4, 4, 2).astype("float32"))
    first = paddle.transpose(x, [0, 3, 1, 2])
    for name, args in (("max_pool2d", (2,)), ("avg_pool2d", (2,)), ("adaptive_avg_pool2d", (2,)), ("interpolate", ([2, 2],)),
                       ("pad", ([1, 0, 0, 1],)), ("prelu", (paddle.to_tensor([0.5, 2.0]),)),
                       ("batch_norm", (paddle.ones([2]), paddle.ones([2])))):
        f = getattr(paddle.nn.functional, name)
        assert near(paddle.transpose(f(x, *args, data_format="NHWC"), [0, 3, 1, 2]), f(first, *args).numpy()), name


def test_settings_that_change_values():
    F, x = paddle.nn.functional, paddle.to_tensor([[1.0, -2.0], [3.0, 0.5]])
    mean, variance = paddle.ones([2]), paddle.ones([2])
    assert near(F.batch_norm(x, mean, variance, training=True, use_global_stats=True), F.batch_norm(x, mean, variance).numpy())
    assert near(paddle.take(x, paddle.to_tensor([5, -1]), mode="wrap"), [-2.0, 0.5])
    assert near(paddle.take(x, paddle.to_tensor([5, -1]), mode="clip"), [0.5, 1.0])
    assert near(paddle.nn.Softplus(2, 1)(paddle.to_tensor([1.0])), [1.0])
    layer = paddle.nn.Embedding(3, 2, 0)
    layer.weight.set_value(np.ones((3, 2), "float32"))
    assert near(layer(paddle.to_tensor([0, 1])), [[0.0, 0.0], [1.0, 1.0]])
    assert near(paddle.nn.Sequential(layer, paddle.nn.ReLU())(paddle.to_tensor([0])), [[0.0, 0.0]])
    with pytest.raises(Exception, match="split|sections|sum"):
        paddle.split(paddle.ones([4]), [1, 2])
