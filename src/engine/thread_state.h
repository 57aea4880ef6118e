/* thread_state.h - thread-local state: the mode of array operations, and what the thread does in
 * the engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_STATE_H
#define WR_THREAD_STATE_H

#include "engine/frontend_hooks.h"
#include "engine/task.h"

/* The thread's settings for array operations (array/thread_settings.c).  A task starts with default
 * settings on whichever thread it runs. */
typedef struct wr_mode {
    uint32_t site;
    int32_t device;
    uint8_t dtype;
    bool training;
    const struct wr_recorder
        *recorder; /* records each operation for gradients (ops/core/op.h); NULL: not recording */
    weir_scope *scope;
    weir_stream *stream; /* random stream; NULL: the runtime's */
    /* not NULL: calls run abstractly (wr_is_abstract_mode, array.h): they compute nothing, and set
     * here the bits of the abstract arrays whose values they would read */
    uint32_t *abstract_needs;
    uint64_t recorded;   /* the number of the last operation that was recorded */
    weir_watch_fn watch; /* called for each operation; or NULL */
    void *watch_ctx;
    const char *within; /* static: name of the enclosing operation; or NULL */
} wr_mode;

extern WR_THREAD_LOCAL wr_mode wr_mode_now;

/* The source line of this thread: as set by weir_site_set, or as the front end knows it. */
static inline uint32_t wr_site_now(void) {
    return wr_mode_now.site != 0 || wr_frontend_mine->site == NULL ? wr_mode_now.site
                                                                   : wr_frontend_site();
}

static inline wr_mode wr_mode_enter(uint32_t site) {
    wr_mode outer = wr_mode_now;
    wr_mode_now = (wr_mode){.site = site, .dtype = WEIR_FLOAT32};
    return outer;
}

/* The runtime whose task or callback this thread runs: NULL on threads that may wait. */
extern WR_THREAD_LOCAL const weir_runtime *wr_inside;
extern WR_THREAD_LOCAL bool wr_unbounded;     /* in a callback: it does not wait at bounds */
extern WR_THREAD_LOCAL bool wr_reclaiming;    /* in wr_vars_reclaim */
extern WR_THREAD_LOCAL bool wr_released_more; /* a reclaimed variable released another one */
extern WR_THREAD_LOCAL int wr_slots;          /* slots this thread holds, see worker.c */
extern WR_THREAD_LOCAL const wr_task *wr_current_task; /* the task this thread runs */
extern WR_THREAD_LOCAL char *wr_piece_message; /* buffer for the message of the piece it runs */
extern WR_THREAD_LOCAL bool wr_engine_thread;  /* a worker or I/O thread */
extern WR_THREAD_LOCAL bool wr_orphan; /* such a thread, in the child of a fork that it made */

#endif
