"""A script for MXNet, as people write them who read the d2l book on computational performance."""

import os, subprocess, time
import numpy
from d2l import mxnet as d2l
import mxnet as mx
from mxnet import autograd, gluon, np, npx, init
from mxnet.gluon import nn

npx.set_np()


def get_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2))
    net.initialize()
    return net


x = np.random.normal(size=(1, 512))
net = get_net()
print(net(x))
net.hybridize()
print(net(x))

with d2l.Benchmark("imperative"):
    for i in range(10):
        net(x)
    npx.waitall()


class HybridNet(nn.HybridBlock):

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(4)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print("F", F)
        x = F.npx.relu(self.hidden(x))
        return self.output(x)


h = HybridNet()
h.initialize()
x = np.random.normal(size=(1, 3))
print(h(x))
h.hybridize(static_alloc=True)
print(h(x))

with d2l.Benchmark("mx"):
    for _ in range(3):
        a = np.random.normal(size=(100, 100))
        b = np.dot(a, a)

with d2l.Benchmark("wait"):
    b = np.dot(a, a)
    b.wait_to_read()

with d2l.Benchmark("conv"):
    b = np.dot(a, a)
    b.asnumpy()
    b.sum().item()


def data_iter():
    timer = d2l.Timer()
    for i in range(5):
        X = np.random.normal(size=(8, 512))
        y = np.ones((8,))
        yield (X, y)


loss = gluon.loss.L2Loss()
net = nn.Sequential()
net.add(nn.Dense(20, activation="relu"), nn.Dense(1))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), "sgd")


def get_mem():
    res = subprocess.check_output(["ps", "u", "-p", str(os.getpid())])
    return int(str(res).split()[15]) / 1000.0


print(get_mem())

for X, y in data_iter():
    with autograd.record():
        l = loss(y, net(X))
    l.backward()
    trainer.step(X.shape[0])
npx.waitall()
mx.nd.waitall()
devices = d2l.try_all_gpus()
x1 = np.random.uniform(size=(100, 100), ctx=devices[0])
print([x1.dot(x1) for _ in range(2)][0].shape)
W1 = np.random.normal(scale=0.01, size=(20, 1, 3, 3))
print(npx.convolution(data=np.ones((1, 1, 8, 8)), weight=W1, bias=np.zeros(20), kernel=(3, 3), num_filter=20).shape)
print(npx.activation(x1, "relu").shape)
print(npx.pooling(data=np.ones((1, 1, 8, 8)), pool_type="avg", kernel=(2, 2), stride=(2, 2)).shape)


def get_params(params, device):
    new = [p.copyto(device) for p in params]
    for p in new:
        p.attach_grad()
    return new


new = get_params([W1], d2l.try_gpu(0))
print(new[0].grad.shape)


def allreduce(data):
    for i in range(1, len(data)):
        data[0][:] += data[i].copyto(data[0].ctx)
    for i in range(1, len(data)):
        data[0].copyto(data[i])


data = [np.ones((1, 2)) * (i + 1) for i in range(2)]
allreduce(data)
print(data)
print(gluon.utils.split_and_load(np.arange(20).reshape(4, 5), [npx.cpu(0)]))
net.initialize(init=init.Normal(sigma=0.01), ctx=[npx.cpu()], force_reinit=True)

for p in net.collect_params().values():
    print(p.list_ctx(), p.list_data()[0].shape)
mx.engine.set_bulk_size(10)

with mx.engine.bulk(10):
    pass
mx.profiler.set_config(profile_all=True)
mx.profiler.set_state("run")
mx.profiler.set_state("stop")
print(mx.profiler.dumps())

with npx.cpu(0):
    print(np.ones(2).ctx)

with mx.cpu(1):
    print(np.ones(2).ctx)


class Fn(autograd.Function):

    def forward(self, x):
        self.save_for_backward(x)
        return x * x

    def backward(self, dy):
        (x,) = self.saved_tensors
        return 2 * x * dy


x = np.array([3.0])
x.attach_grad()

with autograd.record():
    y = Fn()(x)
y.backward()
print(x.grad)
