"""Keras: windows of a time series by tf.data, causal convolutions with a bidirectional GRU, and a stateful LSTM."""
# framework: tensorflow
# tolerance: mae 4 %, stateful 5 %
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(8)
time = np.arange(500)
series = (np.sin(time / 7) + 0.4 * np.cos(time / 3) + 0.1 * rng.randn(500)).astype("float32")
WINDOW = 16


def windowed_dataset(series, window_size, batch_size):
    ds = tf.data.Dataset.from_tensor_slices(tf.expand_dims(series, axis=-1))
    ds = ds.window(window_size + 1, shift=1, drop_remainder=True)
    ds = ds.flat_map(lambda w: w.batch(window_size + 1))
    ds = ds.map(lambda w: (w[:-1], w[-1]))
    return ds.batch(batch_size).prefetch(1)


def fill(model, scale=0.25):
    model.set_weights([(rng.randn(*w.shape) * scale).astype("float32") if w.ndim > 1 else w for w in model.get_weights()])


model = keras.models.Sequential([
    keras.layers.Conv1D(filters=12, kernel_size=3, strides=1, padding="causal", activation="relu", input_shape=[None, 1]),
    keras.layers.Bidirectional(keras.layers.GRU(8, return_sequences=True)),
    keras.layers.Bidirectional(keras.layers.LSTM(8)),
    keras.layers.Dense(1),
    keras.layers.Lambda(lambda x: x * 2.0)])
fill(model)
model.compile(loss=keras.losses.Huber(), optimizer=keras.optimizers.SGD(learning_rate=1e-2, momentum=0.9), metrics=["mae"])
schedule = keras.callbacks.LearningRateScheduler(lambda epoch: 2e-2 * 0.9 ** epoch)
train = windowed_dataset(series[:400], WINDOW, 32)
history = model.fit(train, epochs=10, callbacks=[schedule], verbose=0)
mae = model.evaluate(windowed_dataset(series[400:], WINDOW, 32), verbose=0)[1]
forecast = model.predict(series[np.newaxis, :40, np.newaxis], verbose=0)
assert forecast.shape == (1, 1)

stateful = keras.models.Sequential([
    keras.layers.Input(batch_shape=(1, None, 1)),
    keras.layers.LSTM(8, return_sequences=True, stateful=True, unit_forget_bias=False),
    keras.layers.TimeDistributed(keras.layers.Dense(1))])
fill(stateful, 0.4)
stateful.compile("adam", "mse")
for epoch in range(4):
    for start in range(0, 384, 32):
        part = series[np.newaxis, start:start + 33, np.newaxis]
        loss = stateful.train_on_batch(part[:, :-1], part[:, 1:])
    for layer in stateful.layers:
        if hasattr(layer, "reset_states"):
            layer.reset_states()
        elif hasattr(layer, "reset_state"):
            layer.reset_state()
print("mae", mae)
print("stateful", float(loss))
