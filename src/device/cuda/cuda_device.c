/* cuda_device.c - CUDA devices: cards and their memory, and a queue with two threads.
 *
 * The launcher takes tasks from a ring and puts their kernels and copies into a stream.  The reaper
 * waits for the events behind them and reports the tasks.  docs/design/cuda.md has a drawing.
 *
 * Launching and reaping are roles, each of which one thread has at a time.  They belong to the
 * launcher and the reaper, except that a thread that waits for a task may take them for a moment.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/cpu.h"
#include "base/exit.h"
#include "base/futex.h"
#include "base/thread.h"
#include "device/cuda/cuda_device.h"
#include "device/cuda/cuda_blas.h"
#include "device/cuda/cuda_dnn.h"
#include "device/cuda/cuda_fft.h"
#include "device/cuda/cuda_queue.h"
#include "device/cuda/cuda_solver.h"

enum {
    GROUP_NS = 2000000, /* launching a group takes no longer than this, except for its last task */
    REPORT_NS = 400000, /* a group has about so much work for the device, or one task */
    HELP_NS = 100000,   /* a thread that waits looks at events for so long */
    SPIN_NS = 200000,   /* threads poll for so long before they sleep */
    SPIN_CPUS = 4,      /* if there are so many CPUs; with fewer, they poll for events alone */
    NAP_NS = 10000,     /* the shortest sleep between two looks at an event */
    NAP_MAX_NS = 500000,
    QUIT_MS = 10000,    /* at exit, a call of a library is waited for so long */
    KERNELS_FIRST = -1, /* the priority of the stream of the kernels; that of the others is 0 */
    /* if so much work has been launched and is not done, tasks may wait for others to be fused with */
    BUSY_NS = WR_SIZE(600000, 1),
};

/* ---- Cards ----------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t mutex;
    /* -1: not counted yet; written under mutex with release, read with acquire, before `ordinal` */
    atomic_int count;
    int ordinal[WR_CUDA_DEVICES]; /* const once counted: the driver's numbers of our devices */
    wr_cuda_card *card[WR_CUDA_DEVICES]; /* under mutex; NULL: not made yet; never freed */
    wr_cuda_queue *queues;               /* under mutex: all that are open, through `sibling` */
    atomic_bool forked; /* relaxed: this is a child of a process that loaded the driver */
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

/* The driver does not work in a child, also if the parent has only counted its cards.  The mutex may
 * have been held by a thread that does not exist here. */
static void after_fork(void) {
    pthread_mutex_init(&cards.mutex, NULL);
    atomic_store_explicit(&cards.forked, true, memory_order_relaxed);
}

/* Under the mutex. */
static int count_cards(void) {
    const char *list = getenv("WEIR_CUDA_DEVICES");
    int existing = wr_cuda_devices();
    if (existing > 0) pthread_atfork(NULL, NULL, after_fork);
    if (list != NULL && *list != '\0') return read_list(list, existing);
    int count = existing < WR_CUDA_DEVICES ? existing : WR_CUDA_DEVICES;
    for (int i = 0; i < count; i++) cards.ordinal[i] = i;
    return count;
}

static bool is_forked(void) { return atomic_load_explicit(&cards.forked, memory_order_relaxed); }

bool wr_cuda_is_forked(void) { return is_forked(); }

int wr_cuda_ordinal(int index) { return cards.ordinal[index]; }

int wr_cuda_find_ordinal(int ordinal) {
    int count = wr_cuda_count();
    for (int i = 0; i < count; i++)
        if (cards.ordinal[i] == ordinal) return i;
    return -1;
}

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
    int minor = 0;
    size_t bytes = 0;
    if (wr_cuda.device_get(&c->device, ordinal) != CU_OK ||
        wr_cuda.context_retain(&c->context, c->device) != CU_OK)
        return false;
    wr_cuda.device_memory(&bytes, c->device);
    wr_cuda.device_attribute(&c->processors, CU_ATTRIBUTE_SM_COUNT, c->device);
    wr_cuda.device_attribute(&c->major, CU_ATTRIBUTE_CAPABILITY_MAJOR, c->device);
    wr_cuda.device_attribute(&minor, CU_ATTRIBUTE_CAPABILITY_MINOR, c->device);
    wr_cuda.device_attribute(&c->shared_bytes, CU_ATTRIBUTE_SHARED_MAX, c->device);
    c->bytes = bytes;
    snprintf(c->architecture, sizeof c->architecture, "sm_%d%d", c->major, minor);
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

/* The queue of a device for which this thread launches, or NULL. */
static wr_cuda_queue *launched_here(int index) {
    const uintptr_t self = (uintptr_t)pthread_self();
    pthread_mutex_lock(&cards.mutex);
    wr_cuda_queue *q = cards.queues;
    /* Relaxed: only this thread itself has written its own number. */
    while (q != NULL && (q->index != index ||
                         atomic_load_explicit(&q->launched_by, memory_order_relaxed) != self))
        q = q->sibling;
    pthread_mutex_unlock(&cards.mutex);
    return q;
}

static void add_queue(wr_cuda_queue *q) {
    pthread_mutex_lock(&cards.mutex);
    q->sibling = cards.queues;
    cards.queues = q;
    pthread_mutex_unlock(&cards.mutex);
}

static void remove_queue(wr_cuda_queue *q) {
    pthread_mutex_lock(&cards.mutex);
    wr_cuda_queue **link = &cards.queues;
    while (*link != NULL && *link != q) link = &(*link)->sibling;
    if (*link != NULL) *link = q->sibling;
    pthread_mutex_unlock(&cards.mutex);
}

/* The heap reuses memory in the order of the queue, so kernels that use it may be in a stream, or in the
 * batch of the launcher.  They must end before the driver gets the memory.  (What another thread gives
 * back has been unused for long, and batches are sent within milliseconds.) */
static void cuda_memory_give(int index, uint64_t address, uint64_t bytes) {
    const wr_cuda_card *c = wr_cuda_card_get(index);
    (void)bytes;
    if (c == NULL || wr_cuda.context_push(c->context) != CU_OK) return;
    wr_cuda_queue *q = launched_here(index);
    if (q != NULL) wr_cuda_batch_send(q);
    wr_cuda.context_sync(); /* a failure is found by the reaper */
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

bool wr_cuda_is_lost(const wr_cuda_queue *q) {
    return atomic_load_explicit(&q->lost, memory_order_acquire);
}

weir_status wr_cuda_lost_status(const wr_cuda_queue *q) {
    return q->quits ? WEIR_ECANCELED : WEIR_EDEVICE;
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
        return wr_cuda_lost_status(q);
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

static void return_spare(wr_cuda_queue *q, wr_cuda_group *g) {
    pthread_mutex_lock(&q->mutex);
    g->next = q->spare;
    q->spare = g;
    pthread_mutex_unlock(&q->mutex);
}

/* Make a group and its event; NULL if there is not enough memory. */
static wr_cuda_group *make_group(wr_cuda_queue *q) {
    wr_cuda_group *g = wr_alloc_zero(q->memory, sizeof *g, 16);
    if (g == NULL) return NULL;
    if (wr_cuda.event_new(&g->event, CU_EVENT_DISABLE_TIMING) == CU_OK) return g;
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
    g->delayed = false;
    return g;
}

/* Under the mutex. */
static void wake_launcher(wr_cuda_queue *q) {
    q->defers = false;
    atomic_fetch_add_explicit(&q->submissions, 1, memory_order_relaxed);
    pthread_cond_signal(&q->submitted);
}

/* Under the mutex. */
static void wake_reaper(wr_cuda_queue *q) {
    atomic_fetch_add_explicit(&q->launches, 1, memory_order_relaxed);
    pthread_cond_signal(&q->launched);
}

/* The tasks at the front of the ring, up to the first wait for another queue.  They stay in the ring until
 * they are launched. */
typedef struct window {
    wr_launch task[WR_CUDA_GROUP];
    uint32_t count;
    uint32_t most;   /* so many become a group, unless fused ones are among them */
    size_t in_ring;  /* number of entries of the ring */
    uint64_t flying; /* as in wr_cuda_queue, like the next */
    uint64_t task_ns;
} window;

/* Do so many tasks keep the device busy for a while, by what was measured?  One may run beside others. */
static bool are_many(uint64_t tasks, uint64_t task_ns) {
    return tasks > 1 && tasks * task_ns >= BUSY_NS;
}

/* Under the mutex. */
static void look_at_ring(const wr_cuda_queue *q, window *w) {
    const wr_launch_ring *r = &q->ring;
    w->most = q->group_max;
    w->in_ring = r->count;
    w->flying = q->flying;
    w->task_ns = q->task_ns;
    for (w->count = 0; w->count < r->count && w->count < WR_CUDA_GROUP; w->count++) {
        w->task[w->count] = r->entry[(r->first + w->count) & (r->size - 1)];
        if (w->task[w->count].task == NULL) return;
    }
}

/* Launch a task, or several that one kernel executes; returns how many.  0: the first should wait for
 * others. */
static uint32_t launch_next(wr_cuda_queue *q, const wr_launch *tasks, uint32_t count,
                            bool may_wait) {
    q->next = tasks + 1;
    q->next_count = count - 1;
    if (q->looked < tasks->number) q->looked = tasks->number;
    if (WR_SIZE(0, 1)) wr_cuda_look_ahead(q); /* in the hostile build, for all operators */
    if (!tasks->runs || wr_cuda_is_lost(q)) return 1;
    uint32_t fused = q->user.run_fused(q->user.owner, tasks, count, may_wait);
    if (fused == WR_FUSED_LATER) return 0;
    if (fused > 0) return fused;
    q->user.run(q->user.owner, tasks->task, false);
    return 1;
}

/* Launch tasks as one group; returns how many.  A slow launch, such as one that compiles a kernel,
 * ends the group, so that the tasks before it are reported.  With the role of launching.  If the tasks
 * should wait for others, the result may be 0; then the group has not been used.
 *
 * If `reaps` is not NULL, the thread takes the role of reaping at the end, if it is free, and *reaps
 * says so.  Not earlier: a launch may take long, or wait until a group is reported. */
static uint32_t launch_group(wr_cuda_queue *q, wr_cuda_group *g, const window *w, bool *reaps) {
    int64_t until = wr_now_ns() + GROUP_NS;
    const wr_launch *tasks = w->task;
    uint32_t n = 0, launched;
    q->group = g;
    atomic_store_explicit(&q->launched_by, (uintptr_t)pthread_self(), memory_order_relaxed);
    do {
        bool may_wait = reaps == NULL && are_many(w->flying + n, w->task_ns);
        launched = launch_next(q, tasks + n, w->count - n, may_wait);
        q->number += launched;
        n += launched;
    } while (launched > 0 && n < w->count && n < w->most && wr_now_ns() < until);
    atomic_store_explicit(&q->launched_by, 0, memory_order_relaxed);
    if (n == 0) return 0;
    g->count = n;
    g->signals = q->signals == q->number - 1;
    g->last = tasks[n - 1].number;
    wr_cuda_batch_send(q);
    if (WR_UNLIKELY(q->loads)) wr_exit_renew();
    q->loads = false;
    cu_result result = wr_cuda_is_lost(q) ? CU_OK : wr_cuda.event_record(g->event, q->stream);
    if (result != CU_OK) wr_cuda_lose(q, result, "cuEventRecord");
    pthread_mutex_lock(&q->mutex);
    *q->last_group = g;
    q->last_group = &g->next;
    if (q->flying == 0) q->busy_since = wr_now_ns();
    q->flying += n;
    q->passed = g->last;
    if (q->waiters > 0) pthread_cond_broadcast(&q->progress);
    if (reaps != NULL && !q->reaps)
        q->reaps = *reaps = true;
    else if (!q->reaps)
        wake_reaper(q);
    pthread_mutex_unlock(&q->mutex);
    return n;
}

/* Under other's mutex: the group with this task, or NULL if it has been reported. */
static wr_cuda_group *find_group(const wr_cuda_queue *other, uint64_t number) {
    if (number <= other->reported) return NULL;
    if (other->reaped != NULL && other->reaped->last >= number) return other->reaped;
    wr_cuda_group *g = other->groups;
    while (g != NULL && g->last < number) g = g->next;
    return g;
}

/* What is launched from now on runs after the task with this number of another queue.  All tasks
 * before have been put into groups, so two launchers do not wait for each other. */
static void wait_for_queue(wr_cuda_queue *q, wr_cuda_queue *other, uint64_t number) {
    cu_result result = CU_OK;
    pthread_mutex_lock(&other->mutex);
    other->waiters++;
    while (other->passed < number) pthread_cond_wait(&other->progress, &other->mutex);
    other->waiters--;
    const wr_cuda_group *g = find_group(other, number);
    /* Under the mutex, so that the event is not recorded again before. */
    if (g != NULL && !wr_cuda_is_lost(other) && !wr_cuda_is_lost(q))
        result = wr_cuda_wait_for_group(q, other, g);
    if (result != CU_OK) wr_cuda.event_sync(g->event); /* fails if the other device is lost */
    pthread_mutex_unlock(&other->mutex);
}

/* Launch tasks, or a wait, which is the first entry then; returns how many entries are done. */
static uint32_t launch_some(wr_cuda_queue *q, const window *w) {
    if (w->count == 0) {
        wait_for_queue(q, w->task->wait, w->task->number);
        return 1;
    }
    wr_cuda_group *g = new_group(q);
    uint32_t n = launch_group(q, g, w, NULL);
    if (n == 0) return_spare(q, g);
    return n;
}

/* Poll until the count has changed, for a while.  Under the mutex, which is released meanwhile: a
 * thread that sleeps on a condition takes tens of microseconds to wake up. */
static void spin(wr_cuda_queue *q, atomic_uint *count) {
    if (!q->spins) return;
    unsigned seen = atomic_load_explicit(count, memory_order_relaxed);
    pthread_mutex_unlock(&q->mutex);
    int64_t until = wr_now_ns() + SPIN_NS;
    while (atomic_load_explicit(count, memory_order_relaxed) == seen && wr_now_ns() < until)
        wr_pause();
    pthread_mutex_lock(&q->mutex);
}

/* Under the mutex: may a thread take the role of launching, and is there anything to launch?  Each
 * task that is launched and not reported has a report of its own. */
static bool can_launch(const wr_cuda_queue *q) {
    return q->ring.count > 0 && !q->launching && !q->defers &&
           q->flying + WR_CUDA_GROUP <= WR_CUDA_REPORTS;
}

/* Under the mutex: give the role of launching back. */
static void end_launching(wr_cuda_queue *q) {
    q->launching = q->defers = false;
    q->launch_turns++;
    if (q->ring.count > 0 || q->stop) wake_launcher(q);
}

static void *launcher_main(void *arg) {
    wr_cuda_queue *q = arg;
    window w;
    wr_cuda.context_set(q->card->context);
    wr_cuda_load_words(q);
    pthread_mutex_lock(&q->mutex);
    q->launching = false;
    q->launch_turns++;
    for (;;) {
        if (!can_launch(q) && !q->stop) spin(q, &q->submissions);
        while (!can_launch(q) && !(q->stop && q->ring.count == 0 && !q->launching))
            pthread_cond_wait(&q->submitted, &q->mutex);
        if (q->ring.count == 0) break;
        look_at_ring(q, &w);
        q->launching = true;
        pthread_mutex_unlock(&q->mutex);
        uint32_t count = launch_some(q, &w);
        pthread_mutex_lock(&q->mutex);
        wr_ring_drop(&q->ring, count);
        q->defers =
            count == 0 && q->ring.count == w.in_ring && !q->stop && are_many(q->flying, q->task_ns);
        q->launching = false;
        q->launch_turns++;
    }
    q->ended = true;
    wake_reaper(q);
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

/* ---- The reaper ------------------------------------------------------------------------------ */

/* The failure of the task with this index in its group. */
static wr_device_failure failure_of(wr_cuda_queue *q, uint32_t index, uint64_t slot) {
    uint32_t reason = *(volatile uint32_t *)&q->replies[slot].reason;
    const char *text = wr_cuda_report_text(q->failure_text[index], reason,
                                           q->numbers + slot * WR_REPORT_NUMBERS, &q->about[slot]);
    return (wr_device_failure){
        index, wr_cuda_report_status(reason), text, true, text == NULL, q->within[slot]};
}

/* Under the mutex: estimate how many tasks a group should have.  The engine submits about 2 ms of
 * work and more of it when tasks are reported; if all of that were one group, the device would be
 * idle when it is reported. */
static void measure(wr_cuda_queue *q, uint32_t count, bool delayed) {
    int64_t now = wr_now_ns();
    assert(count > 0);
    uint64_t ns = (uint64_t)(now - q->busy_since) / count;
    q->busy_since = now;
    if (delayed) return;
    q->task_ns = (q->task_ns == 0 ? ns : (3 * q->task_ns + ns) / 4) + 1;
    uint64_t max = REPORT_NS / q->task_ns;
    q->group_max = max < 1 ? 1 : max < WR_CUDA_GROUP ? (uint32_t)max : WR_CUDA_GROUP;
}

/* Report the tasks of a group whose event has come, or whose device is lost. */
static void report(wr_cuda_queue *q, wr_cuda_group *g, bool good) {
    wr_device_failure failures[WR_CUDA_GROUP];
    uint32_t failed = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        uint64_t slot = (g->first + i) % WR_CUDA_REPORTS;
        volatile uint32_t *word = &q->replies[slot].reason;
        if (!good)
            failures[failed++] =
                (wr_device_failure){i, wr_cuda_lost_status(q), q->reason, false, false, NULL};
        else if (*word > WR_REPORT_DONE)
            failures[failed++] = failure_of(q, i, slot);
        if (*word > WR_REPORT_DONE) q->dirty[slot] = true;
        *word = WR_REPORT_NOTHING;
    }
    uint32_t count = g->count;
    /* Release: pairs with the acquire in wr_cuda_order. */
    atomic_store_explicit(&q->streams.retired, g->first + count, memory_order_release);
    pthread_mutex_lock(&q->mutex);
    wr_cuda_branches_give(q, g->branches);
    g->branches = NULL;
    q->reaped = NULL;
    q->reported = g->last;
    bool full = q->flying + WR_CUDA_GROUP > WR_CUDA_REPORTS;
    q->flying -= count;
    measure(q, count, g->delayed);
    if (full) pthread_cond_signal(&q->submitted);
    if (q->defers) wake_launcher(q);
    g->next = q->spare;
    q->spare = g;
    pthread_mutex_unlock(&q->mutex);
    q->user.done(q->user.owner, count, failures, failed);
}

/* ThreadSanitizer does not see the fences of a kernel, so it needs the event as well. */
#if defined(__SANITIZE_THREAD__)
enum { KERNELS_ORDER = 0 };
#else
enum { KERNELS_ORDER = 1 };
#endif

/* Is the group done?  A report in pinned memory can be seen earlier than an event, and looking at it
 * costs less than a call of the driver. */
static cu_result look_at(const wr_cuda_queue *q, const wr_cuda_group *g) {
    enum { LOOKS = 16 };
    uint64_t last = (g->first + g->count - 1) % WR_CUDA_REPORTS;
    for (int i = 0; g->signals && i < LOOKS; i++) {
        /* Acquire: pairs with the fences of read_few; read_word writes its value with the reason. */
        if (__atomic_load_n(&q->replies[last].reason, __ATOMIC_ACQUIRE) != WR_REPORT_NOTHING)
            return KERNELS_ORDER ? CU_OK : wr_cuda_wait_for(q, g->event);
        wr_pause();
    }
    return wr_cuda.event_query(g->event);
}

/* Between two looks of a thread that has waited for this long: pause at first, then sleep, at most a
 * 32nd of the time waited so far.  A thread that waits in the driver wakes up later: hundreds of
 * microseconds in a virtual machine. */
static void rest(const wr_cuda_queue *q, int64_t waited) {
    if (q->spins && waited < SPIN_NS) {
        wr_pause();
        return;
    }
    int64_t nap = waited / 32 < NAP_NS ? NAP_NS : waited / 32;
    if (nap > NAP_MAX_NS) nap = NAP_MAX_NS;
    nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
}

cu_result wr_cuda_wait_for(const wr_cuda_queue *q, cu_event event) {
    int64_t begin = wr_now_ns();
    cu_result result;
    while ((result = wr_cuda.event_query(event)) == CU_NOT_READY && !wr_cuda_is_lost(q))
        rest(q, wr_now_ns() - begin);
    return result;
}

static cu_result wait_for_group(wr_cuda_queue *q, wr_cuda_group *g) {
    int64_t begin = wr_now_ns();
    cu_result result = wr_cuda_branches_wait(q, g);
    if (result != CU_OK) return result;
    while ((result = look_at(q, g)) == CU_NOT_READY && !wr_cuda_is_lost(q))
        rest(q, wr_now_ns() - begin);
    return result;
}

/* Wait for a group until a time.  Copies in other streams take long, and are left to the reaper. */
static cu_result look_until(const wr_cuda_queue *q, const wr_cuda_group *g, int64_t until) {
    cu_result result = CU_NOT_READY;
    if (g->branches != NULL) return result;
    while ((result = look_at(q, g)) == CU_NOT_READY && wr_now_ns() < until) wr_pause();
    return result;
}

/* Under the mutex, with the role of reaping: take the oldest group, and put it back. */
static wr_cuda_group *take_group(wr_cuda_queue *q) {
    wr_cuda_group *g = q->groups;
    q->groups = g->next;
    q->reaped = g;
    if (q->groups == NULL) q->last_group = &q->groups;
    return g;
}

static void return_group(wr_cuda_queue *q, wr_cuda_group *g) {
    g->next = q->groups;
    if (q->groups == NULL) q->last_group = &g->next;
    q->groups = g;
    q->reaped = NULL;
}

/* The group's event has come, or the device is lost. */
static void finish_group(wr_cuda_queue *q, wr_cuda_group *g, cu_result result) {
    if (result != CU_OK) wr_cuda_lose(q, result, "a kernel or a copy failed");
    bool good = !wr_cuda_is_lost(q);
    wr_cuda_stages_end(q, g, good);
    report(q, g, good);
}

/* Under the mutex: may a thread take the role of reaping, and is there anything to reap? */
static bool can_reap(const wr_cuda_queue *q) { return q->groups != NULL && !q->reaps; }

static void *reaper_main(void *arg) {
    wr_cuda_queue *q = arg;
    wr_cuda.context_set(q->card->context);
    prctl(PR_SET_TIMERSLACK, 1000UL); /* ns: naps are not prolonged */
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        if (!can_reap(q) && !q->ended) spin(q, &q->launches);
        while (!can_reap(q) && !(q->ended && q->groups == NULL && !q->reaps))
            pthread_cond_wait(&q->launched, &q->mutex);
        if (q->groups == NULL) break;
        wr_cuda_group *g = take_group(q);
        q->reaps = true;
        pthread_mutex_unlock(&q->mutex);
        finish_group(q, g, wr_cuda_is_lost(q) ? CU_OK : wait_for_group(q, g));
        pthread_mutex_lock(&q->mutex);
        q->reaps = false;
        q->reap_turns++;
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

/* ---- A thread that waits --------------------------------------------------------------------- */

/* A single task costs more to pass from the thread that waits to the launcher, to the reaper and
 * back than to execute.  So the thread takes the roles before it submits the tasks that it needs,
 * if they are free. */

static bool cuda_claim(void *queue) {
    wr_cuda_queue *q = queue;
    if (is_forked() || pthread_mutex_trylock(&q->mutex) != 0) return false;
    bool free = q->reaping && !q->launching && !q->stop;
    if (free) q->launching = true;
    pthread_mutex_unlock(&q->mutex);
    return free;
}

/* Under the mutex, with the role of reaping: report what is done soon. */
static void reap_soon(wr_cuda_queue *q) {
    int64_t until = wr_now_ns() + HELP_NS;
    while (q->groups != NULL) {
        wr_cuda_group *g = take_group(q);
        pthread_mutex_unlock(&q->mutex);
        cu_result result = wr_cuda_is_lost(q) ? CU_OK : look_until(q, g, until);
        if (result != CU_NOT_READY) finish_group(q, g, result);
        pthread_mutex_lock(&q->mutex);
        if (result != CU_NOT_READY) continue;
        return_group(q, g);
        return;
    }
}

/* Launches one group, but no wait for another queue.  If its launch was slow, the launcher continues. */
static void cuda_help(void *queue) {
    wr_cuda_queue *q = queue;
    window w = {.count = 0};
    bool pushed = wr_cuda.context_push(q->card->context) == CU_OK, reaps = false;
    pthread_mutex_lock(&q->mutex);
    if (pushed && q->flying + WR_CUDA_GROUP <= WR_CUDA_REPORTS) look_at_ring(q, &w);
    if (w.count > 0) {
        pthread_mutex_unlock(&q->mutex);
        uint32_t count = launch_group(q, new_group(q), &w, &reaps);
        pthread_mutex_lock(&q->mutex);
        wr_ring_drop(&q->ring, count);
    }
    end_launching(q);
    if (reaps) {
        reap_soon(q);
        q->reaps = false;
        q->reap_turns++;
        if (q->groups != NULL || q->ended) wake_reaper(q);
    }
    pthread_mutex_unlock(&q->mutex);
    if (pushed) wr_cuda.context_pop(&(cu_context){0});
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void free_queue(wr_cuda_queue *q) {
    bool forked = is_forked();
    remove_queue(q);
    if (!forked && wr_cuda.context_push(q->card->context) == CU_OK) {
        wr_cuda_dnn_close(q);
        wr_cuda_blas_close(q);
        wr_cuda_fft_close(q);
        wr_cuda_solver_close(q);
        wr_cuda_batch_free(q);
        wr_cuda_streams_close(q);
        if (q->stream != NULL) wr_cuda.stream_free(q->stream);
        if (q->probe != NULL) wr_cuda.event_free(q->probe);
        if (q->replies != NULL) wr_cuda.pinned_give(q->replies);
        if (q->device_reports != 0) wr_cuda.memory_give(q->device_reports);
        for (wr_cuda_group *g = q->spare; g != NULL; g = g->next) wr_cuda.event_free(g->event);
        wr_cuda.context_pop(&(cu_context){0});
    }
    for (wr_cuda_group *g = q->spare, *next; g != NULL; g = next) {
        next = g->next;
        wr_free(q->memory, g, sizeof *g);
    }
    for (wr_cuda_branch *c = q->streams.spare, *next; c != NULL; c = next) {
        next = c->next;
        wr_free(q->memory, c, sizeof *c);
    }
    wr_heap_free(q->pinned);
    pthread_mutex_destroy(&q->mutex);
    pthread_cond_destroy(&q->submitted);
    pthread_cond_destroy(&q->launched);
    pthread_cond_destroy(&q->progress);
    wr_ring_free(&q->ring, q->memory);
    wr_free(q->memory, q, sizeof *q);
}

/* Make the reports that kernels see, each with the addresses of its reason and numbers in pinned
 * memory. */
static cu_result make_reports(wr_cuda_queue *q) {
    const size_t bytes = WR_CUDA_REPORTS * sizeof(wr_cuda_report);
    wr_cuda_report *reports = calloc(1, bytes);
    if (reports == NULL) return CU_OUT_OF_MEMORY;
    cu_result result = wr_cuda.pinned_address(&q->replies_address, q->replies, 0);
    for (uint64_t i = 0; i < WR_CUDA_REPORTS; i++) {
        reports[i].host = q->replies_address + i * sizeof *q->replies;
        reports[i].numbers = q->replies_address + WR_CUDA_REPORTS * sizeof *q->replies +
                             i * WR_REPORT_NUMBERS * sizeof *q->numbers;
        reports[i].first = UINT64_MAX;
    }
    if (result == CU_OK) result = wr_cuda.memory_take(&q->device_reports, bytes);
    if (result == CU_OK) result = wr_cuda.copy_in(q->device_reports, reports, bytes, q->stream);
    if (result == CU_OK) result = wr_cuda.stream_sync(q->stream);
    free(reports);
    return result;
}

/* Make what the driver has for the queue. */
static cu_result make_handles(wr_cuda_queue *q) {
    const size_t bytes =
        WR_CUDA_REPORTS * (sizeof *q->replies + WR_REPORT_NUMBERS * sizeof *q->numbers) +
        sizeof *q->good;
    void *pinned = NULL;
    cu_result result = wr_cuda.context_push(q->card->context);
    if (result != CU_OK) return result;
    result = wr_cuda.stream_new(&q->stream, CU_STREAM_NON_BLOCKING, KERNELS_FIRST);
    if (result == CU_OK) result = wr_cuda.event_new(&q->probe, CU_EVENT_DISABLE_TIMING);
    if (result == CU_OK) result = wr_cuda.pinned_take(&pinned, bytes, CU_PINNED_MAPPED);
    q->replies = pinned;
    if (pinned != NULL) {
        memset(pinned, 0, bytes);
        q->numbers = (int64_t *)(void *)(q->replies + WR_CUDA_REPORTS);
        q->good = (uint32_t *)(void *)(q->numbers + WR_CUDA_REPORTS * WR_REPORT_NUMBERS);
    }
    if (result == CU_OK) result = wr_cuda_streams_open(q);
    if (result == CU_OK) result = make_reports(q);
    if (result == CU_OK && (q->spare = make_group(q)) == NULL) result = CU_OUT_OF_MEMORY;
    wr_cuda.context_pop(&(cu_context){0});
    return result;
}

static weir_status cuda_open(const wr_memory *memory, int index, const wr_device_user *user,
                             void **queue) {
    const wr_cuda_card *card = wr_cuda_card_get(index);
    if (card == NULL)
        return wr_fail(is_forked() ? WEIR_EFORKED : WEIR_EDEVICE, "cuda:%d: %s", index,
                       is_forked()
                           ? "the parent process has used the driver, so a forked child cannot"
                           : "the driver has no context for this device");
    wr_cuda_queue *q = wr_alloc_zero(memory, sizeof *q, 16);
    if (q == NULL) return wr_fail(WEIR_ENOMEM, "cuda:%d: not enough memory for the queue", index);
    q->memory = memory;
    q->card = card;
    q->index = index;
    q->user = *user;
    q->last_group = &q->groups;
    q->group_max = WR_CUDA_GROUP;
    q->launching = true; /* until the launcher has begun */
    q->signals = UINT64_MAX;
    q->spins = wr_cpu_count() >= SPIN_CPUS && wr_cpu_quota() == 0;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->submitted, NULL);
    pthread_cond_init(&q->launched, NULL);
    pthread_cond_init(&q->progress, NULL);
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
    add_queue(q);
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
    } else if ((q->ring.count == count || q->defers) && !q->launching) {
        wake_launcher(q);
    }
    pthread_mutex_unlock(&q->mutex);
    return status;
}

static void cuda_close(void *queue) {
    wr_cuda_queue *q = queue;
    pthread_mutex_lock(&q->mutex);
    q->stop = true;
    wake_launcher(q);
    pthread_mutex_unlock(&q->mutex);
    if (q->running) pthread_join(q->launcher, NULL);
    if (q->reaping) pthread_join(q->reaper, NULL);
    if (!is_forked()) wr_cuda_compilers_end();
    free_queue(q);
}

/* ---- Exit ------------------------------------------------------------------------------------ */

static bool is_own_thread(const wr_cuda_queue *q) {
    return (q->running && pthread_equal(q->launcher, pthread_self())) ||
           (q->reaping && pthread_equal(q->reaper, pthread_self()));
}

/* Under the mutex, which is released meanwhile: wait until the threads that had a role have given
 * it back.  From then on they use no library. */
static void wait_for_turns(wr_cuda_queue *q, int64_t until) {
    uint64_t launch = q->launch_turns, reap = q->reap_turns;
    while (((q->running && q->launching && q->launch_turns == launch) ||
            (q->reaps && q->reap_turns == reap)) &&
           wr_now_ns() < until) {
        pthread_mutex_unlock(&q->mutex);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        pthread_mutex_lock(&q->mutex);
    }
}

/* Tasks fail as on a device that is lost, so nothing waits for them. */
static void cuda_quit(void *queue) {
    wr_cuda_queue *q = queue;
    int64_t until = wr_now_ns() + QUIT_MS * INT64_C(1000000);
    if (is_forked()) return;
    pthread_mutex_lock(&q->mutex);
    if (!atomic_load_explicit(&q->lost, memory_order_relaxed)) {
        q->quits = true;
        snprintf(q->reason, sizeof q->reason,
                 "the process exits, and operations on the device that were not done are dropped");
        /* Release: as in wr_cuda_lose. */
        atomic_store_explicit(&q->lost, true, memory_order_release);
    }
    if (!is_own_thread(q)) wait_for_turns(q, until);
    pthread_mutex_unlock(&q->mutex);
    wr_cuda_compilers_quit(until);
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
    pthread_cond_init(&q->progress, NULL);
    q->running = q->reaping = q->reaps = false;
    q->launching = true;
    q->defers = false;
    q->ring.count = 0;
}

static bool cuda_has_kernel(const weir_op_def *op, const void *kernel) {
    (void)op;
    return kernel != NULL;
}

const wr_device_ops wr_cuda_device = {.size = sizeof(wr_device_ops),
                                      .name = "cuda",
                                      .waits = true,
                                      .open = cuda_open,
                                      .submit = cuda_submit,
                                      .claim = cuda_claim,
                                      .help = cuda_help,
                                      .close = cuda_close,
                                      .quit = cuda_quit,
                                      .lock = cuda_lock,
                                      .unlock = cuda_unlock,
                                      .memory_bytes = cuda_memory_bytes,
                                      .memory_take = cuda_memory_take,
                                      .memory_give = cuda_memory_give,
                                      .has_kernel = cuda_has_kernel,
                                      .launch = wr_cuda_device_launch,
                                      .launch_fused = wr_cuda_launch_fused,
                                      .copy_waits = wr_cuda_copy_waits,
                                      .busy_until = wr_cuda_busy_until};
