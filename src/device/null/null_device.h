/* null_device.h - what tests can make a null device do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NULL_DEVICE_H
#define WR_NULL_DEVICE_H

#include "base/base.h"

/* Settings of all null devices; any thread may change them.  Relaxed: a test changes them while no
 * task is in flight. */
typedef struct wr_null_settings {
    atomic_int_fast64_t task_ns; /* how long each task takes */
    /* countdowns: when one reaches 0, a task fails, or a batch is refused; 0: off */
    atomic_int_fast64_t fail_in, refuse_in;
    atomic_bool held; /* tasks do not begin; the device's threads look every 50 us */
    atomic_bool lost; /* every task fails with EDEVICE */
    /* the name of an operator for which the devices have no kernel, or NULL; never freed */
    _Atomic(const char *) missing_kernel;
    /* bytes of each device's memory, 1 GiB by default; read when a runtime opens the device */
    atomic_uint_fast64_t memory_bytes;
} wr_null_settings;

extern wr_null_settings wr_null;

#endif
