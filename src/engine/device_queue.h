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

enum {
    WR_NULL_DEVICES = 4, /* number of null devices */
    /* the CPU, which has no queue, the null devices and the CUDA devices */
    WR_DEVICES = 1 + WR_NULL_DEVICES + WR_CUDA_DEVICES,
    WR_DEVICE_BATCH = WR_SIZE(128, 3), /* maximum number of tasks in one call of `submit` */
    /* the bounds on the number of tasks that are submitted and not retired */
    WR_AHEAD_MIN = WR_SIZE(4, 1),
    WR_AHEAD_MAX = WR_SIZE(4096, 5),
    WR_AHEAD_NS = 2000000, /* how much work may be submitted ahead, see law 3 */
};

/* A list of tasks through `next`, oldest first. */
typedef struct wr_fifo {
    wr_task *first, *last;
} wr_fifo;

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

    /* time per task, an average; written under `lock`, read by the scheduler: relaxed, a hint */
    atomic_uint_fast64_t task_ns;

    /* number of tasks that got a position; written by the scheduler under `lock`, so that either
     * suffices to read it */
    uint64_t positions;
    /* the number of positions up to the last task that the device refused, which fails; written under
     * `lock`; relaxed: the scheduler checks it again under `lock` */
    atomic_uint_fast64_t refused_end;
    weir_status refusal; /* under lock: the status with which the device refused it */

    wr_lock lock;
    wr_fifo outgoing; /* under lock: submitted, and not passed to the device yet */
    /* under lock: passed to the device, or in line behind such tasks.  `pending` of a task is 1
     * until it is done; `prev` is its failure, or NULL */
    wr_fifo in_flight;
    wr_task
        *unreported; /* under lock: the oldest task in flight that the device has not reported */
    bool sending, finishing; /* under lock: a thread is doing this */
    int64_t busy_since;      /* under lock: when the oldest unreported task could begin */
} wr_device;

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
/* With the scheduler held: add a task that may be submitted. */
void wr_device_ready(weir_runtime *rt, wr_task *t);
/* With the scheduler held: a wait needs this task, so it goes before others that are ready. */
void wr_device_boost(weir_runtime *rt, wr_task *t);
/* With the scheduler held: submit ready tasks to their queues. */
void wr_devices_assign(weir_runtime *rt);
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
