/* test_cuda_training.c - products with strides, random numbers and the training of a network on a CUDA
 * device, against the CPU.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

enum { BATCH = 24, INPUTS = 9, HIDDEN = 17, CLASSES = 5, STEPS = 12, PARAMETERS = 4 };

static weir_runtime *begin(void) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    return kit_runtime(2);
}

static void fill(float *x, int64_t n, uint32_t seed) {
    for (int64_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = (float)(seed >> 8) / (1 << 23) - 1;
    }
}

/* An array of floats on a device. */
static weir_array *floats(weir_runtime *rt, int32_t device, int ndim, const int64_t *shape,
                          uint32_t seed) {
    weir_array *on_cpu = NULL, *a = NULL;
    int64_t count = 1;
    for (int i = 0; i < ndim; i++) count *= shape[i];
    float *x = malloc((size_t)count * sizeof *x + 1);
    fill(x, count, seed);
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, ndim, x, &on_cpu));
    CHECK_OK(weir_to_device(on_cpu, device, &a));
    weir_array_release(on_cpu);
    free(x);
    return a;
}

/* The values of an array; releases it. */
static size_t read_all(weir_array *a, void *to, size_t size) {
    weir_array *on_cpu = NULL;
    CHECK_OK(weir_to_device(a, WEIR_CPU(0), &on_cpu));
    size_t bytes = (size_t)weir_array_count(on_cpu) * weir_dtype_bytes(weir_array_dtype(on_cpu));
    CHECK(bytes <= size);
    CHECK_OK(weir_array_read(on_cpu, to, bytes));
    weir_array_release(on_cpu);
    weir_array_release(a);
    return bytes;
}

/* ---- Products -------------------------------------------------------------------------------- */

static weir_array *turned(weir_array *a) {
    weir_array *y = NULL;
    CHECK_OK(weir_matrix_transpose(a, &y));
    weir_array_release(a);
    return y;
}

/* a(5, 3, 4)' b(5, 3, 6), where b is broadcast; and the transpose of the result. */
static weir_array *product(weir_runtime *rt, int32_t device) {
    weir_array *a = turned(floats(rt, device, 3, (const int64_t[]){5, 3, 4}, 1));
    weir_array *b = turned(floats(rt, device, 2, (const int64_t[]){6, 3}, 2)), *y = NULL;
    CHECK_OK(weir_matmul(a, b, &y));
    CHECK_EQ(weir_array_device(y), device);
    weir_array_release(a);
    weir_array_release(b);
    return y;
}

TEST(transposed_and_broadcast_matrices_are_multiplied) {
    weir_runtime *rt = begin();
    float want[120], got[120];
    CHECK_EQ(read_all(product(rt, WEIR_CPU(0)), want, sizeof want), sizeof want);
    CHECK_EQ(read_all(product(rt, WEIR_CUDA(0)), got, sizeof got), sizeof got);
    for (int i = 0; i < 120; i++) CHECK(fabsf(want[i] - got[i]) < 1e-5f);
    weir_runtime_free(rt);
}

TEST(a_product_over_no_elements_is_zero) {
    weir_runtime *rt = begin();
    weir_array *a = floats(rt, WEIR_CUDA(0), 2, (const int64_t[]){3, 0}, 1), *y = NULL;
    weir_array *b = floats(rt, WEIR_CUDA(0), 2, (const int64_t[]){0, 2}, 1);
    float got[6];
    CHECK_OK(weir_matmul(a, b, &y));
    read_all(y, got, sizeof got);
    for (int i = 0; i < 6; i++) CHECK(got[i] == 0);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

/* ---- Random numbers -------------------------------------------------------------------------- */

enum { DRAWN = 777 };

/* Integers of both widths, Bernoulli samples, a permutation and the mask of a dropout. */
static size_t draw(weir_runtime *rt, int32_t device, char *to, size_t size) {
    const int64_t shape[] = {DRAWN};
    weir_array *y = NULL, *mask = NULL, *chance = NULL;
    weir_array *x = floats(rt, device, 1, shape, 3);
    int32_t outer = weir_default_device_set(device);
    size_t done = 0;
    CHECK_OK(weir_seed(rt, 11));
    CHECK_OK(weir_number_f64(rt, 0.3, &chance));
    CHECK_OK(weir_integers(rt, -7, 1000, weir_i64s_of(shape, 1),
                           OPT(integers, .dtype = WEIR_INT16, .device = device), &y));
    done += read_all(y, to + done, size - done);
    CHECK_OK(weir_integers(rt, -INT64_C(9000000000), INT64_C(9000000000), weir_i64s_of(shape, 1),
                           OPT(integers, .dtype = WEIR_INT64, .device = device), &y));
    done += read_all(y, to + done, size - done);
    CHECK_OK(weir_bernoulli(chance,
                            OPT(bernoulli, .shape = weir_i64s_of(shape, 1), .device = device), &y));
    done += read_all(y, to + done, size - done);
    CHECK_OK(
        weir_permutation(rt, DRAWN, OPT(permutation, .dtype = WEIR_INT64, .device = device), &y));
    done += read_all(y, to + done, size - done);
    CHECK_OK(weir_dropout(x, OPT(dropout, .p = 0.4), &y, &mask));
    done += read_all(y, to + done, size - done);
    done += read_all(mask, to + done, size - done);
    weir_default_device_set(outer);
    weir_array_release(x);
    weir_array_release(chance);
    return done;
}

TEST(random_integers_are_those_of_the_cpu) {
    weir_runtime *rt = begin();
    static char want[64 * DRAWN], got[64 * DRAWN];
    size_t bytes = draw(rt, WEIR_CPU(0), want, sizeof want);
    CHECK_EQ(draw(rt, WEIR_CUDA(0), got, sizeof got), bytes);
    CHECK(memcmp(want, got, bytes) == 0);
    weir_runtime_free(rt);
}

/* ---- Training -------------------------------------------------------------------------------- */

typedef struct net {
    weir_runtime *rt;
    weir_array *x, *target;
    weir_array *number[3];              /* rate, scale, norm */
    weir_array *arrays[5 * PARAMETERS]; /* parameters, two moments, steps, gradients */
} net;

static void make_net(net *n, weir_runtime *rt, int32_t device) {
    static const int64_t shapes[PARAMETERS][2] = {
        {HIDDEN, INPUTS}, {HIDDEN, 0}, {CLASSES, HIDDEN}, {CLASSES, 0}};
    int64_t labels[BATCH], count = BATCH;
    weir_array *on_cpu = NULL;
    memset(n, 0, sizeof *n);
    n->rt = rt;
    n->x = floats(rt, device, 2, (const int64_t[]){BATCH, INPUTS}, 5);
    for (int i = 0; i < BATCH; i++) labels[i] = i * 7 % CLASSES;
    CHECK_OK(weir_array_new(rt, WEIR_INT64, &count, 1, labels, &on_cpu));
    CHECK_OK(weir_to_device(on_cpu, device, &n->target));
    weir_array_release(on_cpu);
    for (int i = 0; i < 3; i++)
        CHECK_OK(weir_number_f64(rt, i == 0 ? 0.02 : i == 1, &n->number[i]));
    for (int i = 0; i < PARAMETERS; i++) {
        int ndim = shapes[i][1] > 0 ? 2 : 1;
        n->arrays[i] = floats(rt, device, ndim, shapes[i], 20 + (uint32_t)i);
        for (int m = 1; m < 4; m++) {
            weir_array **to = &n->arrays[m * PARAMETERS + i], *zeros = NULL;
            CHECK_OK(weir_zeros(rt, weir_i64s_of(shapes[i], m == 3 ? 0 : ndim),
                                OPT(zeros, .dtype = WEIR_FLOAT32, .device = WEIR_CPU(0)), &zeros));
            CHECK_OK(weir_to_device(zeros, device, to));
            weir_array_release(zeros);
        }
    }
}

static void free_net(net *n) {
    weir_array_release(n->x);
    weir_array_release(n->target);
    for (int i = 0; i < 3; i++) weir_array_release(n->number[i]);
    for (int i = 0; i < 4 * PARAMETERS; i++) weir_array_release(n->arrays[i]);
}

/* d^T x */
static weir_array *weight_gradient(weir_array *d, weir_array *x) {
    weir_array *t = NULL, *y = NULL;
    CHECK_OK(weir_matrix_transpose(d, &t));
    CHECK_OK(weir_matmul(t, x, &y));
    weir_array_release(t);
    return y;
}

static weir_array *bias_gradient(weir_array *d) {
    const int64_t axis = 0;
    weir_array *y = NULL;
    CHECK_OK(weir_sum(d, OPT(sum, .axes = weir_i64s_of(&axis, 1)), &y));
    return y;
}

static float train(net *n) {
    weir_array **p = n->arrays, **g = n->arrays + 4 * PARAMETERS;
    weir_array *a = NULL, *h = NULL, *z = NULL, *loss = NULL, *dz = NULL, *dh = NULL, *da = NULL;
    float value = 0;
    CHECK_OK(weir_linear(n->x, p[0], p[1], &a));
    CHECK_OK(weir_relu(a, &h));
    CHECK_OK(weir_linear(h, p[2], p[3], &z));
    CHECK_OK(weir_cross_entropy(
        z, n->target, NULL,
        OPT(cross_entropy, .axis = WEIR_NONE, .reduction = "mean", .ignore_index = -100), &loss));
    CHECK_OK(weir_cross_entropy_backward(
        z, n->target, n->number[1], NULL,
        OPT(cross_entropy_backward, .axis = WEIR_NONE, .reduction = "mean", .ignore_index = -100),
        &dz));
    CHECK_OK(weir_matmul(dz, p[2], &dh));
    CHECK_OK(weir_relu_backward(dh, a, &da));
    g[0] = weight_gradient(da, n->x);
    g[1] = bias_gradient(da);
    g[2] = weight_gradient(dz, h);
    g[3] = bias_gradient(dz);
    CHECK_OK(weir_adam_step(n->number[0], n->number[1], n->number[2], n->arrays, 5 * PARAMETERS,
                            OPT(adam_step, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8)));
    weir_array *made[] = {a, h, z, dz, dh, da, g[0], g[1], g[2], g[3]};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) weir_array_release(made[i]);
    read_all(loss, &value, sizeof value);
    return value;
}

enum { LINES = 5, LABELS = 1237 };

#define LOSS_OF(name) OPT(name, .axis = WEIR_NONE, .reduction = "mean", .ignore_index = -100)

static weir_array *cast_to(weir_array *x, weir_dtype dtype) {
    weir_array *y = NULL;
    CHECK_OK(weir_astype(x, dtype, &y));
    return y;
}

/* Do two arrays on the device have the same dtype, and elements that differ by `by` of their value at
 * most? */
static void check_near(weir_array *a, weir_array *b, size_t count, float by) {
    static float p[LINES * LABELS], q[LINES * LABELS];
    CHECK_EQ(weir_array_dtype(a), weir_array_dtype(b));
    read_all(cast_to(a, WEIR_FLOAT32), p, count * sizeof *p);
    read_all(cast_to(b, WEIR_FLOAT32), q, count * sizeof *q);
    for (size_t i = 0; i < count; i++) CHECK(fabsf(p[i] - q[i]) <= by * fabsf(q[i]));
}

/* Under autocast, cross_entropy reads logits in 16 bits and computes as after a cast to float32.  A
 * gradient that is rounded once may differ by its last bit. */
TEST(the_loss_of_logits_in_16_bits_is_that_of_a_cast) {
    static float values[LINES * LABELS];
    static const int64_t labels[LINES] = {3, 1236, 0, 700, 51};
    const int64_t shape[] = {LINES, LABELS};
    weir_runtime *rt = begin();
    weir_default_device_set(WEIR_CUDA(0));
    for (int i = 0; i < LINES * LABELS; i++) values[i] = (float)(i * 7919 % 1009) / 64 - 7;
    weir_array *x = NULL, *t = NULL, *one = NULL, *y = NULL, *z = NULL, *dy = NULL, *dz = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, values, &x));
    CHECK_OK(weir_array_new(rt, WEIR_INT64, shape, 1, labels, &t));
    values[0] = 1;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, NULL, 0, values, &one));
    weir_array *low = cast_to(x, WEIR_BFLOAT16), *wide = cast_to(low, WEIR_FLOAT32);
    CHECK_OK(weir_autocast_set(WEIR_BFLOAT16, NULL));
    CHECK_OK(weir_cross_entropy(low, t, NULL, LOSS_OF(cross_entropy), &y));
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));
    CHECK_OK(weir_cross_entropy(wide, t, NULL, LOSS_OF(cross_entropy), &z));
    check_near(y, z, 1, 0);
    CHECK_OK(weir_cross_entropy_backward(low, t, one, NULL, LOSS_OF(cross_entropy_backward), &dy));
    CHECK_OK(weir_cross_entropy_backward(wide, t, one, NULL, LOSS_OF(cross_entropy_backward), &dz));
    weir_array *rounded = cast_to(dz, WEIR_BFLOAT16);
    check_near(dy, rounded, LINES * LABELS, 0x1p-7f);
    weir_array *all[] = {x, t, one, low, wide, y, z, dy, dz, rounded};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_default_device_set(WEIR_CPU(0));
    weir_runtime_free(rt);
}

TEST(a_network_is_trained_as_on_the_cpu) {
    weir_runtime *rt = begin();
    net cpu, cuda;
    make_net(&cpu, rt, WEIR_CPU(0));
    make_net(&cuda, rt, WEIR_CUDA(0));
    float first = 0, last = 0;
    for (int i = 0; i < STEPS; i++) {
        float want = train(&cpu), got = train(&cuda);
        if (!(fabsf(want - got) < 1e-4f))
            test_fail(__FILE__, __LINE__, "step %d: the loss is %g, not %g", i, (double)got,
                      (double)want);
        if (i == 0) first = got;
        last = got;
    }
    CHECK(last < 0.8f * first);
    free_net(&cpu);
    free_net(&cuda);
    weir_runtime_free(rt);
}
