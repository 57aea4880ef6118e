/* solve_triangular.c - systems of linear equations whose matrix is a triangle.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "ops/matrices.h"

#define SOLVE_TRIANGULAR_ATTRS(X, A)                                                               \
    X(A, BOOL, upper, 0, "the upper triangle is read, not the lower one")                          \
    X(A, BOOL, unitriangular, 0, "the diagonal is not read and taken to be 1")
WR_ATTRS(solve_triangular, SOLVE_TRIANGULAR_ATTRS);

typedef struct job {
    bool upper, unit;
    int64_t n, cols;
    wr_operand a, b, x;
    int ndim;
    int64_t batch[WEIR_NDIM_MAX];
    int a_ndim, b_ndim;
    const int64_t *a_shape, *b_shape;
} job;

static bool lay_out(job *j, const solve_triangular_attr *attr, int a_ndim, const int64_t *a,
                    int b_ndim, const int64_t *b) {
    *j = (job){.upper = attr->upper,
               .unit = attr->unitriangular,
               .n = a[a_ndim - 1],
               .cols = b[b_ndim - 1],
               .a_ndim = a_ndim - 2,
               .b_ndim = b_ndim - 2,
               .a_shape = a,
               .b_shape = b};
    return wr_broadcast(j->a_ndim, a, j->b_ndim, b, &j->ndim, j->batch);
}

static int64_t stack_size(const job *j) { return wr_count(j->ndim, j->batch); }
static double work_of(const job *j) { return (double)j->n * (double)j->n * (double)j->cols; }

/* The entries of row i that are read. */
static void read_of(const job *j, int64_t i, int64_t *begin, int64_t *end) {
    *begin = j->upper ? i + j->unit : 0;
    *end = j->upper ? j->n : i + 1 - j->unit;
}

static bool is_finite(const wr_direct *d, const job *j, const char *a) {
    bool finite = true;
    for (int64_t i = 0; i < j->n; i++) {
        int64_t begin, end;
        read_of(j, i, &begin, &end);
        finite &= d->type->finite(a + (i * j->n + begin) * d->type->size, end - begin);
    }
    return finite;
}

static int64_t first_zero(const wr_direct *d, const job *j, const char *a) {
    for (int64_t i = 0; i < j->n && !j->unit; i++) {
        const char *at = a + (i * j->n + i) * d->type->size;
        bool zero = d->type->size / d->type->reals == 8 ? *(const double *)(const void *)at == 0
                                                        : *(const float *)(const void *)at == 0;
        const char *im = at + d->type->size / 2;
        if (zero && d->type->reals == 2)
            zero = d->type->size == 16 ? *(const double *)(const void *)im == 0
                                       : *(const float *)(const void *)im == 0;
        if (zero) return i;
    }
    return -1;
}

static void spoil_columns(const wr_direct *d, const job *j, const char *b, char *x) {
    int64_t size = d->type->size;
    if (d->type->finite(b, j->n * j->cols)) return;
    for (int64_t c = 0; c < j->cols; c++) {
        bool finite = true;
        for (int64_t i = 0; i < j->n; i++)
            finite &= d->type->finite(b + (i * j->cols + c) * size, 1);
        for (int64_t i = 0; !finite && i < j->n; i++)
            wr_matrix_spoil(d, x + (i * j->cols + c) * size, 1);
    }
}

static weir_status one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const job *j = arg;
    int64_t all = j->n * j->n, out = j->n * j->cols;
    if (out == 0) return WEIR_OK;
    int64_t at = wr_stack_at(item, j->ndim, j->batch, j->a_ndim, j->a_shape);
    const char *a = wr_matrix_get(d, j->a, at * all, all);
    at = wr_stack_at(item, j->ndim, j->batch, j->b_ndim, j->b_shape);
    const char *b = wr_matrix_get(d, j->b, at * out, out);
    char *x = wr_matrix_place(d, j->x, item * out, out);
    if (!d->measures && !is_finite(d, j, a)) {
        wr_matrix_spoil(d, x, out);
        wr_matrix_done(d, j->x, item * out, out, x);
        return WEIR_OK;
    }
    if (!d->measures) {
        *bad = first_zero(d, j, a);
        if (*bad >= 0) return WEIR_OK;
        memcpy(x, b, (size_t)(out * d->type->size));
    }
    const wr_triangle t = {
        .t = {(char *)(uintptr_t)a, j->n, 1}, .n = j->n, .lower = !j->upper, .unit = j->unit};
    WR_TRY(wr_direct_triangle(d, &t, (wr_matrix){x, j->cols, 1}, j->cols));
    if (d->measures) return WEIR_OK;
    spoil_columns(d, j, b, x);
    wr_matrix_done(d, j->x, item * out, out, x);
    return WEIR_OK;
}

static weir_status infer(weir_infer *c) {
    const weir_array *a = c->in[0], *b = c->in[1];
    int dtype;
    job j;
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_need_matrices(c, 1));
    int64_t n = wr_shape(a)[a->ndim - 1], rows = wr_shape(b)[b->ndim - 2];
    if (rows != n)
        return wr_refuse(c, "%s and %s: %lld equations and %lld right-hand sides",
                         wr_array_text_of(a), wr_array_text_of(b), (long long)n, (long long)rows);
    if (!lay_out(&j, c->attr, a->ndim, wr_shape(a), b->ndim, wr_shape(b)))
        return wr_refuse(c, "the stacks %s and %s do not broadcast",
                         wr_shape_text(j.a_ndim, j.a_shape), wr_shape_text(j.b_ndim, j.b_shape));
    WR_TRY(wr_matrix_dtype(c, 2, &dtype));
    j.a.dtype = a->dtype, j.b.dtype = b->dtype, j.x.dtype = dtype;
    weir_meta *x = &c->out[0];
    wr_meta_shape(x, j.ndim, j.batch);
    x->shape[x->ndim++] = j.n;
    x->shape[x->ndim++] = j.cols;
    x->dtype = c->dtype = dtype;
    c->scratch_bytes = wr_matrices_scratch(c, dtype, stack_size(&j), work_of(&j), one, &j);
    return WEIR_OK;
}

static weir_status singular(const weir_kernel *k, int64_t item, int64_t count, int64_t place) {
    char room[48];
    return wr_kernel_fail(k, WEIR_EINVAL, "%s is singular: element %lld of its diagonal is 0",
                          wr_matrix_name(room, item, count), (long long)place);
}

static weir_status run(const weir_kernel *k) {
    const weir_view *a = &k->in[0], *b = &k->in[1];
    int64_t first, bad;
    job j;
    lay_out(&j, k->attr, a->ndim, a->shape, b->ndim, b->shape);
    j.a = wr_operand_of(a), j.b = wr_operand_of(b), j.x = wr_operand_of(&k->out[0]);
    if (j.n * j.cols == 0) return WEIR_OK;
    WR_TRY(wr_matrices_run(k, stack_size(&j), work_of(&j), one, &j, &first, &bad));
    return first < 0 ? WEIR_OK : singular(k, first, stack_size(&j), bad);
}

/* ---- The formula: one unknown after the other ---------------------------------------------------- */

static weir_status plain_one(const weir_kernel *k, const job *j, int64_t item, double _Complex *x) {
    const weir_view *a = &k->in[0], *b = &k->in[1];
    int64_t a_at = wr_stack_at(item, j->ndim, j->batch, j->a_ndim, j->a_shape) * j->n * j->n;
    int64_t b_at = wr_stack_at(item, j->ndim, j->batch, j->b_ndim, j->b_shape) * j->n * j->cols;
    bool all_finite = true;
    for (int64_t i = 0; i < j->n; i++) {
        int64_t begin, end;
        read_of(j, i, &begin, &end);
        for (int64_t q = begin; q < end; q++) {
            double _Complex e = wr_view_get_complex(a, a_at + i * j->n + q);
            all_finite &= wr_plain_finite(&e, 1);
        }
    }
    for (int64_t c = 0; c < j->cols; c++) {
        bool finite = all_finite;
        for (int64_t step = 0; step < j->n; step++) {
            int64_t i = j->upper ? j->n - 1 - step : step;
            double _Complex sum = wr_view_get_complex(b, b_at + i * j->cols + c);
            finite &= wr_plain_finite(&sum, 1);
            for (int64_t q = j->upper ? i + 1 : 0; q < (j->upper ? j->n : i); q++)
                sum -= wr_view_get_complex(a, a_at + i * j->n + q) * x[q];
            double _Complex pivot = wr_view_get_complex(a, a_at + i * j->n + i);
            if (!j->unit && pivot == 0 && all_finite) return singular(k, item, stack_size(j), i);
            x[i] = j->unit ? sum : sum / pivot;
        }
        for (int64_t i = 0; i < j->n; i++)
            wr_view_put_complex(&k->out[0], (item * j->n + i) * j->cols + c, finite ? x[i] : NAN);
    }
    return WEIR_OK;
}

static weir_status plain(const weir_kernel *k) {
    job j;
    lay_out(&j, k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].ndim, k->in[1].shape);
    double _Complex *x = malloc((size_t)j.n * sizeof *x + 1);
    weir_status status = x == NULL ? wr_kernel_fail(k, WEIR_ENOMEM, "no memory") : WEIR_OK;
    for (int64_t i = 0; status == WEIR_OK && i < stack_size(&j); i++)
        status = plain_one(k, &j, i, x);
    free(x);
    return status;
}

/* dB = A^-H dX; dA = -dB X^H, where A is read. */
static void vjp(weir_vjp *v) {
    const solve_triangular_attr *attr = v->attr;
    weir_array *db = wr_g_solve_triangular(v, wr_build_adjoint(v, v->in[0]), v->grad_out[0],
                                           !attr->upper, attr->unitriangular);
    if (v->wanted[0]) {
        weir_array *g = wr_g_matmul(v, wr_g_negative(v, db), wr_build_adjoint(v, v->out[0]));
        g = attr->upper ? wr_g_triu(v, g, attr->unitriangular)
                        : wr_g_tril(v, g, -attr->unitriangular);
        v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
    }
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, db, v->in[1]);
}

WR_OP(solve_triangular) = {
    .size = sizeof(weir_op_def),
    .name = "solve_triangular",
    .summary = "The solution X of the equations x1 X = x2, where x1 is a triangle.",
    .notes =
        "The other triangle is not read.  The stacks broadcast.  A 0 on the diagonal is a failure.",
    .inputs = "x1, x2",
    .outputs = "x",
    .infer = infer,
    .run = run,
    .plain = plain,
    .vjp = vjp,
    WR_USE_ATTRS(solve_triangular),
    .samples = "(4,4)@definite, (4,3); (3,3)@definite, (2,3,2) upper=true; (2,1,3,3)@definite, "
               "(3,3,2) unitriangular=true; (3,3)@definite, (3,1) upper=true unitriangular=true",
};
