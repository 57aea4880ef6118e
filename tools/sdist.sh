#!/bin/bash
# sdist.sh - make the source distribution, and build a wheel from it alone.
#
#   tools/sdist.sh BUILD PYTHON
#
# The archive comes into dist/ when the wheel has been tried as tools/wheel.sh tries every wheel.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
work=$(realpath "$1")/sdist
python=$(tools/interpreter.sh "$2") || { echo "sdist: $2 is not installed" >&2; exit 1; }

rm -rf "$work/out" "$work/tree"
mkdir -p "$work/out" "$work/tree" dist
[ -x "$work/venv/bin/python" ] || "$python" -m venv --clear "$work/venv"
"$work/venv/bin/python" -m pip --disable-pip-version-check -q install --retries 1 scikit-build-core ||
    { echo "sdist: pip cannot install scikit-build-core; what it said is above" >&2; exit 1; }
archive=$("$work/venv/bin/python" -c 'import sys
from scikit_build_core.build import build_sdist
name = build_sdist(sys.argv[1])
print(name)' "$work/out" | tail -1)
tar -xf "$work/out/$archive" -C "$work/tree" --strip-components 1

echo "sdist: a wheel from $archive"
WHEEL_GLIBC=${WHEEL_GLIBC:-here} "$work/tree/tools/wheel.sh" "$work/tree/build" "$python"
mv "$work/out/$archive" dist/
rm -rf "$work/tree"
echo "dist/$archive: $(du -b "dist/$archive" | cut -f1) bytes"
