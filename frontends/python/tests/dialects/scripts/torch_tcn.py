"""A temporal convolutional network with weight_norm that predicts a noisy wave; float64 throughout."""
# tolerance: loss 0.5 %
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import weight_norm

torch.set_default_dtype(torch.float64)
rng = np.random.RandomState(83)


class CausalBlock(nn.Module):
    def __init__(self, n_in, n_out, kernel_size, dilation):
        super().__init__()
        self.pad = (kernel_size - 1) * dilation
        self.conv1 = weight_norm(nn.Conv1d(n_in, n_out, kernel_size, dilation=dilation))
        self.conv2 = weight_norm(nn.Conv1d(n_out, n_out, kernel_size, dilation=dilation))
        self.downsample = nn.Conv1d(n_in, n_out, 1) if n_in != n_out else None

    def forward(self, x):
        out = F.relu(self.conv1(F.pad(x, (self.pad, 0))))
        out = F.relu(self.conv2(F.pad(out, (self.pad, 0))))
        res = x if self.downsample is None else self.downsample(x)
        return F.relu(out + res)


class TCN(nn.Module):
    def __init__(self, channels=(8, 8, 8)):
        super().__init__()
        sizes = [1, *channels]
        self.network = nn.Sequential(*[CausalBlock(a, b, 3, 2 ** i) for i, (a, b) in enumerate(zip(sizes, sizes[1:]))])
        self.linear = nn.Linear(channels[-1], 1)

    def forward(self, x):
        return self.linear(self.network(x).transpose(1, 2)).squeeze(-1)


time = np.arange(64)
phases, speeds = rng.uniform(0, 6, (48, 1)), rng.uniform(0.15, 0.4, (48, 1))
wave = np.sin(phases + speeds * time) + 0.3 * np.sin(3 * speeds * time) + rng.normal(0, 0.02, (48, 64))
series = torch.tensor(wave)
model = TCN()
with torch.no_grad():
    for name, p in model.named_parameters():
        if name.endswith("_g"):
            p.fill_(1.0)
        elif name.endswith("bias"):
            p.zero_()
        else:
            p.copy_(torch.tensor(rng.standard_normal(tuple(p.shape)) * 0.3))
assert "network.0.conv1.weight_g" in dict(model.named_parameters()) and model.linear.weight.dtype is torch.float64

optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(12):
    model.train()
    for rows in torch.arange(48).split(12):
        x, y = series[rows, :-1].unsqueeze(1), series[rows, 1:]
        loss = F.huber_loss(model(x), y, delta=0.5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

# The network is causal: the future does not change the past.
model.eval()
with torch.no_grad():
    x = series[:1, :-1].unsqueeze(1).clone()
    before = model(x)
    x[..., 40:] = 0
    after = model(x)
assert torch.allclose(before[:, :40], after[:, :40]) and not torch.allclose(before, after)
print("loss", loss.item())
