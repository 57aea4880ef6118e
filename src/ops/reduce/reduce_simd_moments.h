/* reduce_simd_moments.h - variance and log-sum-exp of one real type.
 *
 * reduce_simd.c includes this file once per type, after reduce_simd_sum.h, and defines T, VEC,
 * VECU, LANES, SUFFIX and V(name), the vector functions of the type.
 *
 * Each leaf is read twice while it is in the cache: once to find a pivot (the approximate mean for
 * a variance, the maximum for log-sum-exp), and once to accumulate the differences from the pivot.
 * Therefore neither a large mean nor a large exponent costs precision.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

/* ---- Variance: the count, the mean and the sum of squared deviations ------------------------- */

/* Combine the moments of two parts (Chan, Golub and LeVeque 1979). */
WR_INLINE void FN(var_join)(double *count, double *mean, double *squares, double more,
                            double more_mean, double more_squares) {
    double both = *count + more, apart = more_mean - *mean;
    if (more == 0) return;
    /* Same as below, without the division.  The term `apart * apart * 0` makes the result NaN if
     * more_mean is infinite. */
    if (*count == 0) {
        *squares += more_squares + apart * apart * 0;
        *mean += apart;
        *count = more;
        return;
    }
    *squares += more_squares + apart * apart * (*count * more / both);
    *mean += apart * (more / both);
    *count = both;
}

static void FN(var_init)(void *state, int64_t lanes) {
    memset(state, 0, (size_t)lanes * 3 * sizeof(double));
}

/* Compute the sums of d and d^2 for d = x - pivot. */
WR_INLINE void FN(var_leaf)(const T *x, int64_t n, T pivot, T *sum, T *squares) {
    VEC s[4], q[4];
    int64_t i = 0;
    for (int k = 0; k < 4; k++) s[k] = q[k] = (VEC){0};
    for (; i + 4 * LANES <= n; i += 4 * LANES)
        for (int k = 0; k < 4; k++) {
            VEC d = *(const VECU *)(x + i + k * LANES) - pivot;
            s[k] += d;
            q[k] += d * d;
        }
    for (; i + LANES <= n; i += LANES) {
        VEC d = *(const VECU *)(x + i) - pivot;
        s[0] += d;
        q[0] += d * d;
    }
    if (i < n) {
        VEC d = FN(tail)(x, n, pivot) - pivot;
        s[1] += d;
        q[1] += d * d;
    }
    FN(across)(sum, (s[0] + s[1]) + (s[2] + s[3]), 1);
    FN(across)(squares, (q[0] + q[1]) + (q[2] + q[3]), 1);
}

static void FN(var_rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                         int64_t stride, int64_t n, int64_t first) {
    double *s = state;
    (void)first;
    for (int64_t i = 0; i < rows; i++) {
        const T *a = (const T *)x + i * stride;
        T pivot, sum, squares;
        FN(leaf_sum)(&pivot, a, n, 1);
        pivot = (T)(pivot / (T)(n > 0 ? n : 1));
        FN(var_leaf)(a, n, pivot, &sum, &squares);
        double off = n > 0 ? (double)sum / (double)n : 0;
        FN(var_join)
        (&s[at + i], &s[lanes + at + i], &s[2 * lanes + at + i], (double)n, (double)pivot + off,
         (double)squares - (double)sum * off);
    }
}

static void FN(var_cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                         int64_t first) {
    double *s = state, n = (double)rows;
    T pivot[WR_REDUCTION_LANES], sum[WR_REDUCTION_LANES], squares[WR_REDUCTION_LANES];
    (void)first;
    FN(add_rows)(pivot, x, stride, rows, lanes);
    for (int64_t i = 0; i < lanes; i++) pivot[i] /= (T)n, sum[i] = squares[i] = 0;
    for (int64_t r = 0; r < rows; r++) {
        const T *a = (const T *)x + r * stride;
        for (int64_t i = 0; i < lanes; i++) {
            T d = a[i] - pivot[i];
            sum[i] += d;
            squares[i] += d * d;
        }
    }
    for (int64_t i = 0; i < lanes; i++) {
        double off = (double)sum[i] / n;
        FN(var_join)
        (&s[i], &s[lanes + i], &s[2 * lanes + i], n, (double)pivot[i] + off,
         (double)squares[i] - (double)sum[i] * off);
    }
}

static void FN(var_merge)(void *state, const void *other, int64_t lanes) {
    double *s = state;
    const double *o = other;
    for (int64_t i = 0; i < lanes; i++)
        FN(var_join)(&s[i], &s[lanes + i], &s[2 * lanes + i], o[i], o[lanes + i], o[2 * lanes + i]);
}

/* ---- Log-sum-exp: the state is p and s, for the sum s e^p ------------------------------------ */

WR_INLINE double FN(exp_of)(double x) { return v_exp_f64((vf64){0} + x)[0]; }

/* Add more * e^more_pivot to a state.  A pivot of -infinity means that there are no elements; with
 * a pivot of infinity, finite elements no longer matter. */
WR_INLINE void FN(lse_join)(double *pivot, double *sum, double more_pivot, double more) {
    if (more_pivot == -INFINITY) return;
    if (more_pivot == *pivot) {
        *sum += more;
    } else if (more_pivot < *pivot) {
        *sum += more * FN(exp_of)(more_pivot - *pivot);
    } else {
        *sum = *sum * FN(exp_of)(*pivot - more_pivot) + more;
        *pivot = more_pivot;
    }
}

/* Add a leaf whose largest element is `best`.  If `best` is finite, `leaf` is the leaf's sum of
 * e^(x - best). */
WR_INLINE void FN(lse_take)(double *pivot, double *sum, T best, T leaf) {
    bool finite = best - best == 0;
    double p = best == (T)-INFINITY ? -INFINITY : finite ? (double)best : INFINITY;
    FN(lse_join)(pivot, sum, p, finite ? (double)leaf : best == best ? 1 : (double)best);
}

static void FN(lse_init)(void *state, int64_t lanes) {
    double *s = state;
    for (int64_t i = 0; i < lanes; i++) s[i] = -INFINITY, s[lanes + i] = 0;
}

WR_INLINE T FN(lse_leaf)(const T *x, int64_t n, T pivot) {
    VEC s[4];
    int64_t i = 0;
    for (int k = 0; k < 4; k++) s[k] = (VEC){0};
    for (; i + 4 * LANES <= n; i += 4 * LANES)
        for (int k = 0; k < 4; k++) s[k] += V(exp)(*(const VECU *)(x + i + k * LANES) - pivot);
    for (; i + LANES <= n; i += LANES) s[0] += V(exp)(*(const VECU *)(x + i) - pivot);
    if (i < n) s[1] += V(exp)(FN(tail)(x, n, (T)-INFINITY) - pivot);
    T sum;
    FN(across)(&sum, (s[0] + s[1]) + (s[2] + s[3]), 1);
    return sum;
}

static void FN(lse_rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                         int64_t stride, int64_t n, int64_t first) {
    double *s = state;
    (void)first;
    for (int64_t i = 0; i < rows; i++) {
        const T *a = (const T *)x + i * stride;
        T best = FN(leaf_max)(a, n);
        T leaf = best - best == 0 ? FN(lse_leaf)(a, n, best) : 0;
        FN(lse_take)(&s[at + i], &s[lanes + at + i], best, leaf);
    }
}

/* Accumulate n <= LANES columns; a partial vector is padded. */
WR_INLINE void FN(lse_strip)(double *pivot, double *sum, const T *x, int64_t stride, int64_t rows,
                             int64_t n) {
    VEC best = (VEC){0} - (T)INFINITY, leaf = {0};
    for (int64_t r = 0; r < rows; r++) best = V(max)(FN(some)(x + r * stride, n, 0), best);
    for (int64_t r = 0; r < rows; r++) leaf += V(exp)(FN(some)(x + r * stride, n, 0) - best);
    for (int64_t i = 0; i < n; i++) FN(lse_take)(&pivot[i], &sum[i], best[i], leaf[i]);
}

static void FN(lse_cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                         int64_t first) {
    double *s = state;
    const T *a = x;
    int64_t i = 0;
    (void)first;
    for (; i + LANES <= lanes; i += LANES)
        FN(lse_strip)(s + i, s + lanes + i, a + i, stride, rows, LANES);
    if (i < lanes) FN(lse_strip)(s + i, s + lanes + i, a + i, stride, rows, lanes - i);
}

static void FN(lse_merge)(void *state, const void *other, int64_t lanes) {
    double *s = state;
    const double *o = other;
    for (int64_t i = 0; i < lanes; i++) FN(lse_join)(&s[i], &s[lanes + i], o[i], o[lanes + i]);
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
