/* weir.h - the public C interface of Weir, an asynchronous tensor runtime.
 *
 * Weir runs tasks asynchronously and in parallel.  The results are the same as if the tasks had run
 * one after another in program order, the order in which they were issued.
 *
 *   runtime    Owns the queue, the workers and the memory budget.  A program may have several;
 *              weir_runtime_default() returns one that is configured by the environment.
 *   variable   Represents something that tasks read and write: a buffer, a file, a device array.
 *              The runtime does not know its contents.  It orders tasks by their accesses to the
 *              variable, counts its bytes, and records the failure of the task that was to write
 *              it.
 *   task       A function and the variables it reads and writes.  weir_task_push() queues it and
 *              returns immediately.  It runs when the writes it depends on are done.
 *   worker     A thread of the runtime that runs tasks.  There is one pool for all tasks.
 *   wait       Blocks until values are available.  weir_var_wait() returns when all writes to a
 *              variable that were issued before the call are done, whatever else is queued.
 *   level      The peak memory of an in-order run of the queued tasks, plus a tenth.  Tasks start
 *              only if their memory fits within this level.
 *   site       A number that identifies a source line.  Choose one below 2^31 (0: none), or get one
 *              from weir_site_intern().  It is stored with tasks and waits, and appears in
 *              failures, in the wait profile and in traces.  weir_site_called() adds the calls that
 *              led to the line.
 *
 * Queued and immediate calls.  Each function below has one line that describes its effects:
 *
 *   [immediate | any thread | returns +1 | EINVAL ENOMEM]
 *
 * The first word: an `immediate` call is complete when it returns; a `queued` call returns
 * immediately and takes effect in program order; a `blocking` call may wait.  A queued call waits
 * in one case only: the queue is full.  That wait is counted in the wait profile.  Tasks and
 * callbacks that issue work do not wait.  The other parts are the threads that may make the call,
 * the ownership of what is passed or returned, and the statuses of failures.
 *
 * Ownership.  `returns +1`: the caller must release the result.  `borrows`: the result is valid as
 * long as its owner exists.  `takes`: ownership of the argument passes to the library.  Every
 * release function accepts NULL, never waits, and is safe while tasks that use the object are
 * queued: the queue holds its own references.
 *
 * Errors.  A call with an invalid argument fails before anything is queued.  A task that fails
 * marks the variables it would have written, and all variables computed from them.  Every wait for
 * or read of such a variable reports the failure.  weir_error() returns the message of the last
 * failing call on this thread.
 *
 * Stability.  Everything here is 0.x: names may still change between minor versions.  Enum values
 * are fixed.  Structs that can grow start with their own size, which works in both directions: a
 * struct of an older program is shorter, and its missing fields get their defaults; a struct of a
 * newer program is longer, and is accepted if the fields that the library does not know are 0.  Set
 * fields called `unused` to 0.  docs/compatibility.md describes the policy and
 * docs/design/c-interface.md the design.
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

/* Marks a deprecated name and gives its replacement: WEIR_DEPRECATED("use weir_b").  Define
 * WEIR_NO_DEPRECATED_WARNINGS before the first include to compile without these warnings. */
#if defined(__GNUC__) && !defined(WEIR_NO_DEPRECATED_WARNINGS)
#define WEIR_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define WEIR_DEPRECATED(text)
#endif

#define WEIR_VERSION_MAJOR 0
#define WEIR_VERSION_MINOR 1
#define WEIR_VERSION_PATCH 0

/* ---- Version and statuses ------------------------------------------------------------------ */

/* The version of the loaded library: major * 10000 + minor * 100 + patch.
 * [immediate | any thread | - | -] */
WEIR_API int weir_version(void);

/* The version as a string, such as "0.1.0".
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_version_text(void);

/* Every status, its value and its meaning.  The enum, the strings, the tables in the manual and the
 * definitions in other languages are derived from this list.  A status is the class of an error:
 * front ends select exceptions by status alone, so messages may be reworded.  Values never change;
 * a new status gets a new value. */
#define WEIR_STATUS_MAP(X)                                                                         \
    X(OK, 0, "success")                                                                            \
    X(PENDING, 1, "not finished yet")                                                              \
    X(EINVAL, -1, "an argument is invalid")                                                        \
    X(ENOMEM, -2, "not enough memory")                                                             \
    X(ETIMEDOUT, -3, "the wait timed out")                                                         \
    X(EINTR, -4, "the wait was interrupted")                                                       \
    X(ECANCELED, -5, "the task was cancelled before it started")                                   \
    X(EFAILED, -6, "a task failed")                                                                \
    X(EDEADLK, -7, "waiting inside a task would deadlock")                                         \
    X(ECLOSED, -8, "the runtime is closed")                                                        \
    X(EFORKED, -9, "the task belongs to the parent process and does not run after fork")           \
    X(ESYS, -10, "a system call failed")                                                           \
    X(EDEVICE, -11, "there is no such device")                                                     \
    X(EENV, -12, "a WEIR_* environment variable is unknown or has an invalid value")               \
    X(EINDEX, -13, "index out of range")                                                           \
    X(EAXIS, -14, "axis out of range")                                                             \
    X(EDTYPE, -15, "unsupported dtype")                                                            \
    X(ERANGE, -16, "a number does not fit the dtype")                                              \
    X(ENOENT, -17, "there is no such file or folder")                                              \
    X(EACCES, -18, "the operating system denied access")                                           \
    X(EEXIST, -19, "the file exists already")                                                      \
    X(EISDIR, -20, "the path is a folder, not a file")                                             \
    X(ENOTDIR, -21, "the path is a file, not a folder")

typedef enum weir_status {
#define WEIR_STATUS_ENUM_(name, value, text) WEIR_##name = value,
    WEIR_STATUS_MAP(WEIR_STATUS_ENUM_)
#undef WEIR_STATUS_ENUM_
} weir_status;

/* The name of a status, such as "EINVAL" for WEIR_EINVAL; "unknown" for a value that is not a
 * status.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_status_name(weir_status status);

/* The meaning of a status, as in the list above.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_status_text(weir_status status);

/* The message of the last failing call on this thread, or "".  It names the operation, the values
 * given and the remedy.  Valid until the next failing call on this thread.
 * [immediate | any thread | borrows | -] */
WEIR_API const char *weir_error(void);

/* ---- Structs that can grow ------------------------------------------------------------------ */

/* The size of a struct up to and including a field. */
#define WEIR_SIZE_UP_TO(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* 1 if a struct filled by the library has this field, else 0.  Needed for fields that are newer
 * than the oldest library that the program supports.  `type` is the type of *s, whose first field
 * is its size. */
#define WEIR_HAS(type, s, field) ((s)->size >= WEIR_SIZE_UP_TO(type, field))

/* The next three functions are for libraries built on this interface.  Weir itself uses them to
 * accept structs of different sizes. */

/* Copy a struct that a caller passed.  `to` has `to_size` bytes and holds the defaults; the first
 * field of `from` is its size.  The bytes that both structs have are copied, and the size field of
 * `to` stays `to_size`.  Fails if the size is below `first_size`, the size in the first release, or
 * if `from` has nonzero bytes past `to_size`.  The message names the function, `where`, and the
 * struct, `type`.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_struct_take(void *to, size_t to_size, const void *from, size_t first_size,
                                      const char *where, const char *type);

/* Fill the caller's struct `to`, whose first field is its size, from `from`, which has `from_size`
 * bytes.  The bytes that both structs have are copied, and the size field of `to` does not change.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_struct_give(void *to, const void *from, size_t from_size,
                                      size_t first_size, const char *where, const char *type);

/* Copy the bytes that both structs have, and fill the rest of `to` with zeros.  For structs that do
 * not start with their size.
 * [immediate | any thread | - | -] */
WEIR_API void weir_struct_copy(void *to, size_t to_size, const void *from, size_t from_size);

/* ---- Runtime ------------------------------------------------------------------------------- */

typedef struct weir_runtime weir_runtime;
typedef struct weir_var weir_var;
typedef struct weir_context weir_context;       /* a running task; passed to the task's function */
typedef struct weir_completion weir_completion; /* handle with which a deferred task is completed */
typedef struct weir_window weir_window;

typedef enum weir_engine {
    WEIR_THREADED = 0, /* tasks run on the workers, as dependencies allow */
    WEIR_SERIAL = 1    /* each task runs inside weir_task_push, which returns the task's failure */
} weir_engine;

/* The CPU features that kernels use.  For a given value, results are bit-identical with any number
 * of workers.  Results for different values may differ in the last bits of sums and products. */
typedef enum weir_cpu {
    WEIR_CPU_BEST = 0,     /* the best that this machine supports */
    WEIR_CPU_PORTABLE = 1, /* 16-byte vectors: SSE2, NEON */
    WEIR_CPU_AVX2 = 2,     /* AVX2, FMA and F16C: x86-64-v3 */
    WEIR_CPU_AVX512 = 3,   /* AVX-512 F, BW, CD, DQ and VL: x86-64-v4 */
    /* The same with faster instructions for products of bfloat16, and of float16.  Subnormal bfloat16
     * numbers count as zeros in these products. */
    WEIR_CPU_AVX512_BF16 = 4, /* and AVX512-BF16; since 0.2 */
    WEIR_CPU_AMX_BF16 = 5,    /* and AMX with bfloat16; since 0.2 */
    WEIR_CPU_AMX_FP16 = 6     /* and AMX with float16; since 0.2 */
} weir_cpu;

typedef enum weir_log_level {
    WEIR_LOG_ERROR = 0,
    WEIR_LOG_WARN = 1,
    WEIR_LOG_INFO = 2
} weir_log_level;

/* `align` is a power of two, at least 16.  Returns NULL if out of memory. */
typedef void *(*weir_alloc_fn)(void *ctx, size_t size, size_t align);
typedef void (*weir_free_fn)(void *ctx, void *block, size_t size);
typedef void (*weir_log_fn)(void *ctx, int level, const char *text);

/* The configuration of a runtime.  Call weir_config_init() and change what you need.  The defaults:
 * threaded, workers 0 (at most 1024), 4 I/O threads (1 to 1024), spin_us -1, helping 1, admission
 * 1, run_inline 1, fusion 1, report 0, memory_bytes 0, a level floor of 8 MiB, 16 MiB of host data
 * ahead, a queue of 65,536 tasks and 256 MiB, the C library's allocator, no null devices listed, no
 * pinning. */
typedef struct weir_config {
    size_t size;     /* sizeof(weir_config), set by weir_config_init */
    int32_t engine;  /* a weir_engine */
    int32_t workers; /* 0: one per CPU that the affinity mask and the cgroup quota allow */
    /* maximum number of threads for blocking tasks; they are started when needed */
    int32_t io_threads;
    /* how long an idle thread polls before it sleeps, in microseconds; -1: 200, or 0 with a CPU
     * quota or a single CPU */
    int32_t spin_us;
    int32_t helping; /* 1: a waiting thread may run short tasks that its wait depends on */
    /* 1: tasks start only if they fit within the memory level; 0: tasks start as soon as they are
     * ready */
    int32_t admission;
    uint64_t memory_bytes; /* hard limit in bytes; 0: 80 % of the smaller of RAM and cgroup limit */
    uint64_t level_floor_bytes; /* the memory level is never below this */
    uint64_t queue_tasks_max;   /* number of unfinished tasks at which a push waits */
    uint64_t queue_bytes_max; /* total bytes of task records and arguments at which a push waits */
    /* allocates the runtime's own memory; NULL: the C library's allocator */
    weir_alloc_fn alloc;
    weir_free_fn free;
    void *alloc_ctx;
    weir_log_fn log; /* NULL: messages go to standard error, one line each */
    void *log_ctx;
    int32_t cpu;        /* a weir_cpu: the CPU features that kernels may use */
    int32_t run_inline; /* 1: small operations on ready inputs run inside the call */
    /* 1: when the runtime ends, print a report of time and memory use to standard error */
    int32_t report;
    int32_t unused;
    /* Limit in bytes on host data that is kept alive only by queued work.  The effective limit is
     * at least a twentieth of the memory level.  At the limit, a call that passes in more data
     * waits. */
    uint64_t host_ahead_bytes;
    int32_t null_devices; /* number of null devices that weir_devices lists, at most 4 */
    /* 1: an operator for which a device has no kernel runs on the CPU, with copies, and the wait
     * profile counts the call; 0: the call fails */
    int32_t device_fallback;
    /* 1: worker i stays on the i-th of the CPUs that the thread that creates the runtime may use, in
     * an order in which neighbours share caches and NUMA nodes; fails if there are fewer CPUs than
     * workers.  Other processes do not know of it: give each its own CPUs (taskset). */
    int32_t pin;
    /* 1: elementwise operations that follow each other in the queue run in one pass over their data,
     * with the same results; simple arithmetic is compiled to machine code where the system allows
     * that.  2: the same, and no machine code is generated.  0: they run one by one */
    int32_t fusion;
} weir_config;

/* Set every field to its default.  weir_config_init_sized takes the size of the caller's struct; it
 * is for languages that cannot call inline functions.
 * [immediate | any thread | - | -] */
WEIR_API void weir_config_init_sized(weir_config *config, size_t size);
static inline void weir_config_init(weir_config *config) {
    weir_config_init_sized(config, sizeof *config);
}

/* Create a runtime and start its workers.  `config` may be NULL for the defaults.  The environment
 * is not read.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_new(const weir_config *config, weir_runtime **out);

/* Finish the issued work that has side effects, join all threads and free everything.  Variables
 * may be released before or after this call.  Failures that have not been reported are logged, the
 * first 16 of them in full, unless a later failure of the same source line has been reported.
 * [blocking | one thread, while no other uses the runtime, not inside a task | takes | -] */
WEIR_API void weir_runtime_free(weir_runtime *rt);

/* The default runtime, created at the first call and configured by the environment: WEIR_ENGINE
 * (threaded, serial), WEIR_CPU (best, portable, avx2, avx512, avx512_bf16, amx_bf16, amx_fp16),
 * WEIR_WORKERS, WEIR_IO_THREADS, WEIR_SPIN_US, WEIR_HELPING, WEIR_ADMISSION, WEIR_RUN_INLINE,
 * WEIR_FUSION, WEIR_REPORT, WEIR_PIN (0, 1), WEIR_MEMORY, WEIR_LEVEL_FLOOR, WEIR_HOST_AHEAD,
 * WEIR_QUEUE_BYTES (bytes, or with K, M, G, T), WEIR_QUEUE_TASKS, WEIR_NULL_DEVICES (the number of
 * null devices that are listed), WEIR_NULL_MEMORY (memory of each of them), WEIR_CUDA_DEVICES (a
 * list of the cards to use, such as 0,1), WEIR_CUDA_LIBRARY (a library to use instead of the CUDA
 * driver and all other libraries of CUDA), WEIR_CUDA_COMPILERS, WEIR_CUDA_LOG, WEIR_DEVICE_EXACT
 * (docs/guide/gpus.md), WEIR_DEVICE_FALLBACK (0, 1), WEIR_SEED (the seed of its random numbers; if
 * it is not set, each process draws different numbers unless it calls weir_seed).  Any other name
 * that starts with WEIR_ is an error, except CMake's WEIR_ROOT and WEIR_DIR.  The runtime ends with
 * the process: work with side effects is finished at exit, however long a running task takes.
 * [immediate | any thread | borrows | EINVAL EENV ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_default(weir_runtime **out);

/* Wait until all issued work is done, then change the engine.  With WEIR_SERIAL each error is
 * returned by the call that caused it, so a debugger can stop at that call.
 * [blocking | any thread, not inside a task | - | EINVAL EDEADLK EINTR ENOMEM ESYS] */
WEIR_API weir_status weir_runtime_set_engine(weir_runtime *rt, weir_engine engine);

/* ---- Variables ----------------------------------------------------------------------------- */

/* WEIR_VAR_LIVE: the variable's bytes count from its creation, not from its first write. */
enum { WEIR_VAR_LIVE = 1 };

typedef struct weir_var_options {
    size_t size; /* sizeof(weir_var_options) */
    /* bytes of memory that the variable represents, counted from its first write until it is
     * freed */
    uint64_t bytes;
    uint32_t flags;             /* WEIR_VAR_* */
    uint32_t site;              /* source line that created the variable */
    void (*on_free)(void *ctx); /* called on some thread after the last use; must not wait */
    void *ctx;
    int32_t device; /* the device whose memory the bytes are in; 0: the host */
    int32_t unused;
} weir_var_options;

/* Create a variable.  `options` may be NULL.
 * [immediate; with WEIR_VAR_LIVE it may block while memory use is above its limit, except inside a
 * task | any thread | returns +1 | EINVAL EDEVICE ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_var_new(weir_runtime *rt, const weir_var_options *options,
                                  weir_var **out);

/* Add a reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_var *weir_var_retain(weir_var *v);

/* Drop a reference.  After the last one the variable is freed once no queued task uses it.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_var_release(weir_var *v);

/* ---- Tasks --------------------------------------------------------------------------------- */

/* The function of a task.  Returns WEIR_OK, a failure (see weir_context_fail), or WEIR_PENDING
 * after weir_context_defer.  It may push tasks and release variables; it must not wait.  A task
 * that forks should call exec or _exit in the child; a child process that returns from a task on a
 * worker thread exits. */
typedef weir_status (*weir_run_fn)(weir_context *ctx, void *arg);

enum {
    /* the task affects only the variables that it writes: it may be dropped at exit if no task with
     * side effects depends on it, and if it is queued at a fork, it also runs in the child */
    WEIR_KIND_PURE = 1,
    /* the task is short and may run on any thread: a thread that waits for it may run it */
    WEIR_KIND_HELP = 2,
    WEIR_KIND_IO = 4, /* the task may block on I/O: it runs on an I/O thread, never on a worker */
    WEIR_KIND_ALWAYS = 8 /* the task runs even if an input has failed; see weir_context_input */
};

/* The kind of a task: its name and functions.  Must outlive every task of this kind: make it
 * static. */
typedef struct weir_kind {
    size_t size;      /* sizeof(weir_kind) */
    const char *name; /* name in errors and traces, such as "matmul" */
    weir_run_fn run;
    /* called once when `arg` is no longer needed, after run or instead of it; must not wait; may be
     * NULL */
    void (*drop)(void *arg);
    uint32_t flags; /* WEIR_KIND_* */
    uint32_t unused;
} weir_kind;

enum { WEIR_DEVICE_CPU = 0, WEIR_DEVICE_NULL = 1, WEIR_DEVICE_CUDA = 2 };
/* The number of a device is its kind and an index above it.  A CUDA device is an NVIDIA GPU.  A
 * null device is for tests: it has memory and a queue of its own, as a GPU has, and computes with
 * the CPU's kernels.  There are four. */
#define WEIR_CUDA(index) (WEIR_DEVICE_CUDA | (index) << 8)
#define WEIR_NULL(index) (WEIR_DEVICE_NULL | (index) << 8)
enum { WEIR_PRIORITY_MIN = -8, WEIR_PRIORITY_MAX = 7 };
enum { WEIR_ACCESS_MAX = 65535 }; /* maximum number of accesses of one task */

/* A task to be pushed.  A variable in `writes` is overwritten completely; a variable that is in
 * both `reads` and `writes` is updated in place.  Duplicates have no effect.  The memory that a
 * task allocates (scratch bytes, and variables that no task has written before) is in one place:
 * the host's for a task on the CPU, the device's or the host's for a task on a device. */
typedef struct weir_task {
    size_t size; /* sizeof(weir_task) */
    const weir_kind *kind;
    void *arg;       /* argument of `run` and `drop` */
    size_t arg_size; /* 0: the pointer itself is passed; else this many bytes of `arg` are copied */
    weir_var *const *reads;
    weir_var *const *writes;
    uint32_t read_count;
    uint32_t write_count;
    uint64_t scratch_bytes; /* memory used while the task runs, in addition to its variables */
    uint32_t site;          /* source line that issued the task */
    /* WEIR_PRIORITY_MIN to WEIR_PRIORITY_MAX; ready tasks with a higher priority run first */
    int32_t priority;
    int32_t device; /* the device that the task runs on: a number such as WEIR_NULL(1) */
    int32_t unused;
} weir_task;

/* Queue a task.  `task` is copied; the caller must hold a reference to each variable during the
 * call.  On failure nothing is queued and the caller still owns `arg`.  With the serial engine the
 * task has run when this returns, and its failure is both returned and recorded on the variables.
 * [queued | any thread | - | EINVAL ENOMEM EDEVICE ECLOSED EINTR] */
WEIR_API weir_status weir_task_push(weir_runtime *rt, const weir_task *task);

/* From inside a task --------------------------------------------------------------------------- */

/* Record an error message (truncated to 159 bytes) and return `status`, or EFAILED if `status` is
 * not a failure:
 *
 *     return weir_context_fail(ctx, WEIR_EFAILED, "label 12 is out of range for 10 classes");
 *
 * [immediate | a thread running the task or a piece of it | - | returns a failure] */
WEIR_API weir_status weir_context_fail(weir_context *ctx, weir_status status, const char *message);

/* The status of the index-th variable in `reads`: WEIR_OK or, in a WEIR_KIND_ALWAYS task, its
 * failure.
 * [immediate | the thread running the task | - | EINVAL or the variable's failure] */
WEIR_API weir_status weir_context_input(weir_context *ctx, uint32_t index);

/* The index of the worker that runs this task, 0 .. workers-1, or -1 on any other thread.
 * [immediate | the thread running the task | - | -] */
WEIR_API int weir_context_worker(const weir_context *ctx);

typedef weir_status (*weir_range_fn)(void *arg, int64_t begin, int64_t end);

/* Call fn on [0,grain), [grain,2*grain) ... up to count, in parallel on idle workers.  The pieces
 * depend on count and grain alone, so the result does not depend on the number of workers.  All
 * pieces run; the failure of the first failing piece, by index, is returned.
 * [blocking for the pieces | the thread running the task | - | EINVAL or the failure of fn] */
WEIR_API weir_status weir_parallel_for(weir_context *ctx, int64_t count, int64_t grain,
                                       weir_range_fn fn, void *arg);

/* Complete the task later: pass the handle to the code that will complete it, and return
 * WEIR_PENDING.  If the task returns a failure instead, the handle is invalid.
 * [immediate | the thread running the task | returns +1 | EINVAL] */
WEIR_API weir_status weir_context_defer(weir_context *ctx, weir_completion **out);

/* Complete a deferred task, once.  `message` may be NULL.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_completion_done(weir_completion *completion, weir_status status,
                                   const char *message);

/* ---- Waiting ------------------------------------------------------------------------------- */

/* Wait until the writes to `v` issued before this call are done.  Returns WEIR_OK, or the failure
 * of the task that was to write `v`, with its message in weir_error().
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR or the failure] */
WEIR_API weir_status weir_var_wait(weir_var *v);

/* Like weir_var_wait, with a timeout in nanoseconds (-1: none), and with a reason, such as "print",
 * and a site for the wait profile.  `reason` must be static; NULL means "wait".
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR ETIMEDOUT or the
 * failure] */
WEIR_API weir_status weir_var_wait_at(weir_var *v, int64_t timeout_ns, const char *reason,
                                      uint32_t site);

/* Wait until everything issued before this call is done.  Returns the first root failure that has
 * not been reported, even if the variable has been written again since; the message gives the
 * number of other such failures.  All of them then count as reported.  A failure is returned by at
 * most one weir_waitall, and by none if a wait, a task, weir_failure_get or the caller of a cancel
 * function has received it before.  A root failure is the failure of a task itself, as opposed to
 * that of the tasks and variables that depend on it.
 * [blocking | any thread, not inside a task | - | EINVAL ECLOSED ENOMEM EDEADLK EINTR ETIMEDOUT or
 * the failure] */
WEIR_API weir_status weir_waitall(weir_runtime *rt);
WEIR_API weir_status weir_waitall_at(weir_runtime *rt, int64_t timeout_ns, const char *reason,
                                     uint32_t site);

/* Wait until all work on a device is done that any thread issued before this call;
 * WEIR_DEVICE_DEFAULT: on all devices, as weir_waitall.  This version also waits for the work that
 * was issued before for other devices.  Returns what weir_waitall returns.
 * [blocking | any thread, not inside a task | - | EINVAL EDEVICE ECLOSED ENOMEM EDEADLK EINTR or
 * the failure] */
WEIR_API weir_status weir_synchronize(weir_runtime *rt, int32_t device);

/* 1 if the writes to `v` issued so far are done or have failed, else 0.  Does not wait.
 * [immediate | any thread | - | -] */
WEIR_API int weir_var_is_ready(const weir_var *v);

/* The state of `v` now, without waiting: its failure, with its message in weir_error(), even if
 * later writes are pending; else WEIR_PENDING if writes issued so far are not done; else WEIR_OK.
 * [immediate | any thread | - | EINVAL PENDING or the failure] */
WEIR_API weir_status weir_var_peek(weir_var *v);

/* Make all current waits return WEIR_EINTR.  The work that they waited for continues.  A call that
 * writes an array whose memory is mapped waits for its own write; that wait is not interrupted,
 * because the write has been issued.
 * [immediate | any thread, even in a signal handler | - | -] */
WEIR_API void weir_interrupt(weir_runtime *rt);

/* The process is about to exit: finish the tasks with side effects that need a device, drop the other
 * tasks of devices, which fail with ECANCELED, and wait until no thread uses a library of a device.
 * Tasks on the CPU are not concerned.  The library does the same in an exit handler, but that is too
 * late if a thread is loading such a library: what the library has registered so far runs first.  A
 * front end calls this when its interpreter begins to exit; a C program may, before exit.
 * [blocking | any thread | - | -] */
WEIR_API void weir_prepare_exit(void);

/* Set whether this thread waits when the queue is full or the host data limit is reached: 1 (the
 * default) or 0.  A front end sets 0 on threads that run its callbacks, so that they issue work
 * without waiting, as the library's own threads do.  Returns the previous value.
 * [immediate | any thread | - | -] */
WEIR_API int weir_bounds_set(int wait);

typedef void (*weir_ready_fn)(weir_status status, void *arg);

/* Call fn on a worker (with WEIR_SERIAL: on this thread) when the writes to `v` issued before this
 * call are done or have failed.  fn may push tasks and release variables; it must not wait.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_var_on_ready(weir_var *v, weir_ready_fn fn, void *arg);

typedef struct weir_notice {
    uint64_t token;
    int32_t status; /* a weir_status */
    int32_t unused;
} weir_notice;

/* Get an eventfd for epoll, asyncio or libuv.  It is readable while notices are pending.  The
 * runtime owns it; a forked child has its own eventfd with the same descriptor number.
 * [immediate | any thread | borrows | EINVAL ESYS ECLOSED] */
WEIR_API weir_status weir_notice_fd(weir_runtime *rt, int *fd);

/* Post a notice with this token when the writes to `v` issued before this call are done.  After a
 * failure the notice has the failure's status, and weir_var_wait returns the failure with its
 * message.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_notice_push(weir_var *v, uint64_t token);

/* Remove up to `max` pending notices and return their number.  The eventfd is cleared when none is
 * left.
 * [immediate | any thread | - | returns the number removed] */
WEIR_API size_t weir_notice_take(weir_runtime *rt, weir_notice *out, size_t max);

/* Create a window of `depth` batches (1 to 1024).  weir_window_next(), called at the start of each
 * batch, waits until at most depth - 1 earlier batches are unfinished.  With depth 2, batch t
 * finishes before batch t+2 starts, and two batches overlap.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_window_new(weir_runtime *rt, uint32_t depth, weir_window **out);
/* Start the next batch, as described above.
 * [blocking | one thread at a time, not inside a task | - | EINVAL ECLOSED EDEADLK EINTR ENOMEM] */
WEIR_API weir_status weir_window_next(weir_window *window, uint32_t site);
/* Free a window.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_window_free(weir_window *window);

/* ---- Failures and cancellation ------------------------------------------------------------- */

typedef struct weir_failure {
    size_t size;    /* sizeof(weir_failure), set by the caller */
    int32_t status; /* a weir_status */
    /* source line of the push that issued the failing task; for a call that failed without issuing
     * a task, 0 unless a library has set it */
    uint32_t site;
    /* sequence number of that task: its position in program order */
    uint64_t seq;
    char name[64];     /* name of the task's kind */
    char message[320]; /* as returned by weir_error() */
} weir_failure;

/* The failure of the last failing call on this thread, as a struct.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_error_get(weir_failure *out);

/* Count the root failure with this sequence number as reported.  Waits do this themselves.  With
 * the serial engine a push returns the failure, and a front end that raises it as an exception
 * calls this function.
 * [immediate | any thread | - | -] */
WEIR_API void weir_failure_seen(weir_runtime *rt, uint64_t seq);

/* For libraries built on this interface: set the message that weir_error returns on this thread
 * (truncated to 319 bytes), and return `status`.
 * [immediate | any thread | - | returns status] */
WEIR_API weir_status weir_error_set(weir_status status, const char *message);

/* For libraries built on this interface: set the site of the last failing call on this thread,
 * unless it already has one.
 * [immediate | any thread | - | -] */
WEIR_API void weir_error_place(uint32_t site);

/* The number of root failures since the start or the last weir_failure_clear.
 * [immediate | any thread | - | -] */
WEIR_API uint64_t weir_failure_count(weir_runtime *rt);

/* Maximum number of stored root failures.  When more occur, failures that have been reported are
 * discarded, starting with those that are no longer recorded on any variable.  If none has been
 * reported, the new failure is counted but not stored. */
enum { WEIR_FAILURES_MAX = 1024 };

/* The index-th stored root failure, oldest first.  The failure then counts as reported.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_failure_get(weir_runtime *rt, uint32_t index, weir_failure *out);

/* Discard the stored root failures.  Variables stay marked as failed.
 * [immediate | any thread | - | -] */
WEIR_API void weir_failure_clear(weir_runtime *rt);

/* Clear the failure of a variable, in program order.  If the task that was to write the variable
 * did not run, the variable keeps its old contents; if the task failed while writing, the contents
 * are undefined.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_var_clear(weir_var *v);

/* Cancel the tasks issued so far that would write `v` and have not started; `v` is marked
 * ECANCELED.  None of these tasks starts after this call returns (or, if called from an on_free
 * function, after that function returns).  They count as one root failure, which weir_waitall and
 * weir_runtime_free do not report, since the caller knows about it.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_var_cancel(weir_var *v);

/* Cancel all tasks issued so far, by any thread, that have not started.  The variables that they
 * would have written, and all variables computed from those, are marked ECANCELED; their old
 * contents are kept, and weir_var_clear makes them available again.  Running tasks continue.  Tasks
 * of WEIR_KIND_ALWAYS run, so callbacks and notices are delivered.  Tasks issued later are not
 * affected.  All tasks that a call cancels count as one root failure, which has the site of the
 * call; weir_waitall and weir_runtime_free do not report it.
 * [immediate | any thread | - | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_cancel_all(weir_runtime *rt);

/* ---- Sites and front ends ------------------------------------------------------------------ */

/* The site number of a source line, which is the same in all calls with this file and line; 0 if
 * out of memory.  Messages of failures then contain "train.py:12".  If `line` is 0, they contain
 * `file` alone, which may be any text that names the place, such as a call.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_intern(const char *file, int32_t line);

/* The text of a site, such as "train.py:12", for a number returned by weir_site_intern or
 * weir_site_called; otherwise NULL.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const char *weir_site_text(uint32_t site);

/* A site that also records how `line` was reached: from the call at `caller` (0: none), in `part`
 * of the program ("net.blocks[2]"; NULL: none).  Its text is the text of `line`, and the wait
 * profile and the memory table count it under `line`; a failure stores all three.  Calls with the
 * same arguments return the same number.  A process stores at most 65,536 of these sites; after
 * that, or if out of memory, the result is `line`.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_called(uint32_t line, uint32_t caller, const char *part);

/* The arguments given to weir_site_called.  For any other site, the line is the site itself, the
 * caller 0 and the part NULL.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API uint32_t weir_site_line(uint32_t site);
WEIR_API uint32_t weir_site_caller(uint32_t site);
WEIR_API const char *weir_site_part(uint32_t site);

/* The status for an errno value: ENOENT, EACCES, EEXIST, EISDIR, ENOTDIR and ENOMEM map to statuses
 * of their own, and all other values to ESYS.
 * [immediate | any thread | - | -] */
WEIR_API weir_status weir_status_of_errno(int error);

/* A remedy that an error message suggests.  Its wording depends on the language of the program, so
 * a front end may supply its own (weir_frontend.remedy). */
typedef enum weir_remedy {
    WEIR_REMEDY_RECORD = 1,   /* compute the array while recording, from arrays with gradients */
    WEIR_REMEDY_ATTACH_GRAD,  /* attach a gradient to the array before it is used */
    WEIR_REMEDY_BACKWARD,     /* call backward on the loss first */
    WEIR_REMEDY_RETAIN_GRAPH, /* retain the graph in the earlier backward pass */
    WEIR_REMEDY_PAUSE,        /* pause recording around the update */
    WEIR_REMEDY_ASSIGN,       /* assign to elements of the array itself, or pause recording */
    WEIR_REMEDY_DETACH,       /* detach the array, or write to a copy */
    WEIR_REMEDY_CLEAR_BLOCK,  /* clear the block, which initialises its parameters again */
    WEIR_REMEDY_TO_DEVICE,    /* copy one of the inputs to the device of the other */
    WEIR_REMEDY_FORK,         /* start the process without fork, or use the device only there */
} weir_remedy;

/* The wording of a remedy, supplied by the front end or, if it supplies none, in terms of the C
 * interface.  "" for an unknown remedy.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const char *weir_remedy_text(weir_remedy remedy);

/* The callbacks of a front end, which are called on the thread concerned; each may be NULL.  An
 * interpreter with a global lock releases it in wait_begin and acquires it in wait_end. */
typedef struct weir_frontend {
    size_t size; /* sizeof(weir_frontend) */
    /* returns the current source line of this thread; called when work is queued or waited for and
     * weir_site_set is not in effect, never inside a task */
    uint32_t (*site)(void);
    /* called when this thread is about to wait; after a nonzero result the thread does not wait,
     * and the call returns WEIR_EINTR; may itself issue work and wait */
    int (*wait_ask)(const char *reason, uint32_t site);
    /* called when this thread starts to wait; until wait_end the thread may run tasks */
    void *(*wait_begin)(void);
    /* called during the wait, after a signal and ten times a second: a nonzero result ends the wait
     * with WEIR_EINTR; may itself issue work and wait */
    int (*wait_look)(void *token);
    /* called when the wait is over; `token` was returned by wait_begin */
    void (*wait_end)(void *token);
    /* returns the wording of a remedy, as a string that is never freed, or NULL for the library's
     * wording; called on any thread */
    const char *(*remedy)(weir_remedy remedy);
    /* runs the garbage collector of the language, which releases the arrays that the program no
     * longer uses.  Called when this thread is about to create an array: if the arrays of the
     * program have doubled in size since the last call; and, with urgent != 0, if the new one would
     * exceed the budget or the thread would wait for memory.  May release arrays; must neither
     * issue work nor wait */
    void (*collect)(int urgent);
} weir_frontend;

/* Set the default front end of the process, which applies to all threads that have not entered
 * another one.  Call this before the first runtime is created; NULL removes the front end.
 * [immediate | one thread, before others use the library | - | EINVAL] */
WEIR_API weir_status weir_frontend_set(const weir_frontend *frontend);

/* Add a front end beside the default one, for a process in which several languages use the library,
 * or a C library beside an interpreter.  *out is a permanent copy, for weir_frontend_enter.  A
 * struct without callbacks defines a front end that is never called.
 * [immediate | any thread | borrows, permanently | EINVAL ENOMEM] */
WEIR_API weir_status weir_frontend_add(const weir_frontend *frontend, const weir_frontend **out);

/* Declare that this thread now runs code of `frontend`, which weir_frontend_add returned: the
 * callbacks of `frontend` are called for waits, source lines and remedies of this thread.  NULL:
 * the default front end.  Returns the previous front end, so that a call from one language into
 * another can restore it.
 * [immediate | any thread, not between wait_begin and wait_end | borrows, permanently | -] */
WEIR_API const weir_frontend *weir_frontend_enter(const weir_frontend *frontend);

/* Call fn between wait_begin and wait_end, as during a wait.  Use this for a function that may
 * block on something outside the library, such as a mutex whose holder may need the interpreter
 * lock.
 * [blocking | any thread | - | -] */
WEIR_API void weir_give_way(void (*fn)(void *arg), void *arg);

/* ---- Statistics and traces ----------------------------------------------------------------- */

typedef struct weir_stats {
    size_t size; /* sizeof(weir_stats), set by the caller */
    uint32_t workers;
    uint32_t engine;      /* a weir_engine */
    uint64_t issued;      /* number of tasks pushed, including callbacks and notices */
    uint64_t finished;    /* number of tasks that ran, failed, were skipped or were cancelled */
    uint64_t ran;         /* number of tasks whose function was called */
    uint64_t queue_len;   /* issued - finished */
    uint64_t queue_bytes; /* bytes used by the queue itself */
    /* bytes of variables and scratch in use, and of host data kept alive only by queued work */
    uint64_t memory_used;
    uint64_t memory_peak; /* highest memory_used so far */
    /* current memory level: peak memory of an in-order run of the queued tasks, plus a tenth */
    uint64_t memory_level;
    uint64_t memory_budget;
    uint64_t waits;       /* number of waits that blocked */
    uint64_t waits_ready; /* number of waits that found the value ready */
    uint64_t wait_ns;     /* total time spent in waits, in nanoseconds */
    uint64_t failures;    /* number of root failures */
    uint64_t helped;      /* number of tasks run by waiting threads */
    uint64_t wakes;       /* number of times a worker was woken from sleep */
    uint32_t cpu;         /* the CPU features in use: a weir_cpu, never WEIR_CPU_BEST */
    uint32_t unused;
    uint64_t borrowed;      /* bytes of arrays that share the caller's memory */
    uint64_t borrowed_peak; /* highest value of `borrowed` so far */
    uint64_t host_ahead;    /* bytes of host data kept alive only by queued work */
    uint64_t collections;   /* number of times a front end was asked to collect garbage */
    uint64_t fused;         /* number of tasks that ran in one pass with others */
} weir_stats;

/* The current statistics.  Each number is exact, but the numbers are not all taken at the same
 * moment.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_stats_get(weir_runtime *rt, weir_stats *out);

typedef struct weir_wait_entry {
    const char *reason; /* static string */
    uint32_t site;
    uint32_t unused;
    uint64_t count;
    uint64_t ns; /* time spent, in nanoseconds */
} weir_wait_entry;

/* Get the wait profile: up to `max` entries, one for each site and reason, longest time first.
 * Calls that fell back to the CPU (weir_config.device_fallback) are entries without time.
 * Returns the number of entries.  `entry_size` is sizeof(weir_wait_entry).
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_waits_get_sized(weir_runtime *rt, weir_wait_entry *out, size_t max,
                                     size_t entry_size);
static inline size_t weir_waits_get(weir_runtime *rt, weir_wait_entry *out, size_t max) {
    return weir_waits_get_sized(rt, out, max, sizeof *out);
}

/* Clear the wait profile.
 * [immediate | any thread | - | -] */
WEIR_API void weir_waits_clear(weir_runtime *rt);

/* Start recording tasks and waits, at most `events_max` of them (0: a million).  An earlier
 * recording that was not written is discarded.
 * [immediate | any thread | - | EINVAL ECLOSED] */
WEIR_API weir_status weir_trace_start(weir_runtime *rt, uint64_t events_max);

/* Stop recording and write the recording as Chrome trace JSON (chrome://tracing, Perfetto).  If
 * `path` is NULL, the recording is discarded.
 * [blocking on the file | any thread | - | EINVAL ECLOSED ESYS] */
WEIR_API weir_status weir_trace_stop(weir_runtime *rt, const char *path);

#ifdef __cplusplus
}
#endif

#include "weir/array.h"
#include "weir/op.h"
/* WEIR_WITHOUT_OPS leaves out ops.h, by far the largest header; it can be included separately */
#ifndef WEIR_WITHOUT_OPS
#include "weir/ops.h"
#endif
#include "weir/autograd.h"
#include "weir/nn.h"
#include "weir/optim.h"
#include "weir/io.h"
#include "weir/data.h"
#include "weir/component.h"
#endif
