/* pool_simd.c - the inner loops of pooling, compiled once per SIMD level.  The compiler vectorises
 * most of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/pool/pool_simd.h"

#include "ops/simd/level.h"

#define LARGER_REAL(a, b)  ((b) > (a) || (b) != (b) ? (b) : (a))
#define LARGER_WHOLE(a, b) ((b) > (a) ? (b) : (a))

/* Pass common strides as constants, so that the compiler can vectorise the strided loads. */
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

/* ---- Windows of two by two ------------------------------------------------------------------- */

/* Lane orders for shuffles: SWAP exchanges the lanes of each pair, TWICE duplicates each lane of
 * the lower half. */
#if WR_LEVEL == 2
#define SWAP_F32  1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#define TWICE_F32 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7
#define SWAP_F64  1, 0, 3, 2, 5, 4, 7, 6
#define TWICE_F64 0, 0, 1, 1, 2, 2, 3, 3
#elif WR_LEVEL == 1
#define SWAP_F32  1, 0, 3, 2, 5, 4, 7, 6
#define TWICE_F32 0, 0, 1, 1, 2, 2, 3, 3
#define SWAP_F64  1, 0, 3, 2
#define TWICE_F64 0, 0, 1, 1
#else
#define SWAP_F32  1, 0, 3, 2
#define TWICE_F32 0, 0, 1, 1
#define SWAP_F64  1, 0
#define TWICE_F64 0, 0
#endif

/* larger_of_pairs returns a vector in which both lanes of each pair hold the larger of the two, and
 * sets *was to a mask of the lanes that held it before.  `window_pairs` and `pairs` compute the
 * gradient of 2x2 windows (pool_simd.h). */
#define PAIRS(name, T, VEC, VECU, VI, LANES, SWAP, TWICE)                                          \
    typedef T half_##name                                                                          \
        __attribute__((vector_size(WR_VBYTES / 2), aligned(sizeof(T)), may_alias));                \
    WR_INLINE VEC larger_of_pairs_##name(VEC v, VI *was) {                                         \
        VEC other = __builtin_shufflevector(v, v, SWAP);                                           \
        VI odd = (VI){0} + -1;                                                                     \
        for (int i = 0; i < LANES; i += 2) odd[i] = 0;                                             \
        VI first = (VI)(v >= other) & (VI)(other == other) & ~odd; /* ties go to the even lane */  \
        VI last = ((VI)(v > other) | (VI)(v != v)) & odd;                                          \
        VI nan = (VI)(v != v) & (VI)(other == other) & ~odd;                                       \
        *was = first | last | nan;                                                                 \
        return (VEC)(((VI)v & *was) | ((VI)other & ~*was));                                        \
    }                                                                                              \
    WR_INLINE void window_pairs_##name(T *y0, T *y1, const T *x0, const T *x1, const T *back) {    \
        half_##name dy = *(const half_##name *)(const void *)back;                                 \
        VI g = (VI)__builtin_shufflevector(dy, dy, TWICE), above, below;                           \
        VEC top = larger_of_pairs_##name(*(const VECU *)(const void *)x0, &above);                 \
        VEC low = larger_of_pairs_##name(*(const VECU *)(const void *)x1, &below);                 \
        VI lower = (VI)(low > top) | (VI)(low != low);                                             \
        *(VECU *)(void *)y0 = (VEC)(g & above & ~lower);                                           \
        *(VECU *)(void *)y1 = (VEC)(g & below & lower);                                            \
    }                                                                                              \
    static void pairs_##name(void *const to[2], const void *const from[2], const void *back,       \
                             int64_t n) {                                                          \
        enum { MANY = LANES / 2 };                                                                 \
        T *y0 = to[0], *y1 = to[1];                                                                \
        const T *x0 = from[0], *x1 = from[1], *dy = back;                                          \
        for (int64_t i = 0; i < n && n >= MANY; i += MANY) { /* the last two steps may overlap */  \
            int64_t j = i + MANY <= n ? i : n - MANY;                                              \
            window_pairs_##name(y0 + 2 * j, y1 + 2 * j, x0 + 2 * j, x1 + 2 * j, dy + j);           \
        }                                                                                          \
        if (n >= MANY) return;                                                                     \
        T x[2][LANES] = {{0}}, y[2][LANES], g[LANES] = {0};                                        \
        memcpy(x[0], x0, (size_t)(2 * n) * sizeof(T));                                             \
        memcpy(x[1], x1, (size_t)(2 * n) * sizeof(T));                                             \
        memcpy(g, dy, (size_t)n * sizeof(T));                                                      \
        window_pairs_##name(y[0], y[1], x[0], x[1], g);                                            \
        memcpy(y0, y[0], (size_t)(2 * n) * sizeof(T));                                             \
        memcpy(y1, y[1], (size_t)(2 * n) * sizeof(T));                                             \
    }
PAIRS(f32, float, vf32, vf32u, vi32, WR_F32S, SWAP_F32, TWICE_F32)
PAIRS(f64, double, vf64, vf64u, vi64, WR_F64S, SWAP_F64, TWICE_F64)

/* ---- Any windows ----------------------------------------------------------------------------- */

#define LARGER LARGER_REAL
LOOPS(f32, float)
LOOPS(f64, double)
#undef LARGER
#define LARGER LARGER_WHOLE
LOOPS(i64, int64_t)
LOOPS(u64, uint64_t)

#define TABLE(name, pairs)                                                                         \
    { larger_##name, add_##name, largest_##name, sums_##name, pairs }
const wr_pooling_simd WR_AT_LEVEL(wr_pooling_simd) = {
    .type = {TABLE(f32, pairs_f32), TABLE(f64, pairs_f64), TABLE(i64, NULL), TABLE(u64, NULL)},
};
