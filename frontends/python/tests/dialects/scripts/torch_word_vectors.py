"""Word vectors: skip-gram with negative sampling, on sentences of a toy grammar."""
# tolerance: loss 0.5 %, similarity 0.02
import collections

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

rng = np.random.RandomState(0)
ANIMALS, FOODS, VERBS = ["cat", "dog", "horse", "cow"], ["bread", "rice", "apple", "cheese"], ["eats", "likes", "wants"]
sentences = [[rng.choice(ANIMALS), rng.choice(VERBS), "some", rng.choice(FOODS), "today"] for _ in range(300)]
counts = collections.Counter(w for s in sentences for w in s)
vocab = [w for w, _ in sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))]
word2ix = {w: i for i, w in enumerate(vocab)}
freq = np.array([counts[w] for w in vocab]) ** 0.75
freq /= freq.sum()


class SkipGrams(Dataset):
    def __init__(self, window=2, negatives=5):
        self.pairs = [(word2ix[s[i]], word2ix[s[j]]) for s in sentences for i in range(len(s))
                      for j in range(max(0, i - window), min(len(s), i + window + 1)) if i != j]
        self.negatives = rng.choice(len(vocab), size=(len(self.pairs), negatives), p=freq)

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, idx):
        center, context = self.pairs[idx]
        return torch.tensor(center), torch.tensor(context), torch.from_numpy(self.negatives[idx])


class SkipGramModel(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.u_embeddings = nn.Embedding(size, dim, sparse=False)
        self.v_embeddings = nn.Embedding(size, dim)
        self.u_embeddings.weight.data.copy_(torch.from_numpy(rng.uniform(-0.5 / dim, 0.5 / dim, (size, dim))))
        self.v_embeddings.weight.data.zero_()

    def forward(self, u, v, neg):
        emb_u, emb_v, emb_n = self.u_embeddings(u), self.v_embeddings(v), self.v_embeddings(neg)
        score = F.logsigmoid(torch.sum(emb_u * emb_v, dim=1))
        neg_score = torch.bmm(emb_n, emb_u.unsqueeze(2)).squeeze(2)
        return -(score + F.logsigmoid(-neg_score).sum(1)).mean()

    @torch.no_grad()
    def similar(self, a, b):
        w = self.u_embeddings.weight
        return F.cosine_similarity(w[word2ix[a]], w[word2ix[b]], dim=0).item()


loader = DataLoader(SkipGrams(), batch_size=128, shuffle=False)
model = SkipGramModel(len(vocab), 16)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(loader) * 4)
for epoch in range(4):
    losses = []
    for batch in loader:
        optimizer.zero_grad()
        loss = model(*batch)
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.detach())
    mean = torch.stack(losses).mean().item()
    print("epoch", epoch, "loss", round(mean, 4))

assert model.similar("cat", "dog") > model.similar("cat", "bread")
print("similarity", model.similar("cat", "dog") - model.similar("cat", "bread"))
print("loss", mean)
