"""A script for TensorFlow, as people write them who read the d2l book on the builder's guide."""

import tensorflow as tf
import numpy as np

net = tf.keras.models.Sequential([tf.keras.layers.Dense(256, activation=tf.nn.relu), tf.keras.layers.Dense(10)])
X = tf.random.uniform((2, 20))
print([net.layers[i].get_weights() for i in range(len(net.layers))])
print(net(X).shape, [w.shape for w in net.get_weights()])


class MLP(tf.keras.Model):

    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(units=256, activation=tf.nn.relu)
        self.out = tf.keras.layers.Dense(units=10)

    def call(self, X):
        return self.out(self.hidden(X))


mlp = MLP()
print(mlp(X).shape)


class MySequential(tf.keras.Model):

    def __init__(self, *args):
        super().__init__()
        self.modules = args

    def call(self, X):
        for module in self.modules:
            X = module(X)
        return X


print(MySequential(tf.keras.layers.Dense(units=256, activation=tf.nn.relu), tf.keras.layers.Dense(10))(X).shape)


class FixedHiddenMLP(tf.keras.Model):

    def __init__(self):
        super().__init__()
        self.flatten = tf.keras.layers.Flatten()
        self.rand_weight = tf.constant(tf.random.uniform((20, 20)))
        self.dense = tf.keras.layers.Dense(20, activation=tf.nn.relu)

    def call(self, inputs):
        X = self.flatten(inputs)
        X = tf.nn.relu(tf.matmul(X, self.rand_weight) + 1)
        X = self.dense(X)
        while tf.reduce_sum(tf.math.abs(X)) > 1:
            X /= 2
        return tf.reduce_sum(X)


print(FixedHiddenMLP()(X))


class NestMLP(tf.keras.Model):

    def __init__(self):
        super().__init__()
        self.net = tf.keras.Sequential()
        self.net.add(tf.keras.layers.Dense(64, activation=tf.nn.relu))
        self.net.add(tf.keras.layers.Dense(32, activation=tf.nn.relu))
        self.dense = tf.keras.layers.Dense(16, activation=tf.nn.relu)

    def call(self, inputs):
        return self.dense(self.net(inputs))


chimera = tf.keras.Sequential()
chimera.add(NestMLP())
chimera.add(tf.keras.layers.Dense(20))
chimera.add(FixedHiddenMLP())
print(chimera(X))
net = tf.keras.models.Sequential(
    [tf.keras.layers.Flatten(), tf.keras.layers.Dense(4, activation=tf.nn.relu), tf.keras.layers.Dense(1)]
)
X4 = tf.random.uniform((2, 4))
net(X4)
print(net.layers[2].weights, type(net.layers[2].weights[1]), net.layers[2].weights[1])
print(tf.convert_to_tensor(net.layers[2].weights[1]), net.get_weights()[1], net.layers[1].weights)
print(net.layers[2].bias, net.layers[2].kernel, net.summary())


def block1(name):
    return tf.keras.Sequential(
        [tf.keras.layers.Flatten(), tf.keras.layers.Dense(4, activation=tf.nn.relu)], name=name
    )


def block2():
    net = tf.keras.Sequential()
    for i in range(4):
        net.add(block1(name=f"block-{i}"))
    return net


rg = tf.keras.Sequential()
rg.add(block2())
rg.add(tf.keras.layers.Dense(1))
rg(X4)
print(rg.summary(), rg.layers[0].layers[1].layers[1].weights[1])
net = tf.keras.models.Sequential(
    [
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(
            4,
            activation=tf.nn.relu,
            kernel_initializer=tf.random_normal_initializer(mean=0, stddev=0.01),
            bias_initializer=tf.zeros_initializer(),
        ),
        tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.Constant(1)),
    ]
)
net(X4)
print(net.weights[0], net.weights[1])
tf.keras.layers.Dense(4, kernel_initializer=tf.keras.initializers.GlorotUniform())


class MyInit(tf.keras.initializers.Initializer):

    def __call__(self, shape, dtype=None):
        data = tf.random.uniform(shape, -10, 10, dtype=dtype)
        factor = tf.abs(data) >= 5
        factor = tf.cast(factor, tf.float32)
        return data * factor


net = tf.keras.models.Sequential([tf.keras.layers.Dense(4, kernel_initializer=MyInit()), tf.keras.layers.Dense(1)])
net(X4)
print(net.layers[0].weights[0])
net.layers[0].weights[0][:].assign(net.layers[0].weights[0] + 1)
net.layers[0].weights[0][0, 0].assign(42)
print(net.layers[0].weights[0])
assert float(net.layers[0].weights[0][0, 0]) == 42
shared = tf.keras.layers.Dense(4, activation=tf.nn.relu)
net = tf.keras.models.Sequential([tf.keras.layers.Flatten(), shared, shared, tf.keras.layers.Dense(1)])
net(X4)
print(len(net.layers) == 3, len(net.weights))


class CenteredLayer(tf.keras.Model):

    def __init__(self):
        super().__init__()

    def call(self, X):
        return X - tf.reduce_mean(X)


print(CenteredLayer()(tf.constant([1.0, 2, 3, 4, 5])))


class MyDense(tf.keras.Model):

    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, X_shape):
        self.weight = self.add_weight(
            name="weight", shape=[X_shape[-1], self.units], initializer=tf.random_normal_initializer()
        )
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer=tf.zeros_initializer())

    def call(self, X):
        return tf.nn.relu(tf.matmul(X, self.weight) + self.bias)


d = MyDense(3)
print(d(tf.random.uniform((2, 5))), d.get_weights())


class L2(tf.keras.layers.Layer):

    def __init__(self, units=3, **kwargs):
        super(L2, self).__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="random_normal", trainable=True)
        self.b = tf.Variable(tf.zeros(self.units))
        super().build(input_shape)

    def call(self, inputs, training=None):
        return tf.matmul(inputs, self.w) + self.b

    def get_config(self):
        return {**super().get_config(), "units": self.units}


l = L2(4, name="mine")
l(X)
print(l.name, l.trainable_variables, l.built, l.get_config())
import os, tempfile

os.chdir(tempfile.mkdtemp())
x = tf.range(4)
np.save("x-file.npy", x)
print(np.load("x-file.npy", allow_pickle=True))
np.save("xy.npy", [x, tf.zeros(4)])
np.save("d.npy", {"x": x})
Y = mlp(X)
mlp.save_weights("mlp.params")
c = MLP()
c.load_weights("mlp.params")
c(X)
assert np.all((c(X) == Y).numpy())
print(tf.device("/CPU:0"), tf.device("/GPU:0"), tf.device("/GPU:1"))
print(len(tf.config.experimental.list_physical_devices("GPU")))
print(len(tf.config.list_physical_devices("GPU")))

with tf.device("/CPU:0"):
    print(tf.ones((2, 3)).device)
net.build((None, 4))
print(net.count_params(), net.layers, net.get_layer(index=0))
lam = tf.keras.layers.Lambda(lambda x: x * 2)
print(lam(X).shape)
import pickle, copy

pickle.loads(pickle.dumps(tf.ones(3)))
copy.deepcopy(tf.Variable(1.0))
