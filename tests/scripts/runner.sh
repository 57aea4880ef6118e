#!/bin/bash
# runner.sh - run.py counts passes, failures, skips and tests that never end, and says so last; it
# says when no test has the name, shows progress in whole lines, and runs programs for another machine by
# their emulator.
set -u

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
