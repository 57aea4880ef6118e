/* test_special.c - the special cases that the Array API standard 2024.12 lists for elementwise
 * functions.
 *
 * They are listed in special.def.  Each is tested in every float dtype, as a single element and as an array
 * of 37, so that the vector loops and their tails are both covered, and at every SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

#include <math.h>
#include <stdio.h>

#define PI  3.14159265358979323846
#define INF INFINITY

typedef struct line {
    const char *op;
    double x, z;
    double y;
} line;

static const line one_input[] = {
#define ONE(op, x, y) {#op, x, 0, y},
#include "special.def"
#undef ONE
};

static const line two_inputs[] = {
#define TWO(op, x, z, y) {#op, x, z, y},
#include "special.def"
#undef TWO
};

/* ---- Checking -------------------------------------------------------------------------------- */

static bool is_answer(weir_dtype dtype, double got, double wanted) {
    if (isnan(wanted)) return isnan(got);
    if (got == wanted) return signbit(got) == signbit(wanted);
    return isfinite(wanted) && wanted != 0 &&
           fabs(got - wanted) <= 2 * fmax(value_eps(dtype), 0) * fabs(wanted);
}

static int wrong;

static void try_line(weir_runtime *rt, const weir_op *op, const line *l, uint32_t inputs,
                     weir_dtype dtype, int64_t n) {
    host x = host_new(dtype, 1, &n), z = host_new(dtype, 1, &n), y;
    for (int64_t i = 0; i < n; i++) {
        host_put(&x, i, (number){l->x, 0});
        host_put(&z, i, (number){l->z, 0});
    }
    weir_array *in[2] = {host_send(rt, &x), host_send(rt, &z)}, *out = NULL;
    CHECK_OK(weir_op_call(rt, op, in, inputs, NULL, 0, &out, NULL));
    CHECK_OK(host_receive(out, &y));
    for (int64_t i = 0; i < n; i++) {
        double got = host_get(&y, i).re;
        if (is_answer(dtype, got, l->y)) continue;
        wrong++;
        fprintf(stderr, "%s(%g%s%.4g) in %s, element %lld of %lld: %.17g, not %.17g\n", l->op, l->x,
                inputs == 2 ? ", " : " ", inputs == 2 ? l->z : 0, weir_dtype_name(dtype),
                (long long)i, (long long)n, got, l->y);
        break;
    }
    weir_array_release(in[0]);
    weir_array_release(in[1]);
    weir_array_release(out);
    host_free(&x);
    host_free(&y);
    host_free(&z);
}

static bool lossless(weir_dtype dtype, double v) {
    return dtype != WEIR_FLOAT16 || !isfinite(v) || fabs(v) < 60000;
}

static void try_table(const line *table, size_t count, uint32_t inputs, int level) {
    weir_config c = kit_config(1);
    c.engine = WEIR_SERIAL;
    c.cpu = level;
    weir_runtime *rt = NULL;
    if (weir_runtime_new(&c, &rt) != WEIR_OK) SKIP("this machine has no such level");
    for (size_t i = 0; i < count; i++) {
        const weir_op *op = weir_op_find(table[i].op);
        if (op == NULL) test_fail(__FILE__, __LINE__, "there is no operator %s", table[i].op);
        for (weir_dtype d = WEIR_FLOAT16; d <= WEIR_FLOAT64; d++) {
            if (!lossless(d, table[i].x) || !lossless(d, table[i].z)) continue;
            try_line(rt, op, &table[i], inputs, d, 1);
            try_line(rt, op, &table[i], inputs, d, 37);
        }
    }
    weir_runtime_free(rt);
    CHECK_EQ(wrong, 0);
}

#define COUNT(table) (sizeof(table) / sizeof *(table))

TEST(functions_of_one_number_keep_the_special_cases_of_the_standard) {
    try_table(one_input, COUNT(one_input), 1, WEIR_CPU_BEST);
}
TEST(functions_of_two_numbers_keep_the_special_cases_of_the_standard) {
    try_table(two_inputs, COUNT(two_inputs), 2, WEIR_CPU_BEST);
}
TEST(functions_of_one_number_keep_them_on_portable_vectors) {
    try_table(one_input, COUNT(one_input), 1, WEIR_CPU_PORTABLE);
}
TEST(functions_of_two_numbers_keep_them_on_portable_vectors) {
    try_table(two_inputs, COUNT(two_inputs), 2, WEIR_CPU_PORTABLE);
}
TEST(functions_of_one_number_keep_them_on_avx2) {
    try_table(one_input, COUNT(one_input), 1, WEIR_CPU_AVX2);
}
TEST(functions_of_two_numbers_keep_them_on_avx2) {
    try_table(two_inputs, COUNT(two_inputs), 2, WEIR_CPU_AVX2);
}

/* ---- Integers -------------------------------------------------------------------------------- */

typedef struct int_line {
    const char *op;
    int64_t x, z, y;
} int_line;

static const int_line integers[] = {
    {"floor_divide", 7, 2, 3},
    {"floor_divide", -7, 2, -4},
    {"floor_divide", 7, -2, -4},
    {"floor_divide", -7, -2, 3},
    {"floor_divide", 7, 0, 0},
    {"remainder", 7, 2, 1},
    {"remainder", -7, 2, 1},
    {"remainder", 7, -2, -1},
    {"remainder", -7, -2, -1},
    {"remainder", 7, 0, 0},
    {"pow", 2, 5, 32},
    {"pow", -2, 3, -8},
    {"pow", 5, 0, 1},
    {"pow", 0, 0, 1},
    {"bitwise_left_shift", 3, 2, 12},
    {"bitwise_right_shift", -8, 1, -4},
    {"maximum", -3, 2, 2},
    {"minimum", -3, 2, -3},
    {"bitwise_and", 12, 10, 8},
    {"bitwise_or", 12, 10, 14},
    {"bitwise_xor", 12, 10, 6},
};

static void try_integers(weir_runtime *rt, const int_line *l, weir_dtype dtype, int64_t x,
                         int64_t z, int64_t wanted) {
    int64_t n = 37;
    host a = host_new(dtype, 1, &n), b = host_new(dtype, 1, &n), y;
    size_t size = weir_dtype_bytes(dtype);
    for (int64_t i = 0; i < n; i++) {
        memcpy(a.data + (size_t)i * size, &x, size); /* little-endian */
        memcpy(b.data + (size_t)i * size, &z, size);
    }
    weir_array *in[2] = {host_send(rt, &a), host_send(rt, &b)}, *out = NULL;
    CHECK_OK(weir_op_call(rt, weir_op_find(l->op), in, 2, NULL, 0, &out, NULL));
    CHECK_OK(host_receive(out, &y));
    for (int64_t i = 0; i < n; i++) {
        int64_t got = value_load_int(dtype, y.data + (size_t)i * size);
        if (got != wanted)
            test_fail(__FILE__, __LINE__, "%s(%lld, %lld) in %s is %lld, not %lld", l->op,
                      (long long)x, (long long)z, weir_dtype_name(dtype), (long long)got,
                      (long long)wanted);
    }
    weir_array_release(in[0]);
    weir_array_release(in[1]);
    weir_array_release(out);
    host_free(&a);
    host_free(&b);
    host_free(&y);
}

TEST(integers_divide_downwards_and_wrap) {
    weir_runtime *rt = kit_runtime_serial();
    for (size_t i = 0; i < COUNT(integers); i++)
        for (int d = WEIR_INT8; d <= WEIR_UINT64; d++) {
            const int_line *l = &integers[i];
            if (!value_is_signed((weir_dtype)d) && (l->x < 0 || l->z < 0 || l->y < 0)) continue;
            try_integers(rt, l, (weir_dtype)d, l->x, l->z, l->y);
        }
    weir_runtime_free(rt);
}

/* The one quotient that overflows must not crash the process, and sums wrap around. */
TEST(the_least_integer_divided_by_minus_one_wraps) {
    weir_runtime *rt = kit_runtime_serial();
    for (int d = WEIR_INT8; d <= WEIR_INT64; d++) {
        int64_t least =
            (int64_t)((uint64_t)INT64_MIN >> (64 - 8 * (int)weir_dtype_bytes((weir_dtype)d)));
        least = d == WEIR_INT64 ? INT64_MIN : -least;
        static const int_line quotient = {"floor_divide", 0, 0, 0}, rest = {"remainder", 0, 0, 0},
                              sum = {"add", 0, 0, 0}, product = {"multiply", 0, 0, 0};
        try_integers(rt, &quotient, (weir_dtype)d, least, -1, least);
        try_integers(rt, &rest, (weir_dtype)d, least, -1, 0);
        try_integers(rt, &sum, (weir_dtype)d, least, -1, d == WEIR_INT64 ? INT64_MAX : -least - 1);
        try_integers(rt, &product, (weir_dtype)d, least, -1, least);
    }
    weir_runtime_free(rt);
}

/* Adjacent 16-bit floats are adjacent as integers, except for the two zeros. */
TEST(nextafter_goes_one_step_in_float16_and_bfloat16) {
    weir_runtime *rt = kit_runtime_serial();
    for (weir_dtype dtype = WEIR_FLOAT16; dtype <= WEIR_BFLOAT16; dtype++) {
        const int infinity = dtype == WEIR_FLOAT16 ? 0x7c00 : 0x7f80;
        int64_t count = infinity + 1; /* 0 to infinity */
        host x = host_new(dtype, 1, &count), got;
        for (int64_t i = 0; i < count; i++) ((uint16_t *)(void *)x.data)[i] = (uint16_t)i;
        weir_array *in[2] = {host_send(rt, &x), NULL}, *out = NULL;
        for (int up = 0; up < 2; up++) {
            CHECK_OK(weir_number_f64(rt, up ? INFINITY : -INFINITY, &in[1]));
            CHECK_OK(weir_op_call(rt, weir_op_find("nextafter"), in, 2, NULL, 0, &out, NULL));
            CHECK_OK(host_receive(out, &got));
            for (int64_t i = 0; i < count; i++) {
                int64_t next = up ? (i < infinity ? i + 1 : i) : i > 0 ? i - 1 : 0x8001;
                CHECK_EQ(((const uint16_t *)(const void *)got.data)[i], next);
            }
            weir_array_release(in[1]);
            weir_array_release(out);
            host_free(&got);
        }
        weir_array_release(in[0]);
        host_free(&x);
    }
    weir_runtime_free(rt);
}
