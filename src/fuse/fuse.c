/* fuse.c - runs the members of a group tile by tile.
 *
 * In each tile the steps of the members run in program order (fuse_tile.c).  Groups with reductions of
 * rows have an order of their own (fuse_rows.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fuse/fuse.h"

#include <string.h>

#include "fuse/fuse_run.h"

enum {
    ELEMENTS_MIN = WR_SIZE(16384, 2), /* smaller operations run alone */
    /* bytes per nanosecond that an operation is assumed to read and write */
    SPEED = 40,
    HOLD_NS_MAX = 50000,
    PIECE_TILES_MIN = WR_SIZE(4, 1),
    CODE_STEPS =
        8, /* generated steps that take about the time of reading and writing their operands */
};

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Find the last step that uses each value, and whether a member reads it after a member has written
 * it. */
static void find_lives(wr_fused *f) {
    bool made[WR_FUSE_VALUES] = {false}, read[WR_FUSE_VALUES] = {false};
    for (uint32_t i = 0; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        for (int j = 0; j < s->in_count; j++) {
            f->plan.value[s->in[j]].last = (int16_t)i;
            read[s->in[j]] |= made[s->in[j]];
        }
        if (s->kind == WR_STEP_REDUCE_ALL) continue;
        wr_fuse_value *out = &f->plan.value[s->out];
        out->last = (int16_t)i;
        if (made[s->out]) out->fresh = false; /* it is written twice */
        made[s->out] = true;
    }
    bool large = wr_fused_is_large(f);
    for (int i = 0; i < f->plan.values; i++) {
        wr_fuse_value *v = &f->plan.value[i];
        v->fresh &= large;
        v->stored = v->fresh && read[i];
    }
}

/* Lay out the arrays that are in memory; the first of them is a result, if any is. */
static void lay_out(wr_fused *f) {
    wr_tiles *m = &f->tiles;
    m->simd = f->plan.simd;
    m->operand = f->operand;
    m->count = 0;
    m->ndim = f->plan.ndim;
    memcpy(m->shape, f->plan.shape, (size_t)m->ndim * sizeof *m->shape);
    f->streams = false;
    int scalars = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < f->plan.values; i++) {
            wr_fuse_value *v = &f->plan.value[i];
            if (v->written != (round == 0) || v->temporary) continue;
            if (v->scalar) {
                v->place = (int16_t)scalars++;
                continue;
            }
            v->place = (int16_t)m->count;
            wr_tile_lay_out(m, m->count++, &v->view, v->view.dtype);
            f->streams |= v->fresh;
        }
    bool visible = m->count > 0 || f->plan.reduction != NULL;
    if (m->count == 0) /* all operands are scalars and temporaries; an operand that is not used */
        m->operand[m->count++] = (wr_tile_operand){.data = (char *)f, .dtype = WEIR_UINT8};
    wr_tile_simplify(m);
    wr_tile_choose_tiles(m, wr_fused_choose_tile(f, m->count));
    for (int i = 0; i < f->plan.values; i++) {
        wr_fuse_value *v = &f->plan.value[i];
        if (v->fresh && m->operand[v->place].col != 1) v->fresh = false;
    }
    if (!visible) m->tiles = 0; /* no result is in memory, so there is nothing to compute */
}

static weir_status run_tiles(void *arg, int64_t begin, int64_t end) {
    const wr_fused *f = arg;
    wr_fuse_buffers b;
    wr_fuse_tile t;
    int64_t offset[WR_FUSE_VALUES];
    wr_fuse_tile_init(&t, f, &b);
    for (int64_t i = begin; i < end; i++) {
        int64_t rows, cols;
        wr_tile_locate(&f->tiles, i, offset, &rows, &cols);
        t.rows = rows;
        t.cols = cols;
        for (int j = 0; j < f->tiles.count; j++) t.at[j] = f->operand[j].data + offset[j];
        wr_fuse_fill_scalars(&t, rows * cols);
        for (uint32_t j = 0; j < f->group.count;) j = wr_fuse_advance(&t, j);
    }
    if (f->streams) f->plan.simd->move->fence();
    return WEIR_OK;
}

/* ---- With a reduction of all elements -------------------------------------------------------- */

typedef struct leaf {
    _Alignas(64) char block[WR_REDUCTION_LEAF * 16];
    int64_t first, count, done; /* its first element, its number of elements, how many are there */
    void *state;
} leaf;

/* Accumulate the elements of a tile.  If the tile is a part of a leaf, the leaf is gathered first. */
static void reduce(const wr_fuse_tile *t, const wr_fuse_step *s, leaf *l) {
    const wr_reduction_line *line = &t->f->plan.line;
    const void *x = wr_fuse_bring(t, s, 0);
    if (t->cols < l->count) {
        size_t size = wr_dtype_bytes(line->reads);
        memcpy(l->block + (size_t)l->done * size, x, (size_t)t->cols * size);
        x = l->block;
    }
    if (l->done + t->cols == l->count) line->r->rows(l->state, 1, 0, 1, x, 0, l->count, l->first);
}

/* All values are row-major, so a tile is a range of elements. */
static void run_range(wr_fuse_tile *t, leaf *l) {
    const wr_fused *f = t->f;
    t->rows = 1;
    t->cols = wr_min(l->count - l->done, f->tiles.cols);
    for (int j = 0; j < f->tiles.count; j++)
        t->at[j] = f->operand[j].data + (l->first + l->done) * f->operand[j].stride[0];
    wr_fuse_fill_scalars(t, t->cols);
    for (uint32_t j = 0; j < f->group.count;) {
        if (f->step[j].kind == WR_STEP_REDUCE_ALL)
            reduce(t, &f->step[j++], l);
        else
            j = wr_fuse_advance(t, j);
    }
    l->done += t->cols;
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    const wr_fused *f = arg;
    const wr_reduction_line *line = &f->plan.line;
    wr_fuse_buffers b;
    leaf l;
    wr_fuse_tile t;
    wr_fuse_tile_init(&t, f, &b);
    int64_t count = f->tiles.shape[0];
    for (int64_t piece = begin; piece < end; piece++) {
        l.state = f->scratch + piece * line->state_stride;
        line->r->init(l.state, 1);
        int64_t last = wr_min((piece + 1) * line->piece, count);
        for (l.first = piece * line->piece; l.first < last; l.first += line->leaf) {
            l.count = wr_min(last - l.first, line->leaf);
            for (l.done = 0; l.done < l.count;) run_range(&t, &l);
        }
    }
    if (f->streams) f->plan.simd->move->fence();
    return WEIR_OK;
}

static void end_reduction(wr_fused *f) {
    const wr_task_record *r = f->plan.reduction;
    weir_view view[2];
    _Alignas(16) char attr[WR_FUSE_ATTR_BYTES];
    weir_kernel k = wr_fuse_reduction(&f->plan, r, view, attr);
    k.scratch = f->scratch;
    view[1].data = wr_storage_of(r->operand[1].var)->data;
    wr_reduction_line_end(&k, &f->plan.line);
    wr_arena_give(r->arrays->arena, f->scratch);
}

/* ---- A group --------------------------------------------------------------------------------- */

/* The number of tiles of a piece of parallel work. */
static int64_t piece_tiles(const wr_fused *f) {
    int64_t count = f->group.count;
    if (f->tile_bytes == WR_FUSE_CODE_BYTES) /* all is generated: several steps cost one access */
        return wr_max(
            WR_PIECE_TILES * WR_TILE_BYTES / WR_FUSE_CODE_BYTES / (1 + count / CODE_STEPS), 1);
    return wr_max(WR_PIECE_TILES / count, PIECE_TILES_MIN);
}

static void run_all(wr_fused *f, int worker) {
    wr_group *g = &f->group;
    int64_t tiles = f->tiles.tiles, grain = piece_tiles(f);
    weir_context ctx = {.rt = g->rt, .task = g->task[g->count - 1], .worker = worker};
    const wr_task *outer = wr_current_task;
    wr_current_task = ctx.task;
    if (f->plan.by_rows) {
        wr_fused_run_rows(f, &ctx);
    } else if (f->plan.reduction != NULL) {
        weir_parallel_for(&ctx, f->plan.line.pieces, 1, run_pieces, f);
        end_reduction(f);
    } else if (tiles <= grain)
        run_tiles(f, 0, tiles);
    else
        weir_parallel_for(&ctx, tiles, grain, run_tiles, f);
    wr_current_task = outer;
    wr_fused_drop_runs(f);
    for (uint32_t i = 0; i < g->count; i++) g->task[i]->prev = NULL;
}

/* Put the steps in the order in which they run: by levels, and in each level what has one element per
 * row first.  Otherwise program order remains. */
static void sort_steps(wr_fused *f) {
    for (uint32_t i = 1; i < f->group.count; i++) {
        wr_fuse_step s = f->step[i];
        int key = s.level * 2 + (s.kind != WR_STEP_MAP_ROWS);
        uint32_t at = i;
        for (; at > 0; at--) {
            const wr_fuse_step *before = &f->step[at - 1];
            if (before->level * 2 + (before->kind != WR_STEP_MAP_ROWS) <= key) break;
            f->step[at] = *before;
        }
        f->step[at] = s;
    }
}

static void lay_out_all(wr_fused *f) {
    for (int i = 0; i < f->plan.values; i++)
        f->plan.value[i].buffer = f->plan.value[i].repeated = -1;
    if (f->plan.by_rows) {
        wr_fused_lay_out_rows(f);
    } else {
        wr_fused_assign_buffers(f);
        lay_out(f);
    }
    wr_fused_find_quick(f);
}

/* Prepare to run the members together.  Return false if they have to run one by one. */
static bool prepare(wr_fused *f) {
    for (uint32_t i = 0; i < f->group.count; i++) {
        wr_fuse_plan_step(&f->plan, f->group.task[i]->arg, &f->step[i]);
        f->step[i].member = (uint8_t)i;
    }
    if (f->plan.by_rows) sort_steps(f);
    if (!wr_fused_allocate(f)) return false;
    find_lives(f);
    f->runs = 0;
    if (wr_fused_is_flat(f)) wr_fused_find_runs(f);
    lay_out_all(f);
    if (!wr_fused_is_flat(f)) wr_fused_find_runs(f);
    if (!wr_fused_generate(f)) { /* then temporaries need buffers */
        wr_fused_drop_runs(f);
        lay_out_all(f);
    }
    return true;
}

static __attribute__((noinline)) bool run_group(weir_runtime *rt, wr_task *t, int64_t hold_ns,
                                                int worker) {
    wr_fused f;
    wr_fuse_plan_init(&f.plan, rt);
    f.group.rt = rt;
    f.group.join = wr_fuse_plan_join;
    f.group.plan = &f.plan;
    f.group.drop = wr_fused_drop;
    if (!wr_group_collect(&f.group, t, hold_ns, worker)) return true;
    if (f.group.count == 0) return false;
    wr_group_begin(&f.group);
    if (prepare(&f))
        run_all(&f, worker);
    else
        wr_group_run_singly(&f.group, worker);
    wr_group_finish(&f.group);
    return true;
}

bool wr_fuse(weir_runtime *rt, wr_task *t, int worker) {
    const wr_task_record *r = t->arg;
    bool rows = wr_fuse_reduces_rows(r);
    const weir_view *v = &r->operand[rows ? 0 : r->in_count].view;
    const int64_t *shape = (const int64_t *)(const void *)((const char *)r + (uintptr_t)v->shape);
    int64_t count = 1;
    for (int i = 0; i < v->ndim; i++) count *= shape[i];
    if (count < ELEMENTS_MIN || atomic_load_explicit(&rt->serial, memory_order_relaxed))
        return false;
    int64_t operands = rows ? 1 : r->in_count + 1;
    int64_t bytes = operands * count * (int64_t)wr_dtype_bytes(v->dtype);
    int64_t hold_ns = wr_min(bytes / SPEED / 4, HOLD_NS_MAX);
    return wr_group_is_possible(rt, t, hold_ns, worker) && run_group(rt, t, hold_ns, worker);
}
