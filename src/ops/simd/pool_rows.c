/* pool_rows.c - windows of pooling along rows.  The loops are plain; the compiler makes vectors of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/pool_rows.h"

#include "ops/simd/level.h"

#define LARGER_REAL(a, b)  ((b) > (a) || (b) != (b) ? (b) : (a))
#define LARGER_WHOLE(a, b) ((b) > (a) ? (b) : (a))

/* Common steps are constants, so that the compiler sees how entries lie. */
#define BY_STEP(LOOP)                                                                              \
    if (step == 1)                                                                                 \
        LOOP(1)                                                                                    \
    else if (step == 2)                                                                            \
        LOOP(2)                                                                                    \
    else if (step == 3)                                                                            \
        LOOP(3)                                                                                    \
    else                                                                                           \
        LOOP(step)

#define LARGEST_LOOP(by)                                                                           \
    for (int64_t j = 0; j < n; j++) y[j] = LARGER(y[j], at[j * (by)]);
#define SUMS_LOOP(by)                                                                              \
    for (int64_t j = 0; j < n; j++) y[j] += at[j * (by)];
#define COPY_LOOP(by)                                                                              \
    for (int64_t j = 0; j < n; j++) y[j] = x[j * (by)];

#define LOOPS(name, T)                                                                             \
    static void larger_##name(void *to, const void *from, int64_t n) {                             \
        T *restrict y = to;                                                                        \
        const T *restrict x = from;                                                                \
        for (int64_t i = 0; i < n; i++) y[i] = LARGER(y[i], x[i]);                                 \
    }                                                                                              \
    static void add_##name(void *to, const void *from, int64_t n) {                                \
        T *restrict y = to;                                                                        \
        const T *restrict x = from;                                                                \
        for (int64_t i = 0; i < n; i++) y[i] += x[i];                                              \
    }                                                                                              \
    static void largest_##name(void *to, const void *from, int64_t n, int64_t step, int64_t count, \
                               int64_t apart) {                                                    \
        T *restrict y = to;                                                                        \
        const T *restrict x = from;                                                                \
        BY_STEP(COPY_LOOP)                                                                         \
        for (int64_t i = 1; i < count; i++) {                                                      \
            const T *at = x + i * apart;                                                           \
            BY_STEP(LARGEST_LOOP)                                                                  \
        }                                                                                          \
    }                                                                                              \
    static void sums_##name(void *to, const void *from, int64_t n, int64_t step, int64_t count) {  \
        T *restrict y = to;                                                                        \
        const T *restrict x = from;                                                                \
        BY_STEP(COPY_LOOP)                                                                         \
        for (int64_t i = 1; i < count; i++) {                                                      \
            const T *at = x + i;                                                                   \
            BY_STEP(SUMS_LOOP)                                                                     \
        }                                                                                          \
    }

#define LARGER LARGER_REAL
LOOPS(f32, float)
LOOPS(f64, double)
#undef LARGER
#define LARGER LARGER_WHOLE
LOOPS(i64, int64_t)
LOOPS(u64, uint64_t)

#define TABLE(name)                                                                                \
    { larger_##name, add_##name, largest_##name, sums_##name }
const wr_pooling_simd WR_AT_LEVEL(wr_pooling_simd) = {
    .type = {TABLE(f32), TABLE(f64), TABLE(i64), TABLE(u64)},
};
