/* own_operator.c - two custom operators with gradients: an elementwise one and one with a kernel.
 *
 * cube provides a loop for each computation type; the library handles shapes, strides, other dtypes
 * and threads.  row_dot infers the shape and dtype of its result (infer), computes it (run) and has a
 * gradient in terms of other operators (vjp).  Both have samples, with which tests/ops checks them
 * like built-in operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdio.h>
#include <weir/weir.h>

/* ---- cube: y = x * x * x
 * ------------------------------------------------------------------------ */

static void cube_f32(void *out, const void *const *in, int64_t n, const void *attr) {
    const float *x = in[0];
    float *y = out;
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * x[i] * x[i];
    (void)attr;
}

static void cube_f64(void *out, const void *const *in, int64_t n, const void *attr) {
    const double *x = in[0];
    double *y = out;
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * x[i] * x[i];
    (void)attr;
}

/* dx = 3 x^2 dy.  Arrays created here belong to a scope, which releases them. */
static void cube_vjp(weir_vjp *v) {
    weir_array *three, *square, *slope;
    if ((v->status = weir_number_f64(v->rt, 3, &three)) != WEIR_OK) return;
    if ((v->status = weir_square(v->in[0], &square)) != WEIR_OK) return;
    if ((v->status = weir_multiply(square, three, &slope)) != WEIR_OK) return;
    v->status = weir_multiply(slope, v->grad_out[0], &v->grad_in[0]);
}

static const weir_op_def cube = {.size = sizeof cube,
                                 .name = "cube",
                                 .summary = "The third power of each element.",
                                 .inputs = "x",
                                 .outputs = "y",
                                 .flags = WEIR_OP_ELEMENTWISE,
                                 .takes = WEIR_TAKES_FLOAT,
                                 .gives = WEIR_GIVES_FLOAT,
                                 .map = {[WEIR_IN_F32] = cube_f32, [WEIR_IN_F64] = cube_f64},
                                 .vjp = cube_vjp,
                                 .samples = "(3,4); (5)@-9:9"};

/* ---- row_dot: y[...] = scale * sum over j of x1[..., j] * x2[..., j] -------------------------- */

#define ROW_DOT_ATTRS(X, A) X(A, F64, scale, 1, "multiplies the result")
WEIR_ATTRS(row_dot, ROW_DOT_ATTRS);

static weir_status row_dot_infer(weir_infer *c) {
    const weir_array *a = c->in[0], *b = c->in[1];
    int ndim = weir_array_ndim(a);
    weir_meta *y = &c->out[0];
    char text[100];
    if (weir_array_dtype(a) != weir_array_dtype(b) ||
        (weir_array_dtype(a) != WEIR_FLOAT32 && weir_array_dtype(a) != WEIR_FLOAT64)) {
        snprintf(text, sizeof text, "both inputs must be float32 or both float64, not %s and %s",
                 weir_dtype_name(weir_array_dtype(a)), weir_dtype_name(weir_array_dtype(b)));
        return weir_infer_fail(c, text);
    }
    if (ndim == 0 || weir_array_ndim(b) != ndim)
        return weir_infer_fail(c,
                               "both inputs must have the same number of dimensions, at least 1");
    for (int i = 0; i < ndim; i++) {
        y->shape[i] = weir_array_shape(a)[i];
        if (weir_array_shape(b)[i] != y->shape[i])
            return weir_infer_fail(c, "both inputs must have the same shape");
    }
    y->ndim = ndim - 1;
    y->dtype = c->dtype = weir_array_dtype(a);
    return WEIR_OK;
}

/* Rows are independent: pieces of 64 rows may run in parallel. */
static weir_status row_dot_rows(void *arg, int64_t begin, int64_t end) {
    const weir_kernel *k = arg;
    const row_dot_attr *attr = k->attr;
    int64_t n = k->in[0].shape[k->in[0].ndim - 1];
    for (int64_t r = begin; r < end; r++) {
        double sum = 0;
        if (k->dtype == WEIR_FLOAT32) {
            const float *a = k->in[0].data, *b = k->in[1].data;
            for (int64_t j = 0; j < n; j++) sum += (double)a[r * n + j] * b[r * n + j];
            ((float *)k->out[0].data)[r] = (float)(attr->scale * sum);
        } else {
            const double *a = k->in[0].data, *b = k->in[1].data;
            for (int64_t j = 0; j < n; j++) sum += a[r * n + j] * b[r * n + j];
            ((double *)k->out[0].data)[r] = attr->scale * sum;
        }
    }
    return WEIR_OK;
}

static weir_status row_dot_run(const weir_kernel *k) {
    int64_t rows = 1;
    for (int i = 0; i < k->out[0].ndim; i++) rows *= k->out[0].shape[i];
    if (rows == 0) return WEIR_OK;
    return weir_parallel_for(k->ctx, rows, 64, row_dot_rows, (void *)(uintptr_t)k);
}

/* dx1 = scale * dy * x2 along each row, and likewise for dx2. */
static void row_dot_vjp(weir_vjp *v) {
    const row_dot_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    int64_t shape[WEIR_NDIM_MAX];
    int ndim = weir_array_ndim(x);
    for (int i = 0; i < ndim; i++) shape[i] = i + 1 < ndim ? weir_array_shape(x)[i] : 1;
    weir_array *column, *scale, *dy;
    if ((v->status = weir_reshape(v->grad_out[0], weir_i64s_of(shape, ndim), &column)) != WEIR_OK)
        return;
    if ((v->status = weir_number_f64(v->rt, attr->scale, &scale)) != WEIR_OK) return;
    if ((v->status = weir_multiply(column, scale, &dy)) != WEIR_OK) return;
    for (int i = 0; i < 2 && v->status == WEIR_OK; i++)
        if (v->wanted[i]) v->status = weir_multiply(dy, v->in[1 - i], &v->grad_in[i]);
}

static const weir_op_def row_dot = {.size = sizeof row_dot,
                                    .name = "row_dot",
                                    .summary = "The dot product of each row with its neighbour.",
                                    .inputs = "x1, x2",
                                    .outputs = "y",
                                    WEIR_USE_ATTRS(row_dot),
                                    .infer = row_dot_infer,
                                    .run = row_dot_run,
                                    .vjp = row_dot_vjp,
                                    .samples =
                                        "(3,4), (3,4); (2,3,5), (2,3,5) scale=0.5; (4), (4)"};

/* ---- Using the operators --------------------------------------------------------------------- */

static weir_status use(weir_runtime *rt, const weir_op *cubing, const weir_op *dotting) {
    weir_array *x = NULL, *y = NULL, *z = NULL, *w = NULL, *grad[2] = {NULL};
    int64_t shape[2] = {2, 3};
    weir_status status =
        weir_array_new(rt, WEIR_FLOAT32, shape, 2, (float[]){1, 2, 3, 4, 5, 6}, &x);
    char text[200];
    if (status == WEIR_OK) status = weir_op_call(rt, cubing, &x, 1, NULL, 0, &y, NULL);
    weir_array *rows[2] = {x, y};
    if (status == WEIR_OK)
        status = weir_op_call(rt, dotting, rows, 2, &(row_dot_attr){0.5}, sizeof(row_dot_attr), &z,
                              NULL);
    if (status == WEIR_OK) status = weir_array_new(rt, WEIR_FLOAT32, shape, 1, (float[]){1, 1}, &w);
    if (status == WEIR_OK)
        status = weir_op_vjp(rt, dotting, rows, 2, &(row_dot_attr){0.5}, sizeof(row_dot_attr), &z,
                             1, &w, NULL, grad);
    weir_array *shown[] = {y, z, grad[0]};
    for (int i = 0; i < 3 && status == WEIR_OK; i++)
        if ((status = weir_array_text(shown[i], text, sizeof text)) == WEIR_OK)
            printf("%s\n%s\n", (const char *[]){"cube(x)", "row_dot(x, cube(x))", "dx"}[i], text);
    return status;
}

int main(void) {
    weir_runtime *rt;
    weir_scope *scope;
    const weir_op *cubing, *dotting;
    weir_status status = weir_runtime_default(&rt);
    if (status == WEIR_OK) status = weir_op_register(&cube, &cubing);
    if (status == WEIR_OK) status = weir_op_register(&row_dot, &dotting);
    if (status == WEIR_OK && (status = weir_scope_new(&scope)) == WEIR_OK) {
        status = use(rt, cubing, dotting);
        weir_scope_free(scope); /* releases all arrays */
    }
    if (status != WEIR_OK) fprintf(stderr, "%s\n", weir_error());
    return status == WEIR_OK ? 0 : 1;
}
