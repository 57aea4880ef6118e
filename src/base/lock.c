/* lock.c - ranked mutexes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/lock.h"

#ifndef NDEBUG
/* ranks of the locks that this thread holds, in the order in which it took them */
static _Thread_local int held[16];
static _Thread_local int held_count;
static _Thread_local bool unchecked;

void wr_lock_ranks(bool checked) { unchecked = !checked; }

static void note_taken(int rank, bool tried) {
    if (unchecked) return;
    assert(tried || held_count == 0 || held[held_count - 1] < rank);
    assert(held_count < 16);
    held[held_count++] = rank;
}

static void note_given(int rank) {
    if (unchecked) return;
    int i = held_count;
    while (i > 0 && held[i - 1] != rank) i--;
    assert(i > 0);
    for (; i < held_count; i++) held[i - 1] = held[i];
    held_count--;
}
#else
#define note_taken(rank, tried) ((void)0)
#define note_given(rank)        ((void)0)
void wr_lock_ranks(bool checked) { (void)checked; }
#endif

void wr_lock_init(wr_lock *lock, int rank) {
    pthread_mutex_init(&lock->mutex, NULL);
    lock->rank = rank;
}

void wr_lock_destroy(wr_lock *lock) { pthread_mutex_destroy(&lock->mutex); }

void wr_lock_take(wr_lock *lock) {
    wr_yield_point();
    pthread_mutex_lock(&lock->mutex);
    note_taken(lock->rank, false);
}

bool wr_lock_try(wr_lock *lock) {
    wr_yield_point();
    if (pthread_mutex_trylock(&lock->mutex) != 0) return false;
    note_taken(lock->rank, true);
    return true;
}

void wr_lock_give(wr_lock *lock) {
    note_given(lock->rank);
    pthread_mutex_unlock(&lock->mutex);
    wr_yield_point();
}
