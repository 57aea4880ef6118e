/* cumulative.c - cumulative sums and products, and the linear recurrence used by the gradient of
 * the cumulative product.
 *
 *   cumulative_sum    y[i] = y[i-1] + x[i]
 *   cumulative_prod   y[i] = y[i-1] * x[i]
 *   linear_scan       y[i] = y[i-1] * a[i] + b[i]
 *
 * If `reverse` is set, y[i+1] takes the place of y[i-1].  All operators compute in the widest type
 * of their category (double, int64, complex128), so float32 input loses no precision.  A line is
 * the sequence of elements along the axis at fixed indices along the others.  Each line is
 * processed from one end to the other, and lines are distributed over the workers.  A tile of a few
 * lines is converted to a buffer in the L1 cache, processed there, and converted to the result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>

#include "array/element.h"
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/reduce/scan_cuda.h"

typedef double _Complex c128;

typedef enum mode { SUM, PROD, SCAN } mode;

/* ---- Attributes and shapes ------------------------------------------------------------------- */

#define CUMULATIVE_SUM_ATTRS(X, A)                                                                 \
    X(A, I64, axis, WEIR_NONE, "axis to accumulate along; may be omitted for a 1-d array", "axis") \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: that of x, 64-bit for integers")          \
    X(A, BOOL, include_initial, 0, "prepend the initial value, 0 or 1")                            \
    X(A, BOOL, reverse, 0, "accumulate from the end")
WEIR_ATTRS(cumulative_sum, CUMULATIVE_SUM_ATTRS);

static int widened(int dtype) {
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_BOOL: return WEIR_INT64;
    case WR_KIND_INT: return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
    default: return dtype;
    }
}

static weir_status need_axis(const weir_infer *c, int64_t axis, int ndim, int *out) {
    if (axis != WEIR_NONE) return wr_need_axis(c, axis, ndim, out);
    *out = 0;
    if (ndim == 1) return WEIR_OK;
    return wr_refuse(c, "axis is required for an array with %d dimensions", ndim);
}

static int axis_of(int64_t axis, int ndim) {
    int out = 0;
    if (axis != WEIR_NONE) wr_axis(axis, ndim, &out);
    return out;
}

static weir_status cumulative_infer(weir_infer *c) {
    const cumulative_sum_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis, dtype;
    WR_TRY(need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    WR_TRY(wr_need_dtype(c, attr->dtype, widened(dtype), &dtype));
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX && wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX)
        return wr_refuse(c, "casting %s to %s would discard the imaginary part; use real(x)",
                         wr_dtypes[x->dtype].name, wr_dtypes[dtype].name);
    wr_meta_like(&c->out[0], x);
    c->out[0].shape[axis] += attr->include_initial != 0;
    c->out[0].dtype = c->dtype = dtype;
    if (wr_device_is_cuda(c->out[0].device))
        c->scratch_bytes = wr_scan_device_scratch(x->ndim, wr_shape(x), axis);
    return WEIR_OK;
}

/* ---- One tile -------------------------------------------------------------------------------- */

enum {
    TILE = WR_SIZE(2048, 6), /* maximum number of elements of a tile */
    COLS = WR_SIZE(128, 2)   /* maximum number of lines of a tile */
};

/* Process the rows of a tile in order.  `value` computes the next element from `last`, `now` and,
 * for linear_scan, `factor`, which is an element of `by`.  If there is only one line, its state is
 * kept in a register. */
#define ROWS(W, value)                                                                             \
    if (cols == 1) {                                                                               \
        W last = *(W *)state;                                                                      \
        for (int64_t i = 0; i < rows; i++) {                                                       \
            int64_t r = reverse ? rows - 1 - i : i;                                                \
            W now = ((W *)tile)[r], factor = ((const W *)by)[r];                                   \
            (void)factor;                                                                          \
            ((W *)tile)[r] = last = value;                                                         \
        }                                                                                          \
        *(W *)state = last;                                                                        \
        return;                                                                                    \
    }                                                                                              \
    for (int64_t i = 0; i < rows; i++) {                                                           \
        int64_t r = reverse ? rows - 1 - i : i;                                                    \
        W *restrict s = state, *restrict t = (W *)tile + r * cols;                                 \
        const W *restrict f = (const W *)by + r * cols;                                            \
        for (int64_t j = 0; j < cols; j++) {                                                       \
            W last = s[j], now = t[j], factor = f[j];                                              \
            (void)factor;                                                                          \
            t[j] = s[j] = value;                                                                   \
        }                                                                                          \
    }
#define RUN(name, W)                                                                               \
    static void name(mode m, void *state, void *tile, const void *by, int64_t rows, int64_t cols,  \
                     bool reverse) {                                                               \
        if (m == SUM) {                                                                            \
            ROWS(W, last + now)                                                                    \
        } else if (m == PROD) {                                                                    \
            ROWS(W, last *now)                                                                     \
        } else {                                                                                   \
            ROWS(W, last *factor + now)                                                            \
        }                                                                                          \
    }
RUN(run_u64, uint64_t)
RUN(run_f64, double)
RUN(run_c128, c128)

typedef struct scan {
    const weir_kernel *k;
    const wr_simd *simd;
    mode mode;
    bool reverse;
    int wide;             /* the compute dtype */
    int64_t n, inner;     /* n: elements per line; inner: stride within a line */
    int64_t initial;      /* 1 if the result includes the initial value, otherwise 0 */
    int64_t cols, across; /* cols: maximum number of lines per tile; across: number of tiles along
                           * `inner` */
    const weir_view *x, *by;
} scan;

typedef struct tile {
    _Alignas(64) char value[TILE * 16];
    _Alignas(64) char by[TILE * 16];
    _Alignas(64) char state[COLS * 16];
} tile;

/* Convert `rows` x `cols` elements, whose rows are `inner` elements apart, to the compute dtype and
 * store them in a tile. */
static void load_tile(const scan *s, char *to, const weir_view *v, int64_t at, int64_t rows,
                      int64_t cols) {
    wr_cast_fn *cast = s->simd->cast->cast[v->dtype][s->wide];
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype), wide = (int64_t)wr_dtype_bytes(s->wide);
    const char *from = (const char *)v->data + at * size;
    if (cols == s->inner) cols *= rows, rows = 1;
    for (int64_t r = 0; r < rows; r++) cast(to + r * cols * wide, from + r * s->inner * size, cols);
}

static void store_tile(const scan *s, const weir_view *y, int64_t at, const char *from,
                       int64_t rows, int64_t cols) {
    wr_cast_fn *cast = s->simd->cast->cast[s->wide][y->dtype];
    int64_t size = (int64_t)wr_dtype_bytes(y->dtype), wide = (int64_t)wr_dtype_bytes(s->wide);
    char *to = (char *)y->data + at * size;
    if (cols == s->inner) cols *= rows, rows = 1;
    for (int64_t r = 0; r < rows; r++) cast(to + r * s->inner * size, from + r * cols * wide, cols);
}

/* Initialise the state to 0, or to 1 for products. */
static void start(const scan *s, char *state, int64_t cols) {
    const double one = s->mode == PROD;
    for (int64_t i = 0; i < cols; i++)
        s->simd->cast->cast[WEIR_FLOAT64][s->wide](state + i * (int64_t)wr_dtype_bytes(s->wide),
                                                   &one, 1);
}

static void run_tile(const scan *s, tile *t, int64_t rows, int64_t cols) {
    if (s->wide == WEIR_FLOAT64)
        run_f64(s->mode, t->state, t->value, t->by, rows, cols, s->reverse);
    else if (s->wide == WEIR_COMPLEX128)
        run_c128(s->mode, t->state, t->value, t->by, rows, cols, s->reverse);
    else
        run_u64(s->mode, t->state, t->value, t->by, rows, cols, s->reverse);
}

/* ---- All lines ------------------------------------------------------------------------------- */

static void run_lines(const scan *s, tile *t, int64_t outer, int64_t col, int64_t cols) {
    const weir_view *y = &s->k->out[0];
    int64_t rows = TILE / cols, tiles = (s->n + rows - 1) / rows;
    int64_t from = outer * s->n * s->inner + col, to = outer * (s->n + s->initial) * s->inner + col;
    start(s, t->state, cols);
    if (s->initial) {
        store_tile(s, y, to + (s->reverse ? s->n * s->inner : 0), t->state, 1, cols);
        if (!s->reverse) to += s->inner;
    }
    for (int64_t i = 0; i < tiles; i++) {
        int64_t first = (s->reverse ? tiles - 1 - i : i) * rows;
        int64_t few = wr_min(s->n - first, rows);
        load_tile(s, t->value, s->x, from + first * s->inner, few, cols);
        if (s->mode == SCAN) load_tile(s, t->by, s->by, from + first * s->inner, few, cols);
        run_tile(s, t, few, cols);
        store_tile(s, y, to + first * s->inner, t->value, few, cols);
    }
}

static weir_status run_part(void *arg, int64_t begin, int64_t end) {
    const scan *s = arg;
    tile t;
    for (int64_t i = begin; i < end; i++) {
        int64_t col = i % s->across * s->cols;
        run_lines(s, &t, i / s->across, col, wr_min(s->inner - col, s->cols));
    }
    return WEIR_OK;
}

static int wide_of(int dtype) {
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_FLOAT: return WEIR_FLOAT64;
    case WR_KIND_COMPLEX: return WEIR_COMPLEX128;
    default: return widened(dtype);
    }
}

static weir_status run(const weir_kernel *k, mode m, int axis, bool reverse, const weir_view *x,
                       const weir_view *by) {
    enum { PIECE = WR_SIZE(1 << 15, 7) };
    scan s = {.k = k,
              .simd = wr_simd_of(k),
              .mode = m,
              .reverse = reverse,
              .wide = wide_of(k->dtype),
              .n = x->shape[axis],
              .inner = 1,
              .initial = k->out[0].shape[axis] - x->shape[axis],
              .x = x,
              .by = by};
    int64_t outer = 1;
    for (int i = 0; i < axis; i++) outer *= x->shape[i];
    for (int i = axis + 1; i < x->ndim; i++) s.inner *= x->shape[i];
    if (outer == 0 || s.inner == 0 || s.n + s.initial == 0) return WEIR_OK;
    s.cols = wr_min(s.inner, COLS);
    s.across = (s.inner + s.cols - 1) / s.cols;
    int64_t load = s.cols * (s.n + 1), grain = PIECE / load;
    return wr_split(k, outer * s.across, grain > 0 ? grain : 1, run_part, &s);
}

static weir_status cumulative_run(const weir_kernel *k, mode m) {
    const cumulative_sum_attr *attr = k->attr;
    return run(k, m, axis_of(attr->axis, k->in[0].ndim), attr->reverse, &k->in[0], NULL);
}

static weir_status cumulative_sum_run(const weir_kernel *k) { return cumulative_run(k, SUM); }
static weir_status cumulative_prod_run(const weir_kernel *k) { return cumulative_run(k, PROD); }

/* Unsigned integers wrap around as signed ones do on the CPU. */
static int device_wide_of(int dtype) {
    int wide = wide_of(dtype);
    return wide == WEIR_INT64 ? WEIR_UINT64 : wide;
}

weir_status wr_cuda_cumulative(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const cumulative_sum_attr *attr = k->attr;
    wr_cuda_scan s = {.kind = k->op == &wr_ops[WR_OP_cumulative_prod] ? "prod" : "sum",
                      .axis = axis_of(attr->axis, k->in[0].ndim),
                      .computes = device_wide_of(k->dtype),
                      .reverse = attr->reverse,
                      .x = &k->in[0]};
    return wr_cuda_scan_run(c, &s);
}

/* ---- Reference implementation ---------------------------------------------------------------- */

static c128 get(const weir_view *v, int64_t i) {
    int64_t at = wr_view_at(v, i) * (int64_t)wr_dtype_bytes(v->dtype);
    return wr_element_c128(v->dtype, (const char *)v->data + at);
}

static void put(const weir_view *v, int64_t i, c128 value) {
    int64_t at = wr_view_at(v, i) * (int64_t)wr_dtype_bytes(v->dtype);
    wr_simd_get(WEIR_CPU_PORTABLE)
        ->cast->cast[WEIR_COMPLEX128][v->dtype]((char *)v->data + at, &value, 1);
}

static weir_status reference(const weir_kernel *k, mode m, int axis, bool reverse,
                             const weir_view *x, const weir_view *by) {
    const weir_view *y = &k->out[0];
    int64_t inner = 1, n = x->shape[axis], more = y->shape[axis] - n;
    for (int i = axis + 1; i < x->ndim; i++) inner *= x->shape[i];
    int64_t lines = n > 0 ? wr_view_count(x) / n : more > 0 ? wr_view_count(y) / more : 0;
    for (int64_t line = 0; line < lines; line++) {
        int64_t from = line / inner * n * inner + line % inner;
        int64_t to = line / inner * (n + more) * inner + line % inner;
        c128 s = m == PROD;
        if (more) put(y, to + (reverse ? n * inner : 0), s);
        for (int64_t i = 0; i < n; i++) {
            int64_t r = reverse ? n - 1 - i : i;
            c128 v = get(x, from + r * inner);
            s = m == SUM ? s + v : m == PROD ? s * v : s * get(by, from + r * inner) + v;
            put(y, to + (r + (reverse ? 0 : more)) * inner, s);
        }
    }
    return WEIR_OK;
}

static weir_status cumulative_reference(const weir_kernel *k, mode m) {
    const cumulative_sum_attr *attr = k->attr;
    return reference(k, m, axis_of(attr->axis, k->in[0].ndim), attr->reverse, &k->in[0], NULL);
}

static weir_status cumulative_sum_reference(const weir_kernel *k) {
    return cumulative_reference(k, SUM);
}
static weir_status cumulative_prod_reference(const weir_kernel *k) {
    return cumulative_reference(k, PROD);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Return the array y with y[i] = x[i + by] along the axis, or `fill` where the index i + `by` is
 * out of range. */
static weir_array *neighbour(weir_vjp *v, weir_array *x, int axis, int by, double fill) {
    return wr_g_reframe(v, x, axis, by, WEIR_NONE, fill);
}

static void cumulative_sum_vjp(weir_vjp *v) {
    const cumulative_sum_attr *attr = v->attr;
    weir_array *x = v->in[0];
    int axis = axis_of(attr->axis, x->ndim);
    weir_array *g = wr_g_cumulative_sum(v, v->grad_out[0], axis, 0, 0, !attr->reverse);
    if (attr->include_initial) g = wr_g_reframe(v, g, axis, !attr->reverse, wr_shape(x)[axis], 0);
    v->grad_in[0] = wr_build_unbroadcast(v, g, x);
}

/* The gradient of x[i] is the product of the elements before i, times s[i], where s[i] = dy[i] +
 * x[i+1] * s[i+1] accounts for the results y[i], y[i+1], and so on. */
static void cumulative_prod_vjp(weir_vjp *v) {
    const cumulative_sum_attr *attr = v->attr;
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    int axis = axis_of(attr->axis, x->ndim), next = attr->reverse ? -1 : 1;
    if (attr->include_initial) dy = wr_g_reframe(v, dy, axis, !attr->reverse, wr_shape(x)[axis], 0);
    if (dy == NULL) return;
    weir_array *cast = x->dtype == dy->dtype ? x : wr_g_astype(v, x, dy->dtype);
    weir_array *factor = wr_g_conj(v, neighbour(v, cast, axis, next, 0));
    weir_array *behind = wr_g_linear_scan(v, factor, dy, axis, !attr->reverse);
    weir_array *all = wr_g_cumulative_prod(v, cast, axis, 0, 0, attr->reverse);
    weir_array *before = wr_g_conj(v, neighbour(v, all, axis, -next, 1));
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_multiply(v, before, behind), x);
}

WR_OP(cumulative_sum) = {
    .size = sizeof(weir_op_def),
    .name = "cumulative_sum",
    .summary = "Cumulative sum along an axis.",
    .inputs = "x",
    .outputs = "y",
    .infer = cumulative_infer,
    .run = cumulative_sum_run,
    .reference = cumulative_sum_reference,
    .vjp = cumulative_sum_vjp,
    WEIR_USE_ATTRS(cumulative_sum),
    .samples = "(5); (3,4) axis=0; (2,3,4) axis=1 include_initial=1; (3,4) axis=1 reverse=1 "
               "include_initial=1; i32(3,4) axis=-1",
};

WR_OP(cumulative_prod) = {
    .size = sizeof(weir_op_def),
    .name = "cumulative_prod",
    .summary = "Cumulative product along an axis.",
    .inputs = "x",
    .outputs = "y",
    .infer = cumulative_infer,
    .run = cumulative_prod_run,
    .reference = cumulative_prod_reference,
    .vjp = cumulative_prod_vjp,
    WEIR_USE_ATTRS(cumulative_sum),
    .samples = "(5); (3,4) axis=0; (2,3,4) axis=1 include_initial=1; (3,4) axis=1 reverse=1; "
               "i32(3,4)@1:3 axis=-1",
};

/* ---- linear_scan ----------------------------------------------------------------------------- */

#define LINEAR_SCAN_ATTRS(X, A)                                                                    \
    X(A, I64, axis, -1, "axis to scan along", "axis")                                              \
    X(A, BOOL, reverse, 0, "scan from the end")
WEIR_ATTRS(linear_scan, LINEAR_SCAN_ATTRS);

static weir_status linear_scan_infer(weir_infer *c) {
    const linear_scan_attr *attr = c->attr;
    const weir_array *a = c->in[0], *b = c->in[1];
    int axis, dtype;
    WR_TRY(wr_need_axis(c, attr->axis, b->ndim, &axis));
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (!wr_same_shape(a, b))
        return wr_refuse(c, "a and b must have the same shape, got %s and %s",
                         wr_shape_text(a->ndim, wr_shape(a)), wr_shape_text(b->ndim, wr_shape(b)));
    wr_meta_like(&c->out[0], b);
    c->out[0].dtype = c->dtype = dtype;
    if (wr_device_is_cuda(c->out[0].device))
        c->scratch_bytes = wr_scan_device_scratch(b->ndim, wr_shape(b), axis);
    return WEIR_OK;
}

static weir_status linear_scan_run(const weir_kernel *k) {
    const linear_scan_attr *attr = k->attr;
    return run(k, SCAN, axis_of(attr->axis, k->in[1].ndim), attr->reverse, &k->in[1], &k->in[0]);
}

weir_status wr_cuda_linear_scan(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const linear_scan_attr *attr = k->attr;
    wr_cuda_scan s = {.kind = "linear",
                      .axis = axis_of(attr->axis, k->in[1].ndim),
                      .computes = device_wide_of(k->dtype),
                      .reverse = attr->reverse,
                      .x = &k->in[1],
                      .by = &k->in[0]};
    return wr_cuda_scan_run(c, &s);
}

static weir_status linear_scan_reference(const weir_kernel *k) {
    const linear_scan_attr *attr = k->attr;
    return reference(k, SCAN, axis_of(attr->axis, k->in[1].ndim), attr->reverse, &k->in[1],
                     &k->in[0]);
}

static void linear_scan_vjp(weir_vjp *v) {
    const linear_scan_attr *attr = v->attr;
    weir_array *a = v->in[0], *b = v->in[1];
    int axis = axis_of(attr->axis, b->ndim), next = attr->reverse ? -1 : 1;
    weir_array *factor = wr_g_conj(v, neighbour(v, a, axis, next, 0));
    weir_array *g = wr_g_linear_scan(v, factor, v->grad_out[0], axis, !attr->reverse);
    weir_array *before = wr_g_conj(v, neighbour(v, v->out[0], axis, -next, 0));
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, wr_g_multiply(v, g, before), a);
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, g, b);
}

WR_OP(linear_scan) = {
    .size = sizeof(weir_op_def),
    .name = "linear_scan",
    .summary = "Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.",
    .inputs = "a, b",
    .outputs = "y",
    .parts = "a: factor of the previous result; "
             "b: the number that is added",
    .infer = linear_scan_infer,
    .run = linear_scan_run,
    .reference = linear_scan_reference,
    .vjp = linear_scan_vjp,
    WEIR_USE_ATTRS(linear_scan),
    .samples = "(5), (5); (3,4), (3,4) axis=0; (2,3,4), (2,3,4) axis=1 reverse=1",
};
