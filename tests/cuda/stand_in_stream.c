/* stand_in_stream.c - streams, copies and events of the stand-in driver.
 *
 * A stream is a thread that runs its operations in order.  Each cuEventRecord makes a record,
 * which the event, the operation and the waits that refer to it share: a wait keeps to the
 * record that was the last when it was issued.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HELD_NAP_NS = 100000, STREAM_STACK_BYTES = 1 << 20 };

static void out_of_memory(void) {
    static const char text[] = "cuda_stand_in: the host is out of memory\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(3);
    abort();
}

void *stand_in_op_new(size_t size, cu_result (*run)(stand_in_op *, cu_stream),
                      void (*drop)(stand_in_op *)) {
    stand_in_op *op = calloc(1, size);
    if (op == NULL) out_of_memory();
    op->run = run;
    op->drop = drop;
    return op;
}

void stand_in_push(cu_stream stream, stand_in_op *op) {
    *stream->last = op;
    stream->last = &op->next;
    stream->pushed++;
    pthread_cond_signal(&stream->wake);
}

/* ---- The thread of a stream ------------------------------------------------------------------ */

static void nap(int64_t ns) {
    struct timespec t = {ns / 1000000000, ns % 1000000000};
    while (nanosleep(&t, &t) != 0 && errno == EINTR) {}
}

static cu_result run_op(stand_in_op *op, cu_stream stream, bool is_lost) {
    if (is_lost && !op->always) return CU_OK;
    int64_t late = op->is_work ? atomic_load(&stand_in_settings.task_ns) : 0;
    int64_t copy_late = op->is_copy ? atomic_load(&stand_in_settings.copy_ns) : 0;
    /* Before, so that memory is used late by a stream for which another one should have waited. */
    if (late > 0 || copy_late > 0) nap(late > copy_late ? late : copy_late);
    return op->is_fault ? CU_ILLEGAL_ADDRESS : op->run(op, stream);
}

static bool is_held(const stand_in_op *op) {
    if (atomic_load(&stand_in_settings.held) != 0) return true;
    if (op->is_product && atomic_load(&stand_in_settings.held_products) != 0) return true;
    if (!op->is_copy) return op->is_work && atomic_load(&stand_in_settings.held_kernels) != 0;
    int64_t held = atomic_load(&stand_in_settings.held_copies);
    return held == 1 || (held == 2 && op->is_out);
}

static void *stream_main(void *arg) {
    cu_stream s = arg;
    stand_in_open_memory();
    lock();
    for (;;) {
        while (s->first == NULL && !s->is_closing) pthread_cond_wait(&s->wake, &stand_in_lock);
        stand_in_op *op = s->first;
        if (op == NULL) break;
        while (is_held(op)) {
            unlock();
            nap(HELD_NAP_NS);
            lock();
        }
        bool is_lost = s->device->lost != CU_OK;
        unlock();
        cu_result r = run_op(op, s, is_lost);
        if (op->is_kernel) atomic_fetch_add(&stand_in_settings.kernels_done, 1);
        if (op->drop != NULL) op->drop(op);
        lock();
        if (s->device->lost == CU_OK) s->device->lost = r;
        s->first = op->next;
        if (s->first == NULL) s->last = &s->first;
        s->completed++;
        pthread_cond_broadcast(&stand_in_changed);
        free(op);
    }
    unlock();
    return NULL;
}

/* ---- Streams --------------------------------------------------------------------------------- */

static cu_stream streams; /* under the lock: all of them */

cu_result stand_in_stream_device(cu_stream stream, struct cu_context_s **device) {
    cu_result r = stand_in_current(device);
    if (r == CU_INVALID_CONTEXT || r == CU_NOT_INITIALIZED) return r;
    if (stream == NULL) return CU_INVALID_HANDLE;
    *device = stream->device;
    return stream->device->retained == 0 ? CU_INVALID_CONTEXT : stream->device->lost;
}

static bool start_thread(cu_stream s) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STREAM_STACK_BYTES);
    bool ok = pthread_create(&s->thread, &attributes, stream_main, s) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

cu_result cuStreamCreateWithPriority(cu_stream *stream, unsigned flags, int priority) {
    (void)flags, (void)priority;
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r != CU_OK) return r;
    cu_stream s = calloc(1, sizeof *s);
    if (s == NULL) return CU_OUT_OF_MEMORY;
    s->device = device;
    s->last = &s->first;
    pthread_cond_init(&s->wake, NULL);
    if (!start_thread(s)) {
        pthread_cond_destroy(&s->wake);
        free(s);
        return CU_OUT_OF_MEMORY;
    }
    atomic_fetch_add(&stand_in_settings.streams_live, 1);
    lock();
    s->next = streams;
    streams = s;
    unlock();
    *stream = s;
    return CU_OK;
}

/* Runs what is queued, then ends. */
cu_result cuStreamDestroy_v2(cu_stream stream) {
    struct cu_context_s *device = NULL;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (stream == NULL || device == NULL) {
        unlock();
        return r;
    }
    stream->is_closing = true;
    pthread_cond_signal(&stream->wake);
    unlock();
    pthread_join(stream->thread, NULL);
    lock();
    r = stream->device->lost;
    for (cu_stream *link = &streams; *link != NULL; link = &(*link)->next)
        if (*link == stream) {
            *link = stream->next;
            break;
        }
    unlock();
    pthread_cond_destroy(&stream->wake);
    stand_in_stacks_free(stream);
    free(stream);
    atomic_fetch_sub(&stand_in_settings.streams_live, 1);
    return r;
}

cu_result cuStreamSynchronize(cu_stream stream) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (r == CU_OK) {
        uint64_t target = stream->pushed;
        while (stream->completed < target) pthread_cond_wait(&stand_in_changed, &stand_in_lock);
        r = device->lost;
    }
    unlock();
    return r;
}

/* Is a stream of the device busy?  Under the lock. */
static bool is_busy(const struct cu_context_s *device) {
    for (cu_stream s = streams; s != NULL; s = s->next)
        if (s->device == device && s->completed < s->pushed) return true;
    return false;
}

cu_result cuCtxSynchronize(void) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    if (r == CU_OK) {
        while (is_busy(device)) pthread_cond_wait(&stand_in_changed, &stand_in_lock);
        r = device->lost;
    }
    unlock();
    return r;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

typedef struct copy_op {
    stand_in_op op;
    uint64_t to, from;
    size_t bytes;
    bool to_device, from_device;
} copy_op;

static bool is_valid(const copy_op *c) {
    return (!c->to_device || stand_in_is_allocated(c->to, c->bytes)) &&
           (!c->from_device || stand_in_is_allocated(c->from, c->bytes));
}

/* Checks once more: the memory may be gone by now. */
static cu_result run_copy(stand_in_op *op, cu_stream stream) {
    (void)stream;
    copy_op *c = (copy_op *)op;
    lock();
    bool ok = is_valid(c);
    unlock();
    if (!ok) return CU_ILLEGAL_ADDRESS;
    memmove((void *)(uintptr_t)c->to, (const void *)(uintptr_t)c->from, c->bytes);
    atomic_fetch_add(&stand_in_settings.copies_done, 1);
    return CU_OK;
}

static cu_result copy(copy_op fields, cu_stream stream) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (r == CU_OK && fields.bytes > 0) {
        if (fields.to == 0 || fields.from == 0 || !is_valid(&fields)) {
            r = CU_INVALID_VALUE;
        } else {
            copy_op *c = stand_in_op_new(sizeof *c, NULL, NULL);
            *c = fields;
            c->op.run = run_copy;
            c->op.is_work = c->op.is_copy = true;
            c->op.is_out = !fields.to_device;
            stand_in_push(stream, &c->op);
            atomic_fetch_add(&stand_in_settings.copies, 1);
        }
    }
    unlock();
    return r;
}

cu_result cuMemcpyHtoDAsync_v2(cu_pointer to, const void *from, size_t bytes, cu_stream stream) {
    return copy(
        (copy_op){.to = to, .from = (uint64_t)(uintptr_t)from, .bytes = bytes, .to_device = true},
        stream);
}

cu_result cuMemcpyDtoHAsync_v2(void *to, cu_pointer from, size_t bytes, cu_stream stream) {
    return copy(
        (copy_op){.to = (uint64_t)(uintptr_t)to, .from = from, .bytes = bytes, .from_device = true},
        stream);
}

/* Between devices.  Both contexts have to be alive. */
cu_result cuMemcpyPeerAsync(cu_pointer to, cu_context to_context, cu_pointer from,
                            cu_context from_context, size_t bytes, cu_stream stream) {
    lock();
    cu_result r = to_context == NULL || from_context == NULL ? CU_INVALID_CONTEXT
                  : to_context->lost != CU_OK                ? to_context->lost
                                                             : from_context->lost;
    unlock();
    return r != CU_OK ? r : cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

cu_result cuMemcpyDtoDAsync_v2(cu_pointer to, cu_pointer from, size_t bytes, cu_stream stream) {
    return copy(
        (copy_op){.to = to, .from = from, .bytes = bytes, .to_device = true, .from_device = true},
        stream);
}

/* ---- Events ---------------------------------------------------------------------------------- */

typedef struct record {
    int references; /* under the lock, like `is_done` */
    bool is_done;
} record;

struct cu_event_s {
    struct cu_context_s *device;
    record *last; /* under the lock; NULL: never recorded */
};

typedef struct record_op {
    stand_in_op op;
    record *record;
} record_op;

/* Under the lock. */
static record *retain(record *r) {
    r->references++;
    return r;
}

/* Under the lock. */
static void release(record *r) {
    if (r != NULL && --r->references == 0) free(r);
}

static void drop_record(stand_in_op *op) {
    lock();
    release(((record_op *)op)->record);
    unlock();
}

/* The lock is taken again at the end of the operation, which wakes those who wait. */
static cu_result run_record(stand_in_op *op, cu_stream stream) {
    (void)stream;
    lock();
    ((record_op *)op)->record->is_done = true;
    unlock();
    return CU_OK;
}

static cu_result run_wait(stand_in_op *op, cu_stream stream) {
    (void)stream;
    record *r = ((record_op *)op)->record;
    lock();
    while (!r->is_done) pthread_cond_wait(&stand_in_changed, &stand_in_lock);
    unlock();
    return CU_OK;
}

cu_result cuEventCreate(cu_event *event, unsigned flags) {
    (void)flags;
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r != CU_OK) return r;
    cu_event e = calloc(1, sizeof *e);
    if (e == NULL) return CU_OUT_OF_MEMORY;
    e->device = device;
    atomic_fetch_add(&stand_in_settings.events_live, 1);
    *event = e;
    return CU_OK;
}

cu_result cuEventDestroy_v2(cu_event event) {
    if (event == NULL) return CU_INVALID_HANDLE;
    lock();
    release(event->last);
    cu_result r = event->device->lost;
    unlock();
    free(event);
    atomic_fetch_sub(&stand_in_settings.events_live, 1);
    return r;
}

cu_result cuEventRecord(cu_event event, cu_stream stream) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (r == CU_OK && (event == NULL || event->device != device)) r = CU_INVALID_HANDLE;
    if (r == CU_OK) {
        record *new = calloc(1, sizeof *new);
        if (new == NULL) out_of_memory();
        release(event->last);
        event->last = retain(new);
        record_op *op = stand_in_op_new(sizeof *op, run_record, drop_record);
        op->record = retain(new);
        op->op.always = true;
        stand_in_push(stream, &op->op);
    }
    unlock();
    return r;
}

/* The default streams do not exist here: the caller waits instead. */
static bool is_default(cu_stream stream) {
    return (uintptr_t)stream == 1 || (uintptr_t)stream == 2;
}

cu_result cuStreamWaitEvent(cu_stream stream, cu_event event, unsigned flags) {
    (void)flags;
    if (is_default(stream)) return cuEventSynchronize(event);
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (r == CU_OK && event == NULL) r = CU_INVALID_HANDLE;
    if (r == CU_OK && event->last != NULL) {
        record_op *op = stand_in_op_new(sizeof *op, run_wait, drop_record);
        op->record = retain(event->last);
        stand_in_push(stream, &op->op);
        atomic_fetch_add(&stand_in_settings.stream_waits, 1);
    }
    unlock();
    return r;
}

cu_result cuEventQuery(cu_event event) {
    if (event == NULL) return CU_INVALID_HANDLE;
    lock();
    cu_result r = stand_in_is_ready() ? event->device->lost : CU_NOT_INITIALIZED;
    if (r == CU_OK && event->last != NULL && !event->last->is_done) r = CU_NOT_READY;
    unlock();
    return r;
}

cu_result cuEventSynchronize(cu_event event) {
    if (event == NULL) return CU_INVALID_HANDLE;
    lock();
    if (!stand_in_is_ready()) {
        unlock();
        return CU_NOT_INITIALIZED;
    }
    if (event->last != NULL) {
        record *last = retain(event->last);
        while (!last->is_done) pthread_cond_wait(&stand_in_changed, &stand_in_lock);
        release(last);
    }
    cu_result r = event->device->lost;
    unlock();
    return r;
}
