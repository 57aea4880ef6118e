/* spaces.pml - tasks that allocate in two memories never wait for each other for ever.
 *
 * A program of N tasks is chosen freely: in which memory each task allocates its result, which results of older tasks
 * it reads, and before which task the program releases the result.  Each memory has exactly the bytes that an in-order
 * run needs.  Each memory admits its tasks oldest first, when their bytes fit.  A task that is admitted ends once the
 * tasks whose results it reads have ended.  A result is freed when the program has released it (all records are linked
 * from the start) and all tasks that read it have ended.
 *
 * Properties
 *   V1  In the end every task has ended (assert in Quiet).
 *   V2  A memory never holds more bytes than it has (assert in Run).
 *
 * Broken variants: -DBREAK_ORDER (any held task may be admitted that fits), -DBREAK_ONE_LEVEL (both memories share the
 * larger of the two levels).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define N 4

byte reads[N];    /* bit k: the task reads the result of task k */
byte released[N]; /* the result is released before the task with this number; N: after all */
bit space[N];
byte size[N];
byte most[2];     /* the in-order peak of each memory */
byte reserved[2]; /* bytes of admitted tasks and of results that are not freed */
byte admitted, ended, freed; /* bits of tasks */
bit started;

#define HAS(set, i) ((set >> (i)) & 1)

/* Choose task i.  A task reads only results that are not released yet. */
inline choose(i) {
    if
    :: space[i] = 0
    :: space[i] = 1
    fi;
    if
    :: size[i] = 1
    :: size[i] = 2
    fi;
    k = i + 1;
    do
    :: k < N -> k++
    :: break
    od;
    released[i] = k;
    k = 0;
    do
    :: k < i ->
        if
        :: released[k] > i -> reads[i] = reads[i] | (1 << k)
        :: true
        fi;
        k++
    :: else -> break
    od
}

/* Simulate an in-order run up to task i, and raise the peak. */
inline count(i) {
    sum = 0;
    k = 0;
    do
    :: k <= i ->
        if
        :: space[k] == space[i] && released[k] > i -> sum = sum + size[k]
        :: else
        fi;
        k++
    :: else -> break
    od;
    if
    :: sum > most[space[i]] -> most[space[i]] = sum
    :: else
    fi
}

/* Is no older task of the same memory held? */
#define OLDER_HELD(i, k) (k < i && space[k] == space[i] && !HAS(admitted, k))
#define FIRST(i) (!OLDER_HELD(i, 0) && !OLDER_HELD(i, 1) && !OLDER_HELD(i, 2))

#ifdef BREAK_ONE_LEVEL
#define FITS(i) (reserved[0] + reserved[1] + size[i] <= (most[0] > most[1] -> most[0] : most[1]))
#else
#define FITS(i) (reserved[space[i]] + size[i] <= most[space[i]])
#endif

#ifdef BREAK_ORDER
#define MAY_ADMIT(i) (!HAS(admitted, i) && FITS(i))
#else
#define MAY_ADMIT(i) (!HAS(admitted, i) && FIRST(i) && FITS(i))
#endif

#define MAY_END(i) (HAS(admitted, i) && !HAS(ended, i) && (reads[i] & ended) == reads[i])

/* Do tasks that read the result of task i remain? */
#define READS(i, k) (HAS(reads[k], i) && !HAS(ended, k))
#define IN_USE(i)   (READS(i, 0) || READS(i, 1) || READS(i, 2) || READS(i, 3))
#define MAY_FREE(i) (HAS(ended, i) && !HAS(freed, i) && released[i] < N && !IN_USE(i))

#define TASK(i)                                                                                                        \
    :: MAY_ADMIT(i) ->                                                                                                 \
        admitted = admitted | (1 << i);                                                                                \
        reserved[space[i]] = reserved[space[i]] + size[i];                                                             \
        assert(reserved[space[i]] <= most[space[i]])                                                                   \
    :: MAY_END(i) -> ended = ended | (1 << i)                                                                          \
    :: MAY_FREE(i) ->                                                                                                  \
        freed = freed | (1 << i);                                                                                      \
        reserved[space[i]] = reserved[space[i]] - size[i]

active proctype Run() {
    byte k, sum;
    atomic {
        choose(0);
        choose(1);
        choose(2);
        choose(3);
        count(0);
        count(1);
        count(2);
        count(3);
        k = 0;
        sum = 0;
        started = 1
    }
end:
    do
    :: atomic {
           if
           TASK(0)
           TASK(1)
           TASK(2)
           TASK(3)
           fi
       }
    od
}

active proctype Quiet() {
    started;
    timeout;
    assert(ended == (1 << N) - 1)
}
