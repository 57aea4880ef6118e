/* test_cuda_views.c - elementwise operators and copies on a CUDA device, for views whose rows are
 * contiguous, misaligned, reversed, with gaps, broadcast or transposed: the bits are those of the
 * CPU.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "api/array_kit.h"
#include "cuda_kit.h"

/* A view of a new array: dimensions in `order`, then a slice of each. */
typedef struct view {
    int ndim;
    int64_t shape[4], order[4], starts[4], steps[4];
} view;

static weir_array *made(const view *v, weir_dtype dtype, int32_t device) {
    int64_t count = 1, stops[4];
    for (int i = 0; i < v->ndim; i++) count *= v->shape[i], stops[i] = WEIR_NONE;
    size_t size = weir_dtype_bytes(dtype);
    unsigned char *data = malloc((size_t)count * size);
    CHECK(data != NULL);
    for (size_t i = 0; i < (size_t)count * size; i++)
        data[i] = dtype == WEIR_BOOL ? i % 3 == 0 : (unsigned char)(i * 37 % 60);
    int32_t outer = weir_default_device_set(device);
    weir_array *x = kit_array(runtime(), dtype, v->ndim, v->shape, data), *y = NULL, *z = NULL;
    weir_default_device_set(outer);
    free(data);
    weir_permute_dims_options p = WEIR_PERMUTE_DIMS_OPTIONS;
    p.axes = (weir_i64s){v->order, (size_t)v->ndim};
    CHECK_OK(weir_permute_dims(x, &p, &y));
    weir_slice_options s = WEIR_SLICE_OPTIONS;
    s.starts = (weir_i64s){v->starts, (size_t)v->ndim};
    s.stops = (weir_i64s){stops, (size_t)v->ndim};
    s.steps = (weir_i64s){v->steps, (size_t)v->ndim};
    CHECK_OK(weir_slice(y, &s, &z));
    weir_array_release(x);
    weir_array_release(y);
    return z;
}

typedef weir_status make(weir_array *x, weir_array *z, weir_array **y);

static weir_status copies(weir_array *x, weir_array *z, weir_array **y) {
    (void)z;
    return weir_copy(x, y);
}

static weir_status casts(weir_array *x, weir_array *z, weir_array **y) {
    (void)z;
    return weir_astype(x, WEIR_FLOAT64, y);
}

static weir_status narrows(weir_array *x, weir_array *z, weir_array **y) {
    (void)z;
    return weir_astype(x, WEIR_UINT8, y);
}

/* Compute on both devices; z may be NULL. */
static void compare(make *f, const view *x, const view *z, weir_dtype dtype) {
    static char bytes[2][1 << 20];
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        int32_t device = i == 0 ? WEIR_CPU(0) : WEIR_CUDA(0);
        weir_array *a = made(x, dtype, device), *b = z != NULL ? made(z, dtype, device) : NULL;
        weir_array *y = NULL;
        CHECK_OK(f(a, b, &y));
        CHECK_EQ(weir_array_device(y), device);
        count = (size_t)weir_array_count(y) * weir_dtype_bytes(weir_array_dtype(y));
        CHECK(count <= sizeof bytes[0]);
        CHECK_OK(weir_array_read(y, bytes[i], count));
        weir_array_release(y);
        weir_array_release(a);
        if (b != NULL) weir_array_release(b);
    }
    CHECK(memcmp(bytes[0], bytes[1], count) == 0);
}

static const view views[] = {
    {1, {4099}, {0}, {0}, {1}},
    {1, {2051}, {0}, {1}, {1}},     /* misaligned */
    {1, {2050}, {0}, {2049}, {-1}}, /* backwards */
    {1, {2050}, {0}, {1}, {3}},     /* gaps */
    {2, {37, 45}, {0, 1}, {1, 2}, {1, 1}},
    {2, {70, 130}, {1, 0}, {0, 0}, {1, 1}}, /* transposed */
    {2, {70, 133}, {1, 0}, {3, 1}, {2, 1}},
    {2, {130, 70}, {1, 0}, {0, 0}, {1, 2}},
    {3, {20, 3, 40}, {2, 1, 0}, {0, 0, 0}, {1, 1, 1}},
    {3, {3, 40, 20}, {0, 2, 1}, {0, 0, 0}, {1, 1, 1}},
    {4, {3, 20, 5, 18}, {0, 2, 3, 1}, {0, 1, 0, 0}, {1, 1, 1, 1}},
    {2, {3, 40}, {1, 0}, {0, 0}, {1, 1}},
    {2, {0, 40}, {1, 0}, {0, 0}, {1, 1}},
};
enum { VIEWS = sizeof views / sizeof *views };

static const weir_dtype dtypes[] = {WEIR_BOOL,      WEIR_UINT8,     WEIR_FLOAT16, WEIR_BFLOAT16,
                                    WEIR_INT32,     WEIR_FLOAT32,   WEIR_INT64,   WEIR_FLOAT64,
                                    WEIR_COMPLEX64, WEIR_COMPLEX128};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

TEST(cuda_copies_of_views) {
    for (int d = 0; d < DTYPES; d++)
        for (int i = 0; i < VIEWS; i++) compare(copies, &views[i], NULL, dtypes[d]);
}

TEST(cuda_casts_of_views) {
    for (int i = 0; i < VIEWS; i++) {
        compare(casts, &views[i], NULL, WEIR_FLOAT32);
        compare(narrows, &views[i], NULL, WEIR_INT32);
        compare(casts, &views[i], NULL, WEIR_FLOAT16);
    }
}

TEST(cuda_sums_of_views) {
    static const weir_dtype some[] = {WEIR_UINT8, WEIR_FLOAT16, WEIR_FLOAT32, WEIR_INT64};
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < VIEWS; i++) compare(weir_add, &views[i], &views[i], some[d]);
}

TEST(cuda_comparisons_of_views) {
    for (int i = 0; i < VIEWS; i++) compare(weir_greater, &views[i], &views[i], WEIR_FLOAT32);
}

TEST(cuda_operands_are_broadcast) {
    static const view pairs[][2] = {
        {{2, {33, 130}, {0, 1}, {0, 0}, {1, 1}}, {1, {130}, {0}, {0}, {1}}}, /* a row */
        {{2, {33, 130}, {0, 1}, {0, 0}, {1, 1}}, {1, {131}, {0}, {1}, {1}}}, /* misaligned */
        {{2, {33, 128}, {0, 1}, {0, 0}, {1, 1}}, {2, {33, 1}, {0, 1}, {0, 0}, {1, 1}}},
        {{2, {33, 1}, {0, 1}, {0, 0}, {1, 1}}, {2, {1, 130}, {0, 1}, {0, 0}, {1, 1}}},
        {{4, {3, 5, 7, 9}, {0, 1, 2, 3}, {0, 0, 0, 0}, {1, 1, 1, 1}},
         {3, {5, 1, 1}, {0, 1, 2}, {0, 0, 0}, {1, 1, 1}}}, /* channels */
        {{4, {3, 5, 7, 9}, {0, 1, 2, 3}, {0, 0, 0, 0}, {1, 1, 1, 1}},
         {4, {3, 1, 7, 1}, {0, 1, 2, 3}, {0, 0, 0, 0}, {1, 1, 1, 1}}},
        {{2, {50, 90}, {0, 1}, {0, 0}, {1, 1}}, {2, {90, 50}, {1, 0}, {0, 0}, {1, 1}}},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        compare(weir_add, &pairs[i][0], &pairs[i][1], WEIR_FLOAT32);
        compare(weir_add, &pairs[i][0], &pairs[i][1], WEIR_FLOAT16);
        compare(weir_greater, &pairs[i][0], &pairs[i][1], WEIR_FLOAT64);
    }
}
