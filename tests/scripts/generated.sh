#!/bin/bash
# generated.sh - the files that tools/mkops.py writes are what it would write now.
set -eu
python3 "$TEST_SOURCE/tools/mkops.py" --check
