"""Keras: a recurrent classifier of integer sequences with a custom train_step and a custom layer."""
# framework: tensorflow
# tolerance: loss 0.15, accuracy 0.1
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

tf.random.set_seed(2)
rng = np.random.RandomState(2)


def sequences(n, length=12):
    """Label 1 where the token 1 comes before the token 2."""
    x = rng.randint(3, 15, size=(n, length))
    y = rng.randint(0, 2, size=n)
    for row, label in zip(x, y):
        a, b = sorted(rng.choice(length, 2, replace=False))
        row[a], row[b] = (1, 2) if label else (2, 1)
    return x, y.astype("float32")


class Scale(layers.Layer):
    """Multiplies the features by trained factors."""

    def build(self, input_shape):
        self.factors = self.add_weight(name="factors", shape=(input_shape[-1],), initializer="ones", trainable=True)

    def call(self, inputs):
        return inputs * self.factors


class Trainer(models.Model):
    def __init__(self):
        super().__init__()
        self.embed = layers.Embedding(15, 8)
        self.lstm = layers.LSTM(16)
        self.scale = Scale()
        self.dense = layers.Dense(1)

    def call(self, x):
        return self.dense(self.scale(self.lstm(self.embed(x))))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = tf.squeeze(self(x), axis=-1)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


x_train, y_train = sequences(600)
x_test, y_test = sequences(300)
model = Trainer()
model.compile(optimizer=tf.keras.optimizers.Adam(0.02))
model.fit(x_train, y_train, epochs=15, batch_size=50, verbose=0)

logits = tf.squeeze(model(x_test), -1)
predicted = tf.cast(logits > 0, tf.float32)
loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.constant(y_test), logits=logits))
print("accuracy", float(tf.reduce_mean(tf.cast(tf.equal(predicted, y_test), tf.float32))))
print("loss", float(loss))
