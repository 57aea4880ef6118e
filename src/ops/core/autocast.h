/* autocast.h - what operators know of autocast.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_AUTOCAST_H
#define WR_AUTOCAST_H

#include "base/base.h"

/* Set while `infer` of an operator runs whose 16-bit floats were not cast to float32, because it reads
 * them as float32 itself: its result is float32. */
extern WR_THREAD_LOCAL bool wr_autocast_wide;

#endif
