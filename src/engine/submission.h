/* submission.h - submission queues: a thread issues tasks into its own queue, which is a list of
 * chunks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SUBMISSION_H
#define WR_SUBMISSION_H

#include "engine/task.h"
#include "engine/variable.h"

enum {
    WR_CHUNK_ALIGN = WR_SIZE(32768, 1024), /* a power of two */
    /* leaves space for malloc's header before the next chunk */
    WR_CHUNK_BYTES = WR_CHUNK_ALIGN - 64,
    WR_CHUNKS_CACHED = WR_SIZE(64, 1), /* maximum number of free chunks that a runtime keeps */
    WR_VAR_CACHE = WR_SIZE(32, 1),     /* maximum number of free variables that a queue keeps */
};

typedef struct wr_queue wr_queue;

typedef struct wr_chunk {
    /* issuer, before the NULL kind that ends this chunk is published: the next chunk of the queue.
     * In a free chunk, under chunk_lock: the next free chunk */
    struct wr_chunk *next;
    weir_runtime *rt;               /* const */
    size_t size;                    /* const */
    struct wr_chunk *older, *newer; /* under chunk_lock: neighbours in the list of chunks in use */
    /* scheduler: the number of records drained and not retired, plus 1 until the queue has left the
     * chunk */
    uint32_t open;
} wr_chunk;

/* Return the chunk of a record.  Each record begins within the first WR_CHUNK_ALIGN bytes of its
 * chunk, and chunks are aligned to WR_CHUNK_ALIGN. */
static inline wr_chunk *wr_chunk_of(const void *record) {
    return (wr_chunk *)((uintptr_t)record & ~(uintptr_t)(WR_CHUNK_ALIGN - 1));
}

struct wr_queue {
    wr_queue *next; /* const: next in the list of all queues of the runtime */
    /* any: a thread owns the queue; acquire and release, for a thread that takes over an abandoned
     * queue */
    atomic_bool owned;
    bool collecting; /* issuer: its front end is collecting garbage, see garbage.c */

    /* issuer, release: the chunk being written.  A forked child that sees a new chunk also sees the
     * end of the previous one (fork.c) */
    _Atomic(wr_chunk *) chunk;
    char *write, *end; /* issuer; write: where the next record goes; end: the end of the chunk */
    /* issuer: bytes of host data passed in by the issuer while the limit on host data was exceeded;
     * reset when there is space again or after a wait for space */
    uint64_t brought;
    weir_var *vars[WR_VAR_CACHE]; /* issuer: free variables */
    size_t var_count;             /* issuer: number of variables in `vars` */
    weir_var *barrier; /* issuer: the variable that weir_waitall waits for, created on first use */
    wr_task *last;     /* issuer: the task that was issued last */
    wr_task *probe;    /* issuer: the probe of the last wait; valid until that wait is done */
    const weir_var *probe_var; /* issuer: the variable that the probe reads */
    /* issuer: number of writes issued to probe_var when the probe was pushed */
    uint64_t probe_writes;
    /* issuer: value of rt->next_seq after weir_waitall pushed its barrier and probe */
    uint64_t barrier_seq;
    uint64_t wait_seq;           /* issuer: sequence number of the current wait */
    uint64_t issued_before;      /* issuer: `issued` at the end of the last wait */
    atomic_uint_fast64_t issued; /* issuer; any may read (relaxed): number of tasks issued */
    /* issuer: below this sequence number, the queue is known to have space */
    uint64_t space_until;
    /* issuer; any may read (relaxed): number of waits that found the value ready */
    atomic_uint_fast64_t ready_waits;

    /* issuer, release: end of the published records.  Pairs with the acquire in fill_batch, and
     * makes these records visible */
    _Alignas(WR_CACHE_LINE) _Atomic(char *) published;
    _Alignas(WR_CACHE_LINE) char *read; /* scheduler: the next record to drain */
    /* scheduler: the value of `published` that was read for this batch */
    char *seen;
    /* scheduler: the oversized chunk that `read` is in, or NULL */
    wr_chunk *big;
    /* scheduler: sequence number of the last completed wait (see wait_seq); seq_cst, pairs with `parked`: see
     * wr_queue_wake */
    atomic_uint_fast64_t wait_done;
    /* any: the futex on which the queue's thread sleeps; incremented before the thread is woken */
    atomic_uint word;
    /* issuer; any may read: the thread is asleep, or about to sleep */
    atomic_bool parked;
};

wr_queue *wr_queue_get(weir_runtime *rt); /* this thread's queue; NULL: out of memory */
weir_status wr_issue(weir_runtime *rt, const weir_task *task, const weir_kind *kind);
weir_status wr_issue_now(weir_runtime *rt, const wr_scheduler_kind *kind, void *arg);
void wr_now_issued(weir_runtime *rt);
void wr_queue_abandon(void *queue);                        /* called when the queue's thread ends */
wr_chunk *wr_chunk_new(weir_runtime *rt, size_t size_min); /* size_min includes the header */
/* With the scheduler held: called when a record in the chunk is no longer used, or when the queue
 * has left the chunk.  Frees the chunk after the last such call. */
void wr_chunk_close(weir_runtime *rt, wr_chunk *chunk);
void wr_chunks_trim(weir_runtime *rt); /* on any thread: return free chunks to the allocator */
void wr_queues_free(weir_runtime *rt);
wr_task *wr_task_build(void *place, const weir_task *task, const weir_kind *kind, bool traced);
size_t wr_task_size(const weir_task *task, bool traced);
size_t wr_record_size(const wr_task *t);

#endif
