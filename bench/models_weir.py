"""models_weir.py - the models as one writes them in Weir.

SPDX-License-Identifier: Apache-2.0
"""

import contextlib
import pathlib
import sys

import weir
from weir import autograd, nn, optim

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from models_protocol import model, serve  # noqa: E402

weir.random.seed(7)


def normal(*shape):
    return weir.random.normal(size=shape, dtype=weir.float32)


def labels(count):
    return weir.arange(count, dtype=weir.int64) % 10


def training(net, optimizer, loss):
    """`loss` gives the loss of a batch, by a net it is handed.  The clock stops when all is computed."""
    def run(count):
        for _ in range(count):
            with autograd.record():
                value = loss(net)
            value.backward()
            optimizer.step()
        weir.waitall()
    run(1)  # layers that wait for their first batch have their parameters then
    return sum(p.size for p in net.parameters()), run


@model
def mlp():
    net = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512), nn.ReLU(), nn.Linear(512, 1))
    error = nn.MSELoss()
    return training(net, optim.SGD(net.parameters(), lr=0.01), lambda net: error(net(normal(1024, 512)), normal(1024, 1)))


@model
def mlp_products():
    x, h, g, d = (normal(1024, n) for n in (512, 2048, 512, 1))
    a, b, c = normal(2048, 512), normal(512, 2048), normal(1, 512)

    def run(count):
        for _ in range(count):
            x @ a.T, h @ b.T, g @ c.T
            d.T @ g, d @ c, g.T @ h, g @ b, h.T @ x
        weir.waitall()
    return 0, run


@model
def tiny():
    net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    error, x, y = nn.CrossEntropyLoss(), weir.random.uniform(size=(32, 64), dtype=weir.float32), labels(32)
    return training(net, optim.SGD(net.parameters(), lr=0.01), lambda net: error(net(x), y))


@model
def lenet():
    net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2),
                        nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(),
                        nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
    error, x, y = nn.CrossEntropyLoss(), weir.random.uniform(size=(256, 1, 28, 28), dtype=weir.float32), labels(256)
    return training(net, optim.Adam(net.parameters(), lr=0.001), lambda net: error(net(x), y))


@model
def convolutions():
    layers = [layer for _ in range(5) for layer in (nn.Conv2d(64, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU())]
    net, x = nn.Sequential(*layers), normal(32, 64, 32, 32)
    return training(net, optim.Adam(net.parameters(), lr=0.001), lambda net: net(x).mean())


class Block(nn.Module):
    def __init__(self, width, heads):
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        rows, steps, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(rows, steps, 3, self.heads, -1).transpose(2, 0, 3, 1, 4)
        q, k, v = weir.unstack(qkv)
        seen = weir.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(seen.transpose(0, 2, 1, 3).reshape(rows, steps, width))
        return x + self.mlp(self.norm2(x))


class Gpt(nn.Module):
    def __init__(self, letters, width, steps, heads, layers):
        self.letter, self.place = nn.Embedding(letters, width), nn.Parameter(weir.zeros((steps, width)))
        self.blocks = [Block(width, heads) for _ in range(layers)]
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, letters)

    def forward(self, text):
        x = self.letter(text) + self.place
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


@model
def gpt():
    net, error = Gpt(65, 128, 128, 4, 4), nn.CrossEntropyLoss()
    text = weir.arange(16 * 128, dtype=weir.int64).reshape(16, 128) * 7 % 65
    following = (text.reshape(-1) + 7) % 65
    return training(net, optim.Adam(net.parameters(), lr=0.001),
                    lambda net: error(net(text).reshape(-1, 65), following))


def gpt2(cast=None):
    net, error = Gpt(50257, 768, 1024, 12, 12), nn.CrossEntropyLoss()
    net.head = nn.Linear(768, 50257, bias=False)
    net.head.weight = net.letter.weight
    text = weir.arange(8 * 1024, dtype=weir.int64).reshape(8, 1024) * 7 % 50257
    following = (text.reshape(-1) + 7) % 50257

    def loss(net):
        with weir.autocast(cast) if cast else contextlib.nullcontext():
            return error(net(text).reshape(-1, 50257), following)
    return training(net, optim.Adam(net.parameters(), lr=0.001), loss)


@model
def gpt2_float32():
    return gpt2()


@model
def gpt2_bfloat16():
    return gpt2(weir.bfloat16)


class LastOfLstm(nn.Module):
    def __init__(self):
        self.lstm, self.head = nn.LSTM(128, 128, batch_first=True), nn.Linear(128, 10)

    def forward(self, x):
        return self.head(self.lstm(x)[0][:, -1])


@model
def lstm():
    net, error, x, y = LastOfLstm(), nn.CrossEntropyLoss(), normal(32, 64, 128), labels(32)
    return training(net, optim.Adam(net.parameters(), lr=0.001), lambda net: error(net(x), y))


if __name__ == "__main__":
    serve("weir", weir.__version__)
