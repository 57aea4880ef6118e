/* runtime_state.h - struct weir_runtime, grouped by owner.
 *
 * engine.h defines the owners.  Fields that different threads write are on different cache lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_STATE_H
#define WR_RUNTIME_STATE_H

#include "base/alloc.h"
#include "base/lock.h"
#include "base/pool.h"
#include "engine/device_queue.h"
#include "engine/task_batch.h"
#include "engine/task_chains.h"
#include "engine/failure.h"
#include "engine/fusion.h"
#include "engine/lock_ranks.h"
#include "engine/memory_space.h"
#include "engine/outside_memory.h"
#include "engine/parallel_for.h"
#include "engine/pinning.h"
#include "engine/ready_queue.h"
#include "engine/share_costs.h"
#include "engine/submission.h"
#include "engine/variable.h"
#include "engine/worker.h"
#include "trace/flight_recorder.h"
#include "trace/wait_profile.h"

enum {
    WR_WAKE_MAX = WR_SIZE(16, 1), /* maximum number of threads that one release of the scheduler
                                     wakes */
};

/* State that the layer above attaches to a runtime. */
typedef struct wr_extension {
    /* called when the runtime is freed, after every variable */
    void (*free)(struct wr_extension *extension);
    void (*lock)(struct wr_extension *extension); /* called around a fork, as is unlock */
    void (*unlock)(struct wr_extension *extension, bool child);
} wr_extension;

struct weir_runtime {
    /* const */
    uint64_t id; /* never reused, so that stale thread-local state is recognised */
    weir_config config;
    wr_memory memory;
    /* key of each thread's submission queue; its destructor is wr_queue_abandon */
    pthread_key_t queue_key;
    int cpus;        /* number of CPUs that the process may use */
    int64_t spin_ns; /* how long an idle thread polls before it sleeps */
    int64_t born_ns; /* when the runtime was created */
    wr_worker *workers;
    wr_pinning *pinning; /* NULL: workers are not pinned */
    wr_fuse_fn fuse;     /* runs groups of tasks, or NULL; set before the first task, then const */
    wr_fuse_device_fn fuse_on_device; /* the same for the tasks of devices */
    weir_runtime *next_runtime; /* under the registry's lock: next in the list of all runtimes */

    atomic_uint refs;   /* any: one reference for the handle and one for each variable */
    atomic_bool closed; /* any: set by weir_runtime_free; relaxed, used only to report misuse */
    atomic_bool serial; /* any: the serial engine is in use; changed under serial_lock */
    /* any: the runtime is stopping, so workers end when idle; seq_cst, pairs with `sleepers` */
    atomic_bool stopping;
    atomic_bool dropping; /* any: while set, tasks that have not started are skipped */
    /* any: while set, no task is started; set for fork and exit; seq_cst, pairs with `active` */
    atomic_bool paused;
    atomic_bool restart; /* any: in a forked child, the workers have not been started yet */
    atomic_bool stuck;   /* any: at exit, tasks with side effects have made no progress */
    /* const in a child: tasks with side effects and a lower sequence number run only in the
     * parent */
    uint64_t forked_at;
    /* any: state of the layer above; set once, by CAS from NULL */
    _Atomic(wr_extension *) extension;
    atomic_uint interrupts; /* any: number of weir_interrupt calls */
    /* any: list of all queues; CAS to add at the front, never removed */
    _Atomic(wr_queue *) queues;

    /* any: the next sequence number; seq_cst, see "Sleeping and waking" in docs/design/engine.md */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t next_seq;

    /* any: a wr_scheduler_state; seq_cst, see scheduler.c */
    _Alignas(WR_CACHE_LINE) atomic_uint scheduler;

    /* any: until this time, workers leave records with sequence numbers below leave_below to the
     * thread that issues them; relaxed, hints, see leave_tasks in wait.c */
    _Alignas(WR_CACHE_LINE) _Atomic int64_t leave_until;
    atomic_uint_fast64_t leave_below;

    /* any: seq_cst, see "Sleeping and waking", except where noted */

    /* number of workers that will check the queues without being woken */
    _Alignas(WR_CACHE_LINE) atomic_int watchers;
    atomic_int sleepers; /* number of sleeping workers; changed under idle_lock */
    atomic_int active;   /* number of threads that hold a slot, at most config.workers */
    /* number of waiting threads that hold a slot to help; relaxed, a hint */
    atomic_int helpers;
    atomic_int spinning;     /* number of threads that are polling */
    atomic_bool sentinel;    /* one sleeping worker wakes up periodically, see worker.c */
    atomic_uint housekeeper; /* a wr_housekeeper, see worker.c */
    /* number of threads parked until a task is done; relaxed, a hint to retire tasks early */
    atomic_int parked;
    /* number of threads waiting for queue space or memory; seq_cst, pairs with `finished` */
    atomic_int throttled;
    /* number of threads waiting for `outside` to fall; seq_cst, pairs with `outside` */
    atomic_int outside_waits;
    /* number of waits that were issued as records; relaxed, a hint that ends a hold, see fusion.c */
    atomic_uint probes;
    atomic_uint_fast64_t task_ns; /* average duration of recent tasks; relaxed, a hint */

    /* any: number of threads that may join parallel_for jobs; changed under job_lock, seq_cst, see
     * "Sleeping and waking".  The poller reads it all the time, so little else is on its line */
    _Alignas(WR_CACHE_LINE) atomic_int seats;
    /* any: number of workers that poll the queues, 0 or 1; relaxed, a hint for parallel_for.c */
    atomic_int pollers;

    /* the scheduler writes, any thread reads */

    /* number of records drained; seq_cst load in wr_has_work */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t drained;
    atomic_uint_fast64_t finished; /* number of records retired; seq_cst, pairs with `throttled` */
    atomic_uint_fast64_t tasks_finished; /* number of tasks retired, for the statistics */
    atomic_uint_fast64_t backlog;        /* number of tasks that are ready and not published */
    atomic_uint_fast64_t chunk_bytes;    /* any: bytes of chunks in use; relaxed */
    /* number of variables with a failure; relaxed, because a runner gets its task from the
     * scheduler and so sees every failure that concerns the task */
    atomic_int failed_vars;

    /* any: the completion stack; CAS to push, exchange to take all */
    _Alignas(WR_CACHE_LINE) _Atomic(wr_task *) completed;

    /* any: relaxed counters */

    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t ran, helped, wakes;
    atomic_uint_fast64_t fused;       /* number of tasks that were members of groups */
    atomic_uint_fast64_t collections; /* number of times a front end was asked to collect */
    /* total time that workers have been active, excluding current periods; for the exit report */
    atomic_uint_fast64_t busy_ns;
    /* number of tasks that were issued by the serial engine or by replay, not through a queue */
    atomic_uint_fast64_t adopted;
    /* list of variables that were released when there was no memory for a release record */
    _Atomic(weir_var *) orphans;

    /* any: see outside_memory.c */

    /* outside bytes that only queued work keeps alive; seq_cst, pairs with outside_waits */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t outside;
    /* lent: borrowed bytes; lent_peak: maximum of `lent` so far; relaxed */
    atomic_uint_fast64_t lent, lent_peak;
    /* a wait was abandoned, and the tasks it waited for make no progress; relaxed, because a thread
     * that reads the old value only waits, or skips a wait, once more */
    atomic_bool outside_stalled;

    wr_ring ring;

    /* scheduler: ready tasks, see ready_queue.c */
    _Alignas(WR_CACHE_LINE) wr_list ready[WR_PRIORITIES];
    uint32_t ready_mask;
    size_t ready_count;
    int ring_priority; /* lowest priority that was published since the ring was last empty */

    /* scheduler: records being processed, and what to do after the scheduler is released */
    wr_list acts; /* WR_KIND_GRANTED tasks that have been granted */
    /* queues of threads whose wait is over; these threads are woken after the release */
    wr_queue *wake[WR_WAKE_MAX];
    size_t wake_count;
    wr_list outbox;      /* tasks for I/O threads, to be sent after the release */
    size_t device_ready; /* number of tasks of devices that may be submitted */
    size_t device_late;  /* number of tasks in `late` of all devices */
    wr_task *barriers;   /* list of barriers that wait for older tasks */
    uint64_t retired;    /* number of records retired; published as `finished` */
    /* tasks_retired: number of tasks retired; tasks_ran: number of those that ran; published as
     * tasks_finished and ran */
    uint64_t tasks_retired, tasks_ran;
    /* wr_outside_finished is called for tasks with lower sequence numbers */
    uint64_t outside_until;
    /* tasks with lower sequence numbers had stalled when a wait was abandoned; 0: none */
    uint64_t outside_stuck;
    wr_outside_waiter *outside_waiters; /* list of waiting threads, see outside_memory.c */
    uint64_t linked_ever;               /* number of tasks linked since the start */
    uint64_t linked;                    /* number of tasks that are linked and not retired */
    /* number of linked tasks with side effects; any may read: relaxed, but stored before the
     * seq_cst store of `drained` */
    atomic_uint_fast64_t effects;
    weir_var *dead;      /* list of variables to reclaim after the release */
    uint64_t dead_bytes; /* host bytes of the variables in `dead` */
    /* scheduler writes, runners read; relaxed, a hint: the newest task that may join a group of an older
     * one, see fusion.c */
    atomic_uint_fast64_t may_join;
    wr_hold *holds; /* list of the tasks whose runners wait for more records, see fusion.c */
    wr_batch batch;
    wr_pass_fn pass; /* see task_batch.h */
    void *pass_ctx;

    /* scheduler: admission, see memory_admission.c */
    uint32_t held_on_devices; /* bit i: tasks are held by space i, which is not the host's */
    wr_chains chains;         /* chains of tasks, and bytes of tasks admitted early */
    /* tasks held by the host's space that became unblocked since the last wr_admit */
    wr_task *unblocked[WR_BATCH_MAX];
    size_t unblocked_count;
    /* any: bytes of WR_VAR_NOTED variables that `reserved` does not contain yet; relaxed */
    atomic_uint_fast64_t noted;
    uint64_t doomed_vars; /* number of variables with `doomed` set */

    /* scheduler: failures, see failure.c */
    wr_failure *roots[WR_FAILURES_KEPT]; /* root failures in order of sequence number */
    uint32_t root_count;
    atomic_uint_fast64_t failure_count; /* number of failures since the last clear; any may read */
    /* any: the number of unreported failures that did not fit in the list (low half), and the epoch
     * in which they are counted (high half) */
    atomic_uint_fast64_t missed;
    /* scheduler writes, runners read; relaxed: tasks with a lower sequence number that have not
     * started are skipped */
    atomic_uint_fast64_t cancel_below;
    wr_failure *cancel; /* the failure with which the skipped tasks are marked */
    /* placeholder for `cancel` until the task retires, so that no runner holds a pointer to a
     * failure that the scheduler may free */
    wr_failure cancelled;
    wr_failure out_of_memory; /* used when no failure can be allocated */
    /* the failure of tasks that were dropped when the runtime was freed */
    wr_failure dropped;
    /* in a forked child, the failure of variables whose bytes were on a device */
    wr_failure lost;

    wr_trace trace; /* has its own lock; see flight_recorder.h */

    /* the locks in order of rank (engine/README.md), and what each guards */
    wr_lock serial_lock;
    weir_failure serial_failure; /* scheduler: failure of the retiring task, see serial_engine.c */
    wr_lock idle_lock;
    wr_worker *idle;    /* under idle_lock: stack of sleeping workers */
    int worker_count;   /* under idle_lock: number of worker threads */
    wr_idle_fn idle_fn; /* under idle_lock: set by wr_idle_set */
    void *idle_ctx;     /* under idle_lock: argument of idle_fn */
    bool housekeeping;  /* under idle_lock: idle_fn is being called */
    wr_lock job_lock;
    wr_job *jobs; /* under job_lock: parallel_for jobs that have pieces left */
    wr_share_costs share_costs;
    wr_lock io_lock;
    struct wr_io *io;      /* under io_lock: the I/O threads and their queue; see io.c */
    wr_list sending;       /* under io_lock: tasks on their way to I/O threads */
    atomic_int io_running; /* any: number of I/O threads that are running a task */
    bool sender;           /* under io_lock: a thread is sending tasks, in order */
    wr_lock notice_lock;
    struct wr_notice *notices, *notices_last; /* under notice_lock: list of undelivered notices */
    int notice_fd;                            /* under notice_lock; -1: not created yet */
    wr_lock chunk_lock;
    wr_chunk *chunks;             /* under chunk_lock: list of free chunks */
    size_t chunk_count;           /* under chunk_lock: length of that list */
    wr_chunk *chunks_used;        /* under chunk_lock: list of chunks in use */
    wr_pool vars;                 /* has its own lock */
    wr_wait_profile wait_profile; /* has its own lock */
    wr_device devices[WR_DEVICES];
    atomic_uint_least32_t open_devices; /* any; bit i: devices[i] has been opened */
    /* scheduler; any may read: a queue has waited for another one.  seq_cst: see wr_devices_send */
    atomic_bool queues_wait;
    wr_memory_space spaces[WR_DEVICES]; /* see memory_space.h */
};

/* Have all records issued so far been retired?  The sequence number is read second: if it were read
 * first, records issued and retired after that read could be counted in place of older ones that
 * have not been retired. */
static inline bool wr_all_retired(weir_runtime *rt) {
    uint64_t finished = atomic_load(&rt->finished);
    return finished == atomic_load(&rt->next_seq);
}

/* Have all records issued so far been drained?  See wr_all_retired for the order of the reads. */
static inline bool wr_all_drained(weir_runtime *rt) {
    uint64_t drained = atomic_load(&rt->drained);
    return drained == atomic_load(&rt->next_seq);
}

static inline wr_memory_space *wr_host_space(weir_runtime *rt) { return &rt->spaces[0]; }

static inline wr_memory_space *wr_var_space(weir_runtime *rt, const weir_var *v) {
    return &rt->spaces[v->space];
}

#endif
