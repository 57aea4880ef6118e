/* dtype.c - the table of dtypes, and type promotion.
 *
 * Within a kind, promotion follows the Array API standard.  Across kinds the higher kind wins, as
 * in PyTorch: an integer array does not widen a float32 array.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/dtype.h"

#include <string.h>

const wr_dtype_info wr_dtypes[WR_DTYPE_COUNT] = {
    [0] = {"unknown", 0, 0, WR_KIND_NONE, 0, 0, 0},
    [WEIR_BOOL] = {"bool", 1, 0, WR_KIND_BOOL, WEIR_IN_BOOL, WEIR_BOOL, 0},
    [WEIR_INT8] = {"int8", 1, 0, WR_KIND_INT, WEIR_IN_I32, WEIR_INT8, 1},
    [WEIR_INT16] = {"int16", 2, 1, WR_KIND_INT, WEIR_IN_I32, WEIR_INT16, 1},
    [WEIR_INT32] = {"int32", 4, 2, WR_KIND_INT, WEIR_IN_I32, WEIR_INT32, 1},
    [WEIR_INT64] = {"int64", 8, 3, WR_KIND_INT, WEIR_IN_I64, WEIR_INT64, 1},
    [WEIR_UINT8] = {"uint8", 1, 0, WR_KIND_INT, WEIR_IN_I32, WEIR_UINT8, 0},
    [WEIR_UINT16] = {"uint16", 2, 1, WR_KIND_INT, WEIR_IN_I32, WEIR_UINT16, 0},
    [WEIR_UINT32] = {"uint32", 4, 2, WR_KIND_INT, WEIR_IN_I64, WEIR_UINT32, 0},
    [WEIR_UINT64] = {"uint64", 8, 3, WR_KIND_INT, WEIR_IN_U64, WEIR_UINT64, 0},
    [WEIR_FLOAT16] = {"float16", 2, 1, WR_KIND_FLOAT, WEIR_IN_F32, WEIR_FLOAT16, 1},
    [WEIR_BFLOAT16] = {"bfloat16", 2, 1, WR_KIND_FLOAT, WEIR_IN_F32, WEIR_BFLOAT16, 1},
    [WEIR_FLOAT32] = {"float32", 4, 2, WR_KIND_FLOAT, WEIR_IN_F32, WEIR_FLOAT32, 1},
    [WEIR_FLOAT64] = {"float64", 8, 3, WR_KIND_FLOAT, WEIR_IN_F64, WEIR_FLOAT64, 1},
    [WEIR_COMPLEX64] = {"complex64", 8, 3, WR_KIND_COMPLEX, WEIR_IN_C64, WEIR_FLOAT32, 1},
    [WEIR_COMPLEX128] = {"complex128", 16, 4, WR_KIND_COMPLEX, WEIR_IN_C128, WEIR_FLOAT64, 1},
};

const uint8_t wr_compute_dtype[WEIR_COMPUTE_COUNT] = {
    [WEIR_IN_BOOL] = WEIR_BOOL,     [WEIR_IN_I32] = WEIR_INT32,       [WEIR_IN_I64] = WEIR_INT64,
    [WEIR_IN_U64] = WEIR_UINT64,    [WEIR_IN_F32] = WEIR_FLOAT32,     [WEIR_IN_F64] = WEIR_FLOAT64,
    [WEIR_IN_C64] = WEIR_COMPLEX64, [WEIR_IN_C128] = WEIR_COMPLEX128,
};

const char *weir_dtype_name(weir_dtype dtype) {
    return wr_dtypes[wr_dtype_ok((int)dtype) ? dtype : 0].name;
}

weir_dtype weir_dtype_find(const char *name) {
    for (int i = 1; name != NULL && i < WR_DTYPE_COUNT; i++)
        if (strcmp(wr_dtypes[i].name, name) == 0) return (weir_dtype)i;
    return WEIR_DTYPE_DEFAULT;
}

size_t weir_dtype_bytes(weir_dtype dtype) {
    return wr_dtypes[wr_dtype_ok((int)dtype) ? dtype : 0].bytes;
}

/* Promote two integer dtypes.  If both are signed or both unsigned, return the wider one.
 * Otherwise return the smallest signed dtype that holds both, or WEIR_DTYPE_DEFAULT if there is
 * none. */
static weir_dtype promote_ints(int a, int b) {
    const wr_dtype_info *x = &wr_dtypes[a], *y = &wr_dtypes[b];
    if (x->is_signed == y->is_signed) return (weir_dtype)(x->bytes >= y->bytes ? a : b);
    const wr_dtype_info *sgn = x->is_signed ? x : y, *uns = x->is_signed ? y : x;
    int bytes = uns->bytes < sgn->bytes ? sgn->bytes : 2 * uns->bytes;
    switch (bytes) {
    case 2: return WEIR_INT16;
    case 4: return WEIR_INT32;
    case 8: return WEIR_INT64;
    default: return WEIR_DTYPE_DEFAULT;
    }
}

static weir_dtype promote_floats(int a, int b) {
    if (wr_dtypes[a].bytes == wr_dtypes[b].bytes) return WEIR_FLOAT32; /* float16 and bfloat16 */
    return (weir_dtype)(wr_dtypes[a].bytes > wr_dtypes[b].bytes ? a : b);
}

weir_dtype weir_dtype_promote(weir_dtype x, weir_dtype y) {
    int a = (int)x, b = (int)y;
    if (!wr_dtype_ok(a) || !wr_dtype_ok(b)) return WEIR_DTYPE_DEFAULT;
    if (a == b) return x;
    int high = wr_dtypes[a].kind, low = wr_dtypes[b].kind;
    if (high < low) {
        int other = a;
        a = b, b = other;
        other = high, high = low, low = other;
    }
    if (high == WR_KIND_COMPLEX && low == WR_KIND_FLOAT)
        return b == WEIR_FLOAT64 ? WEIR_COMPLEX128 : (weir_dtype)a;
    if (high == WR_KIND_COMPLEX && low == WR_KIND_COMPLEX) return WEIR_COMPLEX128;
    if (high != low) return (weir_dtype)a;
    return high == WR_KIND_INT ? promote_ints(a, b) : promote_floats(a, b);
}
