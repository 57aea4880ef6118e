/* batch.h - the seam for later passes: fusion and capture.
 *
 * A batch is what the role drained in one go: tasks in program order, none of them linked yet, with the
 * releases among them (WR_KIND_NOW records; kind->name "release").  A pass runs under the role, sees
 * the batch before it is linked, and may drop tasks and change what others do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_BATCH_H
#define WR_BATCH_H

#include "engine/engine.h"

/* Look at every batch from now on; NULL: no longer. */
void wr_pass_set(weir_runtime *rt, wr_pass_fn pass, void *ctx);

/* Role: take a task out of the batch.  Its place is NULL from then on; its argument is the pass's to
 * drop, and the writes it would have counted are the pass's to account for. */
void wr_batch_drop(weir_runtime *rt, wr_batch *batch, size_t index);

/* Role: link the tasks of a batch, whatever their source.  A replayed task needs a ticket of its own
 * and a place in a chunk. */
void wr_batch_play(weir_runtime *rt, wr_batch *batch);

#endif
