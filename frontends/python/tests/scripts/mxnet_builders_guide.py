"""A script for MXNet, as people write them who read the d2l book on the builder's guide."""

from mxnet import autograd, gluon, init, np, npx
import mxnet as mx
from mxnet.gluon import nn

npx.set_np()
net = nn.Sequential()
net.add(nn.Dense(256, activation="relu"))
net.add(nn.Dense(10))
net.initialize()
X = np.random.uniform(size=(2, 20))
print(net(X).shape)


class MLP(nn.Block):

    def __init__(self):
        super().__init__()
        self.hidden = nn.Dense(256, activation="relu")
        self.out = nn.Dense(10)

    def forward(self, X):
        return self.out(self.hidden(X))


mlp = MLP()
mlp.initialize()
print(mlp(X).shape)
print(mlp)


class MySequential(nn.Block):

    def add(self, block):
        self._children[block.name] = block

    def forward(self, X):
        for block in self._children.values():
            X = block(X)
        return X


s = MySequential()
s.add(nn.Dense(256, activation="relu"))
s.add(nn.Dense(10))
s.initialize()
print(s(X).shape)


class MySequential2(nn.Block):

    def __init__(self):
        super().__init__()

    def add(self, block):
        self.register_child(block)

    def forward(self, X):
        for block in self._children.values():
            X = block()(X) if not isinstance(block, nn.Block) else block(X)
        return X


s = MySequential2()
s.add(nn.Dense(256, activation="relu"))
s.add(nn.Dense(10))
s.initialize()
print(s(X).shape)


class FixedHiddenMLP(nn.Block):

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rand_weight = gluon.Constant(np.random.uniform(size=(20, 20)))
        self.dense = nn.Dense(20, activation="relu")

    def forward(self, X):
        X = self.dense(X)
        X = npx.relu(np.dot(X, self.rand_weight.data()) + 1)
        X = self.dense(X)
        while np.abs(X).sum() > 1:
            X /= 2
        return X.sum()


n = FixedHiddenMLP()
n.initialize()
print(n(X))


class Fixed1(nn.Block):

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rand_weight = self.params.get_constant("rand_weight", np.random.uniform(size=(20, 20)))
        self.dense = nn.Dense(20, activation="relu")

    def forward(self, X):
        return np.dot(self.dense(X), self.rand_weight.data()).sum()


n = Fixed1()
n.initialize()
print(n(X))


class NestMLP(nn.Block):

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.Sequential()
        self.net.add(nn.Dense(64, activation="relu"), nn.Dense(32, activation="relu"))
        self.dense = nn.Dense(16, activation="relu")

    def forward(self, X):
        return self.dense(self.net(X))


chimera = nn.Sequential()
chimera.add(NestMLP(), nn.Dense(20), FixedHiddenMLP())
chimera.initialize()
print(chimera(X))
print(chimera)
net = nn.Sequential()
net.add(nn.Dense(8, activation="relu"))
net.add(nn.Dense(1))
net.initialize()
net(np.random.uniform(size=(2, 4)))
print(net[1].params, type(net[1].bias), net[1].bias, net[1].bias.data(), net[1].weight.grad())
print(net[0].params, net.collect_params())
print(net.collect_params()["1.bias"].data(), net.collect_params(".*weight"))


def block1():
    n = nn.Sequential()
    n.add(nn.Dense(32, activation="relu"))
    n.add(nn.Dense(16, activation="relu"))
    return n


def block2():
    n = nn.Sequential()
    for _ in range(4):
        n.add(block1())
    return n


rg = nn.Sequential()
rg.add(block2())
rg.add(nn.Dense(10))
rg.initialize()
rg(X)
print(rg.collect_params)
print(rg.collect_params())
print(rg[0][1][0].bias.data())
net.initialize(init=init.Normal(sigma=0.01), force_reinit=True)
print(net[0].weight.data()[0])
net.initialize(init=init.Constant(1), force_reinit=True)
net[0].weight.initialize(init=init.Xavier(), force_reinit=True)
net[1].initialize(init=init.Constant(42), force_reinit=True)
print(net[0].weight.data()[0], net[1].weight.data())


class MyInit(init.Initializer):

    def _init_weight(self, name, data):
        print("Init", name, data.shape)
        data[:] = np.random.uniform(-10, 10, data.shape)
        data *= np.abs(data) >= 5


net.initialize(MyInit(), force_reinit=True)
print(net[0].weight.data()[:2])
net[0].weight.data()[:] += 1
net[0].weight.data()[0, 0] = 42
print(net[0].weight.data()[0])
assert net[0].weight.data()[0, 0] == 42
net = nn.Sequential()
shared = nn.Dense(8, activation="relu")
net.add(nn.Dense(8, activation="relu"), shared, nn.Dense(8, activation="relu", params=shared.params), nn.Dense(10))
net.initialize()
net(X)
print(net[1].weight.data()[0] == net[2].weight.data()[0])
net[1].weight.data()[0, 0] = 100
assert net[2].weight.data()[0, 0] == 100
net = nn.Sequential()
shared = nn.Dense(8, activation="relu")
net.add(nn.Dense(8), shared, nn.Dense(8).share_parameters(shared.collect_params()), nn.Dense(10))
net.initialize()
net(X)
net[1].weight.data()[0, 0] = 7
assert net[2].weight.data()[0, 0] == 7


class CenteredLayer(nn.Block):

    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def forward(self, X):
        return X - X.mean()


print(CenteredLayer()(np.array([1, 2, 3, 4, 5])))


class MyDense(nn.Block):

    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(in_units, units))
        self.bias = self.params.get("bias", shape=(units,))

    def forward(self, x):
        return npx.relu(np.dot(x, self.weight.data(ctx=x.ctx)) + self.bias.data(ctx=x.ctx))


dense = MyDense(units=3, in_units=5)
print(dense.params)
dense.initialize()
print(dense(np.random.uniform(size=(2, 5))))


class MyDense2(nn.Block):

    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        self.weight = gluon.Parameter("weight", shape=(in_units, units))
        self.bias = gluon.Parameter("bias", shape=(units,))

    def forward(self, x):
        return npx.relu(np.dot(x, self.weight.data(device=x.device)) + self.bias.data(device=x.device))


net = nn.Sequential()
net.add(MyDense2(8, in_units=64), MyDense2(1, in_units=8))
net.initialize()
print(net(np.random.uniform(size=(2, 64))))
import os, tempfile

os.chdir(tempfile.mkdtemp())
x = np.arange(4)
npx.save("x-file", x)
print(npx.load("x-file"))
npx.save("xs", [x, np.zeros(4)])
x2, y2 = npx.load("xs")
npx.savez("z", x=x)
npx.save("d", {"x": x})
print(npx.load("d"))
Y = mlp(X)
mlp.save_parameters("mlp.params")
c = MLP()
c.load_parameters("mlp.params")
assert (c(X) == Y).all()
print(npx.cpu(), npx.gpu(), npx.gpu(1), npx.num_gpus())
x = np.array([1, 2, 3])
print(x.ctx, x.device, np.ones((2, 3), ctx=npx.cpu()))
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(ctx=npx.cpu())
print(net(np.ones((2, 3))), net[0].weight.data().ctx)
print(net[0].weight.shape, net.collect_params().keys())
net.collect_params().zero_grad()
net.collect_params().reset_ctx(npx.cpu())


class H(nn.HybridBlock):

    def __init__(self, **kw):
        super().__init__(**kw)
        self.d = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return F.relu(self.d(x))


h = H()
h.initialize()
h.hybridize()
print(h(X).shape)
h.summary(X)
import pickle, copy

pickle.loads(pickle.dumps(np.ones(3)))
copy.deepcopy(np.ones(3))
