/* fft_simd_template.h - short Fourier transforms of one type.
 *
 * fft_simd.c includes this file once per type, with T, VEC, VECU, F, FMA, LANES, the shuffles and
 * SQUARE (the number of pairs in a vector) defined.
 *
 * A tile has r entries; an entry is a vector of real parts and one of imaginary parts.  A step of
 * radix R is a Stockham step: with n entries left to transform, m = n / R and s = r / n,
 *
 *   y[q + s * (R * p + k)] = w^(p * k) * (the sum over t of x[q + s * (p + m * t)] * W^(t * k))
 *
 *   w = e^(-2 pi i/n), W = e^(-2 pi i/R)
 *
 * The result of the last step is in natural order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { F(ENTRY) = 2 * LANES }; /* reals per entry */

typedef struct F(pair) {
    VEC re, im;
} F(pair);

WR_INLINE F(pair) F(get)(const T *x, int64_t i) {
    const VEC *v = (const VEC *)(const void *)(x + i * F(ENTRY));
    return (F(pair)){v[0], v[1]};
}

WR_INLINE void F(put)(T *y, int64_t i, F(pair) a) {
    VEC *v = (VEC *)(void *)(y + i * F(ENTRY));
    v[0] = a.re;
    v[1] = a.im;
}

WR_INLINE F(pair) F(add)(F(pair) a, F(pair) b) { return (F(pair)){a.re + b.re, a.im + b.im}; }
WR_INLINE F(pair) F(sub)(F(pair) a, F(pair) b) { return (F(pair)){a.re - b.re, a.im - b.im}; }
WR_INLINE F(pair) F(turn)(F(pair) a) { return (F(pair)){a.im, -a.re}; } /* -i * a */

WR_INLINE F(pair) F(times)(F(pair) a, VEC re, VEC im) {
    return (F(pair)){FMA(a.re, re, -(a.im * im)), FMA(a.re, im, a.im * re)};
}

WR_INLINE F(pair) F(times_one)(F(pair) a, const T *w) {
    return F(times)(a, (VEC){0} + w[0], (VEC){0} + w[1]);
}

/* ---- Butterflies, in place ------------------------------------------------------------------- */

WR_INLINE void F(fly2)(F(pair) * a) {
    F(pair) x = a[0];
    a[0] = F(add)(x, a[1]);
    a[1] = F(sub)(x, a[1]);
}

WR_INLINE void F(fly4)(F(pair) * a) {
    F(pair) s = F(add)(a[0], a[2]), d = F(sub)(a[0], a[2]);
    F(pair) t = F(add)(a[1], a[3]), e = F(turn)(F(sub)(a[1], a[3]));
    a[0] = F(add)(s, t);
    a[1] = F(add)(d, e);
    a[2] = F(sub)(s, t);
    a[3] = F(sub)(d, e);
}

WR_INLINE void F(fly8)(F(pair) * a) {
    const T half = (T)0.70710678118654752440; /* the square root of 1/2 */
    F(pair) u[4] = {a[0], a[2], a[4], a[6]}, v[4] = {a[1], a[3], a[5], a[7]};
    F(fly4)(u);
    F(fly4)(v);
    v[1] = (F(pair)){(v[1].re + v[1].im) * half, (v[1].im - v[1].re) * half};
    v[2] = F(turn)(v[2]);
    v[3] = (F(pair)){(v[3].im - v[3].re) * half, (v[3].re + v[3].im) * -half};
    for (int k = 0; k < 4; k++) {
        a[k] = F(add)(u[k], v[k]);
        a[k + 4] = F(sub)(u[k], v[k]);
    }
}

/* A butterfly of any odd radix n.  The cosines of entries j and n - j are equal and their sines are
 * opposite, so the sum of a pair is multiplied by the cosine and its difference by the sine. */
WR_INLINE void F(fly_odd)(F(pair) * a, int n, const T *roots) {
    F(pair) first = a[0], sum[WR_FFT_PRIME_MAX / 2 + 1], diff[WR_FFT_PRIME_MAX / 2 + 1];
    for (int j = 1; j <= n / 2; j++) {
        sum[j] = F(add)(a[j], a[n - j]);
        diff[j] = F(sub)(a[j], a[n - j]);
        a[0] = F(add)(a[0], sum[j]);
    }
    for (int k = 1; k <= n / 2; k++) {
        F(pair) even = first, odd = {(VEC){0}, (VEC){0}};
        for (int j = 1, at = k; j <= n / 2; j++, at = at + k >= n ? at + k - n : at + k) {
            VEC c = (VEC){0} + roots[2 * at], s = (VEC){0} + roots[2 * at + 1];
            even.re = FMA(sum[j].re, c, even.re);
            even.im = FMA(sum[j].im, c, even.im);
            odd.re = FMA(diff[j].im, s, odd.re);
            odd.im = FMA(diff[j].re, s, odd.im);
        }
        a[k] = (F(pair)){even.re - odd.re, even.im + odd.im};
        a[n - k] = (F(pair)){even.re + odd.re, even.im - odd.im};
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

#define STEP(name, R, ROOM, FLY)                                                                   \
    static void F(name)(T *restrict y, const T *restrict x, int64_t m, int64_t s, const T *w,      \
                        const T *roots, int radix) {                                               \
        (void)roots, (void)radix;                                                                  \
        for (int64_t p = 0; p < m; p++, w += 2 * ((R)-1))                                          \
            for (int64_t q = 0; q < s; q++) {                                                      \
                F(pair) a[ROOM];                                                                   \
                for (int t = 0; t < (R); t++) a[t] = F(get)(x, q + s * (p + m * t));               \
                FLY;                                                                               \
                if (p > 0)                                                                         \
                    for (int k = 1; k < (R); k++) a[k] = F(times_one)(a[k], w + 2 * (k - 1));      \
                for (int k = 0; k < (R); k++) F(put)(y, q + s * ((R)*p + k), a[k]);                \
            }                                                                                      \
    }
STEP(step2, 2, 2, F(fly2)(a))
STEP(step3, 3, 3, F(fly_odd)(a, 3, roots))
STEP(step4, 4, 4, F(fly4)(a))
STEP(step5, 5, 5, F(fly_odd)(a, 5, roots))
STEP(step7, 7, 7, F(fly_odd)(a, 7, roots))
STEP(step8, 8, 8, F(fly8)(a))
STEP(step_odd, radix, WR_FFT_PRIME_MAX, F(fly_odd)(a, radix, roots))
#undef STEP

/* Run all steps, alternating between the buffers `a` and `b`; the input is in `a`.  Return the
 * buffer that holds the result. */
static T *F(steps)(const wr_fft_core *c, T *a, T *b) {
    int64_t s = 1, n = c->r;
    for (int i = 0; i < c->steps; i++) {
        int radix = c->radix[i];
        int64_t m = n / radix;
        const T *w = c->factors[i], *roots = c->roots[i];
        switch (radix) {
        case 2: F(step2)(b, a, m, s, w, roots, radix); break;
        case 3: F(step3)(b, a, m, s, w, roots, radix); break;
        case 4: F(step4)(b, a, m, s, w, roots, radix); break;
        case 5: F(step5)(b, a, m, s, w, roots, radix); break;
        case 7: F(step7)(b, a, m, s, w, roots, radix); break;
        case 8: F(step8)(b, a, m, s, w, roots, radix); break;
        default: F(step_odd)(b, a, m, s, w, roots, radix); break;
        }
        T *swap = a;
        a = b;
        b = swap;
        s *= radix;
        n = m;
    }
    return a;
}

/* ---- Input ----------------------------------------------------------------------------------- */

static void F(load_rows)(T *a, const wr_fft_tile *t) {
    const T *x = t->from_rows;
    int64_t r = t->core->r, re = t->swap_in ? LANES : 0, im = LANES - re;
    if (t->lanes == LANES) {
        for (int64_t j = 0; j < r; j++, x += 2 * t->from_step, a += F(ENTRY)) {
            VEC u = *(const VECU *)(const void *)x, v = *(const VECU *)(const void *)(x + LANES);
            *(VEC *)(void *)(a + re) = SHUFFLE(u, v, EVEN);
            *(VEC *)(void *)(a + im) = SHUFFLE(u, v, ODD);
        }
        return;
    }
    for (int64_t j = 0; j < r; j++, x += 2 * t->from_step, a += F(ENTRY))
        for (int i = 0; i < LANES; i++) {
            a[re + i] = i < t->lanes ? x[2 * i] : 0;
            a[im + i] = i < t->lanes ? x[2 * i + 1] : 0;
        }
}

/* Transpose SQUARE vectors of SQUARE pairs each: pair i of vector j becomes pair j of vector i. */
WR_INLINE void F(transpose_square)(VEC *v) {
#if SQUARE > 1
    for (int step = 1; step < SQUARE; step *= 2) {
        VEC w[SQUARE];
        for (int i = 0; i < SQUARE / 2; i++) {
            w[2 * i] = SHUFFLE(v[i], v[i + SQUARE / 2], PAIRS_LOW);
            w[2 * i + 1] = SHUFFLE(v[i], v[i + SQUARE / 2], PAIRS_HIGH);
        }
        for (int i = 0; i < SQUARE; i++) v[i] = w[i];
    }
#else
    (void)v;
#endif
}

static void F(load_lines)(T *a, const wr_fft_tile *t) {
    int64_t r = t->core->r, j = 0, re = t->swap_in ? LANES : 0, im = LANES - re;
    if (t->lanes == LANES && t->from_step == 1)
        for (; j + SQUARE <= r; j += SQUARE) {
            VEC low[SQUARE], high[SQUARE];
            for (int i = 0; i < SQUARE; i++) {
                low[i] = *(const VECU *)(const void *)((const T *)t->from_lines[i] + 2 * j);
                high[i] =
                    *(const VECU *)(const void *)((const T *)t->from_lines[SQUARE + i] + 2 * j);
            }
            F(transpose_square)(low);
            F(transpose_square)(high);
            for (int i = 0; i < SQUARE; i++) {
                T *to = a + (j + i) * F(ENTRY);
                *(VEC *)(void *)(to + re) = SHUFFLE(low[i], high[i], EVEN);
                *(VEC *)(void *)(to + im) = SHUFFLE(low[i], high[i], ODD);
            }
        }
    for (; j < r; j++)
        for (int i = 0; i < LANES; i++) {
            const T *x = i < t->lanes ? (const T *)t->from_lines[i] + 2 * j * t->from_step : NULL;
            a[j * F(ENTRY) + re + i] = x != NULL ? x[0] : 0;
            a[j * F(ENTRY) + im + i] = x != NULL ? x[1] : 0;
        }
}

/* ---- Output ---------------------------------------------------------------------------------- */

/* Return the factor of result k for each lane. */
WR_INLINE F(pair) F(factor)(const wr_fft_tile *t, int64_t k) {
    F(pair) w = {(VEC){0}, (VEC){0}};
    if (t->lane_factors != NULL) {
        for (int i = 0; i < LANES; i++) {
            int lane = i < t->lanes ? i : 0;
            const T *far = (const T *)t->lane_factors[lane] + 2 * k;
            w.re[i] = far[0];
            w.im[i] = far[1];
            if (t->near == NULL) continue;
            const T *near = (const T *)t->near + 2 * WR_FFT_NEAR * k + t->lane_near[lane];
            w.re[i] = far[0] * near[0] - far[1] * near[WR_FFT_NEAR];
            w.im[i] = far[1] * near[0] + far[0] * near[WR_FFT_NEAR];
        }
        return w;
    }
    const T *far = (const T *)t->factors + 2 * k;
    w = (F(pair)){(VEC){0} + far[0], (VEC){0} + far[1]};
    if (t->near == NULL) return w;
    const T *near = (const T *)t->near + 2 * WR_FFT_NEAR * k;
    return F(times)(w, *(const VECU *)(const void *)near,
                    *(const VECU *)(const void *)(near + WR_FFT_NEAR));
}

/* Apply the factors and the scale, in place. */
static void F(finish)(T *a, const wr_fft_tile *t) {
    int64_t r = t->core->r;
    if (t->factors != NULL || t->lane_factors != NULL)
        for (int64_t k = 0; k < r; k++) {
            F(pair) w = F(factor)(t, k);
            F(put)(a, k, F(times)(F(get)(a, k), w.re, w.im));
        }
    if (t->scale != 1) {
        T scale = (T)t->scale;
        for (int64_t k = 0; k < r; k++) {
            F(pair) x = F(get)(a, k);
            F(put)(a, k, (F(pair)){x.re * scale, x.im * scale});
        }
    }
}

static void F(store_rows)(const wr_fft_tile *t, const T *a) {
    T *y = t->to_rows;
    int64_t r = t->core->r, re = t->swap_out ? LANES : 0, im = LANES - re;
    if (t->lanes == LANES) {
        for (int64_t j = 0; j < r; j++, y += 2 * t->to_step, a += F(ENTRY)) {
            VEC u = *(const VEC *)(const void *)(a + re), v = *(const VEC *)(const void *)(a + im);
            *(VECU *)(void *)y = SHUFFLE(u, v, LOWER);
            *(VECU *)(void *)(y + LANES) = SHUFFLE(u, v, HIGHER);
        }
        return;
    }
    for (int64_t j = 0; j < r; j++, y += 2 * t->to_step, a += F(ENTRY))
        for (int i = 0; i < t->lanes; i++) {
            y[2 * i] = a[re + i];
            y[2 * i + 1] = a[im + i];
        }
}

static void F(store_lines)(const wr_fft_tile *t, const T *a) {
    int64_t r = t->core->r, j = 0, re = t->swap_out ? LANES : 0, im = LANES - re;
    if (t->lanes == LANES && t->to_step == 1)
        for (; j + SQUARE <= r; j += SQUARE) {
            VEC low[SQUARE], high[SQUARE];
            for (int i = 0; i < SQUARE; i++) {
                const T *from = a + (j + i) * F(ENTRY);
                VEC u = *(const VEC *)(const void *)(from + re);
                VEC v = *(const VEC *)(const void *)(from + im);
                low[i] = SHUFFLE(u, v, LOWER);
                high[i] = SHUFFLE(u, v, HIGHER);
            }
            F(transpose_square)(low);
            F(transpose_square)(high);
            for (int i = 0; i < SQUARE; i++) {
                *(VECU *)(void *)((T *)t->to_lines[i] + 2 * j) = low[i];
                *(VECU *)(void *)((T *)t->to_lines[SQUARE + i] + 2 * j) = high[i];
            }
        }
    for (; j < r; j++)
        for (int i = 0; i < t->lanes; i++) {
            T *y = (T *)t->to_lines[i] + 2 * j * t->to_step;
            y[0] = a[j * F(ENTRY) + re + i];
            y[1] = a[j * F(ENTRY) + im + i];
        }
}

static void F(tile)(const wr_fft_tile *t) {
    _Alignas(64) T a[WR_FFT_CORE_MAX * F(ENTRY)], b[WR_FFT_CORE_MAX * F(ENTRY)];
    if (t->from_rows != NULL)
        F(load_rows)(a, t);
    else
        F(load_lines)(a, t);
    T *y = F(steps)(t->core, a, b);
    F(finish)(y, t);
    if (t->to_rows != NULL)
        F(store_rows)(t, y);
    else
        F(store_lines)(t, y);
}

/* ---- Real lines ------------------------------------------------------------------------------ */

/* Load LANES complex numbers. */
WR_INLINE F(pair) F(numbers)(const T *x) {
    VEC u = *(const VECU *)(const void *)x, v = *(const VECU *)(const void *)(x + LANES);
    return (F(pair)){SHUFFLE(u, v, EVEN), SHUFFLE(u, v, ODD)};
}

WR_INLINE F(pair) F(backwards)(F(pair) a) {
    return (F(pair)){SHUFFLE(a.re, a.re, REVERSE), SHUFFLE(a.im, a.im, REVERSE)};
}

WR_INLINE void F(keep_numbers)(T *y, F(pair) a) {
    *(VECU *)(void *)y = SHUFFLE(a.re, a.im, LOWER);
    *(VECU *)(void *)(y + LANES) = SHUFFLE(a.re, a.im, HIGHER);
}

/* Compute e and t from entries i and h - i of x, which are a and b.  Entry i of y is e + t, and
 * entry h - i is the conjugate of e - t.  V is a vector type or a real type. */
#define JOIN_PAIR(V, a_re, a_im, b_re, b_im, w_re, w_im)                                           \
    V er = (a_re + b_re) * half, ei = (a_im - b_im) * half;                                        \
    V dr = (a_im + b_im) * half, di = (b_re - a_re) * half; /* -i * (a - conj(b)) / 2 */           \
    V tr = dr * w_re - di * w_im, ti = dr * w_im + di * w_re;
#define PART_PAIR(V, a_re, a_im, b_re, b_im, w_re, w_im)                                           \
    V er = a_re + b_re, ei = a_im - b_im;                                                          \
    V dr = -(a_im + b_im), di = a_re - b_re; /* i * (a - conj(b)) */                               \
    V tr = dr * w_re + di * w_im, ti = di * w_re - dr * w_im;

/* Entries i and h - i are processed in vectors as long as the two vectors do not overlap.  The
 * partner of entry 0 is entry X_AT of x and entry Y_AT of y: 0 in the packed form, where entry 0 is
 * its own partner, and h in the transform of the real line, where entries 0 and h are real. */
#define REAL_LINE(name, PAIR, X_AT, Y_AT)                                                          \
    static void F(name)(void *to, const void *from, const void *halves, int64_t h, int64_t begin,  \
                        int64_t end) {                                                             \
        const T *x = from, *w = halves, half = (T)0.5;                                             \
        T *y = to;                                                                                 \
        (void)half;                                                                                \
        for (int64_t i = begin; i < end;) {                                                        \
            if (i > 0 && i + LANES <= end && 2 * (i + LANES - 1) < h) {                            \
                int64_t j = h - i - (LANES - 1);                                                   \
                F(pair) a = F(numbers)(x + 2 * i), b = F(backwards)(F(numbers)(x + 2 * j));        \
                F(pair) c = F(numbers)(w + 2 * i);                                                 \
                PAIR(VEC, a.re, a.im, b.re, b.im, c.re, c.im)                                      \
                F(keep_numbers)(y + 2 * i, (F(pair)){er + tr, ei + ti});                           \
                F(keep_numbers)(y + 2 * j, F(backwards)((F(pair)){er - tr, ti - ei}));             \
                i += LANES;                                                                        \
                continue;                                                                          \
            }                                                                                      \
            int64_t xj = i == 0 ? (X_AT) : h - i, yj = i == 0 ? (Y_AT) : h - i;                    \
            T ai = i == 0 && (X_AT) > 0 ? 0 : x[2 * i + 1];                                        \
            T bi = i == 0 && (X_AT) > 0 ? 0 : x[2 * xj + 1];                                       \
            PAIR(T, x[2 * i], ai, x[2 * xj], bi, w[2 * i], w[2 * i + 1])                           \
            if (yj != 0) {                                                                         \
                y[2 * yj] = er - tr;                                                               \
                y[2 * yj + 1] = ti - ei;                                                           \
            }                                                                                      \
            y[2 * i] = er + tr;                                                                    \
            y[2 * i + 1] = ei + ti;                                                                \
            i++;                                                                                   \
        }                                                                                          \
    }
REAL_LINE(join, JOIN_PAIR, 0, h)
REAL_LINE(part, PART_PAIR, h, 0)
#undef REAL_LINE
#undef JOIN_PAIR
#undef PART_PAIR

#undef T
#undef VEC
#undef VECU
#undef F
#undef FMA
#undef LANES
#undef EVEN
#undef ODD
#undef LOWER
#undef HIGHER
#undef REVERSE
#undef PAIRS_LOW
#undef PAIRS_HIGH
#undef SQUARE
