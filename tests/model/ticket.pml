/* ticket.pml - the order of records between lanes.
 *
 * Thread A issues a0 and a1 in lane 0 and then tells B.  B issues b in lane 1.  Thread C issues c in
 * lane 2 and knows of nobody.  The role drains again and again, until it has all four records.
 *
 * Properties
 *   T1  b is never taken before a1, nor a1 before a0 (asserts in TAKE).
 *   T2  The records of one batch are taken in the order of their tickets (assert in TAKE).
 *   T3  Each record is taken once, and all are taken in the end although there are gaps, tickets drawn
 *       and not yet published (assert at the end of Role, spin's check of end states).
 *
 * A ticket and its publication are two steps, and the lanes are read one by one, in any order.  A store
 * buffer would add nothing: A's store of the flag is behind that of the position, and C's position may
 * come arbitrarily late as it is.
 *
 * Broken variants: -DBREAK_NO_LIMIT takes what is published, -DBREAK_LIMIT_LATE reads the limit after
 * the positions, -DBREAK_TOLD_EARLY lets A tell before its position is published (a store of the
 * position without release order).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define LANES 3
#define RECORDS 4

byte next_ticket;
byte published[LANES];
byte ticket[LANES * 2];
bit told;

/* the role's own */
byte taken[LANES];
byte seen[LANES]; /* the positions as read in this round */
byte total;

#define ISSUE(lane, slot)                                                                              \
    d_step { ticket[lane * 2 + slot] = next_ticket; next_ticket++ }

proctype A() {
    ISSUE(0, 0);
    published[0] = 1;
    ISSUE(0, 1);
#ifdef BREAK_TOLD_EARLY
    told = 1;
    published[0] = 2
#else
    published[0] = 2;
    told = 1
#endif
}

proctype B() {
    told;
    ISSUE(1, 0);
    published[1] = 1
}

proctype C() {
    ISSUE(2, 0);
    published[2] = 1
}

#define HAS(lane) (taken[lane] < seen[lane] && ticket[lane * 2 + taken[lane]] < limit)
#define HEAD(lane) (HAS(lane) -> ticket[lane * 2 + taken[lane]] : 255)

#define TAKE(lane)                                                                                     \
    assert(lane != 1 || taken[0] == 2);                                                                \
    assert(first || ticket[lane * 2 + taken[lane]] > last);                                            \
    last = ticket[lane * 2 + taken[lane]];                                                             \
    first = 0;                                                                                         \
    taken[lane]++;                                                                                     \
    total++

proctype Role() {
    byte limit, last, todo;
    bit first;

    do
    :: total == RECORDS -> break
    :: else ->
#ifdef BREAK_NO_LIMIT
        limit = 255;
#elif !defined(BREAK_LIMIT_LATE)
        limit = next_ticket;
#endif
        todo = 7;
        do
        :: todo & 1 -> d_step { seen[0] = published[0]; todo = todo & ~1 }
        :: todo & 2 -> d_step { seen[1] = published[1]; todo = todo & ~2 }
        :: todo & 4 -> d_step { seen[2] = published[2]; todo = todo & ~4 }
        :: todo == 0 -> break
        od;
#ifdef BREAK_LIMIT_LATE
        limit = next_ticket;
#endif
        atomic { /* the merge: the lane whose head has the lowest ticket */
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
        run Role()
    }
}
