/* test_array.c - arrays from data and back: every dtype, every size class, text, items, errors.
 *
 * A storage of up to 64 bytes is stored inside its variable, up to 4096 is small, more is large.
 * The tests cover all three wherever it could make a difference.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <math.h>
#include <stdio.h>

static const weir_dtype dtypes[] = {
#define CODE(name, value, text, bytes) WEIR_##name,
    WEIR_DTYPE_MAP(CODE)
#undef CODE
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

/* Bytes around each border. */
static const int64_t sizes[] = {0, 1, 16, 63, 64, 65, 256, 257, 4095, 4096, 4097, 100000, 2000000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static unsigned char *bytes_of(int64_t n, uint64_t seed) {
    unsigned char *x = malloc((size_t)n + 1);
    for (int64_t i = 0; i < n; i++) x[i] = (unsigned char)test_random(&seed);
    return x;
}

/* ---- Data in and out ------------------------------------------------------------------------- */

TEST(data_of_every_dtype_and_size_comes_back) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        for (int d = 0; d < DTYPES; d++)
            for (int s = 0; s < SIZES; s++) {
                int64_t size = (int64_t)weir_dtype_bytes(dtypes[d]), n = sizes[s] / size;
                unsigned char *x = bytes_of(n * size, (uint64_t)(d * 100 + s)),
                              *y = malloc((size_t)(n * size) + 1);
                if (dtypes[d] == WEIR_BOOL)
                    for (int64_t i = 0; i < n; i++) x[i] &= 1;
                weir_array *a = kit_array(rt, dtypes[d], 1, &n, x);
                CHECK_EQ(weir_array_dtype(a), dtypes[d]);
                CHECK_EQ(weir_array_ndim(a), 1);
                CHECK_EQ(weir_array_shape(a)[0], n);
                CHECK_EQ(weir_array_count(a), n);
                CHECK_OK(weir_array_read(a, y, (size_t)(n * size)));
                CHECK_EQ(memcmp(x, y, (size_t)(n * size)), 0);
                weir_array_release(a);
                free(x);
                free(y);
            }
        weir_runtime_free(rt);
    }
}

TEST(data_is_copied_at_the_call) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    kit_hold(rt, &gate, 1);
    weir_array *a[SIZES];
    for (int s = 0; s < SIZES; s++) {
        unsigned char *x = bytes_of(sizes[s], (uint64_t)s);
        a[s] = kit_array(rt, WEIR_UINT8, 1, &sizes[s], x);
        memset(x, 0xee, (size_t)sizes[s]);
        free(x);
    }
    test_gate_open(&gate);
    for (int s = 0; s < SIZES; s++) {
        unsigned char *x = bytes_of(sizes[s], (uint64_t)s), *y = malloc((size_t)sizes[s] + 1);
        CHECK_OK(weir_array_read(a[s], y, (size_t)sizes[s]));
        CHECK_EQ(memcmp(x, y, (size_t)sizes[s]), 0);
        free(x);
        free(y);
        weir_array_release(a[s]);
    }
    weir_runtime_free(rt);
}

TEST(no_data_makes_zeros) {
    weir_runtime *rt = kit_runtime(2);
    for (int round = 0; round < 3; round++) /* the later rounds get memory that was used before */
        for (int s = 0; s < SIZES; s++) {
            unsigned char *x = malloc((size_t)sizes[s] + 1);
            weir_array *a = kit_array(rt, WEIR_UINT8, 1, &sizes[s], NULL);
            CHECK_OK(weir_array_read(a, x, (size_t)sizes[s]));
            for (int64_t i = 0; i < sizes[s]; i++) CHECK_EQ(x[i], 0);
            weir_array_release(a);
            memset(x, 0xff, (size_t)sizes[s]);
            a = kit_array(rt, WEIR_UINT8, 1, &sizes[s], x);
            weir_array_release(a);
            free(x);
        }
    weir_runtime_free(rt);
}

TEST(shapes_up_to_32_dimensions_have_row_major_strides) {
    weir_runtime *rt = kit_runtime(1);
    int64_t shape[WEIR_NDIM_MAX + 1];
    for (int i = 0; i <= WEIR_NDIM_MAX; i++) shape[i] = i % 8 == 7 ? 3 : 1;
    weir_array *a = kit_array(rt, WEIR_INT16, WEIR_NDIM_MAX, shape, NULL);
    CHECK_EQ(weir_array_count(a), 81);
    CHECK_EQ(weir_array_ndim(a), WEIR_NDIM_MAX);
    CHECK_EQ(weir_array_strides(a)[WEIR_NDIM_MAX - 1], 1);
    CHECK_EQ(weir_array_strides(a)[7], 27);
    CHECK(weir_array_is_contiguous(a));
    CHECK(!weir_array_is_number(a));
    CHECK(weir_array_runtime(a) == rt);
    CHECK(weir_array_var(a));
    weir_array *b = NULL;
    CHECK_STATUS(weir_array_new(rt, WEIR_INT16, shape, WEIR_NDIM_MAX + 1, NULL, &b), EINVAL);
    CHECK_HAS(weir_error(), "33 dimensions; 0 to 32 are supported");
    CHECK(b == NULL);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(the_default_dtype_belongs_to_the_thread) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_array(rt, WEIR_DTYPE_DEFAULT, 0, NULL, NULL);
    CHECK_EQ(weir_array_dtype(a), WEIR_FLOAT32);
    weir_array_release(a);
    CHECK_EQ(weir_default_dtype_set(WEIR_FLOAT64), WEIR_FLOAT32);
    a = kit_array(rt, WEIR_DTYPE_DEFAULT, 0, NULL, NULL);
    CHECK_EQ(weir_array_dtype(a), WEIR_FLOAT64);
    weir_array_release(a);
    CHECK_EQ(weir_default_dtype_set(WEIR_INT32), 0);
    CHECK_EQ(weir_default_dtype_set(WEIR_COMPLEX64), 0);
    CHECK_EQ(weir_default_dtype_set((weir_dtype)77), 0);
    CHECK_EQ(weir_default_dtype_set(WEIR_BFLOAT16), WEIR_FLOAT64);
    CHECK_EQ(weir_default_dtype_set(WEIR_FLOAT32), WEIR_BFLOAT16);
    weir_runtime_free(rt);
}

TEST(names_and_sizes_of_dtypes_are_those_of_the_list) {
#define LOOK(name, value, text, bytes)                                                             \
    CHECK_STR(weir_dtype_name(WEIR_##name), text);                                                 \
    CHECK_EQ(weir_dtype_find(text), value);                                                        \
    CHECK_EQ(weir_dtype_bytes(WEIR_##name), bytes);
    WEIR_DTYPE_MAP(LOOK)
#undef LOOK
    CHECK_STR(weir_dtype_name((weir_dtype)0), "unknown");
    CHECK_STR(weir_dtype_name((weir_dtype)16), "unknown");
    CHECK_STR(weir_dtype_name((weir_dtype)-1), "unknown");
    CHECK_EQ(weir_dtype_find("float"), 0);
    CHECK_EQ(weir_dtype_find("unknown"), 0);
    CHECK_EQ(weir_dtype_find(""), 0);
    CHECK_EQ(weir_dtype_find(NULL), 0);
    CHECK_EQ(weir_dtype_bytes((weir_dtype)16), 0);
}

/* ---- Without waiting ------------------------------------------------------------------------- */

/* "It is ready; older work is not waited for." */
TEST(a_new_array_is_ready_though_every_worker_is_busy) {
    weir_config c = kit_config(2);
    c.helping = 0;
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    kit_hold(rt, &gate, 2);
    for (int s = 0; s < SIZES; s++) {
        weir_array *a = kit_array(rt, WEIR_UINT8, 1, &sizes[s], NULL);
        if (!weir_array_is_ready(a))
            test_fail(__FILE__, __LINE__, "an array of %lld bytes is not ready",
                      (long long)sizes[s]);
        weir_array_release(a);
    }
    test_gate_open(&gate);
    weir_runtime_free(rt);
}

TEST(a_new_array_can_be_read_though_every_worker_is_busy) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    kit_hold(rt, &gate, 2);
    for (int s = 0; s < SIZES; s++) {
        unsigned char *x = bytes_of(sizes[s], 3), *y = malloc((size_t)sizes[s] + 1);
        weir_array *a = kit_array(rt, WEIR_UINT8, 1, &sizes[s], x);
        CHECK_OK(weir_array_wait_at(a, 10000000000, "soon"));
        CHECK_OK(weir_array_read(a, y, (size_t)sizes[s]));
        CHECK_EQ(memcmp(x, y, (size_t)sizes[s]), 0);
        CHECK(weir_array_is_ready(a));
        weir_array_release(a);
        free(x);
        free(y);
    }
    test_gate_open(&gate);
    weir_runtime_free(rt);
}

TEST(a_result_is_not_ready_before_it_is_computed) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *x = kit_ramp(rt, 100, 0, 1), *g = kit_scalar(rt, 5);
    kit_gate_array(g, &gate);
    weir_array *y = kit_call("add", x, g);
    CHECK(!weir_array_is_ready(y));
    CHECK(!weir_array_is_ready(g));
    CHECK_OK(weir_array_wait(x)); /* unrelated to it */
    CHECK_STATUS(weir_array_wait_at(y, 0, "poll"), ETIMEDOUT);
    CHECK_STATUS(weir_array_wait_at(y, 1000000, NULL), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_array_wait_at(y, -1, "poll"));
    CHECK(weir_array_is_ready(y));
    CHECK_RAMP(y, 100, 5, 1);
    weir_array_release(x);
    weir_array_release(g);
    weir_array_release(y);
    weir_runtime_free(rt);
}

static weir_status run_look(weir_context *ctx, void *arg) {
    (void)ctx;
    weir_array *a = *(weir_array **)arg;
    float x;
    double item;
    void *data;
    char text[32];
    CHECK_STATUS(weir_array_wait(a), EDEADLK);
    CHECK_STATUS(weir_array_read(a, &x, sizeof x), EDEADLK);
    CHECK_STATUS(weir_array_item_f64(a, &item), EDEADLK);
    CHECK_STATUS(weir_array_text(a, text, sizeof text), EDEADLK);
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_READ, &data), EDEADLK);
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_WRITE, &data), EDEADLK);
    return WEIR_OK;
}

KIND(look, run_look, NULL, 0);

TEST(tasks_must_not_wait_for_arrays) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_array *a = kit_scalar(rt, 1), *b = kit_scalar(rt, 2);
    kit_gate_array(b, &gate);
    weir_array *y = kit_call("add", a, b); /* pending while the task tries to wait */
    weir_task t = kit_task(&look, &y);
    t.arg_size = sizeof y;
    weir_var *after = weir_array_var(a);
    t.writes = t.reads = &after;
    t.write_count = t.read_count = 1;
    test_gate_open(&gate);
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_waitall(rt));
    CHECK_ITEM(y, 3);
    CHECK_STATUS(weir_array_unmap(y), EINVAL); /* refused maps have no effect */
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- Items ----------------------------------------------------------------------------------- */

TEST(an_item_of_every_dtype) {
    weir_runtime *rt = kit_runtime(1);
    static const float z[2] = {2.5F, -1};
    static const double zz[2] = {-0.1, 3};
    int64_t one[3] = {1, 1, 1};
#define ITEM(code, type, value, real, whole)                                                       \
    do {                                                                                           \
        type x_ = value;                                                                           \
        weir_array *a_ = kit_array(rt, code, 3, one, &x_);                                         \
        int64_t i_ = 0;                                                                            \
        CHECK_ITEM(a_, real);                                                                      \
        CHECK_OK(weir_array_item_i64(a_, &i_));                                                    \
        CHECK_EQ(i_, whole);                                                                       \
        weir_array_release(a_);                                                                    \
    } while (0)
    ITEM(WEIR_BOOL, uint8_t, 1, 1.0, 1);
    ITEM(WEIR_INT8, int8_t, -100, -100.0, -100);
    ITEM(WEIR_INT16, int16_t, -30000, -30000.0, -30000);
    ITEM(WEIR_INT32, int32_t, INT32_MIN, -2147483648.0, INT32_MIN);
    ITEM(WEIR_INT64, int64_t, INT64_MIN, -0x1p63, INT64_MIN);
    ITEM(WEIR_INT64, int64_t, INT64_MAX, 0x1p63, INT64_MAX);
    ITEM(WEIR_UINT8, uint8_t, 255, 255.0, 255);
    ITEM(WEIR_UINT16, uint16_t, 65535, 65535.0, 65535);
    ITEM(WEIR_UINT32, uint32_t, UINT32_MAX, 4294967295.0, UINT32_MAX);
    ITEM(WEIR_UINT64, uint64_t, 1, 1.0, 1);
    ITEM(WEIR_FLOAT16, uint16_t, 0x3e00, 1.5, 1);
    ITEM(WEIR_FLOAT16, uint16_t, 0x8001, -0x1p-24, 0);
    ITEM(WEIR_FLOAT16, uint16_t, 0xfbff, -65504.0, -65504);
    ITEM(WEIR_BFLOAT16, uint16_t, 0xc040, -3.0, -3);
    ITEM(WEIR_FLOAT32, float, -2.75F, -2.75, -2);
    ITEM(WEIR_FLOAT64, double, 1e300, 1e300, INT64_MAX);
    ITEM(WEIR_FLOAT64, double, -1e300, -1e300, INT64_MIN);
    ITEM(WEIR_FLOAT64, double, (double)INFINITY, (double)INFINITY, INT64_MAX);
#undef ITEM
    weir_array *a = kit_array(rt, WEIR_COMPLEX64, 0, NULL, z), *b;
    CHECK_ITEM(a, 2.5);
    b = kit_array(rt, WEIR_COMPLEX128, 0, NULL, zz);
    CHECK_ITEM(b, -0.1);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(an_item_out_of_range_is_saturated_and_nan_is_zero) {
    weir_runtime *rt = kit_runtime(1);
    uint64_t most = UINT64_MAX;
    double nan = (double)NAN;
    int64_t x = 5;
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 0, NULL, &nan);
    CHECK_OK(weir_array_item_i64(a, &x));
    CHECK_EQ(x, 0);
    weir_array_release(a);
    a = kit_array(rt, WEIR_UINT64, 0, NULL, &most);
    CHECK_ITEM(a, 0x1p64);
    CHECK_OK(weir_array_item_i64(a, &x));
    CHECK_EQ(x, INT64_MAX);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(an_item_of_more_or_fewer_than_one_element_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *two = kit_ramp(rt, 2, 0, 1), *none = kit_ramp(rt, 0, 0, 1);
    double x = 7;
    int64_t i = 7;
    CHECK_STATUS(weir_array_item_f64(two, &x), EINVAL);
    CHECK_HAS(weir_error(), "float32 (2,) has 2 elements; exactly one is required");
    CHECK_STATUS(weir_array_item_i64(none, &i), EINVAL);
    CHECK_HAS(weir_error(), "float32 (0,) has 0 elements; exactly one is required");
    CHECK(x == 7 && i == 7);
    weir_array_release(two);
    weir_array_release(none);
    weir_runtime_free(rt);
}

/* ---- Text ------------------------------------------------------------------------------------ */

TEST(text_of_every_dtype) {
    weir_runtime *rt = kit_runtime(1);
#define SHOW(code, type, text, ...)                                                                \
    do {                                                                                           \
        static const type x_[] = {__VA_ARGS__};                                                    \
        int64_t n_ = (int64_t)(sizeof x_ / weir_dtype_bytes(code));                                \
        weir_array *a_ = kit_array(rt, code, 1, &n_, x_);                                          \
        CHECK_TEXT(a_, text);                                                                      \
        weir_array_release(a_);                                                                    \
    } while (0)
    SHOW(WEIR_BOOL, uint8_t, "[true, false]", 1, 0);
    SHOW(WEIR_INT8, int8_t, "[-128, 127]", -128, 127);
    SHOW(WEIR_INT16, int16_t, "[-32768, 5]", -32768, 5);
    SHOW(WEIR_INT32, int32_t, "[-2147483648, 5]", INT32_MIN, 5);
    SHOW(WEIR_INT64, int64_t, "[-9223372036854775808, 9223372036854775807]", INT64_MIN, INT64_MAX);
    SHOW(WEIR_UINT8, uint8_t, "[255, 0]", 255, 0);
    SHOW(WEIR_UINT16, uint16_t, "[65535, 0]", 65535, 0);
    SHOW(WEIR_UINT32, uint32_t, "[4294967295, 0]", UINT32_MAX, 0);
    SHOW(WEIR_UINT64, uint64_t, "[18446744073709551615, 0]", UINT64_MAX, 0);
    SHOW(WEIR_FLOAT16, uint16_t, "[1.5, -2., inf]", 0x3e00, 0xc000, 0x7c00);
    SHOW(WEIR_BFLOAT16, uint16_t, "[1., -3., -inf]", 0x3f80, 0xc040, 0xff80);
    SHOW(WEIR_FLOAT32, float, "[0.1, -3., 1e+20, nan]", 0.1F, -3, 1e20F, NAN);
    SHOW(WEIR_FLOAT64, double, "[0.1, 0., -0., 1e-300]", 0.1, 0, -0.0, 1e-300);
    SHOW(WEIR_COMPLEX64, float, "[1.+2.i, 0.5-0.i]", 1, 2, 0.5F, -0.0F);
    SHOW(WEIR_COMPLEX128, double, "[1.-2.5i]", 1, -2.5);
#undef SHOW
    weir_runtime_free(rt);
}

TEST(text_of_nan_has_no_sign) {
    weir_runtime *rt = kit_runtime(1);
    float x[2] = {copysignf(NAN, -1), copysignf(NAN, 1)};
    int64_t n = 2;
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 1, &n, x);
    CHECK_TEXT(a, "[nan, nan]");
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(text_nests_brackets) {
    weir_runtime *rt = kit_runtime(1);
    int32_t x[] = {1, 2, 3, 4, 5, 6, 7, 8};
    int64_t shape[3] = {2, 2, 2}, flat[2] = {0, 3}, thin[2] = {2, 0};
    weir_array *a = kit_array(rt, WEIR_INT32, 3, shape, x);
    CHECK_TEXT(a, "[[[1, 2],\n  [3, 4]],\n [[5, 6],\n  [7, 8]]]");
    weir_array *t = kit_transposed(a);
    CHECK_TEXT(t, "[[[1, 5],\n  [3, 7]],\n [[2, 6],\n  [4, 8]]]");
    weir_array_release(t);
    weir_array_release(a);
    a = kit_array(rt, WEIR_INT32, 0, NULL, x);
    CHECK_TEXT(a, "1");
    weir_array_release(a);
    a = kit_array(rt, WEIR_INT32, 2, flat, NULL);
    CHECK_TEXT(a, "[]");
    weir_array_release(a);
    a = kit_array(rt, WEIR_INT32, 2, thin, NULL);
    CHECK_TEXT(a, "[[],\n []]");
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(text_of_long_arrays_is_shortened) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 1001, 0, 1);
    CHECK_TEXT(a, "[0., 1., 2., ..., 998., 999., 1000.]");
    weir_array_release(a);
    a = kit_ramp(rt, 10000, 0, 1);
    weir_array *m = kit_reshape(a, 2000, 5), *w = kit_reshape(a, 5, 2000);
    char text[1000];
    CHECK_OK(weir_array_text(m, text, sizeof text));
    CHECK_HAS(text, "[[0., 1., 2., 3., 4.],\n");
    CHECK_HAS(text, " ...,\n");
    CHECK_HAS(text, "[9995., 9996., 9997., 9998., 9999.]]");
    CHECK_OK(weir_array_text(w, text, sizeof text));
    CHECK_HAS(text, "[[0., 1., 2., ..., 1997., 1998., 1999.],\n");
    CHECK_HAS(text, "[8000., 8001., 8002., ..., 9997., 9998., 9999.]]");
    weir_array_release(m);
    weir_array_release(w);
    weir_array_release(a);
    a = kit_ramp(rt, 1000, 0, 1); /* the longest that is not shortened */
    char *all = malloc(10000);
    CHECK_OK(weir_array_text(a, all, 10000));
    CHECK(strstr(all, "...") == NULL);
    CHECK_HAS(all, "[0., 1., 2., 3., 4.,");
    CHECK_HAS(all, "498., 499., 500.");
    free(all);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(text_that_does_not_fit_ends_in_dots) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 5, 0, 1);
    const char *whole = "[0., 1., 2., 3., 4.]";
    for (size_t size = 1; size <= strlen(whole) + 1; size++) {
        char text[32];
        memset(text, '#', sizeof text);
        CHECK_OK(weir_array_text(a, text, size));
        CHECK_EQ(strlen(text), size - 1);
        int cut = size >= 4 && size <= strlen(whole);
        CHECK_EQ(strncmp(text, whole, cut ? size - 4 : size - 1), 0);
        if (cut) CHECK_EQ(strcmp(text + size - 4, "..."), 0);
        CHECK_EQ(text[size], '#');
    }
    weir_array_release(a);
    weir_runtime_free(rt);
}

static void show_many_empty_rows(void *arg) {
    (void)arg;
    weir_runtime *rt = kit_runtime(1);
    int64_t shape[2] = {INT64_C(1) << 40, 0};
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 2, shape, NULL);
    char text[200];
    CHECK_OK(weir_array_text(a, text, sizeof text));
    CHECK_HAS(text, "[]");
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(text_of_many_empty_rows_is_shortened_too) {
    CHECK_EQ(test_child(show_many_empty_rows, NULL, 10), 0);
}

/* ---- References ------------------------------------------------------------------------------ */

static void *retain_and_release(void *arg) {
    weir_array *a = arg;
    for (int i = 0; i < 2000; i++) {
        weir_array *mine = weir_array_retain(a);
        CHECK(mine == a);
        weir_array *y = kit_call("negative", mine, NULL);
        weir_array_release(mine);
        if (i % 50 == 0) CHECK_ALL(y, 100, -3);
        weir_array_release(y);
    }
    weir_array_release(a);
    return NULL;
}

TEST(several_threads_retain_use_and_release_one_array) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = kit_filled(rt, 100, 3);
    test_thread thread[4];
    for (int i = 0; i < 4; i++) {
        weir_array_retain(a);
        thread[i] = test_thread_start(retain_and_release, a);
    }
    weir_array_release(a);
    for (int i = 0; i < 4; i++) test_thread_join(thread[i]);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

static void *make_and_release(void *arg) {
    weir_runtime *rt = arg;
    for (int i = 0; i < 200; i++)
        for (int s = 0; s < SIZES - 1; s++) {
            int64_t n = sizes[s] / 4;
            weir_array *a = kit_filled(rt, n, (float)i);
            if ((i + s) % 7 == 0) CHECK_ALL(a, n, (float)i);
            weir_array_release(a);
        }
    return NULL;
}

TEST(several_threads_make_arrays) {
    weir_runtime *rt = kit_runtime(2);
    test_thread thread[3];
    for (int i = 0; i < 3; i++) thread[i] = test_thread_start(make_and_release, rt);
    for (int i = 0; i < 3; i++) test_thread_join(thread[i]);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == 0);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

/* One thread creates arrays, another uses and releases them. */
typedef struct belt {
    weir_runtime *rt;
    _Atomic(weir_array *) slot[16];
} belt;

static void *take_from_belt(void *arg) {
    belt *b = arg;
    for (int i = 0; i < 3000; i++) {
        weir_array *a;
        while ((a = atomic_exchange(&b->slot[i % 16], NULL)) == NULL) test_sleep_ms(0);
        int64_t n = weir_array_count(a);
        weir_array *y = kit_call("negative", a, NULL);
        weir_array_release(a);
        if (i % 10 == 0) CHECK_RAMP(y, n, -(float)i, -1);
        weir_array_release(y);
    }
    return NULL;
}

TEST(one_thread_creates_arrays_and_another_releases_them) {
    belt b = {.rt = kit_runtime(2)};
    test_thread taker = test_thread_start(take_from_belt, &b);
    for (int i = 0; i < 3000; i++) {
        weir_array *a = kit_ramp(b.rt, sizes[i % (SIZES - 1)] / 4, (float)i, 1);
        while (atomic_load(&b.slot[i % 16]) != NULL) test_sleep_ms(0);
        atomic_store(&b.slot[i % 16], a);
    }
    test_thread_join(taker);
    CHECK_OK(weir_waitall(b.rt));
    CHECK_SOON(kit_memory(b.rt).used == 0);
    CHECK_SOON(kit_stats(b.rt).memory_used == 0);
    weir_runtime_free(b.rt);
}

TEST(an_array_may_be_released_while_operations_on_it_are_queued) {
    weir_runtime *rt = kit_runtime(2);
    for (int s = 0; s < SIZES; s++) {
        int64_t n = sizes[s] / 4;
        test_gate gate = {0};
        weir_array *x = kit_ramp(rt, n, 0, 1), *g = kit_scalar(rt, 2);
        kit_gate_array(g, &gate);
        weir_array *y = kit_call("multiply", x, g), *z = kit_call("add", y, x);
        weir_array_release(x);
        weir_array_release(y);
        weir_array_release(g);
        test_gate_open(&gate);
        CHECK_RAMP(z, n, 0, 3);
        weir_array_release(z);
    }
    weir_runtime_free(rt);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

TEST(bad_arguments_of_new_are_refused_with_a_message) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = NULL;
    int64_t ok[2] = {2, 3}, negative[2] = {2, -3}, huge[2] = {INT64_C(1) << 40, INT64_C(1) << 40},
            wide[1] = {INT64_MAX / 2};
    CHECK_STATUS(weir_array_new(NULL, WEIR_FLOAT32, ok, 2, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "weir_array_new: rt is NULL");
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, ok, 2, NULL, NULL), EINVAL);
    CHECK_HAS(weir_error(), "out is NULL");
    CHECK_STATUS(weir_array_new(rt, (weir_dtype)16, ok, 2, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "16 is not a dtype");
    CHECK_STATUS(weir_array_new(rt, (weir_dtype)-1, ok, 2, NULL, &a), EINVAL);
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, ok, -1, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "-1 dimensions");
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, NULL, 2, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "shape is NULL");
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, negative, 2, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "dimension 1 of shape (2, -3) is negative");
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, huge, 2, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "larger than the address space");
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, wide, 1, NULL, &a), EINVAL);
    CHECK_STATUS(weir_array_new(rt, WEIR_INT8, wide, 1, NULL, &a), ENOMEM);
    CHECK_HAS(weir_error(), "budget");
    CHECK(a == NULL);
    weir_runtime_free(rt);
}

TEST(a_dimension_of_zero_excuses_the_others) {
    weir_runtime *rt = kit_runtime(1);
    int64_t shape[3] = {INT64_C(1) << 40, 0, INT64_C(1) << 20}, huge[3] = {INT64_MAX, 0, INT64_MAX};
    weir_array *a = kit_array(rt, WEIR_COMPLEX128, 3, shape, NULL), *y = NULL;
    CHECK_STATUS(weir_array_new(rt, WEIR_INT8, huge, 3, NULL, &y), EINVAL); /* no strides for it */
    CHECK_EQ(weir_array_count(a), 0);
    CHECK_OK(weir_array_read(a, NULL, 0));
    y = kit_call("negative", a, NULL);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(weir_array_count(y), 0);
    weir_array_release(a);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(bad_arguments_of_reads_are_refused_with_a_message) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 4, 0, 1);
    float x[5];
    double item;
    int64_t whole;
    char text[8];
    void *data;
    CHECK_STATUS(weir_array_wait(NULL), EINVAL);
    CHECK_HAS(weir_error(), "the array is NULL");
    CHECK_STATUS(weir_array_wait_at(NULL, 0, NULL), EINVAL);
    CHECK_STATUS(weir_array_read(NULL, x, 16), EINVAL);
    CHECK_HAS(weir_error(), "a is NULL");
    CHECK_STATUS(weir_array_read(a, NULL, 16), EINVAL);
    CHECK_HAS(weir_error(), "data is NULL");
    CHECK_STATUS(weir_array_read(a, x, 20), EINVAL);
    CHECK_HAS(weir_error(), "the buffer has 20 bytes, but float32 (4,) needs 16");
    CHECK_STATUS(weir_array_read(a, x, 0), EINVAL);
    CHECK_STATUS(weir_array_item_f64(NULL, &item), EINVAL);
    CHECK_STATUS(weir_array_item_f64(a, NULL), EINVAL);
    CHECK_HAS(weir_error(), "out is NULL");
    CHECK_STATUS(weir_array_item_i64(NULL, &whole), EINVAL);
    CHECK_STATUS(weir_array_item_i64(a, NULL), EINVAL);
    CHECK_STATUS(weir_array_text(NULL, text, sizeof text), EINVAL);
    CHECK_STATUS(weir_array_text(a, NULL, 8), EINVAL);
    CHECK_STATUS(weir_array_text(a, text, 0), EINVAL);
    CHECK_HAS(weir_error(), "size is 0");
    CHECK_STATUS(weir_array_map(NULL, WEIR_MAP_READ, &data), EINVAL);
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_READ, NULL), EINVAL);
    CHECK_STATUS(weir_array_map(a, 2, &data), EINVAL);
    CHECK_HAS(weir_error(), "mode is 2");
    CHECK_STATUS(weir_array_unmap(NULL), EINVAL);
    CHECK_STATUS(weir_array_unmap(a), EINVAL);
    CHECK_HAS(weir_error(), "not mapped");
    CHECK_STATUS(weir_array_to_dlpack(NULL, (void *)&data), EINVAL);
    CHECK_STATUS(weir_array_to_dlpack(a, NULL), EINVAL);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(properties_of_null_are_defined) {
    CHECK(weir_array_retain(NULL) == NULL);
    weir_array_release(NULL);
    CHECK_EQ(weir_array_dtype(NULL), 0);
    CHECK_EQ(weir_array_ndim(NULL), 0);
    CHECK_EQ(weir_array_count(NULL), 0);
    CHECK_EQ(weir_array_is_number(NULL), 0);
    CHECK_EQ(weir_array_is_contiguous(NULL), 0);
    CHECK_EQ(weir_array_is_ready(NULL), 0);
    CHECK(weir_array_shape(NULL) == NULL);
    CHECK(weir_array_strides(NULL) == NULL);
    CHECK(weir_array_runtime(NULL) == NULL);
    CHECK(weir_array_var(NULL) == NULL);
    weir_array_device(NULL);
}

TEST(bad_arguments_of_calls_are_refused_with_a_message) {
    weir_runtime *rt = kit_runtime(1), *other = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 4, 0, 1), *b = kit_ramp(other, 4, 0, 1), *y = NULL;
    weir_array *in[3] = {a, a, a}, *mixed[2] = {a, b}, *half[2] = {a, NULL};
    const weir_op *add = kit_op("add");
    CHECK_STATUS(weir_op_call(NULL, add, in, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_STATUS(weir_op_call(rt, NULL, in, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "op is NULL");
    CHECK_STATUS(weir_op_call(rt, add, in, 1, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "add: takes inputs x1, x2; 1 given");
    CHECK_STATUS(weir_op_call(rt, add, in, 3, NULL, 0, &y, NULL), EINVAL);
    CHECK_STATUS(weir_op_call(rt, add, half, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "input 1 of (x1, x2) is NULL");
    CHECK_STATUS(weir_op_call(rt, add, mixed, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "another runtime");
    CHECK_STATUS(weir_op_call(rt, add, in, 2, NULL, 0, NULL, NULL), EINVAL);
    CHECK_HAS(weir_error(), "space for 0");
    uint32_t none = 0;
    CHECK_STATUS(weir_op_call(rt, add, in, 2, NULL, 0, &y, &none), EINVAL);
    CHECK_STATUS(weir_add(NULL, a, &y), EINVAL);
    CHECK_STATUS(weir_add(a, NULL, &y), EINVAL);
    CHECK_STATUS(weir_add(a, a, NULL), EINVAL);
    CHECK(y == NULL);
    CHECK_EQ(kit_stats(rt).issued, kit_stats(rt).finished);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
    weir_runtime_free(other);
}

TEST(a_list_of_inputs_that_is_null_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *y = NULL;
    CHECK_STATUS(weir_op_call(rt, kit_op("add"), NULL, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_STATUS(weir_op_call_into(rt, kit_op("add"), NULL, 2, NULL, 0, &y, 1), EINVAL);
    weir_runtime_free(rt);
}

TEST(memory_and_seed_without_a_runtime_are_refused) {
    weir_memory m = {.size = sizeof m}, bare = {0};
    weir_holder h;
    weir_runtime *rt = kit_runtime(1);
    CHECK_STATUS(weir_memory_get(NULL, &m), EINVAL);
    CHECK_STATUS(weir_memory_get(rt, NULL), EINVAL);
    CHECK_STATUS(weir_memory_get(rt, &bare), EINVAL);
    CHECK_HAS(weir_error(), "size");
    CHECK_STATUS(weir_memory_trim(NULL), EINVAL);
    CHECK_STATUS(weir_seed(NULL, 1), EINVAL);
    CHECK_EQ(weir_memory_holders(NULL, &h, 1), 0);
    CHECK_EQ(weir_memory_holders(rt, NULL, 1), 0);
    CHECK_EQ(weir_memory_holders(rt, &h, 0), 0);
    weir_array *a = NULL;
    CHECK_STATUS(weir_number_f64(NULL, 1, &a), EINVAL);
    CHECK_STATUS(weir_number_i64(rt, 1, NULL), EINVAL);
    weir_runtime_free(rt);
}
