/* housekeeper.pml - housekeeping by a sleeping worker: work left for it is done in the end.
 *
 * Two workers run tasks that leave housekeeping work, then sleep; a thread that is not a worker leaves work
 * twice and notifies.  Housekeeping needs two scans: the first returns when to come again, the second does
 * the work, and a third finds nothing.  A housekeeper that sleeps with a limit may wake at any time.
 *
 * Properties
 *   K1  When no step is possible any more, no housekeeping work is left (assert in Quiet).
 *   K2  There is at most one housekeeper, and one call at a time (asserts in HOUSEKEEPER and CALL).
 *   K3  With -DSET: once wr_idle_set has returned, the function registered before is not called any more (assert
 *       in CALL); and it returns (spin's check of end states).
 *
 * scheduler.pml covers the waking of workers: here a push wakes a sleeper if there is one, and a worker checks
 * once more for work before it sleeps.  A worker that is awake sleeps some time.  The stack of sleepers and
 * the registered function are under one lock: reading and changing them is one step.  The sentinel is left
 * out: it only adds scans.
 *
 * The rules
 *   - A worker that goes to sleep becomes the housekeeper; or, if there is one, requests another scan.
 *   - The housekeeper sets its word to active before it scans, and resigns only if there was no request since.
 *   - A worker that has resigned is not the housekeeper: another one may be.
 *   - A housekeeper that wakes up sets the word to none; the next worker that goes to sleep takes over.
 *   - A thread that leaves work without going to sleep requests a scan; if there is no housekeeper it wakes a
 *     sleeper.
 *   - The flag that a call is under way is set under the lock under which its function is read.
 *
 * Broken variants: -DBREAK_SLEEP (a worker that goes to sleep does not request a scan), -DBREAK_RESIGN (the
 * housekeeper resigns in spite of a request), -DBREAK_ACTIVE_LATE (it sets the word to active after the scan),
 * -DBREAK_RESIGNED (a worker that has resigned clears the word when it wakes up), -DBREAK_WAKE_UP (the
 * housekeeper does not clear the word), -DBREAK_NOTIFY_REQUEST, -DBREAK_NOTIFY_WAKE (a thread that leaves work
 * does not request a scan, or does not wake); with -DSET: -DBREAK_NO_WAIT (wr_idle_set does not wait for the
 * call), -DBREAK_FLAG_LATE (the flag is set after the lock was released).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define NW 2
#define PUSHES 2
#define NOTIFIES 2
#define BIT(n) (1 << (n))

mtype = { NONE, ACTIVE, REQUESTED };

mtype housekeeper = NONE;
byte work;             /* tasks pushed and not taken */
byte parked;           /* the sleepers: a set bit is a park word that is 0 */
byte left;             /* housekeeping work: 1 new, 2 seen, 0 none */
bit registered = 1;    /* under the lock, as is the next */
bit housekeeping;
bit gone;              /* the registered function may be freed */
byte housekeepers, inside;  /* for K2 */

#define LEAVE left = 1

/* Wakes any sleeper. */
#define WAKE_ONE                                                                                       \
    atomic {                                                                                           \
        if                                                                                             \
        :: parked & 1 -> parked = parked & ~1                                                          \
        :: parked & 2 -> parked = parked & ~2                                                          \
        :: parked == 0                                                                                 \
        fi                                                                                             \
    }

/* K2; `by` is 1 or -1. */
#define HOUSEKEEPER(by) housekeepers = housekeepers + (by); assert(housekeepers <= 1)

/* One scan.  In two steps, so that other threads can run during it. */
#define CALL                                                                                           \
    atomic {                                                                                           \
        inside++;                                                                                      \
        assert(inside == 1 && !gone);                                                                  \
        if                                                                                             \
        :: left == 1 -> left = 2; again = 1                                                            \
        :: left == 2 -> left = 0; again = 0                                                            \
        :: left == 0 -> again = 0                                                                      \
        fi                                                                                             \
    };                                                                                                 \
    atomic { assert(!gone); inside-- }

proctype Worker(byte me) {
    bit mine;  /* this worker is the housekeeper */
    bit again; /* and will scan again */

top:
    atomic {
        if
        :: work > 0 -> work--
        :: work == 0 -> goto go_to_sleep
        fi
    }
    LEAVE;
    goto top;

go_to_sleep:
    parked = parked | BIT(me);
    if
    :: work > 0 -> parked = parked & ~BIT(me); goto top
    :: else
    fi;

scan: /* become_housekeeper */
    atomic { /* a compare-and-swap in a loop */
        if
        :: housekeeper == NONE -> housekeeper = ACTIVE; mine = 1; HOUSEKEEPER(1)
        :: housekeeper != NONE ->
#ifndef BREAK_SLEEP
            housekeeper = REQUESTED;
#endif
            goto park
        fi
    }
once_more:
#ifndef BREAK_ACTIVE_LATE
    housekeeper = ACTIVE;
#endif
    /* run_housekeeping */
    atomic {
        again = 0;
        if
#ifdef BREAK_FLAG_LATE
        :: registered -> skip
#else
        :: registered -> housekeeping = 1
#endif
        :: !registered -> goto scanned
        fi
    }
#ifdef BREAK_FLAG_LATE
    housekeeping = 1;
#endif
    CALL;
    housekeeping = 0;
scanned:
#ifdef BREAK_ACTIVE_LATE
    housekeeper = ACTIVE;
#endif
    if
    :: again -> goto park
    :: else
    fi;
#ifdef BREAK_RESIGN
    atomic { housekeeper = NONE; mine = 0; HOUSEKEEPER(-1) }
#else
    atomic {
        if
        :: housekeeper == ACTIVE -> housekeeper = NONE; HOUSEKEEPER(-1);
#ifndef BREAK_RESIGNED
            mine = 0
#endif
        :: housekeeper != ACTIVE -> goto once_more
        fi
    }
#endif

park:
end_asleep:
    if
    :: !(parked & BIT(me)) /* woken */
    :: mine && again       /* or the limit has come */
    fi;
    atomic {
        if
        :: mine ->
#ifndef BREAK_WAKE_UP
            housekeeper = NONE;
#endif
            mine = 0;
#ifdef BREAK_RESIGNED
            if
            :: again -> HOUSEKEEPER(-1)
            :: else
            fi
#else
            HOUSEKEEPER(-1)
#endif
        :: else
        fi;
        again = 0
    }
    if
    :: parked & BIT(me) -> goto scan
    :: else -> goto top
    fi
}

proctype Pusher() {
    byte n;

    do
    :: n < PUSHES -> n++; work++; WAKE_ONE
    :: else -> break
    od
}

proctype Leaver() {
    byte n;

    do
    :: n < NOTIFIES ->
        n++;
        LEAVE;
        atomic { /* wr_idle_notify; the word is read, and a sleeper woken later */
            if
#ifdef BREAK_NOTIFY_REQUEST
            :: housekeeper == ACTIVE -> goto notified
#else
            :: housekeeper == ACTIVE -> housekeeper = REQUESTED; goto notified
#endif
            :: housekeeper == REQUESTED -> goto notified
            :: housekeeper == NONE
            fi
        }
#ifndef BREAK_NOTIFY_WAKE
        WAKE_ONE;
#endif
notified:  skip
    :: else -> break
    od
}

#ifdef SET
proctype Setter() {
    registered = 0; /* wr_idle_set */
#ifndef BREAK_NO_WAIT
    !housekeeping;
#endif
    gone = 1
}
#endif

proctype Quiet() {
end:
    atomic {
        timeout;
        assert(left == 0 || !registered)
    }
}

init {
    atomic {
        run Worker(0);
        run Worker(1);
        run Pusher();
        run Leaver();
#ifdef SET
        run Setter();
#endif
        run Quiet()
    }
}
