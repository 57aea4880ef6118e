#!/bin/bash
# wheel.sh - make a wheel for one Python, and try it in a bare environment.
#
#   tools/wheel.sh BUILD PYTHON
#
# The compiler is zig cc, from PyPI, which links for an old C library whatever the one here is; the wheel's
# name then says from which one on it runs.  What the binaries really ask for is read back from them.
# Where zig cannot be had the compiler is the system's, and the wheel is for systems like this one.
#
#   WHEEL_GLIBC    the oldest C library the wheel is for, 2.17 by default; "here": the system's compiler
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
build=$(realpath "$1")
python=$(tools/interpreter.sh "$2") || { echo "wheel: $2 is not installed" >&2; exit 1; }
glibc=${WHEEL_GLIBC:-2.17}
arch=$(uname -m)
work=$build/wheel
pip() { "$work/venv/bin/python" -m pip --disable-pip-version-check -q "$@"; }

rm -rf "$work/out" "$work/bare" "$work/look"
mkdir -p "$work/out" dist
# An environment that was cut off while it was made is no environment: pip would install beside the Python itself.
[ -x "$work/venv/bin/python" ] && "$work/venv/bin/python" -c "import sys; sys.exit(sys.prefix == sys.base_prefix or \
    sys.version_info[:2] != $("$python" -c 'import sys; print(tuple(sys.version_info[:2]))'))" || "$python" -m venv --clear "$work/venv"
pip install --retries 1 scikit-build-core wheel cmake ninja ||
    { echo "wheel: pip cannot install scikit-build-core; what it said is above" >&2; exit 1; }
export PATH=$work/venv/bin:$PATH

# tool NAME ARGUMENT...: a program that calls zig.  CMake wants a file.
tool() {
    printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$work/venv/bin/python" "${*:2}" > "$work/$1"
    chmod +x "$work/$1"
}
if [ "$glibc" != here ] && ! pip install --retries 1 ziglang; then
    echo "wheel: pip cannot install zig; this wheel is for systems like this one" >&2
    glibc=here
fi
if [ "$glibc" = here ]; then
    glibc=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
else
    # zig does not search the system's headers.  Those of the libraries that read files are all that it needs.
    rm -rf "$work/include"
    mkdir "$work/include"
    for header in zlib.h zconf.h png.h pngconf.h pnglibconf.h turbojpeg.h; do
        for folder in /usr/include "/usr/include/$arch-linux-gnu"; do
            [ ! -e "$folder/$header" ] || cp -L "$folder/$header" "$work/include/"
        done
    done
    # zig adds checks for undefined behaviour by default; they belong to tests.
    tool zig-cc cc -target "$arch-linux-gnu.$glibc" -fno-sanitize=undefined -idirafter "$work/include"
    tool zig-ar ar
    tool zig-ranlib ranlib
    export CC=$work/zig-cc
    export CMAKE_ARGS="-DCMAKE_AR=$work/zig-ar -DCMAKE_RANLIB=$work/zig-ranlib"
fi

echo "wheel: building for the C library $glibc and later"
pip wheel . --no-deps --no-build-isolation -w "$work/out" --config-settings=build-dir="$work/tree" ||
    { echo "wheel: the build failed" >&2; exit 1; }

# What the binaries ask for decides the name.
"$work/venv/bin/python" -m zipfile -e "$work"/out/*.whl "$work/look"
needs=$(readelf -VW "$work"/look/weir/*.so* | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
[ "$(printf '%s\n' "${needs#GLIBC_}" "$glibc" | sort -V | tail -1)" = "$glibc" ] ||
    { echo "wheel: the binaries need $needs, the wheel is for $glibc" >&2; exit 1; }
python -m wheel tags --remove --platform-tag "manylinux_${glibc/./_}_$arch" "$work"/out/*.whl > /dev/null
wheel=$(echo "$work"/out/*.whl)
find "$work/look" -name LICENSE | grep -q . && find "$work/look" -name NOTICE | grep -q . ||
    { echo "wheel: LICENSE or NOTICE is not in it" >&2; exit 1; }

# A bare environment: no index, no dependencies, nothing of this tree.
"$python" -m venv "$work/bare"
"$work/bare/bin/python" -m pip --disable-pip-version-check -q install --no-index --no-deps "$wheel"
(cd "$work/bare" && env -u PYTHONPATH -u LD_LIBRARY_PATH bin/python -I - ) < frontends/python/tests/tryout.py
(cd "$work/bare" && env -u PYTHONPATH -u LD_LIBRARY_PATH bin/weir describe --json) | "$python" -c 'import json, sys; json.load(sys.stdin)'
# The files of the wheel.  The interpreter adds bytecode when a module is first used, as far as the folder can be written.
bytes=$(find "$work/look/weir" -type f -printf '%s\n' | awk '{ s += $1 } END { print s }')
[ "$bytes" -lt 9500000 ] || { echo "wheel: $bytes bytes, 9.5 MB are the most" >&2; exit 1; }

mv "$wheel" dist/
echo "dist/$(basename "$wheel"): $bytes bytes, needs $needs"
