/* axis_lists.h - attribute lists of convolution and pooling, with one entry for each of the one to
 * three spatial axes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_AXIS_LISTS_H
#define WR_AXIS_LISTS_H

#include "ops/core/op.h"

enum {
    WR_AXIS_MOST = INT32_MAX
}; /* maximum stride, padding or dilation; sums of such values fit in an int64_t */

/* Fail if the length of the list is not 0, 1 or `axes`, or if an entry is outside the range from
 * `least` to WR_AXIS_MOST.  An empty list stands for the default. */
weir_status wr_need_axis_list(const weir_infer *c, const char *name, weir_i64s list, int axes,
                              int64_t least);

/* Expand a list to three axes, of which the last `axes` are used.  A single entry applies to all of
 * them; `otherwise` fills the unused axes, and all axes if the list is empty. */
void wr_axis_list(weir_i64s list, int axes, int64_t otherwise, int64_t out[3]);

/* Expand the sizes of `axes` axes to three axes.  Missing axes come first and have size one. */
void wr_three_axes(int64_t out[3], int axes, const int64_t *size);

#endif
