/* test_index.c - reading and writing by index: slices, single indices, index arrays, masks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <stdio.h>

#define NONE WEIR_NONE
#define LIST(...)                                                                                  \
    (const int64_t[]){__VA_ARGS__},                                                                \
        (int64_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static weir_runtime *rt;

/* A runtime, and a scope that owns every array of a test. */
static weir_scope *begin(int workers) {
    weir_scope *scope = NULL;
    rt = kit_runtime(workers);
    CHECK_OK(weir_scope_new(&scope));
    return scope;
}

static void end(weir_scope *scope) {
    CHECK_OK(weir_scope_free(scope));
    weir_runtime_free(rt);
}

static weir_array *array_of(weir_dtype dtype, const int64_t *shape, int32_t ndim,
                            const void *data) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, dtype, shape, ndim, data, &a));
    return a;
}

/* i64(LIST(2, 2), LIST(1, 2, 3, 4)) */
static weir_array *i64(const int64_t *shape, int64_t ndim, const int64_t *data, int64_t count) {
    (void)count;
    return array_of(WEIR_INT64, shape, (int32_t)ndim, data);
}

/* 0, 1, 2 ... */
static weir_array *counted(weir_dtype dtype, const int64_t *shape, int64_t ndim) {
    int64_t count = 1, data[512];
    weir_array *a = NULL;
    for (int64_t i = 0; i < ndim; i++) count *= shape[i];
    CHECK_LE(count, 512);
    for (int64_t i = 0; i < count; i++) data[i] = i;
    CHECK_OK(weir_astype(array_of(WEIR_INT64, shape, (int32_t)ndim, data), dtype, &a));
    return a;
}

static weir_array *bools(const int64_t *shape, int64_t ndim, const int64_t *data, int64_t count) {
    uint8_t truth[512];
    for (int64_t i = 0; i < count; i++) truth[i] = data[i] != 0;
    return array_of(WEIR_BOOL, shape, (int32_t)ndim, truth);
}

static weir_array *number(int64_t value) {
    weir_array *a = NULL;
    CHECK_OK(weir_number_i64(rt, value, &a));
    return a;
}

/* "[[1, 2], [3, 4]]", whatever the dtype. */
static char *put_text(char *to, int32_t ndim, const int64_t *shape, const int64_t **values) {
    if (ndim == 0) return to + sprintf(to, "%lld", (long long)*(*values)++);
    *to++ = '[';
    for (int64_t i = 0; i < *shape; i++) {
        if (i > 0) to += sprintf(to, ", ");
        to = put_text(to, ndim - 1, shape + 1, values);
    }
    return to + sprintf(to, "]");
}

static const char *text(weir_array *a) {
    static char t[4096];
    int64_t values[512];
    const int64_t *next = values;
    weir_array *whole = NULL;
    CHECK_OK(weir_astype(a, WEIR_INT64, &whole));
    CHECK_LE(weir_array_count(a), 512);
    CHECK_OK(weir_array_read(whole, values, (size_t)weir_array_count(a) * sizeof *values));
    put_text(t, weir_array_ndim(a), weir_array_shape(a), &next);
    return t;
}

#define SHOWS(array, wanted) CHECK_STR(text(array), wanted)

/* The attributes of an operator, for weir_op_call_into. */
typedef struct index_put_attr {
    weir_i64s axes;
    int32_t front, accumulate;
} index_put_attr;

/* ---- Slices ---------------------------------------------------------------------------------- */

static weir_array *slice(weir_array *x, int64_t start, int64_t stop, int64_t step) {
    weir_array *y = NULL;
    CHECK_OK(weir_slice(x,
                        OPT(slice, .starts = weir_i64s_of(&start, 1),
                            .stops = weir_i64s_of(&stop, 1), .steps = weir_i64s_of(&step, 1)),
                        &y));
    return y;
}

TEST(a_slice_is_what_python_says) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(6));
    SHOWS(slice(x, 1, 4, NONE), "[1, 2, 3]");
    SHOWS(slice(x, NONE, NONE, -1), "[5, 4, 3, 2, 1, 0]");
    SHOWS(slice(x, NONE, NONE, 4), "[0, 4]");
    SHOWS(slice(x, -2, NONE, NONE), "[4, 5]");
    SHOWS(slice(x, -100, 100, 5), "[0, 5]");
    SHOWS(slice(x, 100, -100, -2), "[5, 3, 1]");
    SHOWS(slice(x, 4, 1, -1), "[4, 3, 2]");
    SHOWS(slice(x, 4, 1, 1), "[]");
    SHOWS(slice(x, 1, 4, -1), "[]");
    SHOWS(slice(x, 0, -6, -1), "[]");
    SHOWS(slice(x, 2, NONE, INT64_MAX), "[2]");
    SHOWS(slice(x, 2, NONE, INT64_MIN + 1), "[2]");
    end(scope);
}

TEST(a_slice_of_several_axes_is_a_view) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(3, 4)), *y = NULL, *z = NULL;
    CHECK_OK(weir_slice(x,
                        OPT(slice, .starts = WEIR_I64S(NONE, 1), .stops = WEIR_I64S(2, NONE),
                            .steps = WEIR_I64S(NONE, 2)),
                        &y));
    SHOWS(y, "[[1, 3], [5, 7]]");
    CHECK(weir_array_var(x) == weir_array_var(y));
    weir_array *in[] = {number(-1)};
    CHECK_OK(weir_broadcast_to(in[0], WEIR_I64S(2, 2), &z));
    CHECK_OK(weir_op_call_into(rt, weir_op_find("copy"), &z, 1, NULL, 0, &y, 1));
    SHOWS(x, "[[0, -1, 2, -1], [4, -1, 6, -1], [8, 9, 10, 11]]");
    end(scope);
}

TEST(invalid_slices_are_refused) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(3, 4)), *y = NULL;
    CHECK_STATUS(weir_slice(x, OPT(slice, .steps = WEIR_I64S(1, 0)), &y), EINVAL);
    CHECK_STR(weir_error(), "slice: the step along axis 1 must not be 0");
    CHECK_STATUS(weir_slice(x, OPT(slice, .starts = WEIR_I64S(0, 0, 0)), &y), EINVAL);
    CHECK_STR(weir_error(), "slice: 3 values of starts given for an array with 2 dimensions");
    end(scope);
}

TEST(slice_update_replaces_a_slice_of_a_copy) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(5)), *y = NULL;
    CHECK_OK(weir_slice_update(
        x, i64(LIST(2), LIST(7, 8)),
        OPT(slice_update, .starts = WEIR_I64S(-1), .stops = WEIR_I64S(1), .steps = WEIR_I64S(-2)),
        &y));
    SHOWS(y, "[0, 1, 8, 3, 7]");
    SHOWS(x, "[0, 1, 2, 3, 4]");
    CHECK_OK(weir_slice_update(
        x, number(9), OPT(slice_update, .starts = WEIR_I64S(1), .stops = WEIR_I64S(3)), &y));
    SHOWS(y, "[0, 9, 9, 3, 4]");
    CHECK_STATUS(weir_slice_update(x, counted(WEIR_INT64, LIST(3)),
                                   OPT(slice_update, .starts = WEIR_I64S(1), .stops = WEIR_I64S(3)),
                                   &y),
                 EINVAL);
    CHECK_HAS(weir_error(),
              "slice_update: y of shape (3,) cannot be broadcast to the slice of shape (2,)");
    CHECK_STATUS(weir_slice_update(x, counted(WEIR_FLOAT32, LIST(2)),
                                   OPT(slice_update, .starts = WEIR_I64S(1), .stops = WEIR_I64S(3)),
                                   &y),
                 EDTYPE);
    CHECK_HAS(weir_error(), "y of dtype float32 cannot be stored in x of dtype int64; cast it");
    end(scope);
}

TEST(select_drops_the_axis) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3)), *y = NULL;
    CHECK_OK(weir_select(x, 1, NULL, &y));
    SHOWS(y, "[3, 4, 5]");
    CHECK_OK(weir_select(x, -1, OPT(select, .axis = 1), &y));
    SHOWS(y, "[2, 5]");
    CHECK_OK(weir_select(y, 0, NULL, &y));
    SHOWS(y, "2");
    CHECK_STATUS(weir_select(x, 3, OPT(select, .axis = -1), &y), EINDEX);
    CHECK_STR(weir_error(), "select: index 3 is out of range for axis 1 of size 3");
    CHECK_STATUS(weir_select(x, -3, NULL, &y), EINDEX);
    CHECK_STR(weir_error(), "select: index -3 is out of range for axis 0 of size 2");
    CHECK_STATUS(weir_select(x, 0, OPT(select, .axis = 2), &y), EAXIS);
    end(scope);
}

/* basic(x, LIST(kinds), LIST(starts), LIST(stops), LIST(steps)) */
#define SLICE WEIR_KEY_SLICE
#define INDEX WEIR_KEY_INDEX
#define NEW   WEIR_KEY_NEW
#define REST  WEIR_KEY_REST

TEST(a_key_of_slices_indices_and_new_dimensions_is_one_view) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3, 4)), *y = NULL;
    CHECK_OK(weir_basic_index(
        x, OPT(basic_index, .kinds = WEIR_I64S(INDEX), .starts = WEIR_I64S(-1)), &y));
    SHOWS(y, "[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]");
    CHECK_OK(weir_basic_index(x,
                              OPT(basic_index, .kinds = WEIR_I64S(INDEX, SLICE, INDEX),
                                  .starts = WEIR_I64S(0, NONE, 1), .stops = WEIR_I64S(NONE, NONE),
                                  .steps = WEIR_I64S(NONE, -2)),
                              &y));
    SHOWS(y, "[9, 1]");
    CHECK_OK(weir_basic_index(x,
                              OPT(basic_index, .kinds = WEIR_I64S(NEW, REST, NEW, INDEX),
                                  .starts = WEIR_I64S(NONE, NONE, NONE, 3)),
                              &y));
    SHOWS(y, "[[[[3], [7], [11]], [[15], [19], [23]]]]");
    CHECK_OK(weir_basic_index(
        x, OPT(basic_index, .kinds = WEIR_I64S(INDEX, INDEX, INDEX), .starts = WEIR_I64S(1, 1, 1)),
        &y));
    SHOWS(y, "17");
    CHECK_OK(weir_basic_index(x,
                              OPT(basic_index, .kinds = WEIR_I64S(INDEX, INDEX, INDEX, REST),
                                  .starts = WEIR_I64S(1, 1, 2)),
                              &y));
    SHOWS(y, "18");
    CHECK_OK(weir_basic_index(
        x,
        OPT(basic_index, .kinds = WEIR_I64S(SLICE), .starts = WEIR_I64S(2), .stops = WEIR_I64S(9)),
        &y));
    SHOWS(y, "[]");
    CHECK_OK(weir_basic_index(
        x, OPT(basic_index, .kinds = WEIR_I64S(INDEX, INDEX), .starts = WEIR_I64S(0, 0)), &y));
    CHECK_OK(weir_op_call_into(rt, weir_op_find("negative"), &y, 1, NULL, 0, &y, 1));
    CHECK_OK(weir_basic_index(x,
                              OPT(basic_index, .kinds = WEIR_I64S(INDEX, SLICE, SLICE),
                                  .starts = WEIR_I64S(0, 0, 0), .stops = WEIR_I64S(NONE, 2, 2)),
                              &y));
    SHOWS(y, "[[0, -1], [4, 5]]");
    CHECK_OK(weir_basic_index(number(5), OPT(basic_index, .kinds = WEIR_I64S(NEW, NEW)), &y));
    SHOWS(y, "[[5]]");
    end(scope);
}

TEST(keys_that_do_not_fit_are_refused) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3)), *y = NULL;
    CHECK_STATUS(
        weir_basic_index(
            x, OPT(basic_index, .kinds = WEIR_I64S(SLICE, INDEX), .starts = WEIR_I64S(0, 3)), &y),
        EINDEX);
    CHECK_STR(weir_error(), "basic_index: index 3 is out of bounds for axis 1 of size 3");
    CHECK_STATUS(weir_basic_index(
                     x, OPT(basic_index, .kinds = WEIR_I64S(INDEX), .starts = WEIR_I64S(-3)), &y),
                 EINDEX);
    CHECK_STR(weir_error(), "basic_index: index -3 is out of bounds for axis 0 of size 2");
    CHECK_STATUS(weir_basic_index(x, OPT(basic_index, .kinds = WEIR_I64S(INDEX)), &y), EINDEX);
    CHECK_STATUS(weir_basic_index(x, OPT(basic_index, .kinds = WEIR_I64S(0, 0, 0)), &y), EINVAL);
    CHECK_STR(weir_error(),
              "basic_index: too many indices: 3 indices for an array with 2 dimensions");
    CHECK_STATUS(weir_basic_index(x, OPT(basic_index, .kinds = WEIR_I64S(REST, REST)), &y), EINVAL);
    CHECK_STR(weir_error(), "basic_index: the key has 2 ellipses; at most one is allowed");
    CHECK_STATUS(weir_basic_index(x, OPT(basic_index, .kinds = WEIR_I64S(7)), &y), EINVAL);
    CHECK_STR(weir_error(), "basic_index: part 0 of the key has the unknown kind 7");
    CHECK_STATUS(
        weir_basic_index(x,
                         OPT(basic_index, .kinds = WEIR_I64S(SLICE), .starts = WEIR_I64S(0),
                             .stops = WEIR_I64S(1), .steps = WEIR_I64S(0)),
                         &y),
        EINVAL);
    CHECK_STR(weir_error(), "basic_index: the step along axis 0 must not be 0");
    CHECK_STATUS(weir_basic_index(
                     x, OPT(basic_index, .kinds = WEIR_I64S(SLICE), .starts = WEIR_I64S(0, 1)), &y),
                 EINVAL);
    CHECK_STR(weir_error(), "basic_index: 2 values of starts given for a key of 1 part");
    int64_t many[WEIR_NDIM_MAX];
    for (int i = 0; i < WEIR_NDIM_MAX; i++) many[i] = NEW;
    CHECK_STATUS(
        weir_basic_index(x, OPT(basic_index, .kinds = weir_i64s_of(many, WEIR_NDIM_MAX)), &y),
        EINVAL);
    CHECK_STR(weir_error(),
              "basic_index: the result would have 34 dimensions; at most 32 are supported");
    end(scope);
}

TEST(an_elementwise_result_broadcasts_to_its_output) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3)), *row = i64(LIST(3), LIST(7, 8, 9)), *y = NULL;
    const weir_op *copy = weir_op_find("copy"), *add = weir_op_find("add");
    weir_array *two[] = {row, number(1)};
    CHECK_OK(weir_op_call_into(rt, copy, &row, 1, NULL, 0, &x, 1));
    SHOWS(x, "[[7, 8, 9], [7, 8, 9]]");
    CHECK_OK(weir_op_call_into(rt, add, two, 2, NULL, 0, &x, 1));
    SHOWS(x, "[[8, 9, 10], [8, 9, 10]]");
    weir_array *zero = number(0);
    CHECK_OK(weir_slice(x, OPT(slice, .starts = WEIR_I64S(0, 1)), &y));
    CHECK_OK(weir_op_call_into(rt, copy, &zero, 1, NULL, 0, &y, 1));
    SHOWS(x, "[[8, 0, 0], [8, 0, 0]]");
    /* The part of the output that is read has its old values. */
    CHECK_OK(
        weir_slice(x, OPT(slice, .starts = WEIR_I64S(NONE, 0), .stops = WEIR_I64S(NONE, 1)), &y));
    CHECK_OK(weir_op_call_into(rt, copy, &y, 1, NULL, 0, &x, 1));
    SHOWS(x, "[[8, 8, 8], [8, 8, 8]]");
    CHECK_OK(weir_op_call_into(rt, copy, &x, 1, NULL, 0, &x, 1));
    SHOWS(x, "[[8, 8, 8], [8, 8, 8]]");
    CHECK_STATUS(weir_op_call_into(rt, copy, &x, 1, NULL, 0, &row, 1), EINVAL);
    CHECK_STR(weir_error(), "copy: the result has shape (2, 3), but the output has shape (3,)");
    weir_array *pair = i64(LIST(2), LIST(1, 2));
    CHECK_STATUS(weir_op_call_into(rt, copy, &pair, 1, NULL, 0, &x, 1), EINVAL);
    end(scope);
}

/* ---- take and scatter ------------------------------------------------------------------------ */

TEST(take_returns_rows_columns_and_elements) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(3, 4)), *y = NULL;
    CHECK_OK(weir_take(x, i64(LIST(3), LIST(2, 0, -1)), OPT(take, .axis = 0), &y));
    SHOWS(y, "[[8, 9, 10, 11], [0, 1, 2, 3], [8, 9, 10, 11]]");
    CHECK_OK(weir_take(x, i64(LIST(2), LIST(-4, 3)), OPT(take, .axis = 1), &y));
    SHOWS(y, "[[0, 3], [4, 7], [8, 11]]");
    CHECK_OK(weir_take(x, i64(LIST(2, 2), LIST(0, 11, -1, 5)), OPT(take, .axis = NONE), &y));
    SHOWS(y, "[[0, 11], [11, 5]]");
    CHECK_OK(weir_take(x, number(1), OPT(take, .axis = 0), &y));
    SHOWS(y, "[4, 5, 6, 7]");
    CHECK_OK(weir_take(x, array_of(WEIR_INT64, (const int64_t[]){0}, 1, NULL), OPT(take, .axis = 1),
                       &y));
    CHECK_EQ(weir_array_count(y), 0);
    CHECK_EQ(weir_array_shape(y)[0], 3);
    end(scope);
}

TEST(take_reads_strided_arrays_where_they_lie) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(3, 4)), *t = NULL, *y = NULL;
    CHECK_OK(weir_permute_dims(x, NULL, &t));
    CHECK_OK(weir_take(t, i64(LIST(2), LIST(3, 1)), OPT(take, .axis = 0), &y));
    SHOWS(y, "[[3, 7, 11], [1, 5, 9]]");
    CHECK_OK(weir_take(t, i64(LIST(2), LIST(2, 0)), OPT(take, .axis = 1), &y));
    SHOWS(y, "[[8, 0], [9, 1], [10, 2], [11, 3]]");
    CHECK_OK(weir_take(t, i64(LIST(3), LIST(1, 3, 11)), OPT(take, .axis = NONE), &y));
    SHOWS(y, "[4, 1, 11]");
    CHECK_OK(weir_take(x, slice(i64(LIST(4), LIST(0, 1, 2, 1)), NONE, NONE, -2),
                       OPT(take, .axis = 0), &y));
    SHOWS(y, "[[4, 5, 6, 7], [4, 5, 6, 7]]");
    end(scope);
}

TEST(indices_may_be_of_any_integer_dtype) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_FLOAT16, LIST(5)), *y = NULL, *i = NULL;
    for (int d = WEIR_INT8; d <= WEIR_UINT64; d++) {
        CHECK_OK(weir_astype(i64(LIST(3), LIST(4, 0, 2)), (weir_dtype)d, &i));
        CHECK_OK(weir_take(x, i, OPT(take, .axis = 0), &y));
        SHOWS(y, "[4, 0, 2]");
    }
    CHECK_STATUS(weir_take(x, counted(WEIR_FLOAT32, LIST(2)), OPT(take, .axis = 0), &y), EINVAL);
    CHECK_STR(weir_error(), "take: input 1 must be an integer array, not float32");
    CHECK_STATUS(weir_take(x, bools(LIST(1), LIST(1)), OPT(take, .axis = 0), &y), EINVAL);
    CHECK_HAS(weir_error(), "input 1 is bool; use mask_select or mask_put for masks");
    CHECK_STATUS(weir_take(x, counted(WEIR_INT8, LIST(2)), OPT(take, .axis = 1), &y), EAXIS);
    CHECK_STR(weir_error(), "take: axis 1 is out of range for an array with 1 dimension");
    end(scope);
}

TEST(an_index_out_of_range_fails_with_its_position) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(10)), *y = NULL, *i = NULL;
    CHECK_OK(weir_take(x, i64(LIST(5), LIST(1, 2, 3, 12, 99)), OPT(take, .axis = 0), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index 12 at position 3 is out of range for axis 0 of size 10");
    CHECK_OK(weir_take(x, i64(LIST(2, 2), LIST(0, 0, -11, 0)), OPT(take, .axis = 0), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index -11 at position (1, 0) is out of range for axis 0 of size 10");
    CHECK_OK(weir_take(x, number(10), OPT(take, .axis = NONE), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index 10 is out of range for the flattened array of size 10");
    CHECK_OK(weir_astype(i64(LIST(1), LIST(-1)), WEIR_UINT64, &i));
    CHECK_OK(weir_take(x, i, OPT(take, .axis = 0), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index 18446744073709551615 at position 0");
    CHECK_OK(weir_array_wait(x));
    end(scope);
}

TEST(scatter_keeps_the_last_and_scatter_add_adds_all) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(4)), *y = NULL;
    weir_array *i = i64(LIST(4), LIST(1, 3, 1, -1)), *u = i64(LIST(4), LIST(10, 20, 30, 40));
    CHECK_OK(weir_scatter(x, i, u, OPT(scatter, .axis = 0), &y));
    SHOWS(y, "[0, 30, 2, 40]");
    CHECK_OK(weir_scatter_add(x, i, u, OPT(scatter_add, .axis = 0), &y));
    SHOWS(y, "[0, 41, 2, 63]");
    SHOWS(x, "[0, 1, 2, 3]");
    x = counted(WEIR_INT64, LIST(2, 3));
    CHECK_OK(weir_scatter_add(x, i64(LIST(2), LIST(2, 2)), i64(LIST(2, 1), LIST(10, 20)),
                              OPT(scatter_add, .axis = 1), &y));
    SHOWS(y, "[[0, 1, 22], [3, 4, 45]]");
    CHECK_OK(weir_scatter(x, i64(LIST(2), LIST(5, 0)), number(-1), OPT(scatter, .axis = NONE), &y));
    SHOWS(y, "[[-1, 1, 2], [3, 4, -1]]");
    end(scope);
}

TEST(values_that_do_not_fit_are_refused) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(4)), *y = NULL;
    weir_array *i = i64(LIST(2), LIST(1, 3));
    CHECK_STATUS(weir_scatter(x, i, counted(WEIR_INT64, LIST(3)), OPT(scatter, .axis = 0), &y),
                 EINVAL);
    CHECK_STR(weir_error(),
              "scatter: values of shape (3,) cannot be broadcast to the indexed shape (2,)");
    CHECK_STATUS(weir_scatter(x, i, counted(WEIR_FLOAT32, LIST(2)), OPT(scatter, .axis = 0), &y),
                 EDTYPE);
    CHECK_STR(
        weir_error(),
        "scatter: values of dtype float32 cannot be stored in x of dtype int64; cast the values");
    end(scope);
}

TEST(values_of_a_lower_kind_or_another_size_are_cast) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_FLOAT32, LIST(4)), *y = NULL;
    weir_array *i = i64(LIST(2), LIST(1, 3));
    CHECK_OK(weir_scatter(x, i, i64(LIST(2), LIST(7, 8)), OPT(scatter, .axis = 0), &y));
    SHOWS(y, "[0, 7, 2, 8]");
    CHECK_OK(
        weir_scatter_add(x, i, counted(WEIR_FLOAT64, LIST(2)), OPT(scatter_add, .axis = 0), &y));
    SHOWS(y, "[0, 1, 2, 4]");
    CHECK_OK(weir_scatter_add(counted(WEIR_BOOL, LIST(4)), i, bools(LIST(2), LIST(1, 0)),
                              OPT(scatter_add, .axis = 0), &y));
    SHOWS(y, "[0, 1, 1, 1]");
    end(scope);
}

TEST(put_along_axis_inverts_take_along_axis) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3)), *y = NULL;
    weir_array *i = i64(LIST(2, 2), LIST(2, 0, -2, -2));
    CHECK_OK(weir_take_along_axis(x, i, NULL, &y));
    SHOWS(y, "[[2, 0], [4, 4]]");
    CHECK_OK(weir_take_along_axis(x, i64(LIST(1, 3), LIST(1, 0, 1)),
                                  OPT(take_along_axis, .axis = 0), &y));
    SHOWS(y, "[[3, 1, 5]]");
    CHECK_OK(
        weir_take_along_axis(x, i64(LIST(1, 2), LIST(1, 0)), OPT(take_along_axis, .axis = 1), &y));
    SHOWS(y, "[[1, 0], [4, 3]]");
    weir_array *values = i64(LIST(2, 2), LIST(10, 20, 30, 40));
    CHECK_OK(weir_put_along_axis(x, i, values, OPT(put_along_axis, .axis = 1), &y));
    SHOWS(y, "[[20, 1, 10], [3, 40, 5]]");
    CHECK_OK(
        weir_put_along_axis(x, i, values, OPT(put_along_axis, .axis = 1, .accumulate = 1), &y));
    SHOWS(y, "[[20, 1, 12], [3, 74, 5]]");
    CHECK_STATUS(
        weir_take_along_axis(x, i64(LIST(2), LIST(0, 1)), OPT(take_along_axis, .axis = 1), &y),
        EINVAL);
    CHECK_HAS(weir_error(),
              "indices of shape (2,) must have as many dimensions as x of shape (2, 3)");
    CHECK_STATUS(weir_take_along_axis(x, i64(LIST(2, 2), LIST(0, 1, 0, 1)),
                                      OPT(take_along_axis, .axis = 0), &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "differ along axis 1");
    end(scope);
}

/* ---- Arrays of indices on several axes ------------------------------------------------------- */

TEST(index_places_its_dimensions_as_numpy_does) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3, 4, 5)), *y = NULL;
    weir_array *both[] = {i64(LIST(6, 1), LIST(0, 1, 0, 1, 0, 1)),
                          i64(LIST(7), LIST(0, 1, 2, 0, 1, 2, 0))};
    /* neighbours: in their place */
    CHECK_OK(weir_index(x, both, 2, OPT(index, .axes = WEIR_I64S(0, 1)), &y));
    CHECK_EQ(weir_array_ndim(y), 4);
    CHECK_EQ(weir_array_shape(y)[0], 6);
    CHECK_EQ(weir_array_shape(y)[1], 7);
    CHECK_OK(weir_index(x, both, 2, OPT(index, .axes = WEIR_I64S(1, 2)), &y));
    CHECK_EQ(weir_array_shape(y)[0], 2);
    CHECK_EQ(weir_array_shape(y)[1], 6);
    CHECK_EQ(weir_array_shape(y)[3], 5);
    /* apart, or asked for: in front */
    CHECK_OK(weir_index(x, both, 2, OPT(index, .axes = WEIR_I64S(0, -1)), &y));
    CHECK_EQ(weir_array_shape(y)[0], 6);
    CHECK_EQ(weir_array_shape(y)[2], 3);
    CHECK_EQ(weir_array_shape(y)[3], 4);
    CHECK_OK(weir_index(x, both, 2, OPT(index, .axes = WEIR_I64S(2, 1), .front = 1), &y));
    CHECK_EQ(weir_array_shape(y)[0], 6);
    CHECK_EQ(weir_array_shape(y)[2], 2);
    CHECK_OK(weir_array_wait(y));
    end(scope);
}

TEST(index_reads_the_right_elements) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3, 4)), *y = NULL;
    weir_array *rows = i64(LIST(3), LIST(0, -1, 1)), *columns = i64(LIST(3), LIST(3, 0, -2));
    CHECK_OK(
        weir_index(x, (weir_array *[]){rows, columns}, 2, OPT(index, .axes = WEIR_I64S(0, 2)), &y));
    SHOWS(y, "[[3, 7, 11], [12, 16, 20], [14, 18, 22]]");
    CHECK_OK(
        weir_index(x, (weir_array *[]){columns, rows}, 2, OPT(index, .axes = WEIR_I64S(2, 0)), &y));
    SHOWS(y, "[[3, 7, 11], [12, 16, 20], [14, 18, 22]]");
    CHECK_OK(weir_index(x, (weir_array *[]){rows, number(1)}, 2,
                        OPT(index, .axes = WEIR_I64S(1, 2)), &y));
    SHOWS(y, "[[1, 9, 5], [13, 21, 17]]");
    CHECK_OK(weir_index(x, (weir_array *[]){number(1), number(-1), number(2)}, 3, NULL, &y));
    SHOWS(y, "22");
    CHECK_OK(
        weir_index(x, (weir_array *[]){rows, columns}, 2, OPT(index, .axes = WEIR_I64S(0, 1)), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index 3 at position 0 is out of range for axis 1 of size 3");
    end(scope);
}

TEST(index_refuses_mismatched_shapes) {
    weir_scope *scope = begin(1);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3)), *y = NULL;
    weir_array *two = i64(LIST(2), LIST(0, 1)), *three = i64(LIST(3), LIST(0, 1, 0));
    CHECK_STATUS(weir_index(x, (weir_array *[]){two, three}, 2, NULL, &y), EINVAL);
    CHECK_STR(weir_error(),
              "index: index arrays of shapes (2,) and (3,) cannot be broadcast together");
    CHECK_STATUS(
        weir_index(x, (weir_array *[]){two, two}, 2, OPT(index, .axes = WEIR_I64S(1, -1)), &y),
        EINVAL);
    CHECK_STR(weir_error(), "index: axis 1 is given more than once");
    CHECK_STATUS(weir_index(x, (weir_array *[]){two, two, two}, 3, NULL, &y), EINVAL);
    CHECK_STR(weir_error(), "index: too many index arrays: 3 for an array with 2 dimensions");
    CHECK_STATUS(weir_index(x, (weir_array *[]){two, two}, 2, OPT(index, .axes = WEIR_I64S(1)), &y),
                 EINVAL);
    CHECK_STR(weir_error(), "index: 1 axis was given for 2 index arrays");
    end(scope);
}

TEST(index_put_writes_what_index_reads) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(2, 3, 4)), *y = NULL;
    weir_array *i[] = {i64(LIST(2), LIST(0, 1)), i64(LIST(2), LIST(3, 0))};
    CHECK_OK(weir_index_put(x, i64(LIST(2, 3), LIST(-1, -2, -3, -4, -5, -6)), i, 2,
                            OPT(index_put, .axes = WEIR_I64S(0, 2)), &y));
    SHOWS(y, "[[[0, 1, 2, -1], [4, 5, 6, -2], [8, 9, 10, -3]], "
             "[[-4, 13, 14, 15], [-5, 17, 18, 19], [-6, 21, 22, 23]]]");
    i[1] = i[0] = i64(LIST(3), LIST(1, 1, 1));
    x = counted(WEIR_INT64, LIST(2, 2));
    CHECK_OK(weir_index_put(x, i64(LIST(3), LIST(10, 20, 30)), i, 2, NULL, &y));
    SHOWS(y, "[[0, 1], [2, 30]]");
    CHECK_OK(weir_index_put(x, i64(LIST(3), LIST(10, 20, 30)), i, 2,
                            OPT(index_put, .accumulate = 1), &y));
    SHOWS(y, "[[0, 1], [2, 63]]");
    end(scope);
}

/* ---- In place -------------------------------------------------------------------------------- */

TEST(index_put_into_its_input_changes_it_there) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(3, 4)), *t = NULL;
    const weir_op *op = weir_op_find("index_put");
    index_put_attr attr;
    CHECK_OK(weir_attr_init(op, &attr, sizeof attr));
    weir_array *in[] = {x, number(-1), i64(LIST(2), LIST(2, 0))};
    CHECK_OK(weir_op_call_into(rt, op, in, 3, &attr, sizeof attr, &x, 1));
    SHOWS(x, "[[-1, -1, -1, -1], [4, 5, 6, 7], [-1, -1, -1, -1]]");
    /* a view without a row-major order */
    CHECK_OK(weir_permute_dims(x, NULL, &t));
    in[0] = t;
    in[1] = number(5);
    attr.accumulate = 1;
    CHECK_OK(weir_op_call_into(rt, op, in, 3, &attr, sizeof attr, &t, 1));
    SHOWS(x, "[[4, -1, 4, -1], [9, 5, 11, 7], [4, -1, 4, -1]]");
    /* values that are part of what is written */
    attr.accumulate = 0;
    CHECK_OK(weir_select(x, 1, NULL, &in[1]));
    in[0] = x;
    CHECK_OK(weir_op_call_into(rt, op, in, 3, &attr, sizeof attr, &x, 1));
    SHOWS(x, "[[9, 5, 11, 7], [9, 5, 11, 7], [9, 5, 11, 7]]");
    end(scope);
}

TEST(a_bad_index_in_place_leaves_the_old_values) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(300));
    const weir_op *op = weir_op_find("index_put");
    weir_array *in[] = {x, number(-1), i64(LIST(3), LIST(0, 1, 300))};
    CHECK_OK(weir_op_call_into(rt, op, in, 3, NULL, 0, &x, 1));
    CHECK_STATUS(weir_array_wait(x), EINDEX);
    CHECK_HAS(weir_error(), "index 300 at position 2 is out of range for axis 0 of size 300");
    CHECK_OK(weir_var_clear(weir_array_var(x)));
    int64_t values[300];
    CHECK_OK(weir_array_read(x, values, sizeof values));
    for (int i = 0; i < 300; i++) CHECK_EQ(values[i], i);
    end(scope);
}

TEST(writing_in_place_takes_no_memory_for_a_copy) {
    weir_scope *scope = begin(1);
    enum { N = 1 << 20 };
    weir_array *x = array_of(WEIR_FLOAT32, LIST(N), NULL);
    weir_array *in[] = {x, number(1), i64(LIST(2), LIST(5, N - 1))};
    CHECK_OK(weir_array_wait(x));
    weir_memory before = {.size = sizeof before}, after = {.size = sizeof after};
    CHECK_OK(weir_memory_get(rt, &before));
    CHECK_OK(weir_op_call_into(rt, weir_op_find("index_put"), in, 3, NULL, 0, &x, 1));
    CHECK_OK(weir_array_wait(x));
    CHECK_OK(weir_memory_get(rt, &after));
    CHECK_LE(after.peak, before.peak + 65536);
    end(scope);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

TEST(nonzero_gives_an_array_for_each_axis) {
    weir_scope *scope = begin(2);
    weir_array *y[4] = {NULL};
    uint32_t count = 2;
    CHECK_OK(weir_nonzero(i64(LIST(2, 3), LIST(0, 5, 0, -1, 0, 2)), y, &count));
    CHECK_EQ(count, 2);
    SHOWS(y[0], "[0, 1, 1]");
    SHOWS(y[1], "[1, 0, 2]");
    count = 1;
    CHECK_OK(weir_nonzero(array_of(WEIR_FLOAT32, LIST(5), NULL), y, &count));
    CHECK_EQ(weir_array_count(y[0]), 0);
    CHECK_STATUS(weir_nonzero(number(3), y, &count), EINVAL);
    CHECK_STATUS(weir_nonzero(counted(WEIR_INT8, LIST(2, 2)), y, &count), EINVAL);
    CHECK_STR(weir_error(), "nonzero: returns 2 arrays, but `out` has space for 1");
    end(scope);
}

TEST(a_mask_selects_elements_or_rows) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(3, 2)), *y = NULL;
    CHECK_OK(weir_mask_select(x, bools(LIST(3, 2), LIST(1, 0, 0, 1, 1, 0)), &y));
    SHOWS(y, "[0, 3, 4]");
    CHECK_OK(weir_mask_select(x, bools(LIST(3), LIST(1, 0, 1)), &y));
    SHOWS(y, "[[0, 1], [4, 5]]");
    CHECK_OK(weir_mask_select(x, bools(LIST(3), LIST(0, 0, 0)), &y));
    CHECK_EQ(weir_array_count(y), 0);
    CHECK_STATUS(weir_mask_select(x, bools(LIST(2), LIST(1, 0)), &y), EINVAL);
    CHECK_STR(
        weir_error(),
        "mask_select: the mask has shape (2,), which does not match the leading dimensions of x of "
        "shape (3, 2)");
    CHECK_STATUS(weir_mask_select(x, counted(WEIR_INT64, LIST(3)), &y), EDTYPE);
    CHECK_HAS(weir_error(), "the mask must be bool, not int64");
    CHECK_OK(weir_mask_select_sized(x, bools(LIST(3), LIST(1, 0, 1)), 3, &y));
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), "2 elements of the mask are true, but size=3");
    end(scope);
}

TEST(a_mask_is_written_in_order) {
    weir_scope *scope = begin(2);
    weir_array *x = counted(WEIR_INT64, LIST(3, 2)), *y = NULL;
    weir_array *mask = bools(LIST(3, 2), LIST(1, 0, 0, 1, 1, 0)),
               *rows = bools(LIST(3), LIST(1, 0, 1));
    CHECK_OK(weir_mask_put(x, mask, i64(LIST(3), LIST(7, 8, 9)), &y));
    SHOWS(y, "[[7, 1], [2, 8], [9, 5]]");
    CHECK_OK(weir_mask_put(x, mask, number(-1), &y));
    SHOWS(y, "[[-1, 1], [2, -1], [-1, 5]]");
    CHECK_OK(weir_mask_put(x, rows, i64(LIST(2), LIST(7, 8)), &y));
    SHOWS(y, "[[7, 8], [2, 3], [7, 8]]");
    CHECK_OK(weir_mask_put(x, rows, i64(LIST(2, 1), LIST(7, 8)), &y));
    SHOWS(y, "[[7, 7], [2, 3], [8, 8]]");
    CHECK_OK(weir_mask_put(x, mask, i64(LIST(2), LIST(7, 8)), &y));
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), "2 values do not match 3 true elements of the mask");
    weir_array *in[] = {x, mask, number(0)};
    CHECK_OK(weir_op_call_into(rt, weir_op_find("mask_put"), in, 3, NULL, 0, &x, 1));
    SHOWS(x, "[[0, 1], [2, 0], [0, 5]]");
    end(scope);
}

/* ---- Against loops that anybody can check ---------------------------------------------------- */

enum { MOST = 4096 };

typedef struct big {
    int64_t n, m, length; /* rows of x, indices, elements of a row */
    float *x, *u, *taken, *set, *added;
    int64_t *index;
} big;

static float *floats(int64_t n) { return malloc(((size_t)n + 1) * sizeof(float)); }

static big make_big(uint64_t *seed, int64_t n, int64_t m, int64_t length) {
    big b = {n,
             m,
             length,
             floats(n * length),
             floats(m * length),
             floats(m * length),
             floats(n * length),
             floats(n * length),
             malloc((size_t)m * sizeof(int64_t))};
    for (int64_t i = 0; i < n * length; i++)
        b.x[i] = b.set[i] = b.added[i] = (float)(test_random(seed) % 1000) / 7;
    for (int64_t i = 0; i < m * length; i++) b.u[i] = (float)(test_random(seed) % 1000) / 3;
    for (int64_t i = 0; i < m; i++) {
        int64_t at = (int64_t)(test_random(seed) % (uint64_t)n);
        b.index[i] = test_random(seed) % 2 ? at : at - n;
        for (int64_t j = 0; j < length; j++) {
            b.taken[i * length + j] = b.x[at * length + j];
            b.set[at * length + j] = b.u[i * length + j];
            b.added[at * length + j] += b.u[i * length + j];
        }
    }
    return b;
}

static void check_floats(weir_array *a, const float *wanted) {
    size_t bytes = (size_t)weir_array_count(a) * sizeof(float);
    float *values = malloc(bytes + 1);
    CHECK_OK(weir_array_read(a, values, bytes));
    for (size_t i = 0; i < bytes / sizeof(float); i++)
        if (values[i] != wanted[i])
            test_fail(__FILE__, __LINE__, "element %zu is %g, not %g", i, (double)values[i],
                      (double)wanted[i]);
    free(values);
}

/* x as rows (axis 0), and with its rows as columns of a view (axis 1), which is another path. */
static void try_big(const big *b) {
    weir_array *x = array_of(WEIR_FLOAT32, LIST(b->n, b->length), b->x);
    weir_array *u = array_of(WEIR_FLOAT32, LIST(b->m, b->length), b->u);
    weir_array *i = array_of(WEIR_INT64, LIST(b->m), b->index);
    weir_array *y = NULL, *t = NULL, *ut = NULL;
    CHECK_OK(weir_take(x, i, OPT(take, .axis = 0), &y));
    check_floats(y, b->taken);
    CHECK_OK(weir_scatter(x, i, u, OPT(scatter, .axis = 0), &y));
    check_floats(y, b->set);
    CHECK_OK(weir_scatter_add(x, i, u, OPT(scatter_add, .axis = 0), &y));
    check_floats(y, b->added);
    CHECK_OK(weir_permute_dims(x, NULL, &t));
    CHECK_OK(weir_permute_dims(u, NULL, &ut));
    CHECK_OK(weir_take(t, i, OPT(take, .axis = 1), &y));
    CHECK_OK(weir_permute_dims(y, NULL, &y));
    check_floats(y, b->taken);
    CHECK_OK(weir_scatter_add(t, i, ut, OPT(scatter_add, .axis = 1), &y));
    CHECK_OK(weir_permute_dims(y, NULL, &y));
    check_floats(y, b->added);
    CHECK_OK(weir_op_call_into(rt, weir_op_find("scatter_add"), (weir_array *[]){t, i, ut}, 3,
                               &(int64_t){1}, sizeof(int64_t), &t, 1));
    check_floats(x, b->added);
}

static void free_big(big *b) {
    free(b->x), free(b->u), free(b->taken), free(b->set), free(b->added), free(b->index);
}

TEST(large_takes_and_scatters_are_what_a_loop_gives) {
    static const int64_t shapes[][3] = {{100, 1000, 1}, {70000, 140000, 1}, {50000, 140000, 2},
                                        {10, 40, 700},  {3, 5, 70000},      {1000, 3000, 33},
                                        {1, 200000, 1}, {40, 3, 5}};
    uint64_t seed = 7;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int64_t m = shapes[s][1] > 10000 ? test_scaled(shapes[s][1]) : shapes[s][1];
        big b = make_big(&seed, shapes[s][0], m, shapes[s][2]);
        for (int workers = 1; workers <= 8; workers += 7) { /* many deal points into bins */
            weir_scope *scope = begin(workers);
            try_big(&b);
            end(scope);
        }
        free_big(&b);
    }
}

TEST(large_masks_are_what_a_loop_gives) {
    enum { N = 100003 };
    static uint8_t mask[N];
    static float x[N], wanted[N], put[N];
    uint64_t seed = 3;
    for (int density = 1; density <= 64; density *= 8) {
        weir_scope *scope = begin(3);
        int64_t n = 0;
        for (int i = 0; i < N; i++) {
            mask[i] = test_random(&seed) % (uint64_t)density == 0;
            x[i] = (float)i;
            if (mask[i]) wanted[n++] = x[i];
            put[i] = mask[i] ? (float)n - 1 : x[i];
        }
        weir_array *a = array_of(WEIR_FLOAT32, LIST(N), x), *m = array_of(WEIR_BOOL, LIST(N), mask);
        weir_array *y = NULL, *at = NULL, *values = NULL;
        CHECK_OK(weir_mask_select(a, m, &y));
        CHECK_EQ(weir_array_count(y), n);
        check_floats(y, wanted);
        uint32_t count = 1;
        CHECK_OK(weir_nonzero(m, &at, &count));
        CHECK_OK(weir_take(a, at, OPT(take, .axis = 0), &y));
        check_floats(y, wanted);
        CHECK_OK(weir_arange(
            rt, 0, OPT(arange, .stop = (double)n, .step = 1, .dtype = WEIR_FLOAT32, .device = -1),
            &values));
        CHECK_OK(weir_mask_put(a, m, values, &y));
        check_floats(y, put);
        end(scope);
    }
}

/* What a call needs is the program's, not the machine's: a budget that is enough for one worker is enough for
 * sixteen. */
TEST(putting_needs_the_same_memory_with_any_number_of_workers) {
    enum { N = 200000 };
    uint64_t wanted = 0;
    for (int workers = 1; workers <= 16; workers *= 2) {
        weir_scope *scope = begin(workers);
        weir_array *x = NULL, *at = NULL, *y = NULL;
        CHECK_OK(weir_zeros(rt, WEIR_I64S(N), OPT(zeros, .dtype = WEIR_FLOAT32, .device = -1), &x));
        CHECK_OK(weir_arange(
            rt, 0, OPT(arange, .stop = N, .step = 1, .dtype = WEIR_INT64, .device = -1), &at));
        CHECK_OK(
            weir_put_along_axis(x, at, x, OPT(put_along_axis, .axis = 0, .accumulate = 1), &y));
        CHECK_OK(weir_waitall(rt));
        weir_memory memory = {.size = sizeof memory};
        CHECK_OK(weir_memory_get(rt, &memory));
        if (workers == 1) wanted = memory.peak;
        CHECK_EQ(memory.peak, wanted);
        end(scope);
    }
}
