"""cpu_cases.py - the cases of cpu_peers.py, written once for Weir, PyTorch and NumPy.

    cpu_cases.py weir|torch|numpy THREADS

The conversation is that of ops_protocol.py.

SPDX-License-Identifier: Apache-2.0
"""

import sys

import numpy as np
from ops_protocol import CASES, case, ramp, serve, shuffled

WHO, THREADS = sys.argv[1], int(sys.argv[2])
CALLS = {1 << 10: 2000, 1 << 14: 1000, 40000: 500, 1 << 16: 400, 1 << 18: 200, 1 << 20: 100}  # elements: `z + 1` in a row
SIZES = {1 << 10: "1k", 1 << 14: "16k", 40000: "40000", 1 << 16: "64k", 1 << 18: "256k", 1 << 20: "1m"}
PRODUCTS = {**{str(n): ((n, n), (n, n)) for n in (256, 512, 1024, 2048, 4096)},
            "1024x512x2048": ((1024, 512), (512, 2048)), "1024x2048x512": ((1024, 2048), (2048, 512)),
            "2048x512x128": ((2048, 512), (512, 128)), "2048x128x384": ((2048, 128), (128, 384)),
            "2048x2048x16": ((2048, 2048), (2048, 16)), "64of64": ((64, 64, 64), (64, 64, 64))}

if WHO == "weir":
    import weir as library

    def array(values):
        return library.array(values)

    def finish(x):
        x.wait()
        return x
elif WHO == "torch":
    import torch as library

    library.set_num_threads(THREADS)

    def array(values):
        return library.tensor(values)

    def finish(x):
        return x
else:
    library = np

    def array(values):
        return values

    def finish(x):
        return x


def product(left, right, dtype):
    a, b = array(ramp(left, 1, -1, 1, dtype)), array(ramp(right, 2, -1, 1, dtype))
    return lambda: finish(library.matmul(a, b))


def brain(left, right):
    a, b = (array(ramp(shape, seed, -1, 1)) for shape, seed in ((left, 1), (right, 2)))
    a, b = (x.astype(library.bfloat16) if WHO == "weir" else x.to(library.bfloat16) for x in (a, b))

    def run():
        y = library.matmul(a, b)
        return finish(y)
    return run


def chain(count, calls):
    start = array(np.zeros(count, np.float32))

    def run():
        z = start
        for _ in range(calls):
            z = z + 1
        return finish(z)
    return run


def waits(count, calls):
    start = array(np.zeros(count, np.float32))

    def run():
        z = start
        for _ in range(calls):
            z = z + 1
            finish(z)
        return z
    return run


def sort(shape, dtype):
    values = shuffled()[:int(np.prod(shape))].astype(dtype).reshape(shape)
    x = array(values)
    if WHO == "torch":
        return lambda: library.sort(x, dim=-1).values
    return lambda: finish(library.sort(x, axis=-1))


def register():
    for short, dtype in ("f32", np.float32), ("f64", np.float64):
        for name, (left, right) in PRODUCTS.items():
            case(f"product.{name}.{short}")(lambda left=left, right=right, dtype=dtype: product(left, right, dtype))
        for shape in ((1 << 20,), (1000, 1000)):
            case(f"sort.{'x'.join(map(str, shape))}.{short}")(lambda shape=shape, dtype=dtype: sort(shape, dtype))
    if WHO != "numpy":
        case("product.1x4096x4096.bf16")(lambda: brain((1, 4096), (4096, 4096)))
        case("product.4096x4096x1.bf16")(lambda: brain((4096, 4096), (4096, 1)))
        case("product.512.bf16")(lambda: brain((512, 512), (512, 512)))
    for count, calls in CALLS.items():
        case(f"chain.{SIZES[count]}")(lambda count=count, calls=calls: chain(count, calls))
        case(f"waits.{SIZES[count]}")(lambda count=count, calls=calls: waits(count, calls))


if __name__ == "__main__":
    register()
    assert CASES
    serve(WHO, library.__version__)
