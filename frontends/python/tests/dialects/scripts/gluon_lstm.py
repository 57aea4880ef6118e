"""Gluon: an LSTM that adds the marked numbers of a sequence, with clipped gradients."""
# framework: mxnet
# tolerance: loss 0.002
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn

rng = np.random.RandomState(8)
mx.random.seed(8)
LENGTH = 10


def additions(n):
    values = rng.uniform(0, 1, size=(LENGTH, n))
    marks = np.zeros((LENGTH, n))
    for i in range(n):
        marks[rng.choice(LENGTH, 2, replace=False), i] = 1
    x = mx.nd.array(np.stack([values, marks], axis=2))
    return x, mx.nd.array((values * marks).sum(axis=0))


class Adder(gluon.Block):
    def __init__(self, hidden=24, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, input_size=2)
            self.out = nn.Dense(1, in_units=hidden)

    def forward(self, x, state):
        output, state = self.lstm(x, state)
        return self.out(output[-1]), state


net = Adder()
net.collect_params().initialize(mx.init.Xavier())
for p in net.collect_params().values():  # the same weights in every run
    p.set_data(mx.nd.array(rng.uniform(-0.3, 0.3, size=p.shape)))
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
l2 = gluon.loss.L2Loss()
x, y = additions(640)
for epoch in range(20):
    for i in range(0, 640, 64):
        state = net.lstm.begin_state(batch_size=64)
        with autograd.record():
            out, _ = net(x[:, i:i + 64], state)
            loss = l2(out.reshape((-1,)), y[i:i + 64])
        loss.backward()
        grads = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
        gluon.utils.clip_global_norm(grads, 64.0)
        trainer.step(64)

x_test, y_test = additions(256)
out, _ = net(x_test, net.lstm.begin_state(batch_size=256))
error = l2(out.reshape((-1,)), y_test).mean().asscalar()
assert error < 0.5 * float(((y_test - y_test.mean()) ** 2).mean().asscalar()) / 2
print("loss", float(error))
