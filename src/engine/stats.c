/* stats.c - the counters of a runtime, read while it runs.
 *
 * Each counter is read separately, so together they are not a consistent snapshot.  But differences
 * between counters, such as the length of the queue, are never negative.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

void wr_stats_get(weir_runtime *rt, weir_stats *out) {
    wr_memory_space *host = wr_host_space(rt);
    *out = (weir_stats){
        .size = out->size,
        .workers = (uint32_t)rt->config.workers,
        .engine = atomic_load(&rt->serial) ? WEIR_SERIAL : WEIR_THREADED,
        .queue_bytes = atomic_load(&rt->chunk_bytes),
        .memory_used = atomic_load(&host->used),
        .memory_peak = atomic_load(&host->used_peak),
        .memory_level = atomic_load(&host->level_stat),
        .memory_budget = wr_space_budget(host),
        .borrowed = atomic_load(&rt->lent),
        .borrowed_peak = atomic_load(&rt->lent_peak),
        .host_ahead = atomic_load(&rt->outside),
        .failures = atomic_load(&rt->failure_count),
        .ran = atomic_load(&rt->ran),
        .helped = atomic_load(&rt->helped),
        .wakes = atomic_load(&rt->wakes),
        .collections = atomic_load(&rt->collections),
        .fused = atomic_load(&rt->fused),
    };
    wr_wait_profile_totals(&rt->wait_profile, &out->waits, &out->wait_ns);
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        out->waits_ready += atomic_load_explicit(&queue->ready_waits, memory_order_relaxed);
    /* read before the counters of issued tasks, so that `finished` never exceeds `issued` */
    out->finished = atomic_load(&rt->tasks_finished);
    out->issued = atomic_load(&rt->adopted);
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        out->issued += atomic_load_explicit(&queue->issued, memory_order_relaxed);
    out->queue_len = out->issued - out->finished;
}
