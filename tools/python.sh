#!/bin/sh
# python.sh - see to it that the Python package of a build tree can be built and tested.
#
#   tools/python.sh [--as-is] TREE PYTHON...
#
# For each interpreter: does it run, is it new enough, does it have its headers?  Those go into the tree's
# WEIR_PYTHON.  For each of those: a virtual environment beside the tree, with what the tests need, taken
# from PyPI when it is not there yet.  TREE/pythons.txt then says how to run each, a line "name command",
# for tests/run.py; or, in a line that starts with #, why it cannot be run.
#
# If the environment cannot be made, for example because PyPI cannot be reached, an interpreter that has pytest and
# numpy itself runs the tests; those that need hypothesis are skipped.  With --as-is it does so in any case, and nothing
# is installed: what else it has, such as torch, is tested as well.
#
# Nothing here fails because of an interpreter that is not there: what cannot be tested is skipped, and
# tests/run.py says so.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

as_is=no
[ "${1:-}" = --as-is ] && { as_is=yes; shift; }
[ $# -ge 2 ] || { echo "usage: tools/python.sh [--as-is] TREE PYTHON..." >&2; exit 2; }
tree=$1
shift
oldest=$(sed -n 's/^requires-python = ">=3\.\([0-9]*\)"/\1/p' pyproject.toml)
wanted=$(sed -n 's/^test = \[\(.*\)\]/\1/p' pyproject.toml | tr -d '",')
list=$tree/pythons.txt
mkdir -p "$tree"
environments=$(realpath "$tree/..")/venv
: > "$list.new"

# look PATH: print its tag, as in "3.13t", and its true path; or what is wrong with it, and fail.
look() {
    "$1" - "$oldest" << 'END'
import os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
if sys.version_info < (3, int(sys.argv[1])):
    print("is %s; 3.%s is the oldest we support" % (sys.version.split()[0], sys.argv[1]))
elif not os.path.exists(header):
    print("has no %s; on Debian and Ubuntu it comes with python3-dev" % header)
else:
    print("3.%d%s %s" % (sys.version_info[1], sys.abiflags, sys.executable))
    sys.exit(0)
sys.exit(1)
END
}

has() { "$1" -c "import $2" 2> /dev/null; }

# environment TAG PYTHON: see to an interpreter for tests, $runs: that of a virtual environment, or PYTHON itself.  A
# failed attempt leaves nothing.
environment() {
    venv=$environments/$1
    runs=$2
    [ $as_is = yes ] && has "$2" pytest,numpy && return
    runs=$venv/bin/python
    has "$runs" "$(echo "$wanted" | tr ' ' ',')" && return
    echo "setup: an environment for Python $1 with $wanted"
    rm -rf "$venv"
    mkdir -p "$environments"
    # shellcheck disable=SC2086
    "$2" -m venv "$venv" > "$venv.log" 2>&1 &&
        "$runs" -m pip install -q --retries 1 --timeout 20 --disable-pip-version-check \
            $wanted >> "$venv.log" 2>&1 && return
    rm -rf "$venv"
    runs=$2
    has "$2" pytest,numpy || return 1
    echo "setup: that failed; $2 has pytest and numpy and runs the tests itself ($venv.log says what went wrong)"
}

# why_not TAG: what went wrong with an environment, from the log of venv and pip: whether the index could not be
# reached, or the first complaint.
why_not() {
    log=$environments/$1.log
    if grep -qE 'connection broken|ConnectTimeout|ReadTimeout|NewConnectionError|NameResolutionError' "$log"; then
        echo "the package index cannot be reached"
    else
        grep -iE -m 1 'error|not available|no space|denied' "$log" || tail -n 1 "$log" | grep . || echo "no reason given"
    fi
    echo "(all of it: $log)"
}

# An address sanitizer in an extension wants to be loaded before Python itself, and to see each allocation.
before=""
if grep -qs '^WEIR_SANITIZE:STRING=.*address' "$tree/CMakeCache.txt"; then
    before="LD_PRELOAD=$(cc -print-file-name=libasan.so) PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0"
    # procps deadlocks in textdomain() with libasan preloaded, and scripts under test run `ps`: it goes without.
    if real=$(command -v ps); then
        mkdir -p "$tree/without-asan"
        printf '#!/bin/sh\nunset LD_PRELOAD\nexec %s "$@"\n' "$real" > "$tree/without-asan/ps"
        chmod +x "$tree/without-asan/ps"
        before="$before 'PATH=$(cd "$tree/without-asan" && pwd):$PATH'"
    fi
fi

build_for=""
cannot() { echo "# $*" >> "$list.new"; }
for python; do
    path=$(tools/interpreter.sh "$python") || { cannot "$python is not installed"; continue; }
    found=$(look "$path") || { cannot "$python $found"; continue; }
    tag=${found%% *} path=${found#* }
    build_for="$build_for;$path"
    if environment "$tag" "$path"; then
        echo "python$tag env $before $runs" >> "$list.new"
    else
        cannot "python$tag has no environment for tests ($wanted):" $(why_not "$tag")
    fi
done

build_for=${build_for#;}
if [ -f "$tree/CMakeCache.txt" ] &&
    ! grep -qxF "WEIR_PYTHON:STRING=${build_for:-OFF}" "$tree/CMakeCache.txt"; then
    cmake "$tree" -DWEIR_PYTHON="${build_for:-OFF}" > "$tree/python.log" 2>&1 ||
        { cat "$tree/python.log"; exit 1; }
fi
mv "$list.new" "$list"
