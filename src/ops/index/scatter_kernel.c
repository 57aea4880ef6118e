/* scatter_kernel.c - writes through a window: the kernel of scatter, index_put, put_along_axis,
 * scatter_combine and put_along_axis_combine.
 *
 * gather_scatter.h defines windows.  The result is the same as if the values were written one by
 * one in the order of the window's elements: if an element has several values, the last one is
 * stored, or all are added (or multiplied, or compared) in that order.  The work may therefore be
 * divided in any way that preserves the order of the values for each element:
 *
 *   by b or column   Different values of b, and different columns of a row, address disjoint
 *                    elements.  Rows of a kilobyte or more are split into columns.
 *   by group         The points of put_along_axis form groups that address disjoint elements.
 *   by offset        If there are many short rows and nothing else to divide, points are first
 *                    distributed into bins by offset, in order; then each bin is processed by one
 *                    worker.  This takes about three times the work, so it is done only with many
 *                    workers.  This is the only choice that depends on the number of workers.
 *                    Results and memory use do not depend on it: space for the bins is reserved by
 *                    shape, because otherwise a program could run out of memory with many workers
 *                    but not with one.
 *
 * Nothing is written before every index has been checked: all offsets are computed first.  The
 * scratch memory holds, in this order,
 *
 *   the offsets, 8 bytes per point; the points in bins, 8 bytes per point; the counts of the bins;
 *   and the values, if they must be cast or broadcast
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <string.h>

#include "ops/index/gather_scatter.h"

enum {
    /* minimum number of bytes of values per piece of parallel work */
    PIECE_BYTES = WR_SIZE(65536, 48),
    /* width of a column in bytes, a multiple of the cache line size */
    COLUMN_BYTES = WR_SIZE(512, 16),
    COLUMNS_MAX = 64,
    BINS = WR_SIZE(64, 3),
    /* number of points per piece of parallel work when points are sorted into bins */
    BIN_POINTS = WR_SIZE(32768, 7),
    /* with fewer elements, a single worker writes all of them */
    BIN_ELEMENTS_MIN = WR_SIZE(131072, 20),
    BIN_WORKERS_MIN = WR_SIZE(8, 2), /* minimum number of workers for which bins pay off */
    /* With at least this many values of b, or this many groups, no bins are needed. */
    SPREAD_MIN = 4,
    AHEAD = 8,
    BUFFER = 64,
};

/* A point in a bin.  offset: relative to the lowest offset; point: the point's index. */
typedef struct landing {
    uint32_t offset, point;
} landing;

typedef struct scatter_job {
    const weir_kernel *k;
    const wr_window *w;
    char *x;
    /* The values: row-major with the window's shape, or one row that is used for all points. */
    const char *y;
    /* distance between rows of values, in elements: the row length, or 0 if there is only one
     * row */
    int64_t y_row;
    const int64_t *table;
    int64_t size, length; /* size: bytes per element; length: elements per row */
    int64_t column, columns;
    int dtype;
    wr_scatter_mode mode;
    bool together;
    int shift_bin; /* the bin of a point is (offset - low) >> shift_bin */
    landing *binned;
    /* For each piece and bin: first the number of points, later the position at which the next
     * point is stored. */
    int64_t *count;
    int64_t deals;
} scatter_job;

/* ---- Inference ------------------------------------------------------------------------------- */

static bool may_bin(int64_t points, int64_t length, int64_t size, int64_t units) {
    return points * length >= BIN_ELEMENTS_MIN && points <= UINT32_MAX && units < SPREAD_MIN &&
           length * size < 2 * COLUMN_BYTES;
}

typedef struct layout {
    /* Byte offsets of the parts of the scratch memory; `end` is the total size. */
    uint64_t binned, count, values, end;
    bool whole; /* values are broadcast to the whole window, not to one row */
    bool as_is; /* values are used in place, without a copy */
} layout;

/* Lay out the parts of the scratch memory.  The layout depends on shapes alone, so that inference
 * and kernel agree. */
static layout lay_out(const weir_view *v, int dtype, int ndim, const int64_t *shape, int after_ndim,
                      int64_t points) {
    int64_t length = 1, all = wr_count(ndim, shape), size = (int64_t)wr_dtype_bytes(dtype);
    for (int i = ndim - after_ndim; i < ndim; i++) length *= shape[i];
    int64_t before = points > 0 && length > 0 ? all / points / length : 0;
    int own = v->ndim;
    const int64_t *s = v->shape;
    while (own > after_ndim && *s == 1) own--, s++;
    bool same = v->ndim == ndim;
    for (int i = 0; same && i < ndim; i++) same = v->shape[i] == shape[i];
    layout l = {.whole = own > after_ndim};
    l.as_is = same && v->dtype == dtype && wr_view_is_row_major(v);
    l.binned = wr_round_up((uint64_t)points * sizeof(int64_t), WR_CACHE_LINE);
    l.count = l.binned;
    l.values = l.count;
    if (may_bin(points, length, size, before)) {
        l.count += wr_round_up((uint64_t)points * sizeof(landing), WR_CACHE_LINE);
        l.values =
            l.count + wr_round_up((uint64_t)(points / BIN_POINTS + 1) * BINS * sizeof(int64_t),
                                  WR_CACHE_LINE);
    }
    l.end = l.values +
            (l.as_is ? 0 : wr_round_up((uint64_t)((l.whole ? all : length) * size), WR_CACHE_LINE));
    return l;
}

weir_status wr_scatter_needs(weir_infer *c, uint32_t values, const weir_meta *window,
                             int64_t points, int after_ndim) {
    const weir_array *v = c->in[values];
    int dtype = c->out[0].dtype, ndim;
    int64_t both[WEIR_NDIM_MAX];
    if (wr_dtype_kind_of(v->dtype) > wr_dtype_kind_of(dtype))
        return wr_refuse_as(c, WEIR_EDTYPE,
                            "values of dtype %s cannot be stored in x of dtype %s; cast the values",
                            wr_dtypes[v->dtype].name, wr_dtypes[dtype].name);
    WR_TRY(wr_need_number_held(c, values, dtype));
    bool fits = wr_broadcast(window->ndim, window->shape, v->ndim, wr_shape(v), &ndim, both) &&
                ndim == window->ndim &&
                memcmp(both, window->shape, (size_t)ndim * sizeof *both) == 0;
    if (!fits)
        return wr_refuse(c, "values of shape %s cannot be broadcast to the indexed shape %s",
                         wr_shape_text(v->ndim, wr_shape(v)),
                         wr_shape_text(window->ndim, window->shape));
    const weir_view view = {NULL, wr_shape(v), wr_strides(v), v->dtype, v->ndim};
    c->scratch_bytes = lay_out(&view, dtype, window->ndim, window->shape, after_ndim, points).end;
    if ((c->out[0].device & 255) == WEIR_DEVICE_CUDA)
        c->scratch_bytes = wr_cuda_scatter_bytes(points);
    return WEIR_OK;
}

/* ---- One row --------------------------------------------------------------------------------- */

/* The elementwise operator that combines an element with a value. */
static const int combine_op[WR_SCATTER_MODES] = {[WR_SCATTER_ADD] = WR_OP_add,
                                                 [WR_SCATTER_PROD] = WR_OP_multiply,
                                                 [WR_SCATTER_MAX] = WR_OP_maximum,
                                                 [WR_SCATTER_MIN] = WR_OP_minimum};

static void combine_bools(const scatter_job *p, char *to, int64_t stride, const char *from,
                          int64_t n) {
    bool any = p->mode == WR_SCATTER_ADD || p->mode == WR_SCATTER_MAX;
    for (int64_t i = 0; i < n; i++) {
        if (any)
            to[i * stride] |= from[i];
        else
            to[i * stride] &= from[i];
    }
}

/* Combine to[i * stride] with from[i] in the compute type of the dtype.  For bools, sum and maximum
 * are the logical OR, product and minimum the logical AND. */
static void combine_run(const scatter_job *p, char *to, int64_t stride, const char *from,
                        int64_t n) {
    const wr_simd *simd = wr_simd_of(p->k);
    const wr_dtype_info *info = &wr_dtypes[p->dtype];
    int wide = wr_compute_dtype[info->compute];
    weir_map_fn loop = wr_ops[combine_op[p->mode]].loop[simd->level][info->compute];
    if (p->dtype == WEIR_BOOL) {
        combine_bools(p, to, stride, from, n);
        return;
    }
    if (wide == p->dtype && stride == 1) {
        const void *in[2] = {to, from};
        loop(to, in, n, NULL);
        return;
    }
    _Alignas(64) char near[BUFFER * 16], a[BUFFER * 16], b[BUFFER * 16];
    for (int64_t done = 0; done < n; done += BUFFER) {
        int64_t m = n - done < BUFFER ? n - done : BUFFER;
        char *at = to + done * stride * p->size;
        const void *in[2] = {a, b};
        simd->move->gather[info->shift](near, at, stride, m);
        simd->cast->cast[p->dtype][wide](a, near, m);
        simd->cast->cast[p->dtype][wide](b, from + done * p->size, m);
        loop(a, in, m, NULL);
        simd->cast->cast[wide][p->dtype](near, a, m);
        simd->move->scatter[info->shift](at, stride, near, m);
    }
}

static void write_run(const scatter_job *p, char *to, int64_t stride, const char *from, int64_t n) {
    if (p->mode != WR_SCATTER_SET)
        combine_run(p, to, stride, from, n);
    else if (stride == 1)
        memcpy(to, from, (size_t)(n * p->size));
    else
        wr_simd_of(p->k)->move->scatter[wr_dtypes[p->dtype].shift](to, stride, from, n);
}

/* Write a row whose elements are not contiguous. */
static void write_strided(const scatter_job *p, char *to, const char *from) {
    const wr_dims *d = &p->w->after;
    int last = d->ndim - 1;
    int64_t at[WEIR_NDIM_MAX] = {0}, n = d->shape[last];
    for (int64_t done = 0; done < d->count; done += n, from += n * p->size) {
        int64_t offset = 0;
        for (int i = 0; i < last; i++) offset += at[i] * d->stride[i];
        write_run(p, to + offset * p->size, d->stride[last], from, n);
        for (int i = last - 1; i >= 0 && ++at[i] == d->shape[i]; i--) at[i] = 0;
    }
}

/* ---- Rows of one element, for dtypes that are their own compute type ------------------------- */

typedef float _Complex c64;
typedef double _Complex c128;

#define ELEMENTS(name, suffix, T, combine)                                                         \
    static void name##_##suffix(void *x, const void *y, const int64_t *offset, int64_t n,          \
                                int64_t y_step) {                                                  \
        const T *from = y;                                                                         \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T *to = (T *)x + offset[i], v = from[i * y_step];                                      \
            *to = combine(T, *to, v);                                                              \
        }                                                                                          \
    }                                                                                              \
    static void name##_binned_##suffix(void *x, const void *y, const landing *l, int64_t n,        \
                                       int64_t y_step) {                                           \
        const T *from = y;                                                                         \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T *to = (T *)x + l[i].offset, v = from[l[i].point * y_step];                           \
            *to = combine(T, *to, v);                                                              \
        }                                                                                          \
    }
#define SUM(T, a, b)     (T)((a) + (b))
#define PRODUCT(T, a, b) (T)((a) * (b))
/* Like MAX and MIN in scalar_words.h: the result is NaN if either operand is NaN. */
#define LARGER(T, a, b)  ((a) > (b) || (a) != (a) ? (a) : (b))
#define SMALLER(T, a, b) ((a) < (b) || (a) != (a) ? (a) : (b))
/* Integers wrap around, so the functions for unsigned types serve signed types as well.  uint16_t
 * operands are converted to unsigned before they are multiplied; otherwise they would be promoted
 * to int, whose overflow is undefined. */
#define PRODUCT_16(T, a, b) (T)((unsigned)(a) * (unsigned)(b))
ELEMENTS(add, w1, uint8_t, SUM)
ELEMENTS(add, w2, uint16_t, SUM)
ELEMENTS(add, w4, uint32_t, SUM)
ELEMENTS(add, w8, uint64_t, SUM)
ELEMENTS(add, f32, float, SUM)
ELEMENTS(add, f64, double, SUM)
ELEMENTS(add, c64, c64, SUM)
ELEMENTS(add, c128, c128, SUM)
ELEMENTS(prod, w1, uint8_t, PRODUCT)
ELEMENTS(prod, w2, uint16_t, PRODUCT_16)
ELEMENTS(prod, w4, uint32_t, PRODUCT)
ELEMENTS(prod, w8, uint64_t, PRODUCT)
ELEMENTS(prod, f32, float, PRODUCT)
ELEMENTS(prod, f64, double, PRODUCT)
#define EXTREMES(suffix, T)                                                                        \
    ELEMENTS(max, suffix, T, LARGER)                                                               \
    ELEMENTS(min, suffix, T, SMALLER)
EXTREMES(i1, int8_t)
EXTREMES(i2, int16_t)
EXTREMES(i4, int32_t)
EXTREMES(i8, int64_t)
EXTREMES(u1, uint8_t)
EXTREMES(u2, uint16_t)
EXTREMES(u4, uint32_t)
EXTREMES(u8, uint64_t)
EXTREMES(f32, float)
EXTREMES(f64, double)

#define MOVES(suffix, bytes)                                                                       \
    static void set_##suffix(void *x, const void *y, const int64_t *offset, int64_t n,             \
                             int64_t y_step) {                                                     \
        char *to = x;                                                                              \
        const char *from = y;                                                                      \
        for (int64_t i = 0; i < n; i++)                                                            \
            memcpy(to + offset[i] * bytes, from + i * y_step * bytes, bytes);                      \
    }                                                                                              \
    static void set_binned_##suffix(void *x, const void *y, const landing *l, int64_t n,           \
                                    int64_t y_step) {                                              \
        char *to = x;                                                                              \
        const char *from = y;                                                                      \
        for (int64_t i = 0; i < n; i++)                                                            \
            memcpy(to + (int64_t)l[i].offset * (int64_t)(bytes),                                   \
                   from + l[i].point * y_step * bytes, bytes);                                     \
    }
MOVES(b1, 1)
MOVES(b2, 2)
MOVES(b4, 4)
MOVES(b8, 8)
MOVES(b16, 16)

typedef void elements_fn(void *x, const void *y, const int64_t *offset, int64_t n, int64_t y_step);
typedef void binned_fn(void *x, const void *y, const landing *l, int64_t n, int64_t y_step);

static elements_fn *const set_elements[] = {set_b1, set_b2, set_b4, set_b8, set_b16};
static binned_fn *const set_binned[] = {set_binned_b1, set_binned_b2, set_binned_b4, set_binned_b8,
                                        set_binned_b16};

/* Dtypes without an entry are left to write_run: they are combined in another type (float16,
 * bfloat16, bool) or need special handling (products of complex numbers). */
#define WRAPPING(name)                                                                             \
    [WEIR_INT8] = name##_w1, [WEIR_INT16] = name##_w2, [WEIR_INT32] = name##_w4,                   \
    [WEIR_INT64] = name##_w8, [WEIR_UINT8] = name##_w1, [WEIR_UINT16] = name##_w2,                 \
    [WEIR_UINT32] = name##_w4, [WEIR_UINT64] = name##_w8, [WEIR_FLOAT32] = name##_f32,             \
    [WEIR_FLOAT64] = name##_f64
#define ORDERED(name)                                                                              \
    [WEIR_INT8] = name##_i1, [WEIR_INT16] = name##_i2, [WEIR_INT32] = name##_i4,                   \
    [WEIR_INT64] = name##_i8, [WEIR_UINT8] = name##_u1, [WEIR_UINT16] = name##_u2,                 \
    [WEIR_UINT32] = name##_u4, [WEIR_UINT64] = name##_u8, [WEIR_FLOAT32] = name##_f32,             \
    [WEIR_FLOAT64] = name##_f64
static elements_fn *const combine_elements[WR_SCATTER_MODES][WR_DTYPE_COUNT] = {
    [WR_SCATTER_ADD] = {WRAPPING(add), [WEIR_COMPLEX64] = add_c64, [WEIR_COMPLEX128] = add_c128},
    [WR_SCATTER_PROD] = {WRAPPING(prod)},
    [WR_SCATTER_MAX] = {ORDERED(max)},
    [WR_SCATTER_MIN] = {ORDERED(min)}};
static binned_fn *const combine_binned[WR_SCATTER_MODES][WR_DTYPE_COUNT] = {
    [WR_SCATTER_ADD] = {WRAPPING(add_binned), [WEIR_COMPLEX64] = add_binned_c64,
                        [WEIR_COMPLEX128] = add_binned_c128},
    [WR_SCATTER_PROD] = {WRAPPING(prod_binned)},
    [WR_SCATTER_MAX] = {ORDERED(max_binned)},
    [WR_SCATTER_MIN] = {ORDERED(min_binned)}};

/* Return the loop for rows of one element, or NULL if write_run has to combine them. */
static elements_fn *elements_of(const scatter_job *p) {
    return p->mode == WR_SCATTER_SET ? set_elements[wr_dtypes[p->dtype].shift]
                                     : combine_elements[p->mode][p->dtype];
}

static binned_fn *binned_of(const scatter_job *p) {
    return p->mode == WR_SCATTER_SET ? set_binned[wr_dtypes[p->dtype].shift]
                                     : combine_binned[p->mode][p->dtype];
}

/* ---- Units ----------------------------------------------------------------------------------- */

static int64_t offset_before(const wr_dims *d, int64_t b) {
    int64_t offset = 0;
    for (int i = d->ndim - 1; i >= 0; i--) {
        offset += b % d->shape[i] * d->stride[i];
        b /= d->shape[i];
    }
    return offset;
}

/* Write columns [from, from + m) of the rows of points [first, first + n).  The offset of b has
 * already been added to the pointer x. */
static void scatter_rows(const scatter_job *p, char *x, const char *y, int64_t first, int64_t n,
                         int64_t from, int64_t m) {
    const int64_t *offset = p->table + first;
    y += first * p->y_row * p->size;
    if (p->length == 1 && elements_of(p) != NULL) {
        elements_of(p)(x, y, offset, n, p->y_row);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        char *to = x + (offset[i] + from) * p->size;
        const char *values = y + (i * p->y_row + from) * p->size;
        if (i + AHEAD < n) __builtin_prefetch(x + (offset[i + AHEAD] + from) * p->size, 1);
        if (p->together)
            write_run(p, to, 1, values, m);
        else
            write_strided(p, to, values);
    }
}

/* Write a range of items.  Items are numbered by b, then by group, then by column, which varies
 * fastest. */
static weir_status scatter_units(void *arg, int64_t begin, int64_t end) {
    const scatter_job *p = arg;
    int64_t points = p->w->places.count, groups = p->w->places.groups, each = points / groups;
    for (int64_t item = begin; item < end; item++) {
        int64_t from = item % p->columns * p->column;
        int64_t group = item / p->columns % groups, b = item / p->columns / groups;
        int64_t m = p->length - from < p->column ? p->length - from : p->column;
        scatter_rows(p, p->x + offset_before(&p->w->before, b) * p->size,
                     p->y + b * points * p->y_row * p->size, group * each, each, from, m);
    }
    return WEIR_OK;
}

/* ---- Bins ------------------------------------------------------------------------------------ */

static weir_status count_bins(void *arg, int64_t begin, int64_t end) {
    const scatter_job *p = arg;
    for (int64_t deal = begin; deal < end; deal++) {
        int64_t first = deal * BIN_POINTS, points = p->w->places.count;
        int64_t last = first + BIN_POINTS < points ? first + BIN_POINTS : points;
        int64_t *count = p->count + deal * BINS, low = p->w->places.low;
        memset(count, 0, BINS * sizeof *count);
        for (int64_t i = first; i < last; i++) count[(p->table[i] - low) >> p->shift_bin]++;
    }
    return WEIR_OK;
}

/* Convert the counts of each piece to the start positions of its points.  Positions are ordered by
 * bin, and within a bin by piece. */
static void start_bins(const scatter_job *p, int64_t *begin) {
    int64_t at = 0;
    for (int bin = 0; bin < BINS; bin++) {
        begin[bin] = at;
        for (int64_t deal = 0; deal < p->deals; deal++) {
            int64_t *count = &p->count[deal * BINS + bin], n = *count;
            *count = at;
            at += n;
        }
    }
    begin[BINS] = at;
}

static weir_status fill_bins(void *arg, int64_t begin, int64_t end) {
    const scatter_job *p = arg;
    for (int64_t deal = begin; deal < end; deal++) {
        int64_t first = deal * BIN_POINTS, points = p->w->places.count;
        int64_t last = first + BIN_POINTS < points ? first + BIN_POINTS : points;
        int64_t *at = p->count + deal * BINS, low = p->w->places.low;
        for (int64_t i = first; i < last; i++) {
            landing *l = &p->binned[at[(p->table[i] - low) >> p->shift_bin]++];
            l->offset = (uint32_t)(p->table[i] - low);
            l->point = (uint32_t)i;
        }
    }
    return WEIR_OK;
}

typedef struct bins {
    const scatter_job *p;
    int64_t b;
    int64_t begin[BINS + 1];
} bins;

static weir_status scatter_bins(void *arg, int64_t first, int64_t last) {
    const bins *s = arg;
    const scatter_job *p = s->p;
    const landing *l = p->binned + s->begin[first];
    int64_t n = s->begin[last] - s->begin[first];
    char *x = p->x + (offset_before(&p->w->before, s->b) + p->w->places.low) * p->size;
    const char *y = p->y + s->b * p->w->places.count * p->y_row * p->size;
    if (p->length == 1 && binned_of(p) != NULL) {
        binned_of(p)(x, y, l, n, p->y_row);
        return WEIR_OK;
    }
    for (int64_t i = 0; i < n; i++) {
        char *to = x + l[i].offset * p->size;
        const char *values = y + l[i].point * p->y_row * p->size;
        if (p->together)
            write_run(p, to, 1, values, p->length);
        else
            write_strided(p, to, values);
    }
    return WEIR_OK;
}

static weir_status through_bins(scatter_job *p) {
    const wr_offsets *places = &p->w->places;
    bins s = {.p = p};
    p->deals = (places->count + BIN_POINTS - 1) / BIN_POINTS;
    p->shift_bin = 0;
    while ((places->high - places->low) >> p->shift_bin >= BINS) p->shift_bin++;
    WR_TRY(wr_split(p->k, p->deals, 1, count_bins, p));
    start_bins(p, s.begin);
    WR_TRY(wr_split(p->k, p->deals, 1, fill_bins, p));
    for (s.b = 0; s.b < p->w->before.count; s.b++)
        WR_TRY(wr_split(p->k, BINS, 1, scatter_bins, &s));
    return WEIR_OK;
}

/* ---- The scatter ----------------------------------------------------------------------------- */

/* Set p->y and p->y_row so that the values can be read as rows, either in place or from a cast
 * and broadcast copy in scratch memory. */
static weir_status load_values(scatter_job *p, const weir_view *v, const layout *l) {
    const wr_window *w = p->w;
    p->y = v->data;
    p->y_row = p->length;
    if (l->as_is) return WEIR_OK;
    int skip = l->whole ? 0 : w->ndim - w->after_ndim, lead = 0;
    while (v->ndim - lead > w->ndim - skip) lead++; /* these leading dimensions have size one */
    int64_t strides[WEIR_NDIM_MAX];
    wr_row_major(w->ndim - skip, w->shape + skip, strides);
    weir_view from = *v, to = {(char *)p->k->scratch + l->values, w->shape + skip, strides,
                               p->dtype, w->ndim - skip};
    from.ndim -= lead;
    from.shape += lead;
    from.strides += lead;
    p->y = to.data;
    p->y_row = l->whole ? p->length : 0;
    return wr_copy_view(p->k, &to, &from);
}

weir_status wr_scatter(const weir_kernel *k, const wr_window *w, const weir_view *values,
                       wr_scatter_mode mode) {
    scatter_job p = {.k = k,
                     .w = w,
                     .x = k->out[0].data,
                     .table = k->scratch,
                     .dtype = k->out[0].dtype,
                     .size = (int64_t)wr_dtype_bytes(k->out[0].dtype),
                     .length = w->after.count,
                     .columns = 1,
                     .mode = mode};
    layout l = lay_out(values, p.dtype, w->ndim, w->shape, w->after_ndim, w->places.count);
    WR_TRY(wr_offsets_check(k, &w->places, k->scratch));
    WR_TRY(wr_start_as_input(k));
    if (w->places.count == 0 || w->before.count == 0 || p.length == 0) return WEIR_OK;
    WR_TRY(load_values(&p, values, &l));
    p.together = w->after.ndim == 0 || (w->after.ndim == 1 && w->after.stride[0] == 1);
    p.column = p.length;
    if (l.count > l.binned && k->ctx->rt->config.workers >= BIN_WORKERS_MIN &&
        w->places.groups < SPREAD_MIN && w->places.high - w->places.low <= UINT32_MAX) {
        p.binned = (landing *)(void *)((char *)k->scratch + l.binned);
        p.count = (int64_t *)(void *)((char *)k->scratch + l.count);
        return through_bins(&p);
    }
    if (p.together && p.length * p.size >= 2 * COLUMN_BYTES) {
        p.column = COLUMN_BYTES / p.size;
        if (p.length / p.column >= COLUMNS_MAX) p.column *= p.length / p.column / COLUMNS_MAX + 1;
        p.columns = (p.length + p.column - 1) / p.column;
    }
    int64_t units = w->before.count * w->places.groups * p.columns;
    int64_t bytes = w->places.count / w->places.groups * p.column * p.size;
    return wr_split(k, units, bytes < PIECE_BYTES ? PIECE_BYTES / bytes : 1, scatter_units, &p);
}

/* ---- Reference implementation ---------------------------------------------------------------- */

static c128 combined(wr_scatter_mode mode, c128 old, c128 new) {
    double a = creal(old), b = creal(new);
    switch (mode) {
    case WR_SCATTER_PROD: return old * new;
    case WR_SCATTER_MAX: return LARGER(double, a, b);
    case WR_SCATTER_MIN: return SMALLER(double, a, b);
    default: return old + new;
    }
}

weir_status wr_scatter_reference(const weir_kernel *k, const wr_window *w, const weir_view *values,
                                 wr_scatter_mode mode) {
    const wr_cast_simd *cast = wr_simd_of(k)->cast;
    const weir_view *x = &k->out[0];
    int64_t points = w->places.count, length = w->after.count;
    int64_t count = w->before.count * points * length;
    int64_t to = (int64_t)wr_dtype_bytes(x->dtype), from = (int64_t)wr_dtype_bytes(values->dtype);
    WR_TRY(wr_offsets_check(k, &w->places, NULL));
    WR_TRY(wr_start_as_input(k));
    for (int64_t i = 0; i < count; i++) {
        int64_t offset, at = 0, rest = i;
        wr_offsets_find(wr_simd_of(k), &w->places, i / length % points, 1, &offset);
        offset += offset_before(&w->before, i / length / points);
        offset += offset_before(&w->after, i % length);
        for (int d = w->ndim - 1; d >= 0; d--) {
            int own = d - (w->ndim - values->ndim);
            if (own >= 0 && values->shape[own] != 1)
                at += rest % w->shape[d] * values->strides[own];
            rest /= w->shape[d];
        }
        char *place = (char *)x->data + offset * to;
        const char *value = (const char *)values->data + at * from;
        c128 old = 0, new = 0;
        if (mode == WR_SCATTER_SET) {
            cast->cast[values->dtype][x->dtype](place, value, 1);
            continue;
        }
        cast->cast[x->dtype][WEIR_COMPLEX128](&old, place, 1);
        cast->cast[values->dtype][WEIR_COMPLEX128](&new, value, 1);
        new = combined(mode, old, new);
        cast->cast[WEIR_COMPLEX128][x->dtype](place, &new, 1);
    }
    return WEIR_OK;
}
