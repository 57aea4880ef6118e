/* expm.c - the exponential of square matrices: expm, and matrix_square_repeat, an operator that
 * expm is composed of.
 *
 * Scaling and squaring: exp(A) = exp(A / 2^s)^(2^s).  s is chosen from the norm of each matrix so
 * that the Pade approximation of degree 13 is accurate to double precision (Higham 2005).  expm is
 * composed of matrix products and the solution of one linear system.  Only the repeated squaring
 * needs a kernel of its own, because the number of squarings depends on the data.
 *
 * Everything is computed in double precision, whatever the dtype of the input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/composite_calls.h"
#include "ops/core/view.h"
#include "ops/linalg/eigen.h"
#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/solver_common.h"

/* ---- matrix_square_repeat -------------------------------------------------------------------- */

/* Number of rows computed by one call of wr_product, limited so that ws->copies is large enough. */
enum { STRIP = 2 * WR_BLOCK };

static uint64_t take_buffers(wr_plane p[2], double **row, wr_workspace *ws, const wr_eigen_shape *b,
                             char *scratch) {
    char *start = scratch;
    for (int i = 0; i < 2; i++) p[i] = wr_take_plane(&scratch, b->n, b->n, b->is_complex);
    *row = wr_take(&scratch, 2 * b->n);
    ws->copies = wr_take(&scratch, WR_COPIES(b->n));
    ws->scratch = scratch;
    ws->scratch_bytes = wr_products_scratch(STRIP, b->n, b->n);
    return (uint64_t)(scratch - start) + ws->scratch_bytes;
}

static uint64_t scratch_bytes(const wr_eigen_shape *b) {
    static _Alignas(64) char nowhere[64];
    wr_plane p[2];
    wr_workspace ws;
    double *row;
    return take_buffers(p, &row, &ws, b, nowhere);
}

static weir_status matrix_square_repeat_infer(weir_infer *c) {
    const weir_array *x = c->in[0], *times = c->in[1];
    WR_TRY(wr_eigen_need(c, &c->dtype));
    WR_TRY(wr_need_square(c, 0));
    WR_TRY(wr_eigen_need_size(c, wr_shape(x)[x->ndim - 1], wr_shape(x)[x->ndim - 1]));
    if (wr_dtype_kind_of(times->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "times must be real, not %s",
                            wr_dtypes[times->dtype].name);
    bool same = times->ndim == x->ndim - 2;
    for (int i = 0; same && i < times->ndim; i++) same = wr_shape(times)[i] == wr_shape(x)[i];
    if (!same)
        return wr_refuse(c, "x is %s and times is %s; expected one number for each matrix",
                         wr_array_text_of(x), wr_array_text_of(times));
    wr_meta_like(&c->out[0], x);
    wr_eigen_shape b = wr_eigen_shape_of(x->ndim, wr_shape(x), x->dtype);
    wr_stack s = wr_eigen_stack(&b, scratch_bytes(&b));
    c->scratch_bytes =
        wr_is_on_cuda(c) ? wr_cuda_squares_scratch(c->dtype, b.count, b.n) : wr_stack_bytes(&s);
    return WEIR_OK;
}

typedef struct task {
    const weir_kernel *k;
    wr_eigen_shape b;
} task;

static int64_t row_bytes(const task *t, const weir_view *x) {
    return t->b.n * (int64_t)wr_dtype_bytes(x->dtype);
}

/* Read matrix `which` of the input into `to`.  Return false if an element is not finite. */
static bool read_matrix(const task *t, const wr_simd *simd, int64_t which, wr_plane to,
                        double *row) {
    const weir_view *x = &t->k->in[0];
    int64_t n = t->b.n, parts = to.im != NULL ? 2 : 1;
    bool finite = true;
    for (int64_t i = 0; i < n; i++) {
        const char *from = (const char *)x->data + (which * n + i) * row_bytes(t, x);
        simd->cast->cast[x->dtype][parts == 2 ? WEIR_COMPLEX128 : WEIR_FLOAT64](row, from, n);
        for (int64_t j = 0; j < parts * n; j++) finite = finite && isfinite(row[j]);
        for (int64_t j = 0; j < n; j++) {
            to.re[i * to.row + j] = row[parts * j];
            if (parts == 2) to.im[i * to.row + j] = row[2 * j + 1];
        }
    }
    return finite;
}

/* Return how many times matrix `which` is squared, at most 4096, or -1 if its entry of `times` is
 * NaN. */
static int64_t times_of(const weir_kernel *k, int64_t which) {
    double times = wr_view_get(&k->in[1], which);
    if (isnan(times)) return -1;
    return times > 0 ? (int64_t)fmin(times, 4096) : 0;
}

static weir_status square_all(const void *arg, wr_workspace *ws, char *scratch, int64_t which) {
    const task *t = arg;
    int64_t n = t->b.n, times = times_of(t->k, which);
    wr_plane p[2];
    double *row;
    take_buffers(p, &row, ws, &t->b, scratch);
    if (!read_matrix(t, ws->simd, which, p[0], row) || times < 0) {
        for (int64_t i = 0; i < n * n; i++) {
            p[0].re[i] = NAN;
            if (p[0].im != NULL) p[0].im[i] = NAN;
        }
        times = 0;
    }
    for (int64_t done = 0; done < times; done++) {
        for (int64_t i = 0; i < n; i += STRIP)
            WR_TRY(wr_product(ws, n - i < STRIP ? n - i : STRIP, n, n, wr_plane_at(p[0], i, 0),
                              p[0], wr_plane_at(p[1], i, 0), 0));
        wr_plane last = p[0];
        p[0] = p[1], p[1] = last;
    }
    wr_matrix_write(ws->simd, &t->k->out[0], which, p[0], false, row);
    return WEIR_OK;
}

static weir_status matrix_square_repeat_run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    task t = {k, wr_eigen_shape_of(x->ndim, x->shape, x->dtype)};
    if (t.b.n == 0 || t.b.count == 0) return WEIR_OK;
    wr_stack s = wr_eigen_stack(&t.b, scratch_bytes(&t.b));
    return wr_eigen_run(k, &s, square_all, &t);
}

static weir_status matrix_square_repeat_reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1], count = n > 0 ? wr_view_count(x) / (n * n) : 0;
    bool is_complex = wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX;
    double _Complex *next = malloc((size_t)(n * n + 1) * sizeof *next);
    if (next == NULL) return wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
    for (int64_t which = 0; which < count; which++) {
        double _Complex *a = wr_reference_get(x, which * n * n, n * n);
        if (a == NULL) {
            free(next);
            return wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
        }
        int64_t times = times_of(k, which);
        bool fails = times < 0 || !wr_reference_finite(a, n * n);
        for (int64_t done = 0; done < times && !fails; done++) {
            for (int64_t i = 0; i < n * n; i++) {
                next[i] = 0;
                for (int64_t j = 0; j < n; j++) next[i] += a[i / n * n + j] * a[j * n + i % n];
            }
            memcpy(a, next, (size_t)(n * n) * sizeof *a);
        }
        for (int64_t i = 0; i < n * n; i++) {
            if (fails) a[i] = NAN + (is_complex ? NAN * I : 0);
            if (is_complex)
                wr_view_put_complex(&k->out[0], which * n * n + i, a[i]);
            else
                wr_view_put(&k->out[0], which * n * n + i, creal(a[i]));
        }
        free(a);
    }
    free(next);
    return WEIR_OK;
}

WR_OP(matrix_square_repeat) = {
    .size = sizeof(weir_op_def),
    .name = "matrix_square_repeat",
    .summary = "Square each matrix as often as the number for it says.",
    .notes = "Part of expm.  Numbers are rounded down; a matrix with NaN or an infinity, or with "
             "a number that is NaN, gives only NaN.  It has no gradient of its own: expm does.",
    .inputs = "x, times",
    .outputs = "y",
    .parts = "x: square matrices; "
             "times: how often each matrix is squared",
    .flags = WEIR_OP_ONCE,
    .infer = matrix_square_repeat_infer,
    .run = matrix_square_repeat_run,
    .reference = matrix_square_repeat_reference,
    .samples = "(3,3)@-1:1, f32()@0:3; (2,4,4)@-1:1, f64(2)@0:4; (1,1)@-1:1, i64()@-1:3",
};

/* ---- expm ------------------------------------------------------------------------------------ */

static int computed_in(int dtype) {
    return wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX ? WEIR_COMPLEX128 : WEIR_FLOAT64;
}

static int result_in(int dtype) {
    return wr_dtype_kind_of(dtype) < WR_KIND_FLOAT ? wr_default_dtype() : dtype;
}

static weir_array *as_dtype(weir_vjp *v, weir_array *x, int dtype) {
    return x != NULL && x->dtype != dtype ? wr_g_astype(v, x, dtype) : x;
}

static weir_array *scaled(weir_vjp *v, weir_array *x, double by) {
    return wr_g_multiply(v, x, wr_build_number(v, by));
}

/* Return b[1] * A^2 + b[2] * A^4 + b[3] * A^6, plus b[0] * I if `one`, the identity, is not NULL.
 * `even` holds the three powers of A. */
static weir_array *polynomial(weir_vjp *v, weir_array *const *even, const double *b,
                              weir_array *one) {
    weir_array *sum = wr_g_add(v, scaled(v, even[0], b[1]), scaled(v, even[1], b[2]));
    sum = wr_g_add(v, sum, scaled(v, even[2], b[3]));
    return one == NULL ? sum : wr_g_add(v, sum, scaled(v, one, b[0]));
}

/* Return the Pade approximation (V - U)^-1 (V + U) of degree 13, which is accurate for matrices
 * whose 1-norm is at most LIMIT. */
#define LIMIT 5.371920351148152
static weir_array *approximation(weir_vjp *v, weir_array *a) {
    static const double odd[] = {32382376266240000, 1187353796428800, 10559470521600, 33522128640},
                        odd_high[] = {0, 40840800, 16380, 1},
                        even[] = {64764752532480000, 7771770303897600, 129060195264000,
                                  670442572800},
                        even_high[] = {0, 1323241920, 960960, 182};
    if (a == NULL) return NULL;
    int64_t n = wr_shape(a)[a->ndim - 1];
    weir_array *one = wr_g_eye(v, n, n, 0, a->dtype, a->device), *power[3];
    power[0] = wr_g_matmul(v, a, a);
    power[1] = wr_g_matmul(v, power[0], power[0]);
    power[2] = wr_g_matmul(v, power[1], power[0]);
    weir_array *u = wr_g_matmul(v, power[2], polynomial(v, power, odd_high, NULL));
    u = wr_g_matmul(v, a, wr_g_add(v, u, polynomial(v, power, odd, one)));
    weir_array *w = wr_g_matmul(v, power[2], polynomial(v, power, even_high, NULL));
    w = wr_g_add(v, w, polynomial(v, power, even, one));
    return wr_g_solve(v, wr_g_subtract(v, w, u), wr_g_add(v, w, u), 1);
}

static weir_array *exponential(weir_vjp *v, weir_array *x) {
    const int64_t both[2] = {-2, -1};
    int dtype = result_in(x->dtype);
    weir_array *a = as_dtype(v, x, computed_in(dtype));
    weir_array *norm = wr_g_matrix_norm(v, a, 1, "1");
    weir_array *times = wr_g_ceil(v, wr_g_log2(v, scaled(v, norm, 1 / LIMIT)));
    times = wr_g_maximum(v, times, wr_build_number(v, 0));
    times = wr_g_where(v, wr_g_isfinite(v, norm), times, wr_build_number(v, NAN));
    a = wr_g_multiply(v, a, wr_g_exp2(v, wr_g_negative(v, times)));
    weir_array *y = approximation(v, a);
    y = wr_g_matrix_square_repeat(v, y, wr_g_squeeze(v, times, both, 2));
    return as_dtype(v, y, dtype);
}

static weir_status expm_view(weir_infer *c, weir_array **out) {
    weir_array *x = c->in[0];
    WR_TRY(wr_need_square(c, 0));
    if (x->dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    if (x->count == 0) {
        weir_array *y = wr_g_astype(&made.v, x, result_in(x->dtype));
        return wr_compose_end(&made, y, out);
    }
    return wr_compose_end(&made, exponential(&made.v, x), out);
}

/* The gradient is the upper right block of the exponential of the block matrix (A^H G; 0 A^H),
 * where G is the gradient of the result.  G is first divided by a power of two so that its largest
 * entry is about 1; otherwise a large G would increase the number of squarings. */
static void expm_vjp(weir_vjp *v) {
    const int64_t both[2] = {-2, -1};
    weir_array *x = v->in[0];
    int dtype = computed_in(x->dtype);
    if (x->count == 0 || wr_dtype_kind_of(x->dtype) < WR_KIND_FLOAT) return;
    int64_t n = wr_shape(x)[x->ndim - 1];
    weir_array *a = wr_build_adjoint(v, as_dtype(v, x, dtype));
    weir_array *g = as_dtype(v, v->grad_out[0], dtype);
    weir_array *size =
        wr_g_maximum(v, wr_g_max(v, wr_g_abs(v, g), both, 2, 1), wr_build_number(v, 0x1p-1000));
    size = wr_g_exp2(v, wr_g_ceil(v, wr_g_log2(v, size)));
    weir_array *const top[2] = {a, wr_g_divide(v, g, size)};
    weir_array *const bottom[2] = {g == NULL ? NULL : scaled(v, g, 0), a};
    weir_array *const halves[2] = {wr_g_concat(v, top, 2, -1), wr_g_concat(v, bottom, 2, -1)};
    weir_array *y = wr_g_expm(v, wr_g_concat(v, halves, 2, -2));
    if (y == NULL) return;
    y = wr_build_cut(v, wr_build_cut(v, y, x->ndim - 2, 0, n), x->ndim - 1, n, 2 * n);
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_multiply(v, y, size), x);
}

WR_OP(expm) = {
    .size = sizeof(weir_op_def),
    .name = "expm",
    .summary = "The exponential of square matrices, 1 + x + x^2 / 2! + ...",
    .notes = "By scaling and squaring, computed in double.  A matrix with NaN or an infinity gives "
             "only NaN.  The gradient is the exponential of a matrix of twice the size, about "
             "eight times the work.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: square matrices",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN,
    .view = expm_view,
    .vjp = expm_vjp,
    .samples = "(3,3)@-2:2; (2,4,4)@-1:1; (1,1)@-2:2",
};
