/* safetensors.h - the safetensors format, and declarations shared by its reader and writer.
 *
 *   length of the header (8 bytes, little-endian) | header (JSON, may be padded with spaces) | data
 *
 * The header gives the name, dtype, shape and byte range of each array.  The ranges cover the data
 * without gaps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SAFETENSORS_H
#define WR_SAFETENSORS_H

#include "array/array.h"

enum { WR_TABLE_MAX = 100 << 20 }; /* maximum size of a header in bytes, as in other readers */

#define WR_METADATA "__metadata__"

/* Return the name of a dtype in the format, such as "F32" for WEIR_FLOAT32; NULL: the format has no
 * such dtype. */
const char *wr_safetensors_dtype(int dtype);

#endif
