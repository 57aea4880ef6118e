#!/bin/sh
# exchange.sh - a network that a front end has saved is loaded in C and in Python:
#
#   tests/frontends/exchange.sh BUILD FILE
#
# FILE is LeNet as lenet_steps.c saves it.  Both must compute from it the scores that C computes from its own file,
# BUILD/frontends/lenet.safetensors.
# SPDX-License-Identifier: Apache-2.0
set -eu
build=$(cd "$1" && pwd) file=$2
here=$(cd "$(dirname "$0")" && pwd)
wanted=$("$build/tests/frontends/lenet_steps" load "$build/frontends/lenet.safetensors")
in_c=$("$build/tests/frontends/lenet_steps" load "$file")
in_python=$(PYTHONPATH=$build/python "${PYTHON:-python3}" "$here/lenet_steps.py" load "$file")
[ "$in_c" = "$wanted" ] || { echo "exchange.sh: $file gives other scores in C"; exit 1; }
[ "$in_python" = "$wanted" ] || { echo "exchange.sh: $file gives other scores in Python"; exit 1; }
