/* random.cu - distributions whose elements take a fixed number of random bits, dropout, permutations.
 *
 * random_simd.c has the same formulas for vectors.  A thread computes several blocks of
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
    u32 limit, one, aligned; /* aligned: groups of VEC elements are */
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

/* Elements of T that are stored by one instruction; a thread computes as many adjacent blocks. */
enum { VEC = sizeof(T) < 4 ? 8 : sizeof(T) < 16 ? 16 / sizeof(T) : 1 };

/* The elements of a block of words: x[w] is at a distance of 16 * w. */
ON_DEVICE void compute(const fill_args &a, const u32 *x, T *y) {
#if KIND == KIND_UNIFORM32
#pragma unroll
    for (int w = 0; w < 4; w++)
        y[w] = cast<T>(fminf(fmaf((float)(i32)(x[w] >> 8) * 0x1p-24f, a.b32, a.a32), a.top32));
#elif KIND == KIND_UNIFORM64
#pragma unroll
    for (int h = 0; h < 2; h++)
        y[h] =
            cast<T>(fmin(fma((double)(i64)(half_of(x, h) >> 11) * 0x1p-53, a.b64, a.a64), a.top64));
#elif KIND == KIND_NORMAL32
#pragma unroll
    for (int w = 0; w < 4; w += 2) {
        float radius = sqrtf(neg2log(x[w])) * a.b32, first, second;
        circle(x[w + 1], &first, &second);
        y[w] = cast<T>(fmaf(radius, first, a.a32));
        y[w + 1] = cast<T>(fmaf(radius, second, a.a32));
    }
#elif KIND == KIND_NORMAL64
    double radius = sqrt(neg2log(half_of(x, 0))) * a.b64, first, second;
    circle(half_of(x, 1), &first, &second);
    y[0] = cast<T>(fma(radius, first, a.a64));
    y[1] = cast<T>(fma(radius, second, a.a64));
#elif KIND == KIND_EXPONENTIAL32
#pragma unroll
    for (int w = 0; w < 4; w++) y[w] = cast<T>(neg2log(x[w]) * a.a32 * 0.5f);
#elif KIND == KIND_EXPONENTIAL64
#pragma unroll
    for (int h = 0; h < 2; h++) y[h] = cast<T>(neg2log(half_of(x, h)) * a.a64 * 0.5);
#elif KIND == KIND_INTEGERS
#pragma unroll
    for (int h = 0; h < 2; h++) {
        u64 r = half_of(x, h), count = a.range;
        u64 scaled = ((r >> 32) * count + ((r & 0xffffffffu) * count >> 32)) >> 32;
        y[h] = cast<T>((i64)(scaled + a.low));
    }
#elif KIND == KIND_WIDE_INTEGERS
    u64 under = __umul64hi(half_of(x, 0), a.range), high = half_of(x, 1);
    u64 low = high * a.range, all = __umul64hi(high, a.range) + (low + under < low);
    if (a.range == 0) all = high; /* a count of 2^64 */
    y[0] = cast<T>((i64)(a.low + all));
#endif
}

#if KIND == KIND_KEEP
/* Element i of dropout, given its random word. */
ON_DEVICE T keep(const fill_args &a, u32 word, T x, boolean *kept) {
    kept->bits = word <= a.limit && a.one;
    return kept->bits ? cast<T>(cast<C>(x) * cast<C>(a.b64)) : cast<T>(0);
}

/* The VEC elements from `at` on, of which `word` are the random words. */
ON_DEVICE void write_part(const fill_args &a, const u32 *word, u64 at) {
    pack<T, VEC> x, y;
    pack<boolean, VEC> kept;
    bool whole = at + VEC <= a.count;
    if (whole && a.aligned && a.from != 0) {
        x = *(const pack<T, VEC> *)(a.from + at);
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            x.x[v] = a.from == 0 ? *(const T *)a.value : at + v < a.count ? a.from[at + v] : T();
    }
#pragma unroll
    for (int v = 0; v < VEC; v++) y.x[v] = keep(a, word[v], x.x[v], &kept.x[v]);
    if (whole && a.aligned) {
        store_pack(a.out + at, y);
        *(pack<boolean, VEC> *)(a.mask + at) = kept;
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            if (at + v >= a.count) continue;
            a.out[at + v] = y.x[v];
            a.mask[at + v] = kept.x[v];
        }
    }
}
#else
ON_DEVICE void write_part(const fill_args &a, const pack<T, VEC> &y, u64 at) {
    if (at + VEC <= a.count && a.aligned) {
        store_pack(a.out + at, y);
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            if (at + v < a.count) a.out[at + v] = y.x[v];
    }
}
#endif

/* A thread computes VEC adjacent blocks of words.  Their elements are PARTS groups of VEC adjacent
 * ones, at distances of 16. */
KERNEL(fill, fill_args) {
    if (!begin(a.g)) return;
    u64 size = 16 * PARTS, groups = (a.count + size - 1) / size * (16 / VEC);
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < groups; i += step) {
        u64 at = i / (16 / VEC) * size + i % (16 / VEC) * VEC;
#if KIND == KIND_KEEP
        u32 words[PARTS][VEC];
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            u32 word[4];
            philox(a.seed, a.call, i * VEC + v, word);
#pragma unroll
            for (int p = 0; p < PARTS; p++) words[p][v] = word[p];
        }
#pragma unroll
        for (int p = 0; p < PARTS; p++) write_part(a, words[p], at + 16 * p);
#else
        pack<T, VEC> part[PARTS];
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            u32 word[4];
            T y[PARTS];
            philox(a.seed, a.call, i * VEC + v, word);
            compute(a, word, y);
#pragma unroll
            for (int p = 0; p < PARTS; p++) part[p].x[v] = y[p];
        }
#pragma unroll
        for (int p = 0; p < PARTS; p++) write_part(a, part[p], at + 16 * p);
#endif
    }
}
