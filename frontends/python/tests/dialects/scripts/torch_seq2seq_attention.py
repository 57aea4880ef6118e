"""Sequence to sequence with attention: reverses sequences; packed inputs, GRUCell, teacher forcing, masked loss."""
# tolerance: loss 1 %
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

rng = np.random.RandomState(23)
PAD, SOS, EOS, VOCAB = 0, 1, 2, 13


class Encoder(nn.Module):
    def __init__(self, embedding, hidden):
        super().__init__()
        self.embedding = embedding
        self.gru = nn.GRU(embedding.embedding_dim, hidden, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * hidden, hidden)

    def forward(self, src, lengths):
        packed = pack_padded_sequence(self.embedding(src), lengths, batch_first=True, enforce_sorted=False)
        packed_out, hidden = self.gru(packed)
        out, _ = pad_packed_sequence(packed_out, batch_first=True)
        return out, torch.tanh(self.bridge(torch.cat([hidden[0], hidden[1]], dim=1)))


class Attention(nn.Module):
    def __init__(self, enc_dim, dec_dim, size):
        super().__init__()
        self.W = nn.Linear(enc_dim, size, bias=False)
        self.U = nn.Linear(dec_dim, size, bias=False)
        self.v = nn.Parameter(torch.zeros(size))

    def forward(self, keys, query, mask):
        scores = torch.einsum("bth,h->bt", torch.tanh(self.W(keys) + self.U(query).unsqueeze(1)), self.v)
        weights = F.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
        return torch.bmm(weights.unsqueeze(1), keys).squeeze(1), weights


class Seq2Seq(nn.Module):
    def __init__(self, hidden=24, emb=12):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, emb, padding_idx=PAD)
        self.encoder = Encoder(self.embedding, hidden)
        self.attention = Attention(2 * hidden, hidden, 16)
        self.cell = nn.GRUCell(emb + 2 * hidden, hidden)
        self.out = nn.Sequential(nn.Linear(3 * hidden, hidden), nn.Tanh(), nn.Linear(hidden, VOCAB))

    def forward(self, src, lengths, tgt):
        keys, h = self.encoder(src, lengths)
        mask, logits = src.eq(PAD), []
        for t in range(tgt.size(1) - 1):
            context, _ = self.attention(keys, h, mask)
            h = self.cell(torch.cat((self.embedding(tgt[:, t]), context), dim=-1), h)
            logits.append(self.out(torch.cat((h, context), dim=-1)))
        return torch.stack(logits, dim=1)


def make_batch(n=32):
    sequences = [rng.randint(3, VOCAB, size=rng.randint(3, 8)) for _ in range(n)]
    src = pad_sequence([torch.from_numpy(s) for s in sequences], batch_first=True, padding_value=PAD)
    tgt = pad_sequence([torch.tensor([SOS, *s[::-1].tolist(), EOS]) for s in sequences], batch_first=True, padding_value=PAD)
    return src, torch.tensor([len(s) for s in sequences]), tgt


model = Seq2Seq()
with torch.no_grad():
    for name, p in sorted(model.named_parameters()):
        p.copy_(torch.from_numpy(rng.uniform(-0.25, 0.25, size=tuple(p.shape))).float())
    model.embedding.weight[PAD].fill_(0)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
losses = []
for step in range(60):
    src, lengths, tgt = make_batch()
    logits = model(src, lengths, tgt)
    loss = criterion(logits.reshape(-1, VOCAB), tgt[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    optimizer.step()
    losses.append(loss.item())
    if step % 20 == 0:
        print(f"step {step} loss {loss.item():.4f} norm {float(norm):.3f}")
assert torch.equal(model.embedding.weight[PAD], torch.zeros(12))
print("loss", sum(losses[-10:]) / 10)
