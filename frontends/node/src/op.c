/* op.c - calling operators with the arguments that JavaScript wrote to the frame.
 *
 *   frame[0]     the operator, as opFind returned it
 *   frame[1]     the number of inputs n
 *   frame[2]     the slot of an array for the result (call_into), or 0
 *   frame[3]     where the attributes start, or 0 if there are none
 *   frame[4 ..]  two numbers for each input: its kind (INPUT_*) and its slot or value
 *   attributes   index, count and values of each attribute given, ended by -1; a count of -1 is
 *                none, of -2 a text, whose index in the list of texts follows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATOR, INPUT_COUNT, RESULT, ATTRS_AT, INPUTS_AT };
enum { INPUT_NONE, INPUT_ARRAY, INPUT_INTEGER, INPUT_FLOAT, INPUT_BOOL };
enum { NEAR = 16, OUTPUTS_NEAR = 16 };

/* ---- Finding --------------------------------------------------------------------------------- */

const weir_attr **attrs_named(state *s, const weir_attr *all, uint32_t count, uint32_t stride,
                              napi_value names, uint32_t *found) {
    *found = 0;
    napi_get_array_length(s->env, names, found);
    const weir_attr **list = calloc(*found + 1, sizeof *list);
    if (list == NULL) throw_text(s, "not enough memory");
    for (uint32_t i = 0; list != NULL && i < *found; i++) {
        napi_value item = NULL;
        napi_get_element(s->env, names, i, &item);
        char *name = get_text(s, item);
        list[i] = weir_attr_find(all, count, stride, name);
        free(name);
    }
    return list;
}

/* opFind(name, attribute names): the number of an operator in this environment, or -1. */
static napi_value op_find(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    char *name = need_text(s, args[0]);
    if (name == NULL) return call_end(s, NULL);
    const weir_op *op = weir_op_find(name);
    free(name);
    if (op == NULL) return call_end(s, new_f64(s, -1));
    if (s->op_count == s->op_room) {
        uint32_t room = s->op_room == 0 ? 512 : 2 * s->op_room;
        known_op *ops = realloc(s->ops, room * sizeof *ops);
        if (ops == NULL) return call_end(s, throw_text(s, "not enough memory"));
        s->ops = ops, s->op_room = room;
    }
    known_op known = {.op = op, .def = weir_op_describe(op)};
    known.attrs = attrs_named(s, known.def->attrs, known.def->attr_count, known.def->attr_stride,
                              args[1], &known.attr_count);
    if (known.attrs == NULL || refused(s)) {
        free(known.attrs);
        return call_end(s, NULL);
    }
    s->ops[s->op_count] = known;
    return call_end(s, new_f64(s, s->op_count++));
}

/* opTypes(number of an operator): the types of its attributes, as WEIR_ATTR_*; -1 for one that it
 * does not have. */
static napi_value op_types(napi_env env, napi_callback_info info) {
    napi_value args[1], list = NULL;
    state *s = call_begin(env, info, 1, args);
    uint32_t index = get_u32(s, args[0]);
    if (refused(s) || index >= s->op_count) return call_end(s, NULL);
    const known_op *known = &s->ops[index];
    napi_create_array_with_length(env, known->attr_count, &list);
    for (uint32_t i = 0; i < known->attr_count; i++)
        napi_set_element(env, list, i,
                         new_f64(s, known->attrs[i] != NULL ? (int)known->attrs[i]->type : -1));
    return call_end(s, list);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static bool stored(state *s, weir_status status) {
    if (status != WEIR_OK) throw_status(s, status);
    return status == WEIR_OK;
}

static bool store_text(state *s, attrs *to, const weir_attr *a, const char *owner, napi_value texts,
                       uint32_t index) {
    napi_value item = NULL;
    size_t length = 0, room = sizeof to->text - to->text_used;
    char *text = to->text + to->text_used;
    if (texts == NULL || napi_get_element(s->env, texts, index, &item) != napi_ok ||
        napi_get_value_string_utf8(s->env, item, text, room, &length) != napi_ok) {
        throw_text(s, "a text attribute is not a string");
        return false;
    }
    if (length + 1 >= room || strlen(text) != length) {
        throw_text(s, length + 1 >= room ? "a text attribute is too long"
                                         : "a text attribute has a character NUL");
        return false;
    }
    to->text_used += length + 1;
    return stored(s, weir_attr_set_text(a, to->bytes, sizeof to->bytes, text, owner));
}

static bool store_list(state *s, attrs *to, const weir_attr *a, const char *owner,
                       const double *value, size_t count) {
    int64_t *list = to->list + to->list_used;
    if (to->list_used + count > LIST_ROOM) {
        throw_text(s, "the list of an attribute is too long");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!(value[i] >= -0x1p63 && value[i] < 0x1p63 && value[i] == trunc(value[i]))) {
            throw_text(s, "the list of an attribute has a number that is not an integer");
            return false;
        }
        list[i] = (int64_t)value[i];
    }
    to->list_used += count;
    return stored(s,
                  weir_attr_set_i64s(a, to->bytes, sizeof to->bytes, list, (int64_t)count, owner));
}

bool attrs_read(state *s, attrs *to, const char *owner, const weir_attr *const *known,
                uint32_t count, size_t at, napi_value texts) {
    to->list_used = to->text_used = 0;
    const double *f = s->frame + at;
    while (f[0] >= 0) {
        uint32_t index = (uint32_t)f[0];
        double values = f[1];
        const weir_attr *a = index < count ? known[index] : NULL;
        if (a == NULL) {
            throw_text(s, "this version of libweir does not have one of the attributes given");
            return false;
        }
        if (values == -1) {
            if (!stored(s, weir_attr_set_none(a, to->bytes, sizeof to->bytes, owner))) return false;
            f += 2;
        } else if (values == -2) {
            if (!store_text(s, to, a, owner, texts, (uint32_t)f[2])) return false;
            f += 3;
        } else if (a->type == WEIR_ATTR_I64S || values != 1) {
            if (!store_list(s, to, a, owner, f + 2, (size_t)values)) return false;
            f += 2 + (size_t)values;
        } else {
            if (!stored(s, weir_attr_set_f64(a, to->bytes, sizeof to->bytes, f[2], owner)))
                return false;
            f += 3;
        }
    }
    return true;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* A number as an array.  Recent ones are kept, so that the 1 of x + 1 is not made each time. */
static weir_array *number(state *s, int kind, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t at = (size_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 58) ^ (size_t)(kind & 3);
    cached_number *cached = &s->numbers[at % NUMBERS];
    if (cached->array != NULL && cached->bits == bits && cached->kind == kind) return cached->array;
    weir_array *made = NULL;
    weir_status status = kind == INPUT_INTEGER ? weir_number_i64(s->rt, (int64_t)value, &made)
                         : kind == INPUT_BOOL  ? weir_number_bool(s->rt, value != 0, &made)
                                               : weir_number_f64(s->rt, value, &made);
    if (status != WEIR_OK) {
        throw_status(s, status);
        return NULL;
    }
    weir_array_release(cached->array);
    *cached = (cached_number){bits, kind, made};
    return made;
}

/* Read the inputs; numbers are retained, because the next one may replace them in the cache. */
static bool inputs_read(state *s, uint32_t count, weir_array **in) {
    const double *f = s->frame + INPUTS_AT;
    for (uint32_t i = 0; i < count; i++, f += 2) {
        int kind = (int)f[0];
        in[i] = kind == INPUT_NONE    ? NULL
                : kind == INPUT_ARRAY ? slot_array(s, (uint32_t)(int64_t)f[1])
                                      : number(s, kind, f[1]);
        if (in[i] == NULL && kind != INPUT_NONE) {
            while (i-- > 0) weir_array_release(in[i]);
            return false;
        }
        if (in[i] != NULL) weir_array_retain(in[i]);
    }
    return true;
}

/* ---- Calling --------------------------------------------------------------------------------- */

static weir_status issue(state *s, const known_op *known, weir_array *const *in, uint32_t in_count,
                         const attrs *given, weir_array *into, weir_array **out,
                         uint32_t *out_count) {
    const void *attr = given != NULL ? given->bytes : NULL;
    size_t attr_size = given != NULL ? known->def->attr_size : 0;
    if (into == NULL)
        return weir_op_call(s->rt, known->op, in, in_count, attr, attr_size, out, out_count);
    *out_count = 0;
    return weir_op_call_into(s->rt, known->op, in, in_count, attr, attr_size, &into, 1);
}

/* The results: one goes to the object that the caller made for it, several go to the frame. */
static napi_value results(state *s, const known_op *known, weir_array **out, uint32_t count,
                          napi_value owner) {
    bool view = (known->def->flags & WEIR_OP_VIEW) != 0;
    if (count == 1 && owner != NULL) {
        s->frame[0] = slot_take(s, out[0], view, owner);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = slot_take(s, out[i], view, NULL);
        if (i < s->frame_length) s->frame[i] = index;
    }
    return new_f64(s, count);
}

static napi_value call(state *s, napi_value owner, napi_value texts) {
    const known_op *known = &s->ops[(uint32_t)s->frame[OPERATOR]];
    uint32_t in_count = (uint32_t)s->frame[INPUT_COUNT],
             into_slot = (uint32_t)(int64_t)s->frame[RESULT];
    size_t attrs_at = (size_t)s->frame[ATTRS_AT];
    weir_array *near[NEAR], **in = near, *into = NULL, *near_out[OUTPUTS_NEAR], **out = near_out;
    uint32_t out_count = OUTPUTS_NEAR;
    attrs given;
    napi_value result = NULL;
    if (into_slot != 0 && (into = slot_array(s, into_slot)) == NULL) return NULL;
    if (attrs_at != 0) {
        if (known->def->attr_size > sizeof given.bytes)
            return throw_text(s, "the attributes of this operator do not fit");
        /* fails if an attribute is required; JavaScript has checked that all of those are given */
        (void)weir_attr_init(known->op, given.bytes, known->def->attr_size);
        if (!attrs_read(s, &given, known->def->name, known->attrs, known->attr_count, attrs_at,
                        texts))
            return NULL;
    }
    if (in_count > NEAR && (in = malloc(in_count * sizeof *in)) == NULL)
        return throw_text(s, "not enough memory");
    if (!inputs_read(s, in_count, in)) goto done;
    if (strstr(known->def->outputs, "...") != NULL) {
        out_count = (uint32_t)s->frame_length;
        if ((out = malloc(out_count * sizeof *out)) == NULL) {
            throw_text(s, "not enough memory");
            goto release;
        }
    }
    weir_status status =
        issue(s, known, in, in_count, attrs_at != 0 ? &given : NULL, into, out, &out_count);
    result = status == WEIR_OK ? results(s, known, out, out_count, owner) : throw_status(s, status);
    if (out != near_out) free(out);
release:
    for (uint32_t i = 0; i < in_count; i++) weir_array_release(in[i]);
done:
    if (in != near) free(in);
    return result;
}

/* opCallOne(owner, a, b): an operator with one result and without texts.  a and b are only kept
 * alive. */
static napi_value op_call_one(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    call(s, args[0], NULL);
    return call_end(s, NULL);
}

/* opCall(inputs, texts): any operator; returns the number of results, whose slots are in the
 * frame. */
static napi_value op_call(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    return call_end(s, call(s, NULL, args[1]));
}

const native_function op_functions[] = {{"opFind", op_find},
                                        {"opTypes", op_types},
                                        {"opCallOne", op_call_one},
                                        {"opCall", op_call},
                                        {NULL, NULL}};
