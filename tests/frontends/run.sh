#!/bin/sh
# run.sh - run the tests of a front end from `make test`, if its tools are installed:
#
#   tests/frontends/run.sh LANGUAGE TOOL...
#
# check.sh exits with 75 if packages that the tests need cannot be had; `make LANGUAGE` then fails, and this is a skip.
# SPDX-License-Identifier: Apache-2.0
set -u
language=$1
shift
for tool; do
    command -v "$tool" > /dev/null || { echo "$tool is not installed; make $language installs it"; exit 77; }
done
[ -d "$TEST_BUILD/python/weir" ] || { echo "the Python package, which records what to compare with, is not built"; exit 77; }
"$TEST_SOURCE/tests/frontends/prepare.sh" "$TEST_BUILD" || exit 1
"$TEST_SOURCE/frontends/$language/check.sh" "$TEST_BUILD"
status=$?
[ $status -eq 75 ] && { echo "packages that the tests need cannot be had: make $language"; exit 77; }
exit $status
