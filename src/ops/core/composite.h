/* composite.h - composite operators: written once as an expression of other operators, with the gradient derived.
 *
 *   static weir_array *softmin_composite(weir_vjp *v) { return wr_g_softmax(v, wr_g_negative(v, v->in[0]), ...); }
 *   static weir_status softmin_need(const weir_infer *c) { ... }     refuses
 *   WR_COMPOSITE(softmin, 1)                                            input 0, as bits
 *   WR_OP(softmin) = {..., WR_USE_COMPOSITE(softmin), ...};
 *
 * The function finds its inputs and attributes in `v`; an omitted input is NULL.  Inputs whose bit is set are
 * promoted to a common dtype first.  For the gradient the function runs again, its calls are noted, and their
 * gradients are called in reverse order.  Operators without a gradient, such as comparisons, pass none on.  A
 * composite must not draw random numbers, which would differ in the second run, and calls operators by the functions
 * of expression.h, of which it uses the first result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPOSITE_H
#define WR_COMPOSITE_H

#include "ops/core/composite_calls.h"

typedef weir_array *wr_composite_fn(weir_vjp *v);

weir_status wr_composite_view(const weir_infer *c, wr_composite_fn *composite, uint32_t alike,
                              weir_array **out);
void wr_composite_vjp(weir_vjp *v, wr_composite_fn *composite, uint32_t alike);

/* Called by wr_build where `v` belongs to a composite that runs for its gradient. */
void wr_composite_note(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                       weir_array *const *in, weir_array *out);
static inline bool wr_composite_notes(const weir_vjp *v) { return v->size > sizeof *v; }

#define WR_COMPOSITE(name, alike)                                                                  \
    static weir_status name##_view(weir_infer *c, weir_array **out) {                              \
        WR_TRY(name##_need(c));                                                                    \
        return wr_composite_view(c, name##_composite, alike, out);                                 \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) { wr_composite_vjp(v, name##_composite, alike); }
/* WEIR_OP_STRIDED_IN: the reductions that it calls take any strides, and may round differently for them. */
#define WR_USE_COMPOSITE(name)                                                                     \
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, .view = name##_view, .vjp = name##_vjp

#endif
