/* composite.h - operators that are written once, as a recipe of other operators, and get their gradient from it.
 *
 *   static weir_array *softmin_recipe(weir_vjp *v) { return wr_g_softmax(v, wr_g_negative(v, v->in[0]), ...); }
 *   static weir_status softmin_need(const weir_infer *c) { ... }     refuses
 *   WR_COMPOSITE(softmin, 1)                                            input 0, as bits
 *   WR_OP(softmin) = {..., WR_USE_COMPOSITE(softmin), ...};
 *
 * A recipe finds its inputs and attributes in `v`; an input that was left out is NULL.  Inputs whose bit is set are
 * brought to one dtype first.  For the gradient it is
 * followed again, its calls are noted, and their gradients are called backwards.  Comparisons and what else has no
 * gradient hand nothing on.  Recipes draw no random numbers, which would be others the second time, and
 * call operators of one result by the functions of expression.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPOSITE_H
#define WR_COMPOSITE_H

#include "ops/core/composite_calls.h"

typedef weir_array *wr_composite_fn(weir_vjp *v);

weir_status wr_composite_view(const weir_infer *c, wr_composite_fn *composite, uint32_t alike,
                              weir_array **out);
void wr_composite_vjp(weir_vjp *v, wr_composite_fn *composite, uint32_t alike);

/* Called by wr_build where `v` belongs to a recipe that is followed for its gradient. */
void wr_composite_note(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                       weir_array *const *in, weir_array *out);
static inline bool wr_composite_notes(const weir_vjp *v) { return v->size > sizeof *v; }

#define WR_COMPOSITE(name, alike)                                                                  \
    static weir_status name##_view(weir_infer *c, weir_array **out) {                              \
        WR_TRY(name##_need(c));                                                                    \
        return wr_composite_view(c, name##_composite, alike, out);                                 \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) { wr_composite_vjp(v, name##_composite, alike); }
/* Sums that it is made of take any strides. */
#define WR_USE_COMPOSITE(name)                                                                     \
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, .view = name##_view, .vjp = name##_vjp

#endif
