"""Bayes by backprop, and Hamiltonian Monte Carlo for the same regression."""
# tolerance: w 0.05, b 0.05, hmc_w 0.05, hmc_b 0.05, mixture 0.1 %, transformed 0.1 %, mvn 0.1 %, dirichlet 0.1 %
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence, Independent, TransformedDistribution
import torch.distributions as D

np.random.seed(2)
X = np.sort(np.random.uniform(-1, 1, (60, 1)), 0).astype(np.float32)
Y = (1.5 * X - 0.7 + 0.3 * np.random.randn(60, 1)).astype(np.float32)
X, Y = torch.from_numpy(X), torch.from_numpy(Y)


class BayesLinear(nn.Module):
    def __init__(self, i, o, prior=1.0):
        super().__init__()
        self.w_mu, self.b_mu = nn.Parameter(torch.zeros(o, i)), nn.Parameter(torch.zeros(o))
        self.w_rho, self.b_rho = nn.Parameter(torch.full((o, i), -3.0)), nn.Parameter(torch.full((o,), -3.0))
        self.prior = Normal(0.0, prior)

    def posterior(self):
        return (Normal(self.w_mu, nn.functional.softplus(self.w_rho)), Normal(self.b_mu, nn.functional.softplus(self.b_rho)))

    def forward(self, x):
        qw, qb = self.posterior()
        self.kl = kl_divergence(qw, self.prior).sum() + kl_divergence(qb, Normal(torch.tensor(0.0), torch.tensor(1.0))).sum()
        return x @ qw.rsample().t() + qb.rsample()


torch.manual_seed(0)
net = BayesLinear(1, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.05)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, 0.995)
for i in range(800):
    opt.zero_grad(set_to_none=False)
    pred = torch.stack([net(X) for _ in range(4)])
    nll = -Normal(pred, 0.3).log_prob(Y).sum(dim=(1, 2)).mean()
    loss = nll + net.kl
    loss.backward()
    opt.step()
    sched.step()
qw, qb = net.posterior()
print("w", qw.mean.item())
print("b", qb.loc.item())
print("w_sd", qw.stddev.item())


def log_joint(theta):
    prior = Independent(Normal(torch.zeros(2), torch.ones(2)), 1)
    return prior.log_prob(theta) + Normal(X[:, 0] * theta[0] + theta[1], 0.3).log_prob(Y[:, 0]).sum()


def grad(theta):
    theta = theta.detach().requires_grad_()
    return torch.autograd.grad(log_joint(theta), theta)[0]


theta, draws, accepted = torch.zeros(2), [], 0
for i in range(400):
    r = torch.randn(2)
    q, p = theta.clone(), r.clone()
    p += 0.5 * 0.03 * grad(q)
    for s in range(10):
        q += 0.03 * p
        if s != 9:
            p += 0.03 * grad(q)
    p += 0.5 * 0.03 * grad(q)
    a = log_joint(q) - 0.5 * p @ p - log_joint(theta) + 0.5 * r @ r
    if torch.rand(()).log() < a:
        theta, accepted = q, accepted + 1
    draws.append(theta)
draws = torch.stack(draws)[100:]
print("hmc_w", draws[:, 0].mean().item())
print("hmc_b", draws.mean(0)[1].item())
print("hmc_sd", draws.std(dim=0)[0].item())
print("accepted", accepted / 400)
mix = D.MixtureSameFamily(D.Categorical(torch.tensor([0.3, 0.7])), D.Normal(torch.tensor([-1.0, 2.0]), torch.tensor([0.5, 1.0])))
print("mixture", mix.log_prob(torch.tensor([0.0, 1.0])).sum().item())
ln = TransformedDistribution(Normal(0.0, 1.0), [D.transforms.ExpTransform(), D.transforms.AffineTransform(1.0, 2.0)])
print("transformed", ln.log_prob(torch.tensor(3.5)).item())
print("mvn", D.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]])).log_prob(torch.tensor([1.0, -1.0])).item())
print("dirichlet", D.Dirichlet(torch.tensor([1.0, 2.0, 3.0])).log_prob(torch.tensor([0.2, 0.3, 0.5])).item())
