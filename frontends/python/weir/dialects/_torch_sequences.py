"""torch.nn.utils.rnn: padded and packed sequences, and recurrent layers over packed ones.

A PackedSequence holds the steps of all sequences, the first steps first, as PyTorch's does; programs mostly make one
only to pass it to a recurrent layer.  The layer computes on the padded form: at steps after the end of a sequence its state
is kept, so that the final states are those of the last real steps.
"""
from typing import NamedTuple

import weir
from weir._core import Array
from weir.dialects._tensor_class import Mistake, as_kind, op

_shape = Array.shape.__get__


class PackedSequence(NamedTuple):
    """Sequences of different lengths: the data of all steps, how many sequences have each step, and the order."""

    data: object
    batch_sizes: object
    sorted_indices: object = None
    unsorted_indices: object = None

    def to(self, *args, **kwargs):
        return self._replace(data=self.data.to(*args, **kwargs))

    def cpu(self):
        return self.to("cpu")

    @property
    def is_cuda(self):
        return self.data.is_cuda


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Return tensors of different lengths as one tensor, filled up with padding_value."""
    sequences = list(sequences)
    longest = max(_shape(s)[0] for s in sequences)
    rows = []
    for s in sequences:
        missing = longest - _shape(s)[0]
        ends = (0, missing) if padding_side == "right" else (missing, 0)
        rows.append(_filled(s, 0, ends, padding_value) if missing else s)
    return op["stack"](rows, axis=0 if batch_first else 1)


def _filled(x, axis, ends, value):
    """Return x with as many values before and after it along an axis as `ends` says."""
    widths = [0] * (2 * x.ndim)
    widths[2 * axis:2 * axis + 2] = ends
    return op["pad"](x, widths, mode="constant", value=value)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Return the sequences of a padded tensor as a list, without their padding."""
    rows = padded_sequences if batch_first else op["swapaxes"](padded_sequences, 0, 1)
    return [rows[i, :n] for i, n in enumerate(_numbers(lengths))]


def _numbers(lengths):
    return [int(n) for n in (lengths.tolist() if isinstance(lengths, Array) else lengths)]


def _tensor(kind, values):
    return as_kind(kind, weir.asarray(values, dtype=weir.int64))


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Return a PackedSequence of padded sequences with these lengths."""
    lengths = _numbers(lengths)
    rows = input if batch_first else op["swapaxes"](input, 0, 1)
    if len(lengths) != _shape(rows)[0]:
        raise Mistake(f"pack_padded_sequence: {len(lengths)} lengths for {_shape(rows)[0]} sequences")
    if min(lengths) <= 0 or max(lengths) > _shape(rows)[1]:
        raise Mistake(f"pack_padded_sequence: lengths must be from 1 to {_shape(rows)[1]}, not {min(lengths)} to "
                      f"{max(lengths)}")
    kind, order = type(op["positive"](input)), None
    if enforce_sorted:
        if lengths != sorted(lengths, reverse=True):
            raise Mistake("pack_padded_sequence: with enforce_sorted=True the lengths must be in decreasing order; pass "
                          "enforce_sorted=False")
    else:
        order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
        lengths, rows = [lengths[i] for i in order], op["take"](rows, _tensor(Array, order), axis=0)
    sizes = [sum(n > t for n in lengths) for t in range(lengths[0])]
    data = op["concat"]([rows[:n, t] for t, n in enumerate(sizes)], axis=0)
    if order is None:
        return PackedSequence(data, _tensor(kind, sizes))
    return PackedSequence(data, _tensor(kind, sizes), _tensor(kind, order), _tensor(kind, _inverse(order)))


def pack_sequence(sequences, enforce_sorted=True):
    """Return a PackedSequence of a list of tensors."""
    return pack_padded_sequence(pad_sequence(sequences), [_shape(s)[0] for s in sequences], enforce_sorted=enforce_sorted)


def _inverse(order):
    places = [0] * len(order)
    for place, i in enumerate(order):
        places[i] = place
    return places


def _lengths(sizes):
    return [sum(n > i for n in sizes) for i in range(sizes[0])]


def _padded(packed, padding_value=0.0, total=None):
    """Return the sequences, sorted by their lengths, as (batch, steps, ...), and the lengths."""
    sizes = _numbers(packed.batch_sizes)
    batch, steps, at, rows = sizes[0], [], 0, packed.data
    for n in sizes:
        part = rows[at:at + n]
        if n < batch:
            part = _filled(part, 0, (0, batch - n), padding_value)
        steps.append(part)
        at += n
    padded = op["stack"](steps, axis=1)
    if total is not None and total > len(sizes):
        padded = _filled(padded, 1, (0, total - len(sizes)), padding_value)
    return padded, _lengths(sizes)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Return the sequences of a PackedSequence as a padded tensor, and their lengths."""
    padded, lengths = _padded(sequence, padding_value, total_length)
    if sequence.unsorted_indices is not None:
        order = _numbers(sequence.unsorted_indices)
        padded = op["take"](padded, _tensor(Array, order), axis=0)
        lengths = [lengths[i] for i in order]
    return padded if batch_first else op["swapaxes"](padded, 0, 1), _tensor(type(op["positive"](sequence.data)), lengths)


def unpack_sequence(packed_sequences):
    """Return the sequences of a PackedSequence as a list of tensors."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


# ---- Recurrent layers ----------------------------------------------------------------------------------


def _lstm(a, b, h, c):
    i, f, g, o = op["split"](a + b, sections=4, axis=-1)
    c = op["sigmoid"](f) * c + op["sigmoid"](i) * op["tanh"](g)
    return op["sigmoid"](o) * op["tanh"](c), c


def _gru(a, b, h, c):
    a, b = (op["split"](part, sections=3, axis=-1) for part in (a, b))
    r, z = op["sigmoid"](a[0] + b[0]), op["sigmoid"](a[1] + b[1])
    n = op["tanh"](a[2] + r * b[2])
    return n + z * (h - n), c


def recur(layer, packed, hx=None):
    """Return what an LSTM, a GRU or an RNN returns for a PackedSequence: a PackedSequence and the final states."""
    kind, attrs = layer._block.kind, layer._block.attrs
    cell = _lstm if kind == "LSTM" else _gru if kind == "GRU" else (
        lambda a, b, h, c: (op[attrs["nonlinearity"]](a + b), c))
    x, lengths = _padded(packed)
    x = op["swapaxes"](x, 0, 1)
    steps, batch = _shape(x)[:2]
    live = op["less"](weir.arange(steps)[:, None], weir.asarray(lengths)[None, :])[:, :, None]  # True before the end
    pair = hx if isinstance(hx, (tuple, list)) else (hx, None)
    if hx is not None and packed.sorted_indices is not None:
        pair = tuple(None if s is None else op["take"](s, packed.sorted_indices, axis=1) for s in pair)
    zeros = op["zeros"]((batch, attrs["hidden_size"]), x.dtype)
    ends, both = [], attrs["bidirectional"]
    for number in range(attrs["num_layers"]):
        results = []
        for side in range(2 if both else 1):
            name = f"l{number}" + "_reverse" * side
            at = len(ends)
            h, c = (zeros if s is None else s[at] for s in pair)
            bias = [getattr(layer, f"bias_{part}_{name}", None) if attrs["bias"] else None for part in ("ih", "hh")]
            inputs = op["linear"](x, getattr(layer, f"weight_ih_{name}"), bias=bias[0])
            weight, outputs = getattr(layer, f"weight_hh_{name}"), [None] * steps
            for t in reversed(range(steps)) if side else range(steps):
                new = cell(inputs[t], op["linear"](h, weight, bias=bias[1]), h, c)
                h, c = (op["where"](live[t], n, old) for n, old in zip(new, (h, c)))
                outputs[t] = h
            ends.append((h, c))
            results.append(op["stack"](outputs, axis=0))
        x = results[0] if len(results) == 1 else op["concat"](results, axis=-1)
        if attrs.get("dropout") and layer.training and number + 1 < attrs["num_layers"]:
            x = op["dropout"](x, p=attrs["dropout"])[0]
    h, c = (op["stack"](parts, axis=0) for parts in zip(*ends))
    if packed.unsorted_indices is not None:
        h, c = (op["take"](s, packed.unsorted_indices, axis=1) for s in (h, c))
    sizes = _numbers(packed.batch_sizes)
    data = op["concat"]([x[t, :n] for t, n in enumerate(sizes)], axis=0)
    return packed._replace(data=data), (h, c) if kind == "LSTM" else h
