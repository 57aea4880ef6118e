"""Wide and deep click prediction: dictionaries of features, a collate function, EmbeddingBag with offsets, AUC, early stopping."""
# tolerance: loss 1 %, auc 0.02
import copy

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split, Subset, WeightedRandomSampler

rng = np.random.RandomState(20)
N_USERS, N_ITEMS, N_TAGS = 30, 40, 25
user_bias, item_bias, tag_bias = (rng.randn(n) for n in (N_USERS, N_ITEMS, N_TAGS))


class Clicks(Dataset):
    def __init__(self, n):
        self.rows = []
        for _ in range(n):
            user, item, tags = rng.randint(N_USERS), rng.randint(N_ITEMS), rng.choice(N_TAGS, rng.randint(1, 5), replace=False)
            score = user_bias[user] + item_bias[item] + tag_bias[tags].mean() - 0.7
            self.rows.append({"user": user, "item": item, "tags": tags.tolist(), "price": float(rng.rand()),
                              "label": float(score > 0)})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(batch):
    offsets = np.cumsum([0] + [len(r["tags"]) for r in batch[:-1]])
    return {"user": torch.tensor([r["user"] for r in batch]), "item": torch.tensor([r["item"] for r in batch]),
            "tags": torch.tensor([t for r in batch for t in r["tags"]], dtype=torch.int64), "offsets": torch.as_tensor(offsets),
            "price": torch.tensor([[r["price"]] for r in batch]),
            "label": torch.FloatTensor([r["label"] for r in batch])}


class WideAndDeep(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.user, self.item = nn.Embedding(N_USERS, dim), nn.Embedding(N_ITEMS, dim)
        self.tags = nn.EmbeddingBag(N_TAGS, dim, mode="mean")
        self.wide = nn.Embedding(N_USERS + N_ITEMS, 1)
        self.deep = nn.Sequential(nn.Linear(3 * dim + 1, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, batch):
        deep = self.deep(torch.cat([self.user(batch["user"]), self.item(batch["item"]),
                                    self.tags(batch["tags"], batch["offsets"]), batch["price"]], dim=-1)).squeeze(-1)
        both = torch.stack([batch["user"], batch["item"] + N_USERS], dim=1)
        return deep + self.wide(both).sum(dim=(1, 2)) + self.bias


def auc(scores, labels):
    order = scores.argsort()
    ranks = torch.empty_like(order, dtype=torch.float)
    ranks[order] = torch.arange(1, len(scores) + 1, dtype=torch.float)
    pos = labels == 1
    n1, n0 = pos.sum(), (~pos).sum()
    return (ranks[pos].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)


data = Clicks(600)
train, valid = Subset(data, range(480)), Subset(data, range(480, 600))
labels = torch.tensor([data[i]["label"] for i in train.indices])
counts = torch.bincount(labels.long())
sampler = WeightedRandomSampler((1.0 / counts.float())[labels.long()], num_samples=480, replacement=True)
assert len(list(sampler)) == 480 and len(random_split(data, [0.8, 0.2])[1]) == 120
model = WideAndDeep()
with torch.no_grad():
    for name, p in model.named_parameters():
        if p.dim() > 1:
            p.copy_(torch.from_numpy(rng.randn(*p.shape) * 0.3))
        elif name.endswith("bias"):
            nn.init.zeros_(p)
criterion = nn.BCEWithLogitsLoss(pos_weight=counts[0] / counts[1])
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
# More patience than epochs: a step down would depend on ties of AUC, and those on how a CPU rounds.
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="max", factor=0.5, patience=10)
best, best_weights = 0.0, None
for epoch in range(10):
    model.train()
    for batch in DataLoader(train, batch_size=60, collate_fn=collate):
        optimizer.zero_grad()
        loss = criterion(model(batch), batch["label"])
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        batch = next(iter(DataLoader(valid, batch_size=len(valid), collate_fn=collate)))
        value = auc(model(batch), batch["label"]).item()
    plateau.step(value)
    if value > best:
        best, best_weights = value, copy.deepcopy(model.state_dict())
model.load_state_dict(best_weights)
print("auc", best)
print("loss", loss.item())
