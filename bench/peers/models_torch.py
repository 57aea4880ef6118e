"""models_torch.py - the models as one writes them in PyTorch.

    models_torch.py NAME            eager
    models_torch.py NAME compiled   by torch.compile

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


def training(net, optimizer, loss):
    """`loss` gives the loss of a batch, by a net it is handed."""
    called = torch.compile(net) if COMPILED else net

    def run(count):
        for _ in range(count):
            optimizer.zero_grad()
            loss(called).backward()
            optimizer.step()
    return sum(p.numel() for p in net.parameters()), run


def labels(count):
    return torch.arange(count) % 10


@model
def mlp():
    net = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512), nn.ReLU(), nn.Linear(512, 1))
    return training(net, torch.optim.SGD(net.parameters(), 0.01),
                    lambda net: F.mse_loss(net(torch.randn(1024, 512)), torch.randn(1024, 1)))


@model
def mlp_products():
    x, h, g, d = (torch.randn(1024, n) for n in (512, 2048, 512, 1))
    a, b, c = torch.randn(2048, 512), torch.randn(512, 2048), torch.randn(1, 512)

    def run(count):
        for _ in range(count):
            x @ a.T, h @ b.T, g @ c.T
            d.T @ g, d @ c, g.T @ h, g @ b, h.T @ x
    return 0, run


@model
def tiny():
    net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    x, y = torch.rand(32, 64), labels(32)
    return training(net, torch.optim.SGD(net.parameters(), 0.01), lambda net: F.cross_entropy(net(x), y))


@model
def lenet():
    net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2),
                        nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(),
                        nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
    x, y = torch.rand(256, 1, 28, 28), labels(256)
    return training(net, torch.optim.Adam(net.parameters(), 0.001), lambda net: F.cross_entropy(net(x), y))


@model
def convolutions():
    layers = [layer for _ in range(5) for layer in (nn.Conv2d(64, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU())]
    net, x = nn.Sequential(*layers), torch.randn(32, 64, 32, 32)
    return training(net, torch.optim.Adam(net.parameters(), 0.001), lambda net: net(x).mean())


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


class CharacterGpt(nn.Module):
    def __init__(self, letters, width, steps):
        super().__init__()
        self.letter, self.place = nn.Embedding(letters, width), nn.Parameter(torch.zeros(steps, width))
        self.blocks = nn.Sequential(*(Block(width, 4) for _ in range(4)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, letters)

    def forward(self, text):
        return self.head(self.norm(self.blocks(self.letter(text) + self.place)))


@model
def gpt():
    net = CharacterGpt(65, 128, 128)
    text = torch.arange(16 * 128).reshape(16, 128) * 7 % 65
    following = (text.reshape(-1) + 7) % 65
    return training(net, torch.optim.Adam(net.parameters(), 0.001),
                    lambda net: F.cross_entropy(net(text).reshape(-1, 65), following))


class LastOfLstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.head = nn.LSTM(128, 128, batch_first=True), nn.Linear(128, 10)

    def forward(self, x):
        return self.head(self.lstm(x)[0][:, -1])


@model
def lstm():
    net, x, y = LastOfLstm(), torch.randn(32, 64, 128), labels(32)
    return training(net, torch.optim.Adam(net.parameters(), 0.001), lambda net: F.cross_entropy(net(x), y))


serve("torch", torch.__version__)
