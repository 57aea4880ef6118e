/* frontend_hooks.c - the hooks of a language binding: around waits, for the current source line, and
 * for the wording of remedies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

/* Written once, before the first runtime exists; see weir_frontend_set. */
weir_frontend wr_frontend;

weir_status weir_frontend_set(const weir_frontend *frontend) {
    if (frontend == NULL) {
        memset(&wr_frontend, 0, sizeof wr_frontend);
        return WEIR_OK;
    }
    if (frontend->size < sizeof *frontend)
        return wr_fail(WEIR_EINVAL,
                       "weir_frontend_set: size is %zu; set it to sizeof(weir_frontend)",
                       frontend->size);
    if ((frontend->wait_begin == NULL) != (frontend->wait_end == NULL))
        return wr_fail(
            WEIR_EINVAL,
            "weir_frontend_set: only one of wait_begin and wait_end is set; set both or neither");
    wr_frontend = *frontend;
    return WEIR_OK;
}

const char *weir_remedy_text(weir_remedy remedy) {
    const char *text = wr_frontend.remedy != NULL ? wr_frontend.remedy(remedy) : NULL;
    if (text != NULL) return text;
    switch (remedy) {
    case WEIR_REMEDY_RECORD:
        return "compute it, while recording, from an array with a gradient attached";
    case WEIR_REMEDY_ATTACH_GRAD:
        return "attach a gradient to it, or pass an array that was computed from such an array "
               "while recording";
    case WEIR_REMEDY_BACKWARD: return "call weir_backward on the loss first";
    case WEIR_REMEDY_RETAIN_GRAPH: return "pass WEIR_BACKWARD_RETAIN to the earlier one";
    case WEIR_REMEDY_PAUSE: return "pause recording around the update";
    case WEIR_REMEDY_ASSIGN:
        return "assign to the array itself with weir_basic_update, or pause recording";
    case WEIR_REMEDY_DETACH: return "detach it, or write to a copy";
    case WEIR_REMEDY_CLEAR_BLOCK: return "call weir_block_clear";
    }
    return "";
}

void weir_give_way(void (*fn)(void *arg), void *arg) {
    void *token = wr_frontend.wait_begin != NULL ? wr_frontend.wait_begin() : NULL;
    fn(arg);
    if (wr_frontend.wait_end != NULL) wr_frontend.wait_end(token);
}

uint32_t wr_frontend_site(void) {
    /* Inside a task, the line that the language executes is unrelated. */
    return wr_frontend.site != NULL && wr_inside == NULL ? wr_frontend.site() : 0;
}
