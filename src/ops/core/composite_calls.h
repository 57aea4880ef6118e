/* composite_calls.h - operators that are made of other operators.
 *
 * Such an operator has WEIR_OP_VIEW and a `view` that issues the others and hands on what the last one
 * gives.  Inside, calls are written as in gradients (expression.h), with &c.v in front: the first failure stays,
 * and whatever was made on the way is let go at the end.
 *
 *   wr_compose c;
 *   WR_TRY(wr_compose_begin(&c, x->rt));
 *   weir_array *y = wr_g_multiply(&c.v, x, wr_g_sigmoid(&c.v, x));
 *   return wr_compose_end(&c, y, out);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPOSE_H
#define WR_COMPOSE_H

#include "ops/core/expression.h"

typedef struct wr_compose {
    weir_vjp v; /* its runtime and status are all that is looked at */
    weir_scope *scope;
} wr_compose;

weir_status wr_compose_begin(wr_compose *c, weir_runtime *rt);

/* Ends what begin began, failed or not.  `y` may be one of the operator's inputs: then the result is
 * another handle of the same values. */
weir_status wr_compose_end(wr_compose *c, weir_array *y, weir_array **out);

/* The same for several results, each of which was made on the way. */
weir_status wr_compose_end_all(wr_compose *c, weir_array *const *y, int count, weir_array **out);

/* Another view of x, made on the way; NULL and a status if something went wrong. */
weir_array *wr_compose_view(wr_compose *c, const weir_array *x, int ndim, const int64_t *shape,
                            const int64_t *strides, int64_t offset);

/* permute_dims and reshape, which do nothing where nothing changes. */
weir_array *wr_compose_permute(wr_compose *c, weir_array *x, const int64_t *axes);
weir_array *wr_compose_reshape(wr_compose *c, weir_array *x, int ndim, const int64_t *shape);

/* Are so many products per result better made as elements and summed than as products of a row and a column?
 * Halves are not, since each product would be rounded to one. */
bool wr_compose_is_short(int64_t length, int dtype);

#endif
