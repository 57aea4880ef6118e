/* scan.cu - cumulative sums, products, maxima and minima, and linear recurrences on a CUDA
 * device.
 *
 * In front of this text are totals.cu and the types of one kernel: X of x, F of the factors of a
 * recurrence, Y of the output, T in which it computes; and KIND, one of the templates below.
 *
 * A line is the sequence of elements along the axis.  A group of threads goes through a line in
 * tiles; each thread has ITEMS adjacent elements of a tile.  Few long lines are divided into
 * pieces: one kernel computes the states of all pieces, the next one the state before each piece,
 * and the last one the results.  The order depends on the sizes alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { ITEMS = 4 };

struct scan_args {
    guard g;
    const X *x;
    const F *by;
    Y *y;
    i64 *indices;           /* of cumulative maxima and minima */
    void *partial;          /* states: [line][piece] */
    i64 rows, count, inner; /* rows: number of lines; count: elements of a line of x */
    i64 initial;            /* 1 if the result begins with the initial value */
    i64 pieces, piece;      /* piece: elements per piece */
    u32 by_columns, lanes, reverse, unused;
};

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* A state stands for some adjacent elements; join(l, r) is that of both. */
template <class N> struct kind_sum {
    struct state {
        N value;
    };
    ON_DEVICE state none() { return state{}; }
    ON_DEVICE state of(X x, F, i64) { return state{cast<N>(x)}; }
    ON_DEVICE state join(const state &l, const state &r) { return state{l.value + r.value}; }
    ON_DEVICE state next(const state &l, const state &r) { return join(l, r); }
    ON_DEVICE void put(const scan_args &a, i64 at, const state &s) { a.y[at] = cast<Y>(s.value); }
};

template <class N> struct kind_prod : kind_sum<N> {
    typedef typename kind_sum<N>::state state;
    ON_DEVICE state none() { return state{cast<N>((u8)1)}; }
    ON_DEVICE state join(const state &l, const state &r) { return state{l.value * r.value}; }
    ON_DEVICE state next(const state &l, const state &r) { return join(l, r); }
};

template <class N> ON_DEVICE bool is_big(N x) { return fabs((f64)x) > 1.7976931348623157e308; }
template <class N> ON_DEVICE bool is_big(cplx<N> x) { return is_big(x.re) || is_big(x.im); }

/* y = a * (y before) + b. */
template <class N> struct kind_linear {
    struct state {
        N a, b;
    };
    ON_DEVICE state none() { return state{cast<N>((u8)1), cast<N>((u8)0)}; }
    ON_DEVICE state of(X x, F f, i64) { return state{cast<N>(f), cast<N>(x)}; }
    ON_DEVICE state next(const state &l, const state &r) {
        return state{l.a * r.a, l.b * r.a + r.b};
    }
    /* A product of many factors may overflow; it has no effect on 0. */
    ON_DEVICE state join(const state &l, const state &r) {
        bool zero = l.b == cast<N>((u8)0) && is_big(r.a);
        return zero ? state{l.a * r.a, r.b} : next(l, r);
    }
    ON_DEVICE void put(const scan_args &a, i64 at, const state &s) { a.y[at] = cast<Y>(s.b); }
};

/* The last of equal elements; NaN is above and below all. */
template <class N, bool LEAST> struct kind_extreme {
    struct state {
        N value;
        i64 at; /* -1: no elements */
    };
    ON_DEVICE state none() { return state{N(), -1}; }
    ON_DEVICE state of(X x, F, i64 i) { return state{cast<N>(x), i}; }
    ON_DEVICE state join(const state &l, const state &r) {
        if (l.at < 0 || r.at < 0) return l.at < 0 ? r : l;
        bool takes = r.value != r.value ||
                     (l.value == l.value && (LEAST ? r.value <= l.value : r.value >= l.value));
        return takes ? r : l;
    }
    ON_DEVICE state next(const state &l, const state &r) { return join(l, r); }
    ON_DEVICE void put(const scan_args &a, i64 at, const state &s) {
        a.y[at] = cast<Y>(s.value);
        a.indices[at] = s.at;
    }
};
template <class N> struct kind_max : kind_extreme<N, false> {};
template <class N> struct kind_min : kind_extreme<N, true> {};

/* ---- Kernels --------------------------------------------------------------------------------- */

typedef KIND<T> K;
typedef K::state state;

struct line {
    i64 from, to, step; /* offsets of the first element in x and y, and the step */
};

ON_DEVICE line line_of(const scan_args &a, i64 row) {
    i64 outer = row / a.inner, col = row % a.inner;
    line l = {outer * a.count * a.inner + col, outer * (a.count + a.initial) * a.inner + col,
              a.inner};
    if (a.reverse) {
        l.from += (a.count - 1) * a.inner;
        l.to += (a.count + a.initial - 1) * a.inner;
        l.step = -a.inner;
    }
    return l;
}

ON_DEVICE state load(const scan_args &a, const line &l, i64 i) {
    i64 at = l.from + i * l.step;
    return K::of(a.x[at], a.by ? a.by[at] : F(), i);
}

/* The state of the lanes before this one; *all becomes the state of all lanes. */
ON_DEVICE state before_lane(state *shared, state s, const lanes_of &l, state *all) {
    u32 t = threadIdx.x;
    if (l.lanes == 1) {
        *all = s;
        return K::none();
    }
    meet(l); /* the memory may be in use */
    shared[t] = s;
    for (u32 d = 1; d < l.lanes; d *= 2) {
        meet(l);
        if (l.lane >= d) s = K::join(shared[t - d * l.step], s);
        meet(l);
        shared[t] = s;
    }
    meet(l);
    *all = shared[t + (l.lanes - 1 - l.lane) * l.step];
    return l.lane > 0 ? shared[t - l.step] : K::none();
}

template <bool WRITES> ON_DEVICE void run(const scan_args &a, state *shared) {
    lanes_of l = find_lanes(a.lanes, a.by_columns);
    state *partial = (state *)a.partial;
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width * a.pieces, tile = (i64)a.lanes * ITEMS;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 piece = w % a.pieces, row = w / a.pieces * width + l.slot;
        bool there = row < a.rows;
        line n = line_of(a, there ? row : 0);
        i64 begin = piece * a.piece, end = begin + a.piece;
        if (end > a.count) end = a.count;
        state carry = WRITES && there && a.pieces > 1 ? partial[row * a.pieces + piece] : K::none();
        if (WRITES && there && a.initial && piece == 0 && l.lane == 0) K::put(a, n.to, K::none());
        for (i64 first = begin; first < end; first += tile) {
            state item[ITEMS], s = K::none(), all;
            i64 i = first + (i64)l.lane * ITEMS;
            for (int j = 0; j < ITEMS; j++)
                if (there && i + j < end) item[j] = load(a, n, i + j);
            for (int j = 0; j < ITEMS; j++)
                if (there && i + j < end) s = j == 0 ? item[0] : K::next(s, item[j]);
            s = K::join(carry, before_lane(shared, s, l, &all));
            carry = K::join(carry, all);
            for (int j = 0; WRITES && j < ITEMS; j++)
                if (there && i + j < end) {
                    s = K::next(s, item[j]);
                    K::put(a, n.to + (i + j + a.initial) * n.step, s);
                }
        }
        if (!WRITES && there && l.lane == 0) partial[row * a.pieces + piece] = carry;
    }
}

KERNEL(scan, scan_args) {
    __shared__ state shared[THREADS];
    if (begin(a.g)) run<true>(a, shared);
}

KERNEL(scan_pieces, scan_args) {
    __shared__ state shared[THREADS];
    if (begin(a.g)) run<false>(a, shared);
}

/* Replace the state of each piece by that of the pieces before it; a thread for each line. */
KERNEL(scan_carries, scan_args) {
    if (!begin(a.g)) return;
    state *partial = (state *)a.partial;
    for (i64 row = (i64)blockIdx.x * THREADS + threadIdx.x; row < a.rows;
         row += (i64)gridDim.x * THREADS) {
        state s = K::none();
        for (i64 p = 0; p < a.pieces; p++) {
            state next = partial[row * a.pieces + p];
            partial[row * a.pieces + p] = s;
            s = K::join(s, next);
        }
    }
}
