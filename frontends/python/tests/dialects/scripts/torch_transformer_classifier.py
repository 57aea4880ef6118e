"""Sequence classification with nn.TransformerEncoder, padding masks and a warm-up schedule."""
# tolerance: loss 0.1, accuracy 0.08
import math

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(1)
PAD, VOCAB = 0, 20


class Balance(Dataset):
    """Sequences labelled by which of two tokens is more frequent."""

    def __init__(self, n, seed):
        rng = np.random.RandomState(seed)
        self.items = []
        while len(self.items) < n:
            seq = rng.randint(3, VOCAB, size=rng.randint(6, 14))
            ones, twos = rng.randint(0, 4, size=2)
            if ones == twos:
                continue
            seq = np.concatenate([seq, [1] * ones, [2] * twos])
            rng.shuffle(seq)
            self.items.append((torch.tensor(seq, dtype=torch.long), int(ones > twos)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(batch):
    seqs, labels = zip(*batch)
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), torch.tensor(labels)


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=64):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        return x + self.pe[:, :x.size(1)]


class Classifier(nn.Module):
    def __init__(self, d_model=32, nhead=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, d_model, padding_idx=PAD)
        self.pos = PositionalEncoding(d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=64, dropout=0.0, batch_first=True,
                                           activation="gelu")
        self.encoder = nn.TransformerEncoder(layer, num_layers=layers)
        self.head = nn.Linear(d_model, 2)

    def forward(self, tokens):
        mask = tokens == PAD
        x = self.pos(self.embed(tokens) * math.sqrt(self.embed.embedding_dim))
        x = self.encoder(x, src_key_padding_mask=mask)
        keep = (~mask).unsqueeze(-1).float()
        return self.head((x * keep).sum(1) / keep.sum(1))


train = DataLoader(Balance(384, 0), batch_size=32, shuffle=True, collate_fn=collate)
test = DataLoader(Balance(256, 1), batch_size=64, shuffle=False, collate_fn=collate)
model = Classifier()
print(sum(p.numel() for p in model.parameters() if p.requires_grad), "parameters")
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.98), weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 20))
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)

for epoch in range(10):
    model.train()
    for tokens, labels in train:
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(tokens), labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

model.eval()
total = right = 0.0
with torch.inference_mode():
    for tokens, labels in test:
        logits = model(tokens)
        total += criterion(logits, labels).item() * len(labels)
        right += (logits.argmax(-1) == labels).float().sum().item()
print("accuracy", right / len(test.dataset))
print("loss", total / len(test.dataset))
