/* optim.h - optimisers, gradient clipping, learning rate schedules and metrics.
 *
 *   optimiser   Parameters in groups, settings for each group, and state for each parameter.  A
 *               step issues one operation for each dtype in each group, and returns without
 *               waiting.
 *   kind        The type of an optimiser: "SGD", "Adam".  It is described like an operator, so that
 *               front ends in any language can offer it.  Names, settings, defaults and update
 *               rules follow PyTorch.
 *   state       The arrays that a step keeps for the next step.  They have names such as
 *               "0.exp_avg", and can be saved and restored bit for bit, together with the number of
 *               steps.
 *
 * A failed batch does not damage the model: if a gradient failed, the step is not applied to any
 * group and is not counted.  The next weir_optimizer_step that sees the failure returns it, with
 * its source line; weir_optimizer_clear restores the parameters and the state of the last good
 * step.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_OPTIM_H
#define WEIR_OPTIM_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_optimizer weir_optimizer;

/* ---- Kinds --------------------------------------------------------------------------------- */

/* The settings of a group are a struct that depends on the kind; weir_optimizer_kind.attrs
 * describes its fields.  All settings structs start with weir_optimizer_common, which therefore
 * never changes: new settings are appended to the struct of each kind. */
typedef struct weir_optimizer_common {
    double lr;
    double weight_decay;
    double max_norm;   /* maximum joint norm of all gradients; 0: no limit */
    double clip_value; /* maximum magnitude of each gradient element; 0: no limit */
    int32_t maximize;  /* 1: maximise the objective instead of minimising it */
    int32_t master;    /* 1: keep float32 master copies of float16 and bfloat16 parameters */
} weir_optimizer_common;

typedef struct weir_sgd {
    weir_optimizer_common common;
    double momentum, dampening;
    int32_t nesterov;
    int32_t unused;
} weir_sgd;

/* Settings of Adam, AdamW and LAMB. */
typedef struct weir_adam {
    weir_optimizer_common common;
    double beta1, beta2, eps;
    int32_t amsgrad; /* not used by LAMB */
    int32_t unused;
} weir_adam;

typedef struct weir_rmsprop {
    weir_optimizer_common common;
    double alpha, eps, momentum;
    int32_t centered;
    int32_t unused;
} weir_rmsprop;

typedef struct weir_adagrad {
    weir_optimizer_common common;
    double lr_decay, eps, initial_accumulator_value;
} weir_adagrad;

typedef struct weir_adadelta {
    weir_optimizer_common common;
    double rho, eps;
} weir_adadelta;

typedef struct weir_optimizer_kind {
    size_t size; /* set by the library */
    const char *name;
    const char *summary;
    const weir_attr *attrs; /* see weir_attr_at */
    uint32_t attr_count;
    uint32_t attr_size;   /* size of the settings struct */
    uint32_t attr_stride; /* size of an element of `attrs` */
    uint32_t unused;
    const char *since; /* the version that it appeared in, such as "0.1.0" */
} weir_optimizer_kind;

/* The index-th kind, or NULL past the end; and the kind with this name, ignoring case.  If no kind
 * has this name, the result is NULL, and weir_error lists the names.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_at(uint32_t index);
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_find(const char *name);

/* Fill a settings struct of attr_size bytes with the kind's defaults.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_optimizer_attr_init(const weir_optimizer_kind *kind, void *attr,
                                              size_t attr_size);

/* ---- Optimisers ---------------------------------------------------------------------------- */

/* Create an optimiser with one group.  `attr`, of attr_size bytes, may be NULL for the defaults.
 * Parameters are retained.  Each must be a row-major float array that is in no other group, and
 * must have a gradient attached before the first step.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_optimizer_new(weir_runtime *rt, const weir_optimizer_kind *kind,
                                        const void *attr, size_t attr_size,
                                        weir_array *const *params, uint32_t count,
                                        weir_optimizer **out);

/* Free the optimiser and its state.  Queued steps still run.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_optimizer_free(weir_optimizer *o);

/* Add a group.
 * [immediate | one thread at a time, as all below | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_optimizer_group_add(weir_optimizer *o, const void *attr, size_t attr_size,
                                              weir_array *const *params, uint32_t count);

/* The number of groups, and the kind of the optimiser.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API uint32_t weir_optimizer_group_count(const weir_optimizer *o);
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_of(const weir_optimizer *o);

/* The index-th parameter, counted over all groups, or NULL.  *group (may be NULL) is set to the
 * index of its group.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API weir_array *weir_optimizer_param_at(const weir_optimizer *o, uint32_t index,
                                             uint32_t *group);

/* Replace the arrays of all parameters, in the order of their indices, by arrays of the same shape
 * and dtype, as after weir_block_to_device:
 *
 *     weir_block_to_device(net, device);
 *     weir_block_parameters(net, params, &count);
 *     weir_optimizer_params_set(o, params, count);
 *
 * The state of a parameter follows it to its device with the next step.  A step is refused while a
 * parameter has been replaced by a cast or a move of its block, and the optimiser has the old array.
 * [immediate | one thread | - (it retains the arrays) | EINVAL] */
WEIR_API weir_status weir_optimizer_params_set(weir_optimizer *o, weir_array *const *params,
                                               uint32_t count);

/* The settings of a group.  The kind's description gives their size.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API const void *weir_optimizer_attr(const weir_optimizer *o, uint32_t group);
/* Set the settings of a group.  The next step uses the new settings.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_attr_set(weir_optimizer *o, uint32_t group, const void *attr,
                                             size_t attr_size);

enum { WEIR_ALL_GROUPS = -1 };

/* Set the learning rate of a group, or of all groups.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_lr_set(weir_optimizer *o, int32_t group, double lr);
/* The learning rate of a group (WEIR_ALL_GROUPS: of group 0); NaN if there is no such group.
 * [immediate | one thread at a time | - | -] */
WEIR_API double weir_optimizer_lr(const weir_optimizer *o, int32_t group);

/* Multiply gradients by `scale`, a 0-dimensional array or a number, such as the reciprocal of the
 * loss scale.  The array is read when a step runs.  NULL: no scaling.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_scale_set(weir_optimizer *o, weir_array *scale);

/* Issue a step.  Parameters without a gradient are skipped; if no parameter has a gradient, the
 * call fails.  The gradients are kept; the next backward pass replaces them (WEIR_GRAD_STEP).  If
 * an earlier step is known to have failed, its failure is returned and nothing is issued.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR, the failure of an earlier
 * step] */
WEIR_API weir_status weir_optimizer_step(weir_optimizer *o);

/* Release the gradients of all parameters.
 * [immediate | one thread at a time | - | -] */
WEIR_API void weir_optimizer_zero_grad(weir_optimizer *o);

/* Clear the failures of parameters and state, restore the values of the last good step, release the
 * gradients, and wait until all of this is done.  Incomplete state is released, and the next step
 * creates it again.  weir_block_clear handles everything else in a network, such as running
 * statistics and parameters without values.
 * [blocking | one thread at a time, not inside a task | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR,
 * EFAILED: a parameter has no values] */
WEIR_API weir_status weir_optimizer_clear(weir_optimizer *o);

/* ---- State --------------------------------------------------------------------------------- */

enum { WEIR_STATE_NAME_MAX = 64 };

/* The number of state arrays; 0 before the first step.
 * [immediate | one thread at a time | - | -] */
WEIR_API uint32_t weir_optimizer_state_count(const weir_optimizer *o);

/* The index-th state array.  Its name, "3.exp_avg" for parameter 3, is written to `name`, which has
 * WEIR_STATE_NAME_MAX bytes.
 * [immediate | one thread at a time | borrows | EINVAL] */
WEIR_API weir_status weir_optimizer_state_at(const weir_optimizer *o, uint32_t index, char *name,
                                             weir_array **out);

/* Copy values into the state array with this name, which is created if it does not exist.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_optimizer_state_set(weir_optimizer *o, const char *name,
                                              weir_array *values);

/* Release all state.  The next step then starts like the first one.
 * [immediate | one thread at a time | - | -] */
WEIR_API void weir_optimizer_state_drop(weir_optimizer *o);

/* ---- Gradient scaling ---------------------------------------------------------------------- */

/* A gradient scaler for training in float16, whose gradients underflow: it multiplies the loss by a
 * large scale and the gradients by the inverse.  A step whose gradients are infinite or NaN is
 * skipped: no parameter and no state changes.  The update then reduces the scale; after
 * growth_interval good steps it increases it.  All of this is decided by operations, so none of the
 * calls waits.
 *
 *     weir_scaler_scale(s, loss, &scaled);
 *     weir_backward(&scaled, 1, NULL, 0);
 *     weir_scaler_step(s, optimizer);
 *     weir_scaler_update(s);
 *
 * A gradient counts as infinite if its square is, in float32 or, for float64, in float64. */
typedef struct weir_scaler weir_scaler;

typedef struct weir_scaler_options {
    size_t size;             /* sizeof(weir_scaler_options) */
    double init_scale;       /* the first scale; 65536 */
    double growth_factor;    /* 2 */
    double backoff_factor;   /* 0.5 */
    int64_t growth_interval; /* good steps in a row after which the scale grows; 2000 */
} weir_scaler_options;

/* Set the defaults, which are those in the comments above.
 * [immediate | any thread | - | -] */
WEIR_API void weir_scaler_options_init_sized(weir_scaler_options *options, size_t size);
static inline void weir_scaler_options_init(weir_scaler_options *options) {
    weir_scaler_options_init_sized(options, sizeof *options);
}

/* Create a scaler.  `options` may be NULL for the defaults.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_scaler_new(weir_runtime *rt, const weir_scaler_options *options,
                                     weir_scaler **out);
/* Free a scaler.  Queued steps still run.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_scaler_free(weir_scaler *s);

/* Multiply a loss by the scale.  If the loss requires grad, the product is recorded, even if this
 * thread does not record now.
 * [queued | one thread at a time, as all below | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaler_scale(weir_scaler *s, weir_array *x, weir_array **y);

/* Divide the gradients of the optimiser's parameters by the scale now, so that the program can read
 * or change them before the step.  Each gradient is replaced by a new array.  To abandon the batch
 * after that, call weir_optimizer_zero_grad.  Refused for float16
 * parameters, whose unscaled gradients would underflow: the settings max_norm and clip_value clip
 * unscaled gradients in the step.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaler_unscale(weir_scaler *s, weir_optimizer *o);

/* Issue a step of the optimiser with unscaled gradients.  The step changes nothing and is not
 * counted by the optimiser if a gradient is infinite or NaN, now or when it was unscaled, or if the
 * scale is not positive and finite.  Refused if the gradients were unscaled by another scaler, or
 * before this one was updated, cleared or loaded, and if a backward pass has stored gradients since
 * they were unscaled.  Fails like weir_optimizer_step.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR, the failure of an earlier
 * step] */
WEIR_API weir_status weir_scaler_step(weir_scaler *s, weir_optimizer *o);

/* Update the scale, after the steps of all optimisers.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaler_update(weir_scaler *s);

/* The state, float32 (4): the scale, its inverse, the number of good steps since the scale changed,
 * and the number of updates after a skipped step.  Reading it waits.  Until the first update, it
 * moves to the device of the loss that is scaled.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API weir_array *weir_scaler_state(const weir_scaler *s);
/* Copy values, such as those of a saved state, on any device, into the state.  The inverse is computed from the
 * scale.  A step with a scale that is not positive and finite is skipped, and the next update sets
 * the scale to 65536.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaler_state_set(weir_scaler *s, weir_array *values);
/* The options that the scaler was created with.  Set out->size before the call.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_scaler_options_get(const weir_scaler *s, weir_scaler_options *out);

/* After a failed batch, which marks the state through the update: clear the mark, so that the state
 * has the values of the last good update, and wait until that is done.
 * [blocking | one thread at a time, not inside a task | - | EINVAL ECLOSED EDEADLK EINTR] */
WEIR_API weir_status weir_scaler_clear(weir_scaler *s);

/* ---- Gradient clipping --------------------------------------------------------------------- */

/* Scale the gradients of all parameters so that their joint norm is at most `max_norm`, without
 * waiting.  Each gradient is replaced by a new array; parameters without a gradient are skipped.
 * `norm` (may be NULL) receives the norm before scaling.  An optimiser does the same in its step
 * with the setting max_norm.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip_grad_norm(weir_array *const *params, uint32_t count, double max_norm,
                                         weir_array **norm);

/* Clip the elements of all gradients to -limit .. limit.  Each gradient is replaced by a new array.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip_grad_value(weir_array *const *params, uint32_t count, double limit);

/* ---- Learning rate schedules --------------------------------------------------------------- */

/* The learning rate at step (or epoch) t, counted from 0.  `lr` is the base rate, and max_lr the
 * highest rate of a schedule with warm-up.  These are PyTorch's StepLR, MultiStepLR, ExponentialLR,
 * CosineAnnealingLR (which stays at eta_min after t_max), LinearLR, PolynomialLR and OneCycleLR.
 * Milestones must be in ascending order.
 * [immediate | any thread | - | -] */
WEIR_API double weir_lr_step(double lr, int64_t t, int64_t step_size, double gamma);
WEIR_API double weir_lr_multistep(double lr, int64_t t, const int64_t *milestones, uint32_t count,
                                  double gamma);
WEIR_API double weir_lr_exponential(double lr, int64_t t, double gamma);
WEIR_API double weir_lr_cosine(double lr, int64_t t, int64_t t_max, double eta_min);
WEIR_API double weir_lr_linear(double lr, int64_t t, int64_t total, double start_factor,
                               double end_factor);
WEIR_API double weir_lr_polynomial(double lr, int64_t t, int64_t total, double power);
WEIR_API double weir_lr_one_cycle(double max_lr, int64_t t, int64_t total, double pct_start,
                                  double div_factor, double final_div_factor);
/* The momentum (or beta1) to use together with weir_lr_one_cycle.  It falls from max_momentum to
 * base_momentum while the learning rate rises, and rises again while the learning rate falls.
 * [immediate | any thread | - | -] */
WEIR_API double weir_momentum_one_cycle(double base_momentum, int64_t t, int64_t total,
                                        double pct_start, double max_momentum);

/* The learning rate of a schedule that rises linearly from 0 to lr in `warmup` steps, then falls
 * along half a cosine wave to eta_min at step `total`.
 * [immediate | any thread | - | -] */
WEIR_API double weir_lr_cosine_warmup(double lr, int64_t t, int64_t warmup, int64_t total,
                                      double eta_min);

/* Reduces the learning rate when a metric has stopped improving, like PyTorch's
 * ReduceLROnPlateau. */
typedef struct weir_plateau {
    size_t size;      /* sizeof(weir_plateau), set by weir_plateau_init */
    double factor;    /* each reduction multiplies the learning rate by this */
    int64_t patience; /* number of consecutive updates without improvement that are tolerated */
    /* an improvement is a change of at least this fraction of the best value */
    double threshold;
    /* number of updates after a reduction during which a lack of improvement is ignored */
    int64_t cooldown;
    double min_lr;
    int32_t maximize; /* 1: larger values of the metric are better */
    /* this field and those below are state, initially 0; a checkpoint must
     * include them */
    int32_t started;
    double best;
    int64_t bad, cooling;
} weir_plateau;

/* Set PyTorch's defaults: factor 0.1, patience 10, threshold 1e-4, cooldown 0, min_lr 0.
 * [immediate | any thread | - | -] */
WEIR_API void weir_plateau_init_sized(weir_plateau *p, size_t size);
static inline void weir_plateau_init(weir_plateau *p) { weir_plateau_init_sized(p, sizeof *p); }
/* Record a new value of the metric; returns the new learning rate, or `lr` if the size of `p` is
 * wrong.
 * [immediate | one thread at a time | - | -] */
WEIR_API double weir_plateau_next(weir_plateau *p, double lr, double measure);

/* ---- Metrics ------------------------------------------------------------------------------- */

/* A metric accumulates its value in arrays: an update issues operations and does not wait; only
 * reading the value waits. */
typedef struct weir_metric weir_metric;

/* Create a metric by name: "accuracy" and "top_k" (of logits [n, classes] and targets [n]; `number`
 * is k), "confusion" (of the same inputs; `number` is the number of classes; rows are targets),
 * "mean" (of all elements of an array, such as losses), "perplexity" (the exponential of the mean),
 * "mse" and "mae" (of two arrays).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_new(weir_runtime *rt, const char *name, int64_t number,
                                     weir_metric **out);
/* Free a metric.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_metric_free(weir_metric *m);

/* Add a batch; `target` is NULL for "mean" and "perplexity".
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_update(weir_metric *m, weir_array *x, weir_array *target);

/* The value so far, or NaN before the first batch.
 * [blocking | one thread at a time, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_metric_value(weir_metric *m, double *out);
/* The array that accumulates the metric: the confusion matrix, or for other metrics the sum and the
 * count.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API weir_array *weir_metric_array(const weir_metric *m);

/* Reset the metric to its state before the first batch.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_reset(weir_metric *m);

#ifdef __cplusplus
}
#endif
#endif
