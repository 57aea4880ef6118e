#!/bin/sh
# interpreter.sh - the path of a Python that runs: from the PATH, or among the versions that pyenv and uv keep.
#
#   tools/interpreter.sh python3.12
#
# SPDX-License-Identifier: Apache-2.0
for path in "$(command -v "$1" || true)" \
    "${PYENV_ROOT:-$HOME/.pyenv}/versions/"*/bin/"$1" \
    "${XDG_DATA_HOME:-$HOME/.local/share}/uv/python/"*/bin/"$1"; do
    [ -n "$path" ] && "$path" -c '' 2> /dev/null && { echo "$path"; exit 0; }
done
exit 1
