#!/bin/sh
# chapter.sh - go through the chapter with the package of a build tree; where it cannot be built, take the tour in C.
#
#   tools/chapter.sh TREE PYTHON [argument of python -m weir.chapter]...
#
# tools/python.sh has been here before: TREE/pythons.txt says how to run PYTHON with NumPy, or why not.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

[ $# -ge 2 ] || { echo "usage: tools/chapter.sh TREE PYTHON [ARGUMENT]..." >&2; exit 2; }
tree=$1 python=$2
shift 2
build() { cmake --build "$tree" -j "$(nproc 2>/dev/null || echo 2)" --target "$1"; }

if grep -qsx 'WEIR_PYTHON:STRING=OFF\|WEIR_PYTHON:STRING=' "$tree/CMakeCache.txt" ||
    ! grep -qs '^WEIR_PYTHON:' "$tree/CMakeCache.txt"; then
    sed -n 's/^# /run: /p' "$tree/pythons.txt" >&2
    echo "run: so the Python package cannot be built here; this is the tour in C instead" >&2
    build tour
    exec "$tree/examples/c/tour"
fi

build python
# Lines are "name command"; the command is a few words that contain no blanks.
command=$(sed -n '/^#/!{s/^[^ ]* //p;q;}' "$tree/pythons.txt")
if [ -z "$command" ]; then
    sed -n 's/^# /run: /p' "$tree/pythons.txt" >&2
    command=$python
fi
PYTHONPATH=$(realpath "$tree/python")${PYTHONPATH:+:$PYTHONPATH}
export PYTHONPATH
# shellcheck disable=SC2086
exec $command -m weir.chapter --report "$(dirname "$tree")/chapter.html" "$@"
