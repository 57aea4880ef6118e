/* optimizer.c - optimisers, the gradient scaler, learning rates and metrics.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <string.h>

static weir_optimizer *optimizer_of(SEXP s) { return handle_of(OPTIMIZER, s); }

/* ---- Optimisers -------------------------------------------------------------------------------- */

static char *settings(const weir_optimizer_kind *k, SEXP attrs, const void *from) {
    char *attr = R_alloc(k->attr_size + 8, 1);
    if (from != NULL)
        memcpy(attr, from, k->attr_size);
    else
        check(weir_optimizer_attr_init(k, attr, k->attr_size));
    attrs_fill(k->name, k->attrs, k->attr_count, k->attr_stride, attrs, attr, k->attr_size);
    return attr;
}

static weir_array **params_of(SEXP list) {
    weir_array **params = (weir_array **)R_alloc((size_t)XLENGTH(list) + 1, sizeof *params);
    for (R_xlen_t i = 0; i < XLENGTH(list); i++) params[i] = array_of(VECTOR_ELT(list, i));
    return params;
}

SEXP r_optimizer_new(SEXP kind, SEXP params, SEXP attrs) {
    const weir_optimizer_kind *k = weir_optimizer_kind_find(text_of(kind, "kind"));
    if (k == NULL) check(WEIR_EINVAL);
    weir_optimizer *o;
    check(weir_optimizer_new(runtime(), k, settings(k, attrs, NULL), k->attr_size,
                             params_of(params), (uint32_t)XLENGTH(params), &o));
    return handle_wrap(OPTIMIZER, o);
}

SEXP r_optimizer_add(SEXP o, SEXP params, SEXP attrs) {
    const weir_optimizer_kind *k = weir_optimizer_kind_of(optimizer_of(o));
    check(weir_optimizer_group_add(optimizer_of(o),
                                   settings(k, attrs, weir_optimizer_attr(optimizer_of(o), 0)),
                                   k->attr_size, params_of(params), (uint32_t)XLENGTH(params)));
    return R_NilValue;
}

SEXP r_optimizer_step(SEXP o) {
    check(weir_optimizer_step(optimizer_of(o)));
    return R_NilValue;
}

SEXP r_optimizer_zero_grad(SEXP o) {
    weir_optimizer_zero_grad(optimizer_of(o));
    return R_NilValue;
}

SEXP r_optimizer_clear(SEXP o) {
    check(weir_optimizer_clear(optimizer_of(o)));
    return R_NilValue;
}

SEXP r_optimizer_lr(SEXP o) {
    return Rf_ScalarReal(weir_optimizer_lr(optimizer_of(o), WEIR_ALL_GROUPS));
}

SEXP r_optimizer_lr_set(SEXP o, SEXP lr) {
    check(weir_optimizer_lr_set(optimizer_of(o), WEIR_ALL_GROUPS, real_of(lr, "lr")));
    return R_NilValue;
}

SEXP r_optimizer_kind(SEXP o) { return Rf_mkString(weir_optimizer_kind_of(optimizer_of(o))->name); }

SEXP r_optimizer_settings(SEXP o) {
    const weir_optimizer_kind *k = weir_optimizer_kind_of(optimizer_of(o));
    return attrs_list(k->attrs, k->attr_count, k->attr_stride,
                      weir_optimizer_attr(optimizer_of(o), 0));
}

SEXP r_optimizer_state(SEXP o) {
    uint32_t count = weir_optimizer_state_count(optimizer_of(o));
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count)),
         names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++) {
        char name[WEIR_STATE_NAME_MAX];
        weir_array *a;
        check(weir_optimizer_state_at(optimizer_of(o), i, name, &a));
        SET_STRING_ELT(names, i, Rf_mkChar(name));
        SET_VECTOR_ELT(list, i, array_wrap(weir_array_retain(a)));
    }
    Rf_setAttrib(list, R_NamesSymbol, names);
    UNPROTECT(2);
    return list;
}

SEXP r_optimizer_state_set(SEXP o, SEXP state) {
    SEXP names = Rf_getAttrib(state, R_NamesSymbol);
    for (R_xlen_t i = 0; i < XLENGTH(state); i++)
        check(weir_optimizer_state_set(optimizer_of(o), CHAR(STRING_ELT(names, i)),
                                       array_of(VECTOR_ELT(state, i))));
    return R_NilValue;
}

/* ---- The gradient scaler ------------------------------------------------------------------------ */

static weir_scaler *scaler_of(SEXP s) { return handle_of(SCALER, s); }

SEXP r_scaler_new(SEXP init_scale, SEXP growth_factor, SEXP backoff_factor, SEXP growth_interval) {
    weir_scaler_options options;
    weir_scaler_options_init(&options);
    options.init_scale = Rf_asReal(init_scale), options.growth_factor = Rf_asReal(growth_factor);
    options.backoff_factor = Rf_asReal(backoff_factor);
    options.growth_interval = whole_of(growth_interval, "growth_interval");
    weir_scaler *s;
    check(weir_scaler_new(runtime(), &options, &s));
    return handle_wrap(SCALER, s);
}

SEXP r_scaler_scale(SEXP s, SEXP loss) {
    weir_array *scaled;
    check(weir_scaler_scale(scaler_of(s), array_of(loss), &scaled));
    return array_wrap(scaled);
}

SEXP r_scaler_step(SEXP s, SEXP o) {
    check(weir_scaler_step(scaler_of(s), optimizer_of(o)));
    return R_NilValue;
}

SEXP r_scaler_unscale(SEXP s, SEXP o) {
    check(weir_scaler_unscale(scaler_of(s), optimizer_of(o)));
    return R_NilValue;
}

SEXP r_scaler_update(SEXP s) {
    check(weir_scaler_update(scaler_of(s)));
    return R_NilValue;
}

SEXP r_scaler_state(SEXP s) {
    return array_wrap(weir_array_retain(weir_scaler_state(scaler_of(s))));
}

/* ---- Learning rates ------------------------------------------------------------------------------ */

static double real_at(SEXP args, int i) { return Rf_asReal(VECTOR_ELT(args, i)); }
static int64_t int_at(SEXP args, int i) {
    return whole_number(real_at(args, i), "a step or count");
}

static double multistep(SEXP a) {
    SEXP list = VECTOR_ELT(a, 2);
    int64_t *milestones = (int64_t *)R_alloc((size_t)Rf_xlength(list) + 1, sizeof *milestones);
    list = PROTECT(Rf_coerceVector(list, REALSXP));
    for (R_xlen_t i = 0; i < XLENGTH(list); i++)
        milestones[i] = whole_number(REAL(list)[i], "milestones");
    uint32_t count = (uint32_t)XLENGTH(list);
    UNPROTECT(1);
    return weir_lr_multistep(real_at(a, 0), int_at(a, 1), milestones, count, real_at(a, 3));
}

/* The schedule `name` with the arguments of its C function, in their order. */
SEXP r_schedule(SEXP name, SEXP a) {
    const char *n = text_of(name, "name");
    double lr = 0;
    if (strcmp(n, "step") == 0)
        lr = weir_lr_step(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3));
    else if (strcmp(n, "multistep") == 0)
        lr = multistep(a);
    else if (strcmp(n, "exponential") == 0)
        lr = weir_lr_exponential(real_at(a, 0), int_at(a, 1), real_at(a, 2));
    else if (strcmp(n, "cosine") == 0)
        lr = weir_lr_cosine(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3));
    else if (strcmp(n, "linear") == 0)
        lr =
            weir_lr_linear(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3), real_at(a, 4));
    else if (strcmp(n, "polynomial") == 0)
        lr = weir_lr_polynomial(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3));
    else if (strcmp(n, "one_cycle") == 0)
        lr = weir_lr_one_cycle(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3),
                               real_at(a, 4), real_at(a, 5));
    else if (strcmp(n, "momentum_one_cycle") == 0)
        lr = weir_momentum_one_cycle(real_at(a, 0), int_at(a, 1), int_at(a, 2), real_at(a, 3),
                                     real_at(a, 4));
    else if (strcmp(n, "cosine_warmup") == 0)
        lr = weir_lr_cosine_warmup(real_at(a, 0), int_at(a, 1), int_at(a, 2), int_at(a, 3),
                                   real_at(a, 4));
    else
        Rf_error("there is no schedule \"%s\"", n);
    return Rf_ScalarReal(lr);
}

/* One update of ReduceLROnPlateau.  `settings`: factor, patience, threshold, cooldown, min_lr, maximize; `state`:
 * started, best, bad, cooling.  Returns the learning rate and the new state. */
SEXP r_plateau(SEXP settings_list, SEXP state, SEXP lr, SEXP measure) {
    weir_plateau p;
    weir_plateau_init(&p);
    p.factor = real_at(settings_list, 0), p.patience = int_at(settings_list, 1);
    p.threshold = real_at(settings_list, 2), p.cooldown = int_at(settings_list, 3);
    p.min_lr = real_at(settings_list, 4), p.maximize = Rf_asLogical(VECTOR_ELT(settings_list, 5));
    p.started = (int32_t)REAL(state)[0], p.best = REAL(state)[1];
    p.bad = (int64_t)REAL(state)[2], p.cooling = (int64_t)REAL(state)[3];
    SEXP result = PROTECT(Rf_allocVector(REALSXP, 5));
    REAL(result)[0] = weir_plateau_next(&p, Rf_asReal(lr), Rf_asReal(measure));
    REAL(result)[1] = p.started, REAL(result)[2] = p.best;
    REAL(result)[3] = (double)p.bad, REAL(result)[4] = (double)p.cooling;
    UNPROTECT(1);
    return result;
}

/* ---- Metrics --------------------------------------------------------------------------------------- */

static weir_metric *metric_of(SEXP s) { return handle_of(METRIC, s); }

SEXP r_metric_new(SEXP name, SEXP number) {
    weir_metric *m;
    check(weir_metric_new(runtime(), text_of(name, "name"), whole_of(number, "number"), &m));
    return handle_wrap(METRIC, m);
}

SEXP r_metric_update(SEXP m, SEXP x, SEXP target) {
    check(weir_metric_update(metric_of(m), array_of(x),
                             target == R_NilValue ? NULL : array_of(target)));
    return R_NilValue;
}

SEXP r_metric_value(SEXP m) {
    double value;
    check(weir_metric_value(metric_of(m), &value));
    return Rf_ScalarReal(value);
}

SEXP r_metric_array(SEXP m) {
    return array_wrap(weir_array_retain(weir_metric_array(metric_of(m))));
}

SEXP r_metric_reset(SEXP m) {
    check(weir_metric_reset(metric_of(m)));
    return R_NilValue;
}
