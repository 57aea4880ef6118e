"""Gaussian process regression: hyperparameters by L-BFGS on the marginal likelihood, Cholesky solves, a predictive variance."""
# tolerance: nll 1 %, rmse 0.005, coverage 0.03
import math

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(12)
torch.manual_seed(0)


class ExactGP(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw = nn.ParameterDict({"lengthscale": nn.Parameter(torch.tensor(0.5, dtype=torch.float64)),
                                     "outputscale": nn.Parameter(torch.tensor(0.0, dtype=torch.float64)),
                                     "noise": nn.Parameter(torch.tensor(-1.0, dtype=torch.float64))})

    def kernel(self, a, b):
        l, s = nn.functional.softplus(self.raw["lengthscale"]), nn.functional.softplus(self.raw["outputscale"])
        return s * torch.exp(-0.5 * torch.cdist(a, b).pow(2) / l ** 2)

    def forward(self, x):
        noise = nn.functional.softplus(self.raw["noise"])
        return self.kernel(x, x) + noise * torch.eye(len(x), dtype=x.dtype)

    def nll(self, x, y):
        L = torch.linalg.cholesky(self(x))
        alpha = torch.cholesky_solve(y.unsqueeze(-1), L).squeeze(-1)
        return 0.5 * y.dot(alpha) + L.diagonal().log().sum() + 0.5 * len(x) * math.log(2 * math.pi)

    @torch.no_grad()
    def predict(self, x, y, z):
        L = torch.linalg.cholesky(self(x))
        Kxz = self.kernel(x, z)
        mean = Kxz.T @ torch.cholesky_solve(y[:, None], L)[:, 0]
        v = torch.linalg.solve_triangular(L, Kxz, upper=False)
        var = self.kernel(z, z).diag() - v.pow(2).sum(0)
        return mean, var.clamp_(min=1e-9)


x = torch.from_numpy(np.sort(rng.uniform(-3, 3, 40)))[:, None]
y = torch.sin(2 * x[:, 0]) + 0.1 * torch.from_numpy(rng.normal(size=40))
gp = ExactGP()
optimizer = torch.optim.LBFGS(gp.parameters(), lr=0.1, max_iter=10)
history = []
for step in range(8):
    def closure():
        if torch.is_grad_enabled():
            optimizer.zero_grad()
        loss = gp.nll(x, y)
        if loss.requires_grad:
            loss.backward()
        return loss
    history.append(float(optimizer.step(closure)))
assert history[-1] < history[0]
z = torch.linspace(-2.5, 2.5, 60, dtype=torch.float64).reshape(-1, 1)
mean, var = gp.predict(x, y, z)
truth = torch.sin(2 * z.squeeze(1))
inside = ((mean - truth).abs() < 2 * var.sqrt()).to(torch.float64).mean()
sampled = torch.distributions.MultivariateNormal(mean, covariance_matrix=torch.diag(var)).sample((5,))
assert sampled.shape == torch.Size([5, 60])
print("nll", gp.nll(x, y).item())
print("rmse", torch.sqrt(torch.mean((mean - truth) ** 2)).item())
print("coverage", inside.item())
