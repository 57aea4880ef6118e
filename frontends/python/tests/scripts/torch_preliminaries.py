"""A script for PyTorch, as people write them who read the d2l book on preliminaries."""

import torch

x = torch.arange(12, dtype=torch.float32)
print(x, x.numel(), x.shape)
X = x.reshape(3, 4)
print(torch.zeros((2, 3, 4)), torch.ones((2, 3, 4)), torch.randn(3, 4))
print(torch.tensor([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]]))
print(X[-1], X[1:3])
X[1, 2] = 17
X[:2, :] = 12
print(X, torch.exp(x))
x = torch.tensor([1.0, 2, 4, 8])
y = torch.tensor([2, 2, 2, 2])
print(x + y, x - y, x * y, x / y, x**y)
X = torch.arange(12, dtype=torch.float32).reshape((3, 4))
Y = torch.tensor([[2.0, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(torch.cat((X, Y), dim=0), torch.cat((X, Y), dim=1), X == Y, X.sum())
a = torch.arange(3).reshape((3, 1))
b = torch.arange(2).reshape((1, 2))
print(a + b)
before = id(Y)
Y = Y + X
print(id(Y) == before)
Z = torch.zeros_like(Y)
i = id(Z)
Z[:] = X + Y
assert id(Z) == i
before = id(X)
X += Y
assert id(X) == before
A = X.numpy()
B = torch.from_numpy(A)
print(type(A), type(B))
a = torch.tensor([3.5])
print(a, a.item(), float(a), int(a))
print(torch.float32 == x.dtype, isinstance(x, torch.Tensor), x.dtype)
A = torch.arange(20, dtype=torch.float32).reshape(5, 4)
print(A.T, A.mean(), A.sum() / A.numel(), A.mean(axis=0), A.sum(axis=1, keepdims=True))
print(A.cumsum(axis=0))
x = torch.arange(4, dtype=torch.float32)
print(torch.dot(x, torch.ones(4)), torch.mv(A, x), torch.mm(A, A.T), A @ x)
u = torch.tensor([3.0, -4.0])
print(torch.norm(u), torch.abs(u).sum(), torch.linalg.norm(torch.ones((4, 9))))
x = torch.arange(4.0)
x.requires_grad_(True)
print(x.grad)
y = 2 * torch.dot(x, x)
print(y)
y.backward()
print(x.grad, x.grad == 4 * x)
x.grad.zero_()
y = x * x
y.backward(gradient=torch.ones(len(y)))
print(x.grad)
x.grad.zero_()
y = x * x
u = y.detach()
z = u * x
z.sum().backward()
print(x.grad == u)
x.grad.zero_()
y.sum().backward()
print(x.grad == 2 * x)


def f(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    if b.sum() > 0:
        c = b
    else:
        c = 100 * b
    return c


a = torch.randn(size=(), requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a)
from torch.distributions import multinomial
from torch.distributions.multinomial import Multinomial

fair = torch.ones(6) / 6
print(multinomial.Multinomial(100, fair).sample())
print(Multinomial(100, fair).sample() / 100)
counts = Multinomial(10, fair).sample((500,))
cum = counts.cumsum(dim=0)
est = cum / cum.sum(dim=1, keepdims=True)
print(est.shape)
print(dir(torch.distributions))
print(torch.normal(0, 1, (2, 3)), torch.rand(2), torch.randint(0, 10, (3,)), torch.randperm(5))
print(torch.fft.fft(torch.ones(4)))
print(torch.fft.rfft(torch.ones(4)).abs(), torch.fft.fft2(torch.ones(4, 4)))
print(torch.linspace(-1, 1, 5), torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij"))
print(torch.stack([x, x]), torch.where(x > 1, x, torch.zeros_like(x)), torch.clamp(x, 1, 2))
print(x.clamp(min=1))
x = torch.ones(3)
x.add_(1)
x.mul_(2)
x.sub_(1)
x.div_(3)
print(x)
x.fill_(3)
x.copy_(torch.zeros(3))
x.zero_()
print(x.int(), x.long(), x.float(), x.bool(), x.double(), x.type(torch.int32), x.half())
print(len(x), x.ndim, x.dim(), x.device, x.is_cuda, x.T, x.data, x.requires_grad, x.grad_fn)
print(x.is_leaf)
print(f"{x.sum():.3f}", f"{x.mean().item():f}", f"{x}")
print(torch.tensor([True, False]), torch.tensor(3), torch.tensor([10000000000.0, 1.0]))
print(torch.tensor([float("nan"), 1.0, float("inf")]), torch.tensor([]))
print(torch.rand(20, 30))
print(torch.arange(2000))
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.device("cpu"))
torch.manual_seed(0)
x = torch.tensor([1.0, 2.0, 3.0])
print(x.max(), x.argmax(), x.argmin(), torch.max(x, dim=0), x.min(0), torch.topk(x, 2))
print(torch.sort(x, descending=True))
print(x.view(-1, 1), x.unsqueeze(0), x[None], x[:, None], x.squeeze(), x.expand(2, 3), x.repeat(2))
print(x.flatten(), x.tolist())
print(torch.bernoulli(torch.full((3,), 0.5)), torch.eye(3), torch.tril(torch.ones(3, 3)))
print(torch.diag(x), torch.outer(x, x))
print(torch.einsum("i,i->", x, x), torch.tensordot(x, x, dims=1))
print(torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 4, 5)).shape, torch.matmul(x, x))
print(torch.is_tensor(x), torch.numel(x), torch.allclose(x, x), torch.equal(x, x), torch.isnan(x))
print(torch.sign(x), torch.pow(x, 2), torch.sqrt(x), torch.log(x), torch.sigmoid(x), torch.tanh(x))
print(torch.relu(x), torch.softmax(x, dim=0), torch.square(x), torch.rsqrt(x), torch.floor(x))
print(torch.round(x))
