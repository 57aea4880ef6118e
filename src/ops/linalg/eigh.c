/* eigh.c - eigenvalues and eigenvectors of Hermitian matrices: eigh, eigvalsh.
 *
 * eigen_reduce.c makes the matrix tridiagonal, tridiagonal.c solves the tridiagonal problem, and
 * the vectors are transformed back.  Only the lower triangle is used, with the real part of the
 * diagonal.
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

/* ---- Shapes and scratch ---------------------------------------------------------------------- */

/* The scratch buffers for one matrix. */
typedef struct buffers {
    wr_plane a, reflections; /* a: the matrix, and later its eigenvectors */
    double *d, *e, *tau, *vectors, *row, *work;
    int64_t *order;
} buffers;

static int64_t work_doubles(int64_t n, bool is_complex, bool vectors) {
    int64_t most = wr_reduce_doubles(n, n, is_complex);
    if (!vectors) return most;
    int64_t others[] = {wr_conquer_doubles(n), wr_reflect_doubles(n, is_complex)};
    for (int i = 0; i < 2; i++) most = others[i] > most ? others[i] : most;
    return most;
}

static size_t gemm_bytes(int64_t n, bool vectors) {
    size_t block = wr_products_scratch(n, n, 2 * WR_BLOCK);
    size_t vector = wr_products_scratch(1, 1, n), back = wr_products_scratch(WR_BLOCK, n, n);
    size_t most = block > vector ? block : vector;
    if (back > most) most = back;
    size_t merge = vectors ? wr_products_scratch(n + 1, n + 1, n + 1) : 0;
    return merge > most ? merge : most;
}

/* Lay out the buffers in the scratch memory, and return the number of bytes they need. */
static uint64_t take_buffers(buffers *r, wr_workspace *ws, const wr_eigen_shape *b, bool vectors,
                             char *scratch) {
    char *start = scratch;
    int64_t n = b->n;
    *r = (buffers){.a = wr_take_plane(&scratch, n, n, b->is_complex)};
    r->reflections = wr_take_plane(&scratch, vectors ? n : 1, n, b->is_complex);
    r->d = wr_take(&scratch, n);
    r->e = wr_take(&scratch, n);
    r->tau = wr_take(&scratch, 2 * n);
    r->row = wr_take(&scratch, 2 * n);
    r->work = wr_take(&scratch, work_doubles(n, b->is_complex, vectors));
    ws->copies = wr_take(&scratch, WR_COPIES(n));
    if (vectors) {
        r->vectors = wr_take(&scratch, n * n);
        r->order = (int64_t *)(void *)wr_take(&scratch, n);
    }
    ws->scratch = scratch;
    ws->scratch_bytes = gemm_bytes(n, vectors);
    return (uint64_t)(scratch - start) + ws->scratch_bytes;
}

static uint64_t scratch_bytes(const wr_eigen_shape *b, bool vectors) {
    static _Alignas(64) char nowhere[64];
    buffers r;
    wr_workspace ws;
    return take_buffers(&r, &ws, b, vectors, nowhere);
}

static weir_status infer(weir_infer *c, bool vectors) {
    const weir_array *x = c->in[0];
    const int64_t *shape = wr_shape(x);
    WR_TRY(wr_eigen_need(c, &c->dtype));
    if (shape[x->ndim - 1] != shape[x->ndim - 2])
        return wr_refuse(c, "%s is not an array of square matrices", wr_array_text_of(x));
    WR_TRY(wr_eigen_need_size(c, shape[x->ndim - 1], shape[x->ndim - 1]));
    c->out[0].dtype = wr_real_of(x->dtype);
    wr_meta_shape(&c->out[0], x->ndim - 1, shape);
    if (vectors) wr_meta_like(&c->out[1], x);
    wr_eigen_shape b = wr_eigen_shape_of(x->ndim, shape, x->dtype);
    if (wr_is_on_cuda(c)) {
        c->scratch_bytes = wr_cuda_eigh_scratch(c->dtype, b.count, b.n, vectors);
        return WEIR_OK;
    }
    wr_stack s = wr_eigen_stack(&b, scratch_bytes(&b, vectors));
    c->scratch_bytes = wr_stack_bytes(&s);
    return WEIR_OK;
}

static weir_status eigh_infer(weir_infer *c) { return infer(c, true); }
static weir_status eigvalsh_infer(weir_infer *c) { return infer(c, false); }

/* ---- The kernel ------------------------------------------------------------------------------ */

typedef struct task {
    const weir_kernel *k;
    wr_eigen_shape b;
    bool vectors;
} task;

static weir_status solve(const void *arg, wr_workspace *ws, char *scratch, int64_t which) {
    const task *t = arg;
    const weir_kernel *k = t->k;
    int64_t n = t->b.n;
    buffers r;
    int exponent = 0;
    take_buffers(&r, ws, &t->b, t->vectors, scratch);
    if (!wr_matrix_read(ws->simd, &k->in[0], which, r.a, true, r.row, &exponent))
        return WEIR_EINVAL;
    wr_reflections q = {.rows = r.reflections, .tau_re = r.tau};
    if (t->b.is_complex) q.tau_im = r.tau + n;
    /* if only values are computed, reflections are not kept: each overwrites the previous one */
    if (!t->vectors) q.rows.row = 0;
    WR_TRY(wr_tridiagonalise(ws, n, r.a, r.d, r.e, &q, r.work));
    if (!t->vectors) {
        if (!wr_tridiagonal_values(n, r.d, r.e)) return WR_NO_CONVERGENCE;
        wr_values_write(ws->simd, &k->out[0], which, r.d, exponent);
        return WEIR_OK;
    }
    WR_TRY(wr_tridiagonal_vectors(ws, n, r.d, r.e, r.vectors, r.order, r.work));
    WR_TRY(wr_matrix_transpose(ws, r.a, r.vectors, r.order, n, false));
    WR_TRY(wr_reflect(ws, &q, r.a, n, r.work));
    WR_TRY(wr_matrix_sign(ws, r.a, n, n, r.a, 0, 0));
    for (int64_t i = 0; i < n; i++) r.e[i] = r.d[r.order[i]];
    wr_values_write(ws->simd, &k->out[0], which, r.e, exponent);
    wr_matrix_write(ws->simd, &k->out[1], which, r.a, false, r.row);
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

static weir_status eigh_run(const weir_kernel *k) { return run(k, true); }
static weir_status eigvalsh_run(const weir_kernel *k) { return run(k, false); }

static weir_status eigh_reference(const weir_kernel *k) {
    return wr_reference_eigh(k, &k->out[0], &k->out[1]);
}
static weir_status eigvalsh_reference(const weir_kernel *k) {
    return wr_reference_eigh(k, &k->out[0], NULL);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Convert the gradient g with respect to the full Hermitian matrix to one with respect to its lower
 * triangle.  Only that triangle is read, so an entry below the diagonal represents two entries of
 * the matrix. */
static weir_array *lower_part(weir_vjp *v, weir_array *g) {
    weir_array *both = wr_g_add(v, g, wr_build_adjoint(v, g));
    weir_array *twice = wr_g_add(v, wr_g_tril(v, both, 0), wr_g_tril(v, both, -1));
    return wr_g_multiply(v, twice, wr_build_number(v, 0.5));
}

/* Return V diag(g) V^H, the gradient through the eigenvalues. */
static weir_array *by_values(weir_vjp *v, weir_array *vectors, weir_array *g) {
    const int64_t axis[1] = {-2};
    weir_array *scaled = wr_g_multiply(v, vectors, wr_g_expand_dims(v, g, axis, 1));
    return wr_g_matmul(v, scaled, wr_build_adjoint(v, vectors));
}

/* Return the gradient through the eigenvectors.  V^H dV = F o (V^H dA V) with F_ij = 1 / (w_j -
 * w_i), up to the phases of the vectors, which wr_build_phases accounts for. */
static weir_array *by_vectors(weir_vjp *v, weir_array *values, weir_array *vectors, weir_array *g) {
    const int64_t row[1] = {-2}, column[1] = {-1};
    weir_array *product = wr_g_matmul(v, wr_build_adjoint(v, vectors), g);
    if (wr_dtype_kind_of(vectors->dtype) == WR_KIND_COMPLEX) {
        g = wr_build_phases(v, vectors, g, product);
        product = wr_g_matmul(v, wr_build_adjoint(v, vectors), g);
    }
    weir_array *apart = wr_g_subtract(v, wr_g_expand_dims(v, values, row, 1),
                                      wr_g_expand_dims(v, values, column, 1));
    weir_array *inner = wr_build_off_diagonal(v, product, apart);
    return wr_g_matmul(v, wr_g_matmul(v, vectors, inner), wr_build_adjoint(v, vectors));
}

static weir_array *sum_of(weir_vjp *v, weir_array *a, weir_array *b) {
    return a == NULL ? b : b == NULL ? a : wr_g_add(v, a, b);
}

static void eigh_vjp(weir_vjp *v) {
    weir_array *values = v->grad_out[0], *vectors = v->grad_out[1];
    if (values != NULL) values = by_values(v, v->out[1], values);
    if (vectors != NULL) vectors = by_vectors(v, v->out[0], v->out[1], vectors);
    weir_array *g = sum_of(v, values, vectors);
    if (g != NULL) v->grad_in[0] = lower_part(v, g);
}

static void eigvalsh_vjp(weir_vjp *v) {
    weir_array *out[2];
    wr_build_many(v, WR_OP_eigh, NULL, 1, v->in, 2, out);
    if (v->grad_out[0] != NULL) v->grad_in[0] = lower_part(v, by_values(v, out[1], v->grad_out[0]));
}

WR_OP(eigh) = {
    .size = sizeof(weir_op_def),
    .name = "eigh",
    .summary = "The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.",
    .notes =
        "Only the lower triangle of each matrix is used, and the real part of its diagonal.  "
        "Column i of the eigenvectors belongs to eigenvalue i.  Its sign or phase is chosen so "
        "that the first entry whose absolute value is at least nine tenths of the largest one is "
        "real and positive.  The gradient through the eigenvectors is defined where the "
        "eigenvalues are distinct; it is infinite or NaN where they are equal.",
    .inputs = "x",
    .outputs = "eigenvalues, eigenvectors",
    .parts = "x: Hermitian matrices; "
             "eigenvalues: eigenvalues of each matrix, ascending; "
             "eigenvectors: eigenvectors, as columns",
    .infer = eigh_infer,
    .run = eigh_run,
    .reference = eigh_reference,
    .vjp = eigh_vjp,
    .samples = "(3,3)@-2:2; (2,4,4)@-2:2; (1,1)@-2:2",
};

WR_OP(eigvalsh) = {
    .size = sizeof(weir_op_def),
    .name = "eigvalsh",
    .summary = "The eigenvalues of Hermitian matrices, in ascending order.",
    .notes = "Only the lower triangle of each matrix is used, and the real part of its diagonal.",
    .inputs = "x",
    .outputs = "eigenvalues",
    .parts = "x: Hermitian matrices; "
             "eigenvalues: eigenvalues of each matrix, ascending",
    .infer = eigvalsh_infer,
    .run = eigvalsh_run,
    .reference = eigvalsh_reference,
    .vjp = eigvalsh_vjp,
    .samples = "(3,3)@-2:2; (2,4,4)@-2:2; (1,1)@-2:2",
};
