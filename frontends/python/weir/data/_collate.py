"""Collating samples into a batch, and laying out a batch in memory that another process can map.

A batch is planned first.  A plan is a tree of tuples, lists and dicts whose leaves describe arrays and the samples that
they are copied from.  For another process, each array also gets an offset in one block of shared memory.  The memory is
then allocated and filled, so that each sample is copied only once, directly to its destination.
"""
from __future__ import annotations

import sys

from weir import _core
from weir._core import Array

_ALIGN = 64


class _Leaf:
    """An array of a batch: several arrays of one shape and dtype to be stacked, or a single array already collated."""

    def __init__(self, parts, dtype, shape, stacked):
        self.parts, self.dtype, self.shape, self.stacked = parts, dtype, shape, stacked
        numpy = sys.modules.get("numpy")
        mine = numpy is not None and type(parts[0]) is numpy.ndarray and parts[0].dtype.isnative
        self.numpy = numpy if mine else None
        if self.numpy is None:
            self.parts = [_bytes_of(part) for part in parts]
            self.size = sum(map(len, self.parts))
        else:
            self.size = parts[0].nbytes * len(parts)

    def fill(self, memory, start):
        if self.numpy is None:
            for part in self.parts:
                memory[start:start + len(part)] = part
                start += len(part)
        elif self.size:
            first = self.parts[0]
            place = self.numpy.frombuffer(memory, first.dtype, self.size // first.itemsize, start).reshape(self.shape)
            if self.stacked:
                self.numpy.stack(self.parts, out=place)
            else:
                place[...] = first


def default_collate(samples: list):
    """Collate samples into a batch and return it.

    Arrays and numbers are stacked, tuples, lists and dicts are collated recursively, and other values become a list.
    """
    return _build(_plan(samples))


def pack(batch, samples=None):
    """Plan the layout of a batch in a block of memory.  If samples are given, the batch is the result of collating
    them.

    Return a description for unpack, the size of the block in bytes, and the leaves that fill() copies into the block.
    """
    leaves = []
    tree = _place(_plan(samples) if samples is not None else _describe(batch), leaves)
    return tree, _end(leaves), leaves


# The recursive functions are at module level, because a recursive closure is a reference cycle: the objects it refers
# to (the samples, or the memory mapping of a batch) would live until the next garbage collection.


def _end(leaves):
    """Return the offset of the end of the last leaf in the block."""
    return leaves[-1][0] + leaves[-1][1].size if leaves else 0


def _place(node, leaves):
    kind = node[0]
    if kind in ("tuple", "list", "dict"):
        return kind, node[1], [_place(child, leaves) for child in node[2]]
    if kind == "object":
        return node
    leaf = node[1]
    if kind == "stack":
        leaf = _Leaf(leaf, leaf[0].dtype.name, (len(leaf), *leaf[0].shape), True)
    elif isinstance(leaf, Array):
        leaf = _Leaf([leaf], leaf.dtype.name, leaf.shape, False)
    start = -(-_end(leaves) // _ALIGN) * _ALIGN
    leaves.append((start, leaf))
    return "array", leaf.dtype, leaf.shape, start, leaf.size


def fill(memory, leaves):
    for start, leaf in leaves:
        leaf.fill(memory, start)


def unpack(tree, memory):
    """Return the batch that pack() described.  On the CPU, its arrays share the block of memory and keep it alive."""
    return _unpacked(tree, memoryview(memory))


def _unpacked(node, view):
    kind = node[0]
    if kind == "array":
        _, dtype, shape, start, count = node
        return _around(view[start:start + count], dtype, shape)
    if kind in ("tuple", "list"):
        return _sequence(kind, node[1], [_unpacked(child, view) for child in node[2]])
    if kind == "dict":
        return {key: _unpacked(child, view) for key, child in zip(node[1], node[2])}
    return node[1]


def _around(block, dtype, shape):
    """Return an array on the default device.  On the CPU, it shares the block of memory and keeps it alive."""
    array, device = _core.from_bytes(block, dtype, shape, copy=False), _core.get_default_device()
    return array if device.type == "cpu" else array.to_device(device)


# ---- Plans ---------------------------------------------------------------------------------------


def _plan(samples):
    if not samples:
        raise ValueError("cannot collate an empty list of samples")
    first = samples[0]
    if hasattr(first, "__dlpack__") and not isinstance(first, Array) and not _is_foreign(first) and not _is_scalar(first):
        samples = [_core.asarray(x) for x in samples]
        first = samples[0]
    if isinstance(first, Array) or _is_foreign(first):
        return _stacked(samples)
    if isinstance(first, _NUMBERS) or _is_scalar(first):
        _alike(samples, lambda x: isinstance(x, _NUMBERS) or _is_scalar(x))
        return "leaf", _core.asarray(samples if not _is_scalar(first) else [_item(x) for x in samples],
                                     dtype=getattr(first, "dtype", None) and first.dtype.name)
    if isinstance(first, (tuple, list)):
        _alike(samples, lambda x: isinstance(x, (tuple, list)))
        if any(len(sample) != len(first) for sample in samples):
            raise ValueError("the samples of a batch have different numbers of fields: "
                             f"{sorted({len(s) for s in samples})}; pass a collate_fn that combines them")
        kind = "tuple" if isinstance(first, tuple) else "list"
        return kind, _named(first), [_plan([sample[i] for sample in samples]) for i in range(len(first))]
    if isinstance(first, dict):
        _alike(samples, lambda x: isinstance(x, dict))
        for i, sample in enumerate(samples):
            if sample.keys() != first.keys():
                raise ValueError(f"sample {i} of the batch has the keys {', '.join(map(str, sample))}, but the first "
                                 f"has {', '.join(map(str, first))}; pass a collate_fn that combines them")
        return "dict", list(first), [_plan([sample[key] for sample in samples]) for key in first]
    return "object", list(samples)


_NUMBERS = (bool, int, float, complex)


def _item(x):
    return x.item() if _is_scalar(x) else x


def _alike(samples, fits):
    for i, sample in enumerate(samples):
        if not fits(sample):
            raise TypeError(f"sample {i} of the batch has type {type(sample).__name__}, but the first has type "
                            f"{type(samples[0]).__name__}")


def _describe(batch):
    """Return the plan for a batch that a user-supplied collate_fn returned."""
    if isinstance(batch, Array):
        return "leaf", batch
    if _is_foreign(batch):
        return "leaf", _Leaf([batch], batch.dtype.name, tuple(batch.shape), False)
    if isinstance(batch, (tuple, list)):
        return "tuple" if isinstance(batch, tuple) else "list", _named(batch), [_describe(x) for x in batch]
    if isinstance(batch, dict):
        return "dict", list(batch), [_describe(x) for x in batch.values()]
    return "object", batch


def _stacked(samples):
    first = samples[0]
    dtype, shape, kind = first.dtype, first.shape, type(first)
    for i, sample in enumerate(samples):
        if not isinstance(sample, kind):
            raise TypeError(f"sample {i} of the batch has type {type(sample).__name__}, but the first has type "
                            f"{kind.__name__}")
        if sample.shape != shape or sample.dtype != dtype:
            raise ValueError(f"sample {i} of the batch is {sample.dtype.name} of shape {tuple(sample.shape)}, but "
                             f"the first is {dtype.name} of shape {tuple(shape)}; arrays that differ cannot be "
                             "stacked: pass a collate_fn that combines them")
    if kind is Array:
        return "stack", list(samples)
    return "leaf", _Leaf(samples, dtype.name, (len(samples), *shape), True)


def _build(node):
    kind = node[0]
    if kind == "stack":
        return _core.ops["stack"](node[1])  # only queues the operation, so does not block
    if kind == "leaf":
        leaf = node[1]
        if isinstance(leaf, Array):
            return leaf
        block = bytearray(leaf.size)
        leaf.fill(block, 0)
        return _around(block, leaf.dtype, leaf.shape)
    if kind in ("tuple", "list"):
        return _sequence(kind, node[1], [_build(child) for child in node[2]])
    if kind == "dict":
        return {key: _build(child) for key, child in zip(node[1], node[2])}
    return node[1]


def as_arrays(batch):
    """Return a batch made by a user-supplied collate_fn, with the arrays of other libraries converted to Array."""
    return _build(_describe(batch))


# ---- Values --------------------------------------------------------------------------------------

_KNOWN = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
          "float32", "float64", "complex64", "complex128"}


def _is_foreign(x):
    """Return True if x is an array of another library, such as NumPy, with a supported dtype."""
    return (not isinstance(x, Array) and getattr(getattr(x, "dtype", None), "name", None) in _KNOWN
            and hasattr(x, "shape") and not _is_scalar(x))


def _is_scalar(x):
    """Return True if x is a NumPy scalar."""
    return not isinstance(x, Array) and hasattr(x, "dtype") and hasattr(x, "item") and getattr(x, "shape", None) == () \
        and not hasattr(x, "__setitem__")


def _named(x):
    """Return the class of x if x is a named tuple, or None if it is a plain tuple or list."""
    return type(x) if hasattr(type(x), "_fields") else None


def _sequence(kind, named, values):
    if named is not None:
        return named(*values)
    return tuple(values) if kind == "tuple" else values


def _bytes_of(x):
    """Return a memoryview of a copy of an array's bytes, in row-major order."""
    if isinstance(x, Array):
        return memoryview(x.tobytes())
    return memoryview(_core.asarray(x, device="cpu").tobytes())
