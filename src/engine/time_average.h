/* time_average.h - an average of durations that any thread may add to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TIME_AVERAGE_H
#define WR_TIME_AVERAGE_H

#include <stdatomic.h>
#include <stdint.h>

/* Nanoseconds; 0: not known.  Relaxed: it is a hint, and two threads that add at the same time may
 * lose a measurement. */
typedef atomic_uint_least32_t wr_time_average;

/* Add a measurement.  The average follows a shorter time at once and a longer one slowly, because
 * what interrupts a thread only adds time. */
static inline void wr_time_add(wr_time_average *average, int64_t ns) {
    uint32_t before = (uint32_t)atomic_load_explicit(average, memory_order_relaxed);
    uint32_t now = ns < UINT32_MAX ? (uint32_t)ns : UINT32_MAX;
    if (now == 0) now = 1;
    if (before == 0) {
        before = now;
    } else if (now < before) {
        before -= (before - now + 1) / 2;
    } else {
        uint32_t more = now - before < before ? now - before : before;
        before += more / 8 + (more % 8 > 0);
    }
    atomic_store_explicit(average, before, memory_order_relaxed);
}

#endif
