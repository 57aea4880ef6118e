/* frontend_hooks.h - the hooks registered by language bindings.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FRONTEND_HOOKS_H
#define WR_FRONTEND_HOOKS_H

#include "base/base.h"

extern weir_frontend wr_frontend; /* the default front end; const once a runtime exists */
/* The front end of this thread, never NULL.  Only this thread reads and writes the pointer. */
extern WR_THREAD_LOCAL const weir_frontend *wr_frontend_mine;
uint32_t wr_frontend_site(void); /* the current source line; 0 inside a task */

#endif
