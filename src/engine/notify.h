/* notify.h - implementations of the public functions for callbacks and notices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NOTIFY_H
#define WR_NOTIFY_H

#include <fcntl.h>

#include "base/base.h"

weir_status wr_on_ready(weir_var *v, weir_ready_fn fn, void *arg);
weir_status wr_notice_fd(weir_runtime *rt, int *fd);
weir_status wr_notice_push(weir_var *v, uint64_t token);
size_t wr_notice_take(weir_runtime *rt, weir_notice *out, size_t max);
void wr_notices_free(weir_runtime *rt);
void wr_notices_renew(weir_runtime *rt);

#endif
