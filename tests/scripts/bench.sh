#!/bin/bash
# bench.sh - the benches still compile, and the runner of the operators holds its conversation, with a
# stand-in for the program.  `make bench` runs them.
set -eu
cd "$TEST_SOURCE"
for source in bench/*.c; do
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -Iinclude "$source"
done
export PYTHONDONTWRITEBYTECODE=1
for source in bench/*.py bench/peers/*.py; do
    python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$source"
done

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The stand-in has one case, gives up on another and does not know the rest.
cat > "$folder/ops_weir" << 'END'
#!/usr/bin/env python3
import sys
print('{"who": "weir", "version": "0"}', flush=True)
for line in sys.stdin:
    name, count = line.split()
    if name == "tiny.wait":
        print('{"ns": %s}' % ([50000000] * int(count)) if count != "0" else '{"probe": [1, 2, 3]}', flush=True)
    elif name == "sum.16m":
        print('{"error": "too much"}', flush=True)
    else:
        print('{"missing": true}', flush=True)
END
chmod +x "$folder/ops_weir"

status=0
bench/ops.py --bin "$folder" --peers '' --quick --retry 0 --json "$folder/out.jsonl" > "$folder/out" || status=$?
expect() { grep -Eq -- "$1" "$folder/$2" || { echo "no line like '$1' in:"; cat "$folder/$2"; exit 1; }; }
[ "$status" = 1 ] || { echo "a failure of Weir gave status $status"; exit 1; }
expect '^ops\.tiny\.wait +us +0\.50 <= 0\.6 .*held$' out
expect '^ops\.add\.16m +ms +- ' out
expect '^FAILED +ops\.sum\.16m weir: too much$' out
expect '^bars +1 held, 0 missed$' out
expect '"case": "ops\.tiny\.wait", "unit": "us", "weir": 0\.5,' out.jsonl
