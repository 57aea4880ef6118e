/* fork.h - runtimes across fork and exit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FORK_H
#define WR_FORK_H

#include "base/base.h"

void wr_process_init(void);             /* install the handlers, once per process */
void wr_prepare_exit(void);             /* end the queues of all devices */
void wr_fork_restart(weir_runtime *rt); /* in a child: start the workers on first use */

#endif
