#!/bin/sh
# check.sh - build the C++ front end's tests and examples against a build of libweir, and run them:
#
#   frontends/cpp/check.sh BUILD
#
# BUILD is a CMake build tree with libweir.so, prepared by tests/frontends/prepare.sh.  Everything is built in
# BUILD/frontends/cpp.  The tests run as C++17 and as C++20 with g++ (CXX); if clang++ is installed, the headers and the
# tests are also compiled by it; if doxygen is, the reference is made.  The last line is "N passed, N failed".
#
# SPDX-License-Identifier: Apache-2.0
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
made=$build/frontends/cpp
mkdir -p "$made" || exit 2
passed=0 failed=0

# count NAME STATUS: one test.
count() {
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $1"; fi
}
# run NAME COMMAND...: a program whose last line is "N passed, N failed".
run() {
    name=$1
    shift
    "$@" > "$made/$name.log" 2>&1
    status=$?
    last=$(tail -n 1 "$made/$name.log")
    case $last in
    *" passed, "*" failed")
        passed=$((passed + ${last%% passed*}))
        bad=${last#*passed, }
        failed=$((failed + ${bad%% failed}))
        [ "$status" -eq 0 ] || sed "s/^/$name: /" "$made/$name.log"
        ;;
    *)
        failed=$((failed + 1))
        echo "FAILED $name: it ended with status $status"
        tail -n 20 "$made/$name.log"
        ;;
    esac
}

# The quick start of the README is the first C++ program in it.
sed -n '/^```cpp/,/^```$/p' "$here/README.md" | sed '/^```$/q' | sed '/^```/d' > "$made/quick_start.tmp"
cmp -s "$made/quick_start.tmp" "$made/quick_start.cpp" || cp "$made/quick_start.tmp" "$made/quick_start.cpp"

generator="Unix Makefiles"
command -v ninja > /dev/null && generator=Ninja
[ -e "$made/CMakeCache.txt" ] || set_generator="-G"
cmake -S "$here" -B "$made" ${set_generator:+-G "$generator"} -DWEIR_BUILD="$build" -DQUICK_START="$made/quick_start.cpp" \
    > "$made/cmake.log" 2>&1 || { cat "$made/cmake.log"; exit 1; }
cmake --build "$made" --parallel "${JOBS:-2}" > "$made/build.log" 2>&1 || { grep -E -A5 'error|FAILED' "$made/build.log" | head -n 60; exit 1; }

run samples "$made/samples" "$build/frontends/samples.safetensors"
LENET_FILE=$build/frontends/lenet.safetensors
export LENET_FILE
run tests17 "$made/tests17"
run tests20 "$made/tests20"

"$made/lenet" 100 "$made/lenet.safetensors" $(cat "$build/frontends/lenet.args") > "$made/lenet.log" 2>&1 &&
    cmp "$made/lenet.safetensors" "$build/frontends/lenet.safetensors"
count "lenet: the same bytes as in C" $?
"$here/../../tests/frontends/exchange.sh" "$build" "$made/lenet.safetensors"
count "lenet: the saved network is loaded in C and in Python" $?
"$made/chapter" quick > "$made/chapter.log" 2>&1
count chapter $?
"$made/quick_start" > "$made/quick_start.log" 2>&1 && grep -q 'index 9 at position 0' "$made/quick_start.log"
count "quick start of the README" $?

# The program that the README of the repository shows in every language.
sed -n '/^```cpp/,/^```$/p' "$here/../../README.md" | sed '/^```$/q' | sed '/^```/d' > "$made/fit.cpp"
${CXX:-g++} -std=c++17 -I"$here/include" -I"$here/../../include" "$made/fit.cpp" -o "$made/fit" -L"$build" -lweir \
    -Wl,-rpath,"$build" > "$made/fit.log" 2>&1 && [ "$("$made/fit")" = "loss 0.003286" ]
count "the program of the repository's README" $?

if command -v clang++ > /dev/null; then
    for standard in 17 20; do
        clang++ -std=c++$standard -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I"$here/include" \
            -I"$here/../../include" "$here"/tests/test_*.cpp "$here"/examples/*.cpp
        count "clang++ as C++$standard" $?
    done
fi

# The reference.  The Doxyfile makes warnings errors.
if command -v doxygen > /dev/null; then
    (cd "$here/../.." && { cat frontends/cpp/Doxyfile; echo "OUTPUT_DIRECTORY = $made/doxygen"; } | doxygen -) > "$made/doxygen.log" 2>&1 &&
        grep -q softmax "$made/doxygen/html/namespaceweir.html"
    status=$?
    [ "$status" -eq 0 ] || tail -n 20 "$made/doxygen.log"
    count "the reference by doxygen" "$status"
else
    echo "doxygen is not installed: the reference is not made"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
