#!/bin/sh
# check.sh - build the Node front end against a build tree, in BUILD/frontends/node, and run its tests.
#
#   frontends/node/check.sh BUILD
#
# The package is copied there; the source tree is not written.  npm installs TypeScript and the headers of Node-API.  The
# last line is "N passed, N failed".
# SPDX-License-Identifier: Apache-2.0
set -u
build=$(cd "$1" && pwd) && home=$(cd "$(dirname "$0")" && pwd) || exit 1
out=$build/frontends/node
report=$out/report.tap

broken() {
    echo "check.sh: $1"
    echo "0 passed, 1 failed"
    exit 1
}

mkdir -p "$out" && cd "$out" || exit 1
rm -rf lib src tests examples bench README.md
cp -R "$home/lib" "$home/src" "$home/tests" "$home/examples" "$home/bench" "$home/build.mjs" "$home/README.md" . || exit 1
cp "$home/../../README.md" tests/REPOSITORY.md || exit 1
if ! cmp -s "$home/package.json" package.json || [ ! -d node_modules/typescript ]; then
    cp "$home/package.json" package.json
    npm install --ignore-scripts --no-audit --no-fund --loglevel=error || {
        rm -f package.json
        broken "npm could not install the packages for development"
    }
fi
CFLAGS="-Werror ${CFLAGS:-}" node build.mjs --weir "$build" --include "$home/../../include" || broken "the addon was not built"

LIBWEIR_FRONTENDS=$build/frontends node --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$report" tests/*.test.js tests/*.test.mjs tests/generated/*.test.js
count() { sed -n "s/^# $1 //p" "$report" | tail -n 1; }
passed=$(count pass) failed=$(($(count fail) + $(count cancelled)))
if "$home/../../tests/frontends/exchange.sh" "$build" "$out/lenet.safetensors"; then
    passed=$((${passed:-0} + 1))
else
    failed=$((failed + 1))
fi
echo "${passed:-0} passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
