"""test_tensorflow_calls.py - functions of the TensorFlow dialect follow TensorFlow's conventions.

`make test-dialects` compares them with TensorFlow itself; these are the classes of differences that it found, with TensorFlow's
values.  The tests use only names of tf, so they run with TensorFlow too, where Weir is not installed.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

np = pytest.importorskip("numpy")

from either import framework  # noqa: E402

tf, spoken = framework("tensorflow", records=False)


def near(x, expected):
    return np.allclose(np.asarray(x), expected, 1e-4, 1e-5) and np.shape(x) == np.shape(expected)


# ---- Dtypes


def test_lists_become_tensors_and_numbers_take_the_dtype_of_the_tensor():
    x = tf.constant([1, 2])
    assert tf.add([1, 2], x).dtype == tf.int32 and tf.is_tensor(tf.exp([0.0]))
    assert tf.constant([1.5]).dtype == tf.float32 and (x * 2).dtype == tf.int32
    assert tf.divide(x, x).dtype == tf.float64 and (x / x).dtype == tf.float64


def test_dtypes_are_not_promoted_by_functions():
    x, i, b = tf.constant([1.0]), tf.constant([1]), tf.constant([True])
    for call in (lambda: tf.add(x, i), lambda: tf.exp(i), lambda: tf.reduce_sum(b), lambda: tf.matmul([[1.0]], [[1]] + i)):
        with pytest.raises((tf.errors.InvalidArgumentError, TypeError, ValueError)):
            call()


def test_reductions_keep_the_dtype():
    i = tf.constant([[1, 2], [3, 5]])
    assert tf.reduce_sum(i).dtype == tf.int32 and tf.cumsum(i).dtype == tf.int32
    assert tf.reduce_mean(i).numpy() == 2 and tf.reduce_mean(i).dtype == tf.int32
    assert tf.argsort([3, 1]).dtype == tf.int32 and tf.math.top_k([1.0, 3.0]).indices.dtype == tf.int32


def test_an_axis_out_of_range_is_an_invalid_argument():
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        tf.reduce_sum(tf.constant([1.0]), axis=2)


def test_extremes_over_nothing():
    assert tf.reduce_max(tf.zeros([0, 2]), axis=0).numpy().tolist() == [-np.inf, -np.inf]


# ---- Scans, parts and indices


def test_scans():
    x = tf.constant([1.0, 2.0, 3.0])
    assert near(tf.cumsum(x, exclusive=True), [0, 1, 3]) and near(tf.cumsum(x, reverse=True), [6, 5, 3])
    assert near(tf.math.cumprod(x, exclusive=True, reverse=True), [6, 3, 1])


def test_gathering_and_scattering():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert near(tf.gather_nd(x, [[0, 1], [1, 0]]), [2, 3])
    assert near(tf.tensor_scatter_nd_update(x, [[0, 1]], [9.0]), [[1, 9], [3, 4]])
    assert near(tf.scatter_nd([[1], [1]], [1.0, 2.0], [3]), [0, 3, 0])
    assert near(tf.gather(x, [[1], [0]], batch_dims=1, axis=1), [[2], [3]])
    assert near(tf.math.unsorted_segment_sum(x, [1, 1], 2), [[0, 0], [4, 6]])


def test_one_hot_of_other_values_and_of_indices_out_of_range():
    assert near(tf.one_hot([0, 5], 2, on_value=3.0, off_value=-1.0), [[3, -1], [-1, -1]])
    assert tf.one_hot([1], 2, axis=0).shape == (2, 1)


def test_padding_by_reflection():
    assert tf.pad([[1, 2, 3]], [[0, 0], [1, 1]], "REFLECT").numpy().tolist() == [[2, 1, 2, 3, 2]]
    assert tf.pad([[1, 2, 3]], [[0, 0], [1, 1]], "SYMMETRIC").numpy().tolist() == [[1, 1, 2, 3, 3]]


def test_shapes():
    shape = tf.zeros([2, 3]).shape
    assert shape[1:].as_list() == [3] and (shape + [4]).as_list() == [2, 3, 4] and shape.is_compatible_with([None, 3])
    for call in (lambda: tf.squeeze(tf.zeros([2]), 0), lambda: tf.split(tf.zeros([3]), [1, 1]), lambda: tf.tile(tf.zeros([2]), [1, 2])):
        with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
            call()


# ---- Variables and tapes


def test_a_variable_keeps_its_shape():
    v = tf.Variable([1.0, 2.0])
    with pytest.raises(ValueError):
        v.assign([1.0])
    v.scatter_nd_update([[1]], [5.0])
    assert near(v, [1, 5])


def test_gradients_of_results_that_do_not_depend_on_anything():
    x, other = tf.Variable(2.0), tf.Variable([1.0, 1.0])
    with tf.GradientTape() as tape:
        y = x * x
    grads = tape.gradient(y, [x, other], unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert near(grads[0], 4.0) and near(grads[1], [0, 0])


# ---- Keras


def test_pooling_with_padding_averages_the_elements_of_the_image():
    image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    assert near(tf.nn.avg_pool2d(image, 2, 2, "SAME")[0, :, :, 0], [[2, 3.5], [6.5, 8]])


def test_normalisation_along_another_axis():
    layer = tf.keras.layers.BatchNormalization(axis=1, center=False)
    y = layer(tf.reshape(tf.range(12.0), [2, 3, 2]), training=True)
    assert len(layer.weights) == 3 and near(tf.reduce_mean(y, axis=[0, 2]), [0, 0, 0])


def test_losses_with_smoothed_labels_and_probabilities():
    loss = tf.keras.losses.CategoricalCrossentropy(label_smoothing=0.5)
    assert near(loss([[1.0, 0.0]], [[0.8, 0.2]]), 0.569717)
    assert near(tf.keras.losses.get("mse")([1.0, 3.0], [2.0, 5.0]), 2.5)
    with pytest.raises(ValueError):
        tf.keras.losses.MeanSquaredError(reduction="bad")


def test_metrics():
    mean = tf.keras.metrics.Mean()
    mean.update_state([1.0, 2.0], sample_weight=[3.0, 1.0])
    assert near(tf.convert_to_tensor(mean.result()), 1.25) and mean.name == "mean"
    precision = tf.keras.metrics.Precision()
    precision.update_state([1.0, 0.0, 1.0], [0.9, 0.8, 0.1])
    assert near(tf.convert_to_tensor(precision.result()), 0.5)


def test_epsilon_and_decay_of_adam():
    for optimizer, expected in ((tf.keras.optimizers.Adam(0.1, epsilon=1.0), 0.996935), (tf.keras.optimizers.Adam(0.1, weight_decay=0.1), 0.89)):
        v = tf.Variable(1.0)
        optimizer.apply_gradients([(tf.constant(1.0), v)])
        assert near(v, expected)


def test_frozen_layers_and_set_weights():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
    model(tf.ones([1, 3]))
    model.layers[0].trainable = False
    assert len(model.trainable_weights) == 2 and len(model.non_trainable_weights) == 2
    with pytest.raises(ValueError):
        model.layers[0].set_weights([np.zeros(3)])


def two_heads():
    """A model with two inputs and two outputs; all weights are 0.1."""
    layers = tf.keras.layers
    one, two = tf.keras.Input((2,), name="one"), tf.keras.Input((1,), dtype="int32", name="two")
    joined = layers.concatenate([layers.Dense(2, name="left")(one), layers.Flatten()(layers.Embedding(3, 1)(two))])
    model = tf.keras.Model([one, two], [layers.Dense(1, name="price")(joined), layers.Dense(1, activation="sigmoid", name="sold")(joined)])
    model.set_weights([np.full(w.shape, 0.1, "float32") for w in model.get_weights()])
    return model


X, KINDS = np.arange(10.0).reshape(5, 2) / 10, np.array([[0], [1], [2], [0], [1]])
PRICES, SOLD = np.arange(5.0)[:, None], np.array([0, 1, 0, 1, 1])


def test_layers_of_a_graph_are_listed_by_depth():
    model = two_heads()
    assert [layer.name for layer in model.layers if layer.weights][1:] == ["left", "price", "sold"]
    assert [w.shape for w in model.get_weights()[:3]] == [(3, 1), (2, 2), (2,)] and model.output_names == ["price", "sold"]
    features = tf.keras.Model(model.inputs, model.get_layer("left").output)
    assert near(features.predict([X, KINDS], verbose=0)[1], [0.15, 0.15])
    assert near(model({"two": KINDS, "one": X})[0][:, 0], model.predict([X, KINDS], batch_size=2, verbose=0)[0][:, 0])


def test_several_outputs_are_trained():
    model = two_heads()
    model.compile(tf.keras.optimizers.SGD(0.1), ["mse", "binary_crossentropy"], loss_weights=[1.0, 0.5], metrics=[["mae"], ["accuracy"]])
    history = model.fit([X, KINDS], [PRICES, SOLD], batch_size=2, epochs=2, shuffle=False, verbose=0).history
    assert sorted(history) == ["loss", "price_loss", "price_mae", "sold_accuracy", "sold_loss"]
    assert near(history["loss"], [4.685655, 2.282674])
    assert near(model.evaluate([X, KINDS], [PRICES, SOLD], verbose=0), [2.485201, 2.158684, 0.653033, 1.204401, 0.6])
    model.compile("sgd", {"price": "mse", "nothing": "mse"})
    with pytest.raises((ValueError, KeyError)):
        model.fit([X, KINDS], [PRICES, SOLD], verbose=0)


def test_a_train_step_of_ones_own():
    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense, self.far = tf.keras.layers.Dense(1, kernel_initializer="ones"), tf.keras.metrics.Mean(name="far")

        def call(self, x):
            return self.dense(x)

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x) - y) ** 2)
            self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
            self.far.update_state(loss)
            return {"far": self.far.result()}

        @property
        def metrics(self):
            return [self.far]

    model = Own()
    model.compile(tf.keras.optimizers.SGD(0.1))
    history = model.fit(X.astype("float32"), PRICES.astype("float32"), batch_size=5, epochs=2, verbose=0).history
    assert list(history) == ["far"] and near(history["far"], [1.93, 1.143206])


def test_accuracy_follows_the_shapes_of_labels_and_predictions():
    for units, labels, expected in ((1, SOLD, 0.6), (3, SOLD, 0.4), (3, np.eye(3, dtype="float32")[SOLD], 0.4)):
        model = tf.keras.Sequential([tf.keras.layers.Dense(units, kernel_initializer="ones", activation="sigmoid")])
        model.compile("sgd", "mse" if labels.ndim > 1 or units == 1 else "sparse_categorical_crossentropy", metrics=["accuracy"])
        assert near(model.evaluate(X, labels, verbose=0)[1], expected)


def test_early_stopping_restores_the_best_weights():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(tf.keras.optimizers.SGD(2.0), "mse")
    stop = tf.keras.callbacks.EarlyStopping(monitor="loss", patience=2, restore_best_weights=True)
    history = model.fit(X, PRICES, batch_size=5, epochs=9, verbose=0, callbacks=[stop]).history["loss"]
    assert len(history) == 3 and history[0] < history[1]
    assert not near(model.layers[0].get_weights()[0][:, 0], [1.0, 1.0])


def test_strategies_have_a_scope_and_one_replica():
    strategy = tf.distribute.MirroredStrategy(["/CPU:0"])
    with strategy.scope():
        v = tf.Variable([1.0, 2.0])
    assert strategy.num_replicas_in_sync == 1 and near(strategy.run(lambda x: x + v, args=(v,)), [2.0, 4.0])
    assert near(strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(lambda: v * 2), axis=None), [2.0, 4.0])
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        assert "CPU:0" in tf.constant(1.0).device


def test_datasets():
    data = tf.data.Dataset
    assert [x.numpy().tolist() for x in data.range(5).window(2).flat_map(lambda w: w.batch(2))] == [[0, 1], [2, 3], [4]]
    assert [int(x) for x in data.range(6).shard(2, 1)] == [1, 3, 5]
    assert [int(x) for x in data.range(9).take_while(lambda x: x < 2)] == [0, 1]
    assert all(tf.is_tensor(i) for i, _ in data.range(2).enumerate())


def test_batches_of_similar_lengths_are_padded():
    rows = [[0], [1, 2, 3, 4], [5, 6, 7], [7, 8, 9, 10, 11], [13, 14, 15, 16, 19, 20], [21, 22]]
    pairs = tf.data.Dataset.from_generator(lambda: ((row, len(row)) for row in rows), output_signature=(
        tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.int32)))
    found = [(a.numpy().tolist(), n.numpy().tolist()) for a, n in pairs.bucket_by_sequence_length(lambda row, n: n, [4], [4, 2], padding_values=(-1, 0))]
    assert found == [([[1, 2, 3, 4, -1], [7, 8, 9, 10, 11]], [4, 5]), ([[0, -1, -1], [5, 6, 7], [21, 22, -1]], [1, 3, 2]),
                     ([[13, 14, 15, 16, 19, 20]], [6])]
    with pytest.raises(ValueError):
        list(pairs.bucket_by_sequence_length(lambda row, n: n, [4], [4]))
    pad = tf.keras.utils.pad_sequences
    assert pad([[1], [2, 3]]).tolist() == [[0, 1], [2, 3]] and pad([[], [1, 2, 3]], maxlen=2).tolist() == [[0, 0], [2, 3]]
    assert pad([[1], [4, 5, 6]], 2, padding="post", truncating="post", value=-1).tolist() == [[1, -1], [4, 5]]


def test_tensor_arrays():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in tf.range(3):
            array = array.write(i, x * tf.cast(i, tf.float32))
        y = tf.reduce_sum(array.stack() ** 2)
    assert near(tape.gradient(y, x), [10.0, 20.0]) and int(array.size()) == 3
    rows = tf.TensorArray(tf.int32, size=3).unstack([[1, 2], [3, 4], [5, 6]])
    assert rows.read(1).numpy().tolist() == [3, 4]
    kept = tf.TensorArray(tf.float32, size=3, clear_after_read=False).write(1, [2.0])
    assert near(kept.stack(), [[0.0], [2.0], [0.0]]) and near(kept.read(1), [2.0])
    for mistake in (lambda: rows.read(1), lambda: rows.write(9, [1, 2]), lambda: tf.TensorArray(tf.float32, 2).write(0, tf.constant(1))):
        with pytest.raises((ValueError, tf.errors.OpError)):
            mistake()


def test_python_functions_with_several_results():
    a, b = tf.numpy_function(lambda x: (x + 1, np.int32(len(x))), [tf.constant([1.0, 2.0])], [tf.float32, tf.int32])
    assert near(a, [2.0, 3.0]) and int(b) == 2 and b.dtype == tf.int32


def test_subclassed_models_with_several_inputs():
    keras, calls = tf.keras, []

    class Pair(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1, kernel_initializer="ones")

        def call(self, inputs):
            calls.append(1)
            a, b = inputs if isinstance(inputs, (tuple, list)) else (inputs["a"], inputs["b"])
            return self.dense(a) + tf.reduce_sum(b, -1, keepdims=True)

    for inputs in ((tf.ones((2, 3)), tf.ones((2, 4))), [tf.ones((2, 3)), tf.ones((2, 4))], {"a": tf.ones((2, 3)), "b": tf.ones((2, 4))}):
        assert near(Pair()(inputs), [[7.0], [7.0]])
    model = Pair()
    model.compile("sgd", "mse")
    model.fit((np.ones((4, 3)), np.ones((4, 4))), np.ones((4, 1)), verbose=0)
    assert len(model.weights) == 2
    graph = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    graph = keras.Model(graph.inputs, graph.outputs)
    for layer in graph.layers:
        layer.set_weights(layer.get_weights())
    assert graph.layers[0].get_weights() == [] and graph.layers[0].trainable


# ---- Functions of functions


def test_scans_and_folds_have_states_of_several_tensors():
    a, b = tf.scan(lambda s, _: (s[1], s[0] + s[1]), tf.range(6), initializer=(tf.constant(0), tf.constant(1)))
    assert a.numpy().tolist() == [1, 1, 2, 3, 5, 8] and b.numpy().tolist() == [1, 2, 3, 5, 8, 13]
    found = tf.scan(lambda s, x: {"sum": s["sum"] + x["v"] * x["w"]}, {"v": tf.constant([1.0, 2.0]), "w": tf.constant([3.0, 4.0])},
                    initializer={"sum": 0.0})
    assert near(found["sum"], [3.0, 11.0])
    total, product = tf.foldl(lambda s, x: (s[0] + x, s[1] * x), tf.constant([1.0, 2.0, 3.0]), initializer=(0.0, 1.0))
    assert near(total, 6.0) and near(product, 6.0)
    assert near(tf.map_fn(lambda d: d["a"] + d["b"], {"a": tf.constant([1.0, 2.0]), "b": tf.constant([3.0, 4.0])},
                          fn_output_signature=tf.float32), [4.0, 6.0])


def test_loops_end_after_maximum_iterations():
    i, = tf.while_loop(lambda i: i < 10, lambda i: (i + 1,), (tf.constant(0),), maximum_iterations=3)
    assert int(i) == 3


def test_arguments_that_were_ignored():
    x = tf.constant([[1.0, 2.0], [3.0, 5.0]])
    assert near(tf.linspace([0.0, 1.0], [2.0, 3.0], 3, axis=1), [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]])
    assert near(tf.gather_nd(x, [[1], [0]], batch_dims=1), [2.0, 3.0])
    assert near(tf.linalg.inv(x, adjoint=True), np.linalg.inv(x.numpy()).T)
    assert near(tf.linalg.solve(x, [[1.0], [2.0]], adjoint=True), np.linalg.solve(x.numpy().T, [[1.0], [2.0]]))
    assert near(tf.linalg.matvec(x, [1.0, 2.0], adjoint_a=True), [7.0, 12.0])
    assert int(tf.linalg.matrix_rank(tf.linalg.diag([1.0, 0.5, 0.1]), tol=0.3)) == 2
    assert near(tf.linalg.pinv(tf.linalg.diag([1.0, 0.5, 0.1]), rcond=0.3), np.diag([1.0, 2.0, 0.0]))
    for wrong in (lambda: tf.case([(tf.constant(True), lambda: 1), (tf.constant(True), lambda: 2)], exclusive=True),
                  lambda: tf.scan(lambda a, b: a + b, x, initialiser=x[0]), lambda: tf.matmul(x, x, transposed=True)):
        with pytest.raises(Exception, match="true|argument|Input"):
            wrong()
