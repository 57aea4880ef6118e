/* composite_calls.h - helpers for operators that call other operators.
 *
 * Such an operator has WEIR_OP_VIEW and a `view` that calls the others and returns the result of
 * the last one.  Calls are written as in gradients (expression.h), with &c.v as first argument: the
 * first failure is kept, later calls do nothing, and all temporaries are released at the end.
 *
 *   wr_compose c;
 *   WR_TRY(wr_compose_begin(&c, x->rt));
 *   weir_array *y = wr_g_multiply(&c.v, x, wr_g_sigmoid(&c.v, x));
 *   return wr_compose_end(&c, y, out);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPOSITE_CALLS_H
#define WR_COMPOSITE_CALLS_H

#include "ops/core/expression.h"

typedef struct wr_compose {
    weir_vjp v; /* only v.rt and v.status are used */
    weir_scope *scope;
} wr_compose;

weir_status wr_compose_begin(wr_compose *c, weir_runtime *rt);

/* Release the temporaries and return `y` in *out.  Must be called after wr_compose_begin succeeded,
 * even if a call in between failed.  If `y` is one of the operator's inputs, *out is a new handle
 * for it. */
weir_status wr_compose_end(wr_compose *c, weir_array *y, weir_array **out);

/* Like wr_compose_end, for several results, none of which may be an input. */
weir_status wr_compose_end_all(wr_compose *c, weir_array *const *y, int count, weir_array **out);

/* Return a temporary view of x.  On failure, set c->v.status and return NULL. */
weir_array *wr_compose_view(wr_compose *c, const weir_array *x, int ndim, const int64_t *shape,
                            const int64_t *strides, int64_t offset);

/* Call permute_dims or reshape, or return x itself if nothing would change. */
weir_array *wr_compose_permute(wr_compose *c, weir_array *x, const int64_t *axes);
weir_array *wr_compose_reshape(wr_compose *c, weir_array *x, int ndim, const int64_t *shape);

/* Is a dot product of this length faster as an elementwise multiplication and a sum than as a
 * matrix product?  Always false for float16 and bfloat16, because each product would be rounded. */
bool wr_compose_is_short(int64_t length, int dtype);

#endif
