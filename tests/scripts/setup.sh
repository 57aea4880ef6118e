#!/bin/bash
# setup.sh - on a machine without any of the tools, setup.sh asks apt-get for all that a target needs, at once.
set -eu

mkdir bin
for tool in sh bash env sort tr sed grep cat; do ln -s "$(command -v $tool)" bin/; done
printf '#!/bin/sh\necho 0\n' > bin/id                      # root
printf '#!/bin/sh\nexit 1\n' > bin/dpkg-query              # nothing is installed
printf '#!/bin/sh\necho "$@" >> "%s/asked"\n' "$PWD" > bin/apt-get
chmod +x bin/id bin/dpkg-query bin/apt-get

# asks TARGET PACKAGE...: the packages are among those that are installed first.
asks() {
    target=$1
    shift
    rm -f asked
    PATH=$PWD/bin "$TEST_SOURCE/tools/setup.sh" "$target" > log 2>&1 || { cat log; exit 1; }
    first=" $(grep -m 1 -v -- ' -s ' asked) "
    for package; do
        case $first in
        *" $package "*) ;;
        *) echo "setup.sh $target does not ask for $package, but:$first"; exit 1 ;;
        esac
    done
}

asks run gcc cmake ninja-build
asks python gcc cmake ninja-build python3 python3-dev python3-venv
asks test gcc cmake python3 python3-dev python3-venv g++ pkg-config clang valgrind spin
asks cpp g++ cmake doxygen
asks musl musl-tools
asks fresh mmdebstrap git
