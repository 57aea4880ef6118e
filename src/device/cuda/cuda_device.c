/* cuda_device.c - CUDA devices: cards and their memory, and a queue with two threads.
 *
 * The launcher takes tasks from a ring and puts their kernels and copies into a stream.  The reaper
 * waits for the events behind them and reports the tasks.  docs/design/cuda.md has a drawing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/futex.h"
#include "base/thread.h"
#include "device/cuda/cuda_device.h"
#include "device/cuda/cuda_blas.h"
#include "device/cuda/cuda_queue.h"

enum {
    GROUP_NS = 2000000, /* a group is not longer than this, except for its last task */
    SPIN_NS = 50000,    /* the reaper looks for an event for so long before it sleeps */
};

/* ---- Cards ----------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t mutex;
    /* -1: not counted yet; written under mutex with release, read with acquire, before `ordinal` */
    atomic_int count;
    int ordinal[WR_CUDA_DEVICES]; /* const once counted: the driver's numbers of our devices */
    wr_cuda_card *card[WR_CUDA_DEVICES]; /* under mutex; NULL: not made yet; never freed */
    atomic_bool forked; /* relaxed: this is a child of a process that used the driver */
} cards = {.mutex = PTHREAD_MUTEX_INITIALIZER, .count = -1};

/* Read WEIR_CUDA_DEVICES, a list of the driver's numbers such as "0,0".  Other numbers are left
 * out. */
static int read_list(const char *text, int existing) {
    int count = 0;
    while (*text != '\0' && count < WR_CUDA_DEVICES) {
        char *end;
        long number = strtol(text, &end, 10);
        if (end == text) break;
        if (number >= 0 && number < existing) cards.ordinal[count++] = (int)number;
        text = *end == ',' ? end + 1 : end;
    }
    return count;
}

/* Under the mutex. */
static int count_cards(void) {
    const char *list = getenv("WEIR_CUDA_DEVICES");
    int existing = wr_cuda_devices();
    if (list != NULL && *list != '\0') return read_list(list, existing);
    int count = existing < WR_CUDA_DEVICES ? existing : WR_CUDA_DEVICES;
    for (int i = 0; i < count; i++) cards.ordinal[i] = i;
    return count;
}

static bool is_forked(void) { return atomic_load_explicit(&cards.forked, memory_order_relaxed); }

int wr_cuda_count(void) {
    int count = atomic_load_explicit(&cards.count, memory_order_acquire);
    if (WR_LIKELY(count >= 0)) return count;
    pthread_mutex_lock(&cards.mutex);
    count = atomic_load_explicit(&cards.count, memory_order_relaxed);
    if (count < 0) {
        count = count_cards();
        atomic_store_explicit(&cards.count, count, memory_order_release);
    }
    pthread_mutex_unlock(&cards.mutex);
    return count;
}

const char *wr_cuda_why(void) {
    const char *why = wr_cuda_why_none();
    return why != NULL ? why : "WEIR_CUDA_DEVICES lists none that exists";
}

static bool fill_card(wr_cuda_card *c, int ordinal) {
    int major = 0, minor = 0;
    size_t bytes = 0;
    if (wr_cuda.device_get(&c->device, ordinal) != CU_OK ||
        wr_cuda.context_retain(&c->context, c->device) != CU_OK)
        return false;
    wr_cuda.device_memory(&bytes, c->device);
    wr_cuda.device_attribute(&c->processors, CU_ATTRIBUTE_SM_COUNT, c->device);
    wr_cuda.device_attribute(&major, CU_ATTRIBUTE_CAPABILITY_MAJOR, c->device);
    wr_cuda.device_attribute(&minor, CU_ATTRIBUTE_CAPABILITY_MINOR, c->device);
    c->bytes = bytes;
    snprintf(c->architecture, sizeof c->architecture, "sm_%d%d", major, minor);
    return true;
}

const wr_cuda_card *wr_cuda_card_get(int index) {
    if (is_forked() || index >= wr_cuda_count()) return NULL;
    pthread_mutex_lock(&cards.mutex);
    wr_cuda_card *c = cards.card[index];
    if (c == NULL && (c = calloc(1, sizeof *c)) != NULL) {
        if (fill_card(c, cards.ordinal[index])) {
            cards.card[index] = c;
        } else {
            free(c);
            c = NULL;
        }
    }
    pthread_mutex_unlock(&cards.mutex);
    return c;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Nine tenths of the memory: the rest is for the context, kernels and libraries. */
static uint64_t cuda_memory_bytes(int index) {
    const wr_cuda_card *c = wr_cuda_card_get(index);
    return c != NULL ? c->bytes / 10 * 9 : 0;
}

static uint64_t cuda_memory_take(int index, uint64_t bytes) {
    const wr_cuda_card *c = wr_cuda_card_get(index);
    cu_pointer address = 0;
    if (c == NULL || wr_cuda.context_push(c->context) != CU_OK) return 0;
    if (wr_cuda.memory_take(&address, bytes) != CU_OK) address = 0;
    wr_cuda.context_pop(&(cu_context){0});
    return address;
}

static void cuda_memory_give(int index, uint64_t address, uint64_t bytes) {
    const wr_cuda_card *c = wr_cuda_card_get(index);
    (void)bytes;
    if (c == NULL || wr_cuda.context_push(c->context) != CU_OK) return;
    wr_cuda.memory_give(address);
    wr_cuda.context_pop(&(cu_context){0});
}

static uint64_t pinned_take(void *ctx, uint64_t bytes) {
    const wr_cuda_queue *q = ctx;
    void *address = NULL;
    if (is_forked() || wr_cuda.context_push(q->card->context) != CU_OK) return 0;
    if (wr_cuda.pinned_take(&address, bytes, 0) != CU_OK) address = NULL;
    wr_cuda.context_pop(&(cu_context){0});
    return (uint64_t)(uintptr_t)address;
}

static void pinned_give(void *ctx, uint64_t address, uint64_t bytes) {
    const wr_cuda_queue *q = ctx;
    (void)bytes;
    if (is_forked() || wr_cuda.context_push(q->card->context) != CU_OK) return;
    wr_cuda.pinned_give((void *)(uintptr_t)address);
    wr_cuda.context_pop(&(cu_context){0});
}

/* ---- Failures -------------------------------------------------------------------------------- */

static const char *error_text(cu_result result) {
    const char *text = NULL;
    if (wr_cuda.error_string(result, &text) != CU_OK || text == NULL) text = "unknown error";
    return text;
}

void wr_cuda_lose(wr_cuda_queue *q, cu_result result, const char *what) {
    pthread_mutex_lock(&q->mutex);
    if (!atomic_load_explicit(&q->lost, memory_order_relaxed)) {
        snprintf(q->reason, sizeof q->reason,
                 "the device is lost, and only a new process can use it again: %s: %s", what,
                 error_text(result));
        /* Release: pairs with the acquire in wr_cuda_is_lost, whose caller reads the reason. */
        atomic_store_explicit(&q->lost, true, memory_order_release);
    }
    pthread_mutex_unlock(&q->mutex);
}

bool wr_cuda_is_lost(wr_cuda_queue *q) {
    return atomic_load_explicit(&q->lost, memory_order_acquire);
}

weir_status wr_cuda_try(wr_cuda_queue *q, cu_result result, const char *what,
                        const char **message) {
    if (WR_LIKELY(result == CU_OK)) return WEIR_OK;
    if (result == CU_OUT_OF_MEMORY) {
        *message = "the driver is out of memory";
        return WEIR_ENOMEM;
    }
    /* After a fault in a kernel every function of the driver fails with the reason. */
    if (wr_cuda.event_query(q->probe) != CU_OK) wr_cuda_lose(q, result, what);
    if (wr_cuda_is_lost(q)) {
        *message = q->reason;
        return WEIR_EDEVICE;
    }
    snprintf(q->text, sizeof q->text, "%s: %s", what, error_text(result));
    *message = q->text;
    return WEIR_EDEVICE;
}

/* ---- The launcher ---------------------------------------------------------------------------- */

static wr_cuda_group *spare_group(wr_cuda_queue *q) {
    pthread_mutex_lock(&q->mutex);
    wr_cuda_group *g = q->spare;
    if (g != NULL) q->spare = g->next;
    pthread_mutex_unlock(&q->mutex);
    return g;
}

/* Make a group and its event; NULL if there is not enough memory. */
static wr_cuda_group *make_group(wr_cuda_queue *q) {
    wr_cuda_group *g = wr_alloc_zero(q->memory, sizeof *g, 16);
    if (g == NULL) return NULL;
    if (wr_cuda.event_new(&g->event, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC) == CU_OK)
        return g;
    wr_free(q->memory, g, sizeof *g);
    return NULL;
}

/* Get a group.  One was made when the queue was opened, so one is spare sooner or later. */
static wr_cuda_group *new_group(wr_cuda_queue *q) {
    wr_cuda_group *g;
    while ((g = spare_group(q)) == NULL && (g = make_group(q)) == NULL)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    g->next = NULL;
    g->first = q->number;
    return g;
}

/* Launch tasks as one group; returns how many.  A slow launch, such as one that compiles a kernel,
 * ends the group, so that the tasks before it are reported. */
static uint32_t launch_group(wr_cuda_queue *q, wr_cuda_group *g, const wr_launch *tasks,
                             uint32_t count) {
    int64_t until = wr_now_ns() + GROUP_NS;
    uint32_t n = 0;
    q->group = g;
    do {
        if (tasks[n].runs && !wr_cuda_is_lost(q)) q->run(q->owner, tasks[n].task);
        q->number++;
    } while (++n < count && wr_now_ns() < until);
    g->count = n;
    cu_result result = wr_cuda_is_lost(q) ? CU_OK : wr_cuda.event_record(g->event, q->stream);
    if (result != CU_OK) wr_cuda_lose(q, result, "cuEventRecord");
    pthread_mutex_lock(&q->mutex);
    *q->last_group = g;
    q->last_group = &g->next;
    q->flying += n;
    pthread_cond_signal(&q->launched);
    pthread_mutex_unlock(&q->mutex);
    return n;
}

static void *launcher_main(void *arg) {
    wr_cuda_queue *q = arg;
    wr_launch tasks[WR_CUDA_GROUP];
    wr_cuda.context_set(q->card->context);
    wr_cuda_load_words(q);
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        /* Each task that is launched and not reported has a report of its own. */
        while ((q->ring.count == 0 && !q->stop) || q->flying + WR_CUDA_GROUP > WR_CUDA_REPORTS)
            pthread_cond_wait(&q->submitted, &q->mutex);
        if (q->ring.count == 0) break;
        uint32_t count = wr_ring_take(&q->ring, tasks, WR_CUDA_GROUP);
        pthread_mutex_unlock(&q->mutex);
        for (uint32_t n = 0; n < count;) n += launch_group(q, new_group(q), tasks + n, count - n);
        pthread_mutex_lock(&q->mutex);
    }
    q->ended = true;
    pthread_cond_signal(&q->launched);
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

/* ---- The reaper ------------------------------------------------------------------------------ */

static void finish_stages(wr_cuda_queue *q, wr_cuda_group *g, bool good) {
    for (wr_cuda_stage *s = g->stages, *next; s != NULL; s = next) {
        next = s->next;
        if (s->to != NULL && good) memcpy(s->to, s->pinned, s->bytes);
        wr_heap_give(q->pinned, (uint64_t)(uintptr_t)s->pinned);
        wr_free(q->memory, s, sizeof *s);
    }
    g->stages = NULL;
}

static const struct {
    weir_status status;
    const char *text;
} report_kinds[] = {
#define REPORT(name, status, text) {WEIR_##status, text},
#include "device/cuda/reports.def"
#undef REPORT
};

static wr_device_failure failure_of(uint32_t index, uint32_t report, const char *within) {
    if (report >= sizeof report_kinds / sizeof *report_kinds) report = 1;
    return (wr_device_failure){
        index, report_kinds[report].status, report_kinds[report].text, true, report == 1, within};
}

/* Report the tasks of a group whose event has come, or whose device is lost. */
static void report(wr_cuda_queue *q, wr_cuda_group *g, bool good) {
    wr_device_failure failures[WR_CUDA_GROUP];
    uint32_t failed = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        volatile uint32_t *word = &q->reports[(g->first + i) % WR_CUDA_REPORTS];
        if (!good)
            failures[failed++] =
                (wr_device_failure){i, WEIR_EDEVICE, q->reason, false, false, NULL};
        else if (*word != 0)
            failures[failed++] = failure_of(i, *word, q->within[(g->first + i) % WR_CUDA_REPORTS]);
        *word = 0;
    }
    uint32_t count = g->count;
    pthread_mutex_lock(&q->mutex);
    q->flying -= count;
    pthread_cond_signal(&q->submitted);
    g->next = q->spare;
    q->spare = g;
    pthread_mutex_unlock(&q->mutex);
    q->done(q->owner, count, failures, failed);
}

/* Wait for an event: look for a while, then sleep. */
static cu_result wait_for(cu_event event) {
    int64_t until = wr_now_ns() + SPIN_NS;
    cu_result result = wr_cuda.event_query(event);
    while (result == CU_NOT_READY && wr_now_ns() < until) result = wr_cuda.event_query(event);
    return result == CU_NOT_READY ? wr_cuda.event_sync(event) : result;
}

static void *reaper_main(void *arg) {
    wr_cuda_queue *q = arg;
    wr_cuda.context_set(q->card->context);
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        while (q->groups == NULL && !q->ended) pthread_cond_wait(&q->launched, &q->mutex);
        wr_cuda_group *g = q->groups;
        if (g == NULL) break;
        q->groups = g->next;
        if (q->groups == NULL) q->last_group = &q->groups;
        pthread_mutex_unlock(&q->mutex);
        cu_result result = wr_cuda_is_lost(q) ? CU_OK : wait_for(g->event);
        if (result != CU_OK) wr_cuda_lose(q, result, "a kernel or a copy failed");
        bool good = !wr_cuda_is_lost(q);
        finish_stages(q, g, good);
        report(q, g, good);
        pthread_mutex_lock(&q->mutex);
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void free_queue(wr_cuda_queue *q) {
    bool forked = is_forked();
    if (!forked && wr_cuda.context_push(q->card->context) == CU_OK) {
        wr_cuda_blas_close(q);
        if (q->stream != NULL) wr_cuda.stream_free(q->stream);
        if (q->probe != NULL) wr_cuda.event_free(q->probe);
        if (q->reports != NULL) wr_cuda.pinned_give(q->reports);
        if (q->combined != 0) wr_cuda.memory_give(q->combined);
        for (wr_cuda_group *g = q->spare; g != NULL; g = g->next)
            if (g->event != NULL) wr_cuda.event_free(g->event);
        wr_cuda.context_pop(&(cu_context){0});
    }
    for (wr_cuda_group *g = q->spare, *next; g != NULL; g = next) {
        next = g->next;
        wr_free(q->memory, g, sizeof *g);
    }
    wr_heap_free(q->pinned);
    pthread_mutex_destroy(&q->mutex);
    pthread_cond_destroy(&q->submitted);
    pthread_cond_destroy(&q->launched);
    wr_ring_free(&q->ring, q->memory);
    wr_free(q->memory, q, sizeof *q);
}

/* Make what the driver has for the queue. */
static cu_result make_handles(wr_cuda_queue *q) {
    const size_t bytes = WR_CUDA_REPORTS * sizeof *q->reports;
    void *reports = NULL;
    cu_result result = wr_cuda.context_push(q->card->context);
    if (result != CU_OK) return result;
    result = wr_cuda.stream_new(&q->stream, CU_STREAM_NON_BLOCKING, 0);
    if (result == CU_OK) result = wr_cuda.event_new(&q->probe, CU_EVENT_DISABLE_TIMING);
    if (result == CU_OK) result = wr_cuda.pinned_take(&reports, bytes, CU_PINNED_MAPPED);
    if (result == CU_OK) result = wr_cuda.pinned_address(&q->reports_address, reports, 0);
    if (result == CU_OK) result = wr_cuda.memory_take(&q->combined, bytes);
    if (result == CU_OK && (q->spare = make_group(q)) == NULL) result = CU_OUT_OF_MEMORY;
    q->reports = reports;
    if (reports != NULL) memset(reports, 0, bytes);
    wr_cuda.context_pop(&(cu_context){0});
    return result;
}

static weir_status cuda_open(const wr_memory *memory, int index, wr_device_run_fn run,
                             wr_device_done_fn done, void *owner, void **queue) {
    const wr_cuda_card *card = wr_cuda_card_get(index);
    if (card == NULL)
        return wr_fail(WEIR_EDEVICE, "cuda:%d: %s", index,
                       is_forked() ? "the parent process has used it, so a forked child cannot"
                                   : "the driver has no context for this device");
    wr_cuda_queue *q = wr_alloc_zero(memory, sizeof *q, 16);
    if (q == NULL) return wr_fail(WEIR_ENOMEM, "cuda:%d: not enough memory for the queue", index);
    q->memory = memory;
    q->card = card;
    q->index = index;
    q->run = run;
    q->done = done;
    q->owner = owner;
    q->last_group = &q->groups;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->submitted, NULL);
    pthread_cond_init(&q->launched, NULL);
    wr_heap_source source = {.ctx = q, .take = pinned_take, .give = pinned_give};
    weir_status status = wr_heap_new(memory, &source, WR_CUDA_PINNED_MAX, &q->pinned);
    cu_result result = status == WEIR_OK ? make_handles(q) : CU_OK;
    if (result != CU_OK)
        status =
            wr_fail(WEIR_EDEVICE, "cuda:%d: the queue was not made: %s", index, error_text(result));
    if (status != WEIR_OK) {
        free_queue(q);
        return status;
    }
    *queue = q;
    return WEIR_OK;
}

/* Under the mutex. */
static bool start(wr_cuda_queue *q) {
    if (!q->running && wr_thread_start(&q->launcher, "weir-cuda", launcher_main, q) != 0)
        return false;
    q->running = true;
    if (wr_thread_start(&q->reaper, "weir-cuda-done", reaper_main, q) == 0)
        return q->reaping = true;
    return false;
}

static weir_status cuda_submit(void *queue, const wr_launch *batch, uint32_t count) {
    wr_cuda_queue *q = queue;
    weir_status status = WEIR_OK;
    if (is_forked()) return WEIR_EFORKED;
    pthread_mutex_lock(&q->mutex);
    if (!q->reaping && !start(q)) {
        status = WEIR_ESYS;
    } else if (!wr_ring_add(&q->ring, q->memory, batch, count)) {
        status = WEIR_ENOMEM;
    } else if (q->ring.count == count) {
        pthread_cond_signal(&q->submitted);
    }
    pthread_mutex_unlock(&q->mutex);
    return status;
}

static void cuda_close(void *queue) {
    wr_cuda_queue *q = queue;
    pthread_mutex_lock(&q->mutex);
    q->stop = true;
    pthread_cond_signal(&q->submitted);
    pthread_mutex_unlock(&q->mutex);
    if (q->running) pthread_join(q->launcher, NULL);
    if (q->reaping) pthread_join(q->reaper, NULL);
    free_queue(q);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

static void cuda_lock(void *queue) {
    wr_cuda_queue *q = queue;
    pthread_mutex_lock(&q->mutex);
    wr_heap_lock(q->pinned);
}

static void cuda_unlock(void *queue, bool child) {
    wr_cuda_queue *q = queue;
    wr_heap_unlock(q->pinned, child);
    if (!child) {
        pthread_mutex_unlock(&q->mutex);
        return;
    }
    atomic_store_explicit(&cards.forked, true, memory_order_relaxed);
    pthread_mutex_init(&q->mutex, NULL); /* the threads do not exist in the child */
    pthread_cond_init(&q->submitted, NULL);
    pthread_cond_init(&q->launched, NULL);
    q->running = q->reaping = false;
    q->ring.count = 0;
}

static bool cuda_has_kernel(const weir_op_def *op, const void *kernel) {
    (void)op;
    return kernel != NULL;
}

const wr_device_ops wr_cuda_device = {.size = sizeof(wr_device_ops),
                                      .name = "cuda",
                                      .open = cuda_open,
                                      .submit = cuda_submit,
                                      .close = cuda_close,
                                      .lock = cuda_lock,
                                      .unlock = cuda_unlock,
                                      .memory_bytes = cuda_memory_bytes,
                                      .memory_take = cuda_memory_take,
                                      .memory_give = cuda_memory_give,
                                      .has_kernel = cuda_has_kernel,
                                      .launch = wr_cuda_device_launch};
