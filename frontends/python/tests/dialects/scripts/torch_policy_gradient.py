"""REINFORCE with torch.distributions.Categorical in a small corridor world."""
# tolerance: reward 0.25
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical

np.random.seed(3)
torch.manual_seed(3)


class Corridor:
    """Seven cells in a row; the agent starts in the middle, is paid at the right end and fined for each step."""

    def reset(self):
        self.at, self.steps = 3, 0
        return self._state()

    def step(self, action):
        self.at += 1 if action == 1 else -1
        self.steps += 1
        done = self.at in (0, 6) or self.steps >= 30
        reward = 1.0 if self.at == 6 else -0.5 if self.at == 0 else -0.02
        return self._state(), reward, done

    def _state(self):
        one_hot = np.zeros(7, dtype=np.float32)
        one_hot[self.at] = 1
        return one_hot


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(7, 16)
        self.affine2 = nn.Linear(16, 2)
        self.saved_log_probs, self.rewards = [], []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.affine1(x))), dim=1)


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
eps = np.finfo(np.float32).eps.item()


def select_action(state):
    state = torch.from_numpy(state).float().unsqueeze(0)
    m = Categorical(policy(state))
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item(), m.entropy()


def finish_episode(entropies):
    R, returns = 0, []
    for r in policy.rewards[::-1]:
        R = r + 0.98 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    if len(returns) > 1:
        returns = (returns - returns.mean()) / (returns.std() + eps)
    policy_loss = [-log_prob * R for log_prob, R in zip(policy.saved_log_probs, returns)]
    optimizer.zero_grad()
    loss = torch.cat(policy_loss).sum() - 0.001 * torch.cat(entropies).sum()
    loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]


env, totals = Corridor(), []
for episode in range(250):
    state, done, total, entropies = env.reset(), False, 0.0, []
    while not done:
        action, entropy = select_action(state)
        state, reward, done = env.step(action)
        policy.rewards.append(reward)
        entropies.append(entropy)
        total += reward
    finish_episode(entropies)
    totals.append(total)

with torch.no_grad():
    right = policy(torch.eye(7))[1:6, 1]
print("probability of going right:", [round(p, 2) for p in right.tolist()])
print("reward", float(np.mean(totals[-50:])))
