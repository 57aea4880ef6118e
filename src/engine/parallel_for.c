/* parallel_for.c - parallel_for: splits one large task into pieces, which idle workers help to run.
 *
 * A job is on the stack of the thread that called weir_parallel_for.  It is on the runtime's list
 * until a thread finds no more pieces to take.  Threads that join a job are counted under job_lock,
 * and the caller returns only when the job is off the list and the last helper has left.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

struct wr_job {
    wr_job *next;  /* under job_lock: next in the runtime's list of jobs */
    wr_task *task; /* const, as are all fields up to `arg` */
    int64_t count, grain, pieces;
    weir_range_fn fn;
    void *arg;
    atomic_int_fast64_t taken; /* any thread, relaxed: index of the next piece to run */
    bool listed;               /* under job_lock: the job is in the runtime's list of jobs */
    /* under job_lock: number of threads that work on the job besides the caller */
    int helpers;
    /* any thread: futex on which the caller sleeps; incremented when `helpers` becomes 0 */
    atomic_uint left;
    int64_t failed_piece;           /* under job_lock: lowest index of a piece that failed, or -1 */
    weir_status status;             /* under job_lock: status of that piece */
    char message[WR_MESSAGE_BYTES]; /* under job_lock: message of that piece, or "" */
};

WR_THREAD_LOCAL char *wr_piece_message;

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

/* Wake one worker for each free slot, but not more than there are pieces left.  Wake `polling`
 * fewer, because that many workers are polling and join without being woken. */
static void wake_helpers(weir_runtime *rt, const wr_job *job, int64_t polling) {
    int64_t left = job->pieces - 1 - atomic_load_explicit(&job->taken, memory_order_relaxed);
    int64_t slots = rt->config.workers - atomic_load(&rt->active);
    int64_t wanted = left < slots ? left : slots;
    for (int64_t i = polling; i < wanted; i++)
        if (!wr_wake_one(rt)) break;
}

/* Wake helpers after the caller's first piece if no worker has joined, as happens if the polling
 * worker shares this core. */
static void check_helpers(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    bool alone = job->listed && job->helpers == 0;
    wr_lock_give(&rt->job_lock);
    if (alone) wake_helpers(rt, job, 0);
}

/* Run pieces until none is left (return true) or until the time `until` (return false). */
static bool run_pieces(weir_runtime *rt, wr_job *job, bool caller, int64_t until) {
    bool all = true;
    char message[WR_MESSAGE_BYTES], *outer = wr_piece_message;
    wr_piece_message = message;
    while ((all = until == WR_FOREVER || wr_now_ns() < until)) {
        int64_t i = atomic_fetch_add_explicit(&job->taken, 1, memory_order_relaxed);
        if (i >= job->pieces) break;
        int64_t begin = i * job->grain;
        int64_t end = job->count - begin > job->grain ? begin + job->grain : job->count;
        message[0] = '\0';
        weir_status status = job->fn(job->arg, begin, end);
        if (WR_UNLIKELY(status != WEIR_OK)) note_failure(rt, job, i, status);
        if (caller && i == 0 && job->pieces > 1) check_helpers(rt, job);
    }
    wr_piece_message = outer;
    return all;
}

/* Under job_lock: remove the job from the list, so that no more threads can join. */
static void unlist(weir_runtime *rt, wr_job *job) {
    if (!job->listed) return;
    job->listed = false;
    wr_job *first = atomic_load(&rt->jobs);
    if (first == job) {
        atomic_store(&rt->jobs, job->next);
        return;
    }
    while (first->next != job) first = first->next;
    first->next = job->next;
}

/* The first read of `jobs`, like that in wr_has_work, is done without the lock: it only tells
 * whether there may be a job. */
bool wr_job_join(weir_runtime *rt, wr_task *only, int64_t until) {
    if (atomic_load(&rt->jobs) == NULL) return false;
    wr_lock_take(&rt->job_lock);
    wr_job *job = atomic_load(&rt->jobs);
    while (job != NULL && only != NULL && job->task != only) job = job->next;
    if (job != NULL) job->helpers++;
    wr_lock_give(&rt->job_lock);
    if (job == NULL) return false;
    /* A worker that was awake when the job was opened may have gone to sleep since, so each helper
     * wakes another worker while there are pieces left and free slots. */
    int64_t left = job->pieces - atomic_load_explicit(&job->taken, memory_order_relaxed);
    if (left > 1 && atomic_load(&rt->active) < rt->config.workers) wr_wake_one(rt);
    bool all = run_pieces(rt, job, false, until);
    wr_lock_take(&rt->job_lock);
    if (all) unlist(rt, job);
    if (--job->helpers == 0) {
        atomic_fetch_add(&job->left, 1);
        /* Wake the caller while the lock is still held: once the caller acquires the lock, it may
         * return, and the job no longer exists. */
        wr_unpark(&job->left);
    }
    wr_lock_give(&rt->job_lock);
    return true;
}

static void open_job(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    job->listed = true;
    job->next = atomic_load(&rt->jobs);
    atomic_store(&rt->jobs, job);
    wr_lock_give(&rt->job_lock);
    /* Polling workers join by themselves, sooner than a sleeping worker could be woken.  If none
     * joins, check_helpers wakes some. */
    int watchers = atomic_load(&rt->watchers);
    wake_helpers(rt, job, watchers > 0 ? watchers : 0);
}

static void close_job(weir_runtime *rt, wr_job *job) {
    wr_lock_take(&rt->job_lock);
    unlist(rt, job);
    while (job->helpers > 0) {
        unsigned left = atomic_load(&job->left);
        wr_lock_give(&rt->job_lock);
        for (int i = 0; i < 2000 && atomic_load(&job->left) == left; i++) wr_pause();
        if (atomic_load(&job->left) == left) wr_park(&job->left, left, WR_FOREVER);
        wr_lock_take(&rt->job_lock);
    }
    wr_lock_give(&rt->job_lock);
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
    bool alone = job.pieces == 1 || ctx->task == NULL || rt->config.workers == 1 ||
                 atomic_load_explicit(&rt->serial, memory_order_relaxed);
    if (!alone) open_job(rt, &job);
    (void)run_pieces(rt, &job, !alone, WR_FOREVER);
    if (!alone) close_job(rt, &job);
    if (WR_UNLIKELY(job.status != WEIR_OK) && job.message[0] != '\0')
        weir_context_fail(ctx, job.status, job.message);
    return job.status;
}
