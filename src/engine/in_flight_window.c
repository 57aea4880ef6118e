/* in_flight_window.c - a window, which allows at most `depth` batches in flight.
 *
 * Each call of weir_window_next pushes a barrier that writes the next of `depth` variables, which
 * are used in rotation.  Then it waits for the barrier that was pushed `depth - 1` calls ago; the
 * next call will write the variable of that barrier.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

struct weir_window {
    weir_runtime *rt;
    uint32_t depth, next;
    bool pushed; /* the last call pushed its barrier, but its wait was interrupted */
    weir_var *var[];
};

weir_status weir_window_new(weir_runtime *rt, uint32_t depth, weir_window **out) {
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_window_new: %s is NULL", rt == NULL ? "rt" : "out");
    if (depth < 1 || depth > 1024)
        return wr_fail(WEIR_EINVAL, "weir_window_new: depth is %u; it must be from 1 to 1024",
                       depth);
    weir_window *w = wr_alloc_zero(&rt->memory, sizeof *w + depth * sizeof(weir_var *), 16);
    if (w == NULL) return wr_fail(WEIR_ENOMEM, "weir_window_new: not enough memory for the window");
    w->rt = rt;
    w->depth = depth;
    weir_var_options options = {.size = sizeof options};
    for (uint32_t i = 0; i < depth; i++) {
        weir_status status = wr_var_make(rt, &options, "weir_window_new", &w->var[i]);
        if (status == WEIR_OK) continue;
        weir_window_free(w);
        return status;
    }
    /* This reference lets the window be freed after the runtime. */
    atomic_fetch_add(&rt->refs, 1);
    *out = w;
    return WEIR_OK;
}

weir_status weir_window_next(weir_window *w, uint32_t site) {
    if (w == NULL) return wr_fail(WEIR_EINVAL, "weir_window_next: window is NULL");
    WR_TRY(wr_refuse_inside("weir_window_next: waiting for a batch"));
    if (atomic_load(&w->rt->closed))
        return wr_fail(WEIR_ECLOSED, "weir_window_next: the runtime has been freed");
    if (!w->pushed) WR_TRY(wr_push_barrier(w->rt, w->var[w->next], site));
    w->pushed = true;
    uint32_t oldest = (w->next + 1) % w->depth;
    WR_TRY(wr_wait_var(w->var[oldest], WR_FOREVER, "window", site));
    w->pushed = false;
    w->next = oldest;
    return WEIR_OK;
}

void weir_window_free(weir_window *w) {
    if (w == NULL) return;
    weir_runtime *rt = w->rt;
    bool whole = w->var[w->depth - 1] != NULL;
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->var[i] != NULL) wr_var_release(w->var[i]);
    wr_free(&rt->memory, w, sizeof *w + w->depth * sizeof(weir_var *));
    if (whole) wr_runtime_unref(rt, 1);
}
