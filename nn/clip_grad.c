/* clip_grad.c - gradients made shorter where they lie, without a wait.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "optimizer.h"

/* The gradients there are, with a reference each; NULL: no memory. */
static weir_array **gather(weir_array *const *params, uint32_t count, uint32_t *found) {
    weir_array **list = malloc((count + 1) * sizeof *list);
    *found = 0;
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        weir_array *grad = weir_array_grad(params[i]);
        if (grad != NULL) list[(*found)++] = grad;
    }
    return list;
}

static void release(weir_array **list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) weir_array_release(list[i]);
    free(list);
}

static weir_status into(const char *op, weir_array *a, weir_array *b, weir_array *c,
                        weir_array *out) {
    weir_array *in[3] = {a, b, c};
    return weir_op_call_into(weir_array_runtime(out), weir_op_find(op), in, c != NULL ? 3 : 2, NULL,
                             &out, 1);
}

/* min(1, max_norm / (norm + 1e-6)), as PyTorch has it. */
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

static weir_status clip_norm(weir_array **grads, uint32_t n, double max_norm, weir_array **norm) {
    weir_array *factor = NULL;
    WR_TRY(weir_global_norm(grads, n, norm));
    weir_status status = factor_of(*norm, max_norm, &factor);
    for (uint32_t i = 0; i < n && status == WEIR_OK; i++) {
        weir_array *narrow = NULL; /* a factor of a wider dtype would widen the product */
        status = weir_astype(factor, weir_array_dtype(grads[i]), &narrow);
        if (status == WEIR_OK) status = into("multiply", grads[i], narrow, NULL, grads[i]);
        weir_array_release(narrow);
    }
    weir_array_release(factor);
    return status;
}

weir_status weir_clip_grad_norm(weir_array *const *params, uint32_t count, double max_norm,
                                weir_array **norm) {
    if (params == NULL || count == 0 || !(max_norm > 0))
        return wr_say(WEIR_EINVAL, "weir_clip_grad_norm: %u parameters and max_norm %g",
                      params == NULL ? 0 : count, max_norm);
    uint32_t n;
    weir_array **grads = gather(params, count, &n), *length = NULL;
    if (grads == NULL)
        return wr_say(WEIR_ENOMEM, "weir_clip_grad_norm: no memory for %u gradients", count);
    int recording = weir_recording_set(0);
    weir_status status = n > 0 ? clip_norm(grads, n, max_norm, &length)
                               : weir_zeros(weir_array_runtime(params[0]), NULL, 0, WEIR_FLOAT32,
                                            WEIR_DEVICE_DEFAULT, &length);
    weir_recording_set(recording);
    release(grads, n);
    if (norm != NULL && status == WEIR_OK)
        *norm = length;
    else
        weir_array_release(length);
    return status;
}

weir_status weir_clip_grad_value(weir_array *const *params, uint32_t count, double limit) {
    if (params == NULL || count == 0 || !(limit > 0))
        return wr_say(WEIR_EINVAL, "weir_clip_grad_value: %u parameters and a limit of %g",
                      params == NULL ? 0 : count, limit);
    uint32_t n;
    weir_array **grads = gather(params, count, &n), *low = NULL, *high = NULL;
    if (grads == NULL)
        return wr_say(WEIR_ENOMEM, "weir_clip_grad_value: no memory for %u gradients", count);
    weir_runtime *rt = weir_array_runtime(params[0]);
    int recording = weir_recording_set(0);
    weir_status status = weir_number_f64(rt, -limit, &low);
    if (status == WEIR_OK) status = weir_number_f64(rt, limit, &high);
    for (uint32_t i = 0; i < n && status == WEIR_OK; i++)
        status = into("clip", grads[i], low, high, grads[i]);
    weir_recording_set(recording);
    weir_array_release(low);
    weir_array_release(high);
    release(grads, n);
    return status;
}
