/* test_training.c - complete training runs: the same bits everywhere, memory, bad batches, threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>

#include "array_kit.h"

enum { ROWS = 16, PARAMS_MAX = 16 };

static void quiet(void *ctx, int level, const char *text) { (void)ctx, (void)level, (void)text; }

/* A network, its loss and its optimiser. */
typedef struct trainer {
    weir_runtime *rt;
    weir_block *net, *loss;
    weir_optimizer *adam;
    weir_array *param[PARAMS_MAX];
    uint32_t count;
} trainer;

static const char *const convolutional =
    "Conv2d(1, 4, 3), BatchNorm2d(4), ReLU, MaxPool2d(2), Flatten, Dropout(0.25), Linear(36, 5)";

static trainer trainer_new(weir_runtime *rt, const char *text) {
    trainer t = {.rt = rt, .count = PARAMS_MAX};
    CHECK_OK(weir_seed(rt, 7));
    CHECK_OK(weir_block_parse(rt, text, &t.net));
    CHECK_OK(weir_block_parse(rt, "CrossEntropyLoss", &t.loss));
    CHECK_OK(weir_block_parameters(t.net, t.param, &t.count));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, t.param, t.count,
                                &t.adam));
    return t;
}

static void trainer_free(trainer *t) {
    weir_optimizer_free(t->adam);
    weir_block_release(t->net);
    weir_block_release(t->loss);
}

/* Images (ROWS, 1, 8, 8) and labels of batch i; one label or one pixel may be replaced. */
static void make_batch(weir_runtime *rt, int i, float pixel, int64_t label, weir_array **x,
                       weir_array **y) {
    float image[ROWS * 64];
    int64_t labels[ROWS];
    for (int k = 0; k < ROWS * 64; k++) image[k] = sinf((float)(k * (i + 1)));
    for (int k = 0; k < ROWS; k++) labels[k] = (k + i) % 5;
    image[100] = pixel, labels[3] = label;
    *x = kit_array(rt, WEIR_FLOAT32, 4, (int64_t[]){ROWS, 1, 8, 8}, image);
    *y = kit_array(rt, WEIR_INT64, 1, (int64_t[]){ROWS}, labels);
}

/* Forward, loss and backward; `checked`: through check_finite. */
static weir_status learn(trainer *t, weir_array *x, weir_array *y, bool checked) {
    weir_scope *scope;
    weir_array *score, *l;
    CHECK_OK(weir_scope_new(&scope));
    weir_training_set(1), weir_recording_set(1);
    weir_status status = weir_block_call(t->net, x, &score);
    if (status == WEIR_OK) status = weir_block_call2(t->loss, score, y, &l);
    if (status == WEIR_OK && checked) status = weir_check_finite(l, NULL, &l);
    weir_training_set(0), weir_recording_set(0);
    if (status == WEIR_OK) status = weir_backward(&l, 1, NULL, 0);
    CHECK_OK(weir_scope_free(scope));
    return status;
}

static void batch_step(trainer *t, int i) {
    weir_array *x, *y;
    make_batch(t->rt, i, 0, 1, &x, &y);
    CHECK_OK(learn(t, x, y, false));
    CHECK_OK(weir_optimizer_step(t->adam));
    weir_array_release(x);
    weir_array_release(y);
}

/* All parameters and buffers, concatenated; returns how many bytes. */
static size_t read_all(weir_block *net, char *to, size_t room) {
    weir_block_entry entry[PARAMS_MAX];
    size_t count = weir_block_entries(net, entry, PARAMS_MAX), at = 0;
    CHECK(count <= PARAMS_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t bytes = (size_t)weir_array_count(entry[i].array) *
                       weir_dtype_bytes(weir_array_dtype(entry[i].array));
        CHECK(at + bytes <= room);
        CHECK_OK(weir_array_read(entry[i].array, to + at, bytes));
        at += bytes;
    }
    return at;
}

TEST(same_seed_same_bits_for_any_number_of_workers) {
    static char first[8192], got[8192];
    size_t bytes = 0;
    for (int workers = 0; workers < 4; workers++) {
        weir_runtime *rt = workers == 0 ? kit_runtime_serial() : kit_runtime(workers);
        trainer t = trainer_new(rt, convolutional);
        for (int i = 0; i < 12; i++) batch_step(&t, i);
        size_t n = read_all(t.net, workers == 0 ? first : got, sizeof got);
        if (workers == 0) bytes = n;
        CHECK_EQ(n, bytes);
        if (workers > 0) CHECK(memcmp(first, got, bytes) == 0);
        trainer_free(&t);
        weir_runtime_free(rt);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* `workers` 0: the serial engine, which is an in-order run whatever the machine does.  A loop that waits at each step
 * may need less, if releases happen to be known early, and never needs more. */
static uint64_t peak_of(int workers, int barrier) {
    weir_config c = kit_config(workers > 0 ? workers : 1);
    c.engine = workers > 0 ? WEIR_THREADED : WEIR_SERIAL;
    c.level_floor_bytes = 1; /* or two steps would fit */
    weir_runtime *rt = kit_runtime_of(&c);
    trainer t = trainer_new(rt, "Linear(128, 512), ReLU, Linear(512, 128), ReLU, Linear(128, 5)");
    int64_t shape[2] = {256, 128}, rows = 256;
    for (int i = 0; i < test_scaled(60); i++) {
        weir_array *x, *y;
        CHECK_OK(weir_normal(
            rt, weir_i64s_of(shape, 2),
            OPT(normal, .std = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &x));
        CHECK_OK(weir_zeros(rt, weir_i64s_of(&rows, 1),
                            OPT(zeros, .dtype = WEIR_INT64, .device = WEIR_DEVICE_DEFAULT), &y));
        CHECK_OK(learn(&t, x, y, false));
        CHECK_OK(weir_optimizer_step(t.adam));
        weir_array_release(x);
        weir_array_release(y);
        if (barrier) CHECK_OK(weir_waitall(rt));
    }
    CHECK_OK(weir_waitall(rt));
    uint64_t peak = kit_stats(rt).memory_peak;
    trainer_free(&t);
    weir_runtime_free(rt);
    return peak;
}

TEST(training_without_a_barrier_needs_the_memory_of_training_with_one) {
    uint64_t in_order = peak_of(0, 1);
    for (int workers = 1; workers <= 16; workers *= 4) {
        CHECK_LE(peak_of(workers, 0), in_order + in_order * 15 / 100);
        CHECK_LE(peak_of(workers, 1), in_order + in_order * 15 / 100);
    }
}

/* From a budget that is enough down to one that is not: wherever memory runs out, in forward, in backward or in the
 * step, the model keeps its last good values, and a smaller batch goes on. */
TEST(memory_that_runs_out_in_a_step_leaves_the_model_and_the_process) {
    enum { MANY = 4096, FEW = 16, WIDE = 64 };
    static char before[65536], after[65536];
    int refused = 0, fitted = 0;
    for (uint64_t budget = 12 << 20; budget >= 2 << 20; budget -= 1 << 20) {
        weir_config c = kit_config(2);
        c.memory_bytes = budget, c.log = quiet;
        weir_runtime *rt = kit_runtime_of(&c);
        trainer t = trainer_new(rt, "Linear(64, 64), ReLU, Linear(64, 64), ReLU, Linear(64, 5)");
        for (int part = 0; part < 3; part++) { /* few, many, few */
            int64_t rows = part == 1 ? MANY : FEW, shape[2] = {rows, WIDE};
            weir_array *x, *y;
            CHECK_OK(weir_ones(rt, weir_i64s_of(shape, 2),
                               OPT(ones, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT),
                               &x));
            CHECK_OK(weir_zeros(rt, weir_i64s_of(&rows, 1),
                                OPT(zeros, .dtype = WEIR_INT64, .device = WEIR_DEVICE_DEFAULT),
                                &y));
            weir_status status = learn(&t, x, y, false);
            if (status == WEIR_OK) status = weir_optimizer_step(t.adam);
            weir_array_release(x);
            weir_array_release(y);
            weir_status all = weir_waitall(rt);
            if (status == WEIR_OK) status = all;
            if (part != 1) CHECK_OK(status);
            if (part == 0) read_all(t.net, before, sizeof before);
            if (part != 1) continue;
            if (status == WEIR_OK) {
                fitted++;
                break;
            }
            CHECK_EQ(status, WEIR_ENOMEM);
            refused++;
            weir_failure_clear(rt);
            CHECK_OK(weir_optimizer_clear(t.adam));
            weir_optimizer_zero_grad(t.adam);
            size_t n = read_all(t.net, after, sizeof after);
            CHECK(memcmp(before, after, n) == 0);
        }
        trainer_free(&t);
        weir_runtime_free(rt);
    }
    CHECK(refused > 0);
    CHECK(fitted > 0);
}

/* ---- Bad batches ----------------------------------------------------------------------------- */

static void check_bad_batch(float pixel, int64_t label, bool checked, const char *says) {
    static char before[8192], after[8192];
    weir_runtime *rt = kit_runtime(2);
    trainer t = trainer_new(rt, "Flatten, Linear(64, 16), ReLU, Linear(16, 5)");
    weir_array *x, *y;
    for (int i = 0; i < 3; i++) batch_step(&t, i);
    size_t n = read_all(t.net, before, sizeof before);
    make_batch(rt, 3, pixel, label, &x, &y);
    uint32_t site = weir_site_set(weir_site_intern("train.c", 41));
    CHECK_OK(learn(&t, x, y, checked));
    weir_site_set(site);
    CHECK_OK(weir_optimizer_step(t.adam));
    CHECK(weir_waitall(rt) != WEIR_OK);
    CHECK(weir_optimizer_step(t.adam) != WEIR_OK);
    CHECK_HAS(weir_error(), "train.c:41");
    CHECK_HAS(weir_error(), says);
    CHECK_OK(weir_optimizer_clear(t.adam));
    weir_failure_clear(rt);
    CHECK_EQ(read_all(t.net, after, sizeof after), n);
    CHECK(memcmp(before, after, n) == 0);
    weir_optimizer_zero_grad(t.adam);
    batch_step(&t, 4);
    CHECK_OK(weir_waitall(rt));
    read_all(t.net, after, sizeof after);
    CHECK(memcmp(before, after, n) != 0);
    weir_array_release(x);
    weir_array_release(y);
    trainer_free(&t);
    weir_runtime_free(rt);
}

TEST(a_bad_label_names_its_line_and_does_not_cost_the_model) {
    check_bad_batch(0, 9, false, "label 9");
}

TEST(a_nan_that_is_checked_for_names_its_line_and_does_not_cost_the_model) {
    check_bad_batch(NAN, 1, true, "check_finite");
    check_bad_batch(INFINITY, 1, true, "check_finite");
}

/* ---- Threads --------------------------------------------------------------------------------- */

typedef struct visitor {
    weir_block *net;
    weir_array *x;
    const float *wanted;
    pthread_t thread;
} visitor;

static void *predict(void *arg) {
    const visitor *v = arg;
    for (int i = 0; i < test_scaled(20); i++) {
        weir_array *y;
        float got[ROWS * 5];
        CHECK_OK(weir_block_call(v->net, v->x, &y));
        CHECK_OK(weir_array_read(y, got, sizeof got));
        CHECK(memcmp(got, v->wanted, sizeof got) == 0);
        weir_array_release(y);
    }
    return NULL;
}

TEST(sixteen_threads_share_a_trained_net) {
    enum { THREADS = 16 };
    weir_runtime *rt = kit_runtime(2);
    trainer t = trainer_new(rt, convolutional);
    for (int i = 0; i < 3; i++) batch_step(&t, i);
    weir_array *x, *label, *y;
    float wanted[ROWS * 5];
    make_batch(rt, 9, 0, 1, &x, &label);
    CHECK_OK(weir_block_call(t.net, x, &y));
    CHECK_OK(weir_array_read(y, wanted, sizeof wanted));
    visitor v[THREADS];
    for (int i = 0; i < THREADS; i++) {
        v[i] = (visitor){.net = t.net, .x = x, .wanted = wanted};
        CHECK(pthread_create(&v[i].thread, NULL, predict, &v[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(v[i].thread, NULL);
    weir_array_release(x);
    weir_array_release(label);
    weir_array_release(y);
    trainer_free(&t);
    weir_runtime_free(rt);
}
