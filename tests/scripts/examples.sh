#!/bin/bash
# examples.sh - every example in C runs, the tour leaves no blanks at the end of a line, and the
# README's program is examples/c/hello.c.
set -eu

for source in "$TEST_SOURCE"/examples/c/*.c; do
    name=$(basename "$source" .c)
    echo "== $name"
    "$TEST_BUILD/examples/c/$name"
done

if "$TEST_BUILD/examples/c/tour" | grep -n ' $'; then
    echo "these lines of the tour end with a blank"
    exit 1
fi

# The C in the README is hello.c below its first comment, word for word.
python3 - "$TEST_SOURCE/README.md" "$TEST_SOURCE/examples/c/hello.c" << 'END'
import sys
readme, hello = (open(path).read() for path in sys.argv[1:])
shown = readme.split("```c\n")[1].split("```")[0]
sys.exit(0 if shown == hello[hello.index("#include"):] else
         "the program in README.md is not that of examples/c/hello.c")
END
