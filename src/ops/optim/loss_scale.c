/* loss_scale.c - updates the scale of a loss from the norms of the scaled gradients, in place.
 *
 * The scale is an array, so that no thread has to wait for the gradients to know whether they
 * overflowed; docs/design/mixed-precision.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include "ops/core/op.h"

/* The elements of the state. */
enum { SCALE, INVERSE, GOOD_STEPS, SKIPPED_STEPS, STATE_SIZE };

/* What the scale becomes if it is not positive and finite. */
#define DEFAULT_SCALE 65536.0

#define LOSS_SCALE_UPDATE_ATTRS(X, A)                                                              \
    X(A, F64, growth_factor, 2, "multiplies the scale after growth_interval good steps",           \
      ">= 1, < inf")                                                                               \
    X(A, F64, backoff_factor, 0.5, "multiplies the scale after a skipped step", "> 0, <= 1")       \
    X(A, I64, growth_interval, 2000, "number of good steps in a row after which the scale grows",  \
      ">= 1")
WEIR_ATTRS(loss_scale_update, LOSS_SCALE_UPDATE_ATTRS);

static weir_status loss_scale_update_infer(weir_infer *c) {
    const loss_scale_update_attr *attr = c->attr;
    const weir_array *state = c->in[0];
    if (state->dtype != WEIR_FLOAT32 || state->ndim != 1 || state->count != STATE_SIZE)
        return wr_refuse(c,
                         "the state is %s; expected float32 (4,): scale, inverse, good steps and "
                         "skipped steps",
                         wr_array_text_of(state));
    for (uint32_t i = 1; i < c->in_count; i++)
        if (c->in[i]->ndim != 0 || c->in[i]->dtype >= WEIR_COMPLEX64)
            return wr_refuse(c, "norm %u is %s; expected a real scalar or 0-dimensional array",
                             i - 1, wr_array_text_of(c->in[i]));
    if (!(attr->growth_factor >= 1) || isinf(attr->growth_factor))
        return wr_refuse(c, "growth_factor is %g; must be finite and at least 1",
                         attr->growth_factor);
    if (!(attr->backoff_factor > 0 && attr->backoff_factor <= 1))
        return wr_refuse(c, "backoff_factor is %g; must be greater than 0 and at most 1",
                         attr->backoff_factor);
    if (attr->growth_interval < 1)
        return wr_refuse(c, "growth_interval is %lld; must be at least 1",
                         (long long)attr->growth_interval);
    c->dtype = WEIR_FLOAT32;
    c->scratch_bytes = c->in_count > 64 ? sizeof(uint32_t) : 0; /* for CUDA devices */
    c->write_from = 0;
    c->write_to = 1;
    return WEIR_OK;
}

static weir_status loss_scale_update_run(const weir_kernel *k) {
    const loss_scale_update_attr *attr = k->attr;
    float *state = k->in[0].data;
    bool good = true;
    for (uint32_t i = 1; i < k->in_count; i++) good &= isfinite(wr_view_get(&k->in[i], 0)) != 0;
    /* A state from outside, such as a loaded one, may have any values.  The step with such a scale
     * was skipped, and training goes on with the default scale. */
    double scale = (double)state[SCALE];
    bool sane = isfinite(scale) && scale > 0;
    good &= sane;
    if (!(state[GOOD_STEPS] >= 0)) state[GOOD_STEPS] = 0;
    if (!(state[SKIPPED_STEPS] >= 0 && isfinite(state[SKIPPED_STEPS]))) state[SKIPPED_STEPS] = 0;
    if (!good) {
        scale = sane ? scale * attr->backoff_factor : DEFAULT_SCALE;
        state[GOOD_STEPS] = 0;
        state[SKIPPED_STEPS] += 1;
    } else if ((state[GOOD_STEPS] += 1) >= (float)attr->growth_interval) {
        scale *= attr->growth_factor;
        state[GOOD_STEPS] = 0;
    }
    /* The scale stays where its inverse is a normal number too. */
    double most = 1 / (double)FLT_MIN;
    scale = scale > most ? most : scale < (double)FLT_MIN ? (double)FLT_MIN : scale;
    state[SCALE] = (float)scale;
    state[INVERSE] = (float)(1 / (double)state[SCALE]);
    return WEIR_OK;
}

WR_OP(loss_scale_update) = {
    .size = sizeof(weir_op_def),
    .name = "loss_scale_update",
    .summary = "Update the scale of a loss from the norms of the scaled gradients, in place.",
    .inputs = "state, norms",
    .outputs = "",
    .parts = "state: scale, its inverse, good steps and skipped steps; "
             "norms: norms of the scaled gradients",
    .notes =
        "The state is float32 (4): the scale, its inverse, the number of good steps since the last "
        "change, and the number of skipped steps.  If a norm is infinite or NaN, the scale is "
        "multiplied by backoff_factor and the step counts as skipped; otherwise it grows after "
        "growth_interval good steps.  A scale that is not positive and finite becomes 65536, and "
        "the step counts as skipped.",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = loss_scale_update_infer,
    .run = loss_scale_update_run,
    WEIR_USE_ATTRS(loss_scale_update),
    .samples = "f32(4)@1:2, (); f32(4)@1:2, (), () growth_interval=1",
};
