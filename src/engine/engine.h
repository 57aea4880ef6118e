/* engine.h - the engine's structures, and who may touch each field.
 *
 * docs/design/engine.md explains the whole; this header is its data.  The nouns: a *lane* is where one
 * thread issues, a *task* lies in a lane's *chunk* until it is settled, an *access* is a task's place in
 * a *variable's* list, the *role* is the right to touch everything marked "role" below, a *worker* runs
 * tasks.
 *
 * Owners, as used in the comments:
 *   const    written before others can see it, then only read
 *   issuer   the thread whose lane it is
 *   role     the holder of the role (runtime.role)
 *   runner   the thread that runs the task, from PUBLISHED to FINISHED
 *   any      any thread; atomic, with a sentence on what it pairs with
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ENGINE_H
#define WR_ENGINE_H

#include "base/base.h"
#include "base/lock.h"
#include "base/alloc.h"
#include "base/park.h"
#include "base/pool.h"
#include "device/device.h"
#include "trace/wait_profile.h"
#include "trace/site.h"
#include "trace/flight_recorder.h"

enum {
    WR_CHUNK_ALIGN = WR_SIZE(32768, 1024), /* a power of two */
    WR_CHUNK_BYTES = WR_CHUNK_ALIGN - 64,  /* leaves malloc its header before the next one */
    WR_CHUNKS_CACHED = WR_SIZE(64, 1),
    WR_RING_SLOTS = WR_SIZE(64, 2), /* a power of two */
    WR_BATCH_MAX = WR_SIZE(64, 3),
    WR_READY_ENOUGH = WR_SIZE(16, 1),   /* with so many short tasks ready, draining can wait */
    WR_LINKED_ENOUGH = WR_SIZE(512, 4), /* likewise with so many linked, if one is ready */
    WR_RETIRE_MAX = WR_SIZE(32, 2),     /* short tasks a worker runs before it settles them */
    WR_WAKE_MAX = WR_SIZE(16, 1),
    WR_NEEDED_STEPS = 1024,  /* how far a wait looks back for what it needs, to make it urgent */
    WR_HELP_BYTES = 4 << 20, /* a wait that may be called off leaves larger tasks to the workers, */
    WR_HELP_NS = 20000000,   /* and all of them if they take so long */
    WR_HELP_STEPS = 64,      /* and each time it looks for something to run */
    WR_VAR_CACHE = WR_SIZE(32, 1),
    WR_FAILURES_KEPT = WR_SIZE(WEIR_FAILURES_MAX, 2), /* root failures in the list, */
    WR_FAILURES_TOLD = 16, /* and those of them that are logged at the end */
    WR_LEVELS = WEIR_PRIORITY_MAX - WEIR_PRIORITY_MIN + 2, /* priorities, and urgent on top */
    WR_URGENT = WR_LEVELS - 1,
    WR_SHORT_NS = 2000, /* tasks below this on average are short */
    WR_TINY_NS = 300,   /* below this a second worker is in the way of the first */
    WR_NAP_NS = 1000000,
    WR_POLL_PAUSES = 32,      /* between two looks of who polls, */
    WR_YIELD_AFTER_NS = 5000, /* who yields as well after so long */
    WR_DEVICES = WEIR_DEVICE_NULL + 1,
};

/* ---- Tasks ----------------------------------------------------------------------------------- */

typedef struct wr_task wr_task;
typedef struct wr_access wr_access;
typedef struct wr_failure wr_failure;
typedef struct wr_queue wr_queue;
typedef struct wr_worker wr_worker;
typedef struct wr_job wr_job;

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

/* ---- Failures -------------------------------------------------------------------------------- */

#define WR_CANCEL_ALL "cancel_all" /* the name of what weir_cancel_all leaves behind */

struct wr_failure {
    uint32_t refs;      /* role */
    atomic_bool looked; /* any: it has been reported; set by wr_failure_tell */
    bool reserved;      /* const: the runtime's own, for want of memory */
    bool listed;        /* role: has been counted as a root failure */
    uint32_t
        missed;     /* role, before others see it: the list was full in this epoch; 0: it was not */
    uint32_t line;  /* const: of info.site */
    uint64_t until; /* role: of a cancellation: tasks with lower tickets share it; else 0 */
    weir_failure info; /* const */
};

/* ---- Variables ------------------------------------------------------------------------------- */

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

/* ---- Lanes ----------------------------------------------------------------------------------- */

typedef struct wr_chunk {
    struct wr_chunk *next; /* issuer, before the jump to it is published; free: under chunk_lock */
    weir_runtime *rt;      /* const */
    size_t size;           /* const */
    struct wr_chunk *older, *newer; /* under chunk_lock: all chunks in use, for fork */
    uint32_t open; /* role: drained and unsettled records, and 1 until the lane has left it */
} wr_chunk;

/* A task begins within the first WR_CHUNK_ALIGN bytes of its chunk, and chunks are aligned to that. */
static inline wr_chunk *wr_chunk_of(const void *record) {
    return (wr_chunk *)((uintptr_t)record & ~(uintptr_t)(WR_CHUNK_ALIGN - 1));
}

struct wr_queue {
    wr_queue *next;    /* const: all lanes of a runtime */
    atomic_bool owned; /* any: acquire/release hand an orphaned lane to a new thread */

    _Atomic(wr_chunk *)
        chunk;         /* issuer, release: a forked child that sees it sees the end of the one
                                  before it (fork.c) */
    char *write, *end; /* issuer */
    weir_var *vars[WR_VAR_CACHE]; /* issuer: free variables */
    size_t var_count;
    weir_var *barrier;           /* issuer: what waitall waits for, made when needed */
    wr_task *last;               /* issuer: the task it issued last */
    wr_task *probe;              /* issuer: of the last wait; alive while that is not done */
    const weir_var *probe_var;   /* issuer: what it reads, */
    uint64_t probe_writes;       /* and how many writes had been issued */
    uint64_t barrier_seq;        /* issuer: the next ticket when waitall pushed its barrier */
    uint64_t wait_seq;           /* issuer: number of the current wait */
    atomic_uint_fast64_t issued; /* issuer; any may read (relaxed): tasks */
    uint64_t room;               /* issuer: below this ticket the queue has room, as last seen */
    atomic_uint_fast64_t looks;  /* issuer; any may read (relaxed): waits that found it ready */

    _Alignas(WR_CACHE_LINE) _Atomic(char *) published; /* issuer, release: pairs with the acquire in
                                                          drain and carries the records before it */
    _Alignas(WR_CACHE_LINE) char *read;                /* role */
    char *seen;                     /* role: `published` as read for this batch */
    wr_chunk *big;                  /* role: the oversized chunk that `read` is in, or NULL */
    atomic_uint_fast64_t wait_done; /* role; seq_cst, with `parked`: see wr_queue_wake */
    atomic_uint word;               /* any: what the thread parks on; changed, then woken */
    atomic_bool parked;             /* issuer: about to sleep */
};

/* ---- Workers --------------------------------------------------------------------------------- */

struct wr_worker {
    weir_runtime *rt;
    int index;
    pthread_t thread;
    bool lengthy;     /* worker: its tasks have been long, or it cannot know yet */
    bool insist;      /* worker: the others are stuck, so work even if tasks are tiny */
    bool outlier;     /* worker: the last measurement was far off */
    bool active;      /* worker: counted in runtime.active */
    int unretired;    /* worker: tasks run since it last held the role */
    int unmeasured;   /* worker: tasks since it last looked at the clock */
    atomic_uint word; /* any: 1 = woken */
    atomic_bool naps; /* worker; any may read: sentinel or keeper, others are better woken */
    atomic_int_fast64_t
        since;        /* worker; any may read: active since then, 0: it is not.  For the report */
    wr_worker *below; /* under idle_lock: the stack of sleepers */
    bool asleep;      /* under idle_lock: on that stack */
};

/* ---- Chains: what hangs together, and what came before its turn.  All role; see chains.c -------- */

enum { WR_CHAIN_NOWHERE, WR_CHAIN_AWAITED, WR_CHAIN_FREE, WR_CHAIN_LISTS };

/* A node of the forest; everything but `parent` and `refs` is of roots. */
typedef struct wr_chain {
    uint32_t parent; /* itself: a root */
    uint32_t refs;   /* variables in use, nodes below it, early bytes that name it */
    uint32_t tasks;  /* unsettled */
    uint32_t flying; /* of those, neither blocked nor held, */
    uint32_t urgent; /* and of those, needed by a wait */
    uint32_t early;  /* entries in the heap of early bytes */
    uint32_t first;  /* the heap of those that knock */
    uint32_t next, prev;
    uint8_t list; /* which list of roots it is in */
} wr_chain;

typedef struct wr_candidate {
    wr_task *task;
    uint32_t child, next, prev; /* the first child; its neighbours, of which the first one's is the
                                   parent */
} wr_candidate;

/* A thread that waits at the allowance of bytes from outside; on its stack. */
typedef struct wr_outsider {
    struct wr_outsider *next; /* role */
    uint64_t before;          /* const: tickets below this were issued before the wait */
    atomic_uint_fast64_t
        finished;  /* role: how many of these have finished since.  Relaxed, a hint */
    uint64_t seen; /* the thread: how many when it last looked, */
    int stalls;    /* how often it found no more, */
    bool gave_up;  /* and that it will not look again */
} wr_outsider;

/* A variable made by a task that was admitted before its turn. */
typedef struct wr_early {
    uint64_t seq;
    weir_var *var;  /* its `ahead` is the place of the entry */
    uint32_t chain; /* WR_EARLY_CHAIN: the one that holds it */
    uint8_t why;    /* as follows */
} wr_early;

/* Scratch is early until its task is settled; it has no entry. */
enum { WR_EARLY_SMALL, WR_EARLY_AWAITED, WR_EARLY_CHAIN, WR_EARLY_SCRATCH, WR_EARLY_KINDS };

typedef struct wr_chain_list {
    uint32_t first, last;
} wr_chain_list;

typedef struct wr_chains {
    wr_chain *node; /* arrays from index 1 on */
    uint32_t count, room, free;
    uint32_t early; /* chains that hold early bytes */
    wr_chain_list list[WR_CHAIN_LISTS];
    wr_candidate *candidate;
    uint32_t candidate_count, candidate_room, candidate_free;
    uint32_t early_count, early_room;
    wr_early *early_heap;
    uint64_t early_bytes[WR_EARLY_KINDS];
    wr_task **sought; /* from 0 on: tasks of which a search has yet to see what they need */
    uint32_t sought_count, sought_room;
} wr_chains;

/* ---- Runtime --------------------------------------------------------------------------------- */

typedef struct wr_ring {
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t head; /* any: takers' CAS, acq_rel */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t tail; /* role, release: carries the slots */
    _Atomic(wr_task *) slot[WR_RING_SLOTS];            /* role; relaxed, ordered by head and tail */
} wr_ring;

/* WR_SCHEDULER_REQUESTED: held, and the holder is to look again when giving it back. */
typedef enum wr_scheduler_state {
    WR_SCHEDULER_FREE,
    WR_SCHEDULER_HELD,
    WR_SCHEDULER_REQUESTED
} wr_scheduler_state;

/* Called by a worker that has nothing to do; see wr_idle_set. */
typedef int64_t (*wr_idle_fn)(void *ctx, int64_t now_ns);

/* WR_HOUSEKEEPER_REQUESTED: somebody has lain down since the keeper last looked. */
typedef enum wr_housekeeper {
    WR_HOUSEKEEPER_NONE,
    WR_HOUSEKEEPER_ACTIVE,
    WR_HOUSEKEEPER_REQUESTED
} wr_housekeeper;

typedef struct wr_batch {
    size_t count;
    wr_task *task[WR_BATCH_MAX]; /* in program order; WR_KIND_NOW records are among them */
} wr_batch;

typedef void (*wr_pass_fn)(weir_runtime *rt, wr_batch *batch, void *ctx);

/* What the layer above keeps with a runtime. */
typedef struct wr_extension {
    void (*free)(struct wr_extension *extension); /* with the runtime, after every variable */
    void (*lock)(struct wr_extension *extension); /* around fork */
    void (*unlock)(struct wr_extension *extension, bool child);
} wr_extension;

struct weir_runtime {
    /* const */
    uint64_t id; /* never used twice, so a stale thread-local never matches */
    weir_config config;
    wr_memory memory;
    pthread_key_t queue_key; /* a thread's lane; its destructor gives the lane up */
    int cpus;
    int64_t spin_ns;
    int64_t born_ns;
    wr_worker *workers;
    weir_runtime *next_runtime; /* under the registry's lock */

    atomic_uint refs;     /* any: the handle and every variable */
    atomic_bool closed;   /* weir_runtime_free; relaxed, a courtesy */
    atomic_bool serial;   /* which engine; changed under serial_lock */
    atomic_bool stopping; /* workers end when idle.  seq_cst, with `sleepers` */
    atomic_bool dropping; /* tasks that have not run are skipped from now on */
    atomic_bool paused;   /* nothing is started: fork, exit.  seq_cst, with `active` */
    atomic_bool restart;  /* in a forked child: workers are to be started */
    uint64_t forked_at;   /* tasks with effects and a ticket below this belong to the parent */
    _Atomic(wr_extension *) extension; /* any: CAS from NULL, once */
    atomic_uint interrupts;            /* any: number of weir_interrupt calls */
    _Atomic(wr_queue *) queues;        /* any: CAS to add at the front, never removed */

    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t next_seq; /* any: seq_cst, see "Sleeping" */

    _Alignas(WR_CACHE_LINE)
        atomic_uint scheduler; /* a wr_scheduler_state.  any: seq_cst, see scheduler.c */

    /* any: seq_cst, see "Sleeping and waking" */
    _Alignas(WR_CACHE_LINE)
        atomic_int watchers; /* workers that will look at the lanes by themselves */
    atomic_int sleepers;     /* changed under idle_lock */
    atomic_int active;       /* threads that compute: at most `workers` */
    atomic_int helpers;      /* of those, threads that wait; relaxed, a hint */
    atomic_int spinning;     /* threads that poll */
    atomic_bool sentinel;    /* a sleeper naps instead */
    atomic_uint housekeeper; /* a wr_housekeeper: a sleeper keeps house, see worker.c */
    atomic_int parked;    /* threads parked until a task is done; relaxed, a hint to settle early */
    atomic_int throttled; /* threads waiting at the bound.  seq_cst, with `finished` */
    atomic_int outside_waits; /* threads waiting for `outside` to fall.  seq_cst, with that */
    _Atomic(wr_job *) jobs;   /* parallel_for calls that idle workers may join; see parallel.c */
    atomic_uint_fast64_t task_ns; /* how long tasks' functions have been taking; relaxed, a hint */

    /* role writes, any reads */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t drained; /* records; seq_cst load in wr_has_work */
    atomic_uint_fast64_t finished;       /* records settled; seq_cst, with `throttled` */
    atomic_uint_fast64_t tasks_finished; /* tasks among them, for the statistics */
    atomic_uint_fast64_t backlog;        /* ready, not published */
    atomic_uint_fast64_t level_stat;
    atomic_uint_fast64_t chunk_bytes; /* any: relaxed */
    atomic_int failed_vars;           /* variables that carry a failure; relaxed: a runner that must
                                          know of one was handed its task by the role */

    _Alignas(
        WR_CACHE_LINE) _Atomic(wr_task *) completed; /* any: CAS to push, exchange to take all */

    /* any: relaxed counters */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t used;
    atomic_uint_fast64_t used_peak;
    atomic_uint_fast64_t ran, helped, wakes;
    atomic_uint_fast64_t busy_ns; /* of workers, in spells that have ended; for the report */
    atomic_uint_fast64_t adopted; /* tasks issued by no lane: the serial engine's, replayed ones */
    atomic_uint_fast64_t reclaiming; /* bytes of dead variables that are being buried; seq_cst */
    atomic_uint_fast64_t freed; /* bytes of buried variables that the role has not subtracted yet */
    _Atomic(weir_var *) orphans; /* any: released when no memory for a record could be had */

    /* any: see outside_memory.c */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t outside; /* bytes from outside that queued work
                                                   alone keeps alive.  seq_cst, with outside_waits */
    atomic_uint_fast64_t lent, lent_peak;                 /* borrowed bytes; relaxed counters */
    atomic_bool
        outside_stalled; /* a wait was given up, and what it waited for stands still; relaxed:
                                    who finds the old value waits, or does not, once more */

    wr_ring ring;

    /* role */
    _Alignas(WR_CACHE_LINE) wr_list ready[WR_LEVELS];
    uint32_t ready_mask;
    size_t ready_count;
    int ring_level; /* lowest level of what was published since the ring was last empty */
    wr_list acts;   /* granted WR_KIND_GRANTED tasks */
    wr_queue *wake[WR_WAKE_MAX]; /* lanes whose wait is over, woken after the role is given back */
    size_t wake_count;
    wr_list outbox; /* tasks for I/O threads and devices, sent after the role is given back */
    wr_task *barriers;
    uint64_t retired;                  /* records dealt with; `finished` shows it to others */
    uint64_t tasks_retired, tasks_ran; /* ordinary tasks; likewise */
    uint64_t outside_until; /* outside_memory.c is told when a task below this finishes */
    uint64_t outside_stuck; /* tasks below this stood still when a wait was given up; 0: none did */
    wr_outsider *outsiders;
    uint64_t linked_ever;         /* tasks linked since the start */
    uint64_t linked;              /* linked and not settled */
    atomic_uint_fast64_t effects; /* of those, tasks with effects; any may read.  Relaxed, but
                                             before the seq_cst store of `drained` */
    weir_var *dead;               /* variables to bury after the role is given back, */
    uint64_t dead_bytes;          /* and how much they hold */
    wr_batch batch;
    wr_pass_fn pass; /* see batch.h */
    void *pass_ctx;

    wr_list unadmitted;                                  /* tasks with new bytes, oldest first */
    uint64_t footprint, footprint_peak, reserved, level; /* see admission.c */
    uint64_t held_bytes;                                 /* of the tasks in `unadmitted` */
    uint64_t ahead_bytes;             /* of live variables made after a task that is held, */
    uint64_t ahead_noted;             /* and of those among them that were only noted */
    wr_chains chains;                 /* what came before its turn, and what may */
    wr_task *unblocked[WR_BATCH_MAX]; /* held ones that could run since the last wr_admit */
    size_t unblocked_count;
    uint32_t ahead_epoch; /* since `unadmitted` was last empty */
    atomic_uint_fast64_t
        noted; /* any: bytes of WR_VAR_NOTED variables that `promised` does not have yet */
    atomic_uint_fast64_t committed; /* promised and held, for any to read; relaxed, a hint */
    uint64_t doomed_vars;

    wr_failure *roots[WR_FAILURES_KEPT]; /* by rising ticket */
    uint32_t root_count;                 /* kept */
    atomic_uint_fast64_t failure_count;  /* any may read: ever, since the last clear */
    atomic_uint_fast64_t missed; /* any: unreported failures that the list had no room for, below
                                    the epoch in which they are counted; see failure.c */
    atomic_uint_fast64_t cancel_below; /* role writes; runners read, relaxed: tasks with a lower
                                          ticket that have not started are skipped */
    wr_failure *cancel;                /* role: what those are marked with */
    wr_failure cancelled; /* stands for `cancel` from refusal to settling, so that no runner holds a
                             pointer to a failure that the role may let go of */
    wr_failure out_of_memory; /* when no failure can be allocated */
    wr_failure dropped; /* of tasks without effects that were left when the runtime was freed */

    wr_trace trace; /* its own rules, see flight_recorder.h */

    /* locks, by rising rank: engine/README.md */
    wr_lock serial_lock;
    weir_failure serial_failure; /* role: of the task being settled, see serial.c */
    wr_lock idle_lock;
    wr_worker *idle;    /* under idle_lock */
    int worker_count;   /* under idle_lock: threads that exist */
    wr_idle_fn idle_fn; /* under idle_lock, as are the next two */
    void *idle_ctx;
    bool keeping; /* idle_fn is being called */
    wr_lock job_lock;
    wr_lock io_lock;
    struct wr_io *io;      /* under io_lock */
    wr_list sending;       /* under io_lock: on the way to I/O threads and devices */
    atomic_int io_running; /* any: I/O threads that are in a task */
    bool sender;           /* under io_lock: a thread is sending, in order */
    wr_lock notice_lock;
    struct wr_notice *notices, *notices_last;
    int notice_fd; /* under notice_lock; -1: not made yet */
    wr_lock chunk_lock;
    wr_chunk *chunks; /* under chunk_lock: free ones */
    size_t chunk_count;
    wr_chunk *chunks_used;        /* under chunk_lock */
    wr_pool vars;                 /* its own lock */
    wr_wait_profile wait_profile; /* its own lock */
    wr_device devices[WR_DEVICES];
};

/* engine/README.md */
enum wr_rank {
    WR_RANK_DEFAULT = 1,
    WR_RANK_SERIAL,
    WR_RANK_REGISTRY,
    WR_RANK_IDLE,
    WR_RANK_JOB,
    WR_RANK_IO,
    WR_RANK_DEVICE,
    WR_RANK_NOTICE,
    WR_RANK_CHUNK,
    WR_RANK_POOL,
    WR_RANK_WAIT_PROFILE,
    WR_RANK_TRACE,
    WR_RANK_EXTENSION, /* of the layer above, as is the next */
    WR_RANK_SCOPES,
};

/* What a task sees of itself while it runs. */
enum { WR_MESSAGE_BYTES = 160 };

struct weir_context {
    weir_runtime *rt;
    wr_task *task;
    int worker;
    bool deferred;
    bool skipped;       /* it found that it cannot run, and has written nothing */
    bool shown;         /* it got a pointer to memory that it may write */
    const char *within; /* static: the operation that this is a part of, for sentences; or NULL */
    char message[WR_MESSAGE_BYTES];
};

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
    uint32_t *abstract_needs; /* not NULL: calls run abstractly (wr_is_abstract_mode, array.h): they
                                 compute nothing, and set here the bits of the abstract arrays whose
                                 values they would read */
    uint64_t recorded;   /* the last number given to an operation that was recorded */
    weir_watch_fn watch; /* is told of each operation; or NULL */
    void *watch_ctx;
    const char *within; /* static: what the operations issued now are parts of; NULL: of nothing */
} wr_mode;

extern WR_THREAD_LOCAL wr_mode wr_mode_now;

extern weir_frontend wr_frontend; /* frontend.c: const once runtimes are there */
uint32_t wr_site_ask(void);

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

/* Everything that was ever issued has been settled, or drained.  The ticket is read second: if it were
 * read first, records drawn meanwhile could make up for older ones that are not done. */
static inline bool wr_all_retired(weir_runtime *rt) {
    uint64_t finished = atomic_load(&rt->finished);
    return finished == atomic_load(&rt->next_seq);
}

static inline bool wr_all_drained(weir_runtime *rt) {
    uint64_t drained = atomic_load(&rt->drained);
    return drained == atomic_load(&rt->next_seq);
}

/* stats.c: all of weir_stats that the engine knows. */
void wr_stats_get(weir_runtime *rt, weir_stats *out);

/* ---- submission.c: issuing ------------------------------------------------------------------------- */

wr_queue *wr_queue_get(weir_runtime *rt); /* this thread's; NULL: no memory */
weir_status wr_issue(weir_runtime *rt, const weir_task *task, const weir_kind *kind);
weir_status wr_issue_now(weir_runtime *rt, const wr_scheduler_kind *kind, void *arg);
void wr_now_issued(weir_runtime *rt);
void wr_queue_abandon(void *queue);                     /* by the thread that ends */
wr_chunk *wr_chunk_new(weir_runtime *rt, size_t least); /* at least so large, header included */
void wr_chunk_close(weir_runtime *rt,
                    wr_chunk *chunk);  /* role: one record less, or the lane left */
void wr_chunks_trim(weir_runtime *rt); /* any: free ones go back to the allocator */
void wr_queues_free(weir_runtime *rt);
wr_task *wr_task_build(void *place, const weir_task *task, const weir_kind *kind, bool traced);
size_t wr_task_size(const weir_task *task, bool traced);
size_t wr_record_size(const wr_task *t);

/* ---- variable.c ----------------------------------------------------------------------------------- */

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

/* ---- cancel.c -------------------------------------------------------------------------------- */

weir_status wr_var_cancel(weir_var *v);
weir_status wr_cancel_all(weir_runtime *rt, uint32_t site);

/* ---- dependencies.c: who may run when; all role ----------------------------------------------------- */

extern const weir_kind wr_retired_kind; /* of every task that has been settled */
void wr_link(weir_runtime *rt, wr_task *t);
void wr_retire(weir_runtime *rt, wr_task *t);
void wr_retire_acts(weir_runtime *rt);
void wr_var_released(weir_runtime *rt, weir_var *v);

/* ---- admission.c: memory; role unless said otherwise --------------------------------------------- */

void wr_admit_task(weir_runtime *rt, wr_task *t); /* in program order, at linking */
void wr_admit(weir_runtime *rt);
void wr_admit_candidate(weir_runtime *rt, wr_task *t);          /* held, and could run */
bool wr_admit_live(weir_runtime *rt, weir_var *v, bool *never); /* bytes in use from now on */
void wr_admit_noted(weir_runtime *rt, weir_var *v);             /* they are in use already */
void wr_admit_granted(weir_runtime *rt, wr_task *t); /* a clear or the like, which brings nothing */
void wr_admit_release(weir_runtime *rt, weir_var *v);
void wr_admit_died(weir_runtime *rt, weir_var *v);
void wr_admit_retired(weir_runtime *rt, wr_task *t);
void wr_memory_take(weir_runtime *rt, wr_task *t);     /* runner */
void wr_memory_end(weir_runtime *rt, wr_task *t);      /* runner */
void wr_memory_add(weir_runtime *rt, uint64_t bytes);  /* any */
void wr_memory_give(weir_runtime *rt, uint64_t bytes); /* any */
void wr_level_init(weir_runtime *rt);
wr_failure *wr_admit_failure(weir_runtime *rt, wr_task *t);                        /* runner */
void wr_admit_sentence(weir_runtime *rt, uint64_t bytes, char *text, size_t size); /* any */

/* ---- outside_memory.c: bytes that come from outside -------------------------------------------------- */

weir_status wr_outside_wait(weir_runtime *rt); /* before more are brought in; may wait */
void wr_outside_born(weir_runtime *rt, weir_var *v, uint64_t lent); /* issuer; 0: its own bytes */
void wr_outside_left(weir_runtime *rt, weir_var *v);      /* any: the last reference is gone */
void wr_outside_dead(weir_runtime *rt, weir_var *v);      /* role: so is the last use, */
void wr_outside_reclaimed(weir_runtime *rt, weir_var *v); /* any: and the memory */
bool wr_outside_has_room(weir_runtime *rt);               /* any */
void wr_outside_enter(weir_runtime *rt, wr_outsider *o);  /* a wait begins */
bool wr_outside_stalls(weir_runtime *rt, wr_outsider *o); /* it is to be given up */
void wr_outside_leave(weir_runtime *rt, wr_outsider *o);  /* it has ended */
void wr_outside_finished(weir_runtime *rt, uint64_t seq); /* role: below outside_until */

/* ---- chains.c: what hangs together; all role --------------------------------------------------- */

uint32_t wr_chain_of(weir_runtime *rt, wr_task *t);                   /* the root */
uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v); /* one root for both */
void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t met); /* at linking; 0: it met no other */
void wr_chain_unused(weir_runtime *rt, weir_var *v);            /* its list is empty */
void wr_chain_flies(weir_runtime *rt, wr_task *t);              /* neither blocked nor held */
void wr_chain_urgent(weir_runtime *rt, wr_task *t);             /* it flies, and is urgent now */
void wr_chain_leave(weir_runtime *rt, wr_task *t, bool flew);
void wr_chain_add_candidate(weir_runtime *rt, wr_task *t); /* held, and could run */
void wr_chain_drop_candidate(weir_runtime *rt, wr_task *t);
wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain); /* of those that knock */
void wr_chain_released(weir_runtime *rt, wr_task *t); /* a variable that it uses was released */
bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain);
bool wr_early_reserve(weir_runtime *rt, uint32_t more);
void wr_early_add(weir_runtime *rt, wr_early e); /* reserved before */
void wr_early_drop(weir_runtime *rt, uint32_t at);
bool wr_chain_seek(weir_runtime *rt, wr_task *t); /* onto `sought`; false: no memory */
void wr_chains_free(weir_runtime *rt);

/* ---- ready.c: what may run now --------------------------------------------------------------- */

void wr_ready_put(weir_runtime *rt, wr_task *t);      /* role */
void wr_ready_boost(weir_runtime *rt, wr_task *t);    /* role: a wait needs it */
void wr_ready_publish(weir_runtime *rt);              /* role */
wr_task *wr_ready_help(weir_runtime *rt, wr_task *t); /* role: take this very one, or NULL */
wr_task *wr_ready_help_before(weir_runtime *rt, uint64_t seq); /* role: one that helps a barrier */
wr_task *wr_ready_take_oldest(weir_runtime *rt);               /* role, serial engine */
wr_task *wr_ready_take(weir_runtime *rt);                      /* any */
size_t wr_ready_now(weir_runtime *rt);                         /* role */
size_t wr_ready_len(weir_runtime *rt);                         /* any, a hint */

/* ---- scheduler.c ---------------------------------------------------------------------------------- */

bool wr_scheduler_try(weir_runtime *rt);
void wr_scheduler_acquire(weir_runtime *rt);    /* polls; held for short pieces only */
void wr_scheduler_gather(weir_runtime *rt);     /* role: collect, drain, admit */
void wr_scheduler_gather_all(weir_runtime *rt); /* role: that, and drain whatever is left */
void wr_scheduler_acquire_all(
    weir_runtime *rt); /* take it, and link all that was issued before; then */
void wr_scheduler_release_all(
    weir_runtime *rt);                     /* publish what has become ready, and give it back */
void wr_scheduler_work(weir_runtime *rt);  /* role: gather and publish */
bool wr_scheduler_drain(weir_runtime *rt); /* role: one batch more; false: nothing left to drain */
void wr_scheduler_request(
    weir_runtime *rt); /* have the role look: by ourselves, or by its holder */
void wr_scheduler_release(weir_runtime *rt); /* and send, free, wake what it left behind */
bool wr_has_tasks(weir_runtime *rt); /* any: is there something for the role, or a task to run */
bool wr_has_work(weir_runtime *rt);  /* any: that, or a job to join */
void wr_complete(weir_runtime *rt, wr_task *t); /* any: hand in a finished task */

/* ---- run_task.c ----------------------------------------------------------------------------------- */

void wr_run(weir_runtime *rt, wr_task *t, int worker);
weir_status wr_context_skip(weir_context *ctx, const char *message); /* it cannot run; EFAILED */
bool wr_context_is_last(weir_context *ctx, const weir_var *v); /* nobody will use it after us */
wr_failure *wr_run_body(weir_context *ctx); /* what to mark the outputs with, or NULL */
void wr_run_finish(weir_runtime *rt, wr_task *t, wr_failure *failure); /* and hand it in */
void wr_run_send(weir_runtime *rt, wr_task *t);           /* to its I/O thread or device */
wr_failure *wr_run_refusal(weir_runtime *rt, wr_task *t); /* why it must not run, or NULL */

/* ---- worker.c -------------------------------------------------------------------------------- */

weir_status wr_workers_start(weir_runtime *rt);
void wr_workers_join(weir_runtime *rt);
bool wr_wake_one(weir_runtime *rt);      /* false: nobody sleeps */
bool wr_wake_for_push(weir_runtime *rt); /* slow path of a push that finds nobody watching */
void wr_wake_for_ready(
    weir_runtime *rt); /* after publishing: is there more than those awake can do */
/* Have `fn` called, outside all locks, by a worker that lies down with nothing to do.  It says after how
 * many nanoseconds it wants to be called again if all stay idle; -1: not before there was work.  NULL:
 * nothing is called.  Returns when the one before is called no more. */
void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx);
void wr_idle_poke(weir_runtime *rt); /* any: there is something new to call it for */
bool wr_slot_take(weir_runtime *rt);
void wr_slot_give(weir_runtime *rt);

/* After a read-modify-write that others can see it by (ticket, completion): there is something for the
 * role.  If nobody watches, a sleeper is woken, or the role is taken or asked. */
static inline void wr_scheduler_notify(weir_runtime *rt) {
    if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0) && !wr_wake_for_push(rt))
        wr_scheduler_request(rt);
}

/* ---- wait.c ---------------------------------------------------------------------------------- */

weir_status wr_wait_var(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site);
/* For the writes of a call that has been issued and is to end when they have: weir_interrupt does not end this
 * wait, so that whoever is told EINTR and calls again does not write twice.  The front end may. */
weir_status wr_wait_written(weir_var *v, const char *reason, uint32_t site);
weir_status wr_wait_all(weir_runtime *rt, int64_t timeout_ns, const char *reason, uint32_t site);
weir_status wr_wait_room(weir_runtime *rt, wr_queue *queue,
                         uint32_t site); /* at the queue's bound */
weir_status wr_wait_memory(weir_runtime *rt, uint64_t bytes, uint32_t site);
/* Until wr_outside_has_room, or wr_outside_stalls, which is asked each `stall_ns`. */
weir_status wr_wait_outside(weir_runtime *rt, int64_t stall_ns, uint32_t site);
weir_status wr_push_barrier(weir_runtime *rt, weir_var *v, uint32_t site);
void wr_queue_wake(wr_queue *queue);
bool wr_queue_has_room(weir_runtime *rt, uint64_t eighths);
weir_status wr_refuse_inside(const char *what);

/* ---- failure.c ------------------------------------------------------------------------------- */

wr_failure *wr_failure_new(weir_runtime *rt, wr_task *t, weir_status status, const char *message);
/* The same of a task that is part of what `within` names, unless that is NULL. */
wr_failure *wr_failure_within(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                              const char *message);
void wr_failure_ref(wr_failure *f);                     /* role */
void wr_failure_unref(weir_runtime *rt, wr_failure *f); /* role */
void wr_failure_retire(weir_runtime *rt, wr_task *t);   /* role: a root or a share; one reference */
void wr_failure_tell(weir_runtime *rt, wr_failure *f);  /* any: it has been reported */
void wr_var_mark(weir_runtime *rt, weir_var *v, wr_failure *f, bool undefined); /* role */
weir_status wr_var_status(weir_var *v); /* takes the role if it has failed */
weir_status wr_root_status(weir_runtime *rt);
uint32_t wr_failures_get(weir_runtime *rt, uint32_t index,
                         weir_failure *out); /* returns how many are kept */
void wr_failures_clear(weir_runtime *rt);
void wr_failures_report(weir_runtime *rt); /* log those that were not reported */
void wr_failures_free(weir_runtime *rt);   /* role */
void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- exit_report.c -------------------------------------------------------------------------------- */

void wr_report(weir_runtime *rt); /* where time and memory went, to the log */
int wr_print_bytes(char *to, size_t size, uint64_t bytes); /* admission.c */

/* ---- the rest -------------------------------------------------------------------------------- */

bool wr_job_join(weir_runtime *rt, wr_task *only,
                 int64_t until); /* parallel.c: run pieces of an open job */
weir_status wr_serial_push(weir_runtime *rt, const weir_task *task, const weir_kind *kind);
void wr_serial_flush(weir_runtime *rt);
weir_status wr_io_push(weir_runtime *rt, wr_task *t);
void wr_io_hand_over(weir_runtime *rt, wr_list *outbox); /* role */
void wr_io_send(weir_runtime *rt);                       /* outside the role */
void wr_io_join(weir_runtime *rt);
void wr_io_forget(weir_runtime *rt); /* in a forked child */
void wr_notices_free(weir_runtime *rt);
void wr_notices_renew(weir_runtime *rt);

/* runtime.c */
void wr_runtime_unref(weir_runtime *rt, unsigned count);
/* All runtimes that live. */
void wr_registry_lock(void);
void wr_registry_unlock(void);
/* Locks of the layers above that are no runtime's; here because a fork takes them too. */
extern wr_lock wr_default_lock; /* making the default runtime, see env.c */
extern wr_lock wr_scopes_lock;  /* which array is in which scope, see scope.c */
weir_runtime *wr_registry_first(void);
#define WR_PATIENCE_NS INT64_C(10000000000) /* for what neither runs nor moves, at the end */
weir_status wr_finish_effects(weir_runtime *rt);
void wr_process_init(void); /* fork.c: once a process */
void wr_fork_restart(weir_runtime *rt);

#endif
