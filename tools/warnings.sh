#!/bin/sh
# warnings.sh - build everything with one compiler, where a warning is an error.
#
#   tools/warnings.sh BUILD JOBS COMPILER [FLAGS]
#
# FLAGS are -O2 -g -DNDEBUG unless they are given.  Each compiler and set of flags has a tree of its own,
# BUILD/warnings-COMPILER.  The Python package is built if there are headers for it and the compiler can use
# them: Debian's musl-gcc sees headers of musl alone.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

[ $# -ge 3 ] || { echo "usage: tools/warnings.sh BUILD JOBS COMPILER [FLAGS]" >&2; exit 2; }
jobs=$2 compiler=$3 flags=${4:-}
tree=$1/warnings-$(echo "$(basename "$compiler") $flags" | tr -cs 'A-Za-z0-9_.\n' - | sed 's/-*$//')
command -v "$compiler" > /dev/null || { echo "warnings: there is no $compiler" >&2; exit 1; }

python=OFF
headers=""
case $compiler in
*musl-gcc) # the kernel's headers are among those of the other C library
    headers="-idirafter /usr/include -idirafter /usr/include/$(gcc -print-multiarch)"
    ;;
*)
    header='import os, sysconfig; print(os.path.join(sysconfig.get_path("include"), "Python.h"))'
    header=$(python3 -c "$header" 2> /dev/null || echo none)
    [ -e "$header" ] && python=python3
    ;;
esac

generator="Unix Makefiles" go_on=-k # all the warnings are shown, not the first
command -v ninja > /dev/null && generator=Ninja go_on="-k 0"
mkdir -p "$tree"
cmake -S . -B "$tree" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DWEIR_WERROR=ON -DWEIR_PYTHON=$python \
    -DCMAKE_C_FLAGS="$headers" -DCMAKE_C_FLAGS_RELWITHDEBINFO="${flags:--O2 -g -DNDEBUG}" > "$tree/configure.log" 2>&1 ||
    { cat "$tree/configure.log"; exit 1; }
# shellcheck disable=SC2086 # two words for ninja
cmake --build "$tree" -j "$jobs" -- $go_on
# shellcheck disable=SC2086
[ $python = OFF ] || cmake --build "$tree" -j "$jobs" --target python -- $go_on
echo "$tree: no warning"
