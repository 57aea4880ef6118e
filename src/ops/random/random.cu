/* random.cu - distributions whose elements take a fixed number of random bits, dropout, permutations.
 *
 * random_simd.c has the same formulas for vectors, with explanations.  A thread computes a block of
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

/* ---- Mathematics ----------------------------------------------------------------------------- */

ON_DEVICE float neg2log(u32 x) {
    const i32 root = 0x3f3504f3;
    float near = fmaf((float)(i32)x, 0x1p-32f, 0x1p-33f);
    float u = near + __uint_as_float((u32)((i32)x >> 31) & 0x3f800000u);
    i32 bits = (i32)__float_as_uint(u) - root, e = bits >> 23;
    float f = e < 0 ? __uint_as_float((u32)((bits & 0x7fffff) + root)) - 1.0f : near;
    float p = -0.17444719f;
    p = fmaf(p, f, 0.28733692f);
    p = fmaf(p, f, -0.29904533f);
    p = fmaf(p, f, 0.33124785f);
    p = fmaf(p, f, -0.39913667f);
    p = fmaf(p, f, 0.50004148f);
    p = fmaf(p, f, -0.66668371f);
    p = fmaf(p, f, 0.99999976f);
    p = fmaf(p, f, -2.0f);
    return fmaf((float)e, -1.38629436f, p * f);
}

ON_DEVICE double neg2log(u64 x) {
    const u64 root = 0x3fe6a09e667f3bcd;
    double near = fma((double)(i64)x, 0x1p-64, 0x1p-65);
    double u = near + ((i64)x < 0 ? 1.0 : 0.0);
    u64 bits = (u64)__double_as_longlong(u) + (0x3ff0000000000000 - root);
    double e = __longlong_as_double((i64)((bits >> 52) | 0x4330000000000000)) - (0x1p52 + 1023);
    double m = __longlong_as_double((i64)((bits & 0x000fffffffffffff) + root));
    double f = __double_as_longlong(e) < 0 ? m - 1.0 : near;
    double s = f / (f + 2.0), z = s * s;
    double p = -0x1.2f52a7e45c69cp-2;
    p = fma(p, z, -0x1.399939e601b0dp-2);
    p = fma(p, z, -0x1.74669ea588800p-2);
    p = fma(p, z, -0x1.c71c4fe539cebp-2);
    p = fma(p, z, -0x1.24924945373cap-1);
    p = fma(p, z, -0x1.999999997abeep-1);
    p = fma(p, z, -0x1.55555555555aep+0);
    p = fma(p, z, -4.0);
    return fma(e, -0x1.62e42fefa39efp+0, p * s);
}

ON_DEVICE void circle(u32 x, float *first, float *second) {
    float q = fmaf((float)(i32)(x << 2), 0x1p-32f, 0x1p-33f), z = q * q;
    float s = -0.0046016579f;
    s = fmaf(s, z, 0.079680033f);
    s = fmaf(s, z, -0.64596346f);
    s = fmaf(s, z, 1.57079632f) * q;
    float c = -0.020427228f;
    c = fmaf(c, z, 0.25360673f);
    c = fmaf(c, z, -1.23369799f);
    c = fmaf(c, z, 1.0f);
    c = __uint_as_float(__float_as_uint(c) ^ ((x << 1) & 0x80000000u));
    *first = (i32)x < 0 ? s : c;
    *second = (i32)x < 0 ? c : s;
}

ON_DEVICE void circle(u64 x, double *first, double *second) {
    double q = fma((double)(i64)(x << 2), 0x1p-64, 0x1p-65), z = q * q;
    double s = 0x1.e3eed5d693453p-25;
    s = fma(s, z, -0x1.e30063a046395p-19);
    s = fma(s, z, 0x1.50782fca38ddbp-13);
    s = fma(s, z, -0x1.32d2cce2d5363p-8);
    s = fma(s, z, 0x1.466bc67758700p-4);
    s = fma(s, z, -0x1.4abbce625be41p-1);
    s = fma(s, z, 0x1.921fb54442d18p+0) * q;
    double c = -0x1.b27363486abe4p-28;
    c = fma(c, z, 0x1.f9cc77752facbp-22);
    c = fma(c, z, -0x1.a6d1ecc96eaf2p-16);
    c = fma(c, z, 0x1.e1f50683ce543p-11);
    c = fma(c, z, -0x1.55d3c7e3c96f4p-6);
    c = fma(c, z, 0x1.03c1f081b5ab1p-2);
    c = fma(c, z, -0x1.3bd3cc9be45dep+0);
    c = fma(c, z, 1.0);
    c = __longlong_as_double(__double_as_longlong(c) ^ (i64)((x << 1) & 0x8000000000000000));
    *first = (i64)x < 0 ? s : c;
    *second = (i64)x < 0 ? c : s;
}

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
