/* serial_engine.h - the serial engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SERIAL_ENGINE_H
#define WR_SERIAL_ENGINE_H

#include "base/base.h"

weir_status wr_serial_push(weir_runtime *rt, const weir_task *task, const weir_kind *kind);
void wr_serial_flush(weir_runtime *rt);

#endif
