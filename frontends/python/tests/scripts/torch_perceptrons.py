"""A script for PyTorch, as people write them who read the d2l book on multilayer perceptrons."""

import torch
from torch import nn
from torch.nn import functional as F
from d2l import torch as d2l

x = torch.arange(-8.0, 8.0, 0.1, requires_grad=True)
y = torch.relu(x)
d2l.plot(x.detach(), y.detach(), "x", "relu(x)", figsize=(5, 2.5))
y.backward(torch.ones_like(x), retain_graph=True)
print(x.grad[:3])
x.grad.data.zero_()
torch.sigmoid(x).backward(torch.ones_like(x), retain_graph=True)


class SoftmaxRegressionScratch(d2l.Classifier):

    def __init__(self, num_inputs, num_outputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W = torch.normal(0, sigma, size=(num_inputs, num_outputs), requires_grad=True)
        self.b = torch.zeros(num_outputs, requires_grad=True)

    def parameters(self):
        return [self.W, self.b]

    def forward(self, X):
        X = X.reshape((-1, self.W.shape[0]))
        return self.softmax(torch.matmul(X, self.W) + self.b)

    def softmax(self, X):
        X_exp = torch.exp(X)
        return X_exp / X_exp.sum(1, keepdims=True)

    def loss(self, y_hat, y):
        return -torch.log(y_hat[list(range(len(y_hat))), y]).mean()


class Toy(d2l.DataModule):

    def __init__(self, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        self.X = torch.randn(256, 1, 28, 28)
        self.y = torch.randint(0, 10, (256,))

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


data = Toy()
m = SoftmaxRegressionScratch(784, 10, 0.1)
tr = d2l.Trainer(max_epochs=2)
tr.fit(m, data)
X, y = next(iter(data.val_dataloader()))
preds = m(X).argmax(axis=1)
print(preds.shape, (preds.type(y.dtype) != y).sum())


class SoftmaxRegression(d2l.Classifier):

    def __init__(self, num_outputs, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Flatten(), nn.LazyLinear(num_outputs))

    def forward(self, X):
        return self.net(X)


tr.fit(SoftmaxRegression(10, 0.1), data)


class MLPScratch(d2l.Classifier):

    def __init__(self, num_inputs, num_outputs, num_hiddens, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W1 = nn.Parameter(torch.randn(num_inputs, num_hiddens) * sigma)
        self.b1 = nn.Parameter(torch.zeros(num_hiddens))
        self.W2 = nn.Parameter(torch.randn(num_hiddens, num_outputs) * sigma)
        self.b2 = nn.Parameter(torch.zeros(num_outputs))

    def forward(self, X):
        X = X.reshape((-1, self.num_inputs))
        H = relu(torch.matmul(X, self.W1) + self.b1)
        return torch.matmul(H, self.W2) + self.b2


def relu(X):
    a = torch.zeros_like(X)
    return torch.max(X, a)


model = MLPScratch(784, 10, 64, 0.1)
tr.fit(model, data)
print([n for n, _ in model.named_parameters()])


def dropout_layer(X, dropout):
    assert 0 <= dropout <= 1
    if dropout == 1:
        return torch.zeros_like(X)
    mask = (torch.rand(X.shape) > dropout).float()
    return mask * X / (1.0 - dropout)


print(dropout_layer(torch.arange(16, dtype=torch.float32).reshape((2, 8)), 0.5))


class DropoutMLP(d2l.Classifier):

    def __init__(self, num_outputs, h1, h2, d1, d2, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(
            nn.Flatten(),
            nn.LazyLinear(h1),
            nn.ReLU(),
            nn.Dropout(d1),
            nn.LazyLinear(h2),
            nn.ReLU(),
            nn.Dropout(d2),
            nn.LazyLinear(num_outputs),
        )


tr.fit(DropoutMLP(10, 64, 64, 0.5, 0.5, 0.1), data)
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))


def init_weights(m):
    if type(m) == nn.Linear:
        nn.init.normal_(m.weight, std=0.01)


net.apply(init_weights)
print(net)
loss = nn.CrossEntropyLoss(reduction="none")
opt = torch.optim.Adam(net.parameters(), lr=0.001, weight_decay=0.0001)
d2l.train_ch3(net, d2l.load_array((data.X, data.y), 32), d2l.load_array((data.X, data.y), 32), loss, 2, opt)
print(d2l.evaluate_accuracy(net, d2l.load_array((data.X, data.y), 32, is_train=False)))
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=2, gamma=0.5)

for i in range(4):
    opt.step()
    sched.step()
    print(sched.get_last_lr(), opt.param_groups[0]["lr"])

for S in (
    torch.optim.lr_scheduler.MultiStepLR(opt, [1, 2]),
    torch.optim.lr_scheduler.ExponentialLR(opt, 0.9),
    torch.optim.lr_scheduler.CosineAnnealingLR(opt, 10),
    torch.optim.lr_scheduler.LambdaLR(opt, lambda e: 0.9**e),
):
    S.step()
print(F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 1])), F.one_hot(torch.tensor([0, 2]), 3))
print(F.mse_loss(torch.ones(2), torch.zeros(2)))
print(F.nll_loss(F.log_softmax(torch.ones(2, 3), -1), torch.tensor([0, 1])))
print(F.smooth_l1_loss(torch.ones(2), torch.zeros(2)))
w = torch.randn(4, 4)
M = torch.normal(0, 1, size=(4, 4))

for i in range(10):
    M = M @ torch.normal(0, 1, size=(4, 4))
print(M)
clip = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
print(clip)
print(sum((p.numel() for p in net.parameters() if p.requires_grad)))

for name, p in net.named_parameters():
    print(name, p.shape)


@torch.no_grad()
def ev():
    return net(data.X).argmax(1).eq(data.y).float().mean().item()


print(ev())

with torch.inference_mode():
    net(data.X)

with torch.enable_grad():
    pass
