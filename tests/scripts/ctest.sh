#!/bin/bash
# ctest.sh - ctest knows every test program, runs one, and takes status 77 for skipped.
set -eu
command -v ctest > /dev/null || { echo "ctest is not installed"; exit 77; }
[ -e "$TEST_BUILD/CTestTestfile.cmake" ] || { echo "the build has no tests"; exit 77; }

here=$PWD
cd "$TEST_BUILD"
ctest -N | sed -n 's/^ *Test *#[0-9]*: /tests\//p' | sort > "$here/known"
sort tests.txt | diff - "$here/known" || { echo "ctest does not know the programs of tests.txt"; exit 1; }
ctest -R '^api/test_version_status$' > "$here/said" 2>&1 || { cat "$here/said"; exit 1; }
grep -q '^100% tests passed, 0 tests failed out of 1$' "$here/said" || { cat "$here/said"; exit 1; }
skips=$(grep -c 'SKIP_RETURN_CODE "77"' CTestTestfile.cmake)
[ "$skips" = "$(wc -l < tests.txt)" ] || { echo "$skips tests have a status for skipped"; exit 1; }
