/* test_gemm.c - matrix products against a simple sum, at every SIMD level of this CPU.
 *
 * Each product is computed with operands in memory of exactly their extent, so that a sanitizer
 * reports every read outside, and with a C whose gaps must stay unchanged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "ops/matmul/gemm.h"
#include "ops/simd/simd.h"

#include "amx_software.h"
#include "harness.h"

/* ---- Levels and dtypes --------------------------------------------------------------------- */

typedef struct level {
    const char *name;
    const wr_gemm_simd *simd;
} level;

enum { LEVELS_MAX = 6 };

static int levels_here(level out[LEVELS_MAX]) {
    int n = 0;
    out[n++] = (level){"portable", &wr_gemm_simd_portable};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        out[n++] = (level){"avx2", &wr_gemm_simd_avx2};
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        out[n++] = (level){"avx512", &wr_gemm_simd_avx512};
    for (int cpu = WEIR_CPU_AVX512_BF16; cpu <= WEIR_CPU_AMX_FP16; cpu++) {
        const wr_simd *simd = wr_simd_get(cpu);
        if (simd != NULL) out[n++] = (level){simd->name, simd->gemm};
    }
#if defined(__linux__)
    if (wr_simd_get(WEIR_CPU_AVX512_BF16) != NULL && wr_simd_get(WEIR_CPU_AMX_BF16) == NULL) {
        amx_software_install();
        out[n++] = (level){"amx_bf16 by software", &wr_gemm_simd_amx_bf16};
        out[n++] = (level){"amx_fp16 by software", &wr_gemm_simd_amx_fp16};
    }
#endif
#endif
    return n;
}

/* The levels from avx512_bf16 on differ from avx512 only in dtypes that have tiles of pairs. */
static bool is_tested(const level *l, int dtype) {
    return strcmp(l->name, "avx512") == 0 || l->simd->real[0].mr < 14 ||
           l->simd->pairs[dtype] != NULL;
}

static const char *const dtype_name[] = {"f32", "f64", "f16", "bf16", "i32", "i64", "c64", "c128"};
static const size_t dtype_size[] = {4, 8, 2, 2, 4, 8, 8, 16};

static bool is_complex(int dtype) { return dtype == WR_GEMM_C64 || dtype == WR_GEMM_C128; }
static bool is_integer(int dtype) { return dtype == WR_GEMM_I32 || dtype == WR_GEMM_I64; }

static double half_to_double(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double x = exponent == 0    ? ldexp(fraction, -24)
               : exponent == 31 ? (fraction ? NAN : INFINITY)
                                : ldexp(1024 + fraction, exponent - 25);
    return h & 0x8000 ? -x : x;
}

static double brain_to_double(uint16_t b) {
    uint32_t bits = (uint32_t)b << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The nearest half-precision number, by rounding in double. */
static uint16_t double_to_half(double x) {
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    x = fabs(x);
    if (isnan(x)) return 0x7e00;
    if (isinf(x)) return sign | 0x7c00;
    int exponent;
    frexp(x, &exponent);
    if (x == 0 || exponent < -13) return (uint16_t)(sign | (int)rint(ldexp(x, 24)));
    double fraction = rint(ldexp(x, 11 - exponent));
    if (fraction == 2048) fraction = 1024, exponent++;
    if (exponent > 16) return sign | 0x7c00;
    return (uint16_t)(sign | ((exponent + 14) * 1024 + (int)fraction - 1024));
}

/* The parts of an element. */
static void element(int dtype, const void *base, int64_t i, long double out[2]) {
    out[1] = 0;
    switch (dtype) {
    case WR_GEMM_F32: out[0] = ((const float *)base)[i]; break;
    case WR_GEMM_F64: out[0] = ((const double *)base)[i]; break;
    case WR_GEMM_F16: out[0] = half_to_double(((const uint16_t *)base)[i]); break;
    case WR_GEMM_BF16: out[0] = brain_to_double(((const uint16_t *)base)[i]); break;
    case WR_GEMM_C64:
        out[0] = ((const float *)base)[2 * i], out[1] = ((const float *)base)[2 * i + 1];
        break;
    case WR_GEMM_C128:
        out[0] = ((const double *)base)[2 * i], out[1] = ((const double *)base)[2 * i + 1];
        break;
    }
}

static uint64_t integer(int dtype, const void *base, int64_t i) {
    return dtype == WR_GEMM_I32 ? ((const uint32_t *)base)[i] : ((const uint64_t *)base)[i];
}

static double unit_roundoff(int dtype) {
    return dtype == WR_GEMM_F64 || dtype == WR_GEMM_C128 ? 0x1p-53 : 0x1p-24;
}

/* ---- Operands ------------------------------------------------------------------------------ */

/* The layout of a matrix in memory. */
enum { ROWS, COLUMNS, PADDED, REVERSED, APART, LAYOUTS };

typedef struct matrix {
    char *memory; /* of `count` elements */
    int64_t count, base;
    int64_t row, col, batch;
} matrix;

/* `batch` 0: one matrix for the whole batch. */
static matrix matrix_new(int dtype, int layout, int64_t rows, int64_t cols, int64_t batch) {
    matrix x = {0};
    int64_t r = rows > 0 ? rows : 1, c = cols > 0 ? cols : 1;
    switch (layout) {
    case ROWS: x.row = c, x.col = 1, x.batch = r * c; break;
    case COLUMNS: x.row = 1, x.col = r, x.batch = r * c; break;
    case PADDED: x.row = c + 3, x.col = 1, x.batch = r * (c + 3) + 5; break;
    case REVERSED: x.row = -c, x.col = -1, x.batch = -r * c; break;
    case APART: x.row = 3 * c + 1, x.col = 3, x.batch = r * (3 * c + 1); break;
    }
    int64_t items = batch > 0 ? batch : 1;
    if (batch == 0) x.batch = 0;
    int64_t last = (r - 1) * x.row + (c - 1) * x.col + (items - 1) * x.batch;
    x.base = last < 0 ? -last : 0;
    x.count = (last < 0 ? -last : last) + 1;
    x.memory = malloc((size_t)x.count * dtype_size[dtype]);
    CHECK(x.memory != NULL);
    return x;
}

static void *matrix_at(const matrix *x, int dtype) {
    return x->memory + (size_t)x->base * dtype_size[dtype];
}

/* The value of an element depends on its indices, not on its address: layouts can be compared. */
static void put_value(int dtype, void *base, int64_t i, uint64_t bits) {
    int small =
        (int)(bits >> 40 & 255) - 128; /* exact in all floating dtypes, once divided by 64 */
    float x = (float)((int64_t)(bits >> 11) - (1LL << 52)) * 0x1p-52f;
    double d = (double)((int64_t)(bits >> 11) - (1LL << 52)) * 0x1p-52;
    float brain = (float)small / 64;
    uint32_t word;
    memcpy(&word, &brain, sizeof word);
    switch (dtype) {
    case WR_GEMM_F32: ((float *)base)[i] = x; break;
    case WR_GEMM_F64: ((double *)base)[i] = d; break;
    case WR_GEMM_F16: ((uint16_t *)base)[i] = double_to_half(small / 64.0); break;
    case WR_GEMM_BF16: ((uint16_t *)base)[i] = (uint16_t)(word >> 16); break;
    case WR_GEMM_I32: ((uint32_t *)base)[i] = (uint32_t)bits; break;
    case WR_GEMM_I64: ((uint64_t *)base)[i] = bits; break;
    case WR_GEMM_C64: ((float *)base)[2 * i] = x, ((float *)base)[2 * i + 1] = brain; break;
    case WR_GEMM_C128: ((double *)base)[2 * i] = d, ((double *)base)[2 * i + 1] = brain; break;
    }
}

static void fill(const matrix *x, int dtype, int64_t rows, int64_t cols, int64_t batch,
                 uint64_t seed) {
    memset(x->memory, 0x5a, (size_t)x->count * dtype_size[dtype]);
    for (int64_t b = 0; b < batch; b++)
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < cols; j++)
                put_value(dtype, x->memory, x->base + b * x->batch + i * x->row + j * x->col,
                          test_random(&seed));
}

/* ---- One product --------------------------------------------------------------------------- */

typedef struct product {
    int dtype;
    int64_t m, n, k, batch;
    int a, b, c;       /* layouts */
    bool one_a, one_b; /* the same for the whole batch */
    bool accumulate;
} product;

typedef struct setup {
    matrix a, b, c, old; /* `old` is C as it was */
    wr_gemm g;
    void *scratch;
} setup;

static setup setup_new(const product *p, const wr_gemm_simd *simd) {
    setup s = {0};
    int64_t batch_a = p->one_a ? 0 : p->batch, batch_b = p->one_b ? 0 : p->batch;
    s.a = matrix_new(p->dtype, p->a, p->m, p->k, batch_a);
    s.b = matrix_new(p->dtype, p->b, p->k, p->n, batch_b);
    s.c = matrix_new(p->dtype, p->c, p->m, p->n, p->batch);
    s.old = matrix_new(p->dtype, p->c, p->m, p->n, p->batch);
    fill(&s.a, p->dtype, p->m, p->k, batch_a ? batch_a : 1, 1);
    fill(&s.b, p->dtype, p->k, p->n, batch_b ? batch_b : 1, 2);
    fill(&s.c, p->dtype, p->m, p->n, p->batch, 3);
    memcpy(s.old.memory, s.c.memory, (size_t)s.c.count * dtype_size[p->dtype]);
    s.g = (wr_gemm){.dtype = p->dtype,
                    .accumulate = p->accumulate,
                    .m = p->m,
                    .n = p->n,
                    .k = p->k,
                    .batch = p->batch,
                    .a = matrix_at(&s.a, p->dtype),
                    .a_row = s.a.row,
                    .a_col = s.a.col,
                    .a_batch = s.a.batch,
                    .b = matrix_at(&s.b, p->dtype),
                    .b_row = s.b.row,
                    .b_col = s.b.col,
                    .b_batch = s.b.batch,
                    .c = matrix_at(&s.c, p->dtype),
                    .c_row = s.c.row,
                    .c_col = s.c.col,
                    .c_batch = s.c.batch};
    size_t bytes = wr_gemm_scratch(&s.g, simd);
    if (bytes > 0) {
        CHECK_EQ(posix_memalign(&s.scratch, 64, bytes), 0);
        memset(s.scratch, 0xff, bytes); /* NaNs, if it is read before it is written */
    }
    return s;
}

static void setup_free(setup *s) {
    free(s->a.memory);
    free(s->b.memory);
    free(s->c.memory);
    free(s->old.memory);
    free(s->scratch);
}

_Noreturn static void differ(const product *p, const char *where, const char *what, int64_t i,
                             int64_t j, long double is, long double want) {
    test_fail(__FILE__, __LINE__,
              "%s %s %lldx%lldx%lld batch %lld layouts %d %d %d add %d: %s at %lld,%lld is %.17Lg, "
              "wants %.17Lg",
              where, dtype_name[p->dtype], (long long)p->m, (long long)p->n, (long long)p->k,
              (long long)p->batch, p->a, p->b, p->c, p->accumulate, what, (long long)i,
              (long long)j, is, want);
}

static void check_integer(const setup *s, const product *p, const char *where, int64_t b, int64_t i,
                          int64_t j) {
    int64_t at = b * s->c.batch + i * s->c.row + j * s->c.col + s->c.base;
    uint64_t sum = p->accumulate ? integer(p->dtype, s->old.memory, at) : 0;
    for (int64_t k = 0; k < p->k; k++)
        sum += integer(p->dtype, s->g.a, b * s->a.batch + i * s->a.row + k * s->a.col) *
               integer(p->dtype, s->g.b, b * s->b.batch + k * s->b.row + j * s->b.col);
    if (p->dtype == WR_GEMM_I32) sum = (uint32_t)sum;
    uint64_t is = integer(p->dtype, s->c.memory, at);
    if (is != sum) differ(p, where, "C", i, j, is, sum);
}

/* In any order of summation the error is about k roundings of each term; halves are rounded once
 * more. */
static void check_float(const setup *s, const product *p, const char *where, int64_t b, int64_t i,
                        int64_t j) {
    int64_t at = b * s->c.batch + i * s->c.row + j * s->c.col + s->c.base;
    long double sum[2] = {0}, size = 0, x[2], y[2], is[2];
    if (p->accumulate) {
        element(p->dtype, s->old.memory, at, sum);
        size = fabsl(sum[0]) + fabsl(sum[1]);
    }
    for (int64_t k = 0; k < p->k; k++) {
        element(p->dtype, s->g.a, b * s->a.batch + i * s->a.row + k * s->a.col, x);
        element(p->dtype, s->g.b, b * s->b.batch + k * s->b.row + j * s->b.col, y);
        sum[0] += x[0] * y[0] - x[1] * y[1];
        sum[1] += x[0] * y[1] + x[1] * y[0];
        size += (fabsl(x[0]) + fabsl(x[1])) * (fabsl(y[0]) + fabsl(y[1]));
    }
    element(p->dtype, s->c.memory, at, is);
    long double bound = ((double)p->k + 4) * unit_roundoff(p->dtype) * size;
    if (p->dtype == WR_GEMM_F16) bound += 0x1p-11L * fabsl(sum[0]) * 1.001L;
    if (p->dtype == WR_GEMM_BF16) bound += 0x1p-8L * fabsl(sum[0]) * 1.001L;
    for (int part = 0; part < (is_complex(p->dtype) ? 2 : 1); part++)
        if (!(fabsl(is[part] - sum[part]) <= bound))
            differ(p, where, part ? "imaginary C" : "C", i, j, is[part], sum[part]);
}

/* Restore the old elements of C, so that any difference left is a write outside C. */
static void check_gaps(setup *s, const product *p, const char *where) {
    size_t size = dtype_size[p->dtype];
    for (int64_t b = 0; b < p->batch; b++)
        for (int64_t i = 0; i < p->m; i++)
            for (int64_t j = 0; j < p->n; j++) {
                int64_t at = b * s->c.batch + i * s->c.row + j * s->c.col + s->c.base;
                memcpy(s->c.memory + (size_t)at * size, s->old.memory + (size_t)at * size, size);
            }
    if (memcmp(s->c.memory, s->old.memory, (size_t)s->c.count * size) != 0)
        differ(p, where, "memory beside C", 0, 0, 0, 0);
}

static product product_of(int dtype, const int size[3], int64_t batch) {
    return (product){.dtype = dtype, .m = size[0], .n = size[1], .k = size[2], .batch = batch};
}

static void check_product(const product *p, const level *l) {
    setup s = setup_new(p, l->simd);
    CHECK_EQ(wr_gemm_run(NULL, l->simd, &s.g, s.scratch), WEIR_OK);
    int64_t stride = 1 + p->m * p->n * p->k / 300000; /* in large matrices, check a sample */
    for (int64_t b = 0; b < p->batch; b++)
        for (int64_t i = 0; i < p->m; i++)
            for (int64_t j = i % stride; j < p->n; j += stride)
                (is_integer(p->dtype) ? check_integer : check_float)(&s, p, l->name, b, i, j);
    check_gaps(&s, p, l->name);
    setup_free(&s);
}

static void check_everywhere(product p, int first_dtype, int last_dtype) {
    level levels[LEVELS_MAX];
    int n = levels_here(levels);
    for (int l = 0; l < n; l++)
        for (p.dtype = first_dtype; p.dtype <= last_dtype; p.dtype++)
            if (is_tested(&levels[l], p.dtype)) check_product(&p, &levels[l]);
}

/* ---- Shapes and layouts -------------------------------------------------------------------- */

TEST(gemm_small_sizes_of_floats) {
    static const int ks[] = {0, 1, 2, 5, 8, 17};
    int step = test_slow() > 1 ? 3 : 1;
    for (int m = 0; m <= 40; m += step)
        for (int n = 0; n <= 40; n += step) {
            int k = ks[(m * 7 + n) % 6];
            check_everywhere((product){.m = m, .n = n, .k = k, .batch = 1}, WR_GEMM_F32,
                             WR_GEMM_F64);
        }
}

TEST(gemm_small_sizes_of_all_dtypes) {
    static const int sizes[] = {0, 1, 2, 3, 7, 13, 16, 29, 33};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < COUNT * COUNT * COUNT; i++) {
        product p = {.m = sizes[i % COUNT],
                     .n = sizes[i / COUNT % COUNT],
                     .k = sizes[i / COUNT / COUNT],
                     .batch = 1,
                     .accumulate = i & 1};
        if (test_slow() > 1 && i % 5 != 0) continue;
        check_everywhere(p, WR_GEMM_F32, WR_GEMM_C128);
    }
}

TEST(gemm_all_layouts) {
    static const int sizes[][3] = {{5, 7, 9},   {29, 33, 19}, {65, 66, 67}, {1, 40, 33},
                                   {40, 1, 33}, {3, 1, 50},   {1, 1, 77}};
    for (int i = 0; i < LAYOUTS * LAYOUTS * LAYOUTS; i++)
        for (int s = 0; s < 7; s++) {
            if (i % (test_slow() > 1 ? 7 : 1) != 0) continue;
            if (s == 2 && i % 6 != 0) continue; /* large enough to be packed */
            product p = {.m = sizes[s][0],
                         .n = sizes[s][1],
                         .k = sizes[s][2],
                         .batch = 1 + (i + s) % 3,
                         .a = i % LAYOUTS,
                         .b = i / LAYOUTS % LAYOUTS,
                         .c = i / LAYOUTS / LAYOUTS,
                         .one_a = i % 2,
                         .one_b = i % 3 == 0,
                         .accumulate = (i + s) % 2};
            int last = s == 1 || s == 3      ? WR_GEMM_C128
                       : s > 3 && i % 2 == 0 ? WR_GEMM_BF16
                                             : WR_GEMM_F64;
            check_everywhere(p, WR_GEMM_F32, last);
        }
}

TEST(gemm_around_tiles_and_blocks) {
    static const int sizes[][3] = {
        {13, 31, 383}, {14, 32, 384},  {15, 33, 385},  {28, 64, 257}, {29, 65, 255}, {65, 63, 64},
        {64, 64, 64},  {64, 64, 65},   {127, 129, 70}, {6, 16, 769},  {7, 17, 1000}, {12, 8, 513},
        {257, 31, 40}, {31, 257, 40},  {113, 100, 30}, {2, 300, 400}, {300, 2, 400}, {200, 300, 2},
        {17, 1, 1200}, {1, 17, 1200},  {1100, 1, 90},  {1, 1100, 90}, {3, 1, 70000}, {1, 1, 140001},
        {9, 5, 16411}, {33, 20, 8193},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int layouts = 0; layouts < 4; layouts++) {
            product p = {.m = sizes[i][0],
                         .n = sizes[i][1],
                         .k = sizes[i][2],
                         .batch = 1,
                         .a = layouts & 1,
                         .b = layouts >> 1,
                         .accumulate = ((int)i + layouts) & 1};
            if (test_slow() > 1 && (i + (size_t)layouts) % 4 != 0) continue;
            bool vector = (p.m == 1 || p.n == 1) && layouts == 0;
            check_everywhere(p, WR_GEMM_F32, vector || i % 8 == 0 ? WR_GEMM_BF16 : WR_GEMM_F64);
        }
}

TEST(gemm_batches) {
    static const int sizes[][3] = {{2, 2, 2}, {8, 8, 8}, {20, 30, 40}, {64, 64, 64}, {70, 80, 90}};
    for (int i = 0; i < 5 * 8; i++) {
        product p = {.m = sizes[i / 8][0],
                     .n = sizes[i / 8][1],
                     .k = sizes[i / 8][2],
                     .batch = i / 8 < 2 ? 130 : 3,
                     .b = i % 2,
                     .c = i % 8 == 5 ? APART : ROWS,
                     .one_a = i / 2 % 2,
                     .one_b = i / 4 % 2};
        if (test_slow() > 1) p.batch = 3;
        check_everywhere(p, WR_GEMM_F32, i < 16 ? WR_GEMM_F16 : WR_GEMM_F64);
    }
}

/* ---- Bits ---------------------------------------------------------------------------------- */

typedef struct run_arg {
    const wr_gemm_simd *simd;
    const wr_gemm *g;
    void *scratch;
} run_arg;

static weir_status run_task(weir_context *ctx, void *arg) {
    const run_arg *r = arg;
    return wr_gemm_run(ctx, r->simd, r->g, r->scratch);
}

static void run_with(weir_runtime *rt, run_arg arg) {
    static const weir_kind kind = {.size = sizeof kind, .name = "gemm", .run = run_task};
    weir_var *v;
    CHECK_EQ(weir_var_new(rt, NULL, &v), WEIR_OK);
    weir_task task = {.size = sizeof task,
                      .kind = &kind,
                      .arg = &arg,
                      .arg_size = sizeof arg,
                      .writes = &v,
                      .write_count = 1};
    CHECK_EQ(weir_task_push(rt, &task), WEIR_OK);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    weir_var_release(v);
}

/* Compare C with the row-major result, element by element and bit by bit. */
static void check_bits(const setup *s, const setup *want, const product *p, const char *where) {
    size_t size = dtype_size[p->dtype];
    for (int64_t b = 0; b < p->batch; b++)
        for (int64_t i = 0; i < p->m; i++)
            for (int64_t j = 0; j < p->n; j++) {
                int64_t at = b * s->c.batch + i * s->c.row + j * s->c.col + s->c.base;
                int64_t to = b * want->c.batch + i * want->c.row + j * want->c.col + want->c.base;
                if (memcmp(s->c.memory + (size_t)at * size, want->c.memory + (size_t)to * size,
                           size) != 0)
                    differ(p, where, "a bit of C", i, j, 0, 0);
            }
}

static const int bit_sizes[][4] = {
    {8, 8, 8, 1},      {64, 64, 64, 3},   {70, 80, 90, 4},  {256, 256, 256, 1}, {150, 200, 800, 1},
    {1, 1, 200000, 1}, {5, 1, 100000, 1}, {700, 1, 900, 1}, {1, 3000, 77, 2},   {30, 20, 9000, 1},
    {9, 400, 500, 1},  {400, 9, 500, 1},  {1, 20, 30, 50},
};

TEST(gemm_has_the_same_bits_for_any_number_of_workers) {
    weir_runtime *rt[3];
    for (int w = 0; w < 3; w++) {
        weir_config config;
        weir_config_init(&config);
        config.workers = w + 1;
        config.memory_bytes = TEST_MEMORY_BYTES;
        CHECK_EQ(weir_runtime_new(&config, &rt[w]), WEIR_OK);
    }
    level levels[LEVELS_MAX];
    int count = levels_here(levels);
    for (int l = 0; l < count; l++)
        for (size_t i = 0; i < sizeof bit_sizes / sizeof *bit_sizes; i++)
            for (int dtype = 0; dtype <= WR_GEMM_C128; dtype++) {
                product p = product_of(dtype, bit_sizes[i], bit_sizes[i][3]);
                if (!is_tested(&levels[l], dtype)) continue;
                if (dtype > WR_GEMM_F16 && p.m * p.n * p.k > 1 << 20) continue;
                setup want = setup_new(&p, levels[l].simd);
                CHECK_EQ(wr_gemm_run(NULL, levels[l].simd, &want.g, want.scratch), WEIR_OK);
                for (int w = 0; w < 3; w++) {
                    setup s = setup_new(&p, levels[l].simd);
                    run_with(rt[w], (run_arg){levels[l].simd, &s.g, s.scratch});
                    check_bits(&s, &want, &p, levels[l].name);
                    setup_free(&s);
                }
                setup_free(&want);
            }
    for (int w = 0; w < 3; w++) weir_runtime_free(rt[w]);
}

TEST(gemm_has_the_same_bits_for_any_layout) {
    level levels[LEVELS_MAX];
    int count = levels_here(levels);
    for (int l = 0; l < count; l++)
        for (size_t i = 0; i < sizeof bit_sizes / sizeof *bit_sizes; i++)
            for (int dtype = 0; dtype <= WR_GEMM_BF16; dtype++) {
                product p = product_of(dtype, bit_sizes[i], bit_sizes[i][3]);
                if (!is_tested(&levels[l], dtype)) continue;
                if (test_slow() > 1 && p.m * p.n * p.k > 1 << 21) continue;
                setup want = setup_new(&p, levels[l].simd);
                CHECK_EQ(wr_gemm_run(NULL, levels[l].simd, &want.g, want.scratch), WEIR_OK);
                for (int layout = 1; layout < 8; layout++) {
                    p.a = layout & 1 ? COLUMNS : layout & 2 ? APART : ROWS;
                    p.b = layout & 2 ? COLUMNS : layout & 4 ? APART : ROWS;
                    p.c = layout & 4 ? COLUMNS : layout & 1 ? APART : ROWS;
                    setup s = setup_new(&p, levels[l].simd);
                    CHECK_EQ(wr_gemm_run(NULL, levels[l].simd, &s.g, s.scratch), WEIR_OK);
                    check_bits(&s, &want, &p, levels[l].name);
                    setup_free(&s);
                }
                setup_free(&want);
            }
}

/* ---- Values -------------------------------------------------------------------------------- */

/* A row of A or a column of B with NaN or infinity makes its row or column of C NaN or infinite. */
TEST(gemm_propagates_nan_and_infinity) {
    static const int sizes[][3] = {
        {20, 40, 30}, {1, 40, 30}, {40, 1, 30}, {5, 1, 30}, {80, 90, 100}};
    level levels[LEVELS_MAX];
    int count = levels_here(levels);
    for (int l = 0; l < count; l++)
        for (int i = 0; i < 5; i++) {
            product p = product_of(WR_GEMM_F32, sizes[i], 1);
            setup s = setup_new(&p, levels[l].simd);
            float *a = (float *)(void *)s.a.memory, *b = (float *)(void *)s.b.memory;
            const float *c = (const float *)(const void *)s.c.memory;
            memset(b, 0, sizeof(float) * (size_t)(p.k * p.n));
            a[(p.m - 1) * p.k + p.k / 2] = INFINITY; /* infinity times zero */
            b[2 * p.n + p.n - 1] = NAN;
            CHECK_EQ(wr_gemm_run(NULL, levels[l].simd, &s.g, s.scratch), WEIR_OK);
            for (int64_t r = 0; r < p.m; r++)
                for (int64_t j = 0; j < p.n; j++)
                    CHECK_EQ(isnan(c[r * p.n + j]) != 0, r == p.m - 1 || j == p.n - 1);
            setup_free(&s);
        }
}

/* Every half times one is itself, and products of two halves are rounded once, to nearest. */
TEST(gemm_converts_halves_exactly) {
    enum { ALL = 1 << 16, COLS = 3 };
    static uint16_t a[ALL], c[ALL * COLS];
    static const double factor[COLS] = {1, 0.3330078125, 0.0001220703125};
    level levels[LEVELS_MAX];
    int count = levels_here(levels);
    for (int l = 0; l < count; l++) {
        uint16_t b[COLS];
        for (int i = 0; i < ALL; i++) a[i] = (uint16_t)i;
        for (int j = 0; j < COLS; j++) b[j] = double_to_half(factor[j]);
        wr_gemm g = {.dtype = WR_GEMM_F16,
                     .m = ALL,
                     .n = COLS,
                     .k = 1,
                     .batch = 1,
                     .a = a,
                     .a_row = 1,
                     .a_col = 1,
                     .b = b,
                     .b_row = COLS,
                     .b_col = 1,
                     .c = c,
                     .c_row = COLS,
                     .c_col = 1};
        void *scratch = NULL;
        CHECK_EQ(posix_memalign(&scratch, 64, wr_gemm_scratch(&g, levels[l].simd)), 0);
        CHECK_EQ(wr_gemm_run(NULL, levels[l].simd, &g, scratch), WEIR_OK);
        free(scratch);
        for (int i = 0; i < ALL; i++)
            for (int j = 0; j < COLS; j++) {
                double want = half_to_double(a[i]) * half_to_double(b[j]);
                if (isnan(want))
                    CHECK(isnan(half_to_double(c[i * COLS + j])));
                else /* zero's sign is lost: sums start from +0 */
                    CHECK_EQ(c[i * COLS + j] == 0x8000 ? 0 : c[i * COLS + j],
                             want == 0 || double_to_half(want) == 0x8000
                                 ? (double_to_half(want) & 0x7fff)
                                 : double_to_half(want));
            }
    }
}

TEST(gemm_with_k_zero_gives_zeros_or_adds_nothing) {
    for (int accumulate = 0; accumulate < 2; accumulate++)
        check_everywhere(
            (product){.m = 5, .n = 6, .k = 0, .batch = 2, .c = APART, .accumulate = accumulate},
            WR_GEMM_F32, WR_GEMM_C128);
}
