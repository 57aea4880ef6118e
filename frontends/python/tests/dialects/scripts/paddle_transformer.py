"""Paddle: a transformer encoder that classifies sequences, with a schedule of warm-up, decay of some weights and clipped gradients."""
# framework: paddle
# tolerance: loss 4 %, accuracy 0.01
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

rng = np.random.RandomState(4)
VOCAB, LENGTH, DIM = 16, 12, 16
tokens = rng.randint(1, VOCAB, (256, LENGTH))
lengths = rng.randint(6, LENGTH + 1, 256)
for row, n in zip(tokens, lengths):
    row[n:] = 0
labels = np.array([int((row[:n] > 8).sum() * 2 > n) for row, n in zip(tokens, lengths)])


class Classifier(nn.Layer):
    def __init__(self, vocab_size, d_model, nhead, num_layers, num_classes):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, padding_idx=0)
        self.position = self.create_parameter([1, LENGTH, d_model], default_initializer=nn.initializer.Normal(std=0.02))
        layer = nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=32, dropout=0.0, activation="gelu", normalize_before=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers, norm=nn.LayerNorm(d_model))
        self.head = nn.Linear(d_model, num_classes)

    def forward(self, x):
        keep = (x != 0).unsqueeze([1, 2])
        h = self.encoder(self.embedding(x) + self.position, src_mask=keep)
        mask = (x != 0).astype("float32").unsqueeze(-1)
        return self.head((h * mask).sum(axis=1) / mask.sum(axis=1))


net = Classifier(VOCAB, DIM, 4, 2, 2)
for name, p in net.named_parameters():
    if "norm" not in name and len(p.shape) > 1:
        value = rng.randn(*p.shape).astype("float32") * 0.2
        if name == "embedding.weight":
            value[0] = 0
        p.set_value(value)

scheduler = paddle.optimizer.lr.LinearWarmup(
    learning_rate=paddle.optimizer.lr.CosineAnnealingDecay(learning_rate=5e-3, T_max=300), warmup_steps=20, start_lr=0.0, end_lr=5e-3)
decay_params = [p.name for n, p in net.named_parameters() if not any(nd in n for nd in ["bias", "norm"])]
optimizer = paddle.optimizer.AdamW(
    learning_rate=scheduler, parameters=net.parameters(), weight_decay=0.01, apply_decay_param_fun=lambda x: x in decay_params,
    grad_clip=nn.ClipGradByGlobalNorm(1.0))
dataset = paddle.io.TensorDataset([paddle.to_tensor(tokens), paddle.to_tensor(labels)])
loader = paddle.io.DataLoader(dataset, batch_size=32, shuffle=False, drop_last=True)
criterion = nn.CrossEntropyLoss()

for epoch in range(20):
    net.train()
    total = 0.0
    for batch_id, (x, y) in enumerate(loader()):
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        scheduler.step()
        total += float(loss)
net.eval()
with paddle.no_grad():
    logits = net(paddle.to_tensor(tokens))
accuracy = paddle.metric.accuracy(F.softmax(logits), paddle.to_tensor(labels).unsqueeze(-1))
assert sum(p.size for p in net.parameters()) > 4000 and 0 < optimizer.get_lr() < 5e-3
print("accuracy", float(accuracy))
print("loss", total / len(loader))
