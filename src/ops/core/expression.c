/* expression.c - operator calls for gradients; after the first failure, which is kept in v->status,
 * all later calls return NULL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite.h"

#include <string.h>

/* Conjugate a scalar (WR_NUMBER).  The result is again a scalar; the operator would return an
 * array, rounded to the default dtype. */
static weir_array *conj_number(weir_vjp *v, const weir_array *x) {
    double z[2];
    weir_array *out = NULL;
    memcpy(z, x->dim, sizeof z);
    v->status = weir_number_c128(v->rt, z[0], -z[1], &out);
    return v->status == WEIR_OK ? out : NULL;
}

weir_array *wr_build(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                     weir_array *const *in) {
    if (v->status != WEIR_OK) return NULL;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] == NULL) return NULL; /* NULL is a zero gradient, so the result is zero too */
    if (op == WR_OP_conj && wr_dtype_kind_of(in[0]->dtype) != WR_KIND_COMPLEX) return in[0];
    if (op == WR_OP_conj && (in[0]->flags & WR_NUMBER)) return conj_number(v, in[0]);
    weir_array *out[1] = {NULL};
    uint32_t count = 1;
    v->status = wr_call_recorded(v->rt, &wr_ops[op], in, in_count, attr, out, &count);
    if (v->status != WEIR_OK) return NULL;
    if (wr_composite_notes(v)) wr_composite_note(v, op, attr, in_count, in, out[0]);
    return out[0];
}

void wr_build_many(weir_vjp *v, int op, const void *attr, uint32_t in_count, weir_array *const *in,
                   uint32_t out_count, weir_array **out) {
    for (uint32_t i = 0; i < out_count; i++) out[i] = NULL;
    if (v->status != WEIR_OK) return;
    for (uint32_t i = 0; i < wr_ops[op].in_min; i++)
        if (in[i] == NULL) return;
    v->status = wr_call_recorded(v->rt, &wr_ops[op], in, in_count, attr, out, &out_count);
    if (v->status == WEIR_OK && wr_composite_notes(v))
        wr_composite_note(v, op, attr, in_count, in, out[0]); /* composites use only out[0] */
}

weir_array *wr_build_number(weir_vjp *v, double value) {
    weir_array *out = NULL;
    if (v->status == WEIR_OK) v->status = weir_number_f64(v->rt, value, &out);
    return v->status == WEIR_OK ? out : NULL;
}

weir_array *wr_build_imaginary(weir_vjp *v) {
    weir_array *out = NULL;
    if (v->status == WEIR_OK) v->status = weir_number_c128(v->rt, 0, 1, &out);
    return v->status == WEIR_OK ? out : NULL;
}

weir_array *wr_build_unbroadcast(weir_vjp *v, weir_array *g, weir_array *like) {
    if (g == NULL || like == NULL) return NULL;
    int64_t axes[WEIR_NDIM_MAX];
    int64_t count = 0;
    int extra = g->ndim - like->ndim;
    bool same = extra == 0;
    for (int i = 0; i < g->ndim; i++) {
        bool stretched = i < extra || (wr_shape(like)[i - extra] == 1 && wr_shape(g)[i] != 1);
        if (!stretched) continue;
        axes[count++] = i;
        same = false;
    }
    if (!same) {
        if (count > 0) g = wr_g_sum(v, g, axes, count, 1, 0);
        g = wr_g_reshape(v, g, wr_shape(like), like->ndim);
    }
    if (g != NULL && g->dtype != like->dtype && !(like->flags & WR_NUMBER)) {
        bool drops = wr_dtype_kind_of(g->dtype) == WR_KIND_COMPLEX &&
                     wr_dtype_kind_of(like->dtype) != WR_KIND_COMPLEX;
        if (drops) g = wr_g_real(v, g);
        g = wr_g_astype(v, g, like->dtype);
    }
    return g;
}

weir_array *wr_build_adjoint(weir_vjp *v, weir_array *x) {
    return wr_g_matrix_transpose(v, wr_g_conj(v, x));
}

/* ---- Calling a gradient ---------------------------------------------------------------------- */

/* Was the array made by the gradient function?  False if it is one of the arrays that the caller
 * passed in. */
static bool made_here(const weir_vjp *v, const weir_array *g) {
    for (uint32_t i = 0; i < v->in_count; i++)
        if (v->in[i] == g) return false;
    for (uint32_t i = 0; i < v->out_count; i++)
        if (v->out[i] == g || v->grad_out[i] == g) return false;
    return true;
}

/* Return the device of the gradients of the outputs, where the gradient function computes. */
static int32_t device_of_gradients(const weir_vjp *v) {
    for (uint32_t i = 0; i < v->out_count; i++)
        if (v->grad_out[i] != NULL && !(v->grad_out[i]->flags & WR_NUMBER))
            return v->grad_out[i]->device;
    return wr_mode_now.device;
}

weir_status wr_differentiate(weir_vjp *v, weir_array **grad_in) {
    weir_scope *scope;
    if (v->op->def.vjp == NULL)
        return wr_fail(WEIR_EINVAL, "%s: the operator has no gradient", v->op->def.name);
    WR_TRY(weir_scope_new(&scope));
    const char *outer = wr_within_enter(v->op->gradient);
    uint8_t autocast = wr_mode_now.autocast;
    int32_t device = wr_mode_now.device;
    wr_mode_now.autocast = 0; /* a gradient computes in the dtypes of the forward pass */
    wr_mode_now.device = device_of_gradients(v);
    v->op->def.vjp(v);
    wr_mode_now.autocast = autocast;
    wr_mode_now.device = device;
    wr_mode_now.within = outer;
    if (wr_is_refusal(v->status)) wr_refused_within(v->op->gradient);
    for (uint32_t i = 0; i < v->in_count; i++) {
        weir_array *g = v->wanted[i] && v->status == WEIR_OK ? v->grad_in[i] : NULL;
        /* Retain a gradient that the scope does not own: an array that was passed through
         * unchanged, or a gradient that an earlier input already took from the scope. */
        grad_in[i] = g == NULL           ? NULL
                     : g->scope == scope ? weir_scope_keep(g)
                                         : weir_array_retain(g);
    }
    weir_scope_free(scope);
    for (uint32_t i = 0; i < v->in_count; i++)
        if (grad_in[i] != NULL && grad_in[i]->scope == NULL && made_here(v, grad_in[i]))
            wr_scope_enter(grad_in[i]); /* add it to the caller's scope, if there is one */
    return v->status;
}

/* Check that all outputs are given and that each gradient has the shape of its output. */
static weir_status check_outputs(const weir_op *op, weir_array *const *out, uint32_t out_count,
                                 weir_array *const *grad_out) {
    const char *name = op->def.name;
    if (!op->many && out_count != op->out_names)
        return wr_fail(WEIR_EINVAL, "%s, gradient: the operator has the outputs %s; %u given", name,
                       op->def.outputs, out_count);
    for (uint32_t i = 0; i < out_count; i++) {
        const weir_array *y = out[i], *g = grad_out[i];
        if (y == NULL) return wr_fail(WEIR_EINVAL, "%s, gradient: output %u is NULL", name, i);
        if (g == NULL || (g->flags & WR_NUMBER)) continue;
        if (!wr_same_shape(g, y))
            return wr_fail(
                WEIR_EINVAL, "%s, gradient: grad_out %u has shape %s, but the output has shape %s",
                name, i, wr_shape_text(g->ndim, wr_shape(g)), wr_shape_text(y->ndim, wr_shape(y)));
    }
    return WEIR_OK;
}

weir_status weir_op_vjp(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, size_t attr_size,
                        weir_array *const *out, uint32_t out_count, weir_array *const *grad_out,
                        const uint8_t *wanted, weir_array **grad_in) {
    enum { NEAR = 16 };
    if (rt == NULL || op == NULL || grad_in == NULL ||
        (out_count > 0 && (out == NULL || grad_out == NULL)))
        return wr_fail(WEIR_EINVAL,
                       "weir_op_vjp: rt, op, out, grad_out and grad_in must not be NULL");
    int32_t device = wr_mode_now.device;
    WR_TRY(wr_check_inputs(rt, op, in, in_count, &device));
    WR_TRY(check_outputs(op, out, out_count, grad_out));
    uint8_t all[NEAR] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    weir_array *made[NEAR] = {NULL};
    if (in_count > NEAR && wanted == NULL)
        return wr_fail(WEIR_EINVAL, "%s: `wanted` is NULL; it is required for more than %d inputs",
                       op->def.name, NEAR);
    _Alignas(16) char defaults[WR_ATTR_BYTES];
    if (attr == NULL) {
        WR_TRY(wr_attr_defaults(op, defaults));
        attr = defaults;
    } else if (!wr_attr_fits(op, attr, attr_size)) {
        WR_TRY(wr_attr_fit(op, attr, attr_size, defaults));
        attr = defaults;
    }
    for (uint32_t i = 0; i < in_count; i++) grad_in[i] = NULL;
    weir_vjp v = {.size = sizeof v,
                  .rt = rt,
                  .op = op,
                  .attr = attr,
                  .in = in,
                  .out = out,
                  .grad_out = grad_out,
                  .wanted = wanted != NULL ? wanted : all,
                  .grad_in = in_count > NEAR ? grad_in : made,
                  .in_count = in_count,
                  .out_count = out_count,
                  .status = WEIR_OK};
    weir_status status = wr_differentiate(&v, grad_in);
    if (status != WEIR_OK)
        for (uint32_t i = 0; i < in_count; i++) {
            weir_array_release(grad_in[i]);
            grad_in[i] = NULL;
        }
    return status;
}
