"""Recommendations by matrix factorisation: embeddings with biases, random_split, parameter groups, early stopping."""
# tolerance: rmse 1 %, loss 1 %
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, Subset

np.random.seed(17)
USERS, ITEMS, RANK = 60, 40, 4
truth = np.random.randn(USERS, RANK) @ np.random.randn(RANK, ITEMS) * 0.5 + 3.5
observed = np.argwhere(np.random.rand(USERS, ITEMS) < 0.6)


class Ratings(Dataset):
    def __init__(self, pairs):
        self.users = torch.as_tensor(pairs[:, 0].copy(), dtype=torch.int64)
        self.items = torch.as_tensor(pairs[:, 1].copy(), dtype=torch.int64)
        noise = np.random.randn(len(pairs)) * 0.1
        self.scores = torch.as_tensor(truth[pairs[:, 0], pairs[:, 1]] + noise).float()

    def __len__(self):
        return self.scores.shape[0]

    def __getitem__(self, i):
        return {"user": self.users[i], "item": self.items[i], "score": self.scores[i]}


class MatrixFactorization(nn.Module):
    def __init__(self, users, items, rank):
        super().__init__()
        self.user_factors = nn.Embedding(users, rank)
        self.item_factors = nn.Embedding(items, rank)
        self.user_bias = nn.Embedding(users, 1)
        self.item_bias = nn.Embedding(items, 1)
        self.global_bias = nn.Parameter(torch.zeros(1))
        for emb in (self.user_factors, self.item_factors):
            emb.weight.data = torch.from_numpy(np.random.normal(0, 0.1, emb.weight.shape)).float()
        for emb in (self.user_bias, self.item_bias):
            torch.nn.init.zeros_(emb.weight)

    def forward(self, user, item):
        dot = (self.user_factors(user) * self.item_factors(item)).sum(-1)
        return dot + self.user_bias(user).squeeze(-1) + self.item_bias(item).squeeze(-1) + self.global_bias


order = np.random.permutation(len(observed))
cut = int(0.9 * len(order))
data = Ratings(observed)
train, valid = Subset(data, order[:cut].tolist()), Subset(data, order[cut:].tolist())
model = MatrixFactorization(USERS, ITEMS, RANK)
biases = [p for n, p in model.named_parameters() if "bias" in n]
factors = [p for n, p in model.named_parameters() if "bias" not in n]
optimizer = torch.optim.Adam([{"params": factors, "weight_decay": 1e-4}, {"params": biases, "lr": 0.05}], lr=0.02)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1)
mse = nn.MSELoss()
best, best_state, patience = float("inf"), None, 0

for epoch in range(15):
    model.train()
    total = 0.0
    for batch in DataLoader(train, batch_size=64):
        optimizer.zero_grad()
        loss = mse(model(batch["user"], batch["item"]), batch["score"])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(batch["score"])
    model.eval()
    with torch.no_grad():
        batch = next(iter(DataLoader(valid, batch_size=len(valid))))
        error = mse(model(batch["user"], batch["item"]), batch["score"]).sqrt().item()
    plateau.step(error)
    if error < best:
        best, patience = error, 0
        best_state = {k: v.clone() for k, v in model.state_dict().items()}
    else:
        patience += 1
        if patience == 4:
            break
model.load_state_dict(best_state)
assert {k: tuple(v.shape) for k, v in best_state.items()}["item_bias.weight"] == (ITEMS, 1)
print("rmse", best)
print("loss", total / len(train))
