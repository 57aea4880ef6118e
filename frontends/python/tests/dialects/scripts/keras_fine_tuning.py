"""Keras: a trained convolutional base is frozen, gets a new head, is fine-tuned, and its weights are saved and loaded."""
# framework: tensorflow
# tolerance: loss 4 %, frozen 4 %, accuracy 0.02
import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers

rng = np.random.RandomState(17)
images = rng.rand(240, 12, 12, 3).astype("float32") * 0.4
kinds = rng.randint(0, 4, 240)
for i, k in enumerate(kinds):
    r, c = divmod(k, 2)
    images[i, 6 * r:6 * r + 6, 6 * c:6 * c + 6, k % 3] += 0.6


def fill(model):
    for layer in model.layers:
        layer.set_weights([(rng.randn(*w.shape) * 0.2).astype("float32") if w.ndim > 1 else w for w in layer.get_weights()])


base = models.Sequential([
    layers.Input((12, 12, 3)),
    layers.Conv2D(8, 3, padding="same", activation="relu", name="conv1"),
    layers.MaxPooling2D(),
    layers.SeparableConv2D(12, 3, padding="same", use_bias=False, name="conv2"),
    layers.BatchNormalization(momentum=0.9, name="norm"),
    layers.Activation("relu"),
    layers.GlobalAveragePooling2D()], name="base")
fill(base)
pretrained = models.Sequential([base, layers.Dense(2, activation="softmax")])
pretrained.build((None, 12, 12, 3))
pretrained.layers[-1].set_weights([rng.randn(12, 2).astype("float32") * 0.2, np.zeros(2, "float32")])
pretrained.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
pretrained.fit(images, tf.one_hot(kinds // 2, 2), batch_size=40, epochs=5, shuffle=False, verbose=0)

base.trainable = False
inputs = tf.keras.Input(shape=(12, 12, 3))
h = base(inputs, training=False)
h = layers.Dropout(0.0)(h)
outputs = layers.Dense(4, kernel_initializer="zeros")(h)
model = tf.keras.Model(inputs, outputs)
assert len(model.trainable_weights) == 2
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizers.RMSprop(learning_rate=0.02), loss, metrics=["accuracy"])
frozen = model.fit(images, kinds, batch_size=40, epochs=5, shuffle=False, verbose=0).history["loss"][-1]

base.trainable = True
for layer in base.layers[:-4]:
    layer.trainable = False
model.compile(optimizers.Adam(5e-3), loss, metrics=["accuracy"])
history = model.fit(images, kinds, batch_size=40, epochs=8, shuffle=False, verbose=0)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "tuned.weights.h5")
    model.save_weights(path)
    before = model.predict(images[:5], verbose=0)
    fill(base)
    model.load_weights(path)
    assert np.allclose(before, model.predict(images[:5], verbose=0), atol=1e-5)
features = tf.keras.Model(base.inputs, base.get_layer("conv2").output)
assert features.predict(images[:3], verbose=0).shape == (3, 6, 6, 12)
print("frozen", frozen)
print("accuracy", history.history["accuracy"][-1])
print("loss", history.history["loss"][-1])
