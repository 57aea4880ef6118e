"""test_keras_training.py - Keras's training: generators, own metrics and losses, callbacks, attention, wrappers; tf.data and seeds.

The tests use only names of tf, so they run with TensorFlow too, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import itertools

import pytest

np = pytest.importorskip("numpy")

from either import framework  # noqa: E402

tf, spoken = framework("tensorflow", records=False)
L, K, D = tf.keras.layers, tf.keras, tf.data.Dataset


def near(x, expected, tolerance=1e-4):
    return np.allclose(np.asarray(x), expected, tolerance, 1e-5) and np.shape(x) == np.shape(expected)


def values(dataset):
    return [np.asarray(x).tolist() for x in dataset]


# ---- Datasets


def test_the_order_of_a_shuffled_dataset():
    data = D.range(20).shuffle(20, reshuffle_each_iteration=False)
    first, second = values(data), values(data)
    assert first == second and sorted(first) == list(range(20)) and first != sorted(first)
    again = D.range(20).shuffle(20)
    assert values(again) != values(again)
    assert values(D.range(20).shuffle(20, seed=3)) == values(D.range(20).shuffle(20, seed=3))
    assert values(D.range(9).shuffle(1)) == list(range(9))
    near_start = values(D.range(100).shuffle(3))
    assert all(x <= i + 2 for i, x in enumerate(near_start))
    twice = values(D.range(10).shuffle(10).repeat(2))
    assert sorted(twice[:10]) == sorted(twice[10:]) == list(range(10))
    batches = values(D.range(6).batch(2).shuffle(3, seed=1))
    assert sorted(batches) == [[0, 1], [2, 3], [4, 5]]


def test_repeat_before_and_after_batch():
    assert values(D.range(3).repeat(2).batch(2)) == [[0, 1], [2, 0], [1, 2]]
    assert values(D.range(3).batch(2).repeat(2)) == [[0, 1], [2], [0, 1], [2]]
    assert values(D.range(3).repeat().take(7)) == [0, 1, 2, 0, 1, 2, 0]


def test_cache_keeps_what_the_first_pass_computed():
    calls = []

    def count(x):
        calls.append(1)
        return x

    data = D.range(4).map(lambda x: tf.numpy_function(count, [x], tf.int64)).cache()
    assert values(data) == values(data) == [0, 1, 2, 3] and len(calls) == 4
    frozen = D.range(30).shuffle(30).cache()
    assert values(frozen) == values(frozen)


def test_lengths_of_datasets():
    assert len(D.range(7).batch(3)) == 3 and len(D.range(7).batch(3, drop_remainder=True)) == 2
    assert len(D.range(7).skip(2).repeat(2)) == 10 and len(D.range(7).take(3).map(lambda x: x)) == 3
    assert int(D.range(3).repeat().cardinality()) == -1 and int(D.range(3).filter(lambda x: x > 0).cardinality()) == -2
    for data in (D.range(3).repeat(), D.range(3).filter(lambda x: x > 0)):
        with pytest.raises(TypeError):
            len(data)


def test_padding_and_generators():
    data = D.from_generator(lambda: iter([[1], [2, 3]]), output_signature=tf.TensorSpec((None,), tf.int32))
    assert values(data.padded_batch(2, padding_values=-1)) == [[[1, -1], [2, 3]]]
    assert values(data.padded_batch(2, padded_shapes=(3,))) == [[[1, 0, 0], [2, 3, 0]]]


# ---- Seeds


def test_seeds_of_operations():
    tf.random.set_seed(1)
    a, b = (np.asarray(tf.random.normal((4,), seed=2)) for _ in range(2))
    tf.random.normal((3,))
    tf.random.set_seed(1)
    c, d = (np.asarray(tf.random.normal((4,), seed=2)) for _ in range(2))
    assert near(a, c) and near(b, d) and not near(a, b)
    assert not near(tf.random.uniform((4,), seed=2), np.asarray(tf.random.uniform((4,), seed=3)))
    tf.random.set_seed(5)
    x = [np.asarray(tf.random.uniform((3,))) for _ in range(2)]
    tf.random.set_seed(5)
    y = [np.asarray(tf.random.uniform((3,))) for _ in range(2)]
    assert near(x, y) and not near(x[0], x[1])


@pytest.mark.parametrize("draw", [
    lambda s: tf.random.stateless_uniform((5,), s), lambda s: tf.random.stateless_normal((5,), s, mean=2.0),
    lambda s: tf.random.stateless_uniform((20,), s, 0, 100, tf.int32), lambda s: tf.random.stateless_truncated_normal((5,), s),
    lambda s: tf.random.stateless_categorical(tf.zeros((1, 50)), 20, s), lambda s: tf.random.experimental.stateless_shuffle(tf.range(20), s)],
    ids=lambda draw: "draw")
def test_stateless_operations_depend_on_the_seed_alone(draw):
    first = np.asarray(draw([1, 2]))
    tf.random.uniform((3,))
    assert (first == np.asarray(draw((1, 2)))).all() and (first == np.asarray(draw(tf.constant([1, 2])))).all()
    assert (first != np.asarray(draw([1, 3]))).any()


def test_generators_and_set_random_seed():
    a, b = (tf.random.Generator.from_seed(3) for _ in range(2))
    x = [np.asarray(a.normal((3,))) for _ in range(2)]
    assert near(x, [np.asarray(b.normal((3,))) for _ in range(2)]) and not near(x[0], x[1])
    drawn = []
    for _ in range(2):
        K.utils.set_random_seed(4)
        drawn.append([*np.random.rand(2), float(tf.random.normal(()))])
    assert near(drawn[0], drawn[1])


# ---- Data for fit


def linear(**compiled):
    model = K.Sequential([K.Input((2,)), L.Dense(1, kernel_initializer="zeros")])
    model.compile(**({"optimizer": K.optimizers.SGD(0.1), "loss": "mse"} | compiled))
    return model


def test_fit_with_a_generator_of_numpy_batches():
    seen = []

    def batches():
        for i in itertools.count():
            seen.append(i)
            x = np.full((3, 2), i % 3, "float64")
            yield x, x[:, :1]

    model = linear(metrics=["mae"])
    history = model.fit(batches(), steps_per_epoch=4, epochs=3, verbose=0)
    assert len(history.history["loss"]) == 3 and 12 <= len(seen) <= 24  # a framework may read ahead
    assert history.history["loss"][-1] < history.history["loss"][0]
    assert near(model.predict(((np.ones((2, 2)),) for _ in range(3)), steps=2, verbose=0), np.asarray(model(np.ones((4, 2)))))


def test_fit_goes_on_in_a_dataset_after_steps_per_epoch():
    data = D.from_tensor_slices((np.array([[1.0, 0], [2, 0], [3, 0], [4, 0]]), np.zeros((4, 1)))).batch(1)
    model = K.Sequential([K.Input((2,)), L.Dense(1, kernel_initializer="ones", use_bias=False)])
    model.compile(K.optimizers.SGD(0.0), "mse")
    assert near(model.fit(data, steps_per_epoch=2, epochs=2, verbose=0).history["loss"], [2.5, 12.5])


def test_fit_with_a_sequence_of_batches():
    base = getattr(K.utils, "Sequence", None) or K.utils.PyDataset

    class Batches(base):
        def __len__(self):
            return 3

        def __getitem__(self, i):
            return np.full((2, 2), float(i)), np.zeros((2, 1))

    model = linear()
    assert near(model.evaluate(Batches(), verbose=0), 0.0) and model.predict(Batches(), verbose=0).shape == (6, 1)


def test_weights_of_classes():
    model = K.Sequential([K.Input((2,)), L.Dense(1, kernel_initializer="ones")])
    model.compile(K.optimizers.SGD(0.0), "mse")
    x, y = np.array([[1, 0], [3, 0]], "float32"), np.array([0, 1])
    assert near(model.fit(x, y, class_weight={0: 1.0, 1: 3.0}, verbose=0).history["loss"], [(1 + 3 * 4) / 2])
    data = D.from_tensor_slices((x, y)).batch(2)
    assert near(model.fit(data, class_weight={0: 1.0, 1: 3.0}, verbose=0).history["loss"], [(1 + 3 * 4) / 2])


# ---- Own metrics and losses


def test_a_metric_of_ones_own():
    class Hits(K.metrics.Metric):
        def __init__(self, name="hits", **kwargs):
            super().__init__(name=name, **kwargs)
            self.count = self.add_weight(name="count", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.count.assign_add(tf.reduce_sum(tf.cast(tf.abs(y_true - y_pred) < 0.5, tf.float32)))

        def result(self):
            return self.count

    model = K.Sequential([K.Input((2,)), L.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=[Hits()])
    x = np.array([[1, 0], [2, 0], [3, 0]], "float32")
    found = model.evaluate(x, np.array([[1.0], [2.0], [9.0]], "float32"), batch_size=2, verbose=0, return_dict=True)
    assert near(found["hits"], 2.0)
    hits = Hits()
    hits.update_state(tf.zeros((2, 1)), tf.zeros((2, 1)))
    hits.reset_state()
    assert float(hits.result()) == 0


def test_losses_that_layers_add():
    class Penalty(L.Layer):
        def call(self, inputs):
            self.add_loss(tf.reduce_sum(inputs) * 0.5)
            return inputs

    model = K.Sequential([K.Input((2,)), Penalty(), L.Dense(1, kernel_initializer="zeros")])
    model.compile(K.optimizers.SGD(0.0), "mse")
    x = np.ones((3, 2), "float32")
    assert near(model.evaluate(x, np.zeros((3, 1)), verbose=0), 3.0)
    model(x), model(2 * x)
    assert len(model.losses) == 1 and near(model.losses[0], 6.0)


def test_areas_and_other_metrics_of_classes():
    y, p = [0, 0, 1, 1, 1], [0.1, 0.6, 0.35, 0.8, 0.9]
    area = K.metrics.AUC()
    area.update_state(y, p)
    assert near(area.result(), 5 / 6, 1e-3)
    under = K.metrics.AUC(curve="PR", num_thresholds=50)
    under.update_state(y, p)
    assert near(under.result(), 0.904106)
    score = K.metrics.F1Score(average="macro", threshold=0.5)
    score.update_state([[1, 0], [0, 1], [1, 1]], [[0.9, 0.6], [0.1, 0.8], [0.3, 0.9]])
    assert near(score.result(), (2 / 3 + 4 / 5) / 2)
    overlap = K.metrics.MeanIoU(num_classes=2)
    overlap.update_state([0, 0, 1, 1], [0, 1, 0, 1])
    assert near(overlap.result(), 1 / 3)
    first = K.metrics.Recall(class_id=0, top_k=1)
    first.update_state([[1, 0, 0], [1, 0, 0]], [[0.9, 0.1, 0.0], [0.2, 0.7, 0.1]])
    assert near(first.result(), 0.5)


# ---- Callbacks


def test_callbacks_save_and_reduce_the_rate(tmp_path):
    model = linear(optimizer=K.optimizers.SGD(1.0))
    x, y = np.ones((4, 2), "float32"), np.zeros((4, 1))
    reduce = K.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=1, min_lr=0.2)
    save = K.callbacks.ModelCheckpoint(str(tmp_path / "best_{epoch}.weights.h5"), monitor="loss", save_best_only=True, save_weights_only=True)
    history = model.fit(x, y, epochs=4, verbose=0, callbacks=[reduce, save, K.callbacks.CSVLogger(str(tmp_path / "log.csv"))])
    assert near(history.history["learning_rate"], [1.0, 1.0, 0.5, 0.25])
    assert [path.name for path in sorted(tmp_path.glob("*.h5"))] == ["best_1.weights.h5"]
    assert (tmp_path / "log.csv").read_text().splitlines()[0].startswith("epoch")
    model.load_weights(str(tmp_path / "best_1.weights.h5"))


def test_older_names_and_functions_as_callbacks():
    seen = []

    class Own(K.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            seen.append(batch)

    linear().fit(np.ones((4, 2)), np.zeros((4, 1)), batch_size=2, verbose=0, callbacks=[
        Own(), K.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(sorted(logs)))])
    assert seen == [0, 1, ["loss"]]


# ---- Layers around layers, attention


def test_shapes_of_wrapped_and_functional_recurrent_layers():
    x = K.Input((None, 3))
    y = L.Bidirectional(L.GRU(4, return_sequences=True), merge_mode="sum")(x)
    z, h, c = L.LSTM(5, return_state=True)(y)
    decoded = L.LSTM(5, return_sequences=True)(y, initial_state=[h, c])
    model = K.Model(x, [L.TimeDistributed(L.Dense(2))(decoded), z])
    assert tuple(y.shape) == (None, None, 4)
    a, b = model(np.ones((2, 6, 3), "float32"))
    assert a.shape == (2, 6, 2) and b.shape == (2, 5)


def test_attention_with_masks():
    x = np.sin(np.arange(24.0)).reshape(2, 4, 3).astype("float32")
    layer = L.MultiHeadAttention(num_heads=2, key_dim=3)
    y, scores = layer(x, x, use_causal_mask=True, return_attention_scores=True)
    assert y.shape == (2, 4, 3) and scores.shape == (2, 2, 4, 4) and near(np.triu(np.asarray(scores)[0, 0], 1), np.zeros((4, 4)))
    assert [w.shape for w in layer.get_weights()][:2] == [(3, 2, 3), (2, 3)] and len(layer.get_weights()) == 8
    mask = np.array([[[True, False, False, False]] * 4] * 2)
    one = np.asarray(layer(x, x, attention_mask=mask))
    assert near(one[:, 0], one[:, 3])
    a = K.Input((4, 3))
    model = K.Model(a, layer(query=a, value=a))
    assert near(model(x), np.asarray(layer(x, x)))
    assert near(np.asarray(L.Attention(use_scale=True)([x, x])), np.asarray(L.Attention()([x, x])))


def test_training_is_part_of_a_functional_call():
    a = K.Input((3,))
    model = K.Model(a, L.Dropout(0.5)(a, training=True))
    x = np.ones((50, 3), "float32")
    assert (np.asarray(model(x)) == 0).any() and not (np.asarray(model(x, training=False)) == 0).any()
    norm = L.BatchNormalization()
    K.Model(a, norm(a, training=True))
    assert near(norm.moving_mean, np.zeros(3)) and near(norm.moving_variance, np.ones(3))


# ---- keras.ops


def test_functions_of_keras_ops_also_record_calls():
    ops = K.ops
    a = K.Input((4, 3))
    y = ops.concatenate([ops.mean(a, axis=1), ops.max(a, axis=1)], axis=-1)
    model = K.Model(a, ops.expand_dims(L.Dense(2, kernel_initializer="ones")(ops.relu(y)) * 2.0, 1))
    x = np.arange(12.0, dtype="float32").reshape(1, 4, 3)
    assert tuple(y.shape) == (None, 6)
    assert near(model(x), [[[2 * (16.5 + 30.0)] * 2]])
    assert near(ops.one_hot([0, 2], 3), [[1, 0, 0], [0, 0, 1]]) and ops.shape(x) == (1, 4, 3)
    assert near(ops.logsumexp(ops.zeros((2, 3)), axis=1), [np.log(3.0)] * 2) and near(ops.clip(np.array([1.0, 5.0], "float32"), 0, 2), [1, 2])
    assert near(ops.norm(ops.convert_to_tensor([3.0, 4.0])), 5.0) and near(ops.where(np.array([True, False]), np.ones(2, "float32"), np.full(2, 2.0, "float32")), [1, 2])


# ---- Saving


def test_models_are_saved_and_loaded(tmp_path):
    a, b = K.Input((3,), name="a"), K.Input((None, 2), name="b")
    h = L.Dense(4, activation="relu", kernel_regularizer=K.regularizers.L2(0.1), kernel_initializer=K.initializers.RandomNormal(seed=1))(a)
    shared = L.Dense(4)
    base = K.Sequential([K.Input((4,)), L.BatchNormalization(), L.Dense(4)], name="base")
    z = L.Concatenate()([shared(base(h)), shared(h), L.Bidirectional(L.LSTM(3))(b)])
    model = K.Model([a, b], [L.Dense(1, name="one")(z), L.Dropout(0.5)(z, training=False)])
    model.compile(K.optimizers.Adam(0.02), loss=["mse", None], metrics=[["mae"], []])
    x = [np.ones((2, 3), "float32"), np.ones((2, 5, 2), "float32")]
    model.save(str(tmp_path / "model.keras"))
    again = K.models.load_model(str(tmp_path / "model.keras"))
    for one, two in zip(model.predict(x, verbose=0), again.predict(x, verbose=0)):
        assert near(one, two)
    assert [layer.name for layer in again.layers] == [layer.name for layer in model.layers]
    assert abs(float(again.optimizer.learning_rate) - 0.02) < 1e-6
    assert near(again.evaluate(x, [np.ones((2, 1)), np.ones((2, 14))], verbose=0)[0], model.evaluate(x, [np.ones((2, 1)), np.ones((2, 14))], verbose=0)[0])


def test_checkpoints_of_whole_models_and_own_layers(tmp_path):
    class Scale(L.Layer):
        def __init__(self, factor=1.0, **kwargs):
            super().__init__(**kwargs)
            self.factor = factor

        def call(self, inputs):
            return inputs * self.factor

        def get_config(self):
            return {**super().get_config(), "factor": self.factor}

    model = K.Sequential([K.Input((2,)), Scale(2.0), L.Dense(1)])
    model.compile("sgd", "mse")
    path = str(tmp_path / "best.keras")
    model.fit(np.ones((4, 2)), np.zeros((4, 1)), verbose=0, callbacks=[K.callbacks.ModelCheckpoint(path, monitor="loss", save_best_only=True)])
    again = K.models.load_model(path, custom_objects={"Scale": Scale})
    assert near(again.predict(np.ones((1, 2)), verbose=0), model.predict(np.ones((1, 2)), verbose=0))
    assert again.layers[0].factor == 2.0


@pytest.mark.skipif(not tf.__version__.endswith("+weir"), reason="TensorFlow has its own format, and saves other objects too")
def test_saved_models_of_tensorflow(tmp_path):
    model = K.Sequential([K.Input((3,)), L.Dense(4, activation="relu"), L.Dense(2)])
    x, folder = tf.ones((5, 3)), str(tmp_path / "my_mlp")
    assert not tf.saved_model.contains_saved_model(folder)
    with pytest.raises(OSError, match="has no saved_model.weir"):
        tf.saved_model.load(folder)
    tf.saved_model.save(model, folder)
    assert tf.saved_model.contains_saved_model(folder)
    assert near(tf.saved_model.load(folder)(x), model(x))
    with pytest.raises(TypeError, match="Variable is not a Keras model"):
        tf.saved_model.save(tf.Variable(1.0), folder)
    with pytest.raises(TypeError, match="signatures and options"):
        tf.saved_model.save(model, folder, signatures={})


# ---- Settings of calls, copies of models


class Counting(L.Layer):
    """Counts the calls that train; its parts are not told by it."""

    def build(self, shape):
        self.calls = self.add_weight(name="calls", shape=(), initializer="zeros", trainable=False)

    def call(self, x, training=None):
        if training:
            self.calls.assign_add(1.0)
        return x


class Around(L.Layer):
    def __init__(self, told=None, **kwargs):
        super().__init__(**kwargs)
        self.part, self.told = Counting(), told

    def call(self, x):
        return self.part(x) if self.told is None else self.part(x, training=self.told)


def test_layers_inside_are_told_whether_the_model_trains():
    x = np.ones((4, 2), "float32")
    i = K.Input((2,))
    around, without, first = Around(), Around(False), Counting()
    model = K.Model(i, L.Dense(1)(without(around(first(i)))))
    model.compile("sgd", "mse")
    model.fit(x, np.ones((4, 1)), batch_size=2, epochs=2, verbose=0)
    model.predict(x, verbose=0)
    model(x)
    model(x, training=True)
    assert [float(part.calls) for part in (first, around.part, without.part)] == [5.0, 5.0, 0.0]
    around(x)
    assert float(around.part.calls) == 5.0


def test_a_clone_has_new_layers_of_the_same_names():
    i = K.Input((6,), name="a")
    shared = L.Dense(6, activation="relu", name="shared")
    h = shared(shared(i)) + i * 2.0
    inner = K.Sequential([L.Dense(4), L.BatchNormalization()], name="inner")
    model = K.Model(i, {"p": L.Dense(1, name="p")(inner(L.Concatenate(name="both")([h, i]))), "c": L.Softmax(name="c")(h)}, name="outer")
    twin, x = K.models.clone_model(model), np.arange(12.0).reshape(2, 6).astype("float32")
    assert [layer.name for layer in twin.layers] == [layer.name for layer in model.layers] and twin.name == "outer"
    assert not any(a is b for a, b in zip(twin.layers, model.layers) if a.weights)
    twin.set_weights(model.get_weights())
    y, z = model(x), twin(x)
    assert sorted(z) == ["c", "p"] and all(near(z[key], np.asarray(y[key])) for key in y)
    chain = K.models.clone_model(K.Sequential([K.Input((6,)), L.Dense(3), L.Dense(2)]),
                                 clone_function=lambda layer: L.Dense(layer.units, "tanh", name=layer.name))
    assert [layer.activation.__name__ for layer in chain.layers] == ["tanh", "tanh"]


def test_layers_of_outputs_by_name_are_ordered_by_name():
    i = K.Input((3,))
    h = L.Dense(2, name="h")(i)
    model = K.Model(i, {"size": L.Dense(1, name="size")(h), "big": L.Dense(4, name="big")(h)})
    assert [layer.name for layer in model.layers][1:] == ["h", "big", "size"] and model.get_weights()[2].shape == (2, 4)
