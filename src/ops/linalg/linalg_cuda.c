/* linalg_cuda.c - equations, determinants, inverses and factorisations on a CUDA device.
 *
 * Inputs are copied to scratch memory, in the dtype of the computation.  The kernels of linalg.cu
 * overwrite the copies, one block for each matrix, or those of blocked.cu or cuSOLVER if they are large,
 * and the results are copied to the outputs unless the call has failed.  X A = B is solved as A^T X^T = B^T: the copies are transposed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/linalg_cuda.h"

#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/linalg/solver_common.h"

/* The arguments of the kernels; linalg.cu has the same structs. */
typedef struct equations_args {
    wr_cuda_guard guard;
    void *a, *b;
    uint64_t count;
    int64_t n, cols;
    void *det, *log;
    int32_t task, upper, unit;
} equations_args;

typedef struct qr_args {
    wr_cuda_guard guard;
    void *x, *q, *tau;
    uint64_t count;
    int64_t m, n, r;
} qr_args;

typedef struct squares_args {
    wr_cuda_guard guard;
    void *x, *y, *times;
    uint64_t count;
    int64_t n;
} squares_args;

/* ---- Scratch and views ----------------------------------------------------------------------- */

uint64_t wr_cuda_room_bytes(int64_t count, uint64_t size) {
    return wr_round_up((uint64_t)count * size, 256);
}

void *wr_cuda_room(char **at, int64_t count, uint64_t size) {
    void *out = *at;
    *at += wr_cuda_room_bytes(count, size);
    return out;
}

void wr_cuda_spaced(wr_cuda_matrices *m, void *data, int dtype, int batch_ndim,
                    const int64_t *batch, int64_t rows, int64_t cols, bool turned, int64_t ld,
                    int64_t item) {
    assert(batch_ndim + 2 <= WEIR_NDIM_MAX);
    for (int i = batch_ndim - 1; i >= 0; i--) {
        m->shape[i] = batch[i];
        m->strides[i] = item;
        item *= batch[i];
    }
    m->shape[batch_ndim] = rows;
    m->shape[batch_ndim + 1] = cols;
    m->strides[batch_ndim] = turned ? 1 : ld;
    m->strides[batch_ndim + 1] = turned ? ld : 1;
    m->view = (weir_view){data, m->shape, m->strides, dtype, batch_ndim + 2};
}

void wr_cuda_packed(wr_cuda_matrices *m, void *data, int dtype, int batch_ndim,
                    const int64_t *batch, int64_t rows, int64_t cols, bool turned) {
    wr_cuda_spaced(m, data, dtype, batch_ndim, batch, rows, cols, turned, turned ? rows : cols,
                   rows * cols);
}

/* Broadcast the matrices of x to the batch.  A vector is a row or a column. */
static void broadcast(wr_cuda_matrices *m, const weir_view *x, int batch_ndim, const int64_t *batch,
                      bool is_row) {
    int own = x->ndim > 1 ? x->ndim - 2 : 0;
    assert(batch_ndim + 2 <= WEIR_NDIM_MAX);
    for (int i = 0; i < batch_ndim; i++) {
        int at = own - batch_ndim + i;
        m->shape[i] = batch[i];
        m->strides[i] = at < 0 || x->shape[at] == 1 ? 0 : x->strides[at];
    }
    for (int i = 0; i < 2; i++) {
        bool is_one = x->ndim == 1 && (i == 0) == is_row;
        int at = x->ndim == 1 ? 0 : own + i;
        m->shape[batch_ndim + i] = is_one ? 1 : x->shape[at];
        m->strides[batch_ndim + i] = is_one ? 0 : x->strides[at];
    }
    m->view = (weir_view){x->data, m->shape, m->strides, x->dtype, batch_ndim + 2};
}

weir_status wr_cuda_load_matrices(wr_cuda_call *c, void *to, int dtype, const weir_view *x,
                                  bool turned) {
    wr_cuda_matrices m;
    int batch = x->ndim - 2;
    wr_cuda_packed(&m, to, dtype, batch, x->shape, x->shape[batch], x->shape[batch + 1], turned);
    return wr_cuda_copy_view(c, &m.view, x, false, &c->test);
}

weir_status wr_cuda_store_matrices(wr_cuda_call *c, const weir_view *y, void *from, int dtype,
                                   bool turned) {
    wr_cuda_matrices m;
    int batch = y->ndim - 2;
    wr_cuda_packed(&m, from, dtype, batch, y->shape, y->shape[batch], y->shape[batch + 1], turned);
    return wr_cuda_copy_checked(c, y, &m.view, &c->test);
}

weir_status wr_cuda_store_values(wr_cuda_call *c, const weir_view *y, void *from, int dtype) {
    int64_t strides[WEIR_NDIM_MAX];
    wr_row_major(y->ndim, y->shape, strides);
    const weir_view values = {from, y->shape, strides, dtype, y->ndim};
    return wr_cuda_copy_checked(c, y, &values, &c->test);
}

/* The dtype of the computation: 16-bit floats are computed in float32. */
static int computed_in(int dtype) {
    return dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16 ? WEIR_FLOAT32 : dtype;
}

/* ---- Kernels --------------------------------------------------------------------------------- */

typedef struct source {
    const char *text;
    int dtype;
} source;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const source *s = ctx;
    bool is_double = s->dtype == WEIR_FLOAT64 || s->dtype == WEIR_COMPLEX128;
    wr_cuda_write(to, "typedef %s S;\ntypedef %s R;\n%s%s", wr_cuda_dtype(s->dtype),
                  is_double ? "f64" : "f32", wr_text_matrices, s->text);
}

/* At most 256: then a kernel may use all registers that a thread can have. */
static uint32_t threads_for(int64_t size) { return size <= 16 ? 32 : size <= 48 ? 128 : 256; }

weir_status wr_cuda_launch_matrices(wr_cuda_call *c, const char *family, const char *text,
                                    int dtype, const char *kernel, int64_t count, int64_t size,
                                    const void *args, size_t bytes) {
    const source s = {text, dtype};
    const wr_cuda_source from = {
        .family = family, .variant = (uint64_t)dtype, .write = write_text, .ctx = &s};
    uint32_t threads = threads_for(size);
    uint64_t blocks = wr_cuda_blocks(c, (uint64_t)count * threads, threads);
    return wr_cuda_launch_bytes(c, &from, kernel, blocks, threads, args, bytes);
}

static const char family[] = "linalg";

static weir_status launch(wr_cuda_call *c, int dtype, const char *kernel, int64_t count,
                          int64_t size, const void *args, size_t bytes) {
    return wr_cuda_launch_matrices(c, family, wr_text_linalg, dtype, kernel, count, size, args,
                                   bytes);
}

/* ---- Equations ------------------------------------------------------------------------------- */

/* Enough for whichever computes them: cuSOLVER may be missing when they are computed. */
uint64_t wr_cuda_equations_scratch(int dtype, int64_t count, int64_t n, int64_t cols) {
    uint64_t size = wr_dtype_bytes(computed_in(dtype));
    uint64_t library = wr_cuda_library_scratch(computed_in(dtype), count, n, cols);
    uint64_t own = wr_cuda_room_bytes(count * n * n, size) +
                   wr_cuda_room_bytes(count * n * cols, size) + wr_cuda_room_bytes(count, size) +
                   wr_cuda_room_bytes(count, sizeof(double));
    if (wr_cuda_is_large(n, cols))
        own = wr_cuda_blocked_scratch(computed_in(dtype), count, n, cols);
    return own > library ? own : library;
}

/* Equations, or square matrices without right-hand sides, in scratch memory.  Rows of the matrices, and
 * of the right-hand sides, are a_ld and b_ld elements apart. */
typedef struct equations {
    wr_cuda_blocked large; /* its addresses are used for small matrices too */
    wr_cuda_library library;
    bool by_library; /* column-major: columns are n elements apart */
    void *a, *b;
    int64_t a_ld, b_ld;
} equations;

static equations new_equations(wr_cuda_call *c, int task, int64_t count, int64_t n, int64_t cols) {
    int dtype = computed_in(c->k->dtype);
    uint64_t size = wr_dtype_bytes(dtype);
    equations e = {
        .large = {.task = task, .dtype = dtype, .count = count, .n = n, .cols = cols},
        .a_ld = n,
        .b_ld = cols,
    };
    if (wr_cuda_equations_by_library(task, count, n)) {
        wr_cuda_library *l = &e.library;
        *l = (wr_cuda_library){.task = task, .dtype = dtype, .count = count, .n = n, .cols = cols};
        wr_cuda_library_begin(c, l);
        e.by_library = true;
        e.a = l->a, e.b = l->b;
        e.large.det = l->det, e.large.log = l->log;
        e.a_ld = e.b_ld = n;
        return e;
    }
    if (wr_cuda_is_large(n, cols)) {
        wr_cuda_blocked_begin(c, &e.large);
        e.a = e.large.w;
        e.b = (char *)e.a + (uint64_t)n * size;
        e.a_ld = e.b_ld = n + cols;
        return e;
    }
    char *at = c->k->scratch;
    e.a = wr_cuda_room(&at, count * n * n, size);
    e.b = wr_cuda_room(&at, count * n * cols, size);
    e.large.det = wr_cuda_room(&at, count, size);
    e.large.log = wr_cuda_room(&at, count, sizeof(double));
    return e;
}

/* Overwrite the copies by the results. */
static weir_status run_equations(wr_cuda_call *c, const equations *e) {
    static const char *const kernels[] = {"solve", "solve", "solve", "solve_triangle", "cholesky"};
    const wr_cuda_blocked *l = &e->large;
    if (e->by_library) {
        wr_cuda_library library = e->library;
        library.upper = l->upper;
        library.wants_log = l->wants_log;
        return wr_cuda_library_run(c, &library);
    }
    if (wr_cuda_is_large(l->n, l->cols)) return wr_cuda_blocked_run(c, l);
    const equations_args a = {.guard = c->test,
                              .a = e->a,
                              .b = e->b,
                              .count = (uint64_t)l->count,
                              .n = l->n,
                              .cols = l->cols,
                              .det = l->det,
                              .log = l->wants_log ? l->log : NULL,
                              .task = (int32_t)l->task,
                              .upper = l->upper,
                              .unit = l->unit};
    return launch(c, l->dtype, kernels[l->task], l->count, l->n > l->cols ? l->n : l->cols, &a,
                  sizeof a);
}

/* Views of the copies as matrices of rows x cols, transposed if unknowns are rows. */
static void view_side(const equations *e, wr_cuda_matrices *m, bool is_right, int ndim,
                      const int64_t *batch, int64_t rows, int64_t cols, bool turned) {
    const wr_cuda_blocked *l = &e->large;
    int64_t ld = is_right ? e->b_ld : e->a_ld;
    int64_t item = e->by_library && is_right ? l->n * l->cols : l->n * ld;
    wr_cuda_spaced(m, is_right ? e->b : e->a, l->dtype, ndim, batch, rows, cols,
                   turned != e->by_library, ld, item);
}

static weir_status solve(wr_cuda_call *c, int task, bool upper, bool unit) {
    const weir_kernel *k = c->k;
    const wr_equations e = wr_equations_of(k, wr_attr_i64(k, "left") != 0);
    int64_t count = wr_equations_count(&e), rows = e.left ? e.n : e.cols,
            cols = e.left ? e.cols : e.n;
    wr_cuda_matrices from, to;
    if (count == 0 || e.n == 0 || e.cols == 0) return wr_cuda_mark(c);
    equations q = new_equations(c, task, count, e.n, e.cols);
    q.large.upper = upper == e.left;
    q.large.unit = unit;
    for (int i = 0; i < 2; i++) {
        broadcast(&from, &k->in[i], e.ndim, e.batch, !e.left);
        view_side(&q, &to, i == 1, e.ndim, e.batch, i == 1 ? rows : e.n, i == 1 ? cols : e.n,
                  !e.left);
        WR_TRY(wr_cuda_copy_view(c, &to.view, &from.view, false, &c->test));
    }
    WR_TRY(run_equations(c, &q));
    /* The result has the shape of its own; as packed matrices it is rows x cols. */
    view_side(&q, &from, true, e.ndim, e.batch, rows, cols, !e.left);
    wr_cuda_packed(&to, k->out[0].data, k->out[0].dtype, e.ndim, e.batch, rows, cols, false);
    WR_TRY(wr_cuda_copy_checked(c, &to.view, &from.view, &c->test));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_solve(wr_cuda_call *c) { return solve(c, WR_CUDA_SOLVES, false, false); }

weir_status wr_cuda_solve_triangular(wr_cuda_call *c) {
    return solve(c, WR_CUDA_TRIANGLE, wr_attr_i64(c->k, "upper") != 0,
                 wr_attr_i64(c->k, "unitriangular") != 0);
}

/* For the operators of one stack of square matrices: copy them. */
static weir_status begin_square(wr_cuda_call *c, int task, equations *e) {
    const weir_view *x = &c->k->in[0];
    int batch = x->ndim - 2;
    int64_t n = x->shape[batch], count = wr_count(batch, x->shape);
    wr_cuda_matrices to;
    *e = new_equations(c, task, count, n, task == WR_CUDA_INVERTS ? n : 0);
    view_side(e, &to, false, batch, x->shape, n, n, false);
    return count == 0 ? WEIR_OK : wr_cuda_copy_view(c, &to.view, x, false, &c->test);
}

/* inv and cholesky: the results are matrices of the same size. */
static weir_status replace_square(wr_cuda_call *c, int task, bool upper) {
    const weir_view *x = &c->k->in[0];
    int batch = x->ndim - 2;
    wr_cuda_matrices from;
    equations e;
    if (wr_view_count(x) == 0) return wr_cuda_mark(c);
    WR_TRY(begin_square(c, task, &e));
    e.large.upper = upper;
    WR_TRY(run_equations(c, &e));
    view_side(&e, &from, task == WR_CUDA_INVERTS, batch, x->shape, e.large.n, e.large.n, false);
    WR_TRY(wr_cuda_copy_checked(c, &c->k->out[0], &from.view, &c->test));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_inv(wr_cuda_call *c) { return replace_square(c, WR_CUDA_INVERTS, false); }

weir_status wr_cuda_cholesky(wr_cuda_call *c) {
    return replace_square(c, WR_CUDA_DEFINITE, wr_attr_i64(c->k, "upper") != 0);
}

weir_status wr_cuda_determinant(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *y = &k->out[0];
    int64_t strides[WEIR_NDIM_MAX];
    equations e;
    WR_TRY(begin_square(c, WR_CUDA_DETERMINANT, &e));
    if (e.large.count == 0) return wr_cuda_mark(c);
    e.large.wants_log = k->out_count > 1;
    wr_row_major(y->ndim, y->shape, strides);
    WR_TRY(run_equations(c, &e));
    weir_view det = {e.large.det, y->shape, strides, e.large.dtype, y->ndim};
    weir_view log = {e.large.log, y->shape, strides, WEIR_FLOAT64, y->ndim};
    if (e.large.wants_log) WR_TRY(wr_cuda_copy_view(c, &k->out[1], &log, false, &c->test));
    return wr_cuda_copy_view(c, y, &det, false, &c->guard);
}

/* ---- QR -------------------------------------------------------------------------------------- */

uint64_t wr_cuda_qr_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t r) {
    uint64_t size = wr_dtype_bytes(computed_in(dtype));
    uint64_t own = wr_cuda_room_bytes(count * m * n, size) +
                   wr_cuda_room_bytes(count * m * r, size) +
                   wr_cuda_room_bytes(count * (m < n ? m : n), size);
    uint64_t library = wr_cuda_library_qr_scratch(computed_in(dtype), count, m, n, r);
    return own > library ? own : library;
}

weir_status wr_cuda_qr(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *q = &k->out[0], *r = &k->out[1];
    int batch = x->ndim - 2, dtype = computed_in(k->dtype);
    int64_t m = x->shape[batch], n = x->shape[batch + 1], count = wr_count(batch, x->shape);
    uint64_t size = wr_dtype_bytes(dtype);
    char *at = k->scratch;
    qr_args a = {.guard = c->test, .count = (uint64_t)count, .m = m, .n = n};
    a.r = q->shape[batch + 1];
    if (count == 0 || m == 0) return wr_cuda_mark(c);
    if (wr_cuda_factors_by_library(count, m, n)) return wr_cuda_library_qr(c, dtype);
    a.x = wr_cuda_room(&at, count * m * n, size);
    a.q = wr_cuda_room(&at, count * m * a.r, size);
    a.tau = wr_cuda_room(&at, count * (m < n ? m : n), size);
    WR_TRY(wr_cuda_load_matrices(c, a.x, dtype, x, true));
    WR_TRY(launch(c, dtype, "factor_qr", count, m > n ? m : n, &a, sizeof a));
    WR_TRY(wr_cuda_store_matrices(c, q, a.q, dtype, true));
    /* R has the first r rows of m. */
    wr_cuda_matrices rows;
    wr_cuda_packed(&rows, a.x, dtype, batch, x->shape, m, n, true);
    rows.shape[batch] = r->shape[batch];
    return wr_cuda_copy_view(c, r, &rows.view, false, &c->guard);
}

/* ---- Powers ---------------------------------------------------------------------------------- */

uint64_t wr_cuda_squares_scratch(int dtype, int64_t count, int64_t n) {
    uint64_t size = wr_dtype_bytes(dtype);
    return 2 * wr_cuda_room_bytes(count * n * n, size) + wr_cuda_room_bytes(count, sizeof(double));
}

weir_status wr_cuda_matrix_square_repeat(wr_cuda_call *c) {
    enum { THREADS = 256 }; /* a thread for each element of a tile */
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *times = &k->in[1];
    int64_t n = x->shape[x->ndim - 1], count = wr_count(x->ndim - 2, x->shape), strides[32];
    uint64_t size = wr_dtype_bytes(k->dtype);
    char *at = k->scratch;
    squares_args a = {.guard = c->test, .count = (uint64_t)count, .n = n};
    if (count == 0 || n == 0) return wr_cuda_mark(c);
    a.x = wr_cuda_room(&at, count * n * n, size);
    a.y = wr_cuda_room(&at, count * n * n, size);
    a.times = wr_cuda_room(&at, count, sizeof(double));
    wr_row_major(x->ndim - 2, x->shape, strides);
    const weir_view to = {a.times, x->shape, strides, WEIR_FLOAT64, x->ndim - 2};
    WR_TRY(wr_cuda_copy_view(c, &to, times, c->scalars >> 1 & 1, &c->test));
    WR_TRY(wr_cuda_load_matrices(c, a.x, k->dtype, x, false));
    WR_TRY(launch(c, k->dtype, "square_repeat", count, THREADS, &a, sizeof a));
    wr_cuda_matrices from;
    wr_cuda_packed(&from, a.x, k->dtype, x->ndim - 2, x->shape, n, n, false);
    return wr_cuda_copy_view(c, &k->out[0], &from.view, false, &c->guard);
}
