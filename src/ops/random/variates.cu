/* variates.cu - logarithms and points on a circle from random words; random_simd.c explains them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
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
