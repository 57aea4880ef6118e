"""High-level training of two tasks: a BatchSampler, a collate function, a metric and a callback of one's own, warm-up, gradient clipping."""
# framework: paddle
# tolerance: loss 0.12, accuracy 0.05, error 0.06
import os
import tempfile

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
from paddle.io import BatchSampler, DataLoader, Dataset, RandomSampler

paddle.seed(5)
np.random.seed(5)


class Series(Dataset):
    """Waves of three shapes and a frequency that is to be found."""

    def __init__(self, n, seed):
        super().__init__()
        rng = np.random.RandomState(seed)
        t = np.linspace(0, 1, 48)
        self.kind = rng.randint(0, 3, n)
        self.frequency = rng.uniform(1, 4, n).astype("float32")
        phase = 2 * np.pi * (self.frequency[:, None] * t + rng.uniform(0, 1, (n, 1)))
        wave = np.where(self.kind[:, None] == 0, np.sin(phase), np.where(self.kind[:, None] == 1, np.sign(np.sin(phase)),
                                                                         2 * ((phase / (2 * np.pi)) % 1) - 1))
        self.x = (wave + rng.normal(0, 0.15, wave.shape)).astype("float32")

    def __getitem__(self, i):
        return self.x[i], np.int64(self.kind[i]), self.frequency[i:i + 1]

    def __len__(self):
        return len(self.x)


class ConvBlock(nn.Layer):
    def __init__(self, cin, cout, stride=2):
        super().__init__()
        self.conv = nn.Conv1D(cin, cout, 5, stride=stride, padding=2, bias_attr=False)
        self.bn = nn.BatchNorm1D(cout)
        self.short = nn.Conv1D(cin, cout, 1, stride=stride) if cin != cout or stride != 1 else nn.Identity()
        self.prelu = nn.PReLU(num_parameters=cout)

    def forward(self, x):
        return self.prelu(self.bn(self.conv(x)) + self.short(x))


class TwoHeads(nn.Layer):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(ConvBlock(1, 12), ConvBlock(12, 24), ConvBlock(24, 24))
        self.rnn = nn.GRU(24, 16, direction="bidirect")
        self.dropout = nn.Dropout(0.1)
        self.kind = nn.Linear(32, 3, weight_attr=paddle.ParamAttr(initializer=nn.initializer.XavierNormal(),
                                                                 regularizer=paddle.regularizer.L2Decay(1e-4)))
        self.size = nn.Sequential(("hidden", nn.Linear(32, 16)), ("act", nn.Hardswish()), ("out", nn.Linear(16, 1)))
        self.log_var = self.create_parameter([2], default_initializer=nn.initializer.Constant(0.0))

    def forward(self, x):
        h = self.features(x.unsqueeze(1)).transpose([0, 2, 1])
        y, state = self.rnn(h)
        h = self.dropout(paddle.concat([y.mean(axis=1)], axis=-1))
        return self.kind(h), self.size(h), self.log_var


class Uncertain(nn.Layer):
    """Losses weighed by learned variances."""

    def forward(self, logits, size, log_var, kind, frequency):
        losses = paddle.stack([F.cross_entropy(logits, kind), F.smooth_l1_loss(size, frequency)])
        return (paddle.exp(-log_var) * losses + 0.5 * log_var).sum()


class KindAccuracy(paddle.metric.Metric):
    def __init__(self):
        super().__init__()
        self.reset()

    def compute(self, logits, size, log_var, kind, frequency):
        return (logits.argmax(axis=-1) == kind).astype("float32"), paddle.abs(size - frequency)

    def update(self, right, error):
        self.right += float(np.sum(right))
        self.error += float(np.sum(error))
        self.count += len(right)
        return self.right / self.count

    def accumulate(self):
        return [self.right / max(self.count, 1), self.error / max(self.count, 1)]

    def reset(self):
        self.right = self.error = 0.0
        self.count = 0

    def name(self):
        return ["accuracy", "error"]


class Watch(paddle.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.steps, self.rates = 0, []

    def on_train_batch_end(self, step, logs=None):
        self.steps += 1

    def on_epoch_end(self, epoch, logs=None):
        self.rates.append(self.model._optimizer.get_lr())


def collate(samples):
    x, kind, frequency = zip(*samples)
    x = np.stack(x)
    return [paddle.to_tensor(x - x.mean(axis=1, keepdims=True)), paddle.to_tensor(np.array(kind)), paddle.to_tensor(np.stack(frequency))]


train, test = Series(640, 0), Series(256, 1)
sampler = BatchSampler(sampler=RandomSampler(train), batch_size=32, drop_last=True)
loader = DataLoader(train, batch_sampler=sampler, collate_fn=collate, num_workers=0, return_list=True)
test_loader = DataLoader(test, batch_size=64, collate_fn=collate)
network = TwoHeads()
model = paddle.Model(network)
epochs = 12
scheduler = paddle.optimizer.lr.LinearWarmup(
    paddle.optimizer.lr.CosineAnnealingDecay(learning_rate=8e-3, T_max=epochs * len(loader)), warmup_steps=20, start_lr=1e-4, end_lr=8e-3)
optimizer = paddle.optimizer.AdamW(learning_rate=scheduler, parameters=model.parameters(), weight_decay=0.01,
                                   grad_clip=nn.ClipGradByGlobalNorm(2.0),
                                   apply_decay_param_fun=lambda name: "log_var" not in name)
model.prepare(optimizer, Uncertain(), KindAccuracy())
watch = Watch()
model.fit(loader, epochs=epochs, verbose=0, callbacks=[watch, paddle.callbacks.LRScheduler(by_step=True)])
assert watch.steps == epochs * len(loader) and watch.rates[0] > watch.rates[-1], watch.rates
result = model.evaluate(test_loader, verbose=0)
print("loss", float(np.ravel(result["loss"])[0]))
print("accuracy", result["accuracy"])
print("error", result["error"])

path = os.path.join(tempfile.mkdtemp(), "two")
model.save(path)
other = paddle.Model(TwoHeads())
other.prepare()
other.load(path)
logits = other.predict(DataLoader(test, batch_size=128, collate_fn=lambda s: collate(s)[:1]), stack_outputs=True, verbose=0)[0]
assert logits.shape == (256, 3)
network.eval()
np.testing.assert_allclose(logits[:64], network(next(iter(test_loader))[0])[0].numpy(), rtol=1e-3, atol=1e-4)
print(len(network.state_dict()), sum(int(np.prod(p.shape)) for p in network.parameters()))
