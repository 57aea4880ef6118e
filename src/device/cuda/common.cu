/* common.cu - the beginning of every text that is compiled for a CUDA device: types, error words,
 * dtypes.
 *
 * It is compiled by NVRTC, which has no headers, and by the stand-in of the tests with a C++
 * compiler, which defines WEIR_STAND_IN and KERNEL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_STAND_IN
#define KERNEL(name, args) extern "C" __global__ void name(const __grid_constant__ args a)
/* For kernels that are launched with this many threads, of which this many blocks shall fit on a
 * processor. */
#define KERNEL_BOUNDED(name, args, threads, blocks)                                                \
    extern "C" __global__ void __launch_bounds__(threads, blocks)                                  \
        name(const __grid_constant__ args a)
/* The shared memory that a launch asks for (wr_cuda_launch_shared). */
#define SHARED_BYTES(name) extern __shared__ __align__(128) u8 name[]
#endif
/* Functions have no other users, and are members or static. */
#define ON_DEVICE static __device__ __forceinline__

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

/* ---- Error words ----------------------------------------------------------------------------- */

enum { WORD_GOOD, WORD_FAILED, WORD_NEVER_MADE };

/* What a report may say is in reports.def: REPORT_NOTHING, REPORT_SKIPPED, REPORT_INDEX ... */

/* The report of a call.  What is on the host is for the host alone: reading it takes a kernel
 * microseconds. */
struct call_report {
    u32 reason, combined;
    u64 first;             /* the key of the failure that is reported; ~0: none, or it has no key */
    volatile u32 *host;    /* the reason */
    volatile i64 *numbers; /* on the host: what the message is about, see reports.def */
    u32 arrived; /* blocks of a kernel that have called `arrive`; otherwise 0 */
    u32 locked;  /* a thread writes numbers */
};

struct guard {
    volatile u32 *test[4];
    volatile u32 *mark[3];
    volatile call_report *report;
    u32 test_count, mark_count;
    u32 failed, unused;
};

ON_DEVICE bool is_first_thread() { return threadIdx.x == 0 && blockIdx.x == 0; }

/* A word that is tested is written during a kernel only if it stays bad, so that these loads may use
 * the caches: thousands of blocks read the same words. */
ON_DEVICE bool words_are_good(const guard &g) {
    u32 word[4];
#pragma unroll
    for (u32 i = 0; i < 4; i++) word[i] = i < g.test_count ? *(const u32 *)g.test[i] : WORD_GOOD;
    return word[0] == WORD_GOOD && word[1] == WORD_GOOD && word[2] == WORD_GOOD &&
           word[3] == WORD_GOOD;
}

ON_DEVICE void mark_word(volatile u32 *word, bool good, u32 failed) {
    if (good)
        *word = WORD_GOOD;
    else if (failed == WORD_NEVER_MADE || *word == WORD_GOOD)
        *word = failed;
}

ON_DEVICE void write_report(const guard &g, u32 reason) {
    g.report->reason = reason;
    *g.report->host = reason;
}

/* Every kernel begins with this: may it run?  The first thread marks the outputs. */
ON_DEVICE bool begin(const guard &g) {
    bool good = words_are_good(g);
    if (is_first_thread()) {
#pragma unroll 1
        for (u32 i = 0; i < g.mark_count; i++) mark_word(g.mark[i], good, g.failed);
        if (!good) write_report(g, REPORT_SKIPPED);
    }
    return good;
}

/* The call fails, with numbers for its message.  Its kernels must not mark the outputs: they begin with
 * `c->test`, and wr_cuda_mark is called after them.  Of several failures the one with the lowest key is reported,
 * and of those with equal keys the first: threads that run at the same time need different keys, or
 * equal numbers.  Then the message does not depend on the order of threads. */
ON_DEVICE void fail_at(const guard &g, u32 reason, u64 key, i64 n0, i64 n1 = 0, i64 n2 = 0, i64 n3 = 0,
                       i64 n4 = 0) {
    volatile call_report *r = g.report;
    for (bool done = key >= r->first; !done;) {
        if (atomicCAS((u32 *)&r->locked, 0u, 1u) != 0) continue;
        __threadfence();
        if (key < r->first) {
            r->numbers[0] = n0, r->numbers[1] = n1, r->numbers[2] = n2;
            r->numbers[3] = n3, r->numbers[4] = n4;
            r->first = key;
            write_report(g, reason);
        }
        __threadfence_system();
        atomicExch((u32 *)&r->locked, 0u);
        done = true;
    }
}

/* Has a kernel of this call failed before this one?  The load may use the caches, as above. */
ON_DEVICE bool has_failed(const guard &g) {
    return *(const u32 *)&g.report->reason != REPORT_NOTHING;
}

/* By one thread of each block: is this the last block to call it?  That block sees what the threads
 * that called it have written before, in all blocks, if its loads do not use the L1 cache. */
ON_DEVICE bool arrive(const guard &g) {
    u32 *arrived = (u32 *)&g.report->arrived;
    __threadfence();
    if (atomicAdd(arrived, 1u) + 1 < gridDim.x) return false;
    *arrived = 0;
    __threadfence();
    return true;
}

/* The sum of the values of the threads of this block before this one, and of all.  There must be
 * THREADS of them. */
template <int THREADS> ON_DEVICE i64 sum_before(i64 value, i64 *all) {
    __shared__ i64 sums[THREADS];
    u32 t = threadIdx.x;
    sums[t] = value;
    __syncthreads();
    for (u32 by = 1; by < THREADS; by *= 2) {
        i64 other = t >= by ? sums[t - by] : 0;
        __syncthreads();
        sums[t] += other;
        __syncthreads();
    }
    i64 before = sums[t] - value;
    *all = sums[THREADS - 1];
    __syncthreads();
    return before;
}

/* By one block of THREADS threads: replace each of n counts by the sum of those before it, and return the sum of
 * all. */
template <int THREADS> ON_DEVICE i64 sum_counts(i64 *counts, u64 n) {
    i64 total = 0;
    for (u64 first = 0; first < n; first += THREADS) {
        u64 i = first + threadIdx.x;
        i64 count = i < n ? counts[i] : 0, all;
        i64 before = sum_before<THREADS>(count, &all);
        if (i < n) counts[i] = total + before;
        total += all;
    }
    return total;
}

/* ---- Dtypes ---------------------------------------------------------------------------------- */

struct f16 {
    u16 bits;
};
struct bf16 {
    u16 bits;
};
struct boolean {
    u8 bits;
};

template <class T> struct cplx {
    T re, im;
};
typedef cplx<float> c64;
typedef cplx<double> c128;

#ifdef WEIR_STAND_IN
ON_DEVICE float float_of(f16 x) {
    u32 sign = (u32)(x.bits & 0x8000u) << 16, exponent = x.bits >> 10 & 31, fraction = x.bits & 1023;
    if (exponent == 0) return (sign ? -1.0f : 1.0f) * (float)fraction * 5.9604644775390625e-8f;
    return __uint_as_float(sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13);
}
ON_DEVICE f16 f16_of(float x) {
    u32 word = __float_as_uint(x), sign = word >> 16 & 0x8000, rest = word & 0x7fffffff;
    f16 y = {(u16)sign};
    if (rest > 0x7f800000) {
        y.bits |= 0x7e00;
    } else if (rest >= 0x477ff000) {
        y.bits |= 0x7c00;
    } else if (rest < 0x38800000) { /* subnormal: let the addition round */
        float sum = __uint_as_float(rest) + 0.5f;
        y.bits |= (u16)(__float_as_uint(sum) - 0x3f000000);
    } else {
        y.bits |= (u16)((rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13);
    }
    return y;
}
#else
ON_DEVICE float float_of(f16 x) {
    float y;
    asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
    return y;
}
ON_DEVICE f16 f16_of(float x) {
    f16 y;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
    return y;
}
#endif
ON_DEVICE float float_of(bf16 x) { return __uint_as_float((u32)x.bits << 16); }
ON_DEVICE bf16 bf16_of(float x) {
    u32 word = __float_as_uint(x);
    bf16 y = {(u16)(x != x ? word >> 16 | 64 : (word + 0x7fff + (word >> 16 & 1)) >> 16)};
    return y;
}

/* Floats are truncated to integers.  What is out of the range of 64 bits becomes -2^63. */
ON_DEVICE i64 integer_of(double x) {
    bool fits = x >= -9223372036854775808.0 && x < 9223372036854775808.0;
    return fits ? (i64)x : (i64)(1ull << 63);
}
ON_DEVICE u64 unsigned_of(double x) {
    bool high = x >= 9223372036854775808.0 && x < 18446744073709551616.0;
    return high ? (u64)x : (u64)integer_of(x);
}

/* Convert to float32 and round to odd, so that a second rounding, to 16 bits, gives the nearest
 * value of the original. */
ON_DEVICE float odd_of(double x) {
    float y = (float)x;
    u32 word = __float_as_uint(y);
    if (!(fabs(x) < 3.5e38) || (double)y == x) return y;
    if (fabs((double)y) > fabs(x)) word--;
    return __uint_as_float(word | 1);
}
ON_DEVICE float odd_of(i64 x) {
    u64 low = (u64)x & 0xffff;
    bool big = ((u64)x + (1ull << 51)) >> 52 != 0;
    return odd_of((double)(big ? (i64)(((u64)x & ~0xffffull) | (low != 0 ? 0x10000 : 0)) : x));
}
ON_DEVICE float odd_of(u64 x) {
    u64 low = x & 0xffff;
    return odd_of((double)(x >> 52 != 0 ? ((x & ~0xffffull) | (low != 0 ? 0x10000 : 0)) : x));
}

/* cast<To>(x) converts between dtypes.  `wide` is the type in which a value of a dtype is computed:
 * 16-bit floats become float32. */
ON_DEVICE u8 wide(boolean x) { return x.bits; }
ON_DEVICE float wide(f16 x) { return float_of(x); }
ON_DEVICE float wide(bf16 x) { return float_of(x); }
template <class T> ON_DEVICE T wide(T x) { return x; }

template <class T> struct caster {
    template <class F> ON_DEVICE T of(F x) { return (T)x; }
    ON_DEVICE T of(float x) { return (T)integer_of(x); }
    ON_DEVICE T of(double x) { return (T)integer_of(x); }
    template <class F> ON_DEVICE T of(cplx<F> x) { return of(x.re); }
};
template <> struct caster<u64> {
    template <class F> ON_DEVICE u64 of(F x) { return (u64)x; }
    ON_DEVICE u64 of(float x) { return unsigned_of(x); }
    ON_DEVICE u64 of(double x) { return unsigned_of(x); }
    template <class F> ON_DEVICE u64 of(cplx<F> x) { return of(x.re); }
};
template <> struct caster<float> {
    template <class F> ON_DEVICE float of(F x) { return (float)x; }
    template <class F> ON_DEVICE float of(cplx<F> x) { return (float)x.re; }
};
template <> struct caster<double> {
    template <class F> ON_DEVICE double of(F x) { return (double)x; }
    template <class F> ON_DEVICE double of(cplx<F> x) { return (double)x.re; }
};
template <> struct caster<boolean> {
    template <class F> ON_DEVICE boolean of(F x) { return boolean{(u8)(x != 0)}; }
    template <class F> ON_DEVICE boolean of(cplx<F> x) {
        return boolean{(u8)(x.re != 0 || x.im != 0)};
    }
};
/* To float32 for a second rounding. */
template <class F> ON_DEVICE float before_half(F x) { return odd_of((i64)x); }
ON_DEVICE float before_half(u64 x) { return odd_of(x); }
ON_DEVICE float before_half(float x) { return x; }
ON_DEVICE float before_half(double x) { return odd_of(x); }
ON_DEVICE float before_half(c64 x) { return x.re; }
ON_DEVICE float before_half(c128 x) { return odd_of(x.re); }
template <> struct caster<f16> {
    template <class F> ON_DEVICE f16 of(F x) { return f16_of(before_half(x)); }
};
template <> struct caster<bf16> {
    template <class F> ON_DEVICE bf16 of(F x) { return bf16_of(before_half(x)); }
};
template <class T> struct caster<cplx<T>> {
    template <class F> ON_DEVICE cplx<T> of(F x) { return cplx<T>{(T)x, 0}; }
    template <class F> ON_DEVICE cplx<T> of(cplx<F> x) { return cplx<T>{(T)x.re, (T)x.im}; }
};
/* Copies of 16-bit floats keep the bits of NaN. */
template <class To, class From> struct conversion {
    ON_DEVICE To of(From x) { return caster<To>::of(wide(x)); }
};
template <> struct conversion<f16, f16> {
    ON_DEVICE f16 of(f16 x) { return x; }
};
template <> struct conversion<bf16, bf16> {
    ON_DEVICE bf16 of(bf16 x) { return x; }
};
template <class To, class From> ON_DEVICE To cast(From x) { return conversion<To, From>::of(x); }

/* A constant: the compiler would compute 1 / 0.0 at run time, with a call. */
ON_DEVICE f32 infinity() { return __uint_as_float(0x7f800000u); }

/* ---- Vectors and indices --------------------------------------------------------------------- */

/* Elements that are loaded or stored by one instruction, if they have up to 16 bytes. */
template <class T, int N> struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) pack { T x[N]; };

/* Store a pack at an aligned address.  The compiler might divide a store of a struct. */
ON_DEVICE void store_word(uint4 *to, uint4 x) {
#ifdef WEIR_STAND_IN
    *to = x;
#else
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w)
                 : "memory");
#endif
}
template <class T, int N> ON_DEVICE void store_pack(void *to, const pack<T, N> &p) {
    if (sizeof p % sizeof(uint4) != 0) {
        *(pack<T, N> *)to = p;
        return;
    }
    uint4 words[sizeof p < sizeof(uint4) ? 1 : sizeof p / sizeof(uint4)];
    memcpy(words, &p, sizeof p < sizeof words ? sizeof p : sizeof words);
#pragma unroll
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        store_word((uint4 *)to + i, words[i]);
}

/* Division by a number that is known on the host, of numbers below 2^31 (cuda_divider.h). */
struct divider {
    u32 multiplier, shift;
};
ON_DEVICE u32 divide(u32 n, const divider &by) {
    return ((u32)((u64)n * by.multiplier >> 32) + n) >> by.shift;
}

/* ---- Complex numbers ------------------------------------------------------------------------- */

template <class T> ON_DEVICE cplx<T> operator+(cplx<T> x, cplx<T> z) {
    return cplx<T>{x.re + z.re, x.im + z.im};
}
template <class T> ON_DEVICE cplx<T> operator-(cplx<T> x, cplx<T> z) {
    return cplx<T>{x.re - z.re, x.im - z.im};
}
template <class T> ON_DEVICE cplx<T> operator-(cplx<T> x) { return cplx<T>{-x.re, -x.im}; }
template <class T> ON_DEVICE cplx<T> operator*(cplx<T> x, cplx<T> z) {
    return cplx<T>{x.re * z.re - x.im * z.im, x.re * z.im + x.im * z.re};
}
template <class T> ON_DEVICE bool operator==(cplx<T> x, cplx<T> z) {
    return x.re == z.re && x.im == z.im;
}
template <class T> ON_DEVICE bool operator!=(cplx<T> x, cplx<T> z) { return !(x == z); }
/* Scaled, so that the squares do not overflow. */
template <class T> ON_DEVICE cplx<T> operator/(cplx<T> x, cplx<T> z) {
    if (fabs(z.re) >= fabs(z.im)) {
        T r = z.im / z.re, d = z.re + z.im * r;
        return cplx<T>{(x.re + x.im * r) / d, (x.im - x.re * r) / d};
    }
    T r = z.re / z.im, d = z.re * r + z.im;
    return cplx<T>{(x.re * r + x.im) / d, (x.im * r - x.re) / d};
}
