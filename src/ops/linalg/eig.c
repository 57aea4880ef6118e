/* eig.c - eigenvalues and eigenvectors of general square matrices: eig, eigvals.
 *
 * The matrix is balanced, that is, its rows and columns are scaled by powers of two.  schur.c
 * reduces it to a triangular matrix T, the eigenvectors of T are computed by back substitution, and
 * these are transformed back.  The eigenvalues are sorted by real part, then by imaginary part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ops/core/expression.h"
#include "ops/linalg/eigen_gradient.h"
#include "ops/linalg/eigen_reference.h"
#include "ops/linalg/linalg_cuda.h"
#include "ops/linalg/schur.h"

/* ---- Shapes and scratch ---------------------------------------------------------------------- */

/* The scratch buffers for one matrix.  If vectors are computed, all planes have an imaginary
 * part. */
typedef struct buffers {
    wr_plane a, w, y; /* a: the matrix; w: Q^H; y: eigenvectors of T */
    double *re, *im, *scale, *work, *row;
    int64_t *order;
} buffers;

/* Number of rows computed by one call of wr_product, limited so that ws->copies is large enough. */
enum { STRIP = 2 * WR_BLOCK };

static uint64_t take_buffers(buffers *r, wr_workspace *ws, const wr_eigen_shape *b, bool vectors,
                             char *scratch) {
    char *start = scratch;
    int64_t n = b->n;
    *r = (buffers){.a = wr_take_plane(&scratch, n, n, b->is_complex || vectors)};
    if (vectors) {
        r->w = wr_take_plane(&scratch, n, n, true);
        r->y = wr_take_plane(&scratch, n, n, true);
    }
    r->re = wr_take(&scratch, n);
    r->im = wr_take(&scratch, n);
    r->scale = wr_take(&scratch, n);
    r->work = wr_take(&scratch, wr_schur_doubles(n));
    r->row = wr_take(&scratch, 2 * n);
    r->order = (int64_t *)(void *)wr_take(&scratch, n);
    ws->copies = wr_take(&scratch, vectors ? WR_COPIES(n) : 0);
    ws->scratch = scratch;
    ws->scratch_bytes = wr_products_scratch(1, 1, n);
    size_t back = vectors ? wr_products_scratch(STRIP, n, n) : 0;
    if (back > ws->scratch_bytes) ws->scratch_bytes = back;
    return (uint64_t)(scratch - start) + ws->scratch_bytes;
}

static uint64_t scratch_bytes(const wr_eigen_shape *b, bool vectors) {
    static _Alignas(64) char nowhere[64];
    buffers r;
    wr_workspace ws;
    return take_buffers(&r, &ws, b, vectors, nowhere);
}

static int complex_of(int dtype) {
    return dtype == WEIR_FLOAT64 || dtype == WEIR_COMPLEX128 ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
}

static weir_status infer(weir_infer *c, bool vectors) {
    const weir_array *x = c->in[0];
    const int64_t *shape = wr_shape(x);
    WR_TRY(wr_eigen_need(c, &c->dtype));
    if (shape[x->ndim - 1] != shape[x->ndim - 2])
        return wr_refuse(c, "%s is not an array of square matrices", wr_array_text_of(x));
    WR_TRY(wr_eigen_need_size(c, shape[x->ndim - 1], shape[x->ndim - 1]));
    wr_meta_shape(&c->out[0], x->ndim - 1, shape);
    c->out[0].dtype = complex_of(x->dtype);
    if (vectors) {
        wr_meta_shape(&c->out[1], x->ndim, shape);
        c->out[1].dtype = complex_of(x->dtype);
    }
    wr_eigen_shape b = wr_eigen_shape_of(x->ndim, shape, x->dtype);
    if (wr_is_on_cuda(c)) {
        c->scratch_bytes = wr_cuda_eig_scratch(c->dtype, b.count, b.n, vectors);
        return WEIR_OK;
    }
    wr_stack s = wr_eigen_stack(&b, scratch_bytes(&b, vectors));
    c->scratch_bytes = wr_stack_bytes(&s);
    return WEIR_OK;
}

static weir_status eig_infer(weir_infer *c) { return infer(c, true); }
static weir_status eigvals_infer(weir_infer *c) { return infer(c, false); }

/* ---- Balancing ------------------------------------------------------------------------------- */

static double size_at(wr_plane p, int64_t at) {
    return fabs(p.re[at]) + (p.im != NULL ? fabs(p.im[at]) : 0);
}

static void scale_both(wr_plane a, int64_t n, int64_t i, double by) {
    for (int64_t j = 0; j < n; j++) {
        a.re[i * a.row + j] /= by;
        a.re[j * a.row + i] *= by;
        if (a.im == NULL) continue;
        a.im[i * a.row + j] /= by;
        a.im[j * a.row + i] *= by;
    }
}

static double total_of(wr_plane a, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n * n; i++) sum += size_at(a, i);
    return sum;
}

/* Replace A by D^-1 A D with D = diag(scale), so that row i and column i have about the same norm
 * (Parlett and Reinsch).  The scales are powers of two, so no rounding occurs.  The norms include
 * the diagonal, although scaling does not change it: if the diagonal is large, balancing the other
 * entries would make the eigenvectors less accurate.  Balancing can also make them less accurate if
 * the matrix is well scaled but sparse; therefore it is undone unless it reduces the norm of the
 * matrix by a factor of 16. */
static void balance(wr_plane a, int64_t n, double *scale) {
    double before = total_of(a, n);
    enum { ROUNDS = 100 };
    bool changed = true;
    for (int64_t i = 0; i < n; i++) scale[i] = 1;
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (int64_t i = 0; i < n; i++) {
            double column = 0, row = 0, by = 1;
            for (int64_t j = 0; j < n; j++) {
                column += size_at(a, j * a.row + i);
                row += size_at(a, i * a.row + j);
            }
            if (column < DBL_MIN || row < DBL_MIN) continue;
            double both = column + row;
            for (; column < row / 2 && scale[i] * by < 0x1p60; by *= 2) column *= 2, row /= 2;
            for (; column >= row * 2 && scale[i] * by > 0x1p-60; by /= 2) column /= 2, row *= 2;
            if (column + row >= 0.95 * both || by == 1) continue;
            changed = true;
            scale[i] *= by;
            scale_both(a, n, i, by);
        }
    }
    if (total_of(a, n) < before / 16) return;
    for (int64_t i = 0; i < n; i++) {
        if (scale[i] != 1) scale_both(a, n, i, 1 / scale[i]);
        scale[i] = 1;
    }
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Convert a real Schur form to a complex one: make each 2 x 2 block triangular by a rotation. */
static void make_triangular(const wr_workspace *ws, int64_t n, wr_plane t, wr_plane w,
                            const double *re, const double *im) {
    for (int64_t i = 0; i + 1 < n; i++) {
        if (im[i] == 0) continue;
        /* (value - d, c) is an eigenvector of the block (a b; c d).  It is multiplied by a phase
         * that makes its first entry real. */
        double c = t.re[(i + 1) * t.row + i], x = re[i] - t.re[(i + 1) * t.row + i + 1];
        double first = hypot(x, im[i]), r = hypot(first, c);
        double turn[2] = {c * x / first / r, c * im[i] / first / r};
        wr_turn_rows(ws, t, i, i, n, first / r, turn);
        wr_turn_columns(t, i, 0, i + 2, first / r, turn);
        wr_turn_rows(ws, w, i, 0, n, first / r, turn);
        t.re[(i + 1) * t.row + i] = t.im[(i + 1) * t.row + i] = 0;
        for (int64_t j = i; j < i + 2; j++)
            t.re[j * t.row + j] = re[j], t.im[j * t.row + j] = im[j];
        i++;
    }
}

static double dot(const wr_workspace *ws, const double *x, const double *y, int64_t n) {
    double out = 0;
    if (n > 0) ws->simd->gemm->dot[WR_GEMM_F64](&out, x, 1, y, 1, n);
    return out;
}

/* Compute the eigenvector x + i y of the triangular matrix for its eigenvalue k.  Entry k is 1, and
 * the entries before it are computed by back substitution; the vector is scaled down whenever an
 * entry becomes large.  Eigenvalues that are equal up to rounding are treated as if they differed
 * by eps, so the computed eigenvectors of a defective matrix are almost parallel. */
static void substitute(const wr_workspace *ws, wr_plane t, int64_t k, double *x, double *y) {
    enum { LARGE = 1 << 30 };
    double value_re = t.re[k * t.row + k], value_im = t.im[k * t.row + k];
    double least = fmax(DBL_EPSILON * hypot(value_re, value_im), 0x1p-200);
    x[k] = 1, y[k] = 0;
    for (int64_t i = k - 1; i >= 0; i--) {
        const double *re = t.re + i * t.row, *im = t.im + i * t.row;
        int64_t from = i + 1, m = k - i;
        double a = dot(ws, re + from, x + from, m) - dot(ws, im + from, y + from, m);
        double b = dot(ws, re + from, y + from, m) + dot(ws, im + from, x + from, m);
        double by_re = value_re - re[i], by_im = value_im - im[i], size = hypot(by_re, by_im);
        if (size < least) by_re = least, by_im = 0, size = least;
        by_re /= size, by_im /= size;
        x[i] = (a * by_re + b * by_im) / size;
        y[i] = (b * by_re - a * by_im) / size;
        double most = fabs(x[i]) + fabs(y[i]);
        if (most < LARGE) continue;
        for (int64_t j = i; j <= k; j++) x[j] /= most, y[j] /= most;
    }
}

/* Scale column k to Euclidean norm 1. */
static void normalise(wr_plane v, int64_t n, int64_t k) {
    double most = 0, sum = 0;
    for (int64_t i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(v.re[i * v.row + k]), fabs(v.im[i * v.row + k])));
    if (most == 0) return;
    for (int64_t i = 0; i < n; i++) {
        double re = v.re[i * v.row + k] / most, im = v.im[i * v.row + k] / most;
        sum += re * re + im * im;
    }
    double by = most * sqrt(sum);
    for (int64_t i = 0; i < n; i++) v.re[i * v.row + k] /= by, v.im[i * v.row + k] /= by;
}

/* For a real matrix, make the vectors of real eigenvalues real, and make the two vectors of a
 * conjugate pair of eigenvalues conjugates of each other.  The imaginary part that is dropped is
 * only rounding error, unless the eigenvalue is repeated; in that case the real part is an
 * eigenvector too. */
static weir_status make_real(const wr_workspace *ws, int64_t n, const buffers *r) {
    wr_plane v = r->a;
    for (int64_t k = 0; k < n; k++) {
        if (r->im[k] != 0) continue;
        for (int64_t i = 0; i < n; i++) v.im[i * v.row + k] = 0;
        normalise(v, n, k);
    }
    WR_TRY(wr_matrix_sign(ws, v, n, n, v, 0, 0));
    for (int64_t k = 0; k < n; k++) {
        if (r->im[k] >= 0) continue;
        for (int64_t i = 0; i < n; i++) { /* copy the conjugate of the previous vector */
            v.re[i * v.row + k] = v.re[i * v.row + k - 1];
            v.im[i * v.row + k] = -v.im[i * v.row + k - 1];
        }
    }
    return WEIR_OK;
}

/* Overwrite r->a with the eigenvectors V = D Q Y, whose columns are scaled to norm 1. */
static weir_status vectors_of(const wr_workspace *ws, int64_t n, buffers *r, bool is_complex) {
    wr_plane v = r->a, y = r->y;
    assert(y.re != NULL && y.im != NULL);
    for (int64_t k = 0; k < n; k++) {
        double *re = r->row, *im = r->row + n;
        for (int64_t i = 0; i < 2 * n; i++) r->row[i] = 0;
        substitute(ws, r->a, k, re, im);
        for (int64_t i = 0; i < n; i++) y.re[i * y.row + k] = re[i], y.im[i * y.row + k] = im[i];
    }
    for (int64_t i = 0; i < n; i += STRIP) {
        int64_t rows = n - i < STRIP ? n - i : STRIP;
        wr_plane q = wr_plane_transposed(wr_plane_at(r->w, 0, i));
        WR_TRY(wr_product(ws, rows, n, n, q, y, wr_plane_at(v, i, 0), WR_CONJ_A));
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            v.re[i * v.row + k] *= r->scale[i];
            v.im[i * v.row + k] *= r->scale[i];
        }
    for (int64_t k = 0; k < n; k++) normalise(v, n, k);
    WR_TRY(wr_matrix_sign(ws, v, n, n, v, 0, 0));
    return is_complex ? WEIR_OK : make_real(ws, n, r);
}

/* ---- The kernel ------------------------------------------------------------------------------ */

typedef struct task {
    const weir_kernel *k;
    wr_eigen_shape b;
    bool vectors;
} task;

static bool is_before(const buffers *r, int64_t a, int64_t b) {
    if (r->re[a] != r->re[b]) return r->re[a] < r->re[b];
    return r->im[a] != r->im[b] ? r->im[a] < r->im[b] : a < b;
}

/* Move order[at] down to its place in a heap of n entries whose root is the last in sorted order.
 * The entries below `at` already satisfy the heap property. */
static void sift_down(const buffers *r, int64_t at, int64_t n) {
    int64_t *order = r->order, moving = order[at];
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_before(r, order[child], order[child + 1])) child++;
        if (!is_before(r, moving, order[child])) break;
        order[at] = order[child];
    }
    order[at] = moving;
}

/* Set r->order to the indices of the eigenvalues in sorted order, by heapsort. */
static void sort_values(const buffers *r, int64_t n) {
    for (int64_t i = 0; i < n; i++) r->order[i] = i;
    for (int64_t i = n / 2 - 1; i >= 0; i--) sift_down(r, i, n);
    for (int64_t end = n - 1; end > 0; end--) {
        int64_t last = r->order[0];
        r->order[0] = r->order[end];
        r->order[end] = last;
        sift_down(r, 0, end);
    }
}

static void write_values(const task *t, const wr_simd *simd, buffers *r, int64_t which,
                         int exponent) {
    const weir_view *y = &t->k->out[0];
    int64_t n = t->b.n;
    for (int64_t i = 0; i < n; i++) {
        r->row[2 * i] = ldexp(r->re[r->order[i]], exponent);
        r->row[2 * i + 1] = ldexp(r->im[r->order[i]], exponent);
    }
    char *to = (char *)y->data + which * n * (int64_t)wr_dtype_bytes(y->dtype);
    simd->cast->cast[WEIR_COMPLEX128][y->dtype](to, r->row, n);
}

static weir_status solve(const void *arg, wr_workspace *ws, char *scratch, int64_t which) {
    const task *t = arg;
    const weir_kernel *k = t->k;
    int64_t n = t->b.n;
    buffers r;
    int exponent = 0;
    take_buffers(&r, ws, &t->b, t->vectors, scratch);
    wr_plane a = r.a, w = r.w;
    if (!t->b.is_complex) a.im = w.im = NULL;
    if (!wr_matrix_read(ws->simd, &k->in[0], which, a, false, r.row, &exponent)) return WEIR_EINVAL;
    balance(a, n, r.scale);
    if (!wr_schur(ws, n, a, w, r.re, r.im, r.work)) return WR_NO_CONVERGENCE;
    sort_values(&r, n);
    if (t->vectors) {
        if (!t->b.is_complex) {
            assert(r.a.im != NULL && r.w.im != NULL);
            memset(r.a.im, 0, (size_t)(n * n) * sizeof(double));
            memset(r.w.im, 0, (size_t)(n * n) * sizeof(double));
            make_triangular(ws, n, r.a, r.w, r.re, r.im);
        }
        WR_TRY(vectors_of(ws, n, &r, t->b.is_complex));
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) {
                r.y.re[i * n + j] = r.a.re[i * n + r.order[j]];
                r.y.im[i * n + j] = r.a.im[i * n + r.order[j]];
            }
        wr_matrix_write(ws->simd, &k->out[1], which, r.y, false, r.row);
    }
    write_values(t, ws->simd, &r, which, exponent);
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k, bool vectors) {
    const weir_view *x = &k->in[0];
    task t = {.k = k, .vectors = vectors};
    t.b = wr_eigen_shape_of(x->ndim, x->shape, x->dtype);
    if (t.b.n == 0 || t.b.count == 0) return WEIR_OK;
    wr_stack s = wr_eigen_stack(&t.b, scratch_bytes(&t.b, vectors));
    return wr_eigen_run(k, &s, solve, &t);
}

static weir_status eig_run(const weir_kernel *k) { return run(k, true); }
static weir_status eigvals_run(const weir_kernel *k) { return run(k, false); }
static weir_status eig_reference(const weir_kernel *k) {
    return wr_reference_eig(k, &k->out[0], &k->out[1]);
}
static weir_status eigvals_reference(const weir_kernel *k) {
    return wr_reference_eig(k, &k->out[0], NULL);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Return the contribution of the eigenvectors' gradient g to the gradient with respect to M, where
 * M = V^-1 dA V.  A change dA changes the eigenvalues by the diagonal of M and the eigenvectors by
 * V C, where C_ij = M_ij / (w_j - w_i) off the diagonal.  The diagonal of C is such that the
 * vectors keep their norm and their normalised phase. */
static weir_array *by_vectors(weir_vjp *v, weir_array *values, weir_array *vectors, weir_array *g) {
    const int64_t row[1] = {-2}, column[1] = {-1};
    weir_array *adjoint = wr_build_adjoint(v, vectors);
    weir_array *product = wr_g_matmul(v, adjoint, g);
    weir_array *along = wr_g_real(v, wr_g_diagonal(v, product, 0, -2, -1));
    g = wr_build_phases(v, vectors, g, product);
    g = wr_g_subtract(v, g, wr_g_multiply(v, vectors, wr_g_expand_dims(v, along, row, 1)));
    weir_array *apart = wr_g_subtract(v, wr_g_expand_dims(v, values, row, 1),
                                      wr_g_expand_dims(v, values, column, 1));
    return wr_build_off_diagonal(v, wr_g_matmul(v, adjoint, g), wr_g_conj(v, apart));
}

static weir_array *diagonals(weir_vjp *v, weir_array *values) {
    const int64_t row[1] = {-2};
    if (values == NULL) return NULL;
    int64_t n = wr_shape(values)[values->ndim - 1];
    weir_array *one = wr_g_eye(v, n, n, 0, values->dtype, values->device);
    return wr_g_multiply(v, one, wr_g_expand_dims(v, values, row, 1));
}

/* Return V^-H M V^H, the gradient with respect to A; only its real part if A is real. */
static weir_array *back(weir_vjp *v, weir_array *vectors, weir_array *m) {
    weir_array *adjoint = wr_build_adjoint(v, vectors);
    weir_array *g = wr_g_solve(v, adjoint, wr_g_matmul(v, m, adjoint), 1);
    bool is_complex = wr_dtype_kind_of(v->in[0]->dtype) == WR_KIND_COMPLEX;
    return wr_build_unbroadcast(v, is_complex ? g : wr_g_real(v, g), v->in[0]);
}

static void eig_vjp(weir_vjp *v) {
    weir_array *m = diagonals(v, v->grad_out[0]);
    if (v->grad_out[1] != NULL) {
        weir_array *more = by_vectors(v, v->out[0], v->out[1], v->grad_out[1]);
        m = m == NULL ? more : wr_g_add(v, m, more);
    }
    if (m != NULL) v->grad_in[0] = back(v, v->out[1], m);
}

static void eigvals_vjp(weir_vjp *v) {
    weir_array *out[2];
    wr_build_many(v, WR_OP_eig, NULL, 1, v->in, 2, out);
    if (v->grad_out[0] != NULL) v->grad_in[0] = back(v, out[1], diagonals(v, v->grad_out[0]));
}

WR_OP(eig) = {
    .size = sizeof(weir_op_def),
    .name = "eig",
    .summary = "The eigenvalues and eigenvectors of general square matrices, as complex numbers.",
    .notes =
        "The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix "
        "are real or "
        "conjugate pairs.  Column i of the eigenvectors belongs to eigenvalue i and has length "
        "1; its phase "
        "makes its first entry of at least nine tenths of the largest absolute value real and "
        "positive.  The "
        "gradient through the eigenvectors is defined where the eigenvalues are distinct; it is "
        "infinite or "
        "NaN where they are equal.",
    .inputs = "x",
    .outputs = "eigenvalues, eigenvectors",
    .parts = "x: square matrices; "
             "eigenvalues: eigenvalues of each matrix; "
             "eigenvectors: eigenvectors, as columns",
    .infer = eig_infer,
    .run = eig_run,
    .reference = eig_reference,
    .vjp = eig_vjp,
    .samples = "(3,3)@-2:2; (2,4,4)@-2:2; (1,1)@-2:2",
};

WR_OP(eigvals) = {
    .size = sizeof(weir_op_def),
    .name = "eigvals",
    .summary = "The eigenvalues of general square matrices, as complex numbers.",
    .notes = "They are sorted by real part, then by imaginary part.",
    .inputs = "x",
    .outputs = "eigenvalues",
    .parts = "x: square matrices; "
             "eigenvalues: eigenvalues of each matrix",
    .infer = eigvals_infer,
    .run = eigvals_run,
    .reference = eigvals_reference,
    .vjp = eigvals_vjp,
    .samples = "(3,3)@-2:2; (2,4,4)@-2:2; (1,1)@-2:2",
};
