/* optimizer.c - optimisers: groups of parameters, their state, and the operations of a step.
 *
 * A step collects the parameters that have a gradient, by group, dtype and device, and issues one
 * operation for each such set.  If there are several operations, all of them read one small array that
 * depends on all gradients, so that one failed gradient stops all of them.
 *
 * State is created at the first step that needs it.  State arrays that are created together are
 * views of one storage, so a step accesses few variables and its cost does not grow with the number
 * of parameters.  Each array starts at a multiple of 16 elements.
 *
 * Cancellation may leave new state zeroed but not filled.  So each creation of state (a `birth`)
 * has a small array that becomes ready when all of that state is filled; steps read this array
 * until it is known to be ready.  weir_optimizer_clear releases state whose birth failed, which no
 * step can have changed, and the next step creates it again.
 *
 * State lives on the device of its parameter.  After a parameter has moved to another device, its
 * state is missing there; the next step creates it as a copy of the old state, which is kept until
 * the birth of the new one is known to be complete.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/shape_text.h"
#include "optim/optimizer.h"

enum {
    MASTER = WR_STATES_MAX, /* index of the float32 master copy in param.state */
    ARRAYS = WR_STATES_MAX + 1,
    APART = 16,
    OP_ATTR_BYTES = 256,
    SETTINGS_BYTES = 256,
    LEAD = 3, /* the number of leading operator inputs: rate, scale, norm */
};

typedef struct param {
    weir_array *array;
    uint32_t group;
    uint64_t pass;             /* weir_array_grad_pass when the gradients were unscaled */
    weir_array *state[ARRAYS]; /* the state arrays; NULL if not created yet */
    weir_array *from[ARRAYS];  /* arrays that `state` is created as copies of, or NULL */
} param;

typedef struct group {
    char *attr;
    weir_array *rate;                         /* the learning rate, a scalar constant */
    _Alignas(16) char op_attr[OP_ATTR_BYTES]; /* the attributes of the step operator */
    int32_t *copies;                          /* points to the field `copies` of op_attr */
    int64_t *skip;                            /* the same for `skip_nonfinite` */
} group;

typedef struct birth {
    weir_array *flat; /* the array that the state arrays are views of */
    weir_array *made; /* becomes ready when all of `flat` is filled */
} birth;

struct weir_optimizer {
    weir_runtime *rt;
    const wr_optim_kind *kind;
    const weir_op *op, *copy, *after;
    group **groups; /* allocated one by one, so that pointers to them stay valid */
    uint32_t group_count;
    uint32_t parts;   /* maximum number of operations in a step: one per group, dtype and device */
    int32_t *devices; /* the devices of the parameters, each once */
    uint32_t device_count;
    param *params;
    uint32_t count;
    weir_array *one, *scale;
    /* while a step of a gradient scaler is issued; otherwise NULL: what gradients are multiplied
     * by, and the norm of the gradients before unscaling */
    weir_array *unscale, *known_norm;
    weir_array
        *inverse; /* the same: the inverse of the scaler, which must be positive and finite */
    uint64_t serial;
    uint64_t unscaled_by; /* serial number of the scaler that unscaled the gradients, or 0 */
    bool skips;           /* the step changes nothing if the norm is infinite or NaN */
    birth *births;        /* state that is not yet known to be filled */
    uint32_t birth_count;
    weir_array **list; /* the inputs of an operator call; this buffer is reused */
    size_t list_room;  /* number of arrays that fit in `list` */
    uint32_t *chosen;  /* indices of the parameters selected by choose() */
    weir_array **grad; /* the gradients of the chosen parameters */
};

/* ---- Creation -------------------------------------------------------------------------------- */

/* Remove an array from the scope in which it was created, because the optimiser owns it. */
static weir_array *keep(weir_array *a) { return weir_scope_keep(a); }

uint64_t wr_optim_serial(void) {
    /* Any thread; relaxed, because only the numbers matter and no other memory depends on them. */
    static _Atomic uint64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

uint64_t wr_optimizer_serial(const weir_optimizer *o) { return o->serial; }

static weir_status no_memory(const weir_optimizer *o) {
    return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for the optimiser's parameters",
                       o->kind->pub.name);
}

/* Set the operator's attributes from the group's settings, which have the same names. */
static void translate(const weir_optimizer *o, group *g) {
    const weir_op_def *def = weir_op_describe(o->op);
    weir_attr_init(o->op, g->op_attr, sizeof g->op_attr);
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const weir_attr *a = &def->attrs[i];
        char *field = g->op_attr + a->offset;
        double value = wr_optim_setting(o->kind, g->attr, a->name);
        int32_t word = value != 0;
        if (strcmp(a->name, "copies") == 0) g->copies = (int32_t *)(void *)field;
        if (strcmp(a->name, "skip_nonfinite") == 0) {
            g->skip = (int64_t *)(void *)field; /* not a setting: 0, except in a step of a scaler */
            continue;
        }
        if (strcmp(a->name, "decoupled") == 0) word = o->kind->decoupled;
        if (a->type == WEIR_ATTR_F64)
            memcpy(field, &value, sizeof value);
        else
            memcpy(field, &word, sizeof word);
    }
}

static weir_status set_rate(weir_optimizer *o, group *g, double lr) {
    weir_array *rate;
    if (!(lr >= 0) || isinf(lr))
        return wr_lib_fail(WEIR_EINVAL, "%s: lr is %g, but must be finite and at least 0",
                           o->kind->pub.name, lr);
    WR_TRY(weir_number_f64(o->rt, lr, &rate));
    weir_array_release(g->rate);
    g->rate = keep(rate);
    ((weir_optimizer_common *)(void *)g->attr)->lr = lr;
    return WEIR_OK;
}

static weir_status set_attr(weir_optimizer *o, group *g, const void *attr, size_t attr_size) {
    const weir_optimizer_kind *kind = &o->kind->pub;
    _Alignas(16) char own[SETTINGS_BYTES];
    assert(kind->attr_size <= sizeof own);
    WR_TRY(weir_attrs_take(kind->attrs, kind->attr_count, kind->attr_stride, own, kind->attr_size,
                           attr, attr_size, kind->name));
    WR_TRY(wr_optim_check(o->kind, own));
    memcpy(g->attr, own, kind->attr_size);
    translate(o, g);
    return set_rate(o, g, ((weir_optimizer_common *)(void *)g->attr)->lr);
}

static bool is_float(weir_dtype dtype) { return dtype >= WEIR_FLOAT16 && dtype <= WEIR_FLOAT64; }

static weir_status check_params(const weir_optimizer *o, weir_array *const *params,
                                uint32_t count) {
    const char *name = o->kind->pub.name;
    if (params == NULL || count == 0)
        return wr_lib_fail(WEIR_EINVAL, "%s: the group has no parameters", name);
    for (uint32_t i = 0; i < count; i++) {
        const weir_array *p = params[i];
        if (p == NULL || weir_array_is_number(p) || weir_array_runtime(p) != o->rt)
            return wr_lib_fail(WEIR_EINVAL, "%s: parameter %u is %s", name, i,
                               p == NULL                 ? "NULL"
                               : weir_array_is_number(p) ? "a scalar constant"
                                                         : "from another runtime");
        if (!is_float(weir_array_dtype(p)) || !weir_array_is_contiguous(p))
            return wr_lib_fail(
                WEIR_EINVAL, "%s: parameter %u is %s, but must be a row-major float array", name, i,
                weir_array_is_contiguous(p) ? weir_dtype_name(weir_array_dtype(p))
                                            : "not row-major");
        for (uint32_t j = 0; j < o->count; j++)
            if (o->params[j].array == p)
                return wr_lib_fail(WEIR_EINVAL, "%s: parameter %u is already in another group",
                                   name, i);
        for (uint32_t j = 0; j < i; j++)
            if (params[j] == p)
                return wr_lib_fail(WEIR_EINVAL, "%s: parameters %u and %u are the same array", name,
                                   j, i);
    }
    return WEIR_OK;
}

static void free_group(group *g) {
    if (g == NULL) return;
    weir_array_release(g->rate);
    free(g->attr);
    free(g);
}

/* Make room for `count` arrays in o->list. */
static bool need_list(weir_optimizer *o, size_t count) {
    if (count <= o->list_room) return true;
    weir_array **list = realloc(o->list, count * sizeof *list);
    if (list == NULL) return false;
    o->list = list;
    o->list_room = count;
    return true;
}

static bool grow(weir_optimizer *o, uint32_t count) {
    uint32_t room = o->count + count;
    group **groups = realloc(o->groups, (o->group_count + 1) * sizeof *groups);
    if (groups != NULL) o->groups = groups;
    param *params = realloc(o->params, room * sizeof *params);
    if (params != NULL) o->params = params;
    int32_t *devices = realloc(o->devices, room * sizeof *devices);
    if (devices != NULL) o->devices = devices;
    uint32_t *chosen = realloc(o->chosen, room * sizeof *chosen);
    if (chosen != NULL) o->chosen = chosen;
    weir_array **grad = realloc(o->grad, room * sizeof *grad);
    if (grad != NULL) o->grad = grad;
    return groups != NULL && params != NULL && devices != NULL && chosen != NULL && grad != NULL &&
           need_list(o, LEAD + (size_t)room * (ARRAYS + 2));
}

/* Return a bit for each dtype of the group's parameters on the device. */
static uint32_t dtypes_of(const weir_optimizer *o, uint32_t which, int32_t device) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->params[i].group == which && weir_array_device(o->params[i].array) == device)
            bits |= UINT32_C(1) << weir_array_dtype(o->params[i].array);
    return bits;
}

/* Update what depends on the dtypes and devices of all parameters. */
static void survey(weir_optimizer *o) {
    o->device_count = o->parts = 0;
    for (uint32_t i = 0, j; i < o->count; i++) {
        int32_t device = weir_array_device(o->params[i].array);
        for (j = 0; j < o->device_count && o->devices[j] != device;) j++;
        if (j == o->device_count) o->devices[o->device_count++] = device;
    }
    for (uint32_t which = 0; which < o->group_count; which++)
        for (uint32_t i = 0; i < o->device_count; i++)
            for (uint32_t bits = dtypes_of(o, which, o->devices[i]); bits != 0; bits &= bits - 1)
                o->parts++;
}

weir_status weir_optimizer_group_add(weir_optimizer *o, const void *attr, size_t attr_size,
                                     weir_array *const *params, uint32_t count) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_group_add: o is NULL");
    WR_TRY(check_params(o, params, count));
    group *g = calloc(1, sizeof *g);
    if (g != NULL) g->attr = calloc(1, o->kind->pub.attr_size);
    if (g == NULL || g->attr == NULL || !grow(o, count)) {
        free_group(g);
        return no_memory(o);
    }
    const weir_optimizer_kind *kind = &o->kind->pub;
    weir_optimizer_attr_init(kind, g->attr, kind->attr_size);
    weir_status status =
        attr != NULL ? set_attr(o, g, attr, attr_size) : set_attr(o, g, g->attr, kind->attr_size);
    if (status != WEIR_OK) {
        free_group(g);
        return status;
    }
    for (uint32_t i = 0; i < count; i++)
        o->params[o->count++] =
            (param){.array = weir_array_retain(params[i]), .group = o->group_count};
    o->groups[o->group_count++] = g;
    survey(o);
    return WEIR_OK;
}

weir_status weir_optimizer_new(weir_runtime *rt, const weir_optimizer_kind *kind, const void *attr,
                               size_t attr_size, weir_array *const *params, uint32_t count,
                               weir_optimizer **out) {
    if (rt == NULL || kind == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_new: %s is NULL",
                           rt == NULL     ? "rt"
                           : kind == NULL ? "kind"
                                          : "out");
    weir_optimizer *o = calloc(1, sizeof *o);
    if (o == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for an optimiser", kind->name);
    o->rt = rt;
    o->serial = wr_optim_serial();
    /* `pub` is the first member of wr_optim_kind. */
    o->kind = (const wr_optim_kind *)(const void *)kind;
    o->op = weir_op_find(o->kind->op);
    o->copy = weir_op_find("copy");
    o->after = weir_op_find("after");
    weir_status status = weir_number_f64(rt, 1, &o->one);
    if (status == WEIR_OK) keep(o->one);
    if (status == WEIR_OK) status = weir_optimizer_group_add(o, attr, attr_size, params, count);
    if (status != WEIR_OK) {
        weir_optimizer_free(o);
        return status;
    }
    *out = o;
    return WEIR_OK;
}

void weir_optimizer_free(weir_optimizer *o) {
    if (o == NULL) return;
    weir_optimizer_state_drop(o);
    for (uint32_t i = 0; i < o->count; i++) weir_array_release(o->params[i].array);
    for (uint32_t i = 0; i < o->group_count; i++) free_group(o->groups[i]);
    weir_array_release(o->one);
    weir_array_release(o->scale);
    free(o->births);
    free(o->groups);
    free(o->params);
    free(o->devices);
    free(o->chosen);
    free(o->grad);
    free(o->list);
    free(o);
}

/* ---- Settings -------------------------------------------------------------------------------- */

uint32_t weir_optimizer_group_count(const weir_optimizer *o) {
    return o != NULL ? o->group_count : 0;
}

const weir_optimizer_kind *weir_optimizer_kind_of(const weir_optimizer *o) {
    return o != NULL ? &o->kind->pub : NULL;
}

weir_array *weir_optimizer_param_at(const weir_optimizer *o, uint32_t index, uint32_t *which) {
    if (o == NULL || index >= o->count) return NULL;
    if (which != NULL) *which = o->params[index].group;
    return o->params[index].array;
}

const void *weir_optimizer_attr(const weir_optimizer *o, uint32_t which) {
    return o != NULL && which < o->group_count ? o->groups[which]->attr : NULL;
}

static weir_status need_group(const weir_optimizer *o, int64_t which, const char *call) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "%s: o is NULL", call);
    if (which >= 0 && which < o->group_count) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL, "%s: group %lld is out of range for %u group%s", call,
                       (long long)which, o->group_count, o->group_count == 1 ? "" : "s");
}

weir_status weir_optimizer_attr_set(weir_optimizer *o, uint32_t which, const void *attr,
                                    size_t attr_size) {
    WR_TRY(need_group(o, which, "weir_optimizer_attr_set"));
    if (attr == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_attr_set: attr is NULL");
    return set_attr(o, o->groups[which], attr, attr_size);
}

weir_status weir_optimizer_lr_set(weir_optimizer *o, int32_t which, double lr) {
    WR_TRY(need_group(o, which == WEIR_ALL_GROUPS ? 0 : which, "weir_optimizer_lr_set"));
    for (uint32_t i = 0; i < o->group_count; i++)
        if (which == WEIR_ALL_GROUPS || (uint32_t)which == i) WR_TRY(set_rate(o, o->groups[i], lr));
    return WEIR_OK;
}

double weir_optimizer_lr(const weir_optimizer *o, int32_t which) {
    uint32_t i = which == WEIR_ALL_GROUPS ? 0 : (uint32_t)which;
    if (o == NULL || i >= o->group_count) return (double)NAN;
    return ((const weir_optimizer_common *)(const void *)o->groups[i]->attr)->lr;
}

weir_status weir_optimizer_scale_set(weir_optimizer *o, weir_array *scale) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_scale_set: o is NULL");
    if (scale != NULL && weir_array_ndim(scale) != 0)
        return wr_lib_fail(
            WEIR_EINVAL, "weir_optimizer_scale_set: scale must be a scalar, but has %d dimension%s",
            weir_array_ndim(scale), weir_array_ndim(scale) == 1 ? "" : "s");
    weir_array *old = o->scale;
    o->scale = weir_array_retain(scale);
    weir_array_release(old);
    return WEIR_OK;
}

void weir_optimizer_zero_grad(weir_optimizer *o) {
    for (uint32_t i = 0; o != NULL && i < o->count; i++)
        if (weir_array_grad_mode(o->params[i].array) != WEIR_GRAD_NULL)
            weir_array_grad_set(o->params[i].array, NULL);
    if (o != NULL) o->unscaled_by = 0;
}

/* ---- State ----------------------------------------------------------------------------------- */

static const weir_optimizer_common *common_of(const weir_optimizer *o, uint32_t which) {
    return (const weir_optimizer_common *)(const void *)o->groups[which]->attr;
}

static bool is_set(const weir_optimizer *o, uint32_t which, const char *setting) {
    return setting == NULL || wr_optim_setting(o->kind, o->groups[which]->attr, setting) != 0;
}

/* Return whether parameters of this group and dtype have the state array with this index. */
static bool has_state(const weir_optimizer *o, uint32_t which, weir_dtype dtype, int place) {
    if (place == MASTER)
        return common_of(o, which)->master && dtype < WEIR_FLOAT32; /* float16 or bfloat16 */
    const wr_state_def *s = o->kind->state;
    for (int i = 0; i <= place; i++)
        if (s[i].name == NULL) return false;
    return is_set(o, which, s[place].when) && is_set(o, which, s[place].and_when);
}

static bool is_step(const weir_optimizer *o, int place) {
    return place != MASTER && strcmp(o->kind->state[place].name, "step") == 0;
}

static weir_dtype state_dtype(const weir_optimizer *o, const param *p, int place) {
    weir_dtype own = weir_array_dtype(p->array);
    if (is_step(o, place) || has_state(o, p->group, own, MASTER)) return WEIR_FLOAT32;
    return own;
}

static bool is_missing(const weir_optimizer *o, const param *p, int place) {
    return p->state[place] == NULL && has_state(o, p->group, weir_array_dtype(p->array), place);
}

static int64_t room_for(const weir_optimizer *o, const param *p, int place) {
    int64_t count = is_step(o, place) ? 1 : weir_array_count(p->array);
    return (count + APART - 1) / APART * APART;
}

/* Create a view of `flat` that starts at element `at` and has the shape of the parameter's
 * state. */
static weir_status view_of(const weir_optimizer *o, const param *p, int place, weir_array *flat,
                           int64_t at, weir_array **out) {
    bool step = is_step(o, place);
    int64_t end = at + (step ? 1 : weir_array_count(p->array)), one = 1;
    weir_array *piece;
    weir_slice_options range = WEIR_SLICE_OPTIONS;
    range.starts = weir_i64s_of(&at, 1);
    range.stops = weir_i64s_of(&end, 1);
    range.steps = weir_i64s_of(&one, 1);
    WR_TRY(weir_slice(flat, &range, &piece));
    weir_status status = weir_reshape(piece,
                                      weir_i64s_of(step ? NULL : weir_array_shape(p->array),
                                                   step ? 0 : weir_array_ndim(p->array)),
                                      out);
    weir_array_release(piece);
    if (status == WEIR_OK) keep(*out);
    return status;
}

/* Fill a state array with the values of the array that it replaces, on another device. */
static weir_status copy_over(const weir_optimizer *o, weir_array *from, weir_array *state) {
    weir_array *near = NULL;
    WR_TRY(wr_optim_bring(from, weir_array_device(state), &near));
    weir_status status = weir_op_call_into(o->rt, o->copy, &near, 1, NULL, 0, &state, 1);
    weir_array_release(near);
    return status;
}

/* Fill a state array whose initial values are not 0: a master copy with the parameter's values, any
 * other array with the value of a setting. */
static weir_status fill(const weir_optimizer *o, const param *p, int place, weir_array *state) {
    const char *setting = place == MASTER ? NULL : o->kind->state[place].filled;
    if (p->from[place] != NULL) return copy_over(o, p->from[place], state);
    if (place == MASTER) return weir_op_call_into(o->rt, o->copy, &p->array, 1, NULL, 0, &state, 1);
    double value =
        setting != NULL ? wr_optim_setting(o->kind, o->groups[p->group]->attr, setting) : 0;
    weir_array *number;
    if (value == 0) return WEIR_OK;
    WR_TRY(weir_number_f64(o->rt, value, &number));
    weir_status status = weir_op_call_into(o->rt, o->copy, &number, 1, NULL, 0, &state, 1);
    weir_array_release(number);
    return status;
}

/* ---- Filling state --------------------------------------------------------------------------- */

static void drop(weir_array **a) {
    weir_array_release(*a);
    *a = NULL;
}

static bool is_view_of(const weir_array *a, const weir_array *flat) {
    return a != NULL && weir_array_var(a) == weir_array_var(flat);
}

/* Release all state arrays that are views of `flat`. */
static void drop_states(weir_optimizer *o, weir_array *flat) {
    for (uint32_t i = 0; i < o->count; i++)
        for (int j = 0; j < ARRAYS; j++) {
            param *p = &o->params[i];
            if (is_view_of(p->state[j], flat)) drop(&p->state[j]);
            if (is_view_of(p->from[j], flat)) drop(&p->from[j]);
        }
}

/* Forget a birth, and the arrays that its state was copied from. */
static void birth_end(weir_optimizer *o, uint32_t index) {
    for (uint32_t i = 0; i < o->count; i++)
        for (int j = 0; j < ARRAYS; j++)
            if (is_view_of(o->params[i].state[j], o->births[index].flat))
                drop(&o->params[i].from[j]);
    weir_array_release(o->births[index].flat);
    weir_array_release(o->births[index].made);
    o->births[index] = o->births[--o->birth_count];
}

/* Add a birth for the state arrays in `flat`.  The operations that fill them have already been
 * issued. */
static weir_status birth_begin(weir_optimizer *o, weir_array *flat) {
    weir_array *list[2] = {o->one, flat}, *made = NULL;
    birth *more = realloc(o->births, (o->birth_count + 1) * sizeof *more);
    if (more == NULL) return no_memory(o);
    o->births = more;
    if (!need_list(o, o->birth_count + 2)) return no_memory(o); /* see norm_for */
    WR_TRY(weir_op_call(o->rt, o->after, list, 2, NULL, 0, &made, NULL));
    o->births[o->birth_count++] = (birth){weir_array_retain(flat), keep(made)};
    return WEIR_OK;
}

/* Remove the births whose state is known to be filled. */
static void look_at_births(weir_optimizer *o) {
    for (uint32_t i = o->birth_count; i-- > 0;)
        if (weir_var_peek(weir_array_var(o->births[i].made)) == WEIR_OK) birth_end(o, i);
}

static bool is_wanted(const weir_optimizer *o, const param *p, int place, weir_dtype dtype,
                      int32_t device) {
    return is_missing(o, p, place) && state_dtype(o, p, place) == dtype &&
           weir_array_device(p->array) == device;
}

/* Create all missing state arrays of the chosen parameters that have this dtype and device, as
 * views of one array. */
static weir_status make_states(weir_optimizer *o, uint32_t n, weir_dtype dtype, int32_t device) {
    int64_t total = 0, at = 0; /* total is 0 if all parameters are empty */
    bool missing = false;
    for (uint32_t i = 0; i < n; i++)
        for (int j = 0; j < ARRAYS; j++) {
            const param *p = &o->params[o->chosen[i]];
            if (!is_wanted(o, p, j, dtype, device)) continue;
            missing = true;
            total += room_for(o, p, j);
        }
    if (!missing) return WEIR_OK;
    weir_array *flat;
    weir_zeros_options like = WEIR_ZEROS_OPTIONS;
    like.dtype = dtype;
    like.device = device;
    WR_TRY(weir_zeros(o->rt, weir_i64s_of(&total, 1), &like, &flat));
    flat = keep(flat);
    weir_status status = WEIR_OK;
    /* arrays of the same kind of state are adjacent in `flat` */
    for (int j = 0; j < ARRAYS && status == WEIR_OK; j++)
        for (uint32_t i = 0; i < n && status == WEIR_OK; i++) {
            param *p = &o->params[o->chosen[i]];
            weir_array *made = NULL;
            if (!is_wanted(o, p, j, dtype, device)) continue;
            status = view_of(o, p, j, flat, at, &made);
            if (status == WEIR_OK) status = fill(o, p, j, made);
            if (status == WEIR_OK)
                p->state[j] = made;
            else
                weir_array_release(made);
            at += room_for(o, p, j);
        }
    if (status == WEIR_OK) status = birth_begin(o, flat);
    if (status != WEIR_OK) drop_states(o, flat);
    weir_array_release(flat);
    return status;
}

static weir_status need_states(weir_optimizer *o, uint32_t n) {
    bool missing = false;
    for (uint32_t i = 0; i < n; i++)
        for (int j = 0; j < ARRAYS; j++) missing |= is_missing(o, &o->params[o->chosen[i]], j);
    if (!missing) return WEIR_OK;
    for (uint32_t i = 0; i < o->device_count; i++)
        for (int dtype = WEIR_FLOAT16; dtype <= WEIR_FLOAT64; dtype++)
            WR_TRY(make_states(o, n, (weir_dtype)dtype, o->devices[i]));
    return WEIR_OK;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Choose the parameters of a group (UINT32_MAX: any), dtype (0: any) and device
 * (WEIR_DEVICE_DEFAULT: any) that have a gradient.  Returns their number. */
static uint32_t choose(weir_optimizer *o, uint32_t which, weir_dtype dtype, int32_t device) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const param *p = &o->params[i];
        if ((which != UINT32_MAX && p->group != which) ||
            (dtype != 0 && weir_array_dtype(p->array) != dtype) ||
            (device != WEIR_DEVICE_DEFAULT && weir_array_device(p->array) != device))
            continue;
        weir_array *grad = weir_array_grad(p->array);
        if (grad == NULL) continue;
        o->chosen[n] = i;
        o->grad[n++] = grad;
    }
    return n;
}

static void release_grads(weir_optimizer *o, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) weir_array_release(o->grad[i]);
}

/* A function that handles the chosen parameters of one group, dtype and device. */
typedef weir_status part_fn(weir_optimizer *o, uint32_t n, weir_array *norm);

static weir_status each_dtype(weir_optimizer *o, uint32_t which, int32_t device, part_fn *fn,
                              weir_array *norm) {
    uint32_t dtypes = dtypes_of(o, which, device);
    for (int dtype = WEIR_FLOAT16; dtype <= WEIR_FLOAT64; dtype++) {
        if (!(dtypes >> dtype & 1)) continue;
        uint32_t n = choose(o, which, (weir_dtype)dtype, device);
        weir_status status = n > 0 ? fn(o, n, norm) : WEIR_OK;
        release_grads(o, n);
        WR_TRY(status);
    }
    return WEIR_OK;
}

static weir_status each_part(weir_optimizer *o, part_fn *fn, weir_array *norm) {
    for (uint32_t which = 0; which < o->group_count; which++)
        for (uint32_t i = 0; i < o->device_count; i++)
            WR_TRY(each_dtype(o, which, o->devices[i], fn, norm));
    return WEIR_OK;
}

static weir_status make_part(weir_optimizer *o, uint32_t n, weir_array *norm) {
    (void)norm;
    return need_states(o, n);
}

/* Set *out to the norm on the given device.  *out becomes ready only when all state is filled. */
static weir_status norm_for(weir_optimizer *o, weir_array *norm, int32_t device, weir_array **out) {
    uint32_t n = 0;
    if (o->birth_count == 0) return wr_optim_bring(norm, device, out);
    weir_status status = wr_optim_bring(norm, device, &o->list[n++]);
    if (status != WEIR_OK) return status;
    for (uint32_t i = 0; i < o->birth_count && status == WEIR_OK; i++) {
        status = wr_optim_bring(o->births[i].made, device, &o->list[n]);
        n += status == WEIR_OK;
    }
    if (status == WEIR_OK) status = weir_op_call(o->rt, o->after, o->list, n, NULL, 0, out, NULL);
    while (n > 0) weir_array_release(o->list[--n]);
    return status;
}

static weir_status step_part(weir_optimizer *o, uint32_t n, weir_array *norm) {
    const param *first = &o->params[o->chosen[0]];
    weir_dtype dtype = weir_array_dtype(first->array);
    uint32_t which = first->group, at = LEAD;
    group *g = o->groups[which];
    bool master = has_state(o, which, dtype, MASTER);
    WR_TRY(need_states(o, n));
    int32_t device = weir_array_device(first->array);
    weir_array *scale = o->unscale != NULL ? o->unscale : o->scale != NULL ? o->scale : o->one;
    WR_TRY(wr_optim_bring(scale, device, &scale));
    weir_status status = norm_for(o, norm, device, &norm);
    if (status != WEIR_OK) {
        weir_array_release(scale);
        return status;
    }
    o->list[0] = g->rate;
    o->list[1] = scale;
    o->list[2] = norm;
    for (uint32_t i = 0; master && i < n; i++)
        o->list[at++] = o->params[o->chosen[i]].state[MASTER];
    for (uint32_t i = 0; i < n; i++) o->list[at++] = o->params[o->chosen[i]].array;
    for (int j = 0; j < WR_STATES_MAX; j++)
        for (uint32_t i = 0; has_state(o, which, dtype, j) && i < n; i++)
            o->list[at++] = o->params[o->chosen[i]].state[j];
    for (uint32_t i = 0; i < n; i++) o->list[at++] = o->grad[i];
    *g->copies = master;
    *g->skip = o->skips;
    status = weir_op_call(o->rt, o->op, o->list, at, g->op_attr, weir_op_describe(o->op)->attr_size,
                          NULL, NULL);
    weir_array_release(norm);
    weir_array_release(scale);
    return status;
}

/* Compute the joint norm of all gradients, of which there is at least one. */
static weir_status measure_all(weir_optimizer *o, weir_array **norm) {
    uint32_t n = choose(o, UINT32_MAX, (weir_dtype)0, WEIR_DEVICE_DEFAULT);
    weir_status status = wr_optim_norm(o->grad, n, norm);
    release_grads(o, n);
    return status;
}

/* Replace the norm by NaN if x is infinite or NaN: norm + 0 * x. */
static weir_status taint(weir_optimizer *o, weir_array *x, weir_array **norm) {
    weir_array *zero = NULL, *nothing = NULL, *sum = NULL;
    weir_status status = weir_number_f64(o->rt, 0, &zero);
    if (status == WEIR_OK) status = weir_multiply(x, zero, &nothing);
    if (status == WEIR_OK) status = weir_add(*norm, nothing, &sum);
    weir_array_release(zero);
    weir_array_release(nothing);
    if (status != WEIR_OK) return status;
    weir_array_release(*norm);
    *norm = sum;
    return WEIR_OK;
}

/* Replace the norm by NaN unless the inverse is positive and finite, that is, unless its logarithm
 * is finite. */
static weir_status taint_inverse(weir_optimizer *o, weir_array *inverse, weir_array **norm) {
    weir_array *log = NULL, *near = NULL;
    weir_status status = weir_log(inverse, &log);
    if (status == WEIR_OK) status = wr_optim_bring(log, weir_array_device(*norm), &near);
    if (status == WEIR_OK) status = taint(o, near, norm);
    weir_array_release(log);
    weir_array_release(near);
    return status;
}

/* Get the norm that a step reads: the joint norm of all gradients if a group has max_norm set or
 * the step may be skipped; otherwise 1.  If the step must be skipped, the norm is infinite or NaN.
 * Unscaled gradients are measured again, because the program may have changed them. */
static weir_status measure(weir_optimizer *o, weir_array **norm) {
    bool clips = false;
    for (uint32_t i = 0; i < o->group_count; i++) clips |= common_of(o, i)->max_norm > 0;
    if (!clips && !o->skips) {
        *norm = weir_array_retain(o->one);
        return WEIR_OK;
    }
    WR_TRY(measure_all(o, norm));
    if (o->known_norm != NULL) WR_TRY(taint(o, o->known_norm, norm));
    return o->inverse != NULL ? taint_inverse(o, o->inverse, norm) : WEIR_OK;
}

/* Replace the norm with a copy on the device, and make that copy depend on all arrays of those
 * chosen parameters that are on the device. */
static weir_status tie_device(weir_optimizer *o, uint32_t n, int32_t device, weir_array **norm) {
    weir_array *tied = NULL;
    uint32_t at = 1;
    WR_TRY(wr_optim_bring(*norm, device, &o->list[0]));
    for (uint32_t i = 0; i < n; i++) {
        const param *p = &o->params[o->chosen[i]];
        if (weir_array_device(p->array) != device) continue;
        o->list[at++] = o->grad[i];
        o->list[at++] = p->array;
        for (int j = 0; j < ARRAYS; j++)
            if (p->state[j] != NULL) o->list[at++] = p->state[j];
    }
    weir_status status = weir_op_call(o->rt, o->after, o->list, at, NULL, 0, &tied, NULL);
    weir_array_release(o->list[0]);
    if (status != WEIR_OK) return status;
    weir_array_release(*norm);
    *norm = tied;
    return WEIR_OK;
}

/* Make sure that either all operations of a step run or none: each one reads the norm, which
 * fails if any array that one of them accesses has failed.  A single operation needs no such
 * dependency. */
static weir_status tie(weir_optimizer *o, weir_array **norm) {
    if (o->parts < 2) return WEIR_OK;
    WR_TRY(each_part(o, make_part, NULL));
    uint32_t n = choose(o, UINT32_MAX, (weir_dtype)0, WEIR_DEVICE_DEFAULT);
    weir_status status = WEIR_OK;
    for (uint32_t i = 0, j; i < n && status == WEIR_OK; i++) {
        int32_t device = weir_array_device(o->params[o->chosen[i]].array);
        for (j = 0; weir_array_device(o->params[o->chosen[j]].array) != device;) j++;
        if (j == i) status = tie_device(o, n, device, norm);
    }
    release_grads(o, n);
    return status;
}

/* If a parameter is already known to have failed, return its failure.  Does not wait for pending
 * work. */
static weir_status look_back(const weir_optimizer *o) {
    for (uint32_t i = 0; i < o->count; i++) {
        weir_status status = weir_var_peek(weir_array_var(o->params[i].array));
        if (status != WEIR_OK && status != WEIR_PENDING) return status;
    }
    return WEIR_OK;
}

/* Fail if a parameter has been replaced, because a step would change an array that the block no
 * longer uses. */
static weir_status need_current(const weir_optimizer *o) {
    for (uint32_t i = 0; i < o->count; i++)
        if (weir_array_grad_refused(o->params[i].array) != NULL)
            return wr_lib_fail(WEIR_EINVAL,
                               "weir_optimizer_step: parameter %u was replaced when its block was "
                               "cast or moved to another device; make the optimiser after that, or "
                               "give it the new parameters (weir_optimizer_params_set)",
                               i);
    return WEIR_OK;
}

/* Fail if no parameter has a gradient, because then backward was not called.  It is not an error if
 * only some parameters have no gradient: those did not take part in the forward pass. */
static weir_status need_gradient(const weir_optimizer *o) {
    WR_TRY(need_current(o));
    for (uint32_t i = 0; i < o->count; i++) {
        weir_array *grad = weir_array_grad(o->params[i].array);
        weir_array_release(grad);
        if (grad != NULL) return WEIR_OK;
    }
    if (o->count == 0) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL,
                       "weir_optimizer_step: no parameter has a gradient (number of "
                       "parameters: %u); %s",
                       o->count, weir_remedy_text(WEIR_REMEDY_BACKWARD));
}

/* The thread's modes that a step turns off while it issues its operations. */
typedef struct modes {
    int recording;
    weir_dtype autocast;
} modes;

static modes modes_off(void) {
    modes m = {.recording = weir_recording_set(0)};
    (void)weir_autocast_set(WEIR_DTYPE_DEFAULT, &m.autocast);
    return m;
}

static void modes_back(modes m) {
    weir_recording_set(m.recording);
    (void)weir_autocast_set(m.autocast, NULL);
}

/* Issue a step.  *measured (may be NULL) becomes the norm that the step reads. */
static weir_status issue(weir_optimizer *o, weir_array **measured) {
    WR_TRY(look_back(o));
    WR_TRY(need_gradient(o));
    look_at_births(o);
    weir_array *norm = NULL, *first = NULL;
    weir_status status = measure(o, &norm);
    if (status == WEIR_OK) first = weir_array_retain(norm);
    if (status == WEIR_OK) status = tie(o, &norm);
    if (status == WEIR_OK) status = each_part(o, step_part, norm);
    weir_array_release(norm);
    if (status == WEIR_OK && measured != NULL)
        *measured = keep(first);
    else
        weir_array_release(first);
    if (status == WEIR_OK) o->unscaled_by = 0;
    return status;
}

weir_status weir_optimizer_step(weir_optimizer *o) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_step: o is NULL");
    modes m = modes_off();
    weir_status status = issue(o, NULL);
    modes_back(m);
    return status;
}

weir_status wr_optimizer_step_scaled(weir_optimizer *o, weir_array *inverse, weir_array *known_norm,
                                     weir_array **norm) {
    weir_array *both = NULL;
    weir_status status = WEIR_OK;
    modes m = modes_off();
    if (o->scale != NULL && inverse != NULL) status = weir_multiply(o->scale, inverse, &both);
    o->unscale = both != NULL ? both : inverse;
    o->inverse = inverse;
    o->known_norm = known_norm;
    o->skips = true;
    if (status == WEIR_OK) status = issue(o, norm);
    o->unscale = o->inverse = o->known_norm = NULL;
    o->skips = false;
    weir_array_release(both);
    modes_back(m);
    return status;
}

uint64_t wr_optimizer_unscaled_by(const weir_optimizer *o, bool *changed) {
    *changed = false;
    for (uint32_t i = 0; o->unscaled_by != 0 && i < o->count; i++)
        *changed |= weir_array_grad_pass(o->params[i].array) != o->params[i].pass;
    return o->unscaled_by;
}

weir_status wr_optimizer_unscale(weir_optimizer *o, uint64_t scaler, weir_array *inverse,
                                 weir_array **norm) {
    for (uint32_t i = 0; i < o->count; i++)
        if (weir_array_dtype(o->params[i].array) == WEIR_FLOAT16)
            return wr_lib_fail(WEIR_EINVAL,
                               "weir_scaler_unscale: parameter %u is float16, whose unscaled "
                               "gradient would underflow; clip with the settings max_norm and "
                               "clip_value, which the step applies in float32, or keep the "
                               "parameters in float32",
                               i);
    WR_TRY(need_gradient(o));
    weir_array *measured = NULL;
    modes m = modes_off();
    weir_status status = measure_all(o, &measured);
    if (status == WEIR_OK) status = taint_inverse(o, inverse, &measured);
    uint32_t n = status == WEIR_OK ? choose(o, UINT32_MAX, (weir_dtype)0, WEIR_DEVICE_DEFAULT) : 0;
    for (uint32_t i = 0; i < n; i++) o->list[i] = o->params[o->chosen[i]].array;
    if (n > 0) status = wr_grads_multiply(o->list, n, inverse);
    release_grads(o, n);
    modes_back(m);
    if (status != WEIR_OK) {
        weir_array_release(measured);
        return status;
    }
    *norm = keep(measured);
    o->unscaled_by = scaler;
    for (uint32_t i = 0; i < o->count; i++)
        o->params[i].pass = weir_array_grad_pass(o->params[i].array);
    return WEIR_OK;
}

/* ---- Clearing -------------------------------------------------------------------------------- */

static weir_status each_array(weir_optimizer *o, weir_status (*fn)(weir_array *a)) {
    for (uint32_t i = 0; i < o->count; i++) {
        WR_TRY(fn(o->params[i].array));
        for (int j = 0; j < ARRAYS; j++)
            for (int old = 0; old < 2; old++) {
                weir_array *a = old ? o->params[i].from[j] : o->params[i].state[j];
                if (a != NULL) WR_TRY(fn(a));
            }
    }
    return WEIR_OK;
}

static weir_status clear(weir_array *a) { return weir_var_clear(weir_array_var(a)); }

/* Wait for an array and ignore its failure.  The failure counts as reported, because the caller of
 * weir_optimizer_clear knows about it. */
static weir_status look(weir_array *a) {
    return weir_array_wait_at(a, -1, "weir_optimizer_clear") == WEIR_EINTR ? WEIR_EINTR : WEIR_OK;
}

/* Drop state whose birth failed.  No step can have changed it, because each step reads `made`. */
static weir_status drop_unborn(weir_optimizer *o) {
    for (uint32_t i = o->birth_count; i-- > 0;) {
        weir_status status = weir_array_wait_at(o->births[i].made, -1, "weir_optimizer_clear");
        if (status == WEIR_EINTR) return status;
        if (status != WEIR_OK) drop_states(o, o->births[i].flat);
        birth_end(o, i);
    }
    return WEIR_OK;
}

static weir_status wait_cleared(weir_array *a) {
    return weir_array_wait_at(a, -1, "weir_optimizer_clear");
}

/* Fail if a parameter has no values; its block can initialise it again. */
static weir_status need_values(const weir_optimizer *o) {
    for (uint32_t i = 0; i < o->count; i++) {
        weir_status status = wait_cleared(o->params[i].array);
        if (status == WEIR_EFAILED)
            return wr_lib_fail(
                WEIR_EFAILED,
                "%s: parameter %u has no values, because the operation that computes its "
                "initial values was cancelled or failed; %s, or write all its elements",
                o->kind->pub.name, i, weir_remedy_text(WEIR_REMEDY_CLEAR_BLOCK));
        WR_TRY(status);
    }
    return WEIR_OK;
}

weir_status weir_optimizer_clear(weir_optimizer *o) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_clear: o is NULL");
    WR_TRY(each_array(o, look));
    WR_TRY(drop_unborn(o));
    WR_TRY(each_array(o, clear));
    weir_optimizer_zero_grad(o); /* drop the gradients of a failed batch or of failed parameters */
    WR_TRY(need_values(o));
    return each_array(o, wait_cleared);
}

/* ---- Listing --------------------------------------------------------------------------------- */

static const char *state_name(const weir_optimizer *o, int place) {
    return place == MASTER ? "master" : o->kind->state[place].name;
}

/* Return the array that has the values of a state: until the next step after a move, the one on
 * the old device. */
static weir_array *values_of(const param *p, int place) {
    return p->state[place] != NULL ? p->state[place] : p->from[place];
}

uint32_t weir_optimizer_state_count(const weir_optimizer *o) {
    uint32_t n = 0;
    for (uint32_t i = 0; o != NULL && i < o->count; i++)
        for (int j = 0; j < ARRAYS; j++) n += values_of(&o->params[i], j) != NULL;
    return n;
}

weir_status weir_optimizer_state_at(const weir_optimizer *o, uint32_t index, char *name,
                                    weir_array **out) {
    uint32_t left = index;
    for (uint32_t i = 0; o != NULL && i < o->count; i++)
        for (int j = 0; j < ARRAYS; j++) {
            if (values_of(&o->params[i], j) == NULL || left-- > 0) continue;
            if (name != NULL) snprintf(name, WEIR_STATE_NAME_MAX, "%u.%s", i, state_name(o, j));
            if (out != NULL) *out = values_of(&o->params[i], j);
            return WEIR_OK;
        }
    return wr_lib_fail(
        WEIR_EINVAL, "weir_optimizer_state_at: index %u is out of range for %u array%s", index,
        weir_optimizer_state_count(o), weir_optimizer_state_count(o) == 1 ? "" : "s");
}

static weir_status find_state(weir_optimizer *o, const char *name, uint32_t *index, int *place) {
    char *end = NULL;
    unsigned long i = name != NULL ? strtoul(name, &end, 10) : 0;
    if (end == NULL || end == name || *end != '.' || i >= o->count)
        return wr_lib_fail(
            WEIR_EINVAL,
            "%s: there is no state '%.60s'; names start with a parameter index from 0 to %u, "
            "as in 0.%s",
            o->kind->pub.name, name != NULL ? name : "(null)", o->count - 1,
            o->kind->state[0].name);
    const param *p = &o->params[i];
    for (int j = 0; j < ARRAYS; j++)
        if (has_state(o, p->group, weir_array_dtype(p->array), j) &&
            strcmp(end + 1, state_name(o, j)) == 0) {
            *index = (uint32_t)i;
            *place = j;
            return WEIR_OK;
        }
    return wr_lib_fail(WEIR_EINVAL,
                       "%s: parameter %lu has no state '%.60s' with its current settings",
                       o->kind->pub.name, i, end + 1);
}

void weir_optimizer_state_drop(weir_optimizer *o) {
    while (o != NULL && o->birth_count > 0) birth_end(o, o->birth_count - 1);
    for (uint32_t i = 0; o != NULL && i < o->count; i++)
        for (int j = 0; j < ARRAYS; j++) {
            drop(&o->params[i].state[j]);
            drop(&o->params[i].from[j]);
        }
}

static bool same_shape(const weir_array *a, const weir_array *b) {
    int32_t ndim = weir_array_ndim(a);
    return ndim == weir_array_ndim(b) &&
           (ndim == 0 ||
            memcmp(weir_array_shape(a), weir_array_shape(b), (size_t)ndim * sizeof(int64_t)) == 0);
}

weir_status weir_optimizer_state_set(weir_optimizer *o, const char *name, weir_array *values) {
    uint32_t index = 0;
    int place = 0;
    if (o == NULL || values == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_state_set: %s is NULL",
                           o == NULL ? "o" : "values");
    WR_TRY(find_state(o, name, &index, &place));
    o->chosen[0] = index;
    int recording = weir_recording_set(0);
    /* number of parameters whose state is created together, as in the first step */
    uint32_t together = 0;
    for (uint32_t i = 0; i < o->count; i++)
        if (is_missing(o, &o->params[index], place) && is_missing(o, &o->params[i], place))
            o->chosen[together++] = i;
    weir_status status = together > 0 ? need_states(o, together) : WEIR_OK;
    weir_array *state = o->params[index].state[place];
    char text[2][WR_LIB_TEXT];
    if (status == WEIR_OK &&
        (!same_shape(values, state) || weir_array_dtype(values) != weir_array_dtype(state)))
        status = wr_lib_fail(WEIR_EINVAL, "%s: %.60s is %s, but the values are %s",
                             o->kind->pub.name, name, wr_lib_array_text(text[0], state),
                             wr_lib_array_text(text[1], values));
    if (status == WEIR_OK) status = copy_over(o, values, state);
    weir_recording_set(recording);
    return status;
}

/* ---- Moving ---------------------------------------------------------------------------------- */

static weir_status check_successors(const weir_optimizer *o, weir_array *const *params,
                                    uint32_t count) {
    const char *name = o->kind->pub.name;
    char text[2][WR_LIB_TEXT];
    if (params == NULL || count != o->count)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: the optimiser has %u parameter%s, but %u array%s given", name,
                           o->count, o->count == 1 ? "" : "s", params != NULL ? count : 0,
                           count == 1 ? " is" : "s are");
    for (uint32_t i = 0; i < count; i++) {
        const weir_array *old = o->params[i].array, *p = params[i];
        if (p == NULL || weir_array_is_number(p) || weir_array_runtime(p) != o->rt ||
            !weir_array_is_contiguous(p) || !same_shape(p, old) ||
            weir_array_dtype(p) != weir_array_dtype(old))
            return wr_lib_fail(WEIR_EINVAL,
                               "%s: parameter %u is %s; expected a row-major array of the same "
                               "shape, dtype and runtime, not %s",
                               name, i, wr_lib_array_text(text[0], old),
                               p != NULL ? wr_lib_array_text(text[1], p) : "NULL");
        for (uint32_t j = 0; j < i; j++)
            if (params[j] == p)
                return wr_lib_fail(WEIR_EINVAL, "%s: parameters %u and %u are the same array", name,
                                   j, i);
    }
    return WEIR_OK;
}

/* Replace the array of a parameter.  State on another device becomes the source of the new. */
static void succeed(param *p, weir_array *array) {
    weir_array *old = p->array;
    p->array = weir_array_retain(array);
    for (int j = 0; j < ARRAYS; j++) {
        if (p->state[j] == NULL || weir_array_device(p->state[j]) == weir_array_device(array))
            continue;
        weir_array_release(p->from[j]);
        p->from[j] = p->state[j];
        p->state[j] = NULL;
    }
    weir_array_release(old);
}

weir_status weir_optimizer_params_set(weir_optimizer *o, weir_array *const *params,
                                      uint32_t count) {
    if (o == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_optimizer_params_set: o is NULL");
    WR_TRY(check_successors(o, params, count));
    look_at_births(o);
    for (uint32_t i = 0; i < count; i++)
        if (params[i] != o->params[i].array) succeed(&o->params[i], params[i]);
    survey(o);
    return WEIR_OK;
}
