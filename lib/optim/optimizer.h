/* optimizer.h - declarations shared by the files of this folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPTIMIZER_H
#define WR_OPTIMIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/fail.h"

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { WR_STATES_MAX = 4 }; /* maximum number of state arrays, including the step count */

/* The description of a state array.  The state arrays of a kind are listed in the order of the
 * operator's inputs.  An array exists only if the settings named by `when` and `and_when` are not
 * 0.  The array named "step" is the step count. */
typedef struct wr_state_def {
    const char *name;
    const char *when, *and_when; /* names of settings; NULL: no condition */
    /* name of the setting that holds the initial value; NULL if the initial value is 0 */
    const char *filled;
} wr_state_def;

typedef struct wr_optim_kind {
    weir_optimizer_kind pub;
    const char *op;
    int32_t decoupled;
    wr_state_def state[WR_STATES_MAX + 1]; /* terminated by a NULL name */
} wr_optim_kind;

/* Return the value of a setting; 0 if there is none with this name. */
double wr_optim_setting(const wr_optim_kind *kind, const void *attr, const char *name);

/* Fail unless all settings are in their valid ranges. */
weir_status wr_optim_check(const wr_optim_kind *kind, const void *attr);

#endif
