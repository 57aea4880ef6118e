/* runtime.h - making a runtime and taking it apart, for the public functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_H
#define WR_RUNTIME_H

#include "engine/engine.h"

weir_status wr_runtime_make(const weir_config *config, weir_runtime **out); /* config is checked */
void wr_runtime_take_apart(weir_runtime *rt);

#endif
