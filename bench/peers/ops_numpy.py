"""ops_numpy.py - the operator cases as one writes them in NumPy.

SPDX-License-Identifier: Apache-2.0
"""

import numpy as np
from ops_protocol import M16, SIDE, case, matmul_cases, matrix, ramp, serve, shuffled

rng = np.random.default_rng(7)


# ---- Element by element ------------------------------------------------------------------------------


@case("add.16m")
def add():
    a, b = ramp(M16, 1), ramp(M16, 2)
    return lambda: a + b


@case("exp.16m")
def exp():
    x = ramp(M16, 1, -4, 4)
    return lambda: np.exp(x)


@case("tanh.16m")
def tanh():
    x = ramp(M16, 1, -4, 4)
    return lambda: np.tanh(x)


@case("transpose_add.4096")
def transpose_add():
    x = ramp((SIDE, SIDE), 1)
    return lambda: x.T + 1


@case("relu_muladd.16m")
def relu_muladd_large():
    a, b, c = (ramp(M16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: np.maximum(a * b + c, 0)


@case("relu_muladd.64k")
def relu_muladd_small():
    a, b, c = (ramp(1 << 16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: np.maximum(a * b + c, 0)


@case("cast_f16.16m")
def cast_f16():
    x = ramp(M16, 1)
    return lambda: x.astype(np.float16)


# ---- Along axes ---------------------------------------------------------------------------------------


@case("sum.16m")
def sum_all():
    x = ramp(M16, 1)
    return lambda: x.sum()


@case("max.16m")
def max_all():
    x = ramp(M16, 1)
    return lambda: x.max()


@case("mean.16m")
def mean_all():
    x = ramp(M16, 1)
    return lambda: x.mean()


@case("var.16m")
def var_all():
    x = ramp(M16, 1)
    return lambda: x.var()


@case("sum_axis0.4096")
def sum_axis0():
    x = ramp((SIDE, SIDE), 1)
    return lambda: x.sum(axis=0)


@case("sum_axis1.4096")
def sum_axis1():
    x = ramp((SIDE, SIDE), 1)
    return lambda: x.sum(axis=1)


@case("softmax.4096")
def softmax():
    x = ramp((SIDE, SIDE), 1, -4, 4)

    def run():
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)
    return run


# ---- Products -------------------------------------------------------------------------------------------


def matmul(left, right, dtype):
    a, b = ramp(left, 1, dtype=dtype), ramp(right, 2, dtype=dtype)
    return lambda: a @ b


for name, *about in matmul_cases():
    case(name)(lambda about=about: matmul(*about))


# ---- Random, moving, mixed ------------------------------------------------------------------------------


@case("normal.16m", random=True)
def normal():
    return lambda: rng.standard_normal(M16, dtype=np.float32)


@case("normal_dot.1000", random=True)
def normal_dot():
    def run():
        for _ in range(10):
            a = rng.standard_normal((1000, 1000), dtype=np.float32)
            b = a @ a
        return b
    return run


@case("fft.1m")
def fft_long():
    x = ramp(1 << 20, 1, -1, 1).astype(np.complex64)
    return lambda: np.fft.fft(x)


@case("fft.1000x1024")
def fft_many():
    x = ramp((1000, 1024), 1, -1, 1).astype(np.complex64)
    return lambda: np.fft.fft(x)


def system():
    return ramp((500, 500), 1, -1, 1, np.float64) + 8 * np.eye(500)


@case("solve.500.f64")
def solve():
    a, b = system(), ramp(500, 2, -1, 1, np.float64)
    return lambda: np.linalg.solve(a, b)


@case("inv.500.f64")
def inv():
    a = system()
    return lambda: np.linalg.inv(a)


@case("qr.500.f64")
def qr():
    a = system()
    return lambda: np.linalg.qr(a)[0]
@case("irfft.1000x513")
def irfft():
    x = ramp((1000, 513), 1, -1, 1).astype(np.complex64)
    return lambda: np.fft.irfft(x)


@case("take.1m")
def take():
    x = ramp(M16, 1)
    index = (np.arange(1 << 20, dtype=np.int64) * 7919) % M16
    return lambda: x[index]


@case("sort.1m")
def sort():
    x = shuffled()
    return lambda: np.sort(x)


@case("argsort.1m")
def argsort():
    x = shuffled()
    return lambda: np.argsort(x)


@case("sort.1000x1000")
def sort_rows():
    x = shuffled()[:1000000].reshape(1000, 1000)
    return lambda: np.sort(x)


@case("argsort.1000x1000")
def argsort_rows():
    x = shuffled()[:1000000].reshape(1000, 1000)
    return lambda: np.argsort(x)


@case("topk100.1m")
def topk():
    x = shuffled()
    return lambda: -np.sort(np.partition(-x, 99)[:100])


@case("eigh.500")
def eigh():
    x = matrix()
    return lambda: np.linalg.eigh(x)[0]


@case("eigvalsh.500")
def eigvalsh():
    x = matrix()
    return lambda: np.linalg.eigvalsh(x)


@case("svd.500")
def svd():
    x = matrix()
    return lambda: np.linalg.svd(x)[1]


@case("svdvals.500")
def svdvals():
    x = matrix()
    return lambda: np.linalg.svd(x, compute_uv=False)


@case("concat.16m")
def concat():
    a, b = ramp(M16 // 2, 1), ramp(M16 // 2, 2)
    return lambda: np.concatenate((a, b))


@case("products_and_chain")
def products_and_chain():
    factors = [(ramp((512, 512), 2 * k), ramp((512, 512), 2 * k + 1)) for k in range(8)]
    start = ramp(1000, 99)

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
    a, b = ramp(2, 1), ramp(2, 2)

    def run():
        for _ in range(100000):
            y = a + b
        return y
    return run


serve("numpy", np.__version__)
