/* device_queue.h - the tasks of devices: positions in a device's queue, sending, completion.
 *
 * docs/design/devices.md explains the order of tasks on a queue.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_QUEUE_H
#define WR_DEVICE_QUEUE_H

#include "base/lock.h"
#include "device/cuda/cuda_device.h"
#include "device/device.h"
#include "engine/ready_queue.h"
#include "memory/device_heap.h"
#include "engine/task.h"
#include "engine/variable.h"

enum {
    WR_NULL_DEVICES = 4, /* number of null devices */
    /* the CPU, which has no queue, the null devices and the CUDA devices */
    WR_DEVICES = 1 + WR_NULL_DEVICES + WR_CUDA_DEVICES,
    WR_DEVICE_BATCH = WR_SIZE(128, 3), /* maximum number of tasks in one call of `submit` */
    /* the bounds on the number of tasks that are submitted and not retired */
    WR_AHEAD_MIN = WR_SIZE(2, 1),
    WR_AHEAD_FIRST = WR_SIZE(64, 2), /* the first bound, before any task has been measured */
    WR_AHEAD_MAX = WR_SIZE(4096, 5),
    WR_AHEAD_NS = 2000000, /* how much work may be submitted ahead, see law 3 */
    /* maximum number of waits for other queues that a device has not been given yet; more than a task
     * can have */
    WR_WAITS_MAX = WR_SIZE(128, WR_DEVICES + 1),
};

/* A wait of a submitted task for another queue. */
typedef struct wr_queue_wait {
    const wr_task *task;
    unsigned slot;     /* of the other device */
    uint64_t number;   /* of the task there */
    uint64_t refusals; /* `refusals` of the other device when the wait was made */
} wr_queue_wait;

/* A list of tasks through `next`, oldest first. */
typedef struct wr_fifo {
    wr_task *first, *last;
} wr_fifo;

enum { WR_WRITTEN_MAX = 4 };

typedef struct wr_device {
    const wr_device_ops *ops; /* const; NULL for the CPU, whose tasks run on workers */
    weir_runtime *rt;         /* const */
    int index;                /* const: index among the devices of its kind */
    uint64_t memory_bytes;    /* const once the queue is open: the default budget of its memory */
    /* under job_lock; NULL: not opened yet.  It is opened before the first task is issued, so a
     * thread that has a task of the device may read it */
    void *queue;
    /* as queue: the allocator of the device's memory.  It outlives the queue, because arrays may */
    wr_heap *heap;
    atomic_bool opened; /* any: queue and heap are set */
    /* any; relaxed: this process is a child and cannot use the device's memory */
    atomic_bool forked;

    /* scheduler */
    wr_list ready[WR_PRIORITIES]; /* tasks that may be submitted */
    uint32_t ready_mask;          /* bit i: ready[i] is not empty */
    uint64_t ahead;               /* number of tasks that are submitted and not retired */
    /* for each other queue, the newest number that a submitted task waits for; tasks behind it need
     * not wait again */
    uint64_t waited[WR_DEVICES];
    /* finished tasks that retire after others on another queue, and those behind them on this one */
    wr_fifo late;

    /* time per task, an average; written under `lock`, read by the scheduler: relaxed, a hint */
    atomic_uint_fast64_t task_ns;
    /* as task_ns: a bound on `ahead`, which is raised by the number of tasks that are done, so that
     * it doubles with each window of tasks that were as short as expected */
    atomic_uint_fast64_t ahead_max;
    /* set by the device, cleared when tasks are done; relaxed: their time is not that of tasks */
    atomic_bool delayed;

    /* number of tasks that got a position; written by the scheduler under `lock`, so that either
     * suffices to read it */
    uint64_t positions;
    uint64_t numbers; /* as positions: number of tasks that the device gets */
    /* the number of positions up to the last task that the device refused, which fails; written under
     * `lock`; relaxed: the scheduler checks it again under `lock` */
    atomic_uint_fast64_t refused_end;
    weir_status refusal; /* under lock: the status with which the device refused it */
    /* how often the device has refused a task; written under `lock`, with release, after
     * refused_end and before `passed`; acquire */
    atomic_uint_fast64_t refusals;
    /* the newest number that the device has accepted or refused, as have all before it; written under
     * `lock`; seq_cst: see wr_devices_send */
    atomic_uint_fast64_t passed;

    /* the thread that launches: tasks up to this number are launched one by one, because their kernel as a
     * group is not there */
    uint64_t alone;

    wr_lock lock;
    wr_fifo outgoing; /* under lock: submitted, and not passed to the device yet */
    /* under lock: the waits of tasks in `outgoing`, oldest first, a ring; the count is relaxed: the
     * scheduler, which alone adds waits, reads it without the lock */
    wr_queue_wait wait[WR_WAITS_MAX];
    uint32_t wait_first;
    atomic_uint wait_count;
    /* under lock: passed to the device, or in line behind such tasks.  `pending` of a task has
     * WR_SENT until it is done; `prev` is its failure, or NULL */
    wr_fifo in_flight;
    wr_task
        *unreported; /* under lock: the oldest task in flight that the device has not reported */
    bool sending, finishing; /* under lock: a thread is doing this */
    /* under lock: the variables that the last task that was passed on writes, compared and not used:
     * they may be gone.  None if there are more */
    const weir_var *written[WR_WRITTEN_MAX];
    uint32_t written_count;
    int64_t busy_since; /* under lock: when the oldest unreported task could begin */
} wr_device;

/* Queues of one family have the same back end: 1 for null devices, 2 for CUDA devices, 0 for the CPU
 * and for mixtures of both.  `queue` is a slot, or a mixture (WR_ORDER_MIXED). */
static inline unsigned wr_queue_family(unsigned queue) {
    if (queue >= WR_DEVICES) return WR_ORDER_MIXED - queue;
    return queue == 0 ? 0 : queue <= WR_NULL_DEVICES ? 1 : 2;
}

/* The mixture of a queue, or of several, with another one. */
static inline unsigned wr_queue_mix(unsigned queue, unsigned slot) {
    unsigned family = wr_queue_family(slot);
    return family == wr_queue_family(queue) ? WR_ORDER_MIXED - family : WR_ORDER_MIXED;
}

/* Can the queue of the device wait for others of its family? */
bool wr_queue_waits(const weir_runtime *rt, unsigned slot);
/* With the scheduler held: raise number[slot] to the number of the task that the submitted task t
 * stands for. */
void wr_device_note(weir_runtime *rt, wr_task *t, uint64_t *number);
/* With the scheduler held, for each finished task of a device: must it retire later?  Then the device
 * keeps it, until wr_devices_next_late returns it. */
bool wr_device_is_late(weir_runtime *rt, wr_task *t);
wr_task *wr_devices_next_late(weir_runtime *rt);
/* Find the device with this number (see weir_device_name), or return -1. */
int wr_device_slot(int32_t device);
/* Find the memory of the device with this number, as an index in weir_runtime.spaces, or return -1.
 * All CPU devices share the host's memory. */
int wr_memory_slot(int32_t device);
/* Print a name such as "null:0". */
void wr_device_name(const weir_runtime *rt, unsigned slot, char *to, size_t size);
void wr_devices_init(weir_runtime *rt);
/* Open the device's queue unless it is open already. */
weir_status wr_device_open(weir_runtime *rt, int slot);
void wr_devices_close(weir_runtime *rt);

/* In a child of fork: the thread that was closing devices, if any, does not exist. */
void wr_devices_close_unlock(void);

/* The process exits: devices use no library any more. */
void wr_devices_quit(weir_runtime *rt);
/* With the scheduler held: add a task that may be submitted. */
void wr_device_ready(weir_runtime *rt, wr_task *t);
/* With the scheduler held: a wait needs this task, so it goes before others that are ready. */
void wr_device_boost(weir_runtime *rt, wr_task *t);
/* With the scheduler held: submit ready tasks to their queues. */
void wr_devices_assign(weir_runtime *rt);

/* With the scheduler held, by a thread that waits and is about to release it: choose a device to which
 * this thread itself passes the ready tasks, and return its slot; 0: none.  Then, after the release: do
 * so. */
unsigned wr_devices_claim(weir_runtime *rt);
void wr_devices_help(weir_runtime *rt, unsigned claimed);
/* Without the scheduler: pass submitted tasks to their devices. */
void wr_devices_send(weir_runtime *rt);
/* With the scheduler held: a task of this device retires. */
void wr_device_retire(weir_runtime *rt, wr_task *t);
/* On any thread, after the device was opened: memory of the device.  wr_device_take returns 0 if
 * there is none. */
uint64_t wr_device_take(weir_runtime *rt, int slot, uint64_t bytes, uint32_t site,
                        const char *label);
void wr_device_give(weir_runtime *rt, int slot, uint64_t address);
void wr_device_relabel(weir_runtime *rt, int slot, uint64_t address, uint32_t site,
                       const char *label);
/* Within a task of the device: fail because its memory is used up. */
weir_status wr_device_full(weir_context *ctx);
/* Within a task of the device: execute the call, or put it into the queue. */
weir_status wr_device_launch(weir_context *ctx, wr_device_call *call);
/* Free the memory of all devices, after the last array. */
void wr_devices_free(weir_runtime *rt);
/* Around a fork. */
void wr_devices_lock(weir_runtime *rt);
void wr_devices_unlock(weir_runtime *rt, bool child);

#endif
