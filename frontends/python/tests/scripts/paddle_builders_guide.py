"""A script for Paddle, as people write them who read the d2l book on the builder's guide."""

import paddle
from paddle import nn
from paddle.nn import functional as F
import os, tempfile

net = nn.Sequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))
X = paddle.rand([2, 20])
print(net(X).shape)


class MLP(nn.Layer):

    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(20, 256)
        self.out = nn.Linear(256, 10)

    def forward(self, X):
        return self.out(F.relu(self.hidden(X)))


mlp = MLP()
print(mlp(X).shape)
print(mlp)


class MySequential(nn.Layer):

    def __init__(self, *layers):
        super(MySequential, self).__init__()
        if len(layers) > 0 and isinstance(layers[0], tuple):
            for name, layer in layers:
                self.add_sublayer(name, layer)
        else:
            for idx, layer in enumerate(layers):
                self.add_sublayer(str(idx), layer)

    def forward(self, X):
        for layer in self._sub_layers.values():
            X = layer(X)
        return X


print(MySequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))(X).shape)


class FixedHiddenMLP(nn.Layer):

    def __init__(self):
        super().__init__()
        self.rand_weight = paddle.rand([20, 20])
        self.linear = nn.Linear(20, 20)

    def forward(self, X):
        X = self.linear(X)
        X = F.relu(paddle.tensor.mm(X, self.rand_weight) + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


print(FixedHiddenMLP()(X))
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
X4 = paddle.rand([2, 4])
net(X4)
print(net.state_dict(), net[2].state_dict(), type(net[2].bias), net[2].bias, net[2].bias.value)
print(net[2].weight.grad, *[(n, p.shape) for n, p in net[0].named_parameters()])
print(*[(n, p.shape) for n, p in net.named_parameters()], net.state_dict()["2.bias"])


def block1():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4), nn.ReLU())


def block2():
    net = nn.Sequential()
    for i in range(4):
        net.add_sublayer(f"block {i}", block1())
    return net


rg = nn.Sequential(block2(), nn.Linear(4, 1))
rg(X4)
print(rg)
print(rg[0].state_dict()["block 0.0.bias"])


def init_normal(m):
    if type(m) == nn.Linear:
        paddle.nn.initializer.Normal(mean=0.0, std=0.01)(m.weight)
        paddle.zeros(m.bias)


net.apply(lambda m: None)


def i2(m):
    if type(m) == nn.Linear:
        nn.initializer.Normal(mean=0.0, std=0.01)(m.weight)
        nn.initializer.Constant(0.0)(m.bias)
        nn.initializer.XavierUniform()(m.weight)
        nn.initializer.Assign(paddle.ones_like(m.weight))(m.weight)


net.apply(i2)
print(net[0].weight[0])


def my_init(m):
    if type(m) == nn.Linear:
        nn.initializer.Uniform(-10, 10)(m.weight)
        h = paddle.abs(m.weight) >= 5
        h = paddle.to_tensor(h)
        m = paddle.to_tensor(m.weight)
        m *= h


net.apply(my_init)
net[0].weight.set_value(net[0].weight.numpy() + 1)
val = net[0].weight.numpy()
val[0, 0] = 42
net[0].weight.set_value(val)
print(net[0].weight[0])
shared = nn.Linear(8, 8)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.Linear(8, 1))
net(X4)
print(net[2].weight[0] == net[4].weight[0])


class CenteredLayer(nn.Layer):

    def __init__(self):
        super().__init__()

    def forward(self, X):
        return X - X.mean()


print(CenteredLayer()(paddle.to_tensor([1, 2, 3, 4, 5], dtype="float32")))


class MyLinear(nn.Layer):

    def __init__(self, in_units, units):
        super().__init__()
        self.weight = paddle.create_parameter(shape=(in_units, units), dtype="float32")
        self.bias = paddle.create_parameter(shape=(units,), dtype="float32")

    def forward(self, X):
        return F.relu(paddle.matmul(X, self.weight) + self.bias)


print(MyLinear(5, 3).weight, MyLinear(5, 3)(paddle.randn([2, 5])))


class MyLinear2(nn.Layer):

    def __init__(self):
        super().__init__()
        self.w = self.create_parameter([3, 2], default_initializer=nn.initializer.Constant(2.0))
        self.add_parameter("b", self.create_parameter([2], is_bias=True))
        self.register_buffer("k", paddle.ones([1]))

    def forward(self, x):
        return x @ self.w + self.b


print(MyLinear2()(paddle.ones([1, 3])), MyLinear2().state_dict().keys())
os.chdir(tempfile.mkdtemp())
x = paddle.arange(4)
paddle.save(x, "x-file")
print(paddle.load("x-file"))
paddle.save([x, x], "xs")
paddle.save({"x": x}, "d")
print(paddle.load("d"))
Y = mlp(X)
paddle.save(mlp.state_dict(), "mlp.pdparams")
c = MLP()
c.set_state_dict(paddle.load("mlp.pdparams"))
c.eval()
assert (c(X) == Y).all()
c.load_dict(mlp.state_dict())
print(paddle.device.set_device("cpu"), paddle.CUDAPlace(0), paddle.CUDAPlace(1))
print(paddle.device.cuda.device_count(), paddle.device.get_device())
x = paddle.to_tensor([1, 2, 3])
print(x.place, paddle.to_tensor(paddle.ones([2, 3]), place=paddle.CPUPlace()))
print(list(mlp.named_children()), mlp.sublayers(), list(mlp.named_sublayers()), mlp.full_name())
import copy

copy.deepcopy(mlp)
