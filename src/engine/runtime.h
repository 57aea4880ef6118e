/* runtime.h - creating and shutting down a runtime; the registry of runtimes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUNTIME_H
#define WR_RUNTIME_H

#include "base/lock.h"

/* Create a runtime.  `config` has been checked by the caller. */
weir_status wr_runtime_make(const weir_config *config, weir_runtime **out);
void wr_runtime_shutdown(weir_runtime *rt);

void wr_runtime_unref(weir_runtime *rt, unsigned count);

/* The list of all runtimes, and its lock. */
void wr_registry_lock(void);
void wr_registry_unlock(void);
weir_runtime *wr_registry_first(void);

/* Global locks of the layers above the engine.  They are declared here because a fork must acquire
 * them too. */
extern wr_lock wr_default_lock; /* guards creation of the default runtime, see env.c */
extern wr_lock wr_scopes_lock;  /* guards which array is in which scope, see scope.c */

#define WR_PATIENCE_NS INT64_C(10000000000) /* maximum time without progress at shutdown */
/* Run tasks until all those with side effects have finished; return WEIR_ETIMEDOUT if there is no
 * more progress. */
weir_status wr_finish_effects(weir_runtime *rt);

#endif
