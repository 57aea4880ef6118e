"""A script for Paddle, as people write them who read the d2l book on linear regression."""

import warnings

warnings.filterwarnings("ignore")
import random
import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F
from d2l import paddle as d2l

true_w = paddle.to_tensor([2, -3.4])
true_b = 4.2


def synthetic_data(w, b, n):
    X = paddle.normal(0, 1, (n, len(w)))
    y = paddle.matmul(X, w) + b
    y += paddle.normal(0, 0.01, y.shape)
    return (X, y.reshape((-1, 1)))


features, labels = synthetic_data(true_w, true_b, 1000)
print(features[0], labels[0])


def data_iter(bs, features, labels):
    idx = list(range(len(features)))
    random.shuffle(idx)
    for i in range(0, len(features), bs):
        bi = paddle.to_tensor(idx[i : min(i + bs, len(features))])
        yield (features[bi], labels[bi])


w = paddle.normal(0, 0.01, shape=(2, 1))
b = paddle.zeros(shape=[1])
w.stop_gradient = False
b.stop_gradient = False


def linreg(X, w, b):
    return paddle.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


@paddle.no_grad()
def sgd(params, lr, batch_size):
    for i, param in enumerate(params):
        param -= lr * params[i].grad / batch_size
        params[i].set_value(param)
        params[i].clear_gradient()


for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        l = squared_loss(linreg(X, w, b), y)
        l.sum().backward()
        sgd([w, b], 0.03, 10)
    with paddle.no_grad():
        print(f"epoch {epoch + 1}, loss {float(squared_loss(linreg(features, w, b), labels).mean()):f}")
print(true_w - w.reshape(true_w.shape), true_b - b)


def load_array(data_arrays, batch_size, is_train=True):
    dataset = paddle.io.TensorDataset(data_arrays)
    return paddle.io.DataLoader(dataset, batch_size=batch_size, shuffle=is_train, return_list=True, num_workers=2)


it = load_array((features, labels), 10)
print(next(iter(it)))
weight_attr = paddle.ParamAttr(initializer=paddle.nn.initializer.Normal(0, 0.01))
bias_attr = paddle.ParamAttr(initializer=nn.initializer.Constant(0.0))
net = nn.Sequential(nn.Linear(2, 1, weight_attr=weight_attr, bias_attr=bias_attr))
loss = nn.MSELoss()
trainer = paddle.optimizer.SGD(learning_rate=0.03, parameters=net.parameters())

for epoch in range(3):
    for i, (X, y) in enumerate(it()):
        l = loss(net(X), y)
        trainer.clear_grad()
        l.backward()
        trainer.step()
    print(f"epoch {epoch + 1},loss {loss(net(features), labels)}")
    print(f"loss {float(loss(net(features), labels)):f}")
w = net[0].weight
print(true_w - w.reshape(true_w.shape), net[0].weight.grad)
trainer.clear_grad()
print(net[0].weight.grad, net[0].weight.gradient())
opt = paddle.optimizer.Adam(
    parameters=net.parameters(), learning_rate=0.01, weight_decay=0.1, grad_clip=nn.ClipGradByGlobalNorm(1.0)
)
loss(net(features), labels).backward()
opt.step()
print(opt.get_lr())
opt.set_lr(0.1)
sched = paddle.optimizer.lr.StepDecay(learning_rate=0.5, step_size=2, gamma=0.5)
opt = paddle.optimizer.SGD(learning_rate=sched, parameters=net.parameters())

for i in range(5):
    loss(net(features), labels).backward()
    opt.step()
    opt.clear_grad()
    sched.step()
    print(opt.get_lr(), sched.get_lr(), sched.last_lr)

for S in (
    paddle.optimizer.lr.CosineAnnealingDecay(0.3, T_max=10),
    paddle.optimizer.lr.MultiStepDecay(0.5, [15, 30], 0.5),
    paddle.optimizer.lr.ExponentialDecay(0.5, 0.9),
    paddle.optimizer.lr.PiecewiseDecay([3, 6], [0.1, 0.2, 0.3]),
    paddle.optimizer.lr.LambdaDecay(0.5, lambda e: 0.9**e),
    paddle.optimizer.lr.PolynomialDecay(0.5, 20),
    paddle.optimizer.lr.LinearWarmup(0.5, 5, 0.0, 0.5),
    paddle.optimizer.lr.NoamDecay(64, 100),
):
    S.step()
    print(S())
net = nn.Sequential(
    nn.Linear(200, 1, weight_attr=paddle.ParamAttr(initializer=nn.initializer.Normal(mean=0.0, std=1.0)))
)
opt = paddle.optimizer.SGD(
    parameters=[{"params": net[0].weight, "weight_decay": 3}, {"params": net[0].bias}], learning_rate=0.01
)
l = loss(net(paddle.ones([2, 200])), paddle.zeros([2, 1]))
l.backward()
opt.step()
animator = d2l.Animator(xlabel="epochs", ylabel="loss", yscale="log", xlim=[5, 100], legend=["train", "test"])
animator.add(1, (d2l.evaluate_loss(net, [(paddle.ones([2, 200]), paddle.zeros([2, 1]))], loss), 2.0))
print(paddle.norm(net[0].weight).item())
d2l.Module
