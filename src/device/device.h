/* device.h - the interface of a device: a struct of functions.
 *
 * A device executes tasks in the order in which they are submitted and reports from any thread how
 * many are done.  docs/design/devices.md explains how the engine uses it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_H
#define WR_DEVICE_H

#include "base/alloc.h"
#include "weir/op.h"

/* An entry of a batch: a task or, if `task` is NULL, a wait: the tasks behind it begin after the task
 * `number` of the queue `wait` is done.  That queue has the same back end, and has accepted the task
 * already.  Numbers of a queue ascend; a wait names the number of a task, never one in between. */
typedef struct wr_launch {
    void *task; /* the argument of `run` */
    void *wait; /* NULL, or a queue */
    uint64_t number;
    bool runs; /* the device calls `run` when the task's turn comes; else there is nothing to do */
    /* the task uses what the task before it in the queue writes, or that is not known */
    bool follows;
    /* a task that does not use what this one writes is known to be the next one, although it may be
     * submitted later */
    bool beside;
} wr_launch;

enum { WR_FUSED_MAX = WR_SIZE(32, 4) }; /* maximum number of tasks that one kernel executes */

/* What a task asks of its device: to run an operator's kernel or, if `op` is NULL, to copy `bytes`
 * bytes from *address[0] to *address[1], one of which is in host memory, or both on devices of the same
 * kind: then `source` is the queue of the device that has *address[0] and the word in `test`.
 *
 * Every variable on a device has an error word in the device's memory, with one of the values below.
 * The device executes a call only if all words in `test` are WR_WORD_GOOD.  Then it sets the words
 * in `mark` to WR_WORD_GOOD or, if the call failed or was not executed, to `failed`, except that
 * WR_WORD_NEVER_MADE stays.  A word may be on both lists. */
enum {
    WR_WORD_GOOD,
    WR_WORD_FAILED,     /* a write failed or was not executed; the variable has earlier values */
    WR_WORD_NEVER_MADE, /* the first write failed or was not executed */
};

/* A range of the device's memory that a call uses. */
typedef struct wr_device_range {
    uint64_t begin, end;
    bool written;
} wr_device_range;

typedef struct wr_device_call {
    const weir_op_def *op;
    /* Run the CPU's kernel, after the entries of `address` have been replaced by host addresses.
     * Only a device whose memory the host can access uses this. */
    weir_status (*run)(void *ctx);
    void *ctx;
    void **const *address; /* pointers to the device addresses that the call uses */
    const uint64_t *test, *mark;
    uint64_t bytes;
    void *source; /* NULL unless the call copies from another device */
    /* For memory of other libraries, on CUDA devices.  `event`, if not NULL: execute nothing, and record
     * it behind all calls that use the ranges.  `behind`, if not NULL: the call waits for this event */
    void *event, *behind;
    uint32_t address_count, test_count, mark_count;
    uint32_t failed; /* WR_WORD_FAILED or WR_WORD_NEVER_MADE */
    bool refused;    /* do not execute anything; mark as for a failure */
    bool clears;     /* do not execute anything; change WR_WORD_FAILED to WR_WORD_GOOD */
    /* do not execute anything; prepare for the call, which will come later.  Addresses of the device
     * are aligned as they will be, but are not those of the call */
    bool ahead;
    bool skipped; /* set by the device: the call was not executed, because of a word in `test` */
    const char *message; /* set by the device, if the call failed there: the reason */
    /* For a device with kernels of its own: the operator's kernel in its form, the arguments with
     * addresses of the device, which inputs are values in host memory (bit i: input i), and where to
     * put row-major copies of inputs. */
    const void *kernel;
    const weir_kernel *args;
    /* The composite operator or gradient that issued the call, or NULL; never freed. */
    const char *within;
    uint64_t scalars;
    uint64_t packing;
    uint64_t scratch_bytes; /* of args->scratch */
    /* For a device that executes calls beside each other: all memory that the call uses, with the
     * words; none: the words alone. */
    const wr_device_range *range;
    uint32_t range_count;
} wr_device_call;

/* The calls of consecutive tasks that one kernel executes.  None of them can fail for its values. */
typedef struct wr_device_fused_call {
    const void *kernel;        /* a function in the device's form: for CUDA, a wr_cuda_fused_fn */
    void *plan;                /* its argument */
    uint32_t count;            /* of the tasks */
    const char *const *within; /* `within` of each call */
    const wr_device_range *range; /* all memory that the calls use, with the words */
    uint32_t range_count;
    bool ahead; /* launch nothing: can the kernel be launched now? */
} wr_device_fused_call;

/* The function with which a device asks for a task's call, in the order of the queue.  It allocates
 * the outputs and calls `launch`.  With `ahead`, for a task that is behind the current one in the queue:
 * it allocates and changes nothing, and calls `launch` with call->ahead or not at all.  With `ahead` and
 * no task, the device tells that it has been delayed by work that it does once, such as compiling. */
typedef void (*wr_device_run_fn)(void *owner, void *task, bool ahead);

/* The function with which a device asks for several calls at once, before it asks for the first by `run`:
 * `entries` are the next tasks of the queue, without waits.  Returns how many of them it has launched by
 * `launch_fused`; 0: the first must be run alone.  With `may_wait`, the device has enough to do for a
 * while.  Then the result may be WR_FUSED_LATER: tasks that come soon could be fused with these. */
typedef uint32_t (*wr_device_run_fused_fn)(void *owner, const wr_launch *entries, uint32_t count,
                                           bool may_wait);
#define WR_FUSED_LATER UINT32_MAX

/* A task that failed on the device.  `message` may be NULL. */
typedef struct wr_device_failure {
    uint32_t index; /* index of the task among those that are reported together */
    weir_status status;
    const char *message;
    bool unwritten; /* the call has written nothing, so all variables have their earlier values */
    bool skipped;   /* the reason is a word in `test`; `unwritten` is set too */
    const char *within; /* `within` of the call, or NULL */
} wr_device_failure;

/* The function with which a device reports that its `count` oldest tasks are done, and which of
 * them failed, by ascending index.  Calls for one queue do not overlap. */
typedef void (*wr_device_done_fn)(void *owner, uint32_t count, const wr_device_failure *failures,
                                  uint32_t failure_count);

/* The user of a queue: functions that the device calls, with `owner` as their first argument. */
typedef struct wr_device_user {
    wr_device_run_fn run;
    wr_device_run_fused_fn run_fused; /* only devices with `launch_fused` call it */
    wr_device_done_fn done;
    void *owner;
} wr_device_user;

typedef struct wr_device_ops {
    size_t size; /* sizeof(wr_device_ops) */
    const char *name;
    /* Open the queue of the device with this index. */
    weir_status (*open)(const wr_memory *memory, int index, const wr_device_user *user,
                        void **queue);
    /* The queue can wait for others of this back end, and copy from their memory. */
    bool waits;
    /* Queue tasks in order, without waiting.  If the result is a failure, none of them is queued,
     * and the device must not report them.  Waits in the batch are not reported. */
    weir_status (*submit)(void *queue, const wr_launch *batch, uint32_t count);
    /* A thread that waits for tasks of the queue can pass them to the device itself.  `claim` returns
     * true if the device's own threads are not doing so, and leaves that to the caller until it
     * calls `help`; in between it submits.  `help` passes the tasks to the device, and reports
     * those that are done within about 100 us.  NULL: the device has no such functions. */
    bool (*claim)(void *queue);
    void (*help)(void *queue);
    void (*close)(void *queue); /* called with no task in flight; joins the device's threads */
    /* The process exits: use no library after the return.  Tasks that are not done, and later ones,
     * fail with ECANCELED.  NULL: the device uses no library. */
    void (*quit)(void *queue);
    /* Called around a fork.  In the child, unlock leaves an empty queue and no thread. */
    void (*lock)(void *queue);
    void (*unlock)(void *queue, bool child);
    /* The number of bytes of memory that tasks may use by default.  NULL: the device has no memory of
     * its own. */
    uint64_t (*memory_bytes)(int index);
    /* Take memory of the device, or return 0 if it has no more; give it back.  The host must not
     * access these addresses. */
    uint64_t (*memory_take)(int index, uint64_t bytes);
    void (*memory_give)(int index, uint64_t address, uint64_t bytes);
    /* Does the device have a kernel for this operator?  `kernel` is the one in the form of CUDA, or
     * NULL. */
    bool (*has_kernel)(const weir_op_def *op, const void *kernel);
    /* Within `run`: execute the call, or put it into the queue.  Host memory need not be pinned.  If
     * the result is a failure, the device has marked the words all the same. */
    weir_status (*launch)(void *queue, wr_device_call *call);
    /* Within `run_fused`, or NULL: launch a kernel that executes several calls, those of the task whose turn
     * it is and of the ones behind it.  If it returns false, nothing has been launched. */
    bool (*launch_fused)(void *queue, const wr_device_fused_call *call);
    /* Within `run`, or NULL: would a copy from the host to this memory have to wait for calls in the
     * queue?  0 if not; otherwise the larger, the later they end. */
    uint64_t (*copy_waits)(void *queue, uint64_t address, uint64_t bytes);
    /* On any thread, or NULL: the end of the memory in this range that a call uses which is under way
     * and runs beside those behind it; 0 if there is none.  They had to wait if they got that memory.
     * The answer may be wrong. */
    uint64_t (*busy_until)(void *queue, uint64_t address, uint64_t bytes);
} wr_device_ops;

extern const wr_device_ops wr_null_device;
extern const wr_device_ops wr_cuda_device;

#endif
