/* exit_report.h - the report that a runtime logs when it ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EXIT_REPORT_H
#define WR_EXIT_REPORT_H

#include "base/base.h"

void wr_report(weir_runtime *rt); /* log where time and memory went */

#endif
