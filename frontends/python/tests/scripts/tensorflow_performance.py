"""A script for TensorFlow, as people write them who read the d2l book on computational performance."""

import tensorflow as tf, numpy
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
import tensorflow.keras.backend as K
from d2l import tensorflow as d2l


def get_net():
    net = tf.keras.Sequential()
    net.add(Dense(256, input_shape=(512,), activation="relu"))
    net.add(Dense(2, activation="linear"))
    return net


x = tf.random.normal([1, 512])
net = get_net()
print(net(x))
net = tf.function(net)
print(net(x))

with d2l.Benchmark("Eager"):
    for i in range(10):
        net(x)
tf.config.run_functions_eagerly(True)
net = get_net()
a = tf.random.normal((100, 100))
b = tf.linalg.matmul(a, a)

with tf.device("/CPU:0"):
    b = tf.matmul(a, a)

for i in tf.range(3):
    print(i)
ds = (
    tf.data.Dataset.from_tensor_slices((tf.ones((10, 3)), tf.range(10)))
    .map(lambda x, y: (x * 2, y))
    .shuffle(10)
    .batch(4)
    .prefetch(tf.data.AUTOTUNE)
)
print([y.shape for x, y in ds], len(ds))
ds = tf.data.Dataset.range(5).repeat(2).take(7)
print(list(ds.as_numpy_iterator()))
print(ds.cardinality())
tf.data.Dataset.from_generator


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    return x + 1


print(f(tf.ones(3)))


@tf.custom_gradient
def sq(x):

    def grad(dy):
        return 2 * x * dy

    return (x * x, grad)


v = tf.Variable(3.0)

with tf.GradientTape() as t:
    y = sq(v)
print(t.gradient(y, v))

with tf.GradientTape(persistent=True) as t:
    y = v * v
    z = y * y
print(t.gradient(z, [v, y]))
del t

with tf.GradientTape() as t:
    y = tf.stack([v, v * 2])
print(t.jacobian(y, v))
print(v + 1, v * 2, -v, v**2, abs(v), v > 2, bool(v > 2))
v = v + 1
print(type(v))
w = tf.Variable([1.0, 2.0])
w.assign([3.0, 4.0])
w[0].assign(9.0)
print(w.numpy(), w.read_value(), w.value())
try:
    w.assign([1.0, 2.0, 3.0])
except ValueError as e:
    print("ValueError", e)
w.grad
tf.constant([1, 2]) + tf.constant([1.0, 2.0])
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
tf.cond(tf.constant(True), lambda: 1, lambda: 2)
keras.utils.to_categorical([0, 1], 2)
keras.utils.set_random_seed(1)
tf.config.experimental.set_memory_growth
