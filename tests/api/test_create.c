/* test_create.c - operators that create arrays: known values, dtypes, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_array.h"

#include <math.h>

static weir_runtime *rt;

TEST(zeros_ones_and_empty_have_the_shape_and_dtype_asked_for) {
    rt = kit_runtime(2);
    SHOWS(weir_zeros(rt, WEIR_I64S(2, 3), OPT(zeros, .dtype = WEIR_INT32, .device = -1), &got),
          "[[0, 0, 0], [0, 0, 0]]");
    SHOWS(weir_ones(rt, WEIR_I64S(2), OPT(ones, .dtype = WEIR_INT8, .device = -1), &got), "[1, 1]");
    SHOWS(weir_empty(rt, WEIR_I64S(3), OPT(empty, .dtype = WEIR_UINT64, .device = -1), &got),
          "[0, 0, 0]");
    weir_array *y;
    CHECK_OK(weir_ones(rt, WEIR_I64S(2, 0, 3), OPT(ones, .device = WEIR_CPU(1)), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT32);
    CHECK_EQ(weir_array_count(y), 0);
    CHECK_EQ(weir_array_device(y), WEIR_CPU(1));
    weir_array_release(y);
    double item;
    CHECK_OK(
        weir_ones(rt, weir_i64s_of(NULL, 0), OPT(ones, .dtype = WEIR_BFLOAT16, .device = -1), &y));
    CHECK_OK(weir_array_item_f64(y, &item));
    CHECK(item == 1);
    weir_array_release(y);
    REFUSES(weir_zeros(rt, WEIR_I64S(2, -1), NULL, &got),
            "zeros: dimension 1 of shape (2, -1) is negative");
    REFUSES(weir_zeros(rt, WEIR_I64S(2), OPT(zeros, .dtype = (weir_dtype)99, .device = -1), &got),
            "zeros: 99 is not a dtype");
    CHECK_STATUS(weir_zeros(rt, WEIR_I64S(2), OPT(zeros, .device = 7), &y), EDEVICE);
    weir_runtime_free(rt);
}

TEST(full_keeps_large_integers_and_says_its_dtype) {
    rt = kit_runtime(2);
    weir_array *n, *y;
    int64_t large = INT64_C(9007199254740993), back[2];
    CHECK_OK(weir_number_i64(rt, large, &n));
    CHECK_OK(weir_full(n, WEIR_I64S(2), NULL, &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_INT64);
    CHECK_OK(weir_array_read(y, back, sizeof back));
    CHECK_EQ(back[1], large);
    weir_array_release(y);
    CHECK_OK(weir_ones(rt, WEIR_I64S(2, 2), OPT(ones, .dtype = WEIR_UINT8, .device = -1), &y));
    weir_array *z;
    CHECK_OK(weir_full_like(y, n, OPT(full_like, .dtype = WEIR_INT64, .device = -1), &z));
    CHECK_STR(text(z),
              "[[9007199254740993, 9007199254740993], [9007199254740993, 9007199254740993]]");
    weir_array_release(z);
    weir_array_release(n);
    CHECK_OK(weir_number_bool(rt, 1, &n));
    CHECK_OK(weir_full(n, WEIR_I64S(2), NULL, &z));
    CHECK_EQ(weir_array_dtype(z), WEIR_BOOL);
    weir_array_release(z);
    weir_array_release(n);
    CHECK_OK(weir_number_c128(rt, 1, 2, &n));
    CHECK_OK(weir_full(n, WEIR_I64S(2), NULL, &z));
    CHECK_EQ(weir_array_dtype(z), WEIR_COMPLEX64);
    float c[4];
    CHECK_OK(weir_array_read(z, c, sizeof c));
    CHECK(c[2] == 1 && c[3] == 2);
    weir_array_release(z);
    z = NULL;
    CHECK_STATUS(weir_full(n, WEIR_I64S(2), OPT(full, .dtype = WEIR_FLOAT32, .device = -1), &z),
                 EINVAL);
    CHECK_HAS(weir_error(),
              "full: casting a complex128 value to float32 would discard the imaginary part");
    weir_array_release(n);
    CHECK_STATUS(weir_full(y, WEIR_I64S(3), NULL, &z), EINVAL);
    CHECK_HAS(weir_error(), "full: a value of shape (2, 2) cannot be broadcast to shape (3,)");
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(like_operators_take_shape_and_dtype_from_an_array) {
    rt = kit_runtime(2);
    weir_array *x;
    CHECK_OK(weir_array_new(rt, WEIR_INT16, DIMS(2, 2), (const int16_t[]){1, 2, 3, 4}, &x));
    SHOWS(weir_zeros_like(x, NULL, &got), "[[0, 0], [0, 0]]");
    SHOWS(weir_ones_like(x, NULL, &got), "[[1, 1], [1, 1]]");
    SHOWS(weir_empty_like(x, NULL, &got), "[[0, 0], [0, 0]]");
    weir_array *z;
    CHECK_OK(weir_ones_like(x, OPT(ones_like, .dtype = WEIR_FLOAT64, .device = -1), &z));
    CHECK_EQ(weir_array_dtype(z), WEIR_FLOAT64);
    weir_array_release(z);
    CHECK_OK(weir_zeros_like(x, NULL, &z));
    CHECK_EQ(weir_array_dtype(z), WEIR_INT16);
    weir_array_release(z);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(arange_counts_in_whole_and_broken_steps) {
    rt = kit_runtime(2);
    SHOWS(weir_arange(rt, 5, NULL, &got), "[0, 1, 2, 3, 4]");
    SHOWS(weir_arange(rt, 2, OPT(arange, .stop = 9, .step = 3, .device = -1), &got), "[2, 5, 8]");
    SHOWS(weir_arange(rt, 5, OPT(arange, .stop = 0, .step = -2, .dtype = WEIR_INT8, .device = -1),
                      &got),
          "[5, 3, 1]");
    SHOWS(weir_arange(rt, 3, OPT(arange, .stop = 3, .step = 1, .device = -1), &got), "[]");
    SHOWS(weir_arange(rt, 3, OPT(arange, .stop = 9, .step = -1, .device = -1), &got), "[]");
    weir_array *z;
    double d[4];
    CHECK_OK(weir_arange(
        rt, 0, OPT(arange, .stop = 1, .step = 0.25, .dtype = WEIR_FLOAT64, .device = -1), &z));
    CHECK_OK(weir_array_read(z, d, sizeof d));
    CHECK(d[0] == 0 && d[1] == 0.25 && d[3] == 0.75);
    weir_array_release(z);
    CHECK_OK(weir_arange(rt, 0, OPT(arange, .stop = 4, .step = 1, .device = -1), &z));
    CHECK_EQ(weir_array_dtype(z), WEIR_INT64);
    weir_array_release(z);
    REFUSES(weir_arange(rt, 0, OPT(arange, .stop = 4, .step = 0, .device = -1), &got),
            "arange: step must not be 0");
    REFUSES(weir_arange(rt, 0, OPT(arange, .stop = INFINITY, .step = 1, .device = -1), &got),
            "arange: stop must be finite, got inf");
    REFUSES(weir_arange(rt, 0.5,
                        OPT(arange, .stop = 4, .step = 1, .dtype = WEIR_INT32, .device = -1), &got),
            "arange: step=1 from start=0.5 gives values that are not integers, but dtype is int32");
    REFUSES(weir_arange(rt, 0, OPT(arange, .stop = 4, .step = 1, .dtype = WEIR_BOOL, .device = -1),
                        &got),
            "not bool");
    REFUSES(weir_arange(rt, 0, OPT(arange, .stop = 1, .step = 1e-300, .device = -1), &got),
            "the range from 0 to 1 with step 1e-300 has too many elements");
    weir_runtime_free(rt);
}

TEST(arange_is_the_same_however_it_is_split) {
    enum { N = 300001 };
    rt = kit_runtime(3);
    weir_array *a, *b;
    CHECK_OK(weir_arange(rt, 7, OPT(arange, .stop = 7 + 3.0 * N, .step = 3, .device = -1), &a));
    CHECK_OK(weir_arange(
        rt, 0, OPT(arange, .stop = 0.1 * N, .step = 0.1, .dtype = WEIR_FLOAT64, .device = -1), &b));
    CHECK_EQ(weir_array_count(a), N);
    int64_t *i = malloc(N * sizeof *i);
    double *d = malloc((size_t)weir_array_count(b) * sizeof *d);
    CHECK_OK(weir_array_read(a, i, N * sizeof *i));
    CHECK_OK(weir_array_read(b, d, (size_t)weir_array_count(b) * sizeof *d));
    for (int64_t n = 0; n < N; n++) {
        CHECK_EQ(i[n], 7 + 3 * n);
        CHECK(d[n] == (double)n * 0.1);
    }
    free(i);
    free(d);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(linspace_includes_its_end) {
    rt = kit_runtime(2);
    weir_array *y;
    double d[11];
    CHECK_OK(weir_linspace(
        rt, 0, 0.7, OPT(linspace, .num = 11, .endpoint = 1, .dtype = WEIR_FLOAT64, .device = -1),
        &y));
    CHECK_OK(weir_array_read(y, d, sizeof d));
    CHECK(d[0] == 0 && d[10] == 0.7 && fabs(d[5] - 0.35) < 1e-15);
    weir_array_release(y);
    CHECK_OK(weir_linspace(
        rt, 1, 2, OPT(linspace, .num = 4, .endpoint = 0, .dtype = WEIR_FLOAT64, .device = -1), &y));
    CHECK_OK(weir_array_read(y, d, 4 * sizeof *d));
    CHECK(d[0] == 1 && d[1] == 1.25 && d[3] == 1.75);
    weir_array_release(y);
    CHECK_OK(weir_linspace(
        rt, -1.7e308, 1.7e308,
        OPT(linspace, .num = 3, .endpoint = 1, .dtype = WEIR_FLOAT64, .device = -1), &y));
    CHECK_OK(weir_array_read(y, d, 3 * sizeof *d));
    CHECK(d[0] == -1.7e308 && d[2] == 1.7e308 && isfinite(d[1]));
    weir_array_release(y);
    CHECK_OK(weir_linspace(
        rt, 3, 5, OPT(linspace, .num = 1, .endpoint = 1, .dtype = WEIR_FLOAT64, .device = -1), &y));
    CHECK_OK(weir_array_read(y, d, sizeof *d));
    CHECK(d[0] == 3);
    weir_array_release(y);
    SHOWS(weir_linspace(rt, 3, 5, OPT(linspace, .num = 0, .endpoint = 1, .device = -1), &got),
          "[]");
    REFUSES(weir_linspace(rt, 0, 1, OPT(linspace, .num = -1, .endpoint = 1, .device = -1), &got),
            "linspace: num must be at least 0, got -1");
    REFUSES(weir_linspace(rt, 0, 1,
                          OPT(linspace, .num = 5, .endpoint = 1, .dtype = WEIR_INT32, .device = -1),
                          &got),
            "linspace: the dtype must be a float dtype, not int32");
    weir_runtime_free(rt);
}

TEST(eye_has_ones_on_the_diagonal_asked_for) {
    rt = kit_runtime(2);
    SHOWS(weir_eye(rt, 2, OPT(eye, .n_cols = WEIR_NONE, .dtype = WEIR_INT32, .device = -1), &got),
          "[[1, 0], [0, 1]]");
    SHOWS(weir_eye(rt, 2, OPT(eye, .n_cols = 3, .k = 1, .dtype = WEIR_INT32, .device = -1), &got),
          "[[0, 1, 0], [0, 0, 1]]");
    SHOWS(weir_eye(rt, 3, OPT(eye, .n_cols = 2, .k = -1, .dtype = WEIR_INT32, .device = -1), &got),
          "[[0, 0], [1, 0], [0, 1]]");
    SHOWS(weir_eye(rt, 2, OPT(eye, .n_cols = 2, .k = 5, .dtype = WEIR_INT32, .device = -1), &got),
          "[[0, 0], [0, 0]]");
    REFUSES(weir_eye(rt, -2, OPT(eye, .n_cols = 2, .device = -1), &got),
            "eye: n_rows=-2 and n_cols=2 must not be negative");
    REFUSES(weir_eye(rt, WEIR_NONE, OPT(eye, .n_cols = 2, .device = -1), &got),
            "eye: n_rows is required");
    weir_runtime_free(rt);
}

TEST(triangles_and_diagonals_of_a_matrix) {
    rt = kit_runtime(2);
    weir_array *x, *d;
    const int32_t values[] = {1, 2, 3, 4, 5, 6};
    CHECK_OK(weir_array_new(rt, WEIR_INT32, DIMS(2, 3), values, &x));
    SHOWS(weir_tril(x, NULL, &got), "[[1, 0, 0], [4, 5, 0]]");
    SHOWS(weir_triu(x, NULL, &got), "[[1, 2, 3], [0, 5, 6]]");
    SHOWS(weir_triu(x, OPT(triu, .k = INT64_MIN), &got), "[[1, 2, 3], [4, 5, 6]]");
    SHOWS(weir_tril(x, OPT(tril, .k = INT64_MAX), &got), "[[1, 2, 3], [4, 5, 6]]");
    SHOWS(weir_tril(x, OPT(tril, .k = INT64_MIN), &got), "[[0, 0, 0], [0, 0, 0]]");
    SHOWS(weir_triu(x, OPT(triu, .k = INT64_MAX), &got), "[[0, 0, 0], [0, 0, 0]]");
    SHOWS(weir_diagonal(x, OPT(diagonal, .offset = 1, .axis1 = -2, .axis2 = -1), &got), "[2, 6]");
    SHOWS(weir_diagonal(x, OPT(diagonal, .offset = -1, .axis1 = 0, .axis2 = 1), &got), "[4]");
    SHOWS(weir_diagonal(x, OPT(diagonal, .axis1 = 1, .axis2 = 0), &got), "[1, 5]");
    SHOWS(weir_diagonal(x, OPT(diagonal, .offset = 9, .axis1 = 1, .axis2 = 0), &got), "[]");
    SHOWS(weir_diag(x, OPT(diag, .k = 1), &got), "[2, 6]");
    CHECK_OK(weir_diagonal(x, NULL, &d));
    SHOWS(weir_diag(d, OPT(diag, .k = -1), &got), "[[0, 0, 0], [1, 0, 0], [0, 5, 0]]");
    SHOWS(weir_diag_embed(d, OPT(diag_embed, .n_rows = 2, .n_cols = 3), &got),
          "[[1, 0, 0], [0, 5, 0]]");
    REFUSES(weir_diag_embed(d, OPT(diag_embed, .n_rows = 3, .n_cols = 3), &got),
            "diagonal 0 of a matrix with 3 rows and 3 columns does not have length 2");
    REFUSES(weir_tril(d, NULL, &got), "tril: int32 (2,) has 1 dimension; at least 2 are required");
    REFUSES(weir_diagonal(x, OPT(diagonal, .axis1 = 1, .axis2 = 1), &got),
            "diagonal: axis1 and axis2 must differ; both are 1");
    REFUSES(weir_diagonal(x, OPT(diagonal, .axis1 = 2, .axis2 = 1), &got),
            "diagonal: axis 2 is out of range for an array with 2 dimensions");
    weir_array_release(d);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(meshgrid_in_both_orders) {
    rt = kit_runtime(2);
    weir_array *in[2], *out[4];
    CHECK_OK(weir_arange(rt, 3, NULL, &in[0]));
    CHECK_OK(weir_arange(rt, 7, OPT(arange, .stop = 9, .step = 1, .device = -1), &in[1]));
    uint32_t count = 4;
    CHECK_OK(weir_meshgrid(in, 2, NULL, out, &count));
    CHECK_EQ(count, 2);
    CHECK_STR(text(out[0]), "[[0, 1, 2], [0, 1, 2]]");
    CHECK_STR(text(out[1]), "[[7, 7, 7], [8, 8, 8]]");
    for (int i = 0; i < 2; i++) weir_array_release(out[i]);
    count = 2;
    CHECK_OK(weir_meshgrid(in, 2, OPT(meshgrid, .indexing = "ij"), out, &count));
    CHECK_STR(text(out[0]), "[[0, 0], [1, 1], [2, 2]]");
    CHECK_STR(text(out[1]), "[[7, 8], [7, 8], [7, 8]]");
    for (int i = 0; i < 2; i++) weir_array_release(out[i]);
    CHECK_STATUS(weir_meshgrid(in, 2, OPT(meshgrid, .indexing = "yx"), out, &count), EINVAL);
    CHECK_HAS(weir_error(), "meshgrid: indexing must be 'xy' or 'ij', got 'yx'");
    count = 1;
    CHECK_STATUS(weir_meshgrid(in, 2, OPT(meshgrid, .indexing = "ij"), out, &count), EINVAL);
    CHECK_HAS(weir_error(), "meshgrid: returns 2 arrays, but `out` has space for 1");
    for (int i = 0; i < 2; i++) weir_array_release(in[i]);
    weir_runtime_free(rt);
}

TEST(one_hot_fails_for_an_index_that_is_no_class) {
    rt = kit_runtime(2);
    weir_array *x, *y;
    CHECK_OK(weir_array_new(rt, WEIR_INT64, DIMS(3), (const int64_t[]){2, 0, 1}, &x));
    SHOWS(weir_one_hot(x, 3, OPT(one_hot, .dtype = WEIR_INT32), &got),
          "[[0, 0, 1], [1, 0, 0], [0, 1, 0]]");
    CHECK_OK(weir_one_hot(x, 2, NULL, &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index 2 is out of range for 2 classes");
    weir_array_release(y);
    REFUSES(weir_one_hot(x, WEIR_NONE, NULL, &got), "one_hot: num_classes is required");
    weir_array_release(x);
    CHECK_OK(weir_array_new(rt, WEIR_INT32, DIMS(2), (const int32_t[]){0, -1}, &x));
    CHECK_OK(weir_one_hot(x, 2, NULL, &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "index -1 is out of range for 2 classes");
    weir_array_release(y);
    weir_array_release(x);
    CHECK_OK(weir_ones(rt, WEIR_I64S(2), NULL, &x));
    REFUSES(weir_one_hot(x, 2, NULL, &got), "one_hot: indices must be integers, not float32");
    weir_array_release(x);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

/* The first of several wrong indices is reported, whichever worker finds one first. */
TEST(one_hot_names_the_first_wrong_index) {
    enum { N = 200000 };
    rt = kit_runtime(4);
    int32_t *values = calloc(N, sizeof *values);
    for (int i = N / 3; i < N; i++) values[i] = i;
    int64_t n = N;
    weir_array *x, *y;
    CHECK_OK(weir_array_new(rt, WEIR_INT32, &n, 1, values, &x));
    for (int i = 0; i < 5; i++) {
        CHECK_OK(weir_one_hot(x, 4, OPT(one_hot, .dtype = WEIR_INT8), &y));
        CHECK_STATUS(weir_array_wait(y), EINDEX);
        CHECK_HAS(weir_error(), "index 66666 is out of range for 4 classes");
        weir_array_release(y);
    }
    free(values);
    weir_array_release(x);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(what_a_narrow_dtype_does_not_hold_is_refused) {
    rt = kit_runtime(1);
    REFUSES(weir_arange(rt, 0,
                        OPT(arange, .stop = 257, .step = 1, .dtype = WEIR_UINT8, .device = -1),
                        &got),
            "arange: 256 does not fit in uint8 (0 to 255)");
    REFUSES(weir_arange(rt, -3,
                        OPT(arange, .stop = 2, .step = 1, .dtype = WEIR_UINT64, .device = -1),
                        &got),
            "arange: -3 does not fit in uint64");
    REFUSES(weir_arange(rt, 100,
                        OPT(arange, .stop = -130, .step = -1, .dtype = WEIR_INT8, .device = -1),
                        &got),
            "arange: -129 does not fit in int8 (-128 to 127)");
    REFUSES(weir_arange(
                rt, 0, OPT(arange, .stop = 66001, .step = 500, .dtype = WEIR_FLOAT16, .device = -1),
                &got),
            "arange: 66000 is out of range for float16 (maximum 65504)");
    REFUSES(weir_linspace(
                rt, 0, 1e39,
                OPT(linspace, .num = 5, .endpoint = 1, .dtype = WEIR_FLOAT32, .device = -1), &got),
            "linspace: 1e+39 is out of range for float32 (maximum 3.40282e+38)");
    /* Values that are not included need not fit the dtype. */
    SHOWS(weir_arange(rt, 254,
                      OPT(arange, .stop = 256, .step = 1, .dtype = WEIR_UINT8, .device = -1), &got),
          "[254, 255]");
    SHOWS(weir_arange(rt, 300,
                      OPT(arange, .stop = 256, .step = 1, .dtype = WEIR_UINT8, .device = -1), &got),
          "[]");
    weir_runtime_free(rt);
}
