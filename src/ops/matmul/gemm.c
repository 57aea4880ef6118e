/* gemm.c - divides a matrix product into tiles and schedules them.
 *
 * ops/matmul/gemm_simd.h describes the inner loops and the order of summation.  This file has
 * everything that does not depend on the SIMD level.  A product uses the first of these paths that
 * applies:
 *
 *   untiled   integers and complex numbers: strips of rows
 *   dots      a matrix times a vector with fewer than DOT_ROWS results: one dot product for each
 *             result, long ones in segments
 *   vector    other matrix-vector products: strips of rows
 *   split     few results and large k: segments of k are computed as a batch, then added
 *   direct    small products where rows of B are readable in place: tile by tile, without packing
 *   pairs     16-bit elements, if the CPU has instructions for pairs of them: gemm_pairs.c
 *   blocked   everything else: B is packed in one pass, tiles are computed in another
 *
 * Two rules keep the result bitwise identical for any number of workers and any strides.
 *   1. The path, and the order of summation on it, depend only on dtype, m, n, k and batch.  Direct
 *      and blocked use the same order, so the choice between these two may depend on strides.
 *   2. An element is summed in the same order whatever piece it belongs to, and no two pieces write
 *      the same element.  So the division into pieces may depend on the caches and, on the blocked
 *      path, on the number of workers.
 *
 * The blocked path divides C into pieces of several panels of A by several panels of B.  Within a
 * piece, the blocks of k are processed one after the other.  For each block, a strip of A, one or a
 * few panels, is copied to a buffer that stays in the first-level cache, and multiplied with all
 * panels of B before the next strip is read: the piece's part of B stays in the second-level cache.
 * B is packed for all pieces, in a pass of its own.  If that would take more than PACKED_MAX bytes,
 * it is packed in several steps of k, or for a few items of the batch at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/gemm.h"

#include <string.h>

#include "base/base.h"
#include "engine/engine.h"
#include "ops/matmul/gemm_pairs.h"
#include "ops/simd/simd.h"

enum {
    DOT_ROWS = 16,                       /* with at least this many results, use the vector path */
    DOT_SEGMENT = WR_SIZE(1 << 16, 256), /* maximum number of elements of a dot product in one
                                          * piece */
    VECTOR_WORK = 1 << 16,               /* approximate number of multiplications per piece */
    /* a product with at most this many multiplications is computed by one thread */
    SMALL_WORK = 64 * 64 * 64,
    SMALL_PIECES = 64, /* maximum number of pieces of a batch of small products */
    SPLIT_RESULTS = WR_SIZE(128 * 128, 1024), /* maximum number of elements of C in a split
                                               * product */
    SPLIT_STEPS = WR_SIZE(4096, 96),          /* minimum number of steps of k in a segment */
    SPLIT_MAX = 32,                           /* maximum number of segments */
    PIECE_ROWS = WR_SIZE(224, 8),             /* maximum number of rows of C per piece */
    PIECES_PER_WORKER = 4,  /* if there would be fewer pieces than this, they are made smaller */
    STRIP_BYTES = 32 << 10, /* size of the buffer for a strip of A */
    STRIP_USES = 2,         /* with at most this many panels of B, strips are not copied */
    PACK_PANELS = 4,        /* number of panels of B packed in one unit of work ... */
    PACK_STEPS = 16,        /* ... in turns, so many steps at a time */
    /* maximum size of packed B, in bytes; exceeded if one block of one item is larger */
    PACKED_MAX = WR_SIZE(8 << 20, 16 << 10),
};

static int64_t line_up(int64_t bytes) { return (bytes + 63) & ~(int64_t)63; }

static const char *at(const void *base, int64_t index, int64_t size) {
    return (const char *)base + index * size;
}

static char *out_at(void *base, int64_t index, int64_t size) { return (char *)base + index * size; }

/* Run the pieces on the workers, or on this thread if ctx is NULL. */
static weir_status run_parallel(weir_context *ctx, int64_t count, int64_t grain, weir_range_fn fn,
                                void *arg) {
    if (ctx == NULL || count <= grain) return fn(arg, 0, count);
    return weir_parallel_for(ctx, count, grain, fn, arg);
}

static int64_t size_of(int32_t dtype) {
    static const int8_t size[] = {4, 8, 2, 2, 4, 8, 8, 16};
    return size[dtype];
}

static bool is_float(const wr_gemm *g) {
    return g->dtype == WR_GEMM_F32 || g->dtype == WR_GEMM_F64;
}

static const wr_gemm_real *real_of(const wr_gemm *g, const wr_gemm_simd *simd) {
    return &simd->real[g->dtype == WR_GEMM_F64 ? WR_GEMM_F64 : WR_GEMM_F32];
}

/* Return the number of steps of k per block.  Blocks have about equal sizes, which depend only on
 * k. */
static int64_t block_of(const wr_gemm_real *real, int64_t k) {
    if (k <= real->kc) return wr_max(k, 1);
    return (wr_div_up(k, wr_div_up(k, real->kc)) + 7) & ~(int64_t)7;
}

/* ---- Untiled ------------------------------------------------------------------------------- */

typedef struct untiled_job {
    const wr_gemm *g;
    void (*run)(const wr_gemm_untiled *p);
    int64_t strips, rows; /* strips: number of strips per item of the batch; rows: rows per strip */
} untiled_job;

static weir_status run_untiled(void *arg, int64_t begin, int64_t end) {
    const untiled_job *job = arg;
    const wr_gemm *g = job->g;
    int64_t size = size_of(g->dtype);
    for (int64_t u = begin; u < end; u++) {
        int64_t item = u / job->strips, row = u % job->strips * job->rows;
        job->run(&(wr_gemm_untiled){
            .rows = wr_min(job->rows, g->m - row),
            .cols = g->n,
            .k = g->k,
            .a = at(g->a, item * g->a_batch + row * g->a_row, size),
            .a_row = g->a_row,
            .a_col = g->a_col,
            .b = at(g->b, item * g->b_batch, size),
            .b_row = g->b_row,
            .b_col = g->b_col,
            .c = out_at(g->c, item * g->c_batch + row * g->c_row, size),
            .c_row = g->c_row,
            .c_col = g->c_col,
            .add = g->accumulate,
        });
    }
    return WEIR_OK;
}

static weir_status untiled(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g) {
    untiled_job job = {.g = g, .run = simd->untiled[g->dtype - WR_GEMM_I32], .rows = 8};
    job.strips = wr_div_up(g->m, job.rows);
    int64_t work = wr_max(1, wr_min(g->m, job.rows) * g->n * g->k);
    return run_parallel(ctx, g->batch * job.strips, wr_max(1, VECTOR_WORK / work), run_untiled,
                        &job);
}

/* ---- Dots and vectors ---------------------------------------------------------------------- */

/* The product y = A x for each item of the batch.  x is the operand that is a vector; if that is
 * the left operand, A is the transposed right operand. */
typedef struct vector_job {
    const wr_gemm *g;
    const wr_gemm_simd *simd;
    int64_t real_size; /* bytes per element of the compute type */
    int64_t rows;      /* number of rows of A, which is the number of results */
    const void *a;
    int64_t a_row, a_col, a_batch;
    const void *x;
    int64_t x_step, x_batch;
    int64_t y_step;
    int64_t segments; /* dots path: number of segments of k */
    char *partial;    /* dots path: the sums of the segments, if there are several */
    /* vector path: strips: number of strips per item; height: number of rows per strip */
    int64_t strips, height;
} vector_job;

static bool is_vector(const wr_gemm *g) {
    return g->dtype < WR_GEMM_I32 && (g->m == 1 || g->n == 1);
}

static vector_job vector_job_of(const wr_gemm *g, const wr_gemm_simd *simd) {
    vector_job job = {.g = g, .simd = simd, .real_size = real_of(g, simd)->size};
    job.segments = wr_div_up(g->k, DOT_SEGMENT);
    if (g->n == 1) {
        job.rows = g->m, job.y_step = g->c_row;
        job.a = g->a, job.a_row = g->a_row, job.a_col = g->a_col, job.a_batch = g->a_batch;
        job.x = g->b, job.x_step = g->b_row, job.x_batch = g->b_batch;
    } else {
        job.rows = g->n, job.y_step = g->c_col;
        job.a = g->b, job.a_row = g->b_col, job.a_col = g->b_row, job.a_batch = g->b_batch;
        job.x = g->a, job.x_step = g->a_col, job.x_batch = g->a_batch;
    }
    return job;
}

/* A number of the compute type. */
typedef union number {
    float f;
    double d;
} number;

/* Store the sum of a dot product in C, or add it to C. */
static void put_dot(const vector_job *job, int64_t item, int64_t row, number sum) {
    const wr_gemm *g = job->g;
    void *to = out_at(g->c, item * g->c_batch + row * job->y_step, size_of(g->dtype));
    if (g->accumulate) {
        number old;
        job->simd->get[g->dtype](&old, to, 1, 1);
        if (g->dtype == WR_GEMM_F64)
            sum.d = old.d + sum.d;
        else
            sum.f = old.f + sum.f;
    }
    job->simd->put[g->dtype](to, 1, &sum, 1);
}

/* Compute some of the units of work.  A unit is one segment of one dot product. */
static weir_status run_dots(void *arg, int64_t begin, int64_t end) {
    const vector_job *job = arg;
    int64_t size = size_of(job->g->dtype);
    for (int64_t u = begin; u < end; u++) {
        int64_t result = job->segments == 1 ? u : u / job->segments;
        int64_t k0 = (u - result * job->segments) * DOT_SEGMENT;
        int64_t item = job->g->batch == 1 ? 0 : result / job->rows;
        int64_t row = result - item * job->rows;
        number sum;
        void *out = job->segments == 1 ? (void *)&sum : job->partial + u * job->real_size;
        job->simd->dot[job->g->dtype](
            out, at(job->a, item * job->a_batch + row * job->a_row + k0 * job->a_col, size),
            job->a_col, at(job->x, item * job->x_batch + k0 * job->x_step, size), job->x_step,
            wr_min(job->g->k - k0, DOT_SEGMENT));
        if (job->segments == 1) put_dot(job, item, row, sum);
    }
    return WEIR_OK;
}

static void add_segments(const vector_job *job, int64_t result) {
    const void *from = job->partial + result * job->segments * job->real_size;
    number sum = {.d = 0};
    if (job->g->dtype == WR_GEMM_F64) {
        for (int64_t i = 0; i < job->segments; i++) sum.d += ((const double *)from)[i];
    } else {
        sum.f = 0;
        for (int64_t i = 0; i < job->segments; i++) sum.f += ((const float *)from)[i];
    }
    put_dot(job, result / job->rows, result % job->rows, sum);
}

static weir_status dots(weir_context *ctx, vector_job *job, void *scratch) {
    int64_t results = job->g->batch * job->rows;
    int64_t grain = wr_max(1, DOT_SEGMENT / wr_max(1, job->g->k));
    job->partial = scratch;
    WR_TRY(run_parallel(ctx, results * job->segments, grain, run_dots, job));
    if (job->segments > 1)
        for (int64_t i = 0; i < results; i++) add_segments(job, i);
    return WEIR_OK;
}

static weir_status run_vector(void *arg, int64_t begin, int64_t end) {
    const vector_job *job = arg;
    int64_t size = size_of(job->g->dtype);
    for (int64_t u = begin; u < end; u++) {
        int64_t item = u / job->strips, row = u % job->strips * job->height;
        job->simd->vector[job->g->dtype](&(wr_gemm_vector){
            .rows = wr_min(job->height, job->rows - row),
            .k = job->g->k,
            .a = at(job->a, item * job->a_batch + row * job->a_row, size),
            .a_row = job->a_row,
            .a_col = job->a_col,
            .x = at(job->x, item * job->x_batch, size),
            .x_step = job->x_step,
            .y = out_at(job->g->c, item * job->g->c_batch + row * job->y_step, size),
            .y_step = job->y_step,
            .add = job->g->accumulate,
        });
    }
    return WEIR_OK;
}

/* If columns are contiguous, strips are taller, so that memory is read in long runs. */
static weir_status vector(weir_context *ctx, vector_job *job) {
    int64_t k = job->g->k, height = (VECTOR_WORK / k + 63) & ~63;
    job->height = wr_max(height, job->a_row == 1 ? 512 : 64);
    job->strips = wr_div_up(job->rows, job->height);
    int64_t grain = wr_max(1, VECTOR_WORK / (wr_min(job->height, job->rows) * k));
    return run_parallel(ctx, job->g->batch * job->strips, grain, run_vector, job);
}

/* ---- Direct -------------------------------------------------------------------------------- */

static bool is_direct(const wr_gemm *g, const wr_gemm_real *real) {
    return is_float(g) && g->b_col == 1 && g->c_col == 1 && g->k <= real->kc &&
           g->m * g->n * g->k <= SMALL_WORK;
}

typedef struct direct_job {
    const wr_gemm *g;
    const wr_gemm_real *real;
    wr_gemm_get_fn get;
} direct_job;

/* Compute items of the batch tile by tile.  Panels of rows have about equal heights: `base` rows,
 * and one more in each of the first `more` panels.  If several tiles read a panel, they read a
 * copy, for which tiles are faster. */
static weir_status run_direct(void *arg, int64_t begin, int64_t end) {
    _Alignas(64) char strip[STRIP_BYTES];
    const direct_job *job = arg;
    const wr_gemm *g = job->g;
    const wr_gemm_real *real = job->real;
    const int64_t size = real->size;
    const bool copied = real->copies_rows && g->n > real->nr && g->a_row != 1;
    int64_t base = g->m, more = 0;
    if (g->m > real->mr) {
        int64_t panels = wr_div_up(g->m, real->mr);
        base = g->m / panels, more = g->m - base * panels;
    }
    wr_gemm_tile t = {.k = g->k,
                      .a_row = copied ? real->a_row : g->a_row,
                      .a_col = copied ? 1 : g->a_col,
                      .b_row = g->b_row,
                      .c_row = g->c_row,
                      .add = g->accumulate};
    for (int64_t item = begin; item < end; item++) {
        const char *a = at(g->a, item * g->a_batch, size), *b = at(g->b, item * g->b_batch, size);
        char *c = out_at(g->c, item * g->c_batch, size);
        int64_t left = more;
        for (int64_t i = 0; i < g->m; i += t.rows) {
            t.rows = left-- > 0 ? base + 1 : base;
            t.a = copied ? strip : at(a, i * g->a_row, size);
            for (int64_t r = 0; copied && r < t.rows; r++)
                job->get(strip + r * real->a_row * size, at(a, (i + r) * g->a_row, size), g->a_col,
                         g->k);
            for (int64_t j = 0; j < g->n; j += t.cols) {
                t.cols = wr_min(real->nr, g->n - j);
                t.b = at(b, j, size);
                t.c = out_at(c, i * g->c_row + j, size);
                real->tile(&t);
            }
        }
    }
    return WEIR_OK;
}

/* Return the number of items per piece for a batch of small products. */
static int64_t small_grain(const wr_gemm *g) {
    return wr_max(wr_div_up(g->batch, SMALL_PIECES), SMALL_WORK / 4 / (g->m * g->n * g->k));
}

/* ---- Blocked ------------------------------------------------------------------------------- */

/* How tiles read A. */
typedef enum a_source {
    A_IN_PLACE,
    A_COPIED_ROWS,   /* from a copy of a strip whose rows are real->a_row elements apart */
    A_COPIED_PANELS, /* from packed panels of a strip */
} a_source;

/* How a product is divided.  Sizes are in elements of the compute type. */
typedef struct plan {
    const wr_gemm *g;
    const wr_gemm_real *real;
    const wr_gemm_simd *simd;
    int64_t kc, blocks;         /* kc: steps of k per block; blocks: number of blocks */
    int64_t panels_m, panels_n; /* number of panels of A and of B */
    int64_t pieces_m, pieces_n; /* number of pieces of C along its rows and its columns */
    a_source a;
    int64_t strip;          /* number of panels of A in a strip */
    bool pack_b;            /* whether B is packed; otherwise it is read in place */
    int64_t group;          /* number of panels of B packed in one unit of work */
    bool staged;            /* C is computed in scratch, then converted */
    bool small;             /* each item is computed by one thread */
    int64_t step;           /* number of blocks of k packed at a time */
    int64_t items;          /* number of items of the batch packed at a time */
    int64_t items_b;        /* number of packed items of B; 1 if all items share it */
    int64_t b_size, c_size; /* number of elements of one item of B and C in scratch */
} plan;

/* Return half of the size of the second-level cache.  A part of B that is used again and again takes
 * at most so many bytes. */
static int64_t cached_bytes(void) { return WR_SIZE(wr_cache_bytes_2(), 4096) / 2; }

static int64_t panel_row(const plan *p, int64_t panel) {
    int64_t base = p->g->m / p->panels_m;
    return panel * base + wr_min(panel, p->g->m - base * p->panels_m);
}

/* Divide C into pieces.  One piece's part of a block of B stays in the second-level cache. */
static void cut_pieces(plan *p, int64_t workers) {
    const wr_gemm *g = p->g;
    int64_t panel = p->real->nr * p->kc * p->real->size;
    p->pieces_m = wr_div_up(p->panels_m, wr_max(1, PIECE_ROWS / p->real->mr));
    p->pieces_n = wr_div_up(p->panels_n, wr_max(1, cached_bytes() / panel));
    if (p->small || workers == 1) return;
    while (p->pieces_m * p->pieces_n * g->batch < PIECES_PER_WORKER * workers) {
        int64_t rows = g->m / p->pieces_m, cols = g->n / p->pieces_n;
        bool by_rows = rows >= cols ? p->pieces_m < p->panels_m : p->pieces_n == p->panels_n;
        int64_t *pieces = by_rows ? &p->pieces_m : &p->pieces_n;
        int64_t most = by_rows ? p->panels_m : p->panels_n;
        if (*pieces == most || rows * cols * g->k < SMALL_WORK / 2) return;
        *pieces = wr_min(2 * *pieces, most);
    }
}

/* Choose how many blocks of k and items of the batch are packed at a time. */
static void cut_steps(plan *p) {
    const wr_gemm *g = p->g;
    int64_t b_step = p->pack_b ? p->panels_n * p->real->nr * p->kc : 0;
    int64_t max = PACKED_MAX / p->real->size;
    p->step = wr_max(1, wr_min(p->blocks, max / wr_max(1, b_step)));
    p->b_size = b_step * p->step;
    p->c_size = p->staged ? g->m * g->n : 0;
    p->items = wr_max(1, wr_min(g->batch, max / wr_max(1, p->b_size + p->c_size)));
    if (p->small) p->items = 1;
    p->items_b = g->b_batch == 0 ? 1 : p->items;
}

/* Choose how tiles read A.  A copy is not worth its cost if B has few panels, except if the rows of
 * A map to the same few cache sets. */
static a_source source_of(const plan *p) {
    const wr_gemm *g = p->g;
    bool collide = g->a_row != 1 && g->a_row * p->real->size % 2048 == 0;
    if (is_float(g) && p->panels_n <= (collide ? 1 : STRIP_USES)) return A_IN_PLACE;
    return p->real->copies_rows && g->a_row != 1 ? A_COPIED_ROWS : A_COPIED_PANELS;
}

/* `workers` affects the pieces only. */
static plan plan_of(const wr_gemm *g, const wr_gemm_simd *simd, int64_t workers) {
    const wr_gemm_real *real = real_of(g, simd);
    plan p = {.g = g, .real = real, .simd = simd};
    p.kc = block_of(real, g->k);
    p.blocks = wr_div_up(g->k, p.kc);
    p.panels_m = wr_div_up(g->m, real->mr);
    p.panels_n = wr_div_up(g->n, real->nr);
    p.small = g->m * g->n * g->k <= SMALL_WORK;
    p.staged = !is_float(g) || g->c_col != 1;
    p.a = source_of(&p);
    assert(real->mr * real->a_row * real->size <= STRIP_BYTES);
    p.strip = STRIP_BYTES / (real->mr * real->a_row * real->size);
    p.pack_b = !is_float(g) || g->b_col != 1 ||
               (g->m > 2 * real->mr && g->n * g->k * real->size > cached_bytes());
    p.group = g->b_col == 1 ? PACK_PANELS : 1;
    cut_pieces(&p, workers);
    cut_steps(&p);
    return p;
}

static int64_t packed_bytes(const plan *p) {
    return line_up(p->items * p->c_size * p->real->size) +
           line_up(p->items_b * p->b_size * p->real->size);
}

/* A pass over a range of items and a range of blocks of k. */
typedef struct pass {
    const plan *p;
    int64_t item, items;   /* the first item, and the number of items */
    int64_t block, blocks; /* the first block, and the number of blocks */
    int64_t items_b;       /* number of packed items of B */
    char *b, *c;           /* scratch memory for packed B and staged C */
} pass;

static int64_t steps_in(const plan *p, int64_t block) {
    return wr_min(p->kc, p->g->k - block * p->kc);
}

/* Return the address of a packed panel.  The blocks of an item are consecutive, and so are the
 * panels of a block. */
static char *b_panel(const pass *s, int64_t item, int64_t block, int64_t panel) {
    const plan *p = s->p;
    int64_t place = s->items_b == 1 ? 0 : item - s->item, nr = p->real->nr;
    int64_t index = place * p->b_size + (block - s->block) * p->kc * p->panels_n * nr;
    return s->b + (index + panel * nr * steps_in(p, block)) * p->real->size;
}

static int64_t groups_of(const plan *p) { return p->pack_b ? wr_div_up(p->panels_n, p->group) : 0; }

/* Pack a group of panels of one block of one item.  If the rows of B are contiguous, the panels
 * take turns, so that rows are read in long runs. */
static void pack_group(const pass *s, int64_t item, int64_t block, int64_t first) {
    const plan *p = s->p;
    const wr_gemm *g = p->g;
    const int64_t size = size_of(g->dtype), nr = p->real->nr, steps = steps_in(p, block);
    const int64_t end = wr_min(first + p->group, p->panels_n);
    const int64_t turn = p->group == 1 ? steps : PACK_STEPS;
    for (int64_t k = 0; k < steps; k += turn)
        for (int64_t panel = first; panel < end; panel++) {
            int64_t from =
                item * g->b_batch + (block * p->kc + k) * g->b_row + panel * nr * g->b_col;
            p->simd->pack[g->dtype](b_panel(s, item, block, panel) + k * nr * p->real->size, nr,
                                    at(g->b, from, size), g->b_col, g->b_row,
                                    wr_min(nr, g->n - panel * nr), wr_min(turn, steps - k));
        }
}

/* Pack some groups of panels.  A unit of work is one group of one block of one item. */
static weir_status run_pack(void *arg, int64_t begin, int64_t end) {
    const pass *s = arg;
    const int64_t groups = groups_of(s->p);
    for (int64_t u = begin; u < end; u++) {
        assert(groups > 0);
        int64_t block = s->block + u / groups % s->blocks;
        pack_group(s, s->item + u / groups / s->blocks, block, u % groups * s->p->group);
    }
    return WEIR_OK;
}

/* A rectangle of the matrix C of one item.  Its rows are those of some panels of A, and its columns
 * are those of some panels of B. */
typedef struct piece {
    int64_t item;
    int64_t panel_m, end_m, panel_n, end_n;
    int64_t row, end_row, col, end_col;
    char *c; /* the matrix C of this item, in the compute type */
    int64_t c_row;
} piece;

static piece piece_at(const pass *s, int64_t unit) {
    const plan *p = s->p;
    int64_t each = p->pieces_m * p->pieces_n, in_n = unit % each / p->pieces_m;
    int64_t in_m = unit % p->pieces_m;
    piece q = {.item = s->item + unit / each};
    q.panel_m = in_m * p->panels_m / p->pieces_m, q.end_m = (in_m + 1) * p->panels_m / p->pieces_m;
    q.panel_n = in_n * p->panels_n / p->pieces_n, q.end_n = (in_n + 1) * p->panels_n / p->pieces_n;
    q.row = panel_row(p, q.panel_m), q.end_row = panel_row(p, q.end_m);
    q.col = q.panel_n * p->real->nr, q.end_col = wr_min(q.end_n * p->real->nr, p->g->n);
    q.c_row = p->staged ? p->g->n : p->g->c_row;
    q.c = p->staged ? s->c + (q.item - s->item) * p->c_size * p->real->size
                    : out_at(p->g->c, q.item * p->g->c_batch, p->real->size);
    return q;
}

/* Copy a piece of C to scratch memory, or from scratch memory back to C if `back` is set, and
 * convert its elements. */
static void stage(const pass *s, const piece *q, bool back) {
    const wr_gemm *g = s->p->g;
    int64_t size = size_of(g->dtype);
    for (int64_t i = q->row; i < q->end_row; i++) {
        char *row = q->c + (i * q->c_row + q->col) * s->p->real->size;
        char *home = out_at(g->c, q->item * g->c_batch + i * g->c_row + q->col * g->c_col, size);
        if (back)
            s->p->simd->put[g->dtype](home, g->c_col, row, q->end_col - q->col);
        else
            s->p->simd->get[g->dtype](row, home, g->c_col, q->end_col - q->col);
    }
}

/* Initialise the rows of a piece with `start`. */
static void start_piece(const pass *s, const piece *q) {
    const wr_gemm *g = s->p->g;
    const int64_t cols = q->end_col - q->col;
    const char *from = at(g->start, q->col, size_of(g->dtype));
    for (int64_t i = q->row; i < q->end_row; i++)
        s->p->simd->get[g->dtype](q->c + (i * q->c_row + q->col) * s->p->real->size, from, 1, cols);
}

/* Copy panels of A, whose steps of this block start at `a`, to a strip. */
static void copy_strip(const plan *p, char *strip, const char *a, int64_t panel, int64_t end,
                       int64_t steps) {
    const wr_gemm *g = p->g;
    const int64_t size = size_of(g->dtype), first = panel_row(p, panel);
    if (p->a == A_COPIED_ROWS) {
        for (int64_t i = 0, rows = panel_row(p, end) - first; i < rows; i++)
            p->simd->get[g->dtype](strip + i * p->real->a_row * p->real->size,
                                   at(a, (first + i) * g->a_row, size), g->a_col, steps);
        return;
    }
    for (; panel < end; panel++) {
        int64_t row = panel_row(p, panel), rows = panel_row(p, panel + 1) - row;
        p->simd->pack[g->dtype](strip + (row - first) * steps * p->real->size, rows,
                                at(a, row * g->a_row, size), g->a_row, g->a_col, rows, steps);
    }
}

/* Compute all tiles of a piece for one block of k. */
static void compute_block(const pass *s, const piece *q, int64_t block) {
    _Alignas(64) char strip[STRIP_BYTES];
    const plan *p = s->p;
    const wr_gemm *g = p->g;
    const int64_t size = p->real->size, k0 = block * p->kc;
    const char *a = at(g->a, q->item * g->a_batch + k0 * g->a_col, size_of(g->dtype));
    const char *b = at(g->b, q->item * g->b_batch + k0 * g->b_row, size);
    wr_gemm_tile t = {.k = steps_in(p, block),
                      .a_row = p->a == A_IN_PLACE ? g->a_row : p->real->a_row,
                      .a_col = p->a == A_IN_PLACE ? g->a_col : 1,
                      .b_row = p->pack_b ? p->real->nr : g->b_row,
                      .c_row = q->c_row,
                      .add = block > 0 || g->accumulate,
                      .panels = p->a == A_COPIED_PANELS,
                      .ahead_row = g->a_row};
    if (t.panels) t.a_row = 1;
    const bool reads_ahead = p->a == A_COPIED_ROWS && g->a_col == 1 && is_float(g);
    for (int64_t first = q->panel_m, end; first < q->end_m; first = end) {
        end = wr_min(first + p->strip, q->end_m);
        const int64_t first_row = panel_row(p, first);
        if (p->a != A_IN_PLACE) copy_strip(p, strip, a, first, end, t.k);
        /* While the tiles of this strip are computed, the next one is brought nearer, a few rows
         * for each tile. */
        int64_t ahead = panel_row(p, end), ahead_end = 0;
        if (reads_ahead) ahead_end = panel_row(p, wr_min(end + p->strip, q->end_m));
        for (int64_t j = q->panel_n; j < q->end_n; j++) {
            int64_t col = j * p->real->nr, row = first_row;
            t.cols = wr_min(p->real->nr, g->n - col);
            t.b = p->pack_b ? b_panel(s, q->item, block, j) : at(b, col, size);
            for (int64_t i = first; i < end; i++, row += t.rows) {
                t.rows = panel_row(p, i + 1) - row;
                if (t.panels) t.a_col = t.rows;
                t.a = p->a == A_IN_PLACE
                          ? at(a, row * g->a_row, size)
                          : strip + (row - first_row) * (t.panels ? t.k : t.a_row) * size;
                t.c = q->c + (row * q->c_row + col) * size;
                bool more = ahead + p->real->rows_ahead <= ahead_end;
                t.ahead = more ? at(a, ahead * g->a_row, size) : NULL;
                ahead += p->real->rows_ahead;
                p->real->tile(&t);
            }
        }
    }
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    const pass *s = arg;
    const plan *p = s->p;
    for (int64_t u = begin; u < end; u++) {
        piece q = piece_at(s, u);
        if (s->block == 0 && p->g->start != NULL)
            start_piece(s, &q);
        else if (p->staged && s->block == 0 && p->g->accumulate)
            stage(s, &q, false);
        for (int64_t block = s->block; block < s->block + s->blocks; block++)
            compute_block(s, &q, block);
        if (p->staged && s->block + s->blocks == p->blocks) stage(s, &q, true);
    }
    return WEIR_OK;
}

/* Compute some items of the batch, in as many passes over ranges of k as PACKED_MAX requires. */
static weir_status run_items(weir_context *ctx, const plan *p, int64_t item, int64_t items,
                             char *scratch) {
    pass s = {.p = p, .item = item, .items = items, .c = scratch};
    s.items_b = p->items_b == 1 ? 1 : items;
    s.b = s.c + line_up(p->items * p->c_size * p->real->size);
    for (; s.block < p->blocks; s.block += s.blocks) {
        s.blocks = wr_min(p->step, p->blocks - s.block);
        WR_TRY(run_parallel(ctx, s.items_b * s.blocks * groups_of(p), 1, run_pack, &s));
        WR_TRY(run_parallel(ctx, items * p->pieces_m * p->pieces_n, 1, run_pieces, &s));
    }
    return WEIR_OK;
}

typedef struct small_job {
    const plan *p;
    char *scratch;
    int64_t grain;
} small_job;

/* Compute the items of one piece of a batch of small products.  Each piece has its own scratch. */
static weir_status run_small(void *arg, int64_t begin, int64_t end) {
    const small_job *job = arg;
    char *scratch = job->scratch + begin / job->grain * packed_bytes(job->p);
    for (int64_t item = begin; item < end; item++)
        WR_TRY(run_items(NULL, job->p, item, 1, scratch));
    return WEIR_OK;
}

static weir_status blocked(weir_context *ctx, const plan *p, char *scratch) {
    if (p->small) {
        small_job job = {.p = p, .scratch = scratch, .grain = small_grain(p->g)};
        return run_parallel(ctx, p->g->batch, job.grain, run_small, &job);
    }
    for (int64_t item = 0; item < p->g->batch; item += p->items)
        WR_TRY(run_items(ctx, p, item, wr_min(p->items, p->g->batch - item), scratch));
    return WEIR_OK;
}

static int64_t blocked_scratch(const plan *p) {
    int64_t pieces = p->small ? wr_div_up(p->g->batch, small_grain(p->g)) : 1;
    return pieces * packed_bytes(p);
}

/* ---- Split --------------------------------------------------------------------------------- */

/* Return the number of segments of k, which have equal lengths; 1 if the product is not split. */
static int64_t segments_of(const wr_gemm *g) {
    if (!is_float(g) || g->batch != 1 || g->m * g->n > SPLIT_RESULTS) return 1;
    return wr_max(1, wr_min(g->k / SPLIT_STEPS, SPLIT_MAX));
}

/* Describe the equal segments as a batch with consecutive results, and the remaining steps of k as
 * another product. */
static void split_of(const wr_gemm *g, int64_t segments, int64_t size, void *results,
                     wr_gemm *equal, wr_gemm *rest) {
    *equal = *g;
    equal->start = NULL;
    equal->accumulate = false;
    equal->k = g->k / segments;
    equal->batch = segments;
    equal->a_batch = equal->k * g->a_col;
    equal->b_batch = equal->k * g->b_row;
    equal->c = results;
    equal->c_row = g->n, equal->c_col = 1, equal->c_batch = g->m * g->n;
    *rest = *g;
    rest->start = NULL;
    rest->k = g->k - segments * equal->k;
    rest->accumulate = true;
    rest->a = at(g->a, segments * equal->a_batch, size);
    rest->b = at(g->b, segments * equal->b_batch, size);
}

#define ADD_RESULTS(type)                                                                          \
    for (int64_t i = 0; i < g->m; i++)                                                             \
        for (int64_t j = 0; j < g->n; j++) {                                                       \
            type *to = (type *)(void *)out_at(g->c, i * g->c_row + j * g->c_col, sizeof(type));    \
            type sum = g->accumulate ? *to : 0;                                                    \
            for (int64_t s = 0; s < segments; s++)                                                 \
                sum += ((const type *)results)[(s * g->m + i) * g->n + j];                         \
            *to = sum;                                                                             \
        }

static void add_results(const wr_gemm *g, const void *results, int64_t segments) {
    if (g->dtype == WR_GEMM_F32)
        ADD_RESULTS(float)
    else
        ADD_RESULTS(double)
}

/* ---- All paths ----------------------------------------------------------------------------- */

static void clear(const wr_gemm *g) {
    size_t size = (size_t)size_of(g->dtype);
    for (int64_t item = 0; item < g->batch; item++)
        for (int64_t i = 0; i < g->m; i++)
            for (int64_t j = 0; j < g->n; j++)
                memset(out_at(g->c, item * g->c_batch + i * g->c_row + j * g->c_col, (int64_t)size),
                       0, size);
}

/* Initialise all rows of C with `start`, for the paths that do not call start_piece. */
static void start_rows(const wr_gemm *g) {
    int64_t size = size_of(g->dtype);
    assert(g->c_col == 1 && g->accumulate);
    for (int64_t item = 0; item < g->batch; item++)
        for (int64_t i = 0; i < g->m; i++)
            memcpy(out_at(g->c, item * g->c_batch + i * g->c_row, size), g->start,
                   (size_t)(g->n * size));
}

/* If the columns of C are contiguous but its rows are not, return the transposed product, C^T = B^T
 * A^T, whose rows are contiguous.  In addition, if all items of a batch share B and the items of A
 * and of C are consecutive, return one taller product instead of the batch. */
static wr_gemm with_contiguous_rows(const wr_gemm *g) {
    wr_gemm u = *g;
    if (g->c_col != 1 && g->c_row == 1) {
        u.m = g->n, u.n = g->m;
        u.a = g->b, u.a_row = g->b_col, u.a_col = g->b_row, u.a_batch = g->b_batch;
        u.b = g->a, u.b_row = g->a_col, u.b_col = g->a_row, u.b_batch = g->a_batch;
        u.c_row = g->c_col, u.c_col = g->c_row;
    }
    if (u.batch > 1 && u.b_batch == 0 && u.a_batch == u.m * u.a_row && u.c_batch == u.m * u.c_row) {
        u.m *= u.batch;
        u.batch = 1;
    }
    return u;
}

/* Compute a product on the direct, the pairs or the blocked path. */
static weir_status tiled(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                         void *scratch) {
    direct_job job = {g, real_of(g, simd), simd->get[g->dtype]};
    if (is_direct(g, job.real)) {
        if (g->start != NULL) start_rows(g);
        if (g->batch == 1) return run_direct(&job, 0, 1);
        return run_parallel(ctx, g->batch, small_grain(g), run_direct, &job);
    }
    wr_gemm u = with_contiguous_rows(g);
    if (simd->pairs[g->dtype] != NULL) return wr_pairs_run(ctx, simd, &u, scratch);
    plan p = plan_of(&u, simd, ctx == NULL ? 1 : ctx->rt->config.workers);
    return blocked(ctx, &p, scratch);
}

static int64_t tiled_scratch(const wr_gemm *g, const wr_gemm_simd *simd) {
    if (is_direct(g, real_of(g, simd))) return 0;
    wr_gemm u = with_contiguous_rows(g);
    if (simd->pairs[g->dtype] != NULL) return (int64_t)wr_pairs_scratch(&u);
    plan p = plan_of(&u, simd, 1);
    return blocked_scratch(&p);
}

static bool is_empty(const wr_gemm *g) {
    return g->m <= 0 || g->n <= 0 || g->batch <= 0 || g->k <= 0;
}

size_t wr_gemm_scratch(const wr_gemm *g, const wr_gemm_simd *simd) {
    if (is_empty(g) || g->dtype >= WR_GEMM_I32) return 0;
    if (is_vector(g)) {
        vector_job job = vector_job_of(g, simd);
        bool partial = job.rows < DOT_ROWS && job.segments > 1;
        return partial ? (size_t)(g->batch * job.rows * job.segments * job.real_size) : 0;
    }
    int64_t segments = segments_of(g);
    if (segments == 1) return (size_t)tiled_scratch(g, simd);
    wr_gemm equal, rest;
    int64_t size = real_of(g, simd)->size;
    split_of(g, segments, size, NULL, &equal, &rest);
    int64_t more = tiled_scratch(&equal, simd);
    if (rest.k > 0) more = wr_max(more, tiled_scratch(&rest, simd));
    return (size_t)(line_up(segments * g->m * g->n * size) + more);
}

weir_status wr_gemm_run(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                        void *scratch) {
    int64_t segments = segments_of(g);
    bool tiles = !is_empty(g) && g->dtype < WR_GEMM_I32 && !is_vector(g) && segments == 1;
    if (g->start != NULL && !tiles) start_rows(g);
    if (WR_UNLIKELY(is_empty(g))) {
        if (!g->accumulate) clear(g);
        return WEIR_OK;
    }
    if (g->dtype >= WR_GEMM_I32) return untiled(ctx, simd, g);
    if (is_vector(g)) {
        vector_job job = vector_job_of(g, simd);
        return job.rows < DOT_ROWS ? dots(ctx, &job, scratch) : vector(ctx, &job);
    }
    if (segments == 1) return tiled(ctx, simd, g, scratch);
    wr_gemm equal, rest;
    int64_t size = real_of(g, simd)->size;
    split_of(g, segments, size, scratch, &equal, &rest);
    char *more = (char *)scratch + line_up(segments * g->m * g->n * size);
    WR_TRY(tiled(ctx, simd, &equal, more));
    add_results(g, scratch, segments);
    return rest.k > 0 ? tiled(ctx, simd, &rest, more) : WEIR_OK;
}
