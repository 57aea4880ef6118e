/* batch.h - the seam for later passes: fusion and capture.
 *
 * A batch is what the role drained in one go: tasks in program order, none of them linked yet, with the
 * releases among them (WR_KIND_NOW records; wr_batch_release tells which).  A pass runs under the role,
 * sees the batch before it is linked, and may drop tasks and change what others do.  A batch from
 * elsewhere, recorded before, is played by the same function that plays drained ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_BATCH_H
#define WR_BATCH_H

#include "engine/task.h"

enum {
    WR_BATCH_MAX = WR_SIZE(64, 3),
};

typedef struct wr_batch {
    size_t count;
    wr_task *task[WR_BATCH_MAX]; /* in program order; WR_KIND_NOW records are among them */
} wr_batch;

typedef void (*wr_pass_fn)(weir_runtime *rt, wr_batch *batch, void *ctx);

/* Look at every batch from now on; NULL: no longer. */
void wr_pass_set(weir_runtime *rt, wr_pass_fn pass, void *ctx);

/* Role: the variable that this record of a batch releases, or NULL. */
weir_var *wr_batch_release(const wr_task *record);

/* Role: take a task out of the batch; its place is NULL from then on.  What it would have written must
 * be written by a later task of the batch or released in it.  Its argument is the pass's to drop. */
void wr_batch_drop(weir_runtime *rt, wr_batch *batch, size_t index);

/* Role: give a task that came through no lane its place in program order.  It lies in a chunk made by
 * wr_chunk_new, and is then put into a batch. */
void wr_batch_adopt(weir_runtime *rt, wr_task *t);

/* Role: link the tasks of a batch, whatever their source. */
void wr_batch_play(weir_runtime *rt, wr_batch *batch);

#endif
