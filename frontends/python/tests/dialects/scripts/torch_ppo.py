"""Proximal policy optimisation with generalised advantages on a point that has to be held at the origin."""
# tolerance: return 2
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Independent, Normal, kl_divergence
from torch.utils.data import BatchSampler, SubsetRandomSampler

torch.manual_seed(3)
np.random.seed(3)
Batch = namedtuple("Batch", "obs actions logprobs returns advantages values")


class PointEnv:
    """Position and velocity; the action accelerates; 40 steps."""

    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.RandomState(seed)

    def reset(self):
        self.s = self.rng.uniform(-1, 1, (self.n, 2)).astype(np.float32)
        self.t = 0
        return self.s.copy()

    def step(self, a):
        a = np.clip(a[:, 0], -1, 1)
        self.s[:, 1] = 0.9 * self.s[:, 1] + 0.2 * a
        self.s[:, 0] += 0.3 * self.s[:, 1]
        self.t += 1
        reward = -np.abs(self.s[:, 0]) - 0.05 * a ** 2
        done = np.full(self.n, self.t == 40)
        obs = self.s.copy() if self.t < 40 else self.reset()
        return obs, reward.astype(np.float32), done, {}


def layer_init(layer, std=2 ** 0.5, bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(layer_init(nn.Linear(2, 32)), nn.Tanh(), layer_init(nn.Linear(32, 32)), nn.Tanh(),
                                    layer_init(nn.Linear(32, 1), std=1.0))
        self.actor_mean = nn.Sequential(layer_init(nn.Linear(2, 32)), nn.Tanh(), layer_init(nn.Linear(32, 32)), nn.Tanh(),
                                        layer_init(nn.Linear(32, 1), std=0.01))
        self.actor_logstd = nn.Parameter(torch.full((1, 1), -0.5))

    def get_value(self, x):
        return self.critic(x)

    def dist(self, x):
        mean = self.actor_mean(x)
        return Normal(mean, torch.exp(self.actor_logstd.expand_as(mean)))

    def get_action_and_value(self, x, action=None):
        probs = self.dist(x)
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action).sum(1), probs.entropy().sum(1), self.critic(x)


N, STEPS, GAMMA, LAMBDA, CLIP = 16, 40, 0.97, 0.95, 0.2
env, agent = PointEnv(N, 0), Agent()
optimizer = torch.optim.Adam([{"params": agent.critic.parameters(), "lr": 3e-3},
                              {"params": list(agent.actor_mean.parameters()) + [agent.actor_logstd]}], lr=3e-3, eps=1e-5)
obs_buf = torch.zeros((STEPS, N, 2))
act_buf, logp_buf = torch.zeros((STEPS, N, 1)), torch.zeros((STEPS, N))
rew_buf, done_buf, val_buf = torch.zeros((STEPS, N)), torch.zeros((STEPS, N)), torch.zeros((STEPS, N))
recent = deque(maxlen=10)
next_obs, next_done = torch.Tensor(env.reset()), torch.zeros(N)
updates = 40
for update in range(1, updates + 1):
    frac = 1.0 - (update - 1.0) / updates
    for group in optimizer.param_groups:
        group["lr"] = frac * 3e-3
    for step in range(STEPS):
        obs_buf[step], done_buf[step] = next_obs, next_done
        with torch.no_grad():
            action, logprob, _, value = agent.get_action_and_value(next_obs)
            val_buf[step] = value.flatten()
        act_buf[step], logp_buf[step] = action, logprob
        o, r, d, info = env.step(action.cpu().numpy())
        rew_buf[step] = torch.tensor(r).view(-1)
        next_obs, next_done = torch.Tensor(o), torch.Tensor(d)
    recent.append(rew_buf.sum(0).mean().item())
    with torch.no_grad():
        next_value = agent.get_value(next_obs).reshape(1, -1)
        advantages = torch.zeros_like(rew_buf)
        lastgaelam = 0
        for t in reversed(range(STEPS)):
            nonterminal = 1.0 - (next_done if t == STEPS - 1 else done_buf[t + 1])
            nextvalues = next_value if t == STEPS - 1 else val_buf[t + 1]
            delta = rew_buf[t] + GAMMA * nextvalues * nonterminal - val_buf[t]
            advantages[t] = lastgaelam = delta + GAMMA * LAMBDA * nonterminal * lastgaelam
    b = Batch(obs_buf.reshape(-1, 2), act_buf.reshape(-1, 1), logp_buf.reshape(-1), (advantages + val_buf).reshape(-1),
              advantages.reshape(-1), val_buf.reshape(-1))
    with torch.no_grad():
        old = agent.dist(b.obs)
        old = Normal(old.loc.clone(), old.scale.clone())
    for epoch in range(4):
        for mb in BatchSampler(SubsetRandomSampler(range(STEPS * N)), 160, drop_last=True):
            _, newlogp, entropy, newvalue = agent.get_action_and_value(b.obs[mb], b.actions[mb])
            logratio = newlogp - b.logprobs[mb]
            ratio = logratio.exp()
            adv = b.advantages[mb]
            adv = (adv - adv.mean()) / (adv.std() + 1e-8)
            pg_loss = torch.max(-adv * ratio, -adv * torch.clamp(ratio, 1 - CLIP, 1 + CLIP)).mean()
            newvalue = newvalue.view(-1)
            v_clipped = b.values[mb] + torch.clamp(newvalue - b.values[mb], -CLIP, CLIP)
            v_loss = 0.5 * torch.max((newvalue - b.returns[mb]) ** 2, (v_clipped - b.returns[mb]) ** 2).mean()
            loss = pg_loss - 0.001 * entropy.mean() + v_loss * 0.5
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
        with torch.no_grad():
            kl = kl_divergence(Independent(old, 1), Independent(agent.dist(b.obs), 1)).mean()
        if kl > 0.1:
            break
var_y = b.returns.var()
explained = float("nan") if var_y == 0 else float(1 - (b.returns - b.values).var() / var_y)
print("return", float(np.mean(recent)))
print(f"explained variance {explained:.2f}, kl {kl:.4f}")
