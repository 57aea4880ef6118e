/* optimizer_kinds.c - the kinds of optimisers: their settings, operators and state.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "optim/optimizer.h"

/* ---- Settings -------------------------------------------------------------------------------- */

#define NUMBER(S, field, value, text, rule_)                                                       \
    {                                                                                              \
        .name = #field, .summary = text, .type = WEIR_ATTR_F64, .offset = offsetof(S, field),      \
        .f64 = (value), .rule = rule_                                                              \
    }
#define FLAG(S, field, value, text)                                                                \
    {                                                                                              \
        .name = #field, .summary = text, .type = WEIR_ATTR_BOOL, .offset = offsetof(S, field),     \
        .i64 = (value)                                                                             \
    }
#define COMMON(lr_, decay_)                                                                        \
    NUMBER(weir_optimizer_common, lr, lr_, "learning rate", ">= 0, < inf"),                        \
        NUMBER(weir_optimizer_common, weight_decay, decay_,                                        \
               "weight decay coefficient (L2 penalty)", ">= 0, < inf"),                            \
        NUMBER(weir_optimizer_common, max_norm, 0,                                                 \
               "maximum norm of all gradients together; 0: no clipping", ">= 0, < inf"),           \
        NUMBER(weir_optimizer_common, clip_value, 0,                                               \
               "maximum magnitude of a gradient element; 0: no clipping", ">= 0, < inf"),          \
        FLAG(weir_optimizer_common, maximize, 0, "maximise the objective"),                        \
        FLAG(weir_optimizer_common, master, 1,                                                     \
             "keep float32 master copies of float16 and bfloat16 parameters")

static const weir_attr sgd_attrs[] = {
    COMMON(1e-3, 0),
    NUMBER(weir_sgd, momentum, 0, "momentum factor", ">= 0, < inf"),
    NUMBER(weir_sgd, dampening, 0, "dampening of the momentum", NULL),
    FLAG(weir_sgd, nesterov, 0, "use Nesterov momentum"),
};

#define ADAM_ATTRS(decay, eps_)                                                                    \
    COMMON(1e-3, decay),                                                                           \
        NUMBER(weir_adam, beta1, 0.9, "decay rate of the gradient average", ">= 0, < 1"),          \
        NUMBER(weir_adam, beta2, 0.999, "decay rate of the squared gradient average",              \
               ">= 0, < 1"),                                                                       \
        NUMBER(weir_adam, eps, eps_, "added to the denominator for numerical stability",           \
               ">= 0, < inf")
#define AMSGRAD                                                                                    \
    FLAG(weir_adam, amsgrad, 0, "use the maximum of the squared gradient averages (AMSGrad)")

static const weir_attr adam_attrs[] = {ADAM_ATTRS(0, 1e-8), AMSGRAD};
static const weir_attr adamw_attrs[] = {ADAM_ATTRS(1e-2, 1e-8), AMSGRAD};

static const weir_attr lamb_attrs[] = {ADAM_ATTRS(0, 1e-6)};

static const weir_attr rmsprop_attrs[] = {
    COMMON(1e-2, 0),
    NUMBER(weir_rmsprop, alpha, 0.99, "decay rate of the squared gradient average", ">= 0, < inf"),
    NUMBER(weir_rmsprop, eps, 1e-8, "added to the denominator for numerical stability",
           ">= 0, < inf"),
    NUMBER(weir_rmsprop, momentum, 0, "momentum factor", ">= 0, < inf"),
    FLAG(weir_rmsprop, centered, 0, "normalise by the estimated variance of the gradient"),
};

static const weir_attr adagrad_attrs[] = {
    COMMON(1e-2, 0),
    NUMBER(weir_adagrad, lr_decay, 0, "learning rate decay: lr / (1 + lr_decay * previous steps)",
           ">= 0, < inf"),
    NUMBER(weir_adagrad, eps, 1e-10, "added to the denominator for numerical stability",
           ">= 0, < inf"),
    NUMBER(weir_adagrad, initial_accumulator_value, 0, "initial value of the sums of squares",
           ">= 0, < inf"),
};

static const weir_attr adadelta_attrs[] = {
    COMMON(1, 0),
    NUMBER(weir_adadelta, rho, 0.9, "decay rate of the running averages", ">= 0, < 1"),
    NUMBER(weir_adadelta, eps, 1e-6, "added to the averages for numerical stability",
           ">= 0, < inf"),
};

/* ---- Kinds ----------------------------------------------------------------------------------- */

#define PUBLIC(name_, summary_, attrs_, struct_)                                                   \
    .pub = {.size = sizeof(weir_optimizer_kind),                                                   \
            .name = name_,                                                                         \
            .summary = summary_,                                                                   \
            .attrs = attrs_,                                                                       \
            .attr_count = sizeof attrs_ / sizeof *attrs_,                                          \
            .attr_size = sizeof(struct_),                                                          \
            .attr_stride = sizeof(weir_attr),                                                      \
            .since = "0.1.0"}
#define ADAM_STATE                                                                                 \
    {.name = "exp_avg"}, {.name = "exp_avg_sq"}, {.name = "max_exp_avg_sq", .when = "amsgrad"}, {  \
        .name = "step"                                                                             \
    }

static const wr_optim_kind kinds[] = {
    {PUBLIC("SGD", "Stochastic gradient descent, optionally with momentum.", sgd_attrs, weir_sgd),
     .op = "sgd_step",
     .state = {{.name = "momentum_buffer", .when = "momentum"},
               {.name = "step", .when = "momentum", .and_when = "dampening"}}},
    {PUBLIC("Adam", "The Adam optimiser (adaptive moment estimation).", adam_attrs, weir_adam),
     .op = "adam_step", .state = {ADAM_STATE}},
    {PUBLIC("AdamW", "Adam with decoupled weight decay.", adamw_attrs, weir_adam),
     .op = "adam_step", .decoupled = 1, .state = {ADAM_STATE}},
    {PUBLIC("RMSprop", "The RMSprop optimiser (gradient divided by its root mean square).",
            rmsprop_attrs, weir_rmsprop),
     .op = "rmsprop_step",
     .state = {{.name = "square_avg"},
               {.name = "momentum_buffer", .when = "momentum"},
               {.name = "grad_avg", .when = "centered"}}},
    {PUBLIC("Adagrad",
            "The Adagrad optimiser (gradient divided by the root of its sum of squares).",
            adagrad_attrs, weir_adagrad),
     .op = "adagrad_step",
     .state = {{.name = "sum", .filled = "initial_accumulator_value"}, {.name = "step"}}},
    {PUBLIC("Adadelta",
            "The Adadelta optimiser (steps scaled by the root mean square of past steps).",
            adadelta_attrs, weir_adadelta),
     .op = "adadelta_step", .state = {{.name = "square_avg"}, {.name = "acc_delta"}}},
    {PUBLIC("LAMB", "The LAMB optimiser (layer-wise adaptive moments for batch training).",
            lamb_attrs, weir_adam),
     .op = "lamb_step", .state = {{.name = "exp_avg"}, {.name = "exp_avg_sq"}, {.name = "step"}}},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- Finding --------------------------------------------------------------------------------- */

const weir_optimizer_kind *weir_optimizer_kind_at(uint32_t index) {
    return index < KINDS ? &kinds[index].pub : NULL;
}

const weir_optimizer_kind *weir_optimizer_kind_find(const char *name) {
    char list[200] = "";
    for (int i = 0; i < KINDS; i++) {
        if (name != NULL && strcasecmp(name, kinds[i].pub.name) == 0) return &kinds[i].pub;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n > 0 ? ", " : "", kinds[i].pub.name);
    }
    wr_lib_fail(WEIR_EINVAL, "there is no optimiser '%.60s'; the optimisers are %s",
                name != NULL ? name : "(null)", list);
    return NULL;
}

weir_status weir_optimizer_attr_init(const weir_optimizer_kind *kind, void *attr,
                                     size_t attr_size) {
    if (kind == NULL || attr == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_attr_init: %s is NULL",
                           kind == NULL ? "kind" : "attr");
    weir_attrs_init(kind->attrs, kind->attr_count, kind->attr_stride, attr, attr_size);
    return WEIR_OK;
}

static double value_of(const weir_attr *a, const void *attr) {
    double number;
    int32_t word;
    if (a->type == WEIR_ATTR_F64) {
        memcpy(&number, (const char *)attr + a->offset, sizeof number);
        return number;
    }
    memcpy(&word, (const char *)attr + a->offset, sizeof word);
    return word;
}

double wr_optim_setting(const wr_optim_kind *kind, const void *attr, const char *name) {
    for (uint32_t i = 0; i < kind->pub.attr_count; i++)
        if (strcmp(kind->pub.attrs[i].name, name) == 0) return value_of(&kind->pub.attrs[i], attr);
    return 0;
}

static bool is_decay_rate(const char *name) {
    return strcmp(name, "beta1") == 0 || strcmp(name, "beta2") == 0 || strcmp(name, "rho") == 0;
}

weir_status wr_optim_check(const wr_optim_kind *kind, const void *attr) {
    for (uint32_t i = 0; i < kind->pub.attr_count; i++) {
        const weir_attr *a = &kind->pub.attrs[i];
        double value = value_of(a, attr);
        if (a->type != WEIR_ATTR_F64 || strcmp(a->name, "dampening") == 0) continue;
        if (!(value >= 0) || isinf(value) || (is_decay_rate(a->name) && value >= 1))
            return wr_lib_fail(WEIR_EINVAL, "%s: %s is %g, but must be at least 0%s",
                               kind->pub.name, a->name, value,
                               is_decay_rate(a->name) ? " and less than 1" : "");
    }
    if (wr_optim_setting(kind, attr, "nesterov") != 0 &&
        (wr_optim_setting(kind, attr, "momentum") == 0 ||
         wr_optim_setting(kind, attr, "dampening") != 0))
        return wr_lib_fail(WEIR_EINVAL, "%s: nesterov requires momentum > 0 and dampening = 0",
                           kind->pub.name);
    return WEIR_OK;
}
