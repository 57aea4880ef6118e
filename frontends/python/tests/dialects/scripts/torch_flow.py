"""RealNVP: coupling layers with masks, a log-determinant, a standard normal base distribution."""
# tolerance: nll 1 %, inverse 0.001
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Independent, MultivariateNormal, Normal

torch.set_default_dtype(torch.float64)
rng = np.random.default_rng(5)


class Coupling(nn.Module):
    def __init__(self, mask, hidden=24):
        super().__init__()
        self.register_buffer("mask", mask)
        self.s = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(0.1), nn.Linear(hidden, 2), nn.Tanh())
        self.t = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(0.1), nn.Linear(hidden, 2))
        self.scale = nn.Parameter(torch.zeros(2))

    def forward(self, x):
        kept = x * self.mask
        s = self.s(kept) * (1 - self.mask) * self.scale.exp()
        t = self.t(kept) * (1 - self.mask)
        return kept + (1 - self.mask) * (x * s.exp() + t), s.sum(dim=-1)

    def inverse(self, y):
        kept = self.mask * y
        s = self.s(kept) * (1 - self.mask) * self.scale.exp()
        t = self.t(kept) * (1 - self.mask)
        return kept + (1 - self.mask) * ((y - t) * torch.exp(-s))


class RealNVP(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        masks = torch.tensor([[0.0, 1.0], [1.0, 0.0]] * (n // 2))
        self.layers = nn.ModuleList([Coupling(m) for m in masks])
        self.prior = MultivariateNormal(torch.zeros(2), torch.eye(2))

    def log_prob(self, x):
        total = x.new_zeros(x.shape[0])
        for layer in reversed(self.layers):
            x, ld = layer(x)
            total += ld
        return self.prior.log_prob(x) + total

    def sample(self, z):
        for layer in self.layers:
            z = layer.inverse(z)
        return z


angles = rng.uniform(0, 2 * np.pi, 400)
x = torch.from_numpy(np.stack([2 * np.cos(angles), np.sin(angles)], 1) + 0.1 * rng.normal(size=(400, 2)))
flow = RealNVP()
for name, p in flow.named_parameters():
    if "scale" not in name:
        nn.init.constant_(p, 0.0)
        p.data.add_(torch.from_numpy(rng.normal(size=tuple(p.shape)) * 0.2))
optimizer = torch.optim.RMSprop(flow.parameters(), lr=3e-3, alpha=0.95)
best, best_state, patience = float("inf"), None, 0
for epoch in range(120):
    optimizer.zero_grad()
    nll = -flow.log_prob(x).mean()
    nll.backward()
    nn.utils.clip_grad_value_(flow.parameters(), 1.0)
    optimizer.step()
    if nll.item() < best - 1e-3:
        best, patience = nll.item(), 0
        best_state = {k: v.clone() for k, v in flow.state_dict().items()}
    else:
        patience += 1
        if patience > 20:
            break
flow.load_state_dict(best_state)
with torch.no_grad():
    z = torch.from_numpy(rng.normal(size=(64, 2)))
    back = flow.sample(z)
    for layer in reversed(flow.layers):
        back, _ = layer(back)
    base = Independent(Normal(torch.zeros(2), torch.ones(2)), 1)
    assert torch.allclose(base.log_prob(z), flow.prior.log_prob(z))
print("inverse", (back - z).abs().max().item())
print("nll", best)
