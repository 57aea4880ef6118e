/* value.c - conversions between JavaScript values and C, and boxes for the library's objects.
 *
 * A conversion of a value of another type throws, and gives 0; the caller asks refused() before it
 * uses what it has converted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Throw "... was expected, not ...", unless an exception is pending. */
static void expected(state *s, const char *what, napi_value value) {
    static const char *const names[] = {"undefined", "null",     "a boolean", "a number",
                                        "a string",  "a symbol", "an object", "a function",
                                        "an object", "a bigint"};
    char message[128];
    napi_valuetype type = napi_undefined;
    napi_typeof(s->env, value, &type);
    const char *name = (size_t)type < sizeof names / sizeof *names ? names[type] : "another value";
    double number;
    if (napi_get_value_double(s->env, value, &number) == napi_ok)
        snprintf(message, sizeof message, "%s was expected, not %.17g", what, number);
    else
        snprintf(message, sizeof message, "%s was expected, not %s", what, name);
    throw_text(s, message);
}

/* A number without a fraction, low <= number < end; otherwise 0, with an exception. */
static double whole(state *s, napi_value value, double low, double end, const char *what) {
    double number = 0;
    if (napi_get_value_double(s->env, value, &number) == napi_ok && number >= low && number < end &&
        number == trunc(number))
        return number;
    expected(s, what, value);
    return 0;
}

uint32_t get_u32(state *s, napi_value value) {
    return (uint32_t)whole(s, value, 0, 0x1p32, "an integer from 0");
}

int32_t get_i32(state *s, napi_value value) {
    return (int32_t)whole(s, value, -0x1p31, 0x1p31, "an integer of 32 bits");
}

int64_t get_i64(state *s, napi_value value) {
    int64_t number = 0;
    bool exact = false;
    if (napi_get_value_bigint_int64(s->env, value, &number, &exact) == napi_ok && exact)
        return number;
    return (int64_t)whole(s, value, -0x1p63, 0x1p63, "an integer");
}

double get_f64(state *s, napi_value value) {
    double number = 0;
    if (napi_get_value_double(s->env, value, &number) != napi_ok) expected(s, "a number", value);
    return number;
}

bool get_bool(state *s, napi_value value) {
    bool flag = false;
    if (napi_get_value_bool(s->env, value, &flag) != napi_ok) expected(s, "true or false", value);
    return flag;
}

bool refused(state *s) {
    bool pending = false;
    return napi_is_exception_pending(s->env, &pending) != napi_ok || pending;
}

bool is_missing(state *s, napi_value value) {
    napi_valuetype type = napi_undefined;
    napi_typeof(s->env, value, &type);
    return type == napi_undefined || type == napi_null;
}

char *need_text(state *s, napi_value value) {
    size_t length;
    if (napi_get_value_string_utf8(s->env, value, NULL, 0, &length) != napi_ok) {
        expected(s, "a string", value);
        return NULL;
    }
    char *text = malloc(length + 1);
    if (text == NULL) {
        throw_status(s, weir_error_set(WEIR_ENOMEM, "not enough memory"));
        return NULL;
    }
    napi_get_value_string_utf8(s->env, value, text, length + 1, &length);
    if (strlen(text) == length) return text;
    free(text);
    throw_text(s, "a string has a character NUL");
    return NULL;
}

char *get_text(state *s, napi_value value) {
    return is_missing(s, value) ? NULL : need_text(s, value);
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
