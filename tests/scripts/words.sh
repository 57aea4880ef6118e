#!/bin/bash
# words.sh - things that should not be left lying in the tree: paths and addresses of one machine,
# notes to ourselves, and what a test run by hand leaves at the top of it.
set -u
cd "$TEST_SOURCE" || exit 1

# The words are put together here so that this file does not contain them.
note='TO''DO|FIX''ME|XX''X'
place='(^|[^a-zA-Z0-9_.])/(work''|root''|home''/[a-z])/'
host='[a-z0-9-]+\.(corp|intern''al|lan)\b|art''ifactory|nexus\.'
words="\\b($note)\\b|$place|$host"

if git rev-parse --git-dir > /dev/null 2>&1; then
    folders='(\.ci|\.github|bench|cmake|docs|examples|frontends|fuzz|include|lib|src|tests|tools)/'
    pages='([A-Z]+(\.md)?|mkdocs\.yml|Makefile|CMakeLists\.txt|pyproject\.toml|\.[a-z-]+(\.yaml)?)$'
    found=$(git ls-files -z --cached --others --exclude-standard |
        xargs -0 grep -InHE -- "$words" 2> /dev/null
        git ls-files | grep -vE "^($folders|$pages)" | sed 's/$/: nothing that belongs here/')
else
    found=$(grep -rInE --exclude-dir=build --exclude-dir=.git -- "$words" .)
fi
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi
