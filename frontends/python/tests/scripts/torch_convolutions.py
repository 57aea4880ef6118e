"""A script for PyTorch, as people write them who read the d2l book on convolutions."""

import torch
from torch import nn
from torch.nn import functional as F
from d2l import torch as d2l


def corr2d(X, K):
    h, w = K.shape
    Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i : i + h, j : j + w] * K).sum()
    return Y


print(
    corr2d(torch.tensor([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]), torch.tensor([[0.0, 1.0], [2.0, 3.0]]))
)


class Conv2D(nn.Module):

    def __init__(self, kernel_size):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(kernel_size))
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return d2l.corr2d(x, self.weight) + self.bias


X = torch.ones((6, 8))
X[:, 2:6] = 0
K = torch.tensor([[1.0, -1.0]])
Y = d2l.corr2d(X, K)
print(Y)
conv2d = nn.LazyConv2d(1, kernel_size=(1, 2), bias=False)
X = X.reshape((1, 1, 6, 8))
Y = Y.reshape((1, 1, 6, 7))
lr = 0.03

for i in range(10):
    Y_hat = conv2d(X)
    l = (Y_hat - Y) ** 2
    conv2d.zero_grad()
    l.sum().backward()
    conv2d.weight.data[:] -= lr * conv2d.weight.grad
    if (i + 1) % 2 == 0:
        print(f"epoch {i + 1}, loss {l.sum():.3f}")
print(conv2d.weight.data.reshape((1, 2)))


def comp(c, X):
    X = X.reshape((1, 1) + X.shape)
    Y = c(X)
    return Y.reshape(Y.shape[2:])


print(comp(nn.LazyConv2d(1, kernel_size=3, padding=1), torch.rand(8, 8)).shape)
print(comp(nn.LazyConv2d(1, kernel_size=(5, 3), padding=(2, 1)), torch.rand(8, 8)).shape)
print(comp(nn.Conv2d(1, 1, kernel_size=(3, 5), padding=(0, 1), stride=(3, 4)), torch.rand(8, 8)).shape)


def corr2d_multi_in(X, K):
    return sum((d2l.corr2d(x, k) for x, k in zip(X, K)))


X = torch.rand(2, 3, 3)
K = torch.rand(2, 2, 2)
print(corr2d_multi_in(X, K))
K = torch.stack((K, K + 1, K + 2), 0)
print(torch.stack([corr2d_multi_in(X, k) for k in K], 0).shape)
X = torch.arange(16, dtype=torch.float32).reshape((1, 1, 4, 4))
print(nn.MaxPool2d(3)(X), nn.MaxPool2d(3, padding=1, stride=2)(X))
print(nn.MaxPool2d((2, 3), stride=(2, 3), padding=(0, 1))(X), nn.AvgPool2d(2)(X))


def init_cnn(module):
    if type(module) == nn.Linear or type(module) == nn.Conv2d:
        nn.init.xavier_uniform_(module.weight)


class LeNet(d2l.Classifier):

    def __init__(self, lr=0.1, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(
            nn.LazyConv2d(6, kernel_size=5, padding=2),
            nn.Sigmoid(),
            nn.AvgPool2d(kernel_size=2, stride=2),
            nn.LazyConv2d(16, kernel_size=5),
            nn.Sigmoid(),
            nn.AvgPool2d(kernel_size=2, stride=2),
            nn.Flatten(),
            nn.LazyLinear(120),
            nn.Sigmoid(),
            nn.LazyLinear(84),
            nn.Sigmoid(),
            nn.LazyLinear(num_classes),
        )


@d2l.add_to_class(d2l.Classifier)
def layer_summary(self, X_shape):
    X = torch.randn(*X_shape)
    for layer in self.net:
        X = layer(X)
        print(layer.__class__.__name__, "output shape:\t", X.shape)


model = LeNet()
model.layer_summary((1, 1, 28, 28))


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X = torch.randn(64, 1, 28, 28)
        self.y = torch.randint(0, 10, (64,))

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


data = Toy()
tr = d2l.Trainer(max_epochs=1, num_gpus=1)
model.apply_init([next(iter(data.get_dataloader(True)))[0]], init_cnn)
tr.fit(model, data)
d2l.FashionMNIST


class BatchNorm(nn.Module):

    def __init__(self, num_features, num_dims):
        super().__init__()
        shape = (1, num_features) if num_dims == 2 else (1, num_features, 1, 1)
        self.gamma = nn.Parameter(torch.ones(shape))
        self.beta = nn.Parameter(torch.zeros(shape))
        self.moving_mean = torch.zeros(shape)
        self.moving_var = torch.ones(shape)

    def forward(self, X):
        if not torch.is_grad_enabled():
            Xh = (X - self.moving_mean) / torch.sqrt(self.moving_var + 1e-05)
        else:
            mean = X.mean(dim=(0, 2, 3), keepdim=True)
            var = ((X - mean) ** 2).mean(dim=(0, 2, 3), keepdim=True)
            Xh = (X - mean) / torch.sqrt(var + 1e-05)
            self.moving_mean = 0.9 * self.moving_mean + 0.1 * mean
        return self.gamma * Xh + self.beta


print(BatchNorm(3, 4)(torch.rand(2, 3, 4, 4)).shape)


class Residual(nn.Module):

    def __init__(self, num_channels, use_1x1conv=False, strides=1):
        super().__init__()
        self.conv1 = nn.LazyConv2d(num_channels, kernel_size=3, padding=1, stride=strides)
        self.conv2 = nn.LazyConv2d(num_channels, kernel_size=3, padding=1)
        if use_1x1conv:
            self.conv3 = nn.LazyConv2d(num_channels, kernel_size=1, stride=strides)
        else:
            self.conv3 = None
        self.bn1 = nn.LazyBatchNorm2d()
        self.bn2 = nn.LazyBatchNorm2d()

    def forward(self, X):
        Y = F.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        if self.conv3:
            X = self.conv3(X)
        Y += X
        return F.relu(Y)


print(Residual(3)(torch.randn(4, 3, 6, 6)).shape)
print(Residual(6, use_1x1conv=True, strides=2)(torch.randn(4, 3, 6, 6)).shape)


class DenseBlock(nn.Module):

    def __init__(self, n, c):
        super().__init__()
        self.net = nn.Sequential(
            *[
                nn.Sequential(nn.LazyBatchNorm2d(), nn.ReLU(), nn.LazyConv2d(c, kernel_size=3, padding=1))
                for i in range(n)
            ]
        )

    def forward(self, X):
        for blk in self.net:
            Y = blk(X)
            X = torch.cat((X, Y), dim=1)
        return X


print(DenseBlock(2, 10)(torch.randn(4, 3, 8, 8)).shape)
print(nn.AdaptiveAvgPool2d((1, 1))(torch.rand(1, 3, 4, 4)).shape)
print(nn.ConvTranspose2d(1, 1, kernel_size=2, bias=False)(torch.rand(1, 1, 2, 2)).shape)
print(nn.Upsample(scale_factor=2)(torch.rand(1, 1, 2, 2)).shape)
