/* ops_gen.c - the bodies of the typed functions.
 *
 * Written by tools/mkops.py from the blocks in src/ops; do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
#include "ops/core/op.h"
#include "weir/ops.h"

static weir_status call(int id, weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                        const void *attr, weir_array **out, uint32_t *out_count) {
    const weir_op *op = &wr_ops[id];
    wr_ops_ready();
    if (WR_UNLIKELY(rt == NULL)) return wr_fail(WEIR_EINVAL, "%s: %s", op->def.name,
                                               in_count > 0 ? "the first input is NULL" : "rt is NULL");
    if (WR_UNLIKELY(out == NULL && op->out_names > 0)) return wr_fail(WEIR_EINVAL, "%s: out is NULL", op->def.name);
    return wr_call_recorded(rt, op, in, in_count, attr, out, out_count);
}

/* Inputs that stand behind others. */
enum { MANY = 64 };

static bool join(int id, weir_array **in, uint32_t at, weir_array *const *more, uint32_t count) {
    if (WR_UNLIKELY(wr_ops[id].def.name == NULL)) wr_ops_ready();
    if (more != NULL && count <= MANY - at) {
        for (uint32_t i = 0; i < count; i++) in[at + i] = more[i];
        return true;
    }
    wr_fail(WEIR_EINVAL, "%s: wants one to %u arrays behind the others", wr_ops[id].def.name,
            MANY - at);
    return false;
}

/* Who passes NULL for one of several outputs does not want it. */
static void hand_over(weir_array *made, weir_array **out) {
    if (out != NULL)
        *out = made;
    else
        weir_array_release(made);
}

weir_status weir_abs(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_abs, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_acos(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_acos, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_acosh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_acosh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_adadelta_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double rho, double eps) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double rho; double eps; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, rho, eps};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_adadelta_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_adadelta_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr,
        NULL, NULL);
}

weir_status weir_adagrad_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double lr_decay, double eps) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double lr_decay; double eps; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, lr_decay, eps};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_adagrad_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_adagrad_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr, NULL,
        NULL);
}

weir_status weir_adam_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double beta1, double beta2, double eps,
    int decoupled, int amsgrad) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double beta1; double beta2; double eps; int32_t decoupled; int32_t amsgrad; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, beta1, beta2, eps, decoupled != 0,
        amsgrad != 0};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_adam_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_adam_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr, NULL,
        NULL);
}

weir_status weir_adaptive_avg_pool(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **y) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_adaptive_avg_pool, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_adaptive_avg_pool_grad(weir_array *dy, const int64_t *size, int64_t size_count,
    weir_array **dx) {
    const struct { weir_i64s size; } attr = {{size, size_count}};
    weir_array *const in[] = {dy};
    return call(WR_OP_adaptive_avg_pool_grad, weir_array_runtime(dy), in, 1, &attr, dx, NULL);
}

weir_status weir_adaptive_max_pool(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **y) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_adaptive_max_pool, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_adaptive_max_pool_grad(weir_array *x, weir_array *dy,
    const int64_t *output_size, int64_t output_size_count, weir_array **dx) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x, dy};
    return call(WR_OP_adaptive_max_pool_grad, weir_array_runtime(x), in, 2, &attr, dx, NULL);
}

weir_status weir_adaptive_max_pool_indices(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **indices) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_adaptive_max_pool_indices, weir_array_runtime(x), in, 1, &attr, indices,
        NULL);
}

weir_status weir_add(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_add, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_affine_grid(weir_array *theta, const int64_t *size, int64_t size_count,
    int align_corners, weir_array **grid) {
    const struct { weir_i64s size; int32_t align_corners; } attr = {{size, size_count},
        align_corners != 0};
    weir_array *const in[] = {theta};
    return call(WR_OP_affine_grid, weir_array_runtime(theta), in, 1, &attr, grid, NULL);
}

weir_status weir_after(weir_array *x, weir_array *const *arrays, uint32_t arrays_count,
    weir_array **y) {
    weir_array *in[MANY] = {x};
    if (!join(WR_OP_after, in, 1, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_after, weir_array_runtime(x), in, 1 + arrays_count, NULL, y, NULL);
}

weir_status weir_all(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_all, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_angle(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_angle, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_any(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_any, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_arange(weir_runtime *rt, double start, double stop, double step,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { double start; double stop; double step; int32_t dtype; int32_t device; } attr = {start,
        stop, step, (int32_t)dtype, device};
    return call(WR_OP_arange, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_argmax(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_argmax, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_argmin(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_argmin, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_argpartition(weir_array *x, int64_t kth, int64_t axis, weir_array **indices) {
    const struct { int64_t kth; int64_t axis; } attr = {kth, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_argpartition, weir_array_runtime(x), in, 1, &attr, indices, NULL);
}

weir_status weir_argsort(weir_array *x, int64_t axis, int descending, int stable,
    weir_array **indices) {
    const struct { int64_t axis; int32_t descending; int32_t stable; } attr = {axis,
        descending != 0, stable != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_argsort, weir_array_runtime(x), in, 1, &attr, indices, NULL);
}

weir_status weir_asin(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_asin, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_asinh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_asinh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_astype(weir_array *x, weir_dtype dtype, weir_array **y) {
    const struct { int32_t dtype; } attr = {(int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_astype, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_atan(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_atan, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_atan2(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_atan2, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_atanh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_atanh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_avg_pool(weir_array *x, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    int ceil_mode, int count_include_pad, weir_array **y) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count},
        ceil_mode != 0, count_include_pad != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_avg_pool, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_avg_pool_grad(weir_array *dy, const int64_t *size, int64_t size_count,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, const int64_t *padding, int64_t padding_count, int ceil_mode,
    int count_include_pad, weir_array **dx) {
    const struct { weir_i64s size; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad; } attr = {{size,
        size_count}, {kernel_size, kernel_size_count}, {stride, stride_count}, {padding,
        padding_count}, ceil_mode != 0, count_include_pad != 0};
    weir_array *const in[] = {dy};
    return call(WR_OP_avg_pool_grad, weir_array_runtime(dy), in, 1, &attr, dx, NULL);
}

weir_status weir_basic_index(weir_array *x, const int64_t *kinds, int64_t kinds_count,
    const int64_t *starts, int64_t starts_count, const int64_t *stops, int64_t stops_count,
    const int64_t *steps, int64_t steps_count, weir_array **y) {
    const struct { weir_i64s kinds; weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{kinds,
        kinds_count}, {starts, starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_basic_index, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_basic_update(weir_array *x, weir_array *y, const int64_t *kinds,
    int64_t kinds_count, const int64_t *starts, int64_t starts_count, const int64_t *stops,
    int64_t stops_count, const int64_t *steps, int64_t steps_count, weir_array **z) {
    const struct { weir_i64s kinds; weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{kinds,
        kinds_count}, {starts, starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x, y};
    return call(WR_OP_basic_update, weir_array_runtime(x), in, 2, &attr, z, NULL);
}

weir_status weir_batch_norm(weir_array *x, weir_array *weight, weir_array *bias, double eps,
    weir_array **y, weir_array **mean, weir_array **variance) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, weight, bias};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_batch_norm, weir_array_runtime(x), in, 3, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], mean);
    if (status == WEIR_OK) hand_over(out[2], variance);
    return status;
}

weir_status weir_batch_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    double eps, weir_array **dx, weir_array **d_weight, weir_array **d_bias) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, dy, weight};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_batch_norm_backward, weir_array_runtime(x), in, 3, &attr,
        out, &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight);
    if (status == WEIR_OK) hand_over(out[2], d_bias);
    return status;
}

weir_status weir_batch_norm_inference(weir_array *x, weir_array *mean, weir_array *variance,
    weir_array *weight, weir_array *bias, double eps, weir_array **y) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, mean, variance, weight, bias};
    return call(WR_OP_batch_norm_inference, weir_array_runtime(x), in, 5, &attr, y, NULL);
}

weir_status weir_bernoulli(weir_array *probability, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {probability};
    return call(WR_OP_bernoulli, weir_array_runtime(probability), in, 1, &attr, y, NULL);
}

weir_status weir_beta(weir_array *a, weir_array *b, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {a, b};
    return call(WR_OP_beta, weir_array_runtime(a), in, 2, &attr, y, NULL);
}

weir_status weir_bilinear(weir_array *x1, weir_array *x2, weir_array *weight, weir_array *bias,
    weir_array **y) {
    weir_array *const in[] = {x1, x2, weight, bias};
    return call(WR_OP_bilinear, weir_array_runtime(x1), in, 4, NULL, y, NULL);
}

weir_status weir_binary_cross_entropy(weir_array *x, weir_array *target, weir_array *weight,
    const char *reduction, weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target, weight};
    return call(WR_OP_binary_cross_entropy, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_binary_cross_entropy_with_logits(weir_array *x, weir_array *target,
    const char *reduction, weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return call(WR_OP_binary_cross_entropy_with_logits, weir_array_runtime(x), in, 2, &attr, y,
        NULL);
}

weir_status weir_bincount(weir_array *x, weir_array *weights, int64_t minlength,
    weir_array **y) {
    const struct { int64_t minlength; } attr = {minlength};
    weir_array *const in[] = {x, weights};
    return call(WR_OP_bincount, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_bincount_sized(weir_array *x, weir_array *weights, int64_t size,
    weir_array **y) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x, weights};
    return call(WR_OP_bincount_sized, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_binomial(weir_array *trials, weir_array *probability, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {trials, probability};
    return call(WR_OP_binomial, weir_array_runtime(trials), in, 2, &attr, y, NULL);
}

weir_status weir_bitwise_and(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_and, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_bitwise_invert(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_bitwise_invert, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_bitwise_left_shift(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_left_shift, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_bitwise_or(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_or, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_bitwise_right_shift(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_right_shift, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_bitwise_xor(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_xor, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_broadcast_arrays(weir_array *const *arrays, uint32_t arrays_count,
    weir_array **ys, uint32_t *ys_count) {
    return call(WR_OP_broadcast_arrays,
        (arrays_count > 0 && arrays != NULL ? weir_array_runtime(arrays[0]) : NULL), arrays,
        arrays_count, NULL, ys, ys_count);
}

weir_status weir_broadcast_to(weir_array *x, const int64_t *shape, int64_t shape_count,
    weir_array **y) {
    const struct { weir_i64s shape; } attr = {{shape, shape_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_broadcast_to, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_categorical(weir_array *weights, int64_t count, int64_t axis, int logits,
    int replacement, weir_dtype dtype, weir_array **y) {
    const struct { int64_t count; int64_t axis; int32_t logits; int32_t replacement; int32_t dtype; } attr = {count,
        axis, logits != 0, replacement != 0, (int32_t)dtype};
    weir_array *const in[] = {weights};
    return call(WR_OP_categorical, weir_array_runtime(weights), in, 1, &attr, y, NULL);
}

weir_status weir_cauchy(weir_runtime *rt, const int64_t *shape, int64_t shape_count, double loc,
    double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return call(WR_OP_cauchy, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_cdist(weir_array *x1, weir_array *x2, double p, weir_array **y) {
    const struct { double p; } attr = {p};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_cdist, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_ceil(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_ceil, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_celu(weir_array *x, double alpha, weir_array **y) {
    const struct { double alpha; } attr = {alpha};
    weir_array *const in[] = {x};
    return call(WR_OP_celu, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_channel_shuffle(weir_array *x, int64_t groups, weir_array **y) {
    const struct { int64_t groups; } attr = {groups};
    weir_array *const in[] = {x};
    return call(WR_OP_channel_shuffle, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_check_finite(weir_array *x, weir_array *after, weir_array **y) {
    weir_array *const in[] = {x, after};
    return call(WR_OP_check_finite, weir_array_runtime(x), in, 2, NULL, y, NULL);
}

weir_status weir_chi_square(weir_array *degrees, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {degrees};
    return call(WR_OP_chi_square, weir_array_runtime(degrees), in, 1, &attr, y, NULL);
}

weir_status weir_cholesky(weir_array *x, int upper, weir_array **y) {
    const struct { int32_t upper; } attr = {upper != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_cholesky, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_clip(weir_array *x, weir_array *min, weir_array *max, weir_array **y) {
    weir_array *const in[] = {x, min, max};
    return call(WR_OP_clip, weir_array_runtime(x), in, 3, NULL, y, NULL);
}

weir_status weir_concat(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    return call(WR_OP_concat,
        (arrays_count > 0 && arrays != NULL ? weir_array_runtime(arrays[0]) : NULL), arrays,
        arrays_count, &attr, y, NULL);
}

weir_status weir_conj(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_conj, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_conv(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int64_t groups, weir_array **y) {
    const struct { weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{stride,
        stride_count}, {padding, padding_count}, {dilation, dilation_count}, groups};
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_conv, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_conv_input_grad(weir_array *dy, weir_array *weight, const int64_t *size,
    int64_t size_count, const int64_t *stride, int64_t stride_count, const int64_t *padding,
    int64_t padding_count, const int64_t *dilation, int64_t dilation_count, int64_t groups,
    weir_array **dx) {
    const struct { weir_i64s size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{size,
        size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, groups};
    weir_array *const in[] = {dy, weight};
    return call(WR_OP_conv_input_grad, weir_array_runtime(dy), in, 2, &attr, dx, NULL);
}

weir_status weir_conv_transpose(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *output_padding, int64_t output_padding_count, int64_t groups,
    const int64_t *dilation, int64_t dilation_count, weir_array **y) {
    const struct { weir_i64s stride; weir_i64s padding; weir_i64s output_padding; int64_t groups; weir_i64s dilation; } attr = {{stride,
        stride_count}, {padding, padding_count}, {output_padding, output_padding_count},
        groups, {dilation, dilation_count}};
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_conv_transpose, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_conv_weight_grad(weir_array *x, weir_array *dy, const int64_t *size,
    int64_t size_count, const int64_t *stride, int64_t stride_count, const int64_t *padding,
    int64_t padding_count, const int64_t *dilation, int64_t dilation_count, int64_t groups,
    weir_array **dweight) {
    const struct { weir_i64s size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int64_t groups; } attr = {{size,
        size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, groups};
    weir_array *const in[] = {x, dy};
    return call(WR_OP_conv_weight_grad, weir_array_runtime(x), in, 2, &attr, dweight, NULL);
}

weir_status weir_copy(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_copy, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_copysign(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_copysign, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_cos(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_cos, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_cosh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_cosh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_cosine_embedding_loss(weir_array *x1, weir_array *x2, weir_array *target,
    const char *reduction, double margin, weir_array **y) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x1, x2, target};
    return call(WR_OP_cosine_embedding_loss, weir_array_runtime(x1), in, 3, &attr, y, NULL);
}

weir_status weir_cosine_similarity(weir_array *x1, weir_array *x2, int64_t axis, double eps,
    weir_array **y) {
    const struct { int64_t axis; double eps; } attr = {axis, eps};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_cosine_similarity, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_count_nonzero(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_count_nonzero, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_cross(weir_array *x1, weir_array *x2, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_cross, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_cross_entropy(weir_array *x, weir_array *target, weir_array *weight,
    int64_t axis, const char *reduction, int64_t ignore_index, double label_smoothing,
    weir_array **y) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; double label_smoothing; } attr = {axis,
        reduction, ignore_index, label_smoothing};
    weir_array *const in[] = {x, target, weight};
    return call(WR_OP_cross_entropy, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_cross_entropy_backward(weir_array *x, weir_array *target, weir_array *dy,
    weir_array *weight, int64_t axis, const char *reduction, int64_t ignore_index,
    double label_smoothing, weir_array **dx) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; double label_smoothing; } attr = {axis,
        reduction, ignore_index, label_smoothing};
    weir_array *const in[] = {x, target, dy, weight};
    return call(WR_OP_cross_entropy_backward, weir_array_runtime(x), in, 4, &attr, dx, NULL);
}

weir_status weir_ctc_loss(weir_array *log_probs, weir_array *targets, weir_array *input_lengths,
    weir_array *target_lengths, int64_t blank, const char *reduction, int zero_infinity,
    weir_array **y) {
    const struct { int64_t blank; const char *reduction; int32_t zero_infinity; } attr = {blank,
        reduction, zero_infinity != 0};
    weir_array *const in[] = {log_probs, targets, input_lengths, target_lengths};
    return call(WR_OP_ctc_loss, weir_array_runtime(log_probs), in, 4, &attr, y, NULL);
}

weir_status weir_ctc_loss_backward(weir_array *log_probs, weir_array *targets,
    weir_array *input_lengths, weir_array *target_lengths, weir_array *dy, int64_t blank,
    const char *reduction, int zero_infinity, weir_array **dx) {
    const struct { int64_t blank; const char *reduction; int32_t zero_infinity; } attr = {blank,
        reduction, zero_infinity != 0};
    weir_array *const in[] = {log_probs, targets, input_lengths, target_lengths, dy};
    return call(WR_OP_ctc_loss_backward, weir_array_runtime(log_probs), in, 5, &attr, dx, NULL);
}

weir_status weir_cummax(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_cummax, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], indices);
    return status;
}

weir_status weir_cummin(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_cummin, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], indices);
    return status;
}

weir_status weir_cumulative_prod(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y) {
    const struct { int64_t axis; int32_t dtype; int32_t include_initial; int32_t reverse; } attr = {axis,
        (int32_t)dtype, include_initial != 0, reverse != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_cumulative_prod, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_cumulative_sum(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y) {
    const struct { int64_t axis; int32_t dtype; int32_t include_initial; int32_t reverse; } attr = {axis,
        (int32_t)dtype, include_initial != 0, reverse != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_cumulative_sum, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_deg2rad(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_deg2rad, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_det(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_det, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_diag(weir_array *x, int64_t k, weir_array **y) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return call(WR_OP_diag, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_diag_embed(weir_array *x, int64_t offset, int64_t n_rows, int64_t n_cols,
    weir_array **y) {
    const struct { int64_t offset; int64_t n_rows; int64_t n_cols; } attr = {offset, n_rows,
        n_cols};
    weir_array *const in[] = {x};
    return call(WR_OP_diag_embed, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_diagonal(weir_array *x, int64_t offset, int64_t axis1, int64_t axis2,
    weir_array **y) {
    const struct { int64_t offset; int64_t axis1; int64_t axis2; } attr = {offset, axis1,
        axis2};
    weir_array *const in[] = {x};
    return call(WR_OP_diagonal, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_diff(weir_array *x, weir_array *prepend, weir_array *append, int64_t n,
    int64_t axis, weir_array **y) {
    const struct { int64_t n; int64_t axis; } attr = {n, axis};
    weir_array *const in[] = {x, prepend, append};
    return call(WR_OP_diff, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_digitize(weir_array *x, weir_array *bins, int right, weir_array **indices) {
    const struct { int32_t right; } attr = {right != 0};
    weir_array *const in[] = {x, bins};
    return call(WR_OP_digitize, weir_array_runtime(x), in, 2, &attr, indices, NULL);
}

weir_status weir_divide(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_divide, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_dot(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_dot, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_dropout(weir_array *x, double p, weir_array **y, weir_array **mask) {
    const struct { double p; } attr = {p};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_dropout, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], mask);
    return status;
}

weir_status weir_eig(weir_array *x, weir_array **eigenvalues, weir_array **eigenvectors) {
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_eig, weir_array_runtime(x), in, 1, NULL, out, &count);
    if (status == WEIR_OK) hand_over(out[0], eigenvalues);
    if (status == WEIR_OK) hand_over(out[1], eigenvectors);
    return status;
}

weir_status weir_eigh(weir_array *x, weir_array **eigenvalues, weir_array **eigenvectors) {
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_eigh, weir_array_runtime(x), in, 1, NULL, out, &count);
    if (status == WEIR_OK) hand_over(out[0], eigenvalues);
    if (status == WEIR_OK) hand_over(out[1], eigenvectors);
    return status;
}

weir_status weir_eigvals(weir_array *x, weir_array **eigenvalues) {
    weir_array *const in[] = {x};
    return call(WR_OP_eigvals, weir_array_runtime(x), in, 1, NULL, eigenvalues, NULL);
}

weir_status weir_eigvalsh(weir_array *x, weir_array **eigenvalues) {
    weir_array *const in[] = {x};
    return call(WR_OP_eigvalsh, weir_array_runtime(x), in, 1, NULL, eigenvalues, NULL);
}

weir_status weir_einsum(weir_array *const *operands, uint32_t operands_count,
    const char *equation, weir_array **y) {
    const struct { const char *equation; } attr = {equation};
    return call(WR_OP_einsum,
        (operands_count > 0 && operands != NULL ? weir_array_runtime(operands[0]) : NULL),
        operands, operands_count, &attr, y, NULL);
}

weir_status weir_elu(weir_array *x, double alpha, weir_array **y) {
    const struct { double alpha; } attr = {alpha};
    weir_array *const in[] = {x};
    return call(WR_OP_elu, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_embedding(weir_array *indices, weir_array *weight, int64_t padding_idx,
    weir_array **y) {
    const struct { int64_t padding_idx; } attr = {padding_idx};
    weir_array *const in[] = {indices, weight};
    return call(WR_OP_embedding, weir_array_runtime(indices), in, 2, &attr, y, NULL);
}

weir_status weir_empty(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return call(WR_OP_empty, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_empty_like(weir_array *x, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return call(WR_OP_empty_like, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_erf(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_erf, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_exp(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_exp, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_exp2(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_exp2, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_expand_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_expand_dims, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_expm(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_expm, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_expm1(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_expm1, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_exponential(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, scale, (int32_t)dtype, device};
    return call(WR_OP_exponential, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_eye(weir_runtime *rt, int64_t n_rows, int64_t n_cols, int64_t k,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { int64_t n_rows; int64_t n_cols; int64_t k; int32_t dtype; int32_t device; } attr = {n_rows,
        n_cols, k, (int32_t)dtype, device};
    return call(WR_OP_eye, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_fftn(weir_array *x, const int64_t *s, int64_t s_count, const int64_t *axes,
    int64_t axes_count, const char *norm, weir_array **y) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return call(WR_OP_fftn, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_flatten(weir_array *x, int64_t start, int64_t end, weir_array **y) {
    const struct { int64_t start; int64_t end; } attr = {start, end};
    weir_array *const in[] = {x};
    return call(WR_OP_flatten, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_flip(weir_array *x, const int64_t *axes, int64_t axes_count, weir_array **y) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_flip, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_floor(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_floor, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_floor_divide(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_floor_divide, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_fold(weir_array *y, const int64_t *output_size, int64_t output_size_count,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *dilation,
    int64_t dilation_count, const int64_t *padding, int64_t padding_count,
    const int64_t *stride, int64_t stride_count, weir_array **x) {
    const struct { weir_i64s output_size; weir_i64s kernel_size; weir_i64s dilation; weir_i64s padding; weir_i64s stride; } attr = {{output_size,
        output_size_count}, {kernel_size, kernel_size_count}, {dilation, dilation_count},
        {padding, padding_count}, {stride, stride_count}};
    weir_array *const in[] = {y};
    return call(WR_OP_fold, weir_array_runtime(y), in, 1, &attr, x, NULL);
}

weir_status weir_full(weir_array *value, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {value};
    return call(WR_OP_full, weir_array_runtime(value), in, 1, &attr, y, NULL);
}

weir_status weir_full_like(weir_array *x, weir_array *value, weir_dtype dtype, int32_t device,
    weir_array **y) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x, value};
    return call(WR_OP_full_like, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_gamma(weir_array *concentration, double scale, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { double scale; weir_i64s shape; int32_t dtype; int32_t device; } attr = {scale,
        {shape, shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {concentration};
    return call(WR_OP_gamma, weir_array_runtime(concentration), in, 1, &attr, y, NULL);
}

weir_status weir_gaussian_nll_loss(weir_array *x, weir_array *target, weir_array *var,
    const char *reduction, int full, double eps, weir_array **y) {
    const struct { const char *reduction; int32_t full; double eps; } attr = {reduction,
        full != 0, eps};
    weir_array *const in[] = {x, target, var};
    return call(WR_OP_gaussian_nll_loss, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_gelu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_gelu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_gelu_backward(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_gelu_backward, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_gelu_tanh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_gelu_tanh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_geometric(weir_array *probability, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {probability};
    return call(WR_OP_geometric, weir_array_runtime(probability), in, 1, &attr, y, NULL);
}

weir_status weir_global_avg_pool(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_global_avg_pool, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_global_max_pool(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_global_max_pool, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_global_norm(weir_array *const *arrays, uint32_t arrays_count, weir_array **y) {
    return call(WR_OP_global_norm,
        (arrays_count > 0 && arrays != NULL ? weir_array_runtime(arrays[0]) : NULL), arrays,
        arrays_count, NULL, y, NULL);
}

weir_status weir_glu(weir_array *x, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return call(WR_OP_glu, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_greater(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_greater, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_greater_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_greater_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_grid_sample(weir_array *x, weir_array *grid, const char *mode,
    const char *padding_mode, int align_corners, weir_array **y) {
    const struct { const char *mode; const char *padding_mode; int32_t align_corners; } attr = {mode,
        padding_mode, align_corners != 0};
    weir_array *const in[] = {x, grid};
    return call(WR_OP_grid_sample, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_group_norm(weir_array *x, weir_array *weight, weir_array *bias,
    int64_t num_groups, double eps, weir_array **y) {
    const struct { int64_t num_groups; double eps; } attr = {num_groups, eps};
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_group_norm, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_group_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    int64_t num_groups, double eps, weir_array **dx, weir_array **d_weight,
    weir_array **d_bias) {
    const struct { int64_t num_groups; double eps; } attr = {num_groups, eps};
    weir_array *const in[] = {x, dy, weight};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_group_norm_backward, weir_array_runtime(x), in, 3, &attr,
        out, &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight);
    if (status == WEIR_OK) hand_over(out[2], d_bias);
    return status;
}

weir_status weir_gru(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *lengths, int reverse,
    weir_array **y, weir_array **h_n, weir_array **saved) {
    const struct { int32_t reverse; } attr = {reverse != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_gru, weir_array_runtime(x), in, 7, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], h_n);
    if (status == WEIR_OK) hand_over(out[2], saved);
    return status;
}

weir_status weir_gru_backward(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *y, weir_array *saved, weir_array *h0, weir_array *lengths, weir_array *dy,
    weir_array *dh_n, weir_array *d_saved, int reverse, int no_dx, weir_array **dx,
    weir_array **d_weight_ih, weir_array **d_weight_hh, weir_array **d_bias_ih,
    weir_array **d_bias_hh, weir_array **d_h0) {
    const struct { int32_t reverse; int32_t no_dx; } attr = {reverse != 0, no_dx != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, y, saved, h0, lengths, dy, dh_n,
        d_saved};
    weir_array *out[6];
    uint32_t count = 6;
    weir_status status = call(WR_OP_gru_backward, weir_array_runtime(x), in, 10, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight_ih);
    if (status == WEIR_OK) hand_over(out[2], d_weight_hh);
    if (status == WEIR_OK) hand_over(out[3], d_bias_ih);
    if (status == WEIR_OK) hand_over(out[4], d_bias_hh);
    if (status == WEIR_OK) hand_over(out[5], d_h0);
    return status;
}

weir_status weir_gumbel(weir_runtime *rt, const int64_t *shape, int64_t shape_count, double loc,
    double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return call(WR_OP_gumbel, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_hardshrink(weir_array *x, double lambd, weir_array **y) {
    const struct { double lambd; } attr = {lambd};
    weir_array *const in[] = {x};
    return call(WR_OP_hardshrink, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_hardsigmoid(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_hardsigmoid, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_hardswish(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_hardswish, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_hardtanh(weir_array *x, double min_val, double max_val, weir_array **y) {
    const struct { double min_val; double max_val; } attr = {min_val, max_val};
    weir_array *const in[] = {x};
    return call(WR_OP_hardtanh, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_hinge_embedding_loss(weir_array *x, weir_array *target, const char *reduction,
    double margin, weir_array **y) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x, target};
    return call(WR_OP_hinge_embedding_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_hinge_loss(weir_array *x, weir_array *target, const char *reduction,
    double margin, weir_array **y) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x, target};
    return call(WR_OP_hinge_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_histogram(weir_array *x, weir_array *weights, int64_t bins, double min,
    double max, weir_array **counts, weir_array **edges) {
    const struct { int64_t bins; double min; double max; } attr = {bins, min, max};
    weir_array *const in[] = {x, weights};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_histogram, weir_array_runtime(x), in, 2, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], counts);
    if (status == WEIR_OK) hand_over(out[1], edges);
    return status;
}

weir_status weir_huber_loss(weir_array *x, weir_array *target, const char *reduction,
    double delta, weir_array **y) {
    const struct { const char *reduction; double delta; } attr = {reduction, delta};
    weir_array *const in[] = {x, target};
    return call(WR_OP_huber_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_hypot(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_hypot, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_ifftn(weir_array *x, const int64_t *s, int64_t s_count, const int64_t *axes,
    int64_t axes_count, const char *norm, weir_array **y) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return call(WR_OP_ifftn, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_imag(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_imag, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_image_normalize(weir_array *x, weir_array *mean, weir_array *std, double scale,
    const char *layout, const char *output_layout, weir_dtype dtype, weir_array **y) {
    const struct { double scale; const char *layout; const char *output_layout; int32_t dtype; } attr = {scale,
        layout, output_layout, (int32_t)dtype};
    weir_array *const in[] = {x, mean, std};
    return call(WR_OP_image_normalize, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_image_resize(weir_array *x, const int64_t *size, int64_t size_count,
    const char *mode, int antialias, const char *layout, weir_array **y) {
    const struct { weir_i64s size; const char *mode; int32_t antialias; const char *layout; } attr = {{size,
        size_count}, mode, antialias != 0, layout};
    weir_array *const in[] = {x};
    return call(WR_OP_image_resize, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_index(weir_array *x, weir_array *const *indices, uint32_t indices_count,
    const int64_t *axes, int64_t axes_count, int front, weir_array **y) {
    const struct { weir_i64s axes; int32_t front; } attr = {{axes, axes_count}, front != 0};
    weir_array *in[MANY] = {x};
    if (!join(WR_OP_index, in, 1, indices, indices_count)) return WEIR_EINVAL;
    return call(WR_OP_index, weir_array_runtime(x), in, 1 + indices_count, &attr, y, NULL);
}

weir_status weir_index_put(weir_array *x, weir_array *values, weir_array *const *indices,
    uint32_t indices_count, const int64_t *axes, int64_t axes_count, int front, int accumulate,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t front; int32_t accumulate; } attr = {{axes,
        axes_count}, front != 0, accumulate != 0};
    weir_array *in[MANY] = {x, values};
    if (!join(WR_OP_index_put, in, 2, indices, indices_count)) return WEIR_EINVAL;
    return call(WR_OP_index_put, weir_array_runtime(x), in, 2 + indices_count, &attr, y, NULL);
}

weir_status weir_inner(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_inner, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_instance_norm(weir_array *x, weir_array *weight, weir_array *bias, double eps,
    weir_array **y) {
    const struct { double eps; } attr = {eps};
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_instance_norm, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_integers(weir_runtime *rt, int64_t low, int64_t high, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { int64_t low; int64_t high; weir_i64s shape; int32_t dtype; int32_t device; } attr = {low,
        high, {shape, shape_count}, (int32_t)dtype, device};
    return call(WR_OP_integers, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_interpolate(weir_array *x, const int64_t *size, int64_t size_count,
    double scale_factor, const char *mode, int align_corners, int antialias, weir_array **y) {
    const struct { weir_i64s size; double scale_factor; const char *mode; int32_t align_corners; int32_t antialias; } attr = {{size,
        size_count}, scale_factor, mode, align_corners != 0, antialias != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_interpolate, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_interpolate_grad(weir_array *dy, const int64_t *size, int64_t size_count,
    double scale_factor, const char *mode, int align_corners, int antialias, weir_array **dx) {
    const struct { weir_i64s size; double scale_factor; const char *mode; int32_t align_corners; int32_t antialias; } attr = {{size,
        size_count}, scale_factor, mode, align_corners != 0, antialias != 0};
    weir_array *const in[] = {dy};
    return call(WR_OP_interpolate_grad, weir_array_runtime(dy), in, 1, &attr, dx, NULL);
}

weir_status weir_inv(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_inv, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_irfftn(weir_array *x, const int64_t *s, int64_t s_count, const int64_t *axes,
    int64_t axes_count, const char *norm, weir_array **y) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return call(WR_OP_irfftn, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_isfinite(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isfinite, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_isin(weir_array *x1, weir_array *x2, int invert, weir_array **y) {
    const struct { int32_t invert; } attr = {invert != 0};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_isin, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_isinf(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isinf, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_isnan(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isnan, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_kl_div(weir_array *x, weir_array *target, const char *reduction,
    int log_target, weir_array **y) {
    const struct { const char *reduction; int32_t log_target; } attr = {reduction,
        log_target != 0};
    weir_array *const in[] = {x, target};
    return call(WR_OP_kl_div, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_kthvalue(weir_array *x, int64_t k, int64_t axis, int keepdims,
    weir_array **values, weir_array **indices) {
    const struct { int64_t k; int64_t axis; int32_t keepdims; } attr = {k, axis, keepdims != 0};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_kthvalue, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], indices);
    return status;
}

weir_status weir_l1_loss(weir_array *x, weir_array *target, const char *reduction,
    weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return call(WR_OP_l1_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_lamb_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double beta1, double beta2, double eps) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double beta1; double beta2; double eps; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, beta1, beta2, eps};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_lamb_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_lamb_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr, NULL,
        NULL);
}

weir_status weir_laplace(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return call(WR_OP_laplace, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_layer_norm(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **y) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_layer_norm, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_layer_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **dx, weir_array **d_weight,
    weir_array **d_bias) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, dy, weight};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_layer_norm_backward, weir_array_runtime(x), in, 3, &attr,
        out, &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight);
    if (status == WEIR_OK) hand_over(out[2], d_bias);
    return status;
}

weir_status weir_leaky_relu(weir_array *x, double negative_slope, weir_array **y) {
    const struct { double negative_slope; } attr = {negative_slope};
    weir_array *const in[] = {x};
    return call(WR_OP_leaky_relu, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_less(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_less, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_less_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_less_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_lexsort(weir_array *const *keys, uint32_t keys_count, int64_t axis,
    weir_array **indices) {
    const struct { int64_t axis; } attr = {axis};
    return call(WR_OP_lexsort,
        (keys_count > 0 && keys != NULL ? weir_array_runtime(keys[0]) : NULL), keys,
        keys_count, &attr, indices, NULL);
}

weir_status weir_linear(weir_array *x, weir_array *weight, weir_array *bias, weir_array **y) {
    weir_array *const in[] = {x, weight, bias};
    return call(WR_OP_linear, weir_array_runtime(x), in, 3, NULL, y, NULL);
}

weir_status weir_linear_scan(weir_array *a, weir_array *b, int64_t axis, int reverse,
    weir_array **y) {
    const struct { int64_t axis; int32_t reverse; } attr = {axis, reverse != 0};
    weir_array *const in[] = {a, b};
    return call(WR_OP_linear_scan, weir_array_runtime(a), in, 2, &attr, y, NULL);
}

weir_status weir_linspace(weir_runtime *rt, double start, double stop, int64_t num,
    int endpoint, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { double start; double stop; int64_t num; int32_t endpoint; int32_t dtype; int32_t device; } attr = {start,
        stop, num, endpoint != 0, (int32_t)dtype, device};
    return call(WR_OP_linspace, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_local_response_norm(weir_array *x, int64_t size, double alpha, double beta,
    double k, weir_array **y) {
    const struct { int64_t size; double alpha; double beta; double k; } attr = {size, alpha,
        beta, k};
    weir_array *const in[] = {x};
    return call(WR_OP_local_response_norm, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_log(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_log, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_log10(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_log10, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_log1p(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_log1p, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_log2(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_log2, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_log_sigmoid(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_log_sigmoid, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_log_softmax(weir_array *x, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return call(WR_OP_log_softmax, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_logaddexp(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_logaddexp, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_logical_and(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_logical_and, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_logical_not(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_logical_not, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_logical_or(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_logical_or, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_logical_xor(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_logical_xor, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_logistic(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return call(WR_OP_logistic, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_logit(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_logit, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_lognormal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, (int32_t)dtype, device};
    return call(WR_OP_lognormal, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_logsumexp(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_logsumexp, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_lp_pool(weir_array *x, double norm_type, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count, int ceil_mode,
    weir_array **y) {
    const struct { double norm_type; weir_i64s kernel_size; weir_i64s stride; int32_t ceil_mode; } attr = {norm_type,
        {kernel_size, kernel_size_count}, {stride, stride_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_lp_pool, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_lstm(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *c0,
    weir_array *lengths, int reverse, weir_array **y, weir_array **h_n, weir_array **c_n,
    weir_array **saved) {
    const struct { int32_t reverse; } attr = {reverse != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, bias_ih, bias_hh, h0, c0, lengths};
    weir_array *out[4];
    uint32_t count = 4;
    weir_status status = call(WR_OP_lstm, weir_array_runtime(x), in, 8, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], h_n);
    if (status == WEIR_OK) hand_over(out[2], c_n);
    if (status == WEIR_OK) hand_over(out[3], saved);
    return status;
}

weir_status weir_lstm_backward(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *y, weir_array *saved, weir_array *h0, weir_array *c0, weir_array *lengths,
    weir_array *dy, weir_array *dh_n, weir_array *dc_n, weir_array *d_saved, int reverse,
    int no_dx, weir_array **dx, weir_array **d_weight_ih, weir_array **d_weight_hh,
    weir_array **d_bias, weir_array **d_h0, weir_array **d_c0) {
    const struct { int32_t reverse; int32_t no_dx; } attr = {reverse != 0, no_dx != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, y, saved, h0, c0, lengths, dy, dh_n,
        dc_n, d_saved};
    weir_array *out[6];
    uint32_t count = 6;
    weir_status status = call(WR_OP_lstm_backward, weir_array_runtime(x), in, 12, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight_ih);
    if (status == WEIR_OK) hand_over(out[2], d_weight_hh);
    if (status == WEIR_OK) hand_over(out[3], d_bias);
    if (status == WEIR_OK) hand_over(out[4], d_h0);
    if (status == WEIR_OK) hand_over(out[5], d_c0);
    return status;
}

weir_status weir_margin_ranking_loss(weir_array *x1, weir_array *x2, weir_array *target,
    const char *reduction, double margin, weir_array **y) {
    const struct { const char *reduction; double margin; } attr = {reduction, margin};
    weir_array *const in[] = {x1, x2, target};
    return call(WR_OP_margin_ranking_loss, weir_array_runtime(x1), in, 3, &attr, y, NULL);
}

weir_status weir_mask_put(weir_array *x, weir_array *mask, weir_array *values, weir_array **y) {
    weir_array *const in[] = {x, mask, values};
    return call(WR_OP_mask_put, weir_array_runtime(x), in, 3, NULL, y, NULL);
}

weir_status weir_mask_select(weir_array *x, weir_array *mask, weir_array **y) {
    weir_array *const in[] = {x, mask};
    return call(WR_OP_mask_select, weir_array_runtime(x), in, 2, NULL, y, NULL);
}

weir_status weir_mask_select_sized(weir_array *x, weir_array *mask, int64_t size,
    weir_array **y) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x, mask};
    return call(WR_OP_mask_select_sized, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_matmul(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_matmul, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_matrix_norm(weir_array *x, int keepdims, const char *ord, weir_array **y) {
    const struct { int32_t keepdims; const char *ord; } attr = {keepdims != 0, ord};
    weir_array *const in[] = {x};
    return call(WR_OP_matrix_norm, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_matrix_power(weir_array *x, int64_t n, weir_array **y) {
    const struct { int64_t n; } attr = {n};
    weir_array *const in[] = {x};
    return call(WR_OP_matrix_power, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_matrix_square_repeat(weir_array *x, weir_array *times, weir_array **y) {
    weir_array *const in[] = {x, times};
    return call(WR_OP_matrix_square_repeat, weir_array_runtime(x), in, 2, NULL, y, NULL);
}

weir_status weir_matrix_transpose(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_matrix_transpose, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_max(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_max, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_max_pool(weir_array *x, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int ceil_mode, weir_array **y) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_max_pool, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_max_pool_grad(weir_array *x, weir_array *dy, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int ceil_mode, weir_array **dx) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x, dy};
    return call(WR_OP_max_pool_grad, weir_array_runtime(x), in, 2, &attr, dx, NULL);
}

weir_status weir_max_pool_indices(weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int ceil_mode, weir_array **indices) {
    const struct { weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode; } attr = {{kernel_size,
        kernel_size_count}, {stride, stride_count}, {padding, padding_count}, {dilation,
        dilation_count}, ceil_mode != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_max_pool_indices, weir_array_runtime(x), in, 1, &attr, indices, NULL);
}

weir_status weir_max_unpool(weir_array *x, weir_array *indices, const int64_t *output_size,
    int64_t output_size_count, weir_array **y) {
    const struct { weir_i64s output_size; } attr = {{output_size, output_size_count}};
    weir_array *const in[] = {x, indices};
    return call(WR_OP_max_unpool, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_maximum(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_maximum, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_mean(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_mean, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_median(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_median, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_meshgrid(weir_array *const *arrays, uint32_t arrays_count,
    const char *indexing, weir_array **ys, uint32_t *ys_count) {
    const struct { const char *indexing; } attr = {indexing};
    return call(WR_OP_meshgrid,
        (arrays_count > 0 && arrays != NULL ? weir_array_runtime(arrays[0]) : NULL), arrays,
        arrays_count, &attr, ys, ys_count);
}

weir_status weir_min(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_min, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_minimum(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_minimum, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_mish(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_mish, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_moveaxis(weir_array *x, const int64_t *source, int64_t source_count,
    const int64_t *destination, int64_t destination_count, weir_array **y) {
    const struct { weir_i64s source; weir_i64s destination; } attr = {{source, source_count},
        {destination, destination_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_moveaxis, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_mse_loss(weir_array *x, weir_array *target, const char *reduction,
    weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return call(WR_OP_mse_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_multi_margin_loss(weir_array *x, weir_array *target, weir_array *weight,
    const char *reduction, double p, double margin, weir_array **y) {
    const struct { const char *reduction; double p; double margin; } attr = {reduction, p,
        margin};
    weir_array *const in[] = {x, target, weight};
    return call(WR_OP_multi_margin_loss, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_multilabel_soft_margin_loss(weir_array *x, weir_array *target,
    weir_array *weight, const char *reduction, weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target, weight};
    return call(WR_OP_multilabel_soft_margin_loss, weir_array_runtime(x), in, 3, &attr, y,
        NULL);
}

weir_status weir_multiply(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_multiply, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_nanargmax(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanargmax, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanargmin(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanargmin, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nancumprod(weir_array *x, int64_t axis, weir_dtype dtype, weir_array **y) {
    const struct { int64_t axis; int32_t dtype; } attr = {axis, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_nancumprod, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nancumsum(weir_array *x, int64_t axis, weir_dtype dtype, weir_array **y) {
    const struct { int64_t axis; int32_t dtype; } attr = {axis, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_nancumsum, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanmax(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanmax, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanmean(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanmean, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanmedian(weir_array *x, int64_t axis, int keepdims, weir_array **y) {
    const struct { int64_t axis; int32_t keepdims; } attr = {axis, keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanmedian, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanmin(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; } attr = {{axes, axes_count},
        keepdims != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_nanmin, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanprod(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_dtype dtype, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_nanprod, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanstd(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    double correction, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return call(WR_OP_nanstd, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nansum(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_dtype dtype, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_nansum, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_nanvar(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    double correction, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return call(WR_OP_nanvar, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_negative(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_negative, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_nextafter(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_nextafter, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_nll_loss(weir_array *x, weir_array *target, weir_array *weight, int64_t axis,
    const char *reduction, int64_t ignore_index, weir_array **y) {
    const struct { int64_t axis; const char *reduction; int64_t ignore_index; } attr = {axis,
        reduction, ignore_index};
    weir_array *const in[] = {x, target, weight};
    return call(WR_OP_nll_loss, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_nonzero(weir_array *x, weir_array **ys, uint32_t *ys_count) {
    weir_array *const in[] = {x};
    return call(WR_OP_nonzero, weir_array_runtime(x), in, 1, NULL, ys, ys_count);
}

weir_status weir_nonzero_sized(weir_array *x, int64_t size, weir_array **y) {
    const struct { int64_t size; } attr = {size};
    weir_array *const in[] = {x};
    return call(WR_OP_nonzero_sized, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_normal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double mean, double std, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double mean; double std; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, mean, std, (int32_t)dtype, device};
    return call(WR_OP_normal, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_normalize(weir_array *x, double p, int64_t axis, double eps, weir_array **y) {
    const struct { double p; int64_t axis; double eps; } attr = {p, axis, eps};
    weir_array *const in[] = {x};
    return call(WR_OP_normalize, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_not_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_not_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_one_hot(weir_array *indices, int64_t num_classes, weir_dtype dtype,
    weir_array **y) {
    const struct { int64_t num_classes; int32_t dtype; } attr = {num_classes, (int32_t)dtype};
    weir_array *const in[] = {indices};
    return call(WR_OP_one_hot, weir_array_runtime(indices), in, 1, &attr, y, NULL);
}

weir_status weir_ones(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return call(WR_OP_ones, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_ones_like(weir_array *x, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return call(WR_OP_ones_like, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_outer(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_outer, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_pad(weir_array *x, const int64_t *widths, int64_t widths_count,
    const char *mode, double value, weir_array **y) {
    const struct { weir_i64s widths; const char *mode; double value; } attr = {{widths,
        widths_count}, mode, value};
    weir_array *const in[] = {x};
    return call(WR_OP_pad, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_pairwise_distance(weir_array *x1, weir_array *x2, double p, double eps,
    int keepdims, weir_array **y) {
    const struct { double p; double eps; int32_t keepdims; } attr = {p, eps, keepdims != 0};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_pairwise_distance, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_partition(weir_array *x, int64_t kth, int64_t axis, weir_array **y) {
    const struct { int64_t kth; int64_t axis; } attr = {kth, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_partition, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_percentile(weir_array *x, weir_array *q, int64_t axis, const char *method,
    int keepdims, weir_array **y) {
    const struct { int64_t axis; const char *method; int32_t keepdims; } attr = {axis, method,
        keepdims != 0};
    weir_array *const in[] = {x, q};
    return call(WR_OP_percentile, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_permutation(weir_runtime *rt, int64_t n, weir_dtype dtype, int32_t device,
    weir_array **y) {
    const struct { int64_t n; int32_t dtype; int32_t device; } attr = {n, (int32_t)dtype,
        device};
    return call(WR_OP_permutation, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_permute_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_permute_dims, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_pixel_shuffle(weir_array *x, int64_t upscale_factor, weir_array **y) {
    const struct { int64_t upscale_factor; } attr = {upscale_factor};
    weir_array *const in[] = {x};
    return call(WR_OP_pixel_shuffle, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_pixel_unshuffle(weir_array *x, int64_t downscale_factor, weir_array **y) {
    const struct { int64_t downscale_factor; } attr = {downscale_factor};
    weir_array *const in[] = {x};
    return call(WR_OP_pixel_unshuffle, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_poisson(weir_array *rate, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {rate};
    return call(WR_OP_poisson, weir_array_runtime(rate), in, 1, &attr, y, NULL);
}

weir_status weir_poisson_nll_loss(weir_array *x, weir_array *target, const char *reduction,
    int log_input, int full, double eps, weir_array **y) {
    const struct { const char *reduction; int32_t log_input; int32_t full; double eps; } attr = {reduction,
        log_input != 0, full != 0, eps};
    weir_array *const in[] = {x, target};
    return call(WR_OP_poisson_nll_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_positive(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_positive, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_pow(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_pow, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_prelu(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_prelu, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_prod(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_dtype dtype, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_prod, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_put_along_axis(weir_array *x, weir_array *indices, weir_array *values,
    int64_t axis, int accumulate, weir_array **y) {
    const struct { int64_t axis; int32_t accumulate; } attr = {axis, accumulate != 0};
    weir_array *const in[] = {x, indices, values};
    return call(WR_OP_put_along_axis, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_put_along_axis_combine(weir_array *x, weir_array *indices, weir_array *values,
    int64_t axis, const char *reduce, weir_array **y) {
    const struct { int64_t axis; const char *reduce; } attr = {axis, reduce};
    weir_array *const in[] = {x, indices, values};
    return call(WR_OP_put_along_axis_combine, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_put_along_axis_reduce(weir_array *x, weir_array *indices, weir_array *values,
    int64_t axis, const char *reduce, int include_self, weir_array **y) {
    const struct { int64_t axis; const char *reduce; int32_t include_self; } attr = {axis,
        reduce, include_self != 0};
    weir_array *const in[] = {x, indices, values};
    return call(WR_OP_put_along_axis_reduce, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_qr(weir_array *x, const char *mode, weir_array **q, weir_array **r) {
    const struct { const char *mode; } attr = {mode};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_qr, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], q);
    if (status == WEIR_OK) hand_over(out[1], r);
    return status;
}

weir_status weir_quantile(weir_array *x, weir_array *q, int64_t axis, const char *method,
    int keepdims, weir_array **y) {
    const struct { int64_t axis; const char *method; int32_t keepdims; } attr = {axis, method,
        keepdims != 0};
    weir_array *const in[] = {x, q};
    return call(WR_OP_quantile, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_quantile_positions(weir_array *q, int64_t n, const char *method, int percent,
    weir_array **below, weir_array **above, weir_array **fraction, weir_array **slope) {
    const struct { int64_t n; const char *method; int32_t percent; } attr = {n, method,
        percent != 0};
    weir_array *const in[] = {q};
    weir_array *out[4];
    uint32_t count = 4;
    weir_status status = call(WR_OP_quantile_positions, weir_array_runtime(q), in, 1, &attr,
        out, &count);
    if (status == WEIR_OK) hand_over(out[0], below);
    if (status == WEIR_OK) hand_over(out[1], above);
    if (status == WEIR_OK) hand_over(out[2], fraction);
    if (status == WEIR_OK) hand_over(out[3], slope);
    return status;
}

weir_status weir_quick_gelu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_quick_gelu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_rad2deg(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_rad2deg, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_ravel(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_ravel, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_real(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_real, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_reciprocal(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_reciprocal, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_reframe(weir_array *x, int64_t axis, int64_t first, int64_t count, double fill,
    weir_array **y) {
    const struct { int64_t axis; int64_t first; int64_t count; double fill; } attr = {axis,
        first, count, fill};
    weir_array *const in[] = {x};
    return call(WR_OP_reframe, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_relu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_relu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_relu6(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_relu6, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_relu_backward(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_relu_backward, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_remainder(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_remainder, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_repeat(weir_array *x, const int64_t *repeats, int64_t repeats_count,
    int64_t axis, weir_array **y) {
    const struct { weir_i64s repeats; int64_t axis; } attr = {{repeats, repeats_count}, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_repeat, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_reshape(weir_array *x, const int64_t *shape, int64_t shape_count,
    weir_array **y) {
    const struct { weir_i64s shape; } attr = {{shape, shape_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_reshape, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_rfftn(weir_array *x, const int64_t *s, int64_t s_count, const int64_t *axes,
    int64_t axes_count, const char *norm, weir_array **y) {
    const struct { weir_i64s s; weir_i64s axes; const char *norm; } attr = {{s, s_count}, {axes,
        axes_count}, norm};
    weir_array *const in[] = {x};
    return call(WR_OP_rfftn, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_rms_norm(weir_array *x, weir_array *weight, const int64_t *axes,
    int64_t axes_count, double eps, weir_array **y) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, weight};
    return call(WR_OP_rms_norm, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_rms_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **dx,
    weir_array **d_weight) {
    const struct { weir_i64s axes; double eps; } attr = {{axes, axes_count}, eps};
    weir_array *const in[] = {x, dy, weight};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_rms_norm_backward, weir_array_runtime(x), in, 3, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight);
    return status;
}

weir_status weir_rmsprop_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double alpha, double eps, double momentum,
    int centered) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double alpha; double eps; double momentum; int32_t centered; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, alpha, eps, momentum,
        centered != 0};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_rmsprop_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_rmsprop_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr, NULL,
        NULL);
}

weir_status weir_rnn(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *lengths,
    const char *nonlinearity, int reverse, weir_array **y, weir_array **h_n) {
    const struct { const char *nonlinearity; int32_t reverse; } attr = {nonlinearity,
        reverse != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_rnn, weir_array_runtime(x), in, 7, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], h_n);
    return status;
}

weir_status weir_rnn_backward(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *y, weir_array *h0, weir_array *lengths, weir_array *dy, weir_array *dh_n,
    const char *nonlinearity, int reverse, int no_dx, weir_array **dx, weir_array **d_weight_ih,
    weir_array **d_weight_hh, weir_array **d_bias, weir_array **d_h0) {
    const struct { const char *nonlinearity; int32_t reverse; int32_t no_dx; } attr = {nonlinearity,
        reverse != 0, no_dx != 0};
    weir_array *const in[] = {x, weight_ih, weight_hh, y, h0, lengths, dy, dh_n};
    weir_array *out[5];
    uint32_t count = 5;
    weir_status status = call(WR_OP_rnn_backward, weir_array_runtime(x), in, 8, &attr, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], dx);
    if (status == WEIR_OK) hand_over(out[1], d_weight_ih);
    if (status == WEIR_OK) hand_over(out[2], d_weight_hh);
    if (status == WEIR_OK) hand_over(out[3], d_bias);
    if (status == WEIR_OK) hand_over(out[4], d_h0);
    return status;
}

weir_status weir_roll(weir_array *x, const int64_t *shift, int64_t shift_count,
    const int64_t *axes, int64_t axes_count, weir_array **y) {
    const struct { weir_i64s shift; weir_i64s axes; } attr = {{shift, shift_count}, {axes,
        axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_roll, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_round(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_round, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_rsqrt(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_rsqrt, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_scaled_dot_product_attention(weir_array *query, weir_array *key,
    weir_array *value, weir_array *attn_mask, weir_array *dropout_seed, double dropout_p,
    int is_causal, double scale, int enable_gqa, weir_array **y, weir_array **lse) {
    const struct { double dropout_p; int32_t is_causal; double scale; int32_t enable_gqa; } attr = {dropout_p,
        is_causal != 0, scale, enable_gqa != 0};
    weir_array *const in[] = {query, key, value, attn_mask, dropout_seed};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_scaled_dot_product_attention, weir_array_runtime(query), in,
        5, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], lse);
    return status;
}

weir_status weir_scaled_dot_product_attention_backward(weir_array *query, weir_array *key,
    weir_array *value, weir_array *dy, weir_array *lse, weir_array *delta,
    weir_array *attn_mask, weir_array *dropout_seed, double dropout_p, int is_causal,
    double scale, int enable_gqa, weir_array **dquery, weir_array **dkey, weir_array **dvalue) {
    const struct { double dropout_p; int32_t is_causal; double scale; int32_t enable_gqa; } attr = {dropout_p,
        is_causal != 0, scale, enable_gqa != 0};
    weir_array *const in[] = {query, key, value, dy, lse, delta, attn_mask, dropout_seed};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_scaled_dot_product_attention_backward,
        weir_array_runtime(query), in, 8, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], dquery);
    if (status == WEIR_OK) hand_over(out[1], dkey);
    if (status == WEIR_OK) hand_over(out[2], dvalue);
    return status;
}

weir_status weir_scatter(weir_array *x, weir_array *indices, weir_array *updates, int64_t axis,
    weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices, updates};
    return call(WR_OP_scatter, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_scatter_add(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices, updates};
    return call(WR_OP_scatter_add, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_scatter_combine(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, const char *reduce, weir_array **y) {
    const struct { int64_t axis; const char *reduce; } attr = {axis, reduce};
    weir_array *const in[] = {x, indices, updates};
    return call(WR_OP_scatter_combine, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_scatter_reduce(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, const char *reduce, int include_self, weir_array **y) {
    const struct { int64_t axis; const char *reduce; int32_t include_self; } attr = {axis,
        reduce, include_self != 0};
    weir_array *const in[] = {x, indices, updates};
    return call(WR_OP_scatter_reduce, weir_array_runtime(x), in, 3, &attr, y, NULL);
}

weir_status weir_searchsorted(weir_array *x1, weir_array *x2, weir_array *sorter,
    const char *side, weir_array **indices) {
    const struct { const char *side; } attr = {side};
    weir_array *const in[] = {x1, x2, sorter};
    return call(WR_OP_searchsorted, weir_array_runtime(x1), in, 3, &attr, indices, NULL);
}

weir_status weir_segment_max(weir_array *data, weir_array *segment_ids, int64_t num_segments,
    weir_array **y) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return call(WR_OP_segment_max, weir_array_runtime(data), in, 2, &attr, y, NULL);
}

weir_status weir_segment_mean(weir_array *data, weir_array *segment_ids, int64_t num_segments,
    weir_array **y) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return call(WR_OP_segment_mean, weir_array_runtime(data), in, 2, &attr, y, NULL);
}

weir_status weir_segment_min(weir_array *data, weir_array *segment_ids, int64_t num_segments,
    weir_array **y) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return call(WR_OP_segment_min, weir_array_runtime(data), in, 2, &attr, y, NULL);
}

weir_status weir_segment_prod(weir_array *data, weir_array *segment_ids, int64_t num_segments,
    weir_array **y) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return call(WR_OP_segment_prod, weir_array_runtime(data), in, 2, &attr, y, NULL);
}

weir_status weir_segment_sum(weir_array *data, weir_array *segment_ids, int64_t num_segments,
    weir_array **y) {
    const struct { int64_t num_segments; } attr = {num_segments};
    weir_array *const in[] = {data, segment_ids};
    return call(WR_OP_segment_sum, weir_array_runtime(data), in, 2, &attr, y, NULL);
}

weir_status weir_select(weir_array *x, int64_t index, int64_t axis, weir_array **y) {
    const struct { int64_t index; int64_t axis; } attr = {index, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_select, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_selu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_selu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sgd_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double momentum, double dampening,
    int nesterov) {
    const struct { double weight_decay; double max_norm; double clip_value; int32_t maximize; int32_t copies; double momentum; double dampening; int32_t nesterov; } attr = {weight_decay,
        max_norm, clip_value, maximize != 0, copies != 0, momentum, dampening,
        nesterov != 0};
    weir_array *in[MANY] = {rate, scale, norm};
    if (!join(WR_OP_sgd_step, in, 3, arrays, arrays_count)) return WEIR_EINVAL;
    return call(WR_OP_sgd_step, weir_array_runtime(rate), in, 3 + arrays_count, &attr, NULL,
        NULL);
}

weir_status weir_shuffle(weir_array *x, int64_t axis, weir_array **y, weir_array **order) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_shuffle, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], y);
    if (status == WEIR_OK) hand_over(out[1], order);
    return status;
}

weir_status weir_sigmoid(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sigmoid, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sigmoid_backward(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_sigmoid_backward, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_sign(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sign, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_signbit(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_signbit, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_silu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_silu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sin(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sin, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sinc(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sinc, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sinh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sinh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_slice(weir_array *x, const int64_t *starts, int64_t starts_count,
    const int64_t *stops, int64_t stops_count, const int64_t *steps, int64_t steps_count,
    weir_array **y) {
    const struct { weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{starts,
        starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_slice, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_slice_update(weir_array *x, weir_array *y, const int64_t *starts,
    int64_t starts_count, const int64_t *stops, int64_t stops_count, const int64_t *steps,
    int64_t steps_count, weir_array **z) {
    const struct { weir_i64s starts; weir_i64s stops; weir_i64s steps; } attr = {{starts,
        starts_count}, {stops, stops_count}, {steps, steps_count}};
    weir_array *const in[] = {x, y};
    return call(WR_OP_slice_update, weir_array_runtime(x), in, 2, &attr, z, NULL);
}

weir_status weir_sliding_window_view(weir_array *x, const int64_t *window, int64_t window_count,
    const int64_t *axes, int64_t axes_count, weir_array **y) {
    const struct { weir_i64s window; weir_i64s axes; } attr = {{window, window_count}, {axes,
        axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_sliding_window_view, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_slogdet(weir_array *x, weir_array **sign, weir_array **logabsdet) {
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_slogdet, weir_array_runtime(x), in, 1, NULL, out, &count);
    if (status == WEIR_OK) hand_over(out[0], sign);
    if (status == WEIR_OK) hand_over(out[1], logabsdet);
    return status;
}

weir_status weir_smooth_l1_loss(weir_array *x, weir_array *target, const char *reduction,
    double beta, weir_array **y) {
    const struct { const char *reduction; double beta; } attr = {reduction, beta};
    weir_array *const in[] = {x, target};
    return call(WR_OP_smooth_l1_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_soft_margin_loss(weir_array *x, weir_array *target, const char *reduction,
    weir_array **y) {
    const struct { const char *reduction; } attr = {reduction};
    weir_array *const in[] = {x, target};
    return call(WR_OP_soft_margin_loss, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_softmax(weir_array *x, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return call(WR_OP_softmax, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_softmin(weir_array *x, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return call(WR_OP_softmin, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_softplus(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_softplus, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_softshrink(weir_array *x, double lambd, weir_array **y) {
    const struct { double lambd; } attr = {lambd};
    weir_array *const in[] = {x};
    return call(WR_OP_softshrink, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_softsign(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_softsign, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_solve(weir_array *x1, weir_array *x2, int left, weir_array **x) {
    const struct { int32_t left; } attr = {left != 0};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_solve, weir_array_runtime(x1), in, 2, &attr, x, NULL);
}

weir_status weir_solve_triangular(weir_array *x1, weir_array *x2, int upper, int unitriangular,
    int left, weir_array **x) {
    const struct { int32_t upper; int32_t unitriangular; int32_t left; } attr = {upper != 0,
        unitriangular != 0, left != 0};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_solve_triangular, weir_array_runtime(x1), in, 2, &attr, x, NULL);
}

weir_status weir_sort(weir_array *x, int64_t axis, int descending, int stable, weir_array **y) {
    const struct { int64_t axis; int32_t descending; int32_t stable; } attr = {axis,
        descending != 0, stable != 0};
    weir_array *const in[] = {x};
    return call(WR_OP_sort, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_split(weir_array *x, int64_t sections, const int64_t *indices,
    int64_t indices_count, int64_t axis, weir_array **ys, uint32_t *ys_count) {
    const struct { int64_t sections; weir_i64s indices; int64_t axis; } attr = {sections,
        {indices, indices_count}, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_split, weir_array_runtime(x), in, 1, &attr, ys, ys_count);
}

weir_status weir_sqrt(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sqrt, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_square(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_square, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_squeeze(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_squeeze, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_stack(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    return call(WR_OP_stack,
        (arrays_count > 0 && arrays != NULL ? weir_array_runtime(arrays[0]) : NULL), arrays,
        arrays_count, &attr, y, NULL);
}

weir_status weir_std(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    double correction, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return call(WR_OP_std, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_student_t(weir_array *degrees, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {degrees};
    return call(WR_OP_student_t, weir_array_runtime(degrees), in, 1, &attr, y, NULL);
}

weir_status weir_subtract(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_subtract, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_sum(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    weir_dtype dtype, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; int32_t dtype; } attr = {{axes,
        axes_count}, keepdims != 0, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_sum, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_sum_runs(weir_array *x, const int64_t *counts, int64_t counts_count,
    int64_t axis, weir_array **y) {
    const struct { weir_i64s counts; int64_t axis; } attr = {{counts, counts_count}, axis};
    weir_array *const in[] = {x};
    return call(WR_OP_sum_runs, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_svd(weir_array *x, int full_matrices, weir_array **U, weir_array **S,
    weir_array **Vh) {
    const struct { int32_t full_matrices; } attr = {full_matrices != 0};
    weir_array *const in[] = {x};
    weir_array *out[3];
    uint32_t count = 3;
    weir_status status = call(WR_OP_svd, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], U);
    if (status == WEIR_OK) hand_over(out[1], S);
    if (status == WEIR_OK) hand_over(out[2], Vh);
    return status;
}

weir_status weir_svdvals(weir_array *x, weir_array **S) {
    weir_array *const in[] = {x};
    return call(WR_OP_svdvals, weir_array_runtime(x), in, 1, NULL, S, NULL);
}

weir_status weir_swapaxes(weir_array *x, int64_t axis1, int64_t axis2, weir_array **y) {
    const struct { int64_t axis1; int64_t axis2; } attr = {axis1, axis2};
    weir_array *const in[] = {x};
    return call(WR_OP_swapaxes, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_take(weir_array *x, weir_array *indices, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices};
    return call(WR_OP_take, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_take_along_axis(weir_array *x, weir_array *indices, int64_t axis,
    weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x, indices};
    return call(WR_OP_take_along_axis, weir_array_runtime(x), in, 2, &attr, y, NULL);
}

weir_status weir_tan(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_tan, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_tanh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_tanh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_tanh_backward(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_tanh_backward, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_tanhshrink(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_tanhshrink, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_tensordot(weir_array *x1, weir_array *x2, int64_t axes, const int64_t *x1_axes,
    int64_t x1_axes_count, const int64_t *x2_axes, int64_t x2_axes_count, weir_array **y) {
    const struct { int64_t axes; weir_i64s x1_axes; weir_i64s x2_axes; } attr = {axes, {x1_axes,
        x1_axes_count}, {x2_axes, x2_axes_count}};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_tensordot, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_threshold(weir_array *x, double threshold, double value, weir_array **y) {
    const struct { double threshold; double value; } attr = {threshold, value};
    weir_array *const in[] = {x};
    return call(WR_OP_threshold, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_tile(weir_array *x, const int64_t *repetitions, int64_t repetitions_count,
    weir_array **y) {
    const struct { weir_i64s repetitions; } attr = {{repetitions, repetitions_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_tile, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_to_device(weir_array *x, int32_t device, weir_array **y) {
    const struct { int32_t device; } attr = {device};
    weir_array *const in[] = {x};
    return call(WR_OP_to_device, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_topk(weir_array *x, int64_t k, int64_t axis, int largest, int sorted,
    weir_array **values, weir_array **indices) {
    const struct { int64_t k; int64_t axis; int32_t largest; int32_t sorted; } attr = {k, axis,
        largest != 0, sorted != 0};
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_topk, weir_array_runtime(x), in, 1, &attr, out, &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], indices);
    return status;
}

weir_status weir_trace(weir_array *x, int64_t offset, weir_dtype dtype, weir_array **y) {
    const struct { int64_t offset; int32_t dtype; } attr = {offset, (int32_t)dtype};
    weir_array *const in[] = {x};
    return call(WR_OP_trace, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_tril(weir_array *x, int64_t k, weir_array **y) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return call(WR_OP_tril, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_triplet_margin_loss(weir_array *anchor, weir_array *positive,
    weir_array *negative, const char *reduction, double margin, double p, double eps, int swap,
    weir_array **y) {
    const struct { const char *reduction; double margin; double p; double eps; int32_t swap; } attr = {reduction,
        margin, p, eps, swap != 0};
    weir_array *const in[] = {anchor, positive, negative};
    return call(WR_OP_triplet_margin_loss, weir_array_runtime(anchor), in, 3, &attr, y, NULL);
}

weir_status weir_triu(weir_array *x, int64_t k, weir_array **y) {
    const struct { int64_t k; } attr = {k};
    weir_array *const in[] = {x};
    return call(WR_OP_triu, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_trunc(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_trunc, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_truncated_normal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, double lower, double upper, weir_dtype dtype, int32_t device,
    weir_array **y) {
    const struct { weir_i64s shape; double loc; double scale; double lower; double upper; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, loc, scale, lower, upper, (int32_t)dtype, device};
    return call(WR_OP_truncated_normal, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_unfold(weir_array *x, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *dilation, int64_t dilation_count, const int64_t *padding,
    int64_t padding_count, const int64_t *stride, int64_t stride_count, weir_array **y) {
    const struct { weir_i64s kernel_size; weir_i64s dilation; weir_i64s padding; weir_i64s stride; } attr = {{kernel_size,
        kernel_size_count}, {dilation, dilation_count}, {padding, padding_count}, {stride,
        stride_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_unfold, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_uniform(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double low, double high, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double low; double high; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, low, high, (int32_t)dtype, device};
    return call(WR_OP_uniform, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_unique_all(weir_array *x, weir_array **values, weir_array **indices,
    weir_array **inverse_indices, weir_array **counts) {
    weir_array *const in[] = {x};
    weir_array *out[4];
    uint32_t count = 4;
    weir_status status = call(WR_OP_unique_all, weir_array_runtime(x), in, 1, NULL, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], indices);
    if (status == WEIR_OK) hand_over(out[2], inverse_indices);
    if (status == WEIR_OK) hand_over(out[3], counts);
    return status;
}

weir_status weir_unique_counts(weir_array *x, weir_array **values, weir_array **counts) {
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_unique_counts, weir_array_runtime(x), in, 1, NULL, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], counts);
    return status;
}

weir_status weir_unique_groups(weir_array *x, weir_array **order, weir_array **begins,
    weir_array **inverse_indices, weir_array **groups) {
    weir_array *const in[] = {x};
    weir_array *out[4];
    uint32_t count = 4;
    weir_status status = call(WR_OP_unique_groups, weir_array_runtime(x), in, 1, NULL, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], order);
    if (status == WEIR_OK) hand_over(out[1], begins);
    if (status == WEIR_OK) hand_over(out[2], inverse_indices);
    if (status == WEIR_OK) hand_over(out[3], groups);
    return status;
}

weir_status weir_unique_inverse(weir_array *x, weir_array **values,
    weir_array **inverse_indices) {
    weir_array *const in[] = {x};
    weir_array *out[2];
    uint32_t count = 2;
    weir_status status = call(WR_OP_unique_inverse, weir_array_runtime(x), in, 1, NULL, out,
        &count);
    if (status == WEIR_OK) hand_over(out[0], values);
    if (status == WEIR_OK) hand_over(out[1], inverse_indices);
    return status;
}

weir_status weir_unique_values(weir_array *x, weir_array **values) {
    weir_array *const in[] = {x};
    return call(WR_OP_unique_values, weir_array_runtime(x), in, 1, NULL, values, NULL);
}

weir_status weir_unstack(weir_array *x, int64_t axis, weir_array **ys, uint32_t *ys_count) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x};
    return call(WR_OP_unstack, weir_array_runtime(x), in, 1, &attr, ys, ys_count);
}

weir_status weir_variance(weir_array *x, const int64_t *axes, int64_t axes_count, int keepdims,
    double correction, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; double correction; } attr = {{axes,
        axes_count}, keepdims != 0, correction};
    weir_array *const in[] = {x};
    return call(WR_OP_var, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_vecdot(weir_array *x1, weir_array *x2, int64_t axis, weir_array **y) {
    const struct { int64_t axis; } attr = {axis};
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_vecdot, weir_array_runtime(x1), in, 2, &attr, y, NULL);
}

weir_status weir_vector_norm(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double ord, weir_array **y) {
    const struct { weir_i64s axes; int32_t keepdims; double ord; } attr = {{axes, axes_count},
        keepdims != 0, ord};
    weir_array *const in[] = {x};
    return call(WR_OP_vector_norm, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_von_mises(weir_array *mean, weir_array *concentration, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {mean, concentration};
    return call(WR_OP_von_mises, weir_array_runtime(mean), in, 2, &attr, y, NULL);
}

weir_status weir_weibull(weir_array *concentration, double scale, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { double scale; weir_i64s shape; int32_t dtype; int32_t device; } attr = {scale,
        {shape, shape_count}, (int32_t)dtype, device};
    weir_array *const in[] = {concentration};
    return call(WR_OP_weibull, weir_array_runtime(concentration), in, 1, &attr, y, NULL);
}

weir_status weir_where(weir_array *condition, weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {condition, x1, x2};
    return call(WR_OP_where, weir_array_runtime(condition), in, 3, NULL, y, NULL);
}

weir_status weir_zeros(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, (int32_t)dtype, device};
    return call(WR_OP_zeros, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_zeros_like(weir_array *x, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { int32_t dtype; int32_t device; } attr = {(int32_t)dtype, device};
    weir_array *const in[] = {x};
    return call(WR_OP_zeros_like, weir_array_runtime(x), in, 1, &attr, y, NULL);
}
