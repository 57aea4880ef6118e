/* frontend.c - the hooks of a language binding: around waits, and for the current source line.
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
    weir_frontend f = {0};
    WR_TRY(weir_struct_take(&f, sizeof f, frontend, WEIR_SIZE_UP_TO(weir_frontend, wait_end),
                            "weir_frontend_set", "weir_frontend"));
    if ((f.wait_begin == NULL) != (f.wait_end == NULL))
        return wr_fail(
            WEIR_EINVAL,
            "weir_frontend_set: only one of wait_begin and wait_end is set; set both or neither");
    wr_frontend = f;
    return WEIR_OK;
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
