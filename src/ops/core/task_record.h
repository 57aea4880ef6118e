/* task_record.h - the record that a call passes to its task.
 *
 * call_submit.c packs it and task_body.c reads it.  Its parts follow each other in memory:
 *
 *   record | operands, inputs first | shapes and strides, scalars | attributes | lists and strings
 *
 * The engine copies the record.  Pointers into it are therefore stored as offsets from its start
 * and turned into pointers when the task runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_RECORD_H
#define WR_TASK_RECORD_H

#include "ops/core/op.h"

/* WR_INTO_NEW: the outputs are new arrays.  WR_INTO_WHOLE: they are existing arrays that cover
 * their whole storage.  WR_INTO_PART: they are existing arrays, at least one of which covers only a
 * part of its storage. */
enum { WR_INTO_NEW, WR_INTO_WHOLE, WR_INTO_PART };

typedef struct wr_task_operand {
    weir_view view;
    weir_var *var; /* NULL for a scalar, whose value is stored in place of its shape */
    int64_t offset;
} wr_task_operand;

typedef struct wr_task_record {
    const weir_op *op;
    wr_arrays *arrays;
    /* Name of the composite operator or gradient that issued the call, or NULL; never freed. */
    const char *within;
    uint64_t seed, call; /* seed of the random stream, and this call's index in the stream */
    /* scratch: bytes of scratch memory for the kernel; packing: bytes for row-major copies of
     * inputs. */
    uint64_t scratch, packing;
    /* set by the task of a device: the address of its scratch memory, plus the device's slot; 0:
     * none.  The memory is freed when the task is done */
    uint64_t device_scratch;
    uint32_t attr_at; /* offset of the attributes */
    int32_t dtype;
    uint32_t in_count, out_count;
    uint32_t size;      /* size of the whole record, in bytes */
    uint16_t into;      /* WR_INTO_* */
    uint16_t precision; /* the weir_precision when the call was issued */
    wr_task_operand operand[];
} wr_task_record;

/* ---- The steps of a task, for task_body.c and device_body.c ---------------------------------- */

/* Turn the offsets in the record into pointers. */
void wr_record_resolve(wr_task_record *r);

/* Find the inputs and allocate the outputs.  *fresh becomes true if the memory of all outputs is
 * new. */
weir_status wr_record_prepare(weir_context *ctx, wr_task_record *r, bool *fresh);

/* The arguments of the kernel.  The views are copies of the record's, so that they can be changed. */
typedef struct wr_record_args {
    weir_kernel k;
    weir_view *view; /* inputs, then outputs */
    weir_view near[8];
} wr_record_args;

/* Fill them in.  `scratch` has r->scratch + r->packing bytes.  Fails with ENOMEM. */
weir_status wr_record_args_make(weir_context *ctx, wr_task_record *r, bool fresh, char *scratch,
                                wr_record_args *a);
/* Run the CPU's kernel.  `scratch` is as above, as an address of the host. */
weir_status wr_record_args_run(wr_record_args *a, const wr_task_record *r, char *scratch);
void wr_record_args_free(wr_record_args *a);

/* Drop the storage of new arrays that a failed operation should have computed.  Once the failure has
 * been cleared, reading these arrays reports that they have no values. */
void wr_record_drop_outputs(weir_context *ctx, wr_task_record *r);

/* Append the dtypes and shapes of the inputs to the failure's message. */
void wr_record_name_inputs(weir_context *ctx, const wr_task_record *r);

#endif
