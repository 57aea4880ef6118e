/* order_cuda.h - sort, argsort, topk, kthvalue, unique_groups and searchsorted on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ORDER_CUDA_H
#define WR_ORDER_CUDA_H

#include "ops/core/cuda_kernels.h"

/* The scratch memory for sorting `rows` rows of n elements. */
uint64_t wr_cuda_order_bytes(int64_t rows, int64_t n);

/* Sort the rows of in[0] along `axis`; of each, write `gives` elements behind the first `skip` to
 * `values`, and their indices to `indices`.  Either may be NULL. */
typedef struct wr_cuda_order {
    int axis;
    bool descending;
    int64_t skip, gives;
    void *values, *indices;
} wr_cuda_order;
weir_status wr_cuda_order_rows(wr_cuda_call *c, const wr_cuda_order *o);

/* unique_groups. */
uint64_t wr_cuda_groups_bytes(int64_t n);
weir_status wr_cuda_groups(wr_cuda_call *c);

/* searchsorted. */
weir_status wr_cuda_look_up(wr_cuda_call *c, bool right);

#endif
