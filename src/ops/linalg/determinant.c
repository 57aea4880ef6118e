/* determinant.c - determinants, and their signs and logarithms, by LU factorisation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

/* A call of det or, if `logs` is set, of slogdet.  Results are computed in double and converted to
 * the output dtype at the end. */
typedef struct job {
    const weir_kernel *k;
    int64_t n;
    wr_operand a;
    bool logs;
} job;

static double work_of(int64_t n) { return (double)n * (double)n * (double)n; }

static int64_t stack_size(int ndim, const int64_t *shape) { return wr_count(ndim - 2, shape); }

static double _Complex diagonal(const wr_direct *d, const char *lu, int64_t index) {
    const char *at = lu + index * d->type->size;
    switch (d->dtype) {
    case WR_DIRECT_F32: return *(const float *)(const void *)at;
    case WR_DIRECT_F64: return *(const double *)(const void *)at;
    case WR_DIRECT_C64: return *(const float _Complex *)(const void *)at;
    default: return *(const double _Complex *)(const void *)at;
    }
}

/* Multiply without the special treatment of infinities that C's complex product has. */
static double _Complex times(double _Complex x, double _Complex y) {
    double re = creal(x) * creal(y) - cimag(x) * cimag(y);
    double im = creal(x) * cimag(y) + cimag(x) * creal(y), parts[2] = {re, im};
    double _Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* Return u / |u| and add log |u| to *log_size.  Very large and very small values are scaled first,
 * because |u| may overflow although its parts do not, and because subnormal numbers have few
 * significant bits. */
static double _Complex direction(double _Complex u, double *log_size) {
    double most = fmax(fabs(creal(u)), fabs(cimag(u)));
    double scale = most < 1e-200 ? 0x1p600 : most > 1e200 ? 0x1p-600 : 1;
    double size = hypot(creal(u) * scale, cimag(u) * scale);
    *log_size += log(size) - log(scale);
    double parts[2] = {creal(u) * scale / size, cimag(u) * scale / size};
    memcpy(&u, parts, sizeof u);
    return u;
}

static void put(const job *j, int64_t item, double _Complex det, double log_size) {
    wr_view_put_complex(&j->k->out[0], item, det);
    if (j->logs) wr_view_put(&j->k->out[1], item, log_size);
}

static weir_status one(wr_direct *d, const void *arg, int64_t item, int64_t *unused) {
    const job *j = arg;
    int64_t all = j->n * j->n, bad = -1;
    const void *a = wr_matrix_get(d, j->a, item * all, all);
    char *lu = wr_direct_take(d, (size_t)(all * d->type->size));
    int64_t *pivots = wr_direct_take(d, (size_t)j->n * sizeof *pivots);
    (void)unused;
    if (!d->measures) {
        if (!d->type->finite(a, all)) {
            put(j, item, NAN, NAN);
            return WEIR_OK;
        }
        if (all > 0) memcpy(lu, a, (size_t)(all * d->type->size));
    }
    WR_TRY(wr_direct_lu(d, lu, j->n, pivots, &bad));
    if (d->measures) return WEIR_OK;
    if (bad >= 0) {
        put(j, item, 0, -INFINITY);
        return WEIR_OK;
    }
    double _Complex det = 1;
    double log_size = 0;
    for (int64_t i = 0; i < j->n; i++) {
        double _Complex u = diagonal(d, lu, i * j->n + i);
        if (pivots[i] != i) u = -u;
        if (j->logs) u = direction(u, &log_size);
        det = times(det, u);
    }
    put(j, item, det, log_size);
    return WEIR_OK;
}

/* ---- Rules and kernels ----------------------------------------------------------------------- */

static int real_dtype(int dtype) {
    return dtype == WEIR_COMPLEX64 ? WEIR_FLOAT32 : dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

static weir_status infer(weir_infer *c, bool logs) {
    const weir_array *x = c->in[0];
    int dtype;
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_matrix_dtype(c, 1, &dtype));
    const job j = {.n = wr_shape(x)[x->ndim - 1], .a.dtype = x->dtype, .logs = logs};
    for (uint32_t i = 0; i < c->out_count; i++) {
        wr_meta_shape(&c->out[i], x->ndim - 2, wr_shape(x));
        c->out[i].dtype = i == 0 ? dtype : real_dtype(dtype);
    }
    c->dtype = dtype;
    int64_t count = stack_size(x->ndim, wr_shape(x));
    c->scratch_bytes = wr_is_on_cuda(c)
                           ? wr_cuda_equations_scratch(dtype, count, j.n, 0)
                           : wr_matrices_scratch(c, dtype, count, work_of(j.n), one, &j);
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k, bool logs) {
    const weir_view *x = &k->in[0];
    const job j = {k, x->shape[x->ndim - 1], wr_operand_of(x), logs};
    int64_t first, bad;
    return wr_matrices_run(k, stack_size(x->ndim, x->shape), work_of(j.n), one, &j, &first, &bad);
}

static weir_status reference(const weir_kernel *k, bool logs) {
    const weir_view *x = &k->in[0];
    const job j = {k, x->shape[x->ndim - 1], wr_operand_of(x), logs};
    for (int64_t item = 0; item < stack_size(x->ndim, x->shape); item++) {
        double _Complex *a = wr_reference_get(x, item * j.n * j.n, j.n * j.n);
        int64_t *scratch = malloc((size_t)(2 * j.n) * sizeof *scratch + 1);
        if (a == NULL || scratch == NULL) {
            free(a);
            free(scratch);
            return wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
        }
        bool finite = wr_reference_finite(a, j.n * j.n);
        double _Complex det = finite ? wr_reference_invert(a, j.n, scratch) : NAN;
        double size = cabs(det);
        put(&j, item, logs && size > 0 ? det / size : det, log(size));
        free(a);
        free(scratch);
    }
    return WEIR_OK;
}

static weir_status det_infer(weir_infer *c) { return infer(c, false); }
static weir_status det_run(const weir_kernel *k) { return run(k, false); }
static weir_status det_reference(const weir_kernel *k) { return reference(k, false); }
static weir_status slogdet_infer(weir_infer *c) { return infer(c, true); }
static weir_status slogdet_run(const weir_kernel *k) { return run(k, true); }
static weir_status slogdet_reference(const weir_kernel *k) { return reference(k, true); }

/* ---- Gradients: the derivative of log det A is A^-1 ------------------------------------------ */

/* Set the gradient of the input to A^-H times `each`, which holds one scalar per matrix. */
static void times_inverse(weir_vjp *v, weir_array *each) {
    static const int64_t last[] = {-2, -1};
    weir_array *inverse = wr_build_adjoint(v, wr_g_inv(v, v->in[0]));
    weir_array *g = wr_g_multiply(v, wr_g_expand_dims(v, each, last, 2), inverse);
    v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
}

static void det_vjp(weir_vjp *v) {
    times_inverse(v, wr_g_multiply(v, v->grad_out[0], wr_g_conj(v, v->out[0])));
}

/* The sign of a real determinant is piecewise constant.  The sign of a complex determinant has the
 * derivative i * sign * Im(tr(A^-1 dA)). */
static void slogdet_vjp(weir_vjp *v) {
    weir_array *sign = v->out[0], *d_sign = v->grad_out[0], *d_log = v->grad_out[1];
    bool turns = wr_dtype_kind_of(sign->dtype) == WR_KIND_COMPLEX && d_sign != NULL;
    weir_array *each = d_log;
    if (turns) {
        weir_array *angle = wr_g_imag(v, wr_g_multiply(v, d_sign, wr_g_conj(v, sign)));
        angle = wr_g_multiply(v, angle, wr_build_imaginary(v));
        each = d_log != NULL ? wr_g_add(v, d_log, angle) : angle;
    }
    if (each != NULL) times_inverse(v, each);
}

WR_OP(det) = {
    .size = sizeof(weir_op_def),
    .name = "det",
    .summary = "The determinants of square matrices.",
    .notes = "The gradient needs the inverse, so it fails for a singular matrix.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: square matrices",
    .infer = det_infer,
    .run = det_run,
    .reference = det_reference,
    .vjp = det_vjp,
    .samples = "(3,3)@regular; (2,4,4)@regular",
};

WR_OP(slogdet) = {
    .size = sizeof(weir_op_def),
    .name = "slogdet",
    .summary = "The sign of the determinant, and the logarithm of its absolute value.",
    .notes =
        "det(x) = sign * exp(logabsdet); the pair does not overflow where det would.  A singular "
        "matrix has sign 0 and logabsdet -inf.",
    .inputs = "x",
    .outputs = "sign, logabsdet",
    .parts = "x: square matrices; "
             "sign: sign or phase of each determinant; "
             "logabsdet: logarithm of its absolute value",
    .infer = slogdet_infer,
    .run = slogdet_run,
    .reference = slogdet_reference,
    .vjp = slogdet_vjp,
    .samples = "(3,3)@regular; (2,4,4)@regular",
};
