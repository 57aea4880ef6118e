/* variable.h - variables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VARIABLE_H
#define WR_VARIABLE_H

#include "engine/task.h"

struct weir_var {
    void *link;       /* role: list of the dead; then the pool */
    weir_runtime *rt; /* const, as are the next four */
    uint64_t bytes;
    void (*on_free)(void *ctx);
    void *ctx;
    uint32_t site;
    uint32_t ahead; /* role: since which epoch it is live ahead of the admitted tasks, 0: it is not.
                       If `passed`: its place in the heap of early bytes, 0: its turn has come */
    atomic_uint refs; /* any: the user's references; 0 in the pool */
    atomic_bool
        queued; /* any: relaxed, ordered by `refs`; a record has named it, so the role may know it */
    uint8_t outside; /* issuer, then who releases it last, then role: see outside_memory.c */
    bool lends;      /* const: `lent` stands for `maker` */
    atomic_uint_fast64_t writes_issued; /* any: relaxed; read against writes_done */

    _Alignas(WR_CACHE_LINE) wr_access *oldest; /* role: unfinished accesses in program order */
    wr_access *newest;                         /* role */
    wr_access *waiting;                        /* role: the first that is not granted */
    wr_failure *failure; /* role, while no access is granted but the one being settled; so a runner
                                with a granted access may read it */
    atomic_uint_fast64_t writes_done; /* role, release: pairs with the acquire in wr_var_ready, and
                                         carries the task's own writes to the reader */
    uint32_t chain; /* role: while the list is not empty, a node of the chain of its tasks; or 0 */
    union {
        const weir_kind *maker; /* role: of the first write */
        uint64_t lent; /* const: bytes of borrowed memory; such a variable brings none itself */
    };
    atomic_bool failed;  /* role; any may read: `failure` is set.  Ordered by writes_done */
    bool released;       /* role */
    bool in_footprint;   /* role: its bytes are in the in-order run */
    bool doomed;         /* role: the in-order run could not write it for want of memory */
    bool undefined;      /* role: the task that failed had begun to write */
    bool taken;          /* runner of the first write: its bytes are in `memory_used` */
    bool noted;          /* const: made with WR_VAR_NOTED */
    bool admitted_early; /* role: its maker was admitted before its turn */
};

_Static_assert(sizeof(struct weir_var) == 2 * WR_CACHE_LINE, "a variable is two cache lines");

/* Room behind each variable for the layer above: what it keeps of the memory that the variable stands
 * for.  Not cleared. */
enum { WR_VAR_EXTRA = 2 * WR_CACHE_LINE };

static inline void *wr_var_extra(weir_var *v) { return v + 1; }

static inline bool wr_var_ready(const weir_var *v) {
    /* Acquire pairs with the release in settle: what the task wrote is visible. */
    uint64_t done = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return done == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

/* Reading on the spot, without a task: between the two calls the reader copies what it wants.  It is what all
 * writes issued so far have left if both say yes; a write that another thread issues meanwhile makes the second
 * say no.  Look at the copy only then. */
static inline bool wr_peek_begin(const weir_var *v, uint64_t *seen) {
    *seen = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return *seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed) &&
           !atomic_load_explicit(&v->failed, memory_order_relaxed);
}

static inline bool wr_peek_end(const weir_var *v, uint64_t seen) {
    /* Whoever writes has issued before: a copy that saw a new byte sees the new count.  ThreadSanitizer knows no
     * fences, and is not shown the copy either. */
#ifndef __SANITIZE_THREAD__
    atomic_thread_fence(memory_order_acquire);
#endif
    return seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

static inline void wr_var_queued(weir_var *v) {
    if (!atomic_load_explicit(&v->queued, memory_order_relaxed))
        atomic_store_explicit(&v->queued, true, memory_order_relaxed);
}

/* A flag beside WEIR_VAR_LIVE: its few bytes are in use from birth, and are taken into account when the
 * record that says so is drained, so that nothing is waited for.  Near the budget it is a live one. */
enum { WR_VAR_NOTED = 1 << 16 };

/* Its bytes are borrowed: they are not counted in level and budget, but bound what is brought in (outside_memory.c). */
enum { WR_VAR_LENT = 1 << 17 };

extern const wr_scheduler_kind wr_release_kind;
/* `what` begins the sentence if it is refused. */
weir_status wr_var_make(weir_runtime *rt, const weir_var_options *options, const char *what,
                        weir_var **out);
void wr_var_release(weir_var *v);
static inline weir_var *wr_var_retain(weir_var *v) {
    atomic_fetch_add_explicit(&v->refs, 1, memory_order_relaxed);
    return v;
}
void wr_vars_trim(weir_runtime *rt); /* any: memory of free ones goes back to the allocator */
void wr_vars_reclaim(weir_runtime *rt, weir_var *first); /* outside the role */
weir_status wr_var_clear(weir_var *v);

#endif
