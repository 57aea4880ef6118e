/* elementwise_formulas.h - the formulas of elementwise operators, as text for CUDA devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_FORMULAS_H
#define WR_ELEMENTWISE_FORMULAS_H

#include "device/cuda/cuda_launch.h"
#include "ops/core/op.h"

enum { WR_FORMULA_INPUTS = 3 }; /* at most */

/* The formula of an operator that computes in this dtype. */
const char *wr_formula_of(const weir_op *op, int dtype);

/* The name of input i in the formula, and its type there. */
const char *wr_formula_input(const weir_op *op, int i);
const char *wr_formula_type(const weir_op *op, int dtype, int i);

/* Write the types C, R and UC of a formula (a weir_compute); elementwise.cu says what they are.  Complex
 * numbers are computed in double, as on the CPU. */
void wr_formula_write_types(wr_cuda_text *to, int compute);

#endif
