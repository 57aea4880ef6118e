/* softmax_simd_template.h - the inner loops of softmax for one real type.
 *
 * softmax_simd.c includes this file after defining T, VEC, VECU, LANES, SUFFIX, V(name) and
 * STREAM(pointer, vector).
 *
 * A line (softmax_simd.h) is read three times, the last two times from the L1 or L2 cache: for the
 * maximum, for the exponentials and their sum, and for scaling.  Blocks of BLOCK vectors are summed
 * in the element type, and the sums of the blocks are added in double.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)
enum { FN(BLOCK) = 64 }; /* number of vectors in a block */

WR_INLINE T FN(largest)(const T *x, int64_t n) {
    VEC m[4];
    int64_t i = 0;
    for (int k = 0; k < 4; k++) m[k] = (VEC){0} - (T)INFINITY;
    for (; i + 4 * LANES <= n; i += 4 * LANES)
        for (int k = 0; k < 4; k++) m[k] = V(max)(*(const VECU *)(x + i + k * LANES), m[k]);
    for (; i + LANES <= n; i += LANES) m[0] = V(max)(*(const VECU *)(x + i), m[0]);
    if (i < n) m[1] = V(max)(FN(tail)(x, n, (T)-INFINITY), m[1]);
    m[0] = V(max)(V(max)(m[0], m[1]), V(max)(m[2], m[3]));
    T t[LANES];
    memcpy(t, m, sizeof t);
    for (int half = LANES / 2; half >= 1; half /= 2)
        for (int k = 0; k < half; k++) {
            T a = t[k], b = t[k + half];
            t[k] = ((b > a) | (b != b)) ? b : a;
        }
    return t[0];
}

/* Return the exponentials of the elements after the last full vector, in the upper lanes of a
 * vector whose lower lanes are 0.  If there are at least LANES elements, the last LANES
 * exponentials are stored in `e`; some of them were already stored, with the same values. */
WR_INLINE VEC FN(last)(T *e, const T *x, T top, int64_t n) {
    if (n < LANES) {
        VEC v = V(exp)(FN(some)(x, n, (T)-INFINITY) - top);
        if (e != NULL) FN(keep)(e, v, n);
        return v;
    }
    VEC v = V(exp)(*(const VECU *)(x + n - LANES) - top);
    if (e != NULL) *(VECU *)(e + n - LANES) = (VECU)v;
    return V(select)(FN(tail_mask)(n), v, (VEC){0});
}

/* Prefetch the next line of elements, because computing exponentials leaves memory bandwidth
 * unused.  The address may lie outside the array, where a prefetch has no effect. */
WR_INLINE void FN(fetch)(const T *x, int64_t n) {
    __builtin_prefetch((const char *)((uintptr_t)x + (uintptr_t)n * sizeof(T)));
}

/* Return the sum of e^(x - top), and store the exponentials in `e` unless it is NULL. */
WR_INLINE double FN(exponentials)(T *e, const T *x, T top, int64_t n) {
    double sum = 0;
    for (int64_t begin = 0; begin < n; begin += FN(BLOCK) * LANES) {
        int64_t i = begin, end = n - begin < FN(BLOCK) * LANES ? n : begin + FN(BLOCK) * LANES;
        VEC s[2] = {{0}, {0}};
        for (; i + 2 * LANES <= end; i += 2 * LANES)
            for (int k = 0; k < 2; k++) {
                VEC v = V(exp)(*(const VECU *)(x + i + k * LANES) - top);
                FN(fetch)(x + i + k * LANES, n);
                if (e != NULL) *(VECU *)(e + i + k * LANES) = (VECU)v;
                s[k] += v;
            }
        for (; i + LANES <= end; i += LANES) {
            VEC v = V(exp)(*(const VECU *)(x + i) - top);
            if (e != NULL) *(VECU *)(e + i) = (VECU)v;
            s[0] += v;
        }
        if (i < end) s[1] += FN(last)(e, x, top, n);
        T part;
        FN(across)(&part, s[0] + s[1], 1);
        sum += (double)part;
    }
    return sum;
}

/* Compute y = x * `by` or, for the logarithm, y = x - `plus` - `by`; use non-temporal stores if
 * `streams` is true and y is aligned. */
WR_INLINE void FN(scale)(T *y, const T *x, int64_t n, T by, T plus, bool logarithm, bool streams) {
    int64_t i = 0;
    if (streams && (uintptr_t)y % WR_VBYTES == 0) {
        for (; i + LANES <= n; i += LANES) {
            VEC v = *(const VECU *)(x + i);
            STREAM(y + i, logarithm ? v - plus - by : v * by);
        }
    }
    for (; i + LANES <= n; i += LANES) {
        VEC v = *(const VECU *)(x + i);
        *(VECU *)(y + i) = (VECU)(logarithm ? v - plus - by : v * by);
    }
    if (i < n) {
        VEC v = FN(some)(x + i, n - i, 0);
        FN(keep)(y + i, logarithm ? v - plus - by : v * by, n - i);
    }
}

WR_INLINE T FN(log_of)(double x) { return (T)v_log_f64((vf64){0} + x)[0]; }

static void FN(line)(void *y, const void *x, int64_t n, bool logarithm, bool streams) {
    _Alignas(64) T buffer[WR_SOFTMAX_LINE / sizeof(T)];
    bool fits = n <= (int64_t)(WR_SOFTMAX_LINE / sizeof(T));
    T top = FN(largest)(x, n);
    if (logarithm) {
        T log = FN(log_of)(FN(exponentials)(NULL, x, top, n));
        FN(scale)(y, x, n, log, top, true, streams);
        return;
    }
    T *e = fits ? buffer : y;
    T by = (T)(1 / FN(exponentials)(e, x, top, n));
    FN(scale)(y, e, n, by, 0, false, fits && streams);
}

/* ---- Adjacent lines -------------------------------------------------------------------------- */

static void FN(top)(void *top, const void *x, int64_t n) {
    T *t = top;
    const T *a = x;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        *(VECU *)(t + i) = (VECU)V(max)(*(const VECU *)(a + i), *(const VECU *)(t + i));
    if (i < n) FN(keep)(t + i, V(max)(FN(some)(a + i, n - i, 0), FN(some)(t + i, n - i, 0)), n - i);
}

WR_INLINE void FN(add_few)(T *sum, const T *x, const T *top, int64_t few) {
    VEC e = V(exp)(FN(some)(x, few, 0) - FN(some)(top, few, 0));
    FN(keep)(sum, FN(some)(sum, few, 0) + e, few);
}

static void FN(add)(void *sum, const void *x, const void *top, int64_t n) {
    const T *a = x, *t = top;
    T *s = sum;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) FN(add_few)(s + i, a + i, t + i, LANES);
    if (i < n) FN(add_few)(s + i, a + i, t + i, n - i);
}

static void FN(flush)(double *total, void *sum, int64_t n) {
    T *s = sum;
    for (int64_t i = 0; i < n; i++) total[i] += (double)s[i], s[i] = 0;
}

WR_INLINE void FN(write_few)(T *y, const T *x, const T *top, const T *by, int64_t few,
                             bool logarithm) {
    VEC d = FN(some)(x, few, 0) - FN(some)(top, few, 0), f = FN(some)(by, few, 0);
    FN(keep)(y, logarithm ? d - f : V(exp)(d) * f, few);
}

static void FN(write)(void *y, const void *x, const void *top, const void *by, int64_t n,
                      bool logarithm) {
    const T *a = x, *t = top, *b = by;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        FN(write_few)((T *)y + i, a + i, t + i, b + i, LANES, logarithm);
    if (i < n) FN(write_few)((T *)y + i, a + i, t + i, b + i, n - i, logarithm);
}

static void FN(sums)(void *by, const double *sum, int64_t n, bool logarithm) {
    T *b = by;
    for (int64_t i = 0; i < n; i++) b[i] = logarithm ? FN(log_of)(sum[i]) : (T)(1 / sum[i]);
}

#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef VEC
#undef VECU
#undef LANES
#undef SUFFIX
#undef V
#undef STREAM
