/* optimizer.c - optimisers, gradient clipping, schedules and metrics.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>
#include <string.h>

static void release_optimizer(void *o) { weir_optimizer_free(o); }
static void release_metric(void *m) { weir_metric_free(m); }

static const box_type optimizer_box = {"Optimizer", release_optimizer},
                      metric_box = {"Metric", release_metric};

static napi_value outcome(state *s, weir_status status) {
    return status == WEIR_OK ? NULL : throw_status(s, status);
}

/* ---- Optimisers ------------------------------------------------------------------------------ */

/* Create an optimiser, or add a group to `o`.  The frame has the parameters, then the settings. */
static napi_value make_group(state *s, weir_optimizer *o, const weir_optimizer_kind *kind,
                             napi_value names, napi_value texts, uint32_t count) {
    napi_value result = NULL;
    uint32_t named;
    if (refused(s)) return NULL;
    const weir_attr **known =
        attrs_named(s, kind->attrs, kind->attr_count, kind->attr_stride, names, &named);
    attrs *given = calloc(1, sizeof *given);
    weir_array **params = calloc(count + 1, sizeof *params);
    if (known == NULL || given == NULL || params == NULL || !frame_arrays(s, 0, count, params))
        goto done;
    (void)weir_optimizer_attr_init(kind, given->bytes, kind->attr_size);
    if (!attrs_read(s, given, kind->name, known, named, count, texts)) goto done;
    if (o != NULL) {
        result =
            outcome(s, weir_optimizer_group_add(o, given->bytes, kind->attr_size, params, count));
        goto done;
    }
    weir_status status =
        weir_optimizer_new(s->rt, kind, given->bytes, kind->attr_size, params, count, &o);
    result = status == WEIR_OK ? box_new(s, &optimizer_box, o) : throw_status(s, status);
done:
    free(known), free(given), free(params);
    return result;
}

/* optimizerNew(kind, setting names, texts, parameter count, objects) */
static napi_value optimizer_new(napi_env env, napi_callback_info info) {
    napi_value args[5];
    state *s = call_begin(env, info, 5, args);
    char *name = need_text(s, args[0]);
    if (name == NULL) return call_end(s, NULL);
    const weir_optimizer_kind *kind = weir_optimizer_kind_find(name);
    free(name);
    if (kind == NULL) return call_end(s, throw_status(s, WEIR_EINVAL));
    return call_end(s, make_group(s, NULL, kind, args[1], args[2], get_u32(s, args[3])));
}

/* optimizerGroup(optimizer, setting names, texts, parameter count, objects) */
static napi_value optimizer_group(napi_env env, napi_callback_info info) {
    napi_value args[5];
    state *s = call_begin(env, info, 5, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    if (o == NULL) return call_end(s, NULL);
    return call_end(
        s, make_group(s, o, weir_optimizer_kind_of(o), args[1], args[2], get_u32(s, args[3])));
}

enum { STEP, ZERO_GRAD, CLEAR, STATE_DROP, GROUPS };

/* optimizerDo(optimizer, what) */
static napi_value optimizer_do(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    weir_status status = WEIR_OK;
    if (o == NULL) return call_end(s, NULL);
    switch (get_u32(s, args[1])) {
    case STEP: status = weir_optimizer_step(o); break;
    case ZERO_GRAD: weir_optimizer_zero_grad(o); break;
    case CLEAR: status = weir_optimizer_clear(o); break;
    case STATE_DROP: weir_optimizer_state_drop(o); break;
    default: return call_end(s, new_f64(s, weir_optimizer_group_count(o)));
    }
    return call_end(s, outcome(s, status));
}

/* optimizerRate(optimizer, group, rate or undefined): get or set the learning rate. */
static napi_value optimizer_rate(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    if (o == NULL) return call_end(s, NULL);
    int32_t group = get_i32(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    if (is_missing(s, args[2])) return call_end(s, new_f64(s, weir_optimizer_lr(o, group)));
    double rate = get_f64(s, args[2]);
    return call_end(s, refused(s) ? NULL : outcome(s, weir_optimizer_lr_set(o, group, rate)));
}

/* optimizerState(optimizer): [{ name, slot }] */
static napi_value optimizer_state(napi_env env, napi_callback_info info) {
    napi_value args[1], list = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    if (o == NULL) return call_end(s, NULL);
    uint32_t count = weir_optimizer_state_count(o);
    napi_create_array_with_length(env, count, &list);
    for (uint32_t i = 0; i < count; i++) {
        char name[WEIR_STATE_NAME_MAX];
        weir_array *a;
        napi_value entry = NULL;
        weir_status status = weir_optimizer_state_at(o, i, name, &a);
        if (status != WEIR_OK) return call_end(s, throw_status(s, status));
        napi_create_object(env, &entry);
        set(s, entry, "name", new_text(s, name));
        set_f64(s, entry, "slot", slot_take(s, weir_array_retain(a), true, NULL));
        napi_set_element(env, list, i, entry);
    }
    return call_end(s, list);
}

/* optimizerStateSet(optimizer, name, slot) */
static napi_value optimizer_state_set(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    weir_array *values = o != NULL ? slot_argument(s, args[2]) : NULL;
    if (values == NULL) return call_end(s, NULL);
    char *name = need_text(s, args[1]);
    if (name == NULL) return call_end(s, NULL);
    weir_status status = weir_optimizer_state_set(o, name, values);
    free(name);
    return call_end(s, outcome(s, status));
}

/* optimizerParams(optimizer, count, objects): replace the parameters by those in the frame. */
static napi_value optimizer_params(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_optimizer *o = box_get(s, args[0], &optimizer_box);
    uint32_t count = get_u32(s, args[1]);
    weir_array **params = o != NULL ? calloc(count + 1, sizeof *params) : NULL;
    if (params != NULL && frame_arrays(s, 0, count, params)) {
        weir_status status = weir_optimizer_params_set(o, params, count);
        if (status != WEIR_OK) throw_status(s, status);
    }
    free(params);
    return call_end(s, NULL);
}

/* clipGrad(count, limit, by norm, objects): by norm, returns the slot of the norm. */
static napi_value clip_grad(napi_env env, napi_callback_info info) {
    napi_value args[4], result = NULL;
    state *s = call_begin(env, info, 4, args);
    uint32_t count = get_u32(s, args[0]);
    double limit = get_f64(s, args[1]);
    bool by_norm = get_bool(s, args[2]);
    if (refused(s)) return call_end(s, NULL);
    weir_array *norm = NULL, **params = calloc(count + 1, sizeof *params);
    if (params != NULL && frame_arrays(s, 0, count, params)) {
        weir_status status = by_norm ? weir_clip_grad_norm(params, count, limit, &norm)
                                     : weir_clip_grad_value(params, count, limit);
        if (status != WEIR_OK)
            throw_status(s, status);
        else if (norm != NULL)
            result = new_f64(s, slot_take(s, norm, false, NULL));
    }
    free(params);
    return call_end(s, result);
}

/* ---- Schedules ------------------------------------------------------------------------------- */

/* schedule(name, count): the arguments are in the frame, in the order of the C function; a list is
 * its length and its elements, at the end. */
static napi_value schedule(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    enum { MILESTONES = 1024 };
    const double *f = s->frame;
    double rate = 0;
    char *name = need_text(s, args[0]);
    if (name == NULL) return call_end(s, NULL);
    if (strcmp(name, "step") == 0) rate = weir_lr_step(f[0], (int64_t)f[1], (int64_t)f[2], f[3]);
    if (strcmp(name, "multistep") == 0) {
        int64_t milestone[MILESTONES];
        uint32_t count = (uint32_t)f[3] < MILESTONES ? (uint32_t)f[3] : MILESTONES;
        for (uint32_t i = 0; i < count; i++) milestone[i] = (int64_t)f[4 + i];
        rate = weir_lr_multistep(f[0], (int64_t)f[1], milestone, count, f[2]);
    }
    if (strcmp(name, "exponential") == 0) rate = weir_lr_exponential(f[0], (int64_t)f[1], f[2]);
    if (strcmp(name, "cosine") == 0)
        rate = weir_lr_cosine(f[0], (int64_t)f[1], (int64_t)f[2], f[3]);
    if (strcmp(name, "linear") == 0)
        rate = weir_lr_linear(f[0], (int64_t)f[1], (int64_t)f[2], f[3], f[4]);
    if (strcmp(name, "polynomial") == 0)
        rate = weir_lr_polynomial(f[0], (int64_t)f[1], (int64_t)f[2], f[3]);
    if (strcmp(name, "one_cycle") == 0)
        rate = weir_lr_one_cycle(f[0], (int64_t)f[1], (int64_t)f[2], f[3], f[4], f[5]);
    if (strcmp(name, "momentum_one_cycle") == 0)
        rate = weir_momentum_one_cycle(f[0], (int64_t)f[1], (int64_t)f[2], f[3], f[4]);
    if (strcmp(name, "cosine_warmup") == 0)
        rate = weir_lr_cosine_warmup(f[0], (int64_t)f[1], (int64_t)f[2], (int64_t)f[3], f[4]);
    free(name);
    return call_end(s, new_f64(s, rate));
}

/* plateauNext(): the frame has the settings, the state, the rate and the measure; it receives the
 * state.  Returns the rate. */
static napi_value plateau_next(napi_env env, napi_callback_info info) {
    state *s = call_begin(env, info, 0, NULL);
    double *f = s->frame;
    weir_plateau p;
    weir_plateau_init(&p);
    p.factor = f[0], p.patience = (int64_t)f[1], p.threshold = f[2], p.cooldown = (int64_t)f[3];
    p.min_lr = f[4], p.maximize = (int32_t)f[5], p.started = (int32_t)f[6], p.best = f[7];
    p.bad = (int64_t)f[8], p.cooling = (int64_t)f[9];
    double rate = weir_plateau_next(&p, f[10], f[11]);
    f[6] = p.started, f[7] = p.best, f[8] = (double)p.bad, f[9] = (double)p.cooling;
    return call_end(s, new_f64(s, rate));
}

/* ---- Metrics --------------------------------------------------------------------------------- */

/* metricNew(name, number) */
static napi_value metric_new(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    int64_t number = get_i64(s, args[1]);
    char *name = refused(s) ? NULL : need_text(s, args[0]);
    weir_metric *m = NULL;
    if (name == NULL) return call_end(s, NULL);
    weir_status status = weir_metric_new(s->rt, name, number, &m);
    free(name);
    return call_end(s, status == WEIR_OK ? box_new(s, &metric_box, m) : throw_status(s, status));
}

/* metricUpdate(metric, slot, slot of the target or 0) */
static napi_value metric_update(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_metric *m = box_get(s, args[0], &metric_box);
    weir_array *x = m != NULL ? slot_argument(s, args[1]) : NULL, *target = NULL;
    if (x == NULL) return call_end(s, NULL);
    if (get_i64(s, args[2]) != 0 && (target = slot_argument(s, args[2])) == NULL)
        return call_end(s, NULL);
    return call_end(s, outcome(s, weir_metric_update(m, x, target)));
}

/* metricValue(metric): blocks. */
static napi_value metric_value(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_metric *m = box_get(s, args[0], &metric_box);
    double value = 0;
    if (m == NULL) return call_end(s, NULL);
    weir_status status = weir_metric_value(m, &value);
    return call_end(s, status == WEIR_OK ? new_f64(s, value) : throw_status(s, status));
}

/* metricArray(metric): a slot. */
static napi_value metric_array(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_metric *m = box_get(s, args[0], &metric_box);
    if (m == NULL) return call_end(s, NULL);
    weir_array *a = weir_array_retain(weir_metric_array(m));
    return call_end(s, new_f64(s, slot_take(s, a, true, NULL)));
}

/* metricReset(metric) */
static napi_value metric_reset(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_metric *m = box_get(s, args[0], &metric_box);
    return call_end(s, m != NULL ? outcome(s, weir_metric_reset(m)) : NULL);
}

const native_function optimizer_functions[] = {{"optimizerNew", optimizer_new},
                                               {"optimizerGroup", optimizer_group},
                                               {"optimizerDo", optimizer_do},
                                               {"optimizerRate", optimizer_rate},
                                               {"optimizerState", optimizer_state},
                                               {"optimizerStateSet", optimizer_state_set},
                                               {"optimizerParams", optimizer_params},
                                               {"clipGrad", clip_grad},
                                               {"schedule", schedule},
                                               {"plateauNext", plateau_next},
                                               {"metricNew", metric_new},
                                               {"metricUpdate", metric_update},
                                               {"metricValue", metric_value},
                                               {"metricArray", metric_array},
                                               {"metricReset", metric_reset},
                                               {NULL, NULL}};
