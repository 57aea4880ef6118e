/* initialisers.c - fills parameters with their initial values.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

static weir_status call_into(weir_array *a, const char *op, const void *attr, size_t size) {
    return weir_op_call_into(weir_array_runtime(a), weir_op_find(op), NULL, 0, attr, size, &a, 1);
}

static weir_i64s shape_of(const weir_array *a) {
    return (weir_i64s){weir_array_shape(a), weir_array_ndim(a)};
}

static weir_status fill_uniform(weir_array *a, double low, double high) {
    weir_uniform_attr attr = {.shape = shape_of(a),
                              .low = low,
                              .high = high,
                              .dtype = (int32_t)weir_array_dtype(a),
                              .device = weir_array_device(a)};
    return call_into(a, "uniform", &attr, sizeof attr);
}

static weir_status fill_normal(weir_array *a, double mean, double std) {
    weir_normal_attr attr = {.shape = shape_of(a),
                             .mean = mean,
                             .std = std,
                             .dtype = (int32_t)weir_array_dtype(a),
                             .device = weir_array_device(a)};
    return call_into(a, "normal", &attr, sizeof attr);
}

static weir_status fill_truncated(weir_array *a, double mean, double std) {
    weir_truncated_normal_attr attr = {.shape = shape_of(a),
                                       .loc = mean,
                                       .scale = std,
                                       .lower = mean - 2 * std,
                                       .upper = mean + 2 * std,
                                       .dtype = (int32_t)weir_array_dtype(a),
                                       .device = weir_array_device(a)};
    return call_into(a, "truncated_normal", &attr, sizeof attr);
}

static weir_status copy_into(weir_array *a, weir_array *from) {
    return weir_op_call_into(weir_array_runtime(a), weir_op_find("copy"), &from, 1, NULL, 0, &a, 1);
}

static weir_status fill_constant(weir_array *a, double value) {
    wr_temps t = {.rt = weir_array_runtime(a)};
    bool integer = !wr_block_is_float(weir_array_dtype(a));
    weir_array *n = integer ? WR_NOTE(&t, weir_number_i64(t.rt, (int64_t)value, WR_NEW(&t)))
                            : WR_NOTE(&t, weir_number_f64(t.rt, value, WR_NEW(&t)));
    weir_full_options like = WEIR_FULL_OPTIONS;
    like.dtype = weir_array_dtype(a);
    like.device = weir_array_device(a);
    weir_array *y = WR_NOTE(
        &t, weir_full(n, weir_i64s_of(weir_array_shape(a), weir_array_ndim(a)), &like, WR_NEW(&t)));
    if (y != NULL) t.status = copy_into(a, y);
    return wr_temps_end(&t);
}

/* ---- Matrices -------------------------------------------------------------------------------- */

/* Compute the shape of a weight [out, in, ...] as a matrix: all dimensions after the first are
 * flattened. */
static void matrix_of(const weir_array *a, int64_t *rows, int64_t *cols) {
    const int64_t *shape = weir_array_shape(a);
    *rows = weir_array_ndim(a) > 0 ? shape[0] : 1;
    *cols = *rows > 0 ? weir_array_count(a) / *rows : 0;
}

/* Set elements with equal first two indices to 1, all others to 0: an identity matrix at each
 * position of a convolution kernel. */
static weir_status fill_eye(weir_array *a) {
    wr_temps t = {.rt = weir_array_runtime(a)};
    const int64_t *shape = weir_array_shape(a);
    int32_t ndim = weir_array_ndim(a);
    int64_t spread[8];
    for (int32_t i = 0; i < ndim && i < 8; i++) spread[i] = i < 2 ? shape[i] : 1;
    weir_eye_options like = WEIR_EYE_OPTIONS;
    like.n_cols = shape[1];
    like.dtype = weir_array_dtype(a);
    like.device = weir_array_device(a);
    weir_array *eye = WR_NOTE(&t, weir_eye(t.rt, shape[0], &like, WR_NEW(&t)));
    weir_array *tall = WR_NOTE(&t, weir_reshape(eye, weir_i64s_of(spread, ndim), WR_NEW(&t)));
    weir_array *all = WR_NOTE(&t, weir_broadcast_to(tall, weir_i64s_of(shape, ndim), WR_NEW(&t)));
    if (all != NULL) t.status = copy_into(a, all);
    return wr_temps_end(&t);
}

/* Fill with gain times the Q factor of a random normal matrix.  The columns of Q are multiplied by
 * the signs of R's diagonal, so that Q is uniformly distributed over the orthogonal matrices. */
static weir_status fill_orthogonal(weir_array *a, double gain) {
    const weir_op *qr = weir_op_find("qr");
    if (qr == NULL)
        return wr_lib_fail(WEIR_EINVAL,
                           "WEIR_INIT_ORTHOGONAL needs the operator qr, which does not exist");
    wr_temps t = {.rt = weir_array_runtime(a)};
    int64_t rows, cols;
    matrix_of(a, &rows, &cols);
    bool wide = cols > rows;
    int64_t shape[2] = {wide ? cols : rows, wide ? rows : cols};
    weir_normal_options like = WEIR_NORMAL_OPTIONS;
    like.dtype = weir_array_dtype(a);
    like.device = weir_array_device(a);
    weir_array *x = WR_NOTE(&t, weir_normal(t.rt, weir_i64s_of(shape, 2), &like, WR_NEW(&t)));
    weir_array *q = NULL, *r = NULL;
    if (x != NULL) {
        weir_array *out[2];
        uint32_t count = 2;
        t.status = weir_op_call(t.rt, qr, &x, 1, NULL, 0, out, &count);
        if (t.status == WEIR_OK) {
            q = t.list[t.count++] = out[0];
            r = t.list[t.count++] = out[1];
        }
    }
    weir_array *d = WR_NOTE(&t, weir_diagonal(r, NULL, WR_NEW(&t)));
    weir_array *s = WR_NOTE(&t, weir_sign(d, WR_NEW(&t)));
    weir_array *y = WR_NOTE(&t, weir_multiply(q, s, WR_NEW(&t)));
    weir_array *g = WR_NOTE(&t, weir_number_f64(t.rt, gain, WR_NEW(&t)));
    y = WR_NOTE(&t, weir_multiply(y, g, WR_NEW(&t)));
    if (wide) y = WR_NOTE(&t, weir_matrix_transpose(y, WR_NEW(&t)));
    y = WR_NOTE(&t,
                weir_reshape(y, weir_i64s_of(weir_array_shape(a), weir_array_ndim(a)), WR_NEW(&t)));
    if (y != NULL) t.status = copy_into(a, y);
    return wr_temps_end(&t);
}

/* ---- Any initialiser ------------------------------------------------------------------------- */

/* Compute fan_in and fan_out of a weight [out, in, ...]. */
static void fans(const weir_array *a, double *in, double *out) {
    const int64_t *shape = weir_array_shape(a);
    double field = 1;
    for (int32_t i = 2; i < weir_array_ndim(a); i++) field *= (double)shape[i];
    *in = (double)shape[1] * field;
    *out = (double)shape[0] * field;
    if (*in < 1) *in = 1;
    if (*out < 1) *out = 1;
}

static weir_status fill(weir_array *a, const weir_init *init) {
    double in = 1, out = 1, gain = init->a;
    if (init->kind >= WEIR_INIT_XAVIER_UNIFORM) fans(a, &in, &out);
    double fan = init->b != 0 ? out : in;
    switch (init->kind) {
    case WEIR_INIT_ZEROS: return fill_constant(a, 0);
    case WEIR_INIT_ONES: return fill_constant(a, 1);
    case WEIR_INIT_CONSTANT: return fill_constant(a, init->a);
    case WEIR_INIT_UNIFORM: return fill_uniform(a, init->a, init->b);
    case WEIR_INIT_NORMAL: return fill_normal(a, init->a, init->b);
    case WEIR_INIT_TRUNC_NORMAL: return fill_truncated(a, init->a, init->b);
    case WEIR_INIT_XAVIER_UNIFORM:
        gain *= sqrt(6 / (in + out));
        return fill_uniform(a, -gain, gain);
    case WEIR_INIT_XAVIER_NORMAL: return fill_normal(a, 0, gain * sqrt(2 / (in + out)));
    case WEIR_INIT_KAIMING_UNIFORM: gain *= sqrt(3 / fan); return fill_uniform(a, -gain, gain);
    case WEIR_INIT_KAIMING_NORMAL: return fill_normal(a, 0, gain / sqrt(fan));
    case WEIR_INIT_ORTHOGONAL: return fill_orthogonal(a, gain);
    default: return fill_eye(a);
    }
}

weir_status weir_init_fill(weir_array *a, const weir_init *init) {
    if (a == NULL || init == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_init_fill: %s is NULL", a == NULL ? "a" : "init");
    if (init->kind < WEIR_INIT_ZEROS || init->kind > WEIR_INIT_EYE)
        return wr_lib_fail(WEIR_EINVAL, "weir_init_fill: kind is %d, which is not a weir_init_kind",
                           (int)init->kind);
    bool constant = init->kind <= WEIR_INIT_CONSTANT;
    if (!constant && !wr_block_is_float(weir_array_dtype(a)))
        return wr_lib_fail(WEIR_EINVAL, "weir_init_fill: %s cannot be filled with random floats",
                           wr_block_text_of(a));
    if (init->kind >= WEIR_INIT_XAVIER_UNIFORM &&
        (weir_array_ndim(a) < 2 || weir_array_ndim(a) > 8))
        return wr_lib_fail(
            WEIR_EINVAL,
            "weir_init_fill: this initialiser needs 2 to 8 dimensions; the array is %s",
            wr_block_text_of(a));
    int recording = weir_recording_set(0);
    weir_status status = fill(a, init);
    weir_recording_set(recording);
    return status;
}
