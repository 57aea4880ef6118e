"""A script for MXNet, as people write them who read the d2l book on preliminaries."""

import mxnet as mx
from mxnet import np, npx, autograd, gluon

npx.set_np()
x = np.arange(12)
print(x, x.size, x.shape, repr(x))
X = x.reshape(3, 4)
print(np.zeros((2, 3, 4)), np.ones((2, 3)), np.random.normal(0, 1, size=(3, 4)))
print(np.array([[2, 1, 4, 3], [1, 2, 3, 4]]), X[-1], X[1:3])
X[1, 2] = 9
X[0:2, :] = 12
print(X, np.exp(x))
x = np.array([1, 2, 4, 8])
y = np.array([2, 2, 2, 2])
print(x + y, x - y, x * y, x / y, x**y)
X = np.arange(12).reshape(3, 4)
Y = np.array([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(np.concatenate([X, Y], axis=0), np.concatenate([X, Y], axis=1), X == Y, X.sum())
a = np.arange(3).reshape(3, 1)
b = np.arange(2).reshape(1, 2)
print(a + b)
before = id(X)
X += Y
print(id(X) == before)
Z = np.zeros_like(Y)
Z[:] = X + Y
A = X.asnumpy()
B = np.array(A)
print(type(A), type(B))
a = np.array([3.5])
print(a, a.item(), float(a), int(a))
import os, tempfile

A = np.arange(20).reshape(5, 4)
print(A.T, A.mean(), A.sum() / A.size, A.sum(axis=0), A.sum(axis=1, keepdims=True))
print(A.cumsum(axis=0), A.copy() + A)
x = np.arange(4)
y = np.ones(4)
print(np.dot(x, y), np.sum(x * y), np.dot(A, x), np.dot(A, A.T), np.linalg.norm(np.array([3, -4])))
print(np.abs(x).sum(), np.linalg.norm(np.ones((4, 9))))
x = np.arange(4.0)
x.attach_grad()
print(x.grad)

with autograd.record():
    y = 2 * np.dot(x, x)
print(y)
y.backward()
print(x.grad, x.grad == 4 * x)

with autograd.record():
    y = x.sum()
y.backward()
print(x.grad)

with autograd.record():
    y = x * x
    u = y.detach()
    z = u * x
z.backward()
print(x.grad == u)
y.backward()
print(x.grad == 2 * x)


def f(a):
    b = a * 2
    while np.linalg.norm(b) < 1000:
        b = b * 2
    return b if b.sum() > 0 else 100 * b


a = np.random.normal()
a.attach_grad()

with autograd.record():
    d = f(a)
d.backward()
print(a.grad == d / a)
print(np.random.multinomial(10, [0.1] * 10))
print(np.random.multinomial(1000, np.ones(6) / 6).astype(np.float32) / 1000)
counts = np.random.multinomial(10, np.ones(6) / 6, size=500)
c = counts.astype(np.float32).cumsum(axis=0)
print((c / c.sum(axis=1, keepdims=True)).shape)
print(np.int32, np.float32 == x.dtype, isinstance(x, np.ndarray), x.ctx, x.device)
print(np.random.uniform(0, 1, (2, 2)), np.random.randint(0, 5, (3,)), np.random.rand(2, 2))
print(np.random.choice(5, 3), np.random.shuffle(x), np.random.seed(3))
mx.random.seed(3)
npx.random.seed(3)
print(np.expand_dims(x, 0), np.where(x > 1, x, 0), np.maximum(x, 0), np.clip(x, 0, 1))
print(np.stack([x, x]), np.split(x, 2), np.tile(x, 2), np.repeat(x, 2), np.argmax(x), np.sort(x))
print(np.argsort(x), np.meshgrid(x, x), np.einsum("i,i->", x, x), np.tensordot(x, x, 1))
print(np.square(x), np.sqrt(x), np.power(x, 2), np.log(x + 1), np.tanh(x), np.sin(x), np.pi, np.inf)
print(np.isnan(x), np.unique(x), np.full((2,), 3), np.linspace(0, 1, 3), np.eye(2), np.outer(x, x))
print(np.vstack([x, x]), np.hstack([x, x]), np.mean(x), np.std(x), np.var(x), np.max(x), np.min(x))
print(np.prod(x), np.all(x), np.any(x))
print(npx.relu(x), npx.sigmoid(x), npx.softmax(x), npx.log_softmax(x))
print(npx.one_hot(np.array([0, 2]), 3), npx.pick(np.ones((2, 3)), np.array([0, 1])))
print(npx.topk(x, k=2), npx.batch_dot(np.ones((2, 3, 4)), np.ones((2, 4, 5))).shape)

for r in x:
    print(r)
print(len(x), bool(x.sum() > 1), x.tolist(), x.astype("int32"), x.astype(np.float64))
print(x.as_in_ctx(mx.cpu()), x.copyto(mx.cpu()))
print(mx.nd.array([1, 2]), mx.nd.ones((2, 3)) * 2)
print(mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((3, 2))), mx.nd.random.uniform(shape=(2, 2)))
