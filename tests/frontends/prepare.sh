#!/bin/sh
# prepare.sh - what the tests of all front ends compare with, in BUILD/frontends:
#
#   tests/frontends/prepare.sh BUILD [PYTHON]
#
#   samples.safetensors   inputs and results of every operator's samples (tools/record_samples.py)
#   lenet.safetensors     LeNet after 100 steps (lenet_steps.c)
#   lenet.args            "made" if Fashion-MNIST is not installed: the third argument of lenet_steps
#
# SPDX-License-Identifier: Apache-2.0
set -eu
build=$(cd "$1" && pwd) python=${2:-python3}
cd "$(dirname "$0")/../.."
made=$build/frontends
mkdir -p "$made"
exec 9> "$made/lock" # tests of several front ends begin at the same time
flock 9
[ "$made/lenet.safetensors" -nt "$build/libweir.so" ] && [ "$made/samples.safetensors" -nt "$build/libweir.so" ] && exit 0
PYTHONPATH=$build/python "$python" tools/record_samples.py "$made/samples.safetensors"
args=
[ -d /usr/share/datasets/fashion-mnist ] || args=made
echo "$args" > "$made/lenet.args"
"$build/tests/frontends/lenet_steps" 100 "$made/lenet.safetensors" $args
