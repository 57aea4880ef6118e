/* composite.h - composite operators, written as an expression of other operators.
 *
 *   static weir_array *softmin_composite(weir_vjp *v) {
 *       return wr_g_softmax(v, wr_g_negative(v, v->in[0]), ...);
 *   }
 *   static weir_status softmin_need(const weir_infer *c) { ... }     checks the arguments
 *   WR_COMPOSITE(softmin, 1)                                         a bit mask: input 0
 *   WR_OP(softmin) = {..., WR_USE_COMPOSITE(softmin), ...};
 *
 * The composite function finds its inputs and attributes in `v`; an omitted input is NULL.  Inputs
 * in the bit mask are promoted to a common dtype first.
 *
 * The gradient is derived: the function runs again, its calls are recorded on a tape, and the
 * gradients of the recorded calls are computed in reverse order.  No gradient flows through
 * operators that have none, such as comparisons.  A composite must not draw random numbers, because
 * they would differ in the second run.  It calls operators only through expression.h and uses only
 * their first result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPOSITE_H
#define WR_COMPOSITE_H

#include "ops/core/composite_calls.h"

typedef weir_array *wr_composite_fn(weir_vjp *v);

weir_status wr_composite_view(const weir_infer *c, wr_composite_fn *composite, uint32_t alike,
                              weir_array **out);
void wr_composite_vjp(weir_vjp *v, wr_composite_fn *composite, uint32_t alike);

/* Record a call on the tape.  wr_build calls this if wr_composite_notes(v) is true, which means
 * that a composite is being run to derive its gradient. */
void wr_composite_note(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                       weir_array *const *in, weir_array *out);
static inline bool wr_composite_notes(const weir_vjp *v) { return v->size > sizeof *v; }

#define WR_COMPOSITE(name, alike)                                                                  \
    static weir_status name##_view(weir_infer *c, weir_array **out) {                              \
        WR_TRY(name##_need(c));                                                                    \
        return wr_composite_view(c, name##_composite, alike, out);                                 \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) { wr_composite_vjp(v, name##_composite, alike); }
/* A composite has WEIR_OP_STRIDED_IN, because its result may depend on the strides of its inputs:
 * the reductions that it calls accept any strides and may round differently for different
 * strides. */
#define WR_USE_COMPOSITE(name)                                                                     \
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, .view = name##_view, .vjp = name##_vjp

#endif
