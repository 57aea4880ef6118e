/* parallel_for.h - parallel_for jobs, in which several workers run pieces of one task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PARALLEL_FOR_H
#define WR_PARALLEL_FOR_H

#include "engine/task.h"

typedef struct wr_job wr_job;

/* Has a job a seat for another thread?  A hint. */
bool wr_has_seats(weir_runtime *rt);
/* On worker `index`: join a job that has a seat, and run pieces of it until none is left.  Return
 * false if there is no such job. */
bool wr_job_join(weir_runtime *rt, int index);
/* On a thread that waits and holds a slot: the same, until the time `until`, for a job that a wait
 * needs or whose task has a sequence number below `before`. */
bool wr_job_help(weir_runtime *rt, uint64_t before, int64_t until);

#endif
