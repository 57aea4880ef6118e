/* solver_common.c - functions shared by the direct solvers; see solver_common.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/solver_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checks ---------------------------------------------------------------------------------- */

weir_status wr_need_matrices(const weir_infer *c, uint32_t input) {
    const weir_array *x = c->in[input];
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; expected matrices", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    return WEIR_OK;
}

weir_status wr_need_square(const weir_infer *c, uint32_t input) {
    WR_TRY(wr_need_matrices(c, input));
    const weir_array *x = c->in[input];
    int64_t m = wr_shape(x)[x->ndim - 2], n = wr_shape(x)[x->ndim - 1];
    if (m != n)
        return wr_refuse(c, "%s: matrices of %lld x %lld are not square", wr_array_text_of(x),
                         (long long)m, (long long)n);
    return WEIR_OK;
}

weir_status wr_matrix_dtype(const weir_infer *c, uint32_t inputs, int *out) {
    WR_TRY(wr_promote(c, 0, inputs, out));
    if (wr_dtype_kind_of(*out) < WR_KIND_FLOAT) *out = wr_default_dtype();
    return WEIR_OK;
}

/* Return the wr_direct_dtype of the computation.  float16 and bfloat16 are computed in float32. */
static int direct_dtype(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT64: return WR_DIRECT_F64;
    case WEIR_COMPLEX64: return WR_DIRECT_C64;
    case WEIR_COMPLEX128: return WR_DIRECT_C128;
    default: return WR_DIRECT_F32;
    }
}

static int dtype_of(const wr_direct *d) {
    static const int dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_COMPLEX64, WEIR_COMPLEX128};
    return dtypes[d->dtype];
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

/* Return whether all workers share each matrix.  They do for huge matrices, and for large ones if
 * there are only a few. */
static bool spreads(int64_t count, double work) {
    const double large = WR_SIZE(1e6, 1e4), huge = WR_SIZE(1e8, 1e6);
    return work >= huge || (work >= large && count < 16);
}

static wr_stack stack_of(const wr_simd *simd, int dtype, int64_t count, double work,
                         wr_matrix_fn fn, const void *job) {
    wr_direct d = wr_direct_measuring(simd, direct_dtype(dtype), spreads(count, work));
    int64_t bad = -1;
    if (count > 0) fn(&d, job, 0, &bad);
    return wr_stack_of(count, d.spreads, work, d.need);
}

uint64_t wr_matrices_scratch(const weir_infer *c, int dtype, int64_t count, double work,
                             wr_matrix_fn fn, const void *job) {
    const wr_stack s = stack_of(wr_simd_for(c->in[0]->rt), dtype, count, work, fn, job);
    return wr_stack_bytes(&s);
}

typedef struct task {
    const wr_simd *simd;
    int dtype;
    wr_matrix_fn fn;
    const void *job;
} task;

static weir_status solve_one(const void *arg, weir_context *ctx, char *scratch, int64_t item,
                             int64_t *bad) {
    const task *t = arg;
    wr_direct d = {.ctx = ctx,
                   .simd = t->simd,
                   .type = t->simd->direct->type[t->dtype],
                   .dtype = t->dtype,
                   .spreads = ctx != NULL,
                   .scratch = scratch};
    return t->fn(&d, t->job, item, bad);
}

weir_status wr_matrices_run(const weir_kernel *k, int64_t count, double work, wr_matrix_fn fn,
                            const void *job, int64_t *first, int64_t *bad) {
    const task t = {wr_simd_of(k), direct_dtype(k->dtype), fn, job};
    const wr_stack s = stack_of(t.simd, k->dtype, count, work, fn, job);
    return wr_stack_run(k, &s, solve_one, &t, first, bad);
}

/* ---- Equations ------------------------------------------------------------------------------- */

/* Fill in the sizes and strides of *e; a vector b is treated as a matrix with one right-hand side.
 * Return whether the batch dimensions broadcast. */
static bool lay_out(wr_equations *e, bool left, int a_ndim, const int64_t *a, int b_ndim,
                    const int64_t *b) {
    int64_t n = a[a_ndim - 1], cols = b_ndim == 1 ? 1 : b[b_ndim - (left ? 1 : 2)];
    *e = (wr_equations){.n = n,
                        .cols = cols,
                        .left = left,
                        .row = left ? cols : 1,
                        .col = left ? 1 : n,
                        .a_ndim = a_ndim - 2,
                        .b_ndim = b_ndim == 1 ? 0 : b_ndim - 2,
                        .a_shape = a,
                        .b_shape = b};
    return wr_broadcast(e->a_ndim, a, e->b_ndim, b, &e->ndim, e->batch);
}

weir_status wr_equations_infer(weir_infer *c, bool left, wr_equations *e) {
    const weir_array *a = c->in[0], *b = c->in[1];
    int dtype;
    WR_TRY(wr_need_square(c, 0));
    if (b->ndim == 0) return wr_refuse(c, "x2 has no dimensions; expected a vector or matrices");
    int64_t n = wr_shape(a)[a->ndim - 1];
    int64_t rows = wr_shape(b)[b->ndim - (b->ndim == 1 || !left ? 1 : 2)];
    if (rows != n)
        return wr_refuse(c,
                         "%s and %s: the number of equations is %lld, but each right-hand side "
                         "has %lld element%s",
                         wr_array_text_of(a), wr_array_text_of(b), (long long)n, (long long)rows,
                         rows == 1 ? "" : "s");
    if (!lay_out(e, left, a->ndim, wr_shape(a), b->ndim, wr_shape(b)))
        return wr_refuse(c, "the batch dimensions %s and %s do not broadcast",
                         wr_shape_text(e->a_ndim, e->a_shape),
                         wr_shape_text(e->b_ndim, e->b_shape));
    WR_TRY(wr_matrix_dtype(c, 2, &dtype));
    e->a.dtype = a->dtype, e->b.dtype = b->dtype, e->x.dtype = dtype;
    weir_meta *x = &c->out[0];
    wr_meta_shape(x, e->ndim, e->batch);
    if (b->ndim > 1) x->shape[x->ndim++] = left ? e->n : e->cols;
    x->shape[x->ndim++] = b->ndim > 1 && left ? e->cols : e->n;
    x->dtype = c->dtype = dtype;
    return WEIR_OK;
}

wr_equations wr_equations_of(const weir_kernel *k, bool left) {
    const weir_view *a = &k->in[0], *b = &k->in[1];
    wr_equations e;
    lay_out(&e, left, a->ndim, a->shape, b->ndim, b->shape);
    e.a = wr_operand_of(a), e.b = wr_operand_of(b), e.x = wr_operand_of(&k->out[0]);
    return e;
}

/* Return the index of the matrix that an operand with batch dimensions `shape` contributes to item
 * `item` of the broadcast stack. */
static int64_t item_at(int64_t item, const wr_equations *e, int ndim, const int64_t *shape) {
    int64_t at = 0, step = 1;
    for (int i = e->ndim - 1, own = ndim - 1; own >= 0; i--, own--) {
        if (shape[own] > 1) at += item % e->batch[i] * step;
        item /= e->batch[i];
        step *= shape[own];
    }
    return at;
}

int64_t wr_equations_a(const wr_equations *e, int64_t item) {
    return item_at(item, e, e->a_ndim, e->a_shape);
}

int64_t wr_equations_b(const wr_equations *e, int64_t item) {
    return item_at(item, e, e->b_ndim, e->b_shape);
}

void wr_equations_fill_nan(const wr_direct *d, const wr_equations *e, const void *b, void *x) {
    int64_t size = d->type->size;
    if (d->type->finite(b, e->n * e->cols)) return;
    for (int64_t c = 0; c < e->cols; c++) {
        bool finite = true;
        for (int64_t i = 0; i < e->n; i++)
            finite &= d->type->finite((const char *)b + (i * e->row + c * e->col) * size, 1);
        for (int64_t i = 0; !finite && i < e->n; i++)
            wr_matrix_fill_nan(d, (char *)x + (i * e->row + c * e->col) * size, 1);
    }
}

/* ---- Elements -------------------------------------------------------------------------------- */

const void *wr_matrix_get(wr_direct *d, wr_operand x, int64_t first, int64_t count) {
    if (x.dtype == dtype_of(d)) return d->measures ? d->scratch : x.data + first * d->type->size;
    void *scratch = wr_direct_take(d, (size_t)(count * d->type->size));
    if (!d->measures && count > 0)
        d->simd->cast->cast[x.dtype][dtype_of(d)](
            scratch, x.data + first * (int64_t)wr_dtype_bytes(x.dtype), count);
    return scratch;
}

void *wr_matrix_place(wr_direct *d, wr_operand y, int64_t first, int64_t count) {
    if (y.dtype == dtype_of(d)) return d->measures ? d->scratch : y.data + first * d->type->size;
    return wr_direct_take(d, (size_t)(count * d->type->size));
}

void wr_matrix_done(const wr_direct *d, wr_operand y, int64_t first, int64_t count,
                    const void *place) {
    if (y.dtype == dtype_of(d) || d->measures || count == 0) return;
    d->simd->cast->cast[dtype_of(d)][y.dtype](y.data + first * (int64_t)wr_dtype_bytes(y.dtype),
                                              place, count);
}

void wr_matrix_fill_nan(const wr_direct *d, void *place, int64_t count) {
    int64_t all = count * d->type->reals;
    if (d->type->size / d->type->reals == 8)
        for (int64_t i = 0; i < all; i++) ((double *)place)[i] = NAN;
    else
        for (int64_t i = 0; i < all; i++) ((float *)place)[i] = NAN;
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

double _Complex *wr_reference_get(const weir_view *v, int64_t first, int64_t count) {
    double _Complex *x = malloc((size_t)count * sizeof *x + 1);
    for (int64_t i = 0; x != NULL && i < count; i++) x[i] = wr_view_get_complex(v, first + i);
    return x;
}

bool wr_reference_finite(const double _Complex *x, int64_t count) {
    bool finite = true;
    for (int64_t i = 0; i < count; i++) finite &= isfinite(creal(x[i])) && isfinite(cimag(x[i]));
    return finite;
}

static void exchange(double _Complex *x, double _Complex *y) {
    double _Complex kept = *x;
    *x = *y;
    *y = kept;
}

/* Each step of the elimination solves one row for one unknown and substitutes the solution into the
 * other rows. */
double _Complex wr_reference_invert(double _Complex *a, int64_t n, int64_t *scratch) {
    int64_t *rows = scratch, *cols = scratch + n;
    double _Complex det = 1;
    for (int64_t s = 0; s < n; s++) {
        int64_t row = s, col = s;
        for (int64_t i = s; i < n; i++)
            for (int64_t j = s; j < n; j++)
                if (cabs(a[i * n + j]) > cabs(a[row * n + col])) row = i, col = j;
        rows[s] = row, cols[s] = col;
        for (int64_t j = 0; j < n && row != s; j++) exchange(&a[s * n + j], &a[row * n + j]);
        for (int64_t i = 0; i < n && col != s; i++) exchange(&a[i * n + s], &a[i * n + col]);
        double _Complex pivot = a[s * n + s];
        det *= (row != s) == (col != s) ? pivot : -pivot;
        if (pivot == 0) return 0;
        a[s * n + s] = 1;
        for (int64_t j = 0; j < n; j++) a[s * n + j] /= pivot;
        for (int64_t i = 0; i < n; i++) {
            double _Complex factor = a[i * n + s];
            if (i == s) continue;
            a[i * n + s] = 0;
            for (int64_t j = 0; j < n; j++) a[i * n + j] -= factor * a[s * n + j];
        }
    }
    for (int64_t s = n - 1; s >= 0; s--) {
        for (int64_t j = 0; j < n; j++) exchange(&a[s * n + j], &a[cols[s] * n + j]);
        for (int64_t i = 0; i < n; i++) exchange(&a[i * n + s], &a[i * n + rows[s]]);
    }
    return det;
}
