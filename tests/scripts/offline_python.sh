#!/bin/bash
# offline_python.sh - where nothing can be installed, an interpreter that has pytest and numpy runs the Python tests itself.
set -eu

python=$(sed -n '/^#/!{s/.* //p;q;}' "$TEST_BUILD/pythons.txt" 2> /dev/null || true)
[ -n "$python" ] || { echo "skipped: the Python package is not built"; exit 77; }
"$python" -c 'import pytest, numpy' || { echo "skipped: $python has no pytest or no numpy"; exit 77; }
export PIP_NO_INDEX=1 PYTHONPATH=

# runs TREE: the command in the tree's list ends with the interpreter itself.
runs() {
    grep -q "^python.* $python\$" "$1/pythons.txt" || { cat "$1/pythons.txt" log; exit 1; }
}

"$TEST_SOURCE/tools/python.sh" "$PWD/offline/release" "$python" > log 2>&1 || { cat log; exit 1; }
grep -q 'that failed' log || { echo "no word about the failed attempt:"; cat log; exit 1; }
runs offline/release
"$TEST_SOURCE/tools/python.sh" --as-is "$PWD/as-is/release" "$python" > log 2>&1 || { cat log; exit 1; }
runs as-is/release
[ ! -s log ] && [ ! -e as-is/venv ] || { echo "--as-is has tried to install:"; cat log; exit 1; }
