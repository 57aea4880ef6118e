/* test_attention.c - attention: values of PyTorch, blocks against the composition of softmax and
 * matrix products, masks, dropout, memory, errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_literals.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define RAMP(a, b, ...) ramp(a, b, DIMS(__VA_ARGS__))

/* Numbers that are easy to reproduce elsewhere. */
static weir_array *ramp(double a, double b, const int64_t *shape, int64_t ndim) {
    double data[64];
    for (int i = 0; i < 64; i++) data[i] = ((i * 7 + 3) % 11 - 5) * a + b;
    return made(WEIR_FLOAT64, shape, ndim, data);
}

/* Numbers from -1.7 to 1.7, with standard deviation 1. */
static weir_array *noise(uint64_t seed, weir_dtype dtype, const int64_t *shape, int64_t ndim) {
    int64_t count = 1;
    for (int64_t i = 0; i < ndim; i++) count *= shape[i];
    double *wide = malloc((size_t)count * sizeof *wide);
    float *narrow = malloc((size_t)count * sizeof *narrow);
    for (int64_t i = 0; i < count; i++) {
        wide[i] = ((double)(test_random(&seed) >> 11) * 0x1p-53 - 0.5) * 3.4;
        narrow[i] = (float)wide[i];
    }
    const void *data = dtype == WEIR_FLOAT32 ? (const void *)narrow : wide;
    weir_array *a = made(dtype, shape, ndim, data);
    free(wide);
    free(narrow);
    return a;
}
#define NOISE(seed, dtype, ...) noise(seed, dtype, DIMS(__VA_ARGS__))

static void let_go(weir_array **all, int count) {
    for (int i = 0; i < count; i++) weir_array_release(all[i]);
}
#define LET_GO(...)                                                                                \
    let_go((weir_array *[]){__VA_ARGS__}, sizeof((weir_array *[]){__VA_ARGS__}) / sizeof(void *))

static double *read_all(weir_array *a) {
    weir_array *wide = NULL;
    size_t bytes = (size_t)weir_array_count(a) * sizeof(double);
    double *all = malloc(bytes + 1);
    CHECK_OK(weir_astype(a, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_read(wide, all, bytes));
    weir_array_release(wide);
    return all;
}

static void all_near(weir_array *a, const double *wanted, double close) {
    double *got = read_all(a);
    for (int64_t i = 0; i < weir_array_count(a); i++)
        if (!(fabs(got[i] - wanted[i]) <= close * fmax(1, fabs(wanted[i]))))
            test_fail(__FILE__, __LINE__, "element %lld is %.9g, not %.9g", (long long)i, got[i],
                      wanted[i]);
    free(got);
}

static void same_values(weir_array *a, weir_array *b, double close) {
    double *wanted = read_all(b);
    CHECK(weir_array_count(a) == weir_array_count(b));
    all_near(a, wanted, close);
    free(wanted);
}

/* The gradients of sum dy y, by the operator's own rule. */
static void gradients(weir_array *const *in, uint32_t count,
                      const weir_scaled_dot_product_attention_attr *attr, weir_array *const *out,
                      weir_array *dy, weir_array **grad) {
    const weir_op *op = weir_op_find("scaled_dot_product_attention");
    weir_array *const grad_out[] = {dy, NULL};
    CHECK_OK(weir_op_vjp(rt, op, in, count, attr, sizeof *attr, out, 2, grad_out, NULL, grad));
}

/* ---- Values recorded with PyTorch 2, in float64 ---------------------------------------------- */

TEST(causal_attention_with_shared_heads_matches_pytorch) {
    static const double wanted[] = {-0.45,       1.3,          0.123170873, -0.228455662,
                                    0.588881009, 0.061459996,  -0.45,       1.3,
                                    0.17977524,  -0.379400639, 0.524578151, -0.0519828201};
    static const double dq[] = {0, 0, 0.0843259497, -0.224869199, 0.128502623,  -0.0582118478,
                                0, 0, 0.087223193,  -0.232595181, 0.0824931164, -0.103588662};
    static const double dk[] = {-0.0975335215, 0.145329454,  0.00231772632,
                                -0.143368329,  0.0952157952, -0.00196112514};
    static const double dv[] = {-0.438480492, 0.672760875, 0.224780047,
                                -0.682286541, 0.333700445, -0.0704743337};
    begin();
    weir_array *q = RAMP(0.2, 0.1, 1, 2, 3, 2), *k = RAMP(0.3, -0.1, 1, 1, 3, 2);
    weir_array *v = RAMP(0.25, 0.05, 1, 1, 3, 2), *dy = RAMP(0.1, 0.02, 1, 2, 3, 2);
    weir_array *out[2], *grad[3];
    weir_scaled_dot_product_attention_attr attr = {0, 1, 0.8, 1};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, k, v, NULL, NULL,
        OPT(scaled_dot_product_attention, .is_causal = 1, .scale = 0.8, .enable_gqa = 1), &out[0],
        &out[1]));
    all_near(out[0], wanted, 1e-8);
    gradients((weir_array *[]){q, k, v}, 3, &attr, out, dy, grad);
    all_near(grad[0], dq, 1e-8);
    all_near(grad[1], dk, 1e-8);
    all_near(grad[2], dv, 1e-8);
    LET_GO(q, k, v, dy, out[0], out[1], grad[0], grad[1], grad[2]);
    end();
}

TEST(the_gradient_of_an_additive_mask_matches_pytorch) {
    static const double wanted[] = {0.242013875, -0.0355382587, 0.397722916, -0.552963787,
                                    0.479768269, -0.441650486,  0.24571592,  -0.188358163,
                                    0.362074097, -0.603407184,  0.421057715, -0.520724075};
    static const double dk[] = {-0.133050163, 0.255133157, 0.0694298618,
                                -0.255887889, 0.063620301, 0.000754731609};
    static const double dm[] = {0.367587843,   -0.318272366,  -0.0493154777,
                                -0.0217806098, 0.070344495,   -0.0485638852,
                                -0.0211583092, -0.0522351659, 0.0733934752};
    begin();
    weir_array *q = RAMP(0.2, 0.1, 1, 2, 3, 2), *k = RAMP(0.3, -0.1, 1, 1, 3, 2);
    weir_array *v = RAMP(0.25, 0.05, 1, 1, 3, 2), *dy = RAMP(0.1, 0.02, 1, 2, 3, 2);
    weir_array *m = RAMP(0.4, 0, 3, 3), *out[2], *grad[4];
    weir_scaled_dot_product_attention_attr attr = {0, 0, NAN, 1};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, k, v, m, NULL, OPT(scaled_dot_product_attention, .scale = NAN, .enable_gqa = 1), &out[0],
        &out[1]));
    all_near(out[0], wanted, 1e-8);
    gradients((weir_array *[]){q, k, v, m}, 4, &attr, out, dy, grad);
    all_near(grad[1], dk, 1e-8);
    all_near(grad[3], dm, 1e-8);
    LET_GO(q, k, v, dy, m, out[0], out[1], grad[0], grad[1], grad[2], grad[3]);
    end();
}

/* ---- Many blocks ----------------------------------------------------------------------------- */

/* softmax(scale q k' + mask) v, and its gradients, by operators that do not work in blocks. */
typedef struct composed {
    weir_array *y, *dq, *dk, *dv;
} composed;

static weir_array *product(weir_array *a, weir_array *b, bool turn_a, bool turn_b) {
    weir_array *x = weir_array_retain(a), *y = weir_array_retain(b), *out;
    if (turn_a) {
        weir_array_release(x);
        CHECK_OK(weir_matrix_transpose(a, &x));
    }
    if (turn_b) {
        weir_array_release(y);
        CHECK_OK(weir_matrix_transpose(b, &y));
    }
    CHECK_OK(weir_matmul(x, y, &out));
    LET_GO(x, y);
    return out;
}

static weir_array *times(weir_array *a, double by) {
    weir_array *n, *out;
    CHECK_OK(weir_number_f64(rt, by, &n));
    CHECK_OK(weir_multiply(a, n, &out));
    weir_array_release(n);
    return out;
}

static composed compose(weir_array *q, weir_array *k, weir_array *v, weir_array *mask,
                        weir_array *dy, double scale) {
    composed c;
    weir_array *s = product(q, k, false, true), *t = times(s, scale), *sum = t, *p, *ds[1], *sc;
    if (mask != NULL) CHECK_OK(weir_add(t, mask, &sum));
    CHECK_OK(weir_softmax(sum, NULL, &p));
    c.y = product(p, v, false, false);
    c.dv = product(p, dy, true, false);
    weir_array *dp = product(dy, v, false, true);
    const weir_op *softmax = weir_op_find("softmax");
    CHECK_OK(weir_op_vjp(rt, softmax, &sum, 1, &(weir_softmax_attr){-1}, sizeof(weir_softmax_attr),
                         &p, 1, &dp, NULL, ds));
    sc = times(ds[0], scale);
    c.dq = product(sc, k, false, false);
    c.dk = product(sc, q, true, false);
    if (sum != t) weir_array_release(sum);
    LET_GO(s, t, p, dp, ds[0], sc);
    return c;
}

/* The mask: none, causal, bool, or additive. */
enum { ALL, CAUSAL, BOOL_MASK, ADDED_MASK };

typedef struct setting {
    weir_dtype dtype;
    int64_t heads, queries, keys, width, values;
    int hides;
} setting;

/* The mask as given to attention, and as added to the scores. */
static void make_masks(const setting *s, weir_array **given, weir_array **added) {
    int64_t count = s->queries * s->keys;
    double *add = malloc((size_t)count * sizeof *add);
    uint8_t *bools = malloc((size_t)count);
    uint64_t random = 9;
    for (int64_t i = 0; i < count; i++) {
        bool later = i % s->keys > i / s->keys, odd = test_random(&random) % 3 == 0;
        bools[i] = i % s->keys == 0 || !odd;
        bool hidden = s->hides == CAUSAL ? later : s->hides != ALL && !bools[i];
        add[i] = hidden ? -INFINITY : s->hides == ADDED_MASK ? (double)(i % 7) / 4 : 0;
    }
    weir_array *wide = made(WEIR_FLOAT64, DIMS(s->queries, s->keys), add);
    CHECK_OK(weir_astype(wide, s->dtype, added));
    weir_array_release(wide);
    *given = NULL;
    if (s->hides == BOOL_MASK) *given = made(WEIR_BOOL, DIMS(s->queries, s->keys), bools);
    if (s->hides == ADDED_MASK) *given = weir_array_retain(*added);
    free(add);
    free(bools);
}

static void compare(const setting *s) {
    int64_t h = s->heads, n = s->queries, m = s->keys;
    weir_array *q = NOISE(1, s->dtype, h, n, s->width), *k = NOISE(2, s->dtype, h, m, s->width);
    weir_array *v = NOISE(3, s->dtype, h, m, s->values), *dy = NOISE(4, s->dtype, h, n, s->values);
    weir_array *mask, *added, *out[2], *grad[4];
    double close = s->dtype == WEIR_FLOAT32 ? 3e-5 : 1e-12, scale = 1 / sqrt((double)s->width);
    make_masks(s, &mask, &added);
    composed c = compose(q, k, v, added, dy, scale);
    const weir_scaled_dot_product_attention_attr attr = {0, s->hides == CAUSAL, NAN, 0};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, k, v, mask, NULL,
        OPT(scaled_dot_product_attention, .is_causal = s->hides == CAUSAL, .scale = NAN), &out[0],
        &out[1]));
    same_values(out[0], c.y, close);
    gradients((weir_array *[]){q, k, v, mask}, 3, &attr, out, dy, grad);
    if (mask != NULL) { /* with it, once more */
        LET_GO(grad[0], grad[1], grad[2]);
        gradients((weir_array *[]){q, k, v, mask}, 4, &attr, out, dy, grad);
        weir_array_release(grad[3]);
    }
    same_values(grad[0], c.dq, close);
    same_values(grad[1], c.dk, close);
    same_values(grad[2], c.dv, close);
    LET_GO(q, k, v, dy, mask, added, out[0], out[1], grad[0], grad[1], grad[2], c.y, c.dq, c.dk,
           c.dv);
}

TEST(blocked_attention_matches_softmax_and_products) {
    begin();
    for (int hides = ALL; hides <= ADDED_MASK; hides++) {
        compare(&(setting){WEIR_FLOAT32, 2, 150, 300, 40, 24, hides});
        compare(&(setting){WEIR_FLOAT64, 1, 70, 130, 9, 33, hides});
        compare(&(setting){WEIR_FLOAT32, 1, 300, 70, 150, 5, hides}); /* long queries */
        compare(&(setting){WEIR_FLOAT32, 1, 90, 1100, 8, 8, hides});  /* segments of keys */
    }
    end();
}

/* The heads of (batch, length, heads, width), the layout of layers, are read in place. */
TEST(heads_may_have_any_memory_layout) {
    begin();
    weir_array *x[3], *turned[3], *whole[3], *y[2], *lse[2];
    for (int i = 0; i < 3; i++) {
        x[i] = NOISE((uint64_t)i + 1, WEIR_FLOAT32, 2, 80, 3, 16);
        CHECK_OK(
            weir_permute_dims(x[i], OPT(permute_dims, .axes = WEIR_I64S(0, 2, 1, 3)), &turned[i]));
        CHECK_OK(weir_copy(turned[i], &whole[i]));
    }
    CHECK_OK(weir_scaled_dot_product_attention(
        turned[0], turned[1], turned[2], NULL, NULL,
        OPT(scaled_dot_product_attention, .is_causal = 1, .scale = NAN), &y[0], &lse[0]));
    CHECK_OK(weir_scaled_dot_product_attention(
        whole[0], whole[1], whole[2], NULL, NULL,
        OPT(scaled_dot_product_attention, .is_causal = 1, .scale = NAN), &y[1], &lse[1]));
    same_values(y[0], y[1], 0);
    same_values(lse[0], lse[1], 0);
    for (int i = 0; i < 3; i++) LET_GO(x[i], turned[i], whole[i]);
    LET_GO(y[0], y[1], lse[0], lse[1]);
    end();
}

/* A piece is a segment of keys if there are few heads; the result must not depend on the worker. */
TEST(segments_give_the_same_bits_for_any_number_of_workers) {
    double *first[3] = {NULL, NULL, NULL};
    for (int workers = 1; workers <= 3; workers++) {
        rt = kit_runtime(workers);
        weir_array *q = NOISE(1, WEIR_FLOAT32, 1, 200, 8), *k = NOISE(2, WEIR_FLOAT32, 1, 1500, 8);
        weir_array *v = NOISE(3, WEIR_FLOAT32, 1, 1500, 8), *dy = NOISE(4, WEIR_FLOAT32, 1, 200, 8);
        weir_array *out[2], *grad[3];
        CHECK_OK(weir_scaled_dot_product_attention(q, k, v, NULL, NULL, NULL, &out[0], &out[1]));
        gradients((weir_array *[]){q, k, v}, 3, NULL, out, dy, grad);
        for (int i = 0; i < 3; i++) {
            if (workers == 1)
                first[i] = read_all(grad[i]);
            else
                all_near(grad[i], first[i], 0);
        }
        LET_GO(q, k, v, dy, out[0], out[1], grad[0], grad[1], grad[2]);
        weir_runtime_free(rt);
    }
    for (int i = 0; i < 3; i++) free(first[i]);
}

TEST(memory_grows_with_the_length_alone) {
    enum { LENGTH = 8192, WIDTH = 8 };
    begin();
    weir_array *q = NOISE(1, WEIR_FLOAT32, 1, LENGTH, WIDTH), *out[2], *grad[3];
    weir_scaled_dot_product_attention_attr attr = {0, 1, NAN, 0};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, q, q, NULL, NULL, OPT(scaled_dot_product_attention, .is_causal = 1, .scale = NAN),
        &out[0], &out[1]));
    gradients((weir_array *[]){q, q, q}, 3, &attr, out, out[0], grad);
    for (int i = 0; i < 3; i++) CHECK_OK(weir_array_wait(grad[i]));
    uint64_t scores = (uint64_t)LENGTH * LENGTH * sizeof(float);
    CHECK(kit_stats(rt).memory_peak < scores / 16);
    LET_GO(q, out[0], out[1], grad[0], grad[1], grad[2]);
    end();
}

/* ---- What is hidden -------------------------------------------------------------------------- */

TEST(a_fully_masked_query_gets_zeros_and_no_gradient) {
    begin();
    static const uint8_t sees[6] = {1, 0, 1, 0, 0, 0};
    weir_array *q = RAMP(0.2, 0.1, 2, 2), *k = RAMP(0.3, -0.1, 3, 2), *v = RAMP(0.25, 0.05, 3, 2);
    weir_array *dy = RAMP(0.1, 0.02, 2, 2), *mask = made(WEIR_BOOL, DIMS(2, 3), sees);
    weir_array *out[2], *grad[4];
    weir_scaled_dot_product_attention_attr attr = {0, 0, NAN, 0};
    CHECK_OK(weir_scaled_dot_product_attention(q, k, v, mask, NULL, NULL, &out[0], &out[1]));
    gradients((weir_array *[]){q, k, v, mask}, 4, &attr, out, dy, grad);
    double *y = read_all(out[0]), *lse = read_all(out[1]), *dq = read_all(grad[0]);
    double *dk = read_all(grad[1]), *dv = read_all(grad[2]);
    CHECK(y[0] != 0 && y[2] == 0 && y[3] == 0);
    CHECK(isfinite(lse[0]) && lse[1] == -INFINITY);
    CHECK(dq[2] == 0 && dq[3] == 0);
    for (int i = 0; i < 6; i++) CHECK(isfinite(dk[i]) && isfinite(dv[i]));
    CHECK(dk[2] == 0 && dk[3] == 0 && dv[2] == 0 && dv[3] == 0); /* the masked key */
    CHECK(grad[3] == NULL);
    double *all[] = {y, lse, dq, dk, dv};
    for (int i = 0; i < 5; i++) free(all[i]);
    LET_GO(q, k, v, dy, mask, out[0], out[1], grad[0], grad[1], grad[2]);
    end();
}

TEST(masked_keys_have_no_effect_even_if_they_are_nan) {
    begin();
    enum { N = 70, E = 4 };
    float data[2][N * E];
    uint8_t sees[N];
    for (int i = 0; i < N * E; i++) {
        data[0][i] = (float)(i % 13) / 8;
        data[1][i] = i / E == 5 || i / E == 68 ? NAN : data[0][i];
    }
    for (int i = 0; i < N; i++) sees[i] = i != 5 && i != 68;
    weir_array *q = made(WEIR_FLOAT32, DIMS(N, E), data[0]),
               *mask = made(WEIR_BOOL, DIMS(1, N), sees);
    weir_array *y[2][2], *grad[2][4];
    weir_scaled_dot_product_attention_attr attr = {0, 0, NAN, 0};
    for (int i = 0; i < 2; i++) {
        weir_array *k = made(WEIR_FLOAT32, DIMS(N, E), data[i]);
        CHECK_OK(weir_scaled_dot_product_attention(q, k, k, mask, NULL, NULL, &y[i][0], &y[i][1]));
        gradients((weir_array *[]){q, k, k, mask}, 4, &attr, y[i], q, grad[i]);
        weir_array_release(k);
    }
    same_values(y[1][0], y[0][0], 1e-5);
    for (int i = 0; i < 3; i++) same_values(grad[1][i], grad[0][i], 1e-5);
    for (int i = 0; i < 2; i++) LET_GO(y[i][0], y[i][1], grad[i][0], grad[i][1], grad[i][2]);
    LET_GO(q, mask);
    end();
}

TEST(no_keys_at_all_give_zeros) {
    begin();
    weir_array *q = ZEROS(2, 3, 4), *k = ZEROS(2, 0, 4), *y, *lse;
    CHECK_OK(weir_scaled_dot_product_attention(q, k, k, NULL, NULL, NULL, &y, &lse));
    double *got = read_all(y), *logs = read_all(lse);
    for (int i = 0; i < 24; i++) CHECK(got[i] == 0);
    for (int i = 0; i < 6; i++) CHECK(logs[i] == -INFINITY);
    free(got);
    free(logs);
    LET_GO(q, k, y, lse);
    end();
}

/* ---- Dropout --------------------------------------------------------------------------------- */

TEST(dropout_follows_its_seed_and_keeps_the_mean) {
    begin();
    enum { N = 200 };
    float ones[N];
    for (int i = 0; i < N; i++) ones[i] = 1;
    weir_array *q = ZEROS(N, 1), *v = made(WEIR_FLOAT32, DIMS(N, 1), ones), *y[3], *lse[3];
    for (int i = 0; i < 3; i++) {
        const int64_t number = i < 2 ? 11 : 12;
        weir_array *seed = made(WEIR_INT64, NULL, 0, &number);
        CHECK_OK(weir_scaled_dot_product_attention(
            q, q, v, NULL, seed, OPT(scaled_dot_product_attention, .dropout_p = 0.25, .scale = NAN),
            &y[i], &lse[i]));
        weir_array_release(seed);
    }
    same_values(y[0], y[1], 0);
    double *a = read_all(y[0]), *b = read_all(y[2]), mean = 0, differ = 0;
    for (int i = 0; i < N; i++) mean += a[i] / N, differ += a[i] != b[i];
    CHECK(fabs(mean - 1) < 0.015); /* five standard deviations of 40,000 weights */
    CHECK(2 * differ > N);
    free(a);
    free(b);
    for (int i = 0; i < 3; i++) LET_GO(y[i], lse[i]);
    LET_GO(q, v);
    end();
}

/* The gradient drops what the result dropped: y is linear in v, so dy y = dv v. */
TEST(the_gradient_drops_the_same_weights) {
    begin();
    const int64_t number = 5;
    weir_array *q = NOISE(1, WEIR_FLOAT64, 2, 90, 6), *k = NOISE(2, WEIR_FLOAT64, 2, 150, 6);
    weir_array *v = NOISE(3, WEIR_FLOAT64, 2, 150, 6), *dy = NOISE(4, WEIR_FLOAT64, 2, 90, 6);
    weir_array *seed = made(WEIR_INT64, NULL, 0, &number), *out[2], *grad[5];
    weir_scaled_dot_product_attention_attr attr = {0.4, 0, NAN, 0};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, k, v, NULL, seed, OPT(scaled_dot_product_attention, .dropout_p = 0.4, .scale = NAN),
        &out[0], &out[1]));
    gradients((weir_array *[]){q, k, v, NULL, seed}, 5, &attr, out, dy, grad);
    double *y = read_all(out[0]), *w = read_all(dy), *x = read_all(v), *dx = read_all(grad[2]);
    double left = 0, right = 0;
    for (int i = 0; i < 2 * 90 * 6; i++) left += y[i] * w[i];
    for (int i = 0; i < 2 * 150 * 6; i++) right += x[i] * dx[i];
    CHECK(fabs(left - right) < 1e-9 * fmax(1, fabs(left)));
    double *all[] = {y, w, x, dx};
    for (int i = 0; i < 4; i++) free(all[i]);
    LET_GO(q, k, v, dy, seed, out[0], out[1], grad[0], grad[1], grad[2]);
    end();
}

/* ---- Refusals -------------------------------------------------------------------------------- */

#define ATTENDS(q, k, v, mask, seed, p, by, gqa)                                                   \
    weir_scaled_dot_product_attention(                                                             \
        q, k, v, mask, seed,                                                                       \
        OPT(scaled_dot_product_attention, .dropout_p = p, .scale = by, .enable_gqa = gqa), &got,   \
        &lse)

TEST(attention_refuses_mismatched_shapes) {
    begin();
    weir_array *q = ZEROS(2, 4, 3, 5), *k = ZEROS(2, 4, 6, 5), *lse = NULL,
               *few = ZEROS(2, 3, 6, 5);
    weir_array *line = ZEROS(5), *flat = ZEROS(3, 5), *short_ = ZEROS(2, 4, 6, 4);
    weir_array *other = ZEROS(3, 4, 6, 5), *long_ = ZEROS(2, 4, 7, 5), *mask = ZEROS(3, 7);
    weir_array *whole = made(WEIR_INT32, DIMS(3, 6), (const int32_t[18]){0});
    weir_array *two = made(WEIR_INT64, DIMS(2), (const int64_t[2]){0});
    weir_array *ints = made(WEIR_INT32, DIMS(3, 5), (const int32_t[15]){0});
    weir_array *complex_ = made(WEIR_COMPLEX64, DIMS(3, 5), (const float[30]){0});
    REFUSES(
        ATTENDS(line, line, line, NULL, NULL, 0, NAN, 0),
        "scaled_dot_product_attention: query has shape (5,), key (5,) and value (5,); expected the "
        "same number of dimensions, at least 2");
    REFUSES(ATTENDS(q, flat, k, NULL, NULL, 0, NAN, 0), "key (3, 5) and value (2, 4, 6, 5)");
    REFUSES(ATTENDS(q, short_, k, NULL, NULL, 0, NAN, 0),
            "scaled_dot_product_attention: the last axis has 5 elements in query but 4 in key");
    REFUSES(ATTENDS(q, k, long_, NULL, NULL, 0, NAN, 0),
            "key has shape (2, 4, 6, 5) and value (2, 4, 7, 5); all dimensions but the last");
    REFUSES(
        ATTENDS(q, other, other, NULL, NULL, 0, NAN, 0),
        "query has shape (2, 4, 3, 5) and key (3, 4, 6, 5); the leading dimensions must be equal");
    REFUSES(ATTENDS(q, few, few, NULL, NULL, 0, NAN, 0), "the leading dimensions must be equal");
    REFUSES(ATTENDS(q, few, few, NULL, NULL, 0, NAN, 1),
            "scaled_dot_product_attention: the number of query heads, 4, is not divisible by the "
            "number of key heads, 3");
    REFUSES(
        ATTENDS(q, k, k, mask, NULL, 0, NAN, 0),
        "attn_mask has shape (3, 7), which does not broadcast to the shape of the scores, (2, 4, 3, 6)");
    REFUSES(ATTENDS(q, k, k, whole, NULL, 0, NAN, 0), "attn_mask is int32; expected bool or float");
    REFUSES(ATTENDS(q, k, k, NULL, NULL, 1.5, NAN, 0),
            "dropout_p=1.5 is out of range; expected 0 to 1");
    REFUSES(ATTENDS(q, k, k, NULL, NULL, 0.5, NAN, 0), "dropout_p=0.5 requires dropout_seed");
    REFUSES(ATTENDS(q, k, k, NULL, two, 0.5, NAN, 0), "expected one integer");
    REFUSES(ATTENDS(q, k, k, NULL, NULL, 0, INFINITY, 0), "scale=inf must be finite");
    REFUSES(ATTENDS(ints, ints, ints, NULL, NULL, 0, NAN, 0), "accepts real floats, not int32");
    REFUSES(ATTENDS(complex_, complex_, complex_, NULL, NULL, 0, NAN, 0),
            "accepts real floats, not complex64");
    LET_GO(q, k, few, line, flat, short_, other, long_, mask, whole, two, ints, complex_);
    end();
}

#define GOES_BACK(dy, lse, delta)                                                                  \
    weir_scaled_dot_product_attention_backward(q, k, k, dy, lse, delta, NULL, NULL, NULL, &got,    \
                                               &more[0], &more[1])

TEST(the_gradient_of_attention_refuses_mismatched_shapes) {
    begin();
    weir_array *q = ZEROS(2, 3, 5), *k = ZEROS(2, 6, 5), *dy = ZEROS(2, 3, 5), *row = ZEROS(2, 3);
    weir_array *whole = made(WEIR_INT32, DIMS(2, 3), (const int32_t[6]){0}), *more[2];
    REFUSES(GOES_BACK(k, row, row),
            "scaled_dot_product_attention_backward: dy has shape (2, 6, 5); expected (2, 3, 5)");
    REFUSES(GOES_BACK(dy, q, row), "lse has shape (2, 3, 5); expected (2, 3)");
    REFUSES(GOES_BACK(dy, row, q), "delta has shape (2, 3, 5); expected (2, 3)");
    REFUSES(GOES_BACK(dy, whole, row), "lse is int32; expected real floats");
    LET_GO(q, k, dy, row, whole);
    end();
}

TEST(with_dropout_the_gradient_of_a_mask_is_refused) {
    begin();
    const int64_t number = 5;
    weir_array *q = ZEROS(3, 5), *mask = ZEROS(3, 3), *seed = made(WEIR_INT64, NULL, 0, &number);
    weir_array *out[2], *grad[5], *const in[] = {q, q, q, mask, seed};
    const weir_op *op = weir_op_find("scaled_dot_product_attention");
    weir_scaled_dot_product_attention_attr attr = {0.5, 0, NAN, 0};
    CHECK_OK(weir_scaled_dot_product_attention(
        q, q, q, mask, seed, OPT(scaled_dot_product_attention, .dropout_p = 0.5, .scale = NAN),
        &out[0], &out[1]));
    weir_array *const grad_out[] = {q, NULL};
    CHECK_STATUS(weir_op_vjp(rt, op, in, 5, &attr, sizeof attr, out, 2, grad_out, NULL, grad),
                 EINVAL);
    CHECK_HAS(weir_error(), "scaled_dot_product_attention: gradients of attn_mask and second "
                            "derivatives require dropout_p=0");
    static const uint8_t wanted[5] = {1, 1, 1, 0, 0};
    CHECK_OK(weir_op_vjp(rt, op, in, 5, &attr, sizeof attr, out, 2, grad_out, wanted, grad));
    LET_GO(q, mask, seed, out[0], out[1], grad[0], grad[1], grad[2]);
    end();
}
