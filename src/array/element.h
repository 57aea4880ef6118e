/* element.h - reads one element of any dtype, for printing, item access and reference kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENT_H
#define WR_ELEMENT_H

#include <complex.h>

#include "array/dtype.h"

float wr_f32_from_f16(uint16_t bits);
float wr_f32_from_bf16(uint16_t bits);

/* For a complex element, returns the real part. */
double wr_element_f64(int dtype, const void *at);
int64_t wr_element_i64(int dtype, const void *at); /* truncates and saturates; NaN becomes 0 */
double _Complex wr_element_c128(int dtype, const void *at);

#endif
