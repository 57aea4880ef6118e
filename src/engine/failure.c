/* failure.c - failures of tasks: created by the thread that ran the task, attached to variables
 * by the scheduler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/engine.h"

enum { HISTORY_BYTES = 400 };

void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...) {
    char text[512 + HISTORY_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (rt != NULL && rt->config.log != NULL)
        rt->config.log(rt->config.log_ctx, level, text);
    else
        fprintf(stderr, "weir: %s\n", text);
}

/* Fill in the fields of a failure from a task and the message that the task set. */
static void describe(weir_failure *info, wr_task *t, weir_status status, const char *within,
                     const char *message) {
    memset(info, 0, sizeof *info);
    info->size = sizeof *info;
    info->status = status;
    info->site = t->site;
    info->seq = t->seq;
    snprintf(info->name, sizeof info->name, "%s", t->kind->name);
    if (message == NULL || *message == '\0') message = weir_status_text(status);
    char site[WR_SITE_TEXT + 8];
    wr_site_suffix(t->site, site, sizeof site);
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
    if (f == NULL) return &rt->out_of_memory; /* the status is lost, but the task still fails */
    f->refs = 1;
    describe(&f->info, t, status, within, message);
    f->line = weir_site_line(t->site);
    f->within = within;
    return f;
}

void wr_failure_ref(wr_failure *f) {
    if (!f->reserved) f->refs++;
}

void wr_failure_unref(weir_runtime *rt, wr_failure *f) {
    if (f->reserved || --f->refs > 0) return;
    wr_free(&rt->memory, f, sizeof *f);
}

/* ---- Root failures --------------------------------------------------------------------------- */

/* Return whether the report of the failure `reported` also covers the failure f.  The gradient of a
 * failed operation often fails too, for the same reason, and the program may read only the
 * gradient.  So the report of a gradient's failure also covers the failure of its operator, issued
 * earlier from the same line. */
static bool is_known_by(const wr_failure *f, const wr_failure *reported) {
    const size_t prefix = sizeof WR_GRADIENT_OF - 1;
    const char *within = reported->within;
    if (within == NULL || strncmp(within, WR_GRADIENT_OF, prefix) != 0) return false;
    if (f->line == 0 || f->line != reported->line || f->info.seq >= reported->info.seq)
        return false;
    return strcmp(f->within != NULL ? f->within : f->info.name, within + prefix) == 0;
}

static bool is_reported(wr_failure *f) { return atomic_load(&f->reported); }

/* rt->missed holds a count in its low half and an epoch in its high half.  An epoch ends when all
 * failures have been reported or cleared.  A failure that was counted in an earlier epoch is not
 * subtracted from the count when it is reported. */
static uint32_t epoch_of(uint64_t missed) { return (uint32_t)(missed >> 32); }

static uint32_t missed_end(weir_runtime *rt) {
    uint64_t missed = atomic_load(&rt->missed), next;
    do {
        uint32_t epoch = epoch_of(missed) + 1;
        next = (uint64_t)(epoch != 0 ? epoch : 1) << 32;
    } while (!atomic_compare_exchange_weak(&rt->missed, &missed, next));
    return (uint32_t)missed;
}

void wr_failure_mark_reported(weir_runtime *rt, wr_failure *f) {
    if (atomic_exchange(&f->reported, true) || f->missed == 0) return;
    uint64_t missed = atomic_load(&rt->missed);
    while (epoch_of(missed) == f->missed && (uint32_t)missed > 0 &&
           !atomic_compare_exchange_weak(&rt->missed, &missed, missed - 1)) {}
}

/* Remove the oldest reported failure from the list, preferably one that no variable refers to. */
static bool evict_reported(weir_runtime *rt) {
    uint32_t found = WR_FAILURES_KEPT;
    for (uint32_t i = 0; i < rt->root_count; i++) {
        wr_failure *f = rt->roots[i];
        if (!is_reported(f)) continue;
        if (found == WR_FAILURES_KEPT) found = i;
        if (f->refs > 1 || f->reserved) continue;
        found = i;
        break;
    }
    if (found == WR_FAILURES_KEPT) return false;
    wr_failure_unref(rt, rt->roots[found]);
    rt->root_count--;
    memmove(&rt->roots[found], &rt->roots[found + 1], (rt->root_count - found) * sizeof *rt->roots);
    return true;
}

/* Add a failure to the list of root failures, or count it in rt->missed if the list is full. */
static void add_root(weir_runtime *rt, wr_failure *f) {
    /* A reserved failure is shared by many tasks.  It may have been reported for an earlier task,
     * but not yet for this one. */
    if (f->reserved) atomic_store(&f->reported, false);
    f->listed = true;
    atomic_fetch_add_explicit(&rt->failure_count, 1, memory_order_relaxed);
    for (uint32_t i = 0; i < rt->root_count; i++)
        if (is_reported(rt->roots[i]) && is_known_by(f, rt->roots[i]))
            atomic_store(&f->reported, true);
    if (rt->root_count == WR_FAILURES_KEPT && !evict_reported(rt)) {
        if (!is_reported(f)) f->missed = epoch_of(atomic_fetch_add(&rt->missed, 1));
        return;
    }
    wr_failure_ref(f);
    uint32_t at = rt->root_count++; /* tasks fail in any order; the list is in program order */
    for (; at > 0 && rt->roots[at - 1]->info.seq > f->info.seq; at--)
        rt->roots[at] = rt->roots[at - 1];
    rt->roots[at] = f;
}

/* Return the failure with which an older task, cancelled by the same call, has marked an output of
 * this task, or NULL if there is none. */
static wr_failure *shared_cancel(wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++) {
        wr_failure *f = t->access[i].var->failure;
        if (f != NULL && f->until > t->seq) return f;
    }
    return NULL;
}

void wr_failure_retire(weir_runtime *rt, wr_task *t) {
    wr_failure *f = t->failure;
    if (f == &rt->cancelled) {
        t->failure = f = rt->cancel;
        if (!f->listed) add_root(rt, f);
    } else if (!(t->flags & WR_FAILED)) { /* skipped because of a failed input */
    } else if (f->until == 0) {
        add_root(rt, f);
        return; /* the task takes over the reference of the runner, which created f */
    } else {
        wr_failure *shared = shared_cancel(t);
        if (shared == NULL) {
            f->until = rt->linked_ever;
            add_root(rt, f);
            return;
        }
        wr_failure_unref(rt, f);
        t->failure = f = shared;
    }
    wr_failure_ref(f);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

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
    /* A variable with undefined contents stays undefined, because a skipped write does not change
     * its contents. */
    v->undefined = f != NULL && (undefined || v->undefined);
    atomic_store_explicit(&v->failed, f != NULL, memory_order_release);
}

/* Mark a failure as reported, and also the newest root failure that this report covers. */
static void mark_reported(weir_runtime *rt, wr_failure *f) {
    wr_failure_mark_reported(rt, f);
    for (uint32_t i = rt->root_count; i-- > 0;)
        if (is_known_by(rt->roots[i], f)) {
            atomic_store(&rt->roots[i]->reported, true);
            return;
        }
}

void wr_failure_seen(weir_runtime *rt, uint64_t seq) {
    wr_scheduler_acquire(rt);
    for (uint32_t i = 0; i < rt->root_count; i++)
        if (rt->roots[i]->info.seq == seq) mark_reported(rt, rt->roots[i]);
    wr_scheduler_release(rt);
}

/* If the variable has a failure, set it as the error of this thread, count it as reported and
 * return its status; otherwise return WEIR_OK. */
weir_status wr_var_status(weir_var *v) {
    if (WR_LIKELY(!atomic_load_explicit(&v->failed, memory_order_acquire))) return WEIR_OK;
    weir_runtime *rt = v->rt;
    weir_failure info = {.status = WEIR_OK};
    bool undefined = false, lost = false;
    wr_scheduler_acquire(rt);
    if (v->failure != NULL) {
        mark_reported(rt, v->failure);
        info = v->failure->info;
        undefined = v->undefined;
        lost = v->failure == &rt->lost;
    }
    wr_scheduler_release(rt);
    if (info.status == WEIR_OK) return WEIR_OK;
    if (lost) return wr_fail_with(&info);
    size_t n = strlen(info.message);
    snprintf(info.message + n, sizeof info.message - n, "%s",
             undefined ? "; the task had begun to write, so the contents are undefined"
                       : "; this value was not written");
    return wr_fail_with(&info);
}

/* ---- Reports --------------------------------------------------------------------------------- */

/* Append `text` to a message; the message is truncated if both do not fit. */
static void append_text(weir_failure *info, const char *text) {
    size_t n = strlen(info->message), most = sizeof info->message - 1 - strlen(text);
    strcpy(info->message + (n < most ? n : most), text);
}

weir_status wr_root_status(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->failure_count, memory_order_relaxed) == 0) return WEIR_OK;
    weir_failure info = {.status = WEIR_OK};
    uint64_t count = 0;
    wr_scheduler_acquire(rt);
    for (uint32_t i = 0; i < rt->root_count; i++) {
        wr_failure *f = rt->roots[i];
        if (is_reported(f)) continue;
        if (count++ == 0) info = f->info;
        atomic_store(&f->reported, true);
    }
    count += missed_end(rt);
    wr_scheduler_release(rt);
    if (info.status == WEIR_OK) return WEIR_OK;
    if (count > 1) {
        char text[64];
        snprintf(text, sizeof text, " (and %" PRIu64 " more failure%s)", count - 1,
                 count == 2 ? "" : "s");
        append_text(&info, text);
    }
    return wr_fail_with(&info);
}

uint32_t wr_failures_get(weir_runtime *rt, uint32_t index, weir_failure *out) {
    wr_scheduler_acquire(rt);
    uint32_t kept = rt->root_count;
    if (index < kept) {
        *out = rt->roots[index]->info;
        atomic_store(&rt->roots[index]->reported, true);
    }
    wr_scheduler_release(rt);
    return kept;
}

void wr_failures_clear(weir_runtime *rt) {
    wr_scheduler_acquire(rt);
    wr_failures_free(rt);
    atomic_store(&rt->failure_count, 0);
    (void)missed_end(rt);
    wr_scheduler_release(rt);
}

void wr_failures_free(weir_runtime *rt) {
    while (rt->root_count > 0) wr_failure_unref(rt, rt->roots[--rt->root_count]);
}

void wr_failures_report(weir_runtime *rt) {
    wr_failure *logged[WR_FAILURES_LOGGED];
    uint32_t n = 0;
    wr_scheduler_acquire(rt);
    uint64_t count = (uint32_t)atomic_load(&rt->missed);
    for (uint32_t i = 0; i < rt->root_count; i++) {
        wr_failure *f = rt->roots[i];
        if (is_reported(f)) continue;
        count++;
        if (n == WR_FAILURES_LOGGED) continue;
        wr_failure_ref(f);
        logged[n++] = f;
    }
    wr_scheduler_release(rt);
    for (uint32_t i = 0; i < n; i++) {
        char history[HISTORY_BYTES];
        wr_site_history(logged[i]->info.site, history, sizeof history);
        wr_log(rt, WEIR_LOG_ERROR, "this failure was never observed: %s%s", logged[i]->info.message,
               history);
    }
    if (count > n)
        wr_log(rt, WEIR_LOG_ERROR, "and %" PRIu64 " more failure%s never observed", count - n,
               count - n == 1 ? " was" : "s were");
    wr_scheduler_acquire(rt);
    for (uint32_t i = 0; i < n; i++) wr_failure_unref(rt, logged[i]);
    wr_scheduler_release(rt);
}
