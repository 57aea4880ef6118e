/* fuse.h - runs elementwise operations that follow each other in the queue as one pass over their
 * data; docs/design/fusion.md has the design.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUSE_H
#define WR_FUSE_H

#include "engine/engine.h"

/* A wr_fuse_fn for the tasks of elementwise operators. */
bool wr_fuse(weir_runtime *rt, wr_task *t, int worker);

/* A wr_fuse_device_fn for the tasks of elementwise operators on CUDA devices. */
void wr_fuse_on_device(wr_device_window *w);

#endif
