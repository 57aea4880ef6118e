/* frontend_hooks.c - the hooks of a language binding: around waits, for the current source line,
 * and for the wording of remedies in messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "engine/engine.h"

/* Written once, before the first runtime exists; see weir_frontend_set. */
weir_frontend wr_frontend;
WR_THREAD_LOCAL const weir_frontend *wr_frontend_mine = &wr_frontend;

/* Front ends that were added are never freed.  The list only keeps them reachable, for leak
 * checkers and debuggers; no code reads it, so its atomic accesses are relaxed and pair with no
 * others. */
typedef struct added {
    weir_frontend frontend; /* const once weir_frontend_add has returned it */
    struct added *before;
} added;

static _Atomic(added *) last_added;

static weir_status take(const weir_frontend *given, const char *where, weir_frontend *f) {
    *f = (weir_frontend){0};
    WR_TRY(weir_struct_take(f, sizeof *f, given, WEIR_SIZE_UP_TO(weir_frontend, wait_end), where,
                            "weir_frontend"));
    if ((f->wait_begin == NULL) == (f->wait_end == NULL)) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: only one of wait_begin and wait_end is set; set both or neither", where);
}

static void count_garbage(const weir_frontend *f) {
    if (f->collect != NULL) atomic_store_explicit(&wr_garbage_counted, true, memory_order_relaxed);
}

weir_status weir_frontend_set(const weir_frontend *frontend) {
    weir_frontend f = {0};
    if (frontend != NULL) WR_TRY(take(frontend, "weir_frontend_set", &f));
    wr_frontend = f;
    count_garbage(&f);
    return WEIR_OK;
}

weir_status weir_frontend_add(const weir_frontend *frontend, const weir_frontend **out) {
    static const char what[] = "weir_frontend_add";
    weir_frontend f;
    if (frontend == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what, out == NULL ? "out" : "frontend");
    WR_TRY(take(frontend, what, &f));
    added *a = malloc(sizeof *a);
    if (a == NULL) return wr_fail(WEIR_ENOMEM, "%s: out of memory", what);
    a->frontend = f;
    a->before = atomic_load_explicit(&last_added, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&last_added, &a->before, a, memory_order_relaxed,
                                                  memory_order_relaxed)) {}
    *out = &a->frontend;
    count_garbage(&f);
    return WEIR_OK;
}

const weir_frontend *weir_frontend_enter(const weir_frontend *frontend) {
    const weir_frontend *before = wr_frontend_mine;
    wr_frontend_mine = frontend != NULL ? frontend : &wr_frontend;
    return before != &wr_frontend ? before : NULL;
}

const char *weir_remedy_text(weir_remedy remedy) {
    const weir_frontend *f = wr_frontend_mine;
    const char *text = f->remedy != NULL ? f->remedy(remedy) : NULL;
    if (text != NULL) return text;
    switch (remedy) {
    case WEIR_REMEDY_RECORD:
        return "compute it, while recording, from an array with a gradient attached";
    case WEIR_REMEDY_ATTACH_GRAD:
        return "attach a gradient to it, or pass an array that was computed from such an array "
               "while recording";
    case WEIR_REMEDY_BACKWARD: return "call weir_backward on the loss first";
    case WEIR_REMEDY_RETAIN_GRAPH: return "pass WEIR_BACKWARD_RETAIN to the earlier call";
    case WEIR_REMEDY_PAUSE: return "pause recording around the update";
    case WEIR_REMEDY_ASSIGN:
        return "assign to the array itself with weir_basic_update, or pause recording";
    case WEIR_REMEDY_DETACH: return "detach it, or write to a copy";
    case WEIR_REMEDY_CLEAR_BLOCK: return "call weir_block_clear";
    case WEIR_REMEDY_TO_DEVICE: return "copy one of them to the other's device with weir_to_device";
    case WEIR_REMEDY_FORK:
        return "start the process with exec, or use the device only in the child";
    }
    return "";
}

void weir_give_way(void (*fn)(void *arg), void *arg) {
    const weir_frontend *f = wr_frontend_mine;
    void *token = f->wait_begin != NULL ? f->wait_begin() : NULL;
    fn(arg);
    if (f->wait_end != NULL) f->wait_end(token);
}

uint32_t wr_frontend_site(void) {
    /* Inside a task, the line that the front end executes has nothing to do with the task. */
    const weir_frontend *f = wr_frontend_mine;
    return f->site != NULL && wr_inside == NULL ? f->site() : 0;
}
