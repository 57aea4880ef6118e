"""Gluon: a multilayer perceptron with nn.Sequential, a Trainer and an accuracy metric."""
# framework: mxnet
# tolerance: loss 0.06, accuracy 0.04
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

mx.random.seed(0)
rng = np.random.RandomState(0)
centers = rng.randn(4, 8) * 1.3


def blobs(n):
    y = rng.randint(0, 4, size=n)
    return nd.array((centers[y] + rng.randn(n, 8)).astype("float32")), nd.array(y)


ctx = mx.cpu()
net = nn.Sequential()
with net.name_scope():
    net.add(nn.Dense(32, activation="relu"))
    net.add(nn.Dropout(0.1))
    net.add(nn.Dense(4))
net.initialize(mx.init.Xavier(magnitude=2.24), ctx=ctx)

train = gluon.data.DataLoader(gluon.data.ArrayDataset(*blobs(600)), batch_size=50, shuffle=True)
test = gluon.data.DataLoader(gluon.data.ArrayDataset(*blobs(400)), batch_size=100)
softmax_cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})

for epoch in range(8):
    cumulative = 0.0
    for data, label in train:
        data, label = data.as_in_context(ctx), label.as_in_context(ctx)
        with autograd.record():
            loss = softmax_cross_entropy(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        cumulative += nd.sum(loss).asscalar()
    if epoch == 5:
        trainer.set_learning_rate(trainer.learning_rate * 0.3)
    print("Epoch %s. Loss: %.4f" % (epoch, cumulative / 600))

metric, total = mx.metric.Accuracy(), 0.0
for data, label in test:
    output = net(data)
    total += softmax_cross_entropy(output, label).sum().asscalar()
    metric.update(preds=nd.argmax(output, axis=1), labels=label)
print("accuracy", metric.get()[1])
print("loss", total / 400)
