"""gluon_in_torch.py - the networks of Gluon's scripts in PyTorch, whose losses scripts.txt has for them.

    gluon_in_torch.py            (a Python that has PyTorch)

MXNet cannot be installed for current Pythons.  The data, the layers, the initialisation and the optimisers are those of the scripts.

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def xavier(magnitude):
    """Return a function that initialises as mx.init.Xavier does: uniform, with the mean of the fans."""
    def fill(m):
        for name, p in m.named_parameters(recurse=False):
            if p.dim() > 1:
                fan_in, fan_out = p[0].numel(), p.shape[0] * p[0][0].numel()
                bound = (magnitude / ((fan_in + fan_out) / 2)) ** 0.5
                nn.init.uniform_(p, -bound, bound)
            elif not isinstance(m, nn.BatchNorm2d):
                nn.init.zeros_(p)
    return fill


def mlp():
    rng = np.random.RandomState(0)
    centers = rng.randn(4, 8) * 1.3

    def blobs(n):
        y = rng.randint(0, 4, size=n)
        return torch.tensor((centers[y] + rng.randn(n, 8)).astype("float32")), torch.tensor(y)

    (x, y), (x_test, y_test) = blobs(600), blobs(400)
    net = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4)).apply(xavier(2.24))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(8):
        for rows in torch.randperm(600).split(50):
            optimizer.zero_grad()
            F.cross_entropy(net(x[rows]), y[rows]).backward()
            optimizer.step()
        if epoch == 5:
            optimizer.param_groups[0]["lr"] *= 0.3
    return scores(net.eval(), x_test, y_test)


def scores(net, x, y):
    with torch.no_grad():
        out = net(x)
        return {"accuracy": (out.argmax(1) == y).float().mean().item(), "loss": F.cross_entropy(out, y).item()}


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels, eps=1e-5)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        return F.relu(self.conv2(F.relu(self.bn1(self.conv1(x)))) + x)


def hybrid_block():
    rng = np.random.RandomState(6)

    def stripes(n):
        x = rng.normal(0, 0.5, size=(n, 1, 12, 12)).astype("float32")
        y = rng.randint(0, 2, size=n)
        for picture, label in zip(x, y):
            at = rng.randint(2, 10)
            if label:
                picture[0, at, :] += 1.5
            else:
                picture[0, :, at] += 1.5
        return torch.tensor(x), torch.tensor(y)

    x, y = stripes(320)
    net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), Residual(8), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 2))
    net.apply(xavier(3))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(8):
        for i in range(0, 320, 32):
            optimizer.zero_grad()
            F.cross_entropy(net(x[i:i + 32]), y[i:i + 32]).backward()
            optimizer.step()
    return scores(net.eval(), *stripes(200))


def lstm():
    rng = np.random.RandomState(8)

    def additions(n):
        values, marks = rng.uniform(0, 1, size=(10, n)), np.zeros((10, n))
        for i in range(n):
            marks[rng.choice(10, 2, replace=False), i] = 1
        x = torch.tensor(np.stack([values, marks], axis=2), dtype=torch.float32)
        return x, torch.tensor((values * marks).sum(axis=0), dtype=torch.float32)

    cell, out = nn.LSTM(2, 24), nn.Linear(24, 1)
    parameters = [*cell.parameters(), *out.parameters()]
    for p in parameters:
        p.data = torch.tensor(rng.uniform(-0.3, 0.3, size=tuple(p.shape)), dtype=torch.float32)
    optimizer = torch.optim.Adam(parameters, lr=0.01)
    x, y = additions(640)
    for _ in range(20):
        for i in range(0, 640, 64):
            optimizer.zero_grad()
            (0.5 * F.mse_loss(out(cell(x[:, i:i + 64])[0][-1]).reshape(-1), y[i:i + 64])).backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
    x, y = additions(256)
    with torch.no_grad():
        return {"loss": 0.5 * F.mse_loss(out(cell(x)[0][-1]).reshape(-1), y).item()}


for run in (mlp, hybrid_block, lstm):
    torch.manual_seed(0)
    for name, value in run().items():
        print(f"gluon_{run.__name__} {name} {value:.7g}")
