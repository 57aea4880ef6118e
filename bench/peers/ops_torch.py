"""ops_torch.py - the operator cases as one writes them in PyTorch.

SPDX-License-Identifier: Apache-2.0
"""

import torch
from ops_protocol import M16, SIDE, case, matmul_cases, ramp, serve, shuffled

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


@case("topk100.1m")
def topk():
    x = torch.tensor(shuffled())
    return lambda: torch.topk(x, 100)[0]


@case("concat.16m")
def concat():
    a, b = tensor(M16 // 2, 1), tensor(M16 // 2, 2)
    return lambda: torch.cat((a, b))


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
