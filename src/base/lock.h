/* lock.h - a mutex with a rank.
 *
 * A thread takes locks in order of increasing rank; debug builds record the ranks that each thread
 * holds and assert this.  The table in engine/README.md lists the ranks and what each lock guards.
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

/* Take the lock if it is free; return false if it is not.  This never blocks, so it is allowed for
 * a lock of any rank. */
bool wr_lock_try(wr_lock *lock);

/* Switch the check of ranks on or off for this thread.  The check is off around a fork, when one
 * thread takes the locks of all runtimes: the order between runtimes does not matter, because that
 * thread holds the registry's lock. */
void wr_lock_ranks(bool checked);

#endif
