/* test_manip.c - operators that rearrange elements: known values, views, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_array.h"

#include <math.h>
#include <stdbool.h>

static weir_runtime *rt;

#define LIST DIMS

/* 0, 1, 2 ... in a shape. */
static weir_array *counting(weir_dtype dtype, const int64_t *shape, int64_t ndim) {
    double count = 1;
    for (int64_t i = 0; i < ndim; i++) count *= (double)shape[i];
    weir_array *flat, *x;
    CHECK_OK(weir_arange(rt, 0, OPT(arange, .stop = count, .step = 1, .dtype = dtype, .device = -1),
                         &flat));
    CHECK_OK(weir_reshape(flat, weir_i64s_of(shape, ndim), &x));
    weir_array_release(flat);
    return x;
}

static bool shares(weir_array *a, weir_array *b) { return weir_array_var(a) == weir_array_var(b); }

static void release(weir_array **arrays, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) weir_array_release(arrays[i]);
}

/* ---- Joining and cutting --------------------------------------------------------------------- */

TEST(concat_joins_along_an_axis_and_promotes) {
    rt = kit_runtime(2);
    weir_array *in[3] = {counting(WEIR_INT32, DIMS(2, 2)), counting(WEIR_INT8, DIMS(1, 2)), NULL};
    SHOWS(weir_concat(in, 2, NULL, &got), "[[0, 1], [2, 3], [0, 1]]");
    SHOWS(weir_concat(in, 2, OPT(concat, .axis = WEIR_NONE), &got), "[0, 1, 2, 3, 0, 1]");
    REFUSES(weir_concat(in, 2, OPT(concat, .axis = 1), &got),
            "concat: the shape of input 1, (1, 2), does not match that of input 0, (2, 2)");
    REFUSES(weir_concat(in, 2, OPT(concat, .axis = 2), &got),
            "concat: axis 2 is out of range for an array with 2 dimensions");
    REFUSES(weir_concat(in, 3, NULL, &got), "input 2 of (arrays) is NULL");
    weir_array *t, *y;
    CHECK_OK(weir_matrix_transpose(in[0], &t));
    weir_array *both[2] = {t, in[0]};
    SHOWS(weir_concat(both, 2, OPT(concat, .axis = -1), &got), "[[0, 2, 0, 1], [1, 3, 2, 3]]");
    SHOWS(weir_concat(both, 2, OPT(concat, .axis = WEIR_NONE), &got), "[0, 2, 1, 3, 0, 1, 2, 3]");
    weir_array_release(t);
    CHECK_OK(
        weir_ones(rt, WEIR_I64S(1, 2), OPT(ones, .dtype = WEIR_FLOAT64, .device = -1), &in[2]));
    CHECK_OK(weir_concat(in, 3, NULL, &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT64);
    weir_array_release(y);
    release(in, 3);
    CHECK_OK(weir_number_i64(rt, 3, &in[0]));
    REFUSES(weir_concat(in, 1, NULL, &got), "concat: 0-d arrays cannot be concatenated; use stack");
    weir_array_release(in[0]);
    weir_runtime_free(rt);
}

TEST(concat_of_many_and_of_nothing) {
    enum { MANY = 100 };
    rt = kit_runtime(3);
    weir_array *in[MANY], *y;
    int64_t want = 0;
    for (int64_t i = 0; i < MANY; i++) {
        in[i] = counting(WEIR_INT64, (const int64_t[]){i}, 1);
        want += i;
    }
    CHECK_OK(weir_concat(in, MANY, NULL, &y));
    CHECK_EQ(weir_array_count(y), want);
    int64_t *back = malloc((size_t)want * sizeof *back), at = 0;
    CHECK_OK(weir_array_read(y, back, (size_t)want * sizeof *back));
    for (int64_t i = 0; i < MANY; i++)
        for (int64_t j = 0; j < i; j++) CHECK_EQ(back[at++], j);
    free(back);
    weir_array_release(y);
    release(in, MANY);
    weir_runtime_free(rt);
}

TEST(stack_makes_an_axis_and_unstack_takes_it_apart) {
    rt = kit_runtime(2);
    weir_array *in[2] = {counting(WEIR_INT32, DIMS(3)), counting(WEIR_INT32, DIMS(3))}, *y, *out[4];
    SHOWS(weir_stack(in, 2, NULL, &got), "[[0, 1, 2], [0, 1, 2]]");
    SHOWS(weir_stack(in, 2, OPT(stack, .axis = -1), &got), "[[0, 0], [1, 1], [2, 2]]");
    CHECK_OK(weir_stack(in, 2, OPT(stack, .axis = 1), &y));
    uint32_t count = 4;
    CHECK_OK(weir_unstack(y, NULL, out, &count));
    CHECK_EQ(count, 3);
    CHECK_STR(text(out[2]), "[2, 2]");
    CHECK(shares(out[0], y));
    release(out, count);
    count = 2;
    CHECK_STATUS(weir_unstack(y, NULL, out, &count), EINVAL);
    CHECK_HAS(weir_error(), "unstack: returns 3 arrays, but `out` has space for 2");
    weir_array *number;
    CHECK_OK(weir_number_f64(rt, 1.5, &number));
    weir_array *mixed[2] = {in[0], number};
    REFUSES(weir_stack(mixed, 2, NULL, &got),
            "stack: the shape of input 1, (), does not match that of input 0, (3,)");
    weir_array_release(number);
    weir_array_release(y);
    release(in, 2);
    weir_runtime_free(rt);
}

TEST(split_by_sections_and_by_indices) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(6)), *out[4];
    uint32_t count = 4;
    CHECK_OK(weir_split(x, OPT(split, .sections = 3), out, &count));
    CHECK_EQ(count, 3);
    CHECK_STR(text(out[1]), "[2, 3]");
    CHECK(shares(out[2], x));
    release(out, count);
    count = 4;
    CHECK_OK(weir_split(x, OPT(split, .sections = WEIR_NONE, .indices = WEIR_I64S(1, -2, 99)), out,
                        &count));
    CHECK_EQ(count, 4);
    CHECK_STR(text(out[0]), "[0]");
    CHECK_STR(text(out[1]), "[1, 2, 3]");
    CHECK_STR(text(out[2]), "[4, 5]");
    CHECK_STR(text(out[3]), "[]");
    release(out, count);
    count = 4;
    CHECK_STATUS(weir_split(x, OPT(split, .sections = 4), out, &count), EINVAL);
    CHECK_HAS(weir_error(), "split: size 6 is not divisible into 4 equal sections");
    CHECK_STATUS(weir_split(x, NULL, out, &count), EINVAL);
    CHECK_HAS(weir_error(), "split: sections or indices must be given");
    CHECK_STATUS(weir_split(x, OPT(split, .sections = 2, .indices = WEIR_I64S(1)), out, &count),
                 EINVAL);
    CHECK_HAS(weir_error(), "sections and indices are mutually exclusive");
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Gradients with missing parts ------------------------------------------------------------ */

static weir_array *gradient(const char *name, weir_array *x, const void *attr, weir_array **out,
                            uint32_t count, weir_array **grad_out) {
    weir_array *g = NULL;
    CHECK_OK(weir_op_vjp(rt, weir_op_find(name), &x, 1, attr,
                         weir_op_describe(weir_op_find(name))->attr_size, out, count, grad_out,
                         NULL, &g));
    return g;
}

TEST(pieces_without_a_gradient_count_as_zero) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_FLOAT32, DIMS(5)), *out[3], *some[3] = {NULL}, *none[3] = {NULL};
    const struct {
        int64_t sections;
        weir_i64s indices;
        int64_t axis;
    } in_order = {WEIR_NONE, {LIST(1, 3)}, 0}, crossed = {WEIR_NONE, {LIST(4, 2)}, 0};
    uint32_t count = 3;
    CHECK_OK(
        weir_op_call(rt, weir_op_find("split"), &x, 1, &in_order, sizeof in_order, out, &count));
    CHECK_OK(weir_ones(rt, WEIR_I64S(2), NULL, &some[1]));
    weir_array *g = gradient("split", x, &in_order, out, count, some);
    float v[5];
    CHECK_OK(weir_array_read(g, v, sizeof v));
    CHECK(v[0] == 0 && v[1] == 1 && v[2] == 1 && v[3] == 0 && v[4] == 0);
    weir_array_release(g);
    CHECK(gradient("split", x, &in_order, out, count, none) == NULL);
    weir_array_release(some[1]);
    release(out, count);
    /* 0..3, nothing, 2..4: what lies in two pieces gets both. */
    CHECK_OK(weir_op_call(rt, weir_op_find("split"), &x, 1, &crossed, sizeof crossed, out, &count));
    CHECK_EQ(weir_array_count(out[1]), 0);
    CHECK_OK(weir_ones(rt, WEIR_I64S(4), NULL, &some[0]));
    CHECK_OK(weir_ones(rt, WEIR_I64S(3), NULL, &some[2]));
    some[1] = NULL;
    g = gradient("split", x, &crossed, out, count, some);
    CHECK_OK(weir_array_read(g, v, sizeof v));
    CHECK(v[0] == 1 && v[1] == 1 && v[2] == 2 && v[3] == 2 && v[4] == 1);
    weir_array_release(g);
    release(some, 3);
    release(out, count);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Views ----------------------------------------------------------------------------------- */

TEST(views_share_their_storage) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(1, 2, 3)), *y[9];
    CHECK_OK(weir_flip(x, OPT(flip, .axes = WEIR_I64S(2)), &y[0]));
    CHECK_OK(weir_squeeze(x, OPT(squeeze, .axes = WEIR_I64S(0)), &y[1]));
    CHECK_OK(weir_expand_dims(x, WEIR_I64S(-1), &y[2]));
    CHECK_OK(weir_moveaxis(x, WEIR_I64S(0), WEIR_I64S(-1), &y[3]));
    CHECK_OK(weir_swapaxes(x, OPT(swapaxes, .axis1 = 1, .axis2 = 2), &y[4]));
    CHECK_OK(weir_broadcast_to(x, WEIR_I64S(2, 2, 3), &y[5]));
    CHECK_OK(weir_flatten(x, NULL, &y[6]));
    CHECK_OK(weir_ravel(x, &y[7]));
    CHECK_OK(weir_diagonal(x, NULL, &y[8]));
    for (int i = 0; i < 9; i++) CHECK(shares(x, y[i]));
    CHECK_STR(text(y[0]), "[[[2, 1, 0], [5, 4, 3]]]");
    CHECK_STR(text(y[1]), "[[0, 1, 2], [3, 4, 5]]");
    CHECK_STR(text(y[3]), "[[[0], [1], [2]], [[3], [4], [5]]]");
    CHECK_STR(text(y[4]), "[[[0, 3], [1, 4], [2, 5]]]");
    CHECK_STR(text(y[5]), "[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]");
    CHECK_STR(text(y[6]), "[0, 1, 2, 3, 4, 5]");
    CHECK_EQ(weir_array_ndim(y[2]), 4);
    /* A write through one is seen through the others. */
    weir_array *seven, *in[1];
    CHECK_OK(weir_number_i64(rt, 7, &seven));
    in[0] = seven;
    const struct {
        weir_i64s shape;
        int32_t dtype, device;
    } fill = {{DIMS(1, 2)}, WEIR_INT32, -1};
    CHECK_OK(weir_op_call_into(rt, weir_op_find("full"), in, 1, &fill, sizeof fill, &y[8], 1));
    CHECK_STR(text(y[7]), "[7, 1, 2, 3, 7, 5]");
    weir_array_release(seven);
    release(y, 9);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(a_flipped_transpose_flattens_by_a_copy) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(2, 3)), *t, *f, *y;
    CHECK_OK(weir_matrix_transpose(x, &t));
    CHECK_OK(weir_flip(t, NULL, &f));
    CHECK_STR(text(f), "[[5, 2], [4, 1], [3, 0]]");
    CHECK_OK(weir_ravel(f, &y));
    CHECK(!shares(x, y));
    CHECK_STR(text(y), "[5, 2, 4, 1, 3, 0]");
    weir_array *all[] = {x, t, f, y};
    release(all, 4);
    weir_runtime_free(rt);
}

TEST(numbers_become_views_of_their_copies) {
    rt = kit_runtime(2);
    weir_array *n;
    CHECK_OK(weir_number_i64(rt, 4, &n));
    SHOWS(weir_broadcast_to(n, WEIR_I64S(2, 2), &got), "[[4, 4], [4, 4]]");
    SHOWS(weir_expand_dims(n, WEIR_I64S(0), &got), "[4]");
    SHOWS(weir_ravel(n, &got), "[4]");
    SHOWS(weir_tile(n, WEIR_I64S(3), &got), "[4, 4, 4]");
    SHOWS(weir_repeat(n, WEIR_I64S(2), NULL, &got), "[4, 4]");
    weir_array_release(n);
    weir_runtime_free(rt);
}

TEST(views_refuse_axes_and_shapes_that_do_not_fit) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(2, 3)), *v = counting(WEIR_INT32, DIMS(3));
    REFUSES(weir_squeeze(x, OPT(squeeze, .axes = WEIR_I64S(0)), &got),
            "squeeze: axis 0 of int32 (2, 3) has size 2; only axes of size 1 can be removed");
    REFUSES(weir_expand_dims(x, WEIR_I64S(0, 0), &got),
            "expand_dims: axis 0 is given more than once");
    REFUSES(weir_expand_dims(x, WEIR_I64S(4), &got),
            "expand_dims: axis 4 is out of range for an array with 3 dimensions");
    REFUSES(weir_flip(x, OPT(flip, .axes = WEIR_I64S(2)), &got),
            "flip: axis 2 is out of range for an array with 2 dimensions");
    REFUSES(weir_moveaxis(x, WEIR_I64S(0, 1), WEIR_I64S(0), &got),
            "moveaxis: source has 2 axes but destination has 1; the numbers must match");
    REFUSES(weir_broadcast_to(x, WEIR_I64S(2, 4), &got),
            "shape (2, 3) cannot be broadcast to (2, 4)");
    REFUSES(weir_broadcast_to(x, WEIR_I64S(3), &got), "shape (2, 3) cannot be broadcast to (3,)");
    REFUSES(weir_matrix_transpose(v, &got),
            "matrix_transpose: x must have at least 2 dimensions, but int32 (3,) has 1");
    REFUSES(weir_flatten(x, OPT(flatten, .start = 1, .end = 0), &got),
            "flatten: start axis 1 comes after end axis 0");
    weir_array *in[2] = {x, v}, *out[2];
    uint32_t count = 2;
    CHECK_OK(weir_broadcast_arrays(in, 2, out, &count));
    CHECK_STR(text(out[1]), "[[0, 1, 2], [0, 1, 2]]");
    release(out, 2);
    weir_array_release(v);
    in[1] = counting(WEIR_INT32, DIMS(2));
    CHECK_STATUS(weir_broadcast_arrays(in, 2, out, &count), EINVAL);
    CHECK_HAS(weir_error(),
              "broadcast_arrays: shapes (2, 3) and (2,) cannot be broadcast together");
    release(in, 2);
    weir_runtime_free(rt);
}

TEST(sliding_windows_overlap) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(5)), *y;
    CHECK_OK(weir_sliding_window_view(x, WEIR_I64S(3), NULL, &y));
    CHECK(shares(x, y));
    CHECK_STR(text(y), "[[0, 1, 2], [1, 2, 3], [2, 3, 4]]");
    REFUSES(weir_sliding_window_view(x, WEIR_I64S(6), NULL, &got),
            "window size 6 is not between 1 and the size of axis 0, 5");
    weir_array_release(y);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

TEST(tile_and_repeat) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(2, 2));
    SHOWS(weir_tile(x, WEIR_I64S(2), &got), "[[0, 1, 0, 1], [2, 3, 2, 3]]");
    SHOWS(weir_tile(x, WEIR_I64S(2, 1), &got), "[[0, 1], [2, 3], [0, 1], [2, 3]]");
    SHOWS(weir_tile(x, WEIR_I64S(2, 1, 1), &got), "[[[0, 1], [2, 3]], [[0, 1], [2, 3]]]");
    SHOWS(weir_repeat(x, WEIR_I64S(2), NULL, &got), "[0, 0, 1, 1, 2, 2, 3, 3]");
    SHOWS(weir_repeat(x, WEIR_I64S(2), OPT(repeat, .axis = 1), &got),
          "[[0, 0, 1, 1], [2, 2, 3, 3]]");
    SHOWS(weir_repeat(x, WEIR_I64S(1, 2), OPT(repeat, .axis = 0), &got),
          "[[0, 1], [2, 3], [2, 3]]");
    SHOWS(weir_repeat(x, WEIR_I64S(0, 3), OPT(repeat, .axis = -1), &got), "[[1, 1, 1], [3, 3, 3]]");
    SHOWS(weir_sum_runs(x, WEIR_I64S(2, 0), OPT(sum_runs, .axis = 1), &got), "[[1, 0], [5, 0]]");
    REFUSES(weir_tile(x, WEIR_I64S(-1), &got),
            "tile: repetitions must not be negative, got -1 along axis 1");
    REFUSES(weir_repeat(x, WEIR_I64S(1, 2, 3), OPT(repeat, .axis = 0), &got),
            "repeat: 3 counts given for 2 elements along the axis");
    REFUSES(weir_repeat(x, WEIR_I64S(1, -2), OPT(repeat, .axis = 0), &got),
            "repeat: counts must not be negative, but count 1 is -2");
    REFUSES(weir_repeat(x, WEIR_I64S(1), OPT(repeat, .axis = 2), &got),
            "repeat: axis 2 is out of range for an array with 2 dimensions");
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(roll_wraps_around) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(2, 3));
    SHOWS(weir_roll(x, WEIR_I64S(1), NULL, &got), "[[5, 0, 1], [2, 3, 4]]");
    SHOWS(weir_roll(x, WEIR_I64S(-1), OPT(roll, .axes = WEIR_I64S(1)), &got),
          "[[1, 2, 0], [4, 5, 3]]");
    SHOWS(weir_roll(x, WEIR_I64S(1), OPT(roll, .axes = WEIR_I64S(0, 1)), &got),
          "[[5, 3, 4], [2, 0, 1]]");
    SHOWS(weir_roll(x, WEIR_I64S(2, 2), OPT(roll, .axes = WEIR_I64S(1, 1)), &got),
          "[[2, 0, 1], [5, 3, 4]]");
    SHOWS(weir_roll(x, WEIR_I64S(INT64_MAX), OPT(roll, .axes = WEIR_I64S(1)), &got),
          "[[2, 0, 1], [5, 3, 4]]");
    SHOWS(weir_roll(x, WEIR_I64S(INT64_MIN), OPT(roll, .axes = WEIR_I64S(0)), &got),
          "[[0, 1, 2], [3, 4, 5]]");
    REFUSES(weir_roll(x, WEIR_I64S(1, 2), OPT(roll, .axes = WEIR_I64S(0)), &got),
            "roll: 2 shifts do not match 1 axis");
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(pad_in_every_mode) {
    rt = kit_runtime(2);
    weir_array *x = counting(WEIR_INT32, DIMS(3)), *m = counting(WEIR_INT32, DIMS(2, 2)), *e;
    SHOWS(weir_pad(x, WEIR_I64S(2, 1), OPT(pad, .mode = "constant", .value = 9), &got),
          "[9, 9, 0, 1, 2, 9]");
    SHOWS(weir_pad(x, WEIR_I64S(2, 1), OPT(pad, .mode = "edge"), &got), "[0, 0, 0, 1, 2, 2]");
    SHOWS(weir_pad(x, WEIR_I64S(6, 3), OPT(pad, .mode = "reflect"), &got),
          "[2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1]");
    SHOWS(weir_pad(x, WEIR_I64S(4, 4), OPT(pad, .mode = "symmetric"), &got),
          "[2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0]");
    SHOWS(weir_pad(x, WEIR_I64S(4, 5), OPT(pad, .mode = "wrap"), &got),
          "[2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]");
    SHOWS(weir_pad(m, WEIR_I64S(1, 0, 0, 2), OPT(pad, .mode = NULL, .value = -1), &got),
          "[[-1, -1, -1, -1], [0, 1, -1, -1], [2, 3, -1, -1]]");
    SHOWS(weir_pad(m, WEIR_I64S(1, 1, 1, 1), OPT(pad, .mode = "reflect"), &got),
          "[[3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0]]");
    REFUSES(weir_pad(x, WEIR_I64S(1), OPT(pad, .mode = "edge"), &got),
            "pad: 1 width given for int32 (3,)");
    REFUSES(weir_pad(x, WEIR_I64S(1, -1), OPT(pad, .mode = "edge"), &got),
            "pad: widths 1 and -1 of axis 0");
    REFUSES(weir_pad(x, WEIR_I64S(1, 1), OPT(pad, .mode = "mirror"), &got),
            "pad: unknown mode 'mirror'; expected constant, edge, reflect, symmetric or wrap");
    CHECK_OK(weir_zeros(rt, WEIR_I64S(0), OPT(zeros, .dtype = WEIR_INT32, .device = -1), &e));
    SHOWS(weir_pad(e, WEIR_I64S(1, 1), OPT(pad, .mode = "constant", .value = 3), &got), "[3, 3]");
    REFUSES(weir_pad(e, WEIR_I64S(1, 1), OPT(pad, .mode = "wrap", .value = 3), &got),
            "only mode 'constant' can pad it");
    weir_array *one = counting(WEIR_INT32, DIMS(1));
    SHOWS(weir_pad(one, WEIR_I64S(2, 2), OPT(pad, .mode = "reflect", .value = 3), &got),
          "[0, 0, 0, 0, 0]");
    weir_array *all[] = {x, m, e, one};
    release(all, 4);
    weir_runtime_free(rt);
}

/* ---- Order ----------------------------------------------------------------------------------- */

TEST(sort_puts_nan_last_in_either_order) {
    rt = kit_runtime(2);
    const float values[] = {3, NAN, -1, INFINITY, -NAN, -INFINITY, 0};
    weir_array *x, *y;
    float got[7];
    int64_t at[7];
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, DIMS(7), values, &x));
    CHECK_OK(weir_sort(x, NULL, &y));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK(got[0] == -INFINITY && got[1] == -1 && got[2] == 0 && got[3] == 3 && got[4] == INFINITY);
    CHECK(isnan(got[5]) && isnan(got[6]));
    weir_array_release(y);
    CHECK_OK(weir_sort(x, OPT(sort, .axis = -1, .descending = 1, .stable = 1), &y));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK(got[0] == INFINITY && got[1] == 3 && got[3] == -1 && got[4] == -INFINITY);
    CHECK(isnan(got[5]) && isnan(got[6]));
    weir_array_release(y);
    CHECK_OK(weir_argsort(x, OPT(argsort, .axis = -1, .descending = 1, .stable = 1), &y));
    CHECK_OK(weir_array_read(y, at, sizeof at));
    CHECK(at[0] == 3 && at[1] == 0 && at[4] == 5 && at[5] == 1 && at[6] == 4);
    weir_array_release(y);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(argsort_keeps_the_order_of_equals) {
    rt = kit_runtime(2);
    weir_array *x;
    CHECK_OK(
        weir_array_new(rt, WEIR_FLOAT64, DIMS(6), (const double[]){1, 0.0, -0.0, 1, 0.0, 1}, &x));
    SHOWS(weir_argsort(x, OPT(argsort, .axis = 0, .stable = 1), &got), "[1, 2, 4, 0, 3, 5]");
    SHOWS(weir_argsort(x, OPT(argsort, .axis = 0, .descending = 1, .stable = 1), &got),
          "[0, 3, 5, 1, 2, 4]");
    weir_array_release(x);
    CHECK_OK(weir_array_new(rt, WEIR_BOOL, DIMS(5), (const uint8_t[]){1, 0, 1, 0, 1}, &x));
    SHOWS(weir_argsort(x, OPT(argsort, .axis = 0, .stable = 0), &got), "[1, 3, 0, 2, 4]");
    weir_array_release(x);
    CHECK_OK(weir_array_new(rt, WEIR_INT64, DIMS(4), (const int64_t[]){INT64_MAX, INT64_MIN, 0, -1},
                            &x));
    SHOWS(weir_argsort(x, OPT(argsort, .axis = 0, .stable = 1), &got), "[1, 3, 2, 0]");
    SHOWS(weir_argsort(x, OPT(argsort, .axis = 0, .descending = 1, .stable = 1), &got),
          "[0, 2, 3, 1]");
    weir_array_release(x);
    CHECK_OK(weir_array_new(rt, WEIR_UINT64, DIMS(3), (const uint64_t[]){UINT64_MAX, 0, 7}, &x));
    SHOWS(weir_sort(x, OPT(sort, .axis = 0, .stable = 1), &got), "[0, 7, 18446744073709551615]");
    weir_array_release(x);
    CHECK_OK(weir_ones(rt, WEIR_I64S(3), OPT(ones, .dtype = WEIR_COMPLEX64, .device = -1), &x));
    REFUSES(weir_sort(x, OPT(sort, .axis = 0, .stable = 1), &got),
            "sort: complex64 is not ordered");
    REFUSES(weir_argsort(x, OPT(argsort, .axis = 1, .stable = 1), &got),
            "argsort: axis 1 is out of range for an array with 1 dimension");
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* Every way of sorting, by the length of a row: inserted, merged, distributed, distributed by
 * several workers; with many equal keys, so that stability shows. */
TEST(rows_of_any_length_are_sorted_and_stay_stable) {
    static const int64_t lengths[] = {1,   2,   15,   16,     17,     63,    511,
                                      512, 513, 5000, 131071, 131072, 300000};
    rt = kit_runtime(3);
    uint64_t state = 5;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        int64_t n = lengths[l], rows = n < 1000 ? 7 : 2;
        size_t count = (size_t)(n * rows);
        for (int wide = 0; wide < 2; wide++) {
            float *f = malloc(count * sizeof *f);
            double *d = malloc(count * sizeof *d);
            int64_t *at = malloc(count * sizeof *at);
            for (size_t i = 0; i < count; i++) {
                int64_t value = (int64_t)(test_random(&state) % (uint64_t)(n / 3 + 2)) - n / 6;
                f[i] = (float)value, d[i] = (double)value;
            }
            weir_array *x, *y, *indices;
            CHECK_OK(weir_array_new(rt, wide ? WEIR_FLOAT64 : WEIR_FLOAT32, DIMS(rows, n),
                                    wide ? (void *)d : (void *)f, &x));
            CHECK_OK(weir_argsort(x, OPT(argsort, .axis = 1, .descending = wide, .stable = 1),
                                  &indices));
            CHECK_OK(weir_sort(x, OPT(sort, .axis = 1, .descending = wide, .stable = 1), &y));
            CHECK_OK(weir_array_read(indices, at, count * sizeof *at));
            void *sorted = malloc(count * sizeof(double));
            CHECK_OK(weir_array_read(y, sorted, count * (wide ? 8 : 4)));
            for (int64_t r = 0; r < rows; r++)
                for (int64_t i = 0; i < n; i++) {
                    const int64_t *row = at + r * n;
                    const float *values = f + r * n;
                    float here = values[row[i]];
                    CHECK(here == (wide ? (float)((double *)sorted)[r * n + i]
                                        : ((float *)sorted)[r * n + i]));
                    if (i == 0) continue;
                    float last = values[row[i - 1]];
                    CHECK(wide ? last >= here : last <= here);
                    CHECK(last != here || row[i - 1] < row[i]);
                }
            free(sorted), free(at), free(d), free(f);
            weir_array *all[] = {x, y, indices};
            release(all, 3);
        }
    }
    weir_runtime_free(rt);
}

TEST(searchsorted_on_both_sides) {
    rt = kit_runtime(2);
    weir_array *x, *v, *order;
    CHECK_OK(weir_array_new(rt, WEIR_INT32, DIMS(5), (const int32_t[]){1, 3, 3, 3, 8}, &x));
    CHECK_OK(
        weir_array_new(rt, WEIR_FLOAT32, DIMS(2, 3), (const float[]){0, 3, 9, 2.5F, 8, NAN}, &v));
    SHOWS(weir_searchsorted(x, v, NULL, NULL, &got), "[[0, 1, 5], [1, 4, 5]]");
    SHOWS(weir_searchsorted(x, v, NULL, OPT(searchsorted, .side = "right"), &got),
          "[[0, 4, 5], [1, 5, 5]]");
    REFUSES(weir_searchsorted(x, v, NULL, OPT(searchsorted, .side = "middle"), &got),
            "searchsorted: side must be 'left' or 'right', got 'middle'");
    REFUSES(weir_searchsorted(v, x, NULL, NULL, &got),
            "x1 must have one dimension, got float32 (2, 3)");
    weir_array_release(x);
    CHECK_OK(weir_array_new(rt, WEIR_INT32, DIMS(3), (const int32_t[]){8, 1, 3}, &x));
    CHECK_OK(weir_argsort(x, OPT(argsort, .axis = 0, .stable = 1), &order));
    SHOWS(weir_searchsorted(x, v, order, NULL, &got), "[[0, 1, 3], [1, 2, 3]]");
    weir_array_release(order);
    CHECK_OK(weir_array_new(rt, WEIR_INT8, DIMS(3), (const int8_t[]){1, 2, 3}, &order));
    weir_array *y;
    CHECK_OK(weir_searchsorted(x, v, order, NULL, &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "sorter index 3 is out of range for 3 elements");
    weir_array *all[] = {x, v, order, y};
    release(all, 4);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(searchsorted_finds_every_position_of_a_long_array) {
    rt = kit_runtime(3);
    int64_t n = test_scaled(20000);
    weir_array *x, *v, *left, *right;
    CHECK_OK(weir_arange(
        rt, 0, OPT(arange, .stop = 2.0 * (double)n, .step = 2, .dtype = WEIR_FLOAT64, .device = -1),
        &x));
    CHECK_OK(weir_arange(
        rt, -1, OPT(arange, .stop = 2.0 * (double)n, .step = 1, .dtype = WEIR_INT32, .device = -1),
        &v));
    CHECK_OK(weir_searchsorted(x, v, NULL, NULL, &left));
    CHECK_OK(weir_searchsorted(x, v, NULL, OPT(searchsorted, .side = "right"), &right));
    size_t bytes = (size_t)weir_array_count(v) * sizeof(int64_t);
    int64_t *l = malloc(bytes), *r = malloc(bytes);
    CHECK_OK(weir_array_read(left, l, bytes));
    CHECK_OK(weir_array_read(right, r, bytes));
    for (int64_t i = 0; i <= 2 * n; i++) {
        CHECK_EQ(l[i], i / 2);
        CHECK_EQ(r[i], (i + 1) / 2);
    }
    free(l), free(r);
    weir_array *all[] = {x, v, left, right};
    release(all, 4);
    weir_runtime_free(rt);
}
