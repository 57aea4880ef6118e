/* pinning.h - workers that stay on one CPU each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PINNING_H
#define WR_PINNING_H

#include "base/base.h"

typedef struct wr_pinning wr_pinning;

/* Choose a CPU for each worker, if config.pin asks for it.  Fail if there are more workers than
 * CPUs.  `rt` is not used by other threads yet. */
weir_status wr_pinning_new(weir_runtime *rt);
void wr_pinning_free(weir_runtime *rt);

/* Pin all workers that have been started.  If one cannot be pinned, the others are, and the failure
 * is returned.  Under idle_lock. */
weir_status wr_pinning_apply(weir_runtime *rt);

/* Called by each worker when it starts: pin it.  Threads that it starts itself are not pinned. */
void wr_pinning_enter(weir_runtime *rt, int worker);

#endif
