/* submission.c - issuing tasks: a thread writes them into its own submission queue and publishes
 * them.
 *
 * The order of steps in wr_issue matters.  Everything that can fail or block comes first, then the
 * sequence number is assigned, then the record is published, with nothing in between.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

WR_THREAD_LOCAL const weir_runtime *wr_inside;
WR_THREAD_LOCAL wr_thread_flags wr_mine;

/* The queue that this thread used last, and the id of its runtime.  Ids are never reused. */
static WR_THREAD_LOCAL uint64_t last_id;
static WR_THREAD_LOCAL wr_queue *last_queue;

/* ---- Chunks ---------------------------------------------------------------------------------- */

wr_chunk *wr_chunk_new(weir_runtime *rt, size_t size_min) {
    size_t size = size_min > WR_CHUNK_BYTES ? size_min : WR_CHUNK_BYTES;
    wr_chunk *chunk = NULL;
    wr_lock_take(&rt->chunk_lock);
    if (size == WR_CHUNK_BYTES && (chunk = rt->chunks) != NULL) {
        rt->chunks = chunk->next;
        rt->chunk_count--;
    }
    wr_lock_give(&rt->chunk_lock);
    if (chunk == NULL) chunk = wr_alloc(&rt->memory, size, WR_CHUNK_ALIGN);
    if (chunk == NULL) return NULL;
    *chunk = (wr_chunk){.rt = rt, .size = size, .open = 1};
    /* The chunk has no records yet; a forked child, which walks all chunks, stops at a NULL
     * kind. */
    *(const weir_kind **)(void *)(chunk + 1) = NULL;
    wr_lock_take(&rt->chunk_lock);
    chunk->older = rt->chunks_used;
    if (chunk->older != NULL) chunk->older->newer = chunk;
    rt->chunks_used = chunk;
    wr_lock_give(&rt->chunk_lock);
    atomic_fetch_add_explicit(&rt->chunk_bytes, size, memory_order_relaxed);
    return chunk;
}

static void chunk_free(weir_runtime *rt, wr_chunk *chunk) {
    atomic_fetch_sub_explicit(&rt->chunk_bytes, chunk->size, memory_order_relaxed);
    wr_lock_take(&rt->chunk_lock);
    if (chunk->older != NULL) chunk->older->newer = chunk->newer;
    if (chunk->newer != NULL)
        chunk->newer->older = chunk->older;
    else
        rt->chunks_used = chunk->older;
    bool keep = chunk->size == WR_CHUNK_BYTES && rt->chunk_count < WR_CHUNKS_CACHED;
    if (keep) {
        chunk->next = rt->chunks;
        rt->chunks = chunk;
        rt->chunk_count++;
    }
    wr_lock_give(&rt->chunk_lock);
    if (!keep) wr_free(&rt->memory, chunk, chunk->size);
}

void wr_chunk_close(weir_runtime *rt, wr_chunk *chunk) {
    assert(chunk->open > 0);
    if (--chunk->open == 0) chunk_free(rt, chunk);
}

void wr_chunks_trim(weir_runtime *rt) {
    wr_lock_take(&rt->chunk_lock);
    wr_chunk *chunk = rt->chunks;
    rt->chunks = NULL;
    rt->chunk_count = 0;
    wr_lock_give(&rt->chunk_lock);
    while (chunk != NULL) {
        wr_chunk *next = chunk->next;
        wr_free(&rt->memory, chunk, chunk->size);
        chunk = next;
    }
}

/* ---- Queues ---------------------------------------------------------------------------------- */

static void enter_chunk(wr_queue *queue, wr_chunk *chunk) {
    atomic_store_explicit(&queue->chunk, chunk, memory_order_release);
    queue->write = (char *)(chunk + 1);
    queue->end = (char *)chunk + chunk->size;
}

static wr_queue *adopt(weir_runtime *rt) {
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next) {
        bool free = false;
        /* Acquire pairs with the release in wr_queue_abandon: this thread sees what the queue's
         * former thread wrote. */
        if (atomic_compare_exchange_strong(&queue->owned, &free, true)) return queue;
    }
    return NULL;
}

static wr_queue *queue_new(weir_runtime *rt) {
    wr_queue *queue = wr_alloc_zero(&rt->memory, sizeof *queue, WR_CACHE_LINE);
    wr_chunk *chunk = queue != NULL ? wr_chunk_new(rt, WR_CHUNK_BYTES) : NULL;
    if (chunk == NULL) {
        wr_free(&rt->memory, queue, sizeof *queue);
        return NULL;
    }
    enter_chunk(queue, chunk);
    atomic_init(&queue->owned, true);
    atomic_init(&queue->published, queue->write);
    queue->read = queue->write;
    queue->next = atomic_load(&rt->queues);
    while (!atomic_compare_exchange_weak(&rt->queues, &queue->next, queue)) {}
    return queue;
}

static bool is_alive(const wr_queue *queue) {
    for (weir_runtime *rt = wr_registry_first(); rt != NULL; rt = rt->next_runtime)
        for (wr_queue *l = atomic_load(&rt->queues); l != NULL; l = l->next)
            if (l == queue) return true;
    return false;
}

/* Called when a thread ends.  Another thread may be freeing the runtime and the queue at the same
 * time; the registry tells whether the queue still exists.  Thread-specific destructors that run
 * later may issue tasks again; they then get another queue. */
void wr_queue_abandon(void *queue) {
    last_id = 0;
    wr_registry_lock();
    if (is_alive(queue))
        atomic_store_explicit(&((wr_queue *)queue)->owned, false, memory_order_release);
    wr_registry_unlock();
}

static wr_queue *queue_find(weir_runtime *rt) {
    wr_queue *queue = pthread_getspecific(rt->queue_key);
    if (queue == NULL) {
        if ((queue = adopt(rt)) == NULL && (queue = queue_new(rt)) == NULL) return NULL;
        if (pthread_setspecific(rt->queue_key, queue) != 0) {
            atomic_store(&queue->owned, false);
            return NULL;
        }
    }
    last_id = rt->id;
    last_queue = queue;
    return queue;
}

wr_queue *wr_queue_get(weir_runtime *rt) {
    return WR_LIKELY(last_id == rt->id) ? last_queue : queue_find(rt);
}

void wr_queues_free(weir_runtime *rt) {
    for (wr_queue *queue = atomic_load(&rt->queues), *next; queue != NULL; queue = next) {
        next = queue->next;
        for (size_t i = 0; i + 1 < queue->var_count; i++) queue->vars[i]->link = queue->vars[i + 1];
        if (queue->var_count > 0)
            wr_pool_give(&rt->vars, queue->vars[0], queue->vars[queue->var_count - 1]);
        wr_chunk_close(rt, atomic_load(&queue->chunk));
        wr_free(&rt->memory, queue, sizeof *queue);
    }
    atomic_store(&rt->queues, NULL);
    while (rt->chunks != NULL) {
        wr_chunk *chunk = rt->chunks;
        rt->chunks = chunk->next;
        wr_free(&rt->memory, chunk, chunk->size);
    }
}

static bool fits(const wr_queue *queue, size_t size) {
    return (size_t)(queue->end - queue->write) >= size + sizeof(weir_kind *);
}

/* Return space for a record of `size` bytes, or NULL if there is no memory.  A NULL kind marks the
 * end of a chunk; the reader then continues with the next chunk. */
static char *reserve(weir_runtime *rt, wr_queue *queue, size_t size) {
    if (WR_LIKELY(fits(queue, size))) return queue->write;
    size_t size_min = sizeof(wr_chunk) + size + sizeof(weir_kind *);
    wr_chunk *chunk = wr_chunk_new(rt, size_min);
    if (chunk == NULL) return NULL;
    *(const weir_kind **)(void *)queue->write = NULL;
    atomic_load_explicit(&queue->chunk, memory_order_relaxed)->next = chunk;
    enter_chunk(queue, chunk);
    return queue->write;
}

size_t wr_record_size(const wr_task *t) {
    if (t->kind->flags & WR_KIND_NOW) return WR_NOW_BYTES;
    size_t size = sizeof *t + t->access_count * sizeof(wr_access) +
                  ((t->flags & WR_TRACED) ? sizeof(wr_times) : 0);
    if (t->flags & WR_PAYLOAD) size = *(const uint64_t *)(const void *)((const char *)t + size);
    return size;
}

/* Assign the next sequence number to the record and publish the record. */
static void publish(weir_runtime *rt, wr_queue *queue, wr_task *t, size_t size) {
    queue->write = (char *)t + size;
    queue->last = t;
    /* seq_cst: pairs with the fetch_sub of `watchers` in worker.c; see "Sleeping and waking" in
     * docs/design/engine.md. */
    t->seq = atomic_fetch_add(&rt->next_seq, 1);
    atomic_store_explicit(&queue->published, queue->write, memory_order_release);
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static size_t align16(size_t n) { return (n + 15) & ~(size_t)15; }

static size_t payload_offset(const weir_task *task, bool traced) {
    size_t n = (size_t)task->read_count + task->write_count;
    return sizeof(wr_task) + n * sizeof(wr_access) + (traced ? sizeof(wr_times) : 0) +
           sizeof(uint64_t);
}

size_t wr_task_size(const weir_task *task, bool traced) {
    size_t size = payload_offset(task, traced);
    if (task->arg_size == 0) return size - sizeof(uint64_t);
    /* 8 extra bytes, so that the payload can be aligned to 16 bytes for any address of the task. */
    return size + 8 + align16(task->arg_size);
}

static void build_accesses(wr_task *t, weir_var *const *vars, uint32_t count, uint32_t at,
                           bool write) {
    for (uint32_t i = 0; i < count; i++) {
        wr_access *a = &t->access[at + i];
        a->var = vars[i];
        wr_var_queued(vars[i]);
        a->offset = (uint32_t)((char *)a - (char *)t);
        a->write = write;
        a->granted = false;
        atomic_init(&a->last, false);
        a->flags = 0;
    }
}

wr_task *wr_task_build(void *place, const weir_task *task, const weir_kind *kind, bool traced) {
    wr_task *t = place;
    t->kind = kind;
    t->arg = task->arg;
    t->bytes = task->scratch_bytes;
    t->site = task->site;
    t->write_count = (uint16_t)task->write_count;
    t->access_count = (uint16_t)(task->write_count + task->read_count);
    atomic_init(&t->state, WR_ISSUED);
    atomic_init(&t->priority, (unsigned char)(task->priority - WEIR_PRIORITY_MIN));
    t->device = (uint8_t)task->device;
    t->flags = (uint8_t)((traced ? WR_TRACED : 0) | (task->arg_size > 0 ? WR_PAYLOAD : 0));
    build_accesses(t, task->writes, task->write_count, 0, true);
    build_accesses(t, task->reads, task->read_count, task->write_count, false);
    if (traced) {
        wr_task_times(t)->issue = wr_now_ns();
        wr_task_times(t)->worker = -1;
        wr_task_times(t)->thread = 0;
        wr_task_times(t)->end = 0;
    }
    if (task->arg_size > 0) {
        size_t offset = payload_offset(task, traced);
        char *payload = (char *)align16((size_t)t + offset);
        *(uint64_t *)(void *)((char *)t + offset - sizeof(uint64_t)) = wr_task_size(task, traced);
        memcpy(payload, task->arg, task->arg_size);
        t->arg = payload;
    }
    return t;
}

static weir_status no_memory(const weir_kind *kind) {
    return wr_fail(WEIR_ENOMEM, "%s: out of memory; the task was not queued", kind->name);
}

/* Wait until the queue has space; called when `space_until` is reached or a new chunk is needed.
 * Tasks, callbacks and threads with weir_bounds_set(0) never wait here, and neither do probes: a
 * wait must not block before its own probe is queued. */
static weir_status wait_for_space(weir_runtime *rt, wr_queue *queue, const weir_task *task,
                                  const weir_kind *kind) {
    if (wr_inside != NULL || wr_mine.unbounded || (kind->flags & WR_KIND_GRANTED)) return WEIR_OK;
    return wr_wait_queue_space(rt, queue, task->site);
}

weir_status wr_issue(weir_runtime *rt, const weir_task *task, const weir_kind *kind) {
    if (WR_UNLIKELY(atomic_load_explicit(&rt->serial, memory_order_relaxed)) &&
        !(kind->flags & WR_KIND_GRANTED))
        return wr_serial_push(rt, task, kind);
    wr_queue *queue = wr_queue_get(rt);
    if (WR_UNLIKELY(queue == NULL)) return no_memory(kind);
    bool traced = atomic_load_explicit(&rt->trace.on, memory_order_relaxed);
    size_t size = wr_task_size(task, traced);
    bool full = atomic_load_explicit(&rt->next_seq, memory_order_relaxed) >= queue->space_until ||
                !fits(queue, size);
    if (WR_UNLIKELY(full)) WR_TRY(wait_for_space(rt, queue, task, kind));
    char *place = reserve(rt, queue, size);
    if (WR_UNLIKELY(place == NULL)) return no_memory(kind);
    wr_task *t = wr_task_build(place, task, kind, traced);
    for (uint32_t i = 0; i < task->write_count; i++)
        atomic_fetch_add_explicit(&task->writes[i]->writes_issued, 1, memory_order_relaxed);
    if (!(kind->flags & WR_KIND_GRANTED)) {
        uint64_t issued = atomic_load_explicit(&queue->issued, memory_order_relaxed);
        atomic_store_explicit(&queue->issued, issued + 1, memory_order_relaxed);
    } else {
        atomic_fetch_add_explicit(&rt->probes, 1, memory_order_relaxed);
    }
    publish(rt, queue, t, size);
    /* If all workers are busy, a task can wait until one of them checks the queues, but a task for
     * an I/O thread or a device must not wait for that. */
    if (WR_UNLIKELY(wr_runs_elsewhere(kind, (unsigned)task->device)))
        wr_scheduler_notify(rt);
    else if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0))
        wr_wake_for_push(rt);
    /* seq_cst, after the sequence number was assigned: either a thread that switches to the serial
     * engine sees this task, or this thread sees the switch. */
    if (WR_UNLIKELY(atomic_load(&rt->serial))) wr_serial_flush(rt);
    return WEIR_OK;
}

/* Called after a record for the scheduler was issued.  If no worker is watching, process the record
 * here rather than wake a worker; if the scheduler is held, its holder checks again on release.  If
 * this thread is reclaiming variables further up its stack, the loop that reclaims them checks
 * again.  The serial engine processes everything here. */
void wr_now_issued(weir_runtime *rt) {
    if (wr_mine.reclaiming) {
        wr_mine.released_more = true;
        return;
    }
    bool serial = atomic_load_explicit(&rt->serial, memory_order_relaxed);
    if (serial) {
        wr_scheduler_acquire(rt);
        wr_scheduler_work(rt);
        wr_scheduler_release(rt);
        wr_serial_flush(rt);
    } else if (atomic_load(&rt->watchers) <= 0) {
        wr_scheduler_request(rt);
    }
}

weir_status wr_issue_now(weir_runtime *rt, const wr_scheduler_kind *kind, void *arg) {
    wr_queue *queue = wr_queue_get(rt);
    wr_task *t = queue != NULL ? (wr_task *)(void *)reserve(rt, queue, WR_NOW_BYTES) : NULL;
    if (t == NULL) return no_memory(&kind->kind);
    t->kind = &kind->kind;
    t->arg = arg;
    publish(rt, queue, t, WR_NOW_BYTES);
    wr_now_issued(rt);
    return WEIR_OK;
}
