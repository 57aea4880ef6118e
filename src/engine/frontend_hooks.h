/* frontend_hooks.h - the hooks that a language binding registered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FRONTEND_HOOKS_H
#define WR_FRONTEND_HOOKS_H

#include "base/base.h"

extern weir_frontend wr_frontend; /* const once a runtime exists */
uint32_t wr_frontend_site(void);  /* the current source line; 0 inside a task */

#endif
