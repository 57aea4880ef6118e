#!/bin/sh
# measure.sh - the cost of x + 1 on two elements, issued in a row, from each language:
#
#   frontends/measure.sh [BUILD] [ROUNDS]
#
# BUILD (build/release) has the front ends as their check.sh left them; those that are not built are skipped.  Each benchmark prints
# the best of its own rounds; this runs it ROUNDS (3) times, language after language.  Use a quiet machine: the load is printed.
#
#   bars: C++ 0.15 of libtorch, R 3000 ns, JVM 500 ns, JavaScript 1500 ns
#
# SPDX-License-Identifier: Apache-2.0
set -u
build=$(cd "${1:-build/release}" && pwd) || exit 2
rounds=${2:-3}
here=$(cd "$(dirname "$0")" && pwd)
made=$build/frontends

cpp() { # beside libtorch, if TORCH names the folder of the Python package torch: frontends/cpp/bench/compare.sh
    mkdir -p "$made/cpp"
    "${CXX:-g++}" -std=c++17 -O2 -I"$here/cpp/include" -I"$here/../include" "$here/cpp/bench/add_one.cpp" -o "$made/cpp/add_one" \
        -L"$build" -lweir -Wl,-rpath,"$build" && echo "weir x + 1: $("$made/cpp/add_one") ns"
}
r() {
    [ -d "$made/r/library/weir" ] && R_LIBS_USER="$made/r/library" Rscript "$here/r/bench/add.R"
}
jvm() {
    [ -e "$made/jvm/weir-java/classes" ] || return
    java -cp "$made/jvm/weir-java/classes" "$here/jvm/bench/AddOne.java"
}
node() {
    [ -e "$made/node/bench" ] && (cd "$made/node" && command node bench/add.js)
}

for round in $(seq "$rounds"); do
    for language in cpp r jvm node; do
        echo "-- $language, round $round, load $(cut -d' ' -f1 /proc/loadavg)"
        $language || echo "skipped: make $language"
    done
done
