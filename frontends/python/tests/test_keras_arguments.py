"""test_keras_arguments.py - arguments of Keras's layers, optimisers, losses, metrics and fit are carried out or refused, never ignored.

The tests use only names of tf, so they run with TensorFlow too, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

np = pytest.importorskip("numpy")

from either import framework  # noqa: E402

tf, spoken = framework("tensorflow", records=False)
L, K = tf.keras.layers, tf.keras


def near(x, expected, tolerance=1e-4):
    return np.allclose(np.asarray(x), expected, tolerance, 1e-5) and np.shape(x) == np.shape(expected)


# ---- Unknown arguments


@pytest.mark.parametrize("make", [
    lambda: L.Dense(3, kernel_init="zeros"), lambda: L.Conv2D(2, 3, stride=2), lambda: L.LSTM(3, return_sequence=True),
    lambda: L.Embedding(5, 3, zero_mask=True), lambda: L.Dropout(0.5, rates=1), lambda: L.BatchNormalization(eps=1e-3),
    lambda: L.Flatten(start=1), lambda: L.MaxPool2D(2, stride=1), lambda: L.Concatenate(axes=1), lambda: L.Activation("relu", alpha=1),
    lambda: L.GRU(3, units_bias=True), lambda: L.LayerNormalization(eps=1.0), lambda: L.Lambda(abs, argument={}), lambda: L.Input((3,), shapes=1),
    lambda: K.optimizers.Adam(0.1, beta1=0.9), lambda: K.optimizers.RMSprop(alpha=0.9),
    lambda: K.losses.MeanSquaredError(delta=1.0), lambda: K.losses.BinaryCrossentropy(logits=True), lambda: K.losses.Huber(deltas=2.0),
    lambda: K.metrics.MeanSquaredError(axis=1), lambda: K.metrics.Precision(threshold=0.5), lambda: K.metrics.BinaryAccuracy(thresholds=0.5),
    lambda: K.initializers.RandomNormal(std=1.0), lambda: K.Sequential([L.Dense(1)], names="a"), lambda: K.callbacks.EarlyStopping(patient=3),
], ids=lambda make: "call")
def test_an_unknown_argument_is_refused(make):
    with pytest.raises((TypeError, ValueError)):
        make()


def model_of(*layers, **compiled):
    model = K.Sequential([K.Input((2,)), *layers])
    model.compile(**({"optimizer": "sgd", "loss": "mse"} | compiled))
    return model


@pytest.mark.parametrize("call", [
    lambda m, x: m.fit(x, x, epoch=2, verbose=0), lambda m, x: m.evaluate(x, x, batchsize=2, verbose=0),
    lambda m, x: m.predict(x, batch=2, verbose=0), lambda m, x: m.compile("sgd", "mse", metric=["mae"])])
def test_fit_and_its_neighbours_refuse_unknown_arguments(call):
    with pytest.raises((TypeError, ValueError)):
        call(model_of(L.Dense(2)), np.ones((4, 2), "float32"))


def test_what_cannot_be_done_is_refused():
    with pytest.raises((ValueError, tf.errors.OpError)):
        L.Conv2D(2, 3, data_format="channels_first")(tf.ones((1, 3, 8, 8)))
    model = model_of(L.Dense(1))
    with pytest.raises(ValueError):
        model.fit(np.ones((2, 2)), np.array([0, 1]), class_weight={0: 1.0, 1: 3.0}, sample_weight=np.ones(2), verbose=0)
    with pytest.raises(ValueError):
        K.optimizers.SGD(0.1, clipnorm=1.0, clipvalue=1.0)


# ---- Settings of weights


def test_regularizers_of_each_weight_and_of_the_output():
    layer = L.Dense(2, kernel_initializer="ones", bias_initializer="ones", kernel_regularizer="l2", bias_regularizer=K.regularizers.L1(0.5),
                    activity_regularizer=K.regularizers.L2(0.1))
    y = layer(tf.ones((4, 3)))
    assert near(y, np.full((4, 2), 4.0)) and len(layer.losses) == 3
    assert near(sorted(float(v) for v in layer.losses), sorted([0.01 * 6, 0.5 * 2, 0.1 * 2 * 16]))
    layer(tf.zeros((4, 3)))
    assert near(sorted(float(v) for v in layer.losses), sorted([0.06, 1.0, 0.1 * 2 * 1]))
    embedding = L.Embedding(4, 2, embeddings_initializer="ones", embeddings_regularizer=K.regularizers.L1L2(0.1, 0.2))
    embedding(tf.constant([[1, 2]]))
    assert near(embedding.losses[0], 0.1 * 8 + 0.2 * 8)


def test_penalties_are_part_of_the_loss_of_fit():
    model = model_of(L.Dense(1, use_bias=False, kernel_initializer="ones", activity_regularizer=K.regularizers.L2(1.0)),
                     optimizer=K.optimizers.SGD(0.0))
    x = np.ones((4, 2), "float32")
    assert near(model.evaluate(x, 2 * x[:, :1], verbose=0), 4.0)


def test_constraints_are_applied_after_each_update():
    c = K.constraints
    layer = L.Dense(2, kernel_initializer="ones", kernel_constraint=c.MaxNorm(1.0), bias_constraint="non_neg")
    layer(tf.ones((1, 4)))
    K.optimizers.SGD(0.1).apply_gradients([(tf.zeros((4, 2)), layer.kernel), (tf.ones((2,)), layer.bias)])
    assert near(layer.kernel, np.full((4, 2), 0.5)) and near(layer.bias, [0.0, 0.0])
    w = tf.constant([[3.0, -4.0], [0.0, 3.0]])
    assert near(c.UnitNorm()(w), [[1.0, -0.8], [0.0, 0.6]]) and near(c.NonNeg()(w), [[3, 0], [0, 3]])
    assert near(c.MinMaxNorm(1.0, 2.0)(w), [[2.0, -1.6], [0.0, 1.2]])

    class Own(c.Constraint):
        def __call__(self, w):
            return tf.clip_by_value(w, -0.5, 0.5)

    layer = L.Dense(1, kernel_initializer="ones", kernel_constraint=Own())
    layer(tf.ones((1, 2)))
    K.optimizers.Adam(0.1).apply_gradients([(tf.ones((2, 1)), layer.kernel)])
    assert near(layer.kernel, [[0.5], [0.5]])
    v = tf.Variable([2.0], constraint=lambda w: w * 0.0)
    assert v.constraint is not None


def test_the_settings_of_normalisation_and_recurrence():
    norm = L.BatchNormalization(gamma_initializer="zeros", beta_initializer=K.initializers.Constant(3.0), beta_regularizer="l2")
    assert near(norm(tf.ones((2, 2))), [[3, 3], [3, 3]]) and near(norm.losses[0], 0.18)
    lstm = L.LSTM(2, kernel_regularizer=K.regularizers.L1(1.0), kernel_initializer="ones")
    lstm(tf.ones((1, 2, 3)))
    assert near(lstm.losses[0], 24.0)
    assert near(lstm.get_weights()[2], [0, 0, 1, 1, 0, 0, 0, 0])  # the gate that forgets begins open
    assert near(np.matmul(lstm.get_weights()[1], lstm.get_weights()[1].T), np.eye(2), 1e-3)


def test_the_dtype_of_a_layer():
    layer = L.Dense(2, dtype="float64")
    assert layer(tf.ones((1, 3))).dtype == tf.float64 and layer.kernel.dtype == tf.float64
    assert L.Dense(2)(tf.ones((1, 3), tf.float64)).dtype == tf.float32


def test_noise_shape_seeds_and_arguments_of_functions():
    y = np.asarray(L.Dropout(0.5, noise_shape=(None, 1), seed=3)(tf.ones((64, 5)), training=True))
    assert (y == y[:, :1]).all() and 0 < (y == 0).sum() < y.size
    one, two = (np.asarray(L.Dropout(0.5, seed=7)(tf.ones((50,)), training=True)) for _ in range(2))
    assert (one == two).all()
    assert near(L.Lambda(lambda x, n: x * n, arguments={"n": 3})(tf.ones((1, 2))), [[3, 3]])
    a, b = (K.initializers.GlorotUniform(seed=5)((3, 4)) for _ in range(2))
    assert near(a, np.asarray(b)) and not near(a, np.asarray(K.initializers.GlorotUniform(seed=6)((3, 4))))


def test_freezing_a_model_freezes_the_layers_in_it():
    norm = L.BatchNormalization()
    base = K.Sequential([K.Input((2,)), L.Dense(2), K.Sequential([norm])])
    base.trainable = False
    assert not norm.trainable and not base.trainable_weights
    base(np.full((4, 2), 9.0), training=True)
    assert near(norm.moving_mean, [0.0, 0.0])
    base.trainable = True
    assert norm.trainable and len(base.trainable_weights) == 4


def test_the_velocity_contains_the_rate_of_its_time():
    for optimizer, expected in ((K.optimizers.SGD(0.1, momentum=0.9), 1 - 0.1 - 0.09 - 1.0),
                                (K.optimizers.SGD(0.1, momentum=0.9, nesterov=True), 1 - 0.19 - 0.9 * 1.09 - 1.0)):
        v = tf.Variable([1.0])
        optimizer.apply_gradients([(tf.ones((1,)), v)])
        optimizer.learning_rate = 1.0
        optimizer.apply_gradients([(tf.ones((1,)), v)])
        assert near(v, [expected])


def test_two_tapes_record_the_same_operations():
    v = tf.Variable(3.0)
    with tf.GradientTape() as one, tf.GradientTape() as two:
        y = v * v
    assert near(one.gradient(y, v), 6.0) and near(two.gradient(y, v), 6.0)


# ---- Masks


IDS = np.array([[3, 1, 0, 0], [2, 0, 0, 0], [1, 2, 3, 1]])


def filled(layer):
    layer.set_weights([np.sin(np.arange(w.size)).reshape(w.shape).astype("float32") for w in layer.get_weights()])
    return layer


@pytest.mark.parametrize("name", ["LSTM", "GRU", "SimpleRNN"])
def test_masked_steps_change_nothing(name):
    embedding, rnn = L.Embedding(5, 3, mask_zero=True), getattr(L, name)(2)
    model = K.Sequential([embedding, rnn])
    model(IDS)
    filled(embedding), filled(rnn)
    y = np.asarray(model(IDS))
    plain = K.Sequential([L.Embedding(5, 3), getattr(L, name)(2)])
    plain(IDS)
    plain.set_weights(model.get_weights())
    for row, n in enumerate((2, 1, 4)):
        assert near(y[row:row + 1], np.asarray(plain(IDS[row:row + 1, :n])))
    assert not near(y, np.asarray(plain(IDS)))


def test_masks_reach_losses_pools_and_bidirectional_layers():
    x = np.zeros((2, 3, 2), "float32")
    x[0, :2], x[1, :1] = [[1, 2], [3, 4]], [[5, 6]]
    masked = L.Masking()(x)
    assert near(L.GlobalAveragePooling1D()(masked), [[2, 3], [5, 6]])
    assert near(L.GlobalAveragePooling1D()(L.Dropout(0.5)(masked)), [[2, 3], [5, 6]])
    model = K.Sequential([K.Input((3, 2)), L.Masking(), L.TimeDistributed(L.Dense(1, kernel_initializer="ones"))])
    model.compile("sgd", "mse", metrics=["mae"])
    assert near(model.evaluate(x, np.zeros((2, 3, 1)), verbose=0), [(9 + 49 + 121) / 3, (3 + 7 + 11) / 3])
    both = L.Bidirectional(L.LSTM(2))
    y = both(masked)
    assert near(y[1:, :4], np.asarray(both(x[1:, :1])))


def test_stateful_layers_keep_their_states():
    x = np.sin(np.arange(24.0)).reshape(2, 6, 2).astype("float32")
    whole = L.LSTM(3)
    whole(x)
    filled(whole)
    parts = L.LSTM(3, stateful=True)
    parts(x[:, :3])
    parts.set_weights(whole.get_weights())
    parts.reset_states() if hasattr(parts, "reset_states") else parts.reset_state()
    parts(x[:, :3])
    assert near(parts(x[:, 3:]), np.asarray(whole(x)))
    parts.reset_states() if hasattr(parts, "reset_states") else parts.reset_state()
    assert near(parts(x[:, :3]), np.asarray(whole(x[:, :3])))


# ---- Weights of samples


def test_metrics_ignore_the_weights_of_samples_and_weighted_metrics_do_not():
    model = model_of(L.Dense(1, kernel_initializer="ones"), optimizer=K.optimizers.SGD(0.0), metrics=["mae"],
                     weighted_metrics=[K.metrics.MeanAbsoluteError(name="weighted")])
    x = np.array([[1, 0], [3, 0]], "float32")
    found = model.evaluate(x, np.zeros((2, 1)), sample_weight=np.array([1.0, 0.0]), verbose=0, return_dict=True)
    assert near(found["mae"], 2.0) and near(found["weighted"], 1.0) and near(found["loss"], 0.5)
    precision = K.metrics.Precision()
    precision.update_state([1, 0, 1], [0.9, 0.9, 0.2], sample_weight=[1.0, 3.0, 1.0])
    assert near(precision.result(), 0.25)
    assert near(K.losses.MeanSquaredError(reduction="mean_with_sample_weight")([[0.0], [0.0]], [[1.0], [3.0]], sample_weight=[1.0, 3.0]), 7.0)
    scores = tf.constant([[2.0, 1.0], [0.0, 0.0]])
    loss = K.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=-1)
    assert near(loss(tf.constant([0, -1]), scores), np.log(1 + np.exp(-1.0)))


def test_weight_decay_is_not_part_of_the_gradient():
    v = tf.Variable([1.0])
    optimizer = K.optimizers.RMSprop(0.1, weight_decay=0.5)
    optimizer.apply_gradients([(tf.zeros((1,)), v)])
    assert near(v, [0.95])


def test_summaries_are_given_to_print_fn_and_models_have_shapes(capsys):
    a, b, lines = L.Input((3,)), L.Input((None, 2)), []
    model = K.Model([a, b], L.Dense(2)(L.Concatenate()([a, L.LSTM(4)(b)])))
    model.summary(print_fn=lambda line, *more, **options: lines.append(line))
    assert lines and not capsys.readouterr().out
    assert [tuple(s) for s in model.input_shape] == [(None, 3), (None, None, 2)] and tuple(model.output_shape) == (None, 2)
