/* parallel_for.h - parallel_for jobs, in which several workers run pieces of one task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PARALLEL_FOR_H
#define WR_PARALLEL_FOR_H

#include "engine/task.h"

typedef struct wr_job wr_job;

/* Join an open job, and run pieces of it until none is left or until the time `until`.  If `only`
 * is not NULL, join only a job of that task.  Return false if there is no such job. */
bool wr_job_join(weir_runtime *rt, wr_task *only, int64_t until);

#endif
