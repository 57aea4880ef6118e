/* site.h - sites: numbers that identify source lines and the calls that led to them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SITE_H
#define WR_SITE_H

#include "base/base.h"
#include "base/lock.h"

enum { WR_SITE_TEXT = 86 };

/* Write " (train.py:12)" if the site is an interned source line, " (site 7)" if the program chose
 * the number, or "" if the site is 0. */
void wr_site_suffix(uint32_t site, char *text, size_t size);

/* Write the callers and the part of the program that the site records, as in "; called from
 * train.py:12, main.py:3; in net.blocks[2]", truncated to `size`; or "" if it records none. */
void wr_site_history(uint32_t site, char *text, size_t size);

/* Called before and after a fork. */
void wr_sites_lock(void);
void wr_sites_unlock(void);

#endif
