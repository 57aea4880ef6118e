"""A script for TensorFlow, as people write them who read the d2l book on linear regression."""

import random
import numpy as np
import tensorflow as tf
from d2l import tensorflow as d2l

true_w = tf.constant([2, -3.4])
true_b = 4.2


def synthetic_data(w, b, n):
    X = tf.zeros((n, w.shape[0]))
    X += tf.random.normal(shape=X.shape)
    y = tf.matmul(X, tf.reshape(w, (-1, 1))) + b
    y += tf.random.normal(shape=y.shape, stddev=0.01)
    y = tf.reshape(y, (-1, 1))
    return (X, y)


features, labels = synthetic_data(true_w, true_b, 1000)
print(features[0], labels[0])


def data_iter(bs, features, labels):
    idx = list(range(len(features)))
    random.shuffle(idx)
    for i in range(0, len(features), bs):
        j = tf.constant(idx[i : min(i + bs, len(features))])
        yield (tf.gather(features, j), tf.gather(labels, j))


w = tf.Variable(tf.random.normal(shape=(2, 1), mean=0, stddev=0.01), trainable=True)
b = tf.Variable(tf.zeros(1), trainable=True)


def linreg(X, w, b):
    return tf.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - tf.reshape(y, y_hat.shape)) ** 2 / 2


def sgd(params, grads, lr, bs):
    for p, g in zip(params, grads):
        p.assign_sub(lr * g / bs)


for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        with tf.GradientTape() as g:
            l = squared_loss(linreg(X, w, b), y)
        dw, db = g.gradient(l, [w, b])
        sgd([w, b], [dw, db], 0.03, 10)
    print(f"epoch {epoch + 1}, loss {float(tf.reduce_mean(squared_loss(linreg(features, w, b), labels))):f}")
print(true_w - tf.reshape(w, true_w.shape), true_b - b)


def load_array(data_arrays, batch_size, is_train=True):
    dataset = tf.data.Dataset.from_tensor_slices(data_arrays)
    if is_train:
        dataset = dataset.shuffle(buffer_size=1000)
    return dataset.batch(batch_size)


it = load_array((features, labels), 10)
print(next(iter(it)))
initializer = tf.initializers.RandomNormal(stddev=0.01)
net = tf.keras.Sequential()
net.add(tf.keras.layers.Dense(1, kernel_initializer=initializer))
loss = tf.keras.losses.MeanSquaredError()
trainer = tf.keras.optimizers.SGD(learning_rate=0.03)

for epoch in range(3):
    for X, y in it:
        with tf.GradientTape() as tape:
            l = loss(net(X, training=True), y)
        grads = tape.gradient(l, net.trainable_variables)
        trainer.apply_gradients(zip(grads, net.trainable_variables))
    l = loss(net(features), labels)
    print(f"epoch {epoch + 1}, loss {l:f}")
w = net.get_weights()[0]
print(true_w - tf.reshape(w, true_w.shape), net.get_weights()[1])


class LinearRegressionScratch(d2l.Module):

    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        w = tf.random.normal((num_inputs, 1)) * sigma
        b = tf.zeros(1)
        self.w = tf.Variable(w, trainable=True)
        self.b = tf.Variable(b, trainable=True)

    def forward(self, X):
        return tf.matmul(X, self.w) + self.b

    def loss(self, y_hat, y):
        return tf.reduce_mean((y_hat - y) ** 2 / 2)

    def configure_optimizers(self):
        return SGD(self.lr)


class SGD(d2l.HyperParameters):

    def __init__(self, lr):
        self.save_hyperparameters()

    def apply_gradients(self, grads_and_vars):
        for grad, param in grads_and_vars:
            param.assign_sub(self.lr * grad)


model = LinearRegressionScratch(2, lr=0.03)
data = d2l.SyntheticRegressionData(w=tf.constant([2, -3.4]), b=4.2)
X, y = next(iter(data.train_dataloader()))
print(X.shape, y.shape, len(data.train_dataloader()))
trainer = d2l.Trainer(max_epochs=3)
trainer.fit(model, data)
print(data.w - tf.reshape(model.w, data.w.shape), data.b - model.b)


class LinearRegression(d2l.Module):

    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.layers.Dense(1, kernel_initializer=tf.initializers.RandomNormal(stddev=0.01))

    def forward(self, X):
        return self.net(X)

    def loss(self, y_hat, y):
        fn = tf.keras.losses.MeanSquaredError()
        return fn(y, y_hat)

    def configure_optimizers(self):
        return tf.keras.optimizers.SGD(self.lr)


m = LinearRegression(lr=0.03)
trainer.fit(m, data)
print(m.get_weights(), m.net.get_weights())
m = d2l.LinearRegression(lr=0.03)
trainer.fit(m, data)
w, b = m.get_w_b()
print(data.w - tf.reshape(w, data.w.shape), data.b - b)


class WeightDecay(d2l.LinearRegression):

    def __init__(self, wd, lr):
        super().__init__(lr)
        self.save_hyperparameters()
        self.net = tf.keras.layers.Dense(
            1,
            kernel_regularizer=tf.keras.regularizers.l2(wd),
            kernel_initializer=tf.keras.initializers.RandomNormal(0, 0.01),
        )

    def loss(self, y_hat, y):
        return super().loss(y_hat, y) + self.net.losses


mm = WeightDecay(wd=3, lr=0.01)
trainer.fit(mm, data)
print(d2l.DataModule, d2l.Classifier, d2l.FashionMNIST, d2l.ProgressBoard)
