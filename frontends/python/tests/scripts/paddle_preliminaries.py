"""A script for Paddle, as people write them who read the d2l book on preliminaries."""

import paddle
import numpy as np

x = paddle.arange(12)
print(x, x.shape, x.numel())
X = paddle.reshape(x, (3, 4))
print(paddle.zeros((2, 3, 4)), paddle.ones((2, 3)), paddle.randn((3, 4), "float32"))
print(paddle.to_tensor([[2, 1, 4, 3], [1, 2, 3, 4]]))
x = paddle.to_tensor([1.0, 2, 4, 8])
y = paddle.to_tensor([2, 2, 2, 2])
print(x + y, x - y, x * y, x / y, x**y, paddle.exp(x))
X = paddle.arange(12, dtype="float32").reshape((3, 4))
Y = paddle.to_tensor([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]], dtype="float32")
print(paddle.concat((X, Y), axis=0), X == Y, X.sum(), X[-1], X[1:3])
X[1, 2] = 9
X[0:2, :] = 12
print(X)
before = id(Y)
Y = Y + X
Z = paddle.zeros_like(Y)
Z = X + Y
before = id(X)
X += Y
print(id(X) == before)
A = X.numpy()
B = paddle.to_tensor(A)
a = paddle.to_tensor([3.5])
print(a, a.item(), float(a), int(a))
A = paddle.reshape(paddle.arange(20, dtype=paddle.float32), (5, 4))
print(paddle.transpose(A, perm=[1, 0]), A.mean(), A.sum(axis=0))
print(paddle.sum(A, axis=1, keepdim=True), A.cumsum(axis=0), A.clone() + A, A.T)
x = paddle.arange(4, dtype="float32")
print(paddle.dot(x, paddle.ones(shape=[4], dtype="float32")), paddle.mv(A, x), paddle.mm(A, A.T))
print(paddle.norm(x), paddle.abs(x).sum(), paddle.linalg.norm(A))
x = paddle.arange(4, dtype="float32")
x = paddle.to_tensor(x, stop_gradient=False)
print(x.grad)
y = 2 * paddle.dot(x, x)
print(y)
y.backward()
print(x.grad, x.grad == 4 * x)
x.clear_gradient()
y = paddle.sum(x)
y.backward()
print(x.grad)
x.clear_gradient()
y = x * x
paddle.sum(y).backward()
print(x.grad)
x.clear_gradient()
u = (x * x).detach()
z = u * x
paddle.sum(z).backward()
print(x.grad == u)


def f(a):
    b = a * 2
    while paddle.norm(b) < 1000:
        b = b * 2
    return b if paddle.sum(b) > 0 else 100 * b


a = paddle.to_tensor(paddle.randn(shape=[1]), stop_gradient=False)
d = f(a)
d.backward()
print(a.grad == d / a)
fair = [1.0 / 6] * 6
print(paddle.distribution.Multinomial(10, paddle.to_tensor(fair)).sample())
counts = paddle.distribution.Multinomial(1000, paddle.to_tensor(fair)).sample()
print(counts / 1000)
print(paddle.distribution.Multinomial(10, paddle.to_tensor(fair)).sample((500,)).cumsum(axis=0).shape)
x = paddle.ones([3])
x.stop_gradient = False
print(x.stop_gradient, x.dtype, x.dtype == paddle.float32, isinstance(x, paddle.Tensor), x.place)
print(x.ndim, len(x), x.tolist(), x.astype("int64"), x.cast("float64"), x.reshape([1, 3]))
print(x.unsqueeze(0), x.squeeze(), x.max(), x.argmax(), x.numpy())
print(paddle.rand([2]), paddle.randint(0, 5, [3]), paddle.normal(0, 1, [2]), paddle.uniform([2]))
print(paddle.seed(3), paddle.linspace(0, 1, 3), paddle.eye(2), paddle.full([2], 3.0))
print(paddle.stack([x, x]), paddle.where(x > 0, x, -x), paddle.clip(x, 0, 1), paddle.topk(x, 2))
print(paddle.argsort(x), paddle.matmul(x, x), paddle.einsum("i,i->", x, x), paddle.tanh(x))
print(paddle.split(x, 3), paddle.expand(x, [2, 3]), paddle.meshgrid(x, x), paddle.maximum(x, x))
print(paddle.pow(x, 2), paddle.flatten(x), paddle.unique(x), paddle.is_tensor(x))
print(paddle.tensordot(x, x, 1), paddle.nn.functional.relu(x))
print(paddle.multinomial(paddle.to_tensor(fair), 3), paddle.bernoulli(paddle.full([2], 0.5)))
print(paddle.shape(x), paddle.increment(paddle.ones([1])), paddle.tril(paddle.ones([2, 2])))
print(paddle.assign(x))

with paddle.no_grad():
    y = x * 2
    print(y.stop_gradient)


@paddle.no_grad()
def g():
    return x * 2


print(g().stop_gradient, paddle.grad((x * x).sum(), x))
print(paddle.fft.fft(paddle.ones([4])))
print(f"{x.sum().item():.3f}", f"{float(x.sum()):f}", paddle.to_tensor(3), paddle.to_tensor([True]))
