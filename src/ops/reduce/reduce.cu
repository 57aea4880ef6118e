/* reduce.cu - reductions on a CUDA device.
 *
 * In front of this text are totals.cu and the types of one kernel: X of the input, E to which its
 * elements are cast, Y of the output; DIMS, the number of dimensions that there is room for; LINE, 1
 * if all elements of a row have one stride; and KIND, one of the templates below.
 *
 * A row is the sequence of elements that one output reduces.  A block has THREADS threads:
 * `lanes` of them share a row, and a block has THREADS / lanes rows.  Adjacent threads have
 * adjacent groups of VEC elements of a row, or, if `by_columns` is set, adjacent rows, or groups of
 * VEC rows if `vectors` is set as well.  A group is loaded by one instruction, if `vectors` is set.  Few long rows are divided into pieces.  Their
 * states are joined by `reduce_pieces` or, if there is one row, by the last block of `reduce_all`.
 * Groups, lanes and pieces depend on dtypes, shapes and strides alone.  If there are few elements in
 * all, `reduce_few` does without groups and batches.
 *
 * Long rows wait for memory alone, if enough loads are under way and the units for double precision
 * do not keep them waiting: float32 numbers are added in batches before they become a double.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum {
    VEC = sizeof(X) < 16 ? 16 / sizeof(X) : 1,
    AHEAD = 4,         /* groups of a batch, which are loaded at once */
    COLUMNS_AHEAD = 8, /* elements, if by columns */
};

/* ---- Kinds ----------------------------------------------------------------------------------- */

template <class T> struct is_float32 { enum { value = false }; };
template <> struct is_float32<f32> { enum { value = true }; };

/* A kind has a state.  `none` is the state of no elements, given the first element of the row if
 * WITH_FIRST is set; `take` adds element `at` of the row.  If BATCHES is set, whole batches are
 * added by `take_batch`, and those of a column by `take_few`. */
struct kind_of_elements {
    enum { BATCHES = false };
    template <bool UNROLLED, class S, class F> ON_DEVICE void take_batch(S &, F) {}
    template <class S, class F> ON_DEVICE void take_few(S &, F) {}
};

template <class T> struct kind_sum {
    enum { WITH_FIRST = false, BATCHES = is_float32<T>::value };
    typedef total<T> state;
    ON_DEVICE state none(T) { return state{}; }
    ON_DEVICE void take(state &s, T x, i64) { add(s, x); }
    /* x(j, v) is element v of group j.  A conversion to double for each element would take as long as
     * a third of the loads on an H200. */
    template <bool UNROLLED, class F> ON_DEVICE void take_batch(state &s, F x) {
        T sum[VEC];
#pragma unroll
        for (int v = 0; v < VEC; v++) sum[v] = x(0, v);
#pragma unroll(UNROLLED ? AHEAD : 1)
        for (int j = 1; j < AHEAD; j++)
#pragma unroll
            for (int v = 0; v < VEC; v++) sum[v] = sum[v] + x(j, v);
#pragma unroll
        for (int half = VEC / 2; half > 0; half /= 2)
#pragma unroll
            for (int v = 0; v < half; v++) sum[v] = sum[v] + sum[v + half];
        add(s, sum[0]);
    }
    /* x(j) is element j of COLUMNS_AHEAD. */
    template <class F> ON_DEVICE void take_few(state &s, F x) {
        T sum[COLUMNS_AHEAD / 2];
#pragma unroll
        for (int j = 0; j < COLUMNS_AHEAD / 2; j++) sum[j] = x(j) + x(j + COLUMNS_AHEAD / 2);
#pragma unroll
        for (int half = COLUMNS_AHEAD / 4; half > 0; half /= 2)
#pragma unroll
            for (int j = 0; j < half; j++) sum[j] = sum[j] + sum[j + half];
        add(s, sum[0]);
    }
    ON_DEVICE void join(state &s, const state &o) { ::join(s, o); }
    ON_DEVICE Y finish(const state &s, f64 divide, i64) {
        return cast<Y>(over(value_of(s), divide));
    }
    ON_DEVICE i64 over(i64 x, f64) { return x; }
    ON_DEVICE u64 over(u64 x, f64) { return x; }
    ON_DEVICE f64 over(f64 x, f64 divide) { return x / divide; }
    ON_DEVICE c128 over(c128 x, f64 divide) { return c128{x.re / divide, x.im / divide}; }
};

template <class N> struct factor { typedef f64 type; };
template <> struct factor<i64> { typedef u64 type; };
template <> struct factor<u64> { typedef u64 type; };
template <class N> struct factor<cplx<N>> { typedef c128 type; };

template <class T> struct kind_prod : kind_of_elements {
    enum { WITH_FIRST = false };
    typedef typename factor<T>::type state;
    ON_DEVICE state none(T) { return cast<state>((u8)1); }
    ON_DEVICE void take(state &s, T x, i64) { s = s * cast<state>(x); }
    ON_DEVICE void join(state &s, const state &o) { s = s * o; }
    ON_DEVICE Y finish(const state &s, f64, i64) { return finished(s, (T *)0); }
    template <class N, class S> ON_DEVICE Y finished(S s, N *) { return cast<Y>(s); }
    template <class S> ON_DEVICE Y finished(S s, i64 *) { return cast<Y>((i64)s); }
};

/* Differences from the first element of the row. */
template <class T> struct kind_var : kind_of_elements {
    enum { WITH_FIRST = true };
    struct state {
        total<T> sum, squares;
        T first;
    };
    ON_DEVICE state none(T first) { return state{{}, {}, first}; }
    ON_DEVICE void take(state &s, T x, i64) {
        f64 d = (f64)x - (f64)s.first;
        add(s.sum, d);
        add_square(s.squares, d);
    }
    ON_DEVICE void join(state &s, const state &o) {
        ::join(s.sum, o.sum);
        ::join(s.squares, o.squares);
    }
    ON_DEVICE Y finish(const state &s, f64 divide, i64 count) {
        return cast<Y>(spread_of(s.sum, s.squares, (f64)count) / divide);
    }
};
template <class T> struct kind_std : kind_var<T> {
    typedef typename kind_var<T>::state state;
    ON_DEVICE Y finish(const state &s, f64 divide, i64 count) {
        return cast<Y>(sqrt(spread_of(s.sum, s.squares, (f64)count) / divide));
    }
};

template <class T> ON_DEVICE bool is_nan(T x) { return x != x; }

/* The first of equal elements, or the first NaN.  The index makes the order of joins irrelevant. */
template <class T, bool LEAST> struct kind_extreme : kind_of_elements {
    enum { WITH_FIRST = true };
    typedef decltype(wide(T())) value;
    struct state {
        value best;
        i64 at;
    };
    ON_DEVICE state none(T first) { return state{wide(first), 0}; }
    ON_DEVICE bool better(value x, value z) {
        return (LEAST ? x < z : x > z) || (is_nan(x) && !is_nan(z));
    }
    ON_DEVICE void take(state &s, T x, i64 at) {
        if (better(wide(x), s.best)) s = state{wide(x), at};
    }
    ON_DEVICE void join(state &s, const state &o) {
        bool equal = !better(o.best, s.best) && !better(s.best, o.best);
        if (equal ? o.at < s.at : better(o.best, s.best)) s = o;
    }
    ON_DEVICE Y finish(const state &s, f64, i64) { return cast<Y>(s.best); }
};
template <class T> struct kind_max : kind_extreme<T, false> {};
template <class T> struct kind_min : kind_extreme<T, true> {};
template <class T> struct kind_argmax : kind_max<T> {
    typedef typename kind_max<T>::state state;
    ON_DEVICE Y finish(const state &s, f64, i64) { return cast<Y>(s.at); }
};
template <class T> struct kind_argmin : kind_min<T> {
    typedef typename kind_min<T>::state state;
    ON_DEVICE Y finish(const state &s, f64, i64) { return cast<Y>(s.at); }
};

template <class T> struct kind_count : kind_of_elements {
    enum { WITH_FIRST = false };
    typedef u64 state;
    ON_DEVICE state none(T) { return 0; }
    ON_DEVICE void take(state &s, T x, i64) { s += cast<boolean>(x).bits; }
    ON_DEVICE void join(state &s, state o) { s += o; }
    ON_DEVICE Y finish(state s, f64, i64) { return cast<Y>(s); }
};
template <class T> struct kind_any : kind_count<T> {
    typedef u64 state;
    ON_DEVICE Y finish(state s, f64, i64) { return cast<Y>((u8)(s != 0)); }
};
template <class T> struct kind_all : kind_count<T> {
    typedef u64 state;
    ON_DEVICE Y finish(state s, f64, i64 count) { return cast<Y>((u8)(s == (u64)count)); }
};

/* The sum of exp(x - top).  `top` is replaced only by elements that are much larger, so that the
 * sum is rarely scaled; it cannot overflow, since it is a double. */
template <class T> struct kind_logsumexp : kind_of_elements {
    enum { WITH_FIRST = false, APART = 60 };
    struct state {
        f64 top, sum;
    };
    ON_DEVICE state none(T) { return state{-infinity(), 0}; }
    ON_DEVICE void take(state &s, T x, i64) {
        if (x > s.top + APART || is_nan(x)) {
            s.sum = s.sum * exp(s.top - (f64)x) + 1;
            s.top = (f64)x;
        } else if (is_finite(s.top)) {
            s.sum += (f64)exp((T)((f64)x - s.top));
        }
    }
    ON_DEVICE void join(state &s, const state &o) {
        f64 top = s.top > o.top || is_nan(s.top) ? s.top : o.top;
        if (is_finite(top)) s.sum = s.sum * exp(s.top - top) + o.sum * exp(o.top - top);
        s.top = top;
    }
    ON_DEVICE Y finish(const state &s, f64, i64) {
        return cast<Y>(is_finite(s.top) ? s.top + log(s.sum) : s.top);
    }
};

/* ---- Kernels --------------------------------------------------------------------------------- */

typedef KIND<E> K;
typedef K::state state;

struct reduce_args {
    guard g;
    const X *x;
    Y *y;
    state *partial; /* [row][piece] */
    u64 value[2];   /* the element, if `is_value` is set */
    u32 is_value, by_columns, lanes, kept_dims, reduced_dims, vectors;
    i64 rows, count, pieces, piece; /* count: elements per row; piece: elements per piece */
    f64 divide;
    i64 kept_shape[DIMS], kept_stride[DIMS], kept_out[DIMS];
    i64 reduced_shape[DIMS], reduced_stride[DIMS];
};

ON_DEVICE const X *row_of(const reduce_args &a, i64 row) {
    if (!LINE && a.is_value) return (const X *)(const void *)a.value;
    return a.x + offset_of(a.kept_dims, a.kept_shape, a.kept_stride, row);
}

ON_DEVICE state nothing(const reduce_args &a, const X *x) {
    return K::none(K::WITH_FIRST && a.count > 0 ? cast<E>(*x) : E());
}

ON_DEVICE void finish(const reduce_args &a, i64 row, const state &s) {
    a.y[offset_of(a.kept_dims, a.kept_shape, a.kept_out, row)] = K::finish(s, a.divide, a.count);
}

ON_DEVICE i64 place_of(const reduce_args &a, i64 i) {
    if (LINE) return i * a.reduced_stride[0];
    return offset_of(a.reduced_dims, a.reduced_shape, a.reduced_stride, i);
}

ON_DEVICE void take_group(state &s, const pack<X, VEC> &group, i64 i) {
#pragma unroll
    for (int v = 0; v < VEC; v++) K::take(s, cast<E>(group.x[v]), i + v);
}

/* Take whole batches, at i, i + AHEAD * step, and so on, below `end`; return the rest's beginning.
 * They have the same elements, whether groups are loaded by one instruction or not. */
ON_DEVICE i64 take_batches(state &s, const reduce_args &a, const X *x, i64 i, i64 step, i64 end) {
    i64 last = end - (AHEAD - 1) * step - VEC;
    if (a.vectors) {
        for (; i <= last; i += AHEAD * step) {
            pack<X, VEC> loaded[AHEAD];
#pragma unroll
            for (int j = 0; j < AHEAD; j++)
                loaded[j] = *(const pack<X, VEC> *)(LINE ? x + (i + j * step)
                                                         : x + place_of(a, i + j * step));
            if (K::BATCHES) {
                K::template take_batch<true>(
                    s, [&](int j, int v) { return cast<E>(loaded[j].x[v]); });
                continue;
            }
#pragma unroll
            for (int j = 0; j < AHEAD; j++) take_group(s, loaded[j], i + j * step);
        }
    } else if (K::BATCHES) {
#pragma unroll 1
        for (; i <= last; i += AHEAD * step)
            K::template take_batch<LINE>(
                s, [&](int j, int v) { return cast<E>(x[place_of(a, i + j * step + v)]); });
    }
    return i;
}

/* Take the groups at i, i + lanes * VEC, and so on, below `end`. */
ON_DEVICE void take_groups(state &s, const reduce_args &a, const X *x, u32 lanes, i64 i, i64 end) {
    i64 step = (i64)lanes * VEC;
    i = take_batches(s, a, x, i, step, end);
    if (a.vectors) {
#pragma unroll 1
        for (; i + VEC <= end; i += step)
            take_group(s, *(const pack<X, VEC> *)(x + place_of(a, i)), i);
    }
#pragma unroll 1
    for (; i < end; i += step) {
#pragma unroll(LINE ? VEC : 1)
        for (int v = 0; v < VEC; v++)
            if (i + v < end) K::take(s, cast<E>(x[place_of(a, i + v)]), i + v);
    }
}

/* Take the elements i, i + lanes, and so on, below `end`. */
ON_DEVICE void take_column(state &s, const reduce_args &a, const X *x, i64 i, i64 end) {
    i64 lanes = a.lanes;
    const i64 ahead = (COLUMNS_AHEAD - 1) * lanes;
    if constexpr (K::BATCHES) {
#pragma unroll 1
        for (; i + ahead < end; i += COLUMNS_AHEAD * lanes) {
            E loaded[COLUMNS_AHEAD];
#pragma unroll
            for (int j = 0; j < COLUMNS_AHEAD; j++)
                loaded[j] = cast<E>(x[place_of(a, i + j * lanes)]);
            K::take_few(s, [&](int j) { return loaded[j]; });
        }
    }
    for (; LINE && i + ahead < end; i += COLUMNS_AHEAD * lanes) {
        X loaded[COLUMNS_AHEAD];
#pragma unroll
        for (int j = 0; j < COLUMNS_AHEAD; j++) loaded[j] = x[place_of(a, i + j * lanes)];
#pragma unroll
        for (int j = 0; j < COLUMNS_AHEAD; j++) K::take(s, cast<E>(loaded[j]), i + j * lanes);
    }
#pragma unroll 1
    for (; i < end; i += lanes) K::take(s, cast<E>(x[place_of(a, i)]), i);
}

struct kind_state {
    state s;
};
ON_DEVICE void join(kind_state &s, const kind_state &o) { K::join(s.s, o.s); }

/* Columns of float32 sums: a thread has VEC adjacent ones, of which it loads an element each by one
 * instruction.  The lanes of a column add what they add in take_column. */
ON_DEVICE void sum_columns(const reduce_args &a, kind_state *shared) {
    lanes_of l = find_lanes(a.lanes, true);
    u32 width = THREADS / a.lanes;
    i64 groups = a.rows / VEC, work = (groups + width - 1) / width * a.pieces, lanes = a.lanes;
    i64 stride = a.reduced_stride[0];
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 block = a.pieces > 1 ? w / a.pieces : w, piece = w - block * a.pieces;
        i64 group = block * width + l.slot, row = group * VEC;
        kind_state s[VEC];
#pragma unroll
        for (int v = 0; v < VEC; v++) s[v].s = K::none(E());
        if (group < groups) {
            const X *x = row_of(a, row);
            i64 i = piece * a.piece + l.lane, end = (piece + 1) * a.piece;
            if (end > a.count) end = a.count;
            for (; i + (COLUMNS_AHEAD - 1) * lanes < end; i += COLUMNS_AHEAD * lanes) {
                pack<X, VEC> loaded[COLUMNS_AHEAD];
#pragma unroll
                for (int j = 0; j < COLUMNS_AHEAD; j++)
                    loaded[j] = *(const pack<X, VEC> *)(x + (i + j * lanes) * stride);
#pragma unroll
                for (int v = 0; v < VEC; v++)
                    K::take_few(s[v].s, [&](int j) { return cast<E>(loaded[j].x[v]); });
            }
#pragma unroll 1
            for (; i < end; i += lanes) {
                pack<X, VEC> loaded = *(const pack<X, VEC> *)(x + i * stride);
#pragma unroll
                for (int v = 0; v < VEC; v++) K::take(s[v].s, cast<E>(loaded.x[v]), i);
            }
        }
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            join_lanes(shared, s[v], l);
            if (group >= groups || l.lane != 0) continue;
            if (a.pieces > 1)
                a.partial[(row + v) * a.pieces + piece] = s[v].s;
            else
                finish(a, row + v, s[v].s);
        }
    }
}

KERNEL(reduce, reduce_args) {
    __shared__ kind_state shared[THREADS];
    if (!begin(a.g)) return;
    if constexpr (LINE && K::BATCHES) {
        if (a.by_columns && a.vectors) {
            sum_columns(a, shared);
            return;
        }
    }
    lanes_of l = find_lanes(a.lanes, a.by_columns);
    u32 log_width = log_of(THREADS >> log_of(a.lanes)), width = 1u << log_width;
    i64 work = ((a.rows + width - 1) >> log_width) * a.pieces;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 group = a.pieces > 1 ? w / a.pieces : w, piece = w - group * a.pieces;
        i64 row = group * width + l.slot;
        kind_state s = {K::none(E())};
        if (row < a.rows) {
            const X *x = row_of(a, row);
            i64 first = piece * a.piece, end = first + a.piece;
            if (end > a.count) end = a.count;
            s.s = nothing(a, x);
            if (a.by_columns)
                take_column(s.s, a, x, first + l.lane, end);
            else
                take_groups(s.s, a, x, a.lanes, first + (i64)l.lane * VEC, end);
        }
        join_lanes(shared, s, l);
        if (row >= a.rows || l.lane != 0) continue;
        if (a.pieces > 1)
            a.partial[row * a.pieces + piece] = s.s;
        else
            finish(a, row, s.s);
    }
}

/* A warp for each row of a small array, of which every element of a row has one stride.  Such a kernel
 * takes as long as it takes to fetch its instructions and then its operands, so it is short, and begins
 * to load before it tests the error words. */
KERNEL(reduce_few, reduce_args) {
    __shared__ kind_state shared[THREADS];
    i64 row = (i64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, i = threadIdx.x % 32;
    const X *x = a.x + (row < a.rows ? offset_of(a.kept_dims, a.kept_shape, a.kept_stride, row) : 0);
    i64 count = row < a.rows ? a.count : 0;
    E e = i < count ? cast<E>(x[i * a.reduced_stride[0]]) : E();
    kind_state s = {K::none(K::WITH_FIRST && count > 0 ? cast<E>(*x) : E())};
    if (!begin(a.g)) return;
#pragma unroll 1
    while (i < count) {
        K::take(s.s, e, i);
        i += 32;
        if (i < count) e = cast<E>(x[i * a.reduced_stride[0]]);
    }
    join_lanes(shared, s, lanes_of{32, 1, threadIdx.x % 32, threadIdx.x / 32});
    if (row < a.rows && threadIdx.x % 32 == 0) finish(a, row, s.s);
}

/* A state that another block has written, perhaps of this kernel: not from the L1 cache. */
ON_DEVICE state load_state(const state *at) {
    u64 words[sizeof(state) / sizeof(u64)];
    static_assert(sizeof(state) % sizeof(u64) == 0, "a state consists of words");
#pragma unroll
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
#ifdef WEIR_STAND_IN
        words[i] = ((const u64 *)at)[i];
#else
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(words[i]) : "l"((const u64 *)at + i));
#endif
    }
    state s;
    memcpy(&s, words, sizeof s);
    return s;
}

/* By a block: join the pieces of the only row.  Several are loaded at once. */
ON_DEVICE void join_pieces(const reduce_args &a, i64 row, kind_state *shared, const lanes_of &l) {
    enum { LOADED = sizeof(state) <= 16 ? 8 : 2 };
    kind_state s = {nothing(a, row_of(a, row))};
    const state *partial = a.partial + row * a.pieces;
    for (i64 first = threadIdx.x; first < a.pieces; first += LOADED * THREADS) {
        state part[LOADED];
#pragma unroll
        for (int j = 0; j < LOADED; j++)
            if (first + j * THREADS < a.pieces) part[j] = load_state(partial + first + j * THREADS);
#pragma unroll
        for (int j = 0; j < LOADED; j++)
            if (first + j * THREADS < a.pieces) K::join(s.s, part[j]);
    }
    join_lanes(shared, s, l);
    if (threadIdx.x == 0) finish(a, row, s.s);
}

/* Lanes for each row, as many as it has pieces at most. */
KERNEL(reduce_pieces, reduce_args) {
    __shared__ kind_state shared[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(a.lanes, false);
    i64 width = THREADS / a.lanes;
    for (i64 first = (i64)blockIdx.x * width; first < a.rows; first += gridDim.x * width) {
        i64 row = first + l.slot;
        kind_state s = {K::none(E())};
        if (row < a.rows) {
            s.s = nothing(a, row_of(a, row));
#pragma unroll 4
            for (i64 p = l.lane; p < a.pieces; p += a.lanes)
                K::join(s.s, load_state(a.partial + row * a.pieces + p));
        }
        join_lanes(shared, s, l);
        if (row < a.rows && l.lane == 0) finish(a, row, s.s);
    }
}

/* One row in pieces.  The block that ends last joins them, so that no second kernel has to begin; the
 * order of the pieces does not depend on which block it is. */
KERNEL_BOUNDED(reduce_all, reduce_args, 256, 6) {
    __shared__ kind_state shared[THREADS];
    __shared__ bool is_last;
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(THREADS, false);
    const X *x = row_of(a, 0);
    for (i64 piece = blockIdx.x; piece < a.pieces; piece += gridDim.x) {
        i64 first = piece * a.piece, end = first + a.piece;
        if (end > a.count) end = a.count;
        kind_state s = {nothing(a, x)};
        take_groups(s.s, a, x, THREADS, first + (i64)threadIdx.x * VEC, end);
        join_lanes(shared, s, l);
        if (threadIdx.x == 0) a.partial[piece] = s.s;
    }
    if (threadIdx.x == 0) is_last = arrive(a.g);
    __syncthreads();
    if (is_last) join_pieces(a, 0, shared, l);
}
