/* device.h - the interface of a device: a struct of functions.
 *
 * A device accepts tasks in order, and reports later, from any thread, that one is done.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_H
#define WR_DEVICE_H

#include "base/alloc.h"

/* The function with which a device reports: weir_completion_done. */
typedef void (*wr_device_done_fn)(weir_completion *completion, weir_status status,
                                  const char *message);

typedef struct wr_device_ops {
    const char *name;
    weir_status (*open)(const wr_memory *memory, wr_device_done_fn done, void **queue);
    /* Queue a task whose completion is `completion`.  Must not wait.  If it returns a failure,
     * it must not have called `done`. */
    weir_status (*submit)(void *queue, weir_completion *completion);
    void (*close)(void *queue); /* joins its threads; no task is in flight */
    void (*lock)(
        void *queue); /* around fork; unlock(child = true) leaves an empty queue and no thread */
    void (*unlock)(void *queue, bool child);
} wr_device_ops;

typedef struct wr_device {
    const wr_device_ops *ops; /* NULL: the CPU, whose tasks run on workers */
    void *queue;              /* NULL: not open yet */
} wr_device;

extern const wr_device_ops wr_null_device;

#endif
