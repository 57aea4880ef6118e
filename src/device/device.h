/* device.h - the interface of a device: a struct of functions.
 *
 * A device executes tasks in the order in which they are submitted and reports from any thread how
 * many are done.  docs/design/devices.md explains how the engine uses it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_H
#define WR_DEVICE_H

#include "base/alloc.h"

/* One task of a batch. */
typedef struct wr_launch {
    const weir_kind *kind;
    void *arg;
} wr_launch;

/* A task that failed on the device.  `message` may be NULL. */
typedef struct wr_device_failure {
    uint32_t index; /* index of the task among those that are reported together */
    weir_status status;
    const char *message;
} wr_device_failure;

/* The function with which a device reports that its `count` oldest tasks are done, and which of
 * them failed, by ascending index.  Calls for one queue do not overlap. */
typedef void (*wr_device_done_fn)(void *owner, uint32_t count, const wr_device_failure *failures,
                                  uint32_t failure_count);

typedef struct wr_device_ops {
    size_t size; /* sizeof(wr_device_ops) */
    const char *name;
    /* Open the queue of the device with this index.  `owner` is the first argument of `done`. */
    weir_status (*open)(const wr_memory *memory, int index, wr_device_done_fn done, void *owner,
                        void **queue);
    /* Queue tasks in order, without waiting.  If the result is a failure, none of them is queued,
     * and the device must not report them. */
    weir_status (*submit)(void *queue, const wr_launch *batch, uint32_t count);
    void (*close)(void *queue); /* called with no task in flight; joins the device's threads */
    /* Called around a fork.  In the child, unlock leaves an empty queue and no thread. */
    void (*lock)(void *queue);
    void (*unlock)(void *queue, bool child);
    /* The number of bytes of memory that tasks may use by default.  NULL: the device has no memory of
     * its own. */
    uint64_t (*memory_bytes)(int index);
} wr_device_ops;

extern const wr_device_ops wr_null_device;

#endif
