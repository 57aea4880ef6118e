/* variable.h - a variable: its unfinished accesses, its failure and its memory.
 *
 * A variable occupies two cache lines: the first is used by issuing threads, the second by the
 * scheduler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VARIABLE_H
#define WR_VARIABLE_H

#include "engine/task.h"

struct weir_var {
    void *link;       /* scheduler: next in the list of dead variables; then used by the pool */
    weir_runtime *rt; /* const, as are the next four fields */
    uint64_t bytes;
    void (*on_free)(void *ctx);
    void *ctx;
    uint32_t site;
    /* scheduler: the epoch in which the variable became ahead (see memory_admission.c); 0: it is
     * not ahead.  If `admitted_early`: its index in the heap of early bytes; 0: all older tasks
     * have been admitted */
    uint32_t ahead;
    atomic_uint refs; /* any: number of references that the program holds; 0 in the pool */
    /* any: a record has named the variable, so the scheduler may have seen it; relaxed, ordered by
     * `refs` */
    atomic_bool queued;
    /* a state of outside_memory.c; changed by the issuer, then by the thread that drops the last
     * reference, then by the scheduler */
    uint8_t outside;
    bool lends;    /* const: the union below holds `lent`, not `maker` */
    uint8_t space; /* const: the memory that `bytes` are in, as an index in weir_runtime.spaces */
    /* any: number of writes issued; relaxed, compared with writes_done */
    atomic_uint_fast64_t writes_issued;

    /* scheduler: first of the unfinished accesses, in program order */
    _Alignas(WR_CACHE_LINE) wr_access *oldest;
    wr_access *newest;  /* scheduler: the last of these accesses */
    wr_access *waiting; /* scheduler: the first access that is not granted */
    /* the failure of the last write, or NULL.  The scheduler changes it only while no access of a
     * CPU task is granted except the retiring one, so a runner with a granted access may read it */
    wr_failure *failure;
    /* scheduler, release: number of writes that are done; pairs with the acquire in wr_var_ready,
     * and makes the tasks' writes visible to the reader */
    atomic_uint_fast64_t writes_done;
    /* scheduler: while the variable has queued accesses, a node of the chain of their tasks; else
     * 0 */
    uint32_t chain;
    /* scheduler: the state of the granted accesses, see WR_ORDER_COUNT */
    uint32_t order;
    union {
        const weir_kind *maker; /* scheduler: the kind of the task that first wrote the variable */
        /* const: bytes of borrowed memory; such a variable allocates none itself */
        uint64_t lent;
    };
    /* scheduler; any may read: `failure` is set; ordered by writes_done */
    atomic_bool failed;
    bool released;     /* scheduler: the program has released the variable */
    bool in_footprint; /* scheduler: its bytes are in the simulated footprint */
    /* scheduler: the last linked write will fail or be skipped for lack of memory */
    bool doomed;
    /* scheduler: the failed task had begun to write, so the contents are undefined */
    bool undefined;
    /* runner of the first write, then of the last access: are its bytes counted as used?  On a device:
     * scheduler, until the last access is submitted, then the thread that launches it */
    uint8_t taken;
    /* const once the program has the variable: created with WR_VAR_NOTED and counted when its record
     * is drained, or computed in a call (in_call.c) and counted when a task names it */
    bool noted;
    bool admitted_early; /* scheduler: the task that first wrote it was admitted early */
};

/* States of weir_var.taken. */
enum {
    WR_NOT_TAKEN,
    WR_TAKEN, /* the bytes are counted in wr_memory_space.used */
    WR_GIVEN, /* they are not any more: see wr_memory_submitted and wr_memory_given */
};

/* The parts of weir_var.order, which is 0 while only CPU tasks use the variable. */
#define WR_ORDER_COUNT   UINT32_C(0x00ffffff) /* number of granted accesses that are not submitted */
#define WR_ORDER_ON      UINT32_C(0x40000000) /* the count is kept */
#define WR_ORDER_ORDERED UINT32_C(0x80000000) /* there was an ordered grant, see devices.md */
/* The queue of the granted accesses that are submitted, as a slot of weir_runtime.devices; 0: none;
 * WR_ORDER_MIXED: several; WR_ORDER_MIXED - n: several of the family n, see wr_queue_family */
enum { WR_ORDER_QUEUE_SHIFT = 24, WR_ORDER_MIXED = 63 };

static inline unsigned wr_order_queue(uint32_t order) {
    return (order >> WR_ORDER_QUEUE_SHIFT) & WR_ORDER_MIXED;
}

_Static_assert(sizeof(struct weir_var) == 2 * WR_CACHE_LINE, "a variable is two cache lines");

/* Number of extra bytes after each variable.  The layer above uses them to describe the memory that
 * the variable represents.  They are not cleared. */
enum { WR_VAR_EXTRA = 2 * WR_CACHE_LINE };

static inline void *wr_var_extra(weir_var *v) { return v + 1; }

/* Are all writes issued so far done? */
static inline bool wr_var_ready(const weir_var *v) {
    /* Acquire pairs with the release in retire_write: what the task wrote is visible. */
    uint64_t done = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return done == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

/* Read without a task: the caller copies the value between wr_peek_begin and wr_peek_end.  If both
 * return true, the copy is the result of all writes issued so far.  If another thread issues a
 * write meanwhile, wr_peek_end returns false, and the copy must not be used. */
static inline bool wr_peek_begin(const weir_var *v, uint64_t *seen) {
    *seen = atomic_load_explicit(&v->writes_done, memory_order_acquire);
    return *seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed) &&
           !atomic_load_explicit(&v->failed, memory_order_relaxed);
}

static inline bool wr_peek_end(const weir_var *v, uint64_t seen) {
    /* A task is counted in writes_issued before it writes, so if the copy contains any byte it
     * wrote, the load below sees the new count.  ThreadSanitizer does not model fences, and the
     * copy is not instrumented either. */
#ifndef __SANITIZE_THREAD__
    atomic_thread_fence(memory_order_acquire);
#endif
    return seen == atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
}

static inline void wr_var_queued(weir_var *v) {
    if (!atomic_load_explicit(&v->queued, memory_order_relaxed))
        atomic_store_explicit(&v->queued, true, memory_order_relaxed);
}

/* A flag like WEIR_VAR_LIVE, for small variables.  The bytes are in use from the start, and are
 * counted by admission control when the record that notes them is drained, so that the caller need
 * not wait.  Near the budget the flag has the effect of WEIR_VAR_LIVE. */
enum { WR_VAR_NOTED = 1 << 16 };

/* A flag: the bytes are borrowed.  The level and the budget do not count them, but outside_memory.c
 * bounds them. */
enum { WR_VAR_LENT = 1 << 17 };

extern const wr_scheduler_kind wr_release_kind;
/* Create a variable.  `what` names the operation in messages. */
weir_status wr_var_make(weir_runtime *rt, const weir_var_options *options, const char *what,
                        weir_var **out);
void wr_var_release(weir_var *v);
static inline weir_var *wr_var_retain(weir_var *v) {
    atomic_fetch_add_explicit(&v->refs, 1, memory_order_relaxed);
    return v;
}
/* Does the program hold more than one reference? */
static inline bool wr_var_shared(const weir_var *v) {
    return atomic_load_explicit(&v->refs, memory_order_acquire) > 1;
}
/* On any thread: return the memory of free variables to the allocator. */
void wr_vars_trim(weir_runtime *rt);
/* Free the variables of a list and what they hold.  Called without holding the scheduler. */
void wr_vars_reclaim(weir_runtime *rt, weir_var *first);
weir_status wr_var_clear(weir_var *v);

#endif
