/* test_cuda_optim.c - optimiser steps and the scale of a loss on a CUDA device, against the CPU.
 *
 * A difference is reported, and the test continues: it fails at its end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "cuda_kit.h"

enum { PARAMS = 2, ROWS = 3, COLUMNS = 700, ELEMENTS = ROWS * COLUMNS + 5, STEPS = 3 };

static const int64_t shape[PARAMS][2] = {{ROWS, COLUMNS}, {5, 0}};
static int differences;

static weir_array *values(weir_runtime *rt, int32_t device, int i, int salt, weir_dtype dtype) {
    static float x[ROWS * COLUMNS];
    int64_t count = i == 0 ? ROWS * COLUMNS : 5;
    for (int64_t k = 0; k < count; k++) x[k] = (float)((k * 7 + salt * 3) % 11 - 5) * 0.125f;
    int32_t outer = weir_default_device_set(device);
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 2 - i, shape[i], x), *y = NULL;
    CHECK_OK(weir_astype(a, dtype, &y));
    weir_default_device_set(outer);
    weir_array_release(a);
    return y;
}

/* "lr=0.1 momentum=0.9" */
static weir_optimizer *make(weir_runtime *rt, const char *name, const char *text, weir_array **p) {
    _Alignas(16) char attr[256];
    const weir_optimizer_kind *kind = weir_optimizer_kind_find(name);
    weir_optimizer *o = NULL;
    CHECK(kind != NULL && kind->attr_size <= sizeof attr);
    CHECK_OK(weir_optimizer_attr_init(kind, attr, kind->attr_size));
    for (; *text != '\0'; text += strcspn(text, " "), text += strspn(text, " ")) {
        size_t n = strcspn(text, "=");
        double value = strtod(text + n + 1, NULL);
        int32_t word = (int32_t)value;
        bool found = false;
        for (uint32_t i = 0; i < kind->attr_count && !found; i++) {
            const weir_attr *a = &kind->attrs[i];
            found = strlen(a->name) == n && memcmp(a->name, text, n) == 0;
            if (found && a->type == WEIR_ATTR_F64)
                memcpy(attr + a->offset, &value, sizeof value);
            else if (found)
                memcpy(attr + a->offset, &word, sizeof word);
        }
        CHECK(found);
    }
    CHECK_OK(weir_optimizer_new(rt, kind, attr, kind->attr_size, p, PARAMS, &o));
    return o;
}

static void read_floats(weir_array *a, int64_t count, float *out) {
    weir_array *x = NULL;
    CHECK_OK(weir_astype(a, WEIR_FLOAT32, &x));
    if (weir_array_read(x, out, (size_t)count * sizeof *out) != WEIR_OK) {
        differences++;
        fprintf(stderr, "%s\n", weir_error());
    }
    weir_array_release(x);
}

/* Steps on one device.  With `scaled`, step 1 has an infinite gradient and is skipped. */
static void train(weir_runtime *rt, int32_t device, const char *kind, const char *settings,
                  weir_dtype dtype, bool scaled, float *out, float *state) {
    weir_array *p[PARAMS];
    weir_scaler *scaler = NULL;
    if (scaled) {
        weir_scaler_options options;
        weir_scaler_options_init(&options);
        int32_t outer = weir_default_device_set(device);
        CHECK_OK(weir_scaler_new(rt, &options, &scaler));
        weir_array *loss = values(rt, device, 1, 0, WEIR_FLOAT32), *y = NULL;
        CHECK_OK(weir_scaler_scale(scaler, loss, &y)); /* the state follows the first loss */
        weir_default_device_set(outer);
        weir_array_release(loss);
        weir_array_release(y);
    }
    for (int i = 0; i < PARAMS; i++) {
        p[i] = values(rt, device, i, 1, dtype);
        CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_WRITE));
    }
    weir_optimizer *o = make(rt, kind, settings, p);
    for (int t = 0; t < STEPS; t++) {
        for (int i = 0; i < PARAMS; i++) {
            weir_array *g = values(rt, device, i, 2 + t, dtype), *huge = NULL;
            if (scaled && t == 1) { /* 1 / 0 */
                weir_array *zero = NULL;
                CHECK_OK(weir_zeros_like(g, NULL, &zero));
                CHECK_OK(weir_divide(g, zero, &huge));
                weir_array_release(zero);
            }
            CHECK_OK(weir_array_grad_set(p[i], huge != NULL ? huge : g));
            weir_array_release(g);
            weir_array_release(huge);
        }
        if (scaled) {
            CHECK_OK(weir_scaler_step(scaler, o));
            CHECK_OK(weir_scaler_update(scaler));
        } else {
            CHECK_OK(weir_optimizer_step(o));
        }
        weir_optimizer_zero_grad(o);
    }
    for (int i = 0; i < PARAMS; i++)
        read_floats(p[i], i == 0 ? ROWS * COLUMNS : 5, out + i * ROWS * COLUMNS);
    if (scaled) read_floats(weir_scaler_state(scaler), 4, state);
    weir_optimizer_free(o);
    weir_scaler_free(scaler);
    release_arrays(p, PARAMS);
}

static void compare(const char *kind, const char *settings, weir_dtype dtype, bool scaled) {
    static float wanted[ELEMENTS], got[ELEMENTS], want_state[4], got_state[4];
    double tolerance = dtype == WEIR_FLOAT16 ? 2e-3 : dtype == WEIR_BFLOAT16 ? 2e-2 : 2e-6;
    int shown = 0;
    train(runtime(), WEIR_CPU(0), kind, settings, dtype, scaled, wanted, want_state);
    train(runtime(), WEIR_CUDA(0), kind, settings, dtype, scaled, got, got_state);
    for (int i = 0; i < ELEMENTS; i++) {
        if (fabs((double)got[i] - (double)wanted[i]) <= tolerance) continue;
        differences++;
        if (shown++ < 3)
            fprintf(stderr, "%s %s, %s: element %d is %.9g, not %.9g\n", kind, settings,
                    weir_dtype_name(dtype), i, (double)got[i], (double)wanted[i]);
    }
    if (scaled && memcmp(want_state, got_state, sizeof got_state) != 0) {
        differences++;
        fprintf(stderr, "the scale is %g after %g skipped steps, not %g after %g\n",
                (double)got_state[0], (double)got_state[3], (double)want_state[0],
                (double)want_state[3]);
    }
}

static void check_kind(const char *kind, const char *const *settings) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_FLOAT16, WEIR_BFLOAT16};
    need_cuda();
    for (; *settings != NULL; settings++)
        for (int d = 0; d < 4; d++) compare(kind, *settings, dtypes[d], false);
    if (differences > 0) test_fail(__FILE__, __LINE__, "%d differences", differences);
}

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(steps_of_sgd_on_a_cuda_device) {
    check_kind("SGD", LIST("lr=0.1", "lr=0.1 momentum=0.9 nesterov=1 weight_decay=0.1",
                           "lr=0.1 max_norm=0.5"));
}
TEST(steps_of_adam_on_a_cuda_device) {
    check_kind("Adam", LIST("lr=0.01", "lr=0.01 amsgrad=1 beta2=0.5 weight_decay=0.1"));
}
TEST(steps_of_adamw_on_a_cuda_device) { check_kind("AdamW", LIST("lr=0.01")); }
TEST(steps_of_rmsprop_on_a_cuda_device) {
    check_kind("RMSprop", LIST("lr=0.01", "lr=0.01 momentum=0.9 centered=1 alpha=0.9"));
}
TEST(steps_of_adagrad_on_a_cuda_device) { check_kind("Adagrad", LIST("lr=0.1")); }
TEST(steps_of_adadelta_on_a_cuda_device) { check_kind("Adadelta", LIST("lr=0.1")); }
TEST(steps_of_lamb_on_a_cuda_device) { check_kind("LAMB", LIST("lr=0.01")); }

TEST(a_scaled_step_is_skipped_as_on_the_cpu) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT16};
    need_cuda();
    for (int d = 0; d < 2; d++) compare("SGD", "lr=0.5", dtypes[d], true);
    if (differences > 0) test_fail(__FILE__, __LINE__, "%d differences", differences);
}
