"""Sentences in buckets: a custom Sampler and collate function; a checkpoint holds the schedule and the states of all random generators."""
# tolerance: loss 1 %, resumed 1 %, rate 0.1 %
import copy
import io
import os
import random
import tempfile

import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Sampler, Subset, WeightedRandomSampler

SEED = 1234
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
WORDS = "the a cat dog bird runs sleeps sings not never very loud quiet".split()


class Vocab:
    def __init__(self, tokens, specials=("<pad>", "<unk>")):
        self.itos = [*specials, *sorted(set(tokens))]
        self.stoi = {t: i for i, t in enumerate(self.itos)}

    def __len__(self):
        return len(self.itos)

    def __getitem__(self, token):
        return self.stoi.get(token, 1)


class Sentences(Dataset):
    def __init__(self, n, vocab, rng):
        self.rows = []
        for _ in range(n):
            words = [WORDS[i] for i in rng.randint(0, len(WORDS), size=rng.randint(3, 12))]
            self.rows.append(([vocab[w] for w in words], (words.count("not") + words.count("never") - words.count("cat"))))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids, label = self.rows[i]
        return {"ids": torch.tensor(ids, dtype=torch.long), "length": len(ids), "label": float(label)}


class BucketSampler(Sampler):
    """Batches of sentences of similar lengths, in an order that depends on the epoch."""

    def __init__(self, lengths, batch_size, seed=0):
        self.lengths, self.batch_size, self.seed, self.epoch = lengths, batch_size, seed, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        order = sorted(range(len(self.lengths)), key=lambda i: self.lengths[i])
        batches = [order[i:i + self.batch_size] for i in range(0, len(order), self.batch_size)]
        random.Random(self.seed + self.epoch).shuffle(batches)
        return iter(batches)

    def __len__(self):
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size


def collate(batch):
    batch.sort(key=lambda row: row["length"], reverse=True)
    ids = pad_sequence([row["ids"] for row in batch], batch_first=True, padding_value=0)
    lengths = torch.tensor([row["length"] for row in batch])
    return ids, lengths, torch.tensor([row["label"] for row in batch]).unsqueeze(1)


class Scorer(nn.Module):
    def __init__(self, vocab_size, dim=16, hidden=24, pad=0):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim, padding_idx=pad)
        self.rnn = nn.LSTM(dim, hidden, num_layers=2, batch_first=True, bidirectional=True)
        self.norm = nn.LayerNorm(2 * hidden)
        self.head = nn.Sequential(nn.Linear(2 * hidden, 16), nn.LeakyReLU(0.1), nn.Linear(16, 1))
        self.register_buffer("seen", torch.zeros((), dtype=torch.int64))

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths.cpu(), batch_first=True)
        out, (h, c) = self.rnn(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        mask = (ids != 0).unsqueeze(-1)
        mean = (out * mask).sum(1) / mask.sum(1).clamp(min=1)
        if self.training:
            self.seen += len(ids)
        return self.head(self.norm(mean + torch.cat([h[-2], h[-1]], dim=-1)))


vocab = Vocab(WORDS)
rng = np.random.RandomState(3)
parts = [Sentences(150, vocab, rng), Sentences(90, vocab, rng)]
data = ConcatDataset(parts)
held_out = Subset(Sentences(200, vocab, rng), range(0, 200, 2))
sampler = BucketSampler([data[i]["length"] for i in range(len(data))], 24)
loader = DataLoader(data, batch_sampler=sampler, collate_fn=collate)
weighted = DataLoader(data, batch_size=10, sampler=WeightedRandomSampler([1.0] * 150 + [0.0] * 90, 30, replacement=False), collate_fn=collate)
assert [len(b[0]) for b in weighted] == [10, 10, 10]

net = Scorer(len(vocab)).to(device)
with torch.no_grad():
    for p in net.parameters():
        if p.ndim > 1:
            p.copy_(torch.from_numpy(rng.uniform(-0.3, 0.3, size=tuple(p.shape)).astype("float32")))
        elif p is not net.norm.weight:
            p.zero_()
    net.emb.weight[0].fill_(0)
criterion = nn.SmoothL1Loss(beta=0.5)
optimizer = torch.optim.RMSprop(net.parameters(), lr=0.004, alpha=0.95, momentum=0.5)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=0, threshold=1e-2)


def evaluate():
    net.eval()
    with torch.no_grad():
        losses = [criterion(net(ids.to(device), n), y.to(device)).item() for ids, n, y in DataLoader(held_out, 50, collate_fn=collate)]
    net.train()
    return sum(losses) / len(losses)


def run(start, end):
    for epoch in range(start, end):
        sampler.set_epoch(epoch)
        for ids, lengths, y in loader:
            optimizer.zero_grad()
            noise = torch.randn(1).item() * 0 + np.random.rand() * 0.01 + random.random() * 0.01
            loss = criterion(net(ids.to(device), lengths), y.to(device) + noise)
            loss.backward()
            torch.nn.utils.clip_grad_value_(net.parameters(), 0.5)
            optimizer.step()
        scheduler.step(evaluate())
    return evaluate()


run(0, 4)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "last.ckpt")
    torch.save({"epoch": 4, "model": net.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(),
                "rng": {"torch": torch.get_rng_state(), "numpy": np.random.get_state(), "python": random.getstate()},
                "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else None}, path)
    drawn = torch.rand(3)
    best = copy.deepcopy(net.state_dict())
    first = run(4, 8)
    rates = [g["lr"] for g in optimizer.param_groups]
    state = torch.load(path, map_location=device, weights_only=False)
    incompatible = net.load_state_dict(state["model"], strict=True)
    assert not incompatible.missing_keys and all(torch.equal(a, b) for a, b in zip(best.values(), net.state_dict().values()))
    optimizer.load_state_dict(state["optimizer"])
    scheduler.load_state_dict(state["scheduler"])
    torch.set_rng_state(state["rng"]["torch"].cpu())
    np.random.set_state(state["rng"]["numpy"])
    random.setstate(state["rng"]["python"])
assert torch.equal(drawn, torch.rand(3))
second = run(state["epoch"], 8)
assert abs(first - second) < 1e-6 and rates == [g["lr"] for g in optimizer.param_groups], (first, second)
assert net.seen.item() == 240 * 8
buffer = io.BytesIO()
torch.save(net, buffer)
buffer.seek(0)
again = torch.load(buffer, weights_only=False)
ids, lengths, _ = next(iter(loader))
assert torch.allclose(again.eval()(ids, lengths), net.eval()(ids, lengths))
print("rate", optimizer.param_groups[0]["lr"])
print("loss", first)
print("resumed", second)
