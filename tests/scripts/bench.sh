#!/bin/bash
# bench.sh - the benches still compile.  `make bench` runs them.
set -eu
cd "$TEST_SOURCE"
for source in bench/*.c; do
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -Iinclude "$source"
done
