/* image_input.c - image preprocessing: image_resize and image_normalize.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/core/expression.h"
#include "ops/image/normalize_cuda.h"
#include "ops/image/resample.h"
#include "ops/image/resample_cuda.h"
#include "ops/image/resample_simd.h"

#define IMAGE_RESIZE_ATTRS(X, A)                                                                   \
    X(A, I64S, size, WEIR_REQUIRED, "height and width of the result", ">= 1")                      \
    X(A, TEXT, mode, "bilinear", "'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area'",    \
      "nearest | nearest-exact | bilinear | bicubic | area")                                       \
    X(A, BOOL, antialias, 1,                                                                       \
      "when downscaling, average all pixels of x that a pixel of the result covers")               \
    X(A, TEXT, layout, "HWC", "'HWC' (channels last) or 'CHW' (channels first, or no channels)",   \
      "HWC | CHW")
WEIR_ATTRS(image_resize, IMAGE_RESIZE_ATTRS);

#define IMAGE_NORMALIZE_ATTRS(X, A)                                                                \
    X(A, F64, scale, NAN,                                                                          \
      "multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats",      \
      "> -inf, < inf")                                                                             \
    X(A, TEXT, layout, "HWC", "layout of x: 'HWC' (channels last) or 'CHW' (channels first)",      \
      "HWC | CHW")                                                                                 \
    X(A, TEXT, output_layout, "CHW", "layout of the result: 'HWC' or 'CHW'", "HWC | CHW")          \
    X(A, DTYPE, dtype, 0,                                                                          \
      "dtype of the result; default: the dtype of x if it is a float, else float32")
WEIR_ATTRS(image_normalize, IMAGE_NORMALIZE_ATTRS);

/* ---- Layouts --------------------------------------------------------------------------------- */

typedef enum layout { HWC, CHW, NO_LAYOUT } layout;

static layout layout_of(const char *text, layout otherwise) {
    if (text == NULL) return otherwise;
    return strcmp(text, "HWC") == 0 ? HWC : strcmp(text, "CHW") == 0 ? CHW : NO_LAYOUT;
}

static weir_status need_image(const weir_infer *c, const char *text, int least_ndim) {
    const weir_array *x = c->in[0];
    if (layout_of(text, HWC) == NO_LAYOUT)
        return wr_refuse(c, "layout '%s' is not supported; expected HWC or CHW", text);
    if (x->ndim < least_ndim)
        return wr_refuse(c, "x has shape %s; expected at least %d dimensions",
                         wr_shape_text(x->ndim, wr_shape(x)), least_ndim);
    return WEIR_OK;
}

static int64_t product(int count, const int64_t *n) {
    int64_t all = 1;
    for (int i = 0; i < count; i++) all *= n[i];
    return all;
}

/* ---- image_resize ---------------------------------------------------------------------------- */

static const struct {
    const char *name;
    wr_resample_mode mode;
} modes[] = {{"nearest", WR_RESAMPLE_NEAREST},
             {"nearest-exact", WR_RESAMPLE_NEAREST_EXACT},
             {"bilinear", WR_RESAMPLE_LINEAR},
             {"bicubic", WR_RESAMPLE_CUBIC},
             {"area", WR_RESAMPLE_AREA}};
enum { MODES = sizeof modes / sizeof *modes, BILINEAR = 2 };

static int mode_of(const char *text) {
    int i = 0;
    if (text == NULL) return BILINEAR;
    while (i < MODES && strcmp(text, modes[i].name) != 0) i++;
    return i;
}

/* Return the index of the height axis. */
static int height_axis(const image_resize_attr *a, int ndim) {
    return layout_of(a->layout, HWC) == HWC ? ndim - 3 : ndim - 2;
}

static wr_resample resample_of(const image_resize_attr *a, int ndim, const int64_t *x) {
    int h = height_axis(a, ndim);
    wr_resample r = {.outer = product(h, x), .inner = product(ndim - h - 2, x + h + 2)};
    r.mode = modes[mode_of(a->mode)].mode;
    r.antialias = a->antialias && (r.mode == WR_RESAMPLE_LINEAR || r.mode == WR_RESAMPLE_CUBIC);
    wr_three_axes(r.in, 2, x + h);
    wr_three_axes(r.out, 2, a->size.data);
    return r;
}

static weir_status image_resize_infer(weir_infer *c) {
    const image_resize_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    WR_TRY(need_image(c, attr->layout, layout_of(attr->layout, HWC) == HWC ? 3 : 2));
    if (mode_of(attr->mode) == MODES)
        return wr_refuse(
            c,
            "mode '%s' is not supported; expected nearest, nearest-exact, bilinear, bicubic or "
            "area",
            attr->mode);
    if (attr->size.count != 2)
        return wr_refuse(c, "size has %lld entr%s; expected 2, the height and the width",
                         (long long)attr->size.count, attr->size.count == 1 ? "y" : "ies");
    WR_TRY(wr_need_axis_list(c, "size", attr->size, 2, 1));
    wr_meta_like(out, x);
    for (int i = 0; i < 2; i++) {
        int64_t *n = &out->shape[height_axis(attr, x->ndim) + i];
        if (*n < 1 || *n > WR_AXIS_MOST)
            return wr_refuse(c, "%s of %s is %lld; expected 1 to %d",
                             i == 0 ? "the height" : "the width", wr_array_text_of(x),
                             (long long)*n, WR_AXIS_MOST);
        *n = attr->size.data[i];
    }
    if (x->dtype != WEIR_UINT8 && wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts uint8 or floats, not %s",
                            wr_dtypes[x->dtype].name);
    if (wr_count(out->ndim, out->shape) < 0)
        return wr_refuse(c, "shape %s has too many elements", wr_shape_text(out->ndim, out->shape));
    wr_resample r = resample_of(attr, x->ndim, wr_shape(x));
    c->dtype = out->dtype = x->dtype;
    c->scratch_bytes = wr_resample_scratch(&r, c->dtype);
    return WEIR_OK;
}

static weir_status image_resize_run(const weir_kernel *k) {
    wr_resample r = resample_of(k->attr, k->in[0].ndim, k->in[0].shape);
    return wr_resample_run(k, &r);
}

weir_status wr_cuda_image_resize(wr_cuda_call *c) {
    wr_resample r = resample_of(c->k->attr, c->k->in[0].ndim, c->k->in[0].shape);
    return wr_resample_cuda(c, &r);
}

static weir_status image_resize_reference(const weir_kernel *k) {
    wr_resample r = resample_of(k->attr, k->in[0].ndim, k->in[0].shape);
    return wr_resample_reference(k, &r);
}

/* Compute the gradient with interpolate_grad, which requires the shape (batch, channels, height,
 * width). */
static void image_resize_vjp(weir_vjp *v) {
    const image_resize_attr *a = v->attr;
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    int h = height_axis(a, x->ndim), last = x->ndim - 1;
    bool channels_last = h != last - 1;
    if (dy == NULL || wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT) return;
    wr_resample r = resample_of(a, x->ndim, wr_shape(x));
    const int64_t back[1] = {last}, front[1] = {h}, planes[] = {1, r.outer * r.inner};
    if (channels_last) dy = wr_g_moveaxis(v, dy, back, 1, front, 1);
    const int64_t flat[] = {planes[0], planes[1], r.out[1], r.out[2]};
    dy = wr_g_reshape(v, dy, flat, 4);
    weir_array *dx = wr_g_interpolate_grad(v, dy, r.in + 1, 2, NAN, modes[mode_of(a->mode)].name, 0,
                                           r.antialias);
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = wr_shape(x)[i];
    if (channels_last) shape[h] = wr_shape(x)[last], shape[h + 1] = r.in[1], shape[h + 2] = r.in[2];
    dx = wr_g_reshape(v, dx, shape, x->ndim);
    if (channels_last) dx = wr_g_moveaxis(v, dx, front, 1, back, 1);
    v->grad_in[0] = wr_build_unbroadcast(v, dx, x);
}

/* ---- image_normalize ------------------------------------------------------------------------- */

/* The sizes of x.  count: number of images; pixels: number of pixels per image; channels: number of
 * channels. */
typedef struct dims {
    int64_t count, pixels, channels;
    bool last[2]; /* whether the channels are last: [0] in x, [1] in the result */
} dims;

static dims dims_of(const image_normalize_attr *a, int ndim, const int64_t *x) {
    dims p = {.last = {layout_of(a->layout, HWC) == HWC, layout_of(a->output_layout, CHW) == HWC}};
    const int64_t *n = x + ndim - 3;
    p.count = product(ndim - 3, x);
    p.channels = p.last[0] ? n[2] : n[0];
    p.pixels = p.last[0] ? n[0] * n[1] : n[1] * n[2];
    return p;
}

static double scale_of(const image_normalize_attr *a, int dtype) {
    if (!isnan(a->scale)) return a->scale;
    return wr_dtype_kind_of(dtype) == WR_KIND_FLOAT ? 1 : 1.0 / 255;
}

/* PIECES: maximum number of pieces; PIECE_WORK: approximate minimum number of elements per piece;
 * BLOCK: approximate number of elements per block. */
enum { PIECES = WR_SIZE(32, 3), PIECE_WORK = WR_SIZE(1 << 14, 32), BLOCK = WR_SIZE(4096, 32) };

/* The division of the work.  pixels: pixels per block; of_picture: blocks per image; pieces: number
 * of pieces. */
typedef struct blocks {
    int64_t pixels, of_picture, pieces;
    size_t bytes; /* size of each of the two buffers of a slot */
} blocks;

static blocks blocks_of(const dims *p, int computed) {
    blocks b = {.pixels = BLOCK / (p->channels > 0 ? p->channels : 1)};
    if (b.pixels < 1) b.pixels = 1;
    b.of_picture = (p->pixels + b.pixels - 1) / b.pixels;
    int64_t all = p->count * b.of_picture, most = all * b.pixels * p->channels / PIECE_WORK + 1;
    b.pieces = all < most ? all : most;
    if (b.pieces > PIECES) b.pieces = PIECES;
    b.bytes =
        wr_round_up((size_t)(b.pixels * p->channels) * wr_dtype_bytes(computed), WR_CACHE_LINE);
    return b;
}

static weir_status need_per_channel(const weir_infer *c, uint32_t which, const char *name,
                                    int64_t channels) {
    const weir_array *a = c->in_count > which ? c->in[which] : NULL;
    if (a == NULL) return WEIR_OK;
    if (a->ndim != 1 || wr_shape(a)[0] != channels)
        return wr_refuse(c, "%s has shape %s; expected (%lld,), one value per channel", name,
                         wr_shape_text(a->ndim, wr_shape(a)), (long long)channels);
    if (wr_dtype_kind_of(a->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "%s has dtype %s; expected a real dtype", name,
                         wr_dtypes[a->dtype].name);
    return WEIR_OK;
}

static weir_status image_normalize_infer(weir_infer *c) {
    const image_normalize_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    int kind = wr_dtype_kind_of(x->dtype), dtype;
    WR_TRY(need_image(c, attr->layout, 3));
    WR_TRY(need_image(c, attr->output_layout, 3));
    if (kind != WR_KIND_FLOAT && kind != WR_KIND_INT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts integers or floats, not %s",
                            wr_dtypes[x->dtype].name);
    WR_TRY(wr_need_dtype(c, attr->dtype, kind == WR_KIND_FLOAT ? x->dtype : WEIR_FLOAT32, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "dtype=%s is not supported; expected a float dtype",
                         wr_dtypes[dtype].name);
    if (isinf(attr->scale)) return wr_refuse(c, "scale=%g must be finite", attr->scale);
    dims p = dims_of(attr, x->ndim, wr_shape(x));
    WR_TRY(need_per_channel(c, 1, "mean", p.channels));
    WR_TRY(need_per_channel(c, 2, "std", p.channels));
    wr_meta_like(out, x);
    const int64_t *n = wr_shape(x) + x->ndim - 3;
    int64_t height = p.last[0] ? n[0] : n[1], width = p.last[0] ? n[1] : n[2];
    int64_t *to = out->shape + out->ndim - 3;
    to[0] = p.last[1] ? height : p.channels, to[1] = p.last[1] ? width : height;
    to[2] = p.last[1] ? p.channels : width;
    out->dtype = c->dtype = dtype;
    blocks b = blocks_of(&p, wr_float_computed_in(dtype));
    c->scratch_bytes = wr_round_up((size_t)p.channels * 2 * sizeof(double), WR_CACHE_LINE) +
                       (size_t)b.pieces * 2 * b.bytes;
    return WEIR_OK;
}

/* Compute for each channel the factor and the offset that normalise it: y = x * scale + shift. */
static weir_status factors(const weir_kernel *k, const dims *p, double *scale, double *shift) {
    double by = scale_of(k->attr, k->in[0].dtype);
    bool has_mean = k->in_count > 1 && k->in[1].data != NULL;
    bool has_std = k->in_count > 2 && k->in[2].data != NULL;
    for (int64_t c = 0; c < p->channels; c++) {
        double mean = has_mean ? wr_view_get(&k->in[1], c) : 0;
        double deviation = has_std ? wr_view_get(&k->in[2], c) : 1;
        if (deviation == 0)
            return wr_kernel_fail(
                k, WEIR_EINVAL, "std of channel %lld is 0; expected a nonzero value", (long long)c);
        scale[c] = by / deviation, shift[c] = -mean / deviation;
    }
    return WEIR_OK;
}

typedef struct job {
    const weir_kernel *k;
    dims p;
    blocks b;
    int computed;
    int64_t size;
    const double *scale, *shift;
    const wr_resample_loops *loops;
} job;

/* Return a pointer to n elements of x, starting at `at`: in x itself, or in `buffer` if they had to
 * be cast. */
static const char *load(const job *j, int64_t at, int64_t n, void *buffer) {
    const weir_view *x = &j->k->in[0];
    const char *from = (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype);
    if (x->dtype == j->computed) return from;
    wr_simd_of(j->k)->cast->cast[x->dtype][j->computed](buffer, from, n);
    return buffer;
}

/* Scale one channel of n pixels, read with stride `apart`, into contiguous elements of the
 * result. */
static void scale_run(const job *j, int64_t c, int64_t to, const char *from, int64_t apart,
                      int64_t n, void *buffer) {
    const weir_view *y = &j->k->out[0];
    char *result = (char *)y->data + to * (int64_t)wr_dtype_bytes(y->dtype);
    bool direct = y->dtype == j->computed;
    j->loops->scale(direct ? result : buffer, 1, from, apart, n, j->scale[c], j->shift[c]);
    if (!direct) wr_simd_of(j->k)->cast->cast[j->computed][y->dtype](result, buffer, n);
}

static void normalize_block(const job *j, int64_t image, int64_t first, char *slot) {
    const dims *p = &j->p;
    const weir_view *y = &j->k->out[0];
    int64_t n = p->pixels - first < j->b.pixels ? p->pixels - first : j->b.pixels;
    int64_t base = image * p->pixels * p->channels, channels = p->channels;
    char *made = slot + j->b.bytes;
    char *result = (char *)y->data + (base + first * channels) * (int64_t)wr_dtype_bytes(y->dtype);
    char *to = y->dtype == j->computed ? result : made;
    const char *pixels = NULL;
    if (p->last[0]) pixels = load(j, base + first * channels, n * channels, slot);
    for (int64_t c = 0; c < channels; c++) {
        int64_t plane = base + c * p->pixels + first, apart = p->last[0] ? channels : 1;
        const char *from = p->last[0] ? pixels + c * j->size : load(j, plane, n, slot);
        if (p->last[1])
            j->loops->scale(to + c * j->size, channels, from, apart, n, j->scale[c], j->shift[c]);
        else
            scale_run(j, c, plane, from, apart, n, made);
    }
    if (p->last[1] && to != result)
        wr_simd_of(j->k)->cast->cast[j->computed][y->dtype](result, to, n * channels);
}

static weir_status normalize_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t all = j->p.count * j->b.of_picture;
    char *slots = (char *)j->k->scratch +
                  wr_round_up((size_t)j->p.channels * 2 * sizeof(double), WR_CACHE_LINE);
    for (int64_t piece = begin; piece < end; piece++)
        for (int64_t i = piece * all / j->b.pieces; i < (piece + 1) * all / j->b.pieces; i++)
            normalize_block(j, i / j->b.of_picture, i % j->b.of_picture * j->b.pixels,
                            slots + (size_t)piece * 2 * j->b.bytes);
    return WEIR_OK;
}

static weir_status image_normalize_run(const weir_kernel *k) {
    job j = {.k = k, .computed = wr_float_computed_in(k->dtype)};
    j.p = dims_of(k->attr, k->in[0].ndim, k->in[0].shape);
    j.b = blocks_of(&j.p, j.computed);
    j.size = (int64_t)wr_dtype_bytes(j.computed);
    double *scale = k->scratch, *shift = scale + j.p.channels;
    WR_TRY(factors(k, &j.p, scale, shift));
    j.scale = scale, j.shift = shift;
    const wr_resample_simd *simd = wr_simd_of(k)->resample;
    j.loops = j.computed == WEIR_FLOAT64 ? &simd->f64 : &simd->f32;
    if (wr_view_count(&k->out[0]) == 0) return WEIR_OK;
    return wr_split(k, j.b.pieces, 1, normalize_pieces, &j);
}

weir_status wr_cuda_image_normalize(wr_cuda_call *c) {
    const weir_view *x = &c->k->in[0];
    dims p = dims_of(c->k->attr, x->ndim, x->shape);
    return wr_normalize_cuda(c, p.pixels, p.channels, p.last, scale_of(c->k->attr, x->dtype));
}

static weir_status image_normalize_reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    dims p = dims_of(k->attr, x->ndim, x->shape);
    double *scale = k->scratch, *shift = scale + p.channels;
    WR_TRY(factors(k, &p, scale, shift));
    for (int64_t i = 0; i < wr_view_count(x); i++) {
        int64_t image = i / p.pixels / p.channels, rest = i % (p.pixels * p.channels);
        int64_t c = p.last[0] ? rest % p.channels : rest / p.pixels;
        int64_t pixel = p.last[0] ? rest / p.channels : rest % p.pixels;
        int64_t at = p.last[1] ? pixel * p.channels + c : c * p.pixels + pixel;
        wr_view_put(y, image * p.pixels * p.channels + at, wr_view_get(x, i) * scale[c] + shift[c]);
    }
    return WEIR_OK;
}

/* Compute the gradients of y = (scale * x - mean) / std in the layout of x. */
static void image_normalize_vjp(weir_vjp *v) {
    const image_normalize_attr *a = v->attr;
    weir_array *x = v->in[0], *y = v->out[0], *dy = v->grad_out[0];
    weir_array *mean = v->in_count > 1 ? v->in[1] : NULL, *std = v->in_count > 2 ? v->in[2] : NULL;
    if (dy == NULL) return;
    dims p = dims_of(a, x->ndim, wr_shape(x));
    int channel = p.last[0] ? x->ndim - 1 : x->ndim - 3;
    if (p.last[0] != p.last[1]) {
        const int64_t to[1] = {channel}, from[1] = {p.last[1] ? x->ndim - 1 : x->ndim - 3};
        dy = wr_g_moveaxis(v, dy, from, 1, to, 1);
        y = wr_g_moveaxis(v, y, from, 1, to, 1);
    }
    const int64_t along[3] = {p.channels, 1, 1};
    if (std != NULL) dy = wr_g_divide(v, dy, p.last[0] ? std : wr_g_reshape(v, std, along, 3));
    if (v->wanted[0] && wr_dtype_kind_of(x->dtype) == WR_KIND_FLOAT) {
        weir_array *scale = wr_build_number(v, scale_of(a, x->dtype));
        v->grad_in[0] = wr_build_unbroadcast(v, wr_g_multiply(v, dy, scale), x);
    }
    int64_t axes[WEIR_NDIM_MAX], count = 0;
    for (int i = 0; i < x->ndim; i++)
        if (i != channel) axes[count++] = i;
    if (mean != NULL && v->wanted[1])
        v->grad_in[1] =
            wr_build_unbroadcast(v, wr_g_negative(v, wr_g_sum(v, dy, axes, count, 0, 0)), mean);
    if (std != NULL && v->wanted[2]) {
        weir_array *each = wr_g_negative(v, wr_g_multiply(v, dy, y));
        v->grad_in[2] = wr_build_unbroadcast(v, wr_g_sum(v, each, axes, count, 0, 0), std);
    }
}

WR_OP(image_resize) = {
    .size = sizeof(weir_op_def),
    .name = "image_resize",
    .summary = "Resize images of uint8 or float pixels.",
    .notes =
        "x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  "
        "uint8 pixels are rounded once, at the end.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images",
    .infer = image_resize_infer,
    .run = image_resize_run,
    .reference = image_resize_reference,
    .vjp = image_resize_vjp,
    WEIR_USE_ATTRS(image_resize),
    .samples = "(6,5,3) size=[4,7]; (2,2,5,6) size=[3,3] layout='CHW'; u8(7,6,3)@0:255 size=[4,9] "
               "mode='bicubic'; u8(5,4,2)@0:255 size=[3,6] mode='nearest'; (2,4,5,1) size=[6,3] "
               "antialias=false; (5,4) size=[2,3] mode='area' layout='CHW'",
};

WR_OP(image_normalize) = {
    .size = sizeof(weir_op_def),
    .name = "image_normalize",
    .summary = "Normalise images per channel, (scale x - mean) / std, and convert their layout.",
    .notes =
        "x has shape (..., height, width, channels), or (..., channels, height, width) with layout "
        "'CHW'.  Without mean and std, uint8 pixels become floats from 0 to 1.  A std of 0 is an "
        "error.",
    .inputs = "x, mean?, std?",
    .outputs = "y",
    .parts = "x: images; "
             "mean: mean of each channel; "
             "std: standard deviation of each channel",
    .infer = image_normalize_infer,
    .run = image_normalize_run,
    .reference = image_normalize_reference,
    .vjp = image_normalize_vjp,
    WEIR_USE_ATTRS(image_normalize),
    .samples =
        "(4,5,3), (3)@-1:1, (3)@0.5:2; u8(3,4,3)@0:255, f64(3)@-1:1, f64(3)@0.5:2 dtype=float64; "
        "u8(2,4,3,1)@0:255; (2,3,4,5), (3)@-1:1 layout='CHW' scale=0.5; (3,4,2), none, (2)@0.5:2 "
        "output_layout='HWC'; (2,3,4) layout='CHW' output_layout='HWC'",
};
