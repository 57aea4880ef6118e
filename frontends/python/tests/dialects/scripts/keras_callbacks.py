"""A residual network of custom layers: build and add_weight, callbacks of all kinds, a metric and a loss of one's own, saving."""
# framework: tensorflow
# tolerance: loss 0.12, accuracy 0.05
import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers, regularizers

tf.random.set_seed(1)
np.random.seed(1)


@keras.utils.register_keras_serializable()
class ScaledDense(layers.Layer):
    """A dense layer with weight normalisation."""

    def __init__(self, units, activation=None, l2=1e-4, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = keras.activations.get(activation)
        self.regularizer = regularizers.L2(l2)
        self.l2 = l2

    def build(self, input_shape):
        self.v = self.add_weight(name="v", shape=(input_shape[-1], self.units), initializer="glorot_normal",
                                 regularizer=self.regularizer, trainable=True)
        self.g = self.add_weight(name="g", shape=(self.units,), initializer="ones", constraint=keras.constraints.NonNeg())
        self.b = self.add_weight(name="b", shape=(self.units,), initializer=keras.initializers.Zeros())
        self.calls = self.add_weight(name="calls", shape=(), initializer="zeros", trainable=False)
        super().build(input_shape)

    def call(self, inputs, training=None):
        if training:
            self.calls.assign_add(1.0)
        w = self.g * self.v / (tf.norm(self.v, axis=0) + 1e-7)
        return self.activation(tf.matmul(inputs, w) + self.b)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units, "activation": keras.activations.serialize(self.activation), "l2": self.l2})
        return config


@keras.utils.register_keras_serializable()
class ResidualBlock(layers.Layer):
    def __init__(self, units, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.units, self.rate = units, rate
        self.dense1 = ScaledDense(units, "relu")
        self.dense2 = ScaledDense(units)
        self.norm = layers.LayerNormalization(epsilon=1e-6)
        self.drop = layers.Dropout(rate)

    def call(self, x, training=False):
        y = self.dense2(self.drop(self.dense1(x), training=training))
        self.add_loss(1e-4 * tf.reduce_mean(tf.square(y)))
        return self.norm(x + y)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "rate": self.rate}


@keras.utils.register_keras_serializable()
class TopTwo(keras.metrics.Metric):
    def __init__(self, name="top_two", **kwargs):
        super().__init__(name=name, **kwargs)
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        found = tf.math.in_top_k(tf.cast(tf.reshape(y_true, [-1]), tf.int32), y_pred, k=2)
        self.hits.assign_add(tf.reduce_sum(tf.cast(found, tf.float32)))
        self.count.assign_add(tf.cast(tf.shape(y_pred)[0], tf.float32))

    def result(self):
        return self.hits / self.count

    def reset_state(self):
        self.hits.assign(0.0)
        self.count.assign(0.0)


@keras.utils.register_keras_serializable()
class FocalLoss(keras.losses.Loss):
    def __init__(self, gamma=1.0, name="focal", **kwargs):
        super().__init__(name=name, **kwargs)
        self.gamma = gamma

    def call(self, y_true, y_pred):
        y = tf.one_hot(tf.cast(tf.reshape(y_true, [-1]), tf.int32), tf.shape(y_pred)[-1])
        p = tf.reduce_sum(y * tf.clip_by_value(y_pred, 1e-7, 1.0), axis=-1)
        return -tf.pow(1.0 - p, self.gamma) * tf.math.log(p)


class History(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.batches, self.epochs, self.said = 0, [], []

    def on_train_begin(self, logs=None):
        self.said.append("begin")

    def on_train_batch_end(self, batch, logs=None):
        self.batches += 1

    def on_epoch_end(self, epoch, logs=None):
        self.epochs.append((epoch, sorted(logs)))
        if self.model.stop_training:
            self.said.append("stopped")

    def on_train_end(self, logs=None):
        self.said.append("end")


rng = np.random.RandomState(0)
centers = rng.randn(5, 12).astype("float32") * 1.1
y = rng.randint(0, 5, (900, 1))
x = (centers[y[:, 0]] + rng.randn(900, 12)).astype("float32")
x_train, y_train, x_val, y_val = x[:700], y[:700], x[700:], y[700:]
train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(700, seed=3).batch(50).prefetch(tf.data.AUTOTUNE)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(100).cache()

inputs = keras.Input(shape=(12,), name="features")
h = ScaledDense(32, "relu", name="stem")(inputs)
for i in range(2):
    h = ResidualBlock(32, name=f"block_{i}")(h)
outputs = layers.Dense(5, activation="softmax", name="probabilities")(h)
model = keras.Model(inputs, outputs, name="resmlp")
model.compile(optimizer=keras.optimizers.AdamW(learning_rate=5e-3, weight_decay=1e-3), loss=FocalLoss(),
              metrics=[keras.metrics.SparseCategoricalAccuracy(name="accuracy"), TopTwo()])
folder = tempfile.mkdtemp()
best = os.path.join(folder, "best.weights.h5")
seen = History()


def schedule(epoch, lr):
    return lr if epoch < 6 else lr * 0.9


history = model.fit(train_ds, validation_data=val_ds, epochs=15, verbose=0, callbacks=[
    seen,
    keras.callbacks.LearningRateScheduler(schedule),
    keras.callbacks.ModelCheckpoint(best, monitor="val_loss", save_best_only=True, save_weights_only=True),
    keras.callbacks.EarlyStopping("val_loss", patience=12, restore_best_weights=True),
    keras.callbacks.CSVLogger(os.path.join(folder, "log.csv")),
    keras.callbacks.TerminateOnNaN(),
    keras.callbacks.LambdaCallback(on_epoch_begin=lambda epoch, logs: None)])
assert seen.said[0] == "begin" and seen.said[-1] == "end" and seen.batches == 14 * len(seen.epochs)
assert {"loss", "accuracy", "top_two", "val_loss", "val_top_two"} <= set(seen.epochs[0][1]), seen.epochs[0]
assert len(open(os.path.join(folder, "log.csv")).read().splitlines()) == len(seen.epochs) + 1
assert os.path.exists(best) and float(model.get_layer("stem").calls) > 0
model.load_weights(best)
results = model.evaluate(val_ds, verbose=0, return_dict=True)
print("loss", results["loss"])
print("accuracy", results["accuracy"])
assert results["top_two"] >= results["accuracy"]
twin = keras.models.clone_model(model)
twin.set_weights(model.get_weights())
np.testing.assert_allclose(twin.predict(x_val, verbose=0), model.predict(x_val, verbose=0), rtol=1e-4, atol=1e-5)
names = [w.name for w in model.get_layer("stem").weights]
assert names == ["v", "g", "b", "calls"] and len(model.losses) > 0, names
print(model.count_params(), [layer.name for layer in model.layers])
