/* optimizer_kinds.c - the kinds of optimisers: their settings, their operators and what they keep.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "optim/optimizer.h"

/* ---- Settings --------------------------------------------------------------------------------- */

#define NUMBER(S, field, value, text)                                                              \
    {                                                                                              \
        .name = #field, .summary = text, .type = WEIR_ATTR_F64, .offset = offsetof(S, field),      \
        .f64 = (value)                                                                             \
    }
#define FLAG(S, field, value, text)                                                                \
    {                                                                                              \
        .name = #field, .summary = text, .type = WEIR_ATTR_BOOL, .offset = offsetof(S, field),     \
        .i64 = (value)                                                                             \
    }
#define COMMON(lr_, decay_)                                                                        \
    NUMBER(weir_optimizer_common, lr, lr_, "how far a step goes"),                                 \
        NUMBER(weir_optimizer_common, weight_decay, decay_,                                        \
               "how strongly parameters are pulled to 0"),                                         \
        NUMBER(weir_optimizer_common, max_norm, 0,                                                 \
               "the gradients of all parameters together are made no longer than this; 0: any "    \
               "length"),                                                                          \
        NUMBER(weir_optimizer_common, clip_value, 0,                                               \
               "elements of gradients are made no larger than this; 0: any size"),                 \
        FLAG(weir_optimizer_common, maximize, 0, "climb instead of descend"),                      \
        FLAG(weir_optimizer_common, master, 1,                                                     \
             "parameters of float16 and bfloat16 have a float32 original in the state")

static const weir_attr sgd_attrs[] = {
    COMMON(1e-3, 0),
    NUMBER(weir_sgd, momentum, 0, "how much of the last step is taken again"),
    NUMBER(weir_sgd, dampening, 0, "how much less of the gradient the momentum gets"),
    FLAG(weir_sgd, nesterov, 0, "look ahead by the momentum"),
};

#define ADAM_ATTRS(decay, eps_)                                                                    \
    COMMON(1e-3, decay), NUMBER(weir_adam, beta1, 0.9, "how much of the mean of gradients stays"), \
        NUMBER(weir_adam, beta2, 0.999, "how much of the mean of squares stays"),                  \
        NUMBER(weir_adam, eps, eps_, "added to what is divided by")
#define AMSGRAD                                                                                    \
    FLAG(weir_adam, amsgrad, 0, "divide by the root of the largest mean of squares so far")

static const weir_attr adam_attrs[] = {ADAM_ATTRS(0, 1e-8), AMSGRAD};
static const weir_attr adamw_attrs[] = {ADAM_ATTRS(1e-2, 1e-8), AMSGRAD};

static const weir_attr lamb_attrs[] = {ADAM_ATTRS(0, 1e-6)};

static const weir_attr rmsprop_attrs[] = {
    COMMON(1e-2, 0),
    NUMBER(weir_rmsprop, alpha, 0.99, "how much of the mean of squares stays"),
    NUMBER(weir_rmsprop, eps, 1e-8, "added to what is divided by"),
    NUMBER(weir_rmsprop, momentum, 0, "how much of the last step is taken again"),
    FLAG(weir_rmsprop, centered, 0, "divide by the deviation from the mean"),
};

static const weir_attr adagrad_attrs[] = {
    COMMON(1e-2, 0),
    NUMBER(weir_adagrad, lr_decay, 0, "the rate is divided by 1 plus this times the steps before"),
    NUMBER(weir_adagrad, eps, 1e-10, "added to what is divided by"),
    NUMBER(weir_adagrad, initial_accumulator_value, 0, "what sums of squares start with"),
};

static const weir_attr adadelta_attrs[] = {
    COMMON(1, 0),
    NUMBER(weir_adadelta, rho, 0.9, "how much of the means stays"),
    NUMBER(weir_adadelta, eps, 1e-6, "added under the roots"),
};

/* ---- Kinds ------------------------------------------------------------------------------------ */

#define PUBLIC(name_, summary_, attrs_, struct_)                                                   \
    .pub = {.name = name_,                                                                         \
            .summary = summary_,                                                                   \
            .attrs = attrs_,                                                                       \
            .attr_count = sizeof attrs_ / sizeof *attrs_,                                          \
            .attr_size = sizeof(struct_)}
#define ADAM_STATE                                                                                 \
    {.name = "exp_avg"}, {.name = "exp_avg_sq"}, {.name = "max_exp_avg_sq", .when = "amsgrad"}, {  \
        .name = "step"                                                                             \
    }

static const wr_optim_kind kinds[] = {
    {PUBLIC("SGD", "Gradient descent, with momentum and Nesterov's variant of it.", sgd_attrs,
            weir_sgd),
     .op = "sgd_step",
     .state = {{.name = "momentum_buffer", .when = "momentum"},
               {.name = "step", .when = "momentum", .and_when = "dampening"}}},
    {PUBLIC("Adam", "Steps by mean over root of mean square.", adam_attrs, weir_adam),
     .op = "adam_step", .state = {ADAM_STATE}},
    {PUBLIC("AdamW", "Adam with weight decay apart from the gradient.", adamw_attrs, weir_adam),
     .op = "adam_step", .decoupled = 1, .state = {ADAM_STATE}},
    {PUBLIC("RMSprop", "Steps by gradient over root of mean square.", rmsprop_attrs, weir_rmsprop),
     .op = "rmsprop_step",
     .state = {{.name = "square_avg"},
               {.name = "momentum_buffer", .when = "momentum"},
               {.name = "grad_avg", .when = "centered"}}},
    {PUBLIC("Adagrad", "Steps by gradient over root of the sum of squares.", adagrad_attrs,
            weir_adagrad),
     .op = "adagrad_step",
     .state = {{.name = "sum", .filled = "initial_accumulator_value"}, {.name = "step"}}},
    {PUBLIC("Adadelta", "Steps as large as the last ones were.", adadelta_attrs, weir_adadelta),
     .op = "adadelta_step", .state = {{.name = "square_avg"}, {.name = "acc_delta"}}},
    {PUBLIC("LAMB", "Adam whose steps are as long as the parameters say.", lamb_attrs, weir_adam),
     .op = "lamb_step", .state = {{.name = "exp_avg"}, {.name = "exp_avg_sq"}, {.name = "step"}}},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- Finding ---------------------------------------------------------------------------------- */

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
    wr_lib_fail(WEIR_EINVAL, "there is no optimiser '%.60s'; there are %s",
                name != NULL ? name : "(null)", list);
    return NULL;
}

weir_status weir_optimizer_attr_init(const weir_optimizer_kind *kind, void *attr) {
    if (kind == NULL || attr == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_attr_init: %s is NULL",
                           kind == NULL ? "kind" : "attr");
    memset(attr, 0, kind->attr_size);
    for (uint32_t i = 0; i < kind->attr_count; i++) {
        const weir_attr *a = &kind->attrs[i];
        int32_t word = (int32_t)a->i64;
        if (a->type == WEIR_ATTR_F64)
            memcpy((char *)attr + a->offset, &a->f64, sizeof a->f64);
        else
            memcpy((char *)attr + a->offset, &word, sizeof word);
    }
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

static bool is_share(const char *name) {
    return strcmp(name, "beta1") == 0 || strcmp(name, "beta2") == 0 || strcmp(name, "rho") == 0;
}

weir_status wr_optim_check(const wr_optim_kind *kind, const void *attr) {
    for (uint32_t i = 0; i < kind->pub.attr_count; i++) {
        const weir_attr *a = &kind->pub.attrs[i];
        double value = value_of(a, attr);
        if (a->type != WEIR_ATTR_F64 || strcmp(a->name, "dampening") == 0) continue;
        if (!(value >= 0) || isinf(value) || (is_share(a->name) && value >= 1))
            return wr_lib_fail(WEIR_EINVAL, "%s: %s is %g; it is at least 0%s", kind->pub.name,
                               a->name, value, is_share(a->name) ? " and less than 1" : "");
    }
    if (wr_optim_setting(kind, attr, "nesterov") != 0 &&
        (wr_optim_setting(kind, attr, "momentum") == 0 ||
         wr_optim_setting(kind, attr, "dampening") != 0))
        return wr_lib_fail(WEIR_EINVAL, "%s: nesterov wants momentum, and no dampening",
                           kind->pub.name);
    return WEIR_OK;
}
