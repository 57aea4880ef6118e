/* recurrent_simd_real.h - the cells of recurrent networks for one real type: included by recurrent_simd.c with T, VEC,
 * LANES, SUFFIX, FMA and V(name).
 *
 *   rnn    h' = tanh(a), or relu
 *   lstm   c' = f c + i g,  h' = o tanh c'     i, f, o = sigmoid, g = tanh
 *   gru    h' = n + z (h - n)                  r, z = sigmoid, n = tanh(a + r m), m = W h + b
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

/* `few` elements from `at` on; it is LANES but for the last ones of a row. */
WR_INLINE VEC FN(get)(const void *row, int64_t at, int64_t few) {
    return FN(some)((const T *)row + at, few, 0);
}

WR_INLINE void FN(put)(void *row, int64_t at, int64_t few, VEC v) {
    FN(keep)((T *)row + at, v, few);
}

/* All elements of a row of n: whole vectors, then what is left. */
#define EACH(name, ...)                                                                            \
    int64_t i = 0;                                                                                 \
    for (; i + LANES <= n; i += LANES) FN(name)(__VA_ARGS__, i, LANES);                            \
    if (i < n) FN(name)(__VA_ARGS__, i, n - i)

/* ---- Forwards --------------------------------------------------------------------------------- */

/* Gate k with its bias. */
WR_INLINE VEC FN(sum)(const wr_cell_step *s, int k, int64_t at, int64_t few) {
    return FN(get)(s->gates, k * s->n + at, few) + FN(get)(s->bias, k * s->n + at, few);
}

WR_INLINE void FN(give)(const wr_cell_step *s, VEC h, int64_t at, int64_t few) {
    FN(put)(s->h, at, few, h);
    FN(put)(s->y, at, few, h);
}

WR_INLINE void FN(tanh_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    FN(give)(s, V(tanh)(FN(sum)(s, 0, at, few)), at, few);
}

WR_INLINE void FN(relu_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC a = FN(sum)(s, 0, at, few);
    FN(give)(s, V(select)(a <= 0, (VEC){0}, a), at, few);
}

WR_INLINE void FN(lstm_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC i = V(sigmoid)(FN(sum)(s, 0, at, few)), f = V(sigmoid)(FN(sum)(s, 1, at, few));
    VEC g = V(tanh)(FN(sum)(s, 2, at, few)), o = V(sigmoid)(FN(sum)(s, 3, at, few));
    VEC c = FMA(f, FN(get)(s->c, at, few), i * g);
    const VEC saved[] = {i, f, g, o, c};
    for (int k = 0; k < 5; k++) FN(put)(s->gates, k * s->n + at, few, saved[k]);
    FN(put)(s->c, at, few, c);
    FN(give)(s, o * V(tanh)(c), at, few);
}

WR_INLINE void FN(gru_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC r = V(sigmoid)(FN(sum)(s, 0, at, few)), z = V(sigmoid)(FN(sum)(s, 1, at, few));
    VEC m = FN(sum)(s, 3, at, few), n = V(tanh)(FMA(r, m, FN(sum)(s, 2, at, few)));
    const VEC saved[] = {r, z, n, m};
    for (int k = 0; k < 4; k++) FN(put)(s->gates, k * s->n + at, few, saved[k]);
    FN(give)(s, FMA(z, FN(get)(s->h, at, few) - n, n), at, few);
}

#define STEP(name)                                                                                 \
    static void FN(name)(const wr_cell_step *s) {                                                  \
        const int64_t n = s->n;                                                                    \
        EACH(name##_few, s);                                                                       \
    }
STEP(tanh)
STEP(relu)
STEP(lstm)
STEP(gru)
#undef STEP

/* ---- Backwards -------------------------------------------------------------------------------- */

/* What part k of what is saved was, and what its own gradient adds. */
WR_INLINE VEC FN(was)(const wr_cell_back *b, int k, int64_t at, int64_t few) {
    return FN(get)(b->saved, k * b->n + at, few);
}

WR_INLINE VEC FN(more)(const wr_cell_back *b, int k, int64_t at, int64_t few) {
    if (b->d_saved == NULL) return (VEC){0};
    return FN(get)(b->d_saved, k * b->n + at, few);
}

WR_INLINE VEC FN(dh)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC dh = FN(get)(b->dh, at, few);
    if (b->dy != NULL) dh += FN(get)(b->dy, at, few);
    return dh;
}

WR_INLINE void FN(leave)(const wr_cell_back *b, int k, int64_t at, int64_t few, VEC dz) {
    int64_t place = k * b->n + at;
    FN(put)(b->dz, place, few, dz);
    FN(put)(b->sums, place, few, FN(get)(b->sums, place, few) + dz);
}

WR_INLINE void FN(tanh_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC y = FN(was)(b, 0, at, few);
    FN(leave)(b, 0, at, few, FN(dh)(b, at, few) * (1 - y * y));
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(relu_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC y = FN(was)(b, 0, at, few), d = FN(dh)(b, at, few);
    FN(leave)(b, 0, at, few, V(select)(y <= 0, (VEC){0}, d));
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(lstm_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC i = FN(was)(b, 0, at, few), f = FN(was)(b, 1, at, few), g = FN(was)(b, 2, at, few);
    VEC o = FN(was)(b, 3, at, few), t = V(tanh)(FN(was)(b, 4, at, few)), d = FN(dh)(b, at, few);
    VEC dc = FN(get)(b->dc, at, few) + FN(more)(b, 4, at, few);
    dc = FMA(d * o, 1 - t * t, dc);
    VEC di = FMA(dc, g, FN(more)(b, 0, at, few)), dg = FMA(dc, i, FN(more)(b, 2, at, few));
    VEC df = FMA(dc, FN(get)(b->c, at, few), FN(more)(b, 1, at, few));
    VEC d_o = FMA(d, t, FN(more)(b, 3, at, few));
    FN(leave)(b, 0, at, few, di * (i * (1 - i)));
    FN(leave)(b, 1, at, few, df * (f * (1 - f)));
    FN(leave)(b, 2, at, few, dg * (1 - g * g));
    FN(leave)(b, 3, at, few, d_o * (o * (1 - o)));
    FN(put)(b->dc, at, few, dc * f);
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(gru_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC r = FN(was)(b, 0, at, few), z = FN(was)(b, 1, at, few), n = FN(was)(b, 2, at, few);
    VEC m = FN(was)(b, 3, at, few), d = FN(dh)(b, at, few);
    VEC dn = FMA(d, 1 - z, FN(more)(b, 2, at, few)) * (1 - n * n);
    VEC dz = FMA(d, FN(get)(b->h, at, few) - n, FN(more)(b, 1, at, few));
    VEC dr = FMA(dn, m, FN(more)(b, 0, at, few)), dm = FMA(dn, r, FN(more)(b, 3, at, few));
    FN(leave)(b, 0, at, few, dr * (r * (1 - r)));
    FN(leave)(b, 1, at, few, dz * (z * (1 - z)));
    FN(leave)(b, 2, at, few, dn);
    FN(leave)(b, 3, at, few, dm);
    FN(put)(b->dh, at, few, d * z);
}

#define BACK(name)                                                                                 \
    static void FN(name)(const wr_cell_back *b) {                                                  \
        const int64_t n = b->n;                                                                    \
        EACH(name##_few, b);                                                                       \
    }
BACK(tanh_back)
BACK(relu_back)
BACK(lstm_back)
BACK(gru_back)
#undef BACK

static void FN(flush)(double *total, void *sums, int64_t n) {
    T *s = sums;
    for (int64_t i = 0; i < n; i++) total[i] += (double)s[i], s[i] = 0;
}

#undef EACH
#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef VEC
#undef LANES
#undef SUFFIX
#undef FMA
#undef V
