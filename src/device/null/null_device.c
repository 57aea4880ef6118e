/* null_device.c - a device that computes nothing: its thread completes tasks in order.
 *
 * It is used to test the order of tasks on a device, and to measure scheduling alone.  The first
 * task starts the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "base/thread.h"
#include "device/device.h"
#include "device/null/null_device.h"

wr_null_settings wr_null = {.memory_bytes = UINT64_C(1) << 30};

enum { REPORT_MAX = 256 }; /* maximum number of tasks that are reported together */

typedef struct null_queue {
    const wr_memory *memory;
    wr_device_done_fn done;
    void *owner;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    uint64_t waiting;   /* under mutex: number of tasks that are not done */
    bool running, stop; /* under mutex; running: the thread exists; stop: it must end */
    pthread_t thread;
} null_queue;

static bool counted_down(atomic_int_fast64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed) > 0 &&
           atomic_fetch_sub_explicit(counter, 1, memory_order_relaxed) == 1;
}

static void nap(int64_t ns) {
    nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

/* Wait as long as `count` tasks take, then report them. */
static void complete(null_queue *q, uint32_t count) {
    wr_device_failure failures[REPORT_MAX];
    uint32_t failed = 0;
    int64_t ns = (int64_t)count * atomic_load_explicit(&wr_null.task_ns, memory_order_relaxed);
    if (ns > 0) nap(ns);
    for (uint32_t i = 0; i < count; i++) {
        if (atomic_load_explicit(&wr_null.lost, memory_order_relaxed))
            failures[failed++] = (wr_device_failure){i, WEIR_EDEVICE, "the device is lost"};
        else if (counted_down(&wr_null.fail_in))
            failures[failed++] =
                (wr_device_failure){i, WEIR_EFAILED, "the null device was told to fail"};
    }
    q->done(q->owner, count, failures, failed);
}

static void *device_main(void *arg) {
    null_queue *q = arg;
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        while (q->waiting == 0 && !q->stop) pthread_cond_wait(&q->more, &q->mutex);
        if (q->waiting == 0) break;
        uint64_t most =
            atomic_load_explicit(&wr_null.task_ns, memory_order_relaxed) > 0 ? 1 : REPORT_MAX;
        uint32_t count = (uint32_t)(q->waiting < most ? q->waiting : most);
        bool held = atomic_load_explicit(&wr_null.held, memory_order_relaxed);
        if (!held) q->waiting -= count;
        pthread_mutex_unlock(&q->mutex);
        if (held)
            nap(50000);
        else
            complete(q, count);
        pthread_mutex_lock(&q->mutex);
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

static weir_status null_open(const wr_memory *memory, int index, wr_device_done_fn done,
                             void *owner, void **queue) {
    null_queue *q = wr_alloc_zero(memory, sizeof *q, 16);
    if (q == NULL) return wr_fail(WEIR_ENOMEM, "null:%d: not enough memory for the queue", index);
    q->memory = memory;
    q->done = done;
    q->owner = owner;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->more, NULL);
    *queue = q;
    return WEIR_OK;
}

static bool start(null_queue *q) {
    q->running = wr_thread_start(&q->thread, "weir-null", device_main, q) == 0;
    return q->running;
}

static weir_status null_submit(void *queue, const wr_launch *batch, uint32_t count) {
    null_queue *q = queue;
    weir_status status = WEIR_OK;
    (void)batch;
    if (counted_down(&wr_null.refuse_in)) return WEIR_ENOMEM;
    pthread_mutex_lock(&q->mutex);
    if (!q->running && !start(q))
        status = WEIR_ESYS;
    else if ((q->waiting += count) == count)
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
    q->waiting = 0;
}

static uint64_t null_memory_bytes(int index) {
    (void)index;
    return atomic_load_explicit(&wr_null.memory_bytes, memory_order_relaxed);
}

const wr_device_ops wr_null_device = {.size = sizeof(wr_device_ops),
                                      .name = "null",
                                      .open = null_open,
                                      .submit = null_submit,
                                      .close = null_close,
                                      .lock = null_lock,
                                      .unlock = null_unlock,
                                      .memory_bytes = null_memory_bytes};
