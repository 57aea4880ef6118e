/* null_device.c - a device without hardware: it has memory that the host cannot address and a
 * thread that executes calls in order, with the kernels of the CPU.
 *
 * It is used to test everything about devices where there is none.  Its memory is mapped by the
 * host, but the addresses that it gives out differ from those of the host by ADDRESS_BIT, so that
 * an access without a copy crashes.  The first task starts the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/thread.h"
#include "base/futex.h"
#include "device/launch_ring.h"
#include "device/null/null_device.h"

wr_null_settings wr_null = {.memory_bytes = UINT64_C(1) << 30};

/* Set in every address of the device's memory.  The host has no such addresses. */
#define ADDRESS_BIT (UINT64_C(1) << 55)

enum {
    REPORT_MAX = 256,  /* maximum number of tasks that are reported together */
    REPORT_NS = 20000, /* a report is not delayed for longer than this */
};

typedef struct null_queue {
    const wr_memory *memory;
    int index;
    wr_device_user user;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    pthread_cond_t progress; /* `reached` has been raised, and there are waiters */
    wr_launch_ring ring;     /* under mutex: the tasks that are not begun */
    uint64_t reached;        /* under mutex: the number of the last task that is done */
    uint32_t waiters;        /* under mutex: number of other queues that wait for `reached` */
    bool running, stop;      /* under mutex; running: the thread exists; stop: it must end */
    pthread_t thread;
} null_queue;

static bool counted_down(atomic_int_fast64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed) > 0 &&
           atomic_fetch_sub_explicit(counter, 1, memory_order_relaxed) == 1;
}

static bool is_lost(void) { return atomic_load_explicit(&wr_null.lost, memory_order_relaxed); }

static void nap(int64_t ns) {
    nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t null_memory_take(int index, uint64_t bytes) {
    (void)index;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p != MAP_FAILED ? (uint64_t)(uintptr_t)p | ADDRESS_BIT : 0;
}

static void null_memory_give(int index, uint64_t address, uint64_t bytes) {
    (void)index;
    munmap((void *)(uintptr_t)(address & ~ADDRESS_BIT), bytes);
}

/* Return the host's address of a device address; leave addresses of host memory as they are. */
static void *host_address(const void *p) {
    return (void *)(uintptr_t)((uint64_t)(uintptr_t)p & ~ADDRESS_BIT);
}

static uint32_t *word_at(uint64_t address) {
    return host_address((const void *)(uintptr_t)address);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool null_has_kernel(const weir_op_def *op, const void *kernel) {
    (void)kernel;
    const char *missing = atomic_load_explicit(&wr_null.missing_kernel, memory_order_relaxed);
    return missing == NULL || strcmp(op->name, missing) != 0;
}

static weir_status execute(wr_device_call *call) {
    for (uint32_t i = 0; i < call->address_count; i++)
        *call->address[i] = host_address(*call->address[i]);
    if (call->op != NULL) return call->run(call->ctx);
    memcpy(*call->address[1], *call->address[0], call->bytes);
    return WEIR_OK;
}

static void mark(const wr_device_call *call, bool good) {
    for (uint32_t i = 0; i < call->mark_count; i++) {
        uint32_t *word = word_at(call->mark[i]);
        if (call->clears)
            *word = *word == WR_WORD_FAILED ? WR_WORD_GOOD : *word;
        else if (good)
            *word = WR_WORD_GOOD;
        else if (call->failed == WR_WORD_NEVER_MADE || *word == WR_WORD_GOOD)
            *word = call->failed;
    }
}

static weir_status null_launch(void *queue, wr_device_call *call) {
    weir_status status = WEIR_OK;
    bool runs = !call->refused && !call->clears;
    (void)queue;
    for (uint32_t i = 0; i < call->test_count; i++)
        call->skipped |= *word_at(call->test[i]) != WR_WORD_GOOD;
    if (runs && is_lost()) {
        status = WEIR_EDEVICE;
        call->message = "the device is lost";
    } else if (runs && !call->skipped && counted_down(&wr_null.fail_in)) {
        status = WEIR_EFAILED;
        call->message = "the null device was told to fail";
    } else if (runs && !call->skipped) {
        status = execute(call);
    }
    mark(call, runs && !call->skipped && status == WEIR_OK);
    return status;
}

/* ---- The queue ------------------------------------------------------------------------------- */

/* Add the failure of a task without a call, if the device is lost or told to fail. */
static void fail_plain(uint32_t index, wr_device_failure *failures, uint32_t *count) {
    if (is_lost())
        failures[(*count)++] =
            (wr_device_failure){index, WEIR_EDEVICE, "the device is lost", false, false, NULL};
    else if (counted_down(&wr_null.fail_in))
        failures[(*count)++] = (wr_device_failure){
            index, WEIR_EFAILED, "the null device was told to fail", false, false, NULL};
}

/* Let others know that the tasks up to this number are done. */
static void reach(null_queue *q, uint64_t number) {
    pthread_mutex_lock(&q->mutex);
    q->reached = number;
    if (q->waiters > 0) pthread_cond_broadcast(&q->progress);
    pthread_mutex_unlock(&q->mutex);
}

/* Wait until this task of another queue is done. */
static void wait_for(null_queue *other, uint64_t number) {
    pthread_mutex_lock(&other->mutex);
    other->waiters++;
    while (other->reached < number) pthread_cond_wait(&other->progress, &other->mutex);
    other->waiters--;
    pthread_mutex_unlock(&other->mutex);
}

/* Execute a task or a wait.  Before a wait everything has been reported. */
static void execute_entry(null_queue *q, const wr_launch *entry, uint32_t index,
                          wr_device_failure *failures, uint32_t *failed) {
    int64_t ns = atomic_load_explicit(&wr_null.task_ns, memory_order_relaxed);
    if (entry->task == NULL) {
        wait_for(entry->wait, entry->number);
        return;
    }
    if (ns > 0) nap(ns);
    if (entry->runs)
        q->user.run(q->user.owner, entry->task, false);
    else
        fail_plain(index, failures, failed);
}

/* Execute tasks and report them. */
static void complete(null_queue *q, const wr_launch *launches, uint32_t count) {
    wr_device_failure failures[REPORT_MAX];
    uint32_t failed = 0, tasks = 0;
    int64_t since = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (launches[i].runs && since == 0) since = wr_now_ns();
        execute_entry(q, &launches[i], tasks, failures, &failed);
        tasks += launches[i].task != NULL;
        bool late = launches[i].runs && wr_now_ns() - since > REPORT_NS;
        bool waits = i + 1 < count && launches[i + 1].task == NULL;
        if (tasks == 0 || (i + 1 < count && !late && !waits)) continue;
        reach(q, launches[i].number);
        q->user.done(q->user.owner, tasks, failures, failed);
        tasks = failed = 0;
        since = 0;
    }
}

static void *device_main(void *arg) {
    null_queue *q = arg;
    wr_launch launches[REPORT_MAX];
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        while (q->ring.count == 0 && !q->stop) pthread_cond_wait(&q->more, &q->mutex);
        if (q->ring.count == 0) break;
        bool slow = atomic_load_explicit(&wr_null.task_ns, memory_order_relaxed) > 0;
        bool held = atomic_load_explicit(&wr_null.held, memory_order_relaxed);
        uint32_t count = held ? 0 : wr_ring_take(&q->ring, launches, slow ? 1 : REPORT_MAX);
        pthread_mutex_unlock(&q->mutex);
        if (held)
            nap(50000);
        else
            complete(q, launches, count);
        pthread_mutex_lock(&q->mutex);
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

static weir_status null_open(const wr_memory *memory, int index, const wr_device_user *user,
                             void **queue) {
    null_queue *q = wr_alloc_zero(memory, sizeof *q, 16);
    if (q == NULL) return wr_fail(WEIR_ENOMEM, "null:%d: not enough memory for the queue", index);
    q->memory = memory;
    q->index = index;
    q->user = *user;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->more, NULL);
    pthread_cond_init(&q->progress, NULL);
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
    if (counted_down(&wr_null.refuse_in)) return WEIR_ENOMEM;
    pthread_mutex_lock(&q->mutex);
    if (!q->running && !start(q)) {
        status = WEIR_ESYS;
    } else if (!wr_ring_add(&q->ring, q->memory, batch, count)) {
        status = WEIR_ENOMEM;
    } else if (q->ring.count == count) {
        pthread_cond_signal(&q->more);
    }
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
    pthread_cond_destroy(&q->progress);
    wr_ring_free(&q->ring, q->memory);
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
    pthread_cond_init(&q->progress, NULL);
    q->waiters = 0;
    q->running = false;
    q->ring.count = 0;
}

static uint64_t null_memory_bytes(int index) {
    (void)index;
    return atomic_load_explicit(&wr_null.memory_bytes, memory_order_relaxed);
}

const wr_device_ops wr_null_device = {.size = sizeof(wr_device_ops),
                                      .name = "null",
                                      .waits = true,
                                      .open = null_open,
                                      .submit = null_submit,
                                      .close = null_close,
                                      .lock = null_lock,
                                      .unlock = null_unlock,
                                      .memory_bytes = null_memory_bytes,
                                      .memory_take = null_memory_take,
                                      .memory_give = null_memory_give,
                                      .has_kernel = null_has_kernel,
                                      .launch = null_launch};
