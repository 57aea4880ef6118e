/* cuda_attrs.h - the attributes and the real numbers of a call, for the operators' functions for CUDA
 * devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_ATTRS_H
#define WR_CUDA_ATTRS_H

#include "device/cuda/cuda_launch.h"
#include "ops/core/op.h"

/* Attributes by name: the structs of attributes are local to the operators' files.  The operator must
 * have the attribute, and with this type. */
double wr_attr_f64(const weir_kernel *k, const char *name);
int64_t wr_attr_i64(const weir_kernel *k, const char *name); /* I64 and BOOL */
const char *wr_attr_text(const weir_kernel *k, const char *name);

/* A real number: a value of the call, or the first element of an array.  reals.cu has the same
 * struct. */
typedef struct wr_cuda_scalar {
    const void *at;
    double value;
    int64_t dtype;
} wr_cuda_scalar;

wr_cuda_scalar wr_cuda_scalar_of(const wr_cuda_call *c, uint32_t input);

/* Write the text of reals.cu. */
void wr_cuda_write_reals(wr_cuda_text *to);

#endif
