/* kit.h - helpers for tests of the public interface: runtimes, task kinds and pushes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_KIT_H
#define TEST_KIT_H

#include "../harness.h"

#include <string.h>

#include "weir/weir.h"

/* CHECK_STATUS(weir_var_wait(v), EFAILED) and CHECK_OK(weir_task_push(rt, &t)). */
#define CHECK_STATUS(call, wanted)                                                                 \
    kit_check_status(__FILE__, __LINE__, #call, (call), WEIR_##wanted)
#define CHECK_OK(call) CHECK_STATUS(call, OK)

/* Is it one of the statuses with which operators refuse a call? */
static inline int kit_is_refusal(weir_status status) {
    return status == WEIR_EINVAL || status == WEIR_EINDEX || status == WEIR_EAXIS ||
           status == WEIR_EDTYPE || status == WEIR_ERANGE;
}

static inline void kit_check_status(const char *file, int line, const char *call, weir_status got,
                                    weir_status wanted) {
    if (got != wanted)
        test_fail(file, line, "%s gives %s, not %s; weir_error: \"%s\"", call,
                  weir_status_name(got), weir_status_name(wanted), weir_error());
}

/* OPT(sort, .axis = 0, .stable = 1): a pointer to the options of a typed call.  Options that are not
 * named are 0, which is not always the default; programs use WEIR_SORT_OPTIONS. */
#define OPT(name, ...)                                                                             \
    &(const weir_##name##_options) { .size = sizeof(weir_##name##_options), __VA_ARGS__ }

/* ---- Runtimes ------------------------------------------------------------------------------ */

/* The budget does not depend on the machine, so a failure on one machine occurs on all. */
static inline weir_config kit_config(int workers) {
    weir_config c;
    weir_config_init(&c);
    c.workers = workers;
    c.memory_bytes = TEST_MEMORY_BYTES;
    return c;
}

static inline weir_runtime *kit_runtime_of(const weir_config *config) {
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_new(config, &rt));
    CHECK(rt);
    return rt;
}

static inline weir_runtime *kit_runtime(int workers) {
    weir_config c = kit_config(workers);
    return kit_runtime_of(&c);
}

static inline weir_runtime *kit_runtime_serial(void) {
    weir_config c = kit_config(1);
    c.engine = WEIR_SERIAL;
    return kit_runtime_of(&c);
}

static inline weir_stats kit_stats(weir_runtime *rt) {
    weir_stats s;
    memset(&s, 0, sizeof s);
    s.size = sizeof s;
    CHECK_OK(weir_stats_get(rt, &s));
    return s;
}

/* ---- Variables ----------------------------------------------------------------------------- */

static inline weir_var *kit_var(weir_runtime *rt) {
    weir_var *v = NULL;
    CHECK_OK(weir_var_new(rt, NULL, &v));
    CHECK(v);
    return v;
}

static inline weir_var_options kit_options(uint64_t bytes, uint32_t flags) {
    weir_var_options o;
    memset(&o, 0, sizeof o);
    o.size = sizeof o;
    o.bytes = bytes;
    o.flags = flags;
    return o;
}

static inline weir_var *kit_var_of(weir_runtime *rt, uint64_t bytes, uint32_t flags) {
    weir_var *v = NULL;
    weir_var_options o = kit_options(bytes, flags);
    CHECK_OK(weir_var_new(rt, &o, &v));
    return v;
}

/* ---- Kinds and tasks ----------------------------------------------------------------------- */

/* KIND(double_it, run_double, NULL, WEIR_KIND_PURE): a kind that is called what it is called here. */
#define KIND(id, run, drop, flags)                                                                 \
    static const weir_kind id = {sizeof(weir_kind), #id, run, drop, flags, 0}

static inline weir_task kit_task(const weir_kind *kind, void *arg) {
    weir_task t;
    memset(&t, 0, sizeof t);
    t.size = sizeof t;
    t.kind = kind;
    t.arg = arg;
    return t;
}

/* Queue a task that reads one variable and writes one, either of which may be missing. */
static inline weir_status kit_try(weir_runtime *rt, const weir_kind *kind, void *arg,
                                  weir_var *read, weir_var *write) {
    weir_task t = kit_task(kind, arg);
    t.reads = &read;
    t.read_count = read != NULL;
    t.writes = &write;
    t.write_count = write != NULL;
    return weir_task_push(rt, &t);
}

static inline void kit_push(weir_runtime *rt, const weir_kind *kind, void *arg, weir_var *read,
                            weir_var *write) {
    CHECK_OK(kit_try(rt, kind, arg, read, write));
}

/* Tasks that several files need.  kit_gate blocks at a test_gate; kit_count adds one to an atomic_int;
 * kit_nothing does nothing; kit_broken fails with EFAILED, "it broke". */
static inline weir_status kit_run_gate(weir_context *ctx, void *arg) {
    (void)ctx;
    test_gate_pass(arg);
    return WEIR_OK;
}

static inline weir_status kit_run_count(weir_context *ctx, void *arg) {
    (void)ctx;
    atomic_fetch_add((atomic_int *)arg, 1);
    return WEIR_OK;
}

static inline weir_status kit_run_nothing(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

static inline weir_status kit_run_broken(weir_context *ctx, void *arg) {
    (void)arg;
    return weir_context_fail(ctx, WEIR_EFAILED, "it broke");
}

__attribute__((unused)) KIND(kit_gate, kit_run_gate, NULL, 0);
__attribute__((unused)) KIND(kit_count, kit_run_count, NULL, 0);
__attribute__((unused)) KIND(kit_nothing, kit_run_nothing, NULL, WEIR_KIND_PURE);
__attribute__((unused)) KIND(kit_broken, kit_run_broken, NULL, WEIR_KIND_PURE);

/* x = x * 31 + k, which no other order of steps gives. */
static inline weir_status kit_run_step(weir_context *ctx, void *arg) {
    (void)ctx;
    uint64_t **x = arg;
    **x = **x * 31 + (uint64_t)(uintptr_t)x[1];
    return WEIR_OK;
}

static inline void kit_push_step(const weir_kind *kind, weir_runtime *rt, weir_var *v, uint64_t *x,
                                 uint64_t k) {
    uint64_t *arg[2] = {x, (uint64_t *)(uintptr_t)k};
    weir_task t = kit_task(kind, arg);
    t.arg_size = sizeof arg;
    t.reads = t.writes = &v;
    t.read_count = t.write_count = 1;
    CHECK_OK(weir_task_push(rt, &t));
}

/* Put all `count` workers at a gate, so that what is pushed next stays queued until it opens. */
static inline void kit_hold(weir_runtime *rt, test_gate *gate, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) kit_push(rt, &kit_gate, gate, NULL, NULL);
    test_gate_await(gate, count);
}

/* The runtime, which has one worker, with that at a gate. */
static inline weir_runtime *kit_held(weir_runtime *rt, test_gate *gate) {
    kit_hold(rt, gate, 1);
    return rt;
}

#endif
