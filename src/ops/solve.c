/* solve.c - systems of linear equations, and inverses, by LU with exchanges of rows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/matrices.h"

/* A X = B for each of a stack; A alone for inv. */
typedef struct job {
    int64_t n, cols;
    wr_operand a, b, x;
    bool inverts;
    int ndim; /* of the stack, */
    int64_t batch[WEIR_NDIM_MAX];
    int a_ndim, b_ndim; /* and of the operands' own */
    const int64_t *a_shape, *b_shape;
} job;

static int64_t stack_size(const job *j) { return wr_count(j->ndim, j->batch); }
static double work_of(const job *j) {
    return (double)j->n * (double)j->n * (double)(j->n + j->cols);
}

/* A column of B with something that is not finite gives one of NaN. */
static void spoil_columns(wr_direct *d, const job *j, const void *b, void *x) {
    int64_t size = d->type->size;
    if (d->type->finite(b, j->n * j->cols)) return;
    for (int64_t c = 0; c < j->cols; c++) {
        bool finite = true;
        for (int64_t i = 0; i < j->n; i++)
            finite &= d->type->finite((const char *)b + (i * j->cols + c) * size, 1);
        for (int64_t i = 0; !finite && i < j->n; i++)
            wr_matrix_spoil(d, (char *)x + (i * j->cols + c) * size, 1);
    }
}

static weir_status solve_for(wr_direct *d, const job *j, void *lu, const int64_t *pivots,
                             const void *b, void *x) {
    const wr_matrix to = {x, j->cols, 1};
    const wr_triangle lower = {.t = {lu, j->n, 1}, .n = j->n, .lower = true, .unit = true};
    const wr_triangle upper = {.t = {lu, j->n, 1}, .n = j->n};
    if (!d->measures) {
        memcpy(x, b, (size_t)(j->n * j->cols * d->type->size));
        wr_direct_exchange(d, x, j->n, j->cols, pivots);
    }
    WR_TRY(wr_direct_triangle(d, &lower, to, j->cols));
    WR_TRY(wr_direct_triangle(d, &upper, to, j->cols));
    if (!d->measures) spoil_columns(d, j, b, x);
    return WEIR_OK;
}

static weir_status solve_one(wr_direct *d, const void *arg, int64_t item, int64_t *bad) {
    const job *j = arg;
    int64_t all = j->n * j->n, out = j->n * j->cols;
    int64_t at = wr_stack_at(item, j->ndim, j->batch, j->a_ndim, j->a_shape);
    if (out == 0) return WEIR_OK;
    const void *a = wr_matrix_get(d, j->a, at * all, all), *b = NULL;
    if (!j->inverts) {
        at = wr_stack_at(item, j->ndim, j->batch, j->b_ndim, j->b_shape);
        b = wr_matrix_get(d, j->b, at * out, out);
    }
    void *x = wr_matrix_place(d, j->x, item * out, out);
    void *lu = wr_direct_take(d, (size_t)(all * d->type->size));
    int64_t *pivots = wr_direct_take(d, (size_t)j->n * sizeof *pivots);
    if (!d->measures && !d->type->finite(a, all)) {
        wr_matrix_spoil(d, x, out);
    } else {
        if (!d->measures) memcpy(lu, a, (size_t)(all * d->type->size));
        WR_TRY(wr_direct_lu(d, lu, j->n, pivots, bad));
        if (*bad >= 0) return WEIR_OK;
        WR_TRY(j->inverts ? wr_direct_invert(d, lu, j->n, pivots, x)
                          : solve_for(d, j, lu, pivots, b, x));
    }
    wr_matrix_done(d, j->x, item * out, out, x);
    return WEIR_OK;
}

static weir_status singular(const weir_kernel *k, int64_t item, int64_t count, int64_t pivot) {
    char room[48];
    return wr_kernel_fail(k, WEIR_EINVAL, "%s is singular: pivot %lld is 0",
                          wr_matrix_name(room, item, count), (long long)pivot);
}

static weir_status run(const weir_kernel *k, const job *j) {
    int64_t first, bad;
    if (j->n * j->cols == 0) return WEIR_OK;
    WR_TRY(wr_matrices_run(k, stack_size(j), work_of(j), solve_one, j, &first, &bad));
    return first < 0 ? WEIR_OK : singular(k, first, stack_size(j), bad);
}

/* ---- The formula: the inverse, and a product with it -------------------------------------------- */

static void multiply(const weir_kernel *k, const job *j, const double _Complex *inverse,
                     const double _Complex *b, int64_t to) {
    for (int64_t i = 0; i < j->n; i++)
        for (int64_t c = 0; c < j->cols; c++) {
            double _Complex sum = 0;
            for (int64_t q = 0; q < j->n; q++) sum += inverse[i * j->n + q] * b[q * j->cols + c];
            for (int64_t q = 0; q < j->n; q++)
                if (!wr_plain_finite(&b[q * j->cols + c], 1)) sum = NAN;
            wr_view_put_complex(&k->out[0], to + i * j->cols + c, sum);
        }
}

static weir_status plain_one(const weir_kernel *k, const job *j, int64_t item) {
    int64_t all = j->n * j->n, out = j->n * j->cols;
    int64_t a_at = wr_stack_at(item, j->ndim, j->batch, j->a_ndim, j->a_shape) * all, b_at = 0;
    if (!j->inverts) b_at = wr_stack_at(item, j->ndim, j->batch, j->b_ndim, j->b_shape) * out;
    double _Complex *a = wr_plain_get(&k->in[0], a_at, all), *b = NULL;
    int64_t *room = malloc((size_t)(2 * j->n) * sizeof *room + 1);
    if (!j->inverts) b = wr_plain_get(&k->in[1], b_at, out);
    weir_status status = WEIR_OK;
    if (a == NULL || room == NULL || (b == NULL && !j->inverts)) {
        status = wr_kernel_fail(k, WEIR_ENOMEM, "no memory");
    } else if (!wr_plain_finite(a, all)) {
        for (int64_t i = 0; i < out; i++) wr_view_put_complex(&k->out[0], item * out + i, NAN);
    } else if (wr_plain_invert(a, j->n, room) == 0) {
        status = singular(k, item, stack_size(j), 0);
    } else if (j->inverts) {
        for (int64_t i = 0; i < out; i++) wr_view_put_complex(&k->out[0], item * out + i, a[i]);
    } else {
        multiply(k, j, a, b, item * out);
    }
    free(room);
    free(b);
    free(a);
    return status;
}

static weir_status plain(const weir_kernel *k, const job *j) {
    for (int64_t item = 0; item < stack_size(j); item++) WR_TRY(plain_one(k, j, item));
    return WEIR_OK;
}

/* ---- solve ------------------------------------------------------------------------------------- */

/* A vector is a matrix of one column. */
static bool lay_out(job *j, int a_ndim, const int64_t *a, int b_ndim, const int64_t *b) {
    *j = (job){.n = a[a_ndim - 1],
               .cols = b_ndim == 1 ? 1 : b[b_ndim - 1],
               .a_ndim = a_ndim - 2,
               .b_ndim = b_ndim == 1 ? 0 : b_ndim - 2,
               .a_shape = a,
               .b_shape = b};
    return wr_broadcast(j->a_ndim, a, j->b_ndim, b, &j->ndim, j->batch);
}

static weir_status solve_infer(weir_infer *c) {
    const weir_array *a = c->in[0], *b = c->in[1];
    int dtype;
    job j;
    WR_TRY(wr_need_square(c, 0));
    if (b->ndim == 0) return wr_refuse(c, "x2 has no dimensions; wants a vector or matrices");
    int64_t rows = wr_shape(b)[b->ndim == 1 ? 0 : b->ndim - 2];
    if (rows != wr_shape(a)[a->ndim - 1])
        return wr_refuse(c, "%s and %s: %lld equations and %lld right-hand sides",
                         wr_array_text_of(a), wr_array_text_of(b),
                         (long long)wr_shape(a)[a->ndim - 1], (long long)rows);
    if (!lay_out(&j, a->ndim, wr_shape(a), b->ndim, wr_shape(b)))
        return wr_refuse(c, "the stacks %s and %s do not broadcast",
                         wr_shape_text(j.a_ndim, j.a_shape), wr_shape_text(j.b_ndim, j.b_shape));
    WR_TRY(wr_matrix_dtype(c, 2, &dtype));
    j.a.dtype = a->dtype, j.b.dtype = b->dtype, j.x.dtype = dtype;
    weir_meta *x = &c->out[0];
    wr_meta_shape(x, j.ndim, j.batch);
    x->shape[x->ndim++] = j.n;
    if (b->ndim > 1) x->shape[x->ndim++] = j.cols;
    x->dtype = c->dtype = dtype;
    c->scratch_bytes = wr_matrices_scratch(c, dtype, stack_size(&j), work_of(&j), solve_one, &j);
    return WEIR_OK;
}

static void solve_job(const weir_kernel *k, job *j) {
    const weir_view *a = &k->in[0], *b = &k->in[1];
    lay_out(j, a->ndim, a->shape, b->ndim, b->shape);
    j->a = wr_operand_of(a);
    j->b = wr_operand_of(b);
    j->x = wr_operand_of(&k->out[0]);
}

static weir_status solve_run(const weir_kernel *k) {
    job j;
    solve_job(k, &j);
    return run(k, &j);
}

static weir_status solve_plain(const weir_kernel *k) {
    job j;
    solve_job(k, &j);
    return plain(k, &j);
}

/* dB = A^-H dX, dA = -dB X^H. */
static void solve_vjp(weir_vjp *v) {
    static const int64_t last = -1;
    weir_array *a = v->in[0], *b = v->in[1], *x = v->out[0], *dx = v->grad_out[0];
    bool vector = b->ndim == 1;
    if (vector) {
        x = wr_g_expand_dims(v, x, &last, 1);
        dx = wr_g_expand_dims(v, dx, &last, 1);
    }
    weir_array *db = wr_g_solve(v, wr_build_adjoint(v, a), dx);
    if (v->wanted[0]) {
        weir_array *g = wr_g_negative(v, wr_g_matmul(v, db, wr_build_adjoint(v, x)));
        v->grad_in[0] = wr_build_unbroadcast(v, g, a);
    }
    if (!v->wanted[1] || db == NULL) return;
    if (vector) db = wr_g_reshape(v, db, wr_shape(db), db->ndim - 1);
    v->grad_in[1] = wr_build_unbroadcast(v, db, b);
}

WR_OP(solve) = {
    .size = sizeof(weir_op_def),
    .name = "solve",
    .summary = "The solution X of the equations x1 X = x2, for each of a stack of matrices.",
    .notes =
        "x2 is a vector if it has one dimension, else a stack of matrices whose columns are right-hand "
        "sides; the stacks broadcast.  A matrix that is singular, so that a pivot is 0, is a failure.  What is not "
        "finite makes all that depends on it NaN.",
    .inputs = "x1, x2",
    .outputs = "x",
    .infer = solve_infer,
    .run = solve_run,
    .plain = solve_plain,
    .vjp = solve_vjp,
    .samples = "(4,4)@regular, (4,3); (3,3)@regular, (3); (2,1,3,3)@regular, (4,3,2); "
               "(3,3)@regular, (2,3,1)",
};

/* ---- inv --------------------------------------------------------------------------------------- */

static void inv_job(job *j, int ndim, const int64_t *shape) {
    *j = (job){.n = shape[ndim - 1], .cols = shape[ndim - 1], .inverts = true, .ndim = ndim - 2};
    memcpy(j->batch, shape, (size_t)(ndim - 2) * sizeof *shape);
    j->a_ndim = ndim - 2;
    j->a_shape = shape;
}

static weir_status inv_infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    int dtype;
    job j;
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_matrix_dtype(c, 1, &dtype));
    wr_meta_like(&c->out[0], x);
    c->out[0].dtype = c->dtype = dtype;
    inv_job(&j, x->ndim, wr_shape(x));
    j.a.dtype = x->dtype, j.x.dtype = dtype;
    c->scratch_bytes = wr_matrices_scratch(c, dtype, stack_size(&j), work_of(&j), solve_one, &j);
    return WEIR_OK;
}

static weir_status inv_run(const weir_kernel *k) {
    job j;
    inv_job(&j, k->in[0].ndim, k->in[0].shape);
    j.a = wr_operand_of(&k->in[0]);
    j.x = wr_operand_of(&k->out[0]);
    return run(k, &j);
}

static weir_status inv_plain(const weir_kernel *k) {
    job j;
    inv_job(&j, k->in[0].ndim, k->in[0].shape);
    return plain(k, &j);
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
    .summary = "The inverses of matrices.",
    .notes =
        "A matrix that is singular, so that a pivot is 0, is a failure; one with something that is not "
        "finite gives NaN.",
    .inputs = "x",
    .outputs = "y",
    .infer = inv_infer,
    .run = inv_run,
    .plain = inv_plain,
    .vjp = inv_vjp,
    .samples = "(4,4)@regular; (2,3,3)@regular; (1,1)@regular",
};
