/* shape_text.c - see shape_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "common/shape_text.h"

const char *wr_lib_shape_text(char to[WR_LIB_TEXT], int32_t ndim, const int64_t *shape) {
    size_t used = 1;
    to[0] = '(';
    for (int32_t i = 0; i < ndim && used + 24 < WR_LIB_TEXT; i++) {
        const char *comma = i > 0 ? ", " : "";
        used += (size_t)(shape[i] < 0 ? snprintf(to + used, WR_LIB_TEXT - used, "%s?", comma)
                                      : snprintf(to + used, WR_LIB_TEXT - used, "%s%lld", comma,
                                                 (long long)shape[i]));
    }
    snprintf(to + used, WR_LIB_TEXT - used, ndim == 1 ? ",)" : ")");
    return to;
}

const char *wr_lib_array_text(char to[WR_LIB_TEXT], const weir_array *a) {
    char shape[WR_LIB_TEXT];
    snprintf(to, WR_LIB_TEXT, "%s %s", weir_dtype_name(weir_array_dtype(a)),
             wr_lib_shape_text(shape, weir_array_ndim(a), weir_array_shape(a)));
    return to;
}
