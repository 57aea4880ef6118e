#!/usr/bin/env python3
"""mkmanual.py - write the operators' part of the manual.

    PYTHONPATH=build/release/python tools/mkmanual.py            write docs/manual/*.md
    PYTHONPATH=build/release/python tools/mkmanual.py --check    say whether they are as they would be written

One page a family, one section an operator: signature, summary, notes, attributes and an example, all from the
registry (_core.describe()).  Families follow from the blocks' flags.

SPDX-License-Identifier: Apache-2.0
"""
import importlib
import re
import sys

import mkstubs

FOLDER = mkstubs.ROOT / "docs/manual"

# Page, title, first sentence, and whether an operator with these flags (weir/op.h) belongs there.
FAMILIES = [
    ("elementwise", "Element by element", "Inputs are broadcast against each other.", lambda flags: flags & 1),
    ("random", "Random numbers", "Each call takes its numbers when it is issued, so that a program gives the same "
     "ones in every run.", lambda flags: flags & 4),
    ("views", "Views", "The result shares the memory of the first input.", lambda flags: flags & 16),
    ("blocking", "Operators that wait", "The shape of the result depends on values, so the call waits for its "
     "inputs.", lambda flags: flags & 32),
    ("others", "Everything else", "Making, joining, reducing, sorting, indexing, multiplying.", lambda flags: True),
]


def example(op):
    """The first sample as a call: "(3,4), 2 axis=1" is `f(x1, 2, axis=1)` with x1 of shape (3, 4)."""
    sample = (op.get("samples") or "").split(";")[0].strip()
    if not sample:
        return ""
    names = [name for name, _ in mkstubs.inputs(op)]
    given = re.findall(r"(?:^|,)\s*((?:\w*\([\d,]*\)|none|[-\d.e]+)(?:@[-\d.:einf]+)?)", sample.split("=")[0])
    attrs = re.findall(r"(\w+)=('[^']*'|\[[^\]]*\]|\S+)", sample)
    said, shapes = [], []
    for i, text in enumerate(given):
        shape = re.match(r"\w*(\([\d,]*\))", text)
        name = names[i] if i < len(names) else f"{names[-1]}{i}"
        said.append(name if shape else {"none": "None"}.get(text, text))
        if shape:
            shapes.append(f"`{name}` of shape `{shape[1].replace(',', ', ')}`")
    if op["flags"] & mkstubs.VARIADIC:
        fixed = len(names) - 1
        said[fixed:] = ["[" + ", ".join(said[fixed:]) + "]"]
    words = {"true": "True", "false": "False", "none": "None"}
    said += [f"{name}={words.get(text, text)}" for name, text in attrs]
    where = ", with " + " and ".join(shapes) if shapes else ""
    return f"For example `weir.{op['name']}({', '.join(said)})`{where}.\n"


def section(op, names):
    """One operator; `names` are those under which the package has it."""
    lines = [f"## {op['name']}\n", f"    weir.{op['name']}({mkstubs.parameters(op, typed=False)})\n", op["summary"]]
    if op["notes"]:
        lines.append(op["notes"])
    lines.append("")
    if op["attrs"]:
        lines += ["| attribute | type | default | |", "|---|---|---|---|"]
        for name, kind, default, doc in op["attrs"]:
            default = "must be given" if default is Ellipsis else f"`{mkstubs.value(default)}`"
            lines.append(f"| `{name}` | {kind} | {default} | {(doc or '').replace('|', chr(92) + '|')} |")
        lines.append("")
    others = sorted(set(names) - {op["name"]})
    if others:
        lines.append("Also called " + ", ".join(f"`{name}`" for name in others) + ".\n")
    return "\n".join(lines + [example(op)]).rstrip() + "\n"


def pages():
    core = importlib.import_module("weir._core")
    package = importlib.import_module("weir")
    known = {}
    for name, thing in vars(package).items():
        if isinstance(thing, core.Op):
            known.setdefault(thing.__name__, []).append(name)
    left = list(core.describe())
    files, contents = {}, []
    for page, title, first, belongs in FAMILIES:
        here = [op for op in left if belongs(op["flags"])]
        left = [op for op in left if not belongs(op["flags"])]
        if not here:
            continue
        head = f"<!-- Written by tools/mkmanual.py from the registry. -->\n# {title}\n\n{first}\n\n"
        files[FOLDER / f"{page}.md"] = head + "\n".join(section(op, known.get(op["name"], [])) for op in here)
        links = ", ".join(f"[{op['name']}]({page}.md#{op['name']})" for op in here)
        contents.append(f"## [{title}]({page}.md)\n\n{first}\n\n{links}\n")
    head = "<!-- Written by tools/mkmanual.py from the registry. -->\n# Operators\n\n"
    files[FOLDER / "operators.md"] = head + "\n".join(contents)
    return files


if __name__ == "__main__":
    sys.exit(mkstubs.write(pages(), "--check" in sys.argv))
