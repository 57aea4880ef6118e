#!/bin/bash
# new_operator.sh - docs/operators.md is enough to add an operator: in a copy of the tree, the file that it shows and
# the commands that it names give an operator that is registered, typed, callable and differentiable.  Later the operator
# gets an option, as the page says: the program that is already compiled runs with the new library.
#
# Only the library is built, without optimisation.  Its vector kernels ask for -O3, which a launcher takes back: here
# they have to compile, not to be fast.
set -eu
command -v cmake > /dev/null || { echo "cmake is not installed"; exit 77; }
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 77; }

page=$TEST_SOURCE/docs/operators.md
tree=$TMPDIR/tree
mkdir "$tree"
cp -r "$TEST_SOURCE"/{CMakeLists.txt,cmake,include,lib,src,tools} "$tree"
cd "$tree"

# The page's file: the block of C behind the line that names it.
file=src/ops/elementwise/throwaway.c
sed -n "/^\`$(sed 's/[/.]/\\&/g' <<< "$file")\`/,/^\`\`\`\$/p" "$page" | sed '1,/^```c$/d;/^```$/d' > "$file"
grep -q '^WR_OP(throwaway)' "$file" || { echo "docs/operators.md shows no $file"; exit 1; }

if tools/mkops.py --check > check.log; then
    echo "tools/mkops.py --check does not miss the new operator"
    exit 1
fi
tools/mkops.py > mkops.log
tools/mkops.py --check
grep -qx 'OP(throwaway)' src/ops/core/ops.def
grep -q 'weir_throwaway(' include/weir/ops.h

cat > plain.sh << 'END'
#!/bin/bash
for a; do
    shift
    case $a in -O[123] | -g) ;; *) set -- "$@" "$a" ;; esac
done
exec $(command -v ccache || true) "$@" -O0
END
chmod +x plain.sh
command -v ninja > /dev/null && export CMAKE_GENERATOR=Ninja
export CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1
cmake -S . -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_C_COMPILER_LAUNCHER="$tree/plain.sh" -DWEIR_TESTS=OFF \
    -DWEIR_EXAMPLES=OFF -DWEIR_INSTALL=OFF > cmake.log
cmake --build build --target weir -j "${TEST_JOBS:-$(nproc)}" > build.log 2>&1 || { tail -30 build.log; exit 1; }

cat > use.c << 'END'
#include <stdio.h>
#include <string.h>
#include <weir/weir.h>

#define TRY(call)                                                                                 \
    if ((call) != WEIR_OK) return printf("%s: %s\n", #call, weir_error()), 1

int main(void) {
    weir_runtime *rt;
    weir_array *x, *y, *loss, *grad;
    const float values[3] = {1, 2, 3};
    float got[3], slope[3];
    int listed = 0;
    for (uint32_t i = 0; i < weir_op_count(); i++)
        listed += strcmp(weir_op_describe(weir_op_at(i))->name, "throwaway") == 0;
    if (listed != 1) return printf("it is listed %d times\n", listed), 1;
    TRY(weir_runtime_new(NULL, &rt));
    TRY(weir_array_new(rt, WEIR_FLOAT32, (const int64_t[]){3}, 1, values, &x));
    TRY(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    weir_recording_set(1);
    weir_throwaway_options half = WEIR_THROWAWAY_OPTIONS;
    half.scale = 0.5;
    TRY(weir_throwaway(x, &half, &y));
    TRY(weir_sum(y, NULL, &loss));
    weir_recording_set(0);
    TRY(weir_backward(&loss, 1, NULL, 0));
    grad = weir_array_grad(x);
    TRY(weir_array_read(y, got, sizeof got));
    TRY(weir_array_read(grad, slope, sizeof slope));
    for (int i = 0; i < 3; i++)
        if (got[i] != 0.5f * values[i] || slope[i] != 0.5f)
            return printf("element %d is %g, its gradient %g\n", i, got[i], slope[i]), 1;
    weir_array_release(grad);
    weir_array_release(loss);
    weir_array_release(y);
    weir_array_release(x);
    weir_runtime_free(rt);
    return 0;
}
END
cc -Iinclude use.c -o use -Lbuild -lweir -Wl,-rpath,"$tree/build"
./use

# The next version: an option more.  Its default must be 0.
cp "$file" first.c
later() {
    sed "s|^\\(#define THROWAWAY_ATTRS.*\\)$|\\1 /* since 0.2 */ X(A, BOOL, negate, $1, \"change the sign\")|
         s|attr->scale \\*|(attr->negate ? -1 : 1) * attr->scale *|" first.c > "$file"
}
later 1
if tools/mkops.py > check.log 2>&1; then
    echo "tools/mkops.py does not refuse a later option whose default is not 0"
    exit 1
fi
grep -q 'throwaway: negate is since 0.2, so its default must be 0' check.log
later 0
tools/mkops.py
grep -q 'negate: change the sign (since 0.2)' include/weir/ops.h
cmake --build build --target weir -j "${TEST_JOBS:-$(nproc)}" > build.log 2>&1 || { tail -30 build.log; exit 1; }
./use # compiled before: its options are shorter than the library's
# The gradient in the page does not know the option.
sed 's/half.scale = 0.5;/half.scale = -0.5, half.negate = 1;/; s/ || slope\[i\] != 0.5f//' use.c > use_later.c
cc -Iinclude use_later.c -o use_later -Lbuild -lweir -Wl,-rpath,"$tree/build"
./use_later
