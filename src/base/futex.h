/* futex.h - sleeping on a futex and waking its sleepers; the monotonic clock.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUTEX_H
#define WR_FUTEX_H

#include "base/base.h"

enum { WR_FOREVER = -1 };

/* If *word == expected, sleep until woken, until wr_now_ns() reaches deadline_ns (WR_FOREVER: no
 * deadline), or until a signal is handled on this thread.  May return early, so the caller checks
 * again.  Return WEIR_OK, WEIR_ETIMEDOUT or WEIR_EINTR. */
weir_status wr_park(atomic_uint *word, unsigned expected, int64_t deadline_ns);

/* Wake every thread that sleeps on `word`.  Safe in a signal handler. */
void wr_unpark(atomic_uint *word);

int64_t wr_now_ns(void); /* the monotonic clock */

/* Tell the core that this is an iteration of a polling loop. */
static inline void wr_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb");
#endif
}

#endif
