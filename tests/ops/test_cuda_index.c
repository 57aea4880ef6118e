/* test_cuda_index.c - indices on a CUDA device: many that are equal, and those that are out of range.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "api/array_kit.h"
#include "walk.h"

enum { ROWS = 50, COLUMNS = 3, POINTS = 3000 };

static weir_runtime *runtime(void) {
    static weir_runtime *rt;
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    if (rt == NULL) {
        weir_config c = kit_config(2);
        rt = kit_runtime_of(&c);
    }
    return rt;
}

/* What a scatter needs: 60 values for each row of x, negative indices among them, in no order. */
typedef struct operands {
    weir_array *x, *indices, *values;
} operands;

static operands operands_on(weir_runtime *rt, int32_t device, int64_t bad) {
    static float x[ROWS * COLUMNS], values[POINTS * COLUMNS];
    static int64_t indices[POINTS];
    const int64_t points = POINTS, x_shape[] = {ROWS, COLUMNS}, value_shape[] = {POINTS, COLUMNS};
    uint32_t word = 7;
    for (int i = 0; i < ROWS * COLUMNS; i++) x[i] = (float)i / 3;
    for (int i = 0; i < POINTS * COLUMNS; i++) {
        word = word * 1664525u + 1013904223u;
        values[i] = (float)(int32_t)word / 1e9f;
        if (i < POINTS) indices[i] = (int64_t)(word >> 8) % (2 * ROWS) - ROWS;
    }
    if (bad != 0) indices[POINTS / 2] = bad;
    int32_t outer = weir_default_device_set(device);
    operands o = {.x = kit_array(rt, WEIR_FLOAT32, 2, x_shape, x),
                  .indices = kit_array(rt, WEIR_INT64, 1, &points, indices),
                  .values = kit_array(rt, WEIR_FLOAT32, 2, value_shape, values)};
    weir_default_device_set(outer);
    return o;
}

static void operands_free(operands *o) {
    weir_array_release(o->x);
    weir_array_release(o->indices);
    weir_array_release(o->values);
}

static weir_array *scattered(const operands *o, const char *mode) {
    weir_array *y = NULL;
    weir_scatter_options set = WEIR_SCATTER_OPTIONS;
    weir_scatter_combine_options combine = WEIR_SCATTER_COMBINE_OPTIONS;
    set.axis = combine.axis = 0;
    combine.reduce = mode;
    if (mode == NULL)
        CHECK_OK(weir_scatter(o->x, o->indices, o->values, &set, &y));
    else
        CHECK_OK(weir_scatter_combine(o->x, o->indices, o->values, &combine, &y));
    return y;
}

static void check_same_bits(const char *mode) {
    float here[ROWS * COLUMNS], there[ROWS * COLUMNS];
    weir_runtime *rt = runtime();
    operands cpu = operands_on(rt, WEIR_CPU(0), 0), gpu = operands_on(rt, WEIR_CUDA(0), 0);
    weir_array *a = scattered(&cpu, mode), *b = scattered(&gpu, mode);
    CHECK_EQ(weir_array_device(b), WEIR_CUDA(0));
    CHECK_OK(weir_array_read(a, here, sizeof here));
    CHECK_OK(weir_array_read(b, there, sizeof there));
    CHECK(memcmp(here, there, sizeof here) == 0);
    weir_array_release(a);
    weir_array_release(b);
    operands_free(&cpu);
    operands_free(&gpu);
}

TEST(cuda_scatter_stores_the_last_of_equal_indices) { check_same_bits(NULL); }
TEST(cuda_scatter_adds_in_order) { check_same_bits("sum"); }
TEST(cuda_scatter_multiplies_in_order) { check_same_bits("prod"); }
TEST(cuda_scatter_compares) {
    check_same_bits("max");
    check_same_bits("min");
}

/* An index out of range fails the call, and arrays that existed before keep their values. */
static void check_bad_index(int64_t bad) {
    float before[ROWS * COLUMNS], after[ROWS * COLUMNS];
    weir_runtime *rt = runtime();
    operands o = operands_on(rt, WEIR_CUDA(0), bad);
    weir_array *in[] = {o.x, o.indices, o.values}, *y = NULL;
    weir_scatter_add_attr attr = {.axis = 0};
    CHECK_OK(weir_array_read(o.x, before, sizeof before));
    CHECK_OK(weir_op_call_into(rt, kit_op("scatter_add"), in, 3, &attr, sizeof attr, &o.x, 1));
    CHECK_EQ(weir_array_wait(o.x), WEIR_EINDEX);
    CHECK_OK(weir_var_clear(weir_array_var(o.x)));
    CHECK_OK(weir_array_read(o.x, after, sizeof after));
    CHECK(memcmp(before, after, sizeof before) == 0);
    weir_take_options options = WEIR_TAKE_OPTIONS;
    options.axis = 0;
    CHECK_OK(weir_take(o.x, o.indices, &options, &y));
    CHECK_EQ(weir_array_wait(y), WEIR_EINDEX);
    weir_array_release(y);
    operands_free(&o);
}

TEST(cuda_index_too_high_fails) { check_bad_index(ROWS); }
TEST(cuda_index_too_low_fails) { check_bad_index(-ROWS - 1); }

/* A negative row of a lookup table is a mistake, and so is a class beyond the last. */
TEST(cuda_lookups_do_not_wrap) {
    weir_runtime *rt = runtime();
    const int64_t indices[] = {0, -1}, two = 2;
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    weir_array *x = kit_array(rt, WEIR_INT64, 1, &two, indices), *table = kit_ramp(rt, 12, 0, 1);
    weir_array *rows = kit_reshape(table, 4, 3), *y = NULL, *hot = NULL;
    weir_default_device_set(outer);
    CHECK_OK(weir_embedding(x, rows, NULL, &y));
    CHECK_EQ(weir_array_wait(y), WEIR_EINDEX);
    CHECK_OK(weir_one_hot(x, 5, NULL, &hot));
    CHECK_EQ(weir_array_wait(hot), WEIR_EINDEX);
    weir_array *all[] = {x, table, rows, y, hot};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
}

/* Masks of several pieces: x[mask] = values in order, and x[mask] again. */
TEST(cuda_masks_keep_the_order) {
    enum { N = 40000 };
    weir_runtime *rt = runtime();
    const int64_t n = N;
    int64_t count = 0;
    uint8_t *mask = calloc(N, 1);
    for (int i = 0; i < N; i++) count += mask[i] = i % 3 == 0 || i % 1000 < 7;
    float *values = malloc((size_t)count * sizeof *values);
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    weir_array *m = kit_array(rt, WEIR_BOOL, 1, &n, mask), *x = kit_filled(rt, N, -1);
    weir_array *v = kit_ramp(rt, count, 0, 1), *few = kit_ramp(rt, count - 1, 0, 1);
    weir_array *y = NULL, *z = NULL, *wrong = NULL;
    weir_default_device_set(outer);
    CHECK_OK(weir_mask_put(x, m, v, &y));
    CHECK_OK(weir_mask_select_sized(y, m, count, &z));
    CHECK_OK(weir_array_read(z, values, (size_t)count * sizeof *values));
    for (int64_t i = 0; i < count; i++) CHECK_EQ((int64_t)values[i], i);
    CHECK_OK(weir_mask_put(x, m, few, &wrong));
    CHECK_EQ(weir_array_wait(wrong), WEIR_EINVAL);
    weir_array *all[] = {m, x, v, few, y, z, wrong};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    free(mask);
    free(values);
}
