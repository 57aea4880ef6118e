"""differential_numpy.py - random programs give NumPy's values.

Property: a program of random steps (arithmetic, reductions, shapes, indices, writes into views, sorting, products)
leaves the same shapes and dtypes in Weir's arrays as in NumPy's, and values that agree: exactly for integers and bools,
closely for floats.  What NumPy refuses, Weir refuses too.

SPDX-License-Identifier: Apache-2.0
"""
import warnings

import numpy as np
import weir
from attack import run

DTYPES = ("float64", "float32", "int64", "int32")


def shape_of(rng, most=4):
    return tuple(rng.choice((0, 1, 1, 2, 3, 4, 5)) if rng.random() < 0.1 else rng.randint(1, 5)
                 for _ in range(rng.randint(0, most)))


def values(rng, shape, dtype):
    """Whole numbers and quarters: sums of a few of them are exact."""
    numbers = np.array([rng.randint(-8, 8) for _ in range(int(np.prod(shape, dtype=int)))], dtype="float64").reshape(shape)
    return (numbers / (4 if dtype.startswith("float") else 1)).astype(dtype)


class Program:
    """Arrays of both kinds, side by side."""

    def __init__(self, rng):
        self.rng, self.dtype, self.pairs, self.log = rng, rng.choice(DTYPES), [], []
        for _ in range(3):
            self.make(shape_of(rng))

    def make(self, shape):
        a = values(self.rng, shape, self.dtype)
        self.keep(a, weir.asarray(a), f"values{shape}")

    def keep(self, theirs, ours, what):
        self.log.append(what)
        theirs = np.asarray(theirs)
        if theirs.size <= 4000:
            self.pairs.append((theirs, ours))
        if len(self.pairs) > 7:
            self.pairs.pop(self.rng.randrange(len(self.pairs)))

    def pick(self, kinds="fi"):
        pairs = [p for p in self.pairs if p[0].dtype.kind in kinds]
        if not pairs:
            self.make(shape_of(self.rng))
            pairs = self.pairs[-1:]
        return self.rng.choice(pairs)

    def both(self, what, fn, *pairs, **kwargs):
        """The step on both sides; if NumPy refuses it, so do we."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs = fn(np, *(p[0] for p in pairs), **kwargs)
        except (ValueError, TypeError, IndexError) as error:
            try:
                ours = fn(weir, *(p[1] for p in pairs), **kwargs)
                np.asarray(ours)
            except (ValueError, TypeError, IndexError, NotImplementedError):
                return
            raise AssertionError(f"{what}: NumPy raises {error!r}, Weir gives {ours!r}\n" + "\n".join(self.log)) from None
        ours = fn(weir, *(p[1] for p in pairs), **kwargs)
        self.compare(what, theirs, ours)
        if np.asarray(theirs).dtype.kind == "f" and not np.array_equal(theirs, np.asarray(ours), equal_nan=True):
            ours = weir.asarray(np.asarray(theirs))  # the last bit may differ; what comes next may depend on it
        self.keep(theirs, ours, what)

    def compare(self, what, theirs, ours):
        theirs, ours = np.asarray(theirs), np.asarray(ours)
        same = theirs.shape == ours.shape and theirs.dtype == ours.dtype
        loose = {"float32": 1e-4, "float64": 1e-10}.get(str(theirs.dtype), 0)
        if same and theirs.dtype.kind == "f":
            same = np.allclose(theirs, ours, rtol=loose, atol=loose * 50, equal_nan=True)
        elif same:
            same = np.array_equal(theirs, ours)
        assert same, f"{what}:\nNumPy {theirs.dtype}{theirs.shape}\n{theirs}\nWeir {ours.dtype}{ours.shape}\n{ours}\n" \
                     + "\n".join(self.log)

    def check(self):
        for i, (theirs, ours) in enumerate(self.pairs):
            self.compare(f"array {i} at the end", theirs, ours)


# ---- Steps -----------------------------------------------------------------------------------------------


def axis_of(rng, a, none=True):
    if a.ndim == 0 or none and rng.random() < 0.2:
        return None if none else 0
    return rng.randrange(-a.ndim, a.ndim)


def unary(p, rng):
    name = rng.choice(("negative", "abs", "square", "sign", "floor", "ceil", "rint", "exp", "sin", "tanh", "isfinite",
                       "sqrt", "cos", "isnan", "log1p", "arctan"))
    a = p.pick()
    if a[0].dtype.kind == "i" and name in ("exp", "sin", "tanh", "sqrt", "cos", "log1p", "arctan", "floor", "ceil", "rint"):
        name = "negative"  # which float integers become is a choice of its own
    if a[0].dtype.kind == "f" and name == "exp" and np.any(np.abs(a[0]) > 40):
        name = "tanh"
    p.both(name, lambda m, x: getattr(m, name)(x), a)


def binary(p, rng):
    name = rng.choice(("add", "subtract", "multiply", "maximum", "minimum", "less", "equal", "greater_equal", "not_equal",
                       "divide", "floor_divide", "remainder", "arctan2", "hypot"))
    a, b = p.pick(), p.pick()
    if a[0].dtype != b[0].dtype or a[0].dtype.kind == "i" and name in (
            "divide", "floor_divide", "remainder", "arctan2", "hypot") or name in ("floor_divide", "remainder") and not (
            np.all(b[0]) and np.all(np.isfinite(a[0])) and np.all(np.isfinite(b[0]))):  # infinities: as the array API has them
        name = "add" if a[0].dtype == b[0].dtype else None
    if name:
        p.both(name, lambda m, x, y: getattr(m, name)(x, y), a, b)


def scalar(p, rng):
    name, number = rng.choice(("add", "multiply", "subtract", "rsub")), rng.randint(-3, 3)
    a = p.pick()
    fn = {"add": lambda m, x: x + number, "multiply": lambda m, x: x * number, "subtract": lambda m, x: x - number,
          "rsub": lambda m, x: number - x}[name]
    p.both(f"{name} {number}", fn, a)


def reduce(p, rng):
    name = rng.choice(("sum", "prod", "max", "min", "mean", "any", "all", "argmax", "argmin", "cumsum", "var", "std",
                       "count_nonzero"))
    a = p.pick()
    axis, more = axis_of(rng, a[0]), {}
    if a[0].dtype.kind == "i" and name in ("mean", "var", "std") or str(a[0].dtype) == "int32" and name in (
            "sum", "prod", "cumsum") or a[0].dtype.kind == "f" and not np.all(np.isfinite(a[0])):
        name = "max"  # of int32 the sum is int64 in both, and its overflow elsewhere
    if name == "prod" and a[0].size and a[0].dtype.kind == "i" and np.sum(np.log2(np.abs(a[0]) + 1.0)) > 50:
        name = "sum"
    if name not in ("cumsum", "argmax", "argmin", "count_nonzero") and rng.random() < 0.3:
        more["keepdims"] = True
    p.both(f"{name} axis={axis} {more}", lambda m, x: getattr(m, name)(x, axis=axis, **more), a)


def shapes(p, rng):
    a = p.pick("fib")
    n, ndim = a[0].size, a[0].ndim
    name = rng.choice(("ravel", "reshape", "transpose", "expand", "squeeze", "flip", "roll", "repeat", "broadcast", "tile"))
    if name == "reshape":
        divisors = [d for d in range(1, n + 1) if n % d == 0] or [1]
        d = rng.choice(divisors)
        p.both(f"reshape {d}", lambda m, x: m.reshape(x, (d, -1) if n else (0, d)), a)
    elif name == "transpose":
        order = list(range(ndim))
        rng.shuffle(order)
        p.both(f"transpose {order}", lambda m, x: m.permute_dims(x, tuple(order)) if m is weir else np.transpose(x, order), a)
    elif name == "expand":
        axis = rng.randint(0, ndim)
        p.both(f"expand {axis}", lambda m, x: m.expand_dims(x, axis=axis), a)
    elif name == "squeeze":
        p.both("squeeze", lambda m, x: m.squeeze(x, axis=tuple(i for i, k in enumerate(a[0].shape) if k == 1)), a)
    elif name == "ravel":
        p.both("ravel", lambda m, x: m.reshape(x, (-1,)), a)
    elif name in ("flip", "roll") and ndim:
        axis, by = rng.randrange(ndim), rng.randint(-4, 4)
        p.both(f"{name} {axis} {by}", (lambda m, x: m.flip(x, axis=axis)) if name == "flip" else
               (lambda m, x: m.roll(x, by, axis=axis)), a)
    elif name == "repeat" and ndim:
        axis = rng.randrange(ndim)
        p.both(f"repeat {axis}", lambda m, x: m.repeat(x, 2, axis=axis), a)
    elif name == "broadcast":
        p.both("broadcast", lambda m, x: m.broadcast_to(x, (2, *a[0].shape)), a)
    elif name == "tile":
        p.both("tile", lambda m, x: m.tile(x, (2,) * max(ndim, 1)), a)


def index_of(rng, shape):
    key, left = [], list(shape)
    while left and rng.random() < 0.8:
        n = left[0]
        roll = rng.random()
        if roll < 0.35 and n:
            key.append(rng.randrange(-n, n))
        elif roll < 0.75:
            start, stop = (rng.choice((None, rng.randint(-n - 1, n + 1))) for _ in range(2))
            key.append(slice(start, stop, rng.choice((None, 1, 2, -1, -2))))
        elif roll < 0.85:
            key.append(None)
            continue
        elif roll < 0.92 and Ellipsis not in key:
            key.append(Ellipsis)
            break
        else:
            key.append(slice(None))
        left.pop(0)
    return tuple(key)


def index(p, rng):
    a = p.pick("fib")
    key = index_of(rng, a[0].shape)
    p.both(f"index {key}", lambda m, x: x[key], a)


def fancy(p, rng):
    a = p.pick("fib")
    if a[0].ndim == 0 or a[0].shape[0] == 0:
        return
    places = np.array([rng.randrange(-a[0].shape[0], a[0].shape[0]) for _ in range(rng.randint(1, 5))])
    if rng.random() < 0.5:
        p.both(f"take {places}", lambda m, x: x[places if m is np else weir.asarray(places)], a)
    else:
        p.both("mask", lambda m, x: x[x > 0], a) if a[0].dtype.kind != "b" else None


def write(p, rng):
    """Into a view; both kinds show it through every other view of the same values."""
    i = rng.randrange(len(p.pairs))
    theirs, ours = p.pairs[i]
    if theirs.dtype.kind not in "fi" or not theirs.flags.writeable or not theirs.flags.owndata or theirs.ndim == 0:
        return
    theirs, ours = theirs.copy(), ours.copy()
    key, number = index_of(rng, theirs.shape), rng.randint(-5, 5)
    view, our_view = theirs[::-1], ours[::-1]
    theirs[key] = number
    ours[key] = number
    if rng.random() < 0.5:
        theirs[:1] += 1
        ours[:1] += 1
    p.log.append(f"write {key} {number}")
    p.compare("the view", view, our_view)
    p.pairs[i] = theirs, ours


def join(p, rng):
    a = p.pick()
    if a[0].ndim == 0:
        return
    axis = rng.randrange(a[0].ndim)
    if rng.random() < 0.5:
        p.both(f"concat {axis}", lambda m, x: m.concat([x, x], axis=axis) if m is weir else np.concatenate([x, x], axis), a)
    else:
        p.both(f"stack {axis}", lambda m, x: m.stack([x, x], axis=axis), a)


def product(p, rng):
    a, b = p.pick("f"), p.pick("f")
    if a[0].dtype == b[0].dtype and a[0].dtype.kind == "f" and np.all(np.isfinite(a[0])) and np.all(np.isfinite(b[0])):
        limit = 1e3
        if not a[0].size or not b[0].size or np.max(np.abs(a[0])) < limit > np.max(np.abs(b[0])):
            p.both("matmul", lambda m, x, y: m.matmul(x, y), a, b)


def order(p, rng):
    a = p.pick()
    if a[0].ndim == 0:
        return
    axis = rng.randrange(a[0].ndim)
    name = rng.choice(("sort", "argsort", "unique"))
    if name == "unique":
        p.both("unique", lambda m, x: m.unique(x) if m is np else m.unique(x), a)
    elif name == "sort":
        p.both(f"sort {axis}", lambda m, x: m.sort(x, axis=axis), a)
    else:
        p.both(f"argsort {axis}", lambda m, x: np.argsort(x, axis, kind="stable") if m is np else m.argsort(x, axis=axis), a)


def choose(p, rng):
    a = p.pick()
    p.both("where", lambda m, x: m.where(x > 1, x, -x), a)
    if rng.random() < 0.5:
        p.both("clip", lambda m, x: m.clip(x, -1, 2), a)


STEPS = (unary, binary, binary, scalar, reduce, shapes, shapes, index, index, fancy, write, join, product, order, choose)


def program(rng):
    p = Program(rng)
    for _ in range(rng.randint(3, 14)):
        rng.choice(STEPS)(p, rng)
    p.check()


if __name__ == "__main__":
    run({"program": program}, __doc__.splitlines()[0], default=400)
