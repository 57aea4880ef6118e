/* cuda_kernels.h - the operators' functions for CUDA devices, and what they share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_KERNELS_H
#define WR_CUDA_KERNELS_H

#include "device/cuda/cuda_launch.h"
#include "ops/core/op.h"

/* The function of an operator, or NULL if it has no kernel for CUDA. */
wr_cuda_fn wr_cuda_kernel_of(const weir_op *op);

/* Run an operator's function, after row-major copies of inputs have been made where it needs them. */
weir_status wr_cuda_run(wr_cuda_call *c);

/* Is an input of a call a value in host memory?  Then it is stored in place of its shape. */
static inline bool wr_cuda_is_scalar(const weir_view *v) {
    return v->data != NULL && v->data == (const void *)v->shape;
}

/* The name of a dtype's type in a .cu file, such as "f32". */
const char *wr_cuda_dtype(int dtype);

/* Copy with a cast between views of equal shape and any strides; `scalar`: `from` is a value in
 * host memory. */
weir_status wr_cuda_copy_view(wr_cuda_call *c, const weir_view *to, const weir_view *from,
                              bool scalar, const wr_cuda_guard *guard);

/* The same, unless a kernel before has failed the call. */
weir_status wr_cuda_copy_checked(wr_cuda_call *c, const weir_view *to, const weir_view *from,
                                 const wr_cuda_guard *guard);

/* Convert a value in host memory, for a kernel's arguments. */
void wr_cuda_cast_value(const wr_cuda_call *c, int to_dtype, const void *from, int from_dtype,
                        uint64_t to[2]);

/* Copies that are the whole of a call: ctx of wr_cuda_copy_part, a wr_copy_fn.  The last one marks
 * the outputs. */
typedef struct wr_cuda_copies {
    wr_cuda_call *c;
    uint32_t left;
} wr_cuda_copies;
weir_status wr_cuda_copy_part(void *ctx, const weir_view *to, const weir_view *from);
/* For an update: copy in[0] to out[0], unless they are in the same memory.  One copy follows. */
weir_status wr_cuda_start_as_input(wr_cuda_call *c, wr_cuda_copies *copies);

#define KERNEL(op, function) weir_status function(wr_cuda_call *c);
#include "ops/core/cuda_kernels.def"
#undef KERNEL

#endif
