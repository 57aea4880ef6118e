/* element.h - reads one element of any dtype, for text, items and reference kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENT_H
#define WR_ELEMENT_H

#include <complex.h>

#include "array/dtype.h"

float wr_f32_from_f16(uint16_t bits);
float wr_f32_from_bf16(uint16_t bits);

/* The real part of a complex element. */
double wr_element_f64(int dtype, const void *at);
int64_t wr_element_i64(int dtype, const void *at); /* truncated; out of range is saturated */
double _Complex wr_element_c128(int dtype, const void *at);

#endif
