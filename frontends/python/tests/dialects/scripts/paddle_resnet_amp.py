"""Paddle: a residual network with transforms, auto_cast and GradScaler, label smoothing, metrics, and paddle.summary."""
# framework: paddle
# tolerance: loss 3 %, accuracy 0.03, precision 0.04
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
import paddle.vision.transforms as T

rng = np.random.RandomState(1)


class Pictures(paddle.io.Dataset):
    def __init__(self, n, transform=None):
        super().__init__()
        self.labels = rng.randint(0, 3, size=n).astype("int64")
        self.images = rng.randint(0, 100, size=(n, 12, 12, 3)).astype("uint8")
        for image, label in zip(self.images, self.labels):
            r, c = rng.randint(0, 8, size=2)
            image[r:r + 4, c:c + 4, label] += 110
        self.transform = transform

    def __getitem__(self, i):
        image = self.images[i]
        if self.transform is not None:
            image = self.transform(image)
        return image, self.labels[i:i + 1]

    def __len__(self):
        return len(self.labels)


transform = T.Compose([T.ToTensor(), T.Normalize(mean=[0.25, 0.25, 0.25], std=[0.2, 0.2, 0.2], data_format="CHW")])


class BasicBlock(nn.Layer):
    expansion = 1

    def __init__(self, in_c, out_c, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2D(in_c, out_c, 3, stride=stride, padding=1, bias_attr=False)
        self.bn1 = nn.BatchNorm2D(out_c)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2D(out_c, out_c, 3, padding="SAME", bias_attr=False)
        self.bn2 = nn.BatchNorm2D(out_c)
        self.downsample = nn.Sequential(nn.Conv2D(in_c, out_c, 1, stride=stride, bias_attr=False), nn.BatchNorm2D(out_c)) if stride != 1 or in_c != out_c else None

    def forward(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(paddle.add(out, identity))


class Net(nn.Layer):
    def __init__(self, num_classes=3):
        super().__init__()
        self.stem = nn.Sequential(("conv", nn.Conv2D(3, 8, 3, padding=1)), ("bn", nn.BatchNorm2D(8)), ("act", nn.Hardswish()))
        self.layers = nn.LayerList([BasicBlock(8, 8), BasicBlock(8, 16, 2)])
        self.pool = nn.AdaptiveAvgPool2D((1, 1))
        self.fc = nn.Linear(16, num_classes)
        self.register_buffer("steps", paddle.zeros([1], dtype="int64"))

    def forward(self, x):
        x = self.stem(x)
        for layer in self.layers:
            x = layer(x)
        return self.fc(paddle.flatten(self.pool(x), start_axis=1))


net = Net()
for p in net.parameters():
    if p.ndim > 1:
        p.set_value((rng.randn(*p.shape) * np.sqrt(2 / np.prod(p.shape[1:] if p.ndim == 4 else p.shape[:1]))).astype("float32"))
info = paddle.summary(net, (1, 3, 12, 12))
assert info["total_params"] >= info["trainable_params"] > 0
train = paddle.io.DataLoader(Pictures(240, transform), batch_size=24, shuffle=False, drop_last=True)
opt = paddle.optimizer.Momentum(learning_rate=paddle.optimizer.lr.PiecewiseDecay([40, 60], [0.05, 0.02, 0.005]), momentum=0.9,
                                parameters=net.parameters(), weight_decay=paddle.regularizer.L2Decay(1e-4))
scaler = paddle.amp.GradScaler(init_loss_scaling=128.0)
for epoch in range(8):
    net.train()
    for images, labels in train:
        with paddle.amp.auto_cast(enable=False):
            logits = net(images)
            soft = F.label_smooth(F.one_hot(labels.squeeze(-1), 3), epsilon=0.1)
            loss = F.cross_entropy(logits, soft, soft_label=True)
        scaled = scaler.scale(loss)
        scaled.backward()
        scaler.step(opt)
        scaler.update()
        opt.clear_grad(set_to_zero=False)
        opt._learning_rate.step()
        net.steps += 1
net.eval()
accuracy, precision, recall = paddle.metric.Accuracy(topk=(1, 2)), paddle.metric.Precision(), paddle.metric.Recall()
losses = []
for images, labels in paddle.io.DataLoader(Pictures(150, transform), batch_size=50):
    with paddle.no_grad():
        logits = net(images)
    losses.append(float(F.cross_entropy(logits, labels, reduction="mean")))
    accuracy.update(accuracy.compute(logits, labels))
    first = F.softmax(logits)[:, 0]
    precision.update(first, (labels[:, 0] == 0).astype("int64"))
    recall.update(first, (labels[:, 0] == 0).astype("int64"))
top1, top2 = accuracy.accumulate()
assert top2 >= top1 and net.steps.item() == 80 and 0 <= recall.accumulate() <= 1
print("precision", precision.accumulate())
print("accuracy", top1)
print("loss", float(np.mean(losses)))
