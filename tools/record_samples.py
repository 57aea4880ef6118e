#!/usr/bin/env python3
"""record_samples.py - call every public operator with its samples and record inputs and results, for the tests of front ends.

    tools/record_samples.py OUT.safetensors

Run with the Python package on PYTHONPATH.  The file holds NAME.SAMPLE.inI and NAME.SAMPLE.outI: the inputs and outputs of
sample SAMPLE (from 0) of operator NAME.  An element of a list of inputs is NAME.SAMPLE.inI.J.  Inputs that are numbers or
left out are not in the file.  Before a call of a random operator, the seed is 7.  Operators without a result are recorded by the
values of their inputs after the call.  complex128 is not a dtype of such files: those samples are left out.

SPDX-License-Identifier: Apache-2.0
"""
import sys

import weir
from weir import _describe, _description as description

SEED = 7


def values(one):
    """An array for an input of a sample."""
    shape, dtype, low, high = tuple(one["shape"]), one["dtype"], one["low"], one["high"]
    if one.get("matrix"):
        a = weir.ops.normal(shape, dtype=weir.float64) + 3 * weir.eye(shape[-2], shape[-1], dtype=weir.float64)
        made = a @ a.mT if one["matrix"] == "definite" else a
    elif dtype == "bool":
        made = weir.ops.integers(low=max(int(low), 0), high=int(high), shape=shape)
    elif dtype.startswith(("int", "uint")):
        made = weir.ops.integers(low=0 if dtype.startswith("uint") else int(low), high=max(int(high), int(low) + 1), shape=shape)
    else:
        made = weir.ops.uniform(shape, low=low, high=high, dtype=weir.float64)
        if dtype.startswith("complex"):
            made = made + 1j * weir.ops.uniform(shape, low=low, high=high, dtype=weir.float64)
    return made.astype(getattr(weir, dtype))


def value(given, kind):
    """The Python value of an attribute of a sample."""
    if given is None:
        return None
    if kind == "dtype":
        return getattr(weir, given)
    if kind == "float":
        return float(given)
    if kind == "device":
        return f"cpu:{given >> 8}"
    return tuple(given) if kind == "ints" else given


def call(op, sample, name, found):
    """Call it; store what goes in and what comes out."""
    arguments, entries = [], {}
    specs, given = op["inputs"], list(sample["inputs"])
    for i, part in enumerate(specs):
        if part["list"]:
            made = [values(one) for one in given[i:]]
            entries.update({f"{name}.in{i}.{j}": x for j, x in enumerate(made)})
            arguments.append(made)
            break
        one = given[i] if i < len(given) else None
        if one is None or "number" in one:
            arguments.append(None if one is None else one["number"])
            continue
        arguments.append(values(one))
        entries[f"{name}.in{i}"] = arguments[-1].copy()
    types = {a["name"]: a["type"] for a in op["attrs"]}
    attrs = {k: value(v, types[k]) for k, v in sample["attrs"].items()}
    positional = [a for a, part in zip(arguments, specs) if not part["optional"]]
    named = {part["name"]: a for a, part in zip(arguments, specs) if part["optional"] and a is not None}
    names = {part[0] for part in _describe.parameters(getattr(weir.ops, op["name"]).block)}
    attrs = {"axis" if k == "axes" and k not in names else k: v for k, v in attrs.items()}  # Python's name for axes
    weir.random.seed(SEED)
    result = getattr(weir.ops, op["name"])(*positional, **named, **attrs)
    if result is None:
        result = [a for a in arguments if isinstance(a, weir.Array)]
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    entries.update({f"{name}.out{i}": y for i, y in enumerate(results)})
    if any(x.dtype == weir.complex128 for x in entries.values()):
        return 0
    for x in entries.values():
        x.wait()
    found.update({k: x.copy() for k, x in entries.items()})
    return 1


def main():
    found, count, refused = {}, 0, []
    for op in description.everything()["operators"]:
        if op["visibility"] != "public":
            continue
        for i, sample in enumerate(op["samples"]):
            try:
                count += call(op, sample, f"{op['name']}.{i}", found)
            except Exception as error:  # a sample that cannot be recorded is named, not lost
                refused.append(f"{op['name']}.{i} {sample['text']}: {type(error).__name__}: {str(error)[:100]}")
    weir.save(sys.argv[1], found)
    for line in refused:
        print(line, file=sys.stderr)
    print(f"{count} samples recorded, {len(refused)} not")


if __name__ == "__main__":
    main()
