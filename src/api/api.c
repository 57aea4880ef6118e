/* api.c - public functions of the engine: check arguments, then call the engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "engine/engine.h"
#include "engine/notify.h"
#include "engine/runtime.h"
#include "fuse/fuse.h"
#include "ops/simd/simd.h"

/* ---- Runtime --------------------------------------------------------------------------------- */

void weir_config_init_sized(weir_config *config, size_t size) {
    if (config == NULL || size < sizeof config->size) return;
    const weir_config defaults = {
        .size = size,
        .engine = WEIR_THREADED,
        .io_threads = 4,
        .spin_us = -1,
        .helping = 1,
        .admission = 1,
        .run_inline = 1,
        .fusion = 1,
        .level_floor_bytes = (uint64_t)8 << 20,
        .host_ahead_bytes = (uint64_t)16 << 20,
        .queue_tasks_max = 1 << 16,
        .queue_bytes_max = (uint64_t)256 << 20,
    };
    weir_struct_copy(config, size, &defaults, sizeof defaults);
}

static weir_status check_switch(const char *name, int32_t value) {
    if (value == 0 || value == 1) return WEIR_OK;
    return wr_fail(WEIR_EINVAL, "weir_runtime_new: %s is %d; expected 0 or 1", name, value);
}

static weir_status check_config(const weir_config *c) {
    if (c->engine != WEIR_THREADED && c->engine != WEIR_SERIAL)
        return wr_fail(WEIR_EINVAL,
                       "weir_runtime_new: engine is %d; expected WEIR_THREADED or WEIR_SERIAL",
                       c->engine);
    if (c->workers < 0 || c->workers > 1024)
        return wr_fail(WEIR_EINVAL,
                       "weir_runtime_new: workers is %d; expected 0 (one per CPU) to 1024",
                       c->workers);
    if (c->io_threads < 1 || c->io_threads > 1024)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: io_threads is %d; expected 1 to 1024",
                       c->io_threads);
    if (c->spin_us < -1 || c->spin_us > 1000000)
        return wr_fail(WEIR_EINVAL,
                       "weir_runtime_new: spin_us is %d; expected -1 (default) to 1000000",
                       c->spin_us);
    WR_TRY(check_switch("helping", c->helping));
    WR_TRY(check_switch("admission", c->admission));
    WR_TRY(check_switch("run_inline", c->run_inline));
    WR_TRY(check_switch("report", c->report));
    WR_TRY(check_switch("pin", c->pin));
    if (c->fusion < 0 || c->fusion > 2)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: fusion is %d; expected 0, 1 or 2",
                       c->fusion);
    if (c->unused != 0)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: config->unused is %d; set it to 0",
                       c->unused);
    if (c->device_fallback < 0 || c->device_fallback > 1)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: device_fallback is %d; expected 0 or 1",
                       c->device_fallback);
    if (c->null_devices < 0 || c->null_devices > WR_NULL_DEVICES)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: null_devices is %d; expected 0 to %d",
                       c->null_devices, WR_NULL_DEVICES);
    if (c->queue_tasks_max < 1 || c->queue_bytes_max < 1)
        return wr_fail(WEIR_EINVAL, "weir_runtime_new: %s is 0; expected at least 1",
                       c->queue_tasks_max < 1 ? "queue_tasks_max" : "queue_bytes_max");
    if (wr_simd_get(c->cpu) == NULL)
        return wr_fail(
            WEIR_EINVAL,
            "weir_runtime_new: cpu level %d is not supported by %s; use 0 for the best supported "
            "level",
            c->cpu, c->cpu < 0 || c->cpu > WEIR_CPU_AMX_FP16 ? "Weir" : "this machine");
    if ((c->alloc == NULL) != (c->free == NULL))
        return wr_fail(WEIR_EINVAL,
                       "weir_runtime_new: set both alloc and free, or neither; only %s is set",
                       c->alloc != NULL ? "alloc" : "free");
    return WEIR_OK;
}

weir_status weir_runtime_new(const weir_config *config, weir_runtime **out) {
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_runtime_new: out is NULL");
    weir_config c;
    weir_config_init(&c);
    if (config != NULL)
        WR_TRY(weir_struct_take(&c, sizeof c, config,
                                WEIR_SIZE_UP_TO(weir_config, host_ahead_bytes), "weir_runtime_new",
                                "weir_config"));
    WR_TRY(check_config(&c));
    weir_runtime *rt;
    WR_TRY(wr_runtime_make(&c, &rt));
    if (c.fusion) rt->fuse = wr_fuse;
    if (c.fusion) rt->fuse_on_device = wr_fuse_on_device;
    *out = rt;
    return WEIR_OK;
}

void weir_runtime_free(weir_runtime *rt) {
    if (rt == NULL) return;
    if (wr_inside == rt) {
        wr_log(rt, WEIR_LOG_ERROR,
               "weir_runtime_free: called inside a task of the runtime; ignored");
        return;
    }
    wr_runtime_shutdown(rt);
}

weir_status weir_runtime_set_engine(weir_runtime *rt, weir_engine engine) {
    if (rt == NULL) return wr_fail(WEIR_EINVAL, "weir_runtime_set_engine: rt is NULL");
    if (engine != WEIR_THREADED && engine != WEIR_SERIAL)
        return wr_fail(
            WEIR_EINVAL,
            "weir_runtime_set_engine: engine is %d; expected WEIR_THREADED or WEIR_SERIAL",
            (int)engine);
    WR_TRY(wr_refuse_inside("weir_runtime_set_engine: waiting for the queue"));
    weir_status status = wr_wait_all(rt, WR_FOREVER, "set_engine", wr_site_now());
    if (status == WEIR_EINTR) return status;
    if (engine == WEIR_THREADED) WR_TRY(wr_workers_start(rt));
    wr_lock_take(&rt->serial_lock);
    atomic_store(&rt->serial, engine == WEIR_SERIAL);
    wr_lock_give(&rt->serial_lock);
    if (engine == WEIR_SERIAL) wr_serial_flush(rt);
    return WEIR_OK;
}

static weir_status check_open(weir_runtime *rt, const char *what) {
    if (WR_UNLIKELY(rt == NULL)) return wr_fail(WEIR_EINVAL, "%s: rt is NULL", what);
    if (WR_UNLIKELY(atomic_load_explicit(&rt->closed, memory_order_relaxed)))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", what);
    return WEIR_OK;
}

/* ---- Variables ------------------------------------------------------------------------------- */

weir_status weir_var_new(weir_runtime *rt, const weir_var_options *options, weir_var **out) {
    WR_TRY(check_open(rt, "weir_var_new"));
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_var_new: out is NULL");
    weir_var_options o = {.size = sizeof o};
    if (options != NULL)
        WR_TRY(weir_struct_take(&o, sizeof o, options, WEIR_SIZE_UP_TO(weir_var_options, ctx),
                                "weir_var_new", "weir_var_options"));
    if (o.flags & ~(uint32_t)WEIR_VAR_LIVE)
        return wr_fail(WEIR_EINVAL,
                       "weir_var_new: unknown flags %#x; only WEIR_VAR_LIVE is supported", o.flags);
    if (o.unused != 0)
        return wr_fail(WEIR_EINVAL, "weir_var_new: options->unused is %d; set it to 0", o.unused);
    return wr_var_make(rt, &o, "weir_var_new", out);
}

weir_var *weir_var_retain(weir_var *v) { return v != NULL ? wr_var_retain(v) : NULL; }

void weir_var_release(weir_var *v) {
    if (v == NULL) return;
#ifndef NDEBUG
    if (atomic_load(&v->refs) == 0) {
        wr_log(v->rt, WEIR_LOG_ERROR,
               "weir_var_release: released more often than retained; ignored");
        return;
    }
#endif
    wr_var_release(v);
}

static weir_status check_var(const weir_var *v, const char *what) {
    if (WR_UNLIKELY(v == NULL)) return wr_fail(WEIR_EINVAL, "%s: the variable is NULL", what);
    return check_open(v->rt, what);
}

weir_status weir_var_clear(weir_var *v) {
    WR_TRY(check_var(v, "weir_var_clear"));
    WR_TRY(wr_var_clear(v));
    bool on_device = v->space != 0 && v->ctx == wr_storage_of(v);
    return on_device ? wr_storage_clear_word(v) : WEIR_OK;
}

weir_status weir_var_cancel(weir_var *v) {
    WR_TRY(check_var(v, "weir_var_cancel"));
    return wr_var_cancel(v);
}

void weir_failure_seen(weir_runtime *rt, uint64_t seq) {
    if (rt != NULL) wr_failure_seen(rt, seq);
}

weir_status weir_cancel_all(weir_runtime *rt) {
    WR_TRY(check_open(rt, "weir_cancel_all"));
    return wr_cancel_all(rt, wr_site_now());
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static weir_status check_vars(weir_runtime *rt, const weir_kind *kind, weir_var *const *vars,
                              uint32_t count, const char *which) {
    if (count == 0) return WEIR_OK;
    if (vars == NULL)
        return wr_fail(WEIR_EINVAL, "%s: the task has %u %s, but the list is NULL", kind->name,
                       count, which);
    for (uint32_t i = 0; i < count; i++) {
        if (WR_UNLIKELY(vars[i] == NULL))
            return wr_fail(WEIR_EINVAL, "%s: %s[%u] is NULL", kind->name, which, i);
        if (WR_UNLIKELY(vars[i]->rt != rt))
            return wr_fail(WEIR_EINVAL, "%s: %s[%u] belongs to another runtime", kind->name, which,
                           i);
    }
    return WEIR_OK;
}

static weir_status check_kind(const weir_kind *kind) {
    if (kind == NULL) return wr_fail(WEIR_EINVAL, "weir_task_push: kind is NULL");
    /* Tasks keep a pointer to the kind, so it is not copied here.  Fields added in later versions
     * must be read through WEIR_HAS. */
    if (WR_UNLIKELY(kind->size != sizeof *kind))
        WR_TRY(wr_struct_check(kind, sizeof *kind, WEIR_SIZE_UP_TO(weir_kind, unused),
                               "weir_task_push", "weir_kind"));
    if (kind->name == NULL) return wr_fail(WEIR_EINVAL, "weir_task_push: the kind has no name");
    if (kind->run == NULL)
        return wr_fail(WEIR_EINVAL, "%s: the kind has no run function", kind->name);
    if (kind->flags > 15 || kind->unused != 0)
        return wr_fail(WEIR_EINVAL,
                       "%s: the kind has unknown flags %#x; use only WEIR_KIND_* flags", kind->name,
                       kind->flags > 15 ? kind->flags : kind->unused);
    if ((kind->flags & WEIR_KIND_IO) && (kind->flags & WEIR_KIND_HELP))
        return wr_fail(
            WEIR_EINVAL,
            "%s: WEIR_KIND_IO and WEIR_KIND_HELP cannot be combined: a task that blocks on I/O "
            "must not run on a waiting thread",
            kind->name);
    return WEIR_OK;
}

static weir_status check_task(weir_runtime *rt, const weir_task *task) {
    const weir_kind *kind = task->kind;
    if ((uint64_t)task->read_count + task->write_count > WEIR_ACCESS_MAX)
        return wr_fail(WEIR_EINVAL,
                       "%s: the task has %u read%s and %u write%s; at most %d accesses are "
                       "supported",
                       kind->name, task->read_count, task->read_count == 1 ? "" : "s",
                       task->write_count, task->write_count == 1 ? "" : "s", WEIR_ACCESS_MAX);
    if (task->priority < WEIR_PRIORITY_MIN || task->priority > WEIR_PRIORITY_MAX)
        return wr_fail(WEIR_EINVAL, "%s: priority is %d; expected %d to %d", kind->name,
                       task->priority, WEIR_PRIORITY_MIN, WEIR_PRIORITY_MAX);
    if (task->arg_size > 0 && task->arg == NULL)
        return wr_fail(WEIR_EINVAL, "%s: arg_size is %zu, but arg is NULL", kind->name,
                       task->arg_size);
    if (task->arg_size > (size_t)1 << 30)
        return wr_fail(WEIR_EINVAL, "%s: arg_size is %zu; the maximum is 1 GiB", kind->name,
                       task->arg_size);
    WR_TRY(check_vars(rt, kind, task->writes, task->write_count, "writes"));
    return check_vars(rt, kind, task->reads, task->read_count, "reads");
}

/* Refuse a task of a device that writes variables in two memories, or in that of another device: it
 * could have to allocate both.  (For a task on the CPU this is checked when it is linked.) */
static weir_status check_spaces(weir_runtime *rt, const weir_task *task) {
    const weir_var *first = NULL;
    for (uint32_t i = 0; i < task->write_count; i++) {
        const weir_var *v = task->writes[i];
        if (v->bytes == 0) continue;
        if (first == NULL) first = v;
        if (v->space == first->space && (v->space == 0 || v->space == task->device)) continue;
        char mine[32], one[32], other[32];
        wr_device_name(rt, (unsigned)task->device, mine, sizeof mine);
        wr_device_name(rt, first->space, one, sizeof one);
        wr_device_name(rt, v->space, other, sizeof other);
        if (v->space == first->space)
            return wr_fail(WEIR_EINVAL,
                           "%s: writes[%u] is in the memory of %s, but the task is on %s; a task "
                           "writes variables of its own device or of the host",
                           task->kind->name, i, other, mine);
        return wr_fail(WEIR_EINVAL,
                       "%s: the task writes variables in the memory of %s and of %s; write them by "
                       "two tasks",
                       task->kind->name, one, other);
    }
    return WEIR_OK;
}

/* Open the task's device if no earlier task has done so, and store its slot in the table of devices
 * in the task. */
static weir_status open_device(weir_runtime *rt, weir_task *task) {
    if (task->unused != 0)
        return wr_fail(WEIR_EINVAL, "%s: task->unused is %d; set it to 0", task->kind->name,
                       task->unused);
    int slot = wr_device_slot(task->device);
    if (slot < 0)
        return wr_fail(
            WEIR_EDEVICE,
            "%s: there is no device %s for tasks; they run on cpu:0 and on null:0 to null:%d",
            task->kind->name, wr_device_text(task->device), WR_NULL_DEVICES - 1);
    task->device = slot;
    if (slot == 0) return WEIR_OK;
    WR_TRY(check_spaces(rt, task));
    return wr_device_open(rt, slot);
}

static __attribute__((noinline)) weir_status push_to_device(weir_runtime *rt,
                                                            const weir_task *task) {
    weir_task copy = *task;
    WR_TRY(open_device(rt, &copy));
    return wr_issue(rt, &copy, copy.kind);
}

static weir_status push(weir_runtime *rt, const weir_task *task) {
    WR_TRY(check_kind(task->kind));
    WR_TRY(check_task(rt, task));
    if (WR_LIKELY((task->device | task->unused) == WEIR_DEVICE_CPU))
        return wr_issue(rt, task, task->kind);
    return push_to_device(rt, task);
}

/* Push a task whose weir_task differs in size from this library's, because the program was compiled
 * with another version of the header. */
static __attribute__((noinline)) weir_status push_sized(weir_runtime *rt, const weir_task *task) {
    weir_task t = {0};
    WR_TRY(weir_struct_take(&t, sizeof t, task, WEIR_SIZE_UP_TO(weir_task, unused),
                            "weir_task_push", "weir_task"));
    return push(rt, &t);
}

weir_status weir_task_push(weir_runtime *rt, const weir_task *task) {
    WR_TRY(check_open(rt, "weir_task_push"));
    if (task == NULL) return wr_fail(WEIR_EINVAL, "weir_task_push: task is NULL");
    return WR_LIKELY(task->size == sizeof *task) ? push(rt, task) : push_sized(rt, task);
}

/* ---- Waiting and reading --------------------------------------------------------------------- */

weir_status weir_var_wait_at(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site) {
    if (WR_UNLIKELY(v == NULL)) return wr_fail(WEIR_EINVAL, "weir_var_wait: the variable is NULL");
    return wr_wait_var(v, timeout_ns, reason, site);
}

weir_status weir_var_wait(weir_var *v) { return weir_var_wait_at(v, WR_FOREVER, NULL, 0); }

weir_status weir_waitall_at(weir_runtime *rt, int64_t timeout_ns, const char *reason,
                            uint32_t site) {
    WR_TRY(check_open(rt, "weir_waitall"));
    return wr_wait_all(rt, timeout_ns, reason != NULL ? reason : "waitall", site);
}

weir_status weir_waitall(weir_runtime *rt) { return weir_waitall_at(rt, WR_FOREVER, NULL, 0); }

/* Waits for the work of all devices, because work for one device may depend on work for any
 * other: only a task that is issued after all of them is certain to be behind them. */
weir_status weir_synchronize(weir_runtime *rt, int32_t device) {
    WR_TRY(check_open(rt, "weir_synchronize"));
    if (device != WEIR_DEVICE_DEFAULT && !wr_device_ok(device))
        return wr_no_device("weir_synchronize", device);
    return wr_wait_all(rt, WR_FOREVER, "synchronize", wr_site_now());
}

int weir_var_is_ready(const weir_var *v) { return v != NULL && wr_var_ready(v); }

weir_status weir_var_peek(weir_var *v) {
    WR_TRY(check_var(v, "weir_var_peek"));
    WR_TRY(wr_var_status(v));
    return wr_var_ready(v) ? WEIR_OK : WEIR_PENDING;
}

int weir_bounds_set(int wait) {
    int was = !wr_mine.unbounded;
    wr_mine.unbounded = !wait;
    return was;
}

void weir_interrupt(weir_runtime *rt) {
    if (rt == NULL) return;
    atomic_fetch_add(&rt->interrupts, 1);
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        wr_queue_wake(queue);
}

void weir_prepare_exit(void) { wr_prepare_exit(); }

weir_status weir_var_on_ready(weir_var *v, weir_ready_fn fn, void *arg) {
    WR_TRY(check_var(v, "weir_var_on_ready"));
    if (fn == NULL) return wr_fail(WEIR_EINVAL, "weir_var_on_ready: fn is NULL");
    return wr_on_ready(v, fn, arg);
}

weir_status weir_notice_fd(weir_runtime *rt, int *fd) {
    WR_TRY(check_open(rt, "weir_notice_fd"));
    if (fd == NULL) return wr_fail(WEIR_EINVAL, "weir_notice_fd: fd is NULL");
    return wr_notice_fd(rt, fd);
}

weir_status weir_notice_push(weir_var *v, uint64_t token) {
    WR_TRY(check_var(v, "weir_notice_push"));
    return wr_notice_push(v, token);
}

size_t weir_notice_take(weir_runtime *rt, weir_notice *out, size_t max) {
    if (rt == NULL || out == NULL || max == 0) return 0;
    return wr_notice_take(rt, out, max);
}

/* ---- Failures, statistics, traces ------------------------------------------------------------ */

uint64_t weir_failure_count(weir_runtime *rt) {
    return rt != NULL ? atomic_load(&rt->failure_count) : 0;
}

weir_status weir_failure_get(weir_runtime *rt, uint32_t index, weir_failure *out) {
    static const char where[] = "weir_failure_get", type[] = "weir_failure";
    enum { FIRST = WEIR_SIZE_UP_TO(weir_failure, message) };
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_failure_get: %s is NULL", rt == NULL ? "rt" : "out");
    weir_failure f = {0};
    /* Check the size first, because a failure counts as reported only if the caller can receive
     * it. */
    WR_TRY(wr_struct_check(out, SIZE_MAX, FIRST, where, type));
    uint64_t kept = wr_failures_get(rt, index, &f);
    if (index >= kept)
        return wr_fail(
            WEIR_EINVAL, "weir_failure_get: index %u is out of range; %llu failure%s %s stored",
            index, (unsigned long long)kept, kept == 1 ? "" : "s", kept == 1 ? "is" : "are");
    return weir_struct_give(out, &f, sizeof f, FIRST, where, type);
}

void weir_failure_clear(weir_runtime *rt) {
    if (rt != NULL) wr_failures_clear(rt);
}

weir_status weir_stats_get(weir_runtime *rt, weir_stats *out) {
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_stats_get: %s is NULL", rt == NULL ? "rt" : "out");
    weir_stats s = {.size = sizeof s};
    wr_stats_get(rt, &s);
    s.cpu = (uint32_t)wr_simd_get(rt->config.cpu)->cpu;
    return weir_struct_give(out, &s, sizeof s, WEIR_SIZE_UP_TO(weir_stats, host_ahead),
                            "weir_stats_get", "weir_stats");
}

/* Get the entries for a caller whose weir_wait_entry differs in size from this library's: copy them
 * from a temporary list, one by one. */
static size_t waits_spread(weir_runtime *rt, void *out, size_t max, size_t entry_size) {
    size_t room = wr_wait_profile_count(&rt->wait_profile);
    if (room > max) room = max;
    weir_wait_entry *list = room > 0 ? calloc(room, sizeof *list) : NULL;
    if (list == NULL) return 0;
    size_t count = wr_wait_profile_get(&rt->wait_profile, list, room);
    for (size_t i = 0; i < count; i++)
        weir_struct_copy((char *)out + i * entry_size, entry_size, &list[i], sizeof list[i]);
    free(list);
    return count;
}

size_t weir_waits_get_sized(weir_runtime *rt, weir_wait_entry *out, size_t max, size_t entry_size) {
    if (rt == NULL || out == NULL || entry_size < WEIR_SIZE_UP_TO(weir_wait_entry, ns)) return 0;
    return entry_size == sizeof *out ? wr_wait_profile_get(&rt->wait_profile, out, max)
                                     : waits_spread(rt, out, max, entry_size);
}

void weir_waits_clear(weir_runtime *rt) {
    if (rt != NULL) wr_wait_profile_clear(&rt->wait_profile);
}

weir_status weir_trace_start(weir_runtime *rt, uint64_t events_max) {
    WR_TRY(check_open(rt, "weir_trace_start"));
    wr_trace_begin(&rt->trace, events_max);
    return WEIR_OK;
}

weir_status weir_trace_stop(weir_runtime *rt, const char *path) {
    WR_TRY(check_open(rt, "weir_trace_stop"));
    return wr_trace_finish(&rt->trace, path);
}
