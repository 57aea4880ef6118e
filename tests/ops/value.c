/* value.c - see value.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

#include <math.h>
#include <stdio.h>

/* ---- Dtypes ---------------------------------------------------------------------------------- */

value_kind value_kind_of(weir_dtype dtype) {
    return dtype == WEIR_BOOL      ? KIND_BOOL
           : dtype <= WEIR_UINT64  ? KIND_INT
           : dtype <= WEIR_FLOAT64 ? KIND_FLOAT
                                   : KIND_COMPLEX;
}

bool value_is_signed(weir_dtype dtype) { return dtype >= WEIR_INT8 && dtype <= WEIR_INT64; }

weir_dtype value_real_of(weir_dtype dtype) {
    return dtype == WEIR_COMPLEX64 ? WEIR_FLOAT32 : dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

weir_dtype value_double_of(weir_dtype dtype) {
    value_kind kind = value_kind_of(dtype);
    return kind == KIND_FLOAT ? WEIR_FLOAT64 : kind == KIND_COMPLEX ? WEIR_COMPLEX128 : dtype;
}

double value_eps(weir_dtype dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return 0x1p-10;
    case WEIR_BFLOAT16: return 0x1p-7;
    case WEIR_FLOAT32:
    case WEIR_COMPLEX64: return 0x1p-23;
    case WEIR_FLOAT64:
    case WEIR_COMPLEX128: return 0x1p-52;
    default: return 0;
    }
}

double value_tiny(weir_dtype dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return 0x1p-24;
    case WEIR_BFLOAT16: return 0x1p-133;
    case WEIR_FLOAT32:
    case WEIR_COMPLEX64: return 0x1p-149;
    case WEIR_FLOAT64:
    case WEIR_COMPLEX128: return 0x1p-1074;
    default: return 0;
    }
}

double value_huge(weir_dtype dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return 65504;
    case WEIR_BFLOAT16: return 0x1.fep127;
    case WEIR_FLOAT32:
    case WEIR_COMPLEX64: return 0x1.fffffep127;
    default: return 0x1.fffffffffffffp1023;
    }
}

/* ---- Elements -------------------------------------------------------------------------------- */

static double power_of_two(int exponent) {
    uint64_t word = (uint64_t)(exponent + 1023) << 52;
    double y;
    memcpy(&y, &word, sizeof y);
    return y;
}

/* Round to a format with `bits` fraction bits and minimum exponent `low`;
 * ties go to even.  Adding 1.5 * 2^52 units in the last place leaves no bits below
 * a unit, so the addition rounds. */
static double round_to(double x, int bits, int low, double huge) {
    if (!isfinite(x) || x == 0) return x;
    if (fabs(x) > 2 * huge) return copysign(INFINITY, x);
    int exponent = ilogb(x);
    double much = 1.5 * power_of_two((exponent < low ? low : exponent) + 52 - bits);
    double y = x + much - much;
    return fabs(y) > huge ? copysign(INFINITY, x) : copysign(y, x);
}

static uint16_t half_bits(double x) {
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x)) return 0x7e00;
    double y = fabs(round_to(x, 10, -14, 65504));
    if (isinf(y)) return sign | 0x7c00;
    if (y < 0x1p-14) return sign | (uint16_t)(y * 0x1p24);
    int exponent = ilogb(y);
    return (uint16_t)(sign | (exponent + 15) << 10 |
                      (uint16_t)(y * power_of_two(10 - exponent) - 1024));
}

static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double y = exponent == 31  ? (mantissa ? NAN : INFINITY)
               : exponent == 0 ? mantissa * 0x1p-24
                               : (1024 + mantissa) * power_of_two(exponent - 25);
    return bits & 0x8000 ? -y : y;
}

static uint16_t brain_bits(double x) {
    if (isnan(x)) return 0x7fc0;
    float y = (float)round_to(x, 7, -126, 0x1.fep127);
    uint32_t word;
    memcpy(&word, &y, sizeof word);
    return (uint16_t)(word >> 16);
}

static double brain_value(uint16_t bits) {
    uint32_t word = (uint32_t)bits << 16;
    float y;
    memcpy(&y, &word, sizeof y);
    return y;
}

int64_t value_load_int(weir_dtype dtype, const void *at) {
    switch (dtype) {
    case WEIR_BOOL:
    case WEIR_UINT8: return *(const uint8_t *)at;
    case WEIR_INT8: return *(const int8_t *)at;
    case WEIR_INT16: return *(const int16_t *)at;
    case WEIR_UINT16: return *(const uint16_t *)at;
    case WEIR_INT32: return *(const int32_t *)at;
    case WEIR_UINT32: return *(const uint32_t *)at;
    default: return *(const int64_t *)at;
    }
}

number value_load(weir_dtype dtype, const void *at) {
    switch (dtype) {
    case WEIR_UINT64: return (number){(double)*(const uint64_t *)at, 0};
    case WEIR_FLOAT16: return (number){half_value(*(const uint16_t *)at), 0};
    case WEIR_BFLOAT16: return (number){brain_value(*(const uint16_t *)at), 0};
    case WEIR_FLOAT32: return (number){*(const float *)at, 0};
    case WEIR_FLOAT64: return (number){*(const double *)at, 0};
    case WEIR_COMPLEX64: return (number){((const float *)at)[0], ((const float *)at)[1]};
    case WEIR_COMPLEX128: return (number){((const double *)at)[0], ((const double *)at)[1]};
    default: return (number){(double)value_load_int(dtype, at), 0};
    }
}

static int64_t whole_part(double x) { return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : 0; }

void value_store(weir_dtype dtype, void *at, number v) {
    switch (dtype) {
    case WEIR_BOOL: *(uint8_t *)at = v.re != 0 || v.im != 0; break;
    case WEIR_INT8:
    case WEIR_UINT8: *(uint8_t *)at = (uint8_t)whole_part(v.re); break;
    case WEIR_INT16:
    case WEIR_UINT16: *(uint16_t *)at = (uint16_t)whole_part(v.re); break;
    case WEIR_INT32:
    case WEIR_UINT32: *(uint32_t *)at = (uint32_t)whole_part(v.re); break;
    case WEIR_INT64: *(int64_t *)at = whole_part(v.re); break;
    case WEIR_UINT64:
        *(uint64_t *)at = v.re >= 0x1p63 ? (uint64_t)v.re : (uint64_t)whole_part(v.re);
        break;
    case WEIR_FLOAT16: *(uint16_t *)at = half_bits(v.re); break;
    case WEIR_BFLOAT16: *(uint16_t *)at = brain_bits(v.re); break;
    case WEIR_FLOAT32: *(float *)at = (float)v.re; break;
    case WEIR_FLOAT64: *(double *)at = v.re; break;
    case WEIR_COMPLEX64:
        ((float *)at)[0] = (float)v.re;
        ((float *)at)[1] = (float)v.im;
        break;
    default:
        ((double *)at)[0] = v.re;
        ((double *)at)[1] = v.im;
        break;
    }
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

host host_new(weir_dtype dtype, int ndim, const int64_t *shape) {
    host h = {.dtype = dtype, .ndim = ndim, .count = 1};
    CHECK(ndim <= VALUE_DIMS);
    for (int i = 0; i < ndim; i++) h.count *= h.shape[i] = shape[i];
    h.data = calloc((size_t)h.count + 1, weir_dtype_bytes(dtype));
    CHECK(h.data);
    return h;
}

host host_copy(const host *h) {
    host made = host_new(h->dtype, h->ndim, h->shape);
    memcpy(made.data, h->data, (size_t)h->count * weir_dtype_bytes(h->dtype));
    return made;
}

host host_cast(const host *h, weir_dtype dtype) {
    if (dtype == h->dtype) return host_copy(h);
    host made = host_new(dtype, h->ndim, h->shape);
    for (int64_t i = 0; i < h->count; i++) host_put(&made, i, host_get(h, i));
    return made;
}

void host_free(host *h) {
    free(h->data);
    h->data = NULL;
}

number host_get(const host *h, int64_t index) {
    return value_load(h->dtype, h->data + index * (int64_t)weir_dtype_bytes(h->dtype));
}

void host_put(host *h, int64_t index, number value) {
    value_store(h->dtype, h->data + index * (int64_t)weir_dtype_bytes(h->dtype), value);
}

static bool same_shape(const host *a, const host *b) {
    return a->dtype == b->dtype && a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0;
}

static bool same_double(double x, double y) {
    return isnan(x) ? isnan(y) : x == y && signbit(x) == signbit(y);
}

int64_t host_first_difference(const host *a, const host *b) {
    size_t size = weir_dtype_bytes(a->dtype);
    if (memcmp(a->data, b->data, (size_t)a->count * size) == 0) return -1;
    for (int64_t i = 0; i < a->count; i++) {
        if (memcmp(a->data + (size_t)i * size, b->data + (size_t)i * size, size) == 0) continue;
        number x = host_get(a, i), y = host_get(b, i);
        if (value_kind_of(a->dtype) < KIND_FLOAT || !same_double(x.re, y.re) ||
            !same_double(x.im, y.im))
            return i;
    }
    return -1;
}

bool host_same_bits(const host *a, const host *b) {
    return same_shape(a, b) && host_first_difference(a, b) < 0;
}

weir_array *host_send(weir_runtime *rt, const host *h) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, h->dtype, h->shape, h->ndim, h->data, &a));
    return a;
}

weir_status host_receive(weir_array *a, host *out) {
    *out = host_new(weir_array_dtype(a), weir_array_ndim(a), weir_array_shape(a));
    return weir_array_read(a, out->data, (size_t)out->count * weir_dtype_bytes(out->dtype));
}

/* ---- Text ------------------------------------------------------------------------------------ */

static char *next_text(void) {
    static char texts[8][160];
    static int turn;
    return texts[turn++ % 8];
}

const char *host_text(const host *h) {
    char *text = next_text();
    size_t n = (size_t)snprintf(text, 160, "%s (", weir_dtype_name(h->dtype));
    for (int i = 0; i < h->ndim && n < 130; i++)
        n += (size_t)snprintf(text + n, 160 - n, i ? ",%lld" : "%lld", (long long)h->shape[i]);
    snprintf(text + n, 160 - n, ")");
    return text;
}

const char *value_text(number v) {
    char *text = next_text();
    if (v.im != 0)
        snprintf(text, 160, "%.17g%+.17gi", v.re, v.im);
    else
        snprintf(text, 160, "%.17g", v.re);
    return text;
}
