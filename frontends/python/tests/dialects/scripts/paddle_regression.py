"""Paddle: sine regression with an embedding of the phase, a DataLoader and a custom loss layer."""
# framework: paddle
# tolerance: loss 2 %
import numpy as np
import paddle
from paddle.io import DataLoader, TensorDataset

rng = np.random.RandomState(13)
x = rng.uniform(-3, 3, size=(512, 1)).astype("float32")
phase = rng.randint(0, 3, size=(512,)).astype("int64")
y = np.sin(x + phase[:, None]).astype("float32")


class Regressor(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.phase = paddle.nn.Embedding(3, 4)
        self.hidden = paddle.nn.LayerList([paddle.nn.Linear(5, 32), paddle.nn.Linear(32, 32)])
        self.norm = paddle.nn.LayerNorm(32)
        self.out = paddle.nn.Linear(32, 1)

    def forward(self, x, phase):
        h = paddle.concat([x, self.phase(phase)], axis=-1)
        for layer in self.hidden:
            h = paddle.tanh(layer(h))
        return self.out(self.norm(h))


class LogCosh(paddle.nn.Layer):
    def forward(self, predicted, target):
        return paddle.mean(paddle.log(paddle.cosh(predicted - target)))


net = Regressor()
for name, p in net.named_parameters():
    if "norm" not in name:
        p.set_value(paddle.to_tensor((rng.randn(*p.shape) * 0.3).astype("float32")))
loader = DataLoader(TensorDataset([paddle.to_tensor(x), paddle.to_tensor(phase), paddle.to_tensor(y)]),
                    batch_size=64, shuffle=False)
lr = paddle.optimizer.lr.CosineAnnealingDecay(learning_rate=0.01, T_max=15)
opt = paddle.optimizer.AdamW(learning_rate=lr, parameters=net.parameters(), weight_decay=0.01)
criterion = LogCosh()
for epoch in range(15):
    total = 0.0
    for xb, pb, yb in loader:
        loss = criterion(net(xb, pb), yb)
        loss.backward()
        opt.step()
        opt.clear_grad()
        total += loss.item() / len(loader)
    lr.step()

point = paddle.to_tensor([[0.5]], stop_gradient=False)
slope = paddle.grad(net(point, paddle.to_tensor([0])), point)[0]
assert abs(slope.item() - np.cos(0.5)) < 0.4
print("loss", total)
