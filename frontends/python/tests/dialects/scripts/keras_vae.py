"""Keras: a variational autoencoder with a train_step of its own, a sampling layer and trackers of losses."""
# framework: tensorflow
# tolerance: loss 3 %, kl_loss 8 %
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(11)
LATENT = 2
angles = rng.rand(512) * 2 * np.pi
basis = rng.randn(2, 12)
data = (1 / (1 + np.exp(-np.stack([np.cos(angles), np.sin(angles)], 1) @ basis))).astype("float32")
noise = tf.constant(rng.randn(512, LATENT).astype("float32"))


class Sampling(layers.Layer):
    """Uses (z_mean, z_log_var) to sample z."""

    def call(self, inputs):
        z_mean, z_log_var, epsilon = inputs
        return z_mean + tf.exp(0.5 * z_log_var) * epsilon


encoder_inputs = keras.Input(shape=(12,))
epsilon_inputs = keras.Input(shape=(LATENT,))
x = layers.Dense(24, activation="relu")(encoder_inputs)
z_mean = layers.Dense(LATENT, name="z_mean")(x)
z_log_var = layers.Dense(LATENT, name="z_log_var")(x)
z = Sampling()([z_mean, z_log_var, epsilon_inputs])
encoder = keras.Model([encoder_inputs, epsilon_inputs], [z_mean, z_log_var, z], name="encoder")

latent_inputs = keras.Input(shape=(LATENT,))
x = layers.Dense(24, activation="relu")(latent_inputs)
decoder = keras.Model(latent_inputs, layers.Dense(12, activation="sigmoid")(x), name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder = encoder
        self.decoder = decoder
        self.total_loss_tracker = keras.metrics.Mean(name="loss")
        self.reconstruction_loss_tracker = keras.metrics.Mean(name="reconstruction_loss")
        self.kl_loss_tracker = keras.metrics.Mean(name="kl_loss")

    @property
    def metrics(self):
        return [self.total_loss_tracker, self.reconstruction_loss_tracker, self.kl_loss_tracker]

    def train_step(self, data):
        points, epsilon = data
        with tf.GradientTape() as tape:
            z_mean, z_log_var, z = self.encoder([points, epsilon])
            reconstruction = self.decoder(z)
            reconstruction_loss = tf.reduce_mean(tf.reduce_sum(tf.square(points - reconstruction), axis=1)) * 20
            kl_loss = -0.5 * (1 + z_log_var - tf.square(z_mean) - tf.exp(z_log_var))
            kl_loss = tf.reduce_mean(tf.reduce_sum(kl_loss, axis=1))
            total_loss = reconstruction_loss + kl_loss
        grads = tape.gradient(total_loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.total_loss_tracker.update_state(total_loss)
        self.reconstruction_loss_tracker.update_state(reconstruction_loss)
        self.kl_loss_tracker.update_state(kl_loss)
        return {m.name: m.result() for m in self.metrics}


for part in (encoder, decoder):
    part.set_weights([(rng.randn(*w.shape) * 0.3).astype("float32") for w in part.get_weights()])
vae = VAE(encoder, decoder)
vae.compile(optimizer=keras.optimizers.Adam(0.01))
history = vae.fit(tf.data.Dataset.from_tensor_slices((data, noise)).batch(64), epochs=30, verbose=0)
means, _, _ = encoder.predict([data, noise.numpy()], verbose=0)
assert means.shape == (512, LATENT)
print("kl_loss", history.history["kl_loss"][-1])
print("loss", history.history["loss"][-1])
