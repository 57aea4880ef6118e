/* pool_windows.c - the maximum or mean of windows over planes, and their gradients.
 *
 * For the windows of one row of the result, the rows of x that they cover are first combined into
 * one row, element by element.  Then the windows along the combined row are computed, the interior
 * ones in one loop.  A plane is computed by one worker, so results do not depend on the number of
 * workers.  Dtypes are cast row by row, or plane by plane where whole planes are needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/pool/pool_windows.h"

#include <math.h>
#include <string.h>

#include "ops/pool/pool_simd.h"

/* PIECES: maximum number of pieces, and of scratch slots; PIECE_WORK: approximate number of
 * elements of x per piece. */
enum { PIECES = WR_SIZE(32, 3), PIECE_WORK = WR_SIZE(1 << 14, 32) };

static int64_t volume(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

static int computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT)
        return dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
}

static wr_pooling_type type_of(int computed) {
    return computed == WEIR_FLOAT32   ? WR_POOLING_F32
           : computed == WEIR_FLOAT64 ? WR_POOLING_F64
           : computed == WEIR_INT64   ? WR_POOLING_I64
                                      : WR_POOLING_U64;
}

typedef struct job {
    const weir_kernel *k;
    const wr_pooling *p;
    wr_pooling_mode mode;
    const wr_pooling_loops *loops;
    int computed;
    wr_pooling_type type;
    int64_t size; /* bytes per element of the compute type */
    int64_t pieces;
    /* size of a row and of a plane in a slot; a slot holds three rows and, in the modes that need
     * whole planes, two planes */
    size_t row_bytes, plane_bytes;
    size_t window_bytes, slot_bytes;
} job;

static job job_of(const wr_pooling *p, wr_pooling_mode mode, int dtype) {
    job j = {.p = p, .mode = mode, .computed = computed_in(dtype)};
    j.type = type_of(j.computed);
    j.size = (int64_t)wr_dtype_bytes(j.computed);
    j.row_bytes = wr_round_to_line(wr_max(p->in[2], p->out[2]) * j.size);
    bool planes = mode != WR_POOLING_MAX && mode != WR_POOLING_MEAN;
    j.plane_bytes = planes ? wr_round_to_line(volume(p->in) * j.size) : 0;
    j.window_bytes = wr_round_to_line(p->out[2] * (int64_t)sizeof(wr_window));
    j.slot_bytes = 3 * j.row_bytes + 2 * j.plane_bytes + j.window_bytes;
    int64_t grain = wr_max(1, PIECE_WORK / wr_max(1, volume(p->in)));
    j.pieces = wr_min(PIECES, (p->planes + grain - 1) / grain);
    return j;
}

size_t wr_pooling_scratch(const wr_pooling *p, wr_pooling_mode mode, int dtype) {
    job j = job_of(p, mode, dtype);
    return (size_t)j.pieces * j.slot_bytes;
}

/* Return the windows along the last axis, which are the same for every row.  They are stored at the
 * end of the slot. */
static wr_window *windows_of(const job *j, char *slot) {
    return (wr_window *)(void *)(slot + j->slot_bytes - j->window_bytes);
}

/* Return a pointer to n elements of an operand, starting at `at`: in the operand itself, or in
 * `buffer` if they had to be cast. */
static const void *load(const job *j, const weir_view *v, int64_t at, int64_t n, void *buffer) {
    const char *from = (const char *)v->data + at * (int64_t)wr_dtype_bytes(v->dtype);
    if (v->dtype == j->computed) return from;
    wr_simd_of(j->k)->cast->cast[v->dtype][j->computed](buffer, from, n);
    return buffer;
}

/* Return the address at which to write the elements of the result, starting at index `at`: in the
 * result itself, or in `buffer` if store() has to cast them. */
static void *result_buffer(const job *j, const weir_view *v, int64_t at, void *buffer) {
    return v->dtype == j->computed ? (char *)v->data + at * j->size : buffer;
}

/* Cast n elements and store them in the result, unless they were computed in the result itself. */
static void store(const job *j, const weir_view *v, int64_t at, int64_t n, const void *made) {
    char *to = (char *)v->data + at * (int64_t)wr_dtype_bytes(v->dtype);
    if (v->dtype != j->computed) wr_simd_of(j->k)->cast->cast[j->computed][v->dtype](to, made, n);
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Combine the rows of a window into one: their sum or maximum, element by element.  `row` and
 * `cast` are buffers in the slot. */
static const void *combine_rows(const job *j, int64_t plane, wr_window z, wr_window y, char *row,
                                char *cast) {
    const wr_pooling *p = j->p;
    const weir_view *x = &j->k->in[0];
    int64_t n = p->in[2];
    bool single = z.count == 1 && y.count == 1;
    for (int64_t i = 0; i < z.count; i++)
        for (int64_t k = 0; k < y.count; k++) {
            int64_t at = (z.first + i * z.apart) * p->in[1] + y.first + k * y.apart;
            const void *line = load(j, x, plane * volume(p->in) + at * n, n, cast);
            if (single) return line;
            if (i == 0 && k == 0)
                memcpy(row, line, (size_t)(n * j->size));
            else if (j->mode == WR_POOLING_MAX)
                j->loops->larger(row, line, n);
            else
                j->loops->add(row, line, n);
        }
    return row;
}

/* Compute n consecutive windows along a row; `w` is the first one. */
static void run_window(const job *j, char *to, const char *row, int64_t n, wr_window w) {
    int64_t step = j->p->adaptive ? 1 : j->p->stride[2];
    if (j->mode == WR_POOLING_MAX)
        j->loops->largest(to, row + w.first * j->size, n, step, w.count, w.apart);
    else
        j->loops->sums(to, row + w.first * j->size, n, step, w.count);
}

/* Compute the windows along a row.  Windows that lie inside the row are consecutive and are
 * computed in one call. */
static void run_windows(const job *j, char *to, const char *row) {
    const wr_pooling *p = j->p;
    for (int64_t i = 0; i < p->out[2];) {
        wr_window w = wr_window_at(p, 2, i);
        int64_t n = 1;
        if (!p->adaptive && w.count == p->kernel[2])
            n = wr_max(1, (p->in[2] - 1 - (w.count - 1) * w.apart - w.first) / p->stride[2] + 1);
        n = wr_min(n, p->out[2] - i);
        run_window(j, to + i * j->size, row, n, w);
        i += n;
    }
}

#define DIVIDE(type)                                                                               \
    for (int64_t i = 0; i < p->out[2]; i++) ((type *)row)[i] /= (type)(share * w[i].share);

static void divide(const job *j, void *row, int64_t share, const wr_window *w) {
    const wr_pooling *p = j->p;
    if (j->type == WR_POOLING_F32)
        DIVIDE(float)
    else
        DIVIDE(double)
}

static void pool_plane(const job *j, int64_t plane, char *slot) {
    const wr_pooling *p = j->p;
    const weir_view *y = &j->k->out[0];
    for (int64_t a = 0; a < p->out[0]; a++)
        for (int64_t b = 0; b < p->out[1]; b++) {
            wr_window wa = wr_window_at(p, 0, a), wb = wr_window_at(p, 1, b);
            int64_t at = plane * volume(p->out) + (a * p->out[1] + b) * p->out[2];
            const void *row = combine_rows(j, plane, wa, wb, slot, slot + j->row_bytes);
            char *to = result_buffer(j, y, at, slot + 2 * j->row_bytes);
            run_windows(j, to, row);
            if (j->mode == WR_POOLING_MEAN) divide(j, to, wa.share * wb.share, windows_of(j, slot));
            store(j, y, at, p->out[2], to);
        }
}

/* ---- The index of the largest ---------------------------------------------------------------- */

/* Define a function that returns the index of the largest element of a window in its plane.  If
 * several elements are equal, the first is chosen.  NaN counts as larger than everything, and if
 * there are several NaNs, the last is chosen. */
#define LARGEST(name, type)                                                                        \
    static inline int64_t largest_##name(const wr_pooling *p, const void *plane, wr_window a,      \
                                         wr_window b, wr_window c) {                               \
        int64_t best = (a.first * p->in[1] + b.first) * p->in[2] + c.first;                        \
        type top = ((const type *)plane)[best];                                                    \
        for (int64_t i = 0; i < a.count; i++)                                                      \
            for (int64_t k = 0; k < b.count; k++) {                                                \
                int64_t line = (a.first + i * a.apart) * p->in[1] + b.first + k * b.apart;         \
                int64_t at = line * p->in[2] + c.first;                                            \
                for (int64_t l = 0; l < c.count; l++, at += c.apart) {                             \
                    type v = ((const type *)plane)[at];                                            \
                    bool more = v > top || v != v;                                                 \
                    top = more ? v : top;                                                          \
                    best = more ? at : best;                                                       \
                }                                                                                  \
            }                                                                                      \
        return best;                                                                               \
    }
LARGEST(f32, float)
LARGEST(f64, double)
LARGEST(i64, int64_t)
LARGEST(u64, uint64_t)

static void find_plane(const job *j, int64_t plane, char *slot) {
    static int64_t (*const largest[])(const wr_pooling *, const void *, wr_window, wr_window,
                                      wr_window) = {largest_f32, largest_f64, largest_i64,
                                                    largest_u64};
    const wr_pooling *p = j->p;
    const weir_view *y = &j->k->out[0];
    const void *x = load(j, &j->k->in[0], plane * volume(p->in), volume(p->in), slot);
    int64_t *to = (int64_t *)y->data + plane * volume(p->out);
    for (int64_t a = 0; a < p->out[0]; a++)
        for (int64_t b = 0; b < p->out[1]; b++)
            for (int64_t c = 0; c < p->out[2]; c++)
                *to++ = largest[j->type](p, x, wr_window_at(p, 0, a), wr_window_at(p, 1, b),
                                         windows_of(j, slot)[c]);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define ADD_LARGEST(type, largest)                                                                 \
    for (int64_t c = 0; c < p->out[2]; c++)                                                        \
        ((type *)dx)[largest(p, x, wa, wb, w[c])] += ((const type *)dy)[c];

static void add_max_gradient(const job *j, const void *x, const void *dy, wr_window wa,
                             wr_window wb, const wr_window *w, void *dx) {
    const wr_pooling *p = j->p;
    if (j->type == WR_POOLING_F32)
        ADD_LARGEST(float, largest_f32)
    else
        ADD_LARGEST(double, largest_f64)
}

#define SPREAD(type)                                                                               \
    for (int64_t c = 0; c < p->out[2]; c++) {                                                      \
        wr_window w = along[c];                                                                    \
        type each = ((const type *)dy)[c] / (type)(wa.share * wb.share * w.share);                 \
        for (int64_t i = 0; i < w.count; i++) ((type *)row)[w.first + i] += each;                  \
    }

/* Divide each element of a row of dy by the divisor of its window's mean, expand the row to the
 * width of x, and add it to each row of dx that the windows cover. */
static void add_mean_gradient(const job *j, const void *dy, wr_window wa, wr_window wb,
                              const wr_window *along, char *row, char *dx) {
    const wr_pooling *p = j->p;
    memset(row, 0, (size_t)(p->in[2] * j->size));
    if (j->type == WR_POOLING_F32)
        SPREAD(float)
    else
        SPREAD(double)
    for (int64_t i = 0; i < wa.count; i++)
        for (int64_t k = 0; k < wb.count; k++)
            j->loops->add(dx + ((wa.first + i) * p->in[1] + wb.first + k) * p->in[2] * j->size, row,
                          p->in[2]);
}

/* Return whether the windows are 2x2, adjacent and inside the plane. */
static bool in_pairs(const wr_pooling *p) {
    return !p->adaptive && p->kernel[0] == 1 && p->stride[0] == 1 && p->padding[0] == 0 &&
           p->kernel[1] == 2 && p->stride[1] == 2 && p->padding[1] == 0 && p->dilation[1] == 1 &&
           p->kernel[2] == 2 && p->stride[2] == 2 && p->padding[2] == 0 && p->dilation[2] == 1 &&
           2 * p->out[1] <= p->in[1] && 2 * p->out[2] <= p->in[2];
}

/* Compute dx for 2x2 windows.  Every element of dx is written once, with 0 for elements that belong
 * to no window. */
static void write_pair_gradient(const job *j, const char *x, const char *dy, char *dx) {
    const wr_pooling *p = j->p;
    const int64_t row = p->in[2] * j->size, rest = (p->in[2] - 2 * p->out[2]) * j->size;
    for (int64_t a = 0; a < p->in[0]; a++) {
        for (int64_t b = 0; b < p->out[1]; b++, dy += p->out[2] * j->size) {
            const void *from[2] = {x + 2 * b * row, x + (2 * b + 1) * row};
            char *to = dx + 2 * b * row;
            j->loops->pairs((void *const[2]){to, to + row}, from, dy, p->out[2]);
            if (rest == 0) continue;
            memset(to + row - rest, 0, (size_t)rest);
            memset(to + 2 * row - rest, 0, (size_t)rest);
        }
        memset(dx + 2 * p->out[1] * row, 0, (size_t)((p->in[1] - 2 * p->out[1]) * row));
        x += p->in[1] * row, dx += p->in[1] * row;
    }
}

static void gradient_plane(const job *j, int64_t plane, char *slot) {
    const wr_pooling *p = j->p;
    bool means = j->mode == WR_POOLING_MEAN_GRAD;
    const weir_view *grad = &j->k->in[means ? 0 : 1], *out = &j->k->out[0];
    char *rows = slot + 2 * j->plane_bytes;
    int64_t count = volume(p->in), at = plane * count;
    const void *x = means ? NULL : load(j, &j->k->in[0], at, count, slot);
    char *dx = result_buffer(j, out, at, slot + j->plane_bytes);
    if (!means && grad->dtype == j->computed && in_pairs(p)) {
        const char *dy = (const char *)grad->data + plane * volume(p->out) * j->size;
        write_pair_gradient(j, x, dy, dx);
        store(j, out, at, count, dx);
        return;
    }
    memset(dx, 0, (size_t)(count * j->size));
    for (int64_t a = 0; a < p->out[0]; a++)
        for (int64_t b = 0; b < p->out[1]; b++) {
            wr_window wa = wr_window_at(p, 0, a), wb = wr_window_at(p, 1, b);
            int64_t from = plane * volume(p->out) + (a * p->out[1] + b) * p->out[2];
            const void *dy = load(j, grad, from, p->out[2], rows);
            if (means)
                add_mean_gradient(j, dy, wa, wb, windows_of(j, slot), rows + j->row_bytes, dx);
            else
                add_max_gradient(j, x, dy, wa, wb, windows_of(j, slot), dx);
        }
    store(j, out, at, count, dx);
}

/* ---- All planes ------------------------------------------------------------------------------ */

static weir_status run_planes(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t planes = j->p->planes;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = (char *)j->k->scratch + (size_t)piece * j->slot_bytes;
        wr_window *along = windows_of(j, slot);
        for (int64_t i = 0; i < j->p->out[2]; i++) along[i] = wr_window_at(j->p, 2, i);
        for (int64_t i = piece * planes / j->pieces; i < (piece + 1) * planes / j->pieces; i++)
            if (j->mode == WR_POOLING_MAX || j->mode == WR_POOLING_MEAN)
                pool_plane(j, i, slot);
            else if (j->mode == WR_POOLING_INDICES)
                find_plane(j, i, slot);
            else
                gradient_plane(j, i, slot);
    }
    return WEIR_OK;
}

weir_status wr_pooling_run(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode) {
    job j = job_of(p, mode, k->dtype);
    j.k = k;
    j.loops = &wr_simd_of(k)->pooling->type[j.type];
    if (p->planes == 0) return WEIR_OK;
    return wr_split(k, j.pieces, 1, run_planes, &j);
}

/* ---- Reference kernel ------------------------------------------------------------------------ */

static void reference_window(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode,
                             int64_t index) {
    int64_t plane = index / volume(p->out) * volume(p->in), best = -1, place[3] = {0};
    place[0] = index / p->out[2] / p->out[1] % p->out[0];
    place[1] = index / p->out[2] % p->out[1], place[2] = index % p->out[2];
    wr_window w[3];
    for (int d = 0; d < 3; d++) w[d] = wr_window_at(p, d, place[d]);
    double share = (double)(w[0].share * w[1].share * w[2].share), sum = 0, top = 0;
    for (int64_t i = 0; i < w[0].count * w[1].count * w[2].count; i++) {
        int64_t z = w[0].first + i / w[2].count / w[1].count * w[0].apart;
        int64_t y = w[1].first + i / w[2].count % w[1].count * w[1].apart;
        int64_t at = (z * p->in[1] + y) * p->in[2] + w[2].first + i % w[2].count * w[2].apart;
        const weir_view *dx = &k->out[0];
        if (mode == WR_POOLING_MEAN_GRAD) {
            double more = wr_view_get(&k->in[0], index) / share;
            wr_view_put(dx, plane + at, wr_view_get(dx, plane + at) + more);
            continue;
        }
        double v = wr_view_get(&k->in[0], plane + at);
        sum += v;
        if (best < 0 || v > top || isnan(v)) top = v, best = at;
    }
    if (mode == WR_POOLING_MAX) wr_view_put(&k->out[0], index, top);
    if (mode == WR_POOLING_INDICES) wr_view_put(&k->out[0], index, (double)best);
    if (mode == WR_POOLING_MEAN) wr_view_put(&k->out[0], index, sum / share);
    if (mode == WR_POOLING_MAX_GRAD)
        wr_view_put(&k->out[0], plane + best,
                    wr_view_get(&k->out[0], plane + best) + wr_view_get(&k->in[1], index));
}

weir_status wr_pooling_reference(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode) {
    bool back = mode == WR_POOLING_MAX_GRAD || mode == WR_POOLING_MEAN_GRAD;
    for (int64_t i = 0; back && i < wr_view_count(&k->out[0]); i++) wr_view_put(&k->out[0], i, 0);
    for (int64_t i = 0; i < p->planes * volume(p->out); i++) reference_window(k, p, mode, i);
    return WEIR_OK;
}
