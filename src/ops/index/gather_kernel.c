/* gather_kernel.c - reads through a window: the kernel of take, take_along_axis and index.
 *
 * gather_scatter.h defines windows.  The result is row-major and written sequentially: one row of
 * `after` for each index b of `before` and each point.  A row that is contiguous in x is copied as
 * a whole; a row of 1, 2, 4, 8 or 16 bytes is copied as a single word.  Long rows are split, so
 * that even a single row is shared among workers.
 *
 * Offsets are computed on the fly, with two exceptions.  If `before` has more than one element,
 * each offset is used more than once, so all offsets are computed first and stored.  If the output
 * existed before the call, nothing may be written to it before all indices have been checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/index/gather_scatter.h"

enum {
    BLOCK = WR_SIZE(1024, 3), /* number of points whose offsets are computed at a time */
    /* minimum number of result bytes per piece of parallel work */
    PIECE_BYTES = WR_SIZE(65536, 48),
    CUT_BYTES = WR_SIZE(262144, 32), /* longer rows are split into parts of this many bytes */
    AHEAD = 8,                       /* prefetch distance in rows */
};

typedef bool straight_fn(char *to, const char *x, const void *index, int64_t n, int64_t size,
                         int64_t pitch);

typedef struct gather_job {
    const weir_kernel *k;
    const wr_window *w;
    const char *x;
    char *y;
    int64_t size;          /* bytes per element */
    int64_t row_bytes;     /* bytes per row of `after` */
    int64_t cut, cuts;     /* cut: elements in a part of a row; cuts: number of parts of a row */
    const int64_t *table;  /* the offsets of all points, or NULL if they are computed on the fly */
    straight_fn *straight; /* fast path, or NULL */
    /* The lowest point whose index is out of range.  Relaxed order is enough, because `bad` is read
     * after all pieces are done. */
    _Atomic int64_t bad;
} gather_job;

static int64_t product(const int64_t *shape, int from, int to) {
    int64_t n = 1;
    for (int i = from; i < to; i++) n *= shape[i];
    return n;
}

/* Return the number of elements of `before`.  It is computed from shapes alone, so that inference
 * and kernel agree. */
static int64_t rows_before(const weir_meta *window, int64_t points, int after_ndim) {
    int64_t after = product(window->shape, window->ndim - after_ndim, window->ndim);
    int64_t all = wr_count(window->ndim, window->shape);
    return points > 0 && after > 0 ? all / points / after : 0;
}

void wr_gather_needs(weir_infer *c, const weir_meta *window, int64_t points, int after_ndim) {
    if ((c->out[0].device & 255) == WEIR_DEVICE_CUDA)
        c->scratch_bytes = wr_cuda_gather_bytes(points, (int64_t)c->in_count - 1);
    else if (rows_before(window, points, after_ndim) > 1)
        c->scratch_bytes = (uint64_t)points * sizeof(int64_t);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Copy rows that are single words.  Words may be unaligned: a row of two int16 is a 4-byte word
 * that is aligned to 2 bytes. */
#define WORDS(bytes)                                                                               \
    static void words_##bytes(char *to, const char *x, const int64_t *offset, int64_t n,           \
                              int64_t size) {                                                      \
        for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, x + offset[i] * size, bytes);       \
    }
WORDS(1)
WORDS(2)
WORDS(4)
WORDS(8)
WORDS(16)

static void copy_contiguous_rows(char *to, const char *x, const int64_t *offset, int64_t n,
                                 int64_t size, int64_t bytes) {
    for (int64_t i = 0; i < n; i++) {
        if (i + AHEAD < n) __builtin_prefetch(x + offset[i + AHEAD] * size);
        memcpy(to + i * bytes, x + offset[i] * size, (size_t)bytes);
    }
}

/* Fast path for the common case: one index array without negative indices, and rows of one word.
 * all_plain checks a block: the sign bit of i | (size - 1 - i) is set if i is negative or out of
 * range.  This test needs only vector operations that every CPU has. */
#define LOOK(suffix, T, lanes)                                                                     \
    static bool all_plain_##suffix(const void *index, int64_t n, int64_t size) {                   \
        typedef T vector __attribute__((vector_size(16)));                                         \
        const T *from = index, sign = (T)1 << (8 * sizeof(T) - 1);                                 \
        T last = (uint64_t)size > sign ? sign - 1 : (T)(size - 1), bad = 0;                        \
        vector any = {0}, top = any + last;                                                        \
        int64_t i = 0;                                                                             \
        for (; i + lanes <= n; i += lanes) {                                                       \
            vector v;                                                                              \
            memcpy(&v, from + i, sizeof v);                                                        \
            any |= v | (top - v);                                                                  \
        }                                                                                          \
        for (; i < n; i++) bad |= from[i] | (last - from[i]);                                      \
        for (int lane = 0; lane < lanes; lane++) bad |= any[lane];                                 \
        return (bad & sign) == 0;                                                                  \
    }
LOOK(i32, uint32_t, 4)
LOOK(i64, uint64_t, 2)

#define STRAIGHT(suffix, type, T, bytes)                                                           \
    static bool straight_##suffix(char *to, const char *x, const void *index, int64_t n,           \
                                  int64_t size, int64_t pitch) {                                   \
        const T *from = index;                                                                     \
        if (!all_plain_##type(index, n, size)) return false;                                       \
        for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, x + from[i] * pitch, bytes);        \
        return true;                                                                               \
    }
STRAIGHT(i32_4, i32, int32_t, 4)
STRAIGHT(i32_8, i32, int32_t, 8)
STRAIGHT(i64_4, i64, int64_t, 4)
STRAIGHT(i64_8, i64, int64_t, 8)

/* Copy one row whose elements are not contiguous. */
static void copy_strided_row(const gather_job *p, char *to, const char *from) {
    const wr_dims *d = &p->w->after;
    int last = d->ndim - 1, shift = __builtin_ctzll((unsigned long long)p->size);
    int64_t at[WEIR_NDIM_MAX] = {0}, n = d->shape[last];
    for (int64_t done = 0; done < d->count; done += n, to += n * p->size) {
        int64_t offset = 0;
        for (int i = 0; i < last; i++) offset += at[i] * d->stride[i];
        const char *x = from + offset * p->size;
        if (d->stride[last] == 1)
            memcpy(to, x, (size_t)(n * p->size));
        else
            wr_simd_of(p->k)->move->gather[shift](to, x, d->stride[last], n);
        for (int i = last - 1; i >= 0 && ++at[i] == d->shape[i]; i--) at[i] = 0;
    }
}

static bool is_contiguous(const wr_dims *d) {
    return d->ndim == 0 || (d->ndim == 1 && d->stride[0] == 1);
}

static void rows(const gather_job *p, char *to, const char *x, const int64_t *offset, int64_t n) {
    if (!is_contiguous(&p->w->after)) {
        for (int64_t i = 0; i < n; i++)
            copy_strided_row(p, to + i * p->row_bytes, x + offset[i] * p->size);
        return;
    }
    switch (p->row_bytes) {
    case 1: words_1(to, x, offset, n, p->size); break;
    case 2: words_2(to, x, offset, n, p->size); break;
    case 4: words_4(to, x, offset, n, p->size); break;
    case 8: words_8(to, x, offset, n, p->size); break;
    case 16: words_16(to, x, offset, n, p->size); break;
    default: copy_contiguous_rows(to, x, offset, n, p->size, p->row_bytes);
    }
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static int64_t offset_before(const wr_dims *d, int64_t b) {
    int64_t offset = 0;
    for (int i = d->ndim - 1; i >= 0; i--) {
        offset += b % d->shape[i] * d->stride[i];
        b /= d->shape[i];
    }
    return offset;
}

static void record_bad(gather_job *p, int64_t bad) {
    int64_t low = atomic_load_explicit(&p->bad, memory_order_relaxed);
    while (bad < low && !atomic_compare_exchange_weak_explicit(
                            &p->bad, &low, bad, memory_order_relaxed, memory_order_relaxed)) {}
}

/* Return the offsets of n points, at most BLOCK, or NULL if an index is out of range. */
static const int64_t *find(gather_job *p, int64_t begin, int64_t n, int64_t *buffer) {
    if (p->table != NULL) return p->table + begin;
    int64_t bad = wr_offsets_find(wr_simd_of(p->k), &p->w->places, begin, n, buffer);
    if (bad < 0) return buffer;
    record_bad(p, bad);
    return NULL;
}

/* Copy parts of rows.  Items are numbered by b, then by point, then by part of the row, which
 * varies fastest. */
static weir_status gather_parts(void *arg, int64_t begin, int64_t end) {
    gather_job *p = arg;
    int64_t points = p->w->places.count, length = p->w->after.count, one;
    for (int64_t item = begin; item < end; item++) {
        int64_t row = item / p->cuts, part = item % p->cuts * p->cut;
        const int64_t *offset = find(p, row % points, 1, &one);
        if (offset == NULL) return WEIR_OK;
        int64_t n = length - part < p->cut ? length - part : p->cut;
        int64_t from = offset_before(&p->w->before, row / points) + *offset + part;
        memcpy(p->y + row * p->row_bytes + part * p->size, p->x + from * p->size,
               (size_t)(n * p->size));
    }
    return WEIR_OK;
}

static weir_status gather_rows(void *arg, int64_t begin, int64_t end) {
    gather_job *p = arg;
    int64_t points = p->w->places.count, buffer[BLOCK];
    for (int64_t row = begin; row < end;) {
        int64_t b = row / points, first = row % points, n = points - first;
        if (n > end - row) n = end - row;
        if (n > BLOCK) n = BLOCK;
        const int64_t *offset = find(p, first, n, buffer);
        if (offset == NULL) return WEIR_OK;
        rows(p, p->y + row * p->row_bytes, p->x + offset_before(&p->w->before, b) * p->size, offset,
             n);
        row += n;
    }
    return WEIR_OK;
}

static straight_fn *choose_straight(const gather_job *p) {
    const wr_offsets *places = &p->w->places;
    const wr_index *x = &places->index[0];
    bool list = places->index_count == 1 && places->ndim == 1 && places->own[0] == 0 &&
                (x->stride[0] == 1 || places->count == 1) && x->flat == NULL && x->size > 0;
    if (!list || p->table != NULL || !is_contiguous(&p->w->after)) return NULL;
    if (x->dtype != WEIR_INT32 && x->dtype != WEIR_INT64) return NULL;
    if (p->row_bytes == 4) return x->dtype == WEIR_INT32 ? straight_i32_4 : straight_i64_4;
    if (p->row_bytes == 8) return x->dtype == WEIR_INT32 ? straight_i32_8 : straight_i64_8;
    return NULL;
}

static weir_status gather_straight(void *arg, int64_t begin, int64_t end) {
    gather_job *p = arg;
    const wr_index *x = &p->w->places.index[0];
    int64_t size = (int64_t)wr_dtype_bytes(x->dtype);
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        if (!p->straight(p->y + i * p->row_bytes, p->x, x->data + i * size, n, x->size,
                         x->step * p->size))
            WR_TRY(gather_rows(p, i, i + n));
    }
    return WEIR_OK;
}

weir_status wr_gather(const weir_kernel *k, const wr_window *w, const weir_view *x) {
    int64_t size = (int64_t)wr_dtype_bytes(k->out[0].dtype), length = w->after.count;
    char number[16];
    gather_job p = {.k = k,
                    .w = w,
                    .x = x->data,
                    .y = k->out[0].data,
                    .size = size,
                    .row_bytes = length * size,
                    .cut = length,
                    .cuts = 1,
                    .bad = INT64_MAX};
    if (x->dtype != k->out[0].dtype) { /* x is a scalar, whose dtype is weak */
        wr_simd_of(k)->cast->cast[x->dtype][k->out[0].dtype](number, x->data, 1);
        p.x = number;
    }
    bool several = w->before.count > 1;
    if (several || !k->fresh) WR_TRY(wr_offsets_check(k, &w->places, several ? k->scratch : NULL));
    if (several) p.table = k->scratch;
    int64_t count = w->before.count * w->places.count;
    if (count == 0) return WEIR_OK;
    if (length == 0) return wr_offsets_check(k, &w->places, NULL);
    if (p.row_bytes > CUT_BYTES && is_contiguous(&w->after)) {
        p.cut = CUT_BYTES / size;
        p.cuts = (length + p.cut - 1) / p.cut;
        WR_TRY(wr_split(k, count * p.cuts, 1, gather_parts, &p));
    } else {
        int64_t grain = p.row_bytes < PIECE_BYTES ? PIECE_BYTES / p.row_bytes : 1;
        p.straight = choose_straight(&p);
        WR_TRY(wr_split(k, count, grain, p.straight != NULL ? gather_straight : gather_rows, &p));
    }
    int64_t bad = atomic_load_explicit(&p.bad, memory_order_relaxed);
    return bad == INT64_MAX ? WEIR_OK : wr_offsets_fail(k, &w->places, bad);
}

/* ---- Reference implementation ---------------------------------------------------------------- */

weir_status wr_gather_reference(const weir_kernel *k, const wr_window *w, const weir_view *x) {
    int64_t points = w->places.count, length = w->after.count;
    int64_t count = w->before.count * points * length;
    int64_t from = (int64_t)wr_dtype_bytes(x->dtype), to = (int64_t)wr_dtype_bytes(k->out[0].dtype);
    WR_TRY(wr_offsets_check(k, &w->places, NULL));
    for (int64_t i = 0; i < count; i++) {
        int64_t offset;
        wr_offsets_find(wr_simd_of(k), &w->places, i / length % points, 1, &offset);
        offset += offset_before(&w->before, i / length / points);
        offset += offset_before(&w->after, i % length);
        wr_simd_of(k)->cast->cast[x->dtype][k->out[0].dtype](
            (char *)k->out[0].data + i * to, (const char *)x->data + offset * from, 1);
    }
    return WEIR_OK;
}
