/* expression.h - operators as functions inside gradients.
 *
 * Written by tools/mkops.py from the blocks in src/ops; do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
#ifndef WR_EXPRESSION_H
#define WR_EXPRESSION_H

#include "ops/core/op.h"

static inline weir_array *wr_g_abs(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_abs, NULL, 1, in);
}

static inline weir_array *wr_g_acos(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_acos, NULL, 1, in);
}

static inline weir_array *wr_g_acosh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_acosh, NULL, 1, in);
}

static inline weir_array *wr_g_adaptive_avg_pool(weir_vjp *v, weir_array *x,
    const int64_t *output_size, int64_t output_size_count) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_adaptive_avg_pool, &attr, 1, in);
}

static inline weir_array *wr_g_adaptive_avg_pool_grad(weir_vjp *v, weir_array *dy,
    const int64_t *size, int64_t size_count) {
    const struct { weir_i64s size; } attr = {{size, size_count}};
    weir_array *const in[] = {dy};
    return wr_build(v, WR_OP_adaptive_avg_pool_grad, &attr, 1, in);
}

static inline weir_array *wr_g_adaptive_max_pool(weir_vjp *v, weir_array *x,
    const int64_t *output_size, int64_t output_size_count) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_adaptive_max_pool, &attr, 1, in);
}

static inline weir_array *wr_g_adaptive_max_pool_grad(weir_vjp *v, weir_array *x,
    weir_array *dy, const int64_t *output_size, int64_t output_size_count) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x, dy};
    return wr_build(v, WR_OP_adaptive_max_pool_grad, &attr, 2, in);
}

static inline weir_array *wr_g_adaptive_max_pool_indices(weir_vjp *v, weir_array *x,
    const int64_t *output_size, int64_t output_size_count) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_adaptive_max_pool_indices, &attr, 1, in);
}

static inline weir_array *wr_g_add(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_add, NULL, 2, in);
}

static inline weir_array *wr_g_affine_grid(weir_vjp *v, weir_array *theta, const int64_t *size,
    int64_t size_count, int align_corners) {
    const struct { weir_i64s size; int32_t align_corners; } attr = {{size, size_count},
        align_corners != 0};
    weir_array *const in[] = {theta};
    return wr_build(v, WR_OP_affine_grid, &attr, 1, in);
}

static inline weir_array *wr_g_after(weir_vjp *v, weir_array *x, weir_array *const *arrays,
    uint32_t arrays_count) {
    weir_array *in[64] = {x};
    for (uint32_t i = 0; i < arrays_count && i < 63; i++) in[1 + i] = arrays[i];
    return wr_build(v, WR_OP_after, NULL, 1 + arrays_count, in);
}

static inline weir_array *wr_g_all(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_all, &attr, 1, in);
}

static inline weir_array *wr_g_angle(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_angle, NULL, 1, in);
}

static inline weir_array *wr_g_any(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_any, &attr, 1, in);
}

static inline weir_array *wr_g_arange(weir_vjp *v, double start, double stop, double step,
    int32_t dtype, int32_t device) {
    const struct { double start; double stop; double step; int32_t dtype; int32_t device; } attr = {start,
        stop, step, (int32_t)dtype, device};
    return wr_build(v, WR_OP_arange, &attr, 0, NULL);
}

static inline weir_array *wr_g_argmax(weir_vjp *v, weir_array *x, int64_t axis, int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_argmax, &attr, 1, in);
}

static inline weir_array *wr_g_argmin(weir_vjp *v, weir_array *x, int64_t axis, int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_argmin, &attr, 1, in);
}

static inline weir_array *wr_g_argpartition(weir_vjp *v, weir_array *x, int64_t kth,
    int64_t axis) {
    const struct { int64_t kth; int64_t axis; } attr = {kth, axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_argpartition, &attr, 1, in);
}

static inline weir_array *wr_g_argsort(weir_vjp *v, weir_array *x, int64_t axis, int descending,
    int stable) {
    const struct { int64_t axis; int32_t descending; int32_t stable; } attr = {axis,
        descending != 0, stable != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_argsort, &attr, 1, in);
}

static inline weir_array *wr_g_asin(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_asin, NULL, 1, in);
}

static inline weir_array *wr_g_asinh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_asinh, NULL, 1, in);
}

static inline weir_array *wr_g_astype(weir_vjp *v, weir_array *x, int32_t dtype) {
    const struct { int32_t dtype; } attr = {(int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_astype, &attr, 1, in);
}

static inline weir_array *wr_g_atan(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_atan, NULL, 1, in);
}

static inline weir_array *wr_g_atan2(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_atan2, NULL, 2, in);
}

static inline weir_array *wr_g_atanh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_atanh, NULL, 1, in);
}

static inline weir_array *wr_g_avg_pool(weir_vjp *v, weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, int ceil_mode, int count_include_pad) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count},
        ceil_mode != 0, count_include_pad != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_avg_pool, &attr, 1, in);
}

static inline weir_array *wr_g_avg_pool_grad(weir_vjp *v, weir_array *dy, const int64_t *size,
    int64_t size_count, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    int ceil_mode, int count_include_pad) {
    const struct { weir_i64s size; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad; } attr = {{size,
        size_count}, {kernel_size, kernel_size_count}, {stride, stride_count}, {padding,
        padding_count}, ceil_mode != 0, count_include_pad != 0};
    weir_array *const in[] = {dy};
    return wr_build(v, WR_OP_avg_pool_grad, &attr, 1, in);
}

static inline weir_array *wr_g_basic_index(weir_vjp *v, weir_array *x, const int64_t *kinds,
    int64_t kinds_count, const int64_t *starts, int64_t starts_count, const int64_t *stops,
    int64_t stops_count, const int64_t *steps, int64_t steps_count) {
    const struct { weir_i64s kinds; weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{kinds,
        kinds_count}, {starts, starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_basic_index, &attr, 1, in);
}

static inline weir_array *wr_g_basic_update(weir_vjp *v, weir_array *x, weir_array *y,
    const int64_t *kinds, int64_t kinds_count, const int64_t *starts, int64_t starts_count,
    const int64_t *stops, int64_t stops_count, const int64_t *steps, int64_t steps_count) {
    const struct { weir_i64s kinds; weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{kinds,
        kinds_count}, {starts, starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x, y};
    return wr_build(v, WR_OP_basic_update, &attr, 2, in);
}

static inline weir_array *wr_g_batch_norm_inference(weir_vjp *v, weir_array *x,
    weir_array *mean, weir_array *variance, weir_array *weight, weir_array *bias, double eps) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, mean, variance, weight, bias};
    return wr_build(v, WR_OP_batch_norm_inference, &attr, 5, in);
}

static inline weir_array *wr_g_bernoulli(weir_vjp *v, weir_array *probability,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {probability};
    return wr_build(v, WR_OP_bernoulli, &attr, 1, in);
}

static inline weir_array *wr_g_beta(weir_vjp *v, weir_array *a, weir_array *b,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {a, b};
    return wr_build(v, WR_OP_beta, &attr, 2, in);
}

static inline weir_array *wr_g_bilinear(weir_vjp *v, weir_array *x1, weir_array *x2,
    weir_array *weight, weir_array *bias) {
    weir_array *const in[] = {x1, x2, weight, bias};
    return wr_build(v, WR_OP_bilinear, NULL, 4, in);
}

static inline weir_array *wr_g_binary_cross_entropy(weir_vjp *v, weir_array *x,
    weir_array *target, weir_array *weight, const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target, weight};
    return wr_build(v, WR_OP_binary_cross_entropy, &attr, 3, in);
}

static inline weir_array *wr_g_binary_cross_entropy_with_logits(weir_vjp *v, weir_array *x,
    weir_array *target, const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_binary_cross_entropy_with_logits, &attr, 2, in);
}

static inline weir_array *wr_g_bincount(weir_vjp *v, weir_array *x, weir_array *weights,
    int64_t minlength) {
    const struct { int64_t minlength; } attr = {minlength};
    weir_array *const in[] = {x, weights};
    return wr_build(v, WR_OP_bincount, &attr, 2, in);
}

static inline weir_array *wr_g_bincount_sized(weir_vjp *v, weir_array *x, weir_array *weights,
    int64_t size) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x, weights};
    return wr_build(v, WR_OP_bincount_sized, &attr, 2, in);
}

static inline weir_array *wr_g_binomial(weir_vjp *v, weir_array *trials,
    weir_array *probability, const int64_t *shape, int64_t shape_count, int32_t dtype,
    int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {trials, probability};
    return wr_build(v, WR_OP_binomial, &attr, 2, in);
}

static inline weir_array *wr_g_bitwise_and(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_bitwise_and, NULL, 2, in);
}

static inline weir_array *wr_g_bitwise_invert(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_bitwise_invert, NULL, 1, in);
}

static inline weir_array *wr_g_bitwise_left_shift(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_bitwise_left_shift, NULL, 2, in);
}

static inline weir_array *wr_g_bitwise_or(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_bitwise_or, NULL, 2, in);
}

static inline weir_array *wr_g_bitwise_right_shift(weir_vjp *v, weir_array *x1,
    weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_bitwise_right_shift, NULL, 2, in);
}

static inline weir_array *wr_g_bitwise_xor(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_bitwise_xor, NULL, 2, in);
}

static inline weir_array *wr_g_broadcast_to(weir_vjp *v, weir_array *x, const int64_t *shape,
    int64_t shape_count) {
    const struct { weir_i64s shape; } attr = {{shape, shape_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_broadcast_to, &attr, 1, in);
}

static inline weir_array *wr_g_categorical(weir_vjp *v, weir_array *weights, int64_t count,
    int64_t axis, int logits, int replacement, int32_t dtype) {
    const struct { int64_t count; int64_t axis; int32_t logits; int32_t replacement; int32_t dtype; } attr = {count,
        axis, logits != 0, replacement != 0, (int32_t)dtype};
    weir_array *const in[] = {weights};
    return wr_build(v, WR_OP_categorical, &attr, 1, in);
}

static inline weir_array *wr_g_cauchy(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double loc, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_cauchy, &attr, 0, NULL);
}

static inline weir_array *wr_g_cdist(weir_vjp *v, weir_array *x1, weir_array *x2, double p) {
    const struct { double p; } attr = {p};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_cdist, &attr, 2, in);
}

static inline weir_array *wr_g_ceil(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_ceil, NULL, 1, in);
}

static inline weir_array *wr_g_celu(weir_vjp *v, weir_array *x, double alpha) {
    const struct { double alpha; } attr = {alpha};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_celu, &attr, 1, in);
}

static inline weir_array *wr_g_channel_shuffle(weir_vjp *v, weir_array *x, int64_t groups) {
    const struct { int64_t groups; } attr = {groups};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_channel_shuffle, &attr, 1, in);
}

static inline weir_array *wr_g_check_finite(weir_vjp *v, weir_array *x, weir_array *after) {
    weir_array *const in[] = {x, after};
    return wr_build(v, WR_OP_check_finite, NULL, 2, in);
}

static inline weir_array *wr_g_chi_square(weir_vjp *v, weir_array *degrees,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {degrees};
    return wr_build(v, WR_OP_chi_square, &attr, 1, in);
}

static inline weir_array *wr_g_cholesky(weir_vjp *v, weir_array *x, int upper) {
    const struct { int32_t upper; } attr = {upper != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_cholesky, &attr, 1, in);
}

static inline weir_array *wr_g_clip(weir_vjp *v, weir_array *x, weir_array *min,
    weir_array *max) {
    weir_array *const in[] = {x, min, max};
    return wr_build(v, WR_OP_clip, NULL, 3, in);
}

static inline weir_array *wr_g_concat(weir_vjp *v, weir_array *const *arrays,
    uint32_t arrays_count, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    return wr_build(v, WR_OP_concat, &attr, arrays_count, arrays);
}

static inline weir_array *wr_g_conj(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_conj, NULL, 1, in);
}

static inline weir_array *wr_g_conv(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias, const int64_t *stride, int64_t stride_count, const int64_t *padding,
    int64_t padding_count, const int64_t *dilation, int64_t dilation_count, int64_t groups) {
    const struct { weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{stride,
        stride_count}, {padding, padding_count}, {dilation, dilation_count}, groups};
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_conv, &attr, 3, in);
}

static inline weir_array *wr_g_conv_input_grad(weir_vjp *v, weir_array *dy, weir_array *weight,
    const int64_t *size, int64_t size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int64_t groups) {
    const struct { weir_i64s size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{size,
        size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, groups};
    weir_array *const in[] = {dy, weight};
    return wr_build(v, WR_OP_conv_input_grad, &attr, 2, in);
}

static inline weir_array *wr_g_conv_transpose(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias, const int64_t *stride, int64_t stride_count, const int64_t *padding,
    int64_t padding_count, const int64_t *output_padding, int64_t output_padding_count,
    int64_t groups, const int64_t *dilation, int64_t dilation_count) {
    const struct { weir_i64s stride; weir_i64s padding; weir_i64s output_padding; int64_t groups; weir_i64s dilation; } attr = {{stride,
        stride_count}, {padding, padding_count}, {output_padding, output_padding_count},
        groups, {dilation, dilation_count}};
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_conv_transpose, &attr, 3, in);
}

static inline weir_array *wr_g_conv_weight_grad(weir_vjp *v, weir_array *x, weir_array *dy,
    const int64_t *size, int64_t size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int64_t groups) {
    const struct { weir_i64s size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{size,
        size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, groups};
    weir_array *const in[] = {x, dy};
    return wr_build(v, WR_OP_conv_weight_grad, &attr, 2, in);
}

static inline weir_array *wr_g_copy(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_copy, NULL, 1, in);
}

static inline weir_array *wr_g_copysign(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_copysign, NULL, 2, in);
}

static inline weir_array *wr_g_cos(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_cos, NULL, 1, in);
}

static inline weir_array *wr_g_cosh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_cosh, NULL, 1, in);
}

static inline weir_array *wr_g_cosine_embedding_loss(weir_vjp *v, weir_array *x1,
    weir_array *x2, weir_array *target, const char *reduction, double margin) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x1, x2, target};
    return wr_build(v, WR_OP_cosine_embedding_loss, &attr, 3, in);
}

static inline weir_array *wr_g_cosine_similarity(weir_vjp *v, weir_array *x1, weir_array *x2,
    int64_t axis, double eps) {
    const struct { int64_t axis; double eps; } attr = {axis, eps};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_cosine_similarity, &attr, 2, in);
}

static inline weir_array *wr_g_count_nonzero(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_count_nonzero, &attr, 1, in);
}

static inline weir_array *wr_g_cross(weir_vjp *v, weir_array *x1, weir_array *x2,
    int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_cross, &attr, 2, in);
}

static inline weir_array *wr_g_cross_entropy(weir_vjp *v, weir_array *x, weir_array *target,
    weir_array *weight, int64_t axis, const char *reduction, int64_t ignore_index,
    double label_smoothing) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; double label_smoothing; } attr = {axis,
        reduction, ignore_index, label_smoothing};
    weir_array *const in[] = {x, target, weight};
    return wr_build(v, WR_OP_cross_entropy, &attr, 3, in);
}

static inline weir_array *wr_g_cross_entropy_backward(weir_vjp *v, weir_array *x,
    weir_array *target, weir_array *dy, weir_array *weight, int64_t axis, const char *reduction,
    int64_t ignore_index, double label_smoothing) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; double label_smoothing; } attr = {axis,
        reduction, ignore_index, label_smoothing};
    weir_array *const in[] = {x, target, dy, weight};
    return wr_build(v, WR_OP_cross_entropy_backward, &attr, 4, in);
}

static inline weir_array *wr_g_ctc_loss(weir_vjp *v, weir_array *log_probs, weir_array *targets,
    weir_array *input_lengths, weir_array *target_lengths, int64_t blank, const char *reduction,
    int zero_infinity) {
    const struct { int64_t blank; const char *reduction; int32_t zero_infinity; } attr = {blank,
        reduction, zero_infinity != 0};
    weir_array *const in[] = {log_probs, targets, input_lengths, target_lengths};
    return wr_build(v, WR_OP_ctc_loss, &attr, 4, in);
}

static inline weir_array *wr_g_ctc_loss_backward(weir_vjp *v, weir_array *log_probs,
    weir_array *targets, weir_array *input_lengths, weir_array *target_lengths, weir_array *dy,
    int64_t blank, const char *reduction, int zero_infinity) {
    const struct { int64_t blank; const char *reduction; int32_t zero_infinity; } attr = {blank,
        reduction, zero_infinity != 0};
    weir_array *const in[] = {log_probs, targets, input_lengths, target_lengths, dy};
    return wr_build(v, WR_OP_ctc_loss_backward, &attr, 5, in);
}

static inline weir_array *wr_g_cumulative_prod(weir_vjp *v, weir_array *x, int64_t axis,
    int32_t dtype, int include_initial, int reverse) {
    const struct { int64_t axis; int32_t dtype; int32_t include_initial; int32_t reverse; } attr = {axis,
        (int32_t)dtype, include_initial != 0, reverse != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_cumulative_prod, &attr, 1, in);
}

static inline weir_array *wr_g_cumulative_sum(weir_vjp *v, weir_array *x, int64_t axis,
    int32_t dtype, int include_initial, int reverse) {
    const struct { int64_t axis; int32_t dtype; int32_t include_initial; int32_t reverse; } attr = {axis,
        (int32_t)dtype, include_initial != 0, reverse != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_cumulative_sum, &attr, 1, in);
}

static inline weir_array *wr_g_deg2rad(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_deg2rad, NULL, 1, in);
}

static inline weir_array *wr_g_det(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_det, NULL, 1, in);
}

static inline weir_array *wr_g_diag(weir_vjp *v, weir_array *x, int64_t k) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_diag, &attr, 1, in);
}

static inline weir_array *wr_g_diag_embed(weir_vjp *v, weir_array *x, int64_t offset,
    int64_t n_rows, int64_t n_cols) {
    const struct { int64_t offset; int64_t n_rows; int64_t n_cols; } attr = {offset, n_rows,
        n_cols};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_diag_embed, &attr, 1, in);
}

static inline weir_array *wr_g_diagonal(weir_vjp *v, weir_array *x, int64_t offset,
    int64_t axis1, int64_t axis2) {
    const struct { int64_t offset; int64_t axis1; int64_t axis2; } attr = {offset, axis1,
        axis2};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_diagonal, &attr, 1, in);
}

static inline weir_array *wr_g_diff(weir_vjp *v, weir_array *x, weir_array *prepend,
    weir_array *append, int64_t n, int64_t axis) {
    const struct { int64_t n; int64_t axis; } attr = {n, axis};
    weir_array *const in[] = {x, prepend, append};
    return wr_build(v, WR_OP_diff, &attr, 3, in);
}

static inline weir_array *wr_g_digitize(weir_vjp *v, weir_array *x, weir_array *bins,
    int right) {
    const struct { int32_t right; } attr = {right != 0};
    weir_array *const in[] = {x, bins};
    return wr_build(v, WR_OP_digitize, &attr, 2, in);
}

static inline weir_array *wr_g_divide(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_divide, NULL, 2, in);
}

static inline weir_array *wr_g_dot(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_dot, NULL, 2, in);
}

static inline weir_array *wr_g_eigvals(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_eigvals, NULL, 1, in);
}

static inline weir_array *wr_g_eigvalsh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_eigvalsh, NULL, 1, in);
}

static inline weir_array *wr_g_einsum(weir_vjp *v, weir_array *const *operands,
    uint32_t operands_count, const char *equation) {
    const struct { const char *equation; } attr = {equation};
    return wr_build(v, WR_OP_einsum, &attr, operands_count, operands);
}

static inline weir_array *wr_g_elu(weir_vjp *v, weir_array *x, double alpha) {
    const struct { double alpha; } attr = {alpha};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_elu, &attr, 1, in);
}

static inline weir_array *wr_g_embedding(weir_vjp *v, weir_array *indices, weir_array *weight,
    int64_t padding_idx) {
    const struct { int64_t padding_idx; } attr = {padding_idx};
    weir_array *const in[] = {indices, weight};
    return wr_build(v, WR_OP_embedding, &attr, 2, in);
}

static inline weir_array *wr_g_empty(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return wr_build(v, WR_OP_empty, &attr, 0, NULL);
}

static inline weir_array *wr_g_empty_like(weir_vjp *v, weir_array *x, int32_t dtype,
    int32_t device) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_empty_like, &attr, 1, in);
}

static inline weir_array *wr_g_equal(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_equal, NULL, 2, in);
}

static inline weir_array *wr_g_erf(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_erf, NULL, 1, in);
}

static inline weir_array *wr_g_exp(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_exp, NULL, 1, in);
}

static inline weir_array *wr_g_exp2(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_exp2, NULL, 1, in);
}

static inline weir_array *wr_g_expand_dims(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_expand_dims, &attr, 1, in);
}

static inline weir_array *wr_g_expm(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_expm, NULL, 1, in);
}

static inline weir_array *wr_g_expm1(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_expm1, NULL, 1, in);
}

static inline weir_array *wr_g_exponential(weir_vjp *v, const int64_t *shape,
    int64_t shape_count, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_exponential, &attr, 0, NULL);
}

static inline weir_array *wr_g_eye(weir_vjp *v, int64_t n_rows, int64_t n_cols, int64_t k,
    int32_t dtype, int32_t device) {
    const struct { int64_t n_rows; int64_t n_cols; int64_t k; int32_t dtype; int32_t device; } attr = {n_rows,
        n_cols, k, (int32_t)dtype, device};
    return wr_build(v, WR_OP_eye, &attr, 0, NULL);
}

static inline weir_array *wr_g_fftn(weir_vjp *v, weir_array *x, const int64_t *s,
    int64_t s_count, const int64_t *axes, int64_t axes_count, const char *norm) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_fftn, &attr, 1, in);
}

static inline weir_array *wr_g_flatten(weir_vjp *v, weir_array *x, int64_t start, int64_t end) {
    const struct { int64_t start; int64_t end; } attr = {start, end};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_flatten, &attr, 1, in);
}

static inline weir_array *wr_g_flip(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_flip, &attr, 1, in);
}

static inline weir_array *wr_g_floor(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_floor, NULL, 1, in);
}

static inline weir_array *wr_g_floor_divide(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_floor_divide, NULL, 2, in);
}

static inline weir_array *wr_g_fold(weir_vjp *v, weir_array *y, const int64_t *output_size,
    int64_t output_size_count, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *dilation, int64_t dilation_count, const int64_t *padding,
    int64_t padding_count, const int64_t *stride, int64_t stride_count) {
    const struct { weir_i64s output_size; weir_i64s kernel_size; weir_i64s dilation; weir_i64s padding; weir_i64s stride; } attr = {{output_size,
        output_size_count}, {kernel_size, kernel_size_count}, {dilation, dilation_count},
        {padding, padding_count}, {stride, stride_count}};
    weir_array *const in[] = {y};
    return wr_build(v, WR_OP_fold, &attr, 1, in);
}

static inline weir_array *wr_g_full(weir_vjp *v, weir_array *value, const int64_t *shape,
    int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {value};
    return wr_build(v, WR_OP_full, &attr, 1, in);
}

static inline weir_array *wr_g_full_like(weir_vjp *v, weir_array *x, weir_array *value,
    int32_t dtype, int32_t device) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x, value};
    return wr_build(v, WR_OP_full_like, &attr, 2, in);
}

static inline weir_array *wr_g_gamma(weir_vjp *v, weir_array *concentration, double scale,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { double scale; weir_i64s shape; int32_t dtype; int32_t device; } attr = {scale,
        {shape, shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {concentration};
    return wr_build(v, WR_OP_gamma, &attr, 1, in);
}

static inline weir_array *wr_g_gaussian_nll_loss(weir_vjp *v, weir_array *x, weir_array *target,
    weir_array *var, const char *reduction, int full, double eps) {
    const struct { const char *reduction; int32_t full; double eps; } attr = {reduction,
        full != 0, eps};
    weir_array *const in[] = {x, target, var};
    return wr_build(v, WR_OP_gaussian_nll_loss, &attr, 3, in);
}

static inline weir_array *wr_g_gelu(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_gelu, NULL, 1, in);
}

static inline weir_array *wr_g_gelu_backward(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_gelu_backward, NULL, 2, in);
}

static inline weir_array *wr_g_gelu_tanh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_gelu_tanh, NULL, 1, in);
}

static inline weir_array *wr_g_geometric(weir_vjp *v, weir_array *probability,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {probability};
    return wr_build(v, WR_OP_geometric, &attr, 1, in);
}

static inline weir_array *wr_g_global_avg_pool(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_global_avg_pool, NULL, 1, in);
}

static inline weir_array *wr_g_global_max_pool(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_global_max_pool, NULL, 1, in);
}

static inline weir_array *wr_g_global_norm(weir_vjp *v, weir_array *const *arrays,
    uint32_t arrays_count) {
    return wr_build(v, WR_OP_global_norm, NULL, arrays_count, arrays);
}

static inline weir_array *wr_g_glu(weir_vjp *v, weir_array *x, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_glu, &attr, 1, in);
}

static inline weir_array *wr_g_greater(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_greater, NULL, 2, in);
}

static inline weir_array *wr_g_greater_equal(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_greater_equal, NULL, 2, in);
}

static inline weir_array *wr_g_grid_sample(weir_vjp *v, weir_array *x, weir_array *grid,
    const char *mode, const char *padding_mode, int align_corners) {
    const struct { const char *mode; const char *padding_mode; int32_t align_corners; } attr = {mode,
        padding_mode, align_corners != 0};
    weir_array *const in[] = {x, grid};
    return wr_build(v, WR_OP_grid_sample, &attr, 2, in);
}

static inline weir_array *wr_g_group_norm(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias, int64_t num_groups, double eps) {
    const struct { int64_t num_groups; double eps; } attr = {num_groups, eps};
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_group_norm, &attr, 3, in);
}

static inline weir_array *wr_g_gumbel(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double loc, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_gumbel, &attr, 0, NULL);
}

static inline weir_array *wr_g_hardshrink(weir_vjp *v, weir_array *x, double lambd) {
    const struct { double lambd; } attr = {lambd};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_hardshrink, &attr, 1, in);
}

static inline weir_array *wr_g_hardsigmoid(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_hardsigmoid, NULL, 1, in);
}

static inline weir_array *wr_g_hardswish(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_hardswish, NULL, 1, in);
}

static inline weir_array *wr_g_hardtanh(weir_vjp *v, weir_array *x, double min_val,
    double max_val) {
    const struct { double min_val; double max_val; } attr = {min_val, max_val};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_hardtanh, &attr, 1, in);
}

static inline weir_array *wr_g_hinge_embedding_loss(weir_vjp *v, weir_array *x,
    weir_array *target, const char *reduction, double margin) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_hinge_embedding_loss, &attr, 2, in);
}

static inline weir_array *wr_g_hinge_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction, double margin) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_hinge_loss, &attr, 2, in);
}

static inline weir_array *wr_g_huber_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction, double delta) {
    const struct { const char *reduction; double delta; } attr = {reduction, delta};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_huber_loss, &attr, 2, in);
}

static inline weir_array *wr_g_hypot(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_hypot, NULL, 2, in);
}

static inline weir_array *wr_g_ifftn(weir_vjp *v, weir_array *x, const int64_t *s,
    int64_t s_count, const int64_t *axes, int64_t axes_count, const char *norm) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_ifftn, &attr, 1, in);
}

static inline weir_array *wr_g_imag(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_imag, NULL, 1, in);
}

static inline weir_array *wr_g_image_normalize(weir_vjp *v, weir_array *x, weir_array *mean,
    weir_array *std, double scale, const char *layout, const char *output_layout,
    int32_t dtype) {
    const struct { double scale; const char *layout; const char *output_layout; int32_t dtype; } attr = {scale,
        layout, output_layout, (int32_t)dtype};
    weir_array *const in[] = {x, mean, std};
    return wr_build(v, WR_OP_image_normalize, &attr, 3, in);
}

static inline weir_array *wr_g_image_resize(weir_vjp *v, weir_array *x, const int64_t *size,
    int64_t size_count, const char *mode, int antialias, const char *layout) {
    const struct { weir_i64s size; const char *mode; int32_t antialias; const char *layout; } attr = {{size,
        size_count}, mode, antialias != 0, layout};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_image_resize, &attr, 1, in);
}

static inline weir_array *wr_g_index(weir_vjp *v, weir_array *x, weir_array *const *indices,
    uint32_t indices_count, const int64_t *axes, int64_t axes_count, int front) {
    const struct { weir_i64s axes; int32_t front; } attr = {{axes, axes_count}, front != 0};
    weir_array *in[64] = {x};
    for (uint32_t i = 0; i < indices_count && i < 63; i++) in[1 + i] = indices[i];
    return wr_build(v, WR_OP_index, &attr, 1 + indices_count, in);
}

static inline weir_array *wr_g_index_put(weir_vjp *v, weir_array *x, weir_array *values,
    weir_array *const *indices, uint32_t indices_count, const int64_t *axes, int64_t axes_count,
    int front, int accumulate) {
    const struct { weir_i64s axes; int32_t front; int32_t accumulate; } attr = {{axes,
        axes_count}, front != 0, accumulate != 0};
    weir_array *in[64] = {x, values};
    for (uint32_t i = 0; i < indices_count && i < 62; i++) in[2 + i] = indices[i];
    return wr_build(v, WR_OP_index_put, &attr, 2 + indices_count, in);
}

static inline weir_array *wr_g_inner(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_inner, NULL, 2, in);
}

static inline weir_array *wr_g_instance_norm(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias, double eps) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_instance_norm, &attr, 3, in);
}

static inline weir_array *wr_g_integers(weir_vjp *v, int64_t low, int64_t high,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { int64_t low; int64_t high; weir_i64s shape; int32_t dtype; int32_t device; } attr = {low,
        high, {shape, shape_count}, (int32_t)dtype, device};
    return wr_build(v, WR_OP_integers, &attr, 0, NULL);
}

static inline weir_array *wr_g_interpolate(weir_vjp *v, weir_array *x, const int64_t *size,
    int64_t size_count, double scale_factor, const char *mode, int align_corners,
    int antialias) {
    const struct { weir_i64s size; double scale_factor; const char *mode; int32_t align_corners; int32_t antialias; } attr = {{size,
        size_count}, scale_factor, mode, align_corners != 0, antialias != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_interpolate, &attr, 1, in);
}

static inline weir_array *wr_g_interpolate_grad(weir_vjp *v, weir_array *dy,
    const int64_t *size, int64_t size_count, double scale_factor, const char *mode,
    int align_corners, int antialias) {
    const struct { weir_i64s size; double scale_factor; const char *mode; int32_t align_corners; int32_t antialias; } attr = {{size,
        size_count}, scale_factor, mode, align_corners != 0, antialias != 0};
    weir_array *const in[] = {dy};
    return wr_build(v, WR_OP_interpolate_grad, &attr, 1, in);
}

static inline weir_array *wr_g_inv(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_inv, NULL, 1, in);
}

static inline weir_array *wr_g_irfftn(weir_vjp *v, weir_array *x, const int64_t *s,
    int64_t s_count, const int64_t *axes, int64_t axes_count, const char *norm) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_irfftn, &attr, 1, in);
}

static inline weir_array *wr_g_isfinite(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_isfinite, NULL, 1, in);
}

static inline weir_array *wr_g_isin(weir_vjp *v, weir_array *x1, weir_array *x2, int invert) {
    const struct { int32_t invert; } attr = {invert != 0};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_isin, &attr, 2, in);
}

static inline weir_array *wr_g_isinf(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_isinf, NULL, 1, in);
}

static inline weir_array *wr_g_isnan(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_isnan, NULL, 1, in);
}

static inline weir_array *wr_g_kl_div(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction, int log_target) {
    const struct { const char *reduction; int32_t log_target; } attr = {reduction,
        log_target != 0};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_kl_div, &attr, 2, in);
}

static inline weir_array *wr_g_l1_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_l1_loss, &attr, 2, in);
}

static inline weir_array *wr_g_laplace(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double loc, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_laplace, &attr, 0, NULL);
}

static inline weir_array *wr_g_layer_norm(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias, const int64_t *axes, int64_t axes_count, double eps) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_layer_norm, &attr, 3, in);
}

static inline weir_array *wr_g_leaky_relu(weir_vjp *v, weir_array *x, double negative_slope) {
    const struct { double negative_slope; } attr = {negative_slope};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_leaky_relu, &attr, 1, in);
}

static inline weir_array *wr_g_less(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_less, NULL, 2, in);
}

static inline weir_array *wr_g_less_equal(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_less_equal, NULL, 2, in);
}

static inline weir_array *wr_g_lexsort(weir_vjp *v, weir_array *const *keys,
    uint32_t keys_count, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    return wr_build(v, WR_OP_lexsort, &attr, keys_count, keys);
}

static inline weir_array *wr_g_linear(weir_vjp *v, weir_array *x, weir_array *weight,
    weir_array *bias) {
    weir_array *const in[] = {x, weight, bias};
    return wr_build(v, WR_OP_linear, NULL, 3, in);
}

static inline weir_array *wr_g_linear_scan(weir_vjp *v, weir_array *a, weir_array *b,
    int64_t axis, int reverse) {
    const struct { int64_t axis; int32_t reverse; } attr = {axis, reverse != 0};
    weir_array *const in[] = {a, b};
    return wr_build(v, WR_OP_linear_scan, &attr, 2, in);
}

static inline weir_array *wr_g_linspace(weir_vjp *v, double start, double stop, int64_t num,
    int endpoint, int32_t dtype, int32_t device) {
    const struct { double start; double stop; int64_t num; int32_t endpoint; int32_t dtype; int32_t device; } attr = {start,
        stop, num, endpoint != 0, (int32_t)dtype, device};
    return wr_build(v, WR_OP_linspace, &attr, 0, NULL);
}

static inline weir_array *wr_g_local_response_norm(weir_vjp *v, weir_array *x, int64_t size,
    double alpha, double beta, double k) {
    const struct { int64_t size; double alpha; double beta; double k; } attr = {size, alpha,
        beta, k};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_local_response_norm, &attr, 1, in);
}

static inline weir_array *wr_g_log(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log, NULL, 1, in);
}

static inline weir_array *wr_g_log10(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log10, NULL, 1, in);
}

static inline weir_array *wr_g_log1p(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log1p, NULL, 1, in);
}

static inline weir_array *wr_g_log2(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log2, NULL, 1, in);
}

static inline weir_array *wr_g_log_sigmoid(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log_sigmoid, NULL, 1, in);
}

static inline weir_array *wr_g_log_softmax(weir_vjp *v, weir_array *x, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_log_softmax, &attr, 1, in);
}

static inline weir_array *wr_g_logaddexp(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_logaddexp, NULL, 2, in);
}

static inline weir_array *wr_g_logical_and(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_logical_and, NULL, 2, in);
}

static inline weir_array *wr_g_logical_not(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_logical_not, NULL, 1, in);
}

static inline weir_array *wr_g_logical_or(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_logical_or, NULL, 2, in);
}

static inline weir_array *wr_g_logical_xor(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_logical_xor, NULL, 2, in);
}

static inline weir_array *wr_g_logistic(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double loc, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_logistic, &attr, 0, NULL);
}

static inline weir_array *wr_g_logit(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_logit, NULL, 1, in);
}

static inline weir_array *wr_g_lognormal(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double loc, double scale, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return wr_build(v, WR_OP_lognormal, &attr, 0, NULL);
}

static inline weir_array *wr_g_logsumexp(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_logsumexp, &attr, 1, in);
}

static inline weir_array *wr_g_lp_pool(weir_vjp *v, weir_array *x, double norm_type,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, int ceil_mode) {
    const struct { double norm_type; weir_i64s kernel_size; weir_i64s stride; int32_t ceil_mode; } attr = {norm_type,
        {kernel_size, kernel_size_count}, {stride, stride_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_lp_pool, &attr, 1, in);
}

static inline weir_array *wr_g_margin_ranking_loss(weir_vjp *v, weir_array *x1, weir_array *x2,
    weir_array *target, const char *reduction, double margin) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x1, x2, target};
    return wr_build(v, WR_OP_margin_ranking_loss, &attr, 3, in);
}

static inline weir_array *wr_g_mask_put(weir_vjp *v, weir_array *x, weir_array *mask,
    weir_array *values) {
    weir_array *const in[] = {x, mask, values};
    return wr_build(v, WR_OP_mask_put, NULL, 3, in);
}

static inline weir_array *wr_g_mask_select(weir_vjp *v, weir_array *x, weir_array *mask) {
    weir_array *const in[] = {x, mask};
    return wr_build(v, WR_OP_mask_select, NULL, 2, in);
}

static inline weir_array *wr_g_mask_select_sized(weir_vjp *v, weir_array *x, weir_array *mask,
    int64_t size) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x, mask};
    return wr_build(v, WR_OP_mask_select_sized, &attr, 2, in);
}

static inline weir_array *wr_g_matmul(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_matmul, NULL, 2, in);
}

static inline weir_array *wr_g_matrix_norm(weir_vjp *v, weir_array *x, int keepdims,
    const char *ord) {
    const struct { int32_t keepdims; const char *ord; } attr = {keepdims != 0, ord};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_matrix_norm, &attr, 1, in);
}

static inline weir_array *wr_g_matrix_power(weir_vjp *v, weir_array *x, int64_t n) {
    const struct { int64_t n; } attr = {n};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_matrix_power, &attr, 1, in);
}

static inline weir_array *wr_g_matrix_square_repeat(weir_vjp *v, weir_array *x,
    weir_array *times) {
    weir_array *const in[] = {x, times};
    return wr_build(v, WR_OP_matrix_square_repeat, NULL, 2, in);
}

static inline weir_array *wr_g_matrix_transpose(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_matrix_transpose, NULL, 1, in);
}

static inline weir_array *wr_g_max(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_max, &attr, 1, in);
}

static inline weir_array *wr_g_max_pool(weir_vjp *v, weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int ceil_mode) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_max_pool, &attr, 1, in);
}

static inline weir_array *wr_g_max_pool_grad(weir_vjp *v, weir_array *x, weir_array *dy,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int ceil_mode) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x, dy};
    return wr_build(v, WR_OP_max_pool_grad, &attr, 2, in);
}

static inline weir_array *wr_g_max_pool_indices(weir_vjp *v, weir_array *x,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int ceil_mode) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_max_pool_indices, &attr, 1, in);
}

static inline weir_array *wr_g_max_unpool(weir_vjp *v, weir_array *x, weir_array *indices,
    const int64_t *output_size, int64_t output_size_count) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x, indices};
    return wr_build(v, WR_OP_max_unpool, &attr, 2, in);
}

static inline weir_array *wr_g_maximum(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_maximum, NULL, 2, in);
}

static inline weir_array *wr_g_mean(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_mean, &attr, 1, in);
}

static inline weir_array *wr_g_median(weir_vjp *v, weir_array *x, int64_t axis, int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_median, &attr, 1, in);
}

static inline weir_array *wr_g_min(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_min, &attr, 1, in);
}

static inline weir_array *wr_g_minimum(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_minimum, NULL, 2, in);
}

static inline weir_array *wr_g_mish(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_mish, NULL, 1, in);
}

static inline weir_array *wr_g_moveaxis(weir_vjp *v, weir_array *x, const int64_t *source,
    int64_t source_count, const int64_t *destination, int64_t destination_count) {
    const struct { weir_i64s source; weir_i64s destination; } attr = {{source, source_count},
        {destination, destination_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_moveaxis, &attr, 1, in);
}

static inline weir_array *wr_g_mse_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_mse_loss, &attr, 2, in);
}

static inline weir_array *wr_g_multi_margin_loss(weir_vjp *v, weir_array *x, weir_array *target,
    weir_array *weight, const char *reduction, double p, double margin) {
    const struct { const char *reduction; double p; double margin; } attr = {reduction, p,
        margin};
    weir_array *const in[] = {x, target, weight};
    return wr_build(v, WR_OP_multi_margin_loss, &attr, 3, in);
}

static inline weir_array *wr_g_multilabel_soft_margin_loss(weir_vjp *v, weir_array *x,
    weir_array *target, weir_array *weight, const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target, weight};
    return wr_build(v, WR_OP_multilabel_soft_margin_loss, &attr, 3, in);
}

static inline weir_array *wr_g_multiply(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_multiply, NULL, 2, in);
}

static inline weir_array *wr_g_nanargmax(weir_vjp *v, weir_array *x, int64_t axis,
    int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanargmax, &attr, 1, in);
}

static inline weir_array *wr_g_nanargmin(weir_vjp *v, weir_array *x, int64_t axis,
    int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanargmin, &attr, 1, in);
}

static inline weir_array *wr_g_nancumprod(weir_vjp *v, weir_array *x, int64_t axis,
    int32_t dtype) {
    const struct { int64_t axis; int32_t dtype; } attr = {axis, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nancumprod, &attr, 1, in);
}

static inline weir_array *wr_g_nancumsum(weir_vjp *v, weir_array *x, int64_t axis,
    int32_t dtype) {
    const struct { int64_t axis; int32_t dtype; } attr = {axis, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nancumsum, &attr, 1, in);
}

static inline weir_array *wr_g_nanmax(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanmax, &attr, 1, in);
}

static inline weir_array *wr_g_nanmean(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanmean, &attr, 1, in);
}

static inline weir_array *wr_g_nanmedian(weir_vjp *v, weir_array *x, int64_t axis,
    int keepdims) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanmedian, &attr, 1, in);
}

static inline weir_array *wr_g_nanmin(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanmin, &attr, 1, in);
}

static inline weir_array *wr_g_nanprod(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, int32_t dtype) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanprod, &attr, 1, in);
}

static inline weir_array *wr_g_nanstd(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, double correction) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanstd, &attr, 1, in);
}

static inline weir_array *wr_g_nansum(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, int32_t dtype) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nansum, &attr, 1, in);
}

static inline weir_array *wr_g_nanvar(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, double correction) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nanvar, &attr, 1, in);
}

static inline weir_array *wr_g_negative(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_negative, NULL, 1, in);
}

static inline weir_array *wr_g_nextafter(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_nextafter, NULL, 2, in);
}

static inline weir_array *wr_g_nll_loss(weir_vjp *v, weir_array *x, weir_array *target,
    weir_array *weight, int64_t axis, const char *reduction, int64_t ignore_index) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; } attr = {axis,
        reduction, ignore_index};
    weir_array *const in[] = {x, target, weight};
    return wr_build(v, WR_OP_nll_loss, &attr, 3, in);
}

static inline weir_array *wr_g_nonzero_sized(weir_vjp *v, weir_array *x, int64_t size) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_nonzero_sized, &attr, 1, in);
}

static inline weir_array *wr_g_normal(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double mean, double std, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double mean; double std; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, mean, std, (int32_t)dtype, device};
    return wr_build(v, WR_OP_normal, &attr, 0, NULL);
}

static inline weir_array *wr_g_normalize(weir_vjp *v, weir_array *x, double p, int64_t axis,
    double eps) {
    const struct { double p; int64_t axis; double eps; } attr = {p, axis, eps};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_normalize, &attr, 1, in);
}

static inline weir_array *wr_g_not_equal(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_not_equal, NULL, 2, in);
}

static inline weir_array *wr_g_one_hot(weir_vjp *v, weir_array *indices, int64_t num_classes,
    int32_t dtype) {
    const struct { int64_t num_classes; int32_t dtype; } attr = {num_classes, (int32_t)dtype};
    weir_array *const in[] = {indices};
    return wr_build(v, WR_OP_one_hot, &attr, 1, in);
}

static inline weir_array *wr_g_ones(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return wr_build(v, WR_OP_ones, &attr, 0, NULL);
}

static inline weir_array *wr_g_ones_like(weir_vjp *v, weir_array *x, int32_t dtype,
    int32_t device) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_ones_like, &attr, 1, in);
}

static inline weir_array *wr_g_outer(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_outer, NULL, 2, in);
}

static inline weir_array *wr_g_pad(weir_vjp *v, weir_array *x, const int64_t *widths,
    int64_t widths_count, const char *mode, double value) {
    const struct { weir_i64s widths; const char *mode; double value; } attr = {{widths,
        widths_count}, mode, value};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_pad, &attr, 1, in);
}

static inline weir_array *wr_g_pairwise_distance(weir_vjp *v, weir_array *x1, weir_array *x2,
    double p, double eps, int keepdims) {
    const struct { double p; double eps; int32_t keepdims; } attr = {p, eps, keepdims != 0};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_pairwise_distance, &attr, 2, in);
}

static inline weir_array *wr_g_partition(weir_vjp *v, weir_array *x, int64_t kth,
    int64_t axis) {
    const struct { int64_t kth; int64_t axis; } attr = {kth, axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_partition, &attr, 1, in);
}

static inline weir_array *wr_g_percentile(weir_vjp *v, weir_array *x, weir_array *q,
    int64_t axis, const char *method, int keepdims) {
    const struct { int64_t axis; const char *method; int32_t keepdims; } attr = {axis, method,
        keepdims != 0};
    weir_array *const in[] = {x, q};
    return wr_build(v, WR_OP_percentile, &attr, 2, in);
}

static inline weir_array *wr_g_permutation(weir_vjp *v, int64_t n, int32_t dtype,
    int32_t device) {
    const struct { int64_t n; int32_t dtype; int32_t device; } attr = {n, (int32_t)dtype,
        device};
    return wr_build(v, WR_OP_permutation, &attr, 0, NULL);
}

static inline weir_array *wr_g_permute_dims(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_permute_dims, &attr, 1, in);
}

static inline weir_array *wr_g_pixel_shuffle(weir_vjp *v, weir_array *x,
    int64_t upscale_factor) {
    const struct { int64_t upscale_factor; } attr = {upscale_factor};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_pixel_shuffle, &attr, 1, in);
}

static inline weir_array *wr_g_pixel_unshuffle(weir_vjp *v, weir_array *x,
    int64_t downscale_factor) {
    const struct { int64_t downscale_factor; } attr = {downscale_factor};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_pixel_unshuffle, &attr, 1, in);
}

static inline weir_array *wr_g_poisson(weir_vjp *v, weir_array *rate, const int64_t *shape,
    int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {rate};
    return wr_build(v, WR_OP_poisson, &attr, 1, in);
}

static inline weir_array *wr_g_poisson_nll_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction, int log_input, int full, double eps) {
    const struct { const char *reduction; int32_t log_input; int32_t full; double eps; } attr = {reduction,
        log_input != 0, full != 0, eps};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_poisson_nll_loss, &attr, 2, in);
}

static inline weir_array *wr_g_positive(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_positive, NULL, 1, in);
}

static inline weir_array *wr_g_pow(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_pow, NULL, 2, in);
}

static inline weir_array *wr_g_prelu(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_prelu, NULL, 2, in);
}

static inline weir_array *wr_g_prod(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, int32_t dtype) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_prod, &attr, 1, in);
}

static inline weir_array *wr_g_put_along_axis(weir_vjp *v, weir_array *x, weir_array *indices,
    weir_array *values, int64_t axis, int accumulate) {
    const struct { int64_t axis; int32_t accumulate; } attr = {axis, accumulate != 0};
    weir_array *const in[] = {x, indices, values};
    return wr_build(v, WR_OP_put_along_axis, &attr, 3, in);
}

static inline weir_array *wr_g_put_along_axis_combine(weir_vjp *v, weir_array *x,
    weir_array *indices, weir_array *values, int64_t axis, const char *reduce) {
    const struct { int64_t axis; const char *reduce; } attr = {axis, reduce};
    weir_array *const in[] = {x, indices, values};
    return wr_build(v, WR_OP_put_along_axis_combine, &attr, 3, in);
}

static inline weir_array *wr_g_put_along_axis_reduce(weir_vjp *v, weir_array *x,
    weir_array *indices, weir_array *values, int64_t axis, const char *reduce,
    int include_self) {
    const struct { int64_t axis; const char *reduce; int32_t include_self; } attr = {axis,
        reduce, include_self != 0};
    weir_array *const in[] = {x, indices, values};
    return wr_build(v, WR_OP_put_along_axis_reduce, &attr, 3, in);
}

static inline weir_array *wr_g_quantile(weir_vjp *v, weir_array *x, weir_array *q, int64_t axis,
    const char *method, int keepdims) {
    const struct { int64_t axis; const char *method; int32_t keepdims; } attr = {axis, method,
        keepdims != 0};
    weir_array *const in[] = {x, q};
    return wr_build(v, WR_OP_quantile, &attr, 2, in);
}

static inline weir_array *wr_g_quick_gelu(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_quick_gelu, NULL, 1, in);
}

static inline weir_array *wr_g_rad2deg(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_rad2deg, NULL, 1, in);
}

static inline weir_array *wr_g_ravel(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_ravel, NULL, 1, in);
}

static inline weir_array *wr_g_real(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_real, NULL, 1, in);
}

static inline weir_array *wr_g_reciprocal(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_reciprocal, NULL, 1, in);
}

static inline weir_array *wr_g_reframe(weir_vjp *v, weir_array *x, int64_t axis, int64_t first,
    int64_t count, double fill) {
    const struct { int64_t axis; int64_t first; int64_t count; double fill; } attr = {axis,
        first, count, fill};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_reframe, &attr, 1, in);
}

static inline weir_array *wr_g_relu(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_relu, NULL, 1, in);
}

static inline weir_array *wr_g_relu6(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_relu6, NULL, 1, in);
}

static inline weir_array *wr_g_relu_backward(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_relu_backward, NULL, 2, in);
}

static inline weir_array *wr_g_remainder(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_remainder, NULL, 2, in);
}

static inline weir_array *wr_g_repeat(weir_vjp *v, weir_array *x, const int64_t *repeats,
    int64_t repeats_count, int64_t axis) {
    const struct { weir_i64s repeats; int64_t axis; } attr = {{repeats, repeats_count}, axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_repeat, &attr, 1, in);
}

static inline weir_array *wr_g_reshape(weir_vjp *v, weir_array *x, const int64_t *shape,
    int64_t shape_count) {
    const struct { weir_i64s shape; } attr = {{shape, shape_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_reshape, &attr, 1, in);
}

static inline weir_array *wr_g_rfftn(weir_vjp *v, weir_array *x, const int64_t *s,
    int64_t s_count, const int64_t *axes, int64_t axes_count, const char *norm) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_rfftn, &attr, 1, in);
}

static inline weir_array *wr_g_rms_norm(weir_vjp *v, weir_array *x, weir_array *weight,
    const int64_t *axes, int64_t axes_count, double eps) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, weight};
    return wr_build(v, WR_OP_rms_norm, &attr, 2, in);
}

static inline weir_array *wr_g_roll(weir_vjp *v, weir_array *x, const int64_t *shift,
    int64_t shift_count, const int64_t *axes, int64_t axes_count) {
    const struct { weir_i64s shift; weir_i64s axes; } attr = {{shift, shift_count}, {axes,
        axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_roll, &attr, 1, in);
}

static inline weir_array *wr_g_round(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_round, NULL, 1, in);
}

static inline weir_array *wr_g_rsqrt(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_rsqrt, NULL, 1, in);
}

static inline weir_array *wr_g_scatter(weir_vjp *v, weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices, updates};
    return wr_build(v, WR_OP_scatter, &attr, 3, in);
}

static inline weir_array *wr_g_scatter_add(weir_vjp *v, weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices, updates};
    return wr_build(v, WR_OP_scatter_add, &attr, 3, in);
}

static inline weir_array *wr_g_scatter_combine(weir_vjp *v, weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis, const char *reduce) {
    const struct { int64_t axis; const char *reduce; } attr = {axis, reduce};
    weir_array *const in[] = {x, indices, updates};
    return wr_build(v, WR_OP_scatter_combine, &attr, 3, in);
}

static inline weir_array *wr_g_scatter_reduce(weir_vjp *v, weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis, const char *reduce, int include_self) {
    const struct { int64_t axis; const char *reduce; int32_t include_self; } attr = {axis,
        reduce, include_self != 0};
    weir_array *const in[] = {x, indices, updates};
    return wr_build(v, WR_OP_scatter_reduce, &attr, 3, in);
}

static inline weir_array *wr_g_searchsorted(weir_vjp *v, weir_array *x1, weir_array *x2,
    weir_array *sorter, const char *side) {
    const struct { const char *side; } attr = {side};
    weir_array *const in[] = {x1, x2, sorter};
    return wr_build(v, WR_OP_searchsorted, &attr, 3, in);
}

static inline weir_array *wr_g_segment_max(weir_vjp *v, weir_array *data,
    weir_array *segment_ids, int64_t num_segments) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return wr_build(v, WR_OP_segment_max, &attr, 2, in);
}

static inline weir_array *wr_g_segment_mean(weir_vjp *v, weir_array *data,
    weir_array *segment_ids, int64_t num_segments) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return wr_build(v, WR_OP_segment_mean, &attr, 2, in);
}

static inline weir_array *wr_g_segment_min(weir_vjp *v, weir_array *data,
    weir_array *segment_ids, int64_t num_segments) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return wr_build(v, WR_OP_segment_min, &attr, 2, in);
}

static inline weir_array *wr_g_segment_prod(weir_vjp *v, weir_array *data,
    weir_array *segment_ids, int64_t num_segments) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return wr_build(v, WR_OP_segment_prod, &attr, 2, in);
}

static inline weir_array *wr_g_segment_sum(weir_vjp *v, weir_array *data,
    weir_array *segment_ids, int64_t num_segments) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return wr_build(v, WR_OP_segment_sum, &attr, 2, in);
}

static inline weir_array *wr_g_select(weir_vjp *v, weir_array *x, int64_t index, int64_t axis) {
    const struct { int64_t index; int64_t axis; } attr = {index, axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_select, &attr, 1, in);
}

static inline weir_array *wr_g_selu(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_selu, NULL, 1, in);
}

static inline weir_array *wr_g_sigmoid(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sigmoid, NULL, 1, in);
}

static inline weir_array *wr_g_sigmoid_backward(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_sigmoid_backward, NULL, 2, in);
}

static inline weir_array *wr_g_sign(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sign, NULL, 1, in);
}

static inline weir_array *wr_g_signbit(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_signbit, NULL, 1, in);
}

static inline weir_array *wr_g_silu(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_silu, NULL, 1, in);
}

static inline weir_array *wr_g_sin(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sin, NULL, 1, in);
}

static inline weir_array *wr_g_sinc(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sinc, NULL, 1, in);
}

static inline weir_array *wr_g_sinh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sinh, NULL, 1, in);
}

static inline weir_array *wr_g_slice(weir_vjp *v, weir_array *x, const int64_t *starts,
    int64_t starts_count, const int64_t *stops, int64_t stops_count, const int64_t *steps,
    int64_t steps_count) {
    const struct { weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{starts,
        starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_slice, &attr, 1, in);
}

static inline weir_array *wr_g_slice_update(weir_vjp *v, weir_array *x, weir_array *y,
    const int64_t *starts, int64_t starts_count, const int64_t *stops, int64_t stops_count,
    const int64_t *steps, int64_t steps_count) {
    const struct { weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{starts,
        starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x, y};
    return wr_build(v, WR_OP_slice_update, &attr, 2, in);
}

static inline weir_array *wr_g_sliding_window_view(weir_vjp *v, weir_array *x,
    const int64_t *window, int64_t window_count, const int64_t *axes, int64_t axes_count) {
    const struct { weir_i64s window; weir_i64s axes; } attr = {{window, window_count}, {axes,
        axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sliding_window_view, &attr, 1, in);
}

static inline weir_array *wr_g_smooth_l1_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction, double beta) {
    const struct { const char *reduction; double beta; } attr = {reduction, beta};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_smooth_l1_loss, &attr, 2, in);
}

static inline weir_array *wr_g_soft_margin_loss(weir_vjp *v, weir_array *x, weir_array *target,
    const char *reduction) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return wr_build(v, WR_OP_soft_margin_loss, &attr, 2, in);
}

static inline weir_array *wr_g_softmax(weir_vjp *v, weir_array *x, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_softmax, &attr, 1, in);
}

static inline weir_array *wr_g_softmin(weir_vjp *v, weir_array *x, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_softmin, &attr, 1, in);
}

static inline weir_array *wr_g_softplus(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_softplus, NULL, 1, in);
}

static inline weir_array *wr_g_softshrink(weir_vjp *v, weir_array *x, double lambd) {
    const struct { double lambd; } attr = {lambd};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_softshrink, &attr, 1, in);
}

static inline weir_array *wr_g_softsign(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_softsign, NULL, 1, in);
}

static inline weir_array *wr_g_solve(weir_vjp *v, weir_array *x1, weir_array *x2, int left) {
    const struct { int32_t left; } attr = {left != 0};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_solve, &attr, 2, in);
}

static inline weir_array *wr_g_solve_triangular(weir_vjp *v, weir_array *x1, weir_array *x2,
    int upper, int unitriangular, int left) {
    const struct { int32_t upper; int32_t unitriangular; int32_t left; } attr = {upper != 0,
        unitriangular != 0, left != 0};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_solve_triangular, &attr, 2, in);
}

static inline weir_array *wr_g_sort(weir_vjp *v, weir_array *x, int64_t axis, int descending,
    int stable) {
    const struct { int64_t axis; int32_t descending; int32_t stable; } attr = {axis,
        descending != 0, stable != 0};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sort, &attr, 1, in);
}

static inline weir_array *wr_g_sqrt(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sqrt, NULL, 1, in);
}

static inline weir_array *wr_g_square(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_square, NULL, 1, in);
}

static inline weir_array *wr_g_squeeze(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_squeeze, &attr, 1, in);
}

static inline weir_array *wr_g_stack(weir_vjp *v, weir_array *const *arrays,
    uint32_t arrays_count, int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    return wr_build(v, WR_OP_stack, &attr, arrays_count, arrays);
}

static inline weir_array *wr_g_std(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, double correction) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_std, &attr, 1, in);
}

static inline weir_array *wr_g_student_t(weir_vjp *v, weir_array *degrees, const int64_t *shape,
    int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {degrees};
    return wr_build(v, WR_OP_student_t, &attr, 1, in);
}

static inline weir_array *wr_g_subtract(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_subtract, NULL, 2, in);
}

static inline weir_array *wr_g_sum(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, int32_t dtype) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sum, &attr, 1, in);
}

static inline weir_array *wr_g_sum_runs(weir_vjp *v, weir_array *x, const int64_t *counts,
    int64_t counts_count, int64_t axis) {
    const struct { weir_i64s counts; int64_t axis; } attr = {{counts, counts_count}, axis};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_sum_runs, &attr, 1, in);
}

static inline weir_array *wr_g_svdvals(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_svdvals, NULL, 1, in);
}

static inline weir_array *wr_g_swapaxes(weir_vjp *v, weir_array *x, int64_t axis1,
    int64_t axis2) {
    const struct { int64_t axis1; int64_t axis2; } attr = {axis1, axis2};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_swapaxes, &attr, 1, in);
}

static inline weir_array *wr_g_take(weir_vjp *v, weir_array *x, weir_array *indices,
    int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices};
    return wr_build(v, WR_OP_take, &attr, 2, in);
}

static inline weir_array *wr_g_take_along_axis(weir_vjp *v, weir_array *x, weir_array *indices,
    int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices};
    return wr_build(v, WR_OP_take_along_axis, &attr, 2, in);
}

static inline weir_array *wr_g_tan(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_tan, NULL, 1, in);
}

static inline weir_array *wr_g_tanh(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_tanh, NULL, 1, in);
}

static inline weir_array *wr_g_tanh_backward(weir_vjp *v, weir_array *x1, weir_array *x2) {
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_tanh_backward, NULL, 2, in);
}

static inline weir_array *wr_g_tanhshrink(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_tanhshrink, NULL, 1, in);
}

static inline weir_array *wr_g_tensordot(weir_vjp *v, weir_array *x1, weir_array *x2,
    int64_t axes, const int64_t *x1_axes, int64_t x1_axes_count, const int64_t *x2_axes,
    int64_t x2_axes_count) {
    const struct { int64_t axes; weir_i64s x1_axes; weir_i64s x2_axes; } attr = {axes, {x1_axes,
        x1_axes_count}, {x2_axes, x2_axes_count}};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_tensordot, &attr, 2, in);
}

static inline weir_array *wr_g_threshold(weir_vjp *v, weir_array *x, double threshold,
    double value) {
    const struct { double threshold; double value; } attr = {threshold, value};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_threshold, &attr, 1, in);
}

static inline weir_array *wr_g_tile(weir_vjp *v, weir_array *x, const int64_t *repetitions,
    int64_t repetitions_count) {
    const struct { weir_i64s repetitions; } attr = {{repetitions, repetitions_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_tile, &attr, 1, in);
}

static inline weir_array *wr_g_to_device(weir_vjp *v, weir_array *x, int32_t device) {
    const struct { int32_t device; } attr = {device};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_to_device, &attr, 1, in);
}

static inline weir_array *wr_g_trace(weir_vjp *v, weir_array *x, int64_t offset,
    int32_t dtype) {
    const struct { int64_t offset; int32_t dtype; } attr = {offset, (int32_t)dtype};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_trace, &attr, 1, in);
}

static inline weir_array *wr_g_tril(weir_vjp *v, weir_array *x, int64_t k) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_tril, &attr, 1, in);
}

static inline weir_array *wr_g_triplet_margin_loss(weir_vjp *v, weir_array *anchor,
    weir_array *positive, weir_array *negative, const char *reduction, double margin, double p,
    double eps, int swap) {
    const struct { const char *reduction; double margin; double p; double eps; int32_t swap; } attr = {reduction,
        margin, p, eps, swap != 0};
    weir_array *const in[] = {anchor, positive, negative};
    return wr_build(v, WR_OP_triplet_margin_loss, &attr, 3, in);
}

static inline weir_array *wr_g_triu(weir_vjp *v, weir_array *x, int64_t k) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_triu, &attr, 1, in);
}

static inline weir_array *wr_g_trunc(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_trunc, NULL, 1, in);
}

static inline weir_array *wr_g_truncated_normal(weir_vjp *v, const int64_t *shape,
    int64_t shape_count, double loc, double scale, double lower, double upper, int32_t dtype,
    int32_t device) {
    const struct { weir_i64s shape; double loc; double scale; double lower; double upper; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, lower, upper, (int32_t)dtype, device};
    return wr_build(v, WR_OP_truncated_normal, &attr, 0, NULL);
}

static inline weir_array *wr_g_unfold(weir_vjp *v, weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *dilation, int64_t dilation_count,
    const int64_t *padding, int64_t padding_count, const int64_t *stride,
    int64_t stride_count) {
    const struct { weir_i64s kernel_size; weir_i64s dilation; weir_i64s padding; weir_i64s stride; } attr = {{kernel_size,
        kernel_size_count}, {dilation, dilation_count}, {padding, padding_count}, {stride,
        stride_count}};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_unfold, &attr, 1, in);
}

static inline weir_array *wr_g_uniform(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    double low, double high, int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; double low; double high; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, low, high, (int32_t)dtype, device};
    return wr_build(v, WR_OP_uniform, &attr, 0, NULL);
}

static inline weir_array *wr_g_unique_values(weir_vjp *v, weir_array *x) {
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_unique_values, NULL, 1, in);
}

static inline weir_array *wr_g_var(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, double correction) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_var, &attr, 1, in);
}

static inline weir_array *wr_g_vecdot(weir_vjp *v, weir_array *x1, weir_array *x2,
    int64_t axis) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x1, x2};
    return wr_build(v, WR_OP_vecdot, &attr, 2, in);
}

static inline weir_array *wr_g_vector_norm(weir_vjp *v, weir_array *x, const int64_t *axes,
    int64_t axes_count, int keepdims, double ord) {
    const struct { weir_i64s axes; int32_t keepdims; double ord; } attr = {{axes, axes_count},
        keepdims != 0, ord};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_vector_norm, &attr, 1, in);
}

static inline weir_array *wr_g_von_mises(weir_vjp *v, weir_array *mean,
    weir_array *concentration, const int64_t *shape, int64_t shape_count, int32_t dtype,
    int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {mean, concentration};
    return wr_build(v, WR_OP_von_mises, &attr, 2, in);
}

static inline weir_array *wr_g_weibull(weir_vjp *v, weir_array *concentration, double scale,
    const int64_t *shape, int64_t shape_count, int32_t dtype, int32_t device) {
    const struct { double scale; weir_i64s shape; int32_t dtype; int32_t device; } attr = {scale,
        {shape, shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {concentration};
    return wr_build(v, WR_OP_weibull, &attr, 1, in);
}

static inline weir_array *wr_g_where(weir_vjp *v, weir_array *condition, weir_array *x1,
    weir_array *x2) {
    weir_array *const in[] = {condition, x1, x2};
    return wr_build(v, WR_OP_where, NULL, 3, in);
}

static inline weir_array *wr_g_zeros(weir_vjp *v, const int64_t *shape, int64_t shape_count,
    int32_t dtype, int32_t device) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return wr_build(v, WR_OP_zeros, &attr, 0, NULL);
}

static inline weir_array *wr_g_zeros_like(weir_vjp *v, weir_array *x, int32_t dtype,
    int32_t device) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return wr_build(v, WR_OP_zeros_like, &attr, 1, in);
}

#endif
