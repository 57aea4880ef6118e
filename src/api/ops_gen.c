/* ops_gen.c - the bodies of the typed functions.
 *
 * Written by tools/mkops.py from the blocks in src/ops; do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/op.h"

static weir_status call(int id, weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                        const void *attr, weir_array **out, uint32_t *out_count) {
    const weir_op *op = &wr_ops[id];
    if (WR_UNLIKELY(op->def.name == NULL)) wr_ops_ready();
    if (WR_UNLIKELY(rt == NULL)) return wr_fail(WEIR_EINVAL, "%s: %s", op->def.name,
                                               in_count > 0 ? "the first input is NULL" : "rt is NULL");
    if (WR_UNLIKELY(out == NULL)) return wr_fail(WEIR_EINVAL, "%s: out is NULL", op->def.name);
    return wr_call(rt, op, in, in_count, attr, out, out_count);
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

weir_status weir_add(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_add, weir_array_runtime(x1), in, 2, NULL, y, NULL);
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

weir_status weir_bitwise_and(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_bitwise_and, weir_array_runtime(x1), in, 2, NULL, y, NULL);
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

weir_status weir_ceil(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_ceil, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_clip(weir_array *x, weir_array *min, weir_array *max, weir_array **y) {
    weir_array *const in[] = {x, min, max};
    return call(WR_OP_clip, weir_array_runtime(x), in, 3, NULL, y, NULL);
}

weir_status weir_conj(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_conj, weir_array_runtime(x), in, 1, NULL, y, NULL);
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

weir_status weir_divide(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_divide, weir_array_runtime(x1), in, 2, NULL, y, NULL);
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

weir_status weir_expm1(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_expm1, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_floor(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_floor, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_floor_divide(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_floor_divide, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_gelu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_gelu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_gelu_tanh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_gelu_tanh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_greater(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_greater, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_greater_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_greater_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_hardsigmoid(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_hardsigmoid, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_hardswish(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_hardswish, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_hypot(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_hypot, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_imag(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_imag, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_isfinite(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isfinite, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_isinf(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isinf, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_isnan(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_isnan, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_less(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_less, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_less_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_less_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
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

weir_status weir_matmul(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_matmul, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_maximum(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_maximum, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_minimum(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_minimum, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_mish(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_mish, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_multiply(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_multiply, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_negative(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_negative, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_nextafter(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_nextafter, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_normal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double mean, double std, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double mean; double std; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, mean, std, (int32_t)dtype, device};
    return call(WR_OP_normal, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_not_equal(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_not_equal, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_permute_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y) {
    const struct { weir_i64s axes; } attr = {{axes, axes_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_permute_dims, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_positive(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_positive, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_pow(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_pow, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_real(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_real, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_reciprocal(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_reciprocal, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_relu(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_relu, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_relu6(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_relu6, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_remainder(weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {x1, x2};
    return call(WR_OP_remainder, weir_array_runtime(x1), in, 2, NULL, y, NULL);
}

weir_status weir_reshape(weir_array *x, const int64_t *shape, int64_t shape_count,
    weir_array **y) {
    const struct { weir_i64s shape; } attr = {{shape, shape_count}};
    weir_array *const in[] = {x};
    return call(WR_OP_reshape, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_round(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_round, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_rsqrt(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_rsqrt, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sigmoid(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sigmoid, weir_array_runtime(x), in, 1, NULL, y, NULL);
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

weir_status weir_sinh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sinh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_softplus(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_softplus, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_softsign(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_softsign, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_sqrt(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_sqrt, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_square(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_square, weir_array_runtime(x), in, 1, NULL, y, NULL);
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

weir_status weir_tan(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_tan, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_tanh(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_tanh, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_to_device(weir_array *x, int32_t device, weir_array **y) {
    const struct { int32_t device; } attr = {device};
    weir_array *const in[] = {x};
    return call(WR_OP_to_device, weir_array_runtime(x), in, 1, &attr, y, NULL);
}

weir_status weir_trunc(weir_array *x, weir_array **y) {
    weir_array *const in[] = {x};
    return call(WR_OP_trunc, weir_array_runtime(x), in, 1, NULL, y, NULL);
}

weir_status weir_uniform(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double low, double high, weir_dtype dtype, int32_t device, weir_array **y) {
    const struct { weir_i64s shape; double low; double high; int32_t dtype; int32_t device; } attr = {{shape,
        shape_count}, low, high, (int32_t)dtype, device};
    return call(WR_OP_uniform, rt, NULL, 0, &attr, y, NULL);
}

weir_status weir_where(weir_array *condition, weir_array *x1, weir_array *x2, weir_array **y) {
    weir_array *const in[] = {condition, x1, x2};
    return call(WR_OP_where, weir_array_runtime(condition), in, 3, NULL, y, NULL);
}
