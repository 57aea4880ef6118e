/* fused_cuda.h - a group of elementwise calls that one kernel of a CUDA device executes.
 *
 * src/fuse/fuse_device.c fills in the plan; docs/design/fusion.md, "On CUDA devices", explains it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUSED_CUDA_H
#define WR_FUSED_CUDA_H

#include "device/cuda/cuda_launch.h"
#include "ops/elementwise/elementwise_formulas.h"
#include "ops/elementwise/elementwise_layout.h"

enum {
    WR_FUSED_ARRAYS = WR_LAYOUT_ARRAYS, /* arrays in memory that a group uses, at most */
    WR_FUSED_VALUES = 16,               /* numbers that are operands */
    WR_FUSED_NUMBERS = 16,              /* members with attributes */
    WR_FUSED_DIMS = 4,                  /* dimensions that remain when contiguous ones are joined */
};

/* Where a member finds an input. */
typedef enum wr_fused_source {
    WR_FROM_ARRAY,  /* in memory */
    WR_FROM_MEMBER, /* the result of an earlier member */
    WR_FROM_VALUE,  /* a number */
} wr_fused_source;

typedef struct wr_fused_input {
    uint8_t source, index, dtype;
} wr_fused_input;

typedef struct wr_fused_member {
    const weir_op *op;
    wr_fused_input in[WR_FORMULA_INPUTS];
    uint8_t in_count;
    uint8_t dtype; /* of the computation */
    uint8_t out_dtype;
    int8_t array;   /* where the result is written, or -1: only members use it */
    int8_t marks;   /* the error word of what it writes, or -1 */
    int8_t numbers; /* its attributes, or -1 */
    uint8_t failed; /* what is marked if it is not executed */
    uint32_t tests; /* bit i: it is executed only if error word i is good before the kernel */
    uint32_t needs; /* bit i: only if member i is */
} wr_fused_member;

typedef struct wr_fused_plan {
    uint8_t members, arrays, values, numbers, words;
    bool marked_apart; /* a word that one member tests is marked by another one */
    wr_fused_member member[WR_FUSED_MAX];
    weir_view array[WR_FUSED_ARRAYS];
    uint32_t loaded;                /* bit j: array j is read */
    int shaped_by;                  /* an array that is written, so it has the shape of the group */
    uint64_t word[WR_FUSED_ARRAYS]; /* addresses of error words */
    struct {
        uint64_t bits[2];
    } value[WR_FUSED_VALUES];
    double number[WR_FUSED_NUMBERS][2];
    /* set by wr_cuda_fused with c->ahead, which needs no addresses */
    wr_layout layout;
    uint8_t vec, unroll, dims;
    void *form; /* of fused_cuda.c */
} wr_fused_plan;

/* Can a call of the operator be a member, if it computes in this dtype?  Then it cannot fail for its
 * values. */
bool wr_cuda_may_fuse(const weir_op *op, int dtype);

/* A wr_cuda_fused_fn; the plan is a wr_fused_plan. */
weir_status wr_cuda_fused(wr_cuda_call *c, void *plan, const uint64_t *report);

#endif
