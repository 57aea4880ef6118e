"""An LSTM language model over characters: tied weights, truncated back-propagation, clipped gradients."""
# tolerance: loss 0.5 %
import math

import numpy as np
import torch
import torch.nn as nn

TEXT = ("the river runs under the old bridge and the bridge stands over the river . "
        "a boat goes down the river and a cart goes over the bridge . ") * 12
chars = sorted(set(TEXT))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in TEXT], dtype=torch.long)


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    data = data.narrow(0, 0, nbatch * bsz)
    return data.view(bsz, -1).t().contiguous()


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp, nhid, nlayers):
        super().__init__()
        self.ntoken, self.nhid, self.nlayers = ntoken, nhid, nlayers
        self.drop = nn.Dropout(0.0)
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid, nlayers)
        self.decoder = nn.Linear(nhid, ntoken)
        self.decoder.weight = self.encoder.weight
        self.init_weights()

    def init_weights(self):
        rng = np.random.RandomState(11)
        for p in self.parameters():
            p.data.copy_(torch.from_numpy(rng.uniform(-0.2, 0.2, p.shape)))
        nn.init.zeros_(self.decoder.bias)

    def forward(self, input, hidden):
        emb = self.drop(self.encoder(input))
        output, hidden = self.rnn(emb, hidden)
        decoded = self.decoder(self.drop(output))
        return decoded.view(-1, self.ntoken), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        return (weight.new_zeros(self.nlayers, bsz, self.nhid), weight.new_zeros(self.nlayers, bsz, self.nhid))


def repackage_hidden(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple(repackage_hidden(v) for v in h)


source, bptt = batchify(data, 8), 20
model = RNNModel(len(chars), 32, 32, 2)
assert len(list(model.parameters())) == 10  # the tied weight is counted once
criterion = nn.CrossEntropyLoss()
lr = 2.0

for epoch in range(6):
    model.train()
    hidden, total, count = model.init_hidden(8), 0.0, 0
    for i in range(0, source.size(0) - 1, bptt):
        seq_len = min(bptt, len(source) - 1 - i)
        x, y = source[i:i + seq_len], source[i + 1:i + 1 + seq_len].reshape(-1)
        model.zero_grad()
        hidden = repackage_hidden(hidden)
        output, hidden = model(x, hidden)
        loss = criterion(output, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        with torch.no_grad():
            for p in model.parameters():
                p.add_(p.grad, alpha=-lr)
        total += loss.item() * seq_len
        count += seq_len
    print(f"| epoch {epoch} | loss {total / count:5.2f} | ppl {math.exp(total / count):8.2f}")
print("loss", total / count)
