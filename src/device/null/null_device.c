/* null_device.c - a device that computes nothing: its thread completes tasks in order.
 *
 * It is used to test deferred completion and to measure scheduling alone.  The first task starts
 * the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"
#include "device/device.h"

typedef struct null_queue {
    const wr_memory *memory;
    wr_device_done_fn done;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    weir_completion **waiting; /* under mutex: a ring of `size` entries that grows when full */
    size_t size, first, count; /* under mutex: `count` entries from index `first` on are in use */
    bool running, stop;        /* under mutex; running: the thread exists; stop: it must end */
    pthread_t thread;
} null_queue;

static void *device_main(void *arg) {
    null_queue *q = arg;
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        while (q->count == 0 && !q->stop) pthread_cond_wait(&q->more, &q->mutex);
        if (q->count == 0) break;
        weir_completion *c = q->waiting[q->first];
        q->first = (q->first + 1) % q->size;
        q->count--;
        pthread_mutex_unlock(&q->mutex);
        q->done(c, WEIR_OK, NULL);
        pthread_mutex_lock(&q->mutex);
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

static weir_status null_open(const wr_memory *memory, wr_device_done_fn done, void **queue) {
    null_queue *q = wr_alloc_zero(memory, sizeof *q, 16);
    if (q == NULL) return wr_fail(WEIR_ENOMEM, "null device: not enough memory for the queue");
    q->memory = memory;
    q->done = done;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->more, NULL);
    *queue = q;
    return WEIR_OK;
}

static bool grow(null_queue *q) {
    size_t size = q->size > 0 ? q->size * 2 : 64;
    weir_completion **bigger = wr_alloc(q->memory, size * sizeof *bigger, 16);
    if (bigger == NULL) return false;
    for (size_t i = 0; i < q->count; i++) bigger[i] = q->waiting[(q->first + i) % q->size];
    wr_free(q->memory, q->waiting, q->size * sizeof *bigger);
    q->waiting = bigger;
    q->size = size;
    q->first = 0;
    return true;
}

static bool start(null_queue *q) {
    q->running = wr_thread_start(&q->thread, "weir-null", device_main, q) == 0;
    return q->running;
}

static weir_status null_submit(void *queue, weir_completion *completion) {
    null_queue *q = queue;
    weir_status status = WEIR_OK;
    pthread_mutex_lock(&q->mutex);
    if (q->count == q->size && !grow(q))
        status = WEIR_ENOMEM;
    else if (!q->running && !start(q))
        status = WEIR_ESYS;
    else
        q->waiting[(q->first + q->count++) % q->size] = completion;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->mutex);
    return status;
}

static void null_close(void *queue) {
    null_queue *q = queue;
    pthread_mutex_lock(&q->mutex);
    q->stop = true;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->mutex);
    if (q->running) pthread_join(q->thread, NULL);
    pthread_mutex_destroy(&q->mutex);
    pthread_cond_destroy(&q->more);
    wr_free(q->memory, q->waiting, q->size * sizeof *q->waiting);
    wr_free(q->memory, q, sizeof *q);
}

static void null_lock(void *queue) { pthread_mutex_lock(&((null_queue *)queue)->mutex); }

static void null_unlock(void *queue, bool child) {
    null_queue *q = queue;
    if (!child) {
        pthread_mutex_unlock(&q->mutex);
        return;
    }
    pthread_mutex_init(&q->mutex, NULL); /* the device thread does not exist in the child */
    pthread_cond_init(&q->more, NULL);
    q->running = false;
    q->count = 0;
}

const wr_device_ops wr_null_device = {"null",     null_open, null_submit,
                                      null_close, null_lock, null_unlock};
