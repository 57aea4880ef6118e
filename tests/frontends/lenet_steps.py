"""lenet_steps.py - what lenet_steps.c does, in Python: LeNet, trained for some steps, saved to a file with the same bytes.

    lenet_steps.py STEPS FILE [made]
    lenet_steps.py load FILE

SPDX-License-Identifier: Apache-2.0
"""
import sys

import weir
from weir import nn, optim


def new_net():
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


def train(steps, made):
    weir.random.seed(1)
    if made:
        images = weir.ops.integers(0, 256, (1024, 28, 28), dtype="uint8")
        data = weir.data.ArrayDataset(images, weir.ops.integers(0, 10, 1024))
    else:
        data = weir.data.FashionMNIST()
    batches = weir.data.DataLoader(data, batch_size=128, shuffle=True, seed=0)
    net, loss_of = new_net(), nn.CrossEntropyLoss()
    adam = optim.Adam(net.parameters(), lr=2e-3)
    done = 0
    while done < steps:
        for x, y in batches:
            if done == steps:
                break
            x = (x.astype("float32") * (1 / 255)).reshape(-1, 1, 28, 28)
            with weir.autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            adam.step()
            done += 1
    return net


if __name__ == "__main__":
    if sys.argv[1] == "load":
        net = new_net()
        net.load(sys.argv[2])
        weir.random.seed(7)
        for value in net(weir.random.normal(size=(4, 1, 28, 28))).reshape(-1).tolist():
            print(f"{value:.9g}")
    else:
        train(int(sys.argv[1]), len(sys.argv) > 3).save(sys.argv[2])
