"""packing.py - what two processes exchange: arguments and results of calls, without the tensors of a framework.

A call's arguments are packed as plain Python values, in which a tensor is a Ref, an index into a list of Packed tensors.
A tensor that occurs twice has one index, so it is one tensor for the receiver too.

SPDX-License-Identifier: Apache-2.0
"""
from collections import namedtuple

Ref = namedtuple("Ref", "index")
Name = namedtuple("Name", "name")  # torch.NAME: a dtype or a memory format
Packed = namedtuple("Packed", "values dtype leaf")  # a NumPy array; the dtype's name; whether it requires a gradient

# One call of an operator and what PyTorch makes of it.
#   operator   its name in the database; `path` is how to reach it: "torch.nn.functional.relu", "Tensor.expand"
#   dtype      dtype of the samples
#   args, kwargs, tensors   packed arguments
#   results    a list of Packed tensors and plain values
#   grads      for each tensor with leaf=True, the gradient as a NumPy array or None; None if there are no gradients
#   how        "values"; "shapes" if values are random or undefined; "signs" if vectors are defined up to their
#              sign, eigenvalues up to their order; "ties" if indices are of equal elements
#   method     whether it is a method of the first tensor too
Call = namedtuple("Call", "operator path dtype args kwargs tensors results grads how method")


class Unpackable(Exception):
    """A value that cannot be exchanged."""


def pack(x, tensors, memo, packed_tensor, special):
    """Pack a value.  packed_tensor(x) returns a Packed tensor or None; special(x) returns a packed value or None."""
    if x is None or x is Ellipsis or isinstance(x, (bool, int, float, complex, str)):
        return x if type(x) in (bool, int, float, complex, str) or x is None or x is Ellipsis else special(x)
    if isinstance(x, (list, tuple)):
        return (list if isinstance(x, list) else tuple)(pack(v, tensors, memo, packed_tensor, special) for v in x)
    if isinstance(x, dict):
        return {k: pack(v, tensors, memo, packed_tensor, special) for k, v in x.items()}
    if isinstance(x, slice):
        return slice(*(pack(v, tensors, memo, packed_tensor, special) for v in (x.start, x.stop, x.step)))
    if id(x) in memo:
        return Ref(memo[id(x)])
    found = packed_tensor(x)
    if found is not None:
        memo[id(x)] = len(tensors)
        tensors.append(found)
        return Ref(memo[id(x)])
    found = special(x)
    if found is None:
        raise Unpackable(type(x).__name__)
    return found


def unpack(x, tensors, named):
    """Return a packed value with tensors[i] for each Ref, and named(name) for each Name."""
    if isinstance(x, Ref):
        return tensors[x.index]
    if isinstance(x, Name):
        return named(x.name)
    if type(x) in (list, tuple):
        return type(x)(unpack(v, tensors, named) for v in x)
    if isinstance(x, dict):
        return {k: unpack(v, tensors, named) for k, v in x.items()}
    if isinstance(x, slice):
        return slice(*(unpack(v, tensors, named) for v in (x.start, x.stop, x.step)))
    return x


def flat(x):
    """Return the elements of nested tuples and lists."""
    return [one for part in x for one in flat(part)] if isinstance(x, (tuple, list)) else [x]


def weights(shape, number):
    """Return the gradient of result `number`: values that depend on the position, so that exchanged results differ."""
    import numpy as np

    count = int(np.prod(shape, dtype=int))
    return np.cos(np.arange(count) * 0.7 + number).reshape(shape)
