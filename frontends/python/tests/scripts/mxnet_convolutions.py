"""A script for MXNet, as people write them who read the d2l book on convolutions."""

from mxnet import autograd, gluon, init, np, npx
import mxnet as mx
from mxnet.gluon import nn
from d2l import mxnet as d2l

npx.set_np()


def corr2d(X, K):
    h, w = K.shape
    Y = np.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i : i + h, j : j + w] * K).sum()
    return Y


print(corr2d(np.arange(9).reshape(3, 3), np.arange(4).reshape(2, 2)))


class Conv2D(nn.Block):

    def __init__(self, kernel_size, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=kernel_size)
        self.bias = self.params.get("bias", shape=(1,))

    def forward(self, x):
        return d2l.corr2d(x, self.weight.data()) + self.bias.data()


X = np.ones((6, 8))
X[:, 2:6] = 0
K = np.array([[1.0, -1.0]])
Y = d2l.corr2d(X, K)
conv2d = nn.Conv2D(1, kernel_size=(1, 2), use_bias=False)
conv2d.initialize()
X = X.reshape(1, 1, 6, 8)
Y = Y.reshape(1, 1, 6, 7)
lr = 0.03

for i in range(10):
    with autograd.record():
        Y_hat = conv2d(X)
        l = (Y_hat - Y) ** 2
    l.backward()
    conv2d.weight.data()[:] -= lr * conv2d.weight.grad()
    if (i + 1) % 2 == 0:
        print(f"epoch {i + 1}, loss {float(l.sum()):.3f}")
print(conv2d.weight.data().reshape((1, 2)))


def comp(c, X):
    c.initialize()
    X = X.reshape((1, 1) + X.shape)
    Y = c(X)
    return Y.reshape(Y.shape[2:])


print(comp(nn.Conv2D(1, kernel_size=3, padding=1, strides=2), np.random.uniform(size=(8, 8))).shape)
print(comp(nn.Conv2D(1, kernel_size=(3, 5), padding=(0, 1), strides=(3, 4)), np.random.uniform(size=(8, 8))).shape)
X = np.arange(16).reshape((1, 1, 4, 4))
print(nn.MaxPool2D(3)(X), nn.MaxPool2D((2, 3), padding=(0, 1), strides=(2, 3))(X))
print(nn.AvgPool2D(2)(X), nn.GlobalAvgPool2D()(X))
net = nn.Sequential()
net.add(
    nn.Conv2D(channels=6, kernel_size=5, padding=2, activation="sigmoid"),
    nn.AvgPool2D(pool_size=2, strides=2),
    nn.Conv2D(channels=16, kernel_size=5, activation="sigmoid"),
    nn.AvgPool2D(pool_size=2, strides=2),
    nn.Dense(120, activation="sigmoid"),
    nn.Dense(84, activation="sigmoid"),
    nn.Dense(10),
)
X = np.random.uniform(size=(1, 1, 28, 28))
net.initialize()

for layer in net:
    X = layer(X)
    print(layer.name, "output shape:\t", X.shape)
X0 = np.random.normal(size=(64, 1, 28, 28))
y0 = np.random.randint(0, 10, (64,))
it = d2l.load_array((X0, y0), 32)
d2l.train_ch6(net, it, it, 2, 0.9, d2l.try_gpu())


class LeNet(d2l.Classifier):

    def __init__(self, lr=0.1, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential()
        self.net.add(
            nn.Conv2D(channels=6, kernel_size=5, padding=2, activation="sigmoid"),
            nn.AvgPool2D(pool_size=2, strides=2),
            nn.Dense(num_classes),
        )
        self.net.initialize(init.Xavier())


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X, self.y = (X0, y0)

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


m = LeNet()
m.layer_summary((1, 1, 28, 28))
d2l.Trainer(max_epochs=1, num_gpus=1).fit(m, Toy())


def batch_norm(X, gamma, beta, mm, mv, eps, momentum):
    if not autograd.is_training():
        Xh = (X - mm) / np.sqrt(mv + eps)
    else:
        mean = X.mean(axis=(0, 2, 3), keepdims=True)
        var = ((X - mean) ** 2).mean(axis=(0, 2, 3), keepdims=True)
        Xh = (X - mean) / np.sqrt(var + eps)
        mm = momentum * mm + (1 - momentum) * mean
    return (gamma * Xh + beta, mm, mv)


class BatchNorm(nn.Block):

    def __init__(self, nf, **kwargs):
        super().__init__(**kwargs)
        shape = (1, nf, 1, 1)
        self.gamma = self.params.get("gamma", shape=shape, init=init.One())
        self.beta = self.params.get("beta", shape=shape, init=init.Zero())
        self.moving_mean = np.zeros(shape)
        self.moving_var = np.ones(shape)

    def forward(self, X):
        if self.moving_mean.ctx != X.ctx:
            self.moving_mean = self.moving_mean.copyto(X.ctx)
        Y, self.moving_mean, self.moving_var = batch_norm(
            X, self.gamma.data(), self.beta.data(), self.moving_mean, self.moving_var, 1e-12, 0.9
        )
        return Y


b = BatchNorm(3)
b.initialize()
print(b(np.ones((2, 3, 4, 4))).shape, b.gamma.data().reshape(-1))


class Residual(nn.Block):

    def __init__(self, nc, use_1x1conv=False, strides=1, **kw):
        super().__init__(**kw)
        self.conv1 = nn.Conv2D(nc, kernel_size=3, padding=1, strides=strides)
        self.conv2 = nn.Conv2D(nc, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(nc, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1 = nn.BatchNorm()
        self.bn2 = nn.BatchNorm()

    def forward(self, X):
        Y = npx.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        if self.conv3:
            X = self.conv3(X)
        return npx.relu(Y + X)


r = Residual(6, True, 2)
r.initialize()
print(r(np.ones((4, 3, 6, 6))).shape, len(r.collect_params()))
t = nn.Conv2DTranspose(1, kernel_size=2)
t.initialize()
print(t(np.ones((1, 1, 2, 2))).shape)
from mxnet.gluon import rnn

l = rnn.LSTM(8)
l.initialize()
print(l(np.ones((3, 2, 4))).shape)
s = l.begin_state(batch_size=2)
y, s = l(np.ones((3, 2, 4)), s)
print(y.shape, [k.shape for k in s])
g = rnn.GRU(8, num_layers=2)
g.initialize()
print(g(np.ones((3, 2, 4))).shape)
r = rnn.RNN(8)
r.initialize()
print(r(np.ones((3, 2, 4))).shape)
