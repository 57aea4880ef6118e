/* thread_state.h - thread-local state: the settings of array operations, and what the thread is
 * doing in the engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_STATE_H
#define WR_THREAD_STATE_H

#include "engine/frontend_hooks.h"
#include "engine/task.h"

/* The thread's settings for array operations (array/thread_settings.c).  A task starts with default
 * settings, whichever thread runs it. */
typedef struct wr_mode {
    uint32_t site; /* source line; 0: not set by weir_site_set */
    int32_t device;
    uint8_t dtype;
    uint8_t autocast;      /* the dtype of autocast (ops/core/autocast.c); 0: off */
    uint8_t autocast_kind; /* 1 + the kind of devices that autocast is limited to; 0: no limit */
    bool training;
    /* records each operation for gradients (ops/core/op.h); NULL: not recording */
    const struct wr_recorder *recorder;
    weir_scope *scope;
    weir_stream *stream; /* random stream; NULL: the runtime's stream */
    /* if not NULL, calls run abstractly (wr_is_abstract_mode, array.h): they compute nothing, and
     * set the bits of the abstract arrays whose values they would have to read */
    uint32_t *abstract_needs;
    uint64_t recorded;   /* `order` of the last recorded node (autograd/tape.h) */
    weir_watch_fn watch; /* called for each operation, or NULL */
    void *watch_ctx;
    const char *within; /* name of the enclosing operation; static, or NULL */
} wr_mode;

extern WR_THREAD_LOCAL wr_mode wr_mode_now;

/* Return the current source line of this thread: the one set by weir_site_set, or, if none is set,
 * the one that the front end reports. */
static inline uint32_t wr_site_now(void) {
    return wr_mode_now.site != 0 || wr_frontend_mine->site == NULL ? wr_mode_now.site
                                                                   : wr_frontend_site();
}

/* Switch to the default settings, for a task that was issued from the line `site`.  Return the
 * previous settings. */
static inline wr_mode wr_mode_enter(uint32_t site) {
    wr_mode outer = wr_mode_now;
    wr_mode_now = (wr_mode){.site = site, .dtype = WEIR_FLOAT32};
    return outer;
}

/* The runtime whose task or callback this thread is running; NULL on threads that may wait. */
extern WR_THREAD_LOCAL const weir_runtime *wr_inside;
/* The task that this thread is running, or NULL. */
extern WR_THREAD_LOCAL const wr_task *wr_current_task;
/* Where a piece of a parallel_for job writes its message; NULL outside of a piece. */
extern WR_THREAD_LOCAL char *wr_piece_message;
/* What this thread has done lately.  A wait that follows at most a few calls adds to `waits`; one
 * that follows many, and WR_AWAITS_CALLS calls without a wait, set it back to 0.  See in_call.h. */
typedef struct wr_awaits {
    uint8_t waits : 4; /* at most WR_AWAITS_ENOUGH */
    uint8_t calls : 4; /* number of operations that ran in their calls since the last wait */
    uint8_t turn;      /* number of such operations, to time some of them */
    /* 1 + the number of the entry of wr_in_call_cost to which the next wait adds its duration, which
     * is that of the operation just issued; 0: none */
    uint16_t cost;
} wr_awaits;

/* Small values in one struct, because thread-local memory is scarce (tests/scripts/needs.sh). */
typedef struct wr_thread_flags {
    wr_awaits awaits;
    int32_t slots; /* the number of slots that this thread holds; see worker.c */
    /* true after weir_bounds_set(0): this thread waits neither for queue space nor, before it copies
     * in or borrows host data, for outside memory to be freed */
    bool unbounded;
    bool reclaiming;    /* this thread is in wr_vars_reclaim */
    bool released_more; /* it has issued a record for the scheduler while it was reclaiming */
    bool engine_thread; /* this is a worker or I/O thread */
    bool orphan;        /* it was one whose task forked, and this process is the child */
} wr_thread_flags;

extern WR_THREAD_LOCAL wr_thread_flags wr_mine;

#endif
