/* defer.pml - a deferred task is handed over once, by the second of two parties.
 *
 * run() takes a completion handle, gives it away and returns WEIR_PENDING; completion_done() may be
 * called on another thread at any time from then on, also before run() has returned.  Each of the two
 * subtracts one from a count of two.  The last one pushes the task onto the completion stack.
 *
 * Properties
 *   D1  The task is handed over once (assert in HAND_OVER; spin's check of end states if never).
 *   D2  Not before run() has returned, and not without the status (asserts in HAND_OVER).
 *   D3  No thread touches the task after the scheduler has retired it: its memory may be reused (asserts in
 *       TOUCH).
 *
 * Broken variants: -DBREAK_NO_COUNT (completion_done hands over by itself), -DBREAK_PLAIN (the count is
 * loaded and stored), -DBREAK_STATUS_LATE (the status is stored after the count), -DBREAK_COUNT_LATE
 * (the count is set after the handle is out), -DBREAK_TOUCH (the runner notes the new state in the task
 * after its count), -DBREAK_HAND_OVER_TOUCH (the thread that hands over reads the task afterwards).
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* in the task */
byte parts;
bit status;  /* the completion's status has been stored */
bit running; /* run() has not returned */

bit handle;  /* the handle is out */
bit stack;   /* the task is on the completion stack */
byte handed; /* how often it was put there */
bit freed;

#define TOUCH assert(!freed)

#define HAND_OVER                                                                                      \
    atomic {                                                                                           \
        TOUCH;                                                                                         \
        assert(!running && status);                                                                    \
        handed++;                                                                                      \
        assert(handed == 1);                                                                           \
        stack = 1                                                                                      \
    };                                                                                                 \
    AFTER

#ifdef BREAK_HAND_OVER_TOUCH
#define AFTER TOUCH
#else
#define AFTER skip
#endif

#ifdef BREAK_PLAIN
#define PART(last)                                                                                     \
    atomic { TOUCH; n = parts };                                                                       \
    atomic { TOUCH; parts = n - 1; last = (n == 1) }
#else
#define PART(last) atomic { TOUCH; n = parts; parts = n - 1; last = (n == 1) }
#endif

proctype Runner() {
    byte n;
    bit last;

    running = 1;
#ifdef BREAK_COUNT_LATE
    handle = 1;
    parts = 2;
#else
    parts = 2;
    handle = 1;
#endif
    running = 0; /* run() returns WEIR_PENDING */
#ifdef BREAK_NO_COUNT
    skip
#else
    PART(last);
    if
    :: last -> HAND_OVER
    :: else ->
#ifdef BREAK_TOUCH
        TOUCH
#else
        skip
#endif
    fi
#endif
}

proctype Completer() {
    byte n;
    bit last;

    handle;
#ifndef BREAK_STATUS_LATE
    atomic { TOUCH; status = 1 }
#endif
#ifdef BREAK_NO_COUNT
    HAND_OVER
#else
    PART(last);
#ifdef BREAK_STATUS_LATE
    atomic { TOUCH; status = 1 }
#endif
    if
    :: last -> HAND_OVER
    :: else
    fi
#endif
}

proctype Scheduler() {
    stack;
    stack = 0;
    atomic { TOUCH; freed = 1 } /* retired */
}

init {
    atomic {
        run Runner();
        run Completer();
        run Scheduler()
    }
}
