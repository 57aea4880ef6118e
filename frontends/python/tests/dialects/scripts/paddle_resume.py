"""Paddle: training stops, is saved with the optimiser and its schedule, and goes on from the files; a part of the network is frozen."""
# framework: paddle
# tolerance: loss 2 %, resumed 2 %, rate 0.1 %
import os
import tempfile

import numpy as np
import paddle
from paddle import ParamAttr, nn
from paddle.regularizer import L1Decay, L2Decay

rng = np.random.RandomState(6)
x_data = rng.rand(320, 6).astype("float32")
y_data = np.sin(x_data.sum(1, keepdims=True) * 2).astype("float32")


class Data(paddle.io.Dataset):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y = x, y

    def __getitem__(self, idx):
        return self.x[idx], self.y[idx]

    def __len__(self):
        return len(self.x)


def constant(*shape):
    return nn.initializer.Assign(np.random.RandomState(sum(shape)).randn(*shape).astype("float32") * 0.5)


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 32, weight_attr=ParamAttr(name="features_w", initializer=constant(6, 32), trainable=False),
                                  bias_attr=ParamAttr(trainable=False))
        self.hidden = nn.Linear(32, 16, weight_attr=ParamAttr(initializer=constant(32, 16), learning_rate=0.5, regularizer=L2Decay(1e-3)),
                                bias_attr=ParamAttr(initializer=nn.initializer.Constant(0.1)))
        self.norm = nn.BatchNorm1D(16, momentum=0.8)
        self.out = nn.Linear(16, 1, weight_attr=ParamAttr(initializer=constant(16, 1), regularizer=L1Decay(1e-4)))

    def forward(self, x):
        return self.out(self.norm(paddle.tanh(self.hidden(paddle.nn.functional.relu(self.features(x))))))


net = Net()
before = net.features.weight.numpy()
scheduler = paddle.optimizer.lr.MultiStepDecay(learning_rate=0.05, milestones=[4, 8, 12], gamma=0.5)
opt = paddle.optimizer.Momentum(learning_rate=scheduler, momentum=0.9, parameters=net.parameters(), use_nesterov=True, weight_decay=1e-4)
loader = paddle.io.DataLoader(Data(x_data, y_data), batch_size=64, shuffle=False, num_workers=0)


def train(epochs):
    for _ in range(epochs):
        net.train()
        losses = []
        for x, y in loader:
            loss = nn.functional.mse_loss(net(x), y)
            loss.backward()
            opt.step()
            opt.clear_grad()
            losses.append(loss.item())
        scheduler.step()
    return np.mean(losses)


train(6)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "checkpoints", "net")
    paddle.save(net.state_dict(), path + ".pdparams")
    paddle.save(opt.state_dict(), path + ".pdopt")
    paddle.save({"epoch": 6, "best": 0.25}, path + ".meta")
    first = train(6)
    net.set_state_dict(paddle.load(path + ".pdparams"))
    opt.set_state_dict(paddle.load(path + ".pdopt"))
    assert paddle.load(path + ".meta")["epoch"] == scheduler.last_epoch == 6
second = train(6)
assert abs(first - second) < 1e-5 and (net.features.weight.numpy() == before).all()
assert net.features.weight.name == "features_w" and net.features.weight.stop_gradient
print("rate", opt.get_lr())
print("resumed", second)
net.eval()
print("loss", float(nn.functional.mse_loss(net(paddle.to_tensor(x_data)), paddle.to_tensor(y_data))))
