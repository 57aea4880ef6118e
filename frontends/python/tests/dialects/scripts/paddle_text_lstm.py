"""Paddle: sentences of different lengths: a collate function, a bidirectional LSTM with sequence_length, and a metric of one's own."""
# framework: paddle
# tolerance: loss 4 %, f1 0.02
import numpy as np
import paddle
import paddle.nn as nn
from paddle.io import BatchSampler, DataLoader, Dataset

rng = np.random.RandomState(12)
sentences = [rng.randint(1, 30, rng.randint(3, 12)) for _ in range(240)]
labels = [int((np.diff(s) > 0).mean() > 0.5) for s in sentences]


class Texts(Dataset):
    def __getitem__(self, i):
        return sentences[i], labels[i]

    def __len__(self):
        return len(sentences)


def collate_fn(batch):
    longest = max(len(s) for s, _ in batch)
    ids = np.zeros((len(batch), longest), dtype="int64")
    for row, (s, _) in zip(ids, batch):
        row[:len(s)] = s
    return ids, np.array([len(s) for s, _ in batch], dtype="int64"), np.array([y for _, y in batch], dtype="int64")


class Model(nn.Layer):
    def __init__(self):
        super().__init__()
        uniform = paddle.ParamAttr(initializer=nn.initializer.Uniform(-0.3, 0.3))
        self.embedding = nn.Embedding(30, 12, padding_idx=0, weight_attr=uniform)
        self.lstm = nn.LSTM(12, 16, num_layers=1, direction="bidirect", weight_ih_attr=uniform, weight_hh_attr=uniform)
        self.dropout = nn.Dropout(0.0)
        self.fc = nn.Linear(32, 2)

    def forward(self, ids, lengths):
        _, (h, c) = self.lstm(self.embedding(ids), sequence_length=lengths)
        return self.fc(self.dropout(paddle.concat([h[0], h[1]], axis=-1)))


class F1(paddle.metric.Metric):
    def __init__(self):
        super().__init__()
        self.reset()

    def reset(self):
        self.tp = self.fp = self.fn = 0

    def update(self, preds, labels):
        self.tp += int(((preds == 1) & (labels == 1)).sum())
        self.fp += int(((preds == 1) & (labels == 0)).sum())
        self.fn += int(((preds == 0) & (labels == 1)).sum())

    def accumulate(self):
        return 2 * self.tp / max(2 * self.tp + self.fp + self.fn, 1)

    def name(self):
        return "f1"


model = Model()
for p in model.parameters():
    p.set_value((rng.rand(*p.shape).astype("float32") - 0.5) * 0.6)
optimizer = paddle.optimizer.Adam(0.02, parameters=model.parameters(), grad_clip=nn.ClipGradByValue(0.5))
data = Texts()
loader = DataLoader(data, batch_sampler=BatchSampler(data, batch_size=40, shuffle=False), collate_fn=collate_fn, return_list=True)
loss_fn, metric = nn.CrossEntropyLoss(), F1()
for epoch in range(12):
    metric.reset()
    for ids, lengths, y in loader:
        logits = model(ids, lengths)
        loss = loss_fn(logits, y)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        metric.update(logits.argmax(axis=-1).numpy(), y.numpy())
assert len(loader) == 6
print("f1", metric.accumulate())
print("loss", loss.item())
