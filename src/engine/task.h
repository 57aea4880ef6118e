/* task.h - a task, its accesses, its states, and lists of tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_H
#define WR_TASK_H

#include "base/base.h"

typedef struct wr_task wr_task;
typedef struct wr_access wr_access;
typedef struct wr_failure wr_failure;

/* One task's entry in one variable's list. */
struct wr_access {
    weir_var *var;          /* const */
    wr_access *next, *prev; /* scheduler */
    uint32_t offset;        /* const: bytes back to the task */
    bool write;             /* const */
    bool granted;           /* scheduler */
    uint8_t flags;          /* scheduler, before READY: the flags below */
    atomic_bool last; /* scheduler, release: the variable is released and this is its last access;
                         pairs with the acquire in wr_context_is_last.  The runner may read it
                         before it is set */
};

enum {                   /* wr_access.flags */
       WR_UPDATE = 1,    /* a write that also reads */
       WR_FRESH = 2,     /* the variable's first write, which allocates its bytes */
       WR_DUPLICATE = 4, /* names a variable that this task named before; not in the list */
       WR_SEARCHED = 8,  /* a read, not granted, that make_urgent (wait.c) has visited */
};

/* The states of docs/design/engine.md, "Life of a task". */
typedef enum wr_state {
    WR_ISSUED,
    WR_BLOCKED,
    WR_READY,
    WR_PUBLISHED,
    WR_RUNNING,
    WR_DEFERRED,
    WR_FINISHED
} wr_state;

enum {                     /* wr_task.flags */
       WR_TRACED = 1,      /* const: a wr_times follows the accesses */
       WR_PAYLOAD = 2,     /* const: a copied argument follows */
       WR_DOOMED = 4,      /* scheduler, before READY: would exceed the budget and must fail */
       WR_FAILED = 8,      /* runner: `failure` is its own */
       WR_SKIPPED = 16,    /* runner: did not run; `failure` is an input's, or its own if FAILED */
       WR_HELD = 32,       /* scheduler, before READY: allocates bytes and is not admitted */
       WR_LISTED = 64,     /* scheduler, while READY: in one of the ready lists */
       WR_CANDIDATE = 128, /* scheduler, while HELD: a candidate for early admission, in the heap of
                              its chain; `pending` is its index there */
       WR_ADMITTED_EARLY = 128, /* scheduler, afterwards: was admitted early */
};

enum {
    WR_CANCELLED = 0x80
}; /* scheduler, a bit of the state: skip the task if it has not started */

struct wr_task {
    const weir_kind *kind; /* const */
    uint64_t seq; /* issuer: sequence number among the queues; scheduler, at linking: position in
                     program order */
    union {
        void *arg;           /* const until the runner drops it */
        wr_failure *failure; /* after that: runner, scheduler */
    };
    uint64_t bytes;       /* issuer: scratch; scheduler: scratch and fresh variables.  Of a barrier:
                            tasks it still waits for */
    wr_task *next;        /* scheduler: in a list; runner: in the completion stack */
    wr_task *prev;        /* scheduler: in `unadmitted` and in the ready lists */
    uint32_t site;        /* const */
    atomic_uint pending;  /* scheduler: accesses not granted, or see WR_CANDIDATE.  While running:
                            parties of the deferral that have not finished, see run_task.c */
    uint16_t write_count; /* const: the first so many accesses are writes */
    uint16_t access_count;
    _Atomic uint8_t
        state;        /* a wr_state.  Relaxed: ordered by the list, ring or stack that hands the
                              task over; other threads read it only as a hint */
    uint8_t priority; /* scheduler: index of its ready list, see WR_PRIORITIES */
    uint8_t device;   /* const */
    uint8_t flags;
    wr_access access[]; /* writes first, then reads */
};

/* Kinds of records that the scheduler itself processes: when drained (WR_KIND_NOW; a short
 * record of kind, sequence number and arg) or when granted (WR_KIND_GRANTED).  The weir_kind
 * comes first. */
enum { WR_KIND_NOW = 1 << 24, WR_KIND_GRANTED = 1 << 25, WR_KIND_BARRIER = 1 << 26 };
typedef struct wr_scheduler_kind {
    weir_kind kind;
    void (*act)(weir_runtime *rt, wr_task *t);
} wr_scheduler_kind;

enum { WR_NOW_BYTES = offsetof(wr_task, bytes) };

/* Present if WR_TRACED. */
typedef struct wr_times {
    int64_t issue, ready, start, end; /* issuer, scheduler, runner, runner */
    int32_t worker, thread;           /* runner */
} wr_times;

static inline wr_task *wr_access_task(wr_access *a) {
    return (wr_task *)(void *)((char *)a - a->offset);
}

/* On an I/O thread or a device, not on a worker. */
static inline bool wr_runs_elsewhere(const weir_kind *kind, int device) {
    return (kind->flags & WEIR_KIND_IO) || device != WEIR_DEVICE_CPU;
}

static inline wr_times *wr_task_times(wr_task *t) {
    return (t->flags & WR_TRACED) ? (wr_times *)(void *)&t->access[t->access_count] : NULL;
}

static inline wr_state wr_task_state(wr_task *t) {
    return (wr_state)(atomic_load_explicit(&t->state, memory_order_relaxed) & ~WR_CANCELLED);
}

static inline bool wr_task_cancelled(wr_task *t) {
    return (atomic_load_explicit(&t->state, memory_order_relaxed) & WR_CANCELLED) != 0;
}

/* Scheduler: set the state and keep the bit WR_CANCELLED. */
static inline void wr_task_to(wr_task *t, wr_state state) {
    uint8_t cancelled = atomic_load_explicit(&t->state, memory_order_relaxed) & WR_CANCELLED;
    atomic_store_explicit(&t->state, (uint8_t)(cancelled | state), memory_order_relaxed);
}

/* A doubly linked list through `next` and `prev`; dependencies.c. */
typedef struct wr_list {
    wr_task *first, *last;
    size_t count;
} wr_list;

void wr_list_append(wr_list *list, wr_task *t);
wr_task *wr_list_pop(wr_list *list); /* the first, or NULL */
void wr_list_prepend(wr_list *list, wr_task *t);
void wr_list_remove(wr_list *list, wr_task *t);

#endif
