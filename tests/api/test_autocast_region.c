/* test_autocast_region.c - regions of autocast: they nest, and keep casts of parameters.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "array_kit.h"

enum { SIDE = 16, COUNT = SIDE * SIDE };

/* Too large to be computed inside the call. */
static weir_array *matrix(weir_runtime *rt, float start) {
    weir_array *flat = kit_ramp(rt, COUNT, start, 0.037f), *x = kit_reshape(flat, SIDE, SIDE);
    weir_array *y = kit_call("copy", x, NULL);
    weir_array_release(flat);
    weir_array_release(x);
    return y;
}

static weir_array *parameter(weir_runtime *rt, float start) {
    weir_array *x = matrix(rt, start);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    return x;
}

static weir_autocast_region *begin(weir_dtype dtype) {
    weir_autocast_region *region = NULL;
    CHECK_OK(weir_autocast_begin(dtype, WEIR_DEVICE_DEFAULT, &region));
    CHECK(region != NULL);
    CHECK_EQ(weir_autocast(), dtype);
    return region;
}

/* Check that a product with bfloat16 inputs is the one of explicit casts, and return the number of
 * tasks that it took: 1, and 1 for each cast. */
static uint64_t tasks_of_product(weir_array *a, weir_array *b) {
    weir_runtime *rt = weir_array_runtime(a);
    weir_autocast_region *off;
    float got[COUNT], wanted[COUNT];
    uint64_t before = kit_stats(rt).issued;
    weir_array *y = kit_call("matmul", a, b), *low[2] = {NULL}, *z, *wide[2] = {NULL};
    uint64_t tasks = kit_stats(rt).issued - before;
    off = begin(WEIR_DTYPE_DEFAULT);
    CHECK_EQ(weir_array_dtype(y), WEIR_BFLOAT16);
    CHECK_OK(weir_astype(a, WEIR_BFLOAT16, &low[0]));
    CHECK_OK(weir_astype(b, WEIR_BFLOAT16, &low[1]));
    z = kit_call("matmul", low[0], low[1]);
    CHECK_OK(weir_astype(y, WEIR_FLOAT32, &wide[0]));
    CHECK_OK(weir_astype(z, WEIR_FLOAT32, &wide[1]));
    weir_autocast_end(off);
    CHECK_OK(weir_array_read(wide[0], got, sizeof got));
    CHECK_OK(weir_array_read(wide[1], wanted, sizeof wanted));
    CHECK(memcmp(got, wanted, sizeof got) == 0);
    weir_array *all[] = {y, z, low[0], low[1], wide[0], wide[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    return tasks;
}

/* ---- Which casts are kept -------------------------------------------------------------------- */

TEST(a_parameter_is_cast_once_in_a_region) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -3), *w = parameter(rt, -5);
    weir_autocast_region *outer = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(x, w), 3);
    CHECK_EQ(tasks_of_product(x, w), 2); /* x is not a parameter */
    CHECK_EQ(tasks_of_product(w, w), 1);
    weir_autocast_region *inner = begin(WEIR_FLOAT16);
    weir_array *y = kit_call("matmul", w, w);
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT16);
    weir_array_release(y);
    weir_autocast_end(inner);
    CHECK_EQ(tasks_of_product(w, w), 1);
    weir_autocast_end(outer);
    CHECK_EQ(weir_autocast(), 0);
    outer = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 2); /* one task casts it for both inputs */
    weir_autocast_end(outer);
    CHECK_OK(weir_autocast_set(WEIR_BFLOAT16, NULL)); /* no region, nothing is kept */
    CHECK_EQ(tasks_of_product(w, w), 3);
    CHECK_EQ(tasks_of_product(w, w), 3);
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));
    weir_array_release(x);
    weir_array_release(w);
    weir_runtime_free(rt);
}

TEST(a_parameter_that_was_written_is_cast_again) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *w = parameter(rt, -5), *one = kit_scalar(rt, 1), *row = NULL;
    weir_autocast_region *region = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 2);
    kit_into("add", w, one, w);
    CHECK_EQ(tasks_of_product(w, w), 2);
    CHECK_EQ(tasks_of_product(w, w), 1);
    CHECK_OK(weir_select(w, 3, NULL, &row)); /* through a view */
    kit_into("add", row, one, row);
    CHECK_EQ(tasks_of_product(w, w), 2);
    float *data = NULL; /* by the program */
    CHECK_OK(weir_array_map(w, WEIR_MAP_WRITE, (void **)&data));
    data[5] = 77;
    CHECK_EQ(tasks_of_product(w, w), 3); /* mapped: not kept */
    CHECK_OK(weir_array_unmap(w));
    CHECK_EQ(tasks_of_product(w, w), 2);
    CHECK_EQ(tasks_of_product(w, w), 1);
    /* By a library that got the memory as an export for reading and writing. */
    CHECK_OK(weir_array_map(w, WEIR_MAP_READ, (void **)&data));
    data[6] = 78;
    CHECK_OK(weir_array_unmap(w));
    CHECK_EQ(tasks_of_product(w, w), 2);
    CHECK_EQ(tasks_of_product(w, w), 1);
    weir_autocast_end(region);
    weir_array_release(row);
    weir_array_release(one);
    weir_array_release(w);
    weir_runtime_free(rt);
}

TEST(views_and_arrays_without_gradient_are_not_kept) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *w = parameter(rt, -5), *x = matrix(rt, 1), *turned = kit_transposed(w);
    weir_array *both = NULL;
    weir_autocast_region *region = begin(WEIR_BFLOAT16);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(tasks_of_product(x, x), 3);
        CHECK_EQ(tasks_of_product(turned, turned), 3);
    }
    /* A reshaped parameter has a cast of its own. */
    CHECK_OK(weir_reshape(w, WEIR_I64S(4, COUNT / 4), &both));
    CHECK_EQ(tasks_of_product(w, w), 2);
    weir_array *y = kit_transposed(both), *z = kit_call("matmul", both, y);
    CHECK_EQ(weir_array_shape(z)[0], 4);
    CHECK_EQ(tasks_of_product(w, w), 1);
    weir_autocast_end(region);
    weir_array *all[] = {w, x, turned, both, y, z};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(a_cast_that_failed_is_not_used_again) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *w = parameter(rt, -5);
    CHECK_OK(weir_array_wait(w));
    weir_autocast_region *region = begin(WEIR_BFLOAT16);
    kit_gate_array(w, &gate); /* the cast waits for it */
    test_gate_await(&gate, 1);
    weir_array *y = kit_call("matmul", w, w);
    CHECK_OK(weir_cancel_all(rt));
    test_gate_open(&gate);
    CHECK(weir_array_wait(y) != WEIR_OK);
    weir_array_release(y);
    weir_waitall(rt);
    CHECK_EQ(tasks_of_product(w, w), 2);
    weir_autocast_end(region);
    weir_array_release(w);
    weir_runtime_free(rt);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient of sum(x w + w x) for two recordings in one region, or with explicit casts. */
static void gradient(weir_array *x, weir_array *w, bool explicit, float *to) {
    weir_autocast_region *region = explicit ? NULL : begin(WEIR_BFLOAT16);
    CHECK_OK(weir_array_attach_grad(w, WEIR_GRAD_ADD));
    for (int i = 0; i < 2; i++) {
        int recording = weir_recording_set(1);
        weir_array *low[3] = {NULL}, *all[7];
        if (explicit) {
            CHECK_OK(weir_astype(x, WEIR_BFLOAT16, &low[0]));
            CHECK_OK(weir_astype(w, WEIR_BFLOAT16, &low[1]));
            CHECK_OK(weir_astype(w, WEIR_BFLOAT16, &low[2]));
        }
        all[0] = kit_call("matmul", explicit ? low[0] : x, explicit ? low[1] : w);
        all[1] = kit_call("matmul", explicit ? low[2] : w, explicit ? low[0] : x);
        all[2] = kit_call("add", all[0], all[1]);
        all[3] = NULL;
        CHECK_OK(weir_astype(all[2], WEIR_FLOAT32, &all[3]));
        all[4] = kit_call("sum", all[3], NULL);
        weir_recording_set(recording);
        CHECK_OK(weir_backward(&all[4], 1, NULL, 0));
        for (int j = 0; j < 5; j++) weir_array_release(all[j]);
        for (int j = 0; j < 3; j++) weir_array_release(low[j]);
    }
    weir_autocast_end(region);
    weir_array *grad = weir_array_grad(w);
    CHECK_EQ(weir_array_dtype(grad), WEIR_FLOAT32);
    CHECK_OK(weir_array_read(grad, to, COUNT * sizeof *to));
    weir_array_release(grad);
    CHECK_OK(weir_array_attach_grad(w, WEIR_GRAD_NULL));
}

TEST(each_use_of_a_kept_cast_has_its_own_gradient) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -3), *w = matrix(rt, -5);
    float got[COUNT], wanted[COUNT];
    gradient(x, w, true, wanted);
    gradient(x, w, false, got);
    CHECK(memcmp(got, wanted, sizeof got) == 0);
    weir_array_release(x);
    weir_array_release(w);
    weir_runtime_free(rt);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

TEST(casts_go_with_the_region_and_with_their_parameters) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *w = parameter(rt, -5), *y;
    CHECK_OK(weir_waitall(rt));
    uint64_t before = kit_memory(rt).used;
    weir_autocast_region *region = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 2);
    CHECK_OK(weir_waitall(rt));
    CHECK(kit_memory(rt).used > before);
    weir_autocast_end(region);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == before);

    region = begin(WEIR_BFLOAT16);
    for (int i = 0; i < 3000; i++) { /* with new parameters, as in a search */
        weir_array *fresh = parameter(rt, (float)i);
        y = kit_call("matmul", fresh, w);
        weir_array_release(y);
        weir_array_release(fresh);
        if (i % 100 == 0) CHECK_OK(weir_waitall(rt));
    }
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used < before + 300 * (COUNT * 6));
    CHECK_EQ(tasks_of_product(w, w), 1); /* its cast is still there */
    weir_autocast_end(region);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == before);
    weir_array_release(w);
    weir_runtime_free(rt);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static void *end_it(void *region) {
    weir_autocast_end(region);
    return NULL;
}

TEST(regions_end_in_any_order_and_on_any_thread) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *w = parameter(rt, -5);
    weir_autocast_region *a = begin(WEIR_BFLOAT16), *b = begin(WEIR_FLOAT16);
    weir_autocast_end(a); /* below another one: what it kept is freed, the dtype stays */
    CHECK_EQ(weir_autocast(), WEIR_FLOAT16);
    weir_autocast_end(b);
    CHECK_EQ(weir_autocast(), WEIR_BFLOAT16);
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));

    CHECK_OK(weir_waitall(rt));
    uint64_t before = kit_memory(rt).used;
    a = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 2);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_it, a), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == before);
    CHECK_EQ(weir_autocast(), WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 3); /* it has ended */
    a = begin(WEIR_BFLOAT16);
    CHECK_EQ(tasks_of_product(w, w), 2);
    CHECK_EQ(tasks_of_product(w, w), 1);
    weir_autocast_end(a);
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));
    weir_autocast_end(NULL);
    weir_array_release(w);
    weir_runtime_free(rt);
}

TEST(bad_regions_are_refused_and_change_nothing) {
    weir_autocast_region *region = NULL, *none = NULL;
    CHECK_OK(weir_autocast_begin(WEIR_FLOAT16, WEIR_CPU(0), &region));
    CHECK_STATUS(weir_autocast_begin(WEIR_FLOAT32, WEIR_DEVICE_DEFAULT, &none), EINVAL);
    CHECK_HAS(weir_error(), "the dtype is float32");
    CHECK_STATUS(weir_autocast_begin(WEIR_BFLOAT16, WEIR_CPU(64), &none), EDEVICE);
    CHECK_STATUS(weir_autocast_begin(WEIR_BFLOAT16, -2, &none), EDEVICE);
    CHECK_STATUS(weir_autocast_begin(WEIR_BFLOAT16, WEIR_DEVICE_DEFAULT, NULL), EINVAL);
    CHECK_HAS(weir_error(), "region is NULL");
    CHECK(none == NULL);
    CHECK_EQ(weir_autocast(), WEIR_FLOAT16);
    CHECK_EQ(weir_autocast_device(), WEIR_CPU(0));
    weir_autocast_end(region);
    CHECK_EQ(weir_autocast(), 0);
    CHECK_EQ(weir_autocast_device(), WEIR_DEVICE_DEFAULT);
}

TEST(a_region_can_be_limited_to_one_kind_of_device) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = matrix(rt, -3), *far = NULL, *y, *z;
    weir_autocast_region *region = NULL;
    CHECK_OK(weir_to_device(x, WEIR_NULL(0), &far));
    static const int32_t limits[] = {WEIR_DEVICE_DEFAULT, WEIR_CPU(1), WEIR_NULL(2)};
    for (int i = 0; i < 3; i++) {
        CHECK_OK(weir_autocast_begin(WEIR_BFLOAT16, limits[i], &region));
        y = kit_call("matmul", x, x);
        z = kit_call("matmul", far, far);
        CHECK_EQ(weir_array_dtype(y), limits[i] == WEIR_NULL(2) ? WEIR_FLOAT32 : WEIR_BFLOAT16);
        CHECK_EQ(weir_array_dtype(z), limits[i] == WEIR_CPU(1) ? WEIR_FLOAT32 : WEIR_BFLOAT16);
        CHECK_EQ(weir_array_device(z), WEIR_NULL(0));
        weir_autocast_end(region);
        weir_array_release(y);
        weir_array_release(z);
    }
    weir_array_release(x);
    weir_array_release(far);
    weir_runtime_free(rt);
}

/* ---- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 3, TURNS = 40 };

static void *use(void *w) {
    weir_autocast_region *region = begin(WEIR_BFLOAT16);
    for (int i = 0; i < TURNS; i++) {
        weir_array *y = kit_call("matmul", w, w);
        CHECK_EQ(weir_array_dtype(y), WEIR_BFLOAT16);
        weir_array_release(y);
    }
    weir_autocast_end(region);
    return NULL;
}

TEST(threads_have_their_own_regions) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array *w = parameter(rt, -5), *one = kit_scalar(rt, 0);
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_create(&thread[i], NULL, use, w), 0);
    for (int i = 0; i < TURNS; i++) kit_into("add", w, one, w);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_join(thread[i], NULL), 0);
    CHECK_EQ(weir_autocast(), 0);
    CHECK_OK(weir_waitall(rt));
    weir_array_release(w);
    weir_array_release(one);
    weir_runtime_free(rt);
}
