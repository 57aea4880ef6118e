/* cuda_calls.c - puts the calls of tasks into a CUDA queue: kernels, copies, error words.
 *
 * All functions here run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "device/cuda/cuda_queue.h"
#include "device/cuda/cuda_text.h"

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Bytes of shared memory that a launch may have without asking. */
enum { SHARED_ALWAYS = 48 << 10 };

/* A function's first launch does not go through a batch: its call fails if the driver refuses it,
 * for instance because the kernel takes more registers than the device has. */
static weir_status launch_alone(wr_cuda_call *c, wr_cuda_kernel *f, uint32_t blocks,
                                uint32_t threads, uint32_t shared_bytes, const void *args) {
    wr_cuda_queue *q = c->queue;
    void *parameters[] = {(void *)(uintptr_t)args};
    cu_result result = CU_OK;
    cu_stream stream = wr_cuda_stream(c);
    if (!atomic_load_explicit(&f->launched, memory_order_relaxed)) q->loads = true;
    if (shared_bytes > SHARED_ALWAYS)
        result = wr_cuda.function_set(f->function, CU_FUNCTION_SHARED_DYNAMIC, (int)shared_bytes);
    if (result == CU_OK)
        result = wr_cuda.launch(f->function, blocks, 1, 1, threads, 1, 1, shared_bytes, stream,
                                parameters, NULL);
    if (result == CU_OK) atomic_store_explicit(&f->launched, true, memory_order_relaxed);
    return wr_cuda_try(q, result, "a kernel was not launched", &c->message);
}

weir_status wr_cuda_launch_bytes(wr_cuda_call *c, const wr_cuda_source *source, const char *kernel,
                                 uint64_t blocks, uint32_t threads, const void *args,
                                 size_t bytes) {
    return wr_cuda_launch_shared(c, source, kernel, blocks, threads, 0, args, bytes);
}

weir_status wr_cuda_launch_shared(wr_cuda_call *c, const wr_cuda_source *source, const char *kernel,
                                  uint64_t blocks, uint32_t threads, uint32_t shared_bytes,
                                  const void *args, size_t bytes) {
    if (blocks > INT32_MAX) {
        c->message = "the array is too large for a kernel";
        return WEIR_EDEVICE;
    }
    if (WR_UNLIKELY(c->ahead)) {
        wr_cuda_request(c->queue, source);
        return WEIR_OK;
    }
    wr_cuda_kernel *f = wr_cuda_function(c->queue, source, kernel, &c->message);
    if (f == NULL) return wr_cuda_is_lost(c->queue) ? wr_cuda_lost_status(c->queue) : WEIR_EDEVICE;
    if (c->side != NULL || !atomic_load_explicit(&f->launched, memory_order_relaxed))
        return launch_alone(c, f, (uint32_t)blocks, threads, shared_bytes, args);
    wr_cuda_batch_add(c->queue, f->function, (uint32_t)blocks, threads, shared_bytes, args, bytes);
    return WEIR_OK;
}

bool wr_cuda_is_ready(const wr_cuda_call *c, const wr_cuda_source *source, bool wanted) {
    return wr_cuda_has_module(c->queue, source, wanted);
}

wr_cuda_limits wr_cuda_limits_of(const wr_cuda_call *c) {
    const wr_cuda_card *card = c->queue->card;
    return (wr_cuda_limits){.processors = card->processors,
                            .major = card->major,
                            .shared_bytes = (uint32_t)card->shared_bytes};
}

cu_stream wr_cuda_stream(wr_cuda_call *c) {
    if (c->side != NULL) return c->queue->streams.stream[c->side->stream];
    if (!c->ahead) wr_cuda_batch_send(c->queue);
    return c->queue->stream;
}

/* Is there a task behind the current one that does not need it?  If none is known, the next one is
 * likely to: a chain of calls that wait for each other is best in one stream. */
static bool next_is_independent(wr_cuda_queue *q) {
    if (q->next_count > 0) return q->next->task != NULL && !q->next->follows;
    const wr_launch *current = q->next - 1;
    wr_launch next;
    pthread_mutex_lock(&q->mutex);
    bool found = wr_ring_behind(&q->ring, current->number, &next);
    pthread_mutex_unlock(&q->mutex);
    return found ? !next.follows : current->beside;
}

void wr_cuda_step_aside(wr_cuda_call *c) {
    if (c->ahead || c->side != NULL || c->call == NULL || c->call->range_count == 0) return;
    if (!next_is_independent(c->queue)) return;
    c->side = wr_cuda_side_begin(c->queue, c->call->range, c->call->range_count);
}

uint64_t wr_cuda_blocks(const wr_cuda_call *c, uint64_t elements, uint32_t threads) {
    uint64_t blocks = (elements + threads - 1) / threads;
    uint64_t most = (uint64_t)c->queue->card->processors * (2048 / threads) * 4;
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

/* ---- Error words ----------------------------------------------------------------------------- */

/* The arguments of the kernel `words`; common.cu has the same struct.  It combines `test` into one
 * word at `to`, or marks the words in `mark`, depending on which is there. */
enum { WORDS_MAX = 400 };

/* Copies of up to so many bytes are done by kernels, because these can be sent in batches: to the
 * device as arguments of the kernel, and from the device by writing to pinned memory. */
enum { WRITE_MAX = 512, READ_MAX = 4096, REPLY_MAX = sizeof(uint32_t) };

typedef struct words_args {
    wr_cuda_guard guard;
    uint64_t to;
    uint32_t count, begins, refused, clears;
    uint64_t word[WORDS_MAX];
} words_args;

static void write_words(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write(to, "enum { WRITE_MAX = %d };\n%s", WRITE_MAX, wr_text_words);
}

static const wr_cuda_source words_source = {.family = "words", .write = write_words};

void wr_cuda_load_words(wr_cuda_queue *q) {
    const char *message;
    q->marks = wr_cuda_function(q, &words_source, "mark", &message) != NULL &&
               wr_cuda_function(q, &words_source, "combine", &message) != NULL;
}

/* Combine the words in call->test into the task's own word, which is good if all of them are. */
static weir_status combine(wr_cuda_call *c, const wr_device_call *call, uint64_t to) {
    words_args a = {.to = to};
    for (uint32_t done = 0; done < call->test_count; done += a.count) {
        a.begins = done == 0;
        a.count = call->test_count - done < WORDS_MAX ? call->test_count - done : WORDS_MAX;
        memcpy(a.word, call->test + done, a.count * sizeof *a.word);
        WR_TRY(wr_cuda_launch(c, &words_source, "combine", 1, 32, &a));
    }
    return WEIR_OK;
}

/* Mark all words in call->mark; the guard has the tests. */
static weir_status mark(wr_cuda_call *c, const wr_device_call *call, bool refused) {
    words_args a = {.guard = c->test, .refused = refused, .clears = call->clears};
    a.guard.failed = call->failed;
    for (uint32_t done = 0; done < call->mark_count; done += a.count) {
        a.count = call->mark_count - done < WORDS_MAX ? call->mark_count - done : WORDS_MAX;
        memcpy(a.word, call->mark + done, a.count * sizeof *a.word);
        WR_TRY(wr_cuda_launch(c, &words_source, "mark", 1, 128, &a));
    }
    return WEIR_OK;
}

weir_status wr_cuda_report_of(wr_cuda_call *c, uint64_t number, uint64_t *address) {
    static const struct {
        uint32_t reason, combined;
        uint64_t first;
    } nothing = {WR_REPORT_NOTHING, 0, UINT64_MAX}; /* as wr_cuda_report begins */
    wr_cuda_queue *q = c->queue;
    uint64_t slot = number % WR_CUDA_REPORTS;
    *address = q->device_reports + slot * sizeof(wr_cuda_report);
    if (WR_LIKELY(!q->dirty[slot])) return WEIR_OK;
    WR_TRY(wr_cuda_try(q, wr_cuda.copy_in(*address, &nothing, sizeof nothing, wr_cuda_stream(c)),
                       "a report was not cleared", &c->message));
    q->dirty[slot] = false;
    return WEIR_OK;
}

/* Fill the guards.  More words than a guard has room for are combined, or marked afterwards. */
static weir_status make_guards(wr_cuda_call *c, const wr_device_call *call) {
    uint64_t report;
    WR_TRY(wr_cuda_report_of(c, c->queue->number, &report));
    c->guard = (wr_cuda_guard){.report = report, .failed = call->failed};
    if (call->test_count <= WR_GUARD_TESTS) {
        for (uint32_t i = 0; i < call->test_count; i++) c->guard.test[i] = call->test[i];
        c->guard.test_count = call->test_count;
    } else {
        c->guard.test[0] = report + offsetof(wr_cuda_report, combined);
        c->guard.test_count = 1;
    }
    c->test = c->guard;
    if (call->mark_count <= WR_GUARD_MARKS) {
        for (uint32_t i = 0; i < call->mark_count; i++) c->guard.mark[i] = call->mark[i];
        c->guard.mark_count = call->mark_count;
    }
    return call->test_count <= WR_GUARD_TESTS ? WEIR_OK : combine(c, call, c->guard.test[0]);
}

void wr_cuda_about(wr_cuda_call *c, int ndim, const int64_t *shape, const char *name) {
    wr_cuda_subject *about = &c->queue->about[c->queue->number % WR_CUDA_REPORTS];
    if (c->ahead) return; /* this is the report of the task that is being launched */
    about->name = name;
    about->ndim = ndim <= WR_SUBJECT_NDIM ? ndim : 0;
    for (int i = 0; i < about->ndim; i++) about->shape[i] = shape[i];
}

weir_status wr_cuda_mark(wr_cuda_call *c) {
    const wr_device_call call = {
        .mark = c->guard.mark, .mark_count = c->guard.mark_count, .failed = c->guard.failed};
    return mark(c, &call, false);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* A copy from another device.  The word of the source is copied first, to the word that `call` tests:
 * kernels cannot access the memory of every other device. */
static weir_status copy_between(wr_cuda_call *c, const wr_device_call *call, cu_pointer word) {
    wr_cuda_queue *q = c->queue, *source = call->source;
    cu_context here = q->card->context, there = source->card->context;
    cu_pointer from = (cu_pointer)(uintptr_t)*call->address[0];
    cu_pointer to = (cu_pointer)(uintptr_t)*call->address[1];
    if (wr_cuda_is_lost(source)) {
        c->message = source->reason;
        return wr_cuda_lost_status(source);
    }
    cu_stream stream = wr_cuda_stream(c);
    cu_result result =
        wr_cuda.copy_between(*call->test, here, word, there, sizeof(uint32_t), stream);
    if (result == CU_OK && call->bytes > 0)
        result = wr_cuda.copy_between(to, here, from, there, call->bytes, stream);
    WR_TRY(wr_cuda_try(q, result, "copy from another device", &c->message));
    return mark(c, call, false);
}

typedef struct read_args {
    wr_cuda_guard guard;
    uint64_t from, to, bytes;
} read_args;

typedef struct write_args {
    wr_cuda_guard guard;
    uint64_t to, bytes;
    char data[WRITE_MAX];
} write_args;

static weir_status read_few(wr_cuda_call *c, void *to, cu_pointer from, uint64_t bytes) {
    wr_cuda_queue *q = c->queue;
    bool in_reply = bytes <= REPLY_MAX;
    wr_cuda_stage *s = in_reply ? wr_cuda_stage_reply(q, bytes) : wr_cuda_stage_new(q, bytes);
    if (s == NULL) return wr_cuda_copy_out(c, to, from, bytes);
    s->to = to;
    uint64_t reply = q->replies_address + q->number % WR_CUDA_REPORTS * sizeof(wr_cuda_reply);
    read_args a = {c->guard, from, in_reply ? reply : (uint64_t)(uintptr_t)s->pinned, bytes};
    q->signals = q->number;
    if (in_reply) return wr_cuda_launch(c, &words_source, "read_word", 1, 32, &a);
    return wr_cuda_launch(c, &words_source, "read_few", 1, 128, &a);
}

static weir_status write_few(wr_cuda_call *c, cu_pointer to, const void *from, uint64_t bytes) {
    write_args a = {.guard = c->guard, .to = to, .bytes = bytes};
    if (bytes > 0) memcpy(a.data, from, bytes); /* an empty array has no address */
    return wr_cuda_launch(c, &words_source, "write_few", 1, 128, &a);
}

/* Report if the source of a copy to the host has no values. */
static weir_status report_source(wr_cuda_call *c) {
    words_args a = {.guard = c->guard};
    return wr_cuda_launch(c, &words_source, "mark", 1, 32, &a);
}

static weir_status copy_to_host(wr_cuda_call *c, void *to, cu_pointer from, uint64_t bytes) {
    if (bytes > 0 && bytes <= READ_MAX) return read_few(c, to, from, bytes);
    if (bytes > 0) WR_TRY(wr_cuda_copy_out(c, to, from, bytes));
    return report_source(c);
}

/* The side with an error word is on the device: the source is tested, or the target is marked. */
static weir_status copy(wr_cuda_call *c, const wr_device_call *call) {
    void *from = *call->address[0], *to = *call->address[1];
    if (call->mark_count == 0) return copy_to_host(c, to, (cu_pointer)(uintptr_t)from, call->bytes);
    if (call->bytes <= WRITE_MAX && call->mark_count <= WR_GUARD_MARKS)
        return write_few(c, (cu_pointer)(uintptr_t)to, from, call->bytes);
    WR_TRY(wr_cuda_copy_in(c, (cu_pointer)(uintptr_t)to, from, call->bytes));
    return mark(c, call, false);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static weir_status run_operator(wr_cuda_call *c, const wr_device_call *call) {
    wr_cuda_fn run = (wr_cuda_fn)(uintptr_t)call->kernel;
    c->k = call->args;
    c->scalars = call->scalars;
    c->packing = call->packing;
    c->scratch_bytes = call->scratch_bytes;
    WR_TRY(run(c));
    return call->mark_count > WR_GUARD_MARKS ? mark(c, call, false) : WEIR_OK;
}

/* The call uses its ranges, or its words, in the stream of the kernels. */
static void order(wr_cuda_queue *q, const wr_device_call *call) {
    wr_cuda_order(q, WR_CUDA_COMPUTE, call->range, call->range_count, NULL);
    for (uint32_t i = 0; i < call->mark_count && call->range_count == 0; i++) {
        wr_device_range word = {call->mark[i], call->mark[i] + sizeof(uint32_t), true};
        wr_cuda_order(q, WR_CUDA_COMPUTE, &word, 1, NULL);
    }
}

/* Record an event of another library's loan behind all that uses the ranges. */
static weir_status record(wr_cuda_queue *q, wr_device_call *call) {
    order(q, call);
    wr_cuda_batch_send(q);
    return wr_cuda_try(q, wr_cuda.event_record(call->event, q->stream), "cuEventRecord",
                       &call->message);
}

/* Kernels, and what waits for them, run behind the work of another library. */
static weir_status follow(wr_cuda_queue *q, wr_device_call *call) {
    wr_cuda_batch_send(q);
    return wr_cuda_try(q, wr_cuda.stream_wait(q->stream, call->behind, 0), "cuStreamWaitEvent",
                       &call->message);
}

/* The call has failed.  If its words cannot be marked, later tasks would use what was not computed. */
static void refuse(const wr_cuda_call *c, wr_device_call *call) {
    wr_cuda_queue *q = c->queue;
    wr_cuda_call again = {.queue = q, .test = c->test, .side = c->side};
    call->message = c->message;
    if (!wr_cuda_is_lost(q) && mark(&again, call, true) != WEIR_OK && q->marks)
        wr_cuda_lose(q, CU_OUT_OF_MEMORY, "error words could not be marked");
}

/* `word` is that of the source on another device, if there is one. */
static weir_status launch_call(wr_cuda_queue *q, wr_device_call *call, cu_pointer word) {
    wr_cuda_call c = {.queue = q, .call = call};
    q->within[q->number % WR_CUDA_REPORTS] = call->within;
    wr_cuda_about(&c, 0, NULL, NULL);
    if (wr_cuda_is_lost(q)) {
        call->message = q->reason;
        return call->refused || call->clears ? WEIR_OK : wr_cuda_lost_status(q);
    }
    if (call->event != NULL) return record(q, call);
    if (call->behind != NULL) WR_TRY(follow(q, call));
    bool done, runs = !call->refused && !call->clears;
    weir_status status = wr_cuda_copy_aside(&c, call, &done);
    if (done && status == WEIR_OK) return WEIR_OK;
    order(q, call);
    if (status == WEIR_OK) status = make_guards(&c, call);
    if (status == WEIR_OK && !runs)
        status = mark(&c, call, call->refused);
    else if (status == WEIR_OK && call->source != NULL)
        status = copy_between(&c, call, word);
    else if (status == WEIR_OK && call->op == NULL)
        status = copy(&c, call);
    else if (status == WEIR_OK)
        status = run_operator(&c, call);
    if (status != WEIR_OK) refuse(&c, call);
    if (c.side != NULL) wr_cuda_branch_end(q, c.side);
    return status;
}

static weir_status launch_ahead(wr_cuda_queue *q, const wr_device_call *call) {
    wr_cuda_call c = {.queue = q, .ahead = true};
    return run_operator(&c, call);
}

weir_status wr_cuda_device_launch(void *queue, wr_device_call *call) {
    wr_cuda_queue *q = queue;
    if (call->ahead) return launch_ahead(q, call);
    if (call->source == NULL) return launch_call(q, call, 0);
    uint64_t report = q->device_reports + q->number % WR_CUDA_REPORTS * sizeof(wr_cuda_report);
    uint64_t word = report + offsetof(wr_cuda_report, combined);
    wr_device_call local = *call;
    local.test = &word;
    weir_status status = launch_call(q, &local, *call->test);
    call->message = local.message;
    return status;
}

bool wr_cuda_launch_fused(void *queue, const wr_device_fused_call *call) {
    wr_cuda_queue *q = queue;
    wr_cuda_call c = {.queue = q, .ahead = call->ahead};
    wr_cuda_fused_fn run = (wr_cuda_fused_fn)(uintptr_t)call->kernel;
    uint64_t report[WR_FUSED_MAX];
    assert(call->count <= WR_FUSED_MAX);
    if (wr_cuda_is_lost(q)) return false;
    if (call->ahead) return run(&c, call->plan, NULL) == WEIR_OK;
    for (uint32_t i = 0; i < call->count; i++) {
        if (wr_cuda_report_of(&c, q->number + i, &report[i]) != WEIR_OK) return false;
        q->within[(q->number + i) % WR_CUDA_REPORTS] = call->within[i];
    }
    wr_cuda_order(q, WR_CUDA_COMPUTE, call->range, call->range_count, NULL);
    weir_status status = run(&c, call->plan, report);
    if (status == WEIR_PENDING) wr_cuda_lose(q, CU_OUT_OF_MEMORY, "error words were not marked");
    return status == WEIR_OK;
}

void *wr_cuda_blas(wr_cuda_call *c, cu_stream *stream) {
    wr_cuda_queue *q = c->queue;
    *stream = wr_cuda_stream(c);
    if (q->blas != NULL) return q->blas;
    c->message = wr_cuda_need_blas();
    if (c->message == NULL && wr_cuda.lt_new(&q->blas) != 0)
        c->message = "cuBLASLt could not be initialised";
    return q->blas;
}
