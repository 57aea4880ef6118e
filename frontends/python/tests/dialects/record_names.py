#!/usr/bin/env python3
"""record_names.py - write the public names of a framework's modules and classes to <framework>_names.txt.

    /path/to/python-with-torch record_names.py torch

The file has a line for each place of the framework's coverage page that the framework has: `torch.nn: Linear Conv2d ...`.
tools/mkcoverage.py leaves names out of a page that the framework does not have, and test_dialect_coverage.py refuses them in the
dialects of PyTorch and MXNet.  The names of MXNet, which current Pythons cannot import, were taken from its source.

SPDX-License-Identifier: Apache-2.0
"""
import importlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE.parents[3] / "docs/dialects"
CLASSES = {"torch": {"Tensor": "torch.Tensor"}, "tensorflow": {"Variable": "tensorflow.Variable"},
           "paddle": {"Tensor": "paddle.Tensor"}}


def found(path):
    """Return the module or class of a path, or None."""
    parts = path.split(".")
    owner = importlib.import_module(parts[0])
    for part in parts[1:]:
        owner = getattr(owner, part, None)
    if owner is not None:
        return owner
    for n in range(len(parts), 0, -1):
        try:
            owner = importlib.import_module(".".join(parts[:n]))
        except ImportError:
            continue
        for part in parts[n:]:
            owner = getattr(owner, part, None)
        return owner
    return None


def main():
    framework = sys.argv[1]
    lines = []
    for section in re.split(r"^## ", (PAGES / f"{framework}.md").read_text(), flags=re.M)[1:]:
        place = section.partition("\n")[0]
        owner = found(CLASSES[framework].get(place, place)) if "." in place or place == framework or place in CLASSES[framework] else None
        if owner is None:
            continue
        # Some modules list their names only once they have been used.
        names = {*dir(owner), *(name for name in re.findall(r"`(\w+)`", section) if hasattr(owner, name))}
        lines.append(f"{place}: {' '.join(sorted(name for name in names if not name.startswith('_')))}")
    (HERE / f"{framework}_names.txt").write_text("\n".join(lines) + "\n")
    print(f"{framework}: {len(lines)} places")


if __name__ == "__main__":
    main()
