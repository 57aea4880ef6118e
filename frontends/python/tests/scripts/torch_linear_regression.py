"""A script for PyTorch, as people write them who read the d2l book on linear regression."""

import math, time, random
import numpy as np
import torch
from torch import nn
from torch.utils import data
from d2l import torch as d2l

n = 10000
a = torch.ones(n)
b = torch.ones(n)
c = torch.zeros(n)
timer = d2l.Timer()

for i in range(100):
    c[i] = a[i] + b[i]
print(f"{timer.stop():.5f} sec")
true_w = torch.tensor([2, -3.4])
true_b = 4.2


def synthetic_data(w, b, num_examples):
    X = torch.normal(0, 1, (num_examples, len(w)))
    y = torch.matmul(X, w) + b
    y += torch.normal(0, 0.01, y.shape)
    return (X, y.reshape((-1, 1)))


features, labels = synthetic_data(true_w, true_b, 1000)


def data_iter(batch_size, features, labels):
    num = len(features)
    idx = list(range(num))
    random.shuffle(idx)
    for i in range(0, num, batch_size):
        bi = torch.tensor(idx[i : min(i + batch_size, num)])
        yield (features[bi], labels[bi])


w = torch.normal(0, 0.01, size=(2, 1), requires_grad=True)
b = torch.zeros(1, requires_grad=True)


def linreg(X, w, b):
    return torch.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        l = squared_loss(linreg(X, w, b), y)
        l.sum().backward()
        sgd([w, b], 0.03, 10)
    with torch.no_grad():
        train_l = squared_loss(linreg(features, w, b), labels)
        print(f"epoch {epoch + 1}, loss {float(train_l.mean()):f}")
print(f"error in estimating w: {true_w - w.reshape(true_w.shape)}", f"b {true_b - b}")
dataset = data.TensorDataset(*(features, labels))
it = data.DataLoader(dataset, 10, shuffle=True, num_workers=4)
print(next(iter(it)))
net = nn.Sequential(nn.Linear(2, 1))
net[0].weight.data.normal_(0, 0.01)
net[0].bias.data.fill_(0)
loss = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.03)

for epoch in range(3):
    for X, y in it:
        l = loss(net(X), y)
        trainer.zero_grad()
        l.backward()
        trainer.step()
    l = loss(net(features), labels)
    print(f"epoch {epoch + 1}, loss {l:f}")
w = net[0].weight.data
print("w", true_w - w.reshape(true_w.shape))
print(net[0].weight.grad)


class A:

    def __init__(self):
        self.b = 1


@d2l.add_to_class(A)
def do(self):
    print("b is", self.b)


A().do()


class B(d2l.HyperParameters):

    def __init__(self, a, b, c):
        self.save_hyperparameters(ignore=["c"])
        print(self.a, self.b, hasattr(self, "c"))


B(1, 2, 3)
board = d2l.ProgressBoard("x")

for x in np.arange(0, 10, 0.1):
    board.draw(x, np.sin(x), "sin", every_n=2)


class LinearRegressionScratch(d2l.Module):

    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = torch.normal(0, sigma, (num_inputs, 1), requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)


@d2l.add_to_class(LinearRegressionScratch)
def forward(self, X):
    return torch.matmul(X, self.w) + self.b


@d2l.add_to_class(LinearRegressionScratch)
def loss(self, y_hat, y):
    return ((y_hat - y) ** 2 / 2).mean()


class SGD(d2l.HyperParameters):

    def __init__(self, params, lr):
        self.save_hyperparameters()

    def step(self):
        for param in self.params:
            param -= self.lr * param.grad

    def zero_grad(self):
        for param in self.params:
            if param.grad is not None:
                param.grad.zero_()


@d2l.add_to_class(LinearRegressionScratch)
def configure_optimizers(self):
    return SGD([self.w, self.b], self.lr)


model = LinearRegressionScratch(2, lr=0.03)
dat = d2l.SyntheticRegressionData(w=torch.tensor([2, -3.4]), b=4.2)
X, y = next(iter(dat.train_dataloader()))
print(X.shape, y.shape, len(dat.train_dataloader()))
trainer = d2l.Trainer(max_epochs=3)
trainer.fit(model, dat)

with torch.no_grad():
    print(dat.w - model.w.reshape(dat.w.shape), dat.b - model.b)


class LinearRegression(d2l.Module):

    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.LazyLinear(1)
        self.net.weight.data.normal_(0, 0.01)
        self.net.bias.data.fill_(0)

    def forward(self, X):
        return self.net(X)

    def loss(self, y_hat, y):
        fn = nn.MSELoss()
        return fn(y_hat, y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), self.lr)


model = LinearRegression(lr=0.03)
trainer.fit(model, dat)
print(model.net.weight.data, model.net.bias.data)


class WeightDecay(d2l.LinearRegression):

    def __init__(self, wd, lr):
        super().__init__(lr)
        self.save_hyperparameters()
        self.wd = wd

    def configure_optimizers(self):
        return torch.optim.SGD(
            [{"params": self.net.weight, "weight_decay": self.wd}, {"params": self.net.bias}], lr=self.lr
        )


m = WeightDecay(wd=3, lr=0.01)
m.board.yscale = "log"
trainer.fit(m, dat)
d2l.LinearRegressionScratch


class Data(d2l.DataModule):

    def __init__(self, num_train, num_val, num_inputs, batch_size):
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = torch.randn(n, num_inputs)
        noise = torch.randn(n, 1) * 0.01
        w, b = (torch.ones((num_inputs, 1)) * 0.01, 0.05)
        self.y = torch.matmul(self.X, w) + b + noise

    def get_dataloader(self, train):
        i = slice(0, self.num_train) if train else slice(self.num_train, None)
        return self.get_tensorloader([self.X, self.y], train, i)


dd = Data(20, 100, 200, 5)
trainer.fit(d2l.LinearRegression(lr=0.01), dd)


def normal(x, mu, sigma):
    p = 1 / math.sqrt(2 * math.pi * sigma**2)
    return p * np.exp(-0.5 * (x - mu) ** 2 / sigma**2)


x = np.arange(-7, 7, 0.01)
d2l.plot(
    x, [normal(x, mu, s) for mu, s in [(0, 1), (0, 2)]], xlabel="x", ylabel="p(x)", figsize=(4.5, 2.5), legend=["a"]
)
