/* sentinel.pml - short tasks that turn out long, and the sleeper that checks for them.
 *
 * Three workers.  One thread pushes four tasks, one after the other: the first returns, the others never
 * do.  A worker that runs a task it believes to be short still counts as watching, so a push does
 * not wake another.  One of the sleepers, the sentinel, sleeps with a time limit and finds what was pushed.
 *
 * Properties
 *   S1  Every task is run, for there are as many workers as tasks that never return (assert in Quiet).
 *   S2  If a worker sleeps there is a sentinel, and it is one of the sleepers (assert in Quiet).
 *
 * scheduler.pml covers queues, scheduler and ring: here a task is either in `queue` or taken.  The sentinel's
 * sleep ends at any time, but a wake-up that finds nothing changes nothing and is left out.  The list of
 * sleepers, `sentinel` and `deep` are under one lock: reading and changing them is one step.
 *
 * The rules
 *   - A worker that goes to sleep and finds no sentinel becomes the sentinel.
 *   - A wake takes the sentinel only if no other worker sleeps.
 *   - A sentinel that finds work wakes another sleeper, and runs it itself only if there is none.
 *   - A sentinel that stops sleeping while others sleep appoints one of them and wakes it, so that it sleeps
 *     with a limit.
 *   - When all are asleep the sentinel sleeps without a limit (`deep`).  A worker clears that and wakes the
 *     sentinel before it runs a task while counted as a watcher.
 *
 * Broken variants: -DBREAK_POST (a wake takes any sleeper, a sentinel that finds work goes and is not
 * replaced), -DBREAK_WAKE_ANY (only the first of these), -DBREAK_ROUSE (no worker wakes a sentinel that
 * sleeps without a limit), -DBREAK_SENTINEL (there is none).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define NW 3
#define TASKS 4
#define BIT(n) (1 << (n))
#define ALL_WORKERS (BIT(NW) - 1)
#define NONE 7
#define STUCK(t) ((t) != 0)

byte queue;
byte watchers = NW;
byte parked;            /* the sleepers */
byte sentinel = NONE;
bit deep;               /* the sentinel sleeps without a limit */
byte ran;

#define REMOVE(w) parked = parked & ~BIT(w)
#define APPOINT                                                                                           \
    if                                                                                                 \
    :: parked & 1 -> sentinel = 0                                                                      \
    :: parked & 2 -> sentinel = 1                                                                      \
    :: parked & 4 -> sentinel = 2                                                                      \
    :: parked == 0 -> sentinel = NONE                                                                \
    fi;                                                                                                \
    deep = 0

#if defined(BREAK_POST) || defined(BREAK_WAKE_ANY)
#define MAY_WAKE(w) (parked & BIT(w))
#else
#define MAY_WAKE(w) ((parked & BIT(w)) && (sentinel != (w) || parked == BIT(w)))
#endif

#define TAKE_OFF(w)                                                                                    \
    REMOVE(w);                                                                                         \
    if                                                                                                 \
    :: sentinel == (w) -> sentinel = NONE; deep = 0                                                  \
    :: else                                                                                            \
    fi

#define WAKE_ONE                                                                                       \
    atomic {                                                                                           \
        if                                                                                             \
        :: MAY_WAKE(0) -> TAKE_OFF(0)                                                                  \
        :: MAY_WAKE(1) -> TAKE_OFF(1)                                                                  \
        :: MAY_WAKE(2) -> TAKE_OFF(2)                                                                  \
        :: parked == 0                                                                                 \
        fi                                                                                             \
    }

proctype Worker(byte me) {
    byte t;
    bit fresh; /* has just woken up */

top:
    atomic { /* the oldest */
        if
        :: queue & 1 -> queue = queue & ~1; t = 0
        :: (queue & 3) == 2 -> queue = queue & ~2; t = 1
        :: (queue & 7) == 4 -> queue = queue & ~4; t = 2
        :: queue == 8 -> queue = queue & ~8; t = 3
        :: queue == 0 -> goto nothing
        fi
    }
    if
    :: !fresh -> /* short: it stays among the watchers */
#ifndef BREAK_ROUSE
        if
        :: deep -> atomic { deep = 0 }
        :: else
        fi;
#endif
        ran = ran | BIT(t);
        if
        :: STUCK(t) ->
end_short:  false
        :: else
        fi
    :: watchers--; /* long */
        if
        :: queue != 0 -> WAKE_ONE
        :: else
        fi;
        ran = ran | BIT(t);
        if
        :: STUCK(t) ->
end_long:   false
        :: else -> watchers++
        fi
    fi;
    atomic { t = 0; fresh = 0 }
    goto top;

nothing:
    watchers--;
    atomic {
        parked = parked | BIT(me);
#ifndef BREAK_SENTINEL
        if
        :: sentinel == NONE -> sentinel = me
        :: else
        fi
#endif
    }
    if
    :: queue != 0 -> goto wake_self
    :: else
    fi;
end_asleep:
    if
    :: !(parked & BIT(me)) -> goto wake_self /* woken */
    :: atomic { (parked & BIT(me)) && sentinel == me && !deep && queue != 0 -> /* the time limit */
#ifdef BREAK_POST
            goto wake_self
#else
            if
            :: parked == BIT(me) -> goto wake_self
            :: else -> goto other
            fi
#endif
        }
    :: atomic { sentinel == me && !deep && parked == ALL_WORKERS -> deep = 1 }
        goto end_asleep
    fi;
#ifndef BREAK_POST
other:
    WAKE_ONE; /* another one; by now perhaps none, or this worker */
    goto end_asleep;
#endif
wake_self:
    atomic {
        if
        :: parked & BIT(me) ->
            REMOVE(me);
            if
#ifdef BREAK_POST
            :: sentinel == me -> sentinel = NONE; deep = 0
#else
            :: sentinel == me -> APPOINT
#endif
            :: else
            fi
        :: else
        fi;
        fresh = 1
    }
    watchers++;
    goto top
}

proctype Pusher() {
    byte n;

    do
    :: n < TASKS ->
        atomic { queue = queue | BIT(n); n++ }
        if
        :: watchers == 0 ->
            if
            :: parked != 0 -> WAKE_ONE
            :: else
            fi
        :: else
        fi
    :: else -> break
    od
}

proctype Quiet() {
end:
    atomic {
        timeout;
        assert(ran == BIT(TASKS) - 1);
#ifndef BREAK_SENTINEL
        assert(parked == 0 || (parked & BIT(sentinel)))
#endif
    }
}

init {
    atomic {
        run Worker(0);
        run Worker(1);
        run Worker(2);
        run Pusher();
        run Quiet()
    }
}
