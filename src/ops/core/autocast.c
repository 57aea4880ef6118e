/* autocast.c - casts the inputs of operators while autocast is set (weir_autocast_set).
 *
 * The table autocast.def gives the class of each built-in operator.  The casts are calls of astype
 * that are recorded like any other, so gradients are computed in the dtypes of the forward pass.
 * Autocast is off during the call: the operators that a composite operator issues, and gradients,
 * compute in the dtypes of their inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/autocast.h"

#include <stdlib.h>

#include "ops/core/op.h"

enum { NEAR = 16 };

typedef struct casts {
    weir_array *near_in[NEAR], *near_made[NEAR];
    weir_array **in;   /* the inputs of the call */
    weir_array **made; /* the casts, NULL where an input is used as it is */
    uint32_t count;
} casts;

WR_THREAD_LOCAL bool wr_autocast_wide;

static bool is_plain(const weir_array *a) { return a != NULL && !(a->flags & WR_NUMBER); }

/* Return the dtype to which an input is cast, or its own dtype. */
static int cast_to(const weir_array *a, uint32_t class, int low) {
    bool narrow = a->dtype == WEIR_FLOAT16 || a->dtype == WEIR_BFLOAT16;
    if (class == WEIR_AUTOCAST_FULL) return narrow ? WEIR_FLOAT32 : a->dtype;
    return narrow || a->dtype == WEIR_FLOAT32 ? low : a->dtype;
}

/* Does autocast change the dtype of an input?  An operator of class LOW with a float64 or complex
 * input is left alone, because the program asked for that precision. */
static bool is_cast(const weir_op *op, weir_array *const *in, uint32_t in_count, int low) {
    uint32_t class = op->def.autocast;
    bool found = false;
    if (class == WEIR_AUTOCAST_NONE || in == NULL) return false;
    for (uint32_t i = 0; i < in_count; i++) {
        if (!is_plain(in[i])) continue;
        if (class == WEIR_AUTOCAST_LOW && in[i]->dtype >= WEIR_FLOAT64) return false;
        uint8_t kind = wr_mode_now.autocast_kind;
        if (kind != 0 && kind != 1 + (in[i]->device & 255)) return false;
        found |= cast_to(in[i], class, low) != in[i]->dtype;
    }
    return found;
}

/* Does the operator read the inputs as float32 itself?  Logits are often the largest array of a
 * network, and the cast would be kept for the gradient.  An observer sees the cast, so that what it
 * records does not depend on autocast. */
static bool reads_narrow(const weir_op *op, weir_array *const *in, uint32_t in_count) {
    if (op != &wr_ops[WR_OP_cross_entropy] || wr_mode_now.watch != NULL || wr_is_abstract_mode())
        return false;
    bool weighted = in_count > 2 && in[2] != NULL;
    return in_count > 1 && is_plain(in[1]) && wr_dtype_kind_of(in[1]->dtype) == WR_KIND_INT &&
           !weighted;
}

static void end_casts(casts *c) {
    for (uint32_t i = 0; i < c->count; i++) weir_array_release(c->made[i]);
    if (c->in != c->near_in) {
        free(c->in);
        free(c->made);
    }
}

/* Cast an input.  The region of autocast may keep casts of parameters; then the call is recorded
 * anew, so that each use has its own gradient, which is a sum of float32. */
static weir_status cast_one(weir_runtime *rt, weir_array *a, int to, weir_array **made) {
    const weir_op *astype = &wr_ops[WR_OP_astype];
    const struct { int32_t dtype; } attr = {to}; /* as in expression.h */
    wr_cast_stamp stamp;
    if (!wr_cast_is_kept(a, &stamp)) return wr_call_recorded(rt, astype, &a, 1, &attr, made, NULL);
    weir_array *values = wr_cast_find(a, to, &stamp);
    if (values == NULL) {
        WR_TRY(wr_call(rt, astype, &a, 1, &attr, &values, NULL));
        wr_cast_keep(a, values, &stamp);
    }
    if (wr_mode_now.recorder == NULL) {
        *made = values;
        return WEIR_OK;
    }
    weir_status status = wr_mode_now.recorder->known(rt, astype, &a, 1, &attr, values, made);
    weir_array_release(values);
    return status;
}

static weir_status begin_casts(casts *c, weir_runtime *rt, const weir_op *op, weir_array *const *in,
                               uint32_t in_count, int low) {
    c->in = c->near_in, c->made = c->near_made, c->count = 0;
    if (in_count > NEAR) {
        c->in = malloc(in_count * sizeof *c->in);
        c->made = malloc(in_count * sizeof *c->made);
        if (c->in == NULL || c->made == NULL) {
            end_casts(c);
            return wr_fail(WEIR_ENOMEM, "%s: not enough memory to cast the inputs for autocast",
                           op->def.name);
        }
    }
    const char *outer = wr_within_enter(op->def.name);
    weir_scope *scope = wr_mode_now.scope;
    wr_mode_now.scope = NULL; /* end_casts releases the casts, so they belong to no scope */
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < in_count && status == WEIR_OK; i++) {
        weir_array *a = in[i], *made = NULL;
        int to = is_plain(a) ? cast_to(a, op->def.autocast, low) : 0;
        if (is_plain(a) && to != a->dtype) status = cast_one(rt, a, to, &made);
        c->made[c->count] = made;
        c->in[c->count++] = made != NULL ? made : a;
    }
    wr_mode_now.scope = scope;
    wr_mode_now.within = outer;
    if (status != WEIR_OK) end_casts(c);
    return status;
}

weir_status wr_autocast_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                             uint32_t in_count, const void *attr, weir_array **out,
                             uint32_t *out_count) {
    uint8_t low = wr_mode_now.autocast;
    casts c;
    wr_mode_now.autocast = 0;
    bool cast = op != NULL && is_cast(op, in, in_count, low);
    bool wide = cast && reads_narrow(op, in, in_count);
    wr_autocast_wide = wide;
    cast &= !wide;
    weir_status status = cast ? begin_casts(&c, rt, op, in, in_count, low) : WEIR_OK;
    if (status == WEIR_OK) {
        status = wr_call_recorded(rt, op, cast ? c.in : in, in_count, attr, out, out_count);
        if (cast) end_casts(&c);
    }
    wr_autocast_wide = false;
    wr_mode_now.autocast = low;
    return status;
}

weir_status wr_autocast_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                             uint32_t in_count, const void *attr, weir_array *const *out,
                             uint32_t out_count) {
    uint8_t low = wr_mode_now.autocast;
    casts c;
    wr_mode_now.autocast = 0;
    bool cast = op != NULL && is_cast(op, in, in_count, low);
    weir_status status = cast ? begin_casts(&c, rt, op, in, in_count, low) : WEIR_OK;
    if (status == WEIR_OK) {
        status = wr_call_into_recorded(rt, op, cast ? c.in : in, in_count, attr, out, out_count);
        if (cast) end_casts(&c);
    }
    wr_mode_now.autocast = low;
    return status;
}
