/* convolutions.c - convolution and transposed convolution layers in one, two and three dimensions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

int32_t wr_dims_of(const weir_block *b) {
    const char *name = b->kind->def.name;
    return name[strlen(name) - 2] - '0';
}

weir_status wr_block_need_dims(const weir_block *b, const weir_array *x) {
    static const char *const shapes[] = {"(batch, channels, width)",
                                         "(batch, channels, height, width)",
                                         "(batch, channels, depth, height, width)"};
    int32_t dims = wr_dims_of(b);
    if (weir_array_ndim(x) == dims + 2) return WEIR_OK;
    return wr_block_fail(b, "the input is %s; expected %s", wr_block_text_of(x), shapes[dims - 1]);
}

weir_status wr_operate_dims(weir_block *b, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count) {
    WR_TRY(wr_block_need_dims(b, in[0]));
    return weir_block_operate(b, in, in_count, out, out_count);
}

/* Check a list attribute.  If `sides` is set, two values per axis, one for each end, are accepted
 * as well. */
static weir_status check_list(const weir_block *b, const char *name, weir_i64s list, int64_t min,
                              bool sides) {
    int32_t dims = wr_dims_of(b);
    if (list.data == NULL) return WEIR_OK;
    if (list.count != 1 && list.count != dims && !(sides && list.count == 2 * dims))
        return sides
                   ? wr_block_fail(
                         b,
                         "%s has %lld numbers; expected one for all axes, or %d (one for each "
                         "axis), or two for each of %d ax%s",
                         name, (long long)list.count, (int)dims, (int)dims, dims == 1 ? "is" : "es")
                   : wr_block_fail(b, "%s has %lld numbers; expected %d, or one for all axes", name,
                                   (long long)list.count, (int)dims);
    for (int64_t i = 0; i < list.count; i++)
        if (list.data[i] < min || list.data[i] > WR_BLOCK_SIZE_MAX)
            return wr_block_fail(b, "%s contains %lld; expected %lld to %lld", name,
                                 (long long)list.data[i], (long long)min,
                                 (long long)WR_BLOCK_SIZE_MAX);
    return WEIR_OK;
}

/* The attributes that convolutions and transposed convolutions have in common.  Their attribute
 * structs list them in different orders. */
typedef struct window {
    int64_t in_channels, out_channels, groups;
    weir_i64s kernel_size, stride, padding, dilation;
    bool bias;
} window;

static weir_status check(const weir_block *b, const window *w) {
    WR_TRY(wr_block_need_size(b, "out_channels", w->out_channels));
    WR_TRY(check_list(b, "kernel_size", w->kernel_size, 1, false));
    WR_TRY(check_list(b, "stride", w->stride, 1, false));
    WR_TRY(check_list(b, "padding", w->padding, 0, true));
    WR_TRY(check_list(b, "dilation", w->dilation, 1, false));
    bool divides = w->groups > 0 && w->out_channels % w->groups == 0 &&
                   (w->in_channels < 0 || w->in_channels % w->groups == 0);
    if (divides && w->in_channels != 0) return WEIR_OK;
    return wr_block_fail(b,
                         "in_channels=%lld and out_channels=%lld must be positive and divisible by "
                         "groups=%lld",
                         (long long)w->in_channels, (long long)w->out_channels,
                         (long long)w->groups);
}

static weir_status declare(weir_block *b, window *w, weir_array *const *in, bool transposed) {
    int32_t dims = wr_dims_of(b);
    if (in != NULL) WR_TRY(wr_block_need_dims(b, in[0]));
    WR_TRY(wr_block_check_size(b, "in_channels", w->in_channels));
    if (w->in_channels == WEIR_NONE) w->in_channels = wr_in_size(in, 0, 1);
    WR_TRY(check(b, w));
    int64_t inner = w->in_channels < 0 ? -1 : w->in_channels / w->groups, field = 1;
    int64_t shape[5] = {w->out_channels, inner};
    if (transposed) shape[0] = w->in_channels, shape[1] = w->out_channels / w->groups;
    for (int32_t i = 0; i < dims; i++)
        shape[2 + i] = w->kernel_size.data[w->kernel_size.count == 1 ? 0 : i];
    for (int32_t i = 0; i < dims; i++)
        if (__builtin_mul_overflow(field, shape[2 + i], &field))
            return wr_block_fail(b, "kernel_size %s is too large for memory",
                                 wr_block_shape_text(dims, shape + 2));
    WR_TRY(weir_block_declare(b, "weight", shape, dims + 2, 0, &WR_INIT_PRODUCT, 0));
    int64_t fan = -1;
    if (shape[1] >= 0 && w->in_channels >= 0 && __builtin_mul_overflow(shape[1], field, &fan))
        return wr_block_fail(b, "a weight of shape %s is too large for memory",
                             wr_block_shape_text(dims + 2, shape));
    return w->bias ? wr_declare_bias(b, "bias", w->out_channels, fan) : WEIR_OK;
}

/* ---- Conv ------------------------------------------------------------------------------------ */

#define CONV_ATTRS(X, A)                                                                           \
    X(A, I64, in_channels, WEIR_NONE,                                                              \
      "channels of the input; none: inferred from the first input", ">= 1")                        \
    X(A, I64, out_channels, WEIR_NONE, "channels of the output", ">= 1, required")                 \
    X(A, I64S, kernel_size, WEIR_REQUIRED,                                                         \
      "kernel size: one number per axis, or one for all axes", ">= 1")                             \
    X(A, I64S, stride, WEIR_NO_LIST, "stride of the kernel; none: 1", ">= 1")                      \
    X(A, I64S, padding, WEIR_NO_LIST,                                                              \
      "zeros added to each axis: one number for both ends, or one per end; none: 0", ">= 0")       \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between kernel elements; none: 1", ">= 1")         \
    X(A, I64, groups, 1, "independent groups of channels", ">= 1")                                 \
    X(A, BOOL, bias, 1, "add a bias")
WEIR_ATTRS(conv, CONV_ATTRS);

static weir_status conv_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const conv_attr *a = weir_block_attr(b);
    (void)in_count;
    window w = {a->in_channels, a->out_channels, a->groups,   a->kernel_size,
                a->stride,      a->padding,      a->dilation, a->bias};
    return declare(b, &w, in, false);
}

#define WR_BLOCK_CONV(kind, summary_, samples_)                                                    \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = summary_,                                                                       \
        .notes = "The weight is (out_channels, in_channels / groups, kernel...).",                 \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        .flags = WEIR_BLOCK_PRODUCTS,                                                              \
        WEIR_USE_ATTRS(conv),                                                                      \
        .build = conv_build,                                                                       \
        .forward = wr_operate_dims,                                                                \
        .op = "conv",                                                                              \
        .samples = samples_,                                                                       \
    };

WR_BLOCK_CONV(Conv1d, "1-dimensional convolution.",
              "(2,3,7) in_channels=3 out_channels=4 kernel_size=3; "
              "(2,4,8) out_channels=4 kernel_size=3 stride=2 padding=1 groups=2 bias=false")
WR_BLOCK_CONV(Conv2d, "2-dimensional convolution.",
              "(2,3,5,6) in_channels=3 out_channels=4 kernel_size=3 padding=1; "
              "(1,2,6,6) out_channels=2 kernel_size=[3,2] stride=[2,1] dilation=2; "
              "(1,2,4,3) out_channels=2 kernel_size=2 padding=[0,1,0,1]")
WR_BLOCK_CONV(Conv3d, "3-dimensional convolution.",
              "(1,2,3,4,4) in_channels=2 out_channels=3 kernel_size=2; "
              "(1,2,3,3,3) out_channels=2 kernel_size=[1,2,3] padding=1")

/* ---- ConvTranspose --------------------------------------------------------------------------- */

#define CONV_TRANSPOSE_ATTRS(X, A)                                                                 \
    X(A, I64, in_channels, WEIR_NONE,                                                              \
      "channels of the input; none: inferred from the first input", ">= 1")                        \
    X(A, I64, out_channels, WEIR_NONE, "channels of the output", ">= 1, required")                 \
    X(A, I64S, kernel_size, WEIR_REQUIRED,                                                         \
      "kernel size: one number per axis, or one for all axes", ">= 1")                             \
    X(A, I64S, stride, WEIR_NO_LIST, "stride of the kernel; none: 1", ">= 1")                      \
    X(A, I64S, padding, WEIR_NO_LIST,                                                              \
      "elements removed at both ends of each output axis; none: 0", ">= 0")                        \
    X(A, I64S, output_padding, WEIR_NO_LIST,                                                       \
      "elements added at the end of each output axis; none: 0", ">= 0")                            \
    X(A, I64, groups, 1, "independent groups of channels", ">= 1")                                 \
    X(A, BOOL, bias, 1, "add a bias")                                                              \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between kernel elements; none: 1", ">= 1")
WEIR_ATTRS(conv_transpose, CONV_TRANSPOSE_ATTRS);

static weir_status conv_transpose_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const conv_transpose_attr *a = weir_block_attr(b);
    (void)in_count;
    window w = {a->in_channels, a->out_channels, a->groups,   a->kernel_size,
                a->stride,      a->padding,      a->dilation, a->bias};
    WR_TRY(check_list(b, "output_padding", a->output_padding, 0, false));
    return declare(b, &w, in, true);
}

#define WR_BLOCK_CONV_TRANSPOSE(kind, summary_, samples_)                                          \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = summary_,                                                                       \
        .notes = "The weight is (in_channels, out_channels / groups, kernel...).",                 \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        .flags = WEIR_BLOCK_PRODUCTS,                                                              \
        WEIR_USE_ATTRS(conv_transpose),                                                            \
        .build = conv_transpose_build,                                                             \
        .forward = wr_operate_dims,                                                                \
        .op = "conv_transpose",                                                                    \
        .samples = samples_,                                                                       \
    };

WR_BLOCK_CONV_TRANSPOSE(ConvTranspose1d, "1-dimensional transposed convolution.",
                        "(2,3,4) in_channels=3 out_channels=2 kernel_size=3 stride=2; "
                        "(1,4,3) out_channels=2 kernel_size=3 groups=2")
WR_BLOCK_CONV_TRANSPOSE(ConvTranspose2d, "2-dimensional transposed convolution.",
                        "(1,3,3,4) in_channels=3 out_channels=2 kernel_size=3 stride=2 padding=1 "
                        "output_padding=1; (1,2,3,3) out_channels=2 kernel_size=2 bias=false")
WR_BLOCK_CONV_TRANSPOSE(ConvTranspose3d, "3-dimensional transposed convolution.",
                        "(1,2,2,3,2) in_channels=2 out_channels=2 kernel_size=2")
