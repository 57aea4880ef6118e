/* task_record.h - the record that a call hands to its task: packed by call_submit.c, read by task_body.c.
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

/* What the outputs are: new arrays, existing ones that cover their storages, or existing parts of storages. */
enum { WR_INTO_NEW, WR_INTO_WHOLE, WR_INTO_PART };

typedef struct wr_task_operand {
    weir_view view;
    weir_var *var; /* NULL: a number, whose value is stored in place of its shape */
    int64_t offset;
} wr_task_operand;

typedef struct wr_task_record {
    const weir_op *op;
    wr_arrays *arrays;
    const char
        *within; /* static: the composite operator or gradient that issued the call, or NULL */
    uint64_t seed, call;
    uint64_t scratch, packing; /* bytes: the kernel's scratch; row-major copies of inputs */
    uint32_t attr_at;
    int32_t dtype;
    uint32_t in_count, out_count;
    uint32_t size;
    uint32_t into; /* WR_INTO_* */
    wr_task_operand operand[];
} wr_task_record;

#endif
