/* random.cu - distributions whose elements take a fixed number of random bits, dropout, permutations.
 *
 * random_simd.c has the same formulas for vectors.  A thread computes a block of
 * four random words, and the elements that these belong to.  KIND selects the distribution, T is the
 * dtype of the result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define KIND_UNIFORM32     0
#define KIND_UNIFORM64     1
#define KIND_NORMAL32      2
#define KIND_NORMAL64      3
#define KIND_EXPONENTIAL32 4
#define KIND_EXPONENTIAL64 5
#define KIND_INTEGERS      6
#define KIND_WIDE_INTEGERS 7
#define KIND_KEEP          8 /* of dropout */

struct fill_args {
    guard g;
    T *out;
    u64 count, seed, call;
    float a32, b32, top32;
    u32 limit, one;
    double a64, b64, top64;
    u64 low, range;
    /* dropout */
    const T *from; /* or NULL: the input is `value` */
    boolean *mask;
    u64 value[2];
};

#if KIND == KIND_UNIFORM32 || KIND == KIND_NORMAL32 || KIND == KIND_EXPONENTIAL32 ||         \
    KIND == KIND_KEEP
enum { PARTS = 4 }; /* elements of a block */
#elif KIND == KIND_WIDE_INTEGERS
enum { PARTS = 1 };
#else
enum { PARTS = 2 };
#endif

/* ---- Fills ----------------------------------------------------------------------------------- */

ON_DEVICE void put(const fill_args &a, u64 at, T x) {
    if (at < a.count) a.out[at] = x;
}

/* Write element `at` and those that are 16, 32 and 48 positions later. */
ON_DEVICE void write_block(const fill_args &a, const u32 *x, u64 at) {
#if KIND == KIND_UNIFORM32
    for (int w = 0; w < 4; w++)
        put(a, at + 16 * w,
            cast<T>(fminf(fmaf((float)(i32)(x[w] >> 8) * 0x1p-24f, a.b32, a.a32), a.top32)));
#elif KIND == KIND_UNIFORM64
    for (int h = 0; h < 2; h++)
        put(a, at + 16 * h,
            cast<T>(fmin(fma((double)(i64)(half_of(x, h) >> 11) * 0x1p-53, a.b64, a.a64), a.top64)));
#elif KIND == KIND_NORMAL32
    for (int w = 0; w < 4; w += 2) {
        float radius = sqrtf(neg2log(x[w])) * a.b32, first, second;
        circle(x[w + 1], &first, &second);
        put(a, at + 16 * w, cast<T>(fmaf(radius, first, a.a32)));
        put(a, at + 16 * w + 16, cast<T>(fmaf(radius, second, a.a32)));
    }
#elif KIND == KIND_NORMAL64
    double radius = sqrt(neg2log(half_of(x, 0))) * a.b64, first, second;
    circle(half_of(x, 1), &first, &second);
    put(a, at, cast<T>(fma(radius, first, a.a64)));
    put(a, at + 16, cast<T>(fma(radius, second, a.a64)));
#elif KIND == KIND_EXPONENTIAL32
    for (int w = 0; w < 4; w++) put(a, at + 16 * w, cast<T>(neg2log(x[w]) * a.a32 * 0.5f));
#elif KIND == KIND_EXPONENTIAL64
    for (int h = 0; h < 2; h++)
        put(a, at + 16 * h, cast<T>(neg2log(half_of(x, h)) * a.a64 * 0.5));
#elif KIND == KIND_INTEGERS
    for (int h = 0; h < 2; h++) {
        u64 r = half_of(x, h), count = a.range;
        u64 scaled = ((r >> 32) * count + ((r & 0xffffffffu) * count >> 32)) >> 32;
        put(a, at + 16 * h, cast<T>((i64)(scaled + a.low)));
    }
#elif KIND == KIND_WIDE_INTEGERS
    u64 under = __umul64hi(half_of(x, 0), a.range), high = half_of(x, 1);
    u64 low = high * a.range, y = __umul64hi(high, a.range) + (low + under < low);
    if (a.range == 0) y = high; /* a count of 2^64 */
    put(a, at, cast<T>((i64)(a.low + y)));
#else
    for (int w = 0; w < 4; w++) {
        u64 i = at + 16 * w;
        if (i >= a.count) continue;
        bool kept = x[w] <= a.limit && a.one;
        T v = a.from != 0 ? a.from[i] : *(const T *)a.value;
        a.mask[i] = boolean{(u8)kept};
        a.out[i] = kept ? cast<T>(cast<C>(v) * cast<C>(a.b64)) : cast<T>(0);
    }
#endif
}

KERNEL(fill, fill_args) {
    if (!begin(a.g)) return;
    u64 size = 16 * PARTS, blocks = (a.count + size - 1) / size * 16;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 b = (u64)blockIdx.x * blockDim.x + threadIdx.x; b < blocks; b += step) {
        u32 word[4];
        philox(a.seed, a.call, b, word);
        write_block(a, word, b / 16 * size + b % 16);
    }
}
