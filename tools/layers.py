#!/usr/bin/env python3
"""layers.py - print every #include that points the wrong way.

Read "a <- b" as "b may include a".  Names on one line of LAYERS stand side by side: they may not
include each other.  What is in OUTSIDE sees include/weir and its own files.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import re
import sys

LAYERS = ["base", "trace", "device", "engine", "array", "ops", "fuse autograd capture io", "api"]
OUTSIDE = ["nn", "dist", "frontends", "examples", "bench", "fuzz", "tests/api"]

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)


def layer_of(root, file, name):
    """The folder of src/ that an included name lies in, or None if it lies elsewhere."""
    for base in (file.parent, root / "src"):
        path = (base / name).resolve()
        if path.is_file() and root / "src" in path.parents:
            return path.relative_to(root / "src").parts[0]
    return None


def main(root):
    wrong = 0
    folders = ["src"] + OUTSIDE
    files = [f for folder in folders for f in sorted((root / folder).rglob("*.[ch]*"))
             if f.is_file() and f.suffix in (".c", ".h", ".cc", ".cpp", ".hpp")]
    for file in files:
        parts = file.relative_to(root).parts
        own = parts[1] if parts[0] == "src" else None
        if own and own not in RANK:
            print(f"{'/'.join(parts)}: src/{own} has no place in LAYERS of tools/layers.py")
            wrong += 1
            continue
        for name in INCLUDE.findall(file.read_text()):
            target = layer_of(root, file, name)
            allowed = target in (None, own) or (own and RANK.get(target, 99) < RANK[own])
            if not allowed:
                print(f"{'/'.join(parts)}: includes {name}, which points the wrong way")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here))
