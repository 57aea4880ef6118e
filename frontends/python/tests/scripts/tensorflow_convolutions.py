"""A script for TensorFlow, as people write them who read the d2l book on convolutions."""

import tensorflow as tf
from d2l import tensorflow as d2l


def corr2d(X, K):
    h, w = K.shape
    Y = tf.Variable(tf.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1)))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j].assign(tf.reduce_sum(X[i : i + h, j : j + w] * K))
    return Y


print(corr2d(tf.constant([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]), tf.constant([[0.0, 1.0], [2.0, 3.0]])))


class Conv2D(tf.keras.layers.Layer):

    def __init__(self):
        super().__init__()

    def build(self, kernel_size):
        initializer = tf.random_normal_initializer()
        self.weight = self.add_weight(name="w", shape=(1, 2), initializer=initializer)
        self.bias = self.add_weight(name="b", shape=(1,), initializer=initializer)

    def call(self, inputs):
        return corr2d(inputs, self.weight) + self.bias


print(Conv2D()(tf.ones((4, 4))).shape)
X = tf.Variable(tf.ones((6, 8)))
X[:, 2:6].assign(tf.zeros(X[:, 2:6].shape))
K = tf.constant([[1.0, -1.0]])
Y = corr2d(X, K)
print(Y, corr2d(tf.transpose(X), K))
conv2d = tf.keras.layers.Conv2D(1, (1, 2), use_bias=False)
X = tf.reshape(X, (1, 6, 8, 1))
Y = tf.reshape(Y, (1, 6, 7, 1))
lr = 0.03
Y_hat = conv2d(X)

for i in range(10):
    with tf.GradientTape(watch_accessed_variables=False) as g:
        g.watch(conv2d.weights[0])
        Y_hat = conv2d(X)
        l = abs(Y_hat - Y) ** 2
        update = tf.multiply(lr, g.gradient(l, conv2d.weights[0]))
        weights = conv2d.get_weights()
        weights[0] = conv2d.weights[0] - update
        conv2d.set_weights(weights)
        if (i + 1) % 2 == 0:
            print(f"epoch {i + 1}, loss {tf.reduce_sum(l):.3f}")
print(tf.reshape(conv2d.get_weights()[0], (1, 2)))


def comp(c, X):
    X = tf.reshape(X, (1,) + X.shape + (1,))
    Y = c(X)
    return tf.reshape(Y, Y.shape[1:3])


print(
    comp(tf.keras.layers.Conv2D(1, kernel_size=3, padding="same", strides=2), tf.random.uniform(shape=(8, 8))).shape
)
print(
    comp(
        tf.keras.layers.Conv2D(1, kernel_size=(3, 5), padding="valid", strides=(3, 4)),
        tf.random.uniform(shape=(8, 8)),
    ).shape
)
X = tf.reshape(tf.range(16, dtype=tf.float32), (1, 4, 4, 1))
print(tf.keras.layers.MaxPool2D(pool_size=[3, 3])(X))
print(
    tf.keras.layers.MaxPool2D(pool_size=[3, 3], padding="valid", strides=2)(
        tf.pad(X, tf.constant([[0, 0], [1, 0], [1, 0], [0, 0]]))
    )
)
print(tf.keras.layers.AvgPool2D(2)(X))
print(tf.concat([X, X + 1], 3).shape)


def net():
    return tf.keras.models.Sequential(
        [
            tf.keras.layers.Conv2D(filters=6, kernel_size=5, activation="sigmoid", padding="same"),
            tf.keras.layers.AvgPool2D(pool_size=2, strides=2),
            tf.keras.layers.Conv2D(filters=16, kernel_size=5, activation="sigmoid"),
            tf.keras.layers.AvgPool2D(pool_size=2, strides=2),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(120, activation="sigmoid"),
            tf.keras.layers.Dense(84, activation="sigmoid"),
            tf.keras.layers.Dense(10),
        ]
    )


X = tf.random.uniform((1, 28, 28, 1))

for layer in net().layers:
    X = layer(X)
    print(layer.__class__.__name__, "output shape: \t", X.shape)
X0 = tf.random.normal((64, 28, 28, 1))
y0 = tf.random.uniform((64,), 0, 10, dtype=tf.int32)
it = d2l.load_array((X0, y0), 32)
d2l.train_ch6(net, it, it, 2, 0.9, d2l.try_gpu())


class LeNet(d2l.Classifier):

    def __init__(self, lr=0.1, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.models.Sequential(
            [
                tf.keras.layers.Conv2D(filters=6, kernel_size=5, activation="sigmoid", padding="same"),
                tf.keras.layers.AvgPool2D(pool_size=2, strides=2),
                tf.keras.layers.Flatten(),
                tf.keras.layers.Dense(num_classes),
            ]
        )


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X, self.y = (X0, y0)

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


m = LeNet()
m.layer_summary((1, 28, 28, 1))
tr = d2l.Trainer(max_epochs=1)

with d2l.try_gpu():
    tr.fit(m, Toy())


class BatchNorm(tf.keras.layers.Layer):

    def __init__(self, **kwargs):
        super(BatchNorm, self).__init__(**kwargs)

    def build(self, input_shape):
        ws = [input_shape[-1]]
        self.gamma = self.add_weight(name="gamma", shape=ws, initializer=tf.initializers.ones, trainable=True)
        self.moving_mean = self.add_weight(name="mm", shape=ws, initializer=tf.initializers.zeros, trainable=False)
        super(BatchNorm, self).build(input_shape)

    def assign_moving_average(self, variable, value):
        momentum = 0.9
        delta = variable * momentum + value * (1 - momentum)
        return variable.assign(delta)

    @tf.function
    def call(self, inputs, training):
        if training:
            axes = list(range(len(inputs.shape) - 1))
            m = tf.reduce_mean(inputs, axes, keepdims=True)
            v = tf.reduce_mean(tf.math.squared_difference(inputs, tf.stop_gradient(m)), axes, keepdims=True)
            m = tf.squeeze(m, axes)
            v = tf.squeeze(v, axes)
            self.add_update(self.assign_moving_average(self.moving_mean, m))
        return inputs * tf.cast(tf.math.rsqrt(tf.ones(1)), inputs.dtype) * self.gamma


print(BatchNorm()(tf.ones((2, 4, 4, 3)), training=True).shape)


class Residual(tf.keras.Model):

    def __init__(self, nc, use_1x1conv=False, strides=1):
        super().__init__()
        self.conv1 = tf.keras.layers.Conv2D(nc, padding="same", kernel_size=3, strides=strides)
        self.conv2 = tf.keras.layers.Conv2D(nc, kernel_size=3, padding="same")
        self.conv3 = None
        if use_1x1conv:
            self.conv3 = tf.keras.layers.Conv2D(nc, kernel_size=1, strides=strides)
        self.bn1 = tf.keras.layers.BatchNormalization()
        self.bn2 = tf.keras.layers.BatchNormalization()

    def call(self, X):
        Y = tf.keras.activations.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        if self.conv3 is not None:
            X = self.conv3(X)
        Y += X
        return tf.keras.activations.relu(Y)


print(Residual(6, True, 2)(tf.ones((4, 6, 6, 3))).shape)
print(tf.keras.layers.GlobalAvgPool2D()(tf.ones((1, 4, 4, 3))).shape)
print(tf.keras.layers.GlobalAveragePooling2D()(tf.ones((1, 4, 4, 3))).shape)
print(tf.keras.layers.Conv2DTranspose(1, 2)(tf.ones((1, 2, 2, 1))).shape)
print(tf.keras.layers.UpSampling2D(2)(tf.ones((1, 2, 2, 1))).shape)
print(tf.keras.layers.Concatenate()([X0, X0]).shape)
print(tf.keras.layers.Embedding(3, 4)(tf.constant([0, 1])).shape)
l = tf.keras.layers.LSTM(8, return_sequences=True, return_state=True)
y, h, c = l(tf.ones((2, 3, 4)))
print(y.shape, h.shape)
print(tf.keras.layers.GRU(8)(tf.ones((2, 3, 4))).shape)
print(tf.keras.layers.SimpleRNN(8)(tf.ones((2, 3, 4))).shape)
