"""differential_torch.py - random programs, layers and optimisers give PyTorch's values and gradients.

Property: the same program, run by PyTorch and by Weir's dialect of it, gives the same values and the same gradients of
all that it began with, also where values are equal and a gradient has to be shared; layers with the same parameters give
the same results and gradients; after the same steps of an optimiser, with gradients that add up over several losses, the
parameters are the same.  What the dialect has not it refuses: that is no difference.

Without PyTorch there is nothing to compare with: it says so, and ends with status 77.

SPDX-License-Identifier: Apache-2.0
"""
import sys

try:
    import torch as theirs
except ImportError:
    print("differential_torch: PyTorch is not installed: skipped")
    sys.exit(77)

import numpy as np
from attack import run
from weir.dialects import _modes, torch as ours

_modes.speak(True)
theirs.set_num_threads(1)
BOTH = theirs, ours


def values(rng, shape, ties=False):
    """Numbers in (-2, 2); with ties a few different ones."""
    count = int(np.prod(shape, dtype=int))
    numbers = [rng.choice((-1.0, -0.5, 0.5, 1.0, 1.5)) if ties else rng.uniform(-2, 2) for _ in range(count)]
    return np.array(numbers, dtype="float64").reshape(shape)


def numbers_of(x):
    return np.asarray(x.detach().numpy(), dtype="float64")


def compare(what, left, right, loose=1e-7):
    if left is None or right is None:  # a gradient that is zero everywhere may be none
        assert all(x is None or not np.any(numbers_of(x)) for x in (left, right)), f"{what}: PyTorch {left}, Weir {right}"
        return
    if isinstance(left, (tuple, list)):
        assert len(left) == len(right), f"{what}: {len(left)} and {len(right)} results"
        for i, pair in enumerate(zip(left, right)):
            compare(f"{what}, result {i}", *pair, loose)
        return
    a, b = numbers_of(left), numbers_of(right)
    assert a.shape == b.shape and np.allclose(a, b, rtol=loose, atol=loose, equal_nan=True), \
        f"{what}:\nPyTorch {a.shape}\n{a}\nWeir {b.shape}\n{b}"


# ---- Programs --------------------------------------------------------------------------------------------

UNARY = ("exp", "sin", "cos", "tanh", "sigmoid", "relu", "abs", "neg", "square", "log1p_", "sqrt_", "erf", "rsqrt_", "floor",
         "sign", "atan", "reciprocal_", "softplus", "gelu", "silu", "elu", "leaky_relu", "hardtanh", "hardsigmoid",
         "hardswish", "relu6", "log_softmax", "softmax")
BINARY = ("add", "sub", "mul", "maximum", "minimum", "div_", "pow_", "where", "clamp_min", "clamp_max", "atan2_", "lerp")
REDUCE = ("sum", "mean", "amax", "amin", "max", "min", "prod", "logsumexp", "std", "var", "norm", "cumsum", "cumprod",
          "median", "argmax", "max_dim", "min_dim", "sort", "topk")
SHAPE = ("reshape", "transpose", "unsqueeze", "flip", "roll", "index", "take", "cat", "stack", "expand", "pad", "tril",
         "gather", "repeat", "chunk", "masked_fill")


def unary(m, name, x):
    F = m.nn.functional
    if name == "log1p_":
        return m.log1p(m.abs(x))
    if name in ("sqrt_", "rsqrt_", "reciprocal_"):
        return getattr(m, name[:-1])(m.abs(x) + 0.5)
    if name in ("softmax", "log_softmax"):
        return getattr(F, name)(x, dim=-1) if x.ndim else x
    return getattr(m if name in ("exp", "sin", "cos", "tanh", "sigmoid", "relu", "abs", "neg", "square", "erf", "floor",
                                 "sign", "atan") else F, name)(x)


def binary(m, name, x, y):
    if name == "div_":
        return x / (m.abs(y) + 0.5)
    if name == "pow_":
        return (m.abs(x) + 0.5) ** y
    if name == "atan2_":
        return m.atan2(x, m.abs(y) + 0.5)
    if name == "where":
        return m.where(x > y, x, y * 2)
    if name == "lerp":
        return m.lerp(x, y, 0.3)
    if name.startswith("clamp"):
        return m.clamp(x, **{name[6:]: y})
    return getattr(m, name)(x, y)


def reduce(m, name, x, axis):
    if x.ndim == 0 or 0 in tuple(x.shape):
        return x
    if name in ("max", "min", "median"):
        return getattr(m, name)(x) if name != "median" else m.median(x, axis)[0]
    if name in ("max_dim", "min_dim"):
        return getattr(m, name[:3])(x, axis)[0]
    if name in ("std", "var"):
        return getattr(m, name)(x, axis) if x.shape[axis] > 1 else x
    if name == "argmax":
        return x * m.argmax(x, axis, keepdim=True)
    if name == "sort":
        return m.sort(x, axis)[0] * 2
    if name == "topk":
        return m.topk(x, 1, axis)[0]
    return getattr(m, name)(x, dim=axis)


def shape(m, name, x, a, b):
    """a and b: two random whole numbers."""
    n = x.ndim
    if name == "reshape":
        return m.reshape(x, (-1,))
    if name == "unsqueeze":
        return m.unsqueeze(x, a % (n + 1))
    if name == "stack":
        return m.stack([x, x * 2], a % (n + 1))
    if n == 0 or 0 in tuple(x.shape):
        return x
    i, j = a % n, b % n
    if name == "transpose":
        return m.transpose(x, i, j)
    if name == "flip":
        return m.flip(x, (i,))
    if name == "roll":
        return m.roll(x, b % 5 - 2, i)
    if name == "index":
        return x[a % x.shape[0]] if b % 2 else x[:1 + a % x.shape[0]]
    if name == "take":
        return m.index_select(x, i, m.tensor([0, b % x.shape[i], 0]))
    if name == "cat":
        return m.cat([x, x + 1], i)
    if name == "expand":
        return m.unsqueeze(x, 0).expand(2, *x.shape)
    if name == "pad":
        return m.nn.functional.pad(x, (a % 3, b % 3))
    if name == "tril":
        return m.tril(x) if n > 1 else x
    if name == "gather":
        return m.gather(x, i, m.zeros(tuple(x.shape), dtype=m.int64))
    if name == "repeat":
        return x.repeat(*(2,) * n)
    if name == "chunk":
        return m.chunk(x, 2, i)[0]
    return x.masked_fill(x > 0.5, 3.0)


def plan(rng, ties):
    """Steps as data, so that both sides run the same ones.  Which of equal values median, sort and topk name is open."""
    steps, reductions = [], [name for name in REDUCE if not ties or name not in ("median", "sort", "topk")]
    for _ in range(rng.randint(2, 9)):
        kind = rng.choice(("unary", "unary", "binary", "binary", "reduce", "shape", "matmul"))
        name = rng.choice({"unary": UNARY, "binary": BINARY, "reduce": reductions, "shape": SHAPE, "matmul": ("matmul",)}[kind])
        steps.append((kind, name, rng.randrange(100), rng.randrange(100), rng.randrange(100)))
    return steps


def compute(m, steps, leaves):
    pool = list(leaves)
    for kind, name, a, b, c in steps:
        x, y = pool[a % len(pool)], pool[b % len(pool)]
        if kind == "unary":
            made = unary(m, name, x)
        elif kind == "reduce":
            made = reduce(m, name, x, c % max(x.ndim, 1))
        elif kind == "shape":
            made = shape(m, name, x, b, c)
        else:
            try:
                made = binary(m, name, x, y) if kind == "binary" else m.matmul(x, y)
            except (RuntimeError, ValueError, IndexError, TypeError):
                continue  # shapes that do not fit: those of both sides are the same
        if 0 < made.numel() < 3000:
            pool.append(made)
    return pool


def program(rng):
    sizes = rng.choice(((3, 4), (2, 3), (4,), (2, 2, 3)))
    ties = rng.random() < 0.3
    given = [values(rng, rng.choice((sizes, sizes, sizes[-1:], ())), ties) for _ in range(3)]
    steps = plan(rng, ties)
    seen, grads = [], []
    for m in BOTH:
        leaves = [m.tensor(v, dtype=m.float64, requires_grad=True) for v in given]
        pool = compute(m, steps, leaves)
        loss = sum((x * x).mean() if x.dtype == m.float64 else 0.0 for x in pool[len(leaves):])
        seen.append(pool)
        if isinstance(loss, (int, float)) or not loss.requires_grad or not np.isfinite(loss.item()):
            return
        loss.backward()
        grads.append([leaf.grad for leaf in leaves])
    try:
        compare("values", *seen, loose=1e-6)
        if max(np.abs(numbers_of(g)).max(initial=0) for g in grads[0] if g is not None) < 1e8:
            compare("gradients", *grads, loose=1e-5)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{steps}\n{given}") from None


# ---- Layers ----------------------------------------------------------------------------------------------


def layer_of(rng):
    """(text of a layer, shape of its input)."""
    n, c = rng.randint(1, 4), rng.randint(1, 4)
    return rng.choice((
        (f"Linear({c}, {n}, bias={rng.random() < 0.7})", (3, c)),
        (f"Conv1d({c}, {n}, {rng.randint(1, 3)}, stride={rng.randint(1, 2)}, padding={rng.randint(0, 1)})", (2, c, 6)),
        (f"Conv2d({c}, {2 * n}, {rng.randint(1, 3)}, {rng.randint(1, 2)}, {rng.randint(0, 2)}, 1, 1, False)", (2, c, 5, 6)),
        (f"Conv2d({2 * c}, {2 * n}, 2, dilation=2, groups=2)", (2, 2 * c, 5, 6)),
        (f"ConvTranspose2d({c}, {n}, 3, {rng.randint(1, 2)}, {rng.randint(0, 1)})", (2, c, 3, 4)),
        (f"BatchNorm1d({c}, momentum={rng.choice((0.1, 0.3))}, affine={rng.random() < 0.7})", (5, c)),
        (f"BatchNorm2d({c})", (2, c, 3, 3)),
        (f"LayerNorm({c + 1})", (3, c + 1)), (f"GroupNorm(2, {2 * c})", (2, 2 * c, 3)),
        (f"InstanceNorm2d({c}, affine=True)", (2, c, 3, 3)), (f"RMSNorm({c + 1})", (3, c + 1)),
        (f"LSTM({c}, {n}, {rng.randint(1, 2)}, batch_first={rng.random() < 0.5}, bidirectional={rng.random() < 0.5})", (3, 2, c)),
        (f"GRU({c}, {n}, {rng.randint(1, 2)}, True, {rng.random() < 0.5})", (3, 2, c)),
        (f"RNN({c}, {n}, nonlinearity='relu')", (3, 2, c)),
        (f"MaxPool2d({rng.randint(1, 3)}, {rng.randint(1, 2)}, {0}, {1}, False, {rng.random() < 0.5})", (2, c, 5, 6)),
        (f"AvgPool2d(2, 1, {rng.randint(0, 1)}, {rng.random() < 0.5}, {rng.random() < 0.5})", (2, c, 5, 6)),
        (f"AdaptiveAvgPool2d({rng.randint(1, 3)})", (2, c, 5, 6)),
        ("PReLU()", (3, c)), ("Softmax()", (2, c, 3)), ("LogSoftmax(1)", (3, c)), ("GELU()", (3, c)), ("ReLU(True)", (3, c)),
        (f"ELU({rng.choice((0.5, 1.0))})", (3, c)), ("Hardswish()", (3, c)), ("Softplus(2)", (3, c)), ("SELU()", (3, c)),
        (f"MultiheadAttention({2 * c}, 2, batch_first={rng.random() < 0.5})", (3, 2, 2 * c)),
        (f"TransformerEncoderLayer({2 * c}, 2, 5, 0.0, batch_first={rng.random() < 0.5}, norm_first={rng.random() < 0.5})",
         (3, 2, 2 * c)),
        ("Flatten()", (2, c, 3)), ("Sequential(nn.Flatten(), nn.Linear(6, 3), nn.Tanh())", (2, 6)),
    ))


def first_of(y):
    return y[0] if isinstance(y, tuple) else y


def flat_of(y):
    return [part for x in y for part in flat_of(x)] if isinstance(y, tuple) else [y]


def layer(rng):
    text, size = layer_of(rng)
    data, start, results = values(rng, size), rng.randrange(1000), []
    for m in BOTH:
        net = eval("nn." + text, {"nn": m.nn}).double()
        for i, (_, p) in enumerate(sorted(net.named_parameters())):
            filled = np.sin(np.arange(p.numel()) * (i + 1.3) + start).reshape(tuple(p.shape)) * 0.5
            p.data = m.tensor(filled, dtype=m.float64)
        x = m.tensor(data, dtype=m.float64, requires_grad=True)
        inputs = (x * 1, x * 1, x * 2) if "Multihead" in text else (x * 1,)
        y = net(*inputs)
        (first_of(y) ** 2).sum().backward()
        grads = [p.grad for _, p in sorted(net.named_parameters())]
        state = [v for k, v in sorted(net.state_dict().items())]
        quiet = net.eval()(*inputs) if "inplace" not in text and "True)" != text[-5:] else None
        results.append([flat_of(y), x.grad, grads, state, flat_of(quiet) if quiet is not None else None])
    try:
        compare(text, *results, loose=1e-6)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text} of {size}, start {start}") from None


# ---- Losses ----------------------------------------------------------------------------------------------


def loss(rng):
    reduction = rng.choice(("mean", "sum", "none"))
    n, c = rng.randint(1, 5), rng.randint(2, 4)
    x, weight = values(rng, (n, c)), np.abs(values(rng, (c,))) + 0.1
    labels = np.array([rng.randrange(c) for _ in range(n)])
    hard, smooth = rng.random() < 0.7, rng.choice((0.0, 0.2))
    name = rng.choice(("CrossEntropyLoss", "NLLLoss", "MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "BCEWithLogitsLoss",
                       "BCELoss", "KLDivLoss", "MultiMarginLoss"))
    results = []
    for m in BOTH:
        leaf = m.tensor(x, dtype=m.float64, requires_grad=True)
        other, w = m.tensor(np.cos(x), dtype=m.float64), m.tensor(weight, dtype=m.float64)
        if name == "CrossEntropyLoss":
            target = m.tensor(labels) if hard else m.softmax(other, 1)
            more = {"ignore_index": 1} if hard and n > 1 and len(set(labels)) > 1 else {}
            fn, given = m.nn.CrossEntropyLoss(w, label_smoothing=smooth, reduction=reduction, **more), (leaf, target)
        elif name == "NLLLoss":
            fn, given = m.nn.NLLLoss(w, reduction=reduction), (m.log_softmax(leaf, 1), m.tensor(labels))
        elif name == "MultiMarginLoss":
            fn, given = m.nn.MultiMarginLoss(reduction=reduction), (leaf, m.tensor(labels))
        elif name in ("BCEWithLogitsLoss", "BCELoss"):
            target = m.sigmoid(other)
            fn = getattr(m.nn, name)(w, reduction=reduction)
            given = (leaf if name[3] == "W" else m.sigmoid(leaf), target)
        elif name == "KLDivLoss":
            fn, given = m.nn.KLDivLoss(reduction=reduction), (m.log_softmax(leaf, 1), m.softmax(other, 1))
        else:
            fn, given = getattr(m.nn, name)(reduction=reduction), (leaf, other)
        y = fn(*given)
        y.sum().backward()
        results.append([y, leaf.grad])
    try:
        compare(f"{name} {reduction}", *results, loose=1e-6)
    except AssertionError as error:
        raise AssertionError(f"{error}\nhard {hard}, smoothing {smooth}, labels {labels}\n{x}") from None


# ---- Optimisers ------------------------------------------------------------------------------------------


def optimiser(rng):
    """Steps with gradients of several losses, clipped at times, dropped at times: PyTorch's add up until zero_grad."""
    text = rng.choice((
        "SGD(p, 0.1)", "SGD(p, lr=0.1, momentum=0.9)", "SGD(p, 0.1, 0.9, 0.1, 0.01)", "SGD(p, 0.1, 0.9, nesterov=True)",
        "Adam(p, 0.1)", "Adam(p, 0.1, (0.8, 0.9), 1e-6, 0.1)", "Adam(p, amsgrad=True)", "AdamW(p, 0.1)",
        "AdamW(p, 0.05, weight_decay=0.2)", "RMSprop(p, 0.05)", "RMSprop(p, 0.05, 0.9, 1e-7, 0.1, 0.5, True)",
        "Adagrad(p, 0.1, 0.1, 0.05, 0.2)", "Adadelta(p)", "Adadelta(p, 0.5, 0.8, 1e-5, 0.1)", "SGD(p, 0.1, maximize=True)"))
    given = [values(rng, (2, 3)), values(rng, (3,))]
    script = [(rng.choice(("back", "back", "zero", "clip", "none")), rng.uniform(0.5, 2)) for _ in range(12)]
    results = []
    for m in BOTH:
        p = [m.nn.Parameter(m.tensor(v, dtype=m.float64)) for v in given]
        opt = eval("optim." + text, {"optim": m.optim, "p": p})
        for what, scale in script:
            if what in ("back", "none", "clip"):
                ((p[0] * p[1] * scale) ** 2).sum().backward()
            if what == "clip":
                m.nn.utils.clip_grad_norm_(p, scale)
            if what == "zero":
                opt.zero_grad()
            if what != "none" and p[0].grad is not None:
                opt.step()
        results.append([p, [q.grad for q in p]])
    if max(np.abs(numbers_of(x)).max() for x in results[0][0]) < 1e6:
        try:
            compare(text, *results, loose=1e-6)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{script}\n{given}") from None


if __name__ == "__main__":
    run({"program": program, "layer": layer, "loss": loss, "optimiser": optimiser}, __doc__.splitlines()[0], default=1000)
