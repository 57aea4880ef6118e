/* serial.c - the other engine: each task runs inside the push that issued it.
 *
 * Everything issued before is done, so a task is ready as soon as it is linked; the order machinery has
 * nothing to decide.  One thread runs at a time.  A task pushed by a task waits in a queue until that
 * one has ended, as it would behind it with workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "engine/engine.h"

static wr_task *build(weir_runtime *rt, const weir_task *task, const weir_kind *kind) {
    bool traced = atomic_load_explicit(&rt->trace.on, memory_order_relaxed);
    size_t end = sizeof(wr_chunk) + wr_task_size(task, traced), size = end + sizeof(weir_kind *);
    wr_chunk *chunk = wr_chunk_new(rt, size > WR_CHUNK_BYTES ? size : WR_CHUNK_BYTES);
    if (chunk == NULL) return NULL;
    *(const weir_kind **)(void *)((char *)chunk + end) = NULL; /* no record follows */
    for (uint32_t i = 0; i < task->write_count; i++)
        atomic_fetch_add_explicit(&task->writes[i]->writes_issued, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&rt->serial_issued, 1, memory_order_relaxed);
    return wr_task_build(chunk + 1, task, kind, traced);
}

/* Role: link it and have it back, ready. */
static void make_ready(weir_runtime *rt, wr_task *t) {
    while (wr_role_drain(rt)) {} /* releases and clears issued before it */
    t->ticket = atomic_fetch_add(&rt->next_ticket, 1);
    atomic_store(&rt->drained, atomic_load(&rt->drained) + 1);
    wr_link(rt, t);
    wr_admit(rt);
    assert(wr_task_state(t) == WR_READY);
    rt->outbox = (wr_list){0};
    memset(rt->ready, 0, sizeof rt->ready);
    rt->ready_mask = 0;
    rt->ready_count = 0;
}

static void settle_all(weir_runtime *rt, uint64_t settled) {
    for (;;) {
        wr_role_take(rt);
        wr_role_work(rt);
        bool done = rt->tasks_settled == settled;
        wr_role_give(rt);
        if (done) return;
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL); /* a deferred task, a device */
    }
}

static weir_status run_one(weir_runtime *rt, wr_task *t) {
    wr_role_take(rt);
    memset(&rt->serial_failure, 0, sizeof rt->serial_failure);
    make_ready(rt, t);
    uint64_t settled = rt->tasks_settled + 1;
    wr_role_give(rt);
    const weir_runtime *outer = wr_inside;
    wr_inside = rt;
    if (t->device != WEIR_DEVICE_CPU) wr_run_send(rt, t);
    else wr_run(rt, t, -1);
    settle_all(rt, settled);
    wr_inside = outer;
    return rt->serial_failure.status == WEIR_OK ? WEIR_OK : wr_fail_with(&rt->serial_failure);
}

weir_status wr_serial_push(weir_runtime *rt, const weir_task *task, const weir_kind *kind) {
    wr_task *t = build(rt, task, kind);
    if (t == NULL) return wr_fail(WEIR_ENOMEM, "%s: no memory to queue it; nothing was queued", kind->name);
    if (wr_inside == rt) { /* behind the task that pushes it */
        wr_lock_take(&rt->job_lock);
        wr_list_put(&rt->serial_queue, t);
        wr_lock_give(&rt->job_lock);
        return WEIR_OK;
    }
    wr_lock_take(&rt->serial_lock);
    weir_status status = run_one(rt, t);
    for (;;) {
        wr_lock_take(&rt->job_lock);
        t = wr_list_take(&rt->serial_queue);
        wr_lock_give(&rt->job_lock);
        if (t == NULL) break;
        weir_status inner = run_one(rt, t);
        if (status == WEIR_OK) status = inner;
    }
    wr_lock_give(&rt->serial_lock);
    return status;
}
