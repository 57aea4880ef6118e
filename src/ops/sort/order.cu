/* order.cu - sort, argsort, topk, kthvalue, unique_groups and searchsorted on a CUDA device.
 *
 * Rows are sorted as pairs of a key and an index.  No two pairs of a row are equal, so the sort is
 * stable although its steps are not.  The sort is bitonic: blocks of pairs in shared memory,
 * distant pairs by a kernel for each step.  A row of n elements takes O(n log(n)^2) work.
 *
 * order_cuda.c writes, in front of this text: T, the dtype of the elements; IS_FLOAT, IS_COMPLEX,
 * which describe it; and K, the type in which their order is found (f64, i64 or u64).  For
 * searchsorted it writes X, V and S, the dtypes of the array, the values and the sorter, and C, in
 * which they are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifdef SORT
enum { BLOCK = 512 }; /* pairs in shared memory; twice the number of threads */

struct pair {
    u64 key;
    i64 index;
};

struct order_args {
    guard g;
    const T *x;
    pair *pairs;
    u64 rows, n, after; /* elements of a row have the distance `after` */
    u64 size;           /* a power of two: pairs of a row */
    u64 run, reach;     /* merge into sorted runs of `run` pairs; reach: distance of exchanges */
    u64 descending;
    u64 skip, gives; /* which pairs of a row are the result */
    T *values;       /* NULL: not wanted */
    i64 *indices;
    /* Of unique_groups: for each piece the number of groups that begin in it, later before it; and
     * the outputs. */
    i64 *first;
    u64 piece, pieces;
    i64 *begins, *inverse, *groups;
};

/* Unsigned keys with the order of the elements; NaN has the highest. */
ON_DEVICE u64 code(double x) {
    u64 bits = (u64)__double_as_longlong(x == 0 ? 0.0 : x);
    return bits >> 63 ? ~bits : bits | 1ull << 63;
}
ON_DEVICE u64 code(i64 x) { return (u64)x ^ 1ull << 63; }
ON_DEVICE u64 code(u64 x) { return x; }

ON_DEVICE u64 first_of_row(const order_args &a, u64 row, u64 n) {
    return row / a.after * n * a.after + row % a.after;
}

KERNEL(load_pairs, order_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.rows * a.size; i += step) {
        u64 row = i / a.size, at = i % a.size;
        pair p = {~0ull, (i64)at};
        if (at < a.n) {
            K x = cast<K>(a.x[first_of_row(a, row, a.n) + at * a.after]);
            if (x == x) p.key = a.descending ? ~code(x) : code(x);
        }
        a.pairs[i] = p;
    }
}

/* The key of the imaginary part, which decides if the real parts of complex numbers are equal. */
template <class N> ON_DEVICE u64 second_key(N x) {
    (void)x;
    return 0;
}
template <class N> ON_DEVICE u64 second_key(cplx<N> x) { return x.im == x.im ? code(x.im) : ~0ull; }

ON_DEVICE bool comes_after(const order_args &a, const pair &p, const pair &q) {
    if (p.key != q.key) return p.key > q.key;
    if (IS_COMPLEX && p.index < (i64)a.n && q.index < (i64)a.n) {
        u64 own = second_key(a.x[p.index]), other = second_key(a.x[q.index]);
        if (own != other) return own > other;
    }
    return p.index > q.index;
}

ON_DEVICE void exchange(const order_args &a, pair &low, pair &high, bool ascends) {
    if (comes_after(a, low, high) != ascends) return;
    pair p = low;
    low = high;
    high = p;
}

/* The lower position of exchange t, whose pairs have the distance `reach`. */
ON_DEVICE u64 lower_of(u64 t, u64 reach) { return (t & ~(reach - 1)) << 1 | (t & (reach - 1)); }

KERNEL(sort_step, order_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x, count = a.rows * a.size / 2;
    for (u64 t = (u64)blockIdx.x * blockDim.x + threadIdx.x; t < count; t += step) {
        u64 i = lower_of(t, a.reach);
        exchange(a, a.pairs[i], a.pairs[i + a.reach], (i & (a.size - 1) & a.run) == 0);
    }
}

/* Within blocks of pairs, which are several short rows or a part of a row: if `run` is at most
 * BLOCK, all runs up to it; otherwise the last steps of that run. */
KERNEL(sort_block, order_args) {
    if (!begin(a.g)) return;
    __shared__ pair pairs[BLOCK];
    u64 all = a.rows * a.size, t = threadIdx.x;
    for (u64 first = (u64)blockIdx.x * BLOCK; first < all; first += (u64)gridDim.x * BLOCK) {
        u64 count = all - first < BLOCK ? all - first : BLOCK;
        for (u64 i = t; i < count; i += blockDim.x) pairs[i] = a.pairs[first + i];
        u64 run = a.run > BLOCK ? a.run : 2;
        for (; run <= a.run; run *= 2)
            for (u64 reach = run > BLOCK ? BLOCK / 2 : run / 2; reach > 0; reach /= 2) {
                __syncthreads();
                u64 i = lower_of(t, reach), in_row = (first + i) & (a.size - 1);
                if (i + reach < count)
                    exchange(a, pairs[i], pairs[i + reach], (in_row & run) == 0);
            }
        __syncthreads();
        for (u64 i = t; i < count; i += blockDim.x) a.pairs[first + i] = pairs[i];
        __syncthreads();
    }
}

KERNEL(store_pairs, order_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.rows * a.gives; i += step) {
        /* Neighbouring threads write neighbouring elements. */
        u64 inner = i % a.after, at = i / a.after % a.gives, outer = i / a.after / a.gives;
        u64 row = outer * a.after + inner;
        i64 index = a.pairs[row * a.size + a.skip + at].index;
        if (a.values != 0) a.values[i] = a.x[first_of_row(a, row, a.n) + (u64)index * a.after];
        if (a.indices != 0) a.indices[i] = index;
    }
}

/* ---- Groups of equal elements ---------------------------------------------------------------- */

enum { THREADS = 256 };

/* Does a new value begin at position i of the sorted order?  Each NaN is a value of its own. */
ON_DEVICE bool is_new(const order_args &a, u64 i) {
    if (i == 0) return true;
    pair p = a.pairs[i], q = a.pairs[i - 1];
    if (p.key != q.key || (IS_FLOAT && p.key == ~0ull)) return true;
    if (!IS_COMPLEX) return false;
    u64 own = second_key(a.x[p.index]);
    return own == ~0ull || own != second_key(a.x[q.index]);
}

KERNEL(count_groups, order_args) {
    if (!begin(a.g)) return;
    for (u64 piece = blockIdx.x; piece < a.pieces; piece += gridDim.x) {
        u64 first = piece * a.piece, last = first + a.piece < a.n ? first + a.piece : a.n;
        i64 count = 0, all;
        for (u64 i = first + threadIdx.x; i < last; i += THREADS) count += is_new(a, i);
        sum_before<THREADS>(count, &all);
        if (threadIdx.x == 0) a.first[piece] = all;
    }
}

/* One block: the sums of the counts. */
KERNEL(add_groups, order_args) {
    if (!begin(a.g)) return;
    i64 total = sum_counts<THREADS>(a.first, a.pieces);
    if (threadIdx.x == 0) *a.groups = total;
}

KERNEL(number_groups, order_args) {
    if (!begin(a.g)) return;
    for (u64 piece = blockIdx.x; piece < a.pieces; piece += gridDim.x) {
        u64 first = piece * a.piece, last = first + a.piece < a.n ? first + a.piece : a.n;
        i64 found = a.first[piece];
        for (; first < last; first += THREADS) {
            u64 i = first + threadIdx.x;
            bool is = i < last && is_new(a, i);
            i64 all, before = sum_before<THREADS>(is, &all), group = found + before + is - 1;
            if (is) a.begins[group] = (i64)i;
            if (i < last) {
                a.indices[i] = a.pairs[i].index;
                a.inverse[a.pairs[i].index] = group;
            }
            found += all;
        }
    }
}

/* Behind the last group. */
KERNEL(end_groups, order_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i <= a.n; i += step)
        if ((i64)i >= *a.groups) a.begins[i] = (i64)a.n;
}
#endif

#ifdef SEARCH
struct search_args {
    guard g;
    const X *x;
    const V *values; /* NULL: `value` */
    const S *sorter; /* NULL: x is sorted */
    i64 *to;
    u64 value[2];
    i64 n;
    u64 count, right;
};

/* NaN comes after all other values. */
template <class N> ON_DEVICE bool less(N a, N b) { return a < b || (b != b && a == a); }

KERNEL(check_sorter, search_args) {
    if (!begin(a.g)) return;
    i64 step = (i64)gridDim.x * blockDim.x;
    for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < a.n; i += step) {
        i64 at = cast<i64>(a.sorter[i]);
        if (at < 0 || at >= a.n) fail_at(a.g, REPORT_SORTER, (u64)i, at, a.n);
    }
}

KERNEL(search, search_args) {
    if (!begin(a.g) || (a.sorter != 0 && has_failed(a.g))) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        C value = cast<C>(a.values != 0 ? a.values[i] : *(const V *)a.value);
        i64 low = 0, high = a.n;
        while (low < high) {
            i64 middle = (low + high) / 2;
            C x = cast<C>(a.x[a.sorter != 0 ? cast<i64>(a.sorter[middle]) : middle]);
            if (a.right ? !less(value, x) : less(x, value))
                low = middle + 1;
            else
                high = middle;
        }
        a.to[i] = low;
    }
}
#endif
