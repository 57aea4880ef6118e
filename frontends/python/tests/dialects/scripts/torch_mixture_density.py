"""A mixture density network for an inverse problem, with torch.distributions."""
# tolerance: loss 1 %
import math

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical, Independent, MixtureSameFamily, Normal

rng = np.random.default_rng(41)
y = rng.uniform(0, 1, size=(800, 1))
x = y + 0.3 * np.sin(2 * np.pi * y) + rng.uniform(-0.05, 0.05, size=y.shape)
x, y = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


class MDN(nn.Module):
    def __init__(self, hidden=24, components=4):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.heads = nn.ModuleDict({
            "logits": nn.Linear(hidden, components),
            "mu": nn.Linear(hidden, components),
            "sigma": nn.Linear(hidden, components),
        })

    def forward(self, x):
        h = self.trunk(x)
        sigma = nn.functional.softplus(self.heads["sigma"](h)) + 1e-2
        mix = Categorical(logits=self.heads["logits"](h))
        component = Independent(Normal(self.heads["mu"](h).unsqueeze(-1), sigma.unsqueeze(-1)), 1)
        return MixtureSameFamily(mix, component)


model = MDN()
for name, p in model.named_parameters():
    values = rng.normal(0, 0.5 if name.endswith("weight") else 0.3, size=tuple(p.shape))
    nn.init.zeros_(p)
    p.data.add_(torch.from_numpy(values).to(p.dtype))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, amsgrad=True)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[30, 45], gamma=0.3)
for epoch in range(60):
    permutation = rng.permutation(800)
    for start in range(0, 800, 200):
        rows = torch.from_numpy(permutation[start:start + 200])
        loss = -model(x[rows]).log_prob(y[rows]).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    scheduler.step()

with torch.no_grad():
    distribution = model(x)
    final = -distribution.log_prob(y).mean()
    draws = distribution.sample((20,))
    # The density integrates to one.
    grid = torch.linspace(-1.0, 2.0, 601)
    density = model(x[:1]).log_prob(grid.view(-1, 1, 1)).exp().squeeze()
    area = torch.trapezoid(density, grid)
assert draws.shape == (20, 800, 1) and abs(area.item() - 1) < 0.02
assert math.isfinite(final.item()) and distribution.batch_shape == torch.Size([800])
print("loss", final.item())
