#!/usr/bin/env python3
"""The examples beside PyTorch: the same first weights, the same batches, and both loss curves.

    python beside_torch.py [mlp] [lenet] [lstm] [gpt]       needs torch and numpy; docs/examples.md has what it said

PyTorch's twins are written with PyTorch's layers; weights are copied by name, which is a test of the names too.
"""
import sys

import numpy
import torch
from torch import nn as tnn
from torch.nn import functional as F

import char_gpt
import lenet_fashion_mnist
import lstm
import mlp
import weir
from weir import autograd, data, nn, optim


class TorchBlock(tnn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = tnn.LayerNorm(width), tnn.LayerNorm(width)
        self.qkv, self.out = tnn.Linear(width, 3 * width), tnn.Linear(width, width)
        self.mlp = tnn.Sequential(tnn.Linear(width, 4 * width), tnn.GELU(), tnn.Linear(4 * width, width))

    def forward(self, x):
        n, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(n, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(*qkv, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(n, length, width))
        return x + self.mlp(self.norm2(x))


class TorchGPT(tnn.Module):
    def __init__(self, characters, context=128, width=128, layers=4, heads=4):
        super().__init__()
        self.token, self.position = tnn.Embedding(characters, width), tnn.Embedding(context, width)
        self.blocks = tnn.ModuleList(TorchBlock(width, heads) for _ in range(layers))
        self.norm, self.head = tnn.LayerNorm(width), tnn.Linear(width, characters)

    def forward(self, text):
        x = self.token(text) + self.position(torch.arange(text.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class TorchAdder(tnn.Module):
    def __init__(self, units=128):
        super().__init__()
        self.embedding = tnn.Embedding(len(lstm.ALPHABET), 32)
        self.reader = tnn.LSTM(32, units, batch_first=True)
        self.writer = tnn.LSTM(units, units, batch_first=True)
        self.out = tnn.Linear(units, len(lstm.ALPHABET))

    def forward(self, problem, length):
        _, state = self.reader(self.embedding(problem))
        y, _ = self.writer(state[0][-1][:, None].expand(-1, length, -1), state)
        return self.out(y)


def torch_lenet():
    net = tnn.Module()
    net.features = tnn.Sequential(
        tnn.Conv2d(1, 6, 5, padding=2), tnn.ReLU(), tnn.MaxPool2d(2),
        tnn.Conv2d(6, 16, 5), tnn.ReLU(), tnn.MaxPool2d(2), tnn.Flatten())
    net.classifier = tnn.Sequential(
        tnn.Linear(400, 120), tnn.ReLU(), tnn.Linear(120, 84), tnn.ReLU(), tnn.Linear(84, 10))
    net.forward = lambda image: net.classifier(net.features(image))
    return net


def both(name, net, twin, batches, optimizer, twin_optimizer, schedule=None, max_norm=0.0):
    """Train both on the same batches and print their mean losses over eight parts of the way."""
    twin.load_state_dict({n: torch.from_numpy(numpy.array(a)) for n, a in net.state_dict().items()})
    loss_fn, curves = nn.CrossEntropyLoss(), []
    for x, y, *more in batches:
        with autograd.record():
            scores = net(x, *more)
            loss = loss_fn(scores.reshape(-1, scores.shape[-1]), y.reshape(-1))
        loss.backward()
        optimizer.step()

        tx, ty = (torch.from_numpy(numpy.array(a)) for a in (x, y))
        for group in twin_optimizer.param_groups:
            group["lr"] = optimizer.lr
        scores = twin(tx, *more)
        twin_loss = F.cross_entropy(scores.reshape(-1, scores.shape[-1]), ty.reshape(-1))
        twin_optimizer.zero_grad()
        twin_loss.backward()
        if max_norm:
            tnn.utils.clip_grad_norm_(twin.parameters(), max_norm)
        twin_optimizer.step()
        if schedule is not None:
            schedule.step()
        curves.append((float(loss), twin_loss.item()))
    curves = numpy.array(curves)
    parts = numpy.array([part.mean(axis=0) for part in numpy.array_split(curves, 8)])
    print(f"{name}: {len(curves)} steps, mean loss over each eighth")
    for who, column in (("weir", 0), ("torch", 1)):
        print(f"  {who:6}" + "".join(f"{value:9.4f}" for value in parts[:, column]))
    first = numpy.abs(curves[:20, 0] - curves[:20, 1]).max()
    print(f"  largest difference in the first 20 steps {first:.1e}, of an eighth "
          f"{numpy.abs(parts[:, 0] / parts[:, 1] - 1).max():.1%}", flush=True)


def run_mlp(steps=600):
    net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2))
    twin = tnn.Sequential(tnn.Linear(2, 64), tnn.Tanh(), tnn.Linear(64, 64), tnn.Tanh(), tnn.Linear(64, 2))
    both("mlp", net, twin, [mlp.spirals(400)] * steps, optim.Adam(net.parameters(), lr=0.01),
         torch.optim.Adam(twin.parameters(), lr=0.01))


def run_lenet(epochs=1):
    net, twin = lenet_fashion_mnist.LeNet(), torch_lenet()
    loader = data.DataLoader(data.FashionMNIST(), 128, shuffle=True, seed=1, transform=lenet_fashion_mnist.prepare)
    both("lenet", net, twin, (batch for _ in range(epochs) for batch in loader), optim.Adam(net.parameters(), lr=3e-3),
         torch.optim.Adam(twin.parameters(), lr=3e-3))


def run_lstm(steps=400):
    net, twin, rng = lstm.Adder(), TorchAdder(), weir.random.default_rng(1)
    optimizer = optim.Adam(net.parameters(), lr=3e-3, max_norm=1.0)
    both("lstm", net, twin, ((*lstm.sums(128, 3, rng), 4) for _ in range(steps)), optimizer,
         torch.optim.Adam(twin.parameters(), lr=3e-3), max_norm=1.0)


def run_gpt(steps=100):
    book = char_gpt.read()
    alphabet = sorted(set(book))
    text = weir.asarray([alphabet.index(c) for c in book], dtype=weir.int64)
    net, twin, rng = char_gpt.GPT(len(alphabet)), TorchGPT(len(alphabet)), weir.random.default_rng(1)
    optimizer = optim.AdamW(net.parameters(), lr=1e-3, max_norm=1.0)
    schedule = optim.lr_scheduler.CosineWarmup(optimizer, warmup=steps // 20, total=steps, eta_min=1e-4)
    both("gpt", net, twin, (char_gpt.batch(text, 16, net.context, rng) for _ in range(steps)), optimizer,
         torch.optim.AdamW(twin.parameters(), lr=1e-3), schedule, 1.0)


if __name__ == "__main__":
    for name in sys.argv[1:] or ("mlp", "lenet", "lstm", "gpt"):
        weir.random.seed(1)
        globals()[f"run_{name}"]()
