#!/bin/bash
# runner.sh - run.py counts passes, failures, skips and tests that never end, and says so last; it
# says when no test has the name, shows progress in whole lines, and runs programs for another machine by
# their emulator.  Tests get a budget and the number of workers.  Whatever ends run.py or make ends the tests.
set -u
cd "$(mktemp -d)" || exit 1 # also where it is run by hand

cat > program << 'END'
#!/bin/bash
case $1 in
--list) printf '%s\n' good bad lazy tired mute stuck killed ;;
good) exit 0 ;;
bad) echo "seven is not eight"; exit 1 ;;
lazy) echo "not today"; exit 77 ;;
tired) echo "skipped: too late"; exit 77 ;;
mute) exit 77 ;;
stuck) sleep 1000 & wait ;;
killed) kill -9 $$ ;;
esac
END
chmod +x program
"$TEST_SOURCE/tests/run.py" --timeout 1 ./program > said
rc=$?

fail() { echo "$1"; cat said; exit 1; }
[ $rc -ne 0 ] || fail "exit status 0 although tests failed"
[ "$(tail -n 1 said)" = "1 passed, 3 failed" ] || fail "the last line is wrong"
grep -q '^    seven is not eight$' said || fail "the output of a failing test is missing"
grep -q '^skipped: program: lazy: not today$' said || fail "the reason of a skip is missing"
grep -q '^skipped: program: tired: too late$' said || fail "'skipped' is said twice or never"
grep -q '^skipped: program: mute: no reason$' said || fail "a skip without a reason is missing"
grep -q '^3 skipped$' said || fail "skips are not counted"
grep -q '^FAILED: program: stuck (failed, not done after 1 s)$' said || fail "stuck is missing"
grep -q '^FAILED: program: killed (failed, SIGKILL)$' said || fail "killed is missing"

"$TEST_SOURCE/tests/run.py" -k good ./program > said || fail "exit status not 0"
[ "$(tail -n 1 said)" = "1 passed, 0 failed" ] || fail "-k does not pick"

"$TEST_SOURCE/tests/run.py" -k nosuch ./program > said && fail "no test at all is no success"
grep -q '^no test name contains "nosuch"$' said || fail "it does not say that -k picked nothing"
[ "$(tail -n 1 said)" = "0 passed, 0 failed" ] || fail "the last line is wrong without tests"

"$TEST_SOURCE/tests/run.py" -k good --repeat 120 ./program > said || fail "exit status not 0"
[ "$(grep -c done said)" = 2 ] || fail "there should be two lines of progress"
grep -q '^100 of 120 done$' said || fail "progress is not said in a whole line"

mkdir tree
sed 's/^#!.*/# for another machine/' program > tree/foreign
echo foreign > tree/tests.txt
printf 'bash\n-u\n' > tree/emulator.txt
"$TEST_SOURCE/tests/run.py" -k good tree > said || fail "the emulator of a tree is not used"
[ "$(tail -n 1 said)" = "1 passed, 0 failed" ] || fail "the last line is wrong with an emulator"
chmod +x tree/foreign
"$TEST_SOURCE/tests/run.py" -k tired tree/foreign > said
grep -q '^1 skipped$' said || fail "a program does not find the tree it lies in"

cat > greedy << 'END'
#!/usr/bin/env python3
import sys
print("all") if sys.argv[1] == "--list" else bytearray(b"x") * (200 << 20)
END
chmod +x greedy
"$TEST_SOURCE/tests/run.py" --megabytes 100 ./greedy > said && fail "a test may use more than it should"
grep -q '^FAILED: greedy: all (failed, used 2[0-9]* MB where a test may use 100)$' said ||
    fail "a test that uses too much is not named"
grep -q ' the largest greedy: all with 2[0-9]* MB$' said || fail "the largest is not named"

# ---- What tests are given --------------------------------------------------------------------------------

cat > given << 'END'
#!/bin/bash
[ "$1" = --list ] && { echo all; exit; }
env | grep -E '^(WEIR|TEST_WORKERS)' | sort | tr '\n' ' '
exit 1
END
chmod +x given
WEIR_MEMORY=99T WEIR_CPU=portable "$TEST_SOURCE/tests/run.py" ./given > said
grep -q '^    WEIR_CUDA_DEVICES=none WEIR_MEMORY=512M WEIR_SEED=0$' said || fail "a test has another budget, or more than that"
"$TEST_SOURCE/tests/run.py" --workers 16 ./given > said
grep -q '^    TEST_WORKERS=16 WEIR_CUDA_DEVICES=none WEIR_MEMORY=512M WEIR_SEED=0 WEIR_WORKERS=16$' said || fail "--workers is not passed on"

# ---- Nothing is left running -----------------------------------------------------------------------------

# Two tests, each with a child and a grandchild, whose numbers it writes down.
cat > long << 'END'
#!/bin/bash
[ "$1" = --list ] && { printf 'one\ntwo\n'; exit; }
sh -c 'sleep 1000 & echo $! >> "$0/pids"; wait' "$FOLDER" &
echo $$ $! >> "$FOLDER/pids"
wait
END
chmod +x long
export FOLDER=$PWD
ln -s "$TEST_SOURCE" source
printf 'test:\n\t@source/tests/run.py -j 2 ./long\n' > Makefile # so simple that make needs no shell for it

# A process that bash starts in the background ignores SIGINT; this one does not.
attentive='import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.execvp(sys.argv[1], sys.argv[1:])'

running() { local p; for p in $(cat pids); do [ -d "/proc/$p" ] && ! grep -q '^State:.Z' "/proc/$p/status" && return 0; done; return 1; }

# ends SIGNAL COMMAND...: the command ends by the signal, and so do the tests.
ends() {
    local signal=$1 i
    shift
    : > pids
    python3 -c "$attentive" "$@" > said 2>&1 &
    local it=$!
    for ((i = 0; i < 600; i++)); do
        [ "$(wc -w < pids)" = 6 ] && break
        sleep 0.1
    done
    [ "$(wc -w < pids)" = 6 ] || fail "the tests have not begun: $*"
    kill -"$signal" $it
    wait $it && fail "exit status 0 after SIG$signal: $*"
    for ((i = 0; i < 300; i++)); do
        running || return 0
        sleep 0.1
    done
    fail "SIG$signal leaves tests running: $*"
}

for signal in INT TERM HUP KILL; do
    ends $signal "$TEST_SOURCE/tests/run.py" -j 2 ./long
done
for signal in TERM KILL; do # make itself waits after the others, which a terminal sends to all
    ends $signal make -s test
done
