"""Deep Q-learning in a grid world: replay buffer, target network by deepcopy, epsilon-greedy actions from NumPy."""
# tolerance: loss 5 %, steps 0.5
import copy
import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

Transition = namedtuple("Transition", ("state", "action", "reward", "next_state", "done"))
random.seed(0)
rng = np.random.RandomState(0)
SIZE, GAMMA = 4, 0.9
MOVES = [(0, 1), (0, -1), (1, 0), (-1, 0)]


def encode(pos):
    return np.eye(SIZE * SIZE, dtype=np.float32)[pos[0] * SIZE + pos[1]]


def step(pos, action):
    new = tuple(np.clip(np.add(pos, MOVES[action]), 0, SIZE - 1))
    done = new == (SIZE - 1, SIZE - 1)
    return new, (1.0 if done else -0.05), done


class QNetwork(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(SIZE * SIZE, hidden), nn.Linear(hidden, hidden)])
        self.value = nn.Linear(hidden, 1)
        self.advantage = nn.Linear(hidden, 4)
        for p in self.parameters():
            p.data = torch.tensor(rng.uniform(-0.2, 0.2, size=tuple(p.shape)).astype(np.float32))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        advantage = self.advantage(x)
        return self.value(x) + advantage - advantage.mean(dim=-1, keepdim=True)


policy_net = QNetwork()
target_net = copy.deepcopy(policy_net).requires_grad_(False)
target_net.eval()
optimizer = torch.optim.Adam(policy_net.parameters(), lr=3e-3)
memory, losses = deque(maxlen=2000), []


def optimize(batch_size=32):
    if len(memory) < batch_size:
        return
    batch = Transition(*zip(*random.sample(memory, batch_size)))
    states = torch.from_numpy(np.stack(batch.state))
    actions = torch.tensor(batch.action).unsqueeze(1)
    rewards = torch.tensor(batch.reward, dtype=torch.float32)
    alive = 1 - torch.tensor(batch.done, dtype=torch.float32)
    q = policy_net(states).gather(1, actions).squeeze(1)
    with torch.no_grad():
        best = policy_net(torch.from_numpy(np.stack(batch.next_state))).argmax(1, keepdim=True)
        q_next = target_net(torch.from_numpy(np.stack(batch.next_state))).gather(1, best).squeeze(1)
    loss = F.smooth_l1_loss(q, rewards + GAMMA * alive * q_next)
    optimizer.zero_grad()
    loss.backward()
    for p in policy_net.parameters():
        p.grad.data.clamp_(-1, 1)
    optimizer.step()
    losses.append(loss.item())


for episode in range(60):
    pos = (0, 0)
    for t in range(40):
        action = int(rng.randint(4))  # off-policy: the behaviour does not depend on the network
        new, reward, done = step(pos, action)
        memory.append(Transition(encode(pos), action, reward, encode(new), done))
        pos = new
        if t % 4 == 0:
            optimize()
        if done:
            break
    if episode % 5 == 0:
        target_net.load_state_dict(policy_net.state_dict())

pos, steps = (0, 0), 0
while pos != (SIZE - 1, SIZE - 1) and steps < 20:
    with torch.no_grad():
        pos, _, _ = step(pos, policy_net(torch.from_numpy(encode(pos)).unsqueeze(0)).max(1)[1].item())
    steps += 1
print("steps", steps)
print("loss", float(np.mean(losses[:100])))
