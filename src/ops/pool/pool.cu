/* pool.cu - pooling on a CUDA device.
 *
 * The host writes, in front of this text, the types X, D and Y of x, dy and the result, the type C
 * in which they are computed, and MODE, a wr_pooling_mode.  One thread computes one element of the
 * result.  A gradient is gathered: the thread of an element of x visits the windows that contain
 * it, in their order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { MAX_OF, INDEX_OF_MAX, MAX_GRAD, MEAN_OF, MEAN_GRAD };

struct pool_args {
    guard g;
    const X *x;
    const D *dy;
    Y *y;
    u64 count;
    i64 in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
    u32 adaptive, include_padding;
};

/* As wr_window in pool_windows.h. */
struct window {
    i64 first, count, apart, share;
};

ON_DEVICE window window_at(const pool_args &a, int axis, i64 index) {
    i64 n = a.in[axis];
    if (a.adaptive) {
        i64 out = a.out[axis], whole = n / out, rest = n % out;
        i64 first = index * whole + index * rest / out;
        i64 end = (index + 1) * whole + ((index + 1) * rest + out - 1) / out;
        return window{first, end - first, 1, end - first};
    }
    i64 apart = a.dilation[axis], first = index * a.stride[axis] - a.padding[axis];
    i64 end = first + (a.kernel[axis] - 1) * apart + 1, limit = n + a.padding[axis];
    window w = {first, 0, apart, (end < limit ? end : limit) - first};
    if (first < 0) w.first += (-first + apart - 1) / apart * apart;
    if (end > n) end = n;
    if (end > w.first) w.count = (end - w.first + apart - 1) / apart;
    if (!a.include_padding) w.share = w.count;
    return w;
}

/* The windows of an axis that may contain position `at`: from `low` to `high`. */
struct range {
    i64 low, high;
};

ON_DEVICE range windows_near(const pool_args &a, int axis, i64 at) {
    i64 n = a.in[axis], out = a.out[axis], low, high;
    if (a.adaptive) {
        low = at * out / n;
        high = ((at + 1) * out + n - 1) / n - 1;
    } else {
        i64 stride = a.stride[axis], last = at + a.padding[axis];
        i64 first = last - (a.kernel[axis] - 1) * a.dilation[axis];
        low = first <= 0 ? 0 : (first + stride - 1) / stride;
        high = last / stride;
    }
    return range{low, high < out ? high : out - 1};
}

ON_DEVICE bool contains(const window &w, i64 at) {
    return at >= w.first && at < w.first + w.count * w.apart && (at - w.first) % w.apart == 0;
}

struct best {
    C value;
    i64 at; /* in the plane */
};

/* The largest element of a window; the first of equal ones, the last of several NaN. */
ON_DEVICE best largest(const pool_args &a, const X *plane, const window *w) {
    best b = {0, (w[0].first * a.in[1] + w[1].first) * a.in[2] + w[2].first};
    b.value = cast<C>(plane[b.at]);
    for (i64 i = 0; i < w[0].count; i++)
        for (i64 k = 0; k < w[1].count; k++) {
            i64 line = (w[0].first + i * w[0].apart) * a.in[1] + w[1].first + k * w[1].apart;
            i64 at = line * a.in[2] + w[2].first;
            for (i64 l = 0; l < w[2].count; l++, at += w[2].apart) {
                C v = cast<C>(plane[at]);
                if (v > b.value || v != v) b = best{v, at};
            }
        }
    return b;
}

ON_DEVICE C sum(const pool_args &a, const X *plane, const window *w) {
    C total = 0;
    for (i64 i = 0; i < w[0].count; i++)
        for (i64 k = 0; k < w[1].count; k++) {
            i64 line = (w[0].first + i * w[0].apart) * a.in[1] + w[1].first + k * w[1].apart;
            i64 at = line * a.in[2] + w[2].first;
            for (i64 l = 0; l < w[2].count; l++, at += w[2].apart) total += cast<C>(plane[at]);
        }
    return total;
}

ON_DEVICE C gradient(const pool_args &a, u64 index, i64 place[3]) {
    i64 plane = (i64)(index / (u64)(a.in[0] * a.in[1] * a.in[2])), at = 0;
    range r[3];
    window w[3];
    C total = 0;
    for (int d = 0; d < 3; d++) {
        r[d] = windows_near(a, d, place[d]);
        at = at * a.in[d] + place[d];
    }
    for (i64 i = r[0].low; i <= r[0].high; i++) {
        w[0] = window_at(a, 0, i);
        if (!contains(w[0], place[0])) continue;
        for (i64 k = r[1].low; k <= r[1].high; k++) {
            w[1] = window_at(a, 1, k);
            if (!contains(w[1], place[1])) continue;
            for (i64 l = r[2].low; l <= r[2].high; l++) {
                w[2] = window_at(a, 2, l);
                if (!contains(w[2], place[2])) continue;
                C dy = cast<C>(a.dy[((plane * a.out[0] + i) * a.out[1] + k) * a.out[2] + l]);
                if (MODE == MEAN_GRAD)
                    total += dy / (C)(w[0].share * w[1].share * w[2].share);
                else if (largest(a, a.x + plane * a.in[0] * a.in[1] * a.in[2], w).at == at)
                    total += dy;
            }
        }
    }
    return total;
}

KERNEL(pool, pool_args) {
    if (!begin(a.g)) return;
    bool back = MODE == MAX_GRAD || MODE == MEAN_GRAD;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        i64 place[3];
        u64 rest = i;
        for (int d = 2; d >= 0; d--) {
            u64 n = (u64)(back ? a.in[d] : a.out[d]);
            place[d] = (i64)(rest % n);
            rest /= n;
        }
        if (back) {
            a.y[i] = cast<Y>(gradient(a, i, place));
            continue;
        }
        window w[3];
        for (int d = 0; d < 3; d++) w[d] = window_at(a, d, place[d]);
        const X *plane = a.x + (i64)rest * a.in[0] * a.in[1] * a.in[2];
        if (MODE == MEAN_OF)
            a.y[i] = cast<Y>((C)(sum(a, plane, w) / (C)(w[0].share * w[1].share * w[2].share)));
        else if (MODE == MAX_OF)
            a.y[i] = cast<Y>(largest(a, plane, w).value);
        else
            a.y[i] = cast<Y>(largest(a, plane, w).at);
    }
}
