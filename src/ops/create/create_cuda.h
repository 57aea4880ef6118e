/* create_cuda.h - the functions of create_cuda.c, for the operators that know their attributes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CREATE_CUDA_H
#define WR_CREATE_CUDA_H

#include "ops/core/cuda_kernels.h"

/* Evenly spaced numbers: start + i * step, in int64 if `whole`, else in double. */
typedef struct wr_cuda_steps {
    double start, step, end;
    int64_t last; /* index of the element that is `end`, or -1 */
    bool whole;
} wr_cuda_steps;

weir_status wr_cuda_write_steps(wr_cuda_call *c, const wr_cuda_steps *s);

/* Copy one triangle of matrices, up to diagonal d, and set the rest to zero. */
weir_status wr_cuda_copy_triangle(wr_cuda_call *c, int64_t d, bool upper);

/* Set a view to a small integer. */
weir_status wr_cuda_set_view(wr_cuda_call *c, const weir_view *to, int8_t value,
                             const wr_cuda_guard *guard);

#endif
