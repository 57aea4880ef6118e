/* resample.cu - resampling to another grid on a CUDA device.
 *
 * The host writes, in front of this text, the types X of the input, Y of the result, C in which
 * they are computed and R of weights; MODE, a wr_resample_mode; and BACK for the gradient, COPIES
 * if elements are only copied, or ROUNDS if the result has bytes.  One thread computes one element
 * of the result.  The weights are those of resample.c, computed where they are needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { NEAREST, NEAREST_EXACT, LINEAR, CUBIC, AREA };

struct resample_args {
    guard g;
    const X *in;
    Y *out;
    u64 count;
    i64 inner;
    i64 x_size[3], y_size[3]; /* sizes of x and of the result of the forward operator */
    double scale;
    u32 align_corners, antialias;
};

/* The terms of an element along one axis: `count` elements of x, from `first`. */
struct terms {
    i64 first, count;
    double weight[4];       /* of at most 4 terms */
    double middle, by, sum; /* of an antialiasing filter */
};

ON_DEVICE double clamp_to(double x, double low, double high) { return fmin(fmax(x, low), high); }

ON_DEVICE double ratio(const resample_args &a, int axis) {
    double in = (double)a.x_size[axis], out = (double)a.y_size[axis];
    if (a.align_corners) return out > 1 ? (in - 1) / (out - 1) : 0;
    return a.scale > 0 ? 1 / a.scale : in / out;
}

ON_DEVICE double cubic(double x, double slope) {
    x = fabs(x);
    if (x < 1) return ((slope + 2) * x - (slope + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * slope : 0;
}

ON_DEVICE double source(const resample_args &a, int axis, i64 i) {
    if (a.x_size[axis] == a.y_size[axis] && !(a.scale > 0)) return (double)i;
    double by = ratio(a, axis);
    return a.align_corners ? by * (double)i : by * ((double)i + 0.5) - 0.5;
}

ON_DEVICE double filter(const terms &t, i64 k) {
    double x = ((double)(t.first + k) - t.middle + 0.5) / fmax(t.by, 1.0);
    return MODE == CUBIC ? cubic(x, -0.5) : fmax(1 - fabs(x), 0.0);
}

ON_DEVICE terms nearest_terms(const resample_args &a, int axis, i64 i) {
    bool exact = MODE == NEAREST_EXACT;
    i64 n = a.x_size[axis], out = a.y_size[axis], at;
    if (a.scale > 0)
        at = (i64)fmin(((double)i + (exact ? 0.5 : 0)) / a.scale, (double)n);
    else
        at = exact ? (2 * i + 1) * n / (2 * out) : i * n / out;
    terms t = {at < n - 1 ? at : n - 1, 1, {1}};
    return t;
}

ON_DEVICE terms area_terms(const resample_args &a, int axis, i64 i) {
    i64 out = a.y_size[axis], whole = a.x_size[axis] / out, rest = a.x_size[axis] % out;
    terms t = {i * whole + i * rest / out};
    t.count = (i + 1) * whole + ((i + 1) * rest + out - 1) / out - t.first;
    return t;
}

ON_DEVICE terms filter_terms(const resample_args &a, int axis, i64 i) {
    i64 n = a.x_size[axis];
    terms t = {};
    t.by = ratio(a, axis);
    t.middle = t.by * ((double)i + 0.5);
    double reach = (MODE == CUBIC ? 2 : 1) * fmax(t.by, 1.0);
    i64 first = (i64)fmax(t.middle - reach + 0.5, 0.0);
    t.first = first < n - 1 ? first : n - 1;
    i64 most = (i64)fmin((double)n, 2 * reach + 2);
    t.count = (i64)fmin(t.middle + reach + 0.5, (double)n) - t.first;
    if (t.count > most) t.count = most;
    if (t.count < 1) t.count = 1;
    for (i64 k = 0; k < t.count; k++) t.sum += filter(t, k);
    return t;
}

ON_DEVICE terms linear_terms(const resample_args &a, int axis, i64 i) {
    i64 n = a.x_size[axis];
    double at = clamp_to(source(a, axis, i), 0, (double)(n - 1));
    terms t = {(i64)at};
    double part = at - (double)t.first;
    t.count = t.first == n - 1 ? 1 : 2;
    t.weight[0] = 1 - part;
    t.weight[1] = part;
    return t;
}

ON_DEVICE terms cubic_terms(const resample_args &a, int axis, i64 i) {
    double last = (double)(a.x_size[axis] - 1), at = source(a, axis, i), down = floor(at);
    terms t = {(i64)clamp_to(down - 1, 0, last)};
    t.count = (i64)clamp_to(down + 2, 0, last) - t.first + 1;
    for (int k = -1; k <= 2; k++) {
        i64 j = (i64)clamp_to(down + k, 0, last);
        t.weight[j - t.first] += cubic(at - (down + k), -0.75);
    }
    return t;
}

ON_DEVICE terms terms_of(const resample_args &a, int axis, i64 i) {
    if (MODE == AREA) return area_terms(a, axis, i);
    if (MODE <= NEAREST_EXACT) return nearest_terms(a, axis, i);
    if (a.antialias) return filter_terms(a, axis, i);
    return MODE == LINEAR ? linear_terms(a, axis, i) : cubic_terms(a, axis, i);
}

ON_DEVICE R weight_of(const resample_args &a, const terms &t, i64 k) {
    if (MODE == AREA) return (R)(1 / (double)t.count);
    if (MODE >= LINEAR && a.antialias)
        return (R)(t.sum != 0 ? filter(t, k) / t.sum : 1 / (double)t.count);
    return (R)t.weight[k];
}

ON_DEVICE float scaled(float x, R w) { return x * (float)w; }
ON_DEVICE double scaled(double x, R w) { return x * w; }
template <class T> ON_DEVICE cplx<T> scaled(cplx<T> x, R w) {
    return cplx<T>{x.re * (T)w, x.im * (T)w};
}

/* Bytes are rounded and limited to their range. */
ON_DEVICE Y result_of(C x) {
#ifdef ROUNDS
    return cast<Y>(floor(clamp_to(x, 0, 255) + 0.5));
#else
    return cast<Y>(x);
#endif
}

#if defined(COPIES)
ON_DEVICE Y element(const resample_args &a, i64 plane, const i64 *at, i64 inner) {
    i64 from = plane;
    for (int d = 0; d < 3; d++) from = from * a.x_size[d] + terms_of(a, d, at[d]).first;
    return cast<Y>(a.in[from * a.inner + inner]);
}
#elif defined(BACK)
/* The elements of the result of which j is a term: from `low` to `high`.  Neither the first nor the
 * last term of an element decreases with its index. */
struct users {
    i64 low, high;
};

ON_DEVICE users users_of(const resample_args &a, int axis, i64 j) {
    i64 n = a.y_size[axis], low = 0, high = n;
    while (low < high) { /* the first whose last term is at least j */
        i64 middle = low + (high - low) / 2;
        terms t = terms_of(a, axis, middle);
        if (t.first + t.count > j)
            high = middle;
        else
            low = middle + 1;
    }
    users u = {low, n - 1};
    high = n;
    while (low < high) { /* the first whose first term is behind j */
        i64 middle = low + (high - low) / 2;
        if (terms_of(a, axis, middle).first > j)
            high = middle;
        else
            low = middle + 1;
    }
    u.high = low - 1;
    return u;
}

ON_DEVICE Y element(const resample_args &a, i64 plane, const i64 *at, i64 inner) {
    users u[3];
    C sum = C{};
    for (int d = 0; d < 3; d++) u[d] = users_of(a, d, at[d]);
    for (i64 i = u[0].low; i <= u[0].high; i++) {
        terms t0 = terms_of(a, 0, i);
        R w0 = weight_of(a, t0, at[0] - t0.first);
        for (i64 k = u[1].low; k <= u[1].high; k++) {
            terms t1 = terms_of(a, 1, k);
            R w1 = w0 * weight_of(a, t1, at[1] - t1.first);
            for (i64 l = u[2].low; l <= u[2].high; l++) {
                terms t2 = terms_of(a, 2, l);
                R w = w1 * weight_of(a, t2, at[2] - t2.first);
                i64 from = ((plane * a.y_size[0] + i) * a.y_size[1] + k) * a.y_size[2] + l;
                sum = sum + scaled(cast<C>(a.in[from * a.inner + inner]), w);
            }
        }
    }
    return result_of(sum);
}
#else
ON_DEVICE Y element(const resample_args &a, i64 plane, const i64 *at, i64 inner) {
    terms t[3];
    C sum = C{};
    for (int d = 0; d < 3; d++) t[d] = terms_of(a, d, at[d]);
    for (i64 i = 0; i < t[0].count; i++) {
        R w0 = weight_of(a, t[0], i);
        for (i64 k = 0; k < t[1].count; k++) {
            R w1 = w0 * weight_of(a, t[1], k);
            i64 line = (plane * a.x_size[0] + t[0].first + i) * a.x_size[1] + t[1].first + k;
            for (i64 l = 0; l < t[2].count; l++) {
                R w = w1 * weight_of(a, t[2], l);
                i64 from = line * a.x_size[2] + t[2].first + l;
                sum = sum + scaled(cast<C>(a.in[from * a.inner + inner]), w);
            }
        }
    }
    return result_of(sum);
}
#endif

KERNEL(resample, resample_args) {
    if (!begin(a.g)) return;
#ifdef BACK
    const i64 *size = a.x_size;
#else
    const i64 *size = a.y_size;
#endif
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        i64 at[3], rest = (i64)i, inner = rest % a.inner;
        rest /= a.inner;
        for (int d = 2; d >= 0; d--) at[d] = rest % size[d], rest /= size[d];
        a.out[i] = element(a, rest, at, inner);
    }
}
