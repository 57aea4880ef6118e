"""Gluon: a residual HybridBlock, hybridized, with saved and loaded parameters."""
# framework: mxnet
# tolerance: loss 0.06, accuracy 0.05
import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn

rng = np.random.RandomState(6)
mx.random.seed(6)


def stripes(n):
    x = rng.normal(0, 0.5, size=(n, 1, 12, 12)).astype("float32")
    y = rng.randint(0, 2, size=n)
    for picture, label in zip(x, y):
        at = rng.randint(2, 10)
        if label:
            picture[0, at, :] += 1.5
        else:
            picture[0, :, at] += 1.5
    return nd.array(x), nd.array(y.astype("float32"))


class Residual(nn.HybridBlock):
    def __init__(self, channels, **kwargs):
        super(Residual, self).__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(channels, kernel_size=3, padding=1)
            self.bn1 = nn.BatchNorm()
            self.conv2 = nn.Conv2D(channels, kernel_size=3, padding=1)

    def hybrid_forward(self, F, x):
        out = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.conv2(out) + x)


def network():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, kernel_size=3, activation="relu"), Residual(8), nn.GlobalAvgPool2D(), nn.Flatten(),
            nn.Dense(2))
    return net


net = network()
net.initialize(init.Xavier())
net.hybridize()
x, y = stripes(320)
loss_fn = gluon.loss.SoftmaxCELoss()
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
for epoch in range(8):
    for i in range(0, 320, 32):
        with autograd.record():
            loss = loss_fn(net(x[i:i + 32]), y[i:i + 32]).mean()
        loss.backward()
        trainer.step(1)

path = os.path.join(tempfile.mkdtemp(), "net.params")
net.save_parameters(path)
other = network()
other.load_parameters(path, ctx=mx.cpu())
x_test, y_test = stripes(200)
out = other(x_test)
assert np.allclose(out.asnumpy(), net(x_test).asnumpy(), atol=1e-5)
print("accuracy", float((out.argmax(axis=1) == y_test).mean().asscalar()))
print("loss", float(loss_fn(out, y_test).mean().asscalar()))
