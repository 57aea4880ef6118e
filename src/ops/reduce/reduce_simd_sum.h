/* reduce_simd_sum.h - sums of one real type and of its complex type.
 *
 * reduce_simd.c includes this file once per type, and defines T, VEC, VECU, LANES (elements per
 * vector), SUFFIX, CSUFFIX (the suffix of the complex type) and EXACT, which is 1 if states keep
 * the rounding errors of additions.  A complex number is two adjacent reals, so the sum of complex
 * numbers consists of the sum of the even and the sum of the odd elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)
#define CFN(name)    PASTE(name, CSUFFIX)

/* Compute the sum of n reals in out[0]; if `parts` is 2, for complex numbers, compute the sums of
 * the even and the odd elements.  Eight vectors are accumulated in parallel and then added in
 * pairs. */
WR_INLINE void FN(leaf_sum)(T *out, const T *x, int64_t n, int parts) {
    VEC a[8];
    int64_t i = 0;
    for (int k = 0; k < 8; k++) a[k] = (VEC){0};
    for (; i + 8 * LANES <= n; i += 8 * LANES)
        for (int k = 0; k < 8; k++) a[k] += *(const VECU *)(x + i + k * LANES);
    if (i + 4 * LANES <= n) {
        for (int k = 0; k < 4; k++) a[k] += *(const VECU *)(x + i + k * LANES);
        i += 4 * LANES;
    }
    if (i + 2 * LANES <= n) {
        for (int k = 0; k < 2; k++) a[4 + k] += *(const VECU *)(x + i + k * LANES);
        i += 2 * LANES;
    }
    if (i + LANES <= n) {
        a[6] += *(const VECU *)(x + i);
        i += LANES;
    }
    if (i < n) a[7] += FN(tail)(x, n, 0);
    FN(across)(out, ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7])), parts);
}

/* Add x to hi + lo.  If EXACT, the rounding error of hi is accumulated in lo. */
WR_INLINE void FN(add_to)(double *hi, double *lo, double x) {
    if (EXACT) {
        double sum = *hi + x, part = sum - *hi;
        *lo += (*hi - (sum - part)) + (x - part);
        *hi = sum;
    } else {
        *hi += x;
    }
}

/* Return hi + lo.  If hi is infinite, lo is NaN and is ignored. */
WR_INLINE double FN(whole)(double hi, double lo) {
    double rest = EXACT ? lo : 0;
    return rest - rest == 0 ? hi + rest : hi;
}

WR_INLINE void FN(rows_of)(double *s, int64_t lanes, int64_t at, int64_t rows, const T *x,
                           int64_t stride, int64_t n, int parts) {
    for (int64_t i = 0; i < rows; i++) {
        T sum[2];
        FN(leaf_sum)(sum, x + i * stride * parts, n * parts, parts);
        for (int k = 0; k < parts; k++)
            FN(add_to)(&s[k * lanes + at + i], &s[(parts + k) * lanes + at + i], (double)sum[k]);
    }
}

/* Set sum[i], i < n, to the sum of `rows` rows, adding eight, then two, then one row at a time. */
static void FN(add_rows)(T *restrict sum, const T *x, int64_t stride, int64_t rows, int64_t n) {
    int64_t r = 0;
    memset(sum, 0, (size_t)n * sizeof(T));
    for (; r + 8 <= rows; r += 8) {
        const T *a = x + r * stride;
        for (int64_t i = 0; i < n; i++)
            sum[i] +=
                ((a[i] + a[i + stride]) + (a[i + 2 * stride] + a[i + 3 * stride])) +
                ((a[i + 4 * stride] + a[i + 5 * stride]) + (a[i + 6 * stride] + a[i + 7 * stride]));
    }
    for (; r + 2 <= rows; r += 2) {
        const T *a = x + r * stride;
        for (int64_t i = 0; i < n; i++) sum[i] += a[i] + a[i + stride];
    }
    for (; r < rows; r++)
        for (int64_t i = 0; i < n; i++) sum[i] += x[r * stride + i];
}

WR_INLINE void FN(cols_of)(double *s, int64_t lanes, const T *x, int64_t stride, int64_t rows,
                           int parts) {
    T sum[2 * WR_REDUCTION_LANES];
    FN(add_rows)(sum, x, stride * parts, rows, lanes * parts);
    for (int k = 0; k < parts; k++)
        for (int64_t i = 0; i < lanes; i++)
            FN(add_to)(&s[k * lanes + i], &s[(parts + k) * lanes + i], (double)sum[i * parts + k]);
}

WR_INLINE void FN(merge_of)(double *s, const double *o, int64_t lanes, int parts) {
    for (int64_t i = 0; i < lanes * parts; i++) {
        FN(add_to)(&s[i], &s[lanes * parts + i], o[i]);
        if (EXACT) s[lanes * parts + i] += o[lanes * parts + i];
    }
}

WR_INLINE void FN(finish_of)(double *out, const double *s, int64_t lanes, double divide,
                             int parts) {
    for (int64_t i = 0; i < lanes; i++)
        for (int k = 0; k < parts; k++)
            out[i * parts + k] =
                FN(whole)(s[k * lanes + i], EXACT ? s[(parts + k) * lanes + i] : 0) / divide;
}

#define SUMS(name, parts)                                                                          \
    static void PASTE(sum_init, name)(void *state, int64_t lanes) {                                \
        memset(state, 0, (size_t)lanes * sizeof(double) * (parts) * (EXACT + 1));                  \
    }                                                                                              \
    static void PASTE(sum_rows, name)(void *state, int64_t lanes, int64_t at, int64_t rows,        \
                                      const void *x, int64_t stride, int64_t n, int64_t first) {   \
        (void)first;                                                                               \
        FN(rows_of)(state, lanes, at, rows, x, stride, n, parts);                                  \
    }                                                                                              \
    static void PASTE(sum_cols, name)(void *state, int64_t lanes, const void *x, int64_t stride,   \
                                      int64_t rows, int64_t first) {                               \
        (void)first;                                                                               \
        FN(cols_of)(state, lanes, x, stride, rows, parts);                                         \
    }                                                                                              \
    static void PASTE(sum_merge, name)(void *state, const void *other, int64_t lanes) {            \
        FN(merge_of)(state, other, lanes, parts);                                                  \
    }                                                                                              \
    static void PASTE(sum_finish, name)(void *out, const void *state, int64_t lanes,               \
                                        double divide) {                                           \
        FN(finish_of)(out, state, lanes, divide, parts);                                           \
    }
SUMS(SUFFIX, 1)
SUMS(CSUFFIX, 2)

#undef SUMS
#undef CFN
#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef VEC
#undef VECU
#undef LANES
#undef SUFFIX
#undef CSUFFIX
#undef EXACT
