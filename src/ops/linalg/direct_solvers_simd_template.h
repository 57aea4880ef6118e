/* direct_solvers_simd_template.h - the inner loops of the direct methods for one type.
 *
 * direct_solvers_simd.c includes this file once per type and defines E, the element type; T, its
 * real type; REALS, the number of T per element; SUFFIX, the end of the function names; TINY, the
 * smallest normal number; and ROUNDING, the machine epsilon.
 *
 * Rows are processed in blocks of a fixed width, which the compiler keeps in vector registers.  The
 * remaining elements are padded to a full block or processed one by one, with the same operations
 * in the same order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

enum {
    FN(WIDE) = 4 * WR_VBYTES / (int)sizeof(E), /* elements per block: four vectors */
    FN(LANES) = 2 * WR_VBYTES / (int)sizeof(E)
};

/* ---- LU -------------------------------------------------------------------------------------- */

/* Return the index of the element with the largest size_of; the first one if several are equal. */
WR_INLINE int64_t FN(largest)(const E *x, int64_t n) {
    T best[FN(LANES)] = {0}, most = 0;
    int64_t i = 0;
    for (; i + FN(LANES) <= n; i += FN(LANES))
        for (int l = 0; l < FN(LANES); l++) {
            T size = FN(size_of)(x[i + l]);
            best[l] = size > best[l] ? size : best[l];
        }
    for (; i < n; i++) most = FN(size_of)(x[i]) > most ? FN(size_of)(x[i]) : most;
    for (int l = 0; l < FN(LANES); l++) most = best[l] > most ? best[l] : most;
    for (i = 0; i < n; i++)
        if (FN(size_of)(x[i]) == most) return i;
    return 0;
}

/* Compute y -= x * a. */
WR_INLINE void FN(subtract_scaled)(E *restrict y, const E *restrict x, E a, int64_t n) {
    for (int64_t i = 0; i < n; i++) y[i] = FN(minus)(y[i], a, x[i]);
}

WR_INLINE void FN(divide)(E *x, int64_t n, E by) {
    if (FN(size_of)(by) >= 4 * TINY) {
        E inverse = FN(inverse)(by);
        for (int64_t i = 0; i < n; i++) x[i] = FN(times)(x[i], inverse);
        return;
    }
    /* The inverse could overflow, so scale in two steps. */
    E inverse = FN(inverse)(FN(divided)(by, 4 * TINY));
    for (int64_t i = 0; i < n; i++) x[i] = FN(divided)(FN(times)(x[i], inverse), 4 * TINY);
}

static int64_t FN(lu)(void *a, int64_t row, int64_t m, int64_t n, int64_t *pivots, void *scratch) {
    E *p = scratch; /* a copy of the panel with contiguous columns */
    int64_t bad = -1;
    for (int64_t i = 0; i < m; i++)
        for (int64_t c = 0; c < n; c++) p[c * m + i] = ((E *)a)[i * row + c];
    for (int64_t j = 0; j < n; j++) {
        E *x = p + j * m;
        int64_t at = j + FN(largest)(x + j, m - j);
        pivots[j] = at;
        if (FN(size_of)(x[at]) == 0) {
            if (bad < 0) bad = j;
            continue;
        }
        for (int64_t c = 0; c < n && at != j; c++) {
            E t = p[c * m + j];
            p[c * m + j] = p[c * m + at];
            p[c * m + at] = t;
        }
        FN(divide)(x + j + 1, m - j - 1, x[j]);
        for (int64_t c = j + 1; c < n; c++)
            FN(subtract_scaled)(p + c * m + j + 1, x + j + 1, p[c * m + j], m - j - 1);
    }
    for (int64_t i = 0; i < m; i++)
        for (int64_t c = 0; c < n; c++) ((E *)a)[i * row + c] = p[c * m + i];
    return bad;
}

/* ---- Triangles ------------------------------------------------------------------------------- */

/* Solve for one block of columns.  The rows of `t` are WR_LEAF elements apart.  For complex types,
 * the diagonal of `t` holds the inverses of the diagonal elements. */
WR_INLINE void FN(solve_block)(const E *t, int64_t n, bool lower, bool unit, E *x, int64_t row) {
    for (int64_t step = 0; step < n; step++) {
        int64_t i = lower ? step : n - 1 - step;
        int64_t begin = lower ? 0 : i + 1, end = lower ? i : n;
        E sum[FN(WIDE)];
        memcpy(sum, x + i * row, sizeof sum);
        for (int64_t q = begin; q < end; q++) {
            E by = t[i * WR_LEAF + q];
            const E *other = x + q * row;
            for (int l = 0; l < FN(WIDE); l++) sum[l] = FN(minus)(sum[l], by, other[l]);
        }
        E by = t[i * WR_LEAF + i];
        if (!unit) {
#if REALS == 1
            for (int l = 0; l < FN(WIDE); l++) sum[l] = sum[l] / by;
#else
            for (int l = 0; l < FN(WIDE); l++) sum[l] = FN(times)(sum[l], by);
#endif
        }
        memcpy(x + i * row, sum, sizeof sum);
    }
}

static void FN(solve)(const wr_direct_solve *s) {
    E t[WR_LEAF * WR_LEAF], block[WR_LEAF * FN(WIDE)];
    const E *from = s->t;
    E *x = s->x;
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t j = 0; j < s->n; j++) {
            E e = from[i * s->t_row + j * s->t_col];
            t[i * WR_LEAF + j] = s->conj ? FN(conj_of)(e) : e;
        }
    for (int64_t i = 0; REALS == 2 && !s->unit && i < s->n; i++)
        t[i * WR_LEAF + i] = FN(inverse)(t[i * WR_LEAF + i]);
    for (int64_t j = 0; j < s->cols; j += FN(WIDE)) {
        int64_t width = s->cols - j < FN(WIDE) ? s->cols - j : FN(WIDE);
        if (width == FN(WIDE) && s->x_col == 1) {
            FN(solve_block)(t, s->n, s->lower, s->unit, x + j, s->x_row);
            continue;
        }
        memset(block, 0, sizeof block);
        for (int64_t i = 0; i < s->n; i++)
            for (int64_t c = 0; c < width; c++)
                block[i * FN(WIDE) + c] = x[i * s->x_row + (j + c) * s->x_col];
        FN(solve_block)(t, s->n, s->lower, s->unit, block, FN(WIDE));
        for (int64_t i = 0; i < s->n; i++)
            for (int64_t c = 0; c < width; c++)
                x[i * s->x_row + (j + c) * s->x_col] = block[i * FN(WIDE) + c];
    }
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

static int64_t FN(cholesky)(void *matrix, int64_t row, int64_t n) {
    E *a = matrix;
    for (int64_t i = 0; i < n; i++) {
        E *x = a + i * row;
        T d = FN(real_of)(x[i]);
        if (!(d > 0)) return i;
        d = (T)sqrt((double)d);
        x[i] = FN(make)(d, 0);
        for (int64_t j = i + 1; j < n; j++) x[j] = FN(divided)(x[j], d);
        for (int64_t q = i + 1; q < n; q++)
            FN(subtract_scaled)(a + q * row + q, x + q, FN(conj_of)(x[q]), n - q);
    }
    return -1;
}

/* ---- Householder reflections ----------------------------------------------------------------- */

/* Return the sum of conj(x) * y. */
WR_INLINE E FN(inner)(const E *x, const E *y, int64_t n) {
    E sums[FN(LANES)], sum = FN(make)(0, 0);
    int64_t i = 0;
    for (int l = 0; l < FN(LANES); l++) sums[l] = FN(make)(0, 0);
    for (; i + FN(LANES) <= n; i += FN(LANES))
        for (int l = 0; l < FN(LANES); l++)
            sums[l] = FN(minus)(sums[l], FN(conj_of)(x[i + l]), y[i + l]);
    for (; i < n; i++) sum = FN(minus)(sum, FN(conj_of)(x[i]), y[i]);
    for (int half = FN(LANES) / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++) sums[l] = FN(sum)(sums[l], sums[l + half]);
    return FN(negative)(FN(sum)(sum, sums[0]));
}

/* Return the Euclidean norm.  If squares would overflow or underflow, the elements are scaled
 * first. */
WR_INLINE T FN(length)(const E *x, int64_t n) {
    T squares = FN(real_of)(FN(inner)(x, x, n));
    if (squares > TINY / ROUNDING && squares < ROUNDING / TINY) return (T)sqrt((double)squares);
    T most = 0;
    for (int64_t i = 0; i < n; i++) most = FN(size_of)(x[i]) > most ? FN(size_of)(x[i]) : most;
    if (!(most > 0)) return most;
    T sum = 0;
    for (int64_t i = 0; i < n; i++) {
        T re = FN(real_of)(x[i]) / most, im = REALS == 2 ? FN(imag_of)(x[i]) / most : 0;
        sum += re * re + im * im;
    }
    return most * (T)sqrt((double)sum);
}

/* Compute the Householder reflection that maps x to beta times the first unit vector.  x[0] becomes
 * beta, and the other elements become the Householder vector without its leading 1.  Return tau. */
WR_INLINE E FN(reflection)(E *x, int64_t n) {
    T rest = n > 1 ? FN(length)(x + 1, n - 1) : 0;
    T re = FN(real_of)(x[0]), im = REALS == 2 ? FN(imag_of)(x[0]) : 0;
    if (rest == 0 && im == 0) return FN(make)(0, 0);
    T size = (T)hypot(hypot((double)re, (double)im), (double)rest);
    T beta = re < 0 ? size : -size;
    FN(divide)(x + 1, n - 1, FN(make)(re - beta, im));
    x[0] = FN(make)(beta, 0);
    return FN(make)((beta - re) / beta, -im / beta);
}

static void FN(reflect)(void *a, int64_t row, int64_t m, int64_t n, void *factors) {
    E *tau = factors;
    for (int64_t j = 0; j < n; j++) {
        E *v = (E *)a + j * row + j;
        tau[j] = FN(reflection)(v, m - j);
        E factor = FN(conj_of)(tau[j]);
        for (int64_t c = j + 1; c < n; c++) {
            E *x = (E *)a + c * row + j;
            E by = FN(sum)(x[0], FN(inner)(v + 1, x + 1, m - j - 1));
            by = FN(times)(by, factor);
            x[0] = FN(sum)(x[0], FN(negative)(by));
            FN(subtract_scaled)(x + 1, v + 1, by, m - j - 1);
        }
    }
}

static void FN(compact)(const void *conj_v, int64_t row, int64_t m, int64_t n, const void *factors,
                        void *matrix, int64_t t_row) {
    const E *tau = factors;
    E *t = matrix, column[WR_LEAF];
    for (int64_t j = 0; j < n; j++) {
        E factor = FN(conj_of)(tau[j]);
        for (int64_t i = 0; i < j; i++)
            column[i] =
                FN(inner)((const E *)conj_v + i * row + j, (const E *)conj_v + j * row + j, m - j);
        /* N is the matrix -T, conjugated.  Column j of N above the diagonal is the part of N
         * computed so far, times the inner products, times -factor. */
        for (int64_t i = 0; i < j; i++) {
            E sum = FN(make)(0, 0);
            for (int64_t q = i; q < j; q++) sum = FN(minus)(sum, t[i * t_row + q], column[q]);
            t[i * t_row + j] = FN(times)(sum, factor);
        }
        for (int64_t i = j + 1; i < n; i++) t[i * t_row + j] = FN(make)(0, 0);
        t[j * t_row + j] = FN(negative)(factor);
    }
}

/* ---- Moving ---------------------------------------------------------------------------------- */

static void FN(negate)(void *to, int64_t to_row, const void *from, int64_t row, int64_t col,
                       int64_t m, int64_t n, bool conj) {
    for (int64_t i = 0; i < m; i++) {
        E *y = (E *)to + i * to_row;
        const E *x = (const E *)from + i * row;
        if (REALS == 2 && conj)
            for (int64_t j = 0; j < n; j++) y[j] = FN(negative)(FN(conj_of)(x[j * col]));
        else if (col == 1)
            for (int64_t j = 0; j < n; j++) y[j] = FN(negative)(x[j]);
        else
            for (int64_t j = 0; j < n; j++) y[j] = FN(negative)(x[j * col]);
    }
}

static void FN(transpose)(void *to, int64_t to_row, const void *from, int64_t from_row, int64_t m,
                          int64_t n, bool conj) {
    enum { SIDE = 16 };
    for (int64_t i0 = 0; i0 < m; i0 += SIDE)
        for (int64_t j0 = 0; j0 < n; j0 += SIDE)
            for (int64_t i = i0; i < i0 + SIDE && i < m; i++) {
                E *y = (E *)to + i * to_row;
                const E *x = (const E *)from + i;
                int64_t end = j0 + SIDE < n ? j0 + SIDE : n;
                for (int64_t j = j0; j < end; j++)
                    y[j] = conj ? FN(conj_of)(x[j * from_row]) : x[j * from_row];
            }
}

static void FN(conjugate)(void *to, const void *from, int64_t n) {
    for (int64_t i = 0; i < n; i++) ((E *)to)[i] = FN(conj_of)(((const E *)from)[i]);
}

/* The average is computed as x + (y - x) / 2, so that an element that equals the conjugate of its
 * mirror image is unchanged.  The matrix is processed in blocks, because the mirror images of a row
 * are a column. */
static void FN(average)(void *to, const void *from, int64_t n) {
    enum { SIDE = 16 };
    const E *a = from;
    for (int64_t i0 = 0; i0 < n; i0 += SIDE)
        for (int64_t j0 = i0; j0 < n; j0 += SIDE)
            for (int64_t i = i0; i < i0 + SIDE && i < n; i++)
                for (int64_t j = j0 > i ? j0 : i; j < j0 + SIDE && j < n; j++) {
                    E x = a[i * n + j], y = FN(conj_of)(a[j * n + i]);
                    E apart = FN(sum)(y, FN(negative)(x));
                    ((E *)to)[i * n + j] = FN(sum)(x, FN(scaled)(apart, (T)0.5));
                }
}

static bool FN(finite)(const void *x, int64_t n) {
    const T *a = x;
    T sums[FN(LANES)] = {0}, sum = 0;
    int64_t i = 0, all = n * REALS;
    for (; i + FN(LANES) <= all; i += FN(LANES))
        for (int l = 0; l < FN(LANES); l++) sums[l] += a[i + l] * 0;
    for (; i < all; i++) sum += a[i] * 0;
    for (int l = 0; l < FN(LANES); l++) sum += sums[l];
    return sum == 0;
}

static bool FN(zero)(const void *x) { return FN(size_of)(*(const E *)x) == 0; }

static const wr_direct_type FN(direct) = {
    .size = sizeof(E),
    .reals = REALS,
    .lu = FN(lu),
    .solve = FN(solve),
    .cholesky = FN(cholesky),
    .reflect = FN(reflect),
    .compact = FN(compact),
    .negate = FN(negate),
    .transpose = FN(transpose),
    .conjugate = FN(conjugate),
    .average = FN(average),
    .finite = FN(finite),
    .zero = FN(zero),
};

#undef PASTE_
#undef PASTE
#undef FN
#undef E
#undef T
#undef REALS
#undef SUFFIX
#undef TINY
#undef ROUNDING
