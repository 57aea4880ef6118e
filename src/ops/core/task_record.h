/* task_record.h - what travels from a call to its task: the layout that call_submit.c packs and task_body.c reads.
 *
 *   record | operands, inputs first | shapes and strides, numbers | attributes | lists of attributes
 *
 * The engine copies the record.  Pointers into it are therefore stored as offsets from its start, and become
 * pointers again when the task runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_RECORD_H
#define WR_TASK_RECORD_H

#include "ops/core/op.h"

enum { WR_INTO_NEW, WR_INTO_WHOLE, WR_INTO_PART };

typedef struct wr_task_operand {
    weir_view view;
    weir_var *var; /* NULL: a number, whose value lies where its shape would */
    int64_t offset;
} wr_task_operand;

typedef struct wr_task_record {
    const weir_op *op;
    wr_arrays *arrays;
    const char *within; /* what the call was a part of; NULL: of nothing */
    uint64_t seed, call;
    uint64_t scratch, packing; /* bytes: the kernel's own; for inputs made row-major */
    uint32_t attr_at;
    int32_t dtype;
    uint32_t in_count, out_count;
    uint32_t size;
    uint32_t into; /* the outputs were there before: whole, or parts of storages */
    wr_task_operand operand[];
} wr_task_record;

#endif
