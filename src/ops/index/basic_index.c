/* basic_index.c - indexes with slices, integers and new axes in one call.
 *
 *   basic_index    returns x[4, ::2, None, ...] as a view
 *   basic_update   returns a copy of x in which x[4, ::2, None, ...] is replaced by y
 *
 * A key consists of four lists: the kind of each part, and its start, stop and step.  A single call
 * makes the view, so a front end does not have to create intermediate views.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"
#include "ops/core/view.h"

#define BASIC_INDEX_ATTRS(X, A)                                                                    \
    X(A, I64S, kinds, WEIR_NO_LIST, "0: a slice, 1: an index, 2: a new axis, 3: an ellipsis",      \
      ">= 0, <= 3")                                                                                \
    X(A, I64S, starts, WEIR_NO_LIST, "start of each slice; or the index")                          \
    X(A, I64S, stops, WEIR_NO_LIST, "end of each slice, exclusive")                                \
    X(A, I64S, steps, WEIR_NO_LIST, "step of each slice; may be negative")
WEIR_ATTRS(basic_index, BASIC_INDEX_ATTRS);

static int64_t entry(weir_i64s list, int i) { return i < list.count ? list.data[i] : WEIR_NONE; }

/* Return the number of axes that WEIR_KEY_REST stands for. */
static int rest_of(const basic_index_attr *attr, int ndim) {
    for (int64_t i = 0; i < attr->kinds.count; i++) ndim -= attr->kinds.data[i] <= WEIR_KEY_INDEX;
    return ndim;
}

static weir_status check_key(const weir_infer *c) {
    const basic_index_attr *attr = c->attr;
    int used = 0, rests = 0, ndim = c->in[0]->ndim, added = 0;
    const weir_i64s lists[] = {attr->starts, attr->stops, attr->steps};
    static const char *const names[] = {"starts", "stops", "steps"};
    for (int i = 0; i < 3; i++)
        if (lists[i].count > attr->kinds.count)
            return wr_refuse(c, "%lld value%s of %s given for a key of %lld part%s",
                             (long long)lists[i].count, lists[i].count == 1 ? "" : "s", names[i],
                             (long long)attr->kinds.count, attr->kinds.count == 1 ? "" : "s");
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
            return wr_refuse(c, "part %lld of the key has the unknown kind %lld", (long long)i,
                             (long long)attr->kinds.data[i]);
        }
    }
    if (rests > 1) return wr_refuse(c, "the key has %d ellipses; at most one is allowed", rests);
    if (used > ndim)
        return wr_refuse(c, "too many indices: %d %s for an array with %d dimension%s", used,
                         used == 1 ? "index" : "indices", ndim, ndim == 1 ? "" : "s");
    if (ndim + added > WEIR_NDIM_MAX)
        return wr_refuse(c, "the result would have %d dimensions; at most %d are supported",
                         ndim + added, WEIR_NDIM_MAX);
    return WEIR_OK;
}

/* The view under construction; the axes of x are consumed one by one. */
typedef struct builder {
    const int64_t *sizes, *strides_in; /* shape and strides of x */
    int axis, ndim; /* axis: the next axis of x; ndim: number of dimensions of the view so far */
    int64_t skip;   /* offset of the view's first element from the first element of x */
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} builder;

static void add_dim(builder *m, int64_t size, int64_t stride) {
    m->shape[m->ndim] = size;
    m->strides[m->ndim++] = stride;
}

static void keep_axes(builder *m, int count) {
    for (; count > 0; count--, m->axis++) add_dim(m, m->sizes[m->axis], m->strides_in[m->axis]);
}

/* Apply a slice to the next axis.  `c` may be NULL if the key was checked before. */
static weir_status slice_axis(const weir_infer *c, const basic_index_attr *attr, builder *m,
                              int part) {
    int64_t step = entry(attr->steps, part), first, stride = m->strides_in[m->axis];
    if (step == 0) return wr_refuse(c, "the step along axis %d must not be 0", m->axis);
    int64_t n = wr_cut(m->sizes[m->axis], entry(attr->starts, part), entry(attr->stops, part),
                       &step, &first);
    if (n > 0) m->skip += first * stride;
    add_dim(m, n, n > 1 ? stride * step : stride);
    m->axis++;
    return WEIR_OK;
}

static weir_status select_index(const weir_infer *c, const basic_index_attr *attr, builder *m,
                                int part) {
    int64_t n = m->sizes[m->axis], index = entry(attr->starts, part);
    int64_t at = index < 0 ? index + n : index;
    if (WR_UNLIKELY(at < 0 || at >= n))
        return wr_refuse_as(c, WEIR_EINDEX, "index %lld is out of bounds for axis %d of size %lld",
                            (long long)index, m->axis, (long long)n);
    m->skip += at * m->strides_in[m->axis++];
    return WEIR_OK;
}

static weir_status build_view(const weir_infer *c, const basic_index_attr *attr, int ndim,
                              const int64_t *sizes, const int64_t *strides_in, builder *m) {
    m->sizes = sizes;
    m->strides_in = strides_in;
    m->axis = m->ndim = 0;
    m->skip = 0;
    for (int i = 0; i < attr->kinds.count; i++) switch (attr->kinds.data[i]) {
        case WEIR_KEY_SLICE: WR_TRY(slice_axis(c, attr, m, i)); break;
        case WEIR_KEY_INDEX: WR_TRY(select_index(c, attr, m, i)); break;
        case WEIR_KEY_NEW: add_dim(m, 1, 0); break;
        default: keep_axes(m, rest_of(attr, ndim));
        }
    keep_axes(m, ndim - m->axis);
    return WEIR_OK;
}

static weir_status basic_index_view(weir_infer *c, weir_array **out) {
    weir_array *x = c->in[0];
    builder m;
    WR_TRY(check_key(c));
    WR_TRY(build_view(c, c->attr, x->ndim, wr_shape(x), wr_strides(x), &m));
    return wr_view_make(x, m.ndim, m.shape, m.strides, m.skip, out);
}

static weir_array *update(weir_vjp *v, weir_array *x, weir_array *y) {
    const basic_index_attr *a = v->attr;
    return wr_g_basic_update(v, x, y, a->kinds.data, a->kinds.count, a->starts.data,
                             a->starts.count, a->stops.data, a->stops.count, a->steps.data,
                             a->steps.count);
}

static void basic_index_vjp(weir_vjp *v) {
    v->grad_in[0] = update(v, wr_build_zeros(v, v->in[0]), v->grad_out[0]);
}

WR_OP(basic_index) = {
    .size = sizeof(weir_op_def),
    .name = "basic_index",
    .summary = "Index x with slices, integers and new axes; returns a view.",
    .notes =
        "Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a "
        "slice.  The kinds are WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are "
        "unchanged.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = basic_index_view,
    .vjp = basic_index_vjp,
    WEIR_USE_ATTRS(basic_index),
    .samples =
        "(3,4) kinds=[1] starts=[1]; (5,4,3) kinds=[0,3,1] starts=[4,0,-1] stops=[0] steps=[-2]; "
        "(5,6) kinds=[2,0,2,1] starts=[0,1,0,2] stops=[0,100] steps=[1,2]; "
        "(4,3) kinds=[3,2]; (5) kinds=[0] starts=[3] stops=[1]; (3,4)",
};

/* ---- basic_update ---------------------------------------------------------------------------- */

static weir_status basic_update_infer(weir_infer *c) {
    const weir_array *x = c->in[0], *y = c->in[1];
    const int64_t nothing[WEIR_NDIM_MAX] = {0};
    builder m;
    WR_TRY(check_key(c));
    WR_TRY(build_view(c, c->attr, x->ndim, wr_shape(x), nothing, &m));
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    return wr_need_replacement(c, y, m.ndim, m.shape);
}

/* Copy y to the selection with `copy`. */
static weir_status write_selection(const weir_kernel *k, wr_copy_fn *copy, void *ctx) {
    weir_view to = k->out[0];
    builder m;
    WR_TRY(build_view(NULL, k->attr, to.ndim, to.shape, to.strides, &m));
    to.data = (char *)to.data + m.skip * (int64_t)wr_dtype_bytes(to.dtype);
    to.ndim = m.ndim;
    to.shape = m.shape;
    to.strides = m.strides;
    return copy(ctx, &to, &k->in[1]);
}

static weir_status basic_update_run(const weir_kernel *k) {
    WR_TRY(wr_start_as_input(k));
    return write_selection(k, wr_copy_part, (void *)(uintptr_t)k);
}

weir_status wr_cuda_basic_update(wr_cuda_call *c) {
    wr_cuda_copies copies;
    WR_TRY(wr_cuda_start_as_input(c, &copies));
    return write_selection(c->k, wr_cuda_copy_part, &copies);
}

static void basic_update_vjp(weir_vjp *v) {
    const basic_index_attr *a = v->attr;
    weir_array *dz = v->grad_out[0];
    if (v->wanted[0]) v->grad_in[0] = update(v, dz, wr_build_number(v, 0));
    if (!v->wanted[1]) return;
    weir_array *dy =
        wr_g_basic_index(v, dz, a->kinds.data, a->kinds.count, a->starts.data, a->starts.count,
                         a->stops.data, a->stops.count, a->steps.data, a->steps.count);
    v->grad_in[1] = wr_build_unbroadcast(v, dy, v->in[1]);
}

WR_OP(basic_update) = {
    .size = sizeof(weir_op_def),
    .name = "basic_update",
    .summary = "A copy of x in which the elements selected by slices, integers and new axes are "
               "replaced by y.",
    .notes =
        "Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is "
        "broadcast to the selection.  If x is also the output, only the selection is written, "
        "and gradients are recorded.",
    .inputs = "x, y",
    .outputs = "z",
    .parts = "x: the array to update; "
             "y: new values, broadcast to the selection; "
             "z: x with the new values",
    .flags = WR_UPDATES,
    .infer = basic_update_infer,
    .run = basic_update_run,
    .vjp = basic_update_vjp,
    WEIR_USE_ATTRS(basic_index),
    .samples = "(3,4), (4) kinds=[1] starts=[1]; "
               "(5,4,3), (2,1) kinds=[0,3,1] starts=[4,0,-1] stops=[0] steps=[-2]; "
               "(5,6), (1,2,1) kinds=[2,0,2,1] starts=[0,1,0,2] stops=[0,100] steps=[1,2]; "
               "(4,3), () kinds=[3,2]; (5), (0) kinds=[0] starts=[3] stops=[1]; (3,4), (3,1)",
};
