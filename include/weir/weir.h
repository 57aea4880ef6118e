/* weir.h - the public C interface of Weir, an asynchronous tensor runtime.
 *
 * Weir runs functions for you, later and side by side, as if they had run one by one in the order
 * in which you issued them.
 *
 *   runtime    Everything hangs from one: the queue, the workers, the memory level.  A program may
 *              have several; weir_runtime_default() makes one from the environment.
 *   variable   A name for something tasks read and write: a buffer, a file, a device array.  The
 *              runtime never looks behind it.  It keeps order by it, counts its bytes, and remembers
 *              the failure of the task that should have written it.
 *   task       A function with the variables it reads and writes.  weir_task_push() queues it and
 *              returns at once.  It runs when the writes it depends on are done.
 *   worker     A thread of the runtime that runs tasks.  There is one pool for all of them.
 *   wait       The only way to look: weir_var_wait() returns when the writes to a variable that were
 *              issued before it are done, whatever else is queued.
 *   site       A number that stands for a source line.  It is yours to choose below 2^31 (0: none), or
 *              comes from weir_site_intern(); it is kept with tasks and waits, and comes back in
 *              failures, in the ledger of waits and in traces.  weir_site_called() adds the calls that led
 *              to the line.
 *
 * What is queued and what is immediate.  Each function below carries one line of effects:
 *
 *   [immediate | any thread | returns +1 | EINVAL ENOMEM]
 *
 * First word: `immediate` returns at once and is done; `queued` returns at once and takes effect in
 * program order; `blocking` may wait.  A queued call waits in one case only: the queue is at its
 * bound.  That wait is counted, and tasks and callbacks that issue are exempt from it.  Then: the
 * threads that may call it, the reference that changes hands, and the failures.
 *
 * Who owns what.  `returns +1`: you release it.  `borrows`: valid while the owner is.  `takes`: given
 * away.  Every release accepts NULL, never waits, and is safe while tasks that use the object are
 * queued: the queue holds its own references.
 *
 * What can go wrong.  A caller's mistake is refused at the call, before anything is queued.  A task
 * that fails marks the variables it would have written, and those computed from them; each look at
 * one of them reports the failure, every time.  weir_error() has the sentence for the last status
 * this thread was given.
 *
 * Stability.  Everything here is 0.x: names may still change between minor versions.  Enum values
 * are written out and kept; structs that cross the border start with their own size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#define WEIR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define WEIR_API
#elif defined(__GNUC__)
#define WEIR_API __attribute__((visibility("default")))
#else
#define WEIR_API
#endif

#define WEIR_VERSION_MAJOR 0
#define WEIR_VERSION_MINOR 1
#define WEIR_VERSION_PATCH 0

/* ---- Version and statuses ------------------------------------------------------------------ */

/* major * 10000 + minor * 100 + patch of the library that is loaded.
 * [immediate | any thread | - | -] */
WEIR_API int weir_version(void);

/* The same as text, "0.1.0".
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_version_text(void);

/* Every status, its value and its meaning.  The enum, the texts and the tables of the manual and of
 * the other languages come from this list.  A status is the class of an error: front ends choose their exceptions by
 * it alone, so that a sentence may be reworded.  Numbers are kept; a new status gets a new one. */
#define WEIR_STATUS_MAP(X)                                                                         \
    X(OK, 0, "success")                                                                            \
    X(PENDING, 1, "not finished yet")                                                              \
    X(EINVAL, -1, "an argument is outside its domain")                                             \
    X(ENOMEM, -2, "not enough memory")                                                             \
    X(ETIMEDOUT, -3, "the time given for waiting has passed")                                      \
    X(EINTR, -4, "the wait was interrupted")                                                       \
    X(ECANCELED, -5, "the task was cancelled before it started")                                   \
    X(EFAILED, -6, "a task failed")                                                                \
    X(EDEADLK, -7, "waiting inside a task would never end")                                        \
    X(ECLOSED, -8, "the runtime is closed")                                                        \
    X(EFORKED, -9, "the task was left behind by fork")                                             \
    X(ESYS, -10, "the operating system refused")                                                   \
    X(EDEVICE, -11, "there is no such device")                                                     \
    X(EENV, -12, "a WEIR_* environment variable is misspelt or has a bad value")                   \
    X(EINDEX, -13, "an index is out of range")                                                     \
    X(EAXIS, -14, "the array does not have this axis")                                             \
    X(EDTYPE, -15, "the operation does not take this dtype")                                       \
    X(ERANGE, -16, "a number does not fit the dtype")                                              \
    X(ENOENT, -17, "there is no such file or folder")                                              \
    X(EACCES, -18, "the operating system denied access")                                           \
    X(EEXIST, -19, "the file is there already")                                                    \
    X(EISDIR, -20, "a folder was given in place of a file")                                        \
    X(ENOTDIR, -21, "a file was given in place of a folder")

typedef enum weir_status {
#define WEIR_STATUS_ENUM_(name, value, text) WEIR_##name = value,
    WEIR_STATUS_MAP(WEIR_STATUS_ENUM_)
#undef WEIR_STATUS_ENUM_
} weir_status;

/* "EINVAL" for WEIR_EINVAL; "unknown" for a number that is no status.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_status_name(weir_status status);

/* The meaning of a status, as in the list above.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_status_text(weir_status status);

/* A sentence about the last failure that a call on this thread returned, or "".  It names the
 * operation, the values and what to do.  Valid until the next failing call on this thread.
 * [immediate | any thread | borrows | -] */
WEIR_API const char *weir_error(void);

/* ---- Runtime ------------------------------------------------------------------------------- */

typedef struct weir_runtime weir_runtime;
typedef struct weir_var weir_var;
typedef struct weir_context weir_context;       /* a task, seen from inside while it runs */
typedef struct weir_completion weir_completion; /* the right to say that a task is done */
typedef struct weir_window weir_window;

typedef enum weir_engine {
    WEIR_THREADED = 0, /* tasks run on the workers, as the order allows */
    WEIR_SERIAL = 1 /* each task runs inside the push that issued it, which returns its failure */
} weir_engine;

/* Results have the same bits for any number of workers at one level; between levels the last bits of
 * sums and products may differ. */
typedef enum weir_cpu {
    WEIR_CPU_BEST = 0,     /* the highest that this machine has */
    WEIR_CPU_PORTABLE = 1, /* 16-byte vectors: SSE2, NEON */
    WEIR_CPU_AVX2 = 2,     /* and FMA, F16C: x86-64-v3 */
    WEIR_CPU_AVX512 = 3    /* F, BW, CD, DQ, VL: x86-64-v4 */
} weir_cpu;

typedef enum weir_log_level {
    WEIR_LOG_ERROR = 0,
    WEIR_LOG_WARN = 1,
    WEIR_LOG_INFO = 2
} weir_log_level;

/* `align` is a power of two, at least 16; NULL says that there is none left. */
typedef void *(*weir_alloc_fn)(void *ctx, size_t size, size_t align);
typedef void (*weir_free_fn)(void *ctx, void *block, size_t size);
typedef void (*weir_log_fn)(void *ctx, int level, const char *text);

/* How a runtime is set up.  Call weir_config_init() and change what you want changed.  The defaults:
 * threaded, workers 0 (at most 1024), 4 I/O threads (1 to 1024), spin_us -1, helping 1, admission 1, run_inline 1, report 0,
 * memory_bytes 0, a floor of 8 MiB, 16 MiB of host data ahead, a queue of 65,536 tasks and 256 MiB, the C library's allocator. */
typedef struct weir_config {
    size_t size;        /* sizeof(weir_config), set by weir_config_init */
    int32_t engine;     /* a weir_engine */
    int32_t workers;    /* 0: one per CPU that affinity and the cgroup quota leave us */
    int32_t io_threads; /* most threads for blocking tasks, made when needed */
    int32_t spin_us;    /* polling of an idle thread before it sleeps; -1: 200, quota or 1 CPU: 0 */
    int32_t helping;    /* 1: a waiting thread may run the short tasks its wait needs */
    int32_t admission;  /* 1: start tasks within the memory level; 0: as soon as ready */
    uint64_t memory_bytes; /* the hard budget; 0: 80 % of the smaller of RAM and cgroup limit */
    uint64_t level_floor_bytes; /* the level is never held below this */
    uint64_t queue_tasks_max;   /* unfinished tasks at which a push waits */
    uint64_t queue_bytes_max;   /* bytes of queued records and their arguments, likewise */
    weir_alloc_fn alloc;        /* for the runtime's own memory; NULL: the C library */
    weir_free_fn free;
    void *alloc_ctx;
    weir_log_fn log; /* NULL: one line to standard error */
    void *log_ctx;
    int32_t cpu;        /* a weir_cpu: kernels of which level of CPU features are used */
    int32_t run_inline; /* 1: an operation on a few bytes that are there is done inside its call */
    int32_t report;     /* 1: when it ends, say on standard error where time and memory went */
    uint64_t host_ahead_bytes; /* bytes from outside that queued work alone may keep alive, or a
                                  twentieth of the level; at more, bringing in others waits */
} weir_config;

/* Fill in the defaults.
 * [immediate | any thread | - | -] */
WEIR_API void weir_config_init(weir_config *config);

/* Make a runtime and start its workers.  `config` may be NULL for the defaults; the environment is
 * not read.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_new(const weir_config *config, weir_runtime **out);

/* Finish the issued work that has effects, join every thread, let go of everything.  Variables may
 * be released before or after.  Failures that were not reported are logged, the first 16 of them in full, but not
 * those before one of the same line that was.
 * [blocking | one thread, no other may be using it, not inside a task | takes | -] */
WEIR_API void weir_runtime_free(weir_runtime *rt);

/* The runtime that the environment describes, made at the first call: WEIR_ENGINE (threaded, serial),
 * WEIR_CPU (best, portable, avx2, avx512), WEIR_WORKERS, WEIR_IO_THREADS, WEIR_SPIN_US,
 * WEIR_HELPING, WEIR_ADMISSION, WEIR_RUN_INLINE, WEIR_REPORT (0, 1), WEIR_MEMORY, WEIR_LEVEL_FLOOR,
 * WEIR_HOST_AHEAD, WEIR_QUEUE_BYTES (bytes, or with K, M, G, T), WEIR_QUEUE_TASKS.  Any other name
 * that starts with WEIR_ is refused, but for WEIR_ROOT and WEIR_DIR, CMake's.  The runtime ends
 * with the process: work with effects is finished at exit, however long a running task takes.
 * [immediate | any thread | borrows | EINVAL EENV ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_default(weir_runtime **out);

/* Change the engine, once all issued work is done.  With WEIR_SERIAL errors surface at the call that
 * made them, and a debugger stops there.
 * [blocking | any thread, not inside a task | - | EINVAL EDEADLK EINTR ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_set_engine(weir_runtime *rt, weir_engine engine);

/* ---- Variables ----------------------------------------------------------------------------- */

enum { WEIR_VAR_LIVE = 1 }; /* its bytes are in use from birth, not from its first write */

typedef struct weir_var_options {
    size_t size;                /* sizeof(weir_var_options) */
    uint64_t bytes;             /* memory behind it, from the start of its first write to its end */
    uint32_t flags;             /* WEIR_VAR_* */
    uint32_t site;              /* tag of the source line that made it */
    void (*on_free)(void *ctx); /* called by some thread after the last use; must not wait */
    void *ctx;
} weir_var_options;

/* Make a variable.  `options` may be NULL.
 * [immediate; with WEIR_VAR_LIVE it waits at the memory bound, except inside a task | any thread |
 *  returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_var_new(weir_runtime *rt, const weir_var_options *options,
                                  weir_var **out);

/* One more reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_var *weir_var_retain(weir_var *v);

/* One reference less.  With the last one the variable goes once the queue has no more use for it.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_var_release(weir_var *v);

/* ---- Tasks --------------------------------------------------------------------------------- */

/* What a task does.  Return WEIR_OK, or a failure (see weir_context_fail), or WEIR_PENDING after
 * weir_context_defer.  It may push and release; it may not wait.  A task that forks should call exec or
 * _exit in the child; a child that returns from a task on a worker ends there. */
typedef weir_status (*weir_run_fn)(weir_context *ctx, void *arg);

enum {
    WEIR_KIND_PURE = 1,  /* no effect but on the variables it writes: may be dropped at exit when
                            nothing with effects needs it, and runs in a forked child */
    WEIR_KIND_HELP = 2,  /* short, and does not mind on which thread: may run on a thread that
                            waits for it */
    WEIR_KIND_IO = 4,    /* may block on I/O: runs on an I/O thread, never on a worker */
    WEIR_KIND_ALWAYS = 8 /* runs even if something it reads has failed; weir_context_input tells */
};

/* What tasks of one sort have in common.  Must outlive every task of the sort: make it static. */
typedef struct weir_kind {
    size_t size;      /* sizeof(weir_kind) */
    const char *name; /* for errors and traces, "matmul" */
    weir_run_fn run;
    void (*drop)(void *arg); /* called once when the task will not need `arg` any more: after run,
                                or instead of it.  May be NULL.  Must not wait. */
    uint32_t flags;          /* WEIR_KIND_* */
} weir_kind;

enum { WEIR_DEVICE_CPU = 0, WEIR_DEVICE_NULL = 1 };
enum { WEIR_PRIORITY_MIN = -8, WEIR_PRIORITY_MAX = 7 };
enum { WEIR_ACCESS_MAX = 65535 }; /* variables that one task may name */

/* A task to be pushed.  A variable in `writes` is overwritten as a whole; one that is both in `reads`
 * and in `writes` is updated in place.  Naming one twice is the same as naming it once. */
typedef struct weir_task {
    size_t size; /* sizeof(weir_task) */
    const weir_kind *kind;
    void *arg;       /* handed to run and drop */
    size_t arg_size; /* 0: `arg` is handed on as it is; else so many bytes of it are copied */
    weir_var *const *reads;
    weir_var *const *writes;
    uint32_t read_count;
    uint32_t write_count;
    uint64_t scratch_bytes; /* memory it takes while it runs, beside that of its variables */
    uint32_t site;          /* tag of the source line that issued it */
    int32_t priority;       /* WEIR_PRIORITY_MIN .. MAX; ready tasks of a higher one go first */
    int32_t device;         /* a WEIR_DEVICE_*: the queue it runs on */
} weir_task;

/* Queue a task.  All of `task` is copied; the variables must be yours at the time of the call.
 * On failure nothing is queued and `arg` stays yours.  With the serial engine the task has run when
 * this returns, and its failure is returned (and marked, as always).
 * [queued | any thread | - | EINVAL ENOMEM EDEVICE ECLOSED EINTR] */
WEIR_API weir_status weir_task_push(weir_runtime *rt, const weir_task *task);

/* From inside a task --------------------------------------------------------------------------- */

/* Keep a sentence about what went wrong (its first 159 bytes) and return `status`, or EFAILED if that
 * is no failure:  return weir_context_fail(ctx, WEIR_EFAILED, "label 12 of 10").
 * [immediate | a thread running the task or a piece of it | - | returns a failure] */
WEIR_API weir_status weir_context_fail(weir_context *ctx, weir_status status, const char *message);

/* The status of the i-th variable in `reads`: WEIR_OK, or its failure in a WEIR_KIND_ALWAYS task.
 * [immediate | the thread running the task | - | EINVAL or the variable's failure] */
WEIR_API weir_status weir_context_input(weir_context *ctx, uint32_t index);

/* The worker that runs this task, 0 .. workers-1, or -1 on any other thread.
 * [immediate | the thread running the task | - | -] */
WEIR_API int weir_context_worker(const weir_context *ctx);

typedef weir_status (*weir_range_fn)(void *arg, int64_t begin, int64_t end);

/* Call fn on [0,grain), [grain,2*grain) ... up to count, the pieces side by side on idle workers.
 * The pieces depend on count and grain alone, so the result does not depend on the workers.  All
 * pieces run; the failure of the lowest one is returned.
 * [blocking for the pieces | the thread running the task | - | EINVAL or fn's] */
WEIR_API weir_status weir_parallel_for(weir_context *ctx, int64_t count, int64_t grain,
                                       weir_range_fn fn, void *arg);

/* Let the task complete later: take the handle, hand it to whoever will know, return WEIR_PENDING.  To
 * return a failure instead takes the handle back: it must not be used then.
 * [immediate | the thread running the task | returns +1 | EINVAL] */
WEIR_API weir_status weir_context_defer(weir_context *ctx, weir_completion **out);

/* Say that a deferred task is done, once.  `message` may be NULL.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_completion_done(weir_completion *completion, weir_status status,
                                   const char *message);

/* ---- Waiting and looking ------------------------------------------------------------------- */

/* Wait until the writes to `v` issued before this call are done, and give its status: WEIR_OK or the
 * failure of the task that should have written it, with a sentence in weir_error().
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR or the failure] */
WEIR_API weir_status weir_var_wait(weir_var *v);

/* The same with a limit in nanoseconds (-1: none), a reason ("print") and a site, both for the ledger
 * of waits.  `reason` must be static; NULL is "wait".
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR ETIMEDOUT or the failure] */
WEIR_API weir_status weir_var_wait_at(weir_var *v, int64_t timeout_ns, const char *reason,
                                      uint32_t site);

/* Wait until everything issued before this call is done; give the first root failure that has not been reported, even
 * if what it concerned has been written again since, and say how many more there are.  All of them count as reported
 * then: a failure is given by one waitall, unless a wait, a task, weir_failure_get or a cancelling caller knew of it before.
 * [blocking | any thread, not inside a task | - | EINVAL ECLOSED ENOMEM EDEADLK EINTR ETIMEDOUT or the failure] */
WEIR_API weir_status weir_waitall(weir_runtime *rt);
WEIR_API weir_status weir_waitall_at(weir_runtime *rt, int64_t timeout_ns, const char *reason,
                                     uint32_t site);

/* 1 if the writes to `v` issued so far are done (or have failed), else 0.  Is no wait.
 * [immediate | any thread | - | -] */
WEIR_API int weir_var_is_ready(const weir_var *v);

/* What is known of `v` now, without waiting: its failure, with a sentence in weir_error(), even if younger writes
 * are still to come; else WEIR_PENDING while writes issued so far are not done; else WEIR_OK.
 * [immediate | any thread | - | EINVAL PENDING or the failure] */
WEIR_API weir_status weir_var_peek(weir_var *v);

/* Make the waits now going on return WEIR_EINTR.  Their work goes on.  A call that writes an array while somebody
 * has a pointer into it, and waits for that, is not among them: its write has been issued.
 * [immediate | any thread, also a signal handler | - | -] */
WEIR_API void weir_interrupt(weir_runtime *rt);

/* Does this thread wait at the bounds of the queue and of host data (1, as at first), or go on (0)?  For threads on
 * which a language runs callbacks, which issue without waiting as those of the library do.  Returns what it was.
 * [immediate | any thread | - | -] */
WEIR_API int weir_bounds_set(int wait);

typedef void (*weir_ready_fn)(weir_status status, void *arg);

/* Call fn on a worker (with WEIR_SERIAL: here) when the writes to `v` issued before this call are done,
 * whatever came of them.  It may push and release; it may not wait.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_var_on_ready(weir_var *v, weir_ready_fn fn, void *arg);

typedef struct weir_notice {
    uint64_t token;
    int32_t status; /* a weir_status */
    int32_t unused;
} weir_notice;

/* An eventfd for epoll, asyncio or libuv: readable while there are notices to take.  Owned by the
 * runtime; a forked child has one of its own under the same number.
 * [immediate | any thread | borrows | EINVAL ESYS ECLOSED] */
WEIR_API weir_status weir_notice_fd(weir_runtime *rt, int *fd);

/* Give a notice with this token when the writes to `v` issued before this call are done.  Of a failure it
 * carries the status; weir_var_wait has the sentence.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_notice_push(weir_var *v, uint64_t token);

/* Take up to `max` notices and clear the eventfd when none is left.
 * [immediate | any thread | - | returns how many] */
WEIR_API size_t weir_notice_take(weir_runtime *rt, weir_notice *out, size_t max);

/* A window of `depth` batches (1 to 1024).  weir_window_next(), called at the start of each batch, waits until at
 * most depth - 1 of the earlier ones are unfinished.  With depth 2, batch t finishes before batch t+2
 * starts, and two batches overlap.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_window_new(weir_runtime *rt, uint32_t depth, weir_window **out);
/* [blocking | one thread at a time, not inside a task | - | EINVAL ECLOSED EDEADLK EINTR ENOMEM] */
WEIR_API weir_status weir_window_next(weir_window *window, uint32_t site);
/* [immediate | any thread | takes | -] */
WEIR_API void weir_window_free(weir_window *window);

/* ---- Failures, clearing, cancelling -------------------------------------------------------- */

typedef struct weir_failure {
    size_t size;       /* sizeof(weir_failure), set by the caller */
    int32_t status;    /* a weir_status */
    uint32_t site;     /* of the push that issued the failing task */
    uint64_t seq;      /* its place in program order */
    char name[64];     /* the kind's name */
    char message[320]; /* as weir_error() gives it */
} weir_failure;

/* What the last failing call on this thread was told, in parts.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_error_get(weir_failure *out);

/* For functions that stand on this interface as ours do: keep a sentence (its first 319 bytes) that weir_error gives
 * on this thread, and return `status`.
 * [immediate | any thread | - | returns status] */
WEIR_API weir_status weir_error_set(weir_status status, const char *message);

/* The number of root failures since the start or the last clear.
 * [immediate | any thread | - | -] */
WEIR_API uint64_t weir_failure_count(weir_runtime *rt);

/* Root failures that are kept at most.  When there are more, those that have been reported make room, the ones that no
 * variable carries any more first; if none has been reported the new one is counted, and is not kept. */
enum { WEIR_FAILURES_MAX = 1024 };

/* The index-th root failure that is kept, oldest first; it counts as reported then.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_failure_get(weir_runtime *rt, uint32_t index, weir_failure *out);

/* Forget the root failures; variables keep their marks.
 * [immediate | any thread | - | -] */
WEIR_API void weir_failure_clear(weir_runtime *rt);

/* Take the failure off a variable, in program order.  If the task that should have written it did not
 * run, the old contents are back; if it failed while writing, they are undefined.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_var_clear(weir_var *v);

/* Drop the tasks issued so far that would write `v` and have not started; `v` says ECANCELED.  None of them
 * starts after this has returned; called by an on_free, after that has returned.  They are one root failure, which
 * weir_waitall and the end of the runtime do not report: the caller knows.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_var_cancel(weir_var *v);

/* Drop all tasks issued so far, by any thread, that have not started.  What they would have written says ECANCELED, and
 * so does what is computed from it; old contents are kept, and weir_var_clear brings them back.  Tasks that run go on.
 * Tasks of WEIR_KIND_ALWAYS run, so callbacks and notices are told.  Tasks issued later are not concerned.  One call
 * is at most one root failure, with the line of the call, and is not reported either.
 * [immediate | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_cancel_all(weir_runtime *rt);

/* ---- Sites and languages ------------------------------------------------------------------- */

/* The number of a source line: the same for the same text, 0 if there is no memory.  Failures then say
 * "train.py:12".
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_intern(const char *file, int32_t line);

/* "train.py:12" for a number that weir_site_intern or weir_site_called gave, else NULL.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API const char *weir_site_text(uint32_t site);

/* A site with its history: `line` as reached from the call at `caller` (0: from nowhere), in `part` of the program
 * ("net.blocks[2]"; NULL: in none).  Its text is that of `line`, and tables of waits and of memory count it there; a
 * failure keeps all of it.  The same arguments give the same number.  At most 65,536 of these are kept for a process;
 * after that, and without memory, the number is `line`.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_called(uint32_t line, uint32_t caller, const char *part);

/* What weir_site_called was given; the line of any other site is the site itself, its caller 0, its part NULL.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API uint32_t weir_site_line(uint32_t site);
WEIR_API uint32_t weir_site_caller(uint32_t site);
WEIR_API const char *weir_site_part(uint32_t site);

/* The status for an errno of the C library: ENOENT, EACCES and their like have their own, ENOMEM is ENOMEM, the others
 * are ESYS.
 * [immediate | any thread | - | -] */
WEIR_API weir_status weir_status_of_errno(int error);

/* What a front end wants to be asked, on the thread in question; each may be NULL.  For an interpreter
 * with a lock of its own: wait_begin gives it away, wait_end takes it back. */
typedef struct weir_frontend {
    size_t size;
    uint32_t (*site)(
        void); /* where this thread is; asked when something is queued or waited for and
                               weir_site_set has not said it, never inside a task */
    int (*wait_ask)(
        const char *reason,
        uint32_t site);        /* this thread would have to wait: may it?  Anything but 0 refuses,
                                       and the call returns WEIR_EINTR.  It may itself issue and wait */
    void *(*wait_begin)(void); /* this thread is about to wait, and perhaps to help */
    int (*wait_look)(
        void *token); /* it still waits: after a signal, and ten times a second; anything
                                         but 0 ends the wait with WEIR_EINTR.  It may itself issue and wait */
    void (*wait_end)(void *token); /* it goes on; `token` is what wait_begin returned */
} weir_frontend;

/* Say so for the whole process, before the first runtime is made; NULL takes it back.
 * [immediate | one thread, before others use the library | - | EINVAL] */
WEIR_API weir_status weir_frontend_set(const weir_frontend *frontend);

/* Call fn, which may block on something that is not the library's, a mutex, as a wait is made: between wait_begin and
 * wait_end.  Who holds that mutex may need the interpreter to go on.
 * [blocking | any thread | - | -] */
WEIR_API void weir_give_way(void (*fn)(void *arg), void *arg);

/* ---- Seeing -------------------------------------------------------------------------------- */

typedef struct weir_stats {
    size_t size; /* sizeof(weir_stats), set by the caller */
    uint32_t workers;
    uint32_t engine;       /* a weir_engine */
    uint64_t issued;       /* tasks pushed, callbacks and notices among them */
    uint64_t finished;     /* tasks run, failed, skipped or cancelled */
    uint64_t ran;          /* tasks whose function was called */
    uint64_t queue_len;    /* issued - finished */
    uint64_t queue_bytes;  /* memory of the queue itself */
    uint64_t memory_used;  /* bytes of variables and scratch that are taken, and of borrowed
                              memory that queued work alone keeps alive */
    uint64_t memory_peak;  /* the most that was ever taken */
    uint64_t memory_level; /* what an in-order run needs at its peak, and a tenth more */
    uint64_t memory_budget;
    uint64_t waits;       /* waits that had to wait */
    uint64_t waits_ready; /* looks that found the value ready */
    uint64_t wait_ns;     /* time lost in waits */
    uint64_t failures;    /* root failures */
    uint64_t helped;      /* tasks that waiting threads ran */
    uint64_t wakes;       /* workers woken from sleep */
    uint32_t cpu;         /* a weir_cpu, not BEST: the level of CPU features in use */
    uint32_t unused;
    uint64_t borrowed;      /* bytes of arrays over memory that is not the library's, */
    uint64_t borrowed_peak; /* and the most there ever were */
    uint64_t host_ahead;    /* bytes from outside that queued work alone keeps alive */
} weir_stats;

/* Numbers as they are now; each is right, though not all of one moment.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_stats_get(weir_runtime *rt, weir_stats *out);

typedef struct weir_wait_entry {
    const char *reason; /* static */
    uint32_t site;
    uint32_t unused;
    uint64_t count;
    uint64_t ns; /* time lost */
} weir_wait_entry;

/* The ledger of waits by site and reason, costliest first: up to `max` lines; returns how many.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_waits_get(weir_runtime *rt, weir_wait_entry *out, size_t max);

/* Empty the ledger.
 * [immediate | any thread | - | -] */
WEIR_API void weir_waits_clear(weir_runtime *rt);

/* Record tasks and waits from now on, at most `events_max` of them (0: a million).  What was recorded
 * before and not written is thrown away.
 * [immediate | any thread | - | EINVAL ECLOSED] */
WEIR_API weir_status weir_trace_start(weir_runtime *rt, uint64_t events_max);

/* Stop recording and write what was recorded as Chrome trace JSON (chrome://tracing, Perfetto).
 * `path` may be NULL to throw it away.
 * [blocking on the file | any thread | - | EINVAL ECLOSED ESYS] */
WEIR_API weir_status weir_trace_stop(weir_runtime *rt, const char *path);

#ifdef __cplusplus
}
#endif

#include "weir/array.h"
#include "weir/op.h"
#ifndef WEIR_WITHOUT_OPS /* three of five lines of all headers; "weir/ops.h" has them by itself */
#include "weir/ops.h"
#endif
#include "weir/autograd.h"
#include "weir/nn.h"
#include "weir/optim.h"
#include "weir/io.h"
#include "weir/data.h"
#endif
