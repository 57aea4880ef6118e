"""A physics-informed network for u'' = -u: second derivatives by autograd, Adam and then L-BFGS."""
# tolerance: residual 0.002, error 0.01
import math

import numpy as np
import torch
import torch.nn as nn

torch.set_default_dtype(torch.double)
rng = np.random.RandomState(8)


class MLP(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList()
        for i, (n_in, n_out) in enumerate(zip(layers[:-1], layers[1:])):
            self.layers.append(nn.Linear(n_in, n_out))
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            bound = math.sqrt(6.0 / sum(m.weight.shape))
            m.weight.data.copy_(torch.from_numpy(rng.uniform(-bound, bound, size=tuple(m.weight.shape))))
            m.bias.data.fill_(0.0)

    def forward(self, t):
        for layer in self.layers[:-1]:
            t = torch.tanh(layer(t))
        return self.layers[-1](t)


def derivative(y, t):
    return torch.autograd.grad(y, t, grad_outputs=torch.ones_like(y), create_graph=True)[0]


model = MLP([1, 16, 16, 1])
t = torch.linspace(0, math.pi, 40).view(-1, 1).requires_grad_(True)
t0 = torch.zeros(1, 1, requires_grad=True)


def losses():
    u = model(t)
    residual = derivative(derivative(u, t), t) + u
    u0 = model(t0)
    start = (u0 - 0.0).pow(2).mean() + (derivative(u0, t0) - 1.0).square().mean()
    return residual.pow(2).mean(), start


adam = torch.optim.Adam(model.parameters(), lr=1e-2)
for it in range(150):
    adam.zero_grad()
    r, s = losses()
    (r + 10 * s).backward()
    adam.step()

lbfgs = torch.optim.LBFGS(model.parameters(), lr=1.0, max_iter=40, history_size=20, line_search_fn="strong_wolfe",
                          tolerance_grad=1e-9)


def closure():
    lbfgs.zero_grad()
    r, s = losses()
    loss = r + 10 * s
    loss.backward()
    return loss


first = lbfgs.step(closure)
for _ in range(2):
    last = lbfgs.step(closure)
assert last < first
with torch.no_grad():
    error = (model(t) - torch.sin(t)).abs().max()
r, s = losses()
print("residual", r.item())
print("error", error.item())
