/* global_norm.h - what the kernels of global_norm share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GLOBAL_NORM_H
#define WR_GLOBAL_NORM_H

#include "ops/core/op.h"

/* Number of elements whose squares are summed at a time.  The scratch memory has a double for each
 * block of so many elements of each array. */
enum { WR_GLOBAL_NORM_BLOCK = WR_SIZE(8192, 50) };

#endif
