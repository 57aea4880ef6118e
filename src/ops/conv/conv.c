/* conv.c - convolution over one to three spatial axes, its gradients, and transposed convolution.
 *
 *   conv              x (N, C, ...),  weight (O, C / groups, ...) -> y (N, O, ...)
 *   conv_input_grad   dy, weight -> dx
 *   conv_weight_grad  x, dy -> dweight
 *   conv_transpose    conv_input_grad plus a bias, as a separate operator
 *
 * Each of the first three operators is linear in each of its two operands, and its gradients are
 * computed by the other two.  The zeros of the padding take part in the products: an infinite
 * weight times padding is NaN.  conv_gemm.c has the kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/core/expression.h"
#include "ops/conv/conv_cuda.h"
#include "ops/conv/conv_gemm.h"
#include "ops/core/view.h"

#define CONV_ATTRS(X, A)                                                                           \
    X(A, I64S, stride, WEIR_NO_LIST, "stride of the kernel, one per axis or one for all; none: 1", \
      ">= 1")                                                                                      \
    X(A, I64S, padding, WEIR_NO_LIST,                                                              \
      "zero padding of each axis, or before and after each axis; none: 0", ">= 0")                 \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between kernel elements; none: 1", ">= 1")         \
    X(A, I64, groups, 1, "number of groups that the channels are divided into", ">= 1")
WEIR_ATTRS(conv, CONV_ATTRS);

#define CONV_GRAD_ATTRS(X, A)                                                                      \
    X(A, I64S, size, WEIR_REQUIRED,                                                                \
      "spatial sizes of the result, without its first two dimensions", ">= 1")                     \
    CONV_ATTRS(X, A)
WEIR_ATTRS(conv_grad, CONV_GRAD_ATTRS);

#define CONV_TRANSPOSE_ATTRS(X, A)                                                                 \
    X(A, I64S, stride, WEIR_NO_LIST, "spacing of the elements of x in the result; none: 1",        \
      ">= 1")                                                                                      \
    X(A, I64S, padding, WEIR_NO_LIST,                                                              \
      "elements removed from both ends of each axis, or before and after each axis; none: 0",      \
      ">= 0")                                                                                      \
    X(A, I64S, output_padding, WEIR_NO_LIST, "elements added at the end of each axis; none: 0",    \
      ">= 0")                                                                                      \
    X(A, I64, groups, 1, "number of groups that the channels are divided into", ">= 1")            \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between kernel elements; none: 1", ">= 1")
WEIR_ATTRS(conv_transpose, CONV_TRANSPOSE_ATTRS);

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* The attributes that all operators of this file share. */
typedef struct steps {
    weir_i64s stride, padding, dilation;
    int64_t groups;
} steps;

static weir_status need_steps(const weir_infer *c, const steps *s, int axes) {
    WR_TRY(wr_need_axis_list(c, "stride", s->stride, axes, 1));
    WR_TRY(wr_need_axis_list(c, "padding", s->padding,
                             s->padding.count == 2 * axes ? 2 * axes : axes, 0));
    WR_TRY(wr_need_axis_list(c, "dilation", s->dilation, axes, 1));
    if (s->groups < 1) return wr_refuse(c, "groups=%lld must be at least 1", (long long)s->groups);
    return WEIR_OK;
}

static void set_steps(wr_conv *v, const steps *s, int axes) {
    wr_axis_list(s->stride, axes, 1, v->stride);
    wr_axis_list(s->padding, axes, 0, v->padding);
    wr_axis_list(s->padding, axes, 0, v->padding_after);
    for (int i = 0; s->padding.count == 2 * axes && i < axes; i++) {
        v->padding[3 - axes + i] = s->padding.data[2 * i];
        v->padding_after[3 - axes + i] = s->padding.data[2 * i + 1];
    }
    wr_axis_list(s->dilation, axes, 1, v->dilation);
    v->groups = s->groups;
}

/* Return the size of the result along axis d. */
static int64_t entries_of(const wr_conv *v, int d) {
    int64_t reach = (v->kernel[d] - 1) * v->dilation[d] + 1;
    int64_t all = v->in[d] + v->padding[d] + v->padding_after[d];
    return all < reach ? 0 : (all - reach) / v->stride[d] + 1;
}

/* Fail unless the first two inputs have the same number of spatial axes, one to three. */
static weir_status need_axes(const weir_infer *c, const char *first, const char *second) {
    const weir_array *a = c->in[0], *b = c->in[1];
    if (a->ndim == b->ndim && a->ndim >= 3 && a->ndim <= 5) return WEIR_OK;
    return wr_refuse(
        c,
        "%s has shape %s and %s has shape %s; expected 3 to 5 dimensions, the same number in both",
        first, wr_shape_text(a->ndim, wr_shape(a)), second, wr_shape_text(b->ndim, wr_shape(b)));
}

/* Fail if the size of the kernel is invalid or the number of output channels is not divisible by
 * groups. */
static weir_status need_kernel(const weir_infer *c, const wr_conv *v, int axes) {
    for (int d = 3 - axes; d < 3; d++)
        if (v->kernel[d] < 1 || v->kernel[d] > WR_AXIS_MOST)
            return wr_refuse(c, "the kernel has size %lld along axis %d; expected 1 to 2147483647",
                             (long long)v->kernel[d], d + axes - 1);
    if (v->out_channels % v->groups != 0)
        return wr_refuse(c, "the number of output channels, %lld, is not divisible by groups=%lld",
                         (long long)v->out_channels, (long long)v->groups);
    return WEIR_OK;
}

static weir_status need_fit(const weir_infer *c, const wr_conv *v, int axes) {
    for (int d = 3 - axes; d < 3; d++)
        if (entries_of(v, d) < 1)
            return wr_refuse(
                c,
                "a kernel of size %lld with dilation %lld exceeds axis %d of size %lld with "
                "padding %lld",
                (long long)v->kernel[d], (long long)v->dilation[d], d + axes - 1,
                (long long)v->in[d], (long long)v->padding[d]);
    return WEIR_OK;
}

static weir_status need_countable(const weir_infer *c, const weir_meta *out) {
    if (wr_count(out->ndim, out->shape) >= 0) return WEIR_OK;
    return wr_refuse(c, "shape %s has too many elements", wr_shape_text(out->ndim, out->shape));
}

/* ---- Dtypes and scratch ---------------------------------------------------------------------- */

static size_t cast_bytes(int64_t count, int dtype) {
    return wr_round_up((size_t)count * wr_dtype_bytes(dtype), WR_CACHE_LINE);
}

/* Set the dtype of the result and the scratch size.  Operands that do not have the compute dtype
 * are cast into scratch; a result of another dtype is computed in scratch and then cast. */
static weir_status finish(weir_infer *c, const wr_conv *v, wr_conv_direction direction) {
    int dtype;
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real floats, not %s", wr_dtypes[dtype].name);
    WR_TRY(need_countable(c, &c->out[0]));
    c->out[0].dtype = c->dtype = dtype;
    int computed = wr_float_computed_in(dtype);
    if ((c->out[0].device & 255) == WEIR_DEVICE_CUDA) {
        c->scratch_bytes = wr_conv_cuda_scratch(v, direction, computed);
        return WEIR_OK;
    }
    size_t bytes = wr_conv_scratch(v, direction, computed, wr_simd_for(c->in[0]->rt));
    bytes = wr_round_up(bytes, WR_CACHE_LINE);
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && c->in[i]->dtype != computed)
            bytes += cast_bytes(c->in[i]->count, computed);
    if (dtype != computed) bytes += cast_bytes(wr_count(c->out[0].ndim, c->out[0].shape), computed);
    c->scratch_bytes = bytes;
    return WEIR_OK;
}

/* Set *out to a pointer to the data of a view in the compute dtype, cast into scratch if
 * necessary. */
static weir_status in_computed(const weir_kernel *k, const weir_view *v, int computed,
                               char **scratch, const void **out) {
    *out = v->data;
    if (v->data == NULL || v->dtype == computed) return WEIR_OK;
    *out = *scratch;
    *scratch += cast_bytes(wr_view_count(v), computed);
    return wr_copy_row_major(k, (void *)(uintptr_t)*out, computed, v);
}

static bool has_bias(const weir_kernel *k) { return k->in_count > 2 && k->in[2].data != NULL; }

static weir_status run(const weir_kernel *k, const wr_conv *v, wr_conv_direction direction) {
    int computed = wr_float_computed_in(k->dtype);
    const weir_view *y = &k->out[0];
    int64_t count = wr_view_count(y);
    if (count == 0) return WEIR_OK;
    wr_conv_data data = {.dtype = computed, .out = y->data};
    char *scratch = k->scratch;
    WR_TRY(in_computed(k, &k->in[0], computed, &scratch, &data.a));
    WR_TRY(in_computed(k, &k->in[1], computed, &scratch, &data.b));
    if (has_bias(k)) WR_TRY(in_computed(k, &k->in[2], computed, &scratch, &data.bias));
    if (k->dtype != computed) {
        data.out = scratch;
        scratch += cast_bytes(count, computed);
    }
    WR_TRY(wr_conv_run(k, v, direction, &data, scratch));
    if (k->dtype == computed) return WEIR_OK;
    int64_t one[1] = {1};
    weir_view from = {data.out, &count, one, computed, 1}, to = {y->data, &count, one, k->dtype, 1};
    return wr_copy_view(k, &to, &from);
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

/* Return the offset of element (a, b, i) of an array whose second dimension has size `second` and
 * whose spatial sizes are `size`. */
static int64_t offset_of(int64_t a, int64_t second, int64_t b, const int64_t size[3],
                         const int64_t i[3]) {
    return (((a * second + b) * size[0] + i[0]) * size[1] + i[1]) * size[2] + i[2];
}

static bool inside(const int64_t i[3], const int64_t size[3]) {
    for (int d = 0; d < 3; d++)
        if (i[d] < 0 || i[d] >= size[d]) return false;
    return true;
}

static void unravel(int64_t index, const int64_t size[3], int64_t out[3]) {
    out[2] = index % size[2];
    out[1] = index / size[2] % size[1];
    out[0] = index / size[2] / size[1];
}

static int64_t product(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

static void sum_forward(const wr_conv *v, const weir_kernel *k, int64_t n, int64_t o,
                        const int64_t at[3], double *sum) {
    int64_t channels = v->in_channels / v->groups, group = o / (v->out_channels / v->groups);
    for (int64_t c = 0; c < channels; c++)
        for (int64_t t = 0; t < product(v->kernel); t++) {
            int64_t tap[3], i[3];
            unravel(t, v->kernel, tap);
            for (int d = 0; d < 3; d++)
                i[d] = at[d] * v->stride[d] - v->padding[d] + tap[d] * v->dilation[d];
            double x = 0;
            if (inside(i, v->in))
                x = wr_view_get(&k->in[0],
                                offset_of(n, v->in_channels, group * channels + c, v->in, i));
            *sum += x * wr_view_get(&k->in[1], offset_of(o, channels, c, v->kernel, tap));
        }
}

static void sum_input_grad(const wr_conv *v, const weir_kernel *k, int64_t n, int64_t c,
                           const int64_t at[3], double *sum) {
    int64_t rows = v->in_channels / v->groups, channels = v->out_channels / v->groups;
    int64_t group = c / rows;
    for (int64_t o = group * channels; o < (group + 1) * channels; o++)
        for (int64_t t = 0; t < product(v->kernel); t++) {
            int64_t tap[3], i[3];
            bool contributes = true;
            unravel(t, v->kernel, tap);
            for (int d = 0; d < 3; d++) {
                int64_t distance = at[d] + v->padding[d] - tap[d] * v->dilation[d];
                contributes = contributes && distance % v->stride[d] == 0;
                i[d] = distance / v->stride[d];
            }
            if (!contributes) continue;
            double y = 0;
            if (inside(i, v->out))
                y = wr_view_get(&k->in[0], offset_of(n, v->out_channels, o, v->out, i));
            *sum += y * wr_view_get(&k->in[1], offset_of(o, rows, c % rows, v->kernel, tap));
        }
}

static void sum_weight(const wr_conv *v, const weir_kernel *k, int64_t o, int64_t c,
                       const int64_t tap[3], double *sum) {
    int64_t channels = v->in_channels / v->groups, group = o / (v->out_channels / v->groups);
    for (int64_t n = 0; n < v->images; n++)
        for (int64_t p = 0; p < product(v->out); p++) {
            int64_t at[3], i[3];
            unravel(p, v->out, at);
            for (int d = 0; d < 3; d++)
                i[d] = at[d] * v->stride[d] - v->padding[d] + tap[d] * v->dilation[d];
            double x = 0;
            if (inside(i, v->in))
                x = wr_view_get(&k->in[0],
                                offset_of(n, v->in_channels, group * channels + c, v->in, i));
            *sum += x * wr_view_get(&k->in[1], offset_of(n, v->out_channels, o, v->out, at));
        }
}

static weir_status reference(const weir_kernel *k, const wr_conv *v, wr_conv_direction direction) {
    const weir_view *y = &k->out[0];
    const int64_t *size = direction == WR_CONV_FORWARD      ? v->out
                          : direction == WR_CONV_INPUT_GRAD ? v->in
                                                            : v->kernel;
    int64_t plane = product(size), second = y->shape[1];
    for (int64_t e = 0; e < wr_view_count(y); e++) {
        int64_t at[3], b = e / plane % second, a = e / plane / second;
        double sum = has_bias(k) ? wr_view_get(&k->in[2], b) : 0;
        unravel(e % plane, size, at);
        if (direction == WR_CONV_FORWARD)
            sum_forward(v, k, a, b, at, &sum);
        else if (direction == WR_CONV_INPUT_GRAD)
            sum_input_grad(v, k, a, b, at, &sum);
        else
            sum_weight(v, k, a, b, at, &sum);
        wr_view_put(y, e, sum);
    }
    return WEIR_OK;
}

/* ---- conv ------------------------------------------------------------------------------------ */

static steps steps_of(const conv_attr *a) {
    return (steps){a->stride, a->padding, a->dilation, a->groups};
}

static wr_conv conv_of(const conv_attr *attr, int ndim, const int64_t *x, const int64_t *weight) {
    const steps s = steps_of(attr);
    wr_conv v = {.images = x[0], .in_channels = x[1], .out_channels = weight[0]};
    set_steps(&v, &s, ndim - 2);
    wr_three_axes(v.in, ndim - 2, x + 2);
    wr_three_axes(v.kernel, ndim - 2, weight + 2);
    for (int d = 0; d < 3; d++) v.out[d] = entries_of(&v, d);
    return v;
}

static weir_status need_bias(const weir_infer *c, int64_t channels) {
    const weir_array *b = c->in_count > 2 ? c->in[2] : NULL;
    if (b == NULL || (b->ndim == 1 && wr_shape(b)[0] == channels)) return WEIR_OK;
    return wr_refuse(c, "the bias has shape %s; expected (%lld,), one per output channel",
                     wr_shape_text(b->ndim, wr_shape(b)), (long long)channels);
}

static weir_status need_channels(const weir_infer *c, int64_t of_x, int64_t of_weight,
                                 int64_t groups) {
    int64_t expected;
    if (!__builtin_mul_overflow(of_weight, groups, &expected) && expected == of_x) return WEIR_OK;
    return wr_refuse(c,
                     "x has %lld channel%s; a weight of shape %s with groups=%lld needs "
                     "%lld channel%s per group",
                     (long long)of_x, of_x == 1 ? "" : "s",
                     wr_shape_text(c->in[1]->ndim, wr_shape(c->in[1])), (long long)groups,
                     (long long)of_weight, of_weight == 1 ? "" : "s");
}

static weir_status conv_infer(weir_infer *c) {
    const conv_attr *attr = c->attr;
    const steps s = steps_of(attr);
    WR_TRY(need_axes(c, "x", "the weight"));
    int ndim = c->in[0]->ndim, axes = ndim - 2;
    const int64_t *x = wr_shape(c->in[0]), *weight = wr_shape(c->in[1]);
    WR_TRY(need_steps(c, &s, axes));
    WR_TRY(need_channels(c, x[1], weight[1], attr->groups));
    wr_conv v = conv_of(attr, ndim, x, weight);
    WR_TRY(need_kernel(c, &v, axes));
    WR_TRY(need_fit(c, &v, axes));
    WR_TRY(need_bias(c, v.out_channels));
    weir_meta *out = &c->out[0];
    out->ndim = ndim;
    out->shape[0] = v.images, out->shape[1] = v.out_channels;
    for (int i = 0; i < axes; i++) out->shape[2 + i] = v.out[3 - axes + i];
    return finish(c, &v, WR_CONV_FORWARD);
}

static wr_conv conv_in(const weir_kernel *k) {
    return conv_of(k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].shape);
}

static weir_status conv_run(const weir_kernel *k) {
    wr_conv v = conv_in(k);
    return run(k, &v, WR_CONV_FORWARD);
}

weir_status wr_cuda_conv(wr_cuda_call *c) {
    wr_conv v = conv_in(c->k);
    return wr_conv_cuda(c, &v, WR_CONV_FORWARD);
}

static weir_status conv_reference(const weir_kernel *k) {
    wr_conv v = conv_in(k);
    return reference(k, &v, WR_CONV_FORWARD);
}

/* ---- conv_input_grad and conv_weight_grad ---------------------------------------------------- */

static conv_attr without_size(const conv_grad_attr *a) {
    return (conv_attr){a->stride, a->padding, a->dilation, a->groups};
}

static weir_status need_size(const weir_infer *c, weir_i64s size, int axes) {
    if (size.count != axes)
        return wr_refuse(c, "size has %lld entr%s; expected %d, one per axis",
                         (long long)size.count, size.count == 1 ? "y" : "ies", axes);
    for (int64_t i = 0; i < size.count; i++)
        if (size.data[i] < 0)
            return wr_refuse(c, "size=%lld must not be negative", (long long)size.data[i]);
    return WEIR_OK;
}

/* Fail if dy does not have the shape of y. */
static weir_status need_result(const weir_infer *c, const wr_conv *v, const weir_array *dy) {
    int axes = dy->ndim - 2;
    int64_t expected[5] = {v->images, v->out_channels};
    for (int i = 0; i < axes; i++) expected[2 + i] = v->out[3 - axes + i];
    if (memcmp(expected, wr_shape(dy), (size_t)dy->ndim * sizeof *expected) == 0) return WEIR_OK;
    return wr_refuse(c, "the gradient has shape %s; expected %s, the shape of the result of conv",
                     wr_shape_text(dy->ndim, wr_shape(dy)), wr_shape_text(dy->ndim, expected));
}

/* Compute the shape of x or of the weight from its first two dimensions and its spatial sizes,
 * `size`. */
static void with_size(int64_t *out, int64_t first, int64_t second, weir_i64s size) {
    out[0] = first, out[1] = second;
    for (int64_t i = 0; i < size.count; i++) out[2 + i] = size.data[i];
}

static wr_conv input_grad_of(const conv_grad_attr *attr, int ndim, const int64_t *dy,
                             const int64_t *weight, int64_t *x) {
    conv_attr a = without_size(attr);
    with_size(x, dy[0], weight[1] * attr->groups, attr->size);
    return conv_of(&a, ndim, x, weight);
}

static weir_status conv_input_grad_infer(weir_infer *c) {
    const conv_grad_attr *attr = c->attr;
    const conv_attr base = without_size(attr);
    const steps s = steps_of(&base);
    WR_TRY(need_axes(c, "the gradient", "the weight"));
    int ndim = c->in[0]->ndim, axes = ndim - 2;
    const int64_t *dy = wr_shape(c->in[0]), *weight = wr_shape(c->in[1]);
    int64_t x[5], channels;
    WR_TRY(need_steps(c, &s, axes));
    WR_TRY(need_size(c, attr->size, axes));
    if (__builtin_mul_overflow(weight[1], attr->groups, &channels))
        return wr_refuse(c, "groups=%lld is too large: the number of channels of x overflows",
                         (long long)attr->groups);
    wr_conv v = input_grad_of(attr, ndim, dy, weight, x);
    WR_TRY(need_kernel(c, &v, axes));
    WR_TRY(need_fit(c, &v, axes));
    WR_TRY(need_result(c, &v, c->in[0]));
    wr_meta_shape(&c->out[0], ndim, x);
    return finish(c, &v, WR_CONV_INPUT_GRAD);
}

static wr_conv input_grad_in(const weir_kernel *k) {
    int64_t x[5];
    return input_grad_of(k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].shape, x);
}

static weir_status conv_input_grad_run(const weir_kernel *k) {
    wr_conv v = input_grad_in(k);
    return run(k, &v, WR_CONV_INPUT_GRAD);
}

weir_status wr_cuda_conv_input_grad(wr_cuda_call *c) {
    wr_conv v = input_grad_in(c->k);
    return wr_conv_cuda(c, &v, WR_CONV_INPUT_GRAD);
}

static weir_status conv_input_grad_reference(const weir_kernel *k) {
    wr_conv v = input_grad_in(k);
    return reference(k, &v, WR_CONV_INPUT_GRAD);
}

static wr_conv weight_grad_of(const conv_grad_attr *attr, int ndim, const int64_t *x,
                              const int64_t *dy, int64_t *weight) {
    conv_attr a = without_size(attr);
    with_size(weight, dy[1], x[1] / attr->groups, attr->size);
    return conv_of(&a, ndim, x, weight);
}

static weir_status conv_weight_grad_infer(weir_infer *c) {
    const conv_grad_attr *attr = c->attr;
    const conv_attr base = without_size(attr);
    const steps s = steps_of(&base);
    WR_TRY(need_axes(c, "x", "the gradient"));
    int ndim = c->in[0]->ndim, axes = ndim - 2;
    const int64_t *x = wr_shape(c->in[0]), *dy = wr_shape(c->in[1]);
    int64_t weight[5];
    WR_TRY(need_steps(c, &s, axes));
    WR_TRY(need_size(c, attr->size, axes));
    if (x[1] % attr->groups != 0)
        return wr_refuse(c, "the number of input channels, %lld, is not divisible by groups=%lld",
                         (long long)x[1], (long long)attr->groups);
    wr_conv v = weight_grad_of(attr, ndim, x, dy, weight);
    WR_TRY(need_kernel(c, &v, axes));
    WR_TRY(need_fit(c, &v, axes));
    WR_TRY(need_result(c, &v, c->in[1]));
    wr_meta_shape(&c->out[0], ndim, weight);
    return finish(c, &v, WR_CONV_WEIGHT_GRAD);
}

static wr_conv weight_grad_in(const weir_kernel *k) {
    int64_t weight[5];
    return weight_grad_of(k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].shape, weight);
}

static weir_status conv_weight_grad_run(const weir_kernel *k) {
    wr_conv v = weight_grad_in(k);
    return run(k, &v, WR_CONV_WEIGHT_GRAD);
}

weir_status wr_cuda_conv_weight_grad(wr_cuda_call *c) {
    wr_conv v = weight_grad_in(c->k);
    return wr_conv_cuda(c, &v, WR_CONV_WEIGHT_GRAD);
}

static weir_status conv_weight_grad_reference(const weir_kernel *k) {
    wr_conv v = weight_grad_in(k);
    return reference(k, &v, WR_CONV_WEIGHT_GRAD);
}

/* ---- conv_transpose -------------------------------------------------------------------------- */

/* Return the convolution whose input gradient conv_transpose computes: the x of that convolution is
 * the result of conv_transpose, and its y is the x of conv_transpose. */
static wr_conv transpose_of(const conv_transpose_attr *attr, int ndim, const int64_t *x,
                            const int64_t *weight) {
    const steps s = {attr->stride, attr->padding, attr->dilation, attr->groups};
    wr_conv v = {.images = x[0], .in_channels = weight[1] * attr->groups, .out_channels = x[1]};
    int64_t more[3];
    set_steps(&v, &s, ndim - 2);
    wr_three_axes(v.out, ndim - 2, x + 2);
    wr_three_axes(v.kernel, ndim - 2, weight + 2);
    wr_axis_list(attr->output_padding, ndim - 2, 0, more);
    for (int d = 0; d < 3; d++)
        v.in[d] = (v.out[d] - 1) * v.stride[d] - v.padding[d] - v.padding_after[d] +
                  (v.kernel[d] - 1) * v.dilation[d] + 1 + more[d];
    return v;
}

static weir_status need_transpose(const weir_infer *c, const wr_conv *v, int axes) {
    const conv_transpose_attr *attr = c->attr;
    int64_t more[3];
    wr_axis_list(attr->output_padding, axes, 0, more);
    for (int d = 3 - axes; d < 3; d++) {
        if (more[d] >= v->stride[d] && more[d] >= v->dilation[d])
            return wr_refuse(
                c, "output_padding=%lld must be less than the stride, %lld, or the dilation, %lld",
                (long long)more[d], (long long)v->stride[d], (long long)v->dilation[d]);
        if (v->out[d] < 1 || v->in[d] < 1)
            return wr_refuse(
                c,
                "axis %d has size %lld in x and would have size %lld in y; both must be at least 1",
                d + axes - 1, (long long)v->out[d], (long long)v->in[d]);
    }
    return WEIR_OK;
}

static weir_status conv_transpose_infer(weir_infer *c) {
    const conv_transpose_attr *attr = c->attr;
    const steps s = {attr->stride, attr->padding, attr->dilation, attr->groups};
    WR_TRY(need_axes(c, "x", "the weight"));
    int ndim = c->in[0]->ndim, axes = ndim - 2;
    const int64_t *x = wr_shape(c->in[0]), *weight = wr_shape(c->in[1]);
    int64_t channels;
    WR_TRY(need_steps(c, &s, axes));
    WR_TRY(wr_need_axis_list(c, "output_padding", attr->output_padding, axes, 0));
    if (x[1] != weight[0])
        return wr_refuse(c,
                         "x has %lld channel%s but the weight has shape %s; the first "
                         "dimension of the weight must be the number of channels of x",
                         (long long)x[1], x[1] == 1 ? "" : "s", wr_shape_text(ndim, weight));
    if (__builtin_mul_overflow(weight[1], attr->groups, &channels))
        return wr_refuse(c, "groups=%lld is too large: the number of output channels overflows",
                         (long long)attr->groups);
    wr_conv v = transpose_of(attr, ndim, x, weight);
    WR_TRY(need_kernel(c, &v, axes));
    WR_TRY(need_transpose(c, &v, axes));
    WR_TRY(need_bias(c, v.in_channels));
    weir_meta *out = &c->out[0];
    out->ndim = ndim;
    out->shape[0] = v.images, out->shape[1] = v.in_channels;
    for (int i = 0; i < axes; i++) out->shape[2 + i] = v.in[3 - axes + i];
    return finish(c, &v, WR_CONV_INPUT_GRAD);
}

static wr_conv transpose_in(const weir_kernel *k) {
    return transpose_of(k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].shape);
}

static weir_status conv_transpose_run(const weir_kernel *k) {
    wr_conv v = transpose_in(k);
    return run(k, &v, WR_CONV_INPUT_GRAD);
}

weir_status wr_cuda_conv_transpose(wr_cuda_call *c) {
    wr_conv v = transpose_in(c->k);
    return wr_conv_cuda(c, &v, WR_CONV_INPUT_GRAD);
}

static weir_status conv_transpose_reference(const weir_kernel *k) {
    wr_conv v = transpose_in(k);
    return reference(k, &v, WR_CONV_INPUT_GRAD);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define LIST(l) (l).data, (l).count

static weir_array *forward(weir_vjp *v, weir_array *x, weir_array *weight, const conv_attr *a) {
    weir_array *in[2] = {x, weight};
    return wr_build(v, WR_OP_conv, a, 2, in); /* without a bias */
}

static weir_array *to_input(weir_vjp *v, weir_array *dy, weir_array *weight, weir_array *like,
                            const conv_attr *a) {
    return wr_g_conv_input_grad(v, dy, weight, wr_shape(like) + 2, like->ndim - 2, LIST(a->stride),
                                LIST(a->padding), LIST(a->dilation), a->groups);
}

static weir_array *to_weight(weir_vjp *v, weir_array *x, weir_array *dy, weir_array *like,
                             const conv_attr *a) {
    return wr_g_conv_weight_grad(v, x, dy, wr_shape(like) + 2, like->ndim - 2, LIST(a->stride),
                                 LIST(a->padding), LIST(a->dilation), a->groups);
}

static void set_gradient(weir_vjp *v, uint32_t input, weir_array *g) {
    v->grad_in[input] = wr_build_unbroadcast(v, g, v->in[input]);
}

/* Set the gradient of the bias: dy summed over all axes except the channel axis. */
static void set_bias_gradient(weir_vjp *v, weir_array *dy) {
    static const int64_t axes[] = {0, 2, 3, 4};
    if (v->in_count > 2 && v->in[2] != NULL && v->wanted[2])
        set_gradient(v, 2, wr_g_sum(v, dy, axes, dy == NULL ? 1 : dy->ndim - 1, 0, 0));
}

static void conv_vjp(weir_vjp *v) {
    const conv_attr *a = v->attr;
    weir_array *x = v->in[0], *weight = v->in[1], *dy = v->grad_out[0];
    if (v->wanted[0]) set_gradient(v, 0, to_input(v, dy, weight, x, a));
    if (v->wanted[1]) set_gradient(v, 1, to_weight(v, x, dy, weight, a));
    set_bias_gradient(v, dy);
}

static void conv_input_grad_vjp(weir_vjp *v) {
    const conv_attr a = without_size(v->attr);
    weir_array *dy = v->in[0], *weight = v->in[1], *g = v->grad_out[0];
    if (v->wanted[0]) set_gradient(v, 0, forward(v, g, weight, &a));
    if (v->wanted[1]) set_gradient(v, 1, to_weight(v, g, dy, weight, &a));
}

static void conv_weight_grad_vjp(weir_vjp *v) {
    const conv_attr a = without_size(v->attr);
    weir_array *x = v->in[0], *dy = v->in[1], *g = v->grad_out[0];
    if (v->wanted[0]) set_gradient(v, 0, to_input(v, dy, g, x, &a));
    if (v->wanted[1]) set_gradient(v, 1, forward(v, x, g, &a));
}

/* If output_padding is at least the stride, conv over dy yields more positions than x has.  For the
 * gradient of x, like_x crops the result to the size of x; for the weight gradient, `extended` pads
 * x with zeros instead. */
static weir_array *like_x(weir_vjp *v, weir_array *dx, const weir_array *x) {
    for (int i = 2; i < x->ndim && dx != NULL; i++)
        if (wr_shape(dx)[i] != wr_shape(x)[i]) dx = wr_build_cut(v, dx, i, 0, wr_shape(x)[i]);
    return dx;
}

static weir_array *extended(weir_vjp *v, weir_array *x, const conv_transpose_attr *t) {
    int64_t more[3], stride[3], widths[10] = {0}, all = 0;
    int axes = x->ndim - 2;
    wr_axis_list(t->output_padding, axes, 0, more);
    wr_axis_list(t->stride, axes, 1, stride);
    for (int i = 0; i < axes; i++)
        all += widths[2 * i + 5] = more[3 - axes + i] / stride[3 - axes + i];
    return all == 0 ? x : wr_g_pad(v, x, widths, 2 * x->ndim, "constant", 0);
}

static void conv_transpose_vjp(weir_vjp *v) {
    const conv_transpose_attr *t = v->attr;
    const conv_attr a = {t->stride, t->padding, t->dilation, t->groups};
    weir_array *x = v->in[0], *weight = v->in[1], *dy = v->grad_out[0];
    if (v->wanted[0]) set_gradient(v, 0, like_x(v, forward(v, dy, weight, &a), x));
    if (v->wanted[1]) set_gradient(v, 1, to_weight(v, dy, extended(v, x, t), weight, &a));
    set_bias_gradient(v, dy);
}

WR_OP(conv) = {
    .size = sizeof(weir_op_def),
    .name = "conv",
    .summary = "Convolution over one, two or three spatial axes.",
    .notes =
        "x has shape (batch, channels, spatial axes), the weight (output channels, input "
        "channels / groups, spatial axes).  As usual in neural networks, this is a "
        "cross-correlation: the kernel is not flipped.  A list of one number applies to all "
        "axes.  A padding of two numbers per axis gives the padding before and after each axis.",
    .inputs = "x, weight, bias?",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes); "
             "weight: kernels, (output channels, input channels / groups, spatial axes); "
             "bias: one number per output channel",
    .infer = conv_infer,
    .run = conv_run,
    .reference = conv_reference,
    .vjp = conv_vjp,
    WEIR_USE_ATTRS(conv),
    .samples =
        "(2,3,7), (4,3,3), (4); (2,4,6,5), (6,2,3,2), none stride=[2,1] padding=[1,0] groups=2; "
        "(1,2,4,5,4), (3,2,2,3,2), (3) padding=[1] dilation=[1,2,1]; (2,3,6,7), (3,1,3,3), (3) "
        "stride=[2] padding=[1] groups=3; (3,2,9), (2,2,3), none stride=[3] dilation=[2] "
        "padding=[3]; (2,5,4,4), (3,5,1,1), (3); (1,2,5,6), (3,2,2,4), none padding=[0,1,1,2]; "
        "(2,2,7), (2,1,2), none padding=[2,0] stride=[2] groups=2",
};

WR_OP(conv_input_grad) = {
    .size = sizeof(weir_op_def),
    .name = "conv_input_grad",
    .summary = "The gradient of conv with respect to x, given the gradient of its result.",
    .inputs = "dy, weight",
    .outputs = "dx",
    .parts = "dy: gradient of the result of conv; "
             "weight: the kernels of conv; "
             "dx: gradient of the input of conv",
    .infer = conv_input_grad_infer,
    .run = conv_input_grad_run,
    .reference = conv_input_grad_reference,
    .vjp = conv_input_grad_vjp,
    WEIR_USE_ATTRS(conv_grad),
    .samples =
        "(2,4,5), (4,3,3) size=[7]; (2,6,3,4), (6,2,3,2) size=[6,5] stride=[2,1] padding=[1,0] "
        "groups=2; (1,3,5,3,5), (3,2,2,3,2) size=[4,5,4] padding=[1] dilation=[1,2,1]; "
        "(2,3,3,4), (3,1,3,3) size=[6,7] stride=[2] padding=[1] groups=3; (3,2,4), (2,2,3) "
        "size=[9] stride=[3] dilation=[2] padding=[3]; (2,3,2,2), (3,2,1,2) size=[5,6] "
        "stride=[3]; (1,3,5,6), (3,2,2,4) size=[5,6] padding=[0,1,1,2]",
};

WR_OP(conv_weight_grad) = {
    .size = sizeof(weir_op_def),
    .name = "conv_weight_grad",
    .summary = "The gradient of conv with respect to its weight, given the gradient of its result.",
    .inputs = "x, dy",
    .outputs = "dweight",
    .parts = "x: the input of conv; "
             "dy: gradient of its result; "
             "dweight: gradient of the kernels",
    .infer = conv_weight_grad_infer,
    .run = conv_weight_grad_run,
    .reference = conv_weight_grad_reference,
    .vjp = conv_weight_grad_vjp,
    WEIR_USE_ATTRS(conv_grad),
    .samples =
        "(2,3,7), (2,4,5) size=[3]; (2,4,6,5), (2,6,3,4) size=[3,2] stride=[2,1] padding=[1,0] "
        "groups=2; (1,2,4,5,4), (1,3,5,3,5) size=[2,3,2] padding=[1] dilation=[1,2,1]; (2,3,6,7), "
        "(2,3,3,4) size=[3,3] stride=[2] padding=[1] groups=3; (3,2,9), (3,2,4) size=[3] "
        "stride=[3] dilation=[2] padding=[3]; (1,2,5,6), (1,3,5,6) size=[2,4] padding=[0,1,1,2]",
};

WR_OP(conv_transpose) = {
    .size = sizeof(weir_op_def),
    .name = "conv_transpose",
    .summary = "Transposed convolution, the gradient of conv with respect to its input.",
    .notes =
        "x has shape (batch, channels, spatial axes), the weight (input channels, output "
        "channels / groups, spatial axes).  An axis of n elements becomes one of (n - 1) stride "
        "- 2 padding + dilation (kernel - 1) + 1 + output_padding elements.",
    .inputs = "x, weight, bias?",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes); "
             "weight: kernels, (input channels, output channels / groups, spatial axes); "
             "bias: one number per output channel",
    .infer = conv_transpose_infer,
    .run = conv_transpose_run,
    .reference = conv_transpose_reference,
    .vjp = conv_transpose_vjp,
    WEIR_USE_ATTRS(conv_transpose),
    .samples =
        "(2,4,5), (4,3,3), (3); (2,6,3,4), (6,2,3,2), none stride=[2,1] padding=[1,0] "
        "output_padding=[1,0] groups=2; (1,3,3,2,3), (3,2,2,3,2), (2) padding=[1] "
        "dilation=[1,2,1]; (2,3,3,4), (3,1,3,3), (3) stride=[2] output_padding=[1] padding=[1] "
        "groups=3; (1,2,4), (2,2,3), none dilation=[3] output_padding=[2] padding=[1]; (1,2,4,3), "
        "(2,1,2,2), none padding=[0,1,1,0] stride=[2]",
};
