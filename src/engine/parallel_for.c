/* parallel_for.c - parallel_for: splits one large task into pieces, which idle workers help to run.
 *
 * A job is on the stack of the thread that called weir_parallel_for.  It is on the runtime's list
 * until a thread finds no more pieces to take.  Threads that join a job are counted under job_lock,
 * and the caller returns only when the job is off the list and the last helper has left.
 *
 * The pieces are divided into shares of neighbours, one for each worker.  A thread begins with its
 * own share, which is the same part of an array in each operation of a chain, so that this part
 * stays in the cache of its core.  A thread that has finished its share goes on with the next one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

enum {
    SHARES = 64,       /* maximum number of shares: `claimed` has a bit for each */
    INVITATIONS = 2,   /* number of workers that one thread wakes for a job; those wake others */
    HELPER_NS = 2000,  /* a short job has one seat, and one more for each HELPER_NS */
    CLOSE_SPINS = 2000 /* number of pauses before the caller sleeps until the last helper leaves */
};

typedef struct share {
    /* any thread, relaxed: index of the next piece to run */
    _Alignas(WR_CACHE_LINE) atomic_int_fast64_t next;
    int64_t end; /* const */
} share;

struct wr_job {
    wr_job *next;  /* under job_lock: next in the runtime's list of jobs */
    wr_task *task; /* const, as are all fields up to share_count */
    int64_t count, grain, pieces;
    weir_range_fn fn;
    void *arg;
    share *share;
    int share_count;
    bool listed;     /* under job_lock: the job is in the runtime's list of jobs */
    bool joined;     /* under job_lock: a thread has joined */
    bool parked;     /* under job_lock: the caller sleeps until the last helper has left */
    int seats;       /* under job_lock: number of threads that may still join */
    int invitations; /* under job_lock: number of workers that are still to be woken */
    int helpers;     /* under job_lock: number of threads that work on the job besides the caller */
    uint64_t claimed; /* under job_lock: bit i: a thread began with share i */
    /* any thread: futex on which the caller sleeps; incremented when `helpers` becomes 0 */
    atomic_uint left;
    int64_t failed_piece;           /* under job_lock: lowest index of a piece that failed, or -1 */
    weir_status status;             /* under job_lock: status of that piece */
    char message[WR_MESSAGE_BYTES]; /* under job_lock: message of that piece, or "" */
};

WR_THREAD_LOCAL char *wr_piece_message;

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void make_shares(wr_job *job, share *shares, int64_t count) {
    job->share = shares;
    job->share_count = (int)count;
    for (int64_t i = 0; i < count; i++) {
        atomic_init(&shares[i].next, job->pieces * i / count);
        shares[i].end = job->pieces * (i + 1) / count;
    }
}

/* Take a piece of share `*at`, or if that has none left, of the next share that has.  Return -1 if
 * there is none. */
static int64_t take_piece(wr_job *job, int *at) {
    for (int tried = 0; tried < job->share_count; tried++) {
        share *s = &job->share[*at];
        if (atomic_load_explicit(&s->next, memory_order_relaxed) < s->end) {
            int64_t piece = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed);
            if (piece < s->end) return piece;
        }
        *at = *at + 1 < job->share_count ? *at + 1 : 0;
    }
    return -1;
}

/* Record the failure of a piece.  If several pieces fail, the one with the lowest index is
 * reported, so that the result does not depend on scheduling. */
static void note_failure(weir_runtime *rt, wr_job *job, int64_t piece, weir_status status) {
    wr_lock_take(&rt->job_lock);
    if (job->failed_piece < 0 || piece < job->failed_piece) {
        job->failed_piece = piece;
        job->status = status;
        strcpy(job->message, wr_piece_message);
    }
    wr_lock_give(&rt->job_lock);
}

/* Run one piece.  Return false if there is none. */
static bool run_piece(weir_runtime *rt, wr_job *job, int *at) {
    int64_t i = take_piece(job, at);
    if (i < 0) return false;
    char message[WR_MESSAGE_BYTES], *outer = wr_piece_message;
    wr_piece_message = message;
    message[0] = '\0';
    int64_t begin = i * job->grain;
    int64_t end = job->count - begin > job->grain ? begin + job->grain : job->count;
    weir_status status = job->fn(job->arg, begin, end);
    if (WR_UNLIKELY(status != WEIR_OK)) note_failure(rt, job, i, status);
    wr_piece_message = outer;
    return true;
}

/* ---- Helpers --------------------------------------------------------------------------------- */

/* Wake workers for the job, at most INVITATIONS, as long as there are seats and free slots. */
static void invite(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    int64_t slots = rt->config.workers - atomic_load(&rt->active);
    int64_t wanted = wr_min(wr_min(INVITATIONS, slots), wr_min(job->invitations, job->seats));
    if (!job->listed) wanted = 0;
    if (wanted > 0) job->invitations -= (int)wanted;
    wr_lock_give(&rt->job_lock);
    for (int64_t i = 0; i < wanted; i++)
        if (!wr_wake_one(rt)) return;
}

/* Wake helpers after the caller's first piece if no worker has joined, as happens if the polling
 * worker shares this core. */
static void check_helpers(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    bool alone = job->listed && !job->joined;
    if (alone) job->invitations = job->seats;
    wr_lock_give(&rt->job_lock);
    if (alone) invite(rt, job);
}

/* Under job_lock: remove the job from the list, so that no more threads can join. */
static void unlist(weir_runtime *rt, wr_job *job) {
    if (!job->listed) return;
    job->listed = false;
    atomic_fetch_sub(&rt->seats, job->seats);
    wr_job **at = &rt->jobs;
    while (*at != NULL && *at != job) at = &(*at)->next; /* a forked child has an empty list */
    if (*at != NULL) *at = job->next;
}

/* Under job_lock: choose the share with which a thread begins: its own, or if a thread has begun
 * with that, one with which none has.  A thread that waits and helps is not a worker, and counts as
 * the last one. */
static int claim_share(weir_runtime *rt, wr_job *job, int worker) {
    int at = (worker >= 0 ? worker : rt->config.workers - 1) % job->share_count;
    uint64_t unclaimed = ~job->claimed & (UINT64_MAX >> (SHARES - job->share_count));
    if (!(unclaimed >> at & 1) && unclaimed != 0) at = __builtin_ctzll(unclaimed);
    job->claimed |= UINT64_C(1) << at;
    return at;
}

/* May a waiting thread join the job?  It is one of those that waits need, or one of those with a
 * sequence number below `before`. */
static bool is_needed(const wr_job *job, uint64_t before) {
    wr_task *t = job->task; /* it is running, so its memory is not reused */
    return (t->kind->flags & WEIR_KIND_HELP) &&
           (t->seq < before ||
            atomic_load_explicit(&t->priority, memory_order_relaxed) == WR_URGENT);
}

/* Under job_lock: take a seat of the job, and return the share to begin with. */
static int take_seat(weir_runtime *rt, wr_job *job, int worker) {
    job->seats--;
    job->helpers++;
    job->joined = true;
    atomic_fetch_sub(&rt->seats, 1);
    return claim_share(rt, job, worker);
}

/* Run pieces of a job of which this thread has a seat. */
static void run_seated(weir_runtime *rt, wr_job *job, int at, int64_t until) {
    invite(rt, job);
    bool all = false;
    while (until == WR_FOREVER || wr_now_ns() < until)
        if ((all = !run_piece(rt, job, &at))) break;
    wr_lock_take(&rt->job_lock);
    if (all) {
        unlist(rt, job);
    } else if (job->listed) {
        job->seats++;
        atomic_fetch_add(&rt->seats, 1);
    }
    if (--job->helpers == 0) {
        atomic_fetch_add(&job->left, 1);
        /* Wake the caller while the lock is still held: once the caller acquires the lock, it may
         * return, and the job no longer exists. */
        if (job->parked) wr_unpark(&job->left);
    }
    wr_lock_give(&rt->job_lock);
}

/* Join the first job that has a seat, until the time `until`.  A thread that is not a worker joins
 * only a job that is needed.  The first read of `seats`, like that in wr_has_work, is done without
 * the lock: it only tells whether there may be a job. */
static bool join(weir_runtime *rt, int worker, uint64_t before, int64_t until) {
    int at = 0;
    if (atomic_load(&rt->seats) <= 0) return false;
    wr_lock_take(&rt->job_lock);
    wr_job *job = rt->jobs;
    while (job != NULL && (job->seats == 0 || (worker < 0 && !is_needed(job, before))))
        job = job->next;
    if (job != NULL) at = take_seat(rt, job, worker);
    wr_lock_give(&rt->job_lock);
    if (job != NULL) run_seated(rt, job, at, until);
    return job != NULL;
}

bool wr_job_join(weir_runtime *rt, int index) { return join(rt, index, 0, WR_FOREVER); }

bool wr_job_help(weir_runtime *rt, uint64_t before, int64_t until) {
    return join(rt, -1, before, until);
}

bool wr_has_seats(weir_runtime *rt) {
    return atomic_load_explicit(&rt->seats, memory_order_relaxed) > 0;
}

/* Put the job on the list and return the share of the caller. */
static int open_job(weir_runtime *rt, wr_job *job, int worker, int seats) {
    /* A polling worker joins by itself, sooner than a sleeping one could be woken.  If it does not,
     * check_helpers wakes others. */
    int polling = atomic_load_explicit(&rt->pollers, memory_order_relaxed);
    wr_lock_take(&rt->job_lock);
    job->listed = true;
    job->seats = seats;
    job->invitations = seats - polling;
    job->next = rt->jobs;
    rt->jobs = job;
    int at = claim_share(rt, job, worker);
    /* seq_cst, like assigning a sequence number: see "Sleeping and waking". */
    atomic_fetch_add(&rt->seats, seats);
    wr_lock_give(&rt->job_lock);
    if (seats > polling) invite(rt, job);
    return at;
}

static void close_job(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    unlist(rt, job);
    while (job->helpers > 0) {
        unsigned left = atomic_load(&job->left);
        wr_lock_give(&rt->job_lock);
        for (int i = 0; i < CLOSE_SPINS && atomic_load(&job->left) == left; i++) wr_pause();
        wr_lock_take(&rt->job_lock);
        if (job->helpers == 0) break;
        job->parked = true;
        wr_lock_give(&rt->job_lock);
        wr_park(&job->left, left, WR_FOREVER);
        wr_lock_take(&rt->job_lock);
    }
    wr_lock_give(&rt->job_lock);
}

/* ---- Running a job --------------------------------------------------------------------------- */

/* Run the job on this thread and on those that join.  Return how long it would have taken on this
 * thread alone, judging by the pieces that it ran. */
static int64_t run_shared(weir_runtime *rt, wr_job *job, int worker, int seats) {
    share shares[SHARES];
    int64_t ran = 0, start = wr_now_ns();
    make_shares(job, shares, wr_min(wr_min(job->pieces, rt->config.workers), SHARES));
    int at = open_job(rt, job, worker, seats);
    while (run_piece(rt, job, &at))
        if (++ran == 1) check_helpers(rt, job);
    int64_t ns = wr_now_ns() - start;
    close_job(rt, job);
    job->share = NULL;
    return ran > 0 ? ns * job->pieces / ran : 0;
}

static void run_alone(weir_runtime *rt, wr_job *job) {
    share all;
    int at = 0;
    make_shares(job, &all, 1);
    while (run_piece(rt, job, &at)) {}
    job->share = NULL;
}

/* Return the number of threads that may join the job; 0 if sharing is not worth it. */
static int seats_for(weir_runtime *rt, const wr_job *job, wr_share_cost *cost) {
    int64_t most = wr_min(job->pieces, rt->config.workers) - 1;
    int64_t alone = wr_share_alone_ns(cost);
    if (alone == 0 || alone > WR_SHARE_ALWAYS_NS) return (int)most;
    bool crowded = atomic_load_explicit(&rt->active, memory_order_relaxed) >= rt->config.workers;
    if (crowded || !wr_share_pays(cost)) return 0;
    return (int)wr_min(most, 1 + alone / HELPER_NS);
}

/* Run the job, on several threads if that is worth it, and record how long it took. */
static void run_job(weir_runtime *rt, wr_job *job, int worker) {
    wr_share_cost *cost = wr_share_cost_of(&rt->share_costs, job->fn, job->pieces);
    int seats = seats_for(rt, job, cost);
    int64_t start = wr_now_ns();
    if (seats == 0) {
        run_alone(rt, job);
        wr_share_measured(cost, false, wr_now_ns() - start);
        return;
    }
    int64_t alone = run_shared(rt, job, worker, seats);
    wr_share_measured(cost, true, wr_now_ns() - start);
    int64_t known = wr_share_alone_ns(cost);
    if (alone > 0 && (known == 0 || known > WR_SHARE_ALWAYS_NS))
        wr_share_measured(cost, false, alone);
}

weir_status weir_parallel_for(weir_context *ctx, int64_t count, int64_t grain, weir_range_fn fn,
                              void *arg) {
    if (ctx == NULL || fn == NULL)
        return wr_fail(WEIR_EINVAL, "weir_parallel_for: %s is NULL", ctx == NULL ? "ctx" : "fn");
    if (count < 0)
        return wr_fail(WEIR_EINVAL, "weir_parallel_for: count is %lld; it must not be negative",
                       (long long)count);
    if (grain < 1)
        return wr_fail(WEIR_EINVAL, "weir_parallel_for: grain is %lld; it must be at least 1",
                       (long long)grain);
    if (count == 0) return WEIR_OK;
    weir_runtime *rt = ctx->rt;
    wr_job job = {.task = ctx->task,
                  .count = count,
                  .grain = grain,
                  .pieces = (count - 1) / grain + 1,
                  .fn = fn,
                  .arg = arg,
                  .failed_piece = -1};
    if (job.pieces == 1 || ctx->task == NULL || rt->config.workers == 1 ||
        atomic_load_explicit(&rt->serial, memory_order_relaxed))
        run_alone(rt, &job);
    else
        run_job(rt, &job, ctx->worker);
    if (WR_UNLIKELY(job.status != WEIR_OK) && job.message[0] != '\0')
        weir_context_fail(ctx, job.status, job.message);
    return job.status;
}
