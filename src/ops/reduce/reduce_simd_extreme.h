/* reduce_simd_extreme.h - the maximum or minimum of one type, and its index.
 *
 * reduce_simd.c includes this file once per type and direction, and defines T; SUFFIX, such as
 * max_f32; ARG, such as argmax_f32; BEATS(a, b), whether a replaces b; LEAST, a value that beats no
 * other; and LEAF(x, n), which computes the extreme of a leaf.  For real types it also defines VEC,
 * VECU, LANES and PICK(a, b), the elementwise maximum or minimum of two vectors.  NaN beats all
 * numbers; among equal elements the first is kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(SUFFIX, name)
#define AFN(name)    PASTE(ARG, name)

static void FN(init)(void *state, int64_t lanes) {
    T *s = state;
    for (int64_t i = 0; i < lanes; i++) s[i] = LEAST;
}

static void FN(rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                     int64_t stride, int64_t n, int64_t first) {
    T *s = state;
    const T *a = x;
    (void)lanes, (void)first;
    for (int64_t r = 0; r < rows; r++) {
        T best = LEAF(a + r * stride, n), old = s[at + r];
        s[at + r] = BEATS(best, old) ? best : old;
    }
}

static void FN(cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                     int64_t first) {
    T *restrict s = state;
    int64_t r = 0;
    (void)first;
#ifdef PICK
    for (; r + 4 <= rows; r += 4) {
        const T *a = (const T *)x + r * stride;
        int64_t i = 0;
        for (; i + LANES <= lanes; i += LANES) {
            VEC best = *(const VECU *)(s + i);
            for (int k = 0; k < 4; k++) best = PICK(*(const VECU *)(a + k * stride + i), best);
            *(VECU *)(s + i) = (VECU)best;
        }
        for (; i < lanes; i++)
            for (int k = 0; k < 4; k++)
                s[i] = BEATS(a[k * stride + i], s[i]) ? a[k * stride + i] : s[i];
    }
#endif
    for (; r < rows; r++) {
        const T *a = (const T *)x + r * stride;
        for (int64_t i = 0; i < lanes; i++) s[i] = BEATS(a[i], s[i]) ? a[i] : s[i];
    }
}

static void FN(merge)(void *state, const void *other, int64_t lanes) {
    FN(cols)(state, lanes, other, 0, 1, 0);
}

static void FN(finish)(void *out, const void *state, int64_t lanes, double divide) {
    (void)divide;
    memcpy(out, state, (size_t)lanes * sizeof(T));
}

/* ---- The index: a state is an index, initially -1, and the value at that index --------------- */

static void AFN(init)(void *state, int64_t lanes) {
    int64_t *place = state;
    for (int64_t i = 0; i < lanes; i++) place[i] = -1;
    FN(init)(place + lanes, lanes);
}

/* Return the index of the first element that equals `best`, the extreme of the n elements. */
WR_INLINE int64_t AFN(find)(const T *x, int64_t n, T best) {
    int64_t i = 0;
    while (i < n - 1 && BEATS(best, x[i])) i++;
    return i;
}

static void AFN(rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                      int64_t stride, int64_t n, int64_t first) {
    int64_t *place = state;
    T *s = (T *)(place + lanes);
    for (int64_t r = 0; r < rows; r++) {
        const T *a = (const T *)x + r * stride;
        T best = LEAF(a, n), old = s[at + r];
        if (place[at + r] >= 0 && !BEATS(best, old)) continue;
        place[at + r] = first + AFN(find)(a, n, best);
        s[at + r] = best;
    }
}

/* The row index within the leaf is an int32 rather than an int64, so that the compiler can select
 * indices and values in the same vectorised loop. */
static void AFN(cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                      int64_t first) {
    int64_t *place = state;
    T *s = (T *)(place + lanes), best[WR_REDUCTION_LANES];
    int32_t row[WR_REDUCTION_LANES];
    memcpy(best, x, (size_t)lanes * sizeof(T));
    memset(row, 0, (size_t)lanes * sizeof *row);
    for (int32_t r = 1; r < (int32_t)rows; r++) {
        const T *restrict a = (const T *)x + r * stride;
        for (int64_t i = 0; i < lanes; i++) {
            row[i] = BEATS(a[i], best[i]) ? r : row[i];
            best[i] = BEATS(a[i], best[i]) ? a[i] : best[i];
        }
    }
    for (int64_t i = 0; i < lanes; i++) {
        if (place[i] >= 0 && !BEATS(best[i], s[i])) continue;
        place[i] = first + row[i];
        s[i] = best[i];
    }
}

static void AFN(merge)(void *state, const void *other, int64_t lanes) {
    int64_t *place = state;
    const int64_t *other_place = other;
    T *s = (T *)(place + lanes);
    const T *o = (const T *)(other_place + lanes);
    for (int64_t i = 0; i < lanes; i++) {
        if (other_place[i] < 0 || (place[i] >= 0 && !BEATS(o[i], s[i]))) continue;
        place[i] = other_place[i];
        s[i] = o[i];
    }
}

static void AFN(finish)(void *out, const void *state, int64_t lanes, double divide) {
    (void)divide;
    memcpy(out, state, (size_t)lanes * sizeof(int64_t));
}

#undef AFN
#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef SUFFIX
#undef ARG
#undef LEAST
#undef BEATS
#undef LEAF
#undef PICK
#undef VEC
#undef VECU
#undef LANES
