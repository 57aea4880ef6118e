"""From samples to a batch, and from a batch to bytes that another process can see.

A batch is planned first: the shape of tuples and dicts, and for each array where its bytes come from and where in one
block of memory they are to lie.  The block is then made, in this process or in shared memory, and filled: one copy from a
sample to the batch, wherever that is wanted.
"""
from __future__ import annotations

from weir import _core
from weir._core import Array

_ALIGN = 64


class _Leaf:
    """Arrays of one shape, to be laid one behind the other."""

    def __init__(self, parts, dtype, shape):
        self.parts, self.dtype, self.shape = parts, dtype, shape


def default_collate(samples: list):
    """Samples as a batch: arrays and numbers are stacked, tuples, lists and dicts are gone through, all else is a list."""
    return _build(_plan(samples), None)


def pack(batch, stacked=None):
    """What has been collated (or, `stacked`, the samples of a batch) as (description, size, parts to fill it)."""
    tree = _plan(stacked) if stacked is not None else _describe(batch)
    leaves, size = [], 0

    def place(node):
        nonlocal size
        kind = node[0]
        if kind == "leaf":
            leaf = node[1]
            if isinstance(leaf, Array):
                leaf = _Leaf([leaf], leaf.dtype.name, leaf.shape)
            start = -(-size // _ALIGN) * _ALIGN
            parts = [_bytes_of(part) for part in leaf.parts]
            count = sum(len(part) for part in parts)
            leaves.append((start, parts))
            size = start + count
            return "array", leaf.dtype, leaf.shape, start, count
        if kind in ("tuple", "list"):
            return kind, node[1], [place(child) for child in node[2]]
        if kind == "dict":
            return kind, node[1], [place(child) for child in node[2]]
        return node

    return place(tree), size, leaves


def fill(memory, leaves):
    for start, parts in leaves:
        for part in parts:
            memory[start:start + len(part)] = part
            start += len(part)


def unpack(tree, memory):
    """The batch over a block of memory, which its arrays keep."""
    view = memoryview(memory)

    def build(node):
        kind = node[0]
        if kind == "array":
            _, dtype, shape, start, count = node
            return _core.from_bytes(view[start:start + count], dtype, shape, copy=False)
        if kind in ("tuple", "list"):
            return _sequence(kind, node[1], [build(child) for child in node[2]])
        if kind == "dict":
            return {key: build(child) for key, child in zip(node[1], node[2])}
        return node[1]

    return build(tree)


# ---- Plans ---------------------------------------------------------------------------------------


def _plan(samples):
    if not samples:
        raise ValueError("a batch of no samples")
    first = samples[0]
    if hasattr(first, "__dlpack__") and not isinstance(first, Array) and not _is_foreign(first) and not _is_scalar(first):
        samples = [_core.asarray(x) for x in samples]
        first = samples[0]
    if isinstance(first, Array) or _is_foreign(first):
        return "leaf", _stacked(samples)
    if isinstance(first, (bool, int, float, complex)) or _is_scalar(first):
        return "leaf", _core.asarray(samples if not _is_scalar(first) else [x.item() for x in samples],
                                     dtype=getattr(first, "dtype", None) and first.dtype.name)
    if isinstance(first, (tuple, list)):
        if any(len(sample) != len(first) for sample in samples):
            raise ValueError(f"samples of {sorted({len(s) for s in samples})} fields in one batch; "
                             "all must have the same, or give a collate_fn")
        kind = "tuple" if isinstance(first, tuple) else "list"
        return kind, _named(first), [_plan([sample[i] for sample in samples]) for i in range(len(first))]
    if isinstance(first, dict):
        return "dict", list(first), [_plan([sample[key] for sample in samples]) for key in first]
    return "object", list(samples)


def _describe(batch):
    """The plan of what has been collated by somebody else."""
    if isinstance(batch, Array):
        return "leaf", batch
    if _is_foreign(batch):
        return "leaf", _Leaf([batch], batch.dtype.name, tuple(batch.shape))
    if isinstance(batch, (tuple, list)):
        return "tuple" if isinstance(batch, tuple) else "list", _named(batch), [_describe(x) for x in batch]
    if isinstance(batch, dict):
        return "dict", list(batch), [_describe(x) for x in batch.values()]
    return "object", batch


def _stacked(samples):
    first = samples[0]
    dtype, shape = first.dtype.name, tuple(first.shape)
    for i, sample in enumerate(samples):
        if not hasattr(sample, "shape"):
            raise TypeError(f"sample {i} of the batch is a {type(sample).__name__}, the first an array")
        if tuple(sample.shape) != shape or sample.dtype.name != dtype:
            raise ValueError(f"sample {i} of the batch is {sample.dtype.name} {tuple(sample.shape)}, the first "
                             f"{dtype} {shape}; arrays that differ cannot be stacked: give a collate_fn")
    return _Leaf(samples, dtype, (len(samples), *shape))


def _build(node, memory):
    kind = node[0]
    if kind == "leaf":
        leaf = node[1]
        if isinstance(leaf, Array):
            return leaf
        if all(isinstance(part, Array) for part in leaf.parts):
            return _core.ops["stack"](list(leaf.parts))  # queued: nothing waits
        parts = [_bytes_of(part) for part in leaf.parts]
        block = bytearray(sum(map(len, parts)))
        fill(block, [(0, parts)])
        return _core.from_bytes(block, leaf.dtype, leaf.shape, copy=False)
    if kind in ("tuple", "list"):
        return _sequence(kind, node[1], [_build(child, memory) for child in node[2]])
    if kind == "dict":
        return {key: _build(child, memory) for key, child in zip(node[1], node[2])}
    return node[1]


def as_arrays(batch):
    """A batch of somebody else's collate_fn: arrays of other libraries become ours."""
    return _build(_describe(batch), None)


# ---- Values --------------------------------------------------------------------------------------

_KNOWN = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
          "float32", "float64", "complex64", "complex128"}


def _is_foreign(x):
    """An array of another library, as NumPy's, with a dtype that we have."""
    return (not isinstance(x, Array) and getattr(getattr(x, "dtype", None), "name", None) in _KNOWN
            and hasattr(x, "shape") and not _is_scalar(x))


def _is_scalar(x):
    """A scalar of NumPy."""
    return not isinstance(x, Array) and hasattr(x, "dtype") and hasattr(x, "item") and getattr(x, "shape", None) == () \
        and not hasattr(x, "__setitem__")


def _named(x):
    """The class of a named tuple; None for a plain tuple or list."""
    return type(x) if hasattr(type(x), "_fields") else None


def _sequence(kind, named, values):
    if named is not None:
        return named(*values)
    return tuple(values) if kind == "tuple" else values


def _bytes_of(x):
    """The bytes of an array, row-major; of its own memory where it lies so."""
    if isinstance(x, Array):
        return memoryview(x.tobytes())
    if x.dtype.byteorder not in "=|<" or x.size == 0:
        return memoryview(_core.asarray(x).tobytes())
    view = memoryview(x)
    return view.cast("B") if view.c_contiguous else memoryview(x.tobytes())
