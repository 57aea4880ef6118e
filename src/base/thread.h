/* thread.h - starts a thread of the runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_H
#define WR_THREAD_H

#include <pthread.h>
#include <sched.h>

#include "base/base.h"

/* A set of CPUs; `size` is that of the set in bytes. */
typedef struct wr_thread_cpus {
    size_t size;
    cpu_set_t *set;
} wr_thread_cpus;

/* The CPUs of the threads that this thread starts; NULL: those of this thread, which they
 * inherit. */
extern WR_THREAD_LOCAL const wr_thread_cpus *wr_thread_mask;

/* Start a thread that blocks all signals but those of its own faults, such as SIGSEGV, so that signal
 * handlers run on the program's own threads.
 * `name` has at most 15 characters.  Return 0 or the error of pthread_create. */
int wr_thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *arg);

#endif
