/* runtime.c - creating a runtime, and shutting it down.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "engine/engine.h"

/* ---- All runtimes, for fork and exit --------------------------------------------------------- */

static wr_lock registry_lock = {PTHREAD_MUTEX_INITIALIZER, WR_RANK_REGISTRY};
static weir_runtime *registry; /* under registry_lock: list of all runtimes */
wr_lock wr_default_lock = {PTHREAD_MUTEX_INITIALIZER, WR_RANK_DEFAULT};
wr_lock wr_scopes_lock = {PTHREAD_MUTEX_INITIALIZER, WR_RANK_SCOPES};
static atomic_uint_fast64_t next_id = 1;

void wr_registry_lock(void) { wr_lock_take(&registry_lock); }
void wr_registry_unlock(void) { wr_lock_give(&registry_lock); }
weir_runtime *wr_registry_first(void) { return registry; }

static void registry_add(weir_runtime *rt) {
    wr_registry_lock();
    rt->next_runtime = registry;
    registry = rt;
    wr_registry_unlock();
}

static void registry_remove(weir_runtime *rt) {
    wr_registry_lock();
    weir_runtime **at = &registry;
    while (*at != rt) at = &(*at)->next_runtime;
    *at = rt->next_runtime;
    wr_registry_unlock();
}

/* ---- Creating -------------------------------------------------------------------------------- */

static void resolve_config(weir_runtime *rt) {
    weir_config *c = &rt->config;
    int quota = wr_cpu_quota();
    rt->cpus = wr_cpu_allowed();
    if (c->workers == 0) c->workers = rt->cpus;
    if (c->spin_us < 0) c->spin_us = quota > 0 || rt->cpus == 1 ? 0 : 200;
    if (quota > 0) c->spin_us = 0;
    rt->spin_ns = (int64_t)c->spin_us * 1000;
    if (c->memory_bytes == 0) c->memory_bytes = wr_ram_bytes() / 5 * 4;
}

static void init_locks(weir_runtime *rt) {
    wr_lock_init(&rt->serial_lock, WR_RANK_SERIAL);
    wr_lock_init(&rt->idle_lock, WR_RANK_IDLE);
    wr_lock_init(&rt->job_lock, WR_RANK_JOB);
    wr_lock_init(&rt->io_lock, WR_RANK_IO);
    wr_lock_init(&rt->notice_lock, WR_RANK_NOTICE);
    wr_lock_init(&rt->chunk_lock, WR_RANK_CHUNK);
}

static void init(weir_runtime *rt, const weir_config *config, const wr_memory *memory) {
    memset((void *)rt, 0, sizeof *rt);
    rt->config = *config;
    rt->memory = *memory;
    rt->id = atomic_fetch_add(&next_id, 1);
    rt->born_ns = wr_now_ns();
    resolve_config(rt);
    init_locks(rt);
    wr_pool_init(&rt->vars, &rt->memory, sizeof(weir_var) + WR_VAR_EXTRA, WR_RANK_POOL);
    wr_wait_profile_init(&rt->wait_profile, &rt->memory, WR_RANK_WAIT_PROFILE);
    wr_trace_init(&rt->trace, &rt->memory, WR_RANK_TRACE);
    wr_space_init(rt, wr_host_space(rt), rt->config.memory_bytes);
    rt->notice_fd = -1;
    wr_devices_init(rt);
    atomic_init(&rt->refs, 1);
    atomic_init(&rt->serial, config->engine == WEIR_SERIAL);
    atomic_init(&rt->task_ns, 1000000); /* tasks are assumed to be long until they are measured */
    atomic_init(&rt->missed, UINT64_C(1) << 32);
    rt->cancelled = (wr_failure){.reserved = true};
    rt->dropped =
        (wr_failure){.reserved = true,
                     .info = {.size = sizeof(weir_failure),
                              .status = WEIR_ECANCELED,
                              .message = "the task was dropped because its runtime was freed"}};
    rt->lost = (wr_failure){
        .reserved = true,
        .info = {.size = sizeof(weir_failure),
                 .status = WEIR_EFORKED,
                 .message = "the value was on a device when the process forked; a child process "
                            "has no access to it, so compute it again in the child"}};
    rt->out_of_memory = (wr_failure){
        .reserved = true,
        .info = {
            .size = sizeof(weir_failure),
            .status = WEIR_ENOMEM,
            .message =
                "a task failed; the reason is unknown, because there was no memory to record it"}};
}

/* Free the remaining memory and locks.  Called when there are no threads, queues or tasks any
 * more. */
static void destroy(weir_runtime *rt) {
    wr_memory memory = rt->memory;
    size_t workers = (size_t)rt->config.workers;
    wr_extension *extension = atomic_load(&rt->extension);
    if (extension != NULL) extension->free(extension);
    wr_devices_free(rt);
    wr_failures_free(rt);
    if (rt->cancel != NULL) wr_failure_unref(rt, rt->cancel);
    wr_chains_free(rt);
    wr_pool_destroy(&rt->vars);
    wr_wait_profile_destroy(&rt->wait_profile);
    wr_trace_destroy(&rt->trace);
    wr_lock_destroy(&rt->serial_lock);
    wr_lock_destroy(&rt->idle_lock);
    wr_lock_destroy(&rt->job_lock);
    wr_lock_destroy(&rt->io_lock);
    wr_lock_destroy(&rt->notice_lock);
    wr_lock_destroy(&rt->chunk_lock);
    wr_pinning_free(rt);
    wr_free(&memory, rt->workers, workers * sizeof *rt->workers);
    wr_free(&memory, rt, sizeof *rt);
}

void wr_runtime_unref(weir_runtime *rt, unsigned count) {
    if (atomic_fetch_sub_explicit(&rt->refs, count, memory_order_acq_rel) == count) destroy(rt);
}

weir_status wr_runtime_make(const weir_config *config, weir_runtime **out) {
    wr_memory memory = wr_memory_of(config->alloc, config->free, config->alloc_ctx);
    weir_runtime *rt = wr_alloc(&memory, sizeof *rt, WR_CACHE_LINE);
    if (rt == NULL)
        return wr_fail(WEIR_ENOMEM, "weir_runtime_new: not enough memory for a runtime");
    init(rt, config, &memory);
    weir_status status = WEIR_OK;
    rt->workers =
        wr_alloc_zero(&memory, (size_t)rt->config.workers * sizeof *rt->workers, WR_CACHE_LINE);
    if (rt->workers == NULL)
        status = wr_fail(WEIR_ENOMEM, "weir_runtime_new: not enough memory for the workers");
    else if (pthread_key_create(&rt->queue_key, wr_queue_abandon) != 0)
        status = wr_fail(
            WEIR_ESYS,
            "weir_runtime_new: all pthread keys are in use; free runtimes that are not needed");
    if (status != WEIR_OK) {
        destroy(rt);
        return status;
    }
    wr_process_init();
    status = wr_pinning_new(rt);
    if (status == WEIR_OK && config->engine == WEIR_THREADED) status = wr_workers_start(rt);
    if (status != WEIR_OK) {
        wr_workers_join(rt);
        pthread_key_delete(rt->queue_key);
        destroy(rt);
        return status;
    }
    registry_add(rt);
    *out = rt;
    return WEIR_OK;
}

/* ---- Shutting down --------------------------------------------------------------------------- */

static bool all_done(weir_runtime *rt) {
    return wr_all_retired(rt) && atomic_load(&wr_host_space(rt)->freed) == 0 &&
           atomic_load(&rt->orphans) == NULL;
}

static bool effects_done(weir_runtime *rt) {
    return wr_all_drained(rt) && atomic_load(&rt->effects) == 0;
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

static void make_progress(weir_runtime *rt) {
    if (!wr_scheduler_try(rt)) return;
    wr_scheduler_gather_all(rt);
    wr_scheduler_release_all(rt);
    if (atomic_load(&rt->serial)) wr_serial_flush(rt);
}

weir_status wr_finish_effects(weir_runtime *rt) {
    uint64_t seen = UINT64_MAX;
    int64_t since = wr_now_ns();
    bool warned = false;
    for (;;) {
        make_progress(rt);
        if (effects_done(rt)) return WEIR_OK;
        if (atomic_load(&rt->restart)) wr_fork_restart(rt);
        uint64_t moved = atomic_load(&rt->finished) + atomic_load(&rt->drained);
        if (moved != seen) {
            seen = moved;
            since = wr_now_ns();
        } else if (wr_now_ns() - since > WR_PATIENCE_NS) {
            /* A running task is expected to end, so only log that it takes a long time. */
            if (atomic_load(&rt->active) + atomic_load(&rt->io_running) == 0) return WEIR_ETIMEDOUT;
            if (!warned)
                wr_log(rt, WEIR_LOG_WARN,
                       "shutdown: still waiting for a running task with side effects");
            warned = true;
        }
        nap();
    }
}

/* Skip all tasks that are left.  This thread does it, because the workers have ended. */
static void drop_remaining(weir_runtime *rt) {
    atomic_store(&rt->dropping, true);
    int64_t since = wr_now_ns();
    const weir_runtime *outer = wr_inside;
    wr_inside = rt;
    while (!all_done(rt)) {
        make_progress(rt);
        wr_task *t = wr_ready_take(rt);
        if (t != NULL) {
            wr_run(rt, t, -1);
            since = wr_now_ns();
        } else if (!all_done(rt)) {
            if (atomic_load(&rt->io_running) > 0) since = wr_now_ns();
            if (wr_now_ns() - since > WR_PATIENCE_NS) {
                wr_log(rt, WEIR_LOG_ERROR,
                       "weir_runtime_free: deferred tasks were not completed within 10 s");
                break;
            }
            nap();
        }
    }
    wr_inside = outer;
}

void wr_runtime_shutdown(weir_runtime *rt) {
    registry_remove(rt);
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        if (queue->barrier != NULL) {
            wr_var_release(queue->barrier);
            queue->barrier = NULL;
        }
    if (wr_finish_effects(rt) != WEIR_OK)
        wr_log(rt, WEIR_LOG_ERROR,
               "weir_runtime_free: no progress for 10 s; queued tasks are dropped");
    wr_workers_join(rt);
    drop_remaining(rt);
    wr_io_join(rt);
    wr_devices_close(rt);
    wr_failures_report(rt);
    if (rt->config.report) wr_report(rt);
    pthread_key_delete(rt->queue_key);
    atomic_store(&rt->closed, true);
    wr_queues_free(rt);
    wr_notices_free(rt);
    wr_runtime_unref(rt, 1);
}
