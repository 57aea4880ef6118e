#!/bin/bash
# run.sh - check the models with spin: each model must hold, and each broken variant must be refuted.
#
#   run.sh          the small situations: half a minute, under a gigabyte
#   run.sh full     larger ones too: ten minutes, 6 GB
#   run.sh trace MODEL -D...   show how a broken variant fails
#
# SPIN and CC name other programs.  Exits with 0 if every result is as expected.
#
# SPDX-License-Identifier: Apache-2.0
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
spin=${SPIN:-spin}
cc=${CC:-gcc}
what=${1:-quick}
memory=900 # MB
failures=0
checks=0

case $what in quick | full | trace) ;; *) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;; esac
command -v "$spin" > /dev/null || { echo "run.sh: $spin is not installed"; exit 77; }
command -v "$cc" > /dev/null || { echo "run.sh: $cc is not installed"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# build OPTIMISATION MODEL PAN-DEFINES -- FLAGS...: leaves ./pan
build() {
    local optimise=$1 model=$2 defines=$3
    shift 3
    rm -f pan pan.* ./*.trail out
    cp "$here/$model" . || return 1
    "$spin" -a "$@" "$model" > spin.out 2>&1 || { cat spin.out; return 1; }
    # shellcheck disable=SC2086 # several defines
    "$cc" "$optimise" -w $defines -DMEMLIM="$memory" -o pan pan.c
}

report() { # VERDICT MODEL FLAGS...
    local verdict=$1 model=$2 states
    shift 2
    checks=$((checks + 1))
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' out)
    printf '%-9s %-12s %-44s %10s states\n' "$verdict" "$model" "${*//-D/}" "${states:-?}"
    case $verdict in
    holds | refuted) ;;
    *)
        failures=$((failures + 1))
        grep -E '^pan:|error:|errors:' out | head -5
        ;;
    esac
}

# The search was complete and found no error; and it reached the assertions of Quiet.
complete() {
    grep -q 'errors: 0$' out || return 1
    ! grep -qE 'max search depth too small|memory.*exceeded|MEMLIM|Search not completed' out || return 1
    ! grep -A1 'unreached in proctype Quiet' out | grep -q 'state' ||
        grep -A1 'unreached in proctype Quiet' out | grep -q '(0 of'
}

search() { # OPTIMISATION PAN-DEFINES PAN-OPTIONS MODEL FLAGS...
    build "$1" "$4" "-DSAFETY $2" "${@:5}" || exit 1
    ./pan "$3" -m200000 > out 2>&1
    if complete; then report holds "${@:4}"; else report "FAILS" "${@:4}"; fi
}

# For few states, many, and very many: trades compile time against run time and memory.
holds() { search -O0 "" -w20 "$@"; }
holds_large() { search -O1 "" -w23 "$@"; }
holds_huge() { search -O2 -DCOLLAPSE -w27 "$@"; }

# A broken variant must fail, or the model does not test the rule.
refuted() {
    build -O0 "$1" -DSAFETY "${@:2}" || exit 1
    ./pan -m100000 -w20 > out 2>&1
    if grep -qE '^pan:1: (assertion violated|invalid end state)' out; then report refuted "$@"
    else report "PASSES" "$@"; fi
}

# The same for the liveness property, with fair scheduling.
lives() {
    build -O0 "$1" '-DNFAIR=3 -DCOLLAPSE' "${@:2}" -DLTL || exit 1
    ./pan -a -f -w20 -m200000 > out 2>&1
    if grep -q 'errors: 0$' out && ! grep -qE 'too small|MEMLIM' out; then report holds "$@" -DLTL
    else report "FAILS" "$@" -DLTL; fi
}

refuted_live() {
    build -O0 "$1" '-DNFAIR=3 -DCOLLAPSE' "${@:2}" -DLTL || exit 1
    ./pan -a -f -m200000 -w20 > out 2>&1
    if grep -q '^pan:1: acceptance cycle' out; then report refuted "$@" -DLTL
    else report "PASSES" "$@" -DLTL; fi
}

if [ "$what" = trace ]; then
    shift
    build -O1 "$1" '-DSAFETY -DREACH' "${@:2}" || exit 1
    ./pan -i -m400 > out 2>&1 # looks for a short one
    [ -f "$1.trail" ] || { echo "nothing found"; exit 1; }
    "$spin" -t -p -g "${@:2}" "$1"
    exit 0
fi

start=$SECONDS

holds sequence.pml
for broken in NO_LIMIT LIMIT_LATE SIGNAL_EARLY; do refuted sequence.pml -DBREAK_$broken; done

holds_large ring.pml -DBACK=2
for broken in NO_CAS SLOT_LATE TAIL_EARLY TAIL_FIRST UNPUBLISH NO_BOUND WRAP; do
    refuted ring.pml -DBREAK_$broken
done

holds defer.pml
for broken in NO_COUNT PLAIN STATUS_LATE COUNT_LATE TOUCH HAND_OVER_TOUCH; do
    refuted defer.pml -DBREAK_$broken
done

holds_large device.pml
for broken in TWO_SEND TWO_FINISH NO_FLUSH LEFT; do refuted device.pml -DBREAK_$broken; done

holds_large queues.pml
for broken in AGAIN CLEAR GATE REFUSALS BLOCKED EARLY LATE; do refuted queues.pml -DBREAK_$broken; done

holds_large spaces.pml
for broken in ORDER ONE_LEVEL; do refuted spaces.pml -DBREAK_$broken; done

holds_large sentinel.pml
for broken in SENTINEL POST WAKE_ANY ROUSE; do refuted sentinel.pml -DBREAK_$broken; done

holds_large housekeeper.pml
holds_large housekeeper.pml -DSET
for broken in SLEEP RESIGN ACTIVE_LATE RESIGNED WAKE_UP NOTIFY_REQUEST NOTIFY_WAKE; do
    refuted housekeeper.pml -DBREAK_$broken
done
for broken in NO_WAIT FLAG_LATE; do refuted housekeeper.pml -DSET -DBREAK_$broken; done

for situation in PUSH BUSY_FOREIGN; do holds_large scheduler.pml -DSIT_$situation; done
for situation in CHAIN BACKLOG ONE GAP BUSY_PROBE BUSY_DONE; do holds scheduler.pml -DSIT_$situation; done
refuted scheduler.pml -DSIT_CHAIN -DBREAK_NO_CHECK
refuted scheduler.pml -DSIT_CHAIN -DBREAK_COUNT_LATE
refuted scheduler.pml -DSIT_CHAIN -DBREAK_REGISTER_LATE
refuted scheduler.pml -DSIT_CHAIN -DBREAK_PUSH_WAKE
refuted scheduler.pml -DSIT_CHAIN -DBREAK_POSITIONS
refuted scheduler.pml -DSIT_GAP -DBREAK_LOAD_ORDER
refuted scheduler.pml -DSIT_BACKLOG -DBREAK_BACKLOG
refuted scheduler.pml -DSIT_BACKLOG -DBREAK_LONG
refuted scheduler.pml -DSIT_ONE -DBREAK_LEAVE_WAKE
refuted scheduler.pml -DSIT_BUSY_PROBE -DBREAK_ASK
refuted scheduler.pml -DSIT_BUSY_PROBE -DBREAK_PARK
refuted scheduler.pml -DSIT_BUSY_PROBE -DBREAK_PROGRESS
refuted scheduler.pml -DSIT_BUSY_DONE -DBREAK_LEAVE
refuted scheduler.pml -DSIT_BUSY_DONE -DBREAK_LONG_ALONE
refuted scheduler.pml -DSIT_BUSY_FOREIGN -DBREAK_FOREIGN
lives scheduler.pml -DSIT_BACKLOG -DTINY
refuted_live scheduler.pml -DSIT_BACKLOG -DTINY -DBREAK_CROWD

if [ "$what" = full ]; then
    memory=6000
    holds_huge ring.pml -DBACK=4
    for situation in TWO ONE_FOREIGN FOREIGN STUCK WAIT; do holds_huge scheduler.pml -DSIT_$situation; done
    holds_huge scheduler.pml -DSIT_PUSH -DTINY
    for situation in BACKLOG CHAIN ONE GAP BUSY_PROBE BUSY_DONE BUSY_FOREIGN TWO PUSH; do
        lives scheduler.pml -DSIT_$situation
    done
    lives scheduler.pml -DSIT_CHAIN -DTINY
fi

echo "$((checks - failures)) of $checks as expected, $((SECONDS - start)) s"
[ $failures -eq 0 ]
