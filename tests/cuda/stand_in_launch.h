/* stand_in_launch.h - what the stand-in driver hands to a compiled kernel.  C11 and C++17.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_LAUNCH_H
#define STAND_IN_LAUNCH_H

enum { STAND_IN_THREADS_MAX = 1024, STAND_IN_SHARED_MAX = 227 << 10 /* bytes */ };

/* A thread of a block that has waited at a barrier. */
typedef struct stand_in_thread {
    void *stack; /* where it goes on */
    void *idle;  /* element i: a fiber that has nothing to do */
    unsigned long long value, result;
    unsigned mask;
    int source;
    unsigned x, y, z;
    unsigned char state, kind;
} stand_in_thread;

typedef struct stand_in_launch {
    unsigned grid[3], block[3];
    int reversed; /* blocks and threads run in reverse order */
    void *stream;
    /* The upper end of the i-th stack; NULL if there is no memory. */
    void *(*stack)(void *stream, unsigned i);
    stand_in_thread *threads; /* STAND_IN_THREADS_MAX of them */
} stand_in_launch;

/* A kernel NAME is exported as stand_in_run_NAME and stand_in_size_NAME.  0: all threads have
 * ended; 1: some wait at a barrier for ever. */
typedef int stand_in_run_function(const void *arguments, const stand_in_launch *launch);
typedef unsigned long stand_in_size_function(void);

#endif
