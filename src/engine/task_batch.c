/* task_batch.c - links the tasks of a batch, and changes a batch on behalf of a pass; see
 * task_batch.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

static const wr_scheduler_kind *scheduler_kind(const wr_task *t) {
    return (const wr_scheduler_kind *)(const void *)t->kind;
}

void wr_batch_play(weir_runtime *rt, wr_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        wr_task *t = batch->task[i];
        if (t == NULL) continue;
        if (t->kind->flags & WR_KIND_NOW) {
            scheduler_kind(t)->act(rt, t);
            rt->retired++;
            wr_chunk_close(rt, wr_chunk_of(t));
        } else {
            wr_link(rt, t);
        }
    }
    wr_retire_acts(rt);
}

void wr_pass_set(weir_runtime *rt, wr_pass_fn pass, void *ctx) {
    wr_scheduler_acquire(rt);
    rt->pass = pass;
    rt->pass_ctx = ctx;
    wr_scheduler_release(rt);
}

weir_var *wr_batch_release(const wr_task *record) {
    return record != NULL && scheduler_kind(record) == &wr_release_kind ? record->arg : NULL;
}

void wr_batch_drop(weir_runtime *rt, wr_batch *batch, size_t index) {
    wr_task *t = batch->task[index];
    assert(t != NULL && !(t->kind->flags & (WR_KIND_NOW | WR_KIND_GRANTED)));
    batch->task[index] = NULL;
    for (uint32_t i = 0; i < t->write_count; i++) {
        weir_var *v = t->access[i].var;
        /* Release, as in retire_write: a thread that sees the new count also sees what earlier
         * tasks wrote. */
        uint64_t done = atomic_load_explicit(&v->writes_done, memory_order_relaxed);
        atomic_store_explicit(&v->writes_done, done + 1, memory_order_release);
    }
    t->kind = &wr_retired_kind;
    rt->retired++;
    atomic_store_explicit(&rt->tasks_finished, ++rt->tasks_retired, memory_order_relaxed);
    wr_chunk_close(rt, wr_chunk_of(t));
}

void wr_batch_adopt(weir_runtime *rt, wr_task *t) {
    assert(atomic_load(&rt->scheduler) != WR_SCHEDULER_FREE);
    for (uint32_t i = 0; i < t->write_count; i++)
        atomic_fetch_add_explicit(&t->access[i].var->writes_issued, 1, memory_order_relaxed);
    t->seq = atomic_fetch_add(&rt->next_seq, 1);
    atomic_store(&rt->drained, atomic_load(&rt->drained) + 1);
    atomic_fetch_add_explicit(&rt->adopted, 1, memory_order_relaxed);
    wr_chunk_of(t)->open++;
}
