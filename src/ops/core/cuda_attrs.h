/* cuda_attrs.h - attributes by name, for the operators' functions for CUDA devices, which do not see
 * the structs of the operators' files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_ATTRS_H
#define WR_CUDA_ATTRS_H

#include "ops/core/op.h"

/* The operator must have the attribute, and with this type. */
double wr_attr_f64(const weir_kernel *k, const char *name);
int64_t wr_attr_i64(const weir_kernel *k, const char *name); /* I64 and BOOL */
const char *wr_attr_text(const weir_kernel *k, const char *name);

#endif
