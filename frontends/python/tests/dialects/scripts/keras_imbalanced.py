"""Keras: a rare class: a generator of weighted batches, areas under curves and callbacks."""
# framework: tensorflow
# tolerance: loss 3 %, auc 0.01, recall 0.03, rate 1 %
import numpy as np
from tensorflow import keras

rng = np.random.RandomState(21)
n = 2000
features = rng.randn(n, 8)
labels = (features[:, :1] * 1.5 + features[:, 1:2] + 0.7 * rng.randn(n, 1) > 3.0).astype("float64")
train_x, train_y, val_x, val_y = features[:1500], labels[:1500], features[1500:], labels[1500:]

positive = float(train_y.mean())


def batch_generator(x, y, batch_size):
    while True:
        for start in range(0, len(x), batch_size):
            part = y[start:start + batch_size]
            yield x[start:start + batch_size], part, np.where(part[:, 0] > 0, 0.5 / positive, 0.5 / (1 - positive))


METRICS = [
    keras.metrics.TruePositives(name="tp"),
    keras.metrics.FalsePositives(name="fp"),
    keras.metrics.BinaryAccuracy(name="accuracy"),
    keras.metrics.Precision(name="precision"),
    keras.metrics.Recall(name="recall"),
    keras.metrics.AUC(name="auc"),
    keras.metrics.AUC(name="prc", curve="PR"),
]

output_bias = keras.initializers.Constant(np.log(train_y.sum() / (len(train_y) - train_y.sum())))
model = keras.Sequential([
    keras.layers.Dense(16, activation="relu", input_shape=(8,), kernel_regularizer=keras.regularizers.l2(1e-3),
                       bias_regularizer="l1", kernel_constraint=keras.constraints.MaxNorm(2.0)),
    keras.layers.Dense(1, activation="sigmoid", bias_initializer=output_bias)])
for v in model.trainable_variables:
    if len(v.shape) > 1:
        v.assign(rng.randn(*v.shape) * 0.3)
model.compile(optimizer=keras.optimizers.Adam(learning_rate=1e-2, clipnorm=1.0), loss=keras.losses.BinaryCrossentropy(), metrics=METRICS)

early = keras.callbacks.EarlyStopping(monitor="val_prc", verbose=0, patience=8, mode="max", restore_best_weights=True)
plateau = keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=2, min_delta=5e-3)
history = model.fit(batch_generator(train_x, train_y, 100), steps_per_epoch=15, epochs=20, callbacks=[early, plateau], verbose=0,
                    validation_data=(val_x, val_y))
results = model.evaluate(val_x, val_y, batch_size=250, verbose=0, return_dict=True)
assert set(history.history) >= {"val_auc", "precision", "learning_rate"}
for name in ("loss", "auc", "recall"):
    print(name, results[name])
print("rate", history.history["learning_rate"][-1])
