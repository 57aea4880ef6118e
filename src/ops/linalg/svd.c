/* svd.c - singular values and vectors: svd, svdvals.
 *
 * A matrix with more columns than rows is transposed first.  eigen_reduce.c makes the matrix
 * bidiagonal, bidiagonal.c solves the bidiagonal problem, and the vectors are transformed back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/expression.h"
#include "ops/linalg/eigen.h"
#include "ops/linalg/eigen_gradient.h"
#include "ops/linalg/eigen_reference.h"
#include "ops/linalg/linalg_cuda.h"

#define SVD_ATTRS(X, A)                                                                            \
    X(A, BOOL, full_matrices, 1, "U and Vh are square; false: only the first min(m, n) vectors")
WEIR_ATTRS(svd, SVD_ATTRS);

/* ---- Shapes and scratch ---------------------------------------------------------------------- */

/* The shape of A, or of its transpose: `tall` rows and `few` columns, tall >= few. */
typedef struct form {
    wr_eigen_shape b;
    int64_t tall, few, lefts; /* lefts: number of left vectors to compute (0, few or tall) */
    bool transposed;
} form;

static form form_of(int ndim, const int64_t *shape, int dtype, bool vectors, bool full) {
    form f = {.b = wr_eigen_shape_of(ndim, shape, dtype)};
    f.transposed = f.b.m < f.b.n;
    f.tall = f.transposed ? f.b.n : f.b.m;
    f.few = f.transposed ? f.b.m : f.b.n;
    if (vectors) f.lefts = full ? f.tall : f.few;
    return f;
}

typedef struct buffers {
    wr_plane a, left, right;          /* left and right: the singular vectors, as columns */
    wr_plane left_turns, right_turns; /* the reflections from the left and from the right */
    double *d, *e, *tau, *u, *v, *row, *work;
    int64_t *order;
} buffers;

static int64_t work_doubles(const form *f) {
    bool is_complex = f->b.is_complex;
    int64_t most = wr_reduce_doubles(f->tall, f->few, is_complex);
    if (f->lefts == 0) return most;
    int64_t others[] = {wr_conquer_doubles(f->few), wr_reflect_doubles(f->lefts, is_complex),
                        wr_reflect_doubles(f->few, is_complex)};
    for (int i = 0; i < 3; i++) most = others[i] > most ? others[i] : most;
    return most;
}

static size_t gemm_bytes(const form *f) {
    size_t all[] = {wr_products_scratch(f->tall, f->few, 2 * WR_BLOCK),
                    wr_products_scratch(1, 1, f->tall),
                    wr_products_scratch(WR_BLOCK, f->lefts, f->tall),
                    wr_products_scratch(f->tall, f->lefts, WR_BLOCK),
                    f->lefts > 0 ? wr_products_scratch(f->few + 1, f->few + 1, f->few + 1) : 0};
    size_t most = 0;
    for (int i = 0; i < 5; i++) most = all[i] > most ? all[i] : most;
    return most;
}

/* Lay out the buffers in the scratch memory, and return the number of bytes they need. */
static uint64_t take_buffers(buffers *r, wr_workspace *ws, const form *f, char *scratch) {
    char *start = scratch;
    bool is_complex = f->b.is_complex, vectors = f->lefts > 0;
    int64_t few = f->few, rows = vectors ? few : 1;
    *r = (buffers){.a = wr_take_plane(&scratch, f->tall, few, is_complex)};
    r->left_turns = wr_take_plane(&scratch, rows, f->tall, is_complex);
    r->right_turns = wr_take_plane(&scratch, rows, few, is_complex);
    r->d = wr_take(&scratch, few);
    r->e = wr_take(&scratch, few);
    r->tau = wr_take(&scratch, 4 * few);
    r->row = wr_take(&scratch, 2 * f->tall);
    r->work = wr_take(&scratch, work_doubles(f));
    ws->copies = wr_take(&scratch, WR_COPIES(f->tall));
    if (vectors) {
        r->u = wr_take(&scratch, few * few);
        r->v = wr_take(&scratch, few * few);
        r->order = (int64_t *)(void *)wr_take(&scratch, few);
        r->right = wr_take_plane(&scratch, few, few, is_complex);
        /* the memory of `a` can be reused, because `a` is no longer needed when the vectors are
         * computed */
        r->left = r->a;
        if (f->lefts > few) r->left = wr_take_plane(&scratch, f->tall, f->lefts, is_complex);
    }
    ws->scratch = scratch;
    ws->scratch_bytes = gemm_bytes(f);
    return (uint64_t)(scratch - start) + ws->scratch_bytes;
}

static uint64_t scratch_bytes(const form *f) {
    static _Alignas(64) char nowhere[64];
    buffers r;
    wr_workspace ws;
    return take_buffers(&r, &ws, f, nowhere);
}

static weir_status infer(weir_infer *c, bool vectors, bool full) {
    const weir_array *x = c->in[0];
    const int64_t *shape = wr_shape(x);
    WR_TRY(wr_eigen_need(c, &c->dtype));
    form f = form_of(x->ndim, shape, x->dtype, vectors, full);
    WR_TRY(wr_eigen_need_size(c, f.tall, f.lefts > f.few ? f.lefts : f.few));
    weir_meta *s = &c->out[vectors ? 1 : 0];
    s->dtype = wr_real_of(x->dtype);
    wr_meta_shape(s, x->ndim - 1, shape);
    s->shape[x->ndim - 2] = f.few;
    for (int i = 0; vectors && i < 3; i += 2) {
        wr_meta_like(&c->out[i], x);
        int own = x->ndim - (i == 0 ? 2 : 1), other = x->ndim - (i == 0 ? 1 : 2);
        c->out[i].shape[other] = full ? c->out[i].shape[own] : f.few;
    }
    if (wr_is_on_cuda(c)) {
        c->scratch_bytes = wr_cuda_svd_scratch(c->dtype, f.b.count, f.b.m, f.b.n, f.lefts);
        return WEIR_OK;
    }
    wr_stack stack = wr_eigen_stack(&f.b, scratch_bytes(&f));
    c->scratch_bytes = wr_stack_bytes(&stack);
    return WEIR_OK;
}

static weir_status svd_infer(weir_infer *c) {
    const svd_attr *attr = c->attr;
    return infer(c, true, attr->full_matrices);
}
static weir_status svdvals_infer(weir_infer *c) { return infer(c, false, false); }

/* ---- The kernel ------------------------------------------------------------------------------ */

typedef struct task {
    const weir_kernel *k;
    form f;
} task;

/* Set the entries outside the first `few` rows and columns to those of the identity. */
static void extend(wr_plane p, int64_t few, int64_t rows, int64_t cols) {
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = i < few ? few : 0; j < cols; j++) {
            p.re[i * p.row + j] = i == j ? 1 : 0;
            if (p.im != NULL) p.im[i * p.row + j] = 0;
        }
}

static weir_status find_vectors(const task *t, const wr_workspace *ws, const buffers *r,
                                const wr_reflections *q, const wr_reflections *g) {
    int64_t few = t->f.few, tall = t->f.tall, lefts = t->f.lefts;
    bool transposed = t->f.transposed;
    WR_TRY(wr_bidiagonal_vectors(ws, few, r->d, r->e, r->u, r->v, r->order, r->work));
    WR_TRY(wr_matrix_transpose(ws, r->left, r->u, r->order, few, true));
    WR_TRY(wr_matrix_transpose(ws, r->right, r->v, r->order, few, true));
    extend(r->left, few, tall, lefts);
    WR_TRY(wr_reflect(ws, q, r->left, lefts, r->work));
    WR_TRY(wr_reflect(ws, g, r->right, few, r->work));
    for (int64_t i = 0; i < few; i++) r->e[i] = r->d[r->order[few - 1 - i]];
    if (!transposed) return wr_matrix_sign(ws, r->left, tall, lefts, r->right, few, few);
    WR_TRY(wr_matrix_sign(ws, r->right, few, few, r->left, tall, few));
    return wr_matrix_sign(ws, wr_plane_at(r->left, 0, few), tall, lefts - few, r->right, 0, 0);
}

static weir_status solve(const void *arg, wr_workspace *ws, char *scratch, int64_t which) {
    const task *t = arg;
    const weir_kernel *k = t->k;
    int64_t few = t->f.few;
    bool transposed = t->f.transposed, vectors = t->f.lefts > 0;
    buffers r;
    int exponent = 0;
    take_buffers(&r, ws, &t->f, scratch);
    wr_plane to = transposed ? wr_plane_transposed(r.a) : r.a;
    if (!wr_matrix_read(ws->simd, &k->in[0], which, to, false, r.row, &exponent))
        return WEIR_EINVAL;
    wr_reflections q = {.rows = r.left_turns, .tau_re = r.tau};
    wr_reflections g = {.rows = r.right_turns, .tau_re = r.tau + few};
    if (t->f.b.is_complex) q.tau_im = r.tau + 2 * few, g.tau_im = r.tau + 3 * few;
    /* If only values are computed, reflections are not kept: each overwrites the previous one. */
    if (!vectors) q.rows.row = g.rows.row = 0;
    WR_TRY(wr_bidiagonalise(ws, t->f.tall, few, r.a, r.d, r.e, &q, &g, r.work));
    if (!vectors) {
        if (!wr_bidiagonal_values(few, r.d, r.e)) return WR_NO_CONVERGENCE;
        wr_values_write(ws->simd, &k->out[0], which, r.d, exponent);
        return WEIR_OK;
    }
    WR_TRY(find_vectors(t, ws, &r, &q, &g));
    /* If A^T = L S R^H, then A = conj(R) S L^T, so U is conj(R) and V^H is L^T. */
    wr_plane u = transposed ? r.right : r.left,
             vh = wr_plane_transposed(transposed ? r.left : r.right);
    wr_matrix_write(ws->simd, &k->out[0], which, u, transposed, r.row);
    wr_values_write(ws->simd, &k->out[1], which, r.e, exponent);
    wr_matrix_write(ws->simd, &k->out[2], which, vh, !transposed, r.row);
    return WEIR_OK;
}

/* Set each matrix to the identity, which is the result for matrices without singular values. */
static void identity(const weir_view *y) {
    int64_t n = y->shape[y->ndim - 1];
    for (int64_t i = 0; i < wr_view_count(y); i++) wr_view_put(y, i, i / n % n == i % n ? 1 : 0);
}

static weir_status run(const weir_kernel *k, bool vectors, bool full) {
    const weir_view *x = &k->in[0];
    task t = {.k = k, .f = form_of(x->ndim, x->shape, x->dtype, vectors, full)};
    if (t.f.few == 0 || t.f.b.count == 0) {
        for (int i = 0; vectors && full && i < 3; i += 2) identity(&k->out[i]);
        return WEIR_OK;
    }
    wr_stack s = wr_eigen_stack(&t.f.b, scratch_bytes(&t.f));
    return wr_eigen_run(k, &s, solve, &t);
}

static weir_status svd_run(const weir_kernel *k) {
    const svd_attr *attr = k->attr;
    return run(k, true, attr->full_matrices);
}
static weir_status svdvals_run(const weir_kernel *k) { return run(k, false, false); }

static weir_status svd_reference(const weir_kernel *k) {
    return wr_reference_svd(k, &k->out[0], &k->out[1], &k->out[2]);
}
static weir_status svdvals_reference(const weir_kernel *k) {
    return wr_reference_svd(k, NULL, &k->out[0], NULL);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static weir_array *sum_of(weir_vjp *v, weir_array *a, weir_array *b) {
    return a == NULL ? b : b == NULL ? a : wr_g_add(v, a, b);
}

/* Return x minus its projection onto the orthonormal columns of u; `product` is u^H x. */
static weir_array *outside(weir_vjp *v, weir_array *x, weir_array *u, weir_array *product) {
    return wr_g_subtract(v, x, wr_g_matmul(v, u, product));
}

static weir_array *skew(weir_vjp *v, weir_array *x) {
    return wr_g_subtract(v, x, wr_build_adjoint(v, x));
}

/* Return the first `count` columns (axis_from_end is 1) or rows (axis_from_end is 2). */
static weir_array *first(weir_vjp *v, weir_array *x, int axis_from_end, int64_t count) {
    int64_t starts[WEIR_NDIM_MAX] = {0}, stops[WEIR_NDIM_MAX], steps[WEIR_NDIM_MAX];
    if (x == NULL || wr_shape(x)[x->ndim - axis_from_end] == count) return x;
    for (int i = 0; i < x->ndim; i++) stops[i] = wr_shape(x)[i], steps[i] = 1;
    stops[x->ndim - axis_from_end] = count;
    return wr_g_slice(v, x, starts, x->ndim, stops, x->ndim, steps, x->ndim);
}

typedef struct factors {
    weir_array *u, *s, *v; /* u and v have as many columns as there are singular values */
    bool taller, wider;    /* taller: more rows than columns; wider: more columns than rows */
} factors;

/* Return the gradient through U and V.  With P = U^H dA V and F_ij = 1 / (s_j^2 - s_i^2),
 * dU = U (F o (P S + S P^H)) and dV = V (F o (S P + P^H S)), plus the parts outside the spans of U
 * and V.  A diagonal entry of P that is not real changes the phase of a column of U; the phases are
 * handled as in eigh. */
static weir_array *by_vectors(weir_vjp *v, const factors *f, weir_array *gu, weir_array *gv) {
    const int64_t row[1] = {-2}, column[1] = {-1};
    weir_array *s_row = wr_g_expand_dims(v, f->s, row, 1);
    weir_array *s_column = wr_g_expand_dims(v, f->s, column, 1);
    weir_array *squares = wr_g_multiply(v, f->s, f->s), *inner = NULL, *all = NULL, *rest;
    weir_array *apart = wr_g_subtract(v, wr_g_expand_dims(v, squares, row, 1),
                                      wr_g_expand_dims(v, squares, column, 1));
    weir_array *uh = wr_build_adjoint(v, f->u), *vh = wr_build_adjoint(v, f->v);
    int64_t few = wr_shape(f->s)[f->s->ndim - 1];
    weir_array *pu = gu != NULL ? wr_g_matmul(v, uh, gu) : NULL;
    weir_array *pv = gv != NULL ? wr_g_matmul(v, vh, gv) : NULL;
    if (wr_dtype_kind_of(f->u->dtype) == WR_KIND_COMPLEX) {
        gu = wr_build_phases(v, f->u, gu, sum_of(v, pu, pv));
        pu = wr_g_matmul(v, uh, gu);
        weir_array *turns = wr_g_imag(v, wr_g_diagonal(v, pu, 0, -2, -1));
        turns = wr_g_multiply(v, wr_g_divide(v, turns, f->s), wr_build_imaginary(v));
        inner = wr_g_diag_embed(v, turns, 0, few, few);
    }
    if (pu != NULL) {
        weir_array *part = wr_build_off_diagonal(v, skew(v, pu), apart);
        inner = sum_of(v, inner, wr_g_multiply(v, part, s_row));
    }
    if (pv != NULL) {
        weir_array *part = wr_build_off_diagonal(v, skew(v, pv), apart);
        inner = sum_of(v, inner, wr_g_multiply(v, part, s_column));
    }
    if (inner != NULL) all = wr_g_matmul(v, wr_g_matmul(v, f->u, inner), vh);
    if (f->taller && gu != NULL) {
        rest = wr_g_divide(v, outside(v, gu, f->u, pu), s_row);
        all = sum_of(v, all, wr_g_matmul(v, rest, vh));
    }
    if (f->wider && gv != NULL) {
        rest = wr_build_adjoint(v, wr_g_divide(v, outside(v, gv, f->v, pv), s_row));
        all = sum_of(v, all, wr_g_matmul(v, f->u, rest));
    }
    return all;
}

static weir_array *by_values(weir_vjp *v, weir_array *u, weir_array *vh, weir_array *g) {
    const int64_t row[1] = {-2};
    return wr_g_matmul(v, wr_g_multiply(v, u, wr_g_expand_dims(v, g, row, 1)), vh);
}

/* The vectors that belong to no singular value are an arbitrary completion, so their gradient is
 * ignored. */
static void svd_vjp(weir_vjp *v) {
    const weir_array *x = v->in[0];
    const int64_t *shape = wr_shape(x);
    int64_t m = shape[x->ndim - 2], n = shape[x->ndim - 1], few = m < n ? m : n;
    weir_array *u = first(v, v->out[0], 1, few), *vh = first(v, v->out[2], 2, few);
    weir_array *gu = first(v, v->grad_out[0], 1, few), *gvh = first(v, v->grad_out[2], 2, few);
    weir_array *values = NULL, *vectors = NULL;
    /* after a failure the arrays may be NULL, but their shapes are read below */
    if (v->status != WEIR_OK) return;
    if (v->grad_out[1] != NULL) values = by_values(v, u, vh, v->grad_out[1]);
    if (gu != NULL || gvh != NULL) {
        factors f = {u, v->out[1], wr_build_adjoint(v, vh), m > few, n > few};
        vectors = by_vectors(v, &f, gu, gvh != NULL ? wr_build_adjoint(v, gvh) : NULL);
    }
    v->grad_in[0] = sum_of(v, values, vectors);
}

static void svdvals_vjp(weir_vjp *v) {
    const svd_attr attr = {.full_matrices = 0};
    weir_array *out[3];
    wr_build_many(v, WR_OP_svd, &attr, 1, v->in, 3, out);
    if (v->grad_out[0] != NULL) v->grad_in[0] = by_values(v, out[0], out[2], v->grad_out[0]);
}

WR_OP(svd) = {
    .size = sizeof(weir_op_def),
    .name = "svd",
    .summary = "The singular value decomposition x = U diag(S) Vh, with S in descending order.",
    .notes =
        "Column i of U and row i of Vh belong to singular value i; with full_matrices, further "
        "vectors complete U and Vh to square matrices.  In each column of U, the first entry whose "
        "absolute value is at least nine tenths of the largest one is real and positive.  The "
        "gradient through U and Vh is defined where the singular values are distinct and, unless x "
        "is square, not 0; the vectors that complete a square matrix have no gradient.",
    .inputs = "x",
    .outputs = "U, S, Vh",
    .parts = "x: matrices; "
             "U: left singular vectors, as columns; "
             "S: singular values, descending; "
             "Vh: right singular vectors, as rows",
    .infer = svd_infer,
    .run = svd_run,
    .reference = svd_reference,
    .vjp = svd_vjp,
    WEIR_USE_ATTRS(svd),
    .samples = "(3,3)@-2:2; (2,4,3)@-2:2 full_matrices=0; (3,5)@-2:2 full_matrices=0; (1,1)@-2:2",
};

WR_OP(svdvals) = {
    .size = sizeof(weir_op_def),
    .name = "svdvals",
    .summary = "The singular values of matrices, in descending order.",
    .inputs = "x",
    .outputs = "S",
    .parts = "x: matrices; "
             "S: singular values, descending",
    .infer = svdvals_infer,
    .run = svdvals_run,
    .reference = svdvals_reference,
    .vjp = svdvals_vjp,
    .samples = "(3,3)@-2:2; (2,4,3)@-2:2; (3,5)@-2:2",
};
