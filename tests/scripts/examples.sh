#!/bin/bash
# examples.sh - every example in C runs, and the README's lines are those of examples/c/hello.c.
set -eu

for source in "$TEST_SOURCE"/examples/c/*.c; do
    name=$(basename "$source" .c)
    echo "== $name"
    "$TEST_BUILD/examples/c/$name"
done

# The C in the README is a piece of hello.c, word for word.
python3 - "$TEST_SOURCE/README.md" "$TEST_SOURCE/examples/c/hello.c" << 'END'
import sys
readme, hello = (open(path).read() for path in sys.argv[1:])
shown = readme.split("```c\n")[1].split("```")[0]
sys.exit(0 if shown in hello else "the program in README.md is not in examples/c/hello.c")
END
