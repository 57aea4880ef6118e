/* pad.c - pads with a constant, the edge elements, or a reflection or repetition of the array.
 *
 * The array is copied into the middle of the output first.  The margins are then filled axis by
 * axis.  The margin of an axis covers the full width of the preceding axes, whose margins are
 * already filled, but only the middle of the following axes, so that corners are filled correctly.
 * Along one axis a margin consists of runs; each run is a copy of a range of the middle, forwards
 * or backwards.  The gradient adds each run back to the range it was copied from.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"
#include "ops/shape/remap.h"

#define PAD_ATTRS(X, A)                                                                            \
    X(A, I64S, widths, WEIR_REQUIRED,                                                              \
      "padding before and after the first axis, then before and after the next, and so on",        \
      ">= 0")                                                                                      \
    X(A, TEXT, mode, "constant", "'constant', 'edge', 'reflect', 'symmetric' or 'wrap'",           \
      "constant | edge | reflect | symmetric | wrap")                                              \
    X(A, F64, value, 0.0, "fill value for mode 'constant'")
WEIR_ATTRS(pad, PAD_ATTRS);

typedef enum pad_mode { CONSTANT, EDGE, REFLECT, SYMMETRIC, WRAP, MODES } pad_mode;

/* Return the mode with the given name.  The list has NumPy's names, then PyTorch's names for edge
 * and wrap. */
static pad_mode mode_of(const char *text) {
    static const char *const names[] = {"constant", "edge",      "reflect", "symmetric",
                                        "wrap",     "replicate", "circular"};
    int mode = CONSTANT;
    while (mode < MODES + 2 && text != NULL && strcmp(text, names[mode]) != 0) mode++;
    if (mode == MODES || mode == MODES + 1) return mode == MODES ? EDGE : WRAP;
    return mode < MODES ? (pad_mode)mode : MODES;
}

static weir_status pad_infer(weir_infer *c) {
    const pad_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    pad_mode mode = mode_of(attr->mode);
    if (mode == MODES)
        return wr_refuse(c,
                         "unknown mode '%s'; expected constant, edge, reflect, symmetric or wrap",
                         attr->mode);
    if (attr->widths.count != 2 * x->ndim)
        return wr_refuse(c, "%lld width%s given for %s; expected two for each axis",
                         (long long)attr->widths.count, attr->widths.count == 1 ? "" : "s",
                         wr_array_text_of(x));
    wr_meta_like(out, x);
    for (int i = 0; i < x->ndim; i++) {
        int64_t before = attr->widths.data[2 * i], after = attr->widths.data[2 * i + 1];
        if (before < 0 || after < 0)
            return wr_refuse(c, "widths %lld and %lld of axis %d must not be negative",
                             (long long)before, (long long)after, i);
        if (mode != CONSTANT && wr_shape(x)[i] == 0 && (before > 0 || after > 0))
            return wr_refuse(c, "axis %d of %s is empty; only mode 'constant' can pad it", i,
                             wr_array_text_of(x));
        if (__builtin_add_overflow(out->shape[i], before, &out->shape[i]) ||
            __builtin_add_overflow(out->shape[i], after, &out->shape[i]))
            return wr_refuse(c, "widths %lld and %lld of axis %d are too large", (long long)before,
                             (long long)after, i);
    }
    if (x->flags & WR_NUMBER) {
        int dtype;
        WR_TRY(wr_promote(c, 0, 1, &dtype));
        out->dtype = dtype;
    }
    c->dtype = out->dtype;
    return mode == CONSTANT ? wr_need_held(c, attr->value, out->dtype) : WEIR_OK;
}

/* ---- Margins as runs ------------------------------------------------------------------------- */

/* A run: elements [at, at + count) of the padded axis are copies of the middle's elements `from`,
 * `from + step` and so on.  `at` and `from` are relative to the first element of the middle. */
typedef struct run {
    int64_t at, count, from, step;
} run;

static int64_t modulo(int64_t i, int64_t n) {
    i %= n;
    return i < 0 ? i + n : i;
}

/* Return the longest run that begins at `at`, which is outside the middle, and does not extend
 * beyond `end`. */
static run run_from(pad_mode mode, int64_t n, int64_t at, int64_t end) {
    run r = {at, end - at, 0, 0};
    if (mode == EDGE || (mode == REFLECT && n == 1)) {
        r.from = at < 0 ? 0 : n - 1;
    } else if (mode == WRAP) {
        r.from = modulo(at, n);
        r.step = 1;
        r.count = wr_min(r.count, n - r.from);
    } else if (mode == REFLECT) {
        /* The sequence 0 1 2 1 0 1 2 1 ... consists of the runs 0 1, 2 1, 0 1, 2 1.  Each run
         * begins with an end element, 0 or 2. */
        int64_t phase = modulo(at, 2 * (n - 1));
        bool up = phase < n - 1;
        r.from = up ? phase : 2 * (n - 1) - phase;
        r.step = up ? 1 : -1;
        r.count = wr_min(r.count, up ? n - 1 - phase : r.from);
    } else { /* SYMMETRIC: the runs are 0 1 2, 2 1 0, 0 1 2 */
        int64_t phase = modulo(at, 2 * n);
        bool up = phase < n;
        r.from = up ? phase : 2 * n - 1 - phase;
        r.step = up ? 1 : -1;
        r.count = wr_min(r.count, up ? n - phase : r.from + 1);
    }
    return r;
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Fill the elements [at, end) of one margin along `axis`.  Positions are relative to the middle,
 * which has n elements and starts at position `before` of the output.  `slab` is the part of the
 * output that covers the full width of the preceding axes. */
static weir_status fill_margin(const weir_kernel *k, const wr_part *slab, int axis, int64_t n,
                               int64_t before, int64_t at, int64_t end) {
    const pad_attr *attr = k->attr;
    pad_mode mode = mode_of(attr->mode);
    while (at < end) {
        run r = {at, end - at, 0, 0};
        if (mode != CONSTANT) r = run_from(mode, n, at, end);
        wr_part to, from;
        wr_part_of(&to, &slab->view);
        wr_part_cut(&to, axis, before + r.at, r.count, 1);
        if (mode == CONSTANT) {
            double value = attr->value;
            const weir_view one = {&value, NULL, NULL, WEIR_FLOAT64, 0};
            WR_TRY(wr_copy_view(k, &to.view, &one));
        } else {
            wr_part_of(&from, &slab->view);
            if (r.step == 0) {
                wr_part_cut(&from, axis, before + r.from, 1, 1);
                wr_part_stretch(&from, axis, r.count);
            } else {
                wr_part_cut(&from, axis, before + r.from, r.count, r.step);
            }
            WR_TRY(wr_copy_view(k, &to.view, &from.view));
        }
        at += r.count;
    }
    return WEIR_OK;
}

static weir_status pad_run(const weir_kernel *k) {
    const pad_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    const int64_t *widths = attr->widths.data;
    if (wr_view_count(y) == 0) return WEIR_OK;
    wr_part middle;
    wr_part_of(&middle, y);
    for (int i = 0; i < x->ndim; i++) wr_part_cut(&middle, i, widths[2 * i], x->shape[i], 1);
    WR_TRY(wr_copy_view(k, &middle.view, x));
    for (int axis = 0; axis < x->ndim; axis++) {
        int64_t n = x->shape[axis], before = widths[2 * axis], after = widths[2 * axis + 1];
        wr_part slab;
        wr_part_of(&slab, y);
        for (int i = axis + 1; i < x->ndim; i++)
            wr_part_cut(&slab, i, widths[2 * i], x->shape[i], 1);
        WR_TRY(fill_margin(k, &slab, axis, n, before, -before, 0));
        WR_TRY(fill_margin(k, &slab, axis, n, before, n, n + after));
    }
    return WEIR_OK;
}

static weir_status pad_reference(const weir_kernel *k) {
    const pad_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    pad_mode mode = mode_of(attr->mode);
    int64_t size = (int64_t)wr_dtype_bytes(y->dtype);
    for (int64_t i = 0; i < wr_view_count(y); i++) {
        int64_t rest = i, at = 0;
        bool inside = true;
        for (int d = y->ndim - 1; d >= 0; d--) {
            int64_t n = x->shape[d], j = rest % y->shape[d] - attr->widths.data[2 * d];
            rest /= y->shape[d];
            if (j < 0 || j >= n) {
                if (mode == CONSTANT)
                    inside = false;
                else
                    j = run_from(mode, n, j, j + 1).from;
            }
            at += j * x->strides[d];
        }
        char *to = (char *)y->data + wr_view_at(y, i) * size;
        if (inside)
            wr_simd_of(k)->cast->cast[x->dtype][y->dtype](
                to, (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype), 1);
        else
            wr_view_put(y, i, attr->value);
    }
    return WEIR_OK;
}

_Static_assert((int)CONSTANT == WR_REMAP_FILL && (int)EDGE == WR_REMAP_EDGE &&
                   (int)REFLECT == WR_REMAP_REFLECT && (int)SYMMETRIC == WR_REMAP_SYMMETRIC &&
                   (int)WRAP == WR_REMAP_WRAP,
               "the modes have the same numbers");

weir_status wr_cuda_pad(wr_cuda_call *c) {
    const pad_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    wr_remap r = {.ndim = y->ndim, .fill = attr->value};
    for (int i = 0; i < y->ndim; i++)
        r.dim[i] = (wr_remap_dim){.size = y->shape[i],
                                  .n = x->shape[i],
                                  .before = attr->widths.data[2 * i],
                                  .to = y->strides[i],
                                  .from = x->strides[i],
                                  .mode = mode_of(attr->mode)};
    return wr_cuda_remap(c, &r);
}

/* ---- Gradient -------------------------------------------------------------------------------- */

/* Return the contribution of one run of a margin to the gradient of the middle, padded with zeros
 * to the size of the middle. */
static weir_array *run_gradient(weir_vjp *v, weir_array *g, int axis, int64_t n, int64_t before,
                                const run *r) {
    const int64_t along = axis;
    weir_array *part = wr_build_cut(v, g, axis, before + r->at, before + r->at + r->count);
    int64_t first = r->from, count = r->count;
    if (r->step == 0) {
        part = wr_g_sum(v, part, &along, 1, 1, 0);
        count = 1;
    } else if (r->step < 0) {
        part = wr_g_flip(v, part, &along, 1);
        first = r->from - r->count + 1;
    }
    int64_t widths[2 * WEIR_NDIM_MAX] = {0};
    widths[2 * axis] = first;
    widths[2 * axis + 1] = n - first - count;
    return part == NULL ? NULL : wr_g_pad(v, part, widths, 2 * part->ndim, "constant", 0);
}

/* Return the gradient of the middle for margins with any number of runs.  The gradient is split
 * into periods of the repetition, which are summed; the reversed half of the sum is flipped and
 * added to the other half. */
static weir_array *periodic_gradient(weir_vjp *v, weir_array *g, pad_mode mode, int axis, int64_t n,
                                     int64_t before) {
    const int64_t along = axis, length = wr_shape(g)[axis], ndim = g->ndim;
    int64_t period = mode == WRAP ? n : mode == SYMMETRIC ? 2 * n : 2 * (n - 1);
    int64_t lead = modulo(-before, period), rows = (lead + length + period - 1) / period;
    int64_t widths[2 * WEIR_NDIM_MAX] = {0}, shape[WEIR_NDIM_MAX];
    int64_t front = 1, behind = 1;
    for (int i = 0; i < axis; i++) front *= wr_shape(g)[i];
    for (int i = axis + 1; i < ndim; i++) behind *= wr_shape(g)[i];
    memcpy(shape, wr_shape(g), (size_t)ndim * sizeof *shape);
    widths[2 * axis] = lead;
    widths[2 * axis + 1] = rows * period - lead - length;
    g = wr_g_pad(v, g, widths, 2 * ndim, "constant", 0);
    const int64_t laid[] = {front, rows, period, behind}, over = 1;
    g = wr_g_sum(v, wr_g_reshape(v, g, laid, 4), &over, 1, 0, 0);
    shape[axis] = period;
    g = wr_g_reshape(v, g, shape, ndim);
    if (g == NULL || period == n) return g;
    weir_array *down = wr_g_flip(v, wr_build_cut(v, g, axis, n, period), &along, 1);
    /* A reflection does not repeat the end elements, so pad `down` with zeros for them. */
    widths[2 * axis] = widths[2 * axis + 1] = (2 * n - period) / 2;
    down = down == NULL ? NULL : wr_g_pad(v, down, widths, 2 * ndim, "constant", 0);
    return wr_g_add(v, wr_build_cut(v, g, axis, 0, n), down);
}

static weir_array *axis_gradient(weir_vjp *v, weir_array *g, int axis) {
    const pad_attr *attr = v->attr;
    pad_mode mode = mode_of(attr->mode);
    int64_t n = wr_shape(v->in[0])[axis];
    int64_t before = attr->widths.data[2 * axis], after = attr->widths.data[2 * axis + 1];
    bool one_run = mode == CONSTANT || mode == EDGE || (mode == REFLECT && n == 1);
    if (!one_run && (before > n || after > n))
        return periodic_gradient(v, g, mode, axis, n, before);
    weir_array *sum = wr_build_cut(v, g, axis, before, before + n);
    if (mode == CONSTANT) return sum;
    for (int side = 0; side < 2; side++)
        for (int64_t at = side == 0 ? -before : n, end = side == 0 ? 0 : n + after; at < end;) {
            run r = run_from(mode, n, at, end);
            sum = wr_g_add(v, sum, run_gradient(v, g, axis, n, before, &r));
            at += r.count;
        }
    return sum;
}

static void pad_vjp(weir_vjp *v) {
    weir_array *g = v->grad_out[0];
    for (int axis = v->in[0]->ndim - 1; axis >= 0 && g != NULL; axis--)
        g = axis_gradient(v, g, axis);
    v->grad_in[0] = g;
}

WR_OP(pad) = {
    .size = sizeof(weir_op_def),
    .name = "pad",
    .summary = "Pad an array.",
    .notes = "The padding is a constant, the nearest edge element ('edge' or 'replicate'), a "
             "reflection at the edge ('reflect'; 'symmetric' repeats the edge element), or the "
             "elements of the opposite end ('wrap' or 'circular').",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = pad_infer,
    .run = pad_run,
    .reference = pad_reference,
    .vjp = pad_vjp,
    WEIR_USE_ATTRS(pad),
    .samples =
        "(3,4) widths=[1,2,0,1] value=2.5; (3,4) widths=[2,1,3,0] mode='reflect'; (3,2) "
        "widths=[1,2,3,4] mode='edge'; (2,3) widths=[5,0,4,7] mode='wrap'; (2,3) "
        "widths=[3,2,4,7] mode='symmetric'; (3) widths=[7,8] mode='reflect'; (2,2) widths=[1,1,0,3] mode='replicate'; (3) "
        "widths=[2,4] mode='circular'; (1,2) widths=[3,2,7,1] mode='symmetric'; (2,2) widths=[1,9,5,0] mode='reflect'",
};
