/* runtime_state.h - struct weir_runtime, grouped by who may touch each field.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_STATE_H
#define WR_RUNTIME_STATE_H

#include "base/alloc.h"
#include "base/lock.h"
#include "base/pool.h"
#include "device/device.h"
#include "engine/batch.h"
#include "engine/chains.h"
#include "engine/failure.h"
#include "engine/lock_ranks.h"
#include "engine/parallel.h"
#include "engine/ready.h"
#include "engine/submission.h"
#include "engine/variable.h"
#include "engine/worker.h"
#include "trace/flight_recorder.h"
#include "trace/wait_profile.h"

enum {
    WR_WAKE_MAX = WR_SIZE(16, 1),
    WR_DEVICES = WEIR_DEVICE_NULL + 1,
};

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
    atomic_uint_fast64_t
        outside_stalled; /* `tasks_finished` + 1 when a wait was given up; relaxed */

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
    uint64_t linked_ever;              /* tasks linked since the start */
    uint64_t linked;                   /* linked and not settled */
    atomic_uint_fast64_t effects;      /* of those, tasks with effects; any may read.  Relaxed, but
                                             before the seq_cst store of `drained` */
    weir_var *dead;                    /* variables to bury after the role is given back, */
    uint64_t dead_bytes;               /* and how much they hold */
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

#endif
