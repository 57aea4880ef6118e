/* cuda_streams.c - the streams of a CUDA queue, and which of them waits for which.
 *
 * 1. Every call enters its ranges before it puts anything into a stream.
 * 2. A use is remembered until its task is reported, or until so many have followed that it is
 *    overwritten.  Then its number counts as a conflict with everything.
 * 3. An event is recorded again only by the launcher, after the task before it was reported.  So the
 *    launcher may let a stream wait for the event of any use that it remembers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_streams.h"

#include "device/cuda/cuda_queue.h"

/* ---- Opening and closing --------------------------------------------------------------------- */

cu_result wr_cuda_streams_open(wr_cuda_queue *q) {
    wr_cuda_streams *s = &q->streams;
    cu_result result = wr_cuda.event_new(&s->now, CU_EVENT_DISABLE_TIMING);
    s->stream[WR_CUDA_COMPUTE] = q->stream;
    s->uses[WR_CUDA_COMPUTE] = (wr_cuda_uses){.ring = s->compute_uses, .size = WR_CUDA_USES};
    for (int i = WR_CUDA_COMPUTE + 1; i < WR_CUDA_STREAMS && result == CU_OK; i++) {
        s->uses[i] = (wr_cuda_uses){.ring = s->copy_uses[i], .size = WR_CUDA_COPY_USES};
        result = wr_cuda.stream_new(&s->stream[i], CU_STREAM_NON_BLOCKING, 0);
    }
    return result;
}

void wr_cuda_streams_close(wr_cuda_queue *q) {
    wr_cuda_streams *s = &q->streams;
    for (int i = WR_CUDA_COMPUTE + 1; i < WR_CUDA_STREAMS; i++)
        if (s->stream[i] != NULL) wr_cuda.stream_free(s->stream[i]);
    if (s->now != NULL) wr_cuda.event_free(s->now);
    for (wr_cuda_branch *c = s->spare; c != NULL; c = c->next) wr_cuda.event_free(c->event);
}

/* ---- Waits ----------------------------------------------------------------------------------- */

static void check(wr_cuda_queue *q, cu_result result, const char *what) {
    if (WR_UNLIKELY(result != CU_OK)) wr_cuda_lose(q, result, what);
}

/* The stream waits for all kernels that have been launched. */
static void wait_for_now(wr_cuda_queue *q, int stream) {
    wr_cuda_streams *s = &q->streams;
    wr_cuda_batch_send(q);
    if (wr_cuda_is_lost(q)) return;
    check(q, wr_cuda.event_record(s->now, q->stream), "cuEventRecord");
    check(q, wr_cuda.stream_wait(s->stream[stream], s->now, 0), "cuStreamWaitEvent");
    s->seen[stream][WR_CUDA_COMPUTE] = q->number;
}

static bool has_task(const wr_cuda_group *g, uint64_t number) {
    return number >= g->first && number < g->first + g->count;
}

/* The stream waits for the group with this task, which is not the current group. */
static void wait_for_group(wr_cuda_queue *q, int stream, uint64_t number) {
    wr_cuda_streams *s = &q->streams;
    pthread_mutex_lock(&q->mutex);
    const wr_cuda_group *g = q->reaped;
    if (g == NULL || !has_task(g, number))
        for (g = q->groups; g != NULL && !has_task(g, number);) g = g->next;
    bool reported = atomic_load_explicit(&s->retired, memory_order_acquire) > number;
    cu_result result = CU_OK;
    if (g != NULL) result = wr_cuda.stream_wait(s->stream[stream], g->event, 0);
    if (g != NULL) s->seen[stream][WR_CUDA_COMPUTE] = g->first + g->count;
    pthread_mutex_unlock(&q->mutex);
    check(q, result, "cuStreamWaitEvent");
    if (g == NULL && !reported) wait_for_now(q, stream);
}

static void wait_for_use(wr_cuda_queue *q, int stream, int other, const wr_cuda_use *use) {
    wr_cuda_streams *s = &q->streams;
    if (other == WR_CUDA_COMPUTE) {
        if (use->number >= q->group->first)
            wait_for_now(q, stream);
        else
            wait_for_group(q, stream, use->number);
        return;
    }
    if (stream == WR_CUDA_COMPUTE) wr_cuda_batch_send(q);
    check(q, wr_cuda.stream_wait(s->stream[stream], use->event, 0), "cuStreamWaitEvent");
    s->seen[stream][other] = use->number + 1;
}

/* ---- Uses ------------------------------------------------------------------------------------ */

static bool conflicts(const wr_cuda_use *u, const wr_device_range *range, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (u->begin < range[i].end && range[i].begin < u->end && (u->written || range[i].written))
            return true;
    return false;
}

/* The newest use from this number on that conflicts, or NULL. */
static const wr_cuda_use *find(const wr_cuda_uses *u, const wr_device_range *range, uint32_t count,
                               uint64_t from) {
    uint64_t kept = u->count < u->size ? u->count : u->size;
    const wr_cuda_use *use = NULL;
    for (uint64_t i = 0; i < kept; i++) {
        use = &u->ring[(u->count - 1 - i) % u->size];
        if (use->number < from) return NULL;
        if (conflicts(use, range, count)) return use;
    }
    return u->dropped > from ? use : NULL; /* the oldest one covers those before it */
}

static void remember(wr_cuda_uses *u, const wr_device_range *range, uint64_t number,
                     cu_event event) {
    wr_cuda_use *use = &u->ring[u->count % u->size];
    if (u->count >= u->size) u->dropped = use->number + 1;
    *use = (wr_cuda_use){.begin = range->begin,
                         .end = range->end,
                         .number = number,
                         .event = event,
                         .written = range->written};
    u->count++;
    u->newest = number;
}

void wr_cuda_order(wr_cuda_queue *q, int stream, const wr_device_range *range, uint32_t count,
                   cu_event event) {
    wr_cuda_streams *s = &q->streams;
    /* Acquire: pairs with the release of the reaper, which has seen these tasks end. */
    uint64_t retired = atomic_load_explicit(&s->retired, memory_order_acquire);
    for (int other = 0; other < WR_CUDA_STREAMS; other++) {
        uint64_t from = s->seen[stream][other] > retired ? s->seen[stream][other] : retired;
        const wr_cuda_uses *u = &s->uses[other];
        if (other == stream || u->count == 0 || u->newest < from) continue;
        const wr_cuda_use *use = find(u, range, count, from);
        if (use != NULL) wait_for_use(q, stream, other, use);
    }
    for (uint32_t i = 0; i < count; i++) remember(&s->uses[stream], &range[i], q->number, event);
}

uint64_t wr_cuda_copy_waits(void *queue, uint64_t address, uint64_t bytes) {
    wr_cuda_queue *q = queue;
    wr_cuda_streams *s = &q->streams;
    const wr_device_range range = {address, address + bytes, true};
    uint64_t retired = atomic_load_explicit(&s->retired, memory_order_acquire), last = 0;
    for (int other = 0; other < WR_CUDA_STREAMS && bytes > WR_CUDA_ASIDE; other++) {
        if (other == WR_CUDA_IN || s->uses[other].count == 0) continue;
        const wr_cuda_use *use = find(&s->uses[other], &range, 1, retired);
        if (use != NULL && use->number >= last) last = use->number + 1;
    }
    return last;
}

/* ---- Branches -------------------------------------------------------------------------------- */

/* A spare branch or a new one, or NULL. */
static wr_cuda_branch *take_branch(wr_cuda_queue *q) {
    pthread_mutex_lock(&q->mutex);
    wr_cuda_branch *c = q->streams.spare;
    if (c != NULL) q->streams.spare = c->next;
    pthread_mutex_unlock(&q->mutex);
    if (c != NULL || (c = wr_alloc_zero(q->memory, sizeof *c, 16)) == NULL) return c;
    if (wr_cuda.event_new(&c->event, CU_EVENT_DISABLE_TIMING) == CU_OK) return c;
    wr_free(q->memory, c, sizeof *c);
    return NULL;
}

void wr_cuda_branches_give(wr_cuda_queue *q, wr_cuda_branch *list) {
    for (wr_cuda_branch *next; list != NULL; list = next) {
        next = list->next;
        list->next = q->streams.spare;
        q->streams.spare = list;
    }
}

wr_cuda_branch *wr_cuda_branch_new(wr_cuda_queue *q, int stream) {
    wr_cuda_branch *c = take_branch(q);
    if (c == NULL) return NULL;
    c->stream = stream;
    c->next = q->group->branches;
    q->group->branches = c;
    return c;
}

/* ---- Side streams ---------------------------------------------------------------------------- */

static void set_busy(wr_cuda_busy *b, const wr_device_range *range, uint32_t count,
                     uint64_t number) {
    for (uint32_t i = 0; i < WR_CUDA_BUSY; i++) {
        uint64_t begin = i < count ? range[i].begin : 0, end = i < count ? range[i].end : 0;
        atomic_store_explicit(&b->begin[i], begin, memory_order_relaxed);
        atomic_store_explicit(&b->end[i], end, memory_order_relaxed);
    }
    atomic_store_explicit(&b->number, number + 1, memory_order_relaxed);
}

/* The end of a range of the call that has memory in common with this one, or 0. */
static uint64_t end_of(wr_cuda_busy *b, uint64_t begin, uint64_t end) {
    for (int i = 0; i < WR_CUDA_BUSY; i++) {
        uint64_t until = atomic_load_explicit(&b->end[i], memory_order_relaxed);
        if (atomic_load_explicit(&b->begin[i], memory_order_relaxed) < end && begin < until)
            return until;
    }
    return 0;
}

uint64_t wr_cuda_busy_until(void *queue, uint64_t address, uint64_t bytes) {
    wr_cuda_streams *s = &((wr_cuda_queue *)queue)->streams;
    uint64_t retired = atomic_load_explicit(&s->retired, memory_order_relaxed), end = 0;
    for (int i = 0; i < WR_CUDA_SIDES && end == 0; i++)
        if (atomic_load_explicit(&s->busy[i].number, memory_order_relaxed) > retired)
            end = end_of(&s->busy[i], address, address + bytes);
    return end;
}

wr_cuda_branch *wr_cuda_side_begin(wr_cuda_queue *q, const wr_device_range *range, uint32_t count) {
    wr_cuda_streams *s = &q->streams;
    uint32_t side = s->sides++ % WR_CUDA_SIDES;
    wr_cuda_branch *c =
        count <= WR_CUDA_BUSY ? wr_cuda_branch_new(q, WR_CUDA_SIDE + (int)side) : NULL;
    if (c == NULL) return NULL;
    /* The stream of the kernels has waited for all that conflicts with the ranges. */
    wait_for_now(q, c->stream);
    for (uint32_t i = 0; i < count; i++)
        remember(&s->uses[c->stream], &range[i], q->number, c->event);
    set_busy(&s->busy[side], range, count, q->number);
    return c;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

wr_cuda_branch *wr_cuda_branch_begin(wr_cuda_queue *q, int stream, const wr_device_range *range,
                                     uint32_t count) {
    wr_cuda_branch *c = wr_cuda_branch_new(q, stream);
    if (c == NULL) return NULL;
    wr_cuda_order(q, stream, range, count, c->event);
    return c;
}

void wr_cuda_branch_end(wr_cuda_queue *q, const wr_cuda_branch *copy) {
    if (wr_cuda_is_lost(q)) return;
    check(q, wr_cuda.event_record(copy->event, q->streams.stream[copy->stream]), "cuEventRecord");
}

/* ---- Other queues ---------------------------------------------------------------------------- */

static cu_result wait_in_all(wr_cuda_queue *q, cu_event event) {
    cu_result result = CU_OK;
    for (int i = 0; i < WR_CUDA_STREAMS && result == CU_OK; i++)
        result = wr_cuda.stream_wait(q->streams.stream[i], event, 0);
    return result;
}

static cu_result wait_for_copies(wr_cuda_queue *q, const wr_cuda_group *g) {
    cu_result result = CU_OK;
    for (const wr_cuda_branch *c = g->branches; c != NULL && result == CU_OK; c = c->next)
        result = wait_in_all(q, c->event);
    return result;
}

cu_result wr_cuda_wait_for_group(wr_cuda_queue *q, const wr_cuda_queue *other,
                                 const wr_cuda_group *group) {
    cu_result result = wait_in_all(q, group->event);
    if (result == CU_OK && other->reaped != NULL) result = wait_for_copies(q, other->reaped);
    if (group == other->reaped) return result;
    for (const wr_cuda_group *g = other->groups; g != NULL && result == CU_OK; g = g->next) {
        result = wait_for_copies(q, g);
        if (g == group) break;
    }
    return result;
}
