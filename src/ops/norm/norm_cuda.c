/* norm_cuda.c - normalisations on a CUDA device; see norm.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_cuda.h"

#include "device/cuda/cuda_divider.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/norm/norm_walk.h"
#include "ops/reduce/reduce_cuda.h"

enum { THREADS = WR_CUDA_THREADS, PAIR = 32, STATISTICS = 16, SUMS = 16 }; /* the latter: bytes */

/* Elements of a channel that one block computes, if there are fewer or at least MANY channels. */
enum { MANY = 64, SHORT_FEW = 4096, SHORT_MANY = 16384 };

/* norm.cu has the same struct. */
typedef struct norm_args {
    wr_cuda_guard guard;
    const void *x, *dy, *weight, *bias, *mean, *variance;
    void *y, *d_weight, *d_bias, *got_mean, *got_variance;
    char *found, *sums, *partial;
    int64_t n, groups, per, inner;
    int64_t rows, count, pieces, piece;
    double eps;
    uint32_t by_columns, lanes, across, squares;
    wr_cuda_divider by_inner;
    uint32_t narrow, unused;
} norm_args;

/* ---- Scratch memory -------------------------------------------------------------------------- */

static int64_t channels_of(const wr_norm *g) { return g->groups * g->per; }
static int64_t sets_of(const wr_norm *g) { return g->across ? channels_of(g) : g->n * g->groups; }

static int64_t pieces_of(const wr_norm *g) {
    return wr_cuda_pieces(channels_of(g), g->n * g->inner, g->inner == 1);
}

uint64_t wr_norm_device_scratch(const wr_norm *g, bool statistics) {
    if (!statistics) return 0;
    return (uint64_t)sets_of(g) * STATISTICS +
           (uint64_t)channels_of(g) * (SUMS + (uint64_t)pieces_of(g) * PAIR);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

enum { TYPES = 7 };

typedef struct variant {
    int dtype[TYPES];
    wr_cuda_lines lines;
    bool full, inner; /* inner: it is 1 */
    bool for_lines;   /* the kernels of lines, not of channels */
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char names[TYPES + 1] = "XDWBYMV";
    const variant *v = ctx;
    for (int i = 0; i < TYPES; i++)
        wr_cuda_write(to, "typedef %s %c;\n", wr_cuda_dtype(v->dtype[i]), names[i]);
    wr_cuda_write(to, "typedef %s E;\n#define INNER %d\n#define FOR_LINES %d\n%s",
                  v->dtype[4] == WEIR_FLOAT64 ? "f64" : "f32", v->inner, v->for_lines,
                  wr_text_totals);
    wr_cuda_write_lines(to, &v->lines, v->full);
    wr_cuda_write(to, "%s", wr_text_norm);
}

/* An operand that is not there gets the dtype of the outputs, so that there are fewer texts. */
static int dtype_of(const weir_view *v, const weir_view *y) {
    return v != NULL ? v->dtype : y->dtype;
}

static void *data_of(const weir_view *v) { return v != NULL ? v->data : NULL; }

/* ---- Launching ------------------------------------------------------------------------------- */

typedef struct job {
    wr_cuda_call *c;
    norm_args a;
    variant v;
} job;

static weir_status launch(job *j, const char *kernel, uint64_t blocks, bool last) {
    uint64_t key = (uint64_t)j->v.lines.held << 5 | (uint64_t)j->v.lines.vec;
    key = key << 2 | (uint64_t)j->v.lines.vectors << 1 | (uint64_t)j->v.full;
    key = key << 2 | (uint64_t)j->v.inner << 1 | (uint64_t)j->v.for_lines;
    for (int i = 0; i < TYPES; i++) key = key << 4 | (uint64_t)j->v.dtype[i];
    wr_cuda_source source = {.family = "norm", .variant = key, .write = write_text, .ctx = &j->v};
    j->a.guard = last ? j->c->guard : j->c->test;
    return wr_cuda_launch(j->c, &source, kernel, wr_cuda_blocks(j->c, blocks * THREADS, THREADS),
                          THREADS, &j->a);
}

static uint64_t groups_of(const norm_args *a) {
    uint64_t width = THREADS / a->lanes;
    return ((uint64_t)a->rows + width - 1) / width;
}

/* The bytes of the largest element of x, dy and y. */
static size_t largest(const job *j) {
    size_t size = 1;
    const int of[] = {0, 1, 4};
    for (int i = 0; i < 3; i++) {
        size_t bytes = wr_dtype_bytes(j->v.dtype[of[i]]);
        if (bytes > size) size = bytes;
    }
    return size;
}

/* Are groups aligned, whose number of elements divides `count`? */
static bool has_vectors(const job *j, int64_t count) {
    uintptr_t any = (uintptr_t)j->a.x | (uintptr_t)j->a.dy | (uintptr_t)j->a.y;
    return count % j->v.lines.vec == 0 && any % 16 == 0;
}

static void begin(job *j, wr_cuda_call *c, const wr_norm *g, const wr_norm_views *v) {
    *j = (job){.c = c};
    char *scratch = c->k->scratch;
    j->a = (norm_args){.x = v->x->data,
                       .dy = data_of(v->dy),
                       .weight = data_of(v->weight),
                       .bias = data_of(v->bias),
                       .mean = data_of(v->mean),
                       .variance = data_of(v->variance),
                       .y = v->y->data,
                       .d_weight = data_of(v->d_weight),
                       .d_bias = data_of(v->d_bias),
                       .got_mean = data_of(v->got_mean),
                       .got_variance = data_of(v->got_variance),
                       .found = scratch,
                       .n = g->n,
                       .groups = g->groups,
                       .per = g->per,
                       .inner = g->inner,
                       .eps = g->eps,
                       .across = g->across,
                       .squares = g->squares};
    if (scratch != NULL) {
        j->a.sums = scratch + sets_of(g) * STATISTICS;
        j->a.partial = j->a.sums + channels_of(g) * SUMS;
    }
    const weir_view *const views[TYPES] = {v->x, v->dy,   v->weight,  v->bias,
                                           v->y, v->mean, v->variance};
    for (int i = 0; i < TYPES; i++) j->v.dtype[i] = dtype_of(views[i], v->y);
    j->v.inner = g->inner == 1;
    j->v.lines.vec = (int)(16 / largest(j));
    j->v.lines.vectors = has_vectors(j, g->inner > 1 ? g->inner : channels_of(g));
}

/* Lines of elements that are adjacent. */
static weir_status lines(job *j, const wr_norm *g, const char *kernel, bool last) {
    job own = *j;
    own.a.rows = g->n * g->groups;
    own.a.count = g->per * g->inner;
    uintptr_t weights = g->inner == 1 ? (uintptr_t)j->a.weight | (uintptr_t)j->a.bias : 0;
    own.v.lines =
        wr_cuda_lines_of(own.a.rows, own.a.count, false, largest(j), j->v.dtype[4] == WEIR_FLOAT64);
    own.v.lines.vectors = has_vectors(&own, own.a.count) && weights % 16 == 0;
    own.v.full = wr_cuda_lines_full(&own.v.lines, own.a.count);
    own.v.for_lines = true;
    own.a.lanes = own.v.lines.lanes;
    own.a.narrow = own.a.count > 0 && (uint64_t)own.a.count < WR_CUDA_DIVIDENDS;
    if (own.a.narrow) own.a.by_inner = wr_cuda_divider_of((uint64_t)g->inner);
    if (own.a.count == 0) own.a.rows = 0;
    return launch(&own, kernel, groups_of(&own.a), last);
}

/* Sums over channels, and what is made of them. */
static weir_status channels(job *j, const wr_norm *g, const char *sums, const char *join,
                            bool last) {
    j->a.rows = channels_of(g);
    j->a.count = g->n * g->inner;
    j->a.by_columns = g->inner == 1;
    j->a.pieces = pieces_of(g);
    j->a.piece = (j->a.count + j->a.pieces - 1) / j->a.pieces;
    if (j->v.lines.vectors) {
        int64_t vec = j->v.lines.vec;
        j->a.piece = (j->a.piece + vec - 1) / vec * vec;
    }
    int64_t vec = j->a.by_columns ? j->v.lines.vec : 1; /* channels of a thread */
    int64_t groups = (j->a.rows + vec - 1) / vec;
    j->a.lanes = wr_cuda_lanes(groups, j->a.count, j->a.by_columns);
    uint64_t width = THREADS / j->a.lanes;
    WR_TRY(launch(j, sums, ((uint64_t)groups + width - 1) / width * (uint64_t)j->a.pieces, false));
    j->a.lanes = wr_cuda_power(j->a.pieces);
    return launch(j, join, groups_of(&j->a), last);
}

static uint64_t all_blocks(const job *j) {
    uint64_t each = THREADS * (uint64_t)j->v.lines.vec;
    return ((uint64_t)(j->a.rows * j->a.count) + each - 1) / each;
}

/* Are channels so short that a block for each takes less time than several kernels?  With few
 * channels, few processors have work. */
static bool are_short(const job *j, const wr_norm *g) {
    int64_t count = g->n * g->inner;
    return j->v.lines.vectors && g->inner > 1 && count > 0 &&
           count <= (channels_of(g) < MANY ? SHORT_FEW : SHORT_MANY);
}

static weir_status whole(job *j, const wr_norm *g, const char *kernel) {
    j->a.rows = channels_of(g);
    j->a.count = g->n * g->inner;
    return launch(j, kernel, (uint64_t)j->a.rows, true);
}

static weir_status forward(wr_cuda_call *c, const wr_norm *g, const wr_norm_views *v) {
    job j;
    begin(&j, c, g, v);
    if (!g->across) return lines(&j, g, "lines_forward", true);
    if (v->mean == NULL && are_short(&j, g)) return whole(&j, g, "whole_forward");
    if (v->mean == NULL) {
        WR_TRY(channels(&j, g, "channel_moments", "join_moments", false));
    } else {
        j.a.rows = channels_of(g);
        j.a.count = g->n * g->inner;
        WR_TRY(launch(&j, "given_moments", ((uint64_t)j.a.rows + THREADS - 1) / THREADS, false));
    }
    return launch(&j, "channels_forward", all_blocks(&j), true);
}

static weir_status backward(wr_cuda_call *c, const wr_norm *g, const wr_norm_views *v) {
    job j;
    begin(&j, c, g, v);
    if (!g->across) {
        WR_TRY(lines(&j, g, "lines_backward", false));
        return channels(&j, g, "channel_sums", "join_sums", true);
    }
    if (are_short(&j, g)) return whole(&j, g, "whole_backward");
    WR_TRY(channels(&j, g, "channel_moments", "join_moments", false));
    WR_TRY(channels(&j, g, "channel_sums", "join_sums", false));
    return launch(&j, "channels_backward", all_blocks(&j), true);
}

/* ---- Operators ------------------------------------------------------------------------------- */

#define OPERATOR(name, direction)                                                                  \
    weir_status wr_cuda_##name(wr_cuda_call *c) {                                                  \
        wr_norm_views v;                                                                           \
        wr_norm g = wr_##name##_of(c->k, &v);                                                      \
        return direction(c, &g, &v);                                                               \
    }
OPERATOR(layer_norm, forward)
OPERATOR(layer_norm_backward, backward)
OPERATOR(rms_norm, forward)
OPERATOR(rms_norm_backward, backward)
OPERATOR(batch_norm, forward)
OPERATOR(batch_norm_backward, backward)
OPERATOR(batch_norm_inference, forward)
OPERATOR(group_norm, forward)
OPERATOR(group_norm_backward, backward)
OPERATOR(instance_norm, forward)
