/* sort_codes.c - maps elements to unsigned keys with the same order, and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_codes.h"

wr_coding wr_coding_of(int dtype, bool descending) {
    const wr_dtype_info *info = &wr_dtypes[dtype];
    int width = 8 * info->bytes;
    uint64_t all = UINT64_MAX >> (64 - width);
    wr_coding c = {.flip = descending ? all : 0, .sign = UINT64_C(1) << (width - 1)};
    c.is_float = info->kind == WR_KIND_FLOAT;
    c.shift = info->shift;
    if (info->kind == WR_KIND_INT && info->is_signed) c.flip ^= c.sign;
    int fraction = dtype == WEIR_FLOAT16 ? 10 : dtype == WEIR_BFLOAT16 ? 7 : width == 32 ? 23 : 52;
    c.infinity = c.is_float ? (c.sign - 1) >> fraction << fraction : 0;
    c.nan = c.infinity | UINT64_C(1) << (fraction - 1);
    return c;
}

weir_status wr_need_order(const weir_infer *c, int dtype) {
    if (wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX) return WEIR_OK;
    return wr_refuse(c, "%s is not ordered; use real(x) or abs(x)", wr_dtypes[dtype].name);
}
