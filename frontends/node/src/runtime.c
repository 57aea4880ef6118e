/* runtime.c - the runtime: seeds, waits for everything, statistics, devices, traces.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>

enum { DEVICES = 64, WAITS = 256 };

/* version() */
static napi_value version(napi_env env, napi_callback_info info) {
    state *s = call_begin(env, info, 0, NULL);
    return call_end(s, new_text(s, weir_version_text()));
}

/* seed(number or bigint) */
static napi_value seed(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    uint64_t number = 0;
    bool exact;
    if (napi_get_value_bigint_uint64(env, args[0], &number, &exact) != napi_ok)
        number = (uint64_t)get_i64(s, args[0]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_seed(s->rt, number);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* waitAll(timeout in ns, or -1): blocks. */
static napi_value wait_all(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    int64_t timeout = get_i64(s, args[0]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_waitall_at(s->rt, timeout, "waitAll", weir_site_get());
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* stats() */
static napi_value stats(napi_env env, napi_callback_info info) {
    napi_value result = NULL;
    state *s = call_begin(env, info, 0, NULL);
    weir_stats now = {.size = sizeof now};
    (void)weir_stats_get(s->rt, &now);
    napi_create_object(env, &result);
    set_f64(s, result, "workers", now.workers);
    set_f64(s, result, "issued", (double)now.issued);
    set_f64(s, result, "finished", (double)now.finished);
    set_f64(s, result, "queued", (double)now.queue_len);
    set_f64(s, result, "failures", (double)now.failures);
    set_f64(s, result, "waits", (double)now.waits);
    set_f64(s, result, "waitsReady", (double)now.waits_ready);
    set_f64(s, result, "waitMs", (double)now.wait_ns / 1e6);
    set_f64(s, result, "liveArrays", (double)s->live_arrays);
    set_f64(s, result, "liveBytes", (double)s->live_bytes);
    set_f64(s, result, "externalBytes", (double)s->told_bytes);
    set_f64(s, result, "collections", (double)s->collections);
    return call_end(s, result);
}

/* memory(device number) */
static napi_value memory(napi_env env, napi_callback_info info) {
    napi_value args[1], result = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_memory now = {.size = sizeof now};
    weir_status status = weir_memory_of(s->rt, get_i32(s, args[0]), &now);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    napi_create_object(env, &result);
    set_f64(s, result, "used", (double)now.used);
    set_f64(s, result, "peak", (double)now.peak);
    set_f64(s, result, "cached", (double)now.cached);
    set_f64(s, result, "reserved", (double)now.reserved);
    set_f64(s, result, "budget", (double)now.budget);
    set_f64(s, result, "level", (double)now.level);
    return call_end(s, result);
}

/* memoryTrim() */
static napi_value memory_trim(napi_env env, napi_callback_info info) {
    state *s = call_begin(env, info, 0, NULL);
    (void)weir_memory_trim(s->rt);
    return call_end(s, NULL);
}

/* memoryBudget(device number, bytes) */
static napi_value memory_budget(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    int32_t device = get_i32(s, args[0]);
    int64_t bytes = get_i64(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    if (bytes < 0) return call_end(s, throw_text(s, "the budget must not be negative"));
    weir_status status = weir_memory_budget_set(s->rt, device, (uint64_t)bytes);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* devices(): names */
static napi_value devices(napi_env env, napi_callback_info info) {
    napi_value list = NULL;
    state *s = call_begin(env, info, 0, NULL);
    int32_t found[DEVICES];
    size_t count = weir_devices(s->rt, found, DEVICES);
    napi_create_array(env, &list);
    for (size_t i = 0; i < count && i < DEVICES; i++) {
        char name[32];
        weir_device_name(found[i], name, sizeof name);
        napi_set_element(env, list, (uint32_t)i, new_text(s, name));
    }
    return call_end(s, list);
}

/* deviceParse(name): the number of a device. */
static napi_value device_parse(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char *name = need_text(s, args[0]);
    int32_t device = 0;
    if (name == NULL) return call_end(s, NULL);
    weir_status status = weir_device_parse(name, &device);
    free(name);
    return call_end(s, status == WEIR_OK ? new_f64(s, device) : throw_status(s, status));
}

/* deviceName(number) */
static napi_value device_name(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char name[32];
    weir_device_name(get_i32(s, args[0]), name, sizeof name);
    return call_end(s, new_text(s, name));
}

/* engineSet(serial) */
static napi_value engine_set(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_status status =
        weir_runtime_set_engine(s->rt, get_bool(s, args[0]) ? WEIR_SERIAL : WEIR_THREADED);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* cancelAll() */
static napi_value cancel_all(napi_env env, napi_callback_info info) {
    state *s = call_begin(env, info, 0, NULL);
    weir_status status = weir_cancel_all(s->rt);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* waits(): [{ reason, line, count, ms }], longest first. */
static napi_value waits(napi_env env, napi_callback_info info) {
    napi_value list = NULL;
    state *s = call_begin(env, info, 0, NULL);
    weir_wait_entry *entries = calloc(WAITS, sizeof *entries);
    size_t count = entries != NULL ? weir_waits_get(s->rt, entries, WAITS) : 0;
    napi_create_array(env, &list);
    for (size_t i = 0; i < count && i < WAITS; i++) {
        napi_value entry = NULL;
        napi_create_object(env, &entry);
        set(s, entry, "reason", new_text(s, entries[i].reason));
        set(s, entry, "line", new_text(s, weir_site_text(entries[i].site)));
        set_f64(s, entry, "count", (double)entries[i].count);
        set_f64(s, entry, "ms", (double)entries[i].ns / 1e6);
        napi_set_element(env, list, (uint32_t)i, entry);
    }
    free(entries);
    return call_end(s, list);
}

/* waitsClear() */
static napi_value waits_clear(napi_env env, napi_callback_info info) {
    state *s = call_begin(env, info, 0, NULL);
    weir_waits_clear(s->rt);
    return call_end(s, NULL);
}

/* traceStart(most events, or 0) */
static napi_value trace_start(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    int64_t events = get_i64(s, args[0]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_trace_start(s->rt, (uint64_t)events);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* traceStop(path or null) */
static napi_value trace_stop(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char *path = get_text(s, args[0]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_trace_stop(s->rt, path);
    free(path);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

const native_function runtime_functions[] = {{"version", version},
                                             {"seed", seed},
                                             {"waitAll", wait_all},
                                             {"stats", stats},
                                             {"memory", memory},
                                             {"memoryTrim", memory_trim},
                                             {"memoryBudget", memory_budget},
                                             {"devices", devices},
                                             {"deviceParse", device_parse},
                                             {"deviceName", device_name},
                                             {"engineSet", engine_set},
                                             {"cancelAll", cancel_all},
                                             {"waits", waits},
                                             {"waitsClear", waits_clear},
                                             {"traceStart", trace_start},
                                             {"traceStop", trace_stop},
                                             {NULL, NULL}};
