"""Knowledge distillation: a small student learns from a larger teacher and from an average of its own weights."""
# tolerance: loss 1 %, accuracy 0.02
import copy
from functools import partial

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.RandomState(53)
n = 500
angle = rng.rand(n) * 4 * np.pi
label = rng.randint(0, 2, n)
radius = angle / (4 * np.pi) + 0.05
points = np.stack([radius * np.cos(angle + np.pi * label), radius * np.sin(angle + np.pi * label)], 1)
X = torch.from_numpy((points + rng.normal(0, 0.015, points.shape)).astype(np.float32)) * 2
Y = torch.from_numpy(label)


def mlp(sizes, act=lambda: nn.LeakyReLU(0.1)):
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layer = nn.Linear(a, b)
        layer.weight.data.copy_(torch.from_numpy(rng.randn(b, a)) * (2 / a) ** 0.5)
        layer.bias.data.zero_()
        layers += [layer] + ([act()] if i < len(sizes) - 2 else [])
    return nn.Sequential(*layers)


class EMA:
    def __init__(self, model, decay=0.98):
        self.shadow = copy.deepcopy(model).eval()
        self.decay = decay
        for p in self.shadow.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(self.decay).add_(p, alpha=1 - self.decay)


def train(model, loss_fn, epochs, ema=None):
    optimizer = torch.optim.NAdam(model.parameters(), lr=5e-3)
    warmup = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=5)
    decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.97)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warmup, decay], milestones=[5])
    for epoch in range(epochs):
        for xb, yb in zip(X.chunk(10), Y.chunk(10)):
            optimizer.zero_grad()
            loss = loss_fn(model, xb, yb)
            loss.backward()
            optimizer.step()
            if ema is not None:
                ema.update(model)
        scheduler.step()
    return loss.item()


def kd_loss(student, xb, yb, teacher=None, T=2.0, alpha=0.7):
    with torch.no_grad():
        soft = F.softmax(teacher(xb) / T, dim=1)
    logits = student(xb)
    soft_loss = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(logits / T, dim=1), soft)
    return alpha * T * T * soft_loss + (1 - alpha) * F.cross_entropy(logits, yb)


def evaluate(model):
    with torch.no_grad():
        logits = model(X)
        return F.cross_entropy(logits, Y).item(), (logits.argmax(1) == Y).float().mean().item()


teacher = mlp([2, 48, 48, 2])
train(teacher, lambda model, xb, yb: F.cross_entropy(model(xb), yb), 10)
teacher.eval()
student = mlp([2, 16, 2])
ema = EMA(student)
train(student, partial(kd_loss, teacher=teacher), 8, ema)
assert all(p.grad is None for p in ema.shadow.parameters())
assert sum(p.numel() for p in student.parameters()) < sum(p.numel() for p in teacher.parameters()) / 10
loss, accuracy = evaluate(ema.shadow)
print("teacher", evaluate(teacher))
print("accuracy", accuracy)
print("loss", loss)
