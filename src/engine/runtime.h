/* runtime.h - making a runtime and taking it apart, for the public functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_H
#define WR_RUNTIME_H

#include "base/lock.h"

weir_status wr_runtime_make(const weir_config *config, weir_runtime **out); /* config is checked */
void wr_runtime_take_apart(weir_runtime *rt);

void wr_runtime_unref(weir_runtime *rt, unsigned count);
/* All runtimes that live. */
void wr_registry_lock(void);
void wr_registry_unlock(void);
/* Locks of the layers above that are no runtime's; here because a fork takes them too. */
extern wr_lock wr_default_lock; /* making the default runtime, see env.c */
extern wr_lock wr_scopes_lock;  /* which array is in which scope, see scope.c */
weir_runtime *wr_registry_first(void);
#define WR_PATIENCE_NS INT64_C(10000000000) /* for what neither runs nor moves, at the end */
weir_status wr_finish_effects(weir_runtime *rt);

#endif
