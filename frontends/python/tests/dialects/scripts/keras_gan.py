"""TensorFlow: a generative adversarial network with two optimisers, two tapes and tf.function."""
# framework: tensorflow
# tolerance: d_loss 3 %, g_loss 3 %
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(7)
real = (rng.randn(1024, 2) @ np.array([[1.0, 0.5], [0.0, 0.6]]) + [2.0, -1.0]).astype(np.float32)
noise = rng.randn(1024, 4).astype(np.float32)


def make_generator():
    return tf.keras.Sequential([
        tf.keras.layers.Dense(16, use_bias=False, input_shape=(4,)),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.LeakyReLU(),
        tf.keras.layers.Dense(2)])


def make_discriminator():
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(16, input_shape=(2,)))
    model.add(tf.keras.layers.LeakyReLU(negative_slope=0.2))
    model.add(tf.keras.layers.Dense(1))
    return model


generator, discriminator = make_generator(), make_discriminator()
for net in (generator, discriminator):
    for v in net.trainable_variables:
        if len(v.shape) > 1:
            v.assign(rng.randn(*v.shape).astype(np.float32) * 0.4)

cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-3, beta_1=0.5)
discriminator_optimizer = tf.keras.optimizers.Adam(2e-3, beta_1=0.5)


@tf.function
def train_step(points, z):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(z, training=True)
        real_output = discriminator(points, training=True)
        fake_output = discriminator(fake, training=True)
        gen_loss = cross_entropy(tf.ones_like(fake_output), fake_output)
        disc_loss = cross_entropy(tf.ones_like(real_output), real_output) + cross_entropy(tf.zeros_like(fake_output), fake_output)
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
    return gen_loss, disc_loss


dataset = tf.data.Dataset.from_tensor_slices((real, noise)).batch(128, drop_remainder=True).cache().prefetch(2)
for epoch in range(10):
    losses = [train_step(points, z) for points, z in dataset]
g_loss, d_loss = (float(tf.reduce_mean([pair[i] for pair in losses])) for i in (0, 1))
sample = generator(noise[:256], training=False)
assert sample.shape == (256, 2) and np.isfinite(sample.numpy()).all()
print("d_loss", d_loss)
print("g_loss", g_loss)
