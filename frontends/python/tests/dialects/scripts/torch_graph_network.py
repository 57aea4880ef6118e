"""A graph convolutional network in plain tensor operations: index_add_, sparse degree counts, masks of nodes."""
# tolerance: loss 1 %, accuracy 0.04
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.RandomState(97)
N, CLASSES, FEATURES = 120, 3, 16
labels = torch.from_numpy(np.arange(N) % CLASSES)
edges = [(i, j) for i in range(N) for j in range(i) if rng.rand() < (0.12 if i % CLASSES == j % CLASSES else 0.02)]
edge_index = torch.tensor(edges, dtype=torch.long).t().contiguous()
edge_index = torch.cat([edge_index, edge_index.flip(0), torch.arange(N).repeat(2, 1)], dim=1)
features = torch.from_numpy((np.eye(CLASSES)[labels.numpy()] @ rng.randn(CLASSES, FEATURES) * 0.4 + rng.randn(N, FEATURES)).astype("float32"))
train_mask = torch.zeros(N, dtype=torch.bool)
train_mask[torch.from_numpy(rng.permutation(N)[:45])] = True


class GCNConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out, bias=False)
        self.bias = nn.Parameter(torch.empty(n_out))
        self.reset_parameters()

    def reset_parameters(self):
        bound = (6 / sum(self.lin.weight.shape)) ** 0.5
        self.lin.weight.data.copy_(torch.from_numpy(rng.uniform(-bound, bound, self.lin.weight.shape)))
        nn.init.zeros_(self.bias)

    def forward(self, x, edge_index):
        row, col = edge_index
        degree = torch.bincount(col, minlength=x.size(0)).to(x.dtype)
        inv_sqrt = degree.pow(-0.5)
        inv_sqrt[inv_sqrt == float("inf")] = 0
        messages = self.lin(x)[row] * (inv_sqrt[row] * inv_sqrt[col])[:, None]
        out = torch.zeros(x.size(0), messages.size(1)).index_add_(0, col, messages)
        return out + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = GCNConv(FEATURES, 16), GCNConv(16, CLASSES)

    def forward(self, x, edge_index):
        x = F.relu(self.conv1(x, edge_index))
        return F.log_softmax(self.conv2(x, edge_index), dim=-1)


model = GCN()
optimizer = torch.optim.Adam([dict(params=model.conv1.parameters(), weight_decay=5e-4),
                              dict(params=model.conv2.parameters(), weight_decay=0)], lr=0.02)
for epoch in range(60):
    model.train()
    optimizer.zero_grad()
    out = model(features, edge_index)
    loss = F.nll_loss(out[train_mask], labels[train_mask])
    loss.backward()
    optimizer.step()

model.eval()
with torch.no_grad():
    out = model(features, edge_index)
    correct = out.argmax(dim=1)[~train_mask] == labels[~train_mask]
    confusion = torch.zeros(CLASSES, CLASSES, dtype=torch.long)
    for t, p in zip(labels, out.argmax(1)):
        confusion[t, p] += 1
assert confusion.sum().item() == N and (confusion.diag() > 20).all()
print("accuracy", correct.sum().item() / (~train_mask).sum().item())
print("loss", F.nll_loss(out, labels).item())
