/* task.h - a task, its accesses, its states, and lists of tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_H
#define WR_TASK_H

#include "base/base.h"

typedef struct wr_task wr_task;
typedef struct wr_access wr_access;
typedef struct wr_failure wr_failure;

/* The access of one task to one variable: an entry in the variable's list. */
struct wr_access {
    weir_var *var;          /* const */
    wr_access *next, *prev; /* scheduler: neighbours in the variable's list */
    uint32_t offset;        /* const: offset of this access in its task, in bytes */
    bool write;             /* const */
    bool granted;           /* scheduler: no earlier access in the list blocks this one */
    uint8_t flags;          /* scheduler, before READY: one or more of the flags below */
    /* scheduler, release: the variable has been released, and this is its last access; pairs with
     * the acquire in wr_context_is_last.  The flag may be set after the runner has read it */
    atomic_bool last;
};

/* flags of wr_access */
enum {
    WR_UPDATE = 1, /* the write of a variable that the task also reads */
    WR_FRESH = 2,  /* the first write of the variable, which allocates its bytes */
    /* the task has already accessed this variable, so this access is not in the variable's list */
    WR_DUPLICATE = 4,
    /* a read that is not granted, and that make_urgent (wait.c) has visited */
    WR_SEARCHED = 8,
    WR_ON_QUEUE = 16, /* the task has been submitted to its device's queue */
    /* the variable is a temporary of a group, which does not allocate it; see fusion.h */
    WR_ELIDED = 32,
};

/* See "Life of a task" in docs/design/engine.md. */
typedef enum wr_state {
    WR_ISSUED,
    WR_BLOCKED,
    WR_READY,
    WR_PUBLISHED,
    WR_RUNNING,
    WR_DEFERRED,
    WR_SUBMITTED,
    WR_FINISHED
} wr_state;

/* flags of wr_task, each with its owner */
enum {
    WR_TRACED = 1,  /* const: a wr_times follows the accesses */
    WR_PAYLOAD = 2, /* const: a copy of the argument follows the accesses and times */
    /* scheduler, before READY: the task would exceed the budget and must fail */
    WR_DOOMED = 4,
    WR_FAILED = 8, /* runner: the task itself failed; `failure` is the task's own failure */
    /* runner: the task did not run; `failure` is an input's failure or, with WR_FAILED, the task's
     * own */
    WR_SKIPPED = 16,
    /* scheduler, before READY: the task allocates bytes and is not admitted yet */
    WR_HELD = 32,
    WR_LISTED = 64, /* scheduler, while READY: the task is in a ready list of the workers */
    /* the same bit as WR_LISTED; runner of a device's task: it did not run, because an input has no
     * values; scheduler, while the task retires: an input failed after the task was submitted */
    WR_TOO_LATE = 64,
    /* scheduler, while HELD: a candidate for early admission, in the heap of its chain;
     * `pending` is its index in that heap */
    WR_CANDIDATE = 128,
    /* scheduler, after HELD: the task was admitted early; the same bit as WR_CANDIDATE */
    WR_ADMITTED_EARLY = 128,
};

enum {
    /* scheduler: a bit of wr_task.state: the task has been cancelled, and is skipped if it has not
     * started */
    WR_CANCELLED = 0x80
};

/* The parts of wr_task.pending of a task that has been submitted to its device, until it retires.
 * Written under the device's lock; relaxed: the scheduler reads only the bits that do not change. */
enum {
    WR_SENT = 1,     /* the device gets the task, and has not reported it yet */
    WR_NUMBERED = 2, /* the device gets the task; the other bits are the low bits of its number */
    WR_WAITED = 4,   /* the task waits for another queue */
    WR_BESIDE = 8, /* the next task of the queue is known, and does not use what this one writes */
    /* for a task that the device does not get: the number of the newest task before it */
    WR_NUMBER_SHIFT = 4,
};

struct wr_task {
    const weir_kind *kind; /* const until the task retires */
    /* issuer: sequence number across all queues; scheduler, once the task is linked: position in program
     * order */
    uint64_t seq;
    union {
        void *arg; /* const until the runner drops it */
        /* runner, then scheduler: the failure or NULL, once the argument has been dropped */
        wr_failure *failure;
    };
    /* issuer: scratch bytes.  Scheduler, once the task is linked: scratch bytes and the bytes of fresh
     * variables; in a barrier, the number of tasks that it still waits for */
    uint64_t bytes;
    wr_task *next; /* scheduler: next in a list; runner: next on the completion stack */
    wr_task *prev; /* scheduler: previous in `unadmitted` or in a ready list */
    uint32_t site; /* const */
    /* scheduler: number of accesses that are not granted, or see WR_CANDIDATE.  While the task
     * runs: number of parties of its deferral that have not finished, see run_task.c; once it is
     * submitted: see WR_SENT */
    atomic_uint pending;
    uint16_t write_count;  /* const: the first write_count accesses are writes */
    uint16_t access_count; /* const: number of all accesses */
    /* a wr_state, with WR_CANCELLED.  Relaxed: ordered by the list, ring or stack that transfers
     * the task between threads; other threads read it only as a hint */
    _Atomic uint8_t state;
    /* scheduler: index of the task's ready list, see WR_PRIORITIES; any may read, relaxed */
    atomic_uchar priority;
    /* const: index in weir_runtime.devices; scheduler, once the task is linked: WR_BYTES_ON_HOST */
    uint8_t device;
    uint8_t flags;      /* WR_TRACED and so on; each flag has its own owner */
    wr_access access[]; /* writes first, then reads */
};

/* wr_task.device: the index of the device, and a bit of a device's task: `bytes` are in the host's
 * memory, because the variables that the task is the first to write are the host's. */
enum { WR_DEVICE_SLOT = 0x3f, WR_BYTES_ON_HOST = 0x80 };

/* Flags of kinds whose records the scheduler itself processes.  Each flag tells when.  WR_KIND_NOW:
 * when the record is drained; such a record has only a kind, a sequence number and an argument.
 * WR_KIND_GRANTED: when all accesses of the task are granted.  WR_KIND_BARRIER, set together with
 * WR_KIND_GRANTED: when all older tasks have also retired. */
enum { WR_KIND_NOW = 1 << 24, WR_KIND_GRANTED = 1 << 25, WR_KIND_BARRIER = 1 << 26 };
/* A flag of kinds whose function runs when a device asks for it, see device_queue.c. */
enum { WR_KIND_DEVICE = 1 << 27 };
/* Set together with WR_KIND_DEVICE: `run` knows ctx->ahead; it frees the memory that the task uses last,
 * as soon as the task is launched, so the scheduler counts this memory as free for tasks behind it. */
enum { WR_KIND_AHEAD = 1 << 28 };
typedef struct wr_scheduler_kind {
    weir_kind kind; /* must come first */
    void (*act)(weir_runtime *rt, wr_task *t);
} wr_scheduler_kind;

enum { WR_NOW_BYTES = offsetof(wr_task, bytes) }; /* size of a WR_KIND_NOW record */

/* The times of a traced task, in nanoseconds; present if WR_TRACED. */
typedef struct wr_times {
    /* `issue` is written by the issuer, `ready` by the scheduler, `start` and `end` by the
     * runner */
    int64_t issue, ready, start, end;
    /* runner; worker: index of the worker that ran the task, or -1; thread: the thread's number,
     * from wr_trace_thread */
    int32_t worker, thread;
} wr_times;

static inline wr_task *wr_access_task(wr_access *a) {
    return (wr_task *)(void *)((char *)a - a->offset);
}

/* The device that runs the task, as an index in weir_runtime.devices; 0: the CPU. */
static inline unsigned wr_task_slot(const wr_task *t) { return t->device & WR_DEVICE_SLOT; }

/* The space that `bytes` are in, as an index in weir_runtime.spaces; valid once the task is
 * linked. */
static inline unsigned wr_task_space(const wr_task *t) {
    return t->device < WR_BYTES_ON_HOST ? t->device : 0;
}

/* Does the task run on an I/O thread or a device, not on a worker? */
static inline bool wr_runs_elsewhere(const weir_kind *kind, unsigned slot) {
    return (kind->flags & WEIR_KIND_IO) || slot != WEIR_DEVICE_CPU;
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

/* With the scheduler held: set the state, and keep the WR_CANCELLED bit. */
static inline void wr_task_to(wr_task *t, wr_state state) {
    uint8_t cancelled = atomic_load_explicit(&t->state, memory_order_relaxed) & WR_CANCELLED;
    atomic_store_explicit(&t->state, (uint8_t)(cancelled | state), memory_order_relaxed);
}

/* A doubly linked list of tasks through `next` and `prev`; see dependencies.c. */
typedef struct wr_list {
    wr_task *first, *last;
    size_t count;
} wr_list;

void wr_list_append(wr_list *list, wr_task *t);
wr_task *wr_list_pop(wr_list *list); /* returns the first task, or NULL */
void wr_list_prepend(wr_list *list, wr_task *t);
void wr_list_remove(wr_list *list, wr_task *t);

#endif
