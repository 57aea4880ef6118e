/* share_costs.c - decides by measurement whether a parallel_for job is worth sharing.
 *
 * Another thread costs something: it has to be told, it reads memory that is in this core's cache,
 * and this thread waits for it at the end.  How much depends on the machine, on what ran before and
 * on whether the other thread polls or sleeps, so it is not computed from the number of elements.
 * A job is known by its function and the number of its pieces, rounded to a power of two.  Both
 * ways are measured; the quicker one is used, and TRIES times in a row of PERIOD the other one,
 * because circumstances change; several times, because the first time wakes the other threads.  The
 * division into pieces is the same in both cases, and so are the results.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/share_costs.h"

#include "engine/time_average.h"

enum { PERIOD = 512, TRIES = 8 };

static int log2_of(int64_t n) { return 63 - __builtin_clzll((unsigned long long)n); }

static uint32_t get(atomic_uint_least32_t *p) {
    return (uint32_t)atomic_load_explicit(p, memory_order_relaxed);
}

static void put(atomic_uint_least32_t *p, uint32_t value) {
    atomic_store_explicit(p, value, memory_order_relaxed);
}

wr_share_cost *wr_share_cost_of(wr_share_costs *costs, weir_range_fn fn, int64_t pieces) {
    uintptr_t key = (uintptr_t)fn * 64 + (uintptr_t)log2_of(pieces);
    uint64_t hash = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15);
    wr_share_cost *cost = &costs->entry[hash >> 56 & (WR_SHARE_COSTS - 1)];
    if (atomic_load_explicit(&cost->key, memory_order_relaxed) != key) {
        put(&cost->alone, 0);
        put(&cost->shared, 0);
        put(&cost->turn, 0);
        atomic_store_explicit(&cost->key, key, memory_order_relaxed);
    }
    return cost;
}

int64_t wr_share_alone_ns(wr_share_cost *cost) { return get(&cost->alone); }

bool wr_share_pays(wr_share_cost *cost) {
    uint32_t alone = get(&cost->alone), shared = get(&cost->shared), turn = get(&cost->turn);
    put(&cost->turn, turn + 1);
    if (shared == 0 || alone == 0) return shared == 0;
    return (shared < alone) == (turn % PERIOD >= TRIES);
}

void wr_share_measured(wr_share_cost *cost, bool shared, int64_t ns) {
    wr_time_add(shared ? &cost->shared : &cost->alone, ns);
}
