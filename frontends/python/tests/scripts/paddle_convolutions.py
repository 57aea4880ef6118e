"""A script for Paddle, as people write them who read the d2l book on convolutions."""

import paddle, numpy as np
from paddle import nn
from paddle.nn import functional as F
import paddle.nn as nn
from d2l import paddle as d2l

X = paddle.ones((6, 8))
X[:, 2:6] = 0
K = paddle.to_tensor([[1.0, -1.0]])
Y = d2l.corr2d(X, K)
print(Y, d2l.corr2d(X.t(), K))


class Conv2D(nn.Layer):

    def __init__(self, ks):
        super().__init__()
        self.weight = paddle.ParamAttr(paddle.rand(ks))
        self.bias = paddle.ParamAttr(paddle.zeros([1]))


conv2d = nn.Conv2D(1, 1, kernel_size=(1, 2))
X = X.reshape((1, 1, 6, 8))
Y = Y.reshape((1, 1, 6, 7))
lr = 0.03

for i in range(10):
    Y_hat = conv2d(X)
    l = (Y_hat - Y) ** 2
    conv2d.clear_gradients()
    l.sum().backward()
    with paddle.no_grad():
        conv2d.weight[:] -= lr * conv2d.weight.grad
    if (i + 1) % 2 == 0:
        print(f"epoch {i + 1}, loss {l.sum().item():.3f}")
print(conv2d.weight.reshape((1, 2)))


def comp(c, X):
    X = paddle.reshape(X, [1, 1] + X.shape)
    Y = c(X)
    return Y.reshape(Y.shape[2:])


print(comp(nn.Conv2D(in_channels=1, out_channels=1, kernel_size=3, padding=1), paddle.rand((8, 8))).shape)
print(comp(nn.Conv2D(1, 1, kernel_size=(3, 5), padding=(0, 1), stride=(3, 4)), paddle.rand((8, 8))).shape)


def pool2d(X, pool_size, mode="max"):
    p_h, p_w = pool_size
    Y = paddle.zeros((X.shape[0] - p_h + 1, X.shape[1] - p_w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = X[i : i + p_h, j : j + p_w].max()
    return Y


print(pool2d(paddle.to_tensor([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]), (2, 2)))
X = paddle.arange(16, dtype="float32").reshape((1, 1, 4, 4))
print(nn.MaxPool2D(3, stride=3)(X), nn.MaxPool2D(3, padding=1, stride=2)(X))
print(nn.MaxPool2D((2, 3), padding=(0, 1), stride=(2, 3))(X), nn.AvgPool2D(2)(X))
print(paddle.concat((X, X + 1), 1).shape)
net = nn.Sequential(
    nn.Conv2D(1, 6, kernel_size=5, padding=2),
    nn.Sigmoid(),
    nn.AvgPool2D(kernel_size=2, stride=2),
    nn.Conv2D(6, 16, kernel_size=5),
    nn.Sigmoid(),
    nn.AvgPool2D(kernel_size=2, stride=2),
    nn.Flatten(),
    nn.Linear(16 * 5 * 5, 120),
    nn.Sigmoid(),
    nn.Linear(120, 84),
    nn.Sigmoid(),
    nn.Linear(84, 10),
)
X = paddle.rand((1, 1, 28, 28), "float32")

for layer in net:
    X = layer(X)
    print(layer.__class__.__name__, "output shape: \t", X.shape)
X0 = paddle.randn([64, 1, 28, 28])
y0 = paddle.randint(0, 10, [64])
it = d2l.load_array((X0, y0), 32)
d2l.train_ch6(net, it, it, 2, 0.9, d2l.try_gpu())


class BatchNorm(nn.Layer):

    def __init__(self, nf):
        super().__init__()
        shape = (1, nf, 1, 1)
        self.gamma = self.create_parameter(
            attr=None,
            shape=shape,
            dtype="float32",
            is_bias=False,
            default_initializer=nn.initializer.Assign(paddle.ones(shape=shape, dtype="float32")),
        )
        self.moving_mean = paddle.zeros(shape=shape, dtype="float32")

    def forward(self, X):
        return self.gamma * X


print(BatchNorm(3)(paddle.ones([1, 3, 2, 2])).shape)


class Residual(nn.Layer):

    def __init__(self, i, n, use_1x1conv=False, strides=1):
        super().__init__()
        self.conv1 = nn.Conv2D(i, n, kernel_size=3, padding=1, stride=strides)
        self.conv2 = nn.Conv2D(n, n, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(i, n, kernel_size=1, stride=strides) if use_1x1conv else None
        self.bn1 = nn.BatchNorm2D(n)
        self.bn2 = nn.BatchNorm2D(n)
        self.relu = nn.ReLU()

    def forward(self, X):
        Y = F.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        if self.conv3:
            X = self.conv3(X)
        Y += X
        return F.relu(Y)


print(Residual(3, 6, True, 2)(paddle.rand([4, 3, 6, 6])).shape)
b = nn.Sequential(*[Residual(3, 3)])
print(b(paddle.rand([1, 3, 6, 6])).shape)
print(nn.AdaptiveAvgPool2D((1, 1))(paddle.rand([1, 3, 4, 4])).shape)
print(nn.AdaptiveMaxPool2D((1, 1))(paddle.rand([1, 3, 4, 4])).shape)
print(nn.Conv2DTranspose(1, 1, kernel_size=2)(paddle.rand([1, 1, 2, 2])).shape)
l = nn.LSTM(4, 8)
y, (h, c) = l(paddle.ones([2, 3, 4]))
print(y.shape, h.shape)
g = nn.GRU(4, 8)
y, h = g(paddle.ones([2, 3, 4]))
r = nn.SimpleRNN(4, 8, time_major=True)
y, h = r(paddle.ones([3, 2, 4]))
print(y.shape, h.shape)
nn.Embedding(3, 4)(paddle.to_tensor([0, 1]))
