/* compact_cuda.h - nonzero elements, masks and one-hot vectors on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPACT_CUDA_H
#define WR_COMPACT_CUDA_H

#include "ops/core/cuda_kernels.h"

/* The scratch memory for finding the nonzero elements among `count`; there are `listed`. */
uint64_t wr_cuda_compact_bytes(int64_t count, int64_t listed);

/* Make the list of the positions of an input's nonzero elements.  The call fails if there are not
 * `wanted` of them, for this reason (cuda_report.h).  `shift`: of the elements that the caller's kernels move. */
weir_status wr_cuda_compact(wr_cuda_call *c, uint32_t in, int64_t wanted, uint32_t reason,
                            int shift, int64_t **list);

/* mask_select_sized: rows of `length` elements of in[0] where in[1] is true; there are `size`. */
weir_status wr_cuda_select_rows(wr_cuda_call *c, int64_t length, int64_t size);

/* mask_put: the values are `rows` rows, one for each true element, or one row for all. */
typedef struct wr_cuda_rows {
    int64_t length, rows;
    bool each;
    bool as_is;          /* the values have the shape and dtype of rows */
    weir_view rows_view; /* otherwise: of the cast and broadcast values, at values_at in scratch */
    uint64_t values_at;
} wr_cuda_rows;
weir_status wr_cuda_put_rows(wr_cuda_call *c, const wr_cuda_rows *r);

/* nonzero_sized. */
weir_status wr_cuda_list_indices(wr_cuda_call *c, int64_t size);

/* one_hot. */
weir_status wr_cuda_classes(wr_cuda_call *c, int64_t classes);

#endif
