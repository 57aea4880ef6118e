/* safetensors.h - the format, and what reading and writing it share.
 *
 *   8 bytes, the length of the header, little-endian | the header, JSON, perhaps padded with spaces | data
 *
 * The header names each array with dtype, shape and byte range.  The ranges cover the data without gaps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SAFETENSORS_H
#define WR_SAFETENSORS_H

#include "array/array.h"

enum { WR_TABLE_MAX = 100 << 20 }; /* bytes of a header; the limit of other readers */

#define WR_METADATA "__metadata__"

/* "F32" for WEIR_FLOAT32; NULL: the format has no such dtype. */
const char *wr_safetensors_dtype(int dtype);

#endif
