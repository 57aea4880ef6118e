"""models_torch.py - the models as one writes them in PyTorch.

    models_torch.py NAME            eager
    models_torch.py NAME compiled   by torch.compile

gpu.py imports this file; it sets DEVICE, and GRAPH for steps that are captured as a CUDA graph.

SPDX-License-Identifier: Apache-2.0
"""

import sys

import torch
import torch.nn.functional as F
from models_protocol import model, serve
from torch import nn

torch.set_num_threads(2)
torch.manual_seed(7)
COMPILED = sys.argv[2:] == ["compiled"]
DEVICE = "cpu"
GRAPH = False


def normal(*shape):
    return torch.randn(*shape, device=DEVICE)


def uniform(*shape):
    return torch.rand(*shape, device=DEVICE)


def whole(count):
    return torch.arange(count, device=DEVICE)


def labels(count):
    return whole(count) % 10


def graph_of(step, optimizer):
    """What replays the step as a CUDA graph."""
    for group in optimizer.param_groups:
        group["capturable"] = True
    side, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    with torch.cuda.stream(side):
        for _ in range(3):
            step()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        step()
    graph.step = step  # whose arrays it uses
    return graph.replay


def training(net, optimizer, loss):
    """`loss` gives the loss of a batch, by a net it is handed.  `optimizer` makes one for parameters."""
    net = net.to(DEVICE)
    called = torch.compile(net) if COMPILED else net
    optimizer = optimizer(net.parameters())

    def step():
        optimizer.zero_grad()
        loss(called).backward()
        optimizer.step()
    once = graph_of(step, optimizer) if GRAPH else step

    def run(count):
        for _ in range(count):
            once()
        if DEVICE != "cpu":
            torch.cuda.synchronize()
    return sum(p.numel() for p in net.parameters()), run


def sgd(parameters):
    return torch.optim.SGD(parameters, 0.01)


def adam(parameters):
    return torch.optim.Adam(parameters, 0.001)


@model
def mlp():
    net = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512), nn.ReLU(), nn.Linear(512, 1))
    return training(net, sgd,
                    lambda net: F.mse_loss(net(normal(1024, 512)), normal(1024, 1)))


@model
def mlp_products():
    x, h, g, d = (normal(1024, n) for n in (512, 2048, 512, 1))
    a, b, c = normal(2048, 512), normal(512, 2048), normal(1, 512)

    def run(count):
        for _ in range(count):
            x @ a.T, h @ b.T, g @ c.T
            d.T @ g, d @ c, g.T @ h, g @ b, h.T @ x
        if DEVICE != "cpu":
            torch.cuda.synchronize()
    return 0, run


@model
def tiny():
    net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    x, y = uniform(32, 64), labels(32)
    return training(net, sgd, lambda net: F.cross_entropy(net(x), y))


@model
def lenet():
    net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2),
                        nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(),
                        nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
    x, y = uniform(256, 1, 28, 28), labels(256)
    return training(net, adam, lambda net: F.cross_entropy(net(x), y))


@model
def convolutions():
    layers = [layer for _ in range(5) for layer in (nn.Conv2d(64, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU())]
    net, x = nn.Sequential(*layers), normal(32, 64, 32, 32)
    return training(net, adam, lambda net: net(x).mean())


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        rows, steps, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).reshape(rows, steps, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(seen.permute(0, 2, 1, 3).reshape(rows, steps, width))
        return x + self.mlp(self.norm2(x))


class Gpt(nn.Module):
    def __init__(self, letters, width, steps, heads, layers):
        super().__init__()
        self.letter, self.place = nn.Embedding(letters, width), nn.Parameter(torch.zeros(steps, width))
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, letters)

    def forward(self, text):
        return self.head(self.norm(self.blocks(self.letter(text) + self.place)))


@model
def gpt():
    net = Gpt(65, 128, 128, 4, 4)
    text = whole(16 * 128).reshape(16, 128) * 7 % 65
    following = (text.reshape(-1) + 7) % 65
    return training(net, adam,
                    lambda net: F.cross_entropy(net(text).reshape(-1, 65), following))


def gpt2(cast=None):
    net = Gpt(50257, 768, 1024, 12, 12)
    net.head = nn.Linear(768, 50257, bias=False)
    net.head.weight = net.letter.weight
    text = whole(8 * 1024).reshape(8, 1024) * 7 % 50257
    following = (text.reshape(-1) + 7) % 50257

    def loss(net):
        with torch.autocast("cuda", cast, enabled=cast is not None):
            return F.cross_entropy(net(text).reshape(-1, 50257), following)
    return training(net, adam, loss)


@model
def gpt2_float32():
    return gpt2()


@model
def gpt2_bfloat16():
    return gpt2(torch.bfloat16)


class LastOfLstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.head = nn.LSTM(128, 128, batch_first=True), nn.Linear(128, 10)

    def forward(self, x):
        return self.head(self.lstm(x)[0][:, -1])


@model
def lstm():
    net, x, y = LastOfLstm(), normal(32, 64, 128), labels(32)
    return training(net, adam, lambda net: F.cross_entropy(net(x), y))


if __name__ == "__main__":
    serve("torch", torch.__version__)
