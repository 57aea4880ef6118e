/* quicksort_template.h - the vector sort of one key type; quicksort_simd.c includes this file once
 * for each type.
 *
 * The including file defines S(name), which makes a name for this type; T, the type; V and VU,
 * vectors of it; LANES, the elements of a vector; ROWS, the most vectors that a network sorts, 8 or
 * 16; and the operations on vectors.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define JOIN_2(a, b) a##b
#define JOIN(a, b)   JOIN_2(a, b)
#define SWAP(v, m)   JOIN(SWAP, LANES)(v, m)
#define EITHER(...)  JOIN(EITHER, LANES)(__VA_ARGS__)

enum {
    S(LEAF) = ROWS * LANES,                 /* most elements that a network sorts */
    S(SPLIT_FROM) = WR_SIZE(S(LEAF), LANES) /* rows with more elements are split */
};

/* ---- Networks -------------------------------------------------------------------------------- */

WR_INLINE V S(swap)(V v, const int m) {
    switch (m) {
    case 1: return SWAP(v, 1);
    case 2: return SWAP(v, 2);
    case 3: return SWAP(v, 3);
#if LANES >= 8
    case 4: return SWAP(v, 4);
    case 7: return SWAP(v, 7);
#endif
#if LANES >= 16
    case 8: return SWAP(v, 8);
    case 15: return SWAP(v, 15);
#endif
    default: __builtin_unreachable();
    }
}

WR_INLINE V S(either)(V a, V b, const int g) {
    switch (g) {
    case 1: return EITHER(a, b, 1);
    case 2: return EITHER(a, b, 2);
#if LANES >= 8
    case 4: return EITHER(a, b, 4);
#endif
#if LANES >= 16
    case 8: return EITHER(a, b, 8);
#endif
    default: __builtin_unreachable();
    }
}

WR_INLINE void S(order)(V *v, const int i, const int j) {
    V a = v[i], b = v[j];
    v[i] = S(MIN)(a, b);
    v[j] = S(MAX)(a, b);
}

/* Sort each lane of `rows` vectors.  These are networks with the fewest comparisons known. */
WR_INLINE void S(sort_lanes)(V *v, const int rows) {
#define C(i, j) S(order)(v, i, j)
    if (rows == 2) C(0, 1);
    if (rows == 4) C(0, 2), C(1, 3), C(0, 1), C(2, 3), C(1, 2);
    if (rows == 8) {
        C(0, 2), C(1, 3), C(4, 6), C(5, 7);
        C(0, 4), C(1, 5), C(2, 6), C(3, 7);
        C(0, 1), C(2, 3), C(4, 5), C(6, 7);
        C(2, 4), C(3, 5), C(1, 4), C(3, 6);
        C(1, 2), C(3, 4), C(5, 6);
    }
    if (rows == 16) {
        C(0, 13), C(1, 12), C(2, 15), C(3, 14), C(4, 8), C(5, 6), C(7, 11), C(9, 10);
        C(0, 5), C(1, 7), C(2, 9), C(3, 4), C(6, 13), C(8, 14), C(10, 15), C(11, 12);
        C(0, 1), C(2, 3), C(4, 5), C(6, 8), C(7, 9), C(10, 11), C(12, 13), C(14, 15);
        C(0, 2), C(1, 3), C(4, 10), C(5, 11), C(6, 7), C(8, 9), C(12, 14), C(13, 15);
        C(1, 2), C(3, 12), C(4, 6), C(5, 7), C(8, 10), C(9, 11), C(13, 14);
        C(1, 4), C(2, 6), C(5, 8), C(7, 10), C(9, 13), C(11, 14);
        C(2, 4), C(3, 6), C(9, 12), C(11, 13);
        C(3, 5), C(6, 8), C(7, 9), C(10, 12);
        C(3, 4), C(5, 6), C(7, 8), C(9, 10), C(11, 12);
        C(6, 7), C(8, 9);
    }
#undef C
}

/* A run is the sequence of elements of `g` neighbouring lanes, lane after lane.  Merge each two
 * neighbouring sorted runs with a bitonic network: first element i of the one run is compared with
 * element i from the end of the other, then elements at half the distance, and so on. */
WR_INLINE void S(merge_runs)(V *v, const int rows, const int g) {
    if (rows == 1) {
        V other = S(swap)(v[0], 2 * g - 1);
        v[0] = S(either)(S(MIN)(v[0], other), S(MAX)(v[0], other), g);
    }
    UNROLL for (int i = 0; i < rows / 2; i++) {
        V other = S(swap)(v[rows - 1 - i], 2 * g - 1);
        V low = S(MIN)(v[i], other), high = S(MAX)(v[i], other);
        v[i] = S(either)(low, high, g);
        v[rows - 1 - i] = S(swap)(S(either)(high, low, g), 2 * g - 1);
    }
    for (int d = g / 2; d > 0; d /= 2) {
        UNROLL for (int i = 0; i < rows; i++) {
            V other = S(swap)(v[i], d);
            v[i] = S(either)(S(MIN)(v[i], other), S(MAX)(v[i], other), d);
        }
    }
    for (int d = rows / 2; d > 0; d /= 2) {
        UNROLL for (int i = 0; i < rows; i++) {
            if ((i & d) == 0) S(order)(v, i, i + d);
        }
    }
}

/* Reorder the elements from lane after lane to vector after vector. */
WR_INLINE void S(transpose)(V *v, const int rows) {
    V w[16];
    for (int d = 1; d < rows; d *= 2) {
        UNROLL for (int i = 0; i < rows / 2; i++) {
            w[2 * i] = JOIN(ZIP_LOW, LANES)(v[i], v[i + rows / 2]);
            w[2 * i + 1] = JOIN(ZIP_HIGH, LANES)(v[i], v[i + rows / 2]);
        }
        UNROLL for (int i = 0; i < rows; i++) v[i] = w[i];
    }
}

WR_INLINE void S(sort_vectors)(V *v, const int rows) {
    S(sort_lanes)(v, rows);
    S(merge_runs)(v, rows, 1);
    S(merge_runs)(v, rows, 2);
#if LANES >= 8
    S(merge_runs)(v, rows, 4);
#endif
#if LANES >= 16
    S(merge_runs)(v, rows, 8);
#endif
    S(transpose)(v, rows);
}

/* Sort n elements, more than half of the elements of `rows` vectors.  The other lanes are filled
 * with the highest key, so that they come last; they are not stored. */
WR_INLINE void S(leaf)(T *to, const T *from, int64_t n, const int rows) {
    V v[16];
    UNROLL for (int i = 0; i < rows; i++) {
        int64_t left = n - i * LANES;
        if (i < rows / 2) {
            v[i] = S(TURN)(*(const VU *)(from + i * LANES));
        } else {
            left = left < 0 ? 0 : left > LANES ? LANES : left;
            v[i] = S(TURN)(S(PAD)(S(LOAD_SOME)(from + i * LANES, left), left));
        }
    }
    S(sort_vectors)(v, rows);
    UNROLL for (int i = 0; i < rows; i++) {
        int64_t left = n - i * LANES;
        if (i < rows / 2) {
            *(VU *)(to + i * LANES) = S(TURN)(v[i]);
        } else {
            left = left < 0 ? 0 : left > LANES ? LANES : left;
            S(STORE_SOME)(to + i * LANES, S(TURN)(v[i]), left);
        }
    }
}

#define LEAF_OF(rows)                                                                              \
    static __attribute__((noinline)) void JOIN(S(leaf), JOIN(_, rows))(T * to, const T *from,      \
                                                                       int64_t n) {                \
        S(leaf)(to, from, n, rows);                                                                \
    }
LEAF_OF(1)
LEAF_OF(2)
LEAF_OF(4)
LEAF_OF(8)
#if ROWS == 16
LEAF_OF(16)
#endif
#undef LEAF_OF

static void S(sort_leaf)(T *to, const T *from, int64_t n) {
#if ROWS == 16
    if (n > 8 * LANES) {
        JOIN(S(leaf), _16)(to, from, n);
        return;
    }
#endif
    if (n <= LANES)
        JOIN(S(leaf), _1)(to, from, n);
    else if (n <= 2 * LANES)
        JOIN(S(leaf), _2)(to, from, n);
    else if (n <= 4 * LANES)
        JOIN(S(leaf), _4)(to, from, n);
    else
        JOIN(S(leaf), _8)(to, from, n);
}

/* ---- Splitting ------------------------------------------------------------------------------- */

/* Return the median of three in each lane. */
WR_INLINE V S(median)(V a, V b, V c) { return S(MAX)(S(MIN)(a, b), S(MIN)(S(MAX)(a, b), c)); }

/* Return the pivot: medians of lanes of five vectors, then medians of three of these. */
WR_INLINE T S(pivot)(const T *from, int64_t n) {
    int64_t step = (n - LANES) / 4;
    V v[5];
    UNROLL for (int i = 0; i < 5; i++) v[i] = S(TURN)(*(const VU *)(from + i * step));
    /* Of two pairs, neither the smaller of the smaller ones nor the larger of the larger ones is
     * the median of all five. */
    V low = S(MAX)(S(MIN)(v[0], v[1]), S(MIN)(v[3], v[4]));
    V high = S(MIN)(S(MAX)(v[0], v[1]), S(MAX)(v[3], v[4]));
    V m = S(median)(low, high, v[2]);
    m = S(median)(m, S(swap)(m, 1), S(swap)(m, 2));
#if LANES >= 16
    m = S(median)(m, S(swap)(m, 4), S(swap)(m, 8));
#elif LANES >= 8
    m = S(median)(m, S(swap)(m, 4), S(swap)(m, 3));
#endif
    return S(TURN)(m)[0];
}

/* The lists of a split.  `smaller` and `larger` are the numbers of elements in them. */
typedef struct S(lists) {
    T *small, *large;
    int64_t smaller, larger;
} S(lists);

/* Return a mask of the elements that belong to the list `small`. */
WR_INLINE unsigned S(belongs)(V x, V pivot, const bool or_equal) {
    V turned = S(TURN)(x);
    return or_equal ? ((1u << LANES) - 1) & ~(unsigned)S(LESS)(pivot, turned)
                    : S(LESS)(turned, pivot);
}

WR_INLINE void S(append)(S(lists) * to, V x, unsigned mask) {
    int64_t count = __builtin_popcount(mask);
    *(VU *)(to->small + to->smaller) = S(FRONT)(mask, x);
    *(VU *)(to->large + to->larger) = S(FRONT)(mask ^ ((1u << LANES) - 1), x);
    to->smaller += count;
    to->larger += LANES - count;
}

/* Write the elements of `from` that are less than the pivot (and with `or_equal` those that equal
 * it) to `small`, the others to `large`, each list in the order of `from`.  One of the lists may be
 * written over `from`: no more elements are written than have been read.  Whole vectors are stored,
 * whose elements past the end of the list are overwritten later or belong to the same buffer of n
 * elements.  Return the length of `small`. */
WR_INLINE int64_t S(split)(T *small, T *large, const T *from, int64_t n, T pivot,
                           const bool or_equal) {
    V p = S(TURN)((V){0} + pivot);
    S(lists) to = {small, large, 0, 0};
    int64_t i = 0;
    /* Vectors are loaded four at a time, before their elements are stored: one of the lists may be
     * `from` itself, and a load waits for a store whose address is not known. */
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        V x[4];
        unsigned mask[4];
        UNROLL for (int j = 0; j < 4; j++) {
            x[j] = *(const VU *)(from + i + j * LANES);
            mask[j] = S(belongs)(x[j], p, or_equal);
        }
        UNROLL for (int j = 0; j < 4; j++) S(append)(&to, x[j], mask[j]);
    }
    for (; i + LANES <= n; i += LANES) {
        V x = *(const VU *)(from + i);
        S(append)(&to, x, S(belongs)(x, p, or_equal));
    }
    if (i < n) {
        unsigned left = (unsigned)(n - i), valid = (1u << left) - 1;
        V x = S(LOAD_SOME)(from + i, left);
        unsigned mask = S(belongs)(x, p, or_equal);
        unsigned count = (unsigned)__builtin_popcount(mask & valid);
        S(STORE_SOME)(small + to.smaller, S(FRONT)(mask & valid, x), count);
        S(STORE_SOME)(large + to.larger, S(FRONT)(~mask & valid, x), left - count);
        to.smaller += count;
    }
    return to.smaller;
}

/* Split a part in two; see quicksort_simd.h. */
static void S(halve)(const wr_sort_part *p, wr_sort_part out[2]) {
    T *to = p->to, *other = p->other, *from = p->away ? other : to;
    int64_t n = p->n;
    T pivot = S(pivot)(from, n);
    int64_t small = S(split)(to, other, from, n, pivot, true);
    if (small == n) {
        /* The pivot is the largest element: its equals come last, and need no sorting. */
        small = S(split)(to, other, to, n, pivot, false);
        for (int64_t i = small; i < n; i++) to[i] = pivot;
        out[0] = (wr_sort_part){to, other, small, false};
        out[1] = (wr_sort_part){to, other, 0, false};
        return;
    }
    out[0] = (wr_sort_part){to, other + (n - small), small, false};
    out[1] = (wr_sort_part){to + small, other, n - small, true};
}

static void S(quick)(wr_sort_part p, int attempts, wr_sort_fn *rest) {
    while (p.n > S(SPLIT_FROM)) {
        if (attempts-- == 0) {
            if (p.away) memcpy(p.to, p.other, (size_t)p.n * sizeof(T));
            rest(p.to, p.other, p.n);
            return;
        }
        wr_sort_part half[2];
        S(halve)(&p, half);
        if (half[1].n > 0) S(quick)(half[0], attempts, rest);
        p = half[half[1].n > 0];
    }
    if (p.n > 0) S(sort_leaf)(p.to, p.away ? p.other : p.to, p.n);
}

static void S(sort)(const wr_sort_part *p, wr_sort_fn *rest) {
    int attempts = 2 * (64 - __builtin_clzll((unsigned long long)p->n | 1));
    S(quick)(*p, attempts, rest);
}

#undef JOIN_2
#undef JOIN
#undef SWAP
#undef EITHER
#undef LANES
#undef ROWS
#undef S
#undef T
#undef V
#undef VU
