/* scalar_words.h - defines the capitalised names in the .def files for single elements, in double.
 *
 * scalar_words_undef.h undefines the names, so that vector_words.h can define them for vectors in
 * the same file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/function_words.cu"

#define K(c)               (c)
#define SIGMOID(x)         wr_sigmoid(x)
#define SOFTPLUS(x)        wr_softplus(x)
#define SIGN_OF(x)         ((x) > 0 ? 1 : (x) < 0 ? -1 : (x))
#define CLAMP(x, lo, hi)   MIN(MAX(x, K(lo)), K(hi))
#define LOGADDEXP(x, z)    wr_logaddexp(x, z)
#define FLOOR_DIVIDE(x, z) wr_floor_divide_f64(x, z)
#define REMAINDER(x, z)    wr_remainder_f64(x, z)
#define ISINF(x)           (fabs(x) == INFINITY)
#define ISFINITE(x)        (fabs(x) < INFINITY)
#define SIGNBIT(x)         (signbit(x) != 0)
#define CRINT(x)           wr_complex(rint(creal(x)), rint(cimag(x)))
#define CSIGN(x)           wr_csign(x)
#define CABS(x)            cabs(x)
