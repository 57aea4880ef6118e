"""TensorFlow: a subclassed model, tf.data and a training loop with GradientTape."""
# framework: tensorflow
# tolerance: loss 3 %, accuracy 0.01
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)
x = rng.rand(600, 2).astype(np.float32) * 4 - 2
y = ((x ** 2).sum(1) < 2).astype(np.int64)


class Net(tf.keras.Model):
    def __init__(self, hidden):
        super().__init__()
        self.d1 = tf.keras.layers.Dense(hidden, activation=tf.nn.relu)
        self.d2 = tf.keras.layers.Dense(hidden, activation="relu")
        self.out = tf.keras.layers.Dense(2)

    def call(self, inputs, training=False):
        return self.out(self.d2(self.d1(inputs)))


model = Net(24)
model(tf.zeros((1, 2)))
for v in model.trainable_variables:
    v.assign(rng.randn(*v.shape).astype(np.float32) * (0.5 if len(v.shape) > 1 else 0.0))

train_ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(50).prefetch(tf.data.AUTOTUNE)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.02, decay_steps=60, decay_rate=0.8)
optimizer = tf.keras.optimizers.Adam(schedule)
train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")


@tf.function
def train_step(points, labels):
    with tf.GradientTape() as tape:
        predictions = model(points, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)
    return norm


for epoch in range(10):
    train_loss.reset_state()
    train_accuracy.reset_state()
    for points, labels in train_ds:
        norm = train_step(points, labels)
    tf.print("epoch", epoch, "loss", train_loss.result(), "norm", norm)

grid = tf.stack(tf.meshgrid(tf.linspace(-2.0, 2.0, 5), tf.linspace(-2.0, 2.0, 5)), axis=-1)
inside = tf.argmax(model(tf.reshape(grid, (-1, 2))), axis=1)
assert inside.shape == (25,) and int(inside[12]) == 1 and int(inside[0]) == 0
print("accuracy", float(train_accuracy.result()))
print("loss", float(train_loss.result()))
