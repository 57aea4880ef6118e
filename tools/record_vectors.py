#!/usr/bin/env python3
"""record_vectors.py - what PyTorch gives for calls of our operators, written down for tests/ops/test_vectors.c.

    python3 tools/record_vectors.py [TOPIC ...]      in an environment with PyTorch; writes tests/vectors/TOPIC.txt

A file has calls in the language of samples (docs/operators.md), and below each call what was given and what came:

    lstm (3,2,4), (8,4), (8,2) reverse=true
    in 0.5 -1.25 ...       one line for each input that is an array
    out 0.1234 ...         one line for each result; `out none`: not compared, and has no gradient
    dy 1 -0.5 ...          below an out: the gradient that was handed back for it
    grad 0.0312 ...        one line for each input that is an array; `grad none`: not compared

Inputs are multiples of 1/16 or 1/64, which every float dtype holds.  PyTorch computes in float64, and seven digits are
written.  To add an operator, add its calls to a topic, or a topic: a function that calls case().

SPDX-License-Identifier: Apache-2.0
"""

import pathlib
import sys

import torch
import torch.nn.functional as F
from torch import _VF
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors"
NAMES = {torch.float64: "", torch.int64: "i64"}
lines = []


# ---- Inputs ------------------------------------------------------------------------------------------


def floats(*shape, low=-2, high=2, step=16):
    return torch.randint(int(low * step), int(high * step) + 1, shape).double() / step


def small(*shape):
    return floats(*shape, low=-0.5, high=0.5, step=64)


def distinct(*shape):
    """No two are equal, so that the largest of any of them is one."""
    count = torch.Size(shape).numel()
    return (torch.randperm(count).double() - count // 2).reshape(shape) / 16


def whole(*shape, low=0, high=5):
    return torch.randint(low, high, shape)


# ---- Cases -------------------------------------------------------------------------------------------


def text(x):
    return " ".join(f"{v:.7g}" for v in x.detach().flatten().tolist())


def call_text(op, inputs, attrs):
    shapes = ["none" if x is None else NAMES[x.dtype] + "(" + ",".join(map(str, x.shape)) + ")" for x in inputs]
    return f"{op} {', '.join(shapes)} {attrs}".rstrip()


def case(op, inputs, attrs, function, still=(), adjust=None):
    """The call `op`, which PyTorch computes by function(*inputs).  It has no gradients of the inputs `still`; `adjust`
    changes the others in place."""
    inputs = [x if x is None else x.clone() for x in inputs]
    wanted = [x for i, x in enumerate(inputs) if x is not None and x.is_floating_point() and i not in still]
    for x in wanted:
        x.requires_grad_()
    outs = function(*inputs)
    outs = outs if isinstance(outs, tuple) else (outs,)
    lines.append("\n" + call_text(op, inputs, attrs))
    lines.extend("in " + text(x) for x in inputs if x is not None)
    total = 0
    for out in outs:
        lines.append("out " + ("none" if out is None else text(out)))
        if out is None:
            continue
        dy = floats(*out.shape, low=-1, high=1, step=8)
        lines.append("dy " + text(dy))
        total = total + (dy * out).sum()
        if adjust is not None:
            adjust.dy = dy
    grads = dict(zip(map(id, wanted), torch.autograd.grad(total, wanted, allow_unused=True)))
    if adjust is not None:
        adjust(inputs, grads)
    for x in inputs:
        if x is not None:
            grad = grads.get(id(x))
            grad = torch.zeros_like(x) if grad is None and x.requires_grad else grad
            lines.append("grad " + ("none" if grad is None else text(grad)))


# ---- Topics ------------------------------------------------------------------------------------------


def turned(x, lengths):
    """The first steps of each row in reverse, as many as it has; zeros behind them."""
    if lengths is None:
        return x.flip(0)
    rows = [torch.cat([x[:n, i].flip(0), 0 * x[n:, i]]) for i, n in enumerate(lengths.tolist())]
    return torch.stack(rows, 1)


def recurrent_call(function, cells, gates, reverse):
    def run(x, w_ih, w_hh, b_ih, b_hh, h0, *rest):
        lengths, units = rest[-1], w_hh.shape[1]
        states = [h0, rest[0]][:cells] if cells == 2 else [h0]
        states = [torch.zeros(x.shape[1], units).double() if s is None else s for s in states]
        none = torch.zeros(gates * units).double()
        weights = [w_ih, w_hh, none if b_ih is None else b_ih, none if b_hh is None else b_hh]
        x = turned(x, lengths) if reverse else x
        end = [True, 1, 0.0, False, False]
        if lengths is None:
            state = [s[None] for s in states]
            y, *last = function(x, state if cells == 2 else state[0], weights, *end, False)
        else:
            p = pack_padded_sequence(x, lengths, enforce_sorted=False)
            state = [s[None, p.sorted_indices] for s in states]
            y, *last = function(p.data, p.batch_sizes, state if cells == 2 else state[0], weights, *end)
            packed = PackedSequence(y, p.batch_sizes, p.sorted_indices, p.unsorted_indices)
            y = pad_packed_sequence(packed, total_length=x.shape[0])[0]
            last = [s[:, p.unsorted_indices] for s in last]
        return (turned(y, lengths) if reverse else y, *(s[0] for s in last), *([None] if gates > 1 else []))
    return run


def recurrent():
    for op, function, gates, cells in (("rnn", _VF.rnn_tanh, 1, 1), ("rnn", _VF.rnn_relu, 1, 1),
                                       ("lstm", _VF.lstm, 4, 2), ("gru", _VF.gru, 3, 1)):
        relu = "nonlinearity='relu' " if function is _VF.rnn_relu else ""
        for steps, batch, inputs, units, bias, state, lengths, reverse in (
                (3, 2, 4, 3, True, True, None, False), (4, 3, 2, 3, True, False, None, True),
                (5, 3, 3, 2, False, True, (5, 2, 4), False), (5, 3, 2, 3, True, True, (2, 5, 3), True)):
            rows = gates * units
            states = [floats(batch, units) if state else None for _ in range(cells)]
            given = [floats(steps, batch, inputs), small(rows, inputs), small(rows, units),
                     small(rows) if bias else None, small(rows) if bias else None, *states,
                     None if lengths is None else torch.tensor(lengths)]
            case(op, given, relu + ("reverse=true" if reverse else ""), recurrent_call(function, cells, gates, reverse))


def ctc():
    class Logits:
        """PyTorch's gradient is that of logits before a log_softmax: it has e^log_probs more than the derivative."""

        def __init__(self, reduction):
            self.reduction = reduction

        def __call__(self, inputs, grads):
            x, _, steps, labels = inputs
            scale = self.dy / (len(steps) * labels.clamp(min=1)) if self.reduction == "mean" else self.dy
            there = torch.arange(x.shape[0])[:, None] < steps[None, :]
            grads[id(x)] = grads[id(x)] - x.detach().exp() * (there * scale)[:, :, None]

    for reduction, targets, steps, labels, blank in (
            ("mean", whole(2, 3, low=1, high=5), (6, 5), (3, 1), 0), ("sum", whole(4, low=0, high=4), (7, 4), (3, 1), 4),
            ("none", torch.tensor([[1, 1, 2], [2, 3, 1], [4, 1, 1]]), (7, 7, 3), (3, 2, 0), 0)):
        x = floats(7, len(steps), 5, low=-4, high=0)
        attrs = f"blank={blank} reduction='{reduction}'"
        case("ctc_loss", [x, targets, torch.tensor(steps), torch.tensor(labels)], attrs,
             lambda x, t, i, n: F.ctc_loss(x, t, i, n, blank, reduction), adjust=Logits(reduction))


def convolution():
    for dims, conv, transposed in ((1, F.conv1d, F.conv_transpose1d), (2, F.conv2d, F.conv_transpose2d),
                                   (3, F.conv3d, F.conv_transpose3d)):
        size, kernel = {1: (7,), 2: (5, 6), 3: (3, 3, 4)}[dims], (3, 2, 2)[:dims]
        case("conv", [floats(2, 3, *size), floats(3, 3, *kernel), floats(3)], "", conv)
        case("conv", [floats(1, 4, *size), floats(4, 2, *kernel), None], "stride=[2] padding=[1] dilation=[1] groups=2",
             lambda x, w, b: conv(x, w, b, 2, 1, 1, 2))
        case("conv_transpose", [floats(1, 3, *size), floats(3, 2, *kernel), floats(2)], "",
             lambda x, w, b: transposed(x, w, b))
        case("conv_transpose", [floats(1, 4, *(3,) * dims), floats(4, 1, *kernel), None],
             "stride=[2] padding=[1] output_padding=[1] groups=2", lambda x, w, b: transposed(x, w, b, 2, 1, 1, 2))
    case("conv", [floats(1, 3, 6, 7), floats(3, 1, 3, 3), floats(3)], "padding=[1] groups=3",
         lambda x, w, b: F.conv2d(x, w, b, 1, 1, 1, 3))
    case("conv", [floats(1, 2, 8), floats(2, 2, 3), None], "dilation=[2] stride=[3] padding=[2]",
         lambda x, w, b: F.conv1d(x, w, b, 3, 2, 2))


def pooling():
    for dims in (1, 2, 3):
        size = {1: (9,), 2: (7, 6), 3: (4, 3, 4)}[dims]
        most, mean = getattr(F, f"max_pool{dims}d"), getattr(F, f"avg_pool{dims}d")
        case("max_pool", [distinct(1, 2, *size)], "kernel_size=[2]", lambda x: most(x, 2))
        case("max_pool", [distinct(1, 2, *size)], "kernel_size=[3] stride=[2] padding=[1] ceil_mode=true",
             lambda x: most(x, 3, 2, 1, 1, True))
        case("avg_pool", [floats(1, 2, *size)], "kernel_size=[2]", lambda x: mean(x, 2))
        case("avg_pool", [floats(1, 2, *size)], "kernel_size=[3] stride=[2] padding=[1] count_include_pad=false",
             lambda x: mean(x, 3, 2, 1, False, False))
        case("adaptive_avg_pool", [floats(1, 2, *size)], f"output_size=[{','.join('3' * dims)}]",
             lambda x: getattr(F, f"adaptive_avg_pool{dims}d")(x, 3))
        case("adaptive_max_pool", [distinct(1, 2, *size)], f"output_size=[{','.join('3' * dims)}]",
             lambda x: getattr(F, f"adaptive_max_pool{dims}d")(x, 3))


def normalisation():
    case("layer_norm", [floats(3, 6), floats(6), floats(6)], "", lambda x, w, b: F.layer_norm(x, (6,), w, b))
    case("layer_norm", [floats(2, 3, 4), floats(3, 4), None], "eps=0.1",
         lambda x, w, b: F.layer_norm(x, (3, 4), w, b, 0.1))
    case("rms_norm", [floats(3, 6), floats(6)], "eps=0.01", lambda x, w: F.rms_norm(x, (6,), w, 0.01))
    case("group_norm", [floats(2, 4, 3), floats(4), floats(4)], "num_groups=2", lambda x, w, b: F.group_norm(x, 2, w, b))
    case("instance_norm", [floats(2, 3, 4, 2), floats(3), floats(3)], "",
         lambda x, w, b: F.instance_norm(x, weight=w, bias=b))

    def batch(x, w, b):
        axes = [i for i in range(x.ndim) if i != 1]
        return F.batch_norm(x, None, None, w, b, True), x.mean(axes), x.var(axes, unbiased=False)
    case("batch_norm", [floats(5, 3), floats(3), floats(3)], "", batch)
    case("batch_norm", [floats(2, 3, 4, 2), floats(3), floats(3)], "", batch)

    def given(x, mean, variance, w, b):  # PyTorch's own has no gradients of mean and variance
        each = (slice(None), None)
        return (x - mean[each]) / (variance[each] + 1e-5).sqrt() * w[each] + b[each]
    case("batch_norm_inference", [floats(2, 3, 4), floats(3), floats(3, low=0.25), floats(3), floats(3)], "", given)
    case("normalize", [floats(3, 4)], "", lambda x: F.normalize(x, dim=-1))
    case("normalize", [floats(3, 4)], "p=3 axis=0", lambda x: F.normalize(x, 3, 0))
    case("cosine_similarity", [floats(3, 4), floats(3, 4)], "", lambda a, b: F.cosine_similarity(a, b, -1))


def loss():
    case("cross_entropy", [floats(4, 5), whole(4)], "", F.cross_entropy)
    case("cross_entropy", [floats(3, 4, 2), whole(3, 2, high=4), floats(4, low=0.5)],
         "label_smoothing=0.1 ignore_index=1 reduction='sum'",
         lambda x, t, w: F.cross_entropy(x, t, w, ignore_index=1, label_smoothing=0.1, reduction="sum"), [2])
    case("cross_entropy", [floats(4, 5), torch.tensor([0, 2, 2, 4]), floats(5, low=0.5)], "label_smoothing=0.2",
         lambda x, t, w: F.cross_entropy(x, t, w, label_smoothing=0.2), [2])
    case("cross_entropy", [floats(3, 4), floats(3, 4, low=0, high=1)], "reduction='none'",
         lambda x, t: F.cross_entropy(x, t, reduction="none"))
    case("nll_loss", [floats(4, 5, low=-4, high=0), whole(4)], "", F.nll_loss)
    case("nll_loss", [floats(3, 4, 2, low=-4, high=0), whole(3, 2, high=4), floats(4, low=0.5)], "reduction='none'",
         lambda x, t, w: F.nll_loss(x, t, w, reduction="none"), [2])
    for reduction in ("mean", "sum", "none"):
        attrs, how = f"reduction='{reduction}'", {"reduction": reduction}
        for op in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"):
            case(op, [distinct(3, 4), floats(3, 4) + 1 / 64], attrs, lambda x, t: getattr(F, op)(x, t, **how))
        case("binary_cross_entropy_with_logits", [floats(3, 4), floats(3, 4, low=0, high=1)], attrs,
             lambda x, t: F.binary_cross_entropy_with_logits(x, t, **how))
        case("soft_margin_loss", [floats(3, 4), floats(3, 4)], attrs, lambda x, t: F.soft_margin_loss(x, t, **how), [1])
        case("kl_div", [floats(3, 4, low=-3, high=0), floats(3, 4, low=0.125, high=1)], attrs,
             lambda x, t: F.kl_div(x, t, **how))
    case("kl_div", [floats(3, 4, low=-3, high=0), floats(3, 4, low=-3, high=0)], "reduction='batchmean' log_target=true",
         lambda x, t: F.kl_div(x, t, reduction="batchmean", log_target=True))
    case("smooth_l1_loss", [distinct(3, 4), floats(3, 4) + 1 / 64], "beta=0.3", lambda x, t: F.smooth_l1_loss(x, t, beta=0.3))
    case("huber_loss", [distinct(3, 4), floats(3, 4) + 1 / 64], "delta=0.3", lambda x, t: F.huber_loss(x, t, delta=0.3))


def embedding():
    case("embedding", [whole(2, 3), floats(5, 4)], "", F.embedding)
    case("embedding", [torch.tensor([3, 1, 3, 0, 1]), floats(4, 3)], "padding_idx=1",
         lambda i, w: F.embedding(i, w, padding_idx=1))


def softmax():
    for op in ("softmax", "log_softmax"):
        case(op, [floats(3, 5)], "", lambda x: getattr(F, op)(x, -1))
        case(op, [floats(2, 4, 3, low=-9, high=9)], "axis=1", lambda x: getattr(F, op)(x, 1))


def activation():
    at = floats(18, low=-5, high=5) + 1 / 32  # away from the corners
    for op, function in (("relu", F.relu), ("relu6", F.relu6), ("sigmoid", torch.sigmoid), ("tanh", torch.tanh),
                         ("silu", F.silu), ("softplus", F.softplus), ("gelu", F.gelu),
                         ("gelu_tanh", lambda x: F.gelu(x, approximate="tanh")), ("mish", F.mish),
                         ("softsign", F.softsign), ("hardsigmoid", F.hardsigmoid), ("hardswish", F.hardswish),
                         ("log_sigmoid", F.logsigmoid), ("tanhshrink", F.tanhshrink), ("selu", F.selu)):
        case(op, [at], "", function)
    case("elu", [at], "alpha=0.7", lambda x: F.elu(x, 0.7))
    case("celu", [at], "alpha=0.7", lambda x: F.celu(x, 0.7))
    case("leaky_relu", [at], "negative_slope=0.2", lambda x: F.leaky_relu(x, 0.2))
    case("hardtanh", [at], "min_val=-0.5 max_val=2", lambda x: F.hardtanh(x, -0.5, 2.0))
    case("threshold", [at], "threshold=1 value=0.5", lambda x: F.threshold(x, 1.0, 0.5))
    case("softshrink", [at], "lambd=0.75", lambda x: F.softshrink(x, 0.75))
    case("hardshrink", [at], "lambd=0.75", lambda x: F.hardshrink(x, 0.75))
    case("glu", [floats(3, 6)], "", F.glu)


TOPICS = [recurrent, ctc, convolution, pooling, normalisation, loss, embedding, softmax, activation]


def main():
    version = torch.__version__.split("+")[0]
    for topic in TOPICS:
        if len(sys.argv) > 1 and topic.__name__ not in sys.argv[1:]:
            continue
        torch.manual_seed(1)
        lines[:] = [f"# What PyTorch {version} gives.  Written by tools/record_vectors.py; do not edit."]
        topic()
        path = VECTORS / f"{topic.__name__}.txt"
        path.write_text("\n".join(lines) + "\n")
        print(f"{path.name}: {sum(line.startswith('in ') for line in lines)} inputs, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
