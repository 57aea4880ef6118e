/* fuse_tile.c - the buffers of a tile, and running the loop of one member in one tile.
 *
 * A result that other members read is in a buffer of the size of a tile if it is a temporary or is
 * written with non-temporal stores, else in its own memory.  So every loop gets the elements that it
 * would get without fusion, rounded to their dtype, and has the same results.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fuse/fuse_run.h"

/* ---- Buffers --------------------------------------------------------------------------------- */

static bool is_one_run(const wr_fused *f) {
    return f->runs == 1 && f->run[0].begin == 0 && f->run[0].end == f->group.count;
}

/* Does any step that is not generated read a scalar? */
static bool reads_scalars(const wr_fused *f) {
    for (uint32_t i = 0; i < f->group.count; i++)
        for (int j = 0; j < f->step[i].in_count && f->step[i].run == 0; j++)
            if (f->plan.value[f->step[i].in[j]].scalar) return true;
    return false;
}

void wr_fused_assign_buffers(wr_fused *f) {
    int16_t until[WR_GROUP_MAX]; /* the last step that uses each buffer */
    f->kept = 0;
    for (int i = 0; i < WR_GROUP_MAX; i++) until[i] = -1;
    for (uint32_t i = 0; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        if (s->kind == WR_STEP_REDUCE_ALL) continue;
        wr_fuse_value *v = &f->plan.value[s->out];
        if (!(v->temporary || v->stored) || v->local || v->buffer >= 0) continue;
        /* Within a run it is in a register. */
        if (s->run > 0 && v->last < f->run[s->run - 1].end) continue;
        int at = 0;
        while (until[at] >= (int)i) at++; /* there is one: each member has at most one buffer */
        v->buffer = (int16_t)at;
        until[at] = v->last;
        if (at >= f->kept) f->kept = at + 1;
    }
    f->scalars = reads_scalars(f) ? f->plan.scalars : 0;
    f->buffers = f->kept + f->scalars;
}

/* The size of the widest element that is in a buffer. */
static int64_t widest_element(const wr_fused *f) {
    size_t widest = 1;
    for (uint32_t i = 0; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        for (int j = 0; j < s->in_count + (s->kind <= WR_STEP_MAP_ROWS); j++) {
            bool in = j < s->in_count;
            size_t a = wr_dtype_bytes(in ? s->computed[j] : s->out_computed),
                   b = wr_dtype_bytes(f->plan.value[in ? s->in[j] : s->out].view.dtype);
            widest = a > widest ? a : widest;
            widest = b > widest ? b : widest;
        }
    }
    return (int64_t)widest;
}

int64_t wr_fused_choose_tile(wr_fused *f, int arrays) {
    int64_t together = f->kept + f->scalars + arrays;
    f->tile_bytes = WR_TILE_BYTES;
    if (is_one_run(f)) { /* the steps need no buffers */
        f->tile_bytes = WR_FUSE_CODE_BYTES;
        return f->tile_bytes / widest_element(f);
    }
    while (together * f->tile_bytes > WR_FUSE_TILES_BYTES && f->tile_bytes > WR_FUSE_TILE_BYTES_MIN)
        f->tile_bytes /= 2;
    return f->tile_bytes / widest_element(f);
}

bool wr_fused_is_large(const wr_fused *f) {
    int64_t bytes = 0;
    for (int i = 0; i < f->plan.values; i++) {
        const wr_fuse_value *v = &f->plan.value[i];
        if (!v->scalar && !v->temporary)
            bytes += wr_view_count(&v->view) * (int64_t)wr_dtype_bytes(v->view.dtype);
    }
    return bytes > wr_cache_bytes() / 2;
}

/* Is the array contiguous in every tile in which the step runs? */
static bool is_contiguous(const wr_fused *f, const wr_fuse_step *s, const wr_tile_operand *l) {
    const wr_tiles *m = &f->tiles;
    if (s->kind == WR_STEP_MAP_ROWS) return true; /* tiles have one column, and row is 1 */
    return l->col == 1 && (m->rows == 1 || (l->row == m->cols && m->across == 1));
}

static bool is_repeated(const wr_fuse_step *s, const wr_fuse_value *v) {
    return s->kind == WR_STEP_MAP && v->repeated >= 0;
}

int wr_fused_slot(const wr_fused *f, const wr_fuse_step *s, const wr_fuse_value *v) {
    if (is_repeated(s, v)) return f->tiles.count + v->repeated;
    if (v->scalar) return f->tiles.count + f->kept + v->place;
    return v->buffer >= 0 ? f->tiles.count + v->buffer : v->place;
}

static bool is_quick(const wr_fused *f, const wr_fuse_step *s) {
    const wr_fuse_value *out = &f->plan.value[s->out];
    if (s->kind > WR_STEP_MAP_ROWS || out->stored || out->view.dtype != s->out_computed)
        return false;
    if (out->buffer < 0 && !is_contiguous(f, s, &f->operand[out->place])) return false;
    if (out->fresh && s->streams == NULL) return false;
    for (int j = 0; j < s->in_count; j++) {
        const wr_fuse_value *v = &f->plan.value[s->in[j]];
        if (v->scalar) continue;
        if (v->view.dtype != s->computed[j]) return false;
        if (v->buffer < 0 && !is_repeated(s, v) && !is_contiguous(f, s, &f->operand[v->place]))
            return false;
    }
    return true;
}

void wr_fused_find_quick(wr_fused *f) {
    for (uint32_t i = 0; i < f->group.count; i++) {
        wr_fuse_step *s = &f->step[i];
        if (s->kind > WR_STEP_MAP_ROWS) continue;
        if (!f->plan.value[s->out].fresh) s->streams = NULL;
        s->quick = is_quick(f, s);
        s->out_slot = (uint8_t)wr_fused_slot(f, s, &f->plan.value[s->out]);
        for (int j = 0; j < WR_FUSE_INPUTS; j++)
            s->in_slot[j] =
                (uint8_t)(j < s->in_count ? wr_fused_slot(f, s, &f->plan.value[s->in[j]])
                                          : s->out_slot);
    }
}

/* ---- One step -------------------------------------------------------------------------------- */

static char *block(const wr_fuse_tile *t, int64_t index) {
    return t->b->block + index * t->f->tile_bytes;
}

static char *stage(const wr_fuse_tile *t, int index) { return block(t, t->f->buffers + index); }

enum { MADE = WR_FUSE_INPUTS, OTHER };

void wr_fuse_tile_init(wr_fuse_tile *t, const wr_fused *f, wr_fuse_buffers *b) {
    t->f = f;
    t->b = b;
    b->filled = 0;
    for (int i = 0; i < f->buffers; i++) t->at[f->tiles.count + i] = block(t, i);
}

const void *wr_fuse_bring(const wr_fuse_tile *t, const wr_fuse_step *s, int j) {
    const wr_fuse_value *v = &t->f->plan.value[s->in[j]];
    const wr_simd *simd = t->f->plan.simd;
    if (v->scalar) return block(t, t->f->kept + v->place);
    int computed = s->computed[j];
    if (v->buffer >= 0) {
        const char *kept = block(t, v->buffer);
        if (v->view.dtype == computed) return kept;
        simd->cast->cast[v->view.dtype][computed](stage(t, j), kept, t->rows * t->cols);
        return stage(t, j);
    }
    return wr_tile_bring(simd, &t->f->operand[v->place], t->at[v->place], computed, stage(t, j),
                         stage(t, OTHER), t->rows, t->cols);
}

/* The result goes to its buffer, to its memory or, if that is not contiguous in this tile, to another
 * buffer first. */
void wr_fuse_compute_slowly(const wr_fuse_tile *t, const wr_fuse_step *s) {
    const wr_fuse_value *out = &t->f->plan.value[s->out];
    const wr_simd *simd = t->f->plan.simd;
    const void *in[WR_FUSE_INPUTS];
    int64_t n = t->rows * t->cols;
    int dtype = out->view.dtype;
    for (int j = 0; j < s->in_count; j++) in[j] = wr_fuse_bring(t, s, j);
    bool in_memory = !out->temporary || out->local;
    char *made = out->buffer >= 0 ? block(t, out->buffer) : NULL;
    const wr_tile_operand *l = &t->f->operand[out->place]; /* not used if it is only in a buffer */
    char *to = in_memory ? t->at[out->place] : NULL;
    bool contiguous = in_memory && wr_tile_is_contiguous(l, t->rows, t->cols);
    weir_map_fn loop = s->loop;
    bool done = false; /* the result is in its memory */
    if (made == NULL && contiguous && !out->fresh) {
        made = to;
        done = true;
    } else if (made == NULL && contiguous && s->out_computed == dtype && s->streams != NULL &&
               (uintptr_t)to % 64 == 0) {
        made = to;
        loop = s->streams;
        done = true;
    } else if (made == NULL) {
        made = stage(t, OTHER);
    }
    if (s->out_computed == dtype) {
        loop(made, in, n, s->attr);
    } else {
        loop(stage(t, MADE), in, n, s->attr);
        simd->cast->cast[s->out_computed][dtype](made, stage(t, MADE), n);
    }
    if (done || !in_memory) return;
    if (!contiguous)
        wr_tile_scatter(simd->move, to, made, l, t->rows, t->cols, out->fresh);
    else if (out->fresh)
        simd->move->stream(to, made, (size_t)n * wr_dtype_bytes(dtype));
    else
        memcpy(to, made, (size_t)n * wr_dtype_bytes(dtype));
}

void wr_fuse_fill_scalars(const wr_fuse_tile *t, int64_t n) {
    const wr_fused *f = t->f;
    if (f->scalars == 0 || t->b->filled >= n) return;
    for (int i = 0; i < f->plan.values; i++) {
        const wr_fuse_value *v = &f->plan.value[i];
        wr_tile_operand l = {.data = v->view.data, .dtype = v->view.dtype, .computed = v->computed};
        if (v->scalar) wr_tile_repeat(f->plan.simd, &l, block(t, f->kept + v->place), n);
    }
    t->b->filled = n;
}
