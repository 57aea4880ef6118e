"""Linear regression from scratch: tensors, autograd and a hand-written optimiser, no torch.nn."""
# tolerance: loss 0.1 %, error 1 %
import random

import numpy as np
import torch

random.seed(0)
np.random.seed(0)
true_w, true_b = torch.tensor([2.0, -3.4, 0.7]), 4.2
features = torch.tensor(np.random.normal(0, 1, (600, 3)), dtype=torch.float)
labels = features @ true_w + true_b
labels += torch.tensor(np.random.normal(0, 0.1, size=labels.size()), dtype=torch.float)


def data_iter(batch_size, features, labels):
    num_examples = len(features)
    indices = list(range(num_examples))
    random.shuffle(indices)
    for i in range(0, num_examples, batch_size):
        j = torch.LongTensor(indices[i:min(i + batch_size, num_examples)])
        yield features.index_select(0, j), labels.index_select(0, j)


def linreg(X, w, b):
    return torch.mm(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.view(y_hat.size())) ** 2 / 2


def sgd(params, lr, batch_size):
    for param in params:
        param.data -= lr * param.grad / batch_size


w = torch.tensor(np.random.normal(0, 0.01, (3, 1)), dtype=torch.float32)
b = torch.zeros(1, dtype=torch.float32)
w.requires_grad_(requires_grad=True)
b.requires_grad_(requires_grad=True)

for epoch in range(5):
    for X, y in data_iter(20, features, labels):
        l = squared_loss(linreg(X, w, b), y).sum()
        l.backward()
        sgd([w, b], 0.1, 20)
        w.grad.data.zero_()
        b.grad.data.zero_()
    train_l = squared_loss(linreg(features, w, b), labels)
    print("epoch %d, loss %f" % (epoch + 1, train_l.mean().item()))

# The closed form, to compare with.
A = torch.cat((features, torch.ones(600, 1)), 1)
best = torch.linalg.lstsq(A, labels.unsqueeze(1)).solution
gap = (torch.cat((w, b.view(1, 1))) - best).abs().max()
assert gap < 0.05 and w.is_leaf and w.grad.shape == w.shape
print("error", (w.detach().reshape(true_w.shape) - true_w).norm().item() + abs(b.item() - true_b))
print("loss", train_l.mean().item())
