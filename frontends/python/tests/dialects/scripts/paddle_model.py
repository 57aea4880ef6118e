"""Paddle: the high-level paddle.Model with a Dataset, prepare, fit, evaluate and predict."""
# framework: paddle
# tolerance: loss 0.08, accuracy 0.05
import numpy as np
import paddle
import paddle.nn as nn
from paddle.io import Dataset
from paddle.metric import Accuracy

paddle.seed(0)
rng = np.random.RandomState(0)
CENTERS = rng.randn(4, 8) * 1.3


class Blobs(Dataset):
    def __init__(self, n):
        super().__init__()
        self.labels = rng.randint(0, 4, size=(n, 1)).astype("int64")
        self.points = (CENTERS[self.labels[:, 0]] + rng.randn(n, 8)).astype("float32")

    def __getitem__(self, index):
        return self.points[index], self.labels[index]

    def __len__(self):
        return len(self.labels)


class MLP(nn.Layer):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, x):
        return self.layers(x)


train, test = Blobs(600), Blobs(300)
model = paddle.Model(MLP())
scheduler = paddle.optimizer.lr.StepDecay(learning_rate=0.01, step_size=100, gamma=0.5)
model.prepare(paddle.optimizer.Adam(learning_rate=scheduler, parameters=model.parameters()),
              nn.CrossEntropyLoss(), Accuracy())
model.fit(train, epochs=8, batch_size=50, verbose=0, shuffle=True)
result = model.evaluate(test, batch_size=100, verbose=0)
outputs = model.predict(test, batch_size=100, stack_outputs=True, verbose=0)
assert outputs[0].shape == (300, 4)
print("accuracy", float(result["acc"]))
print("loss", float(np.asarray(result["loss"]).reshape(-1)[0]))
