/* task.h - a task, its accesses, its states, and lists of tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_H
#define WR_TASK_H

#include "base/base.h"

typedef struct wr_task wr_task;
typedef struct wr_access wr_access;
typedef struct wr_failure wr_failure;

/* One task's place in one variable's list. */
struct wr_access {
    weir_var *var;          /* const */
    wr_access *next, *prev; /* role */
    uint32_t offset;        /* const: bytes back to the task */
    bool write;             /* const */
    bool granted;           /* role */
    uint8_t flags;          /* role, before READY: the following */
    atomic_bool last; /* role, release: the variable is released and nothing else uses it; pairs
                               with the acquire in wr_context_is_last.  The runner may come too early to
                               see it */
};

enum {                   /* wr_access.flags */
       WR_UPDATE = 1,    /* a write that reads too */
       WR_FRESH = 2,     /* the variable's first write, which brings its bytes */
       WR_DUPLICATE = 4, /* names a variable that this task named before; not in the list */
       WR_SOUGHT = 8,    /* a read, not granted, that a search for what a wait needs has passed */
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

enum {                 /* wr_task.flags */
       WR_TRACED = 1,  /* const: wr_times follow the accesses */
       WR_PAYLOAD = 2, /* const: a copied argument follows */
       WR_DOOMED = 4,  /* role, before READY: would burst the budget, must fail */
       WR_FAILED = 8,  /* runner: `failure` is its own */
       WR_SKIPPED =
           16, /* runner: did not run; `failure` belongs to an input, or is its own if FAILED */
       WR_HELD = 32,   /* role, before READY: brings bytes and is not admitted */
       WR_LISTED = 64, /* role, while READY: in one of the ready lists */
       WR_CANDIDATE =
           128, /* role, while HELD: in the heap of its chain, and `pending` is its place there */
       WR_ADMITTED_EARLY = 128, /* role, then: was admitted before its turn */
};

enum { WR_CANCELLED = 0x80 }; /* role, beside the state: skip it if it has not started */

struct wr_task {
    const weir_kind *kind; /* const */
    uint64_t seq;          /* issuer: place among the lanes; role, at linking: in program order */
    union {
        void *arg;           /* const until the runner drops it */
        wr_failure *failure; /* then: runner, role */
    };
    uint64_t bytes; /* issuer: scratch; role: and of fresh variables.  Barriers: tasks to go */
    wr_task *next;  /* role: in a list; runner: in the completion stack */
    wr_task *prev;  /* role: in `unadmitted` and in the ready lists */
    uint32_t site;  /* const */
    atomic_uint
        pending; /* role: accesses not granted, or see WR_CANDIDATE.  While running: parties of the deferral that
                             have not reported, see run_task.c */
    uint16_t write_count; /* const: the first so many accesses write */
    uint16_t access_count;
    _Atomic uint8_t state; /* a wr_state.  Relaxed: handed on by list, ring or stack; other
                                  threads only peek */
    uint8_t level;         /* role: list it goes to when ready */
    uint8_t device;        /* const */
    uint8_t flags;
    wr_access access[]; /* writes first, then reads */
};

/* Kinds that the role itself deals with, in front of a weir_kind: when drained (WR_KIND_NOW; a short
 * record of kind, ticket, arg) or when granted (WR_KIND_GRANTED). */
enum { WR_KIND_NOW = 1 << 24, WR_KIND_GRANTED = 1 << 25, WR_KIND_BARRIER = 1 << 26 };
typedef struct wr_scheduler_kind {
    weir_kind kind;
    void (*act)(weir_runtime *rt, wr_task *t);
} wr_scheduler_kind;

enum { WR_NOW_BYTES = offsetof(wr_task, bytes) };

/* When traced. */
typedef struct wr_times {
    int64_t issue, ready, start, end; /* issuer, role, runner, runner */
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

/* Role: the next state, still cancelled if it was. */
static inline void wr_task_to(wr_task *t, wr_state state) {
    uint8_t cancelled = atomic_load_explicit(&t->state, memory_order_relaxed) & WR_CANCELLED;
    atomic_store_explicit(&t->state, (uint8_t)(cancelled | state), memory_order_relaxed);
}

typedef struct wr_list {
    wr_task *first, *last;
    size_t count;
} wr_list;

void wr_list_put(wr_list *list, wr_task *t);
wr_task *wr_list_take(wr_list *list);
void wr_list_put_first(wr_list *list, wr_task *t);
void wr_list_drop(wr_list *list, wr_task *t);

#endif
