/* keeper.pml - housekeeping by whoever sleeps: what is left behind is looked at in the end.
 *
 * Two workers run tasks that leave something for the housekeeping and lie down; a thread that is no worker
 * leaves something twice and pokes.  The housekeeping wants two looks: at the first it says when to come
 * again, at the second it does its work, and a third finds nothing.  A keeper that sleeps with a limit may
 * wake at any time.
 *
 * Properties
 *   K1  When nothing moves any more, nothing is left that the housekeeping has not done (assert in Quiet).
 *   K2  There is one keeper at most, and one call at a time (asserts in KEEPER and CALL).
 *   K3  With -DSET: once wr_idle_set has returned, what was registered before is called no more (assert in
 *       CALL); and it returns (spin's check of end states).
 *
 * That who is pushed to wakes is role.pml's affair: here a push wakes a sleeper if there is one, and who
 * lies down looks once more for work.  A worker that is awake lies down some time.  The stack of sleepers
 * and what is registered are under one lock: a look at and a change of them is one step.  The sentinel is
 * left out: its naps are only more looks.
 *
 * The rules
 *   - Who lies down becomes the keeper; or, if there is one, asks it to look again.
 *   - The keeper says that it is there before it looks, and resigns only if nobody has asked since.
 *   - Who has resigned is no keeper: another one may be.
 *   - The keeper that gets up leaves the place free; who lies down next has it.
 *   - Who leaves something without lying down asks the keeper; if there is none it wakes a sleeper.
 *   - That a call is under way is said under the lock under which its function is read.
 *
 * Broken variants: -DBREAK_LIE_DOWN (who lies down does not ask), -DBREAK_RESIGN (the keeper resigns
 * without looking who has asked), -DBREAK_THERE_LATE (it says that it is there after it has looked),
 * -DBREAK_RESIGNED (who has resigned clears the place when it gets up), -DBREAK_GET_UP (the keeper leaves
 * the place taken), -DBREAK_POKE_ASK, -DBREAK_POKE_WAKE (who leaves something does not ask, or does not
 * wake); with -DSET: -DBREAK_NO_WAIT (wr_idle_set does not wait for the call), -DBREAK_KEEPING_LATE (the
 * call is said to be under way after the lock was given back).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define NW 2
#define PUSHES 2
#define POKES 2
#define BIT(n) (1 << (n))

mtype = { NOBODY, THERE, ASKED };

mtype keeper = NOBODY;
byte work;             /* tasks pushed and not taken */
byte parked;           /* the sleepers: a set bit is a park word that is 0 */
byte left;             /* for the housekeeping: 1 new, 2 seen, 0 nothing */
bit registered = 1;    /* under the lock, as is the next */
bit keeping;
bit gone;              /* what was registered may be freed */
byte keepers, inside;  /* for K2 */

#define LEAVE left = 1

/* Wakes whom it likes. */
#define WAKE_ONE                                                                                       \
    atomic {                                                                                           \
        if                                                                                             \
        :: parked & 1 -> parked = parked & ~1                                                          \
        :: parked & 2 -> parked = parked & ~2                                                          \
        :: parked == 0                                                                                 \
        fi                                                                                             \
    }

/* K2; `by` is 1 or -1. */
#define KEEPER(by) keepers = keepers + (by); assert(keepers <= 1)

/* One look.  In two steps, so that others can do something during it. */
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
    bit mine;  /* we are the keeper */
    bit again; /* and are to come back */

top:
    atomic {
        if
        :: work > 0 -> work--
        :: work == 0 -> goto lie_down
        fi
    }
    LEAVE;
    goto top;

lie_down:
    parked = parked | BIT(me);
    if
    :: work > 0 -> parked = parked & ~BIT(me); goto top
    :: else
    fi;

look: /* become_keeper */
    atomic { /* a compare-and-swap in a loop */
        if
        :: keeper == NOBODY -> keeper = THERE; mine = 1; KEEPER(1)
        :: keeper != NOBODY ->
#ifndef BREAK_LIE_DOWN
            keeper = ASKED;
#endif
            goto park
        fi
    }
once_more:
#ifndef BREAK_THERE_LATE
    keeper = THERE;
#endif
    /* keep_house */
    atomic {
        again = 0;
        if
#ifdef BREAK_KEEPING_LATE
        :: registered -> skip
#else
        :: registered -> keeping = 1
#endif
        :: !registered -> goto looked
        fi
    }
#ifdef BREAK_KEEPING_LATE
    keeping = 1;
#endif
    CALL;
    keeping = 0;
looked:
#ifdef BREAK_THERE_LATE
    keeper = THERE;
#endif
    if
    :: again -> goto park
    :: else
    fi;
#ifdef BREAK_RESIGN
    atomic { keeper = NOBODY; mine = 0; KEEPER(-1) }
#else
    atomic {
        if
        :: keeper == THERE -> keeper = NOBODY; KEEPER(-1);
#ifndef BREAK_RESIGNED
            mine = 0
#endif
        :: keeper != THERE -> goto once_more
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
#ifndef BREAK_GET_UP
            keeper = NOBODY;
#endif
            mine = 0;
#ifdef BREAK_RESIGNED
            if
            :: again -> KEEPER(-1)
            :: else
            fi
#else
            KEEPER(-1)
#endif
        :: else
        fi;
        again = 0
    }
    if
    :: parked & BIT(me) -> goto look
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
    :: n < POKES ->
        n++;
        LEAVE;
        atomic { /* wr_idle_poke; the word is looked at, and somebody woken later */
            if
#ifdef BREAK_POKE_ASK
            :: keeper == THERE -> goto poked
#else
            :: keeper == THERE -> keeper = ASKED; goto poked
#endif
            :: keeper == ASKED -> goto poked
            :: keeper == NOBODY
            fi
        }
#ifndef BREAK_POKE_WAKE
        WAKE_ONE;
#endif
poked:  skip
    :: else -> break
    od
}

#ifdef SET
proctype Setter() {
    registered = 0; /* wr_idle_set */
#ifndef BREAK_NO_WAIT
    !keeping;
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
