/* eigen_planes.c - checks the inputs of eigh and svd, reads the matrices of a stack as planes of
 * doubles, normalises the signs of the vectors, and writes the results.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/linalg/eigen.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

weir_status wr_eigen_need(weir_infer *c, int *computes) {
    const weir_array *x = c->in[0];
    if (wr_dtype_kind_of(x->dtype) < WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE,
                            "accepts floats and complex numbers, not %s; convert with astype",
                            wr_dtypes[x->dtype].name);
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; expected two or more", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    *computes = wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX ? WEIR_COMPLEX128 : WEIR_FLOAT64;
    return WEIR_OK;
}

weir_status wr_eigen_need_size(const weir_infer *c, int64_t rows, int64_t cols) {
    if ((double)rows * (double)cols <= 0x1p45) return WEIR_OK;
    return wr_refuse(c, "%s: matrices of %lld x %lld are too large", wr_array_text_of(c->in[0]),
                     (long long)rows, (long long)cols);
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

wr_eigen_shape wr_eigen_shape_of(int ndim, const int64_t *shape, int dtype) {
    return (wr_eigen_shape){.count = wr_count(ndim - 2, shape),
                            .m = shape[ndim - 2],
                            .n = shape[ndim - 1],
                            .is_complex = wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX};
}

/* Most steps of the algorithm are sequential, so only large matrices benefit from more than one
 * worker. */
wr_stack wr_eigen_stack(const wr_eigen_shape *b, uint64_t bytes) {
    enum { SMALL = WR_SIZE(128, 8) };
    double few = (double)(b->m < b->n ? b->m : b->n), work = 10 * (double)b->m * (double)b->n * few;
    bool spreads = b->m > SMALL || b->n > SMALL || b->count == 1;
    return wr_stack_of(b->count, spreads, work, bytes);
}

typedef struct task {
    const wr_simd *simd;
    wr_solve_fn *solve;
    const void *task;
} task;

static weir_status solve_one(const void *arg, weir_context *ctx, char *scratch, int64_t which,
                             int64_t *bad) {
    const task *t = arg;
    wr_workspace ws = {.ctx = ctx, .simd = t->simd};
    weir_status status = t->solve(t->task, &ws, scratch, which);
    if (status != WEIR_EINVAL && status != WR_NO_CONVERGENCE) return status;
    *bad = status == WEIR_EINVAL;
    return WEIR_OK;
}

weir_status wr_eigen_run(const weir_kernel *k, const wr_stack *s, wr_solve_fn *solve,
                         const void *arg) {
    const task t = {wr_simd_of(k), solve, arg};
    char text[48];
    int64_t first, bad;
    WR_TRY(wr_stack_run(k, s, solve_one, &t, &first, &bad));
    if (first < 0) return WEIR_OK;
    return wr_kernel_fail(k, WEIR_EINVAL, "%s %s", wr_matrix_name(text, first, s->count),
                          bad ? "contains NaN or an infinity"
                              : "cannot be decomposed: the iteration does not converge");
}

/* ---- Scratch --------------------------------------------------------------------------------- */

double *wr_take(char **scratch, int64_t doubles) {
    double *out = (double *)(void *)*scratch;
    *scratch += wr_taken(doubles);
    return out;
}

wr_plane wr_take_plane(char **scratch, int64_t rows, int64_t cols, bool is_complex) {
    wr_plane p = {.row = cols, .col = 1};
    p.re = wr_take(scratch, rows * cols);
    if (is_complex) p.im = wr_take(scratch, rows * cols);
    return p;
}

/* ---- Reading and writing --------------------------------------------------------------------- */

static char *row_of(const weir_view *x, int64_t which, int64_t rows, int64_t cols, int64_t i) {
    return (char *)x->data + (which * rows + i) * cols * (int64_t)wr_dtype_bytes(x->dtype);
}

/* Read `count` elements into a row of `to`.  Return the largest absolute value of their real and
 * imaginary parts, or infinity if one of them is not finite. */
static double read_row(const wr_simd *simd, int dtype, const char *from, wr_plane to, int64_t count,
                       double *row) {
    int computes = to.im != NULL ? WEIR_COMPLEX128 : WEIR_FLOAT64;
    int64_t parts = to.im != NULL ? 2 : 1;
    bool direct = to.im == NULL && to.col == 1; /* the row of `to` has the layout of `row` */
    if (direct) row = to.re;
    simd->cast->cast[dtype][computes](row, from, count);
    for (int64_t j = 0; !direct && j < count; j++) {
        to.re[j * to.col] = row[parts * j];
        if (to.im != NULL) to.im[j * to.col] = row[2 * j + 1];
    }
    double most = simd->eigen->largest(row, parts * count);
    return most == most ? most : INFINITY;
}

/* Set the upper triangle to the conjugate of the lower one, in square blocks that stay in the
 * first-level cache. */
static void mirror(wr_plane a, int64_t n) {
    enum { SIDE = WR_SIZE(16, 3) };
    for (int64_t top = 0; top < n; top += SIDE)
        for (int64_t left = 0; left <= top; left += SIDE)
            for (int64_t j = left; j < n && j < left + SIDE; j++)
                for (int64_t i = top > j ? top : j + 1; i < n && i < top + SIDE; i++) {
                    a.re[j * a.row + i] = a.re[i * a.row + j];
                    if (a.im != NULL) a.im[j * a.row + i] = -a.im[i * a.row + j];
                }
    for (int64_t i = 0; a.im != NULL && i < n; i++) a.im[i * a.row + i] = 0;
}

static void scale_all(double *data, int64_t count, double by) {
    for (int64_t i = 0; i < count; i++) data[i] *= by;
}

bool wr_matrix_read(const wr_simd *simd, const weir_view *x, int64_t which, wr_plane to, bool lower,
                    double *row, int *exponent) {
    int64_t rows = x->shape[x->ndim - 2], cols = x->shape[x->ndim - 1];
    double most = 0;
    for (int64_t i = 0; i < rows; i++) {
        int64_t count = lower ? i + 1 : cols;
        most = fmax(most, read_row(simd, x->dtype, row_of(x, which, rows, cols, i),
                                   wr_plane_at(to, i, 0), count, row));
    }
    if (!isfinite(most)) return false;
    frexp(most, exponent);
    if (lower) mirror(to, rows);
    /* Scale in two steps if 2^-exponent is not in the range of double. */
    int half = abs(*exponent) > 1000 ? -*exponent / 2 : -*exponent;
    double by[2] = {ldexp(1, half), ldexp(1, -*exponent - half)};
    for (int s = 0; s < 2 && by[s] != 1; s++) {
        scale_all(to.re, rows * cols, by[s]);
        if (to.im != NULL) scale_all(to.im, rows * cols, by[s]);
    }
    return true;
}

void wr_matrix_write(const wr_simd *simd, const weir_view *y, int64_t which, wr_plane from,
                     bool conjugate, double *row) {
    int64_t rows = y->shape[y->ndim - 2], cols = y->shape[y->ndim - 1];
    double sign = conjugate ? -1 : 1;
    bool pairs = wr_dtype_kind_of(y->dtype) == WR_KIND_COMPLEX;
    assert(!pairs || from.im != NULL);
    for (int64_t i = 0; i < rows; i++) {
        wr_plane own = wr_plane_at(from, i, 0);
        for (int64_t j = 0; j < cols; j++) {
            row[pairs ? 2 * j : j] = own.re[j * own.col];
            if (pairs) row[2 * j + 1] = sign * own.im[j * own.col];
        }
        simd->cast->cast[pairs ? WEIR_COMPLEX128 : WEIR_FLOAT64][y->dtype](
            row_of(y, which, rows, cols, i), row, cols);
    }
}

void wr_values_write(const wr_simd *simd, const weir_view *y, int64_t which, double *values,
                     int exponent) {
    int64_t n = y->shape[y->ndim - 1];
    for (int64_t i = 0; i < n; i++) values[i] = ldexp(values[i], exponent);
    simd->cast->cast[WEIR_FLOAT64][y->dtype](row_of(y, which, 1, n, 0), values, n);
}

/* ---- Vectors --------------------------------------------------------------------------------- */

typedef struct turning {
    wr_plane to;
    const double *rows;
    const int64_t *order;
    int64_t n;
    bool descending;
} turning;

/* Transpose rows begin to end - 1 of the result in square blocks that stay in the first-level
 * cache. */
static weir_status transpose_some(void *arg, int64_t begin, int64_t end) {
    enum { SIDE = 16 };
    const turning *t = arg;
    for (int64_t left = 0; left < t->n; left += SIDE)
        for (int64_t top = begin; top < end; top += SIDE) {
            int64_t right = left + SIDE < t->n ? left + SIDE : t->n;
            int64_t bottom = top + SIDE < end ? top + SIDE : end;
            const double *from[SIDE];
            for (int64_t j = left; j < right; j++)
                from[j - left] = t->rows + t->order[t->descending ? t->n - 1 - j : j] * t->n;
            for (int64_t i = top; i < bottom; i++) {
                double *to = t->to.re + i * t->to.row + left;
                for (int64_t j = 0; j < right - left; j++) to[j] = from[j][i];
            }
        }
    for (int64_t i = begin; t->to.im != NULL && i < end; i++)
        memset(t->to.im + i * t->to.row, 0, (size_t)t->n * sizeof(double));
    return WEIR_OK;
}

weir_status wr_matrix_transpose(const wr_workspace *ws, wr_plane to, const double *rows,
                                const int64_t *order, int64_t n, bool descending) {
    turning t = {to, rows, order, n, descending};
    return wr_workspace_split(ws, n, WR_SIZE(64, 3), transpose_some, &t);
}

typedef struct signing {
    wr_plane a, b;
    int64_t rows, cols, b_rows, b_cols;
} signing;

static double size_at(wr_plane p, int64_t at) {
    return p.re[at] * p.re[at] + (p.im != NULL ? p.im[at] * p.im[at] : 0);
}

enum { SIDE = 16 }; /* columns of a block, whose elements in a row share cache lines */

/* Multiply columns `left` to left + count - 1 by the numbers re + i im. */
static void multiply_columns(wr_plane p, int64_t rows, int64_t left, int64_t count,
                             const double *re, const double *im) {
    for (int64_t i = 0; i < rows; i++) {
        double *x = p.re + i * p.row + left, *y = p.im != NULL ? p.im + i * p.row + left : NULL;
        for (int64_t j = 0; y == NULL && j < count; j++) x[j] *= re[j];
        for (int64_t j = 0; y != NULL && j < count; j++) {
            double own = x[j];
            x[j] = own * re[j] - y[j] * im[j];
            y[j] = own * im[j] + y[j] * re[j];
        }
    }
}

/* Find the factor of each of `count` columns: the conjugate of the phase of the first element whose
 * size is at least nine tenths of the largest. */
static void find_factors(wr_plane a, int64_t rows, int64_t left, int64_t count, double *re,
                         double *im) {
    double most[SIDE] = {0};
    bool found[SIDE] = {false};
    bool simple = a.im == NULL && count == SIDE; /* for these the compiler uses vectors */
    for (int64_t i = 0; simple && i < rows; i++) {
        const double *x = a.re + i * a.row + left;
        for (int j = 0; j < SIDE; j++) most[j] = x[j] * x[j] > most[j] ? x[j] * x[j] : most[j];
    }
    for (int64_t i = 0; !simple && i < rows; i++)
        for (int64_t j = 0; j < count; j++) {
            double size = size_at(a, i * a.row + left + j);
            most[j] = size > most[j] ? size : most[j];
        }
    int64_t missing = count;
    for (int64_t i = 0; i < rows && missing > 0; i++)
        for (int64_t j = 0; j < count; j++) {
            int64_t at = i * a.row + left + j;
            double size = size_at(a, at);
            if (found[j] || !(size >= 0.81 * most[j])) continue;
            found[j] = true;
            missing--;
            size = sqrt(size);
            if (size == 0) continue;
            re[j] = a.re[at] / size;
            if (a.im != NULL) im[j] = -a.im[at] / size;
        }
}

/* Normalise columns begin to end - 1. */
static weir_status sign_some(void *arg, int64_t begin, int64_t end) {
    const signing *s = arg;
    for (int64_t left = begin; left < end; left += SIDE) {
        int64_t count = left + SIDE < end ? SIDE : end - left;
        double re[SIDE], im[SIDE] = {0};
        for (int j = 0; j < SIDE; j++) re[j] = 1;
        find_factors(s->a, s->rows, left, count, re, im);
        multiply_columns(s->a, s->rows, left, count, re, im);
        int64_t others = s->b_cols - left < count ? s->b_cols - left : count;
        multiply_columns(s->b, s->b_rows, left, others, re, im);
    }
    return WEIR_OK;
}

weir_status wr_matrix_sign(const wr_workspace *ws, wr_plane a, int64_t rows, int64_t cols,
                           wr_plane b, int64_t b_rows, int64_t b_cols) {
    signing s = {a, b, rows, cols, b_rows, b_cols};
    return wr_workspace_split(ws, cols, WR_SIZE(64, 2), sign_some, &s);
}
