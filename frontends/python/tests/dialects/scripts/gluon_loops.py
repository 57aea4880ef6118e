"""Gluon as in its tutorials: a Dataset with transforms, a loss of one's own, metrics, a schedule, kvstore, hooks, saving and fine-tuning."""
# framework: mxnet
# tolerance: loss 0.08, accuracy 0.04
import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, init, lr_scheduler, nd
from mxnet.gluon import nn
from mxnet.gluon.data import DataLoader, Dataset

mx.random.seed(3)
np.random.seed(3)
ctx = [mx.cpu()]


class Patterns(Dataset):
    """Images with a bar: vertical, horizontal or diagonal."""

    def __init__(self, n, seed):
        rng = np.random.RandomState(seed)
        self.label = rng.randint(0, 3, n).astype("float32")
        self.data = rng.uniform(0, 120, (n, 12, 12, 1)).astype("uint8")
        for i, k in enumerate(self.label):
            at = rng.randint(1, 10)
            if k == 0:
                self.data[i, :, at:at + 2] += 100
            elif k == 1:
                self.data[i, at:at + 2] += 100
            else:
                for j in range(12):
                    self.data[i, j, j:j + 2] += 100

    def __getitem__(self, index):
        return nd.array(self.data[index], dtype="uint8"), self.label[index]

    def __len__(self):
        return len(self.label)


class SqueezeExcite(nn.HybridBlock):
    def __init__(self, channels, ratio=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.pool = nn.GlobalAvgPool2D()
            self.down = nn.Dense(channels // ratio, activation="relu")
            self.up = nn.Dense(channels, activation="sigmoid")

    def hybrid_forward(self, F, x):
        w = self.up(self.down(F.flatten(self.pool(x))))
        return F.broadcast_mul(x, F.expand_dims(F.expand_dims(w, axis=2), axis=3))


class Scaled(nn.HybridBlock):
    """A layer with a parameter of its own and a constant."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1, units), init=init.One())
            self.shift = self.params.get("shift", shape=(1, units), init=init.Zero(), lr_mult=2.0)

    def hybrid_forward(self, F, x, scale, shift):
        return F.broadcast_add(F.broadcast_mul(x, scale), shift)


class SmoothedLoss(gluon.loss.Loss):
    def __init__(self, classes, epsilon=0.05, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.classes, self.epsilon = classes, epsilon

    def hybrid_forward(self, F, pred, label):
        logp = F.log_softmax(pred, axis=-1)
        target = F.one_hot(label, self.classes) * (1 - self.epsilon) + self.epsilon / self.classes
        return -F.sum(logp * target, axis=-1)


def network(classes):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2),
                nn.Conv2D(16, 3, padding=1), nn.LeakyReLU(0.1), SqueezeExcite(16), nn.GlobalAvgPool2D(), nn.Flatten(), Scaled(16),
                nn.Dropout(0.1), nn.Dense(classes))
    return net


transform = gluon.data.vision.transforms.Compose([gluon.data.vision.transforms.ToTensor(),
                                                  gluon.data.vision.transforms.Normalize(0.3, 0.2)])
train_data = DataLoader(Patterns(480, 0).transform_first(transform), batch_size=32, shuffle=True, last_batch="discard")
val_data = DataLoader(Patterns(240, 1).transform_first(transform), batch_size=60)
net = network(3)
net.initialize(init.Xavier(magnitude=2.24), ctx=ctx)
net.hybridize(static_alloc=True, static_shape=True)
loss_fn = SmoothedLoss(3)
schedule = lr_scheduler.FactorScheduler(step=60, factor=0.7, base_lr=0.02)
trainer = gluon.Trainer(net.collect_params(), mx.optimizer.Adam(learning_rate=0.02, lr_scheduler=schedule, wd=1e-4), kvstore="device",
                        update_on_kvstore=False)
metrics = mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.CrossEntropy(name="ce")])
for epoch in range(8):
    metrics.reset()
    for data, label in train_data:
        data = gluon.utils.split_and_load(data, ctx_list=ctx, batch_axis=0)
        label = gluon.utils.split_and_load(label, ctx_list=ctx, batch_axis=0)
        with autograd.record():
            outputs = [net(x) for x in data]
            losses = [loss_fn(yhat, y) for yhat, y in zip(outputs, label)]
        for l in losses:
            l.backward()
        gluon.utils.clip_global_norm([p.grad(ctx[0]) for p in net.collect_params().values() if p.grad_req != "null"], 50.0)
        trainer.step(32)
        metrics.update(label, [nd.softmax(o) for o in outputs])
names, values = metrics.get()
assert list(names) == ["accuracy", "ce"] and values[0] > 0.8, values
assert trainer.learning_rate < 0.02


def evaluate(net, loader):
    acc, total, n = mx.metric.Accuracy(), 0.0, 0
    for x, y in loader:
        out = net(x)
        acc.update(y, out)
        total += loss_fn(out, y).sum().asscalar()
        n += len(y)
    return total / n, acc.get()[1]


loss, accuracy = evaluate(net, val_data)
print("loss", loss)
print("accuracy", accuracy)

path = os.path.join(tempfile.mkdtemp(), "net.params")
net.save_parameters(path)
other = network(3)
other.load_parameters(path)
x, y = next(iter(val_data))
np.testing.assert_allclose(other(x).asnumpy(), net(x).asnumpy(), rtol=1e-4, atol=1e-5)

# Fine-tuning: the features stay as they are, a new output learns which of two halves has the bar.
shapes = []
handle = other[0].register_forward_hook(lambda block, inputs, output: shapes.append(output.shape))
other(x)
handle.detach()
assert shapes == [(60, 8, 12, 12)], shapes
features = nn.HybridSequential()
for layer in list(other)[:-1]:
    features.add(layer)
features.collect_params().setattr("grad_req", "null")
head = nn.Dense(1)
head.initialize(init.Normal(0.1))
bce, step = gluon.loss.SigmoidBinaryCrossEntropyLoss(), gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9})
frozen = other[4].weight.data().copy()
for x, y in DataLoader(Patterns(480, 0).transform_first(transform), batch_size=48):
    with autograd.record():
        l = bce(head(features(x)), y == 2)
    l.backward()
    step.step(x.shape[0])
assert np.array_equal(frozen.asnumpy(), other[4].weight.data().asnumpy())
with autograd.predict_mode():
    right = ((head(features(x)).reshape(-1) > 0) == (y == 2)).mean().asscalar()
print("fine-tuned", float(right))
nd.waitall()
