/* role.pml - who looks next: the role, sleeping and waking.
 *
 * Properties
 *   R1  A task runs once, never twice (assert in CALL).
 *   R2  When nothing moves any more, every task that can run has run and is settled, every record is
 *       drained, no ready task and no finished task is left lying (asserts in Quiet).  A lost wake-up
 *       or a forgotten completion ends here.
 *   R3  Every wait returns; every thread is at its end, or a worker asleep, or inside a task that never
 *       returns (spin's check of end states: being parked in a wait is no proper end).
 *   R4  One holder of the role at a time; counts do not go below zero (asserts).
 *   R5  With fair scheduling everything is done in the end (ltl done, with -DLTL).
 *
 * Every access to a shared word is a step of its own, but for those that only the holder of the role
 * makes to what only the holder touches.  The plain store of `published` goes through a store buffer
 * (process Buffer): it becomes visible at any later time, also after the loads that follow it, but
 * before the thread's next read-modify-write.
 *
 * A situation is chosen with -DSIT_..., a broken variant with -DBREAK_... (README.md has both lists).
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- Situations: NW workers, LANES issuing threads, NT tasks ---------------------------------- */

#define NONE 15
#define FIRST 13
#define NEVER 255 /* no such task */

#if defined(SIT_PUSH) /* two threads push one task each */
#define LANES 2
#elif defined(SIT_CHAIN) /* one thread pushes two tasks, the second depends on the first */
#define LANES 1
#define CHAIN
#elif defined(SIT_BACKLOG) /* one thread pushes a task that never returns and one that does */
#define LANES 1
#define STUCK 0
#elif defined(SIT_ONE) /* a thread pushes a task and waits for it */
#define LANES 1
#define NT 1
#elif defined(SIT_ONE_FOREIGN) /* the same; a foreign thread completes it */
#define LANES 1
#define NT 1
#define DEFERRED 0
#elif defined(SIT_WAIT) /* a thread pushes and waits, another one pushes */
#define LANES 2
#elif defined(SIT_FOREIGN) /* a thread pushes two and waits; a foreign thread completes task 0 */
#define LANES 1
#define DEFERRED 0
#define DEPTH 3
#elif defined(SIT_FOREIGN_MORE) /* as WAIT; a foreign thread completes task 0 */
#define LANES 2
#define DEFERRED 0
#elif defined(SIT_STUCK) /* as WAIT; the other thread's task never returns */
#define LANES 2
#define STUCK 1
#elif defined(SIT_TWO) /* two threads push and wait, one worker */
#define LANES 2
#define NW 1
#elif defined(SIT_ALL) /* two threads push, a third one waits for the first's, which is deferred */
#define LANES 3
#define DEFERRED 0
#elif defined(SIT_GAP) /* a thread pushes, another releases a variable; one worker */
#define LANES 2
#define NT 1
#define NW 1
#elif defined(SIT_BUSY_PROBE) /* the only worker gets stuck; a wait for something that is ready */
#define LANES 2
#define STUCK 0
#define NW 1
#elif defined(SIT_BUSY_DONE) /* the only worker gets stuck after task 0, for which somebody waits */
#define LANES 2
#define STUCK 1
#define NW 1
#elif defined(SIT_BUSY_FOREIGN) /* the same; task 0 was deferred and a foreign thread completes it */
#define LANES 2
#define STUCK 1
#define DEFERRED 0
#define NW 1
#else
#error "choose a situation, -DSIT_..."
#endif

#ifndef NW
#define NW 2
#endif
#ifndef STUCK
#define STUCK NEVER
#endif
#ifndef DEFERRED
#define DEFERRED NEVER
#endif
#ifndef RING
#define RING 1 /* slots of the ready ring */
#endif
#ifndef NT
#define NT 2
#endif
#ifndef DEPTH
#define DEPTH 2 /* records in a lane */
#endif

#define BIT(n) (1 << (n))
#define ALL_TASKS (BIT(NT) - 1)
#define PROBE 14
#define RELEASE 12

/* What a thread does after its pushes. */
#define PUSHES 0
#define WAITS 1
#define RELEASES 2

/* ---- Shared words ------------------------------------------------------------------------------ */

byte next_ticket;
byte published[LANES];
byte drained;
byte watchers = NW;
byte sleepers;
byte parked;      /* a bit for each worker: its park word.  Set: asleep or about to be */
byte role;        /* 0: free.  1: held.  2: held, and somebody has asked for another round */
byte completions; /* the completion stack, as a set of tasks */
byte ring;        /* the ready ring, as a set of tasks (ring.pml has the ring itself) */
byte backlog;     /* ready tasks that found no place in the ring; written by the holder, read by all */
byte marks;       /* a bit for each lane: its probe has been granted */

/* ---- The records, and what belongs to the holder of the role ------------------------------------ */

byte record[LANES * DEPTH]; /* a task, PROBE or RELEASE */
byte ticket[LANES * DEPTH];
byte stored[LANES];         /* `published` as the lane's own thread sees it; Buffer makes it visible */
byte taken[LANES];
byte probes;                /* lanes whose probe is drained and not granted */
byte waits_for[LANES];      /* the task a lane's probe needs, or NONE */
byte blocked;               /* drained tasks that are not ready yet */
byte settled;

/* ---- For the properties only -------------------------------------------------------------------- */

byte ran;      /* tasks whose function was called */
byte deferred; /* tasks whose completion is with the foreign thread */
byte returned; /* issuing threads that have ended */

byte i_, t_; /* scratch inside d_step */

#define FLUSHED(lane) (published[lane] == stored[lane])

/* ---- Sleeping and waking ------------------------------------------------------------------------ */

#define IF_GOTO(condition, label)                                                                      \
    if                                                                                                 \
    :: condition -> goto label                                                                         \
    :: else                                                                                            \
    fi

/* wr_wake_one: a sleeper comes off the list, counts as a watcher, and its park word changes. */
#define WAKE_ONE(nobody)                                                                               \
    IF_GOTO(sleepers == 0, nobody);                                                                    \
    atomic {                                                                                           \
        if                                                                                             \
        :: parked & 1 -> parked = parked & ~1; assert(sleepers > 0); sleepers--; watchers++            \
        :: parked & 2 -> parked = parked & ~2; assert(sleepers > 0); sleepers--; watchers++            \
        :: parked == 0 -> goto nobody                                                                  \
        fi                                                                                             \
    }

#define PEEK(l) (published[l] != taken[l])

#if defined(BREAK_POSITIONS) && LANES == 1 /* compare positions instead of tickets */
#define IF_RECORDS_GOTO(label) IF_GOTO(PEEK(0), label)
#elif defined(BREAK_POSITIONS) && LANES == 2
#define IF_RECORDS_GOTO(label) IF_GOTO(PEEK(0) || PEEK(1), label)
#elif defined(BREAK_LOAD_ORDER) /* next_ticket first, drained second */
#define IF_RECORDS_GOTO(label)                                                                         \
    k = next_ticket;                                                                                   \
    atomic {                                                                                           \
        if                                                                                             \
        :: k != drained -> k = 0; goto label                                                           \
        :: else -> k = 0                                                                               \
        fi                                                                                             \
    }
#else
/* `drained` first.  It is a count: read second, a later record drained in between would make up for an
 * earlier one whose ticket is drawn and whose position is not published. */
#define IF_RECORDS_GOTO(label)                                                                         \
    k = drained;                                                                                       \
    atomic {                                                                                           \
        if                                                                                             \
        :: k != next_ticket -> k = 0; goto label                                                       \
        :: else -> k = 0                                                                               \
        fi                                                                                             \
    }
#endif

#ifdef BREAK_BACKLOG
#define IF_READY_GOTO(label) IF_GOTO(ring != 0, label)
#else
#define IF_READY_GOTO(label)                                                                           \
    IF_GOTO(ring != 0, label);                                                                         \
    IF_GOTO(backlog != 0, label)
#endif

/* wr_has_work, each word by itself */
#define IF_WORK_GOTO(label)                                                                            \
    IF_RECORDS_GOTO(label);                                                                            \
    IF_GOTO(completions != 0, label);                                                                  \
    IF_READY_GOTO(label)

/* ---- The role ------------------------------------------------------------------------------------ */

inline grant_probes() {
    for (i_ : 0 .. LANES - 1) {
        if
        :: (probes & BIT(i_)) && (waits_for[i_] == NONE || (settled & BIT(waits_for[i_]))) ->
            probes = probes & ~BIT(i_);
            marks = marks | BIT(i_);
        :: else
        fi
    }
    i_ = 0;
}

inline drain(lim) {
    for (i_ : 0 .. LANES - 1) {
        do
        :: taken[i_] < published[i_] && ticket[i_ * DEPTH + taken[i_]] < lim ->
            t_ = record[i_ * DEPTH + taken[i_]];
            record[i_ * DEPTH + taken[i_]] = 0;
            ticket[i_ * DEPTH + taken[i_]] = 0;
            taken[i_]++;
            drained++;
            if
            :: t_ == PROBE -> probes = probes | BIT(i_);
            :: t_ == RELEASE
            :: t_ < NT -> blocked = blocked | BIT(t_);
            fi
        :: else -> break
        od
    }
    t_ = 0;
    grant_probes();
}

/* link, grant and admit in one: a task is ready when the one it depends on is settled */
inline publish() {
    for (i_ : 0 .. NT - 1) {
        if
#ifdef CHAIN
        :: (blocked & BIT(i_)) && (i_ == 0 || (settled & 1)) ->
#else
        :: (blocked & BIT(i_)) ->
#endif
            blocked = blocked & ~BIT(i_);
            backlog = backlog | BIT(i_);
        :: else
        fi
    }
    t_ = (ring & 1) + ((ring >> 1) & 1);
    for (i_ : 0 .. NT - 1) {
        if
        :: (backlog & BIT(i_)) && t_ < RING ->
            backlog = backlog & ~BIT(i_);
            ring = ring | BIT(i_);
            t_++;
        :: else
        fi
    }
    i_ = 0;
    t_ = 0;
}

/* wr_role_try.  Only a swap that succeeds empties the store buffer. */
#define ROLE_TRY(failed, flushed)                                                                      \
    atomic {                                                                                           \
        if                                                                                             \
        :: role != 0 -> goto failed                                                                    \
        :: role == 0 && (flushed) -> role = 1                                                          \
        fi                                                                                             \
    }

/* wr_role_work.  The completions are taken with an exchange. */
inline role_work() {
    atomic { settled = settled | completions; completions = 0; grant_probes(); }
    k = next_ticket;
    d_step { drain(k); k = 0; }
    d_step { publish(); }
}

/* wr_role_give: give it back; look again, if somebody asked (BREAK_ASK) or nobody watches and there are
 * completions (BREAK_LEAVE); see that somebody takes what is published (BREAK_LEAVE_WAKE).  `again`
 * stands before the call of role_work, `left` after this.
 *
 * BREAK_PROGRESS: nobody asks.  Instead the holder looks again if nobody watches and records are
 * undrained, until a round has drained nothing.  A record published after that round has read its lane,
 * by a thread that then finds the role taken, stays behind. */
#ifdef BREAK_PROGRESS
#define BREAK_ASK
#define ROLE_LOCALS byte before = 255;
#define IF_MORE_RECORDS_GOTO(label)                                                                    \
    if                                                                                                 \
    :: drained != before -> IF_RECORDS_GOTO(label)                                                     \
    :: else                                                                                            \
    fi;
#define REMEMBER before = drained
#define FORGET before = 255
#define WATCHED ready
#else
#define ROLE_LOCALS
#define IF_MORE_RECORDS_GOTO(label)
#define REMEMBER
#define FORGET
#define WATCHED left
#endif

inline role_give() {
    atomic { /* exchange */
        assert(role != 0);
        if
#ifndef BREAK_ASK
        :: role == 2 -> role = 0; goto retry
        :: role == 1 -> role = 0
#else
        :: role != 0 -> role = 0
#endif
        fi
    }
    IF_GOTO(watchers != 0, WATCHED);
#ifndef BREAK_LEAVE
    IF_GOTO(completions != 0, retry);
#endif
    IF_MORE_RECORDS_GOTO(retry)
    goto ready;
retry:
    ROLE_TRY(ready, true);
    REMEMBER;
    goto again;
ready:
    FORGET;
#ifndef BREAK_LEAVE_WAKE
    IF_GOTO(watchers != 0, left);
    IF_GOTO(ring == 0 && backlog == 0, left);
    WAKE_ONE(left);
#else
    skip;
#endif
}

/* ---- Threads -------------------------------------------------------------------------------------- */

#define TAKE(otherwise)                                                                                \
    atomic { /* wr_ready_take */                                                                       \
        if                                                                                             \
        :: ring & 1 -> ring = ring & ~1; t = 0                                                         \
        :: ring & 2 -> ring = ring & ~2; t = 1                                                         \
        :: ring == 0 -> goto otherwise                                                                 \
        fi                                                                                             \
    }
#define CALL(t) atomic { assert(!(ran & BIT(t))); ran = ran | BIT(t) }
#define UNWATCH atomic { assert(watchers > 0); watchers-- }
#define REGISTER atomic { parked = parked | BIT(me); sleepers++ }

/* With -DTINY all tasks are tiny: a worker leaves them to another one that is at it (is_crowded), if that
 * one watches. */
#ifdef TINY
byte slots;
#ifdef BREAK_CROWD
#define CROWDED(others) (slots > others)
#else
#define CROWDED(others) (slots > others && watchers > 1)
#endif
#define GIVE_SLOT                                                                                      \
    atomic {                                                                                           \
        if                                                                                             \
        :: slot -> slot = 0; slots--                                                                   \
        :: else                                                                                        \
        fi                                                                                             \
    }
#else
#define GIVE_SLOT
#endif

proctype Worker(byte me) {
    byte k, t = NONE;
    ROLE_LOCALS
    bit settle; /* look at the completions before the ring */
    bit off;    /* not watching: about to run something long */
#ifdef TINY
    bit slot;
#endif

top: /* look_for_work */
#ifdef TINY
    if
    :: !slot && CROWDED(0) -> goto nothing
    :: slot || !CROWDED(0) -> atomic { if :: !slot -> slot = 1; slots++ :: else fi }
    fi;
    atomic { /* retire */
        if
        :: CROWDED(1) -> slot = 0; slots--; goto nothing
        :: else
        fi
    }
#endif
    IF_GOTO(settle, look);
    TAKE(look);
    goto have;
look:
    ROLE_TRY(taken_already, true);
    atomic { settle = 0; t = FIRST }
again:
    role_work();
    atomic { /* a task for ourselves, the first time */
        if
        :: t == FIRST && (ring & 1) -> ring = ring & ~1; t = 0
        :: t == FIRST && (ring & 2) -> ring = ring & ~2; t = 1
        :: t == FIRST && ring == 0 -> t = NONE
        :: t != FIRST
        fi
    }
    role_give();
left:
    if
    :: off -> goto call
    :: !off && t != NONE -> goto have
    :: !off && t == NONE -> goto nothing
    fi;
taken_already:
    TAKE(nothing);
have:
    if
    :: t != STUCK -> /* short: it stays among the watchers */
        CALL(t)
    :: UNWATCH; /* run_lengthy */
        off = 1;
#ifndef BREAK_LONG
        IF_GOTO(watchers != 0, call);
        IF_WORK_GOTO(wake);
        goto call;
wake:   WAKE_ONE(alone);
        goto call;
alone:
#ifndef BREAK_LONG_ALONE
        ROLE_TRY(call, true); /* nobody to wake: see to it before we go */
        goto again;
#else
        skip;
#endif
#endif
call:   CALL(t);
        if
        :: t == STUCK ->
end_stuck:  false
        :: else -> settle = 1
        fi
    fi;
    atomic {
        if
        :: t == DEFERRED -> deferred = deferred | BIT(t)
        :: else -> completions = completions | BIT(t)
        fi;
        t = NONE
    }
    if
    :: off -> atomic { watchers++; off = 0 }
    :: else
    fi;
    goto top;

nothing:
    GIVE_SLOT;
    /* sleep_until_woken: on the list, not watching, and then: does nobody watch, and is there work? */
#ifdef BREAK_COUNT_LATE /* leaves the watchers after the check instead of before */
    REGISTER;
    IF_WORK_GOTO(rise);
    UNWATCH;
#elif defined(BREAK_REGISTER_LATE) /* is on the list of sleepers after the check instead of before */
    UNWATCH;
    IF_GOTO(watchers != 0, late);
    IF_WORK_GOTO(rise);
late:
    REGISTER;
#elif defined(BREAK_NO_CHECK)
    REGISTER;
    UNWATCH;
#else
    REGISTER;
    UNWATCH;
    IF_GOTO(watchers != 0, end_asleep);
    IF_WORK_GOTO(rise);
#endif
end_asleep:
    (parked & BIT(me)) == 0;
    goto top;
rise: /* get_up */
    atomic {
        if
        :: parked & BIT(me) -> parked = parked & ~BIT(me); assert(sleepers > 0); sleepers--;
#ifndef BREAK_COUNT_LATE
            watchers++
#endif
#ifdef BREAK_REGISTER_LATE
        :: else -> watchers++
#elif defined(BREAK_COUNT_LATE)
        :: else -> watchers--
#else
        :: else /* somebody woke us, and counted us */
#endif
        fi
    }
    goto top
}

/* publish in submission.c: the ticket is drawn, the store of the position is in the buffer ... */
#define PUSH(what)                                                                                     \
    atomic {                                                                                           \
        FLUSHED(lane);                                                                                 \
        record[lane * DEPTH + stored[lane]] = what;                                                    \
        ticket[lane * DEPTH + stored[lane]] = next_ticket;                                             \
        next_ticket++;                                                                                 \
        stored[lane]++;                                                                                \
    }

/* ... wr_tell_role.  Taking the lock of the sleepers empties the store buffer. */
#ifdef BREAK_PUSH_WAKE
#define PUSH_WAKE(label) skip
#else
#define PUSH_WAKE(label)                                                                               \
    IF_GOTO(watchers != 0, label);                                                                     \
    IF_GOTO(sleepers == 0, label);                                                                     \
    FLUSHED(lane) -> WAKE_ONE(label)
#endif

/* Pushes `first` and `second` (NONE: nothing); then waits, or releases a variable. */
proctype Issuer(byte lane; byte first; byte second; byte then) {
    byte k;
    ROLE_LOCALS

    if
    :: first != NONE -> PUSH(first); PUSH_WAKE(one)
    :: else
    fi;
one:
    if
    :: second != NONE -> PUSH(second); PUSH_WAKE(two)
    :: else
    fi;
two:
    if
    :: then == PUSHES -> goto done
    :: then == RELEASES -> /* wr_issue_now */
        PUSH(RELEASE);
        IF_GOTO(watchers != 0, done)
    :: then == WAITS -> /* wait_var */
        PUSH(PROBE);
        PUSH_WAKE(block)
    fi;
block:
    if
    :: marks & BIT(lane) -> goto done
    :: then == WAITS && watchers != 0 -> goto left /* leave_it_to_workers: a hint, it may or may not */
    :: !(marks & BIT(lane))
    fi;
    ROLE_TRY(left, FLUSHED(lane));
again:
    role_work();
    role_give();
left: /* Not drained yet, and no role: ask its holder.  A read-modify-write; park begins with one too. */
    FLUSHED(lane);
#ifndef BREAK_PARK
    atomic {
        if
        :: taken[lane] != stored[lane] && role == 0 -> goto block
        :: taken[lane] != stored[lane] && role != 0 -> role = 2
        :: taken[lane] == stored[lane]
        fi
    }
#endif
    then == RELEASES || (marks & BIT(lane)); /* parked */
done:
    returned = returned | BIT(lane)
}

/* weir_completion_done on a thread of somebody else */
proctype Foreign() {
    byte k;
    ROLE_LOCALS

end_idle:
    d_step { deferred & BIT(DEFERRED); completions = completions | BIT(DEFERRED) }
    IF_GOTO(watchers != 0, left);
    WAKE_ONE(alone);
    goto left;
alone:
#ifndef BREAK_FOREIGN
    ROLE_TRY(left, true); /* nobody to wake: see to it here */
again:
    role_work();
    role_give();
#else
    skip;
#endif
left:
    skip
}

/* The store buffers of the issuing threads, for the one store that is not ordered by itself. */
proctype Buffer() {
end:
    do
    :: d_step { published[0] < stored[0] -> published[0]++ }
#if LANES > 1
    :: d_step { published[1] < stored[1] -> published[1]++ }
#endif
#if LANES > 2
    :: d_step { published[2] < stored[2] -> published[2]++ }
#endif
    od
}

#if STUCK == NEVER
#define EXPECTED ALL_TASKS
#else
#define EXPECTED (ALL_TASKS & ~BIT(STUCK))
#endif
#define RETURNED_ALL (BIT(LANES) - 1)

proctype Quiet() {
end:
    atomic {
        timeout;
        assert(returned == RETURNED_ALL);
        assert(completions == 0);
#if NW > 1 || STUCK == NEVER /* else the only worker is stuck: what is pushed may stay where it is */
        assert(next_ticket == drained);
        assert(backlog == 0 && ring == 0);
        assert(ran == ALL_TASKS);
        assert(settled == EXPECTED);
#endif
    }
}

init {
    atomic {
#if defined(SIT_PUSH) || defined(SIT_ALL)
        run Issuer(0, 0, NONE, PUSHES);
        run Issuer(1, 1, NONE, PUSHES);
#elif defined(SIT_CHAIN) || defined(SIT_BACKLOG)
        run Issuer(0, 0, 1, PUSHES);
#elif defined(SIT_WAIT) || defined(SIT_FOREIGN_MORE) || defined(SIT_STUCK)
        run Issuer(0, 0, NONE, WAITS);
        run Issuer(1, 1, NONE, PUSHES);
#elif defined(SIT_ONE) || defined(SIT_ONE_FOREIGN)
        run Issuer(0, 0, NONE, WAITS);
#elif defined(SIT_FOREIGN)
        run Issuer(0, 0, 1, WAITS);
#elif defined(SIT_TWO)
        run Issuer(0, 0, NONE, WAITS);
        run Issuer(1, 1, NONE, WAITS);
        waits_for[1] = 1;
#elif defined(SIT_GAP)
        run Issuer(0, 0, NONE, PUSHES);
        run Issuer(1, NONE, NONE, RELEASES);
#elif defined(SIT_BUSY_PROBE)
        run Issuer(0, 0, NONE, PUSHES);
        run Issuer(1, NONE, NONE, WAITS);
        waits_for[1] = NONE;
#elif defined(SIT_BUSY_DONE) || defined(SIT_BUSY_FOREIGN)
        run Issuer(0, 0, NONE, WAITS);
#endif
        run Worker(0);
#if NW > 1
        run Worker(1);
#endif
#if DEFERRED != NEVER
        run Foreign();
#endif
        run Buffer();
        run Quiet();
    }
#if defined(SIT_ALL)
    atomic { returned & BIT(0); run Issuer(2, NONE, NONE, WAITS) } /* for task 0 */
#elif defined(SIT_BUSY_DONE) || defined(SIT_BUSY_FOREIGN)
    atomic { ran & BIT(0); run Issuer(1, 1, NONE, PUSHES) } /* the worker gets stuck after task 0 */
#endif
}

#ifdef LTL
#if NW > 1 || STUCK == NEVER
#define DONE (settled == EXPECTED && returned == RETURNED_ALL)
#else
#define DONE (returned == RETURNED_ALL)
#endif
ltl done { <> DONE }
#endif
