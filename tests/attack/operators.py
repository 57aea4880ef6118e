"""operators.py - attributes of operators may be any numbers.

Property: an operator whose attributes are at the ends of what integers and floats hold gives arrays whose shapes can be counted and
whose bytes fit the budget, fails in flight, or is refused with its name; it reads and writes nothing else, and ends.

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np
import weir
from attack import EDGES, REFUSALS, number, run
from weir import _core

OPS = {about["name"]: about for about in _core.describe()}
SHAPES = [(), (1,), (3,), (6,), (0,), (3, 4), (4, 4), (2, 3), (3, 3), (0, 3), (2, 3, 4), (2, 4, 4), (2, 2, 5, 6), (1, 3, 4, 4, 4)]
# Without elements: nothing is computed, but all sizes are.
HUGE = [(0, 2**40), (2**40, 0), (0, 2**58), (2**58, 0), (2**20, 0, 2**30), (0, 2**30, 2**28), (2**31, 0), (0, 2**31, 3, 3), (2, 0, 2**57)]
DTYPES = ["float32"] * 6 + ["float64", "int64", "int64", "int32", "bool", "complex64", "uint8", "bfloat16", "float16"]


def array(rng):
    shape, dtype = rng.choice(SHAPES if rng.random() < 0.8 else HUGE), rng.choice(DTYPES)
    if 0 in shape:
        return weir.zeros(shape, dtype=dtype)
    values = np.array([rng.randrange(0, 4) if rng.random() < 0.9 else rng.choice(EDGES[:18]) for _ in range(int(np.prod(shape)))])
    return weir.asarray(values.astype("f8").reshape(shape)).astype(dtype)


def attribute(rng, kind, default):
    if kind == "int":
        return number(rng, 4) if rng.random() < 0.6 else rng.choice((0, 1, -1, 2))
    if kind == "ints":
        return [number(rng, 4) if rng.random() < 0.5 else rng.randrange(-1, 4) for _ in range(rng.choice((1, 1, 2, 2, 3, 4)))]
    if kind == "float":
        return rng.choice((0, 1, -1, 0.5, 2, 1e308, -1e308, 1e-308, float("inf"), float("nan"), 2.0**53, 2.0**63, 1e18))
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "dtype":
        return rng.choice(DTYPES)
    if kind == "str":
        return rng.choice((default, "mean", "sum", "none", "same", "valid", "reflect", "linear", "nearest", "é", ""))
    return None


def operators(rng):
    name = rng.choice(sorted(OPS))
    about = OPS[name]
    # Given shapes are what most operators want; the same shape for all is what most want of those.
    same = array(rng)
    names = [n for n in about["inputs"].split(", ") if n]
    inputs = []
    for n in names:
        if n.endswith("..."):
            inputs.append([same if rng.random() < 0.7 else array(rng) for _ in range(rng.randrange(1, 4))])
        elif not (n.endswith("?") and rng.random() < 0.5):
            inputs.append(same if rng.random() < 0.5 else array(rng))
        else:
            break
    attrs = {}
    for attr, kind, default, _ in about["attrs"]:
        if default is Ellipsis or rng.random() < 0.5:
            given = attribute(rng, kind, default)
            if given is not None:
                attrs[attr] = given
    try:
        result = _core.ops[name](*inputs, **attrs)
        for x in result if isinstance(result, (tuple, list)) else (result,):
            if isinstance(x, weir.Array):
                assert all(n >= 0 for n in x.shape) and x.size >= 0, (name, attrs, x.shape)
                x.wait()
    except REFUSALS as error:
        assert str(error) or isinstance(error, MemoryError), (name, attrs)
    except weir.AsyncError as error:
        assert str(error)
        weir.clear_errors()


if __name__ == "__main__":
    run({"operators": operators}, __doc__)
