/* resample.c - resampling an array to another grid.
 *
 * Along each axis, an element of the result is a weighted sum of a few neighbouring elements of x,
 * with weights that depend only on its position.  The weights of each axis are stored in a table,
 * called a band; the gradient uses the transposed bands and is otherwise computed in the same way.
 * A row of the result is computed from a few rows of x, which are first combined and then resampled
 * along the row.  If rows of the result are longer than rows of x, the order is reversed: rows of x
 * are resampled first and cached, because the next row of the result may need them too.  The rows
 * are distributed over workers; how a row is computed does not depend on its neighbours, so results
 * do not depend on the number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/image/resample.h"

#include <math.h>
#include <string.h>

#include "ops/image/resample_simd.h"

enum {
    PIECES = WR_SIZE(32, 3),
    PIECE_WORK = WR_SIZE(1 << 14, 32), /* approximate number of elements of the result per piece */
    CACHED_MOST = 16                   /* maximum number of rows in the cache */
};

/* ---- Positions and weights ------------------------------------------------------------------- */

/* Return the ratio of the size of x to the size of the result. */
static double ratio(const wr_resample *r, int axis) {
    double in = (double)r->in[axis], out = (double)r->out[axis];
    if (r->align_corners) return out > 1 ? (in - 1) / (out - 1) : 0;
    return r->scale > 0 ? 1 / r->scale : in / out;
}

/* Return the radius of an antialiasing filter, in elements of x. */
static double radius(const wr_resample *r, int axis) {
    return (r->mode == WR_RESAMPLE_CUBIC ? 2 : 1) * fmax(ratio(r, axis), 1);
}

/* Return the maximum number of terms in the sum for an element of the result. */
static int64_t width(const wr_resample *r, int axis) {
    int64_t n = r->in[axis];
    if (r->mode == WR_RESAMPLE_AREA) return wr_min(n, n / r->out[axis] + 2);
    if (r->antialias) return (int64_t)fmin((double)n, 2 * radius(r, axis) + 2);
    int64_t terms = r->mode == WR_RESAMPLE_CUBIC ? 4 : r->mode == WR_RESAMPLE_LINEAR ? 2 : 1;
    return wr_min(n, terms);
}

/* Return the value of Keys' cubic kernel at x; `a` is its slope at distance 1. */
static double cubic(double x, double a) {
    x = fabs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

static int64_t nearest_taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    bool exact = r->mode == WR_RESAMPLE_NEAREST_EXACT;
    int64_t n = r->in[axis], at;
    if (r->scale > 0)
        at = (int64_t)fmin(((double)i + (exact ? 0.5 : 0)) / r->scale, (double)n);
    else /* integer arithmetic, so that rounding does not move a position on the boundary between
          * two elements */
        at = exact ? (2 * i + 1) * n / (2 * r->out[axis]) : i * n / r->out[axis];
    *first = wr_min(at, n - 1);
    w[0] = 1;
    return 1;
}

static int64_t area_taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    int64_t out = r->out[axis], whole = r->in[axis] / out, rest = r->in[axis] % out;
    *first = i * whole + i * rest / out;
    int64_t count = (i + 1) * whole + ((i + 1) * rest + out - 1) / out - *first;
    for (int64_t k = 0; k < count; k++) w[k] = 1 / (double)count;
    return count;
}

/* Compute the weights of an antialiasing filter, scaled to the width of an element of the result
 * and centred on it. */
static int64_t wide_taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    double by = ratio(r, axis), middle = by * ((double)i + 0.5), reach = radius(r, axis), sum = 0;
    int64_t n = r->in[axis];
    *first = wr_min(n - 1, (int64_t)fmax(middle - reach + 0.5, 0));
    int64_t end = (int64_t)fmin(middle + reach + 0.5, (double)n);
    int64_t count = wr_max(1, wr_min(end - *first, width(r, axis)));
    for (int64_t k = 0; k < count; k++) {
        double x = ((double)(*first + k) - middle + 0.5) / fmax(by, 1);
        w[k] = r->mode == WR_RESAMPLE_CUBIC ? cubic(x, -0.5) : fmax(1 - fabs(x), 0);
        sum += w[k];
    }
    for (int64_t k = 0; k < count; k++) w[k] = sum != 0 ? w[k] / sum : 1 / (double)count;
    return count;
}

/* Return the position in x, in elements, of the centre of element i of the result. */
static double source(const wr_resample *r, int axis, int64_t i) {
    if (r->in[axis] == r->out[axis] && !(r->scale > 0)) return (double)i;
    return r->align_corners ? ratio(r, axis) * (double)i : ratio(r, axis) * ((double)i + 0.5) - 0.5;
}

static int64_t linear_taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    int64_t n = r->in[axis];
    double at = fmin(fmax(source(r, axis, i), 0), (double)(n - 1));
    *first = (int64_t)at;
    w[0] = 1 - (at - (double)*first);
    if (*first == n - 1) return 1;
    w[1] = at - (double)*first;
    return 2;
}

/* Compute the weights of cubic interpolation.  Beyond either end, the outermost element is
 * repeated. */
static int64_t cubic_taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    int64_t n = r->in[axis];
    double at = source(r, axis, i), down = floor(at);
    *first = (int64_t)fmin(fmax(down - 1, 0), (double)(n - 1));
    int64_t last = (int64_t)fmin(fmax(down + 2, 0), (double)(n - 1));
    for (int64_t k = 0; k <= last - *first; k++) w[k] = 0;
    for (int k = -1; k <= 2; k++) {
        int64_t j = (int64_t)fmin(fmax(down + k, 0), (double)(n - 1));
        w[j - *first] += cubic(at - (down + k), -0.75);
    }
    return last - *first + 1;
}

/* Find the terms of element i of the result: return their number, set *first to the index of the
 * first one in x, and store their weights in w.  Neither the first nor the last index decreases as
 * i grows. */
static int64_t taps(const wr_resample *r, int axis, int64_t i, int64_t *first, double *w) {
    if (r->mode == WR_RESAMPLE_AREA) return area_taps(r, axis, i, first, w);
    if (r->mode <= WR_RESAMPLE_NEAREST_EXACT) return nearest_taps(r, axis, i, first, w);
    if (r->antialias) return wide_taps(r, axis, i, first, w);
    return r->mode == WR_RESAMPLE_LINEAR ? linear_taps(r, axis, i, first, w)
                                         : cubic_taps(r, axis, i, first, w);
}

/* ---- Bands ----------------------------------------------------------------------------------- */

static void set_weight(wr_band *b, bool wide, int64_t at, double w) {
    if (wide)
        ((double *)b->weight)[at] = w;
    else
        ((float *)b->weight)[at] = (float)w;
}

static void band_forward(const wr_resample *r, int axis, bool wide, wr_band *b, double *w) {
    b->start[0] = 0;
    b->same = r->in[axis] == r->out[axis];
    for (int64_t i = 0; i < b->count; i++) {
        int64_t terms = taps(r, axis, i, &b->first[i], w), at = b->start[i];
        for (int64_t k = 0; k < terms; k++) set_weight(b, wide, at + k, w[k]);
        b->start[i + 1] = at + terms;
        b->same = b->same && terms == 1 && b->first[i] == i && w[0] == 1;
    }
}

/* Set up a transposed band, which lists for each element j of x the elements of the result that use
 * it.  The latter are contiguous, because the indices that taps() returns never decrease. */
static void band_back(const wr_resample *r, int axis, bool wide, wr_band *b, double *w) {
    int64_t first, n = r->out[axis];
    b->same = r->in[axis] == n;
    for (int64_t j = 0; j <= b->count; j++) b->start[j] = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t terms = taps(r, axis, i, &first, w);
        for (int64_t k = 0; k < terms; k++)
            if (b->start[first + k + 1]++ == 0) b->first[first + k] = i;
        b->same = b->same && terms == 1 && first == i && w[0] == 1;
    }
    for (int64_t j = 0; j < b->count; j++) b->start[j + 1] += b->start[j];
    for (int64_t i = 0; i < n; i++) {
        int64_t terms = taps(r, axis, i, &first, w);
        for (int64_t k = 0; k < terms; k++) {
            int64_t j = first + k;
            set_weight(b, wide, b->start[j] + i - b->first[j], w[k]);
        }
    }
    for (int64_t j = 0; j < b->count; j++)
        if (b->start[j] == b->start[j + 1]) b->first[j] = 0;
}

/* ---- A job ----------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    const wr_resample *r;
    const wr_resample_loops *loops;
    const int64_t *in, *out; /* sizes of the source and of the result; exchanged in the gradient */
    /* the compute dtype: float32, float64, complex64 or complex128, or the dtype of x if elements
     * are only copied */
    int computed;
    bool copies_only, spreads_first;
    /* size: bytes per element; numbers: real numbers per element */
    int64_t size, numbers;
    int64_t pieces;
    int64_t cached[2]; /* number of rows that are cached along each of the first two axes */
    size_t table_bytes, in_bytes, out_bytes, slot_bytes;
    wr_band band[3];
} job;

static size_t band_bytes(const wr_resample *r, int axis, int64_t number_bytes) {
    int64_t count = r->back ? r->in[axis] : r->out[axis];
    return wr_round_to_line((count + 1) * 8) + wr_round_to_line(count * 8) +
           wr_round_to_line(r->out[axis] * width(r, axis) * number_bytes);
}

/* Return the maximum size in bytes of the weights of one element. */
static size_t widest_bytes(const wr_resample *r) {
    int64_t most = wr_max(width(r, 0), wr_max(width(r, 1), width(r, 2)));
    return wr_round_to_line(most * (int64_t)sizeof(double));
}

static job job_of(const wr_resample *r, int dtype) {
    job j = {.r = r, .computed = wr_float_computed_in(dtype)};
    j.in = r->back ? r->out : r->in, j.out = r->back ? r->in : r->out;
    j.copies_only = r->mode <= WR_RESAMPLE_NEAREST_EXACT && !r->back;
    if (j.copies_only) j.computed = dtype;
    j.size = (int64_t)wr_dtype_bytes(j.computed);
    j.numbers = wr_dtype_kind_of(j.computed) == WR_KIND_COMPLEX ? 2 : 1;
    for (int d = 0; d < 3; d++) j.table_bytes += band_bytes(r, d, j.size / j.numbers);
    j.cached[0] = width(r, 0), j.cached[1] = width(r, 1);
    j.spreads_first = !r->back && !j.copies_only && j.out[2] > j.in[2] && j.in[0] * j.in[1] > 1 &&
                      j.cached[0] <= CACHED_MOST && j.cached[0] * j.cached[1] <= CACHED_MOST;
    j.in_bytes = wr_round_to_line(j.in[2] * r->inner * j.size);
    j.out_bytes = wr_round_to_line(j.out[2] * r->inner * j.size);
    j.slot_bytes = (WR_RESAMPLE_ROWS + 1) * j.in_bytes + j.out_bytes;
    if (j.spreads_first)
        j.slot_bytes +=
            wr_round_to_line(CACHED_MOST * 8) + (size_t)(j.cached[0] * j.cached[1]) * j.out_bytes;
    int64_t rows = r->outer * j.out[0] * j.out[1], row = wr_max(1, j.out[2] * r->inner);
    int64_t grain = wr_max(1, PIECE_WORK / row);
    j.pieces = wr_min(PIECES, (rows + grain - 1) / grain);
    return j;
}

size_t wr_resample_scratch(const wr_resample *r, int dtype) {
    job j = job_of(r, dtype);
    return 3 * widest_bytes(r) + j.table_bytes + (size_t)j.pieces * j.slot_bytes;
}

static void make_bands(job *j) {
    char *buffer = (char *)j->k->scratch + 3 * widest_bytes(j->r);
    int64_t number_bytes = j->size / j->numbers;
    for (int d = 0; d < 3; d++) {
        wr_band *b = &j->band[d];
        char *at = buffer;
        b->count = j->out[d];
        b->start = (int64_t *)(void *)at;
        at += wr_round_to_line((b->count + 1) * 8);
        b->first = (int64_t *)(void *)at;
        b->weight = at + wr_round_to_line(b->count * 8);
        (j->r->back ? band_back : band_forward)(j->r, d, number_bytes == 8, b, j->k->scratch);
        buffer += band_bytes(j->r, d, number_bytes);
    }
}

static double weight_at(const job *j, int axis, int64_t at) {
    const void *w = j->band[axis].weight;
    return j->size / j->numbers == 8 ? ((const double *)w)[at] : ((const float *)w)[at];
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Return the address of row (a, b) of a plane of x. */
static const void *row_at(const job *j, int64_t plane, int64_t a, int64_t b) {
    const weir_view *x = &j->k->in[0];
    int64_t n = j->in[2] * j->r->inner, at = ((plane * j->in[0] + a) * j->in[1] + b) * n;
    return (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype);
}

static const void *load(const job *j, int64_t plane, int64_t a, int64_t b, void *buffer) {
    const weir_view *x = &j->k->in[0];
    const void *from = row_at(j, plane, a, b);
    if (x->dtype == j->computed) return from;
    wr_simd_of(j->k)->cast->cast[x->dtype][j->computed](buffer, from, j->in[2] * j->r->inner);
    return buffer;
}

/* Round to integers in the range of uint8; halves are rounded up. */
static void round_row(float *row, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        float v = row[i] > 0 ? row[i] : 0;
        row[i] = (float)(int32_t)((v < 255 ? v : 255) + 0.5F);
    }
}

/* Cast row `row` and store it in the result, unless the row was computed in place. */
static void store(const job *j, int64_t row, void *made) {
    const weir_view *y = &j->k->out[0];
    int64_t n = j->out[2] * j->r->inner;
    char *to = (char *)y->data + row * n * (int64_t)wr_dtype_bytes(y->dtype);
    if (made == to) return;
    if (j->k->dtype == WEIR_UINT8) round_row(made, n);
    wr_simd_of(j->k)->cast->cast[j->computed][y->dtype](to, made, n);
}

/* Return where to compute a row: in the result itself, or in `buffer` if store() has to cast the
 * row. */
static void *result_buffer(const job *j, int64_t row, void *buffer) {
    const weir_view *y = &j->k->out[0];
    if (y->dtype != j->computed) return buffer;
    return (char *)y->data + row * (j->out[2] * j->r->inner) * j->size;
}

/* A row of the result, and the scratch slot of the piece that computes the row. */
typedef struct row_of {
    int64_t index, plane, a, b;
    char *slot;
    int64_t *tags; /* for each entry of the cache, the index of the row that it holds, or -1 */
    char *cached;
} row_of;

static const void *resampled_row(const job *j, const row_of *o, int64_t a, int64_t b) {
    int64_t at = a % j->cached[0] * j->cached[1] + b % j->cached[1];
    int64_t tag = (o->plane * j->in[0] + a) * j->in[1] + b;
    char *row = o->cached + (size_t)at * j->out_bytes;
    if (o->tags[at] == tag) return row;
    o->tags[at] = tag;
    j->loops->along(row, load(j, o->plane, a, b, o->slot), &j->band[2], j->r->inner * j->numbers);
    return row;
}

/* Combine the rows that a row of the result needs.  Return `to`, or, if there is only one such row,
 * a pointer to that row itself, without copying. */
static const void *join(const job *j, const row_of *o, char *to) {
    const wr_band *p = &j->band[0], *q = &j->band[1];
    int64_t n = (j->spreads_first ? j->out[2] : j->in[2]) * j->r->inner * j->numbers, count = 0;
    int64_t all = (p->start[o->a + 1] - p->start[o->a]) * (q->start[o->b + 1] - q->start[o->b]);
    const void *rows[WR_RESAMPLE_ROWS];
    double weight[WR_RESAMPLE_ROWS];
    bool more = false, bytes = j->k->in[0].dtype == WEIR_UINT8 && !j->spreads_first;
    if (all == 0) memset(to, 0, (size_t)(n * (j->size / j->numbers)));
    for (int64_t s = p->start[o->a]; s < p->start[o->a + 1]; s++)
        for (int64_t t = q->start[o->b]; t < q->start[o->b + 1]; t++) {
            int64_t a = p->first[o->a] + s - p->start[o->a],
                    b = q->first[o->b] + t - q->start[o->b];
            rows[count] = j->spreads_first ? resampled_row(j, o, a, b)
                          : bytes          ? row_at(j, o->plane, a, b)
                                  : load(j, o->plane, a, b, o->slot + (size_t)count * j->in_bytes);
            weight[count++] = weight_at(j, 0, s) * weight_at(j, 1, t);
            if (all == 1 && !more && !bytes && weight[0] == 1) return rows[0];
            if (count < WR_RESAMPLE_ROWS && count < all) continue;
            (bytes ? j->loops->join_bytes : j->loops->join)(to, rows, weight, count, more, n);
            all -= count, count = 0, more = true;
        }
    return to;
}

static void resample_row(const job *j, const row_of *o) {
    char *joined = o->slot + WR_RESAMPLE_ROWS * j->in_bytes;
    char *to = result_buffer(j, o->index, joined + j->in_bytes);
    if (j->spreads_first || j->band[2].same) {
        const void *made = join(j, o, to);
        if (made != to) memcpy(to, made, (size_t)(j->out[2] * j->r->inner * j->size));
    } else {
        j->loops->along(to, join(j, o, joined), &j->band[2], j->r->inner * j->numbers);
    }
    store(j, o->index, to);
}

/* With a constant number of bytes, memcpy compiles to a single move. */
#define COPY(bytes)                                                                                \
    for (int64_t i = 0; i < n; i++)                                                                \
        memcpy(to + i * (bytes), row + from[i] * (bytes), (size_t)(bytes));

/* Set each element of a row of the result to one element of x. */
static void copy_row(const job *j, const row_of *o) {
    const int64_t *from = j->band[2].first, n = j->out[2], bytes = j->r->inner * j->size;
    const char *row = load(j, o->plane, j->band[0].first[o->a], j->band[1].first[o->b], o->slot);
    char *to = result_buffer(j, o->index, o->slot + (WR_RESAMPLE_ROWS + 1) * j->in_bytes);
    switch (bytes) {
    case 1: COPY(1) break;
    case 2: COPY(2) break;
    case 3: COPY(3) break;
    case 4: COPY(4) break;
    case 8: COPY(8) break;
    default: COPY(bytes)
    }
    const weir_view *y = &j->k->out[0];
    int64_t at = o->index * n * j->r->inner;
    char *end = (char *)y->data + at * (int64_t)wr_dtype_bytes(y->dtype);
    if (to != end) wr_simd_of(j->k)->cast->cast[j->computed][y->dtype](end, to, n * j->r->inner);
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t rows = j->r->outer * j->out[0] * j->out[1];
    char *slots = (char *)j->k->scratch + 3 * widest_bytes(j->r) + j->table_bytes;
    for (int64_t piece = begin; piece < end; piece++) {
        row_of o = {.slot = slots + (size_t)piece * j->slot_bytes};
        o.tags = (int64_t *)(void *)(o.slot + (WR_RESAMPLE_ROWS + 1) * j->in_bytes + j->out_bytes);
        o.cached = (char *)o.tags + wr_round_to_line(CACHED_MOST * 8);
        for (int i = 0; j->spreads_first && i < CACHED_MOST; i++) o.tags[i] = -1;
        for (o.index = piece * rows / j->pieces; o.index < (piece + 1) * rows / j->pieces;
             o.index++) {
            o.plane = o.index / j->out[1] / j->out[0];
            o.a = o.index / j->out[1] % j->out[0], o.b = o.index % j->out[1];
            (j->copies_only ? copy_row : resample_row)(j, &o);
        }
    }
    return WEIR_OK;
}

weir_status wr_resample_run(const weir_kernel *k, const wr_resample *r) {
    job j = job_of(r, k->dtype);
    j.k = k;
    if (wr_view_count(&k->out[0]) == 0) return WEIR_OK;
    const wr_resample_simd *simd = wr_simd_of(k)->resample;
    j.loops = j.size / j.numbers == 8 ? &simd->f64 : &simd->f32;
    make_bands(&j);
    return wr_split(k, j.pieces, 1, run_pieces, &j);
}

/* ---- Reference kernel ------------------------------------------------------------------------ */

static bool is_complex(const weir_kernel *k) {
    return wr_dtype_kind_of(k->dtype) == WR_KIND_COMPLEX;
}

static void set(const weir_kernel *k, int64_t at, double _Complex v) {
    double re = __real__ v;
    if (k->dtype == WEIR_UINT8) re = floor(fmin(fmax(re, 0), 255) + 0.5);
    if (is_complex(k))
        wr_view_put_complex(&k->out[0], at, v);
    else
        wr_view_put(&k->out[0], at, re);
}

/* Compute one element of the result as the sum of its terms or, in the gradient, distribute it over
 * its terms. */
static void reference_element(const weir_kernel *k, const wr_resample *r, int64_t index) {
    int64_t at_axis[4], first[3], count[3], rest = index / r->inner;
    double *w[3];
    double _Complex sum = 0;
    at_axis[3] = index % r->inner;
    for (int d = 2; d >= 0; rest /= r->out[d], d--) {
        at_axis[d] = rest % r->out[d];
        w[d] = (double *)(void *)((char *)k->scratch + (size_t)d * widest_bytes(r));
        count[d] = taps(r, d, at_axis[d], &first[d], w[d]);
    }
    for (int64_t t = 0; t < count[0] * count[1] * count[2]; t++) {
        int64_t c = t % count[2], b = t / count[2] % count[1], a = t / count[2] / count[1];
        int64_t at = (rest * r->in[0] + first[0] + a) * r->in[1] + first[1] + b;
        at = (at * r->in[2] + first[2] + c) * r->inner + at_axis[3];
        double weight = w[0][a] * w[1][b] * w[2][c];
        if (r->back)
            set(k, at,
                wr_view_get_complex(&k->out[0], at) +
                    weight * wr_view_get_complex(&k->in[0], index));
        else
            sum += weight * wr_view_get_complex(&k->in[0], at);
    }
    if (!r->back) set(k, index, sum);
}

/* Copy one element without converting it to float64, which does not represent every integer. */
static void reference_copy(const weir_kernel *k, const wr_resample *r, int64_t index) {
    int64_t first[3], rest = index / r->inner, at = index % r->inner, stride = r->inner;
    double one;
    for (int d = 2; d >= 0; stride *= r->in[d], rest /= r->out[d], d--) {
        taps(r, d, rest % r->out[d], &first[d], &one);
        at += first[d] * stride;
    }
    at += rest * stride;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    wr_simd_of(k)->cast->cast[x->dtype][y->dtype](
        (char *)y->data + index * (int64_t)wr_dtype_bytes(y->dtype),
        (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype), 1);
}

weir_status wr_resample_reference(const weir_kernel *k, const wr_resample *r) {
    bool copies_only = r->mode <= WR_RESAMPLE_NEAREST_EXACT && !r->back;
    int64_t count = r->outer * r->inner;
    for (int d = 0; d < 3; d++) count *= r->out[d];
    for (int64_t i = 0; r->back && i < wr_view_count(&k->out[0]); i++) set(k, i, 0);
    for (int64_t i = 0; i < count; i++) (copies_only ? reference_copy : reference_element)(k, r, i);
    return WEIR_OK;
}
