#!/bin/bash
# layers.sh - includes point one way, and tools/layers.py notices when one does not.
set -eu

"$TEST_SOURCE/tools/layers.py"

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
