"""ops_torch.py - the operator cases as one writes them in PyTorch.

SPDX-License-Identifier: Apache-2.0
"""

import numpy as np
import torch
from ops_protocol import M16, SIDE, case, conv_cases, matmul_cases, matrix, ramp, serve, shuffled

torch.set_num_threads(2)
torch.manual_seed(7)


def tensor(*args, **named):
    return torch.tensor(ramp(*args, **named))


# ---- Element by element ------------------------------------------------------------------------------


@case("add.16m")
def add():
    a, b = tensor(M16, 1), tensor(M16, 2)
    return lambda: a + b


@case("exp.16m")
def exp():
    x = tensor(M16, 1, -4, 4)
    return lambda: torch.exp(x)


@case("tanh.16m")
def tanh():
    x = tensor(M16, 1, -4, 4)
    return lambda: torch.tanh(x)


@case("transpose_add.4096")
def transpose_add():
    x = tensor((SIDE, SIDE), 1)
    return lambda: x.T + 1


@case("relu_muladd.16m")
def relu_muladd_large():
    a, b, c = (tensor(M16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: torch.relu(a * b + c)


@case("relu_muladd.64k")
def relu_muladd_small():
    a, b, c = (tensor(1 << 16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: torch.relu(a * b + c)


@case("cast_f16.16m")
def cast_f16():
    x = tensor(M16, 1)
    return lambda: x.to(torch.float16)


# ---- Along axes ---------------------------------------------------------------------------------------


@case("sum.16m")
def sum_all():
    x = tensor(M16, 1)
    return lambda: x.sum()


@case("max.16m")
def max_all():
    x = tensor(M16, 1)
    return lambda: x.max()


@case("mean.16m")
def mean_all():
    x = tensor(M16, 1)
    return lambda: x.mean()


@case("var.16m")
def var_all():
    x = tensor(M16, 1)
    return lambda: x.var(correction=0)


@case("sum_axis0.4096")
def sum_axis0():
    x = tensor((SIDE, SIDE), 1)
    return lambda: x.sum(dim=0)


@case("sum_axis1.4096")
def sum_axis1():
    x = tensor((SIDE, SIDE), 1)
    return lambda: x.sum(dim=1)


@case("softmax.4096")
def softmax():
    x = tensor((SIDE, SIDE), 1, -4, 4)
    return lambda: torch.softmax(x, dim=-1)


@case("layer_norm.4096")
def layer_norm():
    x = tensor((SIDE, SIDE), 1)
    return lambda: torch.nn.functional.layer_norm(x, (SIDE,))


def attention(shape, causal, gradient):
    attend = torch.nn.functional.scaled_dot_product_attention
    q, k, v, dy = (tensor(shape, seed, -2, 2) for seed in (1, 2, 3, 4))
    if not gradient:
        return lambda: attend(q, k, v, is_causal=causal)
    inputs = [x.requires_grad_() for x in (q, k, v)]
    return lambda: list(torch.autograd.grad(attend(*inputs, is_causal=causal), inputs, dy))


for name, shape in (("128", (16, 4, 128, 32)), ("2048", (1, 8, 2048, 64))):
    for causal in (False, True):
        for gradient in (False, True):
            what = "attention" + "_causal" * causal + "_grad" * gradient
            case(f"{what}.{name}")(lambda about=(shape, causal, gradient): attention(*about))
# ---- Sequences: 64 steps, 32 rows, 128 units --------------------------------------------------------


def lstm(inputs, both):
    layer = torch.nn.LSTM(inputs, 128)
    shapes = [(64, 32, inputs), (512, inputs), (512, 128), 512, 512, (64, 32, 128)]
    x, *weights, dy = (tensor(shape, seed, -size, size) for seed, (shape, size)
                       in enumerate(zip(shapes, (1, *(0.125,) * 4, 1)), 1))
    with torch.no_grad():
        for parameter, value in zip(layer.parameters(), weights):
            parameter.copy_(value)
    x.requires_grad_(both)

    def forward():
        with torch.no_grad():
            return layer(x)[0]

    def gradients():
        return torch.autograd.grad(layer(x)[0], [*layer.parameters(), x], dy)
    return gradients if both else forward


for inputs in (64, 128):
    case(f"lstm.{inputs}")(lambda inputs=inputs: lstm(inputs, False))
    case(f"lstm_both.{inputs}")(lambda inputs=inputs: lstm(inputs, True))


# ---- Products -------------------------------------------------------------------------------------------


def matmul(left, right, dtype):
    a, b = tensor(left, 1, dtype=dtype), tensor(right, 2, dtype=dtype)
    return lambda: a @ b


for name, *about in matmul_cases():
    case(name)(lambda about=about: matmul(*about))


# ---- Layers of networks, and what comes back through them ------------------------------------------------


def layer(*shapes):
    return [tensor(shape, seed, -1, 1) for seed, shape in enumerate(shapes, 1)]


def backward(forward, *inputs, dy=None, wanted=None):
    """The gradients of those inputs that are wanted: that of the first is the last, for the probe."""
    wanted = list(wanted or inputs)
    for x in wanted:
        x.requires_grad_()
    y = forward(*inputs)
    return lambda: torch.autograd.grad(y, wanted, dy, retain_graph=True)[::-1]


def conv(x, weight, padding, groups):
    x, weight = layer(x, weight)
    return lambda: torch.nn.functional.conv2d(x, weight, padding=padding, groups=groups)


def conv_back(x, weight, padding, groups, which):
    def forward(x, weight):
        return torch.nn.functional.conv2d(x, weight, padding=padding, groups=groups)
    y = forward(torch.empty(x), torch.empty(weight)).shape
    if which:  # x and dy are the inputs, in this order
        x, dy = layer(x, y)
        weight = torch.ones(weight)
    else:
        x = torch.ones(x)
        dy, weight = layer(y, weight)
    return backward(forward, x, weight, dy=dy, wanted=[(x, weight)[which]])


for name, *about in conv_cases():
    case(name)(lambda about=about: conv(*about))
    case(name + ".dx")(lambda about=about: conv_back(*about, 0))
    case(name + ".dw")(lambda about=about: conv_back(*about, 1))


def max_pool(x):
    return torch.nn.functional.max_pool2d(x, 2)


def batch_norm(x, weight, bias):
    return torch.nn.functional.batch_norm(x, None, None, weight, bias, training=True)


def layer_norm_scaled(x, weight, bias):
    return torch.nn.functional.layer_norm(x, weight.shape, weight, bias)


def pool_back(x):
    x, dy = layer(x, (*x[:2], x[2] // 2, x[3] // 2))
    return backward(max_pool, x, dy=dy)


def norm_back(forward, x, weight):
    x, dy, weight = layer(x, x, weight)
    return backward(forward, x, weight, torch.zeros_like(weight), dy=dy)


for name, shape in ("256x6x28", (256, 6, 28, 28)), ("32x64x32", (32, 64, 32, 32)):
    case(f"max_pool.{name}")(lambda shape=shape: (lambda x: lambda: max_pool(x))(*layer(shape)))
    case(f"max_pool.{name}.back")(lambda shape=shape: pool_back(shape))

for name, forward, shape, channels in (("batch_norm.32x64x32", batch_norm, (32, 64, 32, 32), 64),
                                       ("layer_norm.2048x128", layer_norm_scaled, (2048, 128), 128),
                                       ("layer_norm.4096x1024", layer_norm_scaled, (4096, 1024), 1024)):
    about = forward, shape, (channels,)
    case(name)(lambda about=about: (lambda inputs: lambda: about[0](*inputs))(layer(about[1], about[2], about[2])))
    case(f"{name}.back")(lambda about=about: norm_back(*about))


# ---- Random, moving, mixed ------------------------------------------------------------------------------


@case("normal.16m", random=True)
def normal():
    return lambda: torch.randn(M16)


@case("normal_dot.1000", random=True)
def normal_dot():
    def run():
        for _ in range(10):
            a = torch.randn(1000, 1000)
            b = a @ a
        return b
    return run


@case("fft.1m")
def fft_long():
    x = tensor(1 << 20, 1, -1, 1).to(torch.complex64)
    return lambda: torch.fft.fft(x)


@case("fft.1000x1024")
def fft_many():
    x = tensor((1000, 1024), 1, -1, 1).to(torch.complex64)
    return lambda: torch.fft.fft(x)


def system():
    return torch.tensor(ramp((500, 500), 1, -1, 1, np.float64) + 8 * np.eye(500))


@case("solve.500.f64")
def solve():
    a, b = system(), torch.tensor(ramp(500, 2, -1, 1, np.float64))
    return lambda: torch.linalg.solve(a, b)


@case("inv.500.f64")
def inv():
    a = system()
    return lambda: torch.linalg.inv(a)


@case("qr.500.f64")
def qr():
    a = system()
    return lambda: torch.linalg.qr(a)[0]
@case("irfft.1000x513")
def irfft():
    x = tensor((1000, 513), 1, -1, 1).to(torch.complex64)
    return lambda: torch.fft.irfft(x)


@case("take.1m")
def take():
    x = tensor(M16, 1)
    index = torch.arange(1 << 20) * 7919 % M16
    return lambda: x[index]


@case("sort.1m")
def sort():
    x = torch.tensor(shuffled())
    return lambda: torch.sort(x)[0]


@case("argsort.1m")
def argsort():
    x = torch.tensor(shuffled())
    return lambda: torch.argsort(x)


@case("sort.1000x1000")
def sort_rows():
    x = torch.tensor(shuffled()[:1000000].reshape(1000, 1000))
    return lambda: torch.sort(x)[0]


@case("argsort.1000x1000")
def argsort_rows():
    x = torch.tensor(shuffled()[:1000000].reshape(1000, 1000))
    return lambda: torch.argsort(x)


@case("topk100.1m")
def topk():
    x = torch.tensor(shuffled())
    return lambda: torch.topk(x, 100)[0]


@case("eigh.500")
def eigh():
    x = torch.tensor(matrix())
    return lambda: torch.linalg.eigh(x)[0]


@case("eigvalsh.500")
def eigvalsh():
    x = torch.tensor(matrix())
    return lambda: torch.linalg.eigvalsh(x)


@case("svd.500")
def svd():
    x = torch.tensor(matrix())
    return lambda: torch.linalg.svd(x)[1]


@case("svdvals.500")
def svdvals():
    x = torch.tensor(matrix())
    return lambda: torch.linalg.svdvals(x)


@case("concat.16m")
def concat():
    a, b = tensor(M16 // 2, 1), tensor(M16 // 2, 2)
    return lambda: torch.cat((a, b))


@case("bilinear2x.8x64x56")
def bilinear():
    x = tensor((8, 64, 56, 56), 1)
    return lambda: torch.nn.functional.interpolate(x, scale_factor=2, mode="bilinear")


@case("unfold3x3.8x64x56")
def unfold():
    x = tensor((8, 64, 56, 56), 1)
    return lambda: torch.nn.functional.unfold(x, 3)


@case("products_and_chain")
def products_and_chain():
    factors = [(tensor((512, 512), 2 * k), tensor((512, 512), 2 * k + 1)) for k in range(8)]
    start = tensor(1000, 99)

    def run():
        products = [a @ b for a, b in factors]
        x = start
        for _ in range(2000):
            x = x + 1
        return products + [x]
    return run


@case("tiny.stream")
@case("tiny.wait")
def tiny():
    a, b = tensor(2, 1), tensor(2, 2)

    def run():
        for _ in range(100000):
            y = a + b
        return y
    return run


serve("torch", torch.__version__)
