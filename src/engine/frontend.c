/* frontend.c - what the language around us wants to do when we wait, and where it is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

/* Written once, before there is anything to do for it; see weir_frontend_set. */
weir_frontend wr_frontend;

weir_status weir_frontend_set(const weir_frontend *frontend) {
    if (frontend == NULL) {
        memset(&wr_frontend, 0, sizeof wr_frontend);
        return WEIR_OK;
    }
    if (frontend->size < sizeof *frontend)
        return wr_fail(WEIR_EINVAL, "weir_frontend_set: size %zu; set it to sizeof(weir_frontend)",
                       frontend->size);
    if ((frontend->wait_begin == NULL) != (frontend->wait_end == NULL))
        return wr_fail(WEIR_EINVAL, "weir_frontend_set: wait_begin and wait_end come together");
    wr_frontend = *frontend;
    return WEIR_OK;
}

void weir_give_way(void (*fn)(void *arg), void *arg) {
    void *token = wr_frontend.wait_begin != NULL ? wr_frontend.wait_begin() : NULL;
    fn(arg);
    if (wr_frontend.wait_end != NULL) wr_frontend.wait_end(token);
}

uint32_t wr_site_ask(void) {
    /* Inside a task the language is elsewhere. */
    return wr_frontend.site != NULL && wr_inside == NULL ? wr_frontend.site() : 0;
}
