/* runtime_state.h - struct weir_runtime, grouped by owner.
 *
 * engine.h defines the owners.  Fields that different threads write lie on different cache lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_STATE_H
#define WR_RUNTIME_STATE_H

#include "base/alloc.h"
#include "base/lock.h"
#include "base/pool.h"
#include "device/device.h"
#include "engine/task_batch.h"
#include "engine/task_chains.h"
#include "engine/failure.h"
#include "engine/lock_ranks.h"
#include "engine/outside_memory.h"
#include "engine/parallel_for.h"
#include "engine/ready_queue.h"
#include "engine/submission.h"
#include "engine/variable.h"
#include "engine/worker.h"
#include "trace/flight_recorder.h"
#include "trace/wait_profile.h"

enum {
    WR_WAKE_MAX = WR_SIZE(16, 1), /* waits that one release of the scheduler wakes after it */
    WR_DEVICES = WEIR_DEVICE_NULL + 1,
};

/* State that the layer above attaches to a runtime. */
typedef struct wr_extension {
    void (*free)(struct wr_extension *extension); /* with the runtime, after every variable */
    void (*lock)(struct wr_extension *extension); /* around fork */
    void (*unlock)(struct wr_extension *extension, bool child);
} wr_extension;

struct weir_runtime {
    /* const */
    uint64_t id; /* never reused, so a stale thread-local never matches */
    weir_config config;
    wr_memory memory;
    pthread_key_t queue_key; /* a thread's submission queue; the destructor abandons it */
    int cpus;
    int64_t spin_ns;
    int64_t born_ns;
    wr_worker *workers;
    weir_runtime *next_runtime; /* under the registry's lock */

    atomic_uint refs;     /* any: the handle and every variable */
    atomic_bool closed;   /* any: set by weir_runtime_free; relaxed, only to report misuse */
    atomic_bool serial;   /* any: the serial engine is in use; changed under serial_lock */
    atomic_bool stopping; /* any: workers end when idle.  seq_cst, with `sleepers` */
    atomic_bool dropping; /* any: tasks that have not run are skipped from now on */
    atomic_bool paused;   /* any: no task is started, for fork and exit.  seq_cst, with `active` */
    atomic_bool restart;  /* any: in a forked child, the workers have yet to be started */
    /* const in a child: tasks with effects and a lower sequence number belong to the parent */
    uint64_t forked_at;
    _Atomic(wr_extension *) extension; /* any: CAS from NULL, once */
    atomic_uint interrupts;            /* any: number of weir_interrupt calls */
    _Atomic(wr_queue *) queues;        /* any: CAS to add at the front, never removed */

    /* any: next sequence number; seq_cst, see "Sleeping and waking" */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t next_seq;

    _Alignas(WR_CACHE_LINE)
        atomic_uint scheduler; /* any: a wr_scheduler_state; seq_cst, see scheduler.c */

    /* any: seq_cst, see "Sleeping and waking" */
    _Alignas(WR_CACHE_LINE)
        atomic_int watchers; /* workers that will check the queues without being woken */
    atomic_int sleepers;     /* changed under idle_lock */
    atomic_int active;       /* threads that hold a slot: at most `workers` */
    atomic_int helpers;      /* of those, waiting threads that help; relaxed, a hint */
    atomic_int spinning;     /* threads that poll */
    atomic_bool sentinel;    /* a sleeper wakes up periodically, see worker.c */
    atomic_uint housekeeper; /* a wr_housekeeper, see worker.c */
    atomic_int parked;    /* threads parked until a task is done; relaxed, a hint to retire early */
    atomic_int throttled; /* threads waiting at the queue's bound.  seq_cst, with `finished` */
    atomic_int outside_waits; /* threads waiting for `outside` to fall.  seq_cst, with that */
    _Atomic(wr_job *) jobs; /* parallel_for calls that idle workers may join; see parallel_for.c */
    atomic_uint_fast64_t task_ns; /* average duration of recent tasks; relaxed, a hint */

    /* scheduler writes, any reads */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t drained; /* records; seq_cst load in wr_has_work */
    atomic_uint_fast64_t finished;       /* records retired; seq_cst, with `throttled` */
    atomic_uint_fast64_t tasks_finished; /* tasks among them, for the statistics */
    atomic_uint_fast64_t backlog;        /* tasks ready and not published */
    atomic_uint_fast64_t level_stat;     /* `level`, for the statistics */
    atomic_uint_fast64_t chunk_bytes;    /* any: relaxed */
    atomic_int
        failed_vars; /* variables that carry a failure; relaxed: a runner that must know of one
                               was handed its task by the scheduler */

    _Alignas(WR_CACHE_LINE) _Atomic(wr_task *)
        completed; /* any: the completion stack; CAS to push, exchange to take all */

    /* any: relaxed counters */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t used; /* bytes allocated: memory_used */
    atomic_uint_fast64_t used_peak;
    atomic_uint_fast64_t ran, helped, wakes;
    atomic_uint_fast64_t busy_ns; /* time that workers were active, completed spells only; for the
                                     exit report */
    atomic_uint_fast64_t adopted; /* tasks not issued through a queue: serial engine, replay */
    atomic_uint_fast64_t reclaiming; /* bytes of dead variables being reclaimed; seq_cst */
    atomic_uint_fast64_t freed;      /* bytes reclaimed that `reserved` still contains */
    _Atomic(weir_var *) orphans;     /* variables released when no memory for a record was left */

    /* any: see outside_memory.c */
    /* outside bytes that only queued work keeps alive.  seq_cst, with outside_waits */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t outside;
    atomic_uint_fast64_t lent, lent_peak; /* borrowed bytes; relaxed counters */
    /* a wait was abandoned, and the tasks it waited for make no progress; relaxed: a thread that reads
     * the old value waits, or does not wait, once more */
    atomic_bool outside_stalled;

    wr_ring ring;

    /* scheduler: ready tasks, see ready_queue.c */
    _Alignas(WR_CACHE_LINE) wr_list ready[WR_PRIORITIES];
    uint32_t ready_mask;
    size_t ready_count;
    int ring_priority; /* lowest priority published since the ring was last empty */

    /* scheduler: records processed, and what is left to do after releasing the scheduler */
    wr_list acts;                /* granted WR_KIND_GRANTED tasks */
    wr_queue *wake[WR_WAKE_MAX]; /* queues whose wait is over; woken after the release */
    size_t wake_count;
    wr_list outbox; /* tasks for I/O threads and devices; sent after the release */
    wr_task *barriers;
    uint64_t retired;                  /* records retired; published as `finished` */
    uint64_t tasks_retired, tasks_ran; /* tasks among them; published likewise */
    uint64_t outside_until;            /* wr_outside_finished is called for tasks below this */
    uint64_t outside_stuck; /* tasks below this had stalled when a wait was abandoned; 0: none */
    wr_outside_waiter *outside_waiters; /* threads that wait, see outside_memory.c */
    uint64_t linked_ever;               /* tasks linked since the start */
    uint64_t linked;                    /* linked and not retired */
    atomic_uint_fast64_t effects;       /* of those, tasks with effects; any may read.  Relaxed, but
                                          before the seq_cst store of `drained` */
    weir_var *dead;                     /* variables to reclaim after the release */
    uint64_t dead_bytes;                /* the bytes they hold */
    wr_batch batch;
    wr_pass_fn pass; /* see task_batch.h */
    void *pass_ctx;

    /* scheduler: admission, see memory_admission.c */
    wr_list unadmitted;      /* held tasks, oldest first */
    uint64_t footprint;      /* simulated footprint of an in-order run */
    uint64_t footprint_peak; /* its maximum */
    uint64_t reserved;       /* bytes in use, and those of admitted tasks that have not started */
    uint64_t level;          /* the bound of `reserved`, early bytes aside */
    uint64_t held_bytes;     /* bytes of the tasks in `unadmitted` */
    uint64_t ahead_bytes;    /* bytes of live variables made after a task that is held, */
    uint64_t ahead_noted;    /* and of those among them that were only noted */
    wr_chains chains;        /* tasks admitted early, and the candidates */
    wr_task *unblocked[WR_BATCH_MAX]; /* held tasks that became unblocked since the last wr_admit */
    size_t unblocked_count;
    uint32_t ahead_epoch; /* counts the times that `unadmitted` became empty */
    /* any: bytes of WR_VAR_NOTED variables that `reserved` does not contain yet */
    atomic_uint_fast64_t noted;
    atomic_uint_fast64_t committed; /* reserved + held bytes; any may read: relaxed, a hint */
    uint64_t doomed_vars;

    /* scheduler: failures, see failure.c */
    wr_failure *roots[WR_FAILURES_KEPT]; /* by rising sequence number */
    uint32_t root_count;
    atomic_uint_fast64_t failure_count; /* any may read: since the last clear */
    /* any: number of unreported failures that did not fit into the list, and above it the epoch
     * in which they are counted */
    atomic_uint_fast64_t missed;
    /* scheduler writes; runners read, relaxed: tasks with a lower sequence number that have not
     * started are skipped */
    atomic_uint_fast64_t cancel_below;
    wr_failure *cancel; /* the failure those are marked with */
    wr_failure
        cancelled; /* placeholder for `cancel` until the task retires, so that no runner holds a
                             pointer to a failure that the scheduler may free */
    wr_failure out_of_memory; /* used when no failure can be allocated */
    wr_failure dropped; /* of tasks without effects that were left when the runtime was freed */

    wr_trace trace; /* its own rules, see flight_recorder.h */

    /* locks, by rising rank (engine/README.md), and what each guards */
    wr_lock serial_lock;
    weir_failure serial_failure; /* scheduler: of the task being retired, see serial_engine.c */
    wr_lock idle_lock;
    wr_worker *idle;    /* under idle_lock: stack of sleepers */
    int worker_count;   /* under idle_lock: threads that exist */
    wr_idle_fn idle_fn; /* under idle_lock, as are the next two */
    void *idle_ctx;
    bool housekeeping; /* idle_fn is being called */
    wr_lock job_lock;
    wr_lock io_lock;
    struct wr_io *io;      /* under io_lock */
    wr_list sending;       /* under io_lock: tasks on the way to I/O threads and devices */
    atomic_int io_running; /* any: I/O threads that run a task */
    bool sender;           /* under io_lock: a thread is sending, in order */
    wr_lock notice_lock;
    struct wr_notice *notices, *notices_last; /* under notice_lock */
    int notice_fd;                            /* under notice_lock; -1: not created yet */
    wr_lock chunk_lock;
    wr_chunk *chunks; /* under chunk_lock: free ones */
    size_t chunk_count;
    wr_chunk *chunks_used;        /* under chunk_lock */
    wr_pool vars;                 /* its own lock */
    wr_wait_profile wait_profile; /* its own lock */
    wr_device devices[WR_DEVICES];
};

/* All records issued so far have been retired, or drained.  The sequence number is read second:
 * read first, records issued meanwhile could make up for older ones that are not done. */
static inline bool wr_all_retired(weir_runtime *rt) {
    uint64_t finished = atomic_load(&rt->finished);
    return finished == atomic_load(&rt->next_seq);
}

static inline bool wr_all_drained(weir_runtime *rt) {
    uint64_t drained = atomic_load(&rt->drained);
    return drained == atomic_load(&rt->next_seq);
}

#endif
