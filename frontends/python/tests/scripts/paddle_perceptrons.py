"""A script for Paddle, as people write them who read the d2l book on multilayer perceptrons."""

import paddle
from paddle import nn
from paddle.nn import functional as F
from d2l import paddle as d2l

x = paddle.arange(-8.0, 8.0, 0.1, dtype="float32")
x.stop_gradient = False
y = F.relu(x)
y.backward(paddle.ones_like(x), retain_graph=True)
d2l.plot(x.detach().numpy(), x.grad.numpy(), "x", "grad")
y = F.sigmoid(x)
x.clear_gradient()
y.backward(paddle.ones_like(x))
print(x.grad[:2])
X0 = paddle.randn([256, 1, 28, 28])
y0 = paddle.randint(0, 10, [256])
it = d2l.load_array((X0, y0), 32)
W1 = paddle.randn([784, 64]) * 0.01
W1.stop_gradient = False
b1 = paddle.zeros([64])
b1.stop_gradient = False
W2 = paddle.randn([64, 10]) * 0.01
W2.stop_gradient = False
b2 = paddle.zeros([10])
b2.stop_gradient = False
params = [W1, b1, W2, b2]


def relu(X):
    a = paddle.zeros_like(X)
    return paddle.maximum(X, a)


def net(X):
    X = X.reshape((-1, 784))
    H = relu(X @ W1 + b1)
    return H @ W2 + b2


loss = nn.CrossEntropyLoss(reduction="none")
updater = paddle.optimizer.SGD(learning_rate=0.1, parameters=params)
d2l.train_ch3(net, it, it, loss, 2, updater)


def softmax(X):
    X_exp = paddle.exp(X)
    return X_exp / X_exp.sum(1, keepdim=True)


y_hat = paddle.to_tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
y = paddle.to_tensor([0, 2])
print(y_hat[[0, 1], y])
print(-paddle.log(y_hat[[i for i in range(len(y_hat))], y.squeeze()]))
print(d2l.accuracy(y_hat, y) / len(y))
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Dropout(0.2), nn.Linear(256, 10))

for layer in net:
    if type(layer) == nn.Linear:
        weight_attr = paddle.framework.ParamAttr(initializer=paddle.nn.initializer.Normal(mean=0.0, std=0.01))
        layer.weight_attr = weight_attr


def init_weights(m):
    if type(m) == nn.Linear:
        nn.initializer.Normal(std=0.01)(m.weight)


net.apply(init_weights)
trainer = paddle.optimizer.SGD(parameters=net.parameters(), learning_rate=0.1)
d2l.train_ch3(net, it, it, loss, 2, trainer)
print(net)


def dropout_layer(X, dropout):
    mask = (paddle.to_tensor(paddle.uniform(X.shape)) > dropout).astype("float32")
    return mask * X / (1.0 - dropout)


print(dropout_layer(paddle.arange(16, dtype="float32").reshape((2, 8)), 0.5))
net.eval()
net.train()
print(net.training)
print(F.cross_entropy(y_hat, y), F.mse_loss(y_hat, y_hat), F.softmax(y_hat), F.one_hot(y, 3))
print(F.dropout(y_hat, 0.5), F.nll_loss(F.log_softmax(y_hat), y), F.l1_loss(y_hat, y_hat))
print(F.smooth_l1_loss(y_hat, y_hat), F.pad(y_hat, [1, 1]))
print(F.interpolate(paddle.ones([1, 1, 2, 2]), scale_factor=2), F.layer_norm(y_hat, 3))


class Net(nn.Layer):

    def __init__(self, a, is_training=True):
        super(Net, self).__init__()
        self.lin1 = nn.Linear(784, a)
        self.relu = nn.ReLU()
        self.training = is_training

    def forward(self, X):
        return self.relu(self.lin1(X.reshape((-1, 784))))


n = Net(10)
print(n(X0).shape, n.training)
n.train()
