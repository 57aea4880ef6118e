#!/usr/bin/env python3
"""workflows.py - what the public workflows run are make targets that .ci/run runs too."""
import glob
import os
import re
import sys

ROOT = os.environ["TEST_SOURCE"]
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True
import ci  # noqa: E402

KNOWN = {check.target for check in ci.CHECKS} | {"fresh"}


def words(text, name):
    """The values that a matrix gives to a name."""
    listed = re.search(rf"^\s*{name}: \[(.*)\]", text, re.M)
    return re.split(r",\s*", listed.group(1)) if listed else []


def main():
    faults, seen = [], set()
    with open(os.path.join(ROOT, "Makefile")) as file:
        defined = set(re.findall(r"^([a-z0-9-]+):", file.read(), re.M))
    for target in sorted(KNOWN - defined):
        faults.append(f"tools/ci.py runs make {target}, which the Makefile does not define")
    for path in glob.glob(os.path.join(ROOT, ".github", "workflows", "*.yml")):
        with open(path) as file:
            text = file.read()
        for command in re.findall(r"^\s*(?:- )?run: (.*)$", text, re.M):
            targets = []
            for word in re.findall(r"\bmake (\$\{\{ matrix\.(\w+) \}\}|[\w-]+)", command):
                targets += words(text, word[1]) if word[1] else [word[0]]
            seen.update(targets)
            if not targets:
                faults.append(f"{os.path.basename(path)}: '{command}' is not a make target")
            faults += [f"{os.path.basename(path)}: make {t} is not among the checks of tools/ci.py"
                       for t in targets if t not in KNOWN]
    faults += [f"no workflow runs make {target}" for target in sorted(KNOWN - seen)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
