/* resample_simd.c - the inner loops of resampling, compiled once per SIMD level.  The compiler
 * vectorises them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/image/resample_simd.h"

#include "ops/simd/level.h"

/* Define a function that combines rows of type X (`join` in resample_simd.h).  If there are fewer
 * than WR_RESAMPLE_ROWS rows, the remaining pointers are set to the first row, with weight 0. */
#define JOIN(name, T, X)                                                                           \
    static void join_##name(void *to, const void *const *rows, const double *weight,               \
                            int64_t count, bool more, int64_t n) {                                 \
        T *restrict y = to;                                                                        \
        const X *restrict a = rows[0], *restrict b = rows[count > 1 ? 1 : 0],                      \
                          *restrict c = rows[count > 2 ? 2 : 0],                                   \
                          *restrict d = rows[count > 3 ? 3 : 0];                                   \
        T p = (T)weight[0], q = (T)(count > 1 ? weight[1] : 0),                                    \
          r = (T)(count > 2 ? weight[2] : 0), s = (T)(count > 3 ? weight[3] : 0);                  \
        if (more)                                                                                  \
            BY_COUNT(y[i] +)                                                                       \
        else                                                                                       \
            BY_COUNT()                                                                             \
    }
#define BY_COUNT(before)                                                                           \
    switch (count) {                                                                               \
    case 1:                                                                                        \
        for (int64_t i = 0; i < n; i++) y[i] = before p * a[i];                                    \
        break;                                                                                     \
    case 2:                                                                                        \
        for (int64_t i = 0; i < n; i++) y[i] = before p * a[i] + q * b[i];                         \
        break;                                                                                     \
    case 3:                                                                                        \
        for (int64_t i = 0; i < n; i++) y[i] = before p * a[i] + q * b[i] + r * c[i];              \
        break;                                                                                     \
    default:                                                                                       \
        for (int64_t i = 0; i < n; i++) y[i] = before p * a[i] + q * b[i] + r * c[i] + s * d[i];   \
    }
JOIN(f32, float, float)
JOIN(f64, double, double)
JOIN(u8, float, uint8_t)

/* Compute elements i .. end - 1, which have `terms` terms each.  Consecutive elements nearly always
 * have the same number of terms, and common numbers of terms are passed as constants. */
#define RUN(terms, size)                                                                           \
    for (; i < end; i++)                                                                           \
        for (int64_t e = 0; e < (size); e++) {                                                     \
            sum_type sum = 0;                                                                      \
            const sum_type *x = from + b->first[i] * (size) + e, *w = weight + b->start[i];        \
            for (int64_t t = 0; t < (terms); t++) sum += w[t] * x[t * (size)];                     \
            y[i * (size) + e] = sum;                                                               \
        }
#define BY_TERMS(size)                                                                             \
    if (terms == 1)                                                                                \
        RUN(1, size)                                                                               \
    else if (terms == 2)                                                                           \
        RUN(2, size)                                                                               \
    else if (terms == 4)                                                                           \
        RUN(4, size)                                                                               \
    else                                                                                           \
        RUN(terms, size)

static int64_t terms_of(const wr_band *b, int64_t i) { return b->start[i + 1] - b->start[i]; }

#define ALONG(name)                                                                                \
    static void along_##name(void *to, const void *row, const wr_band *b, int64_t inner) {         \
        sum_type *restrict y = to;                                                                 \
        const sum_type *restrict from = row, *restrict weight = b->weight;                         \
        for (int64_t i = 0; i < b->count;) {                                                       \
            int64_t terms = terms_of(b, i), end = i + 1;                                           \
            while (end < b->count && terms_of(b, end) == terms) end++;                             \
            if (inner == 1)                                                                        \
                BY_TERMS(1)                                                                        \
            else if (inner == 3)                                                                   \
                BY_TERMS(3)                                                                        \
            else                                                                                   \
                BY_TERMS(inner)                                                                    \
        }                                                                                          \
    }

#define sum_type float
ALONG(f32)
#undef sum_type
#define sum_type double
ALONG(f64)
#undef sum_type

/* Define a function that computes x * scale + shift.  It computes in double, because subtracting a
 * mean that is close to x cancels most digits of a float.  The strides of images with one, three
 * and four channels are passed as constants. */
#define SCALE_LOOP(T, to_by, from_by)                                                              \
    for (int64_t i = 0; i < n; i++) y[i * (to_by)] = (T)((double)x[i * (from_by)] * scale + shift);
#define SCALE(name, T)                                                                             \
    static void scale_##name(void *to, int64_t to_step, const void *from, int64_t from_step,       \
                             int64_t n, double scale, double shift) {                              \
        T *restrict y = to;                                                                        \
        const T *restrict x = from;                                                                \
        if (to_step == 1 && from_step == 1)                                                        \
            SCALE_LOOP(T, 1, 1)                                                                    \
        else if (to_step == 1 && from_step == 3)                                                   \
            SCALE_LOOP(T, 1, 3)                                                                    \
        else if (to_step == 1 && from_step == 4)                                                   \
            SCALE_LOOP(T, 1, 4)                                                                    \
        else                                                                                       \
            SCALE_LOOP(T, to_step, from_step)                                                      \
    }
SCALE(f32, float)
SCALE(f64, double)

const wr_resample_simd WR_AT_LEVEL(wr_resample_simd) = {
    .f32 = {join_f32, along_f32, scale_f32, join_u8},
    .f64 = {join_f64, along_f64, scale_f64, NULL},
};
