/* cuda_exchange.c - the streams through which other libraries hand memory over.
 *
 * Each card has one stream, in which nothing runs.  A library that lends memory makes the stream wait
 * for its own work; the host then waits for the stream.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"
#include "device/cuda/cuda_queue.h"

static struct {
    pthread_mutex_t mutex;
    cu_stream stream[WR_CUDA_DEVICES]; /* under mutex; NULL: not made yet; never freed */
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
