"""MAML: sinusoids from a few points; the inner step is differentiated through."""
# tolerance: loss 1 %, before 1 %
import copy
from collections import OrderedDict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

rng = np.random.RandomState(0)


class Regressor(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.net = nn.Sequential(OrderedDict([
            ("fc1", nn.Linear(1, hidden)), ("relu1", nn.ReLU()),
            ("fc2", nn.Linear(hidden, hidden)), ("relu2", nn.ReLU()),
            ("head", nn.Linear(hidden, 1))]))

    def forward(self, x):
        return self.net(x)


def sample_task(k):
    amplitude, phase = rng.uniform(0.5, 2.0), rng.uniform(0, np.pi)
    x = rng.uniform(-3, 3, size=(2 * k, 1)).astype(np.float32)
    y = (amplitude * np.sin(x + phase)).astype(np.float32)
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    return x[:k], y[:k], x[k:], y[k:]


def adapt(model, params, x, y, lr=0.05, steps=2, create_graph=True):
    for _ in range(steps):
        loss = F.mse_loss(functional_call(model, params, (x,)), y)
        grads = torch.autograd.grad(loss, tuple(params.values()), create_graph=create_graph)
        params = {name: p - lr * g for (name, p), g in zip(params.items(), grads)}
    return params


model = Regressor()
with torch.no_grad():
    for p in model.parameters():
        p.copy_(torch.as_tensor(rng.randn(*p.shape) * (0.5 if p.dim() > 1 else 0.1), dtype=p.dtype))
start = copy.deepcopy(model.state_dict())
meta = torch.optim.Adam(model.parameters(), lr=2e-3)
tasks = [sample_task(8) for _ in range(16)]

history = []
for epoch in range(40):
    meta.zero_grad()
    losses = []
    for i in rng.choice(len(tasks), 4, replace=False):
        xs, ys, xq, yq = tasks[i]
        fast = adapt(model, dict(model.named_parameters()), xs, ys)
        losses.append(F.mse_loss(functional_call(model, fast, xq), yq))
    meta_loss = torch.stack(losses).mean()
    meta_loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    meta.step()
    history.append(meta_loss.item())


def evaluate(state):
    net = Regressor()
    result = net.load_state_dict(state)
    assert not result.missing_keys
    total = 0.0
    for xs, ys, xq, yq in tasks:
        params = {k: v.detach().requires_grad_() for k, v in net.named_parameters()}
        fast = adapt(net, params, xs, ys, create_graph=False)
        with torch.no_grad():
            total += F.mse_loss(functional_call(net, fast, (xq,)), yq).item()
    return total / len(tasks)


print("before", evaluate(start))
print("loss", evaluate(model.state_dict()))
