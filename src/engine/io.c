/* io.c - threads for tasks that block on I/O, so that workers do not block; and sending tasks to
 * devices.
 *
 * I/O threads are started when needed, up to config.io_threads, and end with the runtime.  Their
 * queue uses an ordinary mutex and a condition variable, because tasks that block are slow anyway.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"
#include "engine/engine.h"

struct wr_io {
    pthread_cond_t more; /* signalled under io_lock when a task is queued or `stop` is set */
    wr_list queue;       /* under io_lock: tasks that wait for a thread */
    /* under io_lock; idle: number of threads that wait for a task; count: number of threads */
    int idle, count;
    bool stop;           /* under io_lock: threads end when the queue is empty */
    pthread_t threads[]; /* under io_lock: the first `count` entries are in use */
};

static size_t io_size(weir_runtime *rt) {
    return sizeof(struct wr_io) + sizeof(pthread_t) * (size_t)rt->config.io_threads;
}

static wr_task *next_task(weir_runtime *rt) {
    struct wr_io *io = rt->io;
    wr_lock_take(&rt->io_lock);
    io->idle++;
    while (io->queue.first == NULL && !io->stop) pthread_cond_wait(&io->more, &rt->io_lock.mutex);
    io->idle--;
    wr_task *t = wr_list_pop(&io->queue);
    wr_lock_give(&rt->io_lock);
    return t;
}

static void *io_main(void *arg) {
    weir_runtime *rt = arg;
    wr_inside = rt;
    wr_mine.engine_thread = true;
    for (wr_task *t; (t = next_task(rt)) != NULL;) {
        atomic_fetch_add(&rt->io_running, 1);
        wr_run(rt, t, -1);
        if (wr_mine.orphan) return NULL; /* the task has forked, and this process is the child */
        atomic_fetch_sub(&rt->io_running, 1);
        wr_scheduler_notify(rt);
    }
    return NULL;
}

/* Start one thread.  Under io_lock. */
static bool start_one(weir_runtime *rt) {
    pthread_t *thread = &rt->io->threads[rt->io->count];
    if (wr_thread_start(thread, "weir-io", io_main, rt) != 0) return false;
    rt->io->count++;
    return true;
}

weir_status wr_io_push(weir_runtime *rt, wr_task *t) {
    weir_status status = WEIR_OK;
    wr_lock_take(&rt->io_lock);
    if (rt->io == NULL && (rt->io = wr_alloc_zero(&rt->memory, io_size(rt), 16)) != NULL)
        pthread_cond_init(&rt->io->more, NULL);
    struct wr_io *io = rt->io;
    if (io == NULL) {
        status = WEIR_ENOMEM;
    } else {
        bool wanted = (size_t)io->idle <= io->queue.count && io->count < rt->config.io_threads;
        if (wanted && !start_one(rt) && io->count == 0) status = WEIR_ESYS;
        if (status == WEIR_OK) {
            wr_list_append(&io->queue, t);
            pthread_cond_signal(&io->more);
        }
    }
    wr_lock_give(&rt->io_lock);
    return status;
}

/* Append tasks to rt->sending.  Tasks are sent to their devices in the order in which they became
 * ready, so only one thread sends at a time; it also sends the tasks that other threads append
 * meanwhile. */
void wr_io_hand_over(weir_runtime *rt, wr_list *outbox) {
    wr_lock_take(&rt->io_lock);
    for (wr_task *t; (t = wr_list_pop(outbox)) != NULL;) wr_list_append(&rt->sending, t);
    wr_lock_give(&rt->io_lock);
}

void wr_io_send(weir_runtime *rt) {
    wr_lock_take(&rt->io_lock);
    while (!rt->sender && rt->sending.first != NULL) {
        wr_list list = rt->sending;
        rt->sending = (wr_list){0};
        rt->sender = true;
        wr_lock_give(&rt->io_lock);
        for (wr_task *t; (t = wr_list_pop(&list)) != NULL;) wr_run_send(rt, t);
        wr_lock_take(&rt->io_lock);
        rt->sender = false;
    }
    wr_lock_give(&rt->io_lock);
}

void wr_io_join(weir_runtime *rt) {
    struct wr_io *io = rt->io;
    if (io == NULL) return;
    wr_lock_take(&rt->io_lock);
    io->stop = true;
    pthread_cond_broadcast(&io->more);
    int count = io->count;
    wr_lock_give(&rt->io_lock);
    for (int i = 0; i < count; i++) pthread_join(io->threads[i], NULL);
    pthread_cond_destroy(&io->more);
    wr_free(&rt->memory, io, io_size(rt));
    rt->io = NULL;
}

/* In a forked child: forget the I/O threads, which exist only in the parent.  fork.c
 * recovers their tasks: it visits all tasks and looks at the state of each. */
void wr_io_forget(weir_runtime *rt) {
    struct wr_io *io = rt->io;
    rt->sending = (wr_list){0};
    rt->sender = false;
    if (io == NULL) return;
    rt->io = NULL;
    wr_free(&rt->memory, io, io_size(rt));
}
