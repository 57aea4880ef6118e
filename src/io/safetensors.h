/* safetensors.h - what reading and writing safetensors share.
 *
 *   8 bytes, the length of the table, little-endian | the table, JSON, perhaps with spaces behind it | data
 *
 * The table names each array with dtype, shape and the place of its bytes in the data, which they fill without gaps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SAFETENSORS_H
#define WR_SAFETENSORS_H

#include "array/array.h"

enum { WR_TABLE_MAX = 100 << 20 }; /* bytes of a table, as others have it */

#define WR_METADATA "__metadata__"

/* "F32" for WEIR_FLOAT32; NULL: the format has none. */
const char *wr_safetensors_dtype(int dtype);

#endif
