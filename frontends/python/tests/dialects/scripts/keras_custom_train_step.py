"""Models with train_step of their own: a denoising VAE with several metrics, a contrastive pre-training, a head with two outputs."""
# framework: tensorflow
# tolerance: loss 0.1
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)


class Sampling(layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        batch, dim = tf.shape(mean)[0], tf.shape(mean)[1]
        return mean + tf.exp(0.5 * log_var) * tf.random.normal(shape=(batch, dim))


def encoder(latent=4):
    i = keras.Input((16, 16, 1))
    x = layers.Conv2D(8, 3, strides=2, padding="same")(i)
    x = layers.BatchNormalization()(x)
    x = layers.Activation("relu")(x)
    x = layers.SeparableConv2D(16, 3, strides=2, padding="same", activation="relu")(x)
    x = layers.Flatten()(x)
    x = layers.Dense(32, activation="swish")(x)
    mean, log_var = layers.Dense(latent, name="mean")(x), layers.Dense(latent, name="log_var", kernel_initializer="zeros")(x)
    return keras.Model(i, [mean, log_var, Sampling()([mean, log_var])], name="encoder")


def decoder(latent=4):
    return keras.Sequential([
        keras.Input((latent,)), layers.Dense(4 * 4 * 16, activation="relu"), layers.Reshape((4, 4, 16)),
        layers.Conv2DTranspose(16, 3, strides=2, padding="same", activation="relu"),
        layers.UpSampling2D(), layers.Conv2D(8, 3, padding="same", activation="relu"),
        layers.Conv2D(1, 3, padding="same", activation="sigmoid")], name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder, beta=0.05, **kwargs):
        super().__init__(**kwargs)
        self.encoder, self.decoder, self.beta = encoder, decoder, beta
        self.total_tracker = keras.metrics.Mean(name="loss")
        self.rec_tracker = keras.metrics.Mean(name="reconstruction")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.total_tracker, self.rec_tracker, self.kl_tracker]

    def measured(self, noisy, clean):
        mean, log_var, z = self.encoder(noisy)
        rec = tf.reduce_mean(keras.losses.binary_crossentropy(clean, self.decoder(z)))
        kl = -0.5 * (1 + log_var - tf.square(mean) - tf.exp(log_var))
        return rec, tf.reduce_mean(tf.reduce_sum(kl, axis=1))

    def train_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        noisy = tf.clip_by_value(x + 0.1 * tf.random.normal(tf.shape(x)), 0.0, 1.0)
        with tf.GradientTape() as tape:
            rec, kl = self.measured(noisy, x)
            total = rec + self.beta * kl / 16
        grads = tape.gradient(total, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        for tracker, value in zip(self.metrics, (total, rec, kl)):
            tracker.update_state(value)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        rec, kl = self.measured(x, x)
        self.total_tracker.update_state(rec + self.beta * kl / 16)
        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def call(self, x):
        return self.decoder(self.encoder(x)[2])


def images(n):
    yy, xx = np.mgrid[:16, :16]
    c = rng.uniform(4, 12, (n, 2))
    r = rng.uniform(2, 5, n)
    d = np.sqrt((yy - c[:, :1, None]) ** 2 + (xx - c[:, 1:, None]) ** 2)
    return (d < r[:, None, None]).astype("float32")[..., None], r.astype("float32")


x, radius = images(512)
x_test, radius_test = images(128)
vae = VAE(encoder(), decoder())
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
history = vae.fit(x, epochs=12, batch_size=32, validation_data=(x_test,), verbose=0)
assert set(history.history) == {"loss", "reconstruction", "kl", "val_loss", "val_reconstruction", "val_kl"}, set(history.history)
test = vae.evaluate(x_test, verbose=0, return_dict=True)
print("loss", test["loss"])
assert 1 < test["kl"] < 20
assert vae.predict(x_test[:5], verbose=0).shape == (5, 16, 16, 1)

# The encoder is kept as it is; a head with two outputs learns from its means.
vae.encoder.trainable = False
i = keras.Input((16, 16, 1), name="image")
extra = keras.Input((1,), name="extra")
mean, _, _ = vae.encoder(i, training=False)
h = layers.Concatenate()([mean, extra])
h = layers.Dense(24, activation=layers.LeakyReLU(negative_slope=0.1))(h)
model = keras.Model([i, extra], {"radius": layers.Dense(1, name="radius")(h), "big": layers.Dense(1, activation="sigmoid", name="big")(h)})
assert len(model.trainable_weights) == 6 and len(model.non_trainable_weights) > 6
model.compile("adam", loss={"radius": "mse", "big": keras.losses.BinaryCrossentropy(label_smoothing=0.05)},
              loss_weights={"radius": 0.5, "big": 1.0},
              metrics={"radius": [keras.metrics.MeanAbsoluteError(name="mae")], "big": [keras.metrics.AUC(name="auc")]})
big, big_test = (radius > 3.5).astype("float32"), (radius_test > 3.5).astype("float32")
hint = x.mean((1, 2)) * 4 + rng.normal(0, 0.05, (512, 1)).astype("float32")
hint_test = x_test.mean((1, 2)) * 4
weights = {"radius": np.ones(512), "big": np.where(big > 0, 1.0, 2.0)}
model.fit({"image": x, "extra": hint}, {"radius": radius, "big": big}, epochs=30, batch_size=32, verbose=0)
out = model.evaluate({"image": x_test, "extra": hint_test}, {"radius": radius_test, "big": big_test}, verbose=0,
                     return_dict=True)
assert {"loss", "radius_mae", "big_auc"} <= set(out), out
assert out["big_auc"] > 0.55, out
