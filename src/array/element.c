/* element.c - reads one element of any dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/element.h"

#include <math.h>
#include <string.h>

float wr_f32_from_f16(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16, exponent = (bits >> 10) & 31,
             fraction = bits & 1023u;
    float value;
    if (exponent == 0) { /* zero and subnormals: exact multiples of 2^-24 */
        value = (float)fraction * 0x1p-24F;
        return sign != 0 ? -value : value;
    }
    uint32_t wide = exponent == 31 ? 255 : exponent + 112;
    uint32_t word = sign | wide << 23 | fraction << 13;
    memcpy(&value, &word, sizeof value);
    return value;
}

float wr_f32_from_bf16(uint16_t bits) {
    uint32_t word = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

#define LOAD(type)                                                                                 \
    type value;                                                                                    \
    memcpy(&value, at, sizeof value)

#define INTEGERS(X)                                                                                \
    X(WEIR_BOOL, uint8_t)                                                                          \
    X(WEIR_INT8, int8_t)                                                                           \
    X(WEIR_INT16, int16_t)                                                                         \
    X(WEIR_INT32, int32_t)                                                                         \
    X(WEIR_INT64, int64_t)                                                                         \
    X(WEIR_UINT8, uint8_t)                                                                         \
    X(WEIR_UINT16, uint16_t)                                                                       \
    X(WEIR_UINT32, uint32_t)

double wr_element_f64(int dtype, const void *at) {
    switch (dtype) {
#define CASE(code, type)                                                                           \
    case code: {                                                                                   \
        LOAD(type);                                                                                \
        return (double)value;                                                                      \
    }
        INTEGERS(CASE)
        CASE(WEIR_UINT64, uint64_t)
        CASE(WEIR_FLOAT64, double)
        CASE(WEIR_COMPLEX128, double)
        CASE(WEIR_FLOAT32, float)
        CASE(WEIR_COMPLEX64, float)
#undef CASE
    case WEIR_FLOAT16: {
        LOAD(uint16_t);
        return (double)wr_f32_from_f16(value);
    }
    case WEIR_BFLOAT16: {
        LOAD(uint16_t);
        return (double)wr_f32_from_bf16(value);
    }
    default: return 0;
    }
}

int64_t wr_element_i64(int dtype, const void *at) {
    switch (dtype) {
#define CASE(code, type)                                                                           \
    case code: {                                                                                   \
        LOAD(type);                                                                                \
        return (int64_t)value;                                                                     \
    }
        INTEGERS(CASE)
#undef CASE
    case WEIR_UINT64: {
        LOAD(uint64_t);
        return value > INT64_MAX ? INT64_MAX : (int64_t)value;
    }
    default: {
        double value = wr_element_f64(dtype, at);
        if (!(value > -0x1p63)) return isnan(value) ? 0 : INT64_MIN;
        return value < 0x1p63 ? (int64_t)value : INT64_MAX;
    }
    }
}

double _Complex wr_element_c128(int dtype, const void *at) {
    double part[2] = {wr_element_f64(dtype, at), 0};
    if (wr_dtypes[dtype].kind == WR_KIND_COMPLEX)
        part[1] = wr_element_f64(dtype, (const char *)at + wr_dtypes[dtype].bytes / 2);
    double _Complex value;
    memcpy(&value, part, sizeof value);
    return value;
}
