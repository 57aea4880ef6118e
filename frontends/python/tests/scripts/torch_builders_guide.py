"""A script for PyTorch, as people write them who read the d2l book on the builder's guide."""

import torch
from torch import nn
from torch.nn import functional as F

net = nn.Sequential(nn.LazyLinear(256), nn.ReLU(), nn.LazyLinear(10))
X = torch.rand(2, 20)
print(net[0].weight)
print(net)
print(net(X).shape, net[2].state_dict(), type(net[2].bias), net[2].bias.data)
print(net[2].weight.grad == None)


class MLP(nn.Module):

    def __init__(self):
        super().__init__()
        self.hidden = nn.LazyLinear(256)
        self.out = nn.LazyLinear(10)

    def forward(self, X):
        return self.out(F.relu(self.hidden(X)))


mlp = MLP()
print(mlp(X).shape)
print(mlp)


class MySequential(nn.Module):

    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self.add_module(str(idx), module)

    def forward(self, X):
        for module in self.children():
            X = module(X)
        return X


print(MySequential(nn.LazyLinear(256), nn.ReLU(), nn.LazyLinear(10))(X).shape)


class MySeq2(nn.Module):

    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self._modules[str(idx)] = module

    def forward(self, X):
        for block in self._modules.values():
            X = block(X)
        return X


print(MySeq2(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))(X).shape)


class FixedHiddenMLP(nn.Module):

    def __init__(self):
        super().__init__()
        self.rand_weight = torch.rand((20, 20))
        self.linear = nn.LazyLinear(20)

    def forward(self, X):
        X = self.linear(X)
        X = F.relu(X @ self.rand_weight + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


print(FixedHiddenMLP()(X))


class NestMLP(nn.Module):

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.LazyLinear(64), nn.ReLU(), nn.LazyLinear(32), nn.ReLU())
        self.linear = nn.LazyLinear(16)

    def forward(self, X):
        return self.linear(self.net(X))


chimera = nn.Sequential(NestMLP(), nn.LazyLinear(20), FixedHiddenMLP())
print(chimera(X))
print(chimera)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
print([(name, param.shape) for name, param in net.named_parameters()])
print(*[(name, param.shape) for name, param in net[0].named_parameters()])
print(net.state_dict()["2.bias"].data)


def block1():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4), nn.ReLU())


def block2():
    net = nn.Sequential()
    for i in range(4):
        net.add_module(f"block {i}", block1())
    return net


rgnet = nn.Sequential(block2(), nn.Linear(4, 1))
print(rgnet)
print(rgnet[0][1][0].bias.data)


def init_normal(m):
    if type(m) == nn.Linear:
        nn.init.normal_(m.weight, mean=0, std=0.01)
        nn.init.zeros_(m.bias)


net.apply(init_normal)
print(net[0].weight.data[0], net[0].bias.data[0])


def init_constant(m):
    if type(m) == nn.Linear:
        nn.init.constant_(m.weight, 1)
        nn.init.zeros_(m.bias)


net.apply(init_constant)


def init_xavier(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)


def init_42(m):
    if type(m) == nn.Linear:
        nn.init.constant_(m.weight, 42)


net[0].apply(init_xavier)
net[2].apply(init_42)
print(net[2].weight.data)


def my_init(m):
    if type(m) == nn.Linear:
        print("Init", *[(name, param.shape) for name, param in m.named_parameters()][0])
        nn.init.uniform_(m.weight, -10, 10)
        m.weight.data *= m.weight.data.abs() >= 5


net.apply(my_init)
print(net[0].weight[:2])
net[0].weight.data[:] += 1
net[0].weight.data[0, 0] = 42
print(net[0].weight.data[0])
assert net[0].weight.data[0, 0] == 42
shared = nn.LazyLinear(8)
net = nn.Sequential(nn.LazyLinear(8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.LazyLinear(1))
net(X)
print(net[2].weight.data[0] == net[4].weight.data[0])
net[2].weight.data[0, 0] = 100
assert net[4].weight.data[0, 0] == 100
print(len(list(net.parameters())))


class CenteredLayer(nn.Module):

    def __init__(self):
        super().__init__()

    def forward(self, X):
        return X - X.mean()


print(CenteredLayer()(torch.tensor([1.0, 2, 3, 4, 5])))


class MyLinear(nn.Module):

    def __init__(self, in_units, units):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(in_units, units))
        self.bias = nn.Parameter(torch.randn(units))

    def forward(self, X):
        linear = torch.matmul(X, self.weight.data) + self.bias.data
        return F.relu(linear)


linear = MyLinear(5, 3)
print(linear.weight, linear(torch.rand(2, 5)))
import tempfile, os

os.chdir(tempfile.mkdtemp())
x = torch.arange(4)
torch.save(x, "x-file")
print(torch.load("x-file"))
torch.save([x, torch.zeros(4)], "x-files")
x2, y2 = torch.load("x-files")
torch.save({"x": x}, "d")
print(torch.load("d"))
net = MLP()
Y = net(X)
torch.save(net.state_dict(), "mlp.params")
clone = MLP()
clone.load_state_dict(torch.load("mlp.params"))
print(clone.eval())
assert (clone(X) == Y).all()
torch.save(net, "whole")
again = torch.load("whole")
assert (again(X) == Y).all()
import copy, pickle

c = copy.deepcopy(net)
assert (c(X) == Y).all()
pickle.loads(pickle.dumps(net))
print(torch.device("cpu"), torch.device("cuda"), torch.device("cuda:1"), torch.cuda.device_count())


def try_gpu(i=0):
    if torch.cuda.device_count() >= i + 1:
        return torch.device(f"cuda:{i}")
    return torch.device("cpu")


x = torch.tensor([1, 2, 3])
print(x.device)
X = torch.ones(2, 3, device=try_gpu())
net = nn.Sequential(nn.LazyLinear(1))
net = net.to(device=try_gpu())
print(net(X), net[0].weight.data.device)
print(next(net.parameters()).device, net.training)
m = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
d = nn.ModuleDict({"a": nn.Linear(2, 2)})
print(m, d)
print(list(mlp.named_children()), [type(k).__name__ for k in mlp.modules()])
mlp.hidden.weight.requires_grad = False
print([p.requires_grad for p in mlp.parameters()])
print(mlp.get_parameter("hidden.weight").shape, mlp.hidden.in_features, mlp.hidden.out_features)
mlp(torch.rand(2, 20))


class Plus(nn.Module):

    def __init__(self):
        super(Plus, self).__init__()
        self.register_buffer("k", torch.ones(1))
        self.p = nn.ParameterList([nn.Parameter(torch.ones(2))])

    def forward(self, x):
        return x + self.k + self.p[0]


print(Plus()(torch.ones(2)), Plus().state_dict())
print(nn.Linear(3, 2), nn.Conv2d(1, 2, 3), nn.BatchNorm2d(3), nn.Dropout(0.5), nn.LSTM(2, 3))
print(nn.Embedding(3, 4))
