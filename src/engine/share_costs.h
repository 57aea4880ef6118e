/* share_costs.h - what parallel_for jobs have taken, alone and shared, to decide about the next.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SHARE_COSTS_H
#define WR_SHARE_COSTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "weir/weir.h"

enum {
    WR_SHARE_COSTS = 256, /* number of entries, a power of two */
    /* a job that takes longer than this on one thread is always shared */
    WR_SHARE_ALWAYS_NS = WR_SIZE(60000, 0),
};

/* The jobs of one function with about the same number of pieces.  All fields: any thread, relaxed.
 * They are hints: two threads that write at the same time may lose or mix measurements. */
typedef struct wr_share_cost {
    atomic_uintptr_t key;
    atomic_uint_least32_t turn;   /* number of decisions */
    atomic_uint_least32_t alone;  /* average time on one thread, in ns; 0: not known */
    atomic_uint_least32_t shared; /* average time on several threads, in ns; 0: not known */
} wr_share_cost;

typedef struct wr_share_costs {
    wr_share_cost entry[WR_SHARE_COSTS];
} wr_share_costs;

/* Return the entry for jobs of this function with this many pieces. */
wr_share_cost *wr_share_cost_of(wr_share_costs *costs, weir_range_fn fn, int64_t pieces);
/* Return the average time of such a job on one thread; 0 if it is not known. */
int64_t wr_share_alone_ns(wr_share_cost *cost);
/* Should the next such job be shared with other threads? */
bool wr_share_pays(wr_share_cost *cost);
/* Add a measurement of a job that ran on one thread, or on several. */
void wr_share_measured(wr_share_cost *cost, bool shared, int64_t ns);

#endif
