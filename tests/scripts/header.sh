#!/bin/bash
# header.sh - weir.h stands alone, in strict C and C++, with each compiler that is there.
set -eu

strict="-Wall -Wextra -Wpedantic -Wundef -Werror -fsyntax-only -I$TEST_SOURCE/include"
echo '#include <weir/weir.h>' > alone.c
cat alone.c alone.c > twice.c
echo 'int main(void) { return WEIR_OK; }' >> twice.c
cp alone.c alone.cc
cp twice.c twice.cc

tried=0
for compiler in gcc clang; do
    command -v $compiler > /dev/null || continue
    tried=$((tried + 1))
    for standard in c11 c17; do
        $compiler -std=$standard $strict -Wstrict-prototypes alone.c twice.c
    done
done
for compiler in g++ clang++; do
    command -v $compiler > /dev/null || continue
    tried=$((tried + 1))
    for standard in c++11 c++17; do
        $compiler -std=$standard $strict alone.cc twice.cc
    done
done
[ $tried -gt 0 ] || { echo "no compiler found"; exit 77; }
