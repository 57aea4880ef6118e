/* optimizer.h - what the files of optimisers share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPTIMIZER_H
#define WR_OPTIMIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/fail.h"

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { WR_STATES_MAX = 4 }; /* arrays of state that a rule has for a parameter, steps among them */

/* An array of state, in the order of the operator's lists.  It is there if the settings that are named are not
 * 0.  One named "step" counts. */
typedef struct wr_state_def {
    const char *name;
    const char *when, *and_when; /* NULL: always */
    const char *filled;          /* the setting that it starts with; NULL: 0 */
} wr_state_def;

typedef struct wr_optim_kind {
    weir_optimizer_kind pub;
    const char *op;
    int32_t decoupled;
    wr_state_def state[WR_STATES_MAX + 1]; /* ended by a NULL name */
} wr_optim_kind;

/* The value of a setting; 0 if there is none of that name. */
double wr_optim_setting(const wr_optim_kind *kind, const void *attr, const char *name);

/* Are the settings such as a step can be made with? */
weir_status wr_optim_check(const wr_optim_kind *kind, const void *attr);

#endif
