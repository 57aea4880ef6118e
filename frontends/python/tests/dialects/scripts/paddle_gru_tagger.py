"""Paddle: a bidirectional GRU that tags tokens: bucketed batches by a BatchSampler of one's own, ignored labels, warm-up with cosine decay, clipping."""
# framework: paddle
# tolerance: loss 2 %, accuracy 0.02, rate 0.1 %
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
from paddle.io import BatchSampler, DataLoader, Dataset

rng = np.random.RandomState(12)
paddle.seed(12)
VOCAB, TAGS = 20, 4


class Sentences(Dataset):
    def __init__(self, n):
        super().__init__()
        self.rows = []
        for _ in range(n):
            words = rng.randint(1, VOCAB, size=rng.randint(3, 12))
            tags = np.where(words % 5 == 0, 1, 0)
            tags[1:] = np.where(words[:-1] % 5 == 0, 2 + words[1:] % 2, tags[1:])
            self.rows.append((words.astype("int64"), tags.astype("int64")))

    def __getitem__(self, i):
        return self.rows[i]

    def __len__(self):
        return len(self.rows)


class LengthSampler(BatchSampler):
    def __init__(self, dataset, batch_size):
        super().__init__(dataset=dataset, batch_size=batch_size)
        order = sorted(range(len(dataset)), key=lambda i: len(dataset[i][0]))
        self.batches = [order[i:i + batch_size] for i in range(0, len(order), batch_size)]
        rng.shuffle(self.batches)

    def __iter__(self):
        yield from self.batches

    def __len__(self):
        return len(self.batches)


def collate_fn(batch):
    longest = max(len(w) for w, _ in batch)
    words = np.stack([np.pad(w, (0, longest - len(w))) for w, _ in batch])
    tags = np.stack([np.pad(t, (0, longest - len(t)), constant_values=-100) for _, t in batch])
    return paddle.to_tensor(words), paddle.to_tensor(tags), paddle.to_tensor([len(w) for w, _ in batch], dtype="int64")


class Tagger(nn.Layer):
    def __init__(self, emb_dim=16, hidden=16):
        super().__init__()
        self.word_emb = nn.Embedding(VOCAB, emb_dim, padding_idx=0)
        self.gru = nn.GRU(emb_dim, hidden, num_layers=1, direction="bidirect")
        self.attn = self.create_parameter([2 * hidden, 2 * hidden], default_initializer=nn.initializer.Constant(0.01))
        self.drop = nn.Dropout(0.0)
        self.fc = nn.Linear(2 * hidden, TAGS, weight_attr=paddle.ParamAttr(initializer=nn.initializer.Normal(0.0, 0.1)))

    def forward(self, words, lengths):
        out, _ = self.gru(self.word_emb(words), sequence_length=lengths)
        mask = paddle.unsqueeze(F.sequence_mask(lengths, maxlen=words.shape[1], dtype="float32"), -1)
        score = paddle.matmul(paddle.matmul(out, self.attn), out, transpose_y=True)
        score = score + (1 - paddle.transpose(mask, [0, 2, 1])) * -1e4
        return self.fc(self.drop(out + 0.1 * paddle.bmm(F.softmax(score, axis=-1), out)))


model = Tagger()
for name, p in model.named_parameters():
    p.set_value(rng.uniform(-0.3, 0.3, size=p.shape).astype("float32"))
with paddle.no_grad():
    model.word_emb.weight[0] = 0.0
train, dev = Sentences(240), Sentences(80)
loader = DataLoader(train, batch_sampler=LengthSampler(train, 24), collate_fn=collate_fn, return_list=True)
steps = 10 * len(loader)
scheduler = paddle.optimizer.lr.LinearWarmup(
    paddle.optimizer.lr.CosineAnnealingDecay(0.02, T_max=steps), warmup_steps=10, start_lr=0.001, end_lr=0.02)
optimizer = paddle.optimizer.AdamW(learning_rate=scheduler, parameters=model.parameters(), weight_decay=0.01,
                                   grad_clip=nn.ClipGradByGlobalNorm(1.0), apply_decay_param_fun=lambda n: "emb" not in n)
criterion = nn.CrossEntropyLoss(ignore_index=-100)
for epoch in range(10):
    for words, tags, lengths in loader():
        logits = model(words, lengths)
        loss = criterion(logits.reshape([-1, TAGS]), tags.reshape([-1]))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        scheduler.step()
model.eval()
right = total = 0
losses = []
with paddle.no_grad():
    for words, tags, lengths in DataLoader(dev, batch_size=20, collate_fn=collate_fn):
        logits = model(words, lengths)
        keep = tags != -100
        right += int((paddle.argmax(logits, axis=-1)[keep] == paddle.masked_select(tags, keep)).astype("int32").sum())
        total += int(keep.astype("int64").sum())
        losses.append(F.cross_entropy(paddle.flatten(logits, 0, 1), paddle.flatten(tags), ignore_index=-100).numpy())
print("rate", optimizer.get_lr())
print("accuracy", right / total)
print("loss", float(np.mean(losses)))
