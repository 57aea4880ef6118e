"""Keras: a Sequential classifier with compile, fit, callbacks and evaluate."""
# framework: tensorflow
# tolerance: loss 0.08, accuracy 0.05
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.random.set_seed(0)
rng = np.random.default_rng(0)
centers = rng.normal(size=(3, 10)) * 1.2


def blobs(n):
    y = rng.integers(0, 3, size=n)
    return (centers[y] + rng.normal(size=(n, 10))).astype("float32"), y


x_train, y_train = blobs(800)
x_test, y_test = blobs(400)

model = keras.Sequential([
    keras.Input(shape=(10,)),
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-4)),
    layers.BatchNormalization(),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(3, activation="softmax"),
])
model.summary()
model.compile(optimizer=keras.optimizers.Adam(learning_rate=5e-3),
              loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(
    x_train, y_train, batch_size=50, epochs=12, validation_split=0.2, verbose=0,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=False),
               keras.callbacks.LearningRateScheduler(lambda epoch, lr: lr if epoch < 8 else lr * 0.7)])
assert set(history.history) >= {"loss", "accuracy", "val_loss", "val_accuracy"}
assert history.history["loss"][-1] < history.history["loss"][0]

test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
probs = model.predict(x_test[:5], verbose=0)
assert probs.shape == (5, 3) and np.allclose(probs.sum(axis=1), 1, atol=1e-5)
assert (probs.argmax(axis=1) == y_test[:5]).mean() >= 0.4
print("accuracy", float(test_acc))
print("loss", float(test_loss))
