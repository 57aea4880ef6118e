/* fft.cu - what cuFFT leaves to do: conversions, cropping, padding, scales and the order of the
 * dimensions; and NaN in all results of a transform with a value that is not finite.
 *
 * F is the dtype that is read, T the one that is written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
template <class X> ON_DEVICE bool is_bad(X x) { return x - x != 0; }
template <class X> ON_DEVICE bool is_bad(cplx<X> x) { return is_bad(x.re) || is_bad(x.im); }

ON_DEVICE void set_nan(f32 &x) { x = __uint_as_float(0x7fc00000u); }
ON_DEVICE void set_nan(f64 &x) { x = __longlong_as_double(0x7ff8000000000000ll); }
template <class X> ON_DEVICE void set_nan(cplx<X> &x) { set_nan(x.re), set_nan(x.im); }

template <class X> ON_DEVICE X scaled(X x, double by) { return x * (X)by; }
template <class X> ON_DEVICE cplx<X> scaled(cplx<X> x, double by) {
    return cplx<X>{x.re * (X)by, x.im * (X)by};
}
template <class X> ON_DEVICE X only_real(X x) { return x; }
template <class X> ON_DEVICE cplx<X> only_real(cplx<X> x) { return cplx<X>{x.re, 0}; }

struct gather_args {
    guard g;
    const F *from;
    T *to;
    u64 count; /* of elements of `to` */
    double scale;
    i64 dims;
    i64 half; /* 0, or the number of frequencies along the last dimension: 0 to n/2 of n */
    i64 even; /* n is even */
    i64 cleans; /* values that are not finite become NaN in both parts */
    /* of the dimensions of `to`: its shape, the strides of `from`, and how many indices `from` has */
    i64 shape[DIMS], step[DIMS], size[DIMS];
};

/* Elements of `to` that `from` does not have are 0.  The imaginary parts of frequencies 0 and n/2 are
 * not read. */
KERNEL(gather, gather_args) {
    if (!begin(a.g)) return;
    u64 by = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += by) {
        u64 rest = i;
        i64 at = 0;
        bool inside = true;
        for (i64 d = a.dims - 1; d >= 0; d--) {
            u64 shape = (u64)a.shape[d], next;
            i64 index;
            if (d == 0) {
                next = 0;
                index = (i64)rest;
            } else if ((rest | shape) >> 32 == 0) {
                next = (u32)rest / (u32)shape;
                index = (i64)((u32)rest % (u32)shape);
            } else {
                next = rest / shape;
                index = (i64)(rest % shape);
            }
            inside &= index < a.size[d];
            at += index * a.step[d];
            rest = next;
        }
        T y = cast<T>(0);
        if (inside) {
            F x = a.from[at];
            bool bad = a.cleans && is_bad(wide(x));
            y = scaled(cast<T>(x), a.scale);
            if (bad) set_nan(y);
        }
        if (a.half != 0) {
            u64 k = i % (u64)a.half;
            if (k == 0 || (a.even && k + 1 == (u64)a.half)) y = only_real(y);
        }
        a.to[i] = y;
    }
}

struct spread_args {
    guard g;
    const F *from;
    T *to;
    u64 batch, from_count, to_count; /* transforms, and the elements of each */
};

/* Results 0 are sums of all elements, so only transforms whose result 0 is not finite can have an
 * element that is not. */
KERNEL(spread, spread_args) {
    __shared__ u32 bad[256], any;
    if (!begin(a.g)) return;
    for (u64 first = (u64)blockIdx.x * 256; first < a.batch; first += (u64)gridDim.x * 256) {
        u64 i = first + threadIdx.x;
        if (threadIdx.x == 0) any = 0;
        __syncthreads();
        bad[threadIdx.x] = i < a.batch && is_bad(a.to[i * a.to_count]);
        if (bad[threadIdx.x]) any = 1;
        __syncthreads();
        bool looks = any != 0;
        __syncthreads();
        for (u32 t = 0; looks && t < 256; t++) {
            if (!bad[t]) continue;
            const F *from = a.from + (first + t) * a.from_count;
            T *to = a.to + (first + t) * a.to_count;
            if (threadIdx.x == 0) any = 0;
            __syncthreads();
            for (u64 j = threadIdx.x; j < a.from_count; j += 256)
                if (is_bad(wide(from[j]))) any = 1;
            __syncthreads();
            bool fills = any != 0;
            for (u64 j = threadIdx.x; fills && j < a.to_count; j += 256) set_nan(to[j]);
            __syncthreads();
        }
    }
}
