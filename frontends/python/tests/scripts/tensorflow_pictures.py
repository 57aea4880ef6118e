"""A script for TensorFlow, as people write them who sort pictures of clothes."""

import numpy as np
import tensorflow as tf

tf.random.set_seed(0)

(train_images, train_labels), (test_images, test_labels) = tf.keras.datasets.fashion_mnist.load_data()
print(train_images.shape, train_images.dtype, test_labels[:5])
train_images, train_labels = train_images[:200], train_labels[:200]
test_images, test_labels = test_images[:100], test_labels[:100]


def prepare(image, label):
    image = tf.cast(image, tf.float32)[..., tf.newaxis] / 255.0
    return (image - 0.2860) / 0.3530, tf.cast(label, tf.int32)


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


train = (
    tf.data.Dataset.from_tensor_slices((train_images, train_labels))
    .map(prepare, num_parallel_calls=tf.data.AUTOTUNE)
    .cache()
    .shuffle(200)
    .map(augment)
    .batch(20)
    .prefetch(tf.data.AUTOTUNE)
)
test = tf.data.Dataset.from_tensor_slices((test_images, test_labels)).map(prepare).batch(50)
for image, label in train.take(1):
    assert image.shape == (20, 28, 28, 1) and label.shape == (20,)
assert sum(1 for _ in train.repeat(2)) == 20

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(8, 3, padding="same", activation="relu", input_shape=(28, 28, 1)),
        tf.keras.layers.MaxPooling2D(4),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(10),
    ]
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(0.01),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train, epochs=2, validation_data=test)
loss, accuracy = model.evaluate(test, verbose=2)
print(f"accuracy {accuracy:.3f}")
assert accuracy > 0.5, accuracy

loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_object(labels, model(images, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


print([float(train_step(images, labels)) for images, labels in train.take(3)])
predictions = model.predict(test)
print(np.argmax(predictions, axis=1)[:5])
