/* norm_walk.c - the kernels of normalisations.
 *
 * norm_walk.h defines lines and channels.  Lines are processed one by one: first the statistics of
 * a line are computed, then its result, while the line is in the cache.  Channels are processed in
 * blocks of adjacent channels and in pieces, which are ranges of the index n.  If there are enough
 * blocks, one worker processes all pieces of a block while they are in its cache; otherwise all
 * workers share the pieces, in several rounds.  Sums over n (the gradients of weight and bias, the
 * statistics of channels) are computed piece by piece, and the pieces are combined in order, so
 * that the result does not depend on which worker computed which piece.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_walk.h"

#include <math.h>
#include <string.h>

#include "ops/norm/norm_simd.h"
#include "ops/reduce/reduce_simd.h"

enum {
    LEAF = WR_SIZE(1024, 5), /* number of elements that are reduced at a time */
    /* Number of rows accumulated in the element type before the partial sums are added to
     * doubles. */
    ROWS = WR_SIZE(32, 2),
    COLS = WR_SIZE(256, 3),       /* maximum number of channels in a block */
    WIDTH = WR_SIZE(256, 4),      /* desired number of elements in a row of a block */
    PIECE = WR_SIZE(1 << 15, 24), /* approximate number of elements in a piece */
    PIECES = WR_SIZE(64, 3),      /* maximum number of pieces */
    /* With at least this many blocks, the work is split by blocks, not by pieces. */
    BLOCKS = WR_SIZE(16, 3),
    LINES = WR_SIZE(16, 3), /* maximum number of lines whose statistics are computed together */
    LINES_ELEMENTS = WR_SIZE(1024, 12), /* approximate total number of elements in these lines */
    SHORT = WR_SIZE(64, 5), /* rows with fewer elements count as short (see start_rows) */
    /* a row's first element counts as far from the mean if its squared distance from the mean exceeds
     * this multiple of the variance (see start_rows) */
    FAR = 4,
    /* Minimum number of indices n in a piece.  It limits the memory needed for the states of the
     * pieces. */
    LEAST = WR_SIZE(8, 2)
};

/* ---- The plan -------------------------------------------------------------------------------- */

typedef struct plan {
    int64_t channels; /* number of channels */
    /* number of elements in a line or, if g->across, in one channel for one index n */
    int64_t line;
    int64_t step, pieces; /* step: indices n per piece; pieces: number of pieces */
    int64_t cols, blocks; /* cols: channels per block; blocks: number of blocks */
    int64_t count;        /* number of elements over which a mean is computed */
} plan;

static void make_plan(plan *p, const wr_norm *g) {
    p->channels = g->groups * g->per;
    p->line = g->across ? g->inner : g->per * g->inner;
    p->count = g->across ? g->n * g->inner : p->line;
    p->cols = g->across ? wr_min(COLS, wr_max(1, WIDTH / wr_max(1, g->inner))) : g->per;
    p->blocks = g->across ? wr_div_up(p->channels, p->cols) : g->groups;
    int64_t row = wr_max(1, (g->across ? p->cols : 1) * p->line);
    p->step = wr_max(wr_max(PIECE / row, LEAST), wr_div_up(g->n, PIECES));
    p->pieces = wr_div_up(g->n, p->step);
}

/* Number of doubles of state.  PER_PIECE: for each piece and channel of a block; PER_CHANNEL: for
 * each channel. */
enum { PER_PIECE = 4, PER_CHANNEL = 4 };

static uint64_t state_bytes(const wr_norm *g) {
    plan p;
    make_plan(&p, g);
    return (uint64_t)(p.pieces * p.blocks * p.cols * PER_PIECE + p.channels * PER_CHANNEL) *
           sizeof(double);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

weir_status wr_norm_dtype(weir_infer *c, int *dtype) {
    WR_TRY(wr_promote(c, 0, c->in_count, dtype));
    if (wr_dtype_kind_of(*dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[*dtype].name);
    c->dtype = *dtype;
    return WEIR_OK;
}

weir_status wr_norm_need_shape(const weir_infer *c, uint32_t input, const char *name, int ndim,
                               const int64_t *shape) {
    const weir_array *a = input < c->in_count ? c->in[input] : NULL;
    if (a == NULL) return WEIR_OK;
    if (wr_has_shape(a, ndim, shape)) return WEIR_OK;
    return wr_refuse(c, "%s has shape %s; for x of shape %s it must have shape %s", name,
                     wr_shape_text(a->ndim, wr_shape(a)),
                     wr_shape_text(c->in[0]->ndim, wr_shape(c->in[0])), wr_shape_text(ndim, shape));
}

weir_status wr_norm_need_eps(const weir_infer *c, double eps) {
    return eps >= 0 && eps < INFINITY ? WEIR_OK
                                      : wr_refuse(c, "eps=%g must be finite and not negative", eps);
}

static int computes_in(int dtype) { return wr_compute_dtype[wr_dtypes[dtype].compute]; }

uint64_t wr_norm_scratch(const weir_infer *c, const wr_norm *g) {
    if (wr_device_is_cuda(c->out[0].device))
        return wr_norm_device_scratch(g, g->across || c->out_count > 1);
    int computes = computes_in(c->dtype);
    uint64_t bytes = state_bytes(g), size = wr_dtype_bytes(computes);
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && c->in[i]->dtype != computes)
            bytes += wr_round_up((size_t)c->in[i]->count * size, 64);
    for (uint32_t i = 0; i < c->out_count; i++)
        if (c->out[i].dtype != computes)
            bytes += wr_round_up((size_t)wr_count(c->out[i].ndim, c->out[i].shape) * size, 64);
    return bytes + 64;
}

/* ---- The job --------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    const wr_norm *g;
    plan p;
    const wr_simd *simd;
    const wr_norm_type *type;
    const wr_reducer *var;
    int computes;
    int64_t size; /* bytes per element */
    bool streams;
    char *scratch; /* the unused part of the scratch memory */
    const char *x, *dy, *weight, *bias;
    char *y, *d_weight, *d_bias;
    double *state;     /* indexed as [piece][block][PER_PIECE * cols] */
    double *mean, *by; /* if g->across: the mean and 1 / sqrt(variance + eps) of each channel */
    double *a, *b;     /* if g->across: the terms a and b of dx (norm_simd.h), one per channel */
} job;

/* Set *out to the elements of a view in the compute dtype: the view's own memory, or a cast copy in
 * scratch memory. */
static weir_status load(job *j, const weir_view *v, const char **out) {
    *out = NULL;
    if (v == NULL) return WEIR_OK;
    *out = v->data;
    if (v->dtype == j->computes) return WEIR_OK;
    *out = j->scratch;
    j->scratch += wr_round_up((size_t)(wr_view_count(v) * j->size), 64);
    return wr_copy_row_major(j->k, (void *)(uintptr_t)*out, j->computes, v);
}

/* Return the buffer for a result: the output's own memory, or scratch memory that store() casts to
 * the output afterwards. */
static char *make(job *j, const weir_view *v) {
    if (v == NULL || v->dtype == j->computes) return v != NULL ? v->data : NULL;
    char *scratch = j->scratch;
    j->scratch += wr_round_up((size_t)(wr_view_count(v) * j->size), 64);
    return scratch;
}

static weir_status store(const job *j, const weir_view *v, char *made) {
    if (v == NULL || made == v->data) return WEIR_OK;
    weir_view from = {made, v->shape, v->strides, j->computes, v->ndim};
    return wr_copy_view(j->k, v, &from);
}

static weir_status begin(job *j, const weir_kernel *k, const wr_norm *g, const wr_norm_views *v) {
    *j = (job){.k = k,
               .g = g,
               .simd = wr_simd_of(k),
               .computes = computes_in(k->dtype),
               .scratch = k->scratch};
    bool narrow = j->computes == WEIR_FLOAT32;
    j->type = narrow ? &j->simd->norm->f32 : &j->simd->norm->f64;
    j->var = &j->simd->reduce->by[WR_REDUCTION_VAR][wr_dtypes[j->computes].compute];
    j->size = (int64_t)wr_dtype_bytes(j->computes);
    make_plan(&j->p, g);
    j->mean = (double *)(void *)j->scratch;
    j->by = j->mean + j->p.channels;
    j->a = j->by + j->p.channels;
    j->b = j->a + j->p.channels;
    j->state = j->b + j->p.channels;
    j->scratch += wr_round_up((size_t)state_bytes(g), 64);
    WR_TRY(load(j, v->x, &j->x));
    WR_TRY(load(j, v->dy, &j->dy));
    WR_TRY(load(j, v->weight, &j->weight));
    WR_TRY(load(j, v->bias, &j->bias));
    j->y = make(j, v->y);
    j->d_weight = make(j, v->d_weight);
    j->d_bias = make(j, v->d_bias);
    int64_t bytes = wr_view_count(v->x) * j->size * (v->dy != NULL ? 3 : 2);
    j->streams = k->fresh && j->y == v->y->data && bytes > wr_cache_bytes() / 2 &&
                 (g->inner > 1 ? g->inner : g->per) * j->size % WR_CACHE_LINE == 0;
    return WEIR_OK;
}

static double element(const job *j, const char *at, int64_t i, double otherwise) {
    if (at == NULL) return otherwise;
    return j->computes == WEIR_FLOAT32 ? (double)((const float *)(const void *)at)[i]
                                       : ((const double *)(const void *)at)[i];
}

static void set(const job *j, char *at, int64_t i, double value) {
    if (j->computes == WEIR_FLOAT32)
        ((float *)(void *)at)[i] = (float)value;
    else
        ((double *)(void *)at)[i] = value;
}

static const char *from(const job *j, const char *at, int64_t i) {
    return at != NULL ? at + i * j->size : NULL;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

typedef struct moments {
    double mean, by;
} moments;

/* Compute the statistics of `lines` lines at x, whose first elements are `apart` elements apart.
 * Several lines are processed at a time, because their square roots are independent and their long
 * latencies overlap. */
static void line_moments(const job *j, const char *x, int64_t apart, int64_t lines, moments *out) {
    int64_t n = j->p.line;
    double s[3 * LINES];
    if (j->g->squares)
        for (int64_t i = 0; i < lines; i++)
            s[2 * lines + i] = j->type->squares(x + i * apart * j->size, n), s[lines + i] = 0;
    else
        j->var->init(s, lines);
    for (int64_t i = 0; i < n && !j->g->squares; i += LEAF)
        j->var->rows(s, lines, 0, lines, x + i * j->size, apart, wr_min(LEAF, n - i), i);
    for (int64_t i = 0; i < lines; i++)
        out[i] = (moments){s[lines + i], 1 / sqrt(s[2 * lines + i] / (double)n + j->g->eps)};
}

/* Return how many lines are processed at a time; together they should stay in the L1 cache. */
static int64_t lines_of(const job *j) {
    return wr_max(1, wr_min(LINES, LINES_ELEMENTS / wr_max(1, j->p.line)));
}

static void forward_line(const job *j, int64_t i, moments m) {
    const wr_norm *g = j->g;
    int64_t at = i * j->p.line, channel = i % g->groups * g->per;
    if (g->inner == 1) {
        j->type->row(j->y + at * j->size, from(j, j->x, at), j->p.line, m.mean, m.by,
                     from(j, j->weight, channel), from(j, j->bias, channel), j->streams);
        return;
    }
    for (int64_t c = 0; c < g->per; c++, at += g->inner)
        j->type->run(j->y + at * j->size, from(j, j->x, at), g->inner, m.mean, m.by,
                     element(j, j->weight, channel + c, 1), element(j, j->bias, channel + c, 0),
                     j->streams);
}

static weir_status forward_lines(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t most = lines_of(j);
    for (int64_t i = begin; i < end;) {
        moments m[LINES];
        int64_t lines = wr_min(most, end - i);
        line_moments(j, from(j, j->x, i * j->p.line), j->p.line, lines, m);
        for (int64_t l = 0; l < lines; l++) forward_line(j, i++, m[l]);
    }
    if (j->streams) j->simd->norm->fence();
    return WEIR_OK;
}

/* Compute the terms of a row's gradient accurately, in two passes over the row: first the
 * statistics, then the sums. */
static void start_accurately(const job *j, wr_norm_row *row, const char *w) {
    moments m;
    double sums[2] = {0};
    line_moments(j, row->x, 0, 1, &m);
    j->type->row_sums(sums, row->x, row->dy, j->p.line, m.mean, m.by, w);
    row->mean = m.mean, row->by = m.by, row->a = sums[0], row->b = sums[1];
}

/* Compute the terms of the gradients of rows.  They are derived from sums of differences from the
 * row's first element, which are computed in one pass.  start_accurately is used if that element is
 * far from the mean, because digits would be lost, and for short rows, where rounding errors matter
 * more. */
static void start_rows(const job *j, wr_norm_row *rows, int64_t count, const char *w) {
    double sums[LINES][4], each = 1 / (double)j->p.line;
    bool is_short = j->p.line < SHORT, squares = j->g->squares;
    for (int64_t i = 0; i < count && !is_short; i++) {
        rows[i].mean = squares ? 0 : element(j, rows[i].x, 0, 0);
        j->type->row_start(sums[i], rows[i].x, rows[i].dy, j->p.line, rows[i].mean, w);
    }
    for (int64_t i = 0; i < count; i++) {
        wr_norm_row *row = &rows[i];
        double mean = squares || is_short ? 0 : sums[i][0] * each;
        double variance = is_short ? 0 : sums[i][1] * each - mean * mean;
        if (!is_short && mean * mean <= FAR * variance) {
            row->mean += mean;
            row->by = 1 / sqrt(variance + j->g->eps);
            row->a = sums[i][2];
            row->b = (sums[i][3] - mean * sums[i][2]) * row->by;
        } else {
            start_accurately(j, row, w);
        }
        row->a = squares ? 0 : row->a * each;
        row->b *= each;
    }
}

/* Compute the gradients of several rows (lines with inner = 1): first the sums of each row, then
 * the gradients. */
static void back_rows(const job *j, int64_t at, int64_t apart, int64_t count, int64_t channel,
                      char *sum, char *product) {
    const char *w = from(j, j->weight, channel);
    wr_norm_row rows[LINES];
    for (int64_t i = 0; i < count; i++, at += apart) {
        rows[i].dx = j->y + at * j->size;
        rows[i].x = from(j, j->x, at), rows[i].dy = from(j, j->dy, at);
    }
    start_rows(j, rows, count, w);
    j->type->rows_back(rows, count, j->p.line, w, product, sum, j->streams);
}

static void back_runs(const job *j, int64_t at, int64_t channel, moments m, double *sum,
                      double *product) {
    const wr_norm *g = j->g;
    double a = 0, b = 0, n = (double)j->p.line;
    for (int64_t c = 0; c < g->per; c++) {
        double sums[2] = {0, 0}, w = element(j, j->weight, channel + c, 1);
        int64_t to = at + c * g->inner;
        j->type->row_sums(sums, from(j, j->x, to), from(j, j->dy, to), g->inner, m.mean, m.by,
                          NULL);
        sum[c] += sums[0];
        product[c] += sums[1];
        a += w * sums[0];
        b += w * sums[1];
    }
    if (g->squares) a = 0;
    for (int64_t c = 0; c < g->per; c++, at += g->inner)
        j->type->row_back(j->y + at * j->size, from(j, j->x, at), from(j, j->dy, at), g->inner,
                          m.mean, m.by, NULL, element(j, j->weight, channel + c, 1), a / n, b / n,
                          j->streams);
}

/* Compute the gradients of one piece of one group.  The first 2 * per doubles of the piece's state
 * are its sums.  The memory of the next 2 * per doubles holds partial sums in the element type,
 * which are added to the sums every few rows. */
static void back_piece(const job *j, int64_t piece, int64_t group, double *sum) {
    const wr_norm *g = j->g;
    double *product = sum + g->per;
    char *near = (char *)(product + g->per), *far = near + g->per * (int64_t)sizeof(double);
    int64_t last = wr_min(g->n, (piece + 1) * j->p.step), most = lines_of(j);
    int64_t apart = g->groups * j->p.line, lines, waiting = 0;
    memset(sum, 0, (size_t)(PER_PIECE * g->per) * sizeof *sum);
    for (int64_t n = piece * j->p.step; n < last; n += lines) {
        int64_t at = (n * g->groups + group) * j->p.line, channel = group * g->per;
        lines = wr_min(most, last - n);
        if (g->inner > 1) {
            moments m[LINES];
            line_moments(j, from(j, j->x, at), apart, lines, m);
            for (int64_t i = 0; i < lines; i++)
                back_runs(j, at + i * apart, channel, m[i], sum, product);
            continue;
        }
        back_rows(j, at, apart, lines, channel, near, far);
        waiting += lines;
        if (waiting + most <= ROWS && n + lines < last) continue;
        waiting = 0;
        j->type->flush(sum, near, g->per);
        j->type->flush(product, far, g->per);
    }
}

static weir_status backward_lines(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t i = begin; i < end; i++)
        back_piece(j, i / j->g->groups, i % j->g->groups, j->state + i * PER_PIECE * j->g->per);
    if (j->streams) j->simd->norm->fence();
    return WEIR_OK;
}

/* Add up the sums of all pieces, in order, for the channels [first, first + count). */
static void join_some(const job *j, int64_t first, int64_t count) {
    const wr_norm *g = j->g;
    double sum[COLS] = {0}, product[COLS] = {0};
    for (int64_t p = 0; p < j->p.pieces; p++) {
        const double *s = j->state + (p * g->groups + first / g->per) * PER_PIECE * g->per;
        s += first % g->per;
        for (int64_t c = 0; c < count; c++) sum[c] += s[c], product[c] += s[g->per + c];
    }
    for (int64_t c = 0; c < count; c++) {
        set(j, j->d_weight, first + c, product[c]);
        if (j->d_bias != NULL) set(j, j->d_bias, first + c, sum[c]);
    }
}

static weir_status join_lines(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t c = begin, count; c < end; c += count) {
        count = wr_min(COLS, wr_min(end - c, j->g->per - c % j->g->per));
        join_some(j, c, count);
    }
    return WEIR_OK;
}

/* ---- Channels -------------------------------------------------------------------------------- */

typedef struct part {
    int64_t first, cols; /* the channels [first, first + cols) */
    int64_t begin, end;  /* the indices n in [begin, end) */
    double *state;
} part;

static part part_of(const job *j, int64_t block, int64_t piece) {
    const plan *p = &j->p;
    int64_t first = block * p->cols, begin = piece * p->step;
    return (part){first, wr_min(p->cols, p->channels - first), begin,
                  wr_min(j->g->n, begin + p->step),
                  j->state + (piece * p->blocks + block) * PER_PIECE * p->cols};
}

static int64_t offset_of(const job *j, const part *t, int64_t n) {
    return (n * j->p.channels + t->first) * j->g->inner;
}

static void part_moments(const job *j, int64_t block, int64_t piece) {
    part t = part_of(j, block, piece);
    int64_t inner = j->g->inner;
    j->var->init(t.state, t.cols);
    if (inner == 1) {
        for (int64_t n = t.begin; n < t.end; n += ROWS)
            j->var->cols(t.state, t.cols, from(j, j->x, offset_of(j, &t, n)), j->p.channels,
                         wr_min(ROWS, t.end - n), 0);
        return;
    }
    for (int64_t n = t.begin; n < t.end; n++)
        for (int64_t i = 0; i < inner; i += LEAF)
            j->var->rows(t.state, t.cols, 0, t.cols, from(j, j->x, offset_of(j, &t, n) + i), inner,
                         wr_min(LEAF, inner - i), 0);
}

/* Compute the statistics of a block from those of all its pieces. */
static void block_moments(const job *j, int64_t block) {
    part all = part_of(j, block, 0);
    for (int64_t p = 1; p < j->p.pieces; p++)
        j->var->merge(all.state, part_of(j, block, p).state, all.cols);
    for (int64_t c = 0; c < all.cols; c++) {
        double variance = all.state[2 * all.cols + c] / (double)j->p.count;
        j->mean[all.first + c] = all.state[all.cols + c];
        j->by[all.first + c] = 1 / sqrt(variance + j->g->eps);
        j->a[all.first + c] = variance;
    }
}

/* Per-channel values in the compute type, for the channels of one block. */
typedef struct columns {
    _Alignas(64) char high[COLS * 8], low[COLS * 8], by[COLS * 8], one[COLS * 8], two[COLS * 8],
        three[COLS * 8];
} columns;

static wr_norm_cols fill_columns(const job *j, const part *t, columns *c) {
    for (int64_t i = 0; i < t->cols; i++) {
        double mean = j->mean[t->first + i];
        set(j, c->high, i, mean);
        double rest = mean - element(j, c->high, i, 0);
        set(j, c->low, i, rest - rest == 0 ? rest : 0); /* use 0 if the mean is infinite or NaN */
        set(j, c->by, i, j->by[t->first + i]);
    }
    return (wr_norm_cols){c->high, c->low, c->by};
}

static void part_forward(const job *j, int64_t block, int64_t piece) {
    part t = part_of(j, block, piece);
    if (j->g->inner == 1) {
        columns c;
        wr_norm_cols s = fill_columns(j, &t, &c);
        for (int64_t i = 0; i < t.cols; i++) {
            set(j, c.one, i, element(j, j->weight, t.first + i, 1));
            set(j, c.two, i, element(j, j->bias, t.first + i, 0));
        }
        for (int64_t n = t.begin; n < t.end; n++) {
            int64_t at = offset_of(j, &t, n);
            j->type->cols(j->y + at * j->size, from(j, j->x, at), t.cols, s, c.one, c.two);
        }
        return;
    }
    for (int64_t n = t.begin; n < t.end; n++)
        for (int64_t c = 0, at = offset_of(j, &t, n); c < t.cols; c++, at += j->g->inner)
            j->type->run(j->y + at * j->size, from(j, j->x, at), j->g->inner, j->mean[t.first + c],
                         j->by[t.first + c], element(j, j->weight, t.first + c, 1),
                         element(j, j->bias, t.first + c, 0), j->streams);
    if (j->streams) j->simd->norm->fence();
}

static void part_sums(const job *j, int64_t block, int64_t piece) {
    part t = part_of(j, block, piece);
    double *sum = t.state, *product = sum + t.cols;
    memset(sum, 0, (size_t)(2 * t.cols) * sizeof *sum);
    if (j->g->inner == 1) {
        columns c;
        wr_norm_cols s = fill_columns(j, &t, &c);
        memset(c.one, 0, sizeof c.one);
        memset(c.two, 0, sizeof c.two);
        for (int64_t n = t.begin; n < t.end; n++) {
            int64_t at = offset_of(j, &t, n);
            j->type->col_sums(c.one, c.two, from(j, j->x, at), from(j, j->dy, at), t.cols, s);
            if ((n - t.begin) % ROWS < ROWS - 1 && n < t.end - 1) continue;
            j->type->flush(sum, c.one, t.cols);
            j->type->flush(product, c.two, t.cols);
        }
        return;
    }
    for (int64_t n = t.begin; n < t.end; n++)
        for (int64_t c = 0, at = offset_of(j, &t, n); c < t.cols; c++, at += j->g->inner) {
            double sums[2] = {0, 0};
            j->type->row_sums(sums, from(j, j->x, at), from(j, j->dy, at), j->g->inner,
                              j->mean[t.first + c], j->by[t.first + c], NULL);
            sum[c] += sums[0];
            product[c] += sums[1];
        }
}

static void block_sums(const job *j, int64_t block) {
    part all = part_of(j, block, 0);
    for (int64_t c = 0; c < all.cols; c++) {
        double sum = 0, product = 0;
        for (int64_t p = 0; p < j->p.pieces; p++) {
            const double *s = part_of(j, block, p).state;
            sum += s[c];
            product += s[all.cols + c];
        }
        j->a[all.first + c] = sum;
        j->b[all.first + c] = product;
    }
}

static void part_backward(const job *j, int64_t block, int64_t piece) {
    part t = part_of(j, block, piece);
    double count = (double)j->p.count;
    if (j->g->inner == 1) {
        columns c;
        wr_norm_cols s = fill_columns(j, &t, &c);
        for (int64_t i = 0; i < t.cols; i++) {
            double w = element(j, j->weight, t.first + i, 1);
            set(j, c.one, i, j->by[t.first + i] * w);
            set(j, c.two, i, j->a[t.first + i] / count);
            set(j, c.three, i, j->b[t.first + i] / count);
        }
        for (int64_t n = t.begin; n < t.end; n++) {
            int64_t at = offset_of(j, &t, n);
            j->type->col_back(j->y + at * j->size, from(j, j->x, at), from(j, j->dy, at), t.cols, s,
                              c.one, c.two, c.three);
        }
        return;
    }
    for (int64_t n = t.begin; n < t.end; n++)
        for (int64_t c = 0, at = offset_of(j, &t, n); c < t.cols; c++, at += j->g->inner) {
            double w = element(j, j->weight, t.first + c, 1);
            j->type->row_back(j->y + at * j->size, from(j, j->x, at), from(j, j->dy, at),
                              j->g->inner, j->mean[t.first + c], j->by[t.first + c], NULL, w,
                              w * j->a[t.first + c] / count, w * j->b[t.first + c] / count,
                              j->streams);
        }
    if (j->streams) j->simd->norm->fence();
}

/* One round calls `part` for every piece of a block.  Then, unless `block` is NULL, it calls
 * `block` for the block. */
typedef struct round {
    void (*part)(const job *j, int64_t block, int64_t piece);
    void (*block)(const job *j, int64_t block);
} round_of;

typedef struct rounds {
    const job *j;
    const round_of *list;
    int count;
} rounds;

static weir_status whole_blocks(void *arg, int64_t begin, int64_t end) {
    const rounds *r = arg;
    for (int64_t b = begin; b < end; b++)
        for (int i = 0; i < r->count; i++) {
            for (int64_t p = 0; p < r->j->p.pieces; p++) r->list[i].part(r->j, b, p);
            if (r->list[i].block != NULL) r->list[i].block(r->j, b);
        }
    return WEIR_OK;
}

static weir_status all_parts(void *arg, int64_t begin, int64_t end) {
    const rounds *r = arg;
    for (int64_t i = begin; i < end; i++)
        r->list->part(r->j, i % r->j->p.blocks, i / r->j->p.blocks);
    return WEIR_OK;
}

static weir_status run_rounds(const job *j, const round_of *list, int count) {
    const plan *p = &j->p;
    rounds r = {j, list, count};
    if (p->blocks >= BLOCKS || p->pieces == 1) {
        int64_t each = wr_max(1, p->cols * p->count);
        return wr_split(j->k, p->blocks, wr_max(1, PIECE / each), whole_blocks, &r);
    }
    for (int i = 0; i < count; i++) {
        r.list = &list[i];
        WR_TRY(wr_split(j->k, p->blocks * p->pieces, 1, all_parts, &r));
        for (int64_t b = 0; list[i].block != NULL && b < p->blocks; b++) list[i].block(j, b);
    }
    return WEIR_OK;
}

/* ---- Entry points ---------------------------------------------------------------------------- */

static void put_all(const weir_view *v, const double *from_, int64_t count) {
    for (int64_t i = 0; v != NULL && i < count; i++) wr_view_put(v, i, from_[i]);
}

static weir_status forward_channels(job *j, const wr_norm_views *v) {
    static const round_of list[] = {{part_moments, block_moments}, {part_forward, NULL}};
    const plan *p = &j->p;
    if (p->count == 0) /* the mean of no elements is NaN */
        for (int64_t c = 0; c < p->channels; c++) j->mean[c] = j->a[c] = NAN;
    else if (v->mean == NULL)
        WR_TRY(run_rounds(j, list, 2));
    if (v->mean != NULL) {
        for (int64_t c = 0; c < p->channels; c++) {
            j->mean[c] = wr_view_get(v->mean, c);
            j->by[c] = 1 / sqrt(wr_view_get(v->variance, c) + j->g->eps);
        }
        if (p->count > 0) WR_TRY(run_rounds(j, list + 1, 1));
    }
    put_all(v->got_mean, j->mean, p->channels);
    put_all(v->got_variance, j->a, p->channels);
    return WEIR_OK;
}

weir_status wr_norm_forward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v) {
    job j;
    WR_TRY(begin(&j, k, g, v));
    if (g->across)
        WR_TRY(forward_channels(&j, v));
    else if (j.p.line > 0)
        WR_TRY(wr_split(k, g->n * g->groups, wr_max(1, PIECE / j.p.line), forward_lines, &j));
    return store(&j, v->y, j.y);
}

static weir_status backward_channels(job *j) {
    static const round_of list[] = {
        {part_moments, block_moments}, {part_sums, block_sums}, {part_backward, NULL}};
    if (j->p.count == 0)
        memset(j->a, 0, 2 * (size_t)j->p.channels * sizeof *j->a);
    else
        WR_TRY(run_rounds(j, list, 3));
    for (int64_t c = 0; c < j->p.channels; c++) {
        set(j, j->d_bias, c, j->a[c]);
        set(j, j->d_weight, c, j->b[c]);
    }
    return WEIR_OK;
}

static weir_status backward_all_lines(job *j) {
    const plan *p = &j->p;
    if (p->line > 0)
        WR_TRY(wr_split(j->k, p->pieces * j->g->groups,
                        wr_max(1, PIECE / wr_max(1, p->line * p->step)), backward_lines, j));
    else
        memset(j->state, 0, (size_t)(p->pieces * p->channels * PER_PIECE) * sizeof *j->state);
    return wr_split(j->k, p->channels, wr_max(1, PIECE / wr_max(1, p->pieces)), join_lines, j);
}

weir_status wr_norm_backward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v) {
    job j;
    WR_TRY(begin(&j, k, g, v));
    WR_TRY(g->across ? backward_channels(&j) : backward_all_lines(&j));
    WR_TRY(store(&j, v->y, j.y));
    WR_TRY(store(&j, v->d_weight, j.d_weight));
    return store(&j, v->d_bias, j.d_bias);
}
