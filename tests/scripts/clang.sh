#!/bin/bash
# clang.sh - the whole library builds with clang, and a warning is an error.
set -eu
command -v clang > /dev/null || { echo "clang is not installed"; exit 77; }

cd "$TEST_SOURCE"
build=$(dirname "$TEST_BUILD")/clang
command -v ninja > /dev/null && export CMAKE_GENERATOR=Ninja
cmake -S . -B "$build" -DCMAKE_C_COMPILER=clang -DWEIR_WERROR=ON > "$TMPDIR/log" 2>&1 ||
    { cat "$TMPDIR/log"; exit 1; }
cmake --build "$build" --target weir weir_static tour
