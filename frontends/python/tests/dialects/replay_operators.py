"""replay_operators.py - run the calls that record_operators.py wrote with the dialect and compare.

    python replay_operators.py FILE REPORT [NAME...]

Runs with Weir's package; `torch` is its dialect.  A call agrees if its results have PyTorch's values, dtypes, shapes and
gradients, and if the method of the same name, where PyTorch has one, gives the same.  REPORT is JSON: for each operator
and dtype, how many calls there are and what differs.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import json
import pickle
import sys
import warnings

import numpy as np
import weir
import weir.dialects
from packing import Packed, flat, unpack, weights

weir.dialects.install("torch")

import torch  # noqa: E402

Array = weir.Array
CLOSE = {"float64": (1e-6, 1e-8), "complex128": (1e-6, 1e-8), "float32": (2e-4, 1e-5), "complex64": (2e-4, 1e-5),
         "float16": (1e-2, 1e-3), "bfloat16": (5e-2, 1e-2)}


class Differs(Exception):
    """What differs: values, dtype, shape, count, gradient."""


def function(path):
    """Return the function of this name, or None if the dialect has none."""
    head, _, rest = path.partition(".")
    at = {"torch": torch, "Tensor": torch.Tensor}[head]
    for part in rest.split("."):
        at = vars(at).get(part) if part not in dir(at) else getattr(at, part)
        if at is None:
            return None
    if isinstance(at, property):
        return at.fget
    if head == "Tensor" and at is getattr(Array, rest, None) and rest not in vars(torch.Tensor):
        return at if rest.startswith("__") else None  # a method of Weir's own, with NumPy's arguments
    return at


def numbers(x):
    x = x.float() if str(x.dtype) == "bfloat16" else x
    return np.asarray(Array.numpy(Array.detach(x)))


def compare(what, ours, theirs, dtype, how):
    if ours.shape != theirs.shape:
        raise Differs(f"{what}: shape {ours.shape}, not {theirs.shape}")
    if how == "shapes":
        return
    if how == "signs":
        ours, theirs = np.sort(np.abs(ours).ravel()), np.sort(np.abs(theirs).ravel())
    close = CLOSE.get(dtype)
    if close is None:
        same = np.array_equal(ours, theirs)
    else:
        with np.errstate(all="ignore"):
            same = np.allclose(ours, theirs, *close, equal_nan=True)
    if not same:
        raise Differs(f"{what}: {short(ours)}, not {short(theirs)}")


def short(x):
    return np.array2string(x.ravel()[:6], precision=6, separator=" ").replace("\n", "")


def check_results(results, call):
    results = flat(results)
    if len(results) != len(call.results):
        raise Differs(f"{len(results)} results, not {len(call.results)}")
    for i, (ours, theirs) in enumerate(zip(results, call.results)):
        what = f"result {i}"
        if not isinstance(theirs, Packed):
            if isinstance(ours, Array) or ours != theirs:
                raise Differs(f"{what}: {ours!r}, not {theirs!r}")
        elif not isinstance(ours, torch.Tensor):
            raise Differs(f"{what}: a {type(ours).__name__}, not a tensor")
        elif str(ours.dtype) != theirs.dtype:
            raise Differs(f"{what}: dtype {ours.dtype}, not {theirs.dtype}")
        else:
            indices = call.how == "ties" and theirs.dtype == "int64" and (i == 1 or len(results) == 1)
            compare(what, numbers(ours), theirs.values, theirs.dtype, "shapes" if indices else call.how)
    return results


def tensors_of(call):
    return [torch.tensor(t.values, dtype=getattr(torch, t.dtype), requires_grad=t.leaf) for t in call.tensors]


def check_gradients(results, tensors, call):
    leaves = [x for x, packed in zip(tensors, call.tensors) if packed.leaf]
    heads, given = [], []
    for i, y in enumerate(results):
        if isinstance(y, Array) and y.requires_grad:
            for part in [torch.real(y), torch.imag(y)] if y.dtype.kind == "c" else [y]:
                heads.append(part)
                given.append(torch.tensor(weights(tuple(y.shape), i), dtype=part.dtype))
    found = torch.autograd.grad(heads, leaves, given, allow_unused=True) if heads else [None] * len(leaves)
    for i, (leaf, ours, theirs) in enumerate(zip(leaves, found, call.grads)):
        zeros = np.zeros(tuple(leaf.shape))
        compare(f"gradient {i}", zeros if ours is None else numbers(ours), zeros if theirs is None else theirs,
                str(leaf.dtype), "values")


def run(call):
    fn = function(call.path)
    tensors = tensors_of(call)
    results = check_results(fn(*unpack(call.args, tensors, named), **unpack(call.kwargs, tensors, named)), call)
    if call.grads is not None:
        check_gradients(results, tensors, call)
    if call.method:
        name = call.path.rpartition(".")[2]
        if name not in vars(torch.Tensor) and not hasattr(torch.Tensor, name):
            raise Differs("no such method of a tensor")
        tensors = tensors_of(call)
        first, *rest = unpack(call.args, tensors, named)
        try:
            check_results(getattr(first, name)(*rest, **unpack(call.kwargs, tensors, named)), call)
        except Differs as differs:
            raise Differs(f"as a method: {differs}") from None


def named(name):
    return getattr(torch, name)


def main(file, report, *names):
    warnings.simplefilter("ignore")
    with open(file, "rb") as given:
        recorded = pickle.load(given)
    counts, wrong, absent = collections.Counter(), collections.defaultdict(list), set()
    for call in recorded["calls"]:
        name = call.path.partition(".")[2]
        if names and name not in names:
            continue
        if function(call.path) is None:
            absent.add(name)
            continue
        key = f"{call.operator} {call.dtype}"
        counts[key] += 1
        try:
            run(call)
        except Differs as differs:
            wrong[key].append(str(differs))
        except Exception as error:
            wrong[key].append(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
        if names and len(wrong[key]) and not wrong[key][-1].endswith("\n"):
            shown = {k: v for k, v in zip(range(9), call.args)}
            wrong[key][-1] += f"\n        args {shown} {call.kwargs} of {[(t.values.shape, t.dtype) for t in call.tensors]}\n"
    covered = {key.partition(" ")[0] for key in counts}
    with open(report, "w") as out:
        json.dump({"version": recorded["version"], "counts": counts, "wrong": wrong, "absent": sorted(absent),
                   "operators": len({c.path for c in recorded["calls"] if function(c.path) is not None}),
                   "variants": len(covered)}, out, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
