"""calls.py - calls of a framework as text, and what a framework makes of them; used with the framework and with its dialect.

A table has a line for each function, or for several with the same arguments:

    == tf.math                               where the functions are
    reduce_sum reduce_max: x; x, axis=1      tf.math.reduce_sum(x), tf.math.reduce_sum(x, axis=1), and so on
    ~ shuffle: x                             random: only dtypes and shapes are compared
    = Tensor.sum: x.sum(); x[0]              the calls themselves, under a name

Words such as x are inputs, which INPUTS describes.  If the results are floats, gradients of the inputs that are floats are
compared too.

SPDX-License-Identifier: Apache-2.0
"""
import re
from collections import namedtuple

import numpy as np
from packing import weights

Case = namedtuple("Case", "name text random")
# What a call makes: `error` is a list of names of the exception's class and its bases, or None; `results` a list of values, in which
# a tensor is a Values; `grads` the gradients of the inputs by name.
Outcome = namedtuple("Outcome", "error results grads")
Values = namedtuple("Values", "array dtype")


def _wave(shape, start, low=-1.0, high=1.0, dtype="float32"):
    turn = np.cos(np.arange(int(np.prod(shape, dtype=int))) * 0.7 + start).reshape(shape)
    return ((turn + 1) / 2 * (high - low) + low).astype(dtype)


def _count(shape, below, step=7, start=0, dtype="int32"):
    return ((np.arange(int(np.prod(shape))) * step) % below + start).reshape(shape).astype(dtype)


_Q = _wave((3, 3), 0.4)
INPUTS = {
    "x": _wave((3, 4), 0.2, -2, 2), "y": _wave((3, 4), 1.3, -2, 2), "p": _wave((3, 4), 0.5, 0.3, 3), "u": _wave((3, 4), 0.9, -0.9, 0.9),
    "v": _wave((4,), 0.1, -2, 2), "w": _wave((4, 2), 2.1), "s": np.float32(0.7), "e": np.zeros((0, 4), "float32"),
    "t": _wave((2, 3, 4), 0.3, -2, 2), "d": _wave((3, 4), 0.7, -2, 2, "float64"), "h": _wave((3, 4), 0.7, -2, 2, "float16"),
    "i": _count((3, 4), 11, start=-4), "j": _count((3, 4), 9, start=1), "k": np.array([2, 0], "int32"), "n": _count((3, 4), 13, start=-5, dtype="int64"),
    "o": _count((3, 4), 200, 31, dtype="uint8"), "b": _count((3, 4), 3) > 0, "a": _count((3, 4), 2, 3) > 0, "c": np.array([True, False, True]),
    "m": _wave((3, 3), 0.6, -1, 2) + np.eye(3, dtype="float32"), "q": _Q @ _Q.T + 3 * np.eye(3, dtype="float32"),
    "z": (_wave((3, 4), 0.2) + 1j * _wave((3, 4), 1.2)).astype("complex64"), "r": np.int32(5), "f": np.array([1.5, np.nan, -np.inf, 0.0], "float32"),
    "im": _wave((2, 6, 5, 3), 0.2), "ker": _wave((3, 2, 3, 4), 0.9), "ch": _wave((2, 3, 6, 5), 0.2), "kc": _wave((4, 3, 3, 2), 0.9),
    "seq": _wave((2, 5, 3), 0.4), "lab": np.array([2, 0, 3], "int64"), "hot": np.eye(4, dtype="float32")[[2, 0, 3]],
    "pr": np.exp(_wave((3, 4), 0.3)) / np.exp(_wave((3, 4), 0.3)).sum(1, keepdims=True), "bin": (_count((3, 4), 3) > 0).astype("float32"),
    "un": _wave((3, 4), 0.9, 0.05, 0.95), "vol": _wave((1, 2, 4, 4, 4), 0.4), "line": _wave((2, 3, 9), 0.3), "kl": _wave((4, 3, 3), 0.8),
    "ids": np.array([[0, 2], [3, 1]], "int64"),
}
_WORD = re.compile(r"(?<![\w.'\"])([a-z]+)\b(?!\s*=[^=]|\()")


def cases(table):
    """Return the cases of a table."""
    found, where, line = [], "", ""
    for part in table.splitlines() + [""]:
        if part.startswith(" "):
            line += " " + part.strip()
            continue
        if line and not line.startswith("#"):
            if line.startswith("=="):
                where = line[2:].strip()
            else:
                found += _line(line, where)
        line = part.rstrip()
    return found


def _line(line, where):
    mark = line[0] if line[0] in "~=" else ""
    names, _, calls = line[len(mark):].partition(":")
    random = mark == "~" or "~" in names
    calls = [call.strip() for call in calls.split(";") if call.strip()]
    if mark == "=":
        return [Case(names.replace("~", "").strip(), call, random) for call in calls]
    return [Case(f"{where}.{name}", f"{where}.{name}({call})".replace("()", "()"), random) for name in names.split() for call in
            (c if c != "-" else "" for c in calls)]


def inputs(text):
    """Return the names of the inputs that occur in a call."""
    return [name for name in dict.fromkeys(_WORD.findall(text)) if name in INPUTS]


def head(shape, number):
    """Return the gradient that is given for result `number`."""
    return weights(shape, number)


def error(exception):
    """Return the names of an exception's class and its bases."""
    return [cls.__name__ for cls in type(exception).__mro__]


def outcome(case, framework):
    """Return the Outcome of a case.  `framework` has names(), tensor(array), values(result) and gradients(run, leaves, heads)."""
    leaves = {name: framework.tensor(INPUTS[name]) for name in inputs(case.text)}
    floats = [name for name in leaves if INPUTS[name].dtype.kind == "f"]
    names = {**framework.names(), **leaves}
    try:
        results, grads = framework.run(lambda: eval(case.text, names), [leaves[name] for name in floats], head, case.random)
    except Exception as exception:  # noqa: BLE001 - the class is compared
        return Outcome(error(exception), str(exception), {}), exception
    return Outcome(None, results, dict(zip(floats, grads))), None
