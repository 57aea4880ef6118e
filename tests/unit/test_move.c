/* test_move.c - casts, gathers, scatters, transposes, fills, streaming copies, at every SIMD
 * level of this CPU.
 *
 * Casts are compared with a reference that converts one number at a time in long double, which
 * holds every value of every dtype exactly, and rounds once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/simd/move_simd.h"

#include "harness.h"

enum { BOOL = 1, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, C64, C128 };

static const char *const dtype_name[WR_DTYPES] = {
    "none",   "bool",   "int8",    "int16",    "int32",   "int64",   "uint8",     "uint16",
    "uint32", "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"};
static const int dtype_size[WR_DTYPES] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};

static bool is_int(int d) { return d <= U64; }
static int part_of(int d) { return d == C64 ? F32 : d == C128 ? F64 : d; }

/* ---- Levels -------------------------------------------------------------------------------- */

typedef struct level {
    const char *name;
    const wr_cast_simd *cast;
    const wr_move_simd *move;
} level;

static level levels[3];

static int count_levels(void) {
    int n = 0;
    levels[n++] = (level){"portable", &wr_cast_simd_portable, &wr_move_simd_portable};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        levels[n++] = (level){"avx2", &wr_cast_simd_avx2, &wr_move_simd_avx2};
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        levels[n++] = (level){"avx512", &wr_cast_simd_avx512, &wr_move_simd_avx512};
#endif
    return n;
}

/* ---- The reference ------------------------------------------------------------------------- */

/* A number of any dtype: integers in `whole`, sign-extended; all of them in re and im. */
typedef struct number {
    bool is_whole;
    uint64_t whole;
    long double re, im;
} number;

static long double f16_value(uint16_t h) {
    const int e = h >> 10 & 31, m = h & 1023;
    const long double a = e == 31  ? (m ? (long double)NAN : (long double)INFINITY)
                          : e == 0 ? ldexpl(m, -24)
                                   : ldexpl(1024 + m, e - 25);
    return h >> 15 ? -a : a;
}

static long double bf16_value(uint16_t h) {
    const uint32_t u = (uint32_t)h << 16;
    float x;
    memcpy(&x, &u, 4);
    if (x != x) return h >> 15 ? -(long double)NAN : (long double)NAN;
    return x;
}

static number read_number(int d, const void *p) {
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32[2];
        double f64[2];
    } v;
    memcpy(&v, p, (size_t)dtype_size[d]);
    number x = {.is_whole = is_int(d)};
    switch (d) {
    case I8: x.whole = (uint64_t)v.i8, x.re = v.i8; break;
    case I16: x.whole = (uint64_t)v.i16, x.re = v.i16; break;
    case I32: x.whole = (uint64_t)v.i32, x.re = v.i32; break;
    case I64: x.whole = (uint64_t)v.i64, x.re = v.i64; break;
    case BOOL:
    case U8: x.whole = v.u8, x.re = v.u8; break;
    case U16: x.whole = v.u16, x.re = v.u16; break;
    case U32: x.whole = v.u32, x.re = v.u32; break;
    case U64: x.whole = v.u64, x.re = v.u64; break;
    case F16: x.re = f16_value(v.u16); break;
    case BF16: x.re = bf16_value(v.u16); break;
    case F32: x.re = v.f32[0]; break;
    case F64: x.re = v.f64[0]; break;
    case C64: x.re = v.f32[0], x.im = v.f32[1]; break;
    case C128: x.re = v.f64[0], x.im = v.f64[1]; break;
    }
    return x;
}

/* `x` as a binary float with the given fraction bits, bias and largest exponent field. */
static uint16_t half_of(long double x, int fraction, int bias, int top) {
    const uint16_t sign = signbit(x) ? 0x8000 : 0;
    const uint16_t infinity = (uint16_t)(top << fraction);
    if (isnan(x)) return (uint16_t)(sign | infinity | 1 << (fraction - 1));
    long double a = fabsl(x);
    if (a == 0 || isinf(a)) return a == 0 ? sign : sign | infinity;
    int e = 0;
    frexpl(a, &e);
    if (e - 1 < 1 - bias) e = 2 - bias; /* the units of the smallest normal number */
    const long double units = rintl(ldexpl(a, fraction - (e - 1)));
    /* Adding the units to the exponent field lets a carry increment it. */
    const long field = (long)(e - 1 + bias - 1) * (1l << fraction) + (long)units;
    return sign | (field >= infinity ? infinity : (uint16_t)field);
}

static uint64_t whole_of(long double x, bool to_u64) {
    if (to_u64 && x >= 0x1p63L && x < 0x1p64L) return (uint64_t)x;
    if (!(x > -0x1p63L - 1 && x < 0x1p63L)) return (uint64_t)INT64_MIN;
    return (uint64_t)(int64_t)x;
}

/* Write `x` as dtype `d`. */
static void write_number(int d, void *p, number x) {
    if (d == BOOL) {
        *(uint8_t *)p = x.re != 0 || x.im != 0;
    } else if (is_int(d)) {
        const uint64_t u = x.is_whole ? x.whole : whole_of(x.re, d == U64);
        memcpy(p, &u, (size_t)dtype_size[d]); /* little-endian */
    } else if (d == F16 || d == BF16) {
        const uint16_t h = d == F16 ? half_of(x.re, 10, 15, 31) : half_of(x.re, 7, 127, 255);
        memcpy(p, &h, 2);
    } else if (d == F32 || d == C64) {
        const float v[2] = {(float)x.re, (float)x.im};
        memcpy(p, v, (size_t)dtype_size[d]);
    } else {
        const double v[2] = {(double)x.re, (double)x.im};
        memcpy(p, v, (size_t)dtype_size[d]);
    }
}

/* The bits of float `p`, or -1 for a quiet NaN of either sign; a signalling NaN is not changed. */
static uint64_t canonical(int d, const void *p) {
    uint64_t u = 0;
    memcpy(&u, p, (size_t)dtype_size[d]);
    const int fraction = d == F16 ? 10 : d == BF16 ? 7 : d == F32 ? 23 : 52;
    const int bits = dtype_size[d] * 8;
    const uint64_t body = u & ((1ull << (bits - 1)) - 1);
    const uint64_t infinity = ((1ull << (bits - 1)) - 1) >> fraction << fraction;
    const bool quiet = body > infinity && (body >> (fraction - 1) & 1);
    return quiet ? (u & ~body) | infinity | 1ull << (fraction - 1) : u;
}

static bool agree(int d, const void *a, const void *b) {
    if (is_int(d)) return memcmp(a, b, (size_t)dtype_size[d]) == 0;
    if (d == C64 || d == C128) {
        const int part = d == C64 ? F32 : F64, size = dtype_size[part];
        return agree(part, a, b) && agree(part, (const char *)a + size, (const char *)b + size);
    }
    return canonical(d, a) == canonical(d, b);
}

static void print_bits(const char *what, int d, const unsigned char *p) {
    fprintf(stderr, "  %s %s 0x", what, dtype_name[d]);
    for (int i = dtype_size[d] - 1; i >= 0; i--) fprintf(stderr, "%02x", p[i]);
    fprintf(stderr, "\n");
}

/* Is `have` the element at `x`, cast?  If the type does not change, the bits must not change
 * either. */
static bool is_cast_of(int from, const unsigned char *x, int to, const unsigned char *have,
                       unsigned char want[16]) {
    const int in = dtype_size[from], out = dtype_size[to];
    memset(want, 0, 16);
    if (part_of(from) == part_of(to)) {
        memcpy(want, x, (size_t)(in < out ? in : out));
        return memcmp(want, have, (size_t)out) == 0;
    }
    write_number(to, want, read_number(from, x));
    return agree(to, want, have);
}

/* Cast n elements at every level; compare each with the reference, and the levels bit by bit. */
static void check_casts(int from, int to, const void *source, int64_t n) {
    const int64_t in = dtype_size[from], out = dtype_size[to];
    unsigned char *first = calloc((size_t)n, (size_t)out), *have = calloc((size_t)n, (size_t)out);
    const int count = count_levels();
    for (int l = 0; l < count; l++) {
        levels[l].cast->cast[from][to](have, source, n);
        if (l == 0) memcpy(first, have, (size_t)(n * out));
        for (int64_t i = 0; i < n; i++) {
            const unsigned char *x = (const unsigned char *)source + i * in;
            unsigned char want[16];
            if (l == 0 && is_cast_of(from, x, to, have + i * out, want)) continue;
            if (l > 0 && memcmp(first + i * out, have + i * out, (size_t)out) == 0) continue;
            print_bits("from", from, x);
            print_bits("want", to, l == 0 ? want : first + i * out);
            print_bits("have", to, have + i * out);
            test_fail(__FILE__, __LINE__, "%s to %s at level %s", dtype_name[from], dtype_name[to],
                      levels[l].name);
        }
    }
    free(first);
    free(have);
}

/* ---- Values worth casting ------------------------------------------------------------------ */

/* Integers near critical values: few high bits set, one more or less at the low end. */
static uint64_t trap(uint64_t *state) {
    const uint64_t bits = 1 + test_random(state) % 64, shift = test_random(state) % 64;
    static const int edges[] = {7, 8, 11, 15, 16, 24, 31, 32, 51, 52, 53, 63};
    const int edge = edges[test_random(state) % (sizeof edges / sizeof *edges)];
    uint64_t u = (test_random(state) >> (64 - bits)) << shift;
    if (test_random(state) % 4 == 0) u = 1ull << edge;
    u += test_random(state) % 3 - 1;
    return test_random(state) & 1 ? u : 0 - u;
}

/* Special values of float16, bfloat16, float32, float64, int32 and int64. */
static const double tiny[] = {0.0, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.000001p-25, 0x1.8p-24, 0x1p-126};
static const double tinier[] = {0x1p-133, 0x1p-134, 0x1p-149, 0x1p-150, 0x1p-1074, 0.99999999, 0.5};
static const double ties[] = {1.5, 2.5, 255.5, 65504, 65519.99, 65520, 65536, 0x1p24 + 1};
static const double tops[] = {0x1.fffffep127, 0x1.ffffffp127, 0x1.fffffefffffffp127, 0x1.ffp127};
static const double most[] = {0x1.fefffffffffffp127, 0x1.fffffffffffffp1023, 1e300, INFINITY, NAN};
static const double ints[] = {0x1p31, 0x1p31 - 1, 0x1p31 - 0.5, 0x1p31 + 1, 0x1p32, 0x1p32 + 3};
static const double longs[] = {0x1p53 - 1, 0x1p62 + 0x1p15,      0x1p63, 0x1.0000000000001p63,
                               0x1.8p63,   0x1.fffffffffffffp63, 0x1p64};

static double special(uint64_t *state) {
#define SET(a)                                                                                     \
    { a, sizeof a / sizeof *a }
    static const struct {
        const double *values;
        size_t count;
    } sets[] = {SET(tiny), SET(tinier), SET(ties), SET(tops), SET(most), SET(ints), SET(longs)};
#undef SET
    const size_t set = test_random(state) % (sizeof sets / sizeof *sets);
    const double x = sets[set].values[test_random(state) % sets[set].count];
    return test_random(state) & 1 ? x : -x;
}

static double trap_double(uint64_t *state) {
    const uint64_t pick = test_random(state) % 4;
    if (pick == 0) return special(state);
    if (pick == 1)
        return ldexp((double)(int64_t)trap(state), (int)(test_random(state) % 240) - 180);
    if (pick == 2) return (double)(int64_t)(test_random(state) % 200000) / 256 - 300;
    const uint64_t u = test_random(state); /* any pattern */
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static float trap_float(uint64_t *state) {
    if (test_random(state) & 3) {
        const double x = trap_double(state);
        return (float)x;
    }
    const uint32_t u = (uint32_t)test_random(state);
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* About every third element is difficult; `usual` ones are small, so that fast paths are tested
 * too. */
static void make_values(int d, void *to, int64_t n, bool usual, uint64_t seed) {
    uint64_t state = seed;
    for (int64_t i = 0; i < n; i++) {
        unsigned char *p = (unsigned char *)to + i * dtype_size[d];
        const int64_t small = (int64_t)(test_random(&state) % 401) - 200;
        const uint64_t u =
            usual ? (uint64_t)(d >= U8 && d <= U64 ? small + 200 : small) : trap(&state);
        const double x[2] = {usual ? (double)small / 4 : trap_double(&state),
                             usual ? 1 : trap_double(&state)};
        const float y[2] = {usual ? (float)x[0] : trap_float(&state),
                            usual ? 1 : trap_float(&state)};
        if (d == BOOL)
            *p = u & 1;
        else if (is_int(d))
            memcpy(p, &u, (size_t)dtype_size[d]);
        else if (d == F32 || d == C64)
            memcpy(p, y, (size_t)dtype_size[d]);
        else if (d == F64 || d == C128)
            memcpy(p, x, (size_t)dtype_size[d]);
        else if (usual)
            write_number(d, p, (number){.re = x[0]});
        else
            memcpy(p, &u, 2);
    }
}

/* ---- Casts --------------------------------------------------------------------------------- */

TEST(every_pair_has_a_cast) {
    const int count = count_levels();
    for (int l = 0; l < count; l++)
        for (int from = 1; from < WR_DTYPES; from++)
            for (int to = 1; to < WR_DTYPES; to++) CHECK(levels[l].cast->cast[from][to] != NULL);
}

TEST(every_cast_agrees_with_the_reference) {
    const int64_t n = 1000 + test_scaled(4000);
    void *source = malloc((size_t)n * 16);
    for (int from = 1; from < WR_DTYPES; from++) {
        for (int usual = 0; usual < 2; usual++) {
            make_values(from, source, n, usual, (uint64_t)from * 31);
            for (int to = 1; to < WR_DTYPES; to++) check_casts(from, to, source, n);
        }
    }
    free(source);
}

TEST(all_small_types_cast_in_all_their_values) {
    static uint16_t all[65536];
    for (int i = 0; i < 65536; i++) all[i] = (uint16_t)i;
    static const int from[] = {I16, U16, F16, BF16};
    for (int i = 0; i < 4; i++)
        for (int to = 1; to < WR_DTYPES; to++) check_casts(from[i], to, all, 65536);
}

TEST(halves_survive_a_round_trip) {
    const int count = count_levels();
    static const int halves[] = {F16, BF16}, wides[] = {F32, F64, C64, C128};
    static uint16_t all[65536], back[65536];
    static double wide[2 * 65536];
    for (int i = 0; i < 65536; i++) all[i] = (uint16_t)i;
    for (int l = 0; l < count; l++) {
        for (int k = 0; k < 8; k++) {
            const int half = halves[k % 2], wider = wides[k / 2];
            levels[l].cast->cast[half][wider](wide, all, 65536);
            levels[l].cast->cast[wider][half](back, wide, 65536);
            for (int i = 0; i < 65536; i++) {
                const bool nan = half == F16 ? (i & 0x7fff) > 0x7c00 : (i & 0x7fff) > 0x7f80;
                CHECK_EQ(back[i], nan ? i | (half == F16 ? 0x200 : 0x40) : i);
            }
        }
    }
}

/* The halfway points between neighbours, and the nearest numbers on both sides of each. */
TEST(ties_of_halves_go_to_even_and_their_neighbours_do_not) {
    static const int halves[] = {F16, BF16};
    static float f32[3 * 65536];
    static double f64[3 * 65536];
    for (int k = 0; k < 2; k++) {
        int64_t n = 0;
        const uint16_t infinity = k == 0 ? 0x7c00 : 0x7f80;
        for (int i = 0; i < 65536; i++) {
            if ((i & 0x7fff) >= infinity) continue;
            const uint16_t h[2] = {(uint16_t)i, (uint16_t)(i + 1)};
            double a = (double)read_number(halves[k], &h[0]).re;
            double b = (double)read_number(halves[k], &h[1]).re;
            if (isinf(b)) b = copysign(k == 0 ? 0x1p16 : 0x1p128, b);
            const double middle = (a + b) / 2;
            for (int side = -1; side <= 1; side++, n++) {
                f64[n] = side == 0 ? middle : nextafter(middle, side * (double)INFINITY);
                f32[n] =
                    side == 0 ? (float)middle : nextafterf((float)middle, (float)side * INFINITY);
            }
        }
        check_casts(F64, halves[k], f64, n);
        check_casts(F32, halves[k], f32, n);
    }
}

TEST(a_sample_of_all_floats_becomes_halves) {
    enum { COUNT = 1 << 16 };
    static float source[COUNT];
    uint64_t state = 5;
    const int64_t rounds = test_scaled(24);
    for (int64_t round = 0; round < rounds; round++) {
        for (int i = 0; i < COUNT; i++) {
            /* Evenly over the bit patterns, then densely in the range of float16. */
            uint32_t u = (uint32_t)i << 16 | (uint32_t)(test_random(&state) & 0xffff);
            if (round & 1) u = (u & 0x8fffffff) | 0x30000000u;
            memcpy(&source[i], &u, 4);
        }
        check_casts(F32, F16, source, COUNT);
        check_casts(F32, BF16, source, COUNT);
    }
}

TEST(large_integers_are_rounded_once) {
    enum { COUNT = 1 << 15 };
    static uint64_t source[COUNT];
    static const int wide[] = {F16, BF16, F32, F64};
    uint64_t state = 9;
    const int64_t rounds = test_scaled(8);
    for (int64_t round = 0; round < rounds; round++) {
        /* One bit below the precision of the type, alone or with the lowest bit. */
        for (int i = 0; i < COUNT; i++) {
            const int kept = (int[]){8, 11, 24, 53}[i & 3];
            const int shift = (int)(test_random(&state) % (uint64_t)(64 - kept));
            uint64_t u = (1ull << kept | (test_random(&state) >> (64 - kept))) << 1 | 1;
            u = shift == 0 ? u : u << (shift - 1);
            source[i] = u + test_random(&state) % 3 - 1;
        }
        for (int to = 0; to < 4; to++) {
            check_casts(I64, wide[to], source, COUNT);
            check_casts(U64, wide[to], source, COUNT);
            check_casts(I32, wide[to], source, 2 * COUNT);
            check_casts(U32, wide[to], source, 2 * COUNT);
        }
    }
}

TEST(known_casts_of_special_values) {
    const int count = count_levels();
    const double in[] = {NAN, INFINITY, -INFINITY, 1e30, 0x1p63, 300.9, -1.9, 0x1p32 + 7};
    for (int l = 0; l < count; l++) {
        int64_t i64[8];
        uint64_t u64[8];
        int32_t i32[8];
        uint8_t u8[8], truth[8];
        levels[l].cast->cast[F64][I64](i64, in, 8);
        levels[l].cast->cast[F64][U64](u64, in, 8);
        levels[l].cast->cast[F64][I32](i32, in, 8);
        levels[l].cast->cast[F64][U8](u8, in, 8);
        levels[l].cast->cast[F64][BOOL](truth, in, 8);
        for (int i = 0; i < 4; i++) {
            CHECK_EQ(i64[i], INT64_MIN);
            CHECK_EQ(u64[i], 1ull << 63);
            CHECK_EQ(i32[i], 0);
            CHECK_EQ(u8[i], 0);
            CHECK_EQ(truth[i], 1);
        }
        CHECK_EQ(i64[4], INT64_MIN);
        CHECK_EQ(u64[4], 1ull << 63);
        CHECK_EQ(i32[5], 300);
        CHECK_EQ(u8[5], 300 - 256);
        CHECK_EQ(u8[6], 255);
        CHECK_EQ(i64[6], -1);
        CHECK_EQ(i32[7], 7);
    }
}

/* One difficult element makes a whole vector leave the fast path; here it is the only one. */
TEST(one_hard_value_among_easy_ones_is_cast_right) {
    static const int types[] = {I64, U64, F16, BF16, F32, F64};
    enum { COUNT = 128 };
    double source[COUNT];
    uint64_t state = 11;
    const int64_t rounds = test_scaled(400);
    for (int64_t round = 0; round < rounds; round++) {
        for (int k = 0; k < 6; k++) {
            const int from = types[k], size = dtype_size[from];
            make_values(from, source, COUNT, true, (uint64_t)round);
            make_values(from, (char *)source + test_random(&state) % COUNT * (uint64_t)size, 1,
                        false, test_random(&state));
            for (int to = 1; to < WR_DTYPES; to++) check_casts(from, to, source, COUNT);
        }
    }
}

/* The result of an element depends only on its value: not on n, its neighbours or the address.
 * Nothing is written past the end. */
TEST(a_cast_does_not_depend_on_the_position_of_an_element) {
    enum { COUNT = 640, N_MAX = 3 * 64 + 3, OUT = (COUNT + 16) * 16 };
    static double source[COUNT * 2 + 2];
    static unsigned char all[OUT];
    static double aligned[OUT / 8];
    const int count = count_levels();
    const int step = test_slow() > 1 ? 5 : 1;
    for (int from = 1; from < WR_DTYPES; from++) {
        const int in = dtype_size[from];
        const int in_base = in == 16 ? 8 : in; /* minimally aligned */
        unsigned char *f = (unsigned char *)source + in_base;
        make_values(from, f, COUNT, false, 77);
        make_values(from, f + 200 * in, 260, true, 78);
        for (int to = 1; to < WR_DTYPES; to++) {
            const int out = dtype_size[to];
            unsigned char *t = (unsigned char *)aligned + (out == 16 ? 8 : out);
            levels[0].cast->cast[from][to](all, f, COUNT);
            for (int l = 0; l < count; l++) {
                for (int n = 0; n <= N_MAX; n += n < 40 ? 1 : step) {
                    const int skip = n * 37 % (COUNT - N_MAX);
                    memset(aligned, 0xa5, sizeof aligned);
                    levels[l].cast->cast[from][to](t, f + skip * in, n);
                    CHECK(memcmp(t, all + skip * out, (size_t)(n * out)) == 0);
                    for (int i = 0; i < 64; i++) CHECK_EQ(t[n * out + i], 0xa5);
                }
            }
        }
    }
}

/* ---- Strides ------------------------------------------------------------------------------- */

static void make_bytes(unsigned char *p, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) p[i] = (unsigned char)test_random(&seed);
}

TEST(gather_and_scatter_take_any_stride) {
    static const int64_t strides[] = {0, 1, 2, 3, 4, 5, 7, 16, 33, -1, -2, -3, -17};
    enum { N_MAX = 70, BUFFER = (N_MAX * 33 * 2 + 8) * 16 };
    static unsigned char source[BUFFER], have[BUFFER], want[BUFFER];
    make_bytes(source, BUFFER, 1);
    const int count = count_levels();
    for (int l = 0; l < count; l++) {
        for (int k = 0; k < WR_MOVE_SIZES; k++) {
            const int64_t size = (int64_t)1 << k, middle = N_MAX * 33 * size + 1;
            for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
                for (int64_t n = 0; n <= N_MAX; n += n < 20 ? 1 : 7) {
                    memset(have, 0, BUFFER);
                    memset(want, 0, BUFFER);
                    levels[l].move->gather[k](have + 1, source + middle, strides[s], n);
                    for (int64_t i = 0; i < n; i++)
                        memcpy(want + 1 + i * size, source + middle + i * strides[s] * size,
                               (size_t)size);
                    CHECK(memcmp(have, want, (size_t)((N_MAX + 2) * size)) == 0);
                    memset(have, 0, BUFFER);
                    memset(want, 0, BUFFER);
                    levels[l].move->scatter[k](have + middle, strides[s], source + 3, n);
                    for (int64_t i = 0; i < n; i++)
                        memcpy(want + middle + i * strides[s] * size, source + 3 + i * size,
                               (size_t)size);
                    CHECK(memcmp(have, want, BUFFER) == 0);
                }
            }
        }
    }
}

/* One transpose, in heap blocks of exact size so that a sanitizer reports accesses outside. */
static void check_transpose(const level *at, int k, int64_t rows, int64_t cols, int64_t pad) {
    const int64_t size = (int64_t)1 << k, from_row = cols + pad, to_row = rows + 2 * pad;
    const size_t in = rows > 0 && cols > 0 ? (size_t)(((rows - 1) * from_row + cols) * size) : 0;
    const size_t out = rows > 0 && cols > 0 ? (size_t)(((cols - 1) * to_row + rows) * size) : 0;
    unsigned char *from = calloc(in + 1, 1), *to = malloc(out + 1), *want = malloc(out + 1);
    make_bytes(from, in, (uint64_t)(rows * 1000 + cols));
    memset(to, 0x77, out);
    memset(want, 0x77, out);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = 0; c < cols; c++)
            memcpy(want + (c * to_row + r) * size, from + (r * from_row + c) * size, (size_t)size);
    at->move->transpose[k](to, to_row, from, from_row, rows, cols);
    if (memcmp(to, want, out) != 0)
        test_fail(__FILE__, __LINE__, "transpose of %d x %d, %d bytes, level %s", (int)rows,
                  (int)cols, (int)size, at->name);
    free(from);
    free(to);
    free(want);
}

TEST(transposes_of_all_small_sizes) {
    const int count = count_levels();
    const int step = test_slow() > 1 ? 3 : 1;
    for (int l = 0; l < count; l++)
        for (int k = 0; k < WR_MOVE_SIZES; k++)
            for (int64_t rows = 0; rows <= 40; rows++)
                for (int64_t cols = rows % step; cols <= 40; cols += step)
                    check_transpose(&levels[l], k, rows, cols, rows % 4);
}

TEST(transposes_of_large_sizes) {
    const int count = count_levels();
    for (int l = 0; l < count; l++) {
        for (int k = 0; k < WR_MOVE_SIZES; k++) {
            check_transpose(&levels[l], k, 64, 64, 0);
            check_transpose(&levels[l], k, 65, 127, 1);
            check_transpose(&levels[l], k, 256, 128, 0);
            check_transpose(&levels[l], k, 333, 3, 0);
            check_transpose(&levels[l], k, 3, 333, 5);
            check_transpose(&levels[l], k, 301, 277, 2);
        }
    }
}

TEST(fill_writes_n_and_no_more) {
    static unsigned char to[16 * 260];
    unsigned char value[17];
    make_bytes(value, sizeof value, 3);
    const int count = count_levels();
    for (int l = 0; l < count; l++) {
        for (int k = 0; k < WR_MOVE_SIZES; k++) {
            const size_t size = (size_t)1 << k;
            for (size_t n = 0; n < 200; n++) {
                memset(to, 0, sizeof to);
                levels[l].move->fill[k](to + 1, value + 1, (int64_t)n);
                for (size_t i = 0; i < n; i++)
                    CHECK(memcmp(to + 1 + i * size, value + 1, size) == 0);
                CHECK_EQ(to[0], 0);
                for (size_t i = 0; i < 32; i++) CHECK_EQ(to[1 + n * size + i], 0);
            }
        }
    }
}

TEST(stream_copies_any_size_and_alignment) {
    enum { BUFFER = 8192 };
    static unsigned char source[BUFFER], to[BUFFER];
    static const size_t sizes[] = {0, 1, 15, 63, 64, 65, 127, 128, 129, 255, 1000, 4096, 5001};
    make_bytes(source, BUFFER, 4);
    const int count = count_levels();
    for (int l = 0; l < count; l++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            for (size_t shift = 0; shift < 70; shift += shift < 3 ? 1 : 7) {
                for (size_t from = 0; from < 70; from += 13) {
                    memset(to, 0xee, BUFFER);
                    levels[l].move->stream(to + shift, source + from, sizes[s]);
                    levels[l].move->fence();
                    CHECK(memcmp(to + shift, source + from, sizes[s]) == 0);
                    for (size_t i = 0; i < shift; i++) CHECK_EQ(to[i], 0xee);
                    for (size_t i = 0; i < 64; i++) CHECK_EQ(to[shift + sizes[s] + i], 0xee);
                }
            }
        }
    }
}
