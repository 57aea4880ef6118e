/* axis_lists.h - lists with a number for each of the one to three axes that convolutions and pooling move along.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPS_AXIS_LISTS_H
#define WR_OPS_AXIS_LISTS_H

#include "ops/core/op.h"

enum { WR_AXIS_MOST = INT32_MAX }; /* of a step or a margin, so that no sum of them overflows */

/* Refuse a list that has neither one number nor one for each axis, or numbers below `least`.  An empty list is
 * fine: it stands for what is usual. */
weir_status wr_need_axis_list(const weir_infer *c, const char *name, weir_i64s list, int axes,
                              int64_t least);

/* As three axes, of which the last `axes` are there; one number stands for all of them. */
void wr_axis_list(weir_i64s list, int axes, int64_t otherwise, int64_t out[3]);

/* Entries of axes as those of three; missing ones are in front and have one. */
void wr_three_axes(int64_t out[3], int axes, const int64_t *size);

#endif
