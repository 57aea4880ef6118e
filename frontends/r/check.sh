#!/bin/sh
# check.sh - build the R package against a build of the library, check it, and run its tests and examples.
#
#   frontends/r/check.sh BUILD
#
# BUILD is a CMake build tree with libweir.so, and with BUILD/frontends as tests/frontends/prepare.sh makes it.  Everything
# is written to BUILD/frontends/r.  The last line is "N passed, N failed".
# SPDX-License-Identifier: Apache-2.0
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
out=$build/frontends/r
rm -rf "$out"
mkdir -p "$out/library" "$out/source" || exit 2
cd "$out" || exit 2

passed=0 failed=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED $*"; }
end() { echo "$passed passed, $failed failed"; [ "$failed" -eq 0 ]; exit; }

# The environment of a check that does not depend on the user's: no profile, no network, Debian's own compiler flags known.
export LC_ALL=C.UTF-8 R_PROFILE_USER=/dev/null R_ENVIRON_USER=/dev/null R_LIBS_USER="$out/library"
export _R_CHECK_CRAN_INCOMING_=false _R_CHECK_CRAN_INCOMING_REMOTE_=false _R_CHECK_SYSTEM_CLOCK_=false
export _R_CHECK_COMPILATION_FLAGS_KNOWN_="-Wformat -Werror=format-security -Wdate-time -ffile-prefix-map"
export _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_URLS_=false MAKEFLAGS=
command -v qpdf > /dev/null || export _R_CHECK_DOC_SIZES_=false
command -v checkbashisms > /dev/null || export _R_CHECK_BASHISMS_=false
export WEIR_ROOT="$build" LIBWEIR_INCLUDE="$here/../../include" FRONTENDS_PREPARED="$build/frontends"
LIBWEIR_INCLUDE=$(cd "$LIBWEIR_INCLUDE" && pwd)

# Build from a copy: R CMD build runs `cleanup` in the folder that it reads.
cp -R "$here" "$out/source/weir" && rm -rf "$out/source/weir/examples" "$out/source/weir/bench"
vignettes=
Rscript -e 'quit(status = !(requireNamespace("knitr", quietly = TRUE) && requireNamespace("markdown", quietly = TRUE)))' ||
    { vignettes=--no-build-vignettes; echo "knitr and markdown are not installed: the vignette is not built"; }
if R CMD build $vignettes "$out/source/weir" > build.log 2>&1; then pass; else
    cat build.log
    fail "R CMD build"
    end
fi

# The package's own tests run in here, each in a process of its own.
ignore=
[ -n "$vignettes" ] && ignore=--ignore-vignettes
R CMD check --as-cran --no-manual $ignore --library="$out/library" weir_*.tar.gz > check.log 2>&1
status=$?
sed -n '/\.\.\. *\(NOTE\|WARNING\|ERROR\)/,/^\*/p' check.log
if [ $status -eq 0 ] && ! grep -q 'WARNING$' check.log; then pass; else
    tail -n 30 check.log
    fail "R CMD check"
fi
for test in "$here"/tests/*.R; do
    name=$(basename "$test" .R)
    [ "$name" = kit ] && continue
    log=weir.Rcheck/tests/$name.Rout
    [ -e "$log" ] || log=$log.fail
    [ -e "$log" ] || { fail "$name: it did not run"; continue; }
    sed -n '/^FAILED /,/^>/p' "$log" | grep -v '^>'
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$log")
    [ -n "$counts" ] || { tail -n 20 "$log"; fail "$name: it did not finish"; continue; }
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
done

# The examples and the README use the package as a user does, installed.
R CMD INSTALL --no-docs --library="$out/library" weir_*.tar.gz > install.log 2>&1 || { cat install.log; fail "R CMD INSTALL"; end; }

run() { # run NAME COMMAND...: a command that must succeed
    name=$1
    shift
    if "$@" > "$name.log" 2>&1; then pass; else
        cat "$name.log"
        fail "$name"
    fi
}
run lenet Rscript "$here/examples/lenet.R" 100 "$out/lenet.safetensors" $(cat "$build/frontends/lenet.args")
run lenet-bytes cmp "$out/lenet.safetensors" "$build/frontends/lenet.safetensors"
run exchange "$here/../../tests/frontends/exchange.sh" "$build" "$out/lenet.safetensors"
run chapter Rscript "$here/examples/chapter.R" quick
sed -n '/^```r$/,/^```$/p' "$here/README.md" | sed '/^```/d' > readme.R
run readme Rscript readme.R
run readme-output grep -q 'out of range' readme.log
sed -n '/^```r$/,/^```$/p' "$here/../../README.md" | sed '/^```/d' > fit.R
run fit Rscript fit.R
run fit-output grep -qx 'loss 0.003286' fit.log
run bench Rscript "$here/bench/add.R" 1000
end
