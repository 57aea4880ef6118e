/* basic_index.c - a key of slices, single indices and new dimensions, all in one view: x[4, ::2, None, ...].
 *
 * A key is four lists of equal length: what each part is, and its bounds.  One call makes the view, so that a
 * front end has neither to take a key apart nor to make views between.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/build.h"
#include "ops/places.h"
#include "ops/viewing.h"

#define BASIC_INDEX_ATTRS(X, A)                                                                    \
    X(A, I64S, kinds, WR_NO_LIST, "0: a slice, 1: an index, 2: a new dimension, 3: the rest")      \
    X(A, I64S, starts, WR_NO_LIST, "where a slice begins; the index")                              \
    X(A, I64S, stops, WR_NO_LIST, "where a slice ends, not included")                              \
    X(A, I64S, steps, WR_NO_LIST, "from one element of a slice to the next, may be negative")
WR_ATTRS(basic_index, BASIC_INDEX_ATTRS);

static int64_t entry(weir_i64s list, int i) { return i < list.count ? list.data[i] : WEIR_NONE; }

/* How many axes WEIR_KEY_REST stands for, or all behind the key if it has none. */
static weir_status count_rest(const weir_infer *c, int *rest) {
    const basic_index_attr *attr = c->attr;
    int used = 0, rests = 0, ndim = c->in[0]->ndim, added = 0;
    const weir_i64s lists[] = {attr->starts, attr->stops, attr->steps};
    static const char *const names[] = {"starts", "stops", "steps"};
    for (int i = 0; i < 3; i++)
        if (lists[i].count > attr->kinds.count)
            return wr_refuse(c, "%lld %s for a key of %lld parts", (long long)lists[i].count,
                             names[i], (long long)attr->kinds.count);
    for (int64_t i = 0; i < attr->kinds.count; i++) {
        switch (attr->kinds.data[i]) {
        case WEIR_KEY_SLICE: used++; break;
        case WEIR_KEY_INDEX:
            used++;
            added--;
            break;
        case WEIR_KEY_NEW: added++; break;
        case WEIR_KEY_REST: rests++; break;
        default:
            return wr_refuse(c, "part %lld of the key is of kind %lld", (long long)i,
                             (long long)attr->kinds.data[i]);
        }
    }
    if (rests > 1) return wr_refuse(c, "the key has %d parts that stand for what is left", rests);
    if (used > ndim)
        return wr_refuse(c, "%d indices for an array with %d dimension%s", used, ndim,
                         ndim == 1 ? "" : "s");
    if (ndim + added > WEIR_NDIM_MAX)
        return wr_refuse(c, "the result would have %d dimensions; %d are possible", ndim + added,
                         WEIR_NDIM_MAX);
    *rest = ndim - used;
    return WEIR_OK;
}

/* The view, being made dimension by dimension while the axes of x are used up. */
typedef struct making {
    weir_array *x;
    int axis, ndim;
    int64_t skip;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} making;

static void add(making *m, int64_t size, int64_t stride) {
    m->shape[m->ndim] = size;
    m->strides[m->ndim++] = stride;
}

static void keep(making *m, int count) {
    for (; count > 0; count--, m->axis++)
        add(m, wr_shape(m->x)[m->axis], wr_strides(m->x)[m->axis]);
}

static weir_status cut(const weir_infer *c, making *m, int part) {
    const basic_index_attr *attr = c->attr;
    int64_t step = entry(attr->steps, part), first, stride = wr_strides(m->x)[m->axis];
    if (step == 0) return wr_refuse(c, "the step along axis %d is 0", m->axis);
    int64_t n = wr_cut(wr_shape(m->x)[m->axis], entry(attr->starts, part), entry(attr->stops, part),
                       &step, &first);
    if (n > 0) m->skip += first * stride;
    add(m, n, n > 1 ? stride * step : stride);
    m->axis++;
    return WEIR_OK;
}

static weir_status pick(const weir_infer *c, making *m, int part) {
    const basic_index_attr *attr = c->attr;
    int64_t n = wr_shape(m->x)[m->axis], index = entry(attr->starts, part);
    int64_t at = index < 0 ? index + n : index;
    if (WR_UNLIKELY(at < 0 || at >= n))
        return wr_refuse(c, "index %lld is out of bounds for axis %d of size %lld",
                         (long long)index, m->axis, (long long)n);
    m->skip += at * wr_strides(m->x)[m->axis++];
    return WEIR_OK;
}

static weir_status basic_index_view(weir_infer *c, weir_array **out) {
    const basic_index_attr *attr = c->attr;
    making m;
    int rest = 0;
    m.x = c->in[0];
    m.axis = m.ndim = 0;
    m.skip = 0;
    WR_TRY(count_rest(c, &rest));
    for (int i = 0; i < attr->kinds.count; i++) switch (attr->kinds.data[i]) {
        case WEIR_KEY_SLICE: WR_TRY(cut(c, &m, i)); break;
        case WEIR_KEY_INDEX: WR_TRY(pick(c, &m, i)); break;
        case WEIR_KEY_NEW: add(&m, 1, 0); break;
        default: keep(&m, rest);
        }
    keep(&m, m.x->ndim - m.axis);
    return wr_view_make(m.x, m.ndim, m.shape, m.strides, m.skip, out);
}

/* dy, without the new dimensions and with those that were dropped, written into zeros. */
static void basic_index_vjp(weir_vjp *v) {
    const basic_index_attr *attr = v->attr;
    weir_array *x = v->in[0], *y = v->out[0];
    int64_t starts[WEIR_NDIM_MAX], stops[WEIR_NDIM_MAX], steps[WEIR_NDIM_MAX];
    int64_t shape[WEIR_NDIM_MAX];
    int axis = 0, dim = 0, rest = x->ndim;
    for (int i = 0; i < attr->kinds.count; i++) rest -= attr->kinds.data[i] <= WEIR_KEY_INDEX;
    for (int i = 0; i <= attr->kinds.count; i++) {
        int64_t kind = i < attr->kinds.count ? attr->kinds.data[i] : WEIR_KEY_REST;
        int count = kind == WEIR_KEY_NEW ? 0 : 1;
        if (kind == WEIR_KEY_NEW) dim++;
        if (kind == WEIR_KEY_REST) count = i < attr->kinds.count ? rest : x->ndim - axis;
        for (; count > 0; count--, axis++) {
            starts[axis] = stops[axis] = steps[axis] = WEIR_NONE;
            shape[axis] = kind == WEIR_KEY_INDEX ? 1 : wr_shape(y)[dim++];
            if (kind == WEIR_KEY_REST) continue;
            starts[axis] = entry(attr->starts, i);
            stops[axis] = entry(attr->stops, i);
            steps[axis] = entry(attr->steps, i);
            if (kind != WEIR_KEY_INDEX) continue;
            if (starts[axis] < 0) starts[axis] += wr_shape(x)[axis];
            stops[axis] = starts[axis] + 1;
            steps[axis] = 1;
        }
    }
    weir_array *dy = wr_g_reshape(v, v->grad_out[0], shape, x->ndim);
    v->grad_in[0] = wr_g_slice_update(v, wr_build_zeros(v, x), dy, starts, x->ndim, stops, x->ndim,
                                      steps, x->ndim);
}

WR_OP(basic_index) = {
    .size = sizeof(weir_op_def),
    .name = "basic_index",
    .summary = "x by a key of slices, single indices and new dimensions, as a view.",
    .notes =
        "As x[4, ::2, None, ...] in Python, part by part; WEIR_NONE stands for what is left out of a "
        "slice.  The kinds are WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes behind the key are kept.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = basic_index_view,
    .vjp = basic_index_vjp,
    WR_USE_ATTRS(basic_index),
    .samples =
        "(3,4) kinds=[1] starts=[1]; (5,4,3) kinds=[0,3,1] starts=[4,0,-1] stops=[0] steps=[-2]; "
        "(5,6) kinds=[2,0,2,1] starts=[0,1,0,2] stops=[0,100] steps=[1,2]; "
        "(4,3) kinds=[3,2]; (5) kinds=[0] starts=[3] stops=[1]; (3,4)",
};
