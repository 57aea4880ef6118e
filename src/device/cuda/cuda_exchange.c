/* cuda_exchange.c - the streams and events through which libraries hand memory over.
 *
 * Each card has one stream, in which nothing runs.  A library that lends memory makes the stream wait
 * for its own work; the first task that uses the memory waits for an event in the stream.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"
#include "device/cuda/cuda_queue.h"

enum { EVENTS = 16 }; /* that are kept for each card */

static struct {
    pthread_mutex_t mutex;
    /* under mutex, like the rest; NULL: not made yet; never freed */
    cu_stream stream[WR_CUDA_DEVICES];
    cu_event event[WR_CUDA_DEVICES][EVENTS];
    int event_count[WR_CUDA_DEVICES];
} exchange = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static weir_status fail(const char *what, int32_t index, cu_result result) {
    const char *text = NULL;
    if (wr_cuda.error_string(result, &text) != CU_OK) text = "unknown error";
    return wr_fail(WEIR_EDEVICE, "%s: cuda:%d: %s", what, index, text);
}

static weir_status find(const char *what, int32_t index, const wr_cuda_card **card) {
    if (wr_cuda_is_forked())
        return wr_fail(WEIR_EFORKED,
                       "%s: the parent process has used the driver, so a forked child cannot",
                       what);
    *card = index >= 0 ? wr_cuda_card_get(index) : NULL;
    if (*card != NULL) return WEIR_OK;
    return wr_fail(WEIR_EDEVICE, "%s: there is no device cuda:%d%s%s", what, index,
                   wr_cuda_count() == 0 ? ": " : "", wr_cuda_count() == 0 ? wr_cuda_why() : "");
}

weir_status weir_cuda_stream(int32_t index, uint64_t *stream) {
    static const char what[] = "weir_cuda_stream";
    const wr_cuda_card *card;
    if (stream == NULL) return wr_fail(WEIR_EINVAL, "%s: stream is NULL", what);
    WR_TRY(find(what, index, &card));
    cu_result result = CU_OK;
    pthread_mutex_lock(&exchange.mutex);
    cu_stream *own = &exchange.stream[index];
    if (*own == NULL && (result = wr_cuda.context_push(card->context)) == CU_OK) {
        result = wr_cuda.stream_new(own, CU_STREAM_NON_BLOCKING, 0);
        wr_cuda.context_pop(&(cu_context){0});
    }
    *stream = (uint64_t)(uintptr_t)*own;
    pthread_mutex_unlock(&exchange.mutex);
    return result == CU_OK ? WEIR_OK : fail(what, index, result);
}

weir_status weir_cuda_stream_wait(int32_t index) {
    static const char what[] = "weir_cuda_stream_wait";
    const wr_cuda_card *card;
    uint64_t stream;
    WR_TRY(find(what, index, &card));
    WR_TRY(weir_cuda_stream(index, &stream));
    cu_result result = wr_cuda.context_push(card->context);
    if (result != CU_OK) return fail(what, index, result);
    result = wr_cuda.stream_sync((cu_stream)(uintptr_t)stream);
    wr_cuda.context_pop(&(cu_context){0});
    return result == CU_OK ? WEIR_OK : fail(what, index, result);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Under the mutex, with the context current. */
static cu_event take(int index) {
    cu_event event = NULL;
    if (exchange.event_count[index] > 0)
        return exchange.event[index][--exchange.event_count[index]];
    return wr_cuda.event_new(&event, CU_EVENT_DISABLE_TIMING) == CU_OK ? event : NULL;
}

void *wr_cuda_event_take(int index) {
    const wr_cuda_card *card = wr_cuda_card_get(index);
    if (card == NULL || wr_cuda.context_push(card->context) != CU_OK) return NULL;
    pthread_mutex_lock(&exchange.mutex);
    cu_event event = take(index);
    pthread_mutex_unlock(&exchange.mutex);
    wr_cuda.context_pop(&(cu_context){0});
    return event;
}

void *wr_cuda_event_behind(int index) {
    const wr_cuda_card *card = wr_cuda_card_get(index);
    cu_event event = NULL;
    if (card == NULL || wr_cuda.context_push(card->context) != CU_OK) return NULL;
    pthread_mutex_lock(&exchange.mutex);
    cu_stream stream = exchange.stream[index];
    if (stream != NULL) event = take(index);
    if (event != NULL && wr_cuda.event_record(event, stream) != CU_OK) {
        wr_cuda.event_free(event);
        event = NULL;
    }
    if (event == NULL && stream != NULL) wr_cuda.stream_sync(stream);
    pthread_mutex_unlock(&exchange.mutex);
    wr_cuda.context_pop(&(cu_context){0});
    return event;
}

void wr_cuda_event_give(int index, void *event) {
    if (event == NULL || wr_cuda_is_forked()) return;
    pthread_mutex_lock(&exchange.mutex);
    bool kept = exchange.event_count[index] < EVENTS;
    if (kept) exchange.event[index][exchange.event_count[index]++] = event;
    pthread_mutex_unlock(&exchange.mutex);
    if (!kept) wr_cuda.event_free(event);
}

weir_status wr_cuda_stream_follow(int index, uint64_t stream, void *event) {
    static const char what[] = "weir_array_to_dlpack_stream";
    const wr_cuda_card *card;
    WR_TRY(find(what, index, &card));
    cu_result result = wr_cuda.context_push(card->context);
    if (result != CU_OK) return fail(what, index, result);
    result = wr_cuda.stream_wait((cu_stream)(uintptr_t)stream, event, 0);
    wr_cuda.context_pop(&(cu_context){0});
    return result == CU_OK ? WEIR_OK : fail(what, index, result);
}
