/* cuda_modules.c - the compiled kernels of this process, and the threads that compile them.
 *
 * A text is compiled at its first use, by one of a few threads.  A launcher that needs a kernel which
 * is not compiled yet lets the tasks behind the current one request theirs (wr_cuda_look_ahead), and
 * then waits.  So the kernels of a program's first step are compiled in parallel.
 *
 * The threads start when there are texts to compile, and end when there are none.
 *
 * Texts that no call waits for (wr_cuda_has_module) are in a list of their own.  They are compiled one at a
 * time, and only while the first list is empty.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "base/exit.h"
#include "base/futex.h"
#include "base/thread.h"
#include "device/cuda/cuda_queue.h"
#include "device/cuda/cuda_text.h"

enum {
    BUCKETS = 256,
    COMPILERS = 8,      /* maximum number of threads */
    LOOK_NS = 2000000,  /* so often a waiting launcher looks for new tasks */
    LOOK_TASKS = 64,    /* tasks that are taken from the ring's front at once */
    LOOK_MAX = 1 << 12, /* tasks for which it looks at most, while it waits for one kernel */
};

typedef enum module_state {
    FAILED,    /* refused; the next use tries again, after one call has failed */
    WAITING,   /* in a list of texts to compile */
    COMPILING, /* on a thread */
    COMPILED,  /* there is an image */
    LOADED,    /* there is a handle */
    DROPPED,   /* no call waited for it, and it was not compiled; the next use asks for it again */
} module_state;

/* A text of one card.  The list is a hash table's chain. */
typedef struct module {
    struct module *next;
    /* const */
    const wr_cuda_card *card;
    const char *family;
    uint64_t variant;
    /* under mutex; `text`, `image` and `message` belong to the thread that compiles meanwhile */
    module_state state;
    bool unseen; /* no call has failed for this failure */
    struct module *next_job;
    char *text;
    wr_cuda_image image;
    char message[320];
    cu_module handle;
} module;

typedef struct function {
    struct function *next;
    const module *from;
    const char *name; /* a static string */
    wr_cuda_kernel kernel;
} function;

/* A thread that compiles. */
typedef struct compiler {
    pthread_t thread;
    bool started; /* under mutex: it is to be joined */
    bool ended;   /* under mutex: it takes no more texts */
} compiler;

/* Texts to compile, oldest first. */
typedef struct job_list {
    module *first, **last;
} job_list;

/* Process-wide, because contexts are.  Never freed: kernels may be in use until the process ends. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t done;          /* a text has been compiled, or a thread ends */
    module *modules[BUCKETS];     /* under mutex, like the rest */
    function *functions[BUCKETS]; /* by module and name */
    job_list jobs;                /* texts that calls need */
    job_list optional;            /* texts that no call waits for */
    bool compiles_optional;       /* a thread compiles one of these */
    uint32_t running;             /* threads that have not ended */
    compiler compilers[COMPILERS];
    bool quits; /* the process exits, so no more texts are compiled */
} compiled = {.mutex = PTHREAD_MUTEX_INITIALIZER,
              .done = PTHREAD_COND_INITIALIZER,
              .jobs = {.last = &compiled.jobs.first},
              .optional = {.last = &compiled.optional.first}};

static size_t bucket_of(const void *a, uint64_t b) {
    uint64_t h = ((uint64_t)(uintptr_t)a ^ b * UINT64_C(0x9e3779b97f4a7c15));
    return (h ^ h >> 29 ^ h >> 43) % BUCKETS;
}

static const char no_memory[] = "there is not enough memory for a kernel";
static const char exiting[] = "the process exits, so kernels are no longer compiled";

/* ---- Texts ----------------------------------------------------------------------------------- */

static const char report_names[] = "enum {\n"
#define REPORT(name, status, text) "    REPORT_" #name ",\n"
#include "device/cuda/reports.def"
#undef REPORT
                                   "};\n";

static char *write_text(const wr_cuda_source *source) {
    wr_cuda_text t = {0};
    wr_cuda_write(&t, "%s%s", report_names, wr_text_common);
    source->write(&t, source->ctx);
    if (!t.failed) return t.data;
    free(t.data);
    return NULL;
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* Under the mutex, like the next two. */
static void add_job(job_list *list, module *m) {
    m->next_job = NULL;
    *list->last = m;
    list->last = &m->next_job;
}

static module *take_job(job_list *list) {
    module *m = list->first;
    list->first = m->next_job;
    if (list->first == NULL) list->last = &list->first;
    return m;
}

static bool has_optional_job(void) {
    return compiled.optional.first != NULL && !compiled.compiles_optional;
}

/* Compile the oldest text of a list.  Under the mutex, which is released meanwhile. */
static void compile_next(job_list *list) {
    module *m = take_job(list);
    m->state = COMPILING;
    pthread_mutex_unlock(&compiled.mutex);
    const char *why = wr_cuda_compile(m->card, m->text, &m->image, m->message, sizeof m->message);
    if (why != NULL && why != m->message) snprintf(m->message, sizeof m->message, "%s", why);
    wr_exit_renew();
    pthread_mutex_lock(&compiled.mutex);
    free(m->text);
    m->text = NULL;
    m->state = why == NULL ? COMPILED : FAILED;
    m->unseen = why != NULL;
    pthread_cond_broadcast(&compiled.done);
}

static void *compiler_main(void *arg) {
    compiler *c = arg;
    pthread_mutex_lock(&compiled.mutex);
    while (compiled.jobs.first != NULL || has_optional_job()) {
        if (compiled.jobs.first != NULL) {
            compile_next(&compiled.jobs);
            continue;
        }
        compiled.compiles_optional = true;
        compile_next(&compiled.optional);
        compiled.compiles_optional = false;
    }
    c->ended = true;
    compiled.running--;
    pthread_cond_broadcast(&compiled.done);
    pthread_mutex_unlock(&compiled.mutex);
    return NULL;
}

static uint32_t compilers_max(void) {
    const char *asked = getenv("WEIR_CUDA_COMPILERS");
    long count = asked != NULL ? strtol(asked, NULL, 10) : wr_cpu_allowed();
    return count < 1 ? 1 : count < COMPILERS ? (uint32_t)count : COMPILERS;
}

/* Under the mutex: join the threads that have ended. */
static void join_ended(void) {
    for (int i = 0; i < COMPILERS; i++) {
        compiler *c = &compiled.compilers[i];
        if (!c->started || !c->ended) continue;
        pthread_join(c->thread, NULL); /* it needs no lock any more */
        *c = (compiler){0};
    }
}

/* Under the mutex: start a thread if there are more texts than threads. */
static void start_compiler(void) {
    if (compiled.running >= compilers_max()) return;
    join_ended();
    for (int i = 0; i < COMPILERS; i++) {
        compiler *c = &compiled.compilers[i];
        if (c->started) continue;
        c->started = wr_thread_start(&c->thread, "weir-compile", compiler_main, c) == 0;
        compiled.running += c->started;
        return;
    }
}

/* Under the mutex: wait a while for a compilation. */
static void wait_a_while(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_NS;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&compiled.done, &compiled.mutex, &until);
}

/* Under the mutex: no thread will compile the texts of a list. */
static void drop_jobs(job_list *list, module_state state) {
    while (list->first != NULL) {
        module *m = take_job(list);
        free(m->text);
        m->text = NULL;
        m->state = state;
        m->unseen = true;
        snprintf(m->message, sizeof m->message, "%s", exiting);
    }
}

void wr_cuda_compilers_end(void) {
    pthread_mutex_lock(&compiled.mutex);
    drop_jobs(&compiled.optional, DROPPED);
    while (compiled.running > 0) pthread_cond_wait(&compiled.done, &compiled.mutex);
    join_ended();
    pthread_mutex_unlock(&compiled.mutex);
}

void wr_cuda_compilers_quit(int64_t until) {
    pthread_mutex_lock(&compiled.mutex);
    compiled.quits = true;
    drop_jobs(&compiled.jobs, FAILED);
    drop_jobs(&compiled.optional, FAILED);
    pthread_cond_broadcast(&compiled.done);
    while (compiled.running > 0 && wr_now_ns() < until) wait_a_while();
    join_ended();
    pthread_mutex_unlock(&compiled.mutex);
}

/* ---- Modules --------------------------------------------------------------------------------- */

static module **bucket_of_source(const wr_cuda_source *source) {
    return &compiled.modules[bucket_of(source->family, source->variant)];
}

/* Under the mutex: the module of a text, or NULL. */
static module *find(const wr_cuda_card *card, const wr_cuda_source *source) {
    module *m = *bucket_of_source(source);
    while (m != NULL &&
           (m->family != source->family || m->variant != source->variant || m->card != card))
        m = m->next;
    return m;
}

/* Under the mutex: add the text to a list, for its module or a new one.  NULL and a message if it cannot
 * be compiled. */
static module *add_text(job_list *list, module *m, const wr_cuda_card *card,
                        const wr_cuda_source *source, const char **message) {
    module **first = bucket_of_source(source);
    *message = compiled.quits ? exiting : wr_cuda_need_compiler();
    if (*message != NULL) return NULL;
    char *text = write_text(source);
    *message = no_memory;
    if (text != NULL && m == NULL && (m = calloc(1, sizeof *m)) != NULL) {
        m->next = *first;
        m->card = card;
        m->family = source->family;
        m->variant = source->variant;
        *first = m;
    }
    if (text == NULL || m == NULL) {
        free(text);
        return NULL;
    }
    m->text = text;
    m->state = WAITING;
    add_job(list, m);
    start_compiler();
    return m;
}

/* Under the mutex: the module of a text, which is being compiled or has been; NULL and a message if it
 * cannot be. */
static module *request(const wr_cuda_card *card, const wr_cuda_source *source,
                       const char **message) {
    module *m = find(card, source);
    if (m != NULL && (m->state != FAILED || m->unseen)) return m;
    return add_text(&compiled.jobs, m, card, source, message);
}

void wr_cuda_request(wr_cuda_queue *q, const wr_cuda_source *source) {
    const char *message;
    pthread_mutex_lock(&compiled.mutex);
    request(q->card, source, &message);
    pthread_mutex_unlock(&compiled.mutex);
}

/* Under the mutex, which is released meanwhile: wait until the text is compiled, or not. */
static void wait_for(wr_cuda_queue *q, const module *m) {
    while ((m->state == WAITING || m->state == COMPILING) && !wr_cuda_is_lost(q)) {
        if (compiled.running == 0 && compiled.jobs.first != NULL) { /* no thread could be started */
            compile_next(&compiled.jobs);
            continue;
        }
        pthread_mutex_unlock(&compiled.mutex);
        wr_cuda_batch_send(q); /* what is before the call need not wait */
        wr_cuda_look_ahead(q);
        pthread_mutex_lock(&compiled.mutex);
        if (m->state == WAITING || m->state == COMPILING) wait_a_while();
    }
    q->user.run(q->user.owner, NULL,
                true); /* the time of this task says nothing about the next ones */
    if (q->group != NULL) q->group->delayed = true;
}

/* Under the mutex. */
static weir_status load(wr_cuda_queue *q, module *m, const char **message) {
    q->loads = true;
    weir_status status = wr_cuda_try(q, wr_cuda.module_load(&m->handle, m->image.data),
                                     "a kernel was not loaded", message);
    free(m->image.data);
    m->image = (wr_cuda_image){0};
    m->state = status == WEIR_OK ? LOADED : FAILED;
    return status;
}

/* Under the mutex. */
static const module *get_module(wr_cuda_queue *q, const wr_cuda_source *source,
                                const char **message) {
    module *m = request(q->card, source, message);
    if (m == NULL || WR_LIKELY(m->state == LOADED)) return m;
    wait_for(q, m);
    if (m->state == FAILED) {
        m->unseen = false;
        snprintf(q->text, sizeof q->text, "%s", m->message);
        *message = q->text;
        return NULL;
    }
    if (m->state == COMPILED && load(q, m, message) != WEIR_OK) return NULL;
    if (m->state == LOADED) return m;
    *message = q->reason; /* the device is lost, and the text may still be compiled */
    return NULL;
}

static wr_cuda_kernel *get_function(wr_cuda_queue *q, const wr_cuda_source *source,
                                    const char *kernel, const char **message) {
    const module *m = get_module(q, source, message);
    if (m == NULL) return NULL;
    function **first = &compiled.functions[bucket_of(m, (uint64_t)(uintptr_t)kernel)];
    for (function *f = *first; f != NULL; f = f->next)
        if (f->from == m && strcmp(f->name, kernel) == 0) return &f->kernel;
    function *f = calloc(1, sizeof *f);
    if (f == NULL) {
        *message = no_memory;
        return NULL;
    }
    *f = (function){.next = *first, .from = m, .name = kernel};
    if (wr_cuda_try(q, wr_cuda.module_function(&f->kernel.function, m->handle, kernel), kernel,
                    message) != WEIR_OK) {
        free(f);
        return NULL;
    }
    *first = f;
    return &f->kernel;
}

bool wr_cuda_has_module(wr_cuda_queue *q, const wr_cuda_source *source, bool wanted) {
    const char *message;
    pthread_mutex_lock(&compiled.mutex);
    module *m = find(q->card, source);
    if ((m == NULL || m->state == DROPPED) && wanted)
        m = add_text(&compiled.optional, m, q->card, source, &message);
    if (m != NULL && m->state == COMPILED) load(q, m, &message);
    bool has = m != NULL && m->state == LOADED;
    pthread_mutex_unlock(&compiled.mutex);
    return has;
}

wr_cuda_kernel *wr_cuda_function(wr_cuda_queue *q, const wr_cuda_source *source, const char *kernel,
                                 const char **message) {
    pthread_mutex_lock(&compiled.mutex);
    wr_cuda_kernel *f = get_function(q, source, kernel, message);
    pthread_mutex_unlock(&compiled.mutex);
    return f;
}

/* ---- Looking ahead --------------------------------------------------------------------------- */

static void look_at(wr_cuda_queue *q, const wr_launch *entry) {
    if (entry->task == NULL || entry->number <= q->looked) return;
    q->looked = entry->number;
    if (entry->runs) q->user.run(q->user.owner, entry->task, true);
}

/* Copy entries of the ring that have not been looked at. */
static uint32_t peek(wr_cuda_queue *q, wr_launch *to) {
    uint32_t count = 0;
    pthread_mutex_lock(&q->mutex);
    const wr_launch_ring *r = &q->ring;
    for (size_t i = 0; i < r->count && i < LOOK_MAX && count < LOOK_TASKS; i++) {
        const wr_launch *entry = &r->entry[(r->first + i) & (r->size - 1)];
        if (entry->task != NULL && entry->number > q->looked) to[count++] = *entry;
    }
    pthread_mutex_unlock(&q->mutex);
    return count;
}

void wr_cuda_look_ahead(wr_cuda_queue *q) {
    wr_launch list[LOOK_TASKS];
    uint32_t count;
    if (wr_cuda_is_lost(q)) return;
    for (uint32_t i = 0; i < q->next_count; i++) look_at(q, &q->next[i]);
    while ((count = peek(q, list)) > 0)
        for (uint32_t i = 0; i < count; i++) look_at(q, &list[i]);
}
