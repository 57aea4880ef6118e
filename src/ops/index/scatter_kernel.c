/* scatter_kernel.c - writing through a window: the kernel under scatter, index_put, put_along_axis.
 *
 * The result is what it would be if the values were written one by one in the order of the window's
 * elements: of several that go to one place the last one stays, or all are added up in that order.  So work
 * may be shared out in any way that keeps the order at each place:
 *
 *   by b, by column   different places by nature.  Rows of a kilobyte and more are cut into columns
 *   by group          points of put_along_axis that never meet
 *   by place          where there are many short rows and nothing else to cut, points are first dealt into
 *                     bins by where they go, in order; then each bin is one worker's.  That is about three
 *                     times the work, so it is done only where there are many workers.  It is the one
 *                     choice that depends on their number; no bit does, and no byte: room for the bins is
 *                     asked for by shape, or a program would run out of memory with many workers where it
 *                     does not with one
 *
 * Nothing is written before every index is known to be good: all offsets are found first, in scratch.
 *
 *   scratch: offsets (8 bytes a point) | bins (8 bytes a point) | counts of bins | values, if they have to
 *            be cast or broadcast
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <string.h>

#include "ops/index/gather_scatter.h"

enum {
    PIECE_BYTES = WR_SIZE(65536, 48), /* of values, worth being handed to another worker */
    COLUMN_BYTES = WR_SIZE(512, 16),  /* of a row that is cut; whole cache lines */
    COLUMNS_MAX = 64,
    BINS = WR_SIZE(64, 3),
    DEAL = WR_SIZE(32768, 7),       /* points that are dealt at a time */
    DEAL_MIN = WR_SIZE(131072, 20), /* fewer elements are written by one worker */
    DEALERS_MIN = WR_SIZE(8, 2),    /* workers that make dealing worth its cost */
    SPREAD_MIN = 4,                 /* enough units of other kinds to do without bins */
    AHEAD = 8,
    BUFFER = 64,
};

typedef struct
    landing { /* a point in a bin: where it goes to (from the lowest place), and its number */
    uint32_t offset, point;
} landing;

typedef struct put {
    const weir_kernel *k;
    const wr_window *w;
    char *x;
    const char *y; /* row-major over the window, or one row for all */
    int64_t y_row; /* elements from one row of values to the next: the row's length, or 0 */
    const int64_t *table;
    int64_t size, length; /* bytes of an element, elements of a row */
    int64_t column, columns;
    int dtype;
    bool add, together;
    int shift_bin; /* offset - low, shifted by this, is the bin */
    landing *dealt;
    int64_t *count; /* of each piece that is dealt, BINS numbers; then where they start */
    int64_t deals;
} put;

/* ---- At the call ----------------------------------------------------------------------------- */

static bool may_deal(int64_t points, int64_t length, int64_t size, int64_t units) {
    return points * length >= DEAL_MIN && points <= UINT32_MAX && units < SPREAD_MIN &&
           length * size < 2 * COLUMN_BYTES;
}

typedef struct layout {
    uint64_t dealt, count, values, end; /* where each part of the scratch begins */
    bool whole; /* values are laid out over all of the window, not only as one row */
    bool as_is; /* or used where they lie */
} layout;

/* From shapes alone, so that the kernel finds what the call has asked for. */
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
    l.dealt = wr_round_up((uint64_t)points * sizeof(int64_t), WR_CACHE_LINE);
    l.count = l.dealt;
    l.values = l.count;
    if (may_deal(points, length, size, before)) {
        l.count += wr_round_up((uint64_t)points * sizeof(landing), WR_CACHE_LINE);
        l.values = l.count + wr_round_up((uint64_t)(points / DEAL + 1) * BINS * sizeof(int64_t),
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
        return wr_refuse_as(c, WEIR_EDTYPE, "values are %s, which x of %s cannot hold; cast them",
                            wr_dtypes[v->dtype].name, wr_dtypes[dtype].name);
    WR_TRY(wr_need_number_held(c, values, dtype));
    bool fits = wr_broadcast(window->ndim, window->shape, v->ndim, wr_shape(v), &ndim, both) &&
                ndim == window->ndim &&
                memcmp(both, window->shape, (size_t)ndim * sizeof *both) == 0;
    if (!fits)
        return wr_refuse(c, "values of shape %s do not broadcast to %s, which is what they replace",
                         wr_shape_text(v->ndim, wr_shape(v)),
                         wr_shape_text(window->ndim, window->shape));
    const weir_view view = {NULL, wr_shape(v), wr_strides(v), v->dtype, v->ndim};
    c->scratch_bytes = lay_out(&view, dtype, window->ndim, window->shape, after_ndim, points).end;
    return WEIR_OK;
}

/* ---- One row --------------------------------------------------------------------------------- */

/* to[i * stride] += from[i], in what the dtype is computed in; a bool is set if either is. */
static void add_run(const put *p, char *to, int64_t stride, const char *from, int64_t n) {
    const wr_simd *simd = wr_simd_of(p->k);
    const wr_dtype_info *info = &wr_dtypes[p->dtype];
    int wide = wr_compute_dtype[info->compute];
    weir_map_fn loop = wr_ops[WR_OP_add].loop[simd->level][info->compute];
    if (p->dtype == WEIR_BOOL) {
        for (int64_t i = 0; i < n; i++) to[i * stride] |= from[i];
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

static void put_run(const put *p, char *to, int64_t stride, const char *from, int64_t n) {
    if (p->add)
        add_run(p, to, stride, from, n);
    else if (stride == 1)
        memcpy(to, from, (size_t)(n * p->size));
    else
        wr_simd_of(p->k)->move->scatter[wr_dtypes[p->dtype].shift](to, stride, from, n);
}

/* A row whose elements lie apart. */
static void put_apart(const put *p, char *to, const char *from) {
    const wr_dims *d = &p->w->after;
    int last = d->ndim - 1;
    int64_t at[WEIR_NDIM_MAX] = {0}, n = d->shape[last];
    for (int64_t done = 0; done < d->count; done += n, from += n * p->size) {
        int64_t offset = 0;
        for (int i = 0; i < last; i++) offset += at[i] * d->stride[i];
        put_run(p, to + offset * p->size, d->stride[last], from, n);
        for (int i = last - 1; i >= 0 && ++at[i] == d->shape[i]; i--) at[i] = 0;
    }
}

/* ---- Single elements, of the dtypes that are computed in as they are ---------------------------- */

typedef float _Complex c64;
typedef double _Complex c128;

#define ELEMENTS(suffix, T)                                                                        \
    static void add_##suffix(void *x, const void *y, const int64_t *offset, int64_t n,             \
                             int64_t y_step) {                                                     \
        T *to = x;                                                                                 \
        const T *from = y;                                                                         \
        for (int64_t i = 0; i < n; i++) to[offset[i]] += from[i * y_step];                         \
    }                                                                                              \
    static void add_dealt_##suffix(void *x, const void *y, const landing *l, int64_t n,            \
                                   int64_t y_step) {                                               \
        T *to = x;                                                                                 \
        const T *from = y;                                                                         \
        for (int64_t i = 0; i < n; i++) to[l[i].offset] += from[l[i].point * y_step];              \
    }
/* Integers wrap, so the unsigned ones serve both. */
ELEMENTS(w1, uint8_t)
ELEMENTS(w2, uint16_t)
ELEMENTS(w4, uint32_t)
ELEMENTS(w8, uint64_t)
ELEMENTS(f32, float)
ELEMENTS(f64, double)
ELEMENTS(c64, c64)
ELEMENTS(c128, c128)

#define MOVES(suffix, bytes)                                                                       \
    static void set_##suffix(void *x, const void *y, const int64_t *offset, int64_t n,             \
                             int64_t y_step) {                                                     \
        char *to = x;                                                                              \
        const char *from = y;                                                                      \
        for (int64_t i = 0; i < n; i++)                                                            \
            memcpy(to + offset[i] * bytes, from + i * y_step * bytes, bytes);                      \
    }                                                                                              \
    static void set_dealt_##suffix(void *x, const void *y, const landing *l, int64_t n,            \
                                   int64_t y_step) {                                               \
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
typedef void dealt_fn(void *x, const void *y, const landing *l, int64_t n, int64_t y_step);

static elements_fn *const set_elements[] = {set_b1, set_b2, set_b4, set_b8, set_b16};
static dealt_fn *const set_dealt[] = {set_dealt_b1, set_dealt_b2, set_dealt_b4, set_dealt_b8,
                                      set_dealt_b16};
static elements_fn *const add_elements[WR_DTYPE_COUNT] = {
    [WEIR_INT8] = add_w1,     [WEIR_INT16] = add_w2,      [WEIR_INT32] = add_w4,
    [WEIR_INT64] = add_w8,    [WEIR_UINT8] = add_w1,      [WEIR_UINT16] = add_w2,
    [WEIR_UINT32] = add_w4,   [WEIR_UINT64] = add_w8,     [WEIR_FLOAT32] = add_f32,
    [WEIR_FLOAT64] = add_f64, [WEIR_COMPLEX64] = add_c64, [WEIR_COMPLEX128] = add_c128};
static dealt_fn *const add_dealt[WR_DTYPE_COUNT] = {
    [WEIR_INT8] = add_dealt_w1,       [WEIR_INT16] = add_dealt_w2,
    [WEIR_INT32] = add_dealt_w4,      [WEIR_INT64] = add_dealt_w8,
    [WEIR_UINT8] = add_dealt_w1,      [WEIR_UINT16] = add_dealt_w2,
    [WEIR_UINT32] = add_dealt_w4,     [WEIR_UINT64] = add_dealt_w8,
    [WEIR_FLOAT32] = add_dealt_f32,   [WEIR_FLOAT64] = add_dealt_f64,
    [WEIR_COMPLEX64] = add_dealt_c64, [WEIR_COMPLEX128] = add_dealt_c128};

/* ---- Units ----------------------------------------------------------------------------------- */

static int64_t offset_before(const wr_dims *d, int64_t b) {
    int64_t offset = 0;
    for (int i = d->ndim - 1; i >= 0; i--) {
        offset += b % d->shape[i] * d->stride[i];
        b /= d->shape[i];
    }
    return offset;
}

/* Rows first..first+n-1 of points, n of them, into x (moved to its b): columns from..from+m-1. */
static void put_rows(const put *p, char *x, const char *y, int64_t first, int64_t n, int64_t from,
                     int64_t m) {
    const int64_t *offset = p->table + first;
    y += first * p->y_row * p->size;
    if (p->length == 1 && (!p->add || add_elements[p->dtype] != NULL)) {
        (p->add ? add_elements[p->dtype] : set_elements[wr_dtypes[p->dtype].shift])(x, y, offset, n,
                                                                                    p->y_row);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        char *to = x + (offset[i] + from) * p->size;
        const char *values = y + (i * p->y_row + from) * p->size;
        if (i + AHEAD < n) __builtin_prefetch(x + (offset[i + AHEAD] + from) * p->size, 1);
        if (p->together)
            put_run(p, to, 1, values, m);
        else
            put_apart(p, to, values);
    }
}

/* Items are (b, group, column). */
static weir_status put_units(void *arg, int64_t begin, int64_t end) {
    const put *p = arg;
    int64_t points = p->w->places.count, groups = p->w->places.groups, each = points / groups;
    for (int64_t item = begin; item < end; item++) {
        int64_t from = item % p->columns * p->column;
        int64_t group = item / p->columns % groups, b = item / p->columns / groups;
        int64_t m = p->length - from < p->column ? p->length - from : p->column;
        put_rows(p, p->x + offset_before(&p->w->before, b) * p->size,
                 p->y + b * points * p->y_row * p->size, group * each, each, from, m);
    }
    return WEIR_OK;
}

/* ---- Bins ------------------------------------------------------------------------------------ */

static weir_status count_bins(void *arg, int64_t begin, int64_t end) {
    const put *p = arg;
    for (int64_t deal = begin; deal < end; deal++) {
        int64_t first = deal * DEAL, points = p->w->places.count;
        int64_t last = first + DEAL < points ? first + DEAL : points;
        int64_t *count = p->count + deal * BINS, low = p->w->places.low;
        memset(count, 0, BINS * sizeof *count);
        for (int64_t i = first; i < last; i++) count[(p->table[i] - low) >> p->shift_bin]++;
    }
    return WEIR_OK;
}

/* Each piece's counts become the places where its points of a bin go: bin by bin, pieces in order. */
static void start_bins(const put *p, int64_t *begin) {
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

static weir_status deal_points(void *arg, int64_t begin, int64_t end) {
    const put *p = arg;
    for (int64_t deal = begin; deal < end; deal++) {
        int64_t first = deal * DEAL, points = p->w->places.count;
        int64_t last = first + DEAL < points ? first + DEAL : points;
        int64_t *at = p->count + deal * BINS, low = p->w->places.low;
        for (int64_t i = first; i < last; i++) {
            landing *l = &p->dealt[at[(p->table[i] - low) >> p->shift_bin]++];
            l->offset = (uint32_t)(p->table[i] - low);
            l->point = (uint32_t)i;
        }
    }
    return WEIR_OK;
}

typedef struct bins {
    const put *p;
    int64_t b;
    int64_t begin[BINS + 1];
} bins;

static weir_status put_bins(void *arg, int64_t first, int64_t last) {
    const bins *s = arg;
    const put *p = s->p;
    const landing *l = p->dealt + s->begin[first];
    int64_t n = s->begin[last] - s->begin[first];
    char *x = p->x + (offset_before(&p->w->before, s->b) + p->w->places.low) * p->size;
    const char *y = p->y + s->b * p->w->places.count * p->y_row * p->size;
    if (p->length == 1 && (!p->add || add_dealt[p->dtype] != NULL)) {
        (p->add ? add_dealt[p->dtype] : set_dealt[wr_dtypes[p->dtype].shift])(x, y, l, n, p->y_row);
        return WEIR_OK;
    }
    for (int64_t i = 0; i < n; i++) {
        char *to = x + l[i].offset * p->size;
        const char *values = y + l[i].point * p->y_row * p->size;
        if (p->together)
            put_run(p, to, 1, values, p->length);
        else
            put_apart(p, to, values);
    }
    return WEIR_OK;
}

static weir_status through_bins(put *p) {
    const wr_offsets *places = &p->w->places;
    bins s = {.p = p};
    p->deals = (places->count + DEAL - 1) / DEAL;
    p->shift_bin = 0;
    while ((places->high - places->low) >> p->shift_bin >= BINS) p->shift_bin++;
    WR_TRY(wr_split(p->k, p->deals, 1, count_bins, p));
    start_bins(p, s.begin);
    WR_TRY(wr_split(p->k, p->deals, 1, deal_points, p));
    for (s.b = 0; s.b < p->w->before.count; s.b++) WR_TRY(wr_split(p->k, BINS, 1, put_bins, &s));
    return WEIR_OK;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Values where the rows can be read: as they are, or cast and broadcast in the scratch. */
static weir_status bring_values(put *p, const weir_view *v, const layout *l) {
    const wr_window *w = p->w;
    p->y = v->data;
    p->y_row = p->length;
    if (l->as_is) return WEIR_OK;
    int skip = l->whole ? 0 : w->ndim - w->after_ndim, lead = 0;
    while (v->ndim - lead > w->ndim - skip) lead++; /* dimensions of one */
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
                       bool add) {
    put p = {.k = k,
             .w = w,
             .x = k->out[0].data,
             .table = k->scratch,
             .dtype = k->out[0].dtype,
             .size = (int64_t)wr_dtype_bytes(k->out[0].dtype),
             .length = w->after.count,
             .columns = 1,
             .add = add};
    layout l = lay_out(values, p.dtype, w->ndim, w->shape, w->after_ndim, w->places.count);
    WR_TRY(wr_offsets_check(k, &w->places, k->scratch));
    WR_TRY(wr_start_as_input(k));
    if (w->places.count == 0 || w->before.count == 0 || p.length == 0) return WEIR_OK;
    WR_TRY(bring_values(&p, values, &l));
    p.together = w->after.ndim == 0 || (w->after.ndim == 1 && w->after.stride[0] == 1);
    p.column = p.length;
    if (l.count > l.dealt && k->ctx->rt->config.workers >= DEALERS_MIN &&
        w->places.groups < SPREAD_MIN && w->places.high - w->places.low <= UINT32_MAX) {
        p.dealt = (landing *)(void *)((char *)k->scratch + l.dealt);
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
    return wr_split(k, units, bytes < PIECE_BYTES ? PIECE_BYTES / bytes : 1, put_units, &p);
}

/* ---- Plainly --------------------------------------------------------------------------------- */

weir_status wr_scatter_reference(const weir_kernel *k, const wr_window *w, const weir_view *values,
                                 bool add) {
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
        if (!add) {
            cast->cast[values->dtype][x->dtype](place, value, 1);
            continue;
        }
        cast->cast[x->dtype][WEIR_COMPLEX128](&old, place, 1);
        cast->cast[values->dtype][WEIR_COMPLEX128](&new, value, 1);
        new += old;
        cast->cast[WEIR_COMPLEX128][x->dtype](place, &new, 1);
    }
    return WEIR_OK;
}
