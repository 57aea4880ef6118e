/* cancel.c - dropping queued work: what writes one variable, or everything.
 *
 * A task that is dropped is skipped when its turn comes, as one whose input has failed is.  It marks what it would
 * have written with the failure of the call that dropped it: one failure for a call, however many tasks it dropped.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "engine/engine.h"

/* Every queued, unstarted task that would write the variable is to be skipped. */
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

/* None of the tasks starts after this has returned, so the record is not left to a worker: a busy one drains the
 * lanes much later.  An on_free may run inside wr_scheduler_release, which must not be nested as deep as there are variables;
 * there the record is dealt with when on_free has returned. */
weir_status wr_var_cancel(weir_var *v) {
    weir_runtime *rt = v->rt;
    wr_var_queued(v);
    WR_TRY(wr_issue_now(rt, &cancel_kind, v));
    if (wr_reclaiming) return WEIR_OK;
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    return WEIR_OK;
}

static wr_failure *make(weir_runtime *rt, uint32_t site) {
    wr_failure *f = wr_alloc_zero(&rt->memory, sizeof *f, 16);
    if (f == NULL) return NULL;
    char words[WR_SITE_TEXT + 8];
    wr_site_words(site, words, sizeof words);
    f->refs = 1;
    f->info = (weir_failure){
        .size = sizeof f->info, .status = WEIR_ECANCELED, .site = site, .name = WR_CANCEL_ALL};
    snprintf(f->info.message, sizeof f->info.message,
             WR_CANCEL_ALL "%s: this operation had not started and was dropped", words);
    atomic_init(&f->looked, true); /* the caller knows */
    return f;
}

/* All that was issued before is linked first, so the tickets below `linked_ever` are the tasks to drop.  The failure
 * gets into the list when the first of them is settled, and not at all if there is none. */
weir_status wr_cancel_all(weir_runtime *rt, uint32_t site) {
    wr_failure *f = make(rt, site);
    if (f == NULL) return wr_fail(WEIR_ENOMEM, "weir_cancel_all: no memory; nothing was dropped");
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
