"""A siamese network with a contrastive loss; forward hooks record activations."""
# tolerance: loss 1 %, accuracy 0.02
from collections import OrderedDict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

rng = np.random.RandomState(21)
centers = rng.randn(5, 12) * 1.5


class PairDataset(Dataset):
    def __init__(self, n):
        self.pairs = []
        for i in range(n):
            a = rng.randint(5)
            same = i % 2 == 0
            b = a if same else (a + rng.randint(1, 5)) % 5
            self.pairs.append((self._draw(a), self._draw(b), np.float32(not same)))

    @staticmethod
    def _draw(k):
        return (centers[k] + rng.randn(12)).astype(np.float32)

    def __getitem__(self, index):
        x1, x2, label = self.pairs[index]
        return x1, x2, torch.tensor(label)

    def __len__(self):
        return len(self.pairs)


class SiameseNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(OrderedDict([
            ("fc1", nn.Linear(12, 32)), ("act1", nn.PReLU()),
            ("fc2", nn.Linear(32, 16)), ("act2", nn.Tanh()),
            ("fc3", nn.Linear(16, 4))]))

    def forward_once(self, x):
        return self.encoder(x)

    def forward(self, x1, x2):
        return self.forward_once(x1), self.forward_once(x2)


class ContrastiveLoss(torch.nn.Module):
    def __init__(self, margin=2.0):
        super().__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        distance = F.pairwise_distance(output1, output2)
        return torch.mean((1 - label) * distance.pow(2) +
                          label * torch.clamp(self.margin - distance, min=0.0).pow(2))


net, criterion = SiameseNetwork(), ContrastiveLoss()
for module in net.encoder:
    if isinstance(module, nn.Linear):
        with torch.no_grad():
            module.weight[:] = torch.from_numpy(rng.randn(*module.weight.shape).astype(np.float32)) * 0.3
            module.bias.zero_()

activations, calls = {}, []


def remember(name):
    def hook(module, input, output):
        activations[name] = output.detach()
        calls.append(name)
    return hook


handles = [layer.register_forward_hook(remember(name)) for name, layer in net.encoder.named_children()]
train, test = DataLoader(PairDataset(400), batch_size=40), DataLoader(PairDataset(200), batch_size=200)
optimizer = torch.optim.Adagrad(net.parameters(), lr=0.05)
for epoch in range(6):
    for x1, x2, label in train:
        optimizer.zero_grad()
        loss = criterion(*net(x1, x2), label)
        loss.backward()
        optimizer.step()

assert len(calls) == 6 * 10 * 2 * 5 and activations["act2"].abs().max() <= 1
for handle in handles:
    handle.remove()
x1, x2, label = next(iter(test))
net.eval()
with torch.no_grad():
    o1, o2 = net(x1, x2)
    test_loss = criterion(o1, o2, label)
    predicted = (F.pairwise_distance(o1, o2) > 1.0).float()
assert len(calls) == 600 and activations["fc1"].shape == (40, 32)
print("accuracy", (predicted == label).float().mean().item())
print("loss", test_loss.item())
