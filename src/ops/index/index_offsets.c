/* index_offsets.c - checks and broadcasts index arrays, and converts them to offsets.
 *
 * Indices are processed in blocks: they are gathered as int64, the size of the axis is added to
 * negative ones, all are compared with the size of their axis, and the offsets from all index
 * arrays are summed.  A block is always checked completely, and the lowest point whose index is out
 * of range is reported, so the message does not depend on the order in which workers finish.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

enum {
    BLOCK = WR_SIZE(256, 3),   /* number of indices gathered at a time */
    PIECE = WR_SIZE(16384, 7), /* minimum number of points in a piece of parallel work */
    TABLE = WR_SIZE(1024, 5),  /* offsets computed at a time if the caller does not need them */
};

/* ---- Inference ------------------------------------------------------------------------------- */

weir_status wr_need_index(const weir_infer *c, uint32_t input) {
    const weir_array *a = c->in[input];
    if (wr_dtype_kind_of(a->dtype) == WR_KIND_INT) return WEIR_OK;
    if (a->dtype == WEIR_BOOL)
        return wr_refuse(c, "input %u is bool; use mask_select or mask_put for masks", input);
    return wr_refuse(c, "input %u must be an integer array, not %s", input,
                     wr_dtypes[a->dtype].name);
}

/* Set owner[i] to the position, in the list of index arrays, of the array that indexes axis i, or
 * to -1 if there is none.  Set *first to the first indexed axis.  Return whether the indexed axes
 * are adjacent. */
static bool find_owners(const weir_i64s *axes, uint32_t count, int ndim, int *owner, int *first) {
    for (int i = 0; i < ndim; i++) owner[i] = -1;
    for (uint32_t i = 0; i < count; i++) {
        int axis = (int)i;
        if (axes->data != NULL) wr_axis(axes->data[i], ndim, &axis);
        owner[axis] = (int)i;
    }
    int low = -1, high = -1;
    for (int i = 0; i < ndim; i++) {
        if (owner[i] < 0) continue;
        if (low < 0) low = i;
        high = i;
    }
    *first = low < 0 ? 0 : low;
    return high - low + 1 == (int)count;
}

weir_status wr_index_shape(const weir_infer *c, uint32_t first, weir_i64s axes, bool front,
                           weir_meta *out) {
    const weir_array *x = c->in[0];
    uint32_t count = c->in_count - first, mask;
    if (count > (uint32_t)x->ndim)
        return wr_refuse(c, "too many index arrays: %u for an array with %d dimension%s", count,
                         x->ndim, x->ndim == 1 ? "" : "s");
    if (axes.data != NULL && axes.count != (int64_t)count)
        return wr_refuse(c, "%lld ax%s given for %u index array%s", (long long)axes.count,
                         axes.count == 1 ? "is was" : "es were", count, count == 1 ? "" : "s");
    if (axes.data != NULL) WR_TRY(wr_need_axes(c, axes, x->ndim, &mask));
    int64_t points[WEIR_NDIM_MAX];
    int points_ndim = 0;
    for (uint32_t i = first; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        WR_TRY(wr_need_index(c, i));
        int64_t both[WEIR_NDIM_MAX];
        int ndim;
        if (!wr_broadcast(points_ndim, points, a->ndim, wr_shape(a), &ndim, both))
            return wr_refuse(c, "index arrays of shapes %s and %s cannot be broadcast together",
                             wr_shape_text(points_ndim, points),
                             wr_shape_text(a->ndim, wr_shape(a)));
        memcpy(points, both, (size_t)ndim * sizeof *both);
        points_ndim = ndim;
    }
    if (x->ndim - (int)count + points_ndim > WEIR_NDIM_MAX)
        return wr_refuse(c, "the result would have more than %d dimensions", WEIR_NDIM_MAX);
    int owner[WEIR_NDIM_MAX], at;
    bool together = find_owners(&axes, count, x->ndim, owner, &at);
    if (!together || front) at = 0;
    out->ndim = 0;
    for (int i = 0; i <= x->ndim; i++) {
        if (i == at)
            for (int d = 0; d < points_ndim; d++) out->shape[out->ndim++] = points[d];
        if (i < x->ndim && owner[i] < 0) out->shape[out->ndim++] = wr_shape(x)[i];
    }
    return WEIR_OK;
}

weir_status wr_along_shape(const weir_infer *c, int64_t axis, weir_meta *out) {
    const weir_array *x = c->in[0], *index = c->in[1];
    int at;
    WR_TRY(wr_need_index(c, 1));
    WR_TRY(wr_need_axis(c, axis, x->ndim, &at));
    if (index->ndim != x->ndim)
        return wr_refuse(c, "indices of shape %s must have as many dimensions as x of shape %s",
                         wr_shape_text(index->ndim, wr_shape(index)),
                         wr_shape_text(x->ndim, wr_shape(x)));
    out->ndim = x->ndim;
    for (int i = 0; i < x->ndim; i++) {
        int64_t a = wr_shape(x)[i], b = wr_shape(index)[i];
        if (i != at && a != b && a != 1 && b != 1)
            return wr_refuse(c, "shapes %s and %s differ along axis %d, which is not indexed",
                             wr_shape_text(x->ndim, wr_shape(x)),
                             wr_shape_text(index->ndim, wr_shape(index)), i);
        out->shape[i] = i == at || a == 1 ? b : a;
    }
    return WEIR_OK;
}

weir_status wr_take_shape(const weir_infer *c, int64_t axis, weir_meta *out) {
    const weir_array *x = c->in[0], *index = c->in[1];
    int at = 0;
    WR_TRY(wr_need_index(c, 1));
    if (axis == WEIR_NONE) {
        wr_meta_shape(out, index->ndim, wr_shape(index));
        return WEIR_OK;
    }
    WR_TRY(wr_need_axis(c, axis, x->ndim, &at));
    if (x->ndim - 1 + index->ndim > WEIR_NDIM_MAX)
        return wr_refuse(c, "the result would have more than %d dimensions", WEIR_NDIM_MAX);
    out->ndim = 0;
    for (int i = 0; i < at; i++) out->shape[out->ndim++] = wr_shape(x)[i];
    for (int i = 0; i < index->ndim; i++) out->shape[out->ndim++] = wr_shape(index)[i];
    for (int i = at + 1; i < x->ndim; i++) out->shape[out->ndim++] = wr_shape(x)[i];
    return WEIR_OK;
}

/* ---- The points ------------------------------------------------------------------------------ */

static void drop_dim(wr_offsets *p, int dim) {
    p->ndim--;
    for (int i = dim; i < p->ndim; i++) {
        p->shape[i] = p->shape[i + 1];
        p->own[i] = p->own[i + 1];
        for (int k = 0; k < p->index_count; k++) p->index[k].stride[i] = p->index[k].stride[i + 1];
    }
}

/* Remove dimensions of size one, and merge adjacent dimensions where the strides of x and of all
 * index arrays permit it. */
static void join_dims(wr_offsets *p) {
    for (int i = p->ndim - 1; i >= 0; i--)
        if (p->shape[i] == 1) drop_dim(p, i);
    for (int i = p->ndim - 2; i >= 0; i--) {
        bool joins = p->own[i] == p->own[i + 1] * p->shape[i + 1];
        for (int k = 0; k < p->index_count; k++) {
            const int64_t *s = p->index[k].stride;
            joins &= s[i] == s[i + 1] * p->shape[i + 1];
        }
        if (!joins) continue;
        p->shape[i + 1] *= p->shape[i];
        drop_dim(p, i);
    }
    if (p->ndim == 0) { /* there is one point */
        p->shape[p->ndim++] = 1;
        p->own[0] = 0;
        for (int k = 0; k < p->index_count; k++) p->index[k].stride[0] = 0;
    }
}

/* Fill in the other fields of `p`, given `full_shape`, `own` and the index arrays.  The range of
 * the offsets is computed from sizes and strides, without reading the indices. */
static void finish_offsets(wr_offsets *p) {
    p->ndim = p->full_ndim;
    memcpy(p->shape, p->full_shape, (size_t)p->ndim * sizeof *p->shape);
    p->count = wr_count(p->ndim, p->shape);
    p->low = p->high = 0;
    for (int i = 0; i < p->ndim; i++) {
        int64_t reach = (p->shape[i] - 1) * p->own[i];
        *(reach < 0 ? &p->low : &p->high) += p->shape[i] > 0 ? reach : 0;
    }
    for (int k = 0; k < p->index_count; k++) {
        const wr_index *x = &p->index[k];
        int64_t low = 0, high = (x->size - 1) * x->step;
        if (x->flat != NULL)
            wr_extent(x->flat->ndim, x->flat->shape, x->flat->strides, &low, &high);
        p->low += x->flat != NULL ? low : high < 0 ? high : 0;
        p->high += high > 0 ? high : 0;
    }
    join_dims(p);
}

static void add_index(wr_offsets *p, const weir_view *v, int axis, int64_t size, int64_t step) {
    wr_index *x = &p->index[p->index_count++];
    *x = (wr_index){.data = v->data, .dtype = v->dtype, .axis = axis, .size = size, .step = step};
    for (int i = 0; i < p->full_ndim; i++) {
        int own = i - (p->full_ndim - v->ndim);
        x->stride[i] = own < 0 || v->shape[own] == 1 ? 0 : v->strides[own];
    }
}

static void add_dim(wr_dims *d, int64_t size, int64_t stride) {
    d->count *= size;
    if (size == 1) return;
    int last = d->ndim - 1;
    if (last >= 0 && d->stride[last] == size * stride) {
        d->shape[last] *= size;
        d->stride[last] = stride;
        return;
    }
    d->shape[d->ndim] = size;
    d->stride[d->ndim++] = stride;
}

static void start(wr_window *w) {
    w->places.index_count = 0;
    w->places.groups = 1;
    w->places.full_ndim = 0;
    w->before.ndim = w->after.ndim = 0;
    w->before.count = w->after.count = 1;
    w->ndim = w->after_ndim = 0;
}

static void result_dims(wr_window *w, int ndim, const int64_t *shape) {
    for (int i = 0; i < ndim; i++) w->shape[w->ndim++] = shape[i];
}

void wr_window_index(wr_window *w, const weir_view *x, const weir_view *index, uint32_t count,
                     weir_i64s axes, bool front) {
    wr_offsets *p = &w->places;
    int owner[WEIR_NDIM_MAX], at;
    start(w);
    if (!find_owners(&axes, count, x->ndim, owner, &at) || front) at = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t both[WEIR_NDIM_MAX];
        wr_broadcast(p->full_ndim, p->full_shape, index[i].ndim, index[i].shape, &p->full_ndim,
                     both);
        memcpy(p->full_shape, both, (size_t)p->full_ndim * sizeof *both);
    }
    memset(p->own, 0, sizeof p->own);
    for (int i = 0; i <= x->ndim; i++) {
        if (i == at) result_dims(w, p->full_ndim, p->full_shape);
        if (i == x->ndim) break;
        if (owner[i] >= 0) {
            add_index(p, &index[owner[i]], i, x->shape[i], x->strides[i]);
            continue;
        }
        add_dim(i < at ? &w->before : &w->after, x->shape[i], x->strides[i]);
        w->after_ndim += i >= at;
        w->shape[w->ndim++] = x->shape[i];
    }
    finish_offsets(p);
}

void wr_window_along(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis) {
    wr_offsets *p = &w->places;
    int at = 0;
    start(w);
    wr_axis(axis, x->ndim, &at);
    p->full_ndim = x->ndim;
    for (int i = 0; i < x->ndim; i++) {
        bool moves = i != at && x->shape[i] != 1;
        p->full_shape[i] = moves ? x->shape[i] : index->shape[i];
        p->own[i] = moves ? x->strides[i] : 0;
        /* Points that differ in a leading dimension refer to different elements of x. */
        if (i < at && moves) p->groups *= x->shape[i];
    }
    for (int i = 0; i < at; i++)
        if (p->own[i] == 0 && p->full_shape[i] > 1) p->groups = 1;
    result_dims(w, p->full_ndim, p->full_shape);
    add_index(p, index, at, x->shape[at], x->strides[at]);
    finish_offsets(p);
}

void wr_window_take(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis) {
    if (axis != WEIR_NONE) {
        wr_window_index(w, x, index, 1, (weir_i64s){&axis, 1}, false);
        return;
    }
    wr_offsets *p = &w->places;
    start(w);
    p->full_ndim = index->ndim;
    memcpy(p->full_shape, index->shape, (size_t)index->ndim * sizeof *index->shape);
    memset(p->own, 0, sizeof p->own);
    result_dims(w, p->full_ndim, p->full_shape);
    add_index(p, index, -1, wr_view_count(x), 1);
    if (x->ndim > 0 && !wr_view_is_row_major(x)) p->index[0].flat = x;
    finish_offsets(p);
}

/* ---- Offsets --------------------------------------------------------------------------------- */

/* Return a pointer to n indices, at most BLOCK, as int64: in place, or gathered into `to`. */
static const int64_t *load_indices(const wr_simd *simd, const wr_index *x, int64_t at,
                                   int64_t stride, int64_t n, int64_t *to) {
    const wr_dtype_info *info = &wr_dtypes[x->dtype];
    const char *from = x->data + at * info->bytes;
    char other[BLOCK * sizeof(int64_t)];
    if (stride != 1 && n > 1) {
        simd->move->gather[info->shift](other, from, stride, n);
        from = other;
        if (info->bytes == sizeof *to) {
            memcpy(to, from, (size_t)n * sizeof *to);
            return to;
        }
    } else if (info->bytes == sizeof *to) {
        return (const int64_t *)(const void *)from;
    }
    simd->cast->cast[x->dtype][WEIR_INT64](to, from, n);
    return to;
}

/* Add step * index[i] to offset[i].  Return the first i whose index is out of range, or -1. */
static int64_t add_offsets(const wr_index *x, const int64_t *index, int64_t n, int64_t *offset) {
    /* A uint64 index that is negative as an int64 is larger than any axis size, so the size is not
     * added to it. */
    int64_t size = x->size, step = x->step, wrap = wr_dtypes[x->dtype].is_signed ? size : 0;
    uint64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t at = index[i] + ((index[i] >> 63) & wrap);
        bad |= (uint64_t)((uint64_t)at >= (uint64_t)size);
        offset[i] = (int64_t)((uint64_t)offset[i] + (uint64_t)at * (uint64_t)step);
    }
    if (WR_LIKELY(bad == 0)) return -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t at = index[i] + ((index[i] >> 63) & wrap);
        if ((uint64_t)at >= (uint64_t)size) return i;
    }
    return -1;
}

/* Set offset[i] to step * index[i], for the common case of a single index array.  Return false if
 * an index is out of range. */
static bool only_offsets(const wr_index *x, const int64_t *index, int64_t n, int64_t *offset) {
    int64_t size = x->size, step = x->step, wrap = wr_dtypes[x->dtype].is_signed ? size : 0;
    uint64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t at = index[i] + ((index[i] >> 63) & wrap);
        bad |= (uint64_t)((uint64_t)at >= (uint64_t)size);
        offset[i] = (int64_t)((uint64_t)at * (uint64_t)step);
    }
    return bad == 0;
}

/* Compute the offsets of n consecutive points along the last dimension, starting at position `at`.
 * Return the first of them whose index is out of range, or -1. */
static int64_t find_run(const wr_simd *simd, const wr_offsets *p, const int64_t *at, int64_t n,
                        int64_t *offset) {
    int last = p->ndim - 1;
    int64_t base = 0, buffer[BLOCK], bad = -1;
    for (int i = 0; i < p->ndim; i++) base += at[i] * p->own[i];
    bool alone = p->index_count == 1 && base == 0 && p->own[last] == 0;
    for (int64_t done = 0; done < n; done += BLOCK) {
        int64_t m = n - done < BLOCK ? n - done : BLOCK, *to = offset + done;
        if (!alone)
            for (int64_t i = 0; i < m; i++) to[i] = base + (done + i) * p->own[last];
        for (int k = 0; k < p->index_count; k++) {
            const wr_index *x = &p->index[k];
            int64_t from = done * x->stride[last];
            for (int i = 0; i < p->ndim; i++) from += at[i] * x->stride[i];
            const int64_t *index = load_indices(simd, x, from, x->stride[last], m, buffer);
            if (alone && only_offsets(x, index, m, to)) continue;
            if (alone) memset(to, 0, (size_t)m * sizeof *to);
            int64_t wrong = add_offsets(x, index, m, to);
            if (wrong >= 0 && (bad < 0 || done + wrong < bad)) bad = done + wrong;
        }
        if (bad >= 0) return bad;
        if (p->index_count > 0 && p->index[0].flat != NULL)
            for (int64_t i = 0; i < m; i++) to[i] = wr_view_at(p->index[0].flat, to[i]);
    }
    return -1;
}

int64_t wr_offsets_find(const wr_simd *simd, const wr_offsets *p, int64_t begin, int64_t count,
                        int64_t *offset) {
    int last = p->ndim - 1;
    int64_t at[WEIR_NDIM_MAX], rest = begin;
    for (int i = last; i >= 0; i--) {
        at[i] = rest % p->shape[i];
        rest /= p->shape[i];
    }
    for (int64_t done = 0; done < count;) {
        int64_t n = p->shape[last] - at[last];
        if (n > count - done) n = count - done;
        int64_t bad = find_run(simd, p, at, n, offset + done);
        if (bad >= 0) return begin + done + bad;
        done += n;
        at[last] = 0;
        for (int i = last - 1; i >= 0 && ++at[i] == p->shape[i]; i--) at[i] = 0;
    }
    return -1;
}

/* ---- Checking all points --------------------------------------------------------------------- */

typedef struct check {
    const wr_simd *simd;
    const wr_offsets *places;
    int64_t *table;
    /* The lowest point whose index is out of range.  Relaxed order is enough, because `bad` is read
     * after all pieces are done. */
    _Atomic int64_t bad;
} check;

static weir_status check_piece(void *arg, int64_t begin, int64_t end) {
    check *c = arg;
    int64_t near[TABLE];
    for (int64_t i = begin; i < end; i += TABLE) {
        int64_t n = end - i < TABLE ? end - i : TABLE;
        int64_t *to = c->table != NULL ? c->table + i : near;
        int64_t bad = wr_offsets_find(c->simd, c->places, i, n, to);
        if (bad < 0) continue;
        int64_t low = atomic_load_explicit(&c->bad, memory_order_relaxed);
        while (bad < low && !atomic_compare_exchange_weak_explicit(
                                &c->bad, &low, bad, memory_order_relaxed, memory_order_relaxed)) {}
        break;
    }
    return WEIR_OK;
}

weir_status wr_offsets_check(const weir_kernel *k, const wr_offsets *p, int64_t *table) {
    check c = {.simd = wr_simd_of(k), .places = p, .table = table, .bad = INT64_MAX};
    WR_TRY(wr_split(k, p->count, PIECE, check_piece, &c));
    int64_t bad = atomic_load_explicit(&c.bad, memory_order_relaxed);
    return bad == INT64_MAX ? WEIR_OK : wr_offsets_fail(k, p, bad);
}

/* Write the position of a point to `text`, e.g. " at position 3", or "" if the index is a 0-d
 * array. */
static void position_text(const wr_offsets *p, int64_t point, char *text, size_t size) {
    int64_t at[WEIR_NDIM_MAX];
    text[0] = '\0';
    if (p->full_ndim == 0) return;
    for (int i = p->full_ndim - 1; i >= 0; i--) {
        at[i] = point % p->full_shape[i];
        point /= p->full_shape[i];
    }
    if (p->full_ndim == 1)
        snprintf(text, size, " at position %lld", (long long)at[0]);
    else
        snprintf(text, size, " at position %s", wr_shape_text(p->full_ndim, at));
}

weir_status wr_offsets_fail(const weir_kernel *k, const wr_offsets *p, int64_t point) {
    char where[80];
    position_text(p, point, where, sizeof where);
    for (int j = 0; j < p->index_count; j++) {
        const wr_index *x = &p->index[j];
        int64_t at = 0, rest = point, buffer, offset = 0;
        for (int i = p->ndim - 1; i >= 0; i--) {
            at += rest % p->shape[i] * x->stride[i];
            rest /= p->shape[i];
        }
        const int64_t *index = load_indices(wr_simd_of(k), x, at, 1, 1, &buffer);
        if (add_offsets(x, index, 1, &offset) < 0) continue;
        char number[32], axis[16];
        if (wr_dtypes[x->dtype].is_signed)
            snprintf(number, sizeof number, "%lld", (long long)*index);
        else
            snprintf(number, sizeof number, "%llu", (unsigned long long)*index);
        snprintf(axis, sizeof axis, "axis %d", x->axis);
        return wr_kernel_fail(k, WEIR_EINDEX, "index %s%s is out of range for %s of size %lld",
                              number, where, x->axis < 0 ? "the flattened array" : axis,
                              (long long)x->size);
    }
    return wr_kernel_fail(k, WEIR_EINDEX, "an index%s is out of range", where);
}

weir_status wr_start_as_input(const weir_kernel *k) {
    if (k->out[0].data == k->in[0].data && k->out[0].dtype == k->in[0].dtype) return WEIR_OK;
    return wr_copy_view(k, &k->out[0], &k->in[0]);
}

/* ---- For gradients --------------------------------------------------------------------------- */

weir_array *wr_build_zeros(weir_vjp *v, const weir_array *like) {
    return wr_g_zeros(v, wr_shape(like), like->ndim, like->dtype, like->device);
}

weir_array *wr_build_count(weir_vjp *v, int ndim, const int64_t *shape) {
    double count = (double)wr_count(ndim, shape);
    weir_array *flat = wr_g_arange(v, 0, count, 1, WEIR_INT64, v->in[0]->device);
    return wr_g_reshape(v, flat, shape, ndim);
}
