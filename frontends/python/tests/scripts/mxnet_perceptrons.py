"""A script for MXNet, as people write them who read the d2l book on multilayer perceptrons."""

from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
from d2l import mxnet as d2l

npx.set_np()
x = np.arange(-8.0, 8.0, 0.1)
x.attach_grad()

with autograd.record():
    y = npx.relu(x)
d2l.plot(x, y, "x", "relu(x)", figsize=(5, 2.5))
y.backward()
d2l.plot(x, x.grad, "x", "grad of relu")
X0 = np.random.normal(size=(256, 1, 28, 28))
y0 = np.random.randint(0, 10, (256,)).astype(np.float32)
W1 = np.random.normal(scale=0.01, size=(784, 64))
b1 = np.zeros(64)
W2 = np.random.normal(scale=0.01, size=(64, 10))
b2 = np.zeros(10)
params = [W1, b1, W2, b2]

for param in params:
    param.attach_grad()


def relu(X):
    return np.maximum(X, 0)


def net(X):
    X = X.reshape((-1, 784))
    H = relu(np.dot(X, W1) + b1)
    return np.dot(H, W2) + b2


loss = gluon.loss.SoftmaxCrossEntropyLoss()
it = d2l.load_array((X0, y0), 32)
d2l.train_ch3(net, it, it, loss, 2, lambda batch_size: d2l.sgd(params, 0.1, batch_size))
net = nn.Sequential()
net.add(nn.Dense(256, activation="relu"), nn.Dropout(0.5), nn.Dense(10))
net.initialize(init.Normal(sigma=0.01))
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
d2l.train_ch3(net, it, it, loss, 2, trainer)


def dropout_layer(X, dropout):
    mask = np.random.uniform(0, 1, X.shape) > dropout
    return mask.astype(np.float32) * X / (1.0 - dropout)


print(dropout_layer(np.arange(16).reshape(2, 8), 0.5), autograd.is_training())


class SoftmaxRegressionScratch(d2l.Classifier):

    def __init__(self, num_inputs, num_outputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W = np.random.normal(0, sigma, (num_inputs, num_outputs))
        self.b = np.zeros(num_outputs)
        self.W.attach_grad()
        self.b.attach_grad()

    def collect_params(self):
        return [self.W, self.b]

    def forward(self, X):
        X = X.reshape((-1, self.W.shape[0]))
        e = np.exp(np.dot(X, self.W) + self.b)
        return e / e.sum(1, keepdims=True)

    def loss(self, y_hat, y):
        return -np.log(y_hat[list(range(len(y_hat))), y]).mean()

    def configure_optimizers(self):
        return d2l.SGD([self.W, self.b], self.lr)


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X, self.y = (X0, y0.astype("int32"))

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


data = Toy()
tr = d2l.Trainer(max_epochs=2)
tr.fit(SoftmaxRegressionScratch(784, 10, 0.1), data)


class MLP(d2l.Classifier):

    def __init__(self, num_outputs, num_hiddens, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential()
        self.net.add(nn.Dense(num_hiddens, activation="relu"), nn.Dense(num_outputs))
        self.net.initialize()


tr.fit(MLP(10, 64, 0.1), data)


class MLPScratch(d2l.Classifier):

    def __init__(self, num_inputs, num_outputs, num_hiddens, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W1 = np.random.randn(num_inputs, num_hiddens) * sigma
        self.b1 = np.zeros(num_hiddens)
        for p in self.get_scratch_params():
            p.attach_grad()


print([n for n in d2l.Module.__dict__ if not n.startswith("_")])
MLPScratch(784, 10, 64, 0.1)
trainer.set_learning_rate(0.01)
print(trainer.learning_rate)
from mxnet import lr_scheduler

s = lr_scheduler.FactorScheduler(step=10, factor=0.9, base_lr=0.5)
print(s(0), s(25))
s = lr_scheduler.MultiFactorScheduler(step=[15, 30], factor=0.5, base_lr=0.5)
print(s(20))
s = lr_scheduler.CosineScheduler(20, warmup_steps=5, base_lr=0.3, final_lr=0.01)
print(s(10))
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1, "lr_scheduler": s})

with autograd.record():
    l = loss(net(X0), y0)
l.backward()
trainer.step(256)
print(trainer.learning_rate)
M = np.random.normal(size=(4, 4))

for i in range(100):
    M = np.dot(M, np.random.normal(size=(4, 4)))
print("after", M)
print(net, net[0], net.collect_params())
net.initialize(init.Xavier(), force_reinit=True)
print(gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1.0))
gluon.nn.Dense(3, in_units=2, use_bias=False, flatten=False, weight_initializer="zeros")
