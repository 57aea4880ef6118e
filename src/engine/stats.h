/* stats.h - the counters of a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_STATS_H
#define WR_STATS_H

#include "base/base.h"

/* Fill in the fields of weir_stats that the engine maintains. */
void wr_stats_get(weir_runtime *rt, weir_stats *out);

#endif
