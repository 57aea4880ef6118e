/* qr.c - the factorisation A = Q R: orthonormal columns times an upper triangle.
 *
 * As in LAPACK, the diagonal of R is real and has the sign opposite to that of the element that it
 * replaces; it is not made positive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

#define QR_ATTRS(X, A)                                                                             \
    X(A, TEXT, mode, "reduced", "'reduced': Q has min(m, n) columns; 'complete': Q is square",     \
      "reduced | complete")
WEIR_ATTRS(qr, QR_ATTRS);

typedef struct job {
    int64_t m, n, r_rows;
    wr_operand a, q, r;
} job;

static bool is_complete(const void *attr) {
    const char *mode = ((const qr_attr *)attr)->mode;
    return mode != NULL && strcmp(mode, "complete") == 0;
}

static job job_of(const void *attr, int ndim, const int64_t *shape) {
    int64_t m = shape[ndim - 2], n = shape[ndim - 1];
    return (job){.m = m, .n = n, .r_rows = is_complete(attr) || m < n ? m : n};
}

static double work_of(const job *j) {
    return (double)j->m * (double)(j->n + j->r_rows) * (double)(j->m < j->n ? j->m : j->n);
}

static int64_t stack_size(int ndim, const int64_t *shape) { return wr_count(ndim - 2, shape); }

static weir_status one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const job *j = arg;
    int64_t all = j->m * j->n, in_q = j->m * j->r_rows, in_r = j->r_rows * j->n;
    const void *a = wr_matrix_get(d, j->a, item * all, all);
    char *q = wr_matrix_place(d, j->q, item * in_q, in_q);
    char *r = wr_matrix_place(d, j->r, item * in_r, in_r);
    char *columns = wr_direct_take(d, (size_t)(all * d->type->size));
    (void)bad;
    if (!d->measures && !d->type->finite(a, all)) {
        wr_matrix_fill_nan(d, q, in_q);
        wr_matrix_fill_nan(d, r, in_r);
    } else {
        if (!d->measures) d->type->transpose(columns, j->m, a, j->n, j->n, j->m, false);
        WR_TRY(wr_direct_qr(d, columns, j->m, j->n, j->r_rows, q, r));
    }
    wr_matrix_done(d, j->q, item * in_q, in_q, q);
    wr_matrix_done(d, j->r, item * in_r, in_r, r);
    return WEIR_OK;
}

static weir_status infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    const qr_attr *attr = c->attr;
    int dtype;
    WR_TRY(wr_need_matrices(c, 0));
    if (attr->mode == NULL || (!is_complete(attr) && strcmp(attr->mode, "reduced") != 0))
        return wr_refuse(c, "mode '%s' is not supported; expected 'reduced' or 'complete'",
                         attr->mode != NULL ? attr->mode : "");
    WR_TRY(wr_matrix_dtype(c, 1, &dtype));
    job j = job_of(attr, x->ndim, wr_shape(x));
    j.a.dtype = x->dtype, j.q.dtype = j.r.dtype = dtype;
    for (int i = 0; i < 2; i++) {
        wr_meta_like(&c->out[i], x);
        c->out[i].dtype = dtype;
    }
    c->out[0].shape[x->ndim - 1] = c->out[1].shape[x->ndim - 2] = j.r_rows;
    c->dtype = dtype;
    int64_t count = stack_size(x->ndim, wr_shape(x));
    c->scratch_bytes = wr_is_on_cuda(c)
                           ? wr_cuda_qr_scratch(dtype, count, j.m, j.n, j.r_rows)
                           : wr_matrices_scratch(c, dtype, count, work_of(&j), one, &j);
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    job j = job_of(k->attr, x->ndim, x->shape);
    j.a = wr_operand_of(x), j.q = wr_operand_of(&k->out[0]), j.r = wr_operand_of(&k->out[1]);
    int64_t first, bad;
    return wr_matrices_run(k, stack_size(x->ndim, x->shape), work_of(&j), one, &j, &first, &bad);
}

/* ---- Reference kernel: one reflection after the other, applied to A and Q -------------------- */

/* Multiply X by I - `factor` * v v^H, from the left or from the right. */
static void reflect(double _Complex *x, int64_t rows, int64_t cols, const double _Complex *v,
                    double _Complex factor, bool left) {
    for (int64_t o = 0; o < (left ? cols : rows); o++) {
        double _Complex sum = 0;
        for (int64_t i = 0; i < (left ? rows : cols); i++)
            sum += left ? conj(v[i]) * x[i * cols + o] : x[o * cols + i] * v[i];
        for (int64_t i = 0; i < (left ? rows : cols); i++) {
            if (left)
                x[i * cols + o] -= factor * v[i] * sum;
            else
                x[o * cols + i] -= factor * sum * conj(v[i]);
        }
    }
}

/* Replace a by R and q by Q; q is m x m and the identity on entry.  v is scratch of m elements. */
static void factor(double _Complex *a, int64_t m, int64_t n, double _Complex *q,
                   double _Complex *v) {
    for (int64_t j = 0; j < m && j < n; j++) {
        double rest = 0;
        double _Complex first = a[j * n + j];
        for (int64_t i = 0; i < m; i++) v[i] = i > j ? a[i * n + j] : 0;
        for (int64_t i = 0; i < m; i++) rest = hypot(rest, cabs(v[i]));
        if (rest == 0 && cimag(first) == 0) continue;
        double beta = hypot(cabs(first), rest) * (creal(first) < 0 ? 1 : -1);
        for (int64_t i = j + 1; i < m; i++) v[i] /= first - beta;
        v[j] = 1;
        double _Complex tau = (beta - first) / beta;
        reflect(a, m, n, v, conj(tau), true);
        reflect(q, m, m, v, tau, false);
    }
}

static weir_status reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    const job j = job_of(k->attr, x->ndim, x->shape);
    int64_t m = j.m, n = j.n, rows = j.r_rows;
    for (int64_t item = 0; item < stack_size(x->ndim, x->shape); item++) {
        double _Complex *a = wr_reference_get(x, item * m * n, m * n);
        double _Complex *q = malloc((size_t)(m * m + m) * sizeof *q + 1);
        if (a == NULL || q == NULL) {
            free(a);
            free(q);
            return wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
        }
        bool finite = wr_reference_finite(a, m * n);
        for (int64_t i = 0; i < m * m; i++) q[i] = i % (m + 1) == 0;
        if (finite) factor(a, m, n, q, q + m * m);
        for (int64_t i = 0; i < m * rows; i++)
            wr_view_put_complex(&k->out[0], item * m * rows + i,
                                finite ? q[i / rows * m + i % rows] : NAN);
        for (int64_t i = 0; i < rows * n; i++)
            wr_view_put_complex(&k->out[1], item * rows * n + i,
                                !finite         ? NAN
                                : i / n > i % n ? 0
                                                : a[i]);
        free(a);
        free(q);
    }
    return WEIR_OK;
}

/* ---- Gradient -------------------------------------------------------------------------------- */

static weir_array *sum_of(weir_vjp *v, weir_array *x, weir_array *y) {
    return x == NULL ? y : y == NULL ? x : wr_g_add(v, x, y);
}

/* Return columns `from` to `to` - 1 of each matrix. */
static weir_array *columns(weir_vjp *v, weir_array *x, int64_t from, int64_t to) {
    int64_t starts[WEIR_NDIM_MAX], stops[WEIR_NDIM_MAX], steps[WEIR_NDIM_MAX];
    if (x == NULL) return NULL;
    for (int i = 0; i < x->ndim; i++) {
        bool last = i == x->ndim - 1;
        starts[i] = last ? from : 0;
        stops[i] = last ? to : wr_shape(x)[i];
        steps[i] = 1;
    }
    return wr_g_slice(v, x, starts, x->ndim, stops, x->ndim, steps, x->ndim);
}

/* Return the gradient for m >= n: (dQ + Q H) R^-H, where H is Hermitian and has the lower triangle
 * of R dR^H - dQ^H Q. */
static weir_array *tall(weir_vjp *v, weir_array *q, weir_array *r, weir_array *dq, weir_array *dr) {
    weir_array *m = wr_g_matmul(v, r, wr_build_adjoint(v, dr));
    m = sum_of(v, m, wr_g_negative(v, wr_g_matmul(v, wr_build_adjoint(v, dq), q)));
    weir_array *strict = wr_g_tril(v, m, -1);
    weir_array *on = wr_g_subtract(v, wr_g_tril(v, m, 0), strict);
    if (on != NULL && wr_dtype_kind_of(on->dtype) == WR_KIND_COMPLEX)
        on = wr_g_astype(v, wr_g_real(v, on), on->dtype);
    weir_array *h = wr_g_add(v, wr_g_add(v, strict, wr_build_adjoint(v, strict)), on);
    weir_array *g = sum_of(v, dq, wr_g_matmul(v, q, h));
    return wr_build_adjoint(v, wr_g_solve_triangular(v, r, wr_build_adjoint(v, g), 1, 0, 1));
}

static void vjp(weir_vjp *v) {
    weir_array *x = v->in[0], *q = v->out[0], *r = v->out[1];
    weir_array *dq = v->grad_out[0], *dr = v->grad_out[1], *g;
    int64_t m = wr_shape(x)[x->ndim - 2], n = wr_shape(x)[x->ndim - 1];
    if (dq == NULL && dr == NULL) return;
    if (m > n && is_complete(v->attr)) {
        v->status = wr_fail(
            WEIR_EINVAL,
            "qr: mode 'complete' has no gradient if x has more rows than columns, and x is %s; use "
            "mode 'reduced'",
            wr_array_text_of(x));
        return;
    }
    if (m >= n) {
        g = tall(v, q, r, dq, dr);
    } else {
        /* [A1 A2] = Q [R1 R2], so R2 = Q^H A2 contributes to the gradient of Q. */
        weir_array *d2 = columns(v, dr, m, n), *rest = NULL;
        weir_array *x2 = columns(v, x, m, n);
        if (x2 != NULL && x2->dtype != q->dtype) x2 = wr_g_astype(v, x2, q->dtype);
        if (d2 != NULL) {
            dq = sum_of(v, dq, wr_g_matmul(v, x2, wr_build_adjoint(v, d2)));
            rest = wr_g_matmul(v, q, d2);
        } else if (x2 != NULL) {
            rest = wr_g_multiply(v, x2, wr_build_number(v, 0));
        }
        g = tall(v, q, columns(v, r, 0, m), dq, columns(v, dr, 0, m));
        weir_array *const both[] = {g, rest};
        g = wr_g_concat(v, both, 2, -1);
    }
    v->grad_in[0] = wr_build_unbroadcast(v, g, x);
}

WR_OP(qr) = {
    .size = sizeof(weir_op_def),
    .name = "qr",
    .summary = "The QR factorisation: orthonormal columns q times an upper triangular r.",
    .notes =
        "For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' "
        "q is m x m and r is m x n; there is no gradient in that mode if k < m.",
    .inputs = "x",
    .outputs = "q, r",
    .parts = "x: matrices; "
             "q: orthonormal columns; "
             "r: upper triangular factor",
    .infer = infer,
    .run = run,
    .reference = reference,
    .vjp = vjp,
    WEIR_USE_ATTRS(qr),
    .samples = "(4,4)@regular; (2,5,3)@regular; (3,5)@regular; (2,4,4)@regular mode='complete'",
};
