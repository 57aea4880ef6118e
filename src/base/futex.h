/* futex.h - sleeping on a word, and the clock.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUTEX_H
#define WR_FUTEX_H

#include "base/base.h"

enum { WR_FOREVER = -1 };

/* Sleep while *word == expected, until woken, until the clock shows deadline_ns (WR_FOREVER:
 * never), or until a signal is handled on this thread.  May return early; the caller checks
 * again.  Returns WEIR_OK, WEIR_ETIMEDOUT or WEIR_EINTR. */
weir_status wr_park(atomic_uint *word, unsigned expected, int64_t deadline_ns);

/* Wake every thread that sleeps on `word`.  Safe in a signal handler. */
void wr_unpark(atomic_uint *word);

int64_t wr_now_ns(void); /* monotonic */

/* One iteration of a polling loop: a hint to the core. */
static inline void wr_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb");
#endif
}

#endif
