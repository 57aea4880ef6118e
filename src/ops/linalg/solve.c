/* solve.c - systems of linear equations, and inverses, by LU factorisation with row exchanges.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

static double work_of(int64_t n, int64_t cols) {
    return (double)n * (double)n * (double)(n + cols);
}

/* Copy a matrix to scratch and factor the copy.  Return false if an element is not finite. */
static bool factored(wr_direct *d, const void *a, int64_t n, void **lu, int64_t **pivots,
                     weir_status *status, int64_t *bad) {
    size_t bytes = (size_t)(n * n * d->type->size);
    *lu = wr_direct_take(d, bytes);
    *pivots = wr_direct_take(d, (size_t)n * sizeof **pivots);
    if (!d->measures && !d->type->finite(a, n * n)) return false;
    if (!d->measures) memcpy(*lu, a, bytes);
    *status = wr_direct_lu(d, *lu, n, *pivots, bad);
    return true;
}

static weir_status singular(const weir_kernel *k, int64_t item, int64_t count, int64_t pivot) {
    char text[48];
    return wr_kernel_fail(k, WEIR_EINVAL, "%s is singular: pivot %lld is 0",
                          wr_matrix_name(text, item, count), (long long)pivot);
}

/* ---- solve ----------------------------------------------------------------------------------- */

#define SOLVE_ATTRS(X, A) X(A, BOOL, left, 1, "solve x1 X = x2; false: solve X x1 = x2")
WEIR_ATTRS(solve, SOLVE_ATTRS);

/* Solve with P A = L U.  For A X = B: exchange rows, solve with L, then with U.  For X A = B: solve
 * with U^T, then with L^T, and apply the exchanges to the columns in reverse order. */
static weir_status solve_factored(wr_direct *d, const wr_equations *e, void *lu,
                                  const int64_t *pivots, void *x) {
    const wr_matrix at = {lu, e->left ? e->n : 1, e->left ? 1 : e->n}, to = wr_equations_x(e, x);
    const wr_triangle l = {.t = at, .n = e->n, .lower = e->left, .unit = true};
    const wr_triangle u = {.t = at, .n = e->n, .lower = !e->left};
    if (e->left && !d->measures) wr_direct_exchange(d, x, e->n, e->cols, pivots);
    WR_TRY(wr_direct_triangle(d, e->left ? &l : &u, to, e->cols));
    WR_TRY(wr_direct_triangle(d, e->left ? &u : &l, to, e->cols));
    if (e->left || d->measures) return WEIR_OK;
    return wr_direct_exchange_columns(d, x, e->cols, e->n, pivots);
}

static weir_status solve_one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const wr_equations *e = arg;
    int64_t n = e->n, out = n * e->cols, *pivots;
    weir_status status = WEIR_OK;
    void *lu;
    if (out == 0) return WEIR_OK;
    const void *a = wr_matrix_get(d, e->a, wr_equations_a(e, item) * n * n, n * n);
    const void *b = wr_matrix_get(d, e->b, wr_equations_b(e, item) * out, out);
    void *x = wr_matrix_place(d, e->x, item * out, out);
    if (factored(d, a, n, &lu, &pivots, &status, bad)) {
        WR_TRY(status);
        if (*bad >= 0) return WEIR_OK;
        if (!d->measures) memcpy(x, b, (size_t)(out * d->type->size));
        WR_TRY(solve_factored(d, e, lu, pivots, x));
        if (!d->measures) wr_equations_fill_nan(d, e, b, x);
    } else {
        wr_matrix_fill_nan(d, x, out);
    }
    wr_matrix_done(d, e->x, item * out, out, x);
    return WEIR_OK;
}

static weir_status solve_infer(weir_infer *c) {
    const solve_attr *attr = c->attr;
    wr_equations e;
    WR_TRY(wr_equations_infer(c, attr->left, &e));
    int64_t count = wr_equations_count(&e);
    c->scratch_bytes = wr_is_on_cuda(c) ? wr_cuda_equations_scratch(c->dtype, count, e.n, e.cols)
                                        : wr_matrices_scratch(c, c->dtype, count,
                                                              work_of(e.n, e.cols), solve_one, &e);
    return WEIR_OK;
}

static weir_status solve_run(const weir_kernel *k) {
    const solve_attr *attr = k->attr;
    const wr_equations e = wr_equations_of(k, attr->left);
    int64_t first, bad, count = wr_equations_count(&e);
    WR_TRY(wr_matrices_run(k, count, work_of(e.n, e.cols), solve_one, &e, &first, &bad));
    return first < 0 ? WEIR_OK : singular(k, first, count, bad);
}

/* Reference kernel: compute the inverse and multiply by it. */
static weir_status solve_reference_one(const weir_kernel *k, const wr_equations *e, int64_t item,
                                       double _Complex *a, double _Complex *b, int64_t *scratch) {
    int64_t n = e->n;
    bool finite = wr_reference_finite(a, n * n);
    if (finite && wr_reference_invert(a, n, scratch) == 0)
        return singular(k, item, wr_equations_count(e), 0);
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c < e->cols; c++) {
            double _Complex sum = finite ? 0 : NAN;
            for (int64_t q = 0; q < n; q++) {
                double _Complex right = b[q * e->row + c * e->col];
                double _Complex factor = a[e->left ? i * n + q : q * n + i];
                sum += wr_reference_finite(&right, 1) ? factor * right : NAN;
            }
            wr_view_put_complex(&k->out[0], item * n * e->cols + i * e->row + c * e->col, sum);
        }
    return WEIR_OK;
}

static weir_status solve_reference(const weir_kernel *k) {
    const solve_attr *attr = k->attr;
    const wr_equations e = wr_equations_of(k, attr->left);
    int64_t n = e.n, out = n * e.cols;
    weir_status status = WEIR_OK;
    for (int64_t item = 0; status == WEIR_OK && out > 0 && item < wr_equations_count(&e); item++) {
        double _Complex *a = wr_reference_get(&k->in[0], wr_equations_a(&e, item) * n * n, n * n);
        double _Complex *b = wr_reference_get(&k->in[1], wr_equations_b(&e, item) * out, out);
        int64_t *scratch = malloc((size_t)(2 * n) * sizeof *scratch);
        status = a == NULL || b == NULL || scratch == NULL
                     ? wr_kernel_fail(k, WEIR_ENOMEM, "out of memory")
                     : solve_reference_one(k, &e, item, a, b, scratch);
        free(scratch);
        free(b);
        free(a);
    }
    return status;
}

/* For A X = B: dB = A^-H dX, dA = -dB X^H.  For X A = B: dB = dX A^-H, dA = -X^H dB. */
static void solve_vjp(weir_vjp *v) {
    const solve_attr *attr = v->attr;
    const int64_t along = attr->left ? -1 : -2;
    weir_array *a = v->in[0], *b = v->in[1], *x = v->out[0], *dx = v->grad_out[0];
    bool vector = b->ndim == 1;
    if (vector) {
        x = wr_g_expand_dims(v, x, &along, 1);
        dx = wr_g_expand_dims(v, dx, &along, 1);
    }
    weir_array *db = wr_g_solve(v, wr_build_adjoint(v, a), dx, attr->left);
    if (v->wanted[0]) {
        weir_array *xh = wr_build_adjoint(v, x);
        weir_array *g = attr->left ? wr_g_matmul(v, db, xh) : wr_g_matmul(v, xh, db);
        v->grad_in[0] = wr_build_unbroadcast(v, wr_g_negative(v, g), a);
    }
    if (!v->wanted[1] || db == NULL) return;
    if (vector) db = wr_g_squeeze(v, db, &along, 1);
    v->grad_in[1] = wr_build_unbroadcast(v, db, b);
}

WR_OP(solve) = {
    .size = sizeof(weir_op_def),
    .name = "solve",
    .summary = "Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.",
    .notes =
        "x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) "
        "are the right-hand sides.  The other dimensions broadcast.  The task fails if a matrix "
        "is singular, that is if a pivot is 0.  Results that depend on a value that is not finite "
        "are NaN.",
    .inputs = "x1, x2",
    .outputs = "x",
    .parts = "x1: square matrices; "
             "x2: right-hand sides; "
             "x: solutions of x1 x = x2",
    .infer = solve_infer,
    .run = solve_run,
    .reference = solve_reference,
    .vjp = solve_vjp,
    WEIR_USE_ATTRS(solve),
    .samples =
        "(4,4)@regular, (4,3); (3,3)@regular, (3); (2,1,3,3)@regular, (4,3,2); "
        "(3,3)@regular, (2,3,1); (4,4)@regular, (3,4) left=false; (3,3)@regular, (3) left=false; "
        "(2,1,3,3)@regular, (4,2,3) left=false",
};

/* ---- inv ------------------------------------------------------------------------------------- */

typedef struct inverses {
    int64_t n;
    wr_operand x, y;
} inverses;

static weir_status inv_one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const inverses *j = arg;
    int64_t all = j->n * j->n, *pivots;
    weir_status status = WEIR_OK;
    void *lu;
    if (all == 0) return WEIR_OK;
    const void *x = wr_matrix_get(d, j->x, item * all, all);
    void *y = wr_matrix_place(d, j->y, item * all, all);
    if (factored(d, x, j->n, &lu, &pivots, &status, bad)) {
        WR_TRY(status);
        if (*bad >= 0) return WEIR_OK;
        WR_TRY(wr_direct_invert(d, lu, j->n, pivots, y));
    } else {
        wr_matrix_fill_nan(d, y, all);
    }
    wr_matrix_done(d, j->y, item * all, all, y);
    return WEIR_OK;
}

static weir_status inv_infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    int dtype;
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_matrix_dtype(c, 1, &dtype));
    const inverses j = {wr_shape(x)[x->ndim - 1], {NULL, x->dtype}, {NULL, dtype}};
    wr_meta_like(&c->out[0], x);
    c->out[0].dtype = c->dtype = dtype;
    int64_t count = wr_count(x->ndim - 2, wr_shape(x));
    c->scratch_bytes = wr_is_on_cuda(c)
                           ? wr_cuda_equations_scratch(dtype, count, j.n, j.n)
                           : wr_matrices_scratch(c, dtype, count, work_of(j.n, j.n), inv_one, &j);
    return WEIR_OK;
}

static weir_status inv_run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    const inverses j = {x->shape[x->ndim - 1], wr_operand_of(x), wr_operand_of(&k->out[0])};
    int64_t first, bad, count = wr_count(x->ndim - 2, x->shape);
    WR_TRY(wr_matrices_run(k, count, work_of(j.n, j.n), inv_one, &j, &first, &bad));
    return first < 0 ? WEIR_OK : singular(k, first, count, bad);
}

static weir_status inv_reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1], count = wr_count(x->ndim - 2, x->shape);
    weir_status status = WEIR_OK;
    for (int64_t item = 0; status == WEIR_OK && n > 0 && item < count; item++) {
        double _Complex *a = wr_reference_get(x, item * n * n, n * n);
        int64_t *scratch = malloc((size_t)(2 * n) * sizeof *scratch);
        if (a == NULL || scratch == NULL) {
            status = wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
        } else {
            bool finite = wr_reference_finite(a, n * n);
            if (finite && wr_reference_invert(a, n, scratch) == 0)
                status = singular(k, item, count, 0);
            for (int64_t i = 0; i < n * n; i++)
                wr_view_put_complex(&k->out[0], item * n * n + i, finite ? a[i] : NAN);
        }
        free(scratch);
        free(a);
    }
    return status;
}

/* dA = -Y^H dY Y^H. */
static void inv_vjp(weir_vjp *v) {
    weir_array *yh = wr_build_adjoint(v, v->out[0]);
    weir_array *g = wr_g_matmul(v, wr_g_matmul(v, yh, v->grad_out[0]), yh);
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_negative(v, g), v->in[0]);
}

WR_OP(inv) = {
    .size = sizeof(weir_op_def),
    .name = "inv",
    .summary = "The inverses of square matrices.",
    .notes = "The task fails if a matrix is singular, that is if a pivot is 0.  A matrix with an "
             "element that is not finite gives NaN.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: square matrices",
    .infer = inv_infer,
    .run = inv_run,
    .reference = inv_reference,
    .vjp = inv_vjp,
    .samples = "(4,4)@regular; (2,3,3)@regular; (1,1)@regular",
};
