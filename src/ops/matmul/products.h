/* products.h - tensor contraction, shared by dot, inner and tensordot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PRODUCTS_H
#define WR_PRODUCTS_H

#include "ops/core/composite_calls.h"

/* The axes that are summed over: axis x1[i] of x1 is paired with axis x2[i] of x2. */
typedef struct wr_pairs {
    int count;
    int x1[WEIR_NDIM_MAX], x2[WEIR_NDIM_MAX];
} wr_pairs;

/* Fail if two paired axes have different sizes, if the result would have too many dimensions, or if
 * the dtype is bool. */
weir_status wr_tensordot_check(const weir_infer *c, const wr_pairs *p);

/* Compute the contraction.  The result has the remaining axes of x1, then those of x2. */
weir_status wr_tensordot_view(const weir_infer *c, const wr_pairs *p, weir_array **out);
void wr_tensordot_vjp(weir_vjp *v, const wr_pairs *p);

#endif
