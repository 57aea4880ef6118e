/* cholesky.c - the factorisation A = L L^H of Hermitian positive definite matrices.
 *
 * The kernel factors (A + A^H) / 2, which makes the gradient Hermitian.  If A is Hermitian, this
 * average is bitwise identical to A.  The kernel computes the upper factor, whose rows have the
 * memory layout that the matrix products need; the lower factor is its conjugate transpose.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

#define CHOLESKY_ATTRS(X, A) X(A, BOOL, upper, 0, "return the upper factor U, with x = U^H U")
WEIR_ATTRS(cholesky, CHOLESKY_ATTRS);

typedef struct job {
    int64_t n;
    wr_operand a, y;
    bool upper;
} job;

static double work_of(int64_t n) { return (double)n * (double)n * (double)n / 2; }
static int64_t stack_size(int ndim, const int64_t *shape) { return wr_count(ndim - 2, shape); }

static weir_status one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const job *j = arg;
    int64_t n = j->n, all = n * n, size = d->type->size;
    const void *a = wr_matrix_get(d, j->a, item * all, all);
    char *y = wr_matrix_place(d, j->y, item * all, all);
    char *u = j->upper ? y : wr_direct_take(d, (size_t)(all * size));
    if (!d->measures) {
        if (!d->type->finite(a, all)) {
            wr_matrix_fill_nan(d, y, all);
            wr_matrix_done(d, j->y, item * all, all, y);
            return WEIR_OK;
        }
        d->type->average(u, a, n);
    }
    WR_TRY(wr_direct_cholesky(d, u, n, bad));
    if (d->measures || *bad >= 0) return WEIR_OK;
    for (int64_t i = 1; i < n; i++) memset(u + i * n * size, 0, (size_t)(i * size));
    if (!j->upper) d->type->transpose(y, n, u, n, n, n, true);
    wr_matrix_done(d, j->y, item * all, all, y);
    return WEIR_OK;
}

static weir_status infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    const cholesky_attr *attr = c->attr;
    int dtype;
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_matrix_dtype(c, 1, &dtype));
    const job j = {wr_shape(x)[x->ndim - 1], {NULL, x->dtype}, {NULL, dtype}, attr->upper};
    wr_meta_like(&c->out[0], x);
    c->out[0].dtype = c->dtype = dtype;
    int64_t count = stack_size(x->ndim, wr_shape(x));
    c->scratch_bytes = wr_is_on_cuda(c)
                           ? wr_cuda_equations_scratch(dtype, count, j.n, 0)
                           : wr_matrices_scratch(c, dtype, count, work_of(j.n), one, &j);
    return WEIR_OK;
}

static weir_status not_definite(const weir_kernel *k, int64_t item, int64_t count, int64_t pivot) {
    char text[48];
    return wr_kernel_fail(k, WEIR_EINVAL, "%s is not positive definite: pivot %lld is not positive",
                          wr_matrix_name(text, item, count), (long long)pivot);
}

static weir_status run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    const cholesky_attr *attr = k->attr;
    const job j = {x->shape[x->ndim - 1], wr_operand_of(x), wr_operand_of(&k->out[0]), attr->upper};
    int64_t first, bad, count = stack_size(x->ndim, x->shape);
    if (j.n == 0) return WEIR_OK;
    WR_TRY(wr_matrices_run(k, count, work_of(j.n), one, &j, &first, &bad));
    return first < 0 ? WEIR_OK : not_definite(k, first, count, bad);
}

/* Compute L row by row. */
static weir_status reference_one(const weir_kernel *k, int64_t n, int64_t item,
                                 double _Complex *l) {
    const cholesky_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int64_t first = item * n * n;
    bool finite = true;
    for (int64_t i = 0; i < n * n; i++) {
        double _Complex e = wr_view_get_complex(x, first + i);
        finite &= wr_reference_finite(&e, 1);
        l[i] = 0;
    }
    for (int64_t i = 0; finite && i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            double _Complex sum = (wr_view_get_complex(x, first + i * n + j) +
                                   conj(wr_view_get_complex(x, first + j * n + i))) /
                                  2;
            for (int64_t q = 0; q < j; q++) sum -= l[i * n + q] * conj(l[j * n + q]);
            if (i == j && !(creal(sum) > 0))
                return not_definite(k, item, stack_size(x->ndim, x->shape), i);
            l[i * n + j] = i == j ? sqrt(creal(sum)) : sum / l[j * n + j];
        }
    for (int64_t i = 0; i < n * n; i++) {
        double _Complex e = attr->upper ? conj(l[i % n * n + i / n]) : l[i];
        wr_view_put_complex(&k->out[0], first + i, finite ? e : NAN);
    }
    return WEIR_OK;
}

static weir_status reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1];
    double _Complex *l = malloc((size_t)(n * n) * sizeof *l + 1);
    weir_status status = l == NULL ? wr_kernel_fail(k, WEIR_ENOMEM, "out of memory") : WEIR_OK;
    for (int64_t i = 0; status == WEIR_OK && i < stack_size(x->ndim, x->shape); i++)
        status = reference_one(k, n, i, l);
    free(l);
    return status;
}

/* The gradient is L^-H H L^-1 / 2, where P is the lower triangle of L^H dL and H is P + P^H with
 * the diagonal counted once. */
static void vjp(weir_vjp *v) {
    const cholesky_attr *attr = v->attr;
    weir_array *l = v->out[0], *dl = v->grad_out[0];
    if (attr->upper) {
        l = wr_build_adjoint(v, l);
        dl = wr_build_adjoint(v, dl);
    }
    weir_array *lh = wr_build_adjoint(v, l), *p = wr_g_tril(v, wr_g_matmul(v, lh, dl), 0);
    weir_array *strict = wr_g_tril(v, p, -1), *on = wr_g_subtract(v, p, strict);
    if (on != NULL && wr_dtype_kind_of(on->dtype) == WR_KIND_COMPLEX)
        on = wr_g_astype(v, wr_g_real(v, on), on->dtype);
    weir_array *h = wr_g_add(v, wr_g_add(v, strict, wr_build_adjoint(v, strict)), on);
    weir_array *half = wr_g_solve_triangular(v, lh, h, 1, 0, 1); /* L^-H H */
    half = wr_g_solve_triangular(v, lh, wr_build_adjoint(v, half), 1, 0, 1);
    weir_array *g = wr_g_multiply(v, wr_build_adjoint(v, half), wr_build_number(v, 0.5));
    v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
}

WR_OP(cholesky) = {
    .size = sizeof(weir_op_def),
    .name = "cholesky",
    .summary = "The Cholesky factorisation x = L L^H of positive definite matrices.",
    .notes =
        "x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is "
        "not positive definite.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: positive definite matrices; "
             "y: triangular factors",
    .infer = infer,
    .run = run,
    .reference = reference,
    .vjp = vjp,
    WEIR_USE_ATTRS(cholesky),
    .samples = "(4,4)@definite; (2,3,3)@definite upper=true; (1,1)@definite",
};
