/* runtime.c - the runtime as a whole: waits for everything, seeds, devices, statistics, traces, notices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

NATIVE(jstring, version)) { return string_of(env, weir_version_text()); }

/* ---- Waits ------------------------------------------------------------------------------------- */

NATIVE(void, waitAll), jlong timeout_ns) {
    keep_sweep(env);
    (void)fine(env, weir_waitall_at(the_runtime, timeout_ns, "waitAll", weir_site_get()));
}
NATIVE(void, synchronize), jint device) { (void)fine(env, weir_synchronize(the_runtime, device)); }
NATIVE(void, cancelAll)) { (void)fine(env, weir_cancel_all(the_runtime)); }
NATIVE(void, engineSet), jint engine) {
    (void)fine(env, weir_runtime_set_engine(the_runtime, (weir_engine)engine));
}
NATIVE(jlong, failureCount)) {
    (void)env;
    return (jlong)weir_failure_count(the_runtime);
}
NATIVE(void, failureClear)) {
    (void)env;
    weir_failure_clear(the_runtime);
}

NATIVE(jlong, windowNew), jint depth) {
    weir_window *made = NULL;
    (void)fine(env, weir_window_new(the_runtime, (uint32_t)depth, &made));
    return AS_LONG(made);
}
NATIVE(void, windowNext), jlong window) {
    (void)fine(env, weir_window_next(HANDLE(window, window), weir_site_get()));
}

/* ---- Notices ----------------------------------------------------------------------------------- */

NATIVE(void, noticePush), jlong a, jlong token) {
    (void)fine(env, weir_notice_push(weir_array_var(HANDLE(array, a)), (uint64_t)token));
}

/* Sleep until there are notices; returns their tokens.  Called by one thread, Notices.java. */
NATIVE(jlongArray, noticeTake)) {
    enum { MOST = 64 };
    weir_notice taken[MOST];
    int64_t tokens[MOST];
    struct pollfd one = {.events = POLLIN};
    if (!fine(env, weir_notice_fd(the_runtime, &one.fd))) return NULL;
    while (poll(&one, 1, -1) < 0 && errno == EINTR) {}
    keep_sweep(env);
    uint32_t count = (uint32_t)weir_notice_take(the_runtime, taken, MOST);
    for (uint32_t i = 0; i < count; i++) tokens[i] = (int64_t)taken[i].token;
    return longs_of(env, tokens, count);
}

/* ---- Random numbers and devices ---------------------------------------------------------------- */

NATIVE(void, seed), jlong seed) { (void)fine(env, weir_seed(the_runtime, (uint64_t)seed)); }
NATIVE(jlongArray, seedState)) {
    weir_stream state;
    if (!fine(env, weir_seed_get(the_runtime, &state))) return NULL;
    uint64_t both[] = {state.seed, state.calls};
    return longs_of(env, both, 2);
}
NATIVE(void, seedStateSet), jlong seed, jlong calls) {
    weir_stream state = {(uint64_t)seed, (uint64_t)calls};
    (void)fine(env, weir_seed_set(the_runtime, &state));
}

NATIVE(jintArray, devices)) {
    size_t count = weir_devices(the_runtime, NULL, 0);
    int32_t *list = calloc(count + 1, sizeof *list);
    if (list == NULL) return NULL;
    size_t now = weir_devices(the_runtime, list, count);
    if (now < count) count = now;
    jintArray made = (*env)->NewIntArray(env, (jsize)count);
    if (made != NULL) (*env)->SetIntArrayRegion(env, made, 0, (jsize)count, (const jint *)list);
    free(list);
    return made;
}
NATIVE(jstring, deviceName), jint device) {
    char name[64];
    (void)weir_device_name(device, name, sizeof name);
    return string_of(env, name);
}
NATIVE(jint, deviceParse), jstring name) {
    char *text = utf8_of(env, name);
    int32_t device = -1;
    (void)fine(env, weir_device_parse(text != NULL ? text : "", &device));
    free(text);
    return device;
}

/* ---- Statistics -------------------------------------------------------------------------------- */

/* The order is that of the record Memory. */
NATIVE(jlongArray, memory), jint device) {
    weir_memory m = {.size = sizeof m};
    if (!fine(env, device < 0 ? weir_memory_get(the_runtime, &m)
                              : weir_memory_of(the_runtime, device, &m)))
        return NULL;
    uint64_t all[] = {m.used,  m.cached, m.reserved, m.peak,          m.budget,
                      m.takes, m.reuses, m.borrowed, m.borrowed_peak, m.level};
    return longs_of(env, all, sizeof all / sizeof *all);
}
NATIVE(void, memoryBudgetSet), jint device, jlong bytes) {
    (void)fine(env, weir_memory_budget_set(the_runtime, device, (uint64_t)bytes));
}
NATIVE(void, memoryTrim)) { (void)fine(env, weir_memory_trim(the_runtime)); }

/* The order is that of the record Stats. */
NATIVE(jlongArray, stats)) {
    weir_stats s = {.size = sizeof s};
    if (!fine(env, weir_stats_get(the_runtime, &s))) return NULL;
    uint64_t all[] = {s.workers,     s.issued, s.finished,    s.queue_len, s.memory_used,
                      s.memory_peak, s.waits,  s.waits_ready, s.wait_ns,   s.failures};
    return longs_of(env, all, sizeof all / sizeof *all);
}

NATIVE(void, traceStart)) { (void)fine(env, weir_trace_start(the_runtime, 0)); }
NATIVE(void, traceStop), jstring path) {
    char *text = utf8_of(env, path);
    (void)fine(env, weir_trace_stop(the_runtime, text));
    free(text);
}

/* ---- Release ----------------------------------------------------------------------------------- */

NATIVE(void, release), jlong a) {
    (void)env;
    weir_array_release(HANDLE(array, a));
}
