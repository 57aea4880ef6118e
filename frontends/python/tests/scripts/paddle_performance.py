"""A script for Paddle, as people write them who read the d2l book on computational performance."""

import paddle, numpy, os, time, subprocess
from paddle import nn
from d2l import paddle as d2l


def get_net():
    return nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 2))


x = paddle.randn((1, 512))
net = get_net()
print(net(x))
net = paddle.jit.to_static(net)
print(net(x))

with d2l.Benchmark("x"):
    for i in range(10):
        net(x)


@paddle.jit.to_static
def f(x):
    return x + 1


print(f(x).shape)
a = paddle.randn(shape=(100, 100))
b = paddle.mm(a, a)
paddle.device.cuda.synchronize()
x = paddle.ones((1, 2))
y = paddle.ones((1, 2))
z = x * y + 2
print(z)


class Net2(nn.Layer):

    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    @paddle.jit.to_static
    def forward(self, x):
        return self.l(x)


print(Net2()(x))
devices = d2l.try_all_gpus()
print(devices)


def ar2(data):
    for i in range(1, len(data)):
        data[0].set_value(data[0] + data[i])


ar2([x, y])
print(x)
print(x.cpu(), x.pin_memory())
loss = nn.CrossEntropyLoss()
o = paddle.optimizer.Momentum(0.1, 0.9, parameters=net.parameters())

for e in range(2):
    for bid, data in enumerate(
        paddle.io.DataLoader(
            paddle.io.TensorDataset([paddle.randn([16, 512]), paddle.randint(0, 2, [16, 1])]),
            batch_size=4,
            num_workers=2,
        )
    ):
        l = loss(net(data[0]), data[1])
        l.backward()
        o.step()
        o.clear_grad()
        print(e, bid, l.numpy(), float(l))


class D(paddle.io.Dataset):

    def __init__(self):
        super().__init__()

    def __getitem__(self, i):
        return (numpy.ones(3, "float32") * i, numpy.array(i % 2))

    def __len__(self):
        return 10


for a, b in paddle.io.DataLoader(D(), batch_size=5, shuffle=True, drop_last=True, num_workers=2):
    print(a.shape, b.dtype)
print(paddle.version.full_version, paddle.__version__)
