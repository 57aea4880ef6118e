/* pixel_shuffle.c - pixel_shuffle, pixel_unshuffle and channel_shuffle.
 *
 * Each of these operators splits axes of x and of the result and then makes one copy between two
 * permuted views.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"

#define PIXEL_SHUFFLE_ATTRS(X, A)                                                                  \
    X(A, I64, upscale_factor, WEIR_REQUIRED, "factor by which height and width grow", ">= 1")
WEIR_ATTRS(pixel_shuffle, PIXEL_SHUFFLE_ATTRS);
#define PIXEL_UNSHUFFLE_ATTRS(X, A)                                                                \
    X(A, I64, downscale_factor, WEIR_REQUIRED, "factor by which height and width shrink", ">= 1")
WEIR_ATTRS(pixel_unshuffle, PIXEL_UNSHUFFLE_ATTRS);
#define CHANNEL_SHUFFLE_ATTRS(X, A)                                                                \
    X(A, I64, groups, WEIR_REQUIRED, "number of groups that the channels are divided into", ">= 1")
WEIR_ATTRS(channel_shuffle, CHANNEL_SHUFFLE_ATTRS);

/* Return the operator's only attribute.  The attribute structs of the three operators have the same
 * layout. */
static int64_t number_of(const void *attr) {
    return ((const pixel_shuffle_attr *)attr)->upscale_factor;
}

static weir_status need_number(weir_infer *c, const char *name, int least_ndim) {
    const weir_array *x = c->in[0];
    int64_t n = number_of(c->attr);
    if (n == WEIR_NONE) return wr_refuse(c, "%s is required", name);
    if (n < 1) return wr_refuse(c, "%s=%lld must be at least 1", name, (long long)n);
    if (x->ndim < least_ndim)
        return wr_refuse(c, "x has shape %s; expected at least %d dimensions",
                         wr_shape_text(x->ndim, wr_shape(x)), least_ndim);
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    return WEIR_OK;
}

static weir_status pixel_shuffle_infer(weir_infer *c) {
    WR_TRY(need_number(c, "upscale_factor", 3));
    weir_meta *out = &c->out[0];
    int64_t r = number_of(c->attr), *of = out->shape + out->ndim - 3, square;
    if (__builtin_mul_overflow(r, r, &square) || of[0] % square != 0)
        return wr_refuse(c,
                         "the number of channels, %lld, is not divisible by the square of "
                         "upscale_factor=%lld",
                         (long long)of[0], (long long)r);
    of[0] /= square;
    if (__builtin_mul_overflow(of[1], r, &of[1]) || __builtin_mul_overflow(of[2], r, &of[2]))
        return wr_refuse(c, "upscale_factor=%lld is too large: the size of the result overflows",
                         (long long)r);
    return WEIR_OK;
}

static weir_status pixel_unshuffle_infer(weir_infer *c) {
    WR_TRY(need_number(c, "downscale_factor", 3));
    weir_meta *out = &c->out[0];
    int64_t r = number_of(c->attr), *of = out->shape + out->ndim - 3, square;
    if (of[1] % r != 0 || of[2] % r != 0)
        return wr_refuse(c, "height and width of %s must be divisible by downscale_factor=%lld",
                         wr_array_text_of(c->in[0]), (long long)r);
    if (__builtin_mul_overflow(r, r, &square) || __builtin_mul_overflow(of[0], square, &of[0]))
        return wr_refuse(
            c, "downscale_factor=%lld is too large: the number of channels of the result overflows",
            (long long)r);
    of[1] /= r, of[2] /= r;
    return WEIR_OK;
}

static weir_status channel_shuffle_infer(weir_infer *c) {
    WR_TRY(need_number(c, "groups", 3));
    int64_t channels = wr_shape(c->in[0])[1];
    if (channels % number_of(c->attr) != 0)
        return wr_refuse(c, "the number of channels, %lld, is not divisible by groups=%lld",
                         (long long)channels, (long long)number_of(c->attr));
    return WEIR_OK;
}

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Return a view of a row-major array with up to six axes, with its axes permuted. */
static weir_view permuted(const weir_view *v, int ndim, const int64_t *shape, const int *order,
                          int64_t *own_shape, int64_t *own_strides) {
    int64_t strides[6], step = 1;
    for (int i = ndim - 1; i >= 0; step *= shape[i], i--) strides[i] = step;
    for (int i = 0; i < ndim; i++)
        own_shape[i] = shape[order[i]], own_strides[i] = strides[order[i]];
    return (weir_view){v->data, own_shape, own_strides, v->dtype, ndim};
}

/* The shape (n, c, h, r, w, r) of the large image with its axes split.  The axes (n, c, r, r, h, w)
 * of the small image are permuted to match it. */
typedef struct squares {
    int64_t shape[6];
} squares;

static squares squares_of(const weir_view *large, int64_t r) {
    int last = large->ndim - 1;
    squares s = {
        {1, large->shape[last - 2], large->shape[last - 1] / r, r, large->shape[last] / r, r}};
    for (int i = 0; i < last - 2; i++) s.shape[0] *= large->shape[i];
    return s;
}

/* A copy between two permuted views. */
typedef struct move {
    weir_view to, from;
    int64_t dim[4][6];
} move;

static void set_pixels(move *m, const weir_kernel *k, bool back) {
    static const int as_it_is[] = {0, 1, 2, 3, 4, 5};
    /* permutes (n, c, r, r, h, w) to (n, c, h, r, w, r) */
    static const int from_small[] = {0, 1, 4, 2, 5, 3};
    const weir_view *x = &k->in[0], *y = &k->out[0];
    squares s = squares_of(back ? x : y, number_of(k->attr));
    const int64_t *l = s.shape, small[6] = {l[0], l[1], l[3], l[5], l[2], l[4]};
    weir_view large_view = permuted(back ? x : y, 6, l, as_it_is, m->dim[0], m->dim[1]);
    weir_view small_view = permuted(back ? y : x, 6, small, from_small, m->dim[2], m->dim[3]);
    m->to = back ? small_view : large_view;
    m->from = back ? large_view : small_view;
}

static void set_channels(move *m, const weir_kernel *k) {
    static const int as_it_is[] = {0, 1, 2, 3}, swapped[] = {0, 2, 1, 3};
    const weir_view *x = &k->in[0];
    int64_t groups = number_of(k->attr);
    int64_t shape[4] = {x->shape[0], groups, x->shape[1] / groups, 1};
    for (int i = 2; i < x->ndim; i++) shape[3] *= x->shape[i];
    const int64_t result[4] = {shape[0], shape[2], shape[1], shape[3]};
    m->to = permuted(&k->out[0], 4, result, as_it_is, m->dim[0], m->dim[1]);
    m->from = permuted(x, 4, shape, swapped, m->dim[2], m->dim[3]);
}

/* Define the kernel and the CUDA function of one operator. */
#define MOVE(name, set)                                                                            \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        move m;                                                                                    \
        if (wr_view_count(&k->out[0]) == 0) return WEIR_OK;                                        \
        set;                                                                                       \
        return wr_copy_view(k, &m.to, &m.from);                                                    \
    }                                                                                              \
    weir_status wr_cuda_##name(wr_cuda_call *c) {                                                  \
        move m;                                                                                    \
        const weir_kernel *k = c->k;                                                               \
        if (wr_view_count(&k->out[0]) == 0) return wr_cuda_mark(c);                                \
        set;                                                                                       \
        return wr_cuda_copy_view(c, &m.to, &m.from, false, &c->guard);                             \
    }
MOVE(pixel_shuffle, set_pixels(&m, k, false))
MOVE(pixel_unshuffle, set_pixels(&m, k, true))
MOVE(channel_shuffle, set_channels(&m, k))

/* ---- Reference kernels ----------------------------------------------------------------------- */

static void copy_element(const weir_kernel *k, int64_t to, int64_t from) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    wr_simd_of(k)->cast->cast[x->dtype][y->dtype](
        (char *)y->data + to * (int64_t)wr_dtype_bytes(y->dtype),
        (const char *)x->data + from * (int64_t)wr_dtype_bytes(x->dtype), 1);
}

/* Pixel (i, j) of channel c of the large image is pixel (i / r, j / r) of the small image, in
 * channel (c * r + i % r) * r + j % r. */
static weir_status reference_pixels(const weir_kernel *k, bool back) {
    const weir_view *large = back ? &k->in[0] : &k->out[0];
    int64_t r = number_of(k->attr), height = large->shape[large->ndim - 2];
    int64_t width = large->shape[large->ndim - 1];
    for (int64_t e = 0; e < wr_view_count(large); e++) {
        int64_t j = e % width, i = e / width % height, c = e / width / height;
        int64_t channel = (c * r + i % r) * r + j % r;
        int64_t other = (channel * (height / r) + i / r) * (width / r) + j / r;
        copy_element(k, back ? other : e, back ? e : other);
    }
    return WEIR_OK;
}

static weir_status pixel_shuffle_reference(const weir_kernel *k) {
    return reference_pixels(k, false);
}
static weir_status pixel_unshuffle_reference(const weir_kernel *k) {
    return reference_pixels(k, true);
}

/* Channel c of the result is channel c / groups of group c % groups of x. */
static weir_status channel_shuffle_reference(const weir_kernel *k) {
    const weir_view *y = &k->out[0];
    int64_t groups = number_of(k->attr), channels = y->shape[1], plane = 1;
    for (int i = 2; i < y->ndim; i++) plane *= y->shape[i];
    for (int64_t e = 0; e < wr_view_count(y); e++) {
        int64_t c = e / plane % channels, image = e / plane / channels;
        int64_t from = c % groups * (channels / groups) + c / groups;
        copy_element(k, e, (image * channels + from) * plane + e % plane);
    }
    return WEIR_OK;
}

/* ---- Gradients: the inverse permutations ----------------------------------------------------- */

static void pixel_shuffle_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_pixel_unshuffle(v, v->grad_out[0], number_of(v->attr));
}
static void pixel_unshuffle_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_pixel_shuffle(v, v->grad_out[0], number_of(v->attr));
}
static void channel_shuffle_vjp(weir_vjp *v) {
    int64_t channels = wr_shape(v->in[0])[1], groups = number_of(v->attr);
    v->grad_in[0] =
        channels == 0 ? v->grad_out[0] : wr_g_channel_shuffle(v, v->grad_out[0], channels / groups);
}

WR_OP(pixel_shuffle) = {
    .size = sizeof(weir_op_def),
    .name = "pixel_shuffle",
    .summary = "Rearrange groups of channels into blocks of pixels (sub-pixel convolution).",
    .notes =
        "x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., "
        "channels, height * upscale_factor, width * upscale_factor).",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images, (batch, channels, spatial axes)",
    .infer = pixel_shuffle_infer,
    .run = pixel_shuffle_run,
    .reference = pixel_shuffle_reference,
    .vjp = pixel_shuffle_vjp,
    WEIR_USE_ATTRS(pixel_shuffle),
    .samples = "(2,8,3,2) upscale_factor=2; (9,2,4) upscale_factor=3; (2,1,4,3,3) upscale_factor=2",
};

WR_OP(pixel_unshuffle) = {
    .size = sizeof(weir_op_def),
    .name = "pixel_unshuffle",
    .summary = "Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.",
    .notes = "x has shape (..., channels, height, width).",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images, (batch, channels, spatial axes)",
    .infer = pixel_unshuffle_infer,
    .run = pixel_unshuffle_run,
    .reference = pixel_unshuffle_reference,
    .vjp = pixel_unshuffle_vjp,
    WEIR_USE_ATTRS(pixel_unshuffle),
    .samples = "(2,2,6,4) downscale_factor=2; (1,6,9) downscale_factor=3",
};

WR_OP(channel_shuffle) = {
    .size = sizeof(weir_op_def),
    .name = "channel_shuffle",
    .summary = "Interleave the channels of the groups (ShuffleNet).",
    .notes = "x has shape (batch, channels, spatial axes).",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    .infer = channel_shuffle_infer,
    .run = channel_shuffle_run,
    .reference = channel_shuffle_reference,
    .vjp = channel_shuffle_vjp,
    WEIR_USE_ATTRS(channel_shuffle),
    .samples = "(2,6,3,2) groups=2; (1,6,4) groups=3",
};
