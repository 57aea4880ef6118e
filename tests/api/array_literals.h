/* array_literals.h - arrays from literals in the test, on one runtime between begin() and end().
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_ARRAY_LITERALS_H
#define TEST_ARRAY_LITERALS_H

#include "check_array.h"

static weir_runtime *rt;

static inline void begin(void) { rt = kit_runtime(test_workers(2)); }
static inline void end(void) { weir_runtime_free(rt); }

static inline weir_array *made(weir_dtype dtype, const int64_t *shape, int64_t ndim,
                               const void *data) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, dtype, shape, (int)ndim, data, &a));
    return a;
}

#define F32(shape, ...) made(WEIR_FLOAT32, shape, (const float[]){__VA_ARGS__})
#define F64(shape, ...) made(WEIR_FLOAT64, shape, (const double[]){__VA_ARGS__})
#define I64(shape, ...) made(WEIR_INT64, shape, (const int64_t[]){__VA_ARGS__})
#define U8(shape, ...)  made(WEIR_UINT8, shape, (const uint8_t[]){__VA_ARGS__})
#define ZEROS(...)      made(WEIR_FLOAT32, DIMS(__VA_ARGS__), (const float[512]){0})

#define DROP(...)                                                                                  \
    do {                                                                                           \
        weir_array *all_[] = {__VA_ARGS__};                                                        \
        for (size_t i_ = 0; i_ < sizeof all_ / sizeof *all_; i_++) weir_array_release(all_[i_]);   \
    } while (0)

#endif
