/* device.h - the interface of a device: a struct of functions.
 *
 * A device accepts tasks in order and later reports, from any thread, that each of them is done.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_H
#define WR_DEVICE_H

#include "base/alloc.h"

/* The function that a device calls when a task is done: weir_completion_done. */
typedef void (*wr_device_done_fn)(weir_completion *completion, weir_status status,
                                  const char *message);

typedef struct wr_device_ops {
    const char *name;
    weir_status (*open)(const wr_memory *memory, wr_device_done_fn done, void **queue);
    /* Queue a task, which the device identifies by `completion`, without waiting.  If the result is
     * a failure, the device must not call `done` for this task. */
    weir_status (*submit)(void *queue, weir_completion *completion);
    void (*close)(void *queue); /* called with no task in flight; joins the device's threads */
    /* Called around a fork.  In the child, unlock leaves an empty queue and no thread. */
    void (*lock)(void *queue);
    void (*unlock)(void *queue, bool child);
} wr_device_ops;

typedef struct wr_device {
    const wr_device_ops *ops; /* NULL for the CPU, whose tasks run on workers */
    void *queue;              /* NULL: not opened yet */
} wr_device;

extern const wr_device_ops wr_null_device;

#endif
