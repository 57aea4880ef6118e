"""A script for MXNet, as people write them who read the d2l book on linear regression."""

from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
from d2l import mxnet as d2l
import random

npx.set_np()
true_w = np.array([2, -3.4])
true_b = 4.2
features, labels = d2l.synthetic_data(true_w, true_b, 1000)
print(features[0], "\nlabel:", labels[0])
w = np.random.normal(0, 0.01, (2, 1))
b = np.zeros(1)
w.attach_grad()
b.attach_grad()


def data_iter(bs, features, labels):
    idx = list(range(len(features)))
    random.shuffle(idx)
    for i in range(0, len(features), bs):
        bi = np.array(idx[i : min(i + bs, len(features))])
        yield (features[bi], labels[bi])


def linreg(X, w, b):
    return np.dot(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    for param in params:
        param[:] = param - lr * param.grad / batch_size


for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        with autograd.record():
            l = squared_loss(linreg(X, w, b), y)
        l.backward()
        sgd([w, b], 0.03, 10)
    print(f"epoch {epoch + 1}, loss {float(squared_loss(linreg(features, w, b), labels).mean()):f}")
print(f"w error {true_w - w.reshape(true_w.shape)}, b {true_b - b}")


def load_array(data_arrays, batch_size, is_train=True):
    dataset = gluon.data.ArrayDataset(*data_arrays)
    return gluon.data.DataLoader(dataset, batch_size, shuffle=is_train)


it = load_array((features, labels), 10)
print(next(iter(it)))
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(init.Normal(sigma=0.01))
loss = gluon.loss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.03})

for epoch in range(3):
    for X, y in it:
        with autograd.record():
            l = loss(net(X), y)
        l.backward()
        trainer.step(10)
    l = loss(net(features), labels)
    print(f"epoch {epoch + 1}, loss {l.mean().asnumpy():f}")
w = net[0].weight.data()
print(true_w - w.reshape(true_w.shape), net[0].weight.grad(), net[0].bias.data())


class LinearRegressionScratch(d2l.Module):

    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = np.random.normal(0, sigma, (num_inputs, 1))
        self.b = np.zeros(1)
        self.w.attach_grad()
        self.b.attach_grad()

    def forward(self, X):
        return np.dot(X, self.w) + self.b

    def loss(self, y_hat, y):
        return ((y_hat - y) ** 2 / 2).mean()

    def configure_optimizers(self):
        return SGD([self.w, self.b], self.lr)


class SGD(d2l.HyperParameters):

    def __init__(self, params, lr):
        self.save_hyperparameters()

    def step(self, _):
        for param in self.params:
            param -= self.lr * param.grad


model = LinearRegressionScratch(2, lr=0.03)
data = d2l.SyntheticRegressionData(w=np.array([2, -3.4]), b=4.2)
X, y = next(iter(data.train_dataloader()))
print(X.shape, y.shape)
trainer = d2l.Trainer(max_epochs=3)
trainer.fit(model, data)
print(data.w - model.w.reshape(data.w.shape), data.b - model.b)


class LinearRegression(d2l.Module):

    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Dense(1)
        self.net.initialize(init.Normal(sigma=0.01))

    def forward(self, X):
        return self.net(X)

    def loss(self, y_hat, y):
        fn = gluon.loss.L2Loss()
        return fn(y_hat, y).mean()

    def configure_optimizers(self):
        return gluon.Trainer(self.collect_params(), "sgd", {"learning_rate": self.lr})


model = LinearRegression(lr=0.03)
trainer.fit(model, data)
print(model.net.weight.data(), model.net.bias.data())
m = d2l.LinearRegression(lr=0.03)
trainer.fit(m, data)
w, b = m.get_w_b()
print(data.w - w.reshape(data.w.shape), data.b - b)


class WeightDecay(d2l.LinearRegression):

    def __init__(self, wd, lr):
        super().__init__(lr)
        self.save_hyperparameters()
        self.wd = wd

    def configure_optimizers(self):
        self.collect_params(".*bias").setattr("wd_mult", 0)
        return gluon.Trainer(self.collect_params(), "sgd", {"learning_rate": self.lr, "wd": self.wd})


trainer.fit(WeightDecay(wd=3, lr=0.01), data)
