/* attention_simd_template.h - operations on blocks of attention scores, for one real type.
 *
 * attention_simd.c includes this file once per type, with T, VEC, VECU, VECI, LANES, SUFFIX and
 * V(name) defined.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

WR_INLINE VEC FN(at)(const T *x) { return *(const VECU *)(const void *)x; }
WR_INLINE void FN(put)(T *x, VEC v) { *(VECU *)(void *)x = (VECU)v; }

static void FN(scale)(void *x, int64_t n, double by) {
    T *a = x;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) FN(put)(a + i, FN(at)(a + i) * (T)by);
    for (; i < n; i++) a[i] *= (T)by;
}

static bool FN(finite)(const void *x, int64_t rows, int64_t row, int64_t cols) {
    VECI wrong = {0};
    bool last = true;
    for (int64_t r = 0; r < rows; r++) {
        const T *a = (const T *)x + r * row;
        int64_t i = 0;
        for (; i + LANES <= cols; i += LANES) {
            VEC v = FN(at)(a + i);
            wrong |= (VECI)(v - v != (VEC){0}); /* NOLINT: v - v is NaN if v is not finite */
        }
        for (; i < cols; i++) last = last && a[i] - a[i] == 0;
    }
    for (int i = 0; i < LANES; i++) last = last && wrong[i] == 0;
    return last;
}

static void FN(bools)(void *to, const uint8_t *from, int64_t step, int64_t n) {
    T *a = to;
    if (step == 1)
        for (int64_t i = 0; i < n; i++) a[i] = from[i] ? 0 : -(T)INFINITY;
    else
        for (int64_t i = 0; i < n; i++) a[i] = from[i * step] ? 0 : -(T)INFINITY;
}

static void FN(apply_mask)(void *s, const void *mask, int64_t keys, int64_t width) {
    const VEC least = (VEC){0} - (T)INFINITY;
    for (int64_t j = 0; j < keys; j++)
        for (int h = 0; h < 2; h++) {
            T *at = (T *)s + j * width + h * LANES;
            VEC m = FN(at)((const T *)mask + (2 * j + h) * LANES), x = FN(at)(at);
            FN(put)(at, V(select)(m == least, least, x + m));
        }
}

static void FN(blank)(void *x, int64_t n) {
    for (int64_t i = 0; i < n; i++) ((T *)x)[i] = -(T)INFINITY;
}

/* Return the value to subtract from scores: the maximum, or 0 if the maximum is -inf, since -inf -
 * -inf is NaN. */
WR_INLINE VEC FN(base)(VEC top) { return V(select)(top == (VEC){0} - (T)INFINITY, (VEC){0}, top); }

/* Compute `weigh` for two vectors of queries.  The maxima of even and of odd keys are computed in
 * parallel. */
WR_INLINE bool FN(weigh_two)(T *s, int64_t keys, int64_t width, T *top, T *sum, T *factor) {
    VEC old[2], now[2], more[2], base[2], total[2] = {{0}, {0}};
    for (int h = 0; h < 2; h++) now[h] = more[h] = old[h] = FN(at)(top + h * LANES);
    int64_t j = 0;
    for (; j + 2 <= keys; j += 2)
        for (int h = 0; h < 2; h++) {
            now[h] = V(max)(FN(at)(s + j * width + h * LANES), now[h]);
            more[h] = V(max)(FN(at)(s + (j + 1) * width + h * LANES), more[h]);
        }
    for (int h = 0; h < 2; h++) {
        if (j < keys) now[h] = V(max)(FN(at)(s + j * width + h * LANES), now[h]);
        now[h] = V(max)(now[h], more[h]);
        base[h] = FN(base)(now[h]);
    }
    for (j = 0; j < keys; j++)
        for (int h = 0; h < 2; h++) {
            T *at = s + j * width + h * LANES;
            VEC e = V(exp)(FN(at)(at) - base[h]);
            FN(put)(at, e);
            total[h] += e;
        }
    bool moved = false;
    for (int h = 0; h < 2; h++) {
        VEC f = V(exp)(old[h] - base[h]);
        VECI same = (VECI)(f == (VEC){0} + (T)1);
        for (int i = 0; i < LANES; i++) moved |= same[i] == 0;
        FN(put)(top + h * LANES, now[h]);
        FN(put)(factor + h * LANES, f);
        FN(put)(sum + h * LANES, FN(at)(sum + h * LANES) * f + total[h]);
    }
    return moved;
}

static bool FN(weigh)(void *s, int64_t keys, int64_t width, void *top, void *sum, void *factor) {
    bool moved = false;
    for (int64_t i = 0; i < width; i += 2 * LANES)
        moved |=
            FN(weigh_two)((T *)s + i, keys, width, (T *)top + i, (T *)sum + i, (T *)factor + i);
    return moved;
}

static void FN(rescale)(void *y, const void *factor, int64_t rows, int64_t cols) {
    for (int64_t r = 0; r < rows; r++) {
        T *a = (T *)y + r * cols, f = ((const T *)factor)[r];
        int64_t i = 0;
        for (; i + LANES <= cols; i += LANES) FN(put)(a + i, FN(at)(a + i) * f);
        for (; i < cols; i++) a[i] *= f;
    }
}

static void FN(finish)(void *y, void *lse, const void *top, const void *sum, int64_t rows,
                       int64_t cols) {
    const T *t = top, *s = sum;
    for (int64_t r = 0; r < rows; r++) {
        T *a = (T *)y + r * cols;
        if (t[r] == -(T)INFINITY)
            memset(a, 0, (size_t)cols * sizeof(T));
        else {
            T by = 1 / s[r];
            int64_t i = 0;
            for (; i + LANES <= cols; i += LANES) FN(put)(a + i, FN(at)(a + i) * by);
            for (; i < cols; i++) a[i] *= by;
        }
    }
    for (int64_t r = 0; r < rows; r += LANES) {
        VEC high = FN(at)(t + r), l = high + V(log)(FN(at)(s + r));
        l = V(select)(high == (VEC){0} - (T)INFINITY, high, l);
        FN(keep)((T *)lse + r, l, rows - r < LANES ? rows - r : LANES);
    }
}

static void FN(recompute)(void *s, int64_t keys, int64_t width, const void *lse) {
    for (int64_t i = 0; i < width; i += 2 * LANES) {
        VEC l[2];
        for (int h = 0; h < 2; h++) l[h] = FN(at)((const T *)lse + i + h * LANES);
        for (int64_t j = 0; j < keys; j++)
            for (int h = 0; h < 2; h++) {
                T *at = (T *)s + j * width + i + h * LANES;
                FN(put)(at, V(exp)(FN(at)(at) - l[h]));
            }
    }
}

static void FN(slope)(void *d, const void *p, int64_t keys, int64_t width, const void *delta,
                      double by) {
    for (int64_t j = 0; j < keys; j++)
        for (int64_t i = 0; i < width; i += LANES) {
            T *at = (T *)d + j * width + i;
            VEC weight = FN(at)((const T *)p + j * width + i) * (T)by;
            FN(put)(at, weight * (FN(at)(at) - FN(at)((const T *)delta + i)));
        }
}

static void FN(add)(void *y, const void *x, int64_t n) {
    for (int64_t i = 0; i < n; i++) ((T *)y)[i] += ((const T *)x)[i];
}

static void FN(drop)(void *x, const uint8_t *kept, int64_t n, double by) {
    T *a = x;
    for (int64_t i = 0; i < n; i++) a[i] *= (T)kept[i] * (T)by;
}

#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef VEC
#undef VECU
#undef VECI
#undef LANES
#undef SUFFIX
#undef V
