/* sequential.c - a block that calls its children one after another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

enum { BETWEEN = 8 }; /* maximum number of arrays passed from one block to the next */

static void release_all(weir_array **list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) weir_array_release(list[i]);
}

static weir_status pass_through(const weir_block *b, weir_array *const *in, uint32_t in_count,
                                weir_array **out, uint32_t *out_count) {
    if (*out_count < in_count)
        return weir_block_fail(
            b, "out_count is too small: without children, the block returns its inputs");
    for (uint32_t i = 0; i < in_count; i++) out[i] = weir_array_retain(in[i]);
    *out_count = in_count;
    return WEIR_OK;
}

static weir_status sequential_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                      weir_array **out, uint32_t *out_count) {
    weir_array *now[BETWEEN], *next[BETWEEN];
    uint32_t count = 0;
    if (b->child_count == 0) return pass_through(b, in, in_count, out, out_count);
    for (uint32_t i = 0; i < b->child_count; i++) {
        bool last = i + 1 == b->child_count;
        uint32_t out_next = BETWEEN;
        weir_status status = wr_child_forward(b, i, i > 0 ? now : in, i > 0 ? count : in_count,
                                              last ? out : next, last ? out_count : &out_next);
        if (i > 0) release_all(now, count);
        if (status != WEIR_OK) return status;
        if (last) break;
        count = out_next;
        memcpy(now, next, count * sizeof *now);
    }
    return WEIR_OK;
}

WR_BLOCK(Sequential) = {
    .size = sizeof(weir_block_def),
    .name = "Sequential",
    .summary = "Call blocks one after another, each with the outputs of the previous one.",
    .inputs = "xs...",
    .outputs = "ys...",
    .flags = WEIR_BLOCK_CHILDREN,
    .forward = sequential_forward,
};
