/* thread_state.h - what belongs to a thread: its mode for arrays, and where it is in the engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_STATE_H
#define WR_THREAD_STATE_H

#include "engine/frontend.h"
#include "engine/task.h"

/* What belongs to a thread for the sake of arrays (array/mode.c).  A task begins with a fresh one, whichever
 * thread it runs on. */
typedef struct wr_mode {
    uint32_t site;
    int32_t device;
    uint8_t dtype;
    bool training;
    const struct wr_recorder
        *recorder; /* records each operation for gradients (ops/core/op.h); NULL: not recording */
    weir_scope *scope;
    weir_stream *stream; /* of random numbers; NULL: the runtime's */
    uint32_t
        *needs; /* calls compute nothing, and note here the bits of shells that they would need */
    uint64_t recorded;   /* the last number given to an operation that was recorded */
    weir_watch_fn watch; /* is told of each operation; or NULL */
    void *watch_ctx;
    const char *within; /* static: what the operations issued now are parts of; NULL: of nothing */
} wr_mode;

extern WR_THREAD_LOCAL wr_mode wr_mode_now;

/* Where this thread is: as it was told, or as the language knows. */
static inline uint32_t wr_site_now(void) {
    return wr_mode_now.site != 0 || wr_frontend.site == NULL ? wr_mode_now.site : wr_site_ask();
}

static inline wr_mode wr_mode_enter(uint32_t site) {
    wr_mode outer = wr_mode_now;
    wr_mode_now = (wr_mode){.site = site, .dtype = WEIR_FLOAT32};
    return outer;
}

/* Which task this thread is in: NULL on threads that may wait. */
extern WR_THREAD_LOCAL const weir_runtime *wr_inside;
extern WR_THREAD_LOCAL bool wr_unbounded;     /* as a callback, it does not wait at bounds */
extern WR_THREAD_LOCAL bool wr_reclaiming;    /* in wr_vars_reclaim, */
extern WR_THREAD_LOCAL bool wr_released_more; /* and what was buried released something */
extern WR_THREAD_LOCAL int wr_slots;          /* slots this thread holds, see worker.c */
extern WR_THREAD_LOCAL const wr_task *wr_current_task; /* the task this thread runs */
extern WR_THREAD_LOCAL char *wr_piece_message; /* where the piece it runs says what went wrong */
extern WR_THREAD_LOCAL bool wr_engine_thread;  /* a worker or I/O thread, */
extern WR_THREAD_LOCAL bool wr_orphan;         /* in the child of a fork that it made */

#endif
