"""A BiLSTM-CRF tagger: packed sequences, the forward algorithm in log space, Viterbi decoding."""
# tolerance: loss 1 %, accuracy 0.02
import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

rng = np.random.RandomState(2)
WORDS, TAGS = 20, 4


def sentence():
    n = rng.randint(4, 11)
    words = rng.randint(1, WORDS, n)
    tags = np.where(words % 3 == 0, 0, 1 + (np.roll(words, 1) % 3))
    return torch.LongTensor(words), torch.LongTensor(tags)


class CRF(nn.Module):
    def __init__(self, num_tags):
        super().__init__()
        self.start, self.end = nn.Parameter(torch.zeros(num_tags)), nn.Parameter(torch.zeros(num_tags))
        self.trans = nn.Parameter(torch.empty(num_tags, num_tags))
        nn.init.uniform_(self.trans, -0.0, 0.0)

    def score(self, emissions, tags, mask):
        B, T, _ = emissions.shape
        rows = torch.arange(B)
        score = self.start[tags[:, 0]] + emissions[rows, 0, tags[:, 0]]
        for t in range(1, T):
            step = self.trans[tags[:, t - 1], tags[:, t]] + emissions[rows, t, tags[:, t]]
            score = score + step * mask[:, t]
        last = tags.gather(1, (mask.sum(1).long() - 1).unsqueeze(1)).squeeze(1)
        return score + self.end[last]

    def normalizer(self, emissions, mask):
        alpha = self.start + emissions[:, 0]
        for t in range(1, emissions.size(1)):
            nxt = torch.logsumexp(alpha.unsqueeze(2) + self.trans.unsqueeze(0) + emissions[:, t].unsqueeze(1), dim=1)
            alpha = torch.where(mask[:, t].bool().unsqueeze(1), nxt, alpha)
        return torch.logsumexp(alpha + self.end, dim=1)

    def forward(self, emissions, tags, mask):
        return (self.normalizer(emissions, mask) - self.score(emissions, tags, mask)).mean()

    @torch.no_grad()
    def decode(self, emissions, lengths):
        paths = []
        for e, n in zip(emissions, lengths.tolist()):
            value, back = self.start + e[0], []
            for t in range(1, n):
                value, index = (value.unsqueeze(1) + self.trans).max(dim=0)
                value = value + e[t]
                back.append(index)
            best = int((value + self.end).argmax())
            path = [best]
            for index in reversed(back):
                best = index[best].item()
                path.insert(0, best)
            paths.append(path)
        return paths


class Tagger(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.embed = nn.Embedding(WORDS, 10, padding_idx=0)
        self.lstm = nn.LSTM(10, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, TAGS)
        self.crf = CRF(TAGS)

    def emissions(self, words, lengths):
        packed = pack_padded_sequence(self.embed(words), lengths, batch_first=True, enforce_sorted=False)
        y, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.out(y)

    def forward(self, words, tags, lengths):
        mask = (torch.arange(words.size(1))[None, :] < lengths[:, None]).float()
        return self.crf(self.emissions(words, lengths), tags, mask)


data = [sentence() for _ in range(48)]
model = Tagger()
state = model.state_dict()
for name, value in state.items():
    if "crf" not in name:
        state[name] = torch.from_numpy(rng.uniform(-0.3, 0.3, size=tuple(value.shape)).astype("float32"))
state["embed.weight"][0] = 0
print(model.load_state_dict(state, strict=True))
optimizer = torch.optim.NAdam(model.parameters(), lr=0.03)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5, gamma=0.7)
for epoch in range(12):
    total = 0.0
    for i in range(0, len(data), 12):
        words, tags = zip(*data[i:i + 12])
        lengths = torch.tensor([len(w) for w in words])
        loss = model(pad_sequence(words, batch_first=True), pad_sequence(tags, batch_first=True, padding_value=0), lengths)
        model.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    scheduler.step()
words, tags = zip(*data)
lengths = torch.tensor([len(w) for w in words])
paths = model.crf.decode(model.emissions(pad_sequence(words, batch_first=True), lengths), lengths)
hits = sum((torch.tensor(p) == t).sum().item() for p, t in zip(paths, tags))
print("accuracy", hits / int(lengths.sum()))
print("loss", total / 4)
