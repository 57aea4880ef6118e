"""texts.py - a text is a network, an equation or a dtype that means what it says, or it is refused.

Property: whatever a text says, reading it ends, takes no more memory than the budget, and gives what NumPy gives (einsum) or a
network whose own text reads as the same network; or it raises with a sentence.

SPDX-License-Identifier: Apache-2.0
"""
import string

import numpy as np
import weir
from attack import EDGES, REFUSALS, number, refused, run
from weir import _core, nn

KINDS = {d["name"]: d for d in _core.describe_blocks()}
ROOMY = 1 << 22  # elements of a parameter that is worth making


def settle():
    """What could not be made fails in flight; that is an answer, too."""
    try:
        weir.waitall()
    except weir.AsyncError:
        weir.clear_errors()


# ---- Networks ----------------------------------------------------------------------------------------


def value(rng, kind):
    if rng.random() < 0.1:
        kind = rng.choice(("bool", "int", "float", "ints", "str", "dtype", "junk"))
    if kind == "bool":
        return rng.choice(("true", "false", "True", "none", "1"))
    if kind == "int":
        return str(number(rng, 9))
    if kind == "float":
        return rng.choice(("0", "0.5", "1", "nan", "inf", "-1", "1e309", "1e-400", "0x1p3", "5."))
    if kind == "ints":
        return rng.choice("[(") + ",".join(str(number(rng, 4)) for _ in range(rng.choice((1, 2, 3, 40)))) + rng.choice("])")
    if kind == "str":
        return rng.choice(("'tanh'", "'relu'", "'none'", "'mean'", "''", "'", "'" + "a" * 300 + "'", '"gelu"', "'é'"))
    if kind == "dtype":
        return rng.choice(("float32", "bfloat16", "int8", "no", "f" * 40))
    return rng.choice(("", "(", ")", ",,", "=", "\\", "\t", "é", "Linear(2)", "9" * 400, "-", "+3", "1_0", "[[1]]", "None"))


def block(rng, depth=0):
    name = rng.choice(sorted(KINDS))
    about = KINDS[name]
    parts, place = [], True
    for attr, kind, default, _ in about["attrs"]:
        if default is Ellipsis or rng.random() < 0.5:
            place = place and rng.random() < 0.7
            parts.append(value(rng, kind) if place else f"{attr}={value(rng, kind)}")
        else:
            place = False
    if depth < 3 and rng.random() < 0.3:
        parts += [rng.choice(("", "a=", "b1=")) + block(rng, depth + 1) for _ in range(rng.randrange(1, 4))]
    if rng.random() < 0.03:
        return "Sequential(" * rng.choice((60, 64, 70, 5000)) + name
    return f"{name}({', '.join(parts)})" if parts or rng.random() < 0.5 else name


def mutate(rng, text):
    for _ in range(rng.choice((0, 0, 0, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.randrange(6))
        text = rng.choice((text[:at] + text[end:], text[:at] + rng.choice("(),='[] 09-.eé\n\t") + text[at:],
                           text[:end] + text[at:], text[:at] + str(rng.choice(EDGES)) + text[end:]))
    return text


def networks(rng):
    text = mutate(rng, ", ".join(block(rng) for _ in range(rng.choice((1, 1, 2, 3)))))
    error, block_ = refused(_core.parse_block, text)
    if error is None:
        again = block_.text()
        error, other = refused(_core.parse_block, again)
        assert error is None, (text, again, error)
        assert other.text() == again, (text, again, other.text())
        net = nn.parse(text)
        repr(net)
        if rng.random() < 0.3:
            x = weir.ones(tuple(rng.randrange(1, 5) for _ in range(rng.randrange(6))))
            try:
                net(x)
            except REFUSALS + (weir.AsyncError,):
                pass
    settle()


# ---- Equations ---------------------------------------------------------------------------------------


def equations(rng):
    letters = rng.sample(string.ascii_letters, 4)
    sizes = {c: rng.choice((0, 1, 2, 3)) for c in letters}
    terms = ["".join(rng.choice(letters) for _ in range(rng.randrange(4))) for _ in range(rng.choice((1, 2, 2, 3, 6)))]
    arrays = []
    for i, term in enumerate(terms):
        shape = [1 if rng.random() < 0.05 else sizes[c] for c in term]
        if rng.random() < 0.2:
            terms[i], shape = "..." + term, [rng.choice((1, 2)) for _ in range(rng.randrange(3))] + shape
        arrays.append(np.arange(1, 1 + int(np.prod(shape, dtype=int)), dtype="f8").reshape(shape) / 8)
    text = ",".join(terms)
    if rng.random() < 0.6:
        used = sorted({c for c in text if c.isalpha()})
        text += "->" + rng.choice(("", "...")) + "".join(rng.sample(used, rng.randrange(len(used) + 1)))
    if rng.random() < 0.3:
        text = mutate(rng, text)
    if rng.random() < 0.02:
        text = rng.choice((",".join("a" * 5000), "a" * 100000, "," * 3000, "->" * 3000, "." * 5000))
    error, got = refused(weir.einsum, text, *map(weir.asarray, arrays))
    try:
        want = np.einsum(text, *arrays)
    except (ValueError, TypeError, IndexError):
        want = None
    if error is None and want is not None:
        np.testing.assert_allclose(np.asarray(got), want, rtol=1e-10, atol=1e-12, err_msg=text)
    settle()


# ---- Dtypes, devices, options ------------------------------------------------------------------------


def names(rng):
    text = rng.choice(("float32", "f4", "<f8", ">i2", "cpu:1", "bool", "int", "complex", "bfloat16"))
    text = mutate(rng, text) if rng.random() < 0.9 else rng.choice(("", "\0", "\ud800", "f" * 10**5, "é" * 99))
    for call in (lambda: weir.zeros(2, dtype=text), lambda: weir.zeros(2, device=text), lambda: weir.asarray(1).astype(text),
                 lambda: weir.pad(weir.ones(3), (1, 1), mode=text), lambda: nn.Sequential().get_submodule(text)
                 if hasattr(nn.Module, "get_submodule") else None, lambda: _core.op(text)):
        try:
            call()
        except REFUSALS + (KeyError, AttributeError, LookupError):
            pass


CASES = {f.__name__: f for f in (networks, equations, names)}

if __name__ == "__main__":
    run(CASES, __doc__)
