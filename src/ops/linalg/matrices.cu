/* matrices.cu - what the kernels of linear algebra share: numbers, blocks and warps.
 *
 * S is the type of the elements, R that of their real parts.  One block of threads solves one matrix.
 * Matrices are row-major copies in scratch memory, which the kernels overwrite.  The threads of a block
 * are 32 to 256, a number that depends on the sizes alone, and so does the order of every sum.  A warp
 * processes a row, so that its lanes read adjacent elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { THREADS_MAX = 256, EVERY_LANE = 0xffffffff };

/* ---- Numbers --------------------------------------------------------------------------------- */

template <class X> ON_DEVICE X conj_of(X x) { return x; }
template <class X> ON_DEVICE cplx<X> conj_of(cplx<X> x) { return cplx<X>{x.re, -x.im}; }
template <class X> ON_DEVICE X real_of(X x) { return x; }
template <class X> ON_DEVICE X real_of(cplx<X> x) { return x.re; }
template <class X> ON_DEVICE X imag_of(X x) { return 0; }
template <class X> ON_DEVICE X imag_of(cplx<X> x) { return x.im; }
template <class X> ON_DEVICE X size_of(X x) { return fabs(x); }
template <class X> ON_DEVICE X size_of(cplx<X> x) { return hypot(x.re, x.im); }
/* The larger part, and the sum of the parts: cheap, and good enough to compare sizes. */
template <class X> ON_DEVICE X most_of(X x) { return fabs(x); }
template <class X> ON_DEVICE X most_of(cplx<X> x) { return fmax(fabs(x.re), fabs(x.im)); }
template <class X> ON_DEVICE X sum_of(X x) { return fabs(x); }
template <class X> ON_DEVICE X sum_of(cplx<X> x) { return fabs(x.re) + fabs(x.im); }
template <class X> ON_DEVICE X square_of(X x) { return x * x; }
template <class X> ON_DEVICE X square_of(cplx<X> x) { return x.re * x.re + x.im * x.im; }
template <class X> ON_DEVICE X times(X x, X by) { return x * by; }
template <class X> ON_DEVICE cplx<X> times(cplx<X> x, X by) { return cplx<X>{x.re * by, x.im * by}; }
template <class X> ON_DEVICE bool is_bad(X x) { return x - x != 0; }
template <class X> ON_DEVICE bool is_bad(cplx<X> x) { return is_bad(x.re) || is_bad(x.im); }
ON_DEVICE void set_nan(f32 &x) { x = __uint_as_float(0x7fc00000u); }
ON_DEVICE void set_nan(f64 &x) { x = __longlong_as_double(0x7ff8000000000000ll); }
template <class X> ON_DEVICE void set_nan(cplx<X> &x) { set_nan(x.re), set_nan(x.im); }
ON_DEVICE S number(R x) { return cast<S>(x); }
ON_DEVICE S nan_number() {
    S x;
    set_nan(x);
    return x;
}

/* The exponent for which most 2^-exponent is at least 0.5 and less than 1. */
ON_DEVICE int exponent_of(R most) {
    int exponent = 0;
    frexp(most, &exponent);
    return exponent;
}

/* x 2^exponent, in two steps because 2^1074 overflows. */
template <class X> ON_DEVICE X scaled(X x, int exponent) {
    int half = exponent / 2;
    return ldexp(ldexp(x, half), exponent - half);
}
template <class X> ON_DEVICE cplx<X> scaled(cplx<X> x, int exponent) {
    return cplx<X>{scaled(x.re, exponent), scaled(x.im, exponent)};
}

/* Multiply a determinant by an element of the diagonal.  With `log_size`, det is its sign only, and
 * the logarithm of its size is added there; very large and very small values are scaled, because
 * their sizes may overflow, and because subnormal numbers have few significant bits. */
ON_DEVICE void multiply_determinant(c128 *det, f64 *log_size, S by) {
    c128 u = cast<c128>(by);
    if (log_size != 0) {
        f64 most = most_of(u), scale = most < 1e-200 ? 0x1p600 : most > 1e200 ? 0x1p-600 : 1;
        u = times(u, scale);
        f64 size = size_of(u);
        *log_size += log(size) - log(scale);
        u.re /= size, u.im /= size;
    }
    *det = *det * u;
}

/* ---- Blocks and warps ------------------------------------------------------------------------ */

ON_DEVICE u32 lane() { return threadIdx.x % 32; }
ON_DEVICE i64 warp() { return threadIdx.x / 32; }
ON_DEVICE i64 warps() { return blockDim.x / 32; }

/* The functions of this section are called by all threads of a block, or of a warp. */

ON_DEVICE bool block_any(bool x) {
    __shared__ u32 any;
    __syncthreads();
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (x) any = 1;
    __syncthreads();
    return any != 0;
}

ON_DEVICE i64 block_min(i64 x) {
    __shared__ i64 least[THREADS_MAX];
    __syncthreads();
    least[threadIdx.x] = x;
    for (u32 by = blockDim.x / 2; by > 0; by /= 2) {
        __syncthreads();
        if (threadIdx.x < by && least[threadIdx.x + by] < least[threadIdx.x])
            least[threadIdx.x] = least[threadIdx.x + by];
    }
    __syncthreads();
    return least[0];
}

ON_DEVICE R block_sum(R x) {
    __shared__ R sums[THREADS_MAX];
    __syncthreads();
    sums[threadIdx.x] = x;
    for (u32 by = blockDim.x / 2; by > 0; by /= 2) {
        __syncthreads();
        if (threadIdx.x < by) sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + by];
    }
    __syncthreads();
    return sums[0];
}

/* The largest value and its index; of equal ones the one with the smallest index. */
ON_DEVICE R block_max(R x, i64 at, i64 *index) {
    __shared__ R most[THREADS_MAX];
    __shared__ i64 where[THREADS_MAX];
    u32 t = threadIdx.x;
    __syncthreads();
    most[t] = x;
    where[t] = at;
    for (u32 by = blockDim.x / 2; by > 0; by /= 2) {
        __syncthreads();
        if (t < by && (most[t + by] > most[t] || (most[t + by] == most[t] && where[t + by] < where[t])))
            most[t] = most[t + by], where[t] = where[t + by];
    }
    __syncthreads();
    *index = where[0];
    return most[0];
}

ON_DEVICE R block_max(R x) {
    i64 index;
    return block_max(x, 0, &index);
}

ON_DEVICE f32 moved(f32 x, int by) { return __shfl_xor_sync(EVERY_LANE, x, by); }
ON_DEVICE f64 moved(f64 x, int by) { return __shfl_xor_sync(EVERY_LANE, x, by); }
template <class X> ON_DEVICE cplx<X> moved(cplx<X> x, int by) {
    return cplx<X>{moved(x.re, by), moved(x.im, by)};
}
template <class X> ON_DEVICE X warp_sum(X x) {
    for (int by = 16; by > 0; by /= 2) x = x + moved(x, by);
    return x;
}
ON_DEVICE R warp_max(R x) {
    for (int by = 16; by > 0; by /= 2) x = fmax(x, moved(x, by));
    return x;
}
ON_DEVICE i64 warp_min(i64 x) {
    for (int by = 16; by > 0; by /= 2) {
        i64 other = __shfl_xor_sync(EVERY_LANE, x, by);
        x = other < x ? other : x;
    }
    return x;
}

/* By a warp: the factor of size 1 that makes the first entry whose size is at least nine tenths of the
 * largest real and positive. */
template <class X> ON_DEVICE X phase_of(const X *x, i64 count) {
    R most = 0;
    i64 first = count;
    for (i64 i = lane(); i < count; i += 32) most = fmax(most, size_of(x[i]));
    most = warp_max(most);
    for (i64 i = lane(); i < count; i += 32)
        if (first == count && size_of(x[i]) >= (R)0.9 * most) first = i;
    first = warp_min(first);
    if (!(most > 0) || first >= count) return cast<X>((R)1);
    return times(conj_of(x[first]), 1 / size_of(x[first]));
}

/* By a warp: multiply by a factor, and conjugate. */
ON_DEVICE void finish_row(S *x, i64 count, S phase, bool conjugates) {
    for (i64 i = lane(); i < count; i += 32) {
        S entry = x[i] * phase;
        x[i] = conjugates ? conj_of(entry) : entry;
    }
}

ON_DEVICE void fill_nan(S *x, i64 count) {
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) set_nan(x[i]);
}

ON_DEVICE void fill_identity(S *x, i64 rows, i64 cols) {
    for (i64 i = threadIdx.x; i < rows * cols; i += blockDim.x)
        x[i] = number(i / cols == i % cols ? 1 : 0);
}

/* Is an element not finite? */
ON_DEVICE bool any_bad(const S *x, i64 count) {
    bool bad = false;
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) bad |= is_bad(x[i]);
    return block_any(bad);
}
