/* value.h - arrays of the tests: numbers in host memory, in every dtype.
 *
 * Nothing here uses the library: elements are read and written, and dtypes ordered, by code of the
 * tests, so that a mistake in the library's casts cannot hide itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_VALUE_H
#define OPS_VALUE_H

#include "../api/kit.h"

#include <stdbool.h>

enum { VALUE_DTYPES = 15, VALUE_DIMS = 12 };

typedef enum value_kind { KIND_BOOL, KIND_INT, KIND_FLOAT, KIND_COMPLEX } value_kind;

typedef struct number {
    double re, im;
} number;

/* Row-major; owns its memory. */
typedef struct host {
    weir_dtype dtype;
    int ndim;
    int64_t shape[VALUE_DIMS];
    int64_t count;
    unsigned char *data;
} host;

/* ---- Dtypes ---------------------------------------------------------------------------------- */

value_kind value_kind_of(weir_dtype dtype);
bool value_is_signed(weir_dtype dtype);       /* for integers */
weir_dtype value_real_of(weir_dtype dtype);   /* float32 for complex64 */
weir_dtype value_double_of(weir_dtype dtype); /* float64 or complex128 for inexact dtypes */
double value_eps(weir_dtype dtype);  /* distance from 1 to the next number; 0 for exact dtypes */
double value_tiny(weir_dtype dtype); /* the smallest number above 0 */
double value_huge(weir_dtype dtype); /* the largest finite number */

/* ---- Elements -------------------------------------------------------------------------------- */

number value_load(weir_dtype dtype, const void *at);
void value_store(weir_dtype dtype, void *at, number value); /* rounds to even, wraps integers */
int64_t value_load_int(weir_dtype dtype, const void *at);   /* the bits of 64-bit integers */

/* ---- Arrays ---------------------------------------------------------------------------------- */

host host_new(weir_dtype dtype, int ndim, const int64_t *shape); /* filled with zeros */
host host_copy(const host *h);
host host_cast(const host *h, weir_dtype dtype);
void host_free(host *h);
number host_get(const host *h, int64_t index);
void host_put(host *h, int64_t index, number value);
bool host_same_bits(const host *a,
                    const host *b); /* including shapes and dtypes; all NaNs are equal */
int64_t host_first_difference(const host *a, const host *b); /* index, -1: none */

weir_array *host_send(weir_runtime *rt, const host *h);
weir_status host_receive(weir_array *a, host *out);

/* "float32 (3,4)" in one of a few static buffers. */
const char *host_text(const host *h);
const char *value_text(number value);

#endif
