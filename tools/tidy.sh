#!/bin/sh
# tidy.sh - run clang-tidy on all C sources, and print what it found once more at the end.
#
#   tools/tidy.sh BUILD JOBS
#
# BUILD/lint has the compile commands.  clang-tidy reports how many warnings it suppressed for each file; that is left out.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

[ $# -eq 2 ] || { echo "usage: tools/tidy.sh BUILD JOBS" >&2; exit 2; }
log=$1/lint/findings.txt
status=0
find src lib tests examples -name '*.c' -not -path '*/fixtures/*' | sort |
    xargs -P "$2" -n 1 clang-tidy --quiet -p "$1/lint" > "$log" 2> "$log.stderr" || status=$?
grep -Ev '^[0-9]+ warnings? (generated|treated as error)' "$log.stderr" || true
cat "$log"
[ $status -eq 0 ] || echo "tidy: clang-tidy found $(grep -cE '(error|warning):' "$log") faults, listed above"
exit $status
