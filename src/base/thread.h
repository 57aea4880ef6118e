/* thread.h - starts a thread of the runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_H
#define WR_THREAD_H

#include <pthread.h>

#include "base/base.h"

/* Start a thread that blocks all signals, so that signal handlers run on the program's own threads.
 * `name` has at most 15 characters.  Return 0 or the error of pthread_create. */
int wr_thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *arg);

#endif
