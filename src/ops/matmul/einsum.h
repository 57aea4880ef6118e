/* einsum.h - an einsum equation, parsed and checked against its operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EINSUM_H
#define WR_EINSUM_H

#include "array/array.h"

enum { WR_EINSUM_INDICES = 52, WR_EINSUM_TERMS = 64 };

/* The indices of one operand, or of the result: numbers below `index_count`. */
typedef struct wr_einsum_list {
    int count;
    uint8_t index[WEIR_NDIM_MAX];
} wr_einsum_list;

/* An index is a letter or one dimension of an ellipsis.  It has one size in all operands, or 1, which
 * broadcasts.  An ellipsis stands for the dimensions that have no letter; those of different operands are
 * aligned at the last dimension. */
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
