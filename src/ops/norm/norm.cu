/* norm.cu - normalisations on a CUDA device.
 *
 * In front of this text are totals.cu and the types of one kernel: X of x, D of dy, W of the
 * weight, B of the bias, Y of the outputs, M and V of a mean and a variance that are inputs, E in
 * which it computes; and HELD, the number of elements of a line that a thread holds in registers,
 * or 0 if it reads them again.
 *
 * norm_walk.h defines lines and channels.  Lines are normalised by one kernel, which reads them
 * once if they fit into registers.  Channels need several kernels: sums over pieces of the
 * channels, the join of these sums, and the result.  Sums over channels are needed for the
 * gradients of weight and bias as well.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct statistics {
    f64 mean, by; /* by: 1 / sqrt(variance + eps) */
};

struct pair_state {
    total<E> a, b;
};
ON_DEVICE void join(pair_state &s, const pair_state &o) {
    join(s.a, o.a);
    join(s.b, o.b);
}

struct norm_args {
    guard g;
    const X *x;
    const D *dy;
    const W *weight; /* or NULL; also bias, d_weight, d_bias */
    const B *bias;
    const M *mean;
    const V *variance;
    Y *y, *d_weight, *d_bias, *got_mean, *got_variance;
    statistics *found;   /* of each line or channel */
    f64 *sums;           /* of each channel: the sums of dy and of dy * u */
    pair_state *partial; /* [channel][piece] */
    i64 n, groups, per, inner;
    i64 rows, count;   /* lines or channels, and their elements */
    i64 pieces, piece; /* piece: elements of a channel per piece */
    f64 eps;
    u32 by_columns, lanes, across, squares;
};

ON_DEVICE E weight_of(const norm_args &a, i64 channel) {
    return a.weight ? cast<E>(a.weight[channel]) : (E)1;
}
ON_DEVICE E bias_of(const norm_args &a, i64 channel) {
    return a.bias ? cast<E>(a.bias[channel]) : (E)0;
}
ON_DEVICE E scaled(E x, const statistics &s) { return (E)(((f64)x - s.mean) * s.by); }

/* ---- Lines ----------------------------------------------------------------------------------- */

template <class T> ON_DEVICE void hold(E *held, const T *x, i64 count, const lanes_of &l) {
    for (int j = 0; j < HELD; j++) {
        i64 i = l.lane + (i64)j * l.lanes;
        if (i < count) held[j] = cast<E>(x[i]);
    }
}

/* Call f(x, dy, index) for the elements of a lane. */
template <class F>
ON_DEVICE void each(const E *held_x, const E *held_dy, const X *x, const D *dy, i64 count,
                    const lanes_of &l, F f) {
    if (HELD) {
        for (int j = 0; j < HELD; j++) {
            i64 i = l.lane + (i64)j * l.lanes;
            if (i < count) f(held_x[j], held_dy[j], i);
        }
    } else {
        for (i64 i = l.lane; i < count; i += l.lanes)
            f(cast<E>(x[i]), dy ? cast<E>(dy[i]) : (E)0, i);
    }
}

template <bool BACKWARD> ON_DEVICE void normalise(const norm_args &a, pair_state *shared) {
    lanes_of l = find_lanes(a.lanes, false);
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width;
    f64 n = (f64)a.count;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 row = w * width + l.slot, count = row < a.rows ? a.count : 0;
        i64 at = row * count, channel = row % a.groups * a.per;
        const X *x = a.x + at;
        const D *dy = BACKWARD ? a.dy + at : nullptr;
        Y *y = a.y + at;
        E held_x[HELD ? HELD : 1], held_dy[HELD ? HELD : 1];
        for (int j = 0; j < HELD; j++) held_dy[j] = 0;
        hold(held_x, x, count, l);
        if (BACKWARD) hold(held_dy, dy, count, l);
        statistics s = {0, 0};
        pair_state t = {};
        if (!a.squares) {
            each(held_x, held_dy, x, dy, count, l, [&](E e, E, i64) { add(t.a, e); });
            share_lanes(shared, t, l);
            s.mean = value_of(t.a) / n;
            if (!is_finite(s.mean)) s.mean = s.mean - s.mean;
            t = pair_state{};
        }
        each(held_x, held_dy, x, dy, count, l,
             [&](E e, E, i64) { add_square(t.b, (f64)e - s.mean); });
        share_lanes(shared, t, l);
        s.by = 1 / sqrt(value_of(t.b) / n + a.eps);
        if (!BACKWARD) {
            each(held_x, held_dy, x, dy, count, l, [&](E e, E, i64 i) {
                i64 c = channel + (a.inner == 1 ? i : i / a.inner);
                y[i] = cast<Y>((E)(scaled(e, s) * weight_of(a, c) + bias_of(a, c)));
            });
            continue;
        }
        t = pair_state{};
        each(held_x, held_dy, x, dy, count, l, [&](E e, E d, i64 i) {
            f64 h = (f64)d * (f64)weight_of(a, channel + (a.inner == 1 ? i : i / a.inner));
            add(t.a, h);
            add(t.b, h * (((f64)e - s.mean) * s.by));
        });
        share_lanes(shared, t, l);
        f64 sum = a.squares ? 0 : value_of(t.a) / n, product = value_of(t.b) / n;
        each(held_x, held_dy, x, dy, count, l, [&](E e, E d, i64 i) {
            f64 h = (f64)d * (f64)weight_of(a, channel + (a.inner == 1 ? i : i / a.inner));
            y[i] = cast<Y>((E)(s.by * (h - sum - ((f64)e - s.mean) * s.by * product)));
        });
        if (count > 0 && l.lane == 0) a.found[row] = s;
    }
}

KERNEL(lines_forward, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) normalise<false>(a, shared);
}

KERNEL(lines_backward, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) normalise<true>(a, shared);
}

/* ---- Sums over channels ---------------------------------------------------------------------- */

/* The offset of element i of a channel, and the index of its statistics. */
ON_DEVICE i64 channel_offset(const norm_args &a, i64 channel, i64 i, i64 *found) {
    i64 n = a.inner == 1                                   ? i
            : (u64)i >> 32 == 0 && (u64)a.inner >> 32 == 0 ? (i64)((u32)i / (u32)a.inner)
                                                           : i / a.inner;
    *found = a.across ? channel : n * a.groups + channel / a.per;
    return (n * a.groups * a.per + channel) * a.inner + (i - n * a.inner);
}

/* MOMENTS: the sums of the differences from the first element, and of their squares.  Otherwise,
 * the sums of dy and of dy * u. */
template <bool MOMENTS> ON_DEVICE void add_channels(const norm_args &a, pair_state *shared) {
    lanes_of l = find_lanes(a.lanes, a.by_columns);
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width * a.pieces, unused;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 piece = w % a.pieces, row = w / a.pieces * width + l.slot;
        pair_state t = {};
        if (row < a.rows) {
            i64 end = (piece + 1) * a.piece;
            if (end > a.count) end = a.count;
            f64 first = 0;
            if (MOMENTS && a.count > 0)
                first = (f64)cast<E>(a.x[channel_offset(a, row, 0, &unused)]);
            for (i64 i = piece * a.piece + l.lane; i < end; i += a.lanes) {
                i64 found, at = channel_offset(a, row, i, &found);
                E x = cast<E>(a.x[at]);
                if (MOMENTS) {
                    add(t.a, (f64)x - first);
                    add_square(t.b, (f64)x - first);
                } else {
                    E dy = cast<E>(a.dy[at]);
                    const statistics s = a.found[found];
                    add(t.a, dy);
                    add(t.b, (f64)dy * (((f64)x - s.mean) * s.by));
                }
            }
        }
        join_lanes(shared, t, l);
        if (row < a.rows && l.lane == 0) a.partial[row * a.pieces + piece] = t;
    }
}

KERNEL(channel_moments, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) add_channels<true>(a, shared);
}

KERNEL(channel_sums, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) add_channels<false>(a, shared);
}

/* Join the pieces of each channel; `lanes` threads share a channel. */
template <bool MOMENTS> ON_DEVICE void join_channels(const norm_args &a, pair_state *shared) {
    lanes_of l = find_lanes(a.lanes, false);
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width, unused;
    f64 n = (f64)a.count;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 c = w * width + l.slot;
        pair_state t = {};
        for (i64 p = l.lane; c < a.rows && p < a.pieces; p += a.lanes)
            join(t, a.partial[c * a.pieces + p]);
        join_lanes(shared, t, l);
        if (c >= a.rows || l.lane != 0) continue;
        if (MOMENTS) {
            f64 first = a.count > 0 ? (f64)cast<E>(a.x[channel_offset(a, c, 0, &unused)]) : 0;
            f64 mean = first + value_of(t.a) / n, variance = spread_of(t.a, t.b, n) / n;
            if (!is_finite(mean)) mean = mean - mean;
            a.found[c] = statistics{mean, 1 / sqrt(variance + a.eps)};
            if (a.got_mean) a.got_mean[c] = cast<Y>(mean);
            if (a.got_variance) a.got_variance[c] = cast<Y>(variance);
        } else {
            f64 sum = value_of(t.a), product = value_of(t.b);
            if (a.across) a.sums[2 * c] = sum, a.sums[2 * c + 1] = product;
            if (a.d_weight) a.d_weight[c] = cast<Y>(product);
            if (a.d_bias) a.d_bias[c] = cast<Y>(sum);
        }
    }
}

KERNEL(join_moments, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) join_channels<true>(a, shared);
}

KERNEL(join_sums, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) join_channels<false>(a, shared);
}

/* ---- Channels -------------------------------------------------------------------------------- */

KERNEL(given_moments, norm_args) {
    if (!begin(a.g)) return;
    for (i64 c = (i64)blockIdx.x * THREADS + threadIdx.x; c < a.rows; c += (i64)gridDim.x * THREADS)
        a.found[c] =
            statistics{(f64)cast<E>(a.mean[c]), 1 / sqrt((f64)cast<E>(a.variance[c]) + a.eps)};
}

ON_DEVICE i64 channel_of(const norm_args &a, i64 i) {
    if ((u64)i >> 32 == 0 && (u64)a.inner >> 32 == 0 && (u64)a.rows >> 32 == 0)
        return (u32)i / (u32)a.inner % (u32)a.rows;
    return i / a.inner % a.rows;
}

KERNEL(channels_forward, norm_args) {
    if (!begin(a.g)) return;
    i64 elements = a.rows * a.count;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < elements;
         i += (i64)gridDim.x * THREADS) {
        i64 c = channel_of(a, i);
        E u = scaled(cast<E>(a.x[i]), a.found[c]);
        a.y[i] = cast<Y>((E)(u * weight_of(a, c) + bias_of(a, c)));
    }
}

KERNEL(channels_backward, norm_args) {
    if (!begin(a.g)) return;
    i64 elements = a.rows * a.count;
    f64 each = 1 / (f64)a.count;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < elements;
         i += (i64)gridDim.x * THREADS) {
        i64 c = channel_of(a, i);
        statistics s = a.found[c];
        f64 u = ((f64)cast<E>(a.x[i]) - s.mean) * s.by, w = (f64)weight_of(a, c);
        f64 rest = a.sums[2 * c] * each + u * (a.sums[2 * c + 1] * each);
        a.y[i] = cast<Y>((E)(s.by * w * ((f64)cast<E>(a.dy[i]) - rest)));
    }
}
