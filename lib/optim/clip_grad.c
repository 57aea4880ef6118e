/* clip_grad.c - clips gradients by norm or by value, and multiplies them, without waiting.
 *
 * Gradients are not changed in place, because one array may be the gradient of two parameters (as
 * for x + y), or a broadcast view of a single row.  Instead, each parameter gets a new gradient
 * array, after the operations for all of them have been issued.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "optim/optimizer.h"

/* old: the gradients, with one reference each; made: the clipped gradients; param: the parameters
 * that they belong to. */
typedef struct grads {
    weir_array **old, **made, **param;
    uint32_t count;
} grads;

static weir_status gather(grads *g, weir_array *const *params, uint32_t count, const char *name) {
    *g = (grads){.old = calloc(3 * (size_t)count, sizeof *g->old)};
    if (g->old == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for %u gradient%s", name, count,
                           count == 1 ? "" : "s");
    g->made = g->old + count;
    g->param = g->made + count;
    for (uint32_t i = 0; i < count; i++)
        if ((g->old[g->count] = weir_array_grad(params[i])) != NULL)
            g->param[g->count++] = params[i];
    return WEIR_OK;
}

/* If `status` is WEIR_OK, set the new gradients.  In either case, release everything. */
static weir_status hand_over(grads *g, weir_status status) {
    for (uint32_t i = 0; i < g->count && status == WEIR_OK; i++)
        status = weir_array_grad_set(g->param[i], g->made[i]);
    for (uint32_t i = 0; i < g->count; i++) {
        weir_array_release(g->old[i]);
        /* The parameter holds the array now, so it must not be in the caller's scope. */
        weir_array_release(weir_scope_keep(g->made[i]));
    }
    free(g->old);
    return status;
}

/* Return the array itself if it can be used on the device, as a scalar constant always can;
 * otherwise return a copy on the device. */
weir_status wr_optim_bring(weir_array *a, int32_t device, weir_array **out) {
    if (!weir_array_is_number(a) && weir_array_device(a) != device)
        return weir_to_device(a, device, out);
    *out = weir_array_retain(a);
    return WEIR_OK;
}

/* The joint norm of arrays on several devices: the norm of the norms of each device. */
static weir_status norm_of_devices(weir_array *const *grad, uint32_t count, weir_array **norm) {
    weir_array **list = malloc(2 * (size_t)count * sizeof *list), **norms = list + count;
    uint32_t found = 0;
    int32_t first = weir_array_device(grad[0]);
    weir_status status = WEIR_OK;
    if (list == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "not enough memory for a list of %u gradients", count);
    for (uint32_t i = 0, j; i < count && status == WEIR_OK; i++) {
        int32_t device = weir_array_device(grad[i]);
        for (j = 0; weir_array_device(grad[j]) != device;) j++;
        if (j < i) continue; /* not the first gradient on its device */
        uint32_t n = 0;
        for (; j < count; j++)
            if (weir_array_device(grad[j]) == device) list[n++] = grad[j];
        weir_array *far = NULL;
        status = weir_global_norm(list, n, &far);
        if (status == WEIR_OK) status = wr_optim_bring(far, first, &norms[found]);
        found += status == WEIR_OK;
        weir_array_release(far);
    }
    if (status == WEIR_OK) status = weir_global_norm(norms, found, norm);
    while (found > 0) weir_array_release(norms[--found]);
    free(list);
    return status;
}

weir_status wr_optim_norm(weir_array *const *grad, uint32_t count, weir_array **norm) {
    for (uint32_t i = 1; i < count; i++)
        if (weir_array_device(grad[i]) != weir_array_device(grad[0]))
            return norm_of_devices(grad, count, norm);
    return weir_global_norm(grad, count, norm);
}

/* Compute the scale factor min(1, max_norm / (norm + 1e-6)), as in PyTorch. */
static weir_status factor_of(weir_array *norm, double max_norm, weir_array **out) {
    weir_runtime *rt = weir_array_runtime(norm);
    weir_array *most = NULL, *little = NULL, *one = NULL, *sum = NULL, *ratio = NULL;
    weir_status status = weir_number_f64(rt, max_norm, &most);
    if (status == WEIR_OK) status = weir_number_f64(rt, 1e-6, &little);
    if (status == WEIR_OK) status = weir_number_f64(rt, 1, &one);
    if (status == WEIR_OK) status = weir_add(norm, little, &sum);
    if (status == WEIR_OK) status = weir_divide(most, sum, &ratio);
    if (status == WEIR_OK) status = weir_minimum(ratio, one, out);
    weir_array *made[] = {most, little, one, sum, ratio};
    for (int i = 0; i < 5; i++) weir_array_release(made[i]);
    return status;
}

static weir_status clip_norm(grads *g, double max_norm, weir_array **norm) {
    weir_array *factor = NULL;
    WR_TRY(wr_optim_norm(g->old, g->count, norm));
    weir_status status = factor_of(*norm, max_norm, &factor);
    for (uint32_t i = 0; i < g->count && status == WEIR_OK; i++) {
        /* Cast the factor to the gradient's dtype, because a wider factor would promote the
         * product. */
        weir_array *near = NULL, *narrow = NULL;
        status = wr_optim_bring(factor, weir_array_device(g->old[i]), &near);
        if (status == WEIR_OK) status = weir_astype(near, weir_array_dtype(g->old[i]), &narrow);
        if (status == WEIR_OK) status = weir_multiply(g->old[i], narrow, &g->made[i]);
        weir_array_release(near);
        weir_array_release(narrow);
    }
    weir_array_release(factor);
    return status;
}

weir_status weir_clip_grad_norm(weir_array *const *params, uint32_t count, double max_norm,
                                weir_array **norm) {
    if (params == NULL || count == 0)
        return wr_lib_fail(WEIR_EINVAL, "weir_clip_grad_norm: there are no parameters");
    if (!(max_norm > 0))
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_clip_grad_norm: max_norm is %g, but must be greater than 0",
                           max_norm);
    grads g;
    weir_array *length = NULL;
    WR_TRY(gather(&g, params, count, "weir_clip_grad_norm"));
    int recording = weir_recording_set(0);
    weir_zeros_options single = WEIR_ZEROS_OPTIONS;
    single.dtype = WEIR_FLOAT32;
    weir_status status = g.count > 0 ? clip_norm(&g, max_norm, &length)
                                     : weir_zeros(weir_array_runtime(params[0]),
                                                  weir_i64s_of(NULL, 0), &single, &length);
    weir_recording_set(recording);
    status = hand_over(&g, status);
    if (norm != NULL && status == WEIR_OK)
        *norm = length;
    else
        weir_array_release(length);
    return status;
}

weir_status wr_grads_multiply(weir_array *const *params, uint32_t count, weir_array *factor) {
    grads g;
    weir_status status = gather(&g, params, count, "weir_scaler_unscale");
    if (status != WEIR_OK) return status;
    for (uint32_t i = 0; i < g.count && status == WEIR_OK; i++) {
        weir_array *near = NULL, *wide = NULL;
        weir_dtype dtype = weir_array_dtype(g.old[i]);
        status = wr_optim_bring(factor, weir_array_device(g.old[i]), &near);
        if (status == WEIR_OK) status = weir_multiply(g.old[i], near, &wide);
        weir_array_release(near);
        if (status == WEIR_OK && weir_array_dtype(wide) != dtype) {
            status = weir_astype(wide, dtype, &g.made[i]);
            weir_array_release(wide);
        } else {
            g.made[i] = wide;
        }
    }
    return hand_over(&g, status);
}

weir_status weir_clip_grad_value(weir_array *const *params, uint32_t count, double limit) {
    if (params == NULL || count == 0)
        return wr_lib_fail(WEIR_EINVAL, "weir_clip_grad_value: there are no parameters");
    if (!(limit > 0))
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_clip_grad_value: limit is %g, but must be greater than 0", limit);
    grads g;
    weir_array *low = NULL, *high = NULL;
    WR_TRY(gather(&g, params, count, "weir_clip_grad_value"));
    weir_runtime *rt = weir_array_runtime(params[0]);
    int recording = weir_recording_set(0);
    weir_status status = weir_number_f64(rt, -limit, &low);
    if (status == WEIR_OK) status = weir_number_f64(rt, limit, &high);
    for (uint32_t i = 0; i < g.count && status == WEIR_OK; i++)
        status = weir_clip(g.old[i], low, high, &g.made[i]);
    weir_recording_set(recording);
    weir_array_release(low);
    weir_array_release(high);
    return hand_over(&g, status);
}
