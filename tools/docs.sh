#!/bin/sh
# docs.sh - build the documentation site: guide, manual, headers and design pages, with a search.
#
#   tools/docs.sh BUILD
#
# The pages are gathered in BUILD/docs/pages and laid out in BUILD/docs/site.  The generator is Zensical, the
# successor of Material for MkDocs by the same authors.  Both read mkdocs.yml, so either can replace the other.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

[ $# -eq 1 ] || { echo "usage: tools/docs.sh BUILD" >&2; exit 2; }
build=$1

tools/mksite.py "$build/docs/pages"
sed 's|build/docs/||' mkdocs.yml > "$build/docs/mkdocs.yml" # paths in it are relative to it
rm -rf "$build/docs/site"
tools/pip_tool.sh "$build" zensical==0.0.73 build --clean --strict --config-file "$build/docs/mkdocs.yml"
echo "$build/docs/site/index.html"
