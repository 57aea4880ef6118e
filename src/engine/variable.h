/* variable.h - a variable: its unfinished accesses, its failure and its memory.
 *
 * Two cache lines: the first is for issuing threads, the second for the scheduler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VARIABLE_H
#define WR_VARIABLE_H

#include "engine/task.h"

struct weir_var {
    void *link;       /* scheduler: list of dead variables; then the pool */
    weir_runtime *rt; /* const, as are the next four */
    uint64_t bytes;
    void (*on_free)(void *ctx);
    void *ctx;
    uint32_t site;
    /* scheduler: the epoch since which it is live ahead of the admitted tasks, 0: it is not.  If
     * `admitted_early`: its index in the heap of early bytes, 0: all older tasks have been
     * admitted */
    uint32_t ahead;
    atomic_uint refs; /* any: the user's references; 0 in the pool */
    /* any: relaxed, ordered by `refs`; a record has named it, so the scheduler may know it */
    atomic_bool queued;
    uint8_t outside; /* issuer, then the thread that releases it last, then scheduler: see
                        outside_memory.c */
    bool lends;      /* const: the union below holds `lent`, not `maker` */
    atomic_uint_fast64_t writes_issued; /* any: relaxed; compared with writes_done */

    _Alignas(WR_CACHE_LINE) wr_access *oldest; /* scheduler: unfinished accesses in program order */
    wr_access *newest;                         /* scheduler */
    wr_access *waiting;                        /* scheduler: the first that is not granted */
    wr_failure *failure; /* scheduler, while no access is granted except the one being retired; so a
                            runner with a granted access may read it */
    atomic_uint_fast64_t writes_done; /* scheduler, release: pairs with the acquire in wr_var_ready,
                                         and carries the task's own writes to the reader */
    uint32_t chain; /* scheduler: while the list is not empty, a node of its tasks' chain; or 0 */
    union {
        const weir_kind *maker; /* scheduler: the kind of the task that wrote it first */
        uint64_t lent; /* const: bytes of borrowed memory; such a variable allocates none itself */
    };
    atomic_bool failed;  /* scheduler; any may read: `failure` is set.  Ordered by writes_done */
    bool released;       /* scheduler */
    bool in_footprint;   /* scheduler: its bytes are in the simulated footprint */
    bool doomed;         /* scheduler: its write would exceed the budget in an in-order run */
    bool undefined;      /* scheduler: the task that failed had begun to write */
    bool taken;          /* runner of the first write: its bytes are counted in `used` */
    bool noted;          /* const: made with WR_VAR_NOTED */
    bool admitted_early; /* scheduler: its maker was admitted early */
};

_Static_assert(sizeof(struct weir_var) == 2 * WR_CACHE_LINE, "a variable is two cache lines");

/* Bytes behind each variable for the layer above, which describes there the memory that the
 * variable stands for.  Not cleared. */
enum { WR_VAR_EXTRA = 2 * WR_CACHE_LINE };

static inline void *wr_var_extra(weir_var *v) { return v + 1; }

static inline bool wr_var_ready(const weir_var *v) {
    /* Acquire pairs with the release in retire_write: what the task wrote is visible. */
    uint64_t done = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return done == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

/* Reading without a task: the reader copies the value between the two calls.  If both return
 * true, the copy is what all writes issued so far have left; a write that another thread issues
 * meanwhile makes the second return false.  Use the copy only then. */
static inline bool wr_peek_begin(const weir_var *v, uint64_t *seen) {
    *seen = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return *seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed) &&
           !atomic_load_explicit(&v->failed, memory_order_relaxed);
}

static inline bool wr_peek_end(const weir_var *v, uint64_t seen) {
    /* A task is counted in writes_issued before it writes: a copy that contains a new byte sees
     * the new count.  ThreadSanitizer does not model fences, and does not instrument the copy
     * either. */
#ifndef __SANITIZE_THREAD__
    atomic_thread_fence(memory_order_acquire);
#endif
    return seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

static inline void wr_var_queued(weir_var *v) {
    if (!atomic_load_explicit(&v->queued, memory_order_relaxed))
        atomic_store_explicit(&v->queued, true, memory_order_relaxed);
}

/* A flag beside WEIR_VAR_LIVE, for small variables.  The bytes are in use from the start, and
 * admission counts them when the record that notes them is drained, so that the caller waits for
 * nothing.  Near the budget it behaves as WEIR_VAR_LIVE. */
enum { WR_VAR_NOTED = 1 << 16 };

/* Its bytes are borrowed: level and budget do not count them, but outside_memory.c bounds them. */
enum { WR_VAR_LENT = 1 << 17 };

extern const wr_scheduler_kind wr_release_kind;
/* `what` names the operation in messages. */
weir_status wr_var_make(weir_runtime *rt, const weir_var_options *options, const char *what,
                        weir_var **out);
void wr_var_release(weir_var *v);
static inline weir_var *wr_var_retain(weir_var *v) {
    atomic_fetch_add_explicit(&v->refs, 1, memory_order_relaxed);
    return v;
}
void wr_vars_trim(weir_runtime *rt); /* any: return the memory of free variables to the allocator */
void wr_vars_reclaim(weir_runtime *rt, weir_var *first); /* without the scheduler */
weir_status wr_var_clear(weir_var *v);

#endif
