"""Paddle: a dynamic-graph training loop of a small convolutional network, with saving and loading."""
# framework: paddle
# tolerance: loss 2 %, accuracy 0.03
import os
import tempfile

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle import nn

rng = np.random.RandomState(6)


def stripes(n):
    x = rng.normal(0, 0.6, size=(n, 1, 12, 12)).astype("float32")
    y = rng.randint(0, 2, size=n)
    for picture, label in zip(x, y):
        at = rng.randint(2, 10)
        if label:
            picture[0, at, :] += 1.2
        else:
            picture[0, :, at] += 1.2
    return paddle.to_tensor(x), paddle.to_tensor(y.astype("int64"))


class ConvNet(nn.Layer):
    def __init__(self, num_classes=2):
        super(ConvNet, self).__init__()
        self.conv1 = nn.Conv2D(in_channels=1, out_channels=6, kernel_size=5, padding=2)
        self.pool = nn.MaxPool2D(kernel_size=2, stride=2)
        self.bn = nn.BatchNorm2D(6)
        self.conv2 = nn.Conv2D(6, 8, 3)
        self.fc = nn.Linear(8 * 4 * 4, num_classes)

    def forward(self, x):
        x = self.pool(F.relu(self.bn(self.conv1(x))))
        x = F.relu(self.conv2(x))
        x = paddle.flatten(x, start_axis=1)
        return self.fc(x)


model = ConvNet()
for p in model.parameters():
    if len(p.shape) > 1:
        p.set_value(paddle.to_tensor((rng.randn(*p.shape) * 0.15).astype("float32")))
clip = nn.ClipGradByGlobalNorm(1.0)
opt = paddle.optimizer.Momentum(learning_rate=0.01, momentum=0.8, parameters=model.parameters(), weight_decay=1e-4,
                                grad_clip=clip)
x, y = stripes(320)
for epoch in range(6):
    model.train()
    losses = []
    for i in range(0, 320, 32):
        loss = F.cross_entropy(model(x[i:i + 32]), y[i:i + 32])
        loss.backward()
        opt.step()
        opt.clear_grad()
        losses.append(float(loss))
    print(f"epoch {epoch} loss {np.mean(losses):.4f}")

path = os.path.join(tempfile.mkdtemp(), "net.pdparams")
paddle.save(model.state_dict(), path)
other = ConvNet()
other.set_state_dict(paddle.load(path))
other.eval()
x_test, y_test = stripes(200)
with paddle.no_grad():
    logits = other(x_test)
    right = (paddle.argmax(logits, axis=1) == y_test).astype("float32").mean()
    test_loss = F.cross_entropy(logits, y_test)
print("accuracy", float(right))
print("loss", float(test_loss))
