#!/usr/bin/env python3
"""symbols.py - the library exports what the headers declare, and the headers keep their own rules.

Every WEIR_API function is exported and nothing else is, with the version that the library's name has; none takes variable arguments; there are no
unions; each has a comment with its line of effects, which neighbours may share.
"""
import os
import re
import subprocess
import sys

HEADERS = [os.path.join(os.environ["TEST_SOURCE"], "include/weir", name)
           for name in ("weir.h", "array.h", "op.h", "ops.h", "autograd.h",
                        "nn.h", "optim.h", "io.h", "data.h", "component.h")]
LIBRARY = os.path.join(os.environ["TEST_BUILD"], "libweir.so")
PROTOTYPE = re.compile(r"^WEIR_API\s[^;]*?\b(\w+)\s*\(([^;]*)\);", re.M)
EFFECTS = re.compile(r"\[(immediate|queued|blocking)[^][|]*(\|[^][|]+){3}\]\s*\*/\s*\Z")

errors = []


def check(ok, message):
    if not ok:
        errors.append(message)


def exported():
    lines = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True,
                           stdout=subprocess.PIPE, universal_newlines=True).stdout.splitlines()
    symbols = [line.split()[-1].partition("@") for line in lines]
    return {name: version.lstrip("@") for name, _, version in symbols}


def abi():
    """The version of all symbols: minor versions of 0.x may change the interface."""
    with open(HEADERS[0]) as file:
        major, minor = re.findall(r"^#define WEIR_VERSION_(?:MAJOR|MINOR) (\d+)$", file.read(), re.M)
    return f"WEIR_{major}" if major != "0" else f"WEIR_0.{minor}"


def check_comments(text):
    """Between a prototype and the one before it there is a comment with effects, or nothing."""
    end = 0
    for match in PROTOTYPE.finditer(text):
        before = text[end:match.start()]
        shared = end and before.strip() == "" and before.count("\n") == 1
        check(shared or EFFECTS.search(before), f"{match[1]} has no line of effects")
        end = match.end()


def main():
    text = ""
    for header in HEADERS:
        with open(header) as file:
            text += file.read()
    code = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    declared = {match[1] for match in PROTOTYPE.finditer(text)}
    versions = exported()
    check(versions.pop(abi(), None) is not None, f"the library defines no version {abi()}")
    for name, version in sorted(versions.items()):
        check(version == abi(), f"{name} has the version {version or 'none'}, not {abi()}")
    found = set(versions)
    uses = len(re.findall(r"^WEIR_API\b", code, re.M))

    check(len(declared) == uses, f"{uses} lines have WEIR_API, {len(declared)} were understood")
    for name in sorted(found - declared):
        check(False, f"{name} is exported and in no header")
    for name in sorted(declared - found):
        check(False, f"{name} is in a header and not exported")
    for name in sorted(declared | found):
        check(name.startswith("weir_"), f"{name} does not start with weir_")
    plain = re.sub(r"^#define(?:[^\n]*\\\n)*[^\n]*", "", code, flags=re.M)  # macros may have variable arguments
    check("..." not in plain, "a header has a function with variable arguments")
    check(not re.search(r"\bunion\b", code), "a header has a union")
    check_comments(text)

    print("\n".join(errors) or f"{len(declared)} functions")
    return 1 if errors else 0


sys.exit(main())
