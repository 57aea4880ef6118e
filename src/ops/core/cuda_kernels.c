/* cuda_kernels.c - the table of the operators' functions for CUDA devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"

#include <string.h>

static const wr_cuda_fn kernels[WR_OP_COUNT] = {
#define KERNEL(op, function) [WR_OP_##op] = function,
#include "ops/core/cuda_kernels.def"
#undef KERNEL
};

wr_cuda_fn wr_cuda_kernel_of(const weir_op *op) {
    bool built_in = op >= wr_ops && op < wr_ops + WR_OP_COUNT;
    return built_in ? kernels[op - wr_ops] : NULL;
}

void wr_cuda_cast_value(const wr_cuda_call *c, int to_dtype, const void *from, int from_dtype,
                        uint64_t to[2]) {
    to[0] = to[1] = 0;
    if (to_dtype == from_dtype)
        memcpy(to, from, wr_dtype_bytes(to_dtype));
    else
        wr_simd_of(c->k)->cast->cast[from_dtype][to_dtype](to, from, 1);
}

static bool is_scalar(const wr_cuda_call *c, const weir_view *v) {
    for (uint32_t i = 0; i < c->k->in_count; i++)
        if (wr_cuda_is_scalar(&c->k->in[i]) && c->k->in[i].data == v->data) return true;
    return false;
}

weir_status wr_cuda_copy_part(void *ctx, const weir_view *to, const weir_view *from) {
    wr_cuda_copies *copies = ctx;
    wr_cuda_call *c = copies->c;
    copies->left--;
    return wr_cuda_copy_view(c, to, from, is_scalar(c, from),
                             copies->left == 0 ? &c->guard : &c->test);
}

weir_status wr_cuda_start_as_input(wr_cuda_call *c, wr_cuda_copies *copies) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    *copies = (wr_cuda_copies){.c = c, .left = 2};
    if (y->data != x->data || y->dtype != x->dtype) return wr_cuda_copy_part(copies, y, x);
    copies->left = 1;
    return WEIR_OK;
}

static weir_status copy_before(void *ctx, const weir_view *to, const weir_view *from) {
    wr_cuda_call *c = ctx;
    return wr_cuda_copy_view(c, to, from, false, &c->test);
}

weir_status wr_cuda_run(wr_cuda_call *c) {
    weir_view *in = (weir_view *)(uintptr_t)c->k->in; /* they belong to this call */
    if (c->packing != 0)
        WR_TRY(wr_pack_inputs(in, c->k->in_count, (char *)(uintptr_t)c->packing, copy_before, c));
    return wr_cuda_kernel_of(c->k->op)(c);
}
