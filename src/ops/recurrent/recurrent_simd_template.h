/* recurrent_simd_template.h - the cells of recurrent layers, for one real type.
 *
 *   rnn    h' = tanh(a), or relu(a)
 *   lstm   c' = f * c + i * g, h' = o * tanh(c')
 *   gru    h' = n + z * (h - n), where n = tanh(a + r * m) and m = W * h + b
 *
 * h and c are the state before the time step, h' and c' the state after it.  `a` is the input of an
 * activation function: the products with the weights plus the bias.  The gates i, f, o, r and z are
 * sigmoid(a), each with its own weights and bias, and g is tanh(a).
 *
 * recurrent_simd.c includes this file once per type, with T, VEC, LANES, SUFFIX, FMA and V(name)
 * defined.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

/* Load `few` elements starting at index `at`; `few` is LANES except at the end of a row. */
WR_INLINE VEC FN(get)(const void *row, int64_t at, int64_t few) {
    return FN(some)((const T *)row + at, few, 0);
}

WR_INLINE void FN(put)(void *row, int64_t at, int64_t few, VEC v) {
    FN(keep)((T *)row + at, v, few);
}

/* Call a function for each full vector of a row of n elements, and then once for the remaining
 * elements. */
#define EACH(name, ...)                                                                            \
    int64_t i = 0;                                                                                 \
    for (; i + LANES <= n; i += LANES) FN(name)(__VA_ARGS__, i, LANES);                            \
    if (i < n) FN(name)(__VA_ARGS__, i, n - i)

/* ---- Forward --------------------------------------------------------------------------------- */

/* Return gate k, before its activation, plus its bias. */
WR_INLINE VEC FN(sum)(const wr_cell_step *s, int k, int64_t at, int64_t few) {
    return FN(get)(s->gates, k * s->n + at, few) + FN(get)(s->bias, k * s->n + at, few);
}

WR_INLINE void FN(set_state)(const wr_cell_step *s, VEC h, int64_t at, int64_t few) {
    FN(put)(s->h, at, few, h);
    FN(put)(s->y, at, few, h);
}

WR_INLINE void FN(tanh_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    FN(set_state)(s, V(tanh)(FN(sum)(s, 0, at, few)), at, few);
}

WR_INLINE void FN(relu_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC a = FN(sum)(s, 0, at, few);
    FN(set_state)(s, V(select)(a <= 0, (VEC){0}, a), at, few);
}

WR_INLINE void FN(lstm_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC i = V(sigmoid)(FN(sum)(s, 0, at, few)), f = V(sigmoid)(FN(sum)(s, 1, at, few));
    VEC g = V(tanh)(FN(sum)(s, 2, at, few)), o = V(sigmoid)(FN(sum)(s, 3, at, few));
    VEC c = FMA(f, FN(get)(s->c, at, few), i * g);
    const VEC saved[] = {i, f, g, o, c};
    for (int k = 0; k < 5; k++) FN(put)(s->gates, k * s->n + at, few, saved[k]);
    FN(put)(s->c, at, few, c);
    FN(set_state)(s, o * V(tanh)(c), at, few);
}

WR_INLINE void FN(gru_few)(const wr_cell_step *s, int64_t at, int64_t few) {
    VEC r = V(sigmoid)(FN(sum)(s, 0, at, few)), z = V(sigmoid)(FN(sum)(s, 1, at, few));
    VEC m = FN(sum)(s, 3, at, few), n = V(tanh)(FMA(r, m, FN(sum)(s, 2, at, few)));
    const VEC saved[] = {r, z, n, m};
    for (int k = 0; k < 4; k++) FN(put)(s->gates, k * s->n + at, few, saved[k]);
    FN(set_state)(s, FMA(z, FN(get)(s->h, at, few) - n, n), at, few);
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

/* ---- Backward -------------------------------------------------------------------------------- */

/* Return part k of the saved values. */
WR_INLINE VEC FN(saved)(const wr_cell_back *b, int k, int64_t at, int64_t few) {
    return FN(get)(b->saved, k * b->n + at, few);
}

/* Return d_saved for part k of the saved values, or 0 if d_saved is NULL. */
WR_INLINE VEC FN(more)(const wr_cell_back *b, int k, int64_t at, int64_t few) {
    if (b->d_saved == NULL) return (VEC){0};
    return FN(get)(b->d_saved, k * b->n + at, few);
}

/* Return the gradient of the state after the time step, which is the sum of the gradients from
 * later time steps and from y. */
WR_INLINE VEC FN(dh)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC dh = FN(get)(b->dh, at, few);
    if (b->dy != NULL) dh += FN(get)(b->dy, at, few);
    return dh;
}

/* Store the gradient of gate k before its activation, and add it to the sums. */
WR_INLINE void FN(store_gradient)(const wr_cell_back *b, int k, int64_t at, int64_t few, VEC dz) {
    int64_t offset = k * b->n + at;
    FN(put)(b->dz, offset, few, dz);
    FN(put)(b->sums, offset, few, FN(get)(b->sums, offset, few) + dz);
}

WR_INLINE void FN(tanh_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC y = FN(saved)(b, 0, at, few);
    FN(store_gradient)(b, 0, at, few, FN(dh)(b, at, few) * (1 - y * y));
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(relu_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC y = FN(saved)(b, 0, at, few), d = FN(dh)(b, at, few);
    FN(store_gradient)(b, 0, at, few, V(select)(y <= 0, (VEC){0}, d));
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(lstm_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC i = FN(saved)(b, 0, at, few), f = FN(saved)(b, 1, at, few), g = FN(saved)(b, 2, at, few);
    VEC o = FN(saved)(b, 3, at, few), t = V(tanh)(FN(saved)(b, 4, at, few)), d = FN(dh)(b, at, few);
    VEC dc = FN(get)(b->dc, at, few) + FN(more)(b, 4, at, few);
    dc = FMA(d * o, 1 - t * t, dc);
    VEC di = FMA(dc, g, FN(more)(b, 0, at, few)), dg = FMA(dc, i, FN(more)(b, 2, at, few));
    VEC df = FMA(dc, FN(get)(b->c, at, few), FN(more)(b, 1, at, few));
    VEC d_o = FMA(d, t, FN(more)(b, 3, at, few));
    FN(store_gradient)(b, 0, at, few, di * (i * (1 - i)));
    FN(store_gradient)(b, 1, at, few, df * (f * (1 - f)));
    FN(store_gradient)(b, 2, at, few, dg * (1 - g * g));
    FN(store_gradient)(b, 3, at, few, d_o * (o * (1 - o)));
    FN(put)(b->dc, at, few, dc * f);
    FN(put)(b->dh, at, few, (VEC){0});
}

WR_INLINE void FN(gru_back_few)(const wr_cell_back *b, int64_t at, int64_t few) {
    VEC r = FN(saved)(b, 0, at, few), z = FN(saved)(b, 1, at, few), n = FN(saved)(b, 2, at, few);
    VEC m = FN(saved)(b, 3, at, few), d = FN(dh)(b, at, few);
    VEC dn = FMA(d, 1 - z, FN(more)(b, 2, at, few)) * (1 - n * n);
    VEC dz = FMA(d, FN(get)(b->h, at, few) - n, FN(more)(b, 1, at, few));
    VEC dr = FMA(dn, m, FN(more)(b, 0, at, few)), dm = FMA(dn, r, FN(more)(b, 3, at, few));
    FN(store_gradient)(b, 0, at, few, dr * (r * (1 - r)));
    FN(store_gradient)(b, 1, at, few, dz * (z * (1 - z)));
    FN(store_gradient)(b, 2, at, few, dn);
    FN(store_gradient)(b, 3, at, few, dm);
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
