/* axis_lists.c - attribute lists with one entry per spatial axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/axis_lists.h"

weir_status wr_need_axis_list(const weir_infer *c, const char *name, weir_i64s list, int axes,
                              int64_t least) {
    if (list.count != 0 && list.count != 1 && list.count != axes)
        return wr_refuse(c, "%s has %lld entries; expected one for all axes, or one per axis (%d)",
                         name, (long long)list.count, axes);
    for (int64_t i = 0; i < list.count; i++)
        if (list.data[i] < least || list.data[i] > WR_AXIS_MOST)
            return wr_refuse(c, "%s=%lld is out of range; expected %lld to %d", name,
                             (long long)list.data[i], (long long)least, WR_AXIS_MOST);
    return WEIR_OK;
}

void wr_axis_list(weir_i64s list, int axes, int64_t otherwise, int64_t out[3]) {
    for (int i = 0; i < 3; i++) {
        int own = i - (3 - axes);
        bool given = own >= 0 && list.count > 0;
        out[i] = given ? list.data[list.count == 1 ? 0 : own] : otherwise;
    }
}

void wr_three_axes(int64_t out[3], int axes, const int64_t *size) {
    for (int i = 0; i < 3; i++) out[i] = i < 3 - axes ? 1 : size[i - (3 - axes)];
}
