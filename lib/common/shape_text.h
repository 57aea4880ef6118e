/* shape_text.h - shapes and arrays as text, for messages of lib/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LIB_SHAPE_TEXT_H
#define WR_LIB_SHAPE_TEXT_H

#include "weir/array.h"

enum { WR_LIB_TEXT = 96 }; /* size of the buffers; longer shapes are truncated */

/* Write a shape, such as "(3, 4)", to `to` and return `to`.  A negative size is written as "?". */
const char *wr_lib_shape_text(char to[WR_LIB_TEXT], int32_t ndim, const int64_t *shape);
/* Write the dtype and shape of an array, such as "float32 (3, 4)", to `to` and return `to`. */
const char *wr_lib_array_text(char to[WR_LIB_TEXT], const weir_array *a);

#endif
