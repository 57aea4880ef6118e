/* scan_cuda.h - scans along an axis on a CUDA device; see scan.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCAN_CUDA_H
#define WR_SCAN_CUDA_H

#include "device/cuda/cuda_launch.h"

typedef struct wr_cuda_scan {
    const char *kind; /* "sum", "prod", "linear", "max" or "min", as in scan.cu */
    int axis, computes;
    bool reverse;
    const weir_view *x, *by; /* by: the factors of a recurrence, or NULL */
} wr_cuda_scan;

/* Scan to k->out[0]; maxima and minima also write indices to k->out[1]. */
weir_status wr_cuda_scan_run(wr_cuda_call *c, const wr_cuda_scan *s);

/* Return the number of bytes of scratch that a scan needs on a CUDA device. */
uint64_t wr_scan_device_scratch(int ndim, const int64_t *shape, int axis);

#endif
