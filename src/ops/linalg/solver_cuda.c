/* solver_cuda.c - large matrices by cuSOLVER, on a CUDA device: equations, qr, eigh and svd; and eig of
 * any size.
 *
 * Operands are copied to scratch memory in column-major order, and solver.cu prepares them.  The library
 * solves one matrix after another.  solver.cu turns its words into failures and its results into those
 * of the CPU, which are copied to the outputs unless the call has failed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_solver.h"

#include <math.h>

#include "device/cuda/cuda_text.h"
#include "ops/linalg/linalg_cuda.h"

/* Sizes from which the library is faster for a single matrix.  Kernels of our own solve the matrices of
 * a stack at the same time, the library one after another; its time grows more slowly with the size.
 * Hence the number of matrices that it gets grows with the square of the size. */
enum {
    FACTORS = WR_SIZE(64, 6),     /* more rows than this: qr, eigh, svd */
    FACTORS_FEW = WR_SIZE(8, 2),  /* of fewer columns (or rows) there is little to do */
    EQUATIONS = WR_SIZE(512, 12), /* at least as many rows */
    EQUATIONS_EACH = WR_SIZE(256, 6),
    THREADS = 256,
};

/* As in solver.cu, which goes on after the tasks of wr_cuda_blocked. */
enum { FACTOR_QR = WR_CUDA_DEFINITE + 1, HERMITIAN, SINGULAR_VALUES, GENERAL };

typedef struct matrix_state {
    uint64_t most;
    uint32_t bad, unused;
} matrix_state;

/* The arguments of the kernels; solver.cu has the same struct. */
typedef struct solver_args {
    wr_cuda_guard guard;
    void *x, *b, *v, *left, *values, *reals, *sorted, *vectors;
    int64_t *order, *pivots;
    void *det, *log;
    matrix_state *state;
    int32_t *info;
    uint64_t count;
    int64_t rows, cols, sides;
    int32_t task, upper, transposed, unused;
} solver_args;

typedef struct job {
    solver_args a;
    int dtype;
    bool wants_vectors;
    void *tau;
} job;

/* ---- Which sizes ----------------------------------------------------------------------------- */

static bool is_for_factors(int64_t count, int64_t rows, int64_t cols) {
    double few = (double)(rows < cols ? rows : cols), work = (double)rows * (double)cols * few;
    double least = (double)FACTORS * FACTORS;
    return few > FACTORS_FEW && work > least * FACTORS &&
           (double)count * least <= cbrt(work * work);
}

static bool is_for_equations(int64_t count, int64_t n) {
    double side = (double)n / EQUATIONS_EACH;
    return n >= EQUATIONS && (double)count <= side * side;
}

bool wr_cuda_factors_by_library(int64_t count, int64_t rows, int64_t cols) {
    return is_for_factors(count, rows, cols) && wr_cuda_has_solver();
}

bool wr_cuda_equations_by_library(int task, int64_t count, int64_t n) {
    return task != WR_CUDA_TRIANGLE && is_for_equations(count, n) && wr_cuda_has_solver();
}

/* ---- Scratch --------------------------------------------------------------------------------- */

static bool is_complex(int dtype) { return dtype == WEIR_COMPLEX64 || dtype == WEIR_COMPLEX128; }

/* Lay out the scratch memory, and return how many bytes that takes. */
static uint64_t lay_out(job *j, char *scratch) {
    solver_args *a = &j->a;
    uint64_t size = wr_dtype_bytes(j->dtype), real = size / (is_complex(j->dtype) ? 2 : 1);
    int64_t count = (int64_t)a->count, rows = a->rows, cols = a->cols;
    char *at = scratch;
    bool is_general = a->task == GENERAL, is_svd = a->task == SINGULAR_VALUES;
    a->state = wr_cuda_room(&at, count, sizeof *a->state);
    a->info = wr_cuda_room(&at, 2 * count, sizeof *a->info);
    a->x = wr_cuda_room(&at, count * rows * cols, size);
    if (a->task <= FACTOR_QR) a->b = wr_cuda_room(&at, count * rows * a->sides, size);
    if (a->task < FACTOR_QR) {
        a->pivots = wr_cuda_room(&at, count * rows, sizeof *a->pivots);
        a->det = wr_cuda_room(&at, count, size);
        a->log = wr_cuda_room(&at, count, sizeof(double));
    }
    if (a->task == FACTOR_QR) j->tau = wr_cuda_room(&at, count * (rows < cols ? rows : cols), size);
    if (a->task > FACTOR_QR)
        a->values = wr_cuda_room(&at, count * cols * (is_general ? 2 : 1), real);
    if (a->task == HERMITIAN || is_svd) a->reals = wr_cuda_room(&at, count * cols, sizeof(double));
    if (a->task == HERMITIAN && j->wants_vectors) a->v = a->x;
    if (is_svd) a->left = wr_cuda_room(&at, count * rows * a->sides, size);
    if (is_svd || (is_general && j->wants_vectors))
        a->v = wr_cuda_room(&at, count * cols * cols, size);
    if (is_general) {
        a->sorted = wr_cuda_room(&at, count * rows, 2 * real);
        a->order = wr_cuda_room(&at, count * rows, sizeof *a->order);
        if (j->wants_vectors) a->vectors = wr_cuda_room(&at, count * rows * rows, 2 * real);
    }
    return (uint64_t)(at - scratch);
}

static job new_job(int task, int dtype, int64_t count, int64_t rows, int64_t cols, int64_t sides) {
    return (job){
        .a = {.count = (uint64_t)count, .rows = rows, .cols = cols, .sides = sides, .task = task},
        .dtype = dtype};
}

static uint64_t bytes_of(job j) {
    static char nowhere[1];
    return lay_out(&j, nowhere);
}

/* The vectors of the longer side are those of a matrix that is at least as high as wide.  cuSOLVER
 * computes them always: gesvdp accesses their memory even if it is asked for the values alone. */
static job new_svd(int dtype, int64_t count, int64_t m, int64_t n, int64_t lefts) {
    int64_t cols = m < n ? m : n;
    job j = new_job(SINGULAR_VALUES, dtype, count, m < n ? n : m, cols, lefts > 0 ? lefts : cols);
    j.a.transposed = m < n;
    j.wants_vectors = lefts > 0;
    return j;
}

static job new_eig(int dtype, int64_t count, int64_t n, bool vectors) {
    job j = new_job(GENERAL, dtype, count, n, n, 0);
    j.wants_vectors = vectors;
    return j;
}

uint64_t wr_cuda_library_scratch(int dtype, int64_t count, int64_t n, int64_t cols) {
    if (!is_for_equations(count, n)) return 0;
    return bytes_of(new_job(WR_CUDA_SOLVES, dtype, count, n, n, cols));
}

uint64_t wr_cuda_library_qr_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t r) {
    return is_for_factors(count, m, n) ? bytes_of(new_job(FACTOR_QR, dtype, count, m, n, r)) : 0;
}

uint64_t wr_cuda_library_eigh_scratch(int dtype, int64_t count, int64_t n) {
    return is_for_factors(count, n, n) ? bytes_of(new_job(HERMITIAN, dtype, count, n, n, 0)) : 0;
}

uint64_t wr_cuda_library_svd_scratch(int dtype, int64_t count, int64_t m, int64_t n,
                                     int64_t lefts) {
    return is_for_factors(count, m, n) ? bytes_of(new_svd(dtype, count, m, n, lefts)) : 0;
}

uint64_t wr_cuda_eig_scratch(int dtype, int64_t count, int64_t n, bool vectors) {
    return bytes_of(new_eig(dtype, count, n, vectors));
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Launch a kernel with a thread for each of `parts` parts. */
static weir_status step(wr_cuda_call *c, const job *j, const char *kernel, uint64_t parts) {
    static const char family[] = "solver";
    return wr_cuda_launch_matrices(c, family, wr_text_solver, j->dtype, kernel,
                                   (int64_t)((parts + THREADS - 1) / THREADS), THREADS, &j->a,
                                   sizeof j->a);
}

/* Prepare the matrices for the library. */
static weir_status settle(wr_cuda_call *c, const job *j) {
    uint64_t elements = j->a.count * (uint64_t)(j->a.rows * j->a.cols);
    WR_TRY(step(c, j, "clear", j->a.count));
    WR_TRY(step(c, j, "look", elements));
    return step(c, j, "settle", elements);
}

static int type_of(const job *j) {
    switch (j->dtype) {
    case WEIR_FLOAT32: return LT_R_32F;
    case WEIR_FLOAT64: return LT_R_64F;
    case WEIR_COMPLEX64: return LT_C_32F;
    default: return LT_C_64F;
    }
}

/* Matrix or array `item` of those at `base`, which have `each` elements of `size` bytes. */
static void *at(void *base, uint64_t item, int64_t each, uint64_t size) {
    return base != NULL ? (char *)base + item * (uint64_t)each * size : NULL;
}

/* ---- Equations ------------------------------------------------------------------------------- */

static job job_of(const wr_cuda_library *l) {
    job j = new_job(l->task, l->dtype, l->count, l->n, l->n, l->cols);
    j.a.upper = l->upper;
    return j;
}

void wr_cuda_library_begin(wr_cuda_call *c, wr_cuda_library *l) {
    job j = job_of(l);
    lay_out(&j, c->k->scratch);
    l->a = j.a.x, l->b = j.a.b;
    l->det = j.a.det, l->log = j.a.log;
}

static weir_status solve_one(wr_cuda_call *c, const job *j, uint64_t item) {
    const solver_args *a = &j->a;
    uint64_t size = wr_dtype_bytes(j->dtype);
    int64_t n = a->rows, *pivots = a->pivots + item * (uint64_t)n;
    int type = type_of(j);
    void *x = at(a->x, item, n * n, size);
    if (a->task == WR_CUDA_DEFINITE)
        return wr_cuda_solver_cholesky(c, type, a->upper, n, x, a->info + item);
    WR_TRY(wr_cuda_solver_lu(c, type, n, x, pivots, a->info + item));
    if (a->task == WR_CUDA_DETERMINANT) return WEIR_OK;
    /* Its word only tells wrong arguments. */
    return wr_cuda_solver_lu_solve(c, type, n, a->sides, x, pivots,
                                   at(a->b, item, n * a->sides, size), a->info + a->count + item);
}

weir_status wr_cuda_library_run(wr_cuda_call *c, const wr_cuda_library *l) {
    job j = job_of(l);
    uint64_t elements = (uint64_t)(l->count * l->n * l->n);
    uint64_t sides = (uint64_t)(l->count * l->n * l->cols);
    lay_out(&j, c->k->scratch);
    j.a.guard = c->test;
    if (!l->wants_log) j.a.log = NULL;
    WR_TRY(settle(c, &j));
    if (sides > 0) WR_TRY(step(c, &j, "settle_sides", sides));
    for (uint64_t i = 0; i < j.a.count; i++) WR_TRY(solve_one(c, &j, i));
    switch (l->task) {
    case WR_CUDA_DEFINITE: return step(c, &j, "finish_definite", elements);
    case WR_CUDA_DETERMINANT: return step(c, &j, "finish_determinant", 32 * j.a.count);
    default: return step(c, &j, "finish_sides", sides);
    }
}

/* ---- QR -------------------------------------------------------------------------------------- */

weir_status wr_cuda_library_qr(wr_cuda_call *c, int dtype) {
    const weir_view *x = &c->k->in[0], *q = &c->k->out[0], *r = &c->k->out[1];
    int batch = x->ndim - 2;
    int64_t m = x->shape[batch], n = x->shape[batch + 1], few = m < n ? m : n;
    uint64_t size = wr_dtype_bytes(dtype);
    job j = new_job(FACTOR_QR, dtype, wr_count(batch, x->shape), m, n, q->shape[batch + 1]);
    int type = type_of(&j);
    lay_out(&j, c->k->scratch);
    j.a.guard = c->test;
    WR_TRY(wr_cuda_load_matrices(c, j.a.x, dtype, x, true));
    WR_TRY(settle(c, &j));
    for (uint64_t i = 0; i < j.a.count; i++)
        WR_TRY(wr_cuda_solver_qr(c, type, m, n, at(j.a.x, i, m * n, size), at(j.tau, i, few, size),
                                 j.a.info + i));
    WR_TRY(step(c, &j, "begin_q", j.a.count * (uint64_t)(m * j.a.sides)));
    for (uint64_t i = 0; i < j.a.count; i++)
        WR_TRY(wr_cuda_solver_q(c, type, m, j.a.sides, few, at(j.a.b, i, m * j.a.sides, size),
                                at(j.tau, i, few, size), j.a.info + i));
    WR_TRY(step(c, &j, "finish_qr", j.a.count * (uint64_t)(m * (n + j.a.sides))));
    WR_TRY(wr_cuda_store_matrices(c, q, j.a.b, dtype, true));
    /* R has the first rows of m. */
    wr_cuda_matrices rows;
    wr_cuda_packed(&rows, j.a.x, dtype, batch, x->shape, m, n, true);
    rows.shape[batch] = r->shape[batch];
    return wr_cuda_copy_view(c, r, &rows.view, false, &c->guard);
}

/* ---- Eigenvalues and singular values --------------------------------------------------------- */

weir_status wr_cuda_library_eigh(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1];
    job j = new_job(HERMITIAN, k->dtype, wr_count(x->ndim - 2, x->shape), n, n, 0);
    j.wants_vectors = k->out_count > 1;
    lay_out(&j, k->scratch);
    j.a.guard = c->test;
    WR_TRY(wr_cuda_load_matrices(c, j.a.x, j.dtype, x, true));
    WR_TRY(settle(c, &j));
    for (uint64_t i = 0; i < j.a.count; i++)
        WR_TRY(wr_cuda_solver_eigh(c, type_of(&j), j.wants_vectors, n,
                                   at(j.a.x, i, n * n, wr_dtype_bytes(j.dtype)),
                                   at(j.a.values, i, n, sizeof(double)), j.a.info + i));
    WR_TRY(step(c, &j, "finish_hermitian", 32 * j.a.count * (uint64_t)n));
    WR_TRY(wr_cuda_store_values(c, &k->out[0], j.a.reals, WEIR_FLOAT64));
    if (j.wants_vectors) WR_TRY(wr_cuda_store_matrices(c, &k->out[1], j.a.x, j.dtype, true));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_library_svd(wr_cuda_call *c, int64_t lefts) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int batch = x->ndim - 2;
    job j =
        new_svd(k->dtype, wr_count(batch, x->shape), x->shape[batch], x->shape[batch + 1], lefts);
    solver_args *a = &j.a;
    uint64_t size = wr_dtype_bytes(j.dtype);
    lay_out(&j, k->scratch);
    a->guard = c->test;
    /* The columns of the copy are those of the matrix, or of its transpose. */
    WR_TRY(wr_cuda_load_matrices(c, a->x, j.dtype, x, !a->transposed));
    WR_TRY(settle(c, &j));
    for (uint64_t i = 0; i < a->count; i++)
        WR_TRY(wr_cuda_solver_svd(
            c, type_of(&j), a->rows, a->cols, a->sides, at(a->x, i, a->rows * a->cols, size),
            at(a->values, i, a->cols, sizeof(double)), at(a->left, i, a->rows * a->sides, size),
            at(a->v, i, a->cols * a->cols, size), a->info + i));
    int64_t vectors = a->sides > a->cols ? a->sides : a->cols;
    WR_TRY(step(c, &j, "finish_singular", 32 * a->count * (uint64_t)vectors));
    WR_TRY(wr_cuda_store_values(c, &k->out[j.wants_vectors ? 1 : 0], a->reals, WEIR_FLOAT64));
    if (j.wants_vectors) {
        void *u = a->transposed ? a->v : a->left, *vh = a->transposed ? a->left : a->v;
        WR_TRY(wr_cuda_store_matrices(c, &k->out[0], u, j.dtype, true));
        WR_TRY(wr_cuda_store_matrices(c, &k->out[2], vh, j.dtype, false));
    }
    return wr_cuda_mark(c);
}

/* eig and eigvals have no kernels of our own: they need the library for every size. */
weir_status wr_cuda_eig(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1];
    job j = new_eig(k->dtype, wr_count(x->ndim - 2, x->shape), n, k->out_count > 1);
    uint64_t size = wr_dtype_bytes(j.dtype);
    if (j.a.count == 0 || n == 0) return wr_cuda_mark(c);
    c->message = wr_cuda_need_solver_eig();
    if (c->message != NULL) return WEIR_EDEVICE;
    lay_out(&j, k->scratch);
    j.a.guard = c->test;
    WR_TRY(wr_cuda_load_matrices(c, j.a.x, j.dtype, x, true));
    WR_TRY(settle(c, &j));
    for (uint64_t i = 0; i < j.a.count; i++)
        WR_TRY(wr_cuda_solver_eig(c, type_of(&j), n, at(j.a.x, i, n * n, size),
                                  at(j.a.values, i, 2 * n, sizeof(double)),
                                  at(j.a.v, i, n * n, size), j.a.info + i));
    WR_TRY(step(c, &j, "sort_general", j.a.count * (uint64_t)n));
    if (j.wants_vectors) WR_TRY(step(c, &j, "finish_general", 32 * j.a.count * (uint64_t)n));
    WR_TRY(wr_cuda_store_values(c, &k->out[0], j.a.sorted, WEIR_COMPLEX128));
    if (j.wants_vectors)
        WR_TRY(wr_cuda_store_matrices(c, &k->out[1], j.a.vectors, WEIR_COMPLEX128, true));
    return wr_cuda_mark(c);
}
