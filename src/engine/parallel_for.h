/* parallel_for.h - parallel_for jobs: one task run by several workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PARALLEL_FOR_H
#define WR_PARALLEL_FOR_H

#include "engine/task.h"

typedef struct wr_job wr_job;

/* Run pieces of an open job until none is left or the clock shows `until`.  Only jobs of the
 * task `only`, unless that is NULL.  False: there is no such job. */
bool wr_job_join(weir_runtime *rt, wr_task *only, int64_t until);

#endif
