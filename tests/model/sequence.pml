/* sequence.pml - the order of records between queues.
 *
 * Thread A issues a0 and a1 in queue 0 and then signals B.  B issues b in queue 1.  Thread C issues c in
 * queue 2 independently.  The scheduler drains repeatedly, until it has all four records.
 *
 * Properties
 *   T1  b is never taken before a1, nor a1 before a0 (asserts in TAKE).
 *   T2  The records of one batch are taken in the order of their sequence numbers (assert in TAKE).
 *   T3  Each record is taken once, and all are taken in the end although there are gaps: numbers
 *       drawn and not yet published (assert at the end of Scheduler, spin's check of end states).
 *
 * Drawing a number and publishing are two steps, and the queues are read one by one, in any order.  A store
 * buffer would add nothing: A's store of the flag follows that of the position, and C's position may
 * become visible arbitrarily late in any case.
 *
 * Broken variants: -DBREAK_NO_LIMIT takes what is published, -DBREAK_LIMIT_LATE reads the limit after
 * the positions, -DBREAK_SIGNAL_EARLY lets A signal before its position is published (a store of
 * the position without release order).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define QUEUES 3
#define RECORDS 4

byte next_seq;
byte published[QUEUES];
byte seq[QUEUES * 2];
bit signalled;

/* owned by the scheduler */
byte taken[QUEUES];
byte seen[QUEUES]; /* the positions as read in this round */
byte total;

#define ISSUE(queue, slot)                                                                              \
    d_step { seq[queue * 2 + slot] = next_seq; next_seq++ }

proctype A() {
    ISSUE(0, 0);
    published[0] = 1;
    ISSUE(0, 1);
#ifdef BREAK_SIGNAL_EARLY
    signalled = 1;
    published[0] = 2
#else
    published[0] = 2;
    signalled = 1
#endif
}

proctype B() {
    signalled;
    ISSUE(1, 0);
    published[1] = 1
}

proctype C() {
    ISSUE(2, 0);
    published[2] = 1
}

#define HAS(queue) (taken[queue] < seen[queue] && seq[queue * 2 + taken[queue]] < limit)
#define HEAD(queue) (HAS(queue) -> seq[queue * 2 + taken[queue]] : 255)

#define TAKE(queue)                                                                                     \
    assert(queue != 1 || taken[0] == 2);                                                                \
    assert(first || seq[queue * 2 + taken[queue]] > last);                                            \
    last = seq[queue * 2 + taken[queue]];                                                             \
    first = 0;                                                                                         \
    taken[queue]++;                                                                                     \
    total++

proctype Scheduler() {
    byte limit, last, todo;
    bit first;

    do
    :: total == RECORDS -> break
    :: else ->
#ifdef BREAK_NO_LIMIT
        limit = 255;
#elif !defined(BREAK_LIMIT_LATE)
        limit = next_seq;
#endif
        todo = 7;
        do
        :: todo & 1 -> d_step { seen[0] = published[0]; todo = todo & ~1 }
        :: todo & 2 -> d_step { seen[1] = published[1]; todo = todo & ~2 }
        :: todo & 4 -> d_step { seen[2] = published[2]; todo = todo & ~4 }
        :: todo == 0 -> break
        od;
#ifdef BREAK_LIMIT_LATE
        limit = next_seq;
#endif
        atomic { /* the merge: the queue whose head has the lowest sequence number */
            first = 1;
            do
            :: HAS(0) && HEAD(0) < HEAD(1) && HEAD(0) < HEAD(2) -> TAKE(0)
            :: HAS(1) && HEAD(1) < HEAD(0) && HEAD(1) < HEAD(2) -> TAKE(1)
            :: HAS(2) && HEAD(2) < HEAD(0) && HEAD(2) < HEAD(1) -> TAKE(2)
            :: else -> break
            od;
            limit = 0;
            last = 0;
            first = 0;
            seen[0] = 0;
            seen[1] = 0;
            seen[2] = 0
        }
    od;
    assert(taken[0] == 2 && taken[1] == 1 && taken[2] == 1)
}

init {
    atomic {
        run A();
        run B();
        run C();
        run Scheduler()
    }
}
