"""DDPM on points of two moons: a noise schedule in buffers, an exponential average of the weights, ancestral sampling."""
# tolerance: loss 1 %, ema 1 %, spread 0.02
import math

import numpy as np
import torch
from torch import nn, optim
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.RandomState(3)
T = 50


def moons(n):
    t = rng.uniform(0, math.pi, n)
    upper = rng.rand(n) < 0.5
    x = np.where(upper, np.cos(t), 1 - np.cos(t))
    y = np.where(upper, np.sin(t), 0.5 - np.sin(t))
    return np.stack([x, y], 1) + 0.05 * rng.randn(n, 2)


class SinusoidalPosEmb(nn.Module):
    def __init__(self, dim):
        super().__init__()
        half = dim // 2
        self.register_buffer("freqs", torch.exp(torch.arange(half) * -(math.log(10000) / (half - 1))), persistent=False)

    def forward(self, t):
        emb = t[:, None].float() * self.freqs[None, :]
        return torch.cat((emb.sin(), emb.cos()), dim=-1)


class Denoiser(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.time = nn.Sequential(SinusoidalPosEmb(dim), nn.Linear(dim, dim), nn.SiLU())
        self.inp = nn.Linear(2, dim)
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.SiLU()) for _ in range(2))
        self.out = nn.Linear(dim, 2)

    def forward(self, x, t):
        h = self.inp(x) + self.time(t)
        for block in self.blocks:
            h = h + block(h)
        return self.out(h)


class Diffusion(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        betas = torch.linspace(1e-4, 0.2, T)
        alphas_bar = torch.cumprod(1.0 - betas, dim=0)
        self.register_buffer("betas", betas)
        self.register_buffer("sqrt_ab", alphas_bar.sqrt())
        self.register_buffer("sqrt_1mab", (1 - alphas_bar).sqrt())

    def forward(self, x0, t, noise):
        xt = self.sqrt_ab[t].unsqueeze(-1) * x0 + self.sqrt_1mab.gather(0, t).view(-1, 1) * noise
        return nn.functional.mse_loss(self.model(xt, t), noise)

    @torch.inference_mode()
    def sample(self, n, noises):
        x = noises[-1][:n]
        for i in reversed(range(T)):
            t = torch.full((n,), i, dtype=torch.long)
            eps = self.model(x, t)
            x = (x - self.betas[i] / self.sqrt_1mab[i] * eps) / (1 - self.betas[i]).sqrt()
            if i > 0:
                x += self.betas[i].sqrt() * noises[i][:n]
        return x


data = torch.tensor(moons(512), dtype=torch.float32)
net = Diffusion(Denoiser())
for p in net.parameters():
    p.data = torch.from_numpy(rng.randn(*p.shape).astype(np.float32) / math.sqrt(max(p.shape[-1], 4)))
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.95))
opt = optim.Adam(net.parameters(), lr=5e-3)
sched = optim.lr_scheduler.CosineAnnealingLR(opt, T_max=30)
loader = DataLoader(TensorDataset(data), batch_size=128, drop_last=True)
for epoch in range(30):
    for (x,) in loader:
        t = torch.from_numpy(rng.randint(0, T, len(x)))
        noise = torch.from_numpy(rng.randn(*x.shape)).float()
        loss = net(x, t, noise)
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update_parameters(net)
    sched.step()

t = torch.arange(512) % T
noise = torch.tensor(rng.randn(512, 2), dtype=torch.float)
with torch.no_grad():
    print("loss", net(data, t, noise).item())
    print("ema", ema(data, t, noise).item())
points = ema.module.sample(256, torch.tensor(rng.randn(T, 256, 2)).float())
print("spread", points.std(0).mean().item())
