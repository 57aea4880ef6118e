/* test_random.c - the generator, the fills at every SIMD level, the distributions.
 *
 * All seeds are fixed, so a statistical test gives the same answer each time; its bounds are such
 * that a true distribution would pass for all but about one seed in a thousand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ops/random/distributions.h"
#include "ops/random/philox.h"
#include "ops/random/random_simd.h"

#include "harness.h"

#define PI 3.14159265358979323846

/* ---- Levels and fills ------------------------------------------------------------------------ */

enum { LEVELS = 3 };

/* The tables this machine can run; NULL for the others. */
static const struct wr_random_simd *at_level(int level) {
#if defined(__x86_64__)
    if (level == 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &wr_random_simd_avx2;
    if (level == 2 && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw"))
        return &wr_random_simd_avx512;
#endif
    return level == 0 ? &wr_random_simd_portable : NULL;
}

static const struct wr_random_simd *best(void) {
    for (int level = LEVELS - 1; level > 0; level--)
        if (at_level(level)) return at_level(level);
    return at_level(0);
}

#define FOR_LEVELS(simd)                                                                           \
    for (int level_ = 0; level_ < LEVELS; level_++)                                                \
        for (const struct wr_random_simd *simd = at_level(level_); simd; simd = NULL)

/* All fills with one signature, by index. */
enum { FILLS = 14 };
static const char *const fill_name[FILLS] = {"bits_u32",          "bits_u64",
                                             "uniform_f32",       "uniform_f64",
                                             "normal_f32",        "normal_f64",
                                             "exponential_f32",   "exponential_f64",
                                             "bernoulli_u8",      "integers_i32",
                                             "integers_i64",      "integers_i32 of 2^32",
                                             "integers_i64 wide", "integers_i64 of 2^64"};
static const size_t fill_size[FILLS] = {4, 8, 4, 8, 4, 8, 4, 8, 1, 4, 8, 4, 8, 8};

static void fill(const struct wr_random_simd *t, int which, void *out, uint64_t first, int64_t n,
                 uint64_t seed, uint64_t call) {
    wr_random_fill *const real[] = {t->bits_u32,        t->bits_u64,        t->uniform_f32,
                                    t->uniform_f64,     t->normal_f32,      t->normal_f64,
                                    t->exponential_f32, t->exponential_f64, t->bernoulli_u8};
    if (which < 9)
        real[which](out, first, n, seed, call, 0.3, 1.7);
    else if (which == 9)
        t->integers_i32(out, first, n, seed, call, -7, 1000);
    else if (which == 10)
        t->integers_i64(out, first, n, seed, call, -7, 1000);
    else if (which == 11)
        t->integers_i32(out, first, n, seed, call, INT32_MIN, UINT64_C(1) << 32);
    else if (which == 12)
        t->integers_i64(out, first, n, seed, call, -5, UINT64_C(3) << 60);
    else
        t->integers_i64(out, first, n, seed, call, INT64_MIN, 0);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov-Smirnov: the distance from a continuous distribution, times sqrt(n).  Sorts x. */
static double ks(double *x, int64_t n, double (*cdf)(double, const double *), const double *p) {
    double far = 0;
    qsort(x, (size_t)n, sizeof *x, compare);
    for (int64_t i = 0; i < n; i++) {
        double f = cdf(x[i], p), above = (double)(i + 1) / (double)n - f,
               below = f - (double)i / (double)n;
        far = fmax(far, fmax(above, below));
    }
    return far * sqrt((double)n);
}

/* The regularised incomplete gamma function, lower. */
static double gamma_p(double a, double x) {
    if (x <= 0) return 0;
    double front = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (double k = a + 1; term > sum * 1e-15; k++) sum += term *= x / k;
        return sum * front;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (int i = 1; i < 10000; i++) {
        double m = -i * (i - a);
        b += 2;
        d = 1 / (m * d + b);
        c = b + m / c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-14) break;
    }
    return 1 - front * h;
}

/* The regularised incomplete beta function. */
static double beta_i(double x, double a, double b) {
    if (x <= 0 || x >= 1) return x >= 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - beta_i(1 - x, b, a);
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), h = d;
    for (int m = 1; m < 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d), c = 1 + even / c, h *= d * c;
        d = 1 / (1 + odd * d), c = 1 + odd / c, h *= d * c;
        if (fabs(d * c - 1) < 1e-14) break;
    }
    return h * exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a;
}

/* Pearson's chi-squared test: the p-value of the counts. */
static double chi_square_p(const double *seen, const double *expected, int bins) {
    double sum = 0;
    for (int i = 0; i < bins; i++)
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    return 1 - gamma_p((bins - 1) / 2.0, sum / 2);
}

static double cdf_uniform(double x, const double *p) { return (x - p[0]) / (p[1] - p[0]); }
static double cdf_normal(double x, const double *p) {
    return 0.5 * erfc((p[0] - x) / p[1] * sqrt(0.5));
}
static double cdf_exponential(double x, const double *p) { return -expm1(-x / p[0]); }
static double cdf_gamma(double x, const double *p) { return gamma_p(p[0], x / p[1]); }
static double cdf_beta(double x, const double *p) { return beta_i(x, p[0], p[1]); }
static double cdf_chi_square(double x, const double *p) { return gamma_p(p[0] / 2, x / 2); }
static double cdf_student_t(double x, const double *p) {
    double tail = 0.5 * beta_i(p[0] / (p[0] + x * x), p[0] / 2, 0.5);
    return x < 0 ? tail : 1 - tail;
}
static double cdf_gumbel(double x, const double *p) { return exp(-exp((p[0] - x) / p[1])); }
static double cdf_laplace(double x, const double *p) {
    double z = (x - p[0]) / p[1];
    return z < 0 ? 0.5 * exp(z) : 1 - 0.5 * exp(-z);
}
static double cdf_logistic(double x, const double *p) { return 1 / (1 + exp((p[0] - x) / p[1])); }
static double cdf_cauchy(double x, const double *p) { return 0.5 + atan((x - p[0]) / p[1]) / PI; }
static double cdf_lognormal(double x, const double *p) { return cdf_normal(log(x), p); }
static double cdf_weibull(double x, const double *p) { return -expm1(-pow(x / p[1], p[0])); }
static double cdf_truncated_normal(double x, const double *p) {
    /* Computed in the tail, where differences keep their precision. */
    bool is_upper = p[2] > p[0];
    double sign = is_upper ? -1 : 1;
    double q[2] = {0, 1}, at = cdf_normal(sign * (x - p[0]) / p[1], q),
           low = cdf_normal(sign * (p[2] - p[0]) / p[1], q),
           high = cdf_normal(sign * (p[3] - p[0]) / p[1], q);
    return (at - low) / (high - low);
}
static double cdf_von_mises(double x, const double *p) { /* mean 0; Simpson's rule */
    double sum = 0, all = 0;
    for (int side = 0; side < 2; side++) {
        double to = side ? PI : x, h = (to + PI) / 200, s = 0;
        for (int i = 0; i <= 200; i++)
            s += (i == 0 || i == 200 ? 1 : 2 + i % 2 * 2) * exp(p[1] * (cos(-PI + i * h) - 1));
        *(side ? &all : &sum) = s * h / 3;
    }
    return sum / all;
}

/* The largest deviation of the first three moments, in standard errors. */
static double moments_off(const double *x, int64_t n, double mean, double var, double third) {
    double sum = 0, m[7] = {0};
    for (int64_t i = 0; i < n; i++) sum += x[i];
    double centre = sum / (double)n, count = (double)n;
    for (int64_t i = 0; i < n; i++) {
        double power = 1;
        for (int k = 0; k < 7; k++, power *= x[i] - centre) m[k] += power / count;
    }
    double off1 = fabs(centre - mean) / sqrt(m[2] / count);
    double off2 = fabs(m[2] - var) / sqrt((m[4] - m[2] * m[2]) / count);
    double error3 = m[6] - m[3] * m[3] - 6 * m[4] * m[2] + 9 * m[2] * m[2] * m[2];
    double off3 = fabs(m[3] - third) / sqrt(error3 / count);
    return fmax(off1, fmax(off2, off3));
}

#define CHECK_BELOW(a, b)                                                                          \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!(a_ < b_)) test_fail(__FILE__, __LINE__, "%s is %g, not below %g", #a, a_, b_);       \
    } while (0)

static const double KS_LIMIT = 1.95, MOMENTS_LIMIT = 3.6, P_LIMIT = 0.001;

static double *new_doubles(int64_t n) {
    double *x = malloc((size_t)n * sizeof *x);
    CHECK(x != NULL);
    return x;
}

/* ---- Philox ---------------------------------------------------------------------------------- */

TEST(philox_gives_the_published_values) {
    static const struct {
        uint64_t block, call, seed;
        uint32_t word[4];
    } known[] = {
        {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {0x85a308d3243f6a88,
         0x0370734413198a2e,
         0x299f31d0a4093822,
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t word[4];
        wr_philox(known[i].seed, known[i].call, known[i].block, word);
        for (int w = 0; w < 4; w++) CHECK_EQ(word[w], known[i].word[w]);
    }
}

/* Unusual starts: within a group, where the low counter word overflows, at the largest element
 * numbers. */
static const uint64_t starts[] = {0,
                                  1,
                                  3,
                                  15,
                                  16,
                                  17,
                                  31,
                                  63,
                                  64,
                                  65,
                                  1000003,
                                  (UINT64_C(1) << 34) - 77,
                                  (UINT64_C(1) << 33) - 77,
                                  (UINT64_C(1) << 32) - 77,
                                  (UINT64_C(1) << 63) + 5};
enum { STARTS = sizeof starts / sizeof starts[0] };

TEST(bits_are_those_of_the_scalar_generator_at_every_level) {
    enum { N = 200 };
    FOR_LEVELS(simd) {
        for (int k = 0; k < STARTS; k++) {
            uint32_t x[N];
            uint64_t y[N], seed = 0x123456789abcdef0 * (uint64_t)k,
                           call = 0xfedcba9876543210 + seed;
            simd->bits_u32(x, starts[k], N, seed, call, 0, 0);
            simd->bits_u64(y, starts[k], N, seed, call, 0, 0);
            for (uint64_t i = 0; i < N; i++) {
                CHECK_EQ(x[i], wr_random_word32(seed, call, starts[k] + i));
                CHECK_EQ(y[i], wr_random_word64(seed, call, starts[k] + i));
            }
        }
    }
}

TEST(any_split_gives_the_same_bits_at_every_level) {
    enum { N = 700, GUARD = 8 };
    uint64_t chance = 1;
    FOR_LEVELS(simd) {
        for (int which = 0; which < FILLS; which++) {
            size_t size = fill_size[which];
            for (int k = 0; k < STARTS; k++) {
                uint64_t whole[N], pieces[N + GUARD];
                memset(pieces, 0xa5, sizeof pieces);
                fill(simd, which, whole, starts[k], N, 11, 12);
                for (int64_t at = 0; at < N;) {
                    int64_t some = (int64_t)(test_random(&chance) % (at % 3 ? 9 : 200));
                    if (some > N - at) some = N - at;
                    fill(simd, which, (char *)pieces + (size_t)at * size, starts[k] + (uint64_t)at,
                         some, 11, 12);
                    at += some;
                }
                if (memcmp(whole, pieces, N * size) != 0)
                    test_fail(__FILE__, __LINE__, "%s differs from %llu", fill_name[which],
                              (unsigned long long)starts[k]);
                for (size_t i = N * size; i < sizeof pieces; i++)
                    CHECK_EQ(((unsigned char *)pieces)[i], 0xa5);
            }
        }
    }
}

static bool is_near(double x, double y, double ulp) {
    return fabs(x - y) <= ulp * fmax(1, fabs(y));
}

TEST(levels_agree_exactly_in_integers_and_nearly_in_floats) {
    enum { N = 5000 };
    static uint64_t mine[N], theirs[N];
    FOR_LEVELS(simd) {
        for (int which = 0; which < FILLS; which++) {
            fill(at_level(0), which, mine, 5, N, 21, 22);
            fill(simd, which, theirs, 5, N, 21, 22);
            bool is_real = which >= 2 && which < 8;
            if (!is_real) {
                CHECK(memcmp(mine, theirs, N * fill_size[which]) == 0);
                continue;
            }
            for (int i = 0; i < N; i++) {
                if (fill_size[which] == 4)
                    CHECK(is_near(((float *)theirs)[i], ((float *)mine)[i], 2e-6));
                else
                    CHECK(is_near(((double *)theirs)[i], ((double *)mine)[i], 4e-15));
            }
        }
    }
}

/* ---- Extremes -------------------------------------------------------------------------------- */

/* x * inverse = 1 modulo 2^32, by Newton's iteration. */
static uint32_t inverse(uint32_t x) {
    uint32_t y = x;
    for (int i = 0; i < 5; i++) y *= 2 - x * y;
    return y;
}

/* Philox is a permutation: finds the counter that gives these words.  True if the block is low
 * enough that its elements have valid numbers. */
static bool find_block(const uint32_t word[4], uint64_t seed, uint64_t *call, uint64_t *block) {
    uint32_t y[4] = {word[0], word[1], word[2], word[3]};
    for (uint32_t round = WR_PHILOX_ROUNDS; round-- > 0;) {
        uint32_t k0 = (uint32_t)seed + round * WR_PHILOX_W0;
        uint32_t k1 = (uint32_t)(seed >> 32) + round * WR_PHILOX_W1;
        uint32_t x0 = y[3] * inverse(WR_PHILOX_M0), x2 = y[1] * inverse(WR_PHILOX_M1);
        uint32_t x1 = y[0] ^ (uint32_t)((uint64_t)WR_PHILOX_M1 * x2 >> 32) ^ k0;
        uint32_t x3 = y[2] ^ (uint32_t)((uint64_t)WR_PHILOX_M0 * x0 >> 32) ^ k1;
        y[0] = x0, y[1] = x1, y[2] = x2, y[3] = x3;
    }
    *block = (uint64_t)y[1] << 32 | y[0];
    *call = (uint64_t)y[3] << 32 | y[2];
    return *block >> 61 == 0;
}

/* The value that a fill computes from a block with these words: its element `part` (word, half). */
static void from_words(wr_random_fill *fn, void *out, uint32_t size, const uint32_t word[4],
                       int part, double p0, double p1) {
    uint64_t seed = 1, call, block;
    while (!find_block(word, seed, &call, &block)) seed++;
    uint64_t first = block / 16 * size + block % 16 + 16 * (uint64_t)part;
    fn(out, first, 1, seed, call, p0, p1);
}

static const uint32_t edge[] = {
    0,          1,          2,          0xff,       0x100,      0xffff,     0x00ffffff, 0x12345678,
    0x3fffffff, 0x40000000, 0x55555555, 0x7fffffff, 0x80000000, 0x80000001, 0xb504f333, 0xb504f334,
    0xbfffffff, 0xc0000000, 0xdeadbeef, 0xffff0000, 0xfffffeff, 0xffffff00, 0xfffffffe, 0xffffffff};
enum { EDGES = sizeof edge / sizeof edge[0] };

/* The formulas of ops/random/random_simd.c with the C library's functions. */
static double log_of(double near) { return near > 0 ? log(near) : log1p(near); }
static void point(double q, bool swap, bool negate, double xy[2]) {
    double s = sin(PI / 2 * q), c = cos(PI / 2 * q);
    if (negate) c = -c;
    xy[0] = swap ? s : c;
    xy[1] = swap ? c : s;
}

TEST(normals_are_right_at_the_extremes_of_their_bits) {
    FOR_LEVELS(simd) {
        for (int i = 0; i < EDGES; i++)
            for (int j = 0; j < EDGES; j++) {
                uint32_t a = edge[i], b = edge[j], word[4] = {a, b, a, b};
                double near = (double)(int32_t)a * 0x1p-32 + 0x1p-33, xy[2];
                double q = (double)(int32_t)(b << 2) * 0x1p-32 + 0x1p-33;
                point(q, b >> 31, b >> 30 & 1, xy);
                double radius = sqrt(-2 * log_of(near));
                for (int w = 0; w < 4; w++) {
                    float x;
                    from_words(simd->normal_f32, &x, 64, word, w, 0, 1);
                    CHECK_BELOW(fabs(x - radius * xy[w % 2]), 4e-7 * radius);
                    CHECK_BELOW(fabsf(x), 6.8f);
                }
                uint32_t wide[4] = {a, b, b, a};
                uint64_t u = (uint64_t)b << 32 | a, v = (uint64_t)a << 32 | b;
                near = (double)(int64_t)u * 0x1p-64 + 0x1p-65;
                q = (double)(int64_t)(v << 2) * 0x1p-64 + 0x1p-65;
                point(q, v >> 63, v >> 62 & 1, xy);
                radius = sqrt(-2 * log_of(near));
                for (int h = 0; h < 2; h++) {
                    double x;
                    from_words(simd->normal_f64, &x, 32, wide, h, 0, 1);
                    CHECK_BELOW(fabs(x - radius * xy[h]), 1e-15 * radius);
                    CHECK_BELOW(fabs(x), 9.5);
                }
            }
    }
}

TEST(exponentials_and_uniforms_are_right_at_the_extremes_of_their_bits) {
    FOR_LEVELS(simd) {
        for (int i = 0; i < EDGES; i++)
            for (int j = 0; j < EDGES; j++) {
                uint32_t a = edge[i], b = edge[j], word[4] = {b, a, b, a};
                uint64_t u = (uint64_t)a << 32 | b;
                float x;
                double y, right = -log_of((double)(int32_t)a * 0x1p-32 + 0x1p-33);
                from_words(simd->exponential_f32, &x, 64, word, 1, 1, 0);
                CHECK_BELOW(fabs(x - right), 4e-7 * right);
                CHECK(x > 0);
                from_words(simd->exponential_f64, &y, 32, word, 1, 1, 0);
                right = -log_of((double)(int64_t)u * 0x1p-64 + 0x1p-65);
                CHECK_BELOW(fabs(y - right), 2e-15 * right);
                CHECK(y > 0);
                from_words(simd->uniform_f32, &x, 64, word, 3, 0, 1);
                CHECK(x == (float)(a >> 8) * 0x1p-24f);
                from_words(simd->uniform_f64, &y, 32, word, 1, 0, 1);
                CHECK(y == (double)(u >> 11) * 0x1p-53);
                from_words(simd->uniform_f32, &x, 64, word, 1, 1000, 1000.25);
                CHECK(x >= 1000 && x < 1000.25f);
                from_words(simd->uniform_f64, &y, 32, word, 1, -1e9, -1e9 + 1);
                CHECK(y >= -1e9 && y < -1e9 + 1);
                from_words(simd->uniform_f32, &x, 64, word, 1, -3, -3);
                CHECK(x == -3);
            }
    }
}

/* ---- Fills as distributions ------------------------------------------------------------------ */

enum { MANY = 200000 };

/* Elements of a float or double fill, as doubles. */
static double *sample(const struct wr_random_simd *simd, int which, int64_t n, uint64_t seed,
                      uint64_t call) {
    double *x = new_doubles(n);
    fill(simd, which, x, 0, n, seed, call);
    if (fill_size[which] == 4)
        for (int64_t i = n; i-- > 0;) x[i] = ((float *)x)[i];
    return x;
}

TEST(fills_have_their_distribution) {
    double p[2] = {0.3, 1.7};
    FOR_LEVELS(simd) {
        for (int which = 2; which < 8; which++) {
            bool is_uniform = which < 4, is_normal = which == 4 || which == 5;
            double *x = sample(simd, which, MANY, 3, 4);
            double mean = is_uniform ? 1 : 0.3, third = is_uniform || is_normal ? 0 : 2 * 0.027;
            double var = is_uniform ? 1.4 * 1.4 / 12 : is_normal ? 1.7 * 1.7 : 0.09;
            CHECK_BELOW(moments_off(x, MANY, mean, var, third), MOMENTS_LIMIT);
            CHECK_BELOW(ks(x, MANY,
                           is_uniform  ? cdf_uniform
                           : is_normal ? cdf_normal
                                       : cdf_exponential,
                           p),
                        KS_LIMIT);
            free(x);
        }
    }
}

TEST(normal_tails_have_their_weight) {
    enum { N = 1 << 22, LIMITS = 9 };
    int64_t n = TEST_TSAN || TEST_ASAN ? N / 4 : N;
    double *x = new_doubles(n);
    for (int is_wide = 0; is_wide < 2; is_wide++) {
        double beyond[LIMITS] = {0}, below[LIMITS] = {0};
        for (uint64_t call = 0; call < 4; call++) {
            if (is_wide)
                best()->normal_f64(x, 0, n, 5, call, 0, 1);
            else
                best()->normal_f32(x, 0, n, 5, call, 0, 1);
            for (int64_t i = 0; i < n; i++) {
                double y = is_wide ? x[i] : (double)((float *)x)[i];
                for (int k = 4; k < LIMITS && fabs(y) > 0.6 * k; k++) (y > 0 ? beyond : below)[k]++;
            }
        }
        for (int k = 4; k < LIMITS; k++) { /* 2.4 to 4.8 deviations */
            double expected = 4 * (double)n * 0.5 * erfc(0.6 * k * sqrt(0.5));
            CHECK_BELOW(fabs(beyond[k] - expected), 3.6 * sqrt(expected) + 1);
            CHECK_BELOW(fabs(below[k] - expected), 3.6 * sqrt(expected) + 1);
        }
    }
    free(x);
}

static double correlation(const double *x, const double *y, int64_t n, double mean, double var) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += (x[i] - mean) * (y[i] - mean);
    return fabs(sum / var) / sqrt((double)n);
}

TEST(neighbours_in_elements_calls_and_seeds_are_not_correlated) {
    for (int which = 2; which < 6; which++) {
        double mean = which < 4 ? 1 : 0.3, var = which < 4 ? 1.4 * 1.4 / 12 : 1.7 * 1.7;
        double *x = sample(best(), which, MANY, 100, 200);
        static const int64_t lag[] = {1, 2, 3, 4, 8, 15, 16, 17, 32, 48, 64, 128};
        for (size_t k = 0; k < sizeof lag / sizeof lag[0]; k++)
            CHECK_BELOW(correlation(x, x + lag[k], MANY - lag[k], mean, var), 3.6);
        static const uint64_t other[][2] = {{100, 201},
                                            {100, 199},
                                            {101, 200},
                                            {99, 200},
                                            {100, 200 + (UINT64_C(1) << 32)},
                                            {100 + (UINT64_C(1) << 32), 200},
                                            {200, 100}};
        for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
            double *y = sample(best(), which, MANY, other[k][0], other[k][1]);
            CHECK_BELOW(correlation(x, y, MANY, mean, var), 3.6);
            free(y);
        }
        free(x);
    }
}

/* If the pairs of Box-Muller were correlated, it would be in their squares. */
TEST(squares_of_paired_normals_are_not_correlated) {
    for (int which = 4; which < 6; which++) {
        double *x = sample(best(), which, MANY, 7, 8);
        for (int i = 0; i < MANY; i++) x[i] = (x[i] - 0.3) * (x[i] - 0.3) / (1.7 * 1.7);
        for (int lag = 1; lag <= 64; lag++)
            CHECK_BELOW(correlation(x, x + lag, MANY - lag, 1, 2), 4);
        free(x);
    }
}

/* Each bit of the words is set in half of them. */
TEST(every_bit_is_fair) {
    static uint32_t x[1 << 16];
    FOR_LEVELS(simd) {
        double seen[32] = {0};
        simd->bits_u32(x, 0, 1 << 16, 9, 10, 0, 0);
        for (int i = 0; i < 1 << 16; i++)
            for (int b = 0; b < 32; b++) seen[b] += x[i] >> b & 1;
        for (int b = 0; b < 32; b++) CHECK_BELOW(fabs(seen[b] - 32768), 4 * 128);
    }
}

static double ones(const struct wr_random_simd *simd, double p) {
    static uint8_t x[MANY];
    double sum = 0;
    simd->bernoulli_u8(x, 3, MANY, 31, 32, p, 0);
    for (int i = 0; i < MANY; i++) {
        CHECK(x[i] < 2);
        sum += x[i];
    }
    return sum;
}

TEST(bernoulli_keeps_its_probability) {
    FOR_LEVELS(simd) {
        CHECK(ones(simd, 0) == 0 && ones(simd, -1) == 0 && ones(simd, NAN) == 0);
        CHECK(ones(simd, 1) == MANY && ones(simd, 2) == MANY);
        CHECK(ones(simd, 1e-12) == 0 && ones(simd, 1 - 1e-12) == MANY);
        static const double p[] = {0.001, 0.1, 0.5, 0.9, 0.999};
        for (int k = 0; k < 5; k++)
            CHECK_BELOW(fabs(ones(simd, p[k]) - MANY * p[k]), 3.6 * sqrt(MANY * p[k] * (1 - p[k])));
    }
}

/* ---- Integers -------------------------------------------------------------------------------- */

static void check_even(int64_t low, uint64_t count, int bins) {
    static int64_t x[MANY];
    double *seen = calloc((size_t)bins, sizeof *seen), *expected = new_doubles(bins);
    best()->integers_i64(x, 1, MANY, 41, 42, low, count);
    for (int i = 0; i < MANY; i++) {
        uint64_t off = (uint64_t)x[i] - (uint64_t)low;
        CHECK(count == 0 || off < count);
        double span = count ? (double)count : 0x1p64;
        seen[(int)fmin(bins - 1, floor((double)off / span * bins))]++;
    }
    for (int i = 0; i < bins; i++) expected[i] = (double)MANY / bins;
    double p = chi_square_p(seen, expected, bins);
    CHECK(p > P_LIMIT && p < 1 - P_LIMIT);
    free(seen);
    free(expected);
}

TEST(integers_are_spread_evenly) {
    check_even(0, 2, 2);
    check_even(-3, 7, 7);
    check_even(1000, 1000, 1000);
    check_even(0, 3000000000, 300); /* where reduction modulo the count would be visibly biased */
    check_even(-5, UINT64_C(1) << 32, 256);
    check_even(INT64_MIN, UINT64_C(3) << 62, 300);
    check_even(INT64_MIN, 0, 256);
}

__extension__ typedef unsigned __int128 u128;

/* floor(r count 2^-64), or with 128 bits from a count of 2^32 on. */
static int64_t scaled(uint64_t i, int64_t low, uint64_t count) {
    uint64_t x;
    if (count != 0 && count >> 32 == 0) {
        x = (uint64_t)((u128)wr_random_word64(6, 7, i) * count >> 64);
    } else {
        uint32_t word[4];
        wr_philox(6, 7, i, word);
        uint64_t under = (uint64_t)word[1] << 32 | word[0], r = (uint64_t)word[3] << 32 | word[2];
        x = count ? (uint64_t)(((u128)r * count + ((u128)under * count >> 64)) >> 64) : r;
    }
    return (int64_t)((uint64_t)low + x);
}

TEST(integers_are_random_words_scaled) {
    enum { N = 200 };
    static const uint64_t count[] = {1,
                                     2,
                                     6,
                                     1000,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     UINT64_C(1) << 32,
                                     UINT64_C(3) << 40,
                                     UINT64_C(1) << 63,
                                     UINT64_MAX,
                                     0};
    FOR_LEVELS(simd) {
        for (size_t k = 0; k < sizeof count / sizeof count[0]; k++) {
            int64_t x[N], low = count[k] >> 62 || count[k] == 0 ? INT64_MIN : -1 - INT32_MAX;
            int32_t y[N];
            simd->integers_i64(x, 99, N, 6, 7, low, count[k]);
            for (int i = 0; i < N; i++) CHECK_EQ(x[i], scaled(99 + (uint64_t)i, low, count[k]));
            if (low == INT64_MIN || count[k] > UINT64_C(1) << 32) continue;
            simd->integers_i32(y, 99, N, 6, 7, low, count[k]);
            for (int i = 0; i < N; i++) CHECK_EQ(y[i], x[i]);
        }
    }
}

TEST(integers_reach_both_ends) {
    FOR_LEVELS(simd) {
        int64_t x[500];
        int32_t y[500];
        bool low = false, high = false;
        simd->integers_i64(x, 0, 500, 1, 2, -2, 5);
        simd->integers_i32(y, 0, 500, 1, 2, -2, 5);
        for (int i = 0; i < 500; i++) {
            CHECK_EQ(x[i], y[i]);
            low |= x[i] == -2;
            high |= x[i] == 2;
        }
        CHECK(low && high);
        simd->integers_i64(x, 0, 500, 1, 2, 9, 1);
        for (int i = 0; i < 500; i++) CHECK_EQ(x[i], 9);
    }
}

/* ---- Distributions with their own streams ---------------------------------------------------- */

struct real_case {
    const char *name;
    wr_draw_reals *draw;
    double (*cdf)(double, const double *);
    double p[4];
    double mean, var, third; /* NaN mean: not checked */
};

#define EULER 0.57721566490153286
#define ZETA3 1.20205690315959429

static const struct real_case real_cases[] = {
    {"gamma 0.01", wr_gamma, cdf_gamma, {0.01, 1}, 0.01, 0.01, 0.02},
    {"gamma 0.5", wr_gamma, cdf_gamma, {0.5, 2}, 1, 2, 8},
    {"gamma 1", wr_gamma, cdf_gamma, {1, 3}, 3, 9, 54},
    {"gamma 7", wr_gamma, cdf_gamma, {7.3, 1}, 7.3, 7.3, 14.6},
    {"gamma 1000", wr_gamma, cdf_gamma, {1000, 1}, 1000, 1000, 2000},
    {"gamma 1e10", wr_gamma, NULL, {1e10, 1}, 1e10, 1e10, 2e10},
    {"beta 2 3", wr_beta, cdf_beta, {2, 3}, 0.4, 0.04, 0.04 * 0.2 * 0.28571428571428571},
    {"beta small", wr_beta, cdf_beta, {0.1, 0.2}, NAN, 0, 0},
    {"beta large", wr_beta, cdf_beta, {500, 700}, NAN, 0, 0},
    {"chi square 1", wr_chi_square, cdf_chi_square, {1}, 1, 2, 8},
    {"chi square 9", wr_chi_square, cdf_chi_square, {9}, 9, 18, 72},
    {"student t 1", wr_student_t, cdf_student_t, {1}, NAN, 0, 0},
    {"student t 3", wr_student_t, cdf_student_t, {3}, NAN, 0, 0},
    {"student t 30", wr_student_t, cdf_student_t, {30}, 0, 30.0 / 28, 0},
    {"gumbel", wr_gumbel, cdf_gumbel, {1, 2}, 1 + 2 * EULER, PI *PI / 6 * 4, 2 * ZETA3 * 8},
    {"laplace", wr_laplace, cdf_laplace, {-1, 2}, -1, 8, 0},
    {"logistic", wr_logistic, cdf_logistic, {1, 2}, 1, PI *PI / 3 * 4, 0},
    {"cauchy", wr_cauchy, cdf_cauchy, {1, 2}, NAN, 0, 0},
    {"lognormal", wr_lognormal, cdf_lognormal, {0.5, 0.8}, NAN, 0, 0},
    {"weibull 0.7", wr_weibull, cdf_weibull, {0.7, 2}, NAN, 0, 0},
    {"weibull 2", wr_weibull, cdf_weibull, {2, 1}, 0.88622692545275801, 0.21460183660255169, NAN},
    {"normal in the middle", wr_truncated_normal, cdf_truncated_normal, {1, 2, 0, 2}, 1, NAN, 0},
    {"normal, wide", wr_truncated_normal, cdf_truncated_normal, {1, 2, -3, 9}, NAN, 0, 0},
    {"normal from 0",
     wr_truncated_normal,
     cdf_truncated_normal,
     {0, 1, 0, INFINITY},
     0.79788456080286536,
     0.36338022763241865,
     NAN},
    {"normal from 5", wr_truncated_normal, cdf_truncated_normal, {0, 1, 5, INFINITY}, NAN, 0, 0},
    {"normal to -4", wr_truncated_normal, cdf_truncated_normal, {0, 1, -INFINITY, -4}, NAN, 0, 0},
    {"normal in a slice", wr_truncated_normal, cdf_truncated_normal, {0, 1, 2, 2.1}, NAN, 0, 0},
    {"von mises 0.5", wr_von_mises, cdf_von_mises, {0, 0.5}, 0, NAN, 0},
    {"von mises 9", wr_von_mises, cdf_von_mises, {0, 9}, 0, NAN, 0},
    {"von mises 0", wr_von_mises, cdf_von_mises, {0, 0}, 0, PI *PI / 3, 0},
};
enum { REAL_CASES = sizeof real_cases / sizeof real_cases[0] };

static void params_of(struct wr_param p[4], const double *value) {
    for (int k = 0; k < 4; k++) p[k] = (struct wr_param){value + k, 0};
}

TEST(distributions_have_their_moments_and_their_shape) {
    enum { N = 100000 };
    double *x = new_doubles(N);
    for (int k = 0; k < REAL_CASES; k++) {
        const struct real_case *c = &real_cases[k];
        struct wr_param p[4];
        params_of(p, c->p);
        c->draw(x, 0, N, 51, 52, p);
        for (int i = 0; i < N; i++) CHECK(isfinite(x[i]));
        double off = moments_off(x, N, c->mean, c->var, c->third); /* fmax ignores a NaN */
        double far = c->cdf ? ks(x, N, c->cdf, c->p) : 0;
        if (off > MOMENTS_LIMIT && !isnan(c->mean))
            test_fail(__FILE__, __LINE__, "%s: a moment is %g errors off", c->name, off);
        if (!(far < KS_LIMIT)) test_fail(__FILE__, __LINE__, "%s: distance %g", c->name, far);
    }
    free(x);
}

static double log_poisson(int64_t k, const double *p) {
    return (double)k * log(p[0]) - p[0] - lgamma((double)k + 1);
}
static double log_binomial(int64_t k, const double *p) {
    double n = p[0], x = (double)k;
    if (x > n) return -INFINITY;
    return lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1) + x * log(p[1]) +
           (n - x) * log1p(-p[1]);
}
static double log_geometric(int64_t k, const double *p) {
    return k < 1 ? -INFINITY : log(p[0]) + (double)(k - 1) * log1p(-p[0]);
}

static const struct count_case {
    const char *name;
    wr_draw_counts *draw;
    double (*log_of)(int64_t, const double *);
    double p[2], mean, var, third;
} count_cases[] = {
    {"poisson 0.1", wr_poisson, log_poisson, {0.1}, 0.1, 0.1, 0.1},
    {"poisson 4", wr_poisson, log_poisson, {4}, 4, 4, 4},
    {"poisson 9.99", wr_poisson, log_poisson, {9.99}, 9.99, 9.99, 9.99},
    {"poisson 10", wr_poisson, log_poisson, {10}, 10, 10, 10},
    {"poisson 30", wr_poisson, log_poisson, {30}, 30, 30, 30},
    {"poisson 1000", wr_poisson, log_poisson, {1000}, 1000, 1000, 1000},
    {"poisson 1e12", wr_poisson, NULL, {1e12}, 1e12, 1e12, 1e12},
    {"binomial 10", wr_binomial, log_binomial, {10, 0.3}, 3, 2.1, 0.84},
    {"binomial 20", wr_binomial, log_binomial, {20, 0.5}, 10, 5, 0},
    {"binomial 40", wr_binomial, log_binomial, {40, 0.9}, 36, 3.6, -2.88},
    {"binomial 100", wr_binomial, log_binomial, {100, 0.6}, 60, 24, -4.8},
    {"binomial 1e5", wr_binomial, log_binomial, {1e5, 0.01}, 1000, 990, 970.2},
    {"binomial 1e15", wr_binomial, NULL, {1e15, 0.25}, 2.5e14, 1.875e14, 0.9375e14},
    {"binomial rare", wr_binomial, log_binomial, {1e9, 3e-9}, 3, 3, 3},
    {"geometric 0.3", wr_geometric, log_geometric, {0.3}, 1 / 0.3, 0.7 / 0.09, 0.7 * 1.7 / 0.027},
    {"geometric 0.9", wr_geometric, log_geometric, {0.9}, 1 / 0.9, 0.1 / 0.81, 0.1 * 1.1 / 0.729},
    {"geometric 1e-3", wr_geometric, log_geometric, {1e-3}, 1000, 999000, 0.999 * 1.999e9},
};
enum { COUNT_CASES = sizeof count_cases / sizeof count_cases[0] };

/* Bins of single counts, merged until each expects 10; the rest goes into the last. */
static double counts_p(const struct count_case *c, const int64_t *x, int64_t n) {
    enum { BINS = 20000 };
    static double seen[BINS], expected[BINS], at[BINS];
    int bins = 0;
    int64_t from = 0;
    double got = 0, sum = 0, left = (double)n;
    memset(at, 0, sizeof at);
    for (int64_t i = 0; i < n; i++) at[x[i] < BINS ? x[i] : BINS - 1]++;
    for (int64_t k = from; k < BINS; k++) {
        sum += (double)n * exp(c->log_of(k, c->p));
        got += at[k];
        if (sum < 10 || left - sum < 10) continue;
        seen[bins] = got, expected[bins++] = sum;
        left -= sum;
        got = sum = 0;
    }
    seen[bins] = got, expected[bins++] = left;
    return chi_square_p(seen, expected, bins);
}

TEST(counts_have_their_moments_and_their_probabilities) {
    enum { N = 100000 };
    double *x = new_doubles(N);
    int64_t *k = malloc(N * sizeof *k);
    for (int j = 0; j < COUNT_CASES; j++) {
        const struct count_case *c = &count_cases[j];
        struct wr_param p[2] = {{c->p, 0}, {c->p + 1, 0}};
        c->draw(k, 0, N, 61, 62, p);
        for (int i = 0; i < N; i++) {
            CHECK(k[i] >= 0);
            x[i] = (double)k[i] - c->mean; /* keeps the precision of large counts */
        }
        double off = moments_off(x, N, 0, c->var, c->third);
        if (!(off < MOMENTS_LIMIT))
            test_fail(__FILE__, __LINE__, "%s: a moment is %g errors off", c->name, off);
        double likely = c->log_of ? counts_p(c, k, N) : 0.5;
        if (!(likely > P_LIMIT))
            test_fail(__FILE__, __LINE__, "%s: probability %g", c->name, likely);
    }
    free(x);
    free(k);
}

TEST(distributions_do_not_depend_on_how_work_is_split) {
    enum { N = 300 };
    double value[4][N], whole[N], piece[N];
    int64_t counts[N], part[N];
    for (int i = 0; i < N; i++) {
        value[0][i] = 0.5 + 0.1 * i;
        value[1][i] = 0.5 + i % 2 * 0.25;
        value[2][i] = -1 - i;
        value[3][i] = 1 + i;
    }
    for (int k = 0; k < REAL_CASES; k++) {
        struct wr_param p[4], q[4];
        for (int j = 0; j < 4; j++) p[j] = (struct wr_param){value[j], 1};
        real_cases[k].draw(whole, 1000, N, 1, 2, p);
        for (int at = 0, some = 1; at < N; at += some, some = some % 7 + 1) {
            if (some > N - at) some = N - at;
            for (int j = 0; j < 4; j++) q[j] = (struct wr_param){value[j] + at, 1};
            real_cases[k].draw(piece + at, 1000 + (uint64_t)at, some, 1, 2, q);
        }
        CHECK(memcmp(whole, piece, sizeof whole) == 0);
    }
    for (int k = 0; k < COUNT_CASES; k++) {
        struct wr_param p[2] = {{count_cases[k].p, 0}, {count_cases[k].p + 1, 0}};
        count_cases[k].draw(counts, 1000, N, 1, 2, p);
        count_cases[k].draw(part, 1000, 101, 1, 2, p);
        count_cases[k].draw(part + 101, 1101, N - 101, 1, 2, p);
        CHECK(memcmp(counts, part, sizeof counts) == 0);
    }
}

TEST(neighbouring_streams_are_not_correlated) {
    enum { N = 100000 };
    static double x[N], y[N];
    double one[2] = {1, 1};
    struct wr_param p[2] = {{one, 0}, {one + 1, 0}};
    wr_gamma(x, 0, N, 1, 2, p);
    for (int lag = 1; lag < 5; lag++) CHECK_BELOW(correlation(x, x + lag, N - lag, 1, 1), 3.6);
    wr_gamma(y, 0, N, 1, 3, p);
    CHECK_BELOW(correlation(x, y, N, 1, 1), 3.6);
    wr_gamma(y, 0, N, 2, 2, p);
    CHECK_BELOW(correlation(x, y, N, 1, 1), 3.6);
}

static double one_real(wr_draw_reals *draw, double a, double b, double c, double d) {
    double value[4] = {a, b, c, d}, x;
    struct wr_param p[4];
    params_of(p, value);
    draw(&x, 17, 1, 71, 72, p);
    return x;
}

static int64_t one_count(wr_draw_counts *draw, double a, double b) {
    double value[2] = {a, b};
    int64_t x;
    struct wr_param p[2] = {{value, 0}, {value + 1, 0}};
    draw(&x, 17, 1, 71, 72, p);
    return x;
}

TEST(parameters_outside_the_domain_give_nan_or_minus_one) {
    static const double bad[] = {-1, NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 4; k++) {
        CHECK(isnan(one_real(wr_gamma, bad[k], 1, 0, 0)));
        CHECK(isnan(one_real(wr_beta, bad[k], 1, 0, 0)) &&
              isnan(one_real(wr_beta, 1, bad[k], 0, 0)));
        CHECK(isnan(one_real(wr_chi_square, bad[k], 0, 0, 0)));
        CHECK(isnan(one_real(wr_student_t, bad[k], 0, 0, 0)));
        CHECK(isnan(one_real(wr_weibull, bad[k], 1, 0, 0)));
        CHECK(isnan(one_real(wr_von_mises, 0, bad[k], 0, 0)));
        CHECK(isnan(one_real(wr_truncated_normal, 0, bad[k], 0, 1)));
        CHECK_EQ(one_count(wr_poisson, bad[k], 0), -1);
        CHECK_EQ(one_count(wr_binomial, bad[k], 0.5), -1);
        CHECK_EQ(one_count(wr_binomial, 10, bad[k]), -1);
        CHECK_EQ(one_count(wr_geometric, bad[k], 0), -1);
    }
    CHECK(isnan(one_real(wr_truncated_normal, 0, 1, 1, 1)));
    CHECK(isnan(one_real(wr_truncated_normal, 0, 1, NAN, 1)));
    CHECK_EQ(one_count(wr_binomial, 2.5, 0.5), -1);
    CHECK_EQ(one_count(wr_geometric, 0, 0), -1);
}

TEST(distributions_end_at_the_limits_of_their_domain) {
    CHECK(one_real(wr_gamma, 0, 1, 0, 0) == 0);
    CHECK(one_real(wr_gamma, 1e-300, 1, 0, 0) == 0);
    CHECK(one_real(wr_gamma, 1e300, 1, 0, 0) == 1e300);
    CHECK(isfinite(one_real(wr_gamma, DBL_MAX / 4, 1, 0, 0)));
    for (double a = 1e-320; a < 1e300; a *= 1e20) {
        double x = one_real(wr_beta, a, a, 0, 0);
        CHECK(x >= 0 && x <= 1);
    }
    double x = one_real(wr_truncated_normal, 0, 1, 1e6, INFINITY);
    CHECK(x >= 1e6 && x < 1e6 + 1e-4);
    CHECK(one_real(wr_truncated_normal, 0, 1e-300, 1, 2) == 1);
    CHECK(one_real(wr_truncated_normal, 0, 1e-300, -2, -1) == -1);
    CHECK(isfinite(one_real(wr_von_mises, 1e5, 1e12, 0, 0)));
    CHECK(fabs(one_real(wr_von_mises, 100, 1e-3, 0, 0)) <= PI);
    CHECK_EQ(one_count(wr_poisson, 0, 0), 0);
    CHECK_BELOW(fabs((double)one_count(wr_poisson, 0x1p62, 0) - 0x1p62), 5 * 0x1p31);
    CHECK_EQ(one_count(wr_binomial, 0, 0.5), 0);
    CHECK_EQ(one_count(wr_binomial, 100, 0), 0);
    CHECK_EQ(one_count(wr_binomial, 100, 1), 100);
    CHECK_BELOW(fabs((double)one_count(wr_binomial, 0x1p53, 0.5) - 0x1p52), 5 * 0x1p26);
    CHECK_EQ(one_count(wr_geometric, 1, 0), 1);
    CHECK(one_count(wr_geometric, 1e-300, 0) == INT64_MAX);
}

/* ---- Choices --------------------------------------------------------------------------------- */

TEST(categories_occur_with_their_weights) {
    enum { N = 100000, CLASSES = 6 };
    static const double weight[CLASSES] = {0, 1, 0, 3, 6, 0};
    static int64_t x[N], y[N];
    double sums[CLASSES], logs[CLASSES], seen[3] = {0}, expected[3] = {N * 0.1, N * 0.3, N * 0.6};
    for (int i = 0; i < CLASSES; i++) logs[i] = log(weight[i]) + 1000;
    CHECK(wr_categorical_sums(sums, weight, CLASSES, false));
    CHECK(wr_categorical_sums(logs, logs, CLASSES, true));
    wr_categorical(x, 0, N, 81, 82, sums, 0, CLASSES);
    wr_categorical(y, 0, N, 81, 82, logs, 0, CLASSES);
    int differ = 0;
    for (int i = 0; i < N; i++) {
        CHECK(x[i] == 1 || x[i] == 3 || x[i] == 4);
        seen[x[i] == 1 ? 0 : x[i] == 3 ? 1 : 2]++;
        differ += x[i] != y[i];
    }
    CHECK_LE(differ, 2); /* sums of logarithms are rounded differently */
    CHECK(chi_square_p(seen, expected, 3) > P_LIMIT);
    wr_categorical(y, 77, 100, 81, 82, sums, 0, CLASSES);
    CHECK(memcmp(x + 77, y, 100 * sizeof *y) == 0);
}

TEST(categories_take_a_row_for_each_element) {
    double sums[3][2] = {{1, 1}, {0, 1}, {2, 2}};
    int64_t x[3];
    wr_categorical(x, 0, 3, 1, 1, sums[0], 2, 2);
    CHECK(x[0] == 0 && x[1] == 1 && x[2] == 0);
}

TEST(invalid_weights_are_detected) {
    double sums[2];
    CHECK(!wr_categorical_sums(sums, (double[]){0, 0}, 2, false));
    CHECK(!wr_categorical_sums(sums, (double[]){1, -1}, 2, false));
    CHECK(!wr_categorical_sums(sums, (double[]){1, NAN}, 2, false));
    CHECK(!wr_categorical_sums(sums, (double[]){1, INFINITY}, 2, false));
    CHECK(!wr_categorical_sums(sums, (double[]){NAN, 1}, 2, true));
    CHECK(!wr_categorical_sums(sums, (double[]){-INFINITY, -INFINITY}, 2, true));
    CHECK(!wr_categorical_sums(sums, (double[]){1, INFINITY}, 2, true));
    CHECK(wr_categorical_sums(sums, (double[]){-INFINITY, -1e300}, 2, true));
}

TEST(a_permutation_has_every_number_once) {
    static int64_t x[10007];
    static char seen[10007];
    for (int64_t n = 0; n < 10007; n = n * 3 + 1) {
        memset(seen, 0, sizeof seen);
        wr_permutation(x, n, 91, 92);
        for (int64_t i = 0; i < n; i++) {
            CHECK(x[i] >= 0 && x[i] < n);
            CHECK_EQ(seen[x[i]]++, 0);
        }
    }
}

TEST(a_permutation_uses_the_64_bit_elements_of_the_call) {
    enum { N = 100 };
    int64_t x[N], y[N];
    for (int64_t i = 0; i < N; i++) {
        int64_t j = (int64_t)((u128)wr_random_word64(3, 4, (uint64_t)i) * (u128)(i + 1) >> 64);
        y[i] = i;
        y[i] = y[j];
        y[j] = i;
    }
    wr_permutation(x, N, 3, 4);
    CHECK(memcmp(x, y, sizeof x) == 0);
}

TEST(all_permutations_are_equally_likely) {
    enum { N = 48000 };
    double seen[24] = {0}, expected[24];
    for (uint64_t call = 0; call < N; call++) {
        int64_t x[4];
        wr_permutation(x, 4, 5, call);
        int rank = 0;
        for (int i = 0; i < 4; i++) {
            int smaller = 0;
            for (int j = i + 1; j < 4; j++) smaller += x[j] < x[i];
            rank = rank * (4 - i) + smaller;
        }
        seen[rank]++;
    }
    for (int i = 0; i < 24; i++) expected[i] = N / 24.0;
    CHECK(chi_square_p(seen, expected, 24) > P_LIMIT);
}
