/* task_batch.h - batches of drained records, and passes over them (fusion, capture).
 *
 * A batch consists of the records that the scheduler drains in one step, in program order: tasks
 * that are not linked yet, and releases of variables (WR_KIND_NOW records, which wr_batch_release
 * identifies).  A pass runs while the scheduler is held and before the batch is linked; it may drop
 * tasks and modify others.  A batch that was recorded earlier can be replayed: wr_batch_play links
 * a batch from any source.
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
    /* in program order, including WR_KIND_NOW records; NULL: a dropped task */
    wr_task *task[WR_BATCH_MAX];
} wr_batch;

typedef void (*wr_pass_fn)(weir_runtime *rt, wr_batch *batch, void *ctx);

/* Call `pass` for every batch from now on; NULL: call none. */
void wr_pass_set(weir_runtime *rt, wr_pass_fn pass, void *ctx);

/* With the scheduler held: return the variable that a record of a batch releases, or NULL if the
 * record is not a release. */
weir_var *wr_batch_release(const wr_task *record);

/* With the scheduler held: remove a task from the batch and leave NULL in its place.  Each variable
 * that the task would have written must be written by a later task of the batch or released in the
 * batch.  The pass itself must drop the task's argument. */
void wr_batch_drop(weir_runtime *rt, wr_batch *batch, size_t index);

/* With the scheduler held: give a sequence number to a task that was not issued through a queue.
 * The task must be in a chunk made by wr_chunk_new; the caller then adds the task to a batch or
 * links it. */
void wr_batch_adopt(weir_runtime *rt, wr_task *t);

/* With the scheduler held: link the tasks of a batch, and process its WR_KIND_NOW records. */
void wr_batch_play(weir_runtime *rt, wr_batch *batch);

#endif
