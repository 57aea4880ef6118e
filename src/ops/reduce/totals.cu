/* totals.cu - sums for the kernels of reductions and normalisations on a CUDA device.
 *
 * A total is wider than its elements: a double for floats of up to 32 bits, two doubles for
 * float64, 64 bits for integers.  So neither the number of threads nor that of elements affects
 * the accuracy.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { THREADS = 256 }; /* of a block */

template <class T> struct total { /* floats of up to 32 bits */
    f64 sum;
};
template <> struct total<f64> { f64 high, low; /* the sum is high + low */ };
template <> struct total<i64> { u64 sum; };
template <> struct total<u64> { u64 sum; };
template <class T> struct total<cplx<T>> { total<T> re, im; };

ON_DEVICE bool is_finite(f64 x) { return x - x == 0; }

/* Add x, and the rounding error to `low`. */
ON_DEVICE void add(total<f64> &t, f64 x) {
    f64 sum = t.high + x, part = sum - t.high;
    t.low += (t.high - (sum - part)) + (x - part);
    t.high = sum;
}
ON_DEVICE void add(total<f32> &t, f64 x) { t.sum += x; }
ON_DEVICE void add(total<i64> &t, i64 x) { t.sum += (u64)x; }
ON_DEVICE void add(total<u64> &t, u64 x) { t.sum += x; }
template <class T> ON_DEVICE void add(total<cplx<T>> &t, cplx<T> x) {
    add(t.re, x.re);
    add(t.im, x.im);
}

ON_DEVICE void add_square(total<f32> &t, f64 x) { t.sum += x * x; }
ON_DEVICE void add_square(total<f64> &t, f64 x) {
    f64 square = x * x;
    add(t, square);
    t.low += fma(x, x, -square);
}

ON_DEVICE void join(total<f32> &t, const total<f32> &o) { t.sum += o.sum; }
ON_DEVICE void join(total<i64> &t, const total<i64> &o) { t.sum += o.sum; }
ON_DEVICE void join(total<u64> &t, const total<u64> &o) { t.sum += o.sum; }
ON_DEVICE void join(total<f64> &t, const total<f64> &o) {
    add(t, o.high);
    t.low += o.low;
}
template <class T> ON_DEVICE void join(total<cplx<T>> &t, const total<cplx<T>> &o) {
    join(t.re, o.re);
    join(t.im, o.im);
}

ON_DEVICE void scale(total<f32> &t, f64 by) { t.sum *= by; }
ON_DEVICE void scale(total<f64> &t, f64 by) {
    t.high *= by;
    t.low *= by;
}

/* If the sum is not finite, `low` has no meaning. */
ON_DEVICE f64 value_of(const total<f64> &t) {
    return is_finite(t.high) && is_finite(t.low) ? t.high + t.low : t.high;
}
ON_DEVICE f64 value_of(const total<f32> &t) { return t.sum; }
ON_DEVICE i64 value_of(const total<i64> &t) { return (i64)t.sum; }
ON_DEVICE u64 value_of(const total<u64> &t) { return t.sum; }
template <class T> ON_DEVICE c128 value_of(const total<cplx<T>> &t) {
    return c128{value_of(t.re), value_of(t.im)};
}

/* The sum of squared differences from the mean of n elements, from the totals of the differences
 * from some element, and of their squares. */
ON_DEVICE f64 spread_of(const total<f32> &sum, const total<f32> &squares, f64 n) {
    f64 rest = squares.sum - sum.sum * (sum.sum / n);
    return rest < 0 ? 0 : rest;
}
ON_DEVICE f64 spread_of(const total<f64> &sum, const total<f64> &squares, f64 n) {
    if (!is_finite(sum.high)) return sum.high - sum.high;
    if (!is_finite(squares.high)) return squares.high;
    f64 square = sum.high * sum.high, rest = fma(sum.high, sum.high, -square);
    rest += 2 * sum.high * sum.low;
    f64 part = square / n, left = (fma(-part, n, square) + rest) / n;
    f64 spread = (squares.high - part) + (squares.low - left);
    return spread < 0 ? 0 : spread;
}

/* The threads of a block are groups of `lanes`, a power of two.  The lanes of a group are `step`
 * threads apart: 1, or the number of groups.  A group of adjacent threads may lie in one warp. */
struct lanes_of {
    u32 lanes, step, lane, slot; /* slot: which group */
};

/* The logarithm of a power of two.  Lanes and threads are powers of two, and a shift takes less time
 * than a division. */
ON_DEVICE u32 log_of(u32 power) { return 31 - __clz((int)power); }

ON_DEVICE lanes_of find_lanes(u32 lanes, bool by_columns) {
    u32 log = log_of(lanes), width = THREADS >> log, t = threadIdx.x;
    return by_columns ? lanes_of{lanes, width, t >> log_of(width), t & (width - 1)}
                      : lanes_of{lanes, 1, t & (lanes - 1), t >> log};
}

ON_DEVICE void meet(const lanes_of &l) {
    if (l.step == 1 && l.lanes <= 32)
        __syncwarp();
    else
        __syncthreads();
}

/* Join the states of a group; lane 0 gets the result.  All threads of the block must call it. */
template <class S> ON_DEVICE void join_lanes(S *shared, S &s, const lanes_of &l) {
    if (l.lanes == 1) return;
    u32 t = threadIdx.x;
    meet(l); /* the memory may be in use */
    shared[t] = s;
#pragma unroll 1
    for (u32 half = l.lanes / 2; half > 0; half /= 2) {
        if (l.step == 1 && half < 32)
            __syncwarp(); /* the other state is from the same warp */
        else
            __syncthreads();
        if (l.lane >= half) continue;
        join(s, shared[t + half * l.step]);
        shared[t] = s;
    }
}

/* The same, but all lanes get the result. */
template <class S> ON_DEVICE void share_lanes(S *shared, S &s, const lanes_of &l) {
    join_lanes(shared, s, l);
    if (l.lanes == 1) return;
    meet(l);
    s = shared[threadIdx.x - l.lane * l.step];
}

/* Combine one word of each lane by f, whose order does not matter; all lanes get the result.  The
 * lanes are adjacent.  `room` has THREADS / 32 words.  All threads of the block must call it. */
template <class T, class F> ON_DEVICE T share_word(T *room, T x, const lanes_of &l, F f) {
    u32 t = threadIdx.x;
    for (u32 half = l.lanes < 32 ? l.lanes / 2 : 16; half > 0; half /= 2)
        x = f(x, __shfl_xor_sync(0xffffffffu, x, (int)half));
    if (l.lanes <= 32) return x;
    __syncthreads(); /* the memory may be in use */
    if (t % 32 == 0) room[t / 32] = x;
    __syncthreads();
    u32 first = (t - l.lane) / 32, end = first + l.lanes / 32;
    x = room[first];
#pragma unroll 1
    for (u32 w = first + 1; w < end; w++) x = f(x, room[w]);
    return x;
}

/* The sum of a total of each lane. */
ON_DEVICE void share_total(total<f32> *room, total<f32> &t, const lanes_of &l) {
    if (l.step == 1)
        t.sum = share_word((f64 *)room, t.sum, l, [](f64 x, f64 z) { return x + z; });
    else
        share_lanes(room, t, l);
}
ON_DEVICE void share_total(total<f64> *room, total<f64> &t, const lanes_of &l) {
    share_lanes(room, t, l);
}

/* The offset of element i of dimensions with these strides. */
ON_DEVICE i64 offset_of(u32 dims, const i64 *shape, const i64 *stride, i64 i) {
    i64 at = 0;
    if ((u64)i >> 32 == 0) {
        u32 rest = (u32)i;
#pragma unroll 1
        for (u32 d = dims; d-- > 1;) {
            u32 n = (u32)shape[d], next = (u64)shape[d] >> 32 == 0 ? rest / n : 0;
            at += (i64)(rest - next * n) * stride[d];
            rest = next;
        }
        return dims > 0 ? at + (i64)rest * stride[0] : 0;
    }
#pragma unroll 1
    for (u32 d = dims; d-- > 0;) {
        i64 next = i / shape[d];
        at += (i - next * shape[d]) * stride[d];
        i = next;
    }
    return at;
}
