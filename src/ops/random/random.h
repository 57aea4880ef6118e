/* random.h - functions shared by the random operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RANDOM_H
#define WR_RANDOM_H

#include "ops/core/expression.h"

/* Maximum number of elements of one operation; see distributions.h. */
#define WR_RANDOM_MOST (INT64_C(1) << 40)

enum { WR_RANDOM_PIECE = WR_SIZE(65536, 16) }; /* elements per piece of work */

/* Set the shape, dtype and device of the result. */
weir_status wr_random_infer(weir_infer *c, weir_i64s shape, int dtype, int32_t device);

/* Set *out to the requested dtype `asked`, or to `otherwise` if none is requested.  Fail if that
 * dtype is not floating-point. */
weir_status wr_random_float(const weir_infer *c, int32_t asked, int otherwise, int *out);

#endif
