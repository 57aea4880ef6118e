/* submission.h - submission queues and their chunks; issuing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SUBMISSION_H
#define WR_SUBMISSION_H

#include "engine/task.h"
#include "engine/variable.h"

enum {
    WR_CHUNK_ALIGN = WR_SIZE(32768, 1024), /* a power of two */
    WR_CHUNK_BYTES = WR_CHUNK_ALIGN - 64,  /* leaves malloc its header before the next one */
    WR_CHUNKS_CACHED = WR_SIZE(64, 1),
    WR_VAR_CACHE = WR_SIZE(32, 1),
};

typedef struct wr_queue wr_queue;

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

#endif
