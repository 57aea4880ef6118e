/* task_batch.h - batches of drained records, and passes over them (fusion, capture).
 *
 * A batch is what the scheduler drains in one step: tasks in program order, none of them linked
 * yet, and the releases among them (WR_KIND_NOW records; wr_batch_release identifies them).  A
 * pass runs while the scheduler is held, sees the batch before it is linked, and may drop tasks
 * and change what others do.  A batch from another source, recorded earlier, is played by the
 * same function.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_BATCH_H
#define WR_TASK_BATCH_H

#include "engine/task.h"

enum {
    WR_BATCH_MAX = WR_SIZE(64, 3),
};

typedef struct wr_batch {
    size_t count;
    wr_task *task[WR_BATCH_MAX]; /* in program order; WR_KIND_NOW records are among them */
} wr_batch;

typedef void (*wr_pass_fn)(weir_runtime *rt, wr_batch *batch, void *ctx);

/* Call `pass` on every batch from now on; NULL: none. */
void wr_pass_set(weir_runtime *rt, wr_pass_fn pass, void *ctx);

/* Scheduler: the variable that this record of a batch releases, or NULL. */
weir_var *wr_batch_release(const wr_task *record);

/* Scheduler: remove a task from the batch and leave NULL in its place.  A later task of the
 * batch must write what it would have written, or the batch must release it.  The pass drops its
 * argument. */
void wr_batch_drop(weir_runtime *rt, wr_batch *batch, size_t index);

/* Scheduler: give a sequence number to a task that was not issued through a queue.  The task
 * lies in a chunk made by wr_chunk_new; the caller then adds it to a batch. */
void wr_batch_adopt(weir_runtime *rt, wr_task *t);

/* Scheduler: link the tasks of a batch from any source. */
void wr_batch_play(weir_runtime *rt, wr_batch *batch);

#endif
