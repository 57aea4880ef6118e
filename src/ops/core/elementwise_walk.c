/* elementwise_walk.c - runs elementwise operators on any shapes, strides and dtypes, tile by tile.
 *
 * An operator provides loops over contiguous elements, one for each of the few compute dtypes.  The
 * iteration space is cut into tiles of `rows` by `cols` elements that fit the L1 cache.  In each
 * tile an operand is used in place if it is contiguous there and has the right dtype; otherwise it
 * is copied into a buffer, where it is gathered, transposed, repeated or cast as needed.  The
 * result is written back the same way, with non-temporal stores if it would not stay in the caches.
 * So one loop per dtype serves every layout, and x.T + 1 is transposed tile by tile without a
 * temporary.
 *
 * An element's value depends only on the operands, never on the tile that the element falls into.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "ops/core/elementwise_tiles.h"

enum {
    OPERANDS = 8, /* maximum number of operands, including operand 0, the output */
};

/* ---- At the call ----------------------------------------------------------------------------- */

static const char *kinds(uint32_t takes) {
    switch (takes) {
    case WEIR_TAKES_BOOL: return "bool";
    case WEIR_TAKES_INT: return "integers";
    case WEIR_TAKES_BOOL | WEIR_TAKES_INT: return "integers or bool";
    case WEIR_TAKES_FLOAT: return "floats";
    case WEIR_TAKES_INT | WEIR_TAKES_FLOAT: return "real numbers";
    case WEIR_TAKES_BOOL | WEIR_TAKES_INT | WEIR_TAKES_FLOAT: return "real numbers or bool";
    case WEIR_TAKES_FLOAT | WEIR_TAKES_COMPLEX: return "floats or complex numbers";
    default: return "numbers";
    }
}

/* Fail with a message that says why the operator does not support a dtype: it does not accept
 * dtypes of that kind, or it has no loop for the dtype. */
static weir_status refuse_dtype(const weir_infer *c, int dtype) {
    const weir_op *op = c->op;
    if (!(op->def.takes >> (wr_dtype_kind_of(dtype) - WR_KIND_BOOL) & 1))
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts %s, not %s", kinds(op->def.takes),
                            wr_dtypes[dtype].name);
    char list[160] = "";
    for (int i = WEIR_BOOL; i <= WEIR_COMPLEX128; i++) {
        size_t n = strlen(list);
        if (op->dtypes >> i & 1)
            snprintf(list + n, sizeof list - n, "%s%s", n > 0 ? ", " : "", wr_dtypes[i].name);
    }
    return wr_refuse_as(c, WEIR_EDTYPE, "does not support %s; supported dtypes: %s",
                        wr_dtypes[dtype].name, *list != '\0' ? list : "none");
}

static weir_status computing_dtype(weir_infer *c) {
    const weir_op_def *def = &c->op->def;
    /* Inputs that must be bool come before all others. */
    uint32_t from = 0;
    for (; from < c->in_count && (def->bools >> from & 1); from++)
        if (c->in[from]->dtype != WEIR_BOOL)
            return wr_refuse_as(c, WEIR_EDTYPE, "input %u must be bool, not %s", from,
                                wr_dtypes[c->in[from]->dtype].name);
    int dtype;
    WR_TRY(wr_promote(c, from, c->in_count, &dtype));
    if (def->gives == WEIR_GIVES_FLOAT && wr_dtype_kind_of(dtype) <= WR_KIND_INT)
        dtype = wr_default_dtype();
    if (WR_UNLIKELY(!(c->op->dtypes >> dtype & 1))) return refuse_dtype(c, dtype);
    c->dtype = dtype;
    return WEIR_OK;
}

weir_status wr_map_own_infer(weir_infer *c) {
    WR_TRY(c->op->own_infer(c));
    if (c->dtype < WEIR_BOOL || c->dtype > WEIR_COMPLEX128)
        return wr_refuse(c, "infer set dtype to %d, which is not a valid dtype", c->dtype);
    return c->op->dtypes >> c->dtype & 1 ? WEIR_OK : refuse_dtype(c, c->dtype);
}

static bool has_shape(const weir_array *a, const weir_meta *m) {
    if (a->ndim != m->ndim) return false;
    for (int i = 0; i < a->ndim; i++)
        if (wr_shape(a)[i] != m->shape[i]) return false;
    return true;
}

/* Return the index of the input whose memory order the output uses, so that x.T + 1 is one linear
 * pass over memory.  This is the first dense input that has the output's shape.  Return -1, for a
 * row-major output, if there is no such input or if an input of that shape is row-major. */
static int layout_of(const weir_infer *c, const weir_meta *out) {
    int like = -1;
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (!has_shape(a, out)) continue;
        if (a->flags & WR_CONTIGUOUS) return -1;
        if (like < 0 && wr_is_dense(a->ndim, wr_shape(a), wr_strides(a))) like = (int)i;
    }
    return like;
}

weir_status wr_map_infer(weir_infer *c) {
    WR_TRY(computing_dtype(c));
    const weir_op_def *def = &c->op->def;
    weir_meta *out = &c->out[0];
    if (c->in_count + 1 > OPERANDS)
        return wr_refuse(c, "at most %d inputs are supported", OPERANDS - 1);
    wr_meta_shape(out, c->in[0]->ndim, wr_shape(c->in[0]));
    for (uint32_t i = 1; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        int64_t both[WEIR_NDIM_MAX];
        int ndim;
        if (a->ndim == 0 || has_shape(a, out)) continue;
        if (!wr_broadcast(out->ndim, out->shape, a->ndim, wr_shape(a), &ndim, both))
            return wr_refuse(c, "shapes %s and %s do not broadcast",
                             wr_shape_text(out->ndim, out->shape),
                             wr_shape_text(a->ndim, wr_shape(a)));
        wr_meta_shape(out, ndim, both);
    }
    if (out->ndim > 1) out->like = layout_of(c, out);
    out->dtype = def->gives == WEIR_GIVES_BOOL   ? WEIR_BOOL
                 : def->gives == WEIR_GIVES_REAL ? wr_dtypes[c->dtype].real
                                                 : c->dtype;
    return WEIR_OK;
}

/* ---- The iteration --------------------------------------------------------------------------- */

typedef struct map {
    wr_tiles t;
    const weir_kernel *k;
    weir_map_fn loop;
    weir_map_fn streams; /* the loop with non-temporal stores, or NULL */
    wr_tile_operand operand[OPERANDS];
    bool stream; /* write the output with non-temporal stores */
    bool flat;   /* one dimension, and every operand is a scalar or used in place */
} map;

/* ---- One tile -------------------------------------------------------------------------------- */

typedef struct buffers {
    _Alignas(64) char block[OPERANDS][WR_TILE_BYTES];
    _Alignas(64) char other[WR_TILE_BYTES]; /* staging buffer between strided memory and the cast */
    int64_t filled[OPERANDS];               /* for scalars: number of elements already filled in */
} buffers;

/* Fill a scalar's buffer with n copies of its value, unless the buffer already holds that many. */
static const void *repeat(const map *m, int j, buffers *b, int64_t n) {
    if (b->filled[j] >= n) return b->block[j];
    wr_tile_repeat(m->t.simd, &m->operand[j], b->block[j], n);
    b->filled[j] = n;
    return b->block[j];
}

static const void *bring(const map *m, int j, const char *from, buffers *b, int64_t rows,
                         int64_t cols) {
    const wr_tile_operand *l = &m->operand[j];
    if (l->scalar) return repeat(m, j, b, rows * cols);
    return wr_tile_bring(m->t.simd, l, from, l->computed, b->block[j], b->other, rows, cols);
}

static void compute(const map *m, const int64_t *offset, buffers *b, int64_t rows, int64_t cols) {
    const wr_tile_operand *out = &m->operand[0];
    const void *in[OPERANDS];
    const int count = m->t.count;
    int64_t n = rows * cols;
    for (int j = 1; j < count; j++)
        in[j - 1] = bring(m, j, m->operand[j].data + offset[j], b, rows, cols);
    char *to = out->data + offset[0];
    bool contiguous = wr_tile_is_contiguous(out, rows, cols), cast = out->dtype != out->computed;
    if (contiguous && !cast && (!m->stream || (m->streams != NULL && (uintptr_t)to % 64 == 0))) {
        (m->stream ? m->streams : m->loop)(to, in, n, m->k->attr);
        return;
    }
    char *made = b->block[0];
    m->loop(made, in, n, m->k->attr);
    if (cast && contiguous && !m->stream) {
        m->t.simd->cast->cast[out->computed][out->dtype](to, made, n);
        return;
    }
    if (cast) {
        m->t.simd->cast->cast[out->computed][out->dtype](b->other, made, n);
        made = b->other;
    }
    if (contiguous)
        m->t.simd->move->stream(to, made, (size_t)n * wr_dtype_bytes(out->dtype));
    else
        wr_tile_scatter(m->t.simd->move, to, made, out, rows, cols, m->stream);
}

/* ---- All tiles ------------------------------------------------------------------------------- */

static bool is_flat(const map *m) {
    if (m->t.ndim != 1) return false;
    for (int j = 0; j < m->t.count; j++) {
        const wr_tile_operand *l = &m->operand[j];
        if (!l->scalar && (l->col != 1 || l->dtype != l->computed)) return false;
    }
    return !m->stream || (m->streams != NULL && (uintptr_t)m->operand[0].data % 64 == 0);
}

/* Run tiles of a flat iteration, which need not be located one by one. */
static void run_flat(const map *m, int64_t begin, int64_t end, buffers *b) {
    const weir_map_fn loop = m->stream ? m->streams : m->loop;
    const int64_t first = begin * m->t.cols, last = wr_min(end * m->t.cols, m->t.shape[0]);
    const char *at[OPERANDS];
    int64_t size[OPERANDS], each = last - first; /* elements of a call of the loop */
    assert(m->t.count > 0);
    for (int j = 1; j < m->t.count; j++)
        if (m->operand[j].scalar) each = wr_min(last - first, m->t.cols);
    for (int j = 0; j < m->t.count; j++) {
        const wr_tile_operand *l = &m->operand[j];
        size[j] = l->scalar ? 0 : (int64_t)wr_dtype_bytes(l->dtype);
        at[j] = l->scalar ? repeat(m, j, b, each) : l->data + first * size[j];
    }
    for (int64_t left = last - first; left > 0; left -= each) {
        const void *in[OPERANDS];
        for (int j = 1; j < m->t.count; j++) in[j - 1] = at[j];
        loop((void *)(uintptr_t)at[0], in, wr_min(left, each), m->k->attr);
        for (int j = 0; j < m->t.count; j++) at[j] += each * size[j];
    }
}

static void run_located(const map *m, int64_t begin, int64_t end, buffers *b) {
    for (int64_t tile = begin; tile < end; tile++) {
        int64_t offset[OPERANDS], rows, cols;
        wr_tile_locate(&m->t, tile, offset, &rows, &cols);
        compute(m, offset, b, rows, cols);
    }
}

static weir_status run_tiles(void *arg, int64_t begin, int64_t end) {
    const map *m = arg;
    buffers b;
    memset(b.filled, 0, sizeof b.filled);
    if (m->flat)
        run_flat(m, begin, end, &b);
    else
        run_located(m, begin, end, &b);
    if (m->stream) m->t.simd->move->fence();
    return WEIR_OK;
}

/* Return whether the result is too large to still be in the caches when it is next read. */
static bool past_the_caches(const map *m, const weir_kernel *k) {
    int64_t bytes = 0;
    for (uint32_t i = 0; i < k->in_count; i++)
        bytes += wr_view_count(&k->in[i]) * (int64_t)wr_dtype_bytes(k->in[i].dtype);
    int64_t written = wr_view_count(&k->out[0]) * (int64_t)wr_dtype_bytes(k->out[0].dtype);
    return k->fresh && m->operand[0].col == 1 && bytes + written > wr_cache_bytes() / 2;
}

static int wanted_out(const weir_op_def *def, int dtype) {
    if (def->gives == WEIR_GIVES_BOOL) return WEIR_BOOL;
    int compute = wr_compute_dtype[wr_dtypes[dtype].compute];
    return def->gives == WEIR_GIVES_REAL ? wr_dtypes[compute].real : compute;
}

/* Limits of the path for small calls (run_few). */
enum {
    FEW = WR_SIZE(64, 4), /* maximum number of elements if any operand is cast or repeated */
    /* Maximum number of elements if no operand is cast or repeated. */
    FEW_UNCAST = WR_SIZE(1024, 16),
    FEW_BYTES = 16 * FEW, /* size of a buffer for FEW elements of the widest dtype */
    FEW_OPERANDS = 4,
};

/* Cast a scalar and repeat it n times.  Common cases bypass the function tables, whose loops are
 * meant for many elements. */
static void repeat_number(const wr_simd *simd, int dtype, const void *from, int computed, char *to,
                          int64_t n) {
    if (computed == WEIR_FLOAT32 && (dtype == WEIR_INT64 || dtype == WEIR_FLOAT64)) {
        float value =
            dtype == WEIR_INT64 ? (float)*(const int64_t *)from : (float)*(const double *)from;
        for (int64_t i = 0; i < n; i++) memcpy(to + i * 4, &value, 4);
        return;
    }
    char value[16];
    simd->cast->cast[dtype][computed](value, from, 1);
    simd->move->fill[wr_dtypes[computed].shift](to, value, n);
}

/* Return a pointer to the elements of an operand of a small call: the operand's own memory, or
 * `buffer` if the elements had to be cast or repeated.  Return NULL if the operand is neither a
 * scalar nor a row-major array of the output's shape, or if it has too many elements to be cast or
 * repeated. */
static const void *bring_few(const weir_kernel *k, const weir_view *v, int computed, char *buffer,
                             int64_t n) {
    const weir_view *out = &k->out[0];
    const wr_simd *simd = wr_simd_of(k);
    if (v->ndim == 0 && n != 1) {
        if (n > FEW) return NULL;
        repeat_number(simd, v->dtype, v->data, computed, buffer, n);
        return buffer;
    }
    if (v->ndim != 0) {
        if (v->ndim != out->ndim) return NULL;
        for (int i = 0; i < v->ndim; i++)
            if (v->shape[i] != out->shape[i]) return NULL;
        if (!wr_view_is_row_major(v)) return NULL;
    }
    if (v->dtype == computed) return v->data;
    if (n > FEW) return NULL;
    simd->cast->cast[v->dtype][computed](buffer, v->data, n);
    return buffer;
}

/* Run a call on a few contiguous elements with one call of the loop.  Return false if the call does
 * not qualify. */
static bool run_few(const weir_kernel *k, weir_map_fn loop, int computed, int out_computed) {
    const weir_view *out = &k->out[0];
    int64_t n = wr_view_count(out);
    if (n > (out->dtype == out_computed ? FEW_UNCAST : FEW) || k->in_count > FEW_OPERANDS ||
        !wr_view_is_row_major(out))
        return false;
    _Alignas(64) char buffer[FEW_OPERANDS + 1][FEW_BYTES];
    const void *in[FEW_OPERANDS];
    for (uint32_t i = 0; i < k->in_count; i++) {
        int type = k->op->def.bools >> i & 1 ? WEIR_BOOL : computed;
        in[i] = bring_few(k, &k->in[i], type, buffer[i], n);
        if (in[i] == NULL) return false;
    }
    if (out->dtype == out_computed) {
        loop(out->data, in, n, k->attr);
    } else {
        loop(buffer[FEW_OPERANDS], in, n, k->attr);
        wr_simd_of(k)->cast->cast[out_computed][out->dtype](out->data, buffer[FEW_OPERANDS], n);
    }
    return true;
}

/* Run the loop tile by tile.  Inputs are cast to `computed` (those in the mask `bools` to bool),
 * and the output is cast from `out_computed`. */
static weir_status run_map(const weir_kernel *k, weir_map_fn loop, weir_map_fn streams,
                           int computed, uint32_t bools, int out_computed) {
    const weir_view *out = &k->out[0];
    if (wr_view_count(out) == 0) return WEIR_OK;
    map m; /* not cleared as a whole, because that would cost more than a small call */
    m.k = k;
    m.t.operand = m.operand;
    m.t.simd = wr_simd_of(k);
    m.loop = loop;
    m.streams = streams;
    m.t.count = (int)k->in_count + 1;
    m.t.ndim = out->ndim;
    for (int i = 0; i < m.t.ndim; i++) m.t.shape[i] = out->shape[i];
    wr_tile_lay_out(&m.t, 0, out, out_computed);
    for (uint32_t i = 0; i < k->in_count; i++)
        wr_tile_lay_out(&m.t, (int)i + 1, &k->in[i], bools >> i & 1 ? WEIR_BOOL : computed);
    wr_tile_simplify(&m.t);
    wr_tile_choose_tiles(&m.t, wr_tile_elements(&m.t));
    m.stream = past_the_caches(&m, k);
    m.flat = is_flat(&m);
    return wr_split(k, m.t.tiles, WR_PIECE_TILES, run_tiles, &m);
}

static weir_status run_with(const weir_kernel *k, weir_map_fn loop, weir_map_fn streams) {
    const weir_op_def *def = &k->op->def;
    int computed = wr_compute_dtype[wr_dtypes[k->dtype].compute],
        out_computed = wanted_out(def, k->dtype);
    if (loop == NULL)
        return wr_kernel_fail(k, WEIR_EINVAL, "does not support %s", wr_dtypes[k->dtype].name);
    if (run_few(k, loop, computed, out_computed)) return WEIR_OK;
    return run_map(k, loop, streams, computed, def->bools, out_computed);
}

weir_status wr_map_run(const weir_kernel *k) {
    int compute = wr_dtypes[k->dtype].compute;
    int level = wr_simd_of(k)->level;
    return run_with(k, k->op->loop[level][compute], k->op->streams[level][compute]);
}

weir_status wr_map_reference(const weir_kernel *k) {
    return run_with(k, k->op->def.map[wr_dtypes[k->dtype].compute], NULL);
}

/* ---- Copying: the elementwise operation that changes nothing --------------------------------- */

static void copy_loop(void *out, const void *const *in, int64_t n, const void *attr) {
    const size_t *size = attr;
    /* the output reuses the input's memory, so the elements are already in place */
    if (out == in[0]) return;
    memcpy(out, in[0], (size_t)n * *size);
}

weir_status wr_copy_view(const weir_kernel *k, const weir_view *to, const weir_view *from) {
    size_t size = wr_dtype_bytes(to->dtype);
    weir_kernel copy = *k;
    copy.attr = &size;
    copy.in = from;
    copy.in_count = 1;
    copy.out = to;
    return run_map(&copy, copy_loop, NULL, to->dtype, 0, to->dtype);
}

weir_status wr_copy_part(void *ctx, const weir_view *to, const weir_view *from) {
    return wr_copy_view(ctx, to, from);
}

weir_status wr_copy_row_major(const weir_kernel *k, void *data, int dtype, const weir_view *from) {
    int64_t strides[WEIR_NDIM_MAX];
    wr_row_major(from->ndim, from->shape, strides);
    weir_view to = {data, from->shape, strides, dtype, from->ndim};
    return wr_copy_view(k, &to, from);
}
