/* lock.h - a mutex with a rank.
 *
 * A thread takes locks in rising rank only; debug builds record the ranks that each thread holds
 * and assert this.  engine/README.md has the table of ranks and what each lock guards.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LOCK_H
#define WR_LOCK_H

#include <pthread.h>

#include "base/base.h"

typedef struct wr_lock {
    pthread_mutex_t mutex;
    int rank;
} wr_lock;

void wr_lock_init(wr_lock *lock, int rank);
void wr_lock_destroy(wr_lock *lock);
void wr_lock_take(wr_lock *lock);
void wr_lock_give(wr_lock *lock);

/* False: another thread holds it.  Cannot deadlock, so any rank may be tried. */
bool wr_lock_try(wr_lock *lock);

/* Switch the check on or off for this thread.  Around a fork one thread takes the locks of all
 * runtimes; their order among each other does not matter while it holds the registry's. */
void wr_lock_ranks(bool checked);

#endif
