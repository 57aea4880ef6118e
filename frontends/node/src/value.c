/* value.c - conversions between JavaScript values and C, and boxes for the library's objects.
 *
 * The JavaScript side checks types; a conversion of a value of another type gives 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>
#include <string.h>

uint32_t get_u32(state *s, napi_value value) {
    uint32_t number = 0;
    napi_get_value_uint32(s->env, value, &number);
    return number;
}

int32_t get_i32(state *s, napi_value value) {
    int32_t number = 0;
    napi_get_value_int32(s->env, value, &number);
    return number;
}

int64_t get_i64(state *s, napi_value value) {
    int64_t number = 0;
    napi_get_value_int64(s->env, value, &number);
    return number;
}

double get_f64(state *s, napi_value value) {
    double number = 0;
    napi_get_value_double(s->env, value, &number);
    return number;
}

bool get_bool(state *s, napi_value value) {
    bool flag = false;
    napi_get_value_bool(s->env, value, &flag);
    return flag;
}

bool is_missing(state *s, napi_value value) {
    napi_valuetype type = napi_undefined;
    napi_typeof(s->env, value, &type);
    return type == napi_undefined || type == napi_null;
}

char *get_text(state *s, napi_value value) {
    size_t length;
    if (napi_get_value_string_utf8(s->env, value, NULL, 0, &length) != napi_ok) return NULL;
    char *text = malloc(length + 1);
    if (text != NULL) napi_get_value_string_utf8(s->env, value, text, length + 1, &length);
    return text;
}

napi_value new_f64(state *s, double number) {
    napi_value value = NULL;
    napi_create_double(s->env, number, &value);
    return value;
}

napi_value new_text(state *s, const char *text) {
    napi_value value = NULL;
    if (text == NULL)
        napi_get_null(s->env, &value);
    else
        napi_create_string_utf8(s->env, text, NAPI_AUTO_LENGTH, &value);
    return value;
}

void set(state *s, napi_value object, const char *name, napi_value value) {
    napi_set_named_property(s->env, object, name, value);
}

void set_f64(state *s, napi_value object, const char *name, double number) {
    set(s, object, name, new_f64(s, number));
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

typedef struct box {
    const box_type *type;
    void *object; /* NULL: released */
    state *s;
} box;

static void let_go(box *b) {
    void *object = b->object;
    b->object = NULL;
    if (object != NULL) b->type->release(object);
}

static void finalise(napi_env env, void *data, void *hint) {
    (void)env, (void)hint;
    box *b = data;
    b->s->finalising++;
    let_go(b);
    b->s->finalising--;
    state_release(b->s);
    free(b);
}

napi_value box_new(state *s, const box_type *type, void *object) {
    napi_value value = NULL;
    box *b = malloc(sizeof *b);
    if (b == NULL || (*b = (box){type, object, s},
                      napi_create_external(s->env, b, finalise, NULL, &value) != napi_ok)) {
        type->release(object);
        free(b);
        return throw_status(s, weir_error_set(WEIR_ENOMEM, "not enough memory"));
    }
    state_retain(s);
    return value;
}

void *box_get(state *s, napi_value value, const box_type *type) {
    void *data = NULL;
    napi_get_value_external(s->env, value, &data);
    box *b = data;
    if (b != NULL && b->type == type && b->object != NULL) return b->object;
    throw_text(s, b != NULL && b->type == type ? "the object was disposed"
                                               : "an object of another type was passed");
    return NULL;
}

/* boxRelease(box): release the object now. */
napi_value box_release(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    void *data = NULL;
    napi_get_value_external(env, args[0], &data);
    if (data != NULL) let_go(data);
    return call_end(s, NULL);
}
