/* optim.h - optimisers: parameters follow their gradients.
 *
 *   optimiser   Parameters in groups, settings for each group, and a state for each parameter.  A step issues
 *               one operation for all parameters of one group and dtype, and returns.
 *   kind        "SGD", "Adam": described as operators are, so that every language has them.  Names, settings
 *               and defaults are PyTorch's, and so is what a step computes.
 *   state       What a step leaves for the next one.  It is listed by name, "0.exp_avg", saved and restored bit
 *               for bit.  The number of steps is state too, kept with the arrays.
 *
 * A bad batch does not cost the model: a step does not run, in any group, if one gradient failed, and counts nothing.
 * The next weir_optimizer_step that knows of it returns the failure, with its line; weir_optimizer_clear brings
 * parameters and state back as the last good step left them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_OPTIM_H
#define WEIR_OPTIM_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_optimizer weir_optimizer;

/* ---- Kinds --------------------------------------------------------------------------------- */

/* The settings of a group are a struct of the kind's own, whose fields are described.  All start like this. */
typedef struct weir_optimizer_common {
    double lr;
    double weight_decay;
    double
        max_norm; /* the gradients of all parameters together are no longer than this; 0: any length */
    double clip_value; /* an element of a gradient is no larger than this; 0: any size */
    int32_t maximize;  /* 1: climb */
    int32_t master; /* 1: parameters of float16 and bfloat16 have a float32 original in the state */
} weir_optimizer_common;

typedef struct weir_sgd {
    weir_optimizer_common common;
    double momentum, dampening;
    int32_t nesterov;
} weir_sgd;

/* Adam and AdamW, LAMB. */
typedef struct weir_adam {
    weir_optimizer_common common;
    double beta1, beta2, eps;
    int32_t amsgrad; /* not LAMB */
} weir_adam;

typedef struct weir_rmsprop {
    weir_optimizer_common common;
    double alpha, eps, momentum;
    int32_t centered;
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
    const char *name;
    const char *summary;
    const weir_attr *attrs;
    uint32_t attr_count;
    uint32_t attr_size;
} weir_optimizer_kind;

/* The index-th kind, NULL past the end; the one of that name, whatever the case of its letters, or NULL, and
 * weir_error says which there are.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_at(uint32_t index);
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_find(const char *name);

/* Fill a struct of settings with the kind's defaults.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_optimizer_attr_init(const weir_optimizer_kind *kind, void *attr);

/* ---- Optimisers ---------------------------------------------------------------------------- */

/* An optimiser of one group; `attr` may be NULL for the defaults.  Parameters are retained; each belongs to one
 * group, is a row-major float array and has a gradient attached or will have.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_optimizer_new(weir_runtime *rt, const weir_optimizer_kind *kind,
                                        const void *attr, weir_array *const *params, uint32_t count,
                                        weir_optimizer **out);

/* State goes with it; queued steps are done all the same.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_optimizer_free(weir_optimizer *o);

/* One more group.
 * [immediate | one thread at a time, as all below | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_optimizer_group_add(weir_optimizer *o, const void *attr,
                                              weir_array *const *params, uint32_t count);

/* [immediate | one thread at a time | borrows | -] */
WEIR_API uint32_t weir_optimizer_group_count(const weir_optimizer *o);
WEIR_API const weir_optimizer_kind *weir_optimizer_kind_of(const weir_optimizer *o);

/* The index-th parameter of all groups, or NULL, and its group (may be NULL).
 * [immediate | one thread at a time | borrows | -] */
WEIR_API weir_array *weir_optimizer_param_at(const weir_optimizer *o, uint32_t index,
                                             uint32_t *group);

/* The settings of a group, to be read; and new ones, which the next step uses.
 * [immediate | one thread at a time | borrows | -] */
WEIR_API const void *weir_optimizer_attr(const weir_optimizer *o, uint32_t group);
/* [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_attr_set(weir_optimizer *o, uint32_t group, const void *attr);

enum { WEIR_ALL_GROUPS = -1 };

/* The rate of a group, or of all.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_lr_set(weir_optimizer *o, int32_t group, double lr);
/* The rate of a group (of group 0: WEIR_ALL_GROUPS); NaN if there is no such group.
 * [immediate | one thread at a time | - | -] */
WEIR_API double weir_optimizer_lr(const weir_optimizer *o, int32_t group);

/* Multiply gradients with this, an array without dimensions or a number, as 1 over the scale of the loss; it is
 * read when a step runs.  NULL: with nothing.
 * [immediate | one thread at a time | - | EINVAL] */
WEIR_API weir_status weir_optimizer_scale_set(weir_optimizer *o, weir_array *scale);

/* Issue a step.  Parameters without a gradient are left out; if none has one, the step is refused.  The gradients
 * stay; the next backward replaces them (WEIR_GRAD_STEP).  A failure that is known of an earlier step is returned, and
 * nothing is issued.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR, the failure of an earlier step] */
WEIR_API weir_status weir_optimizer_step(weir_optimizer *o);

/* Let go of the gradients of all parameters.
 * [immediate | one thread at a time | - | -] */
WEIR_API void weir_optimizer_zero_grad(weir_optimizer *o);

/* Take failures off parameters and state, which are then as the last good step left them, let go of the gradients, and
 * wait until that is done.  State that was never made whole is let go, and the next step makes it.  What else a network
 * holds, such as running statistics, and parameters without first values are the business of weir_block_clear.
 * [blocking | one thread at a time, not inside a task | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR, EFAILED: a parameter
 *  has no values] */
WEIR_API weir_status weir_optimizer_clear(weir_optimizer *o);

/* ---- State --------------------------------------------------------------------------------- */

enum { WEIR_STATE_NAME_MAX = 64 };

/* How many arrays of state there are; before the first step none.
 * [immediate | one thread at a time | - | -] */
WEIR_API uint32_t weir_optimizer_state_count(const weir_optimizer *o);

/* The index-th: its array, and its name, "3.exp_avg" for parameter 3, in `name`, which has
 * WEIR_STATE_NAME_MAX bytes.
 * [immediate | one thread at a time | borrows | EINVAL] */
WEIR_API weir_status weir_optimizer_state_at(const weir_optimizer *o, uint32_t index, char *name,
                                             weir_array **out);

/* Copy values into the state of that name, which is made if it is not there.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_optimizer_state_set(weir_optimizer *o, const char *name,
                                              weir_array *values);

/* Let all state go: the next step starts as the first one did.
 * [immediate | one thread at a time | - | -] */
WEIR_API void weir_optimizer_state_drop(weir_optimizer *o);

/* ---- Gradients by hand --------------------------------------------------------------------- */

/* Make the gradients of all these together no longer than `max_norm`; nobody waits.  Each gets a new array, and those
 * without a gradient nothing.  `norm` (may be NULL) gets their length before.  An optimiser does the same by its
 * setting max_norm, in its step.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip_grad_norm(weir_array *const *params, uint32_t count, double max_norm,
                                         weir_array **norm);

/* Hold their elements between -limit and limit, again in new arrays.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip_grad_value(weir_array *const *params, uint32_t count, double limit);

/* ---- Schedules ----------------------------------------------------------------------------- */

/* The rate at step (or epoch) t, counted from 0, where `lr` is that of step 0, or in a warm-up the highest: as
 * PyTorch's StepLR, MultiStepLR, ExponentialLR, CosineAnnealingLR (which stays at eta_min after t_max), LinearLR,
 * PolynomialLR and OneCycleLR have it.  Milestones are in rising order.
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

/* Rises in a line from 0 to lr in `warmup` steps, and falls as half a cosine to eta_min at step `total`.
 * [immediate | any thread | - | -] */
WEIR_API double weir_lr_cosine_warmup(double lr, int64_t t, int64_t warmup, int64_t total,
                                      double eta_min);

/* A rate that falls when a measure no longer gets better, as PyTorch's ReduceLROnPlateau. */
typedef struct weir_plateau {
    double factor;    /* the rate is times this */
    int64_t patience; /* after more than so many looks without a better one */
    double threshold; /* better: by this part of the best one */
    int64_t cooldown; /* looks that are not counted after that */
    double min_lr;
    int32_t maximize; /* 1: more is better */
    int32_t started;  /* the state from here on, 0 at first: save it with the rest */
    double best;
    int64_t bad, cooling;
} weir_plateau;

/* PyTorch's settings: 0.1, 10, 1e-4, 0, 0.
 * [immediate | any thread | - | -] */
WEIR_API void weir_plateau_init(weir_plateau *p);
/* The rate from now on, after a look at the measure.
 * [immediate | one thread at a time | - | -] */
WEIR_API double weir_plateau_next(weir_plateau *p, double lr, double measure);

/* ---- Metrics ------------------------------------------------------------------------------- */

/* Running sums that stay where arrays are: an update issues operations and waits for nothing; only a look waits. */
typedef struct weir_metric weir_metric;

/* By name: "accuracy" and "top_k" (of logits [n, classes] and targets [n]; `number` is k), "confusion" (of the
 * same, `number` classes: rows are targets), "mean" (of all elements of an array, such as losses), "perplexity" (the
 * exponential of that), "mse" and "mae" (of two arrays).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_new(weir_runtime *rt, const char *name, int64_t number,
                                     weir_metric **out);
/* [queued, never waits | any thread | takes | -] */
WEIR_API void weir_metric_free(weir_metric *m);

/* Take a batch into account; `target` is NULL for "mean" and "perplexity".
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_update(weir_metric *m, weir_array *x, weir_array *target);

/* What it is so far, NaN if there was no batch; and, as an array, the confusion matrix, or sum and count.
 * [blocking | one thread at a time, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_metric_value(weir_metric *m, double *out);
/* [immediate | one thread at a time | borrows | -] */
WEIR_API weir_array *weir_metric_array(const weir_metric *m);

/* Start anew.
 * [queued | one thread at a time | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_metric_reset(weir_metric *m);

#ifdef __cplusplus
}
#endif
#endif
