/* op.c - calls of operators.
 *
 * Operators with one or two arrays and no attributes have their own entry points, which take no Java arrays.
 *
 * The source line of a call is needed if the operation fails in flight.  A small elementwise operation cannot:
 * its shapes and dtypes are checked at the call, its kernel has no failure, and its memory is a few kilobytes.  If one of its inputs
 * failed, the line is that of the operation which failed.  Such calls do not walk the stack (site.c).  What is lost is
 * their line in the table of memory holders and in traces, both of which show the name of the operator.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_ELEMENTS = 1024, OUTPUTS_MAX = 1024, NUMBERS = 256 };

/* Any number that is not an interned site and has no text. */
enum { NO_SITE = 1 };

NATIVE(jlong, op), jstring name, jobjectArray attrs) {
    char *text = utf8_of(env, name);
    const weir_op *op = text != NULL ? weir_op_find(text) : NULL;
    free(text);
    if (op == NULL) return (jlong)fine(env, WEIR_EINVAL);
    const weir_op_def *def = weir_op_describe(op);
    spec *s = spec_new(env, op, def->name, def->attrs, def->attr_count, def->attr_stride,
                       def->attr_size, attrs);
    if (s == NULL) return 0;
    bool list = strstr(def->outputs, "...") != NULL;
    s->output_count = list ? 0 : weir_names_count(def->outputs, NULL);
    s->quick = (def->flags & (WEIR_OP_ELEMENTWISE | WEIR_OP_FOREIGN)) == WEIR_OP_ELEMENTWISE;
    return AS_LONG(s);
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

/* Numbers that occur in the program are few: the first ones of each hash are kept for the life of the process.  An
 * entry is published by compare-and-exchange, so that two threads agree on it; the array itself is immutable. */
typedef struct number {
    weir_array *array;
    int64_t bits;
    bool integer;
} number;
static _Atomic(number *) numbers[NUMBERS];

static weir_array *number_make(JNIEnv *env, int64_t bits, bool integer) {
    weir_array *made = NULL;
    double value;
    memcpy(&value, &bits, sizeof value);
    (void)fine(env, integer ? weir_number_i64(the_runtime, bits, &made)
                            : weir_number_f64(the_runtime, value, &made));
    return made;
}

/* A number, with one reference for the caller. */
static weir_array *number_of(JNIEnv *env, int64_t bits, bool integer) {
    uint64_t hash = ((uint64_t)bits + integer) * UINT64_C(0x9e3779b97f4a7c15) >> 56;
    _Atomic(number *) *place = &numbers[hash % NUMBERS];
    number *known = atomic_load_explicit(place, memory_order_acquire);
    if (LIKELY(known != NULL && known->bits == bits && known->integer == integer))
        return weir_array_retain(known->array);
    weir_array *made = number_make(env, bits, integer);
    if (made == NULL || known != NULL) return made;
    number *fresh = malloc(sizeof *fresh);
    if (fresh == NULL) return made;
    *fresh = (number){weir_array_retain(made), bits, integer};
    if (!atomic_compare_exchange_strong_explicit(place, &known, fresh, memory_order_release,
                                                 memory_order_relaxed)) {
        weir_array_release(fresh->array);
        free(fresh);
    }
    return made;
}

NATIVE(jlong, number), jlong bits, jboolean integer) {
    return AS_LONG(number_of(env, bits, integer));
}

/* ---- Calls ------------------------------------------------------------------------------------- */

static bool is_quick(const spec *s, weir_array *const *in, uint32_t count) {
    if (!s->quick || weir_recording()) return false;
    for (uint32_t i = 0; i < count; i++)
        if (in[i] != NULL && weir_array_count(in[i]) > QUICK_ELEMENTS) return false;
    return true;
}

static weir_status call(JNIEnv *env, const spec *s, weir_array *const *in, uint32_t in_count,
                        const void *attr, size_t attr_size, weir_array **out, uint32_t *out_count) {
    keep_sweep(env);
    uint32_t site = is_quick(s, in, in_count) ? NO_SITE : site_now();
    uint32_t outer = weir_site_set(site);
    weir_status status =
        weir_op_call(the_runtime, s->kind, in, in_count, attr, attr_size, out, out_count);
    (void)weir_site_set(outer);
    return status;
}

static jlong call_simple(JNIEnv *env, const spec *s, weir_array *const *in, uint32_t in_count) {
    weir_array *out = NULL;
    (void)fine(env, call(env, s, in, in_count, NULL, 0, &out, NULL));
    return AS_LONG(out);
}

NATIVE(jlong, call1), jlong op, jlong a) {
    weir_array *in[] = {HANDLE(array, a)};
    return call_simple(env, (const spec *)(uintptr_t)op, in, 1);
}

NATIVE(jlong, call2), jlong op, jlong a, jlong b) {
    weir_array *in[] = {HANDLE(array, a), HANDLE(array, b)};
    return call_simple(env, (const spec *)(uintptr_t)op, in, 2);
}

/* An array with a number, given by its bits: on the right, or with `reversed` on the left. */
NATIVE(jlong, callNumber), jlong op, jlong a, jlong bits, jboolean integer, jboolean reversed) {
    weir_array *value = number_of(env, bits, integer);
    if (value == NULL) return 0;
    weir_array *in[] = {reversed ? value : HANDLE(array, a), reversed ? HANDLE(array, a) : value};
    jlong out = call_simple(env, (const spec *)(uintptr_t)op, in, 2);
    weir_array_release(value);
    return out;
}

static bool attrs_of(JNIEnv *env, const spec *s, jlongArray given, attr_values *values) {
    values->words = values->near;
    return fine(env, s->attr_size > 0 ? weir_attr_init(s->kind, values->bytes, s->attr_size)
                                      : WEIR_OK) &&
           attr_store(env, s, given, values);
}

/* The general call.  Returns the handles of the outputs. */
NATIVE(jlongArray, call), jlong op, jlongArray inputs, jlongArray attrs) {
    const spec *s = (const spec *)(uintptr_t)op;
    handles in;
    attr_values values;
    weir_array *out[OUTPUTS_MAX];
    uint32_t out_count = OUTPUTS_MAX;
    jlongArray result = NULL;
    if (!handles_take(env, inputs, &in)) return NULL;
    if (attrs_of(env, s, attrs, &values) &&
        fine(env, call(env, s, arrays_of(&in), in.count, s->attr_size > 0 ? values.bytes : NULL,
                       s->attr_size, out, &out_count)))
        result = longs_of(env, out, out_count);
    attr_free(&values);
    handles_free(&in);
    return result;
}

/* The general call of an operator with one output. */
NATIVE(jlong, callOne), jlong op, jlongArray inputs, jlongArray attrs) {
    const spec *s = (const spec *)(uintptr_t)op;
    handles in;
    attr_values values;
    weir_array *out = NULL;
    if (!handles_take(env, inputs, &in)) return 0;
    if (attrs_of(env, s, attrs, &values))
        (void)fine(env, call(env, s, arrays_of(&in), in.count,
                             s->attr_size > 0 ? values.bytes : NULL, s->attr_size, &out, NULL));
    attr_free(&values);
    handles_free(&in);
    return AS_LONG(out);
}

NATIVE(void, callInto), jlong op, jlongArray inputs, jlongArray attrs, jlong output) {
    const spec *s = (const spec *)(uintptr_t)op;
    handles in;
    attr_values values;
    weir_array *out[] = {HANDLE(array, output)};
    if (!handles_take(env, inputs, &in)) return;
    if (attrs_of(env, s, attrs, &values))
        (void)fine(env,
                   weir_op_call_into(the_runtime, s->kind, arrays_of(&in), in.count,
                                     s->attr_size > 0 ? values.bytes : NULL, s->attr_size, out, 1));
    attr_free(&values);
    handles_free(&in);
}
