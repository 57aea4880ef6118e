#!/bin/sh
# setup.sh - install what a make target needs.
#
#   tools/setup.sh run|test|python|clang|aarch64|warnings|musl|bench|lint|docs|fresh|data|cpp|r|jvm|node
#
# Looks for each tool and installs the Debian or Ubuntu packages of those that are missing, if that
# can be done without asking: as root, or with a sudo that wants no password.  Otherwise it prints
# the one line to type.  It is silent, and quick, when nothing is missing.
# SPDX-License-Identifier: Apache-2.0
set -u

must=""  # packages without which the target cannot go on
may=""   # packages without which it can: some tests are skipped, make stands in for ninja

have() { command -v "$1" >/dev/null 2>&1; }
installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$'; }

# need LIST PACKAGES TOOL...: put PACKAGES on the list unless one of the tools is there.
need() {
    list=$1 packages=$2
    shift 2
    for tool; do have "$tool" && return; done
    eval "$list=\"\$$list $packages\""
}

# need_library PACKAGE: libraries are asked of dpkg; without dpkg we trust that they are there.
need_library() { have dpkg-query && ! installed "$1" && must="$must $1"; }

needs_to_build() {
    need must "gcc libc6-dev" gcc
    [ -e /usr/include/stdlib.h ] || { have dpkg-query && must="$must libc6-dev"; }
    need must cmake cmake
    need may ninja-build ninja
}

# need_header HEADER PACKAGE: without dpkg we trust that it is there.  A build without it cannot read some files.
need_header() { [ -e "/usr/include/$1" ] || { have dpkg-query && ! installed "$2" && may="$may $2"; }; }

# The libraries themselves are loaded at run time.
needs_to_read_files() {
    need_header zlib.h zlib1g-dev
    need_header png.h libpng-dev
    need_header turbojpeg.h libturbojpeg0-dev
}

needs_to_use_clang() {
    need must clang clang
}

# An interpreter that has pytest and numpy itself can run the tests without an environment of its own.  A python3 that is
# not the system's brings its own headers.  One that is still to be installed is the system's.
needs_to_build_python() {
    need must python3 python3
    need may python3-dev python3
    python3 -c 'import ensurepip' 2>/dev/null ||
        "${PYTHON:-python3}" -c 'import pytest, numpy' 2>/dev/null || may="$may python3-venv"
    include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
    case $include in
    /usr/include/*) [ -e "$include/Python.h" ] || may="$may python3-dev" ;;
    esac
}

case "${1:-}" in
run)
    needs_to_build
    needs_to_read_files
    ;;
test)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need may g++ g++
    need may pkg-config pkg-config
    need may binutils readelf
    need may clang clang
    need may "valgrind libc6-dbg" valgrind
    need may spin spin
    ;;
python)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    ;;
clang)
    needs_to_build
    needs_to_read_files
    needs_to_use_clang
    ;;
aarch64)
    needs_to_build
    need must python3 python3
    need must "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" aarch64-linux-gnu-gcc
    need must qemu-user-static qemu-aarch64-static qemu-aarch64
    ;;
warnings) # with the compiler $CC, whose package has its name
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    [ "${CC:-cc}" = cc ] || need must "$CC" "$CC"
    ;;
musl)
    needs_to_build
    need must python3 python3
    need must "musl-tools linux-libc-dev" musl-gcc
    ;;
bench)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need must g++ g++
    need must pkg-config pkg-config
    needs_to_use_clang
    need_library libtbb-dev
    need_library libomp-dev
    need_library libstarpu-dev
    ;;
cpp)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need must g++ g++
    need may doxygen doxygen            # the reference
    ;;
r)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need must "r-base-core r-base-dev" R
    [ -d /usr/lib/R/site-library/knitr ] || { have dpkg-query && may="$may r-cran-knitr r-cran-markdown"; }
    need may qpdf qpdf                  # two tools that R CMD check looks for
    need may devscripts checkbashisms
    ;;
jvm)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need must default-jdk-headless javac
    need must maven mvn
    ;;
node)
    needs_to_build
    needs_to_read_files
    needs_to_build_python
    need must nodejs node
    need must npm npm
    ;;
data) # what examples that train on Fashion-MNIST read: 31 MB
    [ -d /usr/share/datasets/fashion-mnist ] || { have dpkg-query && may="$may dataset-fashion-mnist"; }
    ;;
fresh) # a bare root file system
    need must mmdebstrap mmdebstrap
    [ -e /usr/share/distro-info/ubuntu.csv ] || { have dpkg-query && must="$must distro-info-data"; }
    need must git git
    ;;
docs)
    need must git git
    need must python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || must="$must python3-venv"
    ;;
lint)
    needs_to_build
    needs_to_read_files
    needs_to_use_clang
    need must python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || must="$must python3-venv"
    need must clang-format clang-format
    need must clang-tidy clang-tidy
    ;;
*)
    echo "usage: tools/setup.sh run|test|python|clang|aarch64|warnings|musl|bench|lint|docs|fresh|data|cpp|r|jvm|node" >&2
    exit 2
    ;;
esac

missing=$(printf '%s\n' $must $may | sort -u | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0

as_root=""
can=no
if have apt-get && [ "${2:-}" != --tried ]; then
    if [ "$(id -u)" -eq 0 ]; then
        can=yes
    elif have sudo && sudo -n true 2>/dev/null; then
        can=yes
        as_root="sudo -n"
    fi
fi

# get PACKAGE...: install, and show how it goes.  The lists of packages may be old or absent, so if
# it does not work they are fetched and it is tried once more.
apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }
get() {
    echo "setup: installing $*"
    if apt -s install --no-install-recommends "$@" >/dev/null 2>&1; then
        apt install --no-install-recommends "$@" && return
    fi
    apt update && apt install --no-install-recommends "$@"
}

if [ "$can" = yes ]; then
    get $missing && exit 0
    # One package that cannot be had should not cost the others.
    [ -n "$must" ] && get $must && must=""
    [ -n "$must" ] || for package in $may; do get "$package"; done
    exec "$0" "$1" --tried
fi

sudo="sudo "
[ "$(id -u)" -eq 0 ] && sudo=""
line="${sudo}apt-get install $missing"
have apt-get || line="install with your package manager: $missing"
if [ -n "$must" ]; then
    echo "setup: packages are missing; type:  $line" >&2
    exit 1
fi
echo "setup: going on without some; for everything, type:  $line" >&2
