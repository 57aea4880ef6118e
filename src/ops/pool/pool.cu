/* pool.cu - pooling on a CUDA device.
 *
 * The host writes, in front of this text, the types X, D and Y of x, dy and the result, the type C
 * in which they are computed, the type I of indices, MODE, a wr_pooling_mode, and FIRST, the first
 * axis that is longer than one element.
 *
 * One thread computes one element of the result, or a warp if windows are large.  A gradient is
 * gathered: the thread of an element of x visits the windows that contain it, in their order.  For
 * the gradient of a maximum, a kernel has found the largest element of each window before.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define MAX_OF       0
#define INDEX_OF_MAX 1
#define MAX_GRAD     2
#define MEAN_OF      3
#define MEAN_GRAD    4

struct pool_args {
    guard g;
    const X *x;
    const D *dy;
    Y *y;
    I *found; /* MAX_GRAD: for each window, the index of its largest element in the plane */
    u64 count, windows;
    i64 in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
    u32 adaptive, include_padding;
    divider by_in[3], by_stride[3]; /* for `apart_gradients` */
};

ON_DEVICE I in_plane(const pool_args &a) { return (I)a.in[0] * (I)a.in[1] * (I)a.in[2]; }

/* As wr_window in pool_windows.h. */
struct window {
    I first, count, apart, share;
};

ON_DEVICE window window_at(const pool_args &a, int axis, I index) {
    I n = (I)a.in[axis];
    if (axis < FIRST) return window{0, 1, 1, 1};
    if (a.adaptive) {
        I out = (I)a.out[axis], whole = n / out, rest = n % out;
        I first = index * whole + index * rest / out;
        I end = (index + 1) * whole + ((index + 1) * rest + out - 1) / out;
        return window{first, end - first, 1, end - first};
    }
    I apart = (I)a.dilation[axis], first = index * (I)a.stride[axis] - (I)a.padding[axis];
    I end = first + ((I)a.kernel[axis] - 1) * apart + 1, limit = n + (I)a.padding[axis];
    window w = {first, 0, apart, (end < limit ? end : limit) - first};
    if (first < 0) w.first += apart == 1 ? -first : (-first + apart - 1) / apart * apart;
    if (end > n) end = n;
    if (end > w.first) w.count = apart == 1 ? end - w.first : (end - w.first + apart - 1) / apart;
    if (!a.include_padding) w.share = w.count;
    return w;
}

/* The windows of an axis that may contain position `at`: from `low` to `high`. */
struct range {
    I low, high;
};

ON_DEVICE range windows_near(const pool_args &a, int axis, I at) {
    I n = (I)a.in[axis], out = (I)a.out[axis], low, high;
    if (axis < FIRST) return range{0, 0};
    if (a.adaptive) {
        low = at * out / n;
        high = ((at + 1) * out + n - 1) / n - 1;
    } else {
        I stride = (I)a.stride[axis], last = at + (I)a.padding[axis];
        I first = last - ((I)a.kernel[axis] - 1) * (I)a.dilation[axis];
        low = first <= 0 ? 0 : (first + stride - 1) / stride;
        high = last / stride;
    }
    return range{low, high < out ? high : out - 1};
}

/* The divisor of a mean. */
ON_DEVICE C share_of(const window *w) {
    return (C)w[0].share * (C)w[1].share * (C)w[2].share;
}

ON_DEVICE bool contains(const window &w, I at) {
    return at >= w.first && at < w.first + w.count * w.apart &&
           (w.apart == 1 || (at - w.first) % w.apart == 0);
}

/* Split an index into that of a plane, which is returned, and the place in it. */
ON_DEVICE I place_of(I index, const i64 *size, I *place) {
    for (int d = 2; d >= FIRST; d--) {
        I rest = index / (I)size[d];
        place[d] = index - rest * (I)size[d];
        index = rest;
    }
    for (int d = 0; d < FIRST; d++) place[d] = 0;
    return index;
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Call f(index in the plane) for all elements of a window, or every 32nd if a warp shares it. */
template <bool WIDE, class F> ON_DEVICE void each(const pool_args &a, const window *w, F f) {
    if (WIDE) {
        I all = w[0].count * w[1].count * w[2].count;
        for (I e = (I)(threadIdx.x % 32); e < all; e += 32) {
            I row = e / w[2].count, l = e - row * w[2].count, i = row / w[1].count;
            I k = row - i * w[1].count;
            I line = (w[0].first + i * w[0].apart) * (I)a.in[1] + w[1].first + k * w[1].apart;
            f(line * (I)a.in[2] + w[2].first + l * w[2].apart);
        }
        return;
    }
    for (I i = 0; i < w[0].count; i++)
        for (I k = 0; k < w[1].count; k++) {
            I line = (w[0].first + i * w[0].apart) * (I)a.in[1] + w[1].first + k * w[1].apart;
            I at = line * (I)a.in[2] + w[2].first;
            for (I l = 0; l < w[2].count; l++, at += w[2].apart) f(at);
        }
}

struct best {
    C value;
    I at; /* in the plane */
};

/* The largest element of a window; the first of equal ones, the last of several NaN. */
ON_DEVICE bool is_before(const best &a, const best &b) {
    if (b.value != b.value) return a.value == a.value || b.at > a.at;
    return b.value > a.value || (b.value == a.value && b.at < a.at);
}

template <bool WIDE> ON_DEVICE best largest(const pool_args &a, const X *plane, const window *w) {
    best b = {0, (w[0].first * (I)a.in[1] + w[1].first) * (I)a.in[2] + w[2].first};
    b.value = cast<C>(plane[b.at]);
    each<WIDE>(a, w, [&](I at) {
        best other = {cast<C>(plane[at]), at};
        if (is_before(b, other)) b = other;
    });
    for (int by = 16; WIDE && by > 0; by /= 2) {
        best other = {__shfl_xor_sync(0xffffffffu, b.value, by),
                      __shfl_xor_sync(0xffffffffu, b.at, by)};
        if (is_before(b, other)) b = other;
    }
    return b;
}

template <bool WIDE> ON_DEVICE C sum(const pool_args &a, const X *plane, const window *w) {
    C total = 0;
    each<WIDE>(a, w, [&](I at) { total += cast<C>(plane[at]); });
    for (int by = 16; WIDE && by > 0; by /= 2) total += __shfl_xor_sync(0xffffffffu, total, by);
    return total;
}

/* All windows, each by one thread, or by one warp if WIDE. */
template <bool WIDE> ON_DEVICE void all_windows(const pool_args &a) {
    u64 step = (u64)gridDim.x * blockDim.x / (WIDE ? 32 : 1);
    u64 i = ((u64)blockIdx.x * blockDim.x + threadIdx.x) / (WIDE ? 32 : 1);
    bool writes = !WIDE || threadIdx.x % 32 == 0;
    for (; i < a.windows; i += step) {
        I place[3];
        window w[3];
        const X *plane = a.x + (i64)place_of((I)i, a.out, place) * in_plane(a);
        for (int d = 0; d < 3; d++) w[d] = window_at(a, d, place[d]);
        if (MODE == MEAN_OF) {
            C total = sum<WIDE>(a, plane, w);
            if (writes) a.y[i] = cast<Y>((C)(total / share_of(w)));
            continue;
        }
        best b = largest<WIDE>(a, plane, w);
        if (!writes) continue;
        if (MODE == MAX_OF)
            a.y[i] = cast<Y>(b.value);
        else if (MODE == INDEX_OF_MAX)
            a.y[i] = cast<Y>(b.at);
        else
            a.found[i] = b.at;
    }
}

#if MODE != MEAN_GRAD
KERNEL(windows, pool_args) {
    if (begin(a.g)) all_windows<false>(a);
}

KERNEL(wide_windows, pool_args) {
    if (begin(a.g)) all_windows<true>(a);
}
#endif

/* ---- Gradients ------------------------------------------------------------------------------- */

ON_DEVICE C gradient(const pool_args &a, I plane, const I *place) {
    I at = (place[0] * (I)a.in[1] + place[1]) * (I)a.in[2] + place[2];
    range r[3];
    window w[3];
    C total = 0;
    for (int d = 0; d < 3; d++) r[d] = windows_near(a, d, place[d]);
    for (I i = r[0].low; i <= r[0].high; i++) {
        w[0] = window_at(a, 0, i);
        if (!contains(w[0], place[0])) continue;
        for (I k = r[1].low; k <= r[1].high; k++) {
            w[1] = window_at(a, 1, k);
            if (!contains(w[1], place[1])) continue;
            for (I l = r[2].low; l <= r[2].high; l++) {
                I from = ((plane * (I)a.out[0] + i) * (I)a.out[1] + k) * (I)a.out[2] + l;
                if (MODE == MAX_GRAD) {
                    if (a.found[from] == at) total += cast<C>(a.dy[from]);
                    continue;
                }
                w[2] = window_at(a, 2, l);
                if (contains(w[2], place[2]))
                    total += cast<C>(a.dy[from]) / share_of(w);
            }
        }
    }
    return total;
}

#if MODE == MAX_GRAD || MODE == MEAN_GRAD
KERNEL(gradients, pool_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        I place[3], plane = place_of((I)i, a.in, place);
        a.y[i] = cast<Y>(gradient(a, plane, place));
    }
}

/* The same if an element belongs to at most one window: strides are not less than windows, which
 * are not dilated, and indices have 32 bits.  Divisions would take most of the time. */
KERNEL(apart_gradients, pool_args) {
    if (!begin(a.g)) return;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (u32)a.count) return;
    u32 rest = i, from = 0, step = 1, at = 0, line = 1;
    bool inside = true;
    C share = 1;
#pragma unroll
    for (int d = 2; d >= FIRST; d--) {
        u32 n = (u32)a.in[d], next = divide(rest, a.by_in[d]), place = rest - next * n;
        u32 padding = (u32)a.padding[d], index = divide(place + padding, a.by_stride[d]);
        i32 first = (i32)(index * (u32)a.stride[d] - padding), end = first + (i32)a.kernel[d];
        i32 most = (i32)(a.include_padding ? n + padding : n);
        inside = inside && index < (u32)a.out[d] && (i32)place < end;
        share *= (C)((end < most ? end : most) - (first < 0 && !a.include_padding ? 0 : first));
        from += index * step, step *= (u32)a.out[d];
        at += place * line, line *= n;
        rest = next;
    }
    from += rest * step; /* the plane */
    C total = 0;
    if (inside && MODE == MEAN_GRAD) total += cast<C>(a.dy[from]) / share;
    if (inside && MODE == MAX_GRAD && a.found[from] == (I)at) total += cast<C>(a.dy[from]);
    a.y[i] = cast<Y>(total);
}
#endif
