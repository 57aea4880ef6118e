/* fft_lines.c - Fourier transforms of all lines along an axis.
 *
 * A line is the sequence of n entries along the axis at fixed indices along the others.  The lines
 * that have the same indices along the earlier axes form a slab.  A line is transformed in passes;
 * each pass processes a few transforms of length r at a time as a tile (ops/fft/fft_simd.h).  With
 * n entries left to transform, radix r, m = n / r, and a stride of s (the product of the radices of
 * earlier passes and of the sizes of the later axes),
 *
 *   y[q + s * (r * p + k)] = w^(p * k) * sum over t of x[q + s * (p + m * t)] * W^(t * k)
 *
 * with w = e^(-2 pi i/n), W = e^(-2 pi i/r), 0 <= q < s, 0 <= p < m, and t and k from 0 to r - 1.
 * The lanes of a tile are consecutive values of q.  If there are too few of these, the lanes are
 * consecutive values of q + s * p, which are also contiguous in x; or, if one pass is enough, whole
 * lines.
 *
 * All passes over a short line run while the line is in the L1 cache.  Longer lines are grouped
 * into chunks.  Each pass over a chunk is split into tiles that are distributed over the workers,
 * so that even one long line uses all workers.  Lines whose length has a large prime factor are
 * convolved with a chirp (Bluestein).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/fft/fft_lines.h"

#include <string.h>

enum {
    SHORT_BYTES = WR_SIZE(32 << 10, 1 << 10), /* maximum size of a slab of short lines, in bytes */
    CHUNK_BYTES = WR_SIZE(8 << 20, 8 << 10),  /* maximum size of a chunk, in bytes */
    PIECE = WR_SIZE(1 << 13, 64)              /* approximate number of entries per piece */
};

/* ---- One pass -------------------------------------------------------------------------------- */

typedef struct pass {
    const wr_fft_pass *p;
    const wr_fft_type *type;
    int64_t size; /* bytes per complex number */
    const char *from;
    char *to;
    int64_t outer, inner; /* outer: number of slabs; inner: stride within a line, in complex
                           * numbers */
    int64_t s, slab;      /* s: as in the formula above; slab: complex numbers per slab */
    int64_t groups;       /* tiles per slab, or 0 if the lanes of a tile are whole lines */
    bool wide_s;          /* the lanes are consecutive values of q */
    bool swap_in, swap_out;
    double scale;
} pass;

static pass pass_of(const wr_simd *simd, const wr_fft_plan *plan, int which) {
    const wr_fft_pass *p = &plan->pass[which];
    const wr_fft_simd *fft = simd->fft;
    pass a = {.p = p,
              .type = plan->wide ? &fft->f64 : &fft->f32,
              .size = plan->wide ? 16 : 8,
              .scale = 1};
    return a;
}

static void pass_shape(pass *a, int64_t outer, int64_t inner) {
    int64_t r = a->p->core.r, lanes = a->type->lanes;
    a->outer = outer;
    a->inner = inner;
    a->s = a->p->before * inner;
    a->slab = a->s * r * a->p->m;
    a->wide_s = a->s >= lanes;
    if (a->wide_s)
        a->groups = a->p->m * wr_div_up(a->s, lanes);
    else
        a->groups = a->p->m == 1 && a->p->before == 1 ? 0 : wr_div_up(a->s * a->p->m, lanes);
}

/* Return the factors w^(p * k) of one p, for all k < r.  If necessary, compute them in `buffer`
 * from far and near factors. */
static const void *factors_of(const pass *a, int64_t p, void *buffer) {
    const wr_fft_pass *of = a->p;
    int64_t r = of->core.r;
    if (of->far == NULL) return NULL;
    if (of->near == NULL) return (const char *)of->far + p * r * a->size;
    int64_t far_at = p / WR_FFT_NEAR * r, near_at = p % WR_FFT_NEAR;
#define MIX(T)                                                                                     \
    {                                                                                              \
        const T *far = (const T *)of->far + 2 * far_at, *near = (const T *)of->near + near_at;     \
        T *w = buffer;                                                                             \
        for (int64_t k = 0; k < r; k++, far += 2, near += 2 * WR_FFT_NEAR, w += 2) {               \
            w[0] = far[0] * near[0] - far[1] * near[WR_FFT_NEAR];                                  \
            w[1] = far[1] * near[0] + far[0] * near[WR_FFT_NEAR];                                  \
        }                                                                                          \
    }
    if (a->size == 16) {
        MIX(double)
    } else {
        MIX(float)
    }
#undef MIX
    return buffer;
}

static wr_fft_tile tile_of(const pass *a) {
    return (wr_fft_tile){.core = &a->p->core,
                         .from_step = a->s * a->p->m,
                         .to_step = a->s,
                         .swap_in = a->swap_in,
                         .swap_out = a->swap_out,
                         .scale = a->scale};
}

/* Run tiles whose lanes are consecutive values of q. */
static void run_wide(const pass *a, int64_t begin, int64_t end) {
    _Alignas(64) double buffer[2 * WR_FFT_CORE_MAX];
    wr_fft_tile t = tile_of(a);
    int64_t lanes = a->type->lanes, across = wr_div_up(a->s, lanes), r = a->p->core.r, known = -1;
    for (int64_t g = begin; g < end; g++) {
        int64_t o = g / a->groups, in_slab = g % a->groups, p = in_slab / across;
        int64_t q = in_slab % across * lanes;
        if (p != known) t.factors = factors_of(a, known = p, buffer);
        t.lanes = (int32_t)wr_min(lanes, a->s - q);
        t.from_rows = a->from + (o * a->slab + q + a->s * p) * a->size;
        t.to_rows = a->to + (o * a->slab + q + a->s * r * p) * a->size;
        a->type->tile(&t);
    }
}

/* Run tiles whose lanes are consecutive values of q + s * p. */
static void run_mixed(const pass *a, int64_t begin, int64_t end) {
    wr_fft_tile t = tile_of(a);
    int64_t lanes = a->type->lanes, all = a->s * a->p->m, r = a->p->core.r, s = a->s;
    void *to[WR_FFT_NEAR];
    const void *factors[WR_FFT_NEAR];
    int32_t near[WR_FFT_NEAR];
    t.to_lines = to;
    for (int64_t g = begin; g < end; g++) {
        int64_t o = g / a->groups, first = g % a->groups * lanes;
        t.lanes = (int32_t)wr_min(lanes, all - first);
        assert(t.lanes > 0);
        t.from_rows = a->from + (o * a->slab + first) * a->size;
        for (int i = 0; i < t.lanes; i++) {
            int64_t p = (first + i) / s, q = (first + i) % s;
            to[i] = a->to + (o * a->slab + q + s * r * p) * a->size;
            if (a->p->far == NULL) continue;
            int64_t far_at = a->p->near != NULL ? p / WR_FFT_NEAR : p;
            factors[i] = (const char *)a->p->far + far_at * r * a->size;
            near[i] = (int32_t)(p % WR_FFT_NEAR);
        }
        if (a->p->far != NULL && s == 1 && a->p->near != NULL) {
            t.factors = factors[0];
            t.near = (const char *)a->p->near + near[0] * (a->size / 2);
        } else if (a->p->far != NULL) {
            t.lane_factors = factors;
            t.near = a->p->near;
            t.lane_near = near;
        }
        a->type->tile(&t);
    }
}

/* Run tiles whose lanes are whole lines. */
static void run_whole(const pass *a, int64_t begin, int64_t end) {
    wr_fft_tile t = tile_of(a);
    int64_t lanes = a->type->lanes, all = a->outer * a->inner;
    const void *from[WR_FFT_NEAR];
    void *to[WR_FFT_NEAR];
    t.from_lines = from;
    t.to_lines = to;
    for (int64_t g = begin; g < end; g++) {
        t.lanes = (int32_t)wr_min(lanes, all - g * lanes);
        for (int i = 0; i < t.lanes; i++) {
            int64_t line = g * lanes + i, at = line / a->inner * a->slab + line % a->inner;
            from[i] = a->from + at * a->size;
            to[i] = a->to + at * a->size;
        }
        a->type->tile(&t);
    }
}

static weir_status run_tiles(void *arg, int64_t begin, int64_t end) {
    const pass *a = arg;
    if (a->groups == 0)
        run_whole(a, begin, end);
    else if (a->wide_s)
        run_wide(a, begin, end);
    else
        run_mixed(a, begin, end);
    return WEIR_OK;
}

static int64_t tiles_of(const pass *a) {
    return a->groups == 0 ? wr_div_up(a->outer * a->inner, a->type->lanes) : a->outer * a->groups;
}

static weir_status run_pass(const weir_kernel *k, pass *a) {
    int64_t each = a->p->core.r * a->type->lanes;
    return wr_split(k, tiles_of(a), wr_max(1, PIECE / each), run_tiles, a);
}

/* ---- All passes ------------------------------------------------------------------------------ */

/* The two passes over slabs of short lines.  One worker runs both passes over a slab. */
typedef struct short_job {
    pass first, second;
} short_job;

static weir_status run_short(void *arg, int64_t begin, int64_t end) {
    const short_job *j = arg;
    _Alignas(64) char between[SHORT_BYTES];
    for (int64_t o = begin; o < end; o++) {
        pass a = j->first, b = j->second;
        a.from += o * a.slab * a.size;
        b.to += o * b.slab * b.size;
        a.to = between;
        b.from = between;
        run_tiles(&a, 0, tiles_of(&a));
        run_tiles(&b, 0, tiles_of(&b));
    }
    return WEIR_OK;
}

static bool is_short(const wr_fft_cut *cut, int64_t n, int64_t inner, int64_t size) {
    return cut->passes == 2 && n * inner <= SHORT_BYTES / size;
}

/* Run all passes over `outer` slabs, from `from` to `to`, through intermediate buffers if there are
 * several passes.  A pass must not write the buffer that it reads, so three or more passes
 * alternate between two buffers. */
static weir_status run_slabs(const weir_kernel *k, const wr_fft_plan *plan, const wr_fft_lines *l,
                             int64_t outer, const char *from, char *to, char *const *buffers,
                             bool swap_in, bool swap_out, double scale) {
    int last = plan->cut.passes - 1;
    const wr_simd *simd = wr_simd_of(k);
    for (int i = 0; i <= last; i++) {
        pass a = pass_of(simd, plan, i);
        pass_shape(&a, outer, l->inner);
        a.from = from;
        a.to = i == last ? to : buffers[(last - 1 - i) % 2];
        if (last == 2 && i == 0 && from != to)
            a.to = to; /* `to` is more likely to be in the caches than a second buffer */
        a.swap_in = i == 0 && swap_in;
        a.swap_out = i == last && swap_out;
        if (i == last) a.scale = scale;
        WR_TRY(run_pass(k, &a));
        from = a.to;
    }
    return WEIR_OK;
}

void wr_fft_line(const wr_simd *simd, const wr_fft_plan *plan, double *line, double *buffer) {
    int last = plan->cut.passes - 1;
    double *from = line;
    for (int i = 0; i <= last; i++) {
        pass a = pass_of(simd, plan, i);
        pass_shape(&a, 1, 1);
        a.from = (const char *)from;
        from = i == last ? line : buffer + (last - i) % 2 * 2 * plan->cut.n;
        a.to = (char *)from;
        run_tiles(&a, 0, tiles_of(&a));
    }
}

/* Return the number of slabs per chunk. */
static int64_t chunk_of(int64_t n, int64_t size, int64_t outer, int64_t inner) {
    return wr_min(outer, wr_max(1, CHUNK_BYTES / (n * inner * size)));
}

/* Return how many intermediate buffers the passes need. */
static int buffers_of(const wr_fft_cut *cut) { return cut->passes > 2 ? 2 : cut->passes - 1; }

/* ---- Convolutions ---------------------------------------------------------------------------- */

typedef struct chirp_job {
    const wr_fft_plan *plan;
    int64_t inner;
    const char *from;
    char *to;
    bool swap;
    double scale;
} chirp_job;

/* The steps before, between and after the two transforms of a convolution.  Each multiplies rows of
 * `inner` numbers by one factor per row:
 *
 *   in       multiply a line by the chirp and append zero padding
 *   filter   multiply the transform of the line by the filter
 *   out      multiply the result by the chirp and the scale */
#define CHIRP(T)                                                                                   \
    static void in_##T(const chirp_job *j, int64_t begin, int64_t end) {                           \
        int64_t n = j->plan->cut.n, padded = j->plan->cut.padded, width = 2 * j->inner;            \
        int64_t o = begin / padded, i = begin % padded - 1;                                        \
        for (int64_t row = begin; row < end; row++) {                                              \
            if (++i == padded) i = 0, o++;                                                         \
            T *y = (T *)(void *)j->to + row * width;                                               \
            if (i >= n) {                                                                          \
                memset(y, 0, (size_t)width * sizeof(T));                                           \
                continue;                                                                          \
            }                                                                                      \
            const T *x = (const T *)(const void *)j->from + (o * n + i) * width;                   \
            const T *w = (const T *)j->plan->chirp + 2 * i;                                        \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                T re = x[c + j->swap], im = x[c + !j->swap];                                       \
                y[c] = re * w[0] - im * w[1];                                                      \
                y[c + 1] = re * w[1] + im * w[0];                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void filter_##T(const chirp_job *j, int64_t begin, int64_t end) {                       \
        int64_t padded = j->plan->cut.padded, width = 2 * j->inner;                                \
        int64_t i = begin % padded - 1;                                                            \
        for (int64_t row = begin; row < end; row++) {                                              \
            if (++i == padded) i = 0;                                                              \
            T *y = (T *)(void *)j->to + row * width;                                               \
            const T *w = (const T *)j->plan->filter + 2 * i;                                       \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                T re = y[c], im = y[c + 1];                                                        \
                y[c] = re * w[0] - im * w[1];                                                      \
                y[c + 1] = re * w[1] + im * w[0];                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void out_##T(const chirp_job *j, int64_t begin, int64_t end) {                          \
        int64_t n = j->plan->cut.n, padded = j->plan->cut.padded, width = 2 * j->inner;            \
        T scale = (T)j->scale;                                                                     \
        int64_t o = begin / n, i = begin % n - 1;                                                  \
        for (int64_t row = begin; row < end; row++) {                                              \
            if (++i == n) i = 0, o++;                                                              \
            T *y = (T *)(void *)j->to + row * width;                                               \
            const T *x = (const T *)(const void *)j->from + (o * padded + i) * width;              \
            const T *w = (const T *)j->plan->chirp + 2 * i;                                        \
            for (int64_t c = 0; c < width; c += 2) {                                               \
                y[c + j->swap] = (x[c] * w[0] - x[c + 1] * w[1]) * scale;                          \
                y[c + !j->swap] = (x[c] * w[1] + x[c + 1] * w[0]) * scale;                         \
            }                                                                                      \
        }                                                                                          \
    }
CHIRP(float)
CHIRP(double)

#define CHIRP_RANGE(name)                                                                          \
    static weir_status run_##name(void *arg, int64_t begin, int64_t end) {                         \
        const chirp_job *j = arg;                                                                  \
        if (j->plan->wide)                                                                         \
            name##_double(j, begin, end);                                                          \
        else                                                                                       \
            name##_float(j, begin, end);                                                           \
        return WEIR_OK;                                                                            \
    }
CHIRP_RANGE(in)
CHIRP_RANGE(filter)
CHIRP_RANGE(out)

/* Transform lines by a convolution.  Since j * k = (j^2 + k^2 - (k - j)^2) / 2, a transform is a
 * convolution with the conjugate of the chirp e^(-pi i j^2/n), preceded and followed by a
 * multiplication by the chirp. */
static weir_status convolve(const weir_kernel *k, const wr_fft_lines *l, int64_t outer,
                            const char *from, char *to, char *line, char *const *buffers) {
    const wr_fft_plan *plan = l->plan;
    int64_t padded = plan->cut.padded, n = plan->cut.n, grain = wr_max(1, PIECE / l->inner);
    chirp_job j = {.plan = plan,
                   .inner = l->inner,
                   .from = from,
                   .to = line,
                   .swap = l->inverse,
                   .scale = l->scale};
    WR_TRY(wr_split(k, outer * padded, grain, run_in, &j));
    WR_TRY(run_slabs(k, plan, l, outer, line, line, buffers, false, false, 1));
    WR_TRY(wr_split(k, outer * padded, grain, run_filter, &j));
    WR_TRY(run_slabs(k, plan, l, outer, line, line, buffers, true, true, 1));
    j.from = line;
    j.to = to;
    return wr_split(k, outer * n, grain, run_out, &j);
}

/* ---- Entry points ---------------------------------------------------------------------------- */

static uint64_t buffer_bytes(int64_t n, int64_t size, int64_t slabs, int64_t inner) {
    return wr_round_up((uint64_t)(n * size * slabs * inner), WR_CACHE_LINE);
}

uint64_t wr_fft_lines_bytes(int64_t n, bool wide, int64_t outer, int64_t inner) {
    wr_fft_cut cut;
    int64_t size = wide ? 16 : 8;
    if (outer == 0 || inner == 0) return 0;
    wr_fft_cut_of(n, &cut);
    if (cut.padded == 0 && is_short(&cut, n, inner, size)) return 0;
    int64_t length = cut.padded != 0 ? cut.padded : n;
    int buffers = buffers_of(&cut) + (cut.padded != 0);
    return (uint64_t)buffers *
           buffer_bytes(length, size, chunk_of(length, size, outer, inner), inner);
}

weir_status wr_fft_lines_run(const weir_kernel *k, const wr_fft_lines *l, void *scratch) {
    const wr_fft_plan *plan = l->plan;
    const wr_simd *simd = wr_simd_of(k);
    int64_t n = plan->cut.n, size = plan->wide ? 16 : 8;
    if (l->outer == 0 || l->inner == 0) return WEIR_OK;
    if (plan->cut.padded == 0 && is_short(&plan->cut, n, l->inner, size)) {
        short_job j = {pass_of(simd, plan, 0), pass_of(simd, plan, 1)};
        pass_shape(&j.first, 1, l->inner);
        pass_shape(&j.second, 1, l->inner);
        j.first.from = l->from;
        j.second.to = l->to;
        j.first.swap_in = j.second.swap_out = l->inverse;
        j.second.scale = l->scale;
        return wr_split(k, l->outer, wr_max(1, PIECE / (n * l->inner)), run_short, &j);
    }
    bool padded = plan->cut.padded != 0;
    int64_t length = padded ? plan->cut.padded : n, slab = n * l->inner * size;
    int64_t chunk =
        plan->cut.passes == 1 && !padded ? l->outer : chunk_of(length, size, l->outer, l->inner);
    uint64_t each = buffer_bytes(length, size, chunk, l->inner);
    char *buffers[2] = {scratch, (char *)scratch + each};
    char *line = (char *)scratch + (uint64_t)buffers_of(&plan->cut) * each;
    for (int64_t o = 0; o < l->outer; o += chunk) {
        const char *from = (const char *)l->from + o * slab;
        char *to = (char *)l->to + o * slab;
        int64_t few = wr_min(chunk, l->outer - o);
        if (padded)
            WR_TRY(convolve(k, l, few, from, to, line, buffers));
        else
            WR_TRY(run_slabs(k, plan, l, few, from, to, buffers, l->inverse, l->inverse, l->scale));
    }
    return WEIR_OK;
}
