/* products.h - the product that dot, inner and tensordot have in common.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PRODUCTS_H
#define WR_PRODUCTS_H

#include "ops/core/composite_calls.h"

/* Which axes of x1 and x2 are summed over together. */
typedef struct wr_pairs {
    int count;
    int x1[WEIR_NDIM_MAX], x2[WEIR_NDIM_MAX];
} wr_pairs;

/* Refuse pairs of different lengths, results of too many dimensions, and bools. */
weir_status wr_tensordot_check(const weir_infer *c, const wr_pairs *p);

/* The axes of x1 that are left, then those of x2. */
weir_status wr_tensordot_view(const weir_infer *c, const wr_pairs *p, weir_array **out);
void wr_tensordot_vjp(weir_vjp *v, const wr_pairs *p);

#endif
