/* cancel.c - dropping queued tasks: all of them, or those that write one variable.
 *
 * A dropped task is skipped instead of being started, like a task whose input has failed.  Its
 * outputs are marked with the failure of the call that dropped it: one failure per call, however
 * many tasks the call dropped.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "engine/engine.h"

/* Mark every queued task that writes the variable; the tasks that have not started will be
 * skipped. */
static void act_cancel(weir_runtime *rt, wr_task *t) {
    (void)rt;
    weir_var *v = t->arg;
    for (wr_access *a = v->oldest; a != NULL; a = a->next) {
        wr_task *other = wr_access_task(a);
        if (a->write && !(other->kind->flags & WR_KIND_GRANTED))
            atomic_fetch_or_explicit(&other->state, WR_CANCELLED, memory_order_relaxed);
    }
}

static const wr_scheduler_kind cancel_kind = {
    {.size = sizeof(weir_kind), .name = "cancel", .flags = WR_KIND_NOW}, act_cancel};

/* None of the cancelled tasks may start after this function has returned, so the cancel record is
 * processed here and not by a worker, which may be busy for a long time.  If an on_free callback
 * calls this function, the record is processed after the callback has returned: callbacks run
 * inside wr_scheduler_release, and processing the record at once would nest that function once per
 * variable. */
weir_status wr_var_cancel(weir_var *v) {
    weir_runtime *rt = v->rt;
    wr_var_queued(v);
    WR_TRY(wr_issue_now(rt, &cancel_kind, v));
    if (wr_mine.reclaiming) return WEIR_OK;
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    return WEIR_OK;
}

static wr_failure *make(weir_runtime *rt, uint32_t site) {
    wr_failure *f = wr_alloc_zero(&rt->memory, sizeof *f, 16);
    if (f == NULL) return NULL;
    char words[WR_SITE_TEXT + 8];
    wr_site_suffix(site, words, sizeof words);
    f->refs = 1;
    f->info = (weir_failure){
        .size = sizeof f->info, .status = WEIR_ECANCELED, .site = site, .name = WR_CANCEL_ALL};
    snprintf(f->info.message, sizeof f->info.message,
             WR_CANCEL_ALL "%s: this operation had not started and was dropped", words);
    atomic_init(&f->reported, true); /* the caller of weir_cancel_all expects this failure */
    return f;
}

/* All tasks issued so far are linked first; then those with sequence numbers below `linked_ever`
 * are dropped.  The failure is added to the list of root failures when the first dropped task
 * retires, so it is not added if no task was dropped. */
weir_status wr_cancel_all(weir_runtime *rt, uint32_t site) {
    wr_failure *f = make(rt, site);
    if (f == NULL)
        return wr_fail(WEIR_ENOMEM, "weir_cancel_all: out of memory; nothing was dropped");
    wr_scheduler_acquire_all(rt);
    f->info.seq = f->until = rt->linked_ever;
    wr_failure *old = f;
    if (rt->linked > 0) {
        old = rt->cancel;
        rt->cancel = f;
        atomic_store_explicit(&rt->cancel_below, rt->linked_ever, memory_order_relaxed);
    }
    if (old != NULL) wr_failure_unref(rt, old);
    wr_scheduler_release_all(rt);
    return WEIR_OK;
}
