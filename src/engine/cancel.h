/* cancel.h - dropping queued tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CANCEL_H
#define WR_CANCEL_H

#include "base/base.h"

#define WR_CANCEL_ALL "cancel_all" /* the kind name in failures that weir_cancel_all creates */

weir_status wr_var_cancel(weir_var *v);
weir_status wr_cancel_all(weir_runtime *rt, uint32_t site);

#endif
