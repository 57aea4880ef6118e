/* site.h - numbers for source lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SITE_H
#define WR_SITE_H

#include "base/base.h"
#include "base/lock.h"

enum { WR_SITE_TEXT = 86 };

/* " (train.py:12)" if the site has a text, " (site 7)" if it is the user's own, "" for none. */
void wr_site_words(uint32_t site, char *text, size_t size);

/* "; called from train.py:12, main.py:3; in net.blocks[2]", as far as it fits, or "". */
void wr_site_history(uint32_t site, char *text, size_t size);

/* Around a fork. */
void wr_sites_lock(void);
void wr_sites_unlock(void);

#endif
