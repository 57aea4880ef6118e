/* dtype.h - the properties of each dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DTYPE_H
#define WR_DTYPE_H

#include "base/base.h"
#include "weir/op.h"

enum { WR_DTYPE_COUNT = 16 };

/* In promotion order: a higher kind wins over a lower one. */
typedef enum wr_dtype_kind {
    WR_KIND_NONE,
    WR_KIND_BOOL,
    WR_KIND_INT,
    WR_KIND_FLOAT,
    WR_KIND_COMPLEX
} wr_dtype_kind;

typedef struct wr_dtype_info {
    const char *name;
    uint8_t bytes;
    uint8_t shift;   /* log2 of `bytes` */
    uint8_t kind;    /* a wr_dtype_kind */
    uint8_t compute; /* a weir_compute: the type in which kernels compute */
    /* the dtype of the real and imaginary parts of a complex dtype; otherwise the dtype itself */
    uint8_t real;
    uint8_t is_signed;
} wr_dtype_info;

extern const wr_dtype_info wr_dtypes[WR_DTYPE_COUNT];

/* The dtype that corresponds to each weir_compute. */
extern const uint8_t wr_compute_dtype[WEIR_COMPUTE_COUNT];

static inline size_t wr_dtype_bytes(int dtype) { return wr_dtypes[dtype].bytes; }
static inline int wr_dtype_kind_of(int dtype) { return wr_dtypes[dtype].kind; }
static inline bool wr_dtype_ok(int dtype) { return dtype > 0 && dtype < WR_DTYPE_COUNT; }

/* Can the integer dtype represent the value? */
static inline bool wr_dtype_holds(int dtype, int64_t value) {
    int bits = 8 * wr_dtypes[dtype].bytes - wr_dtypes[dtype].is_signed;
    if (value >= 0) return bits >= 63 || value < INT64_C(1) << bits;
    return wr_dtypes[dtype].is_signed && (bits >= 63 || value >= -(INT64_C(1) << bits));
}

#endif
