/* parallel.h - the pieces of one large task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PARALLEL_H
#define WR_PARALLEL_H

#include "engine/task.h"

typedef struct wr_job wr_job;

/* Run pieces of an open job. */
bool wr_job_join(weir_runtime *rt, wr_task *only, int64_t until);

#endif
