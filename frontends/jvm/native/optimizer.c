/* optimizer.c - optimisers, gradient scaling and clipping, learning rate schedules, metrics.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdlib.h>

#define OPTIMIZER(value) HANDLE(optimizer, value)

NATIVE(jlong, optimizerKind), jstring name, jobjectArray attrs) {
    char *text = utf8_of(env, name);
    const weir_optimizer_kind *kind = text != NULL ? weir_optimizer_kind_find(text) : NULL;
    free(text);
    if (kind == NULL) return (jlong)fine(env, WEIR_EINVAL);
    return AS_LONG(spec_new(env, kind, kind->name, kind->attrs, kind->attr_count, kind->attr_stride,
                            kind->attr_size, attrs));
}

static bool settings_of(JNIEnv *env, const spec *s, jlongArray attrs, attr_values *values) {
    values->words = values->near;
    return fine(env, weir_optimizer_attr_init(s->kind, values->bytes, s->attr_size)) &&
           attr_store(env, s, attrs, values);
}

NATIVE(jlong, optimizerNew), jlong kind, jlongArray attrs, jlongArray params) {
    const spec *s = (const spec *)(uintptr_t)kind;
    attr_values values;
    handles list;
    weir_optimizer *made = NULL;
    if (!handles_take(env, params, &list)) return 0;
    if (settings_of(env, s, attrs, &values))
        (void)fine(env, weir_optimizer_new(the_runtime, s->kind, values.bytes, s->attr_size,
                                           arrays_of(&list), list.count, &made));
    attr_free(&values);
    handles_free(&list);
    return AS_LONG(made);
}

NATIVE(void, optimizerGroupAdd), jlong o, jlong kind, jlongArray attrs, jlongArray params) {
    const spec *s = (const spec *)(uintptr_t)kind;
    attr_values values;
    handles list;
    if (!handles_take(env, params, &list)) return;
    if (settings_of(env, s, attrs, &values))
        (void)fine(env, weir_optimizer_group_add(OPTIMIZER(o), values.bytes, s->attr_size,
                                                 arrays_of(&list), list.count));
    attr_free(&values);
    handles_free(&list);
}

NATIVE(void, optimizerParamsSet), jlong o, jlongArray params) {
    handles list;
    if (!handles_take(env, params, &list)) return;
    (void)fine(env, weir_optimizer_params_set(OPTIMIZER(o), arrays_of(&list), list.count));
    handles_free(&list);
}

NATIVE(void, optimizerStep), jlong o) { (void)fine(env, weir_optimizer_step(OPTIMIZER(o))); }
NATIVE(void, optimizerZeroGrad), jlong o) {
    (void)env;
    weir_optimizer_zero_grad(OPTIMIZER(o));
}
NATIVE(void, optimizerClear), jlong o) { (void)fine(env, weir_optimizer_clear(OPTIMIZER(o))); }
NATIVE(jint, optimizerGroupCount), jlong o) {
    (void)env;
    return (jint)weir_optimizer_group_count(OPTIMIZER(o));
}
NATIVE(jdouble, optimizerLr), jlong o, jint group) {
    (void)env;
    return weir_optimizer_lr(OPTIMIZER(o), group);
}
NATIVE(void, optimizerLrSet), jlong o, jint group, jdouble lr) {
    (void)fine(env, weir_optimizer_lr_set(OPTIMIZER(o), group, lr));
}

NATIVE(jint, optimizerStateCount), jlong o) {
    (void)env;
    return (jint)weir_optimizer_state_count(OPTIMIZER(o));
}
NATIVE(jstring, optimizerStateName), jlong o, jint index) {
    char name[WEIR_STATE_NAME_MAX];
    weir_array *array;
    if (!fine(env, weir_optimizer_state_at(OPTIMIZER(o), (uint32_t)index, name, &array)))
        return NULL;
    return string_of(env, name);
}
NATIVE(jlong, optimizerStateAt), jlong o, jint index) {
    char name[WEIR_STATE_NAME_MAX];
    weir_array *array = NULL;
    if (fine(env, weir_optimizer_state_at(OPTIMIZER(o), (uint32_t)index, name, &array)))
        (void)weir_array_retain(array);
    return AS_LONG(array);
}
NATIVE(void, optimizerStateSet), jlong o, jstring name, jlong values) {
    char *text = utf8_of(env, name);
    (void)fine(env, weir_optimizer_state_set(OPTIMIZER(o), text != NULL ? text : "",
                                             HANDLE(array, values)));
    free(text);
}

/* ---- Gradient scaling and clipping ------------------------------------------------------------- */

NATIVE(jlong, scalerNew), jdouble init, jdouble growth, jdouble backoff, jlong interval) {
    weir_scaler_options options;
    weir_scaler *made = NULL;
    weir_scaler_options_init(&options);
    options.init_scale = init, options.growth_factor = growth, options.backoff_factor = backoff;
    options.growth_interval = interval;
    (void)fine(env, weir_scaler_new(the_runtime, &options, &made));
    return AS_LONG(made);
}
NATIVE(jlong, scalerScale), jlong s, jlong x) {
    weir_array *y = NULL;
    (void)fine(env, weir_scaler_scale(HANDLE(scaler, s), HANDLE(array, x), &y));
    return AS_LONG(y);
}
NATIVE(void, scalerUnscale), jlong s, jlong o) {
    (void)fine(env, weir_scaler_unscale(HANDLE(scaler, s), OPTIMIZER(o)));
}
NATIVE(void, scalerStep), jlong s, jlong o) {
    (void)fine(env, weir_scaler_step(HANDLE(scaler, s), OPTIMIZER(o)));
}
NATIVE(void, scalerUpdate), jlong s) { (void)fine(env, weir_scaler_update(HANDLE(scaler, s))); }
NATIVE(jlong, scalerState), jlong s) {
    (void)env;
    return AS_LONG(weir_array_retain(weir_scaler_state(HANDLE(scaler, s))));
}

NATIVE(jlong, clipGradNorm), jlongArray params, jdouble most) {
    handles list;
    weir_array *norm = NULL;
    if (!handles_take(env, params, &list)) return 0;
    (void)fine(env, weir_clip_grad_norm(arrays_of(&list), list.count, most, &norm));
    handles_free(&list);
    return AS_LONG(norm);
}

NATIVE(void, clipGradValue), jlongArray params, jdouble limit) {
    handles list;
    if (!handles_take(env, params, &list)) return;
    (void)fine(env, weir_clip_grad_value(arrays_of(&list), list.count, limit));
    handles_free(&list);
}

/* ---- Schedules --------------------------------------------------------------------------------- */

NATIVE(jdouble, lrStep), jdouble lr, jlong t, jlong step_size, jdouble gamma) {
    (void)env;
    return weir_lr_step(lr, t, step_size, gamma);
}
NATIVE(jdouble, lrMultistep), jdouble lr, jlong t, jlongArray milestones, jdouble gamma) {
    uint32_t count = (uint32_t)(*env)->GetArrayLength(env, milestones);
    jlong *list = (*env)->GetLongArrayElements(env, milestones, NULL);
    double result =
        list != NULL ? weir_lr_multistep(lr, t, (const int64_t *)list, count, gamma) : 0;
    if (list != NULL) (*env)->ReleaseLongArrayElements(env, milestones, list, JNI_ABORT);
    return result;
}
NATIVE(jdouble, lrExponential), jdouble lr, jlong t, jdouble gamma) {
    (void)env;
    return weir_lr_exponential(lr, t, gamma);
}
NATIVE(jdouble, lrCosine), jdouble lr, jlong t, jlong t_max, jdouble eta_min) {
    (void)env;
    return weir_lr_cosine(lr, t, t_max, eta_min);
}
NATIVE(jdouble, lrLinear), jdouble lr, jlong t, jlong total, jdouble start, jdouble end) {
    (void)env;
    return weir_lr_linear(lr, t, total, start, end);
}
NATIVE(jdouble, lrPolynomial), jdouble lr, jlong t, jlong total, jdouble power) {
    (void)env;
    return weir_lr_polynomial(lr, t, total, power);
}
NATIVE(jdouble, lrOneCycle), jdouble max, jlong t, jlong total, jdouble start, jdouble div, jdouble final) {
    (void)env;
    return weir_lr_one_cycle(max, t, total, start, div, final);
}
NATIVE(jdouble, momentumOneCycle), jdouble base, jlong t, jlong total, jdouble start, jdouble max) {
    (void)env;
    return weir_momentum_one_cycle(base, t, total, start, max);
}
NATIVE(jdouble, lrCosineWarmup), jdouble lr, jlong t, jlong warmup, jlong total, jdouble eta_min) {
    (void)env;
    return weir_lr_cosine_warmup(lr, t, warmup, total, eta_min);
}

/* ---- Metrics ----------------------------------------------------------------------------------- */

NATIVE(jlong, metricNew), jstring name, jlong number) {
    char *text = utf8_of(env, name);
    weir_metric *made = NULL;
    (void)fine(env, weir_metric_new(the_runtime, text != NULL ? text : "", number, &made));
    free(text);
    return AS_LONG(made);
}
NATIVE(void, metricUpdate), jlong m, jlong x, jlong target) {
    (void)fine(env, weir_metric_update(HANDLE(metric, m), HANDLE(array, x), HANDLE(array, target)));
}
NATIVE(jdouble, metricValue), jlong m) {
    double value = 0;
    (void)fine(env, weir_metric_value(HANDLE(metric, m), &value));
    return value;
}
NATIVE(jlong, metricArray), jlong m) {
    (void)env;
    return AS_LONG(weir_array_retain(weir_metric_array(HANDLE(metric, m))));
}
NATIVE(void, metricReset), jlong m) { (void)fine(env, weir_metric_reset(HANDLE(metric, m))); }
