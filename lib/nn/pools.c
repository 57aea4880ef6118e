/* pools.c - pooling layers: the maximum or the mean of each window.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

#define WR_BLOCK_POOL(kind, attrs_, op_, summary_, samples_)                                       \
    WR_BLOCK(kind) = {.size = sizeof(weir_block_def),                                              \
                      .name = #kind,                                                               \
                      .summary = summary_,                                                         \
                      .inputs = "x",                                                               \
                      .outputs = "y",                                                              \
                      WEIR_USE_ATTRS(attrs_),                                                      \
                      .forward = wr_operate_dims,                                                  \
                      .op = op_,                                                                   \
                      .samples = samples_};

#define MAX_POOL_ATTRS(X, A)                                                                       \
    X(A, I64S, kernel_size, WEIR_REQUIRED,                                                         \
      "window size: one number per axis, or one for all axes", ">= 1")                             \
    X(A, I64S, stride, WEIR_NO_LIST, "stride of the window; none: kernel_size", ">= 1")            \
    X(A, I64S, padding, WEIR_NO_LIST, "elements of -inf added at both ends of each axis; none: 0", \
      ">= 0")                                                                                      \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between window elements; none: 1", ">= 1")         \
    X(A, BOOL, ceil_mode, 0, "round the output size up, so that a window may reach beyond the end")
WEIR_ATTRS(max_pool, MAX_POOL_ATTRS);

#define AVG_POOL_ATTRS(X, A)                                                                       \
    X(A, I64S, kernel_size, WEIR_REQUIRED,                                                         \
      "window size: one number per axis, or one for all axes", ">= 1")                             \
    X(A, I64S, stride, WEIR_NO_LIST, "stride of the window; none: kernel_size", ">= 1")            \
    X(A, I64S, padding, WEIR_NO_LIST, "zeros added at both ends of each axis; none: 0", ">= 0")    \
    X(A, BOOL, ceil_mode, 0,                                                                       \
      "round the output size up, so that a window may reach beyond the end")                       \
    X(A, BOOL, count_include_pad, 1, "include padding zeros in the mean")
WEIR_ATTRS(avg_pool, AVG_POOL_ATTRS);

#define ADAPTIVE_ATTRS(X, A)                                                                       \
    X(A, I64S, output_size, WEIR_REQUIRED,                                                         \
      "output size: one number per axis, or one for all axes", ">= 1")
WEIR_ATTRS(adaptive, ADAPTIVE_ATTRS);

/* clang-format off */
WR_BLOCK_POOL(MaxPool1d, max_pool, "max_pool", "The maximum of each window.", "(2,3,8) kernel_size=2; (2,2,7) kernel_size=3 stride=2 padding=1")
WR_BLOCK_POOL(MaxPool2d, max_pool, "max_pool", "The maximum of each window.", "(2,2,4,6) kernel_size=2; (1,2,5,5) kernel_size=[3,2] stride=2 ceil_mode=true")
WR_BLOCK_POOL(MaxPool3d, max_pool, "max_pool", "The maximum of each window.", "(1,2,4,4,4) kernel_size=2")
WR_BLOCK_POOL(AvgPool1d, avg_pool, "avg_pool", "The mean of each window.", "(2,3,8) kernel_size=2; (2,2,7) kernel_size=3 stride=2 padding=1 count_include_pad=false")
WR_BLOCK_POOL(AvgPool2d, avg_pool, "avg_pool", "The mean of each window.", "(2,2,4,6) kernel_size=2; (1,2,5,5) kernel_size=[3,2] stride=2 ceil_mode=true")
WR_BLOCK_POOL(AvgPool3d, avg_pool, "avg_pool", "The mean of each window.", "(1,2,4,4,4) kernel_size=2")
WR_BLOCK_POOL(AdaptiveAvgPool1d, adaptive, "adaptive_avg_pool", "Average pooling to a given output size.", "(2,3,8) output_size=3")
WR_BLOCK_POOL(AdaptiveAvgPool2d, adaptive, "adaptive_avg_pool", "Average pooling to a given output size.", "(2,3,5,6) output_size=[2,3]; (1,2,4,4) output_size=1")
WR_BLOCK_POOL(AdaptiveAvgPool3d, adaptive, "adaptive_avg_pool", "Average pooling to a given output size.", "(1,2,3,4,5) output_size=2")
WR_BLOCK_POOL(AdaptiveMaxPool1d, adaptive, "adaptive_max_pool", "Max pooling to a given output size.", "(2,3,8) output_size=3")
WR_BLOCK_POOL(AdaptiveMaxPool2d, adaptive, "adaptive_max_pool", "Max pooling to a given output size.", "(2,3,5,6) output_size=[2,3]")
WR_BLOCK_POOL(AdaptiveMaxPool3d, adaptive, "adaptive_max_pool", "Max pooling to a given output size.", "(1,2,3,4,5) output_size=2")
/* clang-format on */

/* ---- Global pooling ------------------------------------------------------------------------- */

/* Get a list of all axes after batch and channels.  `room` holds it. */
static weir_status spatial_axes(weir_block *b, weir_array *x, int64_t *room, weir_i64s *out) {
    int64_t count = 0;
    for (int32_t i = 2; i < weir_array_ndim(x); i++) room[count++] = i;
    if (count == 0)
        return wr_block_fail(b, "the input is %s; expected (batch, channels, ...)",
                             wr_block_text_of(x));
    *out = weir_i64s_of(room, count);
    return WEIR_OK;
}

static weir_status global_avg_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                      weir_array **out, uint32_t *out_count) {
    int64_t room[WEIR_NDIM_MAX];
    weir_mean_options options = WEIR_MEAN_OPTIONS;
    (void)in_count;
    *out_count = 1;
    options.keepdims = 1;
    WR_TRY(spatial_axes(b, in[0], room, &options.axes));
    return weir_mean(in[0], &options, out);
}

static weir_status global_max_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                      weir_array **out, uint32_t *out_count) {
    int64_t room[WEIR_NDIM_MAX];
    weir_max_options options = WEIR_MAX_OPTIONS;
    (void)in_count;
    *out_count = 1;
    options.keepdims = 1;
    WR_TRY(spatial_axes(b, in[0], room, &options.axes));
    return weir_max(in[0], &options, out);
}

WR_BLOCK(GlobalAvgPool) = {
    .size = sizeof(weir_block_def),
    .name = "GlobalAvgPool",
    .summary = "The mean of each channel over all spatial axes.",
    .inputs = "x",
    .outputs = "y",
    .aliases = "GlobalAvgPool1d, GlobalAvgPool2d, GlobalAvgPool3d",
    .forward = global_avg_forward,
    .samples = "(2,3,4); (2,3,4,5)",
};

WR_BLOCK(GlobalMaxPool) = {
    .size = sizeof(weir_block_def),
    .name = "GlobalMaxPool",
    .summary = "The maximum of each channel over all spatial axes.",
    .inputs = "x",
    .outputs = "y",
    .aliases = "GlobalMaxPool1d, GlobalMaxPool2d, GlobalMaxPool3d",
    .forward = global_max_forward,
    .samples = "(2,3,4); (2,3,4,5)",
};
