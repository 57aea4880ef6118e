"""A network with binary weights: a custom autograd.Function, tensor hooks, per-layer learning rates and gradcheck."""
# tolerance: loss 1 %
import numpy as np
import torch
import torch.nn as nn
from torch.autograd import Function

rng = np.random.RandomState(71)


class Sign(Function):
    """The sign, with a straight-through gradient inside [-1, 1]."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * (x.abs() <= 1).to(grad_output.dtype)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 3 * ctx.scale * x ** 2 * grad, None


class BinaryLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.from_numpy(rng.uniform(-1, 1, (n_out, n_in)).astype("f")))
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.register_buffer("scale", torch.tensor(1.0 / n_in ** 0.5))
        self.register_parameter("unused", None)

    def forward(self, x):
        return nn.functional.linear(x, Sign.apply(self.weight) * self.scale, self.bias)

    def extra_repr(self):
        return "in={}, out={}".format(self.weight.shape[1], self.weight.shape[0])


assert torch.autograd.gradcheck(lambda x: Cube.apply(x, 2.0), (torch.randn(4, dtype=torch.double, requires_grad=True),))
model = nn.Sequential(BinaryLinear(6, 32), nn.Hardtanh(), BinaryLinear(32, 16), nn.Hardtanh(), nn.Linear(16, 1))
print(model)
model[-1].weight.data = torch.from_numpy(rng.randn(1, 16).astype("f") * 0.3)
model[-1].bias.data.zero_()
norms = []
handle = model[0].weight.register_hook(lambda grad: norms.append(grad.norm().item()))

X = torch.from_numpy(rng.randn(256, 6).astype("f"))
target = torch.sin(X[:, :3].sum(1)) + 0.5 * X[:, 3] * X[:, 4]
optimizer = torch.optim.SGD([
    {"params": model[:4].parameters(), "lr": 0.1},
    {"params": model[4].parameters()}], lr=0.02, momentum=0.8)
for step in range(40):
    out = model(X).squeeze(-1)
    out.retain_grad()
    loss = (out - target).abs().add(1).log().mean()
    optimizer.zero_grad()
    loss.backward()
    assert out.grad is not None and out.grad.shape == target.shape
    optimizer.step()
    with torch.no_grad():
        for m in model.modules():
            if isinstance(m, BinaryLinear):
                m.weight.clamp_(-1, 1)
handle.remove()
assert len(norms) == 40 and all(np.isfinite(norms))
g, = torch.autograd.grad(model(X).sum(), X.requires_grad_() if X.requires_grad else model[-1].weight)
assert g.shape == (1, 16)
print("loss", loss.item())
