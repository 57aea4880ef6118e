/* queues.pml - two queues that wait for each other: the gate before a wait, refused tasks, retirement.
 *
 * Three tasks in a chain alternate between two devices; task t is on device t % 2 and has the number t / 2 + 1 there.
 * Two threads give positions to tasks (with the scheduler held: in one step) and then send: one thread at a time passes
 * the outgoing tasks of a device to it, up to the first whose predecessor the other device has not accepted yet.  A
 * device may refuse one task.  The devices execute and report on their own threads; finished tasks are retired by a
 * thread that holds the scheduler.
 *
 * Properties
 *   Q1  A task is executed only after its predecessor has been executed (assert in Device); so it is not executed if
 *       the predecessor was refused.
 *   Q2  A task retires after its predecessor (assert in collect).
 *   Q3  In the end all tasks have been passed on and retired (assert in Quiet; spin's check of end states).
 *
 * Broken variants: -DBREAK_AGAIN (a thread that has passed something on does not look at the other device),
 * -DBREAK_CLEAR (`sending` is cleared later than the gate was found closed), -DBREAK_GATE (tasks are passed on before their
 * predecessors), -DBREAK_REFUSALS (a later refusal is not noticed at the gate), -DBREAK_BLOCKED (an earlier refusal is not
 * noticed when a task gets its position), -DBREAK_EARLY (a task retires as soon as it has finished), -DBREAK_LATE (tasks that
 * were kept back are not looked at again).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define N 3
#define DEV(t) (t % 2)
#define NUM(t) (t / 2 + 1)

/* What is done under the lock of a device, or with the scheduler held, is one step here. */
bit sending[2];
byte assigned;           /* tasks below this one have positions */
byte queued[2], sent[2]; /* outgoing tasks of a device are (sent, queued], by number */
byte passed[2];          /* accepted or refused, by number */
byte refusals[2];        /* number of refused tasks */
byte seen[N];            /* refusals of the other device when the task got its position */
byte at_device[2];       /* passed to the device, by number */
byte executed[2];        /* by number */
bit refused[N], ran[N], finished[N], retired[N];
bit may_refuse = 1;
byte threads; /* number of threads that have ended */

#define TASK(d, n) ((n - 1) * 2 + d)

/* Refuse a task and those behind it on its device. */
inline refuse_from(d) {
    refusals[d]++;
    do
    :: n <= queued[d] -> refused[TASK(d, n)] = 1; finished[TASK(d, n)] = 1; n++
    :: else -> break
    od;
    sent[d] = queued[d];
    passed[d] = sent[d]
}

/* No device has refused a task that is not retired. */
#ifdef BREAK_BLOCKED
#define NOT_BLOCKED 1
#else
#define NOT_BLOCKED (refusals[0] + refusals[1] == 0 || assigned == 0 || retired[assigned - 1])
#endif

#define PREDECESSOR(d) NUM((TASK(d, n) - 1))

#ifdef BREAK_GATE
#define IS_CLOSED(d) 0
#else
#define IS_CLOSED(d) (TASK(d, n) > 0 && passed[1 - d] < PREDECESSOR(d))
#endif

#ifdef BREAK_REFUSALS
#define IS_REFUSED(d) 0
#else
#define IS_REFUSED(d) (TASK(d, n) > 0 && refusals[1 - d] != seen[TASK(d, n)])
#endif

#ifdef BREAK_CLEAR
#define CLOSED(d) goes = 2
#else
#define CLOSED(d) sending[d] = 0
#endif

inline send(d) {
    atomic {
        if
        :: sending[d]
        :: else -> sending[d] = 1; goes = 1
        fi
    };
    do
    :: goes == 0 -> break
    :: goes == 2 -> atomic { sending[d] = 0; goes = 0 } /* BREAK_CLEAR */
    :: goes == 1 ->
        atomic {
            n = sent[d] + 1;
            goes = 0;
            if
            :: n > queued[d] -> sending[d] = 0
            :: n <= queued[d] && IS_CLOSED(d) -> CLOSED(d)
            :: n <= queued[d] && !IS_CLOSED(d) && IS_REFUSED(d) -> refuse_from(d); goes = 1; any = 1
            :: n <= queued[d] && !IS_CLOSED(d) && !IS_REFUSED(d) -> sent[d] = n; goes = 3
            fi
        }
    :: goes == 3 ->
        if
        :: at_device[d] = n; passed[d] = n
        :: atomic { may_refuse -> may_refuse = 0; refuse_from(d) }
        fi;
        atomic { goes = 1; any = 1; n = 0 }
    od
}

proctype Thread() {
    byte n, goes;
    bit any;

    do
    :: atomic { assigned < N && NOT_BLOCKED ->
        if
        :: assigned > 0 && retired[assigned - 1] && refused[assigned - 1] ->
            refused[assigned] = 1 /* its input has failed: the device only marks its outputs */
        :: else
        fi;
        if :: assigned > 0 -> seen[assigned] = refusals[1 - DEV(assigned)] :: else fi;
        queued[DEV(assigned)] = NUM(assigned);
        assigned++
    };
        do
        :: any = 0;
            send(0);
            send(1);
#ifdef BREAK_AGAIN
            break
#endif
            if :: any :: else -> break fi
        od;
        atomic { any = 0; n = 0 }
    :: assigned == N -> break
    od;
    atomic { threads++ }
}

#define LAST(d) (d == 0 -> 2 : 1) /* the number of the device's last task */

proctype Device(byte d) {
    byte t;

    do
    :: executed[d] == LAST(d) -> break
    :: atomic { executed[d] < at_device[d] && !refused[TASK(d, (executed[d] + 1))] ->
        t = TASK(d, (executed[d] + 1));
        /* wait for the predecessor, which the other device has accepted */
        if
        :: t == 0
        :: t > 0 && (executed[1 - d] >= NUM((t - 1)) || retired[t - 1]) -> assert(ran[t - 1])
        fi;
        ran[t] = 1;
        executed[d]++
    };
        finished[t] = 1 /* reported */
    :: atomic { executed[d] < LAST(d) && refused[TASK(d, (executed[d] + 1))] &&
                (executed[d] < at_device[d] || finished[TASK(d, (executed[d] + 1))]) ->
        executed[d]++; /* it marks its outputs, or the device does not get it */
        finished[TASK(d, executed[d])] = 1
    }
    od
}

/* The holder of the scheduler collects finished tasks; on each device they come in order. */
byte collected[2];
bit late[2];

#define COLLECTABLE(d) (collected[d] < LAST(d) && finished[TASK(d, (collected[d] + 1))] && !late[d])

inline collect(d) {
    t = TASK(d, (collected[d] + 1));
    if
#ifndef BREAK_EARLY
    :: t > 0 && !retired[t - 1] -> late[d] = 1
#endif
    :: else ->
        assert(t == 0 || retired[t - 1]);
        retired[t] = 1;
        collected[d]++;
#ifndef BREAK_LATE
        late[1 - d] = 0 /* look again at what was kept back */
#endif
    fi
}

proctype Collector() {
    byte t;

    do
    :: atomic { COLLECTABLE(0) -> collect(0) }
    :: atomic { COLLECTABLE(1) -> collect(1) }
    :: atomic { retired[0] && retired[1] && retired[2] -> break }
    od
}

proctype Quiet() {
    threads == 2 && retired[0] && retired[1] && retired[2] && !sending[0] && !sending[1];
    assert(sent[0] == 2 && sent[1] == 1 && passed[0] == 2 && passed[1] == 1)
}

init {
    atomic {
        run Thread();
        run Thread();
        run Device(0);
        run Device(1);
        run Collector();
        run Quiet()
    }
}
