"""Keras: pictures through Rescaling and Normalization.adapt, separable convolutions with residuals, callbacks, and Grad-CAM on a sub-model."""
# framework: tensorflow
# tolerance: loss 2 %, accuracy 0.03, inside 4 %, rate 1 %
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(6)


def pictures(n):
    y = rng.randint(0, 2, size=n)
    x = rng.randint(0, 120, size=(n, 16, 16, 3))
    at = rng.randint(0, 11, size=(n, 2))
    for picture, label, (r, c) in zip(x, y, at):
        picture[r:r + 5, c:c + 5, 0 if label else 2] += 100
    return x.astype("uint8"), keras.utils.to_categorical(y, 2), at


x, y, _ = pictures(320)
x_val, y_val, _ = pictures(120)
normalization = layers.Normalization(axis=-1)
normalization.adapt(x.astype("float32") / 255.0)


def entry(size=None):
    inputs = keras.Input(shape=(16, 16, 3))
    h = layers.Rescaling(1.0 / 255)(inputs)
    h = normalization(h)
    h = layers.Conv2D(12, 3, strides=1, padding="same", use_bias=False)(h)
    h = layers.BatchNormalization(momentum=0.8)(h)
    h = layers.Activation("relu")(h)
    previous = h
    for filters in (16, 24):
        h = layers.SeparableConv2D(filters, 3, padding="same")(h)
        h = layers.LayerNormalization()(h)
        h = layers.ReLU(max_value=6.0)(h)
        h = layers.MaxPooling2D(3, strides=2, padding="same")(h)
        residual = layers.Conv2D(filters, 1, strides=2, padding="same")(previous)
        previous = h = layers.add([h, residual])
    h = layers.DepthwiseConv2D(3, padding="same", depth_multiplier=1, name="last_conv")(h)
    gate = layers.Dense(6, activation="gelu")(layers.GlobalAveragePooling2D(keepdims=True)(h))
    h = layers.Multiply()([h, layers.Dense(24, activation="sigmoid")(gate)])
    h = layers.Concatenate()([layers.GlobalAveragePooling2D()(h), layers.GlobalMaxPooling2D()(h)])
    outputs = layers.Dense(2, activation="softmax", name="predictions")(h)
    return keras.Model(inputs, outputs)


model = entry()
kept = normalization.get_weights()
for layer in model.layers:
    if layer is not normalization:
        layer.set_weights([(rng.randn(*w.shape) * np.sqrt(1.0 / max(1, np.prod(w.shape[:-1])))).astype("float32") if w.ndim > 1 else w for w in layer.get_weights()])
assert all((a == b).all() for a, b in zip(kept, normalization.get_weights()))
model.compile(keras.optimizers.SGD(0.08, momentum=0.9, nesterov=True), loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.05),
              metrics=[keras.metrics.CategoricalAccuracy(name="acc"), keras.metrics.TopKCategoricalAccuracy(k=1, name="top1")])
history = model.fit(x, y, batch_size=32, epochs=10, validation_data=(x_val, y_val), shuffle=False, verbose=0, callbacks=[
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True, start_from_epoch=2),
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=1, min_lr=1e-4, min_delta=1e-2),
    keras.callbacks.TerminateOnNaN(),
    keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: None)])
assert history.history["acc"] == history.history["top1"]
loss, accuracy, _ = model.evaluate(x_val, y_val, batch_size=50, verbose=0)


def grad_cam(images, index=None):
    grad_model = keras.models.Model(model.inputs, [model.get_layer("last_conv").output, model.output])
    with tf.GradientTape() as tape:
        conv, preds = grad_model(images)
        if index is None:
            index = tf.argmax(preds, axis=1, output_type=tf.int32)
        chosen = tf.gather_nd(preds, tf.stack([tf.range(tf.shape(preds)[0]), index], axis=1))
    grads = tape.gradient(chosen, conv)
    weights = tf.reduce_mean(grads, axis=(1, 2), keepdims=True)
    heat = tf.nn.relu(tf.reduce_sum(conv * weights, axis=-1))
    return heat / (tf.reduce_max(heat, axis=(1, 2), keepdims=True) + 1e-9)


images, labels, at = pictures(40)
heat = tf.image.resize(grad_cam(images.astype("float32"))[..., tf.newaxis], (16, 16), method="bilinear").numpy()[..., 0]
inside = np.array([h[r:r + 5, c:c + 5].mean() for h, (r, c) in zip(heat, at)])
print("inside", inside.mean())
print("rate", float(model.optimizer.learning_rate.numpy()))
print("accuracy", accuracy)
print("loss", loss)
