/* norm.cu - normalisations on a CUDA device.
 *
 * In front of this text are totals.cu, lines.cu and the types of one kernel: X of x, D of dy, W of
 * the weight, B of the bias, Y of the outputs, M and V of a mean and a variance that are inputs, E
 * in which it computes; INNER, 1 if a.inner is 1; and FOR_LINES, 1 for the kernels of lines, and 0
 * for those of channels.  VECTORS is 1 if groups of
 * x, dy and y are contiguous and aligned; groups of lines are whole, and if INNER is 1, weight and
 * bias are aligned as well; groups of channels lie in one channel.
 *
 * norm_walk.h defines lines and channels.  Lines are normalised by one kernel, which reads them
 * once if they fit into registers.  Channels need several kernels: sums over pieces of the
 * channels, the join of these sums, and the result; short ones are computed by one kernel, a block
 * for each.  Sums over channels are needed for the gradients of weight and bias as well.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct statistics {
    f64 mean, by; /* by: 1 / sqrt(variance + eps) */
};

/* The same, in E.  The mean is high + low, so that differences from it are accurate. */
struct centre {
    E high, low, by;
};
ON_DEVICE centre centre_of(const statistics &s) {
    E high = (E)s.mean;
    return centre{high, (E)(s.mean - (f64)high), (E)s.by};
}
ON_DEVICE E from_centre(E x, const centre &c) { return (x - c.high) - c.low; }

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
    divider by_inner; /* for elements of a line, if count is below 2^31 */
    u32 narrow, unused;
};

ON_DEVICE E weight_of(const norm_args &a, i64 channel) {
    return a.weight ? cast<E>(a.weight[channel]) : (E)1;
}
ON_DEVICE E bias_of(const norm_args &a, i64 channel) {
    return a.bias ? cast<E>(a.bias[channel]) : (E)0;
}

#if FOR_LINES
/* ---- Lines ----------------------------------------------------------------------------------- */

ON_DEVICE i64 channel_in(const norm_args &a, i64 i) {
    return INNER ? i : a.narrow ? (i64)divide((u32)i, a.by_inner) : i / a.inner;
}

/* The weights or biases of a group at element i of a line whose first channel is `channel`. */
template <class T>
ON_DEVICE void load_weights(E *to, const norm_args &a, const T *weights, i64 channel, i64 i,
                            i64 count, E filler) {
    if (weights == nullptr) {
#pragma unroll
        for (int v = 0; v < VEC; v++) to[v] = filler;
    } else if (INNER) {
        load_group(to, weights + channel, 1, i, count, filler);
    } else {
        i64 last = -1;
        E weight = filler;
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            if (has(i, v, count)) {
                i64 at = channel_in(a, i + v);
                if (at != last) weight = cast<E>(weights[channel + at]);
                last = at;
            }
            to[v] = weight;
        }
    }
}

ON_DEVICE void add_squares(total<f32> &t, const f32 *x) {
    f32 squares[VEC];
#pragma unroll
    for (int v = 0; v < VEC; v++) squares[v] = x[v] * x[v];
    add_group(t, squares);
}
ON_DEVICE void add_squares(total<f64> &t, const f64 *x) {
#pragma unroll
    for (int v = 0; v < VEC; v++) add_square(t, x[v]);
}

/* Call f(x, dy, i) for the groups of a lane. */
template <bool BACKWARD, class F>
ON_DEVICE void each(E *held_x, E *held_dy, const X *x, const D *dy, i64 count, const lanes_of &l,
                    F f) {
    if (HELD) {
#pragma unroll
        for (int j = 0; j < HELD; j++)
            f(held_x + j * VEC, held_dy + (BACKWARD ? j * VEC : 0), group_at(l, j));
    } else {
        for (i64 i = group_at(l, 0); i < count; i += (i64)l.lanes * VEC) {
            load_group(held_x, x, 1, i, count, (E)0);
            if (BACKWARD) load_group(held_dy, dy, 1, i, count, (E)0);
            f(held_x, held_dy, i);
        }
    }
}

template <bool BACKWARD>
ON_DEVICE void normalise(const norm_args &a, total<E> *shared_a, total<E> *shared_b) {
    lanes_of l = find_lanes(a.lanes, false);
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width;
    f64 n = (f64)a.count;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 row = w * width + l.slot, count = row < a.rows ? a.count : 0;
        i64 at = row * count, channel = a.groups == 1 ? 0 : row % a.groups * a.per;
        const X *x = a.x + at;
        const D *dy = BACKWARD ? a.dy + at : nullptr;
        Y *y = a.y + at;
        E held_x[ROOM], held_dy[BACKWARD ? ROOM : 1];
#pragma unroll
        for (int j = 0; j < HELD; j++) {
            load_group(held_x + j * VEC, x, 1, group_at(l, j), count, (E)0);
            if (BACKWARD)
                load_group(held_dy + (BACKWARD ? j * VEC : 0), dy, 1, group_at(l, j), count,
                           (E)0);
        }
        statistics s = {0, 0};
        total<E> sum = {}, squares = {};
        if (!a.squares) {
            each<BACKWARD>(held_x, held_dy, x, dy, count, l, [&](E *e, E *, i64) {
#pragma unroll
                for (int v = 0; v < VEC; v++) add(sum, e[v]);
            });
            share_total(shared_a, sum, l);
            s.mean = value_of(sum) / n;
            if (!is_finite(s.mean)) s.mean = s.mean - s.mean;
        }
        centre c = centre_of(s);
        each<BACKWARD>(held_x, held_dy, x, dy, count, l, [&](E *e, E *, i64 i) {
            E d[VEC];
#pragma unroll
            for (int v = 0; v < VEC; v++) d[v] = has(i, v, count) ? from_centre(e[v], c) : (E)0;
            add_squares(squares, d);
        });
        share_total(shared_b, squares, l);
        s.by = 1 / sqrt(value_of(squares) / n + a.eps);
        c.by = here((E)s.by);
        if (!BACKWARD) {
            each<BACKWARD>(held_x, held_dy, x, dy, count, l, [&](E *e, E *, i64 i) {
                E weight[VEC], bias[VEC], out[VEC];
                load_weights(weight, a, a.weight, channel, i, count, (E)1);
                load_weights(bias, a, a.bias, channel, i, count, (E)0);
#pragma unroll
                for (int v = 0; v < VEC; v++)
                    out[v] = from_centre(e[v], c) * c.by * weight[v] + bias[v];
                store_group(y, 1, out, i, count);
            });
            continue;
        }
        total<E> sum_h = {}, products = {};
        each<BACKWARD>(held_x, held_dy, x, dy, count, l, [&](E *e, E *d, i64 i) {
            E h[VEC], product[VEC];
            load_weights(h, a, a.weight, channel, i, count, (E)1);
#pragma unroll
            for (int v = 0; v < VEC; v++) {
                h[v] *= d[v];
                product[v] = has(i, v, count) ? h[v] * (from_centre(e[v], c) * c.by) : (E)0;
            }
            add_group(sum_h, h);
            add_group(products, product);
        });
        share_total(shared_a, sum_h, l);
        share_total(shared_b, products, l);
        E mean = here(a.squares ? (E)0 : (E)(value_of(sum_h) / n));
        E part = here((E)(value_of(products) / n));
        each<BACKWARD>(held_x, held_dy, x, dy, count, l, [&](E *e, E *d, i64 i) {
            E h[VEC];
            load_weights(h, a, a.weight, channel, i, count, (E)1);
#pragma unroll
            for (int v = 0; v < VEC; v++)
                h[v] = c.by * (h[v] * d[v] - mean - from_centre(e[v], c) * c.by * part);
            store_group(y, 1, h, i, count);
        });
        if (count > 0 && l.lane == 0) a.found[row] = s;
    }
}

KERNEL_BOUNDED(lines_forward, norm_args, 256, 3) {
    __shared__ total<E> shared_a[THREADS], shared_b[THREADS];
    if (begin(a.g)) normalise<false>(a, shared_a, shared_b);
}

KERNEL(lines_backward, norm_args) {
    __shared__ total<E> shared_a[THREADS], shared_b[THREADS];
    if (begin(a.g)) normalise<true>(a, shared_a, shared_b);
}

#else
/* ---- Sums over channels ---------------------------------------------------------------------- */

/* The offset of element i of a channel, and the index of its statistics. */
ON_DEVICE i64 channel_offset(const norm_args &a, i64 channel, i64 i, i64 *found) {
    i64 n = INNER                                          ? i
            : (u64)i >> 32 == 0 && (u64)a.inner >> 32 == 0 ? (i64)((u32)i / (u32)a.inner)
                                                           : i / a.inner;
    *found = a.across ? channel : n * a.groups + channel / a.per;
    return (n * a.groups * a.per + channel) * a.inner + (i - n * a.inner);
}

/* MOMENTS: the sums of the differences from the first element, and of their squares.  Otherwise,
 * the sums of dy and of dy * u. */
template <bool MOMENTS>
ON_DEVICE void add_element(pair_state &t, E x, E dy, f64 first, const statistics &s) {
    if (MOMENTS) {
        add(t.a, (f64)x - first);
        add_square(t.b, (f64)x - first);
    } else {
        add(t.a, dy);
        add(t.b, (f64)dy * (((f64)x - s.mean) * s.by));
    }
}

/* Channels that are columns: a thread has VEC adjacent ones.  It adds ROWS_AHEAD rows in E before they
 * become part of a total. */
enum { ROWS_AHEAD = VEC > 4 ? 2 : 4 };

ON_DEVICE void add_rows(total<f32> &t, const f32 *x) {
    f32 sum = x[0];
#pragma unroll
    for (int j = 1; j < ROWS_AHEAD; j++) sum += x[j];
    t.sum += (f64)sum;
}
ON_DEVICE void add_rows(total<f64> &t, const f64 *x) {
#pragma unroll
    for (int j = 0; j < ROWS_AHEAD; j++) add(t, x[j]);
}

/* Row n and channel `channel` have these statistics. */
ON_DEVICE centre row_centre(const norm_args &a, i64 n, i64 channel) {
    i64 set = a.across ? channel : a.groups == 1 ? n : n * a.groups + channel / a.per;
    return centre_of(a.found[set]);
}

template <bool MOMENTS> ON_DEVICE void add_columns(const norm_args &a, pair_state *shared) {
    lanes_of l = find_lanes(a.lanes, true);
    u32 width = THREADS / a.lanes;
    i64 groups = (a.rows + VEC - 1) / VEC, work = (groups + width - 1) / width * a.pieces;
    bool alike = !a.across && a.groups == 1; /* a row has one mean */
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 piece = w % a.pieces, channel = (w / a.pieces * width + l.slot) * VEC;
        pair_state t[VEC] = {};
        if (channel < a.rows) {
            i64 end = (piece + 1) * a.piece;
            if (end > a.count) end = a.count;
            E first[VEC] = {};
            if (MOMENTS && a.count > 0) load_group(first, a.x, 1, channel, a.rows, (E)0);
            for (i64 i = piece * a.piece + l.lane; i < end; i += ROWS_AHEAD * a.lanes) {
                E x[ROWS_AHEAD][VEC], dy[ROWS_AHEAD][VEC];
                centre c[ROWS_AHEAD] = {};
#pragma unroll
                for (int j = 0; j < ROWS_AHEAD; j++) {
                    i64 n = i + j * a.lanes, count = n < end ? a.rows : 0;
                    load_group(x[j], a.x + n * a.rows, 1, channel, count, (E)0);
                    if (MOMENTS) continue;
                    load_group(dy[j], a.dy + n * a.rows, 1, channel, count, (E)0);
                    if (alike && n < end) c[j] = row_centre(a, n, channel);
                }
#pragma unroll
                for (int v = 0; v < VEC; v++) {
                    E sums[ROWS_AHEAD], products[ROWS_AHEAD];
#pragma unroll
                    for (int j = 0; j < ROWS_AHEAD; j++) {
                        i64 n = i + j * a.lanes;
                        bool there = n < end && channel + v < a.rows;
                        if (MOMENTS) {
                            if (there) add_element<true>(t[v], x[j][v], 0, (f64)first[v], {});
                            continue;
                        }
                        centre own = !alike && there ? row_centre(a, n, channel + v) : c[j];
                        sums[j] = dy[j][v];
                        products[j] =
                            there ? dy[j][v] * (from_centre(x[j][v], own) * own.by) : (E)0;
                    }
                    if (MOMENTS) continue;
                    add_rows(t[v].a, sums);
                    add_rows(t[v].b, products);
                }
            }
        }
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            join_lanes(shared, t[v], l);
            if (channel + v < a.rows && l.lane == 0)
                a.partial[(channel + v) * a.pieces + piece] = t[v];
        }
    }
}

template <bool MOMENTS> ON_DEVICE void add_channels(const norm_args &a, pair_state *shared) {
    enum { AHEAD = 4 };
    lanes_of l = find_lanes(a.lanes, false);
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
            i64 i = piece * a.piece + l.lane * (VECTORS ? VEC : 1);
            if (VECTORS) {
#pragma unroll 2
                for (; i < end; i += a.lanes * VEC) {
                    i64 found, at = channel_offset(a, row, i, &found);
                    E x[VEC], dy[VEC];
                    statistics s = {};
                    load_group(x, a.x + at, 1, 0, VEC, (E)0);
                    if (!MOMENTS) {
                        load_group(dy, a.dy + at, 1, 0, VEC, (E)0);
                        s = a.found[found];
                    }
#pragma unroll
                    for (int v = 0; v < VEC; v++)
                        add_element<MOMENTS>(t, x[v], MOMENTS ? (E)0 : dy[v], first, s);
                }
            } else {
                for (; i < end; i += AHEAD * a.lanes) {
                    E x[AHEAD], dy[AHEAD];
                    statistics s[AHEAD];
#pragma unroll
                    for (int j = 0; j < AHEAD; j++) {
                        if (i + j * a.lanes >= end) continue;
                        i64 found, at = channel_offset(a, row, i + j * a.lanes, &found);
                        x[j] = cast<E>(a.x[at]);
                        if (MOMENTS) continue;
                        dy[j] = cast<E>(a.dy[at]);
                        s[j] = a.found[found];
                    }
#pragma unroll
                    for (int j = 0; j < AHEAD; j++)
                        if (i + j * a.lanes < end)
                            add_element<MOMENTS>(t, x[j], MOMENTS ? (E)0 : dy[j], first, s[j]);
                }
            }
        }
        join_lanes(shared, t, l);
        if (row < a.rows && l.lane == 0) a.partial[row * a.pieces + piece] = t;
    }
}

KERNEL(channel_moments, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (!begin(a.g)) return;
    INNER ? add_columns<true>(a, shared) : add_channels<true>(a, shared);
}

KERNEL(channel_sums, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (!begin(a.g)) return;
    INNER ? add_columns<false>(a, shared) : add_channels<false>(a, shared);
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

/* The channel of element i of all. */
ON_DEVICE i64 channel_of(const norm_args &a, i64 i) {
    if ((u64)i >> 32 == 0 && (u64)a.inner >> 32 == 0 && (u64)a.rows >> 32 == 0)
        return (u32)i / (u32)a.inner % (u32)a.rows;
    return i / a.inner % a.rows;
}

/* The numbers of a channel. */
struct scales {
    centre c;
    E weight, bias, mean, part; /* mean, part: of the gradient */
};

template <bool BACKWARD> ON_DEVICE scales scales_of(const norm_args &a, i64 channel) {
    scales k = {centre_of(a.found[channel]), weight_of(a, channel)};
    if (BACKWARD) {
        f64 each = 1 / (f64)a.count;
        k.mean = (E)(a.sums[2 * channel] * each);
        k.part = (E)(a.sums[2 * channel + 1] * each);
    } else {
        k.bias = bias_of(a, channel);
    }
    return k;
}

template <bool BACKWARD> ON_DEVICE E channel_element(const scales &k, E x, E dy) {
    E u = from_centre(x, k.c) * k.c.by;
    return BACKWARD ? k.c.by * k.weight * (dy - (k.mean + u * k.part)) : u * k.weight + k.bias;
}

/* A thread computes a group of adjacent elements. */
template <bool BACKWARD> ON_DEVICE void write_channels(const norm_args &a) {
    i64 elements = a.rows * a.count, step = (i64)gridDim.x * THREADS * VEC;
    for (i64 i = ((i64)blockIdx.x * THREADS + threadIdx.x) * VEC; i < elements; i += step) {
        E x[VEC], dy[VEC], out[VEC];
        load_group(x, a.x, 1, i, elements, (E)0);
        if (BACKWARD) load_group(dy, a.dy, 1, i, elements, (E)0);
        scales k = scales_of<BACKWARD>(a, channel_of(a, i));
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            if ((INNER || !VECTORS) && v > 0 && has(i, v, elements))
                k = scales_of<BACKWARD>(a, channel_of(a, i + v));
            out[v] = channel_element<BACKWARD>(k, x[v], BACKWARD ? dy[v] : (E)0);
        }
        store_group(a.y, 1, out, i, elements);
    }
}

KERNEL(channels_forward, norm_args) {
    if (begin(a.g)) write_channels<false>(a);
}

KERNEL(channels_backward, norm_args) {
    if (begin(a.g)) write_channels<true>(a);
}

/* ---- Whole channels -------------------------------------------------------------------------- */

/* Call f(x, dy, offset) for the groups of a channel that this thread has. */
template <bool BACKWARD, class F> ON_DEVICE void each_group(const norm_args &a, i64 channel, F f) {
#pragma unroll 4
    for (i64 i = (i64)threadIdx.x * VEC; i < a.count; i += THREADS * VEC) {
        i64 unused, at = channel_offset(a, channel, i, &unused);
        E x[VEC], dy[VEC] = {};
        load_group(x, a.x + at, 1, 0, VEC, (E)0);
        if (BACKWARD) load_group(dy, a.dy + at, 1, 0, VEC, (E)0);
        f(x, dy, at);
    }
}

/* A block computes a channel that is not long, from the sums to the result.  Groups are aligned. */
template <bool BACKWARD> ON_DEVICE void whole_channels(const norm_args &a, pair_state *shared) {
    lanes_of l = find_lanes(THREADS, false);
    f64 n = (f64)a.count;
    i64 unused;
    for (i64 channel = blockIdx.x; channel < a.rows; channel += gridDim.x) {
        f64 first = (f64)cast<E>(a.x[channel_offset(a, channel, 0, &unused)]);
        statistics s = {};
        pair_state t = {};
        each_group<false>(a, channel, [&](E *x, E *, i64) {
#pragma unroll
            for (int v = 0; v < VEC; v++) add_element<true>(t, x[v], (E)0, first, s);
        });
        share_lanes(shared, t, l);
        f64 mean = first + value_of(t.a) / n, variance = spread_of(t.a, t.b, n) / n;
        if (!is_finite(mean)) mean = mean - mean;
        s = statistics{mean, 1 / sqrt(variance + a.eps)};
        scales k = {centre_of(s), weight_of(a, channel)};
        if (BACKWARD) {
            pair_state sums = {};
            each_group<true>(a, channel, [&](E *x, E *dy, i64) {
#pragma unroll
                for (int v = 0; v < VEC; v++) add_element<false>(sums, x[v], dy[v], 0, s);
            });
            share_lanes(shared, sums, l);
            f64 sum = value_of(sums.a), product = value_of(sums.b), each = 1 / n;
            k.mean = (E)(sum * each), k.part = (E)(product * each);
            if (threadIdx.x == 0 && a.d_weight) a.d_weight[channel] = cast<Y>(product);
            if (threadIdx.x == 0 && a.d_bias) a.d_bias[channel] = cast<Y>(sum);
        } else {
            k.bias = bias_of(a, channel);
            if (threadIdx.x == 0 && a.got_mean) a.got_mean[channel] = cast<Y>(mean);
            if (threadIdx.x == 0 && a.got_variance) a.got_variance[channel] = cast<Y>(variance);
        }
        each_group<BACKWARD>(a, channel, [&](E *x, E *dy, i64 at) {
            E out[VEC];
#pragma unroll
            for (int v = 0; v < VEC; v++) out[v] = channel_element<BACKWARD>(k, x[v], dy[v]);
            store_group(a.y + at, 1, out, 0, VEC);
        });
    }
}

KERNEL(whole_forward, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) whole_channels<false>(a, shared);
}

KERNEL(whole_backward, norm_args) {
    __shared__ pair_state shared[THREADS];
    if (begin(a.g)) whole_channels<true>(a, shared);
}
#endif
