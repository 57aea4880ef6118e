#!/usr/bin/env python3
"""LeNet learns to tell pictures of clothes apart: Fashion-MNIST.

    apt-get install dataset-fashion-mnist       # or: --data FOLDER with the four files
    python lenet_fashion_mnist.py               5 epochs, about two minutes on two cores, test accuracy above 0.88
    python lenet_fashion_mnist.py --quick       a part of the data, for a test
    python lenet_fashion_mnist.py --checkpoint FILE     saves after each epoch, and resumes if FILE exists
"""
import argparse
import os
import sys

import weir
from weir import autograd, data, metrics, nn, optim


class LeNet(nn.Module):
    def __init__(self):
        self.features = nn.Sequential(
            nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten())
        self.classifier = nn.Sequential(
            nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))

    def forward(self, image):
        return self.classifier(self.features(image))


def prepare(image, label):
    """Bytes (n, 28, 28) become floats from 0 to 1 with a channel, (n, 1, 28, 28)."""
    return image.astype(weir.float32).reshape(-1, 1, 28, 28) / 255, label


def train(net, loader, loss_fn, optimizer, schedule, desc):
    bar = data.progress(loader, desc=desc)
    mean = metrics.Mean()
    for image, label in bar:
        with autograd.record():
            loss = loss_fn(net(image), label)
        loss.backward()
        optimizer.step()
        schedule.step()
        mean.update(loss)
        bar.show(loss=loss)
    return mean.value()                         # the one wait of an epoch


def test(net, loader):
    right = metrics.Accuracy()
    for image, label in loader:
        right.update(net(image), label)
    return right.value()


def main(epochs=None, folder=None, quick=False, checkpoint=None, batch_size=128, lr=3e-3):
    try:
        parts = [data.FashionMNIST(folder, train=part) for part in (True, False)]
    except OSError as error:
        sys.exit(f"cannot load Fashion-MNIST: {error}\n"
                 "Install Debian's package dataset-fashion-mnist, or pass the folder of its files with --data FOLDER")
    if quick:
        parts, epochs = [data.Subset(parts[0], range(6000)), data.Subset(parts[1], range(1000))], epochs or 1

    epochs = epochs or 5

    weir.random.seed(1)
    net = LeNet()
    print(nn.summary(net, (1, 1, 28, 28)))
    loss_fn = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=lr)
    training = data.DataLoader(parts[0], batch_size, shuffle=True, seed=1, transform=prepare)
    schedule = optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(training))
    testing = data.DataLoader(parts[1], 1000, transform=prepare)

    done = 0
    if checkpoint and os.path.exists(checkpoint):
        saved = optim.load(checkpoint, net, optimizer, schedule)
        done = saved["epochs"]
        training.load_state_dict(saved["loader"])
        print(f"continues after epoch {done} of {checkpoint}")
    accuracy = None
    for epoch in range(done + 1, epochs + 1):
        loss = train(net, training, loss_fn, optimizer, schedule, f"epoch {epoch}")
        print(f"epoch {epoch}  training loss {loss:.4f}  test accuracy {(accuracy := test(net, testing)):.4f}", flush=True)
        if checkpoint:
            optim.save(checkpoint, net, optimizer, schedule, epochs=epoch, loader=training.state_dict())
    return accuracy


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    parser.add_argument("--epochs", type=int, help="how many in all; default 5, or 1 with --quick")
    parser.add_argument("--data", metavar="FOLDER", help="where the files are")
    parser.add_argument("--checkpoint", metavar="FILE", help="save here after each epoch, and resume from here")
    args = parser.parse_args()
    main(args.epochs, args.data, args.quick, args.checkpoint)
