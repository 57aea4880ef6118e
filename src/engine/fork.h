/* fork.h - what fork and exit do to a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FORK_H
#define WR_FORK_H

#include "base/base.h"

void wr_process_init(void); /* once a process */
void wr_fork_restart(weir_runtime *rt);

#endif
