/* device.pml - tasks of a device are passed to it, and finish, in the order of their positions.
 *
 * Two threads give positions to tasks while they hold the scheduler (here: in one step) and then send: one thread at a
 * time passes what is in `outgoing` to the device.  Some tasks must not run; they keep their place in line, and the
 * device does not see them.  The device reports from its own thread.  One thread at a time finishes the tasks at the
 * front of the line that are done.
 *
 * Properties
 *   V1  The device gets tasks in the order of positions (assert in SUBMIT).
 *   V2  Tasks are pushed onto the completion stack in the order of positions, each once (assert in PUSH).
 *   V3  In the end every task has been pushed (assert in Quiet; spin's check of end states).
 *
 * Broken variants: -DBREAK_TWO_SEND (two threads send at once), -DBREAK_TWO_FINISH (two threads finish at once),
 * -DBREAK_NO_FLUSH (a sender does not finish tasks that the device does not see), -DBREAK_LEFT (a sender does not look
 * at `outgoing` again).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define N 4
#define RUNS(i) (i != 1 && i != 3) /* tasks 1 and 3 must not run */

bit lock;
bit sending, finishing; /* under lock */
byte assigned;          /* under lock: positions below this one are given */
byte sent;              /* under lock: outgoing is [sent, assigned), in flight is [head, sent) */
byte head;              /* under lock: tasks below this one are being finished */
bit waits[N];           /* under lock: the device has to report the task */
byte submitted;         /* positions below this one have been passed to the device, or left out */
byte at_device;         /* number of tasks that the device has */
byte reported;          /* under lock: tasks below this one have been reported, or are not to be */
byte pushed;            /* number of tasks on the completion stack so far */
byte senders;           /* number of senders that have ended */

#define LOCK   atomic { !lock -> lock = 1 }
#define UNLOCK lock = 0
#define PUSH(i) atomic { assert(pushed == i); pushed++ }

/* Under lock; holds it again at the end. */
inline finish_done() {
#ifndef BREAK_TWO_FINISH
    if
    :: finishing -> skip
    :: else ->
        finishing = 1;
#endif
        do
        :: head < sent && !waits[head] ->
            i = head;
            head++;
            UNLOCK;
            PUSH(i);
            LOCK
        :: else -> break
        od;
        finishing = 0
#ifndef BREAK_TWO_FINISH
    fi
#endif
}

#define SUBMIT                                                                                                     \
    atomic {                                                                                                       \
        assert(submitted == i);                                                                                    \
        submitted = k;                                                                                             \
        do                                                                                                         \
        :: i < k ->                                                                                                \
            if :: RUNS(i) -> at_device++ :: else fi;                                                               \
            i++                                                                                                    \
        :: else -> break                                                                                           \
        od                                                                                                         \
    }

proctype Sender() {
    byte i, k, rounds;

    do
    :: rounds < 2 ->
        rounds++;
        LOCK; /* with the scheduler held */
        waits[assigned] = RUNS(assigned);
        assigned++;
        UNLOCK;

        LOCK;
        if
#ifndef BREAK_TWO_SEND
        :: sending -> skip
#endif
        :: else ->
            sending = 1;
            do
            :: sent < assigned ->
                i = sent;
                k = assigned;
                sent = k;
                UNLOCK;
                SUBMIT;
                LOCK;
#ifndef BREAK_NO_FLUSH
                finish_done();
#endif
#ifdef BREAK_LEFT
                break
#endif
            :: else -> break
            od;
            sending = 0
        fi;
        UNLOCK
    :: else -> break
    od;
    senders++
}

proctype Device() {
    byte i, left = 2;

    do
    :: left > 0 ->
        atomic { at_device > 0 -> at_device-- };
        LOCK;
        do
        :: !waits[reported] -> reported++ /* a task that the device does not see */
        :: else -> break
        od;
        waits[reported] = 0;
        reported++;
        left--;
        finish_done();
        UNLOCK
    :: else -> break
    od
}

proctype Quiet() {
    senders == 2 && pushed == N && !sending && !finishing && !lock;
    assert(head == N && sent == N && at_device == 0)
}

init {
    atomic {
        run Sender();
        run Sender();
        run Device();
        run Quiet()
    }
}
