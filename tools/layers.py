#!/usr/bin/env python3
"""layers.py - print every #include and every symbol that points the wrong way.

    tools/layers.py [ROOT] [--objects libweir.a]

Read "a <- b" as "b may use a".  Folders on one line of LAYERS stand side by side and may not use each other, with one
exception: families of operators (src/ops/NAME) may use each other as long as they do not form a cycle.  What is in
OUTSIDE sees include/weir and its own files; lib sees lib/common besides.

With an archive of the library, the same holds for the symbols that its objects define and use, whatever their
declarations are included from.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

FAMILY = "ops/*"  # every folder of src/ops that is not named here
LAYERS = ["base", "trace", "memory", "device", "engine", "array", "ops/simd", "ops/core", FAMILY,
          "fuse autograd capture io", "api"]
OUTSIDE = ["lib", "frontends", "examples", "bench", "fuzz", "tests/api"]

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)
# ops.def, tables.def and cuda_kernels.def list what the families define: the registry, the choice of a CPU level and the
# table of CUDA kernels use it by name.
LISTED = re.compile(r"wr_op_\w+$|wr_\w+_(simd|maps)_(portable|avx2|avx512|neon|avx512_bf16|amx_bf16|amx_fp16)$|wr_cuda_\w+$")
SOURCES = (".c", ".h", ".def", ".cu", ".cc", ".cpp", ".hpp")


def folder_of(parts):
    """Where a file lies: base, ops/core, lib/nn; parts are those of its path from the root."""
    if parts[0] == "src":
        return "/".join(parts[1:3]) if parts[1] == "ops" else parts[1]
    return "/".join(parts[:2]) if parts[0] == "lib" else parts[0]


def layer(folder):
    """The name in LAYERS that a folder has there, or None."""
    if folder in RANK:
        return folder
    return FAMILY if folder.startswith("ops/") else None


def allowed(user, used):
    """May a file in one folder use what another has?  Cycles of families are found later."""
    if user == used:
        return True
    if layer(used) is None:  # not in src
        return used == "lib/common" and user.startswith("lib/")
    if layer(user) is None:
        return False
    if layer(user) == layer(used) == FAMILY:
        return True
    return RANK[layer(used)] < RANK[layer(user)]


def sources(root):
    for folder in ["src"] + OUTSIDE:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in SOURCES:
                yield path


def included(root, file, name):
    """The path from the root of an included file of src or lib, or None if it is another's."""
    for base in (file.parent, root / "src", root / "lib"):
        path = (base / name).resolve()
        if path.is_file() and root in path.parents:
            parts = path.relative_to(root).parts
            return parts if parts[0] in ("src", "lib") else None
    return None


def uses_by_include(root):
    """(file, what it includes, folder, folder) for each #include of a file of src or lib."""
    for file in sources(root):
        parts = file.relative_to(root).parts
        for name in INCLUDE.findall(file.read_text()):
            target = included(root, file, name)
            if target:
                yield "/".join(parts), name, folder_of(parts), folder_of(target)


def uses_by_symbol(root, archive):
    """The same for symbols.  Objects in an archive have the names of their sources, which occur once in the tree."""
    paths = {f.name + ".o": f.relative_to(root).parts for f in sources(root) if f.suffix == ".c"
             and f.relative_to(root).parts[0] in ("src", "lib")}
    listing = subprocess.run(["nm", "-A", str(archive)], check=True, stdout=subprocess.PIPE, text=True).stdout
    defined, wanted = {}, set()
    for line in listing.splitlines():
        words = line.split()
        kind, symbol, parts = words[-2], words[-1], paths.get(line.split(":")[1])
        if parts is None:
            continue
        if kind == "U":
            wanted.add((parts, symbol))
        elif kind.isupper():
            defined[symbol] = parts
    for parts, symbol in sorted(wanted):
        target = defined.get(symbol)
        # What the public headers declare is for lib; what lies above src it may not use.
        if target and not LISTED.match(symbol) and not (parts[0] == "lib" and target[0] == "src" and symbol.startswith("weir_")):
            yield "/".join(parts), symbol, folder_of(parts), folder_of(target)


def cycle(edges):
    """A cycle among families, as a list of folders, or None."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        path.append(folder)
        for other in sorted(edges[folder]):
            found = visit(other)
            if found:
                return found
        done.add(path.pop())
        return None

    for folder in sorted(edges):
        found = visit(folder)
        if found:
            return found
    return None


def check(uses, how):
    """Print what is wrong with uses; how many that is."""
    wrong, edges = 0, collections.defaultdict(set)
    for file, what, user, used in uses:
        if not allowed(user, used):
            print(f"{file}: {how} {what}, which points the wrong way")
            wrong += 1
        elif user != used and layer(user) == layer(used) == FAMILY:
            edges[user].add(used)
    found = cycle(edges)
    if found:
        print(f"{' -> '.join(found)}: these families use each other in a circle ({how} ...)")
        wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description="Print what points the wrong way.")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).parent.parent, type=pathlib.Path)
    parser.add_argument("--objects", metavar="ARCHIVE", help="an archive of the library, for its symbols")
    args = parser.parse_args()
    root, wrong = args.root.resolve(), 0
    for file in sources(root):
        parts = file.relative_to(root).parts
        if parts[0] == "src" and layer(folder_of(parts)) is None:
            print(f"{'/'.join(parts)}: src/{folder_of(parts)} has no place in LAYERS of tools/layers.py")
            return 1
    wrong += check(uses_by_include(root), "includes")
    if args.objects:
        wrong += check(uses_by_symbol(root, args.objects), "uses")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
