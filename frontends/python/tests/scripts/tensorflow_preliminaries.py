"""A script for TensorFlow, as people write them who read the d2l book on preliminaries."""

import tensorflow as tf
import numpy as np

x = tf.range(12, dtype=tf.float32)
print(x, tf.size(x), x.shape)
X = tf.reshape(x, (3, 4))
print(X, tf.zeros((2, 3, 4)), tf.ones((2, 3)), tf.random.normal(shape=[3, 4]))
print(tf.constant([[2, 1, 4, 3], [1, 2, 3, 4]]))
print(X[-1], X[1:3])
X_var = tf.Variable(X)
X_var[1, 2].assign(9)
print(X_var)
X_var[0:2, :].assign(tf.ones(X_var[0:2, :].shape, dtype=tf.float32) * 12)
print(X_var, tf.exp(x))
x = tf.constant([1.0, 2, 4, 8])
y = tf.constant([2.0, 2, 2, 2])
print(x + y, x - y, x * y, x / y, x**y)
X = tf.reshape(tf.range(12, dtype=tf.float32), (3, 4))
Y = tf.constant([[2.0, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(tf.concat([X, Y], axis=0), X == Y, tf.reduce_sum(X))
a = tf.reshape(tf.range(3), (3, 1))
b = tf.reshape(tf.range(2), (1, 2))
print(a + b)
Z = tf.Variable(tf.zeros_like(Y))
before = id(Z)
Z.assign(X + Y)
print(id(Z) == before)


@tf.function
def computation(X, Y):
    Z = tf.zeros_like(Y)
    A = X + Y
    B = A + Y
    C = B + Y
    return C + Y


print(computation(X, Y))
A = X.numpy()
B = tf.constant(A)
print(type(A), type(B))
a = tf.constant([3.5]).numpy()
A = tf.reshape(tf.range(20, dtype=tf.float32), (5, 4))
print(tf.transpose(A), tf.reduce_mean(A), tf.reduce_sum(A) / tf.size(A).numpy())
print(tf.reduce_sum(A, axis=0), tf.reduce_sum(A, axis=[0, 1]))
print(tf.reduce_sum(A, axis=1, keepdims=True), tf.cumsum(A, axis=0))
x = tf.range(4, dtype=tf.float32)
print(tf.tensordot(x, tf.ones(4), axes=1), tf.linalg.matvec(A, x), tf.matmul(A, tf.transpose(A)))
print(tf.norm(tf.constant([3.0, -4.0])), tf.reduce_sum(tf.abs(x)), tf.norm(tf.ones((4, 9))))
x = tf.range(4, dtype=tf.float32)
x = tf.Variable(x)

with tf.GradientTape() as t:
    y = 2 * tf.tensordot(x, x, axes=1)
print(y)
x_grad = t.gradient(y, x)
print(x_grad, x_grad == 4 * x)

with tf.GradientTape(persistent=True) as t:
    y = x * x
    u = tf.stop_gradient(y)
    z = u * x
print(t.gradient(z, x) == u, t.gradient(y, x) == 2 * x)


def f(a):
    b = a * 2
    while tf.norm(b) < 1000:
        b = b * 2
    return b if tf.reduce_sum(b) > 0 else 100 * b


a = tf.Variable(tf.random.normal(shape=()))

with tf.GradientTape() as t:
    d = f(a)
print(t.gradient(d, a) == d / a)
c = tf.constant(3.0)

with tf.GradientTape() as t:
    t.watch(c)
    y = c * c
print(t.gradient(y, c), t.watched_variables())

with tf.GradientTape() as t:
    y = c * c
print(t.gradient(y, c))

with tf.GradientTape(watch_accessed_variables=False) as t:
    y = a * a
print(t.gradient(y, a))
print(tf.add(x, x), tf.subtract(x, x), tf.multiply(x, x), tf.divide(x, x), tf.square(x), tf.sqrt(x))
print(tf.pow(x, 2), tf.cast(x, tf.int32), tf.cast(x, "float64"), tf.argmax(x), tf.reduce_max(x))
print(tf.reduce_min(x), tf.reduce_mean(x), tf.expand_dims(x, 0), tf.squeeze(x), tf.stack([x, x]))
print(tf.unstack(x), tf.split(x, 2), tf.tile(x, [2]), tf.where(x > 1, x, tf.zeros_like(x)))
print(tf.maximum(x, 1), tf.clip_by_value(x, 0, 1), tf.one_hot([0, 2], 3), tf.gather(x, [0, 1]))
print(tf.boolean_mask(x, x > 1), tf.random.uniform((2,)), tf.random.set_seed(1))
print(tf.random.shuffle(x), tf.linspace(0.0, 1.0, 3), tf.eye(2), tf.fill([2], 3.0))
print(tf.einsum("i,i->", x, x), tf.nn.relu(x), tf.nn.softmax(x), tf.sigmoid(x), tf.tanh(x))
print(tf.math.log(x + 1), tf.identity(x), tf.rank(x), tf.shape(x), tf.convert_to_tensor([1, 2]))
print(tf.is_tensor(x), tf.equal(x, x), tf.reduce_any(x > 1), tf.reduce_all(x > 1), tf.sort(x))
print(tf.argsort(x), tf.meshgrid(x, x), tf.repeat(x, 2), tf.reverse(x, [0]), tf.pad(x, [[1, 1]]))
print(tf.math.reduce_std(x), tf.unique(x), tf.range(5), tf.abs(x), tf.sign(x), tf.round(x))
print(tf.floor(x), tf.math.top_k(x, 2), tf.random.categorical(tf.ones((1, 3)), 2), tf.newaxis)
print(x.dtype, x.dtype == tf.float32, isinstance(x, tf.Variable), isinstance(c, tf.Tensor))
print(tf.float32, x[None], x[:, tf.newaxis].shape, len(x), x.shape.as_list(), x.device, c.device)
x.assign_add(tf.ones(4))
x.assign_sub(tf.ones(4))
x.assign([1.0, 2.0, 3.0, 4.0])
print(x, x.name, x.trainable, float(x[0]), x.numpy(), tf.Variable(1), tf.Variable(3.0, name="w"))
print(f"{c:.3f}", f"{float(c):f}")
tf.print(x, c)
tf.debugging.assert_equal(c, c)
print(tf.signal.fft(tf.cast(x, tf.complex64)), tf.config.list_physical_devices("GPU"))
print(tf.executing_eagerly(), tf.__version__)
