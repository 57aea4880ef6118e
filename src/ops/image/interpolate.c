/* interpolate.c - interpolate, which resizes arrays along one to three spatial axes, and its
 * gradient.
 *
 * Both operators are linear, and each is the gradient of the other.  resample.c has the kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/core/expression.h"
#include "ops/image/resample.h"
#include "ops/image/resample_cuda.h"

#define INTERPOLATE_ATTRS(X, A)                                                                    \
    X(A, I64S, size, WEIR_NO_LIST, "spatial sizes of the result, one per axis or one for all",     \
      ">= 1")                                                                                      \
    X(A, F64, scale_factor, NAN, "ratio of the result's size to the size of x, instead of size",   \
      "> 0, < inf")                                                                                \
    X(A, TEXT, mode, "nearest",                                                                    \
      "'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area'",        \
      "nearest | nearest-exact | linear | bilinear | trilinear | bicubic | area")                  \
    X(A, BOOL, align_corners, 0, "align the centres of the corner elements, not their edges")      \
    X(A, BOOL, antialias, 0,                                                                       \
      "when downscaling, average all elements of x that an element of the result covers")
WEIR_ATTRS(interpolate, INTERPOLATE_ATTRS);

/* The attributes of interpolate, except that `size` is required and gives the spatial sizes of x. */
#define INTERPOLATE_GRAD_ATTRS(X, A)                                                               \
    X(A, I64S, size, WEIR_REQUIRED, "spatial sizes of x, without its first two dimensions",        \
      ">= 1")                                                                                      \
    X(A, F64, scale_factor, NAN, "as in the call of interpolate", "> 0, < inf")                    \
    X(A, TEXT, mode, "nearest", "as in the call of interpolate",                                   \
      "nearest | nearest-exact | linear | bilinear | trilinear | bicubic | area")                  \
    X(A, BOOL, align_corners, 0, "as in the call of interpolate")                                  \
    X(A, BOOL, antialias, 0, "as in the call of interpolate")
WEIR_ATTRS(interpolate_grad, INTERPOLATE_GRAD_ATTRS);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* A mode's name, its resampling mode, and the number of spatial axes that it requires, or 0 for any
 * number. */
static const struct mode_name {
    const char *name;
    wr_resample_mode mode;
    int axes;
} modes[] = {
    {"nearest", WR_RESAMPLE_NEAREST, 0},  {"nearest-exact", WR_RESAMPLE_NEAREST_EXACT, 0},
    {"linear", WR_RESAMPLE_LINEAR, 1},    {"bilinear", WR_RESAMPLE_LINEAR, 2},
    {"trilinear", WR_RESAMPLE_LINEAR, 3}, {"bicubic", WR_RESAMPLE_CUBIC, 2},
    {"area", WR_RESAMPLE_AREA, 0},        {NULL, WR_RESAMPLE_NEAREST, 0},
};

static const struct mode_name *mode_of(const char *text) {
    const struct mode_name *m = modes;
    while (m->name != NULL && (text == NULL || strcmp(text, m->name) != 0)) m++;
    return text == NULL ? modes : m;
}

static weir_status need_mode(const weir_infer *c, const interpolate_attr *a, int axes) {
    const struct mode_name *m = mode_of(a->mode);
    if (m->name == NULL)
        return wr_refuse(
            c,
            "mode '%s' is not supported; expected nearest, nearest-exact, linear, bilinear, "
            "trilinear, bicubic or area",
            a->mode);
    if (m->axes != 0 && m->axes != axes)
        return wr_refuse(c, "mode '%s' needs %d spatial ax%s; x has %d", m->name, m->axes,
                         m->axes == 1 ? "is" : "es", axes);
    bool weighs = m->mode == WR_RESAMPLE_LINEAR || m->mode == WR_RESAMPLE_CUBIC;
    if (a->align_corners && !weighs)
        return wr_refuse(c, "mode '%s' does not support align_corners", m->name);
    if (a->antialias && (!weighs || axes != 2))
        return wr_refuse(c, "mode '%s' does not support antialias; use bilinear or bicubic",
                         m->name);
    return WEIR_OK;
}

static weir_status need_array(const weir_infer *c) {
    const weir_array *x = c->in[0];
    if (x->ndim < 3 || x->ndim > 5)
        return wr_refuse(c, "x has shape %s; expected (batch, channels, one to three spatial axes)",
                         wr_shape_text(x->ndim, wr_shape(x)));
    for (int i = 2; i < x->ndim; i++)
        if (wr_shape(x)[i] < 1 || wr_shape(x)[i] > WR_AXIS_MOST)
            return wr_refuse(c, "axis %d of %s has size %lld; expected 1 to %d", i,
                             wr_array_text_of(x), (long long)wr_shape(x)[i], WR_AXIS_MOST);
    return WEIR_OK;
}

static bool has_scale(const interpolate_attr *a) { return !isnan(a->scale_factor); }

/* Compute the sizes of the result from size or scale_factor. */
static weir_status need_size(const weir_infer *c, const interpolate_attr *a, const int64_t *x,
                             int axes, int64_t out[3]) {
    double by = a->scale_factor;
    if (a->size.count == 0 && !has_scale(a)) return wr_refuse(c, "requires size or scale_factor");
    WR_TRY(wr_need_axis_list(c, "size", a->size, axes, 1));
    if (has_scale(a) && !(by > 0 && isfinite(by)))
        return wr_refuse(c, "scale_factor=%g must be positive and finite", by);
    for (int i = 0; i < axes; i++) {
        double scaled = has_scale(a) ? floor((double)x[i] * by) : 0;
        if (has_scale(a) && !(scaled >= 1 && scaled <= WR_AXIS_MOST))
            return wr_refuse(
                c, "scale_factor=%g changes axis %d from size %lld to %.0f, which is out of range",
                by, i + 2, (long long)x[i], scaled);
        out[i] = (int64_t)scaled;
        if (a->size.count == 0) continue;
        out[i] = a->size.data[a->size.count == 1 ? 0 : i];
        if (has_scale(a) && (double)out[i] != scaled)
            return wr_refuse(
                c,
                "size=%lld and scale_factor=%g disagree for axis %d of size %lld; pass only one "
                "of them",
                (long long)out[i], by, i + 2, (long long)x[i]);
    }
    return WEIR_OK;
}

static wr_resample resample_of(const interpolate_attr *a, int ndim, const int64_t *x,
                               const int64_t *out, bool back) {
    wr_resample r = {
        .outer = x[0] * x[1], .inner = 1, .mode = mode_of(a->mode)->mode, .back = back};
    r.align_corners = a->align_corners, r.antialias = a->antialias;
    r.scale = has_scale(a) ? a->scale_factor : 0;
    wr_three_axes(r.in, ndim - 2, x + 2);
    wr_three_axes(r.out, ndim - 2, out + 2);
    return r;
}

static weir_status finish(weir_infer *c, const wr_resample *r, int ndim, const int64_t *shape) {
    int dtype = c->in[0]->dtype, kind = wr_dtype_kind_of(dtype);
    bool copies_only = r->mode <= WR_RESAMPLE_NEAREST_EXACT && !r->back;
    if (!copies_only && kind != WR_KIND_FLOAT && kind != WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    if (wr_count(ndim, shape) < 0)
        return wr_refuse(c, "shape %s has too many elements", wr_shape_text(ndim, shape));
    wr_meta_shape(&c->out[0], ndim, shape);
    c->out[0].dtype = c->dtype = dtype;
    c->scratch_bytes = wr_resample_scratch(r, dtype);
    return WEIR_OK;
}

static weir_status interpolate_infer(weir_infer *c) {
    const interpolate_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int64_t out[5] = {0};
    WR_TRY(need_array(c));
    WR_TRY(need_mode(c, attr, x->ndim - 2));
    WR_TRY(need_size(c, attr, wr_shape(x) + 2, x->ndim - 2, out + 2));
    out[0] = wr_shape(x)[0], out[1] = wr_shape(x)[1];
    wr_resample r = resample_of(attr, x->ndim, wr_shape(x), out, false);
    return finish(c, &r, x->ndim, out);
}

/* Return the attributes of the interpolate call whose result has the shape of dy. */
static interpolate_attr forward_of(const interpolate_grad_attr *a, int ndim, const int64_t *dy) {
    return (interpolate_attr){
        {dy + 2, ndim - 2}, a->scale_factor, a->mode, a->align_corners, a->antialias};
}

static void shape_of_x(const interpolate_grad_attr *a, int ndim, const int64_t *dy, int64_t *x) {
    x[0] = dy[0], x[1] = dy[1];
    for (int i = 2; i < ndim; i++) x[i] = a->size.data[a->size.count == 1 ? 0 : i - 2];
}

static weir_status interpolate_grad_infer(weir_infer *c) {
    const interpolate_grad_attr *attr = c->attr;
    const weir_array *dy = c->in[0];
    int64_t x[5] = {0}, out[3];
    WR_TRY(need_array(c));
    interpolate_attr a = forward_of(attr, dy->ndim, wr_shape(dy));
    WR_TRY(need_mode(c, &a, dy->ndim - 2));
    if (attr->size.count == 0)
        return wr_refuse(c, "size is empty; expected one entry, or one per axis");
    WR_TRY(wr_need_axis_list(c, "size", attr->size, dy->ndim - 2, 1));
    shape_of_x(attr, dy->ndim, wr_shape(dy), x);
    WR_TRY(need_size(c, &a, x + 2, dy->ndim - 2, out));
    wr_resample r = resample_of(&a, dy->ndim, x, wr_shape(dy), true);
    return finish(c, &r, dy->ndim, x);
}

/* ---- Kernels --------------------------------------------------------------------------------- */

static wr_resample interpolate_in(const weir_kernel *k) {
    return resample_of(k->attr, k->in[0].ndim, k->in[0].shape, k->out[0].shape, false);
}

static wr_resample interpolate_grad_in(const weir_kernel *k) {
    interpolate_attr a = forward_of(k->attr, k->in[0].ndim, k->in[0].shape);
    return resample_of(&a, k->in[0].ndim, k->out[0].shape, k->in[0].shape, true);
}

#define PARTS(name)                                                                                \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        wr_resample r = name##_in(k);                                                              \
        return wr_resample_run(k, &r);                                                             \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        wr_resample r = name##_in(k);                                                              \
        return wr_resample_reference(k, &r);                                                       \
    }                                                                                              \
    weir_status wr_cuda_##name(wr_cuda_call *c) {                                                  \
        wr_resample r = name##_in(c->k);                                                           \
        return wr_resample_cuda(c, &r);                                                            \
    }
PARTS(interpolate)
PARTS(interpolate_grad)

/* ---- Gradients ------------------------------------------------------------------------------- */

static void interpolate_vjp(weir_vjp *v) {
    const interpolate_attr *a = v->attr;
    const weir_array *x = v->in[0];
    weir_array *dx =
        wr_g_interpolate_grad(v, v->grad_out[0], wr_shape(x) + 2, x->ndim - 2, a->scale_factor,
                              a->mode, a->align_corners, a->antialias);
    v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
}

static void interpolate_grad_vjp(weir_vjp *v) {
    const interpolate_grad_attr *a = v->attr;
    const weir_array *dy = v->in[0];
    weir_array *back = wr_g_interpolate(v, v->grad_out[0], wr_shape(dy) + 2, dy->ndim - 2,
                                        a->scale_factor, a->mode, a->align_corners, a->antialias);
    v->grad_in[0] = wr_build_unbroadcast(v, back, v->in[0]);
}

WR_OP(interpolate) = {
    .size = sizeof(weir_op_def),
    .name = "interpolate",
    .summary = "Resize an array along its one to three spatial axes.",
    .notes = "x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and "
             "accepts any dtype.  With scale_factor, sizes are rounded down, and positions are "
             "computed from the exact factor.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images, (batch, channels, spatial axes)",
    .infer = interpolate_infer,
    .run = interpolate_run,
    .reference = interpolate_reference,
    .vjp = interpolate_vjp,
    WEIR_USE_ATTRS(interpolate),
    .samples =
        "(2,3,4,5) size=[7,3]; (1,2,5) scale_factor=1.7 mode='nearest-exact'; (2,2,4) size=[9] "
        "mode='linear'; (1,2,4,5) scale_factor=2 mode='bilinear'; (1,2,5,6) size=[3,9] "
        "mode='bilinear' align_corners=true; (1,2,3,4,2) scale_factor=1.5 mode='trilinear'; "
        "(1,2,5,4) size=[8,3] mode='bicubic'; (1,2,9,8) size=[4,3] mode='bilinear' "
        "antialias=true; (1,1,8,7) size=[3,9] mode='bicubic' antialias=true; (2,2,7,5) "
        "size=[3,2] mode='area'; (1,1,6,5) scale_factor=1.5 mode='bicubic' align_corners=true",
};

WR_OP(interpolate_grad) = {
    .size = sizeof(weir_op_def),
    .name = "interpolate_grad",
    .summary = "The gradient of interpolate with respect to x, given the gradient of its result.",
    .inputs = "dy",
    .outputs = "dx",
    .parts = "dy: gradient of the forward result",
    .infer = interpolate_grad_infer,
    .run = interpolate_grad_run,
    .reference = interpolate_grad_reference,
    .vjp = interpolate_grad_vjp,
    WEIR_USE_ATTRS(interpolate_grad),
    .samples =
        "(2,3,7,3) size=[4,5]; (1,2,10,15) size=[2,3]; (1,1,13,2) size=[2,3] mode='bilinear'; "
        "(2,2,9) size=[4] mode='linear'; (2,3,8,10) size=[4,5] scale_factor=2 mode='bilinear'; "
        "(1,2,4,6,3) size=[3,4,2] scale_factor=1.5 mode='trilinear'; (1,2,8,3) size=[5,4] "
        "mode='bicubic'; (1,2,4,3) size=[9,8] mode='bilinear' antialias=true; (2,2,3,2) "
        "size=[7,5] mode='area'",
};
