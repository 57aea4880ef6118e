/* test_mixed.c - mixed precision: autocast, and the gradient scaler, which never waits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "array_kit.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static weir_array *matrix(weir_runtime *rt, float start) {
    weir_array *flat = kit_ramp(rt, 12, start, 0.37f), *x = kit_reshape(flat, 3, 4);
    weir_array_release(flat);
    return x;
}

static weir_array *cast(weir_array *x, weir_dtype dtype) {
    weir_array *y = NULL;
    CHECK_OK(weir_astype(x, dtype, &y));
    return y;
}

static void check_same(weir_array *a, weir_array *b) {
    CHECK_EQ(weir_array_dtype(a), weir_array_dtype(b));
    weir_array *x = cast(a, WEIR_FLOAT32), *y = cast(b, WEIR_FLOAT32);
    float p[12], q[12];
    size_t bytes = (size_t)weir_array_count(x) * sizeof(float);
    CHECK(bytes <= sizeof p);
    CHECK_OK(weir_array_read(x, p, bytes));
    CHECK_OK(weir_array_read(y, q, bytes));
    CHECK(memcmp(p, q, bytes) == 0);
    weir_array_release(x);
    weir_array_release(y);
}

static void autocast(weir_dtype dtype) { CHECK_OK(weir_autocast_set(dtype, NULL)); }

/* ---- Autocast -------------------------------------------------------------------------------- */

TEST(the_setting_belongs_to_the_thread_and_refuses_other_dtypes) {
    weir_dtype last = WEIR_INT8;
    CHECK_EQ(weir_autocast(), 0);
    CHECK_OK(weir_autocast_set(WEIR_FLOAT16, &last));
    CHECK_EQ(last, 0);
    CHECK_OK(weir_autocast_set(WEIR_BFLOAT16, &last));
    CHECK_EQ(last, WEIR_FLOAT16);
    CHECK_FAILS(weir_autocast_set(WEIR_FLOAT32, &last), WEIR_EINVAL, "the dtype is float32");
    CHECK_FAILS(weir_autocast_set((weir_dtype)99, &last), WEIR_EINVAL, "not a dtype");
    CHECK_EQ(weir_autocast(), WEIR_BFLOAT16);
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, &last));
    CHECK_EQ(last, WEIR_BFLOAT16);
    CHECK_EQ(weir_autocast(), 0);
}

TEST(calls_and_calls_into_arrays_cast_their_inputs) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -2), *t = kit_transposed(x), *low = cast(x, WEIR_BFLOAT16),
               *low_t = kit_transposed(low), *wanted = kit_call("matmul", low, low_t), *y, *z,
               *none = NULL;
    autocast(WEIR_BFLOAT16);
    y = kit_call("matmul", x, t);
    z = kit_call("exp", y, NULL);
    check_same(y, wanted);
    CHECK_EQ(weir_array_dtype(z), WEIR_FLOAT32);
    weir_array *square = NULL;
    CHECK_OK(weir_zeros(rt, WEIR_I64S(3, 3), NULL, &square));
    kit_into("matmul", x, t, square);
    weir_array *wide = cast(wanted, WEIR_FLOAT32);
    check_same(square, wide);
    CHECK_EQ(kit_try_op("matmul", x, x, &none),
             WEIR_EINVAL); /* a refused call restores the setting */
    CHECK_HAS(weir_error(), "matmul");
    CHECK_EQ(weir_autocast(), WEIR_BFLOAT16);
    autocast(WEIR_DTYPE_DEFAULT);
    weir_array *all[] = {x, t, low, low_t, wanted, y, z, square, wide};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Run forward in a scope that ends before backward, so that only the tape holds the casts. */
static weir_array *gradient_through_scope(weir_array *x, weir_array *w, weir_block *block) {
    weir_scope *scope;
    weir_array *y = NULL, *loss;
    CHECK_OK(weir_array_attach_grad(w, WEIR_GRAD_WRITE));
    CHECK_OK(weir_scope_new(&scope));
    weir_recording_set(1);
    if (block != NULL)
        CHECK_OK(weir_block_call(block, x, &y));
    else
        y = kit_call("matmul", x, w);
    loss = weir_scope_keep(kit_call("sum", y, NULL));
    weir_recording_set(0);
    CHECK_OK(weir_scope_free(scope));
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    weir_array_release(loss);
    return weir_array_grad(w);
}

enum { SAMPLES = 64, CLASSES = 8001 };

/* The loss of logits in 16 bits, and their gradient, under autocast or with an explicit cast.  Returns
 * the memory in use between the two. */
static uint64_t loss_of(weir_array *x, weir_array *labels, bool automatic, weir_array **loss,
                        weir_array **grad) {
    weir_array *wide = NULL;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    if (automatic) autocast(WEIR_BFLOAT16);
    weir_recording_set(1);
    if (!automatic) wide = cast(x, WEIR_FLOAT32);
    CHECK_OK(weir_cross_entropy(automatic ? x : wide, labels, NULL, NULL, loss));
    weir_recording_set(0);
    autocast(WEIR_DTYPE_DEFAULT);
    weir_array_release(wide);
    CHECK_OK(weir_waitall(weir_array_runtime(x)));
    uint64_t used = kit_memory(weir_array_runtime(x)).used;
    CHECK_OK(weir_backward(loss, 1, NULL, 0));
    *grad = weir_array_grad(x);
    CHECK_OK(weir_array_wait(*grad));
    return used;
}

/* The logits are not cast: the loss reads them.  Bits are those of the cast. */
TEST(cross_entropy_reads_logits_in_16_bits) {
    static int64_t labels[SAMPLES];
    const int64_t samples = SAMPLES;
    const uint64_t bytes = SAMPLES * CLASSES * 2;
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < SAMPLES; i++) labels[i] = i * 101 % CLASSES;
    weir_array *flat = kit_ramp(rt, SAMPLES * CLASSES, -2, 1e-5f), *low = cast(flat, WEIR_BFLOAT16);
    weir_array *x = kit_reshape(low, SAMPLES, CLASSES), *t = NULL, *y, *z, *dy, *dz;
    CHECK_OK(weir_array_new(rt, WEIR_INT64, &samples, 1, labels, &t));
    CHECK_OK(weir_array_wait(x));
    weir_array_release(flat);
    weir_array_release(low);
    CHECK_OK(weir_waitall(rt));
    uint64_t before = kit_memory(rt).used;
    CHECK(loss_of(x, t, true, &y, &dy) < before + bytes / 2);
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT32);
    CHECK_EQ(weir_array_dtype(dy), WEIR_BFLOAT16);
    before = kit_memory(rt).used;
    CHECK(loss_of(x, t, false, &z, &dz) > before + bytes);
    check_same(y, z);
    float *p = malloc(2 * bytes), *q = malloc(2 * bytes);
    weir_array *dyw = cast(dy, WEIR_FLOAT32), *dzw = cast(dz, WEIR_FLOAT32);
    CHECK(p != NULL && q != NULL);
    CHECK_OK(weir_array_read(dyw, p, 2 * bytes));
    CHECK_OK(weir_array_read(dzw, q, 2 * bytes));
    CHECK(memcmp(p, q, 2 * bytes) == 0);
    free(p);
    free(q);
    weir_array *all[] = {x, t, y, z, dy, dz, dyw, dzw};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(gradients_have_the_dtype_of_the_inputs_and_survive_a_scope) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -2), *t = kit_transposed(x), *w = NULL;
    CHECK_OK(weir_copy(t, &w));
    autocast(WEIR_FLOAT16);
    weir_array *got = gradient_through_scope(x, w, NULL);
    autocast(WEIR_DTYPE_DEFAULT);
    CHECK_EQ(weir_array_dtype(got), WEIR_FLOAT32);
    CHECK_OK(weir_array_wait(got));
    weir_array *all[] = {x, t, w, got};
    for (size_t i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(the_casts_of_a_layer_with_a_compute_dtype_survive_a_scope) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -2), *w = NULL, *got;
    weir_block *dense = NULL;
    CHECK_OK(weir_block_parse(rt, "Linear(4, 2)", &dense));
    CHECK_OK(weir_block_set_compute(dense, WEIR_BFLOAT16));
    CHECK_OK(weir_block_get(dense, "weight", &w));
    got = gradient_through_scope(x, w, dense);
    CHECK_OK(weir_array_wait(got));
    weir_array_release(got);
    weir_array_release(x);
    weir_block_release(dense);
    weir_runtime_free(rt);
}

TEST(a_layer_with_a_compute_dtype_refuses_float64_with_and_without_autocast) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = matrix(rt, -2), *y = NULL;
    weir_block *dense = NULL;
    CHECK_OK(weir_block_parse(rt, "Linear(4, 2)", &dense));
    CHECK_OK(weir_block_set_compute(dense, WEIR_BFLOAT16));
    for (int on = 0; on < 2; on++) {
        if (on) CHECK_OK(weir_autocast_set(WEIR_FLOAT16, NULL));
        for (int dtype = WEIR_FLOAT16; dtype <= WEIR_FLOAT64; dtype++) {
            weir_array *given = NULL;
            CHECK_OK(weir_astype(x, (weir_dtype)dtype, &given));
            /* float16 is what the layer before returns with autocast */
            if (dtype == WEIR_FLOAT64 || (dtype == WEIR_FLOAT16 && !on)) {
                CHECK_EQ(weir_block_call(dense, given, &y), WEIR_EINVAL);
                CHECK_HAS(weir_error(), "but the parameters are float32; cast the input");
            } else {
                CHECK_OK(weir_block_call(dense, given, &y));
                CHECK_EQ(weir_array_dtype(y), WEIR_BFLOAT16);
                weir_array_release(y);
            }
            weir_array_release(given);
        }
    }
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));
    weir_array_release(x);
    weir_block_release(dense);
    weir_runtime_free(rt);
}

static void half_f32(void *out, const void *const *in, int64_t n, const void *attr) {
    const float *x = in[0];
    (void)attr;
    for (int64_t i = 0; i < n; i++) ((float *)out)[i] = x[i] / 2;
}

TEST(a_registered_operator_names_its_class) {
    weir_op_def def = {.size = sizeof def,
                       .name = "half_of",
                       .summary = "x / 2",
                       .inputs = "x",
                       .outputs = "y",
                       .flags = WEIR_OP_ELEMENTWISE,
                       .takes = WEIR_TAKES_FLOAT,
                       .autocast = 3,
                       .map = {[WEIR_IN_F32] = half_f32}};
    const weir_op *op;
    CHECK_FAILS(weir_op_register(&def, &op), WEIR_EINVAL, "the field `autocast` is 3");
    def.autocast = WEIR_AUTOCAST_LOW;
    CHECK_OK(weir_op_register(&def, &op));
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 3, 1, 1);
    autocast(WEIR_FLOAT16);
    weir_array *y = kit_call("half_of", x, NULL);
    autocast(WEIR_DTYPE_DEFAULT);
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT16);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- The scaler ------------------------------------------------------------------------------ */

enum { N = 5 };

typedef struct model {
    weir_array *p;
    weir_optimizer *o;
    weir_scaler *s;
} model;

static model make(weir_runtime *rt, const char *kind, double scale) {
    model m = {.p = kit_filled(rt, N, 1)};
    weir_scaler_options options;
    weir_scaler_options_init(&options);
    options.init_scale = scale;
    options.growth_interval = 2;
    CHECK_OK(weir_array_attach_grad(m.p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find(kind), NULL, 0, &m.p, 1, &m.o));
    CHECK_OK(weir_optimizer_lr_set(m.o, WEIR_ALL_GROUPS, 1));
    CHECK_OK(weir_scaler_new(rt, &options, &m.s));
    return m;
}

static void drop(model *m) {
    weir_scaler_free(m->s);
    weir_optimizer_free(m->o);
    weir_array_release(m->p);
}

/* Set a gradient and return it, with a reference. */
static weir_array *set_grad(model *m, float value) {
    weir_array *g = kit_filled(weir_array_runtime(m->p), N, value);
    CHECK_OK(weir_array_grad_set(m->p, g));
    return g;
}

static void check_state(const model *m, float scale, float good, float skipped) {
    float state[4];
    CHECK_OK(weir_array_read(weir_scaler_state(m->s), state, sizeof state));
    CHECK(state[0] == scale && state[1] == 1 / scale && state[2] == good && state[3] == skipped);
}

static void advance(model *m, float grad) {
    weir_array_release(set_grad(m, grad));
    CHECK_OK(weir_scaler_step(m->s, m->o));
    CHECK_OK(weir_scaler_update(m->s));
}

TEST(a_step_is_decided_in_flight) {
    weir_runtime *rt = kit_runtime(2);
    model m = make(rt, "sgd", 8);
    static const float grads[] = {8, INFINITY, NAN, 4, 2};
    test_gate gate[5] = {{0}};
    for (int i = 0; i < 5; i++) { /* no gradient is known before the last step has been issued */
        weir_array *g = set_grad(&m, grads[i]);
        if (i == 0) kit_gate_array(g, &gate[i]);
        CHECK_OK(weir_scaler_step(m.s, m.o));
        CHECK_OK(weir_scaler_update(m.s));
        weir_array_release(g);
    }
    CHECK_EQ(weir_var_peek(weir_array_var(m.p)), WEIR_PENDING);
    test_gate_open(&gate[0]);
    /* 1 - 8 / 8, skipped, skipped, - 4 / 2, - 2 / 2; after the two good steps the scale doubles */
    CHECK_ALL(m.p, N, -3);
    check_state(&m, 4, 0, 2);
    drop(&m);
    weir_runtime_free(rt);
}

TEST(a_skipped_step_changes_no_state_of_any_kind) {
    weir_runtime *rt = kit_runtime(2);
    for (uint32_t k = 0; weir_optimizer_kind_at(k) != NULL; k++) {
        model m = make(rt, weir_optimizer_kind_at(k)->name, 2);
        float before[8][N], after[N], p[2][N];
        advance(&m, 1);
        uint32_t count = weir_optimizer_state_count(m.o);
        CHECK(count <= 8);
        for (int pass = 0; pass < 2; pass++) {
            CHECK_OK(weir_array_read(m.p, p[pass], sizeof p[pass]));
            for (uint32_t i = 0; i < count; i++) {
                weir_array *a;
                CHECK_OK(weir_optimizer_state_at(m.o, i, NULL, &a));
                size_t bytes = (size_t)weir_array_count(a) * sizeof(float);
                CHECK_OK(weir_array_read(a, pass == 0 ? before[i] : after, bytes));
                CHECK(pass == 0 || memcmp(before[i], after, bytes) == 0);
            }
            if (pass == 0) advance(&m, NAN);
        }
        CHECK(memcmp(p[0], p[1], sizeof p[0]) == 0);
        check_state(&m, 1, 0, 1);
        drop(&m);
    }
    weir_runtime_free(rt);
}

TEST(the_scale_has_bounds) {
    weir_runtime *rt = kit_runtime(1);
    model m = make(rt, "sgd", 0x1p125);
    CHECK_OK(weir_optimizer_lr_set(m.o, WEIR_ALL_GROUPS, 0));
    for (int i = 0; i < 6; i++) advance(&m, 1);
    check_state(&m, 0x1p126f, 0, 0);
    drop(&m);
    m = make(rt, "sgd", 0x1p-125);
    for (int i = 0; i < 3; i++) advance(&m, INFINITY);
    check_state(&m, 0x1p-126f, 0, 3);
    drop(&m);
    weir_runtime_free(rt);
}

TEST(a_failed_gradient_fails_the_step_and_clearing_restores_the_scale) {
    weir_runtime *rt = kit_runtime(2);
    model m = make(rt, "adam", 4);
    advance(&m, 1);
    weir_array *g = set_grad(&m, 1);
    kit_break(g);
    CHECK_OK(weir_scaler_step(m.s, m.o));
    CHECK_OK(weir_scaler_update(m.s));
    CHECK_EQ(weir_array_wait(m.p), WEIR_EFAILED);
    CHECK_EQ(weir_array_wait(weir_scaler_state(m.s)), WEIR_EFAILED);
    CHECK_OK(weir_optimizer_clear(m.o));
    CHECK_OK(weir_scaler_clear(m.s));
    weir_array_release(g);
    check_state(&m, 4, 1, 0);
    advance(&m, 1);
    check_state(&m, 8, 0, 0);
    drop(&m);
    weir_runtime_free(rt);
}

TEST(unscaling_and_clipping_inside_a_scope) {
    weir_runtime *rt = kit_runtime(2);
    model m = make(rt, "sgd", 4);
    weir_scope *scope;
    weir_array_release(set_grad(&m, 8));
    CHECK_OK(weir_scope_new(&scope));
    CHECK_OK(weir_scaler_unscale(m.s, m.o));
    CHECK_OK(weir_clip_grad_value(&m.p, 1, 1.5));
    CHECK_OK(weir_scope_free(scope)); /* must not free the gradient */
    CHECK_OK(weir_scaler_step(m.s, m.o));
    CHECK_OK(weir_scaler_update(m.s));
    CHECK_ALL(m.p, N, -0.5f);
    weir_array *g = weir_array_grad(m.p);
    CHECK_ALL(g, N, 1.5f);
    weir_array_release(g);
    drop(&m);
    weir_runtime_free(rt);
}

TEST(the_state_can_be_set_and_options_read) {
    weir_runtime *rt = kit_runtime(1);
    model m = make(rt, "sgd", 4);
    weir_scaler_options options = {.size = sizeof options};
    CHECK_OK(weir_scaler_options_get(m.s, &options));
    CHECK(options.init_scale == 4 && options.growth_factor == 2 && options.backoff_factor == 0.5 &&
          options.growth_interval == 2);
    weir_array *bad = kit_ramp(rt, 3, 0, 1), *x = NULL;
    const float values[4] = {16, 0.0625f, 1, 7};
    const int64_t four = 4;
    CHECK_FAILS(weir_scaler_state_set(m.s, bad), WEIR_EINVAL, "expected float32 (4,)");
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &four, 1, values, &x));
    CHECK_OK(weir_scaler_state_set(m.s, x));
    check_state(&m, 16, 1, 7);
    weir_array_release(bad);
    weir_array_release(x);
    drop(&m);
    weir_runtime_free(rt);
}

TEST(a_scale_that_is_not_positive_and_finite_skips_the_step) {
    weir_runtime *rt = kit_runtime(2);
    static const float bad[] = {0, -1, INFINITY, -INFINITY, NAN};
    const int64_t four = 4;
    for (int own = 0; own < 2; own++) /* with a scale of the optimiser, the two are multiplied */
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            model m = make(rt, "sgd", 4);
            weir_array *state = NULL, *minus = NULL;
            const float values[4] = {bad[i], 1, NAN, NAN}; /* the inverse is not taken */
            CHECK_OK(weir_number_f64(rt, -1, &minus));
            if (own) CHECK_OK(weir_optimizer_scale_set(m.o, minus));
            CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &four, 1, values, &state));
            CHECK_OK(weir_scaler_state_set(m.s, state));
            advance(&m, 4);
            CHECK_ALL(m.p, N, 1);
            check_state(&m, 65536, 0, 1);
            advance(&m, 65536);
            CHECK_ALL(m.p, N, own ? 2.0f : 0.0f);
            check_state(&m, 65536, 1, 1);
            weir_array_release(state);
            weir_array_release(minus);
            drop(&m);
        }
    weir_runtime_free(rt);
}

TEST(a_freed_optimiser_is_not_confused_with_a_new_one) {
    weir_runtime *rt = kit_runtime(1);
    model m = make(rt, "sgd", 4);
    for (int i = 0; i < 8; i++) { /* the allocator often returns the same address */
        weir_array_release(set_grad(&m, 4));
        CHECK_OK(weir_scaler_step(m.s, m.o));
        weir_optimizer_free(m.o);
        CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("sgd"), NULL, 0, &m.p, 1, &m.o));
        CHECK_OK(weir_optimizer_lr_set(m.o, WEIR_ALL_GROUPS, 1));
    }
    CHECK_ALL(m.p, N, -7);
    CHECK_OK(weir_scaler_update(m.s));
    drop(&m);
    weir_runtime_free(rt);
}

TEST(unscaled_gradients_belong_to_one_scaler_and_one_batch) {
    weir_runtime *rt = kit_runtime(1);
    model m = make(rt, "sgd", 4), other = make(rt, "sgd", 4);
    weir_array_release(set_grad(&m, 4));
    CHECK_OK(weir_scaler_unscale(m.s, m.o));
    CHECK_FAILS(weir_scaler_step(other.s, m.o), WEIR_EINVAL, "unscaled by another scaler");
    CHECK_FAILS(weir_scaler_unscale(other.s, m.o), WEIR_EINVAL, "unscaled by another scaler");
    weir_optimizer_zero_grad(m.o);
    weir_array_release(set_grad(&m, 4));
    CHECK_OK(weir_scaler_unscale(m.s, m.o));
    CHECK_OK(weir_scaler_clear(m.s));
    CHECK_FAILS(weir_scaler_step(m.s, m.o), WEIR_EINVAL, "updated, cleared or loaded");
    weir_optimizer_zero_grad(m.o);
    weir_array_release(set_grad(&m, NAN)); /* abandoned: does not count */
    CHECK_OK(weir_scaler_unscale(m.s, m.o));
    weir_optimizer_zero_grad(m.o);
    advance(&m, 4);
    CHECK_ALL(m.p, N, 0);
    check_state(&m, 4, 1, 0);
    drop(&m);
    drop(&other);
    weir_runtime_free(rt);
}

TEST(the_number_of_a_backward_pass) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_filled(rt, N, 1), *y = NULL;
    CHECK_EQ(weir_array_grad_pass(x), 0);
    CHECK_EQ(weir_array_grad_pass(NULL), 0);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_STEP));
    uint64_t last = 0;
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(weir_array_grad_pass(x), last);
        int recording = weir_recording_set(1);
        CHECK_OK(weir_sum(x, NULL, &y));
        weir_recording_set(recording);
        CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array_release(y);
        CHECK(weir_array_grad_pass(x) > last);
        last = weir_array_grad_pass(x);
        CHECK_OK(weir_array_grad_set(x, NULL));
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(bad_use_of_a_scaler_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    model m = make(rt, "sgd", 4);
    weir_scaler *s = NULL;
    weir_array *y;
    weir_scaler_options options = {.size = sizeof options, .init_scale = 1};
    CHECK_FAILS(weir_scaler_new(rt, &options, &s), WEIR_EINVAL, "growth_factor is 0");
    CHECK_FAILS(weir_scaler_new(NULL, NULL, &s), WEIR_EINVAL, "rt is NULL");
    CHECK_FAILS(weir_scaler_new(rt, NULL, NULL), WEIR_EINVAL, "out is NULL");
    CHECK_FAILS(weir_scaler_scale(m.s, NULL, &y), WEIR_EINVAL, "x is NULL");
    CHECK_FAILS(weir_scaler_step(m.s, NULL), WEIR_EINVAL, "o is NULL");
    CHECK_FAILS(weir_scaler_unscale(NULL, m.o), WEIR_EINVAL, "s is NULL");
    CHECK_FAILS(weir_scaler_update(NULL), WEIR_EINVAL, "s is NULL");
    CHECK_FAILS(weir_scaler_clear(NULL), WEIR_EINVAL, "s is NULL");
    CHECK_FAILS(weir_scaler_state_set(m.s, NULL), WEIR_EINVAL, "values is NULL");
    CHECK_FAILS(weir_scaler_options_get(m.s, NULL), WEIR_EINVAL, "out is NULL");
    CHECK_FAILS(weir_scaler_update(m.s), WEIR_EINVAL, "there was no step");
    CHECK_FAILS(weir_scaler_step(m.s, m.o), WEIR_EINVAL, "has a gradient");
    CHECK(weir_scaler_state(NULL) == NULL);
    weir_scaler_free(NULL);
    weir_array_release(set_grad(&m, 1));
    CHECK_OK(weir_scaler_step(m.s, m.o));
    CHECK_FAILS(weir_scaler_step(m.s, m.o), WEIR_EINVAL, "already made a step");
    weir_array *state = weir_scaler_state(m.s), *in[2] = {m.p, m.p};
    CHECK_EQ(weir_op_call(rt, weir_op_find("loss_scale_update"), in, 2, NULL, 0, NULL, NULL),
             WEIR_EINVAL);
    CHECK_HAS(weir_error(), "loss_scale_update: the state is float32 (5,)");
    in[0] = state;
    CHECK_EQ(weir_op_call(rt, weir_op_find("loss_scale_update"), in, 2, NULL, 0, NULL, NULL),
             WEIR_EINVAL);
    CHECK_HAS(weir_error(), "norm 0 is float32 (5,)");
    drop(&m);
    weir_runtime_free(rt);
}
