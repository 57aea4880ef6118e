#!/bin/bash
# model.sh - spin finds no way to lose a wake-up in the models of the engine.
set -eu
command -v spin > /dev/null || { echo "spin is not installed"; exit 77; }
bash "$TEST_SOURCE/tests/model/run.sh"
