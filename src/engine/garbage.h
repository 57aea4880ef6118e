/* garbage.h - asks the front end of a language with a garbage collector to release arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GARBAGE_H
#define WR_GARBAGE_H

#include "engine/memory_space.h"

/* Some front end of the process has a collector.  Set before that front end issues work, never
 * cleared; relaxed: a thread that reads an old value counts a variable less. */
extern atomic_bool wr_garbage_counted;

static inline bool wr_garbage_is_counted(void) {
    return atomic_load_explicit(&wr_garbage_counted, memory_order_relaxed);
}

/* This thread creates a variable of `bytes` bytes in the space s: count it, and collect if it is
 * time for that. */
void wr_garbage_add(weir_runtime *rt, wr_memory_space *s, uint64_t bytes);
/* The program has dropped its last reference to a variable of `bytes` bytes, or it was not
 * created. */
void wr_garbage_drop(wr_memory_space *s, uint64_t bytes);
/* The thread would have to wait for memory, or fail.  Return true if the front end has released
 * bytes, so that it is worth looking again. */
bool wr_garbage_collect(weir_runtime *rt, wr_memory_space *s);

#endif
