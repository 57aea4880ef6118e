/* einsum.h - an einsum equation, parsed and checked against its operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EINSUM_H
#define WR_EINSUM_H

#include "array/array.h"

enum { WR_EINSUM_INDICES = 52, WR_EINSUM_TERMS = 64 };

/* The indices of one operand or of the result.  Each is less than index_count of the equation. */
typedef struct wr_einsum_list {
    int count;
    uint8_t index[WEIR_NDIM_MAX];
} wr_einsum_list;

/* A parsed equation.  An index is a letter or one dimension of an ellipsis.  It has the same size
 * in all operands, except that size 1 broadcasts.  An ellipsis stands for the dimensions that have
 * no letter; the ellipses of different operands are aligned at their last dimensions. */
typedef struct wr_einsum {
    uint32_t term_count;
    int index_count;
    char letter[WR_EINSUM_INDICES]; /* '.' for a dimension of an ellipsis */
    int64_t size[WR_EINSUM_INDICES];
    wr_einsum_list term[WR_EINSUM_TERMS];
    wr_einsum_list out;
} wr_einsum;

weir_status wr_einsum_read(wr_einsum *e, const char *equation, weir_array *const *in,
                           uint32_t in_count);

#endif
