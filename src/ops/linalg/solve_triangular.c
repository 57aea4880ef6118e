/* solve_triangular.c - systems of linear equations with a triangular matrix.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

#define SOLVE_TRIANGULAR_ATTRS(X, A)                                                               \
    X(A, BOOL, upper, 0, "x1 is upper triangular, not lower triangular")                           \
    X(A, BOOL, unitriangular, 0, "the diagonal is taken to be 1 and is not read")                  \
    X(A, BOOL, left, 1, "solve x1 X = x2; false: solve X x1 = x2")
WEIR_ATTRS(solve_triangular, SOLVE_TRIANGULAR_ATTRS);

typedef struct job {
    wr_equations e;
    bool upper, unit;
} job;

static double work_of(const job *j) { return (double)j->e.n * (double)j->e.n * (double)j->e.cols; }

/* Set *begin and *end to the range of entries of row i that are read. */
static void read_of(const job *j, int64_t i, int64_t *begin, int64_t *end) {
    *begin = j->upper ? i + j->unit : 0;
    *end = j->upper ? j->e.n : i + 1 - j->unit;
}

static bool is_finite(const wr_direct *d, const job *j, const char *a) {
    bool finite = true;
    for (int64_t i = 0; i < j->e.n; i++) {
        int64_t begin, end;
        read_of(j, i, &begin, &end);
        finite &= d->type->finite(a + (i * j->e.n + begin) * d->type->size, end - begin);
    }
    return finite;
}

static int64_t first_zero(const wr_direct *d, const job *j, const char *a) {
    for (int64_t i = 0; i < j->e.n && !j->unit; i++)
        if (d->type->zero(a + (i * j->e.n + i) * d->type->size)) return i;
    return -1;
}

static weir_status one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const job *j = arg;
    const wr_equations *e = &j->e;
    int64_t n = e->n, out = n * e->cols;
    if (out == 0) return WEIR_OK;
    char *a = (char *)(uintptr_t)wr_matrix_get(d, e->a, wr_equations_a(e, item) * n * n, n * n);
    const void *b = wr_matrix_get(d, e->b, wr_equations_b(e, item) * out, out);
    void *x = wr_matrix_place(d, e->x, item * out, out);
    if (d->measures || is_finite(d, j, a)) {
        /* X A = B is solved as A^T X^T = B^T. */
        const wr_triangle t = {.t = {a, e->left ? n : 1, e->left ? 1 : n},
                               .n = n,
                               .lower = j->upper != e->left,
                               .unit = j->unit};
        if (!d->measures) *bad = first_zero(d, j, a);
        if (*bad >= 0) return WEIR_OK;
        if (!d->measures) memcpy(x, b, (size_t)(out * d->type->size));
        WR_TRY(wr_direct_triangle(d, &t, wr_equations_x(e, x), e->cols));
        if (!d->measures) wr_equations_fill_nan(d, e, b, x);
    } else {
        wr_matrix_fill_nan(d, x, out);
    }
    wr_matrix_done(d, e->x, item * out, out, x);
    return WEIR_OK;
}

static weir_status infer(weir_infer *c) {
    const solve_triangular_attr *attr = c->attr;
    job j = {.upper = attr->upper, .unit = attr->unitriangular};
    WR_TRY(wr_equations_infer(c, attr->left, &j.e));
    int64_t count = wr_equations_count(&j.e);
    c->scratch_bytes = wr_is_on_cuda(c)
                           ? wr_cuda_equations_scratch(c->dtype, count, j.e.n, j.e.cols)
                           : wr_matrices_scratch(c, c->dtype, count, work_of(&j), one, &j);
    return WEIR_OK;
}

static weir_status singular(const weir_kernel *k, int64_t item, int64_t count, int64_t place) {
    char text[48];
    return wr_kernel_fail(k, WEIR_EINVAL, "%s is singular: element %lld of its diagonal is 0",
                          wr_matrix_name(text, item, count), (long long)place);
}

static job job_of(const weir_kernel *k) {
    const solve_triangular_attr *attr = k->attr;
    return (job){wr_equations_of(k, attr->left), attr->upper, attr->unitriangular};
}

static weir_status run(const weir_kernel *k) {
    const job j = job_of(k);
    int64_t first, bad, count = wr_equations_count(&j.e);
    WR_TRY(wr_matrices_run(k, count, work_of(&j), one, &j, &first, &bad));
    return first < 0 ? WEIR_OK : singular(k, first, count, bad);
}

/* ---- Reference kernel: one unknown after the other ------------------------------------------- */

static weir_status reference_one(const weir_kernel *k, const job *j, int64_t item,
                                 double _Complex *x) {
    const weir_view *a = &k->in[0], *b = &k->in[1];
    int64_t a_at = wr_equations_a(&j->e, item) * j->e.n * j->e.n;
    int64_t b_at = wr_equations_b(&j->e, item) * j->e.n * j->e.cols;
    /* back: solve for the last unknown first */
    bool all_finite = true, back = j->upper == j->e.left;
    for (int64_t i = 0; i < j->e.n; i++) {
        int64_t begin, end;
        read_of(j, i, &begin, &end);
        for (int64_t q = begin; q < end; q++) {
            double _Complex e = wr_view_get_complex(a, a_at + i * j->e.n + q);
            all_finite &= wr_reference_finite(&e, 1);
        }
    }
    for (int64_t c = 0; c < j->e.cols; c++) {
        bool finite = all_finite;
        for (int64_t step = 0; step < j->e.n; step++) {
            int64_t i = back ? j->e.n - 1 - step : step;
            double _Complex sum = wr_view_get_complex(b, b_at + i * j->e.row + c * j->e.col);
            finite &= wr_reference_finite(&sum, 1);
            for (int64_t q = back ? i + 1 : 0; q < (back ? j->e.n : i); q++)
                sum -=
                    wr_view_get_complex(a, a_at + (j->e.left ? i * j->e.n + q : q * j->e.n + i)) *
                    x[q];
            double _Complex pivot = wr_view_get_complex(a, a_at + i * j->e.n + i);
            if (!j->unit && pivot == 0 && all_finite)
                return singular(k, item, wr_equations_count(&j->e), i);
            x[i] = j->unit ? sum : sum / pivot;
        }
        for (int64_t i = 0; i < j->e.n; i++)
            wr_view_put_complex(&k->out[0], item * j->e.n * j->e.cols + i * j->e.row + c * j->e.col,
                                finite ? x[i] : NAN);
    }
    return WEIR_OK;
}

static weir_status reference(const weir_kernel *k) {
    const job j = job_of(k);
    double _Complex *x = malloc((size_t)j.e.n * sizeof *x + 1);
    weir_status status = x == NULL ? wr_kernel_fail(k, WEIR_ENOMEM, "out of memory") : WEIR_OK;
    for (int64_t i = 0; status == WEIR_OK && i < wr_equations_count(&j.e); i++)
        status = reference_one(k, &j, i, x);
    free(x);
    return status;
}

/* For A X = B: dB = A^-H dX, dA = -dB X^H.  For X A = B: dB = dX A^-H, dA = -X^H dB.  dA is 0 for
 * the entries of A that are not read. */
static void vjp(weir_vjp *v) {
    const solve_triangular_attr *attr = v->attr;
    const int64_t along = attr->left ? -1 : -2;
    weir_array *x = v->out[0], *dx = v->grad_out[0];
    bool vector = v->in[1]->ndim == 1;
    if (vector) {
        x = wr_g_expand_dims(v, x, &along, 1);
        dx = wr_g_expand_dims(v, dx, &along, 1);
    }
    weir_array *db = wr_g_solve_triangular(v, wr_build_adjoint(v, v->in[0]), dx, !attr->upper,
                                           attr->unitriangular, attr->left);
    if (v->wanted[0]) {
        weir_array *minus = wr_g_negative(v, db), *xh = wr_build_adjoint(v, x);
        weir_array *g = attr->left ? wr_g_matmul(v, minus, xh) : wr_g_matmul(v, xh, minus);
        g = attr->upper ? wr_g_triu(v, g, attr->unitriangular)
                        : wr_g_tril(v, g, -attr->unitriangular);
        v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
    }
    if (!v->wanted[1] || db == NULL) return;
    if (vector) db = wr_g_squeeze(v, db, &along, 1);
    v->grad_in[1] = wr_build_unbroadcast(v, db, v->in[1]);
}

WR_OP(solve_triangular) = {
    .size = sizeof(weir_op_def),
    .name = "solve_triangular",
    .summary = "Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.",
    .notes = "The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the "
             "other dimensions broadcast.  The task fails if the diagonal has a 0.",
    .inputs = "x1, x2",
    .outputs = "x",
    .parts = "x1: triangular matrices; "
             "x2: right-hand sides; "
             "x: solutions",
    .infer = infer,
    .run = run,
    .reference = reference,
    .vjp = vjp,
    WEIR_USE_ATTRS(solve_triangular),
    .samples = "(4,4)@definite, (4,3); (3,3)@definite, (2,3,2) upper=true; (2,1,3,3)@definite, "
               "(3,3,2) unitriangular=true; (3,3)@definite, (3,1) upper=true unitriangular=true; "
               "(4,4)@definite, (3,4) left=false; (3,3)@definite, (2,5,3) left=false upper=true; "
               "(2,1,3,3)@definite, (3,2,3) left=false unitriangular=true; "
               "(2,3,3)@definite, (3); (3,3)@definite, (3) upper=true left=false",
};
