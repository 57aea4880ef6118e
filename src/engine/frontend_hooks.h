/* frontend_hooks.h - the hooks that language bindings registered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FRONTEND_HOOKS_H
#define WR_FRONTEND_HOOKS_H

#include "base/base.h"

extern weir_frontend wr_frontend; /* the default; const once a runtime exists */
/* That of this thread, never NULL; this thread alone reads and writes it. */
extern WR_THREAD_LOCAL const weir_frontend *wr_frontend_mine;
uint32_t wr_frontend_site(void); /* the current source line; 0 inside a task */

#endif
