/* test_cuda_index.c - indices on a CUDA device: many that are equal, and those that are out of
 * range; sorting rows that have equal elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/array_kit.h"
#include "cuda_kit.h"

enum { ROWS = 50, COLUMNS = 3, POINTS = 5000 };

/* What a scatter needs: 100 values for each row of x, negative indices among them, in no order. */
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

/* Into an array that existed before, which is not x: it gets all values, or none. */
TEST(cuda_scatter_into_another_array) {
    float wanted[ROWS * COLUMNS], got[ROWS * COLUMNS];
    weir_runtime *rt = runtime();
    operands cpu = operands_on(rt, WEIR_CPU(0), 0), gpu = operands_on(rt, WEIR_CUDA(0), 0);
    operands bad = operands_on(rt, WEIR_CUDA(0), ROWS);
    weir_array *sum = scattered(&cpu, "sum"), *out = NULL;
    weir_scatter_add_attr attr = {.axis = 0};
    const weir_op *op = kit_op("scatter_add");
    CHECK_OK(weir_multiply(gpu.x, gpu.x, &out));
    weir_array *good_in[] = {gpu.x, gpu.indices, gpu.values};
    weir_array *bad_in[] = {bad.x, bad.indices, bad.values};
    CHECK_OK(weir_array_read(sum, wanted, sizeof wanted));
    CHECK_OK(weir_op_call_into(rt, op, good_in, 3, &attr, sizeof attr, &out, 1));
    CHECK_OK(weir_array_read(out, got, sizeof got));
    CHECK(memcmp(wanted, got, sizeof got) == 0);
    CHECK_OK(weir_op_call_into(rt, op, bad_in, 3, &attr, sizeof attr, &out, 1));
    CHECK_EQ(weir_array_wait(out), WEIR_EINDEX);
    CHECK_OK(weir_var_clear(weir_array_var(out)));
    CHECK_OK(weir_array_read(out, got, sizeof got));
    CHECK(memcmp(wanted, got, sizeof got) == 0);
    weir_array_release(sum);
    weir_array_release(out);
    operands_free(&cpu);
    operands_free(&gpu);
    operands_free(&bad);
}

/* Rows of 16 bytes, to a part of an array that does not begin at a multiple of 16 bytes. */
TEST(cuda_take_into_a_part) {
    float got[10];
    weir_runtime *rt = runtime();
    const int64_t indices[] = {2, -3}, two = 2;
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    weir_array *flat = kit_ramp(rt, 12, 0, 1), *x = kit_reshape(flat, 3, 4);
    weir_array *all = kit_filled(rt, 10, -1), *part = kit_cut(all, 1, 9);
    weir_array *to = kit_reshape(part, 2, 4), *at = kit_array(rt, WEIR_INT64, 1, &two, indices);
    weir_array *in[] = {x, at};
    weir_take_attr attr = {.axis = 0};
    weir_default_device_set(outer);
    CHECK_OK(weir_op_call_into(rt, kit_op("take"), in, 2, &attr, sizeof attr, &to, 1));
    CHECK_OK(weir_array_read(all, got, sizeof got));
    for (int i = 0; i < 10; i++)
        CHECK_EQ((int)got[i], i == 0 || i == 9 ? -1 : i < 5 ? 8 + i - 1 : i - 5);
    weir_array *list[] = {flat, x, all, part, to, at};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) weir_array_release(list[i]);
}

/* Numbers are not arrays of the device: they travel with the call. */
TEST(cuda_numbers_are_indices_and_values) {
    float y[12], taken;
    weir_runtime *rt = runtime();
    const int64_t place = 5;
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    weir_array *flat = kit_ramp(rt, 12, 0, 1), *x = kit_reshape(flat, 3, 4);
    weir_array *turned = kit_transposed(x), *at = NULL, *one = NULL, *z = NULL;
    weir_array *list = kit_array(rt, WEIR_INT64, 0, NULL, &place), *value = kit_number(rt, -7);
    CHECK_OK(weir_number_i64(rt, -11, &at));
    /* position 1 of the transposed array, row-major, is x[1, 0] */
    CHECK_OK(weir_take(turned, at, NULL, &one));
    CHECK_OK(weir_array_read(one, &taken, sizeof taken));
    CHECK_EQ((int)taken, 4);
    CHECK_OK(weir_scatter(turned, list, value, NULL, &z));
    weir_default_device_set(outer);
    CHECK_OK(weir_array_read(z, y, sizeof y));
    for (int i = 0; i < 12; i++) CHECK_EQ((int)y[i], i == 5 ? -7 : i % 3 * 4 + i / 3);
    weir_array *all[] = {flat, x, turned, at, one, z, list, value};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
}

/* The record of a call has room for 64 flags; a number behind them is refused, not read. */
TEST(cuda_stack_refuses_late_numbers) {
    enum { N = 66 };
    weir_runtime *rt = runtime();
    weir_array *in[N], *y = NULL;
    float got[N];
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    for (int i = 0; i < N; i++) in[i] = i == 3 ? kit_number(rt, 3) : kit_scalar(rt, (float)i);
    CHECK_OK(weir_stack(in, N, NULL, &y));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    for (int i = 0; i < N; i++) CHECK_EQ((int)got[i], i);
    weir_array_release(y);
    weir_array_release(in[N - 1]);
    in[N - 1] = kit_number(rt, 3);
    CHECK_EQ(weir_stack(in, N, NULL, &y), WEIR_EINVAL);
    weir_default_device_set(outer);
    for (int i = 0; i < N; i++) weir_array_release(in[i]);
}

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

/* ---- Sorting --------------------------------------------------------------------------------- */

enum { LENGTH = 1300 }; /* of a row: more than a block of pairs */

static weir_array *rows_on(weir_runtime *rt, int32_t device) {
    static float x[2 * LENGTH];
    const int64_t shape[] = {2, LENGTH};
    for (int i = 0; i < 2 * LENGTH; i++) x[i] = (float)(i * 7919 % 101 - 50);
    for (int i = 0; i < 2 * LENGTH; i += 97) x[i] = i % 2 ? NAN : -0.0f;
    x[40] = -INFINITY;
    x[50] = INFINITY;
    int32_t outer = weir_default_device_set(device);
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 2, shape, x);
    weir_default_device_set(outer);
    return a;
}

static void check_same_order(uint8_t descending) {
    static float values[2][2 * LENGTH];
    static int64_t indices[2][2 * LENGTH];
    weir_runtime *rt = runtime();
    for (int i = 0; i < 2; i++) {
        weir_array *x = rows_on(rt, i == 0 ? WEIR_CPU(0) : WEIR_CUDA(0)), *y = NULL, *order = NULL;
        weir_sort_options sort = WEIR_SORT_OPTIONS;
        weir_argsort_options argsort = WEIR_ARGSORT_OPTIONS;
        sort.descending = argsort.descending = descending;
        CHECK_OK(weir_sort(x, &sort, &y));
        CHECK_OK(weir_argsort(x, &argsort, &order));
        CHECK_OK(weir_array_read(y, values[i], sizeof values[i]));
        CHECK_OK(weir_array_read(order, indices[i], sizeof indices[i]));
        weir_array_release(x);
        weir_array_release(y);
        weir_array_release(order);
    }
    for (int i = 0; i < 2 * LENGTH; i++) {
        bool same = memcmp(&values[0][i], &values[1][i], sizeof(float)) == 0;
        CHECK(same || (isnan(values[0][i]) && isnan(values[1][i])));
    }
    CHECK(memcmp(indices[0], indices[1], sizeof indices[0]) == 0);
}

TEST(cuda_sort_is_stable) {
    check_same_order(0);
    check_same_order(1);
}
