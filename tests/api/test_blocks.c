/* test_blocks.c - blocks: creation, names, modes, changes, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

#include "block_kit.h"

#include "../failing_allocator.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static weir_array *ramp(weir_runtime *rt, int64_t rows, int64_t cols) {
    weir_array *flat = kit_ramp(rt, rows * cols, -1, 0.125f), *x = kit_reshape(flat, rows, cols);
    weir_array_release(flat);
    return x;
}

static void read_all(weir_array *a, float *out, int64_t n) {
    CHECK_EQ(weir_array_count(a), n);
    CHECK_OK(weir_array_read(a, out, (size_t)n * sizeof *out));
}

/* ---- Text and names -------------------------------------------------------------------------- */

TEST(a_network_is_written_as_text) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = kit_block(rt, "Linear(8, 16), ReLU(), Sequential(h=Linear(3, bias=false), "
                                    "GELU('tanh')), out=Softmax");
    char text[400];
    size_t n = weir_block_text(net, text, sizeof text);
    CHECK_STR(text, "Sequential(\n  Linear(in_features=8, out_features=16),\n  ReLU(),\n"
                    "  Sequential(\n    h=Linear(out_features=3, bias=false),\n"
                    "    GELU(approximate='tanh')\n  ),\n  out=Softmax()\n)");
    CHECK_EQ(n, strlen(text));
    CHECK_EQ(weir_block_text(net, text, 10), n); /* counts text that does not fit */
    CHECK_EQ(strlen(text), 9);
    CHECK(weir_block_child(net, "2.h") != NULL);
    CHECK(weir_block_child(net, "2.x") == NULL);
    CHECK_HAS(weir_error(), "it has h, 1");
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(invalid_network_texts_are_refused) {
    static const char *const wrong[][2] = {
        {"Liner(3)", "there is no block kind 'Liner'"},
        {"relu()", "did you mean ReLU?"},
        {"Linear(3, foo=2)",
         "there is no attribute foo; attributes: in_features, out_features, bias"},
        {"Linear(3, 4, 5, 6)", "bias is '5'; expected true or false"},
        {"Linear(3.5)", "in_features is '3.5'; expected an integer"},
        {"Linear(2, 3, in_features=2)", "in_features is given twice"},
        {"Linear(-2)", "out_features is -2"},
        {"MSELoss(reduction='avg')", "reduction is 'avg'; expected mean, sum, none"},
        {"BCEWithLogitsLoss(reduction='batchmean')", "reduction is 'batchmean'"},
        {"Conv2d(1, 2, 3, padding=(1, 2, 3))", "padding has 3 numbers"},
        {"Linear", "out_features is required"},
        {"Linear(3", "expected ')'"},
        {"Linear(3))", "expected a comma"},
        {"Sequential(Linear(2) ReLU)", "expected ')' at 'ReLU)'"},
        {"Sequential(a=ReLU, a=ReLU)", "already has a child named 'a'"},
        {"GELU('x')", "approximate is 'x'; expected none, tanh"},
        {"MaxPool2d()", "kernel_size is required"},
        {"Conv2d(3, 4, [3, 3, 3])", "kernel_size has 3 numbers; expected 2, or one for all"},
        {"Conv2d(3, 4, 3, groups=2)", "divisible by groups=2"},
        {"Dropout(1.5)", "p is 1.5"},
        {"MultiheadAttention(6, 4)", "embed_dim=6 is not divisible by num_heads=4"},
        {"", "expected the name of a block kind"},
        {"LSTM(3,4,num_layers=99999999999999999999992)", "num_layers is '99999999999999999"},
        {"LSTM(3,4611686018427387904)",
         "hidden_size is 4611686018427387904; expected 1 to 1099511"},
        {"GRU(3, 4, 4611686018427387904)", "num_layers is 4611686018427387904"},
        {"RNN(-3, 4)", "input_size is -3"},
        {"Conv2d(-5, 4, 3)", "in_channels is -5"},
        {"Conv3d(1, 1, 1099511627776)", "is too large for memory"},
        {"Conv1d(1, 1, 3, 9223372036854775807)", "stride contains 9223372036854775807"},
    };
    weir_runtime *rt = kit_runtime(1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        weir_block *b = NULL;
        CHECK_FAILS(weir_block_parse(rt, wrong[i][0], &b), WEIR_EINVAL, wrong[i][1]);
        CHECK(b == NULL);
    }
    weir_runtime_free(rt);
}

TEST(names_are_those_of_pytorch) {
    static const char *const names[] = {"0.weight",
                                        "0.bias",
                                        "1.weight",
                                        "1.bias",
                                        "1.running_mean",
                                        "1.running_var",
                                        "1.num_batches_tracked",
                                        "2.weight_ih_l0",
                                        "2.weight_hh_l0",
                                        "2.bias_ih_l0",
                                        "2.bias_hh_l0"};
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = kit_block(rt, "Linear(4, 3), BatchNorm1d(3), GRU(3, 2)");
    weir_block_entry e[16];
    CHECK_EQ(weir_block_entries(net, e, 16), 11);
    for (int i = 0; i < 11; i++) {
        CHECK_STR(e[i].name, names[i]);
        CHECK_EQ(e[i].trained, i < 4 || i > 6);
        CHECK_EQ(weir_array_grad_mode(e[i].array), e[i].trained ? WEIR_GRAD_STEP : WEIR_GRAD_NULL);
    }
    CHECK_EQ(weir_block_entries(net, e, 2), 11);
    uint32_t count = 0;
    CHECK_OK(weir_block_parameters(net, NULL, &count));
    CHECK_EQ(count, 8);
    CHECK_EQ(weir_block_parameter_elements(net), 12 + 3 + 3 + 3 + 18 + 12 + 6 + 6);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* ---- Shapes that wait ------------------------------------------------------------------------ */

TEST(a_shape_may_depend_on_the_first_input) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = kit_block(rt, "Linear(3), ReLU, Linear(2)");
    weir_array *x = ramp(rt, 5, 4), *w = NULL, *list[8];
    weir_block_entry e[8];
    uint32_t count = 8;
    CHECK_EQ(weir_block_entries(net, e, 8), 4);
    CHECK(e[0].array == NULL);
    CHECK_FAILS(weir_block_get(net, "0.weight", &w), WEIR_EINVAL, "before the first forward");
    CHECK_FAILS(weir_block_parameters(net, list, &count), WEIR_EINVAL, "is not known");
    weir_array_release(kit_forward(net, x));
    CHECK_OK(weir_block_parameters(net, list, &count));
    CHECK_EQ(count, 4);
    CHECK_EQ(weir_array_shape(list[0])[1], 4);
    CHECK_EQ(weir_array_shape(list[2])[1], 3);
    weir_array *other = ramp(rt, 5, 6), *y = NULL;
    CHECK_FAILS(weir_block_call(net, other, &y), WEIR_EINVAL,
                "Linear: the input is float32 (5, 6); expected (..., 4)");
    RELEASE(x, other);
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(values_that_are_set_give_a_shape) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = kit_block(rt, "Linear(3)");
    weir_array *w = ramp(rt, 3, 4), *x = ramp(rt, 2, 5), *y = NULL, *got = NULL;
    CHECK_OK(weir_block_set(b, "weight", w));
    CHECK_OK(weir_block_get(b, "weight", &got));
    CHECK_RAMP(got, 12, -1, 0.125f);
    CHECK_FAILS(weir_block_call(b, x, &y), WEIR_EINVAL,
                "parameter weight has shape (3, 4), but the input requires (3, 5)");
    CHECK_FAILS(weir_block_set(b, "weight", x), WEIR_EINVAL,
                "weight is float32 (3, 4), but the values are float32 (2, 5)");
    CHECK_FAILS(weir_block_set(b, "wight", x), WEIR_EINVAL, "it has weight, bias");
    RELEASE(w, x);
    weir_block_release(b);
    weir_runtime_free(rt);
}

typedef struct first {
    weir_block *net;
    weir_array *x;
    float y[10];
} first;

static void *call_first(void *arg) {
    first *f = arg;
    weir_array *y = kit_forward(f->net, f->x);
    read_all(y, f->y, 10);
    weir_array_release(y);
    return NULL;
}

TEST(concurrent_first_calls_create_parameters_once) {
    enum { THREADS = 8 };
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = kit_block(rt, "Linear(6), Tanh, Linear(2)");
    weir_array *x = ramp(rt, 5, 4);
    first f[THREADS];
    test_thread t[THREADS];
    for (int i = 0; i < THREADS; i++) {
        f[i] = (first){.net = net, .x = x};
        t[i] = test_thread_start(call_first, &f[i]);
    }
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    for (int i = 1; i < THREADS; i++) CHECK(memcmp(f[i].y, f[0].y, sizeof f[0].y) == 0);
    weir_array_release(x);
    weir_block_release(net);
    weir_runtime_free(rt);
}

typedef struct user {
    weir_block *net;
    weir_array *x[2]; /* of either dtype */
    atomic_bool *over;
    int good;
} user;

/* Refused while the dtype differs; no other failure occurs. */
static void *use_net(void *arg) {
    user *u = arg;
    while (!atomic_load(u->over))
        for (int i = 0; i < 2; i++) {
            weir_array *y = NULL;
            weir_status status = weir_block_call(u->net, u->x[i], &y);
            CHECK(status == WEIR_OK || status == WEIR_EINVAL);
            u->good += status == WEIR_OK;
            if (status == WEIR_OK) CHECK_OK(weir_array_wait(y));
            weir_array_release(y);
        }
    return NULL;
}

TEST(a_network_may_be_cast_while_others_use_it) {
    enum { THREADS = 3, CASTS = 60 };
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = kit_block(
        rt, "Linear(6), PReLU, BatchNorm1d(6), LayerNorm(6), RMSNorm(6), PReLU(6), Linear(6, 2)");
    weir_array *x = ramp(rt, 5, 4), *wide = NULL;
    atomic_bool over = false;
    user u[THREADS];
    test_thread t[THREADS];
    CHECK_OK(weir_astype(x, WEIR_FLOAT64, &wide));
    for (int i = 0; i < THREADS; i++) {
        u[i] = (user){.net = net, .x = {x, wide}, .over = &over};
        t[i] = test_thread_start(use_net, &u[i]);
    }
    for (int i = 0; i < CASTS; i++) {
        CHECK_OK(weir_block_cast(net, i % 2 == 0 ? WEIR_FLOAT64 : WEIR_FLOAT32));
        CHECK_OK(weir_waitall(rt));
    }
    atomic_store(&over, true);
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    weir_array_release(kit_forward(net, x)); /* it ends as float32 */
    RELEASE(x, wide);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* ---- Initial values -------------------------------------------------------------------------- */

static void weights(weir_runtime *rt, bool waits, uint64_t seed, float *out) {
    weir_block *net = kit_block(rt, waits ? "Linear(3), Linear(2)" : "Linear(4, 3), Linear(3, 2)");
    weir_array *x = ramp(rt, 2, 4), *w = NULL;
    CHECK_OK(weir_block_initialise(net, seed, NULL));
    weir_array_release(kit_forward(net, x));
    CHECK_OK(weir_block_get(net, "0.weight", &w));
    read_all(w, out, 12);
    CHECK_OK(weir_block_get(net, "1.bias", &w));
    read_all(w, out + 12, 2);
    weir_array_release(x);
    weir_block_release(net);
}

TEST(initial_values_follow_the_seed_alone) {
    weir_runtime *rt = kit_runtime(1);
    float a[14], b[14], c[14];
    weights(rt, false, 5, a);
    weights(rt, true, 5, b); /* created later, in another order of calls */
    weights(rt, false, 6, c);
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK(memcmp(a, c, sizeof a) != 0);
    for (int i = 0; i < 12; i++) CHECK(fabsf(a[i]) <= 0.5f); /* 1 / sqrt(4) */
    weir_runtime_free(rt);
}

static double deviation(weir_runtime *rt, weir_init init, double *mean, double *most) {
    enum { ROWS = 60, COLS = 50 };
    static float x[ROWS * COLS];
    int64_t shape[2] = {ROWS, COLS};
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 2, shape, NULL);
    double sum = 0, squares = 0;
    CHECK_OK(weir_init_fill(a, &init));
    read_all(a, x, ROWS * COLS);
    *most = 0;
    for (int i = 0; i < ROWS * COLS; i++) {
        sum += x[i], squares += (double)x[i] * x[i];
        if (fabs(x[i]) > *most) *most = fabs(x[i]);
    }
    weir_array_release(a);
    *mean = sum / (ROWS * COLS);
    return sqrt(squares / (ROWS * COLS) - *mean * *mean);
}

#define NEAR(a, b) CHECK(fabs((a) - (double)(b)) < 0.05 * fabs((double)(b)) + 0.02)

TEST(initialisers_have_the_moments_they_name) {
    weir_runtime *rt = kit_runtime(1);
    double mean, most, sd;
    CHECK_OK(weir_seed(rt, 4));
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_NORMAL, .a = 2, .b = 0.5}, &mean, &most);
    NEAR(mean, 2);
    NEAR(sd, 0.5);
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_XAVIER_UNIFORM, .a = 1}, &mean, &most);
    NEAR(sd, sqrt(2.0 / 110));
    CHECK(most <= sqrt(6.0 / 110));
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_XAVIER_NORMAL, .a = 2}, &mean, &most);
    NEAR(sd, 2 * sqrt(2.0 / 110));
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_KAIMING_UNIFORM, .a = 1}, &mean, &most);
    NEAR(sd, sqrt(1.0 / 50));
    CHECK(most <= sqrt(3.0 / 50));
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_KAIMING_NORMAL, .a = 1, .b = 1}, &mean, &most);
    NEAR(sd, sqrt(1.0 / 60));
    sd = deviation(rt, (weir_init){.kind = WEIR_INIT_TRUNC_NORMAL, .a = 0, .b = 1}, &mean, &most);
    NEAR(sd, 0.88);
    CHECK(most <= 2);
    deviation(rt, (weir_init){.kind = WEIR_INIT_CONSTANT, .a = 3}, &mean, &most);
    CHECK(mean == 3 && most == 3);
    deviation(rt, (weir_init){.kind = WEIR_INIT_EYE}, &mean, &most);
    NEAR(mean, 1.0 / 60);
    weir_array *v = kit_ramp(rt, 3, 0, 1);
    CHECK_FAILS(weir_init_fill(v, &(weir_init){.kind = WEIR_INIT_KAIMING_NORMAL}), WEIR_EINVAL,
                "needs 2 to 8 dimensions");
    CHECK_FAILS(weir_init_fill(v, &(weir_init){.kind = 99}), WEIR_EINVAL, "not a weir_init_kind");
    weir_array_release(v);
    weir_runtime_free(rt);
}

TEST(orthogonal_weights_are_orthogonal) {
    weir_runtime *rt = kit_runtime(1);
    for (int wide = 0; wide < 2; wide++) {
        int64_t shape[2] = {wide ? 3 : 5, wide ? 5 : 3};
        weir_array *a = kit_array(rt, WEIR_FLOAT64, 2, shape, NULL), *t = NULL, *p = NULL;
        CHECK_OK(weir_init_fill(a, &(weir_init){.kind = WEIR_INIT_ORTHOGONAL, .a = 2}));
        CHECK_OK(weir_matrix_transpose(a, &t));
        CHECK_OK(wide ? weir_matmul(a, t, &p) : weir_matmul(t, a, &p));
        double x[9];
        CHECK_OK(weir_array_read(p, x, sizeof x));
        for (int i = 0; i < 9; i++) CHECK(fabs(x[i] - (i % 4 == 0 ? 4 : 0)) < 1e-12);
        RELEASE(a, t, p);
    }
    weir_runtime_free(rt);
}

/* ---- Modes ----------------------------------------------------------------------------------- */

TEST(dropout_drops_while_training_alone) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = kit_block(rt, "Dropout(0.5)");
    weir_array *x = kit_filled(rt, 1000, 1), *y = kit_forward(b, x);
    float got[1000];
    int zeros = 0;
    CHECK_ALL(y, 1000, 1);
    weir_array_release(y);
    weir_training_set(1);
    y = kit_forward(b, x);
    weir_training_set(0);
    read_all(y, got, 1000);
    for (int i = 0; i < 1000; i++) {
        CHECK(got[i] == 0 || got[i] == 2);
        zeros += got[i] == 0;
    }
    CHECK(zeros > 400 && zeros < 600);
    RELEASE(x, y);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(batch_norm_updates_running_statistics_without_waiting) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *b = kit_block(rt, "BatchNorm1d(2, momentum=0.5)");
    weir_array *x = ramp(rt, 4, 2), *mean = NULL, *var = NULL, *seen = NULL;
    test_gate gate = {0};
    kit_gate_array(x, &gate); /* nothing of it can be computed yet */
    weir_training_set(1);
    for (int i = 0; i < 3; i++) weir_array_release(kit_forward(b, x));
    weir_training_set(0);
    test_gate_open(&gate);
    CHECK_OK(weir_block_get(b, "running_mean", &mean));
    CHECK_OK(weir_block_get(b, "running_var", &var));
    CHECK_OK(weir_block_get(b, "num_batches_tracked", &seen));
    float m[2], v[2];
    int64_t n = 0;
    read_all(mean, m, 2);
    read_all(var, v, 2);
    CHECK_OK(weir_array_item_i64(seen, &n));
    CHECK_EQ(n, 3);
    /* Columns -1, -0.75, -0.5, -0.25 and so on: the mean -0.625, the variance of samples 0.104167. */
    CHECK(fabsf(m[0] + 0.625f * 0.875f) < 1e-6f && fabsf(m[1] + 0.5f * 0.875f) < 1e-6f);
    CHECK(fabsf(v[0] - (0.125f + 0.875f * 0.1041667f)) < 1e-6f);
    weir_array *one = ramp(rt, 1, 2), *y = NULL;
    weir_training_set(1);
    CHECK_FAILS(weir_block_call(b, one, &y), WEIR_EINVAL, "more than one element per channel");
    weir_training_set(0);
    RELEASE(x, one);
    weir_block_release(b);
    weir_runtime_free(rt);
}

/* ---- Dtypes ---------------------------------------------------------------------------------- */

TEST(another_float_dtype_is_refused_and_the_cast_named) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = kit_block(rt, "Sequential(Linear(4, 3))");
    weir_array *x = ramp(rt, 2, 4), *wide = NULL, *y = NULL;
    CHECK_OK(weir_astype(x, WEIR_FLOAT64, &wide));
    CHECK_FAILS(
        weir_block_call(b, wide, &y), WEIR_EINVAL,
        "Linear: the input is float64 (2, 4), but the parameters are float32; cast the input "
        "with astype(x, float32), or the block to float64");
    CHECK_OK(weir_block_cast(b, WEIR_FLOAT64));
    y = kit_forward(b, wide);
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT64);
    CHECK_FAILS(weir_block_cast(b, WEIR_INT32), WEIR_EINVAL, "cannot be cast to int32");
    RELEASE(x, wide, y);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(products_are_computed_in_bfloat16_and_weights_stay) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = kit_block(rt, "Linear(4, 8), LayerNorm(8), ReLU, Linear(8, 2)");
    weir_array *x = ramp(rt, 3, 4), *reference = kit_forward(net, x), *w = NULL;
    CHECK_OK(weir_block_set_compute(net, WEIR_BFLOAT16));
    weir_recording_set(1);
    weir_array *y = kit_forward(net, x);
    weir_recording_set(0);
    CHECK_EQ(weir_array_dtype(y), WEIR_BFLOAT16);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    CHECK_OK(weir_block_get(net, "0.weight", &w));
    weir_array *g = weir_array_grad(w), *back = NULL;
    CHECK(g != NULL);
    CHECK_EQ(weir_array_dtype(w), WEIR_FLOAT32);
    CHECK_EQ(weir_array_dtype(g), WEIR_FLOAT32);
    CHECK_OK(weir_astype(y, WEIR_FLOAT32, &back));
    float a[6], b[6];
    read_all(reference, a, 6);
    read_all(back, b, 6);
    for (int i = 0; i < 6; i++) CHECK(fabsf(a[i] - b[i]) < 0.05f);
    RELEASE(x, reference, y, g, back);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* ---- Changing -------------------------------------------------------------------------------- */

TEST(tied_parameters_are_one) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net =
        kit_block(rt, "Sequential(wte=Embedding(5, 4), head=Linear(4, 5, bias=false))");
    CHECK_OK(weir_block_tie(net, "head.weight", "wte.weight"));
    weir_block_entry e[4];
    uint32_t count = 0;
    CHECK_EQ(weir_block_entries(net, e, 4), 2);
    CHECK(e[0].array == e[1].array && !e[0].tied && e[1].tied);
    CHECK_OK(weir_block_parameters(net, NULL, &count));
    CHECK_EQ(count, 1);
    CHECK_EQ(weir_block_parameter_elements(net), 20);
    weir_block *other = kit_block(rt, "Linear(4, 3), Linear(3, 2)");
    CHECK_FAILS(weir_block_tie(other, "0.weight", "1.weight"), WEIR_EINVAL,
                "must have the same shape");
    weir_block_release(net);
    weir_block_release(other);
    weir_runtime_free(rt);
}

TEST(an_array_becomes_a_parameter_of_two_blocks) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = kit_block(rt, "Embedding(5, 4), Linear(4, 5, bias=false)"), *alone;
    weir_array *w = NULL, *mine = NULL, *wide = NULL;
    weir_block_entry e[4];
    uint32_t count = 0;
    CHECK_OK(weir_block_get(net, "0.weight", &w));
    CHECK_OK(weir_block_adopt(net, "1.weight", w));
    CHECK_EQ(weir_block_entries(net, e, 4), 2);
    CHECK(e[0].array == w && e[1].array == w && !e[0].tied && e[1].tied);
    CHECK_OK(weir_block_parameters(net, NULL, &count));
    CHECK_EQ(count, 1);
    CHECK_EQ(weir_block_parameter_elements(net), 20);
    alone = kit_block(rt, "Linear(3)"); /* whose shape is not known yet */
    mine = ramp(rt, 3, 2);
    CHECK_OK(weir_block_adopt(alone, "weight", mine));
    CHECK_OK(weir_block_get(alone, "weight", &w));
    CHECK(w == mine && weir_array_grad_mode(w) == WEIR_GRAD_NULL);
    CHECK_FAILS(weir_block_adopt(net, "1.weight", mine), WEIR_EINVAL,
                "1.weight is float32 (5, 4), but the values are float32 (3, 2)");
    CHECK_OK(weir_astype(mine, WEIR_FLOAT64, &wide));
    CHECK_FAILS(weir_block_adopt(alone, "weight", wide), WEIR_EINVAL, "float64");
    RELEASE(mine, wide);
    weir_block_release(net);
    weir_block_release(alone);
    weir_runtime_free(rt);
}

/* One parameter, whichever of the two blocks is cast: together, apart, and after the other is gone. */
TEST(a_cast_keeps_what_two_blocks_share) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *a = kit_block(rt, "Linear(4, 4, bias=false)"),
               *b = kit_block(rt, "Linear(4, 4, bias=false)");
    weir_array *w = NULL, *v = NULL;
    CHECK_OK(weir_block_get(a, "weight", &w));
    CHECK_OK(weir_block_adopt(b, "weight", w));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(weir_block_cast(i == 1 ? b : a, i == 1 ? WEIR_FLOAT32 : WEIR_FLOAT64));
        CHECK_OK(weir_block_get(a, "weight", &w));
        CHECK_OK(weir_block_get(b, "weight", &v));
        CHECK(w == v);
        CHECK_EQ(weir_array_dtype(v), i == 1 ? WEIR_FLOAT32 : WEIR_FLOAT64);
    }
    CHECK_OK(weir_block_adopt(b, "weight", w)); /* once more changes nothing */
    weir_block_release(a);
    CHECK_OK(weir_block_cast(b, WEIR_FLOAT32));
    CHECK_OK(weir_block_get(b, "weight", &v));
    CHECK_OK(weir_array_wait(v));
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(a_gradient_of_what_was_cast_since_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = kit_block(rt, "Linear(4, 2)");
    weir_array *x = ramp(rt, 3, 4), *wide = NULL, *w = NULL;
    weir_recording_set(1);
    weir_array *y = kit_forward(net, x);
    weir_recording_set(0);
    CHECK_OK(weir_block_cast(net, WEIR_FLOAT64));
    CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL, "was cast after the forward");
    RELEASE(y);
    CHECK_OK(weir_astype(x, WEIR_FLOAT64, &wide));
    weir_recording_set(1);
    y = kit_forward(net, wide);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    CHECK_OK(weir_block_get(net, "weight", &w));
    weir_array *grad = weir_array_grad(w);
    CHECK(grad);
    RELEASE(x, wide, y, grad);
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(a_block_may_have_several_parents_but_not_contain_itself) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *a = kit_block(rt, "Sequential(ReLU)"), *b = kit_block(rt, "Sequential()");
    CHECK_OK(weir_block_add(b, "inner", a));
    CHECK_OK(weir_block_add(b, NULL, a)); /* the same twice */
    CHECK_FAILS(weir_block_add(a, "x", b), WEIR_EINVAL, "cannot be its own descendant");
    CHECK_FAILS(weir_block_add(a, "x.y", b), WEIR_EINVAL, "not a valid block name");
    const char *name = NULL;
    CHECK(weir_block_child_at(b, 1, &name) == a);
    CHECK_STR(name, "1");
    weir_block_release(a);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(gradients_are_frozen_added_and_cleared) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = kit_block(rt, "Linear(4, 1)");
    weir_array *x = ramp(rt, 1, 4), *w = NULL, *g;
    CHECK_OK(weir_block_get(b, "weight", &w));
    CHECK_OK(weir_block_set_grad(b, WEIR_GRAD_ADD));
    for (int i = 0; i < 3; i++) {
        weir_recording_set(1);
        weir_array *y = kit_forward(b, x);
        weir_recording_set(0);
        CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array_release(y);
    }
    g = weir_array_grad(w);
    CHECK_RAMP(g, 4, -3, 0.375f);
    weir_array_release(g);
    weir_block_zero_grad(b);
    CHECK(weir_array_grad(w) == NULL);
    CHECK_OK(weir_block_set_grad(b, WEIR_GRAD_NULL));
    weir_recording_set(1);
    weir_array *y = kit_forward(b, x);
    weir_recording_set(0);
    CHECK(!weir_array_requires_grad(y));
    RELEASE(x, y);
    weir_block_release(b);
    weir_runtime_free(rt);
}

/* ---- Kinds and functions of one's own -------------------------------------------------------- */

typedef struct shift_attr {
    double by;
} shift_attr;

static const weir_attr shift_attrs[] = {
    {.name = "by", .summary = "what is added at first", .type = WEIR_ATTR_F64, .f64 = 1}};

static weir_status shift_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    int64_t n = in != NULL ? weir_array_shape(in[0])[weir_array_ndim(in[0]) - 1] : -1;
    const shift_attr *a = weir_block_attr(b);
    (void)in_count;
    return weir_block_declare(b, "x2", &n, 1, 0,
                              &(weir_init){.kind = WEIR_INIT_CONSTANT, .a = a->by}, 0);
}

TEST(a_registered_kind_works_like_a_built_in_one) {
    static const weir_block_def def = {.size = sizeof def,
                                       .name = "Shift",
                                       .summary = "Adds.",
                                       .inputs = "x1",
                                       .outputs = "y",
                                       .aliases = "Mover",
                                       .attrs = shift_attrs,
                                       .attr_count = 1,
                                       .attr_stride = sizeof(weir_attr),
                                       .attr_size = sizeof(shift_attr),
                                       .build = shift_build,
                                       .op = "add"};
    weir_runtime *rt = kit_runtime(1);
    const weir_block_kind *kind = NULL;
    uint32_t count = weir_block_kind_count();
    CHECK_OK(weir_block_kind_register(&def, &kind));
    CHECK_EQ(weir_block_kind_count(), count + 1);
    CHECK(weir_block_kind_find("Mover") == kind);
    CHECK_FAILS(weir_block_kind_register(&def, NULL), WEIR_EINVAL,
                "a kind named Shift already exists");
    weir_block *b = kit_block(rt, "Sequential(Shift(by=0.5), Shift)");
    weir_array *x = ramp(rt, 2, 3), *y = kit_forward(b, x);
    CHECK_RAMP(y, 6, 0.5f, 0.125f);
    CHECK_EQ(weir_block_parameter_elements(b), 6);
    RELEASE(x, y);
    weir_block_release(b);
    weir_runtime_free(rt);
}

#define NEEDY_ATTRS(X, A)                                                                          \
    X(A, F64, rate, WEIR_REQUIRED, "a number")                                                     \
    X(A, I64, count, WEIR_REQUIRED, "an integer")                                                  \
    X(A, TEXT, mode, WEIR_REQUIRED, "a text")                                                      \
    X(A, DTYPE, dtype, WEIR_REQUIRED, "a dtype")
WEIR_ATTRS(needy, NEEDY_ATTRS);

TEST(required_attributes_of_any_type_have_to_be_given) {
    static const weir_block_def def = {.size = sizeof def,
                                       .name = "Needy",
                                       .summary = "Needs attributes.",
                                       .inputs = "x",
                                       .outputs = "y",
                                       WEIR_USE_ATTRS(needy),
                                       .op = "abs"};
    static const char *const missing[] = {"rate", "count", "mode", "dtype"};
    weir_runtime *rt = kit_runtime(1);
    const weir_block_kind *kind = NULL;
    weir_block *b = NULL;
    needy_attr attr;
    CHECK_OK(weir_block_kind_register(&def, &kind));
    CHECK_OK(weir_block_attr_init(kind, &attr, sizeof attr));
    for (int i = 0; i < 4; i++) {
        char message[64];
        snprintf(message, sizeof message, "Needy: %s is required", missing[i]);
        CHECK_FAILS(weir_block_new(rt, kind, &attr, sizeof attr, &b), WEIR_EINVAL, message);
        if (i == 0) attr.rate = 0;
        if (i == 1) attr.count = 0;
        if (i == 2) attr.mode = "";
        if (i == 3) attr.dtype = WEIR_FLOAT32;
    }
    CHECK_OK(weir_block_new(rt, kind, &attr, sizeof attr, &b));
    weir_block_release(b);
    weir_runtime_free(rt);
}

static weir_status twice(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                         weir_array **out, uint32_t *out_count, void *ctx) {
    (void)rt;
    ++*(int *)ctx;
    CHECK(in_count == 1 && *out_count >= 1);
    *out_count = 1;
    return weir_add(in[0], in[0], &out[0]);
}

static void count_free(void *ctx) { *(int *)ctx += 100; }

TEST(a_function_is_a_block) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *f = NULL, *net = kit_block(rt, "Sequential(Identity)");
    int calls = 0;
    char text[200];
    CHECK_OK(weir_block_function(rt, "Twice", twice, &calls, count_free, &f));
    CHECK_OK(weir_block_add(net, "f", f));
    CHECK(weir_block_ctx(f) == &calls);
    weir_block_release(f);
    weir_array *x = kit_ramp(rt, 4, 0, 1), *y = kit_forward(net, x);
    CHECK_RAMP(y, 4, 0, 2);
    weir_block_text(net, text, sizeof text);
    CHECK_HAS(text, "f=Twice()");
    CHECK_EQ(calls, 1);
    weir_block_release(net);
    CHECK_EQ(calls, 101);
    RELEASE(x, y);
    weir_runtime_free(rt);
}

TEST(a_summary_is_a_table) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = kit_block(rt, "Linear(3), ReLU");
    weir_array *x = ramp(rt, 2, 4);
    char text[600];
    size_t needed = 0;
    CHECK_OK(weir_block_summary(net, &x, 1, text, sizeof text, &needed));
    CHECK_EQ(needed, strlen(text));
    CHECK_HAS(text,
              "0 (Linear)                               (2, 3)                             15\n");
    CHECK_HAS(text,
              "total                                                                       15\n");
    weir_array_release(x);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* ---- Scopes, failures, memory ---------------------------------------------------------------- */

TEST(a_scope_owns_results_but_not_parameters) {
    weir_runtime *rt = kit_runtime(1);
    weir_scope *scope;
    CHECK_OK(weir_scope_new(&scope));
    weir_block *net = kit_block(rt, "Linear(3), Linear(2)");
    weir_array *x = ramp(rt, 2, 4), *w = NULL;
    kit_forward(net, x);
    CHECK_OK(weir_scope_free(scope));
    CHECK_OK(weir_block_get(net, "1.weight", &w));
    CHECK_OK(weir_array_wait(w));
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(a_bad_batch_does_not_cost_the_model) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = kit_block(rt, "Linear(2, 3), BatchNorm1d(3)");
    weir_array *x = ramp(rt, 4, 2), *bad = ramp(rt, 4, 2), *mean = NULL;
    float before[3], after[3];
    CHECK_OK(weir_block_get(net, "1.running_mean", &mean));
    weir_training_set(1);
    weir_array_release(kit_forward(net, x));
    read_all(mean, before, 3);
    kit_break(bad);
    weir_array_release(kit_forward(net, bad));
    weir_training_set(0);
    CHECK(weir_array_wait(mean) != WEIR_OK);
    CHECK_OK(weir_block_clear(net));
    read_all(mean, after, 3);
    CHECK(memcmp(before, after, sizeof before) == 0);
    weir_failure_clear(rt);
    RELEASE(x, bad);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* The next batch that trains finds the statistics as the last good one left them: a batch that failed is left out, and
 * not counted. */
TEST(running_statistics_leave_out_batches_that_failed) {
    for (int mean_of_all = 0; mean_of_all < 2; mean_of_all++) {
        weir_runtime *rt = kit_runtime(2);
        const char *text = mean_of_all ? "BatchNorm1d(3, momentum=nan)" : "BatchNorm1d(3)";
        weir_block *net = kit_block(rt, text), *good = kit_block(rt, text);
        static const char *const names[] = {"running_mean", "running_var", "num_batches_tracked"};
        weir_training_set(1);
        for (int i = 0; i < 4; i++) {
            weir_array *x = ramp(rt, 4 + i, 3), *bad = ramp(rt, 4 + i, 3);
            kit_break(bad);
            weir_array_release(kit_forward(net, x));
            weir_array_release(kit_forward(good, x));
            weir_array_release(kit_forward(net, bad));
            RELEASE(x, bad);
        }
        weir_array *x = ramp(rt, 9, 3);
        weir_array_release(kit_forward(net, x));
        weir_array_release(kit_forward(good, x));
        weir_training_set(0);
        for (int i = 0; i < 3; i++) {
            weir_array *a = NULL, *b = NULL;
            char got[24] = {0}, wanted[24] = {0};
            size_t bytes = i < 2 ? 12 : 8;
            CHECK_OK(weir_block_get(net, names[i], &a));
            CHECK_OK(weir_block_get(good, names[i], &b));
            CHECK_OK(weir_array_read(a, got, bytes));
            CHECK_OK(weir_array_read(b, wanted, bytes));
            CHECK(memcmp(got, wanted, bytes) == 0);
        }
        weir_failure_clear(rt);
        RELEASE(x);
        weir_block_release(net);
        weir_block_release(good);
        weir_runtime_free(rt);
    }
}

/* Cancelled before it was filled: small and large parameters, drawn and constant ones, and buffers. */
TEST(first_values_that_were_cancelled_are_made_by_clearing) {
    for (int seeded = 0; seeded < 2; seeded++) {
        weir_runtime *rt = kit_runtime(1);
        test_gate gate = {0};
        weir_var *v = kit_var(rt);
        kit_push(rt, &kit_gate, &gate, NULL, v);
        test_gate_await(&gate, 1);
        weir_block *net = kit_block(rt, "Linear(20, 3), BatchNorm1d(3), Linear(3, 1)");
        if (seeded) CHECK_OK(weir_block_initialise(net, 7, NULL));
        CHECK_OK(weir_cancel_all(rt));
        test_gate_open(&gate);
        weir_array *w = NULL, *x = ramp(rt, 4, 20), *wanted = NULL;
        CHECK_OK(weir_block_get(net, "0.weight", &w));
        CHECK_STATUS(weir_array_wait(w), ECANCELED);
        CHECK_OK(weir_block_clear(net));
        weir_array *y = kit_forward(net, x);
        CHECK_OK(weir_array_wait(y));
        weir_block *other = kit_block(rt, "Linear(20, 3), BatchNorm1d(3), Linear(3, 1)");
        CHECK_OK(weir_block_initialise(other, 7, NULL));
        CHECK_OK(weir_block_get(other, "0.weight", &wanted));
        float a[60], b[60];
        read_all(w, a, 60);
        read_all(wanted, b, 60);
        CHECK((memcmp(a, b, sizeof a) == 0) == seeded);
        weir_failure_clear(rt);
        RELEASE(x, y);
        weir_block_release(net);
        weir_block_release(other);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

/* What was trained is not replaced by new first values behind the program's back. */
TEST(values_that_a_cancelled_cast_lost_are_not_invented) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    weir_block *net = kit_block(rt, "Linear(20, 3), Linear(3, 1)");
    CHECK_OK(weir_waitall(rt));
    kit_push(rt, &kit_gate, &gate, NULL, v);
    test_gate_await(&gate, 1);
    CHECK_OK(weir_block_cast(net, WEIR_FLOAT64));
    CHECK_OK(weir_cancel_all(rt));
    test_gate_open(&gate);
    CHECK_STATUS(weir_block_clear(net), EFAILED);
    CHECK_HAS(weir_error(), "0.weight has no values");
    CHECK_OK(weir_block_initialise(net, 1, NULL));
    CHECK_OK(weir_block_clear(net));
    weir_failure_clear(rt);
    weir_block_release(net);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* One training step; returns WEIR_OK or WEIR_ENOMEM. */
static void try_step(const weir_config *config) {
    weir_runtime *rt = NULL;
    weir_block *net = NULL, *loss = NULL;
    weir_array *x = NULL, *y = NULL, *l = NULL;
    const int64_t shape[3] = {3, 2, 4};
    if (!ok_or_nomem(weir_runtime_new(config, &rt))) return;
    bool all =
        ok_or_nomem(weir_block_parse(rt, "LSTM(4, 3, bidirectional=true)", &net)) &&
        ok_or_nomem(weir_block_parse(rt, "MSELoss", &loss)) &&
        ok_or_nomem(weir_normal(
            rt, weir_i64s_of(shape, 3),
            OPT(normal, .std = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &x));
    weir_recording_set(1);
    all = all && ok_or_nomem(weir_block_call(net, x, &y)) &&
          ok_or_nomem(weir_block_call2(loss, y, y, &l));
    weir_recording_set(0);
    if (all) ok_or_nomem(weir_backward(&l, 1, NULL, 0));
    ok_or_nomem(weir_waitall(rt));
    RELEASE(x, y, l);
    weir_block_release(net);
    weir_block_release(loss);
    weir_runtime_free(rt);
}

TEST(a_failed_allocation_in_forward_is_an_error) {
    for (long n = 1; n < 4000; n += 1 + n / 8) {
        failing_allocator m = {.left = n};
        weir_config c = kit_config(1);
        c.engine = WEIR_SERIAL;
        c.alloc = failing_alloc, c.free = failing_free, c.alloc_ctx = &m, c.log = no_log;
        try_step(&c);
        CHECK_EQ(m.blocks, 0);
        if (m.refused == 0) return;
    }
}

TEST(a_step_that_does_not_fit_the_budget_leaves_the_model) {
    weir_config c = kit_config(2);
    c.memory_bytes = 4 << 20;
    c.log = no_log;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_block *net = kit_block(rt, "Linear(64, 64), ReLU, Linear(64, 1)");
    int64_t huge[2] = {1 << 16, 64};
    weir_array *small = ramp(rt, 4, 64), *large = NULL, *w = NULL;
    CHECK_OK(weir_block_get(net, "0.weight", &w));
    CHECK_OK(weir_zeros(rt, weir_i64s_of(huge, 2),
                        OPT(zeros, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &large));
    weir_recording_set(1);
    weir_array *y = kit_forward(net, large);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    CHECK_EQ(weir_array_wait(y), WEIR_ENOMEM);
    RELEASE(y, large);
    CHECK_OK(weir_array_wait(w));
    weir_block_zero_grad(net);
    y = kit_forward(net, small);
    CHECK_OK(weir_array_wait(y));
    weir_failure_clear(rt);
    RELEASE(y, small);
    weir_block_release(net);
    weir_runtime_free(rt);
}
