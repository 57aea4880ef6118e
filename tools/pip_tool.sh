#!/bin/sh
# pip_tool.sh - run a tool of one fixed version from PyPI.
#
#   tools/pip_tool.sh BUILD NAME==VERSION ARGUMENT...
#
# It has an environment of its own, BUILD/venv/NAME, made at its first use.
# SPDX-License-Identifier: Apache-2.0
set -eu

[ $# -ge 2 ] || { echo "usage: tools/pip_tool.sh BUILD NAME==VERSION ARGUMENT..." >&2; exit 2; }
build=$1 wanted=$2
shift 2
name=${wanted%%==*}
venv=$build/venv/$name

if ! grep -qsxF "$wanted" "$venv/installed"; then
    mkdir -p "$build/venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$wanted"
    echo "$wanted" > "$venv/installed"
fi
exec "$venv/bin/$name" "$@"
