/* fft.c - Fourier transforms over one or more axes.
 *
 *   fftn     y[k] = sum over j of x[j] e^(-2 pi i jk/n) along each axis
 *   ifftn    the inverse: the same with e^(+2 pi i jk/n), divided by n
 *   rfftn    fftn of real input; along the last transformed axis only the entries 0 to n/2 are
 *            computed, because the others are their conjugates
 *   irfftn   the inverse of rfftn: computes real numbers from these entries
 *
 * A line is the sequence of elements along one axis at fixed indices along the others.  x is first
 * cropped or zero-padded to n entries along each transformed axis.  fft_lines.c transforms complex
 * lines.  A real line of even length is packed into half as many complex numbers, and the transform
 * of the real line is computed from that of the packed line; a real line of odd length is converted
 * to complex.
 *
 * If a line contains an infinity or NaN, all of its results are NaN.  Without this rule, the way
 * the length is factored would determine which results are NaN.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "array/element.h"
#include "ops/core/expression.h"
#include "ops/fft/fft_cuda.h"
#include "ops/fft/fft_lines.h"
#include "ops/fft/fft_simd.h"

#define FFTN_ATTRS(X, A)                                                                           \
    X(A, I64S, s, WEIR_NO_LIST, "lengths to which x is cropped or zero-padded; none: those of x",  \
      ">= 1")                                                                                      \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to transform; none: all, or the last len(s) axes",        \
      "axis")                                                                                      \
    X(A, TEXT, norm, "backward",                                                                   \
      "'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n)",    \
      "backward | forward | ortho")
WEIR_ATTRS(fftn, FFTN_ATTRS);

typedef wr_fft_kind kind;

enum { BACKWARD, ORTHO, FORWARD, NORMS };

static const char *const norms[] = {"backward", "ortho", "forward"};

static int norm_of(const char *text) {
    int norm = BACKWARD;
    while (norm < NORMS && text != NULL && strcmp(text, norms[norm]) != 0) norm++;
    return norm;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

typedef wr_fft_task task;

#define LONGEST ((int64_t)1 << 40)

static int few(int64_t count) { return count > WEIR_NDIM_MAX ? WEIR_NDIM_MAX + 1 : (int)count; }

static int axes_count(const fftn_attr *attr, int ndim) {
    if (attr->axes.data != NULL) return few(attr->axes.count);
    return attr->s.data != NULL ? few(attr->s.count) : ndim;
}

/* Return the length of the transform along the i-th of the transformed axes.  The default is the
 * size of x along that axis; for the last axis of irfftn, it is the length of the original real
 * line. */
static int64_t length_of(const task *t, const fftn_attr *attr, int i, int64_t in_x) {
    if (attr->s.data != NULL) return attr->s.data[i];
    return t->kind == WR_FFT_REAL_OUT && i == t->count - 1 ? 2 * (in_x - 1) : in_x;
}

/* Fill in *t from the attributes, which `infer` has checked. */
static void read_task(task *t, kind which, bool inverse, const fftn_attr *attr, int ndim,
                      const int64_t *shape) {
    assert(ndim >= 0 && ndim <= WEIR_NDIM_MAX);
    *t = (task){.kind = which, .inverse = inverse, .norm = norm_of(attr->norm), .ndim = ndim};
    t->count = axes_count(attr, ndim);
    for (int i = 0; i < ndim; i++) t->shape[i] = t->out[i] = shape[i];
    for (int i = 0; i < t->count; i++) {
        t->axis[i] = ndim - t->count + i;
        if (attr->axes.data != NULL) wr_axis(attr->axes.data[i], ndim, &t->axis[i]);
        int axis = t->axis[i];
        t->n[i] = t->shape[axis] = t->out[axis] = length_of(t, attr, i, shape[axis]);
        if (i < t->count - 1) continue;
        if (which == WR_FFT_REAL_IN) t->out[axis] = t->n[i] / 2 + 1;
        if (which == WR_FFT_REAL_OUT) t->shape[axis] = t->n[i] / 2 + 1;
    }
}

static weir_status need_axes(const weir_infer *c, kind which, const fftn_attr *attr) {
    const weir_array *x = c->in[0];
    int count = axes_count(attr, x->ndim), axis;
    uint32_t seen = 0;
    if (norm_of(attr->norm) == NORMS)
        return wr_refuse(c, "norm '%s' is not supported; expected backward, ortho or forward",
                         attr->norm);
    if (count > x->ndim)
        return wr_refuse(c, "the number of axes, %lld, is too large for %s",
                         (long long)(attr->axes.data != NULL ? attr->axes.count : attr->s.count),
                         wr_array_text_of(x));
    if (count == 0 && which != WR_FFT_COMPLEX) return wr_refuse(c, "requires at least one axis");
    if (attr->s.data != NULL && attr->s.count != count)
        return wr_refuse(c, "the number of lengths in s is %lld, but the number of axes is %d",
                         (long long)attr->s.count, count);
    for (int i = 0; attr->axes.data != NULL && i < count; i++) {
        WR_TRY(wr_need_axis(c, attr->axes.data[i], x->ndim, &axis));
        if (seen >> axis & 1) return wr_refuse(c, "axis %d is given twice", axis);
        seen |= UINT32_C(1) << axis;
    }
    return WEIR_OK;
}

static weir_status need_lengths(const weir_infer *c, const task *t) {
    for (int i = 0; i < t->count; i++) {
        int64_t in_x = wr_shape(c->in[0])[t->axis[i]];
        if (t->n[i] < 1)
            return wr_refuse(
                c, "length %lld along axis %d, whose size in x is %lld, must be at least 1",
                (long long)t->n[i], t->axis[i], (long long)in_x);
        if (t->n[i] > LONGEST)
            return wr_refuse(c, "length %lld along axis %d is too large; the maximum is 2^40",
                             (long long)t->n[i], t->axis[i]);
    }
    int64_t all = 1;
    bool none = false;
    for (int i = 0; i < t->ndim; i++) none |= t->shape[i] == 0;
    for (int i = 0; i < t->ndim && !none; i++) {
        int64_t most = t->shape[i] > t->out[i] ? t->shape[i] : t->out[i];
        if (__builtin_mul_overflow(all, most, &all) || all > LONGEST)
            return wr_refuse(c, "the result would have more than %lld elements",
                             (long long)LONGEST);
    }
    return WEIR_OK;
}

static int64_t product(const int64_t *shape, int from, int to) {
    int64_t n = 1;
    for (int i = from; i < to; i++) n *= shape[i];
    return n;
}

/* ---- Scratch --------------------------------------------------------------------------------- */

/* The sizes in bytes of the parts of the scratch memory, in the order in which they are stored. */
typedef struct layout {
    bool stages;           /* x must be cropped, padded or cast first */
    uint64_t staged;       /* x after cropping, padding and casting */
    uint64_t between;      /* irfftn: the result of the transforms along all axes but the last */
    uint64_t packed;       /* real lines in packed or complex form */
    uint64_t lines, total; /* lines: scratch of fft_lines.c; total: the sum of all parts */
} layout;

static int64_t packed_length(int64_t n) { return n % 2 == 0 ? n / 2 : n; }

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

static layout layout_of(const task *t, int dtype_x, const int64_t *shape_x, int computes) {
    layout p = {.stages = dtype_x != computes};
    uint64_t number = t->wide ? 16 : 8;
    uint64_t all = (uint64_t)product(t->shape, 0, t->ndim);
    for (int i = 0; i < t->ndim; i++) p.stages |= shape_x[i] != t->shape[i];
    if (p.stages) p.staged = wr_round_up(all * wr_dtype_bytes(computes), WR_CACHE_LINE);
    if (t->kind == WR_FFT_REAL_OUT && t->count > 1)
        p.between = wr_round_up(all * number, WR_CACHE_LINE);
    for (int i = 0; i < t->count; i++) {
        bool real = t->kind != WR_FFT_COMPLEX && i == t->count - 1;
        const int64_t *shape = t->kind == WR_FFT_REAL_IN ? t->out : t->shape;
        int axis = t->axis[i];
        int64_t n = real ? packed_length(t->n[i]) : t->n[i];
        int64_t outer = product(shape, 0, axis), inner = product(shape, axis + 1, t->ndim);
        if (real) p.packed = wr_round_up((uint64_t)(outer * n * inner) * number, WR_CACHE_LINE);
        p.lines = more(p.lines, wr_fft_lines_bytes(n, t->wide, outer, inner));
    }
    p.total = p.staged + p.between + p.packed + p.lines;
    return p;
}

/* Return the dtype to which x is cast. */
static int computes_of(const task *t) {
    if (t->kind == WR_FFT_REAL_IN) return t->wide ? WEIR_FLOAT64 : WEIR_FLOAT32;
    return t->wide ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
}

static weir_status infer(weir_infer *c, kind which, bool inverse) {
    const weir_array *x = c->in[0];
    task t;
    int dtype;
    WR_TRY(need_axes(c, which, c->attr));
    read_task(&t, which, inverse, c->attr, x->ndim, wr_shape(x));
    WR_TRY(need_lengths(c, &t));
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    if (which == WR_FFT_REAL_IN && wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE,
                            "accepts real numbers, not %s; use fftn for complex input",
                            wr_dtypes[dtype].name);
    if (wr_dtype_kind_of(dtype) < WR_KIND_FLOAT) dtype = wr_default_dtype();
    t.wide = dtype == WEIR_FLOAT64 || dtype == WEIR_COMPLEX128;
    wr_meta_shape(&c->out[0], t.ndim, t.out);
    c->dtype = t.wide ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
    c->out[0].dtype = c->dtype;
    if (which == WR_FFT_REAL_OUT) c->out[0].dtype = t.wide ? WEIR_FLOAT64 : WEIR_FLOAT32;
    c->scratch_bytes = (c->out[0].device & 255) == WEIR_DEVICE_CUDA
                           ? wr_cuda_fft_scratch(&t)
                           : layout_of(&t, x->dtype, wr_shape(x), computes_of(&t)).total;
    return WEIR_OK;
}

/* ---- Staging --------------------------------------------------------------------------------- */

/* Copy x to `buffer`, converted to `dtype`, cropped and padded. */
static weir_status stage(const weir_kernel *k, const task *t, int dtype, void *buffer) {
    static const int64_t still[WEIR_NDIM_MAX] = {0};
    const weir_view *x = &k->in[0];
    int64_t strides[WEIR_NDIM_MAX], both[WEIR_NDIM_MAX], step = 1;
    double zero = 0;
    bool filled = false;
    for (int i = t->ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step *= t->shape[i];
        both[i] = x->shape[i] < t->shape[i] ? x->shape[i] : t->shape[i];
        filled |= both[i] < t->shape[i];
    }
    if (filled) {
        const weir_view all = {buffer, t->shape, strides, dtype, t->ndim};
        const weir_view none = {&zero, t->shape, still, WEIR_FLOAT64, t->ndim};
        WR_TRY(wr_copy_view(k, &all, &none));
    }
    const weir_view to = {buffer, both, strides, dtype, t->ndim};
    const weir_view from = {x->data, both, x->strides, x->dtype, t->ndim};
    return wr_copy_view(k, &to, &from);
}

/* ---- Real lines in packed form --------------------------------------------------------------- */

/* A loop over rows.  A row is the `inner` contiguous elements at one index along the transformed
 * axis. */
typedef struct rows {
    const wr_simd *simd;
    const wr_fft_plan *plan; /* the plan for the packed length */
    int64_t n, length;       /* n: length of a real line; length: length of its packed form */
    int64_t inner;
    const void *from;
    void *to;
} rows;

/* pack      convert two rows of reals to one row of complex numbers; for an odd length, convert
 *           one row, with imaginary parts of 0
 * join      compute the transform of a real line from that of its packed form (docs/design/fft.md)
 * part      the inverse of join
 * unpack    the inverse of pack
 *
 * In a packed form of length h, entries k and h - k form a pair, which is processed together.  An
 * entry that is its own partner is computed twice. */
#define ROWS(T)                                                                                    \
    static void pack_##T(const rows *w, int64_t begin, int64_t end) {                              \
        for (int64_t row = begin; row < end; row++) {                                              \
            const T *x = w->from;                                                                  \
            T *y = (T *)w->to + 2 * row * w->inner;                                                \
            bool even = w->n != w->length;                                                         \
            x += row * w->inner * (even ? 2 : 1);                                                  \
            for (int64_t c = 0; c < w->inner; c++) {                                               \
                y[2 * c] = x[c];                                                                   \
                y[2 * c + 1] = even ? x[w->inner + c] : 0;                                         \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void join_##T(const rows *w, int64_t begin, int64_t end) {                              \
        int64_t h = w->length, width = 2 * w->inner, pairs = h / 2 + 1;                            \
        const T *halves = w->plan->halves;                                                         \
        int64_t o = begin / pairs, i = begin % pairs - 1;                                          \
        for (int64_t row = begin; row < end; row++) {                                              \
            if (++i == pairs) i = 0, o++;                                                          \
            int64_t j = i == 0 ? 0 : h - i;                                                        \
            const T *x = (const T *)w->from + o * h * width;                                       \
            const T *a = x + i * width, *b = x + j * width;                                        \
            T *y = (T *)w->to + o * (h + 1) * width, *u = y + i * width, *v = y + (h - i) * width; \
            T wr = halves[2 * i], wi = halves[2 * i + 1];                                          \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                T er = (a[c] + b[c]) / 2, ei = (a[c + 1] - b[c + 1]) / 2;                          \
                T dr = (a[c + 1] + b[c + 1]) / 2, di = (b[c] - a[c]) / 2; /* (a - conj(b)) / 2i */ \
                T tr = dr * wr - di * wi, ti = dr * wi + di * wr;                                  \
                u[c] = er + tr;                                                                    \
                u[c + 1] = ei + ti;                                                                \
                v[c] = er - tr;                                                                    \
                v[c + 1] = ti - ei;                                                                \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void part_##T(const rows *w, int64_t begin, int64_t end) {                              \
        int64_t h = w->length, width = 2 * w->inner, pairs = h / 2 + 1;                            \
        const T *halves = w->plan->halves;                                                         \
        int64_t o = begin / pairs, i = begin % pairs - 1;                                          \
        for (int64_t row = begin; row < end; row++) {                                              \
            if (++i == pairs) i = 0, o++;                                                          \
            int64_t j = i == 0 ? 0 : h - i;                                                        \
            const T *x = (const T *)w->from + o * (h + 1) * width;                                 \
            const T *a = x + i * width, *b = x + (h - i) * width;                                  \
            T *y = (T *)w->to + o * h * width, *u = y + i * width, *v = y + j * width;             \
            T wr = halves[2 * i], wi = -halves[2 * i + 1];                                         \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                T ai = i == 0 ? 0 : a[c + 1], bi = i == 0 ? 0 : b[c + 1];                          \
                T er = a[c] + b[c], ei = ai - bi;                                                  \
                T dr = -(ai + bi), di = a[c] - b[c]; /* i * (a - conj(b)) */                       \
                T tr = dr * wr - di * wi, ti = dr * wi + di * wr;                                  \
                u[c] = er + tr;                                                                    \
                u[c + 1] = ei + ti;                                                                \
                if (i == 0) continue;                                                              \
                v[c] = er - tr;                                                                    \
                v[c + 1] = ti - ei;                                                                \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    /* For odd lengths: expand the stored half to the full transform. */                           \
    static void whole_##T(const rows *w, int64_t begin, int64_t end) {                             \
        int64_t n = w->n, half = n / 2 + 1, width = 2 * w->inner;                                  \
        for (int64_t row = begin; row < end; row++) {                                              \
            int64_t o = row / n, i = row % n;                                                      \
            const T *x = (const T *)w->from + (o * half + (i < half ? i : n - i)) * width;         \
            T *y = (T *)w->to + row * width, sign = i == 0 ? 0 : i < half ? 1 : -1;                \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                y[c] = x[c];                                                                       \
                y[c + 1] = i == 0 ? 0 : sign * x[c + 1];                                           \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void unpack_##T(const rows *w, int64_t begin, int64_t end) {                            \
        bool even = w->n != w->length;                                                             \
        for (int64_t row = begin; row < end; row++) {                                              \
            const T *x = (const T *)w->from + 2 * row * w->inner;                                  \
            T *y = (T *)w->to + row * w->inner * (even ? 2 : 1);                                   \
            for (int64_t c = 0; c < w->inner; c++) {                                               \
                y[c] = x[2 * c];                                                                   \
                if (even) y[w->inner + c] = x[2 * c + 1];                                          \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    /* For odd lengths: copy the first half of a transform. */                                     \
    static void first_##T(const rows *w, int64_t begin, int64_t end) {                             \
        int64_t half = w->n / 2 + 1, width = 2 * w->inner;                                         \
        for (int64_t row = begin; row < end; row++)                                                \
            memcpy((T *)w->to + row * width,                                                       \
                   (const T *)w->from + (row / half * w->n + row % half) * width,                  \
                   (size_t)width * sizeof(T));                                                     \
    }
ROWS(float)
ROWS(double)

#define ROWS_RANGE(name)                                                                           \
    static weir_status run_##name(void *arg, int64_t begin, int64_t end) {                         \
        const rows *w = arg;                                                                       \
        if (w->plan->wide)                                                                         \
            name##_double(w, begin, end);                                                          \
        else                                                                                       \
            name##_float(w, begin, end);                                                           \
        return WEIR_OK;                                                                            \
    }
ROWS_RANGE(pack)
ROWS_RANGE(join)
ROWS_RANGE(part)

/* Run `join` or `part` for rows of one element, that is, for lines that are contiguous in
 * memory. */
static weir_status over_lines(const rows *w, bool joins, int64_t begin, int64_t end) {
    const wr_fft_type *type = w->plan->wide ? &w->simd->fft->f64 : &w->simd->fft->f32;
    int64_t h = w->length, pairs = h / 2 + 1, size = w->plan->wide ? 16 : 8;
    int64_t from_length = joins ? h : h + 1, to_length = joins ? h + 1 : h;
    while (begin < end) {
        int64_t o = begin / pairs, i = begin - o * pairs, left = end - o * pairs;
        const char *x = (const char *)w->from + o * from_length * size;
        char *y = (char *)w->to + o * to_length * size;
        (joins ? type->join : type->part)(y, x, w->plan->halves, h, i, left < pairs ? left : pairs);
        begin = (o + 1) * pairs;
    }
    return WEIR_OK;
}

static weir_status run_join_lines(void *arg, int64_t begin, int64_t end) {
    return over_lines(arg, true, begin, end);
}

static weir_status run_part_lines(void *arg, int64_t begin, int64_t end) {
    return over_lines(arg, false, begin, end);
}
ROWS_RANGE(whole)
ROWS_RANGE(unpack)
ROWS_RANGE(first)

enum { PIECE = WR_SIZE(1 << 13, 64) }; /* approximate number of elements per piece */

static weir_status over_rows(const weir_kernel *k, int64_t count, weir_range_fn fn, rows *w,
                             const void *from, void *to) {
    int64_t grain = PIECE / w->inner;
    w->from = from;
    w->to = to;
    return wr_split(k, count, grain > 0 ? grain : 1, fn, w);
}

/* ---- Lines that are not finite --------------------------------------------------------------- */

typedef struct spread {
    const char *from;
    char *to;
    int64_t from_length, to_length, inner;
    int from_reals, to_reals; /* reals per element: 1 or 2 */
} spread;

/* A value that is not finite always makes the first or the second result of its line non-finite, so
 * these two are checked first.  An overflow in the computation can also make them non-finite;
 * therefore the input line is checked before its results are set to NaN. */
#define SPREAD(T)                                                                                  \
    static bool fine_##T(const T *x, int64_t length, int64_t step, int reals) {                    \
        bool fine = true;                                                                          \
        for (int64_t i = 0; i < length; i++)                                                       \
            for (int r = 0; r < reals; r++) fine &= isfinite(x[i * step * reals + r]) != 0;        \
        return fine;                                                                               \
    }                                                                                              \
    static weir_status spread_##T(void *arg, int64_t begin, int64_t end) {                         \
        const spread *s = arg;                                                                     \
        for (int64_t line = begin; line < end; line++) {                                           \
            int64_t o = line / s->inner, c = line % s->inner, few = s->to_length < 2 ? 1 : 2;      \
            T *y = (T *)(void *)s->to + (o * s->to_length * s->inner + c) * s->to_reals;           \
            if (fine_##T(y, few, s->inner, s->to_reals)) continue;                                 \
            const T *x = (const T *)(const void *)s->from +                                        \
                         (o * s->from_length * s->inner + c) * s->from_reals;                      \
            if (fine_##T(x, s->from_length, s->inner, s->from_reals)) continue;                    \
            for (int64_t i = 0; i < s->to_length; i++)                                             \
                for (int r = 0; r < s->to_reals; r++) y[i * s->inner * s->to_reals + r] = (T)NAN;  \
        }                                                                                          \
        return WEIR_OK;                                                                            \
    }
SPREAD(float)
SPREAD(double)

/* ---- The kernel ------------------------------------------------------------------------------ */

static double scale_of(const task *t, int64_t n) {
    if (t->norm == ORTHO) return 1 / sqrt((double)n);
    return (t->norm == FORWARD) == t->inverse ? 1 : 1 / (double)n;
}

typedef struct work {
    const weir_kernel *k;
    const task *t;
    /* products of the sizes of the axes before and after the transformed axis */
    int64_t outer, inner;
    char *packed, *lines;
    wr_fft_plan *plan;
} work;

static weir_status transform(const work *w, int64_t n, const void *from, void *to) {
    const wr_fft_lines l = {.plan = w->plan,
                            .inverse = w->t->inverse,
                            .scale = scale_of(w->t, n),
                            .outer = w->outer,
                            .inner = w->inner,
                            .from = from,
                            .to = to};
    return wr_fft_lines_run(w->k, &l, w->lines);
}

static weir_status real_in(const work *w, int64_t n, const void *from, void *to) {
    int64_t h = packed_length(n);
    rows r = {.simd = wr_simd_of(w->k), .plan = w->plan, .n = n, .length = h, .inner = w->inner};
    const void *source = from;
    if (n % 2 != 0 || w->inner > 1) {
        WR_TRY(over_rows(w->k, w->outer * h, run_pack, &r, from, w->packed));
        source = w->packed;
    }
    WR_TRY(transform(w, n, source, w->packed));
    if (n % 2 != 0) return over_rows(w->k, w->outer * (n / 2 + 1), run_first, &r, w->packed, to);
    return over_rows(w->k, w->outer * (h / 2 + 1), w->inner == 1 ? run_join_lines : run_join, &r,
                     w->packed, to);
}

static weir_status real_out(const work *w, int64_t n, const void *from, void *to) {
    int64_t h = packed_length(n);
    rows r = {.simd = wr_simd_of(w->k), .plan = w->plan, .n = n, .length = h, .inner = w->inner};
    bool direct = n % 2 == 0 && w->inner == 1;
    if (n % 2 == 0)
        WR_TRY(over_rows(w->k, w->outer * (h / 2 + 1), w->inner == 1 ? run_part_lines : run_part,
                         &r, from, w->packed));
    else
        WR_TRY(over_rows(w->k, w->outer * n, run_whole, &r, from, w->packed));
    WR_TRY(transform(w, n, w->packed, direct ? to : w->packed));
    return direct ? WEIR_OK : over_rows(w->k, w->outer * h, run_unpack, &r, w->packed, to);
}

/* Transform along the i-th of the transformed axes.  `shape` is the shape of the complex array. */
static weir_status along(work *w, int i, const int64_t *shape, const void *from, void *to,
                         bool first) {
    const task *t = w->t;
    int axis = t->axis[i];
    int64_t n = t->n[i];
    bool real = t->kind != WR_FFT_COMPLEX && i == t->count - 1;
    w->outer = product(shape, 0, axis);
    w->inner = product(shape, axis + 1, t->ndim);
    w->plan = wr_fft_plan_take(real ? packed_length(n) : n, t->wide, real && n % 2 == 0);
    if (w->plan == NULL)
        return wr_kernel_fail(w->k, WEIR_ENOMEM,
                              "out of memory while computing the tables for length %lld",
                              (long long)n);
    weir_status status = !real                       ? transform(w, n, from, to)
                         : t->kind == WR_FFT_REAL_IN ? real_in(w, n, from, to)
                                                     : real_out(w, n, from, to);
    wr_fft_plan_give(w->plan);
    WR_TRY(status);
    /* Only the first axis needs the check.  The check sets both parts of a result to NaN, and along
     * later axes such a value makes every result of its line NaN. */
    if (!first) return WEIR_OK;
    spread s = {.from = from,
                .to = to,
                .from_length = real && t->kind == WR_FFT_REAL_OUT ? n / 2 + 1 : n,
                .to_length = real && t->kind == WR_FFT_REAL_IN ? n / 2 + 1 : n,
                .inner = w->inner,
                .from_reals = real && t->kind == WR_FFT_REAL_IN ? 1 : 2,
                .to_reals = real && t->kind == WR_FFT_REAL_OUT ? 1 : 2};
    return wr_split(w->k, w->outer * w->inner, PIECE, t->wide ? spread_double : spread_float, &s);
}

static weir_status run(const weir_kernel *k, kind which, bool inverse) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    task t;
    read_task(&t, which, inverse, k->attr, x->ndim, x->shape);
    t.wide = k->dtype == WEIR_COMPLEX128;
    if (wr_view_count(y) == 0) return WEIR_OK;
    int computes = computes_of(&t);
    const layout p = layout_of(&t, x->dtype, x->shape, computes);
    char *scratch = k->scratch;
    work w = {.k = k, .t = &t, .packed = scratch + p.staged + p.between};
    w.lines = w.packed + p.packed;
    const void *from = x->data;
    if (p.stages) {
        WR_TRY(stage(k, &t, computes, scratch));
        from = scratch;
    }
    if (t.count == 0) return wr_copy_row_major(k, y->data, y->dtype, x);
    /* rfftn transforms the real lines first, irfftn last. */
    for (int i = 0; i < t.count; i++) {
        int which_axis = which == WR_FFT_REAL_OUT ? i : t.count - 1 - i;
        bool last = i == t.count - 1;
        void *to = which == WR_FFT_REAL_OUT && !last ? scratch + p.staged : y->data;
        WR_TRY(along(&w, which_axis, which == WR_FFT_REAL_IN ? t.out : t.shape, from, to, i == 0));
        from = to;
    }
    return WEIR_OK;
}

static weir_status run_cuda(wr_cuda_call *c, kind which, bool inverse) {
    const weir_view *x = &c->k->in[0];
    double scale = 1;
    task t;
    read_task(&t, which, inverse, c->k->attr, x->ndim, x->shape);
    t.wide = c->k->dtype == WEIR_COMPLEX128;
    for (int i = 0; i < t.count; i++) scale *= scale_of(&t, t.n[i]);
    return wr_cuda_fft_run(c, &t, scale);
}

/* ---- Reference kernel ------------------------------------------------------------------------ */

/* Set at[i] to the index along axis i of element `index` of a row-major array. */
static void indices_of(int64_t index, int ndim, const int64_t *shape, int64_t *at) {
    assert(ndim >= 0 && ndim <= WEIR_NDIM_MAX);
    for (int i = ndim - 1; i >= 0; i--) {
        at[i] = index % shape[i];
        index /= shape[i];
    }
}

/* Return the element of x at the indices `at`, or 0 if they are in the padding. */
static double _Complex get(const weir_view *x, const int64_t *at) {
    int64_t place = 0;
    for (int i = 0; i < x->ndim; i++) {
        if (at[i] >= x->shape[i]) return 0;
        place += at[i] * x->strides[i];
    }
    return wr_element_c128(x->dtype,
                           (const char *)x->data + place * (int64_t)wr_dtype_bytes(x->dtype));
}

/* Return the complex number with real part `re` and imaginary part `im`.  CMPLX is not available
 * everywhere, and the expression re + im * I has a different value if re or im is infinite. */
static double _Complex number(double re, double im) {
    double parts[2] = {re, im};
    double _Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* Compute one result: the sum over all elements of x that have the indices `to` along the axes that
 * are not transformed. */
static double _Complex sum_at(const task *t, const weir_view *x, const int64_t *to) {
    int64_t sizes[WEIR_NDIM_MAX], at[WEIR_NDIM_MAX] = {0}, j[WEIR_NDIM_MAX], all = 1;
    double _Complex sum = 0;
    assert(t->count > 0 || t->kind == WR_FFT_COMPLEX);
    for (int i = 0; i < t->count; i++) all *= sizes[i] = t->shape[t->axis[i]];
    for (int64_t index = 0; index < all; index++) {
        indices_of(index, t->count, sizes, j);
        memcpy(at, to, (size_t)t->ndim * sizeof *at);
        double turns = 0, scale = 1;
        for (int i = 0; i < t->count; i++) {
            at[t->axis[i]] = j[i];
            turns += (double)(j[i] * to[t->axis[i]] % t->n[i]) / (double)t->n[i];
            scale *= scale_of(t, t->n[i]);
        }
        double _Complex v = get(x, at);
        if (!isfinite(creal(v)) || !isfinite(cimag(v))) return number(NAN, NAN);
        double angle = 2 * 3.14159265358979323846 * fmod(turns, 1) * (t->inverse ? 1 : -1);
        int last = t->count - 1;
        /* An entry that also represents its conjugate counts twice. */
        if (t->kind == WR_FFT_REAL_OUT && j[last] != 0 && 2 * j[last] != t->n[last]) scale *= 2;
        sum += scale * v * number(cos(angle), sin(angle));
    }
    return sum;
}

static weir_status reference(const weir_kernel *k, kind which, bool inverse) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    task t;
    int64_t to[WEIR_NDIM_MAX];
    read_task(&t, which, inverse, k->attr, x->ndim, x->shape);
    for (int64_t i = 0; i < wr_view_count(y); i++) {
        indices_of(i, t.ndim, t.out, to);
        double _Complex v = sum_at(&t, x, to);
        if (which == WR_FFT_REAL_OUT)
            wr_view_put(y, i, creal(v));
        else
            wr_view_put_complex(y, i, v);
    }
    return WEIR_OK;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* All four transforms are linear, so the gradient is the adjoint map: the transform in the other
 * direction with the same scale, cropped or padded to the shape of x.  Return the norm attribute
 * that gives the other direction this scale. */
static const char *norm_back(const task *t) {
    static const char *const back[] = {"forward", "ortho", "backward"};
    assert(t->norm < NORMS);
    return back[t->norm];
}

static weir_array *frame(weir_vjp *v, const task *t, weir_array *g) {
    weir_array *x = v->in[0];
    for (int i = 0; i < t->count && g != NULL; i++) {
        int64_t wanted = wr_shape(x)[t->axis[i]];
        if (wr_shape(g)[t->axis[i]] != wanted) g = wr_g_reframe(v, g, t->axis[i], 0, wanted, 0);
    }
    return wr_build_unbroadcast(v, g, x);
}

/* Along the last transformed axis, multiply by `twice` those entries that also represent their
 * conjugates. */
static weir_array *weight_halves(weir_vjp *v, const task *t, weir_array *g, double twice) {
    int64_t n = t->n[t->count - 1], shape[WEIR_NDIM_MAX], widths[] = {1, n % 2 == 0};
    int axis = t->axis[t->count - 1], rank = t->ndim - axis;
    int64_t middle = n / 2 + 1 - (n == 1 ? 1 : widths[0] + widths[1]);
    if (middle == 0 || g == NULL) return g;
    int dtype = wr_dtypes[g->dtype].real;
    weir_array *one = wr_g_full(v, wr_build_number(v, twice), &middle, 1, dtype, g->device);
    weir_array *weights = wr_g_pad(v, one, widths, 2, "constant", 1);
    for (int i = 0; i < rank; i++) shape[i] = i == 0 ? n / 2 + 1 : 1;
    return wr_g_multiply(v, g, wr_g_reshape(v, weights, shape, rank));
}

static void back(weir_vjp *v, kind which, bool inverse) {
    task t;
    int64_t axes[WEIR_NDIM_MAX];
    weir_array *x = v->in[0], *g = v->grad_out[0];
    read_task(&t, which, inverse, v->attr, x->ndim, wr_shape(x));
    for (int i = 0; i < t.count; i++) axes[i] = t.axis[i];
    const char *norm = norm_back(&t);
    if (which == WR_FFT_REAL_IN)
        g = wr_g_irfftn(v, weight_halves(v, &t, g, 0.5), t.n, t.count, axes, t.count, norm);
    else if (which == WR_FFT_REAL_OUT)
        g = weight_halves(v, &t, wr_g_rfftn(v, g, NULL, 0, axes, t.count, norm), 2);
    else if (inverse)
        g = wr_g_fftn(v, g, NULL, 0, axes, t.count, norm);
    else
        g = wr_g_ifftn(v, g, NULL, 0, axes, t.count, norm);
    v->grad_in[0] = frame(v, &t, g);
}

/* ---- The operators --------------------------------------------------------------------------- */

#define FFT(name, which, inverse)                                                                  \
    static weir_status name##_infer(weir_infer *c) { return infer(c, which, inverse); }            \
    static weir_status name##_run(const weir_kernel *k) { return run(k, which, inverse); }         \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        return reference(k, which, inverse);                                                       \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) { back(v, which, inverse); }                               \
    weir_status wr_cuda_##name(wr_cuda_call *c) { return run_cuda(c, which, inverse); }
FFT(fftn, WR_FFT_COMPLEX, false)
FFT(ifftn, WR_FFT_COMPLEX, true)
FFT(rfftn, WR_FFT_REAL_IN, false)
FFT(irfftn, WR_FFT_REAL_OUT, true)

WR_OP(fftn) = {
    .size = sizeof(weir_op_def),
    .name = "fftn",
    .summary = "The discrete Fourier transform over the given axes.",
    .notes = "The result is complex.  All results that depend on an infinity or NaN are NaN.",
    .inputs = "x",
    .outputs = "y",
    .infer = fftn_infer,
    .run = fftn_run,
    .reference = fftn_reference,
    .vjp = fftn_vjp,
    WEIR_USE_ATTRS(fftn),
    .samples =
        "c64(8); c64(3,6) norm='ortho'; c64(2,5,3) axes=[1] norm='forward'; c64(7,4) s=[5,9] "
        "axes=[1,0]; c64(37)",
};

WR_OP(ifftn) = {
    .size = sizeof(weir_op_def),
    .name = "ifftn",
    .summary = "The inverse discrete Fourier transform over the given axes.",
    .notes = "The result is complex.  All results that depend on an infinity or NaN are NaN.",
    .inputs = "x",
    .outputs = "y",
    .infer = ifftn_infer,
    .run = ifftn_run,
    .reference = ifftn_reference,
    .vjp = ifftn_vjp,
    WEIR_USE_ATTRS(fftn),
    .samples =
        "c64(8); c64(3,6) norm='ortho'; c64(2,5,3) axes=[1] norm='forward'; c64(7,4) s=[5,9] "
        "axes=[1,0]",
};

WR_OP(rfftn) = {
    .size = sizeof(weir_op_def),
    .name = "rfftn",
    .summary = "The discrete Fourier transform of real input, without the redundant half.",
    .notes =
        "Along the last transformed axis the result has the frequencies 0 to n/2; the others are "
        "complex conjugates of these.",
    .inputs = "x",
    .outputs = "y",
    .infer = rfftn_infer,
    .run = rfftn_run,
    .reference = rfftn_reference,
    .vjp = rfftn_vjp,
    WEIR_USE_ATTRS(fftn),
    .samples =
        "(8); (3,6) norm='ortho'; (2,5,3) axes=[1] norm='forward'; (7,4) s=[5,8] axes=[1,0]; "
        "(4,6,3) axes=[0,1]",
};

WR_OP(irfftn) = {
    .size = sizeof(weir_op_def),
    .name = "irfftn",
    .summary = "The inverse of rfftn: real output from the non-redundant half of a transform.",
    .notes = "Without s, the last transformed axis has 2 (m - 1) elements in the result, where m "
             "is its size in x.",
    .inputs = "x",
    .outputs = "y",
    .infer = irfftn_infer,
    .run = irfftn_run,
    .reference = irfftn_reference,
    .vjp = irfftn_vjp,
    WEIR_USE_ATTRS(fftn),
    .samples = "c64(8); c64(3,6) norm='ortho'; c64(2,5,3) s=[9] axes=[1] norm='forward'; c64(7,4) "
               "s=[5,8] axes=[1,0]; c64(4,6,3) axes=[0,1]",
};
