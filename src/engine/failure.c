/* failure.c - failures in flight: made by the thread that ran the task, hung on variables by the role.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/engine.h"

void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (rt != NULL && rt->config.log != NULL)
        rt->config.log(rt->config.log_ctx, level, text);
    else
        fprintf(stderr, "weir: %s\n", text);
}

/* The parts, from a task and what it said. */
static void describe(weir_failure *info, wr_task *t, weir_status status, const char *within,
                     const char *message) {
    memset(info, 0, sizeof *info);
    info->size = sizeof *info;
    info->status = status;
    info->site = t->site;
    info->ticket = t->ticket;
    snprintf(info->name, sizeof info->name, "%s", t->kind->name);
    if (message == NULL || *message == '\0') message = weir_status_text(status);
    char site[WR_SITE_TEXT + 8];
    wr_site_words(t->site, site, sizeof site);
    bool part = within != NULL && strcmp(within, t->kind->name) != 0;
    size_t n = 0, size = sizeof info->message;
    n += (size_t)snprintf(info->message, size, "%.72s%s: ", part ? within : t->kind->name, site);
    if (part) n += (size_t)snprintf(info->message + n, size - n, "%.60s: ", t->kind->name);
    snprintf(info->message + n, size - n, "%s", message);
}

wr_failure *wr_failure_new(weir_runtime *rt, wr_task *t, weir_status status, const char *message) {
    return wr_failure_within(rt, t, status, NULL, message);
}

wr_failure *wr_failure_within(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                              const char *message) {
    wr_failure *f = wr_alloc_zero(&rt->memory, sizeof *f, 16);
    if (f == NULL) return &rt->out_of_memory; /* the status is lost, the failure is not */
    f->refs = 1;
    describe(&f->info, t, status, within, message);
    return f;
}

void wr_failure_ref(wr_failure *f) {
    if (!f->reserved) f->refs++;
}

void wr_failure_unref(weir_runtime *rt, wr_failure *f) {
    if (f->reserved || --f->refs > 0) return;
    wr_free(&rt->memory, f, sizeof *f);
}

/* The gradient of a failed operation often fails as well, for the same reason, and may be what is asked: who was told
 * of a failure knows of those before it from the same line. */
static bool is_known_by(const wr_failure *f, const wr_failure *told) {
    return f->info.site != 0 && f->info.site == told->info.site &&
           f->info.ticket < told->info.ticket;
}

void wr_failure_root(weir_runtime *rt, wr_failure *f) {
    atomic_fetch_add_explicit(&rt->failure_count, 1, memory_order_relaxed);
    if (rt->root_count == WR_FAILURES_KEPT) return;
    wr_failure_ref(f);
    for (uint32_t i = 0; i < rt->root_count; i++)
        if (atomic_load(&rt->roots[i]->looked) && is_known_by(f, rt->roots[i]))
            atomic_store(&f->looked, true);
    rt->roots[rt->root_count++] = f;
}

void wr_var_mark(weir_runtime *rt, weir_var *v, wr_failure *f, bool undefined) {
    if (v->failure == f) {
        v->undefined |= undefined && f != NULL;
        return;
    }
    if (f != NULL) wr_failure_ref(f);
    if (v->failure != NULL) wr_failure_unref(rt, v->failure);
    atomic_fetch_add_explicit(&rt->failed_vars, (f != NULL) - (v->failure != NULL),
                              memory_order_relaxed);
    v->failure = f;
    v->undefined =
        f != NULL && (undefined || v->undefined); /* a skipped write makes nothing good */
    atomic_store_explicit(&v->failed, f != NULL, memory_order_release);
}

/* Somebody is told of it, and with it of those before it from the same line. */
static void look(weir_runtime *rt, wr_failure *f) {
    atomic_store(&f->looked, true);
    for (uint32_t i = 0; i < rt->root_count; i++)
        if (is_known_by(rt->roots[i], f)) atomic_store(&rt->roots[i]->looked, true);
}

/* A copy of what the variable says; looking at it counts. */
weir_status wr_var_status(weir_var *v) {
    if (WR_LIKELY(!atomic_load_explicit(&v->failed, memory_order_acquire))) return WEIR_OK;
    weir_runtime *rt = v->rt;
    weir_failure info = {.status = WEIR_OK};
    bool undefined = false;
    wr_role_take(rt);
    if (v->failure != NULL) {
        look(rt, v->failure);
        info = v->failure->info;
        undefined = v->undefined;
    }
    wr_role_give(rt);
    if (info.status == WEIR_OK) return WEIR_OK;
    size_t n = strlen(info.message);
    snprintf(info.message + n, sizeof info.message - n, "%s",
             undefined ? "; it had begun to write, so the contents are undefined"
                       : "; so this was not written");
    return wr_fail_with(&info);
}

weir_status wr_root_status(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->failure_count, memory_order_relaxed) == 0) return WEIR_OK;
    weir_failure info = {.status = WEIR_OK};
    wr_role_take(rt);
    for (uint32_t i = 0; i < rt->root_count; i++) atomic_store(&rt->roots[i]->looked, true);
    if (rt->root_count > 0) info = rt->roots[0]->info;
    wr_role_give(rt);
    return info.status == WEIR_OK ? WEIR_OK : wr_fail_with(&info);
}

uint64_t wr_failures_get(weir_runtime *rt, uint32_t index, weir_failure *out) {
    wr_role_take(rt);
    uint32_t kept = rt->root_count;
    if (index < kept) {
        *out = rt->roots[index]->info;
        atomic_store(&rt->roots[index]->looked, true);
    }
    wr_role_give(rt);
    return kept;
}

void wr_failures_clear(weir_runtime *rt) {
    wr_role_take(rt);
    wr_failures_free(rt);
    atomic_store(&rt->failure_count, 0);
    wr_role_give(rt);
}

void wr_failures_free(weir_runtime *rt) {
    while (rt->root_count > 0) wr_failure_unref(rt, rt->roots[--rt->root_count]);
}

void wr_failures_report(weir_runtime *rt) {
    uint64_t count = atomic_load(&rt->failure_count);
    wr_role_take(rt);
    uint32_t kept = rt->root_count;
    wr_failure *kept_ones[WR_FAILURES_KEPT];
    for (uint32_t i = 0; i < kept; i++) kept_ones[i] = rt->roots[i];
    wr_role_give(rt);
    uint64_t missed = count > kept ? count - kept : 0;
    for (uint32_t i = 0; i < kept; i++)
        if (!atomic_load(&kept_ones[i]->looked))
            wr_log(rt, WEIR_LOG_ERROR, "nobody looked at this failure: %s",
                   kept_ones[i]->info.message);
    if (missed > 0) wr_log(rt, WEIR_LOG_ERROR, "and %" PRIu64 " more failures", missed);
}
