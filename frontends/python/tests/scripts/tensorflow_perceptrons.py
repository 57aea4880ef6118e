"""A script for TensorFlow, as people write them who read the d2l book on multilayer perceptrons."""

import tensorflow as tf
from d2l import tensorflow as d2l

x = tf.Variable(tf.range(-8.0, 8.0, 0.1), dtype=tf.float32)
y = tf.nn.relu(x)
d2l.plot(x.numpy(), y.numpy(), "x", "relu(x)", figsize=(5, 2.5))

with tf.GradientTape() as t:
    y = tf.nn.relu(x)
d2l.plot(x.numpy(), t.gradient(y, x).numpy(), "x", "grad")
X0 = tf.random.normal((256, 28, 28, 1))
y0 = tf.random.uniform((256,), 0, 10, dtype=tf.int32)
it = d2l.load_array((X0, y0), 32)
net = tf.keras.models.Sequential(
    [
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(256, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(10),
    ]
)
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
tr = tf.keras.optimizers.SGD(learning_rate=0.1)
d2l.train_ch3(net, it, it, loss, 2, tr)


class SoftmaxRegressionScratch(d2l.Classifier):

    def __init__(self, num_inputs, num_outputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W = tf.Variable(tf.random.normal((num_inputs, num_outputs), 0, sigma))
        self.b = tf.Variable(tf.zeros(num_outputs))

    def forward(self, X):
        X = tf.reshape(X, (-1, self.W.shape[0]))
        e = tf.exp(tf.matmul(X, self.W) + self.b)
        return e / tf.reduce_sum(e, 1, keepdims=True)

    def loss(self, y_hat, y):
        return -tf.reduce_mean(tf.math.log(tf.boolean_mask(y_hat, tf.one_hot(y, depth=y_hat.shape[-1]))))


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X, self.y = (X0, y0)

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


data = Toy()
tt = d2l.Trainer(max_epochs=2)
tt.fit(SoftmaxRegressionScratch(784, 10, 0.1), data)


class MLP(d2l.Classifier):

    def __init__(self, no, nh, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.models.Sequential(
            [tf.keras.layers.Flatten(), tf.keras.layers.Dense(nh, activation="relu"), tf.keras.layers.Dense(no)]
        )


tt.fit(MLP(10, 64, 0.1), data)


class MLPScratch(d2l.Classifier):

    def __init__(self, ni, no, nh, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W1 = tf.Variable(tf.random.normal((ni, nh)) * sigma)
        self.b1 = tf.Variable(tf.zeros(nh))
        self.W2 = tf.Variable(tf.random.normal((nh, no)) * sigma)
        self.b2 = tf.Variable(tf.zeros(no))

    def forward(self, X):
        X = tf.reshape(X, (-1, self.ni))
        H = tf.math.maximum(tf.matmul(X, self.W1) + self.b1, 0)
        return tf.matmul(H, self.W2) + self.b2


tt.fit(MLPScratch(784, 10, 64, 0.1), data)


def dropout_layer(X, dropout):
    mask = tf.random.uniform(shape=tf.shape(X), minval=0, maxval=1) < 1 - dropout
    return tf.cast(mask, dtype=tf.float32) * X / (1.0 - dropout)


print(dropout_layer(tf.reshape(tf.range(16, dtype=tf.float32), (2, 8)), 0.5))
net = tf.keras.Sequential(
    [
        tf.keras.Input(shape=(784,)),
        tf.keras.layers.Dense(64, "relu", kernel_regularizer=tf.keras.regularizers.L2(0.001)),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(10, activation="softmax"),
    ]
)
net.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
h = net.fit(tf.reshape(X0, (-1, 784)), y0, epochs=2, batch_size=32, validation_split=0.2, verbose=0)
print(h.history.keys())
print(net.evaluate(tf.reshape(X0, (-1, 784)), y0, verbose=0))
print(net.predict(tf.reshape(X0, (-1, 784)), verbose=0).shape)
net.summary()
inputs = tf.keras.Input(shape=(784,))
hdd = tf.keras.layers.Dense(64, activation="relu")(inputs)
out = tf.keras.layers.Dense(10)(hdd)
fm = tf.keras.Model(inputs=inputs, outputs=out, name="mlp")
print(fm(tf.reshape(X0, (-1, 784))).shape)
fm.compile(
    optimizer=tf.keras.optimizers.Adam(0.001), loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
)
fm.fit(tf.reshape(X0, (-1, 784)), y0, epochs=1, verbose=0)
fm.summary()
a = tf.keras.Input((8,))
b = tf.keras.Input((8,))
c = tf.keras.layers.Concatenate()([a, b])
d = tf.keras.layers.Add()([a, b])
e = c * 2 + 1
m2 = tf.keras.Model([a, b], [e, d])
print([o.shape for o in m2([tf.ones((2, 8)), tf.ones((2, 8))])])
s = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
print(s(5))
o = tf.keras.optimizers.SGD(learning_rate=s)
s2 = tf.keras.optimizers.schedules.PiecewiseConstantDecay([5, 10], [0.5, 0.4, 0.3])
print(s2(6), tf.keras.optimizers.schedules.CosineDecay(0.1, 10)(3))
print(tf.keras.optimizers.schedules.PolynomialDecay(0.1, 10)(3))
print(tf.keras.optimizers.schedules.InverseTimeDecay(0.1, 10, 0.5)(3))
o.apply_gradients([(tf.ones(3), tf.Variable(tf.ones(3)))])
o2 = tf.keras.optimizers.Adam()
print(o2.learning_rate, o2.lr)
o2.learning_rate = 0.5
tf.keras.backend.set_value(o2.learning_rate, 0.1)
o2.learning_rate.assign(0.1)


class CB(tf.keras.callbacks.Callback):

    def on_epoch_end(self, epoch, logs=None):
        print("end", epoch, sorted(logs))


net.fit(
    tf.reshape(X0, (-1, 784)),
    y0,
    epochs=2,
    verbose=0,
    callbacks=[
        CB(),
        tf.keras.callbacks.LearningRateScheduler(lambda e: 0.1 / (e + 1)),
        tf.keras.callbacks.EarlyStopping(monitor="loss", patience=3),
    ],
)
acc = tf.keras.metrics.SparseCategoricalAccuracy()
acc.update_state(y0, net(tf.reshape(X0, (-1, 784))))
print(acc.result().numpy())
acc.reset_states()
mean = tf.keras.metrics.Mean(name="m")
mean(3.0)
print(mean.result())


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        p = fm(x, training=True)
        l = loss(y, p)
    g = tape.gradient(l, fm.trainable_variables)
    tr.apply_gradients(zip(g, fm.trainable_variables))
    return l


for X, y in it.take(2):
    print(train_step(tf.reshape(X, (-1, 784)), y).numpy())
print(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=tf.ones((32, 10))).shape)
print(tf.nn.softmax_cross_entropy_with_logits(tf.one_hot(y, 10), tf.ones((32, 10))).shape)
print(tf.keras.losses.sparse_categorical_crossentropy(y, tf.ones((32, 10)), from_logits=True).shape)
print(tf.clip_by_global_norm([tf.ones(3)], 1.0), tf.clip_by_norm(tf.ones(3), 1.0))
