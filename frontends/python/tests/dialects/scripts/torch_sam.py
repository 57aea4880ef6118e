"""Sharpness-aware minimisation, one-cycle rates, parts of batches, a sampler for rare classes, an iterable dataset."""
# tolerance: loss 2 %, accuracy 0.01, rate 1 %
import itertools
import math
from collections import Counter
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, SequentialSampler, Subset,
                              WeightedRandomSampler, default_collate)


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base_optimizer, rho=0.05, **kwargs):
        assert rho >= 0.0
        defaults = dict(rho=rho, **kwargs)
        super().__init__(params, defaults)
        self.base_optimizer = base_optimizer(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups
        self.defaults.update(self.base_optimizer.defaults)

    @torch.no_grad()
    def first_step(self, zero_grad=False):
        norm = torch.norm(torch.stack([p.grad.norm(p=2) for g in self.param_groups for p in g["params"] if p.grad is not None]), p=2)
        for group in self.param_groups:
            scale = group["rho"] / (norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old_p"] = p.data.clone()
                p.add_(p.grad * scale.to(p))
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data = self.state[p]["old_p"]
        self.base_optimizer.step()
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        self.first_step(zero_grad=True)
        closure()
        self.second_step()


class Spirals(Dataset):
    def __init__(self, n, label):
        r = np.random.RandomState(label)
        t = np.sqrt(r.rand(n)) * 2 * math.pi
        self.xy = (np.stack([np.cos(t + label * math.pi), np.sin(t + label * math.pi)], 1) * t[:, None] / 6 + r.randn(n, 2) * 0.03).astype(np.float32)
        self.label = label

    def __len__(self):
        return len(self.xy)

    def __getitem__(self, i):
        return {"x": torch.from_numpy(self.xy[i]), "y": self.label, "meta": {"index": i, "name": f"s{self.label}"}}


class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        for i in range(self.n):
            yield i, np.float64(i) ** 2, "item"


data = ConcatDataset([Spirals(400, 0), Spirals(100, 1)])
print("length", len(data), data.cumulative_sizes)
labels = np.array([data[i]["y"] for i in range(len(data))])
weights = 1.0 / np.bincount(labels)[labels]
torch.manual_seed(0)
sampler = WeightedRandomSampler(torch.as_tensor(weights), num_samples=480, replacement=True)
loader = DataLoader(data, batch_size=32, sampler=sampler)
batch = next(iter(loader))
print(sorted(batch), batch["x"].dtype, batch["x"].shape, batch["y"].dtype, sorted(batch["meta"]), type(batch["meta"]["name"]).__name__, batch["meta"]["index"].dtype)
seen = Counter(itertools.chain.from_iterable(b["y"].tolist() for b in loader))
print("balanced", int(abs(seen[0] - seen[1]) < 120))
for a, b, c in DataLoader(Stream(5), batch_size=2):
    print(a, b, c)
for b in DataLoader(Subset(data, range(0, 500, 120)), batch_sampler=BatchSampler(SequentialSampler(range(5)), 2, False), collate_fn=lambda items: default_collate([(d["x"].sum().item() > 0, d["y"]) for d in items])):
    print(b)
print(default_collate([(1, 2.0), (3, 4.0)]), default_collate([{"a": np.array([1, 2])}, {"a": np.array([3, 4])}]), default_collate(["a", "b"]))

net = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1), nn.Flatten(0))
r = np.random.RandomState(5)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.tensor(r.randn(*p.shape), dtype=torch.float32) / math.sqrt(p.shape[-1]))
base = torch.optim.SGD
opt = SAM(net.parameters(), base, lr=0.1, momentum=0.9, rho=0.02)
sched = torch.optim.lr_scheduler.OneCycleLR(opt.base_optimizer, max_lr=0.3, total_steps=200, pct_start=0.3)
lossf = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(4.0))
order = np.random.RandomState(9)
losses = []
X = torch.stack([data[i]["x"] for i in range(500)])
Y = torch.tensor(labels).float()
for step in range(200):
    i = torch.from_numpy(order.permutation(500)[:64])

    def closure():
        loss = 0
        for part in i.split(32):
            l = lossf(net(X[part]), Y[part]) / 2
            l.backward()
            loss += l.item()
        return loss
    losses.append(closure())
    opt.step(closure)
    opt.zero_grad()
    sched.step() if step < 199 else None
print("loss", np.mean(losses[-20:]))
print("accuracy", ((net(X) > 0) == Y.bool()).float().mean().item())
print("rate", sched.get_last_lr()[0])
print("momentum", opt.param_groups[0]["momentum"])
