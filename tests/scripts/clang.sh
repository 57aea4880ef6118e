#!/bin/bash
# clang.sh - the whole library builds with clang, and its locks are taken as its annotations say.  Other warnings
# stop `make warnings CC=clang` alone: versions of clang differ in them.
set -eu
command -v clang > /dev/null || { echo "clang is not installed"; exit 77; }

cd "$TEST_SOURCE"
build=$(dirname "$TEST_BUILD")/clang-locks
command -v ninja > /dev/null && export CMAKE_GENERATOR=Ninja
cmake -S . -B "$build" -DCMAKE_C_COMPILER=clang -DCMAKE_C_FLAGS=-Werror=thread-safety > "$TMPDIR/log" 2>&1 ||
    { cat "$TMPDIR/log"; exit 1; }
cmake --build "$build" --target weir weir_static tour
