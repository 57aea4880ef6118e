/* scaler.c - the gradient scaler: scales losses so that float16 gradients do not underflow, and
 * skips steps whose gradients overflowed, without waiting.
 *
 * The state is one float32 array that the operator loss_scale_update changes in place; scale and
 * inverse are views of it.  Between two updates, the scaler keeps the norm of each optimiser's
 * gradients, which tells the operators whether the gradients overflowed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/shape_text.h"
#include "optim/optimizer.h"

/* What has happened to an optimiser since the last update. */
typedef struct seen {
    uint64_t optimizer; /* its serial number, because the optimiser may be freed meanwhile */
    weir_array *norm;
    bool stepped;
} seen;

struct weir_scaler {
    weir_runtime *rt;
    uint64_t serial; /* optimisers remember with it which scaler unscaled their gradients */
    const weir_op *update;
    weir_scaler_options options;
    weir_array *state, *scale, *inverse; /* the latter two are views of the state */
    bool updated;                        /* the state has been updated, so it stays on its device */
    seen *list;
    uint32_t count;
};

enum { STATE_SIZE = 4 };

/* ---- Creation -------------------------------------------------------------------------------- */

void weir_scaler_options_init_sized(weir_scaler_options *options, size_t size) {
    weir_scaler_options own = {.size = size,
                               .init_scale = 65536,
                               .growth_factor = 2,
                               .backoff_factor = 0.5,
                               .growth_interval = 2000};
    weir_struct_copy(options, size, &own, sizeof own);
}

static weir_status check(const weir_scaler_options *o) {
    const char *name = NULL, *range = NULL;
    double value = 0;
    if (!(o->init_scale >= 0x1p-126) || o->init_scale > 0x1p126)
        name = "init_scale", value = o->init_scale, range = "from 2^-126 to 2^126";
    else if (!(o->growth_factor >= 1) || isinf(o->growth_factor))
        name = "growth_factor", value = o->growth_factor, range = "finite and at least 1";
    else if (!(o->backoff_factor > 0 && o->backoff_factor <= 1))
        name = "backoff_factor", value = o->backoff_factor, range = "greater than 0 and at most 1";
    else if (o->growth_interval < 1 || o->growth_interval > 1 << 24)
        name = "growth_interval", value = (double)o->growth_interval, range = "from 1 to 2^24";
    if (name == NULL) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL, "weir_scaler_new: %s is %g; must be %s", name, value, range);
}

/* Make a 0-dimensional view of an element of the state. */
static weir_status element(weir_array *state, int64_t at, weir_array **out) {
    WR_TRY(weir_select(state, at, NULL, out));
    weir_scope_keep(*out);
    return WEIR_OK;
}

/* Take over the state, and make its views.  If that fails, nothing changes and the state is
 * released. */
static weir_status take_state(weir_scaler *s, weir_array *state) {
    weir_array *scale = NULL, *inverse = NULL;
    weir_scope_keep(state);
    weir_status status = element(state, 0, &scale);
    if (status == WEIR_OK) status = element(state, 1, &inverse);
    bool taken = status == WEIR_OK;
    weir_array_release(taken ? s->state : state);
    weir_array_release(taken ? s->scale : scale);
    weir_array_release(taken ? s->inverse : inverse);
    if (taken) s->state = state, s->scale = scale, s->inverse = inverse;
    return status;
}

weir_status weir_scaler_new(weir_runtime *rt, const weir_scaler_options *options,
                            weir_scaler **out) {
    static const char what[] = "weir_scaler_new";
    weir_scaler_options own;
    if (rt == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what, rt == NULL ? "rt" : "out");
    weir_scaler_options_init(&own);
    if (options != NULL)
        WR_TRY(weir_struct_take(&own, sizeof own, options,
                                WEIR_SIZE_UP_TO(weir_scaler_options, growth_interval), what,
                                "weir_scaler_options"));
    WR_TRY(check(&own));
    weir_scaler *s = calloc(1, sizeof *s);
    if (s == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", what);
    s->rt = rt;
    s->serial = wr_optim_serial();
    s->options = own;
    s->update = weir_op_find("loss_scale_update");
    float first[STATE_SIZE] = {(float)own.init_scale, (float)(1 / own.init_scale), 0, 0};
    int64_t size = STATE_SIZE;
    int recording = weir_recording_set(0);
    weir_array *state = NULL;
    weir_status status = weir_array_new(rt, WEIR_FLOAT32, &size, 1, first, &state);
    if (status == WEIR_OK) status = take_state(s, state);
    weir_recording_set(recording);
    if (status != WEIR_OK) {
        weir_scaler_free(s);
        return status;
    }
    *out = s;
    return WEIR_OK;
}

static void forget(weir_scaler *s) {
    while (s->count > 0) weir_array_release(s->list[--s->count].norm);
}

void weir_scaler_free(weir_scaler *s) {
    if (s == NULL) return;
    forget(s);
    weir_array_release(s->scale);
    weir_array_release(s->inverse);
    weir_array_release(s->state);
    free(s->list);
    free(s);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Before the first update, the state moves to the device of the loss, so that a step needs no copy
 * between devices.  Later it stays: the copy of a state that has failed could not be repaired. */
static weir_status move_state(weir_scaler *s, int32_t device) {
    weir_array *state = NULL;
    int recording = weir_recording_set(0);
    weir_status status = weir_to_device(s->state, device, &state);
    if (status == WEIR_OK) status = take_state(s, state);
    weir_recording_set(recording);
    return status;
}

weir_status weir_scaler_scale(weir_scaler *s, weir_array *x, weir_array **y) {
    if (s == NULL || x == NULL || y == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_scaler_scale: %s is NULL",
                           s == NULL   ? "s"
                           : x == NULL ? "x"
                                       : "y");
    weir_array *near = NULL;
    if (!s->updated && s->count == 0 && !weir_array_is_number(x) &&
        weir_array_device(x) != weir_array_device(s->state))
        WR_TRY(move_state(s, weir_array_device(x)));
    bool far = !weir_array_is_number(x) && weir_array_device(x) != weir_array_device(s->scale);
    if (far) WR_TRY(weir_to_device(s->scale, weir_array_device(x), &near));
    /* Programs scale a loss after they stop recording, and call backward on the result. */
    int recording = weir_recording_set(1);
    weir_status status = weir_multiply(x, far ? near : s->scale, y);
    weir_recording_set(recording);
    weir_array_release(weir_scope_keep(near));
    return status;
}

static seen *find(weir_scaler *s, const weir_optimizer *o) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].optimizer == wr_optimizer_serial(o)) return &s->list[i];
    return NULL;
}

/* Find the entry of an optimiser whose gradients this scaler has unscaled; *out is NULL if they are
 * scaled.  Fail if they can be neither used as they are nor divided by the scale. */
static weir_status look_up(weir_scaler *s, const weir_optimizer *o, const char *what, seen **out) {
    if (s == NULL || o == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what, s == NULL ? "s" : "o");
    bool changed;
    uint64_t by = wr_optimizer_unscaled_by(o, &changed);
    seen *entry = find(s, o);
    if (entry != NULL && entry->stepped) {
        *out = entry;
        return WEIR_OK;
    }
    *out = by != 0 ? entry : NULL;
    if (by != 0 && (by != s->serial || entry == NULL))
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: the optimiser's gradients were unscaled by another scaler, or "
                           "before this one was updated, cleared or loaded; discard them with the "
                           "optimiser's zero_grad and compute them again",
                           what);
    if (changed)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: a backward pass has stored gradients since the optimiser's "
                           "gradients were unscaled; unscale after all backward passes of a step, "
                           "and discard an abandoned batch with the optimiser's zero_grad",
                           what);
    return WEIR_OK;
}

/* Remember the norm of an optimiser, for which there is room. */
static void remember(weir_scaler *s, const weir_optimizer *o, weir_array *norm, bool stepped) {
    seen *entry = find(s, o);
    if (entry == NULL) {
        entry = &s->list[s->count++];
        entry->norm = NULL;
    }
    weir_array_release(entry->norm);
    *entry = (seen){wr_optimizer_serial(o), norm, stepped};
}

/* Make room for one more optimiser in the list. */
static weir_status make_room(weir_scaler *s, const char *what) {
    seen *list = realloc(s->list, (s->count + 1) * sizeof *list);
    if (list == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", what);
    s->list = list;
    return WEIR_OK;
}

weir_status weir_scaler_unscale(weir_scaler *s, weir_optimizer *o) {
    static const char what[] = "weir_scaler_unscale";
    weir_array *norm;
    seen *before;
    WR_TRY(look_up(s, o, what, &before));
    if (before != NULL)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: the optimiser's gradients have already been unscaled%s since the "
                           "last update; update the scaler after each step",
                           what, before->stepped ? " by a step" : "");
    WR_TRY(make_room(s, what));
    WR_TRY(wr_optimizer_unscale(o, s->serial, s->inverse, &norm));
    remember(s, o, norm, false);
    return WEIR_OK;
}

weir_status weir_scaler_step(weir_scaler *s, weir_optimizer *o) {
    static const char what[] = "weir_scaler_step";
    weir_array *norm;
    seen *before;
    WR_TRY(look_up(s, o, what, &before));
    if (before != NULL && before->stepped)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: the optimiser has already made a step since the last update; "
                           "update the scaler after each step",
                           what);
    if (before == NULL) WR_TRY(make_room(s, what));
    WR_TRY(wr_optimizer_step_scaled(o, before == NULL ? s->inverse : NULL,
                                    before != NULL ? before->norm : NULL, &norm));
    remember(s, o, norm, true);
    return WEIR_OK;
}

weir_status weir_scaler_update(weir_scaler *s) {
    if (s == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_scaler_update: s is NULL");
    if (s->count == 0)
        return wr_lib_fail(
            WEIR_EINVAL, "weir_scaler_update: there was no step since the last update; make a step "
                         "with the scaler first");
    weir_array **list = malloc((s->count + 1) * sizeof *list);
    if (list == NULL) return wr_lib_fail(WEIR_ENOMEM, "weir_scaler_update: out of memory");
    struct {
        double growth_factor, backoff_factor;
        int64_t growth_interval;
    } attr = {s->options.growth_factor, s->options.backoff_factor, s->options.growth_interval};
    uint32_t n = 1;
    weir_status status = WEIR_OK;
    list[0] = s->state;
    for (uint32_t i = 0; i < s->count && status == WEIR_OK; i++) {
        weir_array *norm = s->list[i].norm;
        if (weir_array_device(norm) != weir_array_device(s->state))
            status = weir_to_device(norm, weir_array_device(s->state), &list[n]);
        else
            list[n] = weir_array_retain(norm);
        n += status == WEIR_OK;
    }
    int recording = weir_recording_set(0);
    if (status == WEIR_OK)
        status = weir_op_call(s->rt, s->update, list, n, &attr, sizeof attr, NULL, NULL);
    weir_recording_set(recording);
    while (n > 1) weir_array_release(list[--n]);
    free(list);
    s->updated |= status == WEIR_OK;
    if (status == WEIR_OK) forget(s);
    return status;
}

/* ---- State ----------------------------------------------------------------------------------- */

weir_array *weir_scaler_state(const weir_scaler *s) { return s != NULL ? s->state : NULL; }

weir_status weir_scaler_state_set(weir_scaler *s, weir_array *values) {
    if (s == NULL || values == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_scaler_state_set: %s is NULL",
                           s == NULL ? "s" : "values");
    char text[WR_LIB_TEXT];
    if (weir_array_ndim(values) != 1 || weir_array_count(values) != STATE_SIZE ||
        weir_array_dtype(values) != WEIR_FLOAT32)
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_scaler_state_set: the values are %s; expected float32 (4,)",
                           wr_lib_array_text(text, values));
    int recording = weir_recording_set(0);
    weir_array *near = NULL;
    weir_status status = WEIR_OK;
    if (weir_array_device(values) != weir_array_device(s->state))
        status = weir_to_device(values, weir_array_device(s->state), &near);
    if (near != NULL) values = near;
    if (status == WEIR_OK)
        status = weir_op_call_into(s->rt, weir_op_find("copy"), &values, 1, NULL, 0, &s->state, 1);
    if (status == WEIR_OK)
        status = weir_op_call_into(s->rt, weir_op_find("reciprocal"), &s->scale, 1, NULL, 0,
                                   &s->inverse, 1);
    weir_recording_set(recording);
    weir_array_release(weir_scope_keep(near));
    if (status == WEIR_OK) forget(s);
    return status;
}

weir_status weir_scaler_options_get(const weir_scaler *s, weir_scaler_options *out) {
    if (s == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_scaler_options_get: %s is NULL",
                           s == NULL ? "s" : "out");
    return weir_struct_give(out, &s->options, sizeof s->options,
                            WEIR_SIZE_UP_TO(weir_scaler_options, growth_interval),
                            "weir_scaler_options_get", "weir_scaler_options");
}

weir_status weir_scaler_clear(weir_scaler *s) {
    if (s == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_scaler_clear: s is NULL");
    forget(s);
    if (weir_array_wait_at(s->state, -1, "weir_scaler_clear") == WEIR_EINTR) return WEIR_EINTR;
    WR_TRY(weir_var_clear(weir_array_var(s->state)));
    return weir_array_wait_at(s->state, -1, "weir_scaler_clear");
}
