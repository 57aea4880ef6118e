/* cuda_copies.c - copies between the host and a CUDA device: staged in pinned memory and, if they are
 * large, in streams of their own, piece by piece.
 *
 * A copy in its own stream uses no kernel, which would wait for room on the processors: the error word
 * of the target is copied from a pinned word that is always good, and that of the source is copied to
 * the host, where the reaper looks at it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "device/cuda/cuda_queue.h"

/* ---- Pinned memory --------------------------------------------------------------------------- */

wr_cuda_stage *wr_cuda_stage_new(wr_cuda_queue *q, uint64_t bytes) {
    if (bytes > WR_CUDA_STAGE_MAX) return NULL;
    wr_cuda_stage *s = wr_alloc(q->memory, sizeof *s, 16);
    if (s == NULL) return NULL;
    uint64_t pinned = wr_heap_take(q->pinned, bytes, 0, "copy");
    if (pinned == 0) {
        wr_free(q->memory, s, sizeof *s);
        return NULL;
    }
    *s = (wr_cuda_stage){
        .next = q->group->stages, .pinned = (void *)(uintptr_t)pinned, .bytes = bytes};
    q->group->stages = s;
    return s;
}

wr_cuda_stage *wr_cuda_stage_reply(wr_cuda_queue *q, uint64_t bytes) {
    wr_cuda_stage *s = wr_alloc(q->memory, sizeof *s, 16);
    if (s == NULL) return NULL;
    *s = (wr_cuda_stage){.next = q->group->stages,
                         .pinned = &q->replies[q->number % WR_CUDA_REPORTS].value,
                         .bytes = bytes,
                         .is_reply = true};
    q->group->stages = s;
    return s;
}

/* A copy without staging: the host waits for the stream. */
static weir_status wait_for_copy(wr_cuda_call *c, cu_result result, cu_stream stream) {
    wr_cuda_queue *q = c->queue;
    if (result == CU_OK) result = wr_cuda.stream_sync(stream);
    return wr_cuda_try(q, result, "copy", &c->message);
}

/* ---- Parts of copies ------------------------------------------------------------------------- */

static weir_status copy_in(wr_cuda_call *c, cu_stream stream, cu_pointer to, const void *from,
                           uint64_t bytes) {
    wr_cuda_queue *q = c->queue;
    wr_cuda_stage *s = wr_cuda_stage_new(q, bytes);
    if (s == NULL) return wait_for_copy(c, wr_cuda.copy_in(to, from, bytes, stream), stream);
    memcpy(s->pinned, from, bytes);
    return wr_cuda_try(q, wr_cuda.copy_in(to, s->pinned, bytes, stream), "copy to the device",
                       &c->message);
}

/* *stage becomes NULL if the copy is done. */
static weir_status copy_out(wr_cuda_call *c, cu_stream stream, void *to, cu_pointer from,
                            uint64_t bytes, wr_cuda_stage **stage) {
    wr_cuda_queue *q = c->queue;
    wr_cuda_stage *s = *stage = wr_cuda_stage_new(q, bytes);
    if (s == NULL) return wait_for_copy(c, wr_cuda.copy_out(to, from, bytes, stream), stream);
    weir_status status = wr_cuda_try(q, wr_cuda.copy_out(s->pinned, from, bytes, stream),
                                     "copy to the host", &c->message);
    if (status == WEIR_OK) s->to = to;
    return status;
}

weir_status wr_cuda_copy_in(wr_cuda_call *c, cu_pointer to, const void *from, uint64_t bytes) {
    return copy_in(c, wr_cuda_stream(c), to, from, bytes);
}

weir_status wr_cuda_copy_out(wr_cuda_call *c, void *to, cu_pointer from, uint64_t bytes) {
    wr_cuda_stage *stage;
    return copy_out(c, wr_cuda_stream(c), to, from, bytes, &stage);
}

/* ---- Copies in streams of their own ---------------------------------------------------------- */

/* The bytes of the next piece.  Copies that are too large for pinned memory are not divided. */
static uint64_t piece_of(uint64_t bytes, uint64_t done) {
    uint64_t left = bytes - done;
    return bytes > WR_CUDA_STAGE_MAX || left < WR_CUDA_PIECE ? left : WR_CUDA_PIECE;
}

/* While a piece is under way, the next one is copied to pinned memory. */
static weir_status pieces_in(wr_cuda_call *c, cu_stream stream, const wr_device_call *call) {
    wr_cuda_queue *q = c->queue;
    cu_pointer to = (cu_pointer)(uintptr_t)*call->address[1];
    const char *from = *call->address[0];
    for (uint64_t done = 0, piece; done < call->bytes; done += piece) {
        piece = piece_of(call->bytes, done);
        WR_TRY(copy_in(c, stream, to + done, from + done, piece));
    }
    return wr_cuda_try(q, wr_cuda.copy_in(*call->mark, q->good, sizeof *q->good, stream),
                       "copy to the device", &c->message);
}

/* The error word of the source, for the reaper. */
static weir_status word_out(wr_cuda_call *c, const wr_cuda_branch *copy, cu_pointer word) {
    wr_cuda_queue *q = c->queue;
    cu_stream stream = q->streams.stream[WR_CUDA_OUT];
    uint32_t value = 0;
    wr_cuda_stage *s;
    WR_TRY(copy_out(c, stream, &value, word, sizeof value, &s));
    uint32_t *report = &q->replies[q->number % WR_CUDA_REPORTS].reason;
    if (s == NULL) { /* the value is there */
        if (value != WR_WORD_GOOD) *report = WR_REPORT_SKIPPED;
        return WEIR_OK;
    }
    s->to = NULL;
    s->report = report;
    s->event = copy->event;
    return WEIR_OK;
}

/* The reaper copies a piece to its place while the next one is under way. */
static weir_status pieces_out(wr_cuda_call *c, const wr_cuda_branch *copy,
                              const wr_device_call *call) {
    wr_cuda_queue *q = c->queue;
    cu_stream stream = q->streams.stream[WR_CUDA_OUT];
    cu_pointer from = (cu_pointer)(uintptr_t)*call->address[0];
    char *to = *call->address[1];
    for (uint64_t done = 0, piece; done < call->bytes; done += piece) {
        wr_cuda_stage *s;
        piece = piece_of(call->bytes, done);
        WR_TRY(copy_out(c, stream, to + done, from + done, piece, &s));
        if (s == NULL) continue;
        s->event = copy->event; /* behind the whole copy */
        wr_cuda_branch *own =
            done + piece < call->bytes ? wr_cuda_branch_new(q, WR_CUDA_OUT) : NULL;
        if (own == NULL) continue;
        s->event = own->event;
        wr_cuda_branch_end(q, own);
    }
    return word_out(c, copy, *call->test);
}

static int stream_of(const wr_device_call *call) {
    if (call->op != NULL || call->source != NULL || call->refused || call->clears ||
        call->bytes <= WR_CUDA_ASIDE || call->range_count == 0)
        return WR_CUDA_COMPUTE;
    if (call->mark_count == 1 && call->test_count == 0) return WR_CUDA_IN;
    return call->mark_count == 0 && call->test_count == 1 ? WR_CUDA_OUT : WR_CUDA_COMPUTE;
}

weir_status wr_cuda_copy_aside(wr_cuda_call *c, const wr_device_call *call, bool *done) {
    wr_cuda_queue *q = c->queue;
    int stream = stream_of(call);
    wr_cuda_branch *copy = NULL;
    if (stream != WR_CUDA_COMPUTE)
        copy = wr_cuda_branch_begin(q, stream, call->range, call->range_count);
    *done = copy != NULL;
    if (copy == NULL) return WEIR_OK;
    weir_status status = stream == WR_CUDA_IN ? pieces_in(c, q->streams.stream[stream], call)
                                              : pieces_out(c, copy, call);
    wr_cuda_branch_end(q, copy);
    return status;
}

/* ---- The reaper ------------------------------------------------------------------------------ */

static void finish(const wr_cuda_stage *s) {
    uint32_t word;
    if (s->to != NULL) memcpy(s->to, s->pinned, s->bytes);
    if (s->report == NULL) return;
    memcpy(&word, s->pinned, sizeof word);
    if (word != WR_WORD_GOOD) *s->report = WR_REPORT_SKIPPED;
}

cu_result wr_cuda_branches_wait(wr_cuda_queue *q, wr_cuda_group *g) {
    wr_cuda_stage *oldest = NULL, *next;
    for (wr_cuda_stage *s = g->stages; s != NULL; s = next) { /* the newest one is the first */
        next = s->next;
        s->next = oldest;
        oldest = s;
    }
    g->stages = oldest;
    for (wr_cuda_stage *s = oldest; s != NULL; s = s->next) {
        if (s->event == NULL) continue;
        cu_result result = wr_cuda_wait_for(q, s->event);
        if (result != CU_OK) return result;
        finish(s);
        s->to = NULL;
        s->report = NULL;
    }
    for (const wr_cuda_branch *c = g->branches; c != NULL; c = c->next) {
        cu_result result = wr_cuda_wait_for(q, c->event);
        if (result != CU_OK) return result;
    }
    return CU_OK;
}

void wr_cuda_stages_end(wr_cuda_queue *q, wr_cuda_group *g, bool good) {
    for (wr_cuda_stage *s = g->stages, *next; s != NULL; s = next) {
        next = s->next;
        if (good) finish(s);
        if (!s->is_reply) wr_heap_give(q->pinned, (uint64_t)(uintptr_t)s->pinned);
        wr_free(q->memory, s, sizeof *s);
    }
    g->stages = NULL;
}
