/* softmax.c - softmax and log_softmax along one axis.
 *
 *   softmax(x) = e^(x - max x) / sum e^(x - max x)
 *
 * The maximum is subtracted so that the exponential cannot overflow; it cancels out in the
 * quotient.  A line is the sequence of elements along the axis that softmax normalises.  If that is
 * the last axis, each line is processed by itself.  Otherwise a block of adjacent lines is
 * processed together, one element of each line at a time, so that memory is read in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/core/composite.h"
#include "ops/norm/norm_cuda.h"
#include "ops/norm/softmax_simd.h"

#define SOFTMAX_ATTRS(X, A) X(A, I64, axis, -1, "the axis whose entries sum to one", "axis")
WEIR_ATTRS(softmax, SOFTMAX_ATTRS);

int64_t wr_softmax_axis(const weir_kernel *k) { return ((const softmax_attr *)k->attr)->axis; }

static weir_status softmax_infer(weir_infer *c) {
    const softmax_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis, dtype;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    if (wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real numbers, not %s", wr_dtypes[dtype].name);
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT) dtype = wr_default_dtype();
    wr_meta_like(&c->out[0], x);
    c->out[0].dtype = c->dtype = dtype;
    return WEIR_OK;
}

/* ---- The kernel ------------------------------------------------------------------------------ */

enum {
    COLS = WR_SIZE(128, 3), /* maximum number of lines in a block */
    /* Number of exponentials accumulated in the element type before the partial sum is added to a
     * double. */
    ROWS = WR_SIZE(32, 2),
    /* lines that need a cast and have more elements than this are processed as blocks */
    CAST = WR_SIZE(4096, 7),
    PIECE = WR_SIZE(1 << 14, 16) /* approximate number of elements in a piece of parallel work */
};

typedef struct job {
    const weir_kernel *k;
    const wr_simd *simd;
    const wr_softmax_type *type;
    void (*fence)(void);
    bool logarithm, streams;
    int computes;     /* the compute dtype */
    int64_t n, inner; /* number of elements in a line, and their stride */
    int64_t across;   /* number of blocks along `inner` */
    int64_t x_bytes, y_bytes;
} job;

/* Return a pointer to n elements in the compute dtype: x itself, or `buffer` if they had to be
 * cast. */
static const void *cast_in(const job *j, const char *x, void *buffer, int64_t n) {
    int dtype = j->k->in[0].dtype;
    if (dtype == j->computes) return x;
    j->simd->cast->cast[dtype][j->computes](buffer, x, n);
    return buffer;
}

static void cast_out(const job *j, char *y, const void *made, int64_t n) {
    if (made != y) j->simd->cast->cast[j->computes][j->k->out[0].dtype](y, made, n);
}

static weir_status run_lines(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    _Alignas(64) char in[CAST * 8], out[CAST * 8];
    bool direct = j->k->out[0].dtype == j->computes;
    for (int64_t i = begin; i < end; i++) {
        const char *x = (const char *)j->k->in[0].data + i * j->n * j->x_bytes;
        char *y = (char *)j->k->out[0].data + i * j->n * j->y_bytes;
        void *made = direct ? (void *)y : out;
        j->type->line(made, cast_in(j, x, in, j->n), j->n, j->logarithm, j->streams && direct);
        cast_out(j, y, made, j->n);
    }
    if (j->streams) j->fence();
    return WEIR_OK;
}

typedef struct block {
    _Alignas(64) double total[COLS];
    _Alignas(64) char top[COLS * 8], sum[COLS * 8], by[COLS * 8], in[COLS * 8], out[COLS * 8];
} block;

/* Process `cols` adjacent lines in three passes: maximum, sum of exponentials, result. */
static void run_block(const job *j, block *b, const char *x, char *y, int64_t cols) {
    const double least = -INFINITY;
    int64_t step = j->inner * j->x_bytes;
    bool direct = j->k->out[0].dtype == j->computes;
    for (int64_t i = 0; i < cols; i++) {
        b->total[i] = 0;
        j->simd->cast->cast[WEIR_FLOAT64][j->computes](
            b->top + i * (int64_t)wr_dtype_bytes(j->computes), &least, 1);
    }
    for (int64_t r = 0; r < j->n; r++)
        j->type->top(b->top, cast_in(j, x + r * step, b->in, cols), cols);
    memset(b->sum, 0, sizeof b->sum);
    for (int64_t r = 0; r < j->n; r++) {
        j->type->add(b->sum, cast_in(j, x + r * step, b->in, cols), b->top, cols);
        if (r % ROWS == ROWS - 1 || r == j->n - 1) j->type->flush(b->total, b->sum, cols);
    }
    j->type->sums(b->by, b->total, cols, j->logarithm);
    for (int64_t r = 0; r < j->n; r++) {
        char *to = y + r * j->inner * j->y_bytes;
        void *made = direct ? (void *)to : b->out;
        j->type->write(made, cast_in(j, x + r * step, b->in, cols), b->top, b->by, cols,
                       j->logarithm);
        cast_out(j, to, made, cols);
    }
}

static weir_status run_blocks(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    block b;
    for (int64_t i = begin; i < end; i++) {
        int64_t col = i % j->across * COLS, at = i / j->across * j->n * j->inner + col;
        run_block(j, &b, (const char *)j->k->in[0].data + at * j->x_bytes,
                  (char *)j->k->out[0].data + at * j->y_bytes,
                  j->inner - col < COLS ? j->inner - col : COLS);
    }
    return WEIR_OK;
}

static int64_t grain(int64_t each) { return each >= PIECE ? 1 : PIECE / each; }

static weir_status run(const weir_kernel *k, bool logarithm) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    wr_axis(((const softmax_attr *)k->attr)->axis, x->ndim, &axis);
    if (wr_view_count(x) == 0) return WEIR_OK;
    job j = {.k = k,
             .simd = wr_simd_of(k),
             .logarithm = logarithm,
             .computes = wr_compute_dtype[wr_dtypes[y->dtype].compute],
             .n = x->shape[axis],
             .inner = 1,
             .x_bytes = (int64_t)wr_dtype_bytes(x->dtype),
             .y_bytes = (int64_t)wr_dtype_bytes(y->dtype)};
    const wr_softmax_simd *table = j.simd->softmax;
    j.fence = table->fence;
    j.type = j.computes == WEIR_FLOAT32 ? &table->f32 : &table->f64;
    for (int i = axis + 1; i < x->ndim; i++) j.inner *= x->shape[i];
    int64_t count = wr_view_count(x), lines = count / j.n;
    /* The size of a line must be a multiple of the cache line size, because non-temporal stores to
     * parts of a cache line are slow. */
    j.streams = k->fresh && j.n * j.y_bytes % WR_CACHE_LINE == 0 &&
                count * (j.x_bytes + j.y_bytes) > wr_cache_bytes() / 2;
    bool casts = x->dtype != j.computes || y->dtype != j.computes;
    if (j.inner == 1 && !(casts && j.n > CAST))
        return wr_split(k, lines, grain(j.n), run_lines, &j);
    j.across = (j.inner + COLS - 1) / COLS;
    return wr_split(k, lines / j.inner * j.across, grain(j.n * (j.inner < COLS ? j.inner : COLS)),
                    run_blocks, &j);
}

static weir_status softmax_run(const weir_kernel *k) { return run(k, false); }
static weir_status log_softmax_run(const weir_kernel *k) { return run(k, true); }

/* ---- Reference kernels ----------------------------------------------------------------------- */

static weir_status reference(const weir_kernel *k, bool logarithm) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    wr_axis(((const softmax_attr *)k->attr)->axis, x->ndim, &axis);
    int64_t inner = 1, n = x->shape[axis];
    for (int i = axis + 1; i < x->ndim; i++) inner *= x->shape[i];
    for (int64_t line = 0; n > 0 && line < wr_view_count(x) / n; line++) {
        int64_t at = line / inner * n * inner + line % inner;
        double top = -INFINITY, sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double v = wr_view_get(x, at + i * inner);
            if (v > top || isnan(v)) top = v;
        }
        for (int64_t i = 0; i < n; i++) sum += exp(wr_view_get(x, at + i * inner) - top);
        for (int64_t i = 0; i < n; i++) {
            double d = wr_view_get(x, at + i * inner) - top;
            wr_view_put(y, at + i * inner, logarithm ? d - log(sum) : exp(d) / sum);
        }
    }
    return WEIR_OK;
}

static weir_status softmax_reference(const weir_kernel *k) { return reference(k, false); }
static weir_status log_softmax_reference(const weir_kernel *k) { return reference(k, true); }

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient is y * (dy - sum(dy * y)). */
static void softmax_vjp(weir_vjp *v) {
    const softmax_attr *attr = v->attr;
    weir_array *y = v->out[0], *dy = v->grad_out[0];
    weir_array *sum = wr_g_sum(v, wr_g_multiply(v, dy, y), &attr->axis, 1, 1, 0);
    weir_array *g = wr_g_multiply(v, y, wr_g_subtract(v, dy, sum));
    v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
}

/* The gradient is dy - softmax(x) * sum(dy). */
static void log_softmax_vjp(weir_vjp *v) {
    const softmax_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0], *sum = wr_g_sum(v, dy, &attr->axis, 1, 1, 0);
    weir_array *g = wr_g_subtract(v, dy, wr_g_multiply(v, wr_g_exp(v, v->out[0]), sum));
    v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
}

static weir_status softmin_need(const weir_infer *c) {
    const softmax_attr *attr = c->attr;
    int axis;
    if (wr_dtype_kind_of(c->in[0]->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real numbers, not %s",
                            wr_dtypes[c->in[0]->dtype].name);
    return wr_need_axis(c, attr->axis, c->in[0]->ndim, &axis);
}

static weir_array *softmin_composite(weir_vjp *v) {
    const softmax_attr *attr = v->attr;
    /* Cast to a float dtype before negating, because unsigned integers would wrap around. */
    weir_array *x = v->in[0];
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT) x = wr_g_astype(v, x, wr_default_dtype());
    return wr_g_softmax(v, wr_g_negative(v, x), attr->axis);
}
WR_COMPOSITE(softmin, 1)

WR_OP(softmin) = {
    .size = sizeof(weir_op_def),
    .name = "softmin",
    .summary = "The softmax of -x: the smallest entry gets the largest weight.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: scores",
    WR_USE_COMPOSITE(softmin),
    WEIR_USE_ATTRS(softmax),
    .samples = "(3,5); (2,4,3) axis=1",
};

WR_OP(softmax) = {
    .size = sizeof(weir_op_def),
    .name = "softmax",
    .summary = "Exponentials of the entries along an axis, scaled to sum to one.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: scores",
    .infer = softmax_infer,
    .run = softmax_run,
    .reference = softmax_reference,
    .vjp = softmax_vjp,
    WEIR_USE_ATTRS(softmax),
    .samples = "(3,5); (2,4,3) axis=1; (6)@-3:3 axis=0",
};

WR_OP(log_softmax) = {
    .size = sizeof(weir_op_def),
    .name = "log_softmax",
    .summary = "The logarithm of softmax along an axis, computed without loss of precision.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: scores",
    .infer = softmax_infer,
    .run = log_softmax_run,
    .reference = log_softmax_reference,
    .vjp = log_softmax_vjp,
    WEIR_USE_ATTRS(softmax),
    .samples = "(3,5); (2,4,3) axis=1; (6)@-3:3 axis=0",
};
