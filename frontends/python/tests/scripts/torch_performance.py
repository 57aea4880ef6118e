"""A script for PyTorch, as people write them who read the d2l book on computational performance."""

import os, subprocess, time
import numpy
import torch
from torch import nn
from d2l import torch as d2l


def get_net():
    net = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 2))
    return net


x = torch.randn(size=(1, 512))
net = get_net()
print(net(x))
net = torch.jit.script(net)
print(net(x))


class Benchmark:

    def __init__(self, description="Done"):
        self.description = description

    def __enter__(self):
        self.timer = d2l.Timer()
        return self

    def __exit__(self, *args):
        print(f"{self.description}: {self.timer.stop():.4f} sec")


with Benchmark("Without"):
    for i in range(10):
        net(x)
device = d2l.try_gpu()
a = torch.randn(size=(100, 100), device=device)
b = torch.mm(a, a)

with d2l.Benchmark("numpy"):
    for _ in range(3):
        a = numpy.random.normal(size=(100, 100))
        b = numpy.dot(a, a)

with d2l.Benchmark("torch"):
    for _ in range(3):
        a = torch.randn(size=(100, 100), device=device)
        b = torch.mm(a, a)
    torch.cuda.synchronize(device)
torch.cuda.synchronize()
x = torch.ones((1, 2), device=device)
y = torch.ones((1, 2), device=device)
z = x * y + 2
print(z)
devices = d2l.try_all_gpus()


def run(x):
    return [x.mm(x) for _ in range(5)]


x1 = torch.rand(size=(100, 100), device=devices[0])
run(x1)
torch.cuda.synchronize(devices[0])


def copy_to_cpu(x, non_blocking=False):
    return [y.to("cpu", non_blocking=non_blocking) for y in x]


copy_to_cpu(run(x1), True)
n = torch.compile(net)
print(n(torch.randn(1, 512)).shape)


@torch.jit.script
def f(x):
    return x + 1


print(f(torch.ones(1)), torch.jit.trace(net, torch.randn(1, 512)))
scale = 0.01
W1 = torch.randn(size=(20, 1, 3, 3)) * scale
params = [W1, torch.zeros(20)]
import torch.nn.functional as F

print(F.conv2d(input=torch.ones(1, 1, 8, 8), weight=params[0], bias=params[1]).shape)
print(F.avg_pool2d(input=torch.ones(1, 1, 8, 8), kernel_size=(2, 2), stride=(2, 2)).shape)


def get_params(params, device):
    new = [p.to(device) for p in params]
    for p in new:
        p.requires_grad_()
    return new


new = get_params(params, d2l.try_gpu(0))
print("b1 grad", new[1].grad)


def allreduce(data):
    for i in range(1, len(data)):
        data[0][:] += data[i].to(data[0].device)
    for i in range(1, len(data)):
        data[i][:] = data[0].to(data[i].device)


data = [torch.ones((1, 2)) * (i + 1) for i in range(2)]
allreduce(data)
print(data)
net = nn.DataParallel(get_net(), device_ids=[0])
start = torch.cuda.Event(enable_timing=True)
end = torch.cuda.Event(enable_timing=True)
start.record()
end.record()
torch.cuda.synchronize()
print(start.elapsed_time(end))
s = torch.cuda.Stream()

with torch.cuda.stream(s):
    pass
torch.set_num_threads(2)
print(torch.get_num_threads())
torch.backends.cudnn.benchmark = True
torch.set_default_device("cpu")
torch.set_default_dtype(torch.float32)
torch.set_printoptions(precision=2, sci_mode=False)


class Fn(torch.autograd.Function):

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**2

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


q = torch.tensor(3.0, requires_grad=True)
Fn.apply(q).backward()
print(q.grad)
print(torch.autograd.grad((q * q).sum(), q))
print(torch.autograd.functional.jacobian(lambda x: x * x, torch.ones(2)))
print(torch.__version__, torch.version.cuda)
