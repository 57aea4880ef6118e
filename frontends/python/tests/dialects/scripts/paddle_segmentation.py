"""Paddle: a small U-Net with transposed convolutions, a loss of its own, hooks, and the high-level Model with callbacks."""
# framework: paddle
# tolerance: loss 4 %, iou 0.02
import numpy as np
import paddle
import paddle.nn.functional as F
from paddle import nn

rng = np.random.RandomState(14)
images = rng.rand(96, 1, 16, 16).astype("float32") * 0.5
masks = np.zeros((96, 16, 16), "int64")
for image, mask in zip(images, masks):
    r, c = rng.randint(0, 10, 2)
    mask[r:r + 6, c:c + 6] = 1
    image[0, r:r + 6, c:c + 6] += 0.5


class ConvBlock(nn.Layer):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.conv = nn.Conv2D(in_channels, out_channels, 3, padding=1, bias_attr=False)
        self.bn = nn.BatchNorm2D(out_channels)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.bn(self.conv(x)))


class UNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.down1, self.down2 = ConvBlock(1, 8), ConvBlock(8, 16)
        self.pool = nn.MaxPool2D(kernel_size=2, stride=2)
        self.up = nn.Conv2DTranspose(16, 8, kernel_size=2, stride=2)
        self.last = ConvBlock(16, 8)
        self.out = nn.Conv2D(8, 2, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        return self.out(self.last(paddle.concat([self.up(b), a], axis=1)))


class DiceLoss(nn.Layer):
    def forward(self, logits, label):
        p = F.softmax(logits, axis=1)[:, 1]
        t = label.astype("float32")
        dice = (2 * (p * t).sum([1, 2]) + 1) / (p.sum([1, 2]) + t.sum([1, 2]) + 1)
        return (1 - dice).mean() + F.cross_entropy(logits.transpose([0, 2, 3, 1]), label)


class Data(paddle.io.Dataset):
    def __getitem__(self, i):
        return images[i], masks[i]

    def __len__(self):
        return len(images)


net = UNet()
for name, p in net.named_parameters():
    if p.ndim == 4:
        p.set_value(rng.randn(*p.shape).astype("float32") * 0.2)
shapes = []
hook = net.down2.register_forward_post_hook(lambda layer, inputs, output: shapes.append(output.shape))
losses = []


class Log(paddle.callbacks.Callback):
    def on_train_batch_end(self, step, logs=None):
        losses.append(logs["loss"][0])


model = paddle.Model(net)
scheduler = paddle.optimizer.lr.PolynomialDecay(learning_rate=0.05, decay_steps=40, end_lr=0.005)
model.prepare(paddle.optimizer.Momentum(scheduler, 0.9, parameters=net.parameters(), weight_decay=paddle.regularizer.L2Decay(1e-4)), DiceLoss())
model.fit(Data(), batch_size=16, epochs=6, shuffle=False, verbose=0, callbacks=[Log()])
hook.remove()
assert len(losses) == 36 and shapes[0] == [16, 16, 8, 8]
net.eval()
with paddle.no_grad():
    found = net(paddle.to_tensor(images)).argmax(axis=1).numpy()
iou = ((found == 1) & (masks == 1)).sum() / ((found == 1) | (masks == 1)).sum()
print("iou", float(iou))
print("loss", float(np.mean(losses[-6:])))
