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

/* ---- For the gradient scaler ----------------------------------------------------------------- */

/* Return a number that no other call returns in this process.  Unlike an address, the serial number
 * of an optimiser or scaler is not used again after it has been freed. */
uint64_t wr_optim_serial(void);
uint64_t wr_optimizer_serial(const weir_optimizer *o);

/* Return the serial number of the scaler that has unscaled the current gradients; 0 if none has.  A
 * step and the release of the gradients reset it.  *changed: a backward pass has stored a gradient
 * since, which is scaled. */
uint64_t wr_optimizer_unscaled_by(const weir_optimizer *o, bool *changed);

/* Issue a step that multiplies gradients by `inverse` (NULL: they are unscaled already) and changes
 * nothing if the norm of the gradients is infinite or NaN, or if `inverse` is not positive and
 * finite.  `known_norm` (may be NULL) is the norm from wr_optimizer_unscale, which counts as well.
 * *norm becomes the norm that the step reads, NaN in all these cases; it is in no scope. */
weir_status wr_optimizer_step_scaled(weir_optimizer *o, weir_array *inverse, weir_array *known_norm,
                                     weir_array **norm);

/* Replace each gradient by its product with `inverse`, and remember the scaler that did this by its
 * serial number.  *norm becomes the joint norm before, or NaN if `inverse` is not positive and
 * finite; it is in no scope. */
weir_status wr_optimizer_unscale(weir_optimizer *o, uint64_t scaler, weir_array *inverse,
                                 weir_array **norm);

/* Return the array itself if it can be used on the device, as a scalar constant always can;
 * otherwise return a copy on the device (clip_grad.c). */
weir_status wr_optim_bring(weir_array *a, int32_t device, weir_array **out);

/* The joint norm of `count` gradients, at least one, on the device of the first (clip_grad.c). */
weir_status wr_optim_norm(weir_array *const *grads, uint32_t count, weir_array **norm);

/* Replace the gradient of each parameter by its product with `factor`, rounded to the gradient's
 * dtype (clip_grad.c). */
weir_status wr_grads_multiply(weir_array *const *params, uint32_t count, weir_array *factor);

#endif
