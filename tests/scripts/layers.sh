#!/bin/bash
# layers.sh - includes and symbols point one way, and tools/layers.py notices when one does not.
set -eu

"$TEST_SOURCE/tools/layers.py" --objects "$TEST_BUILD/libweir.a"

mkdir -p tree/src/base tree/src/engine tree/examples tree/frontends/python/src
echo '#include "base/low.h"' > tree/src/engine/high.h
echo '#include "engine/high.h"' > tree/src/base/low.h
echo '#include "../src/base/low.h"' > tree/examples/peek.c
echo '#include "../../../src/base/low.h"' > tree/frontends/python/src/peek.c
if "$TEST_SOURCE/tools/layers.py" tree > said; then
    echo "a wrong include was not noticed"
    exit 1
fi
diff said - <<'END'
src/base/low.h: includes engine/high.h, which points the wrong way
frontends/python/src/peek.c: includes ../../../src/base/low.h, which points the wrong way
examples/peek.c: includes ../src/base/low.h, which points the wrong way
END

# Families of operators may use each other, but not in a circle.
rm -rf tree
mkdir -p tree/src/ops/sort tree/src/ops/index
echo '#include "ops/index/index.h"' > tree/src/ops/sort/sort.h
touch tree/src/ops/index/index.h
"$TEST_SOURCE/tools/layers.py" tree
echo '#include "ops/sort/sort.h"' > tree/src/ops/index/index.h
if "$TEST_SOURCE/tools/layers.py" tree > said; then
    echo "a circle of families was not noticed"
    exit 1
fi
grep -q 'ops/index -> ops/sort -> ops/index' said

# A symbol that is declared by hand, with no #include, is noticed in the objects.
rm -rf tree
mkdir -p tree/src/base tree/src/engine
echo 'int wr_high(void); int wr_low(void); int wr_low(void) { return wr_high(); }' > tree/src/base/low.c
echo 'int wr_high(void); int wr_high(void) { return 1; }' > tree/src/engine/high.c
cc -c tree/src/base/low.c -o low.c.o
cc -c tree/src/engine/high.c -o high.c.o
ar rc both.a low.c.o high.c.o
if "$TEST_SOURCE/tools/layers.py" tree --objects both.a > said; then
    echo "a symbol that points the wrong way was not noticed"
    exit 1
fi
grep -q 'src/base/low.c: uses wr_high, which points the wrong way' said
