/* axis_lists.h - attribute lists with one number per spatial axis of convolutions and pooling (one
 * to three).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_AXIS_LISTS_H
#define WR_AXIS_LISTS_H

#include "ops/core/op.h"

enum {
    WR_AXIS_MOST = INT32_MAX
}; /* largest stride, padding or dilation, so that no sum overflows */

/* Refuse a list that has neither one number nor one per axis, or numbers below `least`.  An empty
 * list is accepted: it stands for the default. */
weir_status wr_need_axis_list(const weir_infer *c, const char *name, weir_i64s list, int axes,
                              int64_t least);

/* Expand a list to three axes, of which the last `axes` are used; one number applies to all of
 * them. */
void wr_axis_list(weir_i64s list, int axes, int64_t otherwise, int64_t out[3]);

/* Sizes of axes as sizes of three axes; missing ones are in front and have size one. */
void wr_three_axes(int64_t out[3], int axes, const int64_t *size);

#endif
