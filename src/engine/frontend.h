/* frontend.h - what the language around us registered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FRONTEND_H
#define WR_FRONTEND_H

#include "base/base.h"

extern weir_frontend wr_frontend; /* frontend.c: const once runtimes are there */
uint32_t wr_site_ask(void);

#endif
