/* scheduler.pml - which thread checks for work next: the scheduler, sleeping and waking.
 *
 * Properties
 *   R1  A task runs once, never twice (assert in CALL).
 *   R2  When no step is possible any more, every task that can run has run and is retired, every record is
 *       drained, and no ready or finished task is left (asserts in Quiet).  A lost wake-up or a forgotten
 *       completion violates this.
 *   R3  Every wait returns; every thread is at its end, or a worker asleep, or inside a task that never
 *       returns (spin's check of end states: a thread parked in a wait is not at a valid end state).
 *   R4  One holder of the scheduler at a time; counts do not go below zero (asserts).
 *   R5  With fair scheduling everything is done in the end (ltl done, with -DLTL).
 *
 * Every access to a shared word is a separate step, except accesses of the holder of the scheduler to what
 * only the holder touches.  The plain store of `published` goes through a store buffer
 * (process Buffer): it becomes visible at any later time, also after the loads that follow it, but
 * before the thread's next read-modify-write.
 *
 * A situation is chosen with -DSIT_..., a broken variant with -DBREAK_... (README.md has both lists).
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- Situations: NW workers, QUEUES issuing threads, NT tasks ---------------------------------- */

#define NONE 15
#define FIRST 13
#define NEVER 255 /* no such task */

#if defined(SIT_PUSH) /* two threads push one task each */
#define QUEUES 2
#elif defined(SIT_CHAIN) /* one thread pushes two tasks, the second depends on the first */
#define QUEUES 1
#define CHAIN
#elif defined(SIT_BACKLOG) /* one thread pushes a task that never returns and one that does */
#define QUEUES 1
#define STUCK 0
#elif defined(SIT_ONE) /* a thread pushes a task and waits for it */
#define QUEUES 1
#define NT 1
#elif defined(SIT_ONE_FOREIGN) /* the same; a foreign thread completes it */
#define QUEUES 1
#define NT 1
#define DEFERRED 0
#elif defined(SIT_WAIT) /* a thread pushes and waits, another one pushes */
#define QUEUES 2
#elif defined(SIT_FOREIGN) /* a thread pushes two and waits; a foreign thread completes task 0 */
#define QUEUES 1
#define DEFERRED 0
#define DEPTH 3
#elif defined(SIT_FOREIGN_MORE) /* as WAIT; a foreign thread completes task 0 */
#define QUEUES 2
#define DEFERRED 0
#elif defined(SIT_STUCK) /* as WAIT; the other thread's task never returns */
#define QUEUES 2
#define STUCK 1
#elif defined(SIT_TWO) /* two threads push and wait, one worker */
#define QUEUES 2
#define NW 1
#elif defined(SIT_ALL) /* two threads push, a third one waits for the first's, which is deferred */
#define QUEUES 3
#define DEFERRED 0
#elif defined(SIT_GAP) /* a thread pushes, another releases a variable; one worker */
#define QUEUES 2
#define NT 1
#define NW 1
#elif defined(SIT_BUSY_PROBE) /* the only worker gets stuck; a wait for something that is ready */
#define QUEUES 2
#define STUCK 0
#define NW 1
#elif defined(SIT_BUSY_DONE) /* the only worker gets stuck after task 0, which a thread waits for */
#define QUEUES 2
#define STUCK 1
#define NW 1
#elif defined(SIT_BUSY_FOREIGN) /* the same; task 0 was deferred and a foreign thread completes it */
#define QUEUES 2
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
#define DEPTH 2 /* records in a queue */
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

byte next_seq;
byte published[QUEUES];
byte drained;
byte watchers = NW;
byte sleepers;
byte parked;      /* a bit for each worker: its park word.  Set: asleep or about to be */
byte scheduler;        /* 0: free.  1: held.  2: held, and another round was requested */
byte completions; /* the completion stack, as a set of tasks */
byte ring;        /* the ready ring, as a set of tasks (ring.pml has the ring itself) */
byte backlog;     /* ready tasks for which the ring had no slot; written by the holder, read by all */
byte marks;       /* a bit for each queue: its probe has been granted */

/* ---- The records, and the state owned by the scheduler ------------------------------------------ */

byte record[QUEUES * DEPTH]; /* a task, PROBE or RELEASE */
byte seq[QUEUES * DEPTH];
byte stored[QUEUES];         /* `published` as the queue's own thread sees it; Buffer makes it visible */
byte taken[QUEUES];
byte probes;                /* queues whose probe is drained and not granted */
byte waits_for[QUEUES];      /* the task a queue's probe needs, or NONE */
byte blocked;               /* drained tasks that are not ready yet */
byte retired;

/* ---- For the properties only -------------------------------------------------------------------- */

byte ran;      /* tasks whose function was called */
byte deferred; /* tasks whose completion is with the foreign thread */
byte returned; /* issuing threads that have ended */

byte i_, t_; /* scratch inside d_step */

#define FLUSHED(queue) (published[queue] == stored[queue])

/* ---- Sleeping and waking ------------------------------------------------------------------------ */

#define IF_GOTO(condition, label)                                                                      \
    if                                                                                                 \
    :: condition -> goto label                                                                         \
    :: else                                                                                            \
    fi

/* wr_wake_one: a sleeper comes off the list, counts as a watcher, and its park word changes. */
#define WAKE_ONE(none)                                                                               \
    IF_GOTO(sleepers == 0, none);                                                                    \
    atomic {                                                                                           \
        if                                                                                             \
        :: parked & 1 -> parked = parked & ~1; assert(sleepers > 0); sleepers--; watchers++            \
        :: parked & 2 -> parked = parked & ~2; assert(sleepers > 0); sleepers--; watchers++            \
        :: parked == 0 -> goto none                                                                  \
        fi                                                                                             \
    }

#define PEEK(l) (published[l] != taken[l])

#if defined(BREAK_POSITIONS) && QUEUES == 1 /* compare positions instead of sequence numbers */
#define IF_RECORDS_GOTO(label) IF_GOTO(PEEK(0), label)
#elif defined(BREAK_POSITIONS) && QUEUES == 2
#define IF_RECORDS_GOTO(label) IF_GOTO(PEEK(0) || PEEK(1), label)
#elif defined(BREAK_LOAD_ORDER) /* next_seq first, drained second */
#define IF_RECORDS_GOTO(label)                                                                         \
    k = next_seq;                                                                                   \
    atomic {                                                                                           \
        if                                                                                             \
        :: k != drained -> k = 0; goto label                                                           \
        :: else -> k = 0                                                                               \
        fi                                                                                             \
    }
#else
/* `drained` first.  It is a count: read second, a later record drained in between would make up for an
 * earlier one whose sequence number is drawn and whose position is not published. */
#define IF_RECORDS_GOTO(label)                                                                         \
    k = drained;                                                                                       \
    atomic {                                                                                           \
        if                                                                                             \
        :: k != next_seq -> k = 0; goto label                                                       \
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

/* ---- The scheduler-------------------------------------------------------------------------------- */

inline grant_probes() {
    for (i_ : 0 .. QUEUES - 1) {
        if
        :: (probes & BIT(i_)) && (waits_for[i_] == NONE || (retired & BIT(waits_for[i_]))) ->
            probes = probes & ~BIT(i_);
            marks = marks | BIT(i_);
        :: else
        fi
    }
    i_ = 0;
}

inline drain(lim) {
    for (i_ : 0 .. QUEUES - 1) {
        do
        :: taken[i_] < published[i_] && seq[i_ * DEPTH + taken[i_]] < lim ->
            t_ = record[i_ * DEPTH + taken[i_]];
            record[i_ * DEPTH + taken[i_]] = 0;
            seq[i_ * DEPTH + taken[i_]] = 0;
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

/* link, grant and admit in one: a task is ready when the one it depends on is retired */
inline publish() {
    for (i_ : 0 .. NT - 1) {
        if
#ifdef CHAIN
        :: (blocked & BIT(i_)) && (i_ == 0 || (retired & 1)) ->
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

/* wr_scheduler_try.  Only a swap that succeeds empties the store buffer. */
#define SCHEDULER_TRY(failed, flushed)                                                                      \
    atomic {                                                                                           \
        if                                                                                             \
        :: scheduler != 0 -> goto failed                                                                    \
        :: scheduler == 0 && (flushed) -> scheduler = 1                                                          \
        fi                                                                                             \
    }

/* wr_scheduler_work.  The completions are taken with an exchange. */
inline scheduler_work() {
    atomic { retired = retired | completions; completions = 0; grant_probes(); }
    k = next_seq;
    d_step { drain(k); k = 0; }
    d_step { publish(); }
}

/* wr_scheduler_release: release it; check again if that was requested (BREAK_ASK) or if no worker watches and
 * there are completions (BREAK_LEAVE); make sure that a worker takes what is published (BREAK_LEAVE_WAKE).
 * The label `again` stands before the call of scheduler_work, `left` after this.
 *
 * BREAK_PROGRESS: there are no requests.  Instead the holder checks again if no worker watches and records
 * are undrained, until a round has drained nothing.  A record published after that round has read its
 * queue, by a thread that then finds the scheduler held, is left behind. */
#ifdef BREAK_PROGRESS
#define BREAK_ASK
#define SCHEDULER_LOCALS byte before = 255;
#define IF_MORE_RECORDS_GOTO(label)                                                                    \
    if                                                                                                 \
    :: drained != before -> IF_RECORDS_GOTO(label)                                                     \
    :: else                                                                                            \
    fi;
#define REMEMBER before = drained
#define FORGET before = 255
#define WATCHED ready
#else
#define SCHEDULER_LOCALS
#define IF_MORE_RECORDS_GOTO(label)
#define REMEMBER
#define FORGET
#define WATCHED left
#endif

inline scheduler_release() {
    atomic { /* exchange */
        assert(scheduler != 0);
        if
#ifndef BREAK_ASK
        :: scheduler == 2 -> scheduler = 0; goto retry
        :: scheduler == 1 -> scheduler = 0
#else
        :: scheduler != 0 -> scheduler = 0
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
    SCHEDULER_TRY(ready, true);
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

/* With -DTINY all tasks are tiny: a worker leaves them to another active one (is_crowded), if that one
 * watches. */
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
    SCHEDULER_LOCALS
    bit retire; /* collect completions before taking from the ring */
    bit off;    /* not watching: about to run a long task */
#ifdef TINY
    bit slot;
#endif

top: /* look_for_work */
#ifdef TINY
    if
    :: !slot && CROWDED(0) -> goto nothing
    :: slot || !CROWDED(0) -> atomic { if :: !slot -> slot = 1; slots++ :: else fi }
    fi;
    atomic { /* yield_to_others */
        if
        :: CROWDED(1) -> slot = 0; slots--; goto nothing
        :: else
        fi
    }
#endif
    IF_GOTO(retire, look);
    TAKE(look);
    goto have;
look:
    SCHEDULER_TRY(taken_already, true);
    atomic { retire = 0; t = FIRST }
again:
    scheduler_work();
    atomic { /* the first time, take a task */
        if
        :: t == FIRST && (ring & 1) -> ring = ring & ~1; t = 0
        :: t == FIRST && (ring & 2) -> ring = ring & ~2; t = 1
        :: t == FIRST && ring == 0 -> t = NONE
        :: t != FIRST
        fi
    }
    scheduler_release();
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
    :: UNWATCH; /* run_long */
        off = 1;
#ifndef BREAK_LONG
        IF_GOTO(watchers != 0, call);
        IF_WORK_GOTO(wake);
        goto call;
wake:   WAKE_ONE(alone);
        goto call;
alone:
#ifndef BREAK_LONG_ALONE
        SCHEDULER_TRY(call, true); /* no sleeper: process it here first */
        goto again;
#else
        skip;
#endif
#endif
call:   CALL(t);
        if
        :: t == STUCK ->
end_stuck:  false
        :: else -> retire = 1
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
    /* sleep_until_woken: on the list, not watching; then check whether no worker watches and there is work */
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
rise: /* wake_self */
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
        :: else /* another thread woke this worker, and counted it */
#endif
        fi
    }
    goto top
}

/* publish in submission.c: the sequence number is drawn, the store of the position is in the buffer ... */
#define PUSH(what)                                                                                     \
    atomic {                                                                                           \
        FLUSHED(queue);                                                                                 \
        record[queue * DEPTH + stored[queue]] = what;                                                    \
        seq[queue * DEPTH + stored[queue]] = next_seq;                                             \
        next_seq++;                                                                                 \
        stored[queue]++;                                                                                \
    }

/* ... wr_scheduler_notify.  Taking the lock of the sleepers empties the store buffer. */
#ifdef BREAK_PUSH_WAKE
#define PUSH_WAKE(label) skip
#else
#define PUSH_WAKE(label)                                                                               \
    IF_GOTO(watchers != 0, label);                                                                     \
    IF_GOTO(sleepers == 0, label);                                                                     \
    FLUSHED(queue) -> WAKE_ONE(label)
#endif

/* Pushes `first` and `second` (NONE: nothing); then waits, or releases a variable. */
proctype Issuer(byte queue; byte first; byte second; byte then) {
    byte k;
    SCHEDULER_LOCALS

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
    :: marks & BIT(queue) -> goto done
    :: then == WAITS && watchers != 0 -> goto left /* workers_have_it: a hint, it may or may not */
    :: !(marks & BIT(queue))
    fi;
    SCHEDULER_TRY(left, FLUSHED(queue));
again:
    scheduler_work();
    scheduler_release();
left: /* Not drained yet, and the scheduler is held: request it.  A read-modify-write; park begins with one too. */
    FLUSHED(queue);
#ifndef BREAK_PARK
    atomic {
        if
        :: taken[queue] != stored[queue] && scheduler == 0 -> goto block
        :: taken[queue] != stored[queue] && scheduler != 0 -> scheduler = 2
        :: taken[queue] == stored[queue]
        fi
    }
#endif
    then == RELEASES || (marks & BIT(queue)); /* parked */
done:
    returned = returned | BIT(queue)
}

/* weir_completion_done on a foreign thread */
proctype Foreign() {
    byte k;
    SCHEDULER_LOCALS

end_idle:
    d_step { deferred & BIT(DEFERRED); completions = completions | BIT(DEFERRED) }
    IF_GOTO(watchers != 0, left);
    WAKE_ONE(alone);
    goto left;
alone:
#ifndef BREAK_FOREIGN
    SCHEDULER_TRY(left, true); /* no sleeper: process it here */
again:
    scheduler_work();
    scheduler_release();
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
#if QUEUES > 1
    :: d_step { published[1] < stored[1] -> published[1]++ }
#endif
#if QUEUES > 2
    :: d_step { published[2] < stored[2] -> published[2]++ }
#endif
    od
}

#if STUCK == NEVER
#define EXPECTED ALL_TASKS
#else
#define EXPECTED (ALL_TASKS & ~BIT(STUCK))
#endif
#define RETURNED_ALL (BIT(QUEUES) - 1)

proctype Quiet() {
end:
    atomic {
        timeout;
        assert(returned == RETURNED_ALL);
        assert(completions == 0);
#if NW > 1 || STUCK == NEVER /* else the only worker is stuck: what is pushed may stay in the queues */
        assert(next_seq == drained);
        assert(backlog == 0 && ring == 0);
        assert(ran == ALL_TASKS);
        assert(retired == EXPECTED);
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
#define DONE (retired == EXPECTED && returned == RETURNED_ALL)
#else
#define DONE (returned == RETURNED_ALL)
#endif
ltl done { <> DONE }
#endif
