/* norm_simd_template.h - the inner loops of normalisations for one real type.
 *
 * norm_simd.c includes this file after defining T, VEC, VECU, LANES, SUFFIX, FMA and
 * STREAM(pointer, vector).  Every loop processes full vectors first, and then the remaining
 * elements (EACH, EACH_ONCE).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)
/* Number of elements accumulated in type T before their sum is added to a double. */
enum { FN(BLOCK) = 64 * LANES };

/* Load the elements [i, i + count) of x.  `count` is the constant LANES for full vectors. */
#define GET(x, i, count) FN(some)((x) + (i), count, 0)
/* Run body(i, count) for each full vector and, if elements remain, once more for the last LANES
 * elements.  Elements that are in both of the last two vectors are written twice, with the same
 * value.  If n is below LANES, body runs once for n elements. */
#define EACH(n, body)                                                                              \
    do {                                                                                           \
        int64_t i_ = 0;                                                                            \
        for (; i_ + LANES <= (n); i_ += LANES) {                                                   \
            body(i_, LANES)                                                                        \
        }                                                                                          \
        if (i_ < (n) && (n) >= LANES) {                                                            \
            body((n)-LANES, LANES)                                                                 \
        }                                                                                          \
        if (i_ < (n) && (n) < LANES) {                                                             \
            body(i_, (n)-i_)                                                                       \
        }                                                                                          \
    } while (0)
/* Like EACH, for sums: run body(i, count, last), where `last` is true if the vector overlaps the
 * previous one.  The elements in the overlap have already been added, so body must replace them by
 * zeros. */
#define EACH_ONCE(n, body)                                                                         \
    do {                                                                                           \
        int64_t i_ = 0;                                                                            \
        for (; i_ + LANES <= (n); i_ += LANES) {                                                   \
            body(i_, LANES, false)                                                                 \
        }                                                                                          \
        if (i_ < (n) && (n) >= LANES) {                                                            \
            body((n)-LANES, LANES, true)                                                           \
        }                                                                                          \
        if (i_ < (n) && (n) < LANES) {                                                             \
            body(i_, (n)-i_, false)                                                                \
        }                                                                                          \
    } while (0)

/* The statistics of a line (see norm_walk.h). */
typedef struct FN(line) {
    T high, low, by; /* high and low: the two parts of the mean; by: 1 / sqrt(variance + eps) */
    bool streams;
} FN(line);

WR_INLINE FN(line) FN(line_of)(double mean, double by, const void *y, int64_t n, bool streams) {
    T high = (T)mean, low = high - high == 0 ? (T)(mean - (double)high) : 0;
    return (FN(line)){high, low, (T)by, streams && (uintptr_t)y % WR_VBYTES == 0 && n % LANES == 0};
}

WR_INLINE VEC FN(unit)(VEC x, FN(line) l) { return ((x - l.high) - l.low) * l.by; }

WR_INLINE void FN(put)(T *y, VEC v, int64_t count, bool streams) {
    if (streams && count == LANES)
        STREAM(y, v);
    else
        FN(keep)(y, v, count);
}

static double FN(squares)(const void *x_, int64_t n) {
    const T *x = x_;
    double sum = 0;
    for (int64_t begin = 0; begin < n; begin += FN(BLOCK)) {
        int64_t end = n - begin < FN(BLOCK) ? n : begin + FN(BLOCK), i = begin;
        VEC s[4] = {{0}, {0}, {0}, {0}};
        for (; i + 4 * LANES <= end; i += 4 * LANES)
            for (int k = 0; k < 4; k++) {
                VEC v = *(const VECU *)(x + i + k * LANES);
                s[k] += v * v;
            }
        for (; i < end; i += LANES) {
            VEC v = end - i >= LANES ? GET(x, i, LANES) : GET(x, i, end - i);
            s[0] += v * v;
        }
        T part;
        FN(across)(&part, (s[0] + s[1]) + (s[2] + s[3]), 1);
        sum += (double)part;
    }
    return sum;
}

/* ---- Forward --------------------------------------------------------------------------------- */

WR_INLINE void FN(row_as)(T *y, const T *x, int64_t n, FN(line) l, const T *w, const T *b,
                          bool has_w, bool has_b) {
#define BODY(i, count)                                                                             \
    VEC v = FN(unit)(GET(x, i, count), l);                                                         \
    if (has_w && has_b)                                                                            \
        v = FMA(v, GET(w, i, count), GET(b, i, count));                                            \
    else if (has_w)                                                                                \
        v *= GET(w, i, count);                                                                     \
    else if (has_b)                                                                                \
        v += GET(b, i, count);                                                                     \
    FN(put)(y + i, v, count, l.streams);
    EACH(n, BODY);
#undef BODY
}

static void FN(row)(void *y, const void *x, int64_t n, double mean, double by, const void *w,
                    const void *b, bool streams) {
    FN(line) l = FN(line_of)(mean, by, y, n, streams);
    if (w != NULL && b != NULL)
        FN(row_as)(y, x, n, l, w, b, true, true);
    else if (w != NULL)
        FN(row_as)(y, x, n, l, w, b, true, false);
    else if (b != NULL)
        FN(row_as)(y, x, n, l, w, b, false, true);
    else
        FN(row_as)(y, x, n, l, w, b, false, false);
}

static void FN(run)(void *y_, const void *x_, int64_t n, double mean, double by, double weight,
                    double bias, bool streams) {
    T *y = y_;
    const T *x = x_;
    FN(line) l = FN(line_of)(mean, by * weight, y, n, streams);
    VEC b = (VEC){0} + (T)bias, f = (VEC){0} + l.by;
#define BODY(i, count)                                                                             \
    VEC v = FMA((GET(x, i, count) - l.high) - l.low, f, b);                                        \
    FN(put)(y + i, v, count, l.streams);
    EACH(n, BODY);
#undef BODY
}

/* Compute u with the statistics of columns. */
#define COLUMN(i, count)                                                                           \
    (((GET(x, i, count) - GET(high, i, count)) - GET(low, i, count)) * GET(by, i, count))

static void FN(cols)(void *y_, const void *x_, int64_t n, wr_norm_cols s, const void *weight,
                     const void *bias) {
    const T *x = x_, *high = s.high, *low = s.low, *by = s.by, *w = weight, *b = bias;
    T *y = y_;
#define BODY(i, count)                                                                             \
    VEC v = FMA(COLUMN(i, count), GET(w, i, count), GET(b, i, count));                             \
    FN(keep)(y + i, v, count);
    EACH(n, BODY);
#undef BODY
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Compute the sums of row_start.  dy is padded with zeros, and x with the shift, so that the
 * padding adds nothing. */
WR_INLINE void FN(start_as)(double sums[4], const T *x, const T *dy, int64_t n, T shift, const T *w,
                            bool has_w) {
    for (int k = 0; k < 4; k++) sums[k] = 0;
    for (int64_t begin = 0; begin < n; begin += FN(BLOCK)) {
        int64_t length = n - begin < FN(BLOCK) ? n - begin : FN(BLOCK);
        VEC sum = {0}, square = {0}, s = {0}, p = {0};
#define BODY(at, count, last)                                                                      \
    int64_t i = begin + at;                                                                        \
    __builtin_prefetch(x + i + n); /* probably the same position in the next row of x */           \
    __builtin_prefetch(dy + i + n);                                                                \
    VEC z = (last ? FN(tail)(x + begin, length, shift) : FN(some)(x + i, count, shift)) - shift;   \
    VEC d = last ? FN(tail)(dy + begin, length, 0) : GET(dy, i, count);                            \
    if (has_w) d *= GET(w, i, count);                                                              \
    sum += z;                                                                                      \
    square = FMA(z, z, square);                                                                    \
    s += d;                                                                                        \
    p = FMA(d, z, p);
        EACH_ONCE(length, BODY);
#undef BODY
        T part[4];
        FN(across)(&part[0], sum, 1);
        FN(across)(&part[1], square, 1);
        FN(across)(&part[2], s, 1);
        FN(across)(&part[3], p, 1);
        for (int k = 0; k < 4; k++) sums[k] += (double)part[k];
    }
}

static void FN(row_start)(double sums[4], const void *x, const void *dy, int64_t n, double shift,
                          const void *w) {
    if (w != NULL)
        FN(start_as)(sums, x, dy, n, (T)shift, w, true);
    else
        FN(start_as)(sums, x, dy, n, (T)shift, w, false);
}

WR_INLINE void FN(sums_as)(double sums[2], const T *x, const T *dy, int64_t n, FN(line) l,
                           const T *w, bool has_w) {
    for (int64_t begin = 0; begin < n; begin += FN(BLOCK)) {
        int64_t length = n - begin < FN(BLOCK) ? n - begin : FN(BLOCK);
        VEC s = {0}, p = {0};
#define BODY(at, count, last)                                                                      \
    int64_t i = begin + at;                                                                        \
    __builtin_prefetch(x + i + n); /* probably the same position in the next row of x */           \
    __builtin_prefetch(dy + i + n);                                                                \
    VEC u = FN(unit)(GET(x, i, count), l);                                                         \
    VEC d = last ? FN(tail)(dy + begin, length, 0) : GET(dy, i, count);                            \
    if (has_w) d *= GET(w, i, count);                                                              \
    s += d;                                                                                        \
    p = FMA(d, u, p);
        EACH_ONCE(length, BODY);
#undef BODY
        T part[2];
        FN(across)(&part[0], s, 1);
        FN(across)(&part[1], p, 1);
        sums[0] += (double)part[0];
        sums[1] += (double)part[1];
    }
}

static void FN(row_sums)(double sums[2], const void *x, const void *dy, int64_t n, double mean,
                         double by, const void *w) {
    FN(line) l = FN(line_of)(mean, by, NULL, n, false);
    if (w != NULL)
        FN(sums_as)(sums, x, dy, n, l, w, true);
    else
        FN(sums_as)(sums, x, dy, n, l, w, false);
}

/* Compute the gradients of `count` rows, where `count` is a compile-time constant.  The sums dw and
 * db are loaded and stored once for all these rows. */
WR_INLINE void FN(pair_as)(const wr_norm_row *rows, int count, int64_t n, const T *w, T *dw, T *db,
                           bool has_w, bool streams) {
    FN(line) l[WR_NORM_ROWS];
    const T *x[WR_NORM_ROWS], *dy[WR_NORM_ROWS];
    T *dx[WR_NORM_ROWS];
    VEC a[WR_NORM_ROWS], b[WR_NORM_ROWS];
    for (int r = 0; r < count; r++) {
        l[r] = FN(line_of)(rows[r].mean, rows[r].by, rows[r].dx, n, streams);
        x[r] = rows[r].x, dy[r] = rows[r].dy, dx[r] = rows[r].dx;
        a[r] = (VEC){0} + (T)rows[r].a, b[r] = (VEC){0} - (T)rows[r].b;
    }
    /* dx of the next rows is probably at this distance.  Without prefetching, its stores would wait
     * for memory while the loads of the next rows do not. */
    const int64_t ahead = count * n;
#define BODY(i, many, last)                                                                        \
    VEC product = {0}, sum = {0};                                                                  \
    for (int r = 0; r < count; r++) {                                                              \
        if (!l[r].streams) __builtin_prefetch(dx[r] + i + ahead, 1);                               \
        VEC u = FN(unit)(GET(x[r], i, many), l[r]), h = GET(dy[r], i, many), d = h;                \
        if (last) d = FN(tail)(dy[r], n, 0);                                                       \
        product = FMA(d, u, product);                                                              \
        sum += d;                                                                                  \
        if (has_w) h *= GET(w, i, many);                                                           \
        FN(put)(dx[r] + i, FMA(u, b[r], h - a[r]) * l[r].by, many, l[r].streams);                  \
    }                                                                                              \
    FN(keep)(dw + i, GET(dw, i, many) + product, many);                                            \
    FN(keep)(db + i, GET(db, i, many) + sum, many);
    EACH_ONCE(n, BODY);
#undef BODY
}

static void FN(rows_back)(const wr_norm_row *rows, int64_t count, int64_t n, const void *w,
                          void *dw, void *db, bool streams) {
    int64_t i = 0;
    for (; i + 2 <= count; i += 2)
        if (w != NULL)
            FN(pair_as)(rows + i, 2, n, w, dw, db, true, streams);
        else
            FN(pair_as)(rows + i, 2, n, w, dw, db, false, streams);
    if (i < count && w != NULL) FN(pair_as)(rows + i, 1, n, w, dw, db, true, streams);
    if (i < count && w == NULL) FN(pair_as)(rows + i, 1, n, w, dw, db, false, streams);
}

/* Compute dx of a row.  h is rounded as in row_sums, so that equal terms cancel exactly. */
WR_INLINE void FN(back_as)(T *dx, const T *x, const T *dy, int64_t n, FN(line) l, const T *w,
                           T each, T a, T b, bool has_w) {
    VEC minus_b = (VEC){0} - b, one = (VEC){0} + each;
#define BODY(i, count)                                                                             \
    VEC u = FN(unit)(GET(x, i, count), l), h = GET(dy, i, count);                                  \
    h *= has_w ? GET(w, i, count) : one;                                                           \
    FN(put)(dx + i, FMA(u, minus_b, h - a) * l.by, count, l.streams);
    EACH(n, BODY);
#undef BODY
}

static void FN(row_back)(void *dx, const void *x, const void *dy, int64_t n, double mean, double by,
                         const void *w, double each, double a, double b, bool streams) {
    FN(line) l = FN(line_of)(mean, by, dx, n, streams);
    if (w != NULL)
        FN(back_as)(dx, x, dy, n, l, w, 1, (T)a, (T)b, true);
    else
        FN(back_as)(dx, x, dy, n, l, NULL, (T)each, (T)a, (T)b, false);
}

static void FN(col_sums)(void *sum, void *product, const void *x_, const void *dy_, int64_t n,
                         wr_norm_cols s) {
    const T *x = x_, *dy = dy_, *high = s.high, *low = s.low, *by = s.by;
    T *a = sum, *p = product;
#define BODY(i, count, last)                                                                       \
    VEC d = last ? FN(tail)(dy, n, 0) : GET(dy, i, count);                                         \
    FN(keep)(a + i, GET(a, i, count) + d, count);                                                  \
    FN(keep)(p + i, FMA(d, COLUMN(i, count), GET(p, i, count)), count);
    EACH_ONCE(n, BODY);
#undef BODY
}

static void FN(col_back)(void *dx_, const void *x_, const void *dy_, int64_t n, wr_norm_cols s,
                         const void *factor, const void *a_, const void *b_) {
    const T *x = x_, *dy = dy_, *high = s.high, *low = s.low, *by = s.by;
    const T *f = factor, *a = a_, *b = b_;
    T *dx = dx_;
#define BODY(i, count)                                                                             \
    VEC h = GET(dy, i, count) - GET(a, i, count);                                                  \
    FN(keep)                                                                                       \
    (dx + i, FMA((VEC){0} - COLUMN(i, count), GET(b, i, count), h) * GET(f, i, count), count);
    EACH(n, BODY);
#undef BODY
}

static void FN(flush)(double *total, void *sum, int64_t n) {
    T *s = sum;
    for (int64_t i = 0; i < n; i++) total[i] += (double)s[i], s[i] = 0;
}

#undef COLUMN
#undef EACH
#undef EACH_ONCE
#undef GET
#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef VEC
#undef VECU
#undef LANES
#undef SUFFIX
#undef FMA
#undef STREAM
