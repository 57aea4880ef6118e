/* reduce_walk.c - the traversal shared by all reductions: it divides arrays of any strides and
 * dtype into leaves (reduce_simd.h) and writes the outputs.
 *
 * The dimensions are separated into kept and reduced ones, and adjacent dimensions are merged where
 * the memory layout allows it.  A run is the sequence of elements along the reduced dimension with
 * the smallest stride.  The outputs are processed in blocks along one kept dimension, in one of two
 * orders:
 *
 *   rows   a reduced dimension has the smallest stride: each output accumulates its runs, one leaf
 *          after the other
 *   cols   a kept dimension has the smallest stride: all outputs of the block accumulate the same
 *          rows, a few rows at a time
 *
 * A leaf that is not contiguous, or not in the compute dtype, is first packed into a buffer in the
 * L1 cache.
 *
 * The order in which an output accumulates its elements depends only on shape and strides:
 *   1. Leaves have fixed bounds within a run.
 *   2. If there are few outputs with many elements, leaves are grouped into pieces, which also have
 *      fixed bounds.  Each piece has its own state in the scratch memory, and these states are
 *      merged in order.
 * Therefore the distribution of blocks and pieces over the workers does not affect the result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/reduce_walk.h"

#include <string.h>

enum {
    LEAF = WR_REDUCTION_LEAF,                    /* order "rows": maximum number of elements per
                                                  * leaf */
    LEAF_ROWS = WR_SIZE(32, 3),                  /* order "cols": maximum number of rows per leaf */
    BLOCK_ROWS = WR_SIZE(256, 3),                /* order "rows": maximum number of outputs per
                                                  * block */
    BLOCK_COLS = WR_SIZE(WR_REDUCTION_LANES, 3), /* order "cols": maximum number of outputs per
                                                  * block */
    PACK_BYTES = 32 << 10,                       /* maximum size of a packed leaf in bytes */
    PIECE = WR_SIZE(1 << 17, 7),                 /* approximate number of elements per piece */
    /* with at least this many blocks, a block is not divided into pieces */
    ENOUGH = WR_SIZE(32, 3),
    SHORT = 16 /* runs of fewer elements use the order "cols" if possible */
};

typedef struct dims {
    int count;
    int64_t shape[WEIR_NDIM_MAX];
    int64_t stride[WEIR_NDIM_MAX]; /* strides of x, in elements */
    int64_t out[WEIR_NDIM_MAX];    /* strides of y, in elements; kept dimensions only */
} dims;

typedef struct plan {
    const weir_kernel *k;
    const wr_simd *simd;
    const wr_reducer *r;
    const wr_reduction *f;
    const char *x;
    char *y;
    int dtype, reads; /* dtype: dtype of x; reads: compute dtype */
    int shift;        /* log2 of the element size of x */
    int64_t size;     /* element size of x in bytes */
    /* the kept and the reduced dimensions; the block and run dimensions are removed once they are
     * chosen */
    dims kept, reduced;
    int64_t count;       /* size of the block dimension, along which outputs form blocks */
    int64_t step, out;   /* stride of the block dimension in x and in y */
    int64_t width;       /* number of outputs of a full block */
    int64_t run, stride; /* length and stride of a run */
    bool by_cols, packs; /* by_cols: the order is cols; packs: leaves are packed */
    int64_t leaf;        /* number of elements of a run in one leaf */
    int64_t leaves;      /* number of leaves per output (rows) or per block (cols) */
    int64_t run_leaves;  /* number of leaves per run */
    int64_t blocks;      /* total number of blocks */
    int64_t across;      /* number of blocks along the block dimension */
    int64_t piece;       /* number of leaves per piece */
    int64_t pieces;      /* number of pieces per block; if 1, no scratch memory is needed */
} plan;

static int64_t magnitude(int64_t n) { return n < 0 ? -n : n; }

/* ---- Dimensions ------------------------------------------------------------------------------ */

static void drop(dims *d, int which) {
    d->count--;
    for (int i = which; i < d->count; i++) {
        d->shape[i] = d->shape[i + 1];
        d->stride[i] = d->stride[i + 1];
        d->out[i] = d->out[i + 1];
    }
}

static void append(dims *d, int64_t shape, int64_t stride) {
    if (shape == 1) return;
    d->shape[d->count] = shape;
    d->stride[d->count] = stride;
    d->out[d->count++] = 0;
}

/* Merge adjacent dimensions where the memory layout of x allows it. */
static void join(dims *d) {
    for (int i = d->count - 2; i >= 0; i--)
        if (d->stride[i] == d->stride[i + 1] * d->shape[i + 1]) {
            d->stride[i] = d->stride[i + 1];
            d->shape[i] *= d->shape[i + 1];
            d->out[i] = d->out[i + 1];
            drop(d, i + 1);
        }
}

/* Sort dimensions by decreasing stride.  Used for the reduced dimensions if the order of elements
 * does not matter. */
static void sort(dims *d) {
    for (int i = 1; i < d->count; i++)
        for (int j = i; j > 0 && magnitude(d->stride[j - 1]) < magnitude(d->stride[j]); j--) {
            int64_t t = d->stride[j];
            d->stride[j] = d->stride[j - 1], d->stride[j - 1] = t;
            t = d->shape[j];
            d->shape[j] = d->shape[j - 1], d->shape[j - 1] = t;
        }
}

static int64_t product(const dims *d) {
    int64_t n = 1;
    for (int i = 0; i < d->count; i++) n *= d->shape[i];
    return n;
}

/* Return the offset in x of the index-th combination of indices, and set *out to its offset in
 * y. */
static int64_t offset_of(const dims *d, int64_t index, int64_t *out) {
    int64_t at = 0;
    *out = 0;
    for (int i = d->count - 1; i >= 0; i--) {
        int64_t here = index % d->shape[i];
        index /= d->shape[i];
        at += here * d->stride[i];
        *out += here * d->out[i];
    }
    return at;
}

/* ---- The plan -------------------------------------------------------------------------------- */

static bool gives_index(wr_reduction_kind kind) {
    return kind == WR_REDUCTION_ARGMAX || kind == WR_REDUCTION_ARGMIN;
}

static void separate_dims(plan *p, int ndim, const int64_t *shape, const int64_t *strides) {
    p->kept.count = p->reduced.count = 0;
    for (int i = 0; i < ndim; i++)
        append(p->f->mask >> i & 1 ? &p->reduced : &p->kept, shape[i], strides[i]);
    int64_t out = 1;
    for (int i = p->kept.count - 1; i >= 0; i--) {
        p->kept.out[i] = out;
        out *= p->kept.shape[i];
    }
    if (!gives_index(p->f->kind)) sort(&p->reduced);
    join(&p->reduced);
    join(&p->kept);
}

/* Return the dimension with the smallest stride, or -1 if there is none. */
static int closest(const dims *d) {
    int best = d->count - 1;
    for (int i = d->count - 2; i >= 0; i--)
        if (magnitude(d->stride[i]) < magnitude(d->stride[best])) best = i;
    return best;
}

static void choose_order(plan *p) {
    p->run = 1, p->stride = 1;
    if (p->reduced.count > 0) {
        p->run = p->reduced.shape[p->reduced.count - 1];
        p->stride = p->reduced.stride[p->reduced.count - 1];
        p->reduced.count--;
    }
    int best = closest(&p->kept), last = p->kept.count - 1;
    p->by_cols = best >= 0 && (magnitude(p->kept.stride[best]) < magnitude(p->stride) ||
                               (p->run < SHORT && p->kept.shape[best] >= SHORT));
    int block = p->by_cols ? best : last;
    p->count = 1, p->step = 0, p->out = 1;
    if (block >= 0) {
        p->count = p->kept.shape[block];
        p->step = p->kept.stride[block];
        p->out = p->kept.out[block];
        drop(&p->kept, block);
    }
    int64_t close = p->by_cols ? p->step : p->stride, line = p->by_cols ? p->count : p->run;
    p->packs = p->dtype != p->reads || (close != 1 && line > 1);
}

/* Return the maximum number of columns whose packed leaf fits in a buffer. */
static int64_t packed_cols(const plan *p) {
    int64_t reads = (int64_t)wr_dtype_bytes(p->reads);
    return PACK_BYTES / LEAF_ROWS / wr_max(p->size, reads);
}

static void choose_blocks(plan *p) {
    int64_t outer = product(&p->reduced), load;
    if (p->by_cols) {
        p->leaf = LEAF_ROWS;
        p->width = wr_min(p->count, BLOCK_COLS);
        if (p->packs) p->width = wr_min(p->width, packed_cols(p));
        load = wr_max(p->width * wr_min(p->run, LEAF_ROWS), 1);
    } else {
        p->leaf = LEAF;
        int64_t each = wr_max(p->run, 1) * wr_max(outer, 1);
        p->width = wr_min(p->count, wr_max(wr_min(PIECE / 4 / each, BLOCK_ROWS), 1));
        load = wr_max(p->width * wr_min(p->run, LEAF), 1);
    }
    p->run_leaves = wr_div_up(p->run, p->leaf);
    p->leaves = p->run_leaves * outer;
    p->across = wr_div_up(p->count, p->width);
    p->blocks = p->across * product(&p->kept);
    p->piece = wr_max(PIECE / load, 1);
    p->pieces = 1;
    if (p->blocks < ENOUGH && p->leaves > p->piece) p->pieces = wr_div_up(p->leaves, p->piece);
    if (p->pieces == 1) p->piece = p->leaves;
}

static void make_plan(plan *p, const wr_reduction *f, int dtype, int ndim, const int64_t *shape,
                      const int64_t *strides, const wr_simd *simd) {
    p->f = f;
    p->simd = simd;
    p->r = &simd->reduce->by[f->kind][wr_dtypes[f->reads].compute];
    p->dtype = dtype;
    p->reads = f->reads;
    p->shift = wr_dtypes[dtype].shift;
    p->size = (int64_t)wr_dtype_bytes(dtype);
    separate_dims(p, ndim, shape, strides);
    choose_order(p);
    choose_blocks(p);
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

typedef struct buffers {
    _Alignas(64) char pack[PACK_BYTES];
    _Alignas(64) char other[PACK_BYTES]; /* gathered elements before they are cast */
    _Alignas(64) char state[WR_REDUCTION_LANES * WR_REDUCTION_STATE];
} buffers;

/* Pack n elements with the given stride into contiguous elements of the compute dtype. */
static const void *pack_run(const plan *p, buffers *b, const char *x, int64_t stride, int64_t n) {
    bool casts = p->dtype != p->reads;
    if (stride != 1 && n > 1) {
        p->simd->move->gather[p->shift](casts ? b->other : b->pack, x, stride, n);
        if (!casts) return b->pack;
        x = b->other;
    }
    p->simd->cast->cast[p->dtype][p->reads](b->pack, x, n);
    return b->pack;
}

/* Pack a block of rows x cols elements, row after row. */
static const void *pack_rows(const plan *p, buffers *b, const char *x, int64_t rows, int64_t cols) {
    bool casts = p->dtype != p->reads;
    char *to = casts ? b->other : b->pack;
    if (p->stride == 1 && p->step != 1 && rows > 1) {
        p->simd->move->transpose[p->shift](to, cols, x, p->step, cols, rows);
    } else {
        for (int64_t r = 0; r < rows; r++) {
            const char *from = x + ((r * p->stride) * p->size);
            char *line = to + ((r * cols) * p->size);
            if (p->step == 1)
                memcpy(line, from, (size_t)(cols * p->size));
            else
                p->simd->move->gather[p->shift](line, from, p->step, cols);
        }
    }
    if (casts) p->simd->cast->cast[p->dtype][p->reads](b->pack, to, rows * cols);
    return b->pack;
}

/* Accumulate leaves `begin` to `end` - 1 of the `lanes` outputs whose elements start at x. */
static void reduce_cols(const plan *p, buffers *b, void *state, int64_t lanes, const char *x,
                        int64_t begin, int64_t end) {
    for (int64_t leaf = begin; leaf < end; leaf++) {
        int64_t out, first = leaf % p->run_leaves * p->leaf, outer = leaf / p->run_leaves;
        int64_t rows = wr_min(p->run - first, p->leaf);
        const char *from =
            x + ((offset_of(&p->reduced, outer, &out) + first * p->stride) * p->size);
        first += outer * p->run;
        if (p->packs)
            p->r->cols(state, lanes, pack_rows(p, b, from, rows, lanes), lanes, rows, first);
        else
            p->r->cols(state, lanes, from, p->stride, rows, first);
    }
}

static void reduce_rows(const plan *p, buffers *b, void *state, int64_t lanes, const char *x,
                        int64_t begin, int64_t end) {
    /* each output has one leaf: accumulate all of them in one call */
    if (p->leaves == 1 && !p->packs && end == 1) {
        p->r->rows(state, lanes, 0, lanes, x, p->step, p->run, 0);
        return;
    }
    for (int64_t lane = 0; lane < lanes; lane++, x += p->step * (INT64_C(1) * p->size))
        for (int64_t leaf = begin; leaf < end; leaf++) {
            int64_t out, first = leaf % p->run_leaves * p->leaf, outer = leaf / p->run_leaves;
            int64_t n = wr_min(p->run - first, p->leaf);
            const char *from =
                x + ((offset_of(&p->reduced, outer, &out) + first * p->stride) * p->size);
            const void *run = p->packs ? pack_run(p, b, from, p->stride, n) : from;
            p->r->rows(state, lanes, lane, 1, run, 0, n, outer * p->run + first);
        }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Locate a block: set *x and *y to its first element and output, and return its number of
 * outputs. */
static int64_t find_block(const plan *p, int64_t block, const char **x, char **y) {
    int64_t first = block % p->across * p->width, out;
    int64_t at = offset_of(&p->kept, block / p->across, &out) + first * p->step;
    *x = p->x + at * p->size;
    *y = p->y + (out + first * p->out) * (int64_t)wr_dtype_bytes(p->k->out[0].dtype);
    return wr_min(p->count - first, p->width);
}

static void finish(const plan *p, const void *state, int64_t lanes, char *y) {
    _Alignas(64) char made[WR_REDUCTION_LANES * 16], cast[WR_REDUCTION_LANES * 16];
    int dtype = p->k->out[0].dtype, shift = wr_dtypes[dtype].shift;
    p->r->finish(made, state, lanes, p->f->divide);
    char *to = p->out == 1 ? y : cast;
    p->simd->cast->cast[p->r->gives][dtype](to, made, lanes);
    if (p->out != 1) p->simd->move->scatter[shift](y, p->out, cast, lanes);
}

/* Return the size of the state of a piece in scratch memory.  It is rounded up to whole cache
 * lines, so that no two workers write to the same cache line. */
static int64_t slot_bytes(const plan *p) {
    return wr_div_up(p->width * p->r->state, WR_CACHE_LINE) * WR_CACHE_LINE;
}

static char *slot(const plan *p, int64_t block, int64_t piece) {
    return (char *)p->k->scratch + (block * p->pieces + piece) * slot_bytes(p);
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    const plan *p = arg;
    buffers b;
    for (int64_t unit = begin; unit < end; unit++) {
        const char *x;
        char *y;
        int64_t block = unit / p->pieces, piece = unit % p->pieces;
        int64_t lanes = find_block(p, block, &x, &y);
        void *state = p->pieces > 1 ? slot(p, block, piece) : b.state;
        int64_t first = piece * p->piece, last = wr_min(first + p->piece, p->leaves);
        p->r->init(state, lanes);
        (p->by_cols ? reduce_cols : reduce_rows)(p, &b, state, lanes, x, first, last);
        if (p->pieces == 1) finish(p, state, lanes, y);
    }
    return WEIR_OK;
}

static weir_status merge_pieces(void *arg, int64_t begin, int64_t end) {
    const plan *p = arg;
    for (int64_t block = begin; block < end; block++) {
        const char *x;
        char *y, *state = slot(p, block, 0);
        int64_t lanes = find_block(p, block, &x, &y);
        for (int64_t i = 1; i < p->pieces; i++) p->r->merge(state, slot(p, block, i), lanes);
        finish(p, state, lanes, y);
    }
    return WEIR_OK;
}

/* ---- Interface ------------------------------------------------------------------------------- */

bool wr_reduction_exists(const wr_reduction *f) {
    return wr_reduce_simd_portable.by[f->kind][wr_dtypes[f->reads].compute].state != 0;
}

uint64_t wr_reduction_scratch(const wr_reduction *f, const weir_array *x) {
    if (x->count == 0 || (x->flags & WR_NUMBER)) return 0;
    plan p;
    make_plan(&p, f, x->dtype, x->ndim, wr_shape(x), wr_strides(x), wr_simd_get(WEIR_CPU_PORTABLE));
    if (p.pieces == 1) return 0;
    return (uint64_t)(p.blocks * p.pieces * slot_bytes(&p));
}

weir_status wr_reduction_run(const weir_kernel *k, const wr_reduction *f) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    if (wr_view_count(y) == 0) return WEIR_OK;
    plan p;
    make_plan(&p, f, x->dtype, x->ndim, x->shape, x->strides, wr_simd_of(k));
    p.k = k;
    p.x = x->data;
    p.y = y->data;
    int64_t load = wr_max(wr_view_count(x) / (p.blocks * p.pieces), 1);
    WR_TRY(wr_split(k, p.blocks * p.pieces, wr_max(PIECE / 2 / load, 1), run_pieces, &p));
    if (p.pieces == 1) return WEIR_OK;
    return wr_split(k, p.blocks, wr_max(PIECE / (p.width * p.pieces), 1), merge_pieces, &p);
}

bool wr_reduction_line_of(const weir_kernel *k, wr_reduction_line *l) {
    const weir_view *x = &k->in[0];
    wr_reduction f = wr_reduction_of(k);
    plan p;
    int64_t count = wr_view_count(x);
    if (count == 0 || !wr_view_is_row_major(x)) return false;
    make_plan(&p, &f, x->dtype, x->ndim, x->shape, x->strides, wr_simd_of(k));
    if (p.by_cols || p.blocks != 1 || p.width != 1 || p.run != count || p.pieces == 1) return false;
    *l = (wr_reduction_line){.r = p.r,
                             .reads = p.reads,
                             .divide = f.divide,
                             .leaf = p.leaf,
                             .piece = p.piece * p.leaf,
                             .pieces = p.pieces,
                             .state_stride = slot_bytes(&p)};
    return true;
}

bool wr_reduction_row_of(const weir_kernel *k, wr_reduction_row *row) {
    const weir_view *x = &k->in[0];
    wr_reduction f = wr_reduction_of(k);
    plan p;
    if (x->ndim == 0 || f.mask != UINT32_C(1) << (x->ndim - 1) || wr_view_count(x) == 0 ||
        !wr_view_is_row_major(x))
        return false;
    make_plan(&p, &f, x->dtype, x->ndim, x->shape, x->strides, wr_simd_of(k));
    if (p.by_cols || p.pieces != 1 || p.run != x->shape[x->ndim - 1]) return false;
    *row = (wr_reduction_row){.r = p.r, .reads = p.reads, .divide = f.divide, .leaf = p.leaf};
    return true;
}

void wr_reduction_line_end(const weir_kernel *k, const wr_reduction_line *l) {
    char *state = k->scratch;
    _Alignas(16) char made[16];
    for (int64_t i = 1; i < l->pieces; i++) l->r->merge(state, state + i * l->state_stride, 1);
    l->r->finish(made, state, 1, l->divide);
    wr_simd_of(k)->cast->cast[l->r->gives][k->out[0].dtype](k->out[0].data, made, 1);
}

int64_t wr_reduction_count(uint32_t mask, int ndim, const int64_t *shape) {
    int64_t n = 1;
    for (int i = 0; i < ndim; i++)
        if (mask >> i & 1) n *= shape[i];
    return n;
}

void wr_reduction_shape(weir_meta *out, const weir_array *x, uint32_t mask, bool keepdims) {
    out->ndim = 0;
    for (int i = 0; i < x->ndim; i++) {
        if (!(mask >> i & 1))
            out->shape[out->ndim++] = wr_shape(x)[i];
        else if (keepdims)
            out->shape[out->ndim++] = 1;
    }
}

uint32_t wr_axes_mask(weir_i64s axes, int ndim) {
    uint32_t mask = 0;
    if (axes.data == NULL) return ndim == 32 ? UINT32_MAX : (UINT32_C(1) << ndim) - 1;
    for (int64_t i = 0; i < axes.count; i++) {
        int axis = 0;
        wr_axis(axes.data[i], ndim, &axis);
        mask |= UINT32_C(1) << axis;
    }
    return mask;
}
