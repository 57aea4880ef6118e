#!/bin/bash
# valgrind.sh - the tests of lifecycles lose no memory and read none that is not theirs.
set -u
command -v valgrind > /dev/null || { echo "valgrind is not installed"; exit 77; }

ran=0
failed=0
while read -r program; do
    for name in $("$TEST_BUILD/$program" --list | grep lifecycle); do
        ran=$((ran + 1))
        echo "$program $name"
        valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect,possible \
            --errors-for-leak-kinds=definite,indirect --error-exitcode=9 --fair-sched=yes \
            "$TEST_BUILD/$program" "$name"
        rc=$?
        [ $rc -eq 0 ] || [ $rc -eq 77 ] || { echo "$name: exit status $rc"; failed=1; }
    done
done < <(grep /api/ "$TEST_BUILD/tests.txt")
[ $ran -gt 0 ] || { echo "no test has 'lifecycle' in its name"; exit 77; }
exit $failed
