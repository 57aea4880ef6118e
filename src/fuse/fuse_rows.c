/* fuse_rows.c - groups with reductions of rows, such as a softmax or a layer norm that is written by
 * hand in elementwise operations, sums and means.
 *
 * A row is a line of elements along the last axis.  The group is computed in blocks of whole rows, about
 * a few thousand elements, which stay in the caches.  A reduction needs its whole row before any element
 * of its result is there, so the steps have levels:
 *
 *   level of an operation    the highest level from which on one of its inputs can be read
 *   level of an input        0
 *   level of a result        that of its operation; for a reduction, the next one
 *
 * For each block the levels run one after the other.  In each, first come the operations on results with
 * one element per row, then all others, tile by tile, as in fuse.c.  For example:
 *
 *   m = mean(x)          level 0: reduces x, tile by tile
 *   d = x - m            level 1: d, which level 2 also reads, is kept for the rows of the block
 *   v = mean(d * d)      level 1: d * d is in tiles only
 *   s = sqrt(v + eps)    level 2: one element per row
 *   y = d / s * g + b    level 2
 *
 * Invariants, which fuse_plan.c ensures:
 *   1. Every result is new and written once, so a value never changes after its level.
 *   2. Values have one of four extents: all elements, one per row, one row for all, or a scalar.
 *   3. A row of each temporary that is kept from level to level fits WR_FUSE_ROW_BYTES.
 * A row is reduced in the leaves, in the order and with the reducer of the single operation, so the
 * result has the same bits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fuse/fuse_run.h"

enum {
    BLOCK_ROWS = WR_SIZE(32, 3), /* maximum number of rows of a block */
    BLOCK_ELEMENTS =
        WR_SIZE(4096, 8), /* the number of elements of a block, unless a row has more */
    PIECE_ELEMENTS = WR_SIZE(65536, 16), /* of a piece of parallel work, divided by the members */
    LEAF_BYTES = WR_REDUCTION_LEAF * 8,  /* fuse_plan.c refuses wider elements */
};

/* ---- Preparation ----------------------------------------------------------------------------- */

static bool is_kept_for_block(const wr_fuse_value *v) {
    return v->temporary && (v->extent == WR_EXTENT_PER_ROW || v->until > v->level);
}

static void lay_out_value(wr_fused *f, wr_fuse_value *v) {
    wr_tile_operand *l = &f->operand[f->tiles.count];
    v->place = (int16_t)f->tiles.count++;
    *l = (wr_tile_operand){.data = v->view.data, .dtype = v->view.dtype, .computed = v->view.dtype};
    l->row = v->extent == WR_EXTENT_FULL ? f->length : v->extent == WR_EXTENT_PER_ROW;
    l->col = v->extent != WR_EXTENT_PER_ROW;
    l->stride[0] = l->row * (int64_t)wr_dtype_bytes(l->dtype);
    l->stride[1] = l->col * (int64_t)wr_dtype_bytes(l->dtype);
}

/* If a row has several tiles, elements that operations on all elements read once per row are repeated in
 * a buffer for all tiles of the row. */
static void choose_repeated(wr_fused *f) {
    int first = f->buffers;
    memset(f->repeats, 0, sizeof f->repeats);
    if (f->tiles.across == 1) return;
    for (uint32_t i = 0; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        for (int j = 0; j < s->in_count && s->kind == WR_STEP_MAP; j++) {
            wr_fuse_value *v = &f->plan.value[s->in[j]];
            if (v->extent != WR_EXTENT_PER_ROW || v->view.dtype != s->computed[j]) continue;
            uint32_t index = (uint32_t)((v->repeated >= 0 ? v->repeated : f->buffers) - first);
            if (index >= 32 || (first + index + 1) * f->tile_bytes > WR_FUSE_TILES_BYTES) continue;
            if (v->repeated < 0) {
                v->repeated = (int16_t)f->buffers++;
                f->repeated[index] = s->in[j];
            }
            f->repeats[s->level] |= UINT32_C(1) << index;
        }
    }
}

static void choose_block(wr_fused *f, int64_t elements) {
    wr_tiles *m = &f->tiles;
    int64_t leaf = WR_REDUCTION_LEAF;
    f->block = wr_min(wr_max(BLOCK_ELEMENTS / f->length, 1), BLOCK_ROWS);
    if (f->plan.kept_bytes > 0) f->block = wr_min(f->block, WR_FUSE_ROW_BYTES / f->plan.kept_bytes);
    m->cols = wr_min(wr_min(f->length, elements), leaf);
    m->across = wr_div_up(f->length, m->cols);
    m->rows = m->cols == f->length ? wr_min(elements / f->length, f->block) : 1;
}

void wr_fused_lay_out_rows(wr_fused *f) {
    wr_tiles *m = &f->tiles;
    int last = f->plan.ndim - 1, scalars = 0, arrays = 0;
    f->length = f->plan.shape[last];
    f->rows = 1;
    for (int i = 0; i < last; i++) f->rows *= f->plan.shape[i];
    m->simd = f->plan.simd;
    m->operand = f->operand;
    m->count = 0;
    f->streams = false;
    for (int i = 0; i < f->plan.values; i++) {
        wr_fuse_value *v = &f->plan.value[i];
        v->local = is_kept_for_block(v);
        /* What a later level reads should stay in the caches. */
        if (v->until > v->level || v->extent != WR_EXTENT_FULL) v->fresh = v->stored = false;
        if (v->scalar)
            v->place = (int16_t)scalars++;
        else if (!v->temporary || v->local)
            lay_out_value(f, v);
        f->streams |= v->fresh;
        arrays += (v->extent == WR_EXTENT_FULL && !v->temporary) || v->extent == WR_EXTENT_ONE_ROW;
    }
    wr_fused_assign_buffers(f);
    choose_block(f, wr_fused_choose_tile(f, arrays));
    choose_repeated(f);
}

/* ---- One block ------------------------------------------------------------------------------- */

/* The memory of the runner of a block. */
typedef struct local {
    wr_fuse_buffers b;
    _Alignas(64) char rows[WR_FUSE_ROW_BYTES + WR_FUSE_VALUES * 64]; /* temporaries that are kept */
    _Alignas(64) char each[WR_FUSE_ROW_VALUES][BLOCK_ROWS * 16];     /* with one element per row */
    _Alignas(64) char state[WR_FUSE_LEVEL_REDUCTIONS][BLOCK_ROWS * WR_REDUCTION_STATE];
    _Alignas(64) char leaf[WR_FUSE_LEVEL_REDUCTIONS][LEAF_BYTES];
} local;

typedef struct walk {
    wr_fuse_tile t;
    local *own;
    char *base[WR_FUSE_VALUES];     /* of each array: element (origin, 0) */
    int64_t origin[WR_FUSE_VALUES]; /* 0, or the first row of the block if the array is local */
    int64_t first, count;           /* the rows of the block */
} walk;

/* Give the local arrays their memory. */
static void place_locals(const wr_fused *f, walk *w) {
    char *next = w->own->rows;
    int each = 0;
    for (int i = 0; i < f->plan.values; i++) {
        const wr_fuse_value *v = &f->plan.value[i];
        if (v->scalar || (v->temporary && !v->local)) continue;
        w->base[v->place] = f->operand[v->place].data;
        if (!v->local) continue;
        if (v->extent == WR_EXTENT_PER_ROW) {
            w->base[v->place] = w->own->each[each++];
        } else {
            w->base[v->place] = next;
            size_t bytes = (size_t)(f->block * f->length) * wr_dtype_bytes(v->view.dtype);
            next += wr_round_up(bytes, 64);
        }
    }
}

static void start_block(const wr_fused *f, walk *w, int64_t first) {
    w->first = first;
    w->count = wr_min(f->rows - first, f->block);
    for (int i = 0; i < f->plan.values; i++) {
        const wr_fuse_value *v = &f->plan.value[i];
        if (!v->scalar && (!v->temporary || v->local)) w->origin[v->place] = v->local ? first : 0;
    }
}

/* Go to a tile. */
static void locate(walk *w, int64_t row, int64_t col, int64_t rows, int64_t cols) {
    const wr_fused *f = w->t.f;
    w->t.rows = rows;
    w->t.cols = cols;
    for (int j = 0; j < f->tiles.count; j++) {
        const wr_tile_operand *l = &f->operand[j];
        w->t.at[j] = w->base[j] + (row - w->origin[j]) * l->stride[0] + col * l->stride[1];
    }
    wr_fuse_fill_scalars(&w->t, rows * cols);
}

/* Accumulate the elements of a tile, which are whole rows or a part of one.  If the tile is a part of a
 * leaf, the leaf is gathered first. */
static void reduce(walk *w, const wr_fuse_step *s, int which, int64_t row, int64_t col) {
    const wr_fused *f = w->t.f;
    const wr_reduction_row *r = &s->row;
    const void *x = wr_fuse_bring(&w->t, s, 0);
    void *state = w->own->state[which];
    int64_t cols = w->t.cols, at = row - w->first;
    if (cols == f->length && cols <= r->leaf) {
        r->r->rows(state, w->count, at, w->t.rows, x, cols, cols, 0);
        return;
    }
    int64_t begin = col / r->leaf * r->leaf, count = wr_min(f->length - begin, r->leaf);
    if (cols < count) {
        size_t size = wr_dtype_bytes(r->reads);
        memcpy(w->own->leaf[which] + (size_t)(col - begin) * size, x, (size_t)cols * size);
        x = w->own->leaf[which];
    }
    if (col + cols == begin + count) r->r->rows(state, w->count, at, 1, x, 0, count, begin);
}

static void end_reduction(walk *w, const wr_fuse_step *s, int which) {
    const wr_fuse_value *out = &w->t.f->plan.value[s->out];
    _Alignas(64) char made[BLOCK_ROWS * 16];
    locate(w, w->first, 0, w->count, 1);
    s->row.r->finish(made, w->own->state[which], w->count, s->row.divide);
    w->t.f->plan.simd->cast->cast[s->row.r->gives][out->view.dtype](w->t.at[out->place], made,
                                                                    w->count);
}

/* Run the steps `begin` to `end` - 1, which are operations on all elements and reductions, in one
 * tile. */
static void run_tile(walk *w, uint32_t begin, uint32_t end, int64_t row, int64_t col) {
    int reductions = 0;
    for (uint32_t i = begin; i < end;) {
        const wr_fuse_step *s = &w->t.f->step[i];
        if (s->kind == WR_STEP_REDUCE_ROWS) {
            reduce(w, s, reductions++, row, col);
            i++;
        } else {
            i = wr_fuse_advance(&w->t, i);
        }
    }
}

/* Fill the buffers of the elements that a level repeats for this row. */
static void repeat(const walk *w, int level, int64_t row) {
    const wr_fused *f = w->t.f;
    for (uint32_t bits = f->repeats[level]; bits != 0; bits &= bits - 1) {
        const wr_fuse_value *v = &f->plan.value[f->repeated[__builtin_ctz(bits)]];
        const char *from =
            w->base[v->place] + (row - w->origin[v->place]) * f->operand[v->place].stride[0];
        f->plan.simd->move->fill[wr_dtypes[v->view.dtype].shift](
            w->t.at[f->tiles.count + v->repeated], from, f->tiles.cols);
    }
}

static void run_level(walk *w, uint32_t begin, uint32_t end) {
    const wr_fused *f = w->t.f;
    const wr_tiles *m = &f->tiles;
    int reductions = 0;
    for (; begin < end && f->step[begin].kind == WR_STEP_MAP_ROWS; begin++) {
        locate(w, w->first, 0, w->count, 1);
        wr_fuse_compute(&w->t, &f->step[begin]);
    }
    if (begin == end) return;
    for (uint32_t i = begin; i < end; i++)
        if (f->step[i].kind == WR_STEP_REDUCE_ROWS)
            f->step[i].row.r->init(w->own->state[reductions++], w->count);
    int64_t last = w->first + w->count, rows, cols;
    for (int64_t row = w->first; row < last; row += rows) {
        rows = wr_min(last - row, m->rows);
        repeat(w, f->step[begin].level, row);
        for (int64_t col = 0; col < f->length; col += cols) {
            /* No tile has elements of two leaves. */
            cols = wr_min(wr_min(f->length - col, m->cols),
                          WR_REDUCTION_LEAF - col % WR_REDUCTION_LEAF);
            locate(w, row, col, rows, cols);
            run_tile(w, begin, end, row, col);
        }
    }
    reductions = 0;
    for (uint32_t i = begin; i < end; i++)
        if (f->step[i].kind == WR_STEP_REDUCE_ROWS) end_reduction(w, &f->step[i], reductions++);
}

static weir_status run_blocks(void *arg, int64_t begin, int64_t end) {
    const wr_fused *f = arg;
    local own;
    walk w;
    w.own = &own;
    wr_fuse_tile_init(&w.t, f, &own.b);
    place_locals(f, &w);
    for (int64_t block = begin; block < end; block++) {
        start_block(f, &w, block * f->block);
        for (uint32_t i = 0, next; i < f->group.count; i = next) {
            for (next = i + 1; next < f->group.count; next++)
                if (f->step[next].level != f->step[i].level) break;
            run_level(&w, i, next);
        }
    }
    if (f->streams) f->plan.simd->move->fence();
    return WEIR_OK;
}

void wr_fused_run_rows(wr_fused *f, weir_context *ctx) {
    int64_t blocks = wr_div_up(f->rows, f->block);
    int64_t grain = PIECE_ELEMENTS / (f->block * f->length) / f->group.count;
    if (grain < 1) grain = 1;
    if (blocks <= grain)
        run_blocks(f, 0, blocks);
    else
        weir_parallel_for(ctx, blocks, grain, run_blocks, f);
}
