/* device.h - a device queue, as the engine sees it: a struct of functions.
 *
 * A device takes tasks in order and says later, from whatever thread, that one is done.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_H
#define WR_DEVICE_H

#include "base/alloc.h"

/* How a device reports: weir_completion_done. */
typedef void (*wr_device_done_fn)(weir_completion *completion, weir_status status,
                                  const char *message);

typedef struct wr_device_ops {
    const char *name;
    weir_status (*open)(const wr_memory *memory, wr_device_done_fn done, void **queue);
    /* Queue a task whose completion is `completion`.  Must not wait, must not call `done` itself
     * before it returns a failure. */
    weir_status (*submit)(void *queue, weir_completion *completion);
    void (*close)(void *queue); /* joins its threads; nothing is in flight */
    void (*lock)(
        void *queue); /* around fork; unlock(child = true) leaves an empty queue and no thread */
    void (*unlock)(void *queue, bool child);
} wr_device_ops;

typedef struct wr_device {
    const wr_device_ops *ops; /* NULL: the CPU, which the workers are */
    void *queue;              /* NULL: not opened yet */
} wr_device;

extern const wr_device_ops wr_null_device;

#endif
