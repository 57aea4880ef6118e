/* cuda_streams.h - the streams of a CUDA queue and the waits between them.
 *
 * Calls compute in one stream.  Larger copies to the device and to the host have streams of their own,
 * so that they run beside it, and so have products that leave processors idle.  A call states which ranges of device memory it reads and writes.  Its
 * stream waits for another one only if a range conflicts with one that was used there, so results are
 * those of the queue's order.  docs/design/cuda.md, "Streams", has the reasons.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_STREAMS_H
#define WR_CUDA_STREAMS_H

#include "base/base.h"
#include "device/cuda/cuda_api.h"
#include "device/device.h"

/* The streams of a queue, by number. */
enum {
    WR_CUDA_COMPUTE,
    WR_CUDA_IN,
    WR_CUDA_OUT,
    WR_CUDA_SIDE, /* the first of WR_CUDA_SIDES streams for calls that step aside */
    WR_CUDA_SIDES = 3,
    WR_CUDA_STREAMS = WR_CUDA_SIDE + WR_CUDA_SIDES
};

enum {
    WR_CUDA_USES = WR_SIZE(4096, 8),      /* ranges that are remembered for computing */
    WR_CUDA_COPY_USES = WR_SIZE(64, 2),   /* and for each other stream */
    WR_CUDA_BUSY = 8,                     /* a call that steps aside has at most so many ranges */
    WR_CUDA_ASIDE = WR_SIZE(32768, 64),   /* copies of more bytes have a stream of their own */
    WR_CUDA_PIECE = WR_SIZE(4 << 20, 96), /* bytes of a copy that are staged at once */
};

/* A range of device memory that a task of this number used. */
typedef struct wr_cuda_use {
    uint64_t begin, end;
    uint64_t number;
    /* behind the copy or the call that stepped aside; NULL for computing, where groups have events */
    cu_event event;
    bool written;
} wr_cuda_use;

/* The last uses of a stream, in a ring.  Those that were overwritten had numbers below `dropped`. */
typedef struct wr_cuda_uses {
    wr_cuda_use *ring;
    uint32_t size;
    uint64_t count;  /* of all uses so far */
    uint64_t newest; /* number of the newest one */
    uint64_t dropped;
} wr_cuda_uses;

/* A copy in a stream of its own, or a call that stepped aside, and the event behind it. */
typedef struct wr_cuda_branch {
    struct wr_cuda_branch *next;
    cu_event event;
    int stream;
} wr_cuda_branch;

/* What the newest call in a side stream uses.  A hint, so the launcher writes and other threads read it
 * relaxed: a mixture of two calls costs time, never a wrong result. */
typedef struct wr_cuda_busy {
    _Atomic uint64_t number; /* of its task, plus 1; 0: there was none */
    _Atomic uint64_t begin[WR_CUDA_BUSY], end[WR_CUDA_BUSY];
} wr_cuda_busy;

typedef struct wr_cuda_streams {
    wr_cuda_busy busy[WR_CUDA_SIDES];
    /* launcher */
    uint32_t sides;                    /* number of calls that have stepped aside */
    cu_stream stream[WR_CUDA_STREAMS]; /* const once opened */
    cu_event now;                      /* recorded and waited for at once */
    wr_cuda_uses uses[WR_CUDA_STREAMS];
    /* seen[s][t]: what is put into s now runs after the tasks of t with smaller numbers */
    uint64_t seen[WR_CUDA_STREAMS][WR_CUDA_STREAMS];
    wr_cuda_use compute_uses[WR_CUDA_USES];
    wr_cuda_use copy_uses[WR_CUDA_STREAMS][WR_CUDA_COPY_USES];
    /* tasks with smaller numbers are done: written by the reaper with release, read with acquire */
    _Atomic uint64_t retired;
    wr_cuda_branch *spare; /* under the queue's mutex */
} wr_cuda_streams;

typedef struct wr_cuda_queue wr_cuda_queue;
typedef struct wr_cuda_group wr_cuda_group;

/* Make the streams of copies, with the context current.  The one for computing exists. */
cu_result wr_cuda_streams_open(wr_cuda_queue *q);
/* Free them.  Nothing is in a stream. */
void wr_cuda_streams_close(wr_cuda_queue *q);

/* Launcher: the current task uses these ranges in a stream.  The stream waits for what it conflicts
 * with in others.  `event` will be recorded behind a copy. */
void wr_cuda_order(wr_cuda_queue *q, int stream, const wr_device_range *range, uint32_t count,
                   cu_event event);

/* copy_waits and busy_until of wr_device_ops. */
uint64_t wr_cuda_copy_waits(void *queue, uint64_t address, uint64_t bytes);
uint64_t wr_cuda_busy_until(void *queue, uint64_t address, uint64_t bytes);

/* Launcher: begin a copy of the current task, NULL if the driver has no event; and end it. */
wr_cuda_branch *wr_cuda_branch_begin(wr_cuda_queue *q, int stream, const wr_device_range *range,
                                     uint32_t count);
void wr_cuda_branch_end(wr_cuda_queue *q, const wr_cuda_branch *copy);

/* Launcher: what the current task launches from now on, up to wr_cuda_branch_end, goes to a side stream,
 * behind all that it has launched in the stream of the kernels, where it has entered these ranges.  NULL
 * if the driver has no event. */
wr_cuda_branch *wr_cuda_side_begin(wr_cuda_queue *q, const wr_device_range *range, uint32_t count);

/* A branch of the current group in this stream, for a piece of a copy, or NULL. */
wr_cuda_branch *wr_cuda_branch_new(wr_cuda_queue *q, int stream);
/* Give events back.  Under the mutex. */
void wr_cuda_branches_give(wr_cuda_queue *q, wr_cuda_branch *list);

/* Under the mutex of `other`: all streams of q wait for the tasks of `other` up to those of the group,
 * which is not reported. */
cu_result wr_cuda_wait_for_group(wr_cuda_queue *q, const wr_cuda_queue *other,
                                 const wr_cuda_group *group);

#endif
