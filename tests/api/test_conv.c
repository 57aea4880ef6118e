/* test_conv.c - convolutions and pooling: known values, the same bits at sizes that are split, errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"
#include "check_array.h"

#include <math.h>

static weir_runtime *rt;

static weir_array *ramp(weir_runtime *of, int ndim, const int64_t *shape) {
    int64_t n = 1;
    for (int i = 0; i < ndim; i++) n *= shape[i];
    float *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = (float)(i + 1);
    weir_array *a = kit_array(of, WEIR_FLOAT32, ndim, shape, x);
    free(x);
    return a;
}

static weir_array *noise(weir_runtime *of, int ndim, const int64_t *shape, uint64_t seed) {
    int64_t n = 1;
    for (int i = 0; i < ndim; i++) n *= shape[i];
    float *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = (float)((double)(int64_t)test_random(&seed) * 0x1p-63);
    weir_array *a = kit_array(of, WEIR_FLOAT32, ndim, shape, x);
    free(x);
    return a;
}

#define SHAPE(...)                                                                                 \
    (const int64_t[]) { __VA_ARGS__ }

TEST(a_convolution_of_known_values) {
    rt = kit_runtime(2);
    weir_array *x = ramp(rt, 3, SHAPE(1, 1, 5)), *w = ramp(rt, 3, SHAPE(1, 1, 2)),
               *b = ramp(rt, 1, SHAPE(1)), *dy = ramp(rt, 3, SHAPE(1, 1, 3));
    SHOWS(weir_conv(x, w, NULL, NULL, &got), "[[[5., 8., 11., 14.]]]");
    SHOWS(weir_conv(x, w, b,
                    OPT(conv, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1), .groups = 1), &got),
          "[[[3., 9., 15.]]]");
    SHOWS(weir_conv(x, w, NULL, OPT(conv, .dilation = WEIR_I64S(3), .groups = 1), &got),
          "[[[9., 12.]]]");
    SHOWS(weir_conv_transpose(dy, w, NULL, NULL, &got), "[[[1., 4., 7., 6.]]]");
    SHOWS(weir_conv_transpose(dy, w, b,
                              OPT(conv_transpose, .stride = WEIR_I64S(2),
                                  .output_padding = WEIR_I64S(1), .groups = 1),
                              &got),
          "[[[2., 3., 3., 5., 4., 7., 1.]]]");
    SHOWS(weir_conv_input_grad(
              dy, w, WEIR_I64S(5),
              OPT(conv_input_grad, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1), .groups = 1),
              &got),
          "[[[2., 2., 4., 3., 6.]]]");
    SHOWS(weir_conv_weight_grad(
              x, dy, WEIR_I64S(2),
              OPT(conv_weight_grad, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1), .groups = 1),
              &got),
          "[[[16., 22.]]]");
    weir_array *all[] = {x, w, b, dy};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(pooling_of_known_values) {
    rt = kit_runtime(2);
    weir_array *x = ramp(rt, 3, SHAPE(1, 1, 5)), *cube = ramp(rt, 5, SHAPE(1, 1, 2, 3, 4)),
               *dy = ramp(rt, 3, SHAPE(1, 1, 3));
    SHOWS(weir_max_pool(x, WEIR_I64S(2), NULL, &got), "[[[2., 4.]]]");
    SHOWS(weir_max_pool(x, WEIR_I64S(2), OPT(max_pool, .ceil_mode = 1), &got), "[[[2., 4., 5.]]]");
    SHOWS(weir_max_pool_indices(
              x, WEIR_I64S(3),
              OPT(max_pool_indices, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1)), &got),
          "[[[1, 3, 4]]]");
    SHOWS(weir_max_pool_grad(x, dy, WEIR_I64S(3),
                             OPT(max_pool_grad, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1)),
                             &got),
          "[[[0., 1., 0., 2., 3.]]]");
    SHOWS(weir_avg_pool(x, WEIR_I64S(3),
                        OPT(avg_pool, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1),
                            .count_include_pad = 1),
                        &got),
          "[[[1., 3., 3.]]]");
    SHOWS(weir_avg_pool(x, WEIR_I64S(3),
                        OPT(avg_pool, .stride = WEIR_I64S(2), .padding = WEIR_I64S(1),
                            .count_include_pad = 0),
                        &got),
          "[[[1.5, 3., 4.5]]]");
    SHOWS(
        weir_avg_pool(x, WEIR_I64S(2), OPT(avg_pool, .ceil_mode = 1, .count_include_pad = 1), &got),
        "[[[1.5, 3.5, 5.]]]");
    SHOWS(weir_adaptive_avg_pool(x, WEIR_I64S(2), &got), "[[[2., 4.]]]");
    SHOWS(weir_adaptive_max_pool(x, WEIR_I64S(3), &got), "[[[2., 4., 5.]]]");
    SHOWS(weir_adaptive_avg_pool(cube, WEIR_I64S(1), &got), "[[[[[12.5]]]]]");
    SHOWS(weir_adaptive_max_pool(cube, WEIR_I64S(1, 1, 2), &got), "[[[[[22., 24.]]]]]");
    weir_array *all[] = {x, cube, dy};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Ties and NaN, in rows of full vectors and a remainder. */
static void check_return(weir_dtype dtype, int64_t width) {
    const int64_t shape[4] = {2, 2, 9, width}, few[4] = {2, 2, 4, width / 2};
    int64_t count = 36 * width, windows = 16 * (width / 2), at[16 * 64];
    double x[36 * 64], dy[16 * 64], wanted[36 * 64] = {0}, got[36 * 64];
    uint64_t seed = (uint64_t)width;
    for (int64_t i = 0; i < count; i++)
        x[i] = test_random(&seed) % 9 == 0 ? NAN : (double)(test_random(&seed) % 5);
    for (int64_t i = 0; i < windows; i++) dy[i] = (double)(i + 1);
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 4, shape, x), *b = NULL, *c = NULL, *d = NULL;
    weir_array *e = kit_array(rt, WEIR_FLOAT64, 4, few, dy), *f = NULL, *g = NULL;
    CHECK_OK(weir_astype(a, dtype, &b));
    CHECK_OK(weir_astype(e, dtype, &f));
    CHECK_OK(weir_max_pool_indices(b, WEIR_I64S(2), NULL, &c));
    CHECK_OK(weir_max_pool_grad(b, f, WEIR_I64S(2), NULL, &d));
    CHECK_OK(weir_astype(d, WEIR_FLOAT64, &g));
    CHECK_OK(weir_array_read(c, at, (size_t)windows * sizeof *at));
    CHECK_OK(weir_array_read(g, got, (size_t)count * sizeof *got));
    int64_t each = 4 * (width / 2);
    for (int64_t i = 0; i < windows; i++) wanted[i / each * 9 * width + at[i]] += dy[i];
    for (int64_t i = 0; i < count; i++)
        if (got[i] != wanted[i])
            test_fail(__FILE__, __LINE__, "%lld of %lld wide: %g, not %g", (long long)i,
                      (long long)width, got[i], wanted[i]);
    weir_array *all[] = {a, b, c, d, e, f, g};
    for (int i = 0; i < 7; i++) weir_array_release(all[i]);
}

TEST(the_gradient_of_max_pool_goes_to_the_indices) {
    rt = kit_runtime(2);
    for (int64_t width = 2; width < 64; width += 5) {
        check_return(WEIR_FLOAT32, width);
        check_return(WEIR_FLOAT64, width);
        check_return(WEIR_FLOAT16, width);
    }
    weir_runtime_free(rt);
}

/* ---- Sizes that are split -------------------------------------------------------------------- */

typedef struct problem {
    int64_t images, channels, side, out, kernel, stride, padding, dilation, groups;
} problem;

enum { WAYS = 3 };

/* The forward result and both gradients. */
static void compute(weir_runtime *of, const problem *p, weir_dtype dtype, weir_array *y[WAYS]) {
    int64_t made = (p->side + 2 * p->padding - (p->kernel - 1) * p->dilation - 1) / p->stride + 1;
    weir_array *in[3] = {
        noise(of, 4, SHAPE(p->images, p->channels, p->side, p->side), 1),
        noise(of, 4, SHAPE(p->out, p->channels / p->groups, p->kernel, p->kernel), 2),
        noise(of, 4, SHAPE(p->images, p->out, made, made), 3)};
    for (int i = 0; i < 3; i++) {
        weir_array *cast = NULL;
        CHECK_OK(weir_astype(in[i], dtype, &cast));
        weir_array_release(in[i]);
        in[i] = cast;
    }
    CHECK_OK(weir_conv(in[0], in[1], NULL,
                       OPT(conv, .stride = WEIR_I64S(p->stride), .padding = WEIR_I64S(p->padding),
                           .dilation = WEIR_I64S(p->dilation), .groups = p->groups),
                       &y[0]));
    CHECK_OK(weir_conv_input_grad(in[2], in[1], WEIR_I64S(p->side, p->side),
                                  OPT(conv_input_grad, .stride = WEIR_I64S(p->stride),
                                      .padding = WEIR_I64S(p->padding),
                                      .dilation = WEIR_I64S(p->dilation), .groups = p->groups),
                                  &y[1]));
    CHECK_OK(weir_conv_weight_grad(in[0], in[2], WEIR_I64S(p->kernel, p->kernel),
                                   OPT(conv_weight_grad, .stride = WEIR_I64S(p->stride),
                                       .padding = WEIR_I64S(p->padding),
                                       .dilation = WEIR_I64S(p->dilation), .groups = p->groups),
                                   &y[2]));
    for (int i = 0; i < 3; i++) weir_array_release(in[i]);
}

static void *bytes_of(weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    void *x = malloc(bytes);
    CHECK_OK(weir_array_read(a, x, bytes));
    return x;
}

static const problem problems[] = {{3, 20, 17, 40, 3, 1, 1, 1, 1}, {2, 64, 12, 96, 1, 1, 0, 1, 1},
                                   {2, 8, 33, 8, 3, 2, 1, 1, 8},   {4, 1, 28, 6, 5, 1, 2, 1, 1},
                                   {2, 24, 19, 36, 3, 2, 2, 2, 3}, {5, 40, 5, 70, 3, 3, 1, 1, 2},
                                   {2, 3, 40, 16, 3, 1, 8, 8, 1},  {1, 1, 300, 4, 3, 1, 1, 1, 1},
                                   {3, 6, 14, 16, 5, 1, 0, 1, 1},  {2, 12, 21, 8, 3, 4, 0, 1, 4}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

TEST(large_convolutions_have_the_same_bits_for_any_number_of_workers) {
    for (int i = 0; i < PROBLEMS; i++) {
        weir_array *wanted[WAYS], *got[WAYS];
        weir_runtime *one = kit_runtime_serial();
        compute(one, &problems[i], WEIR_FLOAT32, wanted);
        for (int workers = 1; workers <= 3; workers++) {
            weir_runtime *of = kit_runtime(workers);
            compute(of, &problems[i], WEIR_FLOAT32, got);
            for (int way = 0; way < WAYS; way++) {
                void *a = bytes_of(wanted[way]), *b = bytes_of(got[way]);
                if (memcmp(a, b, (size_t)weir_array_count(wanted[way]) * sizeof(float)) != 0)
                    test_fail(__FILE__, __LINE__, "problem %d, way %d, %d workers", i, way,
                              workers);
                free(a);
                free(b);
                weir_array_release(got[way]);
            }
            weir_runtime_free(of);
        }
        for (int way = 0; way < WAYS; way++) weir_array_release(wanted[way]);
        weir_runtime_free(one);
    }
}

/* <dy, conv(x, w)> is the same number as <x, input gradient> and as <w, weight gradient>. */
static double inner(weir_array *a, weir_array *b) {
    double *x = bytes_of(a), *y = bytes_of(b), sum = 0;
    for (int64_t i = 0; i < weir_array_count(a); i++) sum += x[i] * y[i];
    free(x);
    free(y);
    return sum;
}

static weir_array *wide(weir_runtime *of, int ndim, const int64_t *shape, uint64_t seed) {
    weir_array *a = noise(of, ndim, shape, seed), *b = NULL;
    CHECK_OK(weir_astype(a, WEIR_FLOAT64, &b));
    weir_array_release(a);
    return b;
}

TEST(large_convolutions_and_their_gradients_belong_together) {
    rt = kit_runtime(2);
    for (int i = 0; i < PROBLEMS; i++) {
        const problem *p = &problems[i];
        weir_array *y[WAYS];
        compute(rt, p, WEIR_FLOAT64, y);
        weir_array *x = wide(rt, 4, SHAPE(p->images, p->channels, p->side, p->side), 1),
                   *w =
                       wide(rt, 4, SHAPE(p->out, p->channels / p->groups, p->kernel, p->kernel), 2),
                   *dy = wide(rt, 4, weir_array_shape(y[0]), 3);
        double forward = inner(dy, y[0]), to_x = inner(x, y[1]), to_w = inner(w, y[2]);
        if (!(fabs(forward - to_x) < 1e-9 * (1 + fabs(forward)) + 1e-9) ||
            !(fabs(forward - to_w) < 1e-9 * (1 + fabs(forward)) + 1e-9))
            test_fail(__FILE__, __LINE__, "problem %d: %.15g, %.15g, %.15g", i, forward, to_x,
                      to_w);
        weir_array *all[] = {x, w, dy, y[0], y[1], y[2]};
        for (int k = 0; k < 6; k++) weir_array_release(all[k]);
    }
    weir_runtime_free(rt);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

TEST(convolutions_refuse_mismatched_shapes) {
    rt = kit_runtime(1);
    weir_array *x = ramp(rt, 4, SHAPE(2, 4, 5, 6)), *w = ramp(rt, 4, SHAPE(6, 4, 3, 3)),
               *thin = ramp(rt, 3, SHAPE(6, 4, 3)), *b = ramp(rt, 1, SHAPE(5)), *whole = NULL;
    CHECK_OK(weir_astype(x, WEIR_INT32, &whole));
#define CONV(a, c, bias, s, p, d, g)                                                               \
    weir_conv(a, c, bias, OPT(conv, .stride = s, .padding = p, .dilation = d, .groups = g), &got)
    REFUSES(
        CONV(x, thin, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(1), 1),
        "conv: x has shape (2, 4, 5, 6) and the weight has shape (6, 4, 3); expected 3 to 5 dimensions");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(0), WEIR_I64S(0), WEIR_I64S(1), 1),
            "conv: stride=0 is out of range; expected 1 to");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1), WEIR_I64S(-1), WEIR_I64S(1), 1),
            "conv: padding=-1 is out of range; expected 0 to");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(0), 1),
            "conv: dilation=0 is out of range; expected 1 to");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1, 1, 1), WEIR_I64S(0), WEIR_I64S(1), 1),
            "conv: stride has 3 entries; expected one for all axes, or one per axis (2)");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(1), 0),
            "conv: groups=0 must be at least 1");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(1), 2),
            "conv: x has 4 channels; a weight of shape (6, 4, 3, 3) with groups=2");
    REFUSES(CONV(x, w, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(3), 1),
            "conv: a kernel of size 3 with dilation 3 exceeds axis 2 of size 5 with padding 0");
    REFUSES(CONV(x, w, b, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(1), 1),
            "conv: the bias has shape (5,); expected (6,)");
    REFUSES(CONV(whole, whole, NULL, WEIR_I64S(1), WEIR_I64S(0), WEIR_I64S(1), 1), "conv: ");
    REFUSES(weir_conv_input_grad(x, w, WEIR_I64S(5), NULL, &got),
            "conv_input_grad: size has 1 entry; expected 2, one per axis");
    REFUSES(weir_conv_input_grad(x, w, WEIR_I64S(5, -6), NULL, &got),
            "conv_input_grad: size=-6 must not be negative");
    REFUSES(
        weir_conv_input_grad(x, w, WEIR_I64S(5, 6), NULL, &got),
        "conv_input_grad: the gradient has shape (2, 4, 5, 6); expected (2, 6, 3, 4), the shape of");
    REFUSES(weir_conv_weight_grad(x, x, WEIR_I64S(3, 3), OPT(conv_weight_grad, .groups = 3), &got),
            "conv_weight_grad: the number of input channels, 4, is not divisible by groups=3");
    REFUSES(weir_conv_weight_grad(x, x, WEIR_I64S(0, 3), NULL, &got),
            "conv_weight_grad: the kernel has size 0 along axis 2; expected 1 to");
    REFUSES(weir_conv_transpose(x, w, NULL, NULL, &got),
            "conv_transpose: x has 4 channels but the weight has shape (6, 4, 3, 3)");
    weir_array *square = ramp(rt, 4, SHAPE(4, 2, 3, 3));
    REFUSES(weir_conv_transpose(x, square, NULL,
                                OPT(conv_transpose, .stride = WEIR_I64S(2),
                                    .output_padding = WEIR_I64S(2), .groups = 1),
                                &got),
            "conv_transpose: output_padding=2 must be less than the stride, 2, or the dilation, 1");
    REFUSES(weir_conv_transpose(x, square, NULL,
                                OPT(conv_transpose, .padding = WEIR_I64S(4), .groups = 1), &got),
            "conv_transpose: axis 2 has size 5 in x and would have size -1 in y");
    weir_array *all[] = {x, w, thin, b, whole, square};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(pooling_refuses_mismatched_shapes) {
    rt = kit_runtime(1);
    weir_array *x = ramp(rt, 4, SHAPE(2, 3, 5, 6)), *flat = ramp(rt, 2, SHAPE(5, 6)), *whole = NULL,
               *none = NULL, *tiny = ramp(rt, 3, SHAPE(1, 1, 1));
    CHECK_OK(weir_astype(x, WEIR_INT32, &whole));
    CHECK_OK(
        weir_zeros(rt, WEIR_I64S(2, 3, 0), OPT(zeros, .dtype = WEIR_FLOAT32, .device = -1), &none));
#define POOL(a, k, p, d) weir_max_pool(a, k, OPT(max_pool, .padding = p, .dilation = d), &got)
    REFUSES(POOL(flat, WEIR_I64S(2), WEIR_I64S(0), WEIR_I64S(1)),
            "max_pool: x has shape (5, 6); expected (batch, channels, one to three spatial axes)");
    REFUSES(POOL(none, WEIR_I64S(2), WEIR_I64S(0), WEIR_I64S(1)),
            "max_pool: axis 2 of shape (2, 3, 0) is empty");
    REFUSES(POOL(x, WEIR_I64S(0), WEIR_I64S(0), WEIR_I64S(1)),
            "max_pool: kernel_size=0 is out of range; expected 1 to");
    REFUSES(POOL(x, WEIR_I64S(3), WEIR_I64S(2), WEIR_I64S(1)),
            "max_pool: padding=2 is more than half of kernel_size=3");
    REFUSES(POOL(x, WEIR_I64S(3), WEIR_I64S(0), WEIR_I64S(4)),
            "max_pool: a window of size 3 with dilation 4 exceeds axis 2 of size 5");
    REFUSES(POOL(tiny, WEIR_I64S(2), WEIR_I64S(1), WEIR_I64S(2)),
            "max_pool: window 0 of axis 2 contains only padding");
    REFUSES(
        weir_max_pool_grad(x, x, WEIR_I64S(2), NULL, &got),
        "max_pool_grad: the gradient has shape (2, 3, 5, 6); expected (2, 3, 2, 3), the shape of");
    REFUSES(weir_max_pool_grad(x, flat, WEIR_I64S(2), NULL, &got),
            "max_pool_grad: x has 4 dimensions but the gradient has 2");
    REFUSES(weir_avg_pool(whole, WEIR_I64S(2), NULL, &got),
            "avg_pool: accepts real floats, not int32");
    REFUSES(weir_avg_pool_grad(x, WEIR_I64S(5), WEIR_I64S(2), NULL, &got),
            "avg_pool_grad: size has 1 entry; expected 2, one per axis");
    REFUSES(weir_adaptive_max_pool(x, WEIR_I64S(0), &got),
            "adaptive_max_pool: output_size=0 is out of range; expected 1 to");
    REFUSES(weir_adaptive_avg_pool(x, WEIR_I64S(1, 2, 3), &got),
            "adaptive_avg_pool: output_size has 3 entries");
    weir_array *all[] = {x, flat, whole, none, tiny};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(a_convolution_of_a_failed_input_fails) {
    rt = kit_runtime(2);
    weir_array *x = ramp(rt, 3, SHAPE(1, 1, 5)), *w = ramp(rt, 3, SHAPE(1, 1, 2)), *y = NULL,
               *z = NULL;
    kit_break(x);
    CHECK_OK(weir_conv(x, w, NULL, NULL, &y));
    CHECK_OK(weir_max_pool(y, WEIR_I64S(2), NULL, &z));
    float got[2];
    CHECK_STATUS(weir_array_read(z, got, sizeof got), EFAILED);
    weir_array *all[] = {x, w, y, z};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
